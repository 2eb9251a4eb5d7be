"""What a profile pays, and what each seat could gain, in the field of a root: with exact signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from flint import fmpq_poly

from sabot.forms.algebra.field import ONE, ZERO, Field

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm
    from sabot.forms.sequence import Side

Mixes = Mapping[str, Mapping[str, fmpq_poly]]
"""By view and action: the chance, a number of the field."""
Weights = list[fmpq_poly]


def judged_in(
    field: Field, form: GeneralForm, tables: Sequence[Mixes]
) -> tuple[list[fmpq_poly], list[fmpq_poly]]:
    """Return what each seat is paid, and what its best reply would earn it more."""
    plans = [_plan(field, side, table) for side, table in zip(form.sides, tables, strict=True)]
    payoffs, gains = [], []
    for seat, side in enumerate(form.sides):
        worth = _worths(field, form, seat, plans)
        paid = ZERO
        for weight, earned in zip(plans[seat], worth, strict=True):
            paid += field.times(weight, earned)
        for cell in reversed(side.cells):
            best, *others = (worth[s] for s in cell.sequences)
            for other in others:
                best = other if field.sign(other - best) > 0 else best
            worth[cell.parent] += best
        payoffs.append(paid)
        gains.append(worth[0] - paid)
    return payoffs, gains


def _plan(field: Field, side: Side, table: Mixes) -> Weights:
    """Return the probability of each sequence."""
    found = [ONE] * (1 + sum(len(cell.actions) for cell in side.cells))
    for cell in side.cells:
        for action, s in zip(cell.actions, cell.sequences, strict=True):
            found[s] = field.times(found[cell.parent], table[cell.key].get(action, ZERO))
    return found


def _worths(field: Field, form: GeneralForm, seat: int, plans: Sequence[Weights]) -> Weights:
    """Return what each sequence of a seat earns by itself."""
    found = [ZERO] * len(plans[seat])
    for end in form.ends:
        weight = ONE * end.payoffs[seat]
        for other, s in enumerate(end.sequences):
            if other != seat and weight != 0:
                weight = field.times(weight, plans[other][s])
        found[end.sequences[seat]] += weight
    return [earned / form.denominator for earned in found]
