"""A second opinion on all equilibria: lrsnash and Gambit list the same, degenerate games included.

Neither is needed to use Sabot. Without them these tests are skipped.
"""

import random
import shutil
import subprocess
from fractions import Fraction

import pytest
from benchmarks.tools import pygambit_api

from sabot.solvers.all_nash.solve import enumerate_equilibria

try:
    import pygambit
except ImportError:
    pygambit = None

LRSNASH = shutil.which("lrsnash")
needs_gambit = pytest.mark.skipif(pygambit is None, reason="needs pip install pygambit")
needs_lrsnash = pytest.mark.skipif(LRSNASH is None, reason="needs lrsnash (Debian: lrslib)")


def some(count, seed, most=5):
    """Yield random games: the fewer the numbers to choose from, the more of them degenerate."""
    chance = random.Random(seed)
    for _ in range(count):
        rows, columns = chance.randint(1, most), chance.randint(2, most)
        top = chance.choice([1, 2, 3, 9, 99])
        yield tuple(
            [[chance.randint(0, top) for _ in range(columns)] for _ in range(rows)]
            for _ in range(2)
        )


def ours(one, two):
    found = enumerate_equilibria(one, two)
    return {
        tuple(
            tuple(Fraction(weight, sum(corner.weights)) for weight in corner.weights)
            for corner in (found.first[x], found.second[y])
        )
        for x, y in found.pairs
    }


def by_lrsnash(game, path):
    """Return what lrsnash lists: blocks of mixes, each of one seat with each of the other."""
    one, two = game
    rows, columns = len(one), len(one[0])
    tables = ("\n".join(" ".join(map(str, row)) for row in table) for table in (one, two))
    path.write_text(f"{rows} {columns}\n\n" + "\n\n".join(tables) + "\n")
    done = subprocess.run([LRSNASH, str(path)], capture_output=True, text=True, check=True)
    found, block = set(), {"1": [], "2": []}
    for line in [*done.stdout.splitlines(), ""]:
        words = line.split()
        if not words:
            found |= {(x, y) for x in block["1"] for y in block["2"]}
            block = {"1": [], "2": []}
        elif len(words) == {"1": rows, "2": columns}.get(words[0], 0) + 2:
            block[words[0]].append(tuple(map(Fraction, words[1:-1])))
    return found


def by_gambit(one, two):
    """Return what Gambit's enumeration of extreme points lists."""
    game = pygambit_api.of_matrices(one, two)
    return {
        tuple(map(pygambit_api.fractions, pygambit_api.mixes(profile)))
        for profile in pygambit.nash.enummixed_solve(game, rational=True).equilibria
    }


@needs_lrsnash
@pytest.mark.parametrize(
    ("count", "seed"), [(60, 1), pytest.param(1000, 2, marks=pytest.mark.slow)]
)
def test_lrsnash_lists_the_same_equilibria(count, seed, tmp_path):
    for game in some(count, seed):
        assert ours(*game) == by_lrsnash(game, tmp_path / "game.txt"), game


@needs_gambit
@pytest.mark.parametrize(
    ("count", "seed"), [(60, 3), pytest.param(1000, 4, marks=pytest.mark.slow)]
)
def test_gambit_lists_the_same_equilibria(count, seed):
    for game in some(count, seed):
        assert ours(*game) == by_gambit(*game), game


@needs_lrsnash
@pytest.mark.slow
def test_lrsnash_lists_the_same_equilibria_of_games_of_nine_by_eleven(tmp_path):
    chance = random.Random(5)
    for top in (4, 99, 10**6):
        game = [[[chance.randint(0, top) for _ in range(11)] for _ in range(9)] for _ in range(2)]
        assert ours(*game) == by_lrsnash(game, tmp_path / "game.txt")
