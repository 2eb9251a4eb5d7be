"""Which part of a sparse system decides whether its columns are independent.

Rows and columns with a single entry are peeled off: they are most of a game. The rest is
eliminated modulo a prime for as long as it stays sparse. The checker has its own code for both
(:mod:`sabot.certify.rank`), which takes pivots in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from sabot import watch

Row = dict[int, int]


def peeled(rows: Sequence[Row], width: int) -> tuple[list[Row], list[int]]:
    """Return the rows and columns that are left when single entries have been peeled off.

    An entry that is the only one of its row, or of its column, is a pivot without fill-in: its row
    and its column are removed, until there is no such entry. What is left has independent columns
    if and only if the whole has.

    >>> peeled([{0: 2}, {0: 1, 1: 3, 2: 1}, {1: 1, 2: 1}], 3)
    ([{1: 3, 2: 1}, {1: 1, 2: 1}], [1, 2])
    """
    columns = [[column for column, entry in row.items() if entry] for row in rows]
    holders: list[list[int]] = [[] for _ in range(width)]
    for number, own in enumerate(columns):
        for column in own:
            holders[column].append(number)
    in_row, in_column = [len(own) for own in columns], [len(held) for held in holders]
    row_lives, column_lives = [True] * len(rows), [True] * width
    lone_rows = [number for number, count in enumerate(in_row) if count == 1]
    lone_columns = [column for column, count in enumerate(in_column) if count == 1]
    while lone_rows or lone_columns:
        if lone_rows:
            number = lone_rows.pop()
            if not row_lives[number] or in_row[number] != 1:
                continue
            column = next(column for column in columns[number] if column_lives[column])
        else:
            column = lone_columns.pop()
            if not column_lives[column] or in_column[column] != 1:
                continue
            number = next(number for number in holders[column] if row_lives[number])
        row_lives[number] = column_lives[column] = False
        for other in columns[number]:
            in_column[other] -= 1
            if column_lives[other] and in_column[other] == 1:
                lone_columns.append(other)
        for other in holders[column]:
            in_row[other] -= 1
            if row_lives[other] and in_row[other] == 1:
                lone_rows.append(other)
    left = [
        {column: rows[number][column] for column in own if column_lives[column]}
        for number, own in enumerate(columns)
        if row_lives[number] and in_row[number]
    ]
    return left, [column for column in range(width) if column_lives[column]]


_DENSE = 5
"""With one entry in five not 0, dense elimination is faster."""
_FEW = 64
"""Columns below which dense elimination is always as fast."""
_LISTEN = 512
"""Pivots between two checks whether the user wants to stop."""


def eliminated(rows: list[Row], columns: list[int], prime: int) -> tuple[list[Row], list[int]]:
    """Eliminate modulo a prime, the shortest row first, as long as the system stays sparse.

    What is left has independent columns modulo the prime if and only if the whole has. Repeated
    games and games with simultaneous moves have nothing to peel off, and little fill-in.

    >>> eliminated([{0: 1, 1: 1}, {0: 1, 1: 2}], [0, 1], 7)  # too few columns to begin
    ([{0: 1, 1: 1}, {0: 1, 1: 2}], [0, 1])
    >>> ring = [{k: 1, (k + 1) % 99: 2} for k in range(99)]
    >>> left, columns = eliminated(ring, list(range(99)), 8191)
    >>> len(left) == len(columns) < 64
    True
    """
    if len(columns) < _FEW:
        return rows, columns
    live = [{k: residue for k, entry in row.items() if (residue := entry % prime)} for row in rows]
    holders: dict[int, set[int]] = {column: set() for column in columns}
    for number, row in enumerate(live):
        for column in row:
            holders[column].add(number)
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
        column = min(pivot, key=lambda one: len(holders[one]))
        live[number] = {}
        for one in pivot:
            holders[one].discard(number)
        height -= 1
        filled -= size
        inverse = pow(pivot.pop(column), -1, prime)
        below = [(one, entry * inverse % prime) for one, entry in pivot.items()]
        for other in holders.pop(column):
            row = live[other]
            filled -= len(row)
            _subtract(row, row.pop(column), below, prime, holders, other)
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
    """Subtract *factor* times the pivot row from a row.

    *number* is that of the row; *holders* are the rows that have an entry in a column.
    """
    for column, entry in pivot:
        old = row.get(column)
        if old is None:
            row[column] = -factor * entry % prime
            holders[column].add(number)
        elif new := (old - factor * entry) % prime:
            row[column] = new
        else:
            del row[column]
            holders[column].discard(number)
