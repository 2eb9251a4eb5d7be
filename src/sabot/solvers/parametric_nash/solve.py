"""List all extreme equilibria of a bimatrix game for all values of one parameter.

At a sample value all extreme equilibria are found exactly, with the strategies they use and the
best responses to them. The linear equations that these labels give are solved in rational
functions. The piece around the sample is where all these formulas stay equilibria with the same
labels, and where the cases (:mod:`sabot.solvers.parametric_nash.cases`) show that there are no
others. Where another one appears, the piece ends. What is left of the range on both sides is
covered in the same way; at the points between, the equilibria are found in the number field of the
point.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from sabot.errors import FormError, NoMethodError
from sabot.forms.algebra.algebraic_number import NumberField
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint, sign_at
from sabot.forms.parametric import (
    PolynomialGeneralSumForm,
    coefficients,
    common_factor,
    quotient_formula,
)
from sabot.forms.sequence import count_pure_strategies, count_text, pure_realization_plans
from sabot.progress import OrderedMap, raise_if_cancelled, report_progress, without_watch
from sabot.results.all_nash import Component
from sabot.results.parametric import ProofInterrupted
from sabot.results.parametric_nash import (
    EquilibriumFormulas,
    NashPart,
    NashPiece,
    NashPoint,
    NashTheorem,
)
from sabot.results.proof import ParameterInterval, point_to_end
from sabot.solvers.all_nash.solve import NashSubset, maximal_nash_subsets
from sabot.solvers.parametric.coverage import (
    CoverageClock,
    ExpectedPieces,
    Interval,
    time_left,
)
from sabot.solvers.parametric.linear_system import polynomial_determinant, solve_polynomial_system
from sabot.solvers.parametric.signs import PointRange, RealRange
from sabot.solvers.parametric_nash.cases import (
    ONE,
    ZERO,
    CaseBudget,
    CaseWriter,
    ExactValue,
    FieldNumber,
    FoundVertex,
    PairLabels,
    PolynomialBimatrix,
    PolynomialSide,
    Span,
    SpanSigns,
    UnlistedEquilibrium,
    VertexLabels,
    inside_roots,
    rank_polynomial,
    samples,
    window,
)

MOST_STRATEGIES = 24
"""Pure strategies of a player: the cases of one value grow with about 1.6 to this power."""
MOST_PIECES = 500
"""Of a range: more than any game here has, and a bound on the time of one that has."""
MOST_EQUILIBRIA = 200
"""Extreme equilibria on a piece: more than can be read."""
_LATER_SHARE = 0.1, 0.4
"""How many times as long as the pieces the breakpoints take, at least and at most."""
_MOST_SAMPLES = 200
"""Values of a range that are tried: only at a breakpoint is one not enough."""


# ---------------------------------------------------------------------- the strategic form


def polynomial_bimatrix(form: PolynomialGeneralSumForm) -> PolynomialBimatrix:
    """Return the reduced strategic form of a game; refuse one that is too large."""
    sizes = tuple(map(count_pure_strategies, form.sides))
    if max(sizes) > MOST_STRATEGIES:
        raise NoMethodError(
            f"the strategic form would be {count_text(sizes[0])} x {count_text(sizes[1])}; all "
            f"equilibria for all values of {form.parameter} are looked for up to {MOST_STRATEGIES} "
            "pure strategies per seat\n  with a number for it, `sabot equilibria` lists those of "
            "one game"
        )
    (rows, ones), (columns, twos) = map(pure_realization_plans, form.sides)
    names = tuple(
        tuple(side.cells[0].actions if [cell.key for cell in side.cells] == ["-"] else own)
        for side, own in zip(form.sides, (rows, columns), strict=True)
    )
    tables = []
    for seat in (0, 1):
        table = [[ZERO] * len(columns) for _ in rows]
        for i, j, both in form.payoffs:
            for r, one in enumerate(ones):
                for c, two in enumerate(twos) if one[i] else ():
                    if two[j]:
                        table[r][c] = table[r][c] + both[seat]
        tables.append(tuple(map(tuple, table)))
    below = form.denominator, form.denominator
    return PolynomialBimatrix(
        form.parameter, form.seats, names[0], names[1], (tables[0], tables[1]), below, form.domain
    )


# ---------------------------------------------------------------------- vertices as formulas


@dataclass(frozen=True)
class PolynomialVertex:
    """A vertex of a side on a range: its labels, and its weights as polynomials over one."""

    labels: VertexLabels
    tops: tuple[fmpz_poly, ...]
    below: fmpz_poly

    @cached_property
    def order(self) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        """Pure strategies come first, then small supports; among equals earlier strategies."""
        used, best = self.labels
        return len(used), tuple(sorted(used)), tuple(sorted(best))


def earned(side: PolynomialSide, tops: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """Return what each response earns against weights."""
    return [
        sum((a * w for a, w in zip(row, tops, strict=True) if w != 0), ZERO) for row in side.table
    ]


def lift_vertex(
    side: PolynomialSide, labels: VertexLabels, at: Fraction
) -> tuple[PolynomialVertex, list[fmpz_poly]] | None:
    """Return a vertex at a value as formulas, and polynomials that are positive while it is one.

    None where it is a vertex with these labels at that value only.
    """
    used, best = (sorted(own) for own in labels)
    tops: list[fmpz_poly] = [ZERO] * len(side.mix)
    if len(used) == 1:
        tops[used[0]], below = ONE, ONE
    else:
        rows = side.equations(used, best)
        chosen = _independent_rows(rows, at)
        equations = [{k: c for k, c in enumerate(rows[i]) if c != 0} for i in chosen]
        equations.append({**dict.fromkeys(range(len(used)), ONE), -1: -ONE})
        solved = solve_polynomial_system(equations, len(used))
        if solved is None or not sign_at(solved[1], at):
            return None
        found, below = solved
        shared = common_factor((*found, below))
        if sign_at(shared, at) * sign_at(below, at) < 0:
            shared = -shared
        for j, top in zip(used, found, strict=True):
            tops[j] = divmod(top, shared)[0]
        below = divmod(below, shared)[0]
    paid = earned(side, tops)
    gaps = [paid[best[0]] - amount for amount in paid]
    if any(gaps[i] != 0 for i in best):
        return None
    rank = rank_polynomial(side, used, best)
    positive = [below, *(tops[j] for j in used), *(g for i, g in enumerate(gaps) if i not in best)]
    positive.append(rank if sign_at(rank, at) > 0 else -rank)
    if any(sign_at(p, at) <= 0 for p in positive):
        return None
    return PolynomialVertex(labels, tuple(tops), below), positive


def _independent_rows(rows: Sequence[Sequence[fmpz_poly]], at: Fraction) -> list[int]:
    """Return the numbers of as many rows as are independent at a value."""
    if not rows or len(rows) < len(rows[0]):
        return list(range(len(rows)))
    spot = fmpq(*at.as_integer_ratio())
    columns = fmpq_mat(len(rows), len(rows[0]), [entry(spot) for row in rows for entry in row])
    reduced, rank = columns.transpose().rref()
    found = []
    for k in range(rank):
        found.append(next(n for n in range(len(rows)) if reduced[k, n] != 0))
    return found


def point_vertex(
    side: PolynomialSide, point: RealPoint, vertex: FoundVertex, near: Sequence[PolynomialVertex]
) -> PolynomialVertex:
    """Return a vertex at a point: by formulas of one beside it that is the same there, if any."""
    if point.rational:
        numbers = [fmpq(weight) for weight in vertex.weights]
        unit = lcm(*(int(number.q) for number in numbers))
        tops = tuple(fmpz_poly([int((number * unit).p)]) for number in numbers)
        return PolynomialVertex(vertex.labels, tops, fmpz_poly([unit]))
    field = NumberField(point)
    elements = [_element(field, weight) for weight in vertex.weights]
    for other in near:
        below = field.of(coefficients(other.below))
        if below != 0 and all(
            field.of(coefficients(top)) == field.times(element, below)
            for top, element in zip(other.tops, elements, strict=True)
        ):
            sign = 1 if field.sign(below) > 0 else -1
            used = vertex.labels[0]
            # a formula of a strategy that is used beside the point only is 0 there
            tops = tuple(sign * top if k in used else ZERO for k, top in enumerate(other.tops))
            return PolynomialVertex(vertex.labels, tops, sign * other.below)
    unit = lcm(*(int(element.denom()) for element in elements))
    tops = tuple(fmpz_poly((element * unit).numer().coeffs()) for element in elements)
    return PolynomialVertex(vertex.labels, tops, fmpz_poly([unit]))


def _element(field: NumberField, weight: ExactValue) -> fmpq_poly:
    return weight.element if isinstance(weight, FieldNumber) else field.of([0]) + weight


# ---------------------------------------------------------------------- pieces and points


@dataclass(frozen=True)
class NashRange:
    """A range, or one point, with all its extreme equilibria and the cases that show it."""

    span: Span
    vertices: tuple[
        Mapping[VertexLabels, PolynomialVertex], Mapping[VertexLabels, PolynomialVertex]
    ]
    pairs: tuple[PairLabels, ...]
    """In order."""
    cases: tuple[object, ...]


def expected_pieces(sizes: Sequence[int], dependent: int) -> ExpectedPieces:
    """Return what a theorem on all equilibria takes, from the size of the game.

    *sizes* are the pure strategies of each player; *dependent* payoffs depend on the parameter.
    Measured: a piece takes 20 ms of 2 x 2, 70 ms of 4 x 4, 0.1 to 0.6 s of 6 x 6, 0.7 to 0.9 s of
    8 x 8. With one payoff that depends on the parameter 8 x 8 has 8 pieces, with many 42; 6 x 6 has
    16 to 31, 4 x 4 up to 10.
    """
    strategies = sum(sizes)
    most = strategies // 2 + 1 if dependent == 1 else strategies**2 // 4 + 1
    seconds = 0.02 * 1.35 ** (strategies - 4)
    return ExpectedPieces(1, most, seconds, _LATER_SHARE)


def _expected_pieces_of(game: PolynomialBimatrix) -> ExpectedPieces:
    tables = (entry for table in game.payoffs for row in table for entry in row)
    dependent = sum(entry.degree() > 0 for entry in tables)
    return expected_pieces((len(game.rows), len(game.columns)), dependent)


class _UnluckySample(Exception):
    """A sample is a breakpoint, or too near one: values beside it have other equilibria."""


@dataclass(frozen=True)
class PieceTask:
    """A gap of the range in which a piece is to be found."""

    game: PolynomialBimatrix
    span: RealRange


def find_piece(task: PieceTask) -> NashRange:
    """Return the piece around a sample of a gap."""
    for number, at in enumerate(samples(task.span)):
        if number >= _MOST_SAMPLES:
            break
        raise_if_cancelled()
        try:
            return _piece_around(task.game, task.span, at)
        except _UnluckySample:
            continue
    raise NoMethodError("no value of the range has equilibria like those beside it")


def _piece_around(game: PolynomialBimatrix, span: RealRange, at: Fraction) -> NashRange:
    point = RealPoint.at(at)
    collected = _search_point(game, point).found
    vertices: tuple[dict[VertexLabels, PolynomialVertex], ...] = {}, {}
    positive: list[fmpz_poly] = []
    for number, side in enumerate(game.sides):
        for labels in {pair[number] for pair in collected}:
            lifted = lift_vertex(side, labels, at)
            if lifted is None:
                raise _UnluckySample
            vertices[number][labels] = lifted[0]
            positive += lifted[1]
    span = window(positive, span, at)
    pairs = _ordered(vertices, collected)
    listed, budget = frozenset(pairs), CaseBudget()
    while True:
        writer = CaseWriter(game, listed, budget)
        try:
            writer.write(span)
            break
        except UnlistedEquilibrium as other:
            span = _shorter(game, span, point, other)
    return NashRange(span, (vertices[0], vertices[1]), pairs, tuple(writer.cases))


def _shorter(
    game: PolynomialBimatrix, span: RealRange, at: RealPoint, other: UnlistedEquilibrium
) -> RealRange:
    """Return a range up to where another equilibrium begins."""
    end = other.at
    if other.at.rational:
        value, room = other.at.low, span
        lifted = [
            lift_vertex(side, labels, value)
            for side, labels in zip(game.sides, other.pair, strict=True)
        ]
        for one in lifted if None not in lifted else ():
            assert one is not None
            room = window(one[1], room, value)
        if None not in lifted:
            begins = room.low if at.before(other.at) else room.high
            assert begins is not None
            end = begins
    if end.equals(at) or (at.before(other.at) != at.before(end)):
        raise _UnluckySample
    return RealRange(span.low, end) if at.before(end) else RealRange(end, span.high)


def _search_point(game: PolynomialBimatrix, point: RealPoint) -> CaseWriter:
    """Return the cases of one value, and the extreme equilibria that they end in."""
    writer = CaseWriter(game, None, CaseBudget())
    writer.write(PointRange(point, point.nearly()))
    if len(writer.found) > MOST_EQUILIBRIA:
        raise NoMethodError(
            f"{len(writer.found):,} extreme equilibria at {game.parameter} = "
            f"{point.about}; a theorem lists at most {MOST_EQUILIBRIA}; `sabot equilibria` "
            "lists those of one value"
        )
    return writer


@dataclass(frozen=True)
class PointTask:
    """A value where pieces begin, meet or end."""

    game: PolynomialBimatrix
    point: RealPoint
    near: tuple[tuple[PolynomialVertex, ...], tuple[PolynomialVertex, ...]]
    """The vertices of the pieces beside it, by side."""


def find_point(task: PointTask) -> NashRange:
    """Return all equilibria at a value where pieces begin, meet or end."""
    point = task.point
    writer = _search_point(task.game, point)
    vertices: tuple[dict[VertexLabels, PolynomialVertex], ...] = {}, {}
    for number, side in enumerate(task.game.sides):
        for both in writer.found.values():
            vertex = both[number]
            if vertex.labels not in vertices[number]:
                found = point_vertex(side, point, vertex, task.near[number])
                vertices[number][vertex.labels] = found
    span = PointRange(point, point.nearly())
    pairs = _ordered(vertices, writer.found)
    return NashRange(span, (vertices[0], vertices[1]), pairs, tuple(writer.cases))


class ParameterCover:
    """Covers a range of the parameter by pieces."""

    def __init__(
        self, game: PolynomialBimatrix, progress: Callable[[object], object] | None = None
    ) -> None:
        self.game, self.budget = game, CaseBudget()
        self.progress = progress or (lambda _: None)
        self.found: list[NashRange] = []
        """The pieces found so far, in no order."""
        self.points: list[NashRange] = []
        """The points where pieces begin, meet or end, in order."""

    def cover(self, span: RealRange, spread: OrderedMap | None = None) -> list[NashRange]:
        """Return pieces that cover a range, in order."""
        waiting, found = [span], self.found
        clock = CoverageClock(_expected_pieces_of(self.game), _ends(span))
        while waiting:
            left = clock.describe_rest(
                [_ends(piece.span) for piece in found], [*map(_ends, waiting)]
            )
            report_progress(f"covering{left}", len(found), unit="pieces")
            gaps = [waiting.pop()] if spread is None else waiting
            waiting = waiting if spread is None else []
            tasks = [PieceTask(self.game, gap) for gap in gaps]
            pieces = map(find_piece, tasks) if spread is None else spread(find_piece, tasks)
            for gap, piece in zip(gaps, pieces, strict=True):
                self.budget.take(len(piece.cases))
                found.append(piece)
                low, high = _ends(piece.span)
                if not _same_end(high, gap.high):
                    waiting.append(RealRange(high, gap.high))
                if not _same_end(low, gap.low):
                    waiting.append(RealRange(gap.low, low))
                self.progress(high)
            if len(found) + len(waiting) > MOST_PIECES:
                raise NoMethodError(f"more than {MOST_PIECES} pieces; give a shorter range")
        return sorted(found, key=lambda piece: _start(piece.span))

    def add_points(self, pieces: Sequence[NashRange], spread: OrderedMap | None = None) -> None:
        """Find the points where some pieces begin, meet and end."""
        self.points.clear()
        tasks = []
        for before, after in zip([None, *pieces], [*pieces, None], strict=True):
            meets = _end(pieces[0], 0) if before is None else _end(before, 1)
            if meets is not None:
                beside = [piece for piece in (before, after) if piece is not None]
                one, two = (
                    tuple(vertex for piece in beside for vertex in piece.vertices[side].values())
                    for side in (0, 1)
                )
                tasks.append(PointTask(self.game, meets, (one, two)))
        began = time.monotonic()
        report_progress("breakpoints", 0, len(tasks))
        for point in map(find_point, tasks) if spread is None else spread(find_point, tasks):
            self.budget.take(len(point.cases))
            self.points.append(point)
            done = len(self.points)
            left = time_left(began, done, len(tasks))
            report_progress(f"breakpoints{left}", done, len(tasks))

    def longest_run(self) -> list[NashRange]:
        """Return the most pieces found so far that follow each other without a gap."""
        rows: list[list[NashRange]] = []
        for piece in sorted(self.found, key=lambda piece: _start(piece.span)):
            if rows and _same_end(_end(rows[-1][-1], 1), _end(piece, 0)):
                rows[-1].append(piece)
            else:
                rows.append([piece])
        return max(rows, key=len, default=[])


def _ordered(
    vertices: Sequence[Mapping[VertexLabels, PolynomialVertex]], pairs: Mapping[PairLabels, object]
) -> tuple[PairLabels, ...]:
    def order(pair: PairLabels) -> tuple[object, ...]:
        one, two = vertices[0][pair[0]].order, vertices[1][pair[1]].order
        return one[0] + two[0], one, two

    return tuple(sorted(pairs, key=order))


def _start(span: Span) -> Fraction | float:
    assert isinstance(span, RealRange)
    return span.spot


# ---------------------------------------------------------------------- the theorem


def prove_parametric_nash(
    name: str,
    form: PolynomialGeneralSumForm,
    progress: Callable[[object], object] | None = None,
    spread: OrderedMap | None = None,
) -> NashTheorem:
    """Return the theorem on all equilibria of a game for all values of its parameter.

    A stop raises :class:`~sabot.results.parametric.ProofInterrupted` with the theorem on the range
    that is covered by then.
    """
    game = polynomial_bimatrix(form)
    domain = game.domain
    ends = tuple(None if end is None else RealPoint.at(end) for end in (domain.low, domain.high))
    span = RealRange(*ends)
    _require_positive(game, span)
    cover = ParameterCover(game, progress)
    try:
        pieces = cover.cover(span, spread)
        cover.add_points(pieces, spread)
    except KeyboardInterrupt:
        with without_watch():
            raise ProofInterrupted(_theorem_so_far(name, game, cover)) from None
    return build_theorem(name, game, pieces, cover.points)


def _theorem_so_far(
    name: str, game: PolynomialBimatrix, cover: ParameterCover
) -> NashTheorem | None:
    """Return the theorem on what a stopped search has covered; None where that is nothing.

    Where points were found already, pieces between these are kept, and no other point is needed;
    if there is no such piece, the first one.
    """
    pieces = cover.longest_run()
    if not pieces:
        return None
    done = len(cover.points) - (_end(pieces[0], 0) is not None)
    if cover.points and done > 0:
        pieces = pieces[:done]
    else:
        pieces = pieces[:1] if cover.points else pieces
        cover.add_points(pieces)
    return build_theorem(name, game, pieces, cover.points)


def _end(piece: NashRange, which: int) -> RealPoint | None:
    return _ends(piece.span)[which]


def _same_end(one: RealPoint | None, two: RealPoint | None) -> bool:
    return one is two or (one is not None and two is not None and one.equals(two))


def _ends(span: Span) -> Interval:
    assert isinstance(span, RealRange)
    return span.low, span.high


def _require_positive(game: PolynomialBimatrix, span: RealRange) -> None:
    for below in game.denominators:
        signs = [SpanSigns(span).of(below)]
        signs += [end.sign(below) for end in (span.low, span.high) if end is not None]
        if set(signs) != {1}:
            where = inside_roots(below, span)
            at = f" at {where[0].about}" if where else ""
            raise FormError(
                f"the payoffs are divided by a polynomial in {game.parameter} that is not positive "
                f"on the range{at}; give another range (--from, --to)"
            )


def build_theorem(
    name: str,
    game: PolynomialBimatrix,
    pieces: Sequence[NashRange],
    points: Sequence[NashRange],
) -> NashTheorem:
    """Return what was found as a theorem."""
    found = []
    for piece in pieces:
        span = piece.span
        assert isinstance(span, RealRange)
        low, high = (None if end is None else point_to_end(end) for end in (span.low, span.high))
        found.append(NashPiece(ParameterInterval(low, high), _result_part(game, piece)))
    meets = []
    for part in points:
        assert isinstance(part.span, PointRange)
        meets.append(NashPoint(point_to_end(part.span.point), _result_part(game, part)))
    domain = ParameterInterval(found[0].extent.low, found[-1].extent.high)
    return NashTheorem(
        name,
        game.parameter,
        False,
        domain,
        tuple(found),
        game.seats,
        game.rows,
        game.columns,
        tuple(tuple(tuple(map(coefficients, row)) for row in table) for table in game.payoffs),
        tuple(map(coefficients, game.denominators)),
        tuple(meets),
    )


def _result_part(game: PolynomialBimatrix, part: NashRange) -> NashPart:
    listed = []
    names = game.rows, game.columns
    for pair in part.pairs:
        both = [part.vertices[number][pair[number]] for number in (0, 1)]
        strategies: dict[str, dict[str, dict[str, Formula]]] = {}
        payoffs = []
        for number, seat in enumerate(game.seats):
            own, other = both[number], both[1 - number]
            mix = {
                action: quotient_formula(top, own.below, game.parameter)
                for action, top in zip(names[number], own.tops, strict=True)
                if top != 0
            }
            strategies[seat] = {"-": mix}
            paid = earned(game.sides[1 - number], other.tops)[min(own.labels[0])]
            below = other.below * game.denominators[number]
            payoffs.append(_payoff_formula(paid, below, part.span, game.parameter))
        listed.append(EquilibriumFormulas(tuple(payoffs), strategies))
    unique = {
        seat: len({pair[number] for pair in part.pairs}) == 1
        for number, seat in enumerate(game.seats)
    }
    return NashPart(tuple(listed), unique, _components(game, part), part.cases)


def _payoff_formula(paid: fmpz_poly, below: fmpz_poly, span: Span, name: str) -> Formula:
    """Return a payoff as a formula; at a rational point, or where it is 0 at one, as a number."""
    found = quotient_formula(paid, below, name)
    if isinstance(span, PointRange):
        if span.point.rational:
            return Formula.number(found.at(span.point.low), name)
        if not span.point.sign(paid):
            return Formula.number(Fraction(0), name)
    return found


def _components(game: PolynomialBimatrix, part: NashRange) -> tuple[Component, ...]:
    numbers: list[dict[VertexLabels, int]] = [{}, {}]
    places = {}
    for place, pair in enumerate(part.pairs, 1):
        spot = tuple(numbers[n].setdefault(pair[n], len(numbers[n])) for n in (0, 1))
        places[spot] = place
    keys = [list(own) for own in numbers]
    signs = SpanSigns(part.span)

    def dimension(subset: NashSubset) -> int:
        total = 0
        for number, members in enumerate((subset.first, subset.second)):
            mixes = [part.vertices[number][keys[number][k]].tops for k in members]
            total += _rank(mixes, signs) - 1
        return total

    found = []
    for group in maximal_nash_subsets([(one, two) for one, two in places]):
        subsets = tuple(
            tuple(sorted(places[one, two] for one in subset.first for two in subset.second))
            for subset in group
        )
        found.append(Component(max(map(dimension, group)), tuple(sorted(subsets))))
    return tuple(sorted(found, key=lambda component: component.subsets))


def _rank(mixes: Sequence[Sequence[fmpz_poly]], signs: SpanSigns) -> int:
    """Return the rank of some different vertices of a side on a range."""
    if len(mixes) < 3:
        return len(mixes)
    kept: list[Sequence[fmpz_poly]] = []
    for mix in mixes:
        tried = [*kept, mix]
        gram = [
            {
                k: sum((a * b for a, b in zip(one, two, strict=True)), ZERO)
                for k, two in enumerate(tried)
            }
            for one in tried
        ]
        sign = signs.of(polynomial_determinant(gram))
        if sign is None:
            raise NoMethodError(
                "the dimension of a set of equilibria changes inside a piece; give a shorter range"
            )
        if sign:
            kept = tried
    return len(kept)
