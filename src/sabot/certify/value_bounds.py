"""Verify bounds on the value of a zero-sum game: two strategies and the best response to each.

What the first player's strategy guarantees is a lower bound of the value, what the second
player's strategy concedes is an upper bound; both must be exactly what the file says. Neither
optimality nor uniqueness is claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.json_reader import (
    JsonObject,
    as_float,
    format_fraction,
    format_short,
    read_fraction,
    read_two_seat_names,
)
from sabot.certify.record_codec import Field, FormEvidence, SolvedDocument, count, raw, text
from sabot.certify.sequence_form import (
    CertificateForm,
    CertificateStrategy,
    read_form,
    read_strategies,
)
from sabot.certify.verdict import (
    TwoPlayerVerdict,
)
from sabot.certify.zero_sum import verify_strategy
from sabot.errors import CertificateError


class IntervalRecord(SolvedDocument, what="an interval"):
    """A document that bounds a value from both sides; the gap is read by :func:`require_gap`."""

    seats = Field(read_two_seat_names)
    low = Field(read_fraction)
    high = Field(read_fraction)
    gap = Field(raw)
    iterations = Field(count("the iterations are not a whole number"))
    ended = Field(text("why it ended"))
    strategies = Field(raw)
    certificate = Field(FormEvidence)


def require_gap(found: IntervalRecord) -> None:
    """Refuse a gap that is not the float nearest to the length of the interval."""
    if type(found.gap) not in (float, type(None)) or found.gap != as_float(found.high - found.low):
        raise CertificateError("the interval's 'gap' is not the float nearest to its length")


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


def read_value_bounds(document: JsonObject) -> ValueBoundsDocument:
    """Return what a ``sabot/interval/2`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "interval")
    found = IntervalRecord(document)
    form = read_form(found.certificate.form, found.seats)
    require_gap(found)
    strategies = read_strategies(form, found.strategies, {})
    return ValueBoundsDocument(found.game, form, found.low, found.high, strategies, digest)


@dataclass(frozen=True)
class IntervalVerdict(TwoPlayerVerdict):
    """Two numbers between which the value of a game lies, and who secures which."""

    low: Fraction
    high: Fraction

    @property
    def value(self) -> list[str]:
        """Both ends."""
        return [format_fraction(self.low), format_fraction(self.high)]

    @property
    def words(self) -> str:
        """Both ends, in full where they are short."""
        ends = f"{format_short(self.low)} to {format_short(self.high)}"
        return f"proved, an interval for the value {ends} to {self.called[0]}"

    def verdict(self, seat: str) -> str:
        """Return what a player's strategy is sure of."""
        if seat == self.seats[0]:
            return f"secures {format_short(self.low)}"
        return f"concedes {format_short(self.high)}"


@dataclass(frozen=True)
class ValueBoundsVerdict(IntervalVerdict):
    """Bounds of the value of a game in matrix or sequence form."""

    source: ValueBoundsDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> CertificateForm:
        """The payoffs."""
        return self.source.form


def verify_value_bounds(document: ValueBoundsDocument) -> ValueBoundsVerdict:
    """Return what an interval says; raise CertificateError unless both ends are secured."""
    for number, end in enumerate((document.low, document.high)):
        verify_strategy(document.form, number, document.strategies[number], end)
    one, two = (seat.name for seat in document.form.seats)
    return ValueBoundsVerdict(
        document.game, (one, two), document.digest, document.low, document.high, source=document
    )
