"""The statement about a profile for hands that are real numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief, escaped, named
from sabot.certify.statement.protocol import Statement, Verdicts

if TYPE_CHECKING:
    from sabot.certify.betting.profile import Balance, Node


@dataclass(frozen=True)
class BalanceProved(Statement):
    """A profile for real hands: what each seat is paid, and what it could gain at most."""

    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    """Both as the checker computed them, whatever the file claims."""
    source: Balance = field(repr=False)

    @property
    def kind(self) -> str:
        """``betting``."""
        return "betting"

    @property
    def value(self) -> Fraction:
        """What the first seat is paid."""
        return self.payoffs[0]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """Nothing."""
        return ()

    @property
    def form(self) -> Node:
        """The betting."""
        return self.source.root

    @property
    def words(self) -> str:
        """That it is so: what is so stands below, seat by seat."""
        return "proved"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each seat is paid and could gain, in words."""
        paid = zip(self.seats, self.payoffs, self.gains, strict=True)
        return tuple(
            f"{escaped(named(seat))} is paid {brief(amount)}, and "
            + (f"could gain {_above(gain)} at most" if gain else "could gain nothing")
            + " by any other strategy"
            for seat, amount, gain in paid
        )


def _above(amount: Fraction) -> str:
    """Return a short decimal that is no smaller than a positive amount.

    >>> _above(Fraction(123, 10**5))
    '2e-3'
    """
    power = 0
    while amount * 10**power < 1:
        power += 1
    digit = -(-amount * 10**power // 1)
    if not power:
        return str(digit)
    return f"{digit}e-{power}" if digit < 10 else f"1e-{power - 1}"
