"""Single steps of the checker of all equilibria, on a game small enough to be seen through."""

import pytest

from sabot.certify.algebra.intervals import RealInterval
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.binary_nash import (
    PROBABILITY_ONE,
    PROBABILITY_ZERO,
    CaseState,
    CaseTreeWalk,
    MergedChoice,
    MergedChoices,
    case_work_meter,
)
from sabot.errors import FileError

SPAN = RealInterval(AlgebraicPoint.at(0), AlgebraicPoint.at(1))


def walk(*gains, own=()):
    """Return a walk on 0 < t < 1; gains of the second seat: alone, and by the first's choices."""
    size = max(len(parts) for _, parts in gains)
    one = own or tuple(MergedChoice(f"a{n}", (f"a{n}",), [], {}) for n in range(size))
    two = tuple(
        MergedChoice(f"b{n}", (f"b{n}",), alone, {i: part for i, part in enumerate(parts) if part})
        for n, (alone, parts) in enumerate(gains)
    )
    choices = MergedChoices((), (one, two), ({}, {}), ({}, {}))  # type: ignore[arg-type]
    return CaseTreeWalk(choices, SPAN, case_work_meter(choices))


def line(low=PROBABILITY_ZERO, high=PROBABILITY_ONE):
    return CaseState((None,), (None,), ({0: "mixed"}, {}), low, high)


@pytest.mark.parametrize(
    ("alone", "part", "wanted", "fits"),
    [
        ([1], [1], 1, True),
        ([0, 1], [1], 1, True),
        ([], [1], 1, True),  # 0 at one end, positive at the other
        ([1], [-1], 1, True),
        ([], [], 1, False),  # 0 all along
        ([-1], [2], 1, False),  # changes on the line
        ([-1], [2], -1, False),
        ([-1, 2], [1], 1, False),  # at one end no sign on the range
        ([1], [-1, -2], 1, False),
        ([-1], [1], -1, True),
    ],
)
def test_a_gain_on_a_line_has_a_sign_by_its_ends(alone, part, wanted, fits):
    assert walk((alone, [part])).reply(0, line(), wanted) is fits


def test_a_line_may_end_at_a_cut():
    at_half = ([1], [2])
    gain = walk(([-1], [[2]]))
    assert gain.reply(0, line(low=at_half), 1)
    assert gain.reply(0, line(high=at_half), -1)
    assert not gain.reply(0, line(low=at_half), -1)


def test_in_a_box_every_corner_counts_and_strictly():
    known = CaseState((None, None), (None,))
    assert walk(([3], [[-1], [-1]])).reply(0, known, 1)
    assert not walk(([2], [[-1], [-1]])).reply(0, known, 1)
    assert walk(([3], [[-1, 2], [-1]])).reply(0, known, 1)  # a part without one sign
    assert not walk(([1], [[-2, 1], [1]])).reply(0, known, 1)


def test_too_many_corners_are_refused():
    parts = [[-1, 2]] * 9
    with pytest.raises(FileError, match="too many corners"):
        walk(([99], parts)).reply(0, CaseState((None,) * 9, (None,)), 1)
    assert walk(([99], parts[:8])).reply(0, CaseState((None,) * 8, (None,)), 1)
    assert walk(([99], [*parts[:8], [1]])).reply(0, CaseState((None,) * 9, (None,)), 1)


def test_multiples_are_positive_whatever_is_open():
    own = (
        MergedChoice("a", ("a",), [2], {0: [-1]}),
        MergedChoice("b", ("b",), [0, 1], {0: [1, -2]}),
    )
    board = walk(([], [[1], [1]]), own=own)
    open_, known = CaseState((None, None), (None,)), CaseState((None, None), (1,))
    assert board.positive(0, {0: 1}, open_)
    assert not board.positive(0, {0: -1}, open_)
    assert not board.positive(0, {1: 1}, open_)  # its part has no sign
    assert board.positive(0, {0: 1}, known)
    assert not board.positive(0, {0: 2, 1: -9}, known)


def test_multiples_of_the_second_seat_need_sure_chances():
    board = walk(([1], [[1], [-3]]))
    half = ([1], [2])
    assert board.positive(1, {0: 1}, CaseState((None, PROBABILITY_ZERO), (None,)))
    assert not board.positive(1, {0: 1}, CaseState((None, PROBABILITY_ONE), (None,)))
    assert not board.positive(1, {0: 1}, CaseState((None, half), (None,)))
    assert not board.positive(1, {0: 1}, CaseState((None, None), (None,)))
