"""Laws of theorems on real hands: what the checker needs is what the exact best reply finds.

Any strategies with constant cuts are put in the place of the optimal ones. The checker's integrals
and inequalities, taken at a value of q, are then held against payoffs and best replies that are
computed without cells, by piecewise polynomials.
"""

import json
from fractions import Fraction as F
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.forging import resealed

import sabot
from sabot.certify.algebra.intervals import evaluate_at_fraction
from sabot.certify.continuous.parametric import ThresholdCellGame, read_parametric_continuous
from sabot.forms.continuous.betting_game import ThresholdRule, turn_key
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.results.continuous import CutTheorem


@pytest.fixture(scope="module")
def blind():
    return json.loads(json.dumps(sabot.prove("blind-poker(players=2, q=*)").document))


CUTS = st.lists(st.fractions(0, 1, max_denominator=12), max_size=3).map(sorted)
CHANCES = st.fractions(0, 1, max_denominator=20)


@st.composite
def profiles(draw):
    """Return an answer for each turn of the game with a blind: cuts and actions, any at all."""
    found = {}
    for turn in blind_poker_form(F(0), True, 2).turns():
        cuts = draw(CUTS)
        most = len(turn.actions) - 1
        actions = draw(
            st.lists(st.integers(0, most), min_size=len(cuts) + 1, max_size=len(cuts) + 1)
        )
        found[turn_key(blind_poker_form(F(0), True, 2), turn)] = ThresholdRule(
            tuple(actions), tuple(cuts)
        )
    return found


def board(told, profile):
    """Return the checker's board of a piece with these strategies."""
    form = blind_poker_form(F(0), True, 2)
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
    proof = read_parametric_continuous(resealed(told | {"pieces": [piece]}))
    return ThresholdCellGame(proof.form, proof.pieces[0])


@pytest.mark.slow
@given(profiles(), CHANCES)
def test_the_checkers_integrals_are_the_payoffs_of_any_strategies(blind, profile, q):
    found = board(blind, profile)
    scale = 2 * found.form.unit * found.form.share**2 * found.piece.below[0] ** 2
    form = blind_poker_form(q, True, 2)
    for seat in (0, 1):
        assert (
            evaluate_at_fraction(found.paid(seat), q) / scale
            == payoff_and_best_response(form, profile, seat).payoff
        )


@pytest.mark.slow
@given(profiles(), CHANCES)
def test_who_can_gain_breaks_an_inequality(blind, profile, q):
    needs = board(blind, profile).needs()
    form = blind_poker_form(q, True, 2)
    gains = [payoff_and_best_response(form, profile, seat).gain for seat in (0, 1)]
    broken = [need.says for need in needs if evaluate_at_fraction(need.polynomial, q) < 0]
    for seat, gain in enumerate(gains):
        if gain > 0:
            assert any(says.startswith(form.seats[seat]) for says in broken)


@given(CHANCES)
def test_nobody_gains_and_nothing_is_broken_at_the_theorems_own_cuts(blind, q):
    theorem = CutTheorem.from_json(blind)
    form = blind_poker_form(q, True, 2)
    told = theorem.thresholds_at(q)
    profile = {}
    for turn in form.turns():
        answer = told[form.seats[turn.seat]][turn.view]
        actions = tuple(turn.actions.index(action) for _, action in answer)
        profile[turn_key(form, turn)] = ThresholdRule(actions, tuple(end for end, _ in answer[:-1]))
    assert all(
        evaluate_at_fraction(need.polynomial, q) >= 0 for need in board(blind, profile).needs()
    )
    assert [payoff_and_best_response(form, profile, seat).gain for seat in (0, 1)] == [0, 0]
