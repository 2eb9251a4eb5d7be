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

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sabot.certify.reading import only, same
from sabot.certify.theorem.classes import check_classes
from sabot.certify.theorem.expression import quotient
from sabot.certify.theorem.form import PolyGame, PolyPlan, as_it_is, game_of, pin_of, poly_of
from sabot.certify.theorem.inequality import REASONS
from sabot.certify.theorem.piece import check_piece
from sabot.certify.theorem.points import check_numeric, check_points
from sabot.certify.theorem.polynomial import Poly, times
from sabot.certify.theorem.roots import common
from sabot.certify.theorem.span import Span, WholeSpan, span_of
from sabot.errors import CertificateError

_PROOF = frozenset(
    {"schema", "game", "parameter", "domain", "seats", "pieces", "reasons", "form", "digest"}
    | {"breakpoints", "classification"}
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_SURE = {"0": ([], [1]), "1": ([1], [1])}


def check_proof(document: Mapping[str, Any], check: Callable[[Any], Any]) -> list[str]:
    """Return the proved value formulas, piece by piece; raise CertificateError with the reason.

    *check* checks the numeric certificate that a piece of one value may carry.
    """
    only(document, _PROOF, "a proof")
    game = game_of(document["form"])
    if document.get("reasons") != REASONS:
        raise CertificateError("the proof gives its reasons in other words than this checker's")
    if not same(document["seats"], [seat.name for seat in game.seats]):
        raise CertificateError("the proof and its form name different seats")
    domain, parameter = document["domain"], document["parameter"]
    only(domain, {"whole", "from", "to"}, "the domain")
    if type(domain["whole"]) is not bool:
        raise ValueError("a domain is of whole numbers or not: true or false, nothing else")
    reals = not domain["whole"]
    if not isinstance(document["game"], str):
        raise ValueError("the game is not a text")
    if not isinstance(parameter, str) or not _NAME.fullmatch(parameter):
        raise ValueError(f"the parameter is called {parameter!r:.40}, which is not a name")
    due, formulas = domain["from"], []
    for number, piece in enumerate(document["pieces"]):
        start, end = piece["from"], piece["to"]
        if (number and due is None) or not same(start, due):
            raise CertificateError(f"the pieces leave a gap before {start}")
        span = span_of(start, end, all_reals=reals)
        if isinstance(span, WholeSpan) and span.high is not None and span.high < span.low:
            raise CertificateError(f"the piece from {start} ends before it begins")
        pin = pin_of(span)
        here = game if pin is as_it_is else game.pinned(pin)
        plans = check_piece(here, piece, span, pin)
        _check_texts(here, piece, plans, span, parameter)
        if "certificate" in piece:
            if not isinstance(span, WholeSpan) or span.low != span.high:
                raise CertificateError(f"{span}: a certificate is about one value only")
            check_numeric(game, piece, piece["value_parts"], Fraction(span.low), check)
        formulas.append(str(piece["value"]))
        due = end if end is None or reals else end + 1
    last, high = formulas and document["pieces"][-1]["to"], domain["to"]
    if not formulas or not same(last, high):
        raise CertificateError("the pieces do not reach the end of the range")
    if "breakpoints" in document:
        check_points(game, document, check)
    if "classification" in document:
        check_classes(game, document["classification"], domain)
    return formulas


def _check_texts(
    game: PolyGame,
    piece: Mapping[str, Any],
    plans: list[PolyPlan],
    span: Span,
    parameter: str,
) -> None:
    """Check that the formulas written out are those that were proved."""
    pin = pin_of(span)

    known: dict[Any, tuple[Poly, Poly]] = {}

    def read(text: Any) -> tuple[Poly, Poly]:
        if text not in known:
            known[text] = _formula(text, parameter, span)
        return known[text]

    found = read(piece["value"])
    top, below = (pin(poly_of(part)) for part in piece["value_parts"])
    if times(found[0], below) != times(found[1], top):
        raise CertificateError(f"{span}: the value written out is another one")
    if set(piece["strategies"]) != {seat.name for seat in game.seats}:
        raise ValueError("the strategies are not the seats'")
    for seat, plan in zip(game.seats, plans, strict=True):
        table = piece["strategies"][seat.name]
        if set(table) != {view for view, *_ in seat.cells}:
            raise ValueError(f"{seat.name}'s strategy does not answer exactly its own views")
        for view, actions, parent, first in seat.cells:
            if set(table[view]) != set(actions):
                raise ValueError(f"{seat.name} at {view!r} does not answer with its actions")
            written = [read(table[view][action]) for action in actions]
            arrives = plan.tops[parent]
            proved = [plan.tops[first + k] for k in range(len(actions))]
            if not arrives:  # never comes there: any sure action will do
                arrives, proved = [1], [chance[0] for chance in written]
                if sorted(proved) != [[]] * (len(actions) - 1) + [[1]]:
                    raise CertificateError(f"{span}: {seat.name} at {view}: not a sure action")
            for chance, wanted in zip(written, proved, strict=True):
                if times(chance[0], arrives) != times(chance[1], wanted):
                    raise CertificateError(f"{span}: {seat.name} at {view}: another formula")


def _formula(text: Any, parameter: str, span: Span) -> tuple[Poly, Poly]:
    """Return a formula, which must be in lowest terms and a number at every value of its range."""
    if not isinstance(text, str):
        raise ValueError("a formula is a text")
    top, below = _SURE.get(text) or quotient(text, parameter)
    if len(below) > 1:
        if len(common(top, below)) > 1:
            raise CertificateError(f"{span}: a formula is not in lowest terms: {text[:60]}")
        if not span.positive(times(below, below)):
            raise CertificateError(f"{span}: a formula divides by zero: {text[:60]}")
    pin = pin_of(span)
    top, below = pin(top), pin(below)
    if not below:
        raise ValueError("a formula divides by zero")
    return top, below
