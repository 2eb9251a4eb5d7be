"""What all proofs over a parameter share: ranges, plans, inequalities and the base class.

The end of a range is an integer, a fraction, or a root of a polynomial with an isolating interval.
A proof holds, besides its statement, the game with polynomial payoffs, realization plans as
polynomials over a common denominator, and for each inequality the reason why it holds on the whole
range.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from sabot.certify import digest
from sabot.errors import NumberError
from sabot.exact import Number, as_rational, format_fraction
from sabot.forms.algebra.rational_function import Coefficients
from sabot.forms.algebra.real_roots import RealPoint, point_from_json, point_text
from sabot.forms.sequence import Treeplex
from sabot.results.base import Result

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


def end_to_point(end: RangeEnd) -> RealPoint:
    """Return an end as a point of the line."""
    return end if isinstance(end, RealPoint) else RealPoint.at(end)


def end_to_text(end: RangeEnd) -> str:
    """Return an end as text: exact where it is a fraction, else about where the root is."""
    return point_text(end_to_point(end))


def end_from_json(data: Any) -> RangeEnd:
    """Return the end read from a file."""
    return point_to_end(point_from_json(data))


def end_to_json(end: RangeEnd) -> Any:
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
    """All numbers (whole, or real: the theorem says which) from *low* to *high*, or for ever.

    >>> [str(ParameterInterval(*ends)) for ends in ((4, 7), (3, 3), (9, None))]
    ['4 to 7', '3', '9 and more']
    """

    low: RangeEnd
    high: RangeEnd | None

    @property
    def single(self) -> Fraction | None:
        """The only number in it, if there is just one."""
        if isinstance(self.low, RealPoint) or self.low != self.high:
            return None
        return Fraction(self.low)

    def holds(self, at: Fraction | int) -> bool:
        """Return whether a number is in it."""
        here = RealPoint.at(at)
        return not here.before(end_to_point(self.low)) and (
            self.high is None or not end_to_point(self.high).before(here)
        )

    def words(self, name: str) -> str:
        """Return for which values of a parameter something holds.

        >>> ParameterInterval(1, None).words("suits")
        'suits >= 1'
        >>> ParameterInterval(0, Fraction(1, 2)).words("bet")
        'bet from 0 to 1/2'
        """
        if self.high is None:
            return f"{name} >= {end_to_text(self.low)}"
        return f"{name} from {end_to_text(self.low)} to {end_to_text(self.high)}"

    def to_json(self) -> dict[str, Any]:
        """Return both ends as JSON."""
        high = None if self.high is None else end_to_json(self.high)
        return {"from": end_to_json(self.low), "to": high}

    @classmethod
    def from_json(cls, data: Any) -> ParameterInterval:
        """Return the range read from a file."""
        high = None if data["to"] is None else end_from_json(data["to"])
        return cls(end_from_json(data["from"]), high)

    def __str__(self) -> str:
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


def _integer_from_json(data: Any) -> int:
    """Return the integer read from a file, as a number or as text."""
    number = as_rational(data)
    if number.denominator != 1:
        raise NumberError(f"{data!r} is not a whole number")
    return number.numerator


def polynomial_from_json(data: Iterable[Any]) -> Coefficients:
    """Return the polynomial read from a file: whole coefficients, the constant first."""
    found = [_integer_from_json(c) for c in data]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


@dataclass(frozen=True)
class PolynomialPlan:
    """A realization plan as polynomials over one: the probability of each sequence of a player."""

    below: Coefficients
    sure: tuple[int, ...]
    """The sequences with probability 1, except the empty one."""
    tops: Mapping[int, Coefficients]
    """The numerators of all other probabilities that are not 0."""

    def to_json(self) -> dict[str, Any]:
        """Return the plan as JSON for a file."""
        tops = {str(s): list(top) for s, top in self.tops.items()}
        return {"below": list(self.below), "sure": list(self.sure), "tops": tops}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PolynomialPlan:
        """Return the plan read from a file."""
        tops = {int(s): polynomial_from_json(top) for s, top in data["tops"].items()}
        return cls(
            polynomial_from_json(data["below"]), tuple(map(_integer_from_json, data["sure"])), tops
        )


PlansByPlayer = Mapping[str, PolynomialPlan]
"""By player."""


def plans_from_json(data: Mapping[str, Any]) -> dict[str, PolynomialPlan]:
    """Return the plans of some players."""
    return {seat: PolynomialPlan.from_json(plan) for seat, plan in data.items()}


def plans_to_json(plans: PlansByPlayer) -> dict[str, Any]:
    """Return the plans of some players as JSON for a file."""
    return {seat: plan.to_json() for seat, plan in plans.items()}


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

    def to_json(self) -> dict[str, Any]:
        """Return the basis as JSON for a file."""
        body: dict[str, Any] = {
            "used": {view: list(actions) for view, actions in self.used.items()},
            "tight": {view: list(actions) for view, actions in self.tight.items()},
        }
        body |= {"equations": list(self.equations)} if self.equations else {}
        return body | ({} if self.differs is None else {"differs": self.differs})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PieceBasis:
        """Return the basis read from a file."""
        used, tight = (
            {view: tuple(actions) for view, actions in data[kind].items()}
            for kind in ("used", "tight")
        )
        return cls(used, tight, tuple(data.get("equations", ())), data.get("differs"))


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

    @property
    def way(self) -> str:
        """The name of the reason."""
        return self.why if isinstance(self.why, str) else str(self.why[0])

    def to_json(self) -> dict[str, Any]:
        """Return the inequality as JSON for a file."""
        body = {"says": self.says, "polynomial": list(self.polynomial), "is": self.sense}
        body |= {} if self.of is None else {"of": self.of}
        return body | {"why": self.why if isinstance(self.why, str) else list(self.why)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ProvenInequality:
        """Return the inequality read from a file."""
        why = data["why"] if isinstance(data["why"], str) else tuple(data["why"])
        polynomial = polynomial_from_json(data["polynomial"])
        return cls(data["says"], polynomial, data["is"], why, data.get("of"))


@dataclass(frozen=True)
class PolynomialGame:
    """The game of a theorem: two sides, payoffs as polynomials over one polynomial."""

    sides: tuple[Treeplex, Treeplex]
    denominator: Coefficients
    payoffs: tuple[tuple[int, int, Coefficients], ...]

    @property
    def seats(self) -> tuple[str, str]:
        """The two players' names."""
        return self.sides[0].name, self.sides[1].name

    def side(self, seat: str) -> Treeplex:
        """Return the side of a player."""
        return self.sides[self.seats.index(seat)]

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON for a file."""
        return {
            "seats": list(self.seats),
            "cells": {side.name: side.to_json() for side in self.sides},
            "denominator": list(self.denominator),
            "payoffs": [[i, j, list(amount)] for i, j, amount in self.payoffs],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PolynomialGame:
        """Return the game read from a file."""
        one, two = (Treeplex.from_json(name, data["cells"][name]) for name in data["seats"])
        payoffs = tuple((i, j, polynomial_from_json(amount)) for i, j, amount in data["payoffs"])
        return cls((one, two), polynomial_from_json(data["denominator"]), payoffs)


class PieceProtocol(Protocol):
    """A part of a theorem, for the values in its range."""

    @property
    def extent(self) -> ParameterInterval:
        """The range."""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON for a file."""


PieceType = TypeVar("PieceType", bound=PieceProtocol)


@dataclass(frozen=True, repr=False)
class Proven(Result, Generic[PieceType]):
    """A theorem for all values of a parameter: its document is sealed, and known by the seal."""

    game: str
    """The game string, its open parameter marked ``*``."""
    parameter: str
    """The name of the open parameter."""
    whole: bool
    """Whether the parameter is an integer; else it is any real one."""
    domain: ParameterInterval
    """For which values the theorem holds."""
    pieces: tuple[PieceType, ...]
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

    def piece_at(self, at: Number) -> PieceType:
        """Return the (first) piece that a value of the parameter lies in."""
        return self._holding(self.value_of(at))

    def _holding(self, at: Fraction) -> PieceType:
        return next(piece for piece in self.pieces if piece.extent.holds(at))

    @abstractmethod
    def _body(self) -> dict[str, Any]:
        """Return all that the document says but the digest over it: the head, then the rest."""

    def _head(self, seats: tuple[str, ...], **domain: bool) -> dict[str, Any]:
        """Return what the document of every theorem says first."""
        return {
            "schema": self._schema,
            "game": self.game,
            "parameter": self.parameter,
            "domain": domain | self.domain.to_json(),
            "seats": list(seats),
            "pieces": [piece.to_json() for piece in self.pieces],
        }

    @cached_property
    def document(self) -> Mapping[str, Any]:
        """The proof as it is saved: what ``sabot check`` re-verifies."""
        body = self._body()
        return body | {"digest": digest(body)}

    @property
    def digest(self) -> str:
        """The digest of the proof, by which it is known."""
        return str(self.document["digest"])

    def to_json(self) -> dict[str, Any]:
        """Return the whole document, with the time it took."""
        return {**self.document, "seconds": round(self.seconds, 6)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} on {self.game}: {len(self.pieces)} pieces>"


def seconds_from_json(document: Mapping[str, Any]) -> float:
    """Return the time that a proof took, as read from a file; 0 where it is missing."""
    return float(document.get("seconds", 0.0))
