"""Tools on the same games, in turns: a child process each, with a limit of CPU seconds a game."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.clock import Spent
from benchmarks.tools import BASE, label
from benchmarks.tools.tool import Answer, Task

ROOT = Path(__file__).resolve().parent.parent
START_LIMIT = 300.0  # CPU seconds to import a tool and to compile what it compiles
ROUNDS = 3  # turns a tool gets on a game: what disturbs the machine disturbs all alike

POOLS = ("OMP", "OPENBLAS", "MKL", "NUMBA", "NUMEXPR")
ONE_THREAD = {f"{pool}_NUM_THREADS": "1" for pool in POOLS}


def child_environment() -> dict[str, str]:
    """Return the environment of what is measured: one thread, and bytecode is kept as usual.

    Where a shell sets PYTHONDONTWRITEBYTECODE, every process would compile all that it imports.
    """
    kept = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | ONE_THREAD


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one tool on one game."""

    status: str  # "ok", "limit" (killed), "error" (it gave up) or "missing" (not installed)
    spent: tuple[Spent, ...] = ()  # each repeat; for "limit" what it had used when it was killed
    answer: Answer = field(default_factory=Answer)
    note: str = ""
    peak: int = 0  # bytes the process had held when it was first done

    @property
    def ok(self) -> bool:
        """Whether there is an answer to look at."""
        return self.status == "ok"

    @property
    def best(self) -> float:
        """The least CPU seconds of the repeats: what ratios are taken of."""
        return min((each.cpu for each in self.spent), default=0.0)

    @property
    def wall(self) -> float:
        """The least seconds that passed."""
        return min((each.wall for each in self.spent), default=0.0)


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to try: a limit a game, how many repeats, within which budget of seconds.

    `warm` games of the first matrix's size are solved before the clock starts, by the tools that
    compile what they run often; `memory` (bytes) is the most a tool may hold, 0 for no limit.
    """

    limit: float = 60.0
    repeats: int = 15
    budget: float = 2.0
    warm: int = 0
    memory: int = 0


versions: dict[str, str] = {}
"""What each tool loaded so far said its version is; "missing: ..." for one not installed."""

base: dict[str, str] = {}
"""The environment of a tool's `@base` twin: another checkout of Sabot, where one was named."""


def run(name: str, tasks: Sequence[Task], effort: Effort) -> list[Outcome]:
    """Return one outcome a game for one tool alone."""
    return meet([Contestant(name, tasks, effort)])[0]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A tool, its games (the same as the others', perhaps written another way) and its effort."""

    name: str
    tasks: Sequence[Task]
    effort: Effort


def meet(contestants: Sequence[Contestant]) -> list[list[Outcome]]:
    """Return the outcomes of each contestant; on each game they take turns, round by round."""
    workers = [_Worker(each) for each in contestants]
    found: list[list[Outcome]] = [[] for _ in contestants]
    try:
        for k in range(len(contestants[0].tasks)):
            for turn in range(ROUNDS):
                for worker, outcomes in zip(workers, found, strict=True):
                    _play(worker, outcomes, k, turn)
    finally:
        for worker in workers:
            worker.stop()
    return found


def _play(worker: _Worker, outcomes: list[Outcome], k: int, turn: int) -> None:
    """Let a tool have its turn on game k, unless its time on it is used up."""
    if turn == 0:
        outcomes.append(worker.ask(k, turn))
        return
    before = outcomes[k]
    used = sum(each.counted for each in before.spent)
    effort = worker.contestant.effort
    if before.ok and used < effort.budget and len(before.spent) < effort.repeats:
        again = worker.ask(k, turn)
        if again.ok:
            outcomes[k] = replace(before, spent=before.spent + again.spent)


class Patience:
    """CPU seconds that a group of processes may use: a busy machine has the same patience."""

    WALL = 20
    """So many times the CPU seconds may pass: a process that waits for something is stopped too."""

    def __init__(self, group: int, limit: float) -> None:
        self._group, self._limit = group, limit
        self._cpu, self._begun = group_cpu(group), time.perf_counter()

    def spent(self) -> Spent:
        """Return what was used so far."""
        return Spent(group_cpu(self._group) - self._cpu, time.perf_counter() - self._begun)

    def left(self) -> float:
        """Return how many seconds may pass at least until the limit is reached; 0 when it is."""
        used = self.spent()
        left = self._limit - used.cpu
        return left if left > 0.05 and used.wall < self.WALL * self._limit else 0.0


class _Worker:
    """The child process of one tool; killed on one game, it is started again for the next."""

    def __init__(self, contestant: Contestant) -> None:
        self.contestant = contestant
        self._child: subprocess.Popen[bytes] | None = None
        self._lines: _Lines | None = None
        self._missing = ""

    def ask(self, k: int, turn: int) -> Outcome:
        """Return what the tool makes of game k; later turns repeat the game it has."""
        lines = self._ready()
        if lines is None or self._child is None:
            return Outcome("missing", note=self._missing)
        effort = self.contestant.effort
        repeats = -(-effort.repeats // ROUNDS)
        request = {
            "task": self.contestant.tasks[k] if turn == 0 else None,
            "repeats": repeats,
            "budget": effort.budget / ROUNDS,
        }
        patience = Patience(self._child.pid, effort.limit + effort.budget)
        if not lines.send(request):
            return self._ended()
        message = lines.wait(patience)
        if message is not None:
            return _outcome(message)
        if self._child.poll() is not None:
            return self._ended()
        spent = patience.spent()
        self.stop()
        return Outcome("limit", (spent,))

    def _ended(self) -> Outcome:
        assert self._child is not None and self._lines is not None
        why = self._lines.why()
        code = self._child.wait()
        self.stop()
        return Outcome("error", note=f"the process ended ({code}){why}")

    def _ready(self) -> _Lines | None:
        """Start the child where there is none, and wait until it has loaded its tool."""
        if self._lines is not None or self._missing:
            return self._lines
        name, effort = self.contestant.name, self.contestant.effort
        self._child = _started(name)
        lines = _Lines(self._child)
        first = self.contestant.tasks[0]
        trees = isinstance(first, str)
        side = 0 if isinstance(first, str) else len(first)
        job = {"memory": effort.memory, "warm": 0 if trees else effort.warm}
        lines.send(job | {"side": side, "trees": trees})
        message = lines.wait(Patience(self._child.pid, START_LIMIT))
        if message is None or "ready" not in message:
            said = message["missing"] if message else f"{label(name)} did not start{lines.why()}"
            self._missing = versions[name] = said
            versions[name] = f"missing: {said}"
            self.stop()
            return None
        versions[name] = message["ready"]
        self._lines = lines
        return lines

    def stop(self) -> None:
        """End the child and whatever program it started."""
        if self._child is not None:
            if self._child.poll() is None:
                os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()
            for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
                if stream is not None:
                    _closed(stream)
        self._child = self._lines = None


def _started(name: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.worker", name],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=child_environment() | (base if name.endswith(BASE) else {}),
        start_new_session=True,
    )


def _closed(stream: Any) -> None:
    try:
        stream.close()
    except BrokenPipeError:
        return  # what it had not read is lost with it


def group_cpu(group: int) -> float:
    """Return the CPU seconds that a child and its programs have used; 0 where /proc is not."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        if int(fields[2]) == group:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _outcome(message: dict[str, Any]) -> Outcome:
    if "error" in message:
        return Outcome("error", note=message["error"])
    spent = tuple(Spent(cpu, wall) for cpu, wall in message["spent"])
    said = message["answer"]
    if said is None:
        return Outcome("ok", spent)
    answer = Answer(
        None if said["value"] is None else Fraction(said["value"]),
        _fractions(said["row"]),
        _fractions(said["column"]),
        said["facts"],
    )
    return Outcome("ok", spent, answer, peak=message["peak"])


def _fractions(numbers: list[str] | None) -> tuple[Fraction, ...] | None:
    return None if numbers is None else tuple(Fraction(number) for number in numbers)


class _Lines:
    """The lines to and from a child, each report waited for at most so many seconds."""

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        self._child = child
        self._fd = child.stdout.fileno()
        self._held = bytearray()

    def send(self, message: dict[str, Any]) -> bool:
        """Send one request; False where nobody is there to read it."""
        assert self._child.stdin is not None
        try:
            self._child.stdin.write(json.dumps(message, default=str).encode() + b"\n")
            self._child.stdin.flush()
        except BrokenPipeError:
            return False
        return True

    def wait(self, patience: Patience) -> dict[str, Any] | None:
        """Return the next message, or None when the patience or the output has ended."""
        message = None
        while message is None and (left := patience.left()) and self._child.poll() is None:
            message = self.next(left)
        return message

    def next(self, limit: float) -> dict[str, Any] | None:
        """Return the next message, or None after *limit* seconds and at the end of the output."""
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
