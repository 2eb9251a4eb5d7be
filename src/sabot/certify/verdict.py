"""Verdicts: what a checked document proves. The base classes; each kind has its own beside them.

A verdict is the only thing that may be printed after a check. There is one class per kind of
document, in the module that verifies it, and one interface for all: what was proved
(:attr:`Verdict.value`, :attr:`Verdict.unique`), how it prints (:attr:`Verdict.words`,
:attr:`Verdict.lines`), its JSON (:meth:`Verdict.to_json`). The game is what the file *names*. That
the payoffs are those of that game cannot be shown by any certificate, and
:attr:`Verdict.unchecked` says so.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from sabot.certify.json_reader import (
    escape_unprintable,
    format_fraction,
    format_short,
    quote_name,
    shorten_text,
)

if TYPE_CHECKING:
    from sabot.certify.algebra.real_roots import AlgebraicPoint

UniquenessByPlayer = Mapping[str, bool | None]
"""By player: the strategy is the only optimal one; it is not; None: nothing was claimed."""
StrategyTable = Mapping[str, Mapping[str, Fraction]]
_USER_FILE_GAME = re.compile(r"\.py\s*(?:$|[:(])")
"""How a game string goes on whose rules are in a user's own file."""


@dataclass(frozen=True)
class Verdict(ABC):
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
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """What is proved of uniqueness, of a theorem for each piece; () where nothing ever is."""
        return ()

    @property
    @abstractmethod
    def form(self) -> object:
        """The game whose value it is: what the checker computed with."""

    @property
    @abstractmethod
    def words(self) -> str:
        """What was proved, on one line, safe to print."""

    @property
    @abstractmethod
    def lines(self) -> tuple[str, ...]:
        """What is said below that, of each player, safe to print."""

    @property
    def name_claim(self) -> str:
        """That the game is the one that is named, safe to print: no certificate can show it."""
        return f"that these {self.tied_by} are those of {self._name}"

    @property
    def untied(self) -> str:
        """What no certificate can show, safe to print."""
        return f"that these {self.tied_by} are those of `{self._name}` was not checked"

    @property
    def remedy(self) -> str:
        """With which option ``sabot check`` checks that."""
        return _rules_option(self._name) if _USER_FILE_GAME.search(self.game) else "--rules"

    @property
    def unchecked(self) -> str:
        """What no certificate can show, and with which option ``sabot check`` checks it."""
        return f"{self.untied}: {self.remedy}"

    @property
    def _name(self) -> str:
        plain = shorten_text(self.game, 200).encode("ascii", "backslashreplace").decode("ascii")
        return escape_unprintable(plain).replace("`", r"\x60")

    def to_json(self) -> dict[str, object]:
        """Return what ``sabot check --json`` says was proved."""
        value = self.value
        shown = value if isinstance(value, list) else format_fraction(value)
        return {"value": shown, "digest": self.digest}


def _rules_option(name: str) -> str:
    """Return how to tie a file to rules that are run only where the user names them.

    >>> _rules_option("war.py:war(ranks=3)"), _rules_option("a'b.py")
    ("--game 'war.py:war(ranks=3)'", '--game GAME')
    """
    return "--game GAME" if "'" in name or "..." in name else f"--game '{name}'"


class TwoPlayerVerdict(Verdict):
    """A statement about two players, with a verdict on the strategy of each."""

    @abstractmethod
    def verdict(self, seat: str) -> str:
        """Return what is proved of a player's strategy, in words."""

    @property
    def called(self) -> tuple[str, str]:
        """Both players' names, safe to print: in quotes where they could read like our words."""
        one, two = (escape_unprintable(quote_name(seat)) for seat in self.seats)
        return one, two

    @property
    def verdicts(self) -> str:
        """Both players' verdicts, safe to print."""
        both = zip(self.called, self.seats, strict=True)
        return ", ".join(f"{name} {self.verdict(seat)}" for name, seat in both)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is proved of the strategies."""
        return (f"strategies: {self.verdicts}",)


def uniqueness_text(claim: bool) -> str:
    """Return a verdict on a strategy in words."""
    return "unique" if claim else "not unique"


@dataclass(frozen=True)
class ValueVerdict(TwoPlayerVerdict):
    """The value of one game."""

    number: Fraction
    """To the first player."""
    claims: UniquenessByPlayer

    @property
    def value(self) -> Fraction:
        """The value to the first player."""
        return self.number

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By player, whether its strategy is the only optimal one."""
        return (self.claims,)

    @property
    def words(self) -> str:
        """The value, in full where it is short."""
        return f"proved, value {format_short(self.number)} to {self.called[0]}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else uniqueness_text(claim)


@dataclass(frozen=True)
class ProfileVerdict(Verdict):
    """A strategy for each player: what it is paid, and what it could gain at most."""

    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    """Both as the checker computed them, whatever the file claims."""

    @property
    def value(self) -> Fraction:
        """What the first player is paid."""
        return self.payoffs[0]

    @property
    def words(self) -> str:
        """That it is proved; the lines below say what, player by player."""
        return "proved"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid and could gain, in words."""
        paid = zip(self.seats, self.payoffs, self.gains, strict=True)
        return tuple(
            f"{escape_unprintable(quote_name(seat))} is paid {format_short(amount)}, "
            + "and could gain "
            + (self.gained(gain) if gain else "nothing")
            + " by any other strategy"
            for seat, amount, gain in paid
        )

    def gained(self, gain: Fraction) -> str:
        """Return a gain in words: of continuous types it is a bound."""
        return f"{round_up(gain)} at most"


def round_up(amount: Fraction) -> str:
    """Return a short decimal that is no smaller than a positive amount.

    >>> round_up(Fraction(123, 10**5)), round_up(Fraction(95, 100)), round_up(Fraction(5, 2))
    ('2e-3', '1', '3')
    """
    power = 0
    while amount * 10**power < 1:
        power += 1
    digit = -(-amount * 10**power // 1)
    if power and digit == 10:
        digit, power = 1, power - 1
    return f"{digit}e-{power}" if power else str(digit)


@dataclass(frozen=True)
class VerifiedDomain:
    """The values of a parameter for which a theorem holds."""

    parameter: str
    whole: bool
    """Integers only; else all real ones."""
    low: AlgebraicPoint | None
    """None: there is no lower end, as of all real numbers."""
    high: AlgebraicPoint | None
    words: str
    """Both ends as words, for the irrational ones about where they are; empty without any."""

    def __str__(self) -> str:
        kind = "every whole number" if self.whole else "every real number"
        return f"{kind} {quote_name(self.parameter)} {self.words}".rstrip()


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
