"""Section 11.1, analysis: the estimates (39) to (52) on the way to the limit law.

Statements about real numbers are checked in floats whose error is far below what is compared.
That an error is O(n^(-1/4)) cannot be tried at every n: what is tried is that n^(1/4) times the
error falls as n grows, which a wrong formula would make rise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb, exp, log, pi, sqrt
from typing import NamedTuple

from sabot.games.whist.theory import counting
from sabot.papers.report import Claim, PaperTable, compare, grid
from sabot.papers.wastlund_2005.every import holds
from sabot.papers.wastlund_2005.printed import limits as said

LARGE = (2**8, 2**12, 2**16)
POINTS = (0.25, 0.5, 1.0)


def simpson(part: Callable[[float], float], low: float, high: float, steps: int = 4000) -> float:
    """Return an integral by Simpson's rule."""
    step = (high - low) / steps
    weights = ((1 if i in (0, steps) else 4 if i % 2 else 2) for i in range(steps + 1))
    return step / 3 * sum(w * part(low + i * step) for i, w in enumerate(weights))


def close(one: float, two: float, places: int = 8) -> bool:
    """Say whether two floats agree to so many significant digits."""
    return bool(abs(one - two) * 10.0**places <= max(abs(one), abs(two)))


def chance(n: int, k: int) -> float:
    """Return Pr[T_k > 0] from whole numbers, k having the parity of n: our own count."""
    total, paths, tails = 0.0, said.choose(2 * k, 2 * k), said.choose(2 * n - 2 * k, n - k)
    whole = said.choose(2 * n, n)
    for m in range(k, (n + k) // 2 + 1):
        share = exp(paths + tails - whole)
        total += share * k * (n + k - 2 * m) / (2 * m * (n - m + 1))
        paths += log((2 * m + 2) * (2 * m + 1) / ((m + 1 + k) * (m + 1 - k)))
        tails -= log((2 * n - 2 * m) * (2 * n - 2 * m - 1) / (n - m) ** 2)
    return total


def _peak(k: int) -> int:
    """Return the m at which C(2m, m+k) / 4^m is largest, the later of two."""
    return max(range(k, 3 * k * k), key=lambda m: (Fraction(comb(2 * m, m + k), 4**m), m))


def counted() -> Iterator[Claim]:
    """Check (39) and (40), exactly, and the statements about C(2m, m+k) / 4^m."""
    item = "eq-39-43"
    sizes = (5, 12, 31, 60)
    pairs = [(n, k) for n in sizes for k in range(2 - n % 2, n, 2)]
    exact = (said.eq_39(n, k) == Fraction(_positive(n, k), comb(2 * n, n)) for n, k in pairs)
    yield holds(item, "(39), exactly, every k of the parity of n, n = 5, 12, 31, 60", exact)
    near = (0 < said.eq_40(n, k) - said.eq_39(n, k) <= Fraction(2, n - k) for n, k in pairs)
    yield holds(item, "(40): it is larger by 2 / (n - k) at most, exactly, the same", near)
    ours = (close(chance(n, k), float(said.eq_39(n, k)), 10) for n, k in pairs)
    yield holds(item, "(39) as it is computed here for large n, the same, 10 digits", ours)
    same = (
        Fraction(comb(2 * m, m + k), 4 * comb(2 * m - 2, m - 1 + k)) == said.quotient(m, k)
        for m in range(2, 40)
        for k in range(m)
    )
    yield holds(item, "the quotient of successive C(2m, m+k) / 4^m, exactly, m < 40", same)
    largest = (_peak(k) == said.peak(k) for k in range(1, 7))
    yield holds(item, "it is largest at m = 2k^2, and just before, k <= 6", largest)
    tail = (
        comb(2 * m, m + k) / 4**m <= said.chebyshev(m, k)
        for m in range(1, 60)
        for k in range(m + 1)
    )
    yield holds(item, "it is at most exp(-k^2 / m), m < 60", tail)
    stirling = (
        0 < n * (said.central(n) - log(comb(2 * n, n))) <= 1 / 8 + 0.1 / n for n in range(2, 61)
    )
    yield holds(item, "Stirling: log C(2n, n) is smaller by 1 / (8n) about, n <= 60", stirling)
    factor = (
        close(
            said.term_42(n, k, 1.0, m),
            sqrt(said.squared_factor(n, m)) * exp(said.choose(2 * m, m + k)) / 4**m,
        )
        for n in (100, 1000)
        for k in (3, 10)
        for m in (12, 30)
    )
    yield holds(item, "(42): the factor after it is that of its terms, 8 digits", factor)
    yield _factor(item)
    yield _deleted(item)


def _positive(n: int, k: int) -> int:
    return sum(c for t, c in counting.diagonal_counts(n, k).items() if t > 0)


def _factor(item: str) -> Claim:
    n, m = 10_000, 10
    squared = said.squared_factor(n, m)
    return compare(
        item,
        "(42): the factor n(n - 2m) / (2m (n - m)^(3/2)) is smaller than 1",
        "always",
        "not always" if squared >= 1 else "always",
        evidence=f"at n = 10,000, k = m = 10 (x = 1/10) its square is {float(squared):.2f}; it is "
        "bounded by a constant that depends on x, which is enough",
        otherwise="error",
    )


def _deleted(item: str) -> Claim:
    """Try the error of (43) where it says something: where the bound is below 1."""
    n, small = LARGE[-1], []
    for x in POINTS[1:]:
        k = round(x * sqrt(n))
        for part in (32, 64, 128):
            m_0 = n // part
            if said.error_43(k, m_0) < 1:
                gone = sum(said.term_42(n, k, x, m) for m in range(k, m_0))
                rest = said.eq_42(n, k, x) - said.eq_43(n, k, x, m_0)
                small.append(gone <= said.error_43(k, m_0) and abs(gone - rest) < 1 / 10**9)
    where = "(43): the first terms are at most m_0 exp(-k^2 / m_0), n = 2^16"
    return holds(item, where, small)


class Large(NamedTuple):
    """The estimates of Pr[T_k > 0] at one n and x, and what it is."""

    n: int
    x: float
    exact: float
    estimates: dict[str, float]


def _large(n: int, x: float) -> Large:
    k = round(x * sqrt(n))
    low, high = said.limits_51(n)
    whole = simpson(lambda u: u and 2 * u * said.part_53(x, u * u), 0.0, 1.0)
    cut = simpson(lambda t: said.part_53(x, t), low, high)
    found = {
        "(41)": said.eq_41(n, k),
        "(42) first": said.eq_42_first(n, k),
        "(42)": said.eq_42(n, k, x),
        "(49)": said.eq_49(n, x),
        "(51)": said.factor_53(x) * cut,
        "(52)": said.factor_53(x) * whole,
    }
    return Large(n, x, chance(n, k), found)


def large() -> Iterator[Claim | PaperTable]:
    """Check (41), (42), (49), (51), (52) at large n, and (50) with its change of variable."""
    item = "eq-41-52"
    found = {x: [_large(n, x) for n in LARGE] for x in POINTS}
    scaled = {
        (name, x): [abs(one.exact - one.estimates[name]) * one.n**0.25 for one in ones]
        for x, ones in found.items()
        for name in ones[0].estimates
    }
    for name in found[POINTS[0]][0].estimates:
        falls = (a > b for x in POINTS for a, b in pairwise(scaled[name, x]))
        where = f"{name}: n^(1/4) times its error falls, n = 2^8, 2^12, 2^16, three x"
        yield holds(item, where, falls)
    yield holds(
        item, "(50): n times its distance from (49) is at most 1, the same n and x", _fifty()
    )
    same = (
        close(said.part_50(n, x, n * t / 2), said.part_51(x, t) / n)
        for n in LARGE
        for x in POINTS
        for t in (0.1, 0.5, 0.9)
    )
    yield holds(item, "(50) with u = nt/2: the integrand, 8 digits", same)
    again = (
        close(said.part_51(x, t) / 2, said.factor_53(x) * said.part_53(x, t) * sqrt(pi))
        for x in POINTS
        for t in (0.1, 0.5, 0.9)
    )
    yield holds(item, "(51): the integrand with du = (n/2) dt, 8 digits", again)
    ends = (said.part_53(x, t) < 0.001 for x in POINTS for t in (0.005, 0.99999))
    yield holds(item, "before (52): the integrand tends to 0 at both ends", ends)
    rows = [
        (one.n, [one.x, *(f"{error:.4f}" for error in _row(scaled, one))])
        for x in POINTS
        for one in found[x]
    ]
    title = "n^(1/4) times the distance of each estimate from Pr[T_k > 0], k = x sqrt(n)"
    yield PaperTable(item, title, grid("n", ["x", *found[POINTS[0]][0].estimates], rows))


def _row(scaled: dict[tuple[str, float], list[float]], one: Large) -> list[float]:
    return [scaled[name, one.x][LARGE.index(one.n)] for name in one.estimates]


def _fifty() -> Iterator[bool]:
    for n in LARGE:
        for x in POINTS:

            def part(u: float, n: int = n, x: float = x) -> float:
                return said.part_50(n, x, u)

            area = simpson(part, sqrt(n), n / 2 - n**0.75, 20_000)
            yield n * abs(said.eq_49(n, x) - area / sqrt(pi)) <= 1


def binomials() -> Iterator[Claim]:
    """Check (44) to (48), the estimate of C(2m, m + k)."""
    item = "eq-44-48"
    grid_ = [(m, k) for m in (10, 50, 200, 1000) for k in range(0, m // 2 + 1, max(1, m // 20))]
    equal = (close(*said.eq_44(m, k), 10) for m, k in grid_)
    yield holds(item, "(44): its two estimates are equal, 10 digits, m <= 1000", equal)
    near = (abs(said.eq_44(m, k)[0] - log(comb(2 * m, m + k))) * 6 * (m - k) <= 1 for m, k in grid_)
    yield holds(item, "(44): the relative error is 1 / (6(m - k)) at most, m <= 1000", near)
    yield _logarithm(item)
    third = (abs(a - c) <= k**3 / m**2 for m, k in grid_ for a, _, c in (said.eq_45(m, k),))
    yield holds(item, "(45): the last member, within k^3 / m^2, k <= m/2", third)
    # the half in m + k + 1/2 leaves k^2 / (m^2 - k^2), which is below k^3 / m^2 but for k = 1
    fourth = (
        abs(said.eq_45(m, k)[0] - float(said.eq_46(m, k)[0])) <= 2 * k**3 / m**2
        for m, k in grid_
        if k
    )
    yield holds(item, "(46): the first member, within 2 k^3 / m^2, k <= m/2", fourth)
    exact = (
        abs(one - two) <= Fraction(4 * k**4, 3 * m**3)
        for m, k in grid_
        for one, two in (said.eq_46(m, k),)
    )
    yield holds(item, "(46): -k^2/m within 4/3 k^4 / m^3, exactly, k <= m/2", exact)
    rough = (
        abs(exp(said.eq_47(m, k) - log(comb(2 * m, m + k))) - 1) <= 2 * k**3 / m**2
        for m in (10, 50, 200, 1000)
        for k in range(2, m)
        if m <= k**2 and k**3 <= m**2 / 2
    )
    yield holds(item, "(47): within 2 k^3 / m^2, where m <= k^2 and k^3 <= m^2 / 2", rough)
    again = (
        close(said.eq_48(n, k / sqrt(n), m), said.eq_47(m, k), 10)
        for n in LARGE
        for k in (5, 20, 50)
        for m in (60, 400)
    )
    yield holds(item, "(48) is (47) with k = x sqrt(n), 10 digits", again)
    yield _root(item)


def _logarithm(item: str) -> Claim:
    m, k = 1000, 30
    first, second, _ = said.eq_45(m, k)
    plus, minus = m + k + 0.5, m - k + 0.5
    right = plus * log(1 - k / (m + k)) + minus * log(1 + k / (m - k))
    return compare(
        item,
        "(45): the second member at m = 1000, k = 30 is the first, to 6 digits",
        f"{second:.6g}",
        f"{first:.6g}",
        evidence=f"with m - k for m + k below the second fraction it is {right:.6g}; the next line "
        "is right",
        basis="formula",
    )


def _root(item: str) -> Claim:
    n, x, m = 1_000_000, 1.0, 1000
    found = said.eq_48(n, x, m) - log(comb(2 * m, m + 1000))
    return compare(
        item,
        "(48) with m_0 = O(sqrt(n)): the error is O(n^(-1/4)), n = 10^6, x = 1, m = sqrt(n)",
        "small",
        "small" if abs(found) < 1 else "large",
        evidence=f"C(2m, m+k) is 1 there, and the estimate is exp({found:.0f}); m_0 must grow "
        "faster, as n^(7/8), which serves the rest of the proof as well",
        otherwise="error",
    )
