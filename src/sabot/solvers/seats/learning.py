"""Regret minimisation at every seat, in floats: it only proposes.

Each seat in turn adds up, at each of its cells, how much better each action would have done, and
mixes in proportion (Zinkevich et al. 2007; CFR+ of Tammelin 2014, averages weighed by the
iteration). With two seats and payoffs that sum to 0 it converges; with more nothing is promised,
and what comes of it is worth what its exact gains say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from sabot.forms.general import GeneralForm
    from sabot.forms.sequence import Side

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


class Learner:
    """One seat: its cells by depth, its regrets, its mix and the sum of its plans."""

    def __init__(self, side: Side) -> None:
        self.count = side.count
        self.levels = _levels(side)
        self.mix = np.ones(self.count)
        for cell in side.cells:
            self.mix[list(cell.sequences)] = 1 / len(cell.actions)
        self.regret: Floats = np.zeros(self.count)
        self.total: Floats = np.zeros(self.count)
        self.plan = self.planned(self.mix)

    def planned(self, mix: Floats) -> Floats:
        """Return the chance of each sequence by the seat's own choices."""
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
        self.plan = self.planned(self.mix)
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
        """Return what the best reply earns."""
        worth = gains
        for sequences, parents, places, sizes in reversed(self.levels):
            starts = np.cumsum(sizes) - sizes
            top = np.maximum.reduceat(worth[sequences], starts)
            np.add.at(worth, parents[starts], top)
            assert len(top) == places[-1] + 1
        return float(worth[0])


class School:
    """All seats of a game, and what the sequences of each earn against the others' plans."""

    def __init__(self, form: GeneralForm) -> None:
        self.learners = [Learner(side) for side in form.sides]
        ends = form.ends
        self._spots: Any = np.array([end.sequences for end in ends], np.int64).T
        largest = max((abs(pay) for end in ends for pay in end.payoffs), default=0) or 1
        shares = [[pay / largest for pay in end.payoffs] for end in ends]
        self._paid: Any = np.array(shares, np.float64).T
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
        plans = [learner.planned(mix) for learner, mix in both]
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


Level = tuple[Indices, Indices, Indices, Indices]
"""Of the cells at one depth: sequences, the ones before, each one's cell, and the cells' sizes."""


def _levels(side: Side) -> list[Level]:
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
