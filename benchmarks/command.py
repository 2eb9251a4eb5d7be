"""Commands of Sabot in fresh processes: what they print, CPU seconds, wall time, peak memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.bench import ROOT, child_environment

_LAUNCHER = """
import json, resource, subprocess, sys, time
command = [sys.executable, "-m", "sabot", *sys.argv[1:]]
begun = time.perf_counter()
done = subprocess.run(command, capture_output=True, text=True)
wall = time.perf_counter() - begun
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
print(json.dumps([done.returncode, done.stdout, done.stderr, cpu, wall, peak]))
"""
"""A small process between: the peak that the system counts is at least that of the parent."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed on standard output, and what it took."""

    said: str
    cpu: float
    wall: float
    peak: int
    """Bytes."""


def run_sabot(words: Sequence[str], limit: float | None = None) -> Ran:
    """Run a command of Sabot; RuntimeError where it fails or takes longer than *limit* seconds."""
    try:
        done = subprocess.run(
            [sys.executable, "-c", _LAUNCHER, *words],
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=child_environment(),
            text=True,
            check=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"sabot {' '.join(words)[:99]}: none in {limit:g} s") from None
    status, said, fault, cpu, wall, peak = json.loads(done.stdout)
    if status:
        raise RuntimeError(f"sabot {' '.join(words)[:99]}: {fault[-400:]}")
    return Ran(said, cpu, wall, peak)
