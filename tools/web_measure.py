"""Measure what the workbench promises: first page, changed rules, frames, memory that returns.

``python tools/web_measure.py`` starts ``sabot web``, opens the first page in Chromium, changes a
rule of three games and waits for the answer, drags the handle of V(p) with a real pointer and
counts frames, then asks ten solutions at once and follows the memory of the server and its workers.
It prints a table.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import httpx
from playwright.sync_api import Page, sync_playwright

B3 = quote("baccara(model=B3, decks=6)")
TEN = [
    f"leduc-poker(ranks={ranks}, suits={suits})" for ranks in (3, 4, 5, 6, 7) for suits in (2, 3)
]
FRAMES = """() => {
    const told = (window.told = { frames: [], events: 0 });
    const frame = (at) => { told.frames.push(at); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
    document.addEventListener("pointermove", () => { told.events += 1; }, true);
}"""


def main() -> None:
    """Start the workbench and measure it."""
    words = [sys.executable, "-m", "sabot", "web", "--no-browser", "--port", "0"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None and server.stderr is not None
    try:
        address = re.search(r"http://[^/\s]+", server.stdout.readline())
        token = re.search(r"X-Sabot-Token: (\S+)", server.stderr.readline())
        assert address and token
        for line in (*_browser(address[0], token[1]), *_memory(server.pid, address[0], token[1])):
            print(line, flush=True)
    finally:
        server.terminate()
        server.wait(20)


def _browser(address: str, token: str) -> list[str]:
    """Return what a person would feel."""
    place = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=place, args=flags)
        page = browser.new_page(base_url=address, viewport={"width": 1280, "height": 900})
        page.request.get(f"/?token={token}")
        start = time.perf_counter()
        page.goto("/")
        first = time.perf_counter() - start
        size = len(page.request.get("/").body()) / 1000
        found = [f"first page, cold     {first:.2f} s, {size:.1f} kB of HTML"]
        found += [*_changed(page), *_dragged(page)]
        browser.close()
    return found


PAINTED = """() => {
    window.seen = {};
    const on = (name, what) => document.addEventListener(name, what, true);
    on("input", () => { window.seen.begun ??= performance.now(); });
    on("htmx:beforeRequest", ({ target }) => {
        if (target.id === "rules") window.seen.asked ??= performance.now();
    });
    on("htmx:beforeSwap", () => { window.seen.heard ??= performance.now(); });
    on("htmx:afterSettle", ({ detail }) => {
        if (detail.target?.id !== "verdict") return;
        const done = () => { window.seen.done = performance.now(); };
        requestAnimationFrame(() => requestAnimationFrame(done));
    });
}"""
"""Notes when a rule was changed, asked and answered, and when the answer was on the screen."""
CHANGES = (
    ("le-her(ranks=8)", "ranks", range(9, 29), True),
    ("kuhn-poker(ranks=3)", "ranks", range(4, 24), True),
    ("baccara(model=B3, decks=3)", "decks", range(4, 24), False),
)
"""A game, the rule that is changed, to what in turn, and whether by its button or by typing."""


def _changed(page: Page) -> list[str]:
    """Return how long it takes from a changed rule until its answer is on the screen."""
    found = []
    for game, key, values, pressed in CHANGES:
        page.goto(f"/game?g={quote(game)}")
        page.locator(".solution").wait_for()
        page.wait_for_load_state("networkidle")
        page.evaluate(PAINTED)
        parts: list[list[float]] = []
        for value in values:
            page.evaluate("window.seen = {}")
            if pressed:
                page.locator(f"button[data-step='1'][data-field='field-{key}']").click()
            else:
                page.locator(f"#field-{key}").fill(str(value))
            page.locator(f".solution[data-game*='{key}={value}']").wait_for()
            page.wait_for_timeout(150)
            seen = page.evaluate("window.seen")
            times = [seen[one] for one in ("begun", "asked", "heard", "done")]
            parts.append([(b - a) / 1000 for a, b in pairwise(times)])
        took = sorted(map(sum, parts))
        delay, answer, shown = map(statistics.median, zip(*parts, strict=True))
        how = "press of +" if pressed else "typed key"
        found.append(
            f"{game:28} {how} to answer on the screen, {len(took)} times: "
            f"median {statistics.median(took):.3f} s, slowest {took[-1]:.3f} s "
            f"(until asked {delay:.3f} s, answered {answer:.3f} s, shown {shown:.3f} s)"
        )
    return found


def _dragged(page: Page) -> list[str]:
    """Return how many frames a second there were while the handle was dragged."""
    found = []
    for game in ("baccara(model=A1)", "baccara(model=B3, decks=6)"):
        page.goto(f"/envelope?g={quote(game)}")
        page.wait_for_load_state("networkidle")
        box = page.locator(".handle").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 11, box["y"] + 11)
        page.mouse.down()
        page.evaluate(FRAMES)
        for step in range(240):
            page.mouse.move(box["x"] + 11 - abs(120 - step) * 2, box["y"] + 11)
        page.mouse.up()
        told = page.evaluate("window.told")
        gaps = [b - a for a, b in zip(told["frames"], told["frames"][1:], strict=False)]
        rate = 1000 / statistics.mean(gaps)
        found.append(
            f"dragging, {game}: {rate:.0f} frames/s, longest gap {max(gaps):.0f} ms, "
            f"{told['events']} pointer events"
        )
    return found


def _held(pid: int) -> tuple[int, int, int]:
    """Return megabytes of a server, of its workers together, and how many these are."""

    def resident(one: int | str) -> int:
        try:
            told = Path(f"/proc/{one}/status").read_text()
        except OSError:
            return 0
        size = re.search(r"VmRSS:\s+(\d+) kB", told)
        return int(size[1]) // 1024 if size else 0

    workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return resident(pid), sum(map(resident, workers)), len(workers)


def _memory(pid: int, address: str, token: str) -> list[str]:
    """Return how much memory there is before, while and after ten games are solved at once."""
    said = "{:20}  server {} MB, {} MB in {} workers".format
    before = _held(pid)
    most = before
    client = httpx.Client(base_url=address, headers={"X-Sabot-Token": token}, timeout=600)
    start = time.perf_counter()
    with client, ThreadPoolExecutor(len(TEN)) as pool:
        asked = [pool.submit(client.post, "/api/solve", json={"game": game}) for game in TEN]
        while not all(one.done() for one in asked):
            most = max(most, _held(pid), key=lambda held: held[0] + held[1])
            time.sleep(0.05)
    took = time.perf_counter() - start
    codes = {one.result().status_code for one in asked}
    time.sleep(3)
    return [
        f"ten at once           {took:.1f} s, answers {sorted(codes)}",
        said("memory before", *before),
        said("memory at most", *most),
        said("memory after 3 s", *_held(pid)),
    ]


if __name__ == "__main__":
    main()
