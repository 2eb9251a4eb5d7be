"""Numbers with a root, as a document has them: exactly where that can be read, and as a decimal."""

from __future__ import annotations

from collections.abc import Mapping

from sabot.forms.algebra.formula import Formula
from sabot.forms.algebra.number import LETTER, Algebraic, Real
from sabot.forms.algebra.point import Point
from sabot.render.document import Maths, Phrase, Piece
from sabot.render.formula import formula_latex, formula_text
from sabot.render.words import DIGITS, LONG, MIX_DIGITS, both, decimal_text, mix_text, safe

LONGEST = 2 * LONG
"""A payoff with more letters than this is shown as a decimal alone; its file has it exactly."""


def decimal_of(number: Real, digits: int) -> str:
    """Return a number to some significant digits."""
    near = number.point.nearly() if isinstance(number, Algebraic) else number
    return decimal_text(near, digits)[0]


def exactly(number: Real, digits: int = DIGITS, most: int = LONGEST) -> tuple[Piece, ...]:
    """Return a number exactly and as a decimal; where it is very long, as a decimal alone."""
    if not isinstance(number, Algebraic):
        return (both(number, digits),)
    near = f"≈ {decimal_of(number, digits)}"
    told = surd(number)
    return (near,) if len(told.text) > most else (told, f" {near}")


def surd(number: Algebraic) -> Maths:
    """Return a number with a root in mathematics: with a square root, or as a formula in t."""
    if number.surd is None:
        return Maths(formula_latex(number.formula, LETTER), formula_text(number.formula))
    a, b, c, d = number.surd
    odd = rf"{'' if abs(b) == 1 else abs(b)}\sqrt{{{d}}}"
    sign = "-" if b < 0 else "+" if a else ""
    upper = f"{a} {sign} {odd}" if a else f"{sign}{odd}"
    return Maths(upper if c == 1 else rf"\frac{{{upper}}}{{{c}}}", str(number))


def mix_of(mix: Mapping[str, Real]) -> Phrase:
    """Return what is done and how often, as :func:`~sabot.render.words.mix_text` does."""
    live = {action: chance for action, chance in mix.items() if chance}
    plain = [(a, c) for a, c in live.items() if not isinstance(c, Algebraic)]
    if len(plain) == len(live):
        return mix_text(plain)
    found: list[Piece] = []
    for action, chance in live.items():
        found += [f"{', ' if found else ''}{safe(action)} ", *exactly(chance, MIX_DIGITS, LONG)]
    return tuple(found)


def root_phrase(root: Point) -> tuple[Piece, ...]:
    """Return what t is."""
    of = Formula(root.root_of, (1,), LETTER)
    return (
        "the root of ",
        Maths(formula_latex(of, LETTER), formula_text(of)),
        f" between {root.low} and {root.high}, about {root.about}",
    )
