"""Exact formulas and algebraic numbers as plain text, LaTeX and MathML.

A rational function is written in factors; long sums are broken into lines. MathML is set by every
browser without a script, and carries the plain text for those who hear it. An algebraic number (an
element of the number field of a root t) is written with a square root where it is quadratic, else
as a formula in t, with a decimal beside it; where it is too long to read only the decimal is
shown, and the saved file has it exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from html import escape

from flint import fmpz_poly

from sabot.exact import format_fraction
from sabot.forms.algebra.algebraic_number import ROOT_LETTER, Algebraic, Real
from sabot.forms.algebra.rational_function import Coefficients, Formula
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.parametric import coefficients, polynomial_expression
from sabot.render.document import ExactNumber, Inline, InlineMath, Phrase
from sabot.render.text import (
    DIGITS,
    MAX_FRACTION_CHARS,
    MIX_DIGITS,
    decimal_text,
    fraction_and_decimal,
    mixed_action_text,
    printable,
)


@dataclass(frozen=True)
class ProductStyle:
    """How products are written: between letters, before brackets, and powers."""

    times: str
    bracket: str
    power: str


MAX_LINE_CHARS = 58
"""Letters of a formula on one line of a case of a theorem, on a page of LaTeX."""
PYTHON_STYLE = ProductStyle("*", "*", "**{}")
LATEX_STYLE = ProductStyle(r"\,", "", "^{{{}}}")


def factored_text(formula: Formula) -> str:
    """Return a formula as a Python expression, in factors.

    >>> factored_text(Formula.of("(2*d**2 - 2)/(4*d**3)", "d"))
    '(d - 1)*(d + 1) / (2*d**3)'
    >>> factored_text(Formula.of("(2 - d)/(d + 2)", "d"))
    '(2 - d) / (d + 2)'
    """
    top, below = fmpz_poly(list(formula.top)), fmpz_poly(list(formula.below))

    def write(polynomial: fmpz_poly) -> str:
        return polynomial_expression(polynomial, formula.name)

    if below == 1:
        return _product_text(top, write, PYTHON_STYLE)
    lower = _product_text(below, write, PYTHON_STYLE)
    sign, top = _split_sign(top)
    upper = _product_text(top, write, PYTHON_STYLE)
    if _is_sum(top):
        upper = f"({upper})"
    return f"{sign}{upper} / {f'({lower})' if '*' in lower or ' ' in lower else lower}"


def _split_sign(top: fmpz_poly) -> tuple[str, fmpz_poly]:
    """Return the sign before a fraction, and its numerator; a factor may take the sign in."""
    if top.leading_coefficient() > 0 or _flipped_factor(top) is not None:
        return "", top
    return ("-", -top) if top != 0 else ("", top)


def _flipped_factor(polynomial: fmpz_poly) -> int | None:
    """Return which factor of a negative polynomial is written as ``2 - x``, not as ``-(x - 2)``.

    It is the only sum among the factors, has two terms, the second of them negative, and an odd
    exponent.
    """
    number, found = factor_polynomial(polynomial)
    sums = [place for place, (factor, _) in enumerate(found) if list(factor.coeffs()) != [0, 1]]
    if number > 0 or len(sums) != 1:
        return None
    factor, exponent = found[sums[0]]
    terms = [int(one) for one in factor.coeffs()]
    flips = exponent % 2 and terms[0] < 0 and sum(map(bool, terms)) == 2
    return sums[0] if flips else None


def _difference_parts(factor: fmpz_poly) -> tuple[int, fmpz_poly]:
    """Return ``x - 2`` as 2 and ``x``, the parts of ``2 - x``."""
    constant = int(factor[0])
    return -constant, factor - constant


def formula_text(formula: Formula) -> str:
    """Return a formula in plain letters; as a number where it is one.

    >>> formula_text(Formula.of("3/12", "d")), formula_text(Formula.of("d/2", "d"))
    ('1/4', 'd / 2')
    """
    constant = formula.constant
    return factored_text(formula) if constant is None else format_fraction(constant)


def formula_or_number_latex(formula: Formula, letter: str) -> str:
    r"""Return a formula in LaTeX; as a number where it is one.

    >>> print(formula_or_number_latex(Formula.of("3/12", "d"), "d"))
    1/4
    """
    constant = formula.constant
    return formula_latex(formula, letter) if constant is None else number_latex(constant)


def formula_latex(formula: Formula, letter: str) -> str:
    r"""Return a formula in LaTeX, *letter* in place of the parameter.

    >>> print(formula_latex(Formula.of("(2*d**2 - 2)/(4*d**3)", "d"), "d"))
    \frac{(d - 1)(d + 1)}{2\,d^{3}}
    """
    top, below = fmpz_poly(list(formula.top)), fmpz_poly(list(formula.below))

    def write(polynomial: fmpz_poly) -> str:
        return _latex_sum(polynomial, letter)

    if below == 1:
        return break_long_latex(_product_text(top, write, LATEX_STYLE))
    sign, top = _split_sign(top)
    upper = break_long_latex(_product_text(top, write, LATEX_STYLE))
    lower = break_long_latex(_product_text(below, write, LATEX_STYLE))
    return rf"{sign}\frac{{{upper}}}{{{lower}}}"


def _is_sum(polynomial: fmpz_poly) -> bool:
    """Tell whether the product of the factors is a bare sum of several terms."""
    number, found = factor_polynomial(polynomial)
    plain = len(found) == 1 and found[0][1] == 1 and abs(number) == 1
    return plain and sum(map(bool, polynomial.coeffs())) > 1


def _latex_sum(polynomial: fmpz_poly, letter: str) -> str:
    text = polynomial_expression(polynomial, "@")
    for power in range(polynomial.degree(), 1, -1):
        text = text.replace(f"@**{power}", f"@^{{{power}}}")
    return text.replace("*", r"\,").replace("@", letter)


def _product_text(
    polynomial: fmpz_poly, write: Callable[[fmpz_poly], str], style: ProductStyle
) -> str:
    """Return a polynomial as the product of its factors."""
    if polynomial == 0:
        return "0"
    number, found = factor_polynomial(polynomial)
    flipped = _flipped_factor(polynomial)
    number = number if flipped is None else -number

    def sum_text(place: int) -> str:
        if place != flipped:
            return write(found[place][0])
        constant, rest = _difference_parts(found[place][0])
        return f"{constant} - {write(rest)}"

    if len(found) == 1 and found[0][1] == 1 and abs(number) == 1:
        return sum_text(0) if number > 0 else write(-found[0][0])
    parts = [str(abs(number))] if abs(number) > 1 or not found else []
    for place, (factor, exponent) in enumerate(found):
        text = sum_text(place)
        text = text if list(factor.coeffs()) == [0, 1] else f"({text})"
        parts.append(text + (style.power.format(exponent) if exponent > 1 else ""))
    joined = parts[0]
    for part in parts[1:]:
        joined += (style.bracket if part.startswith("(") else style.times) + part
    return ("-" if number < 0 else "") + joined


def factor_polynomial(polynomial: fmpz_poly) -> tuple[int, list[tuple[fmpz_poly, int]]]:
    """Return a polynomial as a number times factors, each with its exponent, in their order."""
    if polynomial.leading_coefficient() < 0:
        number, found = _factor(coefficients(-polynomial))
        return -number, found
    return _factor(coefficients(polynomial))


@lru_cache(maxsize=512)
def _factor(polynomial: Coefficients) -> tuple[int, list[tuple[fmpz_poly, int]]]:
    """Factor a polynomial: the formulas of one strategy have few different denominators."""
    content, found = fmpz_poly(list(polynomial)).factor()
    return int(content), sorted(found, key=_factor_sort_key)


def _factor_sort_key(pair: tuple[fmpz_poly, int]) -> tuple[bool, int, list[int]]:
    """Sort factors: the bare letter, then by degree."""
    coefficients = [int(c) for c in pair[0].coeffs()]
    return coefficients != [0, 1], len(coefficients), coefficients


def limit_text(formula: Formula) -> str:
    """Return the limit of a formula in words.

    >>> limit_text(Formula.of("-t**2/3", "t")), limit_text(Formula.of("(t - 1)/(2*t)", "t"))
    ('falls without bound', '1/2')
    """
    if formula.limit is None:
        return f"{'grows' if formula.rises else 'falls'} without bound"
    return format_fraction(formula.limit)


def break_long_latex(latex: str, most: int = MAX_LINE_CHARS) -> str:
    r"""Return a numerator or denominator in several lines where it is long to print.

    >>> print(break_long_latex("a + b - c", 5))
    \begin{aligned}&a + b\\&{} - c\end{aligned}
    """
    if _printed_length(latex) <= most:
        return latex
    lines, line = [], ""
    for term in re.split(r"(?= [+-] )|(?<=\))(?=\()", latex):
        if line and _printed_length(line + term) > most:
            lines.append(line)
            line = "{}" + term
        else:
            line += term
    return "\\begin{aligned}&" + "\\\\&".join([*lines, line]) + "\\end{aligned}"


def _printed_length(latex: str) -> int:
    """Return about how many letters LaTeX prints."""
    return len(re.sub(r"\\,|[\\^{}]", "", latex))


def number_latex(number: Fraction) -> str:
    r"""Return a number in LaTeX, exactly.

    >>> number_latex(Fraction(-3, 8)), number_latex(Fraction(12345678, 987654321))
    ('-3/8', '\\frac{1371742}{109739369}')
    """
    text = format_fraction(number)
    if len(text) <= 12 or number.denominator == 1:
        return text
    top, _, below = text.removeprefix("-").partition("/")
    return ("-" if number < 0 else "") + rf"\frac{{{top}}}{{{below}}}"


MAX_MATHML_CHARS = 46
"""Letters of a sum on one line; a longer one goes on below."""
_THIN_SPACE = '<mspace width="0.12em"></mspace>'
"""Between a number and a letter."""
MathmlTerm = tuple[str, int]
"""Something that stays on one line, and about how many letters wide it is."""


def formula_mathml(formula: Formula) -> str:
    """Return a formula as an element; its plain letters are for those who hear it.

    >>> print(formula_mathml(Formula.of("(d - 1)/(2*d**3)", "d")))  # doctest: +ELLIPSIS
    <math displaystyle="true" alttext="(d - 1) / (2*d**3)"><mfrac><mrow><mi>d</mi><mo>−</mo>...
    """
    top, below = fmpz_poly(list(formula.top)), fmpz_poly(list(formula.below))
    sign = ""
    if below != 1:
        minus, top = _split_sign(top)
        sign = "<mo>−</mo>" if minus else ""
    inside = _mathml_lines(_mathml_product(top, formula.name))
    if below != 1:
        inside = (
            f"{sign}<mfrac>{inside}{_mathml_lines(_mathml_product(below, formula.name))}</mfrac>"
        )
    alone = _escape_mathml(formula_text(formula))
    return f'<math displaystyle="true" alttext="{alone}">{inside}</math>'


def subscripted_html(name: str) -> str:
    """Return a name with its number below, as ``x_1`` means it.

    >>> subscripted_html("x_1"), subscripted_html("v")
    ('<i>x</i><sub>1</sub>', '<i>v</i>')
    """
    letter, _, number = name.partition("_")
    return f"<i>{_escape_mathml(letter)}</i>" + (
        f"<sub>{_escape_mathml(number)}</sub>" if number else ""
    )


def _mathml_product(polynomial: fmpz_poly, name: str) -> list[MathmlTerm]:
    """Return a polynomial in factors."""
    number, found = factor_polynomial(polynomial)
    flipped = _flipped_factor(polynomial)
    number = number if flipped is None else -number

    def sum_terms(place: int) -> list[MathmlTerm]:
        factor = found[place][0]
        return (
            _mathml_sum(-factor, name, rising=True)
            if place == flipped
            else _mathml_sum(factor, name)
        )

    if len(found) == 1 and found[0][1] == 1 and abs(number) == 1:
        return sum_terms(0) if number > 0 else _mathml_sum(-found[0][0], name)
    terms: list[MathmlTerm] = []
    if abs(number) > 1 or not found:
        terms.append((_mathml_number(abs(number)), len(str(abs(number)))))
    for place, (factor, exponent) in enumerate(found):
        if list(factor.coeffs()) == [0, 1]:
            text, wide = _mathml_power(_mathml_letter(name), len(name), exponent)
            terms.append((_THIN_SPACE * bool(terms) + text, wide))
            continue
        terms += _mathml_bracketed(sum_terms(place), exponent)
    if number < 0:
        terms[0] = (f"<mo>−</mo>{terms[0][0]}", terms[0][1] + 1)
    return terms


def _mathml_bracketed(inside: list[MathmlTerm], exponent: int) -> list[MathmlTerm]:
    """Return a factor in brackets; a short one stays on one line."""
    close = _mathml_power(_mathml_bracket(")"), 1, exponent)
    inside[0] = (_mathml_bracket("(") + inside[0][0], inside[0][1] + 1)
    inside[-1] = (inside[-1][0] + close[0], inside[-1][1] + close[1])
    wide = sum(width for _, width in inside)
    return inside if wide > MAX_MATHML_CHARS // 2 else [("".join(text for text, _ in inside), wide)]


def _mathml_bracket(mark: str) -> str:
    return f'<mo stretchy="false">{mark}</mo>'


def _mathml_sum(polynomial: fmpz_poly, name: str, *, rising: bool = False) -> list[MathmlTerm]:
    """Return a sum by its terms, each but the first with its sign; *rising*: by rising powers."""
    terms: list[MathmlTerm] = []
    coefficients = [int(one) for one in polynomial.coeffs()]
    for power in sorted(range(len(coefficients)), reverse=not rising):
        number = coefficients[power]
        if not number:
            continue
        sign = "<mo>−</mo>" if number < 0 else "<mo>+</mo>" if terms else ""
        shown = "" if power and abs(number) == 1 else _mathml_number(abs(number))
        letter, wide = _mathml_power(_mathml_letter(name), len(name), power) if power else ("", 0)
        between = _THIN_SPACE if shown and letter else ""
        terms.append((f"{sign}{shown}{between}{letter}", len(str(abs(number))) + wide + 3))
    return terms or [(_mathml_number(0), 1)]


def _mathml_power(base: str, wide: int, exponent: int) -> MathmlTerm:
    if exponent == 1:
        return base, wide
    return f"<msup>{base}{_mathml_number(exponent)}</msup>", wide + 1


def _mathml_letter(name: str) -> str:
    return f"<mi>{_escape_mathml(name)}</mi>"


def _mathml_number(number: int) -> str:
    return f"<mn>{number}</mn>"


def _mathml_lines(terms: Sequence[MathmlTerm]) -> str:
    """Return terms on one line, or on as many as they need."""
    lines: list[str] = []
    wide = MAX_MATHML_CHARS + 1
    for text, width in terms:
        if wide + width > MAX_MATHML_CHARS:
            lines.append("")
            wide = 0
        lines[-1] += text
        wide += width
    if len(lines) == 1:
        return f"<mrow>{lines[0]}</mrow>"
    rows = "".join(f"<mtr><mtd>{line}</mtd></mtr>" for line in lines)
    return f"<mtable>{rows}</mtable>"


def _escape_mathml(text: str) -> str:
    return escape(printable(text))


MAX_ALGEBRAIC_CHARS = 2 * MAX_FRACTION_CHARS
"""A payoff with more letters than this is shown as a decimal alone; its file has it exactly."""


def algebraic_decimal(number: Real, digits: int) -> str:
    """Return a number to some significant digits."""
    near = number.approximated() if isinstance(number, Algebraic) else number
    return decimal_text(near, digits)[0]


def algebraic_phrase(
    number: Real, digits: int = DIGITS, most: int = MAX_ALGEBRAIC_CHARS
) -> tuple[Inline, ...]:
    """Return a number exactly and as a decimal; where it is very long, as a decimal alone."""
    if not isinstance(number, Algebraic):
        return (fraction_and_decimal(number, digits),)
    near = f"≈ {algebraic_decimal(number, digits)}"
    math = algebraic_math(number)
    return (near,) if len(math.text) > most else (math, f" {near}")


def algebraic_math(number: Algebraic) -> InlineMath:
    """Return a number with a root in mathematics: with a square root, or as a formula in t."""
    if number.surd is None:
        return InlineMath(formula_latex(number.formula, ROOT_LETTER), formula_text(number.formula))
    a, b, c, d = number.surd
    odd = rf"{'' if abs(b) == 1 else abs(b)}\sqrt{{{d}}}"
    sign = "-" if b < 0 else "+" if a else ""
    upper = f"{a} {sign} {odd}" if a else f"{sign}{odd}"
    return InlineMath(upper if c == 1 else rf"\frac{{{upper}}}{{{c}}}", str(number))


def exact_phrase(number: Real) -> Phrase:
    """Return a number exactly, without a decimal."""
    return algebraic_math(number) if isinstance(number, Algebraic) else ExactNumber(number)


def algebraic_mixed_action(mix: Mapping[str, Real]) -> Phrase:
    """Return what is done and how often, as :func:`~sabot.render.text.mixed_action_text` does."""
    live = {action: chance for action, chance in mix.items() if chance}
    plain = [(a, c) for a, c in live.items() if not isinstance(c, Algebraic)]
    if len(plain) == len(live):
        return mixed_action_text(plain)
    found: list[Inline] = []
    for action, chance in live.items():
        found += [
            f"{', ' if found else ''}{printable(action)} ",
            *algebraic_phrase(chance, MIX_DIGITS, MAX_FRACTION_CHARS),
        ]
    return tuple(found)


def root_phrase(root: RealPoint) -> tuple[Inline, ...]:
    """Return what t is."""
    of = Formula(root.root_of, (1,), ROOT_LETTER)
    return (
        "the root of ",
        InlineMath(formula_latex(of, ROOT_LETTER), formula_text(of)),
        f" between {root.low} and {root.high}, about {root.about}",
    )
