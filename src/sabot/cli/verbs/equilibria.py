"""``sabot equilibria``: all extreme solutions of a game.

These are the extreme optimal strategies of a zero-sum game, the extreme Nash equilibria of a
two-player game, or the equilibria of a game for three or more players: all, or the pure ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import click

from sabot.cli.files import format_result, save_text
from sabot.cli.options import (
    anyway_option,
    game_argument,
    json_option,
    open_executor,
    output_option,
    parse_game_argument,
    require_one_format,
    select_format,
    table_format_flags,
    worker_options,
)
from sabot.cli.output import print_note, print_result, save_then_print, show_status
from sabot.cli.verbs import verb
from sabot.errors import Interrupted, SabotError
from sabot.kinds import views_of_result

if TYPE_CHECKING:
    from sabot.render.document import Document
    from sabot.solvers.registry import AnyEquilibria


def _report_check_of_list(path: str, document: Mapping[str, object]) -> None:
    """Say so where a saved file is one that `sabot check` refuses or leaves something open in.

    A list may be longer than the checker has limits for: then the file is no proof.
    """
    from sabot import certify

    with show_status(f"checking {path}"):
        try:
            proved = certify.check(document)
        except SabotError as fault:
            print_note(f"{path}: sabot check refuses this file: {fault}")
            return
    shown = True
    if isinstance(proved, certify.AllNashVerdict):
        shown = proved.complete or "complete" in document
    elif isinstance(proved, certify.OptimalSetVerdict):
        shown = all(own.complete and own.described is not False for own in proved.extreme.values())
    if not shown:
        print_note(
            f"{path}: sabot check accepts this file, but cannot show that the list is complete"
        )


@verb(
    examples=[
        "sabot equilibria kuhn-poker",
        "sabot equilibria kuhn-poker -o kuhn.tex",
        "sabot equilibria 'le-her(strategies=threshold)' --json",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])'",
        "sabot equilibria 'matrix([[2|1,0|0],[0|0,1|2]])' --seconds 60 -o sexes.json",
    ]
)
@game_argument
@click.option("--all", "everything", is_flag=True, help="List all of them on the terminal.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Stop after S seconds, and keep the equilibria found.",
)
@click.option(
    "--first",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop after N equilibria or a few more.",
)
@click.option("--pure", is_flag=True, help="List only pure equilibria (three or more players).")
@worker_options
@table_format_flags
@json_option
@output_option
@anyway_option
def equilibria(
    game: str,
    everything: bool,
    seconds: float | None,
    first: int | None,
    pure: bool,
    jobs: int | None,
    cluster: str | None,
    form: str | None,
    as_json: bool,
    output: str | None,
    anyway: bool,
) -> None:
    """Find all Nash equilibria of GAME; if zero-sum, all optimal strategies.

    Two players, not zero-sum (a bimatrix game: a .nfg or .efg file, pairs such as 3|1 in a CSV):
    all extreme Nash equilibria with their payoffs, and the components that they form, with a proof
    that there are no others. A tree is turned into a matrix of its pure strategies, if they are
    few. In baccara with a commission the choices are tried case by case instead.

    Two players, zero-sum: all extreme optimal strategies of each player. Every optimal strategy is
    a mixture of them, and every pair of optimal strategies is a Nash equilibrium. The first dozen
    are listed.

    Three or more players with one choice each, in a small game (up to about 4x3x3): all Nash
    equilibria and sets of equilibria, with a proof that there are no others; a search that is given
    up says so. In other games, or with --pure: all pure Nash equilibria, if they can be listed.

    There is no limit of time: --seconds sets one. A list that is stopped (by --seconds, --first,
    Ctrl-C, or because the cases do not fit in memory) shows the equilibria found so far and says
    that there may be others; a file of it proves each of them, and does not claim to be complete.
    This is for games that are not zero-sum. --jobs and --cluster spread the search for two players
    over processes; if stopped, it keeps the parts that are done. Writing a long list takes longer.

    -o saves all of them: as JSON, for `sabot check`, or as .tex, .md, .html, .csv. --latex and the
    like print the tables alone.
    """
    require_one_format(form, as_json)
    kind = select_format(output, "json", tables=True, asked=form)
    one = parse_game_argument(game)
    with (
        open_executor(jobs, cluster) as executor,
        show_status(f"finding all equilibria of {one}"),
    ):
        from sabot.api import solving

        found = solving.equilibria(
            one, anyway=anyway, seconds=seconds, first=first, pure=pure, executor=executor
        )

    def save(path: str) -> None:
        document = found.to_json()
        save_text(path, format_result(kind, views_of_result(found), document))
        if kind == "json" and document.get("certificate") is not None:
            _report_check_of_list(path, document)

    with save_then_print(output, save) as saved:
        screen = partial(_screen_view, found, everything=everything)
        print_result(found, screen, as_json=as_json, form=form, saved=saved)
    _report_stop(found, one.rules.remark(one))


def _screen_view(found: AnyEquilibria, *, everything: bool) -> Document:
    """Return what a terminal shows of a list: the first of it, or everything."""
    from sabot.render.views.all_nash import listed_equilibria_view
    from sabot.render.views.nplayer import pure_equilibria_view
    from sabot.render.views.nplayer_nash import nplayer_nash_view
    from sabot.results.binary_nash import PairEquilibria
    from sabot.results.nplayer import PureEquilibria
    from sabot.results.nplayer_nash import NPlayerEquilibria

    if isinstance(found, NPlayerEquilibria):
        return nplayer_nash_view(found, most=None) if everything else nplayer_nash_view(found)
    if isinstance(found, PureEquilibria):
        return pure_equilibria_view(found, most=None) if everything else pure_equilibria_view(found)
    if isinstance(found, PairEquilibria):
        return views_of_result(found).screen()
    return listed_equilibria_view(found, everything=everything)


def _report_stop(found: AnyEquilibria, remark: str) -> None:
    """Say what the game's family remarks, and that a list is not complete if it was stopped.

    Ctrl-C has its exit code.
    """
    from sabot.results.all_nash import INTERRUPTED, EveryEquilibrium
    from sabot.results.nplayer_nash import NPlayerEquilibria

    if remark:
        print_note(remark)
    if not isinstance(found, EveryEquilibrium | NPlayerEquilibria) or found.complete:
        return
    text = f"{found.stopped}; the list is not complete: there may be other equilibria"
    if found.stopped == INTERRUPTED:
        raise Interrupted(text)
    print_note(text)
