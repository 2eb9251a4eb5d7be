"""Events of a session of play: questions, what became known, judged decisions, results of hands.

All of them are plain values, so that a terminal and a page can both be written from them.
``Judge`` is the protocol of what prices the answers of one seat and plays the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol, runtime_checkable

from sabot.analysis.leaks import ActionCounts, LeakEstimate
from sabot.forms.extensive import MixedAction, ObservationHistory
from sabot.game_rules.game import Game

KnowledgeSource = Literal["own", "move", "mover", "held", "common", "seen"]
"""How the person knows it: an own choice, another's move, an own card, shown to all, shown."""
Stakes = tuple[tuple[str, Fraction], ...]
"""What each seat has put in."""


@dataclass(frozen=True)
class KnownItem:
    """One item of the person's information: an observation or an own action."""

    text: str
    own: bool
    """Whether it is the person's own choice."""
    source: KnowledgeSource = "seen"
    seat: str = ""
    """Whose move it was."""


@dataclass(frozen=True)
class Question:
    """What the person is asked: only what the seat knows is in it."""

    seat: str
    view: str
    actions: tuple[str, ...]
    seen: tuple[KnownItem, ...]
    stakes: Stakes = ()
    """What each seat has put in by now, where the rules say it."""


@dataclass(frozen=True)
class HandStep:
    """One event of a hand, hidden from the person until the hand is over."""

    kind: Literal["drawn", "shown", "chose", "holds", "stakes"]
    seat: str
    """Who saw, chose or holds it; empty for chance, and for what all were shown."""
    text: str
    view: str = ""
    """What the seat knew when it chose."""


@dataclass(frozen=True)
class JudgedDecision:
    """An answer, judged."""

    hand: int
    view: str
    action: str
    best: tuple[str, ...]
    """The actions that cost nothing."""
    loss: Fraction


@dataclass(frozen=True)
class HandResult:
    """A finished hand: what it paid the person, and all that happened in it."""

    hand: int
    payoff: Fraction
    steps: tuple[HandStep, ...]
    value: Fraction = Fraction(0)
    """What it would have paid on average, both playing optimally."""


Event = JudgedDecision | HandResult


@dataclass(frozen=True)
class Mistake:
    """Equal mistakes: one costly action at one information set, and the hands it was made in."""

    view: str
    action: str
    best: tuple[str, ...]
    loss: Fraction
    """What it costs each time."""
    hands: tuple[int, ...]

    @property
    def total(self) -> Fraction:
        """What it cost in all."""
        return self.loss * len(self.hands)


@dataclass(frozen=True)
class SessionSummary:
    """How the session went. Losses and luck are those of the finished hands."""

    hands: int
    won: Fraction
    expected: Fraction
    """What optimal play would have earned on average in these hands."""
    lost: Fraction
    """What the answers in them cost."""
    decisions: int
    costly: tuple[JudgedDecision, ...]
    """Every answer that cost something, the worst first; those of an unfinished hand too."""
    leak: LeakEstimate | None
    """At the information sets with enough answers; None under perfect information."""

    @property
    def luck(self) -> Fraction:
        """What chance and the opponent's mixing added."""
        return self.won - self.expected + self.lost

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The costly answers, equal ones together, those first that cost most in all."""
        hands: dict[tuple[str, str, tuple[str, ...], Fraction], list[int]] = {}
        for one in self.costly:
            hands.setdefault((one.view, one.action, one.best, one.loss), []).append(one.hand)
        found = [Mistake(*key, tuple(sorted(numbers))) for key, numbers in hands.items()]
        return tuple(sorted(found, key=lambda m: (-m.total, m.hands)))


class Judge(Protocol):
    """Who knows what the answers of one seat are worth, and plays the other."""

    @property
    def value(self) -> Fraction:
        """What the person's seat earns per hand when both play optimally."""

    @property
    def asked(self) -> Fraction:
        """How likely it is that a hand gives the person any choice at all."""

    def worth(self, question: Question) -> Mapping[str, Fraction]:
        """Return what each action earns the person against the optimal opponent."""

    def hint(self, question: Question) -> MixedAction:
        """Return an optimal mix."""

    def reply(self, view: ObservationHistory) -> MixedAction:
        """Return the mix by which the opponent plays at a view of its own."""

    def leak(self, counts: ActionCounts, *, seed: int) -> LeakEstimate | None:
        """Return what these frequencies, by view and action, give away; None: nothing can be."""


@runtime_checkable
class HasJudge(Protocol):
    """A family that judges a person's play itself, without solving the game first."""

    def judge(self, game: Game, seat: str) -> Judge | None:
        """Return who judges a person at *seat* and plays the other; None: the solution."""
        ...
