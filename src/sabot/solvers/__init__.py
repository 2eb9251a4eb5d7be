"""Form in, result out; each method one file.

``METHODS`` is the only place that chooses: the first method that accepts what a form declares, and
``PROVERS`` likewise of games with a parameter left open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sabot.errors import SeatsError

if TYPE_CHECKING:
    from sabot.forms.form import Form
    from sabot.forms.sequence import Side
    from sabot.solvers.zero_sum.settle import Extremes


def _all_shown(sides: Sequence[Side]) -> Mapping[str, Sequence[str]]:
    return {}


@dataclass(frozen=True)
class Task:
    """A game to be solved: its name, its form, and what only its rules know."""

    game: str
    form: Any
    never_shown: Callable[[Sequence[Side]], Mapping[str, Sequence[str]]] = _all_shown
    """From the sides of a form to views that the rules provide for and the cards never show."""


@dataclass(frozen=True)
class Method:
    """One way to solve: which forms it accepts, and what it does with them."""

    name: str
    needs: str
    """What it accepts, in words."""
    accepts: Callable[[Any], bool]
    settle: Callable[[Any, bool], Any]
    """From a form to all that is proved of it; with or without plans inside the optimal faces."""
    extremes: Callable[[Any], Extremes]
    """From a form to its value and all extreme optimal strategies."""
    solve: Callable[[Task], Any]
    """From a task to the result of ``sabot solve``."""
    every: Callable[[Task], Any]
    """From a task to the result of ``sabot equilibria``."""
    reduce: Callable[..., Any]
    """From a task, and what is to go, to the result of ``sabot reduce``."""


@dataclass(frozen=True)
class Prover:
    """One way to prove a theorem for every value of a parameter."""

    name: str
    accepts: Callable[[Any], bool]
    prove: Callable[[str, Any, Any], Any]
    """From a game's name, its open form and who is told of progress to a theorem."""


def _lazily(room: str, name: str) -> Callable[..., Any]:
    """Return a function of a module here, imported when it is called."""

    def call(*given: Any) -> Any:
        from importlib import import_module

        return getattr(import_module(f"sabot.solvers.{room}"), name)(*given)

    return call


def _duel(form: Any) -> bool:
    return _two(form) and bool(form.zero_sum)


def _two(form: Any) -> bool:
    return form.hands == "dealt" and len(form.seats) == 2


def _no_value(form: Any, inner: bool = False) -> Any:
    """Refuse to settle what has no value that makes strategies optimal."""
    raise SeatsError(form.obstacle)


def _refused(task: Task, *words: Any) -> Any:
    """Refuse a list of what such a game has none of, or one: its form says why."""
    raise SeatsError(task.form.obstacle)


def _none_applies(form: Any, inner: bool = False) -> Any:
    """Refuse a value of a game that has none, and say what each method for one would need."""
    duels = (method for method in METHODS if method.solve is _ONE)
    each = "".join(f"\n  {method.name}: needs {method.needs}" for method in duels)
    other = "\n  an equilibrium of games for other than two: sabot solve, sabot equilibria"
    raise SeatsError(form.obstacle, f"no method applies{each}{other}")


def _choices(form: Form) -> bool:
    from sabot.forms.pair import is_choices

    return is_choices(form)


_ONE = _lazily("certificate", "solved")
_SETS = _lazily("zero_sum.listing", "optimal_sets")
_EVERY = _lazily("equilibrium.every.result", "listed")
_LEFT = _lazily("reducing", "reduced")
_SORTED = _lazily("reducing", "sorted_or_reduced")

METHODS = (
    Method(
        "thresholds",
        "hands that are real numbers",
        lambda form: form.hands == "real",
        _no_value,
        _no_value,
        _lazily("threshold.settle", "in_balance"),
        _refused,
        _refused,
    ),
    Method(
        "open cards",
        "everything is seen, and the family solves it",
        lambda form: form.hands == "open",
        _no_value,
        _no_value,
        _lazily("certificate", "solved_openly"),
        _refused,
        _refused,
    ),
    Method(
        "matrix",
        "two seats, payoffs that sum to 0, one choice a seat",
        lambda form: _duel(form) and form.dense,
        _lazily("zero_sum.settle", "settle_matrix"),
        _lazily("zero_sum.settle", "matrix_vertices"),
        _ONE,
        _SETS,
        _LEFT,
    ),
    Method(
        "additive",
        "two seats, payoffs that sum to 0, no choice after another of the same seat",
        lambda form: _duel(form) and form.flat,
        _lazily("zero_sum.settle", "settle_flat"),
        _lazily("zero_sum.settle", "flat_vertices"),
        _ONE,
        _SETS,
        _SORTED,
    ),
    Method(
        "sequence form",
        "two seats, payoffs that sum to 0",
        _duel,
        _lazily("zero_sum.settle", "settle_tree"),
        _lazily("zero_sum.settle", "tree_vertices"),
        _ONE,
        _SETS,
        _LEFT,
    ),
    Method(
        "Lemke-Howson",
        "two seats, one choice a seat",
        lambda form: _two(form) and form.dense,
        _lazily("equilibrium.settle", "settle_bimatrix"),
        _no_value,
        _ONE,
        _EVERY,
        _LEFT,
    ),
    Method(
        "binary choices",
        "two seats, few binary choices against many, none after another of the same seat",
        lambda form: _two(form) and form.flat and _choices(form),
        _lazily("equilibrium.settle", "settle_choices"),
        _no_value,
        _ONE,
        _EVERY,
        _SORTED,
    ),
    Method(
        "Lemke on the sequence form",
        "two seats",
        _two,
        _lazily("equilibrium.settle", "settle_general"),
        _no_value,
        _ONE,
        _EVERY,
        _LEFT,
    ),
    Method(
        "profiles",
        "other than two seats",
        lambda form: form.hands == "dealt",
        _none_applies,
        _none_applies,
        _lazily("seats.solved", "equilibrium_of_many"),
        _lazily("seats.solved", "pure_of_many"),
        _LEFT,
    ),
)
"""Every method, the most special first; the last accepts what is left."""

PROVERS = (
    Prover(
        "thresholds",
        lambda form: form.hands == "real",
        _lazily("threshold.theorem", "prove_hands"),
    ),
    Prover(
        "all equilibria",
        lambda form: not form.zero_sum,
        _lazily("equilibrium.binary.written", "prove_pair"),
    ),
    Prover("polynomials", lambda form: True, _lazily("theorem.proving", "prove_value")),
)
"""Every way to prove, the most special first."""


def chosen(form: Any) -> Method:
    """Return the first method that accepts what a form declares.

    >>> from sabot import load
    >>> [chosen(load(game).form()).name for game in ("le-her", "kuhn-poker", "foster-1964")]
    ['additive', 'sequence form', 'additive']
    """
    return next(method for method in METHODS if method.accepts(form))


def prover(form: Any) -> Prover:
    """Return the first way to prove that accepts what an open form declares."""
    return next(one for one in PROVERS if one.accepts(form))
