"""What a checked file says of its game: the name, and the numbers by the names of views.

The checker has read the document before and refused what is malformed, so there is one grammar and
it is the checker's; here its parts are only taken over, into objects of our own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.errors import FileError
from sabot.exact import rational
from sabot.tying.spelled import Spelled, spelled

Cells = list[tuple[str, list[str], int]]


@dataclass(frozen=True)
class Numbers:
    """A game told by a matrix or by its sequences."""

    game: str
    form: Spelled
    unreachable: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The views that the file says its cards never show."""


@dataclass(frozen=True)
class Deal:
    """A deal of one suit: who holds each card and what a trick pays West."""

    game: str
    holders: str
    names: tuple[str, ...]
    lead: str
    led: int | None
    greedy: bool
    pays: tuple[int, ...]


@dataclass(frozen=True)
class Family:
    """A game for many values of a parameter, with payoffs that are polynomials in it."""

    game: str
    parameter: str
    whole: bool
    low: Fraction
    high: Fraction | None
    form: Spelled
    points: tuple[tuple[Fraction, Numbers], ...]
    """The values that have a certificate of their own, and the game in it."""


def named_in(document: Mapping[str, Any]) -> Numbers | Deal | Family:
    """Return what a document that was checked says of its game."""
    if "pieces" in document:
        return _family(document)
    certificate = document.get("certificate") or document
    told = certificate["form"]
    game = str(document["game"])
    if told["kind"] == "tricks":
        return deal_of(game, told)
    unreachable = {
        seat: frozenset(views) for seat, views in document.get("unreachable", {}).items() if views
    }
    return Numbers(game, _form(told, _seats(told, document)), unreachable)


def _seats(told: Mapping[str, Any], document: Mapping[str, Any]) -> tuple[str, str]:
    """Return the seats, which stand in the form or, once for all, beside it."""
    one, two = told["seats"] if "seats" in told else document["seats"]
    return one, two


def _form(told: Mapping[str, Any], seats: tuple[str, str]) -> Spelled:
    below = _whole(told["denominator"])
    if told["kind"] == "matrix":
        cells: list[Cells] = [[("-", told["rows"], 0)], [("-", told["columns"], 0)]]
        return spelled(seats, cells, _matrix(told["payoffs"]), below)
    cells = [told["cells"][seat] for seat in seats]
    entries = ((i, j, _whole(amount)) for i, j, amount in told["payoffs"])
    return spelled(seats, cells, entries, below)


def _matrix(payoffs: Sequence[Sequence[Any]]) -> Iterator[tuple[int, int, int]]:
    for i, row in enumerate(payoffs, 1):
        for j, amount in enumerate(row, 1):
            yield i, j, _whole(amount)


def deal_of(game: str, told: Mapping[str, Any]) -> Deal:
    """Return a deal as certificates hold it."""
    return Deal(
        game,
        told["deal"],
        tuple(told["names"]),
        told["lead"],
        told["led"],
        told["rule"] == "greedy",
        tuple(map(_whole, told["pays"])),
    )


def _family(document: Mapping[str, Any]) -> Family:
    from flint import fmpz_poly

    def polynomial(coefficients: Iterable[Any]) -> fmpz_poly:
        return fmpz_poly([_whole(c) for c in coefficients])

    told, domain = document["form"], document["domain"]
    seats = _seats(told, document)
    form = spelled(
        seats,
        [told["cells"][seat] for seat in seats],
        ((i, j, polynomial(amount)) for i, j, amount in told["payoffs"]),
        polynomial(told["denominator"]),
    )
    return Family(
        game=str(document["game"]),
        parameter=str(document["parameter"]),
        whole=domain["whole"],
        low=_end(domain["from"]),
        high=None if domain["to"] is None else _end(domain["to"]),
        form=form,
        points=tuple(_points(document)),
    )


def _points(document: Mapping[str, Any]) -> Iterator[tuple[Fraction, Numbers]]:
    """Yield the values that have a certificate of their own."""
    for piece in document["pieces"]:
        if piece.get("certificate") is not None:
            yield _point(piece["from"], piece["certificate"], document)
    for point in document.get("breakpoints", ()):
        if point.get("certificate") is not None:
            yield _point(point["at"], point["certificate"], document)


def _point(
    at: Any, certificate: Mapping[str, Any], document: Mapping[str, Any]
) -> tuple[Fraction, Numbers]:
    told = certificate["form"]
    form = _form(told, _seats(told, certificate if "seats" in certificate else document))
    return _end(at), Numbers(str(certificate["game"]), form)


def _end(at: Any) -> Fraction:
    """Return an end of a range, which must be a fraction: no family's range ends elsewhere."""
    if isinstance(at, int | str):
        return rational(at)
    raise FileError("a range that ends at an irrational number is no game's: nothing to tie it to")


def _whole(number: int | str) -> int:
    """Return an integer, which is written as text where it is long."""
    if isinstance(number, int):
        return number
    from flint import fmpz  # which reads numbers of any length

    return int(fmpz(number))
