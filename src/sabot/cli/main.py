"""Entry point: install the Ctrl-C handler, then import and run the command line.

It imports next to nothing itself, so that a Ctrl-C during the slow imports ends in one line and
exit code 4 and not in a traceback.
"""

from __future__ import annotations

import os
import sys

try:
    from sabot.cli import interrupt
except KeyboardInterrupt:  # no handler is installed yet; this is the program, not a library
    sys.stderr.write("sabot: interrupted\n")
    raise SystemExit(4) from None

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this
if TYPE_CHECKING:
    from typing import NoReturn

    from sabot.cli.program import VERBS as VERBS
    from sabot.cli.program import cli as cli


def run() -> NoReturn:
    """Run the command line and end the process: what a shell calls."""
    code = main()
    if _is_only_thread():
        exit_without_teardown(code)
    sys.exit(code)


def exit_without_teardown(code: int) -> None:
    """End the process without taking apart every module, which takes as long as many a solve.

    Comes back where what was written cannot be delivered: the usual way out reports that.
    """
    import atexit

    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    os._exit(code)


def _is_only_thread() -> bool:
    """Return whether there is no other thread and no worker process."""
    threads = sys.modules.get("threading")
    alone = threads is None or threads.active_count() == 1
    return alone and "multiprocessing" not in sys.modules


def main() -> int:
    """Run the command line on this process's arguments and return its exit code."""
    interrupt.install_handler()
    try:
        from sabot.cli.program import cli

        return cli.run()
    except BaseException:
        if not interrupt.was_interrupted():
            raise
        return interrupt.report_interrupt()


def __getattr__(name: str) -> object:
    """Return the program's own names, imported when they are asked for."""
    if name not in ("cli", "VERBS"):  # importing asks for others, such as __path__
        raise AttributeError(name)
    from sabot.cli import program

    return getattr(program, name)
