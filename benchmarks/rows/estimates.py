"""Row 18: what `sabot size` announces, beside what `sabot solve GAME -o FILE` takes.

Each command is a fresh process. Its CPU time and its peak memory are those that the system counted.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import structured
from benchmarks.bench import ROOT
from benchmarks.command import run_sabot
from benchmarks.games import Game, csv_text, nfg_text, random_integers, random_pairs
from benchmarks.rows.every import has_no_pure_equilibrium
from benchmarks.settings import Record, Settings
from benchmarks.structured import Matrix
from benchmarks.table import duration, size

TIME, MEMORY = 2.0, 1.5  # factors
CERTAIN = 100_000  # nodes below which no game may use more memory than announced
TIGHT = 100_000_000  # bytes from which the factor of memory is a goal

HELD_OUT = ROOT / "benchmarks" / "held_out.py"
TREES = (
    "liars_dice(faces=5)",
    "liars_dice(faces=6)",
    "goofspiel(cards=4)",
    "two_streets(ranks=26)",
    "two_streets(ranks=10, sizes=10)",
    "narrow(decisions=400)",
    "narrow(decisions=900)",
    "signalling(types=40, words=20, replies=40)",
    "signalling(types=80, words=40, replies=80)",
    "wide(words=60)",
    "wide(words=160)",
    "repeated(rounds=4)",
    "repeated(rounds=5)",
    "centipede(turns=40)",
    "centipede(turns=200)",
    "raked(ranks=30)",
    "raked(ranks=60)",
)
NAMED = (
    "le-her",
    "le-her(ranks=300)",
    "le-her(ranks=25, reply=open)",
    "le-her(ranks=100, reply=open)",
    "kuhn-poker",
    "kuhn-poker(ranks=200)",
    "kuhn-poker(ranks=400)",
    "leduc-poker(ranks=6)",
    "leduc-poker(ranks=13)",
    "leduc-poker(ranks=20)",
)
QUICK = ("le-her", "kuhn-poker", "leduc-poker(ranks=6)")

LEGEND = (
    "Time: CPU seconds of `sabot solve GAME -o FILE`, with start-up, uniqueness and certificate. "
    "The estimate is a range; its middle is the geometric mean of its ends. Memory: the peak of "
    "the process. A ratio above 1 means that more was announced than used."
)


def matrices() -> Iterator[tuple[str, Matrix | Game]]:
    """Yield names and matrices: random ones and those with a structure."""
    for side in (100, 400, 1000):
        yield f"random {side} x {side}", random_integers(side, 999, 0)
    yield "random 100 x 1000", [row[:1000] for row in random_integers(1000, 999, 1)[:100]]
    yield "all equal, 1000", structured.equal(1000)
    yield "rank 5, 500", structured.low_rank(500)
    yield "12 different rows, 500", structured.repeated_rows(500)
    yield "Blotto, 4 fields, 12", structured.blotto(12, 4)
    yield "Blotto, 5 fields, 10", structured.blotto(10, 5)
    yield "sparse, 1000", structured.sparse(1000)
    yield "diagonal, 500", structured.diagonal(500)
    yield "diagonal of fractions, 300", structured.diagonal_fractions(300)
    yield "0/1, 300", structured.zero_one(300)
    yield "-1/0/1, 600", structured.signs(600)
    yield "rock, paper, scissors, 301", structured.rock_paper_scissors(301)
    yield "fractions of 200 digits, 15", structured.long_fractions(15)
    yield "Vandermonde, 60", structured.vandermonde(60)


def estimates_row(settings: Settings) -> Record:
    """Announce and solve every game, one after the other."""
    record = Record("18", "what `sabot size` announces, and what is used", settings)
    body: list[list[str]] = []
    with TemporaryDirectory() as folder:
        for name, game in _games(Path(folder), quick=settings.quick):
            settings.progress(f"{name}: size and solve")
            found = measure(game, Path(folder) / "solution.json")
            record.figures.append({"game": name, **found})
            body.append(_line(name, found))
    record.table(["game", "announced", "CPU", "ratio", "announced", "peak", "ratio"], body)
    _judge(record)
    record.note(LEGEND)
    return record


def _games(folder: Path, *, quick: bool) -> Iterator[tuple[str, str]]:
    """Yield names and game strings; a matrix is written to a file."""
    if quick:
        yield from zip(QUICK, QUICK, strict=True)
        return
    yield from ((game, f"{HELD_OUT}:{game}") for game in TREES)
    yield from zip(NAMED, NAMED, strict=True)
    for number, (name, matrix) in enumerate(matrices()):
        path = folder / f"{number}.csv"
        path.write_text(csv_text(matrix))
        yield name, str(path)
    for side in (50, 100, 200):
        path = folder / f"pairs{side}.nfg"
        path.write_text(_without_pure_equilibrium(side))
        yield f"bimatrix {side} x {side}", str(path)


def _without_pure_equilibrium(side: int) -> str:
    """Return a random bimatrix game whose equilibria are mixed, in Gambit's format."""
    games = (random_pairs(side, 999, seed) for seed in range(99))
    return nfg_text(next(filter(has_no_pure_equilibrium, games)))


def measure(game: str, path: Path) -> dict[str, Any]:
    """Return what was announced for a game, and what solving and saving it took."""
    told = json.loads(run_sabot(["size", game, "--json"]).said)
    solved = run_sabot(["solve", game, "-o", str(path)])
    low, high = told["seconds"]
    return {
        "nodes": told["nodes"],
        "low": low,
        "high": high,
        "cpu": solved.cpu,
        "announced": told["memory"],
        "peak": solved.peak,
    }


def _middle(found: dict[str, Any]) -> float:
    return math.sqrt(found["low"] * found["high"])


def _line(name: str, found: dict[str, Any]) -> list[str]:
    return [
        name,
        f"{duration(found['low'])} to {duration(found['high'])}",
        duration(found["cpu"]),
        f"{_middle(found) / found['cpu']:.2f}",
        size(found["announced"]),
        size(found["peak"]),
        f"{found['announced'] / found['peak']:.2f}",
    ]


def _judge(record: Record) -> None:
    """Keep the goals: time within a factor, memory within another and never more than announced."""
    games = record.figures
    wrong = [max(_middle(one) / one["cpu"], one["cpu"] / _middle(one)) for one in games]
    record.goal(
        "middle of the announced time",
        f"within {TIME:g}x",
        f"{max(wrong):.2f}x",
        max(wrong) <= TIME,
    )
    inside = sum(one["low"] <= one["cpu"] <= one["high"] for one in games)
    near = all(one["low"] / TIME <= one["cpu"] <= TIME * one["high"] for one in games)
    record.goal(
        "announced range of time",
        f"within {TIME:g}x of it",
        f"{inside} of {len(games)} inside",
        near,
    )
    large = [one["announced"] / one["peak"] for one in games if one["peak"] > TIGHT]
    most = max(large, default=1.0)
    record.goal("announced memory over 100 MB", f"<= {MEMORY:g}x", f"{most:.2f}x", most <= MEMORY)
    short = [
        one["game"] for one in games if one["nodes"] < CERTAIN and one["announced"] < one["peak"]
    ]
    record.goal(
        f"memory under {CERTAIN:,} nodes", "<= announced", ", ".join(short) or "all", not short
    )
