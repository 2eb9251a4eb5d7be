"""Sweep over the critical regions of a parameter, each with one solution in rational functions.

At a value that is not covered yet, solve the numeric game; turn its supports into rational
functions (:mod:`sabot.solvers.parametric.candidate`); find how far all conditions of optimality
hold; go on behind the region.

Over the *integers* the sweep goes from left to right, and a region is cut at the values where
uniqueness may differ. Over the *real numbers* a rational value inside a gap gives a candidate,
which holds up to the nearest roots of its conditions on both sides. Breakpoints are those roots:
fractions, or irreducible polynomials with an interval around one root. Conditions are closed, so
both neighbours hold at a breakpoint and agree there. Of the regions found, as few as cover the
range are kept. Ctrl-C leaves a theorem on the longest row of regions without a gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import islice, pairwise
from math import comb, lcm
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from flint import fmpz_poly

from sabot.errors import NoMethodError
from sabot.forms.algebra.rational_function import Coefficients
from sabot.forms.algebra.real_roots import (
    RealPoint,
    count_roots_between,
    count_roots_inside,
    isolate_roots_of_factor,
    separate_points,
    sign_at,
    surely_has_no_root,
)
from sabot.forms.parametric import PolynomialForm, coefficients
from sabot.progress import (
    OrderedMap,
    progress_scope,
    raise_if_cancelled,
    report_progress,
    without_watch,
)
from sabot.results.proof import ParameterInterval, point_to_end
from sabot.solvers.parametric.candidate import (
    ParametricCandidate,
    ParametricPlan,
    SignCondition,
    add_alternative_optima,
    both_payoff_columns,
    find_candidate,
    is_large_tree,
)
from sabot.solvers.parametric.coverage import CoverageClock, ExpectedPieces, Interval
from sabot.solvers.parametric.signs import find_first_negative, integer_roots
from sabot.solvers.zero_sum.solve import ZeroSumSolution, solve_zero_sum

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]

MOST_REGIONS = 1000
"""Regions of one theorem: Leduc poker over a bet has some hundred."""
RangeEndT = TypeVar("RangeEndT", int, RealPoint)
"""Where a range of the parameter ends: integers, or points of the real line."""


@dataclass(frozen=True)
class CriticalRegion(Generic[RangeEndT]):
    """A range of the parameter with one set of formulas."""

    low: RangeEndT | None
    """None: it has no lower end, as only the first of a cover of real numbers."""
    high: RangeEndT | None
    candidate: ParametricCandidate
    unique: tuple[bool | None, bool | None]
    numeric_solution: ZeroSumSolution | None = None
    """For a piece of one value: its numeric solution, where that is what decides uniqueness."""
    reach: tuple[RangeEndT | None, RangeEndT | None] | None = None
    """How far the formulas hold, where that is known when the piece is found."""

    @property
    def extent(self) -> ParameterInterval:
        """The range, as a theorem states it."""
        low, high = self.low, self.high
        return ParameterInterval(
            point_to_end(low) if isinstance(low, RealPoint) else low,
            point_to_end(high) if isinstance(high, RealPoint) else high,
        )


@dataclass
class RegionCover(Generic[RangeEndT]):
    """The stretches of a range, in order, without a gap."""

    form: PolynomialForm
    pieces: list[CriticalRegion[RangeEndT]] = field(default_factory=list)


IntegerRegion = CriticalRegion[int]
RealRegion = CriticalRegion[RealPoint]


class SweepInterrupted(KeyboardInterrupt):
    """Ctrl-C: what is covered by then is a theorem on a shorter range (None: nothing is)."""

    def __init__(self, theorem: RegionCover[int] | RegionCover[RealPoint] | None) -> None:
        super().__init__()
        self.theorem = theorem


@dataclass(frozen=True)
class RegionOrder(Generic[RangeEndT]):
    """How stretches lie side by side: among the integers, or on the real line."""

    ordered: Callable[[Sequence[CriticalRegion[RangeEndT]]], list[CriticalRegion[RangeEndT]]]
    meets: Callable[[CriticalRegion[RangeEndT], CriticalRegion[RangeEndT]], bool]
    """Whether there is no gap between one and the next."""
    tidied: Callable[[Sequence[CriticalRegion[RangeEndT]]], list[CriticalRegion[RangeEndT]]]
    """As few as say the same, in order."""


def cover_range(
    theorem: RegionCover[RangeEndT], line: RegionOrder[RangeEndT], search: Callable[[], None]
) -> RegionCover[RangeEndT]:
    """Return the theorem whose stretches *search* adds, until they cover the range."""
    try:
        search()
    except KeyboardInterrupt:
        with without_watch():
            raise SweepInterrupted(_longest_covered_row(theorem, line)) from None
    return RegionCover(theorem.form, line.tidied(theorem.pieces))


def _longest_covered_row(
    theorem: RegionCover[RangeEndT], line: RegionOrder[RangeEndT]
) -> RegionCover[RangeEndT] | None:
    """Return the theorem on the longest row of stretches without a gap."""
    rows: list[list[CriticalRegion[RangeEndT]]] = []
    for piece in line.ordered(theorem.pieces):
        if rows and line.meets(rows[-1][-1], piece):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    if not rows:
        return None
    row, form = max(rows, key=len), theorem.form
    end = row[-1].high
    if isinstance(end, int):
        form = replace(form, domain=replace(form.domain, high=Fraction(end)))
    return RegionCover(form, line.tidied(row))


def sweep_integers(
    form: PolynomialForm, progress: Callable[[object], object] | None = None
) -> RegionCover[int]:
    """Return the theorem for every integer of the form's domain."""
    theorem = RegionCover[int](form)
    return cover_range(
        theorem,
        RegionOrder(list, _are_consecutive, _merge_regions),
        lambda: _sweep_left_to_right(theorem, progress),
    )


def _are_consecutive(one: IntegerRegion, two: IntegerRegion) -> bool:
    return one.high is not None and one.high + 1 == two.low


def _sweep_left_to_right(
    theorem: RegionCover[int], progress: Callable[[object], object] | None
) -> None:
    """Add piece after piece to a theorem, until the end."""
    form = theorem.form
    boards = both_payoff_columns(form)
    top = None if form.domain.high is None else int(form.domain.high)
    spot = int(form.domain.spot)
    while top is None or spot <= top:
        if progress is not None:
            progress(spot)
        if len(theorem.pieces) >= MOST_REGIONS:
            raise NoMethodError(
                f"{MOST_REGIONS} pieces did not reach the end: {form.parameter} = {spot} is not "
                "covered. Give a range, as in decks=1..50"
            )
        here = f"proving piece {len(theorem.pieces) + 1}, {form.parameter} = {spot}"
        report_progress(here)
        with progress_scope(here):
            found = solve_zero_sum(form.at(spot))
        report_progress(here)
        candidate = find_candidate(form, boards, found, spot)
        if candidate is None:
            theorem.pieces.append(_single_value_region(found, spot))
            spot += 1
            continue
        reach = _IntegerValidityRange(spot, top).within(candidate.conditions)
        with progress_scope(here):
            candidate = add_alternative_optima(form, boards, candidate, found, reach)
        end = reach.within(candidate.conditions).high
        theorem.pieces += _split_at_exceptions(form, candidate, found, spot, end)
        if end is None:
            break
        spot = end + 1


# ---------------------------------------------------------------------- how far, and how surely


@dataclass(frozen=True)
class _IntegerValidityRange:
    """Integers from *low* to *high*, or for ever."""

    low: int
    high: int | None

    ends = fmpz_poly([1])

    @property
    def spots(self) -> list[int]:
        """Some of them."""
        far = abs(self.low)
        more = (self.low + step for step in (1, far + 3, 19 * far + 7))
        return [self.low, *(spot for spot in more if self.high is None or spot <= self.high)]

    def within(self, conditions: Sequence[SignCondition]) -> _IntegerValidityRange:
        """Return how far from the first of them on, where they hold, all conditions do."""
        ends = [self.high] if self.high is not None else []
        for condition in conditions:
            raise_if_cancelled()
            polynomial = condition.polynomial - 1 if condition.strict else condition.polynomial
            bad = find_first_negative(polynomial, self.low)
            if bad is not None:
                ends.append(bad - 1)
        return _IntegerValidityRange(self.low, min(ends, default=None))

    def fits(self, conditions: Sequence[SignCondition]) -> bool:
        """Return whether conditions hold at all of them, the first included."""
        here = all(c.polynomial(self.low) >= 0 for c in conditions)
        return here and self.within(conditions) == self

    def zeros(self, polynomial: fmpz_poly) -> int:
        """Return at how many of them a polynomial is 0."""
        return len(integer_roots(polynomial, self.low, self.high))


def _exceptional_values(candidate: ParametricCandidate, low: int, high: int | None) -> list[int]:
    """Return the values at which something strict is not: uniqueness is another question there."""
    found: set[int] = set()
    for polynomial in candidate.strict:
        raise_if_cancelled()
        found.update(integer_roots(polynomial, low, high))
    return sorted(found)


def _split_at_exceptions(
    form: PolynomialForm,
    candidate: ParametricCandidate,
    found: ZeroSumSolution,
    low: int,
    high: int | None,
) -> list[IntegerRegion]:
    """Return the pieces from *low* to *high*, cut at the values where uniqueness may differ."""
    general = candidate.claims
    pieces: list[IntegerRegion] = []
    start = low
    odd = _exceptional_values(candidate, low, high)
    if high is not None and high - low < 40 and None in general:
        odd = list(range(low, high + 1))
    for value in odd:
        if value > start:
            pieces.append(IntegerRegion(start, value - 1, candidate, general))
        here = found if value == low else solve_zero_sum(form.at(value))
        one, two = here.faces.verdicts
        pieces.append(IntegerRegion(value, value, candidate, (one.unique, two.unique), here))
        start = value + 1
    if high is None or start <= high:
        pieces.append(IntegerRegion(start, high, candidate, general))
    return pieces


def _single_value_region(found: ZeroSumSolution, spot: int) -> IntegerRegion:
    """Return a piece for one value, its plan written as constants."""
    plans = []
    for plan in found.plans:
        below = lcm(*(chance.denominator for chance in plan))
        tops = tuple(fmpz_poly([int(chance * below)]) for chance in plan)
        plans.append(ParametricPlan(tops, fmpz_poly([below]), fmpz_poly([1]), False))
    value = fmpz_poly([found.value.numerator]), fmpz_poly([found.value.denominator])
    one, two = found.faces.verdicts
    candidate = ParametricCandidate((plans[0], plans[1]), value, (), (False, False))
    return IntegerRegion(spot, spot, candidate, (one.unique, two.unique), found)


def _merge_regions(pieces: Sequence[IntegerRegion]) -> list[IntegerRegion]:
    """Join neighbours that say the same thing."""
    joined: list[IntegerRegion] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        numeric = piece.numeric_solution is not None or (
            last is not None and last.numeric_solution is not None
        )
        extra = (*piece.candidate.another, *piece.candidate.witness)
        again = numeric or any(plan is not None for plan in extra)
        if (
            last is not None
            and not again
            and last.unique == piece.unique
            and _have_equal_solutions(last, piece)
        ):
            joined[-1] = IntegerRegion(last.low, piece.high, last.candidate, last.unique)
        else:
            joined.append(piece)
    return joined


def _have_equal_solutions(one: IntegerRegion, two: IntegerRegion) -> bool:
    """Return whether two pieces have the same formulas, with denominators of the same sign."""
    return one.candidate.value == two.candidate.value and all(
        a.below == b.below and a.tops == b.tops
        for a, b in zip(one.candidate.plans, two.candidate.plans, strict=True)
    )


_MOST_TRIES = 40


def sweep_reals(
    form: PolynomialForm,
    progress: Callable[[object], object] | None = None,
    spread: OrderedMap | None = None,
) -> RegionCover[RealPoint]:
    """Return the theorem for every real number of the form's domain.

    *spread* has gaps searched in several processes; the theorem is the same.
    """
    domain = form.domain
    low, high = (None if end is None else RealPoint.at(end) for end in (domain.low, domain.high))
    theorem = RegionCover[RealPoint](form)
    line = RegionOrder(_sort_regions, _are_adjacent, partial(_minimal_cover, spread))
    return cover_range(
        theorem, line, lambda: _fill_gaps(form, (low, high), theorem.pieces, progress, spread)
    )


def _fill_gaps(
    form: PolynomialForm,
    ends: Interval,
    pieces: list[RealRegion],
    progress: Callable[[object], object] | None,
    spread: OrderedMap | None,
) -> None:
    """Add pieces, in no order, until they cover the range."""
    gaps = [ends]
    clock = CoverageClock(expected_pieces(form), ends)
    while gaps:
        if len(pieces) >= MOST_REGIONS:
            raise NoMethodError(
                f"{MOST_REGIONS} pieces did not cover the range: give a shorter one"
            )
        left = clock.describe_rest([(piece.low, piece.high) for piece in pieces], gaps)
        if spread is None or len(gaps) == 1:
            gap = gaps.pop(max(range(len(gaps)), key=lambda k: clock.width(gaps[k])))
            label = f"proving piece {len(pieces) + 1}"
            found, open_gaps = search_gap(GapTask(form, ends, gap, label, left), progress)
            pieces += found
            gaps += open_gaps
            continue
        tasks = [GapTask(form, ends, gap, "proving") for gap in gaps]
        gaps = []
        for done, (found, open_gaps) in enumerate(spread(search_gap, tasks)):
            pieces += found
            gaps += open_gaps
            if progress is not None:
                progress(next(rationals_inside(found[0].low, found[0].high)))
            report_progress(f"proving, {len(pieces)} pieces found{left}", done + 1, len(tasks))


@dataclass(frozen=True)
class GapTask:
    """A gap in which a piece is to be found."""

    form: PolynomialForm
    ends: Interval
    """Of the whole range."""
    gap: Interval
    label: str
    left: str = ""
    """How long all that is left takes, in words."""


def search_gap(
    task: GapTask, progress: Callable[[object], object] | None = None
) -> tuple[list[RealRegion], list[Interval]]:
    """Return the pieces that one solution gives in a gap, and the gaps beside them."""
    form, (low, high) = task.form, task.gap
    boards = both_payoff_columns(form)
    large = is_large_tree(form)
    for spot in rationals_inside(low, high):
        if progress is not None:
            progress(spot)
        if large:
            spot = _round_inside(spot, low, high)
        here = f"{task.label}, {form.parameter} = {spot}{task.left}"
        report_progress(here)
        with progress_scope(here):
            found = solve_zero_sum(form.at(spot), inner=not large)
        report_progress(here)
        candidate = find_candidate(form, boards, found, spot)
        if candidate is None:
            continue
        if large:  # all its conditions are strict at the spot
            return _search_large_gap(candidate, spot, task)
        if _is_breakpoint(candidate, spot):
            continue
        if not all(candidate.exact):
            wide = RealValidityRange(spot, *task.ends).within(candidate.conditions)
            with progress_scope(here):
                candidate = add_alternative_optima(form, boards, candidate, found, wide)
            if _is_breakpoint(candidate, spot):
                continue
        reach = RealValidityRange(spot, low, high).within(candidate.conditions)
        start, end = reach.low, reach.high
        return _split_at_strict_roots(candidate, start, end), _gaps_beside(start, end, task.gap)
    near = high if low is None else low
    where = f" near {form.parameter} = {near.about}" if near is not None else ""
    raise NoMethodError(f"{_MOST_TRIES} tries found no formula{where}")


def _gaps_beside(start: RealPoint | None, end: RealPoint | None, gap: Interval) -> list[Interval]:
    """Return what a range inside a gap leaves open."""
    gaps: list[Interval] = []
    if end is not None and end is not gap[1]:
        gaps.append((end, gap[1]))
    if start is not None and start is not gap[0]:
        gaps.append((gap[0], start))
    return gaps


def _search_large_gap(
    candidate: ParametricCandidate, spot: Fraction, task: GapTask
) -> tuple[list[RealRegion], list[Interval]]:
    """Return the piece of a candidate in a gap of a large game, and the gaps beside it.

    How far its many conditions hold is found once, in the whole range.
    """
    low, high = task.gap
    reach = RealValidityRange(spot, *task.ends).within(candidate.conditions)
    candidate = replace(candidate, rootless=reach.rootless)
    start = reach.low if _begins_before(low, reach.low) else low
    end = reach.high if is_farther(high, reach.high) else high
    if all(claim is None for claim in candidate.claims):  # nothing is claimed that may fail inside
        candidate = replace(candidate, conditions=())  # they are most of what is sent to a process
        whole = RealRegion(start, end, candidate, candidate.claims, reach=(reach.low, reach.high))
        return [whole], _gaps_beside(start, end, task.gap)
    return _split_at_strict_roots(candidate, start, end), _gaps_beside(start, end, task.gap)


def _round_inside(spot: Fraction, low: RealPoint | None, high: RealPoint | None) -> Fraction:
    """Return a number near one inside a gap, with a short denominator.

    >>> _round_inside(Fraction(10007, 30000), RealPoint.at(0), RealPoint.at(1))
    Fraction(5, 16)
    """
    if low is not None and high is not None:
        low, high = separate_points(low, high)  # as where the number was found
    rooms = [Fraction(1)]
    rooms += [] if low is None else [spot - low.high]
    rooms += [] if high is None else [high.low - spot]
    unit = 1
    while unit * min(rooms) < 4:
        unit *= 2
    return Fraction(round(spot * unit), unit)


_PIECES_PER_STRATEGY = 1 / 6, 2.0
"""Pieces of a theorem on a matrix for each strategy, at least and at most: 1/3 to 7/4 measured."""
_PIECES_PER_SEQUENCE = 1 / 30, 2 / 3
"""The same of a tree, for each sequence: Kuhn poker with 3 and 8 ranks 1/9 and 2/7, Leduc poker 1/3
and 1/2, with two ranks and no raises 1/38."""
_PIECES_OF_INTEGERS = 2, 6
"""Pieces of a theorem on whole numbers, at least and at most: le Her and baccara."""
_LATER_SHARE = 0.1, 0.7
"""What follows the pieces, as a share of finding them, at least and at most: matrices 0.7, own
rules with 45 pieces 0.1."""


def expected_pieces(form: PolynomialForm) -> ExpectedPieces:
    """Return what a theorem on a game takes, from the size of the game.

    Measured: a piece takes 20 ms of 6 x 6, 70 ms of 14 x 14, whose plans are shown to be unique; of
    a large tree, where that is not tried, 300 ms of Leduc poker with its 674 sequences; over whole
    numbers 75 ms of baccara with 180 sequences, 190 ms with 980.
    """
    sequences = sum(side.count for side in form.sides)
    many = form.domain.whole or is_large_tree(form)
    seconds = sequences / 2200 if many else sequences**1.6 / 3500
    if form.domain.whole:
        return ExpectedPieces(*_PIECES_OF_INTEGERS, seconds, _LATER_SHARE)
    tree = any(cell.parent for side in form.sides for cell in side.cells)
    shares = _PIECES_PER_SEQUENCE if tree else _PIECES_PER_STRATEGY
    few, most = (round(each * sequences) for each in shares)
    return ExpectedPieces(max(1, few), most, seconds, _LATER_SHARE)


def _are_adjacent(one: RealRegion, two: RealRegion) -> bool:
    """Return whether the second stretch begins where the first one ends."""
    return one.high is not None and two.low is not None and one.high.equals(two.low)


def _minimal_cover(spread: OrderedMap | None, pieces: Sequence[RealRegion]) -> list[RealRegion]:
    """Return as few stretches as cover what these do."""
    row = _sort_regions(pieces)
    low, high = row[0].low, row[-1].high
    widest = partial(_widest_region, low=low, high=high)
    known = all(piece.reach is not None for piece in pieces)  # then there is nothing to compute
    wide = [*map(widest, pieces)] if spread is None or known else [*spread(widest, pieces)]
    return [replace(best, low=at) for at, best in fewest_that_cover(wide, low, high, _is_better)]


def rationals_inside(low: RealPoint | None, high: RealPoint | None) -> Iterator[Fraction]:
    """Return rational numbers inside a gap, simple ones first, no two in a simple relation."""
    if low is not None and high is not None:
        low, high = separate_points(low, high)
    for k in range(_MOST_TRIES):
        share = Fraction(1 + 2 * k, 2 + 5 * k)
        if low is None:
            yield (Fraction(0) if high is None else high.low) - 2 * share - k * k
        elif high is None:
            yield low.high + 2 * share + k * k
        else:
            yield low.high + (high.low - low.high) * share


def _is_breakpoint(candidate: ParametricCandidate, spot: Fraction) -> bool:
    """Return whether the value is itself a breakpoint: some condition is 0 just there."""
    return any(sign_at(p, spot) == 0 for p in candidate.strict if p != 0)


@dataclass(frozen=True)
class RealValidityRange:
    """All real numbers from *low* to *high*, around *spot*."""

    spot: Fraction
    low: RealPoint | None
    high: RealPoint | None
    rootless: tuple[fmpz_poly, ...] = ()
    """Polynomials that are known to have no root in it, ends included."""

    @property
    def spots(self) -> list[Fraction]:
        """Some rational numbers inside."""
        more = islice(rationals_inside(self.low, self.high), 1, 3)
        return [self.spot, *(spot for spot in more if spot != self.spot)]

    @property
    def ends(self) -> fmpz_poly:
        """The product of the distances from the rational ends."""
        found = fmpz_poly([1])
        if self.low is not None and self.low.rational:
            found *= fmpz_poly([-self.low.low.numerator, self.low.low.denominator])
        if self.high is not None and self.high.rational:
            found *= fmpz_poly([self.high.low.numerator, -self.high.low.denominator])
        return found

    def within(self, conditions: Sequence[SignCondition]) -> RealValidityRange:
        """Return how far around the spot, where they hold, all conditions do; ends are kept.

        Of many conditions those that are likely to end the range come first: on the short range
        that they leave, nearly all others are seen to have no root.
        """
        reach, polynomials = self, [c.polynomial for c in conditions]
        if len(polynomials) < _MANY_CONDITIONS:
            return reach._up_to_roots(_polynomials_with_roots(polynomials, self.low, self.high))
        for polynomial, near in guess_nearest_roots(polynomials, self.spot, (self.low, self.high)):
            reach = reach._up_to_guess(polynomial, near)
        live: list[fmpz_poly] = []
        known: list[fmpz_poly] = []
        for polynomial in polynomials:
            raise_if_cancelled()
            without = _surely_has_no_root(polynomial, reach.low, reach.high)
            (known if without else live).append(polynomial)
        return replace(reach._up_to_roots(live), rootless=tuple(known))

    def _up_to_roots(self, polynomials: Iterable[fmpz_poly]) -> RealValidityRange:
        """Return the part around the spot in which no polynomial changes its sign."""
        here = RealPoint.at(self.spot)
        start, end = self.low, self.high
        for polynomial, multiplicity in _irreducible_factors(polynomials):
            raise_if_cancelled()
            if multiplicity % 2 == 0:
                continue
            for root in _roots_in_range(polynomial, start, end):
                if root.before(here):
                    start = root if start is None or start.before(root) else start
                else:
                    end = root if end is None or root.before(end) else end
        return replace(self, low=start, high=end)

    def _up_to_guess(self, polynomial: fmpz_poly, near: Fraction) -> RealValidityRange:
        """Return the part on this side of a root near some number; all of it if none is seen.

        The interval of the root is short beside its distance, and its ends are short numbers: they
        are put into many polynomials.
        """
        unit, room = 1, abs(near - self.spot)
        while room and unit * room < _SHORT_END:
            unit *= 2
        low = Fraction(near * unit // 1 - 1, unit)
        high = low + Fraction(3, unit)
        if not room or low <= self.spot <= high:
            return self
        for factor, power in _factor(coefficients(polynomial)):
            changes = sign_at(factor, low) * sign_at(factor, high) < 0
            if power % 2 and changes and count_roots_between(factor, low, high) == 1:
                named = coefficients(factor if factor.leading_coefficient() > 0 else -factor)
                linear = len(named) == 2
                root = (
                    RealPoint.at(Fraction(-named[0], named[1]))
                    if linear
                    else RealPoint(low, high, named)
                )
                if high < self.spot:
                    nearer = self.low is None or self.low.before(root)
                    return replace(self, low=root) if nearer else self
                nearer = self.high is None or root.before(self.high)
                return replace(self, high=root) if nearer else self
        return self

    def fits(self, conditions: Sequence[SignCondition]) -> bool:
        """Return whether conditions hold at all of them."""
        if any(sign_at(c.polynomial, self.spot) < 0 for c in conditions):
            return False
        reach = self.within(conditions)
        return reach.low is self.low and reach.high is self.high

    def zeros(self, polynomial: fmpz_poly) -> int:
        """Return at how many of them, the ends aside, a polynomial is 0."""
        return count_roots_inside(polynomial, self.low, self.high)


_MANY_CONDITIONS = 250
"""From so many on it pays to guess which of them end a range."""
_SHORT_END = 256
"""How many times longer than a third of the interval of its end a range is."""
_GUESS_STEPS, _GUESS_HALVINGS = 120, 40
_LONGEST_IN_FLOAT = 200
"""Bits of coefficients that are taken as they are: their products with powers are floats too."""
_MOST_PRODUCTS = 200_000
"""Of numbers, in a product of matrices: for more than 262,144 OpenBLAS starts threads, which wait
for each other longer than they work."""


def guess_nearest_roots(
    polynomials: Sequence[fmpz_poly], spot: Fraction, ends: Interval
) -> list[tuple[fmpz_poly, Fraction]]:
    """Return polynomials that are likely to have the nearest roots on both sides, and about where.

    In floats: nothing depends on the guess but the time.

    >>> t = fmpz_poly([0, 1])
    >>> some = guess_nearest_roots([3 - t, 2 - t, t, 5 - t], Fraction(1), (RealPoint.at(-1), None))
    >>> [(polynomial, round(near)) for polynomial, near in some]
    [((-1)*x + 2, 2), (x, 0)]
    """
    import numpy as np

    terms = 1 + max(p.degree() for p in polynomials)
    table = np.zeros((len(polynomials), terms))
    for row, polynomial in zip(table, polynomials, strict=True):
        excess = max(0, polynomial.height_bits() - _LONGEST_IN_FLOAT)
        numbers = coefficients(polynomial)
        row[: len(numbers)] = [float(c >> excess) for c in numbers]
    shift = np.array([[float(comb(k, j)) if j <= k else 0.0 for j in range(terms)]
                      for k in range(terms)])  # fmt: skip
    powers = np.array([[max(k - j, 0) for j in range(terms)] for k in range(terms)])
    shift *= float(spot) ** powers
    around = _small_products(table, shift)  # in the distance from the spot
    found: list[tuple[fmpz_poly, Fraction]] = []
    for way, end in ((1, ends[1]), (-1, ends[0])):
        room = (
            _GUESS_STEPS * (1 + abs(float(spot))) if end is None else abs(float(end) - float(spot))
        )
        steps = way * room * np.geomspace(2.0**-30, 1.0, _GUESS_STEPS)
        values = _small_products(around, steps[None, :] ** np.arange(terms)[:, None])
        bad = np.flatnonzero((values < 0).any(axis=0))
        if not len(bad):
            continue
        rows = np.flatnonzero(values[:, bad[0]] < 0)
        low, high = (steps[bad[0] - 1] if bad[0] else 0.0), steps[bad[0]]
        for _ in range(_GUESS_HALVINGS):
            middle = (low + high) / 2
            here = rows[around[rows] @ middle ** np.arange(terms) < 0]
            low, high, rows = (low, middle, here) if len(here) else (middle, high, rows)
        found.append((polynomials[rows[0]], spot + Fraction(float(high))))
    return found


def _small_products(one: FloatArray, two: FloatArray) -> FloatArray:
    """Return the product of two matrices, in parts too small for a library to start threads."""
    import numpy as np

    width = max(1, _MOST_PRODUCTS // one.size)
    parts = range(0, two.shape[1], width)
    return np.hstack([one @ two[:, start : start + width] for start in parts])


def _split_at_strict_roots(
    candidate: ParametricCandidate, low: RealPoint | None, high: RealPoint | None
) -> list[RealRegion]:
    """Return the pieces of a range, cut where a claim of uniqueness may fail."""
    spots: list[RealPoint] = []
    for polynomial, _ in _irreducible_factors(_polynomials_with_roots(candidate.strict, low, high)):
        for root in _roots_in_range(polynomial, low, high):
            inside = (low is None or low.before(root)) and (high is None or root.before(high))
            if inside and not any(root.equals(other) for other in spots):
                spots.append(root)
    ends = [low, *_sort_points(spots), high]
    return [RealRegion(start, end, candidate, candidate.claims) for start, end in pairwise(ends)]


def _polynomials_with_roots(
    polynomials: Iterable[fmpz_poly], low: RealPoint | None, high: RealPoint | None
) -> Iterator[fmpz_poly]:
    """Yield the polynomials that may have a root in a range: of a large game's, a handful."""
    for polynomial in polynomials:
        raise_if_cancelled()
        if not _surely_has_no_root(polynomial, low, high):
            yield polynomial


def _surely_has_no_root(
    polynomial: fmpz_poly, low: RealPoint | None, high: RealPoint | None
) -> bool:
    ends = None if low is None else low.low, None if high is None else high.high
    return surely_has_no_root(polynomial, *ends)


def _irreducible_factors(polynomials: Iterable[fmpz_poly]) -> list[tuple[fmpz_poly, int]]:
    """Return the irreducible factors of some polynomials, an odd power before an even one."""
    found: dict[str, tuple[fmpz_poly, int]] = {}
    for polynomial in polynomials:
        raise_if_cancelled()
        if polynomial == 0:
            continue
        for factor, power in _factor(coefficients(polynomial)):
            key = str(factor)
            if key not in found or power % 2:
                found[key] = factor, power
    return list(found.values())


@lru_cache(maxsize=4096)
def _factor(polynomial: Coefficients) -> list[tuple[fmpz_poly, int]]:
    """Return the irreducible factors of a polynomial, with their multiplicities.

    The conditions of one candidate are looked at on several ranges.
    """
    found: list[tuple[fmpz_poly, int]] = fmpz_poly(list(polynomial)).factor()[1]
    return found


def _roots_in_range(
    factor: fmpz_poly, low: RealPoint | None, high: RealPoint | None
) -> list[RealPoint]:
    """Return the real roots of an irreducible polynomial in a range (and perhaps at its ends)."""
    if _surely_has_no_root(factor, low, high):
        return []
    found = isolate_roots_of_factor(
        factor, None if low is None else low.low, None if high is None else high.high
    )
    return [root for root in found if _is_between(root, low, high)]


def _is_between(root: RealPoint, low: RealPoint | None, high: RealPoint | None) -> bool:
    return (low is None or not root.before(low)) and (high is None or not high.before(root))


def _sort_points(points: list[RealPoint]) -> list[RealPoint]:
    """Sort points (few of them) by insertion."""
    found: list[RealPoint] = []
    for point in points:
        spot = sum(1 for other in found if other.before(point))
        found.insert(spot, point)
    return found


def _sort_regions(pieces: Sequence[RealRegion]) -> list[RealRegion]:
    """Sort pieces (few of them) by where they begin."""
    ordered: list[RealRegion] = []
    for piece in pieces:
        spot = sum(1 for other in ordered if _begins_before(other.low, piece.low))
        ordered.insert(spot, piece)
    return ordered


def _begins_before(one: RealPoint | None, two: RealPoint | None) -> bool:
    """Return whether the first of two lower ends is less; None is less than any number."""
    return two is not None and (one is None or one.before(two))


class RealStretch(Protocol):
    """What holds on the real numbers from a lower end to a higher one; None: there is no end."""

    @property
    def low(self) -> RealPoint | None:
        """The lower end."""

    @property
    def high(self) -> RealPoint | None:
        """The upper end."""


StretchT = TypeVar("StretchT", bound=RealStretch)


def fewest_that_cover(
    wide: Sequence[StretchT],
    low: RealPoint | None,
    high: RealPoint | None,
    is_better: Callable[[StretchT, StretchT], bool],
) -> list[tuple[RealPoint | None, StretchT]]:
    """Return as few of the stretches as cover a range, each with where its part of it begins.

    The order in which they were found does not show: from left to right, the best of those that
    hold here and farther goes on.
    """
    chosen: list[tuple[RealPoint | None, StretchT]] = []
    at: RealPoint | None = low
    while not chosen or (at is not None and is_farther(high, at)):
        best: StretchT | None = None
        for piece in wide:
            begins = not _begins_before(at, piece.low)
            here = begins and (at is None or is_farther(piece.high, at))
            if here and (best is None or is_better(piece, best)):
                best = piece
        assert best is not None, "the pieces leave no gap"
        chosen.append((at, best))
        at = best.high
    return chosen


def _is_better(one: RealRegion, two: RealRegion) -> bool:
    """Return whether a piece decides more about uniqueness than another, or as much and farther."""
    open_one, open_two = one.unique.count(None), two.unique.count(None)
    return open_one < open_two or (open_one == open_two and is_farther(one.high, two.high))


def is_farther(one: RealPoint | None, two: RealPoint | None) -> bool:
    """Return whether an upper end is above another; None: a range without end."""
    return two is not None and (one is None or two.before(one))


def _widest_region(piece: RealRegion, low: RealPoint | None, high: RealPoint | None) -> RealRegion:
    """Return a piece as far as its formulas and claims hold, whatever its neighbours say."""
    if piece.reach is not None:
        return replace(piece, low=piece.reach[0], high=piece.reach[1])
    spot = next(rationals_inside(piece.low, piece.high))
    here = RealPoint.at(spot)
    reach = RealValidityRange(spot, low, high).within(piece.candidate.conditions)
    for part in _split_at_strict_roots(piece.candidate, reach.low, reach.high):
        if _begins_before(part.low, here) and is_farther(part.high, here):
            return part
    return piece
