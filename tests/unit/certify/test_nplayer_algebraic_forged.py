"""Equilibria in the field of a root made by someone who means ill, and sealed again."""

import copy
from fractions import Fraction as F
from math import isqrt

import pytest
from tests.unit.forging import resealed
from tests.unit.rooted_games import by_hand, written

from sabot import certify
from sabot.certify import nplayer
from sabot.certify.algebra import number_field
from sabot.certify.algebra.number_field import FieldElement
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.errors import CertificateError, FileError
from sabot.results.nplayer import Profile

OF, UNIT = [-1, 3, 1], ["0", "1"]
"""t^2 + 3 t - 1: t is (sqrt(13) - 3)/2, and t^2 is 1 - 3 t."""


def changed(told, path, value):
    found = copy.deepcopy(told)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return resealed(found)


def refused(told, words):
    with pytest.raises((FileError, CertificateError), match=words):
        certify.check(told)


@pytest.fixture
def whole():
    return written()


def test_the_file_is_proved_as_it_is(whole):
    found = certify.check(whole)
    assert isinstance(found, certify.AlgebraicNashVerdict)
    assert found.value == whole["payoffs"] and "t" in "".join(found.value)
    assert (found.kind, found.unique, found.form) == ("field", (), found.source.form)
    assert found.words == "proved: an equilibrium, its chances numbers with a root t"
    *seats, root = found.lines
    assert root == "t is the root of t^2 + 3 t - 1 between 0 and 1, about 0.302776"
    assert seats[1] == "bob is paid about 0.422205, and could gain nothing by any other strategy"
    assert found.to_json() == {"value": whole["payoffs"], "digest": found.digest}


# ---------------------------------------------------------------------- the root


def test_the_conjugate_of_the_root_is_another_number(whole):
    refused(changed(whole, ("root", "between"), ["-4", "-3"]), "do not make a mix")


@pytest.mark.parametrize(
    ("of", "between", "words"),
    [
        (OF, ["1", "2"], "not the only root"),
        (OF, ["-4", "1"], "not the only root"),
        (OF, ["1", "0"], "not the only root"),
        (OF, ["1/2", "1/2"], "not the only root"),
        ([0, -1, 3, 1], UNIT, "not the only root"),  # a root at an end
        ([1, -6, 7, 6, 1], UNIT, "not the only root"),  # each root twice
        ([-1, 3], UNIT, "must be written as one"),
        ([1, -5, 5, 2], ["2/5", "3/5"], "must be written as one"),  # (2 t - 1)(t^2 + 3 t - 1)
        ([5], UNIT, "not the only root"),
        ([], UNIT, "max|not the only root"),
        ([-1, 3, 0], UNIT, "leading coefficient 0"),
        ("-1", UNIT, "not a list of coefficients"),
        (OF, "01", "between two fractions"),
        (OF, ["0"], "between two fractions"),
        (OF, [0, 1], "fraction written as text"),
        ([-1, *[0] * 63, 3, 1], UNIT, "degree 65; up to 64"),
        (["-1" + "0" * 9000, 3, 1], UNIT, "too long"),
        (OF, ["0", "1" + "0" * 9000], "too long"),
    ],
)
def test_a_root_is_named_by_an_interval_in_which_it_is_alone(whole, of, between, words):
    refused(changed(whole, ("root",), {"root_of": of, "between": between}), words)


def test_a_root_has_its_own_keys_and_no_others(whole):
    refused(changed(whole, ("root", "name"), "t"), "not a part of a root")
    refused(changed(whole, ("root",), {"root_of": OF}), "missing in a root")
    refused(changed(whole, ("root",), "1/2"), "not an object")


def test_a_root_of_the_highest_degree_is_read():
    high = [-1, *[0] * 63, 2]  # t^64 = 1/2
    proved = certify.check(by_hand(high, UNIT, ["0", "t**2"]))
    assert isinstance(proved, certify.AlgebraicNashVerdict)


def test_a_polynomial_with_factors_names_the_same_root():
    factors = [2, -6, -3, 3, 1]  # (t^2 + 3 t - 1)(t^2 - 2)
    certify.check(by_hand(factors, UNIT, ["0", "t**2"]))
    certify.check(by_hand(factors, UNIT, ["0", "-3*t + 1"]))
    certify.check(by_hand(factors, UNIT, ["t**2 + 3*t - 1", "t**2"]))  # 0, though no multiple
    refused(by_hand(factors, UNIT, ["t**2 - 2", "t**2"]), "A is paid about 0")
    refused(by_hand(factors, ["-4", "-3"], ["0", "t**2"]), "do not make a mix")
    # in the other factor's root t^2 is 2: no chances
    refused(by_hand(factors, ["1", "2"], ["0", "t**2"]), "do not make a mix")


@pytest.mark.parametrize("sign", [1, -1])
def test_the_polynomial_of_a_root_may_begin_with_any_number(sign):
    of = [sign * c for c in (-1, 0, 3)]  # t^2 = 1/3
    certify.check(by_hand(of, UNIT, ["0", "1/3"]))
    refused(by_hand(of, UNIT, ["0", "1/4"]), "B is paid about 0.333333")


# ---------------------------------------------------------------------- the numbers


CUBIC = number_field.RealNumberField(AlgebraicPoint(F(1), F(2), (-2, 0, 0, 1)), [0, 0, 3])


@pytest.mark.parametrize(
    ("written_so", "number"),
    [
        ("3/4", ([3], 4, 0)),
        ("0", ([], 1, 0)),
        ("-2", ([-2], 1, 0)),
        ("t", ([0, 1], 1, 0)),
        ("-t/3", ([0, -1], 3, 0)),
        ("5*t/2", ([0, 5], 2, 0)),
        ("(t - 1)/2", ([-1, 1], 2, 0)),
        ("-12*t**2 + t - 7", ([-7, 1, -12], 1, 0)),
        ("(t**2 + 1)/30", ([1, 0, 1], 30, 0)),
        ("0*t + 1", ([1], 1, 0)),
        ("t/d", ([0, 1], 1, 1)),
        ("(t**2 - 1)/d", ([-1, 0, 1], 1, 1)),
        ("-7/d", ([-7], 1, 1)),
        ("(-t)/(12*d)", ([0, -1], 12, 1)),
    ],
)
def test_numbers_are_fractions_and_sums_in_t_maybe_over_d(written_so, number):
    assert number_field.read_field_element(written_so, CUBIC) == number


@pytest.mark.parametrize(
    "words",
    [
        *("t**3", "t*2", "t t", "1 + t", "t + t", "t + ", " t", "t ", "2t", "t^2", "t**-1", "t**"),
        *("t - 1/2", "(t - 1)", "(t - 1/2", "t - 1)/2", "t/0", "t/-2", "t/", "t/t", "1/t", "s"),
        *(
            "d",
            "t*d",
            "t/(d)",
            "t/(2*d",
            "t/2*d",
            "t/(d*2)",
            "t/(0*d)",
            "t - 1/d",
            "t/d/2",
            "t/(-2*d)",
        ),
        *("+t", "--t", "t  - 1", "t -1", "1.5*t", "t**2*t", "(t)/(2)", "2*(t - 1)", "t**1000", ""),
        *("t - -1", "٣*t", "t**٢", "t % 1", "((t - 1))/2", None, 1, ["t"]),
    ],
)
def test_nothing_else_is_a_number(words):
    with pytest.raises(ValueError, match=r"t|no positive"):
        number_field.read_field_element(words, CUBIC)


def test_every_coefficient_of_a_chance_counts(whole):
    caught = 0
    for seat, table in whole["strategies"].items():
        for view in table:
            for action, other in (("a", "b"), ("b", "a")):
                for by in (F(1), F(1, 10**40), F(-1, 10**40)):
                    for power in (0, 1):
                        told = moved(whole, (seat, view), action, other, by, power)
                        refused(told, "could gain|is paid|do not make a mix")
                        caught += 1
    assert caught == 36


def moved(whole, place, action, other, by, power):
    """Return the document with something taken from one chance and given to another."""
    seat, view = place
    profile = Profile.from_json(whole)
    tables = {s: {v: dict(m) for v, m in t.items()} for s, t in profile.strategies.items()}
    root = profile["bob"]["-"]["b"]
    step = by * root**power
    tables[seat][view][action] += step
    tables[seat][view][other] -= step
    found = copy.deepcopy(whole)
    for name, chance in tables[seat][view].items():
        text = str(chance.formula) if hasattr(chance, "formula") else str(chance)
        found["strategies"][seat][view][name] = text
    return resealed(found)


def test_chances_are_together_1_and_none_is_negative(whole):
    mix = whole["strategies"]["bob"]["-"]
    assert mix == {"a": "-t + 1", "b": "t"}
    for odd in ({"a": "t", "b": "t"}, {"b": "t"}, {"a": "-t", "b": "t + 1"}, {"a": "1", "b": "t"}):
        refused(changed(whole, ("strategies", "bob", "-"), odd), "do not make a mix")
    refused(changed(whole, ("strategies", "bob", "-"), {"a": "-1/2", "b": "3/2"}), "not make a mix")


def test_the_fractions_next_to_it_gain_something(whole):
    """What was certified with an epsilon before: at a neighbour no gain is 0."""
    found = copy.deepcopy(whole)
    profile = Profile.from_json(whole)
    for seat, table in profile.played.items():
        for view, mix in table.items():
            found["strategies"][seat][view] = {a: str(c) for a, c in mix.items()}
    refused(resealed(found), "is paid about .* not just what is claimed")
    proved = certify.check(whole)
    assert isinstance(proved, certify.AlgebraicNashVerdict)
    rounded = proved.form
    for seat in range(3):
        paid = sum(amounts[seat] * _product(profile, spot) for spot, amounts in rounded.entries)
        found["payoffs"][seat] = str(paid / rounded.denominator)
    refused(resealed(found), "could gain about .*claimed 0")


def _product(profile, spot):
    chance = F(1)
    for s, table in zip(spot, profile.played.values(), strict=True):
        chance *= table["-"]["ab"[s - 1]]
    return chance


def test_no_other_payoff_is_accepted(whole):
    assert whole["payoffs"] == ["-4*t + 2", "8*t - 2", "8*t - 2"]
    for seat in range(3):
        for other in ("-4*t + 3", "8*t - 3", "7*t - 2", "(8*t - 2)/2", "-8*t + 2", "t", "1/3"):
            refused(changed(whole, ("payoffs", seat), other), "is paid about")
    long = 10**60
    told = changed(whole, ("payoffs", 0), f"(-{4 * long}*t + {2 * long + 1})/{long}")
    refused(told, "is paid about 0.788897, and not just what is claimed, about 0.788897")


def test_what_is_paid_elsewhere_makes_it_another_game(whole):
    for n, entry in enumerate(whole["certificate"]["form"]["payoffs"]):
        for column in range(3, 6):
            path = ("certificate", "form", "payoffs", n, column)
            refused(changed(whole, path, entry[column] + 1), "could gain|is paid")


# ---------------------------------------------------------------------- divided by d


def over_d(told, d):
    """Return a document with d named: all numbers with t times d, over it."""
    found = copy.deepcopy(told)
    found["root"]["denominator"] = d
    profile = Profile.from_json(told)
    t = profile["bob"]["-"]["b"]
    at_root = sum((c * t**k for k, c in enumerate(d)), F(0))

    def rewritten(number):
        top = number * at_root
        return f"({top.formula if hasattr(top, 'formula') else top})/d"

    for seat, table in profile.strategies.items():
        for view, mix in table.items():
            found["strategies"][seat][view] = {a: rewritten(x) for a, x in mix.items()}
    found["payoffs"] = [rewritten(profile.payoffs[seat]) for seat in found["seats"]]
    return resealed(found)


def test_numbers_may_be_divided_by_a_polynomial_that_is_positive_at_the_root(whole):
    for d in ([3, 2], [0, 1], [1]):
        told = over_d(whole, d)
        proved = certify.check(told)
        assert [line.split(",")[0] for line in proved.lines] == [
            line.split(",")[0] for line in certify.check(whole).lines
        ]
        read = Profile.from_json(told)
        assert read.payoffs == Profile.from_json(whole).payoffs


def test_a_payoff_of_players_without_a_choice_is_not_divided_by_d(whole):
    """The second checker compared 2 with 2/d where no probability has a d."""
    for paid, words in (("2", None), ("2/d", "is paid about 2, and not just")):
        told = over_d(whole, [3, 2])
        told["certificate"]["form"] = {
            "kind": "seats",
            "cells": {seat: [] for seat in told["seats"]},
            "denominator": 1,
            "payoffs": [[0, 0, 0, 2, 2, 2]],
        }
        told["strategies"] = {seat: {} for seat in told["seats"]}
        told["payoffs"] = [paid] * 3
        if words is None:
            certify.check(resealed(told))
        else:
            refused(resealed(told), words)


def test_products_of_many_factors_and_long_quotients_are_paid_for():
    point = AlgebraicPoint(F(1), F(2), (-2, 0, 0, 1))
    numbers = number_field.RealNumberField(point, [2])
    assert numbers.times_power_of_d([], 10**9) == []
    assert numbers.times(number_field.FIELD_ZERO, FieldElement([1], 1, 5)).power == 0
    left = numbers.work.left
    numbers.times_power_of_d([1], 50)
    assert left - numbers.work.left >= 50
    long = number_field.RealNumberField(AlgebraicPoint(F(0), F(1, 2), (1, -(10**1800), 1)))
    with pytest.raises(FileError, match="too long to be checked"):
        long.zero([1, *[-1, 1] * 100])


@pytest.mark.parametrize(
    ("d", "words"),
    [
        ([-3, -2], "not positive at the root"),
        ([-1, 3, 1], "not of a degree below"),
        ([], "not positive at the root"),
        ([3, 0], "leading coefficient 0"),
        ("2", "not a list of coefficients"),
        ([3, "1.5"], "whole number|integer"),
        ([4, 2], "do not make a mix|is paid|could gain"),
        ([3, 3], "do not make a mix|is paid|could gain"),
    ],
)
def test_another_denominator_makes_other_numbers(whole, d, words):
    told = over_d(whole, [3, 2])
    refused(changed(told, ("root", "denominator"), d), words)


def test_every_number_over_d_counts(whole):
    told = over_d(whole, [3, 2])
    for seat, table in told["strategies"].items():
        for view, mix in table.items():
            for action in mix:
                path = ("strategies", seat, view, action)
                refused(changed(told, path, "t/d"), "do not make a mix|is paid")
                refused(changed(told, path, mix[action] + "/2"), "whole number")
                plain = mix[action].removeprefix("(").removesuffix(")/d")
                refused(changed(told, path, plain), "not make a mix|paid")
    for seat in range(3):
        longer = told["payoffs"][seat].replace("/d", "/(1000000000001*d)")
        refused(changed(told, ("payoffs", seat), longer), "is paid about")


# ---------------------------------------------------------------------- the rest of the grammar


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("gains",), ["0", "0", "1/1000"], "all gains are '0'"),
        (("gains",), ["0", "0"], "all gains are '0'"),
        (("gains",), [0, 0, 0], "all gains are '0'"),
        (("equilibrium",), False, "is an equilibrium"),
        (("equilibrium",), 1, "is an equilibrium"),
        (("payoffs",), ["0", "0"], "one number for each seat"),
        (("payoffs",), "000", "one number for each seat"),
        (("payoffs", 1), 0, "fraction written as text"),
        (("seats",), ["ann", "bob"], "missing|not a part"),
        (("unique", "ann"), True, "no evidence of it is known"),
        (("unique",), {}, "missing"),
        (("iterations",), 0, "not a part of a profile in a field"),
        (("method",), None, "not a text"),
        (("seconds",), "long", "not a number"),
        (("game",), 7, "not a text"),
        (("certificate", "more"), 1, "not a part of the certificate"),
        (("strategies",), {}, "missing"),
        (("strategies", "ann"), {}, "exactly its own views"),
        (("strategies", "ann"), [], "exactly its own views"),
        (("strategies", "ann", "-"), "a", "not a mix of its actions"),
        (("strategies", "ann", "-"), {"a": "1", "c": "0"}, "not a mix of its actions"),
        (("strategies", "ann", "-"), {"a": 1}, "a chance is no text"),
        (("strategies", "ann", "-"), {"a": ["1"]}, "a chance is no text"),
    ],
)
def test_what_is_not_of_the_grammar_is_refused_with_the_reason(whole, path, value, words):
    refused(changed(whole, path, value), words)


def test_a_digest_that_does_not_fit_is_refused(whole):
    whole["root"]["between"] = ["0", "1/2"]
    refused(whole, "digest")


def test_a_file_without_its_certificate_proves_nothing(whole):
    refused(whole | {"certificate": None}, "no certificate")


def test_an_action_that_is_left_out_has_no_chance():
    told = by_hand(OF, UNIT, ["0", "t"], second="1")
    told["strategies"]["A"]["two"] = {"x": "1"}
    certify.check(resealed(told))


def test_chances_one_after_the_other_are_multiplied():
    certify.check(by_hand(OF, UNIT, ["0", "-3*t + 1"]))  # t times t
    certify.check(by_hand(OF, UNIT, ["0", "t"], first="1"))
    certify.check(by_hand(OF, UNIT, ["0", "0"], second="0"))
    refused(by_hand(OF, UNIT, ["0", "t"]), "B is paid about 0.0916731")


# ---------------------------------------------------------------------- signs, and their cost


def test_signs_are_exact_however_near_0_a_number_is():
    numbers = number_field.RealNumberField(AlgebraicPoint(F(1), F(2), (-2, 0, 1)))
    top, below = 1, 1
    for _ in range(200):  # best fractions next to sqrt(2), below and above it in turn
        top, below = top + 2 * below, top + below
        expected = 1 if top * top < 2 * below * below else -1
        assert numbers.sign([-top, below]) == expected
        assert numbers.sign([top, -below]) == -expected
    assert numbers.sign([-4, 0, 0, 0, 1]) == 0 and numbers.zero([-4, 0, 0, 0, 1])
    assert not numbers.zero([-top, below])
    assert [numbers.sign(p) for p in ([], [3], [-3])] == [0, 1, -1]


def test_numbers_are_told_to_six_digits_even_where_nearly_all_of_them_cancel():
    numbers = number_field.RealNumberField(AlgebraicPoint(F(1), F(2), (-2, 0, 1)))
    top, below = 1, 1
    for _ in range(100):
        top, below = top + 2 * below, top + below
    near = (F(top, below) ** 2 - 2) / 2 / F(14142135623730950488, 10**19)
    assert numbers.about(FieldElement([top, -below], below)) == f"{float(near):.6g}"
    assert numbers.about(FieldElement([10**5000], 1)) == "a number of many digits"
    assert numbers.about(FieldElement([], 1)) == "0"


@pytest.mark.parametrize(
    ("room", "limit", "words"),
    [
        (number_field, "MOST_NUMBER_FIELD_BITS", "too many digits for its sign"),
        (number_field, "MOST_NUMBER_FIELD_WORK", "numbers with t are too long to be checked"),
        (nplayer, "MOST_ALGEBRAIC_WORK", "too long to be multiplied out"),
        (number_field, "MOST_NUMBER_FIELD_DEGREE", "up to 1 is checked"),
    ],
)
def test_a_file_may_ask_for_so_much_and_no_more(monkeypatch, whole, room, limit, words):
    monkeypatch.setattr(room, limit, 1)
    refused(whole, words)


def test_just_as_much_as_the_limits_say_is_done(monkeypatch):
    told = by_hand(OF, UNIT, ["0", "-3*t + 1"])
    for room, limit, most in (
        (number_field, "MOST_NUMBER_FIELD_DEGREE", 2),
        (number_field, "MOST_NUMBER_FIELD_BITS", 21),
        (nplayer, "MOST_ALGEBRAIC_WORK", 1240),
    ):
        monkeypatch.setattr(room, limit, most)
        certify.check(told)
        monkeypatch.setattr(room, limit, most - 1)
        with pytest.raises(FileError):
            certify.check(told)
        monkeypatch.undo()


def test_long_numbers_are_refused_before_they_are_multiplied(whole, monkeypatch):
    monkeypatch.setattr(number_field, "MOST_NUMBER_FIELD_BITS", 200_000)
    long = "9" * 100_000
    refused(changed(whole, ("payoffs", 0), f"(t + {long})/{long}"), "too long a common denom")
    mix = {"a": f"(-t + {long})/{long}", "b": f"t/{long}"}
    refused(changed(whole, ("strategies", "bob", "-"), mix), "too long a common denominator")


def test_a_common_denominator_is_as_long_as_the_limit_and_no_longer(monkeypatch):
    monkeypatch.setattr(number_field, "MOST_NUMBER_FIELD_BITS", 10)
    numbers = number_field.RealNumberField(AlgebraicPoint(F(1), F(2), (-2, 0, 1)))
    some = [FieldElement([3, 1], 1023), FieldElement([1], 3), FieldElement([], 2**20)]
    assert numbers.shared(some) == ([[3, 1], [341], []], 1023, 0)
    for long in ((1024,), (1023, 1024, 1), (31, 37)):
        with pytest.raises(FileError, match="too long a common denominator"):
            numbers.shared([FieldElement([1], below) for below in long])


def test_what_is_looked_at_often_is_paid_for_and_what_was_halved_is_kept():
    numbers = number_field.RealNumberField(AlgebraicPoint(F(1), F(2), (-2, 0, 1)))
    top, below = 1, 1
    for _ in range(300):
        top, below = top + 2 * below, top + below
    left = numbers.work.left
    numbers.sign([-top, below])
    first, left = left - numbers.work.left, numbers.work.left
    numbers.sign([-top, below])
    assert 0 < left - numbers.work.left < first / 10
    numbers.work.left = 5
    with pytest.raises(FileError, match="numbers with t are too long to be checked"):
        numbers.sign([-top, below])
    with pytest.raises(FileError, match="numbers with t are too long to be checked"):
        numbers.times(FieldElement([top, below], 1), FieldElement([top, below], below))


# ---------------------------------------------------------------------- what is said of it


@pytest.mark.parametrize(
    ("between", "far"),
    [(["1", "2"], 10**400), (["0", str(10**300)], 1), (["0", str(10**1900)], 1)],
    ids=["of long numbers", "in a long interval", "in one that is longer"],
)
def test_digits_are_told_only_where_they_are_so(between, far):
    # once an interval was halved so often and no more: B was said to be paid about 8.6e+263
    whole_part = isqrt(2 * far * far)
    told = by_hand([-2, 0, 1], between, ("0", f"{far}*t - {whole_part}"), "1", "0")
    told["strategies"]["A"]["two"] = {
        "x": f"{far}*t - {whole_part}",
        "y": f"-{far}*t + {whole_part + 1}",
    }
    _, paid, root = certify.check(resealed(told)).lines
    right = F(isqrt(2 * far * far * 10**40), 10**20) - whole_part
    assert paid.startswith(f"B is paid about {float(right):.6g}, ")
    assert root.endswith(", about 1.41421")


def test_a_payoff_of_nothing_is_told_as_nothing():
    # t^2 - 2 is 0 at this root of (t^2 - 2)(t^2 - 3)
    told = by_hand([6, 0, -5, 0, 1], ["7/5", "3/2"], ("0", "t**2 - 2"), "1", "t**2 - 2")
    told["strategies"]["A"]["two"]["y"] = "1"
    assert certify.check(resealed(told)).lines[1].startswith("B is paid about 0, ")


def test_a_common_denominator_is_held_as_often_as_the_memory_allows(monkeypatch):
    monkeypatch.setattr(number_field, "MOST_PLAN_BITS", 40)
    numbers = number_field.RealNumberField(AlgebraicPoint(F(1), F(2), (-2, 0, 1)))
    one, sum_in_t = FieldElement([1], 1023), FieldElement([3, 1], 1)
    assert numbers.shared([one] * 2 + [sum_in_t])[1] == 1023
    with pytest.raises(FileError, match="too long a common denominator"):
        numbers.shared([one] * 3 + [sum_in_t])


def test_a_sum_of_many_terms_is_refused_before_they_are_read(whole, monkeypatch):
    # twenty megabytes of "t + 1 + 1 ..." took a gigabyte
    monkeypatch.setattr(number_field, "_SUM_PATTERN", None)
    refused(changed(whole, ("payoffs", 0), "t" + " + 1" * 10), "powers of t fall")
