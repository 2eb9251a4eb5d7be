"""Habits: at which views a person's frequencies leak, and how often optimal strategies do it.

What a habit costs a hand is the leak that it makes by itself, all other views played optimally. Of
the optimal strategies only those count that come to the view, and a frequency that one of them has
costs nothing. Where no habit leaks by itself they only do not go together (Kuhn's jack and king):
then a habit costs what mending it would save.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.analyse.evaluate import exploitability
from sabot.forms.sequence import SequenceForm
from sabot.forms.tree import Mix
from sabot.results.solution import Solution

if TYPE_CHECKING:
    from sabot.solvers.zero_sum.share import Share

RANGED = 8_000
"""Payoffs times views at which the optimal range is looked for: some seconds, at 0.3 ms each."""

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Habit:
    """What a person does at one view more often than is optimal, and what that costs a hand."""

    view: str
    action: str
    """What is done too often, by most."""
    times: int
    asked: int
    """How often it was done, and how often the view came up."""
    optimal: Fraction
    """How often the solution does it."""
    low: Fraction | None
    high: Fraction | None
    """How often optimal strategies do it, from the one that does so least; None: not known."""
    cost: Fraction
    """What it leaks a hand if all else is optimal; where no habit leaks alone, what mending it
    would save."""


class Habits:
    """Finds the habits of one seat of a solved game."""

    def __init__(self, form: SequenceForm, solution: Solution, *, of: str) -> None:
        self.seat = of
        self.optimal = solution[of]
        self.cells = {
            cell.key: cell
            for cell in form.sides[form.seats.index(of)].cells
            if len(cell.actions) > 1
        }
        """The views at which the seat has a choice."""
        self._form, self._side = form, form.sides[form.seats.index(of)]
        self._value, self._unique = solution.value, solution.uniqueness.get(of) is True
        self._shares: dict[tuple[str, str], Share | None] = {}

    def frequencies(self, counts: Counts) -> dict[str, dict[str, Fraction]]:
        """Return how often what was done, at the views that have come up."""
        shown: dict[str, dict[str, Fraction]] = {}
        for key, row in counts.items():
            total = sum(row.values())
            if key in self.cells and total:
                shown[key] = {action: Fraction(n, total) for action, n in row.items()}
        return shown

    def leak(self, behaviour: Mapping[str, Mix]) -> Fraction:
        """Return what a behaviour gives away to the best reply."""
        return exploitability(self._form, behaviour, of=self.seat, value=self._value)

    def found(self, counts: Counts) -> list[Habit]:
        """Return the habits that leak, the most costly first."""
        shown = self.frequencies(counts)
        behaviour = {**self.optimal, **shown}
        leak = self.leak(behaviour)
        if not leak:
            return []
        saved = {view: leak - self.leak({**behaviour, view: self.optimal[view]}) for view in shown}
        rough = {view: self.leak({**self.optimal, view: mix}) for view, mix in shown.items()}
        ranked = sorted(shown, key=lambda view: -max(rough[view], saved[view]))
        sure = {view: self._share(view, shown[view]) for view in ranked[: self._most_ranged]}
        costs = {view: self._alone(view, shown[view], sure.get(view)) for view in ranked}
        if not any(costs.values()):  # each would do by itself, but they do not go together
            costs = saved
        found = [
            self._habit(view, shown[view], counts[view], sure.get(view), costs[view])
            for view in ranked
            if costs[view] > 0
        ]
        return sorted(found, key=lambda habit: -habit.cost)

    @property
    def _most_ranged(self) -> int:
        """At how many views the optimal range is looked for."""
        return (
            len(self.cells) if self._unique else max(2, RANGED // max(1, len(self._form.payoffs)))
        )

    def _alone(self, view: str, mix: Mix, share: Share | None) -> Fraction:
        """Return what a mix at one view leaks beside an optimal strategy that suits it.

        That is the solution, or one that goes to an end of the share, whichever leaks least. Only
        those that come there count: beside any other, whatever is done there costs nothing.
        """
        others: list[Mapping[str, Mix]] = [self.optimal]
        if share is not None:
            if len(self.cells[view].actions) == 2 and self._within(view, mix, share):
                return Fraction(0)  # some optimal strategy, between two others, does just that
            own = self._side.plan(self.optimal)[self.cells[view].parent]
            others = [*others[: bool(own)], *(self._table(plan) for plan in share.plans)]
        return min(self.leak({**table, view: mix}) for table in others)

    def _table(self, plan: Sequence[Fraction]) -> dict[str, Mix]:
        """Return the behaviour of a plan; where it never comes, that of the solution."""
        found = dict(self.optimal)
        for cell in self._side.cells:
            if plan[cell.parent]:
                shares = (plan[s] / plan[cell.parent] for s in cell.sequences)
                found[cell.key] = dict(zip(cell.actions, shares, strict=True))
        return found

    def _within(self, view: str, mix: Mix, share: Share) -> bool:
        return share.low <= mix.get(self._too_often(view, mix), Fraction(0)) <= share.high

    def _too_often(self, view: str, mix: Mix) -> str:
        """Return the action that is taken too often by most."""
        optimal, zero = self.optimal[view], Fraction(0)
        return max(self.cells[view].actions, key=lambda a: mix.get(a, zero) - optimal[a])

    def _share(self, view: str, mix: Mix) -> Share | None:
        """Return how often optimal strategies do what is done too often; None: none comes there."""
        from sabot.solvers.zero_sum.share import Share, share

        cell, action = self.cells[view], self._too_often(view, mix)
        if self._unique:
            plan, chance = self._side.plan(self.optimal), self.optimal[view][action]
            return Share(chance, chance, (plan, plan)) if plan[cell.parent] else None
        if (view, action) not in self._shares:
            seat = self._form.seats.index(self.seat)
            found = share(self._form, seat, self._value, cell, action)
            self._shares[view, action] = found
        return self._shares[view, action]

    def _habit(
        self, view: str, mix: Mix, counts: Mapping[str, int], share: Share | None, cost: Fraction
    ) -> Habit:
        action = self._too_often(view, mix)
        low, high = (None, None) if share is None else (share.low, share.high)
        times, asked = counts.get(action, 0), sum(counts.values())
        return Habit(view, action, times, asked, self.optimal[view][action], low, high, cost)
