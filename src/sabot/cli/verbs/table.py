"""``sabot table``: the tables of a game or a saved file, for a paper, a sheet, a wiki or a page."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from sabot.cli.files import chosen_form, save_text
from sabot.cli.group import verb
from sabot.cli.options import anyway_option, form_option, output_instead, told
from sabot.cli.output import busy, saving, show, write
from sabot.cli.saved import is_saved, saved_views
from sabot.errors import FileError, GameStringError
from sabot.render.written import TABLES, Views, views_of

if TYPE_CHECKING:
    from sabot.shown import Shown


_WRITINGS = {".tex": "LaTeX", ".md": "Markdown", ".html": "a page", ".csv": ""}
_SHEETS = {
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
@form_option("latex", "LaTeX with booktabs.")
@form_option("csv", "CSV, every view and every digit.")
@form_option("markdown", "Markdown with pipes.")
@form_option("html", "A page that stands by itself.")
@output_instead
@anyway_option
def table(source: str, form: str | None, output: str | None, anyway: bool) -> None:
    """Print the tables of a file that a verb saved, or of a game, which is solved first.

    A solution's certificate and a theorem's proof are checked first; of what has neither, nothing
    is checked. A game with a parameter marked * is proved first. Without a form the tables are
    shown as on solving; the end of -o FILE says the form: .tex, .csv, .md or .html.
    """
    form = chosen_form(output, *TABLES, asked=form)
    if output is not None and form is None:
        raise click.UsageError("-o needs a form: a name that ends in .tex, .csv, .md or .html")
    _demand_no_writing(source)
    views = saved_views(source) if is_saved(source) else _views(source, anyway)
    if form is None:
        show(views.document(None))
        return
    text = views.written(form)
    with saving(output, lambda path: save_text(path, text)) as saved:
        if not saved:
            write(text)


def _demand_no_writing(source: str) -> None:
    """Refuse what Sabot wrote to be read by people: of it no other table can be made."""
    suffix = os.path.splitext(source)[1].lower()
    if suffix not in _WRITINGS or not os.path.isfile(source):
        return
    what = _WRITINGS[suffix]
    if suffix == ".csv":  # a matrix may stand there too
        with open(source, "rb") as file:
            heading = file.readline(200).decode("utf-8", "replace")
        what = next((_SHEETS[head] for head in _SHEETS if heading.startswith(head)), "")
    if what:
        raise FileError(
            f"{source}: holds {what}, written to be read elsewhere; sabot table reads games and "
            "what -o saved in a file that ends in .json or .jsonl"
        )


def _demand_there(source: str) -> None:
    """Refuse a bare word that is neither a file nor a game."""
    from sabot.games import load

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


def _views(game: str, anyway: bool) -> Views:
    """Return the views of a game, solved or, with an open parameter, proved."""
    from sabot import api

    _demand_there(game)
    with busy(f"solving {game}"):
        found: Shown
        if "=*" in game.replace(" ", ""):
            proof = api.prove(game, anyway=anyway)
            api.check(proof)
            return views_of(proof)
        found = solution = api.solve(told(game), anyway=anyway)
        if solution.certificate:
            api.check(solution)
    return views_of(found)
