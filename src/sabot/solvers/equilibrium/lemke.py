"""Lemke's algorithm on the sequence form: one equilibrium of a two-person tree.

Koller, Megiddo and von Stengel (1996) write the equilibria of a tree as a linear complementarity
problem in realization plans: a sequence has a chance, or what it loses against the best choice at
its cell, but not both. The path taken here is that of von Stengel, van den Elzen and Talman
(2002): it starts where both seats play a *prior* with weight ``z = 1`` and moves, ``1 - z`` being
the weight of what they play by themselves, until ``z = 0``. What is played with the prior is always
a pair of plans, so the path stays within bounds and cannot end anywhere else.

The prior uses every choice, so that along the path both seats reply to plans that do, too. Where
``z`` first comes to 0 each seat's plan is still a best reply to those of the edge that leads there:
the equilibrium is perfect in the strategic form. In a degenerate game ``z`` may stay in the basis
at 0 there, and ties be broken for many pivots more; what comes then is an equilibrium, but need not
be perfect. So the path ends at the first 0, and the edge that leads there shows it.

The value of each cell and the chance of its best choice (to the prior) are eliminated beforehand,
so that the tableau has one row and one column for each sequence: its chance and its loss.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from sabot import watch
from sabot.exact import over_one_denominator
from sabot.forms.general import GeneralForm
from sabot.forms.sequence import Side
from sabot.solvers.equilibrium.rough import Rough
from sabot.solvers.equilibrium.tableau import Tableau

Plans = tuple[list[Fraction], list[Fraction]]
_PRIOR = 0
"""The variable ``z``."""
_OFTEN = 16


@dataclass(frozen=True)
class Start:
    """The tableau at the prior. Row and column 0 are for ``z`` and for ``1 - z``.

    The sequences of both seats that are not empty count from 1; ``k`` is the chance of one and
    ``count + k`` its loss.
    """

    rows: Any
    """Integers, the right side last."""
    basis: tuple[int, ...]
    outside: tuple[int, ...]
    lengths: tuple[int, int]
    """How many sequences each seat has, the empty one aside."""

    @property
    def count(self) -> int:
        """How many sequences both seats have, the empty ones aside."""
        return sum(self.lengths)

    @property
    def own(self) -> int:
        """The variable ``1 - z``, which enters first."""
        return 2 * self.count + 1

    def other(self, variable: int) -> int:
        """Return the loss of a chance, the chance of a loss."""
        return variable + self.count if variable <= self.count else variable - self.count

    def completed(self, sides: Sequence[Side], came: Mapping[int, Fraction]) -> Plans:
        """Return both seats' own plans, times ``1 - z``, from what came into the basis.

        The chance of a cell's best choice to the prior is what the others leave of its parent's.
        """
        shifts = 0, self.lengths[0]
        one, two = (
            _filled(side, shift, self, came) for side, shift in zip(sides, shifts, strict=True)
        )
        return one, two


@dataclass(frozen=True)
class Road:
    """The pivots of a path from a basis on: what came in, and what left for it."""

    first: tuple[int, ...]
    pivots: list[tuple[int, int]]

    def basis(self, count: int) -> list[int]:
        """Return the basis after so many pivots."""
        held = dict.fromkeys(self.first)
        for came, left in self.pivots[:count]:
            del held[left]
            held[came] = None
        return list(held)


def _filled(side: Side, shift: int, begin: Start, came: Mapping[int, Fraction]) -> list[Fraction]:
    places = begin.own, *range(shift + 1, shift + side.count)
    plan = [came.get(place, Fraction(0)) for place in places]
    for cell in side.cells:
        top = next(s for s in cell.sequences if begin.basis[shift + s] == shift + s)
        plan[top] = plan[cell.parent] - sum(plan[s] for s in cell.sequences if s != top)
    return plan


def uniform(side: Side) -> list[Fraction]:
    """Return the plan that takes every choice of a cell equally often."""
    plan = [Fraction(1)] * side.count
    for cell in side.cells:
        for s in cell.sequences:
            plan[s] = plan[cell.parent] / len(cell.actions)
    return plan


def start(form: GeneralForm) -> Start:
    """Return the tableau of a two-person game at the prior that mixes evenly at every cell."""
    one, two = form.sides
    lengths = one.count - 1, two.count - 1
    count = sum(lengths)
    prior = [uniform(side) for side in form.sides]
    chosen = [_chosen(form, seat, prior) for seat in (0, 1)]
    shifts = 0, lengths[0]
    plans = [
        _expressed(side, best, shift, count)
        for side, best, shift in zip(form.sides, chosen, shifts, strict=True)
    ]
    rows: Any = np.zeros((count + 1, count + 2), dtype=object)
    rows[0, 0] = rows[0, -1] = 1
    basis, outside = [_PRIOR] * (count + 1), [2 * count + 1] * (count + 1)
    for seat, side in enumerate(form.sides):
        shift, best = shifts[seat], chosen[seat]
        losses = _losses(form, seat, plans[1 - seat], prior[1 - seat], best, shift)
        for s in range(1, side.count):
            k = shift + s
            if s in best:
                rows[k, :-1] = -plans[seat][s]
                basis[k], outside[k] = k, count + k
            else:
                rows[k] = losses[s]
                basis[k], outside[k] = count + k, k
    return Start(rows, tuple(basis), tuple(outside), lengths)


def _chosen(form: GeneralForm, seat: int, prior: list[list[Fraction]]) -> set[int]:
    """Return one best sequence at each cell of a seat, against the prior of the other."""
    reply, _ = form.reply(seat, prior)
    return {
        next(s for s in cell.sequences if reply.worth[s] == best)
        for cell, best in zip(form.sides[seat].cells, reply.best, strict=True)
    }


def _expressed(side: Side, best: set[int], shift: int, count: int) -> Any:
    """Return the chance of each sequence by the columns: 1 - z, and the chances not eliminated."""
    found: Any = np.zeros((side.count, count + 1), dtype=object)
    found[0, 0] = 1
    for cell in side.cells:
        top = next(s for s in cell.sequences if s in best)
        found[top] += found[cell.parent]
        for s in cell.sequences:
            if s != top:
                found[s, shift + s] = 1
                found[top, shift + s] -= 1
    return found


def _losses(
    form: GeneralForm,
    seat: int,
    plans: Any,
    prior: list[Fraction],
    best: set[int],
    shift: int,
) -> Any:
    """Return the rows of a seat's losses: what the best choice earns more, as things stand.

    All are times the denominator of the other seat's prior, which changes no sign.
    """
    tops, below = over_one_denominator(prior)
    side, width = form.sides[seat], plans.shape[1]
    earned: Any = np.zeros((side.count, width + 1), dtype=object)  # the constant stands last
    for end in form.ends:
        amount = end.payoffs[seat]
        if not amount:
            continue
        own, foe = end.sequences[seat], end.sequences[1 - seat]
        earned[own, :-1] += amount * below * plans[foe]
        earned[own, 0] -= amount * tops[foe]
        earned[own, -1] += amount * tops[foe]
    worth, found = earned, np.zeros_like(earned)
    for cell in reversed(side.cells):
        top = next(s for s in cell.sequences if s in best)
        worth[top, shift + top] += 1  # what the best choice of the prior may lose itself
        for s in cell.sequences:
            if s != top:
                found[s] = worth[s] - worth[top]
                found[s, -1] = -found[s, -1]
        worth[cell.parent] += worth[top]
    return found


def lemke(begin: Start) -> Road:
    """Return the end of the path, in integers."""
    road = _follow(Tableau(begin.rows.tolist(), begin.basis, begin.outside), begin)
    assert road is not None  # the path is bounded, and no basis comes twice
    return road


def guessed(begin: Start, most: int, anew: int) -> Road | None:
    """Return where the path in floats ends; None where it does not end.

    After every *anew* pivots rounding is taken out of the tableau.
    """
    rows = begin.rows.astype(np.float64)
    sizes = np.abs(rows).max(axis=1)
    rows /= np.where(sizes > 0, sizes, 1.0)[:, None]
    tableau = Rough(rows, begin.basis, begin.outside, anew)
    with np.errstate(all="ignore"):
        return _follow(tableau, begin, most)


def _follow(tableau: Tableau | Rough, begin: Start, most: int | None = None) -> Road | None:
    """Pivot until the prior has no weight left; None if that does not come."""
    entering, pivots = begin.own, list[tuple[int, int]]()
    while most is None or len(pivots) < most:
        if not len(pivots) % _OFTEN:
            watch.at("pivoting", len(pivots), None, "pivots")
        left = tableau.enter(entering)
        if left is None:
            return None
        pivots.append((entering, left))
        if tableau.value(_PRIOR) <= 0:  # it has left the basis, or stays there at 0
            return Road(begin.basis, pivots)
        entering = begin.other(left)
    return None
