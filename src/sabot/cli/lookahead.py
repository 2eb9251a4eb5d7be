"""``--method`` of ``sabot solve``: lookahead or Rosen's gradient, with its trace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sabot.cli.files import save_text
from sabot.cli.options import parse_game_argument
from sabot.cli.output import json_line, print_json, print_view, save_then_print, show_status

if TYPE_CHECKING:
    from sabot.api.lookahead import MethodOptions, MethodRun
    from sabot.game_rules.game import Game

FIGURE_SUFFIXES = (".svg", ".pdf", ".png", ".json")
TABLE_SUFFIXES = {".csv": "csv", ".md": "markdown", ".tex": "latex", ".html": "html"}


def method_options(function: Callable[..., object]) -> Callable[..., object]:
    """Add --method and what belongs to it; the verb has them as one argument each."""
    options = (
        click.option(
            "--method",
            type=click.Choice(["lookahead", "rosen"]),
            help="Run an algorithm of Risticz' thesis of 1973 instead: for games with cuts and for "
            "networks. It proves no equilibrium; what is left to gain is measured exactly.",
        ),
        click.option(
            "--trace",
            metavar="FILE",
            help="With --method: save every cycle, as a table (.csv, .md, .tex, .html) or as a "
            "figure (.svg, .pdf, .png; .json has its numbers).",
        ),
        click.option("--degree", type=int, help="Of lookahead: replies looked ahead; default: 1."),
        click.option(
            "--share", type=float, help="Of lookahead: the next step over the last; default: 0.5."
        ),
        click.option(
            "--start",
            metavar="X[,X...]",
            help="With --method: where all cuts or shares begin, or each; default: 0.",
        ),
        click.option(
            "--step", type=float, help="With --method: the first step; default: 0.1, rosen 0.02."
        ),
        click.option(
            "--least",
            type=float,
            help="With --method: the least step; of rosen, the least move; default: 1e-5, "
            "rosen 1e-7.",
        ),
        click.option(
            "--order", metavar="SEAT,SEAT", help="Of lookahead: who moves first, second, ..."
        ),
        click.option(
            "--cycles",
            type=int,
            help="With --method: at most so many cycles per step; default: 100, rosen 1000.",
        ),
        click.option(
            "--shape",
            type=click.Choice(["bluffs", "plain"]),
            help="With --method: whether the worst hands may bluff; default: bluffs.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def read_method_options(given: dict[str, object]) -> MethodOptions:
    """Return the options of a run as they were typed; those left out have their defaults."""
    from sabot.api.lookahead import MethodOptions

    typed = dict(given)
    start = typed.pop("start", None)
    order = typed.pop("order", None)
    if isinstance(start, str):
        try:
            typed["start"] = tuple(map(float, start.split(",")))
        except ValueError:
            raise click.BadParameter(
                f"--start {start}: write numbers, as 0 or 0.1,0.7,0.4"
            ) from None
    if isinstance(order, str):
        typed["order"] = tuple(part.strip() for part in order.split(","))
    return MethodOptions(**typed)  # type: ignore[arg-type]  # click has read each by its type


def solved_by_method(
    game: str,
    given: dict[str, object],
    others: tuple[object, ...],
    as_json: bool,
    output: str | None,
) -> bool:
    """Run a method if one is asked for, and return whether; refuse what does not go with it.

    *given* are the options of :func:`method_options`, *others* those that do not go with them.
    """
    own = {name: one for name, one in given.items() if one is not None}
    method = own.pop("method", None)
    if method is None:
        for name in own:
            raise click.UsageError(f"--{name} goes with --method lookahead or --method rosen")
        return False
    if any(one is not None and one is not False for one in others):
        raise click.UsageError("--method goes with --trace, --json, -o and its own options")
    if method == "rosen":
        for name in ("degree", "share", "order"):
            if name in own:
                raise click.UsageError(f"--{name} is of --method lookahead; leave it out")
    trace = own.pop("trace", None)
    played = parse_game_argument(game)
    path = None if trace is None else str(trace)
    _run_with_method(played, str(method), own, path, as_json=as_json, output=output)
    return True


def _run_with_method(
    game: Game,
    method: str,
    given: dict[str, object],
    trace: str | None,
    *,
    as_json: bool,
    output: str | None,
) -> None:
    """Run a method, print what it reached, and save the trace."""
    suffix = Path(trace).suffix.lower() if trace else ""
    if trace and suffix not in (*FIGURE_SUFFIXES, *TABLE_SUFFIXES):
        known = ", ".join((*TABLE_SUFFIXES, *FIGURE_SUFFIXES))
        raise click.UsageError(f"--trace {trace}: name a file that ends in {known}")
    if output and Path(output).suffix.lower() not in ("", ".json"):
        raise click.UsageError("-o saves JSON here; --trace saves tables and figures")
    options = read_method_options(given)
    with show_status(f"{method} on {game}"):
        from sabot.api.lookahead import run_method
        from sabot.render.views.lookahead import method_view

        found = run_method(game, method, options)
        if trace:
            _save_trace(found, trace, suffix)
    document = found.to_json()
    with save_then_print(output, lambda path: save_text(path, json_line(document))):
        if as_json:
            print_json(document)
        else:
            print_view(method_view(found))


def _save_trace(found: MethodRun, path: str, suffix: str) -> None:
    if suffix in FIGURE_SUFFIXES:
        from sabot.render.views.lookahead import method_trace_figure

        method_trace_figure(found).save(path)
        return
    from sabot.render.formats import render_document
    from sabot.render.views.lookahead import method_trace_table

    save_text(path, render_document(method_trace_table(found), TABLE_SUFFIXES[suffix]))
