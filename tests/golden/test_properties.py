"""Properties and indices of games from the literature."""

from fractions import Fraction
from math import comb

import pytest

import sabot
from sabot.forms.bimatrix import BimatrixForm


def test_battle_of_the_sexes_has_indices_1_1_and_minus_1():
    found = sabot.equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 2)]], index=True)
    assert found.indices.components == (1, 1, -1)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_coordination_games_have_an_equilibrium_for_each_support(size):
    """2^n - 1 equilibria, with index (-1)^(k-1) for supports of size k."""
    unit = [[int(i == j) for j in range(size)] for i in range(size)]
    found = sabot.equilibria(BimatrixForm.of(unit, unit), index=True)
    assert found.count == 2**size - 1
    expected = [(-1) ** (k - 1) for k in range(1, size + 1) for _ in range(comb(size, k))]
    assert list(found.indices.components) == expected
    assert sabot.properties(BimatrixForm.of(unit, unit)).nondegenerate


def test_the_degenerate_game_of_von_stengel():
    """The 3 x 2 game of von Stengel's surveys; with one payoff changed it is degenerate."""
    one, two = [[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]]
    found = sabot.equilibria(one, two, index=True)
    assert found.indices.components == (1, -1, 1)
    assert sabot.properties(BimatrixForm.of(one, two)).nondegenerate
    degenerate = BimatrixForm.of([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]])
    found = sabot.properties(degenerate)
    assert found.nondegenerate is False
    assert found.degenerate_mix.responses == (0, 1) and found.degenerate_mix.mixture == ((0, 1),)
    listed = sabot.equilibria(degenerate, index=True)
    shape = [part.dimension for part in listed.components]
    assert sum(listed.indices.components) == 1 and sorted(shape) == [0, 1]
    assert dict(zip(shape, listed.indices.components, strict=True)) == {1: 0, 0: 1}


def test_prisoners_dilemma_of_monderer_and_shapley():
    """Monderer and Shapley (1996), section 2: this potential, up to a constant."""
    found = sabot.properties([[(1, 1), (9, 0)], [(0, 9), (6, 6)]])
    assert found.potential.kind == "exact"
    table = [value - found.potential.values[0] + 4 for value in found.potential.values]
    assert table == [4, 3, 3, 0]


def test_matching_pennies_has_no_potential():
    found = sabot.properties([[(1, -1), (-1, 1)], [(-1, 1), (1, -1)]])
    assert found.potential.kind == "none" and len(found.potential.cycle) == 4


def test_rock_paper_scissors():
    game = [[(0, 0), (-1, 1), (1, -1)], [(1, -1), (0, 0), (-1, 1)], [(-1, 1), (1, -1), (0, 0)]]
    found = sabot.properties(game)
    third = Fraction(1, 3)
    assert (found.constant_sum, found.symmetry.verdict) == (0, "as listed")
    assert found.symmetric_equilibria.vertices == ((third, third, third),)


def test_cournot_duopoly_is_supermodular_with_one_order_reversed():
    """Price 10 - q1 - q2, cost 1 per unit: an exact potential, and strategic substitutes."""

    def profit(own, other):
        return own * (max(10 - own - other, 0) - 1)

    one = [[profit(i, j) for j in range(5)] for i in range(5)]
    two = [[profit(j, i) for j in range(5)] for i in range(5)]
    found = sabot.properties(BimatrixForm.of(one, two))
    assert found.potential.kind == "exact" and found.symmetry.verdict == "as listed"
    assert found.supermodularity.verdict == "reordered"
    assert found.supermodularity.orders[0] == found.supermodularity.orders[1][::-1]
    assert found.supermodularity.least in found.pure_equilibria
    assert (3, 3) in found.pure_equilibria  # (10 - 1) / 3


@pytest.mark.slow
def test_travellers_dilemma_is_solved_by_iterated_strict_dominance():
    """Basu (1994): claims from 2 to 6 instead of 100, bonus 2; mixtures dominate."""

    def pay(own, other):
        bonus = 2 if own < other else -2 if own > other else 0
        return min(own, other) + bonus

    claims = range(2, 7)
    one = [[pay(a, b) for b in claims] for a in claims]
    two = [[pay(b, a) for b in claims] for a in claims]
    found = sabot.properties(BimatrixForm.of(one, two))
    assert found.dominance_solvable and found.survivors == ((0,), (0,))
    assert len(found.eliminations) == 8
    assert any(len(step.by) > 1 for step in found.eliminations)


def test_shapleys_game_has_a_unique_regular_equilibrium():
    """Shapley (1964): fictitious play cycles; the only equilibrium mixes all three evenly."""
    one, two = [[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]]
    found = sabot.equilibria(one, two, index=True)
    assert found.indices.components == (1,) and found.indices.equilibria[0].regular
    assert sabot.properties(BimatrixForm.of(one, two)).potential.kind == "none"


def test_a_stag_hunt_has_ordinal_structure_and_three_indices():
    found = sabot.properties([[(4, 4), (0, 3)], [(3, 0), (3, 3)]])
    assert found.supermodularity.verdict == "as listed"
    assert (found.supermodularity.least, found.supermodularity.greatest) == ((0, 0), (1, 1))
    mixed = sabot.properties([[(4, 4), (0, 3)], [(3, 0), (3, 3)]]).symmetric_equilibria
    assert mixed.vertices[-1] == (Fraction(3, 4), Fraction(1, 4)) and len(mixed.vertices) == 3


def test_matching_pennies_for_three_is_nondegenerate():
    """Jordan (1993): one equilibrium, in which all mix evenly; it is regular, with index 1."""
    ring = [
        [[(int(a == b), int(b == c), int(c != a)) for c in (0, 1)] for b in (0, 1)] for a in (0, 1)
    ]
    found = sabot.properties(ring)
    assert found.nondegenerate and found.equilibria.unique
    assert found.equilibria.vectors() == [((Fraction(1, 2), Fraction(1, 2)),) * 3]
    assert [one.index for one in found.equilibria.indices] == [1]
