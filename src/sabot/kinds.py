"""The kinds of documents and results: one table, and what is looked up in it.

A document says by its schema of which kind it is. The table says of each kind what a document of it
holds in words, which class of results reads it, which views that class has (screen, paper, wiki,
spreadsheet), whether it carries a proof, and which verbs read a file of it. Results are rendered,
saved and loaded by it. The checker has a table of its own; a test compares the two.

To add a kind: write its class of results (with its schema), its views, and one entry here, or, if
one game alone writes such documents, in the game's entry (:mod:`sabot.games`). The
functions that name classes and views import them when called, so that a verb loads only what it
shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, Literal, Protocol, runtime_checkable

from sabot import game_table, loading
from sabot.certify import check, read_document
from sabot.errors import CertificateError, FileError, SabotError
from sabot.io.files import write_atomically
from sabot.names import alike_names
from sabot.render.document import BREAK, Document, Remark, build_document
from sabot.render.formats import (
    TABLE_FORMATS,
    ResultViews,
    ViewFunction,
    format_for_path,
    render_part,
)
from sabot.results.base import CheckedSource, Result, ResultServices, ResultT, Table
from sabot.results.codec import MALFORMED_JSON_ERRORS, JsonObject
from sabot.results.form_order import in_form_order

if TYPE_CHECKING:
    from sabot.game_rules.game import Game

FileVerb = Literal["check", "table", "plot"]
"""A verb that reads files of several kinds."""
SavedView = Literal[
    "verified",
    "verified with time",
    "verified if possible",
    "recomputed",
    "unverified",
    "solution",
    "value bounds",
    "reduction",
    "paper",
    "sweep",
]
"""How ``sabot table`` shows a saved file: after which check, or by a view of its own."""


@dataclass(frozen=True)
class ResultBinding:
    """A class of results and its views; a view that is missing is the screen's, or the paper's."""

    result: type[Result]
    screen: ViewFunction
    paper: ViewFunction | None = None
    wiki: ViewFunction | None = None
    sheet: ViewFunction | None = None


def bind(
    result: type[ResultT],
    screen: Callable[Concatenate[ResultT, ...], Document],
    *,
    paper: Callable[Concatenate[ResultT, ...], Document] | None = None,
    wiki: Callable[Concatenate[ResultT, ...], Document] | None = None,
    sheet: Callable[Concatenate[ResultT, ...], Document] | None = None,
) -> ResultBinding:
    """Return the binding of a class to views that take its results."""
    return ResultBinding(result, screen, paper, wiki, sheet)


def _any_document(document: JsonObject) -> bool:
    return True


@dataclass(frozen=True)
class Kind:
    """One kind of documents, by its schema, and what the program can do with them."""

    schema: str
    """As written now; documents with other numbers are read by the first kind of the same name."""
    words: str
    """What a document of it holds, for messages."""
    binding: Callable[[], ResultBinding] | None = None
    """The class of results that reads it, and its views; None where no class does."""
    proved: bool = False
    """Whether it carries a certificate, which is checked whenever a file is loaded."""
    shown: SavedView | None = None
    """How ``sabot table`` shows a file of it; None: not at all."""
    drawn: bool = False
    """Whether ``sabot plot`` draws a file of it."""
    matches: Callable[[JsonObject], bool] = _any_document
    """Whether a document with its schema is of this kind, where several kinds share it."""

    @property
    def name(self) -> str:
        """The name in the schema.

        >>> Kind("sabot/pair-proof/1", "a theorem").name
        'pair-proof'
        """
        return _schema_name(self.schema)

    def is_read_by(self, verb: FileVerb) -> bool:
        """Return whether a verb reads a file of this kind."""
        if verb == "check":
            return self.proved
        return self.drawn if verb == "plot" else self.shown is not None


# ---------------------------------------------------------------------- classes and their views


def _solution() -> ResultBinding:
    from sabot.render.views.solution import solution_paper, solution_screen, solution_sheet
    from sabot.results.solution import Solution

    return bind(Solution, solution_screen, paper=solution_paper, sheet=solution_sheet)


def _strategy() -> ResultBinding:
    from sabot.render.views.solution import strategy_view
    from sabot.results.solution import Strategy

    return bind(Strategy, strategy_view)


def _optimal_set() -> ResultBinding:
    from sabot.render.views import optimal_set as views
    from sabot.results.optimal_set import Equilibria

    return bind(
        Equilibria,
        views.optimal_set_view,
        paper=views.optimal_set_tables,
        sheet=views.optimal_set_sheet,
    )


def _value_bounds() -> ResultBinding:
    from sabot.render.views.value_bounds import value_bounds_sheet, value_bounds_view
    from sabot.results.value_bounds import Approximation

    return bind(Approximation, value_bounds_view, sheet=value_bounds_sheet)


def _private_hands() -> ResultBinding:
    from sabot.render.views.private_hands import private_hands_sheet, private_hands_view
    from sabot.results.private_hands import PrivateHandsInterval

    return bind(PrivateHandsInterval, private_hands_view, sheet=private_hands_sheet)


def _all_nash() -> ResultBinding:
    from sabot.render.views.all_nash import all_nash_sheet, all_nash_tables, all_nash_view
    from sabot.results.all_nash import EveryEquilibrium

    return bind(EveryEquilibrium, all_nash_view, paper=all_nash_tables, sheet=all_nash_sheet)


def _binary_nash() -> ResultBinding:
    from sabot.render.views import binary_nash as views
    from sabot.results.binary_nash import PairEquilibria

    return bind(
        PairEquilibria,
        views.binary_nash_view,
        paper=views.binary_nash_tables,
        sheet=views.binary_nash_sheet,
    )


def _binary_nash_theorem() -> ResultBinding:
    from sabot.render.views import binary_nash as views
    from sabot.results.binary_nash import PairTheorem

    return bind(
        PairTheorem,
        views.binary_nash_theorem_view,
        paper=views.binary_nash_theorem_paper,
        sheet=views.binary_nash_theorem_sheet,
    )


def _parametric_nash() -> ResultBinding:
    from sabot.render.views import parametric_nash as views
    from sabot.results.parametric_nash import NashTheorem

    return bind(
        NashTheorem,
        views.parametric_nash_view,
        paper=views.parametric_nash_paper,
        sheet=views.parametric_nash_sheet,
    )


def _profile() -> ResultBinding:
    from sabot.render.views.nplayer import profile_sheet, profile_tables, profile_view
    from sabot.results.nplayer import Profile

    return bind(Profile, profile_view, paper=profile_tables, sheet=profile_sheet)


def _pure_equilibria() -> ResultBinding:
    from sabot.render.views.nplayer import pure_equilibria_sheet, pure_equilibria_view
    from sabot.results.nplayer import PureEquilibria

    return bind(PureEquilibria, pure_equilibria_view, sheet=pure_equilibria_sheet)


def _correlated() -> ResultBinding:
    from sabot.render.views import correlated as views
    from sabot.results.correlated import CorrelatedEquilibria

    return bind(
        CorrelatedEquilibria,
        views.correlated_view,
        paper=views.correlated_tables,
        sheet=views.correlated_sheet,
    )


def _properties() -> ResultBinding:
    from sabot.render.views import properties as views
    from sabot.results.properties import GameProperties

    return bind(
        GameProperties,
        views.properties_view,
        paper=views.properties_tables,
        sheet=views.properties_sheet,
    )


def _nplayer_nash() -> ResultBinding:
    from sabot.render.views import nplayer_nash as views
    from sabot.results.nplayer_nash import NPlayerEquilibria

    return bind(
        NPlayerEquilibria,
        views.nplayer_nash_view,
        paper=views.nplayer_nash_tables,
        sheet=views.nplayer_nash_sheet,
    )


def _refinement() -> ResultBinding:
    from sabot.render.views import refinement as views
    from sabot.results.refinement import RefinedEquilibria

    return bind(
        RefinedEquilibria,
        views.refinement_view,
        paper=views.refinement_tables,
        sheet=views.refinement_sheet,
    )


def _continuous() -> ResultBinding:
    from sabot.render.views import continuous as views
    from sabot.results.continuous import Equilibrium

    return bind(
        Equilibrium,
        views.threshold_equilibrium_view,
        paper=views.threshold_equilibrium_tables,
        sheet=views.threshold_equilibrium_sheet,
    )


def _continuous_theorem() -> ResultBinding:
    from sabot.render.views import continuous as views
    from sabot.results.continuous import CutTheorem

    return bind(
        CutTheorem,
        views.threshold_theorem_view,
        paper=views.threshold_theorem_paper,
        sheet=views.threshold_theorem_sheet,
    )


def _theorem() -> ResultBinding:
    from sabot.render.views import parametric as views
    from sabot.results.parametric import Theorem

    return bind(
        Theorem,
        views.theorem_view,
        paper=views.theorem_paper,
        wiki=views.theorem_wiki,
        sheet=views.theorem_sheet,
    )


def _dominance_classes() -> ResultBinding:
    from sabot.render.views.dominance import dominance_classes_sheet, dominance_classes_view
    from sabot.results.dominance import SortedChoices

    return bind(SortedChoices, dominance_classes_view, sheet=dominance_classes_sheet)


def _reduction() -> ResultBinding:
    from sabot.render.views.dominance import reduction_sheet, reduction_tables, reduction_view
    from sabot.solvers.dominance import Reduction

    return bind(Reduction, reduction_view, paper=reduction_tables, sheet=reduction_sheet)


def _evaluation() -> ResultBinding:
    from sabot.analysis.evaluation import Judgement
    from sabot.render.views.evaluation import evaluation_sheet, evaluation_view

    return bind(Judgement, evaluation_view, sheet=evaluation_sheet)


def _profile_evaluation() -> ResultBinding:
    from sabot.analysis.evaluation import ProfileJudgement
    from sabot.render.views.evaluation import profile_evaluation_sheet, profile_evaluation_view

    return bind(ProfileJudgement, profile_evaluation_view, sheet=profile_evaluation_sheet)


def _threshold_evaluation() -> ResultBinding:
    from sabot.analysis.continuous import CutsJudgement
    from sabot.render.views.continuous import threshold_evaluation_view

    return bind(CutsJudgement, threshold_evaluation_view)


def _equity() -> ResultBinding:
    from sabot.render.views.equity import equity_view
    from sabot.results.equity import RangeEquity

    return bind(RangeEquity, equity_view)


def _hands_evaluation() -> ResultBinding:
    from sabot.analysis.private_hands import HandsJudgement
    from sabot.render.views.private_hands import hands_evaluation_view

    return bind(HandsJudgement, hands_evaluation_view)


def _simulation() -> ResultBinding:
    from sabot.analysis.simulation import Simulation
    from sabot.render.views.simulation import simulation_view

    return bind(Simulation, simulation_view)


def _sweep() -> ResultBinding:
    from sabot.analysis.sweep import Sweep
    from sabot.render.views.sweep import sweep_result_sheet, sweep_result_tables, sweep_result_view

    return bind(Sweep, sweep_result_view, paper=sweep_result_tables, sheet=sweep_result_sheet)


def _sweep_row() -> ResultBinding:
    from sabot.analysis.sweep import Row
    from sabot.render.views.sweep import sweep_row_sheet, sweep_row_tables, sweep_row_view

    return bind(Row, sweep_row_view, paper=sweep_row_tables, sheet=sweep_row_sheet)


def _report() -> ResultBinding:
    from sabot.analysis.game_report import GameReport
    from sabot.render.views.game_report import report_pages, report_sheet, report_view

    return bind(GameReport, report_view, paper=report_pages, sheet=report_sheet)


def _poker_hand() -> ResultBinding:
    from sabot.render.views.poker_odds import poker_odds_sheet, poker_odds_view
    from sabot.results.poker_hand import HandOdds

    return bind(HandOdds, poker_odds_view, sheet=poker_odds_sheet)


def _figure() -> ResultBinding:
    from sabot.render.figures.figure import FigureNumbers, figure_numbers_sheet, figure_numbers_view

    return bind(FigureNumbers, figure_numbers_view, sheet=figure_numbers_sheet)


def _paper() -> ResultBinding:
    from sabot.papers import Report, report_document

    return bind(Report, report_document)


# ---------------------------------------------------------------------- the table


def _has_no_payoffs(document: JsonObject) -> bool:
    return "payoffs" not in document


def _has_thresholds(document: JsonObject) -> bool:
    """Return whether the best responses of an evaluation are thresholds."""
    try:
        replies = [one["best_reply"]["actions"] for one in document["strategies"].values()]
        return any(isinstance(steps, list) for actions in replies for steps in actions.values())
    except (KeyError, TypeError, AttributeError):
        return False  # whoever reads it next says what is wrong with it


_EVALUATION = "judged strategies"
_OPTIMAL_SET = "the extreme optimal strategies or equilibria of a game"

KINDS: tuple[Kind, ...] = (
    Kind("sabot/solution/2", "a solution", _solution, proved=True, shown="solution", drawn=True),
    Kind(
        "sabot/nash/1", "a Nash equilibrium", _solution, proved=True, shown="solution", drawn=True
    ),
    Kind(
        "sabot/equilibrium/1",
        "a Nash equilibrium",
        _continuous,
        proved=True,
        shown="verified",
        drawn=True,
    ),
    Kind(
        "sabot/proof/1",
        "a theorem",
        _theorem,
        proved=True,
        shown="verified with time",
        drawn=True,
    ),
    Kind(
        "sabot/threshold-proof/1",
        "a theorem on real hands",
        _continuous_theorem,
        proved=True,
        shown="verified with time",
        drawn=True,
    ),
    Kind(
        "sabot/pair-proof/1",
        "a theorem on all equilibria",
        _binary_nash_theorem,
        proved=True,
        shown="verified with time",
        drawn=True,
    ),
    Kind(
        "sabot/nash-proof/1",
        "a theorem on all equilibria of a matrix",
        _parametric_nash,
        proved=True,
        shown="verified with time",
        drawn=True,
    ),
    Kind(
        "sabot/interval/2",
        "an interval for a value",
        _value_bounds,
        proved=True,
        shown="value bounds",
    ),
    Kind(
        "sabot/private-hands/1",
        "an interval for the value of a game with private hands",
        _private_hands,
        proved=True,
        shown="verified",
    ),
    Kind(
        "sabot/equilibria/2",
        _OPTIMAL_SET,
        _optimal_set,
        proved=True,
        shown="verified if possible",
        drawn=True,
    ),
    Kind(
        "sabot/equilibria/3",
        _OPTIMAL_SET,
        _all_nash,
        proved=True,
        shown="verified if possible",
        drawn=True,
    ),
    Kind(
        "sabot/pair-equilibria/1",
        "all equilibria of a game",
        _binary_nash,
        proved=True,
        shown="verified",
    ),
    Kind(
        "sabot/profile/1",
        "a profile for three or more players",
        _profile,
        proved=True,
        shown="verified",
    ),
    Kind(
        "sabot/field-profile/1",
        "an equilibrium for three or more players, in the field of a root",
        _profile,
        proved=True,
        shown="verified",
    ),
    Kind(
        "sabot/pure/1",
        "the pure equilibria of a game",
        _pure_equilibria,
        proved=True,
        shown="verified if possible",
    ),
    Kind(
        "sabot/correlated/1",
        "correlated equilibria of a game",
        _correlated,
        proved=True,
        shown="verified",
        drawn=True,
    ),
    Kind(
        "sabot/properties/1",
        "properties of a game",
        _properties,
        proved=True,
        shown="verified",
    ),
    Kind(
        "sabot/nplayer-equilibria/1",
        "the equilibria of a game for three or more players",
        _nplayer_nash,
        proved=True,
        shown="verified",
    ),
    Kind(
        "sabot/refinement/1",
        "equilibria that have a refinement",
        _refinement,
        proved=True,
        shown="verified",
    ),
    Kind("sabot/strategy/1", "a strategy", _strategy, shown="unverified"),
    Kind(
        "sabot/classification/1",
        "choices sorted view by view",
        _dominance_classes,
        shown="unverified",
    ),
    Kind("sabot/reduction/1", "a reduction log", _reduction, shown="reduction"),
    Kind(
        "sabot/value/1",
        _EVALUATION,
        _hands_evaluation,
        shown="unverified",
        matches=lambda document: "hands" in document,
    ),
    Kind("sabot/value/1", _EVALUATION, _evaluation, shown="unverified", matches=_has_no_payoffs),
    Kind(
        "sabot/value/1",
        _EVALUATION,
        _profile_evaluation,
        shown="unverified",
        matches=lambda document: not _has_thresholds(document),
    ),
    Kind("sabot/value/1", _EVALUATION, _threshold_evaluation, shown="unverified"),
    Kind("sabot/simulation/1", "a simulation", _simulation, shown="unverified"),
    Kind("sabot/sweep/1", "the rows of a sweep", _sweep, shown="sweep"),
    Kind("sabot/report/1", "a designer's report", _report, shown="unverified"),
    Kind("sabot/hand/1", "a poker hand and its probabilities", _poker_hand, shown="recomputed"),
    Kind("sabot/equity/1", "range against range", _equity, shown="unverified"),
    Kind("sabot/figure/1", "the numbers of a figure", _figure, shown="unverified"),
    Kind("sabot/paper/1", "a report on a source", _paper, shown="paper"),
    Kind("sabot/check/1", "what `sabot check` found"),
    Kind("sabot/games/1", "a list of games"),
    Kind("sabot/papers/1", "a list of sources"),
    Kind("sabot/rules/1", "the rules of a game"),
    Kind("sabot/size/1", "the size of a game"),
)
"""The kinds of documents that are not one game's own."""

SWEEP_ROW = Kind("", "the rows of a sweep", _sweep_row)
"""A line of a sweep's file: it has no schema."""

_WHY_UNUSABLE: Mapping[FileVerb, str] = {
    "check": "and no proof; sabot check reads saved solutions, theorems, intervals and equilibria",
    "table": (
        "and no table; sabot table reads saved solutions, theorems, intervals, profiles, "
        "equilibria, reductions, sorted choices, strategies, judged or not, simulations, "
        "tournaments, sweeps, poker hands, networks, figures and reports on games or sources"
    ),
    "plot": "and nothing to draw; sabot plot draws saved solutions, theorems, sweeps, networks and "
    "all equilibria of a matrix game",
}


# ---------------------------------------------------------------------- looking up


@runtime_checkable
class HasKinds(Protocol):
    """The entry of a game, which may write kinds of documents of its own."""

    @property
    def kinds(self) -> Callable[[], tuple[Kind, ...]] | None:
        """The function that returns the game's own kinds; None where it has none."""
        ...


@cache
def all_kinds() -> tuple[Kind, ...]:
    """Return every kind of documents that is written; of those with one schema the first match."""
    found = list(KINDS)
    for entry in game_table.shipped_games().values():
        if isinstance(entry, HasKinds) and entry.kinds is not None:
            found += entry.kinds()
    return tuple(found)


def _schema_name(schema: str) -> str:
    """Return the middle of a schema; nothing where it is not Sabot's.

    >>> _schema_name("sabot/pair-proof/1"), _schema_name("other/x/1")
    ('pair-proof', '')
    """
    return schema.split("/")[1] if schema.startswith("sabot/") else ""


def kind_of_document(document: JsonObject) -> Kind | None:
    """Return the kind of a document, by its schema, or else by the name in it; None: unknown.

    >>> kind_of_document({"schema": "sabot/solution/1"}).words, kind_of_document({"schema": "x"})
    ('a solution', None)
    """
    schema = str(document.get("schema", ""))
    if not schema:
        return SWEEP_ROW if "schema" not in document and "game" in document else None
    name = _schema_name(schema)
    same_name = [kind for kind in all_kinds() if kind.name == name]
    same_schema = [kind for kind in same_name if kind.schema == schema]
    return next((kind for kind in same_schema or same_name if kind.matches(document)), None)


def binding_of_class(result: type[Result]) -> tuple[Kind, ResultBinding]:
    """Return the kind of the documents that a class of results writes, and its binding."""
    for kind in (*all_kinds(), SWEEP_ROW):
        if kind.schema == result._schema and kind.binding is not None:
            binding = kind.binding()
            if issubclass(result, binding.result):
                return kind, binding
    raise LookupError(f"{result.__name__} is not in the table of kinds: src/sabot/kinds.py")


def result_class_of(document: JsonObject) -> type[Result] | None:
    """Return the class of results that reads a document; None where none does."""
    kind = kind_of_document(document)
    return None if kind is None or kind.binding is None else kind.binding().result


def require_kind(path: str, document: JsonObject, verb: FileVerb) -> None:
    """Refuse a document of Sabot's that a verb does not read.

    Any other document is left to whoever reads it.
    """
    kind = kind_of_document(document)
    if kind is not None and kind.schema and not kind.is_read_by(verb):
        raise unusable_file_error(path, document, kind, verb)


def unusable_file_error(path: str, document: JsonObject, kind: Kind, verb: FileVerb) -> FileError:
    """Return the error for a file of a kind that a verb does not read."""
    remedy = (
        f"; show it with: sabot table {path}"
        if verb == "check" and kind.shown in ("unverified", "recomputed", "sweep")
        else ""
    )
    words = f"{kind.words} ({document.get('schema', '')})"
    return FileError(f"{path}: holds {words} {_WHY_UNUSABLE[verb]}{remedy}")


# ---------------------------------------------------------------------- rendering, saving, loading


def views_of_result(result: Result) -> ResultViews:
    """Return the views of a result."""
    _, binding = binding_of_class(type(result))
    views = (binding.screen, binding.paper, binding.wiki, binding.sheet)
    screen, *others = (None if view is None else partial(view, result) for view in views)
    assert screen is not None
    if result.checked_file is None:
        return ResultViews(screen, *others)
    paper, wiki, sheet = others
    words = result.checked_file.left_open
    return ResultViews(
        partial(_with_remark, words, screen),
        paper and partial(_with_remark, words, paper),
        wiki and partial(_with_remark, words, wiki),
        sheet,
    )


def _with_remark(words: str, view: ViewFunction, **options: float | None) -> Document:
    """Return a view of a loaded result, and what the check of its file left open."""
    return build_document(view(**options).blocks, BREAK, Remark(words))


def save_result(result: Result, path: str) -> None:
    """Write a result into a file, in the format that its suffix says."""
    form = format_for_path(path, ("json", *TABLE_FORMATS))
    if form == "json":
        text = json.dumps(result.to_json(), ensure_ascii=False) + "\n"
    else:
        text = views_of_result(result).render(form)
    write_atomically(path, text)


def load_result(wanted: type[ResultT], path: str | Path) -> ResultT:
    """Return a result of a class from the file that it was saved to; a certificate is checked."""
    document = read_document(path)
    kind = kind_of_document(document)
    own = wanted
    if kind is not None and kind.binding is not None:
        found = kind.binding().result
        if not issubclass(found, wanted):
            schema = document.get("schema", "sabot/sweep/1")
            raise FileError(
                f"{path}: not a saved {_class_name_in_words(wanted)}: "
                f"it holds {kind.words} ({schema})"
            )
        own = found
    if _is_proved(own) and document.get("certificate", {}) is not None:
        try:
            statement = check(document)
        except FileError as fault:
            raise FileError(f"{path}: {fault}") from None
        except CertificateError as fault:
            raise CertificateError(f"{path}: not proved: {fault}") from None
        proved = parse_result(own, in_form_order(document), path)._as_proved(statement)
        open_claim = f"not checked: {statement.name_claim}"
        return replace(proved, checked_file=CheckedSource(statement.digest, open_claim))
    return parse_result(own, document, path)


def _is_proved(result: type[Result]) -> bool:
    """Return whether the documents of a class of results carry certificates."""
    schema = getattr(result, "_schema", None)
    return any(kind.proved for kind in all_kinds() if kind.schema == schema)


def parse_result(wanted: type[ResultT], document: JsonObject, path: str | Path) -> ResultT:
    """Return the result of a class that a file's document holds, unchecked.

    Names that print alike are refused: no table could tell them apart. A checker takes such a file.
    """
    if alike := alike_names(_names_in(document)):
        raise FileError(f"{path}: the names {alike}; sabot check {path} writes them out")
    try:
        return wanted.from_json(document)
    except FileError as fault:
        raise FileError(f"{path}: {fault}") from None
    except (*MALFORMED_JSON_ERRORS, LookupError, SabotError) as fault:
        raise FileError(f"{path}: not a saved {_class_name_in_words(wanted)}: {fault}") from None


def _names_in(document: object) -> Iterator[str]:
    """Yield the keys of all objects of a document, and the texts in its lists."""
    left = [document]
    while left:
        one = left.pop()
        if isinstance(one, Mapping):
            yield from one
            left += one.values()
        elif isinstance(one, list):
            yield from (item for item in one if isinstance(item, str))
            left += (item for item in one if isinstance(item, list | dict))


def _class_name_in_words(result: type[Result]) -> str:
    """Return the name of a class of results as words.

    >>> _class_name_in_words(type("HandOdds", (), {}))
    'hand odds'
    """
    return re.sub("(?<!^)(?=[A-Z])", " ", result.__name__).lower()


class Services(ResultServices):
    """What results need from this module and from the games."""

    def render(self, result: Result, form: str) -> str:
        """Return a result as text."""
        return render_part(views_of_result(result).document(form), form)

    def tables(self, result: Result) -> Sequence[Table]:
        """Return the tables of its CSV."""
        from sabot.render.writers.array import cell_tables

        return [*cell_tables(views_of_result(result).document("csv").blocks)]

    def save(self, result: Result, path: str) -> None:
        """Write a result into a file."""
        save_result(result, path)

    def load(self, wanted: type[ResultT], path: str | Path) -> ResultT:
        """Return a result from a file."""
        return load_result(wanted, path)

    def load_game(self, text: str) -> Game | None:
        """Return the game that a string names, without running a user's file."""
        try:
            return loading.load(text, run=False)
        except SabotError:  # a matrix, or a file that is not here
            return None
