"""All equilibria of random regular games, compared with another method; and their certificates."""

import random

import numpy as np
import pytest
from tests.unit.solvers.nplayer_nash import oracle

import sabot
from sabot import certify
from sabot.io.nfg import parse_nplayer_nfg
from sabot.solvers.nplayer_nash import subdivision
from sabot.solvers.nplayer_nash.solve import list_nplayer_equilibria

FEW = [((2, 2, 2), 0), ((2, 2, 2), 1), ((2, 2, 3), 0), ((2, 2, 2, 2), 0), ((3, 3, 3), 0)]

LONG_CUTS = """
81 -19 48 -39 11 -33 71 -92 -1 5 67 92 -48 86 78 -27 -19 12 35 -92 8 -78 -82 -95 87 26 -92
87 -87 -36 85 -84 11 92 42 -2 67 -74 80 74 60 -49 -39 4 97 14 -44 -63 32 27 57 -5 27 -98
-95 56 -46 -12 45 40 66 -22 -91 -28 56 61 -66 6 -71 45 91 -3 72 -8 -79 36 -25 54 -93 -18
15
"""


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


def test_a_cell_is_cut_where_a_player_is_indifferent_by_weights_without_a_common_factor():
    first = np.array([[0, 0], [6, -4]]) * 2**40  # the second action gains 6 or -4, times 2^40
    cell = subdivision.Cells.whole([first, 0 * first])
    cut = subdivision._sign_change(cell, [1])
    assert cut == ((1, 0, 1), (2, 3))
    longer = 2**subdivision.MOST_BITS_AFTER_EXACT_CUT * np.array(first, object)
    assert subdivision._sign_change(subdivision.Cells.whole([longer, 0 * first]), [1]) is None


def test_a_search_is_given_up_before_the_numbers_of_cells_are_too_long_for_the_checkers():
    by_seed = random.Random(1)

    def paid(factor, more):
        return tuple(factor * by_seed.randint(-99, 99) + more for _ in range(3))

    def game(factor, more):
        return [[[paid(factor, more) for _ in (0, 1)] for _ in range(3)] for _ in (0, 1)]

    complete = sabot.equilibria(game(2**4060, 0))
    assert complete.complete and certify.check(complete.to_json())
    rest = sabot.equilibria(game(2**3600, 1))
    assert not rest.complete and certify.check(rest.to_json())


@pytest.mark.slow
def test_numbers_of_cells_do_not_grow_beyond_what_the_checkers_read():
    """The list of this game was refused while weights of cuts had common factors."""
    game = f'NFG 1 R "" {{ "A" "B" "C" }} {{ 3 3 3 }} {LONG_CUTS}'
    found = list_nplayer_equilibria("cuts", parse_nplayer_nfg(game))
    assert found.complete and found.count == 3
    certify.check(found.to_json())
