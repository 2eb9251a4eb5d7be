"""The registry of solvers: which method solves which form.

``METHODS`` is the only place that chooses: the first method that accepts what a form declares is
taken, so the most special one stands first and the last accepts whatever is left. ``PROVERS`` does
the same for games with a symbolic parameter. Solvers are imported when they are called: a small
game loads its own method and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sabot.errors import SeatsError

if TYPE_CHECKING:
    from sabot.forms.base import GameForm
    from sabot.forms.sequence import Treeplex
    from sabot.solvers.vertex_enumeration import ExtremeStrategies


def _no_unreachable_infosets(sides: Sequence[Treeplex]) -> Mapping[str, Sequence[str]]:
    return {}


@dataclass(frozen=True)
class SolverTask:
    """A game to be solved: its name, its form, and what only its rules know."""

    game: str
    form: Any
    never_shown: Callable[[Sequence[Treeplex]], Mapping[str, Sequence[str]]] = (
        _no_unreachable_infosets
    )
    """From the sides of a form to infosets that the rules provide for and the cards never show."""


@dataclass(frozen=True)
class SolverMethod:
    """One way to solve: which forms it accepts, and what it does with them."""

    name: str
    needs: str
    """What it accepts, in words."""
    accepts: Callable[[Any], bool]
    settle: Callable[[Any, bool], Any]
    """From a form to all that is proved of it; with or without plans inside the optimal faces."""
    extremes: Callable[[Any], ExtremeStrategies]
    """From a form to its value and all extreme optimal strategies."""
    solve: Callable[[SolverTask], Any]
    """From a task to the result of ``sabot solve``."""
    every: Callable[[SolverTask], Any]
    """From a task to the result of ``sabot equilibria``."""
    reduce: Callable[..., Any]
    """From a task, and what is to go, to the result of ``sabot reduce``."""


@dataclass(frozen=True)
class ParametricProver:
    """One way to prove a theorem for every value of a parameter."""

    name: str
    accepts: Callable[[Any], bool]
    prove: Callable[[str, Any, Any], Any]
    """From a game's name, its parametric form and who is told of progress to a theorem."""


def _import_on_call(room: str, name: str) -> Callable[..., Any]:
    """Return a function of a module here, imported when it is called."""

    def call(*given: Any) -> Any:
        from importlib import import_module

        return getattr(import_module(f"sabot.solvers.{room}"), name)(*given)

    return call


def _is_two_player_zero_sum(form: Any) -> bool:
    return _is_two_player(form) and bool(form.zero_sum)


def _is_two_player(form: Any) -> bool:
    return form.hands == "dealt" and len(form.seats) == 2


def _refuse_value(form: Any, inner: bool = False) -> Any:
    """Refuse to settle what has no value that makes strategies optimal."""
    raise SeatsError(form.obstacle)


def _refuse_task(task: SolverTask, *words: Any) -> Any:
    """Refuse a list of what such a game has none of, or one: its form says why."""
    raise SeatsError(task.form.obstacle)


def _refuse_value_of_many_players(form: Any, inner: bool = False) -> Any:
    """Refuse a value of a game that has none, and say what each method for one would need."""
    duels = (method for method in METHODS if method.solve is _SOLVE_TWO_PLAYERS)
    each = "".join(f"\n  {method.name}: needs {method.needs}" for method in duels)
    other = "\n  an equilibrium of games for other than two: sabot solve, sabot equilibria"
    raise SeatsError(form.obstacle, f"no method applies{each}{other}")


def _has_binary_actions(form: GameForm) -> bool:
    if form.zero_sum:
        return False
    from sabot.forms.parametric import is_large_binary_action_game

    return is_large_binary_action_game(form)


_SOLVE_TWO_PLAYERS = _import_on_call("certificate_writer", "solve_two_player_game")
_OPTIMAL_SETS = _import_on_call("zero_sum.optimal_set", "solve_optimal_sets")
_ALL_NASH = _import_on_call("all_nash.solve", "solve_all_nash")
_ELIMINATE_STRATEGIES = _import_on_call("dominance", "reduce_game")
_ELIMINATE_OR_CLASSIFY = _import_on_call("dominance", "classify_or_reduce_game")

METHODS = (
    SolverMethod(
        "thresholds",
        "hands that are real numbers",
        lambda form: form.hands == "real",
        _refuse_value,
        _refuse_value,
        _import_on_call("continuous.solve", "solve_continuous"),
        _refuse_task,
        _refuse_task,
    ),
    SolverMethod(
        "open cards",
        "everything is seen, and the family solves it",
        lambda form: form.hands == "open",
        _refuse_value,
        _refuse_value,
        _import_on_call("certificate_writer", "solve_perfect_information_game"),
        _refuse_task,
        _refuse_task,
    ),
    SolverMethod(
        "matrix",
        "two seats, payoffs that sum to 0, one choice a seat",
        lambda form: _is_two_player_zero_sum(form) and form.dense,
        _import_on_call("zero_sum.solve", "solve_matrix_form"),
        _import_on_call("zero_sum.optimal_set", "matrix_form_vertices"),
        _SOLVE_TWO_PLAYERS,
        _OPTIMAL_SETS,
        _ELIMINATE_STRATEGIES,
    ),
    SolverMethod(
        "additive",
        "two seats, payoffs that sum to 0, no choice after another of the same seat",
        lambda form: _is_two_player_zero_sum(form) and form.flat,
        _import_on_call("zero_sum.solve", "solve_separable_form"),
        _import_on_call("zero_sum.optimal_set", "separable_form_vertices"),
        _SOLVE_TWO_PLAYERS,
        _OPTIMAL_SETS,
        _ELIMINATE_OR_CLASSIFY,
    ),
    SolverMethod(
        "sequence form",
        "two seats, payoffs that sum to 0",
        _is_two_player_zero_sum,
        _import_on_call("zero_sum.solve", "solve_sequence_form"),
        _import_on_call("zero_sum.optimal_set", "sequence_form_vertices"),
        _SOLVE_TWO_PLAYERS,
        _OPTIMAL_SETS,
        _ELIMINATE_STRATEGIES,
    ),
    SolverMethod(
        "Lemke-Howson",
        "two seats, one choice a seat",
        lambda form: _is_two_player(form) and form.dense,
        _import_on_call("nash.solve", "solve_bimatrix"),
        _refuse_value,
        _SOLVE_TWO_PLAYERS,
        _ALL_NASH,
        _ELIMINATE_STRATEGIES,
    ),
    SolverMethod(
        "binary choices",
        "two seats, few binary choices against many, none after another of the same seat",
        lambda form: _is_two_player(form) and form.flat and _has_binary_actions(form),
        _import_on_call("nash.solve", "solve_binary_choices"),
        _refuse_value,
        _SOLVE_TWO_PLAYERS,
        _ALL_NASH,
        _ELIMINATE_OR_CLASSIFY,
    ),
    SolverMethod(
        "Lemke on the sequence form",
        "two seats",
        _is_two_player,
        _import_on_call("nash.solve", "solve_general_sum_tree"),
        _refuse_value,
        _SOLVE_TWO_PLAYERS,
        _ALL_NASH,
        _ELIMINATE_STRATEGIES,
    ),
    SolverMethod(
        "profiles",
        "other than two seats",
        lambda form: form.hands == "dealt",
        _refuse_value_of_many_players,
        _refuse_value_of_many_players,
        _import_on_call("nplayer.solve", "solve_nplayer"),
        _import_on_call("nplayer.solve", "list_pure_equilibria"),
        _ELIMINATE_STRATEGIES,
    ),
)
"""Every method, the most special first; the last accepts what is left."""

PROVERS = (
    ParametricProver(
        "thresholds",
        lambda form: form.hands == "real",
        _import_on_call("continuous.parametric", "prove_thresholds"),
    ),
    ParametricProver(
        "all equilibria",
        lambda form: not form.zero_sum,
        _import_on_call("binary_nash.solve", "prove_all_equilibria"),
    ),
    ParametricProver(
        "polynomials",
        lambda form: True,
        _import_on_call("parametric.prove", "prove_parametric_value"),
    ),
)
"""Every way to prove, the most special first."""


def choose_method(form: Any) -> SolverMethod:
    """Return the first method that accepts what a form declares.

    >>> from sabot import load
    >>> [choose_method(load(game).form()).name for game in ("le-her", "kuhn-poker", "foster-1964")]
    ['additive', 'sequence form', 'additive']
    """
    return next(method for method in METHODS if method.accepts(form))


def choose_prover(form: Any) -> ParametricProver:
    """Return the first way to prove that accepts what an parametric form declares."""
    return next(one for one in PROVERS if one.accepts(form))
