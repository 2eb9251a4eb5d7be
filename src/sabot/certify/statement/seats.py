"""The statement about a profile of strategies for any number of seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief
from sabot.certify.statement.games import ProfileProved

if TYPE_CHECKING:
    from sabot.certify.seats.reading import Many


@dataclass(frozen=True)
class SeatsProved(ProfileProved):
    """A profile of a finite game: its gains are exact."""

    source: Many = field(repr=False)

    @property
    def kind(self) -> str:
        """``seats``."""
        return "seats"

    @property
    def form(self) -> Many:
        """The game."""
        return self.source

    @property
    def words(self) -> str:
        """Whether it is an equilibrium; what each seat gains stands below."""
        if any(self.gains):
            return f"proved: not an equilibrium; no seat gains more than {brief(max(self.gains))}"
        return "proved: an equilibrium"

    def gained(self, gain: Fraction) -> str:
        """Return a gain, as it is."""
        return brief(gain)
