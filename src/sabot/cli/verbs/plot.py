"""``sabot plot``: a figure of a game, a theorem, a saved file or a paper."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import click

from sabot.cli.files import name_file_in_errors
from sabot.cli.options import (
    json_option,
    output_instead_option,
    parse_exact_number,
    parse_game_argument,
)
from sabot.cli.output import print_json, print_note, print_view, show_status
from sabot.cli.verbs import verb
from sabot.errors import FormError


def _complete_figure(context: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Complete the name of a figure of a source that is a paper."""
    from sabot import papers

    name = context.params.get("source")
    known = papers.source(name).figures if name in papers.names() else ()
    return [figure.name for figure in known if figure.name.startswith(typed)]


@verb(
    examples=[
        "sabot plot 'baccara(model=A1)' -o envelope.svg",
        "sabot plot foster-1964 fig-3 --width 8.6cm --no-title -o fig-3.pdf",
        "sabot plot 'le-her(ranks=5, suits=*)' --to 12 -o theorem.pdf",
        "sabot sweep 'le-her(ranks=2..9)' -o s.jsonl && sabot plot s.jsonl -o s.png",
        "sabot plot kuhn-poker tree -o tree.svg",
        "sabot plot wastlund-2005 --list",
    ]
)
@click.argument("source")
@click.argument("figure", required=False, shell_complete=_complete_figure)
@click.option("--list", "listed", is_flag=True, help="List the figures.")
@click.option(
    "--from",
    "low",
    callback=parse_exact_number,
    metavar="N",
    help="Least value of the parameter of a theorem.",
)
@click.option(
    "--to",
    callback=parse_exact_number,
    metavar="N",
    help="Largest value of the parameter of a theorem.",
)
@click.option("--width", metavar="W", help="Width: inches (3.4) or with a unit (8.6cm, 86mm).")
@click.option("--dpi", metavar="N", help="Dots per inch of a .png (default: 160).")
@click.option("--no-title", is_flag=True, help="Leave out title and caption, for a journal.")
@json_option
@output_instead_option
def plot(
    source: str,
    figure: str | None,
    listed: bool,
    low: Fraction | None,
    to: Fraction | None,
    width: str | None,
    dpi: str | None,
    no_title: bool,
    as_json: bool,
    output: str | None,
) -> None:
    """Draw a figure of SOURCE: a game, a saved file, or a paper.

    For a game: its strategies, or the value as a function V(p) of one mixing probability p if a
    player has a single choice between two actions; FIGURE tree is its game tree, up to 250 nodes.
    FIGURE correlated is the polygon of the payoffs of all correlated equilibria of a small bimatrix
    game; a file of `sabot correlated --vertices` is drawn so too. FIGURE components shows all
    equilibria of a matrix game: of each component, how often at least and at most each strategy is
    played; responses, of a 2 x 2 game, the best responses. A file of `sabot equilibria` is drawn
    so too.
    For a game with a parameter marked *, a matrix with a letter in it, or a saved theorem: value
    and probabilities against the parameter. A theorem that has no end is drawn up to some way
    beyond its last breakpoint; --from and --to choose the range. For a saved sweep: its values. A
    paper has figures of its own.

    The ending of FILE chooses the format: .svg, .pdf, .png (these need matplotlib), .csv or .json.
    Without -o the numbers of the figure are printed.
    """
    from sabot.plotting import figures_of_source, pick_figure
    from sabot.render.figures.figure import IMAGE_FORMATS, figure_format
    from sabot.render.figures.style import FigureStyle

    form = None if output is None else figure_format(output)
    look = FigureStyle.of(width=width, dpi=dpi, title=not no_title)
    if look != FigureStyle() and form not in IMAGE_FORMATS:
        raise FormError(
            "--width, --dpi and --no-title say how a figure is drawn, and none is\n"
            "  write it to a file that ends with .svg, .pdf or .png: -o FILE.svg"
        )
    with show_status(f"drawing {source}"), name_file_in_errors(source):
        known = figures_of_source(source, low=low, to=to, load_game=parse_game_argument)
        found = None if listed else pick_figure(known, figure)
    if found is None:
        for name in known:
            click.echo(name)
    elif output is not None:
        replace(found, look=look).save(output)
        print_note(f"saved to {output}")
    elif as_json:
        print_json(found.to_json())
    else:
        from sabot.render.figures.figure import figure_view

        print_view(figure_view(found))
    if found is not None and found.range_shown and not as_json:
        print_note(f"shown: {found.range_shown}; --from and --to choose another range")
