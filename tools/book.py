"""The pages of the documentation: their blocks, their commands, and what the commands print.

    python -m tools.book docs/tutorial/*.md            is every output what the command prints?
    python -m tools.book docs/tutorial/*.md --write    fill the outputs in

Blocks of a page are of these kinds:

    python    examples (``>>>``), run by pytest
    console   ``$ command`` and under it what the command prints to a terminal of 80 columns; a line
              ``...`` leaves lines out, ``...`` inside a line leaves out a part of it
    sh        commands without their output
    json      a document; text: pictures and formats, nothing that claims to be an output

A block of any kind is a file if the line above it ends with "ave this as `war.py`:". A page has one
folder. It holds these files, and the page's commands are run there in order. They find no other
file: a page can be pasted from top to bottom.

Above a block, a line ``<!-- slow -->`` keeps its commands for ``make test-slow``. A line
``<!-- fails -->`` says that they end with an error, which is then shown with what they print. A
sentence "Answers typed: `bet`, `why`, `q`." gives the answers to a command that asks.
Times are compared as times: their length does not matter.
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

from tools.outputs import masked

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("python", "console", "sh", "json", "text")
_TERMINAL = {"COLUMNS": "80", "NO_COLOR": "1"}
PATIENCE = 600
"""Seconds that a command of a shell may take."""

_FENCE = re.compile(r"(`{3,}|~{3,})(\{?[\w-]*\}?)(.*)")
_MARK = re.compile(r"<!-- (slow|fails) -->$")
_SAVED = re.compile(r".*\b[Ss]ave this as `([\w.-]+)`:")
_TYPED = re.compile(r".*\bAnswers typed: (`.*`)\.")
_FILE = re.compile(r"[\w-]+\.(?:jsonl?|csv|tex|md|html|efg|nfg|agg|py|txt)\b")
_DURATION = r"\b(?:a second|\d+(?:\.\d+)?(?:e-\d+)? ?(?:seconds|s|ms|min))\b"
_TIME = re.compile(rf"(?:under )?{_DURATION}(?: to {_DURATION})?")


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, what follows the kind, its lines, and what is said above it."""

    kind: str
    rest: str
    body: tuple[str, ...]
    start: int
    """The number of its first line, from 0."""
    marks: frozenset[str] = frozenset()
    above: str = ""
    """The last line above it that is not blank."""

    @property
    def file(self) -> str | None:
        """The name of the file that it shows."""
        found = _SAVED.fullmatch(self.above)
        return found[1] if found else None

    @property
    def content(self) -> str:
        """The lines of the block as a file."""
        return "\n".join(self.body) + "\n"


@dataclass(frozen=True)
class Command:
    """A command of a page, and what the page shows under it."""

    line: str
    shown: tuple[str, ...] | None
    """None where only the command is told."""
    marks: frozenset[str]
    start: int
    """Where the lines under it begin, from 0."""
    above: str = ""
    """The last line above its block that is not blank."""

    @property
    def typed(self) -> str:
        """The answers to a command that asks: those that the page names; by default *q*."""
        if found := _TYPED.fullmatch(self.above):
            return "".join(f"{answer}\n" for answer in re.findall("`([^`]*)`", found[1]))
        return "q\n" * 20


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    talk: str


def blocks(text: str) -> list[Block]:
    r"""Return the fenced blocks of a page.

    >>> [found] = blocks("<!-- slow -->\n```console\n$ sabot games\n```\n")
    >>> found.kind, found.body, sorted(found.marks)
    ('console', ('$ sabot games',), ['slow'])
    """
    lines, found = text.splitlines(), []
    number, marks, above = 0, set[str](), ""
    while number < len(lines):
        if mark := _MARK.fullmatch(lines[number]):
            marks.add(mark[1])
        elif fence := _FENCE.fullmatch(lines[number]):
            end = next(
                (n for n in range(number + 1, len(lines)) if lines[n].rstrip() == fence[1]),
                len(lines),
            )
            body = tuple(lines[number + 1 : end])
            kind, rest = fence[2], fence[3].strip()
            found.append(Block(kind, rest, body, number + 1, frozenset(marks), above))
            number, marks, above = end, set(), ""
        elif lines[number].strip():
            marks, above = set(), lines[number].rstrip()
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
            found += [
                Command(line, None, block.marks, start, block.above)
                for line, start in _joined(block)
            ]
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
                yield Command(line, tuple(shown), block.marks, start, block.above)
            line, shown = text[2:], []
        elif going:
            line = line[:-1].rstrip() + " " + text.removeprefix("> ").strip()
        else:
            shown.append(text)
        going = not shown and line.endswith("\\")
        start = number + 1 if not shown else start
    if line:
        yield Command(line, tuple(shown), block.marks, start, block.above)


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
        ("python -m sabot", "python sabot-check.pyz", "python -c ")
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
    >>> same(["value 3/8"], "value 5/8\n"), same(["time  under a second"], "time  3 s to 2 min\n")
    (False, True)
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


def prepare(text: str, folder: Path) -> None:
    """Write the files that a page shows."""
    for block in blocks(text):
        if block.file:
            (folder / block.file).write_text(block.content, encoding="utf-8")


def make_what_is_read(line: str, before: Sequence[Command], folder: Path) -> None:
    """Run the commands that write the files which *line* reads, where they are not there yet."""
    for file in _FILE.findall(line):
        if (folder / file).exists() or re.search(rf"(-o|>) {re.escape(file)}", line):
            continue
        wrote = [one.line for one in before if re.search(rf"(-o|>) {re.escape(file)}\b", one.line)]
        if wrote:
            make_what_is_read(wrote[-1], before, folder)
            run(wrote[-1], folder)


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
