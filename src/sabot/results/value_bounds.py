"""A proven interval for the value of a zero-sum game that is not solved exactly (CFR)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from sabot.certify import sealed
from sabot.exact import as_float, as_rational, format_fraction
from sabot.forms.sequence import BehaviourStrategy
from sabot.results.base import Result

StopReason = Literal["gap", "iterations", "stalled", "stopped"]


@dataclass(frozen=True)
class CfrResult:
    """A proven interval for the value to the first player, and the strategies that prove it.

    The first behaviour earns at least ``low`` against everything; the second concedes at most
    ``high``. Both bounds are exact; that the value is neither is not claimed.
    """

    low: Fraction
    high: Fraction
    behaviours: tuple[BehaviourStrategy, BehaviourStrategy]
    iterations: int
    ended: StopReason
    seconds: float = field(compare=False)
    history: tuple[tuple[int, float], ...] = field(repr=False, compare=False)
    """(iteration, estimated gap) of every look."""

    @property
    def gap(self) -> Fraction:
        """How much of the value is left open."""
        return self.high - self.low

    @property
    def stopped(self) -> bool:
        """Whether the caller ended it early."""
        return self.ended == "stopped"


@dataclass(frozen=True, repr=False)
class Approximation(Result):
    """A proven interval for the value of a game that is not solved exactly, never called exact."""

    game: str
    seats: tuple[str, str]
    found: CfrResult
    certificate: Mapping[str, Any] = field(repr=False)
    """The payoffs: with both strategies all that a checker needs."""

    _schema = "sabot/interval/2"

    @property
    def low(self) -> Fraction:
        """What the first player's strategy secures."""
        return self.found.low

    @property
    def high(self) -> Fraction:
        """What the second player's strategy concedes at most."""
        return self.found.high

    @property
    def gap(self) -> Fraction:
        """How far apart they are."""
        return self.high - self.low

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --gap --json``."""
        return sealed(
            {
                "schema": self._schema,
                "game": self.game,
                "seats": list(self.seats),
                "low": format_fraction(self.low),
                "high": format_fraction(self.high),
                "gap": as_float(self.gap),
                "iterations": self.found.iterations,
                "ended": self.found.ended,
                "method": "regret minimisation; bounds exact",
                "seconds": round(self.found.seconds, 6),
                "strategies": {
                    seat: {
                        view: {a: format_fraction(c) for a, c in mix.items()}
                        for view, mix in table.items()
                    }
                    for seat, table in zip(self.seats, self.found.behaviours, strict=True)
                },
                "certificate": dict(self.certificate),
            }
        )

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Approximation:
        """Return the interval that a document holds; how the gap fell is not in it."""
        one, two = map(str, document["seats"])
        first, second = (
            {
                view: {action: as_rational(chance) for action, chance in mix.items()}
                for view, mix in document["strategies"][seat].items()
            }
            for seat in (one, two)
        )
        found = CfrResult(
            low=as_rational(document["low"]),
            high=as_rational(document["high"]),
            behaviours=(first, second),
            iterations=int(document["iterations"]),
            ended=document["ended"],
            seconds=float(document["seconds"]),
            history=(),
        )
        held = document.get("certificate", {})
        evidence = {key: part for key, part in held.items() if key != "digest"}
        return cls(str(document["game"]), (one, two), found, evidence)
