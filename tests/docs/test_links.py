"""Links between the documents lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    near = [link for link in LINK.findall(text) if "://" not in link]
    assert [link for link in near if not (page.parent / link).exists()] == []


def test_every_page_of_the_documentation_is_linked():
    linked = {
        (page.parent / link).resolve()
        for page in PAGES
        for link in LINK.findall(page.read_text(encoding="utf-8"))
    }
    for page in PAGES:  # a list of a folder's pages that is shown links to all of them
        if "```{toctree}\n:glob:\n" in page.read_text(encoding="utf-8"):
            linked.update(page.parent.glob("*.md"))
    docs = {page for page in PAGES if page.is_relative_to(ROOT / "docs")}
    assert docs - linked - {ROOT / "docs" / "index.md"} == set()


def test_every_decision_is_in_the_list():
    folder = ROOT / "docs" / "decisions"
    listed = LINK.findall((folder / "README.md").read_text(encoding="utf-8"))
    pages = {page.name for page in folder.glob("*.md")} - {"README.md"}
    assert pages == set(listed)
