"""Every page reads in the repository as it does on the site: nothing of its markup is left over.

A page is rendered as a code host does it: CommonMark with tables, and formulas between dollars.
"""

import importlib
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("myst_parser", reason="the group 'docs' is not installed")
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *DOCS.glob("**/*.md"),
        ROOT / "benchmarks/README.md",
        ROOT / "tools/recheck/README.md",
    ]
)
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
READER.use(dollarmath_plugin, allow_space=False, double_inline=True)
CODE = "\N{REPLACEMENT CHARACTER}"
LEFT = re.compile(
    r"^%"  # comments of MyST
    r"|^: |^:[\w-]+:"  # definition lists; options of a directive
    r"|^:{3,}|^`{3,}|^~{3,}"  # fences
    r"|^\(.*\)=$|^\|"  # labels; a table that is none
    r"|\]\([^)]*\)"  # links
    rf"|\{{[a-z][\w:-]*\}}{CODE}|\{{[#.][\w-]"  # roles; attributes
    r"|`|\*\*|__|\\begin\{",
    re.MULTILINE,
)


def left_over(text):
    r"""Return the markup that a reader of the rendered page would see.

    >>> left_over("% held: x\n\nA [link](a.md), `code`, $x_1$ and *more*.")
    ['%']
    """
    found = []
    for token in READER.parse(text):
        if token.type == "fence" and re.match(r"\{", token.info):
            found.append(token.info)
        if token.type == "inline":
            shown = "".join(_shown(part) for part in token.children)
            found += [match[0] for match in LEFT.finditer(shown)]
    return found


def _shown(part):
    if part.type in ("softbreak", "hardbreak"):
        return "\n"
    if part.type == "text":
        return part.content
    return CODE if part.type in ("code_inline", "image") or "math" in part.type else ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_no_markup_is_left_over_on_a_code_host(page):
    assert left_over(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "% held: tests/x.py\n\nText.",
        "```{toctree}\na\n```",
        "```{code-block} python\n:caption: a.py\n\nx = 1\n```",
        "A word\n: its meaning",
        "{download}`a.ipynb`",
        "[c](d e.md)",
        "a `code that does not end",
    ],
)
def test_markup_that_only_the_site_reads_is_found(text):
    assert left_over(text)


def test_every_page_is_under_an_index_page(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    repository = importlib.import_module("repository")
    monkeypatch.delitem(sys.modules, "repository")
    pages = {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.glob("**/*.md")}
    pages |= set(repository.SHOWN)
    pages |= {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.glob("**/*.ipynb")}
    listed = set()
    for page in pages - set(repository.SHOWN):
        if Path(page).name in repository.INDEXES:
            file = DOCS / f"{page}.md"
            text = repository.led(file.read_text(encoding="utf-8"), file.parent, file.parent)
            folder = Path(page).parent
            listed |= {str(folder / name) for name in repository.listed(text, page)}
    assert {page for page in pages if not page.startswith("_build")} - listed == {
        "index",
        "images/workbench/README",
    }
