"""A dealer who plays by rote: rules are told again only where a hand takes a way not seen before.

What rules do depends on nothing but the answers of the table, so a way through the hand that came
before ends as it did then. The dealer remembers every fork (what was dealt or asked there, in
which proportions) and where each of its ways led; the random numbers, and with them the hands, are
those of the plain :class:`~sabot.telling.tables.Dealer`, seed for seed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from sabot.forms.tree import Mix, View
from sabot.telling.tables import Dealer, Table

Payoffs = tuple[Fraction | int, ...]
Steps = list[int]
"""Sums of the weights up to each way."""

MOST_WAYS = 1_000_000
"""Ways that are remembered, 8 bytes each; beyond, new ones are told again every time."""


class _Fork(NamedTuple):
    """A place where the hand goes on in several ways."""

    steps: Steps
    total: int
    ways: list[Any]
    """Where each leads: another fork, the payoffs, or None where nobody went yet."""


class RoteDealer(Dealer):
    """Plays random hands like the Dealer, and the same ones, several times as fast."""

    def __init__(
        self,
        seats: Sequence[str],
        strategies: Mapping[str, Mapping[str, Mix]] | None = None,
        *,
        seed: int = 0,
    ) -> None:
        super().__init__(seats, strategies, seed=seed)
        self._start: list[Any] = [None]
        self._remembered = 0
        self._answers: list[int] = []
        self._given = 0
        self._met: list[tuple[Steps, int]] = []

    def number(self) -> Fraction:
        """Refuse: no way of a hand with real numbers in it comes twice."""
        return Table.number(self)

    def hand(self, play: Callable[[Table], object]) -> Payoffs:
        """Play one hand and return the payoffs, one a seat."""
        below = self.random.randrange
        answers = []
        place = self._start[0]
        while type(place) is _Fork:
            answer = bisect_right(place.steps, below(place.total))
            answers.append(answer)
            place = place.ways[answer]
        if place is not None:
            payoffs: Payoffs = place
            return payoffs
        self._answers, self._given, self._met = answers, len(answers), []
        payoffs = super().hand(play)
        if self._remembered < MOST_WAYS:
            self._remember(payoffs)
        return payoffs

    def pick(
        self,
        labels: Sequence[Any],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Draw by integer weights, or as this way through the hand began."""
        if self._given:
            return self._begun()
        return self._new(list(accumulate(weights)), total)

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Draw the action from the seat's mix, or as this way through the hand began."""
        return self._begun() if self._given else self._new(*self.ladder(seat, view, actions))

    def _begun(self) -> int:
        """Return the next of the answers that were drawn before the rules were told."""
        answer = self._answers[len(self._answers) - self._given]
        self._given -= 1
        return answer

    def _new(self, steps: Steps, total: int) -> int:
        answer = bisect_right(steps, self.random.randrange(total))
        self._answers.append(answer)
        self._met.append((steps, total))
        return answer

    def _remember(self, payoffs: Payoffs) -> None:
        """Keep the forks that this hand was the first to meet, and where it ended."""
        ways, way = self._start, 0
        known = len(self._answers) - len(self._met)
        for answer in self._answers[:known]:
            ways, way = ways[way].ways, answer
        for (steps, total), answer in zip(self._met, self._answers[known:], strict=True):
            fork = _Fork(steps, total, [None] * len(steps))
            ways[way] = fork
            ways, way = fork.ways, answer
            self._remembered += len(steps)
        ways[way] = payoffs
