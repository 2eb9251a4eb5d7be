"""Tasks that worker processes run: functions from a question to a document, both plain JSON.

A name stands for one of :data:`TASKS`; the task of a game's own page is named by its place,
``"module:function"``. Names come from our own pages, never from a request. No module of this
package imports the web framework.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

Task = Callable[[Mapping[str, Any]], dict[str, Any]]
VERB_TASKS = (
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
TASKS = {
    **{verb: f"sabot.web.tasks.verbs:{verb}" for verb in VERB_TASKS},
    "pasted": "sabot.web.tasks.game_input:parse_pasted_matrix",
    "page": "sabot.web.tasks.solution:solve_for_page",
    "dropped": "sabot.web.tasks.verbs:check_dropped_file",
    "play": "sabot.web.tasks.play:replay_session",
    "tree": "sabot.web.tasks.game_tree:tree_of_question",
    "own": "sabot.web.tasks.game_tree:read_opened_rules",
    "example": "sabot.web.tasks.game_tree:example_tree",
    "headline": "sabot.web.tasks.solution:compute_headline",
    "why": "sabot.web.tasks.solution:explain_infoset",
    "locked": "sabot.web.tasks.solution:evaluate_locked_cells",
    "envelope": "sabot.web.tasks.parametric:compute_envelope",
    "drawable": "sabot.web.tasks.parametric:games_with_envelope",
    "theorem": "sabot.web.tasks.parametric:prove_for_page",
}
"""Every work by its name: where its function is."""


def find_task(name: str) -> Task:
    """Return the function that does a work."""
    module, _, function = TASKS.get(name, name).partition(":")
    found: Task = getattr(import_module(module), function)
    return found
