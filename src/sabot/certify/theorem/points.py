"""Uniqueness at single values, checked: by a certificate, or where two pieces of a theorem meet.

Standard library only. The conditions of a piece are closed, so at a breakpoint over the real
numbers the plans of both neighbours are optimal. A rational breakpoint carries the certificate of
the game there. At an algebraic one two of those plans that differ show that the plan is not the
only one; and what shows uniqueness on a piece shows it at its end too, if it is strict there. Where
neither is so, the breakpoint holds a plan of its own: ``another`` one, or a ``witness``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.certify.reading import claim_of, form_of, only, same
from sabot.certify.theorem.form import PolyGame, as_it_is, poly_of
from sabot.certify.theorem.piece import check_at_point
from sabot.certify.theorem.span import PointSpan, exact_value, number_at, point_of, shown, span_of
from sabot.errors import CertificateError

Piece = Mapping[str, Any]
Check = Callable[[Any], Any]


def check_points(game: PolyGame, document: Mapping[str, Any], check: Check) -> None:
    """Check every breakpoint of a proof over the real numbers."""
    if document["domain"]["whole"] is not False:
        raise ValueError("whole numbers have no breakpoints")
    pieces, points = document["pieces"], document["breakpoints"]
    if not same([point["at"] for point in points], ends_of(pieces)):
        raise CertificateError("the breakpoints are not the ends of the pieces")
    for number, point in enumerate(points):
        only(point, {"at", "unique", "certificate", "another", "witness"}, "a breakpoint")
        near = pieces[max(0, number - 1) : number + 1]
        if set(point["unique"]) != {seat.name for seat in game.seats}:
            raise ValueError("the uniqueness claims are not the seats'")
        if "certificate" in point:
            at = point_of(point["at"])
            if not at.rational:
                raise CertificateError("a certificate is about a rational number")
            check_numeric(game, point, near[0]["value_parts"], at.low, check)
            continue
        for seat, claim in point["unique"].items():
            if claim_of(claim) is not None and not shown_by(game, near, point, seat, claim):
                where = shown(point_of(point["at"]))
                raise CertificateError(f"at {where}: {seat}'s uniqueness is not as claimed")


def ends_of(pieces: Sequence[Piece]) -> list[Any]:
    """Return where the pieces of a proof over the real numbers begin, meet and end."""
    return [pieces[0]["from"], *(piece["to"] for piece in pieces if piece["to"] is not None)]


def shown_by(
    game: PolyGame, near: Sequence[Piece], point: Mapping[str, Any], seat: str, claim: bool
) -> bool:
    """Tell whether the pieces that meet at a point, and what it holds, show a claim there."""
    at = point_of(point["at"])
    for piece in near:
        spot = span_of(piece["from"], piece["to"], all_reals=True).spot
        for evidence in _evidence(near, piece, point, seat, claim):
            try:
                check_at_point(game, evidence, PointSpan(at, spot), as_it_is)
            except CertificateError:
                continue
            return True
    return False


def _evidence(
    near: Sequence[Piece], piece: Piece, point: Mapping[str, Any], seat: str, claim: bool
) -> Iterator[Piece]:
    """Yield a piece with each claim that could be shown with it; the other seat's is left out."""
    claims = {name: claim if name == seat else None for name in piece["unique"]}
    if claim:
        yield {**piece, "unique": claims}
        if seat in point.get("witness", {}):
            yield {**piece, "unique": claims, "witness": point["witness"]}
        return
    for other in (*near, point):
        plans = [other["plans"][seat]] if other is not piece and other is not point else []
        plans += [other["another"][seat]] if seat in other.get("another", {}) else []
        for plan in plans:
            yield {**piece, "unique": claims, "another": {seat: plan}}


def check_numeric(
    game: PolyGame, claims: Piece, value_parts: Any, at: Fraction, check: Check
) -> None:
    """Check claims at one value by their own certificate, which must be of the same game."""
    own = claims["certificate"]
    if own["schema"] != "sabot/certificate/1":
        raise ValueError("the certificate at one value is not one")
    if check(own) != number_at([poly_of(part) for part in value_parts], at):
        raise CertificateError(f"at {at}: the certificate is about another value")
    said = {name: claim["unique"] for name, claim in own["uniqueness"].items()}
    if not same(said, claims["unique"]):
        raise CertificateError(f"at {at}: the certificate says otherwise about uniqueness")
    if own["form"]["kind"] != "sequence":
        raise CertificateError(f"at {at}: the certificate is not of a game told by its sequences")
    form = form_of(own["form"])
    scale = exact_value(game.denominator, at)
    here = {
        (i, j): exact_value(amount, at)
        for j, column in enumerate(game.columns[0])
        for i, amount in column.items()
    }
    there = {(i, j): amount for i, j, amount in form.entries}
    if form.seats != game.seats or any(
        here.get(spot, 0) * form.denominator != there.get(spot, 0) * scale
        for spot in here.keys() | there.keys()
    ):
        raise CertificateError(f"at {at}: the certificate is of another game")
