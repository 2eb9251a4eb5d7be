"""Properties of a finite game in strategic form, each with the evidence that proves it.

Potentials by cycles of deviations, orders and relabellings by trying them, degeneracy and symmetric
equilibria by the vertices of best-response polyhedra, iterated dominance by matrix games. The work
is bounded before it begins.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from typing import TYPE_CHECKING

import numpy as np

from sabot.errors import NoMethodError
from sabot.exact import format_fraction
from sabot.forms.sequence import MatrixForm, count_pure_strategies, count_text
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.progress import raise_if_cancelled, report_progress
from sabot.results.correlated import PureProfile
from sabot.results.properties import (
    DegenerateMix,
    DominantStrategy,
    Elimination,
    FourCycle,
    GameProperties,
    ImprovementCycle,
    Mixture,
    Potential,
    PotentialKind,
    StepWitness,
    Supermodularity,
    SymmetricEquilibria,
)
from sabot.results.symmetry import Orders, SwapWitness, Symmetry
from sabot.solvers.correlated import NormalForm, normal_form, smaller_game_words
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer.support_enumeration import nplayer_form_to_json
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game

if TYPE_CHECKING:
    from sabot.solvers.nplayer_nash.degeneracy import Degeneracy

# ---------------------------------------------------------------------- potentials
#
# An exact potential exists if and only if the gains around every cycle of four deviations by two
# players sum to 0 (Monderer and Shapley 1996, theorem 2.8). With weights the same holds of
# payoffs divided by them. An ordinal potential exists if and only if no cycle of deviations, none
# of which loses, has one that gains (Voorneveld and Norde 1997); a generalized one if and only if
# no cycle has deviations that all gain (Monderer and Shapley 1996, lemma 2.5).


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


# ---------------------------------------------------------------------- orders and relabellings
#
# A game is supermodular in an order of each player's strategies if what a player gains by a step
# up does not fall when another player steps up (increasing differences: Topkis 1979, Milgrom and
# Roberts 1990). A game is symmetric if, after a relabelling of the strategies, every exchange of
# two players leaves it the same (von Neumann and Morgenstern 1944). Both are tried as listed,
# then in all orders if these are few.

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


# -------------------------------------------------- degeneracy and symmetric equilibria
#
# A mixed strategy x of one player and the best payoff v of the other against it are a point of
# the polyhedron ``x >= 0``, ``v >= B x``. A point has a label for each strategy that x does not
# use, and one for each best response. A game is nondegenerate if no mixed strategy has more pure
# best responses than it mixes strategies (von Stengel 2007). That is: no vertex
# of the two polyhedra has more labels than the player has strategies, since every point has at
# most the labels of a vertex of its face.
#
# In a symmetric game both polyhedra are the same, and x is a symmetric equilibrium if every
# strategy is unused or a best response. The points with such labels are faces; so all symmetric
# equilibria are mixtures of vertices that are symmetric equilibria, and share labels for every
# strategy.

MOST_LABELS = 40
"""Strategies of both players together, up to which the vertices are enumerated."""
MOST_ENUMERATION_WORK = 6_000_000
"""Comparisons of the enumeration: some seconds, and no more than the checkers make."""
MOST_SYMMETRIC_FACES = 10_000
"""Sets of labels that are intersected for the maximal subsets of symmetric equilibria."""


@dataclass(frozen=True)
class LabelledVertex:
    """A vertex: its weights, the strategies that it does not use, and the best responses to it."""

    weights: tuple[int, ...]
    unused: frozenset[int]
    best: frozenset[int]

    @property
    def mixture(self) -> Mixture:
        """The strategies that it mixes, with their probabilities."""
        total = sum(self.weights)
        return tuple((k, Fraction(w, total)) for k, w in enumerate(self.weights) if w)


def labelled_vertices(payoffs: IntArray) -> list[LabelledVertex] | None:
    """Return the vertices of the polyhedron of mixes of columns, with the best rows.

    None where they are too many.
    """
    if sum(payoffs.shape) > MOST_LABELS:
        return None
    table = (payoffs - payoffs.min() + 1).astype(object)
    planes = [[*(-amount for amount in row), 1] for row in table.tolist()]
    try:
        rays = enumerate_extreme_rays(table.shape[1] + 1, [], planes, MOST_ENUMERATION_WORK)
    except NoMethodError:
        return None
    found = []
    for ray in rays:
        weights, level = ray[:-1], ray[-1]
        if any(weights):
            paid = table @ np.array(weights, dtype=object)
            unused = frozenset(k for k, weight in enumerate(weights) if not weight)
            best = frozenset(np.flatnonzero(paid == level).tolist())
            found.append(LabelledVertex(weights, unused, best))
    return found


def decide_degeneracy(one: IntArray, two: IntArray) -> tuple[bool | None, DegenerateMix | None]:
    """Return whether a bimatrix game is nondegenerate; if not, a mix with too many responses.

    None: not decided, the polyhedra have too many vertices.
    """
    report_progress("deciding degeneracy")
    sides = ((1, one), (0, two.T))
    """The player that mixes the columns of the other's payoffs."""
    for seat, payoffs in sides:
        for column, amounts in enumerate(payoffs.T):
            best = np.flatnonzero(amounts == amounts.max()).tolist()
            if len(best) > 1:
                return False, DegenerateMix(seat, ((column, Fraction(1)),), tuple(best))
    decided: bool | None = True
    for seat, payoffs in sides:
        vertices = labelled_vertices(payoffs)
        if vertices is None:
            decided = None
            continue
        for vertex in vertices:
            if len(vertex.unused) + len(vertex.best) > payoffs.shape[1]:
                return False, DegenerateMix(seat, vertex.mixture, tuple(sorted(vertex.best)))
    return decided, None


def list_symmetric_equilibria(payoffs: IntArray) -> SymmetricEquilibria | None:
    """Return all symmetric equilibria of the game in which both have these payoffs.

    *payoffs* are by the player's own strategy and the other's. None where there are too many
    vertices.
    """
    report_progress("listing symmetric equilibria")
    size = len(payoffs)
    vertices = labelled_vertices(payoffs)
    if vertices is None:
        return None
    stable = [one for one in vertices if len(one.unused | one.best) == size]
    stable.sort(key=lambda one: (size - len(one.unused), [-weight for weight in one.weights]))
    labels = [one.unused | {size + k for k in one.best} for one in stable]
    subsets = _maximal_subsets(labels, size)
    if subsets is None:
        return None
    listed = (tuple(Fraction(weight, sum(one.weights)) for weight in one.weights) for one in stable)
    return SymmetricEquilibria(tuple(listed), subsets)


def _maximal_subsets(
    labels: Sequence[frozenset[int]], size: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return the largest sets of vertices that share a label of every strategy, from 1."""
    shared: set[frozenset[int]] = set()
    for own in labels:
        met = (own & other for other in shared)
        shared |= {own} | {both for both in met if len({k % size for k in both}) == size}
        if len(shared) > MOST_SYMMETRIC_FACES:
            return None
    sets = {tuple(number for number, own in enumerate(labels, 1) if face <= own) for face in shared}
    inside = {one: set(one) for one in sets}
    return tuple(
        sorted(one for one in sets if not any(inside[one] < inside[other] for other in sets))
    )


# ---------------------------------------------------------------------- dominance
#
# A strategy is strictly dominated by a mixture if and only if it is a best response to no belief,
# a distribution of the others' profiles (Pearce 1984, lemma 3). Both are found by one matrix
# game: the gains of the other strategies over it. So what survives is shown by a belief for each
# strategy. The survivors do not depend on the order of removal.


@dataclass(frozen=True)
class Belief:
    """A distribution of the others' profiles to which a strategy is a best response."""

    seat: int
    strategy: int
    distribution: tuple[tuple[PureProfile, Fraction], ...]
    """Profiles of the other players, in their order."""


@dataclass(frozen=True)
class IteratedDominance:
    """The removals in order, what is left, and why nothing more can be removed."""

    eliminations: tuple[Elimination, ...]
    survivors: tuple[tuple[int, ...], ...]
    beliefs: tuple[Belief, ...]


def eliminate_iteratedly(tables: Sequence[IntArray]) -> IteratedDominance:
    """Remove strictly dominated strategies, player by player, until there are none."""
    left = [list(range(size)) for size in tables[0].shape]
    removed: list[Elimination] = []
    beliefs: dict[int, list[Belief]] = {}
    seat = 0
    while len(beliefs) < len(left):
        report_progress("eliminating dominated strategies", len(removed), unit="removed")
        gone, justified = _round_of_player(tables[seat], left, seat)
        if gone:
            removed += gone
            out = {one.removed for one in gone}
            left[seat] = [k for k in left[seat] if k not in out]
            beliefs = {}
        else:
            beliefs[seat] = justified
            seat = (seat + 1) % len(left)
    listed = tuple(one for own in sorted(beliefs) for one in beliefs[own])
    return IteratedDominance(tuple(removed), tuple(map(tuple, left)), listed)


def _round_of_player(
    table: IntArray, left: Sequence[Sequence[int]], seat: int
) -> tuple[list[Elimination], list[Belief]]:
    """Return what pure strategies dominate, else one strategy that a mixture dominates."""
    own = left[seat]
    if len(own) == 1:
        return [], []
    rows = np.moveaxis(table[np.ix_(*left)], seat, 0).reshape(len(own), -1)
    gone = _removed_by_pure(rows, own, seat)
    if gone:
        return gone, []
    others = [tuple(part) for k, part in enumerate(left) if k != seat]
    shape = tuple(map(len, others))
    found: list[Belief] = []
    leads = rows == rows.max(axis=0)
    for k, strategy in enumerate(own):
        at = np.flatnonzero(leads[k])
        if len(at):
            weights = {int(at[0]): Fraction(1)}
        else:
            report_progress("trying to dominate", k + 1, len(own), "strategies")
            by, weights = _dominating_mixture(rows, k)
            if by is not None:
                mixture = tuple((own[n], chance) for n, chance in by)
                return [Elimination(seat, strategy, mixture)], []
        found.append(Belief(seat, strategy, _as_profiles(weights, others, shape)))
    return [], found


def _as_profiles(
    weights: dict[int, Fraction], others: Sequence[Sequence[int]], shape: tuple[int, ...]
) -> tuple[tuple[PureProfile, Fraction], ...]:
    found = []
    for place, chance in sorted(weights.items()):
        spot = np.unravel_index(place, shape)
        found.append((tuple(own[int(n)] for own, n in zip(others, spot, strict=True)), chance))
    return tuple(found)


def _removed_by_pure(rows: IntArray, own: Sequence[int], seat: int) -> list[Elimination]:
    """Return the strategies that another one dominates, each by one that stays."""
    gone: list[Elimination] = []
    for k, row in enumerate(rows):
        over = np.flatnonzero((rows > row).all(axis=1)).tolist()
        stays = next(
            (n for n in over if not (rows > rows[n]).all(axis=1).any()),
            None,
        )
        if stays is not None:
            gone.append(Elimination(seat, own[k], ((own[stays], Fraction(1)),)))
    return gone


def _dominating_mixture(rows: IntArray, k: int) -> tuple[Mixture | None, dict[int, Fraction]]:
    """Return a mixture of the other rows that dominates one; else a belief that justifies it."""
    others = [n for n in range(len(rows)) if n != k]
    gaps = (rows[others].astype(object) - rows[k].astype(object)).tolist()
    solved = solve_matrix_game(MatrixForm.of(gaps))
    if solved.value > 0:
        pairs = zip(others, solved.row, strict=True)
        return tuple((n, chance) for n, chance in pairs if chance), {}
    return None, {place: chance for place, chance in enumerate(solved.column) if chance}


def dominant_strategy(table: IntArray, seat: int) -> DominantStrategy | None:
    """Return the strategy of a player that is best against everything, if there is one.

    It is better than each other one somewhere; strictly dominant if it is better everywhere.
    """
    rows = np.moveaxis(table, seat, 0).reshape(table.shape[seat], -1)
    best = np.flatnonzero((rows == rows.max(axis=0)).all(axis=1)).tolist()
    if len(best) != 1:
        return None
    others = np.delete(rows, best[0], axis=0)
    return DominantStrategy(best[0], bool((rows[best[0]] > others).all()))


# ---------------------------------------------------------------------- all properties

MOST_PROPERTY_PROFILES = 10_000
"""Profiles of pure strategies: a 100 x 100 game. The potential of each is written out."""


def find_properties(
    name: str, form: NPlayerSequenceForm, seconds: float | None = None
) -> GameProperties:
    """Return what kind of game it is; refuse one with too many profiles before the work.

    *seconds*: how long all equilibria of a game for three and more players are searched.
    """
    started = time.perf_counter()
    sizes = tuple(map(count_pure_strategies, form.sides))
    if math.prod(sizes) > MOST_PROPERTY_PROFILES:
        shape = " x ".join(map(count_text, sizes))
        raise NoMethodError(
            f"{name}: {shape} pure strategies; properties are decided up to "
            f"{MOST_PROPERTY_PROFILES:,} profiles of them\n"
            f"  {smaller_game_words(len(sizes))}"
        )
    game = normal_form(name, form)
    tables = [_compact(table) for table in game.tables]
    totals = sum(tables[1:], start=tables[0].astype(object))
    constant = bool((totals == totals.flat[0]).all())
    pure, strict = _pure_equilibria(tables)
    two = len(sizes) == 2
    dominance = eliminate_iteratedly(tables)
    left = dominance.survivors
    found = _decide_degeneracy(name, game, left, seconds, all_strict=pure == strict)
    symmetry = find_symmetry(tables)
    return GameProperties(
        game=name,
        seats=form.seats,
        strategies=game.strategies,
        constant_sum=Fraction(int(totals.flat[0]), form.denominator) if constant else None,
        strategically_zero_sum=_strategically_zero_sum(*tables) if two else None,
        nondegenerate=found.nondegenerate,
        degenerate_mix=found.mix,
        pure_equilibria=pure,
        strict_equilibria=strict,
        dominant=tuple(dominant_strategy(table, seat) for seat, table in enumerate(tables)),
        eliminations=dominance.eliminations,
        survivors=dominance.survivors,
        potential=find_potential(tables, form.denominator),
        supermodularity=find_supermodularity(tables, pure),
        symmetry=symmetry,
        symmetric_equilibria=_symmetric_equilibria(tables, symmetry) if two else None,
        equilibria=found.equilibria,
        unplayed_response=found.unplayed,
        undecided=found.undecided,
        method="cycles, orders, eliminations and vertices",
        seconds=time.perf_counter() - started,
        certificate={
            "form": nplayer_form_to_json(form),
            "beliefs": [*map(_belief_to_json, dominance.beliefs)],
        },
    )


def _decide_degeneracy(
    name: str, game: NormalForm, left: Orders, seconds: float | None, *, all_strict: bool
) -> Degeneracy:
    """Return whether the game is degenerate, as that is defined for so many players."""
    from sabot.solvers.nplayer_nash.degeneracy import Degeneracy, decide_nplayer_degeneracy

    if len(game.tables) == 2:
        one, two = map(_compact, game.tables)
        return Degeneracy(*decide_degeneracy(one, two))
    return decide_nplayer_degeneracy(name, game, left, all_strict=all_strict, seconds=seconds)


def _compact(table: IntArray) -> IntArray:
    """Return a table in machine integers where differences of differences fit into them."""
    most = max((abs(int(table.min())), abs(int(table.max()))))
    return table.astype(np.int64 if most < 2**58 else object)


def _belief_to_json(one: Belief) -> list[object]:
    rows = [[*profile, format_fraction(chance)] for profile, chance in one.distribution]
    return [one.seat, one.strategy, rows]


def _pure_equilibria(
    tables: Sequence[IntArray],
) -> tuple[tuple[PureProfile, ...], tuple[PureProfile, ...]]:
    """Return all pure equilibria, and those in which every deviation loses."""
    stable = np.ones(tables[0].shape, dtype=bool)
    strict = np.ones(tables[0].shape, dtype=bool)
    for seat, table in enumerate(tables):
        best = table == table.max(axis=seat, keepdims=True)
        stable &= best
        strict &= best & (best.sum(axis=seat, keepdims=True) == 1)
    return _profiles(stable), _profiles(stable & strict)


def _profiles(flags: IntArray) -> tuple[PureProfile, ...]:
    return tuple(tuple(map(int, spot)) for spot in np.argwhere(flags))


def _strategically_zero_sum(one: IntArray, two: IntArray) -> bool:
    """Return whether payoffs rescaled and shifted by the other's choice sum to 0.

    Shifts cancel in the differences around four profiles; those of one player must be a negative
    multiple of those of the other (Moulin and Vial 1978).
    """
    a, b = (table.astype(object) for table in (one, two))
    a, b = ((t - t[:1] - t[:, :1] + t[:1, :1]).ravel().tolist() for t in (a, b))
    at = next((k for k, (x, y) in enumerate(zip(a, b, strict=True)) if x or y), None)
    if at is None:
        return True
    if a[at] * b[at] >= 0:
        return False
    return all(x * b[at] == y * a[at] for x, y in zip(a, b, strict=True))


def _symmetric_equilibria(
    tables: Sequence[IntArray], symmetry: Symmetry
) -> SymmetricEquilibria | None:
    if symmetry.orders is None:
        return None
    return list_symmetric_equilibria(tables[0][np.ix_(*symmetry.orders)])
