"""Intervals without a root: what is seen at once is so, with both algebras, by Sturm's count."""

from fractions import Fraction

from flint import fmpz_poly
from hypothesis import assume, given
from hypothesis import strategies as st

from sabot.certify.algebra import real_roots as checker
from sabot.forms.algebra import real_roots as solver

POLYNOMIALS = st.lists(st.integers(-40, 40), min_size=1, max_size=5).filter(lambda p: p[-1])
ENDS = st.fractions(-3, 3, max_denominator=12)


@given(POLYNOMIALS, ENDS, ENDS)
def test_where_no_root_is_seen_there_is_none_and_both_algebras_see_the_same(polynomial, low, high):
    assume(low < high)
    seen = checker.proves_rootless(polynomial, low, high)
    assert seen == solver.surely_has_no_root(fmpz_poly(polynomial), low, high)
    if seen:
        chain = checker.sturm_chain(checker.squarefree_part(polynomial))
        assert checker.count_roots(chain, low, high) == 0
        assert checker.sign_at(polynomial, low) == checker.sign_at(polynomial, high) != 0


ROOTS = (
    ((-2, 0, 1), Fraction(1), Fraction(2)),
    ((-2, 0, 1), Fraction(-3), Fraction(-1)),
    ((-1, -1, 0, 1), Fraction(1), Fraction(2)),
    ((5, -20, 0, 3), Fraction(0), Fraction(1)),
)


@given(POLYNOMIALS, st.sampled_from(ROOTS), st.integers(0, 30))
def test_signs_at_a_root_are_the_same_however_short_its_interval(polynomial, root, steps):
    of, low, high = root
    far, ours = checker.AlgebraicPoint(low, high, of), solver.RealPoint(low, high, of)
    here = far.sign(polynomial)
    assert ours.sign(fmpz_poly(polynomial)) == ours.near(steps).sign(fmpz_poly(polynomial)) == here
    assert far.near().sign(polynomial) == here
    assert far.vanishes(polynomial) == ours.vanishes(fmpz_poly(polynomial)) == (here == 0)


@given(POLYNOMIALS, st.sampled_from(ROOTS))
def test_a_multiple_of_its_polynomial_vanishes_at_a_root(polynomial, root):
    of, low, high = root
    product = fmpz_poly(polynomial) * fmpz_poly(list(of))
    assert solver.RealPoint(low, high, of).sign(product) == 0
    assert (
        checker.AlgebraicPoint(low, high, of).near().sign([int(c) for c in product.coeffs()]) == 0
    )
