"""Hold'em river: both roads agree, certificates are those of the rules, faults are clear."""

import json
from fractions import Fraction

import pytest

import sabot
from sabot.analysis.private_hands import HandsJudgement, evaluate_hands
from sabot.errors import GameStringError, NoMethodError, SabotError
from sabot.forms.private_hands import exact_bounds
from sabot.game_rules.private_hands import private_hands_of
from sabot.results.private_hands import PrivateHandsInterval
from sabot.solvers.private_hands import run_private_hands

BOARD = "board=AhKd8c5s2c"
SMALL = f"holdem-river({BOARD}, stack=2, sizes=[1/2, 1], range1=[AA:0.5,QJs], range2=[KK,88])"


def test_the_interval_contains_the_value_of_the_tree():
    exact = sabot.solve(SMALL)
    form = private_hands_of(sabot.load(SMALL))
    found = run_private_hands(form, gap=Fraction(1, 1000))
    assert found.low <= exact.value <= found.high
    assert exact_bounds(form, found.strategies, found.unit) == (found.low, found.high)
    assert form.deal.weights[0] == (2, 2, 2, 2, 1, 1, 1)  # four QJs and the three pairs of aces


def test_the_tree_judges_the_strategies_as_the_hands_do():
    form = private_hands_of(sabot.load(SMALL))
    found = run_private_hands(form, gap=Fraction(1, 10))
    tables = PrivateHandsInterval.of(SMALL, form, found).tables()
    judged = sabot.value(SMALL, tables)
    assert judged["first"].secures == found.low
    assert judged["second"].secures == found.high
    by_hands = evaluate_hands(SMALL, form, tables)
    assert (by_hands.low, by_hands.high) == (found.low, found.high)
    assert by_hands.expectation == judged.expectation
    assert HandsJudgement.from_json(json.loads(json.dumps(by_hands.to_json()))) == by_hands


def test_wide_ranges_are_bounded_and_checked():
    game = f"holdem-river({BOARD}, range1=[AA,QJs,KQs])"
    found = sabot.approximate(game, gap="1/50")
    assert isinstance(found, PrivateHandsInterval) and found.gap <= Fraction(1, 50)
    assert sabot.check(found, rules=True) == [str(found.low), str(found.high)]
    with pytest.raises(NoMethodError, match="--gap 1/1000"):
        sabot.solve(game)
    with pytest.raises(NoMethodError, match="no strategies by name"):
        sabot.value(game, "optimal")


def test_an_all_in_bet_ends_the_raising():
    form = private_hands_of(sabot.load(f"holdem-river({BOARD}, sizes=[1, 3], raises=5)"))
    actions = {node.key: node.actions for node in form.decisions[1]}
    assert actions["*,check"] == ("check", "bet 1")
    assert actions["*,bet 1"] == ("fold", "call")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (f"holdem-river({BOARD}, range1=AhAd)", "every hand of it has a card of the board"),
        (f"holdem-river({BOARD}, range1=QsQh, range2=QsQd)", "no hand of one range can be dealt"),
        (f"holdem-river({BOARD}, range1=[22+,99])", "twice"),
        (f"holdem-river({BOARD}, range1=[])", "is empty"),
        ("holdem-river(board=AhKd8c5s)", "a hand here has 5"),
        ("holdem-river(board=AhAhKd8c5s)", "given twice"),
        (f"holdem-river({BOARD}, sizes=[0])", "positive sizes"),
        ("holdem-river", "board"),
    ],
)
def test_bad_input_is_one_clear_message(game, words):
    with pytest.raises(SabotError, match=words):
        sabot.load(game)


def test_cards_and_numbers_do_not_mix():
    for game, words in [
        ("blind-poker(hands=cards, players=3)", "two players"),
        ("blind-poker(hands=cards, q=1/2)", "do not improve"),
        ("blind-poker(hands=cards, ranks=5)", "hands are cards"),
        ("blind-poker(hands=cards, draw=joint)", "write discard=stand, or draw=apart"),
        ("blind-poker(hands=cards, discard=stand)", "nobody draws"),
        ("blind-poker(discard=stand)", "hands=cards"),
        ("blind-poker(draw=apart)", "hands=cards"),
    ]:
        with pytest.raises(GameStringError, match=words):
            sabot.load(game)
    assert str(sabot.load("blind-poker(hands=cards, draw=none)")) == (
        "blind-poker(players=2, q=0, hands=cards)"
    )
