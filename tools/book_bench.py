"""Put what ``make bench`` has measured onto the pages that quote it.

    python -m tools.book_bench            do the pages hold what benchmarks/results.json holds?
    python -m tools.book_bench --write    make them

On a page, what stands between ``<!-- generated: tools/book_bench.py -->`` and ``<!-- end -->`` is
from here: the front page has one row of ratios with the best and the worst of all tasks, the
comparison every ratio against another program and the versions that were met.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.results import fastest_peers
from benchmarks.table import duration

ROOT = Path(__file__).resolve().parents[1]
_PART = re.compile(r"(<!-- generated: tools/book_bench.py -->\n).*?(<!-- end -->)", re.DOTALL)

CHOSEN = {
    "lrsnash, all equilibria of 15x15": ("15", "15x15", "lrsnash"),
    "Gambit, the same of 10x10": ("15", "10x10", "Gambit"),
    "QSopt_ex, a 400x400 matrix": ("3", "400x400", "QSopt_ex"),
    "QSopt_ex, Leduc poker": ("5", "leduc-poker", "QSopt_ex"),
    "OpenSpiel, the same in floats": ("5", "leduc-poker", "OpenSpiel"),
    "OpenSpiel, CFR on Leduc": ("14", "leduc-poker", "OpenSpiel"),
    "eval7, poker hands": ("11", "hands from an array", "eval7"),
}
"""The columns of the front page: a row of the results, its task, and whom it is against."""

Rows = Mapping[str, Any]


def measured() -> Rows:
    """Return the rows of the last benchmarks."""
    text = (ROOT / "benchmarks" / "results.json").read_text(encoding="utf-8")
    rows: Rows = json.loads(text)["rows"]
    return rows


def _goal(rows: Rows, row: str, task: str, peer: str) -> str:
    found = [
        str(goal["measured"])
        for goal in rows[row]["goals"]
        if goal["text"] == task and peer in goal["target"] and goal["measured"].endswith("x")
    ]
    if len(found) != 1:
        raise LookupError(f"row {row}, {task} against {peer}: {len(found)} ratios, not one")
    return found[0]


def front(rows: Rows) -> str:
    """Return the row of ratios of the front page, and the best and the worst of all tasks."""
    ratios = [_goal(rows, *where) for where in CHOSEN.values()]
    lines = [[*CHOSEN], ["---"] * len(ratios), ratios]
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return f"{table}\n{_extremes(rows)}\n"


def _extremes(rows: Rows) -> str:
    """Return the worst and the best of all tasks, beside the fastest other exact program."""
    found = fastest_peers(rows)
    worst, best = found[0], found[-1]
    slower = sum(one.ratio < 1 for one in found)
    return (
        f"Beside the fastest other exact program, the best of {len(found)} tasks is that of row "
        f"{best.row}, {best.task} ({best.shown} {best.peer}); the worst is that of row "
        f"{worst.row}, {worst.task} ({worst.shown} {worst.peer}; ours takes "
        f"{duration(worst.ours)}). In {slower} of them ours is slower: "
        "[all of them](benchmarks/RESULTS.md#beside-the-fastest-other-exact-program)."
    )


_EXACT = ("QSopt_ex", "SoPlex exact", "Gambit", "lrsnash")
_FLOAT = ("OpenSpiel", "nashpy", "QuantEcon", "HiGHS")


def _against(rows: Rows) -> dict[str, dict[str, str]]:
    """Return every ratio of CPU times against another program, by task and program."""
    found: dict[str, dict[str, str]] = {}
    for row in ("1", "2", "3", "4", "5", "6", "15"):
        for block in rows[row]["blocks"]:
            head = block.get("head", ())
            if "ratio (CPU)" not in head:
                continue
            ratios = found.setdefault(_TASKS.get(row, "{}").format(head[0]), {})
            for line in block["body"]:
                program, _, rest = line[0].partition(", ")
                if ratio := line[head.index("ratio (CPU)")]:
                    said = f"{ratios[program]} ({ratio} {rest})" if program in ratios else ratio
                    ratios[program] = said
    return found


_TASKS = {
    "2": "matrix {}",
    "3": "matrix {}",
    "15": "bimatrix {}, all",
}


def compared(rows: Rows) -> str:
    """Return the table of all ratios, and the versions that were met."""
    names = [*_EXACT, *_FLOAT]
    lines = [
        ["task", *_EXACT, *(f"*{name}*" for name in _FLOAT)],
        ["---"] * (len(names) + 1),
        *(
            [task, *(ratios.get(name, "") for name in names)]
            for task, ratios in _against(rows).items()
        ),
    ]
    shown = "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
    met: dict[str, set[str]] = {}
    for row in rows.values():
        for tool, version in row["run"]["tools"].items():
            met.setdefault(tool.partition(",")[0], set()).add(version)
    versions = "; ".join(f"{tool} {' and '.join(sorted(met[tool]))}" for tool in sorted(met))
    dates = sorted(row["run"]["date"] for row in rows.values())
    return f"{shown}\nMeasured {dates[0]} to {dates[-1]}. Versions: {versions}.\n"


PAGES = {"README.md": front, "docs/comparison.md": compared}


def filled(text: str, part: str) -> str:
    """Return a page's text with *part* in its place."""
    if len(_PART.findall(text)) != 1:
        raise LookupError("a page has one place for what is generated")
    return _PART.sub(lambda found: found[1] + "\n" + part + "\n" + found[2], text)


def main() -> None:
    """Compare the pages with the results, or write them."""
    rows, stale = measured(), []
    for name, part in PAGES.items():
        page = ROOT / name
        before = page.read_text(encoding="utf-8")
        after = filled(before, part(rows))
        if "--write" in sys.argv[1:]:
            page.write_text(after, encoding="utf-8")
        elif before != after:
            stale.append(f"{name} is not what was measured: python -m tools.book_bench --write")
    if stale:
        sys.exit("\n".join(stale))


if __name__ == "__main__":
    main()
