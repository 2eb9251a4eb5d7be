"""Theorem 11.6 and what follows it: the formulas (54) to (63) as printed; (64) of Lemma 11.7."""

from __future__ import annotations

from fractions import Fraction
from math import comb, erf, exp, factorial, gamma, log, pi, sqrt


def eq_54(a: Fraction, b: Fraction, z: float, terms: int = 300) -> float:
    """Return 1F1(a, b; z)."""
    total = term = 1.0
    for n in range(0, terms):
        term *= float((a + n) / (b + n)) * z / (n + 1)
        total += term
    return total


def eq_55(x: float, kummer: float) -> float:
    """Return the right side of (55), *kummer* being 1F1 of its arguments."""
    return (1 / 2 + x**2) * exp(-(x**2)) - 2 * x * exp(-2 * x**2) / sqrt(pi) * kummer


def kummer(x: float) -> float:
    """Return 1F1(2, 3/2; x^2), as in (55) and (61)."""
    return eq_54(Fraction(2), Fraction(3, 2), x**2)


def alpha(i: int) -> Fraction:
    """Return alpha_i, times 2^(3/2)."""
    return Fraction(1 - 2 * i, 2 ** (3 * i)) * comb(2 * i, i)


def eq_56(i: int, x: float, a: float) -> float:
    """Return the right side of (56)."""
    first = (-1) ** i * (i - 1 / 2) * x ** (2 * i) / factorial(i)
    first *= erf(sqrt(2) * x / sqrt(a)) - 1
    terms = (float(beta(i, j)) * x ** (2 * j) * a ** (i - j - 1) for j in range(0, i))
    return float(first + sqrt(2 * a / pi) * x * exp(-2 * x**2 / a) * sum(terms))


def beta_first(i: int, j: int) -> Fraction:
    """Return beta_ij by the first form of (57), i at least 1."""
    found = Fraction((-1) ** (j - 1)) * Fraction(2) ** (2 * j - 3 * i + 1) * comb(2 * i - 1, i)
    for m in range(1, j + 1):
        found /= 2 * i - 2 * m - 1
    return found


def half_gamma(n: int) -> Fraction:
    """Return Gamma(n + 3/2) / sqrt(pi), n of any sign."""
    half = Fraction(1)
    for step in range(n + 1):
        half *= Fraction(2 * step + 1, 2)
    for step in range(n + 1, 0):
        half /= Fraction(2 * step + 1, 2)
    return half


def beta(i: int, j: int) -> Fraction:
    """Return beta_ij by the second form of (57); sqrt(pi) cancels."""
    return Fraction((-1) ** i * (2 * i - 1), factorial(i)) * (
        Fraction(2) ** (j - i - 1) / half_gamma(j - i)
    )


def eq_58(x: float, double: float) -> float:
    """Return the right side of (58), *double* being its double sum."""
    first = (1 / 2 + x**2) * exp(-(x**2)) * (1 - erf(sqrt(2) * x))
    return first + sqrt(2 / pi) * x * exp(-2 * x**2) * double


def eq_59(j: int, z: float) -> float:
    """Return the right side of (59)."""
    return float(-sqrt(pi) * (1 + j * z) * (2 - z) ** (j - 1 / 2) / (sqrt(2) * gamma(j + 3 / 2)))


def eq_60(j: int) -> float:
    """Return the right side of (60)."""
    return -sqrt(pi) * (j + 1) / (sqrt(2) * gamma(j + 3 / 2))


def eq_61(x: float) -> float:
    """Return the right side of (61)."""
    return -sqrt(2) * kummer(x)


def eq_62(m: int, x: float) -> float:
    """Return the right side of (62)."""
    first = -(2**m) * sqrt(pi) / gamma(m + 3 / 2)
    return float(first * (1 / 2 + x**2) * exp(-(x**2)) * x ** (2 * m))


def eq_63(x: float) -> float:
    """Return the right side of (63)."""
    return -sqrt(pi) * (1 / 2 + x**2) * exp(-(x**2)) * erf(sqrt(2) * x) / (sqrt(2) * x)


def limit_at_zero(x: float) -> float:
    """Return what the antiderivative tends to as t falls to 0."""
    return -(x / 2 + 1 / (4 * x)) * sqrt(pi) * exp(-(x**2))


def eq_64(k: int, r: int, mean: float) -> float:
    """Return the right side of (64), *mean* being that of e^(k (X_1 + ... + X_r) / r)."""
    return exp(-(k**2) / r) * mean


def after_64(k: int, r: int) -> tuple[float, float, float]:
    """Return the three bounds of that mean, each printed as at most the next."""
    cosh = (exp(k / r) + exp(-k / r)) / 2
    return cosh**r, (1 + k**2 / (2 * r**2)) ** r, exp(k**2 / (2 * r))


def before_the_last(i: int, j: int) -> float:
    """Return the bound of Pr[A_ij = 1] that (64) gives."""
    return exp(-((j - i) ** 2) / (2 * (i + j - 1)))


def lemma_11_7(n: int, k: int) -> float:
    """Return the bound of Lemma 11.7."""
    return exp(-(k**2) / (2 * n))


def theorem_11_8(n: int, h: int) -> float:
    """Return the bound of Theorem 11.8."""
    return 2 * exp(-(h**2) / (2 * n))


def lemma_11_9(n: int, k: int) -> Fraction:
    """Return the bound of Lemma 11.9."""
    return Fraction(2, n - k + 3)


def lemma_11_10(n: int, h: int) -> float:
    """Return the bound of Lemma 11.10."""
    return 2 * (h + 1) / (n - h + 3) + 2 * exp(-(h**2) / (2 * n))


def theorem_11_11(n: int) -> float:
    """Return the first term of the bound of Theorem 11.11."""
    return 2 * sqrt(log(n) / n)


def rate_11_12(n: int) -> float:
    """Return the order of the error in Theorem 11.12."""
    return float(n ** (-1 / 5))


def lowest_11_12(n: int, m: int) -> int:
    """Return how many of the lowest cards the proof of Theorem 11.12 conditions on."""
    return n - m


def evenly_11_12(even: Fraction) -> Fraction:
    """Return the chance that who has the ace has half of the m - 1 next cards at least."""
    return Fraction(1, 2) + even / 2


def involution(letters: str) -> str:
    """Return psi(D): West has card i < 2n if and only if he had card 2n - i."""
    cards = len(letters)
    return "".join(letters[cards - i - 1] for i in range(1, cards)) + "W"


def t_of_involution(k: int, t: dict[int, int]) -> int:
    """Return T_k of psi(D) from the sums of D."""
    return 1 - t[1 - k]


def upper_of_involution(up: int) -> int:
    """Return H upper of psi(D), with high probability, from that of D."""
    return 2 - up
