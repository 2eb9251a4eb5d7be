"""``sabot puzzle``: find the right card; deals where that is not easy."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.group import verb
from sabot.cli.options import json_option
from sabot.cli.output import print_document, show, write

if TYPE_CHECKING:
    from sabot.games.whist.contest import Contest
    from sabot.games.whist.puzzle import Puzzle

SORTS = ("one-card", "hold-up", "not-normal")
GAMES = ("whist", "greedy-whist", "five-card", "misere-whist")


@verb(
    examples=[
        "sabot puzzle hold-up --n 4 --seed 1 --answer",
        "sabot puzzle one-card --game misere-whist --seed 2 --json",
    ]
)
@click.argument("sort", required=False, type=click.Choice(SORTS))
@click.option("--game", type=click.Choice(GAMES), default="whist", help="Which game (whist).")
@click.option("--n", type=click.IntRange(2, 20), default=6, help="Cards in a hand (6).")
@click.option("--seed", type=int, metavar="S", help="Equal seeds, equal puzzles.")
@click.option("--answer", is_flag=True, help="Show the answer at once.")
@json_option
def puzzle(
    sort: str | None, game: str, n: int, seed: int | None, answer: bool, as_json: bool
) -> None:
    """Set a puzzle of one suit: both hands are open, and one card must be played now.

    one-card: exactly one card is right. hold-up: the trick must not be taken although it could be.
    not-normal: the normal strategy of Wästlund's paper is wrong. Any of them unless told.
    """
    from sabot.games.whist.puzzle import find
    from sabot.games.whist.variant import variant

    drawn = secrets.randbelow(10**6) if seed is None else seed
    found = find(sort, n=n, seed=drawn, variant=variant(game))  # type: ignore[arg-type]
    contest = _contest(found)
    if as_json:
        print_document(_document(found, contest))
        return
    _set(found, contest, answer=answer)


def _contest(found: Puzzle) -> Contest:
    from sabot.games import load
    from sabot.games.whist.contest import Contest
    from sabot.games.whist.notation import setting

    here = setting(**load(found.game).parameters)
    return Contest(here, found.variant, seat=found.position.turn)


def _document(found: Puzzle, contest: Contest) -> dict[str, Any]:
    prices = contest.prices()
    best = [name for name in prices if prices[name] == contest.value]
    return {
        "schema": "sabot/puzzle/1",
        "game": found.game,
        "sort": found.sort,
        "seed": found.seed,
        "turn": "West" if contest.seat == "W" else "East",
        "prices": prices,
        "best": best,
    }


def _set(found: Puzzle, contest: Contest, *, answer: bool) -> None:
    from sabot.cli.deal import NAMES, say, verdict
    from sabot.cli.play import read_line
    from sabot.render.whist import hands_view

    here, turn = found.position, NAMES[contest.seat]
    goal = {"most": "most tricks", "fewest": "fewest tricks", "last": "the last trick"}
    say(
        f"{found.game}: puzzle {found.seed}. You are {turn}; the aim: {goal[found.variant.object]}."
    )
    led = f"{NAMES[here.lead]} has led {here.led}. Your card?" if here.led else "Your lead?"
    say(led)
    what = "the last trick" if found.variant.object == "last" else "tricks"

    def hands(prices: dict[str, int]) -> None:
        for part in hands_view(here.deal.holders, names, prices, turn=turn, what=what):
            show(part)

    names, prices, options = list(contest.names), contest.prices(), contest.playable()
    hands({})
    if not answer:
        sys.stdout.write("  card > ")
        sys.stdout.flush()
        typed = read_line().strip()
        write("" if sys.stdin is not None and sys.stdin.isatty() else typed[:40])
        if typed in options:
            judged = contest.play(typed)
            say(verdict(judged) if judged.loss else f"{typed}: right.")
        elif typed:
            say("That card cannot be played now.")
    best = [name for name in options if prices[name] == contest.value]
    say(f"Right: {' or '.join(best)}.")
    hands(prices)
    say(f"Play it out: sabot play '{found.game}' --seat {turn}")
