"""Backward induction: three ways of it against each other, and against the theorems."""

import random
from functools import cache

import numpy as np
import pytest
from tests.few import few

from sabot.errors import FormError, NoMethodError
from sabot.games.whist import minimax
from sabot.games.whist.batch import invariants_of_all_deals, iterate_deals
from sabot.games.whist.deal import (
    FIVE_CARD,
    GREEDY_WHIST,
    MISERE,
    VARIANTS_BY_NAME,
    WHIST,
    Deal,
    Position,
    Variant,
    payment_score,
)
from sabot.games.whist.wastlund_values import generalized_greedy_value, order_violation, west_tricks

VARIANTS = [
    Variant(f"{rule}-{thing}", rule, thing)
    for rule in ("relaxed", "greedy")
    for thing in ("most", "fewest", "last", "last-loses")
]


@cache
def plain(position, payments, rule):
    """Every card tried, nothing known: the referee of the referees."""
    options = []
    for card in position.playable(rule):
        if position.led is None:
            after = Position(position.deal, position.lead, card)
            options.append(plain(after, payments, rule))
            continue
        pay = payments[-position.deal.n] if position.winner(card) == "W" else 0
        rest = plain(position.after(card), payments, rule) if position.deal.n > 1 else 0
        options.append(pay + rest)
    return max(options) if position.turn == "W" else min(options)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.name)
def test_tables_and_searches_agree_with_the_bare_rules(variant):
    for n in range(1, 5):
        table, payments = minimax.values_of_all_deals(n, variant), variant.payments(n)
        for letters in iterate_deals(n):
            for lead in "WE":
                position = Position(Deal(letters), lead)
                worth = plain(position, payments, variant.rule)
                assert table[position.deal, lead] == worth
                assert minimax.minimax_value(position, variant) == worth
                for led in position.playable():
                    reply = Position(position.deal, lead, led)
                    worth = plain(reply, payments, variant.rule)
                    assert minimax.minimax_value(reply, variant) == worth
                    assert minimax.minimax_prices(position, variant)[led] == worth


@pytest.mark.parametrize("rule", ["relaxed", "greedy"])
@pytest.mark.parametrize(
    "payments",
    [(3, -1, 4, -1), (0, 5, 0, 2), pytest.param((1000, 10, 1, 100), marks=pytest.mark.slow)],
)
def test_any_payments_are_solved(payments, rule):
    table = minimax.values_for_payments(payments, rule=rule)
    for letters in iterate_deals(4):
        for lead in "WE":
            position = Position(Deal(letters), lead)
            worth = plain(position, payments, rule)
            assert table[position.deal, lead] == worth
            assert minimax.search_score(position, payment_score(payments), rule=rule) == worth


@pytest.mark.parametrize("variant", VARIANTS_BY_NAME.values(), ids=lambda v: v.name)
def test_the_search_agrees_with_the_table_on_larger_deals(variant):
    table = minimax.values_of_all_deals(8, variant)
    for seed in range(40):
        deal = Deal.random(8, seed=seed)
        for lead in "WE":
            assert minimax.minimax_value(Position(deal, lead), variant) == table[deal, lead]


@pytest.mark.slow
@pytest.mark.parametrize("n", few(1, [18, 14]))
def test_the_search_agrees_with_the_theorems_on_large_deals(n):
    for seed in range(6):
        deal = Deal.random(n, seed=seed)
        for variant in (WHIST, GREEDY_WHIST):
            found = minimax.minimax_value(Position(deal, "W"), variant)
            assert found == west_tricks(deal, "W", game=variant.name)


def assert_theorems_hold(n):
    theorem = invariants_of_all_deals(n)
    for variant in (WHIST, GREEDY_WHIST):
        table = minimax.values_of_all_deals(n, variant)
        assert (table.west_lead == theorem.tricks("W", game=variant.name)).all()
        assert (table.east_lead == theorem.tricks("E", game=variant.name)).all()
    table = minimax.values_of_all_deals(n, FIVE_CARD)
    assert (table.west_lead == theorem.last_trick("W")).all()
    assert (table.east_lead == theorem.last_trick("E")).all()


@pytest.mark.parametrize("n", few(10, range(1, 12)))
def test_the_theorems_are_minimax_on_every_deal(n):
    assert_theorems_hold(n)


@pytest.mark.slow
@pytest.mark.parametrize("n", [12, 13])
def test_the_theorems_are_minimax_on_every_larger_deal(n):
    assert_theorems_hold(n)


@pytest.mark.slow
def test_any_order_preserving_score_is_worth_its_normal_outcome():
    """Theorem 7.1, with scores that climb at random along the lattice."""
    rng = random.Random(71)
    for n, times in ((3, 5), (4, 4), (5, 1)):
        for _ in range(times):
            late = sorted(rng.randrange(4) for _ in range(n))
            steps = [0]
            for _ in range(sum(late)):
                steps.append(steps[-1] + rng.choice((0, 0, 1)))

            def score(won, late=late, steps=steps):
                return steps[sum(late[trick - 1] for trick in won)]

            assert order_violation(n, score) is None
            for letters in iterate_deals(n):
                for lead in "WE":
                    position = Position(Deal(letters), lead)
                    best = minimax.search_score(position, score, rule="greedy")
                    assert best == generalized_greedy_value(position.deal, lead, score)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.name)
def test_exchanging_the_hands_shares_out_what_is_paid(variant):
    table, total = minimax.values_of_all_deals(7, variant), sum(variant.payments(7))
    assert (table.west_lead + table.east_lead[::-1] == total).all()


def test_fewest_tricks_is_a_game_of_its_own():
    """With the lead, the lowest card goes first; KQ10 against AJ9 must take two tricks."""
    deal = Deal.parse("KQ10/AJ9")
    assert [minimax.minimax_value(Position(deal, lead), MISERE) for lead in "WE"] == [-2, -2]
    assert [west_tricks(deal, lead) for lead in "WE"] == [1, 2]


def test_last_trick_without_the_greedy_rule_belongs_to_the_ace():
    """Section 7, after (14): nobody can be made to play the ace before the last trick."""
    table = minimax.values_of_all_deals(6, Variant("x", "relaxed", "last"))
    for letters in iterate_deals(6):
        for lead in "WE":
            assert table[Deal(letters), lead] == (letters[-1] == "W")


def test_what_is_too_large_is_refused():
    with pytest.raises(NoMethodError, match="GiB"):
        minimax.values_of_all_deals(20)
    with pytest.raises(NoMethodError, match="up to 30 cards"):
        minimax.minimax_value(Position(Deal.random(31, seed=0), "W"))
    with pytest.raises(FormError, match="this table is for 2"):
        minimax.values_of_all_deals(2)[Deal("WE"), "W"]


def test_a_search_that_is_stopped_leaves_nothing_behind(monkeypatch):
    position = Position(Deal.parse("KQ10/AJ9"), "W")
    search = minimax._Search(WHIST.payments(12), "relaxed", 14)
    halt = np.ones(2, np.int64)
    deal, kernel = position.deal, minimax.SEARCH_KERNELS.compiled
    kernel.solve(deal.bits, deal.n, False, False, search.sums, search.store, halt)
    assert not search.store[0].any()
    monkeypatch.setattr(minimax, "_STOPPABLE_FROM", 1)
    monkeypatch.setattr(minimax.SEARCH_KERNELS, "asked", minimax.SEARCH_KERNELS.pays_from)
    assert search.value(position) == 1
