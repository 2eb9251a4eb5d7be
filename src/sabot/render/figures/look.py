"""How large a figure is drawn, how fine, and whether it carries its title."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from sabot.errors import NumberError
from sabot.exact import rational, show

NARROWEST, WIDEST = Fraction(5, 2), Fraction(20)
"""Inches: below, no strategy is readable at 7 points; above, it is a poster."""
COARSEST, FINEST = 50, 1200
"""Dots to the inch: what a screen shows, and what the strictest journal asks for."""
_LENGTH = re.compile(r"\s*([0-9./]+)\s*(in|cm|mm)?\s*")
_INCHES = {"in": Fraction(1), "cm": Fraction(50, 127), "mm": Fraction(5, 127)}


@dataclass(frozen=True, slots=True)
class Look:
    """The width in inches, the dots to the inch of a PNG, and whether there are words round it.

    >>> Look.of(width="8.6cm").width, Look.of(width=3, dpi=600).dpi
    (Fraction(430, 127), 600)
    """

    width: Fraction = Fraction(32, 5)
    dpi: int = 160
    title: bool = True
    """Whether the title and the line below are drawn; a journal sets its own."""

    @classmethod
    def of(
        cls,
        *,
        width: str | float | Fraction | None = None,
        dpi: int | str | None = None,
        title: bool = True,
    ) -> Look:
        """Return a look; *width* in inches, or with its unit: 3.4, '3.4in', '8.6cm', '86mm'."""
        plain = cls()
        return cls(
            plain.width if width is None else _width(width),
            plain.dpi if dpi is None else _dpi(dpi),
            title,
        )

    @property
    def narrow(self) -> bool:
        """Whether it is one column of a journal, without room for words at its side."""
        return self.width < 5


def _width(width: str | float | Fraction) -> Fraction:
    text = width if isinstance(width, str) else f"{width}"
    found = _LENGTH.fullmatch(text)
    remedy = f"write inches or centimetres, from {show(NARROWEST)} to {show(WIDEST)} inches"
    remedy = remedy.replace("5/2", "2.5") + ": 3.4, 3.4in, 8.6cm or 86mm"
    if isinstance(width, bool) or not found:
        raise NumberError(f"width {text[:40]!r}: that is no width\n  {remedy}")
    try:
        inches = rational(found[1]) * _INCHES[found[2] or "in"]
    except NumberError:
        raise NumberError(f"width {text[:40]!r}: that is no width\n  {remedy}") from None
    if not NARROWEST <= inches <= WIDEST:
        much = "narrow" if inches < NARROWEST else "wide"
        raise NumberError(f"width {text[:40]!r}: too {much}\n  {remedy}")
    return inches


def _dpi(dpi: int | str) -> int:
    text = str(dpi).strip()
    good = text.isascii() and text.isdigit() and len(text) < 6 and not isinstance(dpi, bool)
    if not good or not COARSEST <= int(text) <= FINEST:
        raise NumberError(
            f"dpi {text[:40]!r}: that is no resolution\n"
            f"  write a whole number of dots to the inch, from {COARSEST} to {FINEST}: 300"
        )
    return int(text)
