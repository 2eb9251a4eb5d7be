"""Results and games in Python: what they print, what they refuse, what they are taken for."""

import pickle
import re
from fractions import Fraction as F
from pathlib import Path

import pytest

import sabot
from sabot.errors import NoSuchError, ShoeError

SEXES = [[(2, 1), (0, 0)], [(0, 0), (1, 2)]]


def test_a_game_in_a_file_may_be_named_by_its_path(tmp_path):
    path = tmp_path / "game.csv"
    path.write_text("1,-1\n-1,1\n")
    assert sabot.solve(path).value == sabot.solve(str(path)).value == 0
    assert sabot.load(path) == sabot.load(str(path))
    assert sabot.value(path, {"row": {"-": "1"}}).value == 0
    assert sabot.equilibria(path).count == 1
    assert sabot.approximate(path, iterations=1).low <= 0
    assert sabot.simulate(path, hands=1).hands == 1
    assert isinstance(path, Path)


def test_an_interval_has_its_gap_as_a_profile_has():
    found = sabot.approximate("kuhn-poker", iterations=5)
    assert found.gap == found.high - found.low
    assert sabot.approximate("kuhn-poker(players=3)", gap="1/2", iterations=5).gap >= 0


def test_all_equilibria_are_gone_through_and_counted():
    found = sabot.equilibria(SEXES)
    assert len(found) == found.count == 3 and found
    assert [one.payoffs for one in found] == [(2, 1), (1, 2), (F(2, 3), F(2, 3))]


def test_a_wrong_action_is_refused_like_a_wrong_view():
    found = sabot.solve("kuhn-poker")
    with pytest.raises(NoSuchError, match="second at 'Q,bet' has no action 'cal'"):
        found["second"]["Q,bet"]["cal"]
    mix = found["second"]["Q,bet"]
    assert mix == {"fold": F(2, 3), "call": F(1, 3)} == pickle.loads(pickle.dumps(mix))
    assert str(mix) == "{'fold': Fraction(2, 3), 'call': Fraction(1, 3)}"


@pytest.mark.parametrize("parts", [("A", "s"), (F(1, 2),), (1, 1), (14, "s"), (None,)])
def test_a_card_of_other_parts_is_refused_with_the_remedy(parts):
    with pytest.raises(ShoeError, match="a whole number from 1 to 13"):
        sabot.Card(*parts)


def test_the_repr_of_a_result_is_one_line_and_its_print_is_the_whole():
    results = {
        "<Solution of kuhn-poker(ranks=3)>": sabot.solve("kuhn-poker"),
        "<EveryEquilibrium of bimatrix 2 x 2: 3 extreme>": sabot.equilibria(SEXES),
        "<Equilibria of kuhn-poker(ranks=3): first 2 extreme, second 1 extreme>": sabot.equilibria(
            "kuhn-poker"
        ),
        "<Judgement of kuhn-poker(ranks=3): first, second>": sabot.value("kuhn-poker", "optimal"),
        "<ProfileJudgement of bimatrix 2 x 2: row, column>": sabot.value(
            sabot.BimatrixForm.of_pairs(SEXES), {"row": {"-": "1"}}
        ),
        "<Simulation of kuhn-poker(ranks=3): 2 hands, seed 1>": sabot.simulate(
            "kuhn-poker", hands=2, seed=1
        ),
        "<Profile of kuhn-poker(ranks=4, players=3): an equilibrium>": sabot.solve(
            "kuhn-poker(players=3)"
        ),
    }
    for line, found in results.items():
        assert repr(found) == line
        assert "\n" in str(found)
    assert repr(sabot.load("kuhn-poker").tree()) == "<GameTree of first, second: 58 nodes>"
    assert repr(sabot.load("kuhn-poker").rules) == "<family of games 'kuhn-poker'>"


def test_one_view_is_one_view():
    assert repr(sabot.solve([[1, 0], [0, 1]])["row"]) == "<Strategy of row: 1 view, 1 mixed>"


def test_what_only_the_module_needs_is_not_listed():
    assert not {"TYPE_CHECKING", "annotations"} & set(dir(sabot))
    assert {"solve", "Card", "certify", "poker"} <= set(dir(sabot))


def test_what_is_left_open_in_python_is_told_how_it_is_proved_in_python():
    @sabot.rules(name="left-open-here", seats=("a", "b"))
    def told(table, *, ante: F = F(1)):
        bold = table.ask("a", ("low", "high")) == "high"
        guess = table.ask("b", ("low", "high")) == "high"
        table.pay(a=ante if bold == guess else -1)

    with pytest.raises(sabot.GameStringError) as refused:
        told(ante="*")
    said = re.search(r"sabot\.prove\('([^']+)'\) in Python", str(refused.value))
    assert sabot.prove(said[1]).parameter == "ante"
