"""Deals and positions: notation in, notation out, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.errors import FormError, SabotError
from sabot.games.whist.deal import VARIANTS_BY_NAME, Deal, Position, other_seat, variant_named

deals = st.integers(1, 12).flatmap(
    lambda n: st.permutations("W" * n + "E" * n).map(lambda cards: Deal("".join(cards)))
)


@given(deals)
def test_a_deal_is_its_letters_its_number_and_its_hands(deal):
    assert Deal.parse(str(deal)) == deal
    assert Deal.unpack(deal.bits, deal.n) == deal
    assert sorted(deal.west + deal.east) == list(range(1, 2 * deal.n + 1))
    assert deal.swapped.swapped == deal == deal.reversed.reversed
    assert "".join("WE"[bit] for bit in deal.cards.tolist()) == str(deal)


@given(deals)
def test_exchanging_the_hands_transposes_and_negates_the_matrix(deal):
    ours, theirs = deal.matrix(), deal.swapped.matrix()
    span = range(deal.n)
    assert all(theirs[i][j] == -ours[j][i] for i in span for j in span)


@pytest.mark.parametrize("text", ["KQ10/AJ9", "kqT / aj9", "K Q 10/A J 9", "542/63 1"])
def test_hands_are_west_then_east(text):
    if text.startswith("5"):
        with pytest.raises(FormError, match="'1' in the hand"):
            Deal.parse(text)
    else:
        assert str(Deal.parse(text)) == "EWEWWE"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "at least two cards"),
        ("WEW", "West has 2, East 1"),
        ("WEX", "'X' is neither"),
        ("KQ/KJ", "held twice"),
        ("KQ/J", "West has 2, East 1"),
        ("A/K/Q", "has 3"),
        ("AX/K2", "is not a card"),
    ],
)
def test_what_is_not_a_deal_is_refused_with_the_reason(text, says):
    with pytest.raises(FormError, match=says):
        Deal.parse(text)


def test_a_number_too_large_for_the_cards_is_refused():
    with pytest.raises(FormError, match="needs 4 bits"):
        Deal.unpack(16, 2)
    with pytest.raises(FormError, match="at least one card"):
        Deal.random(0, seed=1)


def test_random_deals_repeat_with_their_seed_and_share_the_cards():
    assert Deal.random(50, seed=3) == Deal.random(50, seed=3) != Deal.random(50, seed=4)
    assert Deal.random(50, seed=3).n == 50


def test_the_greedy_rule_takes_away_the_losing_cards():
    position = Position(Deal.parse("KQ10/AJ9"), "W", led=2)
    assert position.turn == "E"
    assert position.playable() == (1, 3, 6)
    assert position.playable("greedy") == (3, 6)
    assert "greedy rule" in str(position.why_illegal(1, "greedy"))
    assert position.why_illegal(1) is None
    assert "not East's" in str(position.why_illegal(4))
    assert "no card 7" in str(position.why_illegal(7))


def test_a_hand_that_cannot_win_may_play_anything():
    assert Position(Deal("WWEE"), "E", led=4).playable("greedy") == (1, 2)


def test_a_trick_takes_two_cards_and_gives_the_lead_to_its_winner():
    position = Position(Deal("EWEWWE"), "W", led=2)
    assert position.after(3) == Position(Deal("EWWE"), "E")
    assert position.after(1) == Position(Deal("EWWE"), "W")
    assert position.winner(6) == "E" == other_seat("W")


def test_runs_of_equivalent_cards_are_named_by_their_highest():
    assert Position(Deal("WWEWEE"), "W").distinct_cards() == (2, 4)
    assert Position(Deal("WWEWEE"), "E").distinct_cards() == (3, 6)


@pytest.mark.parametrize(("lead", "led"), [("W", 1), ("W", 7), ("N", None), ("E", 2)])
def test_an_impossible_position_is_refused(lead, led):
    with pytest.raises(FormError):
        Position(Deal("EWEWWE"), lead, led)


def test_games_are_found_by_name_and_unknown_ones_refused():
    assert variant_named("five-card").payments(4) == (0, 0, 0, 1)
    assert [v.west_tricks(5, v.payments(5)[-1]) for v in VARIANTS_BY_NAME.values()] == [1] * len(
        VARIANTS_BY_NAME
    )
    with pytest.raises(SabotError, match="misere-whist"):
        variant_named("bridge")
