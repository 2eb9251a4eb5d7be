"""The statements about all extreme equilibria: of a bimatrix game, of one of binary choices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sabot.certify.reading import written
from sabot.certify.statement.games import Duel, Verdicts, only

if TYPE_CHECKING:
    from sabot.certify.every.reading import Every
    from sabot.certify.form import Form
    from sabot.certify.pairs.choices import PairGame
    from sabot.certify.pairs.reading import PairList


@dataclass(frozen=True)
class EveryProved(Duel):
    """Extreme equilibria, and whether it was shown that there are no others."""

    claims: Verdicts
    """By seat, whether it plays the same in all of them; None: in those listed, no more."""
    complete: bool
    """That there are no others was shown too."""
    source: Every = field(repr=False)

    @property
    def kind(self) -> str:
        """``equilibria``."""
        return "equilibria"

    @property
    def value(self) -> list[str]:
        """What both seats are paid, equilibrium by equilibrium."""
        return [", ".join(map(written, entry.payoffs)) for entry in self.source.equilibria]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """By seat, whether it plays the same in every equilibrium."""
        return (self.claims,)

    @property
    def form(self) -> Form:
        """The game as it pays the first seat."""
        return self.source.form

    @property
    def forms(self) -> tuple[Form, Form]:
        """The game as it pays each seat."""
        return self.source.forms

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.equilibria)
        noun = "1 extreme equilibrium" if count == 1 else f"{count:,} extreme equilibria"
        shown = ", all there are" if self.complete else ""
        return f"proved: {noun}{shown or ' (that there are no others was not shown)'}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else only(claim)


@dataclass(frozen=True)
class PairListProved(Duel):
    """All extreme equilibria of one game."""

    claims: Verdicts
    """By seat, whether it plays the same in all of them."""
    source: PairList = field(repr=False)

    @property
    def kind(self) -> str:
        """``pairs``."""
        return "pairs"

    @property
    def value(self) -> list[str]:
        """What both seats are paid, equilibrium by equilibrium."""
        return [", ".join(one.formulas) for one in self.source.part.equilibria]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """By seat, whether it plays the same in every equilibrium."""
        return (self.claims,)

    @property
    def form(self) -> PairGame:
        """The payoffs of both seats."""
        return self.source.form

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.part.equilibria)
        noun = "1 extreme equilibrium" if count == 1 else f"{count:,} extreme equilibria"
        return f"proved: {noun}, all there are"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else only(claim)
