"""What is loaded before anything is done: modules and CPU milliseconds, each in a fresh Python.

``python -m benchmarks.rows.light`` prints the table; only the standard library is needed here.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.settings import Record, Settings

IMPORT_MS = 150
"""CPU milliseconds that ``import sabot`` may take."""
OURS = 50
"""Modules of ours that the first solve of a small matrix may load."""

STARTS = {
    "import sabot": "",
    "sabot.load('le-her')": "sabot.load('le-her')",
    "solve a 2 x 2 matrix": "sabot.solve([[1, -1], [-1, 1]])",
    "solve and check it": "sabot.check(sabot.solve([[1, -1], [-1, 1]]))",
    "solve le-her": "sabot.solve('le-her')",
    "solve kuhn-poker": "sabot.solve('kuhn-poker')",
    "solve baccara(model=A1)": "sabot.solve('baccara(model=A1)')",
    "solve whist(n=5, seed=3)": "sabot.solve('whist(n=5, seed=3)')",
}
"""What is done, and its code after ``import sabot``."""

_CHILD = """
import sys, time
before, started = set(sys.modules), time.process_time()
import sabot
{code}
took = time.process_time() - started
new = set(sys.modules) - before
ours = sorted(name for name in new if name.split(".")[0] == "sabot")
games = [name.split(".")[2] for name in ours if name.startswith("sabot.games.")]
rooms = sorted(set(games) - {{"files"}})
import json
print(json.dumps({{"ms": 1000 * took, "ours": len(ours), "all": len(new), "rooms": rooms}}))
"""


def loaded(code: str, repeats: int = 5) -> dict[str, Any]:
    """Return what a fresh Python loads for some code, and the least CPU milliseconds it took."""
    runs = []
    for _ in range(repeats):
        done = subprocess.run(
            [sys.executable, "-c", _CHILD.format(code=code)],
            capture_output=True,
            text=True,
            check=True,
        )
        runs.append(json.loads(done.stdout))
    return {**runs[0], "ms": min(run["ms"] for run in runs)}


def table(repeats: int = 5) -> dict[str, dict[str, Any]]:
    """Return what each start loads."""
    return {name: loaded(code, repeats) for name, code in STARTS.items()}


def light_row(settings: Settings) -> Record:
    """Count what is loaded by an import, and by first solves of small games."""
    from benchmarks.settings import Record

    record = Record("17-light", "what is loaded: modules and milliseconds", settings)
    found = table(3 if settings.quick else 9)
    record.figures += [{"start": name, **one} for name, one in found.items()]
    record.table(["start", "CPU ms", "ours", "all", "rooms of games"], _lines(found))
    first, small = found["import sabot"], found["solve a 2 x 2 matrix"]
    record.goal(
        "`import sabot`", f"< {IMPORT_MS} ms CPU", f"{first['ms']:.0f} ms", first["ms"] < IMPORT_MS
    )
    record.goal(
        "first solve of a small matrix",
        f"<= {OURS} modules, no game's room",
        f"{small['ours']} modules, {len(small['rooms'])} rooms",
        small["ours"] <= OURS and not small["rooms"],
    )
    return record


def _lines(found: dict[str, dict[str, Any]]) -> list[list[str]]:
    return [
        [name, f"{one['ms']:.0f}", str(one["ours"]), str(one["all"]), ", ".join(one["rooms"])]
        for name, one in found.items()
    ]


if __name__ == "__main__":
    for line in _lines(table()):
        print(f"{line[0]:26} {line[1]:>6} ms {line[2]:>4} ours {line[3]:>5} all  {line[4]}")
