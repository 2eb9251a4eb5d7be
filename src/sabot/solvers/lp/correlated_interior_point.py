"""An interior point for the correlated equilibria of two players, in floats.

A worst equilibrium mixes so many profiles that the simplex needs thousands of pivots. This primal
and dual method (Mehrotra 1992, with the centrality correctors of Gondzio 1996) is for its program:
the greatest ``c'p`` with ``G p + w = 0``, a sum of p that is given, and ``p, w >= 0``; the dual has
multipliers ``x >= 0`` of the deviations, a bound v, and ``z = G'x + v - c >= 0`` of the profiles.

Newton's equations in p have the matrix ``D + A + B``. D is diagonal, A joins the profiles with the
same strategy of the first player, B those with the same strategy of the second. They are solved by
conjugate gradients. The preconditioner has ``D + A``, whose blocks are inverted, and of B the
deviations with a large weight: for each recommended strategy the others are replaced by their mean
and a diagonal. That is a matrix of low rank, which the formula of Woodbury adds.

In the end the floats show which profiles are used and which deviations have a multiplier. Those are
guessed, and nothing more: exact arithmetic decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.lp.program import Floats

Flags = NDArray[np.bool_]

_MOST_STEPS = 45
_MOST_PRODUCTS = 100
"""Products with the matrix for a system: beyond these the preconditioner does not fit."""
_MOST_UNSOLVED = 5
"""Systems that may be left unsolved: with more of them HiGHS is sooner."""
_LEAST_STEP = 1e-3
"""A step that is shorter, in p and in x, leads nowhere."""
_CORRECTORS, _FAR = 2, 0.95
"""Correctors of a step, and how far a step leads that needs none."""
_TO_BOUNDARY = 0.99
"""The part of the way to the boundary that a step goes."""
_FIRST_MULTIPLIER, _FIRST_SLACK = 0.02, 0.1
"""Of the first point: a multiplier times the slack of its deviation, and the least z."""
_KEPT_FROM = 0.05
"""Deviations that the preconditioner contains exactly: from this weight on, relative to the
diagonal of ``D + A + B``..."""
_BINDING_FROM = 0.01
"""...or from this ``x / w`` on: near the optimum those are the deviations with a multiplier."""
_FIRST_KEPT, _MOST_KEPT = 350, 1200
"""How many it has at first, and at most."""
_MANY_PRODUCTS, _MORE_KEPT = 50, 1.5
"""Products in a step from which the preconditioner gets so many times as many."""
_BLOCK = 64
"""Rows of a block of a Cholesky factor."""
_REGULAR = 1e-10
"""The part of a diagonal entry that is added to D, so that the preconditioner stays regular."""
_ROUGH, _ACCURATE = 1e-3, 1e-6
"""Relative residuals at which conjugate gradients end: at first, and at the end."""
_LATE_FROM = 1e-7
"""The mean product of complementary numbers from which systems are solved accurately."""
_SETTLED_FROM, _SETTLED_TO = 1e-9, 1e-15
"""The means between which the support is read off the points: it must be the same twice in a row.
"""
_CERTAIN_FROM = 1e-12
"""The mean from which once is enough; twice for one of several optima."""
_BINDING = 0.25
"""A deviation has a multiplier if x is more than so many times w."""


@dataclass(frozen=True)
class SupportGuess:
    """What the interior point converges to: profiles used, and deviations with a multiplier.

    Deviations are flagged by seat in an array: the recommended strategy, and the one played.
    """

    profiles: Flags
    """With an axis for each player."""
    binding: tuple[Flags, Flags]
    """From strategies that are used."""
    unused_multipliers: tuple[Floats, Floats]
    """Multipliers of deviations from strategies that are not used; 0 elsewhere."""

    @property
    def excess_profiles(self) -> int:
        """How many profiles there are more than equations: deviations with a multiplier, the sum.

        With more, several equilibria are optimal.
        """
        return int(self.profiles.sum()) - 1 - sum(int(flags.sum()) for flags in self.binding)

    def equals(self, other: SupportGuess) -> bool:
        """Whether the profiles and the deviations are the same."""
        pairs = zip((self.profiles, *self.binding), (other.profiles, *other.binding), strict=True)
        return all(np.array_equal(*pair) for pair in pairs)

    def with_players_exchanged(self) -> SupportGuess:
        """Return the same with the players in the other order."""
        return SupportGuess(self.profiles.T, self.binding[::-1], self.unused_multipliers[::-1])


def guess_support(
    tables: tuple[Floats, Floats], objective: Floats, seat: int = 0
) -> SupportGuess | None:
    """Return the support of the equilibrium with the greatest mean of *objective*.

    *tables*: the payoffs, with an axis for each player, as in *objective*. None where it fails.
    It is sooner if most deviations with a multiplier are those of *seat*.
    """
    if seat == 1:
        turned = guess_support((tables[1].T, tables[0].T), objective.T)
        return None if turned is None else turned.with_players_exchanged()
    spread = float(np.ptp(objective))
    gains = tables[0][None] - tables[0][:, None], tables[1].T[None] - tables[1].T[:, None]
    most = tuple(float(np.abs(gain).max()) for gain in gains)
    if not spread or not all(most):
        return None
    program = _Program(
        (gains[0] / most[0], gains[1] / most[1]), (objective - objective.min()).ravel() / spread
    )
    with np.errstate(all="ignore"):
        try:
            found = _support(program)
        except (np.linalg.LinAlgError, ArithmeticError):
            return None  # singular in floats
    if found is None:
        return None
    one, two = found.unused_multipliers
    return SupportGuess(
        found.profiles, found.binding, (one * (spread / most[0]), two * (spread / most[1]))
    )


class _Program:
    """The gains of deviations by seat: the recommended strategy, the one played, the other's.

    A vector of deviations has those of the first seat first, with "deviations" that play what is
    recommended: their gains are 0, and they are held at ``x = 0, w = 1``.
    """

    def __init__(self, gains: tuple[Floats, Floats], objective: Floats) -> None:
        self.gains, self.objective = gains, objective
        self.turned = tuple(np.ascontiguousarray(gain.transpose(0, 2, 1)) for gain in gains)
        self.sizes = gains[0].shape[0], gains[1].shape[0]
        self.profiles = self.sizes[0] * self.sizes[1]
        is_deviation = [~np.eye(size, dtype=bool).ravel() for size in self.sizes]
        self.is_deviation: Flags = np.concatenate(is_deviation)
        self.constraints = int(self.is_deviation.sum()) + self.profiles

    def gains_of_deviations(self, p: Floats) -> Floats:
        """Return what every deviation gains."""
        mix = p.reshape(self.sizes)
        one = np.matmul(self.gains[0], mix[:, :, None])
        two = np.matmul(self.gains[1], np.ascontiguousarray(mix.T)[:, :, None])
        return np.concatenate([one.ravel(), two.ravel()])

    def gains_transposed(self, x: Floats) -> Floats:
        """Return what the gains at every profile are worth: ``G'x``."""
        one, two = self.by_seat(x)
        first = np.matmul(self.turned[0], one[:, :, None])[:, :, 0]
        second = np.matmul(self.turned[1], two[:, :, None])[:, :, 0]
        return np.asarray(first + second.T).ravel()

    def by_seat(self, x: Floats) -> tuple[Floats, Floats]:
        """Return a vector of deviations by seat: the recommended strategy, the one played."""
        one, two = self.sizes
        return x[: one * one].reshape(one, one), x[one * one :].reshape(two, two)


class _NewtonMatrix:
    """The matrix ``D + A + B + rho 11'``, with a preconditioner.

    The sum of p is given, so the last term changes no solution; without it the matrix is nearly
    singular at the end.
    """

    def __init__(
        self, program: _Program, diagonal: Floats, weights: Floats, most_kept: int, accuracy: float
    ) -> None:
        self._program, self._most_kept, self._accuracy = program, most_kept, accuracy
        self.products, self.unsolved = 0, 0
        self._d = diagonal.reshape(program.sizes)
        self._weights = by_seat = program.by_seat(weights)
        self._a, self._b = (
            np.matmul(turned, gain * weight[:, :, None])
            for turned, gain, weight in zip(program.turned, program.gains, by_seat, strict=True)
        )
        of_b = _diagonals(self._b).T
        self._regular = self._d + _REGULAR * (_diagonals(self._a) + of_b)
        self.rho = float((_diagonals(self._a) + of_b).mean()) / program.profiles
        self._precondition(of_b)
        ones = np.ones(program.profiles)
        self._ones = self._without_sum(ones)
        self._sum = self.rho / (1 + self.rho * float(self._ones.sum()))
        self.of_ones = self.solve(ones)
        """The solution for a right side of ones."""

    def _precondition(self, of_b: Floats) -> None:
        gain, size = self._program.gains[1], self._program.sizes[1]
        kept = self._kept(of_b)
        weights = self._weights[1]
        others = np.where(kept, 0.0, weights)
        total = np.maximum(others.sum(axis=1), np.finfo(float).tiny)
        mean = np.matmul(others[:, None, :], gain)[:, 0, :] / total[:, None]
        spread = np.matmul(others[:, None, :], gain**2)[:, 0, :] - total[:, None] * mean**2
        self._blocks = self._inverse(np.maximum(spread, 0.0).T)
        recommended, played = np.nonzero(kept)
        owner = np.concatenate([recommended, np.arange(size)])
        order = np.argsort(owner, kind="stable")
        self._owner = owner[order]
        self._lines = np.concatenate([gain[recommended, played], mean])[order]
        self._starts = np.searchsorted(self._owner, np.arange(size))
        lengths = np.concatenate([weights[kept], total])[order]
        capacity = np.diag(1 / lengths)
        columns = np.ascontiguousarray(self._blocks.transpose(1, 2, 0))
        for strategy, (start, end) in enumerate(
            zip(self._starts, [*self._starts[1:], len(order)], strict=True)
        ):
            below = self._lines[start:] * columns[strategy][self._owner[start:]]
            full = len(below) // _BLOCK * _BLOCK
            own = self._lines[start:end].T
            blocks = np.matmul(below[:full].reshape(-1, _BLOCK, below.shape[1]), own)
            capacity[start : start + full, start:end] += blocks.reshape(full, end - start)
            capacity[start + full :, start:end] += below[full:] @ own
        self._capacity = _Cholesky(capacity)

    def _kept(self, of_b: Floats) -> Flags:
        """Return which deviations of the second player the preconditioner contains exactly."""
        weights = self._weights[1]
        among = 1 / (self._d + _diagonals(self._a) + of_b)
        score = weights * np.matmul(self._program.gains[1] ** 2, among.T[:, :, None])[:, :, 0]
        kept: Flags = (score > _KEPT_FROM) | (weights > _BINDING_FROM)
        if int(kept.sum()) > self._most_kept:
            kept = np.zeros(score.size, dtype=bool)
            kept[np.argpartition(score.ravel(), -self._most_kept)[-self._most_kept :]] = True
        return kept.reshape(score.shape)

    def _inverse(self, more: Floats) -> Floats:
        """Return the inverse of ``D + A``, with *more* on the diagonal, by blocks.

        With ``A = G'WG`` it is ``E(1 - C'(1 + CC')^-1 C)E``, where C is ``W^(1/2) G E`` and E the
        root of the inverse of D and *more*. In the end D is tiny beside A where profiles are used,
        and a plain inverse would lose it.
        """
        one, two = self._program.sizes
        root = 1 / np.sqrt(self._regular + more)
        weight = np.sqrt(self._weights[0])
        scaled = self._program.gains[0] * root[:, None, :] * weight[:, :, None]
        among = np.matmul(scaled, scaled.transpose(0, 2, 1)) + np.eye(one)
        inverse: Floats = np.eye(two) - np.matmul(
            scaled.transpose(0, 2, 1), np.linalg.solve(among, scaled)
        )
        inverse *= root[:, :, None] * root[:, None, :]
        return inverse

    def _without_sum(self, right: Floats) -> Floats:
        """Return the preconditioner times *right*, without the term of the sum."""
        first = np.matmul(self._blocks, right.reshape(*self._program.sizes, 1))[:, :, 0]
        among = (self._lines * np.ascontiguousarray(first.T)[self._owner]).sum(axis=1)
        among = self._capacity.solve(among)
        back = np.add.reduceat(among[:, None] * self._lines, self._starts)
        second = np.matmul(self._blocks, np.ascontiguousarray(back.T)[:, :, None])[:, :, 0]
        return np.asarray(first - second).ravel()

    def _nearly_solved(self, right: Floats) -> Floats:
        found = self._without_sum(right)
        return np.asarray(found - self._ones * (self._sum * float(found.sum())))

    def _times(self, p: Floats) -> Floats:
        self.products += 1
        mix = p.reshape(self._program.sizes)
        one = np.matmul(self._a, mix[:, :, None])[:, :, 0]
        two = np.matmul(self._b, np.ascontiguousarray(mix.T)[:, :, None])[:, :, 0]
        return np.asarray(one + two.T + self._d * mix + self.rho * float(p.sum())).ravel()

    def solve(self, right: Floats, start: Floats | None = None) -> Floats:
        """Return the solution, to the relative accuracy, by conjugate gradients."""
        first = self._nearly_solved(right)
        enough = self._accuracy**2 * abs(float(right @ first))
        found = first if start is None else start
        residual = right - self._times(found)
        preconditioned = self._nearly_solved(residual)
        norm = float(residual @ preconditioned)
        direction = preconditioned
        for _ in range(_MOST_PRODUCTS):
            if not norm > enough:
                return found
            product = self._times(direction)
            step = norm / float(direction @ product)
            found = found + step * direction
            residual = residual - step * product
            preconditioned = self._nearly_solved(residual)
            norm, before = float(residual @ preconditioned), norm
            direction = preconditioned + norm / before * direction
        self.unsolved += 1
        return found


class _Cholesky:
    """A symmetric positive definite matrix by its Cholesky factor, for many right sides.

    By blocks that are too small for LAPACK to use more than one thread: threads that wait for a
    busy processor cost more than these products.
    """

    def __init__(self, matrix: Floats) -> None:
        size, count = len(matrix), -(-len(matrix) // _BLOCK)
        padded = np.eye(count * _BLOCK)
        padded[:size, :size] = matrix
        blocks = padded.reshape(count, _BLOCK, count, _BLOCK).transpose(0, 2, 1, 3)
        self._size, self._shape = size, (count, _BLOCK, 1)
        self._factor = factor = np.zeros(blocks.shape)
        self._roots = roots = np.empty((count, _BLOCK, _BLOCK))
        for j in range(count):
            column = blocks[j:, j].copy()
            for k in range(j):
                column -= np.matmul(factor[j:, k], factor[j, k].T)
            roots[j] = np.linalg.inv(np.linalg.cholesky(column[0]))
            factor[j + 1 :, j] = np.matmul(column[1:], roots[j].T)

    def solve(self, right: Floats) -> Floats:
        """Return the solution."""
        padded = np.zeros(self._shape)
        padded.reshape(-1)[: self._size] = right
        factor, roots = self._factor, self._roots
        for j in range(len(roots)):
            padded[j] = roots[j] @ (padded[j] - np.matmul(factor[j, :j], padded[:j]).sum(axis=0))
        for j in reversed(range(len(roots))):
            after = np.matmul(factor[j + 1 :, j].transpose(0, 2, 1), padded[j + 1 :]).sum(axis=0)
            padded[j] = roots[j].T @ (padded[j] - after)
        return padded.reshape(-1)[: self._size]


def _diagonals(blocks: Floats) -> Floats:
    return np.diagonal(blocks, axis1=1, axis2=2)


@dataclass(frozen=True)
class _Point:
    """A point of the primal and the dual program, all but v positive; or a direction."""

    p: Floats
    w: Floats
    x: Floats
    z: Floats
    v: float

    def moved(self, way: _Point, lengths: tuple[float, float]) -> _Point:
        """Return the point so far along a direction, in the primal and in the dual."""
        primal, dual = lengths
        return _Point(
            self.p + primal * way.p,
            self.w + primal * way.w,
            self.x + dual * way.x,
            self.z + dual * way.z,
            self.v + dual * way.v,
        )

    def step_lengths(self, way: _Point, is_deviation: Flags) -> tuple[float, float]:
        """Return how far a direction leads until a number is 0, at most 1."""
        primal = max(float((-way.p / self.p).max()), float((-way.w / self.w).max()))
        dual = max(
            float((-way.z / self.z).max()),
            float((-way.x[is_deviation] / self.x[is_deviation]).max()),
        )
        return 1 / max(primal, 1.0), 1 / max(dual, 1.0)

    def complementarity(self) -> float:
        """Return the sum of the products that are 0 at an optimum."""
        return float(self.p @ self.z + self.w @ self.x)


def _first_point(program: _Program) -> _Point:
    p = np.ones(program.profiles)
    w = np.where(program.is_deviation, np.maximum(-program.gains_of_deviations(p), 0.0) + 1.0, 1.0)
    x = np.where(program.is_deviation, _FIRST_MULTIPLIER / w, 0.0)
    least = program.objective - program.gains_transposed(x)
    v = float(least.max()) + _FIRST_SLACK
    return _Point(p, w, x, v - least, v)


class _Directions:
    """Newton's directions from a point, for given changes of the complementary products."""

    def __init__(self, program: _Program, here: _Point, most_kept: int) -> None:
        self._program, self._here = program, here
        late = here.complementarity() / program.constraints < _LATE_FROM
        self._matrix = _NewtonMatrix(
            program, here.z / here.p, here.x / here.w, most_kept, _ACCURATE if late else _ROUGH
        )
        self._primal_residual = np.where(
            program.is_deviation, -(program.gains_of_deviations(here.p) + here.w), 0.0
        )
        self._sum_residual = program.profiles - float(here.p.sum())
        self._dual_residual = program.objective - program.gains_transposed(here.x) - here.v + here.z
        self._sum = float(self._matrix.of_ones.sum())

    @property
    def effort(self) -> tuple[int, int]:
        """How many products with the matrix it took and how many systems it left unsolved."""
        return self._matrix.products, self._matrix.unsolved

    def direction(
        self, products: tuple[Floats, Floats], start: Floats | None = None
    ) -> tuple[_Point, Floats]:
        """Return the direction in which pz and wx change by *products*.

        With the solution of the system, to start the next one from.
        """
        here, (pz, wx) = self._here, products
        right = self._dual_residual + pz / here.p + self._matrix.rho * self._sum_residual
        right -= self._program.gains_transposed((wx - here.x * self._primal_residual) / here.w)
        solved = self._matrix.solve(right, start)
        v = (float(solved.sum()) - self._sum_residual) / self._sum
        p = solved - self._matrix.of_ones * v
        w = np.where(
            self._program.is_deviation,
            self._primal_residual - self._program.gains_of_deviations(p),
            0.0,
        )
        x = np.where(self._program.is_deviation, (wx - here.x * w) / here.w, 0.0)
        return _Point(p, w, x, (pz - here.z * p) / here.p, v), solved

    def corrected_direction(self) -> tuple[_Point, tuple[float, float]]:
        """Return a direction after its correctors, and how far it leads."""
        here, is_deviation = self._here, self._program.is_deviation
        count = self._program.constraints
        way, _ = self.direction((-here.p * here.z, -here.w * here.x))
        after = here.moved(way, here.step_lengths(way, is_deviation)).complementarity()
        before = here.complementarity()
        aim = (after / before) ** 3 * before / count
        products = (
            aim - here.p * here.z - way.p * way.z,
            np.where(is_deviation, aim - here.w * here.x - way.w * way.x, 0.0),
        )
        way, solved = self.direction(products)
        reach = here.step_lengths(way, is_deviation)
        for _ in range(_CORRECTORS):
            if min(reach) > _FAR:
                break
            wished = min(1.0, 1.3 * reach[0] + 0.1), min(1.0, 1.3 * reach[1] + 0.1)
            there = here.moved(way, wished)
            products = (
                products[0] + _centring(there.p * there.z, aim),
                products[1] + np.where(is_deviation, _centring(there.w * there.x, aim), 0.0),
            )
            other, solved = self.direction(products, solved)
            further = here.step_lengths(other, is_deviation)
            if sum(further) < sum(reach) + 0.02:
                break
            way, reach = other, further
        return way, reach


def _centring(products: Floats, aim: float) -> Floats:
    """Return how products are to change that are far from *aim*."""
    change = np.clip(products, 0.1 * aim, 10 * aim) - products
    return np.maximum(change, -10 * aim)


def _points(program: _Program) -> Iterator[_Point]:
    """Yield one point after another, until nothing moves."""
    here, most_kept, unsolved = _first_point(program), _FIRST_KEPT, 0
    for turn in range(_MOST_STEPS):
        raise_if_cancelled()
        report_progress("interior point", turn, unit="steps")
        directions = _Directions(program, here, most_kept)
        way, reach = directions.corrected_direction()
        products, failed = directions.effort
        unsolved += failed
        if products > _MANY_PRODUCTS:
            most_kept = min(int(most_kept * _MORE_KEPT), _MOST_KEPT)
        if unsolved > _MOST_UNSOLVED or not max(reach) > _LEAST_STEP:
            return
        primal, dual = (length * _TO_BOUNDARY if length < 1 else 1.0 for length in reach)
        here = here.moved(way, (primal, dual))
        yield here


def _support(program: _Program) -> SupportGuess | None:
    """Return the support that the points converge to; None if it has too few profiles."""
    before: SupportGuess | None = None
    for here in _points(program):
        mean = here.complementarity() / program.constraints
        if not np.isfinite(mean):
            return None
        if mean > _SETTLED_FROM:
            continue
        found = _split(program, here)
        certain, again = mean < _CERTAIN_FROM, before is not None and found.equals(before)
        if found.excess_profiles == 0 and (certain or again):
            return found
        if found.excess_profiles > 0 and certain and again:
            return found
        if not mean > _SETTLED_TO:
            return None
        before = found
    return None


def _split(program: _Program, here: _Point) -> SupportGuess:
    """Return which of two complementary numbers is 0, by their sizes."""
    profiles: Flags = (here.p > here.z).reshape(program.sizes)
    binding, unused_multipliers = [], []
    for axis, (x, w) in enumerate(
        zip(program.by_seat(here.x), program.by_seat(here.w), strict=True)
    ):
        used: Flags = np.any(profiles, axis=1 - axis)[:, None]
        binding.append((x > _BINDING * w) & used)
        unused_multipliers.append(np.where(used, 0.0, x))
    return SupportGuess(
        profiles, (binding[0], binding[1]), (unused_multipliers[0], unused_multipliers[1])
    )
