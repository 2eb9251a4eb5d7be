"""Intervals of games with private hands contain the exact value, and can be stopped."""

import re
from fractions import Fraction

import numpy as np
import pytest
from tests.few import few

import sabot
from sabot.cards.poker_hand import suit_classes
from sabot.errors import NoMethodError, NumberError
from sabot.forms.hand_deals import ClassDeal
from sabot.forms.private_hands import (
    ComparisonEnd,
    ConstantEnd,
    PrivateHandsForm,
    PublicDecision,
    exact_bounds,
)
from sabot.game_rules.private_hands import private_hands_of
from sabot.progress import Watch, use_watch
from sabot.results.private_hands import PrivateHandsInterval
from sabot.solvers import private_hands
from sabot.solvers.private_hands import LOOPS, _Run, round_mix, run_private_hands


@pytest.mark.parametrize(
    "game", ["kuhn-poker(ranks=7)", "borel(ranks=9)", "von-neumann(ranks=8, A=3)"]
)
def test_the_interval_contains_the_exact_value(game):
    found = run_private_hands(private_hands_of(sabot.load(game)), gap=Fraction(1, 2000))
    assert found.low <= sabot.solve(game).value <= found.high
    assert found.gap <= Fraction(1, 2000) and found.ended == "gap"


def test_the_bounds_are_those_of_the_strategies_found():
    form = private_hands_of(sabot.load("kuhn-poker(ranks=20)"))
    found = run_private_hands(form, gap=Fraction(1, 100))
    assert exact_bounds(form, found.strategies, found.unit) == (found.low, found.high)


def test_long_amounts_are_computed_without_overflow():
    form = private_hands_of(sabot.load("kuhn-poker(ranks=4, bet=1000000000000000000001/7)"))
    found = run_private_hands(form, gap=Fraction(10**19), iterations=40)
    assert found.low <= sabot.solve("kuhn-poker(ranks=4, bet=1000000000000000000001/7)").value
    assert exact_bounds(form, found.strategies, found.unit) == (found.low, found.high)


@pytest.mark.parametrize(
    "game",
    few(
        1,
        [
            "kuhn-poker(ranks=7)",
            "von-neumann(ranks=5)",
            "holdem-river(board=AhKd8c5s2c, stack=6, sizes=[1/2, 1], raises=2, range1=[AA,QJs],"
            " range2=[KK,88,QJ])",
        ],
    ),
)
def test_compiled_loops_learn_what_numpy_does(game, monkeypatch):
    found = []
    for pays_from in (0, 1 << 60):
        monkeypatch.setattr(LOOPS, "pays_from", pays_from)
        run = _Run(private_hands_of(sabot.load(game)), Fraction(1, 100))
        run.advance(6)
        found.append([mix for learner in run._learners for mix in learner.average()])
    for one, two in zip(*found, strict=True):
        np.testing.assert_allclose(one, two, atol=1e-9)


def test_ctrl_c_keeps_the_best_interval():
    form = private_hands_of(sabot.load("kuhn-poker(ranks=30)"))
    seen = []

    def interrupt(bounds):
        seen.append(bounds)
        if len(seen) == 4:
            raise KeyboardInterrupt

    found = run_private_hands(form, gap=Fraction(0), progress=interrupt)
    assert found.ended == "stopped" and found.gap <= seen[-1].gap
    assert exact_bounds(form, found.strategies, found.unit) == (found.low, found.high)


def test_progress_says_iterations_and_the_gap_that_is_proved():
    said = []
    with use_watch(Watch(said.append, every=0)):
        run_private_hands(
            private_hands_of(sabot.load("kuhn-poker(ranks=30)")), gap=Fraction(1, 100)
        )
    assert said[0].unit == "iterations"
    assert said[-1].done > said[0].done and re.fullmatch(
        r"iterations, gap [0-9.e-]+ proved", said[-1].unit
    )


def test_a_stop_keeps_the_best_interval():
    form = private_hands_of(sabot.load("kuhn-poker(ranks=30)"))
    seen = []

    def stop(bounds):
        seen.append(bounds)
        return len(seen) < 5

    found = run_private_hands(form, gap=Fraction(0), progress=stop)
    assert found is seen[-1] and found.ended == "stopped"
    assert found.low <= sabot.solve("kuhn-poker(ranks=30)").value <= found.high
    assert [one.gap for one in seen] == sorted((one.gap for one in seen), reverse=True)


def test_iterations_bound_the_work():
    form = private_hands_of(sabot.load("kuhn-poker(ranks=30)"))
    found = run_private_hands(form, gap=Fraction(0), iterations=3)
    assert (found.iterations, found.ended) == (3, "iterations")
    with pytest.raises(NumberError, match="at least 1"):
        run_private_hands(form, iterations=0)
    with pytest.raises(NumberError, match="negative"):
        run_private_hands(form, gap=Fraction(-1))


def test_rounded_mixes_sum_to_the_unit():
    mix = np.random.default_rng(1).dirichlet((0.1, 0.1, 0.1), 500).T
    assert set(round_mix(mix, 1023).sum(0).tolist()) == {1023}
    assert round_mix(mix, 1023).min() >= 0


def test_many_equal_actions_are_rounded_to_no_negative_number():
    even = round_mix(np.full((39, 5), 1 / 39), 1023)
    assert even.min() >= 0 and set(even.sum(0).tolist()) == {1023}


def test_small_probabilities_of_many_hands_do_not_vanish():
    mix = np.array([[0.0004] * 1000, [0.9996] * 1000])  # each alone is rounded to 0 of 1023
    assert abs(round_mix(mix, 1023)[0].sum() - 1023 * 0.4) <= 0.5


def test_a_large_game_is_bounded_by_its_hands_and_a_small_one_by_its_tree():
    large = sabot.approximate("kuhn-poker(ranks=2000)", gap="1/100")
    assert isinstance(large, PrivateHandsInterval)
    assert isinstance(sabot.approximate("kuhn-poker", gap="1/100"), sabot.Approximation)
    assert sabot.check(large, rules=True) == [str(large.low), str(large.high)]


@pytest.mark.parametrize("game", ["continuous-kuhn", "borel"])
def test_many_ranks_are_near_the_continuous_game(game):
    limit = sabot.solve(game).payoffs["1"]
    found = sabot.approximate(f"{game}(ranks=2000)", gap="1/2000")
    assert isinstance(found, PrivateHandsInterval)
    assert found.low - Fraction(1, 2000) <= limit <= found.high + Fraction(1, 2000)


def test_an_exact_solution_of_a_large_game_names_the_remedy():
    with pytest.raises(NoMethodError, match="--gap 1/1000"):
        sabot.solve("kuhn-poker(ranks=50000)")


@pytest.mark.slow
def test_a_hundred_thousand_ranks_to_a_hundred_thousandth():
    found = sabot.approximate("kuhn-poker(ranks=100000)", gap="1/100000")
    assert found.gap <= Fraction(1, 100000)
    assert abs(found.low + Fraction(1, 18)) < Fraction(1, 50000)


@pytest.mark.slow
def test_five_cards_from_one_pack_are_bounded_and_checked():
    found = sabot.approximate("blind-poker(hands=cards)", gap="1/50")
    assert isinstance(found, PrivateHandsInterval) and found.gap <= Fraction(1, 50)
    assert found.low < Fraction(2079, 10000) < found.high  # as the interval of length 1/10,000
    assert sabot.check(found, rules=True) == [str(found.low), str(found.high)]


def bet_once(deal):
    """Return a bet or a check, a fold or a call, with these hands."""
    call = ComparisonEnd(Fraction(3), Fraction(0), Fraction(-3))
    answer = PublicDecision(1, (), ("bet",), ("fold", "call"), (ConstantEnd(Fraction(1)), call))
    check = ComparisonEnd(Fraction(1), Fraction(0), Fraction(-1))
    root = PublicDecision(0, (), (), ("check", "bet"), (check, answer))
    return PrivateHandsForm(("ann", "bob"), root, deal)


def test_hands_by_their_ranks_are_as_strong_as_most_hands_of_these_ranks():
    hands = suit_classes(3).hands.astype(int)
    flush = (hands & 3 == hands[:, :1] & 3).all(1)
    strengths = (hands >> 2).sum(1) + 100 * flush
    deal = ClassDeal.of(3, strengths)
    small, places = deal.by_ranks
    ranks = np.sort(np.array(deal.hands[0], int) >> 2, axis=1)
    levels, rough = np.array(deal.levels_of(0)), np.array(small.levels_of(0))
    plain = levels < 100
    assert (np.array(small.hands[0])[places[plain]] == ranks[plain]).all()
    assert (rough[places[plain]] == levels[plain]).all()
    assert (rough[places[~plain]] == rough.max()).all() and (~plain).sum() == 286
    assert small.total == deal.total


@pytest.mark.slow
def test_a_search_that_begins_with_ranks_is_ahead(monkeypatch):
    hands = suit_classes(4).hands.astype(int)
    flush = (hands & 3 == hands[:, :1] & 3).all(1) & (hands[:, 0] >> 2 > 6)
    form = bet_once(ClassDeal.of(4, (hands >> 2).sum(1) % 31 + 40 * flush))
    ahead = run_private_hands(form, gap=Fraction(0), iterations=10)
    monkeypatch.setattr(private_hands, "FEWEST_CLASSES", 1 << 60)
    found = run_private_hands(form, gap=Fraction(0), iterations=10)
    assert ahead.gap < found.gap / 10 and ahead.iterations == found.iterations == 10
    assert exact_bounds(form, ahead.strategies, ahead.unit) == (ahead.low, ahead.high)
    assert max(found.low, ahead.low) <= min(found.high, ahead.high)
