"""One measured task in a process of its own: a module of this folder, its job on standard input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.bench import ONE_THREAD

Report = dict[str, Any]


def child(module: str, job: Report, limit: float | None = None) -> Report:
    """Return what the child measured; {"limit": s} or {"missing": why} where it has no answer."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", f"benchmarks.rows.{module}"],
            cwd=Path(__file__).resolve().parents[2],
            input=json.dumps(job),
            capture_output=True,
            text=True,
            timeout=limit,
            env=os.environ | ONE_THREAD,
        )
    except subprocess.TimeoutExpired:
        return {"limit": limit}
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
        return {"missing": last[:200]}
    report: Report = json.loads(done.stdout.strip().splitlines()[-1])
    return report
