"""Dominance where each seat is paid by itself: whose payoffs decide, and what is kept."""

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot import BimatrixForm
from sabot.cli.program import cli
from sabot.errors import CertificateError
from sabot.solvers.dominance import (
    EliminationStep,
    eliminate_dominated_strategies,
    replay_elimination,
)

PRISONERS = [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]
PRISONERS_TYPED = "matrix([[3|3,0|5],[5|0,1|1]])"


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "100"})


def removed(found):
    return [(step.seat, step.removed, step.sort) for step in found.steps]


def test_each_seat_s_strategies_fall_by_what_it_is_paid_itself():
    found = sabot.reduce(PRISONERS)
    assert removed(found) == [("row", "1", "strict"), ("column", "1", "strict")]
    assert found.left[0, 0] == (F(1), F(1))
    assert found.keeps_all_solutions


def test_the_zero_sum_game_of_one_seat_s_payoffs_is_another_one():
    # the column seat likes its second column, and the row seat is paid more there as well
    both = BimatrixForm.of([[0, 2], [1, 3]], [[0, 1], [0, 1]])
    assert removed(eliminate_dominated_strategies(both)) == [
        ("row", "1", "strict"),
        ("column", "1", "strict"),
    ]
    assert removed(eliminate_dominated_strategies(both.one)) == [
        ("row", "1", "strict"),
        ("column", "2", "strict"),
    ]


def test_a_mixture_may_dominate_a_column():
    found = sabot.reduce([[(0, 3), (0, 0), (0, 1)], [(0, 0), (0, 3), (0, 1)]])
    (step,) = found.steps
    assert (step.seat, step.removed, dict(step.by)) == ("column", "3", {"1": F(1, 2), "2": F(1, 2)})


def test_strict_removals_keep_every_equilibrium():
    game = [[(3, 1), (0, 0), (2, -1)], [(0, 0), (1, 3), (2, -1)], [(-1, 2), (-1, 2), (-1, 4)]]
    found = sabot.reduce(game)
    assert found.left.shape == (2, 2)

    def mixes(listed):
        return {
            tuple(tuple(sorted(one.strategies[seat]["-"].items())) for seat in listed.seats)
            for one in listed.equilibria
        }

    assert mixes(sabot.equilibria(game)) == mixes(sabot.equilibria(found.left))


def test_a_row_that_pays_its_seat_the_same_is_a_duplicate_whatever_the_other_is_paid():
    found = sabot.reduce([[(1, 0), (2, 1)], [(1, 5), (2, 0)]], duplicates=True)
    assert removed(found)[0] == ("row", "2", "duplicate")
    assert not found.keeps_all_solutions


def test_a_log_is_replayed_and_a_false_step_is_refused():
    form = BimatrixForm.of_pairs(PRISONERS)
    found = eliminate_dominated_strategies(form)
    left = replay_elimination(form, found.steps)
    assert (left.one.payoffs, left.two.payoffs) == (((1,),), ((1,),))
    false = EliminationStep("column", "2", {"1": F(1)}, "strict")
    with pytest.raises(CertificateError, match="step 1 is false"):
        replay_elimination(form, [false])


def test_a_tree_is_written_out_by_its_pure_strategies():
    found = sabot.reduce("kuhn-poker(ranks=2, rake=1/20)", weak=True)
    assert found.start.shape == (9, 16)
    assert found.steps
    left = replay_elimination(found.start, found.steps)
    assert left.rows == found.left.rows
    assert left.columns == found.left.columns


def test_the_verb_says_what_is_kept_and_saves_a_log_that_it_replays(tmp_path):
    path = tmp_path / "log.json"
    shown = run("reduce", PRISONERS_TYPED, "-o", str(path))
    assert shown.exit_code == 0
    assert "1|1" in shown.output
    assert "Every equilibrium of what is left is one of the whole game, and vice versa." in (
        shown.output
    )
    assert run("reduce", PRISONERS_TYPED, "--replay", str(path)).exit_code == 0
    log = json.loads(path.read_text())
    assert log["left"] == {"row": ["2"], "column": ["2"]}
    log["steps"][0]["by"] = {"2": "1/2", "1": "1/2"}
    path.write_text(json.dumps(log))
    assert run("reduce", PRISONERS_TYPED, "--replay", str(path)).exit_code == 1


def test_weak_removals_say_that_equilibria_may_be_lost():
    shown = run("reduce", "matrix([[1|1,1|1],[1|1,0|0]])", "--weak")
    assert "weak or duplicate removals may have lost" in shown.output
    assert "value" not in shown.output


def test_baccara_with_a_commission_is_sorted_view_by_view_each_seat_by_its_own_payoffs():
    with_one = run("reduce", "baccara(model=B1, decks=6, commission=1/10)", "--json")
    without = run("reduce", "baccara(model=B1, decks=6)", "--json")
    one, two = (json.loads(shown.output)["seats"] for shown in (with_one, without))
    assert one["Player"] == two["Player"]
    moved = {view for view, sort in one["Banker"].items() if sort != two["Banker"][view]}
    assert moved
    assert len(moved) < 20


def test_a_game_for_three_is_refused_with_the_reason():
    shown = run("reduce", "kuhn-poker(players=3)")
    assert shown.exit_code == 5
    assert "dominance is looked for between two seats" in shown.output
