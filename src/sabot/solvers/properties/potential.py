"""Potentials of a finite game: exact, weighted, ordinal, generalized ordinal, or a refutation.

An exact potential exists if and only if the gains around every cycle of four deviations by two
players sum to 0 (Monderer and Shapley 1996, theorem 2.8). With weights the same holds of payoffs
divided by them. An ordinal potential exists if and only if no cycle of deviations, none of which
loses, has one that gains (Voorneveld and Norde 1997); a generalized one if and only if no cycle has
deviations that all gain (Monderer and Shapley 1996, lemma 2.5).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np

from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.properties import (
    FourCycle,
    ImprovementCycle,
    Potential,
    PotentialKind,
)
from sabot.solvers.lp.program import IntArray


def find_potential(tables: Sequence[IntArray], denominator: int) -> Potential:
    """Return the strongest potential of a game, and why it has no stronger one."""
    report_progress("looking for a potential")
    tables = [table.astype(object) for table in tables]
    refuted_exact = _nonzero_four_cycle(tables)
    if refuted_exact is None:
        values = _integrate(tables, [Fraction(1)] * len(tables), denominator)
        return Potential("exact", values)
    weights = _find_weights(tables)
    if not isinstance(weights, _Contradiction):
        values = _integrate(tables, weights, denominator)
        return Potential("weighted", values, tuple(weights), four_cycles=(refuted_exact,))
    graph = _DeviationGraph(tables)
    levels = graph.levels(weak=True)
    if isinstance(levels, list):
        return Potential("ordinal", _fractions(levels), four_cycles=weights.cycles)
    weak_cycle = levels
    levels = graph.levels(weak=False)
    if isinstance(levels, list):
        kind: PotentialKind = "generalized ordinal"
        return Potential(kind, _fractions(levels), cycle=weak_cycle)
    return Potential("none", None, cycle=levels)


def _fractions(levels: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, levels))


# ---------------------------------------------------------------------- exact and weighted


def _interaction(table: IntArray, i: int, j: int) -> IntArray:
    """Return by profile what a payoff changes around the four-cycle with both first strategies."""
    base = table - table.take([0], axis=i)
    found: IntArray = base - base.take([0], axis=j)
    return found


def _four_cycle(spot: Sequence[int], i: int, j: int) -> FourCycle:
    """Return the cycle between a profile and that with two players at their first strategy."""
    start = list(spot)
    start[i] = start[j] = 0
    return FourCycle(tuple(start), i, spot[i], j, spot[j])


def _nonzero_spots(array: IntArray) -> Iterator[tuple[int, ...]]:
    for place in np.flatnonzero(array.ravel()).tolist():
        yield tuple(map(int, np.unravel_index(place, array.shape)))


def _nonzero_four_cycle(tables: Sequence[IntArray]) -> FourCycle | None:
    for i, j in combinations(range(len(tables)), 2):
        raise_if_cancelled()
        spot = next(_nonzero_spots(_interaction(tables[i] - tables[j], i, j)), None)
        if spot is not None:
            return _four_cycle(spot, i, j)
    return None


@dataclass(frozen=True)
class _Contradiction:
    """Four-cycles that no positive weights of the players satisfy together."""

    cycles: tuple[FourCycle, ...]


@dataclass(frozen=True)
class _Ratio:
    """The ratio of the weights of two players, and the cycle that fixes it."""

    factor: Fraction
    cycle: FourCycle


def _find_weights(tables: Sequence[IntArray]) -> list[Fraction] | _Contradiction:
    """Return weights with which there is a potential: the first of linked players has weight 1."""
    ratios: dict[tuple[int, int], _Ratio] = {}
    for i, j in combinations(range(len(tables)), 2):
        raise_if_cancelled()
        one, two = _interaction(tables[i], i, j), _interaction(tables[j], i, j)
        found = _pair_ratio(one, two, i, j)
        if isinstance(found, _Contradiction):
            return found
        if found is not None:
            back = FourCycle(
                found.cycle.profile,
                j,
                found.cycle.second_plays,
                i,
                found.cycle.first_plays,
            )
            ratios[i, j], ratios[j, i] = found, _Ratio(1 / found.factor, back)
    return _weights_of_ratios(len(tables), ratios)


def _pair_ratio(one: IntArray, two: IntArray, i: int, j: int) -> _Ratio | _Contradiction | None:
    known: _Ratio | None = None
    for spot in _nonzero_spots((one != 0) | (two != 0)):
        a, b = int(one[spot]), int(two[spot])
        cycle = _four_cycle(spot, i, j)
        if a * b <= 0:
            return _Contradiction((cycle,))
        if known is None:
            known = _Ratio(Fraction(a, b), cycle)
        elif known.factor != Fraction(a, b):
            back = FourCycle(cycle.profile, j, cycle.second_plays, i, cycle.first_plays)
            return _Contradiction((known.cycle, back))
    return known


def _weights_of_ratios(
    count: int, ratios: dict[tuple[int, int], _Ratio]
) -> list[Fraction] | _Contradiction:
    weights: list[Fraction | None] = [None] * count
    came: dict[int, int] = {}
    for root in range(count):
        if weights[root] is not None:
            continue
        weights[root] = Fraction(1)
        queue = deque([root])
        while queue:
            i = queue.popleft()
            mine = weights[i]
            assert mine is not None
            for j in range(count):
                if (i, j) not in ratios:
                    continue
                due = mine / ratios[i, j].factor
                if weights[j] is None:
                    weights[j], came[j] = due, i
                    queue.append(j)
                elif weights[j] != due:
                    there, back = _path(came, i), _path(came, j)
                    steps = pairwise([*there, *reversed(back)])
                    return _Contradiction(tuple(ratios[step].cycle for step in steps))
    return [weight or Fraction(1) for weight in weights]


def _path(came: dict[int, int], to: int) -> list[int]:
    found = [to]
    while found[-1] in came:
        found.append(came[found[-1]])
    return found[::-1]


def _integrate(
    tables: Sequence[IntArray], weights: Sequence[Fraction], denominator: int
) -> tuple[Fraction, ...]:
    """Return the potential that is 0 at the first profile, by profile."""
    common = math.lcm(*(weight.numerator for weight in weights))
    sizes = tables[0].shape
    total: IntArray = np.zeros(sizes, dtype=object)
    for i, (table, weight) in enumerate(zip(tables, weights, strict=True)):
        scale = common // weight.numerator * weight.denominator
        part = table
        for axis in range(i + 1, len(sizes)):
            part = part.take([0], axis=axis)
        total = total + scale * (part - part.take([0], axis=i))
    below = common * denominator
    return tuple(Fraction(int(amount), below) for amount in total.ravel())


# ---------------------------------------------------------------------- ordinal


class _DeviationGraph:
    """Profiles, and deviations of one player from each to the next better ones.

    Profiles that differ in one player's strategy and pay it the same are linked both ways; the
    profiles with the next larger payoff are reached from all of them, through one node for the
    step. So there are a few edges per profile and player.
    """

    def __init__(self, tables: Sequence[IntArray]) -> None:
        self.sizes = tables[0].shape
        self.count = math.prod(self.sizes)
        self.lines: list[list[list[int]]] = []
        """Of each line of profiles (one player deviates) groups with the same payoff, from worst"""
        places = np.arange(self.count).reshape(self.sizes)
        for axis, table in enumerate(tables):
            paid = np.moveaxis(table, axis, -1).reshape(-1, self.sizes[axis]).tolist()
            spots = np.moveaxis(places, axis, -1).reshape(-1, self.sizes[axis]).tolist()
            for amounts, line in zip(paid, spots, strict=True):
                groups: dict[int, list[int]] = {}
                for amount, place in sorted(zip(amounts, line, strict=True)):
                    groups.setdefault(amount, []).append(place)
                self.lines.append(list(groups.values()))

    def levels(self, *, weak: bool) -> list[int] | ImprovementCycle:
        """Return levels of the profiles that a deviation raises if it gains, else a cycle.

        *weak*: a deviation that neither gains nor loses keeps the level.
        """
        ahead = self._edges(weak)
        component = _strong_components(len(ahead), ahead)
        cycle = self._gaining_cycle(ahead, component)
        if cycle is not None:
            return cycle
        return self._heights(ahead, component)

    def _edges(self, weak: bool) -> list[list[int]]:
        """Return the edges; nodes after the profiles are the steps between groups."""
        ahead: list[list[int]] = [[] for _ in range(self.count)]
        for groups in self.lines:
            raise_if_cancelled()
            step = -1
            for group in groups:
                if step >= 0:
                    ahead[step] += group
                if weak:
                    for here, there in zip(group, group[1:] + group[:1], strict=True):
                        if here != there:
                            ahead[here].append(there)
                if group is not groups[-1]:
                    ahead.append([])
                    if step >= 0:
                        ahead[step].append(len(ahead) - 1)
                    step = len(ahead) - 1
                    for here in group:
                        ahead[here].append(step)
        return ahead

    def _gaining_cycle(
        self, ahead: list[list[int]], component: list[int]
    ) -> ImprovementCycle | None:
        """Return a cycle with a gain: a step is between two profiles of one component."""
        for step in range(self.count, len(ahead)):
            for there in ahead[step]:
                if there < self.count and component[there] == component[step]:
                    nodes = _shortest_path(ahead, component, there, step)
                    return self._as_profiles(nodes)
        return None

    def _as_profiles(self, nodes: list[int]) -> ImprovementCycle:
        return tuple(
            tuple(map(int, np.unravel_index(node, self.sizes)))
            for node in nodes
            if node < self.count
        )

    def _heights(self, ahead: list[list[int]], component: list[int]) -> list[int]:
        """Return for each profile the greatest number of gains on a way to it.

        Components are numbered so that edges lead to smaller numbers.
        """
        height = [0] * (max(component) + 1)
        order = sorted(range(len(ahead)), key=lambda node: -component[node])
        for node in order:
            mine = height[component[node]]
            for there in ahead[node]:
                if component[there] != component[node]:
                    gained = 1 if there < self.count <= node else 0
                    height[component[there]] = max(height[component[there]], mine + gained)
        return [height[component[place]] for place in range(self.count)]


def _strong_components(count: int, ahead: list[list[int]]) -> list[int]:
    """Return the number of each node's strongly connected component (Tarjan, without recursion)."""
    found = [-1] * count
    index, low = [0] * count, [0] * count
    stack: list[int] = []
    on_stack = bytearray(count)
    clock = components = 0
    for root in range(count):
        if index[root]:
            continue
        work = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                clock += 1
                index[node] = low[node] = clock
                stack.append(node)
                on_stack[node] = 1
            descended = False
            while at < len(ahead[node]):
                there = ahead[node][at]
                at += 1
                if not index[there]:
                    work += [(node, at), (there, 0)]
                    descended = True
                    break
                if on_stack[there]:
                    low[node] = min(low[node], index[there])
            if descended:
                continue
            if low[node] == index[node]:
                while True:
                    top = stack.pop()
                    on_stack[top] = 0
                    found[top] = components
                    if top == node:
                        break
                components += 1
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[node])
    return found


def _shortest_path(ahead: list[list[int]], component: list[int], start: int, end: int) -> list[int]:
    came = {start: start}
    queue = deque([start])
    while end not in came:
        node = queue.popleft()
        for there in ahead[node]:
            if there not in came and component[there] == component[start]:
                came[there] = node
                queue.append(there)
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]
