"""Statements about one game: its value, bounds for it, strategies that are optimal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from sabot.certify.reading import brief, written
from sabot.certify.statement.protocol import Duel, Verdicts, only

if TYPE_CHECKING:  # what a check of a matrix need not load
    from sabot.certify.bounds import Interval
    from sabot.certify.deal import Deal, Told
    from sabot.certify.dossier import Certificate
    from sabot.certify.extreme import Listed
    from sabot.certify.form import Form

Table = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class Extreme:
    """How many extreme optimal strategies of a seat were shown, and whether that is all."""

    count: int
    complete: bool
    """That there are no others was shown too."""

    @property
    def unique(self) -> bool | None:
        """Whether the seat has one optimal strategy; None where one was shown, not that it is all.

        >>> Extreme(1, True).unique, Extreme(2, False).unique, Extreme(1, False).unique
        (True, False, None)
        """
        return False if self.count > 1 else (self.complete or None)

    def __str__(self) -> str:
        noun = "strategy" if self.count == 1 else "strategies"
        rest = ", all there are" if self.complete else " (that there are no others was not shown)"
        return f"{self.count} extreme optimal {noun}{rest}"


@dataclass(frozen=True)
class NumberProved(Duel):
    """The value of one game."""

    number: Fraction
    """To the first seat."""
    claims: Verdicts

    @property
    def value(self) -> Fraction:
        """The value to the first seat."""
        return self.number

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """By seat, whether its strategy is the only optimal one."""
        return (self.claims,)

    @property
    def words(self) -> str:
        """The value, in full where it is short."""
        return f"proved, value {brief(self.number)} to {self.called[0]}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else only(claim)


@dataclass(frozen=True)
class GameProved(NumberProved):
    """A game solved: its value, and a strategy of each seat that secures it."""

    source: Certificate = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> Form:
        """The payoffs."""
        return self.source.form

    @property
    def strategies(self) -> Mapping[str, Table]:
        """By seat, view and action: the chances."""
        return {one.seat.name: one.table for one in self.source.strategies}

    @property
    def unreachable(self) -> Mapping[str, tuple[str, ...]]:
        """By seat, views that are said never to be shown: they are not in the form, no more."""
        return self.source.unreachable


@dataclass(frozen=True)
class DealProved(NumberProved):
    """A deal played trick by trick: what it is worth."""

    source: Told = field(repr=False)
    tied_by: ClassVar[str] = "cards and payments"

    @property
    def kind(self) -> str:
        """``tricks``."""
        return "tricks"

    @property
    def form(self) -> Deal:
        """The cards, and what is paid."""
        return self.source.deal


@dataclass(frozen=True)
class ListProved(NumberProved):
    """Extreme optimal strategies of each seat, and the value."""

    extreme: Mapping[str, Extreme]
    source: Listed = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> Form:
        """The payoffs."""
        return self.source.form

    def verdict(self, seat: str) -> str:
        """Return how many strategies of a seat were shown, and whether that is all."""
        return f"has {self.extreme[seat]}"


@dataclass(frozen=True)
class IntervalProved(Duel):
    """Two numbers between which the value of a game lies, and who secures which."""

    low: Fraction
    high: Fraction
    source: Interval = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def value(self) -> list[str]:
        """Both ends."""
        return [written(self.low), written(self.high)]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """Nothing: no strategy is said to be optimal."""
        return ()

    @property
    def form(self) -> Form:
        """The payoffs."""
        return self.source.form

    @property
    def words(self) -> str:
        """Both ends, in full where they are short."""
        ends = f"{brief(self.low)} to {brief(self.high)}"
        return f"proved, an interval for the value {ends} to {self.called[0]}"

    def verdict(self, seat: str) -> str:
        """Return what a seat's strategy is sure of."""
        first = seat == self.seats[0]
        return f"secures {brief(self.low)}" if first else f"concedes {brief(self.high)}"
