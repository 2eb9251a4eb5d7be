"""Exact thresholds of betting between two players, against an independent grid."""

import random
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from tests.few import few

from sabot.forms.continuous.betting_game import (
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    ShowdownNode,
    TurnNode,
    betting_history_key,
    turn_key,
)
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.game_rules.continuous import BettingTreeBuilder
from sabot.solvers.continuous.solve import find_equilibrium
from sabot.solvers.continuous.zero_sum import threshold_candidates

GRID = 6400
"""Cells; where two cuts lie in one cell the grid is wrong by about the stakes over so many."""


def grid_best_response(form, profile, seat):
    """Return about the best payoff of a seat, hand by hand on a grid, by a plain recursion."""
    edges = np.arange(GRID + 1) / GRID

    def share(turn, action):
        """Return which part of each cell takes an action."""
        taken = np.zeros(GRID)
        for low, high, _ in profile[turn_key(form, turn)].held(action):
            taken += np.diff(np.clip(edges, float(low), float(high))) * GRID
        return taken

    def best(node, rival):
        if isinstance(node, FoldNode):
            return np.full(GRID, float(node.payoffs[seat]) * rival.mean())
        if not isinstance(node, TurnNode):
            below = (np.cumsum(rival) - rival / 2) / GRID
            return float(node.pot) * below - float(node.paid[seat]) * rival.mean()
        if node.seat == seat:
            return np.max([best(after, rival) for after in node.after], axis=0)
        return sum(best(after, rival * share(node, k)) for k, after in enumerate(node.after))

    return best(form.root, np.ones(GRID)).mean()


def several_sizes(table, sizes, raises, grows=3):
    one, two = table.seats
    paid = {one: Fraction(1), two: Fraction(1)}

    def facing(me, other, left):
        said = table.ask(me, ("fold", "call", "raise")[: 2 + bool(left)])
        if said == "fold":
            return table.pay({me: -paid[me], other: paid[me]})
        paid[me] = paid[other]
        if said == "call":
            return table.showdown(paid, [me, other])
        paid[me] *= grows
        return facing(other, me, left - 1)

    names = ("check", *(f"bet {size}" for size in sizes))
    for me, other in ((one, two), (two, one)):
        said = table.ask(me, names)
        if said != "check":
            paid[me] += Fraction(said[4:])
            return facing(other, me, raises)
    return table.showdown(paid, [one, two])


def form_of(*rules):
    return BettingTreeBuilder(("1", "2")).form(lambda table: several_sizes(table, *rules))


def first_exact(form):
    profile = next(threshold_candidates(form))
    worths = [payoff_and_best_response(form, profile, seat) for seat in (0, 1)]
    assert not any(one.gain for one in worths)
    return profile, worths


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        (((2,), 0), Fraction(-1, 12)),
        (((2,), 1), Fraction(-2, 25)),
        (((1, 2), 0), Fraction(-5, 96)),
        (((1, 2), 1), Fraction(-928, 13125)),
        pytest.param(((1, 2, 3), 2), Fraction(-102445411, 1427938344), marks=pytest.mark.slow),
    ],
    ids=["one bet", "one bet, one raise", "two sizes", "two sizes, one raise", "three and two"],
)
def test_nobody_gains_on_a_grid_either(rules, value):
    form = form_of(*rules)
    profile, worths = first_exact(form)
    assert worths[0].payoff == value == -worths[1].payoff
    # a grid errs by about the largest stake per hand: 36 with three sizes and two raises
    near = max(0.001, float(max(map(abs, form.numbers()))) / GRID)
    for seat in (0, 1):
        assert abs(grid_best_response(form, profile, seat) - float(worths[seat].payoff)) < near


def random_betting(seed, seats=("1", "2"), raises=2, sizes=2):
    """Return a random betting: antes, checks, bets and raises of random sizes, turn by turn."""
    chance = random.Random(seed)

    def turn(me, said, paid, left):
        other = 1 - me
        actions, after = [], []
        if paid[me] < paid[other]:
            pays = [paid[me], paid[me]]
            pays[me] = -paid[me]
            actions += ["fold", "call"]
            after += [FoldNode(tuple(pays)), ShowdownNode((0, 1), (paid[other],) * 2)]
        elif not any(seat == seats[me] for seat, _ in said):
            actions.append("check")
            checked = [*said, (seats[me], "check")]
            last = any(seat == seats[other] for seat, _ in said)
            after.append(ShowdownNode((0, 1), paid) if last else turn(other, checked, paid, left))
        for _ in range(chance.randint(1, sizes) if left else 0):
            amount = paid[other] + Fraction(chance.randint(1, 8), chance.randint(1, 3))
            if (name := f"to {amount}") not in actions:
                actions.append(name)
                there = (amount, paid[1]) if me == 0 else (paid[0], amount)
                after.append(turn(other, [*said, (seats[me], name)], there, left - 1))
        return TurnNode(me, betting_history_key(said), tuple(actions), tuple(after))

    one = Fraction(chance.randint(1, 3))
    ante = (one, one if chance.random() < 0.6 else Fraction(chance.randint(1, 3)))
    return ContinuousBettingForm(seats, turn(0, [], ante, chance.randint(1, raises)))


def grid_difference(form):
    """Return how far best replies on the grid are from the exact payoffs of an equilibrium."""
    profile = next(threshold_candidates(form))
    worths = [payoff_and_best_response(form, profile, seat) for seat in (0, 1)]
    assert not any(one.gain for one in worths)
    return max(
        abs(grid_best_response(form, profile, seat) - float(worths[seat].payoff)) for seat in (0, 1)
    )


# with the twenty of test_solve_three_players.py these are 500 random trees
# in 17 a bet is used by the best hands only: an interval that is narrower than the first cells
@pytest.mark.parametrize(
    "seed", few(5, (0, 1, 2, 3, 17, *(seed for seed in range(4, 480) if seed != 17)))
)
def test_random_bettings_are_solved_exactly(seed):
    assert grid_difference(random_betting(seed)) < 0.005


def test_an_unknown_shape_is_looked_for():
    form = form_of((2,), 0)
    assert find_equilibrium(EquilibriumHint(form)).worths[0].payoff == Fraction(-1, 12)


def test_every_candidate_is_made_of_thresholds():
    form = form_of((1,), 1)
    for profile in islice(threshold_candidates(form), 1):
        assert set(profile) == {turn_key(form, turn) for turn in form.turns()}
