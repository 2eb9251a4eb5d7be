"""How often optimal strategies take an action: the least and the greatest share, exactly.

Over all optimal plans of side one the share of an action is a quotient, its sequence over what
comes to its cell. Scaled so that at most 1 comes there, the optimal plans become a cone cut by one
row, and the greatest share a linear program (Charnes and Cooper 1962); what is left to the other
actions of the cell gives the least one. Nothing need be listed, so it serves where faces are large.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sabot import watch
from sabot.forms.sequence import Cell, SequenceForm
from sabot.solvers.lp.program import Program
from sabot.solvers.lp.repair import optimal
from sabot.solvers.lp.table import Sparse
from sabot.solvers.zero_sum.sequence import game_program

Plan = list[Fraction]


@dataclass(frozen=True)
class Share:
    """The least and the greatest share of an action, and an optimal plan for each."""

    low: Fraction
    high: Fraction
    plans: tuple[Plan, Plan]


def share(form: SequenceForm, seat: int, value: Fraction, cell: Cell, action: str) -> Share | None:
    """Return how often optimal strategies of a seat that come to *cell* take *action* there.

    *value* is that of the game, to side one. None where no optimal strategy comes there.

    >>> from sabot import load
    >>> kuhn = load("kuhn-poker").form()
    >>> jack = next(cell for cell in kuhn.sides[0].cells if cell.key == "J")
    >>> found = share(kuhn, 0, Fraction(-1, 18), jack, "bet")
    >>> found.low, found.high
    (Fraction(0, 1), Fraction(1, 3))
    """
    game = form if seat == 0 else form.swapped()
    cone = _Cone(game, value if seat == 0 else -value, cell)
    wanted = cell.sequences[cell.actions.index(action)]
    most, often = cone.most([wanted])
    rest, seldom = cone.most([sequence for sequence in cell.sequences if sequence != wanted])
    if not most and not rest:
        return None
    return Share(1 - rest, most, (seldom or often, often or seldom))


class _Cone:
    """The optimal plans of side one, each times any number, so that at most 1 comes to a cell."""

    def __init__(self, game: SequenceForm, value: Fraction, cell: Cell) -> None:
        told = game_program(game)
        height, width = told.shape
        assert isinstance(told.a, Sparse)
        scale, demand, limit = width, height, height + 1
        entries = list(told.a.entries)
        entries += ((row, scale, -amount) for row, amount in enumerate(told.b) if amount)
        # what the plan is sure of is the value: c'y >= value, both sides times the scale
        entries += (
            (demand, column, -amount * value.denominator)
            for column, amount in enumerate(told.c)
            if amount
        )
        sure = value * game.denominator - _at_once(game)
        assert (sure * value.denominator).denominator == 1
        entries.append((demand, scale, int(sure * value.denominator)))
        entries.append((limit, scale if not cell.parent else cell.parent - 1, 1))
        self._a = Sparse((height + 2, width + 1), [one for one in entries if one[2]])
        self._b = [0] * (height + 1) + [1]
        self._equal, self._free = told.equal, told.free
        self._count = game.sides[0].count - 1

    def most(self, sequences: list[int]) -> tuple[Fraction, Plan]:
        """Return the most that sequences of the cell can get together, and a plan; [] for 0."""
        from sabot.solvers.lp.highs import guess_sparse

        watch.at("shares")
        c = [0] * self._a.shape[1]
        for sequence in sequences:
            c[sequence - 1] = 1
        program = Program(self._a, self._b, c, self._equal, self._free)
        _, best, _ = optimal(program, guess_sparse(program))
        found = sum(int(best.y[s - 1]) for s in sequences)
        if not found:
            return Fraction(0), []
        whole = int(best.y[-1])  # the scale: only 0 itself lies in the cone with none
        plan = [Fraction(int(top), whole) for top in best.y[: self._count]]
        return Fraction(found, int(best.below_y)), [Fraction(1), *plan]


def _at_once(game: SequenceForm) -> int:
    """Return what is paid whatever both do, which no column of the program holds."""
    return sum(amount for i, j, amount in game.payoffs if not i and not j)
