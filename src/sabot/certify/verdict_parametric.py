"""Verdicts on parametric proofs: what holds for every value of a parameter, piece by piece."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sabot.certify.json_reader import escape_unprintable, quote_name
from sabot.certify.verdict import TwoPlayerVerdict, UniquenessByPlayer, uniqueness_text

if TYPE_CHECKING:
    from sabot.certify.algebra.real_roots import AlgebraicPoint
    from sabot.certify.binary_nash_reader import BinaryCertificateForm, ParametricBinaryNashDocument
    from sabot.certify.continuous.parametric import (
        ContinuousCertificateForm,
        ParametricContinuousDocument,
    )
    from sabot.certify.parametric.reader import (
        ParametricDocument,
        PolynomialCertificateForm,
        ProofPiece,
    )


@dataclass(frozen=True)
class VerifiedDomain:
    """The values of a parameter for which a theorem holds."""

    parameter: str
    whole: bool
    """Integers only; else all real ones."""
    low: AlgebraicPoint
    high: AlgebraicPoint | None
    words: str
    """Both ends as words, for the irrational ones about where they are."""

    def __str__(self) -> str:
        kind = "every whole number" if self.whole else "every real number"
        return f"{kind} {quote_name(self.parameter)} {self.words}"


@dataclass(frozen=True)
class PiecewiseVerdict(TwoPlayerVerdict):
    """The value of a game for every value of a parameter, piece by piece."""

    domain: VerifiedDomain
    formulas: tuple[str, ...]
    """The value to the first player, a formula for each piece."""
    claims: tuple[UniquenessByPlayer, ...]
    """One for each piece."""

    @property
    def value(self) -> list[str]:
        """The formulas."""
        return list(self.formulas)

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By piece and player, whether its strategy is the only optimal one."""
        return self.claims

    @property
    def words(self) -> str:
        """For which values; the formulas themselves are in the file."""
        count = len(self.formulas)
        pieces = "1 piece" if count == 1 else f"{count} pieces"
        return f"proved for {escape_unprintable(str(self.domain))}: {pieces}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy, in words."""
        found = {claims[seat] for claims in self.claims}
        if found == {None}:
            return "uniqueness not decided"
        if len(found) > 1:
            rest = "only" if None not in found else "at least, on others not decided"
            return f"{uniqueness_text(True in found)} on some pieces {rest}"
        return uniqueness_text(True in found) + self._where(seat, found)

    def _where(self, seat: str, found: set[bool | None]) -> str:
        """Return where what holds on all pieces is not shown, in words; '' if nowhere."""
        return ""


@dataclass(frozen=True)
class BreakpointVerdict(PiecewiseVerdict):
    """A theorem that says of uniqueness also what holds where its pieces begin, meet and end."""

    at_ends: tuple[UniquenessByPlayer, ...]
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
        where = f"; not decided at {quote_name(self.domain.parameter)} = {some}" if doubt else ""
        return f" inside every piece{where}"


@dataclass(frozen=True)
class ParametricVerdict(BreakpointVerdict):
    """A theorem on games whose payoffs are polynomials in a parameter."""

    source: ParametricDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``theorem``."""
        return "theorem"

    @property
    def form(self) -> PolynomialCertificateForm:
        """The payoffs, as polynomials."""
        return self.source.form

    @property
    def pieces(self) -> tuple[ProofPiece, ...]:
        """The pieces, with their formulas and plans."""
        return self.source.pieces


@dataclass(frozen=True)
class ParametricContinuousVerdict(PiecewiseVerdict):
    """A theorem on a game whose hands are real numbers; of uniqueness it says nothing."""

    source: ParametricContinuousDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``hands``."""
        return "hands"

    @property
    def form(self) -> ContinuousCertificateForm:
        """The betting, its amounts as polynomials."""
        return self.source.form


@dataclass(frozen=True)
class ParametricBinaryNashVerdict(BreakpointVerdict):
    """All equilibria for every value of a parameter."""

    source: ParametricBinaryNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``pairs``."""
        return "pairs"

    @property
    def form(self) -> BinaryCertificateForm:
        """The payoffs of both players, as polynomials."""
        return self.source.form
