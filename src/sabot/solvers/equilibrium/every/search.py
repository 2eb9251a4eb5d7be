"""The search for all equilibria: floats guess a tree of cases, integers prove every end of it.

Where a case has no point on a side, a *shift* shows it: whole numbers, one for each strategy of
the seat that replies there, with sum 0 and none below 0 but where a strategy is to be a best reply,
that gain against every strategy the other seat may still use. To shift weight so would be better
than what are to be best replies: there is no such point. A case that is left has two faces, whose
corners are found exactly. What floats got wrong is searched again from there in fractions, by the
same loops.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot import watch
from sabot.compiled import Loops
from sabot.errors import NoMethodError
from sabot.solvers.equilibrium.every.abreast import Pile
from sabot.solvers.equilibrium.every.faces import Corner, corners, present
from sabot.solvers.equilibrium.every.kernel import FIRST, LEAF, SECOND, Side
from sabot.solvers.equilibrium.every.shifts import all_shifts
from sabot.solvers.equilibrium.every.sides import Faces, Imposed, Ints, Rows, Sides, Tree
from sabot.solvers.equilibrium.every.walking import Walk

SEARCHES = Loops("sabot.solvers.equilibrium.every.kernel", pays_from=800_000)
"""Work in payoffs times strategies: 800 games of 8 x 8 take as long abreast as compiling, 12 s."""
PROOFS = Loops("sabot.solvers.equilibrium.every.proving", pays_from=SEARCHES.pays_from)
_ONE_BY_ONE = 12
"""Payoffs of a seat up to which cases are not worth being taken abreast."""
_LONG = 100_000
"""Ends of a tree after which a search begins again, compiled: some five seconds."""
EPSILON = 2.0**-30
_ENDS = 512
"""Ends of the tree between two looks whether to stop."""
_WIDTHS = (4, 9, 20, 40)
"""Bits of the weights of a shift, the fewest that will do: files are short then."""
_LONGEST = 62
"""Bits of a sum that is taken in 64."""
_SMALL = 30
"""Bits of the payoffs of a game whose leaves are proved in 64."""
MOST_ENDS = 2_000_000
"""Of a tree: some minutes, and a GiB."""


@dataclass(frozen=True, slots=True)
class Found:
    """A tree whose every end is proved, and the faces of its leaves."""

    tree: Tree
    faces: tuple[Faces, ...]


@dataclass(slots=True)
class Ran:
    """What the loops have written: the tree, at its ends the labels imposed, and reasons."""

    codes: Ints
    ended: Ints
    reasons: Any

    @property
    def ends(self) -> Ints:
        """The codes of the ends alone."""
        return self.codes[self.codes < 0]


def proved_tree(sides: Sides, most: int = MOST_ENDS) -> Found:
    """Return a tree of cases whose every end is proved; refuse one with more than so many ends."""
    # a search that is to be short never pays for compiling
    work = 0 if most < MOST_ENDS else sides.rows * sides.columns * sides.labels
    ran = _guessed(sides, work, most)
    ends = ran.ends
    proof = _Proof(sides, PROOFS.compiled if work and SEARCHES.pays(0) else None, ends, ran)
    faces: list[Faces] = []
    again: dict[int, Tree] = {}
    for end in np.flatnonzero((ends == LEAF) | (proof.proved == 0)).tolist():
        watch.heard()
        here = None
        if ends[end] == LEAF:
            here = (
                proof.faces(end) if proof.proved[end] else _faces(sides, _imposed(ran.ended[end]))
            )
        if here is None:
            found = _searched(sides, _imposed(ran.ended[end]))
            again[end] = found.tree
            faces += found.faces
        else:
            faces.append(here)
    tree = Tree(sides.labels, ran.codes, proof.shifts, (sides.columns, sides.rows), again)
    return Found(tree, tuple(faces))


def _guessed(sides: Sides, work: int, most: int) -> Ran:
    """Return the tree that floats find: compiled, one case after the other, or many abreast."""
    tables = _floats(sides.first), _floats(sides.second)
    if SEARCHES.pays(work) and work:
        return _run(SEARCHES.compiled, tables, sides, EPSILON, most=most)
    if sides.rows * sides.columns <= _ONE_BY_ONE:
        return _run(SEARCHES.plain, tables, sides, EPSILON, most=most)
    one, two = (
        Pile.of(_opening(table, sides.mix(side), sides.replies(side)))
        for side, table in enumerate(tables)
    )
    walk = Walk(one, two, EPSILON)
    while walk.go_on():
        _counted(walk.written.ends, most)
        if work and walk.written.ends > _LONG:
            SEARCHES.asked += SEARCHES.pays_from
            return _run(SEARCHES.compiled, tables, sides, EPSILON, most=most)
    return Ran(*walk.written.in_order())


def _counted(ends: int, most: int) -> None:
    """Say how far a search has come; refuse to go on beyond so many ends."""
    watch.at("searching", ends, unit="cases")
    if ends > most:
        raise NoMethodError(
            f"the equilibria fall into more than {most:,} cases; `sabot solve` gives one of them"
        )


def _searched(sides: Sides, imposed: Imposed) -> Found:
    """Return the tree below a case, all of it in fractions."""
    tables = _fractions(sides.first), _fractions(sides.second)
    ran = _run(SEARCHES.plain, tables, sides, 0, imposed)
    ends = ran.ends.tolist()
    shifts = np.zeros((len(ends), max(sides.rows, sides.columns)), dtype=object)
    faces = []
    for end, code in enumerate(ends):
        watch.heard()
        if code == LEAF:
            here = _faces(sides, _imposed(ran.ended[end]))
            assert here is not None, "an exact search ended in a case that it does not prove"
            faces.append(here)
        else:
            weights = _whole([ran.reasons[end][k] for k in sides.replies(FIRST - code)])
            shifts[end, : len(weights)] = weights
            assert _shown(sides, FIRST - code, ran.ended[end], weights), "a shift does not gain"
    tree = Tree(sides.labels, ran.codes, shifts, (sides.columns, sides.rows), {})
    return Found(tree, tuple(faces))


def _shown(sides: Sides, side: int, row: Ints, weights: list[int]) -> bool:
    """Tell whether a shift shows that a case has no point on a side."""
    bars = (row >> side & 1).tolist()
    free, barred = ([bars[k] for k in own(side)] for own in (sides.replies, sides.mix))
    taken = all(weight >= 0 or may for weight, may in zip(weights, free, strict=True))
    table = np.array(sides.table(side), dtype=object)
    return taken and not sum(weights) and bool(PROOFS.plain.gains(weights, table, barred))


def _imposed(row: Ints) -> Imposed:
    told = row.tolist()
    return (
        frozenset(k for k, bits in enumerate(told) if bits & 1),
        frozenset(k for k, bits in enumerate(told) if bits & 2),
    )


def _whole(weights: list[Any]) -> list[int]:
    """Return the shift of an exact reason."""
    below = math.lcm(*(Fraction(weight).denominator for weight in weights))
    whole = [int(weight * below) for weight in weights]
    common = math.gcd(*whole) or 1
    return [weight // common for weight in whole]


# ---------------------------------------------------------------------- running the loops


def _floats(table: Rows) -> NDArray[np.float64]:
    """Return a table with its least entry at 0 and its greatest at 1: only differences matter."""
    low, high = min(map(min, table)), max(map(max, table))
    across = high - low or 1
    return np.array([[(entry - low) / across for entry in row] for row in table])


def _fractions(table: Rows) -> Any:
    return np.array([[Fraction(entry) for entry in row] for row in table], dtype=object)


def _opening(table: Any, mix: range, replies: range) -> Side:
    """Return the dictionary at the first strategy of a seat and its best reply."""
    height, width = table.shape
    best = max(range(height), key=lambda i: (table[i, 0], -i))
    others = [i for i in range(height) if i != best]
    unit: Any = Fraction(1) if table.dtype == object else 1.0  # 1 / 1 of plain integers is a float
    found = np.zeros((height, width + 1), table.dtype) + 0 * unit
    found[0, : width - 1] = -unit
    found[0, width] = unit
    short = table[best] - table[others]
    found[1:, : width - 1] = short[:, 1:] - short[:, :1]
    found[1:, width - 1] = unit
    found[1:, width] = short[:, 0]
    inside = np.array([mix[0], *(replies[i] for i in others)], dtype=np.int64)
    outside = np.array([*mix[1:], replies[best]], dtype=np.int64)
    return found, inside, outside, np.zeros(len(mix) + len(replies), dtype=np.int64)


def _deepened(array: Any, deep: int) -> Any:
    """Return room for so many copies of an array, the first of them made."""
    found = np.empty((deep, *array.shape), array.dtype)
    found[0] = array
    return found


def _run(
    loops: Any,
    tables: tuple[Any, Any],
    sides: Sides,
    epsilon: float,
    imposed: Imposed = (frozenset(), frozenset()),
    most: int = MOST_ENDS,
) -> Ran:
    """Search from a case on."""
    starts = []
    for side, table in enumerate(tables):
        start = _opening(table, sides.mix(side), sides.replies(side))
        for label in sorted(imposed[side]):
            row = loops.vanish(start, label, epsilon)
            if row >= 0:
                reasons = np.zeros((1, sides.labels), table.dtype)
                loops.tell(reasons[0], start, row, label)
                return _nothing(sides, side, imposed, reasons)
        starts.append(start)
    return driven(loops, starts, epsilon, most)


def driven(loops: Any, starts: Sequence[Side], epsilon: float, most: int) -> Ran:
    """Search from a dictionary of either side on, one case after the other."""
    table, _, _, fixed = starts[0]
    chunk = max(min(_ENDS, most), fixed.size)  # a way down has no more than so many cases
    deep = fixed.size + 1
    state = [tuple(_deepened(array, deep) for array in start) for start in starts]
    stage, branch, spot = (np.zeros(size, dtype=np.int64) for size in (deep, deep, 3))
    parts: list[tuple[Ints, Ints, Any]] = []
    total = 0
    while spot[0] >= 0:
        codes = np.empty(3 * chunk, dtype=np.int64)
        ended = np.empty((chunk, fixed.size), dtype=np.int64)
        reasons = np.zeros((chunk, fixed.size), table.dtype)
        spot[1:] = 0
        loops.search(*state, stage, branch, spot, (codes, ended, reasons), epsilon)
        _, ends, count = spot.tolist()
        parts.append((codes[:count], ended[:ends], reasons[:ends]))
        total += ends
        _counted(total, most)
    if len(parts) == 1:
        return Ran(*parts[0])
    return Ran(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _nothing(sides: Sides, side: int, imposed: Imposed, reasons: Any) -> Ran:
    """Return the tree of a case that has no point: one end."""
    ended = np.zeros((1, sides.labels), dtype=np.int64)
    for bit, labels in zip((1, 2), imposed, strict=True):
        ended[0, sorted(labels)] += bit
    return Ran(np.array([SECOND if side else FIRST]), ended, reasons)


# ---------------------------------------------------------------------- proving the ends


class _Proof:
    """What whole numbers say of the ends of a guessed tree."""

    def __init__(self, sides: Sides, loops: Any | None, ends: Ints, ran: Ran) -> None:
        count, wide = len(ends), max(sides.rows, sides.columns)
        self.proved = np.zeros(count, dtype=np.int64)
        both = [_Moved(sides.table(side)) for side in (0, 1)]
        fits = all(table.fits for table in both)
        self.shifts = np.zeros((count, wide), dtype=np.int64 if fits else object)
        shifts = loops.shifts if loops and fits else all_shifts
        for side, table in enumerate(both):
            labels = sides.replies(side).start, sides.mix(side).start
            shifts(
                table.whole, *labels, 1 + side, FIRST - side, table.widths,
                ends, ran.ended, ran.reasons, self.shifts, self.proved,
            )  # fmt: skip
        self._lows = [table.low for table in both]
        if loops and all(table.small for table in both):
            self._ones = np.zeros((count, sides.rows), dtype=np.int64)
            self._twos = np.zeros((count, sides.columns), dtype=np.int64)
            self._tops = np.zeros((count, 2), dtype=np.int64)
            loops.leaves(
                both[0].whole, both[1].whole, LEAF,
                ends, ran.ended, self._ones, self._twos, self._tops, self.proved,
            )  # fmt: skip

    def faces(self, end: int) -> Faces:
        """Return the faces of a leaf that was proved to be a point on both sides."""
        tops = self._tops[end].tolist()
        one, two = (
            Corner(weights := tuple(rows[end].tolist()), top + low * sum(weights))
            for rows, top, low in zip((self._ones, self._twos), tops, self._lows, strict=True)
        )
        return (one,), (two,)


class _Moved:
    """A table with its least entry at 0, in 64 bits where sums of shifts fit into them."""

    def __init__(self, table: Rows) -> None:
        self.low = min(map(min, table))
        bits = (max(map(max, table)) - self.low).bit_length()
        spare = _LONGEST - bits - len(table).bit_length()
        self.fits = spare > _WIDTHS[1]
        self.small = bits <= _SMALL
        moved = [[entry - self.low for entry in row] for row in table]
        self.whole = np.array(moved, dtype=np.int64 if self.fits else object)
        widths = [bits for bits in _WIDTHS if bits < spare or not self.fits]
        self.widths = np.array(widths, dtype=np.int64)


def _faces(sides: Sides, imposed: Imposed) -> Faces | None:
    """Return the corners of both faces of a case, if they are all equilibria; else None."""
    faces, seen = [], []
    for side in (0, 1):
        mix, replies, table = sides.mix(side), sides.replies(side), sides.table(side)
        used = [k for k, label in enumerate(mix) if label not in imposed[side]]
        best = [k for k, label in enumerate(replies) if label in imposed[side]]
        face = corners(table, used, best) if used and best else ()
        if not face:
            return None
        faces.append(face)
        seen.append(present(table, face))
    (x_used, column_short), (y_used, row_short) = seen
    if x_used & row_short or y_used & column_short:
        return None
    return faces[0], faces[1]
