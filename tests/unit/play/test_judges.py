"""The judge of games with private hands: its worths are those in the game tree."""

from fractions import Fraction

import pytest
from tests.unit.game_rules.test_private_hands import (
    DECKS,
    hands_of,
    parity,
    random_strategies,
    written,
)

import sabot
from sabot.analysis.best_response import decision_probability, infoset_values
from sabot.errors import NoMethodError
from sabot.game_rules.private_hands import private_hands_of
from sabot.play.events import Question
from sabot.play.judges import PrivateHandsJudge
from sabot.play.session import Session


def games():
    yield sabot.load("kuhn-poker(ranks=4)")
    yield sabot.load("von-neumann(ranks=3)")
    yield sabot.rules(parity, seats=("ann", "bob"))()
    yield hands_of(*DECKS["copies"], second_first=True)
    yield sabot.load("holdem-river(board=AhKd8c5s2c, range1=[AsAd,QsJs,77], range2=[KsKh,88])")


@pytest.mark.parametrize("game", list(games()), ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_worths_are_those_in_the_game_tree(game, seat):
    hands = private_hands_of(game)
    strategies = written(hands, random_strategies(hands))
    judge = PrivateHandsJudge(game, hands, hands.seats[seat], strategies)
    form = game.form()
    plans = [side.plan(strategies[side.name]) for side in form.sides]
    expected = infoset_values(form, seat, plans)
    for view, found in expected.items():
        question = Question(hands.seats[seat], view, tuple(found.worth), ())
        if found.chance:
            assert judge.worth(question) == found.worth
        assert judge.hint(question) == strategies[hands.seats[seat]][view]
    assert judge.asked == decision_probability(form.sides[seat], expected)
    judged = sabot.value(game, strategies)
    low, high = (judged[name].secures for name in hands.seats)
    assert judge.gap == high - low
    assert judge.value == (-low if seat else high)


def test_hands_of_a_large_game_are_played_and_judged():
    session = Session("kuhn-poker(ranks=2000)", seed=3, hands=3)
    session.deal()
    while session.waiting is not None or not session.over:
        if session.waiting is None:
            session.deal()
            continue
        assert sum(session.hint().values()) == 1
        session.answer(session.best()[0])
    assert isinstance(session.judge, PrivateHandsJudge)
    assert 0 < session.judge.gap <= Fraction(1, 1000)
    assert [one.loss for one in session.decisions] == [0] * len(session.decisions)


@pytest.mark.slow
def test_hands_that_draw_are_not_played():
    with pytest.raises(NoMethodError, match="sums over all draws"):
        Session("blind-poker(hands=cards, draw=apart)")
