"""Solve, equilibria, reduce, approximate: what a form declares chooses the method."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from sabot.formed import GameLike, betting_of, formed, formed_anyhow, loaded
from sabot.memory import demand_matrix, demand_memory
from sabot.solvers import Task, chosen
from sabot.telling.game import Game

if TYPE_CHECKING:
    from sabot.forms.perfect import Perfect
    from sabot.forms.threshold.hint import Hint
    from sabot.results.balance import Equilibrium
    from sabot.results.choices import SortedChoices
    from sabot.results.equilibria import Equilibria, EveryEquilibrium
    from sabot.results.interval import Approximation
    from sabot.results.pairs import PairEquilibria
    from sabot.results.seats.profile import Profile
    from sabot.results.seats.pure import PureEquilibria
    from sabot.results.solution import Solution
    from sabot.solvers.dominance import Progress, Reduction
    from sabot.solvers.reducing import Dominance
    from sabot.solvers.regret.cfr import CfrStep
    from sabot.telling.told import AnyForm

    Solved: TypeAlias = Solution | Equilibrium | Profile
    Reduced: TypeAlias = Reduction[Any] | SortedChoices
    Listed: TypeAlias = Equilibria | EveryEquilibrium | PairEquilibria | PureEquilibria


def solve(
    game: GameLike | AnyForm, *, anyway: bool, progress: Callable[[int], object] | None
) -> Solved:
    """Return the result of the method that a game's form calls for, or of its own family."""
    started = time.perf_counter()
    game = loaded(game)
    own: Solved | None = game.rules.result(game) if isinstance(game, Game) else None
    if own is not None:
        return own
    name, form = _declared(game, progress)
    if form.hands == "dealt" and not anyway:
        demand_memory(name, form)
    never = {"never_shown": game.never_shown} if isinstance(game, Game) else {}
    found: Solved = chosen(form).solve(Task(name, form, **never))
    return replace(found, seconds=time.perf_counter() - started)


def _declared(
    game: GameLike | AnyForm, progress: Callable[[int], object] | None
) -> tuple[str, Any]:
    """Return the name of a game and its form: a hint where hands are real, or what is seen."""
    if isinstance(game, Game):
        found: Hint | Perfect | None = betting_of(game) or game.perfect()
        if found is not None:
            return str(game), found
    return formed_anyhow(game, progress)


def equilibria(game: GameLike, *, anyway: bool) -> Listed:
    """Return all optimal strategies, or all equilibria, of a game."""
    name, form = formed_anyhow(game)
    if form.zero_sum and len(form.seats) == 2 and not anyway:
        demand_memory(name, form, "equilibria")
    found: Listed = chosen(form).every(Task(name, form))
    return found


def reduce(game: GameLike, by: Dominance, anyway: bool, progress: Progress | None) -> Reduced:
    """Return what dominance leaves of a game."""
    name, form = formed_anyhow(game)
    told = written_out(name, form, anyway=anyway)
    found: Reduced = chosen(told).reduce(Task(name, told), by, progress)
    return found


def written_out(name: str, form: AnyForm, *, anyway: bool) -> AnyForm:
    """Return a form whose matrix of pure strategies may be written out; refuse another."""
    if not anyway and len(form.seats) == 2 and not form.dense:
        demand_matrix(name, form)
    return form


def approximate(
    game: GameLike,
    *,
    gap: Fraction | str,
    iterations: int | None,
    progress: Callable[[CfrStep], object] | None,
) -> Approximation | Profile:
    """Return an interval for the value; of a game for other than two the best profile found."""
    from sabot.results.interval import Approximation
    from sabot.solvers.certificate import form_json
    from sabot.solvers.regret.cfr import cfr

    game = loaded(game)
    if _for_many(game):
        from sabot.forms.general import GeneralForm
        from sabot.solvers.seats.solved import profile_of_many

        many, general = formed_anyhow(game)
        assert isinstance(general, GeneralForm)
        return profile_of_many(many, general, gap, iterations)
    name, form = formed(game)
    told = form.sequence()
    found = cfr(told, gap=gap, iterations=iterations, progress=progress)
    return Approximation(name, told.seats, found, {"form": form_json(told)})


def _for_many(game: object) -> bool:
    """Tell whether a game of cards is for other than two seats."""
    seats: tuple[str, ...] = getattr(game, "seats", ())
    return bool(seats) and len(seats) != 2 and betting_of(game) is None
