"""The chance of a hand against all who are still in: exact against one, dealt against more."""

from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
from tests.few import few

from sabot.cards.poker_hand import Hand, parse_cards
from sabot.cards.poker_odds.card_removal import all_hold_odds
from sabot.cards.poker_odds.discards import keep_by_common_rule
from sabot.cards.poker_odds.hand_distribution import opponent_range
from sabot.games.poker.five_card_draw.rules import STAND_PAT, Observation, PublicAction
from sabot.games.poker.five_card_draw.win_probability import (
    SAMPLE_SIZE,
    _DeckArray,
    probability_to_win,
    probability_to_win_after_discard,
    probability_to_win_against_all,
    sample_win_probability,
)

ACES = tuple(sorted(parse_cards("AcAdTd7h2d")))
PAIR = tuple(sorted(parse_cards("AcAd", many=None)))


def asked(text, others, *, actions=("drop", "look"), drew=False, thrown=()):
    """Return what a player knows before whom so many others are still in."""
    seats = [str(number) for number in range(1, 8)]
    said = [PublicAction(seat, "drop", 0) for seat in seats[others + 1 :]]
    said += [PublicAction(seat, "draws 3", 2) for seat in seats[: others + 1] if drew]
    return Observation(
        "1", actions, parse_cards(text), tuple(said), dict.fromkeys(seats, 100), thrown
    )


def test_against_one_the_chance_is_exact():
    before, after = asked("AcAdTd7h2d", 1), asked("AcAdTd7h2d", 1, drew=True)
    for seen in (before, after):
        assert probability_to_win_against_all(seen).exact
        assert probability_to_win_against_all(seen).share == probability_to_win(seen)
    drawing = asked("AcAdTd7h2d", 1, actions=(STAND_PAT, "throw Td 7h 2d"))
    thrown = parse_cards("Td7h2d", many=None)
    assert probability_to_win_against_all(
        drawing, thrown
    ).share == probability_to_win_after_discard(drawing, thrown)


def test_nobody_is_left_to_lose_to():
    assert probability_to_win_against_all(asked("7c5d4h3s2c", 0)).share == 1


@pytest.mark.parametrize(
    ("kept", "improved", "exact"),
    [
        (ACES, False, lambda: opponent_range("dealt", ACES).share(Hand(ACES).rank)),
        (ACES, True, lambda: opponent_range("improved", ACES).share(Hand(ACES).rank)),
        (PAIR, True, lambda: all_hold_odds(Hand("AcAdTd7h2d"))[parse_cards("AcAd", many=None)]),
    ],
)
def test_what_is_dealt_against_one_is_near_what_is_counted(kept, improved, exact):
    found = sample_win_probability(kept, ACES, 1, improved=improved)
    assert SAMPLE_SIZE // 2 < found.deals <= SAMPLE_SIZE
    assert abs(float(found.share - exact())) < 2 * found.error


def one_deal(rng, kept, known, others, *, improved):
    """Return the share of one deal, card by card; None where somebody has no pair."""
    pack = [card for card in range(52) if card not in known]
    rng.shuffle(pack)
    hands = [[pack.pop() for _ in range(5)] for _ in range(others)]
    if improved and any(Hand(tuple(hand)).strength.kind == 0 for hand in hands):
        return None
    mine = Hand((*kept, *(pack.pop() for _ in range(5 - len(kept))))).rank
    theirs = []
    for hand in hands:
        held = list(keep_by_common_rule(tuple(hand))) if improved else hand
        theirs.append(Hand((*held, *(pack.pop() for _ in range(5 - len(held))))).rank)
    return F(mine >= max(theirs), 1 + theirs.count(mine))


@pytest.mark.parametrize(
    ("kept", "others", "improved"),
    few(3, [(ACES, 2, False), (ACES, 2, True), (ACES, 4, False), (PAIR, 2, True), (PAIR, 3, True)]),
)
def test_what_is_dealt_against_more_is_near_another_simulation(kept, others, improved):
    rng, deals = Random(3), []
    while len(deals) < 1500:
        share = one_deal(rng, kept, ACES, others, improved=improved)
        deals += [] if share is None else [float(share)]
    found = sample_win_probability(kept, ACES, others, improved=improved)
    error = (np.std(deals) / len(deals) ** 0.5 + found.error / 2) * 4
    assert abs(np.mean(deals) - float(found.share)) < error
    assert 0 < found.error <= 0.0101


@pytest.mark.slow
@pytest.mark.parametrize("others", range(2, 7))
def test_the_best_hand_always_wins_and_nothing_never_does(others):
    best, worst = (tuple(sorted(parse_cards(text))) for text in ("AsKsQsJsTs", "7c5d4h3s2c"))
    assert sample_win_probability(best, best, others, improved=True).share == 1
    assert sample_win_probability(worst, worst, others, improved=True).share == 0
    assert sample_win_probability(worst, worst, others, improved=False).share < F(1, 1000)


def test_a_shared_pot_counts_by_its_share():
    board = tuple(sorted(parse_cards("AcKdQhJsTc")))
    found = sample_win_probability(board, board, 6, improved=False)
    assert found.share.denominator > 1 and found.share > F(97, 100)


def test_the_same_question_has_the_same_answer():
    first = probability_to_win_against_all(asked("AcAdTd7h2d", 3))
    sample_win_probability.cache_clear()
    again = probability_to_win_against_all(asked("2d7hTdAdAc", 3))
    assert first == again and first.deals == SAMPLE_SIZE
    assert probability_to_win_against_all(asked("AcAdTd7h2d", 3, drew=True)) != first


def test_what_was_thrown_is_out_of_the_pack():
    thrown = parse_cards("As", many=None)
    with_, without = (asked("AcAdTd7h2d", 2, drew=True, thrown=gone) for gone in (thrown, ()))
    assert probability_to_win_against_all(with_) != probability_to_win_against_all(without)


def test_a_pack_that_is_used_up_is_made_of_what_was_thrown():
    pack = _DeckArray.shuffled(np.random.default_rng(1), range(49), 4)
    dealt_ = np.stack([pack.take() for _ in range(3)])
    assert all(sorted(column) == [49, 50, 51] for column in dealt_.T.tolist())
    pack.throw(np.arange(4), dealt_[0])
    pack.throw(np.arange(4), dealt_[1])
    again = np.stack([pack.take(), pack.take()])
    assert np.sort(again, axis=0).tolist() == np.sort(dealt_[:2], axis=0).tolist()
    assert pack.piled.tolist() == [0] * 4
