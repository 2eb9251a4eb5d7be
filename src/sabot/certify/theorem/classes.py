"""The checker's view of Lemma 1: side two's choices sorted for every value of a parameter.

Standard library only. A proof of an additive game may say, for each choice of the second seat
between two actions, on which ranges one of them is strictly better whatever the first seat does,
where that depends (``*``), and where the choice never matters (``-``). On a range in which the
order of the first seat's actions stays the same, the least and the greatest of what the second
action costs are polynomials, and each sort is a matter of their signs. Ranges are cut until that is
so. The denominator of the payoffs is positive: the pieces of the proof say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sabot.certify.reading import Seat, whole
from sabot.certify.theorem.polynomial import Poly, plus, value
from sabot.certify.theorem.span import WholeSpan
from sabot.certify.theorem.unique import Board
from sabot.errors import CertificateError

Gap = dict[int, Poly]
Bounds = tuple[WholeSpan, Poly, Poly]
"""A range, and the least and the greatest gap on it."""


def check_classes(game: Board, claims: Mapping[str, Any], domain: Mapping[str, Any]) -> None:
    """Check every sort that a proof states; raise CertificateError with the reason."""
    one, two = game.seats
    if domain["whole"] is not True:
        raise CertificateError("choices are sorted for whole numbers only")
    if any(parent for seat in (one, two) for _, _, parent, _ in seat.cells):
        raise CertificateError("choices are sorted in additive games only")
    if list(claims) != [two.name]:
        raise ValueError(f"the sorted choices are not those of {two.name}")
    table = claims[two.name]
    binary = {view: (acts, first) for view, acts, _, first in two.cells if len(acts) == 2}
    if set(table) != set(binary):
        raise ValueError(f"the sorted choices are not all those of {two.name}")
    low, high = whole(domain["from"]), domain["to"]
    for view, (actions, first) in binary.items():
        gap = _gap(game.columns[0][first], game.columns[0][first + 1])
        for span, sort in _ranges(table[view], low, None if high is None else whole(high)):
            parts = _bounds(one, gap, span)
            if not all(_is_sort(sort, actions, bounds) for bounds in parts):
                raise CertificateError(f"{span}: {two.name} at {view} is not always {sort!r}")


def _gap(first: Gap, second: Gap) -> Gap:
    """Return, by the first seat's sequence, what it earns more by the second action."""
    return {i: plus(second.get(i, []), first.get(i, []), -1) for i in first.keys() | second.keys()}


def _ranges(claims: Sequence[Any], low: int, high: int | None) -> Iterator[tuple[WholeSpan, str]]:
    """Yield the ranges of one choice, which must cover the domain and differ from each other."""
    due: int | None = low
    before = None
    for begins, ends, sort in claims:
        start, end = whole(begins), None if ends is None else whole(ends)
        if start != due or (end is not None and end < start):
            raise CertificateError(f"the ranges of a choice leave a gap before {start}")
        if sort == before:
            raise CertificateError(f"nothing changes at {start}")
        yield WholeSpan(start, end), sort
        due, before = None if end is None else end + 1, sort
    if due != (None if high is None else high + 1):
        raise CertificateError("the ranges of a choice do not reach the end")


def _is_sort(sort: Any, actions: Sequence[str], bounds: Bounds) -> bool:
    span, least, greatest = bounds
    if sort == "*":
        return (
            span.never_negative([-c for c in least])
            and span.never_negative(greatest)
            and span.positive(plus(greatest, least, -1))
        )
    if sort == "-":
        both = (least, greatest)
        return all(span.never_negative([sign * c for c in p]) for p in both for sign in (1, -1))
    if sort == actions[0]:
        return span.positive(least)
    return sort == actions[1] and span.positive([-c for c in greatest])


def _bounds(one: Seat, gap: Gap, span: WholeSpan) -> Iterator[Bounds]:
    """Yield parts of a range, each with the least and the greatest gap as polynomials."""
    menus = [[gap.get(first + k, []) for k in range(len(acts))] for _, acts, _, first in one.cells]
    menus = [menu for menu in menus if any(menu)]
    todo, step = [span], 0
    while todo:
        part = todo.pop()
        found = _ordered(menus, part)
        if found is not None:
            least, greatest = found
            yield part, plus(gap.get(0, []), least), plus(gap.get(0, []), greatest)
            continue
        if part.high is None:  # twice as far each time: some day nothing changes any more
            middle, step = part.low + step, 2 * step + 1
        else:
            middle = (part.low + part.high) // 2
        todo += [WholeSpan(middle + 1, part.high), WholeSpan(part.low, middle)]


def _ordered(menus: Sequence[Sequence[Poly]], span: WholeSpan) -> tuple[Poly, Poly] | None:
    """Return the sums of the least and of the greatest options, if those are the same throughout.

    A range of one value always has an order: the values are its polynomials.
    """
    alone = span.low == span.high
    least: Poly = []
    greatest: Poly = []
    for menu in menus:
        ranked = sorted(menu, key=lambda option: value(option, span.low))
        if not alone and not all(span.never_negative(plus(b, a, -1)) for a, b in pairwise(ranked)):
            return None
        least, greatest = plus(least, ranked[0]), plus(greatest, ranked[-1])
    return least, greatest
