"""``sabot correlated`` on the command line."""

import json

import pytest
from click.testing import CliRunner

from sabot.cli.program import cli

CHICKEN = "matrix([[6|6,2|7],[7|2,0|0]])"


def run(*arguments):
    return CliRunner().invoke(cli, ["correlated", *arguments])


def test_the_best_and_the_worst_are_shown_with_prices_and_devices():
    shown = run(CHICKEN).output
    assert "best for the sum    21/2  21/4    21/4" in shown
    assert "correlated equilibria      5/3        8/7" in shown
    assert "Nash equilibria            4/3        9/7" in shown


def test_vertices_and_a_device_are_shown(tmp_path):
    path = tmp_path / "lights.csv"
    path.write_text("row,column,probability\n1,1,1/3\n1,2,1/3\n2,2,1/3\n")
    assert "5 vertices" in run(CHICKEN, "--vertices", "--objective", "sum").output
    shown = run(CHICKEN, "--device", str(path)).output
    assert "The device is not a correlated equilibrium." in shown
    assert "row     2            1                   2/3                       2" in shown
    assert "best for" not in shown
    coarse = run(CHICKEN, "--device", str(path), "--coarse").output
    assert "plays always" in coarse


def test_a_saved_file_is_checked_and_shown_again(tmp_path):
    path = str(tmp_path / "chicken.json")
    assert run(CHICKEN, "-o", path).exit_code == 0
    checked = CliRunner().invoke(cli, ["check", path, "--rules"])
    assert checked.exit_code == 0 and "6 extremes" in checked.output
    shown = CliRunner().invoke(cli, ["table", path])
    assert "best for the sum" in shown.output and "not checked: that these" in shown.output


def test_json_is_the_document():
    told = json.loads(run(CHICKEN, "--objective", "row", "--extreme", "best", "--json").stdout)
    assert told["schema"] == "sabot/correlated/1" and len(told["extremes"]) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("leduc-poker",), 5, "pure strategies make a program of"),
        ((CHICKEN, "--objective", "nobody"), 2, "there is no objective 'nobody'"),
        ((CHICKEN, "--device", "nowhere.csv"), 3, "nowhere.csv: cannot be read"),
        ((CHICKEN, "--extreme", "middle"), 2, "'middle' is not one of"),
    ],
)
def test_bad_input_has_one_clear_message(arguments, code, words):
    found = run(*arguments)
    assert found.exit_code == code and words in found.stderr and not found.stdout


def test_that_no_nash_equilibrium_is_listed_beside_is_said_with_the_reason(tmp_path):
    path = tmp_path / "ring.nfg"
    spots = ((a, b, c) for c in range(4) for b in range(4) for a in range(4))
    paid = " ".join(f"{int(a == b)} {int(b == c)} {int(c != a)}" for a, b, c in spots)
    path.write_text(f'NFG 1 R "" {{ "A" "B" "C" }} {{ 4 4 4 }} {paid}')
    shown = " ".join(run(str(path)).output.split())
    assert "no Nash equilibrium is pure; of others: 9 free probabilities" in shown
