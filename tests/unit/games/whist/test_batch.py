"""Counts of deals against enumeration, the limit law against its integral, Monte Carlo."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, exp, pi, sqrt

import pytest
from tests.few import few

from sabot.errors import FormError, NoMethodError
from sabot.games.whist import deal_statistics
from sabot.games.whist import deal_statistics as limit
from sabot.games.whist.batch import (
    all_deals,
    count_invariants,
    invariants_of_all_deals,
    iterate_deals,
)
from sabot.games.whist.deal import Deal
from sabot.games.whist.wastlund_values import diagonal_sums


@pytest.mark.parametrize("n", range(1, 7))
def test_diagonal_counts_are_what_enumeration_finds(n):
    found = {k: Counter() for k in range(1 - n, n)}
    for letters in iterate_deals(n):
        for k, total in diagonal_sums(letters).items():
            found[k][total] += 1
    for k, counted in found.items():
        exact = deal_statistics.diagonal_counts(n, k)
        assert {t: c for t, c in exact.items() if c} == dict(counted)
        assert deal_statistics.positive_deals(n, k) == sum(c for t, c in counted.items() if t > 0)


@pytest.mark.parametrize("n", few(7, range(1, 13)))
def test_counts_of_heights_are_what_enumeration_finds(n):
    counted = count_invariants(n)
    assert deal_statistics.lower_counts(n) == counted.lower
    assert deal_statistics.upper_counts(n) == counted.upper
    assert deal_statistics.whist_counts(n) == counted.whist
    assert deal_statistics.east_ace_counts(n) == counted.whist_east_ace
    assert deal_statistics.greedy_counts(n) == Counter(invariants_of_all_deals(n).greedy.tolist())


def test_counts_of_large_deals_are_whole_distributions():
    for counts, n in (
        (deal_statistics.lower_counts(200), 200),
        (deal_statistics.upper_counts(200), 200),
        (deal_statistics.greedy_counts(150), 150),
        (deal_statistics.whist_counts(36), 36),
    ):
        assert sum(counts.values()) == comb(2 * n, n)
        assert min(counts.values()) > 0
    whist = deal_statistics.whist_counts(36)
    assert all(whist[h] == whist[-h] for h in whist)


def paths(p, q):
    """Yield the heights j - i along every path from the origin to (p, q)."""
    for steps in product((1, -1), repeat=p + q):
        if steps.count(1) == q:
            heights = [0]
            for step in steps:
                heights.append(heights[-1] + step)
            yield heights


@pytest.mark.parametrize(("p", "q"), [(0, 0), (1, 3), (2, 2), (3, 4), (3, 5), (4, 2), (0, 4)])
def test_touching_paths_are_counted(p, q):
    for k in range(6):
        touching = sum(heights.count(k) == 1 for heights in paths(p, q))
        assert deal_statistics.touching_paths(p, q, k) == touching


@pytest.mark.slow
def test_the_dealer_gains_about_a_quarter_of_a_trick():
    assert deal_statistics.dealer_tricks(13) == Fraction(69_633_863, 10_400_600)
    gains = [float(limit.dealer_advantage(n)) for n in (6, 12, 24, 48)]
    assert gains == sorted(gains) and gains[-1] < 0.25
    assert limit.dealer_advantage(13, lead="W") == -limit.dealer_advantage(13)
    won = invariants_of_all_deals(9).tricks("E")
    assert deal_statistics.dealer_tricks(9) == Fraction(int(won.sum()), won.size)
    greedy = invariants_of_all_deals(9).tricks("E", game="greedy-whist")
    assert deal_statistics.dealer_tricks(9, game="greedy-whist") == Fraction(
        int(greedy.sum()), 48620
    )


def test_the_worth_of_a_card_is_the_mean_height_of_its_holder():
    worths = limit.card_worths(4)
    heights = dict(
        zip(all_deals(4).tolist(), invariants_of_all_deals(4).whist.tolist(), strict=True)
    )
    for card in range(1, 9):
        held = [h for bits, h in heights.items() if card in Deal.unpack(bits, 4).west]
        assert worths[card - 1] == limit.card_worth(4, card) == Fraction(sum(held), len(held))


def test_an_ace_is_worth_a_trick_and_a_king_half_of_one():
    """Section 11.4, and that cards are worth more the higher they are."""
    worths = limit.card_worths(12)
    assert list(worths) == sorted(worths)
    assert abs(worths[-1] - 1) < Fraction(1, 10)
    assert abs(worths[-2] - Fraction(1, 2)) < Fraction(1, 10)


def simpson(function, a, b, steps=4000):
    width = (b - a) / steps
    odd = sum(function(a + i * width) for i in range(1, steps, 2))
    even = sum(function(a + i * width) for i in range(2, steps, 2))
    return (function(a) + function(b) + 4 * odd + 2 * even) * width / 3


@pytest.mark.parametrize("x", [0.2, 0.5, 1.0, 1.7, 2.5])
def test_the_limit_law_is_the_integral_of_theorem_11_5(x):
    def integrand(t):
        return (1 - t) * exp(-2 * x * x / t) / (t * (2 - t)) ** 1.5 if t else 0.0

    integral = 2 * x / sqrt(pi) * simpson(integrand, 0.0, 1.0)
    assert limit.limit_tail(x) == pytest.approx(integral, rel=1e-8)
    assert limit.limit_tail(-x) == 1 - limit.limit_tail(x)


def test_the_density_is_the_slope_of_the_limit_law():
    for x in (0.1, 0.6, 1.3, 2.2):
        between = simpson(limit.limit_density, 0.0, x)
        assert between == pytest.approx(limit.limit_tail(0) - limit.limit_tail(x), rel=1e-10)
        assert limit.limit_density(-x) == limit.limit_density(x)
    assert limit.limit_tail(40) == limit.limit_density(40) == 0


@pytest.mark.slow
def test_exact_distributions_come_closer_to_the_limit_law():
    far = [
        limit.distance_to_limit_law(n, deal_statistics.lower_counts(n)) for n in (25, 50, 100, 200)
    ]
    assert far == sorted(far, reverse=True) and far[-1] < 0.08
    assert limit.distance_to_limit_law(50, deal_statistics.whist_counts(50)) < 0.1


def test_random_deals_agree_with_exact_counts():
    exact = deal_statistics.dealer_tricks(13)
    found = limit.estimate_dealer_tricks(13, deals=40_000, seed=11)
    low, high = found.interval(4)
    assert low < exact < high and found.deals == 40_000
    worth = limit.estimate_card_worth(10, 20, deals=40_000, seed=12)
    low, high = worth.interval(4)
    assert low < limit.card_worth(10, 20) < high
    counts = limit.sample_height_counts(30, deals=5_000, seed=13)
    assert sum(counts.values()) == 5_000
    assert limit.distance_to_limit_law(30, counts) < 0.2


@pytest.mark.slow
def test_large_deals_are_estimated_in_blocks():
    found = limit.estimate_card_worth(20_000, 40_000, deals=450, seed=1)
    assert found.deals == 450
    low, high = found.interval(4.5)
    assert low < 1 < high


def test_counts_out_of_reach_are_refused():
    with pytest.raises(NoMethodError, match="Monte Carlo"):
        deal_statistics.whist_counts(1000)
    with pytest.raises(NoMethodError, match="random deals"):
        limit.card_worths(30)
    for bad in (
        lambda: deal_statistics.diagonal_counts(3, 3),
        lambda: deal_statistics.lower_counts(0),
        lambda: deal_statistics.touching_paths(1, 1, -1),
        lambda: limit.card_worth(3, 7),
        lambda: limit.estimate_dealer_tricks(3, deals=0, seed=1),
    ):
        with pytest.raises(FormError):
            bad()
