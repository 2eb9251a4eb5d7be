"""Regret minimisation for games with private hands, which ends with proven value bounds.

CFR+ (Tammelin 2014) on the public tree: each player in turn adds up, at each decision and for every
hand at once, how much better each action would have done, forgets what is negative, and mixes in
proportion. Averages are weighted by the square of the iteration. What the opponent's hands
contribute is one operator of the deal (:mod:`sabot.forms.private_hands`), so an iteration takes
time in proportion to the hands and not to pairs of hands.

Floats only propose. At every look the averages are rounded to integers over one unit, and both
best responses to them are computed exactly; the best strategy of each player is kept. The value of
the game lies between ``low`` and ``high``, however wrong the floats were.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NumberError
from sabot.exact import as_float
from sabot.forms.private_hands import (
    ComparisonEnd,
    ConstantEnd,
    HandStrategy,
    HandSums,
    PrivateHandsForm,
    PublicDecision,
    PublicNode,
    best_response_value,
)
from sabot.progress import report_progress, without_watch
from sabot.results.private_hands import HandBounds
from sabot.results.value_bounds import StopReason

Floats = NDArray[np.float64]
UNIT, FINE_UNIT = 1023, 65535
"""Probabilities are multiples of one over this. The first costs about 2e-8 of the stakes."""
FINE_GAP = Fraction(1, 10**6)
"""A gap below this part of the largest amount takes the finer unit."""
STEP_WORK = 20_000_000
"""Probabilities that are updated between two looks, at most: half a second or so."""
_PATIENCE = 8
"""Without progress for so many times the iterations made before: stalled."""


def run_private_hands(
    form: PrivateHandsForm,
    *,
    gap: Fraction = Fraction(1, 1000),
    iterations: int | None = None,
    progress: Callable[[HandBounds], object] | None = None,
) -> HandBounds:
    """Return strategies whose guarantees differ by at most *gap*, and the interval they prove.

    Ends earlier after *iterations*, when *progress* returns False, on Ctrl-C or a stop (the best so
    far is kept and marked as stopped), or when floats can do no better; ``ended`` says which.
    """
    if gap < 0:
        raise NumberError(f"the gap must not be negative, and {gap} is")
    if iterations is not None and iterations < 1:
        raise NumberError(f"iterations must be at least 1, not {iterations}")
    found: HandBounds | None = None
    try:
        for found in _iterate(form, gap, iterations):
            left = as_float(found.gap) or 0.0
            report_progress("bounding", found.iterations, unit=f"iterations, gap {left:.2g} proved")
            if progress is not None and progress(found) is False:
                break
    except KeyboardInterrupt:
        if found is None:
            raise
    assert found is not None, "a run always makes one step"
    with without_watch():
        return found


def _iterate(form: PrivateHandsForm, gap: Fraction, iterations: int | None) -> Iterator[HandBounds]:
    """Yield what is proved, at growing intervals, until the gap is."""
    run = _Run(form, gap)
    longest = max(1, STEP_WORK // max(1, form.entries))
    while True:
        pause = min(max(1, run.iteration // 8), longest)
        if iterations is not None:
            pause = min(pause, iterations - run.iteration)
        run.advance(pause)
        run.look()
        ended = run.reason_to_end(gap, iterations)
        yield run.bounds(ended or "stopped")
        if ended is not None:
            return


class _Learner:
    """What one player has learnt: regrets and the sum of its strategies, at each decision."""

    def __init__(self, form: PrivateHandsForm, seat: int) -> None:
        shapes = [(len(node.actions), form.hands[seat]) for node in form.decisions[seat]]
        self.regret: list[Floats] = [np.zeros(shape) for shape in shapes]
        self.total: list[Floats] = [np.zeros(shape) for shape in shapes]
        self.mix: list[Floats] = [np.full(shape, 1 / shape[0]) for shape in shapes]

    def learn(self, place: int, gains: Floats) -> None:
        """Add regrets, and mix in proportion to them."""
        regret = self.regret[place]
        regret += gains
        np.maximum(regret, 0.0, out=regret)
        self.mix[place] = _normalized(regret)

    def average(self) -> list[Floats]:
        """Return the average strategy."""
        return [_normalized(total) for total in self.total]


def _normalized(parts: Floats) -> Floats:
    """Return each column divided by its sum; even where that is 0."""
    whole = parts.sum(0)
    empty = whole <= 0
    mixed = parts / np.where(empty, 1.0, whole)
    if empty.any():
        mixed[:, empty] = 1 / len(parts)
    return mixed


class _Run:
    """Both players' regrets, the best strategies seen, and what they prove."""

    def __init__(self, form: PrivateHandsForm, gap: Fraction) -> None:
        self._begun = time.perf_counter()
        self._form = form
        self._learners = _Learner(form, 0), _Learner(form, 1)
        largest = Fraction(form.largest, form.denominator)
        self._unit = UNIT if gap >= FINE_GAP * largest else FINE_UNIT
        self._best: list[HandStrategy] = [(), ()]
        self._secured: list[Fraction | None] = [None, None]
        self._mark: Fraction | None = None
        self._marked = 0
        self.iteration = 0

    def advance(self, count: int) -> None:
        """Let both players learn *count* times."""
        for _ in range(count):
            self.iteration += 1
            for seat in (0, 1):
                _Pass(self._form, self._learners, seat, float(self.iteration) ** 2).run()

    def look(self) -> None:
        """Prove what the averages secure, and keep the best strategy of each player."""
        for seat, learner in enumerate(self._learners):
            rounded = tuple(round_mix(mix, self._unit) for mix in learner.average())
            secured = -best_response_value(self._form, 1 - seat, rounded, self._unit)
            best = self._secured[seat]
            if best is None or secured > best:
                self._best[seat], self._secured[seat] = rounded, secured
        if self._mark is None or self._gap < self._mark * Fraction(99, 100):
            self._mark, self._marked = self._gap, self.iteration

    @property
    def _ends(self) -> tuple[Fraction, Fraction]:
        one, two = self._secured
        assert one is not None and two is not None
        return one, -two

    @property
    def _gap(self) -> Fraction:
        low, high = self._ends
        return high - low

    def reason_to_end(self, wanted: Fraction, iterations: int | None) -> StopReason | None:
        """Return why this was the last step; None where it was not."""
        if self._gap <= wanted:
            return "gap"
        if self.iteration == iterations:
            return "iterations"
        return "stalled" if self.iteration > _PATIENCE * self._marked + 1000 else None

    def bounds(self, ended: StopReason) -> HandBounds:
        """Return what is proved."""
        low, high = self._ends
        seconds = time.perf_counter() - self._begun
        best = self._best[0], self._best[1]
        return HandBounds(low, high, best, self._unit, self.iteration, ended, seconds)


class _Pass:
    """One pass over the public tree, in which one player learns."""

    def __init__(
        self, form: PrivateHandsForm, learners: tuple[_Learner, _Learner], seat: int, weight: float
    ) -> None:
        self.form, self.seat, self.weight = form, seat, weight
        self.mine, self.theirs = learners[seat], learners[1 - seat]
        self.sign = 1 - 2 * seat

    def run(self) -> None:
        """Learn at every decision of the player."""
        one, two = (np.ones(count) for count in self.form.hands)
        own, other = (two, one) if self.seat else (one, two)
        self._value(self.form.root, own, other, [])

    def _value(self, node: PublicNode, own: Floats, other: Floats, sums: list[HandSums]) -> Floats:
        """Return what each hand earns; *sums* hold those of *other*, if known."""
        if not isinstance(node, PublicDecision):
            return self._end(node, other, sums)
        place = self.form.numbers[id(node)]
        if node.seat != self.seat:
            mix = self.theirs.mix[place]
            found = self._value(node.after[0], own, other * mix[0], [])
            for action, child in enumerate(node.after[1:], 1):
                found = found + self._value(child, own, other * mix[action], [])
            return found
        mix = self.mine.mix[place]
        values = np.array(
            [
                self._value(child, own * mix[action], other, sums)
                for action, child in enumerate(node.after)
            ]
        )
        earned: Floats = (mix * values).sum(0)
        self.mine.total[place] += (self.weight * own) * mix
        self.mine.learn(place, values - earned)
        return earned

    def _end(
        self, node: ConstantEnd | ComparisonEnd, other: Floats, sums: list[HandSums]
    ) -> Floats:
        deal, seat, sign = self.form.deal, self.seat, self.sign
        if isinstance(node, ConstantEnd):
            constant: Floats = np.asarray(deal.all(seat, other), np.float64) * (
                sign * float(node.payoff)
            )
            return constant
        if not sums:
            sums.append(deal.sums(seat, other))
        weaker, equal, stronger = (np.asarray(part, np.float64) for part in sums[0])
        win, loss = (node.loss, node.win) if seat else (node.win, node.loss)
        earned: Floats = weaker * (sign * float(win)) + stronger * (sign * float(loss))
        return earned + equal * (sign * float(node.tie)) if node.tie else earned


def round_mix(mix: Floats, unit: int) -> NDArray[np.int64]:
    """Return probabilities as integers that sum to *unit* for every hand.

    >>> round_mix(np.array([[1 / 3, 0.0], [2 / 3, 1.0]]), 1023).tolist()
    [[341, 0], [682, 1023]]
    """
    parts: NDArray[np.int64] = np.rint(mix * unit).astype(np.int64)
    largest = parts.argmax(0)
    hands = np.arange(parts.shape[1])
    parts[largest, hands] += unit - parts.sum(0)
    return parts
