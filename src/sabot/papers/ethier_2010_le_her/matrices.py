"""The items about the 14 x 14 matrix: Tables 5.1 and 5.2, dominance, (5.11), (5.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import perm

from sabot import api
from sabot.papers.ethier_2010_le_her import printed, told
from sabot.papers.report import Claim, PaperTable, compare, grid
from sabot.solvers.dominance import Reduction

_ROADS = (
    "two roads agree: the form that the Explorer walks out of the told rules, played with "
    "threshold strategies, and the matrix counted directly"
)
LEVELS = range(14)


def table_5_1() -> Iterator[Claim | PaperTable]:
    """Regenerate Table 5.1 and compare it with what (5.9) and (5.10) say it holds."""
    table = told.table_5_1()
    yield compare("table-5.1", "(52)_3 / 2^3", printed.NORMALISER, perm(52, 3) // 2**3)
    yield compare(
        "table-5.1",
        "16,575 clears every entry",
        printed.NORMALISER,
        told.walked().denominator,
        evidence="the least denominator of the game that the Explorer walks out of the told rules",
    )
    for i in LEVELS:
        says = tuple(printed.NORMALISER * printed.eq_5_10(printed.eq_5_9(i, j)) for j in LEVELS)
        where = f"row {i} by (5.9) and (5.10), x 16,575"
        yield compare("table-5.1", where, says, table[i], evidence=_ROADS, basis="formula")
    yield PaperTable(
        "table-5.1",
        "Table 5.1 (regenerated): payoff to player 1 x 16,575; row S_i, column T_j",
        grid("", LEVELS, list(zip(LEVELS, table, strict=True))),
    )


def sort_of(better: Sequence[int], worse: Sequence[int]) -> str:
    """Return how *better* dominates *worse*, entry by entry: strictly, weakly or not."""
    gaps = [a - b for a, b in zip(better, worse, strict=True)]
    if min(gaps) > 0:
        return "strictly"
    return "weakly" if min(gaps) >= 0 and max(gaps) > 0 else "not"


def _dominates(where: str, better: Sequence[int], worse: Sequence[int]) -> Claim:
    gap = min(a - b for a, b in zip(better, worse, strict=True))
    return compare(
        "dominance",
        where,
        "strictly",
        sort_of(better, worse),
        evidence=f"the least difference is {gap} (x 16,575)",
    )


def dominance() -> Iterator[Claim]:
    """Check every statement about dominance between Table 5.1 and (5.12), one by one."""
    table = told.table_5_1()
    for better, rows in ((5, printed.ROWS_BY_5), (7, printed.ROWS_BY_7)):
        for i in rows:
            yield _dominates(f"Table 5.1: player 1's {i} by {better}", table[better], table[i])
    losses = [[-table[i][j] for i in printed.TABLE_5_2] for j in LEVELS]  # what player 2 earns
    for better, columns in (
        (7, printed.COLUMNS_BY_7),
        (8, printed.COLUMNS_BY_8_OR_7),
        (7, printed.COLUMNS_BY_8_OR_7),
    ):
        for j in columns:
            yield _dominates(f"Table 5.2: player 2's {j} by {better}", losses[better], losses[j])
    yield _dominates("(5.11): player 1's 5 by 6", table[6][7:9], table[5][7:9])
    reduced = api.reduce(told.THRESHOLD, mixed=False)
    assert isinstance(reduced, Reduction)
    left = reduced.left
    said = [" ".join(map(str, own)) for own in (printed.EQ_5_12, printed.EQ_5_12[7])]
    yield compare(
        "dominance",
        "what is left: rows; columns",
        "; ".join(said),
        f"{' '.join(left.rows)}; {' '.join(left.columns)}",
        evidence="sabot.reduce on the 14 x 14 game, pure strict dominance only",
    )


def table_5_2() -> Iterator[Claim | PaperTable]:
    """Compare Table 5.2 with the regenerated matrix, cell by cell."""
    table = told.table_5_1()
    left = [
        i
        for i in LEVELS
        if not any(sort_of(table[other], table[i]) == "strictly" for other in LEVELS)
    ]
    yield compare(
        "table-5.2",
        "caption: strictly dominated rows",
        printed.DOMINATED_ROWS,
        14 - len(left),
        evidence="rows of Table 5.1 that another row strictly dominates",
    )
    yield compare("table-5.2", "rows left", tuple(printed.TABLE_5_2), tuple(left))
    for i, row in printed.TABLE_5_2.items():
        for j, says in enumerate(row):
            yield compare("table-5.2", f"row {i}, column {j}", says, table[i][j], evidence=_ROADS)
    yield PaperTable(
        "table-5.2",
        "Table 5.2: payoff to player 1 x 16,575 after eliminating strictly dominated rows",
        grid("", LEVELS, [(i, table[i]) for i in left]),
    )


def _small(item: str, name: str, says: dict[int, dict[int, int]]) -> Iterator[Claim | PaperTable]:
    table = told.table_5_1()
    for i, row in says.items():
        for j, entry in row.items():
            where = f"{name}, row {i}, column {j}"
            yield compare(item, where, entry, table[i][j], evidence=_ROADS)
    cells = [(i, [table[i][j] for j in row]) for i, row in says.items()]
    yield PaperTable(item, f"{name}: payoff to player 1 x 16,575", grid("", (7, 8), cells))


def eq_5_11() -> Iterator[Claim | PaperTable]:
    """Compare (5.11) with the regenerated matrix."""
    table = told.table_5_1()
    left = tuple(
        j
        for j in LEVELS
        if not any(
            all(table[i][other] < table[i][j] for i in printed.TABLE_5_2) for other in LEVELS
        )
    )
    yield compare(
        "eq-5.11",
        "(5.11), columns left",
        tuple(printed.EQ_5_11[5]),
        left,
        evidence="columns of Table 5.2 that no other column strictly dominates",
    )
    yield from _small("eq-5.11", "(5.11)", printed.EQ_5_11)


def eq_5_12() -> Iterator[Claim | PaperTable]:
    """Compare (5.12) with the regenerated matrix."""
    yield from _small("eq-5.12", "(5.12)", printed.EQ_5_12)
