"""Formulas of theorems for people: in factors, as text and as LaTeX, with their limits."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_poly

from sabot.exact import show
from sabot.forms.algebra.formula import Formula
from sabot.forms.polynomial import expression


@dataclass(frozen=True)
class Style:
    """How products are written: between letters, before brackets, and powers."""

    times: str
    bracket: str
    power: str


LINE = 58
"""Letters of a formula that stand beside each other in a case of a theorem, on a page of LaTeX."""
PYTHON = Style("*", "*", "**{}")
LATEX = Style(r"\,", "", "^{{{}}}")


def factored(formula: Formula) -> str:
    """Return a formula as a Python expression, in factors.

    >>> factored(Formula.of("(2*d**2 - 2)/(4*d**3)", "d"))
    '(d - 1)*(d + 1) / (2*d**3)'
    """
    top, below = fmpz_poly(list(formula.top)), fmpz_poly(list(formula.below))

    def write(polynomial: fmpz_poly) -> str:
        return expression(polynomial, formula.name)

    upper = _product(top, write, PYTHON)
    if below == 1:
        return upper
    lower = _product(below, write, PYTHON)
    sign = "-" if top.leading_coefficient() < 0 else ""
    if sign:
        upper = _product(-top, write, PYTHON)
    if _is_sum(top):
        upper = f"({upper})"
    return f"{sign}{upper} / {f'({lower})' if '*' in lower or ' ' in lower else lower}"


def formula_text(formula: Formula) -> str:
    """Return a formula in plain letters; as a number where it is one.

    >>> formula_text(Formula.of("3/12", "d")), formula_text(Formula.of("d/2", "d"))
    ('1/4', 'd / 2')
    """
    constant = formula.constant
    return factored(formula) if constant is None else show(constant)


def maths_latex(formula: Formula, letter: str) -> str:
    r"""Return a formula in LaTeX; as a number where it is one.

    >>> print(maths_latex(Formula.of("3/12", "d"), "d"))
    1/4
    """
    constant = formula.constant
    return formula_latex(formula, letter) if constant is None else latex_number(constant)


def formula_latex(formula: Formula, letter: str) -> str:
    r"""Return a formula in LaTeX, *letter* in place of the parameter.

    >>> print(formula_latex(Formula.of("(2*d**2 - 2)/(4*d**3)", "d"), "d"))
    \frac{(d - 1)(d + 1)}{2\,d^{3}}
    """
    top, below = fmpz_poly(list(formula.top)), fmpz_poly(list(formula.below))

    def write(polynomial: fmpz_poly) -> str:
        return _latex_sum(polynomial, letter)

    if below == 1:
        return broken(_product(top, write, LATEX))
    sign = "-" if top.leading_coefficient() < 0 else ""
    upper = broken(_product(-top if sign else top, write, LATEX))
    lower = broken(_product(below, write, LATEX))
    return rf"{sign}\frac{{{upper}}}{{{lower}}}"


def _is_sum(polynomial: fmpz_poly) -> bool:
    """Tell whether the product of the factors is a bare sum of several terms."""
    number, found = factors(polynomial)
    plain = len(found) == 1 and found[0][1] == 1 and abs(number) == 1
    return plain and sum(map(bool, polynomial.coeffs())) > 1


def _latex_sum(polynomial: fmpz_poly, letter: str) -> str:
    text = expression(polynomial, "@")
    for power in range(polynomial.degree(), 1, -1):
        text = text.replace(f"@**{power}", f"@^{{{power}}}")
    return text.replace("*", r"\,").replace("@", letter)


def _product(polynomial: fmpz_poly, write: Callable[[fmpz_poly], str], style: Style) -> str:
    """Return a polynomial as the product of its factors."""
    if polynomial == 0:
        return "0"
    number, found = factors(polynomial)
    if len(found) == 1 and found[0][1] == 1 and abs(number) == 1:
        return write(number * found[0][0])
    parts = [str(abs(number))] if abs(number) > 1 or not found else []
    for factor, exponent in found:
        text = write(factor)
        text = text if list(factor.coeffs()) == [0, 1] else f"({text})"
        parts.append(text + (style.power.format(exponent) if exponent > 1 else ""))
    joined = parts[0]
    for part in parts[1:]:
        joined += (style.bracket if part.startswith("(") else style.times) + part
    return ("-" if number < 0 else "") + joined


def factors(polynomial: fmpz_poly) -> tuple[int, list[tuple[fmpz_poly, int]]]:
    """Return a polynomial as a number times factors, each with its exponent, in their order."""
    content, found = polynomial.factor()
    return int(content), sorted(found, key=_order)


def _order(pair: tuple[fmpz_poly, int]) -> tuple[bool, int, list[int]]:
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
    return show(formula.limit)


def broken(latex: str, most: int = LINE) -> str:
    r"""Return a numerator or denominator in several lines where it is long to print.

    >>> print(broken("a + b - c", 5))
    \begin{aligned}&a + b\\&{} - c\end{aligned}
    """
    if _printed(latex) <= most:
        return latex
    lines, line = [], ""
    for term in re.split(r"(?= [+-] )|(?<=\))(?=\()", latex):
        if line and _printed(line + term) > most:
            lines.append(line)
            line = "{}" + term
        else:
            line += term
    return "\\begin{aligned}&" + "\\\\&".join([*lines, line]) + "\\end{aligned}"


def _printed(latex: str) -> int:
    """Return about how many letters LaTeX prints."""
    return len(re.sub(r"\\,|[\\^{}]", "", latex))


def latex_number(number: Fraction) -> str:
    r"""Return a number in LaTeX, exactly.

    >>> latex_number(Fraction(-3, 8)), latex_number(Fraction(12345678, 987654321))
    ('-3/8', '\\frac{1371742}{109739369}')
    """
    text = show(number)
    if len(text) <= 12 or number.denominator == 1:
        return text
    top, _, below = text.removeprefix("-").partition("/")
    return ("-" if number < 0 else "") + rf"\frac{{{top}}}{{{below}}}"
