"""The pages of the documentation: their blocks, their commands, and what the commands print.

    python -m tools.book docs/tutorial/*.md            is every output what the command prints?
    python -m tools.book docs/tutorial/*.md --write    fill the outputs in

Blocks of a page are of these kinds:

    python    examples (``>>>``), run by pytest; or, as ``{code-block} python`` with a caption that
              is a name, a file that lies in the page's folder when its commands are run
    console   ``$ command`` and under it what the command prints to a terminal of 80 columns; a line
              ``...`` leaves lines out, ``...`` inside a line leaves out a part of it
    sh        commands without their output
    json      a document; text: pictures and formats, nothing that claims to be an output

A page has one folder, in which its commands are run in order. Above a block, a line ``% slow``
keeps its commands for ``make test-slow``; a line ``% fails`` says that they end with a fault, which
is then shown with what they print; ``% typed: bet; why; q`` is what is answered to a command that
asks. Times are compared as times: which, does not matter.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from tools.outputs import WAR, masked

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("python", "console", "sh", "json", "text")
DIRECTIVES = ("toctree", "code-block", "automodule", "autoclass", "autofunction", "eval-rst")
_TERMINAL = {"COLUMNS": "80", "NO_COLOR": "1"}
PATIENCE = 600
"""Seconds that a command of a shell may take."""

_FENCE = re.compile(r"(`{3,}|~{3,})(\{?[\w-]*\}?)(.*)")
_MARK = re.compile(r"% (slow|fails|typed: .*)$")
_FILE = re.compile(r"[\w-]+\.(?:jsonl?|csv|tex|md|html|efg|nfg|py|txt)\b")
_TIME = re.compile(r"\b\d+(?:\.\d+)?(?:e-\d+)? ?(?:seconds|s|ms)\b")


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, what follows the kind, its lines, and what is said above it."""

    kind: str
    rest: str
    body: tuple[str, ...]
    start: int
    """Where its first line stands, from 0."""
    marks: frozenset[str] = frozenset()

    @property
    def caption(self) -> str | None:
        """The name under which a page tells a file."""
        for line in self.body:
            if found := re.fullmatch(r":caption: (\S+)", line):
                return found[1]
        return None

    @property
    def content(self) -> str:
        """What stands in the block, without its options."""
        lines = list(self.body)
        while lines and re.match(r":[\w-]+:", lines[0]):
            del lines[0]
        if len(lines) < len(self.body) and lines and not lines[0]:
            del lines[0]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Command:
    """A command of a page, and what the page shows under it."""

    line: str
    shown: tuple[str, ...] | None
    """None where only the command is told."""
    marks: frozenset[str]
    start: int
    """Where the lines under it begin, from 0."""

    @property
    def typed(self) -> str:
        """What is answered to a command that asks: *q*, unless the page says."""
        said = [mark.removeprefix("typed: ") for mark in self.marks if mark.startswith("typed: ")]
        return "".join(f"{line.strip()}\n" for line in said[0].split(";")) if said else "q\n" * 20


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    talk: str


def blocks(text: str) -> list[Block]:
    r"""Return the fenced blocks of a page.

    >>> [found] = blocks("% slow\n```console\n$ sabot games\n```\n")
    >>> found.kind, found.body, sorted(found.marks)
    ('console', ('$ sabot games',), ['slow'])
    """
    lines, found = text.splitlines(), []
    number, marks = 0, set[str]()
    while number < len(lines):
        if mark := _MARK.fullmatch(lines[number]):
            marks.add(mark[1])
        elif fence := _FENCE.fullmatch(lines[number]):
            end = next(
                (n for n in range(number + 1, len(lines)) if lines[n].rstrip() == fence[1]),
                len(lines),
            )
            body = tuple(lines[number + 1 : end])
            found.append(Block(fence[2], fence[3].strip(), body, number + 1, frozenset(marks)))
            number, marks = end, set()
        else:
            marks = set()
        number += 1
    return found


def commands(text: str) -> list[Command]:
    r"""Return the commands of a page, in order.

    >>> for found in commands("```console\n$ sabot show kuhn\nKuhn\n$ sabot games\n```\n"):
    ...     print(found.line, found.shown)
    sabot show kuhn ('Kuhn',)
    sabot games ()
    """
    found = []
    for block in blocks(text):
        if block.kind == "console":
            found += list(_prompted(block))
        elif block.kind == "sh":
            found += [Command(line, None, block.marks, start) for line, start in _joined(block)]
    return found


def _joined(block: Block) -> Iterator[tuple[str, int]]:
    """Yield the lines of a block and where each ends; one that ends in a backslash goes on."""
    kept = ""
    for number, line in enumerate(block.body, block.start):
        if line.endswith("\\"):
            kept += line[:-1].rstrip() + " "
        elif kept or line.strip():
            yield kept + line.strip(), number + 1
            kept = ""


def _prompted(block: Block) -> Iterator[Command]:
    line, shown, start = "", list[str](), 0
    going = False
    for number, text in enumerate(block.body, block.start):
        if not going and text.startswith("$ "):
            if line:
                yield Command(line, tuple(shown), block.marks, start)
            line, shown = text[2:], []
        elif going:
            line = line[:-1].rstrip() + " " + text.removeprefix("> ").strip()
        else:
            shown.append(text)
        going = not shown and line.endswith("\\")
        start = number + 1 if not shown else start
    if line:
        yield Command(line, tuple(shown), block.marks, start)


def is_ours(line: str) -> bool:
    """Return whether a command can be run without a shell.

    >>> [is_ours(line) for line in ("sabot games", "sabot games | head", "make run")]
    [True, False, False]
    """
    words = shlex.shlex(line, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    said = list(words)
    return said[:1] == ["sabot"] and not any(set(word) <= set("|&;<>") for word in said if word)


def runs(line: str) -> bool:
    """Return whether a command is one that a test can run: Sabot's, or a look at its files."""
    return line.split()[0] in ("sabot", "cat", "head", "ls", "sed") or line.startswith(
        ("python -m sabot", "python -c ")
    )


def run(line: str, folder: Path, *, typed: str = "q\n" * 20) -> Ran:
    """Run a command of a page in its folder; what it asks is answered."""
    if not is_ours(line):
        return _in_a_shell(line, folder)
    from click.testing import CliRunner

    from sabot import loading
    from sabot.cli.program import cli

    loading._FAMILIES_BY_FILE.clear()  # in a terminal each command is a process of its own
    words = shlex.split(line, comments=True)[1:]
    with chdir(folder):
        done = CliRunner().invoke(cli, words, input=typed, env=_TERMINAL)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.exit_code, done.stdout, done.stderr)


def _in_a_shell(line: str, folder: Path) -> Ran:
    python = shlex.quote(sys.executable)
    before = f'python() {{ {python} "$@"; }}; sabot() {{ {python} -m sabot "$@"; }}; '
    done = subprocess.run(
        ["bash", "-c", before + line],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]),
            **_TERMINAL,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def same(shown: Sequence[str], printed: str) -> bool:
    r"""Return whether a page shows what was printed, times and what is left out apart.

    >>> same(["value 3/8", "...", "checked in 0.2 s"], "value 3/8\na\nb\nchecked in 1.3 s\n")
    True
    >>> same(["value 3/8"], "value 5/8\n")
    False
    """
    pattern = ""
    for line in _trimmed("\n".join(shown)):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += re.escape(line).replace(re.escape("..."), ".*") + r"\n"
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _trimmed(printed))) is not None


def _trimmed(text: str) -> list[str]:
    return [line.rstrip() for line in _TIME.sub("TIME", masked(text)).strip("\n").splitlines()]


def printed(command: Command, ran: Ran) -> str:
    """Return what a page shows under a command that was run."""
    return ran.out + ran.talk if "fails" in command.marks else ran.out


def fault(command: Command, ran: Ran) -> str | None:
    """Return what is wrong with a command of a page, now that it was run."""
    if (ran.code == 0) is ("fails" in command.marks):
        return f"{command.line}: exit code {ran.code}\n{ran.out}{ran.talk}"
    if command.shown is not None and not same(command.shown, printed(command, ran)):
        return f"{command.line}: the page shows another output than\n{printed(command, ran)}"
    return None


# ---------------------------------------------------------------------- a page's folder

_GIVEN = {
    "war.py": WAR,
    "shoes.txt": "# two shoes\n" + "96 24 24 24 24 24 24 24 24 24\n" * 2,
    "deal.txt": "EWEWWE\n",
}
_MADE = {
    "le-her.json": "sabot solve le-her -o le-her.json",
    "war.json": "sabot solve war.py:war -o war.json",
    "deal.json": "sabot solve 'whist(deal=EWEWWE, lead=W)' -o deal.json",
    "b3.json": "sabot solve 'baccara(model=B3, decks=6)' -o b3.json",
    "b3.jsonl": "sabot sweep 'baccara(model=B3, decks=1..3)' -o b3.jsonl",
    "theorem.json": "sabot prove 'baccara(model=B3, decks=*)' -o theorem.json",
}
"""What lines read that the text around them says to have saved."""


def told(text: str, name: str) -> str:
    """Return the function of that name as a page's examples tell it, in the form of a file."""
    code = [line[4:] for line in text.splitlines() if line.startswith((">>> ", "... "))]
    first = next(n for n, line in enumerate(code) if line.startswith(f"def {name}")) - 1
    end = next(n for n in range(first + 2, len(code)) if not code[n].startswith((" ", ")")))
    heads = "import sabot\nfrom sabot import rules\nfrom fractions import Fraction\n\n"
    return heads + "\n".join(code[first:end]) + "\n"


def prepare(text: str, folder: Path) -> None:
    """Write the files that a page says to have."""
    files = dict(_GIVEN)
    if block := re.search(r"```json\n(\{\n.*?\n\})\n```", text, re.DOTALL):
        files["mine.json"] = block[1]
    if nfg := re.search(r"'(NFG 1 .*)'", text):
        files["meet.nfg"] = nfg[1]
    for file, name in re.findall(r"\b(\w+\.py):(\w+)", text):
        if re.search(rf"^(>>>|\.\.\.) def {name}\(", text, re.MULTILINE):
            files[file] = told(text, name)
    files |= {block.caption: block.content for block in blocks(text) if block.caption}
    for file, words in files.items():
        (folder / file).write_text(words, encoding="utf-8")


def make_what_is_read(line: str, before: Sequence[Command], folder: Path) -> None:
    """Run the commands that write the files which *line* reads, where they are not there yet."""
    for file in _FILE.findall(line):
        if (folder / file).exists() or re.search(rf"(-o|>) {re.escape(file)}", line):
            continue
        wrote = [one.line for one in before if re.search(rf"(-o|>) {re.escape(file)}\b", one.line)]
        maker = wrote[-1] if wrote else _MADE.get(file)
        if maker:
            make_what_is_read(maker, before, folder)
            run(maker, folder)


# ---------------------------------------------------------------------- the command line


def look(page: Path, *, write: bool) -> list[str]:
    """Run the commands of a page; return what is wrong, or with *write* what cannot be mended."""
    text = page.read_text(encoding="utf-8")
    found, lines, moved = [], text.splitlines(), 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        prepare(text, folder)
        before = list[Command]()
        for command in commands(text):
            if runs(command.line):
                make_what_is_read(command.line, before, folder)
                ran = run(command.line, folder, typed=command.typed)
                wrong = fault(command, ran)
                if wrong and write and _can_be_written(command, ran):
                    shown = command.shown or ()
                    start = command.start + moved
                    new = printed(command, ran).strip("\n").splitlines()
                    lines[start : start + len(shown)] = [line.rstrip() for line in new]
                    moved += len(new) - len(shown)
                elif wrong:
                    found.append(f"{page}:{command.start}: {wrong}")
            before.append(command)
    if write:
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return found


def _can_be_written(command: Command, ran: Ran) -> bool:
    """Return whether an output may be put in place of what is shown: nothing there is chosen."""
    left_out = any("..." in line for line in command.shown or ())
    return (ran.code == 0) is not ("fails" in command.marks) and not left_out


def main() -> None:
    """Compare, or with --write fill in, the outputs of the pages that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="fill the outputs in")
    given = parser.parse_args()
    found = [wrong for page in given.pages for wrong in look(page, write=given.write)]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
