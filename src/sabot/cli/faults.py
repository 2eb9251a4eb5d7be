"""One way to fail: a line on stderr, the exit code of the design, and never a traceback."""

from __future__ import annotations

import errno
import io
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

import click

from sabot.cli import interrupt
from sabot.errors import RulesWarning, SabotError, nearest
from sabot.render.words import safe

BUG = 70
"""Exit code for a fault of Sabot itself (``EX_SOFTWARE``): not one of the answers of the design."""
TRACEBACK = "SABOT_TRACEBACK"
_PLAINER = (
    ("is not a valid integer range", "is not a whole number"),
    ("is not a valid integer", "is not a whole number"),
    ("\n\t", " "),
)
"""Words of click's, and ours for them."""


def guarded(action: Callable[[], None]) -> int:
    """Run *action* and return the exit code; every fault is told on stderr."""
    _prepare()
    try:
        try:
            with _warnings_told():
                action()
        finally:
            sys.stdout.flush()
    except BaseException as fault:
        return _told(fault)
    return 0


def _told(fault: BaseException) -> int:
    """Say what went wrong and return its exit code."""
    if isinstance(fault, click.exceptions.Exit):
        return fault.exit_code
    if isinstance(fault, SabotError):
        complain(str(fault))
        return fault.exit_code
    if isinstance(fault, click.exceptions.NoArgsIsHelpError):
        speak(fault.format_message())
        return 2
    if isinstance(fault, click.ClickException):
        complain(_usage(fault))
        return 2
    if isinstance(fault, (KeyboardInterrupt, click.Abort, EOFError)) or interrupt.heard():
        lead = "\n" if sys.stderr.isatty() else ""
        speak(f"{lead}sabot: interrupted")
        return 4
    if isinstance(fault, ValueError) and _is_closed(sys.stdout):
        complain("the answer cannot be written: stdout was closed on the way")
        return 3
    if isinstance(fault, OSError):
        _silence(sys.stdout)
        if not isinstance(fault, BrokenPipeError):
            complain(f"the answer cannot be written: {fault.strerror or fault}")
            return 3
        return 4
    if isinstance(fault, (MemoryError, RecursionError)):
        what = "memory ran out" if isinstance(fault, MemoryError) else "it is nested too deeply"
        complain(f"{what}; `sabot size GAME` tells what a game needs; try a smaller one")
        return 5
    if not isinstance(fault, Exception) or os.environ.get(TRACEBACK):
        raise fault
    complain(
        f"a fault in Sabot itself: {type(fault).__name__}: {fault}\n"
        f"  please report it; with {TRACEBACK}=1 it shows where"
    )
    return BUG


def _usage(fault: click.ClickException) -> str:
    """Return what was wrong with the words on the command line, and where help is."""
    text = _no_option(fault) if isinstance(fault, click.NoSuchOption) else fault.format_message()
    text = text.strip()
    for theirs, ours in _PLAINER:
        text = text.replace(theirs, ours)
    text = text[:1].lower() + text[1:]
    if "extra argument" in text and "=" in text:
        text += "\n  write the game in quotes: 'le-her(ranks=13, suits=4)'"
    context = fault.ctx if isinstance(fault, click.UsageError) else None
    return f"{text}\n  try: {context.command_path} --help" if context else text


def _no_option(fault: click.NoSuchOption) -> str:
    """Return that an option is not there, and which may be meant: names near to it.

    Click compares the dashes too, so that everything is near; and what overwrites files is never
    what somebody who mistyped another option should try.
    """
    known = {name.strip("-"): name for name in fault.possibilities or () if name != "--force"}
    near = nearest(fault.option_name.strip("-"), known, 0.6)
    return fault.message if near is None else f"{fault.message} Did you mean {known[near]!r}?"


def complain(text: str) -> None:
    """Write an error to stderr; on a terminal, folded at its width."""
    lines = [safe(line) for line in f"sabot: error: {text}".split("\n")]
    if sys.stderr.isatty():
        width = max(40, min(shutil.get_terminal_size().columns, 100))
        lines = [part for line in lines for part in _folded(line, width)]
    speak("\n".join(lines))


def speak(text: str) -> None:
    """Write to stderr; where nobody listens any more, that changes neither answer nor exit code."""
    try:
        click.echo(text, err=True)
    except OSError:
        _silence(sys.stderr)


def _folded(line: str, width: int) -> list[str]:
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
def _warnings_told() -> Iterator[None]:
    """Let what Sabot warns of be told as it tells everything."""
    before = warnings.showwarning

    def tell(message: Warning | str, category: type[Warning], *more: Any, **options: Any) -> None:
        if issubclass(category, RulesWarning):
            speak(safe(f"sabot: warning: {message}"))
        else:
            before(message, category, *more, **options)

    warnings.showwarning = tell
    try:
        yield
    finally:
        warnings.showwarning = before


def _prepare() -> None:
    """Make stdout and stderr take any letter, and stand in for them where they are closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            nothing = open(os.devnull, "w")  # noqa: SIM115 - lives as long as we do
            # what is talked where nobody listens is lost; an answer must not be
            setattr(sys, name, nothing if name == "stderr" else _Closed(nothing))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


class _Closed(io.TextIOBase):
    """Stands where stdout was closed: no answer can be given there."""

    def __init__(self, place: TextIO) -> None:
        self._place = place
        """Keeps the number of stdout from being given to the next file that is opened."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "stdout is closed")


def _is_closed(stream: TextIO) -> bool:
    return bool(getattr(stream, "closed", False))


def _silence(stream: TextIO) -> None:
    """Point a stream at nothing, so that Python does not fail once more when it closes."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
    except (OSError, ValueError):
        pass
