"""Cut the strategy space into boxes if every player chooses once, between two actions.

The rules are those of :mod:`sabot.solvers.nplayer_nash.subdivision`. A cell is a box here: for each
player an interval of the probability of the second action, or a point. What the second action pays
a player more than the first one is a number at each corner of the box of the others. These are so
few that plain integers are quicker than arrays of many cells.

If two players have an interval, a box is cut where one of them is indifferent. With three players
the profiles at which all are indifferent are known at the start: what two of them do follows from
the probability of the third, which solves a quadratic equation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd, prod

import numpy as np

from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer_nash.subdivision import (
    MOST_BITS_AFTER_EXACT_CUT,
    Booleans,
    CellTree,
    Floats,
    Neighbourhood,
    Propose,
    Supports,
    have_influence,
)

MOST_BOXES = 4_000
"""Boxes looked at before it is left to the search with arrays."""
_MOST_WHOLE = 30
"""Boxes of equilibria up to which it goes on: of a curved set there is no end of them."""
_LEVELS_BETWEEN = 3
_LEVELS_IF_KNOWN = 9
"""Cuts between proposals from the centres of boxes; the same if equations were solved before."""
_PROPOSALS = 2
"""Boxes of such a level from which an equilibrium is sought; as many again after each."""

Interval = tuple[int, int, int]
"""The ends, both over one denominator."""


@cache
def _halves(axes: int, axis: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the corners at the low end of an axis, and at its high end.

    >>> _halves(2, 0), _halves(2, 1)
    (((0, 1), (2, 3)), ((0, 2), (1, 3)))
    """
    bit = 1 << (axes - 1 - axis)
    low = tuple(k for k in range(1 << axes) if not k & bit)
    return low, tuple(k | bit for k in low)


@dataclass(slots=True)
class Box:
    """A cell: an interval for each player, and what second actions gain at its corners."""

    intervals: list[Interval]
    varying: list[int]
    """The players whose interval is not a point."""
    gains: list[list[int]]
    """By player, at each corner of the intervals of the others that vary, times a positive number.

    The first of these players has the highest bit of the number of a corner.
    """
    node: int

    def halves(self, player: int, other: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return which gains of a player are at the low end of another one's interval, and high."""
        axes, axis = len(self.varying), self.varying.index(other)
        if player in self.varying:
            return _halves(axes - 1, axis - (player < other))
        return _halves(axes, axis)

    def pairs(self, player: int, other: int) -> Iterator[tuple[int, int]]:
        """Return the same in pairs: the two ends of an edge."""
        return zip(*self.halves(player, other), strict=True)

    def fix(self, player: int, *, high: bool) -> None:
        """Leave out one end of a player's interval, and with it all but the other end."""
        for k, table in enumerate(self.gains):
            if k != player:
                self.gains[k] = [table[corner] for corner in self.halves(k, player)[high]]
        end, below = self.intervals[player][high], self.intervals[player][2]
        self.intervals[player] = end, end, below
        self.varying.remove(player)

    def leave_out_vertices(self) -> bool:
        """Leave out the ends that no equilibrium uses; return whether the box is not empty."""
        changed = True
        while changed:
            changed = False
            for player, (low, high, below) in enumerate(self.intervals):
                least, most = min(self.gains[player]), max(self.gains[player])
                if least > 0 or most < 0:
                    if (high < below) if least > 0 else low:
                        return False
                    if low < high:
                        self.fix(player, high=least > 0)
                        changed = True
                elif least == 0 < most and high < below:
                    changed = self._leave_out_better(player, 1) or changed
                elif least < 0 == most and low:
                    changed = self._leave_out_better(player, -1) or changed
        return True

    def _leave_out_better(self, player: int, sign: int) -> bool:
        """Leave out the ends of opponents at which an action always pays more, not less elsewhere.

        *sign*: 1 for the second action. All mixes of the player in the box use the other one.
        """
        found = False
        for other in [k for k in self.varying if k != player]:
            table = self.gains[player]
            for end, corners in enumerate(self.halves(player, other)):
                if min(sign * table[corner] for corner in corners) > 0:
                    self.fix(other, high=not end)
                    found = True
                    break
        return found

    @property
    def consists_of_equilibria(self) -> bool:
        """Whether every profile in it is an equilibrium."""
        return all(
            not (high and min(table) < 0) and not (low < below and max(table) > 0)
            for (low, high, below), table in zip(self.intervals, self.gains, strict=True)
        )

    def is_in(self, around: Neighbourhood) -> bool:
        """Return whether a neighbourhood holds it."""
        for (low, high, below), support, least in zip(
            self.intervals, around.supports, around.least, strict=True
        ):
            if len(support) == 1:
                if low < below if support[0] else high:
                    return False
            elif (
                low * around.denominator < least[1] * below
                or (below - high) * around.denominator < least[0] * below
            ):
                return False
        return True

    def cut(self, player: int, weights: tuple[int, int], node: int) -> tuple[Box, Box]:
        """Return the parts below and above a mean of the ends of an interval."""
        p, q = weights
        low, high, below = self.intervals[player]
        middle, whole = p * low + q * high, p + q
        intervals = [*self.intervals], [*self.intervals]
        intervals[0][player] = whole * low, middle, whole * below
        intervals[1][player] = middle, whole * high, whole * below
        parts: tuple[list[list[int]], list[list[int]]] = [], []
        for k, table in enumerate(self.gains):
            first, second = table, table
            if k != player:
                first, second = [whole * x for x in table], [whole * x for x in table]
                for one, two in self.pairs(k, player):
                    first[two] = second[one] = p * table[one] + q * table[two]
            parts[0].append(first)
            parts[1].append(second)
        return (
            Box(intervals[0], [*self.varying], parts[0], node),
            Box(intervals[1], [*self.varying], parts[1], node + 1),
        )

    def branch(self) -> tuple[int, int, int, bool] | None:
        """Return a player, an action, an opponent and an end of the opponent's interval.

        The other action never pays less, and at that end always more.
        """
        for player in self.varying:
            for action, sign in ((0, 1), (1, -1)):
                table = [sign * gain for gain in self.gains[player]]
                if min(table) < 0 or not max(table):
                    continue
                for other in self.varying:
                    if other != player:
                        for end, corners in enumerate(self.halves(player, other)):
                            if min(table[corner] for corner in corners) > 0:
                                return player, action, other, bool(end)
        return None

    def faces(self, branch: tuple[int, int, int, bool], node: int) -> tuple[Box, Box]:
        """Return the face in which a player does not use an action, and that without an end."""
        player, action, other, end = branch
        first, second = (
            Box([*self.intervals], [*self.varying], [*self.gains], k) for k in (node, node + 1)
        )
        first.fix(player, high=not action)
        second.fix(other, high=not end)
        return first, second

    def edge(self, units: Sequence[int], influence: Booleans) -> tuple[int, tuple[int, int]]:
        """Return the player whose interval is cut, and the weights of its ends.

        It is cut where another player is indifferent if no third one with influence varies;
        otherwise in the middle, where the gains of the others, in units, change most.
        """
        matter = [k for k in self.varying if influence[k]]
        if len(matter) <= 2:
            for player, table in enumerate(self.gains):
                others = [k for k in matter if k != player]
                if len(others) == 1 and min(table) < 0 < max(table):
                    low, high = (abs(table[own[0]]) for own in self.halves(player, others[0]))
                    shared = gcd(low, high)
                    weights = high // shared, low // shared
                    if self.bits + sum(weights).bit_length() <= MOST_BITS_AFTER_EXACT_CUT:
                        return others[0], weights
        below = prod(interval[2] for interval in self.intervals)
        scales = [
            below // interval[2] * unit
            for interval, unit in zip(self.intervals, units, strict=True)
        ]
        changes = [
            max(
                max([abs(table[two] - table[one]) for one, two in self.pairs(k, player)])
                / scales[k]
                for k, table in enumerate(self.gains)
                if k != player
            )
            for player in self.varying
        ]
        return self.varying[changes.index(max(changes))], (1, 1)

    @property
    def bits(self) -> int:
        """The length of the largest gain."""
        return max(abs(gain) for table in self.gains for gain in table).bit_length()

    @property
    def supports(self) -> Supports:
        """The actions that it uses, by player."""
        return tuple(
            (0,) * (low < below) + (1,) * (high > 0) for low, high, below in self.intervals
        )

    @property
    def centre(self) -> list[Floats]:
        """Its middle, by player."""
        return [_mix((low + high) / (2 * below)) for low, high, below in self.intervals]


def _mix(second: float) -> Floats:
    return np.array([1 - second, second])


class BoxSearch(CellTree):
    """A search for all equilibria of a game in which every player has two actions."""

    def __init__(self, payoffs: Sequence[IntArray], propose: Propose) -> None:
        super().__init__()
        self._propose = propose
        gains = [
            [int(gain) for gain in (paid.take(1, k) - paid.take(0, k)).flat]
            for k, paid in enumerate(payoffs)
        ]
        players = range(len(payoffs))
        self._units = [max(map(abs, table)) or 1 for table in gains]
        self._influence = have_influence(payoffs)
        self._start = Box([(0, 1, 1) for _ in players], [*players], gains, 0)

    def run(self, most_boxes: int = MOST_BOXES) -> bool:
        """Cut until every box is decided, or too many were looked at; return whether all are."""
        between = _LEVELS_BETWEEN
        if len(self._units) == 3:
            between = _LEVELS_IF_KNOWN
            for start in _indifferent_profiles(self._start.gains, self._units):
                self._propose_from(self._start.supports, start)
        boxes, level = [self._start], 0
        while boxes and self.count <= most_boxes and len(self.whole_cells) <= _MOST_WHOLE:
            raise_if_cancelled()
            report_progress("cutting the strategy space", self.count, unit="cells")
            boxes = [box for box in boxes if box.leave_out_vertices() and not self._close(box)]
            level += 1
            if not level % between:
                boxes = self._close_by_proposals(boxes)
            boxes = [part for box in boxes for part in self._parts(box)]
        return not boxes

    def _close(self, box: Box) -> bool:
        """Return whether a box is decided."""
        if any(self._is_inside(box, number) for number in range(len(self.neighbourhoods))):
            return True
        if not box.consists_of_equilibria:
            return False
        if (
            not box.varying
            and self._propose_from(box.supports, box.centre)
            and self._is_inside(box, len(self.neighbourhoods) - 1)
        ):
            return True
        cell = (
            sorted({Fraction(low, below), Fraction(high, below)})
            for low, high, below in box.intervals
        )
        self._close_whole_cell(box.node, tuple(tuple((1 - x, x) for x in own) for own in cell))
        return True

    def _is_inside(self, box: Box, number: int) -> bool:
        if not box.is_in(self.neighbourhoods[number]):
            return False
        self._nodes[box.node] = (number,)
        return True

    def _propose_from(self, supports: Supports, start: list[Floats]) -> bool:
        """Return whether an equilibrium with a neighbourhood is found that was not known."""
        found = self._propose(supports, start)
        if found is not None:
            self.neighbourhoods.append(found)
        return found is not None

    def _close_by_proposals(self, boxes: list[Box]) -> list[Box]:
        """Return the boxes that are left if equilibria are sought from the centres of some."""
        tries = _PROPOSALS
        while boxes and tries:
            tries -= 1
            box = boxes[len(boxes) * tries // _PROPOSALS]
            if self._propose_from(box.supports, box.centre):
                last = len(self.neighbourhoods) - 1
                boxes = [one for one in boxes if not self._is_inside(one, last)]
                tries = _PROPOSALS
        return boxes

    def _parts(self, box: Box) -> tuple[Box, Box]:
        first = self._first[box.node] = self.count
        self.count += 2
        branch = box.branch()
        if branch is not None:
            player, action, other, _ = branch
            self._nodes[box.node] = player, action, 1 - action, other
            return box.faces(branch, first)
        player, weights = box.edge(self._units, self._influence)
        self._nodes[box.node] = player, 0, 1, *(() if weights == (1, 1) else weights)
        return box.cut(player, weights, first)


def _indifferent_profiles(
    gains: Sequence[Sequence[int]], units: Sequence[int]
) -> Iterator[list[Floats]]:
    """Yield profiles of three players at which each is indifferent, in floats.

    A gain is ``a + b p + c q + d p q``, with the probabilities of the others. The gain of the third
    player is 0 if the second one has a certain probability, that of the second player if the third
    one has: two quotients of linear functions of the first probability. Where the gain of the first
    player is 0, too, it solves a quadratic equation.

    >>> gains = [[-1, 0, 0, 1]] * 3  # p + q - 1 for everybody
    >>> [[float(x) for x in own] for own in next(_indifferent_profiles(gains, [1, 1, 1]))]
    [[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]
    """
    first, second, third = (
        [x / unit for x in (low, high - low, middle - low, top - high - middle + low)]
        for (low, middle, high, top), unit in zip(gains, units, strict=True)
    )
    above, below = zip(*(([-own[0], -own[1]], own[2:]) for own in (third, second)), strict=True)
    terms = (
        np.convolve(below[0], below[1]),
        np.convolve(above[0], below[1]),
        np.convolve(below[0], above[1]),
        np.convolve(above[0], above[1]),
    )
    equation = sum((c * term for c, term in zip(first, terms, strict=True)), np.zeros(3))
    for root in np.roots(equation[::-1]):
        p = float(root.real)
        under = [own[0] + own[1] * p for own in below]
        if root.imag or not all(under):
            continue
        others = [
            (own[0] + own[1] * p) / divisor for own, divisor in zip(above, under, strict=True)
        ]
        if min(p, *others) > 0 and max(p, *others) < 1:
            yield [_mix(p), *map(_mix, others)]
