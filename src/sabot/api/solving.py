"""Solve a game, list all its equilibria, eliminate dominated strategies, approximate its value.

What a form declares of itself (zero-sum, number of players, matrix or tree) chooses the method.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from sabot.api.arguments import GameLike, as_form, as_game, as_zero_sum_form, continuous_game_of
from sabot.game_rules.game import Game
from sabot.memory import require_memory, require_memory_for_matrix
from sabot.solvers.registry import SolverTask, choose_method

if TYPE_CHECKING:
    from sabot.forms.base import PerfectInformationSolution
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.game_rules.to_form import AnyForm
    from sabot.results.all_nash import EveryEquilibrium
    from sabot.results.binary_nash import PairEquilibria
    from sabot.results.continuous import Equilibrium
    from sabot.results.dominance import SortedChoices
    from sabot.results.nplayer import Profile, PureEquilibria
    from sabot.results.optimal_set import Equilibria
    from sabot.results.solution import Solution
    from sabot.results.value_bounds import Approximation
    from sabot.solvers.cfr import CfrStep
    from sabot.solvers.dominance import DominanceOptions, Progress, Reduction

    AnySolution: TypeAlias = Solution | Equilibrium | Profile
    AnyReduction: TypeAlias = Reduction[Any] | SortedChoices
    AnyEquilibria: TypeAlias = Equilibria | EveryEquilibrium | PairEquilibria | PureEquilibria


@runtime_checkable
class OwnSolver(Protocol):
    """A family that solves its games itself, with a kind of result of its own."""

    def result(self, game: Game) -> AnySolution | None:
        """Return the result of a game; None: it is solved as any other."""
        ...


def solve_game(
    game: GameLike | AnyForm, *, anyway: bool, progress: Callable[[int], object] | None
) -> AnySolution:
    """Return the result of the method that a game's form calls for, or of its own family."""
    started = time.perf_counter()
    game = as_game(game)
    if isinstance(game, Game) and isinstance(game.rules, OwnSolver):
        own = game.rules.result(game)
        if own is not None:
            return own
    name, form = _form_for_method(game, progress)
    if form.hands == "dealt" and not anyway:
        require_memory(name, form)
    never = {"never_shown": game.never_shown} if isinstance(game, Game) else {}
    found: AnySolution = choose_method(form).solve(SolverTask(name, form, **never))
    return replace(found, seconds=time.perf_counter() - started)


def _form_for_method(
    game: GameLike | AnyForm, progress: Callable[[int], object] | None
) -> tuple[str, Any]:
    """Return the name of a game and its form: a hint where hands are real, or what is seen."""
    if isinstance(game, Game):
        found: EquilibriumHint | PerfectInformationSolution | None = (
            continuous_game_of(game) or game.perfect()
        )
        if found is not None:
            return str(game), found
    return as_form(game, progress)


def list_equilibria(game: GameLike, *, anyway: bool) -> AnyEquilibria:
    """Return all optimal strategies, or all equilibria, of a game."""
    name, form = as_form(game)
    if form.zero_sum and len(form.seats) == 2 and not anyway:
        require_memory(name, form, "equilibria")
    found: AnyEquilibria = choose_method(form).every(SolverTask(name, form))
    return found


def eliminate_dominated(
    game: GameLike, by: DominanceOptions, anyway: bool, progress: Progress | None
) -> AnyReduction:
    """Return what dominance leaves of a game."""
    name, form = as_form(game)
    told = require_matrix_size(name, form, anyway=anyway)
    found: AnyReduction = choose_method(told).reduce(SolverTask(name, told), by, progress)
    return found


def require_matrix_size(name: str, form: AnyForm, *, anyway: bool) -> AnyForm:
    """Return a form whose matrix of pure strategies may be written out; refuse another."""
    if not anyway and len(form.seats) == 2 and not form.dense:
        require_memory_for_matrix(name, form)
    return form


def approximate_value(
    game: GameLike,
    *,
    gap: Fraction | str,
    iterations: int | None,
    progress: Callable[[CfrStep], object] | None,
) -> Approximation | Profile:
    """Return an interval for the value; of a game for other than two the best profile found."""
    from sabot.results.value_bounds import Approximation
    from sabot.solvers.certificate_writer import form_to_json
    from sabot.solvers.cfr import run_cfr

    game = as_game(game)
    if _has_other_than_two_seats(game):
        from sabot.forms.sequence_nplayer import NPlayerSequenceForm
        from sabot.solvers.nplayer.solve import solve_to_gap

        many, general = as_form(game)
        assert isinstance(general, NPlayerSequenceForm)
        return solve_to_gap(many, general, gap, iterations)
    name, form = as_zero_sum_form(game)
    told = form.sequence()
    found = run_cfr(told, gap=gap, iterations=iterations, progress=progress)
    return Approximation(name, told.seats, found, {"form": form_to_json(told)})


def _has_other_than_two_seats(game: object) -> bool:
    """Tell whether a game of cards is for other than two seats."""
    seats: tuple[str, ...] = getattr(game, "seats", ())
    return bool(seats) and len(seats) != 2 and continuous_game_of(game) is None
