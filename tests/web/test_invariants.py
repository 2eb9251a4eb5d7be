"""What holds of every page at three widths, also when something is pointed at or focused."""

import pytest

pytestmark = pytest.mark.slow

PAGES = (
    "/",
    "/game?g=baccara(model=B3, decks=6)&seat=Banker&view=(0,6),-",
    "/game?g=leduc-poker",
    "/play?g=kuhn-poker&seed=3&a=1&seen=1",
    "/theorem?g=kuhn-poker(bet=*)",
    "/envelope",
    "/hand?cards=6c6d7c2dKs",
    "/style",
)
CUT = """() => {
  const wrong = [];
  const seen = (it) => it.checkVisibility({ visibilityProperty: true });
  for (const svg of document.querySelectorAll("svg:has(text)")) {
    if (!seen(svg)) continue;
    const box = svg.getBoundingClientRect();
    for (const word of svg.querySelectorAll("text")) {
      const own = word.getBoundingClientRect();
      if (word.textContent.trim() && (own.left < box.left - 1 || own.right > box.right + 1))
        wrong.push(`text outside its drawing: ${word.textContent}`);
    }
  }
  for (const number of document.querySelectorAll("main .number")) {
    if (!seen(number)) continue;
    const scroller = number.closest(".scroll, .sabot, .pane") ?? document.documentElement;
    const [own, box] = [number.getBoundingClientRect(), scroller.getBoundingClientRect()];
    if (own.right > Math.max(box.right, box.left + scroller.scrollWidth) + 1)
      wrong.push(`number cut: ${number.textContent}`);
  }
  for (const label of document.querySelectorAll("main label")) {
    if (!seen(label)) continue;
    const own = label.getBoundingClientRect();
    if (own.top < 0 || own.bottom > innerHeight || !own.width) continue;
    const [x, y] = [own.left + Math.min(own.width / 2, 8), own.top + own.height / 2];
    const top = document.elementFromPoint(x, y);
    const sheet = top?.closest("aside.rules, dialog, .search");
    if (top && !label.contains(top) && !top.contains(label) && !(sheet && !sheet.contains(label)))
      wrong.push(`label under another box: ${label.textContent}`);
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) wrong.push(`${wide} px wider than the screen`);
  return wrong;
}"""
"""What is cut or covered on a page."""


@pytest.mark.parametrize("address", PAGES)
def test_nothing_is_cut_or_covered_at_three_widths_also_under_the_pointer(page, address):
    for wide in (1440, 1024, 390):
        page.set_viewport_size({"width": wide, "height": 900})
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate(CUT) == [], wide
        cell = "main .grid button:visible" if wide > 640 else "main .grid tbody td:visible"
        for target in ("main input:visible", "main button:visible", cell):
            found = page.locator(target)
            if found.count():
                found.first.hover()
                found.first.focus()
                assert page.evaluate(CUT) == [], (wide, target)


PRESSED = """() => [document.querySelector("main")?.innerHTML, location.href,
  [...document.querySelectorAll("main input, main textarea")].map(it => it.value).join("|"),
  document.querySelector("main [data-said]")?.dataset.said].join("~")"""


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("/hand?cards=6c6d7c2dKs", "button[data-card=Ah]"),
        ("/hand", "button[data-card=Ah]"),
        ("/game?g=kuhn-poker", "button[data-view=Q]"),
        ("/game?g=kuhn-poker", "[aria-label='ranks, one more']"),
        ("/game?g=baccara(model=B3, decks=6)", "button.fold"),
        ("/game?g=leduc-poker", "button[data-show=Q]"),
        ("/game?g=leduc-poker", ".worth button"),
        ("/play?g=kuhn-poker&seed=1", "a[data-key='1']"),
    ],
)
def test_what_can_be_pressed_changes_something(page, address, target):
    page.goto(address)
    page.locator(target).first.wait_for()
    before = page.evaluate(PRESSED)
    page.locator(target).first.click()
    for _ in range(200):
        if page.evaluate(PRESSED) != before:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"nothing changes where {target} is pressed")
