"""Where solutions are many: models A2 and A3, the grid game, Table 3."""

from fractions import Fraction as F

import pytest

import sabot
from sabot.errors import FormError
from sabot.forms.sequence import reduced_matrix_form, sequence_form_of_tree
from sabot.games.baccara.ethier_gamez import restrict_game
from sabot.results.optimal_set import compute_optimal_set

SIXES = ("(0,6),-", "(1,5),-", "(2,4),-", "(3,3),-", "(7,9),-", "(8,8),-")
FIVES = ("(0,5)", "(1,4)", "(2,3)", "(6,9)", "(7,8)")


@pytest.fixture(scope="module")
def a3():
    return sabot.solve("baccara(model=A3)")


@pytest.fixture(scope="module")
def form():
    return sabot.load("baccara(model=A3)").form()


def with_draws(strategy, chances):
    """Return a strategy with other chances of drawing at some views."""
    changed = {view: {"stand": 1 - q, "draw": F(q)} for view, q in chances.items()}
    return dict(strategy) | changed


def test_player_must_draw_on_five_nine_times_in_eleven(a3, form):
    found = compute_optimal_set(form, "Player", a3["Banker"])
    assert tuple(found.loose) == FIVES and not found.fixed
    (condition,) = found.conditions
    assert condition.equal
    assert condition.low / 8 == F(9, 11)
    assert dict(condition.weights) == dict(zip(FIVES, (4, 1, 1, 1, 1), strict=True))
    assert a3["Player"] in found


def test_banker_must_draw_on_six_as_often_as_in_model_a1(a3, form):
    found = compute_optimal_set(form, "Banker", a3["Player"])
    assert tuple(found.loose) == SIXES and len(found.fixed) == 484 - 6
    (condition,) = found.conditions
    assert condition.equal
    assert condition.low / 16 == F(859, 2288)
    assert dict(condition.weights) == dict(zip(SIXES, (8, 2, 2, 1, 2, 1), strict=True))
    assert a3["Banker"] in found


# Ethier and Gamez 2013, Table 3
def test_table_3_is_optimal(a3, form):
    player = with_draws(a3["Player"], dict(zip(FIVES, (1, F(6, 11), 0, 1, 1), strict=True)))
    banker = with_draws(a3["Banker"], dict(zip(SIXES, (F(179, 286), 0, 0, 0, 0, 1), strict=True)))
    assert player in compute_optimal_set(form, "Player", a3["Banker"])
    assert banker in compute_optimal_set(form, "Banker", a3["Player"])
    assert compute_optimal_set(form, "Player", banker) == compute_optimal_set(
        form, "Player", a3["Banker"]
    )
    almost = with_draws(player, {"(2,3)": F(1, 10**9)})
    assert almost not in compute_optimal_set(form, "Player", a3["Banker"])


# Ethier and Gamez 2013, Table 3
def test_table_3_guarantees_the_value_by_itself(a3, form):
    """No strategy of the other seat does better than the value: worked out view by view."""
    banker = with_draws(a3["Banker"], dict(zip(SIXES, (F(179, 286), 0, 0, 0, 0, 1), strict=True)))
    plan = form.sides[1].plan(banker)
    earned = [F(0)] * form.sides[0].count
    for i, j, amount in form.payoffs:
        earned[i] += plan[j] * amount
    best = earned[0] + sum(max(earned[s] for s in c.sequences) for c in form.sides[0].cells)
    assert best / form.denominator == a3.value


def test_extreme_points_are_pure_but_for_one_view(a3, form):
    own = compute_optimal_set(form, "Player", a3["Banker"]).vertices()
    assert all(sum(0 < q < 1 for q in point.values()) == 1 for point in own)
    table_3 = dict(zip(FIVES, (1, F(6, 11), 0, 1, 1), strict=True))
    assert table_3 in own
    other = compute_optimal_set(form, "Banker", a3["Player"]).vertices()
    assert dict(zip(SIXES, (F(179, 286), 0, 0, 0, 0, 1), strict=True)) in other
    for seat, points, opponent in (("Player", own, "Banker"), ("Banker", other, "Player")):
        described = compute_optimal_set(form, seat, a3[opponent])
        assert all(with_draws(a3[seat], point) in described for point in points)


def test_several_conditions_are_described_not_listed(a3, form):
    found = compute_optimal_set(form, "Player", a3["Banker"])
    twice = type(found)(found.seat, found.fixed, found.loose, found.conditions * 2)
    with pytest.raises(FormError, match="equilibria"):
        twice.vertices()


def test_model_a2_leaves_player_no_freedom():
    found = sabot.solve("baccara(model=A2)")
    form = sabot.load("baccara(model=A2)").form()
    player = compute_optimal_set(form, "Player", found["Banker"])
    assert str(player) == "Player: 0 views fixed, 1 loose\n  q[5] = 9/11"
    assert len(compute_optimal_set(form, "Banker", found["Player"]).loose) == 6


# ---------------------------------------------------------------------- the grid


def test_the_grid_game_is_model_a3_without_duplicates(form, a3):
    """The 32 rows of model A3, against a Banker who fixes what is settled, are the grid's nine."""
    settled = {v: max(m, key=m.get) for v, m in a3["Banker"].items() if v not in SIXES}
    small = reduced_matrix_form(restrict_game(form, 1, settled))
    grid = sabot.load("baccara-grid").form()
    assert small.shape == (32, 64) and grid.shape == (9, 17)
    entries = {tuple(small[i, j] for j in range(64)) for i in range(32)}
    assert len(entries) == 9
    assert {x for row in entries for x in row} == {grid[i, j] for i in range(9) for j in range(17)}


# Ethier and Gamez 2013, Section 5: 14 x 70 = 980
def test_the_grid_has_980_extreme_equilibria():
    found = sabot.equilibria("baccara-grid(rows=8, columns=16)")
    assert found.value == F(-679568, 53094899)
    assert found.counts == {"Player": 14, "Banker": 70}
    assert found.count == 980
    played = {
        seat: [{a: p for a, p in vertex["-"].items() if p} for vertex in found[seat]]
        for seat in ("Player", "Banker")
    }
    assert {"6": F(5, 11), "7": F(6, 11)} in played["Player"]
    assert {"1": F(107, 286), "9": F(179, 286)} in played["Banker"]


def test_the_2_x_17_game_of_model_a2():
    assert sabot.equilibria("baccara-grid(rows=1, columns=16)").counts == {
        "Player": 1,
        "Banker": 70,
    }


def test_the_grid_is_told_and_counted_alike():
    game = sabot.load("baccara-grid(rows=2, columns=3)")
    told = reduced_matrix_form(sequence_form_of_tree(game.tree()))
    form = game.form()
    assert [[told[i, j] for j in range(4)] for i in range(3)] == [
        [form[i, j] for j in range(4)] for i in range(3)
    ]
    assert str(sabot.load("baccara-grid")) == "baccara-grid(rows=8, columns=16)"
    assert game.cost() == "a 3 x 4 matrix"
