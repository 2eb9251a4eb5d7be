"""Poker hands: the order of all 2,598,960, names, text, classes, and what is refused."""

import pickle
import subprocess
import sys
from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sabot
from sabot.cards import poker_hand, poker_hand_kernel
from sabot.cards.poker_hand import (
    all_strengths,
    card_sign,
    card_text,
    hands_per_kind,
    key_sum,
    lookup_tables,
    parse_cards,
    rank_multisets,
    strength_of_rank,
    suit_classes,
)
from sabot.errors import HandError
from sabot.poker import Hand, rank

KNOWN = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three of a kind": 54912,
    "two pairs": 123552,
    "one pair": 1098240,
    "high card": 1302540,
}

fives = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


@pytest.fixture(scope="module")
def pack():
    """Return all hands of the pack."""
    flat = np.fromiter((card for five in combinations(range(52), 5) for card in five), np.uint8)
    return flat.reshape(-1, 5)


@pytest.fixture(scope="module")
def ranked(pack):
    """Return the rank of every hand of the pack."""
    return rank(pack)


def sequencing(hand):
    """Return a number by which hands compare as the rules say: nothing of ours is in it."""
    values = sorted((card // 4 for card in hand), reverse=True)
    many = Counter(values)
    groups = sorted(((many[value], value) for value in many), reverse=True)
    shape = tuple(count for count, _ in groups)
    flush = len({card % 4 for card in hand}) == 1
    order = [value for _, value in groups]
    if values == [12, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    straight = shape == (1, 1, 1, 1, 1) and order[0] - order[4] == 4
    kind = (
        8
        if straight and flush
        else 7
        if shape[0] == 4
        else 6
        if shape == (3, 2)
        else 5
        if flush
        else 4
        if straight
        else 3
        if shape[0] == 3
        else 2
        if shape == (2, 2, 1)
        else 1
        if shape[0] == 2
        else 0
    )
    return kind, order


@pytest.mark.slow
def test_every_kind_is_there_as_often_as_the_books_say(ranked):
    kinds = np.array([one.kind for one in all_strengths()])
    found = np.bincount(kinds[ranked.astype(int) - 1])
    assert found[::-1].tolist() == list(KNOWN.values())
    assert hands_per_kind() == KNOWN


def test_every_strength_is_there_as_often_as_its_ranks_allow(ranked):
    found = np.bincount(ranked, minlength=7463)
    assert found.tolist() == [0, *(one.ways for one in all_strengths())]


@given(fives, fives)
def test_two_hands_compare_as_the_rules_say(one, other):
    ours, theirs = Hand(one), Hand(other)
    assert (ours > theirs) == (sequencing(one) > sequencing(other))
    assert (ours == theirs) == (sequencing(one) == sequencing(other))


@pytest.mark.slow
def test_all_strengths_are_in_the_order_of_the_rules():
    hands = [representative(number) for number in range(1, 7463)]
    assert sorted(hands, key=sequencing) == hands
    assert len({repr(sequencing(hand)) for hand in hands}) == 7462


def representative(number):
    """Return a hand of a rank, made from the ladder."""
    found = strength_of_rank(number)
    if found.suited:
        return tuple(4 * value for value in found.five)
    seen = Counter()
    hand = []
    for value in found.five:
        hand.append(4 * value + seen[value])
        seen[value] += 1
    if len(seen) == 5:
        hand[0] += 1
    return tuple(hand)


@pytest.mark.slow
def test_an_array_one_hand_and_compiled_loops_agree(pack, ranked):
    some = np.random.default_rng(15).integers(0, len(pack), 2000)
    loops = poker_hand.LOOPS.plain
    plain = np.empty(len(some), np.uint16)
    assert loops.rank_rows(pack[some], plain, lookup_tables()) == 0
    assert plain.tolist() == ranked[some].tolist()
    assert [Hand(five).rank for five in pack[some[:200]].tolist()] == ranked[some[:200]].tolist()
    compiled = np.empty(len(pack), np.uint16)
    tables = tuple(lookup_tables())
    assert poker_hand.LOOPS.compiled.rank_rows(pack, compiled, tables) == 0
    c0, c1, c2, c3, c4 = pack.T.astype(int)
    assert np.array_equal(compiled, poker_hand_kernel.rank5(c0, c1, c2, c3, c4, lookup_tables()))


def test_the_order_of_the_cards_does_not_matter():
    held = parse_cards("AsKdKh9c2s")
    assert {Hand(one).rank for one in permutations(held)} == {Hand(held).rank}


def test_every_five_ranks_have_a_sum_of_their_own():
    assert len({key_sum(five) for five in rank_multisets()}) == len(list(rank_multisets())) == 6175


def test_the_shape_of_an_array_is_kept(pack):
    held = pack[:24].reshape(2, 3, 4, 5)
    assert rank(held).shape == (2, 3, 4)
    assert rank(held.astype(np.int64)).tolist() == rank(held).tolist()
    assert rank(pack[:0]).tolist() == []


@pytest.mark.parametrize(
    ("held", "name"),
    [
        ("AsKsQsJsTs", "royal flush"),
        ("KsQsJsTs9s", "straight flush, king high"),
        ("5s4s3s2sAs", "straight flush, five high"),
        ("9c9d9h9sKc", "four nines, king kicker"),
        ("TcTdThAsAc", "full house, tens over aces"),
        ("Ac9c7c3c2c", "flush, ace high"),
        ("5s4d3s2cAs", "straight, five high"),
        ("6c6d6hKs2c", "three sixes, king kicker"),
        ("AcAdKcKd2c", "two pairs, aces and kings, two kicker"),
        ("TcTdAs7h2c", "pair of tens, ace kicker"),
        ("AsKdQhJc9s", "ace high, king next"),
    ],
)
def test_a_hand_has_a_name(held, name):
    assert Hand(held).name == name


def test_text_round_trips_and_signs_are_shown():
    hand = Hand("10s, jd q♥ KC-as")
    assert str(hand) == "TsJdQhKcAs"
    assert hand.signs == "10♠ J♦ Q♥ K♣ A♠"
    assert Hand(str(hand)).cards == hand.cards == pickle.loads(pickle.dumps(hand)).cards
    assert [parse_cards(card_text(card), many=1) for card in range(52)] == [
        (card,) for card in range(52)
    ]
    assert [parse_cards(card_sign(card), many=1) for card in range(52)] == [
        (card,) for card in range(52)
    ]


def test_a_hand_does_not_change():
    hand = Hand("AsKdQhJc9s")
    with pytest.raises(AttributeError, match="does not change"):
        hand.rank = 7462
    assert len({hand, Hand("AhKcQdJs9h")}) == 1
    assert hand != "AsKdQhJc9s"
    with pytest.raises(TypeError):
        hand < 3  # noqa: B015


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("AsAs", "card 2: As is given twice\n    it is card 1 already"),
        ("AsKdQhJc", "4 cards; a hand here has 5"),
        ("AsKdQhJc9s8s", "6 cards; a hand here has 5"),
        ("XxKd", "card 1: 'Xx' is not a card\n    a rank 2 3 4 5 6 7 8 9 T J Q K A"),
        ("", "0 cards; a hand here has 5"),
        ("AsKdQhJc9", "card 5: '9' is not a card"),
        ("1sKdQhJc9s", "card 1: '1s' is not a card"),
        ("As" * 5000, "10,000 characters"),
    ],
)
def test_what_is_not_a_hand_is_refused_with_its_place(held, told):
    with pytest.raises(HandError) as fault:
        Hand(held)
    assert told in str(fault.value)
    assert len(str(fault.value)) < 20_000
    assert str(pickle.loads(pickle.dumps(fault.value))) == str(fault.value)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (np.zeros((3, 4), np.uint8), "five in the last dimension"),
        (np.zeros((3, 5)), "whole numbers"),
        (np.array([[0, 1, 2, 3, 52]]), "row 0: [0, 1, 2, 3, 52]'\n  card 5: 52 is not a card"),
        (np.array([[0, 1, 2, 3, -1]]), "card 5: -1 is not a card"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 3]]), "row 1: "),
        ([(0, 1, 2, 3)], "4 cards; a hand here has 5"),
    ],
)
def test_an_array_that_holds_no_hands_is_refused(held, told):
    with pytest.raises(HandError) as fault:
        rank(held)
    assert told in str(fault.value)


def test_a_card_twice_is_seen_in_compiled_loops_too():
    hands = np.array([[0, 1, 2, 3, 4], [9, 1, 9, 3, 4]], np.uint8)
    out = np.empty(2, np.uint16)
    assert poker_hand.LOOPS.compiled.rank_rows(hands, out, tuple(poker_hand.lookup_tables())) != 0


def test_a_rank_that_is_none_is_refused():
    with pytest.raises(HandError, match="1 to 7,462"):
        strength_of_rank(0)


def test_suits_make_classes():
    sizes = [len(suit_classes(many).ways) for many in range(6)]
    assert sizes == [1, 13, 169, 1755, 16432, 134459]
    assert [int(suit_classes(many).ways.sum()) for many in range(6)] == [
        comb(52, k) for k in range(6)
    ]
    found = suit_classes()
    spread = np.zeros(7463, np.int64)
    np.add.at(spread, found.ranks, found.ways)
    assert spread.tolist() == [0, *(one.ways for one in all_strengths())]


def test_the_room_is_public():
    code = "import sabot; print(sabot.poker.rank('AsKsQsJsTs'), sabot.poker.Hand('AsKsQsJsTs'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "7462 AsKsQsJsTs\n"
    assert "poker" in dir(sabot)


def test_one_hand_is_ranked_without_compiling():
    code = "import sys, sabot; sabot.poker.rank('AsKsQsJsTs'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
