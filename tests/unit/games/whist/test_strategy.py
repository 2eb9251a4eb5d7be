"""Strategies: what they guarantee against the best reply, and the price of every card."""

import random

import pytest

from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import iterate_deals
from sabot.games.whist.deal import (
    CUCUMBER,
    FIVE_CARD,
    GREEDY_WHIST,
    MISERE,
    WHIST,
    Deal,
    Position,
    scored_greedy_whist,
)
from sabot.games.whist.wastlund_values import invariants_of, west_tricks
from sabot.sources.wastlund_2005.trials import guaranteed_tricks

THEOREMS = (WHIST, GREEDY_WHIST, FIVE_CARD)


def assert_optimal(layer, variant):
    for (letters, lead), sure in layer.items():
        found = invariants_of(letters)
        if variant == FIVE_CARD:
            assert sure == (found.last_trick(lead) == "W"), letters
        else:
            assert sure == found.tricks(lead, game=variant.name), (letters, lead)


@pytest.mark.slow  # every deal, every reply
def test_the_optimal_strategy_of_whist_guarantees_the_value_on_every_deal():
    for layer in guaranteed_tricks(9, strategy.optimal_card, WHIST):
        assert_optimal(layer, WHIST)


@pytest.mark.slow
def test_the_optimal_strategy_of_whist_guarantees_the_value_on_every_larger_deal():
    for layer in guaranteed_tricks(10, strategy.optimal_card, WHIST):
        assert_optimal(layer, WHIST)


@pytest.mark.parametrize("variant", [GREEDY_WHIST, FIVE_CARD], ids=lambda v: v.name)
def test_the_normal_strategy_is_optimal_under_the_greedy_rule(variant):
    """Theorems 6.1 and 7.1."""
    for layer in guaranteed_tricks(7, strategy.normal_card, variant):
        assert_optimal(layer, variant)


@pytest.mark.parametrize(
    "score",
    [(1, 1, 3, 4), (0, 0, 5), (2, 3), (4,), pytest.param((0, 2, 2, 7, 9), marks=pytest.mark.slow)],
)
def test_the_price_of_every_card_with_a_score_is_that_of_a_search(score):
    """Theorem 7.1, before the first card and with any card led; the search knows no theorem."""
    variant = scored_greedy_whist(score)
    for letters in iterate_deals(len(score)):
        deal = Deal(letters)
        for lead in ("W", "E"):
            for led in (None, *deal.hand(lead)):
                here = Position(deal, lead, led)
                searched = minimax.minimax_prices(here, variant)
                assert strategy.card_prices(here, variant) == searched
                best = (max if here.turn == "W" else min)(searched.values())
                assert strategy.position_value(here, variant) == best
                assert searched[strategy.optimal_card(here, variant)] == best


def test_a_score_of_ones_is_greedy_whist_and_of_the_last_trick_five_card():
    assert scored_greedy_whist((1, 1, 1)) == GREEDY_WHIST
    assert scored_greedy_whist((0, 0, 1)) == FIVE_CARD
    assert scored_greedy_whist((1,)) == GREEDY_WHIST


@pytest.mark.slow
def test_the_normal_strategy_is_as_good_as_theorems_8_2_and_8_3_say():
    for n, layer in enumerate(guaranteed_tricks(7, strategy.normal_card, WHIST), 1):
        short = 0
        for letters in iterate_deals(n):
            deal = Deal(letters)
            low = invariants_of(deal).lower
            swapped = str(deal.swapped)
            assert layer[letters, "W"] >= (n + low) // 2
            assert layer[letters, "E"] >= (n + low + 1) // 2
            assert layer[letters, "W"] + layer[swapped, "W"] >= n - 1
            assert layer[letters, "E"] + layer[swapped, "E"] >= n
            short += sum(layer[letters, lead] < west_tricks(deal, lead) for lead in "WE")
        assert 4 * short <= 2 * len(layer) // 2  # optimal with probability at least 3/4


def test_east_plays_wests_part_in_the_exchanged_deal():
    for seed in range(30):
        deal = Deal.random(12, seed=seed)
        for lead, opposite in ("WE", "EW"):
            mirrored = Position(deal.swapped, opposite)
            for choose in (strategy.normal_card, strategy.optimal_card):
                assert choose(Position(deal, lead)) == choose(mirrored)


@pytest.mark.slow
@pytest.mark.parametrize("variant", THEOREMS, ids=lambda v: v.name)
def test_prices_by_theorem_are_prices_by_search(variant):
    for n in range(1, 6):
        for letters in iterate_deals(n):
            for lead in "WE":
                position = Position(Deal(letters), lead)
                priced = strategy.card_prices(position, variant)
                assert priced == minimax.minimax_prices(position, variant)
                assert strategy.optimal_card(position, variant) in strategy.best_cards(
                    position, variant
                )
                if n == 5:
                    continue
                for led in position.playable():
                    reply = Position(position.deal, lead, led)
                    assert strategy.card_prices(reply, variant) == minimax.minimax_prices(
                        reply, variant
                    )
                    assert strategy.position_value(reply, variant) == priced[led]
                    card = strategy.optimal_card(reply, variant)
                    assert card in strategy.best_cards(reply, variant)


@pytest.mark.parametrize("variant", THEOREMS, ids=lambda v: v.name)
def test_bellmans_equation_holds_on_random_deals(variant):
    """The value is the best lead's, every reply tried, on deals far beyond any table."""
    rng = random.Random(9)
    for n in (10, 20, 37, 60):
        for _ in range(3):
            position = Position(Deal.random(n, seed=rng.randrange(10**9)), rng.choice("WE"))
            best = []
            for led in position.distinct_cards():
                reply = Position(position.deal, position.lead, led)
                replies = strategy.card_prices(reply, variant).values()
                best.append(max(replies) if reply.turn == "W" else min(replies))
                assert best[-1] == strategy.position_value(reply, variant)
            assert strategy.position_value(position, variant) == (
                max(best) if position.lead == "W" else min(best)
            )


@pytest.mark.parametrize("lead", ["W", "E"])
def test_a_line_takes_the_tricks_that_the_value_promises(lead):
    for n, seed in ((1, 0), (2, 1), (13, 2), (60, 3), (501, 4)):
        deal = Deal.random(n, seed=seed)
        for variant in (WHIST, GREEDY_WHIST):
            played = strategy.optimal_line(Position(deal, lead), variant)
            assert sum(t.winner == "W" for t in played) == west_tricks(
                deal, lead, game=variant.name
            )
            assert sorted(c for t in played for c in (t.led, t.reply)) == list(range(1, 2 * n + 1))
            assert all(
                deal.holders[t.led - 1] == t.lead != deal.holders[t.reply - 1] for t in played
            )
            assert [t.lead for t in played] == [lead, *(t.winner for t in played[:-1])]


def test_an_optimal_seat_never_does_worse_than_the_value_against_random_play():
    rng = random.Random(2)
    for seed in range(25):
        position = Position(Deal.random(40, seed=seed), rng.choice("WE"))
        promised, won = west_tricks(position.deal, position.lead), 0
        while True:
            led = card_of(position, rng)
            reply = Position(position.deal, position.lead, led)
            card = card_of(reply, rng)
            won += reply.winner(card) == "W"
            if position.deal.n == 1:
                break
            position = reply.after(card)
        assert won >= promised


def card_of(position, rng):
    if position.turn == "W":
        return strategy.optimal_card(position)
    return rng.choice(position.playable())


def test_a_line_may_begin_in_the_middle_of_a_trick():
    position = Position(Deal.parse("KQ10/AJ9"), "W", led=5)
    played = strategy.optimal_line(position)
    assert (played[0].led, played[0].reply, played[0].winner) == (5, 1, "W")
    assert sum(t.winner == "W" for t in played) == strategy.position_value(position) == 1


@pytest.mark.parametrize("variant", [MISERE, CUCUMBER], ids=lambda v: v.name)
def test_games_without_a_theorem_are_searched(variant):
    position = Position(Deal.random(7, seed=3), "E")
    worth = minimax.minimax_value(position, variant)
    assert strategy.position_value(position, variant) == worth
    assert (
        strategy.card_prices(position, variant)[strategy.optimal_card(position, variant)] == worth
    )
    played = strategy.optimal_line(position, variant)
    won = {i for i, trick in enumerate(played) if trick.winner == "W"}
    assert sum(variant.payments(7)[i] for i in won) == worth


def test_every_case_of_the_proof_occurs_and_favours_the_right_seat():
    seen = set()
    for letters in iterate_deals(6):
        deal = Deal(letters)
        found, named = invariants_of(deal), strategy.proof_case(deal)
        assert (named is None) == (found.lower == found.upper)
        if named:
            assert named.seat == ("W" if found.whist == found.upper else "E")
            assert (named.name == "IV") == (letters[-1] != named.seat)
            seen.add(str(named))
    assert seen == {f"{c} for {s}" for c in ("I", "II", "III", "IV") for s in ("West", "East")}
