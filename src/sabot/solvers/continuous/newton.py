"""Thresholds that leave every player indifferent: Newton's method in floats, then in fractions.

A *shape* says which actions the intervals of a turn take, from the lowest hands up. The unknowns
are the thresholds between them, and each has an equation: at the threshold both neighbouring
actions are worth the same. Floats find the thresholds; the same step with its matrix kept, and the
equations in fractions, then gains some eight digits a round. The result is a candidate; that nobody
can gain is decided by the exact best response. The Jacobian is by finite differences: each
threshold is a row of floats, one entry for every way in which thresholds are moved (first not at
all, then each free one by a small step), and all are evaluated in one walk through the betting
tree, which costs little more than one evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from sabot.errors import FormError, NoMethodError
from sabot.forms.continuous.betting_game import (
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.forms.continuous.piecewise_polynomial import ONE, ZERO, as_fmpq, as_fraction
from sabot.progress import report_progress

Shape = Mapping[str, tuple[int, ...]]
"""The actions of each turn's intervals, from the lowest hands up."""
ExactIntervals = tuple[tuple[fmpq, fmpq], ...]
MAX_NEWTON_STEPS = 80
"""Steps of Newton's method that are tried in floats."""
FLOAT_RESIDUAL = 1e-12
"""A residual in floats from which fractions take over, where stakes are about 1."""
DIGITS = 30
"""Decimal digits of the thresholds that are kept: what a file prints is then what was judged."""


@dataclass
class IndifferenceEquations:
    """The equations of a shape: one for each cut."""

    form: ContinuousBettingForm
    shape: Shape

    def __post_init__(self) -> None:
        self.places: dict[str, slice] = {}
        self.turns: dict[str, TurnNode] = {}
        count = 0
        for turn in self.form.turns():
            key = turn_key(self.form, turn)
            more = len(self.shape[key]) - 1
            self.places[key] = slice(count, count + more)
            self.turns[key] = turn
            count += more
        self.count = count

    def residual(
        self,
        cuts: Sequence[Fraction],
        *,
        given: bool = True,
        wanted: frozenset[int] | None = None,
    ) -> list[Fraction]:
        """Return, for each cut, how much more the action above it is worth than the one below.

        *given* that the others come there, which separates near from far better, or times the
        probability that they do, which with two seats is linear in the thresholds. Of equations
        that are not *wanted* nothing is left.
        """
        self.given = given
        self.wanted = frozenset(range(self.count)) if wanted is None else wanted
        found = [ZERO] * self.count
        start: list[ExactIntervals] = [((ZERO, ONE),)] * len(self.form.seats)
        self._visit(self.form.root, start, list(map(as_fmpq, cuts)), found)
        return list(map(as_fraction, found))

    def _visit(
        self, node: BettingNode, held: list[ExactIntervals], cuts: list[fmpq], found: list[fmpq]
    ) -> None:
        if not isinstance(node, TurnNode):
            return
        key = turn_key(self.form, node)
        place, shape = self.places[key], self.shape[key]
        chance = ONE
        for seat, spans in enumerate(held):
            if seat != node.seat:
                chance *= _total_length(spans)
        for k, (below, above) in enumerate(pairwise(shape)):
            if place.start + k not in self.wanted:
                continue
            hand = cuts[place][k]
            worth = {
                action: self._worth(node.after[action], held, node.seat, hand, cuts)
                for action in (below, above)
            }
            gap = worth[above] - worth[below]
            found[place.start + k] = gap / chance if self.given and chance else gap
        for action, after in enumerate(node.after):
            further = [*held]
            further[node.seat] = self._spans(key, action, held[node.seat], cuts)
            self._visit(after, further, cuts, found)

    def _worth(
        self, node: BettingNode, held: list[ExactIntervals], seat: int, hand: fmpq, cuts: list[fmpq]
    ) -> fmpq:
        """Return what a hand of a seat is worth from a node on, times the others' probability."""
        if isinstance(node, TurnNode):
            key = turn_key(self.form, node)
            if node.seat == seat:
                place = sum(cut <= hand for cut in cuts[self.places[key]])
                return self._worth(node.after[self.shape[key][place]], held, seat, hand, cuts)
            total = ZERO
            for action, after in enumerate(node.after):
                spans = self._spans(key, action, held[node.seat], cuts)
                if spans:
                    further = [*held]
                    further[node.seat] = spans
                    total += self._worth(after, further, seat, hand, cuts)
            return total
        return _leaf_payoff(node, held, seat, hand)

    def _spans(
        self, key: str, action: int, held: ExactIntervals, cuts: list[fmpq]
    ) -> ExactIntervals:
        inside = cuts[self.places[key]]
        shape = self.shape[key]
        ends = (ZERO, *inside, ONE)
        return tuple(
            (max(low, a), min(high, b))
            for low, high, taken in zip(ends, ends[1:], shape, strict=False)
            if taken == action
            for a, b in held
            if max(low, a) < min(high, b)
        )

    def profile(self, cuts: Sequence[Fraction]) -> dict[str, ThresholdRule]:
        """Return the strategies of all seats that these thresholds make."""
        return {
            key: ThresholdRule(tuple(self.shape[key]), tuple(cuts[place]))
            for key, place in self.places.items()
        }


def _leaf_payoff(
    end: FoldNode | ShowdownNode, held: Sequence[ExactIntervals], seat: int, hand: fmpq
) -> fmpq:
    chance = ONE
    for other, spans in enumerate(held):
        if other != seat:
            chance *= _total_length(spans)
    if isinstance(end, FoldNode):
        return as_fmpq(end.payoffs[seat]) * chance
    cost = -as_fmpq(end.paid[seat]) * chance
    if seat not in end.contenders:
        return cost
    better = as_fmpq(end.better)
    plain, improved, aside = ONE - better, better, ONE
    for other, spans in enumerate(held):
        if other == seat:
            continue
        size = _total_length(spans)
        if other not in end.contenders:
            aside *= size
            continue
        below = sum((min(max(hand - low, ZERO), high - low) for low, high in spans), ZERO)
        plain *= (ONE - better) * below
        improved *= (ONE - better) * size + better * below
    return cost + as_fmpq(end.pot) * aside * (plain + improved)


def _total_length(spans: ExactIntervals) -> fmpq:
    total = ZERO
    for low, high in spans:
        total += high - low
    return total


def solve_thresholds(
    form: ContinuousBettingForm,
    shape: Shape,
    start: Sequence[float],
    free: Sequence[int] | None = None,
    *,
    digits: int = DIGITS,
) -> ThresholdProfile:
    """Return the profile of a shape whose thresholds solve the indifference equations.

    They have so many *digits*. Only the thresholds in *free* are moved; None: all of them.
    """
    equations = IndifferenceEquations(form, shape)
    if not equations.count:  # nobody has a choice
        return equations.profile([])
    moved = list(range(equations.count)) if free is None else list(free)
    cuts, matrix = _newton_in_floats(equations, np.array(start, dtype=float), moved)
    try:
        return equations.profile(_refine_in_fractions(equations, cuts, matrix, moved, digits))
    except FormError:
        raise NoMethodError("cuts lie too close to each other for a float to part them") from None


def _newton_in_floats(
    equations: IndifferenceEquations, cuts: NDArray[np.float64], moved: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return thresholds that are right to a float's digits, and the matrix of the last step."""
    for step_number in range(MAX_NEWTON_STEPS):
        report_progress("balancing the cuts", step_number)
        rest, matrix = compute_jacobian(equations, cuts, moved)
        if np.abs(rest).max() < FLOAT_RESIDUAL * max(1.0, float(np.abs(matrix).max())):
            return cuts, matrix
        step = np.asarray(np.linalg.lstsq(matrix, -rest, rcond=1e-13)[0], dtype=np.float64)
        cuts = _line_search(equations, cuts, moved, step, float(np.abs(rest).max()))
    raise NoMethodError(f"no equilibrium of this shape was found in {MAX_NEWTON_STEPS} steps")


def _line_search(
    equations: IndifferenceEquations,
    cuts: NDArray[np.float64],
    moved: Sequence[int],
    step: NDArray[np.float64],
    rest: float,
) -> NDArray[np.float64]:
    """Return the thresholds after as much of a step as makes them better."""
    share = 1.0
    while True:
        tried = cuts.copy()
        tried[moved] = np.clip(cuts[moved] + share * step, 0.0, 1.0)
        for place in equations.places.values():
            tried[place] = np.maximum.accumulate(tried[place])
        if share < 1 / 64 or np.abs(compute_residual(equations, tried, moved)).max() < rest:
            return tried
        share /= 2


def _refine_in_fractions(
    equations: IndifferenceEquations,
    cuts: NDArray[np.float64],
    matrix: NDArray[np.float64],
    moved: Sequence[int],
    digits: int,
) -> list[Fraction]:
    """Return the thresholds with so many digits: the same step again, in exact equations."""
    exact = [Fraction(cut) for cut in cuts.tolist()]
    inverse = np.linalg.pinv(matrix, rcond=1e-13)
    unit = 10**digits
    for _ in range(digits):
        rest = equations.residual(exact, wanted=frozenset(moved))
        largest = max(abs(rest[k]) for k in moved)
        if largest * unit < 1:
            break
        # scaled into a float's range, whatever its size
        scale = largest
        step = inverse @ np.array([float(rest[k] / scale) for k in moved])
        for k, by in zip(moved, step.tolist(), strict=True):
            there = Fraction(round((exact[k] - Fraction(by) * scale) * unit), unit)
            exact[k] = min(max(there, Fraction(0)), Fraction(1))
    return exact


DIFFERENCE_STEP = 1e-7
"""How far a threshold is moved to see what depends on it."""
FloatArray = NDArray[np.float64]
FloatBatch = FloatArray | float
"""One number for every way in which thresholds are moved, or the same one for all."""
FloatIntervals = tuple[tuple[FloatArray, FloatArray], ...]
"""Intervals from low to high, row by row; where high is not above low there are no hands."""


def compute_jacobian(
    equations: IndifferenceEquations, cuts: FloatArray, moved: Sequence[int], *, best: bool = False
) -> tuple[FloatArray, FloatArray]:
    """Return what is left of the equations of some thresholds, and how it moves with each of them.

    A seat's own later turns are answered as the thresholds say, or at *best*: then nothing jumps
    where a threshold passes another one of the same player.
    """
    ways = np.repeat(cuts[:, None], len(moved) + 1, axis=1)
    ways[list(moved), range(1, len(moved) + 1)] += DIFFERENCE_STEP
    found = _BatchResidual(equations, ways, frozenset(moved), best).residual()[list(moved)]
    return found[:, 0], (found[:, 1:] - found[:, :1]) / DIFFERENCE_STEP


def compute_residual(
    equations: IndifferenceEquations, cuts: FloatArray, moved: Sequence[int], *, best: bool = False
) -> FloatArray:
    """Return what is left of the equations of some thresholds."""
    found = _BatchResidual(equations, cuts[:, None], frozenset(moved), best).residual()
    return found[list(moved), 0]


class _BatchResidual:
    """One walk, for all rows."""

    def __init__(
        self, equations: IndifferenceEquations, ways: FloatArray, wanted: frozenset[int], best: bool
    ) -> None:
        self.equations, self.ways, self.wanted, self.best = equations, ways, wanted, best
        self.zero, self.one = np.zeros(ways.shape[1]), np.ones(ways.shape[1])
        self.found = np.zeros_like(ways)

    def residual(self) -> FloatArray:
        """Return the residual of each wanted equation: the action above less the one below."""
        everything: list[FloatIntervals] = [((self.zero, self.one),)] * len(
            self.equations.form.seats
        )
        self._visit(self.equations.form.root, everything)
        return self.found

    def _visit(self, node: BettingNode, held: list[FloatIntervals]) -> None:
        if not isinstance(node, TurnNode):
            return
        key = turn_key(self.equations.form, node)
        place, shape = self.equations.places[key], self.equations.shape[key]
        sizes = list(map(_total_length_batch, held))
        for k, (below, above) in enumerate(pairwise(shape), place.start):
            if k in self.wanted:
                hand = self.ways[k]
                gap = self._worth(node.after[above], held, sizes, node.seat, hand)
                gap = gap - self._worth(node.after[below], held, sizes, node.seat, hand)
                chance: FloatBatch = self.one
                for seat, size in enumerate(sizes):
                    chance = chance if seat == node.seat else chance * size
                self.found[k] = np.where(chance > 0, gap / np.where(chance > 0, chance, 1), gap)
        for action, after in enumerate(node.after):
            further = [*held]
            further[node.seat] = self._spans(key, action, held[node.seat])
            self._visit(after, further)

    def _worth(
        self,
        node: BettingNode,
        held: list[FloatIntervals],
        sizes: list[FloatBatch],
        seat: int,
        hand: FloatArray,
    ) -> FloatBatch:
        """Return what a hand of a seat is worth from a node on, times the others' probability."""
        if not isinstance(node, TurnNode):
            return _leaf_payoff_batch(node, held, sizes, seat, hand)
        key = turn_key(self.equations.form, node)
        total: FloatBatch = 0.0
        if node.seat == seat and self.best:
            total = self._worth(node.after[0], held, sizes, seat, hand)
            for after in node.after[1:]:
                total = np.maximum(total, self._worth(after, held, sizes, seat, hand))
            return total
        if node.seat == seat:
            cuts = self.ways[self.equations.places[key]]
            place = (cuts <= hand).sum(axis=0)
            for k, action in enumerate(self.equations.shape[key]):
                there = place == k
                if there.any():
                    worth = self._worth(node.after[action], held, sizes, seat, hand)
                    total = total + np.where(there, worth, 0.0)
            return total
        for action, after in enumerate(node.after):
            spans = self._spans(key, action, held[node.seat])
            if spans:
                further, lengths = [*held], [*sizes]
                further[node.seat], lengths[node.seat] = spans, _total_length_batch(spans)
                total = total + self._worth(after, further, lengths, seat, hand)
        return total

    def _spans(self, key: str, action: int, held: FloatIntervals) -> FloatIntervals:
        inside = self.ways[self.equations.places[key]]
        ends = (self.zero, *inside, self.one)
        found = []
        for low, high, taken in zip(ends, ends[1:], self.equations.shape[key], strict=False):
            if taken == action:
                for a, b in held:
                    begin, end = np.maximum(low, a), np.minimum(high, b)
                    if (begin < end).any():
                        found.append((begin, np.maximum(begin, end)))
        return tuple(found)


def _leaf_payoff_batch(
    end: FoldNode | ShowdownNode,
    held: Sequence[FloatIntervals],
    sizes: Sequence[FloatBatch],
    seat: int,
    hand: FloatArray,
) -> FloatBatch:
    chance: FloatBatch = 1.0
    for other, size in enumerate(sizes):
        chance = chance if other == seat else chance * size
    if isinstance(end, FoldNode):
        return float(end.payoffs[seat]) * chance
    cost = -float(end.paid[seat]) * chance
    if seat not in end.contenders:
        return cost
    better = float(end.better)
    plain: FloatBatch = 1 - better
    improved: FloatBatch = better
    aside: FloatBatch = 1.0
    for other, size in enumerate(sizes):
        if other == seat:
            continue
        if other not in end.contenders:
            aside = aside * size
            continue
        below: FloatBatch = 0.0
        for low, high in held[other]:
            below = below + np.clip(hand - low, 0.0, high - low)
        plain = plain * ((1 - better) * below)
        improved = improved * ((1 - better) * size + better * below)
    return cost + float(end.pot) * aside * (plain + improved)


def _total_length_batch(spans: FloatIntervals) -> FloatBatch:
    total: FloatBatch = 0.0
    for low, high in spans:
        total = total + (high - low)
    return total
