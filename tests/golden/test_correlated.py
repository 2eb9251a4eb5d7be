"""Correlated equilibria of classical games, with the values that are published for them."""

from fractions import Fraction as F

import pytest

import sabot

CHICKEN = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]
"""Aumann, "Correlated equilibrium as an expression of Bayesian rationality", Econometrica 55
(1987): the three cells other than the crash with probability 1/3 each pay 5 each."""
AUMANN_1974 = [[(5, 1), (0, 0)], [(4, 4), (1, 5)]]
"""Aumann, "Subjectivity and correlation in randomized strategies", Journal of Mathematical
Economics 1 (1974): a device with three cells pays 10/3 each, outside the hull of Nash payoffs."""
SEXES = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]
SHAPLEY = [[(0, 0), (1, 0), (0, 1)], [(0, 1), (0, 0), (1, 0)], [(1, 0), (0, 1), (0, 0)]]
"""Shapley, "Some topics in two-person games" (1964): fictitious play cycles through six cells."""
AUMANN_THREE = """NFG 1 R "Aumann 1974, three players" { "one" "two" "three" }
{ { "T" "B" } { "L" "R" } { "first" "second" "third" } }
""
{
{ "" 0, 0, 3 } { "" 1, 0, 0 } { "" 0, 0, 0 } { "" 2, 2, 2 } { "" 0, 1, 0 }
}
1 2 3 3 4 3 3 4 3 5 3 1
"""
"""A game of three players after Aumann (1974), in which the first two profit from a coin that the
third does not see. Its matrices: 0,0,3 0,0,0 / 1,0,0 0,0,0; then 2,2,2 0,0,0 / 0,0,0 2,2,2; then
0,0,0 0,0,0 / 0,1,0 0,0,3. The payoffs are stated here; they were not compared with the paper."""


def shown(found):
    """Return the vertices of a result: payoffs and the number of profiles with a probability."""
    return {(one.payoffs, len(one.distribution)) for one in found.vertices}


def test_chicken_pays_both_at_most_five_and_a_quarter_alike():
    found = sabot.correlated(CHICKEN, vertices=True)
    best = found.best("sum")
    assert best.payoffs == (F(21, 4), F(21, 4))
    assert found.probabilities(best) == {
        ("1", "1"): F(1, 2),
        ("1", "2"): F(1, 4),
        ("2", "1"): F(1, 4),
    }
    assert found.worst("sum").payoffs == (F(18, 5), F(18, 5))
    assert (found.best("row").value, found.worst("row").value) == (7, 2)


def test_the_polytope_of_chicken_has_five_vertices_as_every_one_of_2_x_2_has_at_most():
    # Calvo-Armengol, "The set of correlated equilibria of 2 by 2 games" (2003): at most five
    found = sabot.correlated(CHICKEN, vertices=True)
    nash = {((F(7), F(2)), 1), ((F(2), F(7)), 1), ((F(14, 3), F(14, 3)), 4)}
    assert shown(found) == nash | {((F(21, 4), F(21, 4)), 3), ((F(18, 5), F(18, 5)), 3)}
    sabot.check(found)


def test_a_third_in_each_cell_of_chicken_but_the_crash_pays_five_each():
    third = {("1", "1"): "1/3", ("1", "2"): "1/3", ("2", "1"): "1/3"}
    found = sabot.correlated(CHICKEN, device=third)
    assert found.device.equilibrium and found.device.payoffs == (5, 5)


def test_aumanns_first_example_pays_ten_thirds_each():
    found = sabot.correlated(AUMANN_1974, objective="sum")
    assert found.best("sum").payoffs == (F(10, 3), F(10, 3))
    assert max(min(paid) for paid in found.nash.payoffs) == F(5, 2)


def test_a_coin_settles_the_battle_of_the_sexes():
    coin = sabot.correlated(SEXES, device={("1", "1"): "1/2", ("2", "2"): "1/2"})
    assert coin.device.equilibrium and coin.device.payoffs == (F(3, 2), F(3, 2))
    found = sabot.correlated(SEXES, objective="sum")
    assert (found.best("sum").value, found.worst("sum").value) == (3, F(4, 3))
    assert (found.price_of_anarchy, found.price_of_stability) == (F(9, 4), 1)


def test_the_prisoners_confess_with_certainty_whoever_recommends_what():
    for coarse in (False, True):
        found = sabot.correlated([[(3, 3), (0, 5)], [(5, 0), (1, 1)]], coarse=coarse, vertices=True)
        assert shown(found) == {((1, 1), 1)}
        assert found.price_of_anarchy == found.price_of_stability == 3


@pytest.mark.parametrize("game", [[[1, -1], [-1, 1]], [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]])
def test_a_zero_sum_game_with_one_optimal_strategy_each_has_one_correlated_equilibrium(game):
    # Forges, "Correlated equilibrium in two-person zero-sum games", Econometrica 58 (1990)
    found = sabot.correlated(game, vertices=True)
    (only,) = found.vertices
    assert set(found.vector(only)) == {F(1, len(game) ** 2)}
    assert only.payoffs == (0, 0)
    assert found.price_of_anarchy is None


def test_rock_paper_scissors_has_more_coarse_correlated_equilibria():
    found = sabot.correlated([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], coarse=True, vertices=True)
    assert len(found.vertices) > 1 and {one.payoffs for one in found.vertices} == {(0, 0)}


def test_shapleys_six_cells_pay_one_half_each_where_the_nash_equilibrium_pays_a_third():
    six = {(r, c): F(1, 6) for r in "123" for c in "123" if r != c}
    found = sabot.correlated(SHAPLEY, device=six, objective="sum")
    assert found.device.equilibrium and found.device.payoffs == (F(1, 2), F(1, 2))
    assert found.best("sum").value == 1
    assert found.nash.payoffs == ((F(1, 3), F(1, 3)),)


def test_in_aumanns_game_for_three_two_players_toss_a_coin_behind_the_thirds_back(tmp_path):
    path = tmp_path / "three.nfg"
    path.write_text(AUMANN_THREE)
    coin = {("T", "L", "second"): "1/2", ("B", "R", "second"): "1/2"}
    found = sabot.correlated(str(path), device=coin, objective="sum")
    assert found.device.equilibrium and found.device.payoffs == (2, 2, 2)
    assert found.best("sum").payoffs == (2, 2, 2) and found.price_of_stability == 1
    seen = sabot.correlated(str(path), device={("T", "L", "second"): 1})
    assert [(one.seat, one.gain) for one in seen.device.deviations] == [(2, 1)]
