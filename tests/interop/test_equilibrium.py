"""Second opinions on equilibria: ours is among lrsnash's, and Gambit finds nothing to gain in it.

Neither is needed to use Sabot; without them these tests are skipped.
"""

import io
import random
import shutil
import subprocess
from fractions import Fraction as F

import pytest
from benchmarks.tools import pygambit_api

import sabot
from sabot import BimatrixForm
from sabot.io.efg import to_efg
from sabot.io.nfg import to_nfg

try:
    import pygambit
except ImportError:
    pygambit = None

needs_gambit = pytest.mark.skipif(pygambit is None, reason="needs Gambit: pip install pygambit")
needs_lrs = pytest.mark.skipif(
    shutil.which("lrsnash") is None, reason="needs lrsnash: Debian package lrslib"
)
SPREADS = (1, 2, 9, 99)
"""How far payoffs go: of few different ones ties are many, and many games degenerate."""


def random_games(count, most, seed):
    chance = random.Random(seed)
    for number in range(count):
        height, width = chance.randint(1, most), chance.randint(1, most)
        spread = SPREADS[number % len(SPREADS)]
        one, two = (
            [[chance.randint(-spread, spread) for _ in range(width)] for _ in range(height)]
            for _ in range(2)
        )
        yield BimatrixForm.of(one, two)


def mixes(solution):
    return [tuple(solution[seat]["-"].values()) for seat in solution.seats]


def listed_by_lrs(game, path):
    """Return every extreme equilibrium, as lrsnash lists them: columns first, then their rows."""
    tables = [
        "\n".join(" ".join(map(str, row)) for row in own.payoffs) for own in (game.one, game.two)
    ]
    path.write_text(f"{game.shape[0]} {game.shape[1]}\n\n{tables[0]}\n\n{tables[1]}\n")
    done = subprocess.run(["lrsnash", str(path)], capture_output=True, text=True, check=True)
    found, columns = [], []
    fresh = True
    for line in done.stdout.splitlines():
        who, *numbers = line.split() or [""]
        if who == "2":
            columns = [] if fresh else columns
            columns.append(tuple(map(F, numbers[:-1])))
            fresh = False
        elif who == "1":
            found += [(tuple(map(F, numbers[:-1])), column) for column in columns]
            fresh = True
    return found


@pytest.mark.slow
@needs_lrs
def test_ours_is_one_of_those_that_lrsnash_lists(tmp_path):
    for number, game in enumerate(random_games(200, 5, seed=16)):
        ours = tuple(mixes(sabot.solve(game)))
        if game.zero_sum:
            continue
        assert ours in listed_by_lrs(game, tmp_path / "game.txt"), (number, game.pairs())


def regret(theirs, solution):
    """Return what Gambit says the players could gain by leaving our strategies, at most."""
    chances = [
        [list(mix.values()) for mix in solution[seat].values()]
        for seat in pygambit_api.seats(theirs)
    ]
    profile = pygambit_api.profile_of_behaviours(theirs, chances)
    return profile.max_regret(), pygambit_api.payoffs(profile)


@needs_gambit
def test_gambit_finds_nothing_to_gain_in_our_mixes():
    for game in random_games(60, 6, seed=3):
        solution = sabot.solve(game)
        theirs = pygambit.read_nfg(io.StringIO(to_nfg(game, "random")))
        profile = pygambit_api.profile_of_mixes(theirs, mixes(solution))
        assert profile.max_regret() == 0
        if not game.zero_sum:
            assert pygambit_api.payoffs(profile) == list(solution.payoffs.values())


def raked(rake):
    """Return Kuhn poker in which who wins a pot leaves a share of the winnings on the table."""
    kuhn = sabot.load("kuhn-poker")

    class Till:
        """The table, but that the till takes its share of what is won."""

        def __init__(self, table):
            self.table = table

        def __getattr__(self, name):
            return getattr(self.table, name)

        def pay(self, payoffs=None, /, **named):
            (amount,) = {**(payoffs or {}), **named}.values()
            (seat,) = {**(payoffs or {}), **named}
            (other,) = (name for name in ("first", "second") if name != seat)
            both = {seat: F(amount), other: -F(amount)}
            self.table.pay({s: a * (1 - rake) if a > 0 else a for s, a in both.items()})

    @sabot.rules(name="raked-kuhn", seats=("first", "second"))
    def hand(table):
        kuhn.play(Till(table))

    return hand()


@needs_gambit
@pytest.mark.parametrize("rake", [F(1, 20), F(1, 3)])
def test_gambit_finds_nothing_to_gain_in_a_raked_poker(rake):
    game = raked(rake)
    solution = sabot.solve(game)
    assert sum(solution.payoffs.values()) < 0
    theirs = pygambit.read_efg(io.StringIO(to_efg(game, "raked")))
    gain, paid = regret(theirs, solution)
    assert gain == 0
    assert paid == list(solution.payoffs.values())
