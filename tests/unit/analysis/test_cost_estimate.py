"""What ``sabot size`` announces, how long it has patience, and what it says without."""

from fractions import Fraction
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time

import pytest
from tests.unit.traced import run

import sabot
from sabot.analysis import cost_estimate
from sabot.analysis.cost_estimate import (
    CostEstimate,
    estimate_cost,
    estimate_form_cost,
    estimate_theorem_cost,
    machine_slowness,
    matrix_memory,
)
from sabot.errors import RulesError
from sabot.forms.sequence import MatrixForm
from sabot.forms.sequence_nplayer import nplayer_form_of_tree
from sabot.game_rules.family import REGISTRY
from sabot.game_rules.tree_builder import TreeBuilder
from sabot.loading import load_parametric
from sabot.render.views.game_info import size_view
from sabot.render.writers.terminal import render


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """The machine on which the times below were measured."""
    monkeypatch.setattr(cost_estimate, "machine_slowness", lambda: 1.0)


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


HELD_OUT = Path(__file__).parents[3] / "benchmarks" / "held_out.py"


@pytest.mark.parametrize(
    ("game", "seconds", "megabytes"),
    [
        ("le-her", 0.27, 29),
        ("le-her(ranks=100)", 0.76, 66),
        ("kuhn-poker(ranks=50)", 0.73, 68),
        ("leduc-poker(ranks=9)", 1.69, 90),
        ("held_out.py:liars_dice(faces=4)", 0.55, 69),
        ("held_out.py:narrow(decisions=400)", 0.95, 78),
        ("held_out.py:repeated(rounds=4)", 0.92, 79),
        ("held_out.py:wide(words=60)", 0.69, 69),
        pytest.param("held_out.py:liars_dice(faces=6)", 4.13, 225, marks=pytest.mark.slow),
        pytest.param("held_out.py:wide(words=160)", 2.19, 124, marks=pytest.mark.slow),
        pytest.param("held_out.py:repeated(rounds=5)", 15.9, 218, marks=pytest.mark.slow),
    ],
)
def test_what_was_measured_is_what_is_announced(game, seconds, megabytes):
    """Measured as benchmark row 18 does; the time of exploring on this machine counts little."""
    found = estimate_cost(sabot.load(game.replace("held_out.py", str(HELD_OUT))))
    assert 1 / 2 <= sqrt(found.seconds[0] * found.seconds[1]) / seconds <= 2
    assert megabytes <= found.memory / 1e6 <= max(73, 1.5 * megabytes)  # le Her loads no arrays


def test_a_matrix_of_low_rank_or_with_one_usual_payoff_is_announced_to_take_less():
    dice, side = Random(1), 600
    down, over = ([dice.randint(1, 9) for _ in range(side)] for _ in range(2))
    full = [[dice.randint(-99, 99) for _ in range(side)] for _ in range(side)]
    same = [[int(i == j) for j in range(side)] for i in range(side)]
    found = [
        estimate_form_cost(MatrixForm.of(matrix))
        for matrix in (full, [[a * b for b in over] for a in down], same)
    ]
    assert found[0].seconds[0] > max(found[1].seconds[1], found[2].seconds[1])
    assert found[0].memory > 2 * max(found[1].memory, found[2].memory)
    assert found[0].memory < matrix_memory(side, side)  # which knows nothing of small integers


def test_a_matrix_that_floats_cannot_invert_widens_the_range_to_pivots_in_long_numbers():
    dice = Random(2)
    random, powers = (
        estimate_form_cost(MatrixForm.of(rows))
        for rows in (
            [[dice.randint(0, 10**60) for _ in range(40)] for _ in range(40)],
            [[(-1) ** i * (i + 1) ** j for j in range(40)] for i in range(40)],
        )
    )
    assert random.seconds[1] < 2.2 * random.seconds[0]
    assert powers.seconds[1] > 2.3 * powers.seconds[0]


def test_fractions_without_a_common_denominator_are_announced_with_their_long_numbers():
    """40 x 40 fractions of 15 digits took 88 MB, 60 x 60 took 207 MB."""
    dice = Random(5)

    def announced(side):
        rows = [
            [
                Fraction(dice.randint(-(10**15), 10**15), dice.randint(1, 10**15))
                for _ in range(side)
            ]
            for _ in range(side)
        ]
        return estimate_form_cost(MatrixForm.of(rows)).memory

    assert 88e6 < announced(40) < 1.5 * 88e6
    assert 207e6 < announced(60) < 1.5 * 207e6


@pytest.mark.parametrize(
    ("game", "pieces"),
    [("le-her(ranks=4, suits=*)", 2), ("kuhn-poker(bet=*)", 3), ("matrix([[t,1],[1,0]])", 2)],
)
def test_the_pieces_of_a_theorem_are_among_those_announced(game, pieces):
    found = estimate_theorem_cost(load_parametric(game)[1])
    least, most = found.pieces
    assert least <= pieces == len(sabot.prove(game).pieces) <= most
    assert 0 < found.seconds[0] < found.seconds[1]
    assert 66 < found.memory / 1e6 < 1.5 * 66  # MB, as measured


def test_time_and_memory_of_the_longest_theorems_measured_are_as_announced():
    found = estimate_theorem_cost(load_parametric("leduc-poker(bet1=*)")[1])
    least, most = found.seconds
    assert least < 76 + 33 < 117 + 42 < most
    assert 1796 < found.memory / 1e6 < 2 * 1796


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("borel(bet=*)", "thresholds were not measured"),
        (f"matrix([[t|1]{',[1|1]' * 24}])", "up to 24 pure strategies per seat"),
    ],
)
def test_of_other_theorems_it_says_why_no_time_is_announced(game, reason):
    name, form = load_parametric(game)
    found = estimate_theorem_cost(form)
    assert found.to_json()["seconds"] is None
    shown = " ".join(render(size_view(name, form.seats, "", found)).split())
    assert reason in shown and "pieces" not in shown and "Counts are exact." in shown
    if game == "borel(bet=*)":
        assert "1 1 turn 2 1 turn betting 3 ways to end" in shown


@pytest.mark.parametrize(
    ("game", "pieces", "seconds"),
    [
        ("matrix([[2|1,0|0,0|3],[0|0,t|2,t|1],[1|t,1|1,0|2]])", 2, 0.6),
        ("baccara(model=A1, commission=*)", 1, 0.8),
        ("baccara(model=B3, decks=6, commission=*)", 2, 12.9),
    ],
)
def test_theorems_on_all_equilibria_are_in_the_announced_range(game, pieces, seconds):
    """As they were measured, with the check."""
    found = estimate_theorem_cost(load_parametric(game)[1])
    assert found.pieces[0] <= pieces <= found.pieces[1]
    assert found.seconds[0] < seconds < found.seconds[1]


def test_a_machine_that_is_twice_as_slow_takes_twice_as_long(monkeypatch):
    forms = [sabot.load("le-her"), load_parametric("kuhn-poker(bet=*)")[1]]
    for game, estimate in zip(forms, (estimate_cost, estimate_theorem_cost), strict=True):
        fast = estimate(game)
        monkeypatch.setattr(cost_estimate, "machine_slowness", lambda: 2.0)
        slow = estimate(game)
        monkeypatch.setattr(cost_estimate, "machine_slowness", lambda: 1.0)
        assert slow.seconds == tuple(2 * seconds for seconds in fast.seconds)
        assert slow.memory == fast.memory
    assert 0 < machine_slowness() == machine_slowness() < 1000  # measured once


def test_a_tree_that_is_cut_into_subgames_is_no_matter_of_pivots():
    """A thousand turns take a second; pivots in their tableau of 2,000 rows would take minutes."""

    @sabot.rules(name="centipede", seats=("ann", "bob"))
    def centipede(table):
        for turn in range(1000):
            seat = ("ann", "bob")[turn % 2]
            word = table.ask(seat, ("take", "pass"))
            table.announce(word)
            if word == "take":
                return table.pay({seat: turn + 2})
        return table.pay(ann=0, bob=0)

    found = estimate_form_cost(nplayer_form_of_tree(centipede().tree()))
    assert found.shape == (1001, 1001)
    assert found.seconds[1] < 2
    assert found.memory < 150_000_000


def test_a_game_with_private_hands_that_is_long_to_write_out_has_an_interval():
    found = estimate_cost(sabot.load("kuhn-poker(ranks=1200)"), seconds=0)
    assert found.solvable and "; an interval for its value takes about " in found.problem
    assert "\n" not in found.problem


@pytest.mark.slow
@pytest.mark.parametrize("cards", [4, 5])
def test_five_cards_are_looked_at_within_the_seconds(cards):
    """To call a function for 2.6 million hands takes 20 s; that is stopped, too."""

    @sabot.rules(seats=("ann", "bob"))
    def draw(table):
        shoe = table.shoe(sabot.Shoe.decks(1, suited=True))
        ann, bob = shoe.deal(cards), shoe.deal(cards)
        table.ask("ann", ("stay", "bet"), sees=ann)
        return table.pay(ann=table.compare(ann, bob, by=lambda hand: sum(c.rank for c in hand)))

    begun = process_time()
    found = estimate_cost(draw(), seconds=0.3)
    assert process_time() - begun < 5
    assert "--gap 1/1000" in found.problem
