"""Reports on the sources: what matches print, what differs, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from rich.console import Group, RenderableType
from rich.text import Text

from sabot.render.screen import columns, heading, note, pairs
from sabot.render.words import plural, safe

VERDICTS = ("matches", "misprint", "superseded")
MOST_CLAIMS = 60


class ClaimLike(Protocol):
    """What is shown of a claim."""

    @property
    def item(self) -> str:
        """The table or formula."""

    @property
    def where(self) -> str:
        """The place in it."""

    @property
    def says(self) -> str:
        """What is printed."""

    @property
    def ours(self) -> str:
        """What we find."""

    @property
    def verdict(self) -> str:
        """How the two compare."""

    @property
    def evidence(self) -> str:
        """Why we believe ours."""


class TableLike(Protocol):
    """What is shown of a regenerated table."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def text(self) -> str:
        """Its lines."""


def sources_view(sources: Mapping[str, tuple[str, str, Sequence[str]]]) -> RenderableType:
    """Return the list of sources: name to title, citation and items."""
    parts: list[RenderableType] = []
    for name, (title, citation, items) in sources.items():
        rows = [("title", safe(title)), ("citation", safe(citation))]
        rows.append(("items", ", ".join(map(safe, items))))
        parts += [heading(name), pairs(rows), Text()]
    return Group(*parts[:-1])


def report_view(
    name: str, citation: str, claims: Sequence[ClaimLike], titles: Mapping[str, str]
) -> RenderableType:
    """Return a whole report: counts for each item, then everything that differs."""
    counts: dict[str, dict[str, int]] = {}
    for claim in claims:
        tally = counts.setdefault(claim.item, dict.fromkeys(VERDICTS, 0))
        tally[claim.verdict] += 1
    rows = [
        (
            safe(item),
            *(f"{tally[v]:,}" if tally[v] else "-" for v in VERDICTS),
            titles.get(item, ""),
        )
        for item, tally in counts.items()
    ]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    parts: list[RenderableType] = [heading(name), note(safe(citation)), Text()]
    parts.append(columns(rows, right=(1, 2, 3), head=("item", *VERDICTS, "")))
    parts += [Text(), Text(_total(claims, differ))]
    for claim in differ:
        parts += [Text(), claim_view(claim)]
    return Group(*parts)


def _total(claims: Sequence[ClaimLike], differ: Sequence[ClaimLike]) -> str:
    same = len(claims) - len(differ)
    if not differ:
        return f"{plural(same, 'claim')} checked; all match print"
    return f"{plural(len(claims), 'claim')} checked; {same:,} match print, {len(differ):,} differ:"


def item_view(claims: Sequence[ClaimLike], tables: Iterable[TableLike]) -> RenderableType:
    """Return one item: its table as regenerated, and its claims one by one."""
    parts: list[RenderableType] = []
    for table in tables:
        body = "\n".join(map(safe, table.text.splitlines()))
        parts += [heading(table.title), Text(body, no_wrap=True, overflow="ignore"), Text()]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    same = [claim for claim in claims if claim.verdict == "matches"]
    parts.append(Text(_total(claims, differ)))
    for claim in differ:
        parts += [Text(), claim_view(claim)]
    if same:
        rows = [(safe(claim.where), safe(claim.says)) for claim in same[:MOST_CLAIMS]]
        parts += [Text(), columns(rows, head=("matches", "printed and found"))]
        if len(same) > MOST_CLAIMS:
            parts.append(note(f"and {len(same) - MOST_CLAIMS:,} more that match"))
    return Group(*parts)


def claim_view(claim: ClaimLike) -> RenderableType:
    """Return one claim that differs: printed, found, evidence."""
    rows = [("printed", Text(safe(claim.says))), ("found", Text(safe(claim.ours), style="bold"))]
    if claim.evidence:
        rows.append(("because", Text(safe(claim.evidence))))
    title = Text(f"{claim.verdict}: ", style="yellow")
    title.append(f"{safe(claim.item)}, {safe(claim.where)}", style="default")
    return Group(title, pairs(rows))
