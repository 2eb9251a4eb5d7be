"""The colours of the figures: told apart by people with any colour vision, and on a grey print."""

from __future__ import annotations

INK, SOFT, FAINT = "#222222", "#505050", "#8a8a8a"
"""Of words, of the line below a figure, and of what is only there for comparison."""
# Okabe and Ito's colours, which people with any kind of colour vision tell apart
CURVES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Of curves; on grey paper dashes and marks tell them apart."""
DASHES = ("-", (0, (5, 2)), (0, (2, 1.5)), (0, (7, 2, 1, 2)), (0, (1, 1)))
"""Curves that lie on one another are both seen."""
DOTS = ("o", "s", "^", "D", "v", "P", "X")
AREAS = ("#bcd7ec", "#e07b39", "#1b4f72", "#8fd0b3", "#fdf3cf", "#555555")
"""Of areas: each lighter or darker than the others, so that grey paper tells them apart."""


def area(place: int) -> str:
    """Return the colour of an action by its place among the actions."""
    return AREAS[place % len(AREAS)]


def on(colour: str) -> str:
    """Return the colour of words on an area: dark on light, white on dark.

    >>> on("#bcd7ec"), on("#1b4f72")
    ('#222222', '#ffffff')
    """
    return INK if lightness(colour) > 0.42 else "#ffffff"


def lightness(colour: str) -> float:
    """Return how light a colour is on a grey print, from 0 to 1.

    >>> lightness("#000000"), lightness("#ffffff")
    (0.0, 1.0)
    """
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return round(0.299 * red + 0.587 * green + 0.114 * blue, 3)
