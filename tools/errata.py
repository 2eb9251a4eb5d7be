"""The page of errata: what the sources print, what we find, and the evidence.

    python -m tools.errata            is docs/results/errata.md what the rooms say?
    python -m tools.errata --write    write it (more than a minute: every claim is computed again)
    python -m tools.errata --write --reports FOLDER     from saved `sabot paper NAME --json`

No number of the page is typed: each is what a claim prints, finds or gives as its evidence.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from sabot import papers
from sabot.papers import Claim, Report

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "results" / "errata.md"
PAGES = {"ethier-2010-le-her", "foster-1964", "wastlund-2005", "ethier-gamez-2013", "risticz-1973"}
"""The sources that have a page of their own in docs/papers."""

HEAD = """% generated: tools/errata.py

# Errata of the sources

Every claim of the five sources that could be computed was computed again. This page lists those
that do not agree with what is printed. `python -m tools.errata --write` writes it from the rooms
of the papers (`sabot.papers`), and a test holds it against them: no number here is typed.

A **misprint** is false as it stands: a slip of the press, of a pen or of an argument. A claim is
**superseded** where it was right by the means of its day, a figure read off a graph, a
simulation, a conjecture, and an exact result takes its place. Each line has the place, what is
printed there (for a statement: *yes*, *always*), what holds, and the evidence. The command above
a table computes its lines again and prints them with the tables of the source.

Where the text at hand is a conversion of the print, a slip may be the converter's; the evidence
says so. The solutions of Ethier and of Ethier and Gamez, and the theorems of Wästlund, stand once
this is mended; the equilibrium that Risticz prints for q = 0.287 [does not](new-results.md).
"""


def page(reports: Sequence[Report]) -> str:
    """Return the page."""
    return "\n".join([HEAD, *summary(reports), *(line for one in reports for line in source(one))])


def summary(reports: Sequence[Report]) -> Iterator[str]:
    """Yield how many claims of each source agree and do not."""
    yield "| source | claims | agree | misprints | superseded |"
    yield "| --- | --- | --- | --- | --- |"
    counts = [one.counts for one in reports]
    for one, count in zip(reports, counts, strict=True):
        yield _row(f"[{cited(one)}](#{anchor(one)})", *_numbers([count]))
    yield _row("all", *_numbers(counts))
    yield ""


def _numbers(counts: Sequence[dict[str, int]]) -> list[str]:
    sums = [sum(count[verdict] for count in counts) for verdict in papers.report.VERDICTS]
    return [f"{number:,}" for number in (sum(sums), *sums)]


def cited(report: Report) -> str:
    """Return authors and year, as a citation begins: ``Ethier and Gamez 2013``."""
    citation = report.source.citation
    authors = re.sub(r"\b[A-Z]\. ", "", citation.partition(",")[0])
    year = re.search(r"\b(?:19|20)\d\d\b", citation)
    return f"{authors} {year[0]}" if year else authors


def anchor(report: Report) -> str:
    """Return where the section of a source is found on the page."""
    return cited(report).lower().replace(" ", "-")


def source(report: Report) -> Iterator[str]:
    """Yield the section of a source: its citation, then an item after the other."""
    name = report.source.name
    yield f"## {cited(report)}"
    yield ""
    own = f" Tables and reading: [its page](../papers/{name}.md)." if name in PAGES else ""
    yield f"{escaped(report.source.citation)}.{own}"
    yield ""
    titles = {item.name: item.title for item in report.source.items}
    for item, claims in groupby(report.differences, key=lambda claim: claim.item):
        yield from section(name, item, titles[item], claims)


def section(name: str, item: str, title: str, claims: Iterable[Claim]) -> Iterator[str]:
    """Yield the differences of one item: the command, and a table."""
    yield f"### {escaped(title)}"
    yield ""
    yield f"`sabot paper {name} {item}`"
    yield ""
    yield "| where | printed | ours | evidence |"
    yield "| --- | --- | --- | --- |"
    for claim in claims:
        kind = "" if claim.verdict == "misprint" else "*Superseded.* "
        cells = (escaped(text) for text in (claim.where, claim.says, claim.ours))
        yield _row(*cells, kind + escaped(claim.evidence))
    yield ""


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def escaped(text: str) -> str:
    r"""Return *text* so that Markdown shows it as it stands, on one line.

    >>> print(escaped("a_2 * b|c"))
    a\_2 \* b\|c
    """
    return re.sub(r"([\\`*_{}\[\]<>$|~^])", r"\\\1", " ".join(text.split()))


def reports(folder: Path | None = None) -> list[Report]:
    """Return what is found of every source, computed now or as saved in a folder."""
    if folder is None:
        return [papers.run(name) for name in papers.names()]
    texts = [(folder / f"{name}.json").read_text(encoding="utf-8") for name in papers.names()]
    return [Report.from_json(json.loads(text)) for text in texts]


def main() -> None:
    """Compare the page with the rooms, or write it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the page")
    parser.add_argument("--reports", type=Path, help="a folder of saved reports, NAME.json")
    given = parser.parse_args()
    text = page(reports(given.reports))
    if given.write:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not what the rooms say: add --write")


if __name__ == "__main__":
    main()
