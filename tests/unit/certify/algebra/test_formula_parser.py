"""Formulas: each limit with the largest that is accepted, and one more."""

import random

import pytest

from sabot.certify.algebra import formula_parser
from sabot.certify.algebra.formula_parser import parse_formula


def refused(text, words):
    with pytest.raises(ValueError, match=words):
        parse_formula(text, "t")


def test_a_formula_has_at_most_100_000_characters():
    assert parse_formula("7".ljust(100_000), "t") == ([7], [1])
    refused("7".ljust(100_001), "100001 characters is too long")


def test_at_most_40_brackets_are_inside_each_other():
    assert parse_formula("(" * 40 + "7" + ")" * 40, "t") == ([7], [1])
    refused("(" * 41 + "7" + ")" * 41, "too many brackets")


def test_an_exponent_is_at_most_200():
    assert parse_formula("t**200", "t")[0] == [0] * 200 + [1]
    refused("t**201", "a whole number up to 200, not '201'")


def test_an_exponent_has_at_most_four_digits():
    assert parse_formula("t**0002", "t")[0] == [0, 0, 1]
    refused("t**00002", "a whole number up to 200, not '00002'")


def test_a_polynomial_on_the_way_has_at_most_400_terms():
    assert len(parse_formula("t**200*t**199", "t")[0]) == 400
    refused("t**200*t**200", "a power above 400 is too high")


def test_a_number_has_at_most_4000_digits():
    assert parse_formula("9" * 4000, "t")[0] == [10**4000 - 1]
    refused("9" * 4001, "a number of 4001 digits is too long")


@pytest.mark.parametrize(
    ("text", "words"), [("2t + 1)/3", "is not expected there"), ("(t + 12/3", "ends too early")]
)
def test_a_bracket_alone_is_refused(text, words):
    refused(text, words)


def test_the_numbers_on_the_way_have_at_most_so_many_bits(monkeypatch):
    monkeypatch.setattr(formula_parser, "MOST_FORMULA_BITS", 8)
    assert parse_formula("255*1", "t") == ([255], [1])
    refused("256*1", "grow too long")


def test_a_power_is_looked_at_before_it_is_multiplied_out(monkeypatch):
    monkeypatch.setattr(formula_parser, "MOST_FORMULA_BITS", 8)
    assert parse_formula("1**8", "t") == ([1], [1])
    refused("1**9", "grow too long")


def test_the_work_of_all_products_is_counted_to_the_last_unit(monkeypatch):
    work = (64 + 1 + 1) * (2 * 2 + 1)  # bits of t and t, terms above and below
    monkeypatch.setattr(formula_parser, "MOST_FORMULA_WORK", work)
    assert parse_formula("t*t", "t") == ([0, 0, 1], [1])
    monkeypatch.setattr(formula_parser, "MOST_FORMULA_WORK", work - 1)
    refused("t*t", "too long to multiply out")


def test_terms_are_read_as_the_grammar_reads_them():
    chance = random.Random("terms")
    parts = ["2", "t", "t**2", "5*t", "-", "+", " + ", " - ", "*", "/", "(", ")", "**", "x", "0"]
    parts += ["t**0", "-t", " ", "2.5", "t1", ")/(", "(t + 1)", "(3*t**2 - t)", "7*t**3"]
    read = 0
    for _ in range(20_000):
        text = "".join(chance.choices(parts, k=chance.randint(1, 6)))
        found = formula_parser._parse_written_out(text, "t")
        if found is not None:
            parser = formula_parser._FormulaParser(formula_parser._tokenize(text), "t", plain=True)
            assert parser.sum(0) == found and parser.token is None, text
            read += 1
    assert read > 500


def test_a_number_times_a_sum_is_multiplied_out():
    assert parse_formula("3*(t + 1)", "t") == ([3, 3], [1])
    assert parse_formula("3*(t**2 - t + 1)", "t") == ([3, -3, 3], [1])


def test_limits_are_the_same_where_a_formula_is_not_written_out():
    assert parse_formula("(t)**0002", "t")[0] == [0, 0, 1]
    refused("(t)**00002", "a whole number up to 200, not '00002'")
    assert parse_formula("(" + "9" * 4000 + ")", "t")[0] == [10**4000 - 1]
    refused("(" + "9" * 4001 + ")", "a number of 4001 digits is too long")
