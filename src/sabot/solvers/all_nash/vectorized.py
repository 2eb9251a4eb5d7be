"""The search for all equilibria on many cases at once in numpy, where compiling does not pay.

What :mod:`sabot.solvers.all_nash.kernel` does with one simplex dictionary is done here with a batch
of them in whole arrays, with bitwise the same results: the same labels in the same order with the
same rounding. Where ratios are nearly equal the choice is made one by one as in the kernel. Cases
are numbered as they are met, and put in preorder when all are there. The integer proofs of
infeasible leaves are likewise those of the kernel, for all leaves at once; the table may hold
Python integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sabot.progress import raise_if_cancelled
from sabot.solvers.all_nash.kernel import (
    FIRST,
    GREEDY_PIVOTS,
    IMPLIED,
    IMPOSED,
    LEAF,
    MAX_PIVOTS,
    ROUNDING,
    Dictionary,
    IntegerArray,
)

Ints = NDArray[np.int64]
Labels = NDArray[np.int8]
"""By label on which sides it is imposed: 1, 2, or 3 for both."""
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
_TIE_TOLERANCE = 2.0**-40
"""Of a quotient: far more than rounding errors, far less than the distance of different rows."""


@dataclass(slots=True)
class DictionaryBatch:
    """One side of many cases, as :data:`kernel.Dictionary` is one: the first index is the case."""

    table: Floats
    inside: Ints
    outside: Ints
    fixed: Ints

    @classmethod
    def of(cls, *cases: Dictionary) -> DictionaryBatch:
        """Return some cases, in arrays of their own: the search goes on in them."""
        return cls(*(np.stack(arrays) for arrays in zip(*cases, strict=True)))

    def case(self, number: int) -> Dictionary:
        """Return a copy of one case."""
        table, inside, outside, fixed = (
            array[number].copy() for array in (self.table, self.inside, self.outside, self.fixed)
        )
        return table, inside, outside, fixed

    def reserve(self, count: int) -> None:
        """Make room for so many cases."""
        more = count - len(self.table)
        if more > 0:
            grown = (
                np.concatenate((array, np.empty((more, *array.shape[1:]), array.dtype)))
                for array in (self.table, self.inside, self.outside, self.fixed)
            )
            self.table, self.inside, self.outside, self.fixed = grown

    def copy(self, cases: Ints, to: Ints) -> None:
        """Copy some cases to other places."""
        for array in (self.table, self.inside, self.outside, self.fixed):
            array[to] = array[cases]

    def free(self, cases: Ints) -> Flags:
        """Return which outside labels of some cases may rise."""
        found: Flags = self.fixed[cases[:, None], self.outside[cases]] != IMPOSED
        return found

    def values(self, cases: Ints) -> Floats:
        """Return what every label is at the current point of each case."""
        found = np.zeros((cases.size, self.fixed.shape[1]))
        found[np.arange(cases.size)[:, None], self.inside[cases]] = self.table[cases, :, -1]
        return found

    def reasons(self, cases: Ints, r: Ints, label: Ints) -> Floats:
        """Return why a label of each case cannot be 0: its row, and -1 for itself."""
        found, each = np.zeros((cases.size, self.fixed.shape[1])), np.arange(cases.size)
        found[each, label] = -1
        found[each[:, None], self.outside[cases]] = self.table[cases, r, :-1]
        return found


def pivot(batch: DictionaryBatch, cases: Ints, r: Ints, s: Ints) -> None:
    """Exchange an inside and an outside label of some cases."""
    each = np.arange(cases.size)
    table = batch.table[cases]
    row = table[each, r]
    share = 1 / row[each, s]
    row *= -share[:, None]
    row[each, s] = share
    factor = table[each, :, s]
    table[each, :, s] = 0  # so that the sum below is right there too
    table += factor[:, :, None] * row[:, None, :]
    table[each, r] = row
    batch.table[cases] = table
    out, into = batch.inside[cases, r], batch.outside[cases, s]
    batch.inside[cases, r], batch.outside[cases, s] = into, out


def leaving_rows(batch: DictionaryBatch, cases: Ints, s: Ints, epsilon: float, first: Ints) -> Ints:
    """Return by case the row that falls to 0 first when a column rises, *first* among equals.

    -1 if none does.
    """
    column, last = batch.table[cases, :, s], batch.table[cases, :, -1]
    falling = column < -epsilon
    far = np.full(column.shape, np.inf)
    np.divide(last, -column, out=far, where=falling)
    nearest = far.min(axis=1)
    near = falling & (far <= (nearest + np.abs(nearest) * _TIE_TOLERANCE)[:, None])
    found = np.where(falling.any(axis=1), near.argmax(axis=1), -1)
    count = near.sum(axis=1)
    several = np.flatnonzero(count > 1)
    if several.size:
        rows = np.argsort(~near[several], axis=1, kind="stable")[:, : count[several].max()]
        found[several] = _break_ties(
            np.where(np.arange(rows.shape[1]) < count[several, None], rows, -1),
            column[several], last[several], batch.inside[cases[several]], first[several],
        )  # fmt: skip
    return found


def _break_ties(rows: Ints, column: Floats, last: Floats, labels: Ints, first: Ints) -> Ints:
    """Choose among rows that are about as near, as the loops do: one after the other."""
    each = np.arange(first.size)
    found = rows[:, 0]
    for i in rows.T[1:]:
        here = last[each, i] * column[each, found]
        there = last[each, found] * column[each, i]
        earlier = (first == i) | ((found != first) & (labels[each, i] < labels[each, found]))
        better = (i >= 0) & ((here > there) | ((here == there) & earlier))
        found = np.where(better, i, found)
    return found


def entering_columns(
    batch: DictionaryBatch, cases: Ints, r: Ints, sign: int, epsilon: float, bland: bool
) -> Ints:
    """Return by case a column that makes a row fall (*sign* -1) or rise (1); -1 if none does."""
    slope = sign * batch.table[cases, r, :-1]
    may = batch.free(cases) & (slope > epsilon)
    if bland:
        best = np.where(may, batch.outside[cases], batch.fixed.shape[1]).argmin(axis=1)
    else:
        best = np.where(may, slope, -np.inf).argmax(axis=1)
    return np.where(may.any(axis=1), best, -1)


def indices_of(labels: Ints, label: Ints) -> Ints:
    """Return by case the index of a label, -1 if it is not there."""
    same = labels == label[:, None]
    return np.where(same.any(axis=1), same.argmax(axis=1), -1)


def drive_to_zero(batch: DictionaryBatch, cases: Ints, label: Ints, epsilon: float) -> Ints:
    """Make a label of each case 0: return -1 where it is, or the row that shows why not."""
    batch.fixed[cases, label] = IMPOSED
    r = indices_of(batch.inside[cases], label)
    found = np.full(cases.size, -1)
    left, stuck = np.flatnonzero(r >= 0), [np.zeros(0, np.int64)]
    for turn in range(MAX_PIVOTS + 1):
        s = entering_columns(batch, cases[left], r[left], -1, epsilon, turn > GREEDY_PIVOTS)
        stuck.append(left[s < 0])
        left, s = left[s >= 0], s[s >= 0]
        if not left.size:
            break
        out = leaving_rows(batch, cases[left], s, epsilon, r[left])
        pivot(batch, cases[left], out, s)
        left = left[out != r[left]]
    stuck.append(left)
    ended = np.concatenate(stuck)
    short = batch.table[cases[ended], r[ended], -1] > epsilon
    found[ended[short]] = r[ended[short]]
    level = ended[~short]
    s = entering_columns(batch, cases[level], r[level], 1, epsilon, False)
    level, s = level[s >= 0], s[s >= 0]
    pivot(batch, cases[level], r[level], s)
    return found


def can_be_positive(batch: DictionaryBatch, cases: Ints, label: int, epsilon: float) -> Flags:
    """Move to points where a label is positive, where possible; return where."""
    labels, none = np.full(cases.size, label), np.full(cases.size, -1)
    found = np.ones(cases.size, np.bool_)
    r, s = indices_of(batch.inside[cases], labels), indices_of(batch.outside[cases], labels)
    low = np.flatnonzero(r < 0)
    r[low] = leaving_rows(batch, cases[low], s[low], epsilon, none[low])
    low = low[r[low] >= 0]
    pivot(batch, cases[low], r[low], s[low])
    left, turn = np.flatnonzero(r >= 0), 0
    while True:
        left = left[~(batch.table[cases[left], r[left], -1] > epsilon)]
        if not left.size:
            return found
        s = entering_columns(batch, cases[left], r[left], 1, epsilon, turn > GREEDY_PIVOTS)
        found[left[s < 0]] = False
        if turn > MAX_PIVOTS:
            found[left] = False
            return found
        left, s = left[s >= 0], s[s >= 0]
        out = leaving_rows(batch, cases[left], s, epsilon, none[left])
        left, s, out = left[out >= 0], s[out >= 0], out[out >= 0]
        pivot(batch, cases[left], out, s)
        turn += 1


def forced_rows(
    batch: DictionaryBatch, other: DictionaryBatch, cases: Ints, epsilon: float
) -> Ints:
    """Return by case a row whose label is 0 on neither side and cannot be 0; -1 if none."""
    inside = batch.inside[cases]
    fixed = batch.fixed[cases[:, None], inside] | other.fixed[cases[:, None], inside]
    case, row = np.nonzero((fixed == 0) & (batch.table[cases, :, -1] > epsilon))
    falls = batch.table[cases[case], row, :-1] < -epsilon
    least = ~(falls & batch.free(cases)[case]).any(axis=1)
    found = np.full(cases.size, -1)
    found[case[least][::-1]] = row[least][::-1]  # of several the first stays
    return found


def branching_labels(
    one: DictionaryBatch, two: DictionaryBatch, cases: Ints, epsilon: float
) -> Ints:
    """Return by case the label to branch on, of those that are positive on both sides; or -1."""
    p, q = one.values(cases), two.values(cases)
    fixed = one.fixed[cases] | two.fixed[cases]
    may = (fixed == 0) & (p > epsilon) & (q > epsilon)
    return np.where(may.any(axis=1), np.where(may, p * q, -np.inf).argmax(axis=1), -1)


def raisable_labels(
    one: DictionaryBatch, two: DictionaryBatch, cases: Ints, epsilon: float
) -> Ints:
    """Return by case the first label that can be positive on both sides; -1 if none can."""
    found = np.full(cases.size, -1)
    for label in range(one.fixed.shape[1]):
        fixed = one.fixed[cases, label] | two.fixed[cases, label]
        left = np.flatnonzero((found < 0) & (fixed == 0))
        for batch in (one, two):
            if left.size:
                can = can_be_positive(batch, cases[left], label, epsilon)
                batch.fixed[cases[left[~can]], label] = IMPLIED
                left = left[can]
        found[left] = label
    return found


_BATCH_ENTRIES = 2**20
"""Entries of the cases in one batch: 8 MiB."""
_QUIET_FACTOR = 4
"""To look what can rise takes as long as many steps: quiet cases wait until they are that many."""


@dataclass(slots=True)
class TreeWriter:
    """The trees so far: their splits and ends, in the order in which they were met."""

    roots: int = 1
    """How many trees there are, one below each case where the search began."""
    count: int = 0
    ends: int = 0
    splits: list[tuple[Ints, Ints, Ints]] = field(default_factory=list)
    """Numbers, codes, and the numbers of the first of two that follow."""
    ended: list[tuple[Ints, Ints, Labels, Floats]] = field(default_factory=list)
    """Numbers, codes, labels imposed, reasons."""

    def __post_init__(self) -> None:
        self.count = self.roots

    def split(self, numbers: Ints, codes: Ints) -> Ints:
        """Divide some cases in two; return the numbers of the first ones, the others are next."""
        found = self.count + 2 * np.arange(len(numbers))
        self.count += 2 * len(numbers)
        self.splits.append((numbers, codes, found))
        return found

    def end(self, numbers: Ints, codes: Ints, imposed: Labels, reasons: Floats) -> None:
        """Write some ends."""
        self.ended.append((numbers, codes, imposed, reasons))
        self.ends += len(numbers)

    def in_order(self) -> tuple[Ints, Labels, Floats, Ints]:
        """Return the codes in preorder, and what belongs to the ends, with their numbers.

        One tree comes after the other.
        """
        size, place = np.ones(self.count, np.int64), np.zeros(self.count, np.int64)
        for numbers, _, firsts in reversed(self.splits):
            size[numbers] += size[firsts] + size[firsts + 1]
        place[1 : self.roots] = size[: self.roots - 1].cumsum()
        for numbers, _, firsts in self.splits:
            place[firsts] = place[numbers] + 1
            place[firsts + 1] = place[firsts] + size[firsts]
        found = np.empty(self.count, np.int64)
        for numbers, codes, _ in self.splits:
            found[place[numbers]] = codes
        for numbers, codes, _, _ in self.ended:
            found[place[numbers]] = codes
        numbers = np.concatenate([numbers for numbers, *_ in self.ended])
        order = np.argsort(place[numbers])
        imposed = np.concatenate([rows for _, _, rows, _ in self.ended])[order]
        reasons = np.concatenate([rows for *_, rows in self.ended])[order]
        return found, imposed, reasons, numbers[order]


class BatchSearch:
    """A search with many cases in a batch. A case is an index into the batches of both sides.

    It begins with all cases that the batches have.
    """

    def __init__(self, one: DictionaryBatch, two: DictionaryBatch, epsilon: float) -> None:
        self.batches = one, two
        self.epsilon = epsilon
        roots = len(one.fixed)
        self.written = TreeWriter(roots)
        self.labels = one.fixed.shape[1]
        self.abreast = max(_BATCH_ENTRIES // (one.table[0].size + two.table[0].size), 16)
        self.numbers = np.arange(roots)
        """By place, the number of its case in the tree."""
        self.waiting = np.arange(roots)
        self.quiet = np.zeros(0, np.int64)
        """Cases without a label that is positive on both sides where they stand."""
        self.idle = np.zeros(0, np.int64)
        """Places that are free again."""

    def go_on(self) -> bool:
        """Take one batch of cases one step further; return whether there were any."""
        if self.waiting.size > _QUIET_FACTOR * self.quiet.size:
            cases = self.waiting[-self.abreast :]
            self.waiting = self.waiting[: -self.abreast]
            self._step(cases)
        else:
            cases, self.quiet = self.quiet, self.quiet[:0]
            self._split(cases, raisable_labels(*self.batches, cases, self.epsilon))
        return bool(cases.size)

    @property
    def open(self) -> int:
        """How many cases are not at their end."""
        return self.waiting.size + self.quiet.size

    def close(self) -> list[tuple[int, tuple[Dictionary, Dictionary]]]:
        """End the search: return the open cases with their numbers; each is written as a leaf."""
        cases = np.concatenate((self.waiting, self.quiet))
        self.waiting, self.quiet = self.waiting[:0], self.quiet[:0]
        nothing = np.zeros((cases.size, self.labels))
        self._end(self.numbers[cases], LEAF, self._imposed_labels(cases), nothing)
        one, two = self.batches
        return [
            (int(self.numbers[case]), (one.case(case), two.case(case))) for case in cases.tolist()
        ]

    def _step(self, cases: Ints) -> None:
        """Impose a label that is forced; split cases that have none; put aside the quiet ones."""
        one, two = self.batches
        rows = forced_rows(one, two, cases, self.epsilon)
        self._forced(cases[rows >= 0], 0, rows[rows >= 0])
        cases = cases[rows < 0]
        rows = forced_rows(two, one, cases, self.epsilon)
        self._forced(cases[rows >= 0], 1, rows[rows >= 0])
        cases = cases[rows < 0]
        labels = branching_labels(one, two, cases, self.epsilon)
        self.quiet = np.concatenate((self.quiet, cases[labels < 0]))
        self._split(cases[labels >= 0], labels[labels >= 0])

    def _forced(self, cases: Ints, side: int, rows: Ints) -> None:
        """Write that labels cannot be 0 on a side, and make them 0 on the other."""
        labels = self.batches[side].inside[cases, rows]
        firsts = self.written.split(self.numbers[cases], labels + side * self.labels)
        imposed = self._imposed_labels(cases)
        imposed[np.arange(cases.size), labels] += 1 + side
        self._end(firsts, FIRST - side, imposed, self.batches[side].reasons(cases, rows, labels))
        self.numbers[cases] = firsts + 1
        self._impose(cases, 1 - side, labels)

    def _impose(self, cases: Ints, side: int, labels: Ints) -> None:
        """Make a label of each case 0 on a side; where that cannot be, write the end."""
        rows = drive_to_zero(self.batches[side], cases, labels, self.epsilon)
        short = rows >= 0
        dead = cases[short]
        reasons = self.batches[side].reasons(dead, rows[short], labels[short])
        self._end(self.numbers[dead], FIRST - side, self._imposed_labels(dead), reasons)
        self.idle = np.concatenate((self.idle, dead))
        self.waiting = np.concatenate((self.waiting, cases[~short]))

    def _split(self, cases: Ints, labels: Ints) -> None:
        """Split cases at a label each; those without one are at their end, with equilibria."""
        leaves, cases, labels = cases[labels < 0], cases[labels >= 0], labels[labels >= 0]
        nothing = np.zeros((leaves.size, self.labels))
        self._end(self.numbers[leaves], LEAF, self._imposed_labels(leaves), nothing)
        self.idle = np.concatenate((self.idle, leaves))
        firsts = self.written.split(self.numbers[cases], labels)
        others = self._places(cases.size)
        for batch in self.batches:
            batch.copy(cases, others)
        self.numbers[cases], self.numbers[others] = firsts, firsts + 1
        self._impose(others, 1, labels)
        self._impose(cases, 0, labels)

    def _places(self, count: int) -> Ints:
        """Return so many places that are free."""
        have = self.numbers.size
        more = max(count - self.idle.size, 0)
        if more:
            for batch in self.batches:
                batch.reserve(have + 2 * more)
            self.numbers = np.concatenate((self.numbers, np.zeros(2 * more, np.int64)))
            self.idle = np.concatenate((self.idle, np.arange(have, have + 2 * more)))
        found, self.idle = self.idle[:count], self.idle[count:]
        return found

    def _imposed_labels(self, cases: Ints) -> Labels:
        """Return which labels were imposed: 1 on the first side, 2 on the second."""
        one, two = (batch.fixed[cases] == IMPOSED for batch in self.batches)
        found: Labels = one + 2 * two.astype(np.int8)
        return found

    def _end(self, numbers: Ints, code: int, imposed: Labels, reasons: Floats) -> None:
        self.written.end(numbers, np.full(len(numbers), code), imposed, reasons)


_PLACE_BITS = 40
"""Of the number of a case in a dive: below them it counts the cases of the dive."""


class _NoTree(TreeWriter):
    """Where the tree of a dive would be written."""

    def split(self, numbers: Ints, codes: Ints) -> Ints:
        """Write nothing: the number of a case keeps its dive."""
        return numbers


class RandomDives(BatchSearch):
    """Dives into a tree of cases, to estimate its size (Knuth 1975, with dives that divide).

    At a split a dive goes to one of the two sides, by chance, and counts twice from there on. As
    long as fewer dives are under way than there may be, those that count most go to both sides
    instead: in a tree with a few large parts most dives end soon, and the others take their place.
    The mean is right in either way.
    """

    def __init__(self, starts: tuple[Dictionary, Dictionary], epsilon: float, dives: int) -> None:
        one, two = map(DictionaryBatch.of, starts)
        super().__init__(one, two, epsilon)
        self.written = _NoTree()
        self.numbers = np.arange(dives) << _PLACE_BITS
        for batch in self.batches:
            batch.reserve(dives)
        self.idle = np.arange(1, dives)
        self.weights = np.ones(dives)
        self.chance = np.random.default_rng(0)
        self.total = 0.0
        self.leaves: list[tuple[Labels, float]] = []
        """The ends with equilibria that were met: labels imposed, and for how many each counts."""

    def ends(self) -> int:
        """Return about how many ends the tree has."""
        while self.go_on():
            raise_if_cancelled()
        return int(self.total)

    def _split(self, cases: Ints, labels: Ints) -> None:
        leaves, cases, labels = cases[labels < 0], cases[labels >= 0], labels[labels >= 0]
        nothing = np.zeros((leaves.size, self.labels))
        self._end(self.numbers[leaves], LEAF, self._imposed_labels(leaves), nothing)
        self.idle = np.concatenate((self.idle, leaves))
        order = np.argsort(-self.weights[cases], kind="stable")
        cases, labels = cases[order], labels[order]
        others = self._places(min(cases.size, self.idle.size))
        both = cases[: others.size]
        for batch in self.batches:
            batch.copy(both, others)
        self.weights[others] = self.weights[both]
        self.numbers[others] = others << _PLACE_BITS
        single = cases[others.size :]
        self.weights[single] *= 2
        second = self.chance.random(single.size) < 1 / 2
        taken = labels[others.size :]
        self._impose(
            np.concatenate((others, single[second])),
            1,
            np.concatenate((labels[: others.size], taken[second])),
        )
        self._impose(
            np.concatenate((both, single[~second])),
            0,
            np.concatenate((labels[: others.size], taken[~second])),
        )

    def _end(self, numbers: Ints, code: int, imposed: Labels, reasons: Floats) -> None:
        weights = self.weights[numbers >> _PLACE_BITS]
        self.total += float(weights.sum())
        if code == LEAF:
            self.leaves += zip(imposed, weights.tolist(), strict=True)


def prove_shifts(
    table: IntegerArray,
    start: int,
    mixed: int,
    bit: int,
    code: int,
    widths: Ints,
    codes: Ints,
    ended: Labels,
    reasons: Floats,
    found: IntegerArray,
    proved: Ints,
) -> None:
    """Prove the ends without a point on one side: write their weights, and which were proved.

    The same as :func:`kernel.prove_shifts`; the table may hold Python's own integers.
    """
    height, width = table.shape
    ends = np.flatnonzero(codes == code)
    reason = reasons[ends, start : start + height]
    free = (ended[ends, start : start + height] & bit) != 0
    barred = (ended[ends, mixed : mixed + width] & bit) != 0
    for bits in widths.tolist():
        weights, sound = round_shifts(reason, free, bits)
        gains = (weights.astype(table.dtype) @ table > 0) | barred
        shown = sound & gains.all(axis=1)
        found[ends[shown], :height] = weights[shown]
        proved[ends[shown]] = 1
        ends, reason, free, barred = (array[~shown] for array in (ends, reason, free, barred))


def round_shifts(reason: Floats, free: Flags, bits: int) -> tuple[Ints, Flags]:
    """Return weights of so many bits with sum 0, and whether none is below 0 but where *free*."""
    each, size = np.arange(len(reason)), np.abs(reason)
    greatest = size.max(axis=1, initial=0.0)
    usable = (greatest > ROUNDING) & (greatest < np.inf)
    scale = 2.0**bits / np.where(usable, greatest, 1.0)
    scaled = np.where(usable[:, None], reason, 0.0) * scale[:, None]
    weights = np.floor(scaled + 0.5).astype(np.int64)
    weights[(weights <= 0) & ~free] = 0
    total = weights.sum(axis=1)
    some = free.any(axis=1)
    weights[each, np.where(free, size, -1.0).argmax(axis=1)] -= np.where(some, total, 0)
    sound = np.where(usable, some | (total == 0), greatest <= ROUNDING)
    return weights, sound
