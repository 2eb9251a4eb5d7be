"""View of a report on a source: what matches the printed text, what differs, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from sabot.render.document import (
    BREAK,
    Block,
    Document,
    FootnoteMark,
    Heading,
    Paragraph,
    Phrase,
    Preformatted,
    Remark,
    StyledText,
    TableBlock,
    build_document,
    build_table,
    labelled_lines,
)
from sabot.render.text import count_noun

VERDICT_WORDS = {
    "matches": "matches",
    "misprint": "misprint",
    "error": "wrong as stated",
    "unreadable": "cannot be told from this text",
    "superseded": "superseded",
}
"""The verdicts as documents have them, and how they are printed."""
VERDICT_HEADS = VERDICT_WORDS | {"error": "wrong", "unreadable": "cannot tell"}
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
        parts += [Heading(name), labelled_lines(*rows), BREAK]
    return build_document(parts[:-1])


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
        tally = counts.setdefault(claim.item, dict.fromkeys(VERDICT_WORDS, 0))
        tally[claim.verdict] += 1
    met = [v for v in VERDICT_WORDS if v == "matches" or any(tally[v] for tally in counts.values())]
    rows = [
        (item, *(f"{tally[v]:,}" if tally[v] else "-" for v in met), titles.get(item, ""))
        for item, tally in counts.items()
    ]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    parts: list[Block] = [Heading(name), Remark(citation)]
    parts += [Remark(read)] if read else []
    numbers = tuple(range(1, len(met) + 1))
    parts += [
        BREAK,
        build_table(rows, right=numbers, head=("item", *(VERDICT_HEADS[v] for v in met), "")),
    ]
    parts += [BREAK, Paragraph(_claim_count_text(claims, differ))]
    for claim in differ:
        parts += [BREAK, claim_view(claim)]
    if unchecked:
        parts += [BREAK, Remark(f"Not checked: {'; '.join(unchecked)}.")]
    return build_document(parts)


def _claim_count_text(claims: Sequence[ClaimLike], differ: Sequence[ClaimLike]) -> str:
    """Return how many claims were checked, and how many slips the differences come from."""
    same = len(claims) - len(differ)
    if not differ:
        return f"{count_noun(same, 'claim')} checked; all match"
    slips = len({claim.cause for claim in differ})
    through = "" if slips == len(differ) else f", because of {count_noun(slips, 'slip')}"
    checked = f"{count_noun(len(claims), 'claim')} checked"
    return f"{checked}; {same:,} match, {len(differ):,} differ{through}:"


def item_view(claims: Sequence[ClaimLike], tables: Iterable[TableLike], read: str = "") -> Document:
    """Return one item: its table as regenerated, and its claims one by one, with their evidence."""
    parts: list[Block] = []
    for one in tables:
        parts += [Heading(one.title), Preformatted(one.text), BREAK]
    differ = [claim for claim in claims if claim.verdict != "matches"]
    same = [claim for claim in claims if claim.verdict == "matches"]
    parts.append(Paragraph(_claim_count_text(claims, differ)))
    parts += [Remark(read)] if read and differ else []
    for claim in differ:
        parts += [BREAK, claim_view(claim)]
    for basis in ("print", "formula"):
        of_it = [claim for claim in same if claim.basis == basis]
        if of_it:
            parts += [BREAK, _matching_claims_table(of_it[:MOST_CLAIMS], basis)]
        if len(of_it) > MOST_CLAIMS:
            parts.append(Remark(f"and {len(of_it) - MOST_CLAIMS:,} more that match"))
    return build_document(parts)


MATCH_HEADS = {"print": "printed and found", "formula": "by the formula and by ours"}
"""What the column of claims that match is headed with: only what is printed is called so."""


def _matching_claims_table(claims: Sequence[ClaimLike], basis: str) -> TableBlock:
    """Return claims that match as a table; shared evidence is printed once, below it."""
    notes = list(dict.fromkeys(claim.evidence for claim in claims if claim.evidence))
    number = {evidence: spot for spot, evidence in enumerate(notes, 1)}
    rows: list[tuple[Phrase, ...]] = []
    for claim in claims:
        why = (FootnoteMark("see", number[claim.evidence]),) if claim.evidence else ()
        rows.append((claim.where, claim.says, *why))
    head = ("matches", MATCH_HEADS[basis], *(("because",) if notes else ()))
    return TableBlock(tuple(rows), head=head, notes=tuple(notes))


def claim_view(claim: ClaimLike) -> Document:
    """Return one claim that differs: printed, found, evidence."""
    rows: list[tuple[str, Phrase]] = [
        ("printed" if claim.basis == "print" else "formula", claim.says),
        ("found", StyledText(claim.ours, "strong")),
    ]
    if claim.evidence:
        rows.append(("because", claim.evidence))
    title = StyledText(f"{VERDICT_WORDS[claim.verdict]}: ", "mixed"), f"{claim.item}, {claim.where}"
    return build_document(Paragraph(title), labelled_lines(*rows))
