"""``sabot table``: the tables of a game or a saved file, as LaTeX, CSV, Markdown or HTML.

The second half knows every kind of document that a verb saves, and how it is shown: a certificate
or proof is checked first; what has neither is shown as saved, and the screen says so.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import click

from sabot.certify import read_document
from sabot.cli.files import name_file_in_errors, save_text
from sabot.cli.options import (
    anyway_option,
    output_instead_option,
    parse_game_argument,
    select_format,
    table_format_flags,
)
from sabot.cli.output import (
    print_note,
    print_text,
    print_view,
    save_then_print,
    show_status,
)
from sabot.cli.verbs import verb
from sabot.errors import CertificateError, FileError, GameStringError, NumberError
from sabot.kinds import (
    SavedView,
    kind_of_document,
    parse_result,
    require_kind,
    result_class_of,
    unusable_file_error,
    views_of_result,
)
from sabot.render.document import BREAK, Document, Remark, build_document
from sabot.render.formats import ResultViews
from sabot.results.base import Result

_TEXT_FORMATS = {".tex": "LaTeX", ".md": "Markdown", ".html": "a page", ".csv": ""}
_CSV_HEADINGS = {
    "game,value,": "the rows of a sweep as a sheet",
    "seat,view,action,": "strategies as a sheet",
}
"""How sheets begin that Sabot writes as CSV, and what they hold."""


@verb(
    examples=[
        "sabot table le-her --latex",
        "sabot solve le-her -o le-her.json && sabot table le-her.json -o le-her.tex",
        "sabot reduce kuhn -o log.json && sabot table log.json --csv",
    ]
)
@click.argument("source", metavar="FILE|GAME")
@table_format_flags
@output_instead_option
@anyway_option
def table(source: str, form: str | None, output: str | None, anyway: bool) -> None:
    """Print the tables of a saved file, or of a game, which is solved first.

    The certificate of a solution and the proof of a theorem are checked first, and only what was
    checked is printed; other files are not checked. A game with a parameter marked * is proved
    first. Without an option the tables look as after solving; the ending of -o FILE chooses the
    format: .tex, .csv, .md or .html.
    """
    form = select_format(output, tables=True, asked=form)
    if output is not None and form is None:
        raise click.UsageError("-o needs a form: a name that ends in .tex, .csv, .md or .html")
    _require_not_rendered(source)
    views = (
        load_saved_views(source) if is_saved_result(source) else _solve_for_views(source, anyway)
    )
    if form is None:
        print_view(views.document(None))
        return
    text = views.render(form)
    with save_then_print(output, lambda path: save_text(path, text)) as saved:
        if not saved:
            print_text(text)


def _require_not_rendered(source: str) -> None:
    """Refuse what Sabot wrote to be read by people: of it no other table can be made."""
    suffix = os.path.splitext(source)[1].lower()
    if suffix not in _TEXT_FORMATS or not os.path.isfile(source):
        return
    what = _TEXT_FORMATS[suffix]
    if suffix == ".csv":  # the file may hold a matrix too
        with open(source, "rb") as file:
            heading = file.readline(200).decode("utf-8", "replace")
        what = next((_CSV_HEADINGS[head] for head in _CSV_HEADINGS if heading.startswith(head)), "")
    if what:
        raise FileError(
            f"{source}: holds {what}, written to be read elsewhere; sabot table reads games and "
            "what -o saved in a file that ends in .json or .jsonl"
        )


def _require_file_or_game(source: str) -> None:
    """Refuse a bare word that is neither a file nor a game."""
    from sabot.loading import load

    if os.path.exists(source) or not source.replace("_", "").isalnum():
        return
    try:
        load(source)
    except GameStringError as fault:
        if fault.faults[0].where == source:
            raise FileError(
                f"{source}: there is no such file, and no game of that name\n"
                f"  {fault.faults[0].remedy}"
            ) from None
        raise


def _solve_for_views(game: str, anyway: bool) -> ResultViews:
    """Return the views of a game, solved or, with an open parameter, proved."""
    from sabot.api import checking, proving, solving
    from sabot.loading import has_open_parameter

    _require_file_or_game(game)
    with show_status(f"solving {game}"):
        found: Result
        if has_open_parameter(game):
            proof = proving.prove(game, anyway=anyway)
            checking.check(proof)
            return views_of_result(proof)
        found = solution = solving.solve(parse_game_argument(game), anyway=anyway)
        if solution.certificate:
            checking.check(solution)
    return views_of_result(found)


SavedDocument = Mapping[str, object]
"""The JSON document in a saved file."""
T = TypeVar("T")
_READ_ERRORS = (KeyError, TypeError, AttributeError, ValueError, IndexError, NumberError)


def is_saved_result(source: str) -> bool:
    """Return whether *source* names a file that a verb saved, not a game.

    A .json file may also hold a matrix game.
    """
    suffix = Path(source).suffix
    if suffix not in (".json", ".jsonl"):
        path = os.sep in source and "(" not in source
        return not suffix and (path or os.path.isfile(source))
    try:
        with open(source, "rb") as file:
            if file.read(64).lstrip().startswith(b"["):
                return False
        saved = read_document(source)
    except (OSError, FileError, CertificateError):
        return True  # whoever reads it next says what is wrong with it
    return "payoffs" not in saved or "schema" in saved


def load_saved_views(file: str) -> ResultViews:
    """Return the views of a file, by the schema that it names."""
    saved = _read_saved(file)
    if isinstance(saved, list):
        return _sweep_views(file, saved)
    require_kind(file, saved, "table")
    kind = kind_of_document(saved)
    if kind is not None and kind.shown == "sweep":
        raise unusable_file_error(file, saved, kind, "table")  # its rows are missing
    shown: SavedView = (kind and kind.shown) or "solution"
    return _VIEWS_OF_SAVED[shown](file, saved)


def _read_saved(file: str) -> dict[str, object] | list[dict[str, object]]:
    """Return the document in a file, or the rows of a sweep, one per line."""
    from sabot.analysis.sweep_journal import read_saved_rows

    try:
        saved = read_document(file)
    except FileError:  # no document: perhaps lines of them
        rows = read_saved_rows(file) if Path(file).is_file() else None
        if rows is None:
            raise
        return rows
    rows = (
        read_saved_rows(file)
        if saved.get("schema") == "sabot/sweep/1" or _is_sweep_row(saved)
        else None
    )
    return saved if rows is None else rows


def _is_sweep_row(saved: SavedDocument) -> bool:
    """Return whether a document is the only row of a sweep."""
    return "schema" not in saved and "game" in saved and "certificate" not in saved


def _build_or_refuse(file: str, what: str, make: Callable[[], T]) -> T:
    """Build views from a file that was not checked and may hold anything."""
    try:
        return make()
    except _READ_ERRORS as fault:
        raise FileError(f"{file}: not {what}: {fault}") from None


def _mark_unchecked(view: Document) -> Document:
    return build_document(view.blocks, BREAK, Remark("as saved; not checked"))


# ---------------------------------------------------------------------- with a proof


def _verified_views_with_time(file: str, saved: SavedDocument) -> ResultViews:
    """Return the views of a result after its proof was checked, on the screen with the time."""
    started = time.perf_counter()
    with name_file_in_errors(file):
        result = Result.load(file)
    views = views_of_result(result)
    return replace(views, screen=partial(views.screen, checked=time.perf_counter() - started))


def _solution_views(file: str, saved: SavedDocument) -> ResultViews:
    """Return the views of a solution, which may carry no proof."""
    from sabot.results.solution import Solution

    started = time.perf_counter()
    with name_file_in_errors(file):
        solution = Solution.load(file)
    checked: float | None = time.perf_counter() - started
    if solution.certificate is None:
        print_note(f"{file}: it carries no certificate, so nothing in it is proved")
        checked = None
    views = views_of_result(solution)
    screen, what = partial(views.screen, checked=checked), "a saved solution"
    paper = views.paper or screen
    sheet = views.sheet or paper
    return ResultViews(
        lambda: _build_or_refuse(file, what, screen),
        lambda: _build_or_refuse(file, what, paper),
        sheet=lambda: _build_or_refuse(file, what, sheet),
    )


def _verified_views(file: str, saved: SavedDocument) -> ResultViews:
    """Return the views of a result that was proved; nothing is said of the check."""
    with name_file_in_errors(file):
        return views_of_result(Result.load(file))


def _equilibrium_list_views(file: str, saved: SavedDocument) -> ResultViews:
    """Return the views of a list of equilibria, checked where it has a certificate.

    Its tables say that it is complete, and LaTeX tables have no line for *not checked*.
    """
    return (_unverified_views if saved.get("certificate") is None else _verified_views)(file, saved)


def _value_bounds_views(file: str, saved: SavedDocument) -> ResultViews:
    from sabot.render.views.value_bounds import saved_value_bounds_sheet, saved_value_bounds_tables

    left_open = ""
    if saved.get("certificate") is not None:
        with name_file_in_errors(file):
            result = Result.load(file)
        assert result.checked_file is not None
        saved, left_open = result.to_json(), result.checked_file.left_open
    tables = partial(saved_value_bounds_tables, file, saved, left_open)
    return ResultViews(tables, sheet=partial(saved_value_bounds_sheet, file, saved))


# ---------------------------------------------------------------------- without one


def _reduction_views(file: str, saved: SavedDocument) -> ResultViews:
    from sabot.cli.verbs.reduce import read_reduction_log
    from sabot.render.views.dominance import (
        reduction_steps_sheet,
        reduction_steps_tables,
        unchecked_log_view,
    )

    title, steps = str(saved.get("game", file)), read_reduction_log(file)[1]
    shown, tables, sheet = (
        partial(v, title, steps)
        for v in (unchecked_log_view, reduction_steps_tables, reduction_steps_sheet)
    )
    return ResultViews(shown, tables, sheet=sheet)


def _sweep_views(file: str, rows: list[dict[str, object]]) -> ResultViews:
    from sabot.render.views.sweep import (
        read_sweep_rows,
        sweep_rows_sheet,
        sweep_rows_tables,
        sweep_rows_view,
    )

    found = read_sweep_rows(file, rows)
    return ResultViews(
        lambda: sweep_rows_view(file, found, len(found)),
        lambda: sweep_rows_tables(file, found),
        sheet=lambda: sweep_rows_sheet(found),
    )


def _unverified_views(file: str, saved: SavedDocument) -> ResultViews:
    """Return the views of a result as saved; the screen says that it was not checked."""
    kind = result_class_of(saved)
    assert kind is not None
    views = views_of_result(parse_result(kind, saved, file))

    def screen() -> Document:
        return _mark_unchecked(_build_or_refuse(file, "what it says it is", views.screen))

    return replace(views, screen=screen)


def _recomputed_views(file: str, saved: SavedDocument) -> ResultViews:
    """Return the views of a result that was found once more: the file says the same."""
    kind = result_class_of(saved)
    assert kind is not None
    return views_of_result(parse_result(kind, saved, file))


def _paper_views(file: str, saved: SavedDocument) -> ResultViews:
    """Return the views of a report on a source."""
    from sabot.papers import Report

    views = views_of_result(parse_result(Report, saved, file))
    return replace(views, screen=lambda: _mark_unchecked(views.screen()))


_VIEWS_OF_SAVED: dict[SavedView, Callable[[str, SavedDocument], ResultViews]] = {
    "verified": _verified_views,
    "verified with time": _verified_views_with_time,
    "verified if possible": _equilibrium_list_views,
    "recomputed": _recomputed_views,
    "unverified": _unverified_views,
    "solution": _solution_views,
    "value bounds": _value_bounds_views,
    "reduction": _reduction_views,
    "paper": _paper_views,
}
"""The views of a saved file, by how the table of kinds says that it is shown."""
