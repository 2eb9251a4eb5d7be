"""No number is cut by its column: half a fraction on a screen reads as another number."""

import pytest
from tests.web.seen import until

pytestmark = pytest.mark.slow

B3 = "/game?g=baccara(model=B3, decks=6)&solved=1&seat=Banker&view=(0,6),-"
OUTSIDE = """
boxes => boxes.filter(box => box.offsetParent && [...box.querySelectorAll(".number")].some(
    number => number.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)).length
"""


def test_the_two_expectations_of_a_cell_stand_whole_beside_the_whole_grid(page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(B3)
    page.locator(".explanation").wait_for()
    grid = page.locator("[data-seat=Banker] .scroll:has(> table.grid)").first
    for theme in ("light", "projector"):
        page.get_by_label("Theme").select_option(theme)
        assert grid.evaluate("it => it.scrollWidth - it.clientWidth") <= 1, theme
        assert page.locator(".explanation, .explanation .scroll").evaluate_all(OUTSIDE) == 0, theme


def test_the_value_fits_a_telephone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/game?g=baccara-banque&solved=1")
    page.locator(".value .worth").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_two_values_compared_fit_a_telephone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/compare?a=baccara(model=A2)&b=baccara(model=A3)")
    page.locator("[data-value=change]").wait_for()
    assert page.locator(".panel").evaluate_all(OUTSIDE) == 0


def test_on_a_telephone_the_answer_why_comes_into_view(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/game?g=baccara(model=B3, decks=6)&solved=1")
    page.locator("tr:has(> td > button[data-view='(0,5),3']) th").last.click()
    page.locator("tr.strip button[data-view='(0,5),3']").click()
    told = page.locator(".explanation").first
    told.wait_for()
    until(page, "document.querySelector('.explanation').getBoundingClientRect().y < 844")


def test_a_chance_of_thirty_digits_is_rounded_and_one_press_away(page):
    page.goto("/game?g=leduc-poker&solved=1")
    page.locator("[data-seat=first] summary").click()
    check = page.locator("[data-seat=first] tr:has([data-view=J]) .number").first
    check.wait_for()
    assert check.inner_text() == "≈ 0.92765"
    check.get_by_role("button").press("Enter")
    assert check.inner_text() == check.get_attribute("data-exact")
    page.keyboard.press("Enter")
    assert check.inner_text() == "≈ 0.92765"


BEYOND = """
drawings => drawings.flatMap((svg) => {
  const box = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll("text")].filter((word) => word.textContent.trim());
  return words.filter((word) => {
    const own = word.getBoundingClientRect();
    return own.left < box.left - 0.5 || own.right > box.right + 0.5;
  }).map((word) => word.textContent);
})
"""
"""The texts of drawings that lie beyond their edges."""


@pytest.mark.parametrize(
    "address",
    [
        "/theorem?g=baccara(model=B3, decks=*)",
        "/envelope?g=baccara-banque",
        "/von-neumann?A=1000",
        "/whist?n=13&seed=1",
        "/tree",
        "/game?g=blind-poker&solved=1",
    ],
)
def test_no_text_of_a_drawing_is_cut_at_its_edge(page, address):
    for wide in (1440, 390):
        page.set_viewport_size({"width": wide, "height": 900})
        page.goto(address)
        drawings = page.locator("svg:has(text)")
        drawings.first.wait_for()
        assert drawings.evaluate_all(BEYOND) == [], wide
