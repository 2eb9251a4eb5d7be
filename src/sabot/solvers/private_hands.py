"""Regret minimisation for games with private hands, which ends with proven value bounds.

Each player in turn adds up, at each decision and for every hand, how much better each action would
have done, and mixes in proportion to what is positive. Old sums are discounted, negative ones more
(discounted CFR, Brown and Sandholm 2019). Averages are weighted by the square of the iteration.
What the opponent's hands contribute is one operator of the deal (:mod:`sabot.forms.hand_deals`), so
an iteration takes time in proportion to the hands and not to pairs of hands.

Where hands are classes under permutations of suits, and many, the search begins with their ranks
alone. That game has a twentieth of the hands, and nearly the same value.

Floats only propose. At every look the averages are rounded to integers over one unit, and both
best responses to them are computed exactly; the best strategy of each player is kept. The value of
the game lies between ``low`` and ``high``, however wrong the floats were.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NumberError
from sabot.exact import as_float
from sabot.forms.hand_deals import ClassDeal
from sabot.forms.private_hands import (
    HandStrategy,
    PrivateHandsForm,
    best_response_value,
    values_of_sequences,
)
from sabot.jit import KernelModule
from sabot.progress import progress_scope, report_progress, without_watch
from sabot.results.private_hands import HandBounds
from sabot.results.value_bounds import StopReason
from sabot.solvers import private_hands_kernel

Floats = NDArray[np.float64]
UNIT, FINE_UNIT = 1023, 65535
"""Probabilities are multiples of one over this."""
FINE_GAP = Fraction(1, 10**6)
"""A gap below this part of the largest amount takes the finer unit."""
POSITIVE_POWER, NEGATIVE_POWER, AVERAGE_POWER = 1.5, -0.5, 2
"""Alpha, beta and gamma of discounted CFR; Brown and Sandholm take 3/2, 0 and 2. The same gap took
0.4 to 0.8 times the iterations of CFR+ for five cards, rivers and 100,000 ranks. With 3,000 ranks
it took as many."""
STEP_WORK = 20_000_000
"""Probabilities that are updated between two reports of progress: half a second or so."""
LOOPS = KernelModule(lambda: private_hands_kernel, pays_from=8_000_000)
"""Work in probabilities, at 100 ns in numpy: compiled it is a tenth, compiling takes seconds, and
what was compiled before is loaded in half a second."""
FEWEST_CLASSES = 10_000
"""From so many classes of hands on, the search begins with their ranks alone."""
RANK_ITERATIONS, RANK_WEIGHT = 300, 20
"""The smaller game is searched for 300 iterations; they are weighted as 20 of the full game. Five
cards took 91 iterations to a gap of 1/10000 after them, 411 without."""
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
    run = _Run(form, gap)
    found: HandBounds | None = None
    try:
        _begin_by_ranks(run)
        for found in _iterate(run, gap, iterations):
            if progress is not None and progress(found) is False:
                break
    except KeyboardInterrupt:
        if found is None:
            raise
        with without_watch():
            run.look()
            return run.bounds("stopped")
    assert found is not None, "a run always makes one step"
    return found


def _begin_by_ranks(run: _Run) -> None:
    """Let a search among classes of hands begin with strategies by ranks."""
    form = run.form
    if not isinstance(form.deal, ClassDeal) or form.hands[0] < FEWEST_CLASSES:
        return
    small, places = form.deal.by_ranks
    start = _Run(PrivateHandsForm(form.seats, form.root, small), Fraction(1))
    with progress_scope("a game of ranks"):
        for done in range(RANK_ITERATIONS):
            start.advance(1)
            report_progress("bounding", done + 1, RANK_ITERATIONS, unit="iterations")
    run.begin_with(start, places)


def _iterate(run: _Run, gap: Fraction, iterations: int | None) -> Iterator[HandBounds]:
    """Yield what is proved, at growing intervals, until the gap is."""
    longest = max(1, STEP_WORK // max(1, run.form.entries))
    pause = 1
    while True:
        if iterations is not None:
            pause = min(pause, iterations - run.iteration)
        while pause:
            step = min(pause, longest)
            run.advance(step)
            pause -= step
            report_progress("bounding", run.iteration, unit=run.progress_unit)
        run.look()
        ended = run.reason_to_end(gap, iterations)
        yield run.bounds(ended or "stopped")
        if ended is not None:
            return
        pause = run.next_pause(gap)


class _Learner:
    """What one player has learnt: regrets and the sum of its strategies, by sequence and hand."""

    def __init__(self, form: PrivateHandsForm, seat: int) -> None:
        self.form, self.seat, self.own = form, seat, form.sequences[seat]
        self.arrays = self.own.first, self.own.counts, self.own.before
        shape = self.own.count, form.hands[seat]
        self.regret: Floats = np.zeros(shape)
        self.total: Floats = np.zeros(shape)
        self.mix: Floats = np.ones(shape)
        for first, last, _ in self.own.decisions:
            self.mix[first:last] = 1 / (last - first)
        self.amounts = np.array(self.own.amounts, np.float64).reshape(-1, 3)

    def learn(self, foe: _Learner, keep: tuple[float, float, float]) -> None:
        """Answer the opponent's mix: add regrets, mix in proportion, add to the average."""
        if LOOPS.record(self.mix.size + foe.mix.size):
            self._learn_compiled(foe, keep)
            return
        reach = np.asarray(foe.own.reach(foe.mix), np.float64)
        gains = self._values(reach)
        more, less, average = keep
        for first, last, before in reversed([*self.own.decisions]):
            met, mix, regret = gains[first:last], self.mix[first:last], self.regret[first:last]
            earned = (mix * met).sum(0)
            regret *= np.where(regret > 0, more, less)
            regret += met - earned
            mix[:] = _normalized(np.maximum(regret, 0.0))
            gains[before] += earned
        self.total *= average
        self.total += self.own.reach(self.mix)

    def _values(self, reach: Floats) -> Floats:
        found = values_of_sequences(self.form, self.seat, reach, self.amounts.tolist())
        return np.asarray(found, np.float64)

    def _learn_compiled(self, foe: _Learner, keep: tuple[float, float, float]) -> None:
        """Do the same in compiled loops."""
        room = self._room
        room.reach[0] = self.form.deal.own_weights(foe.seat)
        LOOPS.compiled.multiply_along(*foe.arrays, foe.mix, room.reach)
        np.copyto(room.weights, room.reach[room.met].T)
        self.form.deal.sweep(self.seat, room.weights, room.sums)
        np.copyto(room.rows, room.sums.transpose(0, 2, 1))
        np.copyto(room.gains, room.fixed)
        numbers = room.gains, self.mix, self.regret, self.total
        LOOPS.compiled.learn(*self.arrays, room.ends, room.amounts, room.rows, *numbers, keep)

    @cached_property
    def _room(self) -> _Room:
        own, other = self.own, self.form.sequences[1 - self.seat]
        mine, theirs = self.form.hands[self.seat], self.form.hands[1 - self.seat]
        nothing = np.zeros((other.count, theirs))
        nothing[0] = 1.0
        met = own.met[own.met > 0]
        live = own.met[own.ends[:, 1]] > 0
        win, tie, loss = self.amounts[live].T
        return _Room(
            met,
            own.ends[live] - (0, len(own.met) - len(met), 0),
            np.ascontiguousarray(np.array((win - tie, tie - loss, loss)).T),
            self._values(nothing),
            nothing,
            np.empty((theirs, len(met))),
            np.empty((3, mine, len(met))),
            np.empty((3, len(met), mine)),
            np.empty((own.count, mine)),
        )

    def average(self) -> list[Floats]:
        """Return the average strategy, for each decision by action and hand."""
        return [_normalized(self.total[first:last]) for first, last, _ in self.own.decisions]


@dataclass(frozen=True, eq=False)
class _Room:
    """What compiled iterations of a player need, and arrays that every one of them fills."""

    met: NDArray[np.int64]
    """The opponent's sequences at ends, without that of no action."""
    ends: NDArray[np.int64]
    """Ends with an action of the opponent: my sequence, the place among *met*, if compared."""
    amounts: Floats
    """For the sums over weaker hands, hands that are not stronger, and all."""
    fixed: Floats
    """What ends without an action of the opponent pay, by sequence and hand."""
    reach: Floats
    weights: Floats
    sums: Floats
    rows: Floats
    """The sums with hands as the last axis."""
    gains: Floats


def _normalized(parts: Floats) -> Floats:
    """Return each column divided by its sum; even where that is 0."""
    whole = parts.sum(0)
    empty = whole <= 0
    mixed: Floats = np.where(empty, 1 / len(parts), parts / np.where(empty, 1.0, whole))
    return mixed


class _Run:
    """Both players' regrets, the best strategies seen, and what they prove."""

    def __init__(self, form: PrivateHandsForm, gap: Fraction) -> None:
        self._begun = time.perf_counter()
        self.form = form
        self._learners = _Learner(form, 0), _Learner(form, 1)
        fine = gap < FINE_GAP * Fraction(form.largest, form.denominator)
        self._unit = FINE_UNIT if fine else UNIT
        self._best: list[HandStrategy] = [(), ()]
        self._secured: list[Fraction | None] = [None, None]
        self._mark: Fraction | None = None
        self._marked = 0
        self._weight_of_start = 0
        """How many iterations the start counts as."""
        self.iteration = 0

    def begin_with(self, start: _Run, places: NDArray[np.intp]) -> None:
        """Begin with what was learnt in a smaller game; each hand has a place in it."""
        for learner, other in zip(self._learners, start._learners, strict=True):
            for mine, theirs in (
                (learner.regret, other.regret),
                (learner.total, other.total),
                (learner.mix, other.mix),
            ):
                np.copyto(mine, theirs[:, places])
        self._weight_of_start = RANK_WEIGHT

    def advance(self, count: int) -> None:
        """Let both players learn *count* times."""
        for _ in range(count):
            self.iteration += 1
            keep = self._keep()
            one, two = self._learners
            one.learn(two, keep)
            two.learn(one, keep)

    def _keep(self) -> tuple[float, float, float]:
        """Return what is kept of positive regrets, of negative ones, and of the averages."""
        before = float(self._weight_of_start + self.iteration - 1)
        if not before:
            return 0.0, 0.0, 0.0
        positive, negative = before**POSITIVE_POWER, before**NEGATIVE_POWER
        average = (before / (before + 1)) ** AVERAGE_POWER
        return positive / (positive + 1), negative / (negative + 1), average

    def look(self) -> None:
        """Prove what the averages secure, and keep the best strategy of each player."""
        for seat, learner in enumerate(self._learners):
            rounded = tuple(round_mix(mix, self._unit) for mix in learner.average())
            secured = -best_response_value(self.form, 1 - seat, rounded, self._unit)
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

    @property
    def progress_unit(self) -> str:
        """What the number of iterations is followed by in progress."""
        if self._secured[0] is None:
            return "iterations"
        return f"iterations, gap {as_float(self._gap) or 0.0:.2g} proved"

    def next_pause(self, wanted: Fraction) -> int:
        """Return after how many iterations to look again.

        The gap falls about as the power -4/3 of the iterations, so the end can be foreseen.
        """
        left = float(min(Fraction(10), self._gap / wanted)) if wanted else 10.0
        ahead = self.iteration * (left**0.75 - 1)
        return int(min(max(1, self.iteration // 12, ahead), max(1, self.iteration)))

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


def round_mix(mix: Floats, unit: int) -> NDArray[np.int64]:
    """Return probabilities as integers that sum to *unit* for every hand.

    The likeliest action of a hand takes what the others leave. Their probabilities are rounded
    along the hands, which are in the order of strength, so that the errors cancel: what is rounded
    up for one hand is missing for the next ones. So an action with a small probability for many
    hands does not vanish. A hand for which the others leave less than nothing is rounded down.

    >>> round_mix(np.array([[1 / 3, 0.0], [2 / 3, 1.0]]), 1023).tolist()
    [[341, 0], [682, 1023]]
    >>> round_mix(np.array([[0.2, 0.2, 0.2, 0.2, 0.2], [0.8, 0.8, 0.8, 0.8, 0.8]]), 1).tolist()
    [[0, 0, 1, 0, 0], [1, 1, 0, 1, 1]]
    """
    hands = np.arange(mix.shape[1])
    likeliest = mix.argmax(0)
    others: Floats = mix * unit
    others[likeliest, hands] = 0.0
    upto = np.rint(others.cumsum(1)).astype(np.int64)
    parts: NDArray[np.int64] = np.diff(upto, axis=1, prepend=0)
    left = unit - parts.sum(0)
    for hand in np.flatnonzero(left < 0):
        parts[:, hand] = others[:, hand]
        left[hand] = unit - parts[:, hand].sum()
    parts[likeliest, hands] = left
    return parts
