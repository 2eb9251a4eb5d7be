"""The statement about a profile of strategies for any number of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief
from sabot.certify.statement.games import ProfileProved, Table

if TYPE_CHECKING:
    from sabot.certify.seats.reading import Many, Told


@dataclass(frozen=True)
class SeatsProved(ProfileProved):
    """A profile of a finite game: its gains are exact."""

    source: Told = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``seats``."""
        return "seats"

    @property
    def form(self) -> Many:
        """The game."""
        return self.source.form

    @property
    def strategies(self) -> Mapping[str, Table]:
        """By seat, view and action: the chances."""
        return {one.seat.name: one.table for one in self.source.strategies}

    @property
    def words(self) -> str:
        """Whether it is an equilibrium; what each seat gains stands below."""
        if any(self.gains):
            return f"proved: not an equilibrium; no seat gains more than {brief(max(self.gains))}"
        return "proved: an equilibrium"

    def gained(self, gain: Fraction) -> str:
        """Return a gain, as it is."""
        return brief(gain)
