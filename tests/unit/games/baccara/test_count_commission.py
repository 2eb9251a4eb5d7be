"""Baccara with a commission on Banker's wins: strings, rules, and payoffs of both seats counted."""

import itertools
from fractions import Fraction as F

import pytest
from tests.few import few

import sabot
from sabot.errors import GameStringError, SeatsError
from sabot.forms.sequence_nplayer import nplayer_form_of_tree
from sabot.game_rules.to_form import form_of_game
from sabot.games.baccara.count import ALL_TWO_CARD_HANDS, DrawWeights, score_banker_win
from sabot.games.baccara.forms import commission_form
from sabot.games.baccara.rules import casino_move, hand_total

SHOES = ["[1,0,2,0,1,1,0,2,0,1]", "[2,1,0,1,0,1,2,0,1,0]"]


def by_names(form):
    """Return the payoffs of both seats by what each chose last, whatever the order of views."""
    names = []
    for side in form.sides:
        own = [None]
        for cell in side.cells:
            own += [(cell.key, action) for action in cell.actions]
        names.append(own)
    return {
        tuple(own[s] for own, s in zip(names, end.sequences, strict=True)): (
            F(end.chance, form.chances),
            *(F(pay, form.denominator) for pay in end.payoffs),
        )
        for end in form.ends
    }


# ---------------------------------------------------------------------- strings


def test_a_game_without_a_commission_is_called_as_before():
    assert (
        str(sabot.load("baccara(model=B3, decks=6, commission=0)")) == "baccara(model=B3, decks=6)"
    )


@pytest.mark.parametrize("text", ["1/20", "0.05", "5%"])
def test_a_commission_is_a_part_of_the_name(text):
    game = sabot.load(f"baccara(model=A1, commission={text})")
    assert str(game) == "baccara(model=A1, commission=1/20)"
    assert sabot.load(str(game)) == game


@pytest.mark.parametrize("text", ["1", "-1/20", "2", "105%", "-0.001"])
def test_no_other_part_of_a_win_can_be_kept(text):
    with pytest.raises(GameStringError) as caught:
        sabot.load(f"baccara(commission={text})")
    (fault,) = caught.value.faults
    assert fault.where == "commission"
    assert "is not a share of a win" in fault.what
    assert "from 0 to less than 1" in fault.remedy


def test_all_commissions_are_a_theorem_and_not_one_game():
    with pytest.raises(GameStringError, match="sabot prove"):
        sabot.load("baccara(commission=*)")


def test_without_a_commission_all_is_as_before():
    plain, zero = (sabot.solve(f"baccara(model=A1{rest})") for rest in ("", ", commission=0"))
    one, two = (solution.to_json() for solution in (plain, zero))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


# ---------------------------------------------------------------------- two roads


@pytest.mark.slow
@pytest.mark.parametrize("shoe", few(1, SHOES))
@pytest.mark.parametrize("model", ["B1", "B2", "B3"])
def test_counting_gives_what_telling_gives(model, shoe):
    game = sabot.load(f"baccara(model={model}, shoe={shoe}, commission=1/7)")
    counted = form_of_game(game)
    told = nplayer_form_of_tree(game.tree())
    assert by_names(counted) == by_names(told)


@pytest.mark.slow
def test_counting_gives_what_telling_gives_where_cards_are_put_back():
    game = sabot.load("baccara(model=A3, shoe=[1,0,1,0,0,1,0,0,1,0], commission=1/3)")
    assert by_names(form_of_game(game)) == by_names(nplayer_form_of_tree(game.tree()))


@pytest.mark.parametrize("shoe", SHOES)
def test_brute_force_over_a_small_shoe_pays_both_seats_the_same(shoe):
    """Every order of six cards, played by hand under the casino's rules; nothing of ours counts."""
    cards = [v for v, n in enumerate(map(int, shoe.strip("[]").split(","))) for _ in range(n)]
    share, paid, hands = F(1, 20), [F(0), F(0)], 0
    for deal in itertools.permutations(cards, 6):
        mine, yours, rest = sum(deal[:2]) % 10, sum(deal[2:4]) % 10, list(deal[4:])
        if max(mine, yours) < 8:
            third = rest.pop(0) if casino_move("Player", str(mine)) == "draw" else None
            view = f"{yours},{'-' if third is None else third}"
            mine = (mine + (third or 0)) % 10
            if casino_move("Banker", view) == "draw":
                yours = (yours + rest.pop(0)) % 10
        hands += 1
        paid[0] += (mine > yours) - (mine < yours)
        paid[1] += 1 - share if yours > mine else -1 if mine > yours else 0
    game = sabot.load(f"baccara(model=B1, shoe={shoe}, commission=1/20)")
    judged = sabot.value(game, "casino")
    assert judged.payoffs == tuple(amount / hands for amount in paid)


def test_naturals_cancel_for_player_and_not_for_banker():
    counts = (2, 1, 3, 0, 1, 2, 1, 0, 2, 1)
    cards = [v for v, n in enumerate(counts) for _ in range(n)]
    leads, losses = 0, 0
    for deal in itertools.permutations(cards, 4):
        mine, yours = hand_total(*deal[:2]), hand_total(*deal[2:])
        if max(mine, yours) > 7:
            leads += (mine > yours) - (mine < yours)
            losses += mine < yours
    assert leads == 0 < losses
    rest = (len(cards) - 4) * (len(cards) - 5)
    assert DrawWeights(counts, replaced=False, score=score_banker_win).naturals() == losses * rest
    assert len(ALL_TWO_CARD_HANDS) == 55


def test_player_is_paid_what_he_is_without_a_commission():
    plain = sabot.load("baccara(model=B2, decks=2)").form()
    form = commission_form(commission=F(1, 20), model="B2", decks=F(2))
    assert form.sides == plain.sides
    ours = {e.sequences: F(e.payoffs[0], form.denominator) for e in form.ends if e.payoffs[0]}
    assert ours == {(i, j): F(a, plain.denominator) for i, j, a in plain.payoffs}


# ---------------------------------------------------------------------- verbs for zero-sum games


def test_a_zero_sum_verb_says_that_it_is_none():
    with pytest.raises(SeatsError, match=r"^Banker pays a commission on his wins: the game is not"):
        sabot.approximate("baccara(model=A1, commission=1/20)")
    with pytest.raises(SeatsError, match="not zero-sum"):
        sabot.load("baccara(model=A1, commission=1/20)").form()


def test_hands_that_are_dealt_pay_what_is_counted():
    game = sabot.load("baccara(model=B1, decks=1, commission=1/2)")
    judged = sabot.value(game, "casino")
    assert judged.payoffs[0] + judged.payoffs[1] < 0
    assert judged.payoffs[1] < -judged.payoffs[0] < F(1, 10)
