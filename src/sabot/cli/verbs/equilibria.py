"""``sabot equilibria``: all extreme optimal strategies of each seat."""

from __future__ import annotations

import click

from sabot.cli.group import verb
from sabot.cli.options import anyway_option, game_argument, json_option, output_option, told
from sabot.cli.output import busy, document, print_document, saving, show
from sabot.files.whole import write_whole


@verb(
    examples=[
        "sabot equilibria kuhn-poker",
        "sabot equilibria 'le-her(strategies=threshold)' --json",
    ]
)
@game_argument
@click.option("--all", "everything", is_flag=True, help="List every one on the terminal.")
@json_option
@output_option
@anyway_option
def equilibria(
    game: str, everything: bool, as_json: bool, output: str | None, anyway: bool
) -> None:
    """Find all extreme optimal strategies of each seat of GAME.

    Every optimal strategy is a mixture of its seat's extreme ones, and every pair of optimal
    strategies is an equilibrium. The first dozen of each seat are listed, and the rest counted;
    what all of them have in common is told once. -o saves them all, for `sabot check`.
    """
    one = told(game)
    with busy(f"finding all optimal strategies of {one}"):
        from sabot import api

        found = api.equilibria(one, anyway=anyway)
    text = document(found.to_json())
    with saving(output, lambda path: write_whole(path, text)):
        if as_json:
            print_document(found.to_json())
            return
        from sabot.render.views.equilibria import MOST_VERTICES, equilibria_view

        show(equilibria_view(found, most=None if everything else MOST_VERTICES))
