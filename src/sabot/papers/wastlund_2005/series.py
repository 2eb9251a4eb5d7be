"""Theorems 11.5 and 11.6: the limit law from exact counts, and the proof of (55), step by step."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import exp, factorial, pi, sqrt

from sabot.games.whist.theory import asymptotics, counting
from sabot.games.whist.theory.values import diagonals
from sabot.papers.report import Claim, PaperTable, compare, grid
from sabot.papers.wastlund_2005 import printed
from sabot.papers.wastlund_2005.counts import east_ace
from sabot.papers.wastlund_2005.estimates import LARGE, chance, close, simpson
from sabot.papers.wastlund_2005.every import every, holds
from sabot.papers.wastlund_2005.printed import limits as law
from sabot.papers.wastlund_2005.printed import series as said

POINTS = (0.05, 0.3, 0.7, 1.0, 1.6)
EXTRAPOLATED = (0.25, 0.5, 0.75, 1.0)
TERMS = 60


def integral(x: float, low: float = 0.0, high: float = 1.0) -> float:
    """Return the integral of (53) without its factor, by Simpson's rule in t = u^2."""
    return simpson(lambda u: 2 * u * law.part_53(x, u * u) if u else 0.0, sqrt(low), sqrt(high))


def theorem_11_5() -> Iterator[Claim | PaperTable]:
    """Find the limit of Pr[T_k > 0] from exact chances, and compare it with (53)."""
    item = "theorem-11.5"
    same = (close(law.factor_53(x) * integral(x), asymptotics.limit_tail(x), 7) for x in POINTS)
    yield holds(item, "(53) by integration is the elementary form, five x, 7 digits", same)
    for x in EXTRAPOLATED:
        yield compare(
            item,
            f"Pr[xi > {x}] by (53), and extrapolated from Pr[T_k > 0] at n = 2^8, 2^12, 2^16",
            f"{law.factor_53(x) * integral(x):.5f}",
            f"{extrapolated(x):.5f}",
            basis="formula",
        )
    between = (_between(n) for n in (10, 20, 40, 60))
    yield holds(item, "Pr[H > k] is between those of H lower and H upper, n = 10 to 60", between)
    yield from _below_zero(item)
    yield from _distances(item)


def extrapolated(x: float) -> float:
    """Return the limit of Pr[T_k > 0], k = x sqrt(n), if its error is a/sqrt(n) + b/n + ..."""
    ones = [chance(n, round(x * sqrt(n))) for n in LARGE]
    twos = [(4 * b - a) / 3 for a, b in pairwise(ones)]
    (three,) = ((16 * b - a) / 15 for a, b in pairwise(twos))
    return three


def _between(n: int) -> bool:
    """Say whether H, over every threshold, is between H lower and H upper."""
    east, lower = east_ace(n), counting.lower_counts(n)
    whist = {h: east.get(h, 0) + east.get(-h, 0) for h in range(-n, n + 1)}

    def above(counts: dict[int, int], k: int) -> int:
        return sum(count for h, count in counts.items() if h > k)

    upper = counting.upper_counts(n)
    ks = range(-n - 1, n + 1)
    return all(above(lower, k) <= above(whist, k) <= above(upper, k) for k in ks)


def _below_zero(item: str) -> Iterator[Claim]:
    """Check what is said of x < 0: an odd function, and the law that symmetry gives."""
    odd = (close(law.factor_53(-x) * integral(-x), -law.factor_53(x) * integral(x)) for x in POINTS)
    yield holds(item, "the right side of (53) is an odd function, five x", odd)
    law_below = (
        close(law.below_zero(-x, integral(-x)), asymptotics.limit_tail(-x), 7) for x in POINTS
    )
    yield holds(item, "the law for x < 0, five x, 7 digits", law_below)
    sums = [[diagonals(deal) for deal in every(n, n)] for n in range(2, 7)]
    exact = (
        sum(t[-k] > 0 for t in deals) == sum(t[k] < 0 for t in deals)
        for deals in sums
        for k in deals[0]
    )
    yield holds(item, "the symmetry: T_(-k) > 0 as often as T_k < 0, deal by deal, n <= 6", exact)
    x = 0.5
    yield compare(
        item,
        f"Pr[xi > -{x}] by its law, and extrapolated from exact chances",
        f"{law.below_zero(-x, integral(-x)):.5f}",
        f"{1 - extrapolated(x):.5f}",
        basis="formula",
    )


def _distances(item: str) -> Iterator[Claim | PaperTable]:
    rows, lower, whist = [], [], []
    for n in (10, 20, 40, 60, 100, 200):
        lower.append(asymptotics.distance(n, counting.lower_counts(n)))
        cells = [f"{lower[-1]:.4f}"]
        if n <= 60:
            east = east_ace(n)
            both = {h: east.get(h, 0) + east.get(-h, 0) for h in range(-n, n + 1)}
            whist.append(asymptotics.distance(n, both))
            cells.append(f"{whist[-1]:.4f}")
        rows.append((n, [*cells, ""][:2]))
    falling = all(a > b for part in (lower, whist) for a, b in pairwise(part))
    yield compare(item, "the distance to the limit law falls with n", True, falling)
    title = "Largest distance between the distribution function over sqrt(n) and the limit law"
    yield PaperTable(item, title, grid("n", ["H lower", "H"], rows))


def theorem_11_6() -> Iterator[Claim]:
    """Check (54) to (63), each step of the proof; (63) lacks a factor."""
    item = "theorem-11.6"
    power = (close(said.eq_54(Fraction(2), Fraction(2), x), exp(x)) for x in POINTS)
    yield holds(item, "(54): 1F1(2, 2; x) is exp(x), five x, 8 digits", power)
    left = {x: law.factor_53(x) * integral(x) for x in POINTS}
    right = (close(left[x], said.eq_55(x, said.kummer(x)), 7) for x in POINTS)
    yield holds(item, "(55), five x, 7 digits", right)
    taylor = (said.alpha(i) == _taylor(i) for i in range(30))
    yield holds(item, "alpha_i, the series of (1 - t) / (2 - t)^(3/2), exactly, i < 30", taylor)
    steps = (
        close(_piece(i, x, a), said.eq_56(i, x, a), 6)
        for i in range(6)
        for x in POINTS[1:]
        for a in (0.5, 1.0, 1.7)
    )
    yield holds(item, "(56), i <= 5, four x, a = 0.5, 1, 1.7, 6 digits", steps)
    forms = (said.beta_first(i, j) == said.beta(i, j) for i in range(1, 9) for j in range(9))
    yield holds(item, "(57): both forms of beta are equal, exactly, i and j up to 8", forms)
    betas = {(i, j): float(said.beta(i, j)) for i in range(TERMS + 20) for j in range(TERMS)}
    whole = (close(left[x], said.eq_58(x, _double(x, betas, later=True)), 6) for x in POINTS)
    yield holds(item, "(58), five x, 6 digits", whole)
    rows = (
        close(sum(betas[i, j] * z**i for i in range(TERMS)), said.eq_59(j, z))
        for j in range(6)
        for z in (0.25, 0.5, 1.0)
    )
    yield holds(item, "(59), j <= 5, z = 1/4, 1/2, 1, 8 digits", rows)
    exact = (said.beta(i, j) == _coefficient(i, j) for i in range(9) for j in range(9))
    yield holds(item, "(59), coefficient by coefficient, exactly, i and j up to 8", exact)
    sums = (close(sum(betas[i, j] for i in range(TERMS)), said.eq_60(j)) for j in range(6))
    yield holds(item, "(60): the sum of beta over i, j <= 5, 8 digits", sums)
    yield from _double_sums(item, betas)
    yield from _taylor_of_55(item)
    yield from _antiderivative(item)


def _taylor(i: int) -> Fraction:
    """Return the coefficient of t^i in (1 - t) / (2 - t)^(3/2), times 2^(3/2)."""

    def plain(j: int) -> Fraction:
        found = Fraction(1)
        for m in range(j):
            found *= Fraction(2 * m + 3, 2) / (m + 1) / 2
        return found

    return plain(i) - (plain(i - 1) if i else 0)


def _piece(i: int, x: float, a: float) -> float:
    """Return the left side of (56), in t = u^2."""
    factor = law.factor_53(x) * float(said.alpha(i)) / 2**1.5

    def part(u: float) -> float:
        return 2 * exp(-2 * x * x / (u * u)) * u ** (2 * i - 2) if u else 0.0

    return factor * simpson(part, 0.0, sqrt(a))


def _coefficient(i: int, j: int) -> Fraction:
    """Return the coefficient of z^i in the right side of (59)."""

    def power(m: int) -> Fraction:  # of z^m in (1 - z/2)^(j - 1/2)
        found = Fraction(1)
        for step in range(m):
            found *= (Fraction(2 * j - 1, 2) - step) / (step + 1) / -2
        return found

    inner = power(i) + (j * power(i - 1) if i else 0)
    return -(Fraction(2) ** (j - 1)) / said.half_gamma(j) * inner


Betas = dict[tuple[int, int], float]


def _double(x: float, betas: Betas, *, later: bool) -> float:
    """Return the double sum of beta_ij x^(2j), over those with i > j or over all i and j."""
    return sum(b * x ** (2 * j) for (i, j), b in betas.items() if (i > j if later else j < 30))


def _corner(x: float, betas: Betas) -> float:
    """Return the double sum of (63)."""
    return sum(betas[i, i + m] * x ** (2 * (i + m)) for m in range(30) for i in range(30))


def _double_sums(item: str, betas: Betas) -> Iterator[Claim]:
    both = (close(_double(x, betas, later=False), said.eq_61(x), 6) for x in POINTS[:4])
    yield holds(item, "(61), four x, 6 digits", both)
    rows = (
        close(
            sum(betas[i, i + m] * x ** (2 * (i + m)) for i in range(TERMS - m)),
            said.eq_62(m, x),
        )
        for m in range(6)
        for x in POINTS
    )
    yield holds(item, "(62), m <= 5, five x, 8 digits", rows)
    lefts = {x: _corner(x, betas) for x in POINTS[1:4]}
    right = (close(left, said.eq_63(x) * exp(2 * x * x)) for x, left in lefts.items())
    yield holds(item, "(63) with a factor exp(2 x^2) on its right, three x, 8 digits", right)
    x = 0.7
    left, says = lefts[x], said.eq_63(x)
    yield compare(
        item,
        "(63): the left side at x = 0.7, to 6 digits",
        f"{says:.6g}",
        f"{left:.6g}",
        evidence=f"the right side lacks a factor exp(2 x^2) = {exp(2 * x * x):.6g}, with which it "
        f"is {says * exp(2 * x * x):.6g}; in (58) the factor cancels, and (55) is right",
        basis="formula",
    )


def _taylor_of_55(item: str) -> Iterator[Claim]:
    even, odd = (tuple(map(Fraction, part)) for part in (printed.TAYLOR_EVEN, printed.TAYLOR_ODD))
    yield compare(item, "Taylor: 1, x^2, x^4, x^6", even, _even_coefficients())
    yield compare(item, "Taylor: x, x^3, x^5, times sqrt(pi)", odd, _odd_coefficients())
    zero, one, two = map(Fraction, printed.NEAR_ZERO)
    near = (
        abs(
            asymptotics.limit_tail(x)
            - float(zero)
            - float(one) * x / sqrt(pi)
            - float(two) * x * abs(x)
        )
        <= abs(x) ** 3
        for size in (0.1, 0.01, 0.001)
        for x in (size, -size)
    )
    yield holds(item, "near 0 on both sides, up to x|x|, within |x|^3", near)
    bend = (_second(sign) for sign in (1, -1))
    yield compare(
        item,
        "not twice differentiable at 0: the coefficients of x^2 on either side",
        (2 * two, -2 * two),
        tuple(Fraction(round(slope, 2)).limit_denominator(100) for slope in bend),
    )
    peak = (asymptotics.limit_density(x) < asymptotics.limit_density(0.0) for x in (-0.01, 0.01))
    yield holds(item, "the density has a peak at the origin", peak)


def _second(sign: int) -> float:
    """Return the second derivative of Pr[xi > x] just beside 0."""
    step = sign * 0.0001
    one, two, three = (asymptotics.limit_tail(m * step) for m in (1, 2, 3))
    return (one - 2 * two + three) / step**2


def _even_coefficients() -> tuple[Fraction, ...]:
    """Return those of (1/2 + x^2) exp(-x^2)."""
    e = [Fraction((-1) ** i, factorial(i)) for i in range(4)]
    return tuple(e[i] / 2 + (e[i - 1] if i else Fraction(0)) for i in range(4))


def _odd_coefficients() -> tuple[Fraction, ...]:
    """Return those of -2x exp(-2 x^2) 1F1(2, 3/2; x^2)."""
    e = [Fraction((-2) ** i, factorial(i)) for i in range(3)]
    f = [Fraction(1)]
    for i in range(2):
        f.append(f[-1] * Fraction(2 + i) / (Fraction(3, 2) + i) / (i + 1))
    zero = Fraction(0)
    return tuple(-2 * sum((e[a] * f[i - a] for a in range(i + 1)), zero) for i in range(3))


def primitive(x: float, t: float) -> float:
    """Return the antiderivative by 2F2, in decimals: near t = 0 its terms are huge."""
    with localcontext() as here:
        here.prec = 60
        square, at = Decimal(x) ** 2, Decimal(t)
        b, z, total, term = 1 / at, square * (2 - at) / at, Decimal(0), Decimal(1)
        for i in range(int(3 * z) + 100):
            total += term * (b + i) / b
            term *= z / (Decimal(3) / 2 + i)
        return float(-(-2 * square / at).exp() / (at * (2 - at)).sqrt() * total)


def _antiderivative(item: str) -> Iterator[Claim]:
    x, pairs = 0.8, ((0.1, 0.3), (0.2, 0.5), (0.3, 0.9), (0.5, 1.0), (0.1, 1.0))
    areas = (
        close(primitive(x, high) - primitive(x, low), integral(x, low, high), 6)
        for low, high in pairs
    )
    yield holds(item, "the antiderivative by 2F2, between five pairs of points", areas)
    limits = (close(primitive(x, x * x / 32), said.limit_at_zero(x), 10) for x in POINTS[1:])
    yield holds(item, "its limit as t falls to 0, four x, at t = x^2/32, 10 digits", limits)
