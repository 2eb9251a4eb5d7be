"""Reports on the sources: what matches print, what differs, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from sabot.render.document import (
    BREAK,
    Block,
    Document,
    Heading,
    Marked,
    Note,
    Phrase,
    Plain,
    Table,
    Text,
    Word,
    document,
    pairs,
    table,
)
from sabot.render.words import plural

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


def sources_view(sources: Mapping[str, tuple[str, str, Sequence[str]]]) -> Document:
    """Return the list of sources: name to title, citation and items."""
    parts: list[Block] = []
    for name, (title, citation, items) in sources.items():
        rows = [("title", title), ("citation", citation)]
        rows.append(("items", ", ".join(items)))
        parts += [Heading(name), pairs(*rows), BREAK]
    return document(parts[:-1])


def report_view(
    name: str, citation: str, claims: Sequence[ClaimLike], titles: Mapping[str, str]
) -> Document:
    """Return a whole report: counts for each item, then everything that differs."""
    counts: dict[str, dict[str, int]] = {}
    for claim in claims:
        tally = counts.setdefault(claim.item, dict.fromkeys(VERDICTS, 0))
        tally[claim.verdict] += 1
    rows = [
        (
            item,
            *(f"{tally[v]:,}" if tally[v] else "-" for v in VERDICTS),
            titles.get(item, ""),
        )
        for item, tally in counts.items()
    ]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    parts: list[Block] = [Heading(name), Note(citation), BREAK]
    parts.append(table(rows, right=(1, 2, 3), head=("item", *VERDICTS, "")))
    parts += [BREAK, Text(_total(claims, differ))]
    for claim in differ:
        parts += [BREAK, claim_view(claim)]
    return document(parts)


def _total(claims: Sequence[ClaimLike], differ: Sequence[ClaimLike]) -> str:
    same = len(claims) - len(differ)
    if not differ:
        return f"{plural(same, 'claim')} checked; all match print"
    return f"{plural(len(claims), 'claim')} checked; {same:,} match print, {len(differ):,} differ:"


def item_view(claims: Sequence[ClaimLike], tables: Iterable[TableLike]) -> Document:
    """Return one item: its table as regenerated, and its claims one by one, with their evidence."""
    parts: list[Block] = []
    for one in tables:
        parts += [Heading(one.title), Plain(one.text), BREAK]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    same = [claim for claim in claims if claim.verdict == "matches"]
    parts.append(Text(_total(claims, differ)))
    for claim in differ:
        parts += [BREAK, claim_view(claim)]
    if same:
        parts += [BREAK, _matching(same[:MOST_CLAIMS])]
        if len(same) > MOST_CLAIMS:
            parts.append(Note(f"and {len(same) - MOST_CLAIMS:,} more that match"))
    return document(parts)


def _matching(claims: Sequence[ClaimLike]) -> Table:
    """Return claims that match as a table; evidence stands below it, once for all that share it."""
    notes = list(dict.fromkeys(claim.evidence for claim in claims if claim.evidence))
    number = {evidence: spot for spot, evidence in enumerate(notes, 1)}
    rows: list[tuple[Phrase, ...]] = []
    for claim in claims:
        why = (Marked("see", number[claim.evidence]),) if claim.evidence else ()
        rows.append((claim.where, claim.says, *why))
    head = ("matches", "printed and found", *(("because",) if notes else ()))
    return Table(tuple(rows), head=head, notes=tuple(notes))


def claim_view(claim: ClaimLike) -> Document:
    """Return one claim that differs: printed, found, evidence."""
    rows: list[tuple[str, Phrase]] = [
        ("printed", claim.says),
        ("found", Word(claim.ours, "strong")),
    ]
    if claim.evidence:
        rows.append(("because", claim.evidence))
    title = Word(f"{claim.verdict}: ", "mixed"), f"{claim.item}, {claim.where}"
    return document(Text(title), pairs(*rows))
