from decimal import Decimal
from fractions import Fraction

import pytest

from sabot.errors import NumberError, SabotError
from sabot.exact import (
    MAX_DIGITS,
    as_fractions,
    as_rational,
    format_decimal,
    format_fraction,
    format_integer,
    over_one_denominator,
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3/8", Fraction(3, 8)),
        (" -3/8 ", Fraction(-3, 8)),
        ("6/16", Fraction(3, 8)),
        ("3 / 8", Fraction(3, 8)),
        ("3/-8", Fraction(-3, 8)),
        ("0.375", Fraction(3, 8)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("+7", Fraction(7)),
        ("37.5%", Fraction(3, 8)),
        ("37.5 %", Fraction(3, 8)),
        ("1/3%", Fraction(1, 300)),
        ("1e3", Fraction(1000)),
        ("25E-2", Fraction(1, 4)),
        ("0.5/0.25", Fraction(2)),
        ("1e-2/3", Fraction(1, 300)),
        ("-0", Fraction(0)),
        ("0.1", Fraction(1, 10)),
    ],
)
def test_text_means_the_number_that_a_person_means(text, meant):
    assert as_rational(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "/", "1/", "/2", "1/2/3", "%", "1%%", "e5", "1e", "1e5.5", "--1", "0x10"),
        *("1_000", "inf", "nan", "1,5", "٣", "½", "1/2 deck", "1e1234567", ".", "one"),
    ],
)
def test_text_that_is_no_number_is_refused_and_quoted(text):
    with pytest.raises(NumberError) as caught:
        as_rational(text)
    assert repr(text) in str(caught.value)


def test_a_division_by_zero_is_named():
    with pytest.raises(NumberError, match="'1/0' divides by zero"):
        as_rational("1/0")
    with pytest.raises(NumberError, match="divides by zero"):
        as_rational("0/0.0")


@pytest.mark.parametrize("number", [0.5, 1.0, float("inf"), float("nan")])
def test_a_float_is_never_taken_for_an_exact_number(number):
    with pytest.raises(NumberError, match="is a float"):
        as_rational(number)


@pytest.mark.parametrize("thing", [None, [], Decimal("0.5"), 1j, b"1"])
def test_other_objects_are_refused(thing):
    with pytest.raises(NumberError, match="not an exact number"):
        as_rational(thing)


def test_whole_numbers_of_other_libraries_are_taken():
    numpy = pytest.importorskip("numpy")
    assert as_rational(numpy.int64(-7)) == -7
    with pytest.raises(NumberError):
        as_rational(numpy.float64(0.5))


def test_a_fraction_comes_back_as_it_is():
    number = Fraction(22, 7)
    assert as_rational(number) is number


def test_a_number_of_the_greatest_length_is_read_and_one_digit_more_is_refused():
    longest = "9" * MAX_DIGITS
    assert as_rational(longest) == 10**MAX_DIGITS - 1
    with pytest.raises(NumberError, match=f"more than {MAX_DIGITS} digits"):
        as_rational(longest + "9")


@pytest.mark.parametrize("text", ["1e100001", "1e-100001", "0." + "0" * 100_000 + "1", "1e999999"])
def test_an_exponent_buys_no_more_digits_than_the_limit(text):
    with pytest.raises(NumberError, match="digits") as caught:
        as_rational(text)
    assert len(str(caught.value)) < 200


def test_a_hostile_text_is_refused_without_being_repeated_whole():
    with pytest.raises(NumberError) as caught:
        as_rational("x" * 150_000)
    assert len(str(caught.value)) < 200
    with pytest.raises(NumberError) as caught:
        as_rational("1" * 10**7)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("power", [0, 10, 3999, 4000, 4299, 4300, 4301, 20_000])
@pytest.mark.parametrize("sign", [1, -1])
def test_long_numbers_print_and_read_back(power, sign):
    number = sign * (10**power + 7)
    assert format_integer(number) == ("-" if sign < 0 else "") + (
        "8" if power == 0 else "1" + "0" * (power - 1) + "7"
    )
    assert as_rational(format_integer(number)) == number
    ratio = Fraction(number, 3**5000)
    assert as_rational(format_fraction(ratio)) == ratio


def test_a_whole_number_shows_without_a_denominator():
    assert format_fraction(Fraction(4, 2)) == "2"
    assert format_fraction(-3) == "-3"
    assert format_fraction(Fraction(-3, 9)) == "-1/3"
    assert format_fraction(0) == "0"


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (Fraction(277, 11050), 6, "0.0250679"),
        (Fraction(2, 3), 3, "0.667"),
        (Fraction(-2, 3), 1, "-0.7"),
        (Fraction(1, 8), 10, "0.125"),
        (Fraction(0), 5, "0"),
        (Fraction(100), 2, "100"),
        (Fraction(12345), 2, "12000"),
        (Fraction(1, 10**30), 3, "0." + "0" * 29 + "1"),
        (Fraction(1, 2) + Fraction(1, 10**40), 50, "0.5" + "0" * 38 + "1"),
    ],
)
def test_decimals_are_rounded_from_the_exact_number(number, digits, text):
    assert format_decimal(number, digits) == text


def test_decimals_outlast_the_range_of_floats():
    assert format_decimal(Fraction(10**5000), 3) == "1" + "0" * 5000
    assert format_decimal(Fraction(1, 10**500), 1) == "0." + "0" * 499 + "1"


def test_one_denominator_is_the_least_one():
    assert over_one_denominator([Fraction(1, 6), Fraction(1, 4), 1]) == ([2, 3, 12], 12)
    assert over_one_denominator([]) == ([], 1)
    assert over_one_denominator(iter([2, -3])) == ([2, -3], 1)


def test_fractions_come_back_in_lowest_terms():
    assert as_fractions([2, -4], 8) == [Fraction(1, 4), Fraction(-1, 2)]


def test_a_number_error_is_a_sabot_error_and_a_value_error():
    assert issubclass(NumberError, SabotError)
    assert issubclass(NumberError, ValueError)
    assert NumberError("x").exit_code == 2
