"""Hands played by rote are the hands of the plain dealer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import as_game, told_games

import sabot
from sabot.analysis import simulation
from sabot.analysis.simulation import MemoizedDealer
from sabot.errors import RulesError
from sabot.game_rules.table import Dealer


def hands(dealer, game, count):
    return [dealer.play_hand(game.play) for _ in range(count)]


def same_hands(game, strategies, seed, count=200):
    plain, quick = (kind(game.seats, strategies, seed=seed) for kind in (Dealer, MemoizedDealer))
    assert hands(plain, game, count) == hands(quick, game, count)
    assert plain.random.random() == quick.random.random()


@given(told_games(), st.integers(0, 99))
def test_random_games_are_dealt_alike(node, seed):
    same_hands(as_game(node), {}, seed, 40)


@pytest.mark.parametrize("name", ["le-her", "kuhn-poker", "leduc-poker", "baccara(model=A1)"])
def test_shipped_games_are_dealt_alike(name):
    game = sabot.load(name)
    same_hands(game, sabot.solve(game).strategies, 5, 2000)


@pytest.mark.parametrize("most", [0, 1, 50])
def test_what_is_not_remembered_is_told_again(monkeypatch, most):
    monkeypatch.setattr(simulation, "MOST_REMEMBERED", most)
    same_hands(sabot.load("leduc-poker"), {}, 1)


def test_rules_are_told_only_on_new_ways():
    game = sabot.load("kuhn-poker")
    told = []
    dealer = MemoizedDealer(game.seats, seed=1)
    for _ in range(3000):
        dealer.play_hand(lambda table: (told.append(1), game.play(table)))
    assert len(told) == 6 * 5, "six deals, five ways to bet"


def test_a_view_without_an_answer_is_named():
    game = sabot.load("kuhn-poker")
    dealer = MemoizedDealer(game.seats, {"second": {}}, seed=1)
    with pytest.raises(RulesError, match="no answer at"):
        hands(dealer, game, 1000)
