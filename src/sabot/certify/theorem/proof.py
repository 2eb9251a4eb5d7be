"""The independent checker of theorems: multiplies out, compares, counts signs; it cannot solve.

For every piece of the parameter's range a proof gives both plans as polynomials over one. Checked:

1. the pieces cover the range without a gap;
2. on each of them the plans are optimal, and unique or not as claimed: the bases and inequalities
   listed are those that this needs (:mod:`sabot.certify.theorem.piece`), each holds for the
   reason given (:mod:`sabot.certify.theorem.inequality`), and the formulas written out
   are those plans;
3. at a value with a certificate of its own, that certificate, which must be of the same game;
4. uniqueness where two pieces over the real numbers meet (:mod:`sabot.certify.theorem.points`);
5. the sorts of the second seat's choices, where they are stated
   (:mod:`sabot.certify.theorem.classes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sabot.certify.reading import named
from sabot.certify.statement import Domain, TheoremProved
from sabot.certify.theorem.classes import check_classes
from sabot.certify.theorem.expression import Quotient
from sabot.certify.theorem.form import PolyGame, as_it_is, pin_of
from sabot.certify.theorem.piece import check_piece
from sabot.certify.theorem.points import check_numeric, check_points
from sabot.certify.theorem.polynomial import Poly, times
from sabot.certify.theorem.reading import Piece, Proof
from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import Span, WholeSpan, shown
from sabot.errors import CertificateError


def stated(proof: Proof) -> TheoremProved:
    """Return what a theorem says; raise CertificateError unless all of it holds."""
    check_proof(proof)
    one, two = names = tuple(seat.name for seat in proof.form.seats)
    ends = [point.at for point in proof.breakpoints or ()]
    at_ends = [point.unique for point in proof.breakpoints or ()]
    if proof.breakpoints is None and not proof.whole:  # of an earlier make: nothing is said there
        spans = [piece.span for piece in proof.pieces]
        ends = [proof.low, *(s.high for s in spans if isinstance(s.high, Point))]
        at_ends = [(None, None) for _ in ends]
    low = shown(proof.low)
    words = f">= {low}" if proof.high is None else f"from {low} to {shown(proof.high)}"
    return TheoremProved(
        proof.game,
        (one, two),
        proof.digest,
        Domain(proof.parameter, proof.whole, proof.low, proof.high, words),
        tuple(piece.formula for piece in proof.pieces),
        tuple(dict(zip(names, piece.unique, strict=True)) for piece in proof.pieces),
        at_ends=tuple(dict(zip(names, claims, strict=True)) for claims in at_ends),
        ends=tuple(map(shown, ends)),
        source=proof,
    )


def check_proof(proof: Proof) -> None:
    """Raise CertificateError unless a theorem holds, for the reasons that it gives."""
    for piece in proof.pieces:
        pin = pin_of(piece.span)
        here = proof.form if pin is as_it_is else proof.form.pinned(pin)
        check_piece(here, piece)
        _check_texts(here, piece)
        if piece.certificate is not None:
            assert isinstance(piece.span, WholeSpan)
            at = Fraction(piece.span.low)
            check_numeric(proof.form, piece.certificate, piece.unique, piece.claimed, at)
    if proof.breakpoints is not None:
        check_points(proof)
    if proof.sorts is not None:
        check_classes(proof, proof.sorts)


def _check_texts(game: PolyGame, piece: Piece) -> None:
    """Check that the formulas written out are those that were proved."""
    span = piece.span
    if not _same(piece.value, piece.claimed):
        raise CertificateError(f"{span}: the value written out is another one")
    for seat, plan, written in zip(game.seats, piece.plans, piece.strategies, strict=True):
        for view, actions, parent, first in seat.cells:
            here = range(first, first + len(actions))
            arrives = plan.tops[parent]
            if not arrives:  # never comes there: any sure action will do
                sure = sum(_same(written[s], ([1], [1])) for s in here)
                idle = sum(not written[s][0] for s in here)
                if (sure, idle) != (1, len(actions) - 1):
                    raise CertificateError(
                        f"{span}: {named(seat.name)} at {named(view)}: not a sure action"
                    )
                continue
            for s in here:
                if not _same(written[s], (plan.tops[s], arrives)):
                    raise CertificateError(
                        f"{span}: {named(seat.name)} at {named(view)}: another formula"
                    )
            if arrives != plan.below and not _chances(written[first : here.stop], arrives, span):
                place = f"{named(seat.name)} at {named(view)}"
                raise CertificateError(
                    f"{span}: {place}: a formula is negative where it never comes up"
                )


def _chances(formulas: Sequence[Quotient], arrives: Poly, span: Span) -> bool:
    """Tell whether formulas are chances also at a whole number at which nobody comes to their cell.

    There the plan says nothing of them. Over real numbers they are limits of chances.
    """
    if not isinstance(span, WholeSpan) or span.positive(arrives):
        return True
    return all(span.never_negative(times(top, below)) for top, below in formulas)


def _same(one: Quotient, two: tuple[Poly, Poly]) -> bool:
    """Tell whether two quotients of polynomials are equal."""
    return times(one[0], two[1]) == times(one[1], two[0])
