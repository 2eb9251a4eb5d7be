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
from sabot.solvers.equilibrium.every.faces import Corner, corners
from sabot.solvers.equilibrium.every.kernel import FIRST, IMPOSED, LEAF, SECOND

Rows = Sequence[Sequence[int]]
Ints = NDArray[np.int64]
Imposed = tuple[frozenset[int], frozenset[int]]
"""The labels that a case makes 0, on the first side and on the second."""

SEARCHES = Loops("sabot.solvers.equilibrium.every.kernel", pays_from=40_000)
"""Work in entries of both tables: a dozen 8 x 8 games take as long in Python as compiling."""
_EPSILON = 2.0**-30
_ENDS = 512
"""Ends of the tree between two looks whether to stop."""
_BITS = 40
"""Of the weights of a shift: far finer than the floats that it is made of need be."""
_LEAST_BITS = 16
MOST_ENDS = 2_000_000
"""Of a tree: some minutes, and a GiB."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The two tables: what a seat's replies earn it against each strategy of the other seat."""

    rows: int
    columns: int
    first: Rows
    """What each column earns its seat against each row: over the row seat's mixes."""
    second: Rows
    """What each row earns its seat against each column: over the column seat's mixes."""

    @property
    def labels(self) -> int:
        """How many labels there are."""
        return self.rows + self.columns

    def mix(self, side: int) -> range:
        """Return the labels that are weights on a side."""
        return range(self.rows, self.labels) if side else range(self.rows)

    def replies(self, side: int) -> range:
        """Return the labels that are shortfalls on a side."""
        return range(self.rows) if side else range(self.rows, self.labels)

    def table(self, side: int) -> Rows:
        """Return the payoffs of the seat that replies, by its strategies."""
        return self.second if side else self.first


@dataclass(frozen=True, slots=True)
class Dead:
    """A case without a point on one side, and the shift that shows it."""

    side: int
    shift: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alive:
    """A case whose faces are equilibria, every corner of one with every corner of the other."""

    corners: tuple[tuple[Corner, ...], tuple[Corner, ...]]


End = Dead | Alive


@dataclass(frozen=True, slots=True)
class Tree:
    """Cases in preorder: a label to branch on (0 on the first side, then on the second), or an end."""

    nodes: tuple[int | End, ...]

    @property
    def ends(self) -> list[End]:
        """The ends, in order."""
        return [node for node in self.nodes if not isinstance(node, int)]


def proved_tree(sides: Sides) -> Tree:
    """Return a tree of cases whose every end is proved."""
    return Tree(tuple(_guessed(sides)))


def _guessed(sides: Sides) -> list[int | End]:
    loops = SEARCHES(sides.rows * sides.columns * sides.labels)
    codes, ended, reasons = _run(loops, *map(_floats, (sides.first, sides.second)), sides, _EPSILON)
    shifts = _shifts(sides, codes[codes < 0], ended, reasons)
    return _spliced(sides, codes, ended, shifts, exactly=False)


def _searched(sides: Sides, imposed: Imposed) -> list[int | End]:
    """Return the tree below a case, all of it in fractions."""
    tables = (np.array([[Fraction(e) for e in r] for r in t], dtype=object) for t in _both(sides))
    codes, ended, reasons = _run(SEARCHES.plain, *tables, sides, 0, imposed)
    shifts = [
        _whole(sides, code, reason) if code != LEAF else None
        for code, reason in zip(codes[codes < 0], reasons, strict=True)
    ]
    return _spliced(sides, codes, ended, shifts, exactly=True)


def _both(sides: Sides) -> tuple[Rows, Rows]:
    return sides.first, sides.second


def _spliced(
    sides: Sides, codes: Ints, ended: Ints, shifts: Sequence[tuple[int, ...] | None], exactly: bool
) -> list[int | End]:
    """Return the nodes with every end proved, searched again in fractions where it cannot be."""
    found: list[int | End] = []
    ends = iter(range(len(ended)))
    for code in codes.tolist():
        if code >= 0:
            found.append(code)
            continue
        watch.heard()
        number = next(ends)
        end: End | None
        if code == LEAF:
            end = _alive(sides, imposed := _imposed(ended[number]))
        else:
            shift = shifts[number]
            end = None if shift is None else Dead(FIRST - code, shift)
        if end is not None:
            found.append(end)
        elif exactly:
            raise AssertionError("an exact search ended in a case that it does not prove")
        else:
            if code != LEAF:
                imposed = _imposed(ended[number])
            found += _searched(sides, imposed)
    return found


def _imposed(row: Ints) -> Imposed:
    return (
        frozenset(np.flatnonzero(row & 1).tolist()),
        frozenset(np.flatnonzero(row & 2).tolist()),
    )


# ---------------------------------------------------------------------- running the loops


def _floats(table: Rows) -> NDArray[np.float64]:
    """Return a table with its least entry at 0 and its greatest at 1: only differences matter."""
    low, high = min(map(min, table)), max(map(max, table))
    across = high - low or 1
    return np.array([[(entry - low) / across for entry in row] for row in table])


def _opening(table: Any, mix: range, replies: range) -> tuple[Any, Ints, Ints]:
    """Return the dictionary at the first strategy of a seat and its best reply."""
    height, width = table.shape
    best = max(range(height), key=lambda i: (table[i, 0], -i))
    others = [i for i in range(height) if i != best]
    found = np.zeros((height, width + 1), table.dtype)
    if table.dtype == object:
        found += Fraction(0)
    found[0, : width - 1] = -1
    found[0, width] = 1
    short = table[best] - table[others]
    found[1:, : width - 1] = short[:, 1:] - short[:, :1]
    found[1:, width - 1] = 1
    found[1:, width] = short[:, 0]
    inside = np.array([mix[0], *(replies[i] for i in others)], dtype=np.int64)
    outside = np.array([*mix[1:], replies[best]], dtype=np.int64)
    return found, inside, outside


def _run(
    loops: Any,
    first: Any,
    second: Any,
    sides: Sides,
    epsilon: float,
    imposed: Imposed = (frozenset(), frozenset()),
) -> tuple[Ints, Ints, Any]:
    """Return the codes of a tree, the labels imposed at its ends, and reasons."""
    deep = sides.labels + 1
    state: list[Any] = []
    for side, table in enumerate((first, second)):
        dictionary, inside, outside = _opening(table, sides.mix(side), sides.replies(side))
        fixed = np.zeros(sides.labels, dtype=np.int64)
        for label in sorted(imposed[side]):
            if loops.vanish(dictionary, inside, outside, fixed, label, epsilon) >= 0:
                return _nothing(loops, sides, side, label, dictionary, inside, outside, imposed)
        state += [
            np.repeat(array[None], deep, axis=0) for array in (dictionary, inside, outside, fixed)
        ]
    stage, branch = np.zeros(deep, dtype=np.int64), np.zeros(deep, dtype=np.int64)
    spot = np.zeros(2, dtype=np.int64)
    parts: list[tuple[Ints, Ints, Any]] = []
    total = 0
    while spot[0] >= 0:
        codes = np.empty(2 * _ENDS + deep, dtype=np.int64)
        ended = np.empty((_ENDS, sides.labels), dtype=np.int64)
        reasons = np.zeros((_ENDS, sides.labels), first.dtype)
        count = loops.search(*state, stage, branch, spot, codes, ended, reasons, epsilon)
        ends = int(spot[1])
        parts.append((codes[:count], ended[:ends], reasons[:ends]))
        total += ends
        watch.at("searching", total, unit="cases")
        if total > MOST_ENDS:
            raise NoMethodError(
                f"the equilibria fall into more than {MOST_ENDS:,} cases; "
                "`sabot solve` gives one of them"
            )
    if len(parts) == 1:
        return parts[0]
    codes, ended, reasons = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return codes, ended, reasons


def _nothing(
    loops: Any,
    sides: Sides,
    side: int,
    label: int,
    dictionary: Any,
    inside: Ints,
    outside: Ints,
    imposed: Imposed,
) -> tuple[Ints, Ints, Any]:
    """Return the tree of a case that has no point: one end."""
    reasons = np.zeros((1, sides.labels), dictionary.dtype)
    loops.tell(reasons[0], dictionary, outside, loops.place_of(inside, label), label)
    ended = np.zeros((1, sides.labels), dtype=np.int64)
    for bit, labels in zip((1, 2), imposed, strict=True):
        ended[0, sorted(labels)] += bit
    return np.array([SECOND if side else FIRST]), ended, reasons


# ---------------------------------------------------------------------- proving the ends


def _shifts(
    sides: Sides, codes: Ints, ended: Ints, reasons: NDArray[np.float64]
) -> list[tuple[int, ...] | None]:
    """Return the shift of each dead end in whole numbers, None where its floats do not give one."""
    found: list[tuple[int, ...] | None] = [None] * len(ended)
    for side, code in enumerate((FIRST, SECOND)):
        places = np.flatnonzero(codes == code)
        if not places.size:
            continue
        mix, replies = sides.mix(side), sides.replies(side)
        fixed = (ended[places] >> side) & 1 == 1
        weights = _rounded(
            reasons[places, replies.start : replies.stop],
            fixed[:, replies.start : replies.stop],
            _width(sides.table(side)),
        )
        gains = _product(weights, sides.table(side))
        sure = ((gains > 0) | fixed[:, mix.start : mix.stop]).all(axis=1)
        for place, row, good in zip(
            places.tolist(), weights.tolist(), sure.tolist(), strict=True
        ):
            if good:
                found[place] = tuple(row)
    return found


def _width(table: Rows) -> int:
    """Return the bits that the weights of a shift may have."""
    across = max(map(max, table)) - min(map(min, table))
    fits = 62 - across.bit_length() - len(table).bit_length()
    return min(_BITS, fits) if fits >= _LEAST_BITS else _BITS


def _rounded(reasons: NDArray[np.float64], free: NDArray[np.bool_], bits: int) -> Ints:
    """Return weights in whole numbers with sum 0, none below 0 that is not *free*."""
    greatest = np.abs(reasons).max(axis=1, initial=0.0, keepdims=True)
    with np.errstate(invalid="ignore"):
        scaled = np.nan_to_num(np.rint(reasons * (2.0 ** (bits - 1) / np.maximum(greatest, 2.0**-500))))
    weights = scaled.astype(np.int64)
    weights[~free] = np.maximum(weights[~free], 0)
    spare = np.argmax(np.where(free, np.abs(reasons), -1.0), axis=1)
    rows = np.arange(len(weights))
    over = weights.sum(axis=1)
    weights[rows, spare] -= np.where(free[rows, spare], over, 0)
    weights[weights.sum(axis=1) != 0] = 0
    return weights


def _product(weights: Ints, table: Rows) -> Any:
    """Return what shifts gain against each strategy, exactly."""
    low = min(map(min, table))
    across = max(map(max, table)) - low
    moved = [[entry - low for entry in row] for row in table]
    if across.bit_length() + len(table).bit_length() + _LEAST_BITS <= 62:
        return weights @ np.array(moved, dtype=np.int64)
    return weights.astype(object) @ np.array(moved, dtype=object)


def _whole(sides: Sides, code: int, reason: Any) -> tuple[int, ...]:
    """Return the shift of an exact reason."""
    weights = [reason[label] for label in sides.replies(FIRST - code)]
    below = math.lcm(*(Fraction(weight).denominator for weight in weights))
    whole = [int(weight * below) for weight in weights]
    common = math.gcd(*whole) or 1
    return tuple(weight // common for weight in whole)


def _alive(sides: Sides, imposed: Imposed) -> Alive | None:
    """Return the corners of both faces of a case, if they are all equilibria; else None."""
    faces = []
    for side in (0, 1):
        mix, replies = sides.mix(side), sides.replies(side)
        used = [k for k, label in enumerate(mix) if label not in imposed[side]]
        best = [k for k, label in enumerate(replies) if label in imposed[side]]
        face = corners(sides.table(side), used, best) if used and best else ()
        if not face:
            return None
        faces.append(face)
    one, two = faces
    x_used, column_short = _present(one)
    y_used, row_short = _present(two)
    if x_used & row_short or y_used & column_short:
        return None
    return Alive((one, two))


def _present(face: Sequence[Corner]) -> tuple[int, int]:
    """Return which weights, and which shortfalls, are positive at some corner: as bits."""
    used = short = 0
    for corner in face:
        used |= corner.used
        short |= corner.short
    return used, short
