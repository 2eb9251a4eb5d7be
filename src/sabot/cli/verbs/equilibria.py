"""``sabot equilibria``: all extreme optimal strategies of each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sabot.cli.files import chosen_form, save_text, text_in
from sabot.cli.group import verb
from sabot.cli.options import anyway_option, game_argument, json_option, output_option, told
from sabot.cli.output import busy, print_document, saving, say, show
from sabot.errors import SabotError
from sabot.render.written import TABLES, views_of

if TYPE_CHECKING:
    from sabot.render.document import Document


def _demand_accepted(path: str, document: dict[str, Any]) -> None:
    """Say so where a saved file is one that `sabot check` refuses or leaves something open in.

    A list may be longer than the checker has limits for: then the file is no proof.
    """
    from sabot import certify

    with busy(f"checking {path}"):
        try:
            proved = certify.check(document)
        except SabotError as fault:
            say(f"{path}: sabot check refuses this file: {fault}")
            return
    shown = True
    if isinstance(proved, certify.EveryProved):
        shown = proved.complete
    elif isinstance(proved, certify.ListProved):
        shown = all(own.complete and own.described is not False for own in proved.extreme.values())
    if not shown:
        say(f"{path}: sabot check accepts this file, but cannot show that the list is complete")


@verb(
    examples=[
        "sabot equilibria kuhn-poker",
        "sabot equilibria kuhn-poker -o kuhn.tex",
        "sabot equilibria 'le-her(strategies=threshold)' --json",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])'",
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
    """Find all extreme optimal strategies of each seat of GAME, or all its extreme equilibria.

    Of a game that sums to zero: every optimal strategy is a mixture of its seat's extreme ones, and
    every pair of optimal strategies is an equilibrium. The first dozen of each seat are listed, and
    the rest counted; what all of them have in common is told once. -o saves all of them: as JSON,
    for `sabot check`, or in the form that the end of FILE says (.tex, .md, .html, .csv).

    Of a game of two that does not (a .nfg or .efg file, pairs such as 3|1 in a CSV): every extreme
    equilibrium with what it pays, and the components that they form, with a proof that there are
    no others. A tree is written out by its pure strategies, where these are few; baccara with a
    commission is not: its binary choices are gone through case by case.


    Of a game for three or more seats: all its pure equilibria, with what they pay each seat. Every
    profile of pure strategies is looked at, where they are not too many.
    """
    form = chosen_form(output, "json", *TABLES)
    one = told(game)
    with busy(f"finding all optimal strategies of {one}"):
        from sabot import api

        found = api.equilibria(one, anyway=anyway)
    from sabot.render.seats.pure import pure_view
    from sabot.render.views.equilibria import listed_view
    from sabot.results.pairs import PairEquilibria
    from sabot.results.seats.pure import PureEquilibria

    def screen() -> Document:
        if isinstance(found, PureEquilibria):
            return pure_view(found, most=None) if everything else pure_view(found)
        if isinstance(found, PairEquilibria):
            return views_of(found).screen()
        return listed_view(found, everything=everything)

    def save(path: str) -> None:
        document = found.to_json()
        save_text(path, text_in(form, views_of(found), document))
        if form == "json" and document.get("certificate") is not None:
            _demand_accepted(path, document)

    with saving(output, save):
        if as_json:
            print_document(found.to_json())
        else:
            show(screen())
