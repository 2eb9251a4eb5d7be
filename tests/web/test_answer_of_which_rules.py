"""An answer says of which rules it is, and solving by keyboard leaves the keyboard where it was."""

from sabot.web.markup import number


def test_an_answer_names_its_rules_when_those_beside_it_are_changed(page):
    page.goto("/game?g=le-her(ranks=7)")
    page.get_by_role("button", name="Solve").click()
    page.locator(".value .worth").first.wait_for()
    page.get_by_label("ranks").fill("8")
    page.locator("#verdict code", has_text="ranks=8").wait_for()
    assert page.locator(".value h2 code").inner_text() == "le-her(ranks=7, suits=4)"


def test_the_button_that_solves_keeps_the_keyboard(page):
    page.goto("/game?g=kuhn-poker")
    page.get_by_role("button", name="Solve").press("Enter")
    page.locator(".value .worth").first.wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Solve"


def test_a_gain_of_very_many_digits_has_its_sign_before_the_decimal():
    told = number(f"{10**60 + 1}/{3 * 10**60 + 7}", sign=True)
    assert ">≈ +0.333333<" in told
