"""Exact rational numbers: parse, format, scale to integers, convert to FLINT and back.

A number enters as text, as an ``int`` or as a ``Fraction``, never as a ``float``: ``0.1`` typed by
a person means one tenth, and the float of that name is another number.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from typing import SupportsInt

from sabot.errors import NumberError

Number = Fraction | int | str
"""What a person may give for an exact number: see :func:`rational`."""
MAX_DIGITS = 100_000
"""Longest number accepted from outside. A hostile file must not buy unbounded time."""
JSON_SAFE_LIMIT = 2**53
"""Beyond this, readers of JSON in other languages lose digits."""

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,6})?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,4000}")
_ZERO = Fraction(0)
_LONG_BITS = 500  # bits from which common divisors are looked for together
_FLINT_BITS = 6000  # bits from which FLINT multiplies and divides sooner than Python
_MINUS = dict.fromkeys(map(ord, "\u2212\u2013\ufe63\uff0d"), "-")  # as print has them
_FLINT_TEXT_BITS = 1500  # bits from which FLINT writes digits sooner; Python refuses over 4,300
_FLINT_LCM_BITS = 4000  # bits together from which FLINT finds common multiples sooner


def as_rational(source: object) -> Fraction:
    """Return the exact number that *source* means.

    >>> as_rational("3/8"), as_rational("0.375"), as_rational("37.5%"), as_rational(2)
    (Fraction(3, 8), Fraction(3, 8), Fraction(3, 8), Fraction(2, 1))
    """
    if isinstance(source, Fraction):
        return source
    if isinstance(source, str):
        return _parse_rational(source)
    if isinstance(source, float):
        if not math.isfinite(source):
            raise NumberError(f"{source!r} is a float, not an exact number; write 3/8 or 2")
        raise NumberError(
            f"{source!r} is a float, not an exact number; write it in quotes, '{source!r}', or as "
            "a Fraction"
        )
    try:
        return Fraction(operator.index(source))  # type: ignore[arg-type]
    except TypeError:
        raise NumberError(
            f"{source!r} is not an exact number; write 3/8, 0.375, 37.5% or a whole number"
        ) from None


def _parse_rational(text: str) -> Fraction:
    body = text.strip()
    if not body.isascii():
        body = body.translate(_MINUS)
    if len(body) > 2 * MAX_DIGITS:
        raise NumberError(f"a number of {len(body)} characters; the limit is {MAX_DIGITS} digits")
    percent = body.endswith("%")
    if percent:
        body = body[:-1].rstrip()
    top, slash, bottom = body.partition("/")
    try:
        value = _parse_decimal(top) / _parse_decimal(bottom) if slash else _parse_decimal(top)
    except ZeroDivisionError:
        raise NumberError(f"{_abbreviate(text)} divides by zero") from None
    except NumberError as fault:
        if fault.args[0]:
            raise
        raise NumberError(
            f"{_abbreviate(text)} is not an exact number; write 3/8, 0.375, 37.5% or a whole number"
        ) from None
    return value / 100 if percent else value


def _parse_decimal(text: str) -> Fraction:
    text = text.strip()
    if _WHOLE.fullmatch(text):
        return Fraction(int(text))
    if not text.isascii() or not _NUMBER.fullmatch(text):
        raise NumberError("")
    number = Decimal(text)
    exponent = number.as_tuple().exponent
    if abs(int(exponent)) > MAX_DIGITS or len(text) > MAX_DIGITS:
        raise NumberError(f"{_abbreviate(text)} has more than {MAX_DIGITS} digits")
    return Fraction(number)


def _abbreviate(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:30] + "..." + text[-5:])


def format_integer(number: int) -> str:
    """Return the decimal digits of *number*, however many.

    >>> format_integer(-12), len(format_integer(10**5000))
    ('-12', 5001)
    """
    if number.bit_length() < _FLINT_TEXT_BITS:
        return str(number)
    from flint import fmpz

    return str(fmpz(number))


def json_safe_integer(number: int) -> int | str:
    """Return a whole number as JSON has it: a text where other readers would lose digits.

    >>> json_safe_integer(12), json_safe_integer(2**53)
    (12, '9007199254740992')
    """
    return number if -JSON_SAFE_LIMIT < number < JSON_SAFE_LIMIT else format_integer(number)


def format_fraction(number: Fraction | int) -> str:
    """Return ``p/q``, or ``p`` when whole: the text that :func:`rational` reads back.

    >>> format_fraction(Fraction(-3, 8)), format_fraction(Fraction(4, 2))
    ('-3/8', '2')
    """
    if not number:
        return "0"
    top, below = number.numerator, number.denominator
    if below == 1:
        return format_integer(top)
    return f"{format_integer(top)}/{format_integer(below)}"


def format_decimal(number: Fraction | int, digits: int = 10) -> str:
    """Return *number* to *digits* significant digits, without ever passing through a float.

    >>> format_decimal(Fraction(-1, 18), 6), format_decimal(Fraction(1, 4))
    ('-0.0555556', '0.25')
    >>> format_decimal(Fraction(2, 3) * 10**12, 4)
    '666700000000'
    """
    return _format_digits(number, digits, ROUND_HALF_EVEN)


def format_rounded_down(number: Fraction | int, digits: int = 10) -> str:
    """Return *number* to *digits* significant digits, and never more than it is: a low bound.

    >>> tuple(format_rounded_down(Fraction(n, 12), 4) for n in (8, -8, 3))
    ('0.6666', '-0.6667', '0.25')
    """
    return _format_digits(number, digits, ROUND_FLOOR)


def format_rounded_up(number: Fraction | int, digits: int = 10) -> str:
    """Return *number* to *digits* significant digits, and never less than it is: a high bound.

    >>> tuple(format_rounded_up(Fraction(n, 12), 4) for n in (4, -4, 3))
    ('0.3334', '-0.3333', '0.25')
    """
    return _format_digits(number, digits, ROUND_CEILING)


def _format_digits(number: Fraction | int, digits: int, rounding: str) -> str:
    context = Context(prec=digits, rounding=rounding)
    quotient = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    text = f"{quotient:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


MAX_FRACTION_LETTERS = 80
"""Letters of a fraction that is written as one."""
_MIN_DECIMAL_LETTERS = 40
"""Letters from which on a fraction that is a decimal is written so."""
_ABBREVIATED_DIGITS = 30


def format_abbreviated(number: Fraction) -> str:
    """Return a number whole, or its first digits where it is very long: as it is read, so written.

    >>> format_abbreviated(Fraction(1, 10)), format_abbreviated(Fraction(2**300, 3**200))
    ('1/10', '0.00000766915923726600953073938069036')
    """
    text = format_fraction(number)
    if len(text) < _MIN_DECIMAL_LETTERS:
        return text
    digits = format_decimal(number, _ABBREVIATED_DIGITS)
    return digits if len(text) > MAX_FRACTION_LETTERS or Fraction(digits) == number else text


def as_float(number: Fraction) -> float | None:
    """Return the nearest float, None beyond their range."""
    try:
        return float(number)
    except OverflowError:
        return None


def over_one_denominator(numbers: Iterable[Fraction | int]) -> tuple[list[int], int]:
    """Return integers and one positive denominator: ``numbers[i] == ints[i] / denominator``.

    >>> over_one_denominator([Fraction(1, 2), Fraction(1, 3), 2])
    ([3, 2, 12], 6)
    """
    numbers = list(numbers)
    below = math.lcm(*{number.denominator for number in numbers}) if numbers else 1
    return [number.numerator * (below // number.denominator) for number in numbers], below


def common_multiple(numbers: Iterable[int]) -> tuple[int, dict[int, int]]:
    """Return the least common multiple of positive numbers, and how often each goes into it.

    >>> common_multiple([4, 6, 4])
    (12, {4: 3, 6: 2})
    >>> common_multiple([2**5000, 6])[1][6] == 2**4999
    True
    """
    different = dict.fromkeys(numbers)
    if sum(map(int.bit_length, different)) < _FLINT_LCM_BITS:
        below = math.lcm(*different)
        return below, {number: below // number for number in different}
    from flint import fmpz

    long = fmpz(1)
    for number in different:
        long = long.lcm(number)
    return int(long), {number: int(long // number) for number in different}


def times(numbers: Sequence[int], factor: int) -> list[int]:
    """Return integers times a factor, however long.

    >>> times([3, 0, -1], 2), times([2, 0], 3**9000) == [2 * 3**9000, 0]
    ([6, 0, -2], True)
    """
    if factor.bit_length() <= _FLINT_BITS:
        return [number * factor if number else 0 for number in numbers]
    from flint import fmpz

    long = fmpz(factor)
    return [int(long * number) for number in numbers]


def parse_plain_numbers(texts: Sequence[str]) -> tuple[list[int], int] | None:
    """Return what :func:`over_one_denominator` makes of texts, where all are written plainly.

    Whole numbers and decimals of ordinary length are; a table of them is read ten times faster than
    one by one. None where any is not.

    >>> parse_plain_numbers(["12", "-7"]), parse_plain_numbers(["0.5", "1", "-.25"])
    (([12, -7], 1), ([2, 4, -1], 4))
    >>> parse_plain_numbers(["1/2"]) is None
    True
    """
    together = "".join(texts)
    if not together.isascii() or "_" in together:
        return None  # int() reads 1_000 and the digits of other scripts; here they are no numbers
    try:
        if "." not in together:
            return list(map(int, texts)), 1
        parts = [text.strip().partition(".") for text in texts]
        tops = [int(before + after) for before, _, after in parts]
    except ValueError:
        return None
    if not all(after.isdigit() for _, _, after in parts if after):
        return None  # as in .-5
    places = [len(after) for _, _, after in parts]
    most = max(places)
    one = 10**most
    tops = [top * 10 ** (most - k) for top, k in zip(tops, places, strict=True)]
    common = math.gcd(one, *tops)
    return ([top // common for top in tops], one // common) if common > 1 else (tops, one)


def as_fractions(numerators: Sequence[SupportsInt], denominator: SupportsInt) -> list[Fraction]:
    """Return FLINT (or Python) integers over one denominator as Fractions.

    >>> as_fractions([6, 0, 4], 10)
    [Fraction(3, 5), Fraction(0, 1), Fraction(2, 5)]
    """
    tops, below = list(map(int, numerators)), int(denominator)
    if below <= 0:
        if not below:
            raise ZeroDivisionError("a denominator of 0")
        tops, below = [-top for top in tops], -below
    if below.bit_length() >= _LONG_BITS:
        part = _common_divisor_part(tops, below)
        return [
            _fraction_in_lowest_terms(top, below, math.gcd(top, part)) if top else _ZERO
            for top in tops
        ]
    known = {0: _ZERO}
    for top in set(tops):
        if top:
            known[top] = _fraction_in_lowest_terms(top, below, math.gcd(top, below))
    return [known[top] for top in tops]


def _common_divisor_part(tops: Sequence[int], below: int) -> int:
    """Return a divisor of *below* that has the same common divisor with each of *tops*.

    Only primes that divide their product can be common, so all others are left out: what remains is
    mostly a few digits long, where a greatest common divisor costs next to nothing.
    """
    common = _gcd_with_product(tops, below)
    part, rest = 1, below
    while common > 1:
        part, rest = part * common, rest // common
        common = math.gcd(common, rest)
    return part


def _gcd_with_product(tops: Sequence[int], below: int) -> int:
    """Return the greatest common divisor of *below* and the product of those that are not 0."""
    if below.bit_length() > _FLINT_BITS:
        from flint import fmpz

        whole, long = fmpz(below), fmpz(1)
        for top in tops:
            if top:
                long = long * top % whole
        return int(whole.gcd(long))
    product = 1
    for top in tops:
        if top:
            product = product * top % below
    return math.gcd(product, below)


def _fraction_in_lowest_terms(top: int, below: int, common: int) -> Fraction:
    """Return ``top / below``, of which the greatest common divisor is known.

    Set past the constructor, which would look for it again: for long numbers that is all its time.
    """
    number = object.__new__(Fraction)
    if common > 1:
        if common.bit_length() < _LONG_BITS:
            top, below = top // common, below // common
        else:
            from flint import fmpz

            top, below = int(fmpz(top) // common), int(fmpz(below) // common)
    number._numerator = top  # type: ignore[attr-defined]
    number._denominator = below  # type: ignore[attr-defined]
    return number
