"""What Risticz prints: the data of ``printed.toml``, and the integrals and payoff functions.

The formulas are written letter by letter, with what is corrected beside what is printed. They are
independent of the betting and of the payoffs of Sabot's games: the claims compare the two. All of
them work in fractions and in floats, since the algorithms of 1973 are run in floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product
from math import prod
from typing import TypeVar

from sabot.papers.printed import read_printed


@dataclass(frozen=True)
class PrintedRisticz1973:
    """The entries of ``printed.toml``, which says where each is printed and what it is."""

    improves_1_6: str
    blind_from: str
    table_1: tuple[str, ...]
    dealt: dict[str, str]
    again: dict[str, str]
    fours: dict[str, str]
    draws: dict[tuple[str, int], str]
    table_3: str
    table_5: str
    sample: int
    table_4: dict[str, tuple[int, ...]]
    example: tuple[str, str, str]
    table_6: dict[int, tuple[str, str]]
    seventh: str
    squared: str
    g_of_l: str
    most_cut: str
    figure_1: tuple[int, str, int]
    pair_throws: int
    figure_3: tuple[str, ...]
    table_20: dict[str, tuple[tuple[int, ...], tuple[int | None, ...]]]
    bounds_20: dict[str, tuple[int, ...]]
    nearer_20: dict[str, tuple[int, ...]]
    sum_20: tuple[int, int]
    table_7: str
    first_looks: dict[str, str]
    second_looks: dict[str, str]
    after_one: str
    stable: str
    table_8: dict[str, tuple[str, ...]]
    von_neumann: str
    table_9: dict[str, str]
    table_10: dict[str, tuple[str, ...]]
    table_11: dict[str, str]
    eq_33: str
    table_12: str
    simulated: dict[int, str]
    games_12: int
    order_12: str
    t_test: str
    two_places: str
    locked: tuple[str, str]
    table_13: dict[str, tuple[str, ...]]
    table_14: dict[str, tuple[str, ...]]
    three: dict[str, str]
    three_payoffs: str
    table_15: dict[str, str]
    four_payoffs: str
    calls: dict[tuple[int, ...], int]
    cycles: tuple[int, tuple[int, int], int]
    vector: str
    largest_error: tuple[int, int]
    ranks: tuple[str, ...]
    table_16: dict[str, str]
    three_of_a_kind: str
    table_17: dict[int, str]
    table_18: dict[int, tuple[str, str]]
    doubles: dict[int, str]
    examples: dict[str, tuple[str, ...]]
    pairs_are_in: str
    table_19: dict[str, tuple[str, str]]
    table_a4: dict[int, tuple[str, str, str, str]]
    flush_1_6: str
    example_1_6: tuple[str, str]
    games_2_12: str
    games_2_10: int
    f_of_6: str
    g_in_table_6: str
    head_of_table_9: str
    chances_4_1: tuple[str, str, str, str, str]
    q_before_c_1: str
    eq_32: str
    bluffs_4_7: str
    zero_4_7: str
    drops_in_table_14: str
    chance_5_5_1: tuple[str, str, str, str]
    tens_that_play: str
    rise_of_g: str
    flow_in_c_5: str
    cost_6_2_2: str
    players_7_2: str
    variables_7_3: str


printed = read_printed(PrintedRisticz1973)


def friedman(k: Fraction, p: Fraction) -> tuple[Fraction, Fraction]:
    """Return how often A bluffs after a miss, and how often B looks, by 1.6."""
    return p / ((1 + k) * (1 - p)), k / (1 + k)


Number = TypeVar("Number", Fraction, float)
HandRange = tuple[Number, Number]
"""The hands from a lower to an upper end."""


def x_2(
    win: Number | int,
    lose: Number | int,
    mine: HandRange[Number],
    other: HandRange[Number],
    *,
    printed: bool = False,
) -> Number:
    """Return X_2, eq. 19: what a hand of *mine* is paid against one of the *other*'s.

    As printed its second half subtracts the lower end of the other's hands, not the upper one.
    """
    (a, b), (c, d) = mine, other
    g, h = (max(a, min(b, end)) for end in (c, d))
    end = c if printed else d
    first = lose * (g - a) * ((g + a) / 2 - c) + win * (b - g) * ((b + g) / 2 - c)
    second = lose * (h - a) * ((h + a) / 2 - end) + win * (b - h) * ((b + h) / 2 - end)
    return first - second


def x_2_by_case(
    number: int,
    win: Number | int,
    lose: Number | int,
    mine: HandRange[Number],
    other: HandRange[Number],
) -> Number:
    """Return X_2 by one of the six cases of A.2.1, as printed."""
    (a, b), (c, d) = mine, other
    whole, half = (b - a) * (d - c), (b - a) ** 2 / 2
    over = (d - c) ** 2 / 2 + (d - c) * (b - d)
    return {
        1: lose * whole,
        2: win * half + lose * (whole - half),
        3: win * over + lose * (whole - over),
        4: win * (half + (b - a) * (a - c)) + lose * (half + (b - a) * (d - b)),
        5: lose * (d - a) ** 2 / 2 + win * (whole - (d - a) ** 2 / 2),
        6: win * whole,
    }[number]


def x_n(
    win: Number | int,
    lose: Number | int,
    mine: HandRange[Number],
    others: Sequence[HandRange[Number]],
) -> Number:
    """Return X_n, eq. 36: the sum over 2^(n-1) choices of an end for each of the others."""
    total = mine[0] * 0
    for ends in product((0, 1), repeat=len(others)):
        c = [other[end] for other, end in zip(others, ends, strict=True)]
        low, high = mine
        d = min(max(low, max(c)), high)
        z = lose * w_n(low, d, c) + win * w_n(d, high, c)
        total += (-1) ** sum(ends) * z
    return total


def w_n(low: Number, high: Number, c: Sequence[Number]) -> Number:
    """Return W_n, eq. 29 with its product up to n - 1: the integral of the product of x - c_i."""
    zero = low * 0
    line: list[Number] = [zero + 1]
    for root in c:
        line = [a - root * b for a, b in zip(chain([zero], line), chain(line, [zero]), strict=True)]
    parts = (part * (high ** (k + 1) - low ** (k + 1)) / (k + 1) for k, part in enumerate(line))
    return sum(parts, start=zero)


def w_4_printed(low: Number, high: Number, c: Sequence[Number]) -> Number:
    """Return W_4 as eq. 38 prints it."""
    one, two, three = c
    return (
        (high**4 - low**4) / 4
        + (one + two + three) * (high**3 + low**3) / 3
        + (one * two + one * three + two * three) * (high**2 - low**2) / 2
        - one * two * three * (high - low)
    )


def xq_2(
    q: Number,
    win: Number | int,
    lose: Number | int,
    mine: HandRange[Number],
    other: HandRange[Number],
    *,
    printed: bool = False,
) -> Number:
    """Return XQ_2, eq. 20: X_2 with hands that improve; *printed* takes eq. 7 as printed."""
    whole = (mine[1] - mine[0]) * (other[1] - other[0])
    both = q * q + (1 - q) ** 2
    alone = q * (q - q) if printed else q * (1 - q)
    return alone * (win + lose) * whole + both * x_2(win, lose, mine, other)


def xq_3(
    q: Number,
    win: Number | int,
    lose: Number | int,
    mine: HandRange[Number],
    one: HandRange[Number],
    two: HandRange[Number],
) -> Number:
    """Return XQ_3, eq. 11 of chapter 5."""
    sizes = [high - low for low, high in (mine, one, two)]
    plain = 1 - q
    return (
        prod(sizes) * (win * q * plain**2 + lose * plain * (1 - plain**2))
        + q * q * plain * sizes[2] * x_2(win, lose, mine, one)
        + q * q * plain * sizes[1] * x_2(win, lose, mine, two)
        + (q**3 + plain**3) * x_n(win, lose, mine, [one, two])
    )


def von_neumann_payoff(a: Number, b: Number, c: Number, high: int, low: int) -> Number:
    """Return f_1(a, b, c) of 3.8, with I_1, I_2 and I_3 as printed."""
    i_1 = (b - a) * (a + b - 1)
    i_2 = -a * (1 - c) + ((a - c) ** 2 if a >= c else 0)
    i_3 = (1 - c) * (b - c) if b < c else (1 - b) * (b - c)
    return low * i_1 + low * a * c + low * (1 - b) * c + high * i_2 + high * i_3


def payoff_2pg(q: Number, at: Sequence[Number], *, printed: bool = False) -> Number:
    """Return P_1 of the 2-PG, eq. 21; as printed one upper end is f where it must be e."""
    a, b, c, d, e, f = at
    g, h = min(a, c), max(b, c)
    one = a * 0 + 1
    zero = a * 0
    return (
        (a + 1 - b) * (d - f)
        - 2 * (g + h - b) * (1 - e + f)
        + xq_2(q, 2, -2, (zero, a), (d, e))
        + xq_2(q, 2, -2, (b, one), (d, f if printed else e))
        + xq_2(q, 4, -4, (g, a), (e, one))
        + xq_2(q, 4, -4, (h, one), (e, one))
        + xq_2(q, 4, -4, (g, a), (zero, f))
        + xq_2(q, 4, -4, (h, one), (zero, f))
    )


def payoff_2pg_short(q: Number, at: Sequence[Number]) -> Number:
    """Return P_1 of the 2-PG by eq. 26, for a below d, b between d and e, and c from a to b."""
    a, b, _, d, e, f = at
    large = q * q + (1 - q) ** 2
    inner = (e - d) * (1 - e - a) + (e - b) * (b - d + 2 * e - 2) + 2 * f * (1 - b)
    return (d - f) * (1 + a - b) - 2 * a * (1 + f - e) + 2 * large * inner


def analytic_solution(q: Number) -> tuple[Number, Number, Number, Number]:
    """Return a, b, d, e by c_1 to c_7 of 4.4.1."""
    large = q * q + (1 - q) ** 2
    c_1 = 2 * (1 - 4 * large) / (1 + 2 * large)
    c_2 = -4 * large - 2 * (2 * large - 1) / (2 * large + 1)
    c_3 = 4 * large - c_1 / 2
    c_4 = 2 - 2 * large - c_3 * (4 * large - 1) / (2 * large * (2 * large - 1))
    c_5 = (c_1 - c_2) / 2 - 2 * large
    c_6 = 4 * large - 2 - c_5 / c_4 * (4 * large - 1) / large
    c_7 = c_6 / (2 * (2 * large - 1))
    d = (2 - c_7 * (2 - 2 * large)) / (1 + 2 * large)
    return c_5 / c_4, (c_1 * c_7 - c_2) / (4 * large), d, c_7


def payoff_2pg_derivatives(
    q: Number, a: Number, b: Number, d: Number, e: Number
) -> dict[str, Number]:
    """Return the four derivatives of 4.4.1, as printed."""
    large = q * q + (1 - q) ** 2
    return {
        "a": d - 2 * (1 - e) - 2 * large * (e - d),
        "b": -d + 2 * large * (-2 * b + d - e + 2),
        "d": -1 - a + b - 2 * large * (a + b - 1),
        "e": -2 * a - 2 * large * (2 * e - a - b - 1),
    }


def xq_4(
    q: Number,
    win: Number | int,
    lose: Number | int,
    mine: HandRange[Number],
    others: Sequence[HandRange[Number]],
) -> Number:
    """Return XQ_4, eq. 21 of chapter 5."""
    sizes = [high - low for low, high in others]
    plain = 1 - q
    whole = prod(sizes) * (mine[1] - mine[0])
    total = whole * (win * q * plain**3 + lose * plain * (1 - plain**3))
    for k, size in enumerate(sizes):
        rest = [other for j, other in enumerate(others) if j != k]
        total += q**3 * plain * size * x_n(win, lose, mine, rest)
        aside = prod(sizes[j] for j in range(len(sizes)) if j != k)
        total += q**2 * plain**2 * aside * x_2(win, lose, mine, others[k])
    return total + (q**4 + plain**4) * x_n(win, lose, mine, others)


def _paid_alone(q: Number, x: HandRange[Number], low: Number, high: Number) -> Number:
    """Return what a hand that has entered alone is paid: the blind plays from *low* on."""
    played = xq_2(q, 2, -2, x, (low, high))
    return (x[1] - x[0]) * low + played + xq_2(q, 4, -4, x, (high, low * 0 + 1))


def _paid_beside_another(
    q: Number, x: HandRange[Number], y: HandRange[Number], low: Number, high: Number
) -> Number:
    """Return what a hand that has entered beside another is paid."""
    played = xq_3(q, 4, -2, x, y, (low, high))
    return low * xq_2(q, 3, -2, x, y) + played + xq_3(q, 8, -4, x, y, (high, low * 0 + 1))


def _payoff_3pg_1(q: Number, at: Sequence[Number]) -> Number:
    (a, _, c), z = at[:3], at[3:]
    one = a * 0 + 1
    return c * _paid_alone(q, (a, one), z[2], z[3]) + _paid_beside_another(
        q, (a, one), (c, one), z[4], z[5]
    )


def _payoff_3pg_2(q: Number, at: Sequence[Number]) -> Number:
    (a, b, c), z = at[:3], at[3:]
    one = a * 0 + 1
    return a * _paid_alone(q, (b, one), z[0], z[1]) + _paid_beside_another(
        q, (c, one), (a, one), z[4], z[5]
    )


def _payoff_3pg_3(q: Number, at: Sequence[Number]) -> Number:
    (a, b, c), z = at[:3], at[3:]
    one = a * 0 + 1
    first, alone, beside = (a, one), (b, one), (c, one)
    total = -(1 - a) * (1 - c) * z[4]
    for share, x, low, high in ((a, alone, z[0], z[1]), (c, first, z[2], z[3])):
        won = xq_2(q, 2, -2, (low, high), x) + xq_2(q, 4, -4, (high, one), x)
        total += share * (won - (x[1] - x[0]) * low)
    total += xq_3(q, 4, -2, (z[4], z[5]), first, beside)
    return total + xq_3(q, 8, -4, (z[5], one), first, beside)


def payoff_3pg_1_printed(q: Number, at: Sequence[Number]) -> Number:
    """Return P_3 of player 1 with the indices and payoffs that the text of 5.2.3 has."""
    (a, _, c), z = at[:3], at[3:]
    one = a * 0 + 1
    mine, other = (a, one), (c, one)
    return (
        c * z[2] * (1 - a)
        + c * xq_2(q, 2, -2, mine, (z[2], z[0]))
        + c * xq_2(q, 2, -2, mine, (z[3], one))
        + z[4] * xq_2(q, 3, -2, mine, other)
        + xq_3(q, 4, -2, mine, other, (z[4], z[1]))
        + xq_3(q, 8, -4, mine, other, (z[5], one))
    )


def payoff_3pg_3_printed(q: Number, at: Sequence[Number]) -> Number:
    """Return P_3 of player 3 with the limits of the text of 5.2.3, its first sign corrected."""
    (a, b, c), z = at[:3], at[3:]
    one = a * 0 + 1
    first, alone, beside = (a, one), (b, one), (c, one)
    return (
        -a * (1 - b) * z[0]
        + a * (xq_2(q, 2, -2, (z[2], z[1]), alone) + xq_2(q, 4, -4, (z[1], one), alone))
        - (1 - a) * c * z[2]
        + c * (xq_2(q, 2, -2, (z[2], z[1]), first) + xq_2(q, 4, -4, (z[3], one), first))
        - (1 - a) * (1 - c) * z[4]
        + xq_3(q, 4, -2, (z[4], z[2]), first, beside)
        + xq_3(q, 8, -4, (z[5], one), first, beside)
    )


PAYOFFS_3PG = (_payoff_3pg_1, _payoff_3pg_2, _payoff_3pg_3)
"""P_3 of 5.2.3 by player, corrected; the cuts are in the order of eq. 12."""


def payoffs_3pg(q: Number, at: Sequence[Number]) -> tuple[Number, Number, Number]:
    """Return P_3 of the 3-PG for all three players."""
    one, two, three = (pays(q, at) for pays in PAYOFFS_3PG)
    return one, two, three
