"""Iterated elimination of strictly dominated strategies, for any number of players.

A strategy is strictly dominated by a mixture if and only if it is a best response to no belief, a
distribution of the others' profiles (Pearce 1984, lemma 3). Both are found by one matrix game: the
gains of the other strategies over it. So what survives is shown by a belief for each strategy. The
survivors do not depend on the order of removal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sabot.forms.sequence import MatrixForm
from sabot.progress import report_progress
from sabot.results.correlated import PureProfile
from sabot.results.properties import DominantStrategy, Elimination, Mixture
from sabot.solvers.lp.program import IntArray
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game


@dataclass(frozen=True)
class Belief:
    """A distribution of the others' profiles to which a strategy is a best response."""

    seat: int
    strategy: int
    distribution: tuple[tuple[PureProfile, Fraction], ...]
    """Profiles of the other players, in their order."""


@dataclass(frozen=True)
class IteratedDominance:
    """The removals in order, what is left, and why nothing more can be removed."""

    eliminations: tuple[Elimination, ...]
    survivors: tuple[tuple[int, ...], ...]
    beliefs: tuple[Belief, ...]


def eliminate_iteratedly(tables: Sequence[IntArray]) -> IteratedDominance:
    """Remove strictly dominated strategies, player by player, until there are none."""
    left = [list(range(size)) for size in tables[0].shape]
    removed: list[Elimination] = []
    beliefs: dict[int, list[Belief]] = {}
    seat = 0
    while len(beliefs) < len(left):
        report_progress("eliminating dominated strategies", len(removed), unit="removed")
        gone, justified = _round_of_player(tables[seat], left, seat)
        if gone:
            removed += gone
            out = {one.removed for one in gone}
            left[seat] = [k for k in left[seat] if k not in out]
            beliefs = {}
        else:
            beliefs[seat] = justified
            seat = (seat + 1) % len(left)
    listed = tuple(one for own in sorted(beliefs) for one in beliefs[own])
    return IteratedDominance(tuple(removed), tuple(map(tuple, left)), listed)


def _round_of_player(
    table: IntArray, left: Sequence[Sequence[int]], seat: int
) -> tuple[list[Elimination], list[Belief]]:
    """Return what pure strategies dominate, else one strategy that a mixture dominates."""
    own = left[seat]
    if len(own) == 1:
        return [], []
    rows = np.moveaxis(table[np.ix_(*left)], seat, 0).reshape(len(own), -1)
    gone = _removed_by_pure(rows, own, seat)
    if gone:
        return gone, []
    others = [tuple(part) for k, part in enumerate(left) if k != seat]
    shape = tuple(map(len, others))
    found: list[Belief] = []
    leads = rows == rows.max(axis=0)
    for k, strategy in enumerate(own):
        at = np.flatnonzero(leads[k])
        if len(at):
            weights = {int(at[0]): Fraction(1)}
        else:
            report_progress("trying to dominate", k + 1, len(own), "strategies")
            by, weights = _dominating_mixture(rows, k)
            if by is not None:
                mixture = tuple((own[n], chance) for n, chance in by)
                return [Elimination(seat, strategy, mixture)], []
        found.append(Belief(seat, strategy, _as_profiles(weights, others, shape)))
    return [], found


def _as_profiles(
    weights: dict[int, Fraction], others: Sequence[Sequence[int]], shape: tuple[int, ...]
) -> tuple[tuple[PureProfile, Fraction], ...]:
    found = []
    for place, chance in sorted(weights.items()):
        spot = np.unravel_index(place, shape)
        found.append((tuple(own[int(n)] for own, n in zip(others, spot, strict=True)), chance))
    return tuple(found)


def _removed_by_pure(rows: IntArray, own: Sequence[int], seat: int) -> list[Elimination]:
    """Return the strategies that another one dominates, each by one that stays."""
    gone: list[Elimination] = []
    for k, row in enumerate(rows):
        over = np.flatnonzero((rows > row).all(axis=1)).tolist()
        stays = next(
            (n for n in over if not (rows > rows[n]).all(axis=1).any()),
            None,
        )
        if stays is not None:
            gone.append(Elimination(seat, own[k], ((own[stays], Fraction(1)),)))
    return gone


def _dominating_mixture(rows: IntArray, k: int) -> tuple[Mixture | None, dict[int, Fraction]]:
    """Return a mixture of the other rows that dominates one; else a belief that justifies it."""
    others = [n for n in range(len(rows)) if n != k]
    gaps = (rows[others].astype(object) - rows[k].astype(object)).tolist()
    solved = solve_matrix_game(MatrixForm.of(gaps))
    if solved.value > 0:
        pairs = zip(others, solved.row, strict=True)
        return tuple((n, chance) for n, chance in pairs if chance), {}
    return None, {place: chance for place, chance in enumerate(solved.column) if chance}


def dominant_strategy(table: IntArray, seat: int) -> DominantStrategy | None:
    """Return the strategy of a player that is best against everything, if there is one.

    It is better than each other one somewhere; strictly dominant if it is better everywhere.
    """
    rows = np.moveaxis(table, seat, 0).reshape(table.shape[seat], -1)
    best = np.flatnonzero((rows == rows.max(axis=0)).all(axis=1)).tolist()
    if len(best) != 1:
        return None
    others = np.delete(rows, best[0], axis=0)
    return DominantStrategy(best[0], bool((rows[best[0]] > others).all()))
