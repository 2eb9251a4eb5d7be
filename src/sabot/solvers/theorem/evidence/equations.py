"""The indifference equations that fix a plan, by name, and a square part that is never singular.

Determinants come from values at whole numbers, by FLINT, and interpolation; the checker eliminates.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from flint import fmpq, fmpq_poly, fmpz_mat, fmpz_poly, nmod_mat

from sabot.forms.sequence import Side
from sabot.solvers.theorem.evidence.ranges import Range
from sabot.solvers.theorem.formula import PRIME, Columns, residue

MOST_UNKNOWN = 40
_MOST_PARTS = 200
_ZERO, _ONE = fmpz_poly([]), fmpz_poly([1])
Row = dict[int, fmpz_poly]


@dataclass(frozen=True)
class Part:
    """A square part of the equations."""

    labels: tuple[str, ...]
    determinant: fmpz_poly


def indifferent(
    board: Columns, used: Collection[int], theirs: Collection[int]
) -> tuple[dict[str, Row], int]:
    """Return the equations of the chances that are not sure, by name, and how many there are."""
    sure, unknown, rows = {0}, dict[int, int](), dict[str, Row]()
    for cell in board.own.cells:
        live = [s for s in cell.sequences if s in used]
        if cell.parent in sure and len(live) == 1:
            sure.add(live[0])
        elif live:
            unknown |= {s: len(unknown) + k for k, s in enumerate(live)}
            row = {unknown[s]: _ONE for s in live}
            if cell.parent not in sure:
                row[unknown[cell.parent]] = -_ONE
            rows[f"{place(board.own, cell.key)}: the chances add up"] = row
    worth = [
        {unknown[i]: amount for i, amount in column.items() if i in unknown}
        for column in board.payoffs
    ]
    options = [[s for s in cell.sequences if s in theirs] for cell in board.other.cells]
    for cell, some in reversed(list(zip(board.other.cells, options, strict=True))):
        if cell.parent and some:
            worth[cell.parent] = _sum(worth[cell.parent], worth[some[0]], 1)
    for cell, some in zip(board.other.cells, options, strict=True):
        for s in some[1:]:
            one, two = cell.actions[s - cell.first], cell.actions[some[0] - cell.first]
            label = f"{place(board.other, cell.key)}: {one} earns as much as {two}"
            rows[label] = _sum(worth[s], worth[some[0]], -1)
    live_rows = {label: row for label, row in rows.items() if any(c != 0 for c in row.values())}
    return live_rows, len(unknown)


def place(side: Side, view: str) -> str:
    """Return who is asked, and where, in words."""
    return side.name if view == "-" else f"{side.name} at {view}"


def _sum(one: Row, two: Row, sign: int) -> Row:
    return one | {k: one.get(k, _ZERO) + sign * amount for k, amount in two.items()}


def chosen(rows: Mapping[str, Row], count: int, where: Range) -> Part | None:
    """Return *count* of the equations that are independent at every value of a range, if any.

    Those that are independent at one value are tried first, then others while they are few.
    """
    if count > MOST_UNKNOWN:
        return None
    first = _independent(rows, count, where)
    most = _MOST_PARTS if count < 7 else 0
    picks = ([] if first is None else [first]) + list(islice(combinations(rows, count), most))
    for pick in picks:
        found = determinant([[rows[label].get(k, _ZERO) for k in range(count)] for label in pick])
        if found != 0 and where.never_zero(found):
            return Part(tuple(pick), found)
    return None


def _independent(rows: Mapping[str, Row], count: int, where: Range) -> tuple[str, ...] | None:
    """Return the first *count* rows that are independent at one value, modulo a prime."""
    at, labels = residue(where.spot), list(rows)
    turned = [int(rows[label].get(k, _ZERO)(at)) % PRIME for k in range(count) for label in labels]
    if len(labels) < count:
        return None
    echelon, rank = nmod_mat(count, len(labels), turned, PRIME).rref()
    if rank < count:
        return None
    leads = [next(j for j in range(len(labels)) if int(echelon[i, j])) for i in range(count)]
    return tuple(labels[j] for j in leads)


def determinant(rows: Sequence[Sequence[fmpz_poly]]) -> fmpz_poly:
    """Return the determinant of a square matrix of polynomials, through its values.

    >>> x, one = fmpz_poly([0, 1]), fmpz_poly([1])
    >>> determinant([[x, 2 * one], [3 * one, x]])
    x^2 + (-6)
    """
    degree = sum(max(max(entry.degree(), 0) for entry in row) for row in rows)
    size = len(rows)
    total, newton = fmpq_poly([0]), fmpq_poly([1])
    for at in range(degree + 1):
        here = int(fmpz_mat(size, size, [entry(at) for row in rows for entry in row]).det())
        share = (here - total(fmpq(at))) / newton(fmpq(at))
        total += fmpq_poly([share]) * newton
        newton *= fmpq_poly([-at, 1])
    return total.numer()
