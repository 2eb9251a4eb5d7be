"""Ctrl-C that does not get lost: on its way out of C code a KeyboardInterrupt may.

What is imported in C may turn it into any other fault, so that the signal itself is remembered. A
callback out of C (a compiler's, a solver's, a finaliser) cannot pass it on, so that it is raised
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

_HEARD: list[bool] = []
AGAIN = 0.05
"""Seconds until a Ctrl-C that a callback has swallowed is raised once more."""


def listen() -> None:
    """Remember Ctrl-C from now on; it is a KeyboardInterrupt as ever."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)
        sys.unraisablehook = _not_passed_on


def _hear(number: int, frame: object) -> None:
    _HEARD.append(True)
    raise KeyboardInterrupt


def _not_passed_on(lost: sys.UnraisableHookArgs, /) -> None:
    """Raise a swallowed Ctrl-C again, from outside: here nothing can be raised."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    import _thread
    import threading

    timer = threading.Timer(AGAIN, _thread.interrupt_main)
    timer.daemon = True
    timer.start()


def heard() -> bool:
    """Tell whether Ctrl-C came."""
    return bool(_HEARD)


def leave() -> int:
    """Say so, where nothing else can say it yet, and return the exit code."""
    sys.stderr.write("sabot: interrupted\n")
    return 4
