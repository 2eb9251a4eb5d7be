"""First use: every verb on a fresh copy of the package, with no bytecode and nothing compiled.

``first_use()`` returns a row (verb, CPU seconds, wall seconds) for each command, each run in a
process of its own on a copy of its own; ``warm_start()`` the row of ``sabot solve le-her`` when all
was used before. Only the standard library is needed here; ``python -m benchmarks.rows.first_use``
prints both.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

Row = tuple[str, float, float]
"""What was asked, CPU seconds (user and system, of all its processes), wall seconds."""

LIMIT = 1.0
"""CPU seconds that any verb may take on a fresh machine."""
WARM_LIMIT = 0.15
"""CPU seconds that ``sabot solve le-her`` may take once everything was used."""

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("--help",),
    ("games",),
    ("show", "le-her"),
    ("size", "leduc-poker"),
    ("completion", "bash"),
    ("solve", "le-her"),
    ("solve", "kuhn-poker"),
    ("solve", "leduc-poker"),
    ("solve", "baccara(model=A1)"),
    ("solve", "baccara(model=B3, decks=6)"),
    ("solve", "whist(deal=KQ10/AJ9, lead=W)"),
    ("solve", "whist(n=13, seed=1)"),
    ("solve", "whist(n=100, seed=1)"),
    ("solve", "greedy-whist(n=13, seed=1)"),
    ("solve", "five-card(n=13, seed=1)"),
    ("solve", "misere-whist(n=6, seed=1)"),
    ("solve", "misere-whist(n=13, seed=1)"),
    ("solve", "matrix(file=50.csv)"),
    ("solve", "matrix(file=200.csv)"),
    ("solve", "leduc-poker", "--gap", "1/100"),
    ("solve", "kuhn-poker(rake=1/20)"),
    ("check", "kuhn.json"),
    ("reduce", "le-her(strategies=threshold)"),
    ("equilibria", "kuhn-poker"),
    ("equilibria", "kuhn-poker(rake=1/20)"),
    ("prove", "le-her(ranks=4, suits=*)"),
    ("value", "baccara(model=B1, decks=8)", "--strategy", "casino"),
    ("sweep", "le-her(ranks=2..5, suits=1|2|inf)"),
    ("sweep", "baccara(model=B1, decks=1..4|inf)"),
    ("simulate", "le-her"),
    ("simulate", "baccara(model=B1, decks=6)"),
    ("simulate", "draw-poker"),
    ("simulate", "draw-poker", "--hands", "100000"),
    ("draw", "tournament", "thesis", "equilibrium", "random"),
    ("play", "le-her", "--hands", "1"),
    ("play", "whist(n=5, seed=3)", "--prices"),
    ("play", "draw-poker", "--players", "5", "--hands", "1"),
    ("table", "kuhn.json", "--latex"),
    ("plot", "baccara(model=A1)", "-o", "envelope.svg"),
    ("export", "kuhn-poker", "--efg"),
    ("hand", "AsKdQhJc9s"),
    ("hand", "AsKdQhJc9s", "--joint"),
    ("paper", "ethier-2010-le-her", "table-5.1"),
    ("paper", "wastlund-2005", "example-5"),
    ("paper", "risticz-1973", "table-5"),
    ("paper", "risticz-1973", "section-2.7"),
    ("whist", "puzzle", "hold-up", "--n", "4", "--seed", "1"),
    ("whist", "puzzle", "one-card", "--game", "misere-whist", "--seed", "2"),
    ("whist", "puzzle", "--count", "5"),
    ("whist", "deals", "13"),
    ("whist", "deals", "6", "--cards"),
    ("whist", "deals", "500", "--samples", "2000", "--card", "1000", "--seed", "1"),
)


def first_use(commands: Sequence[Sequence[str]] = COMMANDS) -> list[Row]:
    """Return a row for each command, none of which finds anything that another left behind."""
    return list(rows_of_first_use(commands))


def rows_of_first_use(commands: Sequence[Sequence[str]] = COMMANDS) -> Iterator[Row]:
    """Yield the same rows as they are measured."""
    with tempfile.TemporaryDirectory() as folder:
        desk = _desk(Path(folder))
        for number, command in enumerate(commands):
            home = copied(Path(folder) / f"fresh-{number}")
            yield _timed(command, home, desk)
            shutil.rmtree(home)


def warm_start(repeats: int = 5) -> Row:
    """Return the best of several runs of ``sabot solve le-her`` after a first one."""
    command = ("solve", "le-her")
    with tempfile.TemporaryDirectory() as folder:
        desk, home = _desk(Path(folder)), copied(Path(folder) / "warm")
        _timed(command, home, desk)
        rows = [_timed(command, home, desk) for _ in range(repeats)]
    name, _, _ = rows[0]
    return f"warm: {name}", min(cpu for _, cpu, _ in rows), min(wall for _, _, wall in rows)


def copied(home: Path) -> Path:
    """Copy the package's sources alone; its home will hold whatever is compiled."""
    import sabot

    source = Path(sabot.__file__).parent
    nothing_compiled = shutil.ignore_patterns("__pycache__", "*.nbi", "*.nbc")
    shutil.copytree(source, home / "sabot", ignore=nothing_compiled)
    return home


def _desk(folder: Path) -> Path:
    """Return a folder with the files that commands read: two matrices and a certificate."""
    desk = folder / "desk"
    desk.mkdir()
    chance = random.Random("first use")
    for size in (50, 200):
        rows = ([chance.randint(-1000, 1000) for _ in range(size)] for _ in range(size))
        (desk / f"{size}.csv").write_text("\n".join(",".join(map(str, r)) for r in rows) + "\n")
    home = copied(folder / "writer")
    _timed(("solve", "kuhn-poker", "-o", "kuhn.json"), home, desk)
    return desk


def _timed(command: Sequence[str], home: Path, desk: Path) -> Row:
    """Run one command on the copy at *home*; a failure is an error, not a row."""
    start, used = time.perf_counter(), _children_cpu()
    done = subprocess.run(
        [sys.executable, "-c", "from sabot.cli.main import run; run()", *command],
        cwd=desk,
        env=fresh_environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    wall, cpu = time.perf_counter() - start, _children_cpu() - used
    name = " ".join(command)
    if "Traceback" in done.stderr or "fault in Sabot" in done.stderr:
        raise RuntimeError(f"sabot {name}: {done.stderr.strip()[-400:]}")
    if done.returncode and command[0] != "play":  # nobody sits at the table to play on
        raise RuntimeError(f"sabot {name} ended with {done.returncode}: {done.stderr[-400:]}")
    return name, cpu, wall


def fresh_environment(home: Path) -> dict[str, str]:
    """Return the environment in which the copy at *home* is used, and nothing outside of it."""
    settings = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "MPLCONFIGDIR": str(Path(tempfile.gettempdir()) / "first-use-fonts"),  # not ours to time
        "PYTHONPATH": str(home),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "PYTHON"))}
    return kept | settings


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _print() -> None:
    for name, cpu, wall in rows_of_first_use():
        late = "" if cpu < LIMIT else f"  over {LIMIT:g} s"
        print(f"{cpu:7.3f} s CPU {wall:7.3f} s wall  {name}{late}", flush=True)
    name, cpu, wall = warm_start()
    late = "" if cpu < WARM_LIMIT else f"  over {WARM_LIMIT:g} s"
    print(f"{cpu:7.3f} s CPU {wall:7.3f} s wall  {name}{late}")


if __name__ == "__main__":
    _print()
