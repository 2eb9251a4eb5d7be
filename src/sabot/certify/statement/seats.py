"""The statements about games for any number of seats: profiles, and all pure equilibria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief, escaped, named, written
from sabot.certify.statement.games import ProfileProved, Statement, Table, Verdicts

if TYPE_CHECKING:
    from sabot.certify.seats.pure import PureList
    from sabot.certify.seats.reading import Many, Told
    from sabot.certify.seats.rooted import Rooted


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
class FieldProved(Statement):
    """An equilibrium whose chances are numbers of one field: all gains are exactly 0."""

    about: tuple[str, ...]
    """What each seat is paid, to some digits."""
    source: Rooted = field(repr=False)

    @property
    def kind(self) -> str:
        """``field``."""
        return "field"

    @property
    def value(self) -> list[str]:
        """What the seats are paid: fractions, and sums in t."""
        return list(self.source.written)

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """Nothing."""
        return ()

    @property
    def form(self) -> Many:
        """The game."""
        return self.source.form

    @property
    def words(self) -> str:
        """That it is an equilibrium, and in which numbers."""
        return "proved: an equilibrium, its chances numbers with a root t"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each seat is paid, and what t is."""
        root = self.source.root
        ends = f"{brief(root.low)} and {brief(root.high)}"
        paid = zip(self.seats, self.about, strict=True)
        return (
            *(
                f"{escaped(named(seat))} is paid about {amount}, and could gain nothing by any "
                "other strategy"
                for seat, amount in paid
            ),
            f"t is the root of {_sum(root.root_of)} between {ends}, about {root.about}",
        )


def _sum(polynomial: Sequence[int]) -> str:
    """Return a polynomial in t for a message, highest power first.

    >>> _sum([-120, 129, 0, -1])
    '-t^3 + 129 t - 120'
    """
    terms = []
    for power, c in reversed([*enumerate(polynomial)]):
        if c:
            letter = "" if not power else "t" if power == 1 else f"t^{power}"
            size = "" if abs(c) == 1 and power else brief(Fraction(abs(c)))
            terms.append(f"{'-' if c < 0 else '+'} {' '.join(filter(None, (size, letter)))}")
    return " ".join(terms).removeprefix("+ ").replace("- ", "-", terms[0][0] == "-")


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
        return [", ".join(map(written, one.payoffs)) for one in self.source.equilibria]

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
