"""Solvers and checker share no arithmetic; here one side's is held against the other's."""

import json
import re
from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.unit.test_theorem import matrix_game

import sabot
from sabot.certify import rank
from sabot.certify.theorem import expression, inequality, polynomial, roots
from sabot.certify.theorem.form import as_it_is, pin_of
from sabot.certify.theorem.piece import derived
from sabot.certify.theorem.reading import proof_of
from sabot.forms.algebra import point, reading
from sabot.results import evidence
from sabot.solvers.theorem import signs
from sabot.solvers.theorem.evidence import equations
from sabot.solvers.zero_sum import face

coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=6).map(polynomial.trimmed)
fractions = st.fractions(-4, 4, max_denominator=7)


def both(p):
    return p, fmpz_poly(p)


def listed(p):
    return [int(c) for c in p.coeffs()]


@given(coefficients, coefficients, fractions)
def test_signs_and_roots(p, q, at):
    for one in (p, polynomial.times(p, q), polynomial.times(p, p)):
        mine, theirs = both(one)
        assert roots.sign_at(mine, at) == point.sign_at(theirs, at)
        if not one:
            continue
        low = Fraction(-5)
        found = point.roots_of(theirs, low, None)
        assert len(found) == roots.count(roots.sturm(roots.squarefree(mine)), low, None)
        assert roots.squarefree(roots.odd_part(mine)) in (
            listed(sign * point.odd_part(theirs)) for sign in (1, -1)
        )
        for root in found:
            same = roots.Point(root.low, root.high, root.root_of)
            assert same.valid()
            assert same.sign(q) == root.sign(fmpz_poly(q))
            assert roots.roots_inside(q, same, None) == point.roots_inside(fmpz_poly(q), root, None)


@given(coefficients, fractions, fractions)
def test_roots_inside(p, one, two):
    assume(one < two)
    ours = roots.roots_inside(p, roots.Point.at(one), roots.Point.at(two))
    theirs = point.roots_inside(fmpz_poly(p), point.Point.at(one), point.Point.at(two))
    assert ours == theirs


@given(coefficients, st.integers(-9, 9), st.integers(1, 9))
def test_maps_and_ranges(p, low, width):
    mine, theirs = both(p)
    assert polynomial.between(mine, low, low + width) == listed(
        signs.between(theirs, low, low + width)
    ) + [0] * (len(p) - signs.between(theirs, low, low + width).degree() - 1)
    for strict in (False, True):
        bad = signs.first_negative(theirs - int(strict), low)
        ok = bad is None and p and polynomial.value(mine, low) >= strict
        assert polynomial.holds(mine, low, None, strict=strict) == bool(
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
        top, below = expression.quotient(text, "t")
    except ValueError as fault:
        with pytest.raises(ValueError, match=re.escape(str(fault))):
            reading.quotient(text, "t")
        return
    up, down = reading.quotient(text, "t")
    assert fmpz_poly(top) * down == up * fmpz_poly(below)


@given(
    st.integers(1, 3).flatmap(
        lambda n: st.lists(st.lists(coefficients, min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_determinants(rows):
    theirs = equations.determinant([[fmpz_poly(p) for p in row] for row in rows])
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
    prime = face.full_rank_prime(sparse, width)
    assert rank.full_rank(sparse, width, 16777213) == (prime is not None)


def test_the_reasons_are_said_in_the_same_words():
    assert evidence.REASONS == inequality.REASONS


@settings(max_examples=25, deadline=None)
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
    proof = proof_of(json.loads(json.dumps(document)))
    for piece in proof.pieces:
        pin = pin_of(piece.span)
        here = proof.form if pin is as_it_is else proof.form.pinned(pin)
        found = derived(here, piece, piece.span)
        assert tuple(found.basis) == piece.basis
        assert [(n.says, n.polynomial, n.sense) for n in found.needs] == [
            (one.says, one.polynomial, one.sense) for one in piece.inequalities
        ]
