"""The statement about a profile of strategies for any number of seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief, escaped, named
from sabot.certify.statement.games import Statement, Verdicts

if TYPE_CHECKING:
    from sabot.certify.seats.reading import Many


@dataclass(frozen=True)
class ProfileProved(Statement):
    """A profile: what each seat is paid, and what its best reply would earn it more, exactly."""

    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    source: Many = field(repr=False)

    @property
    def kind(self) -> str:
        """``seats``."""
        return "seats"

    @property
    def value(self) -> Fraction:
        """What the first seat is paid."""
        return self.payoffs[0]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """Nothing."""
        return ()

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

    @property
    def lines(self) -> tuple[str, ...]:
        """What each seat is paid and could gain, in words."""
        paid = zip(self.seats, self.payoffs, self.gains, strict=True)
        return tuple(
            f"{escaped(named(seat))} is paid {brief(amount)}, and could gain "
            + (brief(gain) if gain else "nothing")
            + " by any other strategy"
            for seat, amount, gain in paid
        )
