"""The tables and theorems of published sources, regenerated and compared with what is printed.

The sources are plug-ins: packages of :mod:`sabot.sources`, which the root package provides.

>>> from sabot import papers
>>> papers.names()
['ethier-2010-le-her'...]
>>> papers.run("ethier-2010-le-her", "eq-5.12").counts
{'matches': 4, 'misprint': 0, 'error': 0, 'unreadable': 0, 'superseded': 0}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import closing
from functools import cache, partial

from sabot.analysis.parallel_map import map_in_order
from sabot.errors import WorkerError
from sabot.loading import SHIPPED_PREFIX
from sabot.papers.report import (
    Claim,
    Drawing,
    Item,
    PaperError,
    PaperTable,
    Report,
    Source,
    unknown_name_error,
)
from sabot.progress import Watch, accepts_watch, report_progress
from sabot.services import provided_papers


@cache
def _sources() -> Mapping[str, Callable[[], Source]]:
    """Return, by name, the functions that import the sources."""
    found = provided_papers()
    assert isinstance(found, dict)
    return found


def names() -> list[str]:
    """Return the names of the sources."""
    return list(_sources())


def source(name: str) -> Source:
    """Return one source: its title, its citation and its items."""
    if name not in _sources():
        raise unknown_name_error("source", name, names())
    try:
        return _sources()[name]()
    except ModuleNotFoundError as fault:
        if not f"{fault.name}.".startswith(SHIPPED_PREFIX):
            raise
        what = f"the room of its game, {fault.name}, is missing from this installation"
        raise PaperError(f"{name}: {what}\n  install sabot again") from None


def available_sources() -> dict[str, Source]:
    """Return the sources whose games are all there, by name."""
    found = {}
    for name in _sources():
        try:
            found[name] = source(name)
        except PaperError:
            continue
    return found


@accepts_watch
def run(
    name: str,
    item: str | None = None,
    *,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Report:
    """Regenerate a source, or one item of it, and compare the claims of its items with print.

    With an executor its items are regenerated elsewhere; the report is the same.
    """
    book = source(name)
    chosen = [part.name for part in (book.items if item is None else (book[item],))]
    results = map_in_order(
        partial(regenerate, name), chosen, executor, lost=_raise_worker_lost, seconds=0.0
    )
    with closing(results):
        found: list[Claim | PaperTable] = []
        for done, part in enumerate(results, 1):
            found += part
            report_progress("regenerating", done, len(chosen), "items")
    claims = tuple(one for one in found if isinstance(one, Claim))
    tables = tuple(one for one in found if isinstance(one, PaperTable))
    return Report(book, claims, tables)


def regenerate(name: str, item: str) -> list[Claim | PaperTable]:
    """Return the claims and tables of one item of a source: what a worker does."""
    return list(source(name)[item].check())


def _raise_worker_lost(item: str) -> list[Claim | PaperTable]:
    raise WorkerError(f"{item}: its worker is killed each time, perhaps for want of memory")


__all__ = [
    "Claim",
    "Drawing",
    "Item",
    "PaperError",
    "PaperTable",
    "Report",
    "Source",
    "names",
    "run",
    "source",
    "available_sources",
]
