"""Slips in Wästlund 2005, each with an exact counterexample; no theorem falls with them."""

from fractions import Fraction
from math import comb, cosh, erf, exp, gamma, log, pi, sqrt

import pytest

from sabot.games.whist.batch import iterate_deals
from sabot.games.whist.deal import Deal, Position
from sabot.games.whist.strategy import card_prices, proof_case
from sabot.games.whist.wastlund_values import diagonal_sums, invariants_of

golden = pytest.mark.golden
PAPER = "Wästlund 2005, A solution of two-person single-suit whist"


def along(deal, k, first, last):
    """Return the sum of A_{i,i+k} for i from first to last, numbered from 1."""
    matrix = deal.matrix()
    return sum(matrix[i - 1][i + k - 1] for i in range(first, last + 1))


@golden(f"{PAPER}, Section 10, step 2: misprint, the array T also needs the cell T[-n]")
def test_the_printed_array_is_one_cell_short():
    for n in range(1, 7):
        cells, height = set(range(1 - n, n)), 0
        for held in "W" * n + "E" * n:
            touched = height if held == "E" else height - 1
            height += 1 if held == "E" else -1
            if touched not in cells:
                assert touched == -n
                break
        else:
            pytest.fail("T[-n] was never needed")


@golden(f"{PAPER}, Section 10: misprint, the matrix of the alternating deal is transposed")
def test_the_alternating_deal_has_the_other_matrix():
    deal = Deal("WEWEWE")
    printed = [[-1 if i >= j else 1 for j in range(3)] for i in range(3)]
    assert deal.matrix() != printed
    assert deal.matrix() == [[printed[j][i] for j in range(3)] for i in range(3)]
    assert diagonal_sums(deal) == {-2: 1, -1: 2, 0: -3, 1: -2, 2: -1}  # as initialised in step 1


@golden(f"{PAPER}, Case I(E): misprint, T' of H lower is at least 1, not at most 1")
def test_case_one_with_east_on_lead():
    deal = Deal("EEEWWEWEWW")
    found = invariants_of(deal)
    assert str(proof_case(deal)) == "I for West" and (deal.n - found.lower) % 2 == 0
    after = Position(deal, "E", led=3).after(4).deal  # taken as cheaply as possible
    assert diagonal_sums(after)[found.lower] == 3


@golden(f"{PAPER}, Case II(W): a later sentence says row where the strategy says column")
def test_case_two_with_west_on_lead():
    deal = Deal("WWEEWEWWEEEW")
    low = invariants_of(deal).lower
    assert str(proof_case(deal)) == "II for West" and low == -1 and (deal.n - low) % 2 == 1
    matrix = deal.matrix()
    negative = [i for i in range(2, 7) if matrix[i - 1][i - 1 + low] < 0]
    assert negative[:2] == [2, 5]  # row 2 is column 1
    priced = card_prices(Position(deal, "W"))
    assert priced[deal.west[4]] == 3 == invariants_of(deal).tricks("W")
    assert priced[deal.west[1]] == 2


@golden(f"{PAPER}, (28): misprint, A_{{1-H,1}} and A_{{m,m+H}} for A_{{1+H,1}} and A_{{m+H,m}}")
def test_the_entries_of_28():
    """In a deal of Case III(W) both sides of its third relation, as printed and as it should be."""
    deal = Deal("WEWWEEEW")
    low, n, matrix = invariants_of(deal).lower, deal.n, deal.matrix()
    assert str(proof_case(deal)) == "III for West" and (n - low) % 2 == 1 and low == -1
    m = max(i for i in range(2 - low, n) if matrix[i - 1][i + low - 1] < 0)
    without = sum(matrix[i - 1][i + low - 1] for i in range(2 - low, n + 1) if i != m)
    corner, led = matrix[1 - low - 1][0], matrix[m - 1][m + low - 1]
    assert without == diagonal_sums(deal)[low] - corner - led
    assert m + low != m and not 1 <= 1 + low <= n  # the printed A_{1+H,1} is in row 0


@golden(f"{PAPER}, (15): misprint, the terms of its sum are the other way round")
def test_the_sum_of_15():
    deal = Deal("EWWEWE")  # West leads W_2, East plays his smallest card
    matrix, rest = deal.matrix(), deal.without(deal.west[1], deal.east[0])
    k, i, n = -1, 2, 3
    ends = diagonal_sums(deal)[k + 1] - matrix[-k - 1][0] - matrix[i - 1][k + i]
    terms = sum(matrix[m - 1][m + k - 1] - matrix[m - 1][m + k] for m in range(i + 1, n + 1))
    assert diagonal_sums(rest)[k] == ends + terms != ends - terms


@golden(f"{PAPER}, (31): misprint where m = 1, A_{{2,2+H}} leaves the sum, not A_{{1,1+H}}")
def test_the_entry_that_leaves_31():
    deal = Deal("EWEEWEEEWWWWWE")
    low = invariants_of(deal).lower
    assert str(proof_case(deal)) == "IV for West" and (deal.n - low) % 2 == 0
    rest = deal.without(deal.west[0], deal.east[0])
    sums = {k: (along(deal, low, 2, 2 * k), along(rest, low, 2, 2 * k)) for k in (1, 2)}
    matrix = deal.matrix()
    for k, (before, after) in sums.items():
        enters = matrix[2 * k][2 * k + low]
        assert after == before - matrix[1][1 + low] + enters
    assert matrix[0][low] != matrix[1][1 + low]


@golden(f"{PAPER}, Case IV(W), (33): a gap, >= 0 is shown where > 0 is needed; > 0 holds")
def test_the_sum_of_33_is_positive():
    seen = set()
    for n in (5, 7):
        for letters in iterate_deals(n):
            deal = Deal(letters)
            named, found = proof_case(deal), invariants_of(deal)
            if str(named) != "IV for West" or found.lower or (n - found.upper) % 2:
                continue
            rest = deal.without(deal.west[-1], 2 * n)
            if rest.holders[-1] == "W":
                seen.add(along(deal, 0, 2, n - 2))
                assert invariants_of(rest).whist >= 1
    assert seen and min(seen) == 2


@golden(f"{PAPER}, Case IV(W), (36): a gap, the sum runs to n - 2 where Theorem 9.1 says n - 3")
def test_the_sum_of_36_runs_one_term_too_far():
    deal = Deal("WEEWWWEEEWWE")
    n, found = deal.n, invariants_of(deal)
    assert str(proof_case(deal)) == "IV for West" and found.upper == 0 and n % 2 == 0
    rest = deal.without(deal.west[-1], 2 * n)
    assert rest.holders[-1] == "W" and invariants_of(rest).lower == -1
    matrix = rest.matrix()
    theorem = sum(matrix[i][i - 1] for i in range(3, (n - 1) - 1 - 1 + 1))
    printed = sum(matrix[i][i - 1] for i in range(3, n - 1))
    assert theorem == -1 and printed == 0
    assert invariants_of(rest).whist == 0  # the conclusion H' >= 0 holds


@golden(f"{PAPER}, (42): misprint, the factor is not always smaller than 1")
def test_a_factor_larger_than_one():
    n, m = 10_000, 10  # k = 10, so x = 1/10
    squared = Fraction(n * (n - 2 * m), 2 * m) ** 2 / (n - m) ** 3
    assert squared > 24


@golden(f"{PAPER}, (45): misprint, the second logarithm is of 1 + k/(m - k)")
def test_the_second_logarithm():
    m, k = 1000, 30
    exact = (m - k + 0.5) * log(m / (m - k))
    assert (m - k + 0.5) * log(1 + k / (m - k)) == pytest.approx(exact, rel=1e-12)
    assert abs((m - k + 0.5) * log(1 + k / (m + k)) - exact) > 1


@golden(f"{PAPER}, (48): misprint, m_0 must grow faster than the square root of n")
def test_the_estimate_fails_at_the_square_root():
    n, k, m = 1_000_000, 1000, 1000  # x = 1 and m = sqrt(n): the binomial is 1
    assert comb(2 * m, m + k) == 1
    estimate = 2 * m * log(2) - log(m * pi) / 2 - n / m
    assert estimate > 300  # its logarithm, which should be near 0


@golden(f"{PAPER}, (63): misprint, the right side lacks exp(2 x^2)")
def test_formula_63_lacks_a_factor():
    def beta(i, j):  # (57), second form; 1/gamma is 0 at the poles, which do not occur here
        sign = -1 if i % 2 else 1
        return (
            sign * 2.0 ** (j - i - 1) * (2 * i - 1) * sqrt(pi) / gamma(i + 1) / gamma(j - i + 1.5)
        )

    x = 0.7
    left = sum(beta(i, i + m) * x ** (2 * (i + m)) for m in range(40) for i in range(40))
    printed = -sqrt(pi) * (0.5 + x * x) * exp(-x * x) * erf(sqrt(2) * x) / (sqrt(2) * x)
    assert left == pytest.approx(printed * exp(2 * x * x), rel=1e-9)
    assert abs(left - printed) > 1


@golden(f"{PAPER}, Lemma 11.7: misprint, the mean of two exponentials exceeds 1 + k^2/2r^2")
def test_a_hyperbolic_cosine_is_not_below_its_second_order():
    assert cosh(1.0) > 1 + 1 / 2
    assert cosh(1.0) < exp(1 / 2)  # which is what the lemma needs


@golden(f"{PAPER}, Lemma 11.7: the bound itself")
def test_the_bound_of_lemma_11_7():
    for n in range(1, 15):
        for i in range(1, n + 1):
            for j in range(i, n + 1):
                m = i + j - 1  # among the m lowest cards East has more than j - 1
                drawn = sum(
                    comb(m, east) * comb(2 * n - 1 - m, n - 1 - east)
                    for east in range(j, min(m, n - 1) + 1)
                )
                chance = drawn / comb(2 * n - 1, n)
                assert chance <= exp(-((j - i) ** 2) / (2 * n))


@golden(f"{PAPER}, after (63): the antiderivative in terms of 2F2, and its limit at 0")
def test_the_antiderivative():
    x = 0.8

    def primitive(t):
        b, z, total, term = 1 / t, x * x * (2 - t) / t, 0.0, 1.0
        for i in range(400):
            total += term * (b + i) / b
            term *= z / (1.5 + i)
        return -exp(-2 * x * x / t) / sqrt(t * (2 - t)) * total

    def integrand(t):
        return (1 - t) * exp(-2 * x * x / t) / (t * (2 - t)) ** 1.5

    step = 1 / 2048
    for t in (0.25, 0.5, 0.9):
        slope = (primitive(t + step) - primitive(t - step)) / (2 * step)
        assert slope == pytest.approx(integrand(t), rel=1e-3)
    assert primitive(0.01) == pytest.approx(-(x / 2 + 1 / (4 * x)) * sqrt(pi) * exp(-x * x), 1e-2)
