"""All equilibria of random regular games, compared with another method; and their certificates."""

import numpy as np
import pytest
from tests.unit.solvers.nplayer_nash import oracle

from sabot import certify
from sabot.io.nfg import parse_nplayer_nfg
from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria

FEW = [((2, 2, 2), 0), ((2, 2, 2), 1), ((2, 2, 3), 0), ((2, 2, 2, 2), 0), ((3, 3, 3), 0)]


def listed(payoffs):
    """Return the equilibria as vectors; None if the search was given up."""
    found = list_nplayer_equilibria("r", parse_nplayer_nfg(oracle.nfg(payoffs)))
    proved = certify.check(found.to_json())
    assert isinstance(proved, certify.NPlayerNashVerdict)
    assert proved.complete == found.complete and not found.subsets
    if not found.complete:
        return None
    return [np.array([float(x) for own in one.vectors() for x in own]) for one in found.equilibria]


def is_same(payoffs, seed):
    """Return whether a list is complete; it is then that of the other method."""
    ours = listed(payoffs)
    if ours is None:
        return False
    theirs, index = oracle.equilibria(payoffs, seed)
    for point in theirs:
        assert any(abs(point - own).max() < 1e-6 for own in ours), "one is missing"
    for point in ours:
        near = any(abs(point - own).max() < 1e-6 for own in theirs)
        assert near or index != 1, "one is false, or the other method has missed it"
    assert len(ours) % 2 == 1  # of a regular game
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("sizes", "seed"), FEW)
def test_random_games_have_the_equilibria_that_another_method_finds(sizes, seed):
    assert is_same(oracle.random_payoffs(seed, sizes), seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "count"), [((2, 2, 2), 1000), ((2, 2, 3), 500), ((2, 2, 2, 2), 400), ((3, 3, 3), 100)]
)
def test_two_thousand_random_games_have_the_equilibria_that_another_method_finds(sizes, count):
    complete = sum(is_same(oracle.random_payoffs(k, sizes), k) for k in range(count))
    assert complete >= count * 9 // 10
