"""Ranges in the usual notation: how many hands, which hands, and what is refused."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from sabot.cards.hand_ranges import best_five, parse_range, strengths_on_board, whole_weights
from sabot.cards.poker_hand import parse_cards, rank_hand
from sabot.errors import HandError


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("ka", 16),
        ("22+", 78),
        ("A2s+", 48),
        ("KTo+", 36),
        ("99-66", 24),
        ("66-99", 24),
        ("A5s-A2s", 16),
        ("22+,AJs+,KQo", 78 + 12 + 12),
        ("AhKd", 1),
        ("[AA, KK]", 12),
        ("all", 1326),
    ],
)
def test_a_range_has_the_usual_hands(text, count):
    assert len(parse_range(text).weights) == count


def test_suits_and_weights_are_as_written():
    found = parse_range("AKs:1/3,QQ:0.5,AhKd").weights
    assert {one & 3 == two & 3 for one, two in list(found)[:4]} == {True}
    assert sorted(set(found.values())) == [Fraction(1, 3), Fraction(1, 2), Fraction(1)]
    assert set(whole_weights(found).values()) == {2, 3, 6}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("22+,,AA", "is empty"),
        ("AXs", "no part of a range"),
        ("AAs", "no part of a range"),
        ("AhAh", "no part of a range"),
        ("AKs-QJs", "no part of a range"),
        ("AKs-A2o", "no part of a range"),
        ("22+,99", "twice"),
        ("AKs:2", "between 0 and 1"),
        ("AKs:x", "not a weight"),
        ("AKs:0", "no hand"),
        ("A" * 30_000, "characters"),
    ],
)
def test_what_is_no_range_is_refused(text, words):
    with pytest.raises(HandError, match=words):
        parse_range(text)


def test_the_best_five_of_seven_are_those_of_all_choices():
    dice = np.random.default_rng(3)
    rows = np.array([dice.choice(52, 7, replace=False) for _ in range(40)])
    wanted = [max(rank_hand(five) for five in combinations(map(int, row), 5)) for row in rows]
    assert best_five(rows).tolist() == wanted


def test_a_board_is_shared():
    board = parse_cards("AhKhQhJhTh")
    assert strengths_on_board([(0, 1), (4, 9)], board).tolist() == [7462, 7462]
