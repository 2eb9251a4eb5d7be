"""Reasons: why each inequality of a piece holds on its range, found for the proof to state.

The checker only looks whether a stated reason is one; which to state is searched for here, the
simplest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sabot.certify.theorem.form import PolyGame, as_it_is, pin_of
from sabot.certify.theorem.inequality import LEAST, OTHER, Need, stands
from sabot.certify.theorem.piece import derived
from sabot.certify.theorem.polynomial import Poly, between, shifted, times, value
from sabot.certify.theorem.span import RealSpan, Span, WholeSpan, span_of
from sabot.exact import show

Reason = dict[str, Any]


def reasoned(game: PolyGame, piece: Mapping[str, Any], *, whole: bool) -> dict[str, Any]:
    """Return the bases of a piece, and its inequalities with why each holds."""
    span = span_of(piece["from"], piece["to"], all_reals=not whole)
    pin = pin_of(span)
    here = game if pin is as_it_is else game.pinned(pin)
    found = derived(here, piece, span, pin)
    return {
        "basis": found.basis,
        "inequalities": [
            {"says": need.says, "polynomial": need.polynomial, "is": need.sense}
            | reason(need, span)
            for need in found.needs
        ],
    }


def reason(need: Need, span: Span) -> Reason:
    """Return why something holds on a range.

    >>> reason(Need("", [6, -5, 1], ">= 0"), WholeSpan(1, None))
    {'why': ['parts', 2, 3, 4]}
    """
    signed: list[tuple[Reason, Poly]] = [({}, need.polynomial)]
    if need.sense.startswith(OTHER):
        turned = [-c for c in need.polynomial]
        square = times(need.polynomial, need.polynomial)
        signed = [({"of": "p"}, need.polynomial), ({"of": "-p"}, turned), ({"of": "p*p"}, square)]
    for of, polynomial in signed:
        for why in _ways(polynomial, need, span):
            if stands(need, of | {"why": why}, span):
                return of | {"why": why}
    raise AssertionError(f"{span}: nothing shows that {need.says}")


def _ways(polynomial: Poly, need: Need, span: Span) -> Iterator[Any]:
    """Yield reasons that may be tried."""
    if isinstance(span, WholeSpan):
        if span.low == span.high:
            yield "value"
            return
        yield "shift"
        cuts = _cuts(polynomial, span, 1 if need.strict else 0)
        if cuts is not None:
            yield ["parts", *cuts]
    if isinstance(span, RealSpan) and polynomial:
        yield "shift"
        spot = show(span.beside(polynomial))
        yield ["sturm", spot]
        if need.sense == LEAST:
            yield ["even", spot]


def _cuts(polynomial: Poly, span: WholeSpan, least: int) -> list[int] | None:
    """Return where to cut a range so that each part is settled, None where p is below *least*."""
    cuts: list[int] = []
    start, step = span.low, 1
    if span.high is None and polynomial[-1] < 0:
        return None
    while span.high is None and any(c < 0 for c in shifted(polynomial, start)):
        if not _add_parts(polynomial, start, start + step, least, cuts):
            return None
        start, step = start + step, 2 * step
        cuts.append(start)
    if span.high is not None and not _add_parts(polynomial, start, span.high, least, cuts):
        return None
    return sorted(cuts)


def _add_parts(polynomial: Poly, low: int, high: int, least: int, cuts: list[int]) -> bool:
    """Add the cuts inside a part; tell whether p is at least *least* at the ends of all parts."""
    todo = [(low, high)]
    while todo:
        start, end = todo.pop()
        if value(polynomial, start) < least or value(polynomial, end) < least:
            return False
        if end - start < 2 or all(c >= 0 for c in between(polynomial, start, end)):
            continue
        middle = (start + end) // 2
        cuts.append(middle)
        todo += [(start, middle), (middle, end)]
    return True
