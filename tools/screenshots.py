"""Take pictures of every page of the workbench, wide and narrow, for the docs.

``python tools/screenshots.py [NAME ...]`` starts ``sabot web`` in an empty folder, opens each page
in Chromium (``sh tools/web_setup.sh chromium`` installs it) and writes
``docs/images/workbench/NAME-WIDTH.png`` with few colours. Some are also taken in the dark, for a
projector and as they are printed.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import sabot

HERE = Path(__file__).resolve().parents[1]
PICTURES = HERE / "docs" / "images" / "workbench"
EXAMPLE = HERE / "src" / "sabot" / "web" / "static" / "example.py"
WIDTHS = (1280, 390)
TALLEST = 2200
"""Pixels of a page that are kept: what is below looks the same."""
COLOURS = 96
B3 = quote("baccara(model=B3, decks=6)")
PAGES = {
    "home": "/",
    "game-baccara": f"/game?g={B3}&solved=1",
    "game-kuhn": "/game?g=kuhn-poker&solved=1",
    "compare": f"/compare?a={B3}&b={quote('baccara(model=B3, decks=8)')}",
    "matrix": "/matrix",
    "envelope": "/envelope",
    "theorem": f"/theorem?g={quote('baccara(model=B3, decks=*)')}",
    "whist": "/whist",
    "whist-puzzle": "/whist/puzzle?sort=hold-up&n=4&seed=1",
    "blind-poker": "/blind-poker",
    "blind-poker-4": "/blind-poker?players=4",
    "von-neumann": "/von-neumann?A=3",
    "hand": "/hand?cards=6c6d7c2dKs",
    "play": "/play?g=kuhn-poker&seed=1&hands=9&a=1_1_1_1_1_1_1_1&seen=1",
    "play-draw": f"/play?g={quote('draw-poker(players=3)')}&seed=1&a=1",
    "tree": "/tree",
    "papers": "/papers",
    "paper": "/papers/ethier-2010-le-her",
    "paper-item": "/papers/foster-1964/tables-4-7",
    "check": "/check",
    "errata": "/errata?verdict=misprint",
    "analysis": f"/analysis?verb=sweep&g={quote('baccara(model=B1, decks=1..8)')}",
    "own": "/own",
    "programs": "/api",
}
"""Name of each picture, and its address."""
LOOKS = ("game-baccara", "play-draw", "tree")
"""The pages that are taken in every look."""


def main(names: list[str]) -> None:
    """Take the pictures of these names, or all of them."""
    odd = set(names) - set(PAGES)
    if odd:
        raise SystemExit(f"no picture is called {odd.pop()!r}; there are: {', '.join(PAGES)}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("there is no chromium: sh tools/web_setup.sh chromium installs it")
    with tempfile.TemporaryDirectory() as folder:
        told = EXAMPLE.read_text(encoding="utf-8")
        Path(folder, "my_game.py").write_text(told, "utf-8")
        words = [sys.executable, "-m", "sabot", "web", "--no-browser", "--port", "0"]
        server = subprocess.Popen(
            [*words, "my_game.py:one_card"], cwd=folder, stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            said = re.search(r"(http://[^/\s]+)/\S*token=(\S+)", server.stdout.readline())
            assert said, "the workbench did not start"
            with sync_playwright() as driver:
                browser = driver.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
                )
                for name in names or PAGES:
                    pictures(browser, said[1], said[2], name)
                browser.close()
        finally:
            server.terminate()
            server.wait(20)


def pictures(browser: Browser, root: str, token: str, name: str) -> None:
    """Take all pictures of one page."""
    for width in WIDTHS:
        taken(browser, root, token, name, width, "light")
    if name in LOOKS:
        for look in ("dark", "projector", "print"):
            taken(browser, root, token, name, WIDTHS[0], look)


def taken(browser: Browser, root: str, token: str, name: str, width: int, look: str) -> None:
    """Take one picture, when the page is still."""
    context = browser.new_context(
        base_url=root, viewport={"width": width, "height": 800}, color_scheme="light"
    )
    context.request.get(f"/?token={token}")  # its cookie is kept for the pages
    page = context.new_page()
    page.goto(PAGES[name])
    if look == "print":
        page.emulate_media(media="print")
    else:
        page.get_by_label("Theme").select_option(look)
    if name == "check":
        dropped(page)
    if name == "whist-puzzle":
        page.locator("a[data-card='8']").click()
    still(page)
    beyond = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if beyond > 0:
        print(f"{name}: {beyond} pixels wider than a screen of {width}")
    tall = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": 0, "width": width, "height": tall}
    shot = page.screenshot(full_page=True, clip=clip)
    context.close()
    tail = "" if look == "light" else f"-{look}"
    path = PICTURES / f"{name}-{width}{tail}.png"
    few_colours(Image.open(io.BytesIO(shot)).convert("RGB")).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture in few colours: half are the commonest, the others lie far apart.

    Grounds and letters are as they were, and so is a curve: it is thin, and told apart from another
    by nothing but its colour.
    """
    seen = Counter(zip(*(iter(picture.tobytes()),) * 3, strict=True))
    common = [part for colour, _ in seen.most_common(COLOURS // 2) for part in colour]
    apart = picture.quantize(COLOURS // 2, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*common, *apart[: 3 * (COLOURS // 2)]])
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def dropped(page: Page) -> None:
    """Let a certificate be checked."""
    text = json.dumps(sabot.solve("kuhn-poker").to_json())
    file = {"name": "kuhn.json", "mimeType": "application/json", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files([file])
    page.locator(".panel.yes").wait_for()


def still(page: Page) -> None:
    """Wait until nothing is on the way."""
    page.wait_for_load_state("networkidle")
    for y in range(0, TALLEST, 600):  # parts that wait to be seen
        page.evaluate(f"scrollTo(0, {y})")
        page.wait_for_timeout(60)
    busy = page.locator(".doing:visible, .job progress:visible")  # folded parts wait to be opened
    busy.first.wait_for(state="detached", timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(150)


if __name__ == "__main__":
    main(sys.argv[1:])
