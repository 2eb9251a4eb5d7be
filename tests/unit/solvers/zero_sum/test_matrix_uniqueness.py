from fractions import Fraction

import pytest
from benchmarks import structured

import sabot
from sabot.solvers.zero_sum import matrix_uniqueness

DEGENERATE = {
    "all equal": structured.equal(4),
    "a repeated row": [[2, -1], [-1, 1], [2, -1]],
    "a row between two others": [[1, -1], [-1, 1], [0, 0]],
    "rank 5": structured.low_rank(30),
    "repeated rows": structured.repeated_rows(30),
    "Blotto, no edge at the first basis": structured.blotto(5, 3),
    "unique against a point inside of all edges": [[0, 1, 1], [0, 1, 1], [1, 0, 0], [1, 1, 0]],
}


@pytest.mark.parametrize("game", DEGENERATE)
def test_a_pivot_or_a_rank_decides_without_another_program(game, monkeypatch):
    def refuse(*_):
        raise AssertionError("a linear program for the inner points")

    monkeypatch.setattr(matrix_uniqueness, "analyse_optimal_faces", refuse)
    solution = sabot.solve(DEGENERATE[game])
    assert not solution.unique
    assert sabot.check(solution) == solution.value


def test_a_second_strategy_puts_a_repeated_row_in_the_place_of_the_first():
    evidence = sabot.solve([[2, -1], [-1, 1], [2, -1]]).to_json()["certificate"]["uniqueness"]
    assert evidence["row"] == {"another": {"-": {"1": "0", "2": "3/5", "3": "2/5"}}}


def test_misleading_floats_leave_the_verdict_to_the_programs(monkeypatch):
    found = matrix_uniqueness._Edges.neighbour
    monkeypatch.setattr(matrix_uniqueness._Edges, "neighbour", lambda *_: ([0], [0]))
    wrong = sabot.solve([[1, -1], [-1, 1], [0, 0]])
    monkeypatch.setattr(matrix_uniqueness._Edges, "neighbour", found)
    right = sabot.solve([[1, -1], [-1, 1], [0, 0]])
    assert wrong.uniqueness == right.uniqueness == {"row": False, "column": True}
    assert sabot.check(wrong) == sabot.check(right) == Fraction(0)
