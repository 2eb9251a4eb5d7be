"""The statement about an equilibrium of a game for two whose payoffs sum to anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief, escaped, named
from sabot.certify.statement.games import Statement, Verdicts, only

if TYPE_CHECKING:
    from sabot.certify.form import Form
    from sabot.certify.nash.reading import Nash


@dataclass(frozen=True)
class NashProved(Statement):
    """A pair of strategies: what each seat is paid, and that neither could gain."""

    payoffs: tuple[Fraction, Fraction]
    source: Nash = field(repr=False)

    @property
    def kind(self) -> str:
        """``bimatrix`` or ``general``."""
        return self.source.kind

    @property
    def value(self) -> Fraction:
        """What the first seat is paid."""
        return self.payoffs[0]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """By seat, whether it plays so in every equilibrium; None where nothing is claimed."""
        return (dict(zip(self.seats, self.source.unique, strict=True)),)

    @property
    def form(self) -> Form:
        """The game as it pays the first seat."""
        return self.source.form

    @property
    def words(self) -> str:
        """That it is so: what is so stands below, seat by seat."""
        return "proved"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each seat is paid, and that it could gain nothing, in words."""
        paid = zip(self.seats, self.payoffs, strict=True)
        claimed = [(seat, claim) for seat, claim in self.unique[0].items() if claim is not None]
        said = ", ".join(f"{escaped(named(seat))} {only(claim)}" for seat, claim in claimed)
        return (
            *(
                f"{escaped(named(seat))} is paid {brief(amount)}, and could gain nothing by any "
                "other strategy"
                for seat, amount in paid
            ),
            *([f"strategies: {said}"] if said else []),
        )
