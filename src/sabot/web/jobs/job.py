"""A job: what was asked, how far it is, and the answer."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

State = Literal["waiting", "running", "done", "failed", "cancelled"]
OVER: tuple[State, ...] = ("done", "failed", "cancelled")


@dataclass(eq=False)
class Job:
    """One question to a worker; it changes while it is worked on."""

    id: str
    work: str
    """The name of the work, or ``module:function``."""
    question: Mapping[str, Any]
    owner: str = ""
    """Who asked: those with less at work come first."""
    state: State = "waiting"
    moment: str = ""
    """What is being done, in words."""
    share: float | None = None
    """How much of it is done, from 0 to 1; None where that is not known."""
    answer: bytes = b""
    """The document, as JSON."""
    fault: str = ""
    """Why there is no answer."""
    code: int = 0
    """The exit code that the same would have at the terminal."""
    begun: float = 0.0
    ended: float = 0.0
    over: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in OVER

    @property
    def seconds(self) -> float:
        """How long it has been worked on."""
        if not self.begun:
            return 0.0
        return (self.ended or time.monotonic()) - self.begun

    @property
    def document(self) -> dict[str, Any]:
        """The answer of a job that is done."""
        found: dict[str, Any] = json.loads(self.answer)
        return found

    def end(self, state: State, fault: str = "", code: int = 0) -> None:
        """Let it be over; only the first end counts."""
        if self.is_over:
            return
        self.state, self.fault, self.code = state, fault, code
        self.moment, self.share = "", 1.0 if state == "done" else None  # nothing is being done
        self.ended = time.monotonic()
        self.over.set()

    def to_json(self) -> dict[str, Any]:
        """Return how it stands, without the answer."""
        return {
            "schema": "sabot/job/1",
            "job": self.id,
            "work": self.work,
            "state": self.state,
            "doing": self.moment,
            "share": self.share,
            "seconds": round(self.seconds, 3),
            "fault": self.fault,
            "code": self.code,
        }
