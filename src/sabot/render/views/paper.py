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

VERDICTS = {
    "matches": "matches",
    "misprint": "misprint",
    "error": "wrong as stated",
    "unreadable": "cannot be told from this text",
    "superseded": "superseded",
}
"""The verdicts as documents have them, and how they are printed."""
HEADS = VERDICTS | {"error": "wrong", "unreadable": "cannot tell"}
"""The same, as heads of columns."""
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

    @property
    def basis(self) -> str:
        """Whether the source prints it, or a formula of the source gives it."""

    @property
    def cause(self) -> str:
        """The slip behind a difference, by its key."""


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
    name: str,
    citation: str,
    claims: Sequence[ClaimLike],
    titles: Mapping[str, str],
    read: str = "",
    unchecked: Sequence[str] = (),
) -> Document:
    """Return a whole report: counts for each item, then everything that differs.

    *read* says which text was read, *unchecked* what of the source was not checked.
    """
    counts: dict[str, dict[str, int]] = {}
    for claim in claims:
        tally = counts.setdefault(claim.item, dict.fromkeys(VERDICTS, 0))
        tally[claim.verdict] += 1
    met = [v for v in VERDICTS if v == "matches" or any(tally[v] for tally in counts.values())]
    rows = [
        (item, *(f"{tally[v]:,}" if tally[v] else "-" for v in met), titles.get(item, ""))
        for item, tally in counts.items()
    ]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    parts: list[Block] = [Heading(name), Note(citation)]
    parts += [Note(read)] if read else []
    numbers = tuple(range(1, len(met) + 1))
    parts += [BREAK, table(rows, right=numbers, head=("item", *(HEADS[v] for v in met), ""))]
    parts += [BREAK, Text(_total(claims, differ))]
    for claim in differ:
        parts += [BREAK, claim_view(claim)]
    if unchecked:
        parts += [BREAK, Note(f"Not checked: {'; '.join(unchecked)}.")]
    return document(parts)


def _total(claims: Sequence[ClaimLike], differ: Sequence[ClaimLike]) -> str:
    """Return how many claims were checked, and how many slips the differences come from."""
    same = len(claims) - len(differ)
    if not differ:
        return f"{plural(same, 'claim')} checked; all match"
    slips = len({claim.cause for claim in differ})
    through = "" if slips == len(differ) else f", because of {plural(slips, 'slip')}"
    return (
        f"{plural(len(claims), 'claim')} checked; {same:,} match, {len(differ):,} differ{through}:"
    )


def item_view(claims: Sequence[ClaimLike], tables: Iterable[TableLike], read: str = "") -> Document:
    """Return one item: its table as regenerated, and its claims one by one, with their evidence."""
    parts: list[Block] = []
    for one in tables:
        parts += [Heading(one.title), Plain(one.text), BREAK]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    same = [claim for claim in claims if claim.verdict == "matches"]
    parts.append(Text(_total(claims, differ)))
    parts += [Note(read)] if read and differ else []
    for claim in differ:
        parts += [BREAK, claim_view(claim)]
    for basis in ("print", "formula"):
        of_it = [claim for claim in same if claim.basis == basis]
        if of_it:
            parts += [BREAK, _matching(of_it[:MOST_CLAIMS], basis)]
        if len(of_it) > MOST_CLAIMS:
            parts.append(Note(f"and {len(of_it) - MOST_CLAIMS:,} more that match"))
    return document(parts)


FOUND = {"print": "printed and found", "formula": "by the formula and by ours"}
"""What the column of claims that match is headed with: only what is printed is called so."""


def _matching(claims: Sequence[ClaimLike], basis: str) -> Table:
    """Return claims that match as a table; shared evidence is printed once, below it."""
    notes = list(dict.fromkeys(claim.evidence for claim in claims if claim.evidence))
    number = {evidence: spot for spot, evidence in enumerate(notes, 1)}
    rows: list[tuple[Phrase, ...]] = []
    for claim in claims:
        why = (Marked("see", number[claim.evidence]),) if claim.evidence else ()
        rows.append((claim.where, claim.says, *why))
    head = ("matches", FOUND[basis], *(("because",) if notes else ()))
    return Table(tuple(rows), head=head, notes=tuple(notes))


def claim_view(claim: ClaimLike) -> Document:
    """Return one claim that differs: printed, found, evidence."""
    rows: list[tuple[str, Phrase]] = [
        ("printed" if claim.basis == "print" else "formula", claim.says),
        ("found", Word(claim.ours, "strong")),
    ]
    if claim.evidence:
        rows.append(("because", claim.evidence))
    title = Word(f"{VERDICTS[claim.verdict]}: ", "mixed"), f"{claim.item}, {claim.where}"
    return document(Text(title), pairs(*rows))
