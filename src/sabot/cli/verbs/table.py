"""``sabot table``: the tables of a saved file, for a paper, a spreadsheet, a wiki or a page."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from sabot.certify import read
from sabot.cli.files import about, save_text
from sabot.cli.group import verb
from sabot.cli.options import form_option, output_instead
from sabot.cli.output import saving, say, show, write
from sabot.errors import FileError
from sabot.render.views.kinds import demand_kind

if TYPE_CHECKING:
    from sabot.render.document import Document

WRITERS = {
    "latex": "latex:written",
    "csv": "csv:written",
    "markdown": "markdown:written",
    "html": "html:page",
}
"""The writer of each form, by its module and function in ``sabot.render.writers``."""


@dataclass(frozen=True)
class _Views:
    """The documents of one file, made when asked for: the screen's, the paper's, the sheet's."""

    screen: Callable[[], Document]
    paper: Callable[[], Document]
    sheet: Callable[[], Document]

    def document(self, form: str | None) -> Document:
        """Return the document that is written in a form."""
        if form in (None, "html"):
            return self.screen()
        return self.sheet() if form == "csv" else self.paper()


@verb(
    examples=[
        "sabot solve le-her -o le-her.json && sabot table le-her.json --latex",
        "sabot reduce kuhn -o log.json && sabot table log.json --csv",
    ]
)
@click.argument("file", type=click.Path())
@form_option("latex", "LaTeX with booktabs.")
@form_option("csv", "CSV, every view and every digit.")
@form_option("markdown", "Markdown with pipes.")
@form_option("html", "A page that stands by itself.")
@output_instead
def table(file: str, form: str | None, output: str | None) -> None:
    """Print the tables of a saved solution, equilibrium, reduction, interval or sweep.

    A solution's certificate is checked first. Without a form the tables are shown as on solving.
    """
    told = _views(file).document(form)
    if form is None:
        if output is not None:
            raise click.UsageError("-o needs a form: --latex, --csv, --markdown or --html")
        show(told)
        return
    module, _, name = WRITERS[form].partition(":")
    text: str = getattr(import_module(f"sabot.render.writers.{module}"), name)(told)
    with saving(output, lambda path: save_text(path, text)) as saved:
        if not saved:
            write(text)


def _views(file: str) -> _Views:
    """Return what can be shown of a file, by what it says it is."""
    saved = _read(file)
    if isinstance(saved, list):
        return _sweep(file, saved)
    schema = str(saved.get("schema", ""))
    if schema in ("sabot/proof/1", "sabot/threshold-proof/1"):
        raise FileError(
            f"{file}: a theorem has no tables of numbers; write it out with: "
            f"sabot prove {quote(str(saved.get('game', 'GAME')))} --latex (or --markdown)"
        )
    demand_kind(file, saved, "table", "reduction", "interval", "classification")
    known: dict[str, Callable[[str, dict[str, Any]], _Views]] = {
        "sabot/equilibrium/1": _balance,
        "sabot/reduction/1": _steps,
        "sabot/interval/1": _interval,
        "sabot/classification/1": _sorts,
    }
    return known.get(schema, _solution)(file, saved)


def _read(file: str) -> dict[str, Any] | list[dict[str, Any]]:
    """Return the document in a file, or the rows of a sweep, one a line."""
    from sabot.analyse.sweeping.ledger import saved_rows

    try:
        saved = read(file)
    except FileError:  # no document: perhaps lines of them
        rows = saved_rows(file) if Path(file).is_file() else None
        if rows is None:
            raise
        return rows
    rows = saved_rows(file) if saved.get("schema") == "sabot/sweep/1" or _row(saved) else None
    return saved if rows is None else rows


def _row(saved: dict[str, Any]) -> bool:
    """Tell whether a document is the only row of a sweep."""
    return "schema" not in saved and "game" in saved and "certificate" not in saved


def _solution(file: str, saved: dict[str, Any]) -> _Views:
    from sabot.render.views.solution import paper, screen, solution_sheet
    from sabot.results.solution import Solution

    started = time.perf_counter()
    with about(file):
        solution = Solution.load(file)
    checked: float | None = time.perf_counter() - started
    if solution.certificate is None:
        say(f"{file}: it carries no certificate, so nothing in it is proved")
        checked = None
    views = (
        partial(screen, solution, checked=checked),
        partial(paper, solution),
        partial(solution_sheet, solution),
    )
    if solution.certificate is None:
        return _Views(*(partial(_unproved, file, view) for view in views))
    return _Views(*views)


def _unproved(file: str, view: Callable[[], Document]) -> Document:
    """Return a document of a solution that nobody checked, which may say anything."""
    try:
        return view()
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as fault:
        raise FileError(f"{file}: not a saved solution: {fault}") from None


def _balance(file: str, saved: dict[str, Any]) -> _Views:
    from sabot.render.hands.balance import paper, screen, sheet
    from sabot.results.balance import Equilibrium

    with about(file):
        found = Equilibrium.load(file)
    return _Views(*(partial(view, found) for view in (screen, paper, sheet)))


def _steps(file: str, saved: dict[str, Any]) -> _Views:
    from sabot.cli.verbs.reduce import read_steps
    from sabot.render.views.reduction import log_view, steps_sheet, steps_tables

    title, steps = str(saved.get("game", file)), read_steps(file)[1]
    return _Views(*(partial(view, title, steps) for view in (log_view, steps_tables, steps_sheet)))


def _interval(file: str, saved: dict[str, Any]) -> _Views:
    from sabot.render.views.saved import interval_sheet, interval_tables

    paper = partial(interval_tables, file, saved)
    return _Views(paper, paper, partial(interval_sheet, file, saved))


def _sorts(file: str, saved: dict[str, Any]) -> _Views:
    from sabot.render.views.saved import sorts_sheet, sorts_tables

    screen = partial(sorts_tables, file, saved)
    return _Views(screen, screen, partial(sorts_sheet, file, saved))


def _sweep(file: str, rows: list[dict[str, Any]]) -> _Views:
    from sabot.render.views.saved import sweep_sheet, sweep_tables

    screen = partial(sweep_tables, file, rows)
    return _Views(screen, screen, partial(sweep_sheet, rows))
