"""One baccara task in a process of its own: `python -m benchmarks.rows.baccara_child`."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import sabot


def main() -> None:
    """Serve one job and end."""
    job = json.load(sys.stdin)
    print(json.dumps({"solve": solve, "prove": prove}[job["task"]](job)))


def solve(job: dict[str, Any]) -> dict[str, Any]:
    """Time each game once warm: the best of three; then with the file written."""
    found: dict[str, list[float]] = {"solve": [], "save": []}
    sabot.solve("baccara(model=B1, decks=7)"), sabot.solve("baccara(model=A3)")  # compiled
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solution.json"
        for game in job["games"]:
            alone, written = [], []
            for _ in range(3):
                begin = time.perf_counter()
                solution = sabot.solve(game)
                alone.append(time.perf_counter() - begin)
                solution.save(path)
                written.append(time.perf_counter() - begin)
            sabot.check(path)
            found["solve"].append(min(alone))
            found["save"].append(min(written))
    return found


def prove(job: dict[str, Any]) -> dict[str, Any]:
    """Time one theorem and the check of its file."""
    sabot.prove("baccara(model=B1, decks=*)")  # compiled
    begin = time.perf_counter()
    proof = sabot.prove(job["game"])
    took = time.perf_counter() - begin
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof.json"
        proof.save(path)
        begin = time.perf_counter()
        sabot.check(path)
        checked = time.perf_counter() - begin
    return {"prove": took, "check": checked, "pieces": len(proof.pieces)}


if __name__ == "__main__":
    main()
