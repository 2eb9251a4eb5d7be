"""The arguments and options that verbs share."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from sabot.errors import GameStringError, NumberError
from sabot.exact import rational
from sabot.telling.game import Game

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

MOST_DIGITS = 10_000


def _games(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[str] | list[CompletionItem]:
    """Complete the name of a game, or else of a file that holds one."""
    from click.shell_completion import CompletionItem

    from sabot.games import SHIPPED

    found = [name for name in SHIPPED if name.startswith(typed)]
    return found or [CompletionItem(typed, type="file")]


def told(text: str) -> Game:
    """Return the game that a person typed; help those who typed the name of a file."""
    from sabot.games import load

    try:
        return load(text)
    except GameStringError:
        if os.path.isfile(text):
            raise click.UsageError(
                f"{text!r} is a file, not a game\n"
                f"  a matrix game in a file is written 'matrix(file={text})'"
            ) from None
        raise


def exact_number(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> Fraction | None:
    """Return an exact number typed on the command line: a callback for options."""
    if text is None:
        return None
    try:
        return rational(text)
    except NumberError as fault:
        raise click.BadParameter(str(fault)) from None


def _file_name(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value in ("", "-"):
        raise click.BadParameter(
            "name a file; without -o the answer goes to stdout, where a pipe can take it"
        )
    return value


def form_option(name: str, help: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Return a flag that chooses a form, as the argument ``form``; two of them are refused.

    Flags of one name would do for click, which then obeys the last and says nothing.
    """

    def choose(context: click.Context, parameter: click.Parameter, given: bool) -> None:
        chosen = context.params.setdefault("form", None)
        if given and chosen is not None:
            raise click.UsageError(f"--{chosen} and --{name} together; choose one", context)
        if given:
            context.params["form"] = name

    return click.option(f"--{name}", is_flag=True, expose_value=False, callback=choose, help=help)


game_argument = click.argument("game", shell_complete=_games)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
digits_option = click.option(
    "--digits",
    type=click.IntRange(1, MOST_DIGITS),
    metavar="N",
    help="Significant digits of decimals.",
)


def _writable(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Refuse a place that cannot be written to now: later the work would be done already."""
    name = _file_name(context, parameter, value)
    if name is not None:
        from sabot.files.whole import demand_writable

        demand_writable(name)
    return name


def _output(
    help: str, check: Callable[..., str | None] = _writable
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    return click.option(
        "-o", "--output", metavar="FILE", callback=check, type=click.Path(), help=help
    )


anyway_option = click.option(
    "--anyway", is_flag=True, help="Try even where the memory of this machine will not do."
)
output_option = _output("Save to a file as well.")
output_proof = _output("Save the proof as well; of --latex and --markdown, the text instead.")
output_instead = _output("Write to a file, not to stdout.")
output_rows = _output("Write to a file, not to stdout.", _file_name)
"""The file is kept open, and so found out to be writable, while the rows are made."""
