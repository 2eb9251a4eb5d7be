"""Try the eleven tasks of a review of the workbench, and count actions and seconds.

``python tools/web_tasks.py`` starts ``sabot web`` with an empty folder, does each task in Chromium
as a person would who begins on the first page, and prints a table. An action is a press, a key or a
field that is filled; seconds are from the first action until what was asked for is on the page.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

import sabot

RULES = """import sabot


@sabot.rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3):
    shoe = table.shoe(ranks=ranks, suits=2)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=2 if north > south else -2)
"""
PASTED = "\tL\tM\tR\nT\t6|6\t2|7\t0|0\nC\t7|2\t0|0\t1|1\nB\t0|0\t1|1\t3|3"
PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const options = {clipboardData, bubbles: true, cancelable: true};
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
}"""


class Person:
    """Somebody at the workbench, whose actions are counted."""

    def __init__(self, page: Page) -> None:
        """Sit at a page."""
        self.page = page
        self.actions = 0

    def press(self, target: Locator) -> None:
        """Press something."""
        self.actions += 1
        target.click()

    def link(self, name: str) -> None:
        """Press a link by its words."""
        self.press(self.page.get_by_role("link", name=name).first)

    def fill(self, label: str, text: str) -> None:
        """Fill in a field."""
        self.actions += 1
        self.page.get_by_label(label, exact=True).first.fill(text)

    def key(self, key: str) -> None:
        """Press a key."""
        self.actions += 1
        self.page.keyboard.press(key)

    def sees(self, selector: str, words: str | None = None) -> Locator:
        """Wait for what was asked for."""
        found = self.page.locator(selector, has_text=words).first
        found.wait_for()
        return found


def le_her(me: Person) -> None:
    """Find out why a 6 is held."""
    me.link("Le Her")
    me.fill("ranks", "10")
    me.sees(".solution[data-game='le-her(ranks=10, suits=4)']")
    me.press(me.page.locator("[data-seat=receiver] button[data-view='6']"))
    me.sees(".explanation .holdings")


def baccara(me: Person) -> None:
    """Go from the mixed cell to V(p)."""
    me.link("Baccara")
    me.press(me.sees("[data-seat=Banker] .grid button", "*"))
    me.sees(".explanation")
    me.link("V(p)")
    me.sees("envelope-plot svg.plot")


def decks(me: Person) -> None:
    """Change the number of decks."""
    me.link("Baccara")
    me.sees(".solution")
    me.fill("decks", "8")
    me.sees(".difference", "decks 6 → 8")


def kuhn_hands(me: Person) -> None:
    """Play ten hands, and read the review."""
    me.page.locator(".ways").get_by_role("link", name="Kuhn's poker").click()
    me.actions += 1
    for _ in range(60):
        me.sees(".felt")
        me.page.locator("play-actions:defined").first.wait_for(state="attached")
        if me.page.get_by_text("All hands are played").count():
            break
        before = me.page.url
        if me.page.get_by_role("link", name="Answer as before").count():
            me.key("r")
        else:
            costs = me.page.locator(".fault[role=status]").count()
            me.key("2" if costs else "1")
        me.page.wait_for_url(lambda address, before=before: address != before)
    me.sees("details[open]", "Review")


def bimatrix(me: Person) -> None:
    """Paste a bimatrix, and read all its equilibria."""
    me.link("Type a matrix")
    me.press(me.page.get_by_label("Row 1, column 1"))
    me.actions += 1
    me.page.evaluate(PASTE, PASTED)
    me.sees(".grid-answer", "7 extreme equilibria")


def own_game(me: Person) -> None:
    """Write a game in the page, and save it."""
    me.link("Write a game")
    me.fill("A new file, or one of these", "war.py")
    me.press(me.page.get_by_role("button", name="Open"))
    me.press(me.sees(".cm-content"))
    me.key("Control+a")
    me.actions += 1
    me.page.evaluate(PASTE, RULES)
    me.sees("rules-editor .answer:not(.stale) .worth")
    me.key("Control+s")
    me.page.get_by_text("Saved.", exact=True).wait_for()


def theorem(me: Person) -> None:
    """Ask for all values of a parameter."""
    me.press(me.page.locator(".card a", has_text="Kuhn's poker").first)
    me.link("All values of bet")
    me.sees(".theorem math")


def whist(me: Person) -> None:
    """Deal, play a card, and read what it costs."""
    me.page.get_by_role("navigation", name="More pages").get_by_role("link", name="Whist").click()
    me.actions += 1
    me.press(me.page.get_by_role("button", name="Deal at random"))
    me.press(me.sees("a[data-card]"))
    me.sees("tr[data-cost]")


def discard(me: Person) -> None:
    """Press five cards, and read the best discard."""
    me.link("Look up a hand")
    for name in ("six of clubs", "six of diamonds", "seven of clubs", "two of diamonds"):
        me.press(me.page.get_by_role("button", name=name, exact=True))
    me.press(me.page.get_by_role("button", name="king of spades", exact=True))
    me.sees("[data-discard]")


def certificate(me: Person) -> None:
    """Give a certificate to the checker."""
    with tempfile.TemporaryDirectory() as folder:
        saved = Path(folder, "kuhn.json")
        sabot.solve("kuhn-poker").save(saved)
        me.link("Check")
        me.actions += 1
        me.page.get_by_label("Drop a file here").set_input_files(saved)
        me.sees(".panel.yes")


def misprint(me: Person) -> None:
    """Find a misprint, and compute its item again."""
    me.link("claims in print")
    me.link("misprint (")
    me.press(me.page.locator("[data-item='table-2']").get_by_role("button", name="Recompute"))
    me.sees("[data-item='table-2'] [data-found]")


TASKS: dict[str, Callable[[Person], None]] = {
    "Le Her with ten ranks: why a 6 is held": le_her,
    "Baccara B3, six decks: the mixed cell, V(p)": baccara,
    "from six decks to eight": decks,
    "ten hands of Kuhn's poker, and the review": kuhn_hands,
    "a 3x3 bimatrix: all equilibria": bimatrix,
    "a game of one's own, written in the page": own_game,
    "a theorem as a formula": theorem,
    "whist: a deal, a card, what it costs": whist,
    "draw poker: which cards to throw away": discard,
    "a certificate checked": certificate,
    "a misprint of a source, computed again": misprint,
}


def main() -> None:
    """Start the workbench and try every task on a fresh page."""
    place = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    words = [sys.executable, "-m", "sabot", "web", "--no-browser", "--port", "0", "."]
    print("| task | actions | seconds |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            said = re.search(r"(http://[^/\s]+)/\S*token=(\S+)", server.stdout.readline())
            assert said, "the workbench did not start"
            flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
            browser = driver.chromium.launch(executable_path=place, args=flags)
            for name, task in TASKS.items():
                context = browser.new_context(
                    base_url=said[1], viewport={"width": 1440, "height": 900}
                )
                context.request.get(f"/?token={said[2]}")
                page = context.new_page()
                page.goto("/")
                page.wait_for_load_state("networkidle")
                me = Person(page)
                start = time.perf_counter()
                task(me)
                took = time.perf_counter() - start
                print(f"| {name} | {me.actions} | {took:.1f} |", flush=True)
                context.close()
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
