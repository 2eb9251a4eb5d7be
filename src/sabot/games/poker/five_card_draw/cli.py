"""The command ``sabot draw`` and its verb ``tournament``: players of five-card draw compete."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import click

from sabot.cards.shoe import INF
from sabot.cli.options import json_option
from sabot.cli.output import print_json, print_note, print_view, show_progress_bar
from sabot.cli.verbs import LazyGroup, make_group, verb
from sabot.game_rules.family import NamedAgentFamily
from sabot.games.poker.five_card_draw.rules import DEFAULT_RAISES, DEFAULT_STACK, MAX_STACK


def _load_tournament() -> click.Command:
    return tournament


draw: LazyGroup = make_group(
    {
        "tournament": (
            _load_tournament,
            "Average winnings of each, with confidence intervals.",
        ),
    },
    name="draw",
    help="Five-card draw: a tournament of computer players. Play yourself: sabot play draw-poker.",
    examples=(
        "sabot draw tournament thesis equilibrium random --hands 3000 --seed 1",
        "sabot draw tournament thesis random --hands 2000 --stack 20 --json",
    ),
)


def _parse_raises(context: click.Context, parameter: click.Parameter, text: str) -> int | float:
    if text == "inf":
        return INF
    if text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= 1000:
        return int(text)
    raise click.BadParameter(f"{text[:40]!r} is not a whole number up to 1000, nor inf")


@verb(
    examples=[
        "sabot draw tournament thesis equilibrium random --hands 3000 --seed 1",
        "sabot draw tournament thesis random --hands 2000 --raises inf --json",
    ]
)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER...")
@click.option(
    "--hands",
    type=click.IntRange(min=1),
    default=NamedAgentFamily.few,
    metavar="N",
    help=f"How many hands (default: {NamedAgentFamily.few:,}).",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    metavar="S",
    help="Start of the random numbers; same seed, same hands.",
)
@click.option(
    "--stack",
    type=click.IntRange(1, MAX_STACK),
    default=DEFAULT_STACK,
    metavar="U",
    help=f"Units of each player before every hand (default: {DEFAULT_STACK}).",
)
@click.option(
    "--raises",
    default=str(DEFAULT_RAISES),
    callback=_parse_raises,
    metavar="R",
    help=f"Raises after the first bet (default: {DEFAULT_RAISES}); inf: no limit.",
)
@json_option
def tournament(
    players: Sequence[str], hands: int, seed: int, stack: int, raises: int | float, as_json: bool
) -> None:
    """Let 2 to 7 computer players play five-card draw against each other.

    A player is thesis (the strategy of a program in Risticz 1973), thesis-l (the same, but its
    blind needs l to play on, not l/2), equilibrium (enters and doubles as in the equilibrium of the
    solved model with as many players), cards (the same, but against one opponent by a strategy for
    the real pack), random, or a function of your own, mine.py:NAME. You may name one more than
    once. The deal passes round the table. Every player begins every hand with the same stack.
    Ctrl-C stops and shows the hands played so far.
    """
    from sabot.games.poker.five_card_draw.tournament import run_tournament as held

    started = time.perf_counter()
    with show_progress_bar("dealing", hands) as progress:
        found = held(players, hands=hands, seed=seed, stack=stack, raises=raises, progress=progress)
    found = replace(found, seconds=time.perf_counter() - started)
    if as_json:
        print_json(found.to_json())
    else:
        from sabot.games.poker.five_card_draw.render import tournament_view

        print_view(tournament_view(found, seconds=found.seconds))
    if not found.complete:
        print_note(f"sabot: interrupted after {found.hands:,} of {hands:,} hands")
        raise click.exceptions.Exit(4)
