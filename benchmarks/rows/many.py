"""Row 15-nplayer: all equilibria of random games for three and more players, beside Gambit."""

from __future__ import annotations

import multiprocessing
import random
import resource
from collections.abc import Sequence
from itertools import product
from multiprocessing.connection import Connection
from time import process_time

from benchmarks.settings import Record, Settings
from benchmarks.table import duration

LARGEST = 99
WARM = 5
"""Games before the clock starts."""
REPEATED = 0.1
"""Seconds of CPU for which Gambit is asked again and again: the clock may be a coarse one."""
GAMBIT_SECONDS = 10
"""CPU for one game; no answer within it counts as such."""
PLAN: tuple[tuple[tuple[int, ...], int, float | None], ...] = (
    ((2, 2, 2), 100, 0.05),
    ((3, 2, 2), 20, None),
    ((2, 2, 2, 2), 10, None),
    ((3, 3, 3), 20, 5.0),
)
"""Sizes, how many games, and the CPU seconds that 95 % of them may take."""


def random_text(sizes: Sequence[int], seed: int) -> str:
    """Return a game in strategic form with random integer payoffs, as a .nfg file has it."""
    by_seed = random.Random(f"{sizes} {seed}")
    names = " ".join(f'"{k + 1}"' for k in range(len(sizes)))
    count = len(sizes) * len([*product(*map(range, sizes))])
    paid = " ".join(str(by_seed.randint(0, LARGEST)) for _ in range(count))
    return f'NFG 1 R "" {{ {names} }} {{ {" ".join(map(str, sizes))} }} {paid}'


def nplayer_row(settings: Settings) -> Record:
    """List all equilibria of random games, with proof; beside them Gambit's enumpoly, in floats."""
    import sabot
    from sabot.io.nfg import parse_nplayer_nfg

    record = Record("15-nplayer", "all equilibria for three and more players", settings)
    for seed in range(-WARM, 0):  # what is imported is no part of it
        sabot.equilibria(parse_nplayer_nfg(random_text((2, 2, 2), seed)))
    body = []
    for sizes, games, goal in PLAN:
        heading = "x".join(map(str, sizes))
        count = max(games // 10, 2) if settings.quick else games
        took, theirs, complete = [], [], 0
        for seed in range(count):
            settings.progress(f"{heading}, game {seed}")
            text = random_text(sizes, seed)
            form = parse_nplayer_nfg(text)
            started = process_time()
            found = sabot.equilibria(form)
            took.append(process_time() - started)
            complete += bool(getattr(found, "complete", False))
            if seed < 10:
                theirs.append(_seconds_of_gambit(text))
        late = sorted(took)[max(-(-19 * count // 20) - 1, 0)]
        done = sorted(seconds for seconds in theirs if seconds is not None)
        median = duration(done[len(done) // 2]) if len(done) > len(theirs) // 2 else "-"
        body.append(
            [
                heading,
                *(duration(sorted(took)[count // 2]), duration(late), f"{complete} of {count}"),
                *(median, f"{len(done)} of {len(theirs)}"),
            ]
        )
        if goal is not None:
            limit = f"< {duration(goal)} CPU"
            record.goal(f"{heading}, 95 % of games", limit, duration(late), late < goal)
    head = ["", "ours, median", "95 %", "complete", "enumpoly, median", "ended"]
    record.table(head, body)
    record.note(
        "Ours: fractions or numbers of a field, with the proof that there are no others. Gambit's "
        f"enumpoly: floats, without proof; {GAMBIT_SECONDS} s of CPU for each of the first ten."
    )
    return record


def _seconds_of_gambit(text: str) -> float | None:
    """Return the CPU seconds of Gambit's enumpoly in a process of its own; None: it did not end."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_run_gambit, args=(there, text))
    process.start()
    there.close()
    try:
        found: float | None = here.recv()
    except EOFError:
        found = None
    process.join()
    return found


def _run_gambit(pipe: Connection, text: str) -> None:
    import io

    try:
        import pygambit
    except ImportError:
        return
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    most = round(used) + GAMBIT_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    game = pygambit.read_nfg(io.StringIO(text))
    started, runs = process_time(), 0
    while not runs or process_time() - started < REPEATED:
        pygambit.nash.enumpoly_solve(game)
        runs += 1
    pipe.send((process_time() - started) / runs)
