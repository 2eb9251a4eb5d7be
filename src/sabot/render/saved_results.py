"""Save results to files and load them again: kinds of documents, formats, views.

The suffix of a file's name says in which format a result is written. A result, or a saved file,
has up to four views (terminal, paper, wiki, spreadsheet), and each format takes the one that suits
it. A document says by its schema which kind of result it holds; every verb that reads files tells
the user so of one that it cannot use. A loaded result that carries a certificate is verified first.

>>> format_for_path("v.tex", ("json", "latex")), format_for_path("v", ("json", "latex"))
('latex', 'json')
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from sabot.certify import ValueVerdict, Verdict, check, read_document
from sabot.errors import CertificateError, FileError, FormError, NumberError, SabotError
from sabot.games.loading import GAME_DOCUMENTS
from sabot.io.files import write_atomically
from sabot.render.document import Document
from sabot.render.text import fraction_and_decimal, with_article
from sabot.results.base import Result

PROVED_KINDS = (
    *("proof", "threshold-proof", "pair-proof"),
    *("interval", "equilibria", "pair-equilibria", "profile", "field-profile", "pure"),
)
"""The kinds of documents besides solutions that carry a proof."""
_KIND_WORDS = {
    "check": "what `sabot check` found",
    "classification": "choices sorted view by view",
    "deals": "a count of deals",
    "equilibria": "the extreme optimal strategies or equilibria of a game",
    "field-profile": "an equilibrium for three or more seats, in the field of a root",
    "figure": "the numbers of a figure",
    "games": "a list of games",
    "hand": "a poker hand and its chances",
    "interval": "an interval for a value",
    "network": "the flows of a network",
    "pair-equilibria": "all equilibria of a game",
    "pair-proof": "a theorem on all equilibria",
    "paper": "a report on a source",
    "papers": "a list of sources",
    "profile": "a profile for three or more seats",
    "proof": "a theorem",
    "pure": "the pure equilibria of a game",
    "puzzle": "a puzzle",
    "reduction": "a reduction log",
    "rules": "the rules of a game",
    "simulation": "a simulation",
    "size": "the size of a game",
    "strategy": "a strategy",
    "threshold-proof": "a theorem on real hands",
    "sweep": "the rows of a sweep",
    "tournament": "a tournament",
    "value": "judged strategies",
}
"""What the documents hold that verbs print or save, by the middle of their schema."""
_SOLVED_KIND_WORDS = {
    "equilibrium": "an equilibrium",
    "nash": "an equilibrium",
    "solution": "a solution",
}
"""The same, of those that every verb which reads files reads."""
ALL_KIND_WORDS = _KIND_WORDS | _SOLVED_KIND_WORDS
_WHY_UNUSABLE = {
    "check": "and no proof; sabot check reads saved solutions, theorems, intervals and equilibria",
    "table": (
        "and no table; sabot table reads saved solutions, theorems, intervals, profiles, "
        "equilibria, reductions, sorted choices, strategies, judged or not, simulations, "
        "tournaments, sweeps, poker hands, networks, figures and reports on sources"
    ),
    "plot": "and nothing to draw; sabot plot draws saved solutions, theorems, sweeps and networks",
}
_UNPROVED_KINDS = (
    "classification",
    "equilibria",
    "field-profile",
    "figure",
    "hand",
    "interval",
    "network",
    "profile",
    "pure",
    "simulation",
    "strategy",
    "sweep",
    "tournament",
    "value",
)
"""Kinds that are shown as they are, unproved."""
_RESULT_CLASSES = {
    "classification": "sabot.results.dominance:SortedChoices",
    "equilibria": "sabot.results.optimal_set:Equilibria",
    "equilibria/3": "sabot.results.all_nash:EveryEquilibrium",
    "equilibrium": "sabot.results.continuous:Equilibrium",
    "field-profile": "sabot.results.nplayer:Profile",
    "figure": "sabot.render.figures.figure:FigureNumbers",
    "hand": "sabot.results.poker_hand:HandOdds",
    "interval": "sabot.results.value_bounds:Approximation",
    "nash": "sabot.results.solution:Solution",
    "pair-equilibria": "sabot.results.binary_nash:PairEquilibria",
    "pair-proof": "sabot.results.binary_nash:PairTheorem",
    "profile": "sabot.results.nplayer:Profile",
    "proof": "sabot.results.parametric:Theorem",
    "pure": "sabot.results.nplayer:PureEquilibria",
    "reduction": "sabot.solvers.dominance:Reduction",
    "simulation": "sabot.analysis.simulation:Simulation",
    "solution": "sabot.results.solution:Solution",
    "strategy": "sabot.results.solution:Strategy",
    "sweep": "sabot.analysis.sweep:Sweep",
    "threshold-proof": "sabot.results.continuous:CutTheorem",
    "value": "sabot.analysis.evaluation:Judgement",
    **GAME_DOCUMENTS,
}
"""The class that reads a document, by the middle of its schema, or by that and its number."""
_PROFILE_EVALUATION_CLASSES = (
    "sabot.analysis.evaluation:ProfileJudgement",
    "sabot.analysis.continuous:CutsJudgement",
)


def result_class_of(document: Mapping[str, Any]) -> type[Result] | None:
    """Return the class of the results that a document is one of; None where it is of none.

    A row of a sweep says nothing of itself.
    """
    name, kind = str(document.get("schema", "")).removeprefix("sabot/"), schema_kind(document)
    home = _RESULT_CLASSES.get(name, _RESULT_CLASSES.get(kind, ""))
    if kind == "value" and "payoffs" in document:
        home = _PROFILE_EVALUATION_CLASSES[_is_continuous_evaluation(document)]
    elif "schema" not in document and "game" in document:
        home = "sabot.analysis.sweep:Row"
    module, _, called = home.partition(":")
    return getattr(import_module(module), called) if home else None


def schema_kind(document: Mapping[str, Any]) -> str:
    """Return the middle of a document's schema; nothing where it is none of ours.

    >>> schema_kind({"schema": "sabot/pair-proof/1"}), schema_kind({"schema": "other/x/1"})
    ('pair-proof', '')
    """
    schema = str(document.get("schema", ""))
    return schema.split("/")[1] if schema.startswith("sabot/") else ""


def describe_document(document: Mapping[str, Any]) -> str:
    """Return what a document of ours holds."""
    schema = str(document.get("schema", "sabot/sweep/1"))
    return f"{ALL_KIND_WORDS[schema.split('/')[1]]} ({schema})"


def _is_continuous_evaluation(document: Mapping[str, Any]) -> bool:
    """Tell whether strategies that were judged say up to which hand what is done."""
    try:
        replies = [one["best_reply"]["actions"] for one in document["strategies"].values()]
        return any(isinstance(steps, list) for told in replies for steps in told.values())
    except (KeyError, TypeError, AttributeError):
        return False  # whoever reads it next says what is wrong with it


def require_kind(path: str, document: Mapping[str, Any], verb: str, *kinds: str) -> None:
    """Refuse a document of ours that a verb has no use for: *kinds* are those that it reads.

    A document that is none of ours is left to whoever reads it.
    """
    schema, kind = str(document.get("schema", "")), schema_kind(document)
    if kind in _KIND_WORDS and kind not in kinds:
        remedy = (
            f"; show it with: sabot table {path}"
            if verb == "check" and kind in _UNPROVED_KINDS
            else ""
        )
        raise FileError(
            f"{path}: holds {_KIND_WORDS[kind]} ({schema}) {_WHY_UNUSABLE[verb]}{remedy}"
        )


def verdict_lines(proved: Verdict) -> list[str]:
    """Return what was proved, a line each; a number exactly, and as a decimal."""
    head = [proved.words]
    if isinstance(proved, ValueVerdict):
        head = [
            "proved",
            f"value {fraction_and_decimal(proved.number)}, "
            f"paid to {with_article(proved.called[0])}",
        ]
    return [*head, *proved.lines]


SUFFIXES = {
    "json": ".json",
    "jsonl": ".jsonl",
    "latex": ".tex",
    "markdown": ".md",
    "html": ".html",
    "csv": ".csv",
    "efg": ".efg",
    "nfg": ".nfg",
}
"""How the name of a file ends, by what is written into it."""
TABLE_FORMATS = ("latex", "markdown", "html", "csv")
"""The forms that every view can be written in."""


def format_for_path(path: str, known: Sequence[str]) -> str:
    """Return what is written into a file: one of *known*, the first where its name does not say.

    >>> format_for_path("v.svg", ("json", "latex"))
    Traceback (most recent call last):
    sabot.errors.FormError: v.svg: what to write is told by the end of the name: .json, .tex
    """
    suffix = Path(path).suffix.lower()
    for form in known:
        if suffix in ("", SUFFIXES[form]):
            return form
    ends = ", ".join(SUFFIXES[form] for form in known)
    raise FormError(f"{path}: what to write is told by the end of the name: {ends}")


ResultT = TypeVar("ResultT", bound=Result)
ViewFunction = Callable[..., Document]


@dataclass(frozen=True)
class ResultViews:
    """The documents of one thing, made when asked for; what is missing is as on the screen."""

    screen: ViewFunction
    paper: ViewFunction | None = None
    wiki: ViewFunction | None = None
    sheet: ViewFunction | None = None

    def document(self, form: str | None) -> Document:
        """Return the document that is written in a form; None is the screen."""
        paper = self.paper or self.screen
        views = {"latex": paper, "markdown": self.wiki or paper, "csv": self.sheet or paper}
        return views.get(form or "", self.screen)()

    def render(self, form: str) -> str:
        """Return the text of a file: a whole page where it is HTML."""
        return render_document(self.document(form), form)


def render_document(told: Document, form: str) -> str:
    """Return a document in one of the forms of :data:`TABLES`."""
    writer = import_module(f"sabot.render.writers.{form}")
    text: str = (writer.render_page if form == "html" else writer.render)(told)
    return text


def views_of_result(result: Result) -> ResultViews:
    """Return the views that a result names."""
    kind = type(result)
    names = (kind._view, kind._tables, kind._wiki, kind._sheet)
    screen, *others = (partial(_call_view, name, result) if name else None for name in names)
    assert screen is not None
    return ResultViews(screen, *others)


def save_result(result: Result, path: str) -> None:
    """Write a result into a file, in the form that its name says."""
    form = format_for_path(path, ("json", *TABLE_FORMATS))
    if form == "json":
        text = json.dumps(result.to_json(), ensure_ascii=False) + "\n"
    else:
        text = views_of_result(result).render(form)
    write_atomically(path, text)


def load_result(kind: type[ResultT], path: str | Path) -> ResultT:
    """Return a result of some kind from the file that it was saved to."""
    document = read_document(path)
    told = result_class_of(document)
    if told is not None and not issubclass(told, kind):
        raise FileError(
            f"{path}: not a saved {_class_name_in_words(kind)}: "
            f"it holds {describe_document(document)}"
        )
    own = kind if told is None else told
    if own._proved and document.get("certificate", {}) is not None:
        try:
            proved = check(document)
        except FileError as fault:
            raise FileError(f"{path}: {fault}") from None
        except CertificateError as fault:
            raise CertificateError(f"{path}: not proved: {fault}") from None
        return parse_result(own, document, path)._as_proved(proved)
    return parse_result(own, document, path)


def parse_result(kind: type[ResultT], document: Mapping[str, Any], path: str | Path) -> ResultT:
    """Return the result of some kind that a file's document tells of, whatever else it may say."""
    try:
        return kind.from_json(document)
    except FileError as fault:
        raise FileError(f"{path}: {fault}") from None
    except (LookupError, TypeError, AttributeError, ValueError, NumberError, SabotError) as fault:
        raise FileError(f"{path}: not a saved {_class_name_in_words(kind)}: {fault}") from None


def _class_name_in_words(kind: type[Result]) -> str:
    """Return the name of a class of results as words.

    >>> _class_name_in_words(type("HandOdds", (), {}))
    'hand odds'
    """
    return re.sub("(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def _call_view(name: str, result: Result, *words: Any, **more: Any) -> Document:
    module, _, function = name.partition(":")
    found: Document = getattr(import_module(module), function)(result, *words, **more)
    return found


JsonObject = Mapping[str, Any]
MALFORMED_JSON_ERRORS = (KeyError, TypeError, AttributeError, ValueError, NumberError)
