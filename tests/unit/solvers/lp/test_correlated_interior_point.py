"""The interior point for a worst correlated equilibrium: its support, and what it fails at."""

import random

import numpy as np
import pytest

import sabot
from sabot.solvers import correlated as solver
from sabot.solvers.lp.correlated_interior_point import guess_support


def random_tables(size, most, seed):
    dice = random.Random(seed)
    return tuple(
        np.array([[float(dice.randint(0, most)) for _ in range(size[1])] for _ in range(size[0])])
        for _ in range(2)
    )


def losses(tables, objective):
    one, two = tables
    return -{"row": one, "column": two, "sum": one + two}[objective]


def worst(tables, objective):
    one, two = (table.astype(int).tolist() for table in tables)
    return sabot.correlated(one, two, objective=objective, extreme="worst", nash=False)


def by_the_simplex(tables, objective, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(solver, "guess_support", lambda *_: None)
        return worst(tables, objective).extremes[0]


@pytest.mark.parametrize("size", [(8, 8), (12, 9)])
@pytest.mark.parametrize(("objective", "seat"), [("row", 0), ("column", 1), ("sum", 0)])
def test_the_support_is_that_of_the_worst_equilibrium(size, objective, seat):
    tables = random_tables(size, 99, 1)
    guess = guess_support(tables, losses(tables, objective), seat)
    least = worst(tables, objective).extremes[0]
    mixed = {profile for profile, _ in least.distribution}
    assert {tuple(place) for place in np.argwhere(guess.profiles).tolist()} == mixed


def test_the_support_makes_a_square_system():
    tables = random_tables((12, 9), 99, 3)
    guess = guess_support(tables, losses(tables, "row"))
    assert guess.profiles.sum() == 1 + sum(flags.sum() for flags in guess.binding)
    assert guess.excess_profiles == 0
    unused = ~guess.profiles.any(axis=1), ~guess.profiles.any(axis=0)
    for flags, multipliers, idle in zip(
        guess.binding, guess.unused_multipliers, unused, strict=True
    ):
        assert not flags[idle].any()
        assert not multipliers[~idle].any()


@pytest.mark.parametrize("objective", ["row", "column", "sum"])
def test_the_worst_equilibrium_of_a_large_game_is_found_without_the_simplex(objective, monkeypatch):
    tables = random_tables((25, 25), 99, 5)
    expected = by_the_simplex(tables, objective, monkeypatch)
    monkeypatch.setattr(solver, "_optimal_solution", None)
    found = worst(tables, objective)
    assert found.extremes[0].value == expected.value
    sabot.check(found)


def test_one_of_several_worst_equilibria_is_found_without_the_simplex(monkeypatch):
    """The first and the last column are the same: a device may recommend either."""
    one, two = random_tables((25, 24), 99, 3)
    tables = np.hstack([one, one[:, :1]]), np.hstack([two, two[:, :1]])
    assert guess_support(tables, losses(tables, "sum")).excess_profiles > 0
    expected = by_the_simplex(tables, "sum", monkeypatch)
    monkeypatch.setattr(solver, "_optimal_solution", None)
    found = worst(tables, "sum")
    assert found.extremes[0].value == expected.value
    sabot.check(found)


def test_multipliers_of_unused_strategies_are_fractions_of_few_digits(monkeypatch):
    monkeypatch.setattr(solver, "_optimal_solution", None)
    tables = random_tables((25, 25), 99, 5)
    found = worst(tables, "row")
    used = {profile[0] for profile, _ in found.extremes[0].distribution}
    assert len(used) < 25
    denominators = [
        int(amount.partition("/")[2] or 1)
        for seat, recommended, _, amount in found.certificate["multipliers"][0]
        if not seat and recommended not in used
    ]
    assert denominators
    assert max(denominators).bit_length() < 40
    sabot.check(found)


@pytest.mark.parametrize("most", [0, 1])
def test_where_the_optimum_is_not_unique_the_simplex_decides(most, monkeypatch):
    tables = random_tables((25, 25), most, 1)
    assert guess_support(tables, losses(tables, "row")) is None
    monkeypatch.setattr(solver, "_FEWEST_PAYOFFS", 0)
    found = worst(tables, "row")
    assert found.extremes[0].value == by_the_simplex(tables, "row", monkeypatch).value
    sabot.check(found)


def test_payoffs_that_are_all_equal_have_no_support_to_look_for():
    equal, other = np.ones((4, 4)), random_tables((4, 4), 9, 1)[0]
    assert guess_support((equal, other), equal) is None
    assert guess_support((other, equal), -other) is None


def test_a_wrong_guess_is_not_believed(monkeypatch):
    tables = random_tables((25, 25), 99, 5)
    expected = worst(tables, "row").extremes[0]

    def wrong(*arguments):
        guess = guess_support(*arguments)
        return type(guess)(
            np.roll(guess.profiles, 1, axis=1), guess.binding, guess.unused_multipliers
        )

    monkeypatch.setattr(solver, "guess_support", wrong)
    assert worst(tables, "row").extremes[0].value == expected.value
