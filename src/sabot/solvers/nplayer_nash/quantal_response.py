"""Follow paths of quantal response equilibria to an equilibrium of a game for many players.

In a logit quantal response equilibrium with precision c (McKelvey and Palfrey 1995) the logarithms
of two probabilities of a player differ by c times the difference of what the actions pay. At c = 0
there is one such profile, in which all is mixed evenly. From it a curve leads to an equilibrium as
c grows, in all games but degenerate ones; it is followed by steps along its tangent, each corrected
by Newton's method (Turocy 2005). Constants added to the logarithms begin at another profile, and
may lead to another equilibrium.

All this is in floats: it says which actions are used. The equations of that support are then solved
exactly, or rounded to fractions with exact gains if the solution is of too high a degree.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sabot.progress import raise_if_cancelled, report_progress
from sabot.solvers.nplayer.regrets import (
    evaluate_profile,
    make_exact_profile,
    profile_of_equilibrium,
)
from sabot.solvers.nplayer.support_enumeration import NormalFormTables
from sabot.solvers.nplayer_nash.support_equations import (
    SupportEquations,
    contract,
    in_shares,
    same_mix,
)
from sabot.solvers.nplayer_nash.support_point import exact_equilibrium

if TYPE_CHECKING:
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.results.nplayer import Profile
    from sabot.solvers.nplayer_nash.subdivision import Supports

Floats = NDArray[np.float64]

MOST_PROFILES = 20_000
"""Profiles of actions of a game whose payoffs are written out."""
STARTS = 8
"""Paths that are followed: the first begins with even mixes."""
_MOST_STEPS = 600
_LAST_PRECISION = 1e5
"""Precision at which a path ends; payoffs are at most 1 here."""
_LEAST_USED = (1e-2, 1e-3, 1e-5)
"""Probabilities from which on an action is taken to be used."""
_ROUNDED = 1 << 40
"""The largest denominator of a rounded probability."""
_METHOD = "a path of quantal response equilibria; payoffs and gains exact"


def follow_paths(game: str, form: NPlayerSequenceForm) -> Profile | None:
    """Return the profile with the least gain that paths lead to; None in a game that is too large.

    The search ends at the first equilibrium.
    """
    started = time.perf_counter()
    if prod(len(cell.actions) for side in form.sides for cell in side.cells) > MOST_PROFILES:
        return None
    strategic = NormalFormTables(form)
    best: Profile | None = None
    tried: list[tuple[Supports, list[Floats]]] = []
    for number in range(STARTS):
        report_progress("following paths", number, STARTS, "starts")
        for mixes in _path_ends(strategic, number):
            found = _exact_near(game, strategic, mixes, tried)
            if found is not None and (best is None or found.gap < best.gap):
                best = found
            if best is not None and not best.gap:
                break
        if best is not None and not best.gap:
            break
    return best and replace(best, seconds=time.perf_counter() - started)


def _path_ends(strategic: NormalFormTables, number: int) -> Iterator[list[Floats]]:
    """Yield profiles late on a path, in floats, the last one first."""
    rng = random.Random(number)
    tables = [in_shares(paid) for paid in strategic.paid]
    bias = [
        np.array([rng.uniform(-3, 3) if number else 0.0 for _ in range(size)])
        for size in strategic.sizes
    ]
    kept = _Path(tables, bias).follow()
    yield from reversed(kept[-3:])


class _Path:
    """A curve of logarithms of probabilities and precision."""

    def __init__(self, tables: Sequence[Floats], bias: Sequence[Floats]) -> None:
        self.tables, self.bias = tables, bias
        self.ends = np.cumsum([0, *(len(own) for own in bias)])

    def split(self, logs: Floats) -> list[Floats]:
        """Return the logarithms of each agent."""
        return [logs[a:b] for a, b in zip(self.ends[:-1], self.ends[1:], strict=True)]

    def follow(self) -> list[list[Floats]]:
        """Return profiles on the way whose precision is large, in order."""
        logs = [own - np.log(np.exp(own).sum()) for own in self.bias]
        point = np.array([*np.concatenate(logs), 0.0])
        tangent, step, kept = None, 0.05, []
        for count in range(_MOST_STEPS):
            raise_if_cancelled()
            ahead = self._tangent(point, tangent)
            moved = self._corrected(point + step * ahead, ahead)
            if moved is None or abs(moved[-1] - point[-1]) > 4 * step + 1:
                step /= 2
                if step < 1e-8:
                    break
                continue
            point, tangent = moved, ahead
            step = min(step * 1.3, 1.0 + abs(point[-1]) / 2)
            if point[-1] > 10:
                kept.append([np.exp(own) for own in self.split(point[:-1])])
            if point[-1] > _LAST_PRECISION or (count > 50 and point[-1] < -1):
                break
        return kept

    def _equations(self, point: Floats) -> tuple[Floats, Floats]:
        """Return the values of the equations and their derivatives by logarithms and precision."""
        logs, precision = self.split(point[:-1]), point[-1]
        mixes = [np.exp(np.minimum(own, 50)) for own in logs]
        size = self.ends[-1]
        values, rows = np.zeros(size), np.zeros((size, size + 1))
        for agent, table in enumerate(self.tables):
            start, end = self.ends[agent], self.ends[agent + 1]
            values[start] = mixes[agent].sum() - 1
            rows[start, start:end] = mixes[agent]
            if end - start == 1:
                continue
            earned = np.asarray(contract(table, mixes, (agent,)))
            gains = earned[1:] - earned[0]
            bias = self.bias[agent][1:] - self.bias[agent][0]
            values[start + 1 : end] = logs[agent][1:] - logs[agent][0] - bias - precision * gains
            rows[start + 1 : end, start] = -1
            rows[start + 1 : end, start + 1 : end] += np.eye(end - start - 1)
            rows[start + 1 : end, -1] = -gains
            for other in range(len(self.tables)):
                if other != agent:
                    slopes = contract(table, mixes, (agent, other))
                    slopes = np.asarray(slopes if agent < other else slopes.T)
                    change = (slopes[1:] - slopes[0]) * mixes[other]
                    here = slice(self.ends[other], self.ends[other + 1])
                    rows[start + 1 : end, here] -= precision * change
        return values, rows

    def _tangent(self, point: Floats, before: Floats | None) -> Floats:
        """Return the direction of the curve, as before or with growing precision."""
        _, rows = self._equations(point)
        found = np.linalg.svd(rows)[2][-1]
        ahead = found[-1] if before is None else found @ before
        return np.asarray(-found if ahead < 0 else found)

    def _corrected(self, point: Floats, ahead: Floats) -> Floats | None:
        """Return the point of the curve in the plane across the tangent."""
        for _ in range(6):
            values, rows = self._equations(point)
            if not (np.isfinite(values).all() and np.isfinite(rows).all()):
                return None
            try:
                square = np.vstack([rows, ahead])
                point = point - np.linalg.solve(square, np.append(values, 0.0))
            except np.linalg.LinAlgError:
                return None
            if abs(values).max() < 1e-9:
                return point if np.isfinite(point).all() else None
        return None


def _exact_near(
    game: str,
    strategic: NormalFormTables,
    mixes: Sequence[Floats],
    tried: list[tuple[Supports, list[Floats]]],
) -> Profile | None:
    """Return the equilibrium of the support of a profile, or fractions near it with its gains.

    *tried*: solutions that were looked at before, and now; of such a one nothing is returned again.
    """
    form, best, again = strategic.form, None, False
    for least in _LEAST_USED:
        supports = tuple(tuple(map(int, np.flatnonzero(own > least))) for own in mixes)
        if not all(supports):
            continue
        equations = SupportEquations(strategic.paid, supports)
        near = equations.solve(mixes)
        if near is None:
            continue
        if any(own == supports and all(map(same_mix, known, near)) for own, known in tried):
            again = True
            continue
        tried.append((supports, near))
        one = exact_equilibrium(strategic, equations, near)
        if one is not None:
            return profile_of_equilibrium(game, form, one, _METHOD)
        rounded = _rounded(game, strategic, supports, near)
        best = rounded if best is None or rounded.gap < best.gap else best
    if best is None and not again:
        every = tuple(tuple(range(size)) for size in strategic.sizes)
        best = _rounded(game, strategic, every, mixes)
    return best


def _rounded(
    game: str,
    strategic: NormalFormTables,
    supports: Sequence[Sequence[int]],
    near: Sequence[Floats],
) -> Profile:
    """Return a profile of fractions near one in floats, with its exact gains."""
    mixes = []
    for support, own in zip(supports, near, strict=True):
        parts = [Fraction(max(float(x), 0.0)).limit_denominator(_ROUNDED) for x in own]
        total = sum(parts, Fraction(0))
        mixes.append({a: x / total for a, x in zip(support, parts, strict=True)})
    tables = strategic.table(mixes, Fraction(0))
    found = evaluate_profile(strategic.form, tuple(tables))
    strategies = dict(zip(strategic.form.seats, tables, strict=True))
    return make_exact_profile(
        game, strategic.form, strategies, found.payoffs, found.gains, method=_METHOD
    )
