"""``sabot.plot``: a figure of a game, a result, a saved file or a paper.

Which figures a game or a result has is said here (:func:`figures_by_name`); families of games draw
their own kinds of results (:class:`HasFigures`). A game string with a parameter marked ``*`` is
proved first, any other game is solved first; nothing is drawn before a figure is chosen. This
module is above :mod:`sabot.papers`, whose figures are chosen by name here, and they are above
:mod:`sabot.api`, with which they are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Protocol, runtime_checkable

from sabot import papers
from sabot.analysis.annotated_tree import annotate_tree
from sabot.api import solving
from sabot.api.correlated import MOST_NASH_STRATEGIES, correlated, nash_payoffs
from sabot.certify import read_document
from sabot.errors import FileError, FormError, NoMethodError
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import MatrixForm, SequenceForm
from sabot.game_rules.capabilities import continuous_types
from sabot.game_rules.family import PerfectInformation
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_game
from sabot.game_table import shipped_games
from sabot.kinds import require_kind, result_class_of
from sabot.loading import find_family, has_open_parameter, load
from sabot.progress import Watch, accepts_watch
from sabot.render.figures.correlated import payoff_polygon_figure
from sabot.render.figures.equilibria import (
    best_responses_figure,
    components_figure,
    is_in_matrix,
)
from sabot.render.figures.figure import Figure
from sabot.render.figures.parametric import (
    binary_nash_figure,
    binary_nash_payoffs_figure,
    parametric_nash_figure,
    theorem_figure,
    threshold_theorem_figure,
    threshold_value_figure,
    value_figure,
)
from sabot.render.figures.solution import (
    MOST_TREE_NODES,
    envelope_figure,
    has_envelope,
    require_drawable_tree,
    strategies_figure,
    threshold_figures,
    tree_figure,
)
from sabot.render.figures.style import FigureStyle
from sabot.results.all_nash import EveryEquilibrium
from sabot.results.base import Result
from sabot.results.binary_nash import PairTheorem
from sabot.results.continuous import CutTheorem, Equilibrium
from sabot.results.correlated import CorrelatedEquilibria
from sabot.results.nplayer import Profile
from sabot.results.optimal_set import Equilibria
from sabot.results.parametric import Theorem
from sabot.results.parametric_nash import NashTheorem
from sabot.results.solution import Solution
from sabot.solvers.certificate_writer import form_from_json
from sabot.solvers.correlated import MOST_VERTEX_PROFILES, normal_form
from sabot.solvers.nplayer.support_enumeration import nplayer_form_from_json

PlotSource = (
    str
    | Path
    | Game
    | Solution
    | Theorem
    | CutTheorem
    | PairTheorem
    | NashTheorem
    | Equilibrium
    | EveryEquilibrium
    | Equilibria
    | CorrelatedEquilibria
)
"""A game or its string, a result, the name of a saved file, or the name of a paper."""


@accepts_watch
def plot(
    source: PlotSource,
    name: str | None = None,
    *,
    low: Fraction | int | None = None,
    to: Fraction | int | None = None,
    width: str | float | Fraction | None = None,
    dpi: int | None = None,
    title: bool = True,
    watch: Watch | None = None,
) -> Figure:
    """Return a figure of a game, of a saved file or of a paper; it saves and shows itself.

    A game string with a parameter marked ``*``, or a matrix with a letter in it, is proved first;
    any other game is solved first. *low* and *to* are the first and the last value of a theorem's
    parameter that are shown. *width* is in inches, or has its unit: ``"8.6cm"``; *dpi* is that of a
    PNG; without *title* the line below is left out too.

    >>> plot("foster-1964", "fig-3").panels[0].curves[0].label
    'G(h), exactly'
    """
    look = FigureStyle.of(width=width, dpi=dpi, title=title)
    return replace(pick_figure(figures_of_source(source, low=low, to=to), name), look=look)


def figures_of_source(
    source: PlotSource,
    *,
    low: Fraction | int | None = None,
    to: Fraction | int | None = None,
    load_game: Callable[[str], Game] = load,
) -> FigureCatalogue:
    """Return all figures that something has, by name; none is drawn yet."""
    first, last = (None if end is None else Fraction(end) for end in (low, to))
    if isinstance(source, Path):
        source = str(source)
    if isinstance(source, str):
        if (saved := _figures_of_file(source, first, last)) is not None:
            return saved
        if has_open_parameter(source):
            from sabot.api.proving import prove

            source = prove(source, low=first if first and first < 0 else None)
    _require_theorem_for_range(source, first, last)
    if not isinstance(
        source,
        str
        | Game
        | Solution
        | Theorem
        | CutTheorem
        | PairTheorem
        | NashTheorem
        | Equilibrium
        | EveryEquilibrium
        | Equilibria
        | CorrelatedEquilibria,
    ):
        source = solving.solve(source)  # a matrix; anything that is not a game is refused there
    if not isinstance(source, str):
        return figures_by_name(source, low=first, to=last)
    drawings = _figures_of_paper(source)
    if drawings and source not in shipped_games():
        return drawings
    return {**figures_by_name(load_game(source)), **drawings}


def _require_theorem_for_range(source: object, low: Fraction | None, to: Fraction | None) -> None:
    """Refuse ends of a range where the figure is not one of a theorem."""
    if isinstance(source, Theorem | CutTheorem | PairTheorem | NashTheorem):
        return
    for end, which in ((low, "first"), (to, "last")):
        if end is not None:
            raise FormError(
                f"only a figure of a theorem has a {which} value of the parameter; leave it out"
            )


def _figures_of_paper(name: str) -> FigureCatalogue:
    """Return the figures of a paper; none where it is no paper."""
    if name not in papers.names():
        return {}
    found = {drawing.name: drawing.draw for drawing in papers.source(name).figures}
    if not found and name not in shipped_games():
        raise FormError(f"{name} has no figures; its tables: sabot paper {name}")
    return found


def _figures_of_file(
    path: str, low: Fraction | None, to: Fraction | None
) -> FigureCatalogue | None:
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
    found = (result_class_of(document) or Solution).load(path)
    if isinstance(found, EveryEquilibrium | Equilibria) and not is_in_matrix(found):
        raise FileError(f"{path}: components are drawn of a game in a matrix; this one is a tree")
    return figures_by_name(found, low=low, to=to)


FigureCatalogue = Mapping[str, Callable[[], Figure]]
"""The figures that a thing has, by name; the first is the default."""


def pick_figure(known: FigureCatalogue, name: str | None) -> Figure:
    """Return one figure of a catalogue."""
    if name is None:
        name = next(iter(known))
    if name not in known:
        needs = f": it needs {_FIGURE_NEEDS[name]}" if name in _FIGURE_NEEDS else ""
        raise FormError(f"there is no figure {name!r} of this{needs}; known: {', '.join(known)}")
    return known[name]()


_FIGURE_NEEDS = {
    "responses": "a matrix game for two players with two strategies each",
    "components": "a matrix game for two players",
    "correlated": "a small bimatrix game",
    "envelope": "a player with a single choice between two actions",
}
"""What a game must be to have a figure that not every game has."""


def figures_by_name(
    source: Game | Result,
    *,
    low: Fraction | None = None,
    to: Fraction | None = None,
) -> FigureCatalogue:
    """Return the figures of a game, or of a result: a solution, an equilibrium, a theorem, ..."""
    if isinstance(source, Equilibrium):
        return threshold_figures(lambda: source)
    if isinstance(source, Theorem):
        return {
            "theorem": lambda: theorem_figure(source, low=low, to=to),
            "value": lambda: value_figure(source, low=low, to=to),
        }
    if isinstance(source, PairTheorem):
        return {
            "theorem": lambda: binary_nash_figure(source, low=low, to=to),
            "payoffs": lambda: binary_nash_payoffs_figure(source, low=low, to=to),
        }
    if isinstance(source, NashTheorem):
        return {"theorem": lambda: parametric_nash_figure(source, low=low, to=to)}
    if isinstance(source, CutTheorem):
        return {
            "cuts": lambda: threshold_theorem_figure(source, low=low, to=to),
            "value": lambda: threshold_value_figure(source, low=low, to=to),
        }
    if isinstance(source, CorrelatedEquilibria):
        return {"payoffs": lambda: _payoff_polygon(source)}
    if isinstance(source, EveryEquilibrium | Equilibria):
        return _figures_of_equilibria(source)
    if isinstance(source, Solution) and not source.open:
        if source.certificate is None:
            raise FormError(f"{source.game}: without a certificate there is no form to draw")
        if not source.zero_sum:
            return {"strategies": lambda: strategies_figure(source)}
        form = form_from_json(source.certificate["form"], source.seats)
        return _add_envelope(form, source.game, lambda: strategies_figure(source))
    if not isinstance(source, Game):  # its family's own kind of result
        return _family_figures(source)
    if continuous_types(source) is not None:
        return threshold_figures(lambda: _solve_continuous(source))
    if isinstance(source.rules, PerfectInformation) or not source.rules.in_hands:
        return _family_figures(solving.solve(source))
    own = form_of_game(source)
    tree: FigureCatalogue = {"tree": lambda: _tree_figure(source)}
    if len(own.seats) != 2:
        return tree
    if not isinstance(own, MatrixForm | SequenceForm):
        polygon: FigureCatalogue = {"correlated": lambda: _payoff_polygon(_with_vertices(source))}
        small = isinstance(own, BimatrixForm) and prod(own.shape) <= MOST_VERTEX_PROFILES
        strategies: FigureCatalogue = {
            "strategies": lambda: strategies_figure(_solve_two_player(source))
        }
        found = {**strategies, **tree, **polygon} if small else {**strategies, **tree}
        return {**found, **_equilibria_figures(source, own)}
    drawn = _add_envelope(own, str(source), lambda: strategies_figure(_solve_two_player(source)))
    return {**drawn, **tree, **_equilibria_figures(source, own)}


def _equilibria_figures(game: Game, form: object) -> FigureCatalogue:
    """Return the figures of all equilibria, which a game in a matrix has."""
    if not isinstance(form, MatrixForm | BimatrixForm):
        return {}

    def listed() -> EveryEquilibrium | Equilibria:
        found = solving.equilibria(game)
        assert isinstance(found, EveryEquilibrium | Equilibria)  # two play it once
        return found

    components: FigureCatalogue = {"components": lambda: components_figure(listed())}
    if form.shape != (2, 2):
        return components
    return {"responses": lambda: best_responses_figure(listed()), **components}


def _figures_of_equilibria(found: EveryEquilibrium | Equilibria) -> FigureCatalogue:
    """Return the figures of a list of all equilibria; the square first, of a 2 x 2 game."""
    form = found.certificate.get("form", {})
    components: FigureCatalogue = {"components": lambda: components_figure(found)}
    if len(form.get("rows", ())) != 2 or len(form.get("columns", ())) != 2:
        return components
    return {"responses": lambda: best_responses_figure(found), **components}


def _with_vertices(game: Game) -> CorrelatedEquilibria:
    return correlated(game, objective="sum", vertices=True)


def _payoff_polygon(found: CorrelatedEquilibria) -> Figure:
    """Return the polygon of the payoffs of all correlated equilibria, by the game in the result."""
    form = nplayer_form_from_json(found.certificate["form"], found.seats)
    game = normal_form(found.game, form)
    if len(found.seats) != 2:
        return payoff_polygon_figure(found, (), None)
    unit = form.denominator
    one, two = (table.ravel().tolist() for table in game.tables)
    profiles = [(Fraction(a, unit), Fraction(b, unit)) for a, b in zip(one, two, strict=True)]
    nash = None
    if max(game.sizes) <= MOST_NASH_STRATEGIES:
        pairs = form.strategic()
        nash = found.nash or nash_payoffs(pairs.two_person() if pairs.zero_sum else pairs)
    return payoff_polygon_figure(found, profiles, nash)


def _tree_figure(game: Game) -> Figure:
    """Return the tree of a game, with the probabilities of the strategies that solving finds."""
    name = str(game)
    try:
        tree = game.tree(limit=20 * MOST_TREE_NODES)
    except NoMethodError:
        require_drawable_tree(name, None)
        raise
    require_drawable_tree(name, tree.size)
    found = solving.solve(game)
    tables = {}
    if isinstance(found, Solution):
        tables = {seat: own.table for seat, own in found.strategies.items()}
    elif isinstance(found, Profile):
        tables = dict(found.played)
    zero_sum = isinstance(found, Solution) and found.zero_sum
    return tree_figure(name, game.seats, annotate_tree(tree, tables), zero_sum)


def _solve_continuous(game: Game) -> Equilibrium:
    found = solving.solve(game)
    assert isinstance(found, Equilibrium)  # its hands are real numbers
    return found


def _solve_two_player(game: Game) -> Solution:
    found = solving.solve(game)
    assert isinstance(found, Solution)  # two play it, and its cards are dealt
    return found


def _add_envelope(
    form: MatrixForm | SequenceForm, game: str, strategies: Callable[[], Figure]
) -> FigureCatalogue:
    if has_envelope(form):
        return {"envelope": lambda: envelope_figure(form, game), "strategies": strategies}
    return {"strategies": strategies}


@runtime_checkable
class HasFigures(Protocol):
    """A family that draws its solutions, of perfect information or of its own kind, itself."""

    def figures(self, found: Result) -> FigureCatalogue:
        """Return the figures of a solution; the usual one first."""
        ...


def _family_figures(found: Result) -> FigureCatalogue:
    """Return the figures that a family draws of its own kind of result."""
    game: str = getattr(found, "game", "")
    family = find_family(game)
    if family is None:
        raise FormError(f"{game[:80]}: there is no game of this name")
    if not isinstance(family, HasFigures):
        raise FormError(f"{family.name} has no figures")
    return family.figures(found)
