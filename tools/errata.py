"""The page of errata: what the sources print, what we find, and the evidence.

    python -m tools.errata            is docs/results/errata.md what the rooms say?
    python -m tools.errata --write    write it (more than a minute: the claims are computed again),
                                      and the files of the workbench's errata and search
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
from sabot.papers.report import VERDICTS

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "results" / "errata.md"
WORKBENCH = ROOT / "src" / "sabot" / "web" / "errata.json"
"""The same claims as data, for the page of the workbench."""
PRINTED = WORKBENCH.with_name("printed_numbers.json")
"""The numbers that are as printed, by source and item, for its search field."""
PAGES = {"ethier-2010-le-her", "foster-1964", "wastlund-2005", "ethier-gamez-2013", "risticz-1973"}
"""The sources that have a page of their own in docs/papers."""
WORDS = {
    "misprint": "Misprint.",
    "error": "Wrong as stated.",
    "unreadable": "Cannot be told from this text.",
    "superseded": "Superseded.",
}
"""How a line of the page begins, by its verdict."""

HEAD = """<!-- generated: tools/errata.py -->

# Errata of the sources

We compared five sources with exact computations, claim by claim. Not everything was checked: the
section of each source names what was not. This page lists the claims that do not agree.
`python -m tools.errata --write` writes it from the source code (`sabot.papers`), and a test
compares the two: no number here is typed by hand.

The verdicts:

- **Misprint**: a slip of print or of arithmetic in a printed figure, formula or word.
- **Wrong as stated**: no misprint; a statement, a step or a result that is false as mathematics.
- **Cannot be told from this text**: what we read is wrong, but we read a conversion or a scan, and
  the slip is one that a converter makes (a sign, a bracket, a letter, an index, a digit where the
  text is garbled); or the text does not say enough to repeat the computation. The print may be
  right.
- **Superseded**: right by the means of its day, a figure read off a graph, a simulation, a
  conjecture; an exact result replaces it.

Each section says which text was read. Wästlund is judged by a preprint; the version of record was
revised and was not at hand. Ethier and Gamez are judged by the text on arXiv.

Each line has the place, what is printed there (for a statement: *yes*, *always*; *by its formula*
where no number is printed and a formula of the source gives one), what holds, and the evidence.
The command above a table computes its lines again and prints them with the tables of the source.

The solutions of Ethier and of Ethier and Gamez, and the theorems of Wästlund, hold once this is
mended; the equilibrium that Risticz prints for q = 0.287 [does not](new-results.md).

A claim is one comparison: a formula that is tried for 21 numbers of decks is 21 claims, so the
number of claims says how much was compared, not how much a source says. One slip can make several
claims differ. The table has the claims of each verdict and, in brackets, the different slips
behind them where these are fewer.
"""


def page(reports: Sequence[Report]) -> str:
    """Return the page."""
    return "\n".join([HEAD, *summary(reports), *(line for one in reports for line in source(one))])


def summary(reports: Sequence[Report]) -> Iterator[str]:
    """Yield how many claims of each source agree and do not, and from how many slips."""
    yield "| source | claims | agree | misprints | wrong as stated | cannot be told | superseded |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for one in reports:
        yield _row(f"[{cited(one)}](#{anchor(one)})", *_numbers([one]))
    yield _row("all", *_numbers(reports))
    yield ""


def _numbers(reports: Sequence[Report]) -> list[str]:
    """Return the cells of a row: all claims, those that agree, and each verdict with its slips."""
    found = [f"{sum(len(one.claims) for one in reports):,}"]
    for verdict in VERDICTS:
        claims = sum(one.counts[verdict] for one in reports)
        slips = sum(one.slips.get(verdict, claims) for one in reports)
        found.append(
            f"{claims:,}" if verdict == "matches" or slips == claims else f"{claims:,} ({slips:,})"
        )
    return found


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
    if report.source.read:
        yield escaped(report.source.read)
        yield ""
    if report.source.unchecked:
        yield f"Not checked: {escaped('; '.join(report.source.unchecked))}."
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
        says = escaped(claim.says) + (" (by its formula)" if claim.basis == "formula" else "")
        shared = f" *The slip: {escaped(claim.slip)}.*" if claim.slip else ""
        words = f"*{WORDS[claim.verdict]}* {escaped(claim.evidence)}.{shared}"
        yield _row(escaped(claim.where), says, escaped(claim.ours), words)
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


def claims_file(reports: Sequence[Report]) -> str:
    """Return the claims that do not agree as JSON, by the name of their source."""
    found = {one.source.name: [claim.to_json() for claim in one.differences] for one in reports}
    return json.dumps(found, ensure_ascii=False, indent=0) + "\n"


_LONG_NUMBER = re.compile(r"\d+\.\d{2,}|\d+/\d{2,}|\d{3,}")
"""A number by which an item may be found; of shorter ones there are too many."""


def printed_file(reports: Sequence[Report]) -> str:
    """Return the printed numbers that agree as JSON, by the names of source and item."""
    found: dict[str, dict[str, str]] = {}
    for one in reports:
        items = found.setdefault(one.source.name, {})
        for item, claims in groupby(one.claims, key=lambda claim: claim.item):
            says = " ".join(claim.says for claim in claims if claim.verdict == "matches")
            numbers = dict.fromkeys(_LONG_NUMBER.findall(says.replace(",", "")))
            if numbers:
                items[item] = " ".join([*filter(None, [items.get(item)]), *numbers])
    return json.dumps(found, ensure_ascii=False, indent=0) + "\n"


def main() -> None:
    """Compare the page with the rooms, or write it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the page")
    parser.add_argument("--reports", type=Path, help="a folder of saved reports, NAME.json")
    given = parser.parse_args()
    found = reports(given.reports)
    text = page(found)
    if given.write:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
        WORKBENCH.write_text(claims_file(found), encoding="utf-8")
        PRINTED.write_text(printed_file(found), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        sys.exit(f"{PAGE.relative_to(ROOT)} is not what the rooms say: add --write")


if __name__ == "__main__":
    main()
