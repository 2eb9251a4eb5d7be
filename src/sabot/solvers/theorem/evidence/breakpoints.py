"""Uniqueness where two pieces over the real numbers meet: decided, with what shows it.

A rational breakpoint gets the certificate of the game there. At an irrational one the conditions of
the neighbours are looked at in the point itself; where they do not decide, its own plans do
(:mod:`sabot.solvers.theorem.evidence.points`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpz_poly

from sabot import watch
from sabot.exact import show
from sabot.forms.algebra.point import Point
from sabot.forms.polynomial import PolynomialForm
from sabot.forms.sequence import Side
from sabot.results.ends import end_of
from sabot.results.evidence import Plan
from sabot.results.pieces import Breakpoint, Piece
from sabot.solvers.certificate import certificate
from sabot.solvers.theorem.evidence.needs import NotShown, Stated, duties
from sabot.solvers.theorem.evidence.points import evidence_at
from sabot.solvers.theorem.evidence.ranges import PointRange, RealRange
from sabot.solvers.theorem.formula import PlanFormula
from sabot.solvers.theorem.whole import Cover, RealStretch
from sabot.solvers.zero_sum.settle import settle


def named(game: str, at: Fraction | int) -> str:
    """Return the game string at one value of its parameter."""
    return game.replace("=*", f"={show(at)}", 1)


def breakpoints(game: str, cover: Cover[Point], pieces: Sequence[Piece]) -> tuple[Breakpoint, ...]:
    """Return what is known of uniqueness where pieces begin, meet and end.

    *pieces* are those that the stretches of the cover became.
    """
    form, stretches = cover.form, cover.pieces
    ends = [stretches[0].low, *(one.high for one in stretches if one.high is not None)]
    found = []
    for number, at in enumerate(ends):
        watch.heard()
        near = slice(max(0, number - 1), number + 1)
        found.append(
            _at_fraction(game, form, at.low)
            if at.rational
            else _Meeting(form, at, stretches[near]).told(pieces[near][0])
        )
    return tuple(found)


def _at_fraction(game: str, form: PolynomialForm, at: Fraction) -> Breakpoint:
    """Return a breakpoint with the certificate of the game just there."""
    settled = settle(form.at(at))
    one, two = settled.faces.verdicts
    unique = dict(zip(form.seats, (one.unique, two.unique), strict=True))
    own = certificate(named(game, at), form.at(at), settled)
    return Breakpoint(end_of(Point.at(at)), unique, certificate=own)


class _Meeting:
    """An irrational point at which one piece ends, another begins, or both."""

    def __init__(self, form: PolynomialForm, at: Point, near: list[RealStretch]) -> None:
        self.form, self.at, self.near = form, at, near
        self.point = at.near()

    def told(self, first: Piece) -> Breakpoint:
        """Return the verdicts there, with the plans that show them."""
        unique: dict[str, bool | None] = {}
        further: dict[str, dict[str, Plan]] = {"another": {}, "witness": {}}
        for seat, name in enumerate(self.form.seats):
            claim = self._claim(seat)
            found = evidence_at(self.form, first, self.at, seat) if claim is None else None
            if found is not None:
                kind, plan = found
                further[kind][name] = plan
                claim = self._claim(seat, **{kind: plan})
            unique[name] = claim
        return Breakpoint(self.at, unique, **further)

    def _claim(
        self, seat: int, another: Plan | None = None, witness: Plan | None = None
    ) -> bool | None:
        """Return what is shown of a seat's plan, by the pieces or by a further plan."""
        own, foe = self.form.sides[seat], self.form.sides[1 - seat]
        others = [] if another is None else [_read(own, another)]
        witnesses = [] if witness is None else [_read(foe, witness)]
        for claim in (True, False):
            for piece in self.near:
                some = self._unique(piece, seat, witnesses)
                if not claim:
                    some = self._several(piece, seat, others)
                if any(self._holds(piece, said) for said in some):
                    return claim
        return None

    def _unique(
        self, piece: RealStretch, seat: int, witness: list[PlanFormula]
    ) -> Iterator[Stated]:
        found = piece.candidate
        claims = _only(seat, True)
        for plan in (found.witness[seat], *witness):
            yield Stated(found.plans, found.value, claims, witness=_only(seat, plan))

    def _several(
        self, piece: RealStretch, seat: int, another: list[PlanFormula]
    ) -> Iterator[Stated]:
        found = piece.candidate
        said = Stated(found.plans, found.value, _only(seat, False))
        for other in self.near:
            plans = [other.candidate.plans[seat]] if other is not piece else []
            plans += [p for p in (other.candidate.another[seat],) if p is not None]
            for plan in plans:
                yield replace(said, another=_only(seat, plan))
        for plan in another:
            yield replace(said, another=_only(seat, plan))

    def _holds(self, piece: RealStretch, said: Stated) -> bool:
        """Tell whether everything that a claim needs holds at the point."""
        where = PointRange(self.point, RealRange(piece.low, piece.high).spot)
        try:
            return all(need.holds_at(where) for need in duties(self.form, said, where).needs)
        except NotShown:
            return False


def _only(seat: int, what: Any) -> Any:
    """Return a pair with nothing at the other seat."""
    return (what, None) if seat == 0 else (None, what)


def _read(side: Side, plan: Plan) -> PlanFormula:
    """Return a plan that was written for a proof."""
    below = fmpz_poly(list(plan.below))
    tops = [fmpz_poly([])] * side.count
    for s, top in plan.tops.items():
        tops[s] = fmpz_poly(list(top))
    for s in (0, *plan.sure):
        tops[s] = below
    return PlanFormula(tuple(tops), below, fmpz_poly([1]), False)
