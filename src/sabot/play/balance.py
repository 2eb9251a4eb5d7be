"""Who judges a game of two that is not zero-sum: one equilibrium, which plays the other seat."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot import api
from sabot.analyse.evaluate import asked, view_worths
from sabot.analyse.habits import Counts
from sabot.errors import SeatsError
from sabot.forms.tree import View
from sabot.play.hand import Question
from sabot.results.solution import Solution
from sabot.telling.game import Game
from sabot.telling.tables import Mix, view_key

if TYPE_CHECKING:
    from sabot.telling.told import AnyForm


class Balance:
    """The judge of a game without a value: worths by what the person's own seat is paid.

    The other seat keeps to its part of the equilibrium, so that no answer earns more than the
    person's part of it; other equilibria may pay more, and others less.
    """

    def __init__(
        self, game: Game, form: AnyForm, seat: str, solution: Solution | None = None
    ) -> None:
        if len(form.seats) != 2:
            raise SeatsError(form.obstacle, "this needs two seats")
        found = api.solve(game) if solution is None else solution
        own = form.seats.index(seat)
        other = form.seats[1 - own]
        self.value = found.payoffs[seat]
        self._worths = view_worths(form, found[other], of=other)
        self.asked = asked(form.sides[own], self._worths)
        self._own, self._replies = found[seat], found[other]

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns the person, the other seat keeping to the equilibrium."""
        return self._worths[question.view].worth

    def hint(self, question: Question) -> Mix:
        """Return how the equilibrium plays."""
        return self._own[question.view]

    def reply(self, view: View) -> Mix:
        """Return how the other seat plays."""
        return self._replies[view_key(view)]

    def leak(self, counts: Counts, *, seed: int) -> None:
        """Return nothing: what a habit costs the person, the other seat need not win."""
