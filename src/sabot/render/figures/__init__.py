"""Figures of games, solutions and theorems: which there are, and how each is made.

>>> import sabot
>>> figure = sabot.plot("baccara(model=A1)")
>>> figure.panels[0].marks[0].label
'p = 9/11, value -679568/53094899'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from sabot import api
from sabot.errors import FormError, SeatsError
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.games import family_named
from sabot.render.figures.cuts import cuts_figure, payoff_figure
from sabot.render.figures.envelope import envelope_figure, has_envelope
from sabot.render.figures.figure import Figure
from sabot.render.figures.strategies import strategies_figure
from sabot.render.figures.theorem import (
    pair_figure,
    payoffs_figure,
    theorem_figure,
    value_figure,
)
from sabot.render.hands.figures import equilibrium_figures
from sabot.results.balance import Equilibrium
from sabot.results.cuts import CutTheorem
from sabot.results.pairs import PairTheorem
from sabot.results.solution import Solution
from sabot.results.theorem import Theorem
from sabot.shown import Shown
from sabot.solvers.certificate import form_in
from sabot.telling.game import Game
from sabot.telling.told import any_form

Catalogue = Mapping[str, Callable[[], Figure]]
"""The figures that a thing has, by name; the first is the one that is meant unless told."""


def chosen(known: Catalogue, name: str | None) -> Figure:
    """Return one figure of a catalogue."""
    if name is None:
        name = next(iter(known))
    if name not in known:
        raise FormError(f"there is no figure {name!r} of this; there are: {', '.join(known)}")
    return known[name]()


def catalogue(
    source: Game | Shown,
    *,
    to: Fraction | None = None,
) -> Catalogue:
    """Return the figures of a game, or of a result: a solution, an equilibrium, a theorem, ..."""
    if isinstance(source, Equilibrium):
        return equilibrium_figures(lambda: source)
    if isinstance(source, Theorem):
        return {
            "theorem": lambda: theorem_figure(source, to=to),
            "value": lambda: value_figure(source, to=to),
        }
    if isinstance(source, PairTheorem):
        return {
            "theorem": lambda: pair_figure(source, to=to),
            "payoffs": lambda: payoffs_figure(source, to=to),
        }
    if isinstance(source, CutTheorem):
        return {
            "cuts": lambda: cuts_figure(source, to=to),
            "value": lambda: payoff_figure(source, to=to),
        }
    if isinstance(source, Solution) and not source.open:
        if source.certificate is None:
            raise FormError(f"{source.game}: without a certificate there is no form to draw")
        if not source.zero_sum:
            return {"strategies": lambda: strategies_figure(source)}
        form = form_in(source.certificate["form"], source.seats)
        return _with_envelope(form, source.game, lambda: strategies_figure(source))
    if not isinstance(source, Game):  # its family's own kind of result
        return _own_figures(source)
    if source.rules.real_hands(source) is not None:
        return equilibrium_figures(lambda: _in_balance(source))
    if source.rules.perfect or not source.rules.in_hands:
        return _own_figures(api.solve(source))
    own = any_form(source)
    if len(own.seats) != 2:
        raise SeatsError(own.obstacle, "strategies are drawn of two seats")
    if not isinstance(own, MatrixForm | SequenceForm):
        return {"strategies": lambda: strategies_figure(_solution(source))}
    return _with_envelope(own, str(source), lambda: strategies_figure(_solution(source)))


def _in_balance(game: Game) -> Equilibrium:
    found = api.solve(game)
    assert isinstance(found, Equilibrium)  # its hands are real numbers
    return found


def _solution(game: Game) -> Solution:
    found = api.solve(game)
    assert isinstance(found, Solution)  # two play it, and its cards are dealt
    return found


def _with_envelope(
    form: MatrixForm | SequenceForm, game: str, strategies: Callable[[], Figure]
) -> Catalogue:
    if has_envelope(form):
        return {"envelope": lambda: envelope_figure(form, game), "strategies": strategies}
    return {"strategies": strategies}


def _own_figures(found: Any) -> Catalogue:
    family = family_named(found.game)
    if family is None:
        raise FormError(f"{found.game[:80]}: no game here is called so, so none draws it")
    return family.figures(found)
