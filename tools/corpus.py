"""Solve every game file of some folders, and say what became of each: ``corpus.py FOLDER...``.

Meant for checkouts of Gambit and OpenSpiel, whose repositories hold some 250 games (.efg, .nfg).
Every solution is checked by its certificate before it counts. Exit code 1 if a file that should be
solved is not: one for two persons with perfect recall.
"""

from __future__ import annotations

import argparse
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import sabot
from sabot.errors import NoMethodError, SabotError
from sabot.progress import WatchCancelled
from sabot.results.nplayer_nash import NPlayerEquilibria

SUFFIXES = (".efg", ".nfg")
SOLVED = ("zero-sum", "equilibrium", "profile")
REFUSED = {
    "players": ("only two-person games are read", "seats ("),
    "recall": ("needs perfect recall",),
}
"""Why a file is rightly not solved, and by which words that is known."""


@dataclass(frozen=True)
class Fate:
    """What became of a file."""

    path: str
    kind: str
    """``zero-sum``, ``equilibrium``; for more than two ``profile`` (an equilibrium) or ``near``;
    ``players``, ``recall``; ``slow``, ``failed``."""
    seconds: float
    words: str
    payoffs: tuple[str, ...] = ()
    pure: int | None = None
    """How many pure equilibria there are, of a game for other than two."""


def files(paths: Iterable[Path]) -> list[Path]:
    """Return the game files among some paths and below those that are folders, in order."""
    return sorted(
        found for path in paths for found in (path, *path.rglob("*")) if found.suffix in SUFFIXES
    )


def fate(path: Path, patience: float = 60.0) -> Fate:
    """Solve one file and check the certificate, giving up after some seconds."""
    watch = sabot.Watch()
    timer = threading.Timer(patience, watch.cancel)
    timer.start()
    started = time.perf_counter()
    payoffs: tuple[str, ...] = ()
    try:
        if len(sabot.load(str(path)).seats) != 2:
            return _of_many(str(path), started, patience)
        solution = sabot.solve(str(path), watch=watch)
        sabot.check(solution)
        kind = "zero-sum" if solution.zero_sum else "equilibrium"
        words = solution.method
        payoffs = tuple(str(solution.payoffs[seat]) for seat in solution.seats)
    except WatchCancelled:
        kind, words = "slow", f"not solved in {patience:g} s"
    except SabotError as fault:
        words = str(fault).splitlines()[0]
        kind = next((k for k, known in REFUSED.items() if any(w in str(fault) for w in known)), "")
        kind = kind or ("players" if isinstance(fault, NoMethodError) else "failed")
    finally:
        timer.cancel()
    return Fate(str(path), kind, time.perf_counter() - started, words, payoffs)


def _of_many(path: str, started: float, patience: float) -> Fate:
    """Return what becomes of a game for three or more: its pure equilibria, and a profile."""
    pure: int | None = None
    listed = "all equilibria: not listed"
    with suppress(NoMethodError):  # too many profiles
        pure = sabot.equilibria(path, pure=True).count
        every = sabot.equilibria(path, seconds=patience)
        if isinstance(every, NPlayerEquilibria):
            sabot.check(every)
            end = "all" if every.complete else "open"
            sets = f" and {len(every.subsets)} sets" if every.subsets else ""
            up_to = ", up to views not reached" if every.reached_only else ""
            listed = f"equilibria: {every.count}{sets} ({end}{up_to})"
    try:
        found: Any = sabot.solve(path)
    except NoMethodError:
        found = sabot.approximate(path, gap="1/100", iterations=2000)
    sabot.check(found)
    kind = "profile" if found.equilibrium else "near"
    words = f"pure: {pure}; {listed}; each seat gains at most {float(found.gap):.3g}"
    paid = tuple(str(found.payoffs[seat]) for seat in found.seats)
    return Fate(path, kind, time.perf_counter() - started, words, paid, pure)


def fates(paths: Iterable[Path], patience: float) -> Iterator[Fate]:
    """Yield what becomes of each file."""
    for path in paths:
        yield fate(path, patience)


def main() -> int:
    """Run over the folders that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0, help="patience with one file")
    parser.add_argument("--json", action="store_true", help="one object per file")
    given = parser.parse_args()
    found: list[Fate] = []
    paths = files(given.folders)
    for one in fates(paths, given.seconds):
        found.append(one)
        print(f"{len(found)} of {len(paths)}", end="\r", file=sys.stderr, flush=True)
        if given.json:
            print(json.dumps(asdict(one)), flush=True)
        else:
            line = f"{one.kind:12} {one.seconds:8.3f} s  {one.path}: {one.words[:100]}"
            print(line, flush=True)
    counts = Counter(one.kind for one in found)
    total = sum(one.seconds for one in found)
    said = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{len(found)} files: {said}; {total:.1f} s", file=sys.stderr)
    return int(any(kind in counts for kind in ("slow", "failed")))


if __name__ == "__main__":
    sys.exit(main())
