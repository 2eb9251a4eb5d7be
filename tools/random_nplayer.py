"""All equilibria of random games for three and four players, compared with two other methods.

``python -m tools.random_nplayer``, with an interpreter that has pygambit. Each game has integer
payoffs at random. Sabot lists its equilibria with a certificate, which the checker must accept.
The others find equilibria in floats: Gambit's enumpoly by supports and polynomial systems, and
here, for each support, Newton's method from many random points, where its equations are regular. An
equilibrium of theirs must be near one of the list or a corner of one of its sets. What is in the
list must be an equilibrium by the payoffs of the file, computed here: no player may gain by a pure
strategy. Points of theirs at which a player gains by more than rounding are no equilibria and are
counted apart. Exit code 1 if a list misses an equilibrium or has a point that is none; a file that
the checker refuses ends the run.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Mixes = tuple[tuple[float, ...], ...]

PLAN = (((2, 2, 2), 1200), ((3, 2, 2), 400), ((2, 2, 2, 2), 250), ((3, 3, 3), 150))
"""Sizes, and how many games of each."""
NEAR = 1e-5
"""Two mixes with probabilities as near as that are the same."""
SINGULAR = 1e-7
"""Newton's equations are not regular with a smaller singular value, of payoffs up to 99."""
STARTS, NEWTON_STEPS = 60, 40
"""Random points for each support, and steps from each."""
MOST_GAIN = 1e-6
"""Points in floats at which a player gains more, of payoffs up to 99, are not equilibria."""


def random_game(sizes: Sequence[int], seed: int, largest: int) -> str:
    """Return a game in strategic form with random integer payoffs, as a .nfg file has it."""
    by_seed = random.Random(f"compare {sizes} {seed} {largest}")
    names = " ".join(f'"{k + 1}"' for k in range(len(sizes)))
    paid = " ".join(str(by_seed.randint(0, largest)) for _ in range(len(sizes) * prod(sizes)))
    return f'NFG 1 R "" {{ {names} }} {{ {" ".join(map(str, sizes))} }} {paid}'


def ours(text: str, sizes: Sequence[int]) -> tuple[bool, list[Mixes], list[Mixes]]:
    """Return whether the list is complete, its single equilibria, and the corners of its sets."""
    import sabot
    from sabot.certify import check
    from sabot.io.nfg import parse_nplayer_nfg
    from sabot.results.nplayer_nash import NPlayerEquilibria

    found = sabot.equilibria(parse_nplayer_nfg(text))
    if not isinstance(found, NPlayerEquilibria):
        raise TypeError(f"a list of another kind: {type(found).__name__}")
    check(found.document)
    listed = [
        tuple(probabilities(table["-"], count) for table, count in zip(one, sizes, strict=True))
        for one in (each.strategies.values() for each in found.equilibria)
    ]
    corners = [
        tuple(probabilities(table["-"], count) for table, count in zip(one, sizes, strict=True))
        for some in found.subsets
        for one in product(*some.strategies.values())
    ]
    return found.complete, listed, corners


def probabilities(mix: Mapping[str, Any], count: int) -> tuple[float, ...]:
    """Return the probabilities of a player's strategies, as floats."""
    return tuple(float(mix.get(str(a + 1), 0)) for a in range(count))


def by_gambit(text: str) -> list[Mixes]:
    """Return what Gambit's enumpoly lists."""
    import pygambit
    from benchmarks.tools import pygambit_api

    game = pygambit.read_nfg(io.StringIO(text))
    found = pygambit.nash.enumpoly_solve(game).equilibria
    return [tuple(tuple(map(float, mix)) for mix in pygambit_api.mixes(one)) for one in found]


def gambit_within(seconds: float, text: str) -> list[Mixes] | None:
    """Return Gambit's list, made in a process of its own; None if it does not end in time."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=lambda: there.send(by_gambit(text)))
    process.start()
    there.close()
    try:
        found = here.recv() if here.poll(seconds) else None
    except EOFError:
        found = None
    process.kill()
    process.join()
    return found


def payoff_tables(text: str, sizes: Sequence[int]) -> list[Floats]:
    """Return the payoffs of each player, an axis for each player's strategies."""
    numbers = [float(word) for word in text.rsplit("}", 1)[1].split()]
    table = np.array(numbers).reshape(*reversed(sizes), len(sizes))
    # in a .nfg file the strategy of the first player changes fastest
    return [np.ascontiguousarray(table[..., k].T) for k in range(len(sizes))]


def by_newton(text: str, sizes: Sequence[int], starts: int) -> list[Mixes]:
    """Return the equilibria that Newton's method finds from random points, support by support."""
    tables = payoff_tables(text, sizes)
    points = np.random.default_rng(0)
    found: list[Mixes] = []
    for supports in product(*(subsets(count) for count in sizes)):
        for mixes in newton_on(tables, supports, points, starts):
            full = []
            for support, mix, count in zip(supports, mixes, sizes, strict=True):
                whole = [0.0] * count
                for a, chance in zip(support, mix, strict=True):
                    whole[a] = chance
                full.append(tuple(whole))
            one = tuple(full)
            if greatest_gain(text, sizes, one) <= MOST_GAIN and without([one], found):
                found.append(one)
    return found


def subsets(count: int) -> list[tuple[int, ...]]:
    """Return the supports of a player with some strategies."""
    numbers = range(count)
    return [tuple(a for a in numbers if code >> a & 1) for code in range(1, 2**count)]


def newton_on(
    tables: Sequence[Floats],
    supports: Sequence[tuple[int, ...]],
    points: np.random.Generator,
    starts: int,
) -> list[list[list[float]]]:
    """Return the zeros, with all probabilities positive, that some starts lead to."""
    players = range(len(tables))
    free = [len(support) - 1 for support in supports]
    if not any(free):
        return [[[1.0] for _ in supports]]
    letters = ascii_lowercase[: len(tables)]
    differences = []  # of each player, by the first strategy of the support
    for k in players:
        own = tables[k][np.ix_(*supports)]
        differences.append(np.diff(own, axis=k))
    mixes = [points.dirichlet([1.0] * len(support), starts) for support in supports]
    blocks = np.cumsum([0, *free])
    for _ in range(NEWTON_STEPS):
        values = np.zeros((starts, blocks[-1]))
        slopes = np.zeros((starts, blocks[-1], blocks[-1]))
        for k in players:
            rows = slice(blocks[k], blocks[k + 1])
            others = [j for j in players if j != k]
            values[:, rows] = contract(differences[k], letters, mixes, others, letters[k])
            for j in others:
                rest = [i for i in others if i != j]
                by_action = contract(differences[k], letters, mixes, rest, letters[k] + letters[j])
                slopes[:, rows, blocks[j] : blocks[j + 1]] = (
                    by_action[..., :-1] - by_action[..., -1:]
                )
        slopes += 1e-13 * np.eye(blocks[-1])
        try:
            steps = np.linalg.solve(slopes, values[..., None])[..., 0]
        except np.linalg.LinAlgError:
            return []
        steps = np.clip(np.nan_to_num(steps), -1, 1)
        for j in players:
            mixes[j][:, :-1] -= steps[:, blocks[j] : blocks[j + 1]]
            mixes[j][:, -1] = 1 - mixes[j][:, :-1].sum(axis=1)
    ended = np.abs(steps).max(axis=1) < 1e-10
    singular = np.linalg.svd(slopes, compute_uv=False)[:, -1] < SINGULAR
    ended &= ~singular  # it is in a set of solutions
    inside = np.all([mix.min(axis=1) > 0 for mix in mixes], axis=0)
    return [[mix[n].tolist() for mix in mixes] for n in np.flatnonzero(ended & inside)]


def contract(
    table: Floats, letters: str, mixes: Sequence[Floats], others: Sequence[int], left: str
) -> Floats:
    """Return a table summed over the mixes of some players, for each start."""
    words = ",".join([letters, *(f"z{letters[j]}" for j in others)])
    total = np.einsum(f"{words}->{'z' if others else ''}{left}", table, *(mixes[j] for j in others))
    return total if others else np.broadcast_to(total, (len(mixes[0]), *total.shape))


def greatest_gain(text: str, sizes: Sequence[int], mixes: Mixes) -> float:
    """Return the most that a player gains by a pure strategy, from the payoffs of the file."""
    players = range(len(sizes))
    letters = ascii_lowercase[: len(sizes)]
    arrays = [np.array([mix]) for mix in mixes]
    worth = [
        contract(table, letters, arrays, [j for j in players if j != k], letters[k])[0].tolist()
        for k, table in enumerate(payoff_tables(text, sizes))
    ]
    gains = [
        max(own) - sum(a * b for a, b in zip(own, mix, strict=True))
        for own, mix in zip(worth, mixes, strict=True)
    ]
    return float(max(gains))


def near(one: Mixes, other: Mixes) -> bool:
    """Whether two profiles have the same probabilities up to rounding."""
    return all(
        abs(a - b) <= NEAR
        for mix, mine in zip(one, other, strict=True)
        for a, b in zip(mix, mine, strict=True)
    )


def without(some: Iterable[Mixes], others: Sequence[Mixes]) -> list[Mixes]:
    """Return those of *some* that are near none of the others."""
    return [one for one in some if not any(near(one, other) for other in others)]


def compare(sizes: Sequence[int], seed: int, largest: int, seconds: float) -> tuple[str, str]:
    """Return the outcome of the comparison of one game, and its words."""
    text = random_game(sizes, seed, largest)
    complete, mine, corners = ours(text, sizes)
    false = [one for one in (*mine, *corners) if greatest_gain(text, sizes, one) > MOST_GAIN]
    if false:
        return "FALSE", str(false[0])
    newton = by_newton(text, sizes, STARTS)
    gambit = gambit_within(seconds, text)
    ended, gambit = gambit is not None, gambit or []
    theirs = [*newton, *without(gambit, newton)]
    words = f"{len(mine)} and {len(corners)} corners of sets"
    words += f"; Gambit {len(gambit)}, Newton {len(newton)}"
    missing = without(theirs, [*mine, *corners])
    real = [one for one in missing if greatest_gain(text, sizes, one) <= MOST_GAIN]
    if real:
        return ("MISSED" if complete else "not complete"), f"{words}; missed: {real[0]}"
    fewer = without(mine, theirs)
    if fewer:
        return "not found by the others", f"{words}; {fewer[0]}"
    if not complete:
        return "same, not complete", words
    if not ended:
        return "same as Newton, Gambit does not end", words
    return "same" if len(gambit) == len(theirs) else "same, Gambit lists other points", words


def main() -> int:
    """Run over the plan."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--largest", type=int, default=99, help="the largest payoff")
    parser.add_argument("--seconds", type=float, default=20.0, help="for Gambit's list of a game")
    parser.add_argument("--share", type=float, default=1.0, help="of the 2,000 games of the plan")
    given = parser.parse_args()
    import pygambit  # noqa: F401  (before the processes are made, once)

    wrong = 0
    for sizes, games in PLAN:
        counts: Counter[str] = Counter()
        started = time.process_time()
        for seed in range(given.seed, given.seed + max(1, round(games * given.share))):
            kind, words = compare(sizes, seed, given.largest, given.seconds)
            counts[kind] += 1
            if not kind.startswith("same"):
                print(f"{'x'.join(map(str, sizes))}, seed {seed}: {kind}: {words}", flush=True)
        wrong += counts["MISSED"] + counts["FALSE"]
        outcome = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
        spent = time.process_time() - started
        print(f"{'x'.join(map(str, sizes))}: {outcome} ({spent:.0f} s of CPU here)", flush=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
