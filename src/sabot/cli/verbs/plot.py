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
@click.option("--list", "listed", is_flag=True, help="Say which figures there are.")
@click.option(
    "--to",
    callback=parse_exact_number,
    metavar="N",
    help="Last value of a theorem's parameter to show.",
)
@click.option(
    "--width", metavar="W", help="Width of the drawing: inches (3.4) or with a unit (8.6cm, 86mm)."
)
@click.option("--dpi", metavar="N", help="Dots to the inch of a .png; 160 unless told.")
@click.option(
    "--no-title", is_flag=True, help="Leave out the title and the line below: a journal sets both."
)
@json_option
@output_instead_option
def plot(
    source: str,
    figure: str | None,
    listed: bool,
    to: Fraction | None,
    width: str | None,
    dpi: str | None,
    no_title: bool,
    as_json: bool,
    output: str | None,
) -> None:
    """Draw a figure of SOURCE: a game, a saved file, or a paper.

    A game shows its strategies, or the envelope V(p) where a seat has one choice between two
    actions; its FIGURE tree is the game tree, of up to 250 nodes. A game with a parameter marked *
    and a saved proof show value and mixes against it; a saved sweep shows its values; a paper has
    its own figures.

    The end of FILE says what is written: .svg, .pdf, .png (these need matplotlib), .csv or .json.
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
        known = figures_of_source(source, to=to, load_game=parse_game_argument)
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
