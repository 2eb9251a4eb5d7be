"""The checker's own polynomials: text, signs, roots. Each held against brute force or FLINT."""

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from sabot.certify.theorem.expression import quotient
from sabot.certify.theorem.polynomial import (
    between,
    determinant,
    divided,
    holds,
    plus,
    shifted,
    times,
    value,
)
from sabot.certify.theorem.roots import (
    Point,
    apart,
    common,
    count,
    odd_part,
    roots_inside,
    sign_at,
    squarefree,
    sturm,
)
from sabot.certify.theorem.span import RealSpan, WholeSpan, point_of
from sabot.forms.algebra.point import roots_of
from sabot.solvers.theorem.signs import first_negative, whole_roots

polynomials = st.lists(st.integers(-9, 9), min_size=1, max_size=5).map(
    lambda c: [int(x) for x in fmpz_poly(c).coeffs()]
)
roots = st.lists(st.integers(-6, 12), min_size=1, max_size=4)


def with_roots(numbers):
    product = [1]
    for number in numbers:
        product = times(product, [-number, 1])
    return product


def isolated(polynomial, low, high):
    """Return roots that the solvers' side finds, as the checker's points."""
    found = roots_of(fmpz_poly(polynomial), low, high)
    return [Point(root.low, root.high, root.root_of) for root in found]


@given(polynomials, st.integers(-5, 5), st.integers(-5, 5))
def test_shifting_and_mapping(p, by, at):
    assert value(shifted(p, by), at) == value(p, at + by)
    assert value(plus(p, [1, 1], -1), at) == value(p, at) - 1 - at
    if p:
        ends = sum(between(p, 0, 3)), value(p, 1)
        # s = 1 is the middle: 2^n p(3/2); only its sign is compared
        exact = sum(Fraction(3, 2) ** k * c for k, c in enumerate(p))
        assert (ends[0] > 0) - (ends[0] < 0) == (exact > 0) - (exact < 0)


@given(polynomials, st.integers(-8, 8), st.integers(0, 30), st.booleans())
def test_a_range_that_ends_is_judged_as_by_trying_every_value(p, low, length, strict):
    tried = all(value(p, at) >= int(strict) for at in range(low, low + length + 1))
    assert holds(p, low, low + length, strict=strict) == tried


@given(polynomials, st.integers(-8, 8), st.booleans())
def test_a_range_without_end_is_judged_as_by_trying_to_beyond_all_roots(p, low, strict):
    tried = all(value(p, at) >= int(strict) for at in range(low, 120))
    assert holds(p, low, None, strict=strict) == tried
    if p and value(p, low) >= 0:
        bad = next((at for at in range(low + 1, 120) if value(p, at) < 0), None)
        assert first_negative(fmpz_poly(p), low) == bad


def test_far_roots_are_found_quickly():
    far = times([-(10**30), 1], [-(10**30) - 5, 1])
    assert not holds(far, 1, None, strict=False)
    assert holds(times(far, far), 1, None, strict=False)
    assert not holds(times(far, far), 1, None, strict=True)
    assert whole_roots(fmpz_poly(far), 1, None) == [10**30, 10**30 + 5]
    assert first_negative(fmpz_poly(far), 1) == 10**30 + 1


@given(roots, polynomials)
def test_roots_are_isolated_and_counted(numbers, p):
    product = times(with_roots(numbers), plus(times(p, p), [1]))  # p^2 + 1 has none
    found = isolated(product, Fraction(-100), None)
    assert len(found) == len(set(numbers))
    assert all(point.valid() for point in found)
    assert [round(float(point)) for point in found] == sorted(set(numbers))
    assert all(apart(a, b)[0].high <= apart(a, b)[1].low for a, b in pairwise(found))
    odd = {n for n in numbers if numbers.count(n) % 2}
    assert count(sturm(squarefree(odd_part(product))), Fraction(-100), None) == len(odd)
    low, high = Point.at(-2), Point.at(5)
    assert roots_inside(product, low, high) == sum(-2 < n < 5 for n in set(numbers))


@given(roots)
def test_real_ranges(numbers):
    p = with_roots(numbers)
    high = max(numbers)
    tail = RealSpan(Point.at(high), None)
    assert tail.never_negative(p) and tail.positive_inside(p) and not tail.positive(p)
    assert RealSpan(Point.at(high + 1), None).positive(p)
    assert RealSpan(Point.at(-50), Point.at(50)).never_negative(times(p, p))
    assert not RealSpan(Point.at(-50), Point.at(50)).positive_inside(times(p, p))
    assert WholeSpan(high, None).never_negative(p) and not WholeSpan(high, None).positive(p)


def test_signs_at_an_algebraic_end():
    (root,) = isolated([-2, 0, 1], Fraction(0), Fraction(2))
    beyond = RealSpan(root, None)
    assert beyond.never_negative([-2, 0, 1]) and not beyond.positive([-2, 0, 1])
    assert beyond.positive_inside([-2, 0, 1]) and beyond.positive([-1, 0, 1])
    assert not beyond.never_negative([-3, 0, 1])
    before = RealSpan(Point.at(0), root)
    assert before.never_negative([2, 0, -1]) and not before.never_negative([1, 0, -1])
    assert root.vanishes(times([-2, 0, 1], [5, 1])) and not root.vanishes([-3, 0, 1])
    assert sign_at([-2, 0, 1], before.spot) < 0


@pytest.mark.parametrize(
    "end",
    [
        {"root_of": [-2, 0, 1], "between": ["-2", "2"]},  # two roots
        {"root_of": [-2, 0, 1], "between": ["2", "3"]},  # none
        {"root_of": [-4, 0, 1], "between": ["2", "3"]},  # at an end
        {"root_of": [4, -4, 1], "between": ["1", "3"]},  # double
        {"root_of": [], "between": ["1", "3"]},
        {"root_of": [-2, 0, 1], "between": ["2", "1"]},
    ],
)
def test_ends_that_name_no_single_root_are_refused(end):
    with pytest.raises(ValueError, match="root"):
        point_of(end)


@given(polynomials, polynomials)
def test_division_and_common_factors(a, b):
    if a and b:
        assert divided(times(a, b), b) == a
        shared = common(times(a, b), b)
        assert len(shared) == len(b)


def test_determinants():
    rows = [[[1, k + j], [k, j], [k * j]] for k, j in ((1, 2), (3, -1), (-2, 5))]
    by_hand: list[int] = []
    for order, sign in (((0, 1, 2), 1), ((1, 2, 0), 1), ((2, 0, 1), 1)):
        product = times(times(rows[0][order[0]], rows[1][order[1]]), rows[2][order[2]])
        by_hand = plus(by_hand, product, sign)
    for order in ((2, 1, 0), (1, 0, 2), (0, 2, 1)):
        product = times(times(rows[0][order[0]], rows[1][order[1]]), rows[2][order[2]])
        by_hand = plus(by_hand, product, -1)
    assert determinant(rows) == by_hand
    assert determinant([]) == [1]
    assert determinant([[[], [1]], [[1], []]]) == [-1]
    assert determinant([[[], [1]], [[], [1]]]) == []


@given(polynomials)
def test_expressions_are_read_back(p):
    from sabot.forms.polynomial import expression

    top, below = quotient(expression(fmpz_poly(p), "x"), "x")
    assert (top, below) == (p, [1])


@pytest.mark.parametrize(
    "text",
    [
        *["", "t t", "t**t", "2**-1", "2**9999", "x", "1/0", "1/(t-t)", "(t", "t)", "t**2**2"],
        *["__import__('os')", "t.real", "(" * 99 + "t" + ")" * 99, "9" * 5000, "t" * 200_000],
        *["(1+t)**200*(1+t)**200*t", "1;2", "t[0]", "0x10", "1e5", "lambda: 1", "f(t)"],
    ],
)
def test_what_is_not_a_formula_is_refused_without_being_run(text):
    with pytest.raises(ValueError, match=r"\w"):
        quotient(text, "t")
