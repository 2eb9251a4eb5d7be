"""Which figures a game or a result has.

A game is solved where its figure needs the solution; nothing is drawn before a figure is chosen.
``sabot.plot``, which also takes files and papers, is in :mod:`sabot.plotting`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from sabot.api import solving
from sabot.errors import FormError, SeatsError
from sabot.forms.normal import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.game_rules.capabilities import PerfectInformation, continuous_types
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_game
from sabot.games.loading import find_family
from sabot.render.figures.figure import Figure
from sabot.render.figures.parametric import (
    binary_nash_figure,
    binary_nash_payoffs_figure,
    theorem_figure,
    threshold_theorem_figure,
    threshold_value_figure,
    value_figure,
)
from sabot.render.figures.solution import (
    envelope_figure,
    has_envelope,
    strategies_figure,
    threshold_figures,
)
from sabot.results.base import Result
from sabot.results.binary_nash import PairTheorem
from sabot.results.continuous import CutTheorem, Equilibrium
from sabot.results.parametric import Theorem
from sabot.results.solution import Solution
from sabot.solvers.certificate_writer import form_from_json

FigureCatalogue = Mapping[str, Callable[[], Figure]]
"""The figures that a thing has, by name; the first is the default."""


def pick_figure(known: FigureCatalogue, name: str | None) -> Figure:
    """Return one figure of a catalogue."""
    if name is None:
        name = next(iter(known))
    if name not in known:
        raise FormError(f"there is no figure {name!r} of this; there are: {', '.join(known)}")
    return known[name]()


def figures_by_name(
    source: Game | Result,
    *,
    to: Fraction | None = None,
) -> FigureCatalogue:
    """Return the figures of a game, or of a result: a solution, an equilibrium, a theorem, ..."""
    if isinstance(source, Equilibrium):
        return threshold_figures(lambda: source)
    if isinstance(source, Theorem):
        return {
            "theorem": lambda: theorem_figure(source, to=to),
            "value": lambda: value_figure(source, to=to),
        }
    if isinstance(source, PairTheorem):
        return {
            "theorem": lambda: binary_nash_figure(source, to=to),
            "payoffs": lambda: binary_nash_payoffs_figure(source, to=to),
        }
    if isinstance(source, CutTheorem):
        return {
            "cuts": lambda: threshold_theorem_figure(source, to=to),
            "value": lambda: threshold_value_figure(source, to=to),
        }
    if isinstance(source, Solution) and not source.open:
        if source.certificate is None:
            raise FormError(f"{source.game}: without a certificate there is no form to draw")
        if not source.zero_sum:
            return {"strategies": lambda: strategies_figure(source)}
        form = form_from_json(source.certificate["form"], source.seats)
        return _add_envelope(form, source.game, lambda: strategies_figure(source))
    if not isinstance(source, Game):  # its family's own kind of result
        return _family_figures(source)
    if continuous_types(source) is not None:
        return threshold_figures(lambda: _solve_continuous(source))
    if isinstance(source.rules, PerfectInformation) or not source.rules.in_hands:
        return _family_figures(solving.solve(source))
    own = form_of_game(source)
    if len(own.seats) != 2:
        raise SeatsError(own.obstacle, "strategies are drawn of two seats")
    if not isinstance(own, MatrixForm | SequenceForm):
        return {"strategies": lambda: strategies_figure(_solve_two_player(source))}
    return _add_envelope(own, str(source), lambda: strategies_figure(_solve_two_player(source)))


def _solve_continuous(game: Game) -> Equilibrium:
    found = solving.solve(game)
    assert isinstance(found, Equilibrium)  # its hands are real numbers
    return found


def _solve_two_player(game: Game) -> Solution:
    found = solving.solve(game)
    assert isinstance(found, Solution)  # two play it, and its cards are dealt
    return found


def _add_envelope(
    form: MatrixForm | SequenceForm, game: str, strategies: Callable[[], Figure]
) -> FigureCatalogue:
    if has_envelope(form):
        return {"envelope": lambda: envelope_figure(form, game), "strategies": strategies}
    return {"strategies": strategies}


@runtime_checkable
class HasFigures(Protocol):
    """A family that draws its solutions, of perfect information or of its own kind, itself."""

    def figures(self, found: Any) -> FigureCatalogue:
        """Return the figures of a solution; the usual one first."""
        ...


def _family_figures(found: Any) -> FigureCatalogue:
    """Return the figures that a family draws of its own kind of result."""
    family = find_family(found.game)
    if family is None:
        raise FormError(f"{found.game[:80]}: no game here is called so, so none draws it")
    if not isinstance(family, HasFigures):
        raise FormError(f"{family.name} has no figures")
    return family.figures(found)
