"""Bets from a least to a largest one: A. Spears, *Limit Continuous Poker* (arXiv 2606.01390, 2026).

His pot is 1, so each ante is 1/2; L and U are the least and the largest bet. The game value, the
calling threshold c(s) and the game with any bet ("Newman poker", value 1/14) are those that he
prints. He allows every bet from L to U; ours are finitely many of them, so that player 1 gets less.
"""

from fractions import Fraction
from itertools import pairwise

import pytest

import sabot
from sabot.forms.continuous.betting_game import ThresholdRule
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.game_rules.capabilities import continuous_types

HALF = Fraction(1, 2)
NEWMAN = Fraction(1, 14)


def printed_value(least, largest):
    r, t = least / (1 + least), 1 / (1 + largest)
    return (1 - r**3 - t**3) / (14 - 2 * r**3 - 2 * t**3)


def printed_call(least, largest, bet):
    r, t = least / (1 + least), 1 / (1 + largest)
    below = r**3 + t**3 - 7
    return (r**3 + t**3 - 1 + bet * below) / ((bet + 1) * below)


def bets_between(least, largest, sizes):
    step = (largest - least) / max(1, sizes - 1)
    bets = [least + k * step for k in range(sizes)]
    return bets, f"bet-sizes(ante=1/2, step={step}, sizes={sizes}, base={least - step})"


@pytest.mark.parametrize("bet", [Fraction(1, 3), Fraction(1), Fraction(5, 2)])
def test_one_bet_has_the_printed_value_and_cuts(bet):
    _, game = bets_between(bet, bet, 1)
    found = sabot.solve(game)
    assert found.value == printed_value(bet, bet) == bet / (2 * (1 + 2 * bet) * (2 + bet))
    below = (1 + 2 * bet) * (2 + bet)
    bluff, value = bet / below, (1 + 4 * bet + 2 * bet**2) / below
    assert [Fraction(end) for end, _ in found["1"]["-"]] == [bluff, value, 1]
    assert Fraction(found["2"]["1 bet 1"][0][0]) == printed_call(bet, bet, bet)


@pytest.mark.slow
def test_more_bets_come_near_the_printed_value_of_all_bets():
    """Twice as many steps leave about a quarter of the distance."""
    least, largest = HALF, Fraction(2)
    whole = printed_value(least, largest)
    away = [
        whole - sabot.solve(bets_between(least, largest, sizes)[1]).value for sizes in (3, 5, 9)
    ]
    assert all(3 < one / two < 5 for one, two in pairwise(away))
    assert 0 < away[-1] < Fraction(6, 10**5)


@pytest.mark.parametrize(
    ("call", "bound"),
    [
        (lambda bet: printed_call(HALF, Fraction(4), bet), printed_value(HALF, Fraction(4))),
        (lambda bet: 1 - Fraction(6, 7) / (bet + 1), NEWMAN),
    ],
    ids=["from 1/2 to 4", "any bet"],
)
def test_against_the_printed_calls_no_bet_earns_more_than_the_printed_value(call, bound):
    bets, game = bets_between(HALF, Fraction(4), 8)
    form = continuous_types(sabot.load(game)).form
    profile = {
        f"2: 1 bet {k}": ThresholdRule((0, 1), (call(bet),)) for k, bet in enumerate(bets, 1)
    }
    best = payoff_and_best_response(form, {"1: -": ThresholdRule((0,), ()), **profile}, 0).best
    assert bound - Fraction(1, 50) < best <= bound
