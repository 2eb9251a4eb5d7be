"""Printing of the verbs: answers on stdout, notes and progress on stderr, JSON documents.

What is printed to a pipe or a file has no colour and no trailing blanks. Progress is a status line
on a terminal; elsewhere a line is logged after half a minute, a minute, two minutes and so on.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from sabot.cli.errors import write_stderr
from sabot.cli.interrupt import was_interrupted
from sabot.errors import FileError
from sabot.progress import Moment, Watch, use_watch
from sabot.render.text import duration_text, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from sabot.game_rules.game import Game
    from sabot.render.document import Block, Document
    from sabot.render.formats import ResultViews
    from sabot.results.base import Result

MIN_WIDTH, MAX_WIDTH = 40, 100
_STATUS_DELAY = 1.0
_STATUS_END = 10.0
"""Seconds that a status line may take to be erased; what is printed earlier is glued to it."""
FIRST_LOG_AFTER = 30.0
"""Seconds after which a line is written where there is no terminal; the next comes at twice that.

A log then says what takes so long, and a run of a night writes a dozen lines.
"""


def terminal_width() -> int:
    """Return the width to write in: the terminal's, within bounds, or 80 columns."""
    return max(MIN_WIDTH, min(shutil.get_terminal_size((80, 24)).columns, MAX_WIDTH))


def print_view(view: Block, *, columns: int | None = None) -> None:
    """Print an answer; in a pipe or a file, without colour and without trailing blanks."""
    from rich.console import Console

    from sabot.render.writers.terminal import to_rich

    room = columns or terminal_width()
    console = Console(file=sys.stdout, width=room, highlight=False, markup=False, emoji=False)
    if console.is_terminal and not os.environ.get("NO_COLOR"):
        console.print(to_rich(view))
        return
    console = Console(width=room, color_system=None, force_terminal=False, emoji=False)
    with console.capture() as captured:
        console.print(to_rich(view))
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def print_text(text: str) -> None:
    """Print plain text; on a terminal, with control characters but tabs written as escapes."""
    if sys.stdout.isatty():
        text = "".join(c if c in "\n\t" else printable(c) for c in text)
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def json_line(contents: Mapping[str, object]) -> str:
    """Return a JSON document of one line, in ASCII so that any encoding carries it."""
    return json.dumps(contents, allow_nan=False) + "\n"


def print_json(contents: Mapping[str, object]) -> None:
    """Print a JSON document."""
    sys.stdout.write(json_line(contents))


def print_result(
    found: Result, screen: Callable[[], Document], *, as_json: bool, form: str | None, saved: bool
) -> None:
    """Print a result as it was asked for: as JSON, on the screen, or its tables in a format.

    Tables that were *saved* are not printed too.
    """
    if as_json:
        print_json(found.to_json())
    elif form is None:
        print_view(screen())
    elif not saved:
        print_text(views_with_screen(found, screen).render(form))


def views_with_screen(found: Result, screen: Callable[[], Document]) -> ResultViews:
    """Return the views of a result; what is written as it is on the screen says the same."""
    from sabot.kinds import views_of_result

    return replace(views_of_result(found), screen=screen)


def print_note(text: str) -> None:
    """Talk to the person on stderr."""
    write_stderr("\n".join(map(printable, text.split("\n"))))


@contextmanager
def save_then_print(
    path: str | None, save: Callable[[str], None], hint: str = ""
) -> Iterator[bool]:
    """Save an answer to *path* (if given) before the body prints it; complain only afterwards.

    Yields whether it was saved. Nothing is lost: neither the file when the reader of the pipe goes
    away, nor the printed answer when the file cannot be written. Whoever presses Ctrl-C while the
    answer is printed reads that the file is there.
    """
    fault: FileError | None = None
    if path is not None:
        try:
            save(path)
        except FileError as reason:
            fault = reason
    said = f"saved to {path}" + (f"; {hint}" if hint else "")
    before = was_interrupted()  # then it is a part of an answer
    try:
        yield path is not None and fault is None
    except BaseException:  # an import in C may have made another exception of Ctrl-C
        if path is not None and fault is None and was_interrupted() and not before:
            print_note(f"{said}\n  the whole answer is there; only printing it was interrupted")
        raise
    if fault is not None:
        raise fault
    if path is not None:
        print_note(said)


def _stderr_console() -> Console:
    from rich.console import Console

    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False)


@contextmanager
def show_status(
    message: str, tell: Callable[[Moment], object] | None = None
) -> Iterator[Callable[[str], None]]:
    """Show on a terminal what is being done, once it takes longer than a moment.

    Yields a function that changes the message; the solvers' stage follows it, and *tell* hears of
    it. In a pipe or a file a line is written after half a minute, after a minute, after two, and so
    on.
    """
    watch = Watch(tell)
    state = {"text": printable(message)}

    def words() -> str:
        at = "" if watch.moment is None else f": {printable(str(watch.moment))}"
        return f"{state['text']}{at}"

    shown = _update_status_line if sys.stderr.isatty() else _log_now_and_then
    with _run_in_thread(lambda done: shown(done, words)), use_watch(watch):
        yield lambda text: state.update(text=printable(text))


@contextmanager
def _run_in_thread(work: Callable[[threading.Event], None]) -> Iterator[None]:
    """Run something in a thread beside the body; its event is set when that has ended."""
    done = threading.Event()
    thread = threading.Thread(target=work, args=(done,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(timeout=_STATUS_END)


def _update_status_line(done: threading.Event, words: Callable[[], str]) -> None:
    """Write one line again and again, once it takes longer than a moment."""
    if done.wait(_STATUS_DELAY):
        return
    from rich.text import Text

    status: Status = _stderr_console().status(Text(f"{words()} (Ctrl-C stops)"))
    with status:
        while not done.wait(0.2):
            status.update(Text(f"{words()} (Ctrl-C stops)"))


def _log_now_and_then(done: threading.Event, words: Callable[[], str]) -> None:
    """Write a line now and then, each after twice the time of the one before."""
    passed, wait = 0.0, FIRST_LOG_AFTER
    while not done.wait(wait):
        passed += wait
        write_stderr(f"{words()} ({duration_text(passed)} so far)")
        wait = passed


@contextmanager
def show_progress_bar(message: str, total: int) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on a terminal; yields the function that moves it, or None.

    In a pipe or a file a line is written now and then, as by :func:`busy`.
    """
    if not sys.stderr.isatty():
        with show_status(message):
            yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn(message, markup=False),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=_stderr_console(), transient=True) as progress:
        task = progress.add_task("", total=total)

        def tell(moment: Moment) -> None:
            if moment.within:  # else the bar says it already
                progress.update(task, description=printable(str(moment)))

        with use_watch(Watch(tell)):
            yield lambda done: progress.update(task, completed=done)


def remark_on_reading(game: Game) -> str:
    """Return what must be said of how a game was read, where each player's payoffs are printed.

    What both are paid together is then in the payoffs themselves.
    """
    from sabot.io.tokenizer import constant_sum_remark

    both = constant_sum_remark(game.rules.constant_sum(game), game.seats)
    return game.rules.remark(game).removesuffix(both).removesuffix("; ")
