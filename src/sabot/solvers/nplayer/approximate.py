"""A profile with small regrets for any number of players, by regret minimisation.

Floats propose: each player in turn adds up, at each of its information sets, how much better each
action would have done, and mixes in proportion (counterfactual regret minimisation, Zinkevich et
al. 2007; CFR+ of Tammelin 2014, averages weighted by the iteration). With two players and payoffs
that sum to 0 it converges; with more nothing is guaranteed. Proposals are rounded to fractions, the
simplest first, and every rounding is evaluated exactly: payoffs, and the gain of each player's best
response. The profile with the least regret is kept. Where all regrets are 0 it is an equilibrium;
where they are not it is never called one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NumberError
from sabot.exact import as_rational
from sabot.progress import report_progress
from sabot.results.nplayer import Profile, StopReason
from sabot.solvers.nplayer.regrets import ProfileRegrets, evaluate_profile

if TYPE_CHECKING:
    from sabot.forms.sequence import BehaviourStrategy, Treeplex
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm


Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


class RegretLearner:
    """One seat: its infosets by depth, its regrets, its mix and the sum of its plans."""

    def __init__(self, side: Treeplex) -> None:
        self.count = side.count
        self.levels = _infoset_levels(side)
        self.mix = np.ones(self.count)
        for cell in side.cells:
            self.mix[list(cell.sequences)] = 1 / len(cell.actions)
        self.regret: Floats = np.zeros(self.count)
        self.total: Floats = np.zeros(self.count)
        self.plan = self.realization_plan(self.mix)

    def realization_plan(self, mix: Floats) -> Floats:
        """Return the probability of each sequence by the seat's own choices."""
        plan = np.ones(self.count)
        for sequences, parents, _, _ in self.levels:
            plan[sequences] = plan[parents] * mix[sequences]
        return plan

    def learn(self, gains: Floats, weight: float) -> None:
        """Add up regrets against what the sequences earn by themselves; mix anew; remember."""
        worth = gains
        for sequences, parents, places, sizes in reversed(self.levels):
            earned = worth[sequences]
            mean = np.bincount(places, earned * self.mix[sequences])
            self.regret[sequences] = np.maximum(self.regret[sequences] + earned - mean[places], 0.0)
            starts = np.cumsum(sizes) - sizes
            np.add.at(worth, parents[starts], mean)
            sums = np.bincount(places, self.regret[sequences])[places]
            even = 1 / sizes[places]
            self.mix[sequences] = np.where(
                sums > 0, self.regret[sequences] / np.where(sums > 0, sums, 1), even
            )
        self.plan = self.realization_plan(self.mix)
        self.total += weight * self.plan

    def average(self) -> Floats:
        """Return the mix of the average plan; the present one where that never comes."""
        found = self.mix.copy()
        for sequences, parents, _, _ in self.levels:
            before = self.total[parents]
            share = self.total[sequences] / np.where(before > 0, before, 1)
            found[sequences] = np.where(before > 0, share, self.mix[sequences])
        return found

    def best(self, gains: Floats) -> float:
        """Return what the best response earns."""
        worth = gains
        for sequences, parents, places, sizes in reversed(self.levels):
            starts = np.cumsum(sizes) - sizes
            top = np.maximum.reduceat(worth[sequences], starts)
            np.add.at(worth, parents[starts], top)
            assert len(top) == places[-1] + 1
        return float(worth[0])


class RegretLearners:
    """All seats of a game, and what the sequences of each earn against the others' plans."""

    def __init__(self, form: NPlayerSequenceForm) -> None:
        self.learners = [RegretLearner(side) for side in form.sides]
        ends = form.ends
        self._spots: NDArray[np.int64] = np.array([end.sequences for end in ends], np.int64).T
        largest = max((abs(pay) for end in ends for pay in end.payoffs), default=0) or 1
        shares = [[pay / largest for pay in end.payoffs] for end in ends]
        self._paid: NDArray[np.float64] = np.array(shares, np.float64).T
        self.unit = largest, form.denominator
        """What a payoff of 1 here is: a share of the largest."""
        self.iteration = 0

    def advance(self, count: int) -> None:
        """Let every seat learn *count* times, one after the other."""
        for _ in range(count):
            self.iteration += 1
            for seat, learner in enumerate(self.learners):
                plans = [other.plan for other in self.learners]
                learner.learn(self._gains(seat, plans), float(self.iteration))

    def gain(self, mixes: list[Floats]) -> float:
        """Estimate the most that a seat could gain, in shares of the largest payoff."""
        both = zip(self.learners, mixes, strict=True)
        plans = [learner.realization_plan(mix) for learner, mix in both]
        gains = []
        for seat, learner in enumerate(self.learners):
            earned = self._gains(seat, plans)
            gains.append(learner.best(earned.copy()) - float(earned @ plans[seat]))
        return max(gains)

    def averages(self) -> list[Floats]:
        """Return every seat's average."""
        return [learner.average() for learner in self.learners]

    def present(self) -> list[Floats]:
        """Return what every seat plays now."""
        return [learner.mix.copy() for learner in self.learners]

    def _gains(self, seat: int, plans: list[Floats]) -> Floats:
        amounts = self._paid[seat].copy()
        for other, plan in enumerate(plans):
            if other != seat:
                amounts *= plan[self._spots[other]]
        count = self.learners[seat].count
        return np.bincount(self._spots[seat], amounts, count).astype(np.float64)


InfosetLevel = tuple[Indices, Indices, Indices, Indices]
"""By depth of infosets: sequences, their parents, each one's infoset, and the infosets' sizes."""


def _infoset_levels(side: Treeplex) -> list[InfosetLevel]:
    depth = [0] * side.count
    cells: dict[int, list[tuple[range, int]]] = {}
    for cell in side.cells:
        deep = depth[cell.parent]
        cells.setdefault(deep, []).append((cell.sequences, cell.parent))
        for s in cell.sequences:
            depth[s] = deep + 1
    found = []
    for deep in sorted(cells):
        here = cells[deep]
        sequences = [s for own, _ in here for s in own]
        parents = [parent for own, parent in here for _ in own]
        places = [n for n, (own, _) in enumerate(here) for _ in own]
        sizes = [len(own) for own, _ in here]
        arrays = (np.array(part, np.int64) for part in (sequences, parents, places, sizes))
        one, two, three, four = arrays
        found.append((one, two, three, four))
    return found


MOST_ITERATIONS = 30_000
"""Nothing says that more would help: with three seats regret minimisation may circle for ever."""
SIMPLE_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 48, 60, 120)
"""Denominators that are tried, the simplest first."""
FINE_DENOMINATOR = 1 << 30
_FIRST, _GROWTH = 200, 2


def approximate_profile(
    game: str,
    form: NPlayerSequenceForm,
    *,
    gap: Fraction | str = Fraction(1, 100),
    iterations: int | None = None,
    keep: bool = True,
) -> Profile:
    """Return the best profile found: it ends when no seat can gain more than *gap*.

    After a stop it is the best so far, if that is to be kept.

    >>> from sabot import load
    >>> from sabot.game_rules.to_form import form_of_game
    >>> found = approximate_profile("kuhn", form_of_game(load("kuhn-poker(players=3)")), gap="1/50")
    >>> max(found.gains.values()) <= Fraction(1, 50), sum(found.payoffs.values())
    (True, Fraction(0, 1))
    """
    wanted = as_rational(gap)
    if wanted < 0:
        raise NumberError(f"the gap must not be negative, and {gap} is")
    if iterations is not None and iterations < 1:
        raise NumberError(f"iterations must be at least 1, not {iterations}")
    started = time.perf_counter()
    school = RegretLearners(form)
    best: ProfileRegrets | None = None
    ended: StopReason = "iterations"
    try:
        for mixes in _proposals(school, iterations or MOST_ITERATIONS):
            best = _best_rounding(form, mixes, best)
            if best.most <= wanted:
                ended = "gap"
                break
    except KeyboardInterrupt:
        if best is None or not keep:
            raise
        ended = "stopped"
    assert best is not None, "a run always makes one proposal"
    return Profile(
        game=game,
        seats=form.seats,
        strategies=dict(zip(form.seats, best.tables, strict=True)),
        payoffs=dict(zip(form.seats, best.payoffs, strict=True)),
        gains=dict(zip(form.seats, best.gains, strict=True)),
        iterations=school.iteration,
        ended=ended,
        seconds=time.perf_counter() - started,
    )


def _proposals(school: RegretLearners, iterations: int) -> Iterator[list[Floats]]:
    """Yield the better of average and present mixes, at growing intervals."""
    pause = _FIRST
    while school.iteration < iterations:
        school.advance(min(pause, iterations - school.iteration))
        report_progress("learning", school.iteration, iterations, "iterations")
        yield min((school.averages(), school.present()), key=school.gain)
        pause *= _GROWTH


def _best_rounding(
    form: NPlayerSequenceForm, mixes: list[Floats], best: ProfileRegrets | None
) -> ProfileRegrets:
    """Return the best of what was known and the roundings of a proposal, each judged exactly."""
    for below in (*SIMPLE_DENOMINATORS, FINE_DENOMINATOR):
        tables = tuple(
            _round_mixes(side, mix, below) for side, mix in zip(form.sides, mixes, strict=True)
        )
        if best is None or tables != best.tables:
            found = evaluate_profile(form, tables)
            if best is None or found.most < best.most:
                best = found
        if not best.most:
            break
    assert best is not None
    return best


def _round_mixes(side: Treeplex, mix: Floats, below: int) -> BehaviourStrategy:
    """Return mixes as multiples of ``1/below`` that add up to 1."""
    found: BehaviourStrategy = {}
    for cell in side.cells:
        parts = [round(float(mix[s]) * below) for s in cell.sequences]
        parts[parts.index(max(parts))] += below - sum(parts)
        found[cell.key] = {
            action: Fraction(part, below) for action, part in zip(cell.actions, parts, strict=True)
        }
    return found
