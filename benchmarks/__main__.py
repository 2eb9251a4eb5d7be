"""`python -m benchmarks [ROW ...] [--quick] [--write]`: measure, print, and keep."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks import bench, results
from benchmarks.rows.baccara import solves_row, theorem_row
from benchmarks.rows.certificate import certificate_row
from benchmarks.rows.cfr import cfr_row
from benchmarks.rows.estimates import estimates_row
from benchmarks.rows.every import correlated_row, every_row, single_row
from benchmarks.rows.extreme import extreme_row
from benchmarks.rows.growth import growth_row
from benchmarks.rows.hands import hands_row
from benchmarks.rows.held_out import held_out_row
from benchmarks.rows.hostile import hostile_row
from benchmarks.rows.light import light_row
from benchmarks.rows.many import nplayer_row
from benchmarks.rows.models import models_row
from benchmarks.rows.private_hands import private_hands_row
from benchmarks.rows.saved import saved_row
from benchmarks.rows.speed import fifty_row, large_row, le_her_row
from benchmarks.rows.spread import spread_row
from benchmarks.rows.starts import starts_row
from benchmarks.rows.structured import structured_row, vandermonde_row
from benchmarks.rows.sweeps import sweep_row, workers_row
from benchmarks.rows.theorems import equilibria_row as theorem_equilibria_row
from benchmarks.rows.theorems import jobs_row, size_row
from benchmarks.rows.theorems import leduc_row as theorem_leduc_row
from benchmarks.rows.trees import kuhn_row, leduc_row
from benchmarks.rows.whist import one_row, whole_row
from benchmarks.rows.workbench import workbench_row
from benchmarks.settings import Record, Settings
from benchmarks.table import WIDTH, grid, note
from benchmarks.tools import label

ROWS: dict[str, Callable[[Settings], Record]] = {
    "1": le_her_row,
    "2": fifty_row,
    "3": large_row,
    "4": kuhn_row,
    "5": leduc_row,
    "5-growth": growth_row,
    "5-held-out": held_out_row,
    "6": extreme_row,
    "7": solves_row,
    "7-sweep": sweep_row,
    "7-workers": workers_row,
    "8": theorem_row,
    "8-size": size_row,
    "8-equilibria": theorem_equilibria_row,
    "8-leduc": theorem_leduc_row,
    "8-jobs": jobs_row,
    "9": whole_row,
    "10": one_row,
    "11": hands_row,
    "12": hostile_row,
    "12-structured": structured_row,
    "12-vandermonde": vandermonde_row,
    "13": certificate_row,
    "13-saved": saved_row,
    "14": cfr_row,
    "15": every_row,
    "15-one": single_row,
    "15-correlated": correlated_row,
    "15-nplayer": nplayer_row,
    "16": models_row,
    "17": starts_row,
    "17-light": light_row,
    "18": estimates_row,
    "19": workbench_row,
    "20": spread_row,
    "21": private_hands_row,
}


def main() -> int:
    """Run the rows asked for; the exit status is 1 where a goal was missed."""
    sys.set_int_max_str_digits(0)  # the value of a 1000 x 1000 game has more than 4,300 digits
    asked = _asked()
    where, begin = results.machine(), time.time()
    busy = where["load"] > results.BUSY
    settings = Settings(asked.quick, asked.limit, bool(asked.base), busy, progress=_progress)
    if asked.base:
        bench.base["PYTHONPATH"] = str(asked.base.resolve() / "src")
    print(_heading(where))
    records = []
    for row in asked.rows or ROWS:
        bench.versions.clear()
        record = ROWS[row](settings)
        record.tools = {label(name): version for name, version in bench.versions.items()}
        records.append(record)
        if asked.write:  # row by row: what was measured stays when a later row is interrupted
            asked.write.mkdir(parents=True, exist_ok=True)
            found = results.document([record], where, asked.quick)
            results.write(found, asked.write, list(ROWS))
    _progress("")
    print(_summary(records, time.time() - begin))
    if asked.write:
        print(f"Written: {asked.write / 'RESULTS.md'} and results.json.")
    return int(any(goal.reached is False for record in records for goal in record.goals))


def _asked() -> argparse.Namespace:
    here = Path(os.path.relpath(Path(__file__).parent))
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"any of {', '.join(ROWS)}")
    parser.add_argument("--quick", action="store_true", help="fewer games, sizes and repeats")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a game (default 60)")
    parser.add_argument(
        "--write",
        nargs="?",
        type=Path,
        const=here,
        metavar="FOLDER",
        help="put these rows into RESULTS.md and results.json (of this folder unless told)",
    )
    parser.add_argument(
        "--base",
        type=Path,
        metavar="CHECKOUT",
        help="another checkout of Sabot, measured in turns with this one where peers are",
    )
    asked = parser.parse_args()
    if unknown := [row for row in asked.rows if row not in ROWS]:
        parser.error(f"no row {unknown[0]}; the measured rows are {', '.join(ROWS)}")
    if asked.base and not (asked.base / "src" / "sabot").is_dir():
        parser.error(f"no src/sabot in {asked.base}; --base wants a checkout of the project")
    return asked


def _progress(text: str) -> None:
    """Say on a terminal what is being measured now, on one line that is overwritten."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text[: WIDTH - 1]:<{WIDTH - 1}}\r")
        sys.stderr.flush()


def _heading(where: Mapping[str, Any]) -> str:
    lines = [
        "Sabot and its peers, in turns, one thread each, exact unless called float.",
        f"{where['date']}, commit {where['commit']}: {where['processor']}, {where['cores']} cores,",
        f"Python {where['python']}, load before the start {where['load']}.",
        "A ratio is peer / ours in CPU time in this run: the median over the games of the",
        "best of the repeats. Absolute times are not comparable between machines.",
    ]
    if where["load"] > results.BUSY:
        lines.append("THE MACHINE IS BUSY: do not keep wall times.")
    return "\n".join(lines)


def _summary(records: list[Record], seconds: float) -> str:
    body = [
        [f"{record.row} {goal.text}", goal.target, goal.measured, goal.verdict]
        for record in records
        for goal in record.goals
    ]
    lines = ["", grid(["goals", "to reach", "measured", "verdict"], body), ""]
    tools = {name: version for record in records for name, version in record.tools.items()}
    lines += [note(f"{name}: {version}") for name, version in tools.items()]
    return "\n".join([*lines, f"\n{seconds:.0f} s in all."])


if __name__ == "__main__":
    sys.exit(main())
