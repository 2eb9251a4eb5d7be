"""``sabot properties`` and ``sabot equilibria --index``, as a person runs them."""

import json

import pytest
from click.testing import CliRunner

from sabot.cli.program import cli

SEXES = "matrix([[2|1,0|0],[0|0,1|2]])"


def run(*arguments):
    return CliRunner().invoke(cli, arguments)


def test_what_is_printed_fits_80_columns_and_says_why():
    done = run("properties", SEXES)
    assert done.exit_code == 0 and max(map(len, done.output.splitlines())) <= 80
    assert "pure equilibria         2, strict: (1, 1), (2, 2)" in done.output
    assert "There are no other symmetric equilibria." in done.output


@pytest.mark.parametrize("suffix", ["json", "tex", "md", "html", "csv"])
def test_a_file_is_written_and_checked(tmp_path, suffix):
    path = tmp_path / f"sexes.{suffix}"
    assert run("properties", SEXES, "-o", str(path)).exit_code == 0
    assert path.stat().st_size > 200
    if suffix == "json":
        done = run("check", str(path), "--rules")
        assert done.exit_code == 0 and "potential: exact" in done.output


def test_a_game_that_is_too_large_is_refused_at_once():
    done = run("properties", "kuhn-poker(ranks=6)")
    assert done.exit_code != 0 and "properties are decided up to 10,000 profiles" in done.output


def test_the_index_is_printed_and_saved(tmp_path):
    path = tmp_path / "sexes.json"
    done = run("equilibria", SEXES, "--index", "-o", str(path))
    assert done.exit_code == 0 and "indices     +1 +1 -1: sum 1" in done.output
    assert json.loads(path.read_text())["indices"]["components"] == [1, 1, -1]
    assert "indices of the components: 1, 1, -1" in run("check", str(path)).output


def test_options_that_do_not_go_with_the_index():
    done = run("equilibria", SEXES, "--index", "--first", "1")
    assert done.exit_code == 2 and "the index needs the complete list" in done.output
    done = run("equilibria", "matrix([[1,-1],[-1,1]])", "--index")
    assert done.exit_code != 0 and "one component, which has index 1" in done.output
