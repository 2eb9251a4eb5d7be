"""What a page looks like: columns in sight, no number broken, no drawing too small."""

import pytest
from tests.few import few
from tests.web.conftest import enter
from tests.web.seen import until
from tests.web.test_accessible import STATES
from tests.web.test_addresses import SHOWN

import sabot

pytestmark = pytest.mark.slow

SIDEWAYS = "panes => panes.filter(pane => pane.scrollWidth > pane.clientWidth + 1).length"
"""How many panes have something out of sight at the side."""
SMALLEST = """words => Math.min(...words.map((word) =>
    parseFloat(getComputedStyle(word).fontSize) * word.getScreenCTM().a))"""
"""The smallest writing of drawings, in pixels of the screen."""
SMALLER = """them => them.map((it) => it.getBoundingClientRect())
    .filter((box) => box.width < 40 || box.height < 40).length"""
"""How many are smaller than a finger."""
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


REACHED = r"""() => {
  const SIZE = 40;
  const TARGETS = "a[href], button, input:not([type=hidden]), select, summary, textarea";
  const inSentence = (it) => {
    const look = (one) => getComputedStyle(one).display;
    if (it.closest("svg") || (look(it) !== "inline" && !it.matches(".digits, .link"))) return false;
    let block = it.parentElement;
    while (look(block).startsWith("inline")) block = block.parentElement;
    const rest = block.cloneNode(true);
    for (const one of rest.querySelectorAll("a, button")) one.remove();
    return rest.textContent.replace(/[\s·,|]+/g, "").length > 2;
  };
  const reach = (it, x, y) => {
    const hit = ([right, down]) => {
      for (let far = 1; far <= SIZE; far += 1) {
        const top = document.elementFromPoint(x + right * far, y + down * far);
        if (!top || !(it.contains(top) || it.labels?.[0]?.contains(top))) return far - 1;
      }
      return SIZE;
    };
    return [hit([-1, 0]) + hit([1, 0]) + 1, hit([0, -1]) + hit([0, 1]) + 1];
  };
  const wrong = new Map();
  for (const it of document.querySelectorAll(`:is(${TARGETS}):not(.skip, :disabled)`)) {
    if (!it.checkVisibility({ visibilityProperty: true })) continue;
    if (getComputedStyle(it).pointerEvents === "none" || inSentence(it)) continue;
    it.scrollIntoView({ block: "center", inline: "center" });
    const area = (box) => box.width * box.height;
    const box = [...it.getClientRects()].reduce((a, b) => (area(a) > area(b) ? a : b));
    const [wide, high] = reach(it, box.left + box.width / 2, box.top + box.height / 2);
    if (wide >= SIZE - 1 && high >= SIZE - 1) continue;
    const named = (one) => `${one.localName}.${one.getAttribute("class") ?? ""}`;
    const kind = `${named(it)} in ${named(it.parentElement)}`;
    if (!wrong.has(kind)) wrong.set(kind, `${kind}: ${it.textContent || it.name} ${wide}x${high}`);
  }
  return [...wrong.values()];
}"""
"""What is pressed and reaches over less than 40 px, up and down or across: the kinds of it.

It is pressed at points, so that whatever takes a press for it counts. Links and numbers inside a
sentence are left out, and cells that are chosen by their row.
"""
B3 = "baccara(model=B3, decks=6)"
PRESSED_PAGES = (
    f"/game?g={B3}&seat=Banker&view=(0,6),-",
    "/play?g=kuhn-poker&seed=1&a=0_1_0",
    *SHOWN,
    *(one for one in STATES if one not in ("/nowhere", "/game?g=nonsense")),
    "/game?g=leduc-poker",
    "/game?g=baccara-banque",
    "/tree?g=leduc-poker(ranks=2)",
    "/compare?g=le-her&h=le-her(ranks=9)",
    "/equilibria?g=matrix(payoffs=[[1,0],[0,1]])",
    "/whist?n=13&seed=1",
    "/blind-poker?players=3",
    "/play?g=draw-poker&seed=1",
)


@pytest.mark.parametrize("address", few(2, dict.fromkeys(PRESSED_PAGES)))
def test_on_a_telephone_all_that_is_pressed_reaches_over_40_pixels(page, address):
    small(page)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
    assert page.evaluate(REACHED) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_on_a_telephone_a_row_of_many_cells_is_pressed_first_and_then_one_of_its_cells(page):
    small(page)
    page.goto(f"/game?g={B3}")
    banker = page.locator("section[data-seat=Banker]")
    row = banker.locator("tr:has(button[data-view='(0,6),-'])").first
    row.click()
    cells = banker.locator("tr.strip button[data-view]")
    assert cells.count() == 11
    assert cells.evaluate_all(SMALLER) == 0
    cells.last.click()
    banker.locator(".explanation").wait_for()
    assert "Why at (0,6),-" in banker.locator(".explanation h3").inner_text()
    chosen = banker.locator(".grid [aria-current]")
    assert chosen.evaluate_all("them => them.map(it => it.dataset.view)") == ["(0,6),-"] * 2
    row.locator("th").last.click()
    assert cells.count() == 0
    folded = banker.locator("tr:has(> th > button.fold)").first
    folded.locator("td").last.click()
    assert folded.locator("button").get_attribute("aria-expanded") == "true"


def test_on_a_telephone_an_address_with_a_cell_shows_the_cells_of_its_row_and_why(page):
    small(page)
    page.goto(f"/game?g={B3}&seat=Banker&view=(0,6),-")
    why = page.locator("section[data-seat=Banker] .explanation")
    why.wait_for()
    chosen = page.locator("tr.strip .square:has([aria-current])")
    assert chosen.inner_text().split() == ["∅", "*"]
    until(page, "document.querySelector('.explanation h3').getBoundingClientRect().top < 844")


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
    cells = page.locator(".solution td .number")
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
