"""A game solved for a page: the solution, and what each action is worth at each view."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sabot.analyse.evaluate import ViewWorth, view_worths
from sabot.errors import SabotError
from sabot.exact import show
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.general import GeneralForm
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm
from sabot.results.balance import Equilibrium
from sabot.results.solution import Solution
from sabot.shown import Shown
from sabot.telling.game import Game
from sabot.telling.told import any_form
from sabot.web.markup import written
from sabot.web.work.asked import asked_game

Form = MatrixForm | SequenceForm
Pairs = MatrixForm | SequenceForm | BimatrixForm | GeneralForm
MOST_VIEWS = 20_000
"""Views whose worths are told with a solution; of more, none."""


@lru_cache(maxsize=4)
def _solution(game: Game) -> tuple[Shown, float | None]:
    """Return the solution, and how many seconds its check took; None where it has no proof."""
    from sabot import api

    found: Shown = api.solve(game)
    if not getattr(found, "certificate", None):
        return found, None
    started = time.perf_counter()
    api.check(found)
    return found, time.perf_counter() - started


@lru_cache(maxsize=4)
def form_of(game: Game) -> Form | None:
    """Return the game as mathematics, where it is one of two seats that sums to zero."""
    try:
        found = game.form()
    except SabotError:
        return None
    return found


@lru_cache(maxsize=4)
def any_form_of(game: Game) -> Pairs | None:
    """Return the game of two seats as mathematics, whatever its payoffs sum to."""
    found = form_of(game)
    if found is not None:
        return found
    try:
        whole = any_form(game)
    except SabotError:
        return None
    return whole if len(whole.seats) == 2 else None


def duel(form: Pairs, seat: str) -> SequenceForm:
    """Return the game in which the other seat pays what *seat* is paid, *seat* first."""
    number = form.seats.index(seat)
    if isinstance(form, BimatrixForm):
        own = form if number == 0 else form.swapped()
        return own.one.sequence()
    told = form.duel(number) if isinstance(form, GeneralForm) else form.sequence()
    return told.swapped() if number else told


def solved(game: Game) -> Any:
    """Return the solution of a game, checked; of one that was just asked, the same again."""
    return _solution(game)[0]


def worths_of(game: Game, solution: Solution) -> dict[str, dict[str, ViewWorth]]:
    """Return what each action is worth against the other seat's optimal strategy."""
    form = form_of(game)
    if form is None or sum(len(side.cells) for side in form.sides) > MOST_VIEWS:
        return {}
    one, two = form.seats
    if not form.keeps_chances:
        return {}
    tables = {seat: strategy.table for seat, strategy in solution.strategies.items()}
    return {
        one: view_worths(form, tables[two], of=two),
        two: view_worths(form, tables[one], of=one),
    }


def page(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the solution's document, and all that its page shows beside it.

    ``worths`` explain its cells, ``layouts`` are the game's own tables of them; ``html`` is how a
    result shows itself that is no solution of this kind; ``checked`` is how long the checker took.
    """
    game = asked_game(question)
    found, checked = _solution(game)
    told: dict[str, Any] = {"game": str(game), "solution": found.to_json(), "checked": checked}
    told |= {"worths": {}, "layouts": {}, "html": "", "sees": {}}
    if not isinstance(found, Solution):
        from sabot.render.written import views_of

        views = views_of(found)  # a paper's has every line, and names no option of the terminal
        told["html"] = written((views.paper or views.screen)())
        return told | _figures(found)
    if found.open or not found.chosen:
        from sabot.render.views.solution import screen

        return told | {"html": written(screen(found, checked=checked))}
    told["layouts"] = {seat: _layout(game, found, seat) for seat in found.seats}
    if found.zero_sum:
        told["worths"] = {
            seat: {view: _worth_json(worth) for view, worth in views.items()}
            for seat, views in worths_of(game, found).items()
        }
    return told


def _figures(found: Any) -> dict[str, list[str]]:
    """Return the drawings of a result that is no table of views: the cuts of real hands."""
    if not isinstance(found, Equilibrium):
        return {}
    from sabot.render.figures import catalogue
    from sabot.web.figures.axes import FLAT, TELEPHONE
    from sabot.web.figures.panel import figure_svgs

    drawn = catalogue(found)
    figure = drawn[next(iter(drawn))]()
    papers = {"figures": FLAT, "narrow": TELEPHONE}
    return {name: [str(one) for one in figure_svgs(figure, on)] for name, on in papers.items()}


def _layout(game: Game, solution: Solution, seat: str) -> dict[str, Any] | None:
    """Return the game's own table of a seat's views; None where it has none."""
    views = list(solution[seat].table)
    told = game.rules.layout({view: view for view in views}) if len(views) > 1 else None
    if told is None:
        return None
    rows = [{"labels": list(labels), "views": list(cells)} for labels, cells in told.rows]
    return {"head": list(told.head), "rows": rows}


def _worth_json(worth: ViewWorth) -> dict[str, Any]:
    return {
        "chance": show(worth.chance),
        "worth": {action: show(amount) for action, amount in worth.worth.items()},
    }
