"""What Foster prints: the data of ``printed.toml``, and the formulas of Sections 2 and 6.

The formulas are written letter by letter, in exact numbers. They are independent of the game that
ships with Sabot and of its forms: the claims compare the two. The one-letter names are those of the
article.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from sabot.papers.printed import read_printed


@dataclass(frozen=True)
class PrintedFoster1964:
    """The entries of ``printed.toml``, which says where each is printed and what it is."""

    fingers: dict[str, tuple[tuple[int, ...], ...]]
    wish: int
    saddle: tuple[str, str, int]
    half: str
    sums: dict[tuple[int, int], int]
    situations: int
    strategies: str
    combinations: dict[tuple[int, int], tuple[int, int]]
    pairs: tuple[int, int]
    a_0: str
    table_1: dict[tuple[int, ...], str]
    table_2: dict[tuple[int, ...], str]
    b_0: str
    b_l: str
    table_3: dict[str, str]
    decisions: dict[str, dict[int, str]]
    ranges: dict[str, tuple[str, str]]
    ringed: dict[str, str]
    straight: tuple[str, str]
    lowest: tuple[str, str]
    mixed: tuple[str, str, str, str]
    calls: str


printed = read_printed(PrintedFoster1964)

Number = Fraction | int
NO_CARD = 10
"""The letter l or m of a seat that draws no card."""
TOTALS = range(10)
THIRD_CARDS = range(11)
FREE_TOTALS = range(3, 7)

BankerStrategy = dict[tuple[int, int], int]
"""Banker's move at (j, l): 1 to draw, 0 to stand."""


def solve_two_by_two(a: Number, b: Number, c: Number, d: Number) -> tuple[Fraction, Fraction]:
    """Return h and v of Section 2: v = ha + (1 - h)b = hc + (1 - h)d.

    >>> solve_two_by_two(1, -1, -1, 1)
    (Fraction(1, 2), Fraction(0, 1))
    """
    h = Fraction(d - b) / (a - b - c + d)
    return h, h * a + (1 - h) * b


@cache
def initial_score_probabilities() -> tuple[Fraction, ...]:
    """Return a_0 to a_9, from six packs without replacement: card by card."""
    packs = [0 if rank > 9 else rank for rank in range(1, 14)]
    cards = [points for points in packs for _ in range(24)]
    held = {points: cards.count(points) for points in TOTALS}
    ways = [0] * 10
    for one, many in held.items():
        for two, more in held.items():
            ways[(one + two) % 10] += many * (more - (one == two))
    return tuple(Fraction(way, len(cards) * (len(cards) - 1)) for way in ways)


def b(m: int) -> Fraction:
    """Return the chance that a further point is m."""
    return Fraction(0) if m == NO_CARD else Fraction(16 if m == 0 else 4, 52)


def delta(m: int) -> int:
    """Return 1 for no card."""
    return int(m == NO_CARD)


def p(i: int, m: int, h: Fraction) -> Fraction:
    """Return p_im: what Player draws on i, or Banker if he played as Player does."""
    if i <= 4:
        return b(m)
    return h * b(m) + (1 - h) * delta(m) if i == 5 else Fraction(delta(m))


def pi(j: int, m: int, move: int) -> Fraction:
    """Return what Banker draws on j when his strategy says *move* (where he has a choice)."""
    draws = j < 3 or (j < 7 and move == 1)
    return b(m) if draws else Fraction(delta(m))


def f(i: int, j: int, l: int, m: int) -> int:  # noqa: E741 - the paper's letter
    """Return the pay-off to Banker."""
    one, two = (i + l) % 10, (j + m) % 10
    if j in (8, 9):
        one, two = i, j
    elif i in (8, 9):
        return -1
    return (two > one) - (two < one)


def expected_gain(h: Fraction, draws: Callable[[int, int, int], Fraction]) -> Fraction:
    """Return the quadruple sum of Section 6 for Banker's chances *draws(j, l, m)*."""
    a = initial_score_probabilities()
    sums = Fraction(0)
    for i in TOTALS:
        for l in THIRD_CARDS:  # noqa: E741
            reach = a[i] * p(i, l, h)
            if reach:
                sums += reach * sum(
                    (
                        a[j] * draws(j, l, m) * f(i, j, l, m)
                        for j in TOTALS
                        for m in THIRD_CARDS
                        if f(i, j, l, m)
                    ),
                    Fraction(0),
                )
    return sums


def gain_of_strategy(h: Fraction, s: BankerStrategy) -> Fraction:
    """Return G(h, s) by the quadruple sum."""
    return expected_gain(h, lambda j, seen, m: pi(j, m, s.get((j, seen), 0)))


@cache
def z(j: int, l: int, h: Fraction) -> Fraction:  # noqa: E741
    """Return z_jl."""
    a = initial_score_probabilities()
    return sum(
        (
            a[i] * p(i, l, h) * sum((delta(m) - b(m)) * f(i, j, l, m) for m in THIRD_CARDS)
            for i in range(8)
        ),
        Fraction(0),
    )


def g(j: int, l: int, h: Fraction, move: int) -> Fraction:  # noqa: E741
    """Return g_jl for one move, from its definition."""
    a = initial_score_probabilities()
    other = [(b(m) if move else Fraction(delta(m))) - p(j, m, h) for m in THIRD_CARDS]
    return sum(
        (
            a[i] * p(i, l, h) * sum(other[m] * f(i, j, l, m) for m in THIRD_CARDS)
            for i in range(8)
            if p(i, l, h)
        ),
        Fraction(0),
    )


def g_short_form(j: int, l: int, h: Fraction, move: int) -> Fraction:  # noqa: E741
    """Return g_jl for one move by the short forms at the end of Section 6."""
    found = z(j, l, h)
    if j == 5:
        return -(1 - h) * found if move else h * found
    if j == 6:
        return -found if move else Fraction(0)
    return Fraction(0) if move else found


def best_reply(h: Fraction) -> tuple[Fraction, BankerStrategy]:
    """Return G(h) and the decision matrix as Foster's program finds them."""
    whole, decided = Fraction(0), {}
    for j in FREE_TOTALS:
        for l in THIRD_CARDS:  # noqa: E741
            stand, draw = (g_short_form(j, l, h, move) for move in (0, 1))
            whole += initial_score_probabilities()[j] * max(stand, draw)
            decided[j, l] = 0 if z(j, l, h) > 0 else 1
    return whole, decided
