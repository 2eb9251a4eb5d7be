"""How hard to measure, and what a row leaves behind: tables, remarks, goals, figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.bench import Effort
from benchmarks.table import grid, note, title

WORD = {True: "reached", False: "MISSED", None: "undecided"}


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one run."""

    quick: bool = False
    limit: float = 60.0
    base: bool = False  # another checkout of Sabot is measured too
    busy: bool = False  # others were at work before the start: wall time decides nothing
    say: Callable[[str], None] = print
    progress: Callable[[str], None] = lambda _: None

    @property
    def effort(self) -> Effort:
        """Repeats for a task of milliseconds; a task of seconds runs once or twice."""
        return Effort(limit=self.limit, repeats=6 if self.quick else 24, budget=2.0)


@dataclass(frozen=True, slots=True)
class Goal:
    """What the design asks for, what was measured, and whether that is enough."""

    text: str
    target: str
    measured: str
    reached: bool | None
    why: str = ""  # where it is undecided: what was not there, or what stopped

    @property
    def verdict(self) -> str:
        """The verdict, with the reason where there is none."""
        return WORD[self.reached] + (f": {self.why}" if self.reached is None and self.why else "")


@dataclass(slots=True)
class Record:
    """What a row measured; tables and remarks are shown as soon as they are kept."""

    row: str
    title: str
    settings: Settings = field(default_factory=Settings, repr=False)
    blocks: list[dict[str, Any]] = field(default_factory=list)
    goals: list[Goal] = field(default_factory=list)
    figures: list[dict[str, Any]] = field(default_factory=list)
    tools: dict[str, str] = field(default_factory=dict)
    """What was measured here, and its version."""

    def __post_init__(self) -> None:
        self.settings.say(title(self.row, self.title))

    def table(self, head: Sequence[str], body: Sequence[Sequence[str]]) -> None:
        """Keep and show a table; its first column is read to the left."""
        self.blocks.append({"head": list(head), "body": [list(row) for row in body]})
        self.settings.say(grid(head, body))

    def note(self, text: str) -> None:
        """Keep and show a remark."""
        self.blocks.append({"note": text})
        self.settings.say(note(text))

    def goal(
        self, text: str, target: str, measured: str, reached: bool | None, why: str = ""
    ) -> None:
        """Keep a goal; all are shown together at the end."""
        self.goals.append(Goal(text, target, measured, reached, why))
