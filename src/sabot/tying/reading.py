"""What a checked file says of its game: the name, and the numbers by the names of views.

The checker has read the document and returns it typed in its statement, so there is one grammar,
and it is the checker's. Its objects are only taken over here; nothing is computed with its algebra.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify import (
    BalanceProved,
    DealProved,
    EveryProved,
    GameProved,
    HandsProved,
    IntervalProved,
    ListProved,
    NashProved,
    PairsProved,
    Statement,
    TheoremProved,
)
from sabot.errors import NoMethodError
from sabot.tying.spelled import Spelled, spelled

Unreachable = Mapping[str, Sequence[str]]
"""By seat, the views that a file says its cards never show."""


@dataclass(frozen=True)
class Numbers:
    """A game told by a matrix or by its sequences."""

    game: str
    form: Spelled
    unreachable: Unreachable = field(default_factory=dict)


@dataclass(frozen=True)
class Pair:
    """A game for two told by what it pays each seat."""

    game: str
    forms: tuple[Spelled, Spelled]
    unreachable: Unreachable = field(default_factory=dict)
    pure: bool = False
    """Told by pure strategies, whatever the game is."""

    @property
    def form(self) -> Spelled:
        """The game as it pays the first seat."""
        return self.forms[0]


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
class Betting:
    """A game with real hands: its seats, and the betting as the checker read it."""

    game: str
    seats: tuple[str, ...]
    root: Any
    ends: int


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


@dataclass(frozen=True)
class Reach:
    """For which values a theorem on real hands is."""

    parameter: str
    low: Fraction
    high: Fraction | None
    whole: bool = False


def reach_of(proved: HandsProved | PairsProved) -> Reach:
    """Return for which values a theorem is."""
    domain = proved.domain
    return Reach(
        domain.parameter, _end(domain.low), None if domain.high is None else _end(domain.high)
    )


def named_in(proved: Statement) -> Numbers | Pair | Deal | Family | Betting:
    """Return what a statement says of its game."""
    if isinstance(proved, BalanceProved):
        return Betting(proved.game, proved.seats, proved.form, proved.source.ends)
    if isinstance(proved, TheoremProved):
        return _family(proved.source)
    if isinstance(proved, DealProved):
        deal = proved.form
        return Deal(
            proved.game, deal.holders, deal.names, deal.lead, deal.led, deal.greedy, deal.pays
        )
    if isinstance(proved, NashProved | EveryProved):
        one, two = map(_form, proved.forms)
        return Pair(
            proved.game, (one, two), proved.source.unreachable, isinstance(proved, EveryProved)
        )
    assert isinstance(proved, GameProved | IntervalProved | ListProved)
    return Numbers(proved.game, _form(proved.form), proved.source.unreachable)


def deal_of(game: str, told: Mapping[str, Any]) -> Deal:
    """Return a deal as its family writes it."""
    names, pays = tuple(told["names"]), tuple(told["pays"])
    greedy = told["rule"] == "greedy"
    return Deal(game, told["deal"], names, told["lead"], told["led"], greedy, pays)


def _seats(form: Any) -> tuple[str, str]:
    one, two = form.seats
    return one.name, two.name


def _cells(form: Any) -> list[list[tuple[str, Sequence[str], int]]]:
    return [
        [(view, actions, parent) for view, actions, parent, _ in seat.cells] for seat in form.seats
    ]


def _form(form: Any) -> Spelled:
    entries = form.entries if form.rows is None else _matrix(form.rows)
    return spelled(_seats(form), _cells(form), entries, form.denominator)


def _matrix(rows: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    for i, row in enumerate(rows, 1):
        for j, amount in enumerate(row, 1):
            yield i, j, amount


def _family(proof: Any) -> Family:
    from flint import fmpz_poly

    columns = proof.form.columns[0]
    entries = (
        (i, j, fmpz_poly(amount))
        for j, column in enumerate(columns)
        for i, amount in sorted(column.items())
    )
    below = fmpz_poly(proof.form.denominator)
    return Family(
        game=proof.game,
        parameter=proof.parameter,
        whole=proof.whole,
        low=_end(proof.low),
        high=None if proof.high is None else _end(proof.high),
        form=spelled(_seats(proof.form), _cells(proof.form), entries, below),
        points=tuple(_points(proof)),
    )


def _points(proof: Any) -> Iterator[tuple[Fraction, Numbers]]:
    """Yield the values that have a certificate of their own, and the game in it."""
    for piece in proof.pieces:
        if piece.certificate is not None:
            own = piece.certificate
            yield Fraction(piece.span.low), Numbers(own.game, _form(own.form))
    for point in proof.breakpoints or ():
        if point.certificate is not None:
            own = point.certificate
            yield _end(point.at), Numbers(own.game, _form(own.form))


def _end(at: Any) -> Fraction:
    """Return an end of a range, which must be a fraction: no family's range ends elsewhere."""
    if not at.rational:
        raise NoMethodError(
            "a range that ends at an irrational number is no game's: nothing to tie it to"
        )
    return Fraction(at.low)
