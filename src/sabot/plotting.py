"""``sabot.plot``: a figure of a game, a result, a saved file or a paper.

A game string with a parameter marked ``*`` is proved first, any other game is solved first; nothing
is drawn before a figure is chosen. This module is above :mod:`sabot.papers`, whose figures are
chosen by name here, and they are above :mod:`sabot.api`, with which they are computed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from sabot import papers
from sabot.api import proving, solving
from sabot.certify import read_document
from sabot.errors import FormError
from sabot.game_rules.game import Game
from sabot.games.loading import load, shipped_games
from sabot.kinds import require_kind, result_class_of
from sabot.progress import Watch, accepts_watch
from sabot.render.figures.catalogue import FigureCatalogue, figures_by_name, pick_figure
from sabot.render.figures.figure import Figure
from sabot.render.figures.style import FigureStyle
from sabot.results.binary_nash import PairTheorem
from sabot.results.continuous import CutTheorem, Equilibrium
from sabot.results.parametric import Theorem
from sabot.results.solution import Solution

PlotSource = str | Path | Game | Solution | Theorem | CutTheorem | PairTheorem | Equilibrium
"""A game or its string, a result, the name of a saved file, or the name of a paper."""


@accepts_watch
def plot(
    source: PlotSource,
    name: str | None = None,
    *,
    to: Fraction | int | None = None,
    width: str | float | Fraction | None = None,
    dpi: int | None = None,
    title: bool = True,
    watch: Watch | None = None,
) -> Figure:
    """Return a figure of a game, of a saved file or of a paper; it saves and shows itself.

    A game string with a parameter marked ``*`` is proved first, any other is solved first; *to* is
    the last value of a theorem's parameter that is shown. *width* is in inches, or has its unit:
    ``"8.6cm"``; *dpi* is that of a PNG; without *title* the line below is left out too.

    >>> plot("foster-1964", "fig-3").panels[0].curves[0].label
    'G(h), exactly'
    """
    look = FigureStyle.of(width=width, dpi=dpi, title=title)
    return replace(pick_figure(figures_of_source(source, to=to), name), look=look)


def figures_of_source(
    source: PlotSource,
    *,
    to: Fraction | int | None = None,
    load_game: Callable[[str], Game] = load,
) -> FigureCatalogue:
    """Return all figures that something has, by name; none is drawn yet."""
    last = None if to is None else Fraction(to)
    if isinstance(source, Path):
        source = str(source)
    if isinstance(source, str):
        if (saved := _figures_of_file(source, last)) is not None:
            return saved
        if "=*" in source.replace(" ", ""):
            source = proving.prove(source)
    if last is not None and not isinstance(source, Theorem | CutTheorem | PairTheorem):
        raise FormError("the last value to show is that of a theorem's parameter; here is none")
    if not isinstance(
        source, str | Game | Solution | Theorem | CutTheorem | PairTheorem | Equilibrium
    ):
        source = solving.solve(source)  # a matrix; anything that is not a game is refused there
    if not isinstance(source, str):
        return figures_by_name(source, to=last)
    drawings = _figures_of_paper(source)
    if drawings and source not in shipped_games():
        return drawings
    return {**figures_by_name(load_game(source)), **drawings}


def _figures_of_paper(name: str) -> FigureCatalogue:
    """Return the figures of a paper; none where it is no paper."""
    if name not in papers.names():
        return {}
    found = {drawing.name: drawing.draw for drawing in papers.source(name).figures}
    if not found and name not in shipped_games():
        raise FormError(f"{name} has no figures; its tables: sabot paper {name}")
    return found


def _figures_of_file(path: str, to: Fraction | None) -> FigureCatalogue | None:
    """Return the figures of a solution, a proof or a sweep in a file; None for any other file."""
    if Path(path).suffix not in (".json", ".jsonl"):
        return None
    from sabot.analysis.sweep_journal import read_saved_rows
    from sabot.render.figures.sweep import sweep_figure

    rows = read_saved_rows(path)
    if rows is not None:
        return {"sweep": lambda: sweep_figure(rows, Path(path).name)}
    with open(path, "rb") as file:
        if file.read(64).lstrip().startswith(b"["):
            return None  # a matrix game, in rows
    document = read_document(path)
    if "payoffs" in document and "schema" not in document:
        return None
    require_kind(path, document, "plot")
    return figures_by_name((result_class_of(document) or Solution).load(path), to=to)
