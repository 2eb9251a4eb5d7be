"""Correlated and coarse correlated equilibria of a finite game, by exact linear programs.

The equilibria are the distributions p of profiles of pure strategies with ``G p <= 0``: a row of G
is a deviation, and its product with p is what the deviation gains. The greatest value of a linear
objective c is a linear program; its dual has a multiplier for every deviation and a bound v, and
``c <= v + G'x`` at every profile shows that no equilibrium has more than v. HiGHS guesses the basis
in floats, or an interior point of our own where it is sooner. Probabilities may be tiny beside what
HiGHS tolerates, so it is asked again with larger right sides; the exact solution of the basis
decides. If most profiles have probability 0 in every equilibrium because a deviation from them
could only gain, the program is solved without them: stakes that double in a tree are beyond floats,
and so are the multipliers of these deviations. In a game for two with a constant sum every
equilibrium pays the value, and optimal strategies show it without a program of all profiles.

All vertices are the extreme rays of the cone ``p >= 0, G p <= 0``, by the double description
method. What is computed is bounded before anything is built.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.exact import as_fractions, format_fraction, over_one_denominator
from sabot.forms.sequence import (
    MatrixForm,
    Treeplex,
    count_pure_strategies,
    count_text,
    pure_realization_plans,
)
from sabot.progress import report_progress
from sabot.results.correlated import (
    Concept,
    CorrelatedDevice,
    CorrelatedEquilibria,
    CorrelatedExtreme,
    Deviation,
    Distribution,
    EvaluatedDevice,
    PureStrategy,
)
from sabot.solvers.lp.correlated_interior_point import SupportGuess, guess_support
from sabot.solvers.lp.exact_simplex import FLOAT_BASIS_WAS_OPTIMAL, solve_program
from sabot.solvers.lp.highs import HighsOracle
from sabot.solvers.lp.program import (
    BasicSolution,
    LinearProgram,
    LPBasis,
    SparseMatrix,
    compute_basic_solution,
)
from sabot.solvers.nplayer.support_enumeration import nplayer_form_to_json, payoff_table
from sabot.solvers.vertex_enumeration import enumerate_extreme_rays
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game

if TYPE_CHECKING:
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.solvers.lp.program import IntArray


def smaller_game_words(seats: int) -> str:
    """Return how a game with too many strategies becomes smaller, in words."""
    if seats == 2:
        return "`sabot reduce GAME` names dominated strategies to leave out of the game"
    return "leave out strategies that no player should use; dominance is looked for between two"


MOST_GAINS = 2_500_000
"""Of a linear program: gains of deviations, one for each deviation and profile it changes. A game
of 100 x 100 has 1,980,000."""
MOST_VERTEX_PROFILES = 27
"""Profiles of a game whose vertices are enumerated: three players with three strategies each."""
MOST_VERTEX_WORK = 30_000_000
"""Comparisons of the enumeration: some ten seconds, and no more than the checker makes."""
_MOST_PIVOTS = 1_000
"""Pivots of the simplex before an interior point is sooner: a best equilibrium mixes few profiles
and needs a few hundred."""
_INTERIOR_FROM = 500
"""Profiles from which a worst equilibrium is looked for by an interior point at once: it mixes so
many profiles that the simplex needs thousands of pivots."""
_SUPPORT_TO = 5_000
"""Profiles up to which our own interior point finds the support of a worst equilibrium."""
_FEWEST_PAYOFFS = 8
"""Different payoffs from which it does: with fewer, mostly several equilibria are the worst."""
_PIVOTS_TO_VERTEX = 100
"""Pivots from the centre of the optimal face to a vertex of it."""
_MULTIPLIER_BITS = 30
"""Bits to which multipliers are rounded that many numbers would do for."""
_FORCED_FROM = 100
"""Profiles from which it is looked for those that no equilibrium uses, before a linear program."""
_ENLARGEMENTS = (24, 48)
"""Powers of two by which right sides are multiplied where the first basis is not optimal."""

_Number = TypeVar("_Number", np.bool_, np.float64)

Objective = int | None
"""The number of a player; None: the sum of all payoffs."""


@dataclass(frozen=True)
class NormalForm:
    """A game by its pure strategies: what each player is paid at every profile."""

    form: NPlayerSequenceForm
    strategies: tuple[tuple[PureStrategy, ...], ...]
    tables: tuple[IntArray, ...]
    """For each player an array with an axis for each player: payoffs times the denominator."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many pure strategies each player has."""
        return tuple(map(len, self.strategies))

    @property
    def totals(self) -> IntArray:
        """The sum of all payoffs at every profile."""
        return sum(self.tables[1:], start=self.tables[0])


def normal_form(game: str, form: NPlayerSequenceForm) -> NormalForm:
    """Return the game by its pure strategies; refuse one with too many before it is built."""
    sizes = tuple(map(count_pure_strategies, form.sides))
    gains = math.prod(sizes) * sum(size - 1 for size in sizes)
    if gains > MOST_GAINS:
        shape = " x ".join(map(count_text, sizes))
        raise NoMethodError(
            f"{game}: {shape} pure strategies make a program of {count_text(gains)} entries; "
            f"correlated equilibria are computed up to {MOST_GAINS:,}\n"
            "  every Nash equilibrium is a correlated one, and `sabot solve` looks for one; "
            f"{smaller_game_words(len(sizes))}"
        )
    ways = [pure_realization_plans(side)[1] for side in form.sides]
    tables = tuple(payoff_table(form, seat, ways, sizes) for seat in range(len(sizes)))
    chosen = (
        tuple(chosen_actions(side, plan) for plan in plans)
        for side, plans in zip(form.sides, ways, strict=True)
    )
    return NormalForm(form, tuple(chosen), tables)


def chosen_actions(side: Treeplex, plan: Sequence[int]) -> PureStrategy:
    """Return the action of a pure strategy at each information set that it reaches."""
    return tuple(
        (cell.key, cell.actions[s - cell.first])
        for cell in side.cells
        for s in cell.sequences
        if plan[s]
    )


@dataclass(frozen=True)
class IncentiveConstraints:
    """The deviations of all players, and the matrix of what they gain at every profile."""

    deviations: tuple[tuple[int, ...], ...]
    """The player, the recommended strategy (not in coarse equilibria), and the one played."""
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    gains: IntArray


def incentive_constraints(game: NormalForm, *, coarse: bool) -> IncentiveConstraints:
    """Return the constraints of correlated or coarse correlated equilibria."""
    sizes = game.sizes
    numbers = np.arange(math.prod(sizes)).reshape(sizes)
    deviations: list[tuple[int, ...]] = []
    rows, columns, gains = [], [], []
    for seat, table in enumerate(game.tables):
        own, profiles = np.moveaxis(table, seat, 0), np.moveaxis(numbers, seat, 0)
        for plays in range(sizes[seat]):
            gained = own[plays] - own
            every = [()] if coarse else [(strategy,) for strategy in range(sizes[seat])]
            for recommended in every:
                if recommended != (plays,):
                    gain = gained[recommended].ravel()
                    rows.append(np.full(len(gain), len(deviations)))
                    columns.append(profiles[recommended].ravel())
                    gains.append(gain)
                    deviations.append((seat, *recommended, plays))
    if not deviations:
        none = np.zeros(0, dtype=np.int64)
        return IncentiveConstraints((), none, none, none)
    parts = (np.concatenate(part) for part in (rows, columns, gains))
    return IncentiveConstraints(tuple(deviations), *parts)


@dataclass(frozen=True)
class SolvedObjective:
    """An equilibrium at which an objective is greatest, and the multipliers that show it."""

    probabilities: list[Fraction]
    multipliers: list[Fraction]
    exact_at_once: bool


@dataclass(frozen=True)
class ForcedZeros:
    """Profiles that no equilibrium uses, shown by deviations that could only gain, in stages.

    A deviation with no negative gain at any profile that is left keeps those with a positive one at
    probability 0. Without them the same holds for other deviations.
    """

    constraints: IncentiveConstraints
    kept: NDArray[np.int64]
    """The profiles that are left."""
    stages: tuple[NDArray[np.int64], ...]
    """By stage, the numbers of the gains that are positive in such deviations."""

    @classmethod
    def of(cls, constraints: IncentiveConstraints, profiles: int) -> ForcedZeros:
        """Return the profiles that no equilibrium uses.

        >>> gains = IncentiveConstraints(((0, 0, 1),), np.zeros(2, int), np.arange(2), np.arange(2))
        >>> ForcedZeros.of(gains, 3).kept.tolist()
        [0, 2]
        """
        left = np.ones(profiles, dtype=bool)
        positive, negative = constraints.gains > 0, constraints.gains < 0
        stages: list[NDArray[np.int64]] = []
        while True:
            loses = np.zeros(len(constraints.deviations), dtype=bool)
            here = left[constraints.columns]
            loses[constraints.rows[here & negative]] = True
            forcing = np.flatnonzero(here & positive & ~loses[constraints.rows])
            if not forcing.size:
                return cls(constraints, np.flatnonzero(left), tuple(stages))
            left[constraints.columns[forcing]] = False
            stages.append(forcing)

    def extend_multipliers(
        self, multipliers: list[Fraction], bound: Fraction, objective: Sequence[int]
    ) -> None:
        """Enlarge the multipliers until *bound* holds at all profiles, from the last stage back.

        A deviation of a stage gains nothing negative at profiles that are left then, so a larger
        multiplier makes the bound wrong at most at profiles of earlier stages.
        """
        found = self.constraints
        entries = list(
            zip(found.rows.tolist(), found.columns.tolist(), found.gains.tolist(), strict=True)
        )
        by_row: dict[int, list[tuple[int, int]]] = {}
        for row, column, gain in entries:
            by_row.setdefault(row, []).append((column, gain))
        spare = [bound - amount for amount in objective]
        for row, amount in enumerate(multipliers):
            if amount:
                for column, gain in by_row[row]:
                    spare[column] += amount * gain
        for stage in reversed(self.stages):
            for number in stage.tolist():
                row, column, gain = entries[number]
                if spare[column] < 0:
                    more = math.ceil(-spare[column] / gain)
                    multipliers[row] += more
                    for other, gained in by_row[row]:
                        spare[other] += more * gained


class CorrelatedPolytope:
    """The equilibria of a game as a polytope: maxima of objectives, and all vertices."""

    def __init__(self, game: NormalForm, *, coarse: bool) -> None:
        self.game, self.coarse = game, coarse
        self.constraints = incentive_constraints(game, coarse=coarse)
        self.profiles = math.prod(game.sizes)
        found = self.constraints
        height = len(found.deviations)
        ones = [1] * self.profiles
        self._matrix = SparseMatrix.of(
            (height + 1, self.profiles),
            [*found.rows.tolist(), *(height * one for one in ones)],
            [*found.columns.tolist(), *range(self.profiles)],
            [*found.gains.tolist(), *ones],
        )
        forced = ForcedZeros.of(found, self.profiles) if self.profiles >= _FORCED_FROM else None
        few = forced is not None and 2 * len(forced.kept) <= self.profiles
        self._forced = forced if few else None

    @cached_property
    def optimal_mixes(self) -> tuple[list[Fraction], list[Fraction]] | None:
        """The optimal strategies of a game for two with a constant sum; None of any other game."""
        totals = self.game.totals
        if len(self.game.tables) != 2 or totals.min() != totals.max():
            return None
        solved = solve_matrix_game(MatrixForm.of(self.game.tables[0].tolist()))
        return solved.row, solved.column

    def solve_constant_sum(self, seat: Objective, best: bool) -> SolvedObjective | None:
        """Return the best or worst equilibrium of a game for two with a constant sum, else None.

        Every equilibrium pays the value. An optimal strategy y of the second player shows that the
        first is paid no more: y(k) is the multiplier of every deviation to k. Then what the first
        is paid at a profile, less the gains, is what y leaves it.
        """
        if self.optimal_mixes is None:
            return None
        one, two = self.optimal_mixes
        deviations = self.constraints.deviations
        multipliers = [Fraction(0)] * len(deviations)
        if seat is not None:
            opponent = int((seat == 0) == best)
            for row, (player, *_, plays) in enumerate(deviations):
                if player == opponent:
                    multipliers[row] = self.optimal_mixes[opponent][plays]
        return SolvedObjective([x * y for x in one for y in two], multipliers, exact_at_once=True)

    def maximise(
        self, objective: Sequence[int], *, mixes_many: bool = False, seat: Objective = None
    ) -> SolvedObjective:
        """Return an equilibrium with the greatest value of an objective, given by profile.

        *mixes_many*: it is expected to use many profiles, as a worst equilibrium does. *seat*: the
        player whose payoffs or losses the objective is; None: the sum.
        """
        if self._forced is not None:
            return self._maximise_on_kept(self._forced, objective, mixes_many=mixes_many)
        height = len(self.constraints.deviations)
        program = LinearProgram(
            self._matrix, [0] * height + [1], list(objective), frozenset([height])
        )
        interior = mixes_many and self.profiles >= _INTERIOR_FROM
        found = self._maximise_by_interior_point(program, seat) if interior else None
        if found is not None:
            return found
        solution, at_once = _optimal_solution(program, interior=interior)
        return SolvedObjective(
            as_fractions(solution.y, solution.y_denominator),
            as_fractions(solution.x[:height], solution.x_denominator),
            at_once,
        )

    def _maximise_by_interior_point(
        self, program: LinearProgram, seat: Objective
    ) -> SolvedObjective | None:
        """Return the best equilibrium of two players, on the support that floats guess.

        None where the guess is no optimum.
        """
        tables = self.game.tables
        if self.coarse or len(tables) != 2 or self.profiles > _SUPPORT_TO:
            return None
        if any(t.dtype == object or len(np.unique(t)) < _FEWEST_PAYOFFS for t in tables):
            return None
        one, two = (table.astype(np.float64) for table in tables)
        prices = np.array(program.c, dtype=np.float64).reshape(one.shape)
        guess = guess_support((one, two), prices, seat or 0)
        basis = None if guess is None else _basis_of(program, guess)
        if guess is None or basis is None:
            return None
        solution = compute_basic_solution(program, basis)
        if solution is None or not solution.feasible(program):
            return None
        unused = _rounded_multipliers(_by_deviation(*guess.unused_multipliers))
        if not _with_multipliers(program, solution, unused).dual_feasible(program):
            return None
        multipliers = as_fractions(solution.x, solution.x_denominator)[:-1]
        for row, amount in unused.items():
            multipliers[row] += amount
        return SolvedObjective(
            as_fractions(solution.y, solution.y_denominator), multipliers, exact_at_once=True
        )

    def _maximise_on_kept(
        self, forced: ForcedZeros, objective: Sequence[int], *, mixes_many: bool
    ) -> SolvedObjective:
        """Return the same by a program without the profiles that no equilibrium uses."""
        found, kept = self.constraints, forced.kept
        place = np.full(self.profiles, -1)
        place[kept] = np.arange(len(kept))
        here = place[found.columns] >= 0
        # a deviation that gains nowhere is no constraint
        deviations, rows = np.unique(found.rows[here & (found.gains > 0)]), found.rows[here]
        used = np.isin(rows, deviations)
        height, width = len(deviations), len(kept)
        matrix = SparseMatrix.of(
            (height + 1, width),
            [*np.searchsorted(deviations, rows[used]).tolist(), *[height] * width],
            [*place[found.columns[here][used]].tolist(), *range(width)],
            [*found.gains[here][used].tolist(), *[1] * width],
        )
        prices = [objective[profile] for profile in kept.tolist()]
        program = LinearProgram(matrix, [0] * height + [1], prices, frozenset([height]))
        interior = mixes_many and width >= _INTERIOR_FROM
        solution, at_once = _optimal_solution(program, interior=interior)
        probabilities = [Fraction(0)] * self.profiles
        chances = as_fractions(solution.y, solution.y_denominator)
        for profile, chance in zip(kept.tolist(), chances, strict=True):
            probabilities[profile] = chance
        prices_found = as_fractions(solution.x, solution.x_denominator)
        multipliers = [Fraction(0)] * len(found.deviations)
        for row, amount in zip(deviations.tolist(), prices_found[:height], strict=True):
            multipliers[row] = amount
        forced.extend_multipliers(multipliers, prices_found[height], objective)
        return SolvedObjective(probabilities, multipliers, at_once)

    def vertices(self) -> list[tuple[int, ...]]:
        """Return all vertices by their weights, which have no common divisor."""
        found = self.constraints
        planes = np.zeros((len(found.deviations), self.profiles), dtype=object)
        planes[found.rows, found.columns] = -found.gains
        try:
            return enumerate_extreme_rays(self.profiles, [], planes.tolist(), MOST_VERTEX_WORK)
        except NoMethodError:
            raise NoMethodError(
                "the polytope of equilibria has too many vertices: to list them takes more than "
                f"{MOST_VERTEX_WORK:,} comparisons\n"
                "  without vertices the best and the worst equilibria are computed"
            ) from None


def _by_deviation(one: NDArray[_Number], two: NDArray[_Number]) -> NDArray[_Number]:
    """Return tables by the strategy recommended and the one played as numbers of deviations."""
    return np.concatenate([table.T[~np.eye(len(table), dtype=bool)] for table in (one, two)])


def _basis_of(program: LinearProgram, guess: SupportGuess) -> LPBasis | None:
    """Return the basis of a support; of one of the optima where the support is that of several."""
    tight = np.append(_by_deviation(*guess.binding), True)
    live = guess.profiles.ravel()
    rows, columns = (tuple(np.flatnonzero(part).tolist()) for part in (tight, live))
    basis = LPBasis(rows, columns)
    if guess.excess_profiles:
        oracle = HighsOracle(program)
        oracle.restrict(~live, tight)
        if not oracle.start_from(basis) or not oracle.run_pivots(_PIVOTS_TO_VERTEX):
            return None
        basis = oracle.ended()
        if len(basis.rows) != len(basis.columns):
            return None
    return HighsOracle(program).take(LPBasis(basis.rows, basis.columns))


def _rounded_multipliers(multipliers: NDArray[np.float64]) -> dict[int, Fraction]:
    """Return the multipliers that are not 0, by row, as fractions of few bits."""
    rows = np.flatnonzero(multipliers).tolist()
    if not rows:
        return {}
    power = max(0, _MULTIPLIER_BITS - math.frexp(float(multipliers.max()))[1])
    return {row: Fraction(round(math.ldexp(multipliers[row], power)), 1 << power) for row in rows}


def _with_multipliers(
    program: LinearProgram, solution: BasicSolution, multipliers: dict[int, Fraction]
) -> BasicSolution:
    """Return a solution with more multipliers of rows whose slack is 0.

    They are not in the basis: of deviations from strategies that are not used, some are wanted so
    that nothing is gained by using them, and there are many choices.
    """
    if not multipliers:
        return solution
    denominator = max(amount.denominator for amount in multipliers.values())
    wholes = [int(amount * denominator) for amount in multipliers.values()]
    below = solution.x_denominator
    x = [top * denominator for top in solution.x]
    for row, whole in zip(multipliers, wholes, strict=True):
        x[row] += whole * below
    earned = program.a.multiply_rows(list(multipliers), wholes)
    cost = [
        left * denominator + more * below for left, more in zip(solution.cost, earned, strict=True)
    ]
    return replace(solution, x=x, x_denominator=below * denominator, cost=cost)


def _optimal_solution(program: LinearProgram, *, interior: bool) -> tuple[BasicSolution, bool]:
    """Return the exact optimum, and whether the first basis of floats was optimal."""
    oracle = HighsOracle(program)
    if interior or not oracle.run_pivots(_MOST_PIVOTS):
        height, width = program.shape
        oracle.run_interior(dual=height > width)
    guess = oracle.ended()
    for power in (0, *_ENLARGEMENTS):
        if power:
            oracle.enlarge_right_sides(power)
            oracle.run()
            guess = oracle.ended()
        square = len(guess.rows) == len(guess.columns)
        there = compute_basic_solution(program, guess) if square else None
        if there is not None and there.optimal(program):
            return there, not power
    _, found, how = solve_program(program, guess)
    return found, how == FLOAT_BASIS_WAS_OPTIMAL


def solve_correlated(
    name: str,
    game: NormalForm,
    *,
    coarse: bool = False,
    objectives: Iterable[tuple[Objective, bool]] = (),
    vertices: bool = False,
    device: Distribution | None = None,
) -> CorrelatedEquilibria:
    """Return the extreme equilibria for some objectives, all vertices, and a device evaluated.

    An objective is a player, or None for the sum, with whether the greatest value is asked for.
    """
    started = time.perf_counter()
    if vertices:
        _require_few_profiles(name, game)
    polytope = CorrelatedPolytope(game, coarse=coarse)
    asked = list(objectives)
    extremes: list[CorrelatedExtreme] = []
    multipliers: list[list[list[object]]] = []
    at_once = True
    for number, (objective, best) in enumerate(asked, 1):
        report_progress("solving linear programs", number, len(asked), "programs")
        found = _solve_extreme(polytope, objective, best)
        at_once &= found[1].exact_at_once
        extremes.append(found[0])
        multipliers.append(_multiplier_rows(polytope, found[1]))
    listed = _listed_vertices(polytope) if vertices else None
    concept: Concept = "coarse correlated" if coarse else "correlated"
    how = f"linear programs, float bases {'exact at once' if at_once else 'repaired exactly'}"
    if polytope.optimal_mixes is not None:
        how = "optimal strategies: the sum of payoffs is constant"
    return CorrelatedEquilibria(
        game=name,
        seats=game.form.seats,
        concept=concept,
        strategies=game.strategies,
        optimum=Fraction(int(game.totals.max()), game.form.denominator),
        extremes=tuple(extremes),
        vertices=listed,
        device=None if device is None else evaluate_device(polytope, device),
        method=how if extremes else "evaluation",
        seconds=time.perf_counter() - started,
        certificate={"form": nplayer_form_to_json(game.form), "multipliers": multipliers},
    )


def _solve_extreme(
    polytope: CorrelatedPolytope, objective: Objective, best: bool
) -> tuple[CorrelatedExtreme, SolvedObjective]:
    game = polytope.game
    amounts = game.totals if objective is None else game.tables[objective]
    weights = amounts.ravel().tolist()
    signed = weights if best else [-amount for amount in weights]
    solved = polytope.solve_constant_sum(objective, best)
    if solved is None:
        solved = polytope.maximise(signed, mixes_many=not best, seat=objective)
    device = _device(game, solved.probabilities)
    total = sum(device.payoffs) if objective is None else device.payoffs[objective]
    seat = None if objective is None else game.form.seats[objective]
    return (
        CorrelatedExtreme(device.distribution, device.payoffs, seat, best, Fraction(total)),
        solved,
    )


def _multiplier_rows(polytope: CorrelatedPolytope, solved: SolvedObjective) -> list[list[object]]:
    pairs = zip(polytope.constraints.deviations, solved.multipliers, strict=True)
    return [[*deviation, format_fraction(amount)] for deviation, amount in pairs if amount]


def _device(game: NormalForm, probabilities: Sequence[Fraction]) -> CorrelatedDevice:
    """Return the distribution of some probabilities of all profiles, with its payoffs."""
    sizes = game.sizes
    found = tuple(
        (tuple(map(int, np.unravel_index(number, sizes))), chance)
        for number, chance in enumerate(probabilities)
        if chance
    )
    return CorrelatedDevice(found, expected_payoffs(game, found))


def expected_payoffs(game: NormalForm, distribution: Distribution) -> tuple[Fraction, ...]:
    """Return what each player is paid on average."""
    weights, total = over_one_denominator(chance for _, chance in distribution)
    pairs = [*zip((profile for profile, _ in distribution), weights, strict=True)]
    return tuple(
        Fraction(
            sum(weight * int(table[profile]) for profile, weight in pairs),
            total * game.form.denominator,
        )
        for table in game.tables
    )


def _listed_vertices(polytope: CorrelatedPolytope) -> tuple[CorrelatedDevice, ...]:
    report_progress("enumerating vertices")
    rays = polytope.vertices()
    return tuple(
        _device(polytope.game, [Fraction(weight, sum(ray)) for weight in ray])
        for ray in reversed(rays)
    )


def _require_few_profiles(name: str, game: NormalForm) -> None:
    profiles = math.prod(game.sizes)
    if profiles > MOST_VERTEX_PROFILES:
        shape = " x ".join(map(str, game.sizes))
        raise NoMethodError(
            f"{name}: {shape} = {profiles:,} profiles; all vertices are enumerated up to "
            f"{MOST_VERTEX_PROFILES}, since their number grows fast\n"
            "  without vertices the best and the worst equilibria are computed"
            + ("; `sabot reduce` removes dominated strategies" if len(game.sizes) == 2 else "")
        )


def evaluate_device(polytope: CorrelatedPolytope, device: Distribution) -> EvaluatedDevice:
    """Return a device with its payoffs and, for each recommendation, the deviation gaining most."""
    game = polytope.game
    best: dict[tuple[int, ...], Deviation] = {}
    for deviation in polytope.constraints.deviations:
        seat, *recommended, plays = deviation
        gain = Fraction(0)
        for profile, chance in device:
            if not recommended or profile[seat] == recommended[0]:
                other = (*profile[:seat], plays, *profile[seat + 1 :])
                gain += chance * int(game.tables[seat][other] - game.tables[seat][profile])
        gain /= game.form.denominator
        known = best.get((seat, *recommended))
        if gain > (known.gain if known else 0):
            best[(seat, *recommended)] = Deviation(
                seat, recommended[0] if recommended else None, plays, gain
            )
    payoffs = expected_payoffs(game, device)
    return EvaluatedDevice(device, payoffs, tuple(best[key] for key in sorted(best)))
