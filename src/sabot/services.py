"""What results need from the packages above them, provided by the root package.

A result renders, saves and loads itself and finds its game. The code that does so (the table of
kinds, the writers, the games) lies above :mod:`sabot.results`, and imports point one way. So
``sabot/__init__`` provides it here, as a function that imports it when it is first needed. This
module imports nothing: the checker, which starts with the root package too, stays alone.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Callable

_providers: list[Callable[[], object]] = []


def provide_services(provider: Callable[[], object]) -> None:
    """Set the function that returns the services of results."""
    _providers[:] = [provider]


def provided_services() -> object:
    """Return the services of results."""
    return _providers[0]()
