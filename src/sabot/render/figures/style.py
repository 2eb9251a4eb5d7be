"""Style of a figure: width, resolution, title, and colours.

The colours are those of Okabe and Ito, distinct for people with any colour vision; dashes, markers
and lightness distinguish them on a grey print.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from textwrap import fill

from sabot.errors import NumberError
from sabot.exact import as_rational, format_fraction

MIN_WIDTH, MAX_WIDTH = Fraction(5, 2), Fraction(20)
"""Inches: below, no strategy is readable at 7 points; above, it is a poster."""
MIN_DPI, MAX_DPI = 50, 1200
"""Dots to the inch: what a screen shows, and what the strictest journal asks for."""
_COLUMN_WIDTH = Fraction(33, 10)
"""Inches of one column of a journal."""
_WIDTH_PATTERN = re.compile(r"\s*([0-9./]+)\s*(in|cm|mm)?\s*")
_INCHES_PER_UNIT = {"in": Fraction(1), "cm": Fraction(50, 127), "mm": Fraction(5, 127)}


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """The width in inches, the dots to the inch of a PNG, and whether there are words round it.

    >>> FigureStyle.of(width="8.6cm").width, FigureStyle.of(width=3, dpi=600).dpi
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
    ) -> FigureStyle:
        """Return a look; *width* in inches, or with its unit: 3.4, '3.4in', '8.6cm', '86mm'."""
        plain = cls()
        return cls(
            plain.width if width is None else _parse_width(width),
            plain.dpi if dpi is None else _parse_dpi(dpi),
            title,
        )

    @property
    def narrow(self) -> bool:
        """Whether it is one column of a journal, without room for words at its side."""
        return self.width < 5

    @property
    def tiny(self) -> bool:
        """Whether it is less than one column of a journal: the width of a telephone."""
        return self.width < _COLUMN_WIDTH

    def wrap_label(self, text: str) -> str:
        """Return a label as one line; on a telephone a long one as several."""
        return fill(text, int(8 * self.width)) if self.tiny else text


def _parse_width(width: str | float | Fraction) -> Fraction:
    text = width if isinstance(width, str) else f"{width}"
    found = _WIDTH_PATTERN.fullmatch(text)
    least, most = format_fraction(MIN_WIDTH), format_fraction(MAX_WIDTH)
    remedy = f"write inches or centimetres, from {least} to {most} inches"
    remedy = remedy.replace("5/2", "2.5") + ": 3.4, 3.4in, 8.6cm or 86mm"
    if isinstance(width, bool) or not found:
        raise NumberError(f"width {text[:40]!r}: that is no width\n  {remedy}")
    try:
        inches = as_rational(found[1]) * _INCHES_PER_UNIT[found[2] or "in"]
    except NumberError:
        raise NumberError(f"width {text[:40]!r}: that is no width\n  {remedy}") from None
    if not MIN_WIDTH <= inches <= MAX_WIDTH:
        much = "narrow" if inches < MIN_WIDTH else "wide"
        raise NumberError(f"width {text[:40]!r}: too {much}\n  {remedy}")
    return inches


def _parse_dpi(dpi: int | str) -> int:
    text = str(dpi).strip()
    good = text.isascii() and text.isdigit() and len(text) < 6 and not isinstance(dpi, bool)
    if not good or not MIN_DPI <= int(text) <= MAX_DPI:
        raise NumberError(
            f"dpi {text[:40]!r}: that is no resolution\n"
            f"  write a whole number of dots to the inch, from {MIN_DPI} to {MAX_DPI}: 300"
        )
    return int(text)


# ---------------------------------------------------------------------- inks

TEXT_COLOUR, CAPTION_COLOUR, REFERENCE_COLOUR = "#222222", "#505050", "#8a8a8a"
"""Of words, of the line below a figure, and of what is only there for comparison."""
SHADE_COLOUR = "#f1f1f1"
"""Of every other piece between breakpoints."""
# Okabe and Ito's colours, distinct for people with any kind of colour vision
CURVE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Of curves; on grey paper dashes and markers distinguish them."""
CURVE_DASHES = ("-", (0, (5, 2)), (0, (2, 1.5)), (0, (7, 2, 1, 2)), (0, (1, 1)))
"""Curves that lie on one another are both seen."""
CURVE_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
AREA_COLOURS = ("#bcd7ec", "#e07b39", "#1b4f72", "#8fd0b3", "#fdf3cf", "#555555")
"""Of areas: each lighter or darker than the others, so that they differ on grey paper."""


def action_colour(place: int) -> str:
    """Return the colour of an action by its place among the actions."""
    return AREA_COLOURS[place % len(AREA_COLOURS)]


def text_colour_on(colour: str) -> str:
    """Return the colour of words on an area: dark on light, white on dark.

    >>> text_colour_on("#bcd7ec"), text_colour_on("#1b4f72")
    ('#222222', '#ffffff')
    """
    return TEXT_COLOUR if lightness(colour) > 0.42 else "#ffffff"


def lightness(colour: str) -> float:
    """Return how light a colour is on a grey print, from 0 to 1.

    >>> lightness("#000000"), lightness("#ffffff")
    (0.0, 1.0)
    """
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return round(0.299 * red + 0.587 * green + 0.114 * blue, 3)
