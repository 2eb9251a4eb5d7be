"""Why a goal is missed: a reason for each, by its row and the beginning of its task."""

from __future__ import annotations

REASONS: dict[tuple[str, str], str] = {}


def reason(row: str, task: str) -> str:
    """Return why a goal is missed, by the longest beginning that fits; "not explained" else."""
    fitting = [key for key in REASONS if key[0] == row and task.startswith(key[1])]
    return REASONS[max(fitting, key=lambda key: len(key[1]))] if fitting else "not explained"
