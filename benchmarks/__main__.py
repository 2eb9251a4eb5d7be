"""`python -m benchmarks [ROW ...] [--quick] [--json FILE]`: measure, print, and keep."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.bench import versions
from benchmarks.compare import WORD
from benchmarks.rows.baccara import solves_row, theorem_row
from benchmarks.rows.certificate import certificate_row
from benchmarks.rows.cfr import cfr_row
from benchmarks.rows.extreme import extreme_row
from benchmarks.rows.hostile import hostile_row
from benchmarks.rows.speed import fifty_row, large_row, le_her_row
from benchmarks.rows.sweeps import sweeps_row
from benchmarks.rows.trees import kuhn_row, leduc_row
from benchmarks.rows.whist import one_row, whole_row
from benchmarks.settings import Record, Settings
from benchmarks.table import WIDTH, note
from benchmarks.tools import TOOLS

ROWS: dict[int, Callable[[Settings], Record]] = {
    1: le_her_row,
    2: fifty_row,
    3: large_row,
    4: kuhn_row,
    5: leduc_row,
    6: extreme_row,
    7: solves_row,
    8: theorem_row,
    9: whole_row,
    10: one_row,
    12: hostile_row,
    13: certificate_row,
    14: cfr_row,
    15: sweeps_row,
}


def main() -> int:
    """Run the rows asked for; the exit status is 1 where a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("rows", nargs="*", type=int, metavar="ROW", help=f"any of {list(ROWS)}")
    parser.add_argument("--quick", action="store_true", help="fewer games, sizes and repeats")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a game (default 60)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every figure in a file")
    asked = parser.parse_args()
    if unknown := [number for number in asked.rows if number not in ROWS]:
        parser.error(f"no row {unknown[0]}; the measured rows are {', '.join(map(str, ROWS))}")
    settings = Settings(quick=asked.quick, limit=asked.limit, progress=_progress)
    begin = time.time()
    print(_machine())
    records = [ROWS[number](settings) for number in asked.rows or ROWS]
    _progress("")
    print(_summary(records, time.time() - begin))
    if asked.json:
        asked.json.write_text(_json(records), encoding="utf-8")
    return int(any(False in record.goals.values() for record in records))


def _progress(text: str) -> None:
    """Say on a terminal what is being measured now, on one line that is overwritten."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text[: WIDTH - 1]:<{WIDTH - 1}}\r")
        sys.stderr.flush()


def _machine() -> str:
    load = os.getloadavg()[0]
    lines = [
        "Sabot and its peers, side by side, one thread each, exact unless called float.",
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, "
        f"load before the start {load:.2f}.",
        "A ratio is peer / ours in this run: the median over the games of the best of",
        "the repeats. Absolute times are not comparable between machines.",
    ]
    if load > 0.5:
        lines.append("THE MACHINE IS BUSY: do not keep these figures.")
    return "\n".join(lines)


def _summary(records: list[Record], seconds: float) -> str:
    lines = ["", "Goals", "-" * WIDTH]
    for record in records:
        for text, reached in record.goals.items():
            lines.append(f"{record.row:>4}  {text:<58} {WORD[reached]}")
    lines += ["", "Tools", "-" * WIDTH]
    for name, version in versions.items():
        lines.append(note(f"{TOOLS[name].label}: {version}"))
    lines.append(f"\n{seconds:.0f} s in all.")
    return "\n".join(lines)


def _json(records: list[Record]) -> str:
    document = {
        "schema": "sabot/bench/1",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "tools": versions,
        "rows": [
            {"row": record.row, "goals": record.goals, "figures": record.figures}
            for record in records
        ],
    }
    return json.dumps(document, indent=1)


if __name__ == "__main__":
    sys.exit(main())
