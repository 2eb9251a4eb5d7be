"""The items about Tables 4, 5 and 6: the optimal moves; and the remark after Theorem 6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sabot.games.baccara import tables
from sabot.games.baccara.count import LOW_HANDS
from sabot.papers.ethier_gamez_2013 import layout, printed
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    WHOLE,
    Decks,
    check,
    final,
    game,
    proof,
    runs,
    solved,
    triple,
)
from sabot.papers.ethier_gamez_2013.preliminary import expand, holds, line_of
from sabot.papers.report import Claim, PaperTable


def _in_brackets(word: str) -> str:
    return f"[{word}]" if " " in word else word


def _span(spans: printed.Spans, decks: Decks) -> str:
    return next(mark for mark, low, high in spans if holds(decks, low, high))


def _words(words: list[str], notes: Mapping[str, printed.Spans], known: tuple[Decks, ...]) -> str:
    """Return a printed row for some decks, its footnotes applied."""
    found = []
    for word in words:
        spans = notes.get(word if word in layout.SIGNS else word[1:])
        if spans is not None:
            word = _in_brackets(runs((decks, _span(spans, decks)) for decks in known))
        found.append(word)
    return " ".join(found)


def _as_printed(item: str, rows: Mapping[str, str], ours: layout.Final) -> Iterator[Claim]:
    """Compare the table as it is set: a line a total, marks with the signs of footnotes."""
    for label, words in expand(rows, hands=False).items():
        where = f"Table {item[-1]} with its footnotes, total {label}"
        line = ours.rows.get(label, "no such line")
        evidence = "set from the pieces that sabot.prove finds"
        yield check(item, where, " ".join(words), line, evidence=evidence)


def _tail(model: str) -> str:
    last = proof(model).pieces[-1].low
    return f"d = 1 to 20 and 50, certified; every d >= {last} by sabot.prove"


def table_4() -> Iterator[Claim | PaperTable]:
    """Compare Table 4: model B1 for every d, model A1 at infinity."""
    sheet = layout.final_table("B1")
    yield from _as_printed("table-4", printed.TABLE_4, sheet)
    marks = {decks: final("B1", decks) for decks in DECKS}
    for label, words in expand(printed.TABLE_4, hands=False).items():
        yield check(
            "table-4",
            f"Table 4, total {label}",
            _words(words, printed.NOTES_4, DECKS),
            line_of(marks, label),
            evidence=_tail("B1"),
        )
    yield PaperTable(
        "table-4", "Table 4: model B1, every positive whole number of decks", str(sheet)
    )


def table_5() -> Iterator[Claim | PaperTable]:
    """Compare Table 5 and its footnotes: models B2 and B3."""
    sheet = layout.final_table("B2", "B3")
    yield from _as_printed("table-5", printed.TABLE_5, sheet)
    rows = expand(printed.TABLE_5, hands=False)
    for model in ("B3", "B2"):
        marks = {decks: final(model, decks) for decks in WHOLE}
        for a, b in LOW_HANDS:
            hand, words = f"({a},{b})", rows[str((a + b) % 10)]
            notes = {n: own[hand] for n, own in printed.NOTES_5[model].items() if hand in own}
            yield check(
                "table-5",
                f"Table 5, model {model}, {hand}",
                _words(words, notes, WHOLE),
                line_of(marks, hand),
                evidence=_tail(model),
            )
    yield PaperTable(
        "table-5", "Table 5: models B2 and B3, every positive whole number of decks", str(sheet)
    )


def table_6() -> Iterator[Claim | PaperTable]:
    """Compare Table 6: Player's moves in model B3."""
    sheets = {d: tables.player(game("B3", d), solved("B3", d).strategies) for d in WHOLE}
    for hand, says in printed.TABLE_6.items():
        ours = runs((d, sheet[hand]) for d, sheet in sheets.items())
        yield check("table-6", f"Table 6, {hand}", says, ours, evidence=_tail("B3"))
    yield PaperTable("table-6", "Table 6: six decks", str(sheets[6]))


def remark_6() -> Iterator[Claim]:
    """Check what is said of Downton and Lockwood's table, and which decks share a kernel."""
    for (view, d), says in printed.LOCKWOOD.items():
        yield check("remark-6", f"{triple(view)}, d = {d}", says, final("B2", d)[view])
    groups: list[list[int]] = []
    for d in WHOLE:
        if groups and final("B2", groups[-1][0]) == final("B2", d):
            groups[-1].append(d)
        else:
            groups.append([d])
    spans = [str(own[0]) if len(own) == 1 else f"{own[0]}-{own[-1]}" for own in groups]
    spans[-1] = f"{groups[-1][0]}+"
    where = "the decks that share Banker's two pure strategies"
    yield check("remark-6", where, printed.SAME_KERNEL_B2, "; ".join(spans), evidence=_tail("B2"))
