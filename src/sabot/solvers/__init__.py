"""Form in, solution of the form out; each method one file.

``METHODS`` is the only place that chooses: the first method that accepts what a form declares.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sabot.errors import SeatsError

if TYPE_CHECKING:
    from sabot.forms.form import Form
    from sabot.solvers.zero_sum.settle import Extremes


@dataclass(frozen=True)
class Method:
    """One way to solve: which forms it accepts, and what it does with them."""

    name: str
    needs: str
    """What it accepts, in words."""
    accepts: Callable[[Form], bool]
    settle: Callable[[Any, bool], Any]
    """From a form to all that is proved of it; with or without plans inside the optimal faces."""
    extremes: Callable[[Any], Extremes]
    """From a form to its value and all extreme optimal strategies."""


def _duel(form: Form) -> bool:
    return len(form.seats) == 2 and form.zero_sum


def _lazily(name: str, room: str = "zero_sum") -> Callable[..., Any]:
    """Return a function of the module ``settle`` of a room here, imported when it is called."""

    def call(*given: Any) -> Any:
        from importlib import import_module

        return getattr(import_module(f"sabot.solvers.{room}.settle"), name)(*given)

    return call


def _no_value(form: Form) -> Extremes:
    """Refuse to list optimal strategies where there is no value that makes them optimal."""
    raise SeatsError(form.obstacle)


def _choices(form: Form) -> bool:
    from sabot.forms.pair import is_choices

    return is_choices(form)


METHODS = (
    Method(
        "matrix",
        "two seats, payoffs that sum to 0, one choice a seat",
        lambda form: _duel(form) and form.dense,
        _lazily("settle_matrix"),
        _lazily("matrix_vertices"),
    ),
    Method(
        "additive",
        "two seats, payoffs that sum to 0, no choice after another of the same seat",
        lambda form: _duel(form) and form.flat,
        _lazily("settle_flat"),
        _lazily("flat_vertices"),
    ),
    Method(
        "sequence form",
        "two seats, payoffs that sum to 0",
        _duel,
        _lazily("settle_tree"),
        _lazily("tree_vertices"),
    ),
    Method(
        "Lemke-Howson",
        "two seats, one choice a seat",
        lambda form: len(form.seats) == 2 and form.dense,
        _lazily("settle_bimatrix", "equilibrium"),
        _no_value,
    ),
    Method(
        "binary choices",
        "two seats, few binary choices against many, none after another of the same seat",
        lambda form: len(form.seats) == 2 and form.flat and _choices(form),
        _lazily("settle_choices", "equilibrium"),
        _no_value,
    ),
    Method(
        "Lemke on the sequence form",
        "two seats",
        lambda form: len(form.seats) == 2,
        _lazily("settle_general", "equilibrium"),
        _no_value,
    ),
)
"""Every method, the most special first."""


def chosen(form: Form) -> Method:
    """Return the first method that accepts a form; where none does, say what each would need.

    >>> from sabot import load
    >>> [chosen(load(game).form()).name for game in ("le-her", "kuhn-poker", "foster-1964")]
    ['additive', 'sequence form', 'additive']
    """
    for method in METHODS:
        if method.accepts(form):
            return method
    each = "".join(f"\n  {method.name}: needs {method.needs}" for method in METHODS)
    other = "\n  an equilibrium of games for other than two: no method is built yet"
    raise SeatsError(form.obstacle, f"no method applies yet{each}{other}")
