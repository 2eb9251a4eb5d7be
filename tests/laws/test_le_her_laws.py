"""Le Her by two roads: counted in the pack, and walked from the rules."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.oracle import value as oracle_value
from tests.strategies import packs

import sabot
from sabot.forms.sequence import reduced_matrix_form, sequence_form_of_tree
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

replies = st.sampled_from(["fixed", "open"])


def le_her(pack, **options):
    return sabot.load("le-her").rules(ranks=pack[0], suits=pack[1], **options)


def cells(side):
    names = side.names()
    return {cell.key: (cell.actions, names[cell.parent]) for cell in side.cells}


def threshold(side, level, take, give):
    """Return the plan that gives away every rank up to *level*."""
    return side.plan(
        {cell.key: {give if int(cell.key) <= level else take: Fraction(1)} for cell in side.cells}
    )


@given(packs(), replies)
def test_the_direct_form_is_that_of_the_rules(pack, reply):
    game = le_her(pack, reply=reply)
    direct, walked = game.form(), sequence_form_of_tree(game.tree())
    assert direct.named() == walked.named()
    assert direct.seats == walked.seats
    for counted, told in zip(direct.sides, walked.sides, strict=True):
        assert cells(counted) == cells(told)


@given(packs(4))
def test_the_threshold_matrix_is_that_of_the_rules(pack):
    game = le_her(pack, strategies="threshold")
    walked = reduced_matrix_form(sequence_form_of_tree(game.tree()))
    direct = game.form()
    assert (direct.payoffs, direct.denominator) == (walked.payoffs, walked.denominator)
    assert direct.rows == tuple(label.removeprefix("-:") for label in walked.rows)


@given(packs(7, 6))
def test_the_threshold_matrix_is_the_full_game_at_threshold_strategies(pack):
    matrix, full = le_her(pack, strategies="threshold").form(), le_her(pack).form()
    receiver, dealer = full.sides
    for i in range(pack[0] + 1):
        x = threshold(receiver, i, "hold", "exchange")
        for j in range(pack[0] + 1):
            y = threshold(dealer, j, "keep", "draw")
            paid = sum(a * x[s] * y[t] for s, t, a in full.payoffs) / full.denominator
            assert paid == matrix[i, j]


@given(packs())
def test_thresholds_are_as_good_as_any_strategies(pack):
    full = solve_sequence_form_lp(le_her(pack).form()).value
    assert solve_matrix_game(le_her(pack, strategies="threshold").form()).value == full


@given(packs(3))
def test_the_full_game_has_the_value_of_its_strategic_form(pack):
    form = le_her(pack).form()
    matrix = reduced_matrix_form(form)
    assert matrix.shape == (2 ** pack[0], 2 ** pack[0])
    assert solve_sequence_form_lp(form).value == oracle_value(matrix.payoffs) / matrix.denominator


@given(packs(4))
def test_a_free_reply_is_worth_what_the_fixed_one_is_worth(pack):
    fixed, free = (
        solve_sequence_form_lp(le_her(pack, reply=r).form()).value for r in ("fixed", "open")
    )
    assert free == fixed  # he knows both cards: keeping what wins and drawing to what loses is best


@given(packs(4, 3), replies)
def test_every_le_her_is_proved(pack, reply):
    found = sabot.solve(le_her(pack, reply=reply))
    assert sabot.check(found) == found.value
    assert -1 <= found.value <= 1


def test_a_king_refuses_the_exchange():
    # two ranks, one suit: the receiver holds 1, the dealer the king; an exchange changes nothing
    form = sabot.load("le-her(ranks=2, suits=1)").form()
    assert form.named() == {
        ("1:hold", "2:keep"): Fraction(-1, 2),
        ("1:hold", "2:draw"): Fraction(-1, 2),
        ("1:exchange", ""): Fraction(-1, 2),
        ("2:hold", "1:keep"): Fraction(1, 2),
        ("2:hold", "1:draw"): Fraction(1, 2),
        ("2:exchange", ""): Fraction(-1, 2),
    }


def test_more_suits_come_nearer_to_endless_ones():
    endless = sabot.solve("le-her(ranks=13, suits=inf, strategies=threshold)").value
    gaps = [
        abs(sabot.solve(f"le-her(ranks=13, suits={s}, strategies=threshold)").value - endless)
        for s in (4, 40, 400, 4 * 10**6)
    ]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < Fraction(1, 10**6)


@pytest.mark.parametrize("reply", ["fixed", "open"])
def test_simulated_hands_agree_with_the_exact_value(reply):
    game = sabot.load(f"le-her(ranks=4, suits=2, reply={reply})")
    low, high = sabot.simulate(game, hands=3000, seed=11).interval(99)
    assert low < sabot.solve(game).value < high
