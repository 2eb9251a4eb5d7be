"""All equilibria of every two-player game file of some folders, compared with Gambit's lists.

``python -m tools.corpus_equilibria PATH...``, with an interpreter that has pygambit. A path is a
folder or a file. Of each .efg and .nfg file for two players with perfect recall the extreme
equilibria of its strategic form are listed by Sabot and by Gambit's ``enummixed``, each within some
seconds of CPU, and must be the same: as many, with the same payoffs and the same probabilities.
What Gambit's ``lcp`` finds must be among them by its probabilities. If Gambit does not read a file
(its version 16.7 refuses labels that occur twice), it gets the game as Sabot writes it. Exit code 1
if two lists that both ended differ.
"""

from __future__ import annotations

import argparse
import io
import math
import multiprocessing
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.tools import pygambit_api
from tools.corpus import files

Listed = Counter[Any]
"""Of each equilibrium what both seats are paid and the chances that each seat mixes with."""


def ours(path: Path) -> Listed:
    """Return the equilibria of a file as Sabot lists them, by a certificate that is checked."""
    import sabot
    from sabot.certify import check
    from sabot.errors import SeatsError
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence import MatrixForm
    from sabot.forms.sequence_nplayer import (
        NPlayerSequenceForm,
        bimatrix_form_for_all_nash,
        nplayer_form_of_tree,
    )
    from sabot.game_rules.to_form import form_of_game
    from sabot.solvers.all_nash.solve import list_bimatrix_equilibria

    game = sabot.load(str(path))
    if len(game.seats) != 2:
        raise SeatsError(f"{len(game.seats)} seats", "lists are compared for two")
    form: Any = form_of_game(game)
    if isinstance(form, MatrixForm):  # zero-sum, or of a constant sum: the list of pairs
        form = BimatrixForm(form, _negated(form))
    elif not isinstance(form, BimatrixForm | NPlayerSequenceForm):
        form = nplayer_form_of_tree(game.tree())
    if isinstance(form, NPlayerSequenceForm):
        form = bimatrix_form_for_all_nash(form)
    found = list_bimatrix_equilibria(str(game), form)
    check(found.document)
    return Counter(
        (one.payoffs[0], *(_chances(one.strategies[seat]["-"].values()) for seat in found.seats))
        for one in found.equilibria
    )


def _negated(form: Any) -> Any:
    from dataclasses import replace

    return replace(form, payoffs=tuple(tuple(-a for a in row) for row in form.payoffs))


def _chances(mix: Any) -> tuple[Fraction, ...]:
    return tuple(sorted(Fraction(str(chance)) for chance in mix if Fraction(str(chance))))


def read_by_gambit(path: Path) -> Any:
    """Return the game of a file as Gambit reads it, or as it reads what Sabot writes of it."""
    import pygambit

    read = pygambit.read_efg if path.suffix == ".efg" else pygambit.read_nfg
    try:
        return read(str(path))
    except ValueError:
        if path.suffix != ".efg":
            raise
        import sabot
        from sabot.io.efg import to_efg

        return read(io.StringIO(to_efg(sabot.load(str(path)), path.stem)))


def by_gambit(path: Path, solver: str = "enummixed") -> Listed:
    """Return the equilibria of a file as a solver of Gambit's lists them."""
    import pygambit

    game = read_by_gambit(path)
    if solver == "lcp":
        found = pygambit.nash.lcp_solve(game, rational=True, use_strategic=True).equilibria
    else:
        found = pygambit.nash.enummixed_solve(game, rational=True).equilibria
    listed = {  # in degenerate games one of them may come by several bases
        tuple(map(pygambit_api.fractions, pygambit_api.mixes(one))): (
            pygambit_api.fractions(pygambit_api.payoffs(one))[0]
        )
        for one in found
    }
    return Counter((paid, *map(_chances, mixes)) for mixes, paid in listed.items())


def within(seconds: float, work: Callable[..., Any], *given: Any) -> Listed | str:
    """Return what another process finds; a word where it takes too long or fails.

    Its seconds are of CPU, so that a busy machine has the same patience; it waits 60 times that.
    """
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_sent, args=(there, seconds, work, *given))
    process.start()
    there.close()
    found: Listed | str = "slow"
    ended = False
    try:
        if here.poll(60 * seconds):
            found = here.recv()
    except EOFError:
        ended = True
    else:
        process.kill()
    process.join()
    if ended and process.exitcode != -signal.SIGXCPU:
        return "failed: it ended without an answer"
    return found


def _sent(pipe: Any, seconds: float, work: Callable[..., Any], *given: Any) -> None:
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    most = math.ceil(used + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    try:
        pipe.send(work(*given))
    except Exception as fault:  # told, not lost: the next file comes
        pipe.send(f"failed: {str(fault).splitlines()[0]}"[:150])


def verdict(path: Path, seconds: float) -> tuple[str, str]:
    """Return the outcome of the comparison of one file, and its words."""
    mine = within(seconds, ours, path)
    if isinstance(mine, str) and mine.startswith("failed"):
        return "refused", mine
    theirs = within(seconds, by_gambit, path)
    if isinstance(mine, str) or isinstance(theirs, str):
        said = [f"{who} {'done' if not isinstance(one, str) else one}" for who, one in
                (("ours", mine), ("Gambit", theirs))]  # fmt: skip
        return "slow", ", ".join(said)
    if not theirs:  # every finite game has an equilibrium: there was none to compare with
        return "unlisted", f"{mine.total()} equilibria; Gambit lists none at all"
    if not same(mine, theirs):
        return "DIFFERS", f"{mine.total()} here, {theirs.total()} there"
    path_found = within(seconds, by_gambit, path, "lcp")
    if isinstance(path_found, str):
        return "same", f"{mine.total()} equilibria; lcp {path_found[:60]}"
    if not all(any(_alike(one, other) for other in mine) for one in path_found):
        return "DIFFERS", "lcp finds what is not in the list"
    return "same", f"{mine.total()} equilibria, {path_found.total()} of them by lcp"


def same(mine: Listed, theirs: Listed) -> bool:
    """Tell whether two lists are the same except what a constant sum leaves out of a payoff."""
    return mine == theirs or (
        mine.total() == theirs.total()
        and Counter(one[1:] for one in mine.elements())
        == Counter(one[1:] for one in theirs.elements())
        and len({a[0] for a in mine}) == len({b[0] for b in theirs}) == 1
    )


def _alike(one: Any, other: Any) -> bool:
    return bool(one[1:] == other[1:])


def main() -> int:
    """Run over the folders that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="folders or game files")
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds for each list")
    given = parser.parse_args()
    import pygambit  # noqa: F401  (before the processes are made, once)

    import sabot

    sabot.equilibria([[(3, 1), (0, 0)], [(0, 0), (1, 3)]])  # loops are compiled, once
    counts: Counter[str] = Counter()
    for path in files(given.paths):
        started = time.perf_counter()
        kind, words = verdict(path, given.seconds)
        counts[kind] += 1
        print(f"{kind:8} {time.perf_counter() - started:7.2f} s  {path}: {words}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())), file=sys.stderr)
    return int(bool(counts["DIFFERS"]))


if __name__ == "__main__":
    sys.exit(main())
