"""Say where the time of a game goes: stage by stage, room by room, function by function.

    python tools/profile_game.py 'leduc-poker(ranks=13)' [--top 15] [--save FILE]

Times are CPU seconds of this process, as in the benchmarks: on a busy machine they are what a clock
on the wall is not. Each stage is timed without a profiler; then solving is run once more under
cProfile, which slows small functions down, so its shares are to be read as shares. The second
solve is warm: what it saves was imports and compiling.
"""

import argparse
import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

Lines = list[tuple[str, float]]


def timed(lines: Lines, name: str, work: Callable[[], Any]) -> Any:
    """Do some work, note its CPU time, return what it gave."""
    start = time.process_time()
    found = work()
    lines.append((name, time.process_time() - start))
    return found


def load_sabot() -> Any:
    """Import the package, which is the first stage."""
    import sabot

    return sabot


def stages(game: str) -> tuple[Lines, Any]:
    """Return the stages from the import to the check, and the package."""
    lines: Lines = []
    sabot = timed(lines, "import sabot", load_sabot)
    one = timed(lines, "load the game string", lambda: sabot.load(game))
    with suppress(sabot.NoMethodError):  # a game in which all is seen has no form
        timed(lines, "rules to form", one.form)
    solve = partial(sabot.solve, game)
    timed(lines, "solve, first time: form, solution, certificate, uniqueness", solve)
    solution = timed(lines, "solve, warm", solve)
    document = timed(lines, "to JSON", solution.to_json)
    if document.get("certificate"):
        timed(lines, "check the certificate", lambda: sabot.check(document))
    return lines, sabot


def room_of(file: str, root: Path) -> str:
    """Return the room that a file is in: a package or module of sabot, or a library."""
    path = Path(file)
    if path.is_relative_to(root):
        return ".".join(("sabot", *path.relative_to(root).with_suffix("").parts))
    if "site-packages" in path.parts:
        return path.parts[path.parts.index("site-packages") + 1]
    return "built in" if file == "~" else "standard library"


def profiled(sabot: Any, game: str) -> pstats.Stats:
    """Return what cProfile saw of one warm solve."""
    profiler = cProfile.Profile(time.process_time)
    profiler.runcall(sabot.solve, game)
    return pstats.Stats(profiler)


def print_rooms(stats: pstats.Stats, root: Path, top: int) -> None:
    """Print the own time of every room, the largest first."""
    rooms: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        rooms[room_of(file, root)] += own
    total = sum(rooms.values()) or 1.0
    print("\nrooms, by their own time")
    for room, own in rooms.most_common(top):
        print(f"  {own:9.4f} s  {100 * own / total:5.1f} %  {room}")


def main() -> None:
    """Read the arguments, print the three tables."""
    parser = argparse.ArgumentParser(description="Say where the time of a game goes.")
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--top", type=int, default=15, help="rooms and functions to print")
    parser.add_argument("--save", metavar="FILE", help="keep the profile for pstats or a viewer")
    asked = parser.parse_args()
    lines, sabot = stages(asked.game)
    print("stages, CPU seconds")
    for name, seconds in lines:
        print(f"  {seconds:9.4f} s  {name}")
    stats = profiled(sabot, asked.game)
    if asked.save:
        stats.dump_stats(asked.save)
    print_rooms(stats, Path(sabot.__file__).parent, asked.top)
    print("\nfunctions, by their own time")
    stats.strip_dirs().sort_stats("tottime").print_stats(asked.top)


if __name__ == "__main__":
    main()
