"""``sabot play``: a person at the terminal against the optimum; each answer priced."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from sabot.cli.files import chosen_form, read
from sabot.cli.group import verb
from sabot.cli.options import game_argument, output_session, told
from sabot.cli.output import busy, saving
from sabot.cli.strategy import blamed, gathered, strategy_option
from sabot.cli.talk import LONGEST, matching, sit
from sabot.errors import FileError, SabotError
from sabot.telling.company import Company

if TYPE_CHECKING:
    from sabot.play.history import History
    from sabot.play.session import Session
    from sabot.telling.game import Game

__all__ = ["play", "sit"]


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
@click.option("--seat", metavar="NAME", help="Where you sit (the first seat unless told).")
@click.option(
    "--players", type=int, metavar="N", help="The game's parameter players, as an option."
)
@click.option("--against", metavar="NAMES", help="Who sits at the other seats of draw-poker.")
@strategy_option("What the others play in a game without a value: a file, as in sabot value.")
@click.option("--seed", type=int, metavar="S", help="Equal seeds and answers, equal hands.")
@click.option("--hands", type=click.IntRange(min=1), metavar="N", help="Stop after N hands.")
@click.option("--quiet", is_flag=True, help="Price nothing before the review at the end.")
@click.option("--prices", is_flag=True, help="Show what each action is worth before you choose.")
@click.option("--skip", is_flag=True, help="Pass over hands in which you have nothing to decide.")
@output_session
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
    """Play GAME against an optimal opponent; each answer is priced.

    You are shown what your seat knows and choose by number, name or first letters; why, hint and ?
    help. The end (q, or the end of the input) brings the review: what each mistake cost, luck and
    skill apart, and what your habits would give away. Ctrl-C brings it too, with exit code 4.

    At draw-poker, which Sabot cannot solve, you sit among players: thesis, equilibrium, random or
    mine.py:NAME, after --against with commas. A session saved by -o is told again by its file.

    A game that is not zero-sum, or for three and more, is played against one equilibrium, as sabot
    solve finds it, or against the strategies of all seats in a file, after --strategy.
    """
    from sabot.play.history import History

    at_table = partial(sit, quiet=quiet, prices=prices, skip=skip)
    names = () if against is None else tuple(name.strip() for name in against.split(","))
    if (saved := _saved(game)) is not None:
        given: dict[str, object] = {
            "--seat": seat,
            "--players": players,
            "--seed": seed,
            "--hands": hands,
        }
        given |= {"-o": output, "--strategy": sources or None}
        if extra := [name for name, value in given.items() if value is not None]:
            raise click.UsageError(f"{game} is a saved session: leave out {', '.join(extra)}")
        _demand_no_code(game, saved, names)
        session = _told_again(game, saved)
        at_table(session, script=saved.script)
        saved.demand_same(session, game)
        return
    chosen_form(output, "json", default="json")
    drawn = secrets.randbelow(10**6) if seed is None else seed
    text = game if players is None else _with_players(game, players)
    if sources and output:
        raise click.UsageError("a session against a profile of yours is not saved: leave out -o")
    session = _session(text, seat, names, drawn, hands, sources)
    interrupted = at_table(session)
    with saving(output, lambda path: History.of(session).save(path), f"sabot play {output}"):
        pass
    if interrupted:
        raise click.exceptions.Exit(4)


def _session(
    text: str,
    seat: str | None,
    against: Sequence[str],
    seed: int,
    hands: int | None,
    sources: Sequence[str] = (),
) -> Session:
    """Return the session of a game: its company's, or the one of every game that is solved."""
    from sabot.games import dealer

    deals = dealer(text)
    one = told(text) if deals is None else deals(seed)
    sits = None if seat is None else _seat(seat, one.seats)
    if sources and (deals is not None or not _without_value(one)):
        raise click.UsageError(
            f"--strategy is for games without a value, and {one} is played against its optimum or "
            "against players: leave it out"
        )
    if isinstance(one.rules, Company):
        sitting: Session = one.rules.sitting(
            one, seat=sits, seed=seed, hands=hands, against=against
        )
        return sitting
    if against:
        raise click.UsageError(
            f"--against names players, and {one} is played against its optimum; leave it out"
        )
    given, origin = gathered(sources, one) if sources else (None, {})
    with busy(f"solving {one}"), blamed(origin, one):
        from sabot.play.session import Session

        return Session(
            one if deals is None else text, seat=sits, seed=seed, hands=hands, solution=given
        )


def _without_value(game: Game) -> bool:
    """Tell whether a game is played against a profile: not zero-sum, or for three and more."""
    from sabot.formed import betting_of
    from sabot.forms.matrix import MatrixForm
    from sabot.forms.sequence import SequenceForm
    from sabot.telling.told import any_form

    if isinstance(game.rules, Company) or game.rules.perfect or betting_of(game) is not None:
        return False
    return not isinstance(any_form(game), MatrixForm | SequenceForm)


def _told_again(path: str, saved: History) -> Session:
    """Return the session that a file tells; what is wrong with it is the file's fault."""
    try:
        return _session(saved.game, saved.seat, saved.against, saved.seed, saved.begun)
    except click.UsageError as fault:
        raise FileError(f"{path}: {fault.message}") from None
    except SabotError as fault:
        raise FileError(f"{path}: {fault}") from None


def _saved(game: str) -> History | None:
    """Return the session that a file holds, if it is one."""
    if not game.endswith(".json") or not os.path.isfile(game):
        return None
    from sabot.play.history import SCHEMA, read_history

    try:
        found = read(game)
    except FileError:  # a matrix in JSON is no object: the game's reader says what is wrong
        return None
    return read_history(game, found) if found.get("schema") == SCHEMA else None


def _demand_no_code(path: str, saved: History, named: Sequence[str]) -> None:
    """Refuse to run a Python file because a saved session names it."""
    if ".py" in saved.game:
        raise FileError(
            f"{path}: its game {saved.game[:60]!r} is told by a Python file, which is not run "
            f"because a file names it; play it anew: sabot play GAME --seed {saved.seed}"
        )
    own = [name for name in saved.against if ".py" in name and name not in named]
    if own:
        raise FileError(
            f"{path}: a player is {own[0][:60]!r}, of a Python file, which is not run because a "
            f"file names it; if you trust it, name it yourself: --against {own[0][:60]}"
        )


def _with_players(game: str, players: int) -> str:
    """Return a game string with the number of players in it."""
    from sabot.games import family_named
    from sabot.telling.strings import dissect

    family = family_named(game)
    if family is None or "players" not in family.kinds:
        raise click.UsageError(f"--players: {game[:60]} has no parameter players")
    name, texts, faults = dissect(game)
    if "players" in texts or faults:
        raise click.UsageError(f"--players {players} beside {game[:60]}: say it once")
    said = {**texts, "players": str(players)}
    return f"{name}({', '.join(f'{key}={text}' for key, text in said.items())})"


def _seat(typed: str, seats: Sequence[str]) -> str:
    found = matching(typed, seats)
    if len(found) != 1:
        raise click.BadParameter(
            f"no seat {typed[:LONGEST]!r}; the seats are {', '.join(seats)}", param_hint="--seat"
        )
    return found[0]
