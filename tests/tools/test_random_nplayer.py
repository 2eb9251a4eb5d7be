"""The comparison of lists for three and four players with other methods."""

import pytest
from tools import random_nplayer
from tools.random_nplayer import by_newton, compare, greatest_gain, random_game

THREE = (2, 2, 2)
COORDINATION = (
    'NFG 1 R "" { "1" "2" "3" } { 2 2 2 } 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1'
)
"""Each of three players is paid 1 if all choose alike."""
PURE = ((1.0, 0.0),) * 3
MIXED = ((0.5, 0.5),) * 3


def test_the_greatest_gain_is_that_of_the_file():
    assert greatest_gain(COORDINATION, THREE, PURE) == 0
    assert greatest_gain(COORDINATION, THREE, MIXED) == 0
    assert greatest_gain(COORDINATION, THREE, ((1.0, 0.0), (1.0, 0.0), (0.25, 0.75))) == 0.75


def test_newton_finds_the_equilibria_that_are_isolated():
    found = by_newton(COORDINATION, THREE, 20)
    assert all(random_nplayer.without([one], found) == [] for one in (PURE, MIXED))
    assert all(greatest_gain(COORDINATION, THREE, one) < 1e-6 for one in found)


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        (lambda complete, mine, corners: (complete, mine, corners), "same as Newton"),
        (lambda complete, mine, corners: (complete, mine[1:], corners), "MISSED"),
        (lambda complete, mine, corners: (complete, [*mine, ((0.3, 0.7),) * 3], corners), "FALSE"),
    ],
    ids=("right", "one too few", "one too many"),
)
def test_a_list_that_misses_one_or_has_a_false_one_is_found_out(monkeypatch, change, outcome):
    listed = random_nplayer.ours(random_game(THREE, 3, 99), THREE)
    monkeypatch.setattr(random_nplayer, "ours", lambda *_: change(*listed))
    monkeypatch.setattr(random_nplayer, "gambit_within", lambda *_: None)
    assert compare(THREE, 3, 99, 1.0)[0].startswith(outcome)
