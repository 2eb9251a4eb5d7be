"""``sabot correlated``: the best and worst correlated equilibria, all vertices, a given device."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

import click

from sabot.cli.files import save_and_print
from sabot.cli.options import (
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

if TYPE_CHECKING:
    from sabot.api.correlated import Extreme


@verb(
    examples=[
        "sabot correlated 'matrix([[6|6,2|7],[7|2,0|0]])'",
        "sabot correlated 'matrix([[6|6,2|7],[7|2,0|0]])' --vertices -o chicken.json",
        "sabot correlated 'matrix([[6|6,2|7],[7|2,0|0]])' --coarse --objective sum",
    ]
)
@game_argument
@snap_option
@click.option("--coarse", is_flag=True, help="Coarse correlated equilibria instead.")
@click.option(
    "--objective",
    metavar="NAME",
    help="Only for this player, or for the sum of all payoffs: sum (default: all of them).",
)
@click.option(
    "--extreme",
    type=click.Choice(["both", "best", "worst"]),
    default="both",
    help="Only the best or the worst equilibrium (default: both).",
)
@click.option("--vertices", is_flag=True, help="List all vertices of the polytope; small games.")
@click.option(
    "--device",
    type=click.Path(),
    metavar="FILE",
    help="Evaluate this device: a CSV or JSON file with the probabilities of profiles.",
)
@click.option("--all", "everything", is_flag=True, help="List everything on the terminal.")
@table_format_flags
@json_option
@output_option
def correlated(
    game: str,
    coarse: bool,
    objective: str | None,
    extreme: Literal["both", "best", "worst"],
    vertices: bool,
    device: str | None,
    everything: bool,
    form: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Find the best and the worst correlated equilibria of GAME, with proof.

    A device draws a profile of pure strategies and recommends to each player its own strategy. It
    is a correlated equilibrium if no player gains by any change of what is recommended to it. With
    --coarse a player may only choose another strategy before it sees the recommendation. Any number
    of players; a tree is taken by the pure strategies of its reduced normal form.

    For each player and for the sum of all payoffs, exact linear programs find an equilibrium with
    the greatest and one with the least value. Beside them: the prices of anarchy and stability, and
    those of all Nash equilibria of a small game, else of the pure ones. --vertices lists all
    vertices of the polytope of equilibria; `sabot plot` draws their payoffs. --device FILE says
    whether the device in FILE is an equilibrium, and which deviations gain how much. The first line
    of a CSV file names the players and has the word probability; each other line is a profile.

    The certificate is checked before anything is printed. -o saves it, for `sabot check`, or the
    tables as .tex, .md, .html, .csv.
    """
    require_one_format(form, as_json)
    kind = select_format(output, "json", tables=True, asked=form)
    one = parse_game_argument(game)
    asked: Extreme = extreme
    with show_status(f"finding correlated equilibria of {one}"):
        from sabot.api import checking
        from sabot.api.correlated import correlated as find_correlated
        from sabot.render.views.correlated import correlated_view

        found = find_correlated(
            one,
            coarse=coarse,
            objective=objective,
            extreme=asked,
            vertices=vertices,
            device=device,
        )
        checking.check(found)
    screen = partial(correlated_view, found, everything=everything)
    save_and_print(found, one, screen, as_json=as_json, form=form, kind=kind, output=output)
