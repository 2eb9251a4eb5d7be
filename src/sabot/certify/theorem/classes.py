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
from fractions import Fraction
from itertools import pairwise

from sabot.certify.form import Seat
from sabot.certify.limits import MOST_SORT_WORK
from sabot.certify.reading import brief, named, shortened
from sabot.certify.theorem.polynomial import Poly, plus, sign_work, value
from sabot.certify.theorem.reading import Proof, Sort
from sabot.certify.theorem.span import WholeSpan
from sabot.errors import CertificateError, FileError

Gap = dict[int, Poly]
Bounds = tuple[WholeSpan, Poly, Poly]
"""A range, and the least and the greatest gap on it."""


def check_classes(proof: Proof, sorts: Mapping[str, tuple[Sort, ...]]) -> None:
    """Check every sort that a proof states; raise CertificateError with the reason."""
    game = proof.form
    one, two = game.seats
    if not proof.whole:
        raise CertificateError("choices are sorted for whole numbers only")
    if any(parent for seat in (one, two) for _, _, parent, _ in seat.cells):
        raise CertificateError("choices are sorted in additive games only")
    low, high = int(proof.low.low), None if proof.high is None else int(proof.high.low)
    for view, actions, _, first in two.cells:
        if len(actions) != 2:
            continue
        gap = _gap(game.columns[0][first], game.columns[0][first + 1])
        _demand_cover(sorts[view], low, high)
        for sort in sorts[view]:
            parts = _bounds(one, gap, sort.span)
            if not all(_is_sort(sort.word, actions, bounds) for bounds in parts):
                place = f"{named(two.name)} at {named(view)}"
                word = repr(shortened(sort.word))
                raise CertificateError(f"{sort.span}: {place} is not always {word}")


def _gap(first: Gap, second: Gap) -> Gap:
    """Return, by the first seat's sequence, what it earns more by the second action."""
    return {i: plus(second.get(i, []), first.get(i, []), -1) for i in first.keys() | second.keys()}


def _demand_cover(sorts: Sequence[Sort], low: int, high: int | None) -> None:
    """Demand that the ranges of one choice cover the domain and differ from each other."""
    due: int | None = low
    before = None
    for sort in sorts:
        start, end = sort.span.low, sort.span.high
        if start != due:
            raise CertificateError(
                f"the ranges of a choice leave a gap before {brief(Fraction(start))}"
            )
        if sort.word == before:
            raise CertificateError(f"nothing changes at {brief(Fraction(start))}")
        due, before = None if end is None else end + 1, sort.word
    if before is None or due != (None if high is None else high + 1):
        raise CertificateError("the ranges of a choice do not reach the end")


def _is_sort(sort: str, actions: Sequence[str], bounds: Bounds) -> bool:
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
    todo, step, spent = [span], 0, 0
    while todo:
        part = todo.pop()
        spent += _work(menus, part)
        if spent > MOST_SORT_WORK:
            raise FileError("a choice is sorted by polynomials with roots too far out")
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


def _work(menus: Sequence[Sequence[Poly]], span: WholeSpan) -> int:
    """Return about how much it takes to order the options of a range of more than one value."""
    if span.low == span.high:
        return 0
    gaps = (plus(b, a, -1) for menu in menus for a, b in pairwise(menu))
    return sum(sign_work(gap, span.low, span.high) for gap in gaps if gap)


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
