"""Paths of quantal response equilibria lead to equilibria that are then proved."""

import random

import pytest
from tests.unit.solvers.nplayer_nash.test_solve import game

from sabot.solvers.nplayer_nash import quantal_response
from sabot.solvers.nplayer_nash.quantal_response import follow_paths


def drawn(sizes, seed):
    rng = random.Random(seed)
    return game(sizes, lambda *_: tuple(rng.randint(-99, 99) for _ in sizes))


@pytest.mark.parametrize("sizes", [(4, 4, 4), (5, 5, 5), (3, 3, 3, 3)])
def test_a_path_leads_to_an_exact_equilibrium(sizes):
    found = follow_paths("g", drawn(sizes, 3))
    assert found.equilibrium and not any(found.gains.values())


def test_pennies_among_three_are_met_at_the_start():
    form = game((2, 2, 2), lambda a, b, c: (int(a == b), int(b == c), int(c != a)))
    found = follow_paths("g", form)
    assert found.equilibrium and {str(paid) for paid in found.payoffs.values()} == {"1/2"}


def test_a_game_with_too_many_profiles_is_left_alone(monkeypatch):
    monkeypatch.setattr(quantal_response, "MOST_PROFILES", 63)
    assert follow_paths("g", drawn((4, 4, 4), 3)) is None


@pytest.mark.slow
def test_a_profile_that_is_not_recognised_is_rounded_with_its_gains(monkeypatch):
    monkeypatch.setattr(quantal_response, "exact_equilibrium", lambda *_: None)
    found = follow_paths("g", drawn((3, 3, 3, 3), 5))
    assert 0 <= found.gap < 1e-6


def test_every_solution_is_looked_at_once(monkeypatch):
    seen = []

    def recognise_nothing(_, equations, near):
        seen.append((equations.supports, [own.round(6).tolist() for own in near]))

    monkeypatch.setattr(quantal_response, "exact_equilibrium", recognise_nothing)
    assert follow_paths("g", drawn((3, 3, 3), 5)) is not None
    assert seen
    assert all(one not in seen[:k] for k, one in enumerate(seen))
