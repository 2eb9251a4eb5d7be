"""The man page ``docs/man/sabot.1``, written from the help of the command line itself.

    python -m tools.man_page            is the page what the help says?
    python -m tools.man_page --write    write it anew

The wheel installs it under ``share/man/man1``. It names the version and the date of CITATION.cff.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from sabot._version import __version__
from sabot.cli.program import cli
from sabot.cli.verbs import EXIT_CODES, GAME_ARGUMENT_FORMS, PROGRAM, LazyGroup, VerbCommand

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "man" / "sabot.1"
_CONTROL = re.compile(r"^\.", re.MULTILINE)


def context_of(command: click.Command, words: str) -> click.Context:
    """Return a context with the help options of the program: a command keeps those it first has."""
    return click.Context(command, info_name=words, help_option_names=["-h", "--help"])


def escape(text: str) -> str:
    r"""Return text that roff prints as it is.

    >>> print(escape("-o 'a'"), escape(".5 of it"))
    \-o \(aqa\(aq \&.5 of it
    """
    for sign, written in (("\\", r"\e"), ("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga")):
        text = text.replace(sign, written)
    return _CONTROL.sub(r"\\&.", text)


def paragraphs(help_text: str) -> Iterator[str]:
    r"""Yield the paragraphs of a help text; one after a line ``\b`` keeps its lines."""
    for part in inspect.cleandoc(help_text).split("\n\n"):
        if part.startswith("\b"):
            yield ".PP\n.nf\n" + escape(part.removeprefix("\b").strip("\n")) + "\n.fi"
        else:
            yield ".PP\n" + escape(" ".join(part.split()))


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield an option of a command and its help; ``--help`` is said once for all."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is None or isinstance(parameter, click.Argument) or "--help" in parameter.opts:
            continue
        names, words = record
        yield f".TP\n.B {escape(names)}\n{escape(' '.join(words.split()))}"


def examples(command: click.Command) -> Iterator[str]:
    """Yield the examples of a command, one per line."""
    if isinstance(command, VerbCommand | LazyGroup) and command.examples:
        lines = (f".EX\n{escape(line)}\n.EE" for line in command.examples)
        yield ".PP\nExamples:\n.RS 4\n" + "\n".join(lines) + "\n.RE"


def verbs(group: click.Group, words: str) -> Iterator[str]:
    """Yield the section of each verb of a group, and of the groups in it."""
    context = context_of(group, words)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = context_of(command, f"{words} {name}")
        yield f".SS {escape(f'{words} {name}')}"
        usage = " ".join(command.collect_usage_pieces(inner))
        yield f".B {escape(f'{words} {name}')}\n{escape(usage)}"
        yield from paragraphs(command.help or "")
        if isinstance(command, click.Group):
            yield from verbs(command, f"{words} {name}")
        else:
            yield from options(command, inner)
            yield from examples(command)


def page() -> str:
    """Return the man page."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    date = re.findall(r"^date-released: (\S+)$", citation, re.MULTILINE)[0]
    context = context_of(cli, PROGRAM)
    parts = [
        '.\\" Written by tools/man_page.py from the help of the program; do not edit.',
        f'.TH SABOT 1 {date} "Sabot {__version__}" "User Commands"',
        ".SH NAME\nsabot \\- solve card games and other finite games exactly",
        f".SH SYNOPSIS\n.B {PROGRAM}\n{escape('VERB [ARGUMENTS]...')}",
        ".SH DESCRIPTION",
        *paragraphs(cli.help or ""),
        '.PP\nEvery verb prints its help with\n.BR \\-h " or " \\-\\-help .',
        *options(cli, context),
        *examples(cli),
        ".SH VERBS",
        *verbs(cli, PROGRAM),
        ".SH GAMES\nGAME is one of",
        *(f".TP\n.B {escape(form)}\n{escape(words)}" for form, words in GAME_ARGUMENT_FORMS),
        ".SH EXIT STATUS",
        *paragraphs(EXIT_CODES),
        ".SH SEE ALSO\n.BR python3 (1)",
    ]
    return "\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    """Write the page, or say that it is not what the help says."""
    text = page()
    if "--write" in arguments:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.relative_to(ROOT)}: python -m tools.man_page --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
