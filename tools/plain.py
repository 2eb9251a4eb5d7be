"""Plain English: turns of phrase that the pages, messages and docstrings do not use.

    python -m tools.plain             every place, with the usual way to say it
    python -m tools.plain FILE ...    those of some files
    python -m tools.plain --write     write tools/plain.toml as things are

The patterns are on docs/developers/style.md, each with an example. They were chosen so that a
match is nearly always one. Looked at are the pages, without code, outputs and generated parts; the
texts in the source, without their examples; and the comments and texts of the other two checkers
(Go, Coq, OCaml). Decisions and the changelog are records and are left out. ``tools/plain.toml`` has
the number of matches that each file still has: it may fall, and a file that is not listed has none.
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
    "card|cell|column|core|deal|file|game|hand|kind|line|move|node|page|pair|piece|plan|player"
    "|process|round|row|seat|second|side|step|trick|turn|view"
)
_COUNT = (
    r"\d+(?:[,./]\d+)*|one|two|three|four|five|ten|dozen|bits?|bytes?|cards?|chips?|coins?|counts?"
    r"|decks?|letters?|lines?|nodes|points?|programs?|rows?|times|tricks?|units?"
    r"|(?:\d+|one|two|three|four|five|ten) (?:actions?|choices?|deals?|files?|formulas?"
    r"|games?|hands?|moves?|numbers?|questions?|steps?|strategy|strategies|terms?|views?|words?)"
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
_PARTS = {name: (name,) for name in ("be it", "at hand", "just if", "but for", "mend")} | {
    "unless told": ("told",),
    "is none": ("none",),
    "comes to": ("come", "came"),
    "one X a Y": tuple(f" {a} {noun}" for a in ("a", "an") for noun in _EACH.split("|")),
    "stands": ("stand",),
    "as it stands": ("stand",),
    "is told": ("told",),
    "will not do": ("not do",),
    "anew": ("afresh", "anew"),
    "held against": ("against",),
}
"""In lower case, the letters of which every match has some: looked for first, which is faster."""
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
    text = re.sub(r"\n[ \t]+", "\n", text)
    said = " ".join(text.splitlines())
    lower, found = said.lower(), []
    for name, pattern in _FOUND.items():
        if not any(part in lower for part in _PARTS[name]):
            continue
        for match in pattern.finditer(said):
            around = said[max(0, match.start() - 30) : match.end() + 30]
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


_NO_TEXT = (ast.Name, ast.expr_context, ast.operator)


def _python_texts(source: str) -> Iterator[tuple[str, int]]:
    """Yield the texts of a program, docstrings among them, without their examples."""
    left: list[object] = [ast.parse(source)]
    while left:  # as ast.walk, in half the time
        node = left.pop()
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and " " in node.value:
                yield re.sub(r"(?m)^\s*(?:>>>|\.\.\.) .*$", "", node.value), node.lineno
        elif isinstance(node, ast.AST):
            for part in vars(node).values():
                if isinstance(part, list):
                    left += part
                elif isinstance(part, ast.AST) and not isinstance(part, _NO_TEXT):
                    left.append(part)


_LINES = r"(?P<{name}>{mark}[^\n]*(?:\n[ \t]*{mark}[^\n]*)*)"
_GO = re.compile(
    r"`[^`]*`|'(?:\\.|[^'\\\n])+'|\"(?P<text>(?:\\.|[^\"\\\n])*)\"|"
    + _LINES.format(name="comment", mark="//")
)
_SHELL = re.compile(r"(?m)^[ \t]*" + _LINES.format(name="comment", mark="#"))
_ML = re.compile(r"'\\?\"'|\"(?P<text>(?:\\.|[^\"\\])*)\"|(?P<open>\(\*)|(?P<close>\*\))")


def _marked_texts(source: str, tokens: re.Pattern[str], mark: str) -> Iterator[tuple[str, int]]:
    """Yield the comments of a program that a mark begins, line after line as one, and its texts.

    >>> list(_marked_texts('x := "a b" // one row', _GO, "//"))
    [('a b', 1), (' one row', 1)]
    """
    for found in tokens.finditer(source):
        said = re.sub(rf"(?m)^[ \t]*{mark}", "", found.group(found.lastgroup or 0))
        if found.lastgroup:
            yield said, 1 + source.count("\n", 0, found.start(found.lastgroup))


def _ml_texts(source: str) -> Iterator[tuple[str, int]]:
    """Yield the comments of a program in Coq or OCaml, which may be nested, and its texts.

    >>> list(_ml_texts('(* a (* b *) c *) let x = "d e"'))
    [(' a (* b *) c ', 1), ('d e', 1)]
    """
    depth = start = 0
    for found in _ML.finditer(source):
        if found["open"]:
            start = start if depth else found.end()
            depth += 1
        elif found["close"] and depth:
            depth -= 1
            if not depth:
                yield source[start : found.start()], 1 + source.count("\n", 0, start)
        elif found["text"] and not depth:
            yield found["text"], 1 + source.count("\n", 0, found.start())


def _texts(path: Path, source: str) -> Iterator[tuple[str, int]]:
    """Yield the texts of a program, each with its first line."""
    if path.suffix == ".py":
        return _python_texts(source)
    if path.suffix in {".v", ".ml"}:
        return _ml_texts(source)
    return (
        _marked_texts(source, _GO, "//")
        if path.suffix == ".go"
        else _marked_texts(source, _SHELL, "#")
    )


def programs() -> list[Path]:
    """Return the programs that are looked at: Sabot, and the other two checkers."""
    patterns = (
        "src/sabot/**/*.py",
        "tools/recheck/*.go",
        "tools/recheck/*.sh",
        "proofs/**/*.v",
        "proofs/driver/*.ml",
        "proofs/tests/*.ml",
        "proofs/*.sh",
        "proofs/Makefile",
    )
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def pages() -> list[Path]:
    """Return the pages that are looked at."""
    alone = (
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "proofs/README.md",
        "tools/recheck/README.md",
    )
    found = [*(ROOT / name for name in alone), *sorted(ROOT.glob("docs/**/*.md"))]
    return [page for page in found if not _name(page).startswith(_RECORDS)]


def _name(path: Path) -> str:
    return path.resolve().relative_to(ROOT).as_posix()


def found_in(path: Path) -> list[Place]:
    """Return the places in a page or in a program."""
    text, name = path.read_text(encoding="utf-8"), _name(path)
    if path.suffix == ".md":
        return places(prose(text), name)
    return [place for said, line in _texts(path, text) for place in places(said, name, line)]


def every() -> dict[str, list[Place]]:
    """Return the places in all pages and programs, by file."""
    return {_name(path): there for path in [*pages(), *programs()] if (there := found_in(path))}


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
