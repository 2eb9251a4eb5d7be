"""The talk at the terminal: one for every game, over a session of play.

All judging is :class:`sabot.play.session.Session`'s, all words are a
:class:`sabot.render.views.play.Voice`'s. This module reads lines and prints; any bytes may come in
(a pipe, a cat on the keyboard), and nothing that the seat does not know goes out before the hand is
over.
"""

from __future__ import annotations

import contextlib
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sabot.cli.output import show, width, write

if TYPE_CHECKING:
    from sabot.play.hand import Event, Question, Result
    from sabot.play.session import Session
    from sabot.render.views.play import Voice

LONGEST = 200
"""Letters of an answer that are looked at."""
MOST_LETTERS = 1_000_000
"""A line longer than this is no line: the input has ended."""
MOST_REFUSED = 1000
"""After so many answers in a row that are none, nobody is there."""
MOST_ACTIONS = 30
QUICK = 3_000
"""Payoffs of a game whose leak is found within a moment, so that every hand can show it."""

WORDS = {
    "?": "help",
    "help": "help",
    "why": "why",
    "prices": "why",
    "hint": "hint",
    "leak": "leak",
    "rules": "rules",
    "skip": "skip",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
}


def sit(
    session: Session,
    *,
    quiet: bool = False,
    prices: bool = False,
    skip: bool = False,
    script: Sequence[str] | None = None,
) -> bool:
    """Play a session at the terminal to its end, print the review; True if Ctrl-C ended it.

    With a *script* the answers are read from there: a saved session is told again.
    """
    talk = Talk(session, quiet=quiet, prices=prices, skip=skip)
    talk.script = None if script is None else iter(script)
    interrupted = False
    try:
        talk.play()
    except KeyboardInterrupt:
        interrupted = True
        write("")
    talk.end()
    return interrupted


class Talk:
    """The conversation with one person."""

    def __init__(
        self, session: Session, *, quiet: bool = False, prices: bool = False, skip: bool = False
    ) -> None:
        from sabot.render.voices import voice_of

        self.session = session
        self.voice: Voice = voice_of(session)
        self.quiet, self.prices, self.skip = quiet, prices, skip
        self.echo = sys.stdin is None or not sys.stdin.isatty()
        self.helped = False
        """Whether the person asked what is best."""
        self.titled = 0
        self.script: Iterator[str] | None = None
        """Where answers come from in place of the keyboard."""
        self.idle: list[Result] = []
        """Hands without a decision that were passed over."""
        if hasattr(sys.stdin, "reconfigure"):
            with contextlib.suppress(OSError, ValueError):  # some of it was read before
                sys.stdin.reconfigure(errors="replace")

    def play(self) -> None:
        """Deal and ask until the hands are played or the person stops."""
        show(self.voice.opening())
        while not self.session.over:
            self.tell(self.session.deal())
            if not self.go_on():
                return

    def go_on(self) -> bool:
        """Ask to the end of the hand; False when the person has gone."""
        session = self.session
        while session.waiting is not None:
            action = self.ask(session.waiting)
            if action is None:
                return False
            self.tell(session.answer(action))
        return True

    def end(self) -> None:
        """Print the review."""
        self._passed_over()
        show(self.voice.review())

    # ------------------------------------------------------------------ telling

    def tell(self, events: Iterable[Event]) -> None:
        """Print what came of an answer, or of a deal."""
        from sabot.play.hand import Result

        for event in events:
            if isinstance(event, Result):
                self._close(event)
            elif not self.quiet:
                _say(self.voice.verdict(event))

    def _close(self, result: Result) -> None:
        asked = self.titled >= result.hand
        if not asked and self.skip:
            self.idle.append(result)
            return
        if not asked:
            self._title(result.hand)
            _say("You had nothing to decide.")
        show(self.voice.closing(result))
        meter = self.session.meter
        if not self.quiet and asked and meter is not None and meter.size <= QUICK:
            leak = self.voice.leak(habits=False)
            if leak.blocks:
                show(leak)

    def _title(self, hand: int) -> None:
        self._passed_over()
        self.titled = hand
        write("")
        title = self.voice.title(hand)
        if title is not None:
            show(title)

    def _passed_over(self) -> None:
        if self.idle:
            write("")
            _say(self.voice.passed_over(self.idle), indent=0)
            self.idle = []

    # ------------------------------------------------------------------ asking

    def ask(self, question: Question) -> str | None:
        """Ask until an action is named; None when the person has gone."""
        if self.titled < self.session.hand:
            self._title(self.session.hand)
        show(self.voice.question(question, priced=self.prices))
        prompt = self.voice.prompt or self._menu(question.actions)
        for _ in range(MOST_REFUSED):
            typed = self.line(prompt)
            if typed is None:
                return None
            word = None if typed in question.actions else WORDS.get(typed.casefold())
            if word == "quit":
                return None
            if word is not None:
                self._help(word)
                continue
            said = self.voice.reads(typed, question)
            found = chosen(said, question.actions, numbered=self.voice.numbered)
            if len(found) == 1:
                return found[0]
            _say(self.voice.refusal(typed, found))
        _say(f"{MOST_REFUSED:,} answers in a row that are none: stopping.")
        return None

    def _menu(self, actions: Sequence[str]) -> str:
        """Return the prompt; print the actions before it where they are many."""
        from sabot.render.words import clipped

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

    def line(self, prompt: str) -> str | None:
        """Return the next line without its blanks, cut at a bearable length; None at the end."""
        from sabot.render.words import clipped

        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = read_line() if self.script is None else next(self.script, "")
        typed = line.strip()
        if self.echo or self.script is not None or not line:
            sys.stdout.write(f"{clipped(typed)}\n")
        return typed if line else None

    def _help(self, word: str) -> None:
        voice = self.voice
        self.helped |= word in ("why", "hint")
        if word == "why":
            show(voice.why())
        elif word == "hint":
            show(voice.hint())
        elif word == "leak":
            show(voice.leak())
        elif word == "rules":
            show(voice.rules(width() - 2))
        elif word == "skip":
            self.skip = not self.skip
            done = "passed over" if self.skip else "told"
            _say(f"Hands in which you have nothing to decide are {done} from now on.")
        else:
            write(textwrap.indent(voice.help, "  "))


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


def _numbered(actions: Sequence[str]) -> bool:
    """Say whether actions may be chosen by number: not where their names are numbers."""
    return not any(action.strip().isdecimal() for action in actions)


def chosen(typed: str, actions: Sequence[str], *, numbered: bool = True) -> list[str]:
    """Return the actions that an answer may mean, by number, name or first letters.

    Where names are numbers only the whole name will do: 1 is not the beginning of 10.

    >>> chosen("2", ["hold", "exchange"]), chosen("E", ["hold", "exchange"])
    (['exchange'], ['exchange'])
    >>> chosen("2", ["3", "2"]), chosen("c", ["check", "call"]), chosen("7", ["hold"])
    (['2'], ['check', 'call'], [])
    >>> chosen("1", ["10", "K"]), chosen("k", ["10", "K"])
    ([], ['K'])
    """
    if not numbered or not _numbered(actions):
        return [name for name in matching(typed, actions) if len(name) == len(typed)]
    if typed.isascii() and typed.isdecimal() and len(typed) < 10:
        number = int(typed)
        return [actions[number - 1]] if 1 <= number <= len(actions) else []
    return matching(typed, actions)


def _say(text: str, *, indent: int = 2, hang: int = 0) -> None:
    """Print a sentence, folded at the width."""
    from sabot.render.words import safe

    lines = textwrap.wrap(
        safe(text),
        width() - 1,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
    write("\n".join(lines))
