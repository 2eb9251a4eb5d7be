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
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from sabot.analysis.parallel_map import map_in_order, raise_worker_lost
from sabot.loading import SHIPPED_PREFIX
from sabot.papers.report import (
    VERDICTS,
    Claim,
    Drawing,
    Item,
    PaperError,
    PaperTable,
    Source,
    unknown_name_error,
)
from sabot.progress import Watch, accepts_watch, report_progress
from sabot.results.base import Result
from sabot.services import provided_papers

if TYPE_CHECKING:
    from sabot.render.document import Document

SCHEMA = "sabot/paper/1"


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
        what = f"the package of its game, {fault.name}, is missing from this installation"
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


@dataclass(frozen=True)
class Report(Result):
    """Every claim with its verdict, and the tables."""

    source: Source
    claims: tuple[Claim, ...]
    tables: tuple[PaperTable, ...]

    _schema = SCHEMA

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have each verdict."""
        return {v: sum(claim.verdict == v for claim in self.claims) for v in VERDICTS}

    @property
    def slips(self) -> dict[str, int]:
        """How many different slips cause the differences of each verdict."""
        causes = {v: {c.cause for c in self.differences if c.verdict == v} for v in VERDICTS[1:]}
        return {verdict: len(found) for verdict, found in causes.items()}

    @property
    def differences(self) -> tuple[Claim, ...]:
        """The claims that do not match."""
        return tuple(claim for claim in self.claims if claim.verdict != "matches")

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot paper --json``."""
        return {
            "schema": SCHEMA,
            "source": self.source.name,
            "title": self.source.title,
            "citation": self.source.citation,
            "read": self.source.read,
            "unchecked": list(self.source.unchecked),
            "counts": self.counts,
            "slips": self.slips,
            "claims": [claim.to_json() for claim in self.claims],
            "tables": [table.to_json() for table in self.tables],
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Report:
        """Return the report in a document; nothing is computed again."""
        claims = tuple(Claim(**claim) for claim in document["claims"])
        tables = tuple(PaperTable(**table) for table in document["tables"])
        return cls(source(str(document["source"])), claims, tables)


def report_document(report: Report) -> Document:
    """Return a report as ``sabot paper`` prints it: the whole, or one item with its tables."""
    from sabot.render.views.paper_report import item_view, report_view

    source = report.source
    if len({claim.item for claim in report.claims}) == 1 < len(source.items):
        return item_view(report.claims, report.tables, source.read)
    titles = {part.name: part.title for part in source.items}
    return report_view(
        source.title, source.citation, report.claims, titles, source.read, source.unchecked
    )


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
        partial(regenerate, name), chosen, executor, lost=raise_worker_lost(str), seconds=0.0
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
