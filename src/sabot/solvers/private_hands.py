"""Regret minimisation for games with private hands, which ends with proven value bounds.

CFR+ (Tammelin 2014) on the public tree: each player in turn adds up, at each decision and for every
hand at once, how much better each action would have done, forgets what is negative, and mixes in
proportion. Averages are weighted by the square of the iteration. What the opponent's hands
contribute is one operator of the deal (:mod:`sabot.forms.hand_deals`), so an iteration takes time
in proportion to the hands and not to pairs of hands.

Floats only propose. At every look the averages are rounded to integers over one unit, and both
best responses to them are computed exactly; the best strategy of each player is kept. The value of
the game lies between ``low`` and ``high``, however wrong the floats were.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NumberError
from sabot.exact import as_float
from sabot.forms.hand_deals import HandDeal, HandSums
from sabot.forms.private_hands import (
    ComparisonEnd,
    ConstantEnd,
    HandStrategy,
    PrivateHandsForm,
    PublicDecision,
    PublicNode,
    best_response_value,
)
from sabot.jit import KernelModule
from sabot.progress import report_progress, without_watch
from sabot.results.private_hands import HandBounds
from sabot.results.value_bounds import StopReason
from sabot.solvers import private_hands_kernel

Floats = NDArray[np.float64]
UNIT, FINE_UNIT = 1023, 65535
"""Probabilities are multiples of one over this. The first costs about 2e-8 of the stakes."""
FINE_GAP = Fraction(1, 10**6)
"""A gap below this part of the largest amount takes the finer unit."""
STEP_WORK = 20_000_000
"""Probabilities that are updated between two reports of progress: half a second or so."""
LOOPS = KernelModule(lambda: private_hands_kernel, pays_from=30_000_000)
"""Work in probabilities, at 50 ns in numpy: compiled it is a tenth, compiling takes a second."""
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
    """What one player has learnt: regrets and the sum of its strategies, at each decision."""

    def __init__(self, form: PrivateHandsForm, seat: int) -> None:
        shapes = [(len(node.actions), form.hands[seat]) for node in form.decisions[seat]]
        self.regret: list[Floats] = [np.zeros(shape) for shape in shapes]
        self.total: list[Floats] = [np.zeros(shape) for shape in shapes]
        self.mix: list[Floats] = [np.full(shape, 1 / shape[0]) for shape in shapes]

    def learn(self, place: int, values: Floats, reach: Floats) -> Floats:
        """Add regrets and the strategy, mix in proportion to regrets; return what was earned."""
        mix, regret, total = self.mix[place], self.regret[place], self.total[place]
        if LOOPS.pays(values.size):
            earned = np.empty(values.shape[1])
            LOOPS.compiled.learn(values, mix, regret, total, reach, earned)
            return earned
        earned = np.asarray((mix * values).sum(0))
        total += reach * mix
        regret += values - earned
        np.maximum(regret, 0.0, out=regret)
        self.mix[place] = _normalized(regret)
        return earned

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
        self.form = form
        self._learners = _Learner(form, 0), _Learner(form, 1)
        self._passes = _Pass(form, self._learners, 0), _Pass(form, self._learners, 1)
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
            for one in self._passes:
                one.run(float(self.iteration) ** 2)

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


class _Pass:
    """A pass over the public tree in which one player learns.

    First the chances that the opponent's hands reach each of its moves are multiplied out, then the
    operator of the deal is applied to all of them at once, then values are carried back.
    """

    def __init__(
        self, form: PrivateHandsForm, learners: tuple[_Learner, _Learner], seat: int
    ) -> None:
        self.form, self.seat = form, seat
        self.mine, self.theirs = learners[seat], learners[1 - seat]
        self.sign = 1 - 2 * seat
        self.moves: list[tuple[int, int, int]] = []
        """The opponent's moves: the row before, the decision, the action. Row 0 is no move."""
        self.row_of: dict[int, int] = {}
        """By the identity of a node, the opponent's last move before it."""
        self.rows = _Rows()
        self._plan(form.root, 0)
        self.rows.settle(self.moves)
        ones = np.ones((1, form.hands[1 - seat]))
        self.reach = np.ones((len(self.moves) + 1, form.hands[1 - seat]))
        self.everything = np.asarray(form.deal.all(seat, ones)[0], np.float64)
        self.found: _Sums = _Sums({}, {})

    def _plan(self, node: PublicNode, row: int) -> None:
        """List the opponent's moves, and note what the ends need of them."""
        self.row_of[id(node)] = row
        if isinstance(node, PublicDecision):
            for action, child in enumerate(node.after):
                after = row
                if node.seat != self.seat:
                    self.moves.append((row, self.form.numbers[id(node)], action))
                    after = len(self.moves)
                self._plan(child, after)
        elif isinstance(node, ComparisonEnd):
            self.rows.compared.add(row)
        elif node.payoff:
            self.rows.whole.add(row)

    def run(self, weight: float) -> None:
        """Learn at every decision of the player; the average counts this pass by *weight*."""
        for row, (before, place, action) in enumerate(self.moves, 1):
            np.multiply(self.reach[before], self.theirs.mix[place][action], out=self.reach[row])
        self.found = self.rows.sums(self.form.deal, self.seat, self.reach, self.everything)
        self._value(self.form.root, np.full(self.form.hands[self.seat], weight))

    def _value(self, node: PublicNode, own: Floats) -> Floats:
        """Return what each hand earns below a node."""
        if not isinstance(node, PublicDecision):
            return self._end(node)
        if node.seat != self.seat:
            found = self._value(node.after[0], own)
            for child in node.after[1:]:
                found = found + self._value(child, own)
            return found
        place = self.form.numbers[id(node)]
        mix = self.mine.mix[place]
        values = np.empty_like(mix)
        for action, child in enumerate(node.after):
            further = isinstance(child, PublicDecision)
            values[action] = self._value(child, own * mix[action] if further else own)
        return self.mine.learn(place, values, own)

    def _end(self, node: ConstantEnd | ComparisonEnd) -> Floats:
        row, sign = self.row_of[id(node)], self.sign
        if isinstance(node, ConstantEnd):
            if not node.payoff:
                return np.zeros(self.form.hands[self.seat])
            return self.found.whole[row] * (sign * float(node.payoff))
        weaker, equal, stronger = self.found.compared[row]
        win, loss = (node.loss, node.win) if self.seat else (node.win, node.loss)
        earned: Floats = weaker * (sign * float(win)) + stronger * (sign * float(loss))
        return earned + equal * (sign * float(node.tie)) if node.tie else earned


@dataclass(frozen=True, eq=False)
class _Sums:
    """Sums over the opponent's hands, by its moves."""

    compared: dict[int, tuple[Floats, Floats, Floats]]
    whole: dict[int, Floats]


class _Rows:
    """Of which moves of the opponent which sums are needed, and the cheapest way to each."""

    def __init__(self) -> None:
        self.compared: set[int] = set()
        """Rows whose hands are compared."""
        self.whole: set[int] = set()
        """Rows of which the sum over all hands is needed."""
        self._order: tuple[int, ...] = ()
        self._derived: list[tuple[int, int, tuple[int, ...]]] = []
        """A row, the row before it, and its siblings: its sum is what they leave."""
        self._alone: tuple[int, ...] = ()

    def settle(self, moves: list[tuple[int, int, int]]) -> None:
        """Find rows whose sums follow from those of other rows."""
        self._order = tuple(sorted(self.compared))
        known = self.compared | {0}
        siblings: dict[tuple[int, int], list[int]] = {}
        for row, (before, place, _) in enumerate(moves, 1):
            siblings.setdefault((before, place), []).append(row)
        alone = []
        for (before, _), rows in siblings.items():
            unknown = [row for row in rows if row not in known]
            if len(unknown) == 1 and before in known and unknown[0] in self.whole:
                others = tuple(row for row in rows if row != unknown[0])
                self._derived.append((unknown[0], before, others))
                known.add(unknown[0])
            else:
                alone += [row for row in unknown if row in self.whole]
                known |= set(alone)
        self._alone = tuple(alone)

    def sums(self, deal: HandDeal, seat: int, reach: Floats, everything: Floats) -> _Sums:
        """Return the sums of all rows that are needed."""
        compared: dict[int, tuple[Floats, Floats, Floats]] = {}
        whole: dict[int, Floats] = {0: everything}
        if self._order:
            parts: HandSums = deal.sums(seat, reach[list(self._order)])
            weaker, equal, stronger = (np.asarray(part, np.float64) for part in parts)
            every = weaker + equal + stronger
            for place, row in enumerate(self._order):
                compared[row] = weaker[place], equal[place], stronger[place]
                whole[row] = every[place]
        if self._alone:
            found = np.asarray(deal.all(seat, reach[list(self._alone)]), np.float64)
            whole.update(zip(self._alone, found, strict=True))
        for row, before, others in self._derived:
            left = whole[before]
            for other in others:
                left = left - whole[other]
            whole[row] = left
        return _Sums(compared, whole)


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
