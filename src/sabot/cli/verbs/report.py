"""``sabot report``: who is ahead, which options are used, how long a hand takes and how it ends."""

from __future__ import annotations

from collections.abc import Sequence

import click

from sabot.analysis.game_report import RARE
from sabot.cli.files import format_result, save_text
from sabot.cli.options import (
    anyway_option,
    game_argument,
    json_option,
    output_option,
    parse_game_argument,
    select_format,
)
from sabot.cli.output import print_json, print_view, save_then_print, show_status
from sabot.cli.verbs import verb
from sabot.kinds import views_of_result

_RARE = f"{100 * RARE}%"


@verb(
    examples=[
        "sabot report kuhn-poker",
        "sabot report le-her -o report.md",
        "sabot report kuhn-poker --vary bet=1..3",
        "sabot report le-her --compare 'le-her(suits=1)'",
    ]
)
@game_argument
@click.option(
    "--compare",
    multiple=True,
    metavar="OTHER",
    help="Another game, shown beside GAME; may be repeated.",
)
@click.option(
    "--vary",
    multiple=True,
    metavar="KEY=VALUES",
    help="Change a parameter of GAME, as in bet=1..3 or rake=0|1/20; may be repeated.",
)
@click.option(
    "--rare",
    default=_RARE,
    metavar="P",
    help=f"An option is hardly used below this probability; default: {_RARE}.",
)
@json_option
@output_option
@anyway_option
def report(
    game: str,
    compare: Sequence[str],
    vary: Sequence[str],
    rare: str,
    as_json: bool,
    output: str | None,
    anyway: bool,
) -> None:
    """Report on GAME for its designer: who is ahead, and what the players really do.

    GAME is solved first. The report says what each player wins or loses per hand, how a hand ends
    and how many decisions it takes, and which options are never used, with a proof where no optimal
    strategy plays them, or hardly used.

    --compare and --vary show the same numbers of several games side by side: what a change of rule
    does to all of them. -o saves the report: .md, .html, .tex, .csv or .json.
    """
    kind = select_format(output, "json", tables=True)
    one = parse_game_argument(game)
    others = list(map(parse_game_argument, compare))
    with show_status(f"solving {one}"):
        from sabot.api.reporting import report as make

        found = make(one, compare=others, vary=vary, rare=rare, anyway=anyway)
    views = views_of_result(found)
    with save_then_print(
        output, lambda path: save_text(path, format_result(kind, views, found.to_json()))
    ):
        if as_json:
            print_json(found.to_json())
        else:
            print_view(views.document(None))
