"""An answer says of which rules it is, and solving by keyboard leaves the keyboard where it was."""

import pytest
from tests.web.seen import Late

from sabot.web.components import number_html


def test_a_changed_rule_is_solved_at_once_and_until_then_the_answer_is_marked(page):
    page.goto("/game?g=le-her(ranks=7)")
    page.locator(".solution[data-game='le-her(ranks=7, suits=4)']").wait_for()
    late = Late(page, "**/part/rules*")
    page.get_by_label("ranks", exact=True).fill("8")
    page.locator("#result.stale").wait_for()
    late.come()
    late.go()
    page.locator(".solution[data-game='le-her(ranks=8, suits=4)']").wait_for()
    page.locator("#result:not(.stale)").wait_for()


def test_a_long_game_is_not_solved_before_it_is_asked_to(page):
    page.goto("/game?g=leduc-poker(ranks=20)")
    page.locator(".size").wait_for()
    assert page.locator("[data-quick]").count() == 0
    assert page.locator(".placeholder").is_visible()
    assert page.get_by_role("button", name="Solve").is_visible()


def test_a_gain_of_very_many_digits_has_its_sign_before_the_decimal():
    told = number_html(f"{10**60 + 1}/{3 * 10**60 + 7}", sign=True)
    assert ">≈ +0.333333<" in told


@pytest.mark.slow
def test_the_way_back_leads_to_every_answer_that_was_solved(page, context):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/game?g=kuhn-poker")
    page.locator(".solution[data-game='kuhn-poker(ranks=3)']").wait_for()
    page.get_by_label("ranks", exact=True).fill("5")
    page.locator(".string", has_text="ranks=5").wait_for()
    page.get_by_role("button", name="Copy link").click()
    page.locator("[data-said='copied']").wait_for()
    assert "ranks%3D5" in page.evaluate("navigator.clipboard.readText()")
    page.locator(".solution[data-game='kuhn-poker(ranks=5)']").wait_for()
    page.go_back()
    page.locator(".solution[data-game='kuhn-poker(ranks=3)']").wait_for()
    assert page.get_by_label("ranks", exact=True).input_value() == "3"
