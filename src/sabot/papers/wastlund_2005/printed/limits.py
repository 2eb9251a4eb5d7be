"""Section 11.1: the formulas (38) to (52) as printed, without their error terms.

A limit of summation that is printed as O(...) is taken without the O. Binomial coefficients of
large numbers are taken by their logarithms.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, lgamma, log, pi, sqrt


def choose(n: int, k: int) -> float:
    """Return the logarithm of a binomial coefficient."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


def ballot(p: int, q: int) -> Fraction:
    """Return the number of paths of Theorem 11.1."""
    return Fraction(q - p, q + p) * comb(p + q, p)


def reflected(p: int, q: int, k: int) -> Fraction:
    """Return the number of k-touching paths by reflection, k > q - p."""
    return Fraction(p - q + 2 * k, p + q) * comb(p + q, p + k)


def eq_38(n: int, k: int) -> Fraction:
    """Return (38), the deals with T_k > 0."""
    half = -(-(n + k) // 2)
    return sum(
        (
            Fraction(k, m)
            * comb(2 * m, m + k)
            * Fraction(half - m, n - m + 1)
            * comb(2 * n - 2 * m, n - m)
            for m in range(k, half + 1)
        ),
        Fraction(0),
    )


def eq_39(n: int, k: int) -> Fraction:
    """Return (39), exactly; k has the parity of n."""
    terms = (
        Fraction(k, m)
        * comb(2 * m, m + k)
        * Fraction(n + k - 2 * m, 2 * (n - m + 1))
        * comb(2 * n - 2 * m, n - m)
        for m in range(k, (n + k) // 2 + 1)
    )
    return sum(terms, Fraction(0)) / comb(2 * n, n)


def eq_40(n: int, k: int) -> Fraction:
    """Return the sum of (40), exactly."""
    terms = (
        Fraction(k, m)
        * comb(2 * m, m + k)
        * Fraction(n + k - 2 * m, 2 * (n - m))
        * comb(2 * n - 2 * m, n - m)
        for m in range(k, (n + k) // 2 + 1)
    )
    return sum(terms, Fraction(0)) / comb(2 * n, n)


def upper(n: int) -> int:
    """Return n/2 - n^(3/4), where most sums end."""
    return int(n / 2 - n ** (3 / 4))


def eq_41(n: int, k: int) -> float:
    """Return the sum of (41)."""
    whole = choose(2 * n, n)
    return sum(
        exp(choose(2 * m, m + k) + choose(2 * n - 2 * m, n - m) - whole)
        * (k / m)
        * ((n - 2 * m) / (2 * (n - m)))
        for m in range(k, upper(n) + 1)
    )


def central(n: int) -> float:
    """Return 2^2n / sqrt(pi n), as a logarithm: C(2n, n) by Stirling."""
    return 2 * n * log(2) - log(pi * n) / 2


def eq_42_first(n: int, k: int) -> float:
    """Return the first sum of (42)."""
    terms = (
        k * sqrt(n) * (n - 2 * m) / (2 * m * (n - m) ** (3 / 2)) * _share(m, k)
        for m in range(k, upper(n) + 1)
    )
    return float(sum(terms))


def term_42(n: int, k: int, x: float, m: int) -> float:
    """Return a term of the second sum of (42), which is one of (43)."""
    return float(n * x * (n - 2 * m) / (2 * m * (n - m) ** (3 / 2)) * _share(m, k))


def eq_42(n: int, k: int, x: float) -> float:
    """Return the second sum of (42)."""
    return sum(term_42(n, k, x, m) for m in range(k, upper(n) + 1))


def eq_43(n: int, k: int, x: float, m_0: int) -> float:
    """Return the sum of (43)."""
    return sum(term_42(n, k, x, m) for m in range(m_0, upper(n) + 1))


def error_43(k: int, m_0: int) -> float:
    """Return the error of deleting the first m_0 terms, without its O."""
    return m_0 * exp(-(k**2) / m_0)


def _share(m: int, k: int) -> float:
    """Return C(2m, m + k) / 2^2m."""
    return exp(choose(2 * m, m + k) - 2 * m * log(2))


def squared_factor(n: int, m: int) -> Fraction:
    """Return the square of the factor, after (42), that is "always smaller than 1"."""
    return Fraction(n * (n - 2 * m), 2 * m) ** 2 / Fraction(n - m) ** 3


def quotient(m: int, k: int) -> Fraction:
    """Return the quotient of successive values of C(2m, m + k) / 2^2m."""
    return (m**2 - Fraction(m, 2)) / (m**2 - k**2)


def peak(k: int) -> int:
    """Return the m for which it is largest."""
    return 2 * k**2


def chebyshev(m: int, k: int) -> float:
    """Return the bound of C(2m, m + k) / 2^2m."""
    return exp(-(k**2) / m)


def eq_44(m: int, k: int) -> tuple[float, float]:
    """Return the second and the third member of (44), as logarithms, without their errors."""
    second = 2 * m * log(2 * m) + log(2 * m) / 2
    second -= (m + k) * log(m + k) + (m - k) * log(m - k) + log(2 * pi * (m + k) * (m - k)) / 2
    return second, 2 * m * log(2) - log(m * pi) / 2 + eq_45(m, k)[0]


def eq_45(m: int, k: int) -> tuple[float, float, float]:
    """Return the three members of (45)."""
    plus, minus = m + k + 1 / 2, m - k + 1 / 2
    first = plus * log(m / (m + k)) + minus * log(m / (m - k))
    second = plus * log(1 - k / (m + k)) + minus * log(1 + k / (m + k))
    third = plus * (-k / (m + k) - k**2 / (2 * (m + k) ** 2))
    return first, second, third + minus * (k / (m - k) - k**2 / (2 * (m - k) ** 2))


def eq_46(m: int, k: int) -> tuple[Fraction, Fraction]:
    """Return the first and the last member of (46)."""
    return -Fraction(k**2, 2 * (m + k)) - Fraction(k**2, 2 * (m - k)), -Fraction(k**2, m)


def eq_47(m: int, k: int) -> float:
    """Return the last member of (47), as a logarithm."""
    return 2 * m * log(2) - log(m * pi) / 2 - k**2 / m


def eq_48(n: int, x: float, m: int) -> float:
    """Return the right side of (48), as a logarithm."""
    return 2 * m * log(2) - log(m * pi) / 2 - n * x**2 / m


def part_50(n: int, x: float, u: float) -> float:
    """Return the integrand of (50), which at whole u is the term of (49)."""
    return float(n * x * (n - 2 * u) * exp(-n * x**2 / u) / (2 * u ** (3 / 2) * (n - u) ** (3 / 2)))


def eq_49(n: int, x: float) -> float:
    """Return the sum of (49)."""
    first, last = int(sqrt(n)), upper(n)
    return 1 / sqrt(pi) * sum(part_50(n, x, m) for m in range(first, last + 1))


def part_51(x: float, t: float) -> float:
    """Return the integrand after (50), without its factor 1/n."""
    return float(4 * x * (1 - t) * exp(-2 * x**2 / t) / (t ** (3 / 2) * (2 - t) ** (3 / 2)))


def limits_51(n: int) -> tuple[float, float]:
    """Return the limits of the integral in (51)."""
    return 1 / n ** (1 / 2), 1 - 1 / n ** (1 / 4)


def part_53(x: float, t: float) -> float:
    """Return the integrand of (51), (52) and (53)."""
    return float((1 - t) * exp(-2 * x**2 / t) / (t ** (3 / 2) * (2 - t) ** (3 / 2)))


def factor_53(x: float) -> float:
    """Return the factor before the integral of (51), (52) and (53)."""
    return 2 * x / sqrt(pi)


def below_zero(x: float, integral: float) -> float:
    """Return Pr[xi > x] for x < 0, from the integral."""
    return 1 + 2 * x / sqrt(pi) * integral
