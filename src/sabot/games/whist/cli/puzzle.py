"""``sabot whist puzzle``: a person is asked for the right card, judged, and may play it out."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.group import verb
from sabot.cli.options import json_option
from sabot.cli.output import print_document, show, write
from sabot.render.words import plural

if TYPE_CHECKING:
    from sabot.games.whist.contest import Contest
    from sabot.games.whist.puzzle import Puzzle
    from sabot.telling.game import Game

SORTS = ("one-card", "hold-up", "not-normal")
GAMES = ("whist", "greedy-whist", "five-card", "misere-whist")
GOALS = {"most": "most tricks", "fewest": "fewest tricks", "last": "the last trick"}


@verb(
    examples=[
        "sabot whist puzzle hold-up --n 4 --seed 1",
        "sabot whist puzzle --count 5",
        "sabot whist puzzle one-card --game misere-whist --seed 2 --json",
    ]
)
@click.argument("sort", required=False, type=click.Choice(SORTS))
@click.option("--game", type=click.Choice(GAMES), default="whist", help="Which game (whist).")
@click.option("--n", type=int, default=6, help="Cards in a hand, 3 to 20 (6).")
@click.option("--seed", type=int, metavar="S", help="Equal seeds, equal puzzles.")
@click.option(
    "--count", type=click.IntRange(1, 1000), default=1, metavar="N", help="Puzzles in a row (1)."
)
@click.option("--answer", is_flag=True, help="Ask nothing: show the answer at once.")
@json_option
def puzzle(
    sort: str | None, game: str, n: int, seed: int | None, count: int, answer: bool, as_json: bool
) -> None:
    """Ask for the right card: both hands are open, and one card must be played now.

    one-card: exactly one card is right. hold-up: the trick must not be taken although it could be.
    not-normal: the normal strategy of Wästlund's paper is wrong. Any of them unless told. The card
    is judged and every card priced; then the deal can be played out against the optimum.
    """
    from sabot.games.whist.puzzle import find
    from sabot.games.whist.variant import variant

    if as_json and count > 1:
        raise click.UsageError("--json prints one puzzle: leave out --count")
    drawn = secrets.randbelow(10**6) if seed is None else seed
    right = asked = 0
    try:
        for number in range(count):
            one = find(sort, n=n, seed=drawn + number, variant=variant(game))  # type: ignore[arg-type]
            told = _Told(one, f"Puzzle {number + 1} of {count}. " if count > 1 else "")
            if as_json:
                print_document(told.document())
            elif answer:
                told.show()
                told.reveal()
            else:
                solved = told.ask()
                if solved is None:
                    break
                right, asked = right + solved, asked + 1
                if not told.play_out():
                    break
    except KeyboardInterrupt:
        write("")
        _score(right, asked, count)
        raise click.exceptions.Exit(4) from None
    if not as_json and not answer:
        _score(right, asked, count)


def _score(right: int, asked: int, count: int) -> None:
    from sabot.games.whist.cli.talk import say

    if count > 1:
        write("")
        say(f"{right} of {plural(asked, 'puzzle')} right.")


class _Told:
    """One puzzle, told to a person."""

    def __init__(self, found: Puzzle, title: str) -> None:
        from sabot.games import load
        from sabot.games.whist.cli.talk import NAMES, Talk
        from sabot.games.whist.contest import Contest
        from sabot.games.whist.notation import setting

        self.found, self.title = found, title
        self.game: Game = load(found.game)
        here = setting(**self.game.parameters)
        self.contest: Contest = Contest(here, found.variant, seat=found.position.turn)
        self.turn = NAMES[self.contest.seat]
        self.names, self.prices = list(self.contest.names), self.contest.prices()
        self.best = [name for name in self.prices if self.prices[name] == self.contest.value]
        self.talk = Talk(self.game, self.contest, quiet=False, prices=False)

    def document(self) -> dict[str, Any]:
        """Return the puzzle as JSON."""
        return {
            "schema": "sabot/puzzle/1",
            "game": self.found.game,
            "sort": self.found.sort,
            "seed": self.found.seed,
            "turn": self.turn,
            "prices": self.prices,
            "best": self.best,
        }

    def show(self) -> None:
        """Print who is to find what."""
        from sabot.games.whist.cli.talk import NAMES, say

        found = self.found
        write("")
        say(f"{self.title}{found.game}: {found.sort}, seed {found.seed}.")
        led = found.position.led
        whose = f"{NAMES[found.position.lead]} has led {led}" if led else "you lead"
        say(f"You are {self.turn}; {whose}. The aim: {GOALS[found.variant.object]}.")

    def ask(self) -> bool | None:
        """Ask for the card and judge it; True if it was right and found alone, None if gone."""
        from sabot.games.whist.cli.talk import say, verdict

        self.show()
        card = self.talk.card(self.contest.playable())
        if not card:
            self.reveal()
            return None
        judged = self.contest.play(card)
        if judged.loss:
            say(verdict(judged))
        else:
            say(f"{card}: right{', with help' if self.talk.helped else ''}.")
        self.reveal()
        return not judged.loss and not self.talk.helped

    def reveal(self) -> None:
        """Print the right cards, the price of every card, and what the puzzle was about."""
        from sabot.games.whist.cli.talk import say
        from sabot.games.whist.render.deal import hands_view
        from sabot.games.whist.strategy import normal_card

        here = self.found.position
        what = "the last trick" if self.found.variant.object == "last" else "tricks"
        say(f"Right: {' or '.join(self.best)}.")
        for part in hands_view(
            here.deal.holders, self.names, self.prices, turn=self.turn, what=what
        ):
            show(part)
        if self.found.sort == "hold-up":
            say("The trick can be taken, and must not be.")
        elif self.found.sort == "not-normal":
            say(f"The normal strategy plays {normal_card(here)}.")

    def play_out(self) -> bool:
        """Play on if the person wants it; False when the person has gone."""
        from sabot.cli.verbs.play import read_line
        from sabot.games.whist.cli.talk import review
        from sabot.render.views.play import clipped

        sys.stdout.write("  play it out? y or n > ")
        sys.stdout.flush()
        line = read_line()
        typed = line.strip().casefold()
        if self.talk.echo or not line:
            sys.stdout.write(f"{clipped(typed)}\n")
        if typed in ("y", "yes"):
            self.talk.go_on()
            review(self.contest)
        return bool(line) and typed not in ("q", "quit", "exit")
