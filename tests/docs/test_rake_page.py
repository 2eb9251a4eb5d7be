"""The table of docs/how-to/rake.md: what a rake does to Kuhn's poker, recomputed."""

from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

import sabot

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "rake.md"
ROWS = {
    cells[0]: cells[1:]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and (cells := [part.strip() for part in line.strip("|").split("|")])
}
RAKES = [rake for rake in ROWS if rake[0].isdigit()]


def test_the_page_has_the_rows_that_are_recomputed():
    assert RAKES == ["0", "1/100", "1/20", "1/10"]


@pytest.mark.parametrize("rake", RAKES[1:])
def test_a_row_is_the_equilibrium(rake):
    found = sabot.solve(f"kuhn-poker(rake={rake})")
    one, two, house, bets, calls, bluffs = map(F, ROWS[rake])
    assert (found.payoffs["first"], found.payoffs["second"]) == (one, two)
    assert house == -one - two
    assert found["first"]["J"]["bet"] == found["first"]["K"]["bet"] == bets == 0
    assert found["first"]["Q,pass,bet"]["call"] == calls == (1 - 2 * F(rake)) / (3 - 2 * F(rake))
    assert found["second"]["J,pass"]["bet"] == bluffs == 1 / (3 - 4 * F(rake))


def test_without_a_rake_the_row_is_the_segment_of_optimal_strategies():
    found = sabot.equilibria("kuhn-poker")
    one, two, house, bets, calls, bluffs = ROWS["0"]
    assert (F(one), F(two), F(house)) == (found.value, -found.value, 0)
    for view, action, said in (("J", "bet", bets), ("Q,pass,bet", "call", calls)):
        chances = sorted(vertex[view].get(action, F(0)) for vertex in found["first"])
        assert chances == [F(end) for end in said.split(" to ")]
    assert [vertex["J,pass"]["bet"] for vertex in found["second"]] == [F(bluffs)]


@pytest.mark.slow  # it compiles the loops
def test_under_a_rake_the_first_seat_has_one_strategy_left():
    found: Any = sabot.equilibria("kuhn-poker(rake=1/20)")
    assert found.unique == {"first": True, "second": False}
    assert len({one.payoffs for one in found.equilibria}) == 1


@pytest.mark.parametrize("game", ["kuhn-poker(rake=1/20)", "leduc-poker(ranks=2, rake=1/20)"])
def test_the_house_gets_what_the_seats_lose(game):
    found = sabot.solve(game)
    assert sum(found.payoffs.values()) < 0
    assert sabot.value(game, found).gains == (0, 0)
