"""A few hands of the named game, dealt before it is told.

A name is written in no time, and the game that it names may take long to tell. So a few hands are
dealt first: each question in them must be one of the file's. Who wants a large game to be told must
write about as many questions down. Which hands are dealt depends on the file's digest, or a forger
would write just those.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sabot.errors import NoMethodError, RulesError
from sabot.forms.tree import View
from sabot.telling.game import Game
from sabot.telling.tables import Dealer, view_key
from sabot.tying.spelled import lacking

HANDS = 64
"""Some milliseconds; a file that lacks one question in twenty is found out nearly always."""


def hands_unlike(
    seats: Sequence[str], views: Sequence[Collection[str]], game: Game, digest: str
) -> str | None:
    """Return a question of some random hands that a file has not; None if it has them all.

    *views* are the file's, by seat.
    """
    if tuple(seats) != tuple(game.seats):
        return None  # said elsewhere, in words of its own
    table = _Listener(seats, views, int(digest[-16:], 16))
    try:
        for _ in range(HANDS):
            table.hand(game.play)
    except _Unknown as question:
        return lacking(question.seat, question.view, "the game", "the file")
    except (NoMethodError, RulesError):
        pass  # no hand can be dealt: the telling, if there is one, says why
    return None


class _Unknown(Exception):
    """A question that the file has not."""

    def __init__(self, seat: str, view: str) -> None:
        super().__init__(seat, view)
        self.seat, self.view = seat, view


class _Listener(Dealer):
    """Deals hands in which all choose evenly, as long as the file knows the questions."""

    def __init__(self, seats: Sequence[str], views: Sequence[Collection[str]], seed: int) -> None:
        super().__init__(seats, seed=seed)
        self._views = dict(zip(seats, views, strict=True))

    def choose(self, seat: str, view: View, actions: tuple[str, ...]) -> int:
        """Choose evenly."""
        if view_key(view) not in self._views[seat]:
            raise _Unknown(seat, view_key(view))
        return super().choose(seat, view, actions)
