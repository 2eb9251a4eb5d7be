"""The table at which a person sits: it asks for one seat, plays the others, and remembers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.errors import RulesError
from sabot.exact import rational
from sabot.forms.tree import Mix, View
from sabot.play.hand import Known, Question, Source, Step
from sabot.telling.answer import plain
from sabot.telling.tables import Dealer, Table, view_key


class Seat(Dealer):
    """A table at which *decide* answers for one seat; strategies, or *reply*, for the others."""

    longest = 1_000_000
    """The rules were told to their end before, and a deal of whist may be long."""

    def __init__(
        self,
        seats: Sequence[str],
        strategies: Mapping[str, Mapping[str, Mix]] | None = None,
        *,
        seat: str,
        decide: Callable[[Question], str],
        reply: Callable[[View], Mix] | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(seats, strategies, seed=seed)
        self.seat = self._known(seat)
        self.decide = decide
        self.reply = reply
        self._forget()

    def _forget(self) -> None:
        self.steps: list[Step] = []
        self._view: list[tuple[Hashable, Known]] = []
        """What the person has seen and chosen, item by item."""
        self._called: Step | None = None
        """The move just made, if nothing was drawn since."""
        self._held: dict[str, tuple[str, ...]] = {}
        self._stakes: dict[str, Fraction] = {}

    def hand(self, play: Callable[[Table], object]) -> tuple[Fraction | int, ...]:
        """Play one hand; ``steps`` then tells all that happened in it."""
        self._forget()
        return super().hand(play)

    # ------------------------------------------------------------------ the verbs, noted

    def pick(
        self,
        labels: Sequence[Any],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Draw, and note the card."""
        index = super().pick(labels, weights, total, spots)
        self.steps.append(Step("drawn", "", view_key((labels[index],))))
        self._called = None
        return index

    def show(self, seat: str, *items: Hashable) -> None:
        """Let *seat* see *items*, and note it."""
        items = plain(items)
        super().show(seat, *items)
        self.steps.append(Step("shown", seat, view_key(items)))
        if seat == self.seat:
            self._learn(items, "seen")

    def announce(self, *items: Hashable) -> None:
        """Let every seat see *items*, and note it once."""
        items = plain(items)
        for seat in self.seats:
            super().show(seat, *items)
        self.steps.append(Step("shown", "", view_key(items)))
        self._learn(items, "common")

    def holds(self, seat: str, *cards: Hashable) -> None:
        """Note which cards lie before *seat*."""
        self._held[self._known(seat)] = tuple(view_key((card,)) for card in cards)
        step = Step("holds", seat, ", ".join(self._held[seat]))
        before = [one for one in self.steps if one.kind == "holds" and one.seat == seat]
        if not before or before[-1] != step:
            self.steps.append(step)

    def stakes(self, amounts: Mapping[str, Any] | None = None, /, **named: Any) -> None:
        """Note what the seats named have put in."""
        for seat, amount in {**(amounts or {}), **named}.items():
            self._stakes[self._known(seat)] = rational(amount)
        text = ", ".join(f"{seat} {amount}" for seat, amount in self._stakes.items())
        self.steps.append(Step("stakes", "", text))

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Ask for the person's seat, unless there is nothing to choose; play the others."""
        if seat != self.seat:
            index = super().choose(seat, view, actions)
        else:
            self._look(view)
            index = 0 if len(actions) == 1 else self._ask(view, actions)
            action = actions[index]
            self._view.append((action, self._chosen(action)))
        self._called = Step("chose", seat, actions[index], view_key(view))
        self.steps.append(self._called)
        return index

    def _mix(self, seat: str, view: View) -> Mix | None:
        if self.reply is not None and seat not in self._strategies:
            return self.reply(view)
        return super()._mix(seat, view)

    # ------------------------------------------------------------------ what the person knows

    def _look(self, view: View) -> None:
        """Learn what is in the view beyond what was shown: what ``ask`` lets the person see."""
        known = 0
        while known < min(len(view), len(self._view)) and self._view[known][0] == view[known]:
            known += 1
        del self._view[known:]
        self._learn(view[known:], "seen")

    def _learn(self, items: Sequence[Hashable], source: Source) -> None:
        called = self._called
        names = called is not None and called.text in items  # announce(seat, move): whose it was
        for item in items:
            mover = names and called is not None and item == called.seat != called.text
            told = Known(view_key((item,)), False, "mover") if mover else self._told(item, source)
            self._view.append((item, told))

    def _told(self, item: Hashable, source: Source) -> Known:
        """Return what an item tells the person: another's move, an own card, or just itself.

        It is taken for a move if it is shown right after that: later on, the same word may mean
        something else, and the move be hidden still.
        """
        text, called = view_key((item,)), self._called
        if isinstance(item, str) and called is not None and called.text == item:
            return Known(text, False, "own" if called.seat == self.seat else "move", called.seat)
        if source == "seen" and self._is_own(item, text):
            source = "held"
        return Known(text, False, source)

    def _chosen(self, action: str) -> Known:
        return Known(action, own=True, source="own", seat=self.seat)

    def _is_own(self, item: Hashable, text: str) -> bool:
        held = self._held.get(self.seat, ())
        if isinstance(item, tuple):
            return bool(held) and sorted(view_key((card,)) for card in item) == sorted(held)
        return text in held

    def _ask(self, view: View, actions: tuple[str, ...]) -> int:
        seen = tuple(known for _, known in self._view)
        stakes = tuple(self._stakes.items())
        answer = self.decide(Question(self.seat, view_key(view), actions, seen, stakes))
        if answer not in actions:
            raise RulesError(f"{answer!r} is not an action here; may: {', '.join(actions)}")
        return actions.index(answer)
