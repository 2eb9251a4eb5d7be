"""What a checked file says of its game: the name, and the numbers by the names of views.

The checker has read the document and returns it typed in its statement, so there is one grammar,
and it is the checker's. Its objects are only taken over here; nothing is computed with its algebra.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.certify import DealProved, HandsProved, PairsProved, TheoremProved
from sabot.errors import NoMethodError
from sabot.tying.spelled import Spelled, spelled


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
class Reach:
    """For which values of its parameter a theorem is."""

    parameter: str
    low: Fraction
    high: Fraction | None
    whole: bool

    def samples(self) -> list[Fraction]:
        """Return the first values: there the games are looked at one by one."""
        return [at for at in (self.low, self.low + 1) if self.high is None or at <= self.high]


@dataclass(frozen=True)
class Family:
    """A game for many values of a parameter, with payoffs that are polynomials in it."""

    game: str
    reach: Reach
    form: Spelled
    points: tuple[tuple[Fraction, str, Spelled], ...]
    """The values that have a certificate of their own, the game that it names, and its numbers."""


def reach_of(proved: TheoremProved | HandsProved | PairsProved) -> Reach:
    """Return for which values a theorem is."""
    domain = proved.domain
    high = None if domain.high is None else _end(domain.high)
    return Reach(domain.parameter, _end(domain.low), high, domain.whole)


def deal_in(proved: DealProved) -> Deal:
    """Return a deal as the checker has read it."""
    deal = proved.form
    return Deal(proved.game, deal.holders, deal.names, deal.lead, deal.led, deal.greedy, deal.pays)


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


def form_in(form: Any) -> Spelled:
    """Return a matrix or sequences as the checker has read them."""
    entries = form.entries if form.rows is None else _matrix(form.rows)
    return spelled(_seats(form), _cells(form), entries, form.denominator)


def _matrix(rows: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
    for i, row in enumerate(rows, 1):
        for j, amount in enumerate(row, 1):
            yield i, j, amount


def filed(form: Any) -> tuple[Spelled, Spelled]:
    """Return a game told by choices as the checker has read it: what each seat is paid."""
    from flint import fmpz_poly

    below = fmpz_poly(form.denominator)
    one, two = (
        spelled(
            _seats(form), _cells(form), ((i, j, fmpz_poly(b[s])) for i, j, b in form.payoffs), below
        )
        for s in (0, 1)
    )
    return one, two


def family_in(proved: TheoremProved) -> Family:
    """Return a family of games as the checker has read it."""
    from flint import fmpz_poly

    proof = proved.source
    columns = proof.form.columns[0]
    entries = (
        (i, j, fmpz_poly(amount))
        for j, column in enumerate(columns)
        for i, amount in sorted(column.items())
    )
    below = fmpz_poly(proof.form.denominator)
    return Family(
        game=proof.game,
        reach=reach_of(proved),
        form=spelled(_seats(proof.form), _cells(proof.form), entries, below),
        points=tuple(_points(proof)),
    )


def _points(proof: Any) -> Iterator[tuple[Fraction, str, Spelled]]:
    """Yield the values that have a certificate of their own, and the game in it."""
    for piece in proof.pieces:
        if piece.certificate is not None:
            own = piece.certificate
            yield Fraction(piece.span.low), own.game, form_in(own.form)
    for point in proof.breakpoints or ():
        if point.certificate is not None:
            own = point.certificate
            yield _end(point.at), own.game, form_in(own.form)


def _end(at: Any) -> Fraction:
    """Return an end of a range, which must be a fraction: no family's range ends elsewhere."""
    if not at.rational:
        raise NoMethodError(
            "a range that ends at an irrational number is no game's: nothing to tie it to"
        )
    return Fraction(at.low)
