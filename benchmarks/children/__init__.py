"""One measured task in a process of its own: a module of this folder, its job on standard input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

from benchmarks.bench import ROOT, Patience, child_environment

Report = dict[str, Any]


def child(module: str, job: Report, limit: float | None = None) -> Report:
    """Return what the child measured; {"limit": CPU seconds} or {"missing": why} else."""
    begun = subprocess.Popen(
        [sys.executable, "-m", f"benchmarks.children.{module}"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=child_environment(),
        start_new_session=True,
    )
    patience = None if limit is None else Patience(begun.pid, limit)
    sent: str | None = json.dumps(job)
    while True:
        try:
            left = None if patience is None else patience.left()
            said, complaint = begun.communicate(sent, timeout=left)
            break
        except subprocess.TimeoutExpired:
            sent = None  # it was sent with the first try
            if patience is not None and patience.left():
                continue
            os.killpg(begun.pid, signal.SIGKILL)  # and the workers it may have started
            begun.communicate()
            return {"limit": limit}
    if begun.returncode:
        last = (complaint.strip().splitlines() or [f"ended with {begun.returncode}"])[-1]
        return {"missing": last[:200]}
    report: Report = json.loads(said.strip().splitlines()[-1])
    return report
