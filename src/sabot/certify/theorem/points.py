"""Uniqueness at single values, checked: by a certificate, or where two pieces of a theorem meet.

Standard library only. The conditions of a piece are closed, so at a breakpoint over the real
numbers the plans of both neighbours are optimal. A rational breakpoint carries the certificate of
the game there. At an algebraic one two of those plans that differ show that the plan is not the
only one; and what shows uniqueness on a piece shows it at its end too, if it is strict there. Where
neither is so, the breakpoint holds a plan of its own: ``another`` one, or a ``witness``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from sabot.certify.dossier import Certificate, Several
from sabot.certify.reading import brief, named
from sabot.certify.sequence import check_sequence
from sabot.certify.theorem.expression import Quotient
from sabot.certify.theorem.form import PolyGame
from sabot.certify.theorem.piece import check_at_point
from sabot.certify.theorem.reading import Breakpoint, Claims, Piece, Proof
from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import PointSpan, RealSpan, exact_value, number_at, shown
from sabot.errors import CertificateError


def check_points(proof: Proof) -> None:
    """Check every breakpoint of a proof over the real numbers."""
    game, pieces = proof.form, proof.pieces
    points = proof.breakpoints or ()
    if [point.at for point in points] != _ends_of(pieces):
        raise CertificateError("the breakpoints are not the ends of the pieces")
    for number, point in enumerate(points):
        near = pieces[max(0, number - 1) : number + 1]
        if point.certificate is not None:
            claimed = near[0].claimed
            check_numeric(game, point.certificate, point.unique, claimed, point.at.low)
            continue
        for seat, claim in enumerate(point.unique):
            if claim is not None and not _shown_by(game, near, point, seat, claim):
                name, where = game.seats[seat].name, shown(point.at)
                raise CertificateError(f"at {where}: {named(name)}'s uniqueness is not as claimed")


def _ends_of(pieces: Sequence[Piece]) -> list[Point]:
    """Return where the pieces of a proof over the real numbers begin, meet and end."""
    spans = [piece.span for piece in pieces if isinstance(piece.span, RealSpan)]
    return [spans[0].low, *(span.high for span in spans if span.high is not None)]


def _shown_by(
    game: PolyGame, near: Sequence[Piece], point: Breakpoint, seat: int, claim: bool
) -> bool:
    """Tell whether the pieces that meet at a point, and what it holds, show a claim there."""
    here = point.at.near()
    for piece in near:
        for evidence in _evidence(near, piece, point, seat, claim):
            try:
                check_at_point(game, evidence, PointSpan(here, piece.span.spot))
            except CertificateError:
                continue
            return True
    return False


def _evidence(
    near: Sequence[Piece], piece: Piece, point: Breakpoint, seat: int, claim: bool
) -> Iterator[Piece]:
    """Yield a piece with each claim that could be shown with it; the other seat's is left out."""
    claims: Claims = (claim, None) if seat == 0 else (None, claim)
    if claim:
        yield replace(piece, unique=claims)
        if seat in point.witness:
            yield replace(piece, unique=claims, witness=point.witness)
        return
    for other in near:
        plans = [] if other is piece else [other.plans[seat]]
        for plan in [*plans, *([other.another[seat]] if seat in other.another else [])]:
            yield replace(piece, unique=claims, another={seat: plan})
    if seat in point.another:
        yield replace(piece, unique=claims, another={seat: point.another[seat]})


def check_numeric(
    game: PolyGame, own: Certificate, unique: Claims, claimed: Quotient, at: Fraction
) -> None:
    """Check claims at one value by their own certificate, which must be of the same game."""
    check_sequence(own)
    if own.value != number_at(claimed, at):
        raise CertificateError(f"at {brief(at)}: the certificate is about another value")
    if unique != tuple(not isinstance(evidence, Several) for evidence in own.uniqueness):
        raise CertificateError(f"at {brief(at)}: the certificate says otherwise about uniqueness")
    form = own.form
    if form.rows is not None:
        raise CertificateError(
            f"at {brief(at)}: the certificate is not of a game told by its sequences"
        )
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
        raise CertificateError(f"at {brief(at)}: the certificate is of another game")
