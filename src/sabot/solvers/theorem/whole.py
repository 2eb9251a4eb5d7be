"""The theorem solver: one proof for all values of a parameter.

At the first value that is not covered yet, solve the numeric game; turn its supports into formulas
(:mod:`sabot.solvers.theorem.formula`); write down every condition under which the formulas are
optimal, each a polynomial that must not be negative; find how far they all hold; go on behind the
last value. The conditions are those of the certificate: plans are plans, and no cell offers a
better reply.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

from flint import fmpz_poly

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.algebra.point import Point
from sabot.forms.polynomial import PolynomialForm
from sabot.results.ends import Extent, end_of
from sabot.solvers.theorem.candidate import Candidate, Condition, boards_of, candidate_at
from sabot.solvers.theorem.formula import PlanFormula
from sabot.solvers.theorem.rivals import with_rivals
from sabot.solvers.theorem.signs import first_negative, whole_roots
from sabot.solvers.zero_sum.settle import Settled, settle

MOST_PIECES = 400


End = TypeVar("End", int, Point)
"""Where a range of the parameter ends: whole numbers, or points of the real line."""


@dataclass(frozen=True)
class Stretch(Generic[End]):
    """A range of the parameter with one set of formulas."""

    low: End
    high: End | None
    candidate: Candidate
    unique: tuple[bool | None, bool | None]
    settled: Settled | None = None
    """For a piece of one value: its numeric solution, where that is what decides uniqueness."""

    @property
    def extent(self) -> Extent:
        """The range, as a theorem states it."""
        low, high = self.low, self.high
        return Extent(
            end_of(low) if isinstance(low, Point) else low,
            end_of(high) if isinstance(high, Point) else high,
        )


@dataclass
class Cover(Generic[End]):
    """The stretches of a range, in order, without a gap."""

    form: PolynomialForm
    pieces: list[Stretch[End]] = field(default_factory=list)


WholeStretch = Stretch[int]
RealStretch = Stretch[Point]


class Unfinished(KeyboardInterrupt):
    """Ctrl-C: what is covered by then is a theorem on a shorter range (None: nothing is)."""

    def __init__(self, theorem: Cover[Any] | None) -> None:
        super().__init__()
        self.theorem = theorem


@dataclass(frozen=True)
class Line(Generic[End]):
    """How stretches lie side by side: among the whole numbers, or on the real line."""

    ordered: Callable[[Sequence[Stretch[End]]], list[Stretch[End]]]
    meets: Callable[[Stretch[End], Stretch[End]], bool]
    """Whether there is no gap between one and the next."""
    tidied: Callable[[Sequence[Stretch[End]]], list[Stretch[End]]]
    """As few as say the same, in order."""


def covered(theorem: Cover[End], line: Line[End], search: Callable[[], None]) -> Cover[End]:
    """Return the theorem whose stretches *search* adds, until they cover the range."""
    try:
        search()
    except KeyboardInterrupt:
        with watch.unwatched():
            raise Unfinished(_so_far(theorem, line)) from None
    return Cover(theorem.form, line.tidied(theorem.pieces))


def _so_far(theorem: Cover[End], line: Line[End]) -> Cover[End] | None:
    """Return the theorem on the longest row of stretches without a gap."""
    rows: list[list[Stretch[End]]] = []
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
    return Cover(form, line.tidied(row))


def prove_whole(
    form: PolynomialForm, progress: Callable[[object], object] | None = None
) -> Cover[int]:
    """Return the theorem for every whole number of the form's domain."""
    theorem = Cover[int](form)
    return covered(theorem, Line(list, _neighbours, _merged), lambda: _walk(theorem, progress))


def _neighbours(one: WholeStretch, two: WholeStretch) -> bool:
    return one.high is not None and one.high + 1 == two.low


def _walk(theorem: Cover[int], progress: Callable[[object], object] | None) -> None:
    """Add piece after piece to a theorem, until the end."""
    form = theorem.form
    boards = boards_of(form)
    top = None if form.domain.high is None else int(form.domain.high)
    spot = int(form.domain.low)
    while top is None or spot <= top:
        if progress is not None:
            progress(spot)
        if len(theorem.pieces) >= MOST_PIECES:
            raise NoMethodError(
                f"{MOST_PIECES} pieces did not reach the end: {form.parameter} = {spot} is not "
                "covered. Give a range, as in decks=1..50"
            )
        here = f"proving piece {len(theorem.pieces) + 1}, {form.parameter} = {spot}"
        watch.at(here)
        with watch.inside(here):
            found = settle(form.at(spot))
        watch.at(here)
        candidate = candidate_at(form, boards, found, spot)
        if candidate is None:
            theorem.pieces.append(_lone_piece(found, spot))
            spot += 1
            continue
        reach = _WholeReach(spot, top).within(candidate.conditions)
        candidate = with_rivals(form, boards, candidate, found, reach)
        end = reach.within(candidate.conditions).high
        theorem.pieces += _with_exceptions(form, candidate, found, spot, end)
        if end is None:
            break
        spot = end + 1


# ---------------------------------------------------------------------- how far, and how surely


@dataclass(frozen=True)
class _WholeReach:
    """Whole numbers from *low* to *high*, or for ever."""

    low: int
    high: int | None

    ends = fmpz_poly([1])

    @property
    def spots(self) -> list[int]:
        """Some of them."""
        far = abs(self.low)
        more = (self.low + step for step in (1, far + 3, 19 * far + 7))
        return [self.low, *(spot for spot in more if self.high is None or spot <= self.high)]

    def within(self, conditions: Sequence[Condition]) -> _WholeReach:
        """Return how far from the first of them on, where they hold, all conditions do."""
        ends = [self.high] if self.high is not None else []
        for condition in conditions:
            watch.heard()
            polynomial = condition.polynomial - 1 if condition.strict else condition.polynomial
            bad = first_negative(polynomial, self.low)
            if bad is not None:
                ends.append(bad - 1)
        return _WholeReach(self.low, min(ends, default=None))

    def fits(self, conditions: Sequence[Condition]) -> bool:
        """Tell whether conditions hold at all of them, the first included."""
        here = all(c.polynomial(self.low) >= 0 for c in conditions)
        return here and self.within(conditions) == self

    def zeros(self, polynomial: fmpz_poly) -> int:
        """Return at how many of them a polynomial is 0."""
        return len(whole_roots(polynomial, self.low, self.high))


def _exceptions(candidate: Candidate, low: int, high: int | None) -> list[int]:
    """Return the values at which something strict is not: uniqueness is another question there."""
    found: set[int] = set()
    for polynomial in candidate.strict:
        watch.heard()
        found.update(whole_roots(polynomial, low, high))
    return sorted(found)


def _with_exceptions(
    form: PolynomialForm, candidate: Candidate, found: Settled, low: int, high: int | None
) -> list[WholeStretch]:
    """Return the pieces from *low* to *high*, cut at the values where uniqueness may differ."""
    general = candidate.claims
    pieces: list[WholeStretch] = []
    start = low
    odd = _exceptions(candidate, low, high)
    if high is not None and high - low < 40 and None in general:
        odd = list(range(low, high + 1))
    for value in odd:
        if value > start:
            pieces.append(WholeStretch(start, value - 1, candidate, general))
        here = found if value == low else settle(form.at(value))
        one, two = here.faces.verdicts
        pieces.append(WholeStretch(value, value, candidate, (one.unique, two.unique), here))
        start = value + 1
    if high is None or start <= high:
        pieces.append(WholeStretch(start, high, candidate, general))
    return pieces


def _lone_piece(found: Settled, spot: int) -> WholeStretch:
    """Return a piece for one value, its plan written as constants."""
    plans = []
    for plan in found.plans:
        below = lcm(*(chance.denominator for chance in plan))
        tops = tuple(fmpz_poly([int(chance * below)]) for chance in plan)
        plans.append(PlanFormula(tops, fmpz_poly([below]), fmpz_poly([1]), False))
    value = fmpz_poly([found.value.numerator]), fmpz_poly([found.value.denominator])
    one, two = found.faces.verdicts
    candidate = Candidate((plans[0], plans[1]), value, (), (False, False))
    return WholeStretch(spot, spot, candidate, (one.unique, two.unique), found)


def _merged(pieces: Sequence[WholeStretch]) -> list[WholeStretch]:
    """Join neighbours that say the same thing."""
    joined: list[WholeStretch] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        numeric = piece.settled is not None or (last is not None and last.settled is not None)
        extra = (*piece.candidate.another, *piece.candidate.witness)
        again = numeric or any(plan is not None for plan in extra)
        if last is not None and not again and last.unique == piece.unique and _same(last, piece):
            joined[-1] = WholeStretch(last.low, piece.high, last.candidate, last.unique)
        else:
            joined.append(piece)
    return joined


def _same(one: WholeStretch, two: WholeStretch) -> bool:
    """Tell whether two pieces have the same formulas, with denominators of the same sign."""
    return one.candidate.value == two.candidate.value and all(
        a.below == b.below and a.tops == b.tops
        for a, b in zip(one.candidate.plans, two.candidate.plans, strict=True)
    )
