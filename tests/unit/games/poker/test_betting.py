"""Betting rounds as data: who is asked what, what lies on the table, who has nothing to decide."""

import hashlib

import pytest

import sabot
from sabot.game_rules.table import Dealer
from sabot.games.poker.betting import BettingMove, BettingRound, BettingState, play_betting_round
from sabot.games.poker.kuhn import one_bet_round
from sabot.games.poker.leduc import limit_round
from sabot.io.efg import to_efg

DROP, LOOK = BettingMove("drop", drops=True), BettingMove("look")
NO_CHECK = BettingRound(
    (DROP, BettingMove("bet 1", by=1), BettingMove("bet 5", by=5)),
    (DROP, LOOK, BettingMove("raise 1", by=1), BettingMove("raise 5", by=5)),
    raises=2,
)


class Scripted(Dealer):
    """A table at which everybody says what was written down."""

    def __init__(self, seats, answers):
        super().__init__(seats)
        self.answers = list(answers)
        self.asked = []

    def choose(self, seat, view, actions):
        self.asked.append((seat, actions))
        return actions.index(self.answers.pop(0))


def played(terms, bets, answers):
    """Return who was asked what in a round."""
    table = Scripted(list(bets.put), answers.split(", "))
    play_betting_round(table, terms, bets)
    assert not table.answers
    return table.asked


def test_a_bet_goes_round_until_it_is_answered():
    bets = BettingState({"a": 1, "b": 1, "c": 1})
    asked = played(limit_round(2, 1), bets, "check, bet, raise, fold, call")
    assert [seat for seat, _ in asked] == ["a", "b", "c", "a", "b"]
    assert [len(words) for _, words in asked] == [2, 2, 3, 2, 2]
    assert (bets.put, bets.live) == ({"a": 1, "b": 5, "c": 5}, ["b", "c"])


def test_kuhns_one_bet_is_a_round_like_any_other():
    bets = BettingState({"first": 1, "second": 1})
    assert played(one_bet_round(1), bets, "pass, bet, call") == [
        ("first", ("pass", "bet")),
        ("second", ("pass", "bet")),
        ("first", ("fold", "call")),
    ]
    assert bets.put == {"first": 2, "second": 2}


def test_who_does_not_bet_before_anybody_has_is_out():
    bets = BettingState({"a": 2, "b": 2, "c": 2}, {"a": 9, "b": 9, "c": 9})
    played(NO_CHECK, bets, "drop, drop")
    assert (bets.live, bets.pot) == (["c"], 6)


def test_nobody_raises_more_than_is_left():
    bets = BettingState({"a": 2, "b": 2}, {"a": 9, "b": 4})
    asked = played(NO_CHECK, bets, "bet 1, raise 1, raise 1, look")
    assert [words for _, words in asked] == [
        ("drop", "bet 1", "bet 5"),
        ("drop", "look", "raise 1"),
        ("drop", "look", "raise 1", "raise 5"),
        ("drop", "look"),
    ]
    assert (bets.put, bets.left) == ({"a": 5, "b": 5}, {"a": 6, "b": 1})


def test_who_has_too_little_looks_with_all_that_is_left():
    bets = BettingState({"a": 2, "b": 2}, {"a": 9, "b": 3})
    played(NO_CHECK, bets, "bet 5, look")
    assert (bets.put, bets.left) == ({"a": 7, "b": 5}, {"a": 4, "b": 0})


def test_who_has_put_in_all_is_asked_no_more():
    bets = BettingState({"a": 2, "b": 2, "c": 2}, {"a": 0, "b": 9, "c": 9})
    asked = played(NO_CHECK, bets, "bet 1, raise 1, look")
    assert [seat for seat, _ in asked] == ["b", "c", "b"]
    assert bets.live == ["a", "b", "c"]


def test_nobody_bets_against_those_who_have_nothing_left():
    bets = BettingState({"a": 2, "b": 2, "c": 2}, {"a": 0, "b": 9, "c": 0})
    play_betting_round(Scripted("abc", ()), NO_CHECK, bets)
    assert (bets.live, bets.pot) == (["a", "b", "c"], 6)


TREES = {
    "kuhn-poker": "8da6f061b67ef635",
    "kuhn-poker(ranks=5, bet=2/3)": "554b837749f31605",
    "kuhn-poker(ranks=4, ante=3, bet=0)": "fad97c8bf05a7b4f",
    "leduc-poker": "091d010ddfe89188",
    "leduc-poker(ranks=4, suits=3, raises=2)": "630df3285b71b292",
    "leduc-poker(ranks=2, ante=1/2, bet1=0, bet2=7/3, raises=0)": "ae502ee8e0e4e7aa",
}
"""The trees as they were when each game told its own betting, by the digest of their text."""


@pytest.mark.parametrize("game", TREES)
def test_the_trees_are_those_of_the_games_that_told_their_own_betting(game):
    text = to_efg(sabot.load(game), "tree")
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == TREES[game]
