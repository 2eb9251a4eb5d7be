"""What a saved document is, in words: every verb that reads files says so of one it cannot use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sabot.errors import FileError

_KINDS = {
    "check": "what `sabot check` found",
    "classification": "choices sorted view by view",
    "deals": "a count of deals",
    "equilibria": "the extreme optimal strategies of a game",
    "figure": "the numbers of a figure",
    "games": "a list of games",
    "hand": "a poker hand and its chances",
    "interval": "an interval for a value",
    "network": "the flows of a network",
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
    "threshold-proof": "a theorem on real hands",
    "sweep": "the rows of a sweep",
    "value": "judged strategies",
}
"""What the documents hold that verbs print or save, by the middle of their schema."""
_NEEDS = {
    "check": "and no proof; sabot check reads saved solutions, theorems, intervals and equilibria",
    "table": (
        "and no table; sabot table reads saved solutions, theorems, intervals, reductions, "
        "equilibria, judged strategies, poker hands, networks and sweeps"
    ),
    "plot": "and nothing to draw; sabot plot draws saved solutions, theorems and sweeps",
}
_SHOWN = (
    "classification",
    "equilibria",
    "hand",
    "interval",
    "network",
    "profile",
    "pure",
    "sweep",
    "value",
)
"""Kinds that are shown as they are, unproved."""


def demand_kind(path: str, document: Mapping[str, Any], verb: str, *kinds: str) -> None:
    """Refuse a document of ours that a verb has no use for: *kinds* are those that it reads.

    A document that is none of ours is left to whoever reads it.
    """
    schema = str(document.get("schema", ""))
    kind = schema.split("/")[1] if schema.startswith("sabot/") else ""
    if kind in _KINDS and kind not in kinds:
        remedy = f"; show it with: sabot table {path}" if verb == "check" and kind in _SHOWN else ""
        raise FileError(f"{path}: holds {_KINDS[kind]} ({schema}) {_NEEDS[verb]}{remedy}")
