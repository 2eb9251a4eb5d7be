"""One view of both forms for what comes after solving: sides, blocks of payoffs, gains.

Uniqueness, optimal faces and certificates ask the same questions of a matrix game and of a tree.
A matrix game is a tree with one cell a side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpz_mat

from sabot.exact import over_one_denominator
from sabot.forms.matrix import MatrixForm
from sabot.forms.reply import Reply, best_reply
from sabot.forms.sequence import SequenceForm, Side
from sabot.solvers.table import IntArray, exact

Plan = list[Fraction]


@dataclass(frozen=True)
class Duel:
    """A two-person zero-sum game as two sides and integer payoffs to the first."""

    sides: tuple[Side, Side]
    denominator: int
    dense: IntArray | None
    sparse: tuple[tuple[int, int, int], ...]
    reach: tuple[tuple[int, int, int], ...] | None = None

    @classmethod
    def of(cls, form: MatrixForm | SequenceForm) -> Duel:
        """Return the duel of a form."""
        if isinstance(form, SequenceForm):
            reach = form.reach.payoffs if form.reach is not None else None
            return cls(form.sides, form.denominator, None, form.payoffs, reach)
        return cls(form.sides, form.denominator, form.array, ())

    @cached_property
    def swapped(self) -> Duel:
        """The same duel seen from the other seat."""
        dense = None if self.dense is None else -self.dense.T
        sparse = tuple((j, i, -a) for i, j, a in self.sparse)
        reach = None if self.reach is None else tuple((j, i, a) for i, j, a in self.reach)
        return Duel((self.sides[1], self.sides[0]), self.denominator, dense, sparse, reach)

    @cached_property
    def _rows(self) -> dict[int, dict[int, int]]:
        rows: dict[int, dict[int, int]] = defaultdict(dict)
        for i, j, a in self.sparse:
            rows[i][j] = a
        return rows

    def block(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        """Return the payoffs that are not 0 between some sequences, by their places in *twos*."""
        if self.dense is None:
            spot = {j: k for k, j in enumerate(twos)}
            empty: dict[int, int] = {}
            rows = [self._rows.get(i, empty) for i in ones]
            return [{spot[j]: a for j, a in row.items() if j in spot} for row in rows]
        framed = self._framed if 0 in ones or 0 in twos else None
        if framed is None:
            cut = self.dense[np.ix_([i - 1 for i in ones], [j - 1 for j in twos])]
        else:
            cut = framed[np.ix_(ones, twos)]
        return [{k: a for k, a in enumerate(row) if a} for row in cut.tolist()]

    @cached_property
    def _framed(self) -> IntArray:
        """The matrix with a row and a column for the empty sequences."""
        assert self.dense is not None
        return np.pad(self.dense, ((1, 0), (1, 0)))

    def seen(self, plans: tuple[Plan, Plan]) -> tuple[list[bool], list[bool]]:
        """Return with which sequences of each side a hand can end against the other's plan.

        Where a form does not keep the chances of its hands, with all of them.
        """
        one, two = (side.count for side in self.sides)
        if self.reach is None:
            return [True] * one, [True] * two
        x, y = (list(map(bool, plan)) for plan in plans)
        ones, twos = [False] * one, [False] * two
        for i, j, chance in self.reach:
            if chance:
                if y[j]:
                    ones[i] = True
                if x[i]:
                    twos[j] = True
        return ones, twos

    def gains(self, plan: Plan) -> tuple[list[Any], int]:
        """Return what each sequence of side one earns against side two's *plan*.

        Integers over one denominator (the second item).
        """
        tops, below = over_one_denominator(plan)
        if self.dense is None:
            gains = [0] * self.sides[0].count
            for i, j, a in self.sparse:
                if tops[j]:
                    gains[i] += a * tops[j]
            return gains, below * self.denominator
        live = [j for j, top in enumerate(tops) if top and j]
        used = exact(self.dense[:, [j - 1 for j in live]])
        product = used * fmpz_mat(len(live), 1, [tops[j] for j in live])
        return [0, *map(int, product.entries())], below * self.denominator

    @cached_property
    def _replies(self) -> dict[int, tuple[Plan, Reply, int]]:
        return {}  # by identity; the plan is kept so that its identity stays its own

    def reply(self, plan: Plan) -> tuple[Reply, int]:
        """Return side one's best reply to side two's *plan*, and its denominator."""
        if id(plan) not in self._replies:
            gains, below = self.gains(plan)
            self._replies[id(plan)] = plan, best_reply(self.sides[0], gains), below
        _, reply, below = self._replies[id(plan)]
        return reply, below
