"""Row 13-saved: every kind of file that a verb saves, made and checked by commands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks import structured
from benchmarks.command import run_sabot
from benchmarks.games import (
    coordination_pairs,
    csv_text,
    degenerate_pairs,
    nfg_text,
    polynomial_text,
    random_integers,
    random_pairs,
)
from benchmarks.rows.estimates import HELD_OUT
from benchmarks.settings import WORD, Record, Settings
from benchmarks.table import duration, size, times

COORDINATION, LISTED = "coordination 15x15", 32_767
LIMIT = 900.0

LEGEND = (
    "CPU of `sabot VERB GAME -o FILE` and of `sabot check FILE`, each in a fresh process with its "
    "start-up."
)


def saved_row(settings: Settings) -> Record:
    """Save a file of every kind and check it."""
    record = Record("13-saved", "files that verbs save: made and checked", settings)
    body: list[list[str]] = []
    slower: list[str] = []
    with TemporaryDirectory() as folder:
        for name, words in _commands(Path(folder), quick=settings.quick):
            settings.progress(f"{name}: saved and checked")
            path = Path(folder) / "saved.json"
            try:
                made = run_sabot([*words, "-o", str(path)], LIMIT)
                checked = run_sabot(["check", str(path), "--json"], LIMIT)
            except RuntimeError as error:
                record.note(f"{name}: {error}")
                slower.append(name)
                continue
            (told,) = json.loads(checked.said)["files"]
            faster = bool(told["proved"]) and checked.cpu < made.cpu
            slower += [] if faster else [name]
            share = checked.cpu / made.cpu
            cells = [duration(made.cpu), size(path.stat().st_size), duration(checked.cpu)]
            body.append([words[0], name, *cells, times(share), WORD[faster]])
            record.figures.append(
                {"verb": words[0], "game": name, "cpu": made.cpu, "check": checked.cpu}
            )
            if name == COORDINATION:
                listed = len(told["value"])
                shown = f"{listed:,} proved: {made.cpu:.0f} s, check {checked.cpu:.0f} s"
                record.goal(name, f"{LISTED:,} listed, saved and checked", shown, listed == LISTED)
    record.table(["verb", "game", "made", "file", "checked", "check / made", "verdict"], body)
    target = "checked in less CPU time than it took to make"
    shown = f"{len(body) - sum(name in slower for _, name, *_ in body)} of {len(body)}"
    shown += f"; not: {', '.join(slower)}" if slower else ""
    record.goal("every saved file", target, shown, not slower)
    record.note(LEGEND)
    return record


def _commands(folder: Path, *, quick: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield names and commands without the file they save to."""
    files = {
        "random matrix 400x400": ("solve", csv_text(random_integers(400, 999, 0)), "csv"),
        "sparse matrix 500x500": ("solve", csv_text(structured.sparse(500)), "csv"),
        "bimatrix 100x100": ("solve", nfg_text(random_pairs(100, 99, 3)), "nfg"),
        "three players 2x2x2": ("equilibria", _three_players_text(), "nfg"),
        "properties 8x8": ("properties", nfg_text(random_pairs(8, 99, 3)), "nfg"),
        "correlated 50x50": ("correlated", nfg_text(random_pairs(50, 99, 3)), "nfg"),
        "random 20x20": ("equilibria", nfg_text(random_pairs(20, 99, 0)), "nfg"),
        "degenerate 15x15": ("equilibria", nfg_text(degenerate_pairs(15)), "nfg"),
        "coordination 10x10": ("equilibria", nfg_text(coordination_pairs(10)), "nfg"),
        "coordination 12x12": ("equilibria", nfg_text(coordination_pairs(12)), "nfg"),
        COORDINATION: ("equilibria", nfg_text(coordination_pairs(15)), "nfg"),
    }
    games = (
        ("solve", "le-her"),
        ("solve", "leduc-poker(ranks=9)"),
        ("solve", f"{HELD_OUT}:goofspiel(cards=4)"),
        ("solve", f"{HELD_OUT}:repeated(rounds=4)"),
        ("solve", "whist(n=13, seed=1)"),
        ("solve", "blind-poker(players=4, q=287/1000)"),
        ("solve", "von-neumann"),
        ("equilibria", "kuhn-poker"),
        ("equilibria", "baccara(model=A3)"),
        ("prove", "le-her(ranks=13, suits=*)"),
        ("prove", "kuhn-poker(ranks=6, bet=*)"),
        ("prove", "baccara(model=B3, decks=*)"),
        ("prove", "baccara(model=A1, commission=*)"),
        ("prove", "borel(bet=*)"),
        ("prove", "matrix([[2|1,0|0],[0|0,t|2]])"),
        ("equilibria", "kuhn-poker(rake=1/20)"),
    )
    for verb, game in games[:1] if quick else games:
        yield game.rpartition(":")[2], [verb, game]
    yield "leduc-poker --gap 1/100", ["solve", "leduc-poker", "--gap", "1/100"]
    if quick:
        return
    yield "kuhn-poker, 1000 ranks", ["solve", "kuhn-poker(ranks=1000)", "--gap", "1/1000"]
    yield "kuhn-poker, refined", ["solve", "kuhn-poker", "--refine", "quasi-perfect"]
    yield "polynomials 12x12", ["prove", polynomial_text(12, 2, 0)]
    for number, (name, (verb, text, suffix)) in enumerate(files.items()):
        path = folder / f"{number}.{suffix}"
        path.write_text(text)
        yield name, [verb, str(path)]


def _three_players_text() -> str:
    """Return a file of a random game for three players with two strategies each."""
    rng = Random("2x2x2 0")
    payoffs = " ".join(str(rng.randint(-9, 9)) for _ in range(3 * 2**3))
    return f'NFG 1 R "random" {{ "a" "b" "c" }} {{ 2 2 2 }}\n\n{payoffs}\n'
