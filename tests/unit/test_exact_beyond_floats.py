"""Numbers beyond the range of floats: solved, shown or refused, never a fault of ours."""

import random
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.cli.program import cli
from sabot.errors import FormError

FAR = "kuhn-poker(bet=1e400)"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words, given=None):
    return CliRunner().invoke(cli, words, input=given)


@pytest.mark.parametrize("bet", ["1e1000", "1e-400"])
def test_a_bet_beyond_all_floats_is_solved(bet):
    found = sabot.solve(f"kuhn-poker(bet={bet})")
    assert sabot.check(found) == found.value


def spread(seed):
    rng = random.Random(seed)
    return [rng.randint(-9, 9) * Fraction(10) ** rng.randint(-1500, 1500) for _ in range(16)]


@pytest.mark.parametrize("seed", range(6))
def test_payoffs_far_apart_are_solved_and_checked(seed):
    pays = spread(seed)

    @sabot.rules(name="far", seats=("x", "y"))
    def play(table):
        card = table.roll({0: 1, 1: 2})
        one = table.ask("x", ("l", "r"), sees=card) == "l"
        two = table.ask("y", ("l", "r"))
        three = table.ask("x", ("l", "r"), sees=two) == "l"
        table.pay(x=pays[8 * card + 4 * one + 2 * (two == "l") + three])

    found = sabot.solve(play())
    assert sabot.check(found) == found.value


def test_a_game_of_tiny_and_huge_payoffs_has_its_inner_plan():
    found = sabot.solve([["3e-100", "3e-100"], ["2e50", "-3e-100"]])
    assert found.value == Fraction(3, 10**100)
    assert found.unique is not None


ROOT = "t**2\n2" + "0" * 640 + "\n"  # they meet where t is the root of 2 times 10^320


@pytest.mark.parametrize("words", few(1, [[], ["--latex"], ["--markdown"], ["--json"]]))
def test_a_theorem_with_an_irrational_end_beyond_all_floats_is_told(words):
    Path("big.csv").write_text(ROOT)
    result = run("prove", "matrix(file=big.csv, t=*)", *words)
    assert result.exit_code == 0, result.output
    assert words == ("--json",) or "1.41421e+320" in result.stdout


@pytest.mark.slow
def test_such_a_theorem_is_checked_and_a_figure_of_it_refused():
    Path("big.csv").write_text(ROOT)
    assert run("prove", "matrix(file=big.csv, t=*)", "-o", "big.json").exit_code == 0
    assert run("check", "big.json").exit_code == 0
    pytest.importorskip("matplotlib")
    result = run("plot", "big.json", "-o", "big.svg")
    assert result.exit_code == 5
    assert "cannot be drawn" in result.stderr


def test_hands_for_a_bet_beyond_all_floats_are_played():
    words = ("play", FAR, "--seed", "1", "--hands", "3")
    result = run(*words, given="bet\ncall\nbet\npass\nfold\nbet\nbet\n")
    assert result.exit_code == 0, result.output
    assert "OverflowError" not in result.output


def test_what_a_bad_strategy_costs_there_is_told_exactly():
    found = sabot.value(FAR, {"first": {"*,*,*": "call", "*": "bet"}})
    assert found["first"].exploitability > 10**398
    assert found.to_json()["game"] == str(sabot.load(FAR))


def test_a_matrix_is_plotted_and_what_is_no_game_is_refused():
    pytest.importorskip("matplotlib")
    assert sabot.plot([[1, -1], [-1, 1]]).panels
    with pytest.raises(FormError, match="not a game"):
        sabot.plot(7)


@pytest.mark.slow
def test_a_number_that_fills_lines_is_shortened_in_a_heading():
    game = f"kuhn-poker(ranks=3, bet=1{'0' * 4999}7)"
    solution = sabot.solve(game)
    assert solution.game == game and solution.to_json()["game"] == game
    for text in (str(solution), solution.to_html(), solution.to_latex(), solution.to_markdown()):
        assert "0" * 60 not in text and "(5,001 digits)" in text
    assert str(sabot.solve(f"kuhn-poker(ranks=3, bet={'9' * 60})")).startswith(
        f"kuhn-poker(ranks=3,\nbet={'9' * 60})"
    )


def test_an_equilibrium_of_three_is_found_with_payoffs_beyond_all_floats():
    """Two toss coins, the third chooses: where to look is guessed in floats, which end there."""
    from sabot.io.nfg import parse_nplayer_nfg

    rng = random.Random(1)
    payoffs = [rng.randint(-9, 9) * 10**400 + rng.randint(-3, 3) for _ in range(24)]
    head = 'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } '
    found = sabot.solve(parse_nplayer_nfg(head + " ".join(map(str, payoffs))))
    assert found.equilibrium and sabot.check(found)
