"""Free looks with three and more players: equilibria, and how they are found."""

from fractions import Fraction as F
from functools import cache

import numpy as np
import pytest

import sabot
from sabot.errors import NoMethodError
from sabot.forms.continuous.betting_game import ThresholdRule, turn_key
from sabot.game_rules.capabilities import continuous_types
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.games.continuous_poker.starting_points import (
    FREE_LOOK_STARTS,
    free_look_thresholds,
    full_shape,
    is_new_turn,
    like_turn,
)
from sabot.solvers.continuous.initial_guess import drop_empty_intervals, follow_homotopy
from sabot.solvers.continuous.newton import IndifferenceEquations
from sabot.solvers.continuous.solve import _balance_from_hint, insert_slices

solve = cache(sabot.solve)
BLIND_AGAINST_THREE = "4: 1 enter, 2 enter, 3 enter"
FOUR = [
    # q, and what each player is paid
    ("0", (0.090630, 0.129618, 0.193046, -0.413294)),
    ("1/5", (0.106118, 0.137860, 0.180834, -0.424812)),
    ("287/1000", (0.110700, 0.139328, 0.175931, -0.425958)),
    ("2/5", (0.114075, 0.140096, 0.172264, -0.426435)),
    ("1/2", (0.114765, 0.140458, 0.171912, -0.427135)),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "payoffs"),
    [FOUR[2], *(pytest.param(*one, marks=pytest.mark.slow) for one in FOUR if one != FOUR[2])],
)
def test_four_players_balance_for_every_q(q, payoffs):
    found = solve(f"blind-poker(players=4, look=free, q={q})")
    assert found.bound < F(1, 10**25)
    assert sum(found.payoffs.values()) == 0
    for seat, paid in zip(found.seats, payoffs, strict=True):
        assert abs(float(found.payoffs[seat]) - paid) < 1e-6


@pytest.mark.slow
@pytest.mark.parametrize("q", ["21/40", "11/20", "3/5", "13/20", "7/10", "3/4"])
def test_four_players_balance_at_some_higher_q(q):
    assert solve(f"blind-poker(players=4, look=free, q={q})").bound <= F(1, 10**26)


def test_every_new_turn_of_five_players_has_a_like_turn_of_four():
    four, five = (blind_poker_form(F(287, 1000), True, players) for players in (4, 5))
    known = {turn_key(four, turn): turn for turn in four.turns()}
    new = [turn for turn in five.turns() if is_new_turn(turn.view)]
    assert len(new) == 62
    for turn in new:
        like, share = like_turn(turn, blind=5)
        assert known[like].actions == turn.actions and 0 < share < 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "payoffs",
    [
        (0.0902643882, 0.1093587267, 0.1328098249, 0.1625851090, -0.4950180488),
        (0.0761783758, 0.0897745685, 0.1059497321, 0.1257114420, 0.1506785880, -0.5482927065),
        (
            *(0.0658891983, 0.0760476579, 0.0878460884, 0.1018262308, 0.1188400348),
            *(0.1402567286, -0.5907059387),
        ),
    ],
)
def test_five_to_seven_players_begin_with_the_smaller_game(payoffs):
    found = solve(f"blind-poker(players={len(payoffs)}, look=free)")
    assert found.bound <= F(1, 10**26)
    assert sabot.check(found) == found.payoffs["1"]
    assert [round(float(paid), 10) for paid in found.payoffs.values()] == list(payoffs)


@pytest.mark.slow
def test_bluffing_may_be_said_aloud():
    aloud = sabot.solve("blind-poker(players=3, look=free, bluff=yes)")
    assert aloud.payoffs == sabot.solve("blind-poker(players=3, look=free)").payoffs


@pytest.mark.slow
def test_where_player_1_drops_four_play_as_three_do():
    four = solve("blind-poker(players=4, look=free, q=1/5)")
    three = sabot.solve("blind-poker(players=3, look=free, q=1/5)")
    assert four.profile["2: 1 drop"] == three.profile["1: -"]
    assert four.profile["4: 1 drop, 2 enter, 3 drop"] == three.profile["3: 1 enter, 2 drop"]


@pytest.mark.slow
def test_with_q_bluffs_go_and_looks_become_certain():
    """At 1/5 the blind bluffs against three and all may drop; at 287/1000 he does not."""
    low = solve("blind-poker(players=4, look=free, q=1/5)").profile
    high = solve("blind-poker(players=4, look=free, q=287/1000)").profile
    assert low[BLIND_AGAINST_THREE].actions == (2, 0, 1, 2)
    assert high[BLIND_AGAINST_THREE].actions == (0, 1, 2)
    last = "2: 1 enter, 2 enter, 3 drop, 4 double, 1 drop"
    assert low[last].actions == (0, 1) and high[last].actions == (1,)


@pytest.mark.slow
def test_at_q_0_the_blind_doubles_a_thin_slice_among_the_hands_that_he_plays():
    answer = solve("blind-poker(players=4, look=free, q=0)").profile[BLIND_AGAINST_THREE]
    assert answer.actions == (2, 0, 1, 2, 1, 2)
    slice_ = answer.cuts[3] - answer.cuts[2]
    assert F(1, 10**4) < slice_ < F(1, 10**3)


def test_a_slice_is_proposed_where_a_better_reply_wants_it():
    form = blind_poker_form(F(0), True, 2)
    lazy = {
        "1: -": ThresholdRule((0, 1), (F(3, 5),)),
        "1: 1 enter, 2 double": ThresholdRule((0, 1), (F(4, 5),)),
        "2: 1 enter": ThresholdRule((0, 1), (F(7, 10),)),
    }
    first = next(iter(insert_slices(form, lazy, 1)))["2: 1 enter"]
    # with the best hands he should double, and not play
    assert first.actions == (0, 1, 2, 1)
    assert F(9, 10) < first.cuts[1] < first.cuts[2] <= 1


def test_along_a_path_and_by_newtons_method_a_cut_leaves_its_floor():
    """From the start for 287/1000, where the blind does not bluff against two, to 1/4."""
    form = blind_poker_form(F(1, 4), True, 3)
    equations = IndifferenceEquations(form, full_shape(form))
    start = {**whole_start(form, F(287, 1000)), **pair()}
    blind = "3: 1 enter, 2 enter"
    assert start[blind][0] == 0
    line = [cut for key in equations.places for cut in start[key]]
    moved = [
        k
        for key, place in equations.places.items()
        if ": 1 drop" not in key
        for k in range(place.start, place.stop)
    ]
    cuts, low = follow_homotopy(equations, line, moved, newton=False)
    both = follow_homotopy(equations, line, moved)
    assert both[1] == low
    assert np.abs(both[0] - cuts).max() < 1e-8
    shape, left = drop_empty_intervals(equations, cuts, low)
    assert shape[blind] == (2, 0, 1, 2)
    assert 0 < left[blind][0] < 0.01
    assert np.all(cuts >= 0)


def whole_start(form, q):
    return next(iter(free_look_thresholds(form, q)))


def pair():
    """The game of two at q = 1/4, as three players have it after player 1 has dropped."""
    profile = sabot.solve("blind-poker(players=2, q=1/4)").profile
    answers = {
        "2: 1 drop": profile["1: -"],
        "3: 1 drop, 2 enter": profile["2: 1 enter"],
        "2: 1 drop, 2 enter, 3 double": profile["1: 1 enter, 2 double"],
    }
    return {key: tuple(map(float, answer.cuts)) for key, answer in answers.items()}


@pytest.mark.parametrize("players", FREE_LOOK_STARTS)
def test_every_start_has_a_number_for_every_new_cut(players):
    for q, line in FREE_LOOK_STARTS[players].items():
        form = blind_poker_form(F(q), True, players)
        shape = full_shape(form)
        new = [turn_key(form, t) for t in form.turns() if not t.view.startswith("1 drop")]
        assert len(line.split()) == sum(len(shape[key]) - 1 for key in new)


@pytest.mark.slow  # it tries for seconds
def test_what_was_tried_is_said_where_nothing_is_found(monkeypatch):
    monkeypatch.setattr("sabot.solvers.continuous.initial_guess.MOST_STEPS", 0)
    monkeypatch.setattr("sabot.solvers.continuous.initial_guess.ITERATIONS", 1)
    monkeypatch.setattr("sabot.results.continuous.MOST_GAIN", F(-1))
    with pytest.raises(NoMethodError, match=r"from 3 known starts: .*path of cuts.*grid of hands"):
        sabot.solve("blind-poker(players=3, look=free, q=1/5)")


def test_a_path_without_newtons_method_has_none_in_the_smaller_game(monkeypatch):
    followed = []

    def follow(equations, *rest, newton=True):
        followed.append((len(equations.form.seats), newton))
        return follow_homotopy(equations, *rest, newton=newton)

    monkeypatch.setattr("sabot.solvers.continuous.initial_guess.follow_homotopy", follow)
    hint = continuous_types(sabot.load("blind-poker(players=4, look=free, q=287/1000)"))
    _balance_from_hint(hint, newton=False)
    assert followed == [(3, False), (4, False)]
