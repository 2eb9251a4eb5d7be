"""Games in sequence form, exactly: Koller, Megiddo and von Stengel's program, guessed and proved.

Side one's plan ``x`` and the values ``q`` of side two's cells: ``q`` adds up to the value, no
sequence of side two may promise its cell more than it yields, and at each cell of side one the plan
splits what came in. The dual point is side two's plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.exact import fractions
from sabot.forms.reply import best_reply
from sabot.forms.sequence import Behaviour, SequenceForm, Side
from sabot.solvers.duel import Duel, Plan
from sabot.solvers.highs import Oracle
from sabot.solvers.program import Program
from sabot.solvers.repair import optimal
from sabot.solvers.table import Sparse


@dataclass(frozen=True)
class SequenceSolution:
    """The value, one optimal behaviour for each side, and how they were found."""

    value: Fraction
    behaviours: tuple[Behaviour, Behaviour]
    pivots: int


def solve_sequence(form: SequenceForm) -> SequenceSolution:
    """Return the exact solution of a game in sequence form."""
    program = game_program(form)
    _, best, pivots = optimal(program, Oracle(program).basis())
    one, two = form.sides
    x = [Fraction(1), *fractions(best.y[: one.count - 1], best.below_y)]
    y = [Fraction(1), *fractions(best.x[: two.count - 1], best.below_x)]
    duel = Duel.of(form)
    gains, below = duel.gains(y)
    value = Fraction(best_reply(one, gains).value, below)
    return SequenceSolution(
        value,
        (behaviour(one, x, gains), behaviour(two, y, duel.swapped.gains(x)[0])),
        pivots,
    )


def game_program(form: SequenceForm) -> Program:
    """Return the program of side one: columns ``x[1:]`` then ``q``, rows ``y[1:]`` then cells."""
    one, two = form.sides
    xs, ys = one.count - 1, two.count - 1
    height, width = ys + len(one.cells), xs + len(two.cells)
    entries: list[tuple[int, int, int]] = []
    b, c = [0] * height, [0] * width
    for i, j, amount in form.payoffs:
        if i and j:
            entries.append((j - 1, i - 1, -amount))
        elif i:
            c[i - 1] = amount
        elif j:
            b[j - 1] = amount
    for n, cell in enumerate(two.cells):
        entries += [(j - 1, xs + n, 1) for j in cell.sequences]
        if cell.parent:
            entries.append((cell.parent - 1, xs + n, -1))
        else:
            c[xs + n] = 1
    for n, cell in enumerate(one.cells):
        entries += [(ys + n, i - 1, 1) for i in cell.sequences]
        if cell.parent:
            entries.append((ys + n, cell.parent - 1, -1))
        else:
            b[ys + n] = 1
    matrix = Sparse((height, width), entries)
    return Program(matrix, b, c, frozenset(range(ys, height)), frozenset(range(xs, width)))


def behaviour(side: Side, plan: Plan, gains: Sequence[int]) -> Behaviour:
    """Return the behaviour of a plan; where the plan never comes, a best reply to *gains*."""
    reply = best_reply(side, gains)
    found: Behaviour = {}
    for n, cell in enumerate(side.cells):
        arrives = plan[cell.parent]
        if arrives:
            chances = [plan[s] / arrives for s in cell.sequences]
        else:
            first = next(s for s in cell.sequences if reply.worth[s] == reply.best[n])
            chances = [Fraction(int(s == first)) for s in cell.sequences]
        found[cell.key] = dict(zip(cell.actions, chances, strict=True))
    return found
