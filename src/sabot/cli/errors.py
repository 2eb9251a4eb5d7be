"""Errors of the command line: one message on stderr, the documented exit code, never a traceback.

``SABOT_TRACEBACK=1`` shows the traceback of a bug in Sabot.
"""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from sabot.cli import interrupt
from sabot.errors import LongSearchWarning, RulesWarning, SabotError, nearest_word
from sabot.render.text import printable

EXIT_INTERNAL_ERROR = 70
"""Exit code for a bug in Sabot itself (``EX_SOFTWARE``)."""
TRACEBACK_VARIABLE = "SABOT_TRACEBACK"
_CLICK_REWORDINGS = (
    ("is not a valid integer range", "is not a whole number"),
    ("is not a valid integer", "is not a whole number"),
    ("is not a valid float range", "is not a number"),
    ("is not a valid float", "is not a number"),
    ("is not in the range x>0", "is not above 0"),
    ("\n\t", " "),
)
"""Phrases in click's messages, and their replacements."""


def run_to_exit_code(action: Callable[[], None]) -> int:
    """Run *action* and return the exit code; every error is written to stderr."""
    _prepare_streams()
    try:
        try:
            with _print_warnings():
                action()
        except click.exceptions.NoArgsIsHelpError as bare:  # bare ``sabot`` asks for help
            click.echo(bare.format_message())
        finally:
            sys.stdout.flush()
    except BaseException as fault:
        return _report_exception(fault)
    return 0


def _report_exception(fault: BaseException) -> int:
    """Say what went wrong and return its exit code."""
    if isinstance(fault, click.exceptions.Exit):
        return fault.exit_code
    if isinstance(fault, SabotError):
        print_error(str(fault))
        return fault.exit_code
    if isinstance(fault, click.ClickException):
        print_error(_usage_message(fault))
        return 2
    if isinstance(fault, (KeyboardInterrupt, click.Abort, EOFError)) or interrupt.was_interrupted():
        lead = "\n" if sys.stderr.isatty() else ""
        write_stderr(f"{lead}sabot: interrupted")
        return 4
    if isinstance(fault, ValueError) and _is_closed(sys.stdout):
        print_error("the answer cannot be written: stdout was closed on the way")
        return 3
    if isinstance(fault, OSError):
        _redirect_to_null(sys.stdout)
        if not isinstance(fault, BrokenPipeError):
            print_error(f"the answer cannot be written: {fault.strerror or fault}")
            return 3
        return 4
    if isinstance(fault, (MemoryError, RecursionError)):
        what = "memory ran out" if isinstance(fault, MemoryError) else "it is nested too deeply"
        print_error(f"{what}; `sabot size GAME` tells what a game needs; try a smaller one")
        return 5
    if not isinstance(fault, Exception) or os.environ.get(TRACEBACK_VARIABLE):
        raise fault
    print_error(
        f"a fault in Sabot itself: {type(fault).__name__}: {fault}\n"
        f"  please report it; with {TRACEBACK_VARIABLE}=1 it shows where"
    )
    return EXIT_INTERNAL_ERROR


def _usage_message(fault: click.ClickException) -> str:
    """Return what was wrong with the words on the command line, and where help is."""
    text = (
        _unknown_option_message(fault)
        if isinstance(fault, click.NoSuchOption)
        else fault.format_message()
    )
    text = text.strip()
    for theirs, ours in _CLICK_REWORDINGS:
        text = text.replace(theirs, ours)
    text = text[:1].lower() + text[1:]
    if "extra argument" in text and "=" in text:
        text += "\n  write the game in quotes: 'le-her(ranks=13, suits=4)'"
    context = fault.ctx if isinstance(fault, click.UsageError) else None
    return f"{text}\n  try: {context.command_path} --help" if context else text


def _unknown_option_message(fault: click.NoSuchOption) -> str:
    """Return the message for an unknown option, with the nearest known name.

    Click compares the dashes too, so that every option is near. ``--force`` overwrites files and
    is never suggested.
    """
    known = {name.strip("-"): name for name in fault.possibilities or () if name != "--force"}
    near = nearest_word(fault.option_name.strip("-"), known, 0.6)
    return fault.message if near is None else f"{fault.message} Did you mean {known[near]!r}?"


def print_error(text: str, kind: str = "error") -> None:
    """Write an error, or a warning, to stderr; on a terminal, wrapped at its width."""
    lines = [printable(line) for line in f"sabot: {kind}: {text}".split("\n")]
    if sys.stderr.isatty():
        width = max(40, min(shutil.get_terminal_size().columns, 100))
        lines = [part for line in lines for part in _wrap_line(line, width)]
    write_stderr("\n".join(lines))


def write_stderr(text: str) -> None:
    """Write to stderr; a closed stderr changes neither the answer nor the exit code."""
    try:
        click.echo(text, err=True)
    except OSError:
        _redirect_to_null(sys.stderr)


def _wrap_line(line: str, width: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    import textwrap

    return textwrap.wrap(
        line,
        width,
        subsequent_indent=indent,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )


@contextmanager
def _print_warnings() -> Iterator[None]:
    """Print warnings about rules and long searches in the format of Sabot's own messages."""
    before = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, RulesWarning):
            print_error(str(message), "warning")
        elif issubclass(category, LongSearchWarning):
            print_error(str(message), "note")
        else:
            before(message, category, filename, lineno, file, line)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = before


def _prepare_streams() -> None:
    """Make stdout and stderr accept any character, and replace them where they are closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nothing = open(os.devnull, "w")  # noqa: SIM115 - lives as long as we do
            # a message to a closed stderr is dropped; an answer to a closed stdout is an error
            setattr(sys, name, nothing if name == "stderr" else _ClosedStdout(nothing))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


class _ClosedStdout(io.TextIOBase):
    """Replaces a closed stdout: writing an answer to it is an error."""

    def __init__(self, place: TextIO) -> None:
        self._place = place
        """Keeps stdout's file descriptor from being given to the next file that is opened."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "stdout is closed")


def _is_closed(stream: TextIO) -> bool:
    return bool(getattr(stream, "closed", False))


def _redirect_to_null(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that Python does not fail again on closing it."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
    except (OSError, ValueError):
        pass
