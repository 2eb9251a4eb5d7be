"""What a task cost: CPU time beside wall time, and the most memory a process has held."""

from __future__ import annotations

import os
import resource
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of CPU (all threads, and the programs that were started) and seconds that passed."""

    cpu: float = 0.0
    wall: float = 0.0

    @property
    def counted(self) -> float:
        """What counts against a budget: CPU, so that a busy machine does not take repeats away."""
        return max(self.cpu, self.wall / 10)

    def less(self, overhead: Spent) -> Spent:
        """Return what is left above the *overhead*; never nothing, for ratios are taken of it."""
        return Spent(max(self.cpu - overhead.cpu, 1e-6), max(self.wall - overhead.wall, 1e-6))


class Stopwatch:
    """Started when it is made."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._cpu = _cpu()

    def read(self) -> Spent:
        """Return what was spent since the start."""
        cpu = _cpu()
        return Spent(cpu - self._cpu, time.perf_counter() - self._wall)


def _cpu() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    return time.process_time() + children_cpu()


def children_cpu() -> float:
    """Return the CPU seconds of the children of this process that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def peak_bytes() -> int:
    """Return the most memory this process has held.

    getrusage would count the parent's memory too, for a child starts as its copy; Linux keeps the
    figure of the program itself in /proc.
    """
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            line = next(line for line in file if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    except (OSError, StopIteration):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def limit_memory(size: int) -> None:
    """Let this process and those it starts hold at most so many bytes; 0 is no limit."""
    if size and os.name == "posix":
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
