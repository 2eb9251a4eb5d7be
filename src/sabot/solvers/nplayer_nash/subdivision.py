"""Cut the strategy space into cells until no equilibrium can be missed.

A *cell* is a product of simplices, one for each player, each given by its vertices (mixed
strategies). In a tree each information set is a player here (an *agent*, paid as its owner). A
player's payoff is multilinear: over the cells of the other players it is least and greatest at
vertices. So a cell is a small game whose pure strategies are vertices, and signs at
finitely many profiles of vertices decide everything. The rules:

*Dominated.* If an action pays less than another one against all vertices of the others, no
equilibrium in the cell uses it: vertices that use it are left out.

*Weakly dominated.* If all vertices of a player use an action, another one never pays less, and
against a vertex of an opponent always more, then no equilibrium in the cell uses that vertex.

*Branch.* If only some vertices of the player use that action, an equilibrium uses none of them, or
no vertex of the opponent against which the other action always pays more.

*Deviation.* In a tree a player may gain by other actions at several information sets. If one pure
strategy pays more than what is played at all profiles of vertices, the cell has no equilibrium.

A cell is empty if a player has no vertices left. Every profile in it is an equilibrium if each
action used never pays less than another. It has at most one equilibrium if it is in the
neighbourhood of an equilibrium in which the equations of the support have at most one solution
(:class:`Neighbourhood`). Every other cell is cut in two across an edge. Around each profile that is
not an equilibrium there is a cell that is empty, and around each regular equilibrium a
neighbourhood; so the search ends if all equilibria are regular, and often if they are not. Once a
set of equilibria is met, cells are cut where a player is indifferent, and branches are tried; if an
equilibrium is found on a set with a condition on the mixes of several players, which mostly is cut
without end, the search is given up.

All numbers are integers. Cells are kept in arrays, one row per cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from math import gcd
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.program import IntArray

Scalar = TypeVar("Scalar", bound=np.generic)
Booleans = NDArray[np.bool_]
Floats = NDArray[np.float64]
Case = tuple[int, ...]
"""An inner node of the tree of cells: player, two vertices, and the weights of the new one.

A branch (:func:`_branch`) has four numbers: player, two actions, opponent.
A leaf that is in a neighbourhood has its number alone; one of which every profile is an
equilibrium has 0 and its number; one in which a player gains by a pure strategy has -1 less the
number of the player among those that have several information sets, and that of the strategy. A
cell from which all vertices of a player are left out has no case.
"""
MOST_CELLS = 200_000
"""Cells looked at before a search is given up. It may look at twice as many while at most
:data:`FEW_CELLS_LEFT` are left, or fewer than some levels before."""
MOST_SUBSETS = 200
"""Cells of equilibria: of a curved set there is no end of them."""
MOST_NUMBERS = 100_000_000
"""Payoffs at vertices of all cells that are looked at: a tree has many for each cell."""
MOST_LEVELS = 90
"""Cuts on the way to a cell: some dozen for each player's probability."""
FEW_CELLS_LEFT = 1_000
MOST_LEVELS_OF_FEW = 180
"""The same while so few cells are left, or fewer than some levels before: mostly between two
equilibria that are close together."""
_LEVELS_TO_COMPARE = 10
"""Levels after which it is seen whether fewer cells are left."""
MOST_BITS = 3_600
"""Of a payoff at a vertex: the checkers refuse cells whose numbers have more than 4,096."""
MOST_BITS_AFTER_EXACT_CUT = 1_850
"""The same after a cut where a player is indifferent, which may double their length."""
_INT64_BITS = 59


@dataclass(frozen=True)
class Neighbourhood:
    """A product of simplices around an equilibrium, in which it is the only one.

    For each player the actions of the support and the least probability of each, over one
    denominator. All of them are positive, so that an equilibrium in it solves the equations of the
    support. The differences of two solutions are in the kernel of a matrix of slopes; *multipliers*
    times that matrix is strictly diagonally dominant whatever the slopes are, so there is only one.

    An agent that is not reached in the equilibrium has an empty support here: whatever it does, it
    is not reached in the neighbourhood, and the others' equations do not depend on it.
    """

    supports: tuple[tuple[int, ...], ...]
    least: tuple[tuple[int, ...], ...]
    denominator: int
    multipliers: tuple[tuple[int, ...], ...]

    @cached_property
    def index(self) -> int:
        """The index of the equilibrium if all best responses are played; in floats."""
        size = len(self.multipliers)
        rows = np.array(self.multipliers, float).reshape(size, size)
        sign = round(float(np.linalg.slogdet(rows)[0]))
        return -sign if size % 2 else sign

    def holds(self, cells: Cells) -> Booleans:
        """Return which cells are inside."""
        inside = np.ones(cells.count, bool)
        for vertices, alive, support, least in zip(
            cells.vertices, cells.alive, self.supports, self.least, strict=True
        ):
            if not support:
                continue
            if _bits(vertices) + self.denominator.bit_length() > _INT64_BITS:
                vertices = vertices.astype(object)
            total = vertices[:, 0].sum(1)[:, None]
            fits = np.ones(alive.shape, bool)
            for action in range(vertices.shape[2]):
                own = vertices[:, :, action]
                if action in support:
                    bound = least[support.index(action)]
                    fits &= own * self.denominator >= bound * total
                else:
                    fits &= own == 0
            inside &= (fits | ~alive).all(1)
        return inside


@dataclass
class Cells:
    """Cells in arrays: payoffs at vertices, the vertices, those not left out, the node of each."""

    payoffs: list[IntArray]
    """By player: cell, own action on the player's axis, vertices of the others on theirs."""
    vertices: list[IntArray]
    """By player: cell, vertex, action: integers whose sum is the same for all vertices."""
    alive: list[Booleans]
    nodes: IntArray
    deviations: list[IntArray]
    """By player with several information sets: cell, own pure strategy, vertices of all agents.

    What the pure strategy pays more than the vertices.
    """

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.nodes)

    @classmethod
    def whole(cls, payoffs: Sequence[IntArray], deviations: Sequence[IntArray] = ()) -> Cells:
        """Return the one cell of all strategies."""
        sizes = payoffs[0].shape
        long = max(_bits(paid) for paid in (*payoffs, *deviations)) > _INT64_BITS
        kind = object if long else np.int64
        return cls(
            [paid[None].astype(kind) for paid in payoffs],
            [np.eye(size, dtype=np.int64).astype(kind)[None] for size in sizes],
            [np.ones((1, size), bool) for size in sizes],
            np.zeros(1, np.int64),
            [gains[None].astype(kind) for gains in deviations],
        )

    def faces(self, sizes: Sequence[int]) -> Cells:
        """Return the faces of one cell in which each player has so many vertices."""
        some = [
            [*combinations(range(alive.shape[1]), size)]
            for alive, size in zip(self.alive, sizes, strict=True)
        ]
        chosen = [*product(*some)]
        every = self.chosen(np.zeros(len(chosen), np.int64))
        for player, alive in enumerate(every.alive):
            alive[:] = False
            for row, face in enumerate(chosen):
                alive[row, face[player]] = True
        every.nodes = np.arange(len(chosen))
        return every

    @property
    def numbers(self) -> int:
        """How many payoffs they hold."""
        return sum(table.size for table in (*self.payoffs, *self.deviations))

    def chosen(self, rows: Booleans | IntArray) -> Cells:
        """Return some of the cells."""
        return Cells(
            [paid[rows] for paid in self.payoffs],
            [own[rows] for own in self.vertices],
            [own[rows] for own in self.alive],
            self.nodes[rows],
            [gains[rows] for gains in self.deviations],
        )

    def others(self, *players: int) -> Booleans:
        """Return which profiles of vertices of the other players are not left out."""
        found = np.ones((self.count,) + (1,) * len(self.alive), bool)
        for other, alive in enumerate(self.alive):
            if other not in players:
                shape = [self.count] + [1] * len(self.alive)
                shape[1 + other] = alive.shape[1]
                found = found & alive.reshape(shape)
        return found

    def by_action(self, player: int) -> Iterator[tuple[int, int, IntArray, Booleans]]:
        """Yield for two actions what the second pays more, and where: axes cell, the others."""
        paid = _with_axis_at(self.payoffs[player], 1 + player, 1)
        here = _with_axis_at(self.others(player), 1 + player, 1)[:, 0]
        for one in range(paid.shape[1]):
            for two in range(paid.shape[1]):
                if one != two:
                    yield one, two, paid[:, two] - paid[:, one], here

    def used(self, player: int) -> Booleans:
        """Return which actions some vertex uses."""
        found = (self.vertices[player] > 0) & self.alive[player][:, :, None]
        return np.asarray(found.any(1))


@cache
def _axes(count: int, source: int, target: int) -> tuple[int, ...]:
    found = [axis for axis in range(count) if axis != source]
    found.insert(target, source)
    return tuple(found)


def _with_axis_at(table: NDArray[Scalar], source: int, target: int) -> NDArray[Scalar]:
    """Return a view with one axis moved: as numpy's moveaxis, which takes longer for small tables.

    >>> _with_axis_at(np.zeros((2, 3, 4)), 2, 1).shape
    (2, 4, 3)
    """
    return table.transpose(_axes(table.ndim, source, target))


def _bits(table: IntArray) -> int:
    """Return the length of the largest number: without overflow, also at the end of the range."""
    if not table.size:
        return 0
    return max(int(table.max()), -int(table.min())).bit_length()


def leave_out_vertices(cells: Cells) -> Cells:
    """Return the cells that are not empty, without the vertices that no equilibrium uses."""
    while cells.count:
        before = sum(int(alive.sum()) for alive in cells.alive)
        for player in range(len(cells.alive)):
            _leave_out_dominated(cells, player)
        filled = np.ones(cells.count, bool)
        for alive in cells.alive:
            filled &= alive.any(1)
        if not filled.all():
            cells = cells.chosen(filled)
            continue
        if sum(int(alive.sum()) for alive in cells.alive) == before:
            break
    return cells


def _leave_out_dominated(cells: Cells, player: int) -> None:
    """Leave out the vertices that the two rules exclude for one player's actions."""
    always = np.asarray(((cells.vertices[player] > 0) | ~cells.alive[player][:, :, None]).all(1))
    bad = np.zeros((cells.count, cells.vertices[player].shape[2]), bool)
    gone: list[Booleans] = [np.zeros(alive.shape, bool) for alive in cells.alive]
    flat = (cells.count, -1)
    for one, _, more, here in cells.by_action(player):
        gains = (more > 0) | ~here
        strict = gains.reshape(flat).all(1)
        bad[:, one] |= strict
        weak = always[:, one] & ~strict
        if weak.any():
            weak &= ((more >= 0) | ~here).reshape(flat).all(1)
        if weak.any():
            axis = 0
            for other in range(len(cells.alive)):
                if other != player:
                    axis += 1
                    lines = _with_axis_at(gains, axis, 1)
                    size = cells.alive[other].shape
                    gone[other] |= weak[:, None] & lines.reshape(*size, -1).all(2)
    cells.alive[player] = cells.alive[player] & ~(
        (cells.vertices[player] > 0) & bad[:, None, :]
    ).any(2)
    for other, lost in enumerate(gone):
        if other != player:
            cells.alive[other] = cells.alive[other] & ~lost


def consists_of_equilibria(cells: Cells) -> Booleans:
    """Return of which cells every profile is an equilibrium."""
    found = np.ones(cells.count, bool)
    for player in range(len(cells.alive)):
        used = cells.used(player)
        for one, _, more, here in cells.by_action(player):
            never = ((more <= 0) | ~here).reshape(cells.count, -1).all(1)
            found &= never | ~used[:, one]
    for gains in cells.deviations:
        here = cells.others()[:, None]
        found &= ((gains <= 0) | ~here).reshape(cells.count, -1).all(1)
    return found


def _gaining_strategies(cells: Cells) -> dict[int, tuple[int, int]]:
    """Return by cell a player and its pure strategy that pays more at all profiles of vertices."""
    found: dict[int, tuple[int, int]] = {}
    for player, gains in enumerate(cells.deviations):
        here = cells.others()[:, None]
        sure = np.asarray(((gains > 0) | ~here).reshape(cells.count, gains.shape[1], -1).all(2))
        for row in map(int, np.flatnonzero(sure.any(1))):
            found.setdefault(row, (player, int(sure[row].argmax())))
    return found


def _edges_to_cut(cells: Cells, units: Sequence[int]) -> IntArray:
    """Return by cell the edge along which the payoffs of the others, in units, change most."""
    most, edge = np.full(cells.count, -1.0), np.zeros((cells.count, 3), np.int64)
    scales = [own[:, 0].sum(1) for own in cells.vertices]
    players = range(len(cells.alive))
    for player in players:
        alive = cells.alive[player]
        for one, two in combinations(range(alive.shape[1]), 2):
            change = np.zeros(cells.count)
            for other in players:
                if other == player:
                    continue
                paid, here = cells.payoffs[other], cells.others(player, other)
                gap = abs(paid.take([two], 1 + player) - paid.take([one], 1 + player))
                size = np.where(here, gap, 0).reshape(cells.count, -1).max(1)
                own = [scale for k, scale in enumerate(scales) if k != other]
                change = np.maximum(change, _shares(size, units[other], own))
            change = np.where(alive[:, one] & alive[:, two], change, -1.0)
            better = change > most
            most = np.where(better, change, most)
            edge[better] = player, one, two
    return edge


def _shares(sizes: IntArray, unit: int, scales: Sequence[IntArray]) -> Floats:
    """Return numbers over a unit and scales, in floats; long numbers are divided exactly first."""
    if sizes.dtype == object:
        whole: IntArray = np.full(len(sizes), unit, dtype=object)
        for scale in scales:
            whole = whole * scale
        return np.asarray((sizes / whole).astype(np.float64))
    found = sizes / unit
    for scale in scales:
        found = found / scale
    return found


Weights = dict[int, tuple[int, int]]
"""By cell: the weights of the two ends of an edge in the new vertex; elsewhere it is the middle."""


def have_influence(payoffs: Sequence[IntArray]) -> Booleans:
    """Return which players change by their actions what another one gains by its own.

    >>> first = np.array([[[1, 1], [0, 0]], [[0, 0], [1, 1]]])  # what the second player does counts
    >>> have_influence([first, first, 0 * first]).tolist()
    [True, True, False]
    """
    players = range(len(payoffs))
    found = np.zeros(len(payoffs), bool)
    for player, other in product(players, players):
        if player != other:
            table = np.moveaxis(payoffs[player], (player, other), (0, 1))
            gains = table[1:] - table[:1]
            found[other] |= bool((gains != gains[:, :1]).any())
    return found


def _choices(cells: Cells, influence: Booleans) -> Booleans:
    """Return by cell which players have a choice that matters to another one."""
    return np.stack([alive.sum(1) > 1 for alive in cells.alive], 1) & influence


def _sign_changes(cells: Cells, edge: IntArray, influence: Booleans, *, deep: bool) -> Weights:
    """Return the cells to cut where a sign changes, and change their edges.

    These are cells in which one player alone has a choice or, *deep* in the tree, two have. What a
    player gains is linear there if one opponent has a choice, and does not change its sign within
    the parts. Players without influence do not count.
    """
    several = _choices(cells, influence)
    found: Weights = {}
    for row in map(int, np.flatnonzero(several.sum(1) <= (2 if deep else 1))):
        cut = _sign_change(cells.chosen(np.array([row])), np.flatnonzero(several[row]).tolist())
        if cut is not None:
            edge[row], found[row] = cut
    return found


def _sign_change(
    cell: Cells, several: Sequence[int]
) -> tuple[tuple[int, int, int], tuple[int, int]] | None:
    """Return an edge of one cell and weights at which another player is indifferent."""
    for other in range(len(cell.alive)):
        varying = [player for player in several if player != other]
        if len(varying) != 1:
            continue
        (player,) = varying
        live = np.flatnonzero(cell.alive[player][0])
        used = cell.used(other)[0]
        axis = 1 + player - (player > other)
        for one, _, more, here in cell.by_action(other):
            lines = _with_axis_at(more, axis, 1)[0].reshape(more.shape[axis], -1)
            where = _with_axis_at(np.broadcast_to(here, more.shape), axis, 1)[0].reshape(
                lines.shape
            )
            at = {int(k): int(lines[k][where[k]][0]) for k in live} if used[one] else {}
            for low, high in combinations(at, 2):
                if at[low] * at[high] < 0:
                    shared = gcd(at[high], at[low])
                    weights = abs(at[high]) // shared, abs(at[low]) // shared
                    long = max(map(_bits, cell.payoffs)) + sum(weights).bit_length()
                    if long <= MOST_BITS_AFTER_EXACT_CUT:
                        return (player, low, high), weights
    return None


Branches = dict[int, tuple[int, int, int, int]]
"""By cell: a player, an action, another one that is never worse, and an opponent."""


def _branches(cells: Cells, weights: Weights, influence: Booleans, most: int) -> Branches:
    """Return the cells that fall into two faces: few players have a choice, and no sign changes."""
    rows = np.flatnonzero(_choices(cells, influence).sum(1) <= most)
    some = cells.chosen(rows)
    weak = np.zeros(some.count, bool)
    for player in range(len(some.alive) if some.count else 0):
        used = some.used(player)
        for one, _, more, here in some.by_action(player):
            weak |= used[:, one] & ((more >= 0) | ~here).reshape(some.count, -1).all(1)
    found: Branches = {}
    for row in map(int, rows[weak]):
        branch = None if row in weights else _branch(cells.chosen(np.array([row])))
        if branch is not None:
            found[row] = branch
    return found


def _branch(cell: Cells) -> tuple[int, int, int, int] | None:
    """Return a player, an action in use, one that is never worse, and whom it distinguishes."""
    for player in range(len(cell.alive)):
        used = cell.used(player)[0]
        for one, two, more, here in cell.by_action(player):
            if used[one] and ((more >= 0) | ~here).all():
                for other in range(len(cell.alive)):
                    if other != player and _always_more(more, here, player, other, cell).any():
                        return player, one, two, other
    return None


def _always_more(more: IntArray, here: Booleans, player: int, other: int, cell: Cells) -> Booleans:
    """Return the vertices of an opponent, not left out, against which an action pays more."""
    axis = 1 + other - (other > player)
    lines = _with_axis_at((more > 0) | ~here, axis, 1)[0].reshape(cell.alive[other].shape[1], -1)
    return np.asarray(lines.all(1) & cell.alive[other][0])


def _take_branch(twice: Cells, row: int, branch: tuple[int, int, int, int]) -> None:
    """Leave out the vertices of either face of a cell; its second part is half the rows on."""
    player, one, two, other = branch
    second = twice.count // 2 + row
    cell = twice.chosen(np.array([row]))
    more, here = next(
        (more, here) for a, b, more, here in cell.by_action(player) if (a, b) == (one, two)
    )
    twice.alive[other][second] &= ~_always_more(more, here, player, other, cell)
    twice.alive[player][row] &= ~(twice.vertices[player][row][:, one] > 0).astype(bool)


def _cut_rows(cells: Cells, rows: IntArray, edge: Case, weights: tuple[int, int]) -> None:
    """Cut some cells: the first half of the rows are first parts, the second half second ones."""
    (player, one, two), (p, q) = edge, weights
    half = len(rows) // 2
    for part, gone in ((rows[:half], two), (rows[half:], one)):
        tables = [(cells.vertices[player], 1)]
        tables += [(own, 1 + player) for k, own in enumerate(cells.payoffs) if k != player]
        tables += [(own, 2 + player) for own in cells.deviations]
        for table, axis in tables:
            lines = _with_axis_at(table[part], axis, 1)
            new = p * lines[:, one] + q * lines[:, two]
            lines = (p + q) * lines
            lines[:, gone] = new
            table[part] = _with_axis_at(lines, 1, axis)


def _cut(
    cells: Cells, edge: IntArray, weights: Weights, branches: Branches, first_node: int
) -> Cells:
    """Return the two parts of every cell: the first keeps the first vertex of its edge."""
    growth = max((sum(pair).bit_length() for pair in weights.values()), default=2)
    long = max(map(_bits, (*cells.payoffs, *cells.vertices, *cells.deviations)))
    kind = object if long + growth > _INT64_BITS else cells.payoffs[0].dtype
    twice = Cells(
        [np.concatenate([own, own]).astype(kind) for own in cells.payoffs],
        [np.concatenate([own, own]).astype(kind) for own in cells.vertices],
        [np.concatenate([own, own]) for own in cells.alive],
        first_node + np.concatenate([2 * np.arange(cells.count), 2 * np.arange(cells.count) + 1]),
        [np.concatenate([own, own]).astype(kind) for own in cells.deviations],
    )
    middle = np.ones(cells.count, bool)
    for row, branch in branches.items():
        middle[row] = False
        _take_branch(twice, row, branch)
    for row, pair in weights.items():
        middle[row] = False
        rows = np.array([row, cells.count + row])
        _cut_rows(twice, rows, tuple(map(int, edge[row])), pair)
    names = edge[:, 0] * 10_000 + edge[:, 1] * 100 + edge[:, 2]
    for name in np.unique(names[middle]):
        rows = np.flatnonzero(middle & (names == name))
        player, one, two = map(int, edge[rows[0]])
        _cut_rows(twice, np.concatenate([rows, cells.count + rows]), (player, one, two), (1, 1))
    return twice


VertexCell = tuple[tuple[tuple[Fraction, ...], ...], ...]
"""By player: the vertices, each a mixed strategy."""
Supports = tuple[tuple[int, ...], ...]
Propose = Callable[[Supports, list[Floats]], Neighbourhood | None]
"""From a support and a profile to a new equilibrium near it; None if it finds none or knows it."""
_LEVELS_OF_REGULAR = 4
"""Cuts per probability after which a cell may have an equilibrium that is not regular."""
_FEW_CELLS = 500
"""Cells up to which all are looked at one by one once a set of equilibria is met."""
_LEVELS_BETWEEN = 3
_LEVELS_IF_BALANCED = 9
"""The same where the indices found sum to 1, as those of all equilibria do: mostly these are all.
"""
_PROPOSALS = 2
"""Cells of every third level from which an equilibrium is sought; as many again after each."""
_PROPOSALS_OF_DEEP = 24
"""The same of deep levels where the indices found do not sum to 1, so that some are not found."""


Reached = Callable[[Supports], Sequence[bool]]
"""From the actions in use to which agents matter: in a tree those that are reached."""
HaveCurve = Callable[[Sequence[VertexCell]], bool]
"""From some cells to whether equilibria in them are a set that is mostly cut without end."""
_PROBED_CELLS = 20
"""Cells that are looked at for such a set, each time that there are twice as many."""


class CellTree:
    """The cells that a search has cut, and what it knows of each: the proof of a list."""

    def __init__(self) -> None:
        self.neighbourhoods: list[Neighbourhood] = []
        self.whole_cells: list[VertexCell] = []
        """Cells of which every profile is an equilibrium."""
        self.count = 1
        """Cells looked at."""
        self._nodes: dict[int, Case] = {}
        self._first: dict[int, int] = {}
        """The first part of a cell that was cut; the second is the next one."""

    def _close_whole_cell(self, node: int, cell: VertexCell) -> None:
        """Close a cell of which every profile is an equilibrium."""
        if cell not in self.whole_cells:
            self.whole_cells.append(cell)
        self._nodes[node] = 0, self.whole_cells.index(cell)

    def cases(self) -> list[Case]:
        """Return the tree of cells, each before its parts; empty cells are not written."""
        found, stack = [], [0]
        while stack:
            node = stack.pop()
            if node in self._nodes:
                found.append(self._nodes[node])
                if node in self._first:
                    stack += [self._first[node] + 1, self._first[node]]
        return found


class CellSearch(CellTree):
    """A search for all equilibria: the tree of cells as far as it is grown.

    With *reached* equilibria that differ only at agents that are not reached are one. With
    *support_sizes* only equilibria are searched in which each player mixes so many actions; then
    the tree proves nothing of others.
    """

    def __init__(
        self,
        payoffs: Sequence[IntArray],
        propose: Propose,
        deviations: Sequence[IntArray] = (),
        reached: Reached | None = None,
        have_curve: HaveCurve | None = None,
        support_sizes: Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        self.open: list[VertexCell] = []
        """Cells that are left where the search was given up, some of each kind if they are many."""
        self.open_actions: list[list[int]] = []
        """By player the actions that all cells use that are left."""
        self._propose = propose
        self._reached = reached
        self._have_curve = have_curve
        payoffs = [paid // max(1, int(np.gcd.reduce(paid, axis=None))) for paid in payoffs]
        self._start = Cells.whole(payoffs, deviations)
        self._support_sizes = support_sizes
        if support_sizes is not None:
            self._start = self._start.faces(support_sizes)
            self.count = self._start.count
        self._influence = have_influence(payoffs)
        self._units = [int(paid.max()) - int(paid.min()) or 1 for paid in payoffs]
        self._deep = _LEVELS_OF_REGULAR * sum(size - 1 for size in payoffs[0].shape)

    def run(self, most_cells: int = MOST_CELLS) -> bool:
        """Cut until every cell is decided, or too many were looked at; return whether all are."""
        cells = self._start
        numbers, probed_from, counts = 0, _PROBED_CELLS, [0] * _LEVELS_TO_COMPARE
        for level in range(MOST_LEVELS_OF_FEW):
            raise_if_cancelled()
            report_progress("cutting the strategy space", self.count, unit="cells")
            cells = self._close(self._with_full_supports(leave_out_vertices(cells)), level)
            if not cells.count:
                return True
            counts.append(cells.count)
            fewer = cells.count <= FEW_CELLS_LEFT or cells.count < counts[-1 - _LEVELS_TO_COMPARE]
            if level >= MOST_LEVELS and not fewer:
                break
            most = 2 * most_cells if fewer else most_cells
            if self.count > most or len(self.whole_cells) > MOST_SUBSETS:
                break
            numbers += 2 * cells.numbers
            if numbers > MOST_NUMBERS:
                break
            if self._have_curve and level >= self._deep and cells.count >= probed_from:
                probed_from = 2 * cells.count
                if self._have_curve(_some_vertex_cells(cells, _PROBED_CELLS)):
                    break
            if max(map(_bits, cells.payoffs)) >= MOST_BITS:
                break
            cells = self._grow(cells, level)
        self.open_actions = [
            np.flatnonzero(cells.used(player).any(0)).tolist() for player in range(len(cells.alive))
        ]
        self.open = _some_vertex_cells(cells, MOST_OPEN)
        return False

    def _with_full_supports(self, cells: Cells) -> Cells:
        """Return the cells whose vertices use as many actions as are to be mixed."""
        for player, size in enumerate(self._support_sizes or ()):
            cells = cells.chosen(cells.used(player).sum(1) == size)
        return cells

    def _grow(self, cells: Cells, level: int) -> Cells:
        edge = _edges_to_cut(cells, self._units)
        degenerate = bool(self.whole_cells) and cells.count <= _FEW_CELLS
        deep = degenerate or level >= self._deep
        weights = _sign_changes(cells, edge, self._influence, deep=deep)
        few = len(cells.alive) if degenerate or self._reached else 2
        often = deep or self._reached
        branches = _branches(cells, weights, self._influence, few) if often else {}
        for row, node in enumerate(map(int, cells.nodes)):
            cut = (*map(int, edge[row]), *weights.get(row, ()))
            self._nodes[node] = branches.get(row, cut)
            self._first[node] = self.count + 2 * row
        parts = _cut(cells, edge, weights, branches, self.count)
        self.count += 2 * cells.count
        return parts

    def _close(self, cells: Cells, level: int) -> Cells:
        """Return the cells that are not decided yet."""
        if not cells.count:
            return cells
        gaining = _gaining_strategies(cells)
        for row, (player, strategy) in gaining.items():
            self._nodes[int(cells.nodes[row])] = -1 - player, strategy
        if gaining:
            cells = cells.chosen(~np.isin(np.arange(cells.count), [*gaining]))
        for number in range(len(self.neighbourhoods) if self._reached else 0):
            cells = self._close_inside(cells, number)
        if not cells.count:
            return cells
        whole = consists_of_equilibria(cells)
        for row in map(int, np.flatnonzero(whole)):
            self._close_whole(cells, row)
        cells = cells.chosen(~whole)
        for number in range(len(self.neighbourhoods)):
            cells = self._close_inside(cells, number)
        balanced = sum(own.index for own in self.neighbourhoods) == 1
        between = _LEVELS_IF_BALANCED if balanced else _LEVELS_BETWEEN
        most = _PROPOSALS_OF_DEEP if level >= self._deep and not balanced else _PROPOSALS
        tries = 0 if level % between else most
        while cells.count and tries > 0:
            tries -= 1
            row = cells.count * tries // most % cells.count
            one = cells.chosen(np.array([row]))
            found = self._propose(_used_actions(one), _mean_of_vertices(one))
            if found is not None:
                self.neighbourhoods.append(found)
                cells = self._close_inside(cells, len(self.neighbourhoods) - 1)
                tries = most
        return cells

    def _close_whole(self, cells: Cells, row: int) -> None:
        """Close a cell of equilibria; a single one that is regular has a neighbourhood."""
        one = cells.chosen(np.array([row]))
        node = int(cells.nodes[row])
        matters = [True] * len(one.alive)
        if self._reached is not None:
            matters = list(self._reached(_used_actions(one)))
        alone = all(alive.sum() == 1 for alive, own in zip(one.alive, matters, strict=True) if own)
        if alone:
            if not any(known.holds(one)[0] for known in self.neighbourhoods):
                found = self._propose(_used_actions(one), _mean_of_vertices(one))
                if found is not None:
                    self.neighbourhoods.append(found)
            for number, known in enumerate(self.neighbourhoods):
                if known.holds(one)[0]:
                    self._nodes[node] = (number,)
                    return
        listed = _vertex_cell(one, 0)
        if alone:  # whatever agents do that are not reached: one of them stands for all
            listed = tuple(own[:1] for own in listed)
            alike = (
                whole
                for whole in self.whole_cells
                if all(a == b for a, b, own in zip(listed, whole, matters, strict=True) if own)
            )
            listed = next(alike, listed)
        self._close_whole_cell(node, listed)

    def _close_inside(self, cells: Cells, number: int) -> Cells:
        inside = self.neighbourhoods[number].holds(cells)
        for node in map(int, cells.nodes[inside]):
            self._nodes[node] = (number,)
        return cells.chosen(~inside)


MOST_OPEN = 2_000
"""Cells that are kept where a search was given up."""


def _some_vertex_cells(cells: Cells, most: int) -> list[VertexCell]:
    return [_vertex_cell(cells, row) for row in _chosen_by_supports(cells, most)]


def _chosen_by_supports(cells: Cells, most: int) -> list[int]:
    """Return the numbers of about so many cells, of each kind by the supports of its vertices."""
    kinds = []
    for vertices, alive in zip(cells.vertices, cells.alive, strict=True):
        bits = (vertices > 0) * (1 << np.arange(vertices.shape[2]))
        kinds.append(bits.astype(np.int64).sum(2) * alive)
    kind = np.unique(np.concatenate(kinds, axis=1), axis=0, return_inverse=True)[1].ravel()
    each = max(1, most // (int(kind.max(initial=0)) + 1))
    found: list[int] = []
    for number in range(int(kind.max(initial=-1)) + 1):
        rows = np.flatnonzero(kind == number)
        spread = np.linspace(0, len(rows) - 1, min(len(rows), each)).astype(int)
        found += rows[spread].tolist()
    return sorted(found)


def _used_actions(cell: Cells) -> Supports:
    """Return the actions that the vertices of one cell use, by player."""
    return tuple(
        tuple(int(a) for a in np.flatnonzero(cell.used(player)[0]))
        for player in range(len(cell.alive))
    )


def _mean_of_vertices(cell: Cells) -> list[Floats]:
    """Return the mean of one cell's vertices, by player."""
    found = []
    for vertices, alive in zip(cell.vertices, cell.alive, strict=True):
        total = vertices[0][alive[0]].sum(0)
        found.append(np.asarray([float(Fraction(int(x), int(total.sum()))) for x in total]))
    return found


def _vertex_cell(cells: Cells, row: int) -> VertexCell:
    """Return the vertices of a cell, by player."""
    return tuple(
        tuple(
            tuple(Fraction(int(x), int(vertex.sum())) for x in vertex)
            for vertex in vertices[row][alive[row]]
        )
        for vertices, alive in zip(cells.vertices, cells.alive, strict=True)
    )
