"""One hand of five-card draw: who is asked what, who is out, who takes which pot."""

import pytest
from click.testing import CliRunner

import sabot
from sabot.cards.poker_hand import card_text, parse_cards
from sabot.cli.program import cli
from sabot.errors import GameStringError, NoMethodError
from sabot.game_rules.table import Dealer
from sabot.games.poker.five_card_draw.rules import PublicAction, play_draw_poker


class Stacked(Dealer):
    """A table with a stacked pack, at which everybody says what was written down."""

    def __init__(self, hands, answers, drawn=""):
        super().__init__([str(number + 1) for number in range(len(hands))])
        five = [parse_cards(hand) for hand in hands]
        self.pack = [hand[place] for place in range(5) for hand in five]
        self.pack += parse_cards(drawn, many=None) if drawn else ()
        self.answers = answers.split(", ")
        self.asked, self.views = [], []

    def pick(self, labels, weights, total, spots=None):
        return list(map(int, labels)).index(self.pack.pop(0))

    def choose(self, seat, view, actions):
        self.asked.append((seat, actions))
        self.views.append((seat, view))
        return actions.index(self.answers.pop(0))


ACES, KINGS, NINES, NOTHING = "AsAd7c5d2h", "KsKd8c6d3h", "9s9d8h6h4c", "QcJd8s4d2s"


def paid(hands, answers, *, stacks=None, raises=3, drawn=""):
    """Return what a hand pays, and the table at which it was told."""
    table = Stacked(hands, answers, drawn)
    units = stacks or [100] * len(hands)
    own = dict(zip(table.seats, units, strict=True))
    found = table.play_hand(lambda there: play_draw_poker(there, own, raises))
    assert not table.answers and not table.pack
    return list(found), table


def test_if_nobody_enters_the_blind_takes_his_unit_back():
    found, table = paid([ACES, KINGS, NINES], "drop, drop")
    assert found == [0, 0, 0]
    assert [seat for seat, _ in table.asked] == ["1", "2"]


def test_a_blind_who_drops_loses_his_unit_to_the_one_who_entered():
    assert paid([ACES, KINGS, NINES], "enter, drop, drop")[0] == [1, 0, -1]


def test_after_a_double_all_may_drop():
    found, table = paid([ACES, KINGS, NINES], "enter, enter, double, drop, drop")
    assert found == [-2, -2, 4]
    assert table.asked[2] == ("3", ("drop", "play", "double"))
    assert table.asked[3] == ("1", ("drop", "look"))


def test_who_does_not_bet_before_anybody_has_is_out_and_the_last_one_is_not_asked():
    says = "enter, enter, play, stand pat, stand pat, stand pat, drop, drop"
    found, table = paid([ACES, KINGS, NINES], says)
    assert found == [-2, -2, 4]
    assert table.asked[-1] == ("2", ("drop", "bet 1", "bet 2", "bet 3", "bet 4", "bet 5"))


def test_the_best_hand_takes_what_was_bet_and_raised():
    says = "enter, enter, double, look, look, stand pat, stand pat, stand pat, "
    found, _ = paid([ACES, KINGS, NINES], says + "bet 5, raise 5, drop, look")
    assert found == [18, -14, -4]


def test_so_many_raises_and_no_more():
    says = "enter, play, stand pat, stand pat, bet 1, raise 1, look"
    _, table = paid([ACES, KINGS], says, raises=1)
    assert table.asked[-1] == ("1", ("drop", "look"))


def test_up_to_four_cards_are_changed():
    says = "enter, play, throw 7c 5d 2h, throw Kd 8c 6d 3h, bet 1, look"
    found, table = paid([ACES, KINGS], says, drawn="9cTc2s QhQcQdJs")
    assert found == [-3, 3]
    assert len(table.asked[2][1]) == 31
    assert all(len(action.split()) <= 5 for action in table.asked[2][1])


def test_the_others_hear_how_many_cards_are_drawn_and_not_which():
    says = "enter, play, throw 7c 5d 2h, stand pat, bet 1, look"
    _, table = paid([ACES, KINGS], says, drawn="9cTc2s")
    seat, view = table.views[-1]
    assert seat == "2"
    assert PublicAction("1", "draws 3", 2) in view
    seen = [card for item in view if isinstance(item, tuple) for card in item]
    assert sorted(map(card_text, seen)) == sorted(["Ks", "Kd", "8c", "6d", "3h"])


def test_equal_hands_share_and_the_odd_unit_goes_to_who_acts_first():
    hands = ["AsKd9c5d2h", "AdKh9s5c2c", NOTHING]
    says = "enter, enter, drop, stand pat, stand pat, bet 1, look"
    assert paid(hands, says)[0] == [1, 0, -1]


def test_who_has_put_in_all_plays_for_what_he_could_match():
    says = "enter, enter, play, stand pat, stand pat, stand pat, bet 5, look, look"
    found, table = paid([KINGS, ACES, NINES], says, stacks=[100, 4, 100])
    assert found == [-1, 8, -7]
    assert table.asked[-2] == ("2", ("drop", "look"))


def test_a_blind_of_one_unit_is_in_for_the_main_pot_and_never_asked():
    says = "enter, enter, stand pat, stand pat, stand pat, bet 1, look"
    found, table = paid([NINES, KINGS, ACES], says, stacks=[50, 50, 1])
    assert found == [-3, 1, 2]
    assert [seat for seat, actions in table.asked if len(actions) < 31] == ["1", "2", "1", "2"]


def test_who_cannot_pay_four_cannot_double():
    says = "enter, play, stand pat, stand pat, bet 1, look"
    _, table = paid([ACES, KINGS], says, stacks=[9, 3])
    assert table.asked[1] == ("2", ("drop", "play"))


def test_nothing_walks_all_hands():
    with pytest.raises(NoMethodError, match=r"about 10\^29 ways.*\n.*sabot simulate"):
        sabot.load("draw-poker").explored()
    result = CliRunner().invoke(cli, ["solve", "draw-poker(players=2)"])
    assert (result.exit_code, result.stdout) == (5, "")
    assert "about 10^12 ways" in result.stderr


def test_the_size_of_a_game_that_is_not_walked_is_told():
    result = CliRunner().invoke(cli, ["size", "draw-poker(players=7)"])
    assert result.exit_code == 5
    assert "10^38 ways" in result.stderr


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("draw-poker(players=8)", "players: 8 is out of range\n.*from 2 to 7"),
        ("draw-poker(players=1)", "players: 1 is out of range"),
        ("draw-poker(stacks=-5)", "stacks: -5 is out of range\n.*1 to 1,000,000"),
        ("draw-poker(stacks=0)", "stacks: 0 is out of range"),
        ("draw-poker(stacks=[9,9])", "stacks: has 2 numbers, and there are 5 players"),
        ("draw-poker(players=2, stacks=[9,-9])", "stacks: -9 is out of range"),
        ("draw-poker(players=2, stacks=[9,])", "stacks: '' is not a whole number"),
        ("draw-poker(raises=-1)", "raises: -1 is out of range"),
        ("draw-poker(raise=1)", "did you mean 'raises'"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(game, why):
    with pytest.raises(GameStringError, match=why):
        sabot.load(game)


@pytest.mark.parametrize(
    "game",
    [
        "draw-poker(players=5)",
        "draw-poker(players=2, stacks=[9,1], raises=inf)",
        "draw-poker(players=7, stacks=12)",
    ],
)
def test_a_table_prints_as_the_string_that_loads_it(game):
    assert str(sabot.load(game)) == game


def test_the_pack_of_any_hand_has_every_card_once():
    dealer = Dealer(sabot.load("draw-poker(players=7)").seats, seed=5)
    held = {}
    dealer.holds = lambda seat, *own: held.update({seat: own})
    for _ in range(50):
        dealer.play_hand(sabot.load("draw-poker(players=7)").play)
        everything = [card for own in held.values() for card in own]
        assert len(set(everything)) == len(everything) == 35
