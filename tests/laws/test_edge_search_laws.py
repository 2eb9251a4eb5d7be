"""Extreme optimal strategies along edges: the same as by the double description method."""

import random
from fractions import Fraction

import pytest

import sabot
from sabot import certify
from sabot.forms.sequence import MatrixForm
from sabot.solvers import edge_search
from sabot.solvers.edge_search import OptimalPlans
from sabot.solvers.vertex_enumeration import enumerate_optimal_plans
from sabot.solvers.zero_sum.matrix_game import solve_matrix_game
from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp


def assert_same_vertices(form, value, plans):
    one, two = plans
    for duel, worth, own, other in (
        (form, value, one, two),
        (form.swapped(), -value, two, one),
    ):
        together = enumerate_optimal_plans(duel, worth, other)
        along = list(OptimalPlans(duel, worth, own, other))
        assert len(along) == len(together)
        assert sorted(map(tuple, along)) == sorted(map(tuple, together))


@pytest.mark.parametrize("most", [200_000, -1])
@pytest.mark.parametrize("seed", range(4))
def test_the_edges_of_a_degenerate_matrix_lead_to_every_vertex(seed, most, monkeypatch):
    monkeypatch.setattr(edge_search, "_MOST_COMPARISONS", most)
    rng = random.Random(seed)
    for _ in range(25):
        height, width, size = rng.randint(1, 7), rng.randint(1, 7), rng.randint(0, 2)
        rows = [[rng.randint(-size, size) for _ in range(width)] for _ in range(height)]
        form = MatrixForm.of(rows)
        found = solve_matrix_game(form)
        plans = [Fraction(1), *found.row], [Fraction(1), *found.column]
        assert_same_vertices(form, found.value, plans)


@pytest.mark.parametrize("most", [200_000, -1])
@pytest.mark.parametrize("game", ["kuhn-poker", "kuhn-poker(ranks=5)", "kuhn-poker(ranks=6)"])
def test_the_edges_of_a_tree_lead_to_every_vertex(game, most, monkeypatch):
    monkeypatch.setattr(edge_search, "_MOST_COMPARISONS", most)
    form = sabot.load(game).form()
    found = solve_sequence_form_lp(form)
    assert_same_vertices(form, found.value, found.plans)


def test_a_part_of_a_large_tree_is_proved_and_says_that_it_is_one():
    pairs = []
    found = sabot.equilibria("leduc-poker", first=5, each=pairs.append)
    assert len(pairs) == 5 and not found.complete and found.count >= 5
    assert found.stopped == "stopped: 5 equilibria are found, as asked"
    document = found.to_json()
    assert [own["complete"] for own in document["seats"].values()] == [False, False]
    proved = certify.check(document)
    assert isinstance(proved, certify.OptimalSetVerdict)
    assert not any(own.complete for own in proved.extreme.values())
    read = sabot.Equilibria.from_json(document)
    assert read.unfinished == ("first", "second") and not read.complete
    assert read.to_json() == document


def test_a_search_along_edges_to_the_end_writes_the_same_list():
    flat = [[1] * 60 for _ in range(60)]
    whole = sabot.equilibria(flat)
    along = sabot.equilibria(flat, first=10_000)
    assert along.complete and along.to_json() == whole.to_json()
