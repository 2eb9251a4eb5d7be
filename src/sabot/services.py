"""What packages need from those above them, provided by the root package.

Imports point one way. But a result renders, saves and loads itself, by the table of kinds, which
lies above :mod:`sabot.results`; and games and published sources are plug-ins: they lie above every
generic package, and generic packages find them by name. So ``sabot/__init__`` provides all of these
here, as functions that import them when they are first needed. This module imports nothing: the
checker, which starts with the root package too, stays alone.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Callable

    Provider = Callable[[], object]

_providers: list[Provider] = []


def provide_services(results: Provider, games: Provider, papers: Provider) -> None:
    """Set the functions that return the services of results, the games and the sources."""
    _providers[:] = [results, games, papers]


def provided_services() -> object:
    """Return the services of results."""
    return _providers[0]()


def provided_games() -> object:
    """Return the table of the games that ship."""
    return _providers[1]()


def provided_papers() -> object:
    """Return the table of the published sources."""
    return _providers[2]()
