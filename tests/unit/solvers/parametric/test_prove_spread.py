"""Theorems whose pieces and breakpoints are worked on elsewhere, and how long the rest takes."""

import json
import pickle
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest
from tests.unit.solvers.parametric.test_prove import matrix_game

import sabot
from sabot.analysis import parallel_map
from sabot.certify import sealed
from sabot.errors import CertificateError, FormError
from sabot.forms.algebra.real_roots import RealPoint
from sabot.loading import load_parametric
from sabot.progress import Watch
from sabot.solvers.parametric.coverage import CoverageClock
from sabot.solvers.parametric.critical_regions import expected_pieces

ROWS = [
    ["2 - t + t**2", "1 - t - 2*t**2", "2*t**2 - 1"],
    ["t - 1", "2 - 2*t - 2*t**2", "2 + t - t**2"],
]


class Elsewhere(Executor):
    """Does the work at once, on what another process would be sent."""

    def __init__(self):
        self.batches = 0

    def submit(self, work, /, *args, **kwargs):
        self.batches += 1
        work, args = pickle.loads(pickle.dumps((work, args)))
        done = Future()
        done.set_result(pickle.loads(pickle.dumps(work(*args, **kwargs))))
        return done


def statement(proof):
    return {k: v for k, v in proof.to_json().items() if k not in ("seconds", "digest")}


PAIRS = "matrix([[t|1,0|0,2|t],[0|0,1|2,2|0],[1|1,1|3-t,0|0]])"
"""A general-sum game with three pieces."""


@pytest.mark.parametrize("game", [ROWS, "kuhn-poker(bet=*)", "le-her(ranks=4, suits=*)", PAIRS])
def test_a_theorem_does_not_depend_on_who_does_the_work(game, monkeypatch):
    executor, short = Elsewhere(), Elsewhere()
    here = statement(sabot.prove(game))
    assert statement(sabot.prove(game, executor=short)) == here
    monkeypatch.setattr(parallel_map, "SECONDS_HERE", 0)
    assert statement(sabot.prove(game, executor=executor)) == here
    assert executor.batches > 1
    assert short.batches < executor.batches  # the first second of work is done here


class CountingPool(ProcessPoolExecutor):
    """Real processes, and how many batches they were sent."""

    batches = 0

    def submit(self, work, /, *args, **kwargs):
        self.batches += 1
        return super().submit(work, *args, **kwargs)


def test_a_saved_theorem_is_checked_in_the_processes_of_a_pool(tmp_path):
    path, false = tmp_path / "theorem.json", tmp_path / "false.json"
    sabot.prove("kuhn-poker(bet=*)").save(path)
    document = json.loads(path.read_text())
    top, below = document["pieces"][-1]["value_parts"]
    document["pieces"][-1]["value_parts"] = [[1, *top], below]
    false.write_text(json.dumps(sealed(document)))
    with CountingPool(1, get_context("spawn")) as pool:
        assert sabot.check(path, executor=pool) == sabot.check(path)
        assert pool.batches >= 1
        with pytest.raises(CertificateError) as in_process:
            sabot.check(false, executor=pool)
    with pytest.raises(CertificateError) as here:
        sabot.check(false)
    assert str(in_process.value) == str(here.value)


def test_what_is_no_executor_is_no_fault_of_the_file():
    with pytest.raises(FormError, match=r"^executor=3 is not an executor"):
        sabot.check(sabot.prove("kuhn-poker(bet=*)"), executor=3)


def test_the_mixture_of_both_neighbours_shows_a_plan_to_be_the_only_one():
    """Its polynomials are the sums of theirs, so no longer than those of a piece."""
    proof = sabot.prove(ROWS, low="-inf")
    shown = [point for point in proof.breakpoints if point.witness]
    assert shown and sabot.check(proof) is not None
    for point in shown:
        ((seat, plan),) = point.witness.items()
        assert point.unique[seat] is True
        longest = max(len(p.below) for piece in proof.pieces for p in piece.plans.values())
        assert len(plan.below) <= longest


def interval(low, high):
    return RealPoint.at(low), RealPoint.at(high)


def test_a_long_proof_says_how_much_is_done_and_how_long_the_rest_takes(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    form = matrix_game([[[1], [0, 1]], [[2], [1]]], high=8, whole=False)
    ends = interval(0, 8)
    clock = CoverageClock(expected_pieces(form), ends)
    assert clock.describe_rest([], [ends]) == ""
    now[0] = 10.0
    open_gap = interval(1, 8)
    assert clock.covered([open_gap]) == pytest.approx(float(Fraction(9, 16)))
    short = clock.describe_rest([interval(0, 1)], [open_gap])
    assert short == ", 56% of the range done, about 12 s to 31 s left"
    long = clock.describe_rest(
        [interval(0, Fraction(1, 2)), interval(Fraction(1, 2), 1)], [open_gap]
    )
    assert long == ", 56% of the range done, about 10 s to 36 s left"


def test_a_range_that_floats_cannot_tell_from_a_point_has_a_rest_too(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    form = matrix_game([[[1], [0, 1]], [[2], [1]]], high=8, whole=False)
    for low, high in ((10**17, 10**17 + 20), (10**400, 10**401)):
        middle = (low + high) // 2
        now[0] = 0.0
        clock = CoverageClock(expected_pieces(form), interval(low, high))
        now[0] = 10.0
        left = clock.describe_rest([interval(low, middle)], [interval(middle, high)])
        assert left.startswith(", 0% of the range done")


def test_how_long_a_large_theorem_takes_is_said_before_it_begins():
    _, form = load_parametric("leduc-poker(bet1=*)")
    ends = RealPoint.at(0), None
    expected = expected_pieces(form)
    assert CoverageClock(expected, ends).describe_rest([], [ends]) == ", about 7 s to 2 min in all"
    assert expected.seconds_per_piece < 0.5


def test_pieces_and_breakpoints_are_reported():
    seen = []
    sabot.prove(ROWS, watch=Watch(lambda m: seen.append((m.stage, m.total)), every=0))
    pieces = len(sabot.prove(ROWS).pieces)
    assert ("writing the proof", pieces) in seen
    assert any(stage == "uniqueness at breakpoints" for stage, _ in seen)
