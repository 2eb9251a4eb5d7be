"""Tables for a spreadsheet: CSV with every view, every action and every digit."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from sabot.exact import show
from sabot.render.words import decimal_text
from sabot.solution import Solution
from sabot.solvers.dominance import Step


def solution_csv(solution: Solution) -> str:
    """Return one line for each seat, view and action: its chance as a fraction and a decimal."""
    lines = (
        (seat, view, action, show(chance), decimal_text(chance, 15)[0])
        for seat, strategy in solution.strategies.items()
        for view, mix in strategy.items()
        for action, chance in mix.items()
    )
    return written(("seat", "view", "action", "chance", "decimal"), lines)


def steps_csv(steps: Sequence[Step]) -> str:
    """Return one line for each strategy of each dominating mixture."""
    lines = (
        (str(number), step.seat, step.removed, step.sort, name, show(chance))
        for number, step in enumerate(steps, 1)
        for name, chance in step.by.items()
    )
    return written(("step", "seat", "removed", "sort", "by", "chance"), lines)


def written(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Return CSV text with a head; labels are quoted where they need it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(lines)
    return text.getvalue()
