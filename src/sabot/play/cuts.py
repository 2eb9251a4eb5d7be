"""Who judges a person with a real hand: the equilibrium, and the exact worth of every action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sabot import api
from sabot.analyse.habits import Counts
from sabot.errors import RulesError
from sabot.exact import rational
from sabot.forms.threshold.answers import EVERY, Region, both, size
from sabot.forms.threshold.betting import Node, ThresholdForm, Turn
from sabot.forms.threshold.worth import Visit, visits
from sabot.forms.tree import Mix, View
from sabot.play.hand import Question
from sabot.results.balance import Equilibrium
from sabot.telling.game import Game
from sabot.telling.tables import view_key

PLACES = 10**15
"""Digits of a worth where the cuts are no fractions: beyond them nothing is proved."""


class Cuts:
    """The judge of a game with real hands: an equilibrium, which also plays all other seats."""

    def __init__(self, game: Game, seat: str) -> None:
        found = api.solve(game)
        assert isinstance(found, Equilibrium)  # hands are real numbers
        self.found = found
        self.value = self.found.payoffs[seat]
        self.form = self.found.form
        self._own = self.form.seats.index(seat)
        self._visits: dict[str, Visit] | None = None

    @property
    def asked(self) -> Fraction:
        """How likely it is that a hand gives the person any choice at all."""
        return self._reached(self.form.root, [EVERY] * len(self.form.seats))

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns the hand, all others playing the equilibrium."""
        if self._visits is None:
            own = visits(self.form, self.found.profile, self._own)
            self._visits = {visit.turn.view: visit for visit in own}
        turn, hand = turn_at(self.form, question.view.split(","))
        visit = self._visits[turn.view]
        worths = (way.at(hand) / visit.chance for way in visit.ways)
        if not self.found.exact:
            worths = (Fraction(round(one * PLACES), PLACES) for one in worths)
        return dict(zip(turn.actions, worths, strict=True))

    def hint(self, question: Question) -> Mix:
        """Return what the equilibrium does with the hand."""
        return self._answer(question.view.split(","))

    def reply(self, view: View) -> Mix:
        """Return what the equilibrium does with another seat's hand."""
        return self._answer(view_key(view).split(","))

    def leak(self, counts: Counts, *, seed: int) -> None:
        """Return nothing: no hand comes twice, so there are no frequencies to be read."""

    def _answer(self, items: Sequence[str]) -> Mix:
        turn, hand = turn_at(self.form, items)
        return {turn.actions[self.found.answer(turn).at(hand)]: Fraction(1)}

    def _reached(self, node: Node, held: list[Region]) -> Fraction:
        if not isinstance(node, Turn):
            return Fraction(0)
        if node.seat == self._own:
            chance = Fraction(1)
            for region in held:
                chance *= size(region)
            return chance
        answer, total = self.found.answer(node), Fraction(0)
        for action, after in enumerate(node.after):
            further = [*held]
            further[node.seat] = both(held[node.seat], answer.held(action))
            total += self._reached(after, further)
        return total


def turn_at(form: ThresholdForm, items: Sequence[str]) -> tuple[Turn, Fraction]:
    """Return the turn and the hand of a seat that knows these items: its hand, then what was said.

    An own choice stands there by itself, another's with the name of its seat before it.
    """
    hand, *said = items
    node: Node = form.root
    for item in said:
        if not isinstance(node, Turn):
            break
        words = {item, item.removeprefix(f"{form.seats[node.seat]} ")}
        node = next(
            (after for name, after in zip(node.actions, node.after, strict=True) if name in words),
            node.after[0],
        )
    if not isinstance(node, Turn):
        raise RulesError(f"nobody is asked after {', '.join(items)[:80]!r}")
    return node, rational(hand)
