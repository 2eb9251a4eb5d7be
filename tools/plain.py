"""Plain English: turns of phrase that the pages, messages and docstrings do not use.

    python -m tools.plain             every place, with the usual way to say it
    python -m tools.plain FILE ...    those of some files
    python -m tools.plain --write     write tools/plain.toml as things are

The patterns are on docs/developers/style.md, each with an example. They were chosen so that a
match is nearly always one. Looked at are the pages, without code, outputs and generated parts, and
the texts in the source, without their examples. Decisions and the changelog are records and are
left out. ``tools/plain.toml`` has the number of matches that each file still has: it may fall, and
a file that is not listed has none.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.book import ROOT, blocks

CEILINGS = ROOT / "tools" / "plain.toml"
_EACH = (
    "card|cell|column|core|deal|game|hand|kind|line|move|node|page|pair|piece|plan|player|process"
    "|round|row|seat|second|side|step|trick|view"
)
_COUNT = (
    r"\d+(?:[,./]\d+)*|one|two|three|four|five|ten|dozen|bits?|bytes|cards?|chips?|counts?"
    r"|lines?|nodes|points?|programs?|rows?|times|tricks?|units?"
)
PATTERNS = {
    "unless told": (r"\bunless (?:it is )?told\b", "by default; default: 160"),
    "is none": (
        r"(?<!there )(?<!if )\b(?:is|are|was|were) (?-i:none)\b(?! of)",
        "is not one; does not exist",
    ),
    "comes to": (r"\bc(?:omes?|ame) to\b(?! (?:an end|choose|rest))", "is; equals; reaches"),
    "be it": (r"\bbe it\b", "whether"),
    "one X a Y": (rf"\b(?:{_COUNT}) an? (?:{_EACH})\b", "one X per Y"),
    "stands": (
        r"(?<!Player )(?<!Banker )(?<!He )(?<!he )"
        r"\bstands? (?:in|under|above|below|beside|behind|there|here|between|at the|twice)\b",
        "is; is written",
    ),
    "as it stands": (r"\bas (?:it|they) stands?\b", "as it is"),
    "is told": (
        r"\b(?:is|are|was|were|be) told\b(?! from| apart)",
        "is given; is described; is printed",
    ),
    "at hand": (r"\bat hand\b", "available"),
    "just if": (r"\bjust if\b", "if and only if"),
    "will not do": (r"\b(?:will|would) not do\b(?! \w)", "is not enough"),
    "anew": (r"\b(?:afresh|anew)\b", "again"),
    "held against": (r"\b(?:held|holding) (?:it )?against\b", "compared with"),
    "but for": (r"\bbut for\b(?! (?:that|this) reason)", "except"),
    "mend": (r"\bmend(?:s|ed|ing)?\b", "correct; repair"),
}
"""The name of each pattern, how it is found, and the usual way to say it."""

_FOUND = {name: re.compile(pattern, re.IGNORECASE) for name, (pattern, _) in PATTERNS.items()}
_RECORDS = (
    "docs/decisions/",
    "docs/_build/",
    "docs/results/errata.md",
    "docs/developers/style.md",
    "docs/developers/history.md",
)


@dataclass(frozen=True)
class Place:
    """A place at which a pattern is found."""

    file: str
    line: int
    pattern: str
    text: str

    def __str__(self) -> str:
        usual = PATTERNS[self.pattern][1]
        return f"{self.file}:{self.line}: {self.pattern!r}: write {usual}\n    ... {self.text} ..."


def places(text: str, file: str = "", first: int = 1) -> list[Place]:
    """Return where a text has one of the patterns.

    >>> [place.pattern for place in places("One row a game, and 160 unless told.")]
    ['unless told', 'one X a Y']
    """
    found = []
    for name, pattern in _FOUND.items():
        for match in pattern.finditer(" ".join(text.splitlines())):
            around = text[max(0, match.start() - 30) : match.end() + 30]
            line = first + text.count("\n", 0, match.start())
            found.append(Place(file, line, name, " ".join(around.split())))
    return found


def prose(text: str) -> str:
    """Return a page without its blocks, code, comments, links and generated parts.

    >>> prose("See `x` [here](a.md).")
    'See   [here] .'
    """
    lines = text.splitlines()
    for block in blocks(text):
        for number in range(block.start - 1, min(len(lines), block.start + len(block.body) + 1)):
            lines[number] = ""
    said = "\n".join(lines)
    for pattern in (
        r"<!-- generated.*?<!-- end -->",
        r"<!--.*?-->",
        r"`[^`]*`",
        r"(?<=\])\([^)]*\)",
    ):
        said = re.sub(pattern, _blank, said, flags=re.DOTALL)
    return said


def _blank(found: re.Match[str]) -> str:
    return " " + "\n" * found[0].count("\n")


def _texts(source: str) -> Iterator[tuple[str, int]]:
    """Yield the texts of a program, docstrings among them, without their examples."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield re.sub(r"(?m)^\s*(?:>>>|\.\.\.) .*$", "", node.value), node.lineno


def pages() -> list[Path]:
    """Return the pages that are looked at."""
    found = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
    return [page for page in found if not _name(page).startswith(_RECORDS)]


def _name(path: Path) -> str:
    return path.resolve().relative_to(ROOT).as_posix()


def found_in(path: Path) -> list[Place]:
    """Return the places in a page or in a program."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return places(prose(text), _name(path))
    return [place for said, line in _texts(text) for place in places(said, _name(path), line)]


def every() -> dict[str, list[Place]]:
    """Return the places in all pages and in the source, by file."""
    files = [*pages(), *sorted(ROOT.glob("src/sabot/**/*.py"))]
    return {_name(path): there for path in files if (there := found_in(path))}


def ceilings() -> dict[str, int]:
    """Return how many matches each file may have."""
    return dict(tomllib.loads(CEILINGS.read_text(encoding="utf-8"))["matches"])


HEAD = """# How many places each file has that docs/developers/style.md advises against.
# `python -m tools.plain FILE` lists them. The numbers may fall; a file that is not here has none.

[matches]
"""


def main() -> None:
    """Print the places, or with --write their numbers into the file of ceilings."""
    given = [Path(name) for name in sys.argv[1:] if name != "--write"]
    if "--write" in sys.argv[1:]:
        lines = [f'"{file}" = {len(there)}\n' for file, there in sorted(every().items())]
        CEILINGS.write_text(HEAD + "".join(lines), encoding="utf-8")
        return
    found = [place for path in given for place in found_in(path)]
    for place in found if given else [place for some in every().values() for place in some]:
        print(place)


if __name__ == "__main__":
    main()
