"""Formulas as MathML, which every browser sets by itself: fractions, powers, long sums in lines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from flint import fmpz_poly

from sabot.forms.algebra.formula import Formula
from sabot.render.formula import factors, formula_text
from sabot.render.words import safe

MOST = 46
"""Letters of a sum on one line; a longer one goes on below."""
_SPACE = '<mspace width="0.12em"></mspace>'
"""Between a number and a letter."""
Term = tuple[str, int]
"""Something that stays on one line, and about how many letters wide it is."""


def mathml(formula: Formula) -> str:
    """Return a formula as an element; its plain letters are for those who hear it.

    >>> print(mathml(Formula.of("(d - 1)/(2*d**3)", "d")))  # doctest: +ELLIPSIS
    <math displaystyle="true" alttext="(d - 1) / (2*d**3)"><mfrac><mrow><mi>d</mi><mo>−</mo>...
    """
    top, below = fmpz_poly(list(formula.top)), fmpz_poly(list(formula.below))
    sign = ""
    if below != 1 and top.leading_coefficient() < 0:
        sign, top = "<mo>−</mo>", -top
    inside = _lines(_product(top, formula.name))
    if below != 1:
        inside = f"{sign}<mfrac>{inside}{_lines(_product(below, formula.name))}</mfrac>"
    alone = _safe(formula_text(formula))
    return f'<math displaystyle="true" alttext="{alone}">{inside}</math>'


def subscripted(name: str) -> str:
    """Return a name with its number below, as ``x_1`` means it.

    >>> subscripted("x_1"), subscripted("v")
    ('<i>x</i><sub>1</sub>', '<i>v</i>')
    """
    letter, _, number = name.partition("_")
    return f"<i>{_safe(letter)}</i>" + (f"<sub>{_safe(number)}</sub>" if number else "")


def _product(polynomial: fmpz_poly, name: str) -> list[Term]:
    """Return a polynomial in factors."""
    number, found = factors(polynomial)
    if len(found) == 1 and found[0][1] == 1 and abs(number) == 1:
        return _sum(number * found[0][0], name)
    terms: list[Term] = []
    if abs(number) > 1 or not found:
        terms.append((_number(abs(number)), len(str(abs(number)))))
    for factor, exponent in found:
        if list(factor.coeffs()) == [0, 1]:
            text, wide = _power(_letter(name), len(name), exponent)
            terms.append((_SPACE * bool(terms) + text, wide))
            continue
        terms += _bracketed(_sum(factor, name), exponent)
    if number < 0:
        terms[0] = (f"<mo>−</mo>{terms[0][0]}", terms[0][1] + 1)
    return terms


def _bracketed(inside: list[Term], exponent: int) -> list[Term]:
    """Return a factor in brackets; a short one stays on one line."""
    close = _power(_bracket(")"), 1, exponent)
    inside[0] = (_bracket("(") + inside[0][0], inside[0][1] + 1)
    inside[-1] = (inside[-1][0] + close[0], inside[-1][1] + close[1])
    wide = sum(width for _, width in inside)
    return inside if wide > MOST // 2 else [("".join(text for text, _ in inside), wide)]


def _bracket(mark: str) -> str:
    return f'<mo stretchy="false">{mark}</mo>'


def _sum(polynomial: fmpz_poly, name: str) -> list[Term]:
    """Return a sum by its terms, the highest power first; each but the first with its sign."""
    terms: list[Term] = []
    coefficients = [int(one) for one in polynomial.coeffs()]
    for power in range(len(coefficients) - 1, -1, -1):
        number = coefficients[power]
        if not number:
            continue
        sign = "<mo>−</mo>" if number < 0 else "<mo>+</mo>" if terms else ""
        shown = "" if power and abs(number) == 1 else _number(abs(number))
        letter, wide = _power(_letter(name), len(name), power) if power else ("", 0)
        between = _SPACE if shown and letter else ""
        terms.append((f"{sign}{shown}{between}{letter}", len(str(abs(number))) + wide + 3))
    return terms or [(_number(0), 1)]


def _power(base: str, wide: int, exponent: int) -> Term:
    if exponent == 1:
        return base, wide
    return f"<msup>{base}{_number(exponent)}</msup>", wide + 1


def _letter(name: str) -> str:
    return f"<mi>{_safe(name)}</mi>"


def _number(number: int) -> str:
    return f"<mn>{number}</mn>"


def _lines(terms: Sequence[Term]) -> str:
    """Return terms on one line, or on as many as they need."""
    lines: list[str] = []
    wide = MOST + 1
    for text, width in terms:
        if wide + width > MOST:
            lines.append("")
            wide = 0
        lines[-1] += text
        wide += width
    if len(lines) == 1:
        return f"<mrow>{lines[0]}</mrow>"
    rows = "".join(f"<mtr><mtd>{line}</mtd></mtr>" for line in lines)
    return f"<mtable>{rows}</mtable>"


def _safe(text: str) -> str:
    return escape(safe(text))
