"""How hard to measure, and the numbers a run leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.bench import Effort


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one run."""

    quick: bool = False
    limit: float = 60.0
    say: Callable[[str], None] = print
    progress: Callable[[str], None] = lambda _: None

    @property
    def effort(self) -> Effort:
        """Repeats for a task of milliseconds; a task of seconds runs once or twice."""
        return Effort(limit=self.limit, repeats=5 if self.quick else 25, budget=2.0)


@dataclass(slots=True)
class Record:
    """What a row measured, for the JSON file, and whether each goal was reached."""

    row: int
    figures: list[dict[str, Any]] = field(default_factory=list)
    goals: dict[str, bool | None] = field(default_factory=dict)
