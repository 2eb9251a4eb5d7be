"""``sabot properties``: what kind of game it is, with proof."""

from __future__ import annotations

from functools import partial

import click

from sabot.cli.files import save_and_print
from sabot.cli.options import (
    SecondsType,
    game_argument,
    json_option,
    output_option,
    parse_game_argument,
    require_one_format,
    select_format,
    snap_option,
    table_format_flags,
)
from sabot.cli.output import show_status
from sabot.cli.verbs import verb


@verb(
    examples=[
        "sabot properties 'matrix([[3|3,0|5],[5|0,1|1]])'",
        "sabot properties 'matrix([[0,-1,1],[1,0,-1],[-1,1,0]])' -o rps.json",
    ]
)
@game_argument
@snap_option
@click.option("--all", "everything", is_flag=True, help="List everything on the terminal.")
@click.option(
    "--seconds",
    type=SecondsType(min=0, min_open=True),
    metavar="S",
    help="Search all equilibria of a game for three and more players for up to S seconds, to "
    "decide whether it is degenerate; without it only a few cells are searched.",
)
@table_format_flags
@json_option
@output_option
def properties(
    game: str,
    everything: bool,
    seconds: float | None,
    form: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Say what kind of game GAME is, with proof.

    Whether the payoffs have a constant sum; whether the game is degenerate (three and more players:
    whether some equilibrium is not regular); pure and strict equilibria; dominant strategies; what
    survives iterated elimination of strictly dominated strategies; an exact, weighted, ordinal or
    generalized ordinal potential; whether the game is supermodular, as listed or in other orders of
    the strategies, with its least and greatest equilibrium; whether it is symmetric, with all
    symmetric equilibria of a game for two.

    Any number of players; a tree is taken by the pure strategies of its reduced normal form. Each
    answer has evidence: a table or a log if the property holds, a witness if it does not. What is
    too large to decide is said not to be decided.

    The certificate is checked before anything is printed. -o saves it, for `sabot check`, or the
    tables as .tex, .md, .html, .csv.
    """
    require_one_format(form, as_json)
    kind = select_format(output, "json", tables=True, asked=form)
    one = parse_game_argument(game)
    with show_status(f"deciding properties of {one}"):
        from sabot.api import checking
        from sabot.api.properties import properties as find_properties
        from sabot.render.views.properties import properties_view

        found = find_properties(one, seconds=seconds)
        checking.check(found)
    screen = partial(properties_view, found, everything=everything)
    save_and_print(found, one, screen, as_json=as_json, form=form, kind=kind, output=output)
