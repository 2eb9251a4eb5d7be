"""``sabot reduce``: iterated elimination of dominated strategies, and the replay of a saved log."""

from __future__ import annotations

from collections.abc import Mapping
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.files import format_result, name_file_in_errors, read_json, save_text
from sabot.cli.options import (
    anyway_option,
    game_argument,
    json_option,
    output_option,
    parse_game_argument,
    select_format,
)
from sabot.cli.output import print_json, print_note, print_view, save_then_print, show_status
from sabot.cli.verbs import verb
from sabot.errors import CertificateError, FileError
from sabot.kinds import views_of_result

if TYPE_CHECKING:
    from sabot.solvers.dominance import EliminationStep


def read_reduction_log(
    path: str, seats: tuple[str, ...] = ()
) -> tuple[dict[str, object], list[EliminationStep]]:
    """Return a saved log and its steps; each must be of one of *seats*, where they are given."""
    from sabot.solvers.dominance import steps_from_json

    log = read_json(path)
    if log.get("schema") != "sabot/reduction/1":
        raise FileError(f"{path}: not a reduction log; make one with: sabot reduce GAME -o FILE")
    with name_file_in_errors(path):
        steps = steps_from_json(log)
    for number, step in enumerate(steps, 1):
        words = (step.seat, step.removed, step.sort)
        if not all(isinstance(word, str) for word in words):
            raise FileError(f"{path}: step {number} is not written in words")
        if seats and step.seat not in seats:
            raise FileError(
                f"{path}: step {number} is of {step.seat!r}, who does not sit at this game; "
                f"its seats are {', '.join(seats)}"
            )
    return log, steps


@verb(
    examples=[
        "sabot reduce 'le-her(strategies=threshold)' -o log.json",
        "sabot reduce 'le-her(strategies=threshold)' --replay log.json",
        "sabot reduce 'baccara(model=B2, decks=6)'",
        "sabot reduce 'matrix([[3|3,0|5],[5|0,1|1]])'",
    ]
)
@game_argument
@click.option("--weak", is_flag=True, help="Remove weakly dominated strategies too.")
@click.option("--duplicates", is_flag=True, help="Keep only one of several equal strategies.")
@click.option("--pure", is_flag=True, help="Dominance by pure strategies only, not by mixtures.")
@click.option("--replay", metavar="FILE", help="Check the steps in a saved file instead.")
@json_option
@output_option
@anyway_option
def reduce(
    game: str,
    weak: bool,
    duplicates: bool,
    pure: bool,
    replay: str | None,
    as_json: bool,
    output: str | None,
    anyway: bool,
) -> None:
    """Remove the dominated strategies of GAME, and say what dominates each.

    Strict dominance keeps all Nash equilibria; --weak and --duplicates keep the value but may lose
    equilibria. -o saves the steps, or their table if FILE ends in .tex, .md, .html or .csv;
    --replay checks every step of a saved file exactly.

    A game such as baccara has too many pure strategies to list, but no choice that follows another
    of the same player. There each information set is judged: is one action better whatever the
    other player does?

    If the game is not zero-sum, each player's strategies are compared by that player's own payoffs.
    """
    if replay is not None and (weak or duplicates or pure or output):
        raise click.UsageError("--replay takes the steps from its file; give no other option")
    kind = select_format(output, "json", tables=True)
    one = parse_game_argument(game)
    with show_status(f"reducing {one}"):
        from sabot.api import solving

        if replay is not None:
            from sabot.api.arguments import as_form

            start = solving.table_form(as_form(one)[1], anyway=anyway)
            _replay_log(str(one), start, replay, as_json)
            return
        found = solving.reduce(one, mixed=not pure, weak=weak, duplicates=duplicates, anyway=anyway)
    log, views = found.to_json(), views_of_result(found)
    logged = log["schema"] == "sabot/reduction/1" and kind in (None, "json")
    hint = f"sabot reduce {quote(str(one))} --replay {quote(output or '')}" if logged else ""
    with save_then_print(
        output, lambda path: save_text(path, format_result(kind, views, log)), hint
    ):
        if as_json:
            print_json(log)
        else:
            print_view(views.document(None))


def _replay_log(game: str, start: Any, path: str, as_json: bool) -> None:
    from sabot.solvers.dominance import Reduction, replay_elimination

    log, steps = read_reduction_log(path, start.seats)
    if log.get("game", game) != game:
        print_note(f"{path} was made for {log['game']}; replayed on {game}")
    with name_file_in_errors(path):
        left = replay_elimination(start, steps)
    found = Reduction(start, tuple(steps), left, game).to_json()
    _require_log_agrees(path, log, found)
    if as_json:
        print_json(found)
    else:
        from sabot.render.views.dominance import reduction_steps_view

        print_view(reduction_steps_view(game, start, steps, left, replayed=True))


def _require_log_agrees(path: str, log: Mapping[str, object], found: Mapping[str, object]) -> None:
    """Demand that all else a log says follows from its steps, and that it says nothing more."""
    for key, said in log.items():
        if key not in found:
            raise FileError(f"{path}: {key[:40]!r} is not a part of a reduction log")
        if key not in ("game", "steps") and (
            said != found[key] or type(said) is not type(found[key])
        ):
            raise CertificateError(f"{path}: {key!r} is not what its steps leave")
