"""The equations of a support, their solutions in floats and in many digits, and all supports.

In an equilibrium all actions of a player's support pay the same: as many polynomial equations as
unknown probabilities, each multilinear in the mixes of the other players.

In games that are too large for a proof that a list is complete, supports are tried one after the
other, small ones first. An action that pays less than another one against all that the others may
use is in no equilibrium with these supports: such supports are left out while they are chosen, one
player at a time (Porter, Nudelman and Shoham 2008). Positive solutions of the equations of a
support are starts from which the caller finds exact equilibria.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations, product
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from flint import acb, acb_mat, arb, arb_mat, ctx

from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.program import IntArray
from sabot.solvers.nplayer_nash.subdivision import Floats, Supports

Complex = npt.NDArray[np.complex128]
NumberT = TypeVar("NumberT", arb, acb)
_NEWTON_STEPS = 16
_CONVERGED = 1e-13
FAR = 20.0
"""A probability that is so far outside of its range is not followed."""
FLOAT_MARGIN = 1e-9
"""By which a profile in floats may miss being an equilibrium: exact arithmetic decides."""
_STARTS_PER_SOLUTION = 20
"""Of Newton's method at a time, where all complex solutions are looked for."""
_REAL_STARTS = 4
"""Of so many starts one is real."""
_MOST_ROUNDS = 50
_IDLE_ROUNDS = 8
"""After so many rounds without a new solution there may be fewer than the bound."""
_COMPLEX_STEPS = 40
_COMPLEX_CONVERGED = 1e-10
"""Relative, as are the next two."""
_COMPLEX_FAR = 1e8
_SAME_SOLUTION = 1e-6
_AWAY_FROM_SINGULAR = 1e-6
MOST_SOLUTIONS = 300
"""Of the equations of a support that are all looked for: six players who mix two actions each have
265."""
_RANDOM_STARTS = 20
"""For a support whose equations may have more solutions."""
_REAL = 1e-9
"""A coordinate with a smaller imaginary part is real."""


class SupportEquations:
    """The equations of a support: all its actions of a player pay the same."""

    def __init__(self, payoffs: Sequence[IntArray], supports: Supports) -> None:
        self.supports = supports
        self.tables = [paid[np.ix_(*supports)] for paid in payoffs]
        self.floats = [in_shares(table) for table in self.tables]
        self.sizes = tuple(map(len, supports))
        self._ends = np.cumsum([0, *self.sizes]).tolist()
        self.bound = degree_bound(self.sizes)
        """How many isolated solutions there are at most."""

    def linearized(
        self, tables: Sequence[IntArray], mixes: Sequence[IntArray]
    ) -> tuple[IntArray, IntArray]:
        """Return the values of the equations at a profile, and their derivatives."""
        if tables is self.floats:
            return self._linearized_in_floats(mixes)
        ends = self._ends
        values = np.zeros(ends[-1], mixes[0].dtype)
        rows = np.zeros((ends[-1], ends[-1]), mixes[0].dtype)
        for player, table in enumerate(tables):
            start, end = ends[player], ends[player + 1]
            values[start], rows[start, start:end] = sum(mixes[player]) - 1, 1
            if end - start == 1:
                continue
            for k in range(len(mixes)):
                if k != player:
                    slopes = contract(table, mixes, (player, k))
                    slopes = slopes if player < k else slopes.T
                    rows[start + 1 : end, ends[k] : ends[k + 1]] = slopes[1:] - slopes[0]
                    earned = slopes @ mixes[k]
            values[start + 1 : end] = earned[1:] - earned[0]
        return values, rows

    @cached_property
    def differences(self) -> list[tuple[int, int, list[int], Floats]]:
        """By player and opponent what actions pay more than the first one, in floats.

        Axes: own action, that of the opponent, those of the others.
        """
        found = []
        players = range(len(self.sizes))
        for player, k in product(players, players):
            if player != k and self.sizes[player] > 1:
                others = [other for other in players if other not in (player, k)]
                table = self.floats[player].transpose(player, k, *others)
                found.append((player, k, others, np.ascontiguousarray(table[1:] - table[:1])))
        return found

    def _linearized_in_floats(self, mixes: Sequence[Floats]) -> tuple[Floats, Floats]:
        """Return the same as `linearized`, which is asked often with floats."""
        ends = self._ends
        values, rows = np.zeros(ends[-1]), np.zeros((ends[-1], ends[-1]))
        for player, own in enumerate(mixes):
            values[ends[player]] = own.sum() - 1
            rows[ends[player], ends[player] : ends[player + 1]] = 1
        for player, k, others, table in self.differences:
            slopes = table
            for other in reversed(others):
                slopes = slopes @ mixes[other]
            here = slice(ends[player] + 1, ends[player + 1])
            rows[here, ends[k] : ends[k + 1]] = slopes
            values[here] = slopes @ mixes[k]
        return values, rows

    def solve(self, start: Sequence[Floats]) -> list[Floats] | None:
        """Return a solution in floats with no negative probability; None where none is found."""
        if not self.bound:
            return None
        mixes = [own[list(support)] for own, support in zip(start, self.supports, strict=True)]
        for _ in range(_NEWTON_STEPS):
            values, rows = self.linearized(self.floats, mixes)
            try:
                step = np.linalg.solve(rows, values)
            except np.linalg.LinAlgError:
                return None
            mixes = self._moved(mixes, step)
            if not np.isfinite(step).all() or max(abs(own).max() for own in mixes) > FAR:
                return None
            if abs(step).max() < _CONVERGED:
                return mixes if min(own.min() for own in mixes) > 0 else None
        return None

    @cached_property
    def complex_solutions(self) -> Complex:
        """Complex solutions in floats, all probabilities in a row: as a rule all of them.

        Newton's method starts at random points until as many are found as the bound says, or no
        new one for a while.
        """
        generator = np.random.default_rng(self.bound)
        found = np.empty((0, sum(self.sizes)), complex)
        idle = 0
        for _ in range(_MOST_ROUNDS):
            raise_if_cancelled()
            before = len(found)
            for solution in self._newton_from_random_starts(generator):
                for one in (solution, solution.conj()):
                    if index_of_solution(found, one) is None:
                        found = np.vstack([found, one])
            idle = 0 if len(found) > before else idle + 1
            if len(found) >= self.bound or idle == _IDLE_ROUNDS:
                break
        return found

    def _newton_from_random_starts(self, generator: np.random.Generator) -> Iterator[Complex]:
        """Yield the solutions to which Newton's method converges: from real points real ones."""
        shape = (_STARTS_PER_SOLUTION * self.bound, sum(self.sizes))
        at = generator.standard_cauchy(shape) + 1j * generator.standard_cauchy(shape)
        at[::_REAL_STARTS].imag = 0
        for _ in range(_COMPLEX_STEPS):
            values, rows = self._linearized_at_many(at)
            with np.errstate(all="ignore"):
                try:
                    step = np.linalg.solve(rows, values[..., None])[..., 0]
                except np.linalg.LinAlgError:  # one of them is singular
                    at = at * (1 + _AWAY_FROM_SINGULAR * generator.standard_normal(at.shape))
                    continue
                at = at - step
                sizes = abs(at).max(axis=1)
                close = abs(step).max(axis=1) < _COMPLEX_CONVERGED * (1 + sizes)
            yield from at[close]
            at = at[np.isfinite(sizes) & (sizes < _COMPLEX_FAR) & ~close]
            if not len(at):
                return

    def _linearized_at_many(self, at: Complex) -> tuple[Complex, Complex]:
        """Return the same as `linearized` at many points, which are rows."""
        ends = self._ends
        mixes = np.split(at.T, ends[1:-1])
        values = np.zeros(at.shape, complex)
        rows = np.zeros((*at.shape, ends[-1]), complex)
        for player, own in enumerate(mixes):
            values[:, ends[player]] = own.sum(axis=0) - 1
            rows[:, ends[player], ends[player] : ends[player + 1]] = 1
        for player, k, others, table in self.differences:
            slopes: Complex = np.broadcast_to(table[..., None], (*table.shape, len(at)))
            for number, other in enumerate(reversed(others)):  # points are the last axis
                if number:
                    slopes = (slopes * mixes[other]).sum(axis=-2)
                else:
                    slopes = np.tensordot(table, mixes[other], 1)
            here = slice(ends[player] + 1, ends[player + 1])
            rows[:, here, ends[k] : ends[k + 1]] = np.moveaxis(slopes, -1, 0)
            values[:, here] = (slopes * mixes[k]).sum(axis=1).T
        return values, rows

    def _moved(
        self, mixes: Sequence[IntArray], step: Sequence[object] | IntArray
    ) -> list[IntArray]:
        parts, at = [], 0
        for own in mixes:
            parts.append(own - np.array(step[at : at + len(own)], dtype=own.dtype))
            at += len(own)
        return parts

    def refined(self, mixes: Sequence[Floats], bits: int) -> list[list[arb]] | None:
        """Return a solution to so many bits, without bounds of its error."""
        return self._newton([[arb(x) for x in own] for own in mixes], arb_mat, bits)

    def refined_complex(self, mixes: Sequence[Complex], bits: int) -> list[list[acb]] | None:
        """Return a complex solution to so many bits, without bounds of its error."""
        begin = [[acb(x.real, x.imag) for x in own.tolist()] for own in mixes]
        return self._newton(begin, acb_mat, bits)

    def _newton(
        self, mixes: Sequence[Sequence[NumberT]], matrix: type[arb_mat | acb_mat], bits: int
    ) -> list[list[NumberT]] | None:
        before = ctx.prec
        found = [np.array(own, dtype=object) for own in mixes]
        try:
            precision = 53
            while precision < 2 * bits:
                precision *= 2
                ctx.prec = precision + 64
                tables = [_as_balls(table) for table in self.tables]
                values, rows = self.linearized(tables, found)
                step = matrix(rows.tolist()).solve(matrix([[v] for v in values]))
                moved = self._moved(found, [step[k, 0] for k in range(len(values))])
                found = [np.array([x.mid() for x in own], dtype=object) for own in moved]
        except ZeroDivisionError:
            return None
        finally:
            ctx.prec = before
        if not all(x.is_finite() for own in found for x in own):
            return None
        return [list(own) for own in found]


def in_shares(table: IntArray) -> Floats:
    """Return payoffs in floats, as shares of the largest one."""
    return np.asarray((table / (abs(table).max() or 1)).astype(np.float64))


def same_mix(one: Floats, two: Floats) -> bool:
    """Return whether two mixes in floats are those of one solution."""
    return bool(abs(one - two).max() < FLOAT_MARGIN)


def index_of_solution(known: Complex, one: Complex) -> int | None:
    """Return the number of the known solution in floats that a point is; None if it is new."""
    if not len(known):
        return None
    gaps = abs(known - one).max(axis=1)
    nearest = int(gaps.argmin())
    return nearest if gaps[nearest] < _SAME_SOLUTION * (1 + abs(one).max()) else None


def _as_balls(table: IntArray) -> IntArray:
    found = np.empty(table.shape, dtype=object)
    for spot in np.ndindex(*table.shape):
        found[spot] = arb(int(table[spot]))
    return found


def contract(table: IntArray, mixes: Sequence[IntArray], keep: tuple[int, ...]) -> IntArray:
    """Return a table averaged over all axes but some."""
    for axis in reversed(range(len(mixes))):
        if axis in keep:
            continue
        after = table.ndim - 1 - axis  # axes that are kept
        if after == 0:
            table = np.dot(table, mixes[axis])
        elif after == 1:
            table = np.dot(mixes[axis], table)
        else:
            table = np.dot(np.moveaxis(table, axis, -1), mixes[axis])
    return np.asarray(table)


def degree_bound(sizes: Sequence[int]) -> int:
    """Return how many isolated solutions the equations of a support have at most.

    >>> [degree_bound(sizes) for sizes in ((2, 2), (2, 2, 2), (3, 3, 3), (2, 2, 2, 2, 2), (1, 3))]
    [1, 2, 10, 44, 0]
    """
    unknowns = tuple(size - 1 for size in sizes)
    found = Counter({unknowns: 1})
    for player, equations in enumerate(unknowns):
        for _ in range(equations):
            grown: Counter[tuple[int, ...]] = Counter()
            for left, ways in found.items():
                for other in range(len(sizes)):
                    if other != player and left[other]:
                        grown[(*left[:other], left[other] - 1, *left[other + 1 :])] += ways
            found = grown
    return found[(0,) * len(sizes)]


# ---------------------------------------------------------------------- all supports


class SupportSearch:
    """Goes through the supports of a game in which every player chooses once.

    *sizes*: how many actions each player mixes; None: all supports but those of pure profiles.
    *equations_of*: returns the equations of a support, which keep their solutions.
    """

    def __init__(
        self,
        paid: Sequence[IntArray],
        sizes: Sequence[int] | None,
        equations_of: Callable[[Supports], SupportEquations],
    ) -> None:
        self._paid, self._equations_of = paid, equations_of
        self._actions = paid[0].shape
        self._sizes = None if sizes is None else tuple(sizes)
        self.sampled = 0
        """Supports whose equations may have too many solutions: a few random starts are tried."""

    def starts(self) -> Iterator[tuple[Supports, list[Floats]]]:
        """Yield supports, each with a profile next to which there may be an equilibrium."""
        tried = 0
        for sizes in self._sizes_in_order():
            if not degree_bound(sizes):
                continue
            everything = [tuple(range(count)) for count in self._actions]
            for supports in self._supports(sizes, (), everything):
                tried += 1
                report_progress("trying supports", tried, None, "supports")
                yield from ((supports, own) for own in self._positive_solutions(supports))

    def _sizes_in_order(self) -> Iterator[tuple[int, ...]]:
        """Yield the sizes of supports: by their sum, those of pure profiles left out."""
        if self._sizes is not None:
            yield self._sizes
            return
        for total in range(len(self._actions) + 1, sum(self._actions) + 1):
            yield from _parts_of(total, self._actions)

    def _supports(
        self, sizes: Sequence[int], chosen: Supports, allowed: Sequence[tuple[int, ...]]
    ) -> Iterator[Supports]:
        """Yield supports of such sizes that begin with some of the players'."""
        player = len(chosen)
        if player == len(sizes):
            yield chosen
            return
        for support in combinations(allowed[player], sizes[player]):
            left = self._undominated((*allowed[:player], support, *allowed[player + 1 :]), player)
            if left is not None and all(map(_has_enough, left, sizes)):
                yield from self._supports(sizes, (*chosen, support), left)

    def _undominated(
        self, allowed: Sequence[tuple[int, ...]], last: int
    ) -> list[tuple[int, ...]] | None:
        """Return actions without those that always pay less than another; None: one is in use.

        The supports of all players up to the *last* are chosen.
        """
        found = list(allowed)
        for player, own in enumerate(allowed):
            others = [
                range(count) if k == player else found[k] for k, count in enumerate(self._actions)
            ]
            table = np.moveaxis(self._paid[player][np.ix_(*others)], player, 0)
            rows = table.reshape(len(table), -1)
            kept = tuple(a for a in own if not (rows > rows[a]).all(axis=1).any())
            if len(kept) < len(own):
                if player <= last:
                    return None
                found[player] = kept
        return found

    def _positive_solutions(self, supports: Supports) -> Iterator[list[Floats]]:
        """Yield the solutions with positive probabilities, with those of 0 outside the support."""
        equations = self._equations_of(supports)
        if equations.bound > MOST_SOLUTIONS:
            self.sampled += 1
            yield from self._random_mixes(supports)
            return
        for one in equations.complex_solutions:
            if abs(one.imag).max() < _REAL and one.real.min() > FLOAT_MARGIN:
                mixes = np.split(one.real, np.cumsum(equations.sizes)[:-1])
                yield self._over_all_actions(supports, mixes)

    def _random_mixes(self, supports: Supports) -> Iterator[list[Floats]]:
        """Yield mixes of the actions of supports, the first one uniform."""
        generator = np.random.default_rng(len(supports))
        yield self._over_all_actions(supports, [np.full(len(s), 1 / len(s)) for s in supports])
        for _ in range(_RANDOM_STARTS):
            mixes = [generator.dirichlet(np.ones(len(support))) for support in supports]
            yield self._over_all_actions(supports, mixes)

    def _over_all_actions(self, supports: Supports, mixes: Sequence[Floats]) -> list[Floats]:
        found = [np.zeros(count) for count in self._actions]
        for full, support, mix in zip(found, supports, mixes, strict=True):
            full[list(support)] = mix
        return found


def _has_enough(actions: Sequence[int], size: int) -> bool:
    return len(actions) >= size


@cache
def _parts_of(total: int, most: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to write a number as a sum of positive numbers that are not too large.

    >>> _parts_of(4, (2, 3))
    ((1, 3), (2, 2))
    """
    if not most:
        return () if total else ((),)
    return tuple(
        (first, *rest)
        for first in range(1, min(most[0], total) + 1)
        for rest in _parts_of(total - first, most[1:])
    )
