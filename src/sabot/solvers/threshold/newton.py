"""Cuts that leave every seat indifferent: Newton's method, then more digits than a float has.

A *shape* says which actions a turn's intervals take, from the lowest hands up. The unknowns are the
cuts between them, and each has an equation: at the cut both neighbours are worth the same. Floats
find the cuts; the same step with its matrix kept, and the equations in fractions, then gains some
eight digits a round. What comes out is a candidate. That nobody can gain is for
:func:`sabot.forms.threshold.worth.worth` to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from sabot import watch
from sabot.errors import FormError, NoMethodError
from sabot.forms.threshold.answers import Answer, Profile, turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn
from sabot.forms.threshold.piecewise import ONE, ZERO, fraction, number
from sabot.solvers.threshold.slopes import residual, slopes

Shape = Mapping[str, tuple[int, ...]]
"""The actions of each turn's intervals, from the lowest hands up."""
Spans = tuple[tuple[fmpq, fmpq], ...]

ROUNDS = 80
"""Steps of Newton's method that are tried in floats."""
SETTLED = 1e-12
"""A residual in floats from which fractions take over, where stakes are about 1."""
DIGITS = 30
"""Decimal digits of the cuts that are kept: what a file prints is then what was judged."""


@dataclass
class Equations:
    """The equations of a shape: one for each cut."""

    form: ThresholdForm
    shape: Shape

    def __post_init__(self) -> None:
        self.places: dict[str, slice] = {}
        self.turns: dict[str, Turn] = {}
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

        *given* that the others come there, which tells near from far better, or times the chance
        that they do, which with two seats is linear in the cuts. Of equations that are not *wanted*
        nothing is left.
        """
        self.given = given
        self.wanted = frozenset(range(self.count)) if wanted is None else wanted
        found = [ZERO] * self.count
        start: list[Spans] = [((ZERO, ONE),)] * len(self.form.seats)
        self._visit(self.form.root, start, list(map(number, cuts)), found)
        return list(map(fraction, found))

    def _visit(self, node: Node, held: list[Spans], cuts: list[fmpq], found: list[fmpq]) -> None:
        if not isinstance(node, Turn):
            return
        key = turn_key(self.form, node)
        place, shape = self.places[key], self.shape[key]
        chance = ONE
        for seat, spans in enumerate(held):
            if seat != node.seat:
                chance *= _size(spans)
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
        self, node: Node, held: list[Spans], seat: int, hand: fmpq, cuts: list[fmpq]
    ) -> fmpq:
        """Return what a hand of a seat is worth from a node on, times the others' chance."""
        if isinstance(node, Turn):
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
        return _end(node, held, seat, hand)

    def _spans(self, key: str, action: int, held: Spans, cuts: list[fmpq]) -> Spans:
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

    def profile(self, cuts: Sequence[Fraction]) -> dict[str, Answer]:
        """Return the strategies of all seats that these cuts make."""
        return {
            key: Answer(tuple(self.shape[key]), tuple(cuts[place]))
            for key, place in self.places.items()
        }


def _end(end: Fold | Showdown, held: Sequence[Spans], seat: int, hand: fmpq) -> fmpq:
    chance = ONE
    for other, spans in enumerate(held):
        if other != seat:
            chance *= _size(spans)
    if isinstance(end, Fold):
        return number(end.payoffs[seat]) * chance
    cost = -number(end.paid[seat]) * chance
    if seat not in end.contenders:
        return cost
    better = number(end.better)
    plain, improved, aside = ONE - better, better, ONE
    for other, spans in enumerate(held):
        if other == seat:
            continue
        size = _size(spans)
        if other not in end.contenders:
            aside *= size
            continue
        below = sum((min(max(hand - low, ZERO), high - low) for low, high in spans), ZERO)
        plain *= (ONE - better) * below
        improved *= (ONE - better) * size + better * below
    return cost + number(end.pot) * aside * (plain + improved)


def _size(spans: Spans) -> fmpq:
    total = ZERO
    for low, high in spans:
        total += high - low
    return total


def solved(
    form: ThresholdForm,
    shape: Shape,
    start: Sequence[float],
    free: Sequence[int] | None = None,
    *,
    digits: int = DIGITS,
) -> Profile:
    """Return the profile of a shape whose cuts leave everybody indifferent, to so many *digits*.

    Only the cuts in *free* are moved, all of them unless told.
    """
    equations = Equations(form, shape)
    moved = list(range(equations.count)) if free is None else list(free)
    cuts, matrix = _in_floats(equations, np.array(start, dtype=float), moved)
    try:
        return equations.profile(_in_fractions(equations, cuts, matrix, moved, digits))
    except FormError:
        raise NoMethodError("cuts lie too close to each other for a float to part them") from None


def _in_floats(
    equations: Equations, cuts: NDArray[np.float64], moved: Sequence[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return cuts that are right to a float's digits, and the matrix of the last step."""
    for step_number in range(ROUNDS):
        watch.at("balancing the cuts", step_number)
        rest, matrix = slopes(equations, cuts, moved)
        if np.abs(rest).max() < SETTLED * max(1.0, float(np.abs(matrix).max())):
            return cuts, matrix
        step = np.asarray(np.linalg.lstsq(matrix, -rest, rcond=1e-13)[0], dtype=np.float64)
        cuts = _stepped(equations, cuts, moved, step, float(np.abs(rest).max()))
    raise NoMethodError(f"no equilibrium of this shape was found in {ROUNDS} steps")


def _stepped(
    equations: Equations,
    cuts: NDArray[np.float64],
    moved: Sequence[int],
    step: NDArray[np.float64],
    rest: float,
) -> NDArray[np.float64]:
    """Return the cuts after as much of a step as makes them better."""
    share = 1.0
    while True:
        tried = cuts.copy()
        tried[moved] = np.clip(cuts[moved] + share * step, 0.0, 1.0)
        for place in equations.places.values():
            tried[place] = np.maximum.accumulate(tried[place])
        if share < 1 / 64 or np.abs(residual(equations, tried, moved)).max() < rest:
            return tried
        share /= 2


def _in_fractions(
    equations: Equations,
    cuts: NDArray[np.float64],
    matrix: NDArray[np.float64],
    moved: Sequence[int],
    digits: int,
) -> list[Fraction]:
    """Return the cuts with so many digits: the same step again, in exact equations."""
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
