"""Optima of both Players together at one share, by slopes: beside what the solver says of them."""

from fractions import Fraction as F

import pytest
from flint import fmpq, fmpq_poly

import sabot
from sabot.forms.algebra.algebraic_number import ONE, ZERO
from sabot.forms.algebra.real_roots import RealPoint
from sabot.games.baccara_banque import JOINT_ACTIONS
from sabot.games.baccara_banque.product_strategies import (
    BreakpointGame,
    _cone_edges,
    _segment_contains_product,
    _segment_is_optimal_face,
)

BASIS = [tuple(ONE if k == n else -ONE if k == 3 else ZERO for k in range(4)) for n in range(3)]


def mix(*chances):
    return tuple(ONE * fmpq(F(c).numerator, F(c).denominator) for c in chances)


def optimum(theta):
    found = sabot.solve(f"baccara-banque(theta={theta})")
    plan = found["Players"]["-"]
    return mix(*(plan.get(both, 0) for both in JOINT_ACTIONS)), found


def secured(meeting, plan):
    """Return what a common chance secures, added up by itself."""
    total = meeting.dot(meeting.base, plan)
    for stand, draw in meeting.answers:
        one, two = meeting.dot(stand, plan), meeting.dot(draw, plan)
        total += one if meeting.field.sign(one - two) < 0 else two
    return total


@pytest.mark.slow
@pytest.mark.parametrize("theta", ["1/2", "3/4", "22/25"])
def test_it_falls_in_all_directions_just_where_the_solver_finds_one_optimum(theta):
    plan, found = optimum(theta)
    assert found.uniqueness["Players"]
    meeting = BreakpointGame(RealPoint.at(F(theta)))
    assert meeting.slopes(plan).falls_in_all_directions(BASIS)
    assert _segment_is_optimal_face(meeting, plan, plan)
    # and it does fall, a little way off
    here = secured(meeting, plan)
    for step in BASIS:
        for side in (1, -1):
            other = tuple(a + side * b / 10**6 for a, b in zip(plan, step, strict=True))
            if all(chance[0] >= 0 for chance in other):
                assert (secured(meeting, other) - here)[0] < 0


def test_with_all_stakes_on_one_hand_many_common_chances_are_optimal():
    plan, found = optimum("1")
    assert not found.uniqueness["Players"]
    assert not BreakpointGame(RealPoint.at(F(1))).slopes(plan).falls_in_all_directions(BASIS)


def test_a_mix_that_is_not_optimal_has_a_direction_in_which_it_rises():
    meeting = BreakpointGame(RealPoint.at(F(1, 2)))
    assert not meeting.slopes(mix(F(1, 2), 0, 0, F(1, 2))).falls_in_all_directions(BASIS)


@pytest.mark.parametrize(
    ("one", "two", "passes"),
    [
        (mix(F(1, 4), F(1, 4), F(1, 4), F(1, 4)), mix(1, 0, 0, 0), True),  # begins with two coins
        (mix(F(1, 2), 0, 0, F(1, 2)), mix(0, F(1, 2), F(1, 2), 0), True),  # crosses
        (mix(F(1, 2), 0, 0, F(1, 2)), mix(F(1, 3), 0, F(1, 3), F(1, 3)), False),
        (mix(0, F(1, 2), F(1, 2), 0), mix(0, F(1, 3), F(1, 3), F(1, 3)), False),
        # both ends on one side and two coins between: from (1, 0, 0, 0) and (0, 0, 0, 1), off both
        (mix(F(98, 100), F(1, 100), F(1, 100), 0), mix(0, F(1, 100), F(1, 100), F(98, 100)), True),
        (mix(F(50, 100), F(49, 100), F(1, 100), 0), mix(0, F(49, 100), F(1, 100), F(1, 2)), True),
        (mix(F(20, 100), F(40, 100), F(40, 100), 0), mix(0, F(2, 5), F(2, 5), F(1, 5)), False),
    ],
)
def test_two_coins_between_two_mixes_are_found_or_are_not_there(one, two, passes):
    meeting = BreakpointGame(RealPoint.at(F(1, 2)))
    assert _segment_contains_product(meeting, one, two) is passes
    assert _segment_contains_product(meeting, two, one) is passes
    seen = {_side(one, two, F(k, 1000)) for k in range(1001)}
    assert (len(seen) > 1 or 0 in seen) is passes  # by looking at a thousand places


def _side(one, two, share):
    a, b, c, d = (
        F(int(x[0].p), int(x[0].q)) * (1 - share) + F(int(y[0].p), int(y[0].q)) * share
        for x, y in zip(one, two, strict=True)
    )
    return (a * d > b * c) - (a * d < b * c)


def test_planes_in_space_meet_in_lines():
    field = BreakpointGame(RealPoint.at(F(1, 2))).field
    rows = [tuple(fmpq_poly([c]) for c in row) for row in ((1, 0, 0), (0, 1, 0), (2, 0, 0))]
    lines = [tuple(int(part[0]) for part in line) for line in _cone_edges(field, rows, 3)]
    assert lines == [(0, 0, 1), (0, 0, -2)]
    assert [
        tuple(map(str, line)) for line in _cone_edges(field, [(ONE, ZERO), (ZERO, ZERO)], 2)
    ] == [("0", "1")]
