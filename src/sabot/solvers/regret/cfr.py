"""Trees beyond exact reach: regret minimisation that ends with a proven interval.

Each side in turn adds up, at each of its cells, how much better each action would have done, and
mixes in proportion (Zinkevich et al. 2007). The variant is CFR+ (Tammelin 2014) with old regrets
discounted (Brown and Sandholm 2019), a quarter of the last regret expected to come again (after
Farina et al. 2021) and averages weighed by the cube of the iteration. It works on the sequence
form, so one iteration is two products with a sparse matrix and two passes over the cells.

Floats only propose. What is returned was rounded to multiples of a power of 1/2 that add up to 1,
and its best replies were computed in integers: the value of the game lies between ``low`` and
``high``, however wrong the floats were.

>>> from sabot.games import load
>>> found = cfr(load("kuhn-poker").form(), gap="1/10000")
>>> found.low <= Fraction(-1, 18) <= found.high, found.gap <= Fraction(1, 10000)
(True, True)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sabot import watch
from sabot.compiled import Loops
from sabot.errors import FormError, NumberError
from sabot.exact import rational
from sabot.forms.sequence import SequenceForm, Side
from sabot.results.interval import CfrResult, Ended
from sabot.solvers.regret.kernel import Floats, Indices, Layout, Memory, planned
from sabot.solvers.regret.proof import Proof, prove

"""Why a run ended: the gap is proven; the iterations are used up; floats can do no better; the
caller said stop."""

LOOPS = Loops("sabot.solvers.regret.kernel", pays_from=800_000)
"""Work in payoffs times iterations, at 2.3 us in plain Python: then it has taken two seconds, and
compiling takes as long."""
STEP_WORK = 300_000_000
"""About how many payoffs are multiplied between two looks, at most: half a second or so."""
_SPARE = Fraction(1, 256)  # of the gap: what rounding may cost
_PATIENCE = 8  # without progress for so many times the iterations made before: stalled


@dataclass(frozen=True, slots=True)
class CfrStep:
    """A look at a run: estimates in floats of the best strategies so far."""

    iteration: int
    low_float: float
    high_float: float
    seconds: float
    ended: Ended | None
    """Set on the last step."""
    result: Callable[[], CfrResult] = field(repr=False, compare=False)
    """Proves the best strategies so far; call it after breaking off."""

    @property
    def gap_float(self) -> float:
        """How far apart the estimates are."""
        return self.high_float - self.low_float


def cfr(
    form: SequenceForm,
    *,
    gap: Fraction | float | str = Fraction(1, 1000),
    iterations: int | None = None,
    progress: Callable[[CfrStep], object] | None = None,
) -> CfrResult:
    """Return strategies whose guarantees differ by at most *gap*, and the interval they prove.

    Ends earlier after *iterations*, when *progress* returns False, on Ctrl-C or a stop (the best so
    far is kept and marked as stopped), or when floats can do no better; ``ended`` says which.
    """
    step: CfrStep | None = None
    try:
        for step in cfr_steps(form, gap=gap, iterations=iterations):
            watch.at("bounding", step.iteration, unit=f"iterations, gap {step.gap_float:.2g}")
            if progress is not None and progress(step) is False:
                break
    except KeyboardInterrupt:
        if step is None:
            raise
    assert step is not None, "a run always makes one step"
    with watch.unwatched():
        return step.result()


def cfr_steps(
    form: SequenceForm,
    *,
    gap: Fraction | float | str = Fraction(1, 1000),
    iterations: int | None = None,
) -> Iterator[CfrStep]:
    """Yield a step at growing intervals until the gap is proven; see :func:`cfr`.

    >>> from sabot.games import load
    >>> for step in cfr_steps(load("kuhn-poker").form(), gap="1/100"):
    ...     if step.iteration == 5:
    ...         break
    >>> step.ended, step.result().stopped
    (None, True)
    """
    wanted = _wanted(gap)
    if iterations is not None and iterations < 1:
        raise NumberError(f"iterations must be at least 1, not {iterations}")
    run = Run(form, wanted)
    while run.ended is None:
        pause = min(max(1, run.iteration // 8), run.longest)
        if iterations is not None:
            pause = min(pause, iterations - run.iteration)
        run.advance(pause)
        run.look()
        run.judge(iterations)
        yield run.step()


def _wanted(gap: Fraction | float | str) -> Fraction:
    try:
        wanted = Fraction(gap) if isinstance(gap, float) else rational(gap)
    except (ValueError, OverflowError):
        raise NumberError(f"the gap must be a number, not {gap!r}") from None
    if wanted < 0:
        raise NumberError(f"the gap must not be negative, and {gap} is")
    return wanted


class Run:
    """Both sides' arrays, the best mixes seen, and what is known of them."""

    def __init__(self, form: SequenceForm, wanted: Fraction) -> None:
        self._kernel = LOOPS.plain
        self._begun = time.perf_counter()
        self._form, self._wanted = form, wanted
        largest = max((abs(a) for _, _, a in form.payoffs), default=0) or 1
        self._unit = Fraction(largest, form.denominator)
        self.layouts = _layouts(form, largest)
        one, two = (_fresh(layout) for layout in self.layouts)
        self.memories = one, two
        self._best = [one.mix, two.mix]
        self._secured = [-float("inf"), -float("inf")]
        self._aim = _float(wanted * (1 - _SPARE) / self._unit)
        self._mark, self._marked = float("inf"), 0
        self._history: list[tuple[int, float]] = []
        self._proof: Proof | None = None
        self.iteration = 0
        self.longest = max(8, STEP_WORK // (1 + len(form.payoffs)))
        self.ended: Ended | None = None

    def advance(self, count: int) -> None:
        """Let both sides learn *count* times."""
        (one, two), (mine, yours) = self.layouts, self.memories
        self._kernel = LOOPS(count * (1 + len(self._form.payoffs)))
        self._kernel.advance(one, mine, two, yours, self.iteration, count)
        self.iteration += count

    def look(self) -> None:
        """Estimate what the average and the present strategies secure, and keep the best."""
        for seat, (layout, memory) in enumerate(zip(self.layouts, self.memories, strict=True)):
            for mix in (self._kernel.average(layout, memory), memory.mix):
                plan = self._kernel.planned(layout, mix)
                secured = -self._kernel.reply(self.layouts[1 - seat], plan)
                if secured > self._secured[seat]:
                    self._best[seat], self._secured[seat] = mix.copy(), secured
                    self._proof = None
        self._history.append((self.iteration, _float(Fraction(self._open) * self._unit)))
        if self._open < 0.99 * self._mark:
            self._mark, self._marked = self._open, self.iteration

    @property
    def _open(self) -> float:
        """The estimated gap, in units of the largest payoff."""
        return max(0.0, -self._secured[0] - self._secured[1])

    def judge(self, iterations: int | None) -> None:
        """Decide whether this was the last step; only the exact gap counts."""
        spent = self.iteration == iterations
        tired = self.iteration > _PATIENCE * self._marked + 1000
        if spent or tired or self._open <= self._aim:
            proof = self._proved()
            if proof.high - proof.low <= self._wanted:
                self.ended = "gap"
            elif spent or tired:
                self.ended = "iterations" if spent else "stalled"
            else:
                self._aim = self._open / 2

    def step(self) -> CfrStep:
        """Return the present state as a step."""
        low, high = (
            _float(Fraction(sign * bound) * self._unit)
            for sign, bound in zip((1, -1), self._secured, strict=True)
        )
        seconds = time.perf_counter() - self._begun
        return CfrStep(self.iteration, low, high, seconds, self.ended, self._result)

    def _result(self) -> CfrResult:
        proof = self._proved()
        return CfrResult(
            proof.low,
            proof.high,
            proof.behaviours,
            self._history[-1][0],
            self.ended or "stopped",
            time.perf_counter() - self._begun,
            tuple(self._history),
        )

    def _proved(self) -> Proof:
        """Return the exact guarantees of the best mixes, rounded finely enough for their gap."""
        if self._proof is None:
            goal = max(self._wanted, Fraction(self._open) * self._unit)
            one, two = self._best
            self._proof = prove(self._form, one, two, goal * _SPARE)
        return self._proof


# ---------------------------------------------------------------------- arrays


def _layouts(form: SequenceForm, largest: int) -> tuple[Layout, Layout]:
    """Return both sides as arrays, payoffs as shares of the *largest*."""
    count = len(form.payoffs)
    ranks = [_ranks(side) for side in form.sides]
    spots = [
        ranks[seat][np.fromiter((payoff[seat] for payoff in form.payoffs), np.int64, count)]
        for seat in (0, 1)
    ]
    shares = np.fromiter((a / largest for _, _, a in form.payoffs), np.float64, count)
    one, two = form.sides
    return (
        _layout(one, ranks[0], spots[0], spots[1], shares),
        _layout(two, ranks[1], spots[1], spots[0], -shares),
    )


def _ranks(side: Side) -> Indices:
    """Return the place of each sequence when they are numbered cell by cell."""
    for cell in side.cells:
        if not cell.actions:
            raise FormError(f"{side.name} has nothing to choose at {cell.key}")
    order = [0, *(s for cell in side.cells for s in cell.sequences)]
    ranks = np.zeros(side.count, np.uint32)
    ranks[order] = np.arange(side.count)
    return ranks


def _layout(side: Side, ranks: Indices, rows: Indices, columns: Indices, shares: Floats) -> Layout:
    order = np.lexsort((columns, rows))
    sizes = np.bincount(rows, minlength=side.count)
    cells = len(side.cells)
    actions = np.fromiter((len(cell.actions) for cell in side.cells), np.int64, cells)
    parents = np.fromiter((cell.parent for cell in side.cells), np.int64, cells)
    return Layout(
        ranks[parents],
        _ends(1, actions),
        _ends(0, sizes),
        columns[order],
        shares[order],
    )


def _ends(start: int, sizes: NDArray[np.int64]) -> Indices:
    """Return where each group begins, and where the last one ends."""
    return np.concatenate([[start], start + np.cumsum(sizes)]).astype(np.uint32)


def _fresh(layout: Layout) -> Memory:
    """Return the memory of a side that has learnt nothing: it mixes evenly."""
    sizes = np.diff(layout.first)
    mix = np.concatenate([np.ones(1), np.repeat(1 / sizes, sizes)])
    regret, total, worth = (np.zeros(len(mix)) for _ in range(3))
    return Memory(mix, regret, planned(layout, mix), total, worth)


def _float(number: Fraction) -> float:
    """Return the nearest float, infinite beyond their range."""
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else -float("inf")
