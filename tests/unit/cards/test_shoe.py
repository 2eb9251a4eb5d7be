from fractions import Fraction

import pytest

from sabot import INF, Card, Shoe
from sabot.errors import NumberError, ShoeError


def test_a_finite_shoe_weighs_what_is_left_of_each_rank():
    shoe = Shoe.ranks(ranks=3, suits=2).without(2).without(2)
    assert shoe.weights() == (((1, 2), (3, 2)), 4)
    assert len(shoe) == 4
    assert shoe.count(2) == 0
    assert shoe.count("joker") == 0


def test_a_drawn_card_leaves_the_first_shoe_alone():
    shoe = Shoe.ranks(ranks=2, suits=1)
    assert shoe.without(1).counts == (0, 1)
    assert shoe.counts == (1, 1)


def test_an_endless_shoe_never_changes():
    shoe = Shoe.ranks(ranks=3, suits=INF)
    assert shoe.endless
    assert shoe.without(2) is shoe
    assert shoe.weights() == (((1, 1), (2, 1), (3, 1)), 3)
    with pytest.raises(ShoeError, match="endless"):
        len(shoe)


@pytest.mark.parametrize(("ranks", "suits"), [(0, 4), (3, 0), (-1, 4), (3, -2)])
def test_an_empty_pack_is_refused(ranks, suits):
    with pytest.raises(ShoeError, match="at least 1 of each"):
        Shoe.ranks(ranks=ranks, suits=suits)


@pytest.mark.parametrize("suits", [2.5, 1.999, float("nan")])
def test_a_broken_number_of_suits_is_refused_rather_than_rounded(suits):
    with pytest.raises((ShoeError, NumberError)):
        Shoe.ranks(ranks=3, suits=suits)


@pytest.mark.parametrize("count", [1.5, Fraction(1, 2), "x"])
def test_a_broken_count_is_refused_rather_than_rounded(count):
    with pytest.raises((ShoeError, NumberError)):
        Shoe.of_counts([count, 4])


def test_a_deck_has_four_of_each_rank_or_one_of_each_card():
    assert Shoe.decks().counts == (4,) * 13
    assert Shoe.decks(6).counts == (24,) * 13
    assert Shoe.decks(2, suited=True).counts == (2,) * 52
    assert Shoe.decks(1, suited=True).count(Card(9, "h")) == 1
    assert Shoe.decks(1).count(Card(9)) == 4


@pytest.mark.parametrize(("size", "each"), [("1/4", 1), ("1/2", 2), ("1.25", 5), ("3/2", 6)])
def test_a_fraction_of_a_deck_has_fewer_of_each_rank(size, each):
    assert Shoe.decks(Fraction(size)).counts == (each,) * 13


@pytest.mark.parametrize("size", [0, -1, Fraction(1, 3), Fraction(1, 8)])
def test_a_fraction_that_splits_cards_is_refused_with_the_unit(size):
    with pytest.raises(ShoeError, match="multiple of 1/4, or inf"):
        Shoe.decks(size)


def test_a_suited_shoe_holds_whole_decks():
    with pytest.raises(ShoeError, match="multiple of 1, or inf"):
        Shoe.decks(Fraction(1, 2), suited=True)


def test_endless_decks_are_drawn_with_replacement():
    shoe = Shoe.decks(INF)
    assert shoe.endless
    assert str(shoe) == "inf decks"
    assert shoe.weights()[1] == 13
    assert (shoe - Card(9)) == shoe


def test_a_float_is_no_number_of_decks():
    with pytest.raises(NumberError, match="float"):
        Shoe.decks(0.5)


@pytest.mark.parametrize(
    "text",
    [
        "1 deck",
        "6 decks",
        "1/2 decks",
        "5/4 decks",
        "inf decks",
        "1 deck suited",
        "2 decks suited -9h -10s",
        "inf decks suited",
        "8 decks -9",
        "1 deck -9 -9 -K",
        "[16,4,4,4,4,4,4,4,4,4]",
        "[0]",
        "[0,3]",
    ],
)
def test_a_shoe_prints_the_text_it_was_read_from(text):
    shoe = Shoe.parse(text)
    assert str(shoe) == text
    assert eval(repr(shoe), {"Shoe": Shoe}) == shoe


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("1/2 deck", "1/2 decks"),
        ("0.5 decks", "1/2 decks"),
        ("1 decks", "1 deck"),
        (" 2/2 deck ", "1 deck"),
        ("[ 1, 2 ]", "[1,2]"),
        ("1 deck -9h", "1 deck -9"),
    ],
)
def test_other_spellings_print_in_the_usual_one(text, printed):
    assert str(Shoe.parse(text)) == printed


@pytest.mark.parametrize(
    "text",
    [
        *("", "deck", "six decks", "6", "6 packs", "6 decks 9h", "1 deck -", "1 deck -9x", "[]"),
        *("[a]", "[1.5]", "[1,]", "[-1]", "-1 decks", "0 decks", "1/3 decks", "inf", "[1"),
        "1/0 decks",
    ],
)
def test_what_is_no_shoe_is_refused(text):
    with pytest.raises((ShoeError, NumberError)):
        Shoe.parse(text)


def test_a_card_that_is_not_there_cannot_be_taken():
    with pytest.raises(ShoeError, match="holds no 9h"):
        Shoe.decks(1, suited=True) - Card(9, "h") - Card(9, "h")
    with pytest.raises(ShoeError, match="holds no 3"):
        Shoe.of_counts([1, 1]).without(3)
    with pytest.raises(ShoeError, match="holds no K"):
        Shoe.parse("1/4 decks -K -K")


def test_a_suited_card_leaves_a_shoe_of_ranks_by_its_rank():
    assert (Shoe.decks(1) - Card(9, "h")).count(Card(9)) == 3


def test_negative_counts_and_repeated_cards_are_refused():
    with pytest.raises(ShoeError, match="counts start at 0"):
        Shoe((1, 2), (3, -1))
    with pytest.raises(ShoeError, match="one count for each different card"):
        Shoe((1, 1), (3, 2))
    with pytest.raises(ShoeError, match="one count for each different card"):
        Shoe((1, 2), (3,))


def test_counts_may_be_given_by_card():
    shoe = Shoe.of_counts({"red": 18, "black": 18, "green": 2})
    assert shoe.weights() == ((("red", 18), ("black", 18), ("green", 2)), 38)
    assert str(shoe) == "shoe of 38 cards, 3 kinds"
    assert eval(repr(shoe), {"Shoe": Shoe}) == shoe
