"""Verdicts: what a checked document proves. Base class, and verdicts on a single game.

A verdict is the only thing that may be printed after a check. There is one class per kind of
document and one interface for all: what was proved (:attr:`Verdict.value`,
:attr:`Verdict.unique`), how it prints (:attr:`Verdict.words`, :attr:`Verdict.lines`), its JSON
(:meth:`Verdict.to_json`). The game is what the file *names*. That the payoffs are those of that
game cannot be shown by any certificate, and :attr:`Verdict.unchecked` says so.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
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
    from sabot.certify.binary_nash_reader import BinaryCertificateForm
    from sabot.certify.continuous.equilibrium import (
        BettingNode,
        ContinuousDocument,
        ListedIndifferenceSet,
    )
    from sabot.certify.continuous.parametric import ContinuousCertificateForm
    from sabot.certify.nash import NashDocument
    from sabot.certify.nplayer import NPlayerCertificateForm
    from sabot.certify.optimal_set import OptimalSetDocument
    from sabot.certify.parametric.reader import PolynomialCertificateForm
    from sabot.certify.perfect_information import CertificateDeal, PerfectInformationDocument
    from sabot.certify.sequence_form import CertificateForm
    from sabot.certify.value_bounds import ValueBoundsDocument
    from sabot.certify.zero_sum import ZeroSumDocument


UniquenessByPlayer = Mapping[str, bool | None]
"""By player: the strategy is the only optimal one; it is not; None: nothing was claimed."""
StrategyTable = Mapping[str, Mapping[str, Fraction]]
MOST_PRINTED = 12
"""The most decisions with indifference sets that are printed after a check; the file has all."""
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
    @abstractmethod
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """What is proved of uniqueness, of a theorem for each piece; () where nothing ever is."""

    @property
    @abstractmethod
    def form(
        self,
    ) -> (
        CertificateForm
        | CertificateDeal
        | PolynomialCertificateForm
        | BinaryCertificateForm
        | BettingNode
        | ContinuousCertificateForm
        | NPlayerCertificateForm
    ):
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
        return escape_unprintable(shorten_text(self.game, 200)).replace("`", r"\x60")

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


# ---------------------------------------------------------------------- one game


@dataclass(frozen=True)
class ExtremeStrategies:
    """How many extreme optimal strategies of a player were shown, and whether that is all."""

    count: int
    complete: bool
    """That there are no others was shown too."""
    described: bool | None = None
    """How the file describes all of them, by conditions or parameters, is right; False: that was
    not checked; None: it does not."""

    @property
    def unique(self) -> bool | None:
        """Whether the player has one optimal strategy; None: one was shown, perhaps not all.

        >>> [ExtremeStrategies(*some).unique for some in ((1, True), (2, False), (1, False))]
        [True, False, None]
        """
        return False if self.count > 1 else (self.complete or None)

    def __str__(self) -> str:
        noun = "strategy" if self.count == 1 else "strategies"
        rest = ", all there are" if self.complete else " (that there are no others was not shown)"
        return f"{self.count} extreme optimal {noun}{rest}"


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
class ZeroSumVerdict(ValueVerdict):
    """A game solved: its value, and a strategy of each player that secures it."""

    source: ZeroSumDocument = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> CertificateForm:
        """The payoffs."""
        return self.source.form

    @property
    def strategies(self) -> Mapping[str, StrategyTable]:
        """By player, information set and action: the probabilities."""
        return {one.seat.name: one.table for one in self.source.strategies}

    @property
    def unreachable(self) -> Mapping[str, tuple[str, ...]]:
        """By player, information sets that are said to be unreachable: they are not in the form."""
        return self.source.unreachable


@dataclass(frozen=True)
class PerfectInformationVerdict(ValueVerdict):
    """A deal played trick by trick: what it is worth."""

    source: PerfectInformationDocument = field(repr=False)
    tied_by: ClassVar[str] = "cards and payments"

    @property
    def kind(self) -> str:
        """``tricks``."""
        return "tricks"

    @property
    def form(self) -> CertificateDeal:
        """The cards, and what is paid."""
        return self.source.deal


@dataclass(frozen=True)
class OptimalSetVerdict(ValueVerdict):
    """Extreme optimal strategies of each player, and the value."""

    extreme: Mapping[str, ExtremeStrategies]
    source: OptimalSetDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> CertificateForm:
        """The payoffs."""
        return self.source.form

    def verdict(self, seat: str) -> str:
        """Return how many strategies of a player were shown, and whether that is all."""
        return f"has {self.extreme[seat]}"

    @property
    def lines(self) -> tuple[str, ...]:
        """What is proved of the strategies, and what is said of them that was not checked."""
        named = zip(self.called, self.seats, strict=True)
        return (
            *super().lines,
            *(
                f"the conditions or parameters by which the file describes {name}'s optimal "
                "strategies were not checked: that takes too long"
                for name, seat in named
                if self.extreme[seat].described is False
            ),
        )


@dataclass(frozen=True)
class ValueBoundsVerdict(TwoPlayerVerdict):
    """Two numbers between which the value of a game lies, and who secures which."""

    low: Fraction
    high: Fraction
    source: ValueBoundsDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def value(self) -> list[str]:
        """Both ends."""
        return [format_fraction(self.low), format_fraction(self.high)]

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """Nothing: no strategy is said to be optimal."""
        return ()

    @property
    def form(self) -> CertificateForm:
        """The payoffs."""
        return self.source.form

    @property
    def words(self) -> str:
        """Both ends, in full where they are short."""
        ends = f"{format_short(self.low)} to {format_short(self.high)}"
        return f"proved, an interval for the value {ends} to {self.called[0]}"

    def verdict(self, seat: str) -> str:
        """Return what a player's strategy is sure of."""
        first = seat == self.seats[0]
        return (
            f"secures {format_short(self.low)}" if first else f"concedes {format_short(self.high)}"
        )


# ---------------------------------------------------------------------- real hands


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
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """Nothing."""
        return ()

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
        return f"{_round_up(gain)} at most"


@dataclass(frozen=True)
class ContinuousVerdict(ProfileVerdict):
    """A profile for types in [0, 1]."""

    source: ContinuousDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``betting``."""
        return "betting"

    @property
    def form(self) -> BettingNode:
        """The betting."""
        return self.source.root

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid and could gain, then what is free."""
        free = self.source.free
        if not free:
            return (*super().lines, "whether there are other equilibria is not said")
        said = [self._describe_indifference(one) for one in free[:MOST_PRINTED]]
        more = [f"free: {len(free) - len(said)} more such turns"] if len(free) > len(said) else []
        bound = self.source.bound
        gain = f"more than {_round_up(bound)}" if bound else "anything"
        last = f"by what is free, each by itself, all are paid the same and none can gain {gain}"
        return (*super().lines, *said, *more, last)

    def _describe_indifference(self, free: ListedIndifferenceSet) -> str:
        """Return an indifference set in words, safe to print."""
        seat, view = (
            escape_unprintable(quote_name(name)) for name in (self.seats[free.seat], free.view)
        )
        ends = f"the hands from {format_short(free.low)} to {format_short(free.high)}"
        action, other = (escape_unprintable(quote_name(name)) for name in free.names)
        start = f"free to {seat} after {view}: "
        if not free.even:
            return f"{start}any {format_short(free.mass)} of {ends} may {action}, the rest {other}"
        chance = format_short(free.mass / (free.high - free.low))
        told = f"{format_short(free.mass)} as told {action}, the rest {other}"
        return f"{start}of {ends} {told}; or all {action} with chance {chance}; or between"


@dataclass(frozen=True)
class NashVerdict(ProfileVerdict):
    """An equilibrium of a finite game for two: all gains are 0."""

    claims: UniquenessByPlayer
    """By player, whether it plays so in every equilibrium; None: not claimed, or not shown here."""
    source: NashDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """``bimatrix`` or ``general``."""
        return self.source.kind

    @property
    def form(self) -> CertificateForm:
        """The game as it pays the first player."""
        return self.source.forms[0]

    @property
    def forms(self) -> tuple[CertificateForm, CertificateForm]:
        """The game as it pays each player."""
        return self.source.forms

    @property
    def unique(self) -> tuple[UniquenessByPlayer, ...]:
        """By player, whether it plays so in every equilibrium; (): nothing is proved of that."""
        return (self.claims,) if any(c is not None for c in self.claims.values()) else ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What each player is paid and could gain, then what is unique."""
        claimed = [(seat, claim) for seat, claim in self.claims.items() if claim is not None]
        said = ", ".join(
            f"{escape_unprintable(quote_name(seat))} {uniqueness_text(claim)}"
            for seat, claim in claimed
        )
        return (*super().lines, *([f"strategies: {said}"] if said else []))

    @property
    def strategies(self) -> Mapping[str, StrategyTable]:
        """By player, information set and action: the probabilities."""
        return {one.seat.name: one.table for one in self.source.strategies}


def _round_up(amount: Fraction) -> str:
    """Return a short decimal that is no smaller than a positive amount.

    >>> _round_up(Fraction(123, 10**5))
    '2e-3'
    """
    power = 0
    while amount * 10**power < 1:
        power += 1
    digit = -(-amount * 10**power // 1)
    if not power:
        return str(digit)
    return f"{digit}e-{power}" if digit < 10 else f"1e-{power - 1}"
