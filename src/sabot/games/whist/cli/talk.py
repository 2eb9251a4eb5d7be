"""A deal of the whist family at the terminal, card by card, against the optimum."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sabot.cli.output import show, width, write
from sabot.cli.verbs.play import LONGEST, MOST_REFUSED, WORDS, matching, read_line
from sabot.errors import NoMethodError
from sabot.render.views.play import clipped
from sabot.render.words import plural, safe

if TYPE_CHECKING:
    from sabot.games.whist.contest import Card, Contest
    from sabot.games.whist.deal import Seat
    from sabot.telling.game import Game

MOST_NAMED = 8
NAMES: dict[str, str] = {"W": "West", "E": "East"}
HELP = """\
a card      play it: its number or name
prices      West's tricks in the end, for every card you may play
hint        a best card
rules       the rules of the game
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

Everything is seen, so every card has its price. A loss is counted in tricks:
the best price minus that of your card, against an opponent who errs nowhere."""


def play_deal(game: Game, *, seat: str | None, quiet: bool, prices: bool) -> bool:
    """Play one deal at the terminal, and review it; True if Ctrl-C ended it."""
    from sabot.games.whist.contest import MOST_PRICED, Contest
    from sabot.games.whist.notation import setting
    from sabot.games.whist.variant import variant

    sits: Seat = "E" if seat == "East" else "W"
    here = setting(**game.parameters)
    if here.start.deal.n > MOST_PRICED:
        raise NoMethodError(f"{game}: hands of more than {MOST_PRICED:,} cards are not played")
    contest = Contest(here, variant(game.rules.name), seat=sits)
    interrupted = False
    try:
        Talk(game, contest, quiet=quiet, prices=prices).play()
    except KeyboardInterrupt:
        interrupted = True
        write("")
    review(contest)
    return interrupted


class Talk:
    """The conversation over one deal."""

    def __init__(self, game: Game, contest: Contest, *, quiet: bool, prices: bool) -> None:
        self.game, self.contest = game, contest
        self.quiet, self.prices = quiet, prices
        self.echo = sys.stdin is None or not sys.stdin.isatty()
        self.told = 0
        self.helped = False
        """Whether the person asked for prices or a hint."""

    def play(self) -> None:
        """Ask for the person's cards until the deal is played or the person stops."""
        from sabot.games.whist.render.deal import shortened

        contest = self.contest
        say(f"{shortened(str(self.game))}: you are {NAMES[contest.seat]}, against the optimum.")
        say(f"{_result(contest.value, contest)} when both play well.")
        self.go_on()

    def go_on(self) -> None:
        """Play from where the deal stands."""
        contest = self.contest
        self._tricks()
        while contest.position is not None:
            if contest.position.turn != contest.seat:
                card = contest.answer()
                say(f"{NAMES[_other(contest.seat)]} plays {card}.")
            else:
                options = contest.playable()
                card = options[0] if len(options) == 1 else self.card(options)
                if not card:
                    return
                judged = contest.play(card)
                if len(options) == 1:
                    say(f"You play {card}: your only card.")
                elif not self.quiet:
                    say(verdict(judged))
            self._tricks()

    def _tricks(self) -> None:
        contest = self.contest
        for won in contest.tricks[self.told :]:
            taker = "You take" if won.winner == contest.seat else f"{NAMES[won.winner]} takes"
            west = sum(one.winner == "W" for one in contest.tricks)
            east = len(contest.tricks) - west
            say(f"{taker} trick {len(contest.tricks)}. West {west}, East {east}.")
        self.told = len(contest.tricks)

    def card(self, options: Sequence[str]) -> str:
        """Ask until a card is named; nothing when the person has gone."""
        contest = self.contest
        assert contest.position is not None
        led = contest.position.led
        write("")
        lead = f"{contest.names[led - 1]} was led; you reply" if led is not None else "you lead"
        say(f"Trick {contest.trick}: {lead}.")
        self._show(priced=self.prices)
        for _ in range(MOST_REFUSED):
            sys.stdout.write("  card > ")
            sys.stdout.flush()
            line = read_line()
            typed = line.strip()[:LONGEST]
            if self.echo or not line:
                sys.stdout.write(f"{clipped(typed)}\n")
            word = WORDS.get(typed.casefold(), "prices" if typed.casefold() == "prices" else "")
            if not line or word == "quit":
                return ""
            if word and typed not in options:
                self._help(word)
                continue
            found = [
                name for name in matching(typed, options) if name.casefold() == typed.casefold()
            ]
            if len(found) == 1:
                return found[0]
            say(
                f"'{clipped(typed)}' is no card that you may play; ? helps." if typed else "A card?"
            )
        return ""

    def _show(self, *, priced: bool) -> None:
        from sabot.games.whist.render.deal import MOST_CARDS, hands_view

        contest = self.contest
        here = contest.position
        assert here is not None
        if here.deal.n > MOST_CARDS:
            lowest = ", ".join(contest.playable()[:12])
            say(f"{here.deal.n:,} cards a hand; your lowest: {lowest} ...")
            if priced:
                self._grouped()
            return
        prices = contest.prices() if priced else {}
        what = "the last trick" if contest.variant.object == "last" else "tricks"
        for part in hands_view(
            here.deal.holders, contest.names, prices, turn=NAMES[contest.seat], what=what
        ):
            show(part)

    def _grouped(self) -> None:
        """Print the prices of a hand that is too large to be shown card by card."""
        groups: dict[int, list[str]] = {}
        for name, price in self.contest.prices().items():
            groups.setdefault(price, []).append(name)
        for price, names in sorted(groups.items()):
            more = " ..." if len(names) > MOST_NAMED else ""
            cards = ", ".join(names[:MOST_NAMED])
            say(f"{price:,} to West: {plural(len(names), 'card')}, {cards}{more}")

    def _help(self, word: str) -> None:
        self.helped |= word in ("why", "prices", "hint")
        if word in ("why", "prices"):
            self._show(priced=True)
        elif word == "hint":
            say(f"A best card: {self.contest.hint()}.")
        elif word == "rules":
            from sabot.render.views.family import rules_text

            write(textwrap.indent(rules_text(self.game.rules, width=width() - 4), "  "))
        else:
            write(textwrap.indent(HELP, "  "))


def verdict(judged: Card) -> str:
    """Return what a card cost."""
    if not judged.loss:
        return f"{judged.card}: costs nothing."
    best = " or ".join(judged.best[:5])
    return f"{judged.card}: costs {plural(judged.loss, 'trick')}; best was {best}."


def _other(seat: Seat) -> Seat:
    return "E" if seat == "W" else "W"


def _result(west: int, contest: Contest) -> str:
    """Return the result in words of the person's seat."""
    if contest.variant.object == "last":
        mine = (west == 1) == (contest.seat == "W")
        return f"{'You take' if mine else NAMES[_other(contest.seat)] + ' takes'} the last trick"
    mine_count = west if contest.seat == "W" else contest.n - west
    return f"You take {mine_count:,} of {plural(contest.n, 'trick')}"


def review(contest: Contest) -> None:
    """Print how the deal ended, and every card that cost something."""
    write("")
    if not contest.over:
        say(f"Stopped in trick {contest.trick} of {contest.n:,}.")
    else:
        say(f"{_result(contest.west, contest)}. {_result(contest.value, contest)} with best play.")
    wrong = [card for card in contest.cards if card.loss]
    if not contest.cards:
        say("You had nothing to decide.")
    elif not wrong:
        say(f"None of {plural(len(contest.cards), 'decision')} cost anything.")
    for card in wrong:
        say(f"Trick {card.trick}: {verdict(card)}")


def say(text: str) -> None:
    """Print a sentence, folded at the width."""
    write("\n".join(textwrap.wrap(safe(text), width() - 1, subsequent_indent="  ")))
