"""A proven interval for the value of a zero-sum game that is not solved exactly (CFR)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, Self

from sabot.exact import as_float
from sabot.forms.sequence import BehaviourStrategy
from sabot.results import codec
from sabot.results.base import CertifiedResult
from sabot.results.codec import JsonDocument, JsonObject, codec_of

StopReason = Literal["gap", "iterations", "stalled", "stopped"]
METHOD = "regret minimisation; bounds exact"


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
    history: tuple[tuple[int, float], ...] = field(default=(), repr=False, compare=False)
    """(iteration, estimated gap) of every look; no document has it."""

    _layout = (
        *("low", "high", codec.derived("gap", lambda found: as_float(found.gap))),
        *("iterations", "ended"),
        *(codec.derived("method", lambda found: METHOD), "seconds", codec.unwritten("behaviours")),
    )

    @property
    def gap(self) -> Fraction:
        """How much of the value is left open."""
        return self.high - self.low

    @property
    def stopped(self) -> bool:
        """Whether the caller ended it early."""
        return self.ended == "stopped"


def _write_strategies(owner: Approximation) -> JsonDocument:
    tables = codec_of(tuple[BehaviourStrategy, ...]).write(owner.found.behaviours)
    return dict(zip(owner.seats, tables, strict=True))


@dataclass(frozen=True, repr=False)
class Approximation(CertifiedResult):
    """A proven interval for the value of a game that is not solved exactly, never called exact."""

    game: str
    seats: tuple[str, str]
    found: CfrResult
    certificate: JsonObject = field(repr=False)
    """The payoffs: with both strategies all that a checker needs."""

    _schema = "sabot/interval/2"
    _layout = (
        *(codec.SCHEMA, "game", "seats", codec.inline("found")),
        codec.derived("strategies", _write_strategies),
        codec.entry("certificate", by=codec.EVIDENCE),
    )

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

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the interval that a document holds; how the gap fell is not in it."""
        tables = [document["strategies"][seat] for seat in document["seats"]]
        return super().from_json({**document, "behaviours": tables})
