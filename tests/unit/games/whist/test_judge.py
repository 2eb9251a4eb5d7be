"""A deal half played: what cards cost and lead to, by search as by the theorems."""

import random

import pytest

from sabot.errors import FormError
from sabot.games.whist import minimax
from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, WHIST, Deal, Position
from sabot.games.whist.judge import DealReplay, replay_cards


@pytest.mark.parametrize("variant", [WHIST, GREEDY_WHIST, FIVE_CARD])
@pytest.mark.parametrize("seed", range(6))
def test_costs_add_up_to_what_was_lost_against_the_value(variant, seed):
    chance = random.Random(seed)
    n, lead = chance.randint(2, 6), chance.choice("WE")
    deal = Deal.random(n, seed=seed)
    at = DealReplay.begun(deal, lead, variant)
    value = at.worth
    assert value == minimax.minimax_value(Position(deal, lead), variant)
    while at.here is not None:
        assert at.worth == at.after(at.best[0]).worth
        at = at.after(chance.choice(list(at.cards)))
    lost = {seat: sum(one.cost for one in at.plays if one.seat == seat) for seat in "WE"}
    assert at.got == value - lost["W"] + lost["E"]
    assert len(at.tricks) == n


def test_the_line_of_best_play_takes_the_value():
    deal = Deal.random(26, seed=3)
    at = DealReplay.begun(deal, "W", WHIST)
    line = at.line()
    assert len(line) == 26
    assert sum(trick.winner == "W" for trick in line) == at.worth
    assert {card for trick in line for card in (trick.led, trick.reply)} == set(range(1, 53))


def test_with_a_card_on_the_table_the_line_begins_with_its_trick():
    at = replay_cards(Deal.parse("KQ10/AJ9"), "W", [5], WHIST)
    assert (at.turn, at.led, at.hand("W"), at.hand("E")) == ("E", 5, (2, 4), (1, 3, 6))
    assert at.line()[0].led == 5


@pytest.mark.parametrize(
    ("played", "said"),
    [
        ([1], "card 1 cannot be played: card 1 is not West's"),
        ([5, 5], "cannot be played"),
        ([99], "not there"),
        ([5, 1, 5], "not there"),
    ],
)
def test_a_card_that_may_not_be_played_is_refused(played, said):
    with pytest.raises(FormError, match=said):
        replay_cards(Deal.parse("KQ10/AJ9"), "W", played, WHIST)
