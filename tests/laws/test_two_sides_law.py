"""Solvers and checker share no arithmetic; here one side's is held against the other's."""

import json
import re
from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.unit.solvers.parametric.test_prove import matrix_game

import sabot
from sabot.certify import rank_mod_p
from sabot.certify.algebra import formula_parser, polynomial, real_roots
from sabot.certify.parametric import inequality
from sabot.certify.parametric.reader import (
    identity_specialisation,
    read_parametric,
    specialisation_for,
)
from sabot.certify.parametric.verification import derive_requirements
from sabot.forms.algebra import rational_function
from sabot.forms.algebra import real_roots as point
from sabot.results import proof
from sabot.solvers.parametric import signs
from sabot.solvers.parametric.linear_system import polynomial_determinant
from sabot.solvers.zero_sum import optimal_face

coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=6).map(polynomial.trim)
fractions = st.fractions(-4, 4, max_denominator=7)


def both(p):
    return p, fmpz_poly(p)


def listed(p):
    return [int(c) for c in p.coeffs()]


@given(coefficients, coefficients, fractions)
def test_signs_and_roots(p, q, at):
    for one in (p, polynomial.multiply(p, q), polynomial.multiply(p, p)):
        mine, theirs = both(one)
        assert real_roots.sign_at(mine, at) == point.sign_at(theirs, at)
        if not one:
            continue
        low = Fraction(-5)
        found = point.isolate_roots(theirs, low, None)
        assert len(found) == real_roots.count_roots(
            real_roots.sturm_chain(real_roots.squarefree_part(mine)), low, None
        )
        assert real_roots.squarefree_part(real_roots.odd_multiplicity_part(mine)) in (
            listed(sign * point.odd_multiplicity_part(theirs)) for sign in (1, -1)
        )
        for root in found:
            same = real_roots.AlgebraicPoint(root.low, root.high, root.root_of)
            assert same.valid()
            assert same.sign(q) == root.sign(fmpz_poly(q))
            assert real_roots.count_roots_between(q, same, None) == point.count_roots_inside(
                fmpz_poly(q), root, None
            )


@given(coefficients, fractions, fractions)
def test_roots_inside(p, one, two):
    assume(one < two)
    ours = real_roots.count_roots_between(
        p, real_roots.AlgebraicPoint.at(one), real_roots.AlgebraicPoint.at(two)
    )
    theirs = point.count_roots_inside(
        fmpz_poly(p), point.RealPoint.at(one), point.RealPoint.at(two)
    )
    assert ours == theirs


@given(coefficients, st.integers(-9, 9), st.integers(1, 9))
def test_maps_and_ranges(p, low, width):
    mine, theirs = both(p)
    assert polynomial.interval_to_half_line(mine, low, low + width) == listed(
        signs.moebius_transform(theirs, low, low + width)
    ) + [0] * (len(p) - signs.moebius_transform(theirs, low, low + width).degree() - 1)
    for strict in (False, True):
        bad = signs.find_first_negative(theirs - int(strict), low)
        ok = bad is None and p and polynomial.evaluate_at_integer(mine, low) >= strict
        assert polynomial.holds_on_integers(mine, low, None, strict=strict) == bool(
            ok or (not p and not strict)
        )


formulas = st.recursive(
    st.sampled_from(["t", "1", "7", "0.25", "12"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(
            "({0[0]} {0[1]} {0[2]})".format
        ),
        inner.map("-({0})**2".format),
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(
            "{0[0]}{0[1]}{0[2]}".format
        ),
    ),
    max_leaves=6,
)


@given(formulas)
def test_formulas_are_read_alike(text):
    try:
        top, below = formula_parser.parse_formula(text, "t")
    except ValueError as fault:
        with pytest.raises(ValueError, match=re.escape(str(fault))):
            rational_function.parse_quotient(text, "t")
        return
    up, down = rational_function.parse_quotient(text, "t")
    assert fmpz_poly(top) * down == up * fmpz_poly(below)


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.lists(st.lists(coefficients, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_determinants(rows):
    theirs = polynomial_determinant([dict(enumerate(map(fmpz_poly, row))) for row in rows])
    assert polynomial.determinant(rows) == listed(theirs)


@given(
    st.integers(1, 6).flatmap(
        lambda width: st.lists(
            st.lists(st.sampled_from([0, 0, 0, 1, -1, 2]), min_size=width, max_size=width),
            min_size=1,
            max_size=8,
        )
    )
)
def test_ranks(rows):
    width = len(rows[0])
    sparse = [{k: c for k, c in enumerate(row) if c} for row in rows]
    prime = optimal_face.full_rank_prime(sparse, width)
    assert rank_mod_p.proves_full_rank_mod_p(sparse, width, 16777213) == (prime is not None)


def test_the_reasons_are_said_in_the_same_words():
    assert proof.REASONS == inequality.REASONS


@given(
    st.integers(1, 3).flatmap(
        lambda width: st.lists(
            st.lists(
                st.lists(st.integers(-3, 3), min_size=1, max_size=3), min_size=width, max_size=width
            ),
            min_size=1,
            max_size=3,
        )
    ),
    st.booleans(),
)
def test_what_a_piece_needs_is_derived_twice(table, whole):
    document = sabot.prove(matrix_game(table, high=6, whole=whole)).document
    proof = read_parametric(json.loads(json.dumps(document)))
    for piece in proof.pieces:
        pin = specialisation_for(piece.span)
        here = proof.form if pin is identity_specialisation else proof.form.pinned(pin)
        found = derive_requirements(here, piece, piece.span)
        assert tuple(found.basis) == piece.basis
        assert [(n.says, n.polynomial, n.sense) for n in found.needs] == [
            (one.says, one.polynomial, one.sense) for one in piece.inequalities
        ]
