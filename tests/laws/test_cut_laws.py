"""Laws of theorems on real hands: what the checker needs is what the exact best reply finds.

Any strategies with constant cuts are put in the place of the optimal ones. The checker's integrals
and inequalities, taken at a value of q, are then held against payoffs and best replies that are
computed without cells, by piecewise polynomials.
"""

import json
from fractions import Fraction as F
from math import lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.forging import resealed

import sabot
from sabot.certify.hands.cells import Board
from sabot.certify.hands.reading import hands_proof_of
from sabot.certify.theorem.span import exact_value
from sabot.forms.threshold.answers import Answer, turn_key
from sabot.forms.threshold.worth import worth
from sabot.games.blind.family import betting
from sabot.results.cuts import CutTheorem


@pytest.fixture(scope="module")
def blind():
    return json.loads(json.dumps(sabot.prove("blind-poker(players=2, q=*)").document))


CUTS = st.lists(st.fractions(0, 1, max_denominator=12), max_size=3).map(sorted)
CHANCES = st.fractions(0, 1, max_denominator=20)


@st.composite
def profiles(draw):
    """Return an answer for each turn of the game with a blind: cuts and actions, any at all."""
    found = {}
    for turn in betting(F(0), True, 2).turns():
        cuts = draw(CUTS)
        most = len(turn.actions) - 1
        actions = draw(
            st.lists(st.integers(0, most), min_size=len(cuts) + 1, max_size=len(cuts) + 1)
        )
        found[turn_key(betting(F(0), True, 2), turn)] = Answer(tuple(actions), tuple(cuts))
    return found


def board(told, profile):
    """Return the checker's board of a piece with these strategies."""
    form = betting(F(0), True, 2)
    thresholds: dict[str, dict[str, list[list[str]]]] = {seat: {} for seat in form.seats}
    cuts = []
    for turn in form.turns():
        answer = profile[turn_key(form, turn)]
        seat = form.seats[turn.seat]
        ends = [*map(str, answer.cuts), "1"]
        actions = [turn.actions[action] for action in answer.actions]
        thresholds[seat][turn.view] = [list(one) for one in zip(ends, actions, strict=True)]
        cuts += [(cut, [seat, turn.view]) for cut in answer.cuts]
    below = lcm(*(cut.denominator for cut, _ in cuts))
    piece = told["pieces"][0] | {
        "thresholds": thresholds,
        "order": [name for _, name in sorted(cuts, key=lambda one: one[0])],
        "below": [below],
    }
    proof = hands_proof_of(resealed(told | {"pieces": [piece]}))
    return Board(proof.form, proof.pieces[0])


@settings(max_examples=60, deadline=None)
@given(profiles(), CHANCES)
def test_the_checkers_integrals_are_the_payoffs_of_any_strategies(blind, profile, q):
    found = board(blind, profile)
    scale = 2 * found.form.unit * found.form.share**2 * found.piece.below[0] ** 2
    form = betting(q, True, 2)
    for seat in (0, 1):
        assert exact_value(found.paid(seat), q) / scale == worth(form, profile, seat).payoff


@settings(max_examples=100, deadline=None)
@given(profiles(), CHANCES)
def test_who_can_gain_breaks_an_inequality(blind, profile, q):
    needs = board(blind, profile).needs()
    form = betting(q, True, 2)
    gains = [worth(form, profile, seat).gain for seat in (0, 1)]
    broken = [need.says for need in needs if exact_value(need.polynomial, q) < 0]
    for seat, gain in enumerate(gains):
        if gain > 0:
            assert any(says.startswith(form.seats[seat]) for says in broken)


@settings(max_examples=30, deadline=None)
@given(CHANCES)
def test_nobody_gains_and_nothing_is_broken_at_the_theorems_own_cuts(blind, q):
    theorem = CutTheorem.from_json(blind)
    form = betting(q, True, 2)
    told = theorem.thresholds_at(q)
    profile = {}
    for turn in form.turns():
        answer = told[form.seats[turn.seat]][turn.view]
        actions = tuple(turn.actions.index(action) for _, action in answer)
        profile[turn_key(form, turn)] = Answer(actions, tuple(end for end, _ in answer[:-1]))
    assert all(exact_value(need.polynomial, q) >= 0 for need in board(blind, profile).needs())
    assert [worth(form, profile, seat).gain for seat in (0, 1)] == [0, 0]
