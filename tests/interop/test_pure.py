"""Second opinions on pure equilibria: Gambit lists the same, of random games and its own files."""

import os
import random
from math import prod
from pathlib import Path

import pytest
from benchmarks.tools import pygambit_api

import sabot
from sabot.errors import SabotError
from sabot.io.nfg import parse_nplayer_nfg
from sabot.solvers.nplayer.support_enumeration import find_pure_equilibria

try:
    import pygambit
except ImportError:
    pygambit = None

pytestmark = pytest.mark.skipif(pygambit is None, reason="needs Gambit: pip install pygambit")
FOLDERS = [Path(name) for name in os.environ.get("SABOT_CORPUS", "").split(os.pathsep) if name]


def listed(game):
    """Return what every pure equilibrium pays, in order, as Gambit finds them."""
    found = pygambit.nash.enumpure_solve(game).equilibria
    return sorted(pygambit_api.fractions(pygambit_api.payoffs(one)) for one in found)


def ours(found):
    return sorted(one.payoffs for one in found.equilibria)


def test_random_games_for_three_to_five_have_the_same(tmp_path):
    chance = random.Random(16)
    count = 0
    for number in range(200):
        sizes = [chance.randint(1, 3) for _ in range(chance.randint(3, 5))]
        spread = (1, 2, 9)[number % 3]
        pays = (str(chance.randint(-spread, spread)) for _ in range(prod(sizes) * len(sizes)))
        players = " ".join(f'"{n}"' for n in range(1, len(sizes) + 1))
        text = f'NFG 1 R "" {{ {players} }} {{ {" ".join(map(str, sizes))} }}\n\n{" ".join(pays)}\n'
        path = tmp_path / "r.nfg"
        path.write_text(text)
        found = find_pure_equilibria("r", parse_nplayer_nfg(text))
        assert ours(found) == listed(pygambit.read_nfg(str(path))), text
        count += found.count
    assert count > 50


@pytest.mark.skipif(not FOLDERS, reason="SABOT_CORPUS names no folder of game files")
def test_the_files_for_more_than_two_have_the_same():
    compared = 0
    for path in sorted(p for f in FOLDERS for p in f.rglob("*") if p.suffix in (".efg", ".nfg")):
        try:
            more = len(sabot.load(str(path)).seats) > 2
            found = sabot.equilibria(str(path), pure=True) if more else None
            read = pygambit.read_nfg if path.suffix == ".nfg" else pygambit.read_efg
            game = None if found is None else read(str(path))
        except (SabotError, ValueError):  # too large for us; beyond Gambit's newer grammar
            continue
        if game is not None:
            assert ours(found) == listed(game), path
            compared += 1
    assert compared
