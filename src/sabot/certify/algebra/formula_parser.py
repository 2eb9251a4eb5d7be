"""Parser of formulas: quotients of polynomials in one variable, read without running anything.

The grammar is a subset of Python expressions: integers and decimals, the parameter's name, ``+ -
* / **`` and brackets; an exponent is a small integer. Sums of terms like ``-3*t**2``, and quotients
of two such sums, are read term by term: most formulas of a theorem are of this form, and long.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import lcm

from sabot.certify.algebra.polynomial import Poly, add, multiply, trim
from sabot.certify.limits import MOST_FORMULA_BITS, MOST_FORMULA_WORK, spend

MOST_FORMULA_CHARACTERS = 100_000
MOST_FORMULA_DEPTH = 40
MOST_FORMULA_POWER = 200
MOST_FORMULA_DEGREE = 400
_TOKEN = re.compile(r"\s*(\*\*|[-+*/()^]|[0-9]+(?:\.[0-9]*)?|\.[0-9]+|[A-Za-z_][A-Za-z_0-9]*)")
_PLAIN_FORMULA = re.compile(r"[-+*/(). 0-9A-Za-z_]*")
_NUMBER = re.compile(r"[0-9]{1,4000}")
Quotient = tuple[Poly, Poly]
_PARAMETER: Quotient = ([0, 1], [1])


def parse_formula(text: str, name: str, *, plain: bool = False) -> Quotient:
    """Return a formula in *name* as a polynomial over a polynomial (not always in lowest terms).

    Raises ValueError with the reason where the text is not such a formula. Where it must be *plain*
    nothing is divided by a quotient: ``1/(1/t)`` is no number at 0, and t is.

    >>> parse_formula("(2*d**2 - 3)/(4*d)", "d"), parse_formula("0.25*t + 1", "t")
    (([-3, 0, 2], [0, 4]), ([4, 1], [4]))
    """
    if len(text) > MOST_FORMULA_CHARACTERS:
        raise ValueError(f"a formula of {len(text)} characters is too long")
    if plain and "^" in text:
        raise ValueError("a power is written with two stars")
    if plain and not _PLAIN_FORMULA.fullmatch(text):
        raise ValueError("a formula is of digits, its parameter, + - * / ** . brackets and blanks")
    written_out = _parse_written_out(text, name)
    if written_out is not None:
        return written_out
    reader = _FormulaParser(_tokenize(text), name, plain=plain)
    found = reader.sum(0)
    if reader.token is not None:
        raise ValueError(f"{reader.token!r} is not expected there")
    return found


def _parse_written_out(text: str, name: str) -> Quotient | None:
    """Return a sum of terms, or a quotient of two; None where a formula is not of this form.

    >>> [_parse_written_out(text, "t") for text in ("(t**2 - 3)/(4*t)", "-t/2", "t + 1/2", "2*(t)")]
    [([-3, 0, 1], [0, 4]), ([0, -1], [2]), None, None]
    """
    upper, slash, lower = text.partition("/")
    if not slash:
        top = _parse_terms(upper, name)
        return None if top is None else (top, [1])
    if (" " in upper or not upper) and not _is_bracketed(upper):
        return None
    if not _is_bracketed(lower) and _NUMBER.fullmatch(lower) is None:
        return None  # 1/2*t is (1/2)*t
    top, below = (
        _parse_terms(part[1:-1] if _is_bracketed(part) else part, name) for part in (upper, lower)
    )
    return None if top is None or not below else (top, below)


def _is_bracketed(text: str) -> bool:
    return text[:1] == "(" and text[-1:] == ")"


def _parse_terms(bare: str, name: str) -> Poly | None:
    """Return a sum of terms; None where it is not one."""
    first, more = _term_patterns(name)
    head = first.match(bare)
    if head is None:
        return None
    terms, at = [head.groups()], head.end()
    while at < len(bare):
        term = more.match(bare, at)
        if term is None:
            return None
        terms.append(term.groups())
        at = term.end()
    spend(64 + len(bare), "formulas")
    powers = [(0 if not letter else int(power or 1)) for _, _, letter, power in terms]
    if max(powers) > MOST_FORMULA_POWER:
        return None
    total = [0] * (max(powers) + 1)
    for power, (sign, number, _, _) in zip(powers, terms, strict=True):
        size = int(number or 1)
        total[power] += -size if sign == "-" else size
    return trim(total)


@lru_cache(maxsize=16)
def _term_patterns(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what the first term of a sum is, and each further one: sign, number, letter, power."""
    number = r"([0-9]{1,4000})(?:\*(?=[A-Za-z_])|(?![A-Za-z_0-9]))"
    letter = rf"({re.escape(name)})(?![A-Za-z_0-9])(?:\*\*([0-9]{{1,4}})(?![0-9]))?"
    term = rf"(?=[A-Za-z_0-9])(?:{number})?(?:{letter})?"
    return re.compile(f"(-?){term}"), re.compile(f" ([-+]) {term}")


def _tokenize(text: str) -> list[str]:
    tokens, spot, body = [], 0, text.rstrip()
    while spot < len(body):
        match = _TOKEN.match(body, spot)
        if match is None:
            raise ValueError(f"{body[spot:].lstrip()[:12]!r} cannot be read")
        tokens.append(match[1])
        spot = match.end()
    return tokens


def _require_bounded(top: Poly, below: Poly) -> Quotient:
    if max(len(top), len(below)) > MOST_FORMULA_DEGREE:
        raise ValueError(f"a power above {MOST_FORMULA_DEGREE} is too high")
    if _longest_coefficient((top, below)) > MOST_FORMULA_BITS:
        raise ValueError("the numbers in it grow too long")
    return top, below


def _longest_coefficient(number: Quotient) -> int:
    """Return the length of the longest coefficient."""
    return max((c.bit_length() for part in number for c in part), default=0)


def _is_power(polynomial: Poly) -> bool:
    """Tell whether a polynomial is a power of the parameter."""
    return polynomial[-1:] == [1] and not any(polynomial[:-1])


class _FormulaParser:
    """Recursive descent over the tokens of one formula."""

    def __init__(self, tokens: list[str], name: str, *, plain: bool) -> None:
        self.tokens = tokens
        self.name = name
        self.plain = plain
        self.spot = 0
        self.spent = 0

    @property
    def token(self) -> str | None:
        return self.tokens[self.spot] if self.spot < len(self.tokens) else None

    def take(self) -> str:
        if self.token is None:
            raise ValueError("the formula ends too early")
        self.spot += 1
        return self.tokens[self.spot - 1]

    def sum(self, depth: int) -> Quotient:
        if depth > MOST_FORMULA_DEPTH:
            raise ValueError("too many brackets inside each other")
        terms = [(self.product(depth), 1)]
        while self.token in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            terms.append((self.product(depth), sign))
        if len(terms) > 1 and all(below == [1] for (_, below), _ in terms):
            return self.added_polynomials([(top, sign) for (top, _), sign in terms])
        found = terms[0][0]
        for term, sign in terms[1:]:
            found = self.added(found, term, sign)
        return found

    def product(self, depth: int) -> Quotient:
        found = self.signed(depth)
        while self.token in ("*", "/"):
            by = self.take() == "*"
            top, below = self.signed(depth)
            if by and found[1] == below == [1] and len(found[0]) == 1 and _is_power(top):
                self.spend(64 + len(top))
                found = _require_bounded([*top[:-1], *found[0]], below)
                continue
            if not by and not top:
                raise ValueError("division by zero")
            if self.plain and not by and len(below) > 1:
                raise ValueError("a quotient below a quotient: write it as one")
            found = self.times(found, (top, below) if by else (below, top))
        return found

    def signed(self, depth: int) -> Quotient:
        sign = 1
        while self.token in ("+", "-"):
            sign = sign if self.take() == "+" else -sign
        top, below = self.power(depth)
        return [sign * c for c in top], below

    def power(self, depth: int) -> Quotient:
        base = self.atom(depth)
        if self.token not in ("**", "^"):
            return base
        self.take()
        exponent = self.take()
        if not exponent.isdigit() or len(exponent) > 4 or int(exponent) > MOST_FORMULA_POWER:
            raise ValueError(
                f"a power is a whole number up to {MOST_FORMULA_POWER}, not {exponent[:12]!r}"
            )
        if self.token in ("**", "^"):
            raise ValueError("a power of a power: write brackets")
        if not int(exponent) and len(base[1]) > 1:  # 1 nearly everywhere, no number at a pole
            raise ValueError("a power 0 of a quotient: its pole would be lost")
        if int(exponent) * _longest_coefficient(base) > MOST_FORMULA_BITS:
            raise ValueError("the numbers in it grow too long")
        if base == _PARAMETER:  # most of a formula: nothing is multiplied
            self.spend(64 * int(exponent))
            return [0] * int(exponent) + [1], [1]
        found: Quotient = ([1], [1])
        for _ in range(int(exponent)):
            found = self.times(found, base)
        return found

    def times(self, one: Quotient, two: Quotient) -> Quotient:
        """Return a product, after demanding that it and all before it are not too much work."""
        bits = 64 + _longest_coefficient(one) + _longest_coefficient(two)
        self.spend(bits * sum(len(a) * len(b) for a, b in zip(one, two, strict=True)))
        return _require_bounded(multiply(one[0], two[0]), multiply(one[1], two[1]))

    def added_polynomials(self, terms: list[tuple[Poly, int]]) -> Quotient:
        """Return the sum of terms without denominators."""
        self.spend(sum(1 + len(top) for top, _ in terms))
        total = [0] * max(len(top) for top, _ in terms)
        for top, sign in terms:
            for k, c in enumerate(top):
                if c:
                    total[k] += sign * c
        return _require_bounded(trim(total), [1])

    def added(self, one: Quotient, two: Quotient, sign: int) -> Quotient:
        """Return a sum; where both denominators are numbers, over their least common multiple."""
        if len(one[1]) == len(two[1]) == 1:
            a, b = one[1][0], two[1][0]
            self.spend(a.bit_length() * b.bit_length() // 1000 + len(one[0]) + len(two[0]))
            below = lcm(a, b)
            top = add([below // a * c for c in one[0]], [below // b * c for c in two[0]], sign)
            return _require_bounded(top, [below])
        self.spend(
            (64 + _longest_coefficient(one) + _longest_coefficient(two)) * len(two[0]) * len(one[1])
        )
        left, right = self.times(one, (two[1], two[1])), multiply(two[0], one[1])
        return _require_bounded(add(left[0], right, sign), left[1])

    def spend(self, work: int) -> None:
        """Count work before it is done."""
        self.spent += work
        if self.spent > MOST_FORMULA_WORK:
            raise ValueError("it takes too long to multiply out")
        spend(work // 32, "formulas")

    def atom(self, depth: int) -> Quotient:
        token = self.take()
        if token == "(":
            found = self.sum(depth + 1)
            if self.take() != ")":
                raise ValueError("a bracket is not closed")
            return found
        if token == self.name:
            return _PARAMETER
        if token[0].isdigit() or token[0] == ".":
            if len(token) > 4000:
                raise ValueError(f"a number of {len(token)} digits is too long")
            number = Fraction(token)
            return trim([number.numerator]), [number.denominator]
        if token[0].isalpha() or token[0] == "_":
            raise ValueError(f"{token[:40]!r} is not the parameter; that is {self.name!r}")
        raise ValueError(f"{token!r} is not expected there")
