"""Games that are played by players with names, and are not solved.

A game of more cards than can be walked out is told all the same: its hands are dealt, recorded and
played. Who sits at a seat is then a player with a name, not a table of views and chances.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sabot.errors import NoMethodError
from sabot.telling.family import Family

if TYPE_CHECKING:
    from sabot.telling.game import Game

Paid = Mapping[tuple[int, ...], int]
"""How many hands paid the seats how much."""


class Company(Family, ABC):
    """A family whose seats are taken by players with names."""

    usual: str
    """Who sits where nobody is named."""
    looked_up: str = ""
    """The verb that looks up a hand of it by itself; '' where there is none."""
    few: int = 1_000
    """Hands that are dealt where nobody says how many: half a second's work, nothing compiled."""

    def model(self, game: Game) -> str:
        """Return the game, as a string, that is solved in its stead; '' where there is none."""
        return ""

    @abstractmethod
    def demand_player(self, name: str) -> None:
        """Raise where no player has that name."""

    @abstractmethod
    def dealt(
        self, game: Game, players: Mapping[str, str], *, hands: int, seed: int
    ) -> Iterator[Paid]:
        """Yield what hands paid, some at a time, with a named player at every seat."""

    def sitting(
        self, game: Game, *, seat: str | None, seed: int, hands: int | None, against: Sequence[str]
    ) -> Any:
        """Return the session of a person at the table: as ``sabot.play.session.Session``."""
        raise NoMethodError(f"{self.name} is not played: its family brings no table")
