"""Cases that show a list of extreme equilibria to be complete on a range of the parameter.

The search is that for all equilibria of one game, in exact numbers at a *sample* value of the
range: a label is imposed on the first side or on the second (its slack is made 0 there), until a
case has no point on a side, or until every label is imposed on one of them. At a rational sample
numbers are fractions, at an irrational point they are elements of its number field.

What the sample shows is then proved for the whole range. A case without a point needs a shift
(Farkas): the integers found at the sample, or the same basis solved with polynomials. A case with
equilibria is divided further, by faces of its sides, until both sides are single points; these must
be in the list. Where something holds on a part of the range only, the case is cut at the value up
to which it holds, and each part is searched from there on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import TypeAlias

import numpy as np
from flint import fmpq, fmpq_poly, fmpz_poly

from sabot.errors import NoMethodError
from sabot.exact import json_safe_integer
from sabot.forms.algebra.algebraic_number import NumberField
from sabot.forms.algebra.real_roots import (
    RealPoint,
    isolate_roots_of_factor,
    sign_at,
    surely_has_no_root,
)
from sabot.forms.parametric import ParameterDomain, coefficients, common_factor
from sabot.progress import raise_if_cancelled
from sabot.results.proof import end_to_json, point_to_end
from sabot.solvers.all_nash.branching import initial_dictionary
from sabot.solvers.all_nash.kernel import (
    IMPOSED,
    Dictionary,
    branching_label,
    drive_to_zero,
    forced_row,
    label_values,
)
from sabot.solvers.parametric.linear_system import polynomial_determinant, solve_polynomial_system
from sabot.solvers.parametric.signs import PointRange, RealRange

PolynomialTable = tuple[tuple[fmpz_poly, ...], ...]
Span = RealRange | PointRange
Labels = frozenset[int]
SideLabels = tuple[Labels, Labels]
"""Labels of the first side and of the second."""
NO_LABELS: SideLabels = frozenset(), frozenset()
VertexLabels = tuple[Labels, Labels]
"""Of a vertex of one side: the strategies with weight, and the best responses of the other player.
They are numbers of strategies, each from 0, in place of labels."""
PairLabels = tuple[VertexLabels, VertexLabels]
ONE, ZERO = fmpz_poly([1]), fmpz_poly([])

MOST_CASES = 100_000
"""Cases of all pieces and breakpoints of a theorem: the checker takes half a minute for them."""


@dataclass(frozen=True)
class PolynomialBimatrix:
    """A bimatrix game with polynomial payoffs, each player's over a polynomial of its own."""

    parameter: str
    seats: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    payoffs: tuple[PolynomialTable, PolynomialTable]
    """Of the first player and of the second, by row and column."""
    denominators: tuple[fmpz_poly, fmpz_poly]
    domain: ParameterDomain

    @cached_property
    def sides(self) -> tuple[PolynomialSide, PolynomialSide]:
        """The mixed strategies of each player, and the other player's responses."""
        one, two = self.payoffs
        turned = tuple(zip(*two, strict=True))
        return (
            PolynomialSide(turned, range(len(one)), range(len(one), len(one) + len(one[0]))),
            PolynomialSide(one, range(len(one), len(one) + len(one[0])), range(len(one))),
        )


@dataclass(frozen=True)
class PolynomialSide:
    """One player's mixed strategies; *table* has what each response earns against each strategy."""

    table: PolynomialTable
    mix: range
    """Labels of the strategies."""
    replies: range
    """Labels of the other player's responses."""

    @cached_property
    def rank_polynomials(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], fmpz_poly]:
        """Those of :func:`rank_polynomial` that are known: pieces beside each other share most."""
        return {}

    def face(self, imposed: Labels) -> tuple[list[int], list[int]]:
        """Return the strategies that may have weight, and the responses that are to be best."""
        used = [j for j, label in enumerate(self.mix) if label not in imposed]
        best = [i for i, label in enumerate(self.replies) if label in imposed]
        return used, best

    def equations(self, used: Sequence[int], best: Sequence[int]) -> list[list[fmpz_poly]]:
        """Return the rows of coefficients that are 0 where all of *best* earn the same."""
        mark = self.table[best[0]]
        return [[mark[j] - self.table[i][j] for j in used] for i in best[1:]]


class FieldNumber:
    """An element of the number field of a root; it adds, multiplies, divides and compares."""

    __slots__ = ("element", "field")

    def __init__(self, field: NumberField, element: fmpq_poly) -> None:
        self.field, self.element = field, element

    def _other(self, other: object) -> fmpq_poly:
        return other.element if isinstance(other, FieldNumber) else other

    def __add__(self, other: FieldOperand) -> FieldNumber:
        return FieldNumber(self.field, self.element + self._other(other))

    def __sub__(self, other: FieldOperand) -> FieldNumber:
        return FieldNumber(self.field, self.element - self._other(other))

    def __rsub__(self, other: FieldOperand) -> FieldNumber:
        return FieldNumber(self.field, self._other(other) - self.element)

    def __mul__(self, other: FieldOperand) -> FieldNumber:
        return FieldNumber(self.field, self.element * self._other(other) % self.field.modulus)

    def __rtruediv__(self, other: int) -> FieldNumber:
        return FieldNumber(self.field, self.field.over(self.field.of([other]), self.element))

    def __neg__(self) -> FieldNumber:
        return FieldNumber(self.field, -self.element)

    __radd__, __rmul__ = __add__, __mul__

    def __eq__(self, other: object) -> bool:
        return bool(self.element == self._other(other))

    def __hash__(self) -> int:
        return hash(str(self.element))

    def __lt__(self, other: FieldOperand) -> bool:
        return self._sign(other) < 0

    def __gt__(self, other: FieldOperand) -> bool:
        return self._sign(other) > 0

    def _sign(self, other: FieldOperand) -> int:
        return self.field.sign(self.element - self._other(other))


FieldOperand = int | FieldNumber
ExactValue: TypeAlias = "fmpq | FieldNumber"
"""A fraction of FLINT, or an element of a number field."""
Numbers = tuple[ExactValue, ...]


# ---------------------------------------------------------------------- values of the parameter


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the least denominator strictly between two.

    >>> simplest_between(Fraction(1, 3), Fraction(2, 5)), simplest_between(*map(Fraction, (-3, 5)))
    (Fraction(3, 8), Fraction(0, 1))
    """
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -simplest_between(-high, -low)
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    if low == whole:
        return whole + 1 / Fraction((1 / (high - whole)).__floor__() + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


def samples(span: RealRange) -> Iterator[Fraction]:
    """Yield fractions strictly inside a range, short ones first."""
    low, high = span.ends
    left = None if low is None else low.high
    right = None if high is None else high.low
    if left is None and right is None:
        yield from map(Fraction, range(1000))
        return
    if right is None:
        assert left is not None
        first = left.__floor__() + 1
        yield from (Fraction(first + k) for k in range(1000))
        return
    if left is None:
        last = right.__ceil__() - 1
        yield from (Fraction(last - k) for k in range(1000))
        return
    waiting = [(left, right)]
    for a, b in waiting:  # grows while it is gone through
        middle = simplest_between(a, b)
        yield middle
        waiting += [(a, middle), (middle, b)]


def inside_roots(polynomial: fmpz_poly, span: RealRange) -> list[RealPoint]:
    """Return the roots of a polynomial strictly inside a range."""
    if polynomial.degree() < 1:
        return []
    low, high = span.ends
    start, end = (None if low is None else low.low), (None if high is None else high.high)
    if start is not None and surely_has_no_root(polynomial, start, end):
        return []
    found = []
    for factor, _ in polynomial.factor()[1]:
        for root in isolate_roots_of_factor(factor, start, end):
            if (low is None or low.before(root)) and (high is None or root.before(high)):
                found.append(root)
    return found


def window(polynomials: Iterable[fmpz_poly], span: RealRange, at: Fraction) -> RealRange:
    """Return the part of a range around *at* in which none of some polynomials is 0.

    None of them is 0 at *at*.
    """
    low, high = span.low, span.high
    for polynomial in polynomials:
        for root in inside_roots(polynomial, RealRange(low, high)):
            if root.before(RealPoint.at(at)):
                low = root
            elif high is None or root.before(high):
                high = root
    return RealRange(low, high)


class SpanSigns:
    """Signs of polynomials on a range, each found once."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self._known: dict[tuple[int, ...], int | None] = {}

    def of(self, polynomial: fmpz_poly) -> int | None:
        """Return the sign on the whole range; None where it is not the same everywhere."""
        if polynomial.degree() < 1:
            return int(polynomial[0] > 0) - int(polynomial[0] < 0)
        key = coefficients(polynomial)
        if key not in self._known:
            self._known[key] = self._sign(polynomial)
        return self._known[key]

    def _sign(self, polynomial: fmpz_poly) -> int | None:
        if isinstance(self.span, PointRange):
            return self.span.sign(polynomial)
        return None if inside_roots(polynomial, self.span) else self.span.sign(polynomial)

    def positive(self, polynomials: Iterable[fmpz_poly]) -> bool:
        """Return whether all of some polynomials are positive on the whole range."""
        return all(self.of(polynomial) == 1 for polynomial in polynomials)

    def nonnegative(self, polynomials: Iterable[fmpz_poly]) -> bool:
        """Return whether each is 0 or positive, everywhere, on the whole range."""
        return all(self.of(polynomial) in (0, 1) for polynomial in polynomials)


def rank_polynomial(side: PolynomialSide, used: Sequence[int], best: Sequence[int]) -> fmpz_poly:
    """Return a polynomial that is 0 just where the equations of a face do not fix one point.

    The determinant of its equations where they are as many as the unknowns; with more of them the
    determinant of Gram's matrix, a sum of squares of determinants.
    """
    if not used or len(best) < len(used):
        return ZERO
    if len(used) == 1:
        return ONE
    key = tuple(used), tuple(best)
    if key not in side.rank_polynomials:
        side.rank_polynomials[key] = _rank_polynomial(side, used, best)
    return side.rank_polynomials[key]


def _rank_polynomial(side: PolynomialSide, used: Sequence[int], best: Sequence[int]) -> fmpz_poly:
    rows = [*side.equations(used, best), [ONE] * len(used)]
    if len(best) > len(used):
        columns = list(zip(*rows, strict=True))
        rows = [
            [sum((a * b for a, b in zip(one, two, strict=True)), ZERO) for two in columns]
            for one in columns
        ]
    return polynomial_determinant([dict(enumerate(row)) for row in rows])


# ---------------------------------------------------------------------- shifts


@dataclass(frozen=True)
class EmptyFace:
    """Why a side of a case has no point at the sample: the row of a dictionary."""

    side: int
    label: int
    row: Numbers
    """By label: the coefficients of the row, and -1 for its own label."""
    basic: tuple[int, ...]
    """The labels inside the dictionary, without the row's own."""


def _primitive(weights: Sequence[fmpz_poly], at: Fraction) -> list[fmpz_poly]:
    """Return polynomials without a common factor, their signs at *at* unchanged."""
    shared = common_factor(weights)
    if shared == 0:
        return list(weights)
    if sign_at(shared, at) < 0:
        shared = -shared
    return [divmod(weight, shared)[0] for weight in weights]


def sample_shift(game: PolynomialBimatrix, end: EmptyFace) -> list[fmpz_poly]:
    """Return the shift as it is at the sample: numbers, or elements of its field in powers of t."""
    weights = [end.row[label] for label in game.sides[end.side].replies]
    if not isinstance(weights[0], FieldNumber):
        below = lcm(*(int(fmpq(weight).q) for weight in weights))
        whole = [fmpz_poly([int((weight * below).p)]) for weight in map(fmpq, weights)]
    else:
        below = lcm(*(int(weight.element.denom()) for weight in weights))
        whole = [fmpz_poly((weight.element * below).numer().coeffs()) for weight in weights]
    return _primitive(whole, Fraction(0)) if all(w.degree() < 1 for w in whole) else whole


def lifted_shift(game: PolynomialBimatrix, end: EmptyFace, at: Fraction) -> list[fmpz_poly] | None:
    """Return the shift of the same basis as polynomials; None where its equations have no one."""
    side = game.sides[end.side]
    outside = {label for label in (*side.mix, *side.replies) if label not in end.basic}
    replies = [i for i, label in enumerate(side.replies) if label in outside]
    own = [i for i in replies if side.replies[i] != end.label]
    unknown = {i: number for number, i in enumerate(own)}
    constant = len(own)  # the last unknown: what is gained against strategies inside
    # -1 is what the row has for its own label, a response's weight or a strategy's gain
    rows: list[dict[int, fmpz_poly]] = [dict.fromkeys(unknown.values(), ONE)]
    if end.label in side.replies:
        rows[0][-1] = -ONE
    for j, label in enumerate(side.mix):
        if label in outside and label != end.label:
            continue
        row = {number: side.table[i][j] for i, number in unknown.items()}
        row[constant] = -ONE
        if end.label in side.replies:
            row[-1] = -side.table[side.replies.index(end.label)][j]
        elif label == end.label:
            row[-1] = ONE
        rows.append({k: entry for k, entry in row.items() if entry != 0})
    if len(rows) != constant + 1:
        return None
    solved = solve_polynomial_system(rows, constant + 1)
    if solved is None:
        return None
    tops, below = solved
    sign = sign_at(below, at)
    if not sign:
        return None
    weights = [ZERO] * len(side.replies)
    for i, number in unknown.items():
        weights[i] = sign * tops[number]
    if end.label in side.replies:
        weights[side.replies.index(end.label)] = -sign * below
    return _primitive(weights, at)


@dataclass(frozen=True)
class ShiftConditions:
    """What a shift must satisfy to show that a side of a case is empty."""

    nonnegative: list[fmpz_poly]
    """Weights of responses that need not be best."""
    positive: list[fmpz_poly]
    """What it gains against strategies that may have weight."""

    @classmethod
    def of(
        cls, side: PolynomialSide, imposed: Labels, weights: Sequence[fmpz_poly]
    ) -> ShiftConditions:
        """Return the conditions on a shift, in a case that imposes labels."""
        used, best = side.face(imposed)
        others = [w for i, w in enumerate(weights) if i not in best and w != 0]
        gains = [
            sum((w * side.table[i][j] for i, w in enumerate(weights) if w != 0), ZERO) for j in used
        ]
        return cls(others, gains)

    def hold(self, signs: SpanSigns) -> bool:
        """Return whether they hold on a whole range."""
        return signs.nonnegative(self.nonnegative) and signs.positive(self.positive)


# ---------------------------------------------------------------------- the search


class UnlistedEquilibrium(Exception):
    """A sample value has an equilibrium that is not in the list of a range."""

    def __init__(self, at: RealPoint, pair: PairLabels) -> None:
        self.at, self.pair = at, pair
        super().__init__()


@dataclass(frozen=True)
class FoundVertex:
    """A vertex of a side at a sample: its labels and its weights there."""

    labels: VertexLabels
    weights: Numbers


@dataclass
class CaseBudget:
    """How many cases a theorem may still have."""

    left: int = MOST_CASES

    def take(self, cases: int = 1) -> None:
        """Count some cases."""
        raise_if_cancelled()
        self.left -= cases
        if self.left < 0:
            raise NoMethodError(
                f"the theorem takes more than {MOST_CASES:,} cases; give a shorter range (--from, "
                "--to), or a value of the parameter: `sabot equilibria` lists those of one game"
            )


@dataclass
class CaseWriter:
    """Writes the cases of a range, or of one point, in preorder.

    With a list of equilibria (*listed*) it demands that every one found is in it. Without, it
    collects what is found: then the range is one point.
    """

    game: PolynomialBimatrix
    listed: frozenset[PairLabels] | None
    budget: CaseBudget
    cases: list[object] = field(default_factory=list)
    found: dict[PairLabels, tuple[FoundVertex, FoundVertex]] = field(default_factory=dict)

    def write(
        self, span: Span, imposed: SideLabels = NO_LABELS, excluded: SideLabels = NO_LABELS
    ) -> None:
        """Write the cases of a range below a case."""
        point = span.point if isinstance(span, PointRange) else RealPoint.at(next(samples(span)))
        _CaseSearch(self, span, point, excluded).start(imposed)

    def accept(self, at: RealPoint, both: tuple[FoundVertex, FoundVertex]) -> None:
        """Note an equilibrium at a sample."""
        pair = both[0].labels, both[1].labels
        if self.listed is None:
            self.found[pair] = both
        elif pair not in self.listed:
            raise UnlistedEquilibrium(at, pair)


class _NeedsCut(Exception):
    """A case of one side does not hold on the whole range."""


ShiftTried = tuple[list[fmpz_poly], ShiftConditions]


class _CaseSearch:
    """The search at one sample of a range."""

    def __init__(
        self, writer: CaseWriter, span: Span, sample: RealPoint, excluded: SideLabels
    ) -> None:
        self.writer, self.span, self.sample = writer, span, sample
        self.excluded = list(excluded)
        """On each side the labels that the vertices of the case do not have."""
        self.game, self.cases = writer.game, writer.cases
        self.signs = SpanSigns(span)
        self.near = sample.nearly()
        """A fraction: the sample, or a number close to it."""

    # ------------------------------------------------------------------ dictionaries

    def start(self, imposed: SideLabels) -> None:
        """Search below a case."""
        sides = []
        for number, labels in enumerate(imposed):
            start = self._dictionary(number)
            for label in sorted(labels):
                row = drive_to_zero(start, label, 0)
                if row >= 0:
                    self._write_empty(self._reason(number, start, row, label), imposed)
                    return
            sides.append(start)
        self._search(sides[0], sides[1])

    def _dictionary(self, number: int) -> Dictionary:
        side = self.game.sides[number]
        table = np.empty((len(side.replies), len(side.mix)), dtype=object)
        for i, row in enumerate(side.table):
            for j, entry in enumerate(row):
                table[i, j] = self._value(entry)
        return initial_dictionary(table, side.mix, side.replies)

    @cached_property
    def _field(self) -> NumberField:
        return NumberField(self.sample)

    def _value(self, polynomial: fmpz_poly) -> ExactValue:
        if self.sample.rational:
            return polynomial(fmpq(*self.sample.low.as_integer_ratio()))
        return FieldNumber(self._field, self._field.of(coefficients(polynomial)))

    def _reason(self, number: int, side: Dictionary, row: int, label: int) -> EmptyFace:
        table, inside, outside, _ = side
        reason: list[ExactValue] = [table[row, -1] * 0] * (len(inside) + len(outside))
        for j, other in enumerate(outside.tolist()):
            reason[other] = table[row, j]
        reason[label] = reason[label] * 0 - 1
        basic = tuple(other for other in inside.tolist() if other != label)
        return EmptyFace(number, label, tuple(reason), basic)

    @staticmethod
    def _copy(side: Dictionary) -> Dictionary:
        return side[0].copy(), side[1].copy(), side[2].copy(), side[3].copy()

    @staticmethod
    def _imposed(one: Dictionary, two: Dictionary) -> SideLabels:
        first, second = (
            frozenset(np.flatnonzero(side[3] == IMPOSED).tolist()) for side in (one, two)
        )
        return first, second

    # ------------------------------------------------------------------ cases

    def _search(self, one: Dictionary, two: Dictionary) -> None:
        both = [one, two]
        for number in (0, 1):
            row = forced_row(both[number], both[1 - number][3], 0)
            if row >= 0:
                # the label is 0 nowhere on this side: one case is empty, the other goes on
                label = int(both[number][1][row])
                empty = self._reason(number, both[number], row, label)
                imposed = list(self._imposed(one, two))
                imposed[number] |= {label}
                self._write_branch(label, number)
                self._write_empty(empty, (imposed[0], imposed[1]))
                self._descend(one, two, 1 - number, label)
                return
        size = len(one[3])
        zeros = np.empty(size, dtype=object), np.empty(size, dtype=object)
        label = int(branching_label(one, two, *zeros, 0))
        if label < 0:
            self._write_ends(one, two)
            return
        self._write_branch(label, 0)
        for number in (0, 1):
            self._descend(self._copy(one), self._copy(two), number, label)

    def _descend(self, one: Dictionary, two: Dictionary, number: int, label: int) -> None:
        """Go on where a label is made 0 on a side."""
        side = (one, two)[number]
        row = drive_to_zero(side, label, 0)
        if row >= 0:
            self._write_empty(self._reason(number, side, row, label), self._imposed(one, two))
        else:
            self._search(one, two)

    def _write_branch(self, label: int, first: int) -> None:
        self.writer.budget.take()
        self.cases.append(-label - 1 if first else label + 1)

    def _write_ends(self, one: Dictionary, two: Dictionary) -> None:
        """Write a case in which every pair is an equilibrium, until both sides are points.

        Where neither is a point at any value, both are looked at by themselves, if that needs no
        cut.
        """
        imposed = self._imposed(one, two)
        if all(self._rank_sign(number, imposed[number]) == 0 for number in (0, 1)):
            start, left, excluded = len(self.cases), self.writer.budget.left, [*self.excluded]
            try:
                self._write_product((one, two), imposed)
                return
            except _NeedsCut:
                del self.cases[start:]
                self.writer.budget.left, self.excluded = left, excluded
        self._write_faces(one, two)

    def _write_product(self, sides: tuple[Dictionary, Dictionary], imposed: SideLabels) -> None:
        """Write the vertices of both sides, one after the other; all their pairs are equilibria."""
        self.writer.budget.take()
        self.cases.append(["product"])
        found: tuple[list[FoundVertex], list[FoundVertex]] = [], []
        for number in (0, 1):
            self._write_vertices(number, sides[number], imposed, found[number])
        for pair in product(*found):
            self.writer.accept(self.sample, pair)

    def _write_vertices(
        self, number: int, side: Dictionary, imposed: SideLabels, found: list[FoundVertex]
    ) -> None:
        """Write the vertices of a face of one side, and collect them."""
        sign = self._rank_sign(number, imposed[number])
        if sign is None:
            raise _NeedsCut
        self.writer.budget.take()
        if sign:
            found.append(self._vertex(number, side))
            self.cases.append(None)
            return
        own = self.game.sides[number]
        self.cases.append(["facets", self.game.seats[number]])
        before = self.excluded[number]
        for label in sorted({*own.mix, *own.replies} - imposed[number] - before):
            next_side = self._copy(side)
            row = drive_to_zero(next_side, label, 0)
            one, two = imposed
            more = (one, two | {label}) if number else (one | {label}, two)
            if row >= 0:
                empty = self._reason(number, next_side, row, label)
                self._write_empty(empty, more, may_cut=False)
            else:
                self._write_vertices(number, next_side, more, found)
            self.excluded[number] |= {label}
        self.excluded[number] = before

    def _rank_sign(self, number: int, imposed: Labels) -> int | None:
        """Return 0 if the equations of a face fix no point, else a sign; None: it changes."""
        side = self.game.sides[number]
        return self.signs.of(rank_polynomial(side, *side.face(imposed)))

    def _write_faces(self, one: Dictionary, two: Dictionary) -> None:
        """Write a case in which every pair is an equilibrium: by faces, until they are points."""
        imposed = self._imposed(one, two)
        for number in (0, 1):
            side = self.game.sides[number]
            rank = rank_polynomial(side, *side.face(imposed[number]))
            sign = self.signs.of(rank)
            if sign is None:
                assert isinstance(self.span, RealRange)
                self._cut(inside_roots(rank, self.span)[0], imposed)
                return
            if not sign:
                self.writer.budget.take()
                self.cases.append(["facets", self.game.seats[number]])
                before = self.excluded[number]
                for label in sorted({*side.mix, *side.replies} - imposed[number] - before):
                    pair = [self._copy(one), self._copy(two)]
                    row = drive_to_zero(pair[number], label, 0)
                    if row >= 0:
                        empty = self._reason(number, pair[number], row, label)
                        self._write_empty(empty, self._imposed(pair[0], pair[1]))
                    else:
                        self._write_faces(pair[0], pair[1])
                    self.excluded[number] |= {label}  # its vertices were in this case
                self.excluded[number] = before
                return
        self.writer.accept(self.sample, (self._vertex(0, one), self._vertex(1, two)))
        self.writer.budget.take()
        self.cases.append(None)

    def _vertex(self, number: int, side: Dictionary) -> FoundVertex:
        values = np.empty(len(side[3]), dtype=object)
        label_values(side, values)
        own = self.game.sides[number]
        used = frozenset(j for j, label in enumerate(own.mix) if values[label] != 0)
        best = frozenset(i for i, label in enumerate(own.replies) if values[label] == 0)
        return FoundVertex((used, best), tuple(values[label] for label in own.mix))

    # ------------------------------------------------------------------ over the range

    def _shifts(self, end: EmptyFace, imposed: SideLabels) -> Iterator[ShiftTried]:
        """Yield shifts that may show that a case has no point, with their conditions."""
        side, labels = self.game.sides[end.side], imposed[end.side]
        shift = sample_shift(self.game, end)
        yield shift, ShiftConditions.of(side, labels, shift)
        lifted = lifted_shift(self.game, end, self.near)
        if lifted is not None:
            yield lifted, ShiftConditions.of(side, labels, lifted)

    def _write_empty(self, end: EmptyFace, imposed: SideLabels, *, may_cut: bool = True) -> None:
        """Write a case without a point, for the whole range."""
        chosen: ShiftTried | None = None
        for shift, conditions in self._shifts(end, imposed):
            if conditions.hold(self.signs):
                self._write_shift(end.side, shift)
                return
            demanded = (*conditions.nonnegative, *conditions.positive)
            if chosen is None or all(sign_at(p, self.near) > 0 for p in demanded):
                chosen = shift, conditions
        if not may_cut:
            raise _NeedsCut
        assert chosen is not None and isinstance(self.span, RealRange), (
            "a shift at a point holds there"
        )
        shift, conditions = chosen
        good = window((*conditions.nonnegative, *conditions.positive), self.span, self.near)
        self._cut_window(good, end.side, shift, conditions, imposed)

    def _cut_window(
        self,
        good: RealRange,
        number: int,
        weights: Sequence[fmpz_poly],
        conditions: ShiftConditions,
        imposed: SideLabels,
    ) -> None:
        """Cut a range at the ends of the part on which a shift is enough."""
        assert isinstance(self.span, RealRange)

        def at(point: RealPoint) -> None:
            here = PointRange(point, point.nearly())
            if conditions.hold(SpanSigns(here)):
                self._write_shift(number, weights)
            else:
                self._write_part(here, imposed)

        cut_high, cut_low = good.high is not self.span.high, good.low is not self.span.low
        assert cut_high or cut_low, "a shift holds on its window"
        if cut_high:
            assert good.high is not None
            self._write_cut(good.high)
        if cut_low:
            assert good.low is not None
            self._write_cut(good.low)
            self._write_part(RealRange(self.span.low, good.low), imposed)
            at(good.low)
        self._write_shift(number, weights)
        if cut_high:
            assert good.high is not None
            at(good.high)
            self._write_part(RealRange(good.high, self.span.high), imposed)

    def _cut(self, point: RealPoint, imposed: SideLabels) -> None:
        """Cut a range in two, and search both and the point between."""
        assert isinstance(self.span, RealRange)
        self._write_cut(point)
        self._write_part(RealRange(self.span.low, point), imposed)
        self._write_part(PointRange(point, point.nearly()), imposed)
        self._write_part(RealRange(point, self.span.high), imposed)

    def _write_part(self, span: Span, imposed: SideLabels) -> None:
        """Search a part of the range below the same case."""
        self.writer.write(span, imposed, (self.excluded[0], self.excluded[1]))

    def _write_cut(self, point: RealPoint) -> None:
        self.writer.budget.take()
        self.cases.append(["cut", end_to_json(point_to_end(point))])

    def _write_shift(self, number: int, weights: Sequence[fmpz_poly]) -> None:
        self.writer.budget.take()
        shown = [[json_safe_integer(c) for c in coefficients(weight)] for weight in weights]
        self.cases.append({self.game.seats[1 - number]: shown})
