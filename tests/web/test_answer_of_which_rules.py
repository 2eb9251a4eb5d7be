"""An answer says of which rules it is, and solving by keyboard leaves the keyboard where it was."""

import pytest

from sabot.web.components import number_html


def test_an_answer_names_its_rules_when_those_beside_it_are_changed(page):
    page.goto("/game?g=le-her(ranks=7)")
    page.get_by_role("button", name="Solve").click()
    page.locator(".value .worth").first.wait_for()
    page.get_by_label("ranks").fill("8")
    page.locator("#verdict code", has_text="ranks=8").wait_for()
    assert page.locator(".value h2 code").inner_text() == "le-her(ranks=7, suits=4)"


@pytest.mark.slow
def test_the_button_that_solves_keeps_the_keyboard(page):
    page.goto("/game?g=kuhn-poker")
    page.get_by_role("button", name="Solve").press("Enter")
    page.locator(".value .worth").first.wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Solve"


def test_a_gain_of_very_many_digits_has_its_sign_before_the_decimal():
    told = number_html(f"{10**60 + 1}/{3 * 10**60 + 7}", sign=True)
    assert ">≈ +0.333333<" in told


@pytest.mark.slow
def test_the_way_back_leads_to_every_answer_that_was_solved(page, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/game?g=kuhn-poker")
    solve = page.get_by_role("button", name="Solve")
    solve.click()
    page.locator(".solution[data-game='kuhn-poker(ranks=3)']").wait_for()
    answer = page.url
    page.get_by_label("ranks", exact=True).fill("5")
    page.locator(".string", has_text="ranks=5").wait_for()
    assert page.url == answer  # it is what is seen: the answer, though other rules are typed
    page.get_by_role("button", name="Copy link").click()
    page.locator("[data-said='copied']").wait_for()
    assert "ranks%3D5" in page.evaluate("navigator.clipboard.readText()")
    solve.click()
    page.locator(".solution[data-game='kuhn-poker(ranks=5)']").wait_for()
    page.go_back()
    page.locator(".solution[data-game='kuhn-poker(ranks=3)']").wait_for()
    assert page.get_by_label("ranks", exact=True).input_value() == "3"
    page.locator(".size table").wait_for()  # by now its scripts hear that one goes back
    page.go_back()
    page.locator(".placeholder").wait_for()
