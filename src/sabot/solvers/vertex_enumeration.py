"""Vertex enumeration by the double description method: all extreme optimal strategies.

The optimal mixed strategies of the row player are the cone ``x >= 0, x'(A_j - v) >= 0`` cut by
``sum x = 1``; its extreme rays are the vertices (Motzkin, Raiffa, Thompson and Thrall 1953). The
equations are solved first, which leaves d free entries. The solutions whose free entries are >= 0
form a cone with d extreme rays; the signs of the other entries and the inequalities cut it, one at
a time: a new ray lies between two *adjacent* old ones on either side of the plane, and adjacency is
read off the sets of constraints that hold with equality. In a sequence form the opponent's pure
strategies are too many to write down; those of his optimal plan are equations, and others are added
as best responses violate the value, as cutting planes.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from flint import fmpz_mat

from sabot.errors import LongSearchWarning, NoMethodError
from sabot.forms.base import RealizationPlan, TwoPlayerZeroSumForm
from sabot.forms.sequence import BehaviourStrategy, MatrixForm, Treeplex, pure_best_response
from sabot.progress import raise_if_cancelled, report_progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

MOST_RAYS = 1_000_000
_MOST_ENTRIES = 30_000_000
"""Rays of one cone, and numbers in all of them together: at most about a GB."""
_LONG_DIMENSION = 16
"""Dimension of a set of optimal strategies from which its corners may be too many to list."""
_MANY_PAIRS = 5000
"""With this many pairs of rays arrays compare them faster, also where numpy is not loaded yet."""
_MOST_ARRAY_BITS = 20_000_000
"""Rays times constraints that arrays hold as floats: 80 MB."""
_ARRAY_ENTRIES = 4_000_000
"""Numbers in a product of such arrays: 16 MB."""
_COMPARED_SHARE = 8
"""Each pair is counted as if compared with an eighth of the rays: most pairs fail soon."""


class LongEnumerationError(Exception):
    """An optimal set may have very many vertices, and no long list was asked for."""


class _Ray(NamedTuple):
    weights: tuple[int, ...]
    held: int  # bit set of the constraints that hold with equality


def enumerate_optimal_mixed_strategies(
    form: MatrixForm,
    value: Fraction,
    rows: Sequence[int],
    column: Sequence[Fraction],
    *,
    long: bool = True,
) -> list[dict[str, Fraction]]:
    """Return the extreme optimal mixes of the row seat, each as its support.

    *column* is any optimal mix of the other seat and *rows* are those that are best against it: no
    optimal mix uses another row, and every one earns just the value in the columns that *column*
    plays. Unless *long*, a list that may be very long is refused.
    """
    played = [j for j, chance in enumerate(column) if chance]
    unplayed = [j for j, chance in enumerate(column) if not chance]
    scale = form.denominator

    def plane(j: int) -> list[int]:
        numbers = [form.payoffs[i][j] * value.denominator - value.numerator * scale for i in rows]
        common = math.gcd(*numbers) or 1
        return [number // common for number in numbers]

    rays = enumerate_extreme_rays(
        len(rows),
        [plane(j) for j in played],
        [plane(j) for j in unplayed],
        seat=form.seats[0],
        long=long,
    )
    found = []
    for ray in rays:
        total = sum(ray)
        found.append(
            {form.rows[i]: Fraction(w, total) for i, w in zip(rows, ray, strict=True) if w}
        )
    return found


def enumerate_optimal_plans(
    duel: TwoPlayerZeroSumForm,
    value: Fraction,
    opponent: RealizationPlan,
    most: int | None = None,
    without: Collection[int] = (),
    *,
    long: bool = True,
) -> list[RealizationPlan]:
    """Return the extreme optimal plans of side one of any game, *without* some sequences.

    *opponent* is any optimal plan of side two; no optimal plan of side one leaves the sequences
    that are tight against it, and every one earns just the value against each pure strategy that it
    mixes. Side two's other pure responses are far too many to write down, so they are added as they
    are needed: every ray is tried against its best response, and a response that earns side one
    less than the value becomes a new plane, until none does. *most* bounds the comparisons; beyond
    it the plans are refused as too many. Unless *long*, a list that may be very long is refused.
    """
    face = OptimalFace(duel, value, opponent, without)
    cone = PolyhedralCone(len(face.tight), face.equations, most=most)
    if most is None:
        cone.announce(duel.sides[0].name, long=long)
    cone.cut_by_all()
    proved: set[tuple[int, ...]] = set()
    while True:
        failed = None
        for ray in cone.rays:
            raise_if_cancelled()
            if ray.weights not in proved:
                failed = face.find_violated_plane(ray.weights)
                if failed is not None:
                    break
                proved.add(ray.weights)
        if failed is None:
            break
        cone.cut(failed)
    return [face.plan(ray.weights) for ray in sorted(cone.rays, key=lambda r: r.weights)]


class OptimalFace:
    """The optimal plans of side one: tight sequences, equations, and planes as they are violated.

    The weights of a plan are those of its tight sequences, the first that of the empty sequence.
    """

    def __init__(
        self,
        duel: TwoPlayerZeroSumForm,
        value: Fraction,
        opponent: RealizationPlan,
        without: Collection[int] = (),
    ) -> None:
        side, other = duel.sides
        self._duel, self._value = duel, value
        self.tight = _sequences_without(side, duel.reply(0, ((), opponent))[0].tight, without)
        """The sequences that an optimal plan may use."""
        index = {s: k for k, s in enumerate(self.tight)}
        self.equations = []
        """What every optimal plan solves."""
        for cell in side.cells:
            if cell.parent in index:
                plane = [0] * len(self.tight)
                for s in cell.sequences:
                    if s in index:
                        plane[index[s]] = 1
                plane[index[cell.parent]] -= 1
                self.equations.append(plane)
        self.equations += [self._surplus_plane(pure) for pure in _mixed_pure_plans(other, opponent)]

    def plan(self, weights: Sequence[int]) -> RealizationPlan:
        """Return the plan with these weights."""
        plan = [Fraction(0)] * self._duel.sides[0].count
        for s, weight in zip(self.tight, weights, strict=True):
            plan[s] = Fraction(weight, weights[0])
        return plan

    def find_violated_plane(self, weights: Sequence[int]) -> list[int] | None:
        """Return the plane of a pure response that holds a plan below the value, if any does."""
        other = self._duel.sides[1]
        reply, below = self._duel.reply(1, (self.plan(weights), ()))
        if Fraction(-reply.value, below) >= self._value:
            return None
        actions = pure_best_response(other, reply)
        pure = {key: {action: Fraction(1)} for key, action in actions.items()}
        return self._surplus_plane(other.plan(pure))

    def _surplus_plane(self, response: RealizationPlan) -> list[int]:
        """Return what each sequence adds to the surplus over the value, scaled."""
        earned, scale = self._duel.gains(0, ((), response))
        plane = [int(earned[s]) * self._value.denominator for s in self.tight]
        plane[0] -= self._value.numerator * scale
        return plane


def _sequences_without(
    side: Treeplex, sequences: Iterable[int], without: Collection[int]
) -> list[int]:
    """Return the sequences that are not in *without*, nor continue one that is."""
    parent = {s: cell.parent for cell in side.cells for s in cell.sequences}
    kept = {0}
    for s in sorted(sequences):
        if s and s not in without and parent[s] in kept:
            kept.add(s)
    return sorted(kept)


def _mixed_pure_plans(side: Treeplex, plan: RealizationPlan) -> Iterator[RealizationPlan]:
    """Return pure plans that a plan mixes: some that play each of its sequences.

    At every infoset they play its first action in the plan, except on the way to one sequence. So
    their equations span those of all pure plans that the plan mixes.
    """
    usual = [next((s for s in cell.sequences if plan[s]), cell.sequences[0]) for cell in side.cells]
    infoset_of = {s: number for number, cell in enumerate(side.cells) for s in cell.sequences}
    for target in [0, *(s for s in infoset_of if plan[s] and s not in usual)]:
        chosen, s = list(usual), target
        while s:
            number = infoset_of[s]
            chosen[number] = s
            s = side.cells[number].parent
        pure = [Fraction(0)] * side.count
        pure[0] = Fraction(1)
        for cell, s in zip(side.cells, chosen, strict=True):
            pure[s] = pure[cell.parent]
        yield pure


def enumerate_extreme_rays(
    dimension: int,
    equations: Sequence[Sequence[int]],
    inequalities: Sequence[Sequence[int]],
    most: int | None = None,
    seat: str = "",
    *,
    long: bool = True,
) -> list[tuple[int, ...]]:
    """Return the extreme rays of ``x >= 0``, ``e.x = 0`` (equations), ``i.x >= 0`` (inequalities).

    *most* bounds the comparisons; beyond it the rays are refused as too many. *seat*: whose optimal
    strategies they are; that there may be very many is said before the work then, or, unless
    *long*, raised.

    >>> enumerate_extreme_rays(3, [[1, -1, 0]], [[1, 0, -1]])
    [(1, 1, 0), (1, 1, 1)]
    """
    cone = PolyhedralCone.of_inequalities(dimension, equations, inequalities, most)
    if seat:
        cone.announce(seat, long=long)
    cone.cut_by_all()
    return sorted(ray.weights for ray in cone.rays)


class PolyhedralCone:
    """A cone by its extreme rays: the solutions >= 0 of some equations, cut plane by plane.

    A ray carries its products with the *planes* that are known at first behind its weights, until
    the cone is cut by all of them.
    """

    def __init__(
        self,
        dimension: int,
        equations: Sequence[Sequence[int]],
        planes: Sequence[Sequence[int]] = (),
        most: int | None = None,
    ) -> None:
        self._dimension = dimension
        self._constraints = dimension + len(planes)
        """Signs of the entries, and planes."""
        self._most, self._work = most, 0
        solutions, free = solution_basis(dimension, equations)
        self._least_shared = len(free) - 2
        """Constraints that two adjacent rays hold both, at the least: they span a plane."""
        all_free = sum(1 << k for k in free)
        self.rays = [
            _Ray((*x, *(sum(map(mul, plane, x)) for plane in planes)), all_free ^ (1 << k))
            for k, x in zip(free, solutions, strict=True)
        ]
        bound = set(range(self._constraints)) - set(free)
        self._pending = sorted(bound)
        """Constraints by which the cone is still to be cut."""
        self._above, self._under = [0] * self._constraints, [0] * self._constraints
        """Of each of them, how many rays are on either side."""
        self._count_sides(self.rays, 1)

    @classmethod
    def of_inequalities(
        cls,
        dimension: int,
        equations: Sequence[Sequence[int]],
        inequalities: Sequence[Sequence[int]],
        most: int | None = None,
    ) -> PolyhedralCone:
        """Return a cone with the planes of the inequalities that are no consequence of signs."""
        planes = [plane for plane in _distinct_planes(inequalities) if min(plane) < 0]
        return cls(dimension, equations, planes, most)

    @property
    def certain_rays(self) -> list[tuple[int, ...]]:
        """The rays so far that hold all known constraints: no further cut removes them."""
        return [ray.weights[: self._dimension] for ray in self.rays if min(ray.weights) >= 0]

    def announce(self, seat: str, *, long: bool = True) -> None:
        """Say before the work that a seat may have very many extreme optimal strategies.

        Unless *long*, raise :class:`LongEnumerationError` then.
        """
        dimension = len(self.rays) - 1
        if self._pending and dimension >= _LONG_DIMENSION:
            most = min(MOST_RAYS, _MOST_ENTRIES // self._constraints)
            text = (
                f"the optimal strategies of {seat} are in a set of dimension {dimension}, and may "
                f"have very many vertices\n  the list is given up beyond {most:,}; `sabot solve` "
                "gives one optimal strategy"
            )
            if not long:
                raise LongEnumerationError(text)
            warnings.warn(text, LongSearchWarning, stacklevel=2)

    def _count_sides(self, rays: Sequence[_Ray], sign: int) -> None:
        """Count some rays that are added (1) or removed (-1)."""
        above, under = self._above, self._under
        for weights, _ in rays:
            for entry in self._pending:
                if weights[entry] > 0:
                    above[entry] += sign
                elif weights[entry] < 0:
                    under[entry] += sign

    def cut_by_all(self, most_rays: int | None = None) -> None:
        """Keep what satisfies all constraints that are known.

        Always one with the fewest pairs of rays on its two sides, and before it those that only
        remove rays. A cone that has more than *most_rays* before a cut is refused.
        """
        while self._pending and self.rays:
            raise_if_cancelled()
            if most_rays is not None and len(self.rays) > most_rays:
                raise _too_many_rays_to_hold(most_rays)
            entry = self._cheapest_constraint()
            self._pending.remove(entry)
            self._cut_at(entry, 1 << entry)
        self.rays = [_Ray(ray.weights[: self._dimension], ray.held) for ray in self.rays]

    def _cheapest_constraint(self) -> int:
        """Return the constraint with the fewest pairs of rays on its two sides."""
        found, least = self._pending[0], -1
        for entry in self._pending:
            pairs = self._above[entry] * self._under[entry]
            if not pairs and self._under[entry]:
                return entry  # it only removes rays
            if least < 0 or pairs < least:
                found, least = entry, pairs
        return found

    def cut(self, plane: Sequence[int]) -> None:
        """Keep the part where the product with a plane is >= 0."""
        self.rays = [
            _Ray((*ray.weights, sum(map(mul, plane, ray.weights))), ray.held) for ray in self.rays
        ]
        self._cut_at(-1, 1 << self._constraints)
        self._constraints += 1
        self.rays = [_Ray(ray.weights[:-1], ray.held) for ray in self.rays]

    def _cut_at(self, entry: int, bit: int) -> None:
        """Keep the part where an entry of the rays is >= 0; a bit marks the rays where it is 0."""
        report_progress("enumerating", len(self.rays), unit="rays")
        sides = _sides_of_plane(self.rays, entry)
        compared = 1 + len(self.rays) // _COMPARED_SHARE
        self._work += len(sides.above) * len(sides.under) * compared
        if self._most is not None and self._work > self._most:
            raise _too_many_rays(len(self.rays), self._most)
        if not sides.crossed:
            # no ray is on one side, so there is no new ray; no mark is needed, as the constraints
            # that are marked already define the cone, or the face of it that stays
            self.rays = sides.above + sides.on
            self._count_sides(sides.under, -1)
            return
        new = _rays_between(self.rays, sides, entry, bit, self._least_shared)
        on = [_Ray(ray.weights, ray.held | bit) for ray in sides.on]
        self._count_sides(sides.under, -1)
        self._count_sides(new, 1)
        self.rays = sides.above + on + new


def solution_basis(
    dimension: int, equations: Sequence[Sequence[int]]
) -> tuple[list[list[int]], list[int]]:
    """Return a basis of the solutions of some equations, and the entries that are free in them.

    In each solution one free entry is positive, and the others are 0.
    """
    if not equations:
        return [[int(k == i) for k in range(dimension)] for i in range(dimension)], list(
            range(dimension)
        )
    flat = [entry for row in equations for entry in row]
    reduced, denominator, rank = fmpz_mat(len(equations), dimension, flat).rref()
    rows = [[int(reduced[i, j]) for j in range(dimension)] for i in range(rank)]
    pivots = [next(j for j, entry in enumerate(row) if entry) for row in rows]
    bound = set(pivots)
    free = [j for j in range(dimension) if j not in bound]
    scale, sign = abs(int(denominator)), 1 if denominator > 0 else -1
    solutions = []
    for k in free:
        x = [0] * dimension
        x[k] = scale
        for row, pivot in zip(rows, pivots, strict=True):
            x[pivot] = -sign * row[k]
        common = math.gcd(*x)
        solutions.append([entry // common for entry in x])
    return solutions, free


class _Sides(NamedTuple):
    """The rays above a plane, on it and under it."""

    above: list[_Ray]
    on: list[_Ray]
    under: list[_Ray]

    @property
    def crossed(self) -> bool:
        """Whether the plane separates some of the rays."""
        return bool(self.above and self.under)


def _sides_of_plane(rays: Sequence[_Ray], entry: int) -> _Sides:
    """Return on which sides of a plane rays are; an entry is their product with it."""
    sides = _Sides([], [], [])
    for ray in rays:
        side = ray.weights[entry]
        (sides.above if side > 0 else sides.under if side else sides.on).append(ray)
    return sides


def _rays_between(
    rays: Sequence[_Ray], sides: _Sides, entry: int, bit: int, least_shared: int
) -> list[_Ray]:
    """Return the new rays of a cone cut by a plane: between adjacent rays above and under it.

    *bit* marks that they are on the plane.
    """
    most = min(MOST_RAYS, _MOST_ENTRIES // len(rays[0].weights)) - len(sides.above) - len(sides.on)
    new: list[_Ray] = []
    pairs = _adjacent_pairs(sides.above, sides.under, [ray.held for ray in rays], least_shared)
    for high, low, common in pairs:
        if len(new) >= most:
            raise _too_many_rays_to_hold(len(sides.above) + len(sides.on) + most)
        new.append(_Ray(_weights_between(high, low, entry), common | bit))
    return new


def _adjacent_pairs(
    above: Sequence[_Ray], under: Sequence[_Ray], sets: Sequence[int], least_shared: int
) -> Iterator[tuple[_Ray, _Ray, int]]:
    """Yield the adjacent pairs, and the constraints that both hold.

    Two rays are adjacent if no third ray holds every constraint that both hold, which are at least
    *least_shared* many. *sets* are the constraints of all rays.
    """
    bits = max(map(int.bit_length, sets))
    if len(above) * len(under) >= _MANY_PAIRS and len(sets) * bits <= _MOST_ARRAY_BITS:
        yield from _adjacent_pairs_by_arrays(above, under, sets, least_shared)
        return
    for high in above:
        raise_if_cancelled()
        for low in under:
            common = high.held & low.held
            if common.bit_count() < least_shared:
                continue
            holders = 0
            for other in sets:
                if common & other == common:
                    holders += 1
                    if holders > 2:
                        break
            else:
                yield high, low, common


def _adjacent_pairs_by_arrays(
    above: Sequence[_Ray], under: Sequence[_Ray], sets: Sequence[int], least_shared: int
) -> Iterator[tuple[_Ray, _Ray, int]]:
    """Yield the same pairs in the same order.

    A set of constraints is a row of zeros and ones; a product of two rows counts what they share.
    """
    import numpy as np

    above_sets, under_sets = [ray.held for ray in above], [ray.held for ray in under]
    size = max(map(int.bit_length, sets)) // 8 + 1

    def rows(some: Iterable[int]) -> Floats:
        packed = b"".join(each.to_bytes(size, "little") for each in some)
        bits = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), bitorder="little")
        return bits.reshape(-1, 8 * size).astype(np.float32)

    high_rows, low_rows, all_rows = rows(above_sets), rows(under_sets), rows(sets).T
    block = _ARRAY_ENTRIES // len(under) + 1
    step = _ARRAY_ENTRIES // max(len(sets), 8 * size) + 1
    for first in range(0, len(above), block):
        raise_if_cancelled()
        highs, lows = np.nonzero(high_rows[first : first + block] @ low_rows.T >= least_shared)
        highs += first
        for start in range(0, len(highs), step):
            raise_if_cancelled()
            some = slice(start, start + step)
            common = high_rows[highs[some]] * low_rows[lows[some]]
            holders = common @ all_rows == common.sum(axis=1, keepdims=True)
            adjacent = np.count_nonzero(holders, axis=1) <= 2
            pairs = highs[some][adjacent].tolist(), lows[some][adjacent].tolist()
            for i, j in zip(*pairs, strict=True):
                yield above[i], under[j], above_sets[i] & under_sets[j]


def _weights_between(high: _Ray, low: _Ray, entry: int) -> tuple[int, ...]:
    """Return the ray between two at which an entry is 0."""
    up, down = high.weights[entry], low.weights[entry]
    weights = [up * b - down * a for a, b in zip(high.weights, low.weights, strict=True)]
    shared = math.gcd(*weights)
    return tuple(weights) if shared == 1 else tuple(weight // shared for weight in weights)


def _too_many_rays_to_hold(most: int) -> NoMethodError:
    return NoMethodError(
        f"the mixes that are as good for one seat have more than {most:,} corners; `sabot solve` "
        "gives one of them"
    )


def _too_many_rays(count: int, most: int) -> NoMethodError:
    return NoMethodError(
        "the mixes that are as good for one seat have too many vertices to list: "
        f"{count:,} so far, and the next step passes the limit of "
        f"{most:,} comparisons; `sabot solve` gives one of them"
    )


def _distinct_planes(planes: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the planes that say something, each once: written-out trees repeat theirs."""
    found: dict[tuple[int, ...], None] = {}
    for plane in planes:
        common = math.gcd(*plane)
        if common:
            found[tuple(amount // common for amount in plane)] = None
    return list(found)


ExtremeStrategies = tuple[Fraction, tuple[list[BehaviourStrategy], list[BehaviourStrategy]]]
"""The value, and all extreme optimal strategies of each seat."""
