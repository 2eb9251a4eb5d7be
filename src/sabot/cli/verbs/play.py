"""``sabot play``: a session at the terminal against an optimal opponent; each answer is priced.

:class:`TerminalSession` reads lines and prints, for every game. All judging is done by
:class:`sabot.play.session.Session`, all wording by the game's narrator in :mod:`sabot.render`. Any
bytes may come in (a pipe, a cat on the keyboard), and nothing that the player does not know is
printed before the hand is over. A saved session never makes a Python file run that it names.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from sabot.cli.files import read_json
from sabot.cli.options import (
    game_argument,
    output_session_option,
    parse_game_argument,
    select_format,
)
from sabot.cli.output import print_text, print_view, save_then_print, show_status, terminal_width
from sabot.cli.strategy_arguments import (
    name_strategy_files_in_errors,
    read_strategies,
    strategy_option,
)
from sabot.cli.verbs import verb
from sabot.errors import FileError, SabotError
from sabot.game_rules.family import NamedAgentFamily, PerfectInformation

if TYPE_CHECKING:
    from sabot.forms.private_hands import PrivateHandsForm
    from sabot.game_rules.game import Game
    from sabot.play.events import Event, HandResult, Question
    from sabot.play.history import SessionHistory
    from sabot.play.session import Session
    from sabot.render.views.session import Narrator


@verb(
    examples=[
        "sabot play le-her",
        "sabot play kuhn-poker --seat second --seed 7 --hands 20",
        "sabot play draw-poker --players 5 --seed 4 -o evening.json",
        "sabot play evening.json",
        "sabot play baccara --skip",
        "sabot play 'whist(n=5)' --seed 4 --hands 3 --prices",
    ]
)
@game_argument
@click.option("--seat", metavar="NAME", help="Your seat (default: the first).")
@click.option(
    "--players", type=int, metavar="N", help="How many players, for games that have this parameter."
)
@click.option("--against", metavar="NAMES", help="The other players of draw-poker.")
@strategy_option(
    "What the others play if the game is not zero-sum or not solved: a file, as in sabot value."
)
@click.option(
    "--seed",
    type=int,
    metavar="S",
    help="Start of the random numbers; same seed and choices, same hands.",
)
@click.option("--hands", type=click.IntRange(min=1), metavar="N", help="Stop after N hands.")
@click.option("--quiet", is_flag=True, help="Show no costs before the review at the end.")
@click.option("--prices", is_flag=True, help="Show what each action is worth before you choose.")
@click.option("--skip", is_flag=True, help="Skip hands in which you have nothing to decide.")
@output_session_option
def play(
    game: str,
    seat: str | None,
    players: int | None,
    against: str | None,
    sources: Sequence[str],
    seed: int | None,
    hands: int | None,
    quiet: bool,
    prices: bool,
    skip: bool,
    output: str | None,
) -> None:
    """Play GAME against an optimal opponent, and see what each mistake costs.

    You see what your seat knows, and choose by number, name or first letters; why, hint and ? help.
    At the end (q, or the end of the input) there is a review: what each mistake cost, luck and
    skill separately, and your leak: how much a best response to your habits would win. Ctrl-C shows
    it too, with exit code 4.

    draw-poker is too large to solve. There you play against computer players: thesis, equilibrium,
    random or mine.py:NAME, listed after --against with commas. The file of -o replays a session.

    If the game is not zero-sum, or has three or more players, the others play the Nash equilibrium
    that `sabot solve` finds, or the strategies in the file of --strategy. With private hands and
    too large a tree the other seat plays the strategy in a file of `sabot solve --gap`, or an
    optimal one, or one that is at most 1/1000 of the largest amount worse per hand; it says which.
    """
    from sabot.play.history import SessionHistory

    at_table = partial(run_session, quiet=quiet, prices=prices, skip=skip)
    names = () if against is None else tuple(name.strip() for name in against.split(","))
    if (saved := _read_saved_session(game)) is not None:
        given: dict[str, object] = {
            "--seat": seat,
            "--players": players,
            "--seed": seed,
            "--hands": hands,
        }
        given |= {"-o": output, "--strategy": sources or None}
        if extra := [name for name, value in given.items() if value is not None]:
            raise click.UsageError(f"{game} is a saved session: leave out {', '.join(extra)}")
        _require_no_code(game, saved, names)
        session = _session_from_file(game, saved)
        at_table(session, script=saved.script)
        saved.require_same(session, game)
        return
    select_format(output, "json", default="json")
    drawn = secrets.randbelow(10**6) if seed is None else seed
    text = game if players is None else _set_players(game, players)
    if sources and output:
        raise click.UsageError("a session against a profile of yours is not saved: leave out -o")
    session = _make_session(text, seat, names, drawn, hands, sources)
    interrupted = at_table(session)
    with save_then_print(
        output, lambda path: SessionHistory.of(session).save(path), f"sabot play {output}"
    ):
        pass
    if interrupted:
        raise click.exceptions.Exit(4)


def _make_session(
    text: str,
    seat: str | None,
    against: Sequence[str],
    seed: int,
    hands: int | None,
    sources: Sequence[str] = (),
) -> Session:
    """Return the session of a game: the one with named agents, or that of every solved game."""
    from sabot.loading import random_deal_factory

    deals = random_deal_factory(text)
    one = parse_game_argument(text) if deals is None else deals(seed)
    sits = None if seat is None else _match_player(seat, one.seats)
    hands_form = _hands_beyond_tree(one) if sources and deals is None else None
    if sources and hands_form is None and (deals is not None or not _has_no_value(one)):
        raise click.UsageError(
            f"--strategy is for games without a value, and {one} is played against its optimum or "
            "against players: leave it out"
        )
    if isinstance(one.rules, NamedAgentFamily):
        sitting: Session = one.rules.sitting(
            one, seat=sits, seed=seed, hands=hands, against=against
        )
        return sitting
    if against:
        raise click.UsageError(
            f"--against names players, and {one} is played against its optimum; leave it out"
        )
    given, origin = read_strategies(sources, one) if sources else (None, {})
    with show_status(f"solving {one}"), name_strategy_files_in_errors(origin, one):
        from sabot.play.judges import PrivateHandsJudge
        from sabot.play.session import Session

        judge = None
        if hands_form is not None:
            judge = PrivateHandsJudge(one, hands_form, sits or one.seats[0], given)
        whole = one if deals is None else text
        return Session(whole, seat=sits, seed=seed, hands=hands, solution=given, judge=judge)


def _hands_beyond_tree(game: Game) -> PrivateHandsForm | None:
    from sabot.play.judges import hands_beyond_tree

    return hands_beyond_tree(game)


def _has_no_value(game: Game) -> bool:
    """Return whether a game is not zero-sum, or has three or more players."""
    from sabot.api.arguments import continuous_game_of
    from sabot.forms.sequence import MatrixForm, SequenceForm
    from sabot.game_rules.to_form import form_of_game

    apart = isinstance(game.rules, NamedAgentFamily | PerfectInformation)
    if apart or continuous_game_of(game) is not None:
        return False
    return not isinstance(form_of_game(game), MatrixForm | SequenceForm)


def _session_from_file(path: str, saved: SessionHistory) -> Session:
    """Return the session saved in a file; every error names the file."""
    try:
        return _make_session(saved.game, saved.seat, saved.against, saved.seed, saved.begun)
    except click.UsageError as fault:
        raise FileError(f"{path}: {fault.message}") from None
    except SabotError as fault:
        raise FileError(f"{path}: {fault}") from None


def _read_saved_session(game: str) -> SessionHistory | None:
    """Return the session that a file holds, if it is one."""
    if not game.endswith(".json") or not os.path.isfile(game):
        return None
    from sabot.play.history import SCHEMA, read_history

    try:
        found = read_json(game)
    except FileError:  # a matrix in JSON is no object: the game's reader says what is wrong
        return None
    return read_history(game, found) if found.get("schema") == SCHEMA else None


def _require_no_code(path: str, saved: SessionHistory, named: Sequence[str]) -> None:
    """Refuse to run a Python file because a saved session names it."""
    if ".py" in saved.game:
        raise FileError(
            f"{path}: its game {saved.game[:60]!r} is defined in a Python file, which is not run "
            f"because a file names it; play it again: sabot play GAME --seed {saved.seed}"
        )
    own = [name for name in saved.against if ".py" in name and name not in named]
    if own:
        raise FileError(
            f"{path}: a player is {own[0][:60]!r}, of a Python file, which is not run because a "
            f"file names it; if you trust it, name it yourself: --against {own[0][:60]}"
        )


def _set_players(game: str, players: int) -> str:
    """Return a game string with the number of players in it."""
    from sabot.game_rules.game_string import split_game_string
    from sabot.loading import find_family

    family = find_family(game)
    if family is None or "players" not in family.kinds:
        raise click.UsageError(f"--players: {game[:60]} has no parameter players")
    name, texts, faults = split_game_string(game)
    if "players" in texts or faults:
        raise click.UsageError(f"--players {players} beside {game[:60]}: say it once")
    said = {**texts, "players": str(players)}
    return f"{name}({', '.join(f'{key}={text}' for key, text in said.items())})"


def _match_player(typed: str, seats: Sequence[str]) -> str:
    found = match_names(typed, seats)
    if len(found) != 1:
        raise click.BadParameter(
            f"no seat {typed[:MAX_ANSWER_LENGTH]!r}; the seats are {', '.join(seats)}",
            param_hint="--seat",
        )
    return found[0]


MAX_ANSWER_LENGTH = 200
"""Letters of an answer that are looked at."""
MAX_LINE_LENGTH = 1_000_000
"""A line longer than this is no line: the input has ended."""
MAX_INVALID_ANSWERS = 1000
"""After so many empty answers in a row the input is taken to have ended."""
MAX_LISTED_ACTIONS = 30
MAX_PAYOFFS_FOR_LIVE_LEAK = 3_000
"""Payoffs of a game whose leak is found within a moment, so that every hand can show it."""
HELP_WORDS = {
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


def run_session(
    session: Session,
    *,
    quiet: bool = False,
    prices: bool = False,
    skip: bool = False,
    script: Sequence[str] | None = None,
) -> bool:
    """Play a session at the terminal to its end, print the review; True if Ctrl-C ended it.

    With a *script* the answers are read from it: a saved session is replayed.
    """
    talk = TerminalSession(session, quiet=quiet, prices=prices, skip=skip)
    talk.script = None if script is None else iter(script)
    interrupted = False
    try:
        talk.play()
    except KeyboardInterrupt:
        interrupted = True
        print_text("")
    talk.end()
    return interrupted


class TerminalSession:
    """The conversation with one person."""

    def __init__(
        self, session: Session, *, quiet: bool = False, prices: bool = False, skip: bool = False
    ) -> None:
        from sabot.render.views.session import narrator_for

        self.session = session
        self.voice: Narrator = narrator_for(session)
        self.quiet, self.prices, self.skip = quiet, prices, skip
        self.echo = sys.stdin is None or not sys.stdin.isatty()
        self.helped = False
        """Whether the person asked what is best."""
        self.last_titled_hand = 0
        self.script: Iterator[str] | None = None
        """Where answers come from in place of the keyboard."""
        self.idle: list[HandResult] = []
        """Hands without a decision that were passed over."""
        if hasattr(sys.stdin, "reconfigure"):
            with contextlib.suppress(OSError, ValueError):  # some of it was read before
                sys.stdin.reconfigure(errors="replace")

    def play(self) -> None:
        """Deal and ask until the hands are played or the person stops."""
        print_view(self.voice.opening())
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
        self._print_skipped_hands()
        print_view(self.voice.review())

    # ------------------------------------------------------------------ printing

    def tell(self, events: Iterable[Event]) -> None:
        """Print what came of an answer, or of a deal."""
        from sabot.play.events import HandResult

        for event in events:
            if isinstance(event, HandResult):
                self._close(event)
            elif not self.quiet:
                _print_sentence(self.voice.verdict(event))

    def _close(self, result: HandResult) -> None:
        asked = self.last_titled_hand >= result.hand
        if not asked and self.skip:
            self.idle.append(result)
            return
        if not asked:
            self._title(result.hand)
            _print_sentence("You had nothing to decide.")
        print_view(self.voice.closing(result))
        meter = self.session.meter
        if (
            not self.quiet
            and asked
            and meter is not None
            and meter.size <= MAX_PAYOFFS_FOR_LIVE_LEAK
        ):
            leak = self.voice.leak(habits=False)
            if leak.blocks:
                print_view(leak)

    def _title(self, hand: int) -> None:
        self._print_skipped_hands()
        self.last_titled_hand = hand
        print_text("")
        title = self.voice.title(hand)
        if title is not None:
            print_view(title)

    def _print_skipped_hands(self) -> None:
        if self.idle:
            print_text("")
            _print_sentence(self.voice.passed_over(self.idle), indent=0)
            self.idle = []

    # ------------------------------------------------------------------ asking

    def ask(self, question: Question) -> str | None:
        """Ask until an action is named; None when the person has gone."""
        if self.last_titled_hand < self.session.hand:
            self._title(self.session.hand)
        print_view(self.voice.question(question, priced=self.prices))
        prompt = self.voice.prompt or self._menu(question.actions)
        for _ in range(MAX_INVALID_ANSWERS):
            typed = self.line(prompt)
            if typed is None:
                return None
            word = None if typed in question.actions else HELP_WORDS.get(typed.casefold())
            if word == "quit":
                return None
            if word is not None:
                self._help(word)
                continue
            said = self.voice.reads(typed, question)
            found = match_actions(said, question.actions, numbered=self.voice.numbered)
            if len(found) == 1:
                return found[0]
            _print_sentence(self.voice.refusal(typed, found))
        _print_sentence(f"{MAX_INVALID_ANSWERS:,} answers in a row that are not answers: stopping.")
        return None

    def _menu(self, actions: Sequence[str]) -> str:
        """Return the prompt; print the actions before it where they are many."""
        from sabot.render.text import clip_label

        names = [clip_label(action) for action in actions[:MAX_LISTED_ACTIONS]]
        if _may_be_numbered(actions):
            names = [f"{number} {name}" for number, name in enumerate(names, 1)]
        if len(actions) > MAX_LISTED_ACTIONS:
            names.append(f"and {len(actions) - MAX_LISTED_ACTIONS:,} more")
        line = "   ".join(names)
        if len(line) <= terminal_width() - 20:
            return f"  {line} > "
        _print_sentence(", ".join(names), hang=2)
        return "  your choice > "

    def line(self, prompt: str) -> str | None:
        """Return the next line without its blanks, cut at a bearable length; None at the end."""
        from sabot.render.text import clip_label

        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = read_line() if self.script is None else next(self.script, "")
        typed = line.strip()
        if self.echo or self.script is not None or not line:
            sys.stdout.write(f"{clip_label(typed)}\n")
        return typed if line else None

    def _help(self, word: str) -> None:
        voice = self.voice
        self.helped |= word in ("why", "hint")
        if word == "why":
            print_view(voice.why())
        elif word == "hint":
            print_view(voice.hint())
        elif word == "leak":
            print_view(voice.leak())
        elif word == "rules":
            print_view(voice.rules(terminal_width() - 2))
        elif word == "skip":
            self.skip = not self.skip
            done = "passed over" if self.skip else "shown"
            _print_sentence(f"Hands in which you have nothing to decide are {done} from now on.")
        else:
            print_text(textwrap.indent(voice.help, "  "))


def read_line() -> str:
    """Return the beginning of the next line of the input; nothing at its end."""
    if sys.stdin is None:
        return ""
    try:
        line = rest = sys.stdin.readline(MAX_ANSWER_LENGTH)
        length = len(line)
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(100 * MAX_ANSWER_LENGTH)
            length += len(rest)
            if length > MAX_LINE_LENGTH:
                return ""
    except UnicodeDecodeError:
        return "\n"
    return line


def match_names(typed: str, names: Sequence[str]) -> list[str]:
    """Return the names meant: the exact one, else those equal in lower case, else by first letters.

    >>> match_names("C", ["check", "call", "c"]), match_names("ch", ["check", "call"])
    (['c'], ['check'])
    """
    if typed in names:
        return [typed]
    low = typed.casefold()
    same = [name for name in names if name.casefold() == low]
    return same or [name for name in names if low and name.casefold().startswith(low)]


def _may_be_numbered(actions: Sequence[str]) -> bool:
    """Say whether actions may be chosen by number: not where their names are numbers."""
    return not any(action.strip().isdecimal() for action in actions)


def match_actions(typed: str, actions: Sequence[str], *, numbered: bool = True) -> list[str]:
    """Return the actions that an answer may mean, by number, name or first letters.

    Where names are numbers only the whole name will do: 1 is not the beginning of 10.

    >>> match_actions("2", ["hold", "exchange"]), match_actions("E", ["hold", "exchange"])
    (['exchange'], ['exchange'])
    >>> match_actions("2", ["3", "2"]), match_actions("c", ["check", "call"])
    (['2'], ['check', 'call'])
    >>> match_actions("7", ["hold"])
    []
    >>> match_actions("1", ["10", "K"]), match_actions("k", ["10", "K"])
    ([], ['K'])
    """
    if not numbered or not _may_be_numbered(actions):
        return [name for name in match_names(typed, actions) if len(name) == len(typed)]
    if typed.isascii() and typed.isdecimal() and len(typed) < 10:
        number = int(typed)
        return [actions[number - 1]] if 1 <= number <= len(actions) else []
    return match_names(typed, actions)


def _print_sentence(text: str, *, indent: int = 2, hang: int = 0) -> None:
    """Print a sentence, wrapped at the terminal's width."""
    from sabot.render.text import printable

    lines = textwrap.wrap(
        printable(text),
        terminal_width() - 1,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
    )
    print_text("\n".join(lines))
