"""Roots under the checker of theorems: what is seen at once, and what a short interval changes."""

from fractions import Fraction

from sabot.certify.algebra import real_roots
from sabot.certify.algebra.real_roots import AlgebraicPoint, count_roots_between

ROOT = AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1))


def test_an_interval_without_a_root_is_seen_and_its_ends_count():
    one, two = Fraction(1), Fraction(2)
    for some in ([-5, 0, 1], [5, 0, -1], [3], [-3], [1, 0, 1], [7, -3], [9, -10, 3]):
        assert real_roots.proves_rootless(some, one, two)
    for some in ([-1, 1], [1, -1], [-2, 1], [2, -1], [-3, 2], [-2, 0, 1], [9, -12, 4], []):
        assert not real_roots.proves_rootless(some, one, two)
    assert not real_roots.proves_rootless([2, -3, 1], one, two)  # a root at either end, none inside
    assert not real_roots.proves_rootless([-6, 7, -2], one, two)  # at 3/2 and at 2


def test_a_point_is_the_same_in_a_short_interval():
    near = ROOT.near()
    assert near.root_of == ROOT.root_of and near.high - near.low == Fraction(1, 2**48)
    assert near.sign([-2, 0, 1]) == 0 and near.vanishes([-4, 0, 2]) and near.vanishes([])
    assert near.sign([-141421356, 10**8]) == 1 and near.sign([-141421357, 10**8]) == -1
    assert not near.vanishes([7]) and near.sign([-7]) == -1
    assert not near.vanishes([-1, 1]) and not ROOT.vanishes([-3, 2])


def test_a_short_interval_does_not_hide_a_root_beside_it():
    close = [-14142135623, 10**10]  # a root just before the square root of 2
    assert count_roots_between(close, AlgebraicPoint.at(1), ROOT) == 1
    assert count_roots_between(close, ROOT, AlgebraicPoint.at(2)) == 0
    assert count_roots_between([-2, 0, 1], AlgebraicPoint.at(1), ROOT) == 0
    assert count_roots_between([-2, 0, 1], AlgebraicPoint.at(1), AlgebraicPoint.at(2)) == 1


def test_a_factor_in_common_does_not_vanish_where_its_root_is_elsewhere():
    both = AlgebraicPoint(Fraction(1), Fraction(2), (10, -2, -5, 1))  # (t^2 - 2)(t - 5), at 1.41
    shared = [15, -13, 2]  # (t - 5)(2t - 3)
    assert not both.vanishes(shared) and both.sign(shared) == 1
    assert both.vanishes([-4, 0, 2])


def test_a_factor_in_common_is_no_zero_here_where_its_roots_lie_elsewhere():
    point = AlgebraicPoint(Fraction(1), Fraction(2), (10, -2, -5, 1))  # (x^2 - 2)(x - 5)
    assert not point.vanishes([15, -13, 2])  # (x - 5)(2x - 3): 3/2 lies in the interval
    assert point.sign([15, -13, 2]) == 1 and point.vanishes([6, -4, -3, 2])
