"""Uniqueness in a matrix game, in the cheapest way that proves it.

A second optimal mixed strategy of a player is looked for in two places: a row that repeats one in
use, and the end of an edge of the optimal face, one pivot away from the vertex that was found.
Floats choose the edge: all edges at once, as products with the inverse of the basis. The vertex at
its end is solved for exactly, and its worth is computed from the payoffs; a wrong choice costs time
only.

Where no second strategy is found, a rank shows uniqueness: against the opponent's strategy,
or against the middle between two of his. Where that fails too, nothing is decided here, and
:mod:`sabot.solvers.zero_sum.optimal_face` looks for inner points of the optimal faces.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice

import numpy as np
from flint import fmpz_mat

from sabot.exact import as_fractions, over_one_denominator
from sabot.forms.base import RealizationPlan
from sabot.forms.sequence import MatrixForm
from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.dense_simplex import scale_to_unit, walk_tableau
from sabot.solvers.lp.program import Floats, IntArray, to_flint_matrix
from sabot.solvers.zero_sum.matrix_game import (
    NORMAL_BITS,
    BoundedSums,
    MatrixSolution,
    find_ties,
    make_payoffs_positive,
    solve_ones,
)
from sabot.solvers.zero_sum.optimal_face import (
    PRIMES,
    OptimalFaces,
    PlanUniqueness,
    analyse_optimal_faces,
    matrix_full_rank,
)

_FLOAT_NOISE = 1e-9
"""Of the largest number of an edge: what is smaller is taken for 0."""
_MOST_EDGES = 3
"""Edges that are followed exactly before another way is thought better."""
_WORD = 2**62
"""Sums below this are computed in machine words."""
IntegerMix = tuple[list[int], list[int]]
"""The places that a mixed strategy uses, and integers in proportion to its probabilities."""


def matrix_game_faces(
    form: MatrixForm,
    found: MatrixSolution,
    plans: tuple[RealizationPlan, RealizationPlan],
    *,
    inner: bool = True,
) -> OptimalFaces:
    """Return the optimal faces of a solved matrix game, with the verdicts on uniqueness.

    Where *inner* plans are not asked for, the verdicts are the cheapest that can be proved.
    """
    if found.prime is not None:
        sure = PlanUniqueness(True, found.prime)
        return OptimalFaces(plans, (sure, sure))
    rows, columns = found.tight
    tight = [0, *(i + 1 for i in rows)], [0, *(j + 1 for j in columns)]
    if not inner and any(not plan[s] for plan, own in zip(plans, tight, strict=True) for s in own):
        cheap = _faces_by_pivot_or_rank(form, found, plans)
        if cheap is not None:
            return cheap
    return analyse_optimal_faces(form, plans[0], plans[1], tight)


def _faces_by_pivot_or_rank(
    form: MatrixForm, found: MatrixSolution, plans: tuple[RealizationPlan, RealizationPlan]
) -> OptimalFaces | None:
    """Return the verdicts where a pivot or a rank decides them; None where neither does."""
    report_progress("uniqueness")
    sides = _sides(form, found)
    others = [_second_mix(side) for side in sides]
    inner = list(plans)
    verdicts = []
    for seat, other in enumerate(others):
        if other is not None:
            verdicts.append(PlanUniqueness(False, another=other.plan(len(plans[seat]))))
            continue
        against = _opponent_plan_with_full_rank(
            form.swapped() if seat else form,
            sides[seat].tight,
            plans[1 - seat],
            _other_mixes(sides[1 - seat], others[1 - seat]),
        )
        if against is None:
            return None
        inner[1 - seat] = against
        verdicts.append(PlanUniqueness(True, PRIMES[0]))
    return OptimalFaces((inner[0], inner[1]), (verdicts[0], verdicts[1]))


def _opponent_plan_with_full_rank(
    view: MatrixForm, tight: list[int], plan: RealizationPlan, others: Iterator[_OptimalMix]
) -> RealizationPlan | None:
    """Return an optimal plan of the opponent that leaves a player one optimal plan only.

    The plan that was found; else the middle between it and another. What is best against a middle
    is best against both.
    """
    if matrix_full_rank(view, plan, [0, *(i + 1 for i in tight)], PRIMES[0]):
        return plan
    for mix in others:
        tops = mix.plan(len(plan))
        within = [0, *(i + 1 for i in sorted(set(tight) & set(mix.replies)))]
        used = [a or b for a, b in zip(plan, tops, strict=True)]
        if matrix_full_rank(view, used, within, PRIMES[0]):
            known, below = over_one_denominator(plan)
            both = [a * tops[0] + b * below for a, b in zip(known, tops, strict=True)]
            return as_fractions(both, 2 * below * tops[0])
    return None


def _other_mixes(side: _Side, second: _OptimalMix | None) -> Iterator[_OptimalMix]:
    """Yield other optimal strategies: the second that is known, and one inside of all edges."""
    if second is not None:
        yield second
        inner = _inner_mix(side)
        if inner is not None:
            yield inner


@dataclass(frozen=True)
class _OptimalMix:
    """A mixed strategy that was proved to be optimal."""

    places: list[int]
    weights: list[int]
    """Integers in proportion to the probabilities at *places*."""
    replies: list[int]
    """The opponent's best responses."""

    def plan(self, count: int) -> list[int]:
        """Return it as a plan of *count* sequences: integers over the first of them."""
        tops = [0] * count
        tops[0] = sum(self.weights)
        for place, weight in zip(self.places, self.weights, strict=True):
            tops[place + 1] = weight
        return tops


@dataclass(frozen=True)
class _Side:
    """A solved game as one player sees it: own strategies are rows, all payoffs are positive."""

    payoffs: IntArray
    sums: BoundedSums
    value: Fraction
    sign: int
    """1 for the player who is paid, -1 for the one who pays."""
    mix: list[Fraction]
    tight: list[int]
    """The own rows that are best responses to the opponent's strategy."""
    level: list[int]
    """The columns that are the opponent's best responses to the own strategy."""
    opponent_mix: list[Fraction]
    """The opponent's strategy."""
    rows: list[int]
    columns: list[int]
    """The basis: rows of the own strategy, columns that it makes level."""

    def prove_optimal(self, places: Sequence[int], weights: Sequence[int]) -> _OptimalMix | None:
        """Return a mixed strategy with the opponent's best responses; None if it is not optimal."""
        total = sum(weights)
        if total <= 0 or min(weights) < 0 or self._is_known(places, weights, total):
            return None
        top, below = self.value.numerator * total, self.value.denominator
        scaled = [weight * below for weight in weights]
        if self.payoffs.dtype != object and sum(scaled) * self.sums.largest < _WORD:
            paid = np.array(scaled, dtype=np.int64) @ self.payoffs[list(places)]
            if ((paid - top) * self.sign).min() < 0:
                return None
            replies = np.flatnonzero(paid == top).tolist()
        else:
            ask = self.sums.columns_possibly_at_most_one
            if self.sign < 0:
                ask = self.sums.rows_possibly_at_least_one
            doubt = ask(places, scaled, top)
            found = find_ties(self.payoffs.T, doubt, list(places), scaled, top, -self.sign)
            if found is None:
                return None
            replies = found
        return _OptimalMix(list(places), list(weights), replies)

    def _is_known(self, places: Sequence[int], weights: Sequence[int], total: int) -> bool:
        return all(
            weight * self.mix[place].denominator == self.mix[place].numerator * total
            for place, weight in zip(places, weights, strict=True)
        )

    @cached_property
    def scaled(self) -> Floats:
        """The payoffs over the largest of them, as floats."""
        return self.sums.scaled if self.sign > 0 else self.sums.scaled.T


def _sides(form: MatrixForm, found: MatrixSolution) -> tuple[_Side, _Side]:
    """Return the game as the first player sees it, and as the second does."""
    payoffs, lift = make_payoffs_positive(form)
    largest = form.span[1] + lift
    sums = BoundedSums(scale_to_unit(payoffs, largest), largest)
    value = found.value * form.denominator + lift
    rows, columns = list(found.basis.rows), list(found.basis.columns)
    ones, twos = found.tight
    return (
        _Side(payoffs, sums, value, 1, found.row, ones, twos, found.column, rows, columns),
        _Side(payoffs.T, sums, value, -1, found.column, twos, ones, found.row, columns, rows),
    )


def _second_mix(side: _Side) -> _OptimalMix | None:
    """Return another optimal strategy of a player; None where none is found."""
    if len(side.tight) == 1:
        return None
    for places, weights in chain(_repeated_rows(side), islice(_edge_ends(side), _MOST_EDGES)):
        raise_if_cancelled()
        another = side.prove_optimal(places, weights)
        if another is not None:
            return another
    return None


def _repeated_rows(side: _Side) -> Iterator[IntegerMix]:
    """Yield the strategy with a row in use replaced by one that pays the same everywhere."""
    lines = side.payoffs[side.tight]
    keys = map(tuple, lines.tolist()) if lines.dtype == object else (row.tobytes() for row in lines)
    first: dict[object, int] = {}
    for place, key in zip(side.tight, keys, strict=True):
        known = first.setdefault(key, place)
        if known == place:
            continue
        used = next((k for k in (known, place) if side.mix[k]), None)
        if used is None:
            continue
        spare = place if used == known else known
        places = [k for k, chance in enumerate(side.mix) if chance and k not in (used, spare)]
        moved = [side.mix[k] for k in places] + [side.mix[used] + side.mix[spare]]
        yield [*places, spare], over_one_denominator(moved)[0]
        return


def _edges_with_length(side: _Side) -> tuple[_Edges, list[int]] | None:
    """Return the edges at the vertex, at a basis that has some with a length, and which have."""
    edges = _Edges.of(side)
    if edges is None:
        return None
    numbers = edges.candidates()
    if not numbers:
        turned = edges.basis_with_an_edge()
        if turned is None:
            return None
        edges = _Edges.of(replace(side, rows=turned[0], columns=turned[1]))
        numbers = [] if edges is None else edges.candidates()
    return None if edges is None or not numbers else (edges, numbers)


def _inner_mix(side: _Side) -> _OptimalMix | None:
    """Return an optimal strategy some way along all edges at once; None if floats mislead."""
    found = _edges_with_length(side)
    if found is None:
        return None
    edges, numbers = found
    count = len(edges.entering)
    fresh = [edges.entering[k] for k in numbers if k < count]
    loose = {edges.released[k - count] for k in numbers if k >= count}
    rows, columns, largest = edges.side.rows, edges.side.columns, side.sums.largest
    paid = side.payoffs[fresh].sum(axis=0)[columns].tolist()
    right = [side.sign * largest * (place in loose) - amount for place, amount in enumerate(paid)]
    kernel = to_flint_matrix(side.payoffs[np.ix_(rows, columns)].T)
    try:
        tops, below = kernel.solve(fmpz_mat(len(rows), 1, right)).numer_denom()
    except ZeroDivisionError:
        return None
    length = edges.length(edges.moves[numbers].sum(axis=0), fresh)
    if length is None:
        return None
    # floats have the payoffs, and so the weights, in the unit of the largest payoff
    step = Fraction(2) ** math.floor(math.log2(length) - 1) / largest
    mixed, whole = over_one_denominator([side.mix[i] for i in rows])
    unit = int(below)
    # mix / value + step * move, over one denominator
    now = step.denominator * side.value.denominator * unit
    then = step.numerator * side.value.numerator * whole
    weights = [now * a + then * int(b) for a, b in zip(mixed, tops.entries(), strict=True)]
    return side.prove_optimal([*rows, *fresh], weights + [then * unit] * len(fresh))


def _edge_ends(side: _Side) -> Iterator[IntegerMix]:
    """Yield the ends of the edges of the optimal face that floats find to have a length.

    An edge begins where a row that is not in the basis comes into use, at no cost because it is a
    best response, or where a column of the basis that the opponent does not use need not be level
    any more. It ends where a probability becomes 0 or another column becomes level.
    """
    edges, numbers = _edges_with_length(side) or (None, [])
    for number in numbers:
        ended = None if edges is None else edges.neighbour(number)
        if ended is None:
            continue
        rows, columns = ended
        solved = solve_ones(side.payoffs[np.ix_(rows, columns)].T)
        if solved is not None:
            tops, below = solved
            yield rows, tops if below > 0 else [-top for top in tops]


@dataclass(frozen=True)
class _Edges:
    """All edges at a basis, in floats; strategies are divided by the value."""

    side: _Side
    entering: list[int]
    """Rows that may come into use; the edges after theirs let a column go."""
    released: list[int]
    """Columns of the basis that the opponent does not use, by their places in it."""
    moves: Floats
    """One row per edge: how the rows of the basis change."""

    @classmethod
    def of(cls, side: _Side) -> _Edges | None:
        """Return the edges; None where the basis has no inverse in floats."""
        if side.sums.largest.bit_length() > NORMAL_BITS:
            return None
        basic = set(side.rows)
        entering = [i for i in side.tight if i not in basic]
        released = [k for k, j in enumerate(side.columns) if not side.opponent_mix[j]]
        with np.errstate(all="ignore"):
            try:
                inverse = np.linalg.inv(side.scaled[np.ix_(side.rows, side.columns)])
            except np.linalg.LinAlgError:
                return None
        moves = np.concatenate(
            [
                -side.scaled[np.ix_(entering, side.columns)] @ inverse,
                side.sign * inverse[released],
            ]
        )
        return cls(side, entering, released, moves) if np.isfinite(moves).all() else None

    @cached_property
    def degenerate(self) -> list[int]:
        """The rows of the basis whose probability is 0, by their places in it."""
        return [k for k, i in enumerate(self.side.rows) if not self.side.mix[i]]

    @cached_property
    def tied(self) -> list[int]:
        """The columns that are level without being in the basis."""
        return sorted(set(self.side.level) - set(self.side.columns))

    @cached_property
    def changes(self) -> Floats:
        """How what is 0 and must stay >= 0 changes: degenerate rows, then tied columns."""
        side = self.side
        drift = self.moves @ side.scaled[np.ix_(side.rows, self.tied)]
        drift[: len(self.entering)] += side.scaled[np.ix_(self.entering, self.tied)]
        return np.concatenate([self.moves[:, self.degenerate], side.sign * drift], axis=1)

    @cached_property
    def weights(self) -> Floats:
        """The probabilities of the rows of the basis over the value, in floats."""
        side = self.side
        scale = float(side.sums.largest / side.value)
        chances = [side.mix[i].as_integer_ratio() for i in side.rows]
        return np.array([top / below for top, below in chances]) * scale

    def candidates(self) -> list[int]:
        """Return the edges along which nothing that is 0 becomes negative."""
        sizes = np.abs(self.moves).max(axis=1, initial=0.0)
        noise = -_FLOAT_NOISE * np.maximum(sizes, 1.0)
        free = (self.changes >= noise[:, None]).all(axis=1) & (sizes > _FLOAT_NOISE)
        return list(map(int, np.flatnonzero(free)))

    def basis_with_an_edge(self) -> tuple[list[int], list[int]] | None:
        """Return another basis of the same vertex, one of whose edges has a length; None if none.

        The directions into the optimal face are a cone. A simplex walk over it, with random right
        sides in the place of 0 so that it ends, stops at a direction without end or shows that the
        vertex is all of the face.
        """
        count, width = self.changes.shape
        if not count or not width:
            return None
        generator = np.random.default_rng(0)
        table = np.empty((width + 1, count + 1))
        table[:width, :count] = -self.changes.T
        table[:width, count] = generator.uniform(1.0, 2.0, width)
        table[width, :count] = -generator.uniform(1.0, 2.0, count)
        table[width, count] = 0.0
        inside, outside = np.arange(count, count + width), np.arange(count)
        walk_tableau(table, inside, outside, 2 * (count + width))
        if (table[width, :count] >= -_FLOAT_NOISE).all():
            return None
        side, entered = self.side, inside[inside < count].tolist()
        left = (outside[outside >= count] - count).tolist()
        fresh = len(self.entering)
        gone = {side.rows[self.degenerate[k]] for k in left if k < len(self.degenerate)}
        let_go = {side.columns[self.released[k - fresh]] for k in entered if k >= fresh}
        rows = [i for i in side.rows if i not in gone]
        rows += [self.entering[k] for k in entered if k < fresh]
        columns = [j for j in side.columns if j not in let_go]
        columns += [self.tied[k - len(self.degenerate)] for k in left if k >= len(self.degenerate)]
        return (rows, columns) if len(rows) == len(columns) else None

    def neighbour(self, number: int) -> tuple[list[int], list[int]] | None:
        """Return the basis at the other end of an edge; None where it has no end."""
        side, count = self.side, len(self.entering)
        fresh = self.entering[number : number + 1]  # none where a column is let go
        ratios = self._ratios(self.moves[number], fresh)
        end = int(ratios.argmin())
        if ratios[end] == np.inf:
            return None
        rows, columns = [*side.rows, *fresh], list(side.columns)
        if not fresh:
            del columns[self.released[number - count]]
        if end < len(side.rows):
            del rows[end]
        else:
            columns.append(end - len(side.rows))
        return (rows, columns) if rows and len(rows) == len(columns) else None

    def length(self, move: Floats, fresh: list[int]) -> float | None:
        """Return how far a direction leads that brings rows into use; None if it has no end."""
        found = float(self._ratios(move, fresh).min())
        return found if 0.0 < found < math.inf else None

    def _ratios(self, move: Floats, fresh: list[int]) -> Floats:
        """Return when each row of the basis and each column reaches 0 along a direction."""
        side, weights = self.side, self.weights
        lines = side.scaled[side.rows]
        drift = side.sign * (move @ lines + side.scaled[fresh].sum(axis=0))
        drift[side.level] = 0.0
        now = np.concatenate([weights, side.sign * (weights @ lines - 1.0)])
        change = np.concatenate([move, drift])
        ratios = np.full(len(now), np.inf)
        noise = _FLOAT_NOISE * max(1.0, float(np.abs(move).max()))
        np.divide(now, -change, out=ratios, where=change < -noise)
        ratios[self.degenerate] = np.inf
        return ratios
