"""Compiled loops of counterfactual regret minimisation.

One player is a :class:`TreeplexArrays` (its information sets and its rows of payoffs, fixed) and a
:class:`CfrState` (what it has learnt, changed in place). Sequences are numbered infoset by infoset,
parents before children, so a pass over the tree is one loop over contiguous arrays. Indices are
unsigned, which spares the machine a test for negative ones at every step. No fast-math: every
machine computes the same numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.uint32]

PREDICTION_WEIGHT = 0.25
"""The share of the last regret that is expected to come again (0 is CFR+, 1 is PCFR+)."""
LEAST_REGRET_SUM = 1e-290
"""Regrets that add up to less than this say nothing: the infoset then mixes evenly."""


class TreeplexArrays(NamedTuple):
    """A side's tree and payoffs; the actions of infoset c are ``first[c]`` to ``first[c + 1]``."""

    parent: Indices
    first: Indices
    starts: Indices
    columns: Indices
    payoffs: Floats


class CfrState(NamedTuple):
    """What a side has learnt: a number for each sequence in each array."""

    mix: Floats
    regret: Floats
    plan: Floats
    total: Floats
    worth: Floats


def advance(
    one: TreeplexArrays, mine: CfrState, two: TreeplexArrays, yours: CfrState, done: int, count: int
) -> None:
    """Let both sides learn *count* times, one after the other, after *done* times before.

    Discounted predictive CFR+: old regrets are multiplied by t^2 / (t^2 + 1), and the average
    strategy weighs iteration t by t^3.
    """
    for t in range(done + 1, done + count + 1):
        now, then = float(t) ** 2, float(t + 1) ** 2
        old, new = now / (now + 1.0), then / (then + 1.0)
        _update_regrets(one, mine, yours.plan, old, new)
        _update_plan(one, mine, now * t)
        _update_regrets(two, yours, mine.plan, old, new)
        _update_plan(two, yours, now * t)


def _update_regrets(
    side: TreeplexArrays, memory: CfrState, against: Floats, old: float, new: float
) -> None:
    """Add the regrets against the opponent's plan, children first, and update every mix."""
    parent, first, starts = side.parent, side.first, side.starts
    columns, payoffs = side.columns, side.payoffs
    mix, regret, worth = memory.mix, memory.regret, memory.worth
    for cell in range(len(parent) - 1, -1, -1):
        value = 0.0
        for s in range(first[cell], first[cell + 1]):
            gain = worth[s]
            for k in range(starts[s], starts[s + 1]):
                gain += payoffs[k] * against[columns[k]]
            worth[s] = gain
            value += mix[s] * gain
        worth[parent[cell]] += value
        total = 0.0
        for s in range(first[cell], first[cell + 1]):
            fresh = worth[s] - value
            worth[s] = 0.0
            regret[s] = max(regret[s] * old + fresh, 0.0)
            mix[s] = max(regret[s] * new + PREDICTION_WEIGHT * fresh, 0.0)
            total += mix[s]
        if total > LEAST_REGRET_SUM:
            share = 1.0 / total
            for s in range(first[cell], first[cell + 1]):
                mix[s] *= share
        else:
            share = 1.0 / (first[cell + 1] - first[cell])
            for s in range(first[cell], first[cell + 1]):
                mix[s] = share
    worth[0] = 0.0


def _update_plan(side: TreeplexArrays, memory: CfrState, weight: float) -> None:
    """Multiply the mixes along the tree into the plan, and add it to the total."""
    parent, first = side.parent, side.first
    mix, plan, total = memory.mix, memory.plan, memory.total
    for cell in range(len(parent)):
        arrives = plan[parent[cell]]
        for s in range(first[cell], first[cell + 1]):
            chance = arrives * mix[s]
            plan[s] = chance
            total[s] += weight * chance


def average(side: TreeplexArrays, memory: CfrState) -> Floats:
    """Return the mixes of the average plan; where it never comes, the present ones."""
    first, total = side.first, memory.total
    found = memory.mix.copy()
    for cell in range(len(side.parent)):
        comes = 0.0
        for s in range(first[cell], first[cell + 1]):
            comes += total[s]
        if comes > LEAST_REGRET_SUM:
            for s in range(first[cell], first[cell + 1]):
                found[s] = total[s] / comes
    return found


def realization_plan(side: TreeplexArrays, mix: Floats) -> Floats:
    """Return the probability of every sequence under *mix*."""
    plan = np.ones(len(mix))
    for cell in range(len(side.parent)):
        for s in range(side.first[cell], side.first[cell + 1]):
            plan[s] = plan[side.parent[cell]] * mix[s]
    return plan


def reply(side: TreeplexArrays, against: Floats) -> float:
    """Return what the side's best response to the opponent's plan earns it."""
    parent, first, starts = side.parent, side.first, side.starts
    worth = np.zeros(len(starts) - 1)
    for s in range(len(worth)):
        for k in range(starts[s], starts[s + 1]):
            worth[s] += side.payoffs[k] * against[side.columns[k]]
    for cell in range(len(parent) - 1, -1, -1):
        best = worth[first[cell]]
        for s in range(first[cell] + 1, first[cell + 1]):
            best = max(best, worth[s])
        worth[parent[cell]] += best
    return float(worth[0])
