"""Numbers in the text of a page come from a run on that page.

A fraction, a decimal, or a whole number of four digits or more that stands in a page's text must
occur in one of its examples or outputs, which the tests run: as it is, or rounded from what is
printed there. Exempt are

    years, numbers of sections, tables, theorems, pages and versions;
    1/2;
    a paragraph under ``% printed: SOURCE``: what a source prints, quoted with its citation;
    a paragraph under ``% by hand: WHY``: a number that the text itself derives;
    a page under ``% generated: TOOL``, and what stands between ``<!-- generated: TOOL -->`` and
    ``<!-- end -->``: a tool wrote it, and a test holds it.

    python -m tools.book_numbers docs/book/*.md
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from tools.book import ROOT, blocks

_WHOLE = r"\d+(?:,\d{3}(?!\d))*"
_NUMBER = re.compile(
    r"(?<![\w./,-])(?:"
    rf"(?P<over>{_WHOLE})/(?P<under>{_WHOLE})(?![\w/]|\.\d)"
    rf"|(?P<decimal>{_WHOLE}\.\d+)(?![\w/]|\.\d)"
    r"|(?P<whole>\d{1,3}(?:,\d{3}(?!\d))+|\d{4,})(?![\w/]|[.,]\d)"
    r")"
)
_SIGN = re.compile(r"(?<![\w.)/])[-−–](?=\d)")
_FOUND = re.compile(
    rf"(?<![\w.])(?:Fraction\((-?\d+), (\d+)\)|({_WHOLE})/({_WHOLE})|({_WHOLE}\.\d+)|({_WHOLE}))"
)
_PLACE = r"\(?\d+(?:\.\d+)*[a-z]?\)?"
_PLACES = re.compile(
    r"\b(?:Sections?|Tables?|Theorems?|Lemmas?|Figures?|Fig\.|Chapters?|Examples?|Problems?|"
    r"Exercises?|Equations?|[Ee]qs?\.|[Ff]ormulas?|[Ii]tems?|Propositions?|Corollar(?:y|ies)|"
    r"Definitions?|Remarks?|[Pp]ages?|pp?\.|Python|version|Appendix|Vol\.|volume)\s*"
    rf"{_PLACE}(?:(?:,| and| to| or|-|–)\s*{_PLACE})*|§+\s*{_PLACE}",
)
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_EXEMPT = re.compile(r"% (printed|by hand): \S.*")
_TOOL = re.compile(r"(?:%|<!--) generated: (\S+)")


def said(text: str) -> str:
    r"""Return the text of a page, without blocks, links, code and what is exempt.

    >>> said("% printed: foster-1964\nIt prints 3.75.\n\nWe find 2/3.\n").split()
    ['We', 'find', '2/3.']
    """
    text = re.sub(r"<!-- generated: \S+ -->.*?<!-- end -->", "", text, flags=re.DOTALL)
    lines = text.splitlines()
    for block in blocks(text):
        for number in range(block.start - 1, block.start + len(block.body) + 1):
            if number < len(lines):
                lines[number] = ""
    kept, skipped = [], False
    for line in lines:
        skipped = bool(_EXEMPT.fullmatch(line)) or (skipped and bool(line.strip()))
        kept.append("" if skipped or line.startswith("% ") else line)
    return _plain("\n".join(kept))


def _plain(text: str) -> str:
    text = re.sub(r"<!--.*?-->|<[^>\n]+>", " ", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)|\b[a-z]+://\S+", "] ", text)
    text = re.sub(r"`[^`\n]*[A-Za-z][^`\n]*`", " ", text)
    text = re.sub(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}", r" \1/\2 ", text)
    text = re.sub(r"(?m)^#+ *\d+(?:\.\d+)*\.? ", "# ", text)
    return _SIGN.sub(" ", _PLACES.sub(" ", text))


def run_numbers(text: str) -> set[Fraction]:
    """Return every number that stands in the examples and outputs of a page."""
    found = set()
    for block in blocks(text):
        if block.kind in ("python", "console", "json", "sh", "{code-block}"):
            for match in _FOUND.findall("\n".join(block.body)):
                over, under = (match[0], match[1]) if match[0] else (match[2], match[3])
                if over:
                    found |= {_number(over), _number(under)}
                    if int(under.replace(",", "")):
                        found.add(abs(_number(over) / _number(under)))
                else:
                    found.add(_number(match[4] or match[5]))
    return {abs(number) for number in found}


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", "").rstrip("."))


def typed(text: str) -> list[str]:
    """Return the numbers in a page's text that no run on the page gives.

    >>> typed("The value is 277/11050, about 0.0251.")
    ['277/11050', '0.0251']
    """
    if _generated(text):
        return []
    ran = run_numbers(text)
    return [token for token, values in _numbers(said(text)) if not _given(token, values, ran)]


def _generated(text: str) -> bool:
    return any(re.match(r"% generated: \S", line) for line in text.splitlines()[:8])


def tools_named(text: str) -> list[str]:
    """Return the tools that a page says have written it, or parts of it."""
    return _TOOL.findall(text)


def _numbers(text: str) -> Iterator[tuple[str, list[Fraction]]]:
    """Yield the numbers of a text that need a run, each with the values it may stand for."""
    for match in _NUMBER.finditer(text):
        token = match[0]
        if match["over"]:
            under = _number(match["under"])
            value = _number(match["over"]) / under if under else Fraction(0)
        else:
            value = _number(token)
        if value == Fraction(1, 2) or (match["whole"] and _YEAR.fullmatch(token)):
            continue
        after = text[match.end() : match.end() + 12]
        share = re.match(r"[\s$\\]*(%|per cent|percent)", after)
        yield token, [value, value / 100] if share else [value]


def _given(token: str, values: list[Fraction], ran: set[Fraction]) -> bool:
    if ran & set(values):
        return True
    if "/" in token or "." not in token:
        return False
    places = len(token.partition(".")[2])
    return any(
        abs(number - value) * 10**places * (100 if n else 1) <= Fraction(1, 2)
        for n, value in enumerate(values)
        for number in ran
    )


def held() -> list[Path]:
    """Return the pages that are held to this."""
    rooms = ("tutorial", "book", "games", "results")
    return [
        ROOT / "README.md",
        *sorted(page for room in rooms for page in ROOT.glob(f"docs/{room}/**/*.md")),
    ]


def main() -> None:
    """Say which numbers of the pages that are named, or of all, are typed."""
    pages = [Path(name) for name in sys.argv[1:]] or held()
    found = [f"{page}: {number}" for page in pages for number in typed(page.read_text("utf-8"))]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
