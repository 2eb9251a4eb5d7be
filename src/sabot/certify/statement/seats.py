"""The statements about games for any number of seats: a profile, and all pure equilibria."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief, escaped, named
from sabot.certify.statement.games import ProfileProved, Statement, Table, Verdicts

if TYPE_CHECKING:
    from sabot.certify.seats.pure import PureList
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


@dataclass(frozen=True)
class PureProved(Statement):
    """All pure equilibria of a finite game; nothing is said of mixed ones."""

    source: PureList = field(repr=False)

    @property
    def kind(self) -> str:
        """``pure``."""
        return "pure"

    @property
    def value(self) -> list[str]:
        """What the seats are paid, equilibrium by equilibrium."""
        return [", ".join(map(str, one.payoffs)) for one in self.source.equilibria]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """Nothing: mixed equilibria are not looked at."""
        return ()

    @property
    def form(self) -> Many:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.equilibria)
        noun = "1 pure equilibrium" if count == 1 else f"{count:,} pure equilibria"
        return f"proved: {noun if count else 'no pure equilibrium'}" + ", all there are" * bool(
            count
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """How many strategies each seat has; every profile of them was looked at."""
        sizes = zip(self.seats, self.source.sizes, strict=True)
        said = ", ".join(f"{escaped(named(seat))} {size:,}" for seat, size in sizes)
        return (f"pure strategies, every profile of which was looked at: {said}",)
