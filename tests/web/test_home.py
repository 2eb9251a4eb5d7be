"""The first page: what there is, with numbers that are those of the command line."""

import pytest
from tests.web.seen import faults_of

import sabot
from sabot.exact import show


def test_every_game_that_needs_no_file_has_a_card(page):
    page.goto("/")
    told = page.locator(".card h3").all_inner_texts()
    assert {"le-her", "baccara", "kuhn-poker", "whist", "matrix"} <= set(told)
    assert "efg" not in told


def test_a_card_says_the_value_that_solve_finds(page):
    page.goto("/")
    card = page.locator(".card", has=page.get_by_role("heading", name="le-her", exact=True))
    shown = card.locator("[data-exact]").first.get_attribute("data-exact")
    assert shown == show(sabot.solve("le-her").value)


def test_the_switch_turns_fractions_into_the_decimals_of_the_terminal(page):
    page.goto("/")
    number = page.locator(".card [data-exact='277/11050']")
    assert number.inner_text() == "277/11050"
    page.get_by_role("button", name="0.12").click()
    assert number.inner_text() == "0.0250679"
    page.reload()
    assert page.locator(".card [data-exact='277/11050']").inner_text() == "0.0250679"


@pytest.mark.parametrize("theme", ["dark", "projector"])
def test_the_first_page_is_accessible(page, theme):
    page.goto("/")
    page.get_by_label("Theme").select_option(theme)
    page.locator(".card [data-exact='277/11050']").wait_for()
    assert faults_of(page) == []


def test_the_keyboard_reaches_the_matter_at_once(page):
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
