"""What a saved document is, in words: every verb that reads files says so of one it cannot use."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from sabot.certify import NumberProved, Statement
from sabot.errors import FileError
from sabot.games import DOCUMENTS
from sabot.render.words import both, the
from sabot.shown import Shown

PROOFS = (
    *("proof", "threshold-proof", "pair-proof"),
    *("interval", "equilibria", "pair-equilibria", "profile", "field-profile", "pure"),
)
"""The kinds of documents besides solutions that carry a proof."""
_KINDS = {
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
_SOLVED = {"equilibrium": "an equilibrium", "nash": "an equilibrium", "solution": "a solution"}
"""The same, of those that every verb which reads files reads."""
WORDS = _KINDS | _SOLVED
_NEEDS = {
    "check": "and no proof; sabot check reads saved solutions, theorems, intervals and equilibria",
    "table": (
        "and no table; sabot table reads saved solutions, theorems, intervals, profiles, "
        "equilibria, reductions, sorted choices, strategies, judged or not, simulations, "
        "tournaments, sweeps, poker hands, networks, figures and reports on sources"
    ),
    "plot": "and nothing to draw; sabot plot draws saved solutions, theorems, sweeps and networks",
}
_SHOWN = (
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


_HOME = {
    "classification": "sabot.results.choices:SortedChoices",
    "equilibria": "sabot.results.equilibria:Equilibria",
    "equilibria/3": "sabot.results.equilibria:EveryEquilibrium",
    "equilibrium": "sabot.results.balance:Equilibrium",
    "field-profile": "sabot.results.seats.profile:Profile",
    "figure": "sabot.render.figures.numbers:FigureNumbers",
    "hand": "sabot.results.hand:HandOdds",
    "interval": "sabot.results.interval:Approximation",
    "nash": "sabot.results.solution:Solution",
    "pair-equilibria": "sabot.results.pairs:PairEquilibria",
    "pair-proof": "sabot.results.pairs:PairTheorem",
    "profile": "sabot.results.seats.profile:Profile",
    "proof": "sabot.results.theorem:Theorem",
    "pure": "sabot.results.seats.pure:PureEquilibria",
    "reduction": "sabot.solvers.dominance:Reduction",
    "simulation": "sabot.analyse.simulation:Simulation",
    "solution": "sabot.results.solution:Solution",
    "strategy": "sabot.results.solution:Strategy",
    "sweep": "sabot.analyse.sweeping.sweep:Sweep",
    "threshold-proof": "sabot.results.cuts:CutTheorem",
    "value": "sabot.analyse.judge:Judgement",
    **DOCUMENTS,
}
"""The class that reads a document, by the middle of its schema, or by that and its number."""
_BY_SEAT = "sabot.analyse.profile:ProfileJudgement", "sabot.analyse.betting.judge:CutsJudgement"


def kind_of(document: Mapping[str, Any]) -> type[Shown] | None:
    """Return the class of the results that a document is one of; None where it is of none.

    A row of a sweep says nothing of itself.
    """
    name, kind = str(document.get("schema", "")).removeprefix("sabot/"), kind_in(document)
    home = _HOME.get(name, _HOME.get(kind, ""))
    if kind == "value" and "payoffs" in document:
        home = _BY_SEAT[_on_cuts(document)]
    elif "schema" not in document and "game" in document:
        home = "sabot.analyse.sweeping.sweep:Row"
    module, _, called = home.partition(":")
    return getattr(import_module(module), called) if home else None


def kind_in(document: Mapping[str, Any]) -> str:
    """Return the middle of a document's schema; nothing where it is none of ours.

    >>> kind_in({"schema": "sabot/pair-proof/1"}), kind_in({"schema": "other/x/1"})
    ('pair-proof', '')
    """
    schema = str(document.get("schema", ""))
    return schema.split("/")[1] if schema.startswith("sabot/") else ""


def in_words(document: Mapping[str, Any]) -> str:
    """Return what a document of ours holds."""
    schema = str(document.get("schema", "sabot/sweep/1"))
    return f"{WORDS[schema.split('/')[1]]} ({schema})"


def _on_cuts(document: Mapping[str, Any]) -> bool:
    """Tell whether strategies that were judged say up to which hand what is done."""
    try:
        replies = [one["best_reply"]["actions"] for one in document["strategies"].values()]
        return any(isinstance(steps, list) for told in replies for steps in told.values())
    except (KeyError, TypeError, AttributeError):
        return False  # whoever reads it next says what is wrong with it


def demand_kind(path: str, document: Mapping[str, Any], verb: str, *kinds: str) -> None:
    """Refuse a document of ours that a verb has no use for: *kinds* are those that it reads.

    A document that is none of ours is left to whoever reads it.
    """
    schema, kind = str(document.get("schema", "")), kind_in(document)
    if kind in _KINDS and kind not in kinds:
        remedy = f"; show it with: sabot table {path}" if verb == "check" and kind in _SHOWN else ""
        raise FileError(f"{path}: holds {_KINDS[kind]} ({schema}) {_NEEDS[verb]}{remedy}")


def proved_lines(proved: Statement) -> list[str]:
    """Return what was proved, a line each; a number exactly, and as a decimal."""
    head = [proved.words]
    if isinstance(proved, NumberProved):
        head = ["proved", f"value {both(proved.number)}, paid to {the(proved.called[0])}"]
    return [*head, *proved.lines]
