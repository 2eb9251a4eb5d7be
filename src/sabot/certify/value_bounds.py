"""Verify bounds on the value of a zero-sum game: two strategies and the best response to each.

What the first player's strategy guarantees is a lower bound of the value, what the second
player's strategy concedes is an upper bound; both must be exactly what the file says. Neither
optimality nor uniqueness is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify.documents import require_certificate, require_digest, require_method_and_time
from sabot.certify.json_reader import (
    as_float,
    read_fraction,
    read_two_seat_names,
    require_keys,
    require_text,
)
from sabot.certify.sequence_form import (
    CertificateForm,
    CertificateStrategy,
    read_form,
    read_strategies,
)
from sabot.certify.verdict import ValueBoundsVerdict
from sabot.certify.zero_sum import verify_strategy
from sabot.errors import CertificateError

_VALUE_BOUNDS_KEYS = frozenset(
    {"schema", "game", "seats", "low", "high", "gap", "iterations", "ended", "method", "seconds"}
    | {"strategies", "certificate"}
)


@dataclass(frozen=True, slots=True)
class ValueBoundsDocument:
    """Bounds for the value of a game as a file states them."""

    game: str
    form: CertificateForm
    low: Fraction
    high: Fraction
    strategies: tuple[CertificateStrategy, CertificateStrategy]
    digest: str
    unreachable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Nothing is said of information sets that are unreachable."""


def read_value_bounds(document: Mapping[str, Any]) -> ValueBoundsDocument:
    """Return what a ``sabot/interval/2`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "interval")
    require_keys(document, _VALUE_BOUNDS_KEYS, "an interval")
    held = require_keys(document["certificate"], {"form", "digest"}, "the certificate")
    form = read_form(held["form"], read_two_seat_names(document["seats"]))
    low, high = read_fraction(document["low"]), read_fraction(document["high"])
    gap = document["gap"]
    if type(gap) not in (float, type(None)) or gap != as_float(high - low):
        raise CertificateError("the interval's 'gap' is not the float nearest to its length")
    if type(document["iterations"]) is not int or document["iterations"] < 0:
        raise ValueError("the iterations are not a whole number")
    require_text(document["ended"], "why it ended")
    require_method_and_time(document)
    strategies = read_strategies(form, document["strategies"], {})
    return ValueBoundsDocument(
        require_text(document["game"], "the game"), form, low, high, strategies, digest
    )


def verify_value_bounds(document: ValueBoundsDocument) -> ValueBoundsVerdict:
    """Return what an interval says; raise CertificateError unless both ends are secured."""
    for number, end in enumerate((document.low, document.high)):
        verify_strategy(document.form, number, document.strategies[number], end)
    one, two = (seat.name for seat in document.form.seats)
    return ValueBoundsVerdict(
        document.game, (one, two), document.digest, document.low, document.high, source=document
    )
