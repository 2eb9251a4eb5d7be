"""Roots under the checker of theorems: what is seen at once, and what a short interval changes."""

import random
from fractions import Fraction
from math import isqrt, prod

import pytest

from sabot import exact
from sabot.certify import json_reader
from sabot.certify.algebra import real_roots
from sabot.certify.algebra.polynomial import multiply, trim
from sabot.certify.algebra.real_roots import AlgebraicPoint, count_roots_between
from sabot.forms.algebra import real_roots as other_roots

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
    assert near.root_of == ROOT.root_of and near.high - near.low <= Fraction(1, 2**48)
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


# ---------------------------------------------------------------------- two methods, one answer


def _some_points():
    """Return square roots in wide and narrow intervals, and fractions."""
    found = [(at, at, ()) for at in map(Fraction, (2, -3, "7/5", "3/2", "1/10000000", 123456789))]
    for square in (2, 3, 50, 10**20 + 1, 10**40 + 3):
        root = isqrt(square)
        for wide in (0, 5):
            low, high = Fraction(max(0, root - wide)), Fraction(root + 1 + wide)
            found += [(low, high, (-square, 0, 1)), (-high, -low, (-square, 0, 1))]
    return found


def _in_order(separate, one, two):
    try:
        low, high = separate(one, two)
    except ValueError:
        return False
    assert low.high < high.low
    return True


def test_checker_and_solvers_separate_the_same_points(monkeypatch):
    monkeypatch.setattr(other_roots, "_MAX_BISECTIONS", 160)  # equal ones are bisected in vain
    points = _some_points()
    for one in points:
        for two in points:
            ours = AlgebraicPoint(*one), AlgebraicPoint(*two)
            theirs = other_roots.RealPoint(*one), other_roots.RealPoint(*two)
            assert _in_order(real_roots.separate_points, *ours) == _in_order(
                other_roots.separate_points, *theirs
            ), (one, two)


def test_equal_points_are_found_equal_at_once(monkeypatch):
    monkeypatch.setattr(real_roots, "_MOST_REFINEMENTS", 0)
    wide = AlgebraicPoint(Fraction(0), Fraction(3, 2), (6, 0, -5, 0, 1))  # (t^2 - 2)(t^2 - 3)
    assert real_roots._points_equal(ROOT, AlgebraicPoint(Fraction(0), Fraction(3), (-2, 0, 1)))
    assert not real_roots._points_equal(ROOT, AlgebraicPoint.at(Fraction(3, 2)))
    assert not real_roots._points_equal(wide.near(), AlgebraicPoint.at(2))
    other = AlgebraicPoint(Fraction(3, 2), Fraction(2), (6, 0, -5, 0, 1))  # the root of 3
    assert not real_roots._points_equal(ROOT, other)
    assert real_roots._points_equal(other, AlgebraicPoint(Fraction(1), Fraction(2), (-3, 0, 1)))


def test_checker_and_solvers_write_the_same_digits():
    for one in _some_points():
        assert AlgebraicPoint(*one).about == other_roots.RealPoint(*one).about


def test_checker_and_program_find_the_same_nearest_float():
    draw = random.Random(1)
    ends = [Fraction(2) ** 1024, Fraction(2) ** 1024 - 2**970, Fraction(2) ** 1024 - 2**970 - 1]
    ends += [Fraction(k, 2**1075) for k in (0, 1, 3, -1)] + [Fraction(2**54 + k) for k in (1, 3)]
    for _ in range(3000):
        bits = draw.choice((1, 10, 53, 54, 60, 200, 1070, 1100))
        below = draw.choice((1, 2 ** draw.randrange(1200), draw.getrandbits(bits) + 1))
        ends.append(Fraction(draw.choice((1, -1)) * draw.getrandbits(bits), below))
    for number in ends:
        assert repr(json_reader.as_float(number)) == repr(exact.as_float(number)), number


def test_different_points_in_one_interval_are_separated():
    ends = Fraction(1), Fraction(2)
    one, two = AlgebraicPoint(*ends, (-2, 0, 1)), AlgebraicPoint(*ends, (-5, 0, 2))
    low, high = real_roots.separate_points(one, two)
    assert low.high < high.low
    with pytest.raises(ValueError, match="not in order"):
        real_roots.separate_points(two, one)


def test_an_interval_without_a_change_of_sign_is_refused():
    with pytest.raises(ValueError, match="does not change its sign"):
        AlgebraicPoint(Fraction(1), Fraction(2), (1, 0, 1)).within(Fraction(1, 8))


def test_signs_of_many_polynomials_at_once_are_never_wrong_and_seldom_unseen():
    chance = random.Random("many at once")
    seen = total = 0
    for _ in range(60):
        low = Fraction(chance.randint(-40, 40), chance.randint(1, 9))
        high = None if chance.random() < 0.3 else low + Fraction(1, chance.randint(1, 300))
        some = [
            [
                chance.randint(-(9 ** chance.randint(0, 9)), 9**5)
                for _ in range(chance.randint(0, 7))
            ]
            for _ in range(30)
        ]
        some = [trim(p) for p in some]
        shown = real_roots.find_positive(some, low, high)
        ends = AlgebraicPoint.at(low), None if high is None else AlgebraicPoint.at(high)
        for polynomial, here in zip(some, shown, strict=True):
            true = (
                bool(polynomial)
                and not count_roots_between(polynomial, *ends)
                and all(end is None or not end.vanishes(polynomial) for end in ends)
                and real_roots.sign_at(polynomial, low) > 0
            )
            assert true or not here
            seen, total = seen + here, total + true
    assert seen > 0.8 * total > 300


def test_polynomials_too_long_to_be_looked_at_together_are_left_to_be_looked_at_alone(monkeypatch):
    some = [[1, 1], [5]]
    assert real_roots.find_positive(some, Fraction(1), Fraction(2)) == [True, True]
    assert real_roots.find_positive(some, Fraction(0), Fraction(1, 2**70)) == [False, False]
    monkeypatch.setattr(real_roots, "_MOST_PACKED_BYTES", 10)
    assert real_roots.find_positive(some, Fraction(1), Fraction(2)) == [False, False]
    assert real_roots.find_positive([], Fraction(1), Fraction(2)) == []


def test_roots_at_the_ends_are_divided_out_and_roots_inside_are_not():
    one, two = AlgebraicPoint.at(1), AlgebraicPoint.at(2)
    ends = multiply([-1, 1], [-2, 0, 1])
    assert real_roots._has_roots_at_ends_only(ends, one, ROOT)
    assert real_roots._has_roots_at_ends_only(multiply(ends, ends), one, ROOT)
    assert not real_roots._has_roots_at_ends_only(ends, one, two)  # the other root is inside
    inside = multiply(ends, [-6, 5])
    assert not real_roots._has_roots_at_ends_only(inside, one, ROOT)
    assert count_roots_between(inside, one, ROOT) == 1
    both = AlgebraicPoint(Fraction(-2), Fraction(-1), (-2, 0, 1))
    assert not real_roots._has_roots_at_ends_only([-2, 0, 1], AlgebraicPoint.at(-2), ROOT)
    assert real_roots._has_roots_at_ends_only([-2, 0, 1], both, AlgebraicPoint.at(0))


def test_a_root_is_of_a_polynomial_without_double_roots(monkeypatch):
    double = multiply([-2, 0, 1], multiply([-5, 1], [-5, 1]))  # another root is double
    assert not AlgebraicPoint(Fraction(1), Fraction(2), tuple(double)).valid()
    monkeypatch.setattr(real_roots, "_MOST_VALUE_BITS", 0)
    leading = prod(real_roots._PRIMES)  # no prime shows it, the greatest common divisor does
    assert AlgebraicPoint(Fraction(0), Fraction(1), (-2, 0, leading)).valid()


def test_a_polynomial_that_has_no_root_near_a_point_does_not_vanish_there():
    assert real_roots.interval_sign([3, -3, 1], ROOT.low, ROOT.high) == 0
    assert not ROOT.vanishes([3, -3, 1])


def test_two_roots_in_one_interval_are_two_points():
    many = 10**60
    other = AlgebraicPoint(Fraction(1), Fraction(2), (-(2 * many + 1), 0, many))
    assert not real_roots._points_equal(ROOT, other)
    assert real_roots._points_equal(ROOT, AlgebraicPoint(Fraction(1), Fraction(3, 2), (-4, 0, 2)))
    low, high = real_roots.separate_points(ROOT, other)
    assert low.high <= high.low
