"""The checker's own polynomials: text, signs, roots. Each held against brute force or FLINT."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from sabot.certify.algebra.formula_parser import parse_formula
from sabot.certify.algebra.intervals import IntegerInterval, RealInterval, read_point
from sabot.certify.algebra.polynomial import (
    add,
    determinant,
    divide_exactly,
    evaluate_at_integer,
    holds_on_integers,
    interval_to_half_line,
    multiply,
    products_equal,
    taylor_shift,
    trim,
)
from sabot.certify.algebra.real_roots import (
    AlgebraicPoint,
    count_roots,
    count_roots_between,
    odd_multiplicity_part,
    polynomial_gcd,
    separate_points,
    sign_at,
    squarefree_part,
    sturm_chain,
)
from sabot.forms.algebra.real_roots import isolate_roots
from sabot.solvers.parametric.signs import find_first_negative, integer_roots

polynomials = st.lists(st.integers(-9, 9), min_size=1, max_size=5).map(
    lambda c: [int(x) for x in fmpz_poly(c).coeffs()]
)
roots = st.lists(st.integers(-6, 12), min_size=1, max_size=4)


def with_roots(numbers):
    product = [1]
    for number in numbers:
        product = multiply(product, [-number, 1])
    return product


def isolated(polynomial, low, high):
    """Return roots that the solvers' side finds, as the checker's points."""
    found = isolate_roots(fmpz_poly(polynomial), low, high)
    return [AlgebraicPoint(root.low, root.high, root.root_of) for root in found]


@given(polynomials, st.integers(-5, 5), st.integers(-5, 5))
def test_shifting_and_mapping(p, by, at):
    assert evaluate_at_integer(taylor_shift(p, by), at) == evaluate_at_integer(p, at + by)
    assert evaluate_at_integer(add(p, [1, 1], -1), at) == evaluate_at_integer(p, at) - 1 - at
    if p:
        ends = sum(interval_to_half_line(p, 0, 3)), evaluate_at_integer(p, 1)
        # s = 1 is the middle: 2^n p(3/2); only its sign is compared
        exact = sum(Fraction(3, 2) ** k * c for k, c in enumerate(p))
        assert (ends[0] > 0) - (ends[0] < 0) == (exact > 0) - (exact < 0)


@given(polynomials, st.integers(-8, 8), st.integers(0, 30), st.booleans())
def test_a_range_that_ends_is_judged_as_by_trying_every_value(p, low, length, strict):
    tried = all(evaluate_at_integer(p, at) >= int(strict) for at in range(low, low + length + 1))
    assert holds_on_integers(p, low, low + length, strict=strict) == tried


@given(polynomials, st.integers(-8, 8), st.booleans())
def test_a_range_without_end_is_judged_as_by_trying_to_beyond_all_roots(p, low, strict):
    tried = all(evaluate_at_integer(p, at) >= int(strict) for at in range(low, 120))
    assert holds_on_integers(p, low, None, strict=strict) == tried
    if p and evaluate_at_integer(p, low) >= 0:
        bad = next((at for at in range(low + 1, 120) if evaluate_at_integer(p, at) < 0), None)
        assert find_first_negative(fmpz_poly(p), low) == bad


def test_far_roots_are_found_quickly():
    far = multiply([-(10**30), 1], [-(10**30) - 5, 1])
    assert not holds_on_integers(far, 1, None, strict=False)
    assert holds_on_integers(multiply(far, far), 1, None, strict=False)
    assert not holds_on_integers(multiply(far, far), 1, None, strict=True)
    assert integer_roots(fmpz_poly(far), 1, None) == [10**30, 10**30 + 5]
    assert find_first_negative(fmpz_poly(far), 1) == 10**30 + 1


@given(roots, polynomials)
def test_roots_are_isolated_and_counted(numbers, p):
    product = multiply(with_roots(numbers), add(multiply(p, p), [1]))  # p^2 + 1 has none
    found = isolated(product, Fraction(-100), None)
    assert len(found) == len(set(numbers))
    assert all(point.valid() for point in found)
    assert [round(float(point)) for point in found] == sorted(set(numbers))
    assert all(
        separate_points(a, b)[0].high <= separate_points(a, b)[1].low for a, b in pairwise(found)
    )
    odd = {n for n in numbers if numbers.count(n) % 2}
    assert count_roots(
        sturm_chain(squarefree_part(odd_multiplicity_part(product))), Fraction(-100), None
    ) == len(odd)
    low, high = AlgebraicPoint.at(-2), AlgebraicPoint.at(5)
    assert count_roots_between(product, low, high) == sum(-2 < n < 5 for n in set(numbers))


@given(roots)
def test_real_ranges(numbers):
    p = with_roots(numbers)
    high = max(numbers)
    tail = RealInterval(AlgebraicPoint.at(high), None)
    assert tail.never_negative(p) and tail.positive_inside(p) and not tail.positive(p)
    assert RealInterval(AlgebraicPoint.at(high + 1), None).positive(p)
    assert RealInterval(AlgebraicPoint.at(-50), AlgebraicPoint.at(50)).never_negative(
        multiply(p, p)
    )
    assert not RealInterval(AlgebraicPoint.at(-50), AlgebraicPoint.at(50)).positive_inside(
        multiply(p, p)
    )
    assert IntegerInterval(high, None).never_negative(p) and not IntegerInterval(
        high, None
    ).positive(p)


def test_signs_at_an_algebraic_end():
    (root,) = isolated([-2, 0, 1], Fraction(0), Fraction(2))
    beyond = RealInterval(root, None)
    assert beyond.never_negative([-2, 0, 1]) and not beyond.positive([-2, 0, 1])
    assert beyond.positive_inside([-2, 0, 1]) and beyond.positive([-1, 0, 1])
    assert not beyond.never_negative([-3, 0, 1])
    before = RealInterval(AlgebraicPoint.at(0), root)
    assert before.never_negative([2, 0, -1]) and not before.never_negative([1, 0, -1])
    assert root.vanishes(multiply([-2, 0, 1], [5, 1])) and not root.vanishes([-3, 0, 1])
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
        read_point(end)


@given(polynomials, polynomials)
def test_division_and_common_factors(a, b):
    if a and b:
        assert divide_exactly(multiply(a, b), b) == a
        shared = polynomial_gcd(multiply(a, b), b)
        assert len(shared) == len(b)


def test_determinants():
    rows = [[[1, k + j], [k, j], [k * j]] for k, j in ((1, 2), (3, -1), (-2, 5))]
    by_hand: list[int] = []
    for order, sign in (((0, 1, 2), 1), ((1, 2, 0), 1), ((2, 0, 1), 1)):
        product = multiply(multiply(rows[0][order[0]], rows[1][order[1]]), rows[2][order[2]])
        by_hand = add(by_hand, product, sign)
    for order in ((2, 1, 0), (1, 0, 2), (0, 2, 1)):
        product = multiply(multiply(rows[0][order[0]], rows[1][order[1]]), rows[2][order[2]])
        by_hand = add(by_hand, product, -1)
    assert determinant(rows) == by_hand
    assert determinant([]) == [1]
    assert determinant([[[], [1]], [[1], []]]) == [-1]
    assert determinant([[[], [1]], [[], [1]]]) == []


@given(polynomials)
def test_expressions_are_read_back(p):
    from sabot.forms.parametric import polynomial_expression

    top, below = parse_formula(polynomial_expression(fmpz_poly(p), "x"), "x")
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
        parse_formula(text, "t")


def test_products_are_compared_as_they_are_multiplied_out():
    chance = random.Random("products")
    for _ in range(300):
        a, b, c = ([chance.randint(-9, 9) for _ in range(chance.randint(1, 5))] for _ in "abc")
        a, b, c = map(trim, (a, b, c))
        product = multiply(a, b)
        assert products_equal((a, b), (product, [1]))
        assert products_equal((multiply(a, c), b), (product, c))
        other = [*product, 1]
        other[chance.randrange(len(other))] += 1
        other = trim(other)
        same = products_equal((a, b), (other, [1]))
        assert same is (other == product)
    assert products_equal(([], [1]), ([2], [])) and not products_equal(([], [1]), ([2], [1]))
    assert products_equal(([], [1]), ([], [2])) and not products_equal(([3], [1]), ([3], [2]))
