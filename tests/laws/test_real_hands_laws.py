"""Laws of real hands: the same rules with finitely many ranks come ever nearer, for every seat."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sabot
from sabot.forms.continuous.betting_game import ThresholdRule, turn_key
from sabot.forms.continuous.expected_payoff import threshold_payoff
from sabot.game_rules.to_form import form_of_game
from sabot.games.continuous_poker.family import blind_poker_form
from sabot.play.judges import find_turn


def ranked(form, profile, ranks, game):
    """Return the strategies of a profile told in ranks: rank k stands for the hand (k - 1/2)/n."""
    tables = {}
    for side in form_of_game(sabot.load(game)).sides:
        table = {}
        for cell in side.cells:
            rank, *said = cell.key.split(",")
            turn, _ = find_turn(form, ["0", *said])
            rule = profile[turn_key(form, turn)]
            ((action, _),) = rule.mix_at(F(2 * int(rank) - 1, 2 * ranks))
            table[cell.key] = turn.actions[action]
        tables[side.name] = table
    return tables


@pytest.mark.parametrize("q", ["0", "1/4"])
@pytest.mark.parametrize("ranks", [6, 12, pytest.param(40, marks=pytest.mark.slow)])
def test_two_players_with_n_ranks_are_within_1_over_2n_of_the_real_value(q, ranks):
    """Solved twice, by programs that share no code: a linear program, and indifference."""
    exact = sabot.solve(f"blind-poker(players=2, q={q})").payoffs["1"]
    told = sabot.solve(f"blind-poker(players=2, q={q}, ranks={ranks})")
    assert abs(told.value - exact) <= F(1, 2 * ranks)


@pytest.mark.parametrize(
    ("q", "ranks"),
    [
        ("0", 6),
        pytest.param("0", 12, marks=pytest.mark.slow),
        ("287/1000", 4),
        pytest.param("287/1000", 7, marks=pytest.mark.slow),
    ],
)
def test_three_players_with_n_ranks_are_paid_nearly_the_same_and_gain_2_over_n_at_most(q, ranks):
    """The Explorer walks the ranks; the real hands' cuts, told in ranks, are nearly in balance."""
    found = sabot.solve(f"blind-poker(players=3, q={q})")
    game = f"blind-poker(players=3, q={q}, ranks={ranks})"
    told = sabot.value(game, ranked(found.form, found.profile, ranks, game))
    for seat, paid in zip(told.seats, told.payoffs, strict=True):
        assert abs(paid - found.payoffs[seat]) <= F(1, 2 * ranks)
    assert max(told.gains) <= F(2, ranks)


cuts = st.lists(st.fractions(0, 1, max_denominator=12), max_size=3).map(sorted)


@st.composite
def profiles(draw, form):
    profile = {}
    for turn in form.turns():
        own = tuple(draw(cuts))
        actions = draw(
            st.lists(
                st.integers(0, len(turn.actions) - 1), min_size=len(own) + 1, max_size=len(own) + 1
            )
        )
        profile[turn_key(form, turn)] = ThresholdRule(tuple(actions), own)
    return profile


PAIR = blind_poker_form(F(1, 3), True, 2)


@settings(max_examples=8, deadline=None)
@given(profiles(PAIR), st.sampled_from([6, 12]))
def test_any_profile_told_in_ranks_pays_nearly_what_its_integrals_say(profile, ranks):
    """Two hands fall into one rank with chance 1/n, and cuts into few: all else is the same."""
    game = f"blind-poker(players=2, q=1/3, ranks={ranks})"
    told = sabot.value(game, ranked(PAIR, profile, ranks, game))
    count = sum(len(answer.cuts) for answer in profile.values())
    assert abs(told.expectation - threshold_payoff(PAIR, profile, 0)) <= F(8 * (count + 1), ranks)
