"""Solve a zero-sum form: value, one optimal strategy of each player, and whether it is unique.

A matrix game, a separable game and any other tree have a method each; the result is the same for
all. Each method imports its own solver. A large tree is solved without its forced moves. A sequence
form's uniqueness is decided in the cheapest way that proves it: one simplex pivot of positive
length shows a second optimal plan, full column rank modulo a prime shows that the plan is unique.
Where both fail, the simplex goes on over the optimal faces to other plans to try them with.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from sabot.errors import NoMethodError, SeatsError
from sabot.exact import over_one_denominator
from sabot.forms.base import GameForm, RealizationPlan
from sabot.forms.sequence import (
    BehaviourStrategy,
    Infoset,
    MatrixForm,
    SequenceForm,
    Treeplex,
)
from sabot.progress import report_progress
from sabot.solvers.zero_sum.optimal_face import (
    PRIMES,
    UNIQUENESS_UNDECIDED,
    OptimalFaces,
    PlanUniqueness,
    analyse_optimal_faces,
    full_rank_prime,
    uniqueness_system,
)

if TYPE_CHECKING:
    from sabot.solvers.zero_sum.separable import DominanceReduction
    from sabot.solvers.zero_sum.sequence_form_lp import SequenceFormSolution

_ONE = Fraction(1)
MAX_PAYOFFS_WITHOUT_ARRAYS = 1_000
"""Payoffs of a separable game up to which numpy is not imported: that takes longer than to solve
it."""


@dataclass(frozen=True)
class ZeroSumSolution:
    """What is proved of a form."""

    value: Fraction
    tables: tuple[BehaviourStrategy, BehaviourStrategy]
    plans: tuple[RealizationPlan, RealizationPlan]
    form: MatrixForm | SequenceForm
    faces: OptimalFaces
    method: str

    @cached_property
    def off_path(self) -> tuple[list[str], list[str]]:
        """The infosets of each seat that never come up when both play as found."""
        if isinstance(self.form, MatrixForm):
            return [], []  # in a matrix game a seat chooses once, and is always asked
        (one, two), (x, y), seen = self.form.sides, self.plans, self.form.seen(self.plans)
        return one.unreached(seen[0], x), two.unreached(seen[1], y)

    @cached_property
    def _tight(self) -> tuple[list[int], list[int]]:
        return self.form.reply(0, self.plans)[0].tight, self.form.reply(1, self.plans)[0].tight

    def tight(self, seat: int, plans: tuple[RealizationPlan, RealizationPlan]) -> list[int]:
        """Return the sequences of a seat that are best against the other's one of *plans*."""
        if plans[1 - seat] is self.plans[1 - seat]:
            return self._tight[seat]
        return self.form.reply(seat, plans)[0].tight

    @property
    def behaviour_unique(self) -> tuple[bool, bool]:
        """Whether each seat's behaviour is unique: its plan is, and reaches all its infosets."""
        if isinstance(self.form, MatrixForm):
            return self.faces.verdicts[0].unique, self.faces.verdicts[1].unique
        one, two = (
            verdict.unique and all(plan[cell.parent] for cell in side.cells)
            for verdict, plan, side in zip(
                self.faces.verdicts, self.plans, self.form.sides, strict=True
            )
        )
        return one, two


def solve_zero_sum(form: GameForm, *, inner: bool = True) -> ZeroSumSolution:
    """Return the exact solution of a form and the verdict on its uniqueness.

    Where *inner* plans are not asked for, the verdict is the cheapest that can be proved.
    """
    if isinstance(form, MatrixForm):
        return solve_matrix_form(form, inner)
    if isinstance(form, SequenceForm):
        solve = solve_separable_form if form.is_single_stage else solve_sequence_form
        return solve(form, inner)
    raise SeatsError(form.obstacle)


def solve_matrix_form(form: MatrixForm, inner: bool = True) -> ZeroSumSolution:
    """Return what is proved of a matrix game."""
    from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
    from sabot.solvers.zero_sum.matrix_uniqueness import matrix_game_faces

    found = solve_matrix_game(form)
    tables: tuple[BehaviourStrategy, BehaviourStrategy] = (
        {"-": dict(zip(form.rows, found.row, strict=True))},
        {"-": dict(zip(form.columns, found.column, strict=True))},
    )
    plans = [Fraction(1), *found.row], [Fraction(1), *found.column]
    around = matrix_game_faces(form, found, plans, inner=inner)
    return ZeroSumSolution(found.value, tables, plans, form, around, f"matrix; {found.how}")


def solve_sequence_form(form: SequenceForm, inner: bool = True) -> ZeroSumSolution:
    """Return what is proved of a tree."""
    from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

    forced = sum(len(cell.actions) == 1 for side in form.sides for cell in side.cells)
    merged = ForcedMoves.of(form) if forced >= MIN_FORCED_MOVES else None
    small = form if merged is None else merged.small
    found = solve_sequence_form_lp(small)
    around = None if inner else _sequence_form_faces(small, found)
    if around is None:
        around = analyse_optimal_faces(small, *found.plans, found.tight)
    tables, plans = found.behaviours, found.plans
    if merged is not None:
        tables = merged.extend_behaviour(0, tables[0]), merged.extend_behaviour(1, tables[1])
        plans = merged.extend_plan(0, plans[0]), merged.extend_plan(1, plans[1])
        around = merged.extend_faces(around, found.plans, plans)
    method = f"sequence form; {found.how}"
    return ZeroSumSolution(found.value, tables, plans, form, around, method)


MIN_FORCED_MOVES = 1_000
"""Information sets with one action from which a smaller game is solved in place of the whole."""


@dataclass(frozen=True)
class ForcedMoves:
    """A tree without its information sets with one action, and how to extend plans to the whole.

    The sequence that ends with a forced move has the probability of the sequence before it, so the
    two are one. Ranks stay: a forced move adds a row with a 1 in a column of its own.
    """

    full: SequenceForm
    small: SequenceForm
    spots: tuple[list[int], list[int]]
    """The sequence of the small game that each sequence of the whole game is merged into."""

    @classmethod
    def of(cls, form: SequenceForm) -> ForcedMoves:
        """Return a game without its forced moves."""
        sides, spots = [], []
        for side in form.sides:
            spot, cells, first = [0] * side.count, [], 1
            for cell in side.cells:
                before, size = spot[cell.parent], len(cell.actions)
                if size == 1:
                    spot[cell.first] = before
                    continue
                spot[cell.first : cell.first + size] = range(first, first + size)
                cells.append(Infoset(cell.key, cell.actions, before, first))
                first += size
            sides.append(Treeplex(side.name, tuple(cells)))
            spots.append(spot)
        ones, twos = spots
        sums: dict[tuple[int, int], int] = {}
        for i, j, amount in form.payoffs:
            place = ones[i], twos[j]
            sums[place] = sums.get(place, 0) + amount
        payoffs = tuple(sorted((i, j, amount) for (i, j), amount in sums.items() if amount))
        small = SequenceForm((sides[0], sides[1]), payoffs, form.denominator)
        return cls(form, small, (ones, twos))

    def extend_plan(self, seat: int, plan: RealizationPlan) -> RealizationPlan:
        """Return a plan of the whole game from one of the small game."""
        return [plan[spot] for spot in self.spots[seat]]

    def extend_behaviour(self, seat: int, table: BehaviourStrategy) -> BehaviourStrategy:
        """Return a behaviour of the whole game from one of the small game."""
        return {
            cell.key: {cell.actions[0]: _ONE} if len(cell.actions) == 1 else table[cell.key]
            for cell in self.full.sides[seat].cells
        }

    def extend_faces(
        self,
        around: OptimalFaces,
        small: tuple[RealizationPlan, RealizationPlan],
        plans: tuple[RealizationPlan, RealizationPlan],
    ) -> OptimalFaces:
        """Return what was found around the *small* plans, for the *plans* of the whole game."""
        inner, verdicts = [], []
        for seat, verdict in enumerate(around.verdicts):
            within = around.witnesses[seat]
            inner.append(plans[seat] if within is small[seat] else self.extend_plan(seat, within))
            if verdict.another is not None:
                another = [verdict.another[spot] for spot in self.spots[seat]]
                verdict = replace(verdict, another=another)
            verdicts.append(verdict)
        return OptimalFaces((inner[0], inner[1]), (verdicts[0], verdicts[1]))


def _sequence_form_faces(form: SequenceForm, found: SequenceFormSolution) -> OptimalFaces | None:
    """Return the verdicts where pivots or a rank decide them; None where neither does.

    A pivot with a positive step shows another plan. A rank shows uniqueness: against the opponent's
    plan, or against the middle between several of his.
    """
    from sabot.solvers.zero_sum.sequence_form_lp import find_second_optimal_plan, plan_from_integers

    report_progress("uniqueness")
    plans, tight = found.plans, found.tight
    doubtful = any(not plan[s] for plan, own in zip(plans, tight, strict=True) for s in own)
    others = [find_second_optimal_plan(form, found, seat) if doubtful else None for seat in (0, 1)]
    inner = list(plans)
    verdicts = []
    for seat, other in enumerate(others):
        if other is not None:
            verdicts.append(PlanUniqueness(False, another=other))
            continue
        against = others[1 - seat]
        verdict, middle = None, None
        if against is None:
            verdict = _uniqueness_against(form, seat, plans[1 - seat], tight[seat])
        else:
            middle = _middle_plan(over_one_denominator(plans[1 - seat])[0], against)
            verdict = _uniqueness_against(form, seat, middle)
        if verdict is None:
            verdict, middle = _uniqueness_by_walking(form, found, seat, middle)
        if verdict is None:
            return None
        verdicts.append(verdict)
        if middle is not None:
            inner[1 - seat] = plan_from_integers((middle, middle[0]))
    return OptimalFaces((inner[0], inner[1]), (verdicts[0], verdicts[1]))


def _uniqueness_against(
    form: SequenceForm,
    seat: int,
    foe: Sequence[Fraction | int],
    tight: list[int] | None = None,
) -> PlanUniqueness | None:
    """Return that a seat's plan is unique, if the rank against an optimal plan *foe* shows it."""
    view = form.swapped() if seat else form
    within = view.reply(0, ((), foe))[0].tight if tight is None else tight
    system, width = uniqueness_system(view, foe, within)
    prime = full_rank_prime(system, width, PRIMES[:1])
    return None if prime is None else PlanUniqueness(True, prime)


def _middle_plan(one: list[int], two: list[int]) -> list[int]:
    """Return the middle between two plans; each is in integers over its first."""
    below = math.lcm(one[0], two[0])
    left, right = below // one[0], below // two[0]
    return [left * a + right * b for a, b in zip(one, two, strict=True)]


_MOST_WALKED = 3
"""Plans of a walk over an optimal face: one or two decide most games, and where sixty would be
needed, a program for the inner points of the face takes a fourth of the time."""


def _uniqueness_by_walking(
    form: SequenceForm, found: SequenceFormSolution, seat: int, middle: list[int] | None
) -> tuple[PlanUniqueness | None, list[int] | None]:
    """Return the verdict on a seat that pivots over the two optimal faces find, if they find one.

    With it the middle between the opponent's plans: the starting one, or one between more of them.
    """
    from sabot.solvers.zero_sum.sequence_form_lp import walk_optimal_face

    if middle is None:
        middle = over_one_denominator(found.plans[1 - seat])[0]
    for plan in islice(walk_optimal_face(form, found, 1 - seat), _MOST_WALKED):
        middle = _middle_plan(middle, plan)
        verdict = _uniqueness_against(form, seat, middle)
        if verdict is not None:
            return verdict, middle
    here = over_one_denominator(found.plans[seat])[0]
    for plan in islice(walk_optimal_face(form, found, seat), _MOST_WALKED):
        if any(a * plan[0] != b * here[0] for a, b in zip(here, plan, strict=True)):
            return PlanUniqueness(False, another=plan), None
    return None, None


def solve_separable_form(form: SequenceForm, inner: bool = True) -> ZeroSumSolution:
    """Eliminate dominated actions, solve the small game, and extend its solution to the whole."""
    from sabot.forms.additive import AdditiveForm

    report_progress("folding")
    fold = eliminate_in_separable_form(form)
    small = fold.small
    additive = AdditiveForm(small)
    report_progress("exact")
    inside = None
    if additive.has_one_mix:
        value, one, two = additive.optimal()
        x, y = small.sides[0].plan(one), small.sides[1].plan(two)
        method = "additive; lower envelope"
    else:
        from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

        found = solve_sequence_form_lp(small)
        value, (one, two) = found.value, found.behaviours
        x, y = found.plans
        method = f"additive; {found.how}"
        inside = None if inner else _sequence_form_faces(small, found)
    count = len(fold.fixed[0]) + len(fold.fixed[1])
    method += f"; {count} of {count + sum(len(s.cells) for s in small.sides)} cells settled first"
    if inside is None:
        inside = analyse_optimal_faces(small, x, y)
    tables = fold.extend_behaviour(0, one), fold.extend_behaviour(1, two)
    plans = (x, y) if not count else (form.sides[0].plan(tables[0]), form.sides[1].plan(tables[1]))
    within = (
        plans[0] if inside.witnesses[0] == x else _extend_plan(fold, 0, inside.witnesses[0]),
        plans[1] if inside.witnesses[1] == y else _extend_plan(fold, 1, inside.witnesses[1]),
    )
    verdicts = (
        _separable_uniqueness(fold, 0, plans, within, inside.verdicts[0]),
        _separable_uniqueness(fold, 1, plans, within, inside.verdicts[1]),
    )
    return ZeroSumSolution(value, tables, plans, form, OptimalFaces(within, verdicts), method)


def eliminate_in_separable_form(form: SequenceForm) -> DominanceReduction:
    """Return a separable game without the infosets at which an action is dominant."""
    from sabot.solvers.zero_sum.separable import DominanceReduction, eliminate_dominated_actions

    if form.amounts > MAX_PAYOFFS_WITHOUT_ARRAYS:
        from sabot.solvers.zero_sum.binary_action import (
            eliminate_dominated_as_arrays,
            is_surely_irreducible,
        )

        found = eliminate_dominated_as_arrays(form)
        if found is not None:
            return found
        if is_surely_irreducible(form):
            return DominanceReduction(form, form.without_chances(), ({}, {}), ((), ()))
    return eliminate_dominated_actions(form)


def _extend_plan(
    fold: DominanceReduction, seat: int, plan: Sequence[Fraction | int]
) -> RealizationPlan:
    table = fold.extend_behaviour(seat, fold.small.sides[seat].behaviour(plan))
    return fold.full.sides[seat].plan(table)


def _separable_uniqueness(
    fold: DominanceReduction,
    seat: int,
    plans: tuple[RealizationPlan, RealizationPlan],
    inner: tuple[RealizationPlan, RealizationPlan],
    verdict: PlanUniqueness,
) -> PlanUniqueness:
    """Return the verdict on the whole game."""
    side = fold.full.sides[seat]
    if fold.idle[seat]:
        idle = next(cell for cell in side.cells if cell.key == fold.idle[seat][0])
        another = list(plans[seat])
        played = next(s for s in idle.sequences if another[s])
        spare = next(s for s in idle.sequences if s != played)
        another[played], another[spare] = Fraction(0), Fraction(1)
        return PlanUniqueness(False, another=another)
    if not verdict.unique:
        assert verdict.another is not None
        return PlanUniqueness(False, another=_extend_plan(fold, seat, verdict.another))
    factor = fold.full.denominator // fold.small.denominator
    if verdict.prime is not None and factor % verdict.prime:
        # a fixed infoset adds a row with a single 1 to the system of the small game, and no more
        return verdict
    view = fold.full.swapped() if seat else fold.full
    tight = fold.full.reply(seat, inner)[0].tight
    system, width = uniqueness_system(view, inner[1 - seat], tight)
    prime = full_rank_prime(system, width)
    if prime is None:
        raise NoMethodError(UNIQUENESS_UNDECIDED)
    return PlanUniqueness(True, prime)
