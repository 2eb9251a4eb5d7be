"""The bounds of the checker, each to the last unit: so much work is done, one more is refused.

Every bound here was once moved by one (``make mutants``) without a test noticing.
"""

from types import SimpleNamespace

import pytest
from tests.unit.certify.test_json_reader import refuses

from sabot.certify import json_reader, limits, optimal_set, sequence_form
from sabot.certify.algebra import formula_parser, polynomial, real_roots
from sabot.certify.algebra.intervals import IntegerInterval, read_interval
from sabot.certify.parametric import reader as theorems
from sabot.certify.parametric import verification
from sabot.certify.zero_sum import VerifiedPlan
from sabot.errors import FileError

FAR = [6, -5, 1]
"""(t - 2) (t - 3): positive at 0, and its shift by 0 has a negative coefficient."""


def test_a_plan_takes_so_much_work():
    sequence_form.require_short_products(limits.MOST_PLAN_WORK)
    refuses(
        "too long to be multiplied out",
        sequence_form.require_short_products,
        3 * 10**13 + 1,
        fault=FileError,
    )


def test_a_mean_of_plans_takes_so_much_work(monkeypatch):
    """Thirds and fifths: 3 bits times the 5 of 3, 1, 2, and 2 bits times the 7 of 5, 4, 1."""
    seat = sequence_form.read_player_sequences("first", [["-", ["a", "b"], 0]])
    some = [VerifiedPlan([3, 1, 2], 3, seat, []), VerifiedPlan([5, 4, 1], 5, seat, [])]
    told = SimpleNamespace(form=None, value=0)
    monkeypatch.setattr(
        optimal_set, "verify_plan", lambda form, seat, plan, below, value: (plan, below)
    )
    monkeypatch.setattr(sequence_form, "MOST_PLAN_WORK", 29)
    assert optimal_set._average_plan(told, 0, some) == ([30, 17, 13], 30)
    monkeypatch.setattr(sequence_form, "MOST_PLAN_WORK", 28)
    refuses(
        "too long to be multiplied out", optimal_set._average_plan, told, 0, some, fault=FileError
    )


def test_a_mean_of_plans_has_a_denominator_of_so_many_bits(monkeypatch):
    """15 has 4 bits, once for each of the three sequences."""
    seat = sequence_form.read_player_sequences("first", [["-", ["a", "b"], 0]])
    some = [VerifiedPlan([3, 1, 2], 3, seat, []), VerifiedPlan([5, 4, 1], 5, seat, [])]
    told = SimpleNamespace(form=None, value=0)
    monkeypatch.setattr(optimal_set, "verify_plan", lambda form, seat, plan, below, value: below)
    monkeypatch.setattr(sequence_form, "MOST_PLAN_BITS", 12)
    assert optimal_set._average_plan(told, 0, some) == 30
    monkeypatch.setattr(sequence_form, "MOST_PLAN_BITS", 11)
    refuses(
        "too long a common denominator", optimal_set._average_plan, told, 0, some, fault=FileError
    )


@pytest.mark.parametrize("chances", [["1/5", "4/5"], ["1", "0", "0/5"], ["1/2", "3/6", "0"]])
def test_a_mix_has_a_denominator_of_so_many_bits(chances, monkeypatch):
    """Of 3, for each chance: also where there is but one denominator, or one besides 1."""
    seat = sequence_form.read_player_sequences("first", [["-", ["a", "b", "c"], 0]])
    monkeypatch.setattr(sequence_form, "MOST_PLAN_BITS", 3 * len(chances))
    sequence_form._read_mixed_action(seat, "-", chances)
    monkeypatch.setattr(sequence_form, "MOST_PLAN_BITS", 3 * len(chances) - 1)
    refuses(
        "too long a common denominator",
        sequence_form._read_mixed_action,
        seat,
        "-",
        chances,
        fault=FileError,
    )


def test_a_time_may_be_a_whole_number_beyond_the_floats():
    json_reader.require_number(10**400, "the time")


def test_a_formula_takes_so_much_work(monkeypatch):
    reader = formula_parser._FormulaParser(formula_parser._tokenize("3*(t)"), "t", plain=True)
    reader.sum(0)
    assert reader.spent > 0
    monkeypatch.setattr(formula_parser, "MOST_FORMULA_WORK", reader.spent)
    assert formula_parser.parse_formula("3*(t)", "t") == ([0, 3], [1])
    monkeypatch.setattr(formula_parser, "MOST_FORMULA_WORK", reader.spent - 1)
    refuses("takes too long to multiply out", formula_parser.parse_formula, "3*(t)", "t")


def test_a_quotient_has_powers_but_the_power_0():
    assert formula_parser.parse_formula("(2/(t + 1))**2", "t") == ([4], [1, 2, 1])
    refuses("its pole would be lost", formula_parser.parse_formula, "(2/(t + 1))**0", "t")


def test_a_shift_takes_so_much_work(monkeypatch):
    """Three terms of up to 3 bits, moved by 5, which has 3: 9 times 3 + 9."""
    monkeypatch.setattr(polynomial, "MOST_SHIFT_WORK", 108)
    assert polynomial.taylor_shift(FAR, 5) == [6, 5, 1]
    monkeypatch.setattr(polynomial, "MOST_SHIFT_WORK", 107)
    refuses("begins at a number too long", polynomial.taylor_shift, FAR, 5, fault=FileError)


def test_signs_at_whole_numbers_take_so_much_work(monkeypatch):
    work = polynomial.estimate_sign_work(FAR, 0, None)
    monkeypatch.setattr(polynomial, "MOST_SIGN_WORK", work)
    assert polynomial.holds_on_integers(FAR, 0, None, strict=False)
    monkeypatch.setattr(polynomial, "MOST_SIGN_WORK", work - 1)
    refuses(
        "roots too far out",
        polynomial.holds_on_integers,
        FAR,
        0,
        None,
        fault=FileError,
        strict=False,
    )


def test_a_common_factor_takes_so_much_work(monkeypatch):
    """Three terms, squared, times 3 bits."""
    monkeypatch.setattr(real_roots, "MOST_GCD_WORK", 27)
    assert real_roots.polynomial_gcd(FAR, [-2, 1]) == [-2, 1]
    monkeypatch.setattr(real_roots, "MOST_GCD_WORK", 26)
    refuses(
        "too long for a common factor", real_roots.polynomial_gcd, FAR, [-2, 1], fault=FileError
    )


def test_a_formula_that_no_prime_shows_to_be_in_lowest_terms_may_be(monkeypatch):
    """t and t + P have t in common modulo every divisor of P, and nothing over the fractions."""
    monkeypatch.setattr(real_roots, "_MOST_VALUE_BITS", 0)  # nor do values
    every = 1
    for prime in real_roots._PRIMES:
        every *= prime
    assert not real_roots.proves_coprime([0, 1], [every, 1])
    reader = theorems.PieceReader(None, "t", reals=True)  # type: ignore[arg-type]
    span = read_interval(1, None, all_reals=True)
    assert reader.formula(f"t/(t + {every})", span, {}) == ([0, 1], [every, 1])


def test_sorting_a_choice_takes_so_much_work(monkeypatch):
    seat = sequence_form.read_player_sequences("first", [["-", ["a", "b"], 0]])
    gap = {1: FAR, 2: [1]}
    part = IntegerInterval(0, 1)
    work = verification._ordering_work([[FAR, [1]]], part)
    monkeypatch.setattr(verification, "MOST_CLASSIFICATION_WORK", work)
    found = list(verification._difference_bounds(seat, gap, part))
    assert found
    monkeypatch.setattr(verification, "MOST_CLASSIFICATION_WORK", work - 1)
    with pytest.raises(FileError, match="roots too far out"):
        list(verification._difference_bounds(seat, gap, part))
