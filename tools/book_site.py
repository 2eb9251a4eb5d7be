"""Look through the built site: every link leads somewhere, and nothing is fetched from elsewhere.

    python -m tools.book_site docs/_build/html             links, and what is loaded
    python -m tools.book_site docs/_build/html --narrow    is a formula broader than a telephone?

A page may name addresses on the network in links that a reader follows. What a browser loads by
itself (scripts, sheets, pictures, fonts) lies in the site.
"""

from __future__ import annotations

import re
import shutil
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {
    "audio": ("src",),
    "embed": ("src",),
    "iframe": ("src",),
    "img": ("src", "srcset"),
    "image": ("href", "xlink:href"),
    "input": ("src",),
    "link": ("href",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src", "srcset"),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}
_FETCH = re.compile(r"""url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)""")
_ELSEWHERE = re.compile(r"^(?:[a-z]+:)?//", re.IGNORECASE)


class _Page(HTMLParser):
    """What one page has, leads to and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self._style = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        self.loaded += [given[name] for name in _LOADED.get(tag, ()) if given.get(name)]
        self.loaded += _addresses(given.get("style", ""))
        self._style = tag == "style"

    def handle_data(self, text: str) -> None:
        if self._style:
            self.loaded += _addresses(text)


def _addresses(css: str) -> list[str]:
    return [first or second for first, second in _FETCH.findall(css)]


def faults(site: Path) -> list[str]:
    """Return what is wrong with a built site, a line each."""
    files = sorted(site.rglob("*.html"))
    pages = {path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in files}
    found = [] if pages else [f"{site}: no page"]
    for path, page in pages.items():
        name = path.relative_to(site.resolve()).as_posix()
        for link in page.links:
            found += [f"{name}: {link}: {fault}" for fault in _led(path, link, pages)]
        for address in page.loaded:
            if _ELSEWHERE.match(address):
                found.append(f"{name}: loads {address}, which is not in the site")
            elif not address.startswith(("data:", "#")) and not _target(path, address).exists():
                found.append(f"{name}: loads {address}, which is not there")
    for sheet in sorted([*site.rglob("*.css"), *site.rglob("*.svg")]):
        text = sheet.read_text(encoding="utf-8")
        outside = [address for address in _addresses(text) if _ELSEWHERE.match(address)]
        found += [f"{sheet.relative_to(site)}: loads {address}" for address in outside]
    return found


def _target(page: Path, address: str) -> Path:
    path = unquote(urlsplit(address).path)
    return (page.parent / path).resolve() if path else page


def _led(page: Path, link: str, pages: dict[Path, _Page]) -> list[str]:
    """Return why a link of a page leads nowhere."""
    if urlsplit(link).scheme or link.startswith("//"):
        return []
    target, anchor = _target(page, link), unquote(urlsplit(link).fragment)
    if not target.exists():
        return ["no such file"]
    if anchor and target in pages and anchor not in pages[target].ids:
        return ["no such place on the page"]
    return []


TELEPHONE = 390
"""Columns of pixels of a small screen."""
_BROAD = """() => {
  const edge = document.documentElement.clientWidth + 1, found = [];
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
  const scrolls = (one) => one && one.tagName !== "ARTICLE"
    && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  for (const one of document.querySelectorAll("article math")) {
    const broad = one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > edge;
    if (broad && !scrolls(one.parentElement)) found.push(one.textContent.replace(/\\s+/g, " "));
  }
  if (document.documentElement.scrollWidth > edge) found.push("the page");
  return found;
}"""
"""Formulas that reach over the edge of the page, outside of what a reader can scroll."""


def broad(site: Path, chromium: str) -> list[str]:
    """Return what is broader than a telephone, a line each, as the browser *chromium* sees it."""
    from playwright.sync_api import sync_playwright

    found = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": TELEPHONE, "height": 800})
        for path in sorted(site.rglob("*.html")):
            page.goto(path.resolve().as_uri())
            name = path.relative_to(site).as_posix()
            found += [f"{name}: broader than {TELEPHONE}: {one}" for one in page.evaluate(_BROAD)]
        browser.close()
    return found


def main() -> None:
    """Say what is wrong with the site of the first argument, or where it begins."""
    site = Path(sys.argv[1])
    found = faults(site)
    if "--narrow" in sys.argv[2:]:
        found += broad(site, shutil.which("chromium") or "chromium")
    if found:
        sys.exit("\n".join(found))
    print(f"the site: {site / 'index.html'}")


if __name__ == "__main__":
    main()
