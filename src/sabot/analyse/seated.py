"""A judgement seat by seat: what is the same whatever strategies are made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from sabot.exact import show
from sabot.shown import Shown


class Part(Protocol):
    """One seat's strategy among those of the others."""

    @property
    def seat(self) -> str:
        """Whose it is."""

    @property
    def payoff(self) -> Fraction:
        """What the seat is paid on average."""

    @property
    def gain(self) -> Fraction:
        """What its best reply would earn more."""

    def to_json(self) -> dict[str, Any]:
        """Return the seat's part of ``sabot value --json``."""


P = TypeVar("P", bound=Part)


@dataclass(frozen=True)
class SeatedJudgement(Shown, Generic[P]):
    """What strategies of all seats pay, and what each seat could gain by leaving its own."""

    game: str
    parts: tuple[P, ...]
    """By seat, in order."""
    zero_sum: bool

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in order."""
        return tuple(part.seat for part in self.parts)

    @property
    def payoffs(self) -> tuple[Fraction, ...]:
        """What the seats are paid on average, in order."""
        return tuple(part.payoff for part in self.parts)

    @property
    def gains(self) -> tuple[Fraction, ...]:
        """What the seats' best replies would earn them more, in order."""
        return tuple(part.gain for part in self.parts)

    @property
    def equilibrium(self) -> bool:
        """Whether no seat gains by any other strategy."""
        return not any(self.gains)

    def __getitem__(self, seat: str) -> P:
        return self.parts[self.seats.index(seat)]

    @staticmethod
    def written(amount: Fraction) -> str:
        """Return an amount as the document writes it."""
        return show(amount)

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot value --json``."""
        return {
            "schema": "sabot/value/1",
            "game": self.game,
            "seats": list(self.seats),
            "zero_sum": self.zero_sum,
            "payoffs": list(map(self.written, self.payoffs)),
            "gains": list(map(self.written, self.gains)),
            "equilibrium": self.equilibrium,
            "strategies": {part.seat: part.to_json() for part in self.parts},
        }
