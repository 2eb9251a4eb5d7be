"""Loops run plain or compiled, with the same results; and where nothing may be written."""

import os
import random
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sabot
from sabot.games.whist import batch, minimax, strategy, wastlund_values
from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, MISERE, WHIST, Deal, Position
from sabot.jit import KernelModule
from sabot.solvers import cfr
from sabot.solvers.lp import kernel

LOOPS = [
    wastlund_values.HEIGHT_KERNELS,
    strategy.PRICE_KERNELS,
    batch.ALL_DEALS_KERNELS,
    batch.ROW_KERNELS,
    minimax.LAYER_KERNELS,
    minimax.SEARCH_KERNELS,
    cfr.CFR_LOOPS,
]


def both(function):
    """Return what a function gives when its loops run plain, and when they run compiled."""
    asked = [loops.asked for loops in LOOPS]
    found = []
    for done in (-(2**62), 2**62):
        for loops in LOOPS:
            loops.asked = done
        minimax._shared_search.cache_clear()
        found.append(function())
    for loops, before in zip(LOOPS, asked, strict=True):
        loops.asked = before
    return found


@st.composite
def deals(draw, most=12):
    n = draw(st.integers(1, most))
    return Deal("".join(draw(st.permutations("W" * n + "E" * n))))


@settings(deadline=None)
@given(deals(40))
def test_a_deal_reads_the_same(deal):
    plain, compiled = both(
        lambda: (wastlund_values.invariants_of(deal), wastlund_values.diagonal_sums(deal))
    )
    assert plain == compiled
    assert all(type(height) is int for height in (plain[0].lower, plain[0].whist))


@settings(deadline=None)
@given(deals(), st.sampled_from("WE"), st.sampled_from([WHIST, GREEDY_WHIST, FIVE_CARD]))
def test_cards_have_the_same_prices(deal, lead, variant):
    start = Position(deal, lead)
    after = Position(deal, lead, start.distinct_cards(variant.rule)[0])
    plain, compiled = both(
        lambda: [strategy.prices_by_theorem(at, variant) for at in (start, after)]
    )
    assert plain == compiled


@given(deals(8), st.sampled_from("WE"), st.sampled_from([WHIST, GREEDY_WHIST, MISERE]))
def test_a_search_finds_the_same(deal, lead, variant):
    plain, compiled = both(lambda: minimax.minimax_prices(Position(deal, lead), variant))
    assert plain == compiled


@pytest.mark.parametrize("n", range(1, 7))
def test_all_deals_read_the_same(n):
    def everything():
        whole, table = batch.invariants_of_all_deals(n), minimax.values_of_all_deals(n, MISERE)
        deals = batch.all_deals(n)
        packed = batch.invariants_of_deals(deals, n=n)
        rows = batch.invariants_of_deals(
            (deals[:, None] >> np.arange(2 * n, dtype=np.uint64)) & np.uint64(1)
        )
        same = (whole.lower == rows.lower) & (whole.upper == rows.upper)
        assert all(same & (whole.whist == rows.whist) & (whole.whist == packed.whist))
        arrays = whole.lower, whole.upper, whole.whist, table.west_lead
        return [array.tolist() for array in arrays], batch.count_invariants(n)

    plain, compiled = both(everything)
    assert plain == compiled


@pytest.mark.parametrize("n", [1, 2, 7, 60, 333])
def test_random_rows_read_the_same(n):
    rows = np.zeros((50, 2 * n), np.uint8)
    rows[:, n:] = 1
    np.random.default_rng(n).permuted(rows, axis=1, out=rows)
    plain, compiled = both(lambda: batch.invariants_of_deals(rows))
    for one, two in ((plain.lower, compiled.lower), (plain.whist, compiled.whist)):
        assert one.tolist() == two.tolist()


@pytest.mark.parametrize("game", ["kuhn-poker", "le-her(ranks=5)", "leduc-poker"])
def test_regrets_are_the_same_to_the_last_bit(game):
    form = sabot.load(game).form()
    plain, compiled = both(lambda: cfr.run_cfr(form, gap=0, iterations=30))
    assert plain == compiled


def test_a_search_goes_on_compiled_where_it_had_to_stop(monkeypatch):
    letters = list("W" * 9 + "E" * 9)
    random.Random(3).shuffle(letters)
    start = Position(Deal("".join(letters)), "W")
    plain, _ = both(lambda: minimax.minimax_value(start, MISERE))
    minimax._shared_search.cache_clear()
    monkeypatch.setattr(minimax.SEARCH_KERNELS, "asked", minimax.SEARCH_KERNELS.pays_from - 40)
    assert minimax.minimax_value(start, MISERE) == plain
    assert minimax.SEARCH_KERNELS.left == 0


def test_loops_are_compiled_once_enough_was_asked():
    loops = KernelModule(lambda: kernel, pays_from=10)
    assert loops(4) is loops.plain and loops(5) is loops.plain and loops.left == 1
    assert loops(1) is loops.compiled and loops(0) is loops.compiled and loops.left == 0


NOWHERE = """
import sys
import numpy as np
import sabot
from sabot.games.whist import minimax, strategy as pricing
from sabot.games.whist import wastlund_values as values
from sabot.solvers import cfr
from sabot.solvers.lp import dense_simplex as tableau
kernels = values.HEIGHT_KERNELS, pricing.PRICE_KERNELS, minimax.SEARCH_KERNELS
for loops in (*kernels, cfr.CFR_LOOPS, tableau.SIMPLEX_LOOPS):
    loops.asked = loops.pays_from
chance = np.random.default_rng(1)
sabot.solve(chance.integers(-9, 9, (30, 30)).tolist())
for game in sys.argv[1:]:
    print(sabot.solve(game).value)
kuhn = sabot.approximate("kuhn-poker", gap="1/10")
print(kuhn.high - kuhn.low)
assert "numba" in sys.modules
"""


@pytest.fixture
def read_only(tmp_path):
    """Return a copy of the package, and an environment, where nothing can be kept on disk."""
    source = Path(sabot.__file__).parent
    home = tmp_path / "site"
    shutil.copytree(source, home / "sabot", ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [p for p in (home / "sabot").rglob("*") if p.is_dir()] + [home / "sabot"]:
        (folder / "__pycache__").write_text("a file where a folder would be made")
    nowhere = {"HOME": os.devnull, "XDG_CACHE_HOME": f"{os.devnull}/cache", "PYTHONPATH": str(home)}
    return {k: v for k, v in os.environ.items() if not k.startswith("NUMBA")} | nowhere


@pytest.mark.slow  # it compiles as on a machine that never did
def test_a_package_that_cannot_be_written_to_compiles_all_the_same(read_only):
    games = "whist(deal=KQ10/AJ9, lead=W)", "misere-whist(deal=EWWE)"
    done = subprocess.run(
        [sys.executable, "-c", NOWHERE, *games], env=read_only, capture_output=True, text=True
    )
    assert not done.returncode, done.stderr
    *found, gap = done.stdout.splitlines()
    assert found == [str(sabot.solve(game).value) for game in games]
    assert Fraction(gap) <= Fraction(1, 10)
