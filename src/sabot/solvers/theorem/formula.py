"""Strategies as formulas: the indifference equations of a support, solved over polynomials.

At one value of the parameter the numeric solver says which sequences each side uses and which are
tight. The same equations with polynomial coefficients then give the plan as quotients of
polynomials: a candidate for every other value too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly, nmod_mat

from sabot import watch
from sabot.forms.polynomial import common_factor
from sabot.forms.sequence import Side

PRIME = 2**31 - 1
_ZERO, _ONE = fmpz_poly([0]), fmpz_poly([1])
Row = dict[int, fmpz_poly]
Weights = dict[int, int]
"""A chance as a sum of unknowns, by number; -1 is the number of the constant."""


@dataclass(frozen=True)
class PlanFormula:
    """A plan as polynomials over one: ``tops[s] / below`` for each sequence."""

    tops: tuple[fmpz_poly, ...]
    below: fmpz_poly
    determinant: fmpz_poly
    """Of the equations, before common factors were cancelled."""
    from_used: bool
    """Whether the equations of sequences that the opponent really uses were enough."""


@dataclass(frozen=True)
class Support:
    """What one side does at one value: the sequences used, and those that would be as good."""

    used: frozenset[int]
    tight: frozenset[int]


@dataclass(frozen=True)
class Columns:
    """Payoffs of one side against the other: by the other's sequence, then the own one."""

    own: Side
    other: Side
    payoffs: tuple[dict[int, fmpz_poly], ...]


def columns(
    sides: tuple[Side, Side], payoffs: Sequence[tuple[int, int, fmpz_poly]], seat: int
) -> Columns:
    """Return the payoffs as *seat* meets them (payoffs stay those of side one)."""
    own, other = sides[seat], sides[1 - seat]
    table: list[dict[int, fmpz_poly]] = [{} for _ in range(other.count)]
    for i, j, amount in payoffs:
        mine, theirs = (i, j) if seat == 0 else (j, i)
        table[theirs][mine] = amount
    return Columns(own, other, tuple(table))


def plan_formula(
    board: Columns, mine: Support, theirs: Support, spot: Fraction | int
) -> PlanFormula | None:
    """Return the plan of one side as a formula, None where its equations do not fix it.

    *spot* is a value at which the equations are independent (used modulo a prime).
    """
    equations, unknown, fixed = _equations(board, mine, theirs)
    count = len(unknown)
    chosen, from_used = independent(equations, count, spot)
    if chosen is None:
        return None
    solved = solve_polynomial([equations[k][0] for k in chosen], count)
    if solved is None:
        return None
    tops, below = solved
    determinant = below
    shared = common_factor([*tops, below])
    tops, below = [divmod(t, shared)[0] for t in tops], divmod(below, shared)[0]
    plan = [_ZERO] * board.own.count
    for s in fixed:
        plan[s] = below
    for s, k in unknown.items():
        plan[s] = tops[k]
    return PlanFormula(tuple(plan), below, determinant, from_used)


def _equations(
    board: Columns, mine: Support, theirs: Support
) -> tuple[list[tuple[Row, bool]], dict[int, int], set[int]]:
    """Return the rows (with the constant at -1, and whether only used sequences occur in them).

    Sequences of cells with one used action after a sure sequence are sure (``fixed``); the others
    are unknowns. Each of the other side's cells gives one equation for every further tight action:
    it must be as good as the first. In a deep tree a cell's worth includes what follows it, so the
    equation compares whole continuations.
    """
    own = board.own
    fixed = {0}
    unknown: dict[int, int] = {}
    rows: list[tuple[Row, bool]] = []
    for cell in own.cells:
        live = [s for s in cell.sequences if s in mine.used]
        if cell.parent in fixed and len(live) == 1:
            fixed.add(live[0])
        elif live:
            for s in live:
                unknown[s] = len(unknown)
            row: Row = {unknown[s]: _ONE for s in live}
            _subtract(row, cell.parent, _ONE, fixed, unknown)
            rows.append((row, True))
    weights: list[Weights] = [{} for _ in range(own.count)]
    for s in fixed:
        weights[s] = {-1: 1}
    for s, k in unknown.items():
        weights[s] = {k: 1}
    return rows + indifference(board, theirs, weights), unknown, fixed


def _subtract(
    row: Row, s: int, amount: fmpz_poly, fixed: set[int], unknown: dict[int, int]
) -> None:
    spot = -1 if s in fixed else unknown[s]
    row[spot] = row.get(spot, _ZERO) - amount


def indifference(
    board: Columns, theirs: Support, weights: Sequence[Weights]
) -> list[tuple[Row, bool]]:
    """Return the equations that make every tight action of the other side as good as the first.

    *weights* are the own sequences' chances, linear in the unknowns.
    """
    other = board.other
    worth = _worth(board, theirs, weights)
    rows: list[tuple[Row, bool]] = []
    for cell in other.cells:
        if cell.parent not in theirs.tight:
            continue
        options = [s for s in cell.sequences if s in theirs.tight]
        options.sort(key=lambda s: s not in theirs.used)
        for s in options[1:]:
            row = dict(worth[s])
            for k, amount in worth[options[0]].items():
                row[k] = row.get(k, _ZERO) - amount
            rows.append((row, s in theirs.used and options[0] in theirs.used))
    return rows


def _worth(board: Columns, theirs: Support, weights: Sequence[Weights]) -> list[Row]:
    """Return what each of the other side's sequences is worth, linear in the unknowns."""
    worth: list[Row] = []
    for column in board.payoffs:
        watch.heard()
        row: Row = {}
        for i, amount in column.items():
            for k, times in weights[i].items():
                share = amount if times == 1 else times * amount
                row[k] = row.get(k, _ZERO) + share
        worth.append(row)
    for cell in reversed(board.other.cells):
        if cell.parent:
            best = next((s for s in cell.sequences if s in theirs.used), None)
            if best is None:
                best = next((s for s in cell.sequences if s in theirs.tight), None)
            if best is not None:
                for k, amount in worth[best].items():
                    worth[cell.parent][k] = worth[cell.parent].get(k, _ZERO) + amount
    return worth


def independent(
    equations: list[tuple[Row, bool]], count: int, spot: Fraction | int
) -> tuple[list[int] | None, bool]:
    """Return *count* independent equations, those of used sequences first."""
    order = sorted(range(len(equations)), key=lambda k: not equations[k][1])
    at = residue(spot)
    lines = [[int(equations[k][0].get(j, _ZERO)(at)) % PRIME for j in range(count)] for k in order]
    if count == 0:
        return [], True
    turned = [line[j] for j in range(count) for line in lines]
    echelon, rank = nmod_mat(count, len(lines), turned, PRIME).rref()
    if rank < count:
        return None, False
    pivots, at = [], 0
    for row in range(rank):
        while int(echelon[row, at]) == 0:
            at += 1
        pivots.append(at)
        at += 1
    chosen = [order[p] for p in pivots]
    return chosen, all(equations[k][1] for k in chosen)


def residue(spot: Fraction | int) -> int:
    """Return a rational number modulo the prime."""
    return spot.numerator * pow(spot.denominator, -1, PRIME) % PRIME


def solve_polynomial(rows: list[Row], count: int) -> tuple[list[fmpz_poly], fmpz_poly] | None:
    """Solve ``sum row[j] x[j] + row[-1] = 0`` over polynomials, without fractions (Bareiss)."""
    table = [[row.get(j, _ZERO) for j in range(count)] + [-row.get(-1, _ZERO)] for row in rows]
    previous = _ONE
    for k in range(count):
        pivot = min(
            (i for i in range(k, count) if table[i][k] != 0),
            key=lambda i: table[i][k].degree(),
            default=None,
        )
        if pivot is None:
            return None
        table[k], table[pivot] = table[pivot], table[k]
        head = table[k][k]
        for i in range(count):
            watch.heard()
            if i != k:
                factor = table[i][k]
                table[i] = [
                    _quotient(head * a - factor * b, previous)
                    for a, b in zip(table[i], table[k], strict=True)
                ]
        previous = head
    return [table[i][count] for i in range(count)], previous


def _quotient(top: fmpz_poly, below: fmpz_poly) -> fmpz_poly:
    if below == 1:
        return top
    quotient, rest = divmod(top, below)
    assert rest == 0, "Bareiss divides exactly"
    return quotient
