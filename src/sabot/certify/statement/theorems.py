"""Statements about a game for every value of a parameter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sabot.certify.reading import escaped, named
from sabot.certify.statement.games import Duel, Verdicts, only

if TYPE_CHECKING:
    from sabot.certify.hands.reading import Betting, HandsProof
    from sabot.certify.pairs.choices import PairGame
    from sabot.certify.pairs.reading import PairProof
    from sabot.certify.theorem.form import PolyGame
    from sabot.certify.theorem.reading import Piece, Proof
    from sabot.certify.theorem.roots import Point


@dataclass(frozen=True)
class Domain:
    """The values of a parameter for which a theorem holds."""

    parameter: str
    whole: bool
    """Whole numbers only; else all real ones."""
    low: Point
    high: Point | None
    words: str
    """Both ends as words, for the irrational ones about where they are."""

    def __str__(self) -> str:
        kind = "every whole number" if self.whole else "every real number"
        return f"{kind} {named(self.parameter)} {self.words}"


@dataclass(frozen=True)
class RangeProved(Duel):
    """The value of a game for every value of a parameter, piece by piece."""

    domain: Domain
    formulas: tuple[str, ...]
    """The value to the first seat, a formula for each piece."""
    claims: tuple[Verdicts, ...]
    """One for each piece."""

    @property
    def value(self) -> list[str]:
        """The formulas."""
        return list(self.formulas)

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """By piece and seat, whether its strategy is the only optimal one."""
        return self.claims

    @property
    def words(self) -> str:
        """For which values; the formulas themselves are in the file."""
        count = len(self.formulas)
        pieces = "1 piece" if count == 1 else f"{count} pieces"
        return f"proved for {escaped(str(self.domain))}: {pieces}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy, in words."""
        found = {claims[seat] for claims in self.claims}
        if found == {None}:
            return "uniqueness not decided"
        if len(found) > 1:
            rest = "only" if None not in found else "at least, on others not decided"
            return f"{only(True in found)} on some pieces {rest}"
        return only(True in found) + self._where(seat, found)

    def _where(self, seat: str, found: set[bool | None]) -> str:
        """Return where what holds on all pieces is not shown, in words; '' if nowhere."""
        return ""


@dataclass(frozen=True)
class EndsProved(RangeProved):
    """A theorem that says of uniqueness also what holds where its pieces begin, meet and end."""

    at_ends: tuple[Verdicts, ...]
    """Over the real numbers: what is unique there."""
    ends: tuple[str, ...]
    """Where these are, in words."""

    def _where(self, seat: str, found: set[bool | None]) -> str:
        """Return that over the real numbers a piece speaks of its inside, and where ends differ."""
        at_ends = {point[seat] for point in self.at_ends}
        if self.domain.whole or (at_ends and at_ends <= found):
            return ""
        open_ends = zip(self.at_ends, self.ends, strict=True)
        doubt = [where for point, where in open_ends if point[seat] is None]
        some = ", ".join(doubt[:3]) + (" and elsewhere" if len(doubt) > 3 else "")
        where = f"; not decided at {named(self.domain.parameter)} = {some}" if doubt else ""
        return f" inside every piece{where}"


@dataclass(frozen=True)
class TheoremProved(EndsProved):
    """A theorem on games whose payoffs are polynomials in a parameter."""

    source: Proof = field(repr=False)

    @property
    def kind(self) -> str:
        """``theorem``."""
        return "theorem"

    @property
    def form(self) -> PolyGame:
        """The payoffs, as polynomials."""
        return self.source.form

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, with their formulas and plans."""
        return self.source.pieces


@dataclass(frozen=True)
class HandsProved(RangeProved):
    """A theorem on a game whose hands are real numbers; of uniqueness it says nothing."""

    source: HandsProof = field(repr=False)

    @property
    def kind(self) -> str:
        """``hands``."""
        return "hands"

    @property
    def form(self) -> Betting:
        """The betting, its amounts as polynomials."""
        return self.source.form


@dataclass(frozen=True)
class PairsProved(EndsProved):
    """All equilibria for every value of a parameter."""

    source: PairProof = field(repr=False)

    @property
    def kind(self) -> str:
        """``pairs``."""
        return "pairs"

    @property
    def form(self) -> PairGame:
        """The payoffs of both seats, as polynomials."""
        return self.source.form
