"""SIGINT handler that remembers Ctrl-C, because C code may lose a KeyboardInterrupt.

An import in C may turn it into any other exception, so that the signal itself is remembered. A
callback out of C (a compiler's, a solver's, a finaliser) cannot propagate it, so that it is raised
once more when the callback is over. This module imports next to nothing: it is there before
anything slow is.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing
if TYPE_CHECKING:
    import signal
else:
    try:
        import _signal as signal  # built in: the other one imports enum and more before we listen
    except ImportError:
        import signal

_RECEIVED: list[bool] = []
RERAISE_DELAY = 0.05
"""Seconds until a Ctrl-C that a callback has swallowed is raised once more."""


def install_handler() -> None:
    """Remember Ctrl-C from now on; it is a KeyboardInterrupt as ever."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _on_sigint)
        sys.unraisablehook = _reraise_swallowed


def _on_sigint(number: int, frame: object) -> None:
    _RECEIVED.append(True)
    raise KeyboardInterrupt


def _reraise_swallowed(lost: sys.UnraisableHookArgs, /) -> None:
    """Raise a swallowed Ctrl-C again, from outside: here nothing can be raised."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    import _thread
    import threading

    timer = threading.Timer(RERAISE_DELAY, _thread.interrupt_main)
    timer.daemon = True
    timer.start()


def was_interrupted() -> bool:
    """Return whether Ctrl-C was pressed."""
    return bool(_RECEIVED)


def report_interrupt() -> int:
    """Report the interrupt before anything else can, and return the exit code."""
    lead = "\n" if sys.stderr.isatty() else ""  # a status line may be left, and the terminal's ^C
    sys.stderr.write(f"{lead}sabot: interrupted\n")
    return 4
