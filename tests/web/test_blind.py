"""Poker on [0, 1]: the slider moves cuts and payoffs, which are those of the command line."""

from urllib.parse import parse_qs, urlsplit

import pytest
from tests.web.seen import faults_of

import sabot


def shown(page):
    """Return what stands on the page as the document has it: payoffs, gains, cuts."""
    page.locator("#cuts .solution").wait_for()
    paid, gains = (
        [
            row.locator(f"td:nth-child({column}) [data-exact]").get_attribute("data-exact")
            for row in page.locator("table.paid tr[data-seat]").all()
        ]
        for column in (2, 3)
    )
    cuts = {}
    for turn in page.locator("li[data-seat]").all():
        steps = turn.locator("[data-action]").evaluate_all(
            "all => all.map(one => [one.dataset.to, one.dataset.action])"
        )
        cuts.setdefault(turn.get_attribute("data-seat"), {})[turn.get_attribute("data-view")] = (
            steps
        )
    return paid, gains, cuts


def printed(game):
    told = sabot.solve(game).to_json()
    return told["payoffs"], told["gains"], told["thresholds"]


@pytest.mark.slow
def test_two_players_are_read_off_the_theorem_as_solve_finds_them(page):
    page.goto("/blind-poker")
    assert shown(page) == printed("blind-poker(players=2, q=287/1000)")
    assert page.locator(".moving").get_attribute("data-at") == "287/1000"
    page.locator(".later svg.plot [data-to]").first.wait_for()  # drawn when the slider rests
    assert faults_of(page) == []


def test_the_slider_moves_all_numbers_at_once_and_the_address_keeps_it(page):
    page.goto("/blind-poker?q=1/2")
    page.locator("#cuts .solution").wait_for()
    slider = page.get_by_label("q, by sliding")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.locator("[data-at='501/1000']").wait_for()
    assert shown(page) == printed("blind-poker(players=2, q=501/1000)")
    assert "q=0.501" in page.url
    table = page.get_by_role("link", name="Sit down at this table").get_attribute("href")
    assert parse_qs(urlsplit(table).query)["g"] == ["blind-poker(players=2, q=501/1000)"]
    page.reload()
    assert shown(page) == printed("blind-poker(players=2, q=501/1000)")


@pytest.mark.slow
def test_sliding_asks_for_nothing_that_must_be_solved(page):
    page.goto("/blind-poker?look=forced")
    page.locator("#cuts .solution").wait_for()
    slider = page.get_by_label("q, by sliding")
    for text in ("0.1", "0.25", "0.9"):
        slider.fill(text)
        at = str(sabot.exact.as_rational(text))
        page.locator(f"[data-at='{at}']").wait_for()
        assert page.locator(".job").count() == 0
    assert shown(page) == printed("blind-poker(players=2, q=9/10, look=forced)")


@pytest.mark.slow
def test_three_players_are_solved_as_a_job(page):
    page.goto("/blind-poker")
    page.locator("#cuts .solution").wait_for()
    page.locator("select[name=players]").select_option("3")
    page.locator("[data-game='blind-poker(players=3, q=287/1000)']").wait_for()
    assert shown(page) == printed("blind-poker(players=3, q=287/1000)")
    assert "players=3" in page.url


@pytest.mark.slow
def test_von_neumanns_game_on_both_sides_of_equal_bets(page):
    for bet in ("2", "1/2"):
        page.goto(f"/von-neumann?A={bet}")
        assert shown(page) == printed(f"von-neumann(A={bet}, B=1)")


def test_what_cannot_be_played_is_said_with_the_remedy(page):
    for asked, said in (
        ("q=3/2", "outside of what was proved"),
        ("q=<b>x</b>", "not an exact number"),
        ("q=1/0", "1/0"),
        ("look=free&bluff=no", "bluff=no with free looks"),
        ("players=8", "cannot be chosen"),
    ):
        page.goto(f"/blind-poker?{asked}")
        page.locator(".fault").wait_for()
        assert said in page.locator(".fault").inner_text(), asked
