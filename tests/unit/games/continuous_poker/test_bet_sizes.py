"""Several bet sizes and raises: known games as special cases, theorems, ranks, every verb."""

from fractions import Fraction

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.errors import GameStringError, NoMethodError


@pytest.mark.parametrize(
    ("game", "like"),
    [
        ("bet-sizes(sizes=1, ante=2, step=3)", "von-neumann(A=5, B=2)"),
        ("bet-sizes(sizes=1, ante=2, step=3, bets=both)", "continuous-kuhn(ante=2, bet=3)"),
        ("bet-sizes(sizes=1, ante=2, step=3, unbet=fold)", "borel(ante=2, bet=3)"),
        ("bet-sizes(sizes=1, step=3, base=-1)", "von-neumann(A=3, B=1)"),
    ],
)
def test_one_size_without_raises_is_a_known_game(game, like):
    """The known games start from their formulas; this one is found without any."""
    found = sabot.solve(game)
    assert found.exact and found.value == sabot.solve(like).value


@pytest.mark.slow
def test_values_that_were_found_are_proved_again():
    found = {
        game: sabot.solve(game)
        for game in (
            "bet-sizes",
            "bet-sizes(sizes=4)",
            "bet-sizes(sizes=1, raises=2)",
            "bet-sizes(raises=1, bets=both)",
            "bet-sizes(sizes=1, raises=2, unbet=fold)",
            "bet-sizes(sizes=1, step=2, raises=2, bets=both, raising=pot)",
        )
    }
    assert [one.value for one in found.values()] == [
        Fraction(5, 41),
        Fraction(23, 173),
        Fraction(725, 8132),
        Fraction(-155393, 2269350),
        Fraction(-583, 3483),
        Fraction(-171, 2116),
    ]
    for one in found.values():
        assert one.exact and sabot.check(one)


@pytest.mark.slow
def test_a_theorem_has_the_value_of_every_step():
    theorem = sabot.prove("bet-sizes(step=*)")
    for step in (Fraction(1, 3), Fraction(5, 2)):
        assert theorem.value_at(step) == sabot.solve(f"bet-sizes(step={step})").value
    raised = sabot.prove("bet-sizes(sizes=1, raises=1, step=*)")
    assert raised.value_at(1) == sabot.solve("bet-sizes(sizes=1, raises=1)").value
    sized = sabot.prove("bet-sizes(raises=1, step=*)")
    assert len({str(piece.value) for piece in sized.pieces}) == 3
    for step in (Fraction(1, 9), Fraction(1), Fraction(7)):
        assert sized.value_at(step) == sabot.solve(f"bet-sizes(raises=1, step={step})").value
    with pytest.raises(NoMethodError, match="leave ranks out"):
        sabot.prove("bet-sizes(ranks=3, step=*)")


def test_a_theorem_with_two_raises_has_the_value_of_every_step():
    theorem = sabot.prove("bet-sizes(sizes=1, raises=2, step=*)")
    assert len(theorem.pieces) == 1 and sabot.check(theorem)
    for step in (Fraction(1, 7), Fraction(1), Fraction(11, 3)):
        solved = sabot.solve(f"bet-sizes(sizes=1, raises=2, step={step})")
        assert theorem.value_at(step) == solved.value


def test_many_ranks_come_near_the_real_hands():
    real = sabot.solve("bet-sizes").value
    away = [abs(sabot.solve(f"bet-sizes(ranks={ranks})").value - real) for ranks in (5, 10, 20)]
    assert away[0] > away[1] > away[2] > 0


def test_every_verb_takes_it(tmp_path):
    path = str(tmp_path / "b.json")
    run = CliRunner().invoke
    assert run(cli, ["solve", "bet-sizes", "-o", path]).exit_code == 0
    assert "those of bet-sizes" in run(cli, ["check", path, "--rules"]).output
    for verb in ("show", "size"):
        assert run(cli, [verb, "bet-sizes"]).exit_code == 0
    told = run(cli, ["simulate", "bet-sizes", "--hands", "1000", "--seed", "1"])
    assert told.exit_code == 0, told.output
    told = run(cli, ["play", "bet-sizes", "--hands", "1", "--seed", "2"], input="check\nq\n")
    assert told.exit_code == 0, told.output


def test_games_that_cannot_be_are_refused():
    for game, why in (
        ("bet-sizes(sizes=0)", "sizes"),
        ("bet-sizes(unbet=fold, bets=both)", "does not bet"),
        ("bet-sizes(base=-2)", "below 0"),
    ):
        with pytest.raises(GameStringError, match=why):
            sabot.load(game)


def test_a_theorem_begins_where_no_bet_is_below_0():
    assert "step >= 1," in str(sabot.prove("bet-sizes(sizes=1, base=-1, step=*)"))
