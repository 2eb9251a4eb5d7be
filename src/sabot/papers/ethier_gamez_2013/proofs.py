"""The items about the proofs of Theorems 5 and 6: kernels, components, the points p(l)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sabot.games.baccara.kernel import kernel
from sabot.papers.ethier_gamez_2013 import formulas, printed, tail
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    INF,
    WHOLE,
    Decks,
    additive,
    between_rows,
    check,
    final,
    form,
    lines,
    points,
    runs,
    solved,
    triple,
)
from sabot.papers.report import Claim, always

FAR = (20, 21, 35, 50, 100, 1000)
"""Numbers of decks at which statements for d >= 20 are computed."""
STARS_B1 = ("3,9", "4,1", "5,4", "6,-")
"""The four views that give the columns 0 to 15 of model B1 their bits."""


def stars(model: str, decks: Decks) -> list[str]:
    """Return the views marked * in the paper's order: by total, third card, hand."""
    cards = [*map(str, range(10)), "-"]

    def place(view: str) -> tuple[int, int]:
        own, _, third = view.rpartition(",")
        return (int(own[1]) + int(own[3])) % 10, cards.index(third)

    own = [point.view for point in points(model, decks) if point.p is not None]
    return sorted(own, key=place)


def _columns(decks: Decks, moves: Mapping[str, str]) -> list[list[Fraction]]:
    """Return the 2 x 16 matrix of model B1 by column; *moves* settle all other views."""
    own = lines("B1", decks)
    at = {view: n for n, view in enumerate(own.views)}
    table = []
    for number in range(16):
        chosen = dict(zip(STARS_B1, f"{number:04b}", strict=True))
        sums = own.payoffs[0]
        for view, n in at.items():
            draws = chosen[view] == "1" if view in chosen else moves[view] == "D"
            sums = sums + (own.draw[n] if draws else own.stand[n])
        table.append([Fraction(int(total), own.below) for total in sums])
    return table


def proof_5() -> Iterator[Claim]:
    """Check the kernel for d >= 4, its limit, and the sixteen components."""
    for d in [d for d in WHOLE if d >= 4]:
        inner = kernel(form("B1", d), solved("B1", d).strategies)
        says = tuple(entry(d) for row in formulas.KERNEL_B1 for entry in row)
        ours = tuple(inner[i, j] for i in (0, 1) for j in (0, 1))
        yield check("proof-5", f"kernel, d = {d}", says, ours)
    limit = tuple(entry.limit for row in formulas.KERNEL_B1 for entry in row)
    scale = Fraction(2**4, 13**6)
    ours = tuple(entry * scale for row in printed.KERNELS["A1"] for entry in row)
    yield check("proof-5", "the kernel tends to (23)", limit, ours)
    v, p = formulas.THEOREM_5["v"][-1], formulas.THEOREM_5["p"][0]
    signs: dict[int, list[tuple[Decks, str]]] = {number: [] for number in range(16)}
    for d in WHOLE:
        table = _columns(d, final("B1", d))
        gaps = [(1 - p(d)) * a + p(d) * b - v(d) for a, b in table]
        where = f"{formulas.COMPONENT_8.where}, d = {d}"
        says = (formulas.COMPONENT_8(d),) * 2
        yield check("proof-5", where, says, (gaps[8], gaps[9]))
        for number, gap in enumerate(gaps):
            signs[number].append((d, "+" if gap > 0 else "-" if gap < 0 else "0"))
    words = {8: "-:1-3 +:4-50", 9: "-:1-3 +:4-50", 10: "0", 11: "0"}
    for number, found in signs.items():
        where = f"sign of component {number}, d = 1 to 50"
        yield check("proof-5", where, words.get(number, "+"), runs(found))
    for low, high, columns in ((1, 3, "8 9"), (4, 50, "10 11")):
        kernels = {_kernel_columns(d) for d in WHOLE if low <= d <= high}
        where = f"columns of the kernel, {low} <= d <= {high}"
        both = " or ".join(f"{a} {b}" for a, b in sorted(kernels))
        yield check("proof-5", where, columns, both)


def _kernel_columns(d: int) -> tuple[int, int]:
    bits = "".join({"S": "0", "D": "1", "(S,D)": "x"}[final("B1", d)[view]] for view in STARS_B1)
    return int(bits.replace("x", "0"), 2), int(bits.replace("x", "1"), 2)


def proof_6() -> Iterator[Claim]:
    """Check T10, the order of the points p(l), V(p_22), and the exceptions to (37)."""
    for decks in DECKS:
        falls = [triple(point.view) for point in points("B2", decks) if point.sort == "10"]
        says = "(3,3,6)" if decks != INF and int(decks) <= 10 else "empty"
        yield check("proof-6", f"T10, d = {decks}", says, " ".join(falls) or "empty")
    yield from order("proof-6", "B2", printed.ORDER_B2, 20)
    yield from curve("proof-6", "B2", formulas.V_P22, formulas.THEOREM_6["v"][-1], (17, 22), 20)
    out: set[tuple[int, int, str]] = set()
    last = 0
    for decks in DECKS:
        own = lines("B3", decks)
        for move, sums in ((0, own.stand), (1, own.draw)):
            for view, _ in own.outside(sums):
                hand, _, third = view.rpartition(",")
                out.add((move, (int(hand[1]) + int(hand[3])) % 10, third))
                last = max(last, int(decks) if decks != INF else 10**9)
    ours = "; ".join(f"l = {move}, total {of}, k = {third}" for move, of, third in sorted(out))
    yield check(
        "proof-6",
        "Section 7: the exceptions to (37)",
        "l = 1, total 2, k = 8; d <= 7",
        f"{ours}; d <= {last}",
        evidence="32 strategies at 484 triples, d = 1 to 20, 50 and infinity",
    )


def order(item: str, model: str, says: tuple[int, ...], low: int) -> Iterator[Claim]:
    """Check the printed order of the points p(l), and prove it for every d >= low."""
    far = [d for d in FAR if d >= low] if low == 20 else [*range(low, 20), *FAR]
    for d in far:
        at = {point.view: point.p for point in points(model, d)}
        named = stars(model, d)
        ours = tuple(sorted(range(1, len(named) + 1), key=lambda n: at[named[n - 1]] or 0))
        yield check(item, f"order of the points p(l), d = {d}", says, ours)
    named = stars(model, low)
    views = [named[n - 1] for n in says]
    form_of, rows = ("B3", (19, 27)) if model == "19-27" else (model, (0, -1))
    yield check(
        item,
        f"order of the points p(l), every d >= {low}: neighbours in order",
        len(says) - 1,
        tail.in_order(form_of, views, low, rows),
        evidence="signs of polynomials in d",
    )


def curve(
    item: str,
    model: str,
    formula: formulas.Formula,
    best: formulas.Formula,
    numbers: tuple[int, int],
    low: int,
) -> Iterator[Claim]:
    """Check where V(p) is highest, V at another point, and that the difference tends to 0."""
    top, other = numbers
    far = [d for d in (*range(low, 20), *FAR) if d >= low]
    highest, less = [], []
    for d in far:
        own = between_rows(d) if model == "19-27" else additive(model, d)
        at = {point.view: point.p for point in points(model, d)}
        named = stars(model, d)
        here, there = at[named[top - 1]], at[named[other - 1]]
        assert here is not None and there is not None
        yield check(item, f"{formula.where}, d = {d}", formula(d), own.envelope(there))
        highest.append(own.envelope.peak == (here, here))
        less.append(own.envelope(there) < own.envelope(here) == best(d))
    where = f"V(p) is highest at p_{top} and there only, d >= {low}"
    yield check(item, where, "always", always(sum(highest), len(highest)))
    where = f"{formula.where} < V(p_{top}), d >= {low}"
    yield check(item, where, "always", always(sum(less), len(less)))
    yield check(item, f"{formula.where} and V(p_{top}) have one limit", formula.limit, best.limit)
