"""The benchmark harness: programs, turns, verdicts and the results file, without any clock."""

import doctest
import json
import os
import re
from fractions import Fraction

import pytest
from benchmarks import compare, games, hostile, results, table
from benchmarks.__main__ import ROWS
from benchmarks.bench import ROOT, Contestant, Effort, Outcome, Patience, meet, run
from benchmarks.clock import Spent, peak_bytes
from benchmarks.compare import Peer, Ratio, certified, ratio_of
from benchmarks.reasons import reason
from benchmarks.rows import every, held_out
from benchmarks.rows.trees import better
from benchmarks.settings import Record, Settings
from benchmarks.tools import label
from benchmarks.tools.float_lp import highs
from benchmarks.tools.program import lp_text, program_of
from benchmarks.tools.tool import Answer

import sabot

ONCE = Effort(limit=60.0, repeats=1, budget=60.0)
QUIET = Settings(say=lambda _: None)


def took(seconds, status="ok"):
    return Outcome(status, (Spent(seconds, seconds),))


def recorded(row, measured):
    record = Record(row, "a row", QUIET)
    record.goal("a task", ">= 2x", measured, None, "peer absent")
    record.table(["game", "CPU"], [["x|y", measured]])
    return record


@pytest.mark.parametrize(
    "game", ["kuhn-poker", "kuhn-poker(ranks=4, ante=1/7, bet=3)", [[3, -1], [-2, 1]], [[5]]]
)
def test_the_program_given_to_the_peers_is_that_of_the_game(game):
    solver = highs()
    value = solver.answer(solver.solve(solver.prepare(game))).value
    assert float(value) == pytest.approx(float(sabot.solve(game).value), abs=1e-9)


@pytest.mark.filterwarnings("ignore::sabot.errors.RulesWarning")
@pytest.mark.parametrize(
    ("game", "value"),
    [
        ("liars_dice(faces=2)", None),
        ("goofspiel(cards=3)", 0),
        ("two_streets(ranks=3)", None),
        ("narrow(decisions=3)", None),
        ("signalling(types=4, words=3, replies=4)", None),
        ("wide(words=4)", None),
        ("repeated(rounds=2)", 0),
    ],
)
def test_the_held_out_trees_are_solved_and_have_the_value_of_their_program(game, value):
    task, solver = f"{held_out.FILE}:{game}", highs()
    found = sabot.solve(task)
    assert sabot.check(found) == found.value
    assert value is None or found.value == value
    near = solver.answer(solver.solve(solver.prepare(task))).value
    assert float(near) == pytest.approx(float(found.value), abs=1e-9)
    assert game.split("(")[0] in {held.game.split("(")[0] for held in held_out.GAMES}


def test_the_program_is_written_with_exact_numbers():
    text = "".join(lp_text(program_of([[Fraction(1, 3), -2]])))
    assert "- 1/3 x0 + 1 x1 <= 0" in text and "+ 2 x0 + 1 x1 <= 0" in text
    assert text.endswith("x1 free\nEnd\n")


def test_a_tool_in_its_own_process_answers_and_is_judged():
    games = [[[1, -1], [-1, 1]], [[Fraction(1, 3), 0], [0, Fraction(2, 3)]]]
    outcomes = run("sabot", games, ONCE)
    assert [o.answer.value for o in outcomes] == [0, Fraction(2, 9)]
    pairs = zip(games, outcomes, strict=True)
    assert all(certified(game, o) and o.spent and o.peak for game, o in pairs)


def test_tools_take_turns_and_a_failure_is_an_outcome():
    names = ("sabot", "openspiel")
    ours, theirs = meet([Contestant(name, ["no-such-game"], ONCE) for name in names])
    assert ours[0].status == "error" and "no-such-game" in ours[0].note
    assert theirs[0].status in ("error", "missing")


def test_a_process_knows_the_memory_it_has_held():
    assert 1_000_000 < peak_bytes() < 10**11


@pytest.mark.parametrize(
    ("theirs", "shown", "verdict"),
    [
        (took(6.0), "6x", True),
        (took(2.0), "2x", False),
        (took(2.0, "limit"), "> 2x", None),
        (took(6.0, "limit"), "> 6x", True),
        (Outcome("missing"), "peer absent", None),
    ],
)
def test_a_ratio_decides_only_what_was_measured(theirs, shown, verdict):
    ratio = ratio_of([took(1.0)], [theirs])
    assert str(ratio) == shown and ratio.reaches(3.0) is verdict


def test_a_failure_of_ours_leaves_no_ratio():
    assert ratio_of([Outcome("error")], [took(1.0)]) == Ratio(None, why="ours: no answer")


@pytest.mark.parametrize(
    ("qsopt", "soplex", "verdict"),
    [
        (took(4.0), took(5.0), True),
        (took(4.0), took(2.0), False),
        (took(2.0), Outcome("missing"), False),
        (took(4.0), Outcome("missing"), None),
        (took(4.0, "limit"), took(5.0), True),
    ],
)
def test_the_better_of_two_is_decided_by_the_one_that_decides(qsopt, soplex, verdict):
    record = Record("5", "a row", QUIET)
    found = {"sabot": took(1.0), "qsopt": qsopt, "soplex": soplex}
    better(record, "a game", 3.0, {label(name): [each] for name, each in found.items()})
    assert record.goals[0].reached is verdict


def test_a_run_of_some_rows_replaces_those_rows_alone(tmp_path):
    order = ["1", "2"]
    for row, measured in (("2", "old"), ("1", "first"), ("2", "new")):
        run_of = {**results.machine(), "date": measured}
        results.write(results.document([recorded(row, measured)], run_of, False), tmp_path, order)
    kept = json.loads((tmp_path / "results.json").read_text())
    assert list(kept["rows"]) == order
    assert [row["run"]["date"] for row in kept["rows"].values()] == ["first", "new"]
    page = (tmp_path / "RESULTS.md").read_text()
    assert "| 2 | a task | >= 2x | new | undecided: peer absent |" in page
    assert "| x\\|y | first |" in page and "old" not in page


def test_a_quick_run_says_so(tmp_path):
    found = results.document([recorded("1", "5x")], results.machine(), True)
    assert "(quick run)" in results.page(found) and "A quick run" in results.page(found)


@pytest.mark.parametrize("family", hostile.TREES)
def test_hostile_trees_are_games_of_the_library(family):
    drawn = hostile.trees(family, 8)
    assert drawn == hostile.trees(family, 8) and len(set(drawn)) == 8
    for game in drawn:
        assert str(sabot.load(game)).startswith(game.partition("(")[0])


def test_two_scales_are_two_scales():
    for game in hostile.two_scales(12):
        entries = [entry for row in game for entry in row]
        assert max(entries) >= 10**15 and any(entry % 10**15 for entry in entries)


def test_the_examples_of_the_tables_hold():
    ran = doctest.testmod(table)
    assert ran.attempted and not ran.failed


# ---------------------------------------------------------------------- one equilibrium

SEXES = [[3, 0], [0, 1], [1, 0], [0, 3]]  # both seats' matrices, one above the other
PENNIES = [[1, 0], [0, 1], [0, 1], [1, 0]]


def test_games_with_a_pure_equilibrium_are_left_out_of_the_row():
    assert not every.has_no_pure_equilibrium(SEXES)
    assert every.has_no_pure_equilibrium(PENNIES)


@pytest.mark.parametrize(
    ("row", "column", "right"),
    [
        ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)), True),
        ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)), False),
        ((Fraction(2), Fraction(-1)), (Fraction(1, 2), Fraction(1, 2)), False),
        ((Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 2), Fraction(1, 2)), False),
    ],
)
def test_an_answer_is_right_where_no_pure_reply_earns_more(row, column, right):
    assert every._balanced(PENNIES, Answer(row=row, column=column)) is right
    assert not every._balanced(PENNIES, Answer())


# ---------------------------------------------------------------------- what is kept and shown


def test_the_fastest_peer_of_a_task_is_the_exact_one_with_the_least_time():
    peers = [("sabot", None, 2.0), ("qsopt", 0.5, 1.0), ("soplex", 3.0, 6.0), ("nashpy", 0.1, 0.2)]
    figures = [
        {"game": "a game", "tool": tool, "label": f"{tool}, exact", "ratio": ratio}
        | {"ratio_is_a_lower_bound": False, "cpu": [[seconds, 2 * seconds]]}
        for tool, ratio, seconds in peers
    ]
    sparse = {"family": "sparse", "rows": 9, "columns": 9, "cpu": 4.0, "qsopt": 1.0}
    figures.append(sparse | {"status": "ok", "qsopt_status": "ok"})
    found = results.fastest_peers({"5": {"figures": figures}})
    assert [(one.task, one.peer, one.shown, one.ours) for one in found] == [
        ("sparse 9x9", "QSopt_ex", "0.25x", 4.0),
        ("a game", "qsopt", "0.5x", 2.0),
    ]


def test_every_missed_goal_has_a_reason():
    kept = json.loads((ROOT / "benchmarks" / "results.json").read_text())
    unexplained = [
        (name, goal["text"])
        for name, row in kept["rows"].items()
        for goal in row["goals"]
        if goal["reached"] is False and reason(name, goal["text"]) == "not explained"
    ]
    assert not unexplained, "write them into benchmarks/reasons.py"


def test_every_measured_row_is_described():
    described = (ROOT / "benchmarks" / "README.md").read_text()
    rows = {
        word.strip()
        for line in re.findall(r"^\| ([^|]+) \|", described, re.M)
        for word in line.split(",")
    }
    assert set(ROWS) <= rows


def test_a_goal_from_some_time_on_is_no_goal_before():
    peer = Peer("qsopt", goal=0.5, least=0.1)
    assert compare._meant(peer, [took(0.05)]).goal is None
    assert compare._meant(peer, [took(0.2)]).goal == 0.5
    assert compare._meant(peer, [Outcome("error")]).goal == 0.5


def test_a_process_is_stopped_by_its_cpu_time_and_not_by_that_of_others():
    patience = Patience(os.getpgid(0), 100.0)
    assert 50 < patience.left() <= 100 and patience.spent().wall >= 0
    assert Patience(os.getpgid(0), 0.0).left() == 0


def test_games_are_written_as_files_that_are_read(tmp_path):
    path = tmp_path / "pairs.nfg"
    path.write_text(games.nfg_text(SEXES))
    assert sabot.equilibria(str(path)).count == 3
    assert sabot.prove(games.polynomial_text(2, 1, 0)).pieces
