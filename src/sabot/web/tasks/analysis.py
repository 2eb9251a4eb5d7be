"""Verbs of the command line that the page of analyses offers: each answers with its whole view.

An answer has the document of ``--json``, a part of a page, and where there is one a figure or a
file for other programs. What has a certificate is given to the checker first.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from functools import partial

from sabot.errors import FormError, NumberError, SabotError
from sabot.exact import as_rational
from sabot.game_rules.game import Game
from sabot.kinds import views_of_result
from sabot.render.document import Document
from sabot.render.formats import SUFFIXES
from sabot.results.base import Result
from sabot.web.components import document_html
from sabot.web.messages import AnalysisAnswer, GameFile, TaskQuestion
from sabot.web.tasks.game_input import load_game_of_question, require_no_file

MAX_HANDS = 1_000_000
"""Hands that one simulation plays here."""
MAX_GAMES = 400
"""Games of one sweep here."""
MAX_SHOWN_CHARACTERS = 20_000
"""Characters of a file that a page shows; the download has all of it."""


def analyse(question: TaskQuestion) -> AnalysisAnswer:
    """Return what one verb finds; ``verb`` names it."""
    verb = str(question.get("verb", ""))
    if verb not in ANALYSES:
        raise FormError(f"{verb[:40]!r}: no such analysis; there are {', '.join(ANALYSES)}")
    return ANALYSES[verb](question)


def _option(question: TaskQuestion, key: str) -> str:
    return str(question.get(key, "")).strip()


def _answer(found: Result, view: Callable[[], Document] | None = None) -> AnalysisAnswer:
    """Return a result with its view, checked where it carries a certificate."""
    from sabot.api import checking

    checked = None
    if getattr(found, "certificate", None):
        started = time.perf_counter()
        checking.check(found)
        checked = time.perf_counter() - started
    views = views_of_result(found)
    shown = view or views.paper or views.screen
    return {"solution": found.to_json(), "html": document_html(shown()), "checked": checked}


def _correlated(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.api.correlated import correlated

    coarse, vertices = _option(question, "sort") == "coarse", _option(question, "list") == "all"
    found = correlated(load_game_of_question(question), coarse=coarse, vertices=vertices)
    answer = _answer(found)
    if vertices and len(found.seats) == 2:
        from sabot.plotting import figures_by_name, pick_figure
        from sabot.web.figures.charts import draw_for_page

        answer["drawing"] = draw_for_page(pick_figure(figures_by_name(found), None))
    return answer


def _properties(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.api.properties import properties

    return _answer(properties(load_game_of_question(question)))


def _refine(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.api import solving

    name = _option(question, "refinement") or "perfect"
    game = load_game_of_question(question)
    if _option(question, "list") == "all":
        return _answer(solving.equilibria(game, refine=name))
    return _answer(solving.solve(game, refine=name))


def _reduce(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.api import solving

    sort = _option(question, "sort")
    found = solving.reduce(
        load_game_of_question(question), weak=sort == "weak", mixed=sort != "pure"
    )
    return _answer(found)


def _value(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.api import evaluation

    game = load_game_of_question(question)
    found = evaluation.value(game, _read_strategies(game, _option(question, "strategies")))
    return _answer(found, partial(views_of_result(found).screen, most=None))


def _read_strategies(game: Game, text: str) -> str | Mapping[str, object]:
    """Return strategies as they are typed: a name, JSON, or the grid that ``sabot solve`` prints.

    >>> from sabot.loading import load
    >>> _read_strategies(load("baccara"), '{"Player": {"5": "stand"}}')
    {'Player': {'5': 'stand'}}
    """
    from sabot.io.strategy_text import parse_strategy_text

    if not text or text.isidentifier():
        return text or "optimal"
    if not text.startswith("{"):
        return parse_strategy_text(text, game.seats, "")
    try:
        found = json.loads(text, parse_float=str)
    except (ValueError, RecursionError):
        raise FormError(
            f'the strategies are no JSON; write {{"{game.seats[0]}": {{view: action}}}}'
        ) from None
    return dict(found)


def _simulate(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.api import simulation

    hands = _whole_number(question, "hands", 20_000, MAX_HANDS)
    seed = _whole_number(question, "seed", 1, 10**9)
    return _answer(simulation.simulate(load_game_of_question(question), hands=hands, seed=seed))


def _whole_number(question: TaskQuestion, key: str, usual: int, most: int) -> int:
    text = _option(question, key)
    number = as_rational(text) if text else usual
    if number != int(number) or not 1 <= number <= most:
        raise NumberError(f"{key}={text[:40]}: write a whole number from 1 to {most:,}")
    return int(number)


def _sweep(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.api import solving

    games = str(question.get("game", ""))
    if not question.get("opened"):
        require_no_file(games)
    found = solving.sweep(games)
    if found.asked > MAX_GAMES:
        raise FormError(f"{games}: {found.asked:,} games; at most {MAX_GAMES} are solved here")
    answer = _answer(found)
    try:
        from sabot.render.figures.sweep import sweep_figure
        from sabot.web.figures.charts import draw_for_page

        answer["drawing"] = draw_for_page(sweep_figure([r.to_json() for r in found.rows], games))
    except SabotError:  # no row has a number, or nothing varies: there is nothing to draw
        return answer
    return answer


def _equity(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.results.equity import equity

    one, two, board = (_option(question, key) for key in ("one", "two", "board"))
    return _answer(equity(one, two, board))


def _export(question: TaskQuestion) -> AnalysisAnswer:
    from sabot.render.exports import GAME_WRITERS

    form = _option(question, "form") or "efg"
    if form not in GAME_WRITERS:
        raise FormError(f"{form[:40]!r}: write one of {', '.join(GAME_WRITERS)}")
    game = load_game_of_question(question)
    text = GAME_WRITERS[form](game, False)
    file: GameFile = {"suffix": SUFFIXES[form], "text": text}
    return {"solution": {"game": str(game)}, "html": "", "checked": None, "file": file}


ANALYSES: Mapping[str, Callable[[TaskQuestion], AnalysisAnswer]] = {
    "properties": _properties,
    "reduce": _reduce,
    "correlated": _correlated,
    "refine": _refine,
    "value": _value,
    "simulate": _simulate,
    "sweep": _sweep,
    "equity": _equity,
    "export": _export,
}
