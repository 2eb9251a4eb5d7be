"""The formulas of a theorem on all equilibria, at a value, are the equilibria of the game there."""

import json
import random
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sabot
from sabot import certify
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint

SMALL = st.integers(-2, 2)


def entry(drawn):
    start, slope, often = drawn
    return str(start) if often else f"{slope}*t + {start}"


@st.composite
def games(draw, most=3):
    rows, columns = draw(st.integers(1, most)), draw(st.integers(2, most))
    drawn = st.tuples(SMALL, SMALL, st.booleans()).map(entry)
    pairs = [[f"{draw(drawn)}|{draw(drawn)}" for _ in range(columns)] for _ in range(rows)]
    pairs[0][0] = f"t + {draw(SMALL)}|{draw(drawn)}"
    pairs[0][1] = f"{draw(SMALL)}|2"
    return pairs


def text_of(pairs, at="*"):
    rows = ",".join("[" + ",".join(row) + "]" for row in pairs)
    return f"matrix([{rows}], t={at})".replace(" ", "")


def played(strategies, seats):
    return tuple(
        tuple(
            sorted((action, chance) for action, chance in strategies[seat]["-"].items() if chance)
        )
        for seat in seats
    )


def agrees(proof, pairs, at):
    """Tell whether a theorem has, at a value, just the extreme equilibria of the game there."""
    there = sabot.equilibria(
        [
            [tuple(sabot_number(part, at) for part in cell.split("|")) for cell in row]
            for row in pairs
        ]
    )
    found = zip(proof.equilibria_at(at), proof.payoffs_at(at), strict=True)
    mine = {played(one, proof.seats): paid for one, paid in found}
    if isinstance(there, sabot.Equilibria):  # a zero-sum game there: every pair of extreme ones
        ways = {
            seat: {tuple(sorted((a, p) for a, p in one["-"].items() if p)) for one in own}
            for seat, own in there.vertices.items()
        }
        return set(mine) == {(x, y) for x in ways["row"] for y in ways["column"]}
    return mine == {played(one.strategies, proof.seats): one.payoffs for one in there.equilibria}


def sabot_number(formula, at):
    return Formula.of(formula, "t").at(at)


@pytest.mark.slow
@given(games(), st.fractions(-6, 6, max_denominator=12))
def test_a_theorem_at_a_value_is_the_list_of_the_game_there(pairs, at):
    proof = sabot.prove(text_of(pairs), low="-inf")
    certify.check(json.loads(json.dumps(proof.to_json())))
    assert agrees(proof, pairs, at)
    for point in proof.points:
        if not isinstance(point.at, RealPoint):
            assert agrees(proof, pairs, point.at)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_theorems_on_larger_games_agree_at_thirty_values_each(seed):
    by_seed = random.Random(seed)
    size, most = by_seed.choice([(3, 3), (4, 2), (4, 9)])

    def one():
        return f"{by_seed.randint(-most, most)}*t + {by_seed.randint(-most, most)}"

    pairs = [[f"{one()}|{one()}" for _ in range(size)] for _ in range(size)]
    proof = sabot.prove(text_of(pairs), low="-inf")
    certify.check(json.loads(json.dumps(proof.to_json())))
    values = [Fraction(by_seed.randint(-90, 90), by_seed.randint(1, 13)) for _ in range(30)]
    values += [point.at for point in proof.points if not isinstance(point.at, RealPoint)]
    assert all(agrees(proof, pairs, at) for at in values)


@settings(max_examples=15)
@given(games(2))
def test_on_both_sides_of_an_irrational_breakpoint_the_pieces_hold(pairs):
    proof = sabot.prove(text_of(pairs), low="-inf")
    assume(isinstance(proof, sabot.NashTheorem))  # pairs that sum to 0 are a zero-sum matrix
    for point in proof.points:
        if isinstance(point.at, RealPoint):
            near = point.at.near()
            for at in (near.low, near.high):
                assert agrees(proof, pairs, at)


def test_the_number_of_equilibria_at_an_irrational_point_is_that_of_its_field():
    # at sqrt(2) the row player is indifferent against column 1, to which column 2 never loses
    proof = sabot.prove("matrix([[t**2|1,0|1],[2|1,1|1]], t=*)", low=1, high=2)
    (point,) = proof.breakpoints
    assert point.at.root_of == (-2, 0, 1)
    at_root = {tuple(one.support(seat) for seat in proof.seats) for one in point.part.equilibria}
    assert (("1",), ("1",)) in at_root and (("2",), ("1",)) in at_root
    assert [piece.part.count for piece in proof.pieces] == [2, 4]
