"""Section 11.1, analysis: estimates on the way to the limit law, (53) to (63), and its slips.

These are statements about real numbers, checked by sums and integrals in floats whose error is far
below what is compared, or by fractions where both sides are rational multiples of one number.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb, erf, exp, factorial, gamma, log, pi, sqrt

from sabot.games.whist.theory import asymptotics, counting
from sabot.papers.report import Claim, PaperTable, compare, grid
from sabot.papers.wastlund_2005.counts import east_ace
from sabot.papers.wastlund_2005.every import holds

POINTS = (0.05, 0.3, 0.7, 1.0, 1.6)


def _close(one: float, two: float, places: int = 8) -> bool:
    """Say whether two floats agree to so many significant digits."""
    return bool(abs(one - two) * 10.0**places <= max(abs(one), abs(two)))


def integral(x: float, low: float = 0.0, high: float = 1.0, steps: int = 4000) -> float:
    """Return the integral of (53) without its factor, by Simpson's rule in t = u^2."""

    def part(u: float) -> float:
        t = u * u
        if not t:
            return 0.0
        return 2 * u * (1 - t) * exp(-2 * x * x / t) / (t * (2 - t) * sqrt(t * (2 - t)))

    a, b = sqrt(low), sqrt(high)
    step = (b - a) / steps
    weights = ((1 if i in (0, steps) else 4 if i % 2 else 2) for i in range(steps + 1))
    return step / 3 * sum(w * part(a + i * step) for i, w in enumerate(weights))


def kummer(z: float) -> float:
    """Return 1F1(2, 3/2; z) by its series (54)."""
    total = term = 1.0
    for i in range(300):
        term *= (2 + i) * z / ((1.5 + i) * (i + 1))
        total += term
    return total


def beta_first(i: int, j: int) -> Fraction:
    """Return beta_ij by the first form of (57), i at least 1."""
    found = Fraction((-1) ** (j - 1)) * Fraction(2) ** (2 * j - 3 * i + 1) * comb(2 * i - 1, i)
    for m in range(1, j + 1):
        found /= 2 * i - 2 * m - 1
    return found


def beta(i: int, j: int) -> Fraction:
    """Return beta_ij by the second form of (57): Gamma of a half is a fraction times sqrt(pi)."""
    half = Fraction(1)  # Gamma(j - i + 3/2) / sqrt(pi)
    for step in range(j - i + 1):
        half *= Fraction(2 * step + 1, 2)
    for step in range(j - i + 1, 0):
        half /= Fraction(2 * step + 1, 2)
    return Fraction((-1) ** i * (2 * i - 1), factorial(i)) * Fraction(2) ** (j - i - 1) / half


def _peak(k: int) -> int:
    """Return the m at which C(2m, m+k) / 4^m is largest."""
    return max(range(k, 3 * k * k), key=lambda m: Fraction(comb(2 * m, m + k), 4**m))


def estimates() -> Iterator[Claim]:
    """Check the steps from (39) to (52)."""
    item = "eq-42-48"
    peak = all(_peak(k) in (2 * k * k - 1, 2 * k * k) for k in range(1, 7))
    yield compare(item, "C(2m, m+k) / 4^m is largest at m = 2k^2, k <= 6", True, peak)
    tail = (
        comb(2 * m, m + k) / 4**m <= exp(-k * k / m) for m in range(1, 60) for k in range(m + 1)
    )
    yield holds(item, "it is at most exp(-k^2 / m), m < 60", tail)
    n, m = 10_000, 10
    squared = Fraction(n * (n - 2 * m), 2 * m) ** 2 / (n - m) ** 3
    yield compare(
        item,
        "(42): the factor n(n - 2m) / (2m (n - m)^(3/2)) is smaller than 1",
        "always",
        "not always" if squared >= 1 else "always",
        evidence=f"at n = 10,000, k = m = 10 (x = 1/10) its square is {float(squared):.2f}; it is "
        "bounded by a constant that depends on x, which is enough",
    )
    m, k = 1000, 30
    exact = (m - k + 0.5) * log(m / (m - k))
    right = _close((m - k + 0.5) * log(1 + k / (m - k)), exact)
    wrong = (m - k + 0.5) * log(1 + k / (m + k))
    yield compare(
        item,
        "(45): the second logarithm is of 1 + k over",
        "m + k",
        "m - k" if right else "m + k",
        evidence=f"at m = 1000, k = 30 the term is {exact:.4f}, with m + k it is {wrong:.4f}; "
        "the next line is right",
    )
    m = k = 1000  # n = 10^6, x = 1
    estimate = 2 * m * log(2) - log(m * pi) / 2 - 1_000_000 / m
    yield compare(
        item,
        "(48) with m_0 = O(sqrt(n)): the error is O(n^(-1/4)), n = 10^6, x = 1, m = sqrt(n)",
        "small",
        "small" if abs(estimate - log(comb(2 * m, m + k))) < 1 else "large",
        evidence=f"C(2m, m+k) is 1 there, and the estimate is exp({estimate:.0f}); m_0 must grow "
        "faster, as n^(7/8), which serves the rest of the proof as well",
    )


def theorem_11_5() -> Iterator[Claim | PaperTable]:
    """Watch H over sqrt(n) approach its limit law, from exact counts."""
    item = "theorem-11.5"
    same = (_close(2 * x / sqrt(pi) * integral(x), asymptotics.limit_tail(x), 7) for x in POINTS)
    yield holds(item, "(53) by integration is the elementary form, five x, 7 digits", same)
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
    """Check (55) and each step of its proof; (63) lacks a factor."""
    item = "theorem-11.6"
    right = (
        _close(
            2 * x / sqrt(pi) * integral(x),
            (0.5 + x * x) * exp(-x * x) - 2 * x * exp(-2 * x * x) / sqrt(pi) * kummer(x * x),
            7,
        )
        for x in POINTS
    )
    yield holds(item, "(55), five x, 7 digits", right)
    forms = (beta_first(i, j) == beta(i, j) for i in range(1, 9) for j in range(9))
    yield holds(item, "(57): both forms of beta are equal, exactly, i and j up to 8", forms)
    sums = (
        _close(
            sum(float(beta(i, j)) for i in range(60)),
            -sqrt(pi) * (j + 1) / (sqrt(2) * gamma(j + 1.5)),
        )
        for j in range(6)
    )
    yield holds(item, "(60): the sum of beta over i, j <= 5, 8 digits", sums)
    rows = (
        _close(
            sum(float(beta(i, i + m)) * x ** (2 * (i + m)) for i in range(60)),
            -(2**m) * sqrt(pi) / gamma(m + 1.5) * (0.5 + x * x) * exp(-x * x) * x ** (2 * m),
        )
        for m in range(6)
        for x in POINTS
    )
    yield holds(item, "(62), m <= 5, five x, 8 digits", rows)
    x = 0.7
    left = sum(float(beta(i, i + m)) * x ** (2 * (i + m)) for m in range(40) for i in range(40))
    printed = -sqrt(pi) * (0.5 + x * x) * exp(-x * x) * erf(sqrt(2) * x) / (sqrt(2) * x)
    yield compare(
        item,
        "(63): the left side at x = 0.7, to 6 digits",
        f"{printed:.6g}",
        f"{left:.6g}",
        evidence=f"the right side lacks a factor exp(2 x^2) = {exp(2 * x * x):.6g}, with which it "
        f"is {printed * exp(2 * x * x):.6g}; in (58) the factor cancels, and (55) is right",
    )
    coefficients = (Fraction(1, 2), Fraction(1, 2), Fraction(-3, 4), Fraction(5, 12))
    yield compare(item, "Taylor: 1, x^2, x^4, x^6", coefficients, _even_coefficients())
    odd = (Fraction(-2), Fraction(4, 3), Fraction(-4, 15))
    yield compare(item, "Taylor: x, x^3, x^5, times sqrt(pi)", odd, _odd_coefficients())
    yield holds(item, "the antiderivative by 2F2, between five pairs of points", _primitive())


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


def _primitive() -> Iterator[bool]:
    x = 0.8

    def primitive(t: float) -> float:
        b, z, total, term = 1 / t, x * x * (2 - t) / t, 0.0, 1.0
        for i in range(400):
            total += term * (b + i) / b
            term *= z / (1.5 + i)
        return -exp(-2 * x * x / t) / sqrt(t * (2 - t)) * total

    for low, high in ((0.1, 0.3), (0.2, 0.5), (0.3, 0.9), (0.5, 1.0), (0.1, 1.0)):
        yield _close(primitive(high) - primitive(low), integral(x, low, high), 6)
