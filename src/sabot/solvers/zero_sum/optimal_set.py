"""All optimal strategies of a zero-sum game: the extreme ones, and the sets they span.

The extreme optimal strategies of each player are enumerated by
:mod:`sabot.solvers.vertex_enumeration`, in a separable game after elimination of dominated actions.
The optimal set is their convex hull; it is also described by its irredundant inequalities (binary
games) and as a parametrised family where that is short.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from sabot.errors import Interrupted, LongSearchWarning, NoMethodError
from sabot.exact import over_one_denominator
from sabot.forms.base import RealizationPlan
from sabot.forms.sequence import BehaviourStrategy, BestResponse, MatrixForm, SequenceForm
from sabot.progress import EnoughFound, TimeLimitReached, time_limit, without_watch
from sabot.results.all_nash import INTERRUPTED, ExtremeEquilibrium
from sabot.results.optimal_set import (
    Equilibria,
    compute_optimal_set,
    parametrise,
    remove_redundant_conditions,
)
from sabot.results.solution import support
from sabot.solvers.certificate_writer import form_to_json
from sabot.solvers.edge_search import OptimalPlans
from sabot.solvers.vertex_enumeration import ExtremeStrategies, LongEnumerationError
from sabot.solvers.zero_sum.solve import eliminate_in_separable_form

if TYPE_CHECKING:
    from sabot.results.codec import JsonObject
    from sabot.solvers.zero_sum.matrix_game import MatrixSolution
    from sabot.solvers.zero_sum.separable import DominanceReduction


Vertices = tuple[list[BehaviourStrategy], list[BehaviourStrategy]]
"""The extreme optimal strategies of both seats."""
_FEW_PAYOFFS = 1_000
"""Payoffs of a game that is solved after a stop too: it takes some milliseconds."""
_SECONDS_AFTER_STOP = 2.0
"""How long a stopped search goes on to find an extreme optimal strategy of a seat without one."""


@dataclass(frozen=True, slots=True)
class StrategySearchLimits:
    """How far extreme optimal strategies are searched; what is found is kept."""

    first: int | None = None
    """How many equilibria are enough: pairs of extreme optimal strategies."""
    each: Callable[[ExtremeEquilibrium], object] | None = None
    """Is called with each equilibrium as it is found."""
    limited: bool = False
    """Whether the search has a limit of time or memory."""

    @property
    def wants_part(self) -> bool:
        """Whether a part of the list is asked for, or each equilibrium as it is found."""
        return self.first is not None or self.each is not None


def solve_optimal_sets(
    game: str, form: MatrixForm | SequenceForm, limits: StrategySearchLimits | None = None
) -> Equilibria:
    """Return the optimal sets of both seats of a zero-sum game.

    With *limits*, a search that is stopped returns the extreme optimal strategies found. The
    double description method has none before its end. So where it may take long, or a part of the
    list is asked for, they are searched along the edges of the optimal sets: with a limit to the
    end, without one the first thousand of each seat.
    """
    if limits is None:
        solved = _solve(form)
        return _describe(game, form, solved.value, _enumerate(solved))
    try:
        solved = _solve(form)
    except KeyboardInterrupt as stop:
        if form.amounts > _FEW_PAYOFFS:
            raise
        with without_watch():
            search = _SearchOfBoth(_solve(form))
            search.find_one_each()
        return search.stopped(game, _reason_of_stop(stop, limits))
    limited = limits.wants_part or limits.limited
    search = _SearchOfBoth(solved)
    complete: Vertices | None = None
    try:
        if not limits.wants_part:
            try:
                complete = _enumerate(solved, long=False)
            except LongEnumerationError as long:
                if not limited:
                    warnings.warn(str(long), LongSearchWarning, stacklevel=2)
        if complete is None:
            search.run(limits, None if limited else _MOST_BEFORE_ALL)
            if search.complete:
                complete = search.in_order()
            else:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", LongSearchWarning)  # it was said above
                    complete = _enumerate(solved)
        return _describe(game, form, solved.value, complete)
    except (KeyboardInterrupt, NoMethodError) as stop:
        if complete is not None:  # only their description is missing
            own = dict(zip(form.seats, complete, strict=True))
            return Equilibria(game, solved.value, own, certificate=_certificate(form))
        if isinstance(stop, NoMethodError) and not all(search.found):
            raise
        with suppress(Interrupted), without_watch(), time_limit(_SECONDS_AFTER_STOP):
            search.find_one_each()
        if not all(search.found):
            raise
        return search.stopped(game, _reason_of_stop(stop, limits))


def _describe(
    game: str,
    form: MatrixForm | SequenceForm,
    value: Fraction,
    vertices: Vertices,
) -> Equilibria:
    """Return complete lists, with the conditions and parameters that describe them."""
    own = dict(zip(form.seats, vertices, strict=True))
    sets = {}
    if form.is_binary_action:
        for seat, foes in zip(form.seats, reversed(vertices), strict=True):
            sets[seat] = remove_redundant_conditions(
                compute_optimal_set(form.sequence(), seat, foes[0]), own[seat]
            )
    families = {side.name: parametrise(side, own[side.name]) for side in form.sides}
    short = {seat: family for seat, family in families.items() if family is not None}
    return Equilibria(game, value, own, sets, short, _certificate(form))


def _certificate(form: MatrixForm | SequenceForm) -> JsonObject:
    shown = form_to_json(form)
    return {"form": {"kind": shown["kind"], "seats": list(form.seats)} | shown}


def _reason_of_stop(stop: BaseException, limits: StrategySearchLimits) -> str:
    if isinstance(stop, EnoughFound):
        noun = "equilibrium is" if limits.first == 1 else "equilibria are"
        return f"stopped: {limits.first:,} {noun} found, as asked"
    if isinstance(stop, TimeLimitReached):
        return f"stopped after {stop.seconds:g} s"
    return f"given up: {stop}" if isinstance(stop, NoMethodError) else INTERRUPTED


_MOST_BEFORE_ALL = 1000
"""Extreme strategies of a seat that are found before all of them are enumerated together."""


_FoundStrategy = tuple[tuple[int, ...], BehaviourStrategy]
"""A strategy behind the weights by which a list is sorted."""


class _SearchOfBoth:
    """The extreme optimal strategies of both seats, found in turn along the edges."""

    def __init__(self, solved: _SolvedGame) -> None:
        self._solved = solved
        self.value = solved.value
        one, two = solved.plans
        small = solved.small
        self._plans = (
            OptimalPlans(small, self.value, one, two),
            OptimalPlans(small.swapped(), -self.value, two, one),
        )
        self._streams = self._strategies(0), self._strategies(1)
        self.found: tuple[list[_FoundStrategy], list[_FoundStrategy]] = [], []
        self._finished = [False, False]

    @property
    def complete(self) -> bool:
        """Whether the lists of both seats are complete."""
        return all(self._finished)

    def run(self, limits: StrategySearchLimits, most: int | None) -> None:
        """Search to the end, or up to so many strategies of each seat.

        Raise EnoughFound after the first equilibria: pairs of strategies.
        """
        given = 0
        while not self.complete:
            for seat in (0, 1):
                if self._finished[seat] or (most is not None and len(self.found[seat]) >= most):
                    continue
                fresh = self._advance(seat)
                if fresh is None:
                    continue
                for _, other in self.found[1 - seat]:
                    if limits.each is not None:
                        limits.each(self._equilibrium(seat, fresh, other))
                    given += 1
                    if given == limits.first:
                        raise EnoughFound
            if most is not None and all(
                ended or len(found) >= most
                for ended, found in zip(self._finished, self.found, strict=True)
            ):
                return

    def find_one_each(self) -> None:
        """Find an extreme optimal strategy of each seat that has none yet, if that is not long."""
        for seat in (0, 1):
            if not self.found[seat] and self._plans[seat].is_small:
                self._streams = self._strategies(0), self._strategies(1)
                self._advance(seat)

    def in_order(self) -> Vertices:
        """Return what is found in the order of the double description method."""
        one, two = (
            [strategy for _, strategy in sorted(found, key=lambda pair: pair[0])]
            for found in self.found
        )
        return one, two

    def stopped(self, game: str, reason: str) -> Equilibria:
        """Return what is found, as lists that are not complete."""
        seats = self._solved.form.seats
        open_ones = tuple(s for s, end in zip(seats, self._finished, strict=True) if not end)
        return Equilibria(
            game,
            self.value,
            dict(zip(seats, self.in_order(), strict=True)),
            certificate=_certificate(self._solved.form),
            unsure=open_ones,
            unfinished=open_ones,
            stopped=reason,
        )

    def _advance(self, seat: int) -> BehaviourStrategy | None:
        """Return another strategy of a seat; None at the end."""
        found = next(self._streams[seat], None)
        if found is None:
            self._finished[seat] = True
            return None
        self.found[seat].append(found)
        return found[1]

    def _strategies(self, seat: int) -> Iterator[_FoundStrategy]:
        """Yield the extreme optimal strategies of a seat, with what they are sorted by."""
        form, fold = self._solved.small, self._solved.fold
        side = form.sides[seat]
        for plan in self._plans[seat]:
            if isinstance(form, MatrixForm):
                labels = form.rows if seat == 0 else form.columns
                mix = support(dict(zip(labels, plan[1:], strict=True)))
                yield _integers(plan[1:]), {"-": mix}
                continue
            strategy = side.behaviour(plan, self._solved.replies[seat])
            if fold is None:
                yield _integers(plan), strategy
            else:
                yield from (
                    ((*_integers(plan), k), variant)
                    for k, variant in enumerate(_indifferent_variants(fold, seat, strategy))
                )

    def _equilibrium(
        self, seat: int, own: BehaviourStrategy, other: BehaviourStrategy
    ) -> ExtremeEquilibrium:
        pair = (own, other) if seat == 0 else (other, own)
        strategies = dict(zip(self._solved.form.seats, pair, strict=True))
        return ExtremeEquilibrium(strategies, (self.value, -self.value))


def _integers(plan: RealizationPlan) -> tuple[int, ...]:
    return tuple(over_one_denominator(list(map(Fraction, plan)))[0])


@dataclass(frozen=True, slots=True)
class _SolvedGame:
    """A game with its value and one optimal plan of each seat."""

    form: MatrixForm | SequenceForm
    small: MatrixForm | SequenceForm
    """The game that is solved: of a separable game what the elimination of actions leaves."""
    value: Fraction
    plans: tuple[RealizationPlan, RealizationPlan]
    """Of the small game, as the replies."""
    replies: tuple[BestResponse, BestResponse]
    """The best response to each plan."""
    mixed: MatrixSolution | None = None
    """The solution of a matrix."""
    fold: DominanceReduction | None = None
    """How actions were eliminated."""


def _solve(form: MatrixForm | SequenceForm) -> _SolvedGame:
    """Solve a game once, for all that follows."""
    if isinstance(form, MatrixForm):
        from sabot.solvers.zero_sum.matrix_game import solve_matrix_game

        mixed = solve_matrix_game(form)
        plans = [Fraction(1), *mixed.row], [Fraction(1), *mixed.column]
        replies = form.reply(0, plans)[0], form.reply(1, plans)[0]
        return _SolvedGame(form, form, mixed.value, plans, replies, mixed)
    from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

    fold = eliminate_in_separable_form(form) if form.is_single_stage else None
    small = form if fold is None else fold.small
    found = solve_sequence_form_lp(small)
    replies = small.reply(0, found.plans)[0], small.reply(1, found.plans)[0]
    return _SolvedGame(form, small, found.value, found.plans, replies, fold=fold)


_MOST_VARIANTS = 4096


def enumerate_extreme_strategies(form: MatrixForm | SequenceForm) -> ExtremeStrategies:
    """Return the value and all extreme optimal strategies of each seat."""
    solved = _solve(form)
    return solved.value, _enumerate(solved)


def _enumerate(solved: _SolvedGame, *, long: bool = True) -> Vertices:
    """Return all extreme optimal strategies of each seat.

    Unless *long*, raise LongEnumerationError where they may be very many.
    """
    if solved.mixed is not None and isinstance(solved.form, MatrixForm):
        return _matrix_vertices(solved.form, solved.mixed, long=long)
    from sabot.solvers.vertex_enumeration import enumerate_optimal_plans

    small, value, (x, y) = solved.small, solved.value, solved.plans
    assert isinstance(small, SequenceForm)
    plans = (
        enumerate_optimal_plans(small, value, y, long=long),
        enumerate_optimal_plans(small.swapped(), -value, x, long=long),
    )
    ones, twos = (
        [side.behaviour(plan, reply) for plan in some]
        for side, some, reply in zip(small.sides, plans, solved.replies, strict=True)
    )
    if solved.fold is None:
        return ones, twos
    return (
        [twin for table in ones for twin in _indifferent_variants(solved.fold, 0, table)],
        [twin for table in twos for twin in _indifferent_variants(solved.fold, 1, table)],
    )


def _matrix_vertices(form: MatrixForm, found: MatrixSolution, *, long: bool) -> Vertices:
    from sabot.solvers.vertex_enumeration import enumerate_optimal_mixed_strategies
    from sabot.solvers.zero_sum.matrix_uniqueness import matrix_game_faces

    mixes = found.row, found.column
    used = [[k for k, chance in enumerate(mix) if chance] for mix in mixes]
    # a strictly complementary pair with as many rows as columns is mostly one point: see first
    strict = used == [list(found.tight[0]), list(found.tight[1])]
    plans = [Fraction(1), *found.row], [Fraction(1), *found.column]
    unique = [v.unique for v in matrix_game_faces(form, found, plans).verdicts] if strict else []
    vertices = []
    for seat, game in enumerate((form, form.swapped())):
        if unique and unique[seat]:
            labels = zip(game.rows, mixes[seat], strict=True)
            vertices.append([{"-": support(dict(labels))}])
            continue
        value = found.value if seat == 0 else -found.value
        listed = enumerate_optimal_mixed_strategies(
            game, value, found.tight[seat], mixes[1 - seat], long=long
        )
        vertices.append([{"-": mix} for mix in listed])
    return vertices[0], vertices[1]


def _indifferent_variants(
    fold: DominanceReduction, seat: int, table: BehaviourStrategy
) -> list[BehaviourStrategy]:
    """Return a strategy of the small game with every choice at the infosets where none matters."""
    idle = [cell for cell in fold.full.sides[seat].cells if cell.key in fold.idle[seat]]
    if prod(len(cell.actions) for cell in idle) > _MOST_VARIANTS:
        raise NoMethodError(
            f"at {len(idle)} information sets ({', '.join(cell.key for cell in idle[:3])}, ...) "
            f"{fold.full.seats[seat]}'s choice never matters: too many extreme strategies to list; "
            "`sabot solve` gives one"
        )
    lifted = fold.extend_behaviour(seat, table)
    return [
        lifted
        | {
            cell.key: {a: Fraction(int(a == action)) for a in cell.actions}
            for cell, action in zip(idle, choice, strict=True)
        }
        for choice in product(*(cell.actions for cell in idle))
    ]
