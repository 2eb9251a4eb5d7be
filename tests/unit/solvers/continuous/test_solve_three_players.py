"""Betting of one's own for three players: cuts that balance, or intervals with a bound."""

import random
from fractions import Fraction

import numpy as np
import pytest

import sabot
from sabot import certify
from sabot.forms.continuous.betting_game import FoldNode, TurnNode, region_probability, turn_key
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.game_rules.capabilities import continuous_types
from sabot.solvers.continuous.initial_guess import guess_mixtures

SEATS = ("a", "b", "c")
CELLS = 400


def bets(table, bettors):
    """Play one hand: so many may bet 2, in turn; then all others fold or call."""
    order, paid = list(table.seats), dict.fromkeys(table.seats, 1)
    for seat in order:
        table.hand(seat)
    for place, me in enumerate(order[:bettors]):
        if table.ask(me, ("check", "bet")) == "bet":
            paid[me] = 3
            left = [me]
            for other in (*order[place + 1 :], *order[:place]):
                if table.ask(other, ("fold", "call")) == "call":
                    paid[other] = 3
                    left.append(other)
            return table.showdown(paid, among=left)
    return table.showdown(paid, among=order)


def random_bets(table, seed):
    """Play one hand with a random ante, perhaps a blind, one or two who may bet, and a size."""
    chance = random.Random(seed)
    order = list(table.seats)
    ante = Fraction(chance.randint(1, 3))
    paid = dict.fromkeys(order, ante)
    bettors, size = chance.randint(1, 2), Fraction(chance.randint(1, 8), chance.randint(1, 3))
    if chance.random() < 0.3:
        paid[order[-1]] = ante + Fraction(chance.randint(1, 2), 2)
    for seat in order:
        table.hand(seat)
    for place, me in enumerate(order[:bettors]):
        if table.ask(me, ("check", "bet")) == "bet":
            top = max(paid.values()) + size
            paid[me], left = top, [me]
            for other in (*order[place + 1 :], *order[:place]):
                if table.ask(other, ("fold", "call")) == "call":
                    paid[other] = top
                    left.append(other)
            return table.showdown(paid, among=left)
    return table.showdown(paid, among=order)


def random_game(seed):
    return sabot.rules(name="random", seats=SEATS)(lambda table: random_bets(table, seed))()


def game(bettors):
    return sabot.rules(name="three-bet", seats=SEATS)(lambda table: bets(table, bettors))()


def grid_best_response(found, seat):
    """Return about the best payoff of a seat, hand by hand on a grid, by a plain recursion."""
    form, edges = found.form, np.arange(CELLS + 1) / CELLS

    def share(turn, action):
        taken = np.zeros(CELLS)
        for low, high, part in found.profile[turn_key(form, turn)].held(action):
            taken += np.diff(np.clip(edges, float(low), float(high))) * CELLS * float(part)
        return taken

    def best(node, come):
        others = [k for k in range(len(SEATS)) if k != seat]
        if isinstance(node, FoldNode):
            return np.full(CELLS, float(node.payoffs[seat])) * np.prod(
                [come[k].mean() for k in others]
            )
        if not isinstance(node, TurnNode):
            worth = np.full(CELLS, -float(node.paid[seat]))
            worth *= np.prod([come[k].mean() for k in others])
            if seat not in node.contenders:
                return worth
            wins = np.full(CELLS, float(node.pot))
            for k in others:
                below = (np.cumsum(come[k]) - come[k] / 2) / CELLS
                wins *= below if k in node.contenders else come[k].mean()
            return worth + wins
        if node.seat == seat:
            return np.max([best(after, come) for after in node.after], axis=0)
        return sum(
            best(after, {**come, node.seat: come[node.seat] * share(node, k)})
            for k, after in enumerate(node.after)
        )

    return float(best(form.root, dict.fromkeys(range(3), np.ones(CELLS))).mean())


@pytest.mark.slow
@pytest.mark.parametrize("bettors", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_nobody_gains_more_than_the_bound_on_a_grid_either(bettors):
    found = sabot.solve(game(bettors))
    sabot.check(found)
    if bettors == 1:
        assert found.bound < Fraction(1, 10**20)
    assert found.bound < Fraction(1, 20)
    for number, seat in enumerate(SEATS):
        gain = grid_best_response(found, number) - float(found.payoffs[seat])
        assert -0.002 < gain < float(found.gains[seat]) + 0.002


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_of_random_bettings_no_gain_on_a_grid_is_above_the_bound(seed):
    found = sabot.solve(random_game(seed))
    for number, seat in enumerate(SEATS):
        gain = grid_best_response(found, number) - float(found.payoffs[seat])
        assert -0.002 < gain < float(found.gains[seat]) + 0.002


@pytest.mark.slow
def test_the_best_response_gives_the_next_shape():
    """With the guessed shape, bets of the worst and the best hands, player a gains 0.007."""
    found = sabot.solve(random_game(2))
    assert found.bound <= Fraction(1, 10**26)
    assert found.profile["a: -"].actions == (1, 0, 1, 0, 1)


@pytest.mark.slow
def test_intervals_that_are_near_are_not_called_an_equilibrium():
    found = sabot.solve(game(3))
    assert found.bound > Fraction(1, 1000)
    assert "An equilibrium" not in str(found)
    assert "One equilibrium of many" not in str(found)


def bids(table):
    """Play one hand: all bid 1 or 3 at the same time; only the high bids are compared."""
    for seat in table.seats:
        table.hand(seat)
    said = table.declare(dict.fromkeys(table.seats, ("low", "high")))
    paid = {seat: 3 if bid == "high" else 1 for seat, bid in said.items()}
    among = [seat for seat, bid in said.items() if bid == "high"]
    return table.showdown(paid, among=among or list(table.seats))


def test_bids_at_the_same_time_are_mixed_alike_on_a_grid():
    hint = continuous_types(sabot.rules(name="bids", seats=SEATS)(bids)())
    assert hint is not None
    form = hint.form
    found = guess_mixtures(form, hands=20, rounds=300)
    for seat, name in enumerate(SEATS):
        assert payoff_and_best_response(form, found, seat).gain < Fraction(1, 20)
        best = found[f"{name}: -"].mix_at(Fraction(99, 100))
        assert dict(best)[1] > Fraction(9, 10)


@pytest.mark.slow
def test_bids_of_three_at_the_same_time_have_a_proved_bound():
    found = sabot.solve(sabot.rules(name="bids", seats=SEATS)(bids)())
    assert 0 < max(found.gains.values()) < Fraction(1, 500)
    assert all(-1e-3 < float(pay) < 1e-3 for pay in found.payoffs.values())
    assert certify.check(found.to_json())
    for turn in found.form.turns():  # by hand: 5 l^2 - 3 = -1 of the hands l that bid low
        low = region_probability(found.answer(turn).held(0))
        assert abs(5 * low**2 - 2) < Fraction(1, 20)
