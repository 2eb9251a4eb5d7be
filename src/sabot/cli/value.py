"""``sabot value``: what given strategies earn, and the best reply to each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from sabot.cli.files import about, read
from sabot.cli.group import verb
from sabot.cli.options import game_argument, json_option, told
from sabot.cli.output import busy, print_document, say, show
from sabot.errors import FileError, FormError
from sabot.ruleset import Game


@verb(
    examples=[
        "sabot value 'baccara(model=B1, decks=8)' --strategy casino",
        "sabot value 'baccara(model=B2, decks=6)' --strategy Banker=casino --json",
    ]
)
@game_argument
@click.option(
    "--strategy",
    "sources",
    multiple=True,
    required=True,
    metavar="[SEAT=]FILE",
    help="A file, or 'casino' or 'optimal'; once or more.",
)
@click.option("--all", "everything", is_flag=True, help="List every view at which something loses.")
@json_option
def value(game: str, sources: Sequence[str], everything: bool, as_json: bool) -> None:
    """Judge strategies for GAME: what they earn, what they secure, where they lose.

    A FILE is a saved solution or JSON of the shape {seat: {view: action}}; an action may be a mix,
    {action: "p/q"}; "3,*" names many views, "rest" all that are left. SEAT= takes one seat's
    strategy only. 'casino' is the drawing rules of the modern casino game, for baccara; 'optimal'
    an optimal strategy. With strategies for both seats the exact expectation is given too, and how
    hands end.
    """
    one = told(game)
    with busy(f"judging strategies for {one}"):
        from sabot import api

        given, origin = gathered(sources, one)
        try:
            found = api.value(one, given)
        except FormError as fault:
            if all(name in NAMES for name in origin.values()):
                raise
            files = ", ".join(dict.fromkeys(n for n in origin.values() if n not in NAMES))
            raise FileError(f"{files}: {fault}") from None
    if as_json:
        document = found.to_json()
        print_document({**document, "sources": origin})
        return
    from sabot.render.value import MOST, value_view

    show(value_view(found, origin, most=None if everything else MOST))
    if len(given) == 1:
        (seat,) = given
        other = next(name for name in one.seats if name != seat)
        say(f"a pair: add --strategy FILE with {other}, or --strategy {other}=optimal")


NAMES = ("casino", "optimal")


def gathered(sources: Sequence[str], game: Game) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the strategies as written, by seat, and where each comes from."""
    given: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for source in sources:
        head, equals, tail = source.partition("=")
        seat, name = (head, tail) if equals and head in game.seats else ("", source)
        tables = dict.fromkeys(game.seats, name) if name in NAMES else written(name, game)
        if seat and seat not in tables:
            raise FileError(f"{name}: has no strategy for {seat}")
        for own, table in tables.items():
            if seat and own != seat:
                continue
            if own in given:
                raise click.UsageError(
                    f"two strategies for {own}: {origin[own]!r} and {source!r}\n"
                    f"  write --strategy SEAT={name} to take one seat's strategy only"
                )
            given[own], origin[own] = table, name
    return given, origin


def written(path: str, game: Game) -> dict[str, Any]:
    """Return the strategies in a file as they are written there."""
    with about(path):
        found = read(path)
    tables = found.get("strategies", found)
    shape = f'{{"{game.seats[0]}": {{view: action}}}}'
    if not isinstance(tables, dict) or not set(tables) - {"schema"}:
        raise FileError(f"{path}: no strategies in it; expected {shape}")
    tables = {seat: table for seat, table in tables.items() if seat != "schema"}
    for seat, table in tables.items():
        if not isinstance(table, dict):
            raise FileError(f"{path}: {seat[:60]!r}: expected {shape}")
    return tables
