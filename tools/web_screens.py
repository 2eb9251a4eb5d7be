"""Take the pictures of docs/workbench: every page of the workbench, wide and on a telephone.

    make screens

Needs Chromium (tools/web_setup.sh). Two runs on one machine give the same pictures, so that a
difference is one that somebody made.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
PLACE = ROOT / "docs" / "workbench"
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
B3 = "baccara(model=B3, decks=6)"
PAGES = {
    "home": "/",
    "game": f"/game?g={B3}&solved=1&seat=Banker&view=(0,6),-",
    "compare": f"/compare?a={B3}&b=baccara(model=B3, decks=1)",
    "matrix": "/matrix",
    "envelope": "/envelope?g=baccara(model=A1)",
    "theorem": "/theorem?g=baccara(model=B3, decks=*)",
    "play": "/play?g=kuhn-poker&seed=7&hands=10",
    "tree": "/tree?g=kuhn-poker",
    "papers": "/papers",
    "check": "/check",
    "whist": "/whist",
}
"""Every page, by the name of its picture."""
LOOKS = ("dark", "projector", "print")
"""Other looks, of the game's page."""


def take(browser: Any, address: str, page: str, size: str, look: str = "light") -> Path:
    """Take one picture, when the page has come to rest."""
    wide, high = SIZES[size]
    context = browser.new_context(base_url=address, viewport={"width": wide, "height": high})
    seen = context.new_page()
    seen.goto(PAGES[page])
    if look == "print":
        seen.emulate_media(media="print")
    elif look != "light":
        seen.get_by_label("Theme").select_option(look)
    seen.wait_for_load_state("networkidle")
    seen.wait_for_function("!document.querySelector('.job')", timeout=60_000)
    seen.wait_for_timeout(500)
    name = f"{page}-{size}.png" if look == "light" else f"{page}-{look}.png"
    seen.screenshot(path=PLACE / name)
    context.close()
    return PLACE / name


def main() -> None:
    """Take all of them."""
    from playwright.sync_api import sync_playwright
    from tests.web.conftest import FLAGS, ended, started

    PLACE.mkdir(exist_ok=True)
    process, bench = started()
    try:
        with sync_playwright() as driver:
            chromium = shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=chromium, args=list(FLAGS))
            for page in PAGES:
                for size in SIZES:
                    print(take(browser, bench.address, page, size).relative_to(ROOT))
            for look in LOOKS:
                print(take(browser, bench.address, "game", "wide", look).relative_to(ROOT))
            browser.close()
    finally:
        ended(process)


if __name__ == "__main__":
    main()
