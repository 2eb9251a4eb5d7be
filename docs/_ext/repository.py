"""Pages that read in the repository as well as on the site: their links and their navigation.

A page that is named in SHOWN shows a file outside docs/ and has no file of its own. Links to such a
file lead to its page. Any other file of the repository that a page links to is copied beside the
site. The navigation of the site comes from the links on the index pages, in their order, so that no
page needs a directive of Sphinx.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.project import Project

if TYPE_CHECKING:
    from collections.abc import Iterable

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
INDEXES = ("index", "README")
"""The names of pages whose links are the navigation."""
HOMES = {"images/workbench/README": "developers/index"}
"""Index pages of pages that are in no folder of theirs."""

_PAGES = {(ROOT / path).resolve(): name for name, path in SHOWN.items()}
_LINK = re.compile(r"(\]\()((?:project:)?[^)\s#:]+)(#[^)\s]*)?\)")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def led(text: str, written: Path, shown: Path) -> str:
    """Return a page's text with links that hold where it is shown.

    *written* is the folder of the file that the text is from, *shown* that of its page.

    >>> led("[a](ARCHITECTURE.md#x) [b](docs/index.md)", ROOT, DOCS / "developers")
    '[a](project:architecture.md#x) [b](../index.md)'
    """

    def instead(link: re.Match[str]) -> str:
        target = (written / link[2]).resolve()
        if target.is_dir() and (target / "README.md").exists():
            target = target / "README.md"
        scheme = ""
        if target in _PAGES:
            target, scheme = DOCS / f"{_PAGES[target]}.md", "project:"
        elif written == shown or not target.exists():
            return link[0]
        return f"{link[1]}{scheme}{os.path.relpath(target, shown)}{link[3] or ''})"

    parts, end = [], 0
    for fence in [*_FENCE.finditer(text), None]:
        parts.append(_LINK.sub(instead, text[end : fence.start() if fence else None]))
        if fence:
            parts.append(fence[0])
            end = fence.end()
    return "".join(parts)


def listed(text: str, name: str) -> list[str]:
    """Return the pages under an index page: those of its folder and the indexes of folders below.

    >>> listed("[a](b/index.md) [c](d.md#x) [e](b/f.md) [g](n.ipynb) [h](../i.md)", "index")
    ['b/index', 'd', 'n']
    """
    folder, found = (DOCS / name).parent, list[str]()
    if Path(name).name not in INDEXES or name in HOMES:
        return []
    for target in _LINK.findall(_FENCE.sub("", text)):
        path = Path(os.path.normpath(folder / target[1].removeprefix("project:")))
        if path.suffix not in (".md", ".ipynb") or not path.is_relative_to(DOCS):
            continue
        page = path.relative_to(DOCS).with_suffix("")
        home = page.parent.parent if page.name in INDEXES else page.parent
        ours = (DOCS / home) == folder if str(page) not in HOMES else HOMES[str(page)] == name
        if ours and str(page) not in (name, *found):
            found.append(str(page))
    return [os.path.relpath(DOCS / page, folder) for page in found]


class ProjectWithFiles(Project):  # type: ignore[misc]  # Sphinx is read without its types
    """The pages in docs/, and those of SHOWN, whose files are elsewhere in the repository."""

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Find the pages in docs/, and add those of SHOWN."""
        found: set[str] = super().discover(exclude_paths, include_paths) | set(SHOWN)
        self.docnames = found
        return found

    def doc2path(self, docname: str, absolute: bool) -> Any:
        """Return the file that a page shows; its place in docs/ where a relative path is asked."""
        path = super().doc2path(docname, absolute)
        return type(path)(ROOT / SHOWN[docname]) if absolute and docname in SHOWN else path


def find_files(app: Sphinx) -> None:
    """Have Sphinx find the pages of SHOWN."""
    project = ProjectWithFiles(app.srcdir, app.config.source_suffix)
    project.restore(app.project)
    app.project = app.env.project = project


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Give a page links that hold where it is shown, and an index page its navigation."""
    file = Path(app.env.doc2path(name))
    if file.suffix == ".md":
        source[0] = led(source[0], file.parent, (DOCS / name).parent)
        if under := listed(source[0], name):
            lines = ["", "", "```{toctree}", ":hidden:", "", *under, "```", ""]
            source[0] += "\n".join(lines)


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
    app.connect("builder-inited", find_files)
    app.connect("source-read", read)
    app.connect("doctree-read", trim)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
