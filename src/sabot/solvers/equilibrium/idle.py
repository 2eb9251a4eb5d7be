"""Another equilibrium of a large tree: a seat answers otherwise where it is never asked.

At a view to which the seat itself would come, but which the other never lets come up, an answer
earns nothing and costs nothing. It only keeps the other from going there; where it could be changed
and still does, there is another equilibrium, which two exact best replies show.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sabot import watch
from sabot.solvers.equilibrium.settle import Balanced, Plans, gains

_WORK = 400_000
"""Payoffs that are looked at for a seat: about a second."""
_SHARES = Fraction(1), Fraction(1, 2), Fraction(1, 16)
"""How much of the answer is changed: all of it, or so little that the other hardly minds."""


def otherwise(found: Balanced, seat: int) -> Iterator[Plans]:
    """Yield equilibria in which a seat answers otherwise at a view that never comes up."""
    left = max(1, _WORK // found.form.amounts)
    for plan in _changed(found, seat):
        if not left:
            return
        left -= 1
        watch.at("looking for other equilibria")
        plans = (found.plans[0], plan) if seat else (plan, found.plans[1])
        if not any(gains(found.form, plans)):
            yield plans


def _changed(found: Balanced, seat: int) -> Iterator[list[Fraction]]:
    """Yield plans of a seat that differ at one view at which it is never asked."""
    side, table, own = found.form.sides[seat], found.tables[seat], found.plans[seat]
    never = set(found.off_path[seat])
    idle = [cell for cell in side.cells if cell.key in never and own[cell.parent]]
    for share in _SHARES:
        for cell in idle:
            mix = table[cell.key]
            for action in cell.actions:
                if mix.get(action, 0) < 1:
                    less = {name: (1 - share) * chance for name, chance in mix.items()}
                    more = {**less, action: less.get(action, Fraction(0)) + share}
                    yield side.plan({**table, cell.key: more})
