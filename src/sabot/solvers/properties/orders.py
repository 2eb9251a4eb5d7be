"""Structure that depends on how strategies are listed: supermodular and symmetric games.

A game is supermodular in an order of each player's strategies if what a player gains by a step up
does not fall when another player steps up (increasing differences: Topkis 1979, Milgrom and Roberts
1990). A game is symmetric if, after a relabelling of the strategies, every exchange of two players
leaves it the same (von Neumann and Morgenstern 1944). Both are tried as listed, then in all orders
if these are few.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import numpy as np

from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.correlated import PureProfile
from sabot.results.properties import (
    Orders,
    StepWitness,
    Supermodularity,
    SwapWitness,
    Symmetry,
)
from sabot.solvers.lp.program import IntArray

MOST_ORDER_WORK = 4_000_000
"""Of trying all orders: orders times profiles, times players squared: some seconds."""
MOST_REVERSALS = 6
"""Players up to whom the listed orders are tried with some of them reversed."""


def find_supermodularity(
    tables: Sequence[IntArray], pure: Sequence[PureProfile]
) -> Supermodularity:
    """Return orders in which a game is supermodular, with the extreme equilibria; else why not."""
    report_progress("looking for orders of the strategies")
    sizes = tables[0].shape
    listed: Orders = tuple(tuple(range(size)) for size in sizes)
    witness = _falling_step(tables)
    if witness is None:
        return Supermodularity("as listed", listed, *_extremes(listed, pure))
    count = math.prod(map(math.factorial, sizes))
    exhaustive = count * math.prod(sizes) * len(sizes) ** 2 <= MOST_ORDER_WORK
    if exhaustive:
        tried: Iterator[Orders] = product(*(permutations(range(size)) for size in sizes))
    elif len(sizes) <= MOST_REVERSALS:
        tried = product(*((own, own[::-1]) for own in listed))
    else:
        tried = iter(())
    for orders in tried:
        raise_if_cancelled()
        if _falling_step([table[np.ix_(*orders)] for table in tables]) is None:
            return Supermodularity("reordered", orders, *_extremes(orders, pure), witness)
    return Supermodularity("no" if exhaustive else None, witness=witness)


def _falling_step(tables: Sequence[IntArray]) -> StepWitness | None:
    """Return a step of a player that gains less after a step of another; None without one."""
    for i, table in enumerate(tables):
        steps = np.diff(table, axis=i)
        for j in range(len(tables)):
            if j != i:
                falls = np.argwhere(np.diff(steps, axis=j) < 0)
                if len(falls):
                    return StepWitness(tuple(map(int, falls[0])), i, j)
    return None


def _extremes(
    orders: Orders, pure: Sequence[PureProfile]
) -> tuple[PureProfile | None, PureProfile | None]:
    """Return the least and the greatest equilibrium: of each player the extreme strategies."""
    ranks = [{strategy: rank for rank, strategy in enumerate(own)} for own in orders]

    placed = [[rank[k] for rank, k in zip(ranks, one, strict=True)] for one in pure]
    ends = []
    for choose in (min, max):
        at = [choose(column) for column in zip(*placed, strict=True)]
        ends.append(tuple(own[rank] for own, rank in zip(orders, at, strict=True)))
    assert all(end in pure for end in ends)  # Topkis: they are equilibria
    return ends[0], ends[1]


def find_symmetry(tables: Sequence[IntArray]) -> Symmetry:
    """Return a relabelling in which every exchange of two players leaves a game the same."""
    report_progress("looking for symmetry")
    sizes = tables[0].shape
    if len(set(sizes)) > 1:
        return Symmetry("no")
    listed: Orders = tuple(tuple(range(size)) for size in sizes)
    witness = _uneven_swap(tables)
    if witness is None:
        return Symmetry("as listed", listed)
    ways = math.factorial(sizes[0]) ** (len(sizes) - 1)
    if ways * math.prod(sizes) * len(sizes) ** 2 > MOST_ORDER_WORK:
        return Symmetry(None, witness=witness)
    rest = product(*(permutations(range(size)) for size in sizes[1:]))
    for others in rest:
        raise_if_cancelled()
        orders = (listed[0], *others)
        if _uneven_swap([table[np.ix_(*orders)] for table in tables]) is None:
            return Symmetry("relabelled", orders, witness)
    return Symmetry("no", witness=witness)


def _uneven_swap(tables: Sequence[IntArray]) -> SwapWitness | None:
    """Return a profile at which the exchange of two neighbours changes a payoff."""
    for i in range(len(tables) - 1):
        partner = {i: i + 1, i + 1: i}
        for k, table in enumerate(tables):
            swapped = np.swapaxes(tables[partner.get(k, k)], i, i + 1)
            uneven = np.argwhere(table != swapped)
            if len(uneven):
                return SwapWitness(tuple(map(int, uneven[0])), i, k)
    return None
