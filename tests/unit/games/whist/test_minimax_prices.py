"""Every card of a deal priced in one sweep, held against playing the card and against search."""

import pytest
from tests.few import few

import sabot
from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import iterate_deals
from sabot.games.whist.deal import FIVE_CARD, GREEDY_WHIST, WHIST, Deal, Position
from sabot.games.whist.wastlund_values import invariants_of

GAMES = (WHIST, GREEDY_WHIST, FIVE_CARD)


def played(position, variant):
    """Return the price of every card by playing it: the value of what is then left."""
    found = {}
    for card in position.playable(variant.rule):
        if position.led is None:
            found[card] = strategy.position_value(
                Position(position.deal, position.lead, card), variant
            )
            continue
        gained = int(position.winner(card) == "W" and variant != FIVE_CARD)
        found[card] = gained + strategy.position_value(position.after(card), variant)
    return found


@pytest.mark.parametrize("variant", GAMES, ids=lambda v: v.name)
@pytest.mark.parametrize("n", few(4, [1, 2, 3, 4, 5]))
def test_every_card_of_every_deal_is_priced_as_minimax_prices_it(n, variant):
    for letters in iterate_deals(n):
        deal = Deal(letters)
        for lead in ("W", "E"):
            for led in (None, *deal.hand(lead)):
                here = Position(deal, lead, led)
                assert strategy.prices_by_theorem(here, variant) == minimax.minimax_prices(
                    here, variant
                )


@pytest.mark.parametrize("variant", GAMES, ids=lambda v: v.name)
@pytest.mark.parametrize("n", [17, 60, 151])
def test_cards_of_larger_deals_are_priced_as_playing_them_does(n, variant):
    for seed in range(8):
        deal = Deal.random(n, seed=seed)
        for lead in ("W", "E"):
            for led in (None, deal.hand(lead)[seed * n // 8]):
                here = Position(deal, lead, led)
                assert strategy.prices_by_theorem(here, variant) == played(here, variant)


@pytest.mark.parametrize("pattern", ["WE", "WWEE", "WEEWEW", "EWEEWW"])
def test_deals_with_a_pattern_are_priced_too(pattern):
    for lead in ("W", "E"):
        here = Position(Deal(pattern * (120 // len(pattern))), lead)
        assert strategy.prices_by_theorem(here, WHIST) == played(here, WHIST)


def near_an_exception(n):
    """Return a deal in which condition (3) of Theorem 9.1 must be looked at for many cards."""
    for seed in range(1000):
        deal = Deal.random(n, seed=seed)
        found = invariants_of(deal)
        if (
            found.lower != found.upper
            and strategy.prices_by_theorem(Position(deal, "W"), WHIST, most_read=10 * n) == {}
        ):
            return deal
    raise AssertionError("no such deal")


def test_what_would_take_too_long_is_left_out():
    deal = near_an_exception(200)
    assert strategy.prices_by_theorem(Position(deal, "W"), WHIST) == played(
        Position(deal, "W"), WHIST
    )


@pytest.mark.slow
def test_all_best_cards_of_a_hundred_thousand():
    """In one sweep; deal by deal it would take hours."""
    here = Position(Deal.random(100_000, seed=4), "E")
    found = sabot.solve("whist(n=100000, seed=4, lead=E)")
    assert found.facts["best_complete"] and len(found.facts["prices"]) == 100_000
    worst = max(found.facts["prices"].values())
    best = set(map(int, found.facts["best"]))
    assert min(found.facts["prices"].values()) == found.value
    for card in [*sorted(best)[:2], *[c for c in here.deal.east if c not in best][:2]]:
        price = strategy.position_value(Position(here.deal, "E", card), WHIST)
        assert price == found.facts["prices"][str(card)] <= worst


@pytest.mark.slow
def test_a_line_of_a_thousand_tricks_is_whole_and_a_longer_one_says_that_it_is_not():
    found = sabot.solve("whist(n=1000, seed=1)")
    line = found.facts["line"]
    assert found.facts["line_complete"] and len(line) == 1000
    assert sum(trick["winner"] == "West" for trick in line) == found.value
    assert len({card for trick in line for card in (trick["led"], trick["reply"])}) == 2000
    document = sabot.solve("whist(n=1001, seed=1)").to_json()
    assert document["line_complete"] is False and 0 < len(document["line"]) < 1001
    assert document["best_complete"] is True
