"""``sabot table``: the tables of a saved file, for a paper, a spreadsheet or a wiki."""

from __future__ import annotations

import time
from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING

import click

from sabot.certify import read
from sabot.cli.files import about, save_text
from sabot.cli.group import verb
from sabot.cli.options import form_option, output_instead
from sabot.cli.output import saving, show, write
from sabot.errors import FileError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sabot.solution import Solution
    from sabot.solvers.dominance import Step


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
@output_instead
def table(file: str, form: str | None, output: str | None) -> None:
    """Print the tables of a saved solution or reduction log.

    A solution's certificate is checked first. Without a form the tables are shown as on solving.
    """
    log = read(file)
    if log.get("schema") == "sabot/proof/1":
        raise FileError(
            f"{file}: a theorem has no tables of numbers; write it out with: "
            f"sabot prove {quote(str(log.get('game', 'GAME')))} --latex (or --markdown)"
        )
    if log.get("schema") == "sabot/reduction/1":
        text = _steps(file, form, str(log.get("game", file)))
    else:
        text = _solution(file, form)
    if isinstance(text, str):
        with saving(output, lambda path: save_text(path, text)) as saved:
            if not saved:
                write(text)
        return
    if output is not None:
        raise click.UsageError("-o needs a form: --latex, --csv or --markdown")
    show(text)


def _solution(file: str, form: str | None) -> str | RenderableType:
    from sabot.solution import OpenSolution, Solution

    started = time.perf_counter()
    with about(file):
        solution = Solution.load(file)
    checked = time.perf_counter() - started
    if form is None:
        from sabot.cli.solve import view_of

        return view_of(solution, None, checked)
    if isinstance(solution, OpenSolution) and form in ("latex", "markdown"):
        from sabot.render.deal_tables import deal_latex, deal_markdown

        return deal_latex(solution) if form == "latex" else deal_markdown(solution)
    from sabot.render.latex import solution_latex
    from sabot.render.markdown import solution_markdown
    from sabot.render.sheet import solution_csv

    forms: dict[str, Callable[[Solution], str]] = {
        "latex": solution_latex,
        "csv": solution_csv,
        "markdown": solution_markdown,
    }
    return forms[form](solution)


def _steps(file: str, form: str | None, title: str) -> str | RenderableType:
    from sabot.cli.reduce import read_steps
    from sabot.render.latex import steps_latex
    from sabot.render.markdown import steps_markdown
    from sabot.render.reduction import log_view
    from sabot.render.sheet import steps_csv

    steps = read_steps(file)[1]
    if form is None:
        return log_view(title, steps)
    forms: dict[str, Callable[[list[Step]], str]] = {
        "latex": lambda steps: steps_latex(title, steps),
        "csv": steps_csv,
        "markdown": lambda steps: steps_markdown(title, steps),
    }
    return forms[form](steps)
