"""Intervals for a value, checked: two strategies, and the best reply to each.

Standard library only. What the first seat's strategy secures is a lower bound of the value, what
the second's concedes an upper one; both must be just what the file says. That either strategy is
optimal is not claimed, and no uniqueness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify.dossier import demand_evidence, demand_how, strategies_of
from sabot.certify.form import Form, Strategy, form_of
from sabot.certify.reading import as_float, fraction_of, record, seats_of, text
from sabot.certify.seal import demand_seal
from sabot.certify.sequence import optimal
from sabot.certify.statement import IntervalProved
from sabot.errors import CertificateError

_INTERVAL = frozenset(
    {"schema", "game", "seats", "low", "high", "gap", "iterations", "ended", "method", "seconds"}
    | {"strategies", "certificate"}
)


@dataclass(frozen=True, slots=True)
class Interval:
    """Bounds for the value of a game as a file tells them."""

    game: str
    form: Form
    low: Fraction
    high: Fraction
    strategies: tuple[Strategy, Strategy]
    digest: str
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Nothing is said of views that the cards never show."""


def interval_of(document: Mapping[str, Any]) -> Interval:
    """Return what a ``sabot/interval/2`` claims and shows."""
    demand_evidence(document)
    seal = demand_seal(document, "interval")
    record(document, _INTERVAL, "an interval")
    held = record(document["certificate"], {"form", "digest"}, "the certificate")
    form = form_of(held["form"], seats_of(document["seats"]))
    low, high = fraction_of(document["low"]), fraction_of(document["high"])
    gap = document["gap"]
    if type(gap) not in (float, type(None)) or gap != as_float(high - low):
        raise CertificateError("the interval's 'gap' is not the float nearest to its length")
    if type(document["iterations"]) is not int or document["iterations"] < 0:
        raise ValueError("the iterations are not a whole number")
    text(document["ended"], "why it ended")
    demand_how(document)
    strategies = strategies_of(form, document["strategies"], {})
    return Interval(text(document["game"], "the game"), form, low, high, strategies, seal)


def stated(told: Interval) -> IntervalProved:
    """Return what an interval says; raise CertificateError unless both ends are secured."""
    for number, end in enumerate((told.low, told.high)):
        optimal(told.form, number, told.strategies[number], end)
    one, two = (seat.name for seat in told.form.seats)
    return IntervalProved(told.game, (one, two), told.digest, told.low, told.high, source=told)
