"""The item about the proof of Theorem 7: rows 19 and 27, (54), (55), the columns of B2, T10."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot import api
from sabot.exact import decimal, show
from sabot.forms.matrix import MatrixForm
from sabot.papers.ethier_gamez_2013 import formulas, printed
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    INF,
    WHOLE,
    between_rows,
    check,
    final,
    lines,
    points,
    preliminary,
    solved,
    triple,
)
from sabot.papers.ethier_gamez_2013.proofs.curve import Tail, stars, tail
from sabot.papers.ethier_gamez_2013.proofs.every import Ratio, family, sorts
from sabot.papers.report import Claim, PaperTable, always, grid

_CELL = "at d = 4 the triple (3,3,6) is in T10 for rows 19 and 27: b_19 < 0 < b_27"


def _labels(d: int) -> tuple[str, str]:
    """Return Banker's two optimal columns as strings of bits at the triples marked *."""
    named = stars("B2", d)
    bits = ["".join("1" if final("B3", d)[view] == "D" else "0" for view in named)]
    mixed = next(n for n, view in enumerate(named) if final("B3", d)[view] == "(S,D)")
    bits.append(bits[0][:mixed] + "1" + bits[0][mixed + 1 :])
    return bits[0], bits[1]


def _below(costs: Sequence[Fraction], room: Fraction) -> int:
    """Return how many subsets of *costs*, which are in order, sum to less than *room*."""
    if room <= 0:
        return 0
    many = 1
    for n, cost in enumerate(costs):
        if cost >= room:
            break
        many += _below(costs[n + 1 :], room - cost)
    return many


def _column(d: int, model: str, move: str) -> list[int]:
    """Return Banker's optimal column of a model against Player's 32 rows, (S,D) settled."""
    own = lines("B3", d)
    sums = own.payoffs[0]
    for n, view in enumerate(own.views):
        mark = final(model, d)[view]
        sums = sums + (own.draw[n] if (move if mark == "(S,D)" else mark) == "D" else own.stand[n])
    return [int(total) for total in sums]


def _failing(d: int) -> tuple[tuple[int, ...], int, int]:
    """Return what comes of borrowing model B2's two columns.

    The rows of that 32 x 2 game that Player mixes; how many components of (54) fail then; and how
    many of Banker's two optimal columns are among them.
    """
    own = lines("B3", d)
    table = list(zip(*(_column(d, "B2", move) for move in "SD"), strict=True))
    small = api.solve(MatrixForm.of(table, rows=[str(u) for u in range(32)]))
    mix = {int(u): chance for u, chance in small["row"]["-"].items() if chance}

    def earned(entries: Sequence[int]) -> Fraction:
        return sum((chance * int(entries[u]) for u, chance in mix.items()), Fraction(0))

    least, costs = earned(own.payoffs[0]), []
    for n, view in enumerate(own.views):
        stand, draw = earned(own.stand[n]), earned(own.draw[n])
        least += min(stand, draw)
        if preliminary("B3", d)[view] == "*":
            costs.append(abs(draw - stand))
    best = [earned(_column(d, "B3", move)) < small.value for move in "SD"]
    return tuple(mix), _below(sorted(costs), small.value - least), sum(best)


def far() -> Tail:
    """Return what is said for d >= 10: V(p) is highest at p_1, the point of (0,6,∅)."""
    low, top, other = printed.TAIL_7
    value = formulas.THEOREM_7["v"][-1]
    return Tail("proof-7", "19-27", printed.ORDER_B3, low, top, other, formulas.V_P6, value)


def proof_7() -> Iterator[Claim | PaperTable]:
    """Check the kernel, (54), (55), n_d, T10, the order of the points, V(p_6)."""
    for says, label in zip(printed.COLUMNS_44, _labels(6), strict=True):
        yield check("proof-7", "(44): a column of the kernel, d = 6", says, label)
    ours = tuple(int(label, 2) for label in _labels(6))
    yield check("proof-7", "the columns of (44) in decimals", printed.DECIMAL_44, ours)
    last = 2 ** len(stars("B2", 6)) - 1
    yield check("proof-7", "the last column of 2^18", printed.LAST_COLUMN, last)
    yield from _inequalities()
    yield from _borrowed()
    yield from _crossing()
    yield from tail(far())


# ---------------------------------------------------------------------- the two inequalities


def _printed_at(name: str, d: int) -> Fraction:
    """Return the printed p_d or q_d."""
    return next(formula for formula in formulas.THEOREM_7[name] if formula.covers(d))(d)


def slacks(d: int) -> list[Fraction]:
    """Return v_d less each of the 32 components of A q, with q_d as printed."""
    q, below = _printed_at("q", d), lines("B3", d).below
    rows = zip(*(_column(d, "B3", move) for move in "SD"), strict=True)
    value = solved("B3", d).value
    return [value - ((1 - q) * stand + q * draw) / below for stand, draw in rows]


def slacks_beyond(low: int) -> list[Ratio]:
    """Return the same as functions of d, by (52) and (53)."""
    marks = final("B3", WHOLE[-1])
    drawing = {view for view, mark in marks.items() if mark == "D"}
    (mixed,) = (view for view, mark in marks.items() if mark == "(S,D)")
    q, v = (Ratio.of(formulas.THEOREM_7[name][-1]) for name in "qv")
    assert formulas.THEOREM_7["q"][-1].low <= low
    own = family("B3")
    return [v - q.mix(own.column(u, drawing), own.column(u, drawing | {mixed})) for u in range(32)]


def _inequalities() -> Iterator[Claim | PaperTable]:
    """Check (54) for the printed p_d and the 32 inequalities (55) for the printed q_d."""
    for d in WHOLE:
        least = between_rows(d).envelope(_printed_at("p", d))
        where = f"(54): the least of the 2^{len(stars('B2', d))} components of p A is v_d, d = {d}"
        evidence = "V(p_d) by Lemma 2, p_d as printed; v_d by sabot.solve"
        yield check("proof-7", where, True, least == solved("B3", d).value, evidence=evidence)
    six = slacks(6)
    for u, slack in enumerate(six):
        evidence = f"v_6 - (A q)_{u} = {show(slack)}"
        yield check("proof-7", f"(55), d = 6, row {u}", True, slack >= 0, evidence=evidence)
    says = " ".join(map(str, printed.TIGHT_55))
    for d in WHOLE:
        own = slacks(d)
        tight = " ".join(str(u) for u, slack in enumerate(own) if slack == 0)
        ours = tight if min(own) >= 0 else f"{tight}; some fail"
        where = f"(55), d = {d}: the rows with equality, the others being strict"
        yield check("proof-7", where, says, ours, evidence="q_d as printed, v_d by sabot.solve")
    low = formulas.THEOREM_7["q"][-1].low
    beyond = slacks_beyond(low)
    even = [u for u, gap in enumerate(beyond) if gap.top == 0]
    strict = sum(gap.sign_from(low) == 1 for gap in beyond)
    where = f"(55), every d >= {low}: the rows with equality, the others being strict"
    ours = " ".join(map(str, even)) if strict + len(even) == 32 else "not shown"
    evidence = "(52) and (53); signs of polynomials in d, by a Taylor shift"
    yield check("proof-7", where, says, ours, evidence=evidence)
    rows = [(u, (f"{u:05b}", decimal(slack, 4), slack)) for u, slack in enumerate(six)]
    yield PaperTable(
        "proof-7",
        "(55) with six decks: v less what each row of Player gets from Banker's optimum",
        grid("row", ("bits", "about", "exactly"), rows),
    )


# ---------------------------------------------------------------------- the other columns


def _borrowed() -> Iterator[Claim]:
    """Check what happens with the two columns of model B2."""
    works = []
    for d in WHOLE:
        rows, fails, optimal = _failing(d)
        if not fails:
            works.append(rows == (19, 27))
        where = f"components of (54) that fail with the columns of model B2, d = {d}"
        yield check("proof-7", where, printed.FAILS_B3.get(d, 0), fails, evidence=f"rows {rows}")
        if fails:
            where = f"the two optimal columns are among those that fail, d = {d}"
            yield check("proof-7", where, 2, optimal)
    yield check(
        "proof-7",
        "where (54) holds, the kernel of the 2^5 x 2 game is in rows 19 and 27",
        "always",
        always(sum(works), len(works)),
        evidence="d = 1 to 20 and 50 without 1, 2, 9; at d = 1 the 2^5 x 2 game has a saddle point",
    )


def _beyond(low: int) -> str:
    """Return n_d and T10 between rows 19 and 27 for every d >= low."""
    found = sorts("B3", (19, 27), low)
    if any("?" in sort for sort in found.values()):
        return "not shown"
    falls = " ".join(triple(view) for view, sort in found.items() if sort == "10")
    return f"{sum(sort in ('01', '10') for sort in found.values())}, {falls or 'empty'}"


def _crossing() -> Iterator[Claim]:
    """Check n_d and T10 of Lemma 2 between rows 19 and 27."""
    for decks in DECKS:
        found = [point for point in points("19-27", decks) if point.p is not None]
        n = 10 if decks == INF else min(int(decks), 10)
        where = f"rows 19 and 27: n_d, d = {decks}"
        yield check("proof-7", where, printed.POINTS_B3[n - 1], len(found))
        falls = " ".join(triple(point.view) for point in found if point.sort == "10")
        evidence = f"{_CELL}; the conclusions do not need it, Lemma 2 allows for T10"
        where = f"rows 19 and 27: T10, d = {decks}"
        ours = falls or "empty"
        yield check("proof-7", where, "empty", ours, evidence=evidence, otherwise="error")
    six = " ".join(triple(p.view) for p in points("19-27", 6) if p.p is not None)
    yield check(
        "proof-7", "rows 19 and 27: exceptional triples, d = 6", printed.EXCEPTIONAL_B3, six
    )
    yield check(
        "proof-7",
        "rows 19 and 27: n_d and T10, every d >= 10",
        f"{printed.POINTS_B3[-1]}, empty",
        _beyond(10),
        evidence="signs of polynomials in d at all 484 triples",
    )
    values = [between_rows(d).envelope.value == solved("B3", d).value for d in WHOLE]
    yield check(
        "proof-7",
        "rows 19 and 27 suffice: their game has the value of model B3",
        "always",
        always(sum(values), len(values)),
        evidence="Lemma 2 against sabot.solve, d = 1 to 20 and 50",
    )
