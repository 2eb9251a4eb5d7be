"""Peeling: what of a sparse system decides whether its columns are independent.

Most rows of a game are trivial. The checker peels by itself, in an order of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

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
