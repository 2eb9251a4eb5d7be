"""Rank modulo a prime with the standard library: the checker's only linear algebra.

A full rank modulo a prime is a full rank over the rationals, so one prime below 2^24 is a proof.
Rows are sparse (column to entry). Most rows of a game are trivial: *peeling* takes them off first.
What is left is eliminated as sparse rows while it is sparse, then as dense ones.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from sabot.certify.limits import MOST_RANK_WORK
from sabot.errors import FileError

Rows = Sequence[dict[int, int]]
_SPARSE_FROM = 64
"""Columns from which sparse elimination is tried: with fewer, dense elimination is as fast."""
_SPARSE_COST = 256
"""What one entry of a sparse row costs, in entries of a dense row."""


def peeled(rows: Rows, width: int) -> tuple[list[dict[int, int]], list[int]]:
    """Return the rows and columns that decide whether the column rank is full.

    A column with its only entry in one row, or a row with its only entry in one column, is
    independent of all the rest: both can go. What is left has full column rank if and only if the
    whole has.
    """
    live = [dict(row) for row in rows]
    holders: list[set[int]] = [set() for _ in range(width)]
    for number, row in enumerate(live):
        for spot in [spot for spot, entry in row.items() if not entry]:
            del row[spot]
        for spot in row:
            holders[spot].add(number)
    gone = [False] * width
    lone_rows = [number for number, row in enumerate(live) if len(row) == 1]
    lone_spots = [spot for spot in range(width) if len(holders[spot]) == 1]
    while lone_rows or lone_spots:
        if lone_spots:
            spot = lone_spots.pop()
            if gone[spot] or len(holders[spot]) != 1:
                continue
            (number,) = holders[spot]
        else:
            number = lone_rows.pop()
            if len(live[number]) != 1:
                continue
            (spot,) = live[number]
        gone[spot] = True
        for other in holders[spot]:
            if other != number:
                del live[other][spot]
                if len(live[other]) == 1:
                    lone_rows.append(other)
        holders[spot] = set()
        for other_spot in live[number]:
            if other_spot != spot:
                holders[other_spot].discard(number)
                if len(holders[other_spot]) == 1:
                    lone_spots.append(other_spot)
        live[number] = {}
    return [row for row in live if row], [spot for spot in range(width) if not gone[spot]]


class _Sparse:
    """A sparse system modulo a prime, and the elimination of its columns one by one.

    A column is eliminated with a row that has an entry in it: the row and the column go. What is
    left has full column rank if and only if the whole has.
    """

    def __init__(self, rows: Rows, spots: Sequence[int], prime: int) -> None:
        self.prime = prime
        self.rows = {}
        self.holders: dict[int, set[int]] = {spot: set() for spot in spots}
        for number, row in enumerate(rows):
            rests = {spot: entry % prime for spot, entry in row.items() if entry % prime}
            if rests:
                self.rows[number] = rests
            for spot in rests:
                self.holders[spot].add(number)
        self.filled = sum(map(len, self.rows.values()))
        self.work = self.filled

    def sparse(self) -> bool:
        """Tell whether the system is large, and less than a fifth of it is filled."""
        columns = len(self.holders)
        return columns >= _SPARSE_FROM and 5 * self.filled < columns * len(self.rows)

    def eliminate(self) -> bool:
        """Eliminate, the column with the fewest entries first; tell whether each had an entry."""
        queue = [(len(held), spot) for spot, held in self.holders.items()]
        heapify(queue)
        while self.sparse():
            count, spot = heappop(queue)
            if spot not in self.holders or count != len(self.holders[spot]):
                continue
            if not count:
                return False
            for changed in self._without(spot):
                heappush(queue, (len(self.holders[changed]), changed))
            if self.work * _SPARSE_COST > MOST_RANK_WORK:
                raise _too_much(len(self.rows), len(self.holders))
        return True

    def _without(self, spot: int) -> list[int]:
        """Eliminate one column with its shortest row; return the columns of that row."""
        held = self.holders.pop(spot)
        number = min(held, key=lambda one: len(self.rows[one]))
        pivot = self.rows.pop(number)
        held.remove(number)
        self.filled -= len(pivot)
        inverse = pow(pivot.pop(spot), -1, self.prime)
        for one in pivot:
            self.holders[one].remove(number)
        for other in held:
            row = self.rows[other]
            self.filled -= len(row)
            factor = row.pop(spot) * inverse % self.prime
            for one, entry in pivot.items():
                rest = (row.get(one, 0) - factor * entry) % self.prime
                if rest:
                    row[one] = rest
                    self.holders[one].add(other)
                elif row.pop(one, None) is not None:
                    self.holders[one].remove(other)
            self.filled += len(row)
            if not row:
                del self.rows[other]
        self.work += (1 + len(held)) * (1 + len(pivot))
        return list(pivot)


def _too_much(equations: int, unknowns: int) -> FileError:
    return FileError(
        f"a claim of uniqueness leaves {equations:,} equations with {unknowns:,} unknowns, "
        "too many for this checker"
    )


def full_rank(rows: Rows, width: int, prime: int) -> bool:
    """Tell whether the rows have column rank *width* modulo *prime* (then over Q as well).

    What is left after peeling and sparse elimination is eliminated with each row packed into one
    long integer, 64 bits an entry, so that a row operation is one multiplication; the prime is
    below 2^24, so sums of fewer than 2^16 products cannot overflow.
    """
    left, spots = peeled(rows, width)
    if len(left) < len(spots):
        return False
    if len(spots) >= _SPARSE_FROM:
        system = _Sparse(left, spots, prime)
        if not system.eliminate():
            return False
        left, spots = list(system.rows.values()), list(system.holders)
        if len(left) < len(spots):
            return False
    if len(spots) >= 2**16 or len(spots) ** 2 * len(left) > MOST_RANK_WORK:
        raise _too_much(len(left), len(spots))
    place = {spot: k for k, spot in enumerate(spots)}
    mask = 2**64 - 1
    pivots: list[tuple[int, int]] = []
    for row in left:
        if len(pivots) == len(spots):
            break
        entries = [0] * len(spots)
        for spot, entry in row.items():
            entries[place[spot]] = entry % prime
        line = _packed(entries)
        for shift, pivot in pivots:
            factor = ((line >> shift) & mask) % prime
            if factor:
                line += (prime - factor) * pivot
        rest = [entry % prime for entry in _unpacked(line, len(spots))]
        lead = next((k for k, entry in enumerate(rest) if entry), None)
        if lead is not None:
            scale = pow(rest[lead], -1, prime)
            pivots.append((64 * lead, _packed([entry * scale % prime for entry in rest])))
    return len(pivots) == len(spots)


def _packed(entries: list[int]) -> int:
    return int.from_bytes(_little(array("Q", entries)).tobytes(), "little")


def _unpacked(line: int, width: int) -> array[int]:
    entries = array("Q")
    entries.frombytes(line.to_bytes(8 * width, "little"))
    return _little(entries)


def _little(entries: array[int]) -> array[int]:
    if sys.byteorder == "big":
        entries.byteswap()
    return entries
