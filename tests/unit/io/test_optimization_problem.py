"""Games as linear programs for other solvers: HiGHS reads them and finds the same."""

from fractions import Fraction as F

import highspy
import pytest
from tests.unit.traced import run

import sabot


def optimum(path):
    """Return the optimal objective that HiGHS finds in a file."""
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return solver.getObjectiveValue()


@pytest.mark.parametrize("ending", ["lp", "mps"])
@pytest.mark.parametrize(
    "game", ["kuhn-poker", "le-her(ranks=5)", "leduc-poker", "matrix(payoffs=[[1/3,-1],[-2/7,5]])"]
)
def test_the_program_of_a_zero_sum_game_has_its_value(tmp_path, game, ending):
    path = tmp_path / f"game.{ending}"
    assert run("export", game, "-o", str(path)).exit_code == 0
    (line,) = [line for line in path.read_text().splitlines() if "value of the game =" in line]
    below = int(line.rsplit("/", 1)[1])
    assert optimum(path) == pytest.approx(float(sabot.solve(game).value * below), abs=1e-6)


@pytest.mark.parametrize("ending", ["lp", "mps"])
@pytest.mark.parametrize(
    ("game", "best"),
    [
        ("matrix(payoffs=[[3|1,0|0],[0|0,1|3]])", F(4)),
        ("matrix(payoffs=[[6|6,2|7],[7|2,0|0]])", F(28, 3)),
        ("matrix(payoffs=[[-1|-1,-9|0],[0|-9,-6|-6]])", F(-12)),
        ("kuhn-poker(ranks=2, rake=1/20)", None),
    ],
)
def test_the_program_of_a_bimatrix_game_has_its_equilibria(tmp_path, game, best, ending):
    path = tmp_path / f"game.{ending}"
    assert run("export", game, "-o", str(path)).exit_code == 0
    (line,) = [line for line in path.read_text().splitlines() if "= u1 /" in line]
    below = int(line.rsplit("/", 1)[1])
    if best is None:
        best = sum(sabot.solve(game).payoffs.values())  # all of its equilibria pay the same
    assert optimum(path) == pytest.approx(float(best * below), abs=1e-6)


@pytest.mark.parametrize("ending", ["lp", "mps"])
def test_the_decimal_point_of_long_payoffs_is_moved_and_nothing_is_rounded(tmp_path, ending):
    long = F(123456789012345678901, 10**19)
    cases = ("0,{}],[1,0", long / (long + 1)), ("0|0,0|{}],[1|1,0|0", long)
    for number, (rows, best) in enumerate(cases):
        path = tmp_path / f"game{number}.{ending}"
        game = f"matrix(payoffs=[[{rows.format(long)}]])"
        assert run("export", game, "-o", str(path)).exit_code == 0
        text = path.read_text()
        assert "1234.56789012345678901" in text
        assert any(line.endswith("/ 100") for line in text.splitlines())
        assert optimum(path) == pytest.approx(float(best * 100), rel=1e-9)


def test_three_players_have_no_such_program():
    said = run("export", "kuhn(players=3)", "--lp")
    assert said.exit_code == 5
    assert "3 seats" in said.stderr
