"""The items about Section 6: the expected gain G(h, s), and its components."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sabot.games.baccara.foster import Gain
from sabot.papers.foster_1964 import printed, walk
from sabot.papers.foster_1964.small import chances, check
from sabot.papers.report import Claim, always

POINTS = tuple(Fraction(h) for h in printed.TABLE_3)
CELLS = tuple(product(walk.FREE, walk.MOVES))
_NINE = "at the nine h of Table 3"


def table(name: str) -> walk.Strategy:
    """Return one of the printed decision tables as a strategy."""
    rows = printed.DECISIONS[name]
    return {
        (j, third): int(move) for j, line in rows.items() for third, move in enumerate(line.split())
    }


def _gain_of_table(gain: Gain, h: Fraction, name: str) -> Fraction:
    """Return what a printed table earns against h, from the lines of Sabot's form."""
    form = gain.form.form
    banker = form.sides[1]
    plan = {0}
    for (j, third), move in table(name).items():
        seen = "-" if third == walk.STANDS else str(third)
        cell = next(cell for cell in banker.cells if cell.key == f"{j},{seen}")
        plan.add(cell.first + move)
    share = (Fraction(1), 1 - h, h)
    earned = sum((share[i] * amount for i, j, amount in form.payoffs if j in plan), Fraction(0))
    return -earned / form.denominator


def symmetry() -> Iterator[Claim]:
    """Check the quadruple sum, that it is linear in h, and that a fair game is worth nothing."""
    gain = Gain.of()
    chances()
    for name in printed.DECISIONS:
        says = tuple(walk.by_strategy(h, table(name)) for h in (Fraction(0), Fraction(1)))
        ours = tuple(_gain_of_table(gain, h, name) for h in (Fraction(0), Fraction(1)))
        where = f"G(h, s) for {name}, h = 0 and 1"
        why = "the quadruple sum of Section 6"
        yield check("symmetry", where, says, ours, evidence=why, basis="formula")
        third = Fraction(1, 3)
        yield check(
            "symmetry",
            f"G(h, s) for {name} is linear in h",
            says[0] + third * (says[1] - says[0]),
            walk.by_strategy(third, table(name)),
            evidence="the quadruple sum at h = 1/3, between its values at 0 and 1",
            basis="formula",
        )
    for h in (Fraction(0), Fraction(1, 2), Fraction(1)):
        fair = walk.gain(h, lambda j, _, m, h=h: walk.p(j, m, h))  # type: ignore[misc]
        yield check(
            "symmetry",
            f"B plays as A does, h = {h}: the pay-off is zero",
            Fraction(0),
            fair,
            evidence="of degree 2 in h, so that three points decide it for all h",
        )


def components() -> Iterator[Claim]:
    """Check the differences d, the short forms of g, and the sum of the components."""
    gain = Gain.of()
    h = Fraction(2, 5)
    settled = [
        walk.pi(j, m, move) == walk.p(j, m, h)
        for j in (0, 1, 2, 7, 8, 9)
        for m in walk.MOVES
        for move in (0, 1)
    ]
    where = "d_jlm = 0 for j < 3 and for j > 6"
    yield check("components", where, "always", always(sum(settled), len(settled)))
    zero = [
        sum(walk.pi(j, m, move) - walk.p(j, m, h) for m in walk.MOVES) == 0
        for j in walk.FREE
        for move in (0, 1)
    ]
    where = "the d_jlm of a pair (j, l) sum to 0"
    yield check("components", where, "always", always(sum(zero), len(zero)))
    flat = [walk.f(i, j, third, m) == -1 for i in (8, 9) for j, third in CELLS for m in walk.MOVES]
    where = "f = -1 for i = 8 or 9, j other than 8 or 9"
    yield check("components", where, "always", always(sum(flat), len(flat)))
    for j in walk.FREE:
        same = [
            walk.g(j, third, h, move) == walk.g_short(j, third, h, move)
            for h in POINTS
            for third in walk.MOVES
            for move in (0, 1)
        ]
        where = f"j = {j}: g_jl for both moves from z_jl"
        evidence = f"from the definition of g, {_NINE}"
        yield check("components", where, "always", always(sum(same), len(same)), evidence=evidence)
    for h in POINTS:
        yield check(
            "components",
            f"G(h) as the sum of the components, h = {float(h):g}",
            walk.best(h)[0],
            gain(h),
            evidence="Sabot's curve, from a form that is counted without these formulas",
            basis="formula",
        )
