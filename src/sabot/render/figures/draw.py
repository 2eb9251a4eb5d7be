"""Figures drawn with matplotlib: SVG, PDF and PNG, the same bytes for the same figure."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from textwrap import fill
from typing import Any
from warnings import catch_warnings, simplefilter

from sabot.errors import NoMethodError
from sabot.render.figures import axes, flow, tables
from sabot.render.figures.figure import Bars, Board, Figure, Flow, Panel, Part, Ranges, Strips
from sabot.render.figures.labels import Label, place
from sabot.render.figures.look import INK, SOFT, Look
from sabot.render.words import safe

_FEW = 2
"""Panels of full height; more of them are lower, to be seen together."""
_SHARE, _LOW_SHARE, _LOWEST = 0.56, 0.36, 1.7
"""How tall two axes are beside the width, and the least in inches."""
_TALLEST = 4.2
_FONTS = b"'DejaVu Sans', Verdana, sans-serif"
"""Of an SVG, whose reader may lack the first: the others are about as wide."""
_STYLE = {
    "font.size": 9,
    "font.family": "DejaVu Sans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.labelsize": 9,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.unicode_minus": True,
    "axes.formatter.useoffset": False,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "legend.handlelength": 2.6,  # a dash is told from a dot only where there is room for two
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: small files that can be searched and edited
    "svg.hashsalt": "sabot",
    "pdf.fonttype": 42,
    "text.parse_math": False,  # a dollar in a player's word is a dollar
}


def drawn(figure: Figure, form: str) -> bytes:
    """Return a figure as the bytes of an SVG, PDF or PNG file."""
    look = figure.look
    wide = float(look.width)
    with _canvas() as new:
        heights = [_height(panel, len(figure.panels), look) for panel in figure.panels]
        title = fill(safe(figure.title), int(11 * wide)) if look.title else ""
        note = fill(safe(figure.note), int(15 * wide)) if look.title else ""
        around = 0.2 + 0.2 * _lines(title) + 0.16 * _lines(note)
        picture = new((wide, sum(heights) + around))
        drawings = picture.subplots(
            len(heights), 1, squeeze=False, gridspec_kw={"height_ratios": heights}
        )
        if title:
            picture.suptitle(title, fontsize=10, fontweight="bold", color=INK)
        if note:
            picture.supxlabel(note, fontsize=8, color=SOFT)
        labels: list[Label] = []
        side = tables.side(figure.panels, look)
        for axis, panel in zip(drawings[:, 0], figure.panels, strict=True):
            labels += _draw(axis, panel, look, side)
        if labels:
            place(picture, labels)
        sheet = BytesIO()
        dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
        picture.savefig(sheet, format=form, metadata=dates, dpi=look.dpi)
    return sheet.getvalue().replace(b"'DejaVu Sans'", _FONTS) if form == "svg" else sheet.getvalue()


def _draw(axis: Any, panel: Part, look: Look, side: float) -> list[Label]:
    """Draw one panel; return the labels that find their place when all else has its own."""
    if isinstance(panel, Panel):
        return axes.draw(axis, panel, look)
    if isinstance(panel, Bars):
        tables.bars(axis, panel, look)
    elif isinstance(panel, Strips):
        tables.strips(axis, panel, look)
    elif isinstance(panel, Board):
        tables.board(axis, panel, look)
    elif isinstance(panel, Ranges):
        tables.ranges(axis, panel, look, side)
    else:
        flow.draw(axis, panel, look)
    return []


def _lines(text: str) -> int:
    return len(text.splitlines())


@contextmanager
def _canvas() -> Iterator[Any]:
    """Yield the maker of an empty picture, in our style, whatever the user's own settings are."""
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as Picture
    except ImportError:
        raise NoMethodError(
            "drawing needs matplotlib\n  pip install 'sabot[plot]'; "
            "the numbers can be had without it: -o FILE.csv"
        ) from None

    def new(size: tuple[float, float]) -> Any:
        picture = Picture(figsize=size, layout="constrained")
        FigureCanvasAgg(picture)  # letters are measured before they are drawn
        return picture

    matplotlib.use("agg")
    with matplotlib.rc_context(), catch_warnings():
        simplefilter("ignore")  # a letter that the font lacks is drawn as a box
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield new


def _height(panel: Part, count: int, look: Look) -> float:
    if isinstance(panel, Panel):
        share = _SHARE if count <= _FEW else _LOW_SHARE
        tall = min(max(share * float(look.width), _LOWEST), _TALLEST)
        return tall + axes.room_above(panel, look)
    if isinstance(panel, Flow):
        return flow.height(panel)
    return tables.height(panel, look)
