"""A note on stderr that says how long a search may take, once it has taken a moment."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from time import process_time
from typing import TYPE_CHECKING

from sabot.cli.output import print_note
from sabot.errors import SabotError
from sabot.progress import without_watch

if TYPE_CHECKING:
    from sabot.game_rules.game import Game
    from sabot.game_rules.to_form import AnyForm
    from sabot.progress import Moment

SHORT_SEARCH = 3.0
"""CPU seconds after which a search is estimated: many are over before an estimate would be."""
STOP_AND_KEEP = "\n  --seconds S stops the search and keeps what is found"


class LongSearchNote:
    """Says how long a search takes if it is long, or what it leaves out.

    *words* are of the form of a game, before the search and when it has taken a moment.
    """

    def __init__(self, game: Game, words: Callable[[AnyForm, bool], str]) -> None:
        self._game, self._words = game, words
        self._began, self._said = process_time(), False

    def hear(self, moment: Moment) -> None:
        """Say it if the search has taken a moment; is called while it goes on.

        While the rules are explored there is nothing to say: they would be explored twice.
        """
        if moment.stage != "exploring" and process_time() - self._began >= SHORT_SEARCH:
            self.say()

    def say(self, *, before: bool = False) -> None:
        """Say it, once; *before* the search only what is known to be long."""
        from sabot.game_rules.to_form import form_of_game

        if self._said:
            return
        self._said = not before
        try:
            with warnings.catch_warnings(), without_watch():
                warnings.simplefilter("ignore")  # the search reads the game too, and warns
                words = self._words(form_of_game(self._game), before)
        except SabotError:
            return  # the search says it
        if words:
            self._said = True
            print_note(words)
