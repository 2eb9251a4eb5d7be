"""The item about the proof of Theorem 7: rows 19 and 27, the columns of model B2, T10."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sabot import api
from sabot.forms.matrix import MatrixForm
from sabot.papers.ethier_gamez_2013 import formulas, printed, tail
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
from sabot.papers.ethier_gamez_2013.proofs import curve, order, stars
from sabot.papers.report import Claim, always

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


def proof_7() -> Iterator[Claim]:
    """Check rows and columns of the kernel, (54), n_d, T10, the order of the points, V(p_6)."""
    for says, label in zip(printed.COLUMNS_44, _labels(6), strict=True):
        yield check("proof-7", "(44): a column of the kernel, d = 6", says, label)
    ours = tuple(int(label, 2) for label in _labels(6))
    yield check("proof-7", "the columns of (44) in decimals", printed.DECIMAL_44, ours)
    yield check("proof-7", "the last column of 2^18", 262143, 2 ** len(stars("B2", 6)) - 1)
    yield from _borrowed()
    yield from _crossing()
    yield from order("proof-7", "19-27", printed.ORDER_B3, 10)
    yield from curve("proof-7", "19-27", formulas.V_P6, formulas.THEOREM_7["v"][-1], (1, 6), 10)


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
    sorts = {
        view: (tail.sign_from(own[19], low), tail.sign_from(own[27], low))
        for view, own in tail.gaps("B3").items()
    }
    if any(0 in signs for signs in sorts.values()):
        return "not shown"
    falls = " ".join(triple(view) for view, signs in sorts.items() if signs == (-1, 1))
    return f"{sum(a != b for a, b in sorts.values())}, {falls or 'empty'}"


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
        yield check("proof-7", where, "empty", falls or "empty", evidence=evidence)
    six = " ".join(triple(p.view) for p in points("19-27", 6) if p.p is not None)
    yield check(
        "proof-7", "rows 19 and 27: exceptional triples, d = 6", printed.EXCEPTIONAL_B3, six
    )
    yield check(
        "proof-7",
        "rows 19 and 27: n_d and T10, every d >= 21",
        f"{printed.POINTS_B3[-1]}, empty",
        _beyond(21),
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
