"""Dominance classes of binary actions in a separable game, for every value of a parameter.

Lemma 1 of Ethier and Gamez (2013): in a separable game each choice of player two pays on its own.
Its second action costs player one a *gap* that depends on player one's pure strategy: the sum of
one polynomial for each of its information sets. Where the least of these sums is positive, or the
greatest negative, one action is better whatever player one does. Both are polynomials as long as
the order of player one's actions does not change: the ranges are found by walking from one change
to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from flint import fmpz_poly

from sabot.forms.parametric import PolynomialForm
from sabot.forms.sequence import Infoset, Treeplex
from sabot.solvers.parametric.signs import find_first_negative

DEPENDS_ON_OPPONENT, NEVER_MATTERS = "*", "-"
ClassRange = tuple[int, int | None, str]
"""From, to (None: for ever), and the sort: the dominant action, ``*`` or ``-``."""
PayoffGap = Mapping[int, fmpz_poly]
"""By sequence of side one: what it earns more when side two takes its second action."""
_ZERO = fmpz_poly([])


def classify_actions(form: PolynomialForm) -> dict[str, dict[str, list[ClassRange]]]:
    """Return side two's choices with the ranges of their sorts; nothing where Lemma 1 is silent.

    It speaks of additive games with whole parameters, in which side two chooses between two
    actions.
    """
    one, two = form.sides
    flat = all(cell.parent == 0 for side in form.sides for cell in side.cells)
    few = all(len(cell.actions) <= 2 for cell in two.cells)
    if not form.domain.whole or not flat or not few:
        return {}
    low = int(form.domain.low)
    high = None if form.domain.high is None else int(form.domain.high)
    found = {cell.key: _class_ranges(one, cell, gap, low, high) for cell, gap in payoff_gaps(form)}
    return {two.name: found} if found else {}


def payoff_gaps(form: PolynomialForm) -> Iterator[tuple[Infoset, PayoffGap]]:
    """Yield side two's choices between two actions, each with its gap."""
    columns: list[dict[int, fmpz_poly]] = [{} for _ in range(form.sides[1].count)]
    for i, j, amount in form.payoffs:
        columns[j][i] = amount
    for cell in form.sides[1].cells:
        if len(cell.actions) == 2:
            first, second = (columns[j] for j in cell.sequences)
            live = sorted(first.keys() | second.keys())
            yield cell, {i: second.get(i, _ZERO) - first.get(i, _ZERO) for i in live}


def _class_ranges(
    one: Treeplex, cell: Infoset, gap: PayoffGap, low: int, high: int | None
) -> list[ClassRange]:
    found: list[ClassRange] = []
    spot: int | None = low
    while spot is not None and (high is None or spot <= high):
        sort, end = _class_at(one, cell, gap, spot, high)
        start = spot
        if found and found[-1][2] == sort:
            start = found.pop()[0]
        found.append((start, end, sort))
        spot = None if end is None else end + 1
    return found


def _class_at(
    one: Treeplex, cell: Infoset, gap: PayoffGap, spot: int, high: int | None
) -> tuple[str, int | None]:
    """Return the sort at one value, and to where it is certainly the same."""
    least = greatest = gap.get(0, _ZERO)
    order: list[fmpz_poly] = []
    for own in one.cells:
        options = [gap.get(i, _ZERO) for i in own.sequences]
        ranked = sorted(options, key=lambda option: int(option(spot)))
        order += (b - a for a, b in pairwise(ranked))
        least, greatest = least + ranked[0], greatest + ranked[-1]
    end = _last_nonnegative(order, spot, high)
    low_now, high_now = int(least(spot)), int(greatest(spot))
    if low_now > 0:
        return cell.actions[0], _last_nonnegative([least - 1], spot, end)
    if high_now < 0:
        return cell.actions[1], _last_nonnegative([-greatest - 1], spot, end)
    if low_now < high_now:
        return DEPENDS_ON_OPPONENT, _last_nonnegative(
            [-least, greatest, greatest - least - 1], spot, end
        )
    return NEVER_MATTERS, end if least == 0 == greatest else spot


def _last_nonnegative(polynomials: Iterable[fmpz_poly], spot: int, end: int | None) -> int | None:
    """Return the last integer up to *end* to which no polynomial is negative."""
    for polynomial in polynomials:
        bad = find_first_negative(polynomial, spot) if polynomial != 0 else None
        if bad is not None and (end is None or bad <= end):
            end = bad - 1
    return end
