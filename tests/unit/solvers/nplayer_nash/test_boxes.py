"""Games in which every player has two actions: the boxes, compared with the cells in arrays."""

import random
from fractions import Fraction as F

import pytest
from tests.unit.solvers.nplayer_nash.test_equilibrium_sets import IDLE
from tests.unit.solvers.nplayer_nash.test_solve import game, listed

import sabot
from sabot.forms.bimatrix import BimatrixForm
from sabot.results.nplayer_nash import is_mixture
from sabot.solvers.nplayer_nash import solve
from sabot.solvers.nplayer_nash.boxes import BoxSearch


def random_game(count, seed, largest):
    by_seed = random.Random(f"{count} {seed} {largest}")
    return game((2,) * count, lambda *at: [by_seed.randint(0, largest) for _ in at])


def sets_of(found):
    """Return what a complete list says, whatever the order of ends and of sets."""
    assert found.complete
    ends = {
        tuple(frozenset(str(one) for one in own) for own in subset.strategies.values())
        for subset in found.subsets
    }
    return [str(one.vectors()) for one in found.equilibria], ends


@pytest.mark.parametrize(
    ("count", "seed", "largest"),
    [(3, 2, 99), (3, 51, 99), (3, 95, 99), (3, 0, 2), (3, 1, 2), (3, 5, 3), (4, 0, 99), (4, 1, 9)],
)
def test_boxes_and_cells_in_arrays_give_the_same_list(monkeypatch, count, seed, largest):
    form = random_game(count, seed, largest)
    with monkeypatch.context() as patched:
        patched.setattr(BoxSearch, "run", lambda self: False)
        by_cells = listed(form)
    monkeypatch.setattr(solve, "CellSearch", None)  # the boxes are enough
    assert sets_of(listed(form)) == sets_of(by_cells)


def test_no_three_players_are_indifferent_between_dominated_actions():
    kept = game((2, 2, 2), lambda *at: [3 * own - sum(at) for own in at])
    found = listed(kept)
    assert found.unique and found.vectors() == [((F(0), F(1)),) * 3]
    assert found.certificate["cases"] == [[1]]


@pytest.mark.parametrize("size", [2, 3])
def test_a_third_player_without_influence_is_free_in_a_degenerate_bimatrix_game(size):
    """Each extreme equilibrium of the bimatrix game is in a set with all mixes of the third one."""
    by_seed, met = random.Random(size), 0
    for _ in range(10):
        one, two = ([[by_seed.randint(0, 2) for _ in range(size)] for _ in range(2)] for _ in "ab")
        found = listed(game((2, size, 2), lambda i, j, _, a=one, b=two: (a[i][j], b[i][j], 0)))
        assert found.complete and not found.equilibria
        assert all(len(subset.strategies["C"]) == 2 for subset in found.subsets)
        form = BimatrixForm.of(one, two)
        for extreme in () if form.zero_sum else sabot.equilibria(form).vectors():
            met += 1
            assert any(holds(subset, extreme) for subset in found.subsets)
    assert met > 10


def holds(subset, mixes):
    """Return whether the strategies of the first two players are mixtures of those of a set."""
    return all(
        is_mixture(
            mix, [[table["-"].get(str(a + 1), F(0)) for a in range(len(mix))] for table in own]
        )
        for mix, own in zip(mixes, subset.strategies.values(), strict=False)
    )


def test_a_curve_of_equilibria_ends_the_search_early(monkeypatch):
    """Ann is paid nothing, and the others depend on her: no number of cells covers the curve."""
    probed = []

    def have_curve(form, cells):
        probed.append(probe(form, cells))
        return probed[-1]

    probe = solve._have_curve
    monkeypatch.setattr(solve, "_have_curve", have_curve)
    found = listed(IDLE)
    assert not found.complete and probed == [True]
    assert [own.dimension for own in found.by_equations] == [1]
