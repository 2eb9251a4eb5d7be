"""The search for all equilibria with many cases abreast: the tree that the loops would write.

Cases are numbered as they are met and put in order when all are there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sabot.solvers.equilibrium.every.abreast import Pile, forced, positive, rising, vanish
from sabot.solvers.equilibrium.every.kernel import FIRST, IMPOSED, LEAF

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_ENTRIES = 2**20
"""Of the cases that go abreast: 8 MiB."""
_PATIENT = 4
"""To look what can rise takes as long as many steps: quiet cases wait until they are that many."""


@dataclass(slots=True)
class Written:
    """The tree so far: its splits and its ends, in the order in which they were met."""

    count: int = 1
    ends: int = 0
    splits: list[tuple[Ints, Ints, Ints]] = field(default_factory=list)
    """Numbers, codes, and the numbers of the first of two that follow."""
    ended: list[tuple[Ints, Ints, Ints, Floats]] = field(default_factory=list)
    """Numbers, codes, labels imposed, reasons."""

    def split(self, numbers: Ints, codes: Ints) -> Ints:
        """Divide some cases in two; return the numbers of the first ones, the others are next."""
        found = self.count + 2 * np.arange(len(numbers))
        self.count += 2 * len(numbers)
        self.splits.append((numbers, codes, found))
        return found

    def end(self, numbers: Ints, codes: Ints, imposed: Ints, reasons: Floats) -> None:
        """Write some ends."""
        self.ended.append((numbers, codes, imposed, reasons))
        self.ends += len(numbers)

    def in_order(self) -> tuple[Ints, Ints, Floats]:
        """Return the codes in preorder, and what belongs to the ends."""
        size, place = np.ones(self.count, np.int64), np.zeros(self.count, np.int64)
        for numbers, _, firsts in reversed(self.splits):
            size[numbers] += size[firsts] + size[firsts + 1]
        for numbers, _, firsts in self.splits:
            place[firsts] = place[numbers] + 1
            place[firsts + 1] = place[firsts] + size[firsts]
        found = np.empty(self.count, np.int64)
        for numbers, codes, _ in self.splits:
            found[place[numbers]] = codes
        for numbers, codes, _, _ in self.ended:
            found[place[numbers]] = codes
        order = np.argsort(place[np.concatenate([numbers for numbers, *_ in self.ended])])
        imposed = np.concatenate([rows for _, _, rows, _ in self.ended])[order]
        return found, imposed, np.concatenate([rows for *_, rows in self.ended])[order]


class Walk:
    """A search with many cases abreast. A case is a place in both piles."""

    def __init__(self, one: Pile, two: Pile, epsilon: float) -> None:
        self.piles = one, two
        self.epsilon = epsilon
        self.written = Written()
        self.labels = one.fixed.shape[1]
        self.abreast = max(_ENTRIES // (one.table[0].size + two.table[0].size), 16)
        self.numbers = np.zeros(1, np.int64)
        """By place, the number of its case in the tree."""
        self.waiting = np.zeros(1, np.int64)
        self.quiet = np.zeros(0, np.int64)
        """Cases without a label that is positive on both sides where they stand."""
        self.idle = np.zeros(0, np.int64)
        """Places that are free again."""

    def go_on(self) -> bool:
        """Take as many cases as go abreast one step further; tell whether there were any."""
        if self.waiting.size > _PATIENT * self.quiet.size:
            cases = self.waiting[-self.abreast :]
            self.waiting = self.waiting[: -self.abreast]
            self._step(cases)
        else:
            cases, self.quiet = self.quiet, self.quiet[:0]
            self._split(cases, rising(*self.piles, cases, self.epsilon))
        return bool(cases.size)

    def _step(self, cases: Ints) -> None:
        """Impose a label that is forced; split cases that have none; put aside the quiet ones."""
        one, two = self.piles
        rows = forced(one, two, cases, self.epsilon)
        self._forced(cases[rows >= 0], 0, rows[rows >= 0])
        cases = cases[rows < 0]
        rows = forced(two, one, cases, self.epsilon)
        self._forced(cases[rows >= 0], 1, rows[rows >= 0])
        cases = cases[rows < 0]
        labels = positive(one, two, cases, self.epsilon)
        self.quiet = np.concatenate((self.quiet, cases[labels < 0]))
        self._split(cases[labels >= 0], labels[labels >= 0])

    def _forced(self, cases: Ints, side: int, rows: Ints) -> None:
        """Write that labels cannot be 0 on a side, and make them 0 on the other."""
        labels = self.piles[side].inside[cases, rows]
        firsts = self.written.split(self.numbers[cases], labels + side * self.labels)
        imposed = self._all_imposed(cases)
        imposed[np.arange(cases.size), labels] += 1 + side
        self._end(firsts, FIRST - side, imposed, self.piles[side].reasons(cases, rows, labels))
        self.numbers[cases] = firsts + 1
        self._impose(cases, 1 - side, labels)

    def _impose(self, cases: Ints, side: int, labels: Ints) -> None:
        """Make a label of each case 0 on a side; where that cannot be, write the end."""
        rows = vanish(self.piles[side], cases, labels, self.epsilon)
        short = rows >= 0
        dead = cases[short]
        reasons = self.piles[side].reasons(dead, rows[short], labels[short])
        self._end(self.numbers[dead], FIRST - side, self._all_imposed(dead), reasons)
        self.idle = np.concatenate((self.idle, dead))
        self.waiting = np.concatenate((self.waiting, cases[~short]))

    def _split(self, cases: Ints, labels: Ints) -> None:
        """Split cases at a label each; those without one are at their end, with equilibria."""
        leaves, cases, labels = cases[labels < 0], cases[labels >= 0], labels[labels >= 0]
        nothing = np.zeros((leaves.size, self.labels))
        self._end(self.numbers[leaves], LEAF, self._all_imposed(leaves), nothing)
        self.idle = np.concatenate((self.idle, leaves))
        firsts = self.written.split(self.numbers[cases], labels)
        others = self._places(cases.size)
        for pile in self.piles:
            pile.copy(cases, others)
        self.numbers[cases], self.numbers[others] = firsts, firsts + 1
        self._impose(others, 1, labels)
        self._impose(cases, 0, labels)

    def _places(self, count: int) -> Ints:
        """Return so many places that are free."""
        have = self.numbers.size
        more = max(count - self.idle.size, 0)
        if more:
            for pile in self.piles:
                pile.room_for(have + 2 * more)
            self.numbers = np.concatenate((self.numbers, np.zeros(2 * more, np.int64)))
            self.idle = np.concatenate((self.idle, np.arange(have, have + 2 * more)))
        found, self.idle = self.idle[:count], self.idle[count:]
        return found

    def _all_imposed(self, cases: Ints) -> Ints:
        """Return which labels were imposed: 1 on the first side, 2 on the second."""
        one, two = (pile.fixed[cases] == IMPOSED for pile in self.piles)
        found: Ints = one + 2 * two.astype(np.int64)
        return found

    def _end(self, numbers: Ints, code: int, imposed: Ints, reasons: Floats) -> None:
        self.written.end(numbers, np.full(len(numbers), code), imposed, reasons)
