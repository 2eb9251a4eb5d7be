"""From a form to everything that can be proved of it: value, strategies, uniqueness.

``sabot.solvers.METHODS`` chooses which method serves a form; what comes out is the same for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from sabot import watch
from sabot.errors import NoMethodError
from sabot.forms.form import Form, Plan
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import Behaviour, SequenceForm, Side
from sabot.results.solution import support
from sabot.solvers import chosen
from sabot.solvers.zero_sum.face import (
    PRIMES,
    UNDECIDED,
    Faces,
    Verdict,
    faces,
    full_rank_prime,
    uniqueness_system,
)

if TYPE_CHECKING:  # each method loads its own
    from sabot.solvers.zero_sum.fold import Folding
    from sabot.solvers.zero_sum.matrix import MatrixSolution
    from sabot.solvers.zero_sum.sequence import SequenceSolution

Extremes = tuple[Fraction, tuple[list[Behaviour], list[Behaviour]]]
"""The value, and all extreme optimal strategies of each seat."""
_MOST_TWINS = 4096
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Settled:
    """What is proved of a form."""

    value: Fraction
    tables: tuple[Behaviour, Behaviour]
    plans: tuple[Plan, Plan]
    form: MatrixForm | SequenceForm
    faces: Faces
    method: str

    @cached_property
    def off_path(self) -> tuple[list[str], list[str]]:
        """The views of each seat that never come up when both play as found."""
        if isinstance(self.form, MatrixForm):
            return [], []  # in a matrix game a seat chooses once, and always comes to that
        one, two = (
            never_seen(side, seen, plan)
            for side, seen, plan in zip(
                self.form.sides, self.form.seen(self.plans), self.plans, strict=True
            )
        )
        return one, two

    @cached_property
    def _tight(self) -> tuple[list[int], list[int]]:
        return self.form.reply(0, self.plans)[0].tight, self.form.reply(1, self.plans)[0].tight

    def tight(self, seat: int, plans: tuple[Plan, Plan]) -> list[int]:
        """Return the sequences of a seat that are best against the other's one of *plans*."""
        if plans[1 - seat] is self.plans[1 - seat]:
            return self._tight[seat]
        return self.form.reply(seat, plans)[0].tight

    @property
    def behaviour_unique(self) -> tuple[bool, bool]:
        """Whether each seat's behaviour is unique: its plan is, and it comes to all its views."""
        if isinstance(self.form, MatrixForm):
            return self.faces.verdicts[0].unique, self.faces.verdicts[1].unique
        one, two = (
            verdict.unique and all(plan[cell.parent] for cell in side.cells)
            for verdict, plan, side in zip(
                self.faces.verdicts, self.plans, self.form.sides, strict=True
            )
        )
        return one, two


def never_seen(side: Side, seen: list[bool], own: Plan) -> list[str]:
    """Return a side's views that no hand passes; *seen* are the sequences hands can end with."""
    for cell in reversed(side.cells):
        seen[cell.parent] = seen[cell.parent] or any(seen[s] for s in cell.sequences)
    return [
        cell.key
        for cell in side.cells
        if not own[cell.parent] or not any(seen[s] for s in cell.sequences)
    ]


def settle(form: Form, *, inner: bool = True) -> Settled:
    """Return the exact solution of a form and the verdict on its uniqueness.

    Where *inner* plans are not asked for, a tree's verdict is the cheapest that can be proved.
    """
    found: Settled = chosen(form).settle(form, inner)
    return found


def settle_matrix(form: MatrixForm, inner: bool = False) -> Settled:
    """Return what is proved of a matrix game; its verdict costs the same with inner plans."""
    from sabot.solvers.zero_sum.matrix import solve_matrix

    found = solve_matrix(form)
    tables: tuple[Behaviour, Behaviour] = (
        {"-": dict(zip(form.rows, found.row, strict=True))},
        {"-": dict(zip(form.columns, found.column, strict=True))},
    )
    plans = [Fraction(1), *found.row], [Fraction(1), *found.column]
    around = _matrix_faces(form, found, plans)
    return Settled(found.value, tables, plans, form, around, f"matrix; {found.how}")


def _matrix_faces(form: MatrixForm, found: MatrixSolution, plans: tuple[Plan, Plan]) -> Faces:
    if found.prime is not None:
        sure = Verdict(True, found.prime)
        return Faces(plans, (sure, sure))
    rows, columns = found.tight
    tight = [0, *(i + 1 for i in rows)], [0, *(j + 1 for j in columns)]
    return faces(form, plans[0], plans[1], tight)


def settle_tree(form: SequenceForm, inner: bool = True) -> Settled:
    """Return what is proved of a tree."""
    from sabot.solvers.zero_sum.sequence import solve_sequence

    found = solve_sequence(form)
    around = None if inner else _tree_faces(form, found)
    if around is None:
        around = faces(form, *found.plans, found.tight)
    method = f"sequence form; {found.how}"
    return Settled(found.value, found.behaviours, found.plans, form, around, method)


def _tree_faces(form: SequenceForm, found: SequenceSolution) -> Faces | None:
    """Return the verdicts where a pivot or a rank decides them; None where neither does.

    A pivot of length shows another plan. A rank shows that there is none: against the opponent's
    plan, or against the middle between two of his.
    """
    from sabot.solvers.zero_sum.sequence import another

    watch.at("uniqueness")
    plans, tight = found.plans, found.tight
    doubtful = any(not plan[s] for plan, own in zip(plans, tight, strict=True) for s in own)
    others = [another(form, found, seat) if doubtful else None for seat in (0, 1)]
    inner = list(plans)
    verdicts = []
    for seat, other in enumerate(others):
        if other is not None:
            verdicts.append(Verdict(False, another=other))
            continue
        view = form.swapped() if seat else form
        foe, within, against = plans[1 - seat], tight[seat], others[1 - seat]
        if against is not None:
            whole = against[0]
            foe = inner[1 - seat] = [
                (a + Fraction(b, whole)) / 2 for a, b in zip(foe, against, strict=True)
            ]
            within = view.reply(0, ((), foe))[0].tight
        system, width = uniqueness_system(view, foe, within)
        prime = full_rank_prime(system, width, PRIMES[:1])
        if prime is None:
            return None
        verdicts.append(Verdict(True, prime))
    return Faces((inner[0], inner[1]), (verdicts[0], verdicts[1]))


def settle_flat(form: SequenceForm, inner: bool = True) -> Settled:
    """Fold, solve the small game, and lift everything back."""
    from sabot.forms.additive import AdditiveForm

    watch.at("folding")
    fold = _folded(form)
    small = fold.small
    additive = AdditiveForm(small)
    watch.at("exact")
    if additive.has_one_mix:
        value, one, two = additive.optimal()
        method = "additive; lower envelope"
    else:
        from sabot.solvers.zero_sum.sequence import solve_sequence

        found = solve_sequence(small)
        value, (one, two) = found.value, found.behaviours
        method = f"additive; {found.how}"
    count = len(fold.fixed[0]) + len(fold.fixed[1])
    method += f"; {count} of {count + sum(len(s.cells) for s in small.sides)} cells settled first"
    x, y = small.sides[0].plan(one), small.sides[1].plan(two)
    inside = faces(small, x, y)
    tables = fold.lift(0, one), fold.lift(1, two)
    plans = form.sides[0].plan(tables[0]), form.sides[1].plan(tables[1])
    within = (
        plans[0] if inside.inner[0] == x else _lifted(fold, 0, inside.inner[0]),
        plans[1] if inside.inner[1] == y else _lifted(fold, 1, inside.inner[1]),
    )
    verdicts = (
        _flat_verdict(fold, 0, plans, within, inside.verdicts[0]),
        _flat_verdict(fold, 1, plans, within, inside.verdicts[1]),
    )
    return Settled(value, tables, plans, form, Faces(within, verdicts), method)


def table_of(side: Side, plan: Plan | list[int]) -> Behaviour:
    """Return a behaviour that has this plan; where the plan never comes, the first action."""
    found: Behaviour = {}
    for cell in side.cells:
        arrives = plan[cell.parent]
        if arrives:
            chances = [
                _ZERO if not plan[s] else _ONE if plan[s] == arrives else Fraction(plan[s], arrives)
                for s in cell.sequences
            ]
        else:
            chances = [_ONE if s == cell.first else _ZERO for s in cell.sequences]
        found[cell.key] = dict(zip(cell.actions, chances, strict=True))
    return found


def _folded(form: SequenceForm) -> Folding:
    """Return a flat game with what is alike in it put together."""
    from sabot.solvers.zero_sum.binary import folded_words
    from sabot.solvers.zero_sum.fold import folded

    return folded_words(form) or folded(form)


def _lifted(fold: Folding, seat: int, plan: Plan | list[int]) -> Plan:
    table = fold.lift(seat, table_of(fold.small.sides[seat], plan))
    return fold.full.sides[seat].plan(table)


def _flat_verdict(
    fold: Folding,
    seat: int,
    plans: tuple[Plan, Plan],
    inner: tuple[Plan, Plan],
    verdict: Verdict,
) -> Verdict:
    """Return the verdict on the whole game."""
    side = fold.full.sides[seat]
    if fold.idle[seat]:
        idle = next(cell for cell in side.cells if cell.key == fold.idle[seat][0])
        another = list(plans[seat])
        played = next(s for s in idle.sequences if another[s])
        spare = next(s for s in idle.sequences if s != played)
        another[played], another[spare] = Fraction(0), Fraction(1)
        return Verdict(False, another=another)
    if not verdict.unique:
        assert verdict.another is not None
        return Verdict(False, another=_lifted(fold, seat, verdict.another))
    factor = fold.full.denominator // fold.small.denominator
    if verdict.prime is not None and factor % verdict.prime:
        # what is settled adds a lone 1 a cell to the system of the small game, and no more
        return verdict
    view = fold.full.swapped() if seat else fold.full
    tight = fold.full.reply(seat, inner)[0].tight
    system, width = uniqueness_system(view, inner[1 - seat], tight)
    prime = full_rank_prime(system, width)
    if prime is None:
        raise NoMethodError(UNDECIDED)
    return Verdict(True, prime)


def extreme_strategies(form: Form) -> Extremes:
    """Return the value and all extreme optimal strategies of each seat."""
    return chosen(form).extremes(form)


def matrix_vertices(form: MatrixForm) -> Extremes:
    """Return the value and all extreme optimal strategies of a matrix game."""
    from sabot.solvers.vertices import optimal_vertices
    from sabot.solvers.zero_sum.matrix import solve_matrix

    found = solve_matrix(form)
    mixes = found.row, found.column
    used = [[k for k, chance in enumerate(mix) if chance] for mix in mixes]
    # a strictly complementary pair with as many rows as columns is mostly one point: see first
    strict = used == [list(found.tight[0]), list(found.tight[1])]
    plans = [Fraction(1), *found.row], [Fraction(1), *found.column]
    unique = [v.unique for v in _matrix_faces(form, found, plans).verdicts] if strict else []
    vertices = []
    for seat, game in enumerate((form, form.swapped())):
        if unique and unique[seat]:
            labels = zip(game.rows, mixes[seat], strict=True)
            vertices.append([{"-": support(dict(labels))}])
            continue
        value = found.value if seat == 0 else -found.value
        listed = optimal_vertices(game, value, found.tight[seat], mixes[1 - seat])
        vertices.append([{"-": mix} for mix in listed])
    return found.value, (vertices[0], vertices[1])


def flat_vertices(form: SequenceForm) -> Extremes:
    """Return the value and all extreme optimal strategies of a flat game."""
    fold = _folded(form)
    value, (small_ones, small_twos) = tree_vertices(fold.small)
    ones = [twin for table in small_ones for twin in _twins(fold, 0, table)]
    return value, (ones, [twin for table in small_twos for twin in _twins(fold, 1, table)])


def _twins(fold: Folding, seat: int, table: Behaviour) -> list[Behaviour]:
    """Return a strategy of the small game with every choice at the cells where none matters."""
    idle = [cell for cell in fold.full.sides[seat].cells if cell.key in fold.idle[seat]]
    if prod(len(cell.actions) for cell in idle) > _MOST_TWINS:
        raise NoMethodError(
            f"at {len(idle)} cells ({', '.join(cell.key for cell in idle[:3])}, ...) "
            f"{fold.full.seats[seat]}'s choice never matters: too many extreme strategies to list; "
            "`sabot solve` gives one"
        )
    lifted = fold.lift(seat, table)
    return [
        lifted
        | {
            cell.key: {a: Fraction(int(a == action)) for a in cell.actions}
            for cell, action in zip(idle, choice, strict=True)
        }
        for choice in product(*(cell.actions for cell in idle))
    ]


def tree_vertices(form: SequenceForm) -> Extremes:
    """Return the value and all extreme optimal strategies of a tree."""
    from sabot.solvers.vertices import plan_vertices
    from sabot.solvers.zero_sum.sequence import behaviour, solve_sequence

    found = solve_sequence(form)
    one, two = form.sides
    x, y = found.plans
    ones = plan_vertices(form, found.value, y)
    twos = plan_vertices(form.swapped(), -found.value, x)
    gains, losses = form.gains(0, (x, y))[0], form.gains(1, (x, y))[0]
    return found.value, (
        [behaviour(one, plan, gains) for plan in ones],
        [behaviour(two, plan, losses) for plan in twos],
    )
