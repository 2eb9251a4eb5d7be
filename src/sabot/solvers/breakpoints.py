"""Uniqueness where two pieces over the real numbers meet: decided, with what shows it.

A rational breakpoint gets the certificate of the game there. At an irrational one the conditions of
the neighbours are looked at in the point itself; where they do not decide, its own plans do
(:mod:`sabot.solvers.points`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpz_poly

from sabot.exact import show
from sabot.forms.point import Point
from sabot.forms.sequence import Side
from sabot.forms.theorem import PolynomialForm
from sabot.solvers.certificate import certificate
from sabot.solvers.formula import PlanFormula
from sabot.solvers.needs import NotShown, Stated, duties
from sabot.solvers.points import evidence_at
from sabot.solvers.ranges import PointRange, RealRange
from sabot.solvers.settle import settle
from sabot.solvers.theorem import Piece, Theorem


def breakpoints(game: str, theorem: Theorem, written: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what is known of uniqueness where pieces begin, meet and end, as a proof holds it."""
    form, pieces = theorem.form, theorem.pieces
    ends = [(pieces[0].low, written[0]["from"])]
    ends += [(p.high, w["to"]) for p, w in zip(pieces, written, strict=True) if p.high is not None]
    found = []
    for number, (at, end) in enumerate(ends):
        assert isinstance(at, Point)
        if at.rational:
            settled = settle(form.at(at.low))
            one, two = settled.faces.verdicts
            unique = dict(zip(form.seats, (one.unique, two.unique), strict=True))
            here = game.replace("=*", f"={show(at.low)}", 1)
            own = certificate(here, form.at(at.low), settled)
            found.append({"at": end, "unique": unique, "certificate": own})
            continue
        near = slice(max(0, number - 1), number + 1)
        found.append(_Meeting(form, at, pieces[near]).told(end, written[near][0]))
    return found


class _Meeting:
    """An irrational point at which one piece ends, another begins, or both."""

    def __init__(self, form: PolynomialForm, at: Point, near: list[Piece]) -> None:
        self.form, self.at, self.near = form, at, near

    def told(self, end: Any, first: Mapping[str, Any]) -> dict[str, Any]:
        """Return the verdicts there, with the plans that show them."""
        point: dict[str, Any] = {"at": end, "unique": {}}
        for seat, name in enumerate(self.form.seats):
            claim = self._claim(seat, {})
            if claim is None:
                further = evidence_at(self.form, first, self.at, seat)
                for kind, plans in further.items():
                    point[kind] = point.get(kind, {}) | plans
                claim = self._claim(seat, {kind: plans[name] for kind, plans in further.items()})
            point["unique"][name] = claim
        return point

    def _claim(self, seat: int, further: Mapping[str, Any]) -> bool | None:
        """Return what is shown of a seat's plan, by the pieces or by a further plan."""
        own, foe = self.form.sides[seat], self.form.sides[1 - seat]
        another = [_read(own, further["another"])] if "another" in further else []
        witness = [_read(foe, further["witness"])] if "witness" in further else []
        for claim in (True, False):
            for piece in self.near:
                some = self._unique(piece, seat, witness)
                if not claim:
                    some = self._several(piece, seat, another)
                if any(self._holds(piece, said) for said in some):
                    return claim
        return None

    def _unique(self, piece: Piece, seat: int, witness: list[PlanFormula]) -> Iterator[Stated]:
        found = piece.candidate
        claims = _only(seat, True)
        for plan in (found.witness[seat], *witness):
            yield Stated(found.plans, found.value, claims, witness=_only(seat, plan))

    def _several(self, piece: Piece, seat: int, another: list[PlanFormula]) -> Iterator[Stated]:
        found = piece.candidate
        said = Stated(found.plans, found.value, _only(seat, False))
        for other in self.near:
            plans = [other.candidate.plans[seat]] if other is not piece else []
            plans += [p for p in (other.candidate.another[seat],) if p is not None]
            for plan in plans:
                yield replace(said, another=_only(seat, plan))
        for plan in another:
            yield replace(said, another=_only(seat, plan))

    def _holds(self, piece: Piece, said: Stated) -> bool:
        """Tell whether everything that a claim needs holds at the point."""
        assert isinstance(piece.low, Point) and not isinstance(piece.high, int)
        where = PointRange(self.at, RealRange(piece.low, piece.high).spot)
        try:
            return all(need.holds_at(where) for need in duties(self.form, said, where).needs)
        except NotShown:
            return False


def _only(seat: int, what: Any) -> Any:
    """Return a pair with nothing at the other seat."""
    return (what, None) if seat == 0 else (None, what)


def _read(side: Side, told: Mapping[str, Any]) -> PlanFormula:
    """Return a plan that was written for a proof."""
    below = fmpz_poly(told["below"])
    tops = [fmpz_poly([])] * side.count
    for s, top in told["tops"].items():
        tops[int(s)] = fmpz_poly(top)
    for s in (0, *told["sure"]):
        tops[s] = below
    return PlanFormula(tuple(tops), below, fmpz_poly([1]), False)
