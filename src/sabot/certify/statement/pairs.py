"""The statements about all equilibria of games of binary choices: of one, and of a family."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sabot.certify.statement.games import Duel, Verdicts, only
from sabot.certify.statement.theorems import TheoremProved

if TYPE_CHECKING:
    from sabot.certify.pairs.choices import PairGame
    from sabot.certify.pairs.reading import PairList, PairProof


@dataclass(frozen=True)
class PairsProved(TheoremProved):
    """All equilibria for every value of a parameter."""

    source: PairProof = field(repr=False)  # type: ignore[assignment]

    @property
    def kind(self) -> str:
        """``pairs``."""
        return "pairs"

    @property
    def form(self) -> PairGame:  # type: ignore[override]
        """The payoffs of both seats, as polynomials."""
        return self.source.form


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
    def form(self) -> PairGame:  # type: ignore[override]
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
