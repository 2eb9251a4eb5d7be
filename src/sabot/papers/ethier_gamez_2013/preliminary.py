"""The items about Section 4: Tables 1 and 2, Theorems 3 and 4."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from sabot.games.baccara.kernel import Letters
from sabot.papers.ethier_gamez_2013 import formulas, layout, printed
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    INF,
    WHOLE,
    Decks,
    check,
    hands_of,
    lines,
    preliminary,
    proof,
    runs,
    triple,
)
from sabot.papers.ethier_gamez_2013.proofs.every import Ratio, family, gaps, signs
from sabot.papers.report import Claim, PaperTable

Notes = layout.Swaps
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
    yield from _as_printed(item, rows, notes, models)
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


def _as_printed(item: str, rows: Mapping[str, str], notes: Notes, models: str) -> Iterator[Claim]:
    """Compare the table as it is set: words with the numbers of footnotes, and what these say."""
    ours = layout.preliminary_table(models.split()[0])
    evidence = "set from the ranges of d that sabot.prove finds"
    for label, line in rows.items():
        where = f"Table {item[-1]} with its footnotes, {label}"
        yield check(item, where, line, ours.rows.get(label, "no such line"), evidence=evidence)
    yield check(item, "its lines", " ".join(rows), " ".join(ours.rows), evidence=evidence)
    for number in sorted({*notes, *ours.notes}):
        says, found = (
            layout.replaced(own[number]) if number in own else "no such footnote"
            for own in (notes, ours.notes)
        )
        yield check(item, f"footnote {number}", says, found, evidence=evidence)


def table_1() -> Iterator[Claim | PaperTable]:
    """Compare Table 1 and its footnotes, for models B2 and B3 (A2 and A3 at infinity)."""
    yield from _table("table-1", printed.TABLE_1, printed.NOTES_1, "B3 B2")
    one, two = (layout.preliminary_table(model) for model in ("B3", "B2"))
    same = (one.rows, one.notes) == (two.rows, two.notes)
    yield check("table-1", "Table 1 is identical under models B2 and B3, every d", True, same)
    yield PaperTable(
        "table-1", "Table 1: models B2 and B3, every positive whole number of decks", str(one)
    )


def table_2() -> Iterator[Claim | PaperTable]:
    """Compare Table 2 and its footnotes, for model B1 (A1 at infinity)."""
    yield from _table("table-2", printed.TABLE_2, printed.NOTES_2, "B1")
    sheet = layout.preliminary_table("B1")
    yield PaperTable(
        "table-2", "Table 2: model B1, every positive whole number of decks", str(sheet)
    )


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
        yield _signs("theorem-3", formula, "B3", "(3,3),6", u, printed.SIGNS_336[u])
    yield _exceptions()
    yield _condition()


def _exceptions() -> Claim:
    """Find, for every d, where b_u is not between b_0 and b_31."""
    own, limit = family("B3"), lines("B3", INF)
    out: dict[str, list[str]] = {}
    for view, at in own.outside(own.gaps).items():
        for d in at or ("without end",):
            out.setdefault(f"d = {d}", []).append(triple(view))
    if strange := {view for view, _ in limit.outside(limit.draw - limit.stand)}:
        out["infinity"] = [triple(view) for view in strange]
    return check(
        "theorem-3",
        "proof: b_u is not between b_0 and b_31, every d",
        printed.EXCEPTIONS_3,
        "; ".join(f"{where}: {' '.join(sorted(views))}" for where, views in out.items()),
        evidence="30 strategies between 0 and 31 at 484 triples, every whole d >= 1 by "
        "polynomials, and infinity",
    )


def chain(condition: str, **letters: int) -> bool:
    """Tell whether a printed chain of <= holds.

    >>> chain("0 <= a <= b", a=1, b=2), chain("0 <= a <= b", a=2, b=1)
    (True, False)
    """
    words = (word.strip() for word in condition.split("<="))
    numbers = [letters[word] if word in letters else int(word) for word in words]
    return numbers == sorted(numbers)


def _condition() -> Claim:
    """Count the pairs for which the b_u(j1,j2,k) are defined, as printed."""
    pairs = [(j1, j2) for j1 in range(10) for j2 in range(10) if (j1 + j2) % 10 <= 7]
    said = [pair for pair in pairs if chain(printed.CONDITION_3, j1=pair[0], j2=pair[1])]
    hands = {view.rpartition(",")[0] for view in preliminary("B3", 6)}
    return check(
        "theorem-3",
        f"proof: pairs with {printed.CONDITION_3} and M(j1+j2) <= 7",
        len(said),
        len(hands),
        evidence="the hands that Banker may hold. As printed the condition leaves j2 free and each "
        "hand of two different cards is there twice; j1 <= j2 is meant, as in (5)",
    )


def theorem_4() -> Iterator[Claim]:
    """Compare n_d, the counts in the proof, and b_0 and b_1 at (5,4)."""
    yield from _stars("theorem-4", "B1", printed.STARS_4)
    yield from _split("theorem-4", "B1", printed.SPLIT_4)
    for u, formula in formulas.B_54.items():
        yield from _values("theorem-4", formula, "B1", "5,4", u)
        yield _signs("theorem-4", formula, "B1", "5,4", u, printed.SIGNS_54[u])
    yield _which_table()


def _which_table() -> Claim:
    """Find the table that has a * at every (j,k) where b_0 and b_1 have opposite signs."""
    own = lines("B1", 6)
    pairs = [view for view in own.views if own.b(view, 0) * own.b(view, 1) < 0]
    stars = {}
    for name, rows in (("Table 1", printed.TABLE_1), ("Table 2", printed.TABLE_2)):
        words = {
            f"{label},{third}": word
            for label, line in expand(rows, hands=name == "Table 1").items()
            for third, word in zip((*range(10), "-"), line, strict=True)
        }
        stars[name] = sum(words.get(view, "no entry").startswith("*") for view in pairs)
    found = " ".join(name for name, many in stars.items() if many == len(pairs)) or "no table"
    where = "proof: the table whose entry (j,k) is * where b_0 and b_1 have opposite signs"
    evidence = ", ".join(f"{name} has {many}" for name, many in stars.items())
    evidence = f"d = 6: of {len(pairs)} such entries {evidence}; the entries of Table 1 are triples"
    return check("theorem-4", where, printed.STAR_TABLE_4, found, evidence=evidence)


def _values(item: str, formula: formulas.Formula, model: str, view: str, u: int) -> Iterator[Claim]:
    """Compare a printed b_u for every d, with its limit; and at some d by the other road."""
    top, reach = gaps(model)[view][u], family(model).reach[view][u]
    where = f"proof: {formula.where}, every d"
    says, ours = str(Ratio.of(formula)), str(Ratio(top, reach))
    yield check(item, where, says, ours, evidence="as rational functions, in lowest terms")
    for d in WHOLE:
        own = lines(model, d).b(view, u)
        place = f"proof: {formula.where}, d = {d}"
        yield check(item, place, formula(d), own, basis="formula")
    where = f"proof: {formula.where}, its limit"
    yield check(item, where, formula.limit, lines(model, INF).b(view, u))


def _signs(item: str, formula: formulas.Formula, model: str, view: str, u: int, says: str) -> Claim:
    """Compare the sign of b_u at every d, from the counted game and not from the formula."""
    ours = signs(gaps(model)[view][u])
    where = f"proof: sign of {formula.where}, every d"
    return check(item, where, says, ours, evidence="a Taylor shift, and each d below it by itself")
