"""The table of the games that ship: their names and what imports them, before any is imported.

The games are plug-ins in :mod:`sabot.games`, which no generic package imports: the root package
provides their table (:mod:`sabot.services`), one :class:`GameEntry` per family. The functions of an
entry import a game when they are first called, so that a missing one harms no other. This module
imports no rules, so that ``sabot --help`` starts at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from sabot.errors import FormError
from sabot.services import provided_games

if TYPE_CHECKING:
    import click

    from sabot.game_rules.family import Family


OTHER_GAMES = "Other games"
"""The section of games that have no other."""


@dataclass(frozen=True, slots=True)
class GameCommand:
    """A verb that a game adds to the command line."""

    name: str
    help: str
    """Its line in ``sabot --help``."""
    load: Callable[[], click.Command]
    """Import and return the verb."""
    former: tuple[str, ...] = ()
    """Verbs inside it that were verbs of the program in earlier releases and still work."""
    section: str = "Play"
    """The heading under which ``sabot --help`` lists it."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One family of games that ships: its name, and functions that import it when called.

    What a game brings to the workbench and to the table of kinds is in fields of a subclass; who
    asks for them declares them as a protocol (:mod:`sabot.web.pages`, :mod:`sabot.kinds`).
    """

    name: str
    family: Callable[[], Family]
    """Import and return the family."""
    aliases: tuple[str, ...] = ()
    """Other names that are understood, never printed; a family says what parameters one sets."""
    alias_notes: Mapping[str, str] = field(default_factory=dict)
    """What to say to a person who types an alias that is also the name of another game."""
    positional: str = ""
    """The parameter that may be written without its name, where it begins with a bracket."""
    shown_first: bool = False
    """Whether it is the game that is shown where none was chosen."""
    section: str = OTHER_GAMES
    """The heading under which ``sabot games`` lists it."""
    summary: str = ""
    """What it is, in a few words; games of one section with the same summary share a line."""
    place: int = 0
    """Its place among the games that add verbs or pages."""
    command: GameCommand | None = None
    source: str = ""
    """The file with its rules as a person writes them, to be copied and changed; '': none."""


@cache
def shipped_games() -> Mapping[str, GameEntry]:
    """Return the games that ship, by name."""
    entries = provided_games()
    assert isinstance(entries, tuple)
    return {entry.name: entry for entry in entries}


def rules_source(family: str) -> str:
    """Return the rules of a shipped family as the text of a file that runs.

    >>> "table.ask" in rules_source("le-her")
    True
    """
    entries = shipped_games()
    entry = entries.get(family)
    if entry is None:
        raise FormError(
            f"{family}: its rules are your own file; --source prints those of a shipped game"
        )
    if not entry.source:
        known = ", ".join(name for name, other in entries.items() if other.source)
        raise FormError(
            f"{family}: there is no file of its rules to change\n  there is one of: {known}\n"
            "  to write your own: docs/how-to/tell-a-game.md"
        )
    with open(entry.source, encoding="utf-8") as file:
        return file.read()


def source_parameters(source: str) -> list[str]:
    """Return the parameters that the rules in the text of such a file have.

    >>> source_parameters(rules_source("le-her"))
    ['ranks', 'suits']
    """
    import ast

    rules = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef)]
    return [key.arg for one in rules if one.decorator_list for key in one.args.kwonlyargs]


def default_game() -> str:
    """Return the game that is shown where none was chosen."""
    return next(name for name, entry in shipped_games().items() if entry.shown_first)


def game_aliases() -> dict[str, str]:
    """Return the family of each alias."""
    return {alias: entry.name for entry in shipped_games().values() for alias in entry.aliases}


def alias_note(text: str) -> str:
    """Return what to say to a person who typed a game string; '' where nothing has to be said.

    >>> alias_note("baccarat(decks=6)")[:32], alias_note("baccara")
    ('baccarat is read as baccara, in ', '')
    """
    name = text.partition("(")[0].strip()
    family = game_aliases().get(name)
    return shipped_games()[family].alias_notes.get(name, "") if family else ""


def game_commands() -> dict[str, GameCommand]:
    """Return the verbs that games add to the command line, by name."""
    entries = sorted(shipped_games().values(), key=lambda entry: entry.place)
    return {entry.command.name: entry.command for entry in entries if entry.command is not None}
