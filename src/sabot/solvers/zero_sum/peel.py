"""Which part of a sparse system decides whether its columns are independent.

Most rows of a game are trivial and are peeled off. The rest is eliminated modulo a prime for as
long as it stays sparse. The checker does both by itself, in an order of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from sabot import watch

Row = dict[int, int]


def peeled(rows: Sequence[Row], width: int) -> tuple[list[Row], list[int]]:
    """Return the rows and columns that are left once all that stand alone are taken off.

    A row with one entry gives its column a pivot, a column with one entry its row; neither has a
    say in whether the other columns are independent.

    >>> peeled([{0: 2}, {0: 1, 1: 3, 2: 1}, {1: 1, 2: 1}], 3)
    ([{1: 3, 2: 1}, {1: 1, 2: 1}], [1, 2])
    """
    spots = [[spot for spot, entry in row.items() if entry] for row in rows]
    holders: list[list[int]] = [[] for _ in range(width)]
    for number, own in enumerate(spots):
        for spot in own:
            holders[spot].append(number)
    in_row, in_spot = [len(own) for own in spots], [len(held) for held in holders]
    row_lives, spot_lives = [True] * len(rows), [True] * width
    lone_rows = [number for number, count in enumerate(in_row) if count == 1]
    lone_spots = [spot for spot, count in enumerate(in_spot) if count == 1]
    while lone_rows or lone_spots:
        if lone_rows:
            number = lone_rows.pop()
            if not row_lives[number] or in_row[number] != 1:
                continue
            spot = next(spot for spot in spots[number] if spot_lives[spot])
        else:
            spot = lone_spots.pop()
            if not spot_lives[spot] or in_spot[spot] != 1:
                continue
            number = next(number for number in holders[spot] if row_lives[number])
        row_lives[number] = spot_lives[spot] = False
        for other in spots[number]:
            in_spot[other] -= 1
            if spot_lives[other] and in_spot[other] == 1:
                lone_spots.append(other)
        for other in holders[spot]:
            in_row[other] -= 1
            if row_lives[other] and in_row[other] == 1:
                lone_rows.append(other)
    left = [
        {spot: rows[number][spot] for spot in own if spot_lives[spot]}
        for number, own in enumerate(spots)
        if row_lives[number] and in_row[number]
    ]
    return left, [spot for spot in range(width) if spot_lives[spot]]


_DENSE = 5
"""With one place in five filled, dense elimination is faster."""
_FEW = 64
"""Columns below which dense elimination is always as fast."""
_LISTEN = 512
"""Pivots between two looks at whether to stop."""


def eliminated(rows: list[Row], spots: list[int], prime: int) -> tuple[list[Row], list[int]]:
    """Eliminate modulo a prime, the shortest row first, as long as the system stays sparse.

    The rows and columns that are left have independent columns modulo the prime if and only if the
    whole system has. Repeated games and games with simultaneous moves have nothing to peel off, and
    fill in very little.

    >>> eliminated([{0: 1, 1: 1}, {0: 1, 1: 2}], [0, 1], 7)  # too few columns to begin
    ([{0: 1, 1: 1}, {0: 1, 1: 2}], [0, 1])
    >>> ring = [{k: 1, (k + 1) % 99: 2} for k in range(99)]
    >>> left, columns = eliminated(ring, list(range(99)), 8191)
    >>> len(left) == len(columns) < 64
    True
    """
    if len(spots) < _FEW:
        return rows, spots
    live = [{spot: rest for spot, entry in row.items() if (rest := entry % prime)} for row in rows]
    holders: dict[int, set[int]] = {spot: set() for spot in spots}
    for number, row in enumerate(live):
        for spot in row:
            holders[spot].add(number)
    filled, height = sum(map(len, live)), sum(map(bool, live))
    queue = [(len(row), number) for number, row in enumerate(live) if row]
    heapify(queue)
    while queue and len(holders) >= _FEW and filled * _DENSE < height * len(holders):
        size, number = heappop(queue)
        pivot = live[number]
        if not pivot or size != len(pivot):
            continue  # the row has changed since; it is in the queue with its new length
        if len(holders) % _LISTEN == 0:
            watch.heard()
        spot = min(pivot, key=lambda one: len(holders[one]))
        live[number] = {}
        for one in pivot:
            holders[one].discard(number)
        height -= 1
        filled -= size
        inverse = pow(pivot.pop(spot), -1, prime)
        below = [(one, entry * inverse % prime) for one, entry in pivot.items()]
        for other in holders.pop(spot):
            row = live[other]
            filled -= len(row)
            _subtract(row, row.pop(spot), below, prime, holders, other)
            filled += len(row)
            height -= not row
            heappush(queue, (len(row), other))
    return [row for row in live if row], sorted(holders)


def _subtract(
    row: Row,
    factor: int,
    pivot: list[tuple[int, int]],
    prime: int,
    holders: dict[int, set[int]],
    number: int,
) -> None:
    """Subtract *factor* times the pivot row from a row; keep account of who has which column."""
    for spot, entry in pivot:
        old = row.get(spot)
        if old is None:
            row[spot] = -factor * entry % prime
            holders[spot].add(number)
        elif new := (old - factor * entry) % prime:
            row[spot] = new
        else:
            del row[spot]
            holders[spot].discard(number)
