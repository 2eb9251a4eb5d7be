"""The page of errata says what the rooms of the papers find, neither more nor less."""

import re

import pytest
from tools import errata

from sabot import papers

TEXT = errata.PAGE.read_text(encoding="utf-8")
QUICK = ("ethier-2010-le-her",)
SAMPLE = [
    ("ethier-gamez-2013", "totals"),
    ("foster-1964", "minimax"),
    ("wastlund-2005", "section-10"),
    ("risticz-1973", "figure-1"),
    ("risticz-1973", "table-2"),
]


def differences(name):
    """Return the lines of a source on the page: those of its tables, with four cells."""
    body = next(part for part in TEXT.split("\n## ") if f"(../papers/{name}.md)" in part)
    rows = [line for line in body.splitlines() if line.startswith("| ")]
    return [row for row in rows if not row.startswith(("| where", "| ---"))]


@pytest.mark.parametrize("name", QUICK)
def test_the_section_of_a_source_is_what_its_room_finds(name):
    assert "\n".join(errata.source(papers.run(name))) in TEXT


@pytest.mark.parametrize(("name", "item"), SAMPLE)
def test_the_table_of_an_item_is_what_its_room_finds(name, item):
    found = papers.run(name, item)
    assert found.differences
    lines = errata.section(name, item, found.source[item].title, found.differences)
    assert "\n".join(lines) in TEXT


def test_the_summary_counts_the_lines_of_the_page():
    rows = re.findall(r"^\| \[.*?\]\(#[\w-]+\) \| (.*) \|$", TEXT, re.MULTILINE)
    sums = [0, 0, 0, 0]
    for name, cells in zip(papers.names(), rows, strict=True):
        claims, agree, misprints, superseded = (
            int(cell.replace(",", "")) for cell in cells.split(" | ")
        )
        assert claims == agree + misprints + superseded
        rest = [row for row in differences(name) if "| *Superseded.* " in row]
        assert len(rest) == superseded and len(differences(name)) == misprints + superseded
        pairs = zip(sums, (claims, agree, misprints, superseded), strict=True)
        sums = [one + other for one, other in pairs]
    assert f"| all | {' | '.join(f'{number:,}' for number in sums)} |" in TEXT


def test_every_line_has_its_evidence_and_every_item_its_command():
    for name in papers.names():
        assert all(re.split(r"(?<!\\)\|", row)[4].strip() for row in differences(name))
    named = re.findall(r"^`sabot paper ([\w-]+) ([\w.-]+)`$", TEXT, re.MULTILINE)
    assert len(named) == len(set(named)) == TEXT.count("\n### ")
    assert all(papers.source(name)[item].name == item for name, item in named)


@pytest.mark.slow
def test_the_whole_page_is_what_the_rooms_find():
    assert errata.page(errata.reports()) == TEXT
