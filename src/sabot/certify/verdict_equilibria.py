"""Verdicts on lists of Nash equilibria and on profiles of games with any number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.json_reader import escape_unprintable, format_fraction, format_short, quote_name
from sabot.certify.verdict import (
    ProfileVerdict,
    StrategyTable,
    TwoPlayerVerdict,
    UniquenessByPlayer,
    Verdict,
    uniqueness_text,
)

if TYPE_CHECKING:
    from sabot.certify.all_nash import AllNashDocument
    from sabot.certify.binary_nash_reader import BinaryCertificateForm, BinaryNashDocument
    from sabot.certify.nplayer import (
        AlgebraicNashDocument,
        NPlayerCertificateForm,
        NPlayerDocument,
        PureNashDocument,
    )
    from sabot.certify.sequence_form import CertificateForm


@dataclass(frozen=True)
class AllNashVerdict(TwoPlayerVerdict):
    """Extreme equilibria, and whether it was shown that there are no others."""

    claims: UniquenessByPlayer
    """By player, whether it plays the same in all of them; None: in those listed, no more."""
    complete: bool
    """That there are no others was shown too."""
    source: AllNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``equilibria``."""
        return "equilibria"

    @property
    def value(self) -> list[str]:
        """What both players are paid, equilibrium by equilibrium."""
        return [", ".join(map(format_fraction, entry.payoffs)) for entry in self.source.equilibria]

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By player, whether it plays the same in every equilibrium."""
        return (self.claims,)

    @property
    def form(self) -> CertificateForm:
        """The game as it pays the first player."""
        return self.source.form

    @property
    def forms(self) -> tuple[CertificateForm, CertificateForm]:
        """The game as it pays each player."""
        return self.source.forms

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.equilibria)
        noun = "1 extreme equilibrium" if count == 1 else f"{count:,} extreme equilibria"
        shown = ", all there are" if self.complete else ""
        return f"proved: {noun}{shown or ' (that there are no others was not shown)'}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else uniqueness_text(claim)


@dataclass(frozen=True)
class BinaryNashVerdict(TwoPlayerVerdict):
    """All extreme equilibria of one game."""

    claims: UniquenessByPlayer
    """By player, whether it plays the same in all of them."""
    source: BinaryNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``pairs``."""
        return "pairs"

    @property
    def value(self) -> list[str]:
        """What both players are paid, equilibrium by equilibrium."""
        return [", ".join(one.formulas) for one in self.source.part.equilibria]

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By player, whether it plays the same in every equilibrium."""
        return (self.claims,)

    @property
    def form(self) -> BinaryCertificateForm:
        """The payoffs of both players."""
        return self.source.form

    @property
    def words(self) -> str:
        """How many there are."""
        count = len(self.source.part.equilibria)
        noun = "1 extreme equilibrium" if count == 1 else f"{count:,} extreme equilibria"
        return f"proved: {noun}, all there are"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else uniqueness_text(claim)


@dataclass(frozen=True)
class NPlayerVerdict(ProfileVerdict):
    """A profile of a finite game: its gains are exact."""

    source: NPlayerDocument = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``seats``."""
        return "seats"

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def strategies(self) -> Mapping[str, StrategyTable]:
        """By player, information set and action: the probabilities."""
        return {one.seat.name: one.table for one in self.source.strategies}

    @property
    def words(self) -> str:
        """Whether it is an equilibrium; the lines below say what each player gains."""
        if any(self.gains):
            most = format_short(max(self.gains))
            return f"proved: not an equilibrium; no seat gains more than {most}"
        return "proved: an equilibrium"

    def gained(self, gain: Fraction) -> str:
        """Return a gain, as it is."""
        return format_short(gain)


@dataclass(frozen=True)
class AlgebraicNashVerdict(Verdict):
    """An equilibrium whose probabilities are numbers of one field: all gains are exactly 0."""

    about: tuple[str, ...]
    """What each player is paid, to some digits."""
    source: AlgebraicNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``field``."""
        return "field"

    @property
    def value(self) -> list[str]:
        """What the players are paid: fractions, and sums in t."""
        return list(self.source.written)

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """Nothing."""
        return ()

    @property
    def form(self) -> NPlayerCertificateForm:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """That it is an equilibrium, and in which numbers."""
        return "proved: an equilibrium, its chances numbers with a root t"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid, and what t is."""
        root = self.source.root
        ends = f"{format_short(root.low)} and {format_short(root.high)}"
        paid = zip(self.seats, self.about, strict=True)
        return (
            *(
                f"{escape_unprintable(quote_name(seat))} is paid about {amount}, "
                "and could gain nothing by any other strategy"
                for seat, amount in paid
            ),
            f"t is the root of {_polynomial_text(root.root_of)} between {ends}, about {root.about}",
        )


def _polynomial_text(polynomial: Sequence[int]) -> str:
    """Return a polynomial in t for a message, highest power first.

    >>> _polynomial_text([-120, 129, 0, -1])
    '-t^3 + 129 t - 120'
    """
    terms = []
    for power, c in reversed([*enumerate(polynomial)]):
        if c:
            letter = "" if not power else "t" if power == 1 else f"t^{power}"
            size = "" if abs(c) == 1 and power else format_short(Fraction(abs(c)))
            terms.append(f"{'-' if c < 0 else '+'} {' '.join(filter(None, (size, letter)))}")
    return " ".join(terms).removeprefix("+ ").replace("- ", "-", terms[0][0] == "-")


@dataclass(frozen=True)
class PureNashVerdict(Verdict):
    """All pure equilibria of a finite game; nothing is said of mixed ones."""

    source: PureNashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``pure``."""
        return "pure"

    @property
    def value(self) -> list[str]:
        """What the players are paid, equilibrium by equilibrium."""
        return [", ".join(map(format_fraction, one.payoffs)) for one in self.source.equilibria]

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """Nothing: mixed equilibria are not looked at."""
        return ()

    @property
    def form(self) -> NPlayerCertificateForm:
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
        """How many strategies each player has; every profile of them was looked at."""
        sizes = zip(self.seats, self.source.sizes, strict=True)
        said = ", ".join(f"{escape_unprintable(quote_name(seat))} {size:,}" for seat, size in sizes)
        return (f"pure strategies, every profile of which was looked at: {said}",)
