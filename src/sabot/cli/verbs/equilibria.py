"""``sabot equilibria``: all extreme optimal strategies of each seat."""

from __future__ import annotations

import click

from sabot.cli.group import verb
from sabot.cli.options import anyway_option, game_argument, json_option, told
from sabot.cli.output import busy, print_document, show


@verb(
    examples=[
        "sabot equilibria kuhn-poker",
        "sabot equilibria 'le-her(strategies=threshold)' --json",
    ]
)
@game_argument
@click.option("--all", "everything", is_flag=True, help="List every one on the terminal.")
@json_option
@anyway_option
def equilibria(game: str, everything: bool, as_json: bool, anyway: bool) -> None:
    """Find all extreme optimal strategies of each seat of GAME.

    Every optimal strategy is a mixture of its seat's extreme ones, and every pair of optimal
    strategies is an equilibrium. The first dozen of each seat are listed, and the rest counted;
    what all of them have in common is told once.
    """
    one = told(game)
    with busy(f"finding all optimal strategies of {one}"):
        from sabot import api

        found = api.equilibria(one, anyway=anyway)
    if as_json:
        print_document(found.to_json())
        return
    from sabot.render.views.equilibria import MOST_VERTICES, equilibria_view

    show(equilibria_view(found, most=None if everything else MOST_VERTICES))
