"""Who judges a game without a value: one equilibrium, or another profile, plays the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot import api
from sabot.analyse.evaluate import ViewWorth, asked, worths
from sabot.analyse.habits import Counts
from sabot.analyse.profile import ProfileJudgement, demand_all
from sabot.errors import RulesError
from sabot.forms.form import Plan
from sabot.forms.sequence import Side
from sabot.forms.tree import Mix, View
from sabot.play.hand import Question
from sabot.telling.game import Game

if TYPE_CHECKING:
    from sabot.telling.told import AnyForm

Profiled = Any
"""A result with strategies of all seats, or these themselves by seat and view."""


class Balance:
    """The judge of a game without a value: worths by what the person's own seat is paid.

    The other seats, one or more, keep to their parts of the equilibrium, so that no answer earns
    more than the person's part of it; other equilibria may pay more, and others less.
    """

    def __init__(
        self, game: Game, form: AnyForm, seat: str, solution: Profiled | None = None
    ) -> None:
        profile = api.solve(game) if solution is None else solution
        found = _judged(game, profile)
        own = form.seats.index(seat)
        self.rounded = getattr(profile, "root", None) is not None
        """Whether it is an equilibrium with a root, whose chances are rounded to be played."""
        self.gap = Fraction(0) if self.rounded else max(found.gains)
        """What a seat could gain at most by another strategy: nothing, in an equilibrium."""
        self.value = found.payoffs[own]
        tables = {part.seat: part.strategy for part in found.parts}
        plans = [side.plan(tables[side.name]) for side in form.sides]
        self._worths = worths(form, own, plans)
        if self.rounded:
            self._worths |= _level(form.sides[own], plans[own], tables[seat], self._worths)
        self.asked = asked(form.sides[own], self._worths)
        self._own: Mapping[str, Mix] = tables.pop(seat)
        self.others: Mapping[str, Mapping[str, Mix]] = tables
        """What each of the other seats does at its views."""

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns the person, the others keeping to the equilibrium."""
        return self._worths[question.view].worth

    def hint(self, question: Question) -> Mix:
        """Return how the equilibrium plays."""
        return self._own[question.view]

    def reply(self, view: View) -> Mix:
        """Refuse: views of several seats may be alike, so the table has their strategies."""
        raise RulesError(f"whose view is {view}? the seats play by their strategies")

    def leak(self, counts: Counts, *, seed: int) -> None:
        """Return nothing: what a habit costs the person, the other seats need not win."""


def _level(
    side: Side, plan: Plan, table: Mapping[str, Mix], found: Mapping[str, ViewWorth]
) -> dict[str, ViewWorth]:
    """Return views at which all that an equilibrium mixes is worth the same: as it is unrounded.

    Its own choices come to these views, so that whatever it does there is best, and nothing better.
    """
    level = {}
    for cell in side.cells:
        here = found[cell.key]
        if plan[cell.parent] and here.chance:
            mixed = [action for action, chance in table[cell.key].items() if chance]
            best = max(here.worth[action] for action in mixed)
            worth = {a: best if a in mixed else min(best, w) for a, w in here.worth.items()}
            level[cell.key] = replace(here, worth=worth)
    return level


def _judged(game: Game, profile: Profiled) -> ProfileJudgement:
    """Return what a profile pays and what each seat could gain, whatever its maker says."""
    found = api.value(game, profile)
    assert isinstance(found, ProfileJudgement)  # a game without a value
    # a best reply was nobody's strategy: hints and losses are by what all seats were given
    demand_all(found.seats, {part.seat: part for part in found.parts if part.leaves is None})
    return found
