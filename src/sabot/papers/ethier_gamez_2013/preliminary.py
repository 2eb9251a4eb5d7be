"""The items about Section 4: Tables 1 and 2, Theorems 3 and 4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from sabot.games.baccara import tables
from sabot.games.baccara.kernel import Letters
from sabot.papers.ethier_gamez_2013 import formulas, printed, tail
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    INF,
    WHOLE,
    Decks,
    check,
    game,
    hands_of,
    lines,
    preliminary,
    proof,
    runs,
    triple,
)
from sabot.papers.report import Claim, PaperTable

Notes = Mapping[int, tuple[Mapping[str, str], int, int | None]]
LAST = WHOLE[-2]
_TAIL = "beyond by the signs of polynomials in d"


def holds(decks: Decks, low: int, high: int | None) -> bool:
    """Whether a number of decks lies in a printed range; infinity lies in every open one."""
    if decks == INF:
        return high is None
    return low <= int(decks) and (high is None or int(decks) <= high)


def _mark(word: str, decks: Decks, notes: Notes) -> str:
    """Return a printed mark at one number of decks, its footnote applied."""
    mark, note = word[0], word[1:]
    if note:
        swap, low, high = notes[int(note)]
        if holds(decks, low, high):
            return swap[mark]
    return mark


def expand(rows: Mapping[str, str], *, hands: bool) -> dict[str, list[str]]:
    """Return the printed words of each total, or of each hand: merged rows taken apart."""
    found = {}
    for label, line in rows.items():
        names = [label]
        if label[0] != "(":
            totals = [int(total) for total in label.split(",")]
            names = hands_of(*totals) if hands else [str(total) for total in totals]
        found.update(dict.fromkeys(names, line.split()))
    return found


def _views(label: str) -> list[str]:
    return [f"{label},{third}" for third in (*range(10), "-")]


def line_of(marks: Mapping[Decks, Mapping[str, str]], label: str) -> str:
    """Return one row of a table for all decks: a mark, or its runs in brackets."""
    words = []
    for view in _views(label):
        word = runs((decks, own[view]) for decks, own in marks.items())
        words.append(f"[{word}]" if " " in word else word)
    return " ".join(words)


def said_line(words: list[str], notes: Notes) -> str:
    """Return a printed row for all decks, its footnotes applied."""
    found = (runs((decks, _mark(word, decks, notes)) for decks in DECKS) for word in words)
    return " ".join(f"[{word}]" if " " in word else word for word in found)


@cache
def _proved(model: str) -> bool:
    """Whether the sorts proved for every d are the marks, and none changes after d = 20."""
    found = proof(model)
    last = max(low for ranges in found.classification["Banker"].values() for low, _, _ in ranges)
    return last <= LAST and all(
        {view: Letters.get(sort, sort) for view, sort in found.sorts_at(d).items()}
        == preliminary(model, d)
        for d in WHOLE
    )


def _table(item: str, rows: Mapping[str, str], notes: Notes, models: str) -> Iterator[Claim]:
    hands = "B2" in models
    for model in models.split():
        marks = {decks: preliminary(model, decks) for decks in DECKS}
        for label, words in expand(rows, hands=hands).items():
            yield check(
                item,
                f"Table {item[-1]}, model {model}, {label}",
                said_line(words, notes),
                line_of(marks, label),
                evidence=f"all pure strategies of Player, d = 1 to 20, 50, infinity; {_TAIL}",
            )
        where = f"Table {item[-1]}, model {model}: the same for every d >= {LAST + 1}"
        yield check(item, where, True, _proved(model), evidence=_TAIL)


def table_1() -> Iterator[Claim | PaperTable]:
    """Compare Table 1 and its footnotes, for models B2 and B3 (A2 and A3 at infinity)."""
    yield from _table("table-1", printed.TABLE_1, printed.NOTES_1, "B3 B2")
    sheet = tables.preliminary(game("B3", 6))
    yield PaperTable("table-1", "Table 1: six decks", str(sheet))


def table_2() -> Iterator[Claim | PaperTable]:
    """Compare Table 2 and its footnotes, for model B1 (A1 at infinity)."""
    yield from _table("table-2", printed.TABLE_2, printed.NOTES_2, "B1")
    yield PaperTable("table-2", "Table 2: six decks", str(tables.preliminary(game("B1", 6))))


def _stars(item: str, model: str, says: tuple[int, ...]) -> Iterator[Claim]:
    for decks in DECKS:
        n = says[-1] if decks == INF else says[min(int(decks), len(says)) - 1]
        ours = list(preliminary(model, decks).values()).count("*")
        yield check(item, f"model {model}: n_d, d = {decks}", n, ours)


def _split(item: str, model: str, says: tuple[int, ...]) -> Iterator[Claim]:
    words = {
        view: runs((decks, preliminary(model, decks)[view]) for decks in DECKS)
        for view in preliminary(model, 6)
    }
    counts = Counter(word if len(word) == 1 else "footnote" for word in words.values())
    for mark, many in zip(("D", "S", "*", "footnote"), says, strict=True):
        where = (
            f"proof, model {model}: entries {mark} for every d"
            if mark != "footnote"
            else (f"proof, model {model}: entries that depend on d")
        )
        yield check(item, where, many, counts[mark], evidence=f"d = 1 to 20, 50; {_TAIL}")
    if item == "theorem-4":
        stars = " ".join(triple(view) for view, word in words.items() if word == "*")
        yield check(item, "proof: entries * for every d", printed.ALWAYS_4, stars)


def theorem_3() -> Iterator[Claim]:
    """Compare n_d, the counts in the proof, b_0 and b_31 at (3,3,6), and the exceptions."""
    for model in ("B3", "B2"):
        yield from _stars("theorem-3", model, printed.STARS_3)
    yield from _split("theorem-3", "B3", printed.SPLIT_3)
    yield from _split("theorem-3", "B2", printed.SPLIT_3)
    stars = [list(preliminary("B3", d).values()).count("*") for d in WHOLE]
    yield check("theorem-3", "18 <= n_d <= 23", printed.BOUNDS_3, (min(stars), max(stars)))
    for u, formula in formulas.B_336.items():
        yield from _values("theorem-3", formula, "B3", "(3,3),6", u)
    yield from _signs("theorem-3", "b_31(3,3,6)", "B3", "(3,3),6", 31, "+:1-10 -:11+")
    yield from _signs("theorem-3", "b_0(3,3,6)", "B3", "(3,3),6", 0, "-")
    out = {}
    for decks in DECKS:
        own = lines("B3", decks)
        strange = dict.fromkeys(view for view, _ in own.outside(own.draw - own.stand))
        if strange:
            out[decks] = " ".join(sorted(triple(view) for view in strange))
    yield check(
        "theorem-3",
        "proof: b_u is not between b_0 and b_31",
        printed.EXCEPTIONS_3,
        "; ".join(f"d = {decks}: {views}" for decks, views in out.items()),
        evidence="32 strategies at 484 triples, d = 1 to 20, 50 and infinity",
    )


def theorem_4() -> Iterator[Claim]:
    """Compare n_d, the counts in the proof, and b_0 and b_1 at (5,4)."""
    yield from _stars("theorem-4", "B1", printed.STARS_4)
    yield from _split("theorem-4", "B1", printed.SPLIT_4)
    for u, formula in formulas.B_54.items():
        yield from _values("theorem-4", formula, "B1", "5,4", u)
    yield from _signs("theorem-4", "b_1(5,4)", "B1", "5,4", 1, "+:1-2 -:3+")
    yield from _signs("theorem-4", "b_0(5,4)", "B1", "5,4", 0, "+")


def _values(item: str, formula: formulas.Formula, model: str, view: str, u: int) -> Iterator[Claim]:
    for d in WHOLE:
        ours = lines(model, d).b(view, u)
        yield check(item, f"proof: {formula.where}, d = {d}", formula(d), ours)
    where = f"proof: {formula.where}, its limit"
    yield check(item, where, formula.limit, lines(model, INF).b(view, u))


def _signs(item: str, name: str, model: str, view: str, u: int, says: str) -> Iterator[Claim]:
    found: list[tuple[Decks, str]] = []
    for decks in DECKS:
        b = lines(model, decks).b(view, u)
        found.append((decks, "+" if b > 0 else "-" if b < 0 else "0"))
    last = {1: "+", -1: "-", 0: "?"}[tail.sign_from(tail.gaps(model)[view][u], LAST + 1)]
    ours = runs([*found, (INF, last)])
    yield check(item, f"proof: sign of {name}", says, ours, evidence=f"d = 1 to 20, 50; {_TAIL}")
