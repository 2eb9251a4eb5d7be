"""Sparse LU factors in long numbers, for a basis that is singular in floats though not in truth.

The basis of a tree's program has few entries and falls apart into single ones nearly by itself;
where it does not, the pivot is where the least is filled in (Markowitz 1957). So elimination with
numbers of a thousand bits costs milliseconds, and hardly any pivot has to be chosen for its size.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from flint import arb

from sabot.solvers.lp.long.numbers import Entries, Long, size, subtract

_SMALLER = 24
"""Bits by which a pivot may be smaller than the largest entry of its column."""


class LongFactor:
    """The factors of a square matrix that is given by its columns.

    Every column stands at the row where it was pivoted, and solutions are told by those rows.
    """

    def __init__(self, columns: Sequence[Entries]) -> None:
        self.size = len(columns)
        self.place = [-1] * self.size
        """The row that each column stands at; -1 where it depends on the others."""
        elimination = _Elimination(columns)
        self._order: list[tuple[int, int]] = []
        self._pivots: dict[int, arb] = {}
        self._down: dict[int, Entries] = {}
        self._along: dict[int, Entries] = {}
        self._above: list[Entries] = [[] for _ in columns]
        while (spot := elimination.next_spot()) is not None:
            i, j = spot
            self.place[j] = i
            self._order.append(spot)
            self._pivots[i], self._along[i], self._down[i] = elimination.pivot(i, j)
            for k, amount in self._along[i]:
                self._above[k].append((i, amount))

    @property
    def regular(self) -> bool:
        """Whether every column stands somewhere."""
        return len(self._order) == self.size

    def solve(self, right: list[Long]) -> list[Long]:
        """Return the solution ``z`` of ``B z = right``, in place."""
        for i, _ in self._order:
            value = right[i]
            if value is not None and self._down[i]:
                subtract(right, self._down[i], value)
        for i, j in reversed(self._order):
            value = right[i]
            if value is None:
                continue
            if 0 in value:
                right[i] = None
                continue
            right[i] = value = value / self._pivots[i]
            subtract(right, self._above[j], value)
        return right

    def solve_turned(self, right: list[Long]) -> list[Long]:
        """Return the solution ``w`` of ``B'w = right``; *right* is told like a solution."""
        found: list[Long] = [None] * self.size
        waiting: list[Long] = [None] * self.size
        for i, j in self._order:
            waiting[j] = right[i]
        for i, j in self._order:
            value = waiting[j]
            if value is not None and 0 not in value:
                found[i] = value = value / self._pivots[i]
                subtract(waiting, self._along[i], value)
        for i, _ in reversed(self._order):
            value = found[i]
            for k, factor in self._down[i]:
                other = found[k]
                if other is not None:
                    value = -factor * other if value is None else value - factor * other
            found[i] = value
        return found


class _Elimination:
    """A matrix while it is eliminated: rows with their entries, columns with their rows."""

    def __init__(self, columns: Sequence[Entries]) -> None:
        self._rows: list[dict[int, arb]] = [{} for _ in columns]
        self._lines: list[set[int]] = []
        for j, column in enumerate(columns):
            self._lines.append({i for i, _ in column})
            for i, amount in column:
                self._rows[i][j] = amount
        self._single = [j for j, line in enumerate(self._lines) if len(line) == 1]
        self._short = [(len(row), i) for i, row in enumerate(self._rows)]
        heapify(self._short)

    def next_spot(self) -> tuple[int, int] | None:
        """Return where to pivot: at a column's only entry, else in a shortest row."""
        while self._single:
            j = self._single.pop()
            if len(self._lines[j]) == 1:
                return next(iter(self._lines[j])), j
        while self._short:
            count, i = heappop(self._short)
            row = self._rows[i]
            if count and count == len(row):
                j = min(row, key=lambda k: (len(self._lines[k]), k))
                found = self._large(j) if count > 1 else i
                if found != i:
                    heappush(self._short, (count, i))
                return found, j
        return None

    def _large(self, j: int) -> int:
        """Return the shortest row where a column is large: what is taken away then stays small."""
        sizes = {i: size(self._rows[i][j]) for i in self._lines[j]}
        least = max(sizes.values()) - _SMALLER
        return min((len(self._rows[i]), i) for i in sizes if sizes[i] >= least)[1]

    def pivot(self, i: int, j: int) -> tuple[arb, Entries, Entries]:
        """Eliminate; return the pivot, the rest of its row, and the factors of the rows below."""
        row, self._rows[i] = self._rows[i], {}
        head = row.pop(j)
        along = list(row.items())
        for k in row:
            self._leave(i, k)
        below, self._lines[j] = self._lines[j], set()
        below.discard(i)
        return head, along, [(other, self._reduce(other, j, head, along)) for other in below]

    def _reduce(self, other: int, j: int, head: arb, along: Entries) -> arb:
        """Take a multiple of the pivot's row away from another, and return which."""
        target = self._rows[other]
        factor = target.pop(j) / head
        for k, amount in along:
            before = target.get(k)
            after = -factor * amount if before is None else before - factor * amount
            if before is None:
                self._lines[k].add(other)
            elif 0 in after:
                del target[k]
                self._leave(other, k)
                continue
            target[k] = after
        heappush(self._short, (len(target), other))
        return factor

    def _leave(self, i: int, k: int) -> None:
        line = self._lines[k]
        line.discard(i)
        if len(line) == 1:
            self._single.append(k)
