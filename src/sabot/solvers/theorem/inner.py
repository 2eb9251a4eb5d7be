"""Ways into an optimal face, as formulas: some chances move at will, the others follow.

At one value of the parameter the numeric solver gives a plan inside a seat's optimal face: it uses
everything that any optimal plan uses. The step to it from a plan in a corner has too many free
parts to be a formula by itself; with all but as many held constant as there are equations, the rest
is one. A short step of that kind shows what another corner of the face often cannot: that nothing
else is as good for the opponent, or that there is another plan, on the whole of a range in which
corners come and go.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from flint import fmpz_poly, nmod_mat

from sabot.forms.polynomial import common_factor
from sabot.solvers.theorem.formula import (
    PRIME,
    Columns,
    PlanFormula,
    Row,
    Support,
    Weights,
    independent,
    indifference,
    residue,
    solve_polynomial,
)

_ZERO = fmpz_poly([0])
Step = tuple[list[fmpz_poly], fmpz_poly]
"""What is added to each chance: polynomials over one."""


def step_formula(
    board: Columns,
    used: frozenset[int],
    move: Sequence[Fraction],
    foe: frozenset[int],
    spot: Fraction | int,
) -> Step | None:
    """Return a step that is *move* at *spot* and leaves the opponent indifferent over *foe*.

    *used* are the own sequences in the corner: where they mix, the step may vary with the
    parameter; everything else moves by the same amount everywhere.
    """
    scale = lcm(*(amount.denominator for amount in move))
    level = Support(foe, foe)
    held: set[int] = set()
    weights, unknown, sums = _weights(board, used, move, scale, held)
    rows = sums + [row for row, _ in indifference(board, level, weights)]
    held = {s for s, k in unknown.items() if k in _without_pivot(rows, len(unknown), spot)}
    if held:
        weights, unknown, sums = _weights(board, used, move, scale, held)
        rows = sums + [row for row, _ in indifference(board, level, weights)]
    chosen, _ = independent([(row, True) for row in rows], len(unknown), spot)
    if chosen is None:
        return None
    solved = solve_polynomial([rows[k] for k in chosen], len(unknown))
    if solved is None:
        return None
    found, below = solved
    if any(_sum(row, found, below) != 0 for row in rows):
        return None  # an equation that followed from the others at this value only
    return [
        sum((times * (below if k < 0 else found[k]) for k, times in own.items()), _ZERO)
        for own in weights
    ], scale * below


def _weights(
    board: Columns, used: frozenset[int], move: Sequence[Fraction], scale: int, held: set[int]
) -> tuple[list[Weights], dict[int, int], list[Row]]:
    """Return all steps as sums of unknowns, times *scale*; the unknowns; how they add up."""
    own = board.own
    weights: list[Weights] = [{} for _ in range(own.count)]
    unknown: dict[int, int] = {}
    sums: list[Row] = []
    for cell in own.cells:
        live = [s for s in cell.sequences if s in used and s not in held]
        rest = dict(weights[cell.parent])
        for s in cell.sequences:
            if s not in live and move[s]:
                weights[s] = {-1: int(move[s] * scale)}
                _take(rest, weights[s])
        if len(live) == 1:
            weights[live[0]] = rest
            continue
        for s in live:
            unknown[s] = len(unknown)
            weights[s] = {unknown[s]: scale}
            _take(rest, weights[s])
        if any(rest.values()):
            sums.append({k: fmpz_poly([amount]) for k, amount in rest.items() if amount})
    return weights, unknown, sums


def _sum(row: Row, found: Sequence[fmpz_poly], below: fmpz_poly) -> fmpz_poly:
    return sum((amount * (below if k < 0 else found[k]) for k, amount in row.items()), _ZERO)


def _take(rest: Weights, weights: Weights) -> None:
    for k, amount in weights.items():
        rest[k] = rest.get(k, 0) - amount


def _without_pivot(rows: Sequence[Row], count: int, spot: Fraction | int) -> set[int]:
    """Return unknowns that the equations leave free when the others follow from them."""
    if not count or not rows:
        return set(range(count))
    at = residue(spot)
    entries = [int(row.get(k, _ZERO)(at)) % PRIME for row in rows for k in range(count)]
    echelon, rank = nmod_mat(len(rows), count, entries, PRIME).rref()
    pivots, column = set(), 0
    for line in range(rank):
        while int(echelon[line, column]) == 0:
            column += 1
        pivots.add(column)
    return set(range(count)) - pivots


def stepped(plan: PlanFormula, step: Step, by: fmpz_poly, shorter: int) -> PlanFormula:
    """Return a plan after a step, times a polynomial, divided by *shorter*."""
    tops, below = step
    whole = plan.below * below * shorter
    moved = [
        top * below * shorter + own * by * plan.below
        for top, own in zip(plan.tops, tops, strict=True)
    ]
    shared = common_factor([*moved, whole])
    return PlanFormula(
        tuple(divmod(top, shared)[0] for top in moved), divmod(whole, shared)[0], below, False
    )
