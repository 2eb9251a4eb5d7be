"""Baccara banque at three seats: the Players toss coins of their own."""

import json
from fractions import Fraction as F
from functools import cache

import pytest
from click.testing import CliRunner
from tests.few import few
from tests.unit.forging import resealed
from tests.unit.games.baccara_banque.test_baccara_banque import BANKERS, by_cards

import sabot
from sabot import certify
from sabot.cli.program import cli
from sabot.errors import CertificateError, GameStringError, NoMethodError
from sabot.forms.algebra.algebraic_number import NumberField
from sabot.forms.algebra.real_roots import RealPoint
from sabot.game_rules.table import Dealer
from sabot.game_rules.to_form import form_of_game
from sabot.games.baccara_banque import THREE_SEATS, three_player_form
from sabot.games.baccara_banque.product_strategies import independent_draw_probabilities
from sabot.io.nfg import parse_nplayer_nfg
from sabot.solvers.nplayer.indifference_curves import split_into_blocks
from sabot.solvers.nplayer.solve import block_equilibria

CHEMIN = F(-679568, 53094899)
"""The value of chemin de fer with replacement (Kemeny and Snell 1957)."""
THIRTY = F(1, 10**30)


@cache
def solved(theta, players="nash"):
    return sabot.solve(f"baccara-banque(theta={theta}, players={players})")


def answers(form, banker):
    found = {}
    for cell in form.sides[2].cells:
        own, *seen = cell.key.split(",")
        thirds = [None if k == "-" else k if k == "natural" else int(k) for k in seen]
        found[cell.key] = "draw" if banker(int(own), *thirds) else "stand"
    return found


@pytest.mark.slow
def test_each_player_is_paid_on_his_own_hand_as_the_cards_say():
    theta, plan, banker = F(1, 3), (True, False), BANKERS["by cards"]
    words = ["draw" if draws else "stand" for draws in plan]
    strategies = {
        "Player 1": {"-": words[0], "second natural": words[0]},
        "Player 2": {"-": words[1], "first natural": words[1]},
        "Banker": answers(three_player_form(theta), banker),
    }
    found = sabot.value(f"baccara-banque(theta={theta}, players=nash)", strategies).payoffs
    # all stakes on one hand, by the walk over all cards
    first, second = by_cards(F(1), plan, banker), by_cards(F(0), plan, banker)
    mine, yours = theta * first, (1 - theta) * second
    assert list(found) == [mine, yours, -mine - yours]
    found = sabot.value(f"baccara-banque(theta={theta}, players=independent)", strategies).payoffs
    assert list(found) == [mine + yours, mine + yours, -mine - yours]


def test_the_rules_as_told_ask_each_player_and_pay_each():
    class Fixed(Dealer):
        def __init__(self, rolls, cards, replies):
            super().__init__(THREE_SEATS)
            self.rolls, self.cards, self.replies, self.views = rolls, cards, replies, []

        def pick(self, labels, weights, total, spots=()):
            return labels.index(self.rolls.pop(0) if self.rolls else self.cards.pop(0))

        def choose(self, seat, view, actions):
            self.views.append((seat, view))
            return actions.index(self.replies.pop(0))

    game = sabot.load("baccara-banque(theta=1/4, players=nash)")
    table = Fixed([5, 6, 7], [2, 1], ["draw", "stand", "stand"])
    assert table.play_hand(game.play) == (0, F(-3, 4), F(3, 4))  # 7 and 6 against 7
    assert table.views == [("Player 1", ()), ("Player 2", ()), ("Banker", (7, 2, None))]
    table = Fixed([8, 5, 3], [2], ["draw", "stand"])
    assert table.play_hand(game.play) == (F(1, 4), F(3, 4), -1)
    assert table.views == [("Player 2", ("first natural",)), ("Banker", (3, "natural", 2))]
    team = sabot.load("baccara-banque(theta=1/4, players=independent)")
    assert Fixed([5, 6, 7], [2, 1], ["draw", "stand", "stand"]).play_hand(team.play) == (
        F(-3, 4),
        F(-3, 4),
        F(3, 4),
    )


@pytest.mark.slow
def test_at_even_stakes_each_player_tosses_the_coin_of_chemin_de_fer():
    found = solved("1/2")
    assert found.equilibrium and set(found.gains.values()) == {0}
    assert found["Player 1"]["-"]["draw"] == found["Player 2"]["-"]["draw"] == F(9, 11)
    assert found.payoffs["Player 1"] == found.payoffs["Player 2"]
    assert sum(found.payoffs.values()) == 0
    sabot.check(found, rules=True)
    # apart they lose more than together
    assert 2 * found.payoffs["Player 1"] < sabot.solve("baccara-banque").value


@pytest.mark.parametrize(
    ("theta", "first", "second"),
    few(
        1,
        [
            ("4/5", F(4495983, 5250269), F(3118863, 4791229)),
            ("9/10", F(15, 17), F(0)),
            ("1/10", F(0), F(15, 17)),
        ],
    ),
)
def test_nash_equilibria_that_are_fractions(theta, first, second):
    found = solved(theta)
    assert found.equilibrium
    assert (found["Player 1"]["-"]["draw"], found["Player 2"]["-"]["draw"]) == (first, second)
    for alone, seat in (("second natural", "Player 1"), ("first natural", "Player 2")):
        assert found[seat][alone]["draw"] == F(9, 11)  # chemin de fer
    assert found["Banker"]["6,natural,-"]["draw"] == F(859, 2288)


@pytest.mark.slow
def test_with_little_on_the_second_hand_it_stands_and_the_first_follows_a_formula():
    for theta in (F(9, 10), F(24, 25)):
        found = solved(str(theta))
        assert found["Player 1"]["-"]["draw"] == 9 / (8 * theta + 3)
        assert found["Player 2"]["-"]["stand"] == 1


@pytest.mark.slow
def test_with_all_stakes_on_one_hand_banker_wins_what_he_does_at_chemin_de_fer():
    for theta, payoffs in (("0", [0, CHEMIN]), ("1", [CHEMIN, 0])):
        found = solved(theta)
        assert list(found.payoffs.values()) == [*payoffs, -CHEMIN]


@pytest.mark.slow
def test_exchanging_the_hands_exchanges_the_players():
    one, two = solved("3/10"), solved("7/10")
    assert one["Player 1"] != two["Player 1"]
    assert one["Player 1"]["-"] == two["Player 2"]["-"]
    assert one.payoffs["Player 1"] == two.payoffs["Player 2"]


@pytest.mark.slow
def test_chances_with_a_square_root_are_an_equilibrium_with_gains_of_exactly_0():
    found = solved("11/20")
    assert found.equilibrium and set(found.gains.values()) == {0}
    assert "root t of 16*t**2 + 129*t - 120 at about 0.842247" in found.method
    first, second = (found[seat]["-"]["draw"] for seat in ("Player 1", "Player 2"))
    assert (str(first), str(second)) == (
        "(-129 + 11*sqrt(201))/32",
        "(20271 - 594*sqrt(201))/15037",
    )
    assert 16 * first**2 + 129 * first == 120
    assert sum(found.payoffs.values()) == 0
    sabot.check(found, rules=True)


@pytest.mark.slow
@pytest.mark.parametrize("theta", ["11/20", "3/5", "13/20", "7/10", "3/4"])
def test_what_is_certified_in_the_field_is_so_to_a_hundred_digits(theta):
    """The second road: chances as fractions of a hundred digits, and best replies to them."""
    found = solved(theta)
    assert found.root is not None
    digits = 10**100
    near = {
        seat: {view: _close(mix, digits) for view, mix in table.items()}
        for seat, table in found.strategies.items()
    }
    judged = sabot.value(found.game, near)
    assert all(0 <= gain < F(1000, digits) for gain in judged.gains)
    for paid, exact in zip(judged.payoffs, found.payoffs.values(), strict=True):
        assert abs(paid - exact.nearly(digits)) < F(1000, digits)


def _close(mix, digits):
    second = mix["draw"] if isinstance(mix["draw"], F) else mix["draw"].nearly(digits)
    return {"stand": 1 - second, "draw": second}


@pytest.mark.slow
def test_next_to_a_root_the_equilibrium_itself_was_found_with_exact_signs():
    block = max(split_into_blocks(three_player_form(F(11, 20))), key=lambda one: len(one.choices))
    (toss,) = block_equilibria(block)
    field, (p, q) = toss.field, toss.coins
    assert len(toss.mixed_choices) == 2 and not toss.root.rational
    for n in toss.mixed_choices:  # what is mixed gains nothing either way: 0, not about 0
        a, b, c, d = block.tie(n)
        assert a + b * p + c * q + d * field.times(p, q) == 0
    settled = [n for n in range(len(block.choices)) if n not in toss.mixed_choices]
    assert len(settled) == 966
    for n in settled:
        a, b, c, d = block.tie(n)
        gain = field.sign(a + b * p + c * q + d * field.times(p, q))
        assert gain == (1 if toss.second[n] else -1)


# ---------------------------------------------------------------------- both for both


@pytest.mark.slow
def test_where_the_common_optimum_is_two_coins_the_coins_earn_it():
    together, apart = sabot.solve("baccara-banque(theta=17/20)"), solved("17/20", "independent")
    assert apart.equilibrium
    assert independent_draw_probabilities(together) == (F(3807, 4295), 0)
    assert (apart["Player 1"]["-"]["draw"], apart["Player 2"]["-"]["draw"]) == (F(3807, 4295), 0)
    assert set(apart.payoffs.values()) == {together.value, -together.value}


@pytest.mark.slow  # seconds; the page on banque runs the same at 1/2
def test_at_even_stakes_no_two_coins_earn_what_one_common_chance_does():
    together, apart = sabot.solve("baccara-banque"), solved("1/2", "independent")
    assert independent_draw_probabilities(together) is None and together.uniqueness["Players"]
    assert apart.gap < THIRTY
    assert apart.payoffs["Player 1"] < together.value
    # of the equilibria of two coins it is the best one found, and better than each for himself
    assert apart.payoffs["Player 1"] > 2 * solved("1/2").payoffs["Player 1"]


# ---------------------------------------------------------------------- blocks by themselves


def test_a_form_that_is_not_two_coins_and_many_choices_has_no_blocks():
    assert split_into_blocks(form_of_game(sabot.load("kuhn-poker(players=3)"))) is None


def test_the_method_says_whether_somebody_mixes_and_speaks_of_no_coins():
    mixed = solved("9/10").method
    assert mixed.startswith("the points at which choices of the three seats are equally good")
    meet = f'NFG 1 R "" {{ "Ann" "Bob" "Cleo" }} {{ 2 2 2 }} 1 1 1 {"0 " * 18} 2 1 2'
    pure = sabot.solve(parse_nplayer_nfg(meet)).method
    assert pure.startswith("what two seats may choose, with the third seat's best replies")
    assert "coin" not in mixed + pure


def test_numbers_of_a_field_come_near_by_fractions():
    root = NumberField(RealPoint(F(1), F(2), (-2, 0, 1)))
    near = root.nearly(root.of([0, 1]), 10**12)
    assert abs(near * near - 2) < F(4, 10**12) and near.denominator <= 10**12
    third = NumberField(RealPoint.at(F(1, 3)))
    assert third.nearly(third.of([1, 3]), 7) == 2
    assert third.sign(third.of([-1, 3])) == 0


# ---------------------------------------------------------------------- what is refused


@pytest.fixture(scope="module")
def told():
    document = json.dumps(solved("9/10").to_json())
    certify.check(json.loads(document))
    return document


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["gains"].__setitem__(1, "1/1000"),
        lambda d: d["payoffs"].__setitem__(0, "0"),
        lambda d: d["strategies"]["Player 1"].__setitem__("-", {"stand": "3/17", "draw": "14/17"}),
        lambda d: d["strategies"]["Banker"].__setitem__("6,-,-", {"stand": "1/2", "draw": "1/2"}),
        lambda d: d.__setitem__("equilibrium", False),
        lambda d: d["certificate"]["form"]["payoffs"][0].__setitem__(5, 10**15),
    ],
)
def test_a_changed_file_is_refused_with_its_digest_made_anew(told, change):
    document = json.loads(told)
    change(document)
    with pytest.raises(CertificateError):
        certify.check(resealed(document))


def test_a_file_of_another_share_is_not_of_this_game(told):
    document = json.loads(told)
    document["game"] = "baccara-banque(theta=8/9, players=nash)"
    with pytest.raises(CertificateError, match="in the file"):
        sabot.check(resealed(document), rules=True)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("baccara-banque(theta=2, players=nash)", "out of range"),
        ("baccara-banque(theta=-1/3)", "out of range"),
        ("baccara-banque(theta=half)", "half"),
        ("baccara-banque(players=both)", "correlated, independent, nash"),
    ],
)
def test_bad_shares_and_words_are_refused_by_name(text, match):
    with pytest.raises(GameStringError, match=match):
        sabot.load(text)


def test_a_theorem_is_about_the_players_together():
    with pytest.raises(NoMethodError, match="leave out players=nash"):
        sabot.prove("baccara-banque(theta=*, players=nash)")
    result = CliRunner().invoke(cli, ["prove", "baccara-banque(theta=*, players=independent)"])
    assert result.exit_code == 5 and "give theta a value" in result.stderr


@pytest.mark.slow
def test_solve_at_the_command_line_tells_each_seat():
    result = CliRunner().invoke(cli, ["solve", "baccara-banque(theta=1, players=nash)"])
    assert result.exit_code == 0
    assert "an equilibrium: no seat gains by any other strategy" in result.stdout
    result = CliRunner().invoke(cli, ["solve", "baccara-banque(theta=17/20, players=independent)"])
    assert "baccara-banque(theta=17/20)' has this value" in result.stderr
