"""Uniqueness at an irrational breakpoint, decided there: the optimal faces of the game at a root.

The plans of the neighbours are optimal where they meet, but need not show which others are. Here
the game is looked at in the field of the root. If some chance can be greater than in the given
plan, there is another plan; if none can, there is no other, and a mixture of enough optimal plans
of the opponent shows it.
"""

from __future__ import annotations

from math import lcm
from typing import Any, Literal

from flint import fmpq_poly

from sabot.forms.algebra.field import ONE, ZERO, Field
from sabot.forms.algebra.point import Point
from sabot.forms.polynomial import PolynomialForm
from sabot.results.evidence import Plan
from sabot.results.pieces import Piece
from sabot.solvers.theorem.evidence.algebraic import Simplex

MOST_SEQUENCES = 60
"""Games with more sequences than this are not looked at: a tie there stays undecided."""
Values = list[fmpq_poly]


def evidence_at(
    form: PolynomialForm, piece: Piece, root: Point, seat: int
) -> tuple[Literal["another", "witness"], Plan] | None:
    """Return a second optimal plan of a seat at a root, or what shows that there is none.

    As a breakpoint of a proof holds it: ``another`` or ``witness``; None where the game is large.
    """
    if sum(side.count for side in form.sides) > MOST_SEQUENCES:
        return None
    field = Field(root)
    plans = [_plan_at(field, form, piece, k) for k in (0, 1)]
    top, below = (field.of(part) for part in (piece.value.top, piece.value.below))
    worth = field.times(field.over(top, below), _value(field, form.denominator))
    own = _Face(field, form, seat, worth)
    for s in range(1, form.sides[seat].count):
        most, plan = own.greatest(s)
        if most != plans[seat][s]:
            return "another", _told(plan)
    foe = _Face(field, form, 1 - seat, worth)
    found = [plans[1 - seat]]
    found += [foe.greatest(s)[1] for s in range(1, form.sides[1 - seat].count)]
    found += [foe.loosest(s)[1] for s in range(1, form.sides[seat].count) if plans[seat][s] == 0]
    mean = [
        sum(chances, ZERO) * fmpq_poly([1]) / len(found) for chances in zip(*found, strict=True)
    ]
    return "witness", _told(mean)


def _value(field: Field, polynomial: Any) -> fmpq_poly:
    return field.of([int(c) for c in polynomial.coeffs()])


def _plan_at(field: Field, form: PolynomialForm, piece: Piece, seat: int) -> Values:
    """Return a piece's plan at the root."""
    plan = piece.plans[form.seats[seat]]
    below = field.of(plan.below)
    found = [ZERO] * form.sides[seat].count
    for s, top in plan.tops.items():
        found[s] = field.over(field.of(top), below)
    for s in (0, *plan.sure):
        found[s] = ONE
    return found


def _told(plan: Values) -> Plan:
    """Return a plan as a proof holds it: integer polynomials over a number."""
    below = lcm(*(int(chance.denom()) for chance in plan))
    tops = [tuple(int(c) for c in (chance * below).numer().coeffs()) for chance in plan]
    sure = tuple(s for s, top in enumerate(tops) if s and top == (below,))
    mixed = {s: top for s, top in enumerate(tops) if s and top and top != (below,)}
    return Plan((below,), sure, mixed)


class _Face:
    """All optimal plans of a seat at a root.

    Unknown are its chances, what each of the opponent's cells is worth to it (two numbers that are
    not negative, for their difference), and by how much each of his sequences is worse than best.
    """

    def __init__(self, field: Field, form: PolynomialForm, seat: int, worth: fmpq_poly) -> None:
        own, foe = form.sides[seat], form.sides[1 - seat]
        sign = 1 if seat == 0 else -1
        self.count = own.count
        cells = own.count - 1
        self._slack = cells + 2 * len(foe.cells)
        width = self._slack + foe.count - 1
        rows, right = [], []
        for cell in own.cells:
            row = [ZERO] * width
            for s in cell.sequences:
                row[s - 1] = ONE
            if cell.parent:
                row[cell.parent - 1] = -ONE
            rows.append(row)
            right.append(ZERO if cell.parent else ONE)
        gains = [[ZERO] * width for _ in range(foe.count)]
        ends = [ZERO] * foe.count
        for i, j, amount in form.payoffs:
            mine, theirs = (i, j) if seat == 0 else (j, i)
            share = sign * _value(field, amount)
            if mine:
                gains[theirs][mine - 1] = share
            else:
                ends[theirs] = -share
        ends[0] = ends[0] + sign * worth
        for number, cell in enumerate(foe.cells):
            at = cells + 2 * number
            _add(gains[cell.parent], at, ONE)
            for s in cell.sequences:
                _add(gains[s], at, -ONE)
                gains[s][self._slack + s - 1] = -ONE
        self._program = Simplex(field, rows + gains, right + ends)

    def greatest(self, s: int) -> tuple[fmpq_poly, Values]:
        """Return the greatest chance of a sequence, and a plan with it."""
        most, found = self._program.maximum(s - 1)
        return most, [ONE, *found[: self.count - 1]]

    def loosest(self, s: int) -> tuple[fmpq_poly, Values]:
        """Return by how much a sequence of the opponent can be worse than best, and such a plan."""
        most, found = self._program.maximum(self._slack + s - 1)
        return most, [ONE, *found[: self.count - 1]]


def _add(row: Values, at: int, amount: fmpq_poly) -> None:
    row[at] = row[at] + amount
    row[at + 1] = row[at + 1] - amount
