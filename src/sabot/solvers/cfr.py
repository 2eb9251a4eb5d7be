"""Counterfactual regret minimisation (CFR) that ends with proven value bounds.

For trees beyond exact reach. Each player in turn adds up, at each of its information sets, how much
better each action would have done, and mixes in proportion (Zinkevich et al. 2007). The variant is
CFR+ (Tammelin 2014) with old regrets discounted (Brown and Sandholm 2019), a quarter of the last
regret expected to come again (after Farina et al. 2021) and averages weighed by the cube of the
iteration. It works on the sequence form, so one iteration is two products with a sparse matrix and
two passes over the information sets.

Floats only propose. What is returned was rounded to multiples of a power of 1/2 that add up to 1,
so a realization plan is integers over one power of two and best responses to it are computed
without rounding: the value of the game lies between ``low`` and ``high``, however wrong the floats
were.

>>> from sabot.loading import load
>>> found = run_cfr(load("kuhn-poker").form(), gap="1/10000")
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

from sabot.errors import FormError, NumberError
from sabot.exact import as_rational
from sabot.forms.sequence import BehaviourStrategy, Infoset, SequenceForm, Treeplex
from sabot.jit import KernelModule
from sabot.progress import report_progress, without_watch
from sabot.results.value_bounds import CfrResult, StopReason
from sabot.solvers import cfr_kernel
from sabot.solvers.cfr_kernel import CfrState, Floats, Indices, TreeplexArrays, realization_plan

CFR_LOOPS = KernelModule(lambda: cfr_kernel, pays_from=800_000)
"""Work in payoffs times iterations, at 2.3 us in plain Python: then it has taken two seconds, and
compiling takes as long."""
STEP_WORK = 300_000_000
"""About how many payoffs are multiplied between two looks, at most: half a second or so."""
_ROUNDING_SHARE = Fraction(1, 256)  # of the gap: what rounding may cost
_PATIENCE = 8  # without progress for so many times the iterations made before: stalled


@dataclass(frozen=True, slots=True)
class CfrStep:
    """A look at a run: estimates in floats of the best strategies so far."""

    iteration: int
    low_float: float
    high_float: float
    seconds: float
    ended: StopReason | None
    """Set on the last step."""
    result: Callable[[], CfrResult] = field(repr=False, compare=False)
    """Proves the best strategies so far; call it after breaking off."""

    @property
    def gap_float(self) -> float:
        """How far apart the estimates are."""
        return self.high_float - self.low_float


def run_cfr(
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
        for step in iterate_cfr(form, gap=gap, iterations=iterations):
            report_progress(
                "bounding", step.iteration, unit=f"iterations, gap {step.gap_float:.2g}"
            )
            if progress is not None and progress(step) is False:
                break
    except KeyboardInterrupt:
        if step is None:
            raise
    assert step is not None, "a run always makes one step"
    with without_watch():
        return step.result()


def iterate_cfr(
    form: SequenceForm,
    *,
    gap: Fraction | float | str = Fraction(1, 1000),
    iterations: int | None = None,
) -> Iterator[CfrStep]:
    """Yield a step at growing intervals until the gap is proven; see :func:`run_cfr`.

    >>> from sabot.loading import load
    >>> for step in iterate_cfr(load("kuhn-poker").form(), gap="1/100"):
    ...     if step.iteration == 5:
    ...         break
    >>> step.ended, step.result().stopped
    (None, True)
    """
    wanted = parse_gap(gap)
    if iterations is not None and iterations < 1:
        raise NumberError(f"iterations must be at least 1, not {iterations}")
    run = CfrRun(form, wanted)
    while run.ended is None:
        pause = min(max(1, run.iteration // 8), run.longest)
        if iterations is not None:
            pause = min(pause, iterations - run.iteration)
        run.advance(pause)
        run.look()
        run.judge(iterations)
        yield run.step()


def parse_gap(gap: Fraction | float | str) -> Fraction:
    """Return the gap that is asked for, as an exact number."""
    try:
        wanted = Fraction(gap) if isinstance(gap, float) else as_rational(gap)
    except (ValueError, OverflowError):
        raise NumberError(f"the gap must be a number, not {gap!r}") from None
    if wanted < 0:
        raise NumberError(f"the gap must not be negative, and {gap} is")
    return wanted


class CfrRun:
    """Both sides' arrays, the best mixes seen, and what is known of them."""

    def __init__(self, form: SequenceForm, wanted: Fraction) -> None:
        self._kernel = CFR_LOOPS.plain
        self._begun = time.perf_counter()
        self._form, self._wanted = form, wanted
        largest = max((abs(a) for _, _, a in form.payoffs), default=0) or 1
        self._unit = Fraction(largest, form.denominator)
        self.layouts = _build_treeplexes(form, largest)
        one, two = (_initial_state(layout) for layout in self.layouts)
        self.memories = one, two
        self._best = [one.mix, two.mix]
        self._secured = [-float("inf"), -float("inf")]
        self._aim = _nearest_float(wanted * (1 - _ROUNDING_SHARE) / self._unit)
        self._mark, self._marked = float("inf"), 0
        self._history: list[tuple[int, float]] = []
        self._proof: ExactBounds | None = None
        self.iteration = 0
        self.longest = max(8, STEP_WORK // (1 + len(form.payoffs)))
        self.ended: StopReason | None = None

    def advance(self, count: int) -> None:
        """Let both sides learn *count* times."""
        (one, two), (mine, yours) = self.layouts, self.memories
        self._kernel = CFR_LOOPS(count * (1 + len(self._form.payoffs)))
        self._kernel.advance(one, mine, two, yours, self.iteration, count)
        self.iteration += count

    def look(self) -> None:
        """Estimate what the average and the present strategies secure, and keep the best."""
        for seat, (layout, memory) in enumerate(zip(self.layouts, self.memories, strict=True)):
            for mix in (self._kernel.average(layout, memory), memory.mix):
                plan = self._kernel.realization_plan(layout, mix)
                secured = -self._kernel.reply(self.layouts[1 - seat], plan)
                if secured > self._secured[seat]:
                    self._best[seat], self._secured[seat] = mix.copy(), secured
                    self._proof = None
        self._history.append((self.iteration, _nearest_float(Fraction(self._open) * self._unit)))
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
            _nearest_float(Fraction(sign * bound) * self._unit)
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

    def _proved(self) -> ExactBounds:
        """Return the exact guarantees of the best mixes, rounded finely enough for their gap."""
        if self._proof is None:
            goal = max(self._wanted, Fraction(self._open) * self._unit)
            one, two = self._best
            self._proof = compute_exact_bounds(self._form, one, two, goal * _ROUNDING_SHARE)
        return self._proof


# ---------------------------------------------------------------------- arrays


def _build_treeplexes(form: SequenceForm, largest: int) -> tuple[TreeplexArrays, TreeplexArrays]:
    """Return both sides as arrays, payoffs as shares of the *largest*."""
    count = len(form.payoffs)
    ranks = [_sequence_ranks(side) for side in form.sides]
    spots = [
        ranks[seat][np.fromiter((payoff[seat] for payoff in form.payoffs), np.int64, count)]
        for seat in (0, 1)
    ]
    shares = np.fromiter((a / largest for _, _, a in form.payoffs), np.float64, count)
    one, two = form.sides
    return (
        _build_treeplex(one, ranks[0], spots[0], spots[1], shares),
        _build_treeplex(two, ranks[1], spots[1], spots[0], -shares),
    )


def _sequence_ranks(side: Treeplex) -> Indices:
    """Return the place of each sequence when they are numbered infoset by infoset."""
    for cell in side.cells:
        if not cell.actions:
            raise FormError(f"{side.name} has nothing to choose at {cell.key}")
    order = [0, *(s for cell in side.cells for s in cell.sequences)]
    ranks = np.zeros(side.count, np.uint32)
    ranks[order] = np.arange(side.count)
    return ranks


def _build_treeplex(
    side: Treeplex, ranks: Indices, rows: Indices, columns: Indices, shares: Floats
) -> TreeplexArrays:
    order = np.lexsort((columns, rows))
    sizes = np.bincount(rows, minlength=side.count)
    cells = len(side.cells)
    actions = np.fromiter((len(cell.actions) for cell in side.cells), np.int64, cells)
    parents = np.fromiter((cell.parent for cell in side.cells), np.int64, cells)
    return TreeplexArrays(
        ranks[parents],
        _group_starts(1, actions),
        _group_starts(0, sizes),
        columns[order],
        shares[order],
    )


def _group_starts(start: int, sizes: NDArray[np.int64]) -> Indices:
    """Return where each group begins, and where the last one ends."""
    return np.concatenate([[start], start + np.cumsum(sizes)]).astype(np.uint32)


def _initial_state(layout: TreeplexArrays) -> CfrState:
    """Return the memory of a side that has learnt nothing: it mixes evenly."""
    sizes = np.diff(layout.first)
    mix = np.concatenate([np.ones(1), np.repeat(1 / sizes, sizes)])
    regret, total, worth = (np.zeros(len(mix)) for _ in range(3))
    return CfrState(mix, regret, realization_plan(layout, mix), total, worth)


def _nearest_float(number: Fraction) -> float:
    """Return the nearest float, infinite beyond their range."""
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else -float("inf")


MOST_BITS = 48
"""Mixes are never rounded to more binary digits than this: a float has 53."""
RoundedMixes = list[tuple[Infoset, list[int]]]
"""Each infoset, and an integer for each of its actions."""


@dataclass(frozen=True, slots=True)
class ExactBounds:
    """What the first behaviour guarantees and the second concedes at most, exactly."""

    low: Fraction
    high: Fraction
    behaviours: tuple[BehaviourStrategy, BehaviourStrategy]


def compute_exact_bounds(
    form: SequenceForm, one: NDArray[np.float64], two: NDArray[np.float64], goal: Fraction
) -> ExactBounds:
    """Return the exact bounds of two arrays of mixes, which rounding moves by about *goal*.

    The arrays hold a probability for each sequence, numbered infoset by infoset from 1.
    """
    bits = _rounding_bits(form, goal)
    mine = _round_mixes(form.sides[0], one, bits)
    yours = _round_mixes(form.sides[1], two, bits)
    low, high = _best_response_bounds(form, mine, yours, bits)
    return ExactBounds(
        low, high, (_behaviour_of_mixes(mine, bits), _behaviour_of_mixes(yours, bits))
    )


def _rounding_bits(form: SequenceForm, goal: Fraction) -> int:
    """Return how many binary digits keep the rounding of mixes from costing more than *goal*."""
    most = max((len(cell.actions) for side in form.sides for cell in side.cells), default=1)
    least = 2 * most.bit_length() + 2
    if not goal:
        return max(least, MOST_BITS)
    spread = Fraction(sum(abs(a) for _, _, a in form.payoffs), form.denominator)
    return max(least, min(MOST_BITS, int(spread / goal).bit_length() + 2))


def _round_mixes(side: Treeplex, mix: NDArray[np.float64], bits: int) -> RoundedMixes:
    """Return the mixes in integers that add up to ``2 ** bits`` at every infoset."""
    chances = iter(mix.tolist()[1:])
    whole = 1 << bits
    found: RoundedMixes = []
    for cell in side.cells:
        parts = [round(next(chances) * whole) for _ in cell.actions]
        parts[parts.index(max(parts))] += whole - sum(parts)
        found.append((cell, parts))
    return found


def _best_response_bounds(
    form: SequenceForm, one: RoundedMixes, two: RoundedMixes, bits: int
) -> tuple[Fraction, Fraction]:
    """Return what side one guarantees and what side two concedes at most, exactly."""
    mine, below_mine = _realization_plan(form.sides[0], one, bits)
    yours, below_yours = _realization_plan(form.sides[1], two, bits)
    high, low = form.reply(0, (mine, yours))[0].value, -form.reply(1, (mine, yours))[0].value
    below = form.denominator
    return Fraction(low, below << below_mine), Fraction(high, below << below_yours)


def _realization_plan(side: Treeplex, mixes: RoundedMixes, bits: int) -> tuple[list[int], int]:
    """Return the plan in integers over a power of two, and which power."""
    plan, depth = [1] * side.count, [0] * side.count
    for cell, parts in mixes:
        for s, part in zip(cell.sequences, parts, strict=True):
            plan[s] = plan[cell.parent] * part
            depth[s] = depth[cell.parent] + 1
    deepest = max(depth)
    return [top << bits * (deepest - d) for top, d in zip(plan, depth, strict=True)], bits * deepest


def _behaviour_of_mixes(mixes: RoundedMixes, bits: int) -> BehaviourStrategy:
    return {
        cell.key: {
            action: Fraction(part, 1 << bits)
            for action, part in zip(cell.actions, parts, strict=True)
        }
        for cell, parts in mixes
    }
