"""Why, as work: what actions earn, and what a locked cell costs, whatever the payoffs sum to."""

import re

import pytest

import sabot
from sabot.errors import NoMethodError
from sabot.exact import as_rational, format_fraction
from sabot.web.tasks.solution import evaluate_locked_cells, explain_infoset, split_by_holding

GAMES = [
    ("kuhn-poker", "second"),
    ("kuhn-poker(rake=1/20)", "second"),
    ("baccara(model=A1, commission=1/20)", "Player"),
    ("matrix(payoffs=[[2|1,0|3],[1|2,1|0]])", "column"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seat"), GAMES)
def test_lines_add_up_to_what_an_action_earns_and_no_action_earns_more_than_those_played(
    game, seat
):
    for view, mix in sabot.solve(game)[seat].items():
        told = explain_infoset({"game": game, "seat": seat, "view": view})
        worth = {action: as_rational(text) for action, text in told["worth"].items()}
        split = split_by_holding({"game": game, "seat": seat, "view": view})
        for action, lines in split["lines"].items():
            assert sum(as_rational(line["part"]) for line in lines) == worth[action]
        for action in worth if split["holdings"] else ():
            parts = [
                as_rational(one["chance"]) * as_rational(one["pays"][action])
                for one in split["holdings"]
            ]
            assert sum(parts) == worth[action]
        if as_rational(told["chance"]):
            best = max(worth.values())
            assert all(worth[action] == best for action, chance in mix.items() if chance)


@pytest.mark.parametrize(("game", "seat"), [GAMES[0], ("baccara(model=A1)", "Player")])
def test_what_a_lock_leaves_is_what_value_says_of_that_strategy(game, seat):
    table = {view: dict(mix) for view, mix in sabot.solve(game)[seat].items()}
    for view, mix in list(table.items())[:3]:
        for action in mix:
            judged = sabot.value(game, {seat: {**table, view: {action: 1}}})[seat]
            told = evaluate_locked_cells({"game": game, "locks": {seat: {view: action}}})
            assert told["secures"] == format_fraction(judged.secures)
            assert told["wins"] == format_fraction(judged.exploitability)


def test_a_lock_on_what_is_played_anyway_costs_nothing_without_zero_sum_either():
    game = "kuhn-poker(rake=1/20)"
    told = evaluate_locked_cells({"game": game, "locks": {"first": {"J,pass,bet": "fold"}}})
    assert (told["payee"], told["wins"]) == ("first", "0")


@pytest.mark.parametrize("game", ["blind-poker", "whist(deal=KQ10/AJ9)"])
def test_a_game_without_cells_says_so(game):
    with pytest.raises(NoMethodError, match="cells are explained where two seats play"):
        explain_infoset({"game": game, "seat": "1", "view": "-"})


@pytest.mark.parametrize(
    ("game", "seat", "once"),
    [
        ("le-her", "dealer", True),
        ("kuhn-poker", "second", False),
        ("baccara(model=A1, commission=1/20)", "Player", False),
    ],
)
def test_v_of_p_is_offered_where_it_is_drawn_and_nowhere_else(http, game, seat, once):
    view = next(iter(sabot.solve(game)[seat].table))
    text = http.get("/part/why", params={"g": game, "seat": seat, "view": view}).text
    asked = {"g": game, "seat": seat, "view": view}
    drawn = "data-start=" in http.get("/envelope", params=asked).text
    assert ("What if it mixes here?" in text) is drawn is once


@pytest.mark.slow
def test_the_games_that_are_offered_on_the_page_of_v_of_p_have_one(http):
    text = http.get("/part/drawable?g=le-her").text
    offered = re.findall(r'class="chip"[^>]*>([^<]*)<', text)
    assert "le-her" in offered and "kuhn-poker" not in offered
    for game in offered:
        assert "data-start=" in http.get("/envelope", params={"g": game}).text
