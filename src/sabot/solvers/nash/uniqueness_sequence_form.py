"""Whether a player has one realization plan in all equilibria of a tree, by cases of sequences.

A tree has far fewer sequences than pure strategies, so there are fewer cases: raked Kuhn poker has
77 leaves where its pure strategies have 26,066. In an equilibrium each sequence has probability 0
or loses nothing against the best action at its information set. The search is that for all
equilibria of a bimatrix game (:mod:`sabot.solvers.all_nash.kernel`) on two other linear programs:
the plans of one player, and the loss of every sequence of the other against them. Values of
information sets and the probabilities of first actions are eliminated.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import numpy as np
from flint import fmpq, fmpz_mat
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.exact import json_safe_integer
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.solvers.all_nash.branching import EPSILON, SEARCH_LOOPS, SearchOutput, run_search
from sabot.solvers.all_nash.kernel import FIRST, LEAF, Dictionary, Ints
from sabot.solvers.all_nash.vectorized import BatchSearch, DictionaryBatch

PlanPair = tuple[list[Fraction], list[Fraction]]
Fractions = NDArray[np.object_]
"""FLINT's fractions, as objects."""
NumberT = TypeVar("NumberT", Fraction, Fractions)
"""A number, or the coefficients of a linear expression in the variables outside the basis."""
_MOST_SEQUENCES = 60
"""Of both seats: a case takes a millisecond, exactly."""


@dataclass(frozen=True)
class UniquenessProof:
    """The seats that play the same in every equilibrium, and the cases that show it."""

    seats: frozenset[int]
    cases: list[object]


def prove_same_plans(
    form: NPlayerSequenceForm, plans: PlanPair, seats: Collection[int], most: int
) -> UniquenessProof | None:
    """Return which of some seats play so in every equilibrium; None with more than *most* cases."""
    lengths = [side.count - 1 for side in form.sides]
    if not min(lengths) or sum(lengths) > _MOST_SEQUENCES:
        return None
    programs = _BestResponseProgram(form, 0, lengths), _BestResponseProgram(form, 1, lengths)
    if not _has_few_cases(programs, most):
        return None
    try:
        ran = run_search(SEARCH_LOOPS.plain, [each.start for each in programs], 0, most)
    except NoMethodError:
        return None
    left = set(seats)
    leaves = [row for row, code in zip(ran.ended, ran.ends.tolist(), strict=True) if code == LEAF]
    for row in leaves:
        left = {n for n in left if programs[n].helped(plans[n], row >> n & 1) is not None}
    known = {n: plans[n] for n in sorted(left)}
    return (
        UniquenessProof(frozenset(left), list(_cases_to_json(form, programs, ran, known)))
        if left
        else None
    )


def _has_few_cases(programs: tuple[_BestResponseProgram, _BestResponseProgram], most: int) -> bool:
    """Return whether floats see few cases."""
    one, two = (DictionaryBatch.of(each.rough) for each in programs)
    walk = BatchSearch(one, two, EPSILON)
    while walk.go_on():
        if walk.written.ends > most:
            return False
    return True


def _cases_to_json(
    form: NPlayerSequenceForm,
    programs: tuple[_BestResponseProgram, _BestResponseProgram],
    ran: SearchOutput,
    plans: Mapping[int, list[Fraction]],
) -> Iterator[object]:
    """Yield the cases as a certificate has them."""
    count = ran.ended.shape[1]
    ends = zip(ran.ended, ran.reasons, strict=True)
    for code in ran.codes.tolist():
        if code >= 0:
            label = code % count + 1
            yield -label if code >= count else label
            continue
        imposed, reason = next(ends)
        if code == LEAF:
            helped = {n: programs[n].helped(plan, imposed >> n & 1) for n, plan in plans.items()}
            yield [
                {form.seats[1 - n]: programs[n].shift(weights)}
                for n, weights in helped.items()
                if weights is not None and weights.any()
            ] or None
        else:
            side = FIRST - code
            yield {form.seats[1 - side]: programs[side].shift(reason)}


class _BestResponseProgram:
    """The plans of a seat, and what each sequence of the other loses against them."""

    def __init__(self, form: NPlayerSequenceForm, mixing: int, lengths: list[int]) -> None:
        self.own, self.other = form.sides[mixing], form.sides[1 - mixing]
        firsts = 0, lengths[0]
        self.mix = range(firsts[mixing], firsts[mixing] + lengths[mixing])
        self.replies = range(firsts[1 - mixing], firsts[1 - mixing] + lengths[1 - mixing])
        self.paid = [
            (end.sequences[mixing], end.sequences[1 - mixing], end.payoffs[1 - mixing])
            for end in form.ends
        ]

    def loss(self, plan: Sequence[Fraction]) -> list[Fraction]:
        """Return what each sequence of the other loses against a plan, at its infoset."""
        worth = self._worth(plan)
        lost = [0 * worth[0]] * self.other.count
        for cell in reversed(self.other.cells):
            best = max(worth[t] for t in cell.sequences)
            for t in cell.sequences:
                lost[t] = best - worth[t]
            worth[cell.parent] += best
        return lost

    def _worth(self, plan: Sequence[NumberT]) -> list[NumberT]:
        """Return what each sequence of the other earns it against a plan, what follows aside."""
        worth = [0 * plan[0] for _ in range(self.other.count)]
        for s, t, amount in self.paid:
            worth[t] = worth[t] + plan[s] * amount
        return worth

    @cached_property
    def start(self) -> Dictionary:
        """The dictionary at the plan that always takes the first choice, in exact numbers."""
        width = self.mix.stop - self.mix.start - len(self.own.cells) + len(self.other.cells)
        each = range(width + 1)
        unit = np.array([[fmpq(int(i == j)) for j in each] for i in each], dtype=object)
        outside: list[int] = []

        def without(label: int) -> Fractions:
            outside.append(label)
            row: Fractions = unit[len(outside) - 1]
            return row

        inside, rows = [], []
        plan = [unit[width]] * self.own.count
        for cell in self.own.cells:
            others = list(cell.sequences)[1:]
            for s in others:
                plan[s] = without(self.mix[s - 1])
            plan[cell.first] = plan[cell.parent] - sum(plan[s] for s in others)
            inside.append(self.mix[cell.first - 1])
            rows.append(plan[cell.first])
        worth = self._worth(plan)
        for cell in reversed(self.other.cells):
            best = max(cell.sequences, key=lambda t: worth[t][width])
            value = worth[best] + without(self.replies[best - 1])
            for t in cell.sequences:
                if t != best:
                    inside.append(self.replies[t - 1])
                    rows.append(value - worth[t])
            worth[cell.parent] = worth[cell.parent] + value
        labels = len(self.mix) + len(self.replies)
        return np.array(rows), np.array(inside), np.array(outside), np.zeros(labels, np.int64)

    @property
    def rough(self) -> Dictionary:
        """The same in floats."""
        table, inside, outside, fixed = self.start
        scale = max(abs(float(entry)) for entry in table.flat)
        found = np.array([[float(entry) / scale for entry in row] for row in table])
        return found, inside, outside, fixed

    def shift(self, reason: Fractions) -> list[int | str]:
        """Return what a reason says of the other's sequences, in integers."""
        weights = [fmpq(reason[k]) for k in self.replies]
        below = math.lcm(*(int(weight.q) for weight in weights))
        whole = [int(weight * below) for weight in weights]
        common = math.gcd(*whole) or 1
        return [json_safe_integer(weight // common) for weight in whole]

    def level(self, imposed: Ints) -> Fractions:
        """Return weights of labels that add up to 0 all over a case, none below 0 but of imposed.

        Whatever has weight there, and is not imposed, is 0 by that.
        """
        side, loops = tuple(array.copy() for array in self.start), SEARCH_LOOPS.plain
        for label in np.flatnonzero(imposed).tolist():
            loops.drive_to_zero(side, label, 0)
        table, inside, outside, fixed = side
        found = np.array([fmpq(0)] * fixed.size, dtype=object)
        for label in np.flatnonzero(imposed == 0).tolist():
            if not loops.can_be_positive(side, label, 0):
                found[label] += 1
                found[outside] -= table[loops.index_of(inside, label), :-1]
        return found

    def helped(self, plan: list[Fraction], imposed: Ints) -> Fractions | None:
        """Return weights that help to show that a case leaves a seat one plan; None: it does not.

        They are all 0 where it needs none.
        """
        for weights in (np.zeros(imposed.size, dtype=object), self.level(imposed)):
            if self._only(plan, imposed, weights):
                return weights
        return None

    def _only(self, plan: list[Fraction], imposed: Ints, weights: Fractions) -> bool:
        """Return whether a plan obeys what a case imposes, and the equations allow no other."""
        lost = self.loss(plan)
        zero = [bool(imposed[k]) or weights[k] > 0 for k in range(imposed.size)]
        barred = {s for s in range(1, self.own.count) if zero[self.mix[s - 1]]}
        best = [t for t in range(1, self.other.count) if zero[self.replies[t - 1]]]
        for cell in self.own.cells:  # nothing comes after what is not played
            if cell.parent in barred:
                barred.update(cell.sequences)
        if any(plan[s] for s in barred) or any(lost[t] for t in best):
            return False
        rows = [*self._flow(), *(self._unit(s - 1) for s in barred), *map(self._equal, best)]
        return int(fmpz_mat(rows).rank()) == self._unknown

    @property
    def _unknown(self) -> int:
        """The number of unknowns: probabilities of the plan, values of infosets."""
        return self.own.count - 1 + len(self.other.cells)

    def _unit(self, place: int) -> list[int]:
        return [int(k == place) for k in range(self._unknown)]

    def _flow(self) -> Iterator[list[int]]:
        """Yield the equations of plans: actions at an infoset sum to the sequence before it."""
        for cell in self.own.cells:
            row = [0] * self._unknown
            for s in cell.sequences:
                row[s - 1] = 1
            if cell.parent:
                row[cell.parent - 1] = -1
            yield row

    def _equal(self, t: int) -> list[int]:
        """Return the equation of a sequence of the other that loses nothing."""
        row = [0] * self._unknown
        for s, reply, amount in self.paid:
            if reply == t and s:
                row[s - 1] -= amount
        for h, cell in enumerate(self.other.cells, self.own.count - 1):
            row[h] = int(t in cell.sequences) - int(cell.parent == t)
        return row
