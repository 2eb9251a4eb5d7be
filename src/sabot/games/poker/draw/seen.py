"""What a player knows when it is asked, made from the view of its seat and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Literal

from sabot.forms.tree import View
from sabot.games.poker.draw.pack import strength

Stage = Literal["enter", "blind", "look", "draw", "bet"]
STAND = "stand pat"
"""The answer of who throws no card away."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat did, for all to hear, and what lay before it then."""

    seat: str
    word: str
    put: int

    def __str__(self) -> str:
        return f"{self.seat} {self.word}"


@dataclass(frozen=True)
class Seen:
    """What a player knows: its cards, what was said, what it may answer.

    Cards are numbers, 4 * rank + suit: 0 is the two of clubs, 51 the ace of spades
    (:mod:`sabot.poker.deck` reads and writes them).
    """

    seat: str
    actions: tuple[str, ...]
    cards: tuple[int, ...]
    """The five cards, the highest first."""
    said: tuple[Said, ...]
    """Everything that was done at the table, in order."""
    stacks: Mapping[str, int]
    """What each seat had before the hand, in the order of play; the last is the blind."""
    thrown: tuple[int, ...] = ()
    """The cards that it threw away."""
    random: Random = field(default_factory=Random, compare=False, repr=False)
    """Chance, for players that mix: equal seeds, equal hands."""

    @classmethod
    def of(
        cls,
        seat: str,
        view: View,
        actions: tuple[str, ...],
        stacks: Mapping[str, int],
        random: Random,
    ) -> Seen:
        """Return what the view of a seat tells; the last cards shown are those it holds."""
        held = [item for item in view if isinstance(item, tuple)]
        thrown = tuple(card for card in held[0] if card not in held[-1])
        said = tuple(item for item in view if isinstance(item, Said))
        return cls(seat, actions, held[-1], said, stacks, thrown, random)

    @cached_property
    def rank(self) -> int:
        """The strength of the hand, 1 to 7462."""
        return strength(self.cards)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in the order of play."""
        return tuple(self.stacks)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.stacks)

    @property
    def stage(self) -> Stage:
        """What is asked: to enter, as the blind, after a double, to draw, or to bet."""
        if STAND in self.actions:
            return "draw"
        if "enter" in self.actions:
            return "enter"
        if "play" in self.actions:
            return "blind"
        return "bet" if self.drew else "look"

    @cached_property
    def put(self) -> Mapping[str, int]:
        """What lies before each seat."""
        return dict.fromkeys(self.stacks, 0) | {one.seat: one.put for one in self.said}

    @property
    def pot(self) -> int:
        """All that lies on the table."""
        return sum(self.put.values())

    @property
    def price(self) -> int:
        """What it costs to stay in: what is wanting, or all that the player has left."""
        level = 2 if self.stage in ("enter", "blind") else max(self.put.values())
        return min(level, self.stacks[self.seat]) - self.put[self.seat]

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The other seats that are still in."""
        gone = {one.seat for one in self.said if one.word == "drop"}
        return tuple(seat for seat in self.seats if seat not in gone and seat != self.seat)

    @cached_property
    def entered(self) -> tuple[str, ...]:
        """Who entered, in order; the blind is not among them."""
        return tuple(one.seat for one in self.said if one.word == "enter")

    @cached_property
    def drew(self) -> Mapping[str, int]:
        """How many cards each seat has drawn, of those that did."""
        words = ((one.seat, one.word.split()) for one in self.said)
        return {seat: int(word[1]) for seat, word in words if word[0] == "draws"}

    @cached_property
    def bets(self) -> int:
        """How many bets and raises there were after the draw."""
        return sum(one.word.startswith(("bet ", "raise ")) for one in self.said)

    def to_follow(self, seat: str) -> int:
        """Return how many players speak after a seat, the blind among them."""
        return self.players - 1 - self.seats.index(seat)
