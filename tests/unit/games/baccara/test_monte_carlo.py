"""The dealing of baccara in blocks: its hands end as the exact outcome tables say."""

from fractions import Fraction as F
from math import sqrt

import pytest

import sabot
from sabot.analysis import simulation
from sabot.analysis.outcomes import outcome_distribution
from sabot.game_rules.table import Dealer
from sabot.games.baccara.rules import casino_strategies

GAMES = [
    "baccara(model=A1)",
    "baccara(model=A2)",
    "baccara(model=A3)",
    "baccara(model=B1, decks=6)",
    "baccara(model=B2, decks=1/4)",
    "baccara(model=B3, decks=1)",
    "baccara(model=B1, decks=100000000)",
    "baccara(model=B2, shoe=[3,0,1,2,0,4,1,1,0,2])",
    "baccara(model=B1, shoe=[1,1,1,1,1,1,0,0,0,0])",
    "baccara(model=B1, decks=2, player=cards, player_free=[3,4,5], player_draws=[0,1,2])",
    "baccara(model=B3, decks=2, banker_free=[6], banker_draws=[0,1,2,3])",
]


def agrees(game, strategies, hands, seed):
    """Whether lost, tied and won hands are each within five standard errors of the exact chance."""
    exact = outcome_distribution(game, strategies)
    found = sabot.simulate(game, strategies, hands=hands, seed=seed).counts
    assert sum(found.values()) == hands
    for pay, ways in ((-1, exact.lose), (0, exact.tie), (1, exact.win)):
        chance = ways / exact.denominator
        error = sqrt(max(chance * (1 - chance), 1e-12) / hands)
        assert abs(found.get(F(pay), 0) / hands - chance) < 5 * error, (game, pay)


@pytest.mark.slow
@pytest.mark.parametrize("text", GAMES)
def test_optimal_hands_end_as_often_as_counted(text):
    game = sabot.load(text)
    agrees(game, sabot.solve(game).strategies, 400_000, 1)


@pytest.mark.parametrize("move", ["stand", "draw"])
def test_hands_follow_the_strategies_that_are_given(move):
    game = sabot.load("baccara(model=B3, decks=1)")
    form = game.form()
    table = {side.name: {cell.key: {move: F(1)} for cell in side.cells} for side in form.sides}
    agrees(game, table, 200_000, 2)


def test_the_casino_deals_like_its_exact_table():
    game = sabot.load("baccara(model=B1, decks=8)")
    agrees(game, casino_strategies(game.form()), 400_000, 3)


def test_equal_seeds_equal_hands():
    one, two, other = (
        sabot.simulate("baccara(model=A1)", hands=600_000, seed=seed).counts for seed in (4, 4, 5)
    )
    assert one == two != other


@pytest.mark.slow
def test_blocks_and_told_hands_are_of_one_law(monkeypatch):
    """The rules told to the Dealer, hand by hand, against the same exact table."""
    game = sabot.load("baccara(model=B2, decks=1)")
    monkeypatch.setattr(type(game), "many", lambda *_: None)
    agrees(game, sabot.solve(game).strategies, 5_000, 6)


def test_view_without_an_answer_is_left_to_the_table():
    game = sabot.load("baccara(model=A1)")
    table = {seat: dict(views) for seat, views in sabot.solve(game).strategies.items()}
    del table["Banker"]["6,-"]
    assert game.many(table, 10_000, 1) is None
    with pytest.raises(sabot.SabotError, match="6,-"):
        Dealer(game.seats, table, seed=1), sabot.simulate(game, table, hands=10_000, seed=1)


def test_ctrl_c_keeps_the_hands_that_were_dealt(monkeypatch):
    monkeypatch.setattr(simulation, "_FAST_HANDS_PER_SEED", 1000)
    told = []

    def progress(done):
        told.append(done)
        if done == 3000:
            raise KeyboardInterrupt

    with pytest.raises(simulation.SimulationInterrupted) as stop:
        sabot.simulate("baccara(model=A1)", hands=10_000, seed=1, progress=progress)
    assert stop.value.partial.hands == 3000 and told == [1000, 2000, 3000]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        *GAMES[:3],
        "baccara(model=B1, decks=6)",
        "baccara(model=B2, decks=6)",
        "baccara(model=B3, decks=6)",
    ],
)
def test_ten_million_hands_bracket_the_value(text):
    game = sabot.load(text)
    found = sabot.solve(game)
    low, high = sabot.simulate(game, found.strategies, hands=10_000_000, seed=1).interval(99)
    assert low < found.value < high
