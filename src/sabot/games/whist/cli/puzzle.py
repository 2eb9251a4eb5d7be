"""``sabot whist puzzle``: a person is asked for the right card, judged, and may play it out."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.group import verb
from sabot.cli.options import json_option
from sabot.cli.output import print_document, show, write
from sabot.render.document import Block, Text, document
from sabot.render.words import plural

if TYPE_CHECKING:
    from sabot.games.whist.puzzle import Puzzle
    from sabot.play.hand import Event

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
    if count > 1:
        write(f"\n{right} of {plural(asked, 'puzzle')} right.")


class _Told:
    """One puzzle, told to a person."""

    def __init__(self, found: Puzzle, title: str) -> None:
        from sabot.cli.talk import Talk
        from sabot.games.whist.render.deal import SEAT_NAMES
        from sabot.games.whist.render.voice import WhistVoice
        from sabot.play.session import Session

        self.found, self.title = found, title
        self.turn = SEAT_NAMES[found.position.turn]
        self.session = Session(found.game, seat=self.turn)
        self.talk = Talk(self.session)
        assert isinstance(self.talk.voice, WhistVoice)
        self.voice: WhistVoice = self.talk.voice
        self.session.deal()
        self.best = list(self.session.best())
        self.prices = self.voice.referee.prices([])
        self.events: tuple[Event, ...] = ()

    def document(self) -> dict[str, Any]:
        """Return the puzzle as JSON; prices in West's tricks, as solve has them."""
        referee = self.voice.referee
        whole = 1 if self.found.variant.object == "last" else referee.n
        wests = {
            card: price if self.turn == "West" else whole - price
            for card, price in self.prices.items()
        }
        return {
            "schema": "sabot/puzzle/1",
            "game": self.found.game,
            "sort": self.found.sort,
            "seed": self.found.seed,
            "turn": self.turn,
            "prices": wests,
            "best": self.best,
        }

    def show(self) -> None:
        """Print who is to find what; the sort would give the answer away."""
        found = self.found
        write("")
        show(
            document(
                Text(f"{self.title}{found.game}, seed {found.seed}."),
                Text(f"You are {self.turn}. The aim: {GOALS[found.variant.object]}."),
            )
        )

    def ask(self) -> bool | None:
        """Ask for the card and judge it; True if it was right and found alone, None if gone."""
        self.show()
        assert self.session.waiting is not None
        card = self.talk.ask(self.session.waiting)
        if card is None:
            self.reveal()
            return None
        self.events = self.session.answer(card)[1:]
        judged = self.session.decisions[-1]
        if judged.loss:
            write(self.voice.verdict(judged))
            show(self.voice.refutation([card]))
        else:
            write(f"{card}: right{', with help' if self.talk.helped else ''}.")
        self.reveal()
        return not judged.loss and not self.talk.helped

    def reveal(self) -> None:
        """Print the right cards, the price of every card, and what the puzzle was about."""
        from sabot.games.whist.render.deal import hands_view
        from sabot.games.whist.strategy import normal_card

        here = self.found.position
        what = "the last trick" if self.found.variant.object == "last" else "tricks"
        names, led = self.voice.referee.start.names, here.led
        parts: list[Block] = [Text(f"Right: {' or '.join(self.best)}.")]
        parts += hands_view(
            here.deal.holders, names, self.prices, turn=self.turn, what=what, led=led, own=True
        )
        if self.found.sort == "hold-up":
            parts.append(Text("The trick can be taken, and must not be."))
        elif self.found.sort == "not-normal":
            parts.append(Text(f"The normal strategy plays {normal_card(here)}."))
        show(document(parts))

    def play_out(self) -> bool:
        """Play on if the person wants it; False when the person has gone."""
        typed = self.talk.line("  play it out? y or n > ")
        if typed is not None and typed.casefold() in ("y", "yes"):
            self.talk.tell(self.events)
            self.talk.go_on()
            self.talk.end()
        return typed is not None and typed.casefold() not in ("q", "quit", "exit")
