"""All equilibria of random regular games, compared with another method; and their certificates."""

import numpy as np
import pytest
from tests.unit.solvers.nplayer_nash import oracle

from sabot import certify
from sabot.io.nfg import parse_nplayer_nfg
from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria

SIZES = [(2, 2, 2), (2, 2, 3), (3, 3, 3), (2, 2, 2, 2), (4, 3, 2)]


def listed(payoffs):
    found = list_nplayer_equilibria("r", parse_nplayer_nfg(oracle.nfg(payoffs)))
    assert found.complete and not found.subsets
    proved = certify.check(found.to_json())
    assert isinstance(proved, certify.NPlayerNashVerdict) and proved.complete
    return [np.array([float(x) for own in one.vectors() for x in own]) for one in found.equilibria]


def assert_same(payoffs, seed):
    ours = listed(payoffs)
    theirs, index = oracle.equilibria(payoffs, seed)
    for point in theirs:
        assert any(abs(point - own).max() < 1e-6 for own in ours), "one is missing"
    for point in ours:
        near = any(abs(point - own).max() < 1e-6 for own in theirs)
        assert near or index != 1, "one is false, or the other method has missed it"
    assert len(ours) % 2 == 1  # of a regular game


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_have_the_equilibria_that_another_method_finds(sizes, seed):
    assert_same(oracle.random_payoffs(seed, sizes), seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "count"), [((2, 2, 2), 1000), ((2, 2, 3), 500), ((2, 2, 2, 2), 400), ((3, 3, 3), 100)]
)
def test_two_thousand_random_games_have_the_equilibria_that_another_method_finds(sizes, count):
    for seed in range(count):
        assert_same(oracle.random_payoffs(seed, sizes), seed)
