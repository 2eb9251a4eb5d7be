"""Appendix A: the integral X_n, by Sabot's piecewise polynomials and by 2^(n-1) terms."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

from sabot.papers.report import Claim
from sabot.papers.risticz_1973 import printed, walk
from sabot.papers.risticz_1973.profiles import (
    UPPER_LIMIT,
    check,
    drawn,
    fixed,
    holds,
    numbers,
    paid,
)

PLAIN = Fraction(0)


def cases() -> Iterator[Claim]:
    """Compare the six cases of A.2.1, and how many there are."""
    same: dict[int, list[bool]] = {k: [] for k in range(1, 7)}
    for draw in drawn(11):
        low, two, three, high = sorted(draw(4))
        orders = {
            1: ((low, two), (three, high)),
            2: ((low, three), (two, high)),
            3: ((low, high), (two, three)),
            4: ((two, three), (low, high)),
            5: ((two, high), (low, three)),
            6: ((three, high), (low, two)),
        }
        for k, (mine, other) in orders.items():
            ours = paid(PLAIN, Fraction(5), Fraction(-2), mine, [other])
            same[k].append(walk.case(k, Fraction(5), Fraction(-2), mine, other) == ours)
    for k, found in same.items():
        why = "(b-c)^2 in both places, where print has (b-a)^2; then always" if k == 2 else "X_2"
        yield holds("cases", f"case {k}", found, why, otherwise="unreadable")
    for n, says in ((2, 6), (3, 90)):
        yield check("cases", f"cases for n = {n}", says, _orders(n))


def _orders(n: int) -> int:
    """Return in how many orders n lower and n upper ends may lie, each lower before its upper."""
    ends = [(k, up) for k in range(n) for up in (0, 1)]
    return sum(
        all(order.index((k, 0)) < order.index((k, 1)) for k in range(n))
        for order in permutations(ends)
    )


def terms() -> Iterator[Claim]:
    """Compare eqs. 18, 19 and 36 to 38 for 2 to 5 hands."""
    item = "eq-36"
    for n in (2, 3, 4, 5):
        same = []
        for draw in drawn(30 + n):
            mine, *others = ((low, high) for low, high in (sorted(draw(2)) for _ in range(n)))
            ours = paid(PLAIN, 5, -2, mine, others)
            same.append(walk.x_n(Fraction(5), Fraction(-2), mine, others) == ours)
        why = "one-variable piecewise polynomials, for any n"
        yield holds(item, f"X_{n} by {2 ** (n - 1)} terms, mended", same, why)
    second, fourth, signs = [], [], []
    for draw in drawn(38):
        a, b = sorted(draw(2))
        c = sorted(draw(3))
        fourth.append(walk.w_4_printed(a, b, c) == walk.w_n(a, b, c))
        mine, one, two = ((low, high) for low, high in (sorted(draw(2)) for _ in range(3)))
        second.append(walk.x_2(5, -2, mine, one, printed=True) == paid(PLAIN, 5, -2, mine, [one]))
        signs.append(_signed(mine, one, two) == paid(PLAIN, 5, -2, mine, [one, two]))
    why = "their second half must subtract d, the upper end, not c; then always"
    yield holds(item, "eqs. 18 and 19 as printed", second, why, slip=UPPER_LIMIT)
    why = "-(c_1+c_2+c_3)(b^3-a^3)/3, where print has + twice; then always"
    yield holds(item, "eq. 38 as printed", fourth, why, otherwise="unreadable")
    why = "an even number of upper ends counts plus: p(S_3) = -1, p(S_4) = 1, as eq. 37 has it"
    yield holds(item, "X_3 with p(S_3) = 1, p(S_4) = -1", signs, why)
    yield _upper_end(item)
    degree = len(_product(3))
    why = "the product of eq. 29 runs over the n - 1 others, as in eq. 36"
    where = "eq. 29 for n = 4: factors"
    yield check(item, where, 4, degree - 1, evidence=why, otherwise="unreadable")


def _upper_end(item: str) -> Claim:
    """Return what becomes of X_4 with d as it is printed for n = 4."""
    same = []
    for draw in drawn(40):
        mine, *others = ((low, high) for low, high in (sorted(draw(2)) for _ in range(4)))
        whole = Fraction(0)
        for ends in product((0, 1), repeat=3):
            c = [other[end] for other, end in zip(others, ends, strict=True)]
            low, high = others[0]
            d = min(max(low, sorted(c)[1]), high)
            z = -2 * walk.w_n(mine[0], d, c) + 5 * walk.w_n(d, mine[1], c)
            whole += (-1) ** sum(ends) * z
        same.append(whole == paid(PLAIN, 5, -2, mine, others))
    why = "d lies between a_4 and b_4, at the largest c if it can: min(max(a_4, c_3), b_4)"
    return holds(item, "X_4 with d = min(max(a_3, c_2), b_3)", same, why)


def _signed(mine: walk.Range, one: walk.Range, two: walk.Range) -> Fraction:
    """Return X_3 with the signs that the example prints for its four sets."""
    whole = Fraction(0)
    low, high = mine
    printed_signs = {(0, 0): 1, (0, 1): -1, (1, 0): 1, (1, 1): -1}
    for (i, j), sign in printed_signs.items():
        c = [one[i], two[j]]
        d = min(max(low, max(c)), high)
        whole += sign * (-2 * walk.w_n(low, d, c) + 5 * walk.w_n(d, high, c))
    return whole


def _product(others: int) -> list[int]:
    """Return the coefficients of the product that W_4 integrates."""
    line = [1]
    for _ in range(others):
        line = [a + b for a, b in zip([0, *line], [*line, 0], strict=True)]
    return line


def table_a4() -> Iterator[Claim]:
    """Compare the analytic column of A.4, where its lines can be read."""
    for place, (mine, one, two, says) in printed.TABLE_A4.items():
        ranges = [(low, high) for low, high in map(numbers, (mine, one, two))]
        ours = paid(PLAIN, 5, -2, ranges[0], ranges[1:])
        yield check("table-A.4", f"line ({place})", says, fixed(ours, 4))
