"""What all proofs over a parameter share: ranges, plans, inequalities and the base class.

The end of a range is an integer, a fraction, or a root of a polynomial with an isolating interval.
A proof holds, besides its statement, the game with polynomial payoffs, realization plans as
polynomials over a common denominator, and for each inequality the reason why it holds on the whole
range.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Generic, TypeVar

from sabot.certify import sealed
from sabot.errors import NumberError
from sabot.exact import Number, as_rational, format_fraction
from sabot.forms.algebra.rational_function import Coefficients, Formula
from sabot.forms.algebra.real_roots import RealPoint, point_from_json, point_text
from sabot.forms.sequence import Treeplex
from sabot.results import codec
from sabot.results.base import CertifiedResult
from sabot.results.codec import Codec, Codecs, Entry, JsonDocument, JsonObject, Layout, codec_of

RangeEnd = int | Fraction | RealPoint
"""An integer, another fraction, or a root that is neither, with an interval around it."""


def point_to_end(point: RealPoint) -> RangeEnd:
    """Return a point of the line as an end.

    >>> point_to_end(RealPoint.at(3)), point_to_end(RealPoint.at(Fraction(1, 2)))
    (3, Fraction(1, 2))
    """
    if not point.rational:
        return point
    return int(point.low) if point.low.denominator == 1 else point.low


def end_to_point(end: RangeEnd | None) -> RealPoint:
    """Return an end, which there must be, as a point of the line."""
    assert end is not None, "there is no such end"
    return end if isinstance(end, RealPoint) else RealPoint.at(end)


def end_to_text(end: RangeEnd | None) -> str:
    """Return an end as text: exact where it is a fraction, else about where the root is."""
    return point_text(end_to_point(end))


def end_from_json(data: object) -> RangeEnd:
    """Return the end read from a file."""
    return point_to_end(point_from_json(data))


def end_to_json(end: RangeEnd) -> object:
    """Return an end as JSON: a number, a fraction as text, a root with its interval."""
    if isinstance(end, int):
        return end
    if isinstance(end, Fraction):
        return format_fraction(end)
    return {
        "root_of": list(end.root_of),
        "between": [format_fraction(end.low), format_fraction(end.high)],
    }


@dataclass(frozen=True)
class ParameterInterval:
    """All numbers (whole, or real: the theorem says which) from *low* to *high*; None: no end.

    >>> [str(ParameterInterval(*ends)) for ends in ((4, 7), (3, 3), (9, None), (None, 2))]
    ['4 to 7', '3', '9 and more', '2 and less']
    """

    low: RangeEnd | None
    high: RangeEnd | None

    _layout = (codec.entry("from", "low"), codec.entry("to", "high"))

    @property
    def single(self) -> Fraction | None:
        """The only number in it, if there is just one."""
        if self.low is None or isinstance(self.low, RealPoint) or self.low != self.high:
            return None
        return Fraction(self.low)

    def holds(self, at: Fraction | int) -> bool:
        """Return whether a number is in it."""
        here = RealPoint.at(at)
        return (self.low is None or not here.before(end_to_point(self.low))) and (
            self.high is None or not end_to_point(self.high).before(here)
        )

    def words(self, name: str) -> str:
        """Return for which values of a parameter something holds.

        >>> ParameterInterval(1, None).words("suits")
        'suits >= 1'
        >>> ParameterInterval(0, Fraction(1, 2)).words("bet")
        'bet from 0 to 1/2'
        >>> ParameterInterval(None, None).words("t")
        't'
        """
        if self.low is None:
            return name if self.high is None else f"{name} <= {end_to_text(self.high)}"
        if self.high is None:
            return f"{name} >= {end_to_text(self.low)}"
        return f"{name} from {end_to_text(self.low)} to {end_to_text(self.high)}"

    def __str__(self) -> str:
        if self.low is None:
            return "any number" if self.high is None else f"{end_to_text(self.high)} and less"
        if self.high is None:
            return f"{end_to_text(self.low)} and more"
        if self.low == self.high:
            return end_to_text(self.low)
        return f"{end_to_text(self.low)} to {end_to_text(self.high)}"


Reason = str | tuple[str | int, ...]
"""The name of a reason, or that with the places it speaks of."""
REASONS = {
    "value": "the piece is one value of the parameter, and the number there is as it must be",
    "shift": "p(a + x), a the start of the range, has no negative coefficient in x",
    "parts": "the range is cut at the numbers that follow; at both ends of each part p is as it "
    "must be, and its ends are neighbours, or p has no negative coefficient once they are sent to "
    "0 and infinity; a last part without end is settled as by shift",
    "sturm": "p has no root inside the range, by Sturm's theorem, and is positive at the number "
    "that follows, which is inside; where the ends count, it is not 0 at them",
    "even": "p changes its sign nowhere inside the range (the product of its factors of odd "
    "multiplicity has no root there, by Sturm's theorem), and is positive at the number that "
    "follows",
}
"""What the codes of reasons mean, as every proof states it; the checker knows them by itself."""


def _read_polynomial(data: object) -> Coefficients:
    """Return the polynomial read from a file: whole coefficients, the constant first."""
    found = list(codec.list_of(_INTEGER).read(data))
    while found and not found[-1]:
        found.pop()
    return tuple(found)


_INTEGER: Codec[int] = Codec(int, codec.read_integer)
POLYNOMIAL: Codec[Coefficients] = Codec(list, _read_polynomial)
END: Codec[RangeEnd] = Codec(end_to_json, end_from_json)


@dataclass(frozen=True)
class PolynomialPlan:
    """A realization plan as polynomials over one: the probability of each sequence of a player."""

    below: Coefficients
    sure: tuple[int, ...]
    """The sequences with probability 1, except the empty one."""
    tops: Mapping[int, Coefficients]
    """The numerators of all other probabilities that are not 0."""

    _layout = (
        *(codec.entry("below", by=POLYNOMIAL), "sure"),
        codec.entry("tops", by=codec.dict_of(POLYNOMIAL, int)),
    )


PlansByPlayer = Mapping[str, PolynomialPlan]
"""By player."""


@dataclass(frozen=True)
class PieceBasis:
    """What a player uses on a piece, what is as good, and what fixes its plan."""

    used: Mapping[str, tuple[str, ...]]
    """By information set: the actions in the support."""
    tight: Mapping[str, tuple[str, ...]]
    """By information set: the actions that are as good against the other player's plan."""
    equations: tuple[str, ...] = ()
    """In words, those that fix the plan where it is the only one."""
    differs: str | None = None
    """The sequence in which a second plan differs, where the plan is not the only one."""

    _layout = ("used", "tight", "equations?", "differs?")


_REASON: Codec[Reason] = Codec(
    lambda why: why if isinstance(why, str) else list(why),
    lambda data: data if isinstance(data, str) else tuple(data),
)


@dataclass(frozen=True)
class ProvenInequality:
    """Something that a piece needs, and why it is so on the whole range."""

    says: str
    polynomial: Coefficients
    sense: str
    """What the polynomial is: ``>= 0``, ``> 0``, ``!= 0``, perhaps only inside the range."""
    why: Reason
    of: str | None = None
    """What the reason speaks of where the polynomial is not 0: it, its negative or its square."""

    _layout = (
        *("says", codec.entry("polynomial", by=POLYNOMIAL), codec.entry("is", "sense")),
        *("of?", codec.entry("why", by=_REASON)),
    )

    @property
    def way(self) -> str:
        """The name of the reason."""
        return self.why if isinstance(self.why, str) else str(self.why[0])


_SIDES = Entry(
    lambda game, find: {
        "seats": list(game.seats),
        "cells": {side.name: side.to_json() for side in game.sides},
    },
    lambda data, find: {
        "sides": tuple(Treeplex.from_json(seat, data["cells"][seat]) for seat in data["seats"])
    },
)
"""The names of both sides in order, and the cells of each."""


@dataclass(frozen=True)
class PolynomialGame:
    """The game of a theorem: two sides, payoffs as polynomials over one polynomial."""

    sides: tuple[Treeplex, Treeplex]
    denominator: Coefficients
    payoffs: tuple[tuple[int, int, Coefficients], ...]

    _layout = (
        *(_SIDES, codec.entry("denominator", by=POLYNOMIAL)),
        codec.entry("payoffs", by=codec.list_of(codec.tuple_of(_INTEGER, _INTEGER, POLYNOMIAL))),
    )

    @property
    def seats(self) -> tuple[str, str]:
        """The two players' names."""
        return self.sides[0].name, self.sides[1].name

    def side(self, seat: str) -> Treeplex:
        """Return the side of a player."""
        return self.sides[self.seats.index(seat)]


PayoffFormulas = Annotated[Mapping[str, Formula], "a list in the document"]
"""By player, in their order."""


def proof_codecs(document: JsonObject) -> Codecs:
    """Return the codecs of proofs: formulas are in the parameter that the document names."""
    name, seats = document.get("parameter", "t"), document.get("seats", ())
    formula: Codec[Formula] = Codec(str, lambda text: Formula.of(text, name))
    payoffs: Codec[PayoffFormulas] = Codec(
        lambda paid: list(map(str, paid.values())),
        lambda data: dict(zip(seats, map(formula.read, data), strict=True)),
    )
    common: Codecs = {RangeEnd: END, RangeEnd | None: codec.nullable(END)}
    return {**common, Formula: formula, PayoffFormulas: payoffs}


@dataclass(frozen=True)
class ProofPiece:
    """A part of a theorem; ``piece["from"]`` and the like, the names of the file, are known too."""

    extent: ParameterInterval
    """The values of the parameter for which it holds."""

    @property
    def low(self) -> RangeEnd | None:
        """Where the piece begins; None: it has no lower end."""
        return self.extent.low

    @property
    def high(self) -> RangeEnd | None:
        """Where it ends; None: it does not."""
        return self.extent.high

    @cached_property
    def _document(self) -> JsonDocument:
        return dict(codec_of(type(self), proof_codecs({})).write(self))

    def __getitem__(self, key: str) -> Any:
        return self._document[key]


PieceT_co = TypeVar("PieceT_co", bound=ProofPiece, covariant=True)
PROOF_HEAD: Layout = (codec.SCHEMA, "game", "parameter", codec.unwritten("seconds"))


@dataclass(frozen=True, repr=False)
class Proven(CertifiedResult, Generic[PieceT_co]):
    """A theorem for all values of a parameter: its document is sealed, and known by the seal."""

    game: str
    """The game string, its open parameter marked ``*``."""
    parameter: str
    """The name of the open parameter."""
    whole: bool
    """Whether the parameter is an integer; else it is any real one."""
    domain: ParameterInterval
    """For which values the theorem holds."""
    pieces: tuple[PieceT_co, ...]
    """In order, without a gap."""
    seconds: float = field(default=0.0, compare=False, kw_only=True)

    @property
    def range(self) -> str:
        """For which values the theorem holds, in words."""
        kind = "every whole number" if self.whole else "every real number"
        return f"{kind} {self.domain.words(self.parameter)}"

    def value_of(self, at: Number) -> Fraction:
        """Return the value of the parameter that is meant, which must be one that is proved.

        A float is refused: ``"0.1"`` means one tenth, the float of that name does not.
        """
        try:
            found = as_rational(at)
        except NumberError as fault:
            raise NumberError(f"{self.parameter}: {fault}") from None
        if (self.whole and found.denominator != 1) or not self.domain.holds(found):
            where = f"{self.parameter} = {at} is outside of what was proved"
            raise NumberError(f"{where}: {self.range}")
        return found

    def piece_at(self, at: Number) -> PieceT_co:
        """Return the (first) piece that a value of the parameter lies in."""
        return self._holding(self.value_of(at))

    def _holding(self, at: Fraction) -> PieceT_co:
        return next(piece for piece in self.pieces if piece.extent.holds(at))

    @classmethod
    def _codecs(cls, document: JsonObject) -> Codecs:
        return proof_codecs(document)

    @cached_property
    def document(self) -> JsonObject:
        """The proof as it is saved: what ``sabot check`` re-verifies."""
        return sealed(codec_of(type(self), self._codecs({})).write(self))

    @property
    def digest(self) -> str:
        """The digest of the proof, by which it is known."""
        return str(self.document["digest"])

    def to_json(self) -> JsonDocument:
        """Return the whole document, with the time it took."""
        return {**self.document, "seconds": round(self.seconds, 6)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} on {self.game}: {len(self.pieces)} pieces>"


AnyProven = Proven[ProofPiece]
"""A theorem with pieces of any kind."""
