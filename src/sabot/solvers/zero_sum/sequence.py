"""Games in sequence form, exactly: Koller, Megiddo and von Stengel's program, guessed and proved.

Side one's plan ``x`` and the values ``q`` of side two's cells: ``q`` adds up to the value, no
sequence of side two may promise its cell more than it yields, and at each cell of side one the plan
splits what came in. The dual point is side two's plan. Plans are whole numbers over one denominator
up to the strategies that are returned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.form import Plan
from sabot.forms.reply import Reply, best_reply
from sabot.forms.sequence import Behaviour, SequenceForm, Side
from sabot.solvers.lp.program import Program
from sabot.solvers.lp.repair import optimal
from sabot.solvers.lp.table import Sparse
from sabot.solvers.zero_sum.corner import Corner

if TYPE_CHECKING:
    from sabot.solvers.zero_sum.edge import Weights

_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class SequenceSolution:
    """The value, one optimal behaviour for each side, and how they were found."""

    value: Fraction
    behaviours: tuple[Behaviour, Behaviour]
    plans: tuple[Plan, Plan]
    tight: tuple[list[int], list[int]]
    """The sequences of each side that are best against the other's plan."""
    how: str
    corners: tuple[Corner, Corner]


def solve_sequence(form: SequenceForm) -> SequenceSolution:
    """Return the exact solution of a game in sequence form."""
    from sabot.solvers.lp.highs import Oracle

    watch.at("guessing")
    program = game_program(form)
    basis, best, how = optimal(program, Oracle(program).basis())
    one, two = form.sides
    counts = one.count - 1, two.count - 1
    below_x, below_y = int(best.below_y), int(best.below_x)
    x = [below_x, *map(int, best.y[: counts[0]])]
    y = [below_y, *map(int, best.x[: counts[1]])]
    replies = form.reply(0, (x, y))[0], form.reply(1, (x, y))[0]
    if min(*x, *y) < 0 or replies[0].value * below_x != -replies[1].value * below_y:
        raise NoMethodError("the best replies do not meet at one value; please report this game")
    return SequenceSolution(
        Fraction(replies[0].value, below_y * form.denominator),
        (_played(one, x, replies[0]), _played(two, y, replies[1])),
        (chances((x, below_x)), chances((y, below_y))),
        (replies[0].tight, replies[1].tight),
        how,
        (
            Corner(program, basis, best, counts, turned=False),
            Corner(program, basis, best, (counts[1], counts[0]), turned=True),
        ),
    )


def another(form: SequenceForm, found: SequenceSolution, seat: int) -> list[int] | None:
    """Return a second optimal plan of a seat, one pivot away; None where no pivot gives one.

    The plan is in whole numbers; what its first one is stands for 1. Its worth is computed once
    more from the payoffs: evidence is not taken on trust.
    """
    from sabot.solvers.zero_sum.edge import neighbour

    step = neighbour(found.corners[seat])
    if step is None:
        return None
    tops, below = [step[1], *step[0]], step[1]
    side = form.sides[seat]
    sums = all(
        tops[cell.parent] == sum(tops[cell.first : cell.first + len(cell.actions)])
        for cell in side.cells
    )
    reply, unit = form.reply(1 - seat, (tops, tops))  # each seat looks at the other's only
    worth = Fraction(reply.value, below * unit)
    if min(tops) < 0 or not sums or worth != (-found.value if seat == 0 else found.value):
        raise NoMethodError("a neighbouring plan is not optimal; please report this game")
    return tops


def chances(weights: Weights) -> Plan:
    """Return a plan as fractions; most of it is 0 or 1 and needs no common divisor."""
    tops, below = weights
    return [_ZERO if not top else _ONE if top == below else Fraction(top, below) for top in tops]


def game_program(form: SequenceForm) -> Program:
    """Return the program of side one: columns ``x[1:]`` then ``q``, rows ``y[1:]`` then cells."""
    one, two = form.sides
    xs, ys = one.count - 1, two.count - 1
    height, width = ys + len(one.cells), xs + len(two.cells)
    b, c = [0] * height, [0] * width
    rows: list[int] = []
    columns: list[int] = []
    values: list[int] = []
    for i, j, amount in form.payoffs:
        if i and j:
            rows.append(j - 1)
            columns.append(i - 1)
            values.append(-amount)
        elif i:
            c[i - 1] = amount
        elif j:
            b[j - 1] = amount
    for side, start, lines, cells, right in (
        (two, xs, rows, columns, c),
        (one, ys, columns, rows, b),
    ):
        for number, cell in enumerate(side.cells, start):
            size = len(cell.actions)
            lines += range(cell.first - 1, cell.first - 1 + size)
            cells += [number] * size
            values += [1] * size
            if cell.parent:
                lines.append(cell.parent - 1)
                cells.append(number)
                values.append(-1)
            else:
                right[number] = 1
    matrix = Sparse.of((height, width), rows, columns, values)
    return Program(matrix, b, c, frozenset(range(ys, height)), frozenset(range(xs, width)))


def behaviour(side: Side, plan: Plan, earned: Sequence[int]) -> Behaviour:
    """Return the behaviour of a plan; where the plan never comes, a best reply to *earned*."""
    return _played(side, plan, best_reply(side, earned))


def _played(side: Side, plan: Sequence[Fraction | int], reply: Reply) -> Behaviour:
    """Return the behaviour of a plan (over any denominator); where it never comes, the reply."""
    found: Behaviour = {}
    for n, cell in enumerate(side.cells):
        arrives, sequences = plan[cell.parent], cell.sequences
        if arrives:
            mix = [
                _ZERO if not plan[s] else _ONE if plan[s] == arrives else Fraction(plan[s], arrives)
                for s in sequences
            ]
        else:
            first = next(s for s in sequences if reply.worth[s] == reply.best[n])
            mix = [_ONE if s == first else _ZERO for s in sequences]
        found[cell.key] = dict(zip(cell.actions, mix, strict=True))
    return found
