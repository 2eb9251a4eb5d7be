"""The values of deals: linear time against the definitions, one deal against many."""

from itertools import pairwise

import numpy as np
import pytest

from sabot.errors import FormError, NoMethodError
from sabot.games.whist.batch import (
    all_deals,
    count_invariants,
    invariants_of_all_deals,
    invariants_of_deals,
    iterate_deals,
)
from sabot.games.whist.deal import Deal
from sabot.games.whist.wastlund_values import (
    alternating_subset,
    diagonal_sums,
    generalized_greedy_value,
    invariants_of,
    invariants_of_array,
    order_violation,
    west_tricks,
)


def sums_by_definition(deal):
    matrix, n = deal.matrix(), deal.n
    return {k: sum(matrix[i][i + k] for i in range(n) if 0 <= i + k < n) for k in range(1 - n, n)}


def span_by_definition(deal):
    n, sums = deal.n, sums_by_definition(deal)
    if deal.holders in ("E" * n + "W" * n, "W" * n + "E" * n):
        return (n, n) if deal.holders[-1] == "W" else (-n, -n)
    for k in sums:
        if sums[k] == 0:
            return k, k
    below = max(k for k in sums if sums[k] > 0)
    return below, below + 1


def height_by_theorem(deal):
    """Theorem 9.1 as printed; an empty sum is 0; the West half by exchanging the hands."""
    lower, upper = span_by_definition(deal)
    if deal.holders[-1] == "W":
        return -height_by_theorem(deal.swapped)
    n, matrix = deal.n, deal.matrix()

    def along(k, first, last):
        return sum(matrix[i - 1][i + k - 1] for i in range(first, last + 1))

    held_back = (
        upper >= 0
        and along(upper, 2, n - 1 - upper) >= 0
        and any(
            along(lower, 2, 2 * k) > 0 and along(upper, 2 * k + 1, n - upper - 1) > 0
            for k in range(1, n)
            if 2 * k + 1 <= n - upper - 1
        )
    )
    return upper if held_back else lower


@pytest.mark.parametrize("n", range(1, 7))
def test_the_linear_reading_is_the_printed_theorem_on_every_deal(n):
    for letters in iterate_deals(n):
        deal = Deal(letters)
        found = invariants_of(deal)
        assert diagonal_sums(deal) == sums_by_definition(deal)
        assert (found.lower, found.upper) == span_by_definition(deal)
        assert found.whist == height_by_theorem(deal)


@pytest.mark.parametrize("n", [17, 40])
def test_the_linear_reading_is_the_printed_theorem_on_random_deals(n):
    for seed in range(60):
        deal = Deal.random(n, seed=seed)
        found = invariants_of(deal)
        assert (found.lower, found.upper) == span_by_definition(deal)
        assert found.whist == height_by_theorem(deal)


@pytest.mark.parametrize("n", range(1, 9))
def test_all_deals_at_once_agree_with_packed_deals_and_rows(n):
    packed = all_deals(n)
    assert all(a < b for a, b in pairwise(packed.tolist()))
    whole, listed = invariants_of_all_deals(n), invariants_of_deals(packed, n=n)
    rows = (packed[:, None] >> np.arange(2 * n, dtype=np.uint64)) & np.uint64(1)
    by_row = invariants_of_deals(rows)
    for name in ("lower", "upper", "whist", "greedy"):
        assert getattr(whole, name).tolist() == getattr(listed, name).tolist()
        assert getattr(whole, name).tolist() == getattr(by_row, name).tolist()


def test_one_reading_says_what_the_array_says():
    packed = all_deals(5)
    whole = invariants_of_all_deals(5)
    for lead in "WE":
        for game in ("whist", "greedy-whist"):
            won = whole.tricks(lead, game=game).tolist()
            assert won == [west_tricks(Deal.unpack(b, 5), lead, game=game) for b in packed.tolist()]
        last = whole.last_trick(lead).tolist()
        assert last == [
            invariants_of(Deal.unpack(b, 5)).last_trick(lead) == "W" for b in packed.tolist()
        ]


@pytest.mark.parametrize("n", [1, 2, 7, 10])
def test_a_tally_counts_what_the_arrays_hold(n):
    whole, counted = invariants_of_all_deals(n), count_invariants(n)
    for name in ("lower", "upper", "whist"):
        values, counts = np.unique(getattr(whole, name), return_counts=True)
        assert getattr(counted, name) == dict(zip(values.tolist(), counts.tolist(), strict=True))
    ace = whole.whist[(all_deals(n) >> np.uint64(2 * n - 1)) == 1]
    assert sum(counted.whist_east_ace.values()) == ace.size
    assert counted.whist_east_ace.get(0, 0) == int((ace == 0).sum())


def test_exchanging_the_hands_negates_every_height():
    for seed in range(40):
        deal = Deal.random(30, seed=seed)
        ours, theirs = invariants_of(deal), invariants_of(deal.swapped)
        assert (theirs.lower, theirs.upper) == (-ours.upper, -ours.lower)
        assert (theirs.whist, theirs.greedy) == (-ours.whist, -ours.greedy)
        for lead, opposite in ("WE", "EW"):
            assert theirs.tricks(lead) == deal.n - ours.tricks(opposite)


@pytest.mark.parametrize("letters", ["E" * 9 + "W" * 9, "W" * 9 + "E" * 9])
def test_a_hand_of_high_cards_takes_everything(letters):
    won = 9 if letters[-1] == "W" else 0
    for lead in "WE":
        assert west_tricks(letters, lead) == west_tricks(letters, lead, game="greedy-whist") == won
        assert invariants_of(letters).last_trick(lead) == letters[-1]


def test_a_million_cards_a_hand_is_read_like_any_other():
    deal = Deal.random(10**6, seed=5)
    found = invariants_of_array(deal.cards)
    assert found.upper - found.lower in (0, 1)
    assert found.whist in (found.lower, found.upper)
    path = np.cumsum(2 * deal.cards.astype(np.int64) - 1)
    k = found.lower  # T_k straight from the path: the entry between cards m and m + 1
    m = np.arange(abs(k) + 1, 2 * deal.n - abs(k), 2)
    assert np.sign(path[m - 1] - k).sum() > 0 or found.lower == found.upper
    k += 1
    m = np.arange(abs(k) + 1, 2 * deal.n - abs(k), 2)
    assert np.sign(path[m - 1] - k).sum() < 0


@pytest.mark.parametrize(
    ("deals", "n"),
    [
        (np.array([[1, 0, 1]]), None),
        (np.array([[1, 1, 1, 0]]), None),
        (np.array([[2, 0, 0, 2]]), None),
        (np.array([[257, 0]]), None),
        (np.array([-1]), 2),
        (np.array([3]), None),
        (np.array([7]), 2),
        (np.array([17]), 2),
        (np.array([3]), 33),
        (np.zeros((1, 1, 2), int), None),
    ],
)
def test_arrays_that_are_not_deals_are_refused(deals, n):
    with pytest.raises(FormError):
        invariants_of_deals(deals, n=n)


@pytest.mark.parametrize(
    "cards",
    [[1, 1, 1, 1], [1, 1, 0], [2, 0], [], [0], [[1, 0]], [256, 0], [-1, 0], [0.5, 1], [3, 1, 0, 0]],
    ids=str,
)
def test_one_array_that_is_no_deal_is_refused(cards):
    for found in (cards, np.array(cards)):
        with pytest.raises(FormError):
            invariants_of_array(found)


@pytest.mark.parametrize("cards", [[1, 1, 1, 1], [2, 0], [255, 255, 0, 0], []], ids=str)
def test_bytes_that_are_no_deal_are_refused_before_the_loops_trust_them(cards):
    with pytest.raises(FormError):
        invariants_of_array(np.array(cards, np.uint8))


@pytest.mark.slow
def test_cards_of_any_whole_sort_are_read_alike():
    deal = Deal.random(50, seed=1)
    wide = np.repeat(deal.cards, 2)
    for cards in (deal.cards, deal.cards.astype(bool), deal.cards.tolist(), wide[::2]):
        assert invariants_of_array(cards) == invariants_of(deal)


def test_more_deals_than_can_be_held_are_refused():
    with pytest.raises(NoMethodError, match=r"C\(60,30\)"):
        invariants_of_all_deals(30)
    with pytest.raises(FormError):
        count_invariants(0)


def test_alternating_sets_form_a_chain():
    for n in range(1, 8):
        chain = [
            alternating_subset(n, size, first=one) for size in range(n + 1) for one in (True, False)
        ]
        assert len(set(chain)) == 2 * n
        for low, high in pairwise(chain):
            tops = zip(sorted(low)[::-1], sorted(high)[::-1], strict=False)
            assert len(low) <= len(high) and all(a <= b for a, b in tops)


def test_a_score_that_breaks_the_order_is_found_out():
    assert order_violation(4, len) is None
    assert order_violation(4, sum) is None
    assert order_violation(4, lambda won: 4 in won) is None
    assert order_violation(4, lambda won: 1 in won) is not None
    assert (
        generalized_greedy_value("EWEWWE", "W", sum)
        == 2 + 3
        == sum(invariants_of("EWEWWE").outcome("W"))
    )


def test_a_score_without_order_has_no_value_by_the_theorem():
    def first(won):
        return int(1 in won)

    with pytest.raises(FormError, match=r"tricks \[2\] score less than \[1\]"):
        generalized_greedy_value("EWEWWE", "W", first)
    deal = Deal.random(15, seed=1)
    with pytest.raises(NoMethodError, match="ordered=True"):
        generalized_greedy_value(deal, "W", sum)
    assert generalized_greedy_value(deal, "W", len, ordered=True) == west_tricks(
        deal, "W", game="greedy-whist"
    )


@pytest.mark.slow
def test_all_deals_of_sixteen_cards_a_hand_are_counted():
    counted = count_invariants(16)
    assert sum(counted.whist.values()) == 601_080_390
