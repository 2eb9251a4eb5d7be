"""The named game's own numbers, by each road that there is from its rules to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sabot.errors import FileError, GameStringError, NoMethodError, RulesError, SeatsError
from sabot.files.words import brief
from sabot.forms.general import GeneralForm, from_any_tree
from sabot.forms.sequence import from_tree
from sabot.forms.strategic import written_out
from sabot.forms.tree import GameTree
from sabot.games import load, load_polynomial
from sabot.telling.explorer import Explorer
from sabot.telling.game import Game
from sabot.telling.told import any_form_of, form_of
from sabot.tying.spelled import Spelled, of_both, of_form

if TYPE_CHECKING:
    from sabot.forms.pair import PolynomialPair
    from sabot.forms.polynomial import PolynomialForm
    from sabot.forms.threshold.opened import OpenHands
    from sabot.telling.told import AnyForm

WALKED = 30_000
"""Nodes (a second or two) up to which rules are walked besides a faster road to the numbers."""

DIRECTLY, TOLD, WALK = "directly", "by telling its rules", "by walking its rules with open cards"


@contextmanager
def known(name: str) -> Iterator[None]:
    """Say of a name that leads to no rules why, and what to do; the file is not to blame for it."""
    try:
        yield
    except GameStringError as fault:
        raise _not_at_hand(
            name,
            f"that names no rules known here ({fault.faults[0].what})\n"
            "  if you know whose they are, name the game: --game GAME, rules=GAME in Python",
        ) from None
    except RulesError as fault:
        raise _not_at_hand(
            name,
            f"{fault}\n  no file is run because another one names it; name the game yourself: "
            f"--game {name!r}, rules={name!r} in Python",
        ) from None


@contextmanager
def at_hand(name: str) -> Iterator[None]:
    """Say the same where a game is told in a file that cannot be read."""
    try:
        yield
    except FileError as fault:
        why = f"{fault}; its file is looked for from the folder that you are in"
        raise _not_at_hand(name, why) from None


def _not_at_hand(name: str, why: str) -> NoMethodError:
    return NoMethodError(
        f"whether the payoffs are those of {brief(name, 80)!r} was not checked: {why}"
    )


def named_game(name: str) -> Game:
    """Return the game that a file names; no user's file is run for it."""
    with known(name):
        return load(name, run=False)


def named_family(name: str) -> tuple[str, PolynomialForm | OpenHands | PolynomialPair]:
    """Return the family that a file names, and its polynomials; no user's file is run for it."""
    with known(name):
        return load_polynomial(name, run=False)


def roads(game: Game, nodes: int = WALKED) -> Iterator[tuple[str, Spelled | str]]:
    """Yield the game's form by each road; in place of a second one, why it was not taken.

    The second shares nothing with the first but the rules: cards lie open, and every branch is
    walked. A tree that was walked so in the first place has no other.
    """
    if game.direct:
        yield DIRECTLY, of_form(game.form())
    else:
        told = game.told()
        yield TOLD, of_form(form_of(told))
        if isinstance(told, GameTree):
            return
    try:
        yield WALK, of_form(from_tree(walked(game, nodes)))
    except NoMethodError as fault:
        if isinstance(fault, SeatsError):
            raise
        yield WALK, str(fault).split(";")[0]


def roads_by_seat(
    game: Game, nodes: int = WALKED, *, pure: bool = False
) -> Iterator[tuple[str, tuple[Spelled, Spelled] | str]]:
    """Yield what a game for two pays each seat, by the same roads; *pure*: by pure strategies."""
    direct = game.directly()
    if direct is not None:
        yield DIRECTLY, _by_seat(direct, pure)
    else:
        told = game.told()
        yield TOLD, _by_seat(any_form_of(told), pure)
        if isinstance(told, GameTree):
            return
    try:
        yield WALK, _by_seat(from_any_tree(walked(game, nodes)), pure)
    except NoMethodError as fault:
        yield WALK, str(fault).split(";")[0]


def _by_seat(form: AnyForm, pure: bool) -> tuple[Spelled, Spelled]:
    if pure and isinstance(form, GeneralForm):
        form = written_out(form)
    return of_both(form)


def walked(game: Game, nodes: int) -> GameTree:
    """Return the game's tree, walked with open cards."""
    game.rules.demand_walkable(game)
    return Explorer(game.seats, limit=nodes).explore(game.play)
