"""Check the limit law of Section 11.1: the estimates (39) to (52), Theorems 11.5 and 11.6.

Statements about real numbers are checked in floats whose error is far below what is compared. That
an error is O(n^(-1/4)) cannot be tried at every n: what is tried is that n^(1/4) times the error
falls as n grows, which a wrong formula would make rise. The limit law (53) is compared with exact
counts, and the proof of (55) is checked step by step, (54) to (63).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import comb, exp, factorial, log, pi, sqrt
from typing import NamedTuple

from sabot.games.whist import deal_statistics
from sabot.games.whist.wastlund_values import diagonal_sums
from sabot.papers.report import Claim, PaperTable, compare, format_grid
from sabot.papers.wastlund_2005 import printed_formulas as law
from sabot.papers.wastlund_2005 import printed_formulas as said
from sabot.papers.wastlund_2005.printed_formulas import printed
from sabot.papers.wastlund_2005.section_11_counts import count_by_h_with_east_ace
from sabot.papers.wastlund_2005.trials import check_every_case, every_deal

LARGE_SIZES = (2**8, 2**12, 2**16)
ESTIMATE_POINTS = (0.25, 0.5, 1.0)


def integrate_simpson(
    part: Callable[[float], float], low: float, high: float, steps: int = 4000
) -> float:
    """Return an integral by Simpson's rule."""
    step = (high - low) / steps
    weights = ((1 if i in (0, steps) else 4 if i % 2 else 2) for i in range(steps + 1))
    return step / 3 * sum(w * part(low + i * step) for i, w in enumerate(weights))


def agree_to_digits(one: float, two: float, places: int = 8) -> bool:
    """Say whether two floats agree to so many significant digits."""
    return bool(abs(one - two) * 10.0**places <= max(abs(one), abs(two)))


def positive_diagonal_probability(n: int, k: int) -> float:
    """Return Pr[T_k > 0] from whole numbers, k having the parity of n: our own count."""
    total, paths, tails = (
        0.0,
        said.log_binomial(2 * k, 2 * k),
        said.log_binomial(2 * n - 2 * k, n - k),
    )
    whole = said.log_binomial(2 * n, n)
    for m in range(k, (n + k) // 2 + 1):
        share = exp(paths + tails - whole)
        total += share * k * (n + k - 2 * m) / (2 * m * (n - m + 1))
        paths += log((2 * m + 2) * (2 * m + 1) / ((m + 1 + k) * (m + 1 - k)))
        tails -= log((2 * n - 2 * m) * (2 * n - 2 * m - 1) / (n - m) ** 2)
    return total


def _peak_index(k: int) -> int:
    """Return the m at which C(2m, m+k) / 4^m is largest, the later of two."""
    return max(range(k, 3 * k * k), key=lambda m: (Fraction(comb(2 * m, m + k), 4**m), m))


def check_eqs_39_43() -> Iterator[Claim]:
    """Check (39) and (40), exactly, and the statements about C(2m, m+k) / 4^m."""
    item = "eq-39-43"
    sizes = (5, 12, 31, 60)
    pairs = [(n, k) for n in sizes for k in range(2 - n % 2, n, 2)]
    exact = (
        said.eq_39(n, k) == Fraction(_count_positive_diagonals(n, k), comb(2 * n, n))
        for n, k in pairs
    )
    yield check_every_case(
        item, "(39), exactly, every k of the parity of n, n = 5, 12, 31, 60", exact
    )
    near = (0 < said.eq_40(n, k) - said.eq_39(n, k) <= Fraction(2, n - k) for n, k in pairs)
    yield check_every_case(
        item, "(40): it is larger by 2 / (n - k) at most, exactly, the same", near
    )
    ours = (
        agree_to_digits(positive_diagonal_probability(n, k), float(said.eq_39(n, k)), 10)
        for n, k in pairs
    )
    yield check_every_case(
        item, "(39) as it is computed here for large n, the same, 10 digits", ours
    )
    same = (
        Fraction(comb(2 * m, m + k), 4 * comb(2 * m - 2, m - 1 + k)) == said.quotient(m, k)
        for m in range(2, 40)
        for k in range(m)
    )
    yield check_every_case(
        item, "the quotient of successive C(2m, m+k) / 4^m, exactly, m < 40", same
    )
    largest = (_peak_index(k) == said.peak(k) for k in range(1, 7))
    yield check_every_case(item, "it is largest at m = 2k^2, and just before, k <= 6", largest)
    tail = (
        comb(2 * m, m + k) / 4**m <= said.chebyshev(m, k)
        for m in range(1, 60)
        for k in range(m + 1)
    )
    yield check_every_case(item, "it is at most exp(-k^2 / m), m < 60", tail)
    stirling = (
        0 < n * (said.central(n) - log(comb(2 * n, n))) <= 1 / 8 + 0.1 / n for n in range(2, 61)
    )
    yield check_every_case(
        item, "Stirling: log C(2n, n) is smaller by 1 / (8n) about, n <= 60", stirling
    )
    factor = (
        agree_to_digits(
            said.term_42(n, k, 1.0, m),
            sqrt(said.squared_factor(n, m)) * exp(said.log_binomial(2 * m, m + k)) / 4**m,
        )
        for n in (100, 1000)
        for k in (3, 10)
        for m in (12, 30)
    )
    yield check_every_case(item, "(42): the factor after it is that of its terms, 8 digits", factor)
    yield _check_factor(item)
    yield _check_deleted_terms(item)


def _count_positive_diagonals(n: int, k: int) -> int:
    return sum(c for t, c in deal_statistics.diagonal_counts(n, k).items() if t > 0)


def _check_factor(item: str) -> Claim:
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


def _check_deleted_terms(item: str) -> Claim:
    """Try the error of (43) where it says something: where the bound is below 1."""
    n, small = LARGE_SIZES[-1], []
    for x in ESTIMATE_POINTS[1:]:
        k = round(x * sqrt(n))
        for part in (32, 64, 128):
            m_0 = n // part
            if said.error_43(k, m_0) < 1:
                gone = sum(said.term_42(n, k, x, m) for m in range(k, m_0))
                rest = said.eq_42(n, k, x) - said.eq_43(n, k, x, m_0)
                small.append(gone <= said.error_43(k, m_0) and abs(gone - rest) < 1 / 10**9)
    where = "(43): the first terms are at most m_0 exp(-k^2 / m_0), n = 2^16"
    return check_every_case(item, where, small)


class LargeEstimates(NamedTuple):
    """The estimates of Pr[T_k > 0] at one n and x, and what it is."""

    n: int
    x: float
    exact: float
    estimates: dict[str, float]


def _estimates_at(n: int, x: float) -> LargeEstimates:
    k = round(x * sqrt(n))
    low, high = said.limits_51(n)
    whole = integrate_simpson(lambda u: u and 2 * u * said.part_53(x, u * u), 0.0, 1.0)
    cut = integrate_simpson(lambda t: said.part_53(x, t), low, high)
    found = {
        "(41)": said.eq_41(n, k),
        "(42) first": said.eq_42_first(n, k),
        "(42)": said.eq_42(n, k, x),
        "(49)": said.eq_49(n, x),
        "(51)": said.factor_53(x) * cut,
        "(52)": said.factor_53(x) * whole,
    }
    return LargeEstimates(n, x, positive_diagonal_probability(n, k), found)


def check_eqs_41_52() -> Iterator[Claim | PaperTable]:
    """Check (41), (42), (49), (51), (52) at large n, and (50) with its change of variable."""
    item = "eq-41-52"
    found = {x: [_estimates_at(n, x) for n in LARGE_SIZES] for x in ESTIMATE_POINTS}
    scaled = {
        (name, x): [abs(one.exact - one.estimates[name]) * one.n**0.25 for one in ones]
        for x, ones in found.items()
        for name in ones[0].estimates
    }
    for name in found[ESTIMATE_POINTS[0]][0].estimates:
        falls = (a > b for x in ESTIMATE_POINTS for a, b in pairwise(scaled[name, x]))
        where = f"{name}: n^(1/4) times its error falls, n = 2^8, 2^12, 2^16, three x"
        yield check_every_case(item, where, falls)
    yield check_every_case(
        item, "(50): n times its distance from (49) is at most 1, the same n and x", _eq_50_cases()
    )
    same = (
        agree_to_digits(said.part_50(n, x, n * t / 2), said.part_51(x, t) / n)
        for n in LARGE_SIZES
        for x in ESTIMATE_POINTS
        for t in (0.1, 0.5, 0.9)
    )
    yield check_every_case(item, "(50) with u = nt/2: the integrand, 8 digits", same)
    again = (
        agree_to_digits(said.part_51(x, t) / 2, said.factor_53(x) * said.part_53(x, t) * sqrt(pi))
        for x in ESTIMATE_POINTS
        for t in (0.1, 0.5, 0.9)
    )
    yield check_every_case(item, "(51): the integrand with du = (n/2) dt, 8 digits", again)
    ends = (said.part_53(x, t) < 0.001 for x in ESTIMATE_POINTS for t in (0.005, 0.99999))
    yield check_every_case(item, "before (52): the integrand tends to 0 at both ends", ends)
    rows = [
        (one.n, [one.x, *(f"{error:.4f}" for error in _scaled_row(scaled, one))])
        for x in ESTIMATE_POINTS
        for one in found[x]
    ]
    title = "n^(1/4) times the distance of each estimate from Pr[T_k > 0], k = x sqrt(n)"
    yield PaperTable(
        item, title, format_grid("n", ["x", *found[ESTIMATE_POINTS[0]][0].estimates], rows)
    )


def _scaled_row(scaled: dict[tuple[str, float], list[float]], one: LargeEstimates) -> list[float]:
    return [scaled[name, one.x][LARGE_SIZES.index(one.n)] for name in one.estimates]


def _eq_50_cases() -> Iterator[bool]:
    for n in LARGE_SIZES:
        for x in ESTIMATE_POINTS:

            def part(u: float, n: int = n, x: float = x) -> float:
                return said.part_50(n, x, u)

            area = integrate_simpson(part, sqrt(n), n / 2 - n**0.75, 20_000)
            yield n * abs(said.eq_49(n, x) - area / sqrt(pi)) <= 1


def check_eqs_44_48() -> Iterator[Claim]:
    """Check (44) to (48), the estimate of C(2m, m + k)."""
    item = "eq-44-48"
    grid_ = [(m, k) for m in (10, 50, 200, 1000) for k in range(0, m // 2 + 1, max(1, m // 20))]
    equal = (agree_to_digits(*said.eq_44(m, k), 10) for m, k in grid_)
    yield check_every_case(item, "(44): its two estimates are equal, 10 digits, m <= 1000", equal)
    near = (abs(said.eq_44(m, k)[0] - log(comb(2 * m, m + k))) * 6 * (m - k) <= 1 for m, k in grid_)
    yield check_every_case(
        item, "(44): the relative error is 1 / (6(m - k)) at most, m <= 1000", near
    )
    yield _check_logarithm(item)
    third = (abs(a - c) <= k**3 / m**2 for m, k in grid_ for a, _, c in (said.eq_45(m, k),))
    yield check_every_case(item, "(45): the last member, within k^3 / m^2, k <= m/2", third)
    # the half in m + k + 1/2 leaves k^2 / (m^2 - k^2), which is below k^3 / m^2 but for k = 1
    fourth = (
        abs(said.eq_45(m, k)[0] - float(said.eq_46(m, k)[0])) <= 2 * k**3 / m**2
        for m, k in grid_
        if k
    )
    yield check_every_case(item, "(46): the first member, within 2 k^3 / m^2, k <= m/2", fourth)
    exact = (
        abs(one - two) <= Fraction(4 * k**4, 3 * m**3)
        for m, k in grid_
        for one, two in (said.eq_46(m, k),)
    )
    yield check_every_case(item, "(46): -k^2/m within 4/3 k^4 / m^3, exactly, k <= m/2", exact)
    rough = (
        abs(exp(said.eq_47(m, k) - log(comb(2 * m, m + k))) - 1) <= 2 * k**3 / m**2
        for m in (10, 50, 200, 1000)
        for k in range(2, m)
        if m <= k**2 and k**3 <= m**2 / 2
    )
    yield check_every_case(
        item, "(47): within 2 k^3 / m^2, where m <= k^2 and k^3 <= m^2 / 2", rough
    )
    again = (
        agree_to_digits(said.eq_48(n, k / sqrt(n), m), said.eq_47(m, k), 10)
        for n in LARGE_SIZES
        for k in (5, 20, 50)
        for m in (60, 400)
    )
    yield check_every_case(item, "(48) is (47) with k = x sqrt(n), 10 digits", again)
    yield _check_root(item)


def _check_logarithm(item: str) -> Claim:
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


def _check_root(item: str) -> Claim:
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


SERIES_POINTS = (0.05, 0.3, 0.7, 1.0, 1.6)
EXTRAPOLATION_POINTS = (0.25, 0.5, 0.75, 1.0)
SERIES_TERMS = 60


def limit_law_integral(x: float, low: float = 0.0, high: float = 1.0) -> float:
    """Return the integral of (53) without its factor, by Simpson's rule in t = u^2."""
    return integrate_simpson(
        lambda u: 2 * u * law.part_53(x, u * u) if u else 0.0, sqrt(low), sqrt(high)
    )


def check_theorem_11_5() -> Iterator[Claim | PaperTable]:
    """Find the limit of Pr[T_k > 0] from exact chances, and compare it with (53)."""
    item = "theorem-11.5"
    same = (
        agree_to_digits(law.factor_53(x) * limit_law_integral(x), deal_statistics.limit_tail(x), 7)
        for x in SERIES_POINTS
    )
    yield check_every_case(
        item, "(53) by integration is the elementary form, five x, 7 digits", same
    )
    for x in EXTRAPOLATION_POINTS:
        yield compare(
            item,
            f"Pr[xi > {x}] by (53), and extrapolated from Pr[T_k > 0] at n = 2^8, 2^12, 2^16",
            f"{law.factor_53(x) * limit_law_integral(x):.5f}",
            f"{extrapolate_limit(x):.5f}",
            basis="formula",
        )
    between = (_is_between(n) for n in (10, 20, 40, 60))
    yield check_every_case(
        item, "Pr[H > k] is between those of H lower and H upper, n = 10 to 60", between
    )
    yield from _check_below_zero(item)
    yield from _check_distances(item)


def extrapolate_limit(x: float) -> float:
    """Return the limit of Pr[T_k > 0], k = x sqrt(n), if its error is a/sqrt(n) + b/n + ..."""
    ones = [positive_diagonal_probability(n, round(x * sqrt(n))) for n in LARGE_SIZES]
    twos = [(4 * b - a) / 3 for a, b in pairwise(ones)]
    (three,) = ((16 * b - a) / 15 for a, b in pairwise(twos))
    return three


def _is_between(n: int) -> bool:
    """Say whether H, over every threshold, is between H lower and H upper."""
    east, lower = count_by_h_with_east_ace(n), deal_statistics.lower_counts(n)
    whist = {h: east.get(h, 0) + east.get(-h, 0) for h in range(-n, n + 1)}

    def above(counts: dict[int, int], k: int) -> int:
        return sum(count for h, count in counts.items() if h > k)

    upper = deal_statistics.upper_counts(n)
    ks = range(-n - 1, n + 1)
    return all(above(lower, k) <= above(whist, k) <= above(upper, k) for k in ks)


def _check_below_zero(item: str) -> Iterator[Claim]:
    """Check what is said of x < 0: an odd function, and the law that symmetry gives."""
    odd = (
        agree_to_digits(
            law.factor_53(-x) * limit_law_integral(-x), -law.factor_53(x) * limit_law_integral(x)
        )
        for x in SERIES_POINTS
    )
    yield check_every_case(item, "the right side of (53) is an odd function, five x", odd)
    law_below = (
        agree_to_digits(
            law.below_zero(-x, limit_law_integral(-x)), deal_statistics.limit_tail(-x), 7
        )
        for x in SERIES_POINTS
    )
    yield check_every_case(item, "the law for x < 0, five x, 7 digits", law_below)
    sums = [[diagonal_sums(deal) for deal in every_deal(n, n)] for n in range(2, 7)]
    exact = (
        sum(t[-k] > 0 for t in deals) == sum(t[k] < 0 for t in deals)
        for deals in sums
        for k in deals[0]
    )
    yield check_every_case(
        item, "the symmetry: T_(-k) > 0 as often as T_k < 0, deal by deal, n <= 6", exact
    )
    x = 0.5
    yield compare(
        item,
        f"Pr[xi > -{x}] by its law, and extrapolated from exact chances",
        f"{law.below_zero(-x, limit_law_integral(-x)):.5f}",
        f"{1 - extrapolate_limit(x):.5f}",
        basis="formula",
    )


def _check_distances(item: str) -> Iterator[Claim | PaperTable]:
    rows, lower, whist = [], [], []
    for n in (10, 20, 40, 60, 100, 200):
        lower.append(deal_statistics.distance_to_limit_law(n, deal_statistics.lower_counts(n)))
        cells = [f"{lower[-1]:.4f}"]
        if n <= 60:
            east = count_by_h_with_east_ace(n)
            both = {h: east.get(h, 0) + east.get(-h, 0) for h in range(-n, n + 1)}
            whist.append(deal_statistics.distance_to_limit_law(n, both))
            cells.append(f"{whist[-1]:.4f}")
        rows.append((n, [*cells, ""][:2]))
    falling = all(a > b for part in (lower, whist) for a, b in pairwise(part))
    yield compare(item, "the distance to the limit law falls with n", True, falling)
    title = "Largest distance between the distribution function over sqrt(n) and the limit law"
    yield PaperTable(item, title, format_grid("n", ["H lower", "H"], rows))


def check_theorem_11_6() -> Iterator[Claim]:
    """Check (54) to (63), each step of the proof; (63) lacks a factor."""
    item = "theorem-11.6"
    power = (
        agree_to_digits(said.eq_54(Fraction(2), Fraction(2), x), exp(x)) for x in SERIES_POINTS
    )
    yield check_every_case(item, "(54): 1F1(2, 2; x) is exp(x), five x, 8 digits", power)
    left = {x: law.factor_53(x) * limit_law_integral(x) for x in SERIES_POINTS}
    right = (agree_to_digits(left[x], said.eq_55(x, said.kummer(x)), 7) for x in SERIES_POINTS)
    yield check_every_case(item, "(55), five x, 7 digits", right)
    taylor = (said.alpha(i) == _taylor_coefficient(i) for i in range(30))
    yield check_every_case(
        item, "alpha_i, the series of (1 - t) / (2 - t)^(3/2), exactly, i < 30", taylor
    )
    steps = (
        agree_to_digits(_left_side_56(i, x, a), said.eq_56(i, x, a), 6)
        for i in range(6)
        for x in SERIES_POINTS[1:]
        for a in (0.5, 1.0, 1.7)
    )
    yield check_every_case(item, "(56), i <= 5, four x, a = 0.5, 1, 1.7, 6 digits", steps)
    forms = (said.beta_first(i, j) == said.beta(i, j) for i in range(1, 9) for j in range(9))
    yield check_every_case(
        item, "(57): both forms of beta are equal, exactly, i and j up to 8", forms
    )
    betas = {
        (i, j): float(said.beta(i, j))
        for i in range(SERIES_TERMS + 20)
        for j in range(SERIES_TERMS)
    }
    whole = (
        agree_to_digits(left[x], said.eq_58(x, _double_sum(x, betas, later=True)), 6)
        for x in SERIES_POINTS
    )
    yield check_every_case(item, "(58), five x, 6 digits", whole)
    rows = (
        agree_to_digits(sum(betas[i, j] * z**i for i in range(SERIES_TERMS)), said.eq_59(j, z))
        for j in range(6)
        for z in (0.25, 0.5, 1.0)
    )
    yield check_every_case(item, "(59), j <= 5, z = 1/4, 1/2, 1, 8 digits", rows)
    exact = (said.beta(i, j) == _coefficient_59(i, j) for i in range(9) for j in range(9))
    yield check_every_case(
        item, "(59), coefficient by coefficient, exactly, i and j up to 8", exact
    )
    sums = (
        agree_to_digits(sum(betas[i, j] for i in range(SERIES_TERMS)), said.eq_60(j))
        for j in range(6)
    )
    yield check_every_case(item, "(60): the sum of beta over i, j <= 5, 8 digits", sums)
    yield from _check_double_sums(item, betas)
    yield from _check_taylor_55(item)
    yield from _check_antiderivative(item)


def _taylor_coefficient(i: int) -> Fraction:
    """Return the coefficient of t^i in (1 - t) / (2 - t)^(3/2), times 2^(3/2)."""

    def plain(j: int) -> Fraction:
        found = Fraction(1)
        for m in range(j):
            found *= Fraction(2 * m + 3, 2) / (m + 1) / 2
        return found

    return plain(i) - (plain(i - 1) if i else 0)


def _left_side_56(i: int, x: float, a: float) -> float:
    """Return the left side of (56), in t = u^2."""
    factor = law.factor_53(x) * float(said.alpha(i)) / 2**1.5

    def part(u: float) -> float:
        return 2 * exp(-2 * x * x / (u * u)) * u ** (2 * i - 2) if u else 0.0

    return factor * integrate_simpson(part, 0.0, sqrt(a))


def _coefficient_59(i: int, j: int) -> Fraction:
    """Return the coefficient of z^i in the right side of (59)."""

    def power(m: int) -> Fraction:  # of z^m in (1 - z/2)^(j - 1/2)
        found = Fraction(1)
        for step in range(m):
            found *= (Fraction(2 * j - 1, 2) - step) / (step + 1) / -2
        return found

    inner = power(i) + (j * power(i - 1) if i else 0)
    return -(Fraction(2) ** (j - 1)) / said.half_gamma(j) * inner


BetaTable = dict[tuple[int, int], float]


def _double_sum(x: float, betas: BetaTable, *, later: bool) -> float:
    """Return the double sum of beta_ij x^(2j), over those with i > j or over all i and j."""
    return sum(b * x ** (2 * j) for (i, j), b in betas.items() if (i > j if later else j < 30))


def _double_sum_63(x: float, betas: BetaTable) -> float:
    """Return the double sum of (63)."""
    return sum(betas[i, i + m] * x ** (2 * (i + m)) for m in range(30) for i in range(30))


def _check_double_sums(item: str, betas: BetaTable) -> Iterator[Claim]:
    both = (
        agree_to_digits(_double_sum(x, betas, later=False), said.eq_61(x), 6)
        for x in SERIES_POINTS[:4]
    )
    yield check_every_case(item, "(61), four x, 6 digits", both)
    rows = (
        agree_to_digits(
            sum(betas[i, i + m] * x ** (2 * (i + m)) for i in range(SERIES_TERMS - m)),
            said.eq_62(m, x),
        )
        for m in range(6)
        for x in SERIES_POINTS
    )
    yield check_every_case(item, "(62), m <= 5, five x, 8 digits", rows)
    lefts = {x: _double_sum_63(x, betas) for x in SERIES_POINTS[1:4]}
    right = (agree_to_digits(left, said.eq_63(x) * exp(2 * x * x)) for x, left in lefts.items())
    yield check_every_case(
        item, "(63) with a factor exp(2 x^2) on its right, three x, 8 digits", right
    )
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


def _check_taylor_55(item: str) -> Iterator[Claim]:
    even, odd = (tuple(map(Fraction, part)) for part in (printed.taylor_even, printed.taylor_odd))
    yield compare(item, "Taylor: 1, x^2, x^4, x^6", even, _even_coefficients())
    yield compare(item, "Taylor: x, x^3, x^5, times sqrt(pi)", odd, _odd_coefficients())
    zero, one, two = map(Fraction, printed.near_zero)
    near = (
        abs(
            deal_statistics.limit_tail(x)
            - float(zero)
            - float(one) * x / sqrt(pi)
            - float(two) * x * abs(x)
        )
        <= abs(x) ** 3
        for size in (0.1, 0.01, 0.001)
        for x in (size, -size)
    )
    yield check_every_case(item, "near 0 on both sides, up to x|x|, within |x|^3", near)
    bend = (_second_derivative(sign) for sign in (1, -1))
    yield compare(
        item,
        "not twice differentiable at 0: the coefficients of x^2 on either side",
        (2 * two, -2 * two),
        tuple(Fraction(round(slope, 2)).limit_denominator(100) for slope in bend),
    )
    peak = (
        deal_statistics.limit_density(x) < deal_statistics.limit_density(0.0) for x in (-0.01, 0.01)
    )
    yield check_every_case(item, "the density has a peak at the origin", peak)


def _second_derivative(sign: int) -> float:
    """Return the second derivative of Pr[xi > x] just beside 0."""
    step = sign * 0.0001
    one, two, three = (deal_statistics.limit_tail(m * step) for m in (1, 2, 3))
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


def antiderivative_2f2(x: float, t: float) -> float:
    """Return the antiderivative by 2F2, in decimals: near t = 0 its terms are huge."""
    with localcontext() as here:
        here.prec = 60
        square, at = Decimal(x) ** 2, Decimal(t)
        b, z, total, term = 1 / at, square * (2 - at) / at, Decimal(0), Decimal(1)
        for i in range(int(3 * z) + 100):
            total += term * (b + i) / b
            term *= z / (Decimal(3) / 2 + i)
        return float(-(-2 * square / at).exp() / (at * (2 - at)).sqrt() * total)


def _check_antiderivative(item: str) -> Iterator[Claim]:
    x, pairs = 0.8, ((0.1, 0.3), (0.2, 0.5), (0.3, 0.9), (0.5, 1.0), (0.1, 1.0))
    areas = (
        agree_to_digits(
            antiderivative_2f2(x, high) - antiderivative_2f2(x, low),
            limit_law_integral(x, low, high),
            6,
        )
        for low, high in pairs
    )
    yield check_every_case(item, "the antiderivative by 2F2, between five pairs of points", areas)
    limits = (
        agree_to_digits(antiderivative_2f2(x, x * x / 32), said.limit_at_zero(x), 10)
        for x in SERIES_POINTS[1:]
    )
    yield check_every_case(
        item, "its limit as t falls to 0, four x, at t = x^2/32, 10 digits", limits
    )
