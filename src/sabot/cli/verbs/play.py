"""``sabot play``: a person at the terminal against the optimum; each answer priced.

All judging is :class:`sabot.play.session.Session`'s. This module reads lines and prints; any bytes
may come in (a pipe, a cat on the keyboard), and nothing that the seat does not know goes out before
the hand is over.
"""

from __future__ import annotations

import contextlib
import secrets
import sys
import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from sabot.cli.group import verb
from sabot.cli.options import game_argument, told
from sabot.cli.output import busy, show, width, write
from sabot.render.words import mix_text, safe, the

if TYPE_CHECKING:
    from sabot.play.session import Event, Question, Result, Session

LONGEST = 200
"""Letters of an answer that are looked at."""
MOST_LETTERS = 1_000_000
"""A line longer than this is no line: the input has ended."""
MOST_REFUSED = 1000
"""After so many answers in a row that are none, nobody is there."""
MOST_ACTIONS = 30
QUICK = 3_000
"""Payoffs of a game whose leak is found within a moment, so that every hand can show it."""

HELP = """\
an answer   the number, the name or the first letters of an action
why         what each action is worth here, against the optimal opponent
hint        how an optimal strategy plays here
leak        what your habits so far would give away
rules       the rules of the game
?           this help
q           stop and review (so do the end of the input and Ctrl-C)

A loss is the worth of the best action minus that of yours: every action of an
optimal mix costs nothing. The leak looks at how often you do what: it is what
the best reply to your frequencies would win from you a hand. Views that have
not come up yet are taken as optimal. After few hands the frequencies say
little, and the 95% band around the leak is wide."""

WORDS = {
    "?": "help",
    "help": "help",
    "why": "why",
    "hint": "hint",
    "leak": "leak",
    "rules": "rules",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
}


@verb(
    examples=[
        "sabot play le-her",
        "sabot play kuhn-poker --seat second --seed 7 --hands 20",
        "sabot play 'whist(n=5, seed=3)' --prices",
    ]
)
@game_argument
@click.option("--seat", metavar="NAME", help="Where you sit (the first seat unless told).")
@click.option("--seed", type=int, metavar="S", help="Equal seeds and answers, equal hands.")
@click.option("--hands", type=click.IntRange(min=1), metavar="N", help="Stop after N hands.")
@click.option("--quiet", is_flag=True, help="Price nothing before the review at the end.")
@click.option("--prices", is_flag=True, help="Show what each action is worth before you choose.")
def play(
    game: str, seat: str | None, seed: int | None, hands: int | None, quiet: bool, prices: bool
) -> None:
    """Play GAME against an optimal opponent; each answer is priced.

    You are shown what your seat knows and choose by number, name or first letters; why, hint and ?
    help. The end (q, or the end of the input) brings the review: what each mistake cost, luck and
    skill apart, and what your habits would give away. Ctrl-C brings it too, with exit code 4.
    """
    one = told(game)
    sits = None if seat is None else _seat(seat, one.seats)
    if one.rules.perfect:
        if one.rules.play_at_terminal(one, seat=sits, quiet=quiet, prices=prices):
            raise click.exceptions.Exit(4)
        return
    drawn = secrets.randbelow(10**6) if seed is None else seed
    with busy(f"solving {one}"):
        from sabot.play.session import Session

        session = Session(one, seat=sits, seed=drawn, hands=hands)
    if sit(session, quiet=quiet, prices=prices):
        raise click.exceptions.Exit(4)


def _seat(typed: str, seats: Sequence[str]) -> str:
    found = matching(typed, seats)
    if len(found) != 1:
        raise click.BadParameter(
            f"no seat {typed[:LONGEST]!r}; the seats are {', '.join(seats)}", param_hint="--seat"
        )
    return found[0]


def matching(typed: str, names: Sequence[str]) -> list[str]:
    """Return the names meant: the very one, else those equal but for case, else by first letters.

    >>> matching("C", ["check", "call", "c"]), matching("ch", ["check", "call"])
    (['c'], ['check'])
    """
    if typed in names:
        return [typed]
    low = typed.casefold()
    same = [name for name in names if name.casefold() == low]
    return same or [name for name in names if low and name.casefold().startswith(low)]


def sit(session: Session, *, quiet: bool = False, prices: bool = False) -> bool:
    """Play a session at the terminal to its end, print the review; True if Ctrl-C ended it."""
    from sabot.render.views.play import review_view

    interrupted = False
    try:
        _Talk(session, quiet=quiet, prices=prices).play()
    except KeyboardInterrupt:
        interrupted = True
        write("")
    show(review_view(session))
    return interrupted


class _Talk:
    """The conversation with one person."""

    def __init__(self, session: Session, *, quiet: bool, prices: bool) -> None:
        self.session = session
        self.quiet = quiet
        self.prices = prices
        self.total = Fraction(0)
        self.titled = 0
        self.echo = sys.stdin is None or not sys.stdin.isatty()
        if hasattr(sys.stdin, "reconfigure"):
            with contextlib.suppress(OSError, ValueError):  # some of it was read before
                sys.stdin.reconfigure(errors="replace")

    def play(self) -> None:
        """Deal and ask until the hands are played or the person stops."""
        from sabot.render.views.play import amount

        session = self.session
        _say(f"{session.game}: you are {the(session.seat)}, against the optimum.", indent=0)
        _say(f"Optimal play earns you {amount(session.value)} a hand.", indent=0)
        _say(f"Seed {session.seed}. Type ? for help, q to stop.", indent=0)
        while not session.over:
            self._tell(session.deal())
            while session.waiting is not None:
                action = self._answer(session.waiting)
                if action is None:
                    return
                self._tell(session.answer(action))

    def _tell(self, events: Iterable[Event]) -> None:
        from sabot.play.session import Result
        from sabot.render.views.play import verdict

        for event in events:
            if isinstance(event, Result):
                self._close(event)
            elif not self.quiet:
                _say(verdict(event))

    def _close(self, result: Result) -> None:
        from sabot.render.views.play import amount, paid, story

        session = self.session
        idle = self.titled < result.hand
        if idle:
            self._title(result.hand)
            _say("You had nothing to decide.")
        self.total += result.payoff
        _say(f"Revealed: {story(result.steps, session.seat)}.", hang=2)
        _say(f"{paid(result.payoff)}. Total {amount(self.total, plus=True)}.")
        if not self.quiet and not idle and session.meter.size <= QUICK:
            self._leak()

    def _title(self, hand: int) -> None:
        from sabot.render.screen import heading

        self.titled = hand
        write("")
        show(heading(f"Hand {hand}"))

    def _leak(self) -> None:
        from sabot.render.views.play import leak_words

        leak = self.session.leak()
        said = leak_words(leak) if leak.seen else "you have shown nothing yet"
        _say(f"Leak so far: {said}.", hang=2)

    # ------------------------------------------------------------------ asking

    def _answer(self, question: Question) -> str | None:
        """Ask until an action is named; None when the person has gone."""
        from sabot.render.views.play import knowledge

        if self.titled < self.session.hand:
            self._title(self.session.hand)
        _say(knowledge(question.seen), hang=2)
        if self.prices:
            self._help("why")
        prompt = self._menu(question.actions)
        for _ in range(MOST_REFUSED):
            typed = self._line(prompt)
            if typed is None:
                return None
            word = None if typed in question.actions else WORDS.get(typed.casefold())
            if word == "quit":
                return None
            if word is not None:
                self._help(word)
                continue
            found = chosen(typed, question.actions)
            if len(found) == 1:
                return found[0]
            _say(_refusal(typed, found))
        _say(f"{MOST_REFUSED:,} answers in a row that are none: stopping.")
        return None

    def _menu(self, actions: Sequence[str]) -> str:
        """Return the prompt; print the actions before it where they are many."""
        from sabot.render.views.play import clipped

        names = [clipped(action) for action in actions[:MOST_ACTIONS]]
        if _numbered(actions):
            names = [f"{number} {name}" for number, name in enumerate(names, 1)]
        if len(actions) > MOST_ACTIONS:
            names.append(f"and {len(actions) - MOST_ACTIONS:,} more")
        line = "   ".join(names)
        if len(line) <= width() - 20:
            return f"  {line} > "
        _say(", ".join(names), hang=2)
        return "  your choice > "

    def _line(self, prompt: str) -> str | None:
        """Return the next line without its blanks, cut at a bearable length; None at the end."""
        from sabot.render.views.play import clipped

        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = read_line()
        typed = line.strip()
        if self.echo or not line:
            sys.stdout.write(f"{clipped(typed)}\n")
        return typed if line else None

    def _help(self, word: str) -> None:
        session = self.session
        if word == "why":
            from sabot.render.views.play import why_view

            show(why_view(session))
        elif word == "hint":
            _say(f"Optimal play: {mix_text(session.hint().items())}.", hang=2)
        elif word == "leak":
            self._leak()
        elif word == "rules":
            from sabot.render.views.family import rules_text

            values = session.game.parameters
            text = rules_text(session.game.rules, values=values, width=width() - 4)
            write(textwrap.indent(text, "  "))
        else:
            write(textwrap.indent(HELP, "  "))


def read_line() -> str:
    """Return the beginning of the next line of the input; nothing at its end."""
    if sys.stdin is None:
        return ""
    try:
        line = rest = sys.stdin.readline(LONGEST)
        length = len(line)
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(100 * LONGEST)
            length += len(rest)
            if length > MOST_LETTERS:
                return ""
    except UnicodeDecodeError:
        return "\n"
    return line


def _numbered(actions: Sequence[str]) -> bool:
    """Say whether actions may be chosen by number: not where their names are numbers."""
    return not any(action.strip().isdecimal() for action in actions)


def chosen(typed: str, actions: Sequence[str]) -> list[str]:
    """Return the actions that an answer may mean, by number, name or first letters.

    >>> chosen("2", ["hold", "exchange"]), chosen("E", ["hold", "exchange"])
    (['exchange'], ['exchange'])
    >>> chosen("2", ["3", "2"]), chosen("c", ["check", "call"]), chosen("7", ["hold"])
    (['2'], ['check', 'call'], [])
    """
    if _numbered(actions) and typed.isascii() and typed.isdecimal() and len(typed) < 10:
        number = int(typed)
        return [actions[number - 1]] if 1 <= number <= len(actions) else []
    return matching(typed, actions)


def _refusal(typed: str, found: Sequence[str]) -> str:
    from sabot.render.views.play import clipped

    if not typed:
        return "Choose an action by its number or name; ? helps."
    if found:
        return f"'{clipped(typed)}' could be {' or '.join(map(clipped, found[:5]))}."
    return f"'{clipped(typed)}' is none of the actions; ? helps."


def _say(text: str, *, indent: int = 2, hang: int = 0) -> None:
    """Print a sentence, folded at the width."""
    lines = textwrap.wrap(
        safe(text),
        width() - 1,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
    write("\n".join(lines))
