"""Habits: at which views a person's frequencies leak, and how often optimal strategies do it.

The *least leak* of some frequencies is the least exploitability of any strategy that has them: at
every other view it plays in the best way. It is 0, exactly, if some optimal strategy has them. It
is the optimum of a linear program (:mod:`sabot.solvers.zero_sum.restricted`).

- What a habit *costs* is what it adds to the least leak of the habits on the way to it: the least
  leak of the person's frequencies at the view and at the person's own earlier views on the way
  there, minus that of the earlier ones alone. So a habit inside the optimal set costs nothing.
- Habits that cost nothing alone may not go together (Kuhn's jack and king). Only where no habit
  costs anything and all together leak, it is asked what mending one *saves*: how much less the
  least leak of all frequencies is if this view alone is played in the best way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.analyse.evaluate import exploitability
from sabot.errors import FormError
from sabot.forms.sequence import SequenceForm
from sabot.forms.tree import Mix
from sabot.results.solution import Solution

if TYPE_CHECKING:
    from sabot.solvers.zero_sum.restricted import Completion
    from sabot.solvers.zero_sum.share import Share

PRICED = 20_000
"""Payoffs times views at which habits are priced: some seconds, at 0.15 ms each."""
FEWEST_PRICED = 4
"""Views at which they are priced in games of any size."""

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Habit:
    """What a person does at one view more often than is best, and what that costs a hand."""

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
    """How often optimal strategies do it, from the one that does so least; None: none comes."""
    cost: Fraction
    """What it adds to the least leak of the habits on the way to it."""
    saves: Fraction = Fraction(0)
    """How much less the leak is if this view alone is played in the best way; asked only where no
    habit costs anything."""


class Habits:
    """Finds the habits of one seat of a solved game."""

    def __init__(self, form: SequenceForm, solution: Solution, *, of: str) -> None:
        self.seat = of
        self.optimal = solution[of]
        self._form, self._number = form, form.seats.index(of)
        self._side = form.sides[self._number]
        self.cells = {cell.key: cell for cell in self._side.cells if len(cell.actions) > 1}
        """The views at which the seat has a choice."""
        self._value, self._unique = solution.value, solution.uniqueness.get(of) is True
        self._owner = {s: cell.key for cell in self._side.cells for s in cell.sequences}
        self._shares: dict[tuple[str, str], Share | None] = {}

    def frequencies(self, counts: Counts) -> dict[str, dict[str, Fraction]]:
        """Return how often what was done, at the views that have come up."""
        shown: dict[str, dict[str, Fraction]] = {}
        for key, row in counts.items():
            total = sum(row.values())
            if key in self.cells and total:
                actions = self.cells[key].actions
                if unknown := sorted(set(row) - set(actions)):
                    raise FormError(
                        f"the counts at {key} have {unknown[0]!r}; the actions are "
                        f"{', '.join(actions)}"
                    )
                shown[key] = {action: Fraction(n, total) for action, n in row.items()}
        return shown

    def completed(self, shown: Mapping[str, Mix]) -> tuple[Fraction, Mapping[str, Mix]]:
        """Return the least leak of frequencies, and how the other views are played for that."""
        if not shown:
            return Fraction(0), self.optimal
        found = self._completed(shown)
        return self._leak(found.secured), found.behaviour

    def least_within(
        self, bounds: Mapping[str, Mapping[str, tuple[Fraction, Fraction]]]
    ) -> Fraction:
        """Return the least leak of any frequencies within bounds."""
        from sabot.solvers.zero_sum.restricted import secured_within

        return self._leak(secured_within(self._form, self._number, bounds))

    def _completed(self, shown: Mapping[str, Mix]) -> Completion:
        from sabot.solvers.zero_sum.restricted import completed

        return completed(self._form, self._number, shown)

    def _leak(self, secured: Fraction) -> Fraction:
        return (-self._value if self._number else self._value) - secured

    @property
    def most_priced(self) -> int:
        """At how many views habits are priced; the others of a large game are left out."""
        return max(FEWEST_PRICED, PRICED // max(1, len(self._form.payoffs)))

    def found(self, counts: Counts) -> list[Habit]:
        """Return the habits that leak, the most costly first."""
        shown = self.frequencies(counts)
        leak, _ = self.completed(shown)
        if not leak:
            return []
        views = self._worst(shown)
        found = [habit for view in views if (habit := self._alone(view, shown, counts)).cost]
        if not found:  # each would do by itself, but they do not go together
            ways = (self._together(view, shown, counts, leak) for view in views)
            found = [habit for habit in ways if habit.saves]
        return sorted(found, key=lambda habit: (-habit.cost, -habit.saves))

    def _alone(self, view: str, shown: Mapping[str, Mix], counts: Counts) -> Habit:
        """Return a habit with what it costs."""
        before = self._some(shown, self._path(view))
        free, best = self.completed(before)
        cost = self.completed({**before, view: shown[view]})[0] - free
        return self._habit(
            view, shown[view], best.get(view, self.optimal[view]), counts[view], cost=cost
        )

    def _together(
        self, view: str, shown: Mapping[str, Mix], counts: Counts, leak: Fraction
    ) -> Habit:
        """Return a habit that costs nothing, with what mending it saves."""
        rest, best = self.completed({key: mix for key, mix in shown.items() if key != view})
        return self._habit(
            view, shown[view], best.get(view, self.optimal[view]), counts[view], saves=leak - rest
        )

    def _path(self, view: str) -> list[str]:
        """Return the own earlier views on the way to a view."""
        found = []
        before = self.cells[view].parent
        cells = {cell.key: cell for cell in self._side.cells}
        while before:
            found.append(self._owner[before])
            before = cells[found[-1]].parent
        return found

    @staticmethod
    def _some(shown: Mapping[str, Mix], views: Iterable[str]) -> dict[str, Mix]:
        return {view: shown[view] for view in views if view in shown}

    def _worst(self, shown: Mapping[str, Mix]) -> list[str]:
        """Return the views that are priced: all, or in a large game those that seem worst."""
        if len(shown) <= self.most_priced:
            return list(shown)

        def beside(view: str) -> Fraction:
            habits = self._some(shown, [view, *self._path(view)])
            table = {**self.optimal, **habits}
            return exploitability(self._form, table, of=self.seat, value=self._value)

        return sorted(shown, key=beside, reverse=True)[: self.most_priced]

    def _share(self, view: str, action: str) -> Share | None:
        """Return how often optimal strategies that come to a view do this; None: none comes."""
        from sabot.solvers.zero_sum.share import Share, share

        cell = self.cells[view]
        if self._unique:
            plan, chance = self._side.plan(self.optimal), self.optimal[view][action]
            return Share(chance, chance, (plan, plan)) if plan[cell.parent] else None
        if (view, action) not in self._shares:
            found = share(self._form, self._number, self._value, cell, action)
            self._shares[view, action] = found
        return self._shares[view, action]

    def _habit(
        self,
        view: str,
        mix: Mix,
        best: Mix,
        counts: Mapping[str, int],
        cost: Fraction = Fraction(0),
        saves: Fraction = Fraction(0),
    ) -> Habit:
        """Return a habit, named by the action that is taken too often by most."""
        zero = Fraction(0)
        actions = self.cells[view].actions
        action = max(actions, key=lambda a: mix.get(a, zero) - best.get(a, zero))
        share = self._share(view, action) if cost or saves else None
        low, high = (None, None) if share is None else (share.low, share.high)
        times, asked = counts.get(action, 0), sum(counts.values())
        often = self.optimal[view][action]
        return Habit(view, action, times, asked, often, low, high, cost, saves)
