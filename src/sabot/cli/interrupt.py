"""Ctrl-C while modules are imported: some of them lose the KeyboardInterrupt on the way.

What is imported in C may turn it into any other fault, so that the signal itself is remembered.
This module imports next to nothing: it is there before anything slow is.
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


def listen() -> None:
    """Remember Ctrl-C from now on; it is a KeyboardInterrupt as ever."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)


def _hear(number: int, frame: object) -> None:
    _HEARD.append(True)
    raise KeyboardInterrupt


def heard() -> bool:
    """Tell whether Ctrl-C came."""
    return bool(_HEARD)


def leave() -> int:
    """Say so, where nothing else can say it yet, and return the exit code."""
    sys.stderr.write("sabot: interrupted\n")
    return 4
