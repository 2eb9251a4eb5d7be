import pytest

from sabot import Card
from sabot.cards.card import RANKS, SUITS, rank_name
from sabot.errors import ShoeError


def test_every_card_of_the_pack_reads_back_what_it_prints():
    cards = [Card(rank, suit) for rank in range(1, 14) for suit in ("", *SUITS)]
    assert len(set(map(str, cards))) == 65
    assert [Card.parse(str(card)) for card in cards] == cards


def test_a_repr_can_be_pasted_back():
    for card in (Card(10, "h"), Card(13), Card(1, "s")):
        assert eval(repr(card), {"Card": Card}) == card


@pytest.mark.parametrize(
    ("text", "rank", "suit"),
    [
        ("9h", 9, "h"),
        ("10s", 10, "s"),
        ("Td", 10, "d"),
        ("kC", 13, "c"),
        (" A ", 1, ""),
        ("1", 1, ""),
        ("1d", 1, "d"),
        ("q", 12, ""),
        ("j", 11, ""),
    ],
)
def test_notation_is_read_generously(text, rank, suit):
    assert Card.parse(text) == Card(rank, suit)


@pytest.mark.parametrize("text", ["", "h", "0", "11", "14h", "9x", "9hh", "ten", "-9", "1 0h"])
def test_what_is_no_card_is_refused_with_the_notation(text):
    with pytest.raises(ShoeError, match="is not a card") as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)
    assert "9h, 10s, K" in str(caught.value)


@pytest.mark.parametrize(("rank", "suit"), [(0, ""), (14, "h"), (3, "x"), (3, "hh")])
def test_no_card_is_made_outside_the_pack(rank, suit):
    with pytest.raises(ShoeError, match="no card has"):
        Card(rank, suit)


def test_cards_are_ordered_by_rank_first():
    assert sorted([Card(2, "c"), Card(1, "s"), Card(1, "c")]) == [
        Card(1, "c"),
        Card(1, "s"),
        Card(2, "c"),
    ]


def test_ranks_have_letters_only_in_a_pack_of_thirteen():
    assert [rank_name(rank) for rank in range(1, 14)] == list(RANKS)
    assert [rank_name(rank, ranks=14) for rank in (1, 13, 14)] == ["1", "13", "14"]
    assert rank_name(1, ranks=3) == "1"
