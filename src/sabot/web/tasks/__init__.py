"""Tasks that worker processes run: functions from a question to a document, both plain JSON.

A job is sent to a worker by the name of its task, a key of :data:`TASKS`. Names come from our own
pages, never from a request. A task's module is imported when its first job comes. No module of
this package imports the web framework.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from sabot.game_table import shipped_games
from sabot.loading import is_installed
from sabot.web.messages import TaskQuestion

Task = Callable[[TaskQuestion], Mapping[str, object]]
TaskTable = Mapping[str, Task]
VERB_TASKS = (
    "games",
    "show",
    "size",
    "solve",
    "prove",
    "equilibria",
    "value",
    "reduce",
    "report",
    "hand",
    "check",
    "paper",
)
"""Verbs whose documents are those of ``--json``."""


def _verb_tasks() -> TaskTable:
    from sabot.web.tasks import verbs

    return {
        "games": verbs.games,
        "show": verbs.show,
        "size": verbs.size,
        "solve": verbs.solve,
        "prove": verbs.prove,
        "equilibria": verbs.equilibria,
        "value": verbs.value,
        "reduce": verbs.reduce,
        "report": verbs.report,
        "hand": verbs.hand,
        "check": verbs.check,
        "paper": verbs.paper,
        "dropped": verbs.check_dropped_file,
    }


def _matrix_tasks() -> TaskTable:
    from sabot.web.tasks import matrix

    return {"pasted": matrix.parse_pasted_matrix, "grid": matrix.solve_grid}


def _solution_tasks() -> TaskTable:
    from sabot.web.tasks import solution

    return {
        "page": solution.solve_for_page,
        "listed": solution.list_equilibria_for_page,
        "headline": solution.compute_headline,
        "why": solution.explain_infoset,
        "holdings": solution.split_by_holding,
        "locked": solution.evaluate_locked_cells,
    }


def _play_tasks() -> TaskTable:
    from sabot.web.tasks.play import replay_session

    return {"play": replay_session}


def _tree_tasks() -> TaskTable:
    from sabot.web.tasks.game_tree import tree_of_question

    return {"tree": tree_of_question}


def _own_rules_tasks() -> TaskTable:
    from sabot.web.opened_rules import describe_rules
    from sabot.web.tasks import own_rules

    return {
        "describe": describe_rules,
        "draft": own_rules.read_draft,
        "example": own_rules.example_tree,
    }


def _parametric_tasks() -> TaskTable:
    from sabot.web.tasks import parametric

    return {
        "envelope": parametric.compute_envelope,
        "drawable": parametric.games_with_envelope,
        "theorem": parametric.prove_for_page,
    }


def _analysis_tasks() -> TaskTable:
    from sabot.web.tasks.analysis import analyse

    return {"analysis": analyse}


TASKS: Mapping[str, Callable[[], TaskTable]] = {
    **dict.fromkeys((*VERB_TASKS, "dropped"), _verb_tasks),
    **dict.fromkeys(("pasted", "grid"), _matrix_tasks),
    **dict.fromkeys(("page", "listed", "headline", "why", "holdings", "locked"), _solution_tasks),
    "analysis": _analysis_tasks,
    "play": _play_tasks,
    "tree": _tree_tasks,
    **dict.fromkeys(("describe", "draft", "example"), _own_rules_tasks),
    **dict.fromkeys(("envelope", "drawable", "theorem"), _parametric_tasks),
}
"""Every task by its name: the function that imports its module and returns that module's tasks."""


@runtime_checkable
class HasTasks(Protocol):
    """The entry of a game, whose own pages may ask for tasks."""

    @property
    def tasks(self) -> Callable[[], TaskTable] | None:
        """The function that imports the game's tasks; None where it has none."""
        ...


def game_tasks() -> dict[str, Task]:
    """Return the tasks of games' own pages."""
    found: dict[str, Task] = {}
    for entry in shipped_games().values():
        if isinstance(entry, HasTasks) and entry.tasks is not None and is_installed(entry):
            found.update(entry.tasks())
    return found


def find_task(name: str) -> Task:
    """Return the function of a task."""
    return TASKS[name]()[name] if name in TASKS else game_tasks()[name]
