"""Files of the repository that are pages of the site too, and links to those that are not.

A page that is named in SHOWN shows a file outside docs/: it has no file of its own and is made for
the time of the build. Links to such a file lead to its page. Any other file of the repository that
a page links to is copied beside the site.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

SHOWN = {
    "developers/architecture": "ARCHITECTURE.md",
    "developers/contributing": "CONTRIBUTING.md",
    "developers/security": "SECURITY.md",
    "developers/changelog": "CHANGELOG.md",
    "developers/benchmarks": "benchmarks/README.md",
    "developers/results": "benchmarks/RESULTS.md",
    "developers/recheck": "tools/recheck/README.md",
}
"""Pages of the site, and the files of the repository that they show."""

_PAGES = {(ROOT / path).resolve(): name for name, path in SHOWN.items()}
_LINK = re.compile(r"(\]\()([^)\s#:]+)(#[^)\s]*)?\)")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def led(text: str, written: Path, shown: Path) -> str:
    """Return a page's text with links that hold where it is shown.

    *written* is the folder of the file that the text is from, *shown* that of its page.

    >>> led("[a](ARCHITECTURE.md#x) [b](docs/index.md)", ROOT, DOCS / "developers")
    '[a](architecture.md#x) [b](../index.md)'
    """

    def instead(link: re.Match[str]) -> str:
        target = (written / link[2]).resolve()
        if target.is_dir() and (target / "README.md").exists():
            target = target / "README.md"
        if target in _PAGES:
            target = DOCS / f"{_PAGES[target]}.md"
        elif written == shown or not target.exists():
            return link[0]
        return f"{link[1]}{os.path.relpath(target, shown)}{link[3] or ''})"

    parts, end = [], 0
    for fence in [*_FENCE.finditer(text), None]:
        parts.append(_LINK.sub(instead, text[end : fence.start() if fence else None]))
        if fence:
            parts.append(fence[0])
            end = fence.end()
    return "".join(parts)


def make_pages(app: Sphinx, config: Any) -> None:
    """Make the files that Sphinx wants for the pages of SHOWN; :func:`read` gives them words."""
    for name in SHOWN:
        (DOCS / f"{name}.md").write_text(f"# {name}\n", encoding="utf-8")


def remove_pages(app: Sphinx, fault: Exception | None) -> None:
    """Take away the files that :func:`make_pages` made."""
    for name in SHOWN:
        (DOCS / f"{name}.md").unlink(missing_ok=True)


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Give a page the words of the file it shows, and links that hold."""
    page = Path(app.env.doc2path(name))
    if page.suffix != ".md":
        return
    file = ROOT / SHOWN[name] if name in SHOWN else page
    if name in SHOWN:
        app.env.note_dependency(str(file), docname=name)
        source[0] = file.read_text(encoding="utf-8")
    source[0] = led(source[0], file.parent, page.parent)


def trim(app: Sphinx, doctree: Any) -> None:
    """Take off the empty line with which examples end, for the tests' sake."""
    from docutils import nodes

    for block in doctree.findall(nodes.literal_block):
        text = block.astext().rstrip()
        if len(block.children) == 1 and isinstance(block[0], nodes.Text):
            block.rawsource = text
            block[0] = nodes.Text(text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.connect("config-inited", make_pages)
    app.connect("build-finished", remove_pages)
    app.connect("source-read", read)
    app.connect("doctree-read", trim)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
