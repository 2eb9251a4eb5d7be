"""Two games side by side, whatever their results are made of."""

import re

import pytest
from tests.web.seen import faults_of

import sabot
from sabot.exact import as_rational, format_fraction

pytestmark = pytest.mark.slow

REAL = ("blind-poker", "blind-poker(q=1/2)")
THREE = ("kuhn-poker(players=3)", "kuhn-poker(players=3, bet=2)")


def compared(page, games):
    page.goto(f"/compare?a={games[0]}&b={games[1]}")
    page.locator("[data-value=change]").first.wait_for()


def rows(page, seat):
    return page.locator(f"[data-seat='{seat}'] tbody tr").evaluate_all(
        "rows => rows.map(row => [row.dataset.view, ...[...row.cells].map(c => c.innerText)])"
    )


def test_games_with_real_hands_are_compared_by_value_and_by_their_cuts(page):
    compared(page, REAL)
    one, two = map(sabot.solve, REAL)
    change = page.locator("[data-value=change] [data-exact]").get_attribute("data-exact")
    assert change == format_fraction(two.value - one.value)
    for seat in one.seats:
        ours, theirs = one.thresholds()[seat], two.thresholds()[seat]
        told = {view: cells for view, *cells in rows(page, seat)}
        assert set(told) == {view for view in ours if ours[view] != theirs[view]}
    # a cut at 0 divides nothing: with q = 1/2 player 2 never doubles with his worst hands
    assert two.thresholds()["2"]["1 enter"][0] == ["0", "double"]
    assert rows(page, "2")[0][-1] == "drop to 3/5, then play to 4/5, then double"


def test_games_of_three_are_compared_by_what_each_seat_is_paid(page):
    compared(page, THREE)
    one, two = (sabot.solve(game).payoffs for game in THREE)
    changes = page.locator("[data-value=change] [data-exact]").evaluate_all(
        "cells => cells.map(cell => cell.dataset.exact)"
    )
    assert changes == [format_fraction(two[seat] - one[seat]) for seat in one]
    assert page.locator("section[data-seat]").count() == 3


def test_what_is_no_fraction_is_compared_by_its_digits_and_says_how_near_it_is(http):
    games = ["blind-poker(players=3)", "blind-poker(players=3, q=1/2)"]
    text = http.get("/compare", params=dict(zip("ab", games, strict=True))).text
    one, two = (sabot.solve(game) for game in games)
    paid = [as_rational(told.number(told.payoffs["3"])) for told in (one, two)]
    changes = re.findall(r'data-value="change"><span[^>]*data-exact="([^"]*)"', text)
    assert abs(as_rational(changes[2]) - (paid[1] - paid[0])) < as_rational("1/10000000000")
    assert f"nobody could gain more than {one.to_json()['bound']}" in text


def test_real_hands_beside_dealt_ones_are_compared_by_value_and_told_why_no_further(http):
    text = http.get("/compare?a=von-neumann&b=von-neumann(ranks=10)").text
    assert 'data-value="change"' in text and "Give both the same ranks" in text
    assert "section data-seat" not in text


def test_a_game_that_nothing_solves_says_so_and_leads_to_its_model(page):
    page.goto("/compare?a=draw-poker&b=draw-poker(players=3)")
    assert "nothing solves them" in page.locator(".fault").inner_text()
    page.get_by_role("link", name="Compare blind-poker(players=5)").click()
    page.locator("[data-value=change]").first.wait_for()
    assert "b=blind-poker%28players%3D3%29" in page.url


def test_a_result_without_value_or_strategies_is_refused_by_name(http):
    text = http.get("/compare?a=dafermos-network&b=le-her").text
    assert "dafermos-network: its result has neither a value nor strategies" in text


@pytest.mark.parametrize("games", [REAL, THREE])
def test_on_a_telephone_nothing_is_cut_and_axe_finds_nothing(page, games):
    page.set_viewport_size({"width": 390, "height": 844})
    compared(page, games)
    for theme in ("light", "dark"):
        page.get_by_label("Theme").select_option(theme)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, theme
        cut = page.locator(".panel .scroll").evaluate_all(
            "panes => panes.filter(pane => pane.scrollWidth > pane.clientWidth + 1).length"
        )
        assert cut == 0, theme
        assert faults_of(page) == [], theme


def test_cells_that_need_not_differ_are_not_said_to_have_changed(http):
    told = http.get("/compare?a=kuhn-poker&b=kuhn-poker(bet=2)").text
    assert not sabot.solve("kuhn-poker").behaviour["first"]
    assert "3 cells of 6 differ" in told
    assert "In kuhn-poker(ranks=3) the first seat has other optimal strategies" in told
    only = http.get("/compare?a=le-her&b=le-her(suits=2)").text
    assert " differ" not in only and "changed" in only and "other optimal" not in only
