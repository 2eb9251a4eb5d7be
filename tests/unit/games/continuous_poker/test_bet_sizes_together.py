"""Bets at the same time: the solution with one size as a formula, more sizes, every verb."""

from fractions import Fraction

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.errors import GameStringError, NoMethodError


@pytest.mark.parametrize("calls", ["yes", "no"])
@pytest.mark.parametrize(("low", "high"), [(1, 2), (2, 5), (1, 10)])
def test_one_bet_is_mixed_as_the_indifference_of_every_hand_demands(low, high, calls):
    """Below (a - b)/a every hand bluffs with chance b/(a + b): then both ways pay it alike."""
    found = sabot.solve(
        f"bet-sizes(sizes=1, ante={low}, step={high - low}, bets=together, calls={calls})"
    )
    assert found.exact and found.value == 0
    cut, bluff = 1 - Fraction(low, high), Fraction(low, low + high)
    mix = {"check": str(1 - bluff), "bet 1": str(bluff)}
    for seat in ("1", "2"):
        assert found[seat]["-"] == [[str(cut), mix], ["1", "bet 1"]]


@pytest.mark.parametrize("more", ["sizes=2", "sizes=3, calls=no"])
def test_more_bets_are_solved_and_fair(more):
    found = sabot.solve(f"bet-sizes({more}, bets=together)")
    assert found.exact and found.value == sabot.check(found) == 0


def test_every_verb_takes_it(tmp_path):
    game, path = "bet-sizes(sizes=1, bets=together)", str(tmp_path / "b.json")
    run = CliRunner().invoke
    told = run(cli, ["solve", game, "-o", path])
    assert "2/3 check and 1/3 bet 1 to 1/2" in told.output
    assert "those of bet-sizes" in run(cli, ["check", path, "--rules"]).output
    assert sabot.solve("bet-sizes(sizes=1, bets=together, ranks=4)").value == 0
    for verb in (["simulate", game, "--hands", "1000", "--seed", "1"], ["size", game]):
        told = run(cli, verb)
        assert told.exit_code == 0, told.output
    answers = "check\nfold\nq\n"
    told = run(cli, ["play", game, "--hands", "1", "--seed", "2"], input=answers)
    assert told.exit_code == 0, told.output


def test_what_cannot_be_is_refused():
    for game, why in (
        ("bet-sizes(bets=together, raises=1)", "not raised"),
        ("bet-sizes(bets=together, unbet=fold)", "does not bet"),
        ("bet-sizes(calls=no)", "without a call"),
    ):
        with pytest.raises(GameStringError, match=why):
            sabot.load(game)
    with pytest.raises(NoMethodError, match="choices that all see"):
        sabot.prove("bet-sizes(bets=together, step=*)")
