"""What there is to draw: the figures of games, of saved files, and of the papers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sabot import api, papers
from sabot.certify import read
from sabot.errors import FormError
from sabot.games import SHIPPED, load
from sabot.render.figures import Catalogue, catalogue, chosen
from sabot.render.figures.figure import Figure
from sabot.render.figures.look import Look
from sabot.render.views.kinds import demand_kind, kind_of
from sabot.results.balance import Equilibrium
from sabot.results.cuts import CutTheorem
from sabot.results.pairs import PairTheorem
from sabot.results.solution import Solution
from sabot.results.theorem import Theorem
from sabot.telling.game import Game
from sabot.watch import Watch, watched

SAVED: dict[str, Callable[[str], Solution | Theorem | CutTheorem | PairTheorem | Equilibrium]] = {
    "sabot/solution/2": Solution.load,
    "sabot/solution/1": Solution.load,
    "sabot/certificate/1": Solution.load,
    "sabot/equilibrium/1": Equilibrium.load,
    "sabot/nash/1": Solution.load,
    "sabot/proof/1": Theorem.load,
    "sabot/pair-proof/1": PairTheorem.load,
    "sabot/threshold-proof/1": CutTheorem.load,
}
Teller = Callable[[str], Game]


@watched
def plot(
    source: str | Path | Game | Solution | Theorem | CutTheorem | PairTheorem | Equilibrium,
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
    look = Look.of(width=width, dpi=dpi, title=title)
    return replace(chosen(figures_of(source, to=to), name), look=look)


def figures_of(
    source: str | Path | Game | Solution | Theorem | CutTheorem | PairTheorem | Equilibrium,
    *,
    to: Fraction | int | None = None,
    teller: Teller = load,
) -> Catalogue:
    """Return all figures that something has, by name; none is drawn yet."""
    last = None if to is None else Fraction(to)
    if isinstance(source, Path):
        source = str(source)
    if isinstance(source, str):
        if (saved := _saved(source, last)) is not None:
            return saved
        if "=*" in source.replace(" ", ""):
            source = api.prove(source)
    if last is not None and not isinstance(source, Theorem | CutTheorem | PairTheorem):
        raise FormError("the last value to show is that of a theorem's parameter; here is none")
    if not isinstance(
        source, str | Game | Solution | Theorem | CutTheorem | PairTheorem | Equilibrium
    ):
        source = api.solve(source)  # a matrix, or nothing that is a game, which it says
    if not isinstance(source, str):
        return catalogue(source, to=last)
    drawings = _drawings(source)
    if drawings and source not in SHIPPED:
        return drawings
    return {**catalogue(teller(source)), **drawings}


def _drawings(name: str) -> dict[str, Callable[[], Figure]]:
    """Return the figures of a paper; none where it is no paper."""
    if name not in papers.names():
        return {}
    found = {drawing.name: drawing.draw for drawing in papers.source(name).figures}
    if not found and name not in SHIPPED:
        raise FormError(f"{name} has no figures; its tables: sabot paper {name}")
    return found


def _saved(path: str, to: Fraction | None) -> Catalogue | None:
    """Return the figures of a solution, a proof or a sweep in a file; None where it is none."""
    if Path(path).suffix not in (".json", ".jsonl"):
        return None
    from sabot.analyse.sweeping.ledger import saved_rows
    from sabot.render.figures.sweep import sweep_figure

    rows = saved_rows(path)
    if rows is not None:
        return {"sweep": lambda: sweep_figure(rows, Path(path).name)}
    with open(path, "rb") as file:
        if file.read(64).lstrip().startswith(b"["):
            return None  # a matrix game, in rows
    document: dict[str, Any] = read(path)
    if "payoffs" in document and "schema" not in document:
        return None
    demand_kind(path, document, "plot", "proof", "threshold-proof", "pair-proof", "network")
    load_it = SAVED.get(str(document.get("schema", "")))
    found = (load_it or (kind_of(document) or Solution).load)(path)
    return catalogue(found, to=to)
