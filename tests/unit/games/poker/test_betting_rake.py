"""A rake: the house takes a share of the called pot, and no more than a cap."""

from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.certify import check
from sabot.certify.nash import NashVerdict
from sabot.cli.program import cli
from sabot.errors import GameStringError
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.to_form import form_of_game
from sabot.games.poker.betting import house_fee, raked_payoffs

TWENTIETH = F(1, 20)


def test_without_a_rake_the_game_and_its_string_are_the_old_ones():
    for name in ("kuhn-poker", "leduc-poker"):
        assert str(sabot.load(f"{name}(rake=0)")) == str(sabot.load(name))
        assert sabot.load(f"{name}(rake=0)").form() == sabot.load(name).form()
    assert str(sabot.load("kuhn-poker(cap=1/2, rake=5%)")) == (
        "kuhn-poker(ranks=3, rake=1/20, cap=1/2)"
    )


def test_the_house_takes_its_share_and_no_more_than_the_cap():
    assert house_fee(4, TWENTIETH, None) == F(1, 5)
    assert house_fee(4, TWENTIETH, F(1, 10)) == F(1, 10)
    assert house_fee(4, TWENTIETH, F(0)) == 0
    assert house_fee(4, F(0), None) == 0


def test_a_bet_that_nobody_called_goes_back_before_the_rake():
    assert raked_payoffs({"a": 2, "b": 1}, ["a"], F(1, 2)) == {"a": 0, "b": -1}
    assert raked_payoffs({"a": 5, "b": 1, "c": 3}, ["a"], F(1, 7)) == {"a": 3, "b": -1, "c": -3}


def test_winners_divide_what_the_house_leaves():
    assert raked_payoffs({"a": 2, "b": 2}, ["a", "b"], F(1, 4)) == {"a": F(-1, 2), "b": F(-1, 2)}


def ends(game):
    """Return what both seats and the house get, hand by hand, from the told tree."""
    tree = sabot.load(game).tree()
    return {leaf.payoffs for leaf in tree.walk() if hasattr(leaf, "payoffs")}


def test_hands_of_kuhn_pay_the_house_from_every_pot():
    assert ends("kuhn-poker(rake=1/20)") == {
        (F(9, 10), -1),
        (-1, F(9, 10)),
        (F(9, 5), -2),
        (-2, F(9, 5)),
    }
    assert ends("kuhn-poker(rake=1/20, cap=1/10)") == {
        (F(9, 10), -1),
        (-1, F(9, 10)),
        (F(19, 10), -2),
        (-2, F(19, 10)),
    }


def test_equal_cards_at_leduc_pay_the_house_alike():
    taken = {-sum(pay) for pay in ends("leduc-poker(rake=1/10, cap=1)")}
    assert taken == {F(1, 5), F(3, 5), 1}  # pots of 2, 6, and more than 10
    assert (F(-1, 10), F(-1, 10)) in ends("leduc-poker(rake=1/10)")


def test_a_rake_of_all_that_is_capped_at_nothing_is_the_old_game():
    assert ends("kuhn-poker(rake=1, cap=0)") == ends("kuhn-poker")


def test_a_raked_game_is_a_general_form_and_solved_as_one():
    form = form_of_game(sabot.load("kuhn-poker(rake=1/20)"))
    assert isinstance(form, NPlayerSequenceForm)
    found = sabot.solve("kuhn-poker(rake=1/20)")
    assert found.payoffs == {"first": F(-23, 210), "second": F(-1, 290)}
    assert set(found.gains.values()) == {0}
    sabot.check(found, rules=True)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("kuhn-poker(cap=1)", "is the cap of a rake, and the rake is 0"),
        ("leduc-poker(cap=1)", "is the cap of a rake, and the rake is 0"),
        ("kuhn-poker(rake=2)", "2 is out of range"),
        ("kuhn-poker(rake=-1/20)", "out of range"),
        ("kuhn-poker(rake=1/20, cap=-1)", "-1 is out of range"),
        ("kuhn-poker(rake=1/20, cap=much)", "or none"),
        ("kuhn-poker(players=3, ranks=2)", "2 cards are too few for 3 players"),
        ("kuhn-poker(players=7)", "7 is out of range"),
    ],
)
def test_what_cannot_be_is_refused_with_the_remedy(game, words):
    with pytest.raises(GameStringError, match=words):
        sabot.load(game)


def test_a_theorem_in_the_bet_is_on_two_seats_without_a_rake():
    for odd in ("rake=1/20", "players=3"):
        with pytest.raises(GameStringError, match="zero-sum game for two"):
            sabot.prove(f"kuhn-poker({odd}, bet=*)")


def test_the_first_seat_is_proved_to_play_the_same_and_another_equilibrium_of_the_second_shown():
    found = sabot.solve("kuhn-poker(rake=1/20)")
    assert found.to_json()["unique"] == {"first": True, "second": False}
    proved = check(found.to_json())
    assert isinstance(proved, NashVerdict)
    assert proved.claims == {"first": True, "second": False}
    shown = CliRunner().invoke(cli, ["solve", "kuhn-poker(rake=1/20)"], env={"COLUMNS": "100"})
    assert "first  the same in every equilibrium" in shown.output
    assert "second  one of several equilibria" in shown.output
