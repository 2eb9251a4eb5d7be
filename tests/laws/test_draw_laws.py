"""Five-card draw: no unit is lost or made, whoever plays, and nobody loses more than he has."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.cards.shoe import INF
from sabot.games.poker.five_card_draw.players import NAMED_PLAYERS
from sabot.games.poker.five_card_draw.rules import play_draw_poker
from sabot.games.poker.five_card_draw.simulation import (
    AgentDealer,
    DrawSeating,
    simulate_hands,
)

MILLION = 1_000_000


@st.composite
def seatings(draw):
    """A table of any size, with any of our players and any stacks."""
    many = draw(st.integers(2, 7))
    names = draw(st.tuples(*[st.sampled_from(sorted(NAMED_PLAYERS))] * many))
    stacks = draw(st.tuples(*[st.integers(1, 40)] * many))
    return DrawSeating(names, stacks, draw(st.sampled_from([0, 1, 3, INF])), draw(st.booleans()))


def in_order(paid, stacks):
    """Say whether hands keep all units, and take from nobody more than he has."""
    return not paid.sum(axis=1).any() and (paid >= -np.array(stacks)).all()


@pytest.mark.slow
@given(seatings(), st.integers(0, 10**6))
def test_units_are_conserved_in_every_hand_on_arrays(seating, seed):
    (paid,) = simulate_hands(seating, hands=20, seed=seed)
    assert in_order(paid, seating.stacks)


@given(seatings(), st.integers(0, 10**6))
def test_units_are_conserved_in_every_hand_that_is_told(seating, seed):
    seats = [str(number + 1) for number in range(len(seating.players))]
    stacks = dict(zip(seats, seating.stacks, strict=True))
    players = {
        seat: (name, NAMED_PLAYERS[name]) for seat, name in zip(seats, seating.players, strict=True)
    }
    table = AgentDealer(stacks, players, seed=seed)
    hand = lambda there: play_draw_poker(there, stacks, seating.raises)  # noqa: E731
    paid = np.array([table.play_hand(hand) for _ in "abc"])
    assert in_order(paid, seating.stacks)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "stacks"),
    [
        (("thesis",) * 5, (100,) * 5),
        (("random",) * 5, (100,) * 5),
        (("thesis", "random", "equilibrium", "random", "thesis"), (3, 100, 17, 1, 40)),
    ],
)
def test_units_are_conserved_in_a_million_hands_of_five(players, stacks):
    hands = 0
    for paid in simulate_hands(
        DrawSeating(players, stacks, 3, button_moves=True), hands=MILLION, seed=1
    ):
        assert in_order(paid, stacks)
        hands += len(paid)
    assert hands == MILLION


def test_equal_seeds_give_equal_hands_and_other_seeds_others():
    seating = DrawSeating(("thesis", "random", "equilibrium"), (50,) * 3, 3, button_moves=True)
    first, again, other = (
        np.concatenate(list(simulate_hands(seating, hands=150, seed=seed))) for seed in (1, 1, -1)
    )
    assert (first == again).all()
    assert (first != other).any()


def test_the_button_gives_everybody_every_seat():
    seating = DrawSeating(("thesis",) * 5, (50,) * 5, 3, button_moves=True)
    for seat in range(5):
        assert {seating.seat(seat, hand) for hand in range(5)} == set(range(5))
    assert [seating.seat(4, hand) for hand in range(3)] == [4, 0, 1]  # the next one is the blind
    assert [seating.seat(3, hand + 1) for hand in range(3)] == [4, 0, 1]  # and who was it deals
