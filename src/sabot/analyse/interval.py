"""A proven interval for the value of a game that is not solved exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.exact import show
from sabot.shown import Shown
from sabot.solvers.cfr import CfrResult


@dataclass(frozen=True)
class Approximation(Shown):
    """A proven interval for the value of a game that is not solved exactly, never called exact."""

    game: str
    seats: tuple[str, str]
    found: CfrResult

    _view = "sabot.render.interval:interval_view"
    _sheet = "sabot.render.interval:interval_sheet"

    @property
    def low(self) -> Fraction:
        """What the first seat's strategy secures."""
        return self.found.low

    @property
    def high(self) -> Fraction:
        """What the second seat's strategy concedes at most."""
        return self.found.high

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --gap --json``."""
        return {
            "schema": "sabot/interval/1",
            "game": self.game,
            "seats": list(self.seats),
            "low": show(self.low),
            "high": show(self.high),
            "gap": float(self.high - self.low),
            "iterations": self.found.iterations,
            "ended": self.found.ended,
            "method": "regret minimisation; bounds exact",
            "seconds": round(self.found.seconds, 6),
            "strategies": {
                seat: {view: {a: show(c) for a, c in mix.items()} for view, mix in table.items()}
                for seat, table in zip(self.seats, self.found.behaviours, strict=True)
            },
        }
