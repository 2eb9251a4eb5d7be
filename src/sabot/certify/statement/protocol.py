"""What every statement answers: what was proved, how it prints, its JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from sabot.certify.reading import escaped, named, shortened, written

if TYPE_CHECKING:
    from sabot.certify.betting.profile import Node
    from sabot.certify.deal import Deal
    from sabot.certify.form import Form
    from sabot.certify.hands.reading import Betting
    from sabot.certify.seats.reading import Many
    from sabot.certify.theorem.form import PolyGame

Verdicts = Mapping[str, bool | None]
"""By seat: the strategy is the only optimal one; it is not; None: nothing was claimed."""


@dataclass(frozen=True)
class Statement(ABC):
    """What a file was found to prove."""

    game: str
    """As the file names it: nothing here ties the payoffs to that name."""
    seats: tuple[str, ...]
    digest: str
    tied_by: ClassVar[str] = "payoffs"
    """What only the rules can tie to the game that is named."""

    @property
    @abstractmethod
    def kind(self) -> str:
        """What the file is about, in a word."""

    @property
    @abstractmethod
    def value(self) -> Fraction | list[str]:
        """What ``sabot.check`` returns: a number; or texts, the ends of an interval, formulas."""

    @property
    @abstractmethod
    def unique(self) -> tuple[Verdicts, ...]:
        """What is proved of uniqueness, of a theorem for each piece; () where nothing ever is."""

    @property
    @abstractmethod
    def form(self) -> Form | Deal | PolyGame | Node | Betting | Many:
        """The game whose value it is: what the checker computed with."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What was proved, on one line, safe to print."""

    @property
    @abstractmethod
    def lines(self) -> tuple[str, ...]:
        """What is said below that, of each seat, safe to print."""

    @property
    def unchecked(self) -> str:
        """What no certificate can show, safe to print."""
        name = escaped(shortened(self.game, 200)).replace("`", r"\x60")
        return f"that these {self.tied_by} are those of `{name}` was not checked: --rules"

    def to_json(self) -> dict[str, Any]:
        """Return what ``sabot check --json`` says was proved."""
        value = self.value
        shown = value if isinstance(value, list) else written(value)
        return {"value": shown, "digest": self.digest}


class Duel(Statement):
    """A statement about two seats, with a verdict on the strategy of each."""

    @abstractmethod
    def verdict(self, seat: str) -> str:
        """Return what is proved of a seat's strategy, in words."""

    @property
    def called(self) -> tuple[str, str]:
        """Both seats' names, safe to print: in quotes where they could read like our words."""
        one, two = (escaped(named(seat)) for seat in self.seats)
        return one, two

    @property
    def verdicts(self) -> str:
        """Both seats' verdicts, safe to print."""
        both = zip(self.called, self.seats, strict=True)
        return ", ".join(f"{name} {self.verdict(seat)}" for name, seat in both)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is proved of the strategies."""
        return (f"strategies: {self.verdicts}",)


def only(claim: bool) -> str:
    """Return a verdict on a strategy in words."""
    return "unique" if claim else "not unique"
