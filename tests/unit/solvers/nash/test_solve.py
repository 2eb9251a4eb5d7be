"""One equilibrium of a game for two, exactly: found, shown, saved, checked, tied to its rules."""

import json
from fractions import Fraction as F

import pytest
from benchmarks.games import random_integers
from benchmarks.tools.tool import halves
from click.testing import CliRunner

import sabot
from sabot import BimatrixForm
from sabot.cli.program import cli
from sabot.errors import CertificateError, NoSuchError
from sabot.forms.sequence_nplayer import nplayer_form_of_tree, reduced_bimatrix_form
from sabot.solvers.nash import solve
from sabot.solvers.nash.complementary_pivoting import (
    PivotPath,
    build_starting_tableau,
    guess_supports,
    lemke_howson,
    run_lemke,
    run_lemke_in_floats,
)
from sabot.solvers.nash.equilibrium import compute_regrets, solve_integer_system
from sabot.solvers.nash.solve import (
    eliminate_weakly_dominated,
    solve_bimatrix,
    solve_general_sum_tree,
)

SEXES = "matrix([[3|1,0|0],[0|0,1|3]])"
ENTRY = (
    'EFG 2 R "entry" { "new" "old" } p "" 1 1 "door" { "out" "in" } 0 t "" 1 "" { 0 4 } '
    'p "" 2 1 "inside" { "fight" "share" } 0 t "" 2 "" { -1 -1 } t "" 3 "" { 2 2 }'
)
"""The incumbent may fight who enters, and would rather not."""


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"})


def rows(text):
    """Return the payoffs of both seats from lines such as ``3|1 0|0``."""
    return BimatrixForm.of_pairs([line.split() for line in text.strip().splitlines()])


# ---------------------------------------------------------------------- classical games

CLASSICAL = {
    "prisoners": ("-1|-1 -3|0\n0|-3 -2|-2", [("-2", "-2")]),
    "sexes": ("3|1 0|0\n0|0 1|3", [("3", "1"), ("1", "3"), ("3/4", "3/4")]),
    "chicken": ("0|0 -1|1\n1|-1 -8|-8", [("-1", "1"), ("1", "-1"), ("-7/8", "-7/8")]),
    "inspection": ("0|0 -10|10\n-1|0 -6|-90", [("-2", "0")]),
    "pennies with a bonus": ("4|-1 -1|1\n-1|1 1|-1", [("3/7", "0")]),
    "shapley": ("0|0 1|0 0|1\n0|1 0|0 1|0\n1|0 0|1 0|0", [("1/3", "1/3")]),
    "rock paper scissors, a tie costs": (
        "-1|-1 -2|1 1|-2\n1|-2 -1|-1 -2|1\n-2|1 1|-2 -1|-1",
        [("-2/3", "-2/3")],
    ),
}


@pytest.mark.parametrize("name", CLASSICAL)
def test_a_classical_game_is_paid_as_in_one_of_its_known_equilibria(name):
    text, known = CLASSICAL[name]
    solution = sabot.solve(rows(text))
    assert tuple(map(str, solution.payoffs.values())) in known
    assert dict(solution.gains) == {"row": 0, "column": 0}
    assert sabot.check(solution) == solution.payoffs["row"]


SIX = """
9504|72336 -660|48081 19976|29216 -20526|14124 1776|1776 -8976|-8514
-111771|-461736 31680|-300036 -130944|-178761 168124|-84436 -8514|-8976 52764|52764
397584|1227336 -113850|774576 451176|451176 -586476|208626 29216|19976 -178761|-130944
171204|-1718376 -45936|-1039236 208626|-586476 -263076|-263076 14124|-20526 -84436|168124
1303104|1303104 -453420|737154 1227336|397584 -1718376|171204 72336|9504 -461736|-111771
737154|-453420 -227040|-227040 774576|-113850 -1039236|-45936 48081|-660 -300036|31680
"""
"""The game of von Stengel (1999) that has 75 equilibria."""


def test_a_game_of_many_equilibria_gives_one_of_them():
    game = rows(SIX)
    for label in range(12):
        (x, y), _ = lemke_howson(game.one.payoffs, game.two.payoffs, label)
        assert compute_regrets(game, ([1, *x], [1, *y])) == (0, 0)


DEGENERATE = [
    "1|1 1|1\n1|1 1|1",
    "1|1 1|0\n1|0 0|1",
    "0|0 0|0 0|0",
    "1|1\n1|2\n1|3",
    "2|2 2|2 0|0\n2|2 2|2 0|0\n0|0 0|0 1|1",
    "0|1 0|1 1|0\n0|1 1|0 0|1\n1|0 0|1 0|1",
    "0|0 0|1 1|0\n1|0 0|0 0|1\n0|1 1|0 0|0\n1|0 1|0 1|0",
    "7|7",
]


@pytest.mark.parametrize("text", DEGENERATE)
def test_ties_end_no_path_and_break_no_equilibrium(text):
    game = rows(text)
    assert sabot.check(sabot.solve(game)) is not None
    for label in range(sum(game.shape)):
        (x, y), _ = lemke_howson(game.one.payoffs, game.two.payoffs, label)
        assert compute_regrets(game, ([1, *x], [1, *y])) == (0, 0)


def test_the_path_is_lemke_and_howsons():
    # the 3 x 2 game of von Stengel (2002), gone through by hand: row 1, column 1, row 3 enter; and
    # row 2, column 2, row 1, column 1
    one, two = [[0, 6], [2, 5], [3, 3]], [[1, 0], [0, 2], [4, 3]]
    assert lemke_howson(one, two, 0) == (([0, 0, 1], [1, 0]), 3)
    assert lemke_howson(one, two, 1) == (([F(2, 3), F(1, 3), 0], [F(1, 3), F(2, 3)]), 4)


# ---------------------------------------------------------------------- the way there


def test_dominated_rows_and_columns_go_first_and_the_rest_is_still_balanced():
    game = rows("1|0 1|2 0|1\n0|3 0|1 2|0\n0|9 0|9 1|9")
    assert eliminate_weakly_dominated(game) == ([0], [1])
    solution = sabot.solve(game)
    assert solution.payoffs == {"row": 1, "column": 2}
    assert "4 of 6 rows and columns dominated" in solution.method


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("1|1 1|1\n-1|-1 0|0", {"1": 0, "2": 1}),
        ("3|2 2|2 2|2\n2|0 2|3 2|2\n0|3 0|3 1|2", {"1": 0, "2": 1, "3": 0}),
    ],
)
def test_a_column_that_is_dominated_before_rows_go_is_not_played(text, columns):
    # removed in rounds, all columns that are left are equal and the first is kept
    solution = sabot.solve(rows(text))
    assert solution["column"]["-"] == columns
    assert solution.perfect
    assert "dominated" not in solution.method


def test_of_two_rows_that_dominate_only_mixed_neither_is_enough():
    game = rows("1|1 1|0 1|0\n1|0 {0}|0 0|0\n1|0 0|0 {0}|0".replace("{0}", "3/2"))
    assert sabot.solve(game)["row"]["-"]["1"] == 1
    game = rows("1|1 1|0 1|0\n1|0 {0}|0 0|0\n1|0 0|0 {0}|0".replace("{0}", "3"))
    assert sabot.solve(game)["row"]["-"]["1"] == 0


def test_of_equal_rows_the_first_stays():
    assert eliminate_weakly_dominated(rows("1|1 0|2\n1|1 0|2\n0|2 1|1")) == ([0, 2], [0, 1])


def test_floats_guess_and_integers_prove(monkeypatch):
    monkeypatch.setattr(solve, "_SMALL", 1)
    game = rows(CLASSICAL["shapley"][0])
    found = solve_bimatrix(game)
    assert "in floats" in found.method
    assert found.payoffs == (F(1, 3), F(1, 3))
    tree = nplayer_form_of_tree(sabot.load("kuhn-poker").tree())
    found = solve_general_sum_tree(tree)
    assert "in floats" in found.method
    assert found.payoffs == (F(-1, 18), F(1, 18))


@pytest.mark.parametrize("wrong", [None, ([0], [0]), ([0, 1], [0, 1]), ([0], [0, 1])])
def test_a_wrong_guess_is_found_out_and_integers_are_pivoted(monkeypatch, wrong):
    monkeypatch.setattr(solve, "_SMALL", 1)
    monkeypatch.setattr(solve, "guess_supports", lambda *given: wrong)
    found = solve_bimatrix(rows(CLASSICAL["shapley"][0]))
    assert found.method.startswith("bimatrix; Lemke-Howson, ")
    assert found.payoffs == (F(1, 3), F(1, 3))


@pytest.mark.parametrize("wrong", ["none", "half", "singular", "late"])
def test_a_wrong_road_through_a_tree_is_found_out(monkeypatch, wrong):
    def guess(begin, most, anew, perturbation):
        good = run_lemke(begin).pivots
        late = good[-1][1], 0  # one exchange for all of the last edge but its own end
        roads = {"half": good[:3], "singular": [(good[1][0], 0)], "late": [*good[:-2], late]}
        return None if wrong == "none" else PivotPath(begin.basis, roads[wrong])

    monkeypatch.setattr(solve, "_SMALL", 1)
    monkeypatch.setattr("sabot.solvers.nash.complementary_pivoting.run_lemke_in_floats", guess)
    found = solve_general_sum_tree(nplayer_form_of_tree(sabot.load("kuhn-poker").tree()))
    assert found.method.startswith("sequence form; Lemke, ")
    assert found.payoffs == (F(-1, 18), F(1, 18))


def test_a_path_in_floats_that_is_too_long_is_given_up():
    game = rows(CLASSICAL["shapley"][0])
    assert guess_supports(game.one.payoffs, game.two.payoffs, 0, 1) is None
    assert guess_supports(game.one.payoffs, game.two.payoffs, 0, 100) == ([0, 1, 2], [0, 1, 2])


def test_a_singular_block_is_no_basis():
    import numpy as np

    assert solve_integer_system(np.array([[1, 1], [1, 1]]), [1, 1]) is None


def test_far_payoffs_are_no_trouble():
    far = 10**40
    game = BimatrixForm.of([[far, 0], [0, 1]], [[-1, far], [1, 0]])
    solution = sabot.solve(game)
    assert sabot.check(solution) == F(far, far + 1)
    assert solution.payoffs["column"] == F(far, far + 2)


# ---------------------------------------------------------------------- trees


@pytest.fixture
def entry(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "entry.efg").write_text(ENTRY)
    return "entry.efg"


def test_a_threat_that_nobody_would_carry_out_is_not_played(entry):
    # (out, fight) is an equilibrium too, and not a perfect one: the prior uses every choice
    solution = sabot.solve(entry)
    assert solution.payoffs == {"new": 2, "old": 2}
    assert solution["new"]["door"] == {"out": 0, "in": 1}
    assert solution["old"]["inside"] == {"fight": 0, "share": 1}
    assert sabot.check(solution, rules=True) == 2


def test_rules_that_pay_each_seat_are_solved():
    @sabot.rules(name="raked", seats=("ann", "bob"))
    def raked(table):
        card = table.shoe(ranks=3, suits=1).draw()
        if table.ask("ann", ("fold", "bet"), sees=card) == "fold":
            return table.pay(ann=-1, bob="9/10")
        if table.ask("bob", ("fold", "call")) == "fold":
            return table.pay(ann="9/10", bob=-1)
        return table.pay(ann="9/5", bob=-2) if card == 3 else table.pay(ann=-2, bob="9/5")

    solution = sabot.solve(raked())
    assert not solution.zero_sum
    assert sum(solution.payoffs.values()) < 0
    assert sabot.check(solution, rules=raked()) == solution.payoffs["ann"]
    judged = sabot.value(raked(), solution)
    assert judged.equilibrium
    assert judged.payoffs == tuple(solution.payoffs.values())


def test_views_that_never_come_up_are_said(tmp_path):
    path = tmp_path / "out.efg"
    path.write_text(ENTRY.replace("{ 0 4 }", "{ 3 4 }"))
    solution = sabot.solve(str(path))
    assert solution.payoffs == {"new": 3, "old": 4}
    assert solution.off_path == {"new": [], "old": ["inside"]}
    assert sabot.check(solution) == 3


def test_the_tree_and_its_pure_strategies_are_one_game(entry):
    tree = sabot.game_rules.to_form.form_of_game(sabot.load(entry))
    table = reduced_bimatrix_form(tree)
    assert table.pairs() == [["0|4", "0|4"], ["-1|-1", "2|2"]]
    assert table.rows == ("door:out", "door:in")
    assert solve_bimatrix(table).payoffs == solve_general_sum_tree(tree).payoffs


# ---------------------------------------------------------------------- results and verbs


def test_the_document_has_payoffs_and_gains_in_place_of_a_value():
    told = json.loads(run("solve", SEXES, "--json").stdout)
    assert told["schema"] == "sabot/nash/1"
    assert (told["payoffs"], told["gains"]) == (["3", "1"], ["0", "0"])
    assert "value" not in told
    assert told["unique"] == {"row": False, "column": False}


def test_there_is_no_one_value():
    solution = sabot.solve(SEXES)
    with pytest.raises(NoSuchError, match="not zero-sum and has no one value; payoffs has"):
        _ = solution.value
    assert not solution.unique


def test_a_saved_equilibrium_comes_back_as_it_was(tmp_path):
    path = tmp_path / "sexes.json"
    solution = sabot.solve(SEXES)
    solution.save(path)
    again = sabot.Solution.load(path)
    assert again == solution
    assert again.to_json() == json.loads(path.read_text())


def test_the_screen_says_what_each_seat_is_paid():
    result = run("solve", SEXES)
    assert "payoffs  3, paid to the row seat" in result.stdout
    assert "1, paid to the column seat" in result.stdout
    assert "gains    0 each: no other strategy earns a seat more" in result.stdout
    assert "row  one of several equilibria" in result.stdout
    assert "optimal" not in result.stdout


@pytest.mark.parametrize("game", ["kuhn-poker(rake=1/20)", SEXES])
def test_the_output_names_the_refinement_that_is_proved(game):
    shown = str(sabot.solve(game))
    assert "refinement   no weakly dominated strategy: trembling-hand perfect in the" in shown
    assert "general-sum.md" in shown


def test_no_refinement_is_claimed_of_a_zero_sum_game():
    assert "refinement" not in str(sabot.solve([[(1, -1)]]))


def test_every_way_of_writing_has_it(tmp_path):
    solution = sabot.solve(SEXES)
    assert "paid to row: 3; paid to column: 1" in solution.to_latex()
    assert "paid to the row seat" in solution.to_markdown()
    assert "paid to the row seat" in solution._repr_html_()
    assert solution.to_csv().splitlines()[1] == "row,-,1,1,1"
    saved = tmp_path / "sexes.json"
    solution.save(saved)
    assert "payoffs  3" in run("table", str(saved)).stdout
    assert run("plot", str(saved), "-o", str(tmp_path / "sexes.svg")).exit_code == 0


def test_check_says_what_each_seat_is_paid_and_could_gain(tmp_path):
    path = tmp_path / "sexes.json"
    sabot.solve(SEXES).save(path)
    result = run("check", str(path), "--rules")
    assert "row is paid 3, and could gain nothing by any other strategy" in result.stdout
    assert "column is paid 1" in result.stdout
    assert "payoffs: those of matrix(payoffs=[[3|1,0|0],[0|0,1|3]])" in result.stdout
    assert "by running its rules" in result.stdout


def test_the_rules_are_held_against_both_seats_payoffs():
    told = sabot.solve(SEXES).to_json()
    with pytest.raises(CertificateError, match="what column is paid: row 1; column 1: the file"):
        sabot.check(told, rules="matrix([[3|2,0|0],[0|0,1|3]])")
    with pytest.raises(CertificateError, match="what row is paid"):
        sabot.check(told, rules="matrix([[3|1,0|0],[1|0,1|3]])")
    with pytest.raises(CertificateError, match="what column is paid"):
        sabot.check(told, rules="matrix([[3,0],[0,1]])")


def test_value_judges_the_pair_and_simulate_plays_it(tmp_path):
    path = tmp_path / "sexes.json"
    sabot.solve(SEXES).save(path)
    assert "an equilibrium" in run("value", SEXES, "--strategy", str(path)).stdout
    told = json.loads(run("simulate", SEXES, "--hands", "20", "--json").stdout)
    assert told["payoffs"] == ["3", "1"]
    assert told["value"] is None
    (tmp_path / "one.json").write_text('{"column": {"-": "2"}}')
    words = "--strategy", str(tmp_path / "one.json"), "--hands", "20", "--json"
    assert json.loads(run("simulate", SEXES, *words).stdout)["payoffs"] == ["0", "0"]


def test_size_says_what_it_takes():
    result = run("size", SEXES)
    assert "a 2 x 2 bimatrix" in result.stdout
    assert "under a second" in result.stdout


def test_size_does_not_count_on_pivots_where_binary_choices_are_gone_through():
    told = json.loads(run("size", "baccara(model=B3, decks=6, commission=1/20)", "--json").stdout)
    assert max(told["seconds"]) < 60  # it takes about one; pivoting would be told as 20 minutes


@pytest.mark.parametrize(
    "words",
    [
        ("solve", SEXES, "--gap", "1/10"),
        ("value", SEXES, "--strategy", "optimal"),
    ],
    ids=lambda words: words[0],
)
def test_what_only_zero_sum_games_have_is_refused_with_what_serves_instead(words):
    result = run(*words)
    assert result.exit_code == 5
    assert "row 1, column 1 pays 3 and 1: the game is not zero-sum" in result.stderr
    assert "`sabot solve` looks for an equilibrium" in result.stderr
    assert "Traceback" not in result.output


def test_a_sweep_has_in_its_row_what_each_seat_is_paid(entry):
    (row,) = json.loads(run("sweep", entry, "--json").stdout)["rows"]
    assert row["gains"] == ["0", "0"]
    assert row["payoffs"] == json.loads(run("solve", entry, "--json").stdout)["payoffs"]


def test_a_mix_of_rows_that_gains_in_no_column_dominates_nothing():
    """The linear program found the even mix of the rows played: their gaps cancel."""
    one, two = halves(random_integers(100, 1000, -38))
    found = solve_bimatrix(BimatrixForm.of(one, two))
    assert found.perfect


def test_a_path_in_floats_that_rounding_leads_astray_is_given_up():
    @sabot.rules(name="centipede", seats=("ann", "bob"))
    def centipede(table):
        stakes = 4, 1
        for turn in range(70):
            seats = ("ann", "bob") if turn % 2 == 0 else ("bob", "ann")
            word = table.ask(seats[0], ("take", "pass"))
            table.announce(word)
            if word == "take":
                return table.pay(dict(zip(seats, stakes, strict=True)))
            stakes = 2 * stakes[0], 2 * stakes[1]
        return table.pay(ann=stakes[0], bob=stakes[1])

    begin = build_starting_tableau(nplayer_form_of_tree(centipede().tree()))
    paths = [run_lemke_in_floats(begin, 8 * begin.count, every) for every in (64, 32, 8)]
    assert None in paths
