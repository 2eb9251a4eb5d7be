"""How long ``sabot size`` has patience, and what it says when it has lost it."""

import pytest
from tests.unit.traced import run

import sabot
from sabot.analysis import cost_estimate
from sabot.analysis.cost_estimate import CostEstimate, estimate_cost
from sabot.errors import RulesError
from sabot.game_rules.family import REGISTRY
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.render.views.game_info import size_view
from sabot.render.writers.terminal import render


@pytest.fixture
def calls():
    """Rules of very many hands, and how many have been told."""
    known = dict(REGISTRY)
    told = []

    @sabot.rules(name="deep", seats=("ann", "bob"))
    def deep(table):
        """Forty coins."""
        told.append(1)
        table.pay(ann=sum(table.roll({0: 1, 1: 1}) == 1 for _ in range(40)))

    yield told
    REGISTRY.clear()
    REGISTRY.update(known)


def test_patience_is_of_the_cpu_and_not_of_the_clock(monkeypatch):
    monkeypatch.setattr(cost_estimate, "process_time", lambda: 0.0)
    monkeypatch.setattr(cost_estimate, "BUSY_FACTOR", 10**9)
    assert estimate_cost(sabot.load("leduc-poker"), seconds=1e-6).shape == (337, 337)


def test_who_loses_patience_says_how_many_nodes_there_are_at_least(calls, monkeypatch):
    monkeypatch.setattr(cost_estimate, "process_time", lambda: 0.0 if len(calls) < 9000 else 100.0)
    found = estimate_cost(sabot.load("deep"), seconds=20)
    late, least = found.problem.split("; ")
    assert late == "writing the game out takes more than 20 s by itself"
    least = int(
        least.removeprefix("its tree has at least ").removesuffix(" nodes").replace(",", "")
    )
    assert 5000 <= least <= 41 * len(calls)


def test_where_nothing_was_counted_there_is_no_hole_in_the_page():
    text = render(size_view("g", ("ann", "bob"), "", CostEstimate(problem="too long")), width=80)
    assert text.split("\n") == ["g", "", "  No guess: too long.", ""]


def test_rules_that_go_round_for_ever_are_told_of_a_limit_of_turns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(TreeBuilder, "longest", 300)
    (tmp_path / "pig.py").write_text(
        "import sabot\n\n"
        "@sabot.rules(name='pig', seats=('ann', 'bob'))\n"
        "def pig(table):\n"
        "    while table.ask('ann', ('hold', 'roll')) == 'roll':\n"
        "        table.ask('bob', ('hold',))\n"
        "    table.pay(ann=1)\n"
    )
    said = " ".join(run("solve", "pig.py").stderr.split())
    assert "one hand takes more than 300 draws" in said
    assert "needs a last turn: add a parameter turns: int = 20, and pay" in said
    with pytest.raises(RulesError, match="needs a last turn"):
        sabot.solve("pig.py:pig")
