"""The page of errata says what the rooms of the papers find, neither more nor less."""

import json
import re
from collections import Counter

import pytest
from tools import errata

from sabot import papers

TEXT = errata.PAGE.read_text(encoding="utf-8")
CLAIMS = json.loads(errata.WORKBENCH.read_text(encoding="utf-8"))
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
    own = [claim for claim in CLAIMS[name] if claim["item"] == item]
    assert own == [claim.to_json() for claim in found.differences], "python -m tools.errata --write"


def test_the_summary_counts_the_lines_of_the_page():
    rows = re.findall(r"^\| \[.*?\]\(#[\w-]+\) \| (.*) \|$", TEXT, re.MULTILINE)
    sums = Counter()
    for name, cells in zip(papers.names(), rows, strict=True):
        claims, agree, *others = (numbers(cell) for cell in cells.split(" | "))
        assert claims[0] == agree[0] + sum(count for count, _ in others)
        listed = differences(name)
        assert len(listed) == sum(count for count, _ in others)
        pairs = zip(errata.WORDS.values(), others, strict=True)
        for place, (word, (count, slips)) in enumerate(pairs):
            lines = [row for row in listed if f"| *{word}* " in row]
            shared = re.findall(r"\*The slip: (.*?)\.\* \|$", "\n".join(lines), re.MULTILINE)
            assert (len(lines), len(lines) - len(shared) + len(set(shared))) == (count, slips)
            sums[place, "claims"] += count
            sums[place, "slips"] += slips
    (last,) = re.findall(r"^\| all \| (.*) \|$", TEXT, re.MULTILINE)
    for place, cell in enumerate(last.split(" | ")[2:]):
        assert numbers(cell) == (sums[place, "claims"], sums[place, "slips"])


def numbers(cell):
    """Return claims and slips of a cell such as ``70 (30)``; one number is both."""
    found = [int(word) for word in re.findall(r"\d+", cell.replace(",", ""))]
    return found[0], found[-1]


def test_the_workbench_has_the_claims_of_the_page():
    assert list(CLAIMS) == papers.names()
    for name, claims in CLAIMS.items():
        verdicts = Counter(errata.WORDS[claim["verdict"]] for claim in claims)
        rows = differences(name)
        assert len(claims) == len(rows)
        for word, count in verdicts.items():
            assert sum(f"| *{word}* " in row for row in rows) == count


def test_the_page_says_what_was_read_and_what_was_not_checked():
    for name in papers.names():
        source = papers.source(name)
        assert errata.escaped(source.read) in TEXT and source.read.startswith("Read: ")
        assert all(errata.escaped(part) in TEXT for part in source.unchecked) and source.unchecked
    assert "Every claim" not in TEXT
    read = papers.source("wastlund-2005").read
    for words in (
        "preprint",
        "February 2005",
        "Electronic Journal of Combinatorics 12(1), 2005, R43",
    ):
        assert words in read
    shown = " ".join(str(papers.run("wastlund-2005", "section-10")).split())
    assert "not available to us" in read and read in shown


def test_every_line_has_its_evidence_and_every_item_its_command():
    for name in papers.names():
        assert all(re.split(r"(?<!\\)\|", row)[4].strip() for row in differences(name))
    named = re.findall(r"^`sabot paper ([\w-]+) ([\w.-]+)`$", TEXT, re.MULTILINE)
    assert len(named) == len(set(named)) == TEXT.count("\n### ")
    assert all(papers.source(name)[item].name == item for name, item in named)


@pytest.mark.slow
def test_the_whole_page_is_what_the_rooms_find():
    found = errata.reports()
    assert errata.page(found) == TEXT
    assert json.loads(errata.claims_file(found)) == CLAIMS
    assert errata.printed_file(found) == errata.PRINTED.read_text(encoding="utf-8")
