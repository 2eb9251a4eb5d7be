"""Distributions after a draw, as sums of rows, are those that are counted hand by hand."""

from math import comb

import numpy as np
import pytest
from tests.few import few

from sabot.cards.poker_hand import suit_classes
from sabot.cards.poker_odds.discards import DRAW_RULES, keep_by_rule
from sabot.cards.poker_odds.final_strengths import DRAW_WAYS, final_strengths, holds_by_rule
from sabot.cards.poker_odds.hand_distribution import count_draws


@pytest.mark.parametrize("rule", few(1, DRAW_RULES))
def test_the_rows_of_a_hand_sum_to_its_draws(rule):
    found, hands = final_strengths(rule), suit_classes().hands
    for place in np.random.default_rng(5).integers(0, len(hands), 200).tolist():
        hand = tuple(map(int, hands[place]))
        kept = keep_by_rule(hand, rule)
        ways = count_draws(kept, hand) * (DRAW_WAYS // comb(47, 5 - len(kept)))
        assert (ways == found.distribution(place)).all(), hand


def test_the_rules_differ_only_without_a_pair():
    common, highest, stand = map(holds_by_rule, DRAW_RULES)
    assert ((common != stand) >= (common != highest)).all()
    assert set(stand[common != stand].tolist()) == {31}
    assert set(highest[common != stand].tolist()) == {16}
