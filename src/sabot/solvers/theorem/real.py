"""The theorem solver over the real numbers: pieces between exact breakpoints.

At a rational value inside a gap that is not covered yet the numeric game gives candidate formulas
(:mod:`sabot.solvers.theorem.candidate`); they hold up to the nearest roots of their conditions on
both sides. Breakpoints are those roots: fractions, or irreducible polynomials with an interval
around one root. Conditions are closed, so both neighbours hold at a breakpoint and agree there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise

from flint import fmpz_poly

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.algebra.point import Point, apart, rootless, roots_inside, roots_of_factor, sign_at
from sabot.forms.polynomial import PolynomialForm
from sabot.solvers.theorem.candidate import Candidate, Condition, boards_of, candidate_at
from sabot.solvers.theorem.rivals import with_rivals
from sabot.solvers.theorem.whole import MOST_PIECES, Cover, Line, RealStretch, covered
from sabot.solvers.zero_sum.settle import settle

_MOST_TRIES = 40
Gap = tuple[Point, Point | None]


def prove_real(
    form: PolynomialForm, progress: Callable[[object], object] | None = None
) -> Cover[Point]:
    """Return the theorem for every real number of the form's domain."""
    domain = form.domain
    ends = Point.at(domain.low), None if domain.high is None else Point.at(domain.high)
    theorem = Cover[Point](form)
    line = Line(_ordered, _touch, _tidied)
    return covered(theorem, line, lambda: _search(form, ends, theorem.pieces, progress))


def _search(
    form: PolynomialForm,
    ends: Gap,
    pieces: list[RealStretch],
    progress: Callable[[object], object] | None,
) -> None:
    """Add pieces, in no order, until they cover the range."""
    boards = boards_of(form)
    gaps = [ends]
    while gaps:
        low, high = gaps.pop()
        if len(pieces) >= MOST_PIECES:
            raise NoMethodError(f"{MOST_PIECES} pieces did not cover the range: give a shorter one")
        for spot in spots_inside(low, high):
            if progress is not None:
                progress(spot)
            here = f"proving piece {len(pieces) + 1}, {form.parameter} = {spot}"
            watch.at(here)
            with watch.inside(here):
                found = settle(form.at(spot))
            watch.at(here)
            candidate = candidate_at(form, boards, found, spot)
            if candidate is None or _doubtful(candidate, spot):
                continue
            wide = RealReach(spot, *ends).within(candidate.conditions)
            candidate = with_rivals(form, boards, candidate, found, wide)
            if _doubtful(candidate, spot):
                continue
            reach = RealReach(spot, low, high).within(candidate.conditions)
            start, end = reach.low, reach.high
            pieces += _cut(candidate, start, end)
            if end is not None and end is not high:
                gaps.append((end, high))
            if start is not low:
                gaps.append((low, start))
            break
        else:
            raise NoMethodError(
                f"{_MOST_TRIES} tries found no formula near {form.parameter} = {low.about}"
            )


def _touch(one: RealStretch, two: RealStretch) -> bool:
    """Tell whether the second stretch begins where the first one ends."""
    return one.high is not None and one.high.equals(two.low)


def _tidied(pieces: Sequence[RealStretch]) -> list[RealStretch]:
    """Return as few stretches as cover what these do."""
    row = _ordered(pieces)
    return _fewest(pieces, row[0].low, row[-1].high)


def spots_inside(low: Point, high: Point | None) -> Iterator[Fraction]:
    """Return rational numbers inside a gap, simple ones first, no two in a simple relation."""
    if high is not None:
        low, high = apart(low, high)
    for k in range(_MOST_TRIES):
        share = Fraction(1 + 2 * k, 2 + 5 * k)
        if high is None:
            yield low.high + 2 * share + k * k
        else:
            yield low.high + (high.low - low.high) * share


def _doubtful(candidate: Candidate, spot: Fraction) -> bool:
    """Tell whether the value is itself a breakpoint: some condition is 0 just there."""
    return any(sign_at(p, spot) == 0 for p in candidate.strict if p != 0)


@dataclass(frozen=True)
class RealReach:
    """All real numbers from *low* to *high*, around *spot*."""

    spot: Fraction
    low: Point
    high: Point | None

    @property
    def spots(self) -> list[Fraction]:
        """Some rational numbers inside."""
        more = islice(spots_inside(self.low, self.high), 1, 3)
        return [self.spot, *(spot for spot in more if spot != self.spot)]

    @property
    def ends(self) -> fmpz_poly:
        """The product of the distances from the rational ends."""
        found = fmpz_poly([1])
        if self.low.rational:
            found *= fmpz_poly([-self.low.low.numerator, self.low.low.denominator])
        if self.high is not None and self.high.rational:
            found *= fmpz_poly([self.high.low.numerator, -self.high.low.denominator])
        return found

    def within(self, conditions: Sequence[Condition]) -> RealReach:
        """Return how far around the spot, where they hold, all conditions do; ends are kept."""
        here = Point.at(self.spot)
        start, end = self.low, self.high
        for polynomial, multiplicity in _factors(
            _live((c.polynomial for c in conditions), self.low, self.high)
        ):
            watch.heard()
            if multiplicity % 2 == 0:
                continue
            for root in _roots(polynomial, start, end):
                if root.before(here):
                    start = root if start.before(root) else start
                else:
                    end = root if end is None or root.before(end) else end
        return RealReach(self.spot, start, end)

    def fits(self, conditions: Sequence[Condition]) -> bool:
        """Tell whether conditions hold at all of them."""
        if any(sign_at(c.polynomial, self.spot) < 0 for c in conditions):
            return False
        reach = self.within(conditions)
        return reach.low is self.low and reach.high is self.high

    def zeros(self, polynomial: fmpz_poly) -> int:
        """Return at how many of them, the ends aside, a polynomial is 0."""
        return roots_inside(polynomial, self.low, self.high)


def _cut(candidate: Candidate, low: Point, high: Point | None) -> list[RealStretch]:
    """Return the pieces of a range, cut where a claim of uniqueness may fail."""
    spots: list[Point] = []
    for polynomial, _ in _factors(_live(candidate.strict, low, high)):
        for root in _roots(polynomial, low, high):
            inside = low.before(root) and (high is None or root.before(high))
            if inside and not any(root.equals(other) for other in spots):
                spots.append(root)
    ends = [low, *_sorted(spots), high]
    return [
        RealStretch(start, end, candidate, candidate.claims)
        for start, end in pairwise(ends)
        if start is not None
    ]


def _live(polynomials: Iterable[fmpz_poly], low: Point, high: Point | None) -> Iterator[fmpz_poly]:
    """Yield the polynomials that may have a root in a range: of a large game's, a handful."""
    for polynomial in polynomials:
        watch.heard()
        if high is None or not rootless(polynomial, low.low, high.high):
            yield polynomial


def _factors(polynomials: Iterable[fmpz_poly]) -> list[tuple[fmpz_poly, int]]:
    """Return the irreducible factors of some polynomials, an odd power before an even one."""
    found: dict[str, tuple[fmpz_poly, int]] = {}
    for polynomial in polynomials:
        watch.heard()
        if polynomial == 0:
            continue
        for factor, power in polynomial.factor()[1]:
            key = str(factor)
            if key not in found or power % 2:
                found[key] = factor, power
    return list(found.values())


def _roots(factor: fmpz_poly, low: Point, high: Point | None) -> list[Point]:
    """Return the real roots of an irreducible polynomial in a range (and perhaps at its ends)."""
    found = roots_of_factor(factor, low.low, None if high is None else high.high)
    return [root for root in found if _between(root, low, high)]


def _between(root: Point, low: Point, high: Point | None) -> bool:
    return not root.before(low) and (high is None or not high.before(root))


def _sorted(points: list[Point]) -> list[Point]:
    """Sort points (few of them) by insertion."""
    found: list[Point] = []
    for point in points:
        spot = sum(1 for other in found if other.before(point))
        found.insert(spot, point)
    return found


def _ordered(pieces: Sequence[RealStretch]) -> list[RealStretch]:
    """Sort pieces (few of them) by where they begin."""
    ordered: list[RealStretch] = []
    for piece in pieces:
        spot = sum(1 for other in ordered if other.low.before(piece.low))
        ordered.insert(spot, piece)
    return ordered


def _fewest(pieces: Sequence[RealStretch], low: Point, high: Point | None) -> list[RealStretch]:
    """Return as few of the pieces as cover the range, each as far as its formulas hold.

    The order in which they were found does not show: from left to right, of those that hold here
    the one that holds farthest goes on; what decides more comes first.
    """
    wide = [_widest(piece, low, high) for piece in pieces]
    chosen: list[RealStretch] = []
    at: Point | None = low
    while at is not None and (high is None or at.before(high)):
        best: RealStretch | None = None
        for piece in wide:
            here = not at.before(piece.low) and _farther(piece.high, at)
            if here and (best is None or _better(piece, best)):
                best = piece
        assert best is not None, "the pieces leave no gap"
        chosen.append(replace(best, low=at))
        at = best.high
    return chosen


def _better(one: RealStretch, two: RealStretch) -> bool:
    """Tell whether a piece decides more about uniqueness than another, or as much and farther."""
    open_one, open_two = one.unique.count(None), two.unique.count(None)
    return open_one < open_two or (open_one == open_two and _farther(one.high, two.high))


def _farther(one: Point | None, two: Point | None) -> bool:
    return two is not None and (one is None or two.before(one))


def _widest(piece: RealStretch, low: Point, high: Point | None) -> RealStretch:
    """Return a piece as far as its formulas and claims hold, whatever its neighbours say."""
    spot = next(spots_inside(piece.low, piece.high))
    here = Point.at(spot)
    reach = RealReach(spot, low, high).within(piece.candidate.conditions)
    for part in _cut(piece.candidate, reach.low, reach.high):
        if part.low.before(here) and _farther(part.high, here):
            return part
    return piece
