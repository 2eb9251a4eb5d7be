"""Laws of theorems: random games with polynomial entries, proved once and solved at many values."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.solvers.parametric.test_prove import matrix_game

import sabot
from sabot.certify.algebra.intervals import read_point


@st.composite
def tables(draw, degree, size=5):
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    entry = st.lists(st.integers(-size, size), min_size=1, max_size=degree + 1)
    return [[draw(entry) for _ in range(width)] for _ in range(height)]


def agrees(proof, form, at):
    solution = sabot.solve(form.at(at))
    assert proof.value_at(at) == solution.value
    claims = proof.unique_at(at)
    for seat in proof.seats:
        assert claims[seat] is None or claims[seat] == solution.uniqueness[seat]
    # the strategies of the proof secure the value at this value
    mixes = proof.strategies_at(at)
    for seat in proof.seats:
        assert sum(mixes[seat]["-"].values()) == 1
        assert min(mixes[seat]["-"].values()) >= 0


@given(tables(2))
def test_whole_numbers(table):
    form = matrix_game(table, low=0)
    proof = sabot.prove(form)
    assert len(sabot.check(proof)) == len(proof.pieces)
    spot = 0
    for piece in proof.pieces:
        assert piece["from"] == spot
        spot = piece["to"] + 1 if piece["to"] is not None else None
    assert spot is None
    for at in (*range(12), 50, 10**6):
        agrees(proof, form, at)


@settings(max_examples=20, deadline=None)
@given(tables(1, 4) | tables(2, 3))
def test_real_intervals(table):
    form = matrix_game(table, low=-2, high=3, whole=False)
    proof = sabot.prove(form)
    assert len(sabot.check(proof)) == len(proof.pieces)
    assert (proof.pieces[0]["from"], proof.pieces[-1]["to"]) == (-2, 3)
    for one, two in zip(proof.pieces, proof.pieces[1:], strict=False):
        assert one["to"] == two["from"]
        end = read_point(one["to"])
        gap = _cross(one["value_parts"], two["value_parts"])
        assert end.vanishes(gap) or not gap, "neighbours agree where they meet"
    for number in range(-4, 7):
        agrees(proof, form, Fraction(number, 2))  # breakpoints too: many are at such numbers
    for mark in proof.breakpoints:
        assert None not in mark.unique.values(), "small games are decided at irrational numbers too"
        if mark.point.rational:
            assert mark.unique == sabot.solve(form.at(mark.at)).uniqueness
    for at in (Fraction(1, 7), Fraction(22, 9), Fraction(-13, 11)):
        agrees(proof, form, at)


def _cross(one, two):
    from sabot.certify.algebra.polynomial import add, multiply

    return add(multiply(one[0], two[1]), multiply(two[0], one[1]), -1)


@settings(max_examples=15, deadline=None)
@given(tables(1))
def test_swapping_the_seats_negates(table):
    turned = [[[-c for c in row[j]] for row in table] for j in range(len(table[0]))]
    one = sabot.prove(matrix_game(table, low=1))
    two = sabot.prove(matrix_game(turned, low=1))
    for at in (1, 2, 3, 7, 100):
        assert one.value_at(at) == -two.value_at(at)
