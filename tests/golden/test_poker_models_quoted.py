"""Solutions of poker models that we have at second hand, from texts that quote or derive them.

- Newman's game, any bet: *Analysis of a Simple Poker Game*, a web page of 3 June 2002 without a
  name, kept in NVIDIA's collection Nemotron-CC-Math. It prints the value, player 1's bet for every
  hand and player 2's rule for a call.
- Borel's game: slides of the University of Virginia, *On the Borel and von Neumann Poker Models*
  (studylib 5611448), print the cut of Ferguson and Ferguson (2003), c = B / (B + 2).
- The values 1/7 of Newman's and 1/9 of von Neumann's game: a summary (sciencestack.ai) of
  T. Krityakierne, T. Thanatipanonda and D. Zeilberger, *von Neumann and Newman pokers with finite
  decks* (arXiv 2407.16155, 2024).
"""

from fractions import Fraction as F
from itertools import pairwise
from math import acos, cos, isclose, sqrt

import pytest

import sabot
from sabot.forms.continuous.betting_game import ThresholdRule
from sabot.forms.continuous.expected_payoff import payoff_and_best_response
from sabot.game_rules.continuous import BettingTreeBuilder

NEWMAN = F(4, 7) - F(1, 2)
"""What player 1 gets back of a pot of 1, less the half that he paid."""


def printed_bet(hand):
    """Return the bet that the page of 2002 prints for a hand; the pot before it is 1."""
    if hand <= 1 / 7:
        root = sqrt(7 * hand)
        return 2 / root * cos(acos(-root) / 3) - 1
    return 0 if hand <= 4 / 7 else sqrt(3 / (7 * (1 - hand))) - 1


def printed_call(bet):
    """Return the hand from which on the page of 2002 calls a bet."""
    return (F(1, 7) + bet) / (1 + bet)


def worst_hand(bet):
    """Return up to which hand at least this bet is a bluff: printed_bet, solved for the hand."""
    return (3 * (1 + bet) - 2) / (7 * (1 + bet) ** 3)


def best_hand(bet):
    """Return from which hand on at least this bet is made."""
    return 1 - F(3, 7) / (1 + bet) ** 2


def newman(bets):
    """Return the game with the bets that are given, into a pot of 1."""

    def play(table):
        for seat in table.seats:
            table.hand(seat)
        said = table.ask("1", ("check", *map(str, bets)))
        paid = F(1, 2) + (0 if said == "check" else F(said))
        if said != "check" and table.ask("2", ("fold", "call")) == "fold":
            return table.pay({"1": F(1, 2), "2": F(-1, 2)})
        return table.showdown({"1": paid, "2": paid}, ["1", "2"])

    return BettingTreeBuilder(("1", "2")).form(play)


def test_the_two_forms_of_the_printed_bet_agree():
    for bet in (F(1, 50), F(1, 3), F(1), F(5, 2), F(40)):
        assert isclose(printed_bet(float(worst_hand(bet))), bet, rel_tol=1e-9)
        assert isclose(printed_bet(float(best_hand(bet))), bet, rel_tol=1e-9)


def strategies(bets):
    """Return the printed strategies; player 1 makes the bet that is next to the printed one."""
    sizes = range(1, len(bets) + 1)
    ends = [(low + high) / 2 for low, high in pairwise([F(0), *bets])]
    bluffs, values = map(worst_hand, reversed(ends)), map(best_hand, ends)
    first = ThresholdRule((*reversed(sizes), 0, *sizes), (*bluffs, *values))
    answers = {f"2: 1 {bet}": ThresholdRule((0, 1), (printed_call(bet),)) for bet in bets}
    return {"1: -": first, **answers}


@pytest.mark.parametrize(
    ("ratio", "least", "lost"),
    [(F(6, 5), F(1, 20), F(13, 10000)), (F(21, 20), F(1, 200), F(13, 100000))],
)
def test_newmans_game_is_between_the_printed_strategies(ratio, least, lost):
    """Against the printed calls nobody gets more than 4/7; the printed bets secure nearly that.

    Only finitely many bets are made; with a smaller ratio of neighbours less is lost by that.
    """
    pots = [1 + least]
    while pots[-1] < 50:
        pots.append((pots[-1] * ratio).limit_denominator(1000))
    bets = [pot - 1 for pot in pots]
    form, profile = newman(bets), strategies(bets)
    assert payoff_and_best_response(form, profile, 0).best <= NEWMAN
    assert 0 < NEWMAN + payoff_and_best_response(form, profile, 1).best < lost


@pytest.mark.parametrize("bet", [F(1, 3), F(1), F(7)])
def test_borels_game_is_called_from_the_printed_cut_on(bet):
    found = sabot.solve(f"borel(bet={bet})")
    assert found.exact and F(found["2"]["1 bet"][0][0]) == bet / (bet + 2)


def test_the_values_that_are_printed_of_newmans_and_von_neumanns_game():
    """With antes of 1 player 1 gets 1/7 by any bet, and by a bet of 2, his best one, 1/9."""
    assert F(1, 7) == 2 * NEWMAN
    values = {bet: sabot.solve(f"bet-sizes(sizes=1, step={bet})").value for bet in (1, 2, 3)}
    assert values[2] == max(values.values()) == F(1, 9)
