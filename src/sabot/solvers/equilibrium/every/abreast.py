"""The steps of the search for all equilibria, taken by many cases abreast: nothing is compiled.

What :mod:`kernel` does with one dictionary is done here with a pile of them, in whole arrays, and
each comes out bit by bit as it does there: the same labels, in the same order, with the same
roundings. Where rows are as good as equal the choice between them is made as there, one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sabot.solvers.equilibrium.every.kernel import GREEDY, IMPLIED, IMPOSED, TOO_LONG, Side

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
_NEAR = 2.0**-40
"""Of a quotient: far more than rounding can do, far less than what tells two rows apart."""


@dataclass(slots=True)
class Pile:
    """One side of many cases, as :data:`kernel.Side` has it of one: the first index is the case."""

    table: Floats
    inside: Ints
    outside: Ints
    fixed: Ints

    @classmethod
    def of(cls, side: Side) -> Pile:
        """Return one case, in arrays of its own: the search goes on in them."""
        table, inside, outside, fixed = side
        return cls(
            table[None].copy(), inside[None].copy(), outside[None].copy(), fixed[None].copy()
        )

    def room_for(self, count: int) -> None:
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
        """Tell which outside labels of some cases may rise."""
        found: Flags = self.fixed[cases[:, None], self.outside[cases]] != IMPOSED
        return found

    def values(self, cases: Ints) -> Floats:
        """Return what every label is at the point where each case stands."""
        found = np.zeros((cases.size, self.fixed.shape[1]))
        found[np.arange(cases.size)[:, None], self.inside[cases]] = self.table[cases, :, -1]
        return found

    def reasons(self, cases: Ints, r: Ints, label: Ints) -> Floats:
        """Return why a label of each case cannot be 0: its row, and -1 for itself."""
        found, each = np.zeros((cases.size, self.fixed.shape[1])), np.arange(cases.size)
        found[each, label] = -1
        found[each[:, None], self.outside[cases]] = self.table[cases, r, :-1]
        return found


def pivot(pile: Pile, cases: Ints, r: Ints, s: Ints) -> None:
    """Exchange an inside and an outside label of some cases."""
    each = np.arange(cases.size)
    table = pile.table[cases]
    row = table[each, r]
    share = 1 / row[each, s]
    row *= -share[:, None]
    row[each, s] = share
    factor = table[each, :, s]
    table[each, :, s] = 0  # so that the sum below is right there too
    table += factor[:, :, None] * row[:, None, :]
    table[each, r] = row
    pile.table[cases] = table
    out, into = pile.inside[cases, r], pile.outside[cases, s]
    pile.inside[cases, r], pile.outside[cases, s] = into, out


def blocking(pile: Pile, cases: Ints, s: Ints, epsilon: float, first: Ints) -> Ints:
    """Return by case the row that falls to 0 first when a column rises, *first* among equals.

    -1 if none does.
    """
    column, last = pile.table[cases, :, s], pile.table[cases, :, -1]
    falling = column < -epsilon
    far = np.full(column.shape, np.inf)
    np.divide(last, -column, out=far, where=falling)
    nearest = far.min(axis=1)
    near = falling & (far <= (nearest + np.abs(nearest) * _NEAR)[:, None])
    found = np.where(falling.any(axis=1), near.argmax(axis=1), -1)
    count = near.sum(axis=1)
    several = np.flatnonzero(count > 1)
    if several.size:
        rows = np.argsort(~near[several], axis=1, kind="stable")[:, : count[several].max()]
        found[several] = _one_by_one(
            np.where(np.arange(rows.shape[1]) < count[several, None], rows, -1),
            column[several], last[several], pile.inside[cases[several]], first[several],
        )  # fmt: skip
    return found


def _one_by_one(rows: Ints, column: Floats, last: Floats, labels: Ints, first: Ints) -> Ints:
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


def entering(pile: Pile, cases: Ints, r: Ints, sign: int, epsilon: float, bland: bool) -> Ints:
    """Return by case a column that makes a row fall (*sign* -1) or rise (1); -1 if none does."""
    slope = sign * pile.table[cases, r, :-1]
    may = pile.free(cases) & (slope > epsilon)
    if bland:
        best = np.where(may, pile.outside[cases], pile.fixed.shape[1]).argmin(axis=1)
    else:
        best = np.where(may, slope, -np.inf).argmax(axis=1)
    return np.where(may.any(axis=1), best, -1)


def place_of(labels: Ints, label: Ints) -> Ints:
    """Return by case where a label stands, -1 if it does not."""
    same = labels == label[:, None]
    return np.where(same.any(axis=1), same.argmax(axis=1), -1)


def vanish(pile: Pile, cases: Ints, label: Ints, epsilon: float) -> Ints:
    """Make a label of each case 0: return -1 where it is, or the row that shows why not."""
    pile.fixed[cases, label] = IMPOSED
    r = place_of(pile.inside[cases], label)
    found = np.full(cases.size, -1)
    left, stuck = np.flatnonzero(r >= 0), [np.zeros(0, np.int64)]
    for turn in range(TOO_LONG + 1):
        s = entering(pile, cases[left], r[left], -1, epsilon, turn > GREEDY)
        stuck.append(left[s < 0])
        left, s = left[s >= 0], s[s >= 0]
        if not left.size:
            break
        out = blocking(pile, cases[left], s, epsilon, r[left])
        pivot(pile, cases[left], out, s)
        left = left[out != r[left]]
    stuck.append(left)
    ended = np.concatenate(stuck)
    short = pile.table[cases[ended], r[ended], -1] > epsilon
    found[ended[short]] = r[ended[short]]
    level = ended[~short]
    s = entering(pile, cases[level], r[level], 1, epsilon, False)
    level, s = level[s >= 0], s[s >= 0]
    pivot(pile, cases[level], r[level], s)
    return found


def can_rise(pile: Pile, cases: Ints, label: int, epsilon: float) -> Flags:
    """Move to points where a label is positive, where there are some; tell where."""
    labels, none = np.full(cases.size, label), np.full(cases.size, -1)
    found = np.ones(cases.size, np.bool_)
    r, s = place_of(pile.inside[cases], labels), place_of(pile.outside[cases], labels)
    low = np.flatnonzero(r < 0)
    r[low] = blocking(pile, cases[low], s[low], epsilon, none[low])
    low = low[r[low] >= 0]
    pivot(pile, cases[low], r[low], s[low])
    left, turn = np.flatnonzero(r >= 0), 0
    while True:
        left = left[~(pile.table[cases[left], r[left], -1] > epsilon)]
        if not left.size:
            return found
        s = entering(pile, cases[left], r[left], 1, epsilon, turn > GREEDY)
        found[left[s < 0]] = False
        if turn > TOO_LONG:
            found[left] = False
            return found
        left, s = left[s >= 0], s[s >= 0]
        out = blocking(pile, cases[left], s, epsilon, none[left])
        left, s, out = left[out >= 0], s[out >= 0], out[out >= 0]
        pivot(pile, cases[left], out, s)
        turn += 1


def forced(pile: Pile, other: Pile, cases: Ints, epsilon: float) -> Ints:
    """Return by case a row whose label is settled on neither side and cannot be 0; -1 if none."""
    inside = pile.inside[cases]
    settled = pile.fixed[cases[:, None], inside] | other.fixed[cases[:, None], inside]
    case, row = np.nonzero((settled == 0) & (pile.table[cases, :, -1] > epsilon))
    falls = pile.table[cases[case], row, :-1] < -epsilon
    least = ~(falls & pile.free(cases)[case]).any(axis=1)
    found = np.full(cases.size, -1)
    found[case[least][::-1]] = row[least][::-1]  # of several the first stays
    return found


def positive(one: Pile, two: Pile, cases: Ints, epsilon: float) -> Ints:
    """Return by case the label to branch on, of those that are positive on both sides; or -1."""
    p, q = one.values(cases), two.values(cases)
    settled = one.fixed[cases] | two.fixed[cases]
    may = (settled == 0) & (p > epsilon) & (q > epsilon)
    return np.where(may.any(axis=1), np.where(may, p * q, -np.inf).argmax(axis=1), -1)


def rising(one: Pile, two: Pile, cases: Ints, epsilon: float) -> Ints:
    """Return by case the first label that can be positive on both sides; -1 if none can."""
    found = np.full(cases.size, -1)
    for label in range(one.fixed.shape[1]):
        settled = one.fixed[cases, label] | two.fixed[cases, label]
        left = np.flatnonzero((found < 0) & (settled == 0))
        for pile in (one, two):
            if left.size:
                can = can_rise(pile, cases[left], label, epsilon)
                pile.fixed[cases[left[~can]], label] = IMPLIED
                left = left[can]
        found[left] = label
    return found
