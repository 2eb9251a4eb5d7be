"""Numbers in the text of a page come from a run on that page.

A fraction, a decimal, or a whole number of four digits or more that stands in a page's text must
occur in one of its examples or outputs, which the tests run: as it is, or rounded from what is
printed there. Exempt are

    years, numbers of sections, tables, theorems, pages, versions, RFCs and characters (U+0020);
    6.4, where the page has a section 6.4;
    1/2;
    a paragraph under ``<!-- printed: SOURCE -->``: what a source prints, quoted with its citation;
    a paragraph under ``<!-- by hand: WHY -->``: a number that the text itself derives;
    a paragraph under ``<!-- measured: WHERE -->``: times, ratios of times, rates and sizes, which
    no run gives twice: numbers with their unit, or those of a table, but no fractions;
    a table under ``<!-- recomputed: TEST -->``: a test reads it on the page, and computes it;
    a page whose first line is ``<!-- generated: TOOL -->``, and what is between such a line and
    ``<!-- end -->``: a tool wrote it, and a test holds it.

A paragraph may also lean on a file of this project, which then must hold each of its numbers that
the page does not run, in code, not in a comment:

    ``<!-- held: tests/golden/test_x.py -->``   a test claims it, or data that a test reads;
    ``<!-- limit: src/sabot/x.py -->``          it is a limit of the program, or of a benchmark.

Decisions, the changelog and the results of the benchmarks stay
outside: they are records of a day, and say which.

    python -m tools.book_numbers docs/book/*.md
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
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
    r"(?<![\w.])(?:(?:Fraction|F)\((-?\d+), (\d+)\)"
    rf"|({_WHOLE})/({_WHOLE})|({_WHOLE}\.\d+)|({_WHOLE}))"
)
_POWER = re.compile(r"\b(\d+) ?\*\* ?(\d{1,2})\b")
_PLACE = r"\(?\d+(?:\.\d+)*[a-z]?\)?"
_PLACES = re.compile(
    r"(?:\b(?:[Ss]ections?|[Tt]ables?|Theorems?|Lemmas?|[Ff]igures?|Fig\.|Chapters?|Examples?|Problems?|"
    r"Exercises?|Equations?|[Ee]qs?\.|equations?|[Ff]ormulas?|[Ii]tems?|Propositions?|Corollar(?:y|ies)|"
    r"Definitions?|Remarks?|[Pp]ages?|pp?\.|Python|version|Appendix|Vol\.|volume|RFC)|§+)\s*"
    rf"{_PLACE}(?:(?:,| and| to| or|-|–)\s*{_PLACE})*|\bU\+[0-9A-F]+",
)
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_EXEMPT = re.compile(r"(?:printed|by hand): \S.*|recomputed: \S+")
_MEASURED = re.compile(r"measured: \S.*")
_LEANS = re.compile(r"(held|limit): (\S.*)")
_ROOMS = {"held": ("tests/",), "limit": ("src/sabot/", "benchmarks/", "tools/recheck/", "proofs/")}
_UNIT = re.compile(
    r"(?:\s+(?:to|and|or)\s+[\d.,]+)?\s+(?:seconds?|s|ms|ns|minutes?|min|hours?|bytes|[kKMG]i?B|times)\b"
)
_MARK = re.compile(r"<!-- ((?:printed|by hand|measured|recomputed|held|limit): .*) -->")
_HEADING = re.compile(r"(?m)^#+ (\d+(?:\.\d+)+)\.? ")
_TOOL = re.compile(r"<!-- generated: (\S+)")

RECORDS = ("_build", "decisions")
"""Rooms of docs/ that are not held: what was built; what was decided and measured on a day."""
HISTORY = ROOT / "docs/developers/history.md"
"""A record too: what was measured when a change was made."""
SHOWN = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benchmarks/README.md",
    "tools/recheck/README.md",
)
"""Files outside of docs/ that are pages too. CHANGELOG.md and benchmarks/RESULTS.md are records."""


@dataclass(frozen=True)
class Said:
    """A paragraph or a table: its text, the files that it leans on, and whether it was measured."""

    text: str
    files: tuple[str, ...] = ()
    measured: bool = False


def said(text: str) -> list[Said]:
    r"""Return the paragraphs of a page, without blocks, links, code and what is exempt.

    >>> [one.text for one in said("<!-- printed: foster-1964 -->\nIt is 3.75.\n\nWe find 2/3.")]
    ['We find 2/3.']
    """
    text = re.sub(r"<!-- generated: [^>]* -->.*?<!-- end -->", "", text, flags=re.DOTALL)
    lines = text.splitlines()
    for block in blocks(text):
        for number in range(block.start - 1, block.start + len(block.body) + 1):
            if number < len(lines):
                lines[number] = ""
    return [one for part in re.split(r"\n\s*\n", "\n".join(lines)) if (one := _said(part)).text]


def _said(part: str) -> Said:
    marks, kept = list[str](), list[str]()
    for line in part.splitlines():
        found = _MARK.fullmatch(line)
        (marks if found else kept).append(found[1] if found else line)
    if any(_EXEMPT.fullmatch(mark) for mark in marks):
        return Said("")
    measured = any(_MEASURED.fullmatch(mark) for mark in marks)
    leans = [found for mark in marks if (found := _LEANS.fullmatch(mark))]
    files = tuple(name for found in leans for name in _named(found[1], found[2]))
    return Said(_plain("\n".join(kept)), files, measured)


def _named(mark: str, names: str) -> list[str]:
    """Return the files that a mark names; each lies where such a thing may be held."""
    for name in names.split():
        if not name.startswith(_ROOMS[mark]) or not (ROOT / name).is_file():
            raise ValueError(f"{mark}: {name}: no file of {' or '.join(_ROOMS[mark])}")
    return names.split()


def _plain(text: str) -> str:
    text = re.sub(r"<!--.*?-->|<[^>\n]+>", " ", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)|\b[a-z]+://\S+|\barXiv:\S+", "] ", text)
    text = re.sub(r"`([^`\n]*)`", _span, text)
    text = re.sub(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}", r" \1/\2 ", text)
    text = re.sub(r"(?m)^#+ *\d+(?:\.\d+)*\.? ", "# ", text)
    return _SIGN.sub(" ", _PLACES.sub(" ", text))


def _span(found: re.Match[str]) -> str:
    """Return what code in a line says as a number: without letters it may be one."""
    return " " if re.search("[A-Za-z]", found[1]) else f" {found[1]} "


def run_numbers(text: str) -> set[Fraction]:
    """Return every number that stands in the examples and outputs of a page."""
    kinds = ("python", "console", "json", "sh")
    ran = [block for block in blocks(text) if block.kind in kinds or block.file]
    return numbers_of("\n".join("\n".join(block.body) for block in ran))


def numbers_of(text: str) -> set[Fraction]:
    """Return every number that stands in a text.

    >>> sorted(map(str, numbers_of("Fraction(-3, 4) 2,000 10 ** 7")))
    ['10', '10000000', '2000', '3', '3/4', '4', '7']
    """
    found = {Fraction(int(base) ** int(high)) for base, high in _POWER.findall(text)}
    for match in _FOUND.findall(text):
        over, under = (match[0], match[1]) if match[0] else (match[2], match[3])
        if over:
            found |= {_number(over), _number(under)}
            if int(under.replace(",", "")):
                found.add(abs(_number(over) / _number(under)))
        else:
            found.add(_number(match[4] or match[5]))
    return {abs(number) for number in found}


@cache
def file_numbers(name: str) -> frozenset[Fraction]:
    """Return every number of a file of the project; of Python's, not what a comment says."""
    text = (ROOT / name).read_text("utf-8")
    return frozenset(numbers_of(_code(text) if name.endswith(".py") else text))


def _code(text: str) -> str:
    r"""Return a program without its comments and its free-standing texts.

    >>> _code("'Of 3/4.'\nN = 10_000  # of 5,000\n")
    'N = 10000'
    """
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return re.sub(r"(?m)^\s*None\n?", "", ast.unparse(tree))


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", "").rstrip("."))


def typed(text: str) -> list[str]:
    """Return the numbers in a page's text that no run on the page gives.

    >>> typed("The value is 277/11050, about 0.0251.")
    ['277/11050', '0.0251']
    """
    if _generated(text):
        return []
    ran, places = run_numbers(text), sections(text)
    return [token for one in said(text) for token in _typed(one, ran) if token not in places]


def sections(text: str) -> set[str]:
    r"""Return the numbers of a page's sections that look like decimals.

    >>> sorted(sections("## 6. Theorems\n### 6.1 Ends\n### 6.2 Pieces\n"))
    ['6.1', '6.2']
    """
    return set(_HEADING.findall(text))


def _typed(one: Said, ran: set[Fraction]) -> Iterator[str]:
    known = ran.union(*(file_numbers(name) for name in one.files))
    numbers = list(_numbers(one.text))
    shown = {values[0] for token, values, _ in numbers if "/" in token and values[0] in known}
    for token, values, timed in numbers:
        if not (one.measured and timed) and not _given(token, values, known | shown):
            yield token


def _generated(text: str) -> bool:
    return text.startswith("<!-- generated: ")


def tools_named(text: str) -> list[str]:
    """Return the tools that a page says have written it, or parts of it."""
    return _TOOL.findall(text)


def tests_named(text: str) -> list[str]:
    """Return the tests that are said to recompute a page, or parts of it."""
    return re.findall(r"(?m)^<!-- recomputed: (\S+) -->$", text)


def _numbers(text: str) -> Iterator[tuple[str, list[Fraction], bool]]:
    """Yield the numbers of a text that need a run, what each may be, and whether it may be a time.

    In a table the unit may stand above; in a sentence it stands behind the number.
    """
    table = text.lstrip().startswith("|")
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
        timed = not match["over"] and (table or bool(_UNIT.match(text[match.end() :])))
        yield token, [value, value / 100] if share else [value], timed


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
    pages = [page for page in ROOT.glob("docs/**/*.md") if page.parent.name not in RECORDS]
    return [*(ROOT / name for name in SHOWN), *sorted(page for page in pages if page != HISTORY)]


def main() -> None:
    """Say which numbers of the pages that are named, or of all, are typed."""
    pages = [Path(name) for name in sys.argv[1:]] or held()
    found = [f"{page}: {number}" for page in pages for number in typed(page.read_text("utf-8"))]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
