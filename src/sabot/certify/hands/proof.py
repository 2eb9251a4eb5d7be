"""The checker of theorems on real hands: it multiplies out, compares, counts signs.

Standard library only. For each piece of the parameter's range a ``sabot/threshold-proof/1`` gives
the cuts of both seats as quotients of polynomials, and their order. Checked: the inequalities that
the piece lists are those that leave nobody anything to gain (:mod:`sabot.certify.hands.cells`),
each holds on the whole piece for the reason given, and what each seat is paid is the integral.
"""

from __future__ import annotations

from sabot.certify.hands.cells import Board
from sabot.certify.hands.reading import HandsProof, Piece
from sabot.certify.reading import escaped
from sabot.certify.statement import Domain, HandsProved
from sabot.certify.theorem.inequality import check_listed
from sabot.certify.theorem.polynomial import times
from sabot.certify.theorem.span import shown
from sabot.errors import CertificateError


def stated(proof: HandsProof) -> HandsProved:
    """Check a theorem on real hands and return what it proves."""
    for piece in proof.pieces:
        check_piece(Board(proof.form, piece), piece)
    seats = proof.form.seats
    low = shown(proof.low)
    words = f">= {low}" if proof.high is None else f"from {low} to {shown(proof.high)}"
    return HandsProved(
        proof.game,
        seats,
        proof.digest,
        Domain(proof.parameter, False, proof.low, proof.high, words),
        tuple(piece.formulas[0] for piece in proof.pieces),
        tuple(dict.fromkeys(seats) for _ in proof.pieces),
        source=proof,
    )


def check_piece(board: Board, piece: Piece) -> None:
    """Raise CertificateError unless nobody can gain on a piece and all are paid as it says."""
    check_listed(board.needs(), piece.inequalities, piece.span)
    form = board.form
    scale = [2 * form.unit * form.share**2 * c for c in times(piece.below, piece.below)]
    for seat, (top, below) in enumerate(piece.payoffs):
        if times(top, scale) != times(below, board.paid(seat)):
            raise CertificateError(
                f"{piece.span}: {escaped(form.seats[seat])} is not paid what is written"
            )
