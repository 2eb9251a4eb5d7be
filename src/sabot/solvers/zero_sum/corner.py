"""An optimal corner of a program seen from one seat, and a float's look along its edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sabot.solvers.lp.program import Basis, Point, Program
from sabot.solvers.lp.table import IntArray

if TYPE_CHECKING:
    from sabot.solvers.lp.lift import Factored, Places

_NOISE = 1e-9
"""In the units that HiGHS sees, what is smaller is taken for 0. A wrong look costs time only."""


@dataclass(frozen=True)
class Corner:
    """An optimal point of a program, seen from one seat.

    The seat's own variables are the columns of the program and the other's its rows, or the other
    way round when *turned*. The first ``plans[0]`` of the own variables and ``plans[1]`` of the
    other's belong to plans; the rest are values of cells and have no sign.
    """

    program: Program
    basis: Basis
    point: Point
    plans: tuple[int, int]
    turned: bool

    @cached_property
    def lead(self) -> Places:
        """The own variables in the basis."""
        return np.array(self.basis.rows if self.turned else self.basis.columns, dtype=np.int64)

    @cached_property
    def follow(self) -> Places:
        """The lines that the basis keeps level."""
        return np.array(self.basis.columns if self.turned else self.basis.rows, dtype=np.int64)

    @cached_property
    def spot(self) -> Places:
        """The place of each line in the basis, -1 for the others."""
        spot = np.full(len(self.outside), -1)
        spot[self.follow] = np.arange(len(self.follow))
        return spot

    @cached_property
    def inside(self) -> list[int]:
        """The own variables, over ``below``."""
        return [int(n) for n in (self.point.x if self.turned else self.point.y)]

    @property
    def below(self) -> int:
        """The denominator of the own variables and of what is left of the lines."""
        return int(self.point.below_x if self.turned else self.point.below_y)

    @cached_property
    def outside(self) -> list[int]:
        """What is left of each line."""
        return [int(n) for n in (self.point.cost if self.turned else self.point.slack)]

    @property
    def sign(self) -> int:
        """How what is left of a line changes with what is used of it."""
        return 1 if self.turned else -1

    @cached_property
    def entries(self) -> tuple[Places, Places, IntArray]:
        """The program's matrix: line, own variable, amount."""
        rows, columns, values = self.program.a.triples()
        return (columns, rows, values) if self.turned else (rows, columns, values)

    def free_of_price(self) -> Iterator[tuple[bool, int]]:
        """Yield what may enter at no price: own variables (True), and lines to be let go."""
        prices = self.point.slack if self.turned else self.point.cost
        charges = self.point.y if self.turned else self.point.x
        basic = set(self.lead.tolist())
        for k in range(self.plans[0]):
            if k not in basic and not prices[k]:
                yield True, k
        for k in self.follow.tolist():
            if k < self.plans[1] and not charges[k]:
                yield False, k


class Scout:
    """Looks in floats, in the units that HiGHS sees, whether a step has a length."""

    def __init__(self, corner: Corner, factor: Factored) -> None:
        from sabot.solvers.lp.highs import shrunk

        self._corner, self._ask = corner, factor.solve_turned if corner.turned else factor.solve
        lead, plans = corner.lead, corner.plans[0]
        used = np.array([bool(n) for n in corner.inside])
        level = np.array([not n for n in corner.outside])
        self._held = ~used[lead] & (lead < plans)  # basic at 0, and may not fall
        self._stuck = np.flatnonzero(level & (corner.spot < 0))  # level, though not in the basis
        self._fixed = self._stuck >= corner.plans[1]
        lines, variables, values = corner.entries
        tall, wide = factor.scales[::-1] if corner.turned else factor.scales
        self._values = shrunk(values, tall[lines] + wide[variables])
        self._order = np.argsort(variables, kind="stable")
        self._starts = np.searchsorted(variables[self._order], np.arange(len(corner.inside) + 1))

    def promises(self, *, own: bool, k: int) -> bool:
        """Tell whether nothing seems to be in the way of a step that changes a plan."""
        corner = self._corner
        lines, variables, _ = corner.entries
        column = np.zeros(len(corner.outside))
        if own:
            piece = self._order[self._starts[k] : self._starts[k + 1]]
            column[lines[piece]] = self._values[piece]
            move = -self._ask(column[corner.follow])
        else:
            right = np.zeros(len(corner.follow))
            right[corner.spot[k]] = 1.0
            move = corner.sign * self._ask(right)
        if not np.isfinite(move).all() or (move[self._held] < -_NOISE).any():
            return False
        if not own and not (np.abs(move[corner.lead < corner.plans[0]]) > _NOISE).any():
            return False  # only values of cells would change
        if not len(self._stuck):
            return True
        step = np.zeros(len(corner.inside))
        step[corner.lead] = move
        with np.errstate(all="ignore"):  # stakes far apart: a look may be wrong, never harmful
            drift = column + np.bincount(
                lines, weights=self._values * step[variables], minlength=len(corner.outside)
            )
        left = corner.sign * drift[self._stuck]
        return not ((left < -_NOISE) | (self._fixed & (left > _NOISE))).any()
