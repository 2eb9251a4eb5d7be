"""One private card per player, solved exactly: against linear programs of the whole game."""

from fractions import Fraction

import pytest

import sabot
from sabot import certify
from sabot.forms.private_hands import exact_bounds, gains_by_hand
from sabot.game_rules.private_hands import private_hands_of
from sabot.solvers import private_hands_exact
from sabot.solvers.private_hands_exact import solve_private_hands


def solved(game):
    form = private_hands_of(sabot.load(game))
    return form, solve_private_hands(form)


@pytest.mark.parametrize(
    "family",
    [
        "von-neumann(A=7/3, ranks={})",
        "borel(bet=3, ranks={})",
        "continuous-kuhn(ranks={})",
        "kuhn-poker(ranks={})",
        "bet-sizes(sizes=2, raises=1, ranks={})",
        "blind-poker(q=0, ranks={})",
    ],
)
@pytest.mark.parametrize("ranks", [3, 8, 21])
def test_the_value_is_that_of_the_linear_program_of_the_whole_game(family, ranks):
    game = family.format(ranks)
    form, found = solved(game)
    assert found.low == found.high == sabot.solve(game).value
    assert exact_bounds(form, found.strategies, found.unit) == (found.low, found.high)


def test_cards_that_gain_are_freed_until_none_does(monkeypatch):
    """Without a window around thresholds the first program is not enough."""
    monkeypatch.setattr(private_hands_exact, "WINDOW", -1)
    programs = []
    restricted = private_hands_exact.restricted_form
    monkeypatch.setattr(
        private_hands_exact,
        "restricted_form",
        lambda *given: programs.append(given[2]) or restricted(*given),
    )
    form, found = solved("continuous-kuhn(ranks=50)")
    assert len(programs) > 1 and programs[0] == ([], [])
    assert found.low == found.high == sabot.solve("continuous-kuhn(ranks=50)").value
    assert not any(gains_by_hand(form, seat, found.strategies, found.unit).any() for seat in (0, 1))


def test_thousands_of_ranks_have_an_exact_value_that_is_checked():
    found = sabot.approximate("von-neumann(ranks=3001)", gap=0)
    assert found.low == found.high == Fraction(900600, 9006001)
    assert sabot.check(found, rules=True) == ["900600/9006001"] * 2
    assert found.to_json()["method"].startswith("linear program")


def test_what_does_not_succeed_is_refused_with_the_remedy(monkeypatch):
    monkeypatch.setattr(private_hands_exact, "MOST_FREE", 2)
    with pytest.raises(sabot.NoMethodError, match=r"more than 2 cards.*--gap 1/1000"):
        solved("continuous-kuhn(ranks=50)")


def test_probabilities_of_a_large_denominator_have_a_value_and_no_file(monkeypatch):
    game = "continuous-kuhn(ranks=50)"
    monkeypatch.setattr("sabot.results.private_hands.MOST_UNIT", 2)
    monkeypatch.setattr(private_hands_exact, "MACHINE_LIMIT", 2)
    _, found = solved(game)
    assert found.strategies[0][0].dtype == object
    assert found.low == found.high == sabot.solve(game).value
    message = rf"the value is {found.low}, but .*common denominator {found.unit:,}"
    with pytest.raises(sabot.NoMethodError, match=message):
        sabot.approximate(game, gap=0)


@pytest.mark.slow
def test_a_denominator_above_sixteen_bits_has_a_file():
    found = sabot.approximate("bet-sizes(sizes=1, raises=2, bets=both, ranks=1000)", gap=0)
    assert found.unit == 405_480
    again = found.strategies(found.form())
    assert all((mix.sum(0) == found.unit).all() for own in again for mix in own)
    assert certify.check(found.to_json()).value == [str(found.low)] * 2


def test_a_sweep_has_exact_rows_of_thousands_of_ranks():
    row = sabot.sweep("borel(ranks=2003)").rows[0]
    assert row.value == Fraction(-1337335, 12036027)
    assert all(sum(mix.values()) == 1 for own in row.mixed.values() for mix in own.values())
