"""Theorems on large trees: many conditions, and numeric plans that are no vertices."""

import random
from fractions import Fraction

import pytest
from flint import fmpz_poly

import sabot
from sabot.forms.algebra.real_roots import RealPoint, sign_at
from sabot.forms.parametric import evaluate_polynomial
from sabot.loading import load_parametric
from sabot.solvers.parametric import candidate, critical_regions
from sabot.solvers.parametric.candidate import SignCondition
from sabot.solvers.parametric.critical_regions import RealValidityRange
from sabot.solvers.zero_sum.solve import solve_zero_sum


@pytest.mark.parametrize("high", [None, Fraction(9)])
def test_many_conditions_hold_as_far_as_each_of_them(high, monkeypatch):
    chance, spot = random.Random("conditions"), Fraction(3, 2)
    some = []
    while len(some) < critical_regions._MANY_CONDITIONS:
        polynomial = fmpz_poly([chance.randint(-99, 99) for _ in range(chance.randint(1, 7))])
        if sign_at(polynomial, spot):
            some.append(polynomial * sign_at(polynomial, spot))
    whole = RealValidityRange(spot, RealPoint.at(0), None if high is None else RealPoint.at(high))
    conditions = [SignCondition(polynomial) for polynomial in some]
    guessed = whole.within(conditions)
    monkeypatch.setattr(critical_regions, "_MANY_CONDITIONS", len(some) + 1)
    one_by_one = whole.within(conditions)
    assert guessed.low.equals(one_by_one.low) and guessed.high.equals(one_by_one.high)
    assert 0 < len(guessed.rootless) < len(some)
    for polynomial in guessed.rootless:
        assert not guessed.zeros(polynomial)
        assert not guessed.low.vanishes(polynomial) and not guessed.high.vanishes(polynomial)


def test_a_wrong_guess_costs_only_time(monkeypatch):
    some = [fmpz_poly([5 + k, -1]) for k in range(critical_regions._MANY_CONDITIONS)]
    whole = RealValidityRange(Fraction(1), RealPoint.at(0), None)
    for guess in (
        [],
        [(some[7], Fraction(12))],
        [(some[0], Fraction(90))],
        [(some[0], Fraction(1))],
    ):
        monkeypatch.setattr(critical_regions, "guess_nearest_roots", lambda *_, g=guess: g)
        reach = whole.within([SignCondition(polynomial) for polynomial in some])
        assert (reach.low.low, reach.high.low, reach.high.rational) == (0, 5, True)


def test_what_no_equation_fixes_is_held_and_ties_off_the_path_are_kept():
    """There the plan of the second player is no vertex, and at the border of what is optimal."""
    _, form = load_parametric("leduc-poker(bet2=*)")
    spot = Fraction("2.1135")
    found = solve_zero_sum(form.at(spot), inner=False)
    made = candidate.find_candidate(form, candidate.both_payoff_columns(form), found, spot)
    assert made is not None
    assert all(sign_at(condition.polynomial, spot) > 0 for condition in made.conditions)
    top, below = (evaluate_polynomial(part, spot) for part in made.value)
    assert top / below == found.value


def test_a_part_of_leduc_poker_is_proved_and_checked():
    proof = sabot.prove("leduc-poker(bet2=*)", low="1/10", high="1/9")
    assert sabot.check(proof)
    here = sabot.solve("leduc-poker(bet2=2/19)").value
    assert here in {piece.value.at(Fraction(2, 19)) for piece in proof.pieces}
