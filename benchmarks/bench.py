"""Run a tool on games in a child process, with a limit of seconds on each game."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.tool import Answer, Matrix
from benchmarks.tools import TOOLS

START_LIMIT = 300.0  # seconds to import a tool and to compile what it compiles

# One thread for everyone: a child has this in its environment before it imports anything.
POOLS = ("OMP", "OPENBLAS", "MKL", "NUMBA", "NUMEXPR")
ONE_THREAD = {f"{pool}_NUM_THREADS": "1" for pool in POOLS}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one tool on one game."""

    status: str  # "ok", "limit" (killed), "error" (it gave up) or "missing" (not installed)
    best: float = 0.0  # seconds, the best of the repeats; for "limit" the limit itself
    seconds: tuple[float, ...] = ()
    answer: Answer = field(default_factory=Answer)
    note: str = ""

    @property
    def ok(self) -> bool:
        """Whether there is an answer to look at."""
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to try: a limit a game, and how many repeats within which budget of seconds."""

    limit: float = 60.0
    repeats: int = 15
    budget: float = 2.0


versions: dict[str, str] = {}
"""What each tool loaded so far said its version is; "missing: ..." for one not installed."""


def run(name: str, games: Sequence[Matrix], effort: Effort) -> list[Outcome]:
    """Return one outcome a game; a tool killed on one game is started again for the next."""
    outcomes: list[Outcome] = []
    while len(outcomes) < len(games):
        outcomes += _run_child(name, games[len(outcomes) :], effort)
    return outcomes


def _run_child(name: str, games: Sequence[Matrix], effort: Effort) -> list[Outcome]:
    """Return at least one outcome: the games answered before the child ended, and why it ended."""
    job = {"games": games, "repeats": effort.repeats, "budget": effort.budget}
    child = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.worker", name],
        cwd=Path(__file__).resolve().parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | ONE_THREAD,
        start_new_session=True,
    )
    try:
        assert child.stdin is not None
        child.stdin.write(json.dumps(job, default=str).encode())
        child.stdin.close()
        return _listen(name, child, len(games), effort)
    finally:
        _stop(child)


def _listen(name: str, child: subprocess.Popen[bytes], count: int, effort: Effort) -> list[Outcome]:
    outcomes: list[Outcome] = []
    reader = _Lines(child)
    first = reader.next(START_LIMIT)
    if first is None or "ready" not in first:
        reason = first["missing"] if first else f"{TOOLS[name].label} did not start{reader.why()}"
        versions[name] = f"missing: {reason}"
        return [Outcome("missing", note=reason)] * count
    versions[name] = first["ready"]
    while len(outcomes) < count:
        message = reader.next(effort.limit + 2 * effort.budget)
        if message is None:
            ended = child.poll()
            if ended is None:
                outcomes.append(Outcome("limit", best=effort.limit))
            else:
                outcomes.append(Outcome("error", note=f"the process ended ({ended}){reader.why()}"))
            break
        outcomes.append(_outcome(message))
    return outcomes


def _outcome(message: dict[str, Any]) -> Outcome:
    if "error" in message:
        return Outcome("error", note=message["error"])
    said = message["answer"]
    answer = Answer(
        None if said["value"] is None else Fraction(said["value"]),
        _fractions(said["row"]),
        _fractions(said["column"]),
        said["facts"],
    )
    seconds = tuple(message["seconds"])
    return Outcome("ok", min(seconds), seconds, answer)


def _fractions(numbers: list[str] | None) -> tuple[Fraction, ...] | None:
    return None if numbers is None else tuple(Fraction(number) for number in numbers)


class _Lines:
    """The lines of a child's stdout, each waited for at most so many seconds."""

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        self._child = child
        self._fd = child.stdout.fileno()
        self._held = bytearray()

    def next(self, limit: float) -> dict[str, Any] | None:
        """Return the next message, or None at the limit and at the end of the output."""
        while b"\n" not in self._held:
            ready, _, _ = select.select([self._fd], [], [], limit)
            piece = os.read(self._fd, 1 << 20) if ready else b""
            if not piece:
                if ready:
                    self._child.wait()
                return None
            self._held += piece
        line, _, rest = bytes(self._held).partition(b"\n")
        self._held = bytearray(rest)
        message: dict[str, Any] = json.loads(line)
        return message

    def why(self) -> str:
        """Return the last line the child wrote on stderr, for the report."""
        if self._child.poll() is None or self._child.stderr is None:
            return ""
        lines = self._child.stderr.read().decode(errors="replace").strip().splitlines()
        return f": {lines[-1]}" if lines else ""


def _stop(child: subprocess.Popen[bytes]) -> None:
    """End the child and whatever program it started."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    for stream in (child.stdout, child.stderr):
        if stream is not None:
            stream.close()
