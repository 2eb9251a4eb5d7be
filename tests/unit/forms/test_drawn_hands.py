"""Hands that draw apart: the operator is a sum over all pairs of hands and all draws."""

from itertools import permutations
from math import comb

import numpy as np
import pytest

import sabot
from sabot.cards.poker_hand import parse_cards
from sabot.cards.poker_odds.discards import keep_by_rule
from sabot.cards.poker_odds.final_strengths import DRAW_WAYS
from sabot.cards.poker_odds.hand_distribution import count_draws
from sabot.forms import drawn_hands_kernel
from sabot.forms.drawn_hands import (
    DrawnDeal,
    TypeDeal,
    _digits,
    _exact,
)


def drawn(hand, rule):
    kept = keep_by_rule(hand, rule)
    return count_draws(kept, hand) * (DRAW_WAYS // comb(47, 5 - len(kept)))


@pytest.mark.slow  # half a minute: the tables of all rows
def test_the_operator_is_the_sum_over_disjoint_hands_and_all_draws():
    rule = "common"
    deal = DrawnDeal.by_rule(rule)
    names, dice = deal.names(0), np.random.default_rng(8)
    chosen = dice.integers(0, len(names), 25).tolist()
    weights = np.zeros((2, len(names)), object)
    weights[0, chosen] = dice.integers(1, 1 << 20, len(chosen)).tolist()
    weights[1, chosen] = [1 << 75, *range(1, len(chosen))]
    weaker, equal, stronger = deal.sums(0, weights)
    every = deal.all(0, weights)
    others = [
        ({tuple(sorted(4 * (c >> 2) + order[c & 3] for c in hand)) for order in ORDERS}, place)
        for place in chosen
        for hand in (parse_cards(names[place]),)
    ]
    for place in [*chosen[:5], *dice.integers(0, len(names), 15).tolist()]:
        mine = parse_cards(names[place])
        own = drawn(mine, rule)
        for row in (0, 1):
            won = met = 0
            for orbit, other in others:
                apart = sum(not set(hand) & set(mine) for hand in orbit)
                theirs = drawn(parse_cards(names[other]), rule)
                halves = 2 * theirs.cumsum() - theirs
                weight = int(weights[row, other]) * apart
                won += weight * int(own @ halves)
                met += weight
            assert weaker[row, place] == won
            assert weaker[row, place] + stronger[row, place] == every[row, place]
            assert every[row, place] == met * deal.pair_unit
    assert not equal.any()
    assert deal.total == comb(52, 5) * comb(47, 5) * deal.pair_unit


ORDERS = tuple(permutations(range(4)))


@pytest.mark.slow
def test_all_pairs_of_hands_are_dealt_with_all_draws():
    deal = DrawnDeal.by_rule("common")
    assert deal.total == comb(52, 5) * comb(47, 5) * deal.pair_unit


def test_types_are_summed_exactly_in_integers():
    dice = np.random.default_rng(2)
    pairs = dice.integers(0, 1 << 24, (30, 30))
    weights = dice.integers(0, 1 << 33, (2, 30))
    weaker, equal, stronger = TypeDeal(pairs.astype(np.float32)).sums(0, weights)
    assert (weaker == weights @ pairs.T).all() and (stronger == weights @ pairs).all()
    assert not equal.any()


def test_types_are_summed_in_floats_as_in_integers():
    dice = np.random.default_rng(3)
    deal = TypeDeal(dice.integers(0, 9, (6, 6)).astype(np.float32))
    weights = dice.integers(0, 9, (6, 2))
    weaker, _, stronger = deal.sums(0, weights.T)
    found = np.zeros((3, 6, 2))
    deal.sweep(0, weights.astype(np.float64), found)
    assert (found == np.array([weaker, weaker, weaker + stronger]).transpose(0, 2, 1)).all()


def test_digits_and_rests_give_the_numbers_back():
    numbers = np.array([[0, 5, (1 << 70) + 3], [1 << 20, 0, 1]], object)
    digits, shifts = _digits(numbers)
    back = np.zeros_like(numbers)
    for digit, (row, shift) in zip(digits, shifts, strict=True):
        back[row] += digit.astype(object) << shift
    assert (back == numbers).all() and digits.max() < 1 << 20
    wide = np.array([3, -7, (1 << 90) + 12345, -(1 << 80) - 1], object)
    rest = np.array([(int(one) + (1 << 63)) % (1 << 64) - (1 << 63) for one in wide], np.int64)
    assert (_exact(rest, wide.astype(np.float64)) == wide).all()


def test_rows_are_compared_both_ways_round():
    rows = [([3], [2]), ([1, 4], [1, 5]), ([0, 2, 3], [-1, 4, 2])]
    dense = np.zeros((3, 5), np.int64)
    for place, (ranks, ways) in enumerate(rows):
        dense[place, ranks] = ways
    halves = (2 * dense.cumsum(1) - dense).T.astype(np.int32)
    listed = [np.concatenate([part[k] for part in rows]) for k in (0, 1)]
    table = np.zeros((3, 3), np.int64)
    begins = np.array([0, 1, 3, 6])
    drawn_hands_kernel.fill_table(
        (0, 3), (begins, *listed, dense.sum(1)), halves, np.zeros(3), table
    )
    assert (table == dense @ halves).all()


@pytest.mark.slow  # a quarter of a minute: sums over all pairs of hands
def test_a_strategy_that_never_compares_hands_needs_no_draws():
    game = "blind-poker(hands=cards, draw=joint, discard=stand)"
    assert sabot.value(game, {"2": {"*,1 enter": "drop"}}).high == 1
