"""The item about the proof of Theorem 5: the kernel, and the sixteen components for every d."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sabot.games.baccara.kernel import kernel
from sabot.papers.ethier_gamez_2013 import formulas, printed
from sabot.papers.ethier_gamez_2013.games import (
    DECKS,
    WHOLE,
    check,
    final,
    form,
    lines,
    solved,
)
from sabot.papers.ethier_gamez_2013.proofs.every import Ratio, family
from sabot.papers.report import Claim, agreed, always

STARS_B1 = ("3,9", "4,1", "5,4", "6,-")
"""The four views that give the columns 0 to 15 of model B1 their bits."""
SMALL = (1, 2, 3)
"""The decks for which the kernel is in columns 8 and 9."""
_EVERY = "every whole d >= 1: a Taylor shift where the sign lasts, each d below it by itself"


def settled() -> frozenset[str]:
    """Return the views, but for the four, at which Banker draws: the same for every d."""
    found = {
        frozenset(v for v, mark in final("B1", decks).items() if mark == "D" and v not in STARS_B1)
        for decks in DECKS
    }
    return agreed("Banker's settled moves in model B1", *found)  # type: ignore[no-any-return]


def drawing(number: int) -> frozenset[str]:
    """Return where Banker draws in column 0 to 15."""
    bits = zip(STARS_B1, f"{number:04b}", strict=True)
    return settled() | {view for view, bit in bits if bit == "1"}


def column(number: int) -> tuple[Ratio, Ratio]:
    """Return the two entries of a column of the 2 x 16 game, for every d."""
    own = family("B1")
    return own.column(0, drawing(number)), own.column(1, drawing(number))


def components(value: formulas.Formula) -> list[Ratio]:
    """Return (1 - p_d, p_d) A - v_d, with p_d by (32) and v_d as given, for every d."""
    p, v = Ratio.of(formulas.THEOREM_5["p"][0]), Ratio.of(value)
    return [p.mix(*column(number)) - v for number in range(16)]


def proof_5() -> Iterator[Claim]:
    """Check the kernel, its limit, and the sixteen components."""
    yield from _kernel()
    found = components(formulas.THEOREM_5["v"][-1])
    for number, component in enumerate(found):
        says = printed.COMPONENTS_5.get(number, "+")
        where = f"sign of component {number}, every d"
        yield check("proof-5", where, says, component.signs(), evidence=_EVERY)
    says = str(Ratio.of(formulas.COMPONENT_8))
    for number in (8, 9):
        where = f"component {number} as printed, every d"
        evidence = "as rational functions, in lowest terms"
        yield check("proof-5", where, says, str(found[number]), evidence=evidence)
    yield from _small()
    for span, columns in printed.KERNEL_5.items():
        low, _, high = span.partition("-")
        own = [d for d in WHOLE if int(low.rstrip("+")) <= d <= int(high or WHOLE[-1])]
        both = " or ".join(f"{a} {b}" for a, b in sorted({_kernel_columns(d) for d in own}))
        where = f"columns of the kernel, d = {span}"
        yield check("proof-5", where, " ".join(map(str, columns)), both)


def _kernel() -> Iterator[Claim]:
    """Check the printed kernel, as functions of d and against what is solved, and its limit."""
    entries = zip(*(column(number) for number in printed.KERNEL_5["4+"]), strict=True)
    for i, (row, ours) in enumerate(zip(formulas.KERNEL_B1, entries, strict=True)):
        for j, (says, entry) in enumerate(zip(row, ours, strict=True)):
            where = f"kernel for d >= 4, row {i + 1}, column {j + 1}"
            evidence = "counted with 4 d cards of each rank; in lowest terms"
            yield check("proof-5", where, str(Ratio.of(says)), str(entry), evidence=evidence)
    same = []
    for d in (d for d in WHOLE if d >= 4):
        inner = kernel(form("B1", d), solved("B1", d).strategies)
        same.append(all(formulas.KERNEL_B1[i][j](d) == inner[i, j] for i in (0, 1) for j in (0, 1)))
    where = "the kernel that sabot.solve finds, d = 4 to 20 and 50"
    yield check("proof-5", where, "always", always(sum(same), len(same)))
    limit = tuple(entry.limit for row in formulas.KERNEL_B1 for entry in row)
    inner = kernel(form("A1"), solved("A1").strategies)
    ours = tuple(inner[i, j] for i in (0, 1) for j in (0, 1))
    evidence = "the kernel of the solved game with replacement"
    yield check("proof-5", "the kernel tends to (23)", limit, ours, evidence=evidence)


def _small() -> Iterator[Claim]:
    """Check the sixteen components for d = 1, 2, 3, where v_d is another."""
    p, v = formulas.THEOREM_5["p"][0], formulas.THEOREM_5["v"][0]
    for d in SMALL:
        own = [p(d) * (b - a) + a - v(d) for a, b in _columns(d, final("B1", d))]
        zero = " ".join(str(number) for number, gap in enumerate(own) if gap == 0)
        where = f"components that are 0, the others being positive, d = {d}"
        says = " ".join(map(str, printed.KERNEL_5["1-3"]))
        yield check("proof-5", where, says, zero if min(own) >= 0 else f"{zero}; some are negative")


def _columns(d: int, moves: Mapping[str, str]) -> list[list[Fraction]]:
    """Return the 2 x 16 matrix of model B1 by column; *moves* settle all other views."""
    own = lines("B1", d)
    table = []
    for number in range(16):
        chosen = dict(zip(STARS_B1, f"{number:04b}", strict=True))
        sums = own.payoffs[0]
        for n, view in enumerate(own.views):
            draws = chosen[view] == "1" if view in chosen else moves[view] == "D"
            sums = sums + (own.draw[n] if draws else own.stand[n])
        table.append([Fraction(int(total), own.below) for total in sums])
    return table


def _kernel_columns(d: int) -> tuple[int, int]:
    bits = "".join({"S": "0", "D": "1", "(S,D)": "x"}[final("B1", d)[view]] for view in STARS_B1)
    return int(bits.replace("x", "0"), 2), int(bits.replace("x", "1"), 2)
