"""Draws of two hands from one pack: counted by ranks as all draws of cards give it."""

import random
from itertools import combinations
from math import comb

import numpy as np
import pytest

from sabot.cards.poker_hand import RANK_KEYS, STRENGTH_COUNT, parse_cards, rank_hand
from sabot.cards.poker_odds import joint_draws_kernel
from sabot.cards.poker_odds.discards import keep_by_rule
from sabot.cards.poker_odds.hand_distribution import BINOMIAL, rank_draws, ranks_of_key_sums
from sabot.cards.poker_odds.joint_draws import JOINT_WAYS, _lists, draw_jointly, joint_table


@pytest.fixture(scope="module")
def lists():
    return _lists()


def count(lists, one, two):
    """Return what one strength wins of another, by the loops as Python runs them."""
    found = np.zeros(1, np.int64)
    room = tuple(np.zeros(many, np.int64) for many in (13, 455, 455))
    pair = np.array([one], np.int32), np.array([two], np.int32)
    hands, fills, added = lists
    joint_draws_kernel.count_joint_wins(pair, hands, fills, added, room, found)
    return int(found[0])


def count_by_cards(one, two):
    """Return the same of two hands, by all draws of cards, one after the other."""
    kept = [keep_by_rule(hand, "stand") for hand in (one, two)]
    left = set(range(52)).difference(one, two)
    won = 0
    for mine in combinations(sorted(left), 5 - len(kept[0])):
        own = rank_hand((*kept[0], *mine))
        for theirs in combinations(sorted(left.difference(mine)), 5 - len(kept[1])):
            other = rank_hand((*kept[1], *theirs))
            won += (own >= other) + (own > other)
    return won


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("2c2d5h5sAc", "3c3dAhAsKc"),
        ("2c2d2h5sAc", "3c3dAhAsKc"),
        ("9c9d9h5sAc", "5c5d5hTsTd"),
        ("4c4d5h5s6c", "AhQhTh7h2h"),
        ("AcAdKhQsJc", "9c8d7h6s5c"),
        pytest.param("7c7d7hKsQc", "8c8d8hKdQd", marks=pytest.mark.slow),
        pytest.param("7c7dKhKsQc", "8c8d3hJdQd", marks=pytest.mark.slow),
    ],
)
def test_draws_by_ranks_are_those_of_cards(lists, one, two):
    one, two = parse_cards(one), parse_cards(two)
    assert count(lists, rank_hand(one) - 1, rank_hand(two) - 1) == count_by_cards(one, two)


def count_by_ranks(lists, one, two):
    """Return the same: for each draw of one hand, those of the other from what is left."""
    counts, drawn, _ = lists[0]
    left = 4 - counts[one].astype(int) - counts[two]
    if left.min() < 0:
        return -1
    keys = np.array(RANK_KEYS)
    held = [
        np.where(counts[hand] > 1, counts[hand], 0) @ keys if drawn[hand] else 0
        for hand in (one, two)
    ]
    mine, theirs = (rank_draws(int(drawn[hand])) for hand in (one, two))
    won = 0
    for draw, key in zip(mine.counts, mine.sums, strict=True):
        if (draw > left).any():
            continue
        here = (theirs.counts <= left - draw).all(1)
        ways = BINOMIAL[left - draw, theirs.counts[here]].prod(1)
        own = ranks_of_key_sums(np.array([key + held[0]]))[0] if drawn[one] else one + 1
        others = (
            ranks_of_key_sums(theirs.sums[here] + held[1])[0] if drawn[two] else np.array([two + 1])
        )
        met = (own > others).astype(int) + (own >= others)
        won += int(BINOMIAL[left, draw].prod() * (ways * met).sum())
    return won


def test_random_strengths_win_what_another_order_of_counting_gives(lists):
    dice, pairs = random.Random(5), np.flatnonzero(lists[0][1] == 3).tolist()
    for number in range(12):
        among = pairs if number % 2 else range(STRENGTH_COUNT)
        one, two = dice.choice(among), dice.choice(among)
        assert count(lists, one, two) == count_by_ranks(lists, one, two)


def test_hands_that_one_pack_does_not_have_are_told_apart(lists):
    nines = rank_hand(parse_cards("9c9d9h5sAc")) - 1
    assert count(lists, nines, nines) == -1


@pytest.mark.slow  # two minutes
def test_the_table_counts_every_pair_from_both_sides(lists):
    table, dice = joint_table(), random.Random(6)
    known = table + table.T
    assert set(np.unique(known).tolist()) == {0, 2 * JOINT_WAYS}
    drawn = lists[0][1]
    for _ in range(200):
        one, two = dice.randrange(STRENGTH_COUNT), dice.randrange(STRENGTH_COUNT)
        ways = comb(42, int(drawn[one])) * comb(42 - int(drawn[one]), int(drawn[two]))
        won = count_by_ranks(lists, one, two)
        assert table[one, two] == max(won, 0) * (JOINT_WAYS // ways)


def test_cards_that_were_drawn_are_gone_for_the_other():
    """The lowest rank that is left is taken each time."""
    asked = []

    def first(labels, weights, total):
        asked.append((labels[0], sum(weights), total))
        return 0

    found = draw_jointly(parse_cards("2c2d5h6s7c"), parse_cards("3c3d5s6h7d"), "stand", first)
    assert [total for *_, total in asked] == [42, 41, 40, 39, 38, 37]
    assert asked[0][0] == "2" and asked[2][0] == "3"
    quads = rank_hand(parse_cards("2c2d2h2s3c"))
    assert found == (quads, rank_hand(parse_cards("3c3d3h4c4d")))


def test_draws_at_a_table_win_as_often_as_counted(lists):
    """Hands are those that represent classes, which may share cards: only ranks count."""
    dice = random.Random(7)
    one, two = map(parse_cards, ("2c2d2h5c9c", "8c8dAcAd9c"))

    def pick(labels, weights, total):
        return dice.choices(range(len(labels)), weights)[0]

    ends = [draw_jointly(one, two, "stand", pick) for _ in range(1500)]
    won = sum((mine > yours) + (mine >= yours) for mine, yours in ends) / (2 * len(ends))
    ranks = [rank_hand(hand) - 1 for hand in (one, two)]
    exact = count(lists, *ranks) / (2 * comb(42, 2) * 40)
    assert abs(won - exact) < 4 * (exact * (1 - exact) / len(ends)) ** 0.5
