"""What a page looks like: columns in sight, no number broken, no drawing too small."""

import pytest
from tests.few import few
from tests.web.conftest import enter

import sabot

pytestmark = pytest.mark.slow

SIDEWAYS = "panes => panes.filter(pane => pane.scrollWidth > pane.clientWidth + 1).length"
"""How many panes have something out of sight at the side."""
SMALLEST = """words => Math.min(...words.map((word) =>
    parseFloat(getComputedStyle(word).fontSize) * word.getScreenCTM().a))"""
"""The smallest writing of drawings, in pixels of the screen."""
LINES = """numbers => Math.max(...numbers.map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
}))"""
"""Over how many lines a number goes, at most."""


def small(page):
    page.set_viewport_size({"width": 390, "height": 844})


def test_leduc_is_read_by_card_and_street(page):
    page.goto("/game?g=leduc-poker&solved=1")
    first = page.locator("section[data-seat=first]")
    first.wait_for()
    assert page.evaluate("document.documentElement.scrollHeight") < 2600
    assert first.locator("table.grid thead tr").last.inner_text().split()[-3:] == ["J", "Q", "K"]
    row = first.locator("tbody:not([hidden]) tr")
    before = row.count()
    first.get_by_role("button", name="Q", exact=True).click()
    assert "Q" in row.first.inner_text() and row.count() != before
    assert page.locator("[data-seat=first] button[data-view]").count() >= 144
    for wide in (1280, 390):
        page.set_viewport_size({"width": wide, "height": 844})
        assert page.locator(".cells .scroll").evaluate_all(SIDEWAYS) == 0, wide


def test_banque_has_all_its_cells_by_total(page):
    page.goto("/game?g=baccara-banque&solved=1")
    banker = page.locator("[data-seat=Banker]")
    banker.wait_for()
    assert banker.locator(".grid button[data-view]").count() == 1144
    assert "more" not in banker.locator(".cells").inner_text().split()
    assert page.evaluate("document.documentElement.scrollHeight") < 3000


def test_on_a_telephone_all_columns_of_a_grid_are_in_sight(page):
    small(page)
    page.goto("/game?g=baccara(model=B3, decks=6)&solved=1")
    page.locator("table.grid").first.wait_for()
    assert page.locator(".cells .scroll").evaluate_all(SIDEWAYS) == 0
    box = page.locator("table.grid button").first.bounding_box()
    assert box["width"] >= 20 and box["height"] >= 20  # a finger finds it


def test_on_a_telephone_the_answer_is_first_and_the_rules_are_a_sheet(page):
    small(page)
    page.goto("/game?g=kuhn-poker")
    worth = page.locator(".value .worth")
    worth.wait_for()
    assert worth.bounding_box()["y"] < 844
    ranks = page.get_by_label("ranks", exact=True)
    assert not ranks.is_visible()
    page.get_by_role("button", name="Rules").click()
    box = ranks.bounding_box()
    assert box["y"] + box["height"] < 844
    small_ones = """them => them
        .filter(it => it.offsetParent && it.getBoundingClientRect().height < 40)
        .map(it => it.textContent)"""
    targets = page.locator("button:not(.digits, .link), .top nav a, select, #doors a")
    assert targets.evaluate_all(small_ones) == []


PRESSED = """() => [...document.querySelectorAll("a, button, input, select, summary")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }))
  .filter((it) => !it.matches(".skip, svg *, .digits, [type=checkbox], [type=radio]"))
  .filter((it) => it.matches(".button, .chip, footer nav a") || !it.matches("a, .link, .view")
    || getComputedStyle(it).display !== "inline")
  .map((it) => [it.getBoundingClientRect(), it])
  .filter(([box, it]) => box.width && (box.height < 40 || (box.width < 40 && !it.closest(".grid"))))
  .map(([box, it]) => `${it.textContent || it.name} ${box.width}x${box.height}`)"""
"""What is pressed and is smaller than 40 px: not links inside a text, nor the width of cells."""


@pytest.mark.parametrize(
    "address",
    few(
        2,
        [
            "/game?g=baccara(model=B3, decks=6)",
            "/errata",
            "/",
            "/play?g=kuhn-poker&seed=1",
            "/hand",
            "/matrix",
            "/theorem?g=kuhn-poker(bet=*)",
            "/analysis?verb=refine",
            "/papers/foster-1964",
            "/whist",
            "/style",
        ],
    ),
)
def test_on_a_telephone_what_is_pressed_is_40_pixels_high(page, address):
    small(page)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(PRESSED) == []


def test_on_a_telephone_a_press_on_the_rules_unfolds_them(page):
    small(page)
    page.goto("/game?g=baccara(model=B3, decks=6)")
    words = page.locator(".in-words").nth(1)
    cut = "it => it.scrollHeight > it.clientHeight + 1"
    assert words.evaluate(cut)
    words.focus()
    assert not words.evaluate(cut)


def test_on_a_telephone_the_cuts_of_real_hands_can_be_read(page):
    small(page)
    page.goto("/game?g=blind-poker&solved=1")
    page.locator("svg.plot.narrow").wait_for()
    assert page.locator("svg.plot text").evaluate_all(SMALLEST) > 10
    assert page.locator("svg.plot").bounding_box()["width"] < 390
    cuts = page.locator("svg.plot [data-to]").evaluate_all("all => all.map(one => one.dataset.to)")
    assert "1" in cuts and len(cuts) >= 5


def test_on_a_telephone_what_a_player_is_paid_stands_on_one_line(page):
    small(page)
    page.goto("/blind-poker?players=3")
    paid = page.locator("table.paid .number")
    paid.first.wait_for()
    assert paid.evaluate_all(LINES) == 1


def test_a_game_that_is_not_played_in_hands_is_not_reproached_with_it(page):
    page.goto("/game?g=dafermos-network&solved=1")
    page.locator(".solution").wait_for()
    assert page.locator(".warning, .fault").count() == 0
    assert page.locator("#doors a").count() == 0


def test_flows_and_costs_of_a_network_are_exact_and_follow_the_switch(page):
    told = sabot.solve("dafermos-network").to_json()
    aims = ("system", "game", "user")
    exact = [told[aim]["flows"][road] for road in "12345" for aim in aims]
    exact += [told[aim]["total"] for aim in aims]
    page.goto("/game?g=dafermos-network&solved=1")
    cells = page.locator(".solution .number")
    cells.first.wait_for()
    assert cells.evaluate_all("them => them.map(it => it.dataset.exact)") == exact
    assert cells.first.inner_text() == "42720/851"
    page.get_by_role("button", name="0.12").click()
    assert cells.first.inner_text() == "50.199765"
    assert "--" not in page.locator(".solution").inner_text()


def test_a_button_stands_level_with_the_box_beside_it(page):
    for path, form in (("/tree", "form.inline"), ("/compare", "form.pair")):
        page.goto(path)
        button = page.locator(f"{form} button").bounding_box()
        box = page.locator(f"{form} input").last.bounding_box()
        assert abs(button["y"] + button["height"] - box["y"] - box["height"]) < 3, path


def test_two_small_hands_lie_side_by_side_and_two_large_ones_do_not(page):
    for address, beside in (("/whist", True), ("/whist?n=13&seed=1", False)):
        page.goto(address)
        west, east = (page.locator(f"[data-seat={seat}]").bounding_box() for seat in "WE")
        assert (west["y"] == east["y"]) is beside


def test_without_scripts_a_number_stands_once_and_the_page_says_what_is_missing(browser, workbench):
    plain = browser.new_context(base_url=workbench.address, java_script_enabled=False)
    enter(plain, workbench)
    try:
        page = plain.new_page()
        page.goto("/")
        assert page.locator(".card [data-exact='277/11050']").inner_text() == "277/11050"
        assert "Without JavaScript" in page.locator("main").inner_text()
    finally:
        plain.close()
