"""From a form to what dominance leaves of it: strategies, or choices sorted view by view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sabot.errors import FormError
from sabot.forms.additive import sorted_choices
from sabot.forms.strategic import MOST_PURE, pure_count
from sabot.results.choices import SortedChoices
from sabot.solvers import Task
from sabot.solvers.dominance import Progress, Reduction, reduce_matrix


@dataclass(frozen=True)
class Dominance:
    """Which strategies go, besides those that one other strategy is always better than."""

    mixed: bool = True
    weak: bool = False
    duplicates: bool = False

    @property
    def usual(self) -> bool:
        """Whether nothing else was asked for."""
        return self == Dominance()


def reduced(task: Task, by: Dominance, progress: Progress | None = None) -> Reduction[Any]:
    """Return what is left of the matrix of all pure strategies, and the log of every removal."""
    found = reduce_matrix(
        task.form.strategic(),
        mixed=by.mixed,
        weak=by.weak,
        duplicates=by.duplicates,
        progress=progress,
    )
    return replace(found, game=task.game)


def sorted_or_reduced(
    task: Task, by: Dominance, progress: Progress | None = None
) -> Reduction[Any] | SortedChoices:
    """Return the same of a flat game; its binary choices sorted where strategies are too many."""
    form = task.form
    cells = [cell for side in form.sides for cell in side.cells]
    binary = all(len(cell.actions) == 2 for cell in cells)
    if max(map(pure_count, form.sides)) <= MOST_PURE or not binary:
        return reduced(task, by, progress)
    if not by.usual:
        raise FormError(
            f"{task.game} has too many pure strategies to list\n"
            "  without options its choices are sorted view by view"
        )
    actions = dict.fromkeys(action for cell in cells for action in cell.actions)
    return SortedChoices(task.game, sorted_choices(form), tuple(actions))
