import json
from fractions import Fraction

import pytest

import sabot
from sabot import MatrixForm
from sabot.errors import CertificateError, FileError
from sabot.solvers.dominance import (
    EliminationStep,
    eliminate_dominated_strategies,
    find_dominating_mixture,
    replay_elimination,
    steps_from_json,
)

HALF = Fraction(1, 2)
MIXED = MatrixForm.of([[3, 0], [0, 3], [1, 1]], rows=["T", "M", "B"], columns=["L", "R"])
CHAIN = MatrixForm.of(
    [[5, 4, 3], [6, 3, 2], [1, 3, 1]], rows=["a", "b", "c"], columns=["x", "y", "z"]
)


def same(one, two):
    return (one.rows, one.columns, one.payoffs) == (two.rows, two.columns, two.payoffs)


# ---------------------------------------------------------------------- what is removed


def test_le_her_comes_down_to_two_by_two_as_montmort_knew():
    found = sabot.reduce("le-her(strategies=threshold)")
    assert found.left.rows == ("6", "7")
    assert found.left.columns == ("7", "8")
    assert found.keeps_all_solutions
    assert same(replay_elimination(found.start, found.steps), found.left)
    assert sabot.solve(found.left).value == Fraction(277, 11050)


def test_a_mixture_may_dominate_where_no_strategy_does():
    found = eliminate_dominated_strategies(MIXED)
    assert [str(step) for step in found.steps] == [
        "row B: strictly dominated by 1/2 of T + 1/2 of M"
    ]
    assert eliminate_dominated_strategies(MIXED, mixed=False).steps == ()


def test_removals_go_on_in_turn_until_none_is_left():
    found = eliminate_dominated_strategies(CHAIN)
    assert [(step.seat, step.removed) for step in found.steps] == [
        ("row", "c"),
        ("column", "x"),
        ("column", "y"),
        ("row", "b"),
    ]
    assert found.left.payoffs == ((3,),)
    assert same(replay_elimination(CHAIN, found.steps), found.left)
    assert sabot.solve(found.left).value == sabot.solve(CHAIN).value


def test_a_game_with_nothing_dominated_is_left_alone():
    form = MatrixForm.of([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    found = eliminate_dominated_strategies(form)
    assert found.steps == ()
    assert found.left == form


def test_one_strategy_is_never_dominated():
    form = MatrixForm.of([[1, 2, 3]])
    assert find_dominating_mixture(form, 0, strict=True) is None
    assert eliminate_dominated_strategies(form).left.columns == ("1",)


def test_equal_payoffs_are_not_strict_dominance():
    form = MatrixForm.of([[1, 1], [1, 1]])
    assert eliminate_dominated_strategies(form).steps == ()
    assert find_dominating_mixture(form, 0, strict=True) is None
    assert find_dominating_mixture(form, 0, strict=False) is None


@pytest.mark.parametrize("table", [[[1, 2], [1, 1]], [[1, 1], [1, 1], [0, 5]], [[0, 0], [0, -1]]])
def test_weak_dominance_and_duplicates_are_never_removed_silently(table):
    found = eliminate_dominated_strategies(MatrixForm.of(table))
    assert all(step.sort == "strict" for step in found.steps)
    assert found.keeps_all_solutions


def test_weak_removal_is_said():
    form = MatrixForm.of([[1, 2], [1, 1]], rows=["a", "b"])
    found = eliminate_dominated_strategies(form, weak=True)
    assert str(found.steps[0]) == "row b: weakly dominated by a"
    assert not found.keeps_all_solutions
    assert found.to_json()["keeps_all_solutions"] is False
    assert sabot.solve(found.left).value == 1


def test_a_weakly_dominating_mixture_is_found():
    # the last row is level with half T, half M against L and worse against R
    form = MatrixForm.of([[4, 0, 5], [0, 4, 5], [2, 2, 4]], rows=["T", "M", "B"])
    assert find_dominating_mixture(form, 2, strict=True) is None
    mixture = find_dominating_mixture(form, 2, strict=False)
    assert mixture == {"T": HALF, "M": HALF}
    found = eliminate_dominated_strategies(form.part([0, 1, 2], [0, 1, 2]), weak=True)
    assert ("B", "weak") in [(step.removed, step.sort) for step in found.steps]


@pytest.mark.parametrize("copies", [2, 3, 5])
def test_of_equal_strategies_the_first_stays_and_the_log_replays(copies):
    form = MatrixForm.of([[1, -1]] * copies + [[-1, 1]])
    found = eliminate_dominated_strategies(form, duplicates=True)
    assert found.left.rows == ("1", str(copies + 1))
    assert [step.by for step in found.steps] == [{"1": Fraction(1)}] * (copies - 1)
    assert str(found.steps[0]) == "row 2: the same as 1"
    assert not found.keeps_all_solutions
    assert same(replay_elimination(form, found.steps), found.left)


def test_a_removal_names_a_strategy_that_stays():
    form = MatrixForm.of([[3, 3], [2, 2], [1, 1], [0, 5]], rows=["a", "b", "c", "d"])
    steps = eliminate_dominated_strategies(form, mixed=False).steps
    assert [(s.removed, dict(s.by)) for s in steps if s.seat == "row"][:2] == [
        ("b", {"a": 1}),
        ("c", {"a": 1}),
    ]


def test_huge_payoffs_are_compared_exactly():
    big = 10**40
    form = MatrixForm.of([[big, big], [big - 1, big - 1]])
    assert [step.removed for step in eliminate_dominated_strategies(form).steps] == ["2"]


def test_progress_is_told():
    seen = []
    eliminate_dominated_strategies(
        MIXED, progress=lambda seat, row, rows: seen.append((seat, row, rows))
    )
    assert ("row", 2, 3) in seen


# ---------------------------------------------------------------------- the log


def log():
    return json.loads(json.dumps(eliminate_dominated_strategies(MIXED).to_json()))


def test_a_saved_log_replays():
    assert same(
        replay_elimination(MIXED, steps_from_json(log())),
        eliminate_dominated_strategies(MIXED).left,
    )


@pytest.mark.parametrize(
    "change",
    [
        {"seat": "column"},
        {"seat": "nobody"},
        {"removed": "T"},
        {"removed": "Z"},
        {"by": {"T": "1/3", "M": "2/3"}},
        {"by": {"T": "1/2", "M": "1/4"}},
        {"by": {"T": "3/2", "M": "-1/2"}},
        {"by": {"T": "1"}},
        {"by": {"T": "1/2", "B": "1/2"}},
        {"by": {"Z": "1"}},
        {"by": {}},
        {"sort": "duplicate"},
        {"sort": "very strict"},
    ],
)
def test_an_edited_log_is_refused(change):
    document = log()
    document["steps"][0].update(change)
    with pytest.raises(CertificateError, match="step 1"):
        replay_elimination(MIXED, steps_from_json(document))


def test_a_step_repeated_or_taken_out_of_turn_is_refused():
    steps = sabot.reduce("le-her(strategies=threshold)").steps
    form = sabot.load("le-her(strategies=threshold)").form().strategic()
    with pytest.raises(CertificateError, match="gone"):
        replay_elimination(form, [*steps, steps[0]])
    with pytest.raises(CertificateError):
        replay_elimination(form, steps[::-1])


def test_a_weak_step_cannot_pass_for_a_strict_one():
    form = MatrixForm.of([[1, 2], [1, 1]], rows=["a", "b"])
    (step, *_) = eliminate_dominated_strategies(form, weak=True).steps
    replay_elimination(form, [step])
    with pytest.raises(CertificateError, match="step 1 is false"):
        replay_elimination(form, [EliminationStep(step.seat, step.removed, step.by, "strict")])


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"steps": 3},
        {"steps": [{}]},
        {"steps": [{"seat": "row", "removed": "B", "by": 3, "sort": "x"}]},
        {"steps": [{"seat": "row", "removed": "B", "by": {"T": "half"}, "sort": "strict"}]},
        {"steps": [{"seat": "row", "removed": "B", "by": {"T": 0.5}, "sort": "strict"}]},
    ],
)
def test_what_is_no_log_is_refused(document):
    with pytest.raises(FileError, match="not a reduction log"):
        steps_from_json(document)
