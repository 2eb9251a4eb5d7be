"""What workers do: functions from a question to a document, both plain JSON.

A name stands for one of :data:`WORK`; the work of a game's own page is named by its place,
``sabot.games.whist.web.work:price``. Names come from our own pages, never from a request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

Work = Callable[[Mapping[str, Any]], dict[str, Any]]
VERBS = (
    "games",
    "show",
    "size",
    "solve",
    "prove",
    "equilibria",
    "value",
    "reduce",
    "hand",
    "check",
    "paper",
)
"""Verbs whose documents are those of ``--json``."""
WORK = {
    **{verb: f"sabot.web.work.verbs:{verb}" for verb in VERBS},
    "pasted": "sabot.web.work.rules:pasted",
    "page": "sabot.web.work.solved:page",
    "dropped": "sabot.web.work.checking:dropped",
    "play": "sabot.web.work.play:play",
    "tree": "sabot.web.work.tree:tree",
    "own": "sabot.web.work.own:own",
    "example": "sabot.web.work.own:example",
    "headline": "sabot.web.work.headline:headline",
    "why": "sabot.web.work.why:why",
    "locked": "sabot.web.work.why:locked",
    "envelope": "sabot.web.work.envelope:envelope",
    "drawable": "sabot.web.work.envelope:drawable",
    "theorem": "sabot.web.work.theorem:theorem",
}
"""Every work by its name: where its function is."""


def work_named(name: str) -> Work:
    """Return the function that does a work."""
    module, _, function = WORK.get(name, name).partition(":")
    found: Work = getattr(import_module(module), function)
    return found
