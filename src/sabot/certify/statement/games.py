"""What every statement answers, and the statements about one game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from sabot.certify.reading import brief, escaped, named, shortened, written

if TYPE_CHECKING:  # what a check of a matrix need not load
    from sabot.certify.betting.profile import Balance, Free, Node
    from sabot.certify.bounds import Interval
    from sabot.certify.deal import Deal, Told
    from sabot.certify.dossier import Certificate
    from sabot.certify.extreme import Listed
    from sabot.certify.form import Form
    from sabot.certify.hands.reading import Betting
    from sabot.certify.nash.reading import Nash
    from sabot.certify.pairs.choices import PairGame
    from sabot.certify.seats.reading import Many
    from sabot.certify.theorem.form import PolyGame

Verdicts = Mapping[str, bool | None]
"""By seat: the strategy is the only optimal one; it is not; None: nothing was claimed."""
Table = Mapping[str, Mapping[str, Fraction]]
MOST_TOLD = 12
"""Turns at which something is free that are told after a check; the file has all."""


_IN_A_FILE = re.compile(r"\.py\s*(?:$|[:(])")
"""How a game string goes on whose rules are told in a user's own file."""


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
    def form(self) -> Form | Deal | PolyGame | PairGame | Node | Betting | Many:
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
    def untied(self) -> str:
        """What no certificate can show, safe to print."""
        return f"that these {self.tied_by} are those of `{self._name}` was not checked"

    @property
    def remedy(self) -> str:
        """With which option ``sabot check`` checks that."""
        return _own_rules(self._name) if _IN_A_FILE.search(self.game) else "--rules"

    @property
    def unchecked(self) -> str:
        """What no certificate can show, and with which option ``sabot check`` checks it."""
        return f"{self.untied}: {self.remedy}"

    @property
    def _name(self) -> str:
        return escaped(shortened(self.game, 200)).replace("`", r"\x60")

    def to_json(self) -> dict[str, Any]:
        """Return what ``sabot check --json`` says was proved."""
        value = self.value
        shown = value if isinstance(value, list) else written(value)
        return {"value": shown, "digest": self.digest}


def _own_rules(name: str) -> str:
    """Return how to tie a file to rules that are run only where the user names them.

    >>> _own_rules("war.py:war(ranks=3)"), _own_rules("a'b.py")
    ("--game 'war.py:war(ranks=3)'", '--game GAME')
    """
    return "--game GAME" if "'" in name or "..." in name else f"--game '{name}'"


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


# ---------------------------------------------------------------------- one game


@dataclass(frozen=True)
class Extreme:
    """How many extreme optimal strategies of a seat were shown, and whether that is all."""

    count: int
    complete: bool
    """That there are no others was shown too."""
    described: bool | None = None
    """How the file describes all of them, by conditions or parameters, is right; False: that was
    not checked; None: it does not."""

    @property
    def unique(self) -> bool | None:
        """Whether the seat has one optimal strategy; None where one was shown, not that it is all.

        >>> Extreme(1, True).unique, Extreme(2, False).unique, Extreme(1, False).unique
        (True, False, None)
        """
        return False if self.count > 1 else (self.complete or None)

    def __str__(self) -> str:
        noun = "strategy" if self.count == 1 else "strategies"
        rest = ", all there are" if self.complete else " (that there are no others was not shown)"
        return f"{self.count} extreme optimal {noun}{rest}"


@dataclass(frozen=True)
class NumberProved(Duel):
    """The value of one game."""

    number: Fraction
    """To the first seat."""
    claims: Verdicts

    @property
    def value(self) -> Fraction:
        """The value to the first seat."""
        return self.number

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """By seat, whether its strategy is the only optimal one."""
        return (self.claims,)

    @property
    def words(self) -> str:
        """The value, in full where it is short."""
        return f"proved, value {brief(self.number)} to {self.called[0]}"

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy."""
        claim = self.claims[seat]
        return "uniqueness not decided" if claim is None else only(claim)


@dataclass(frozen=True)
class GameProved(NumberProved):
    """A game solved: its value, and a strategy of each seat that secures it."""

    source: Certificate = field(repr=False)
    """All that was read, typed; every claim in it was checked."""

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> Form:
        """The payoffs."""
        return self.source.form

    @property
    def strategies(self) -> Mapping[str, Table]:
        """By seat, view and action: the chances."""
        return {one.seat.name: one.table for one in self.source.strategies}

    @property
    def unreachable(self) -> Mapping[str, tuple[str, ...]]:
        """By seat, views that are said never to be shown: they are not in the form, no more."""
        return self.source.unreachable


@dataclass(frozen=True)
class DealProved(NumberProved):
    """A deal played trick by trick: what it is worth."""

    source: Told = field(repr=False)
    tied_by: ClassVar[str] = "cards and payments"

    @property
    def kind(self) -> str:
        """``tricks``."""
        return "tricks"

    @property
    def form(self) -> Deal:
        """The cards, and what is paid."""
        return self.source.deal


@dataclass(frozen=True)
class ListProved(NumberProved):
    """Extreme optimal strategies of each seat, and the value."""

    extreme: Mapping[str, Extreme]
    source: Listed = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def form(self) -> Form:
        """The payoffs."""
        return self.source.form

    def verdict(self, seat: str) -> str:
        """Return how many strategies of a seat were shown, and whether that is all."""
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
class IntervalProved(Duel):
    """Two numbers between which the value of a game lies, and who secures which."""

    low: Fraction
    high: Fraction
    source: Interval = field(repr=False)

    @property
    def kind(self) -> str:
        """``matrix`` or ``sequence``."""
        return self.source.form.kind

    @property
    def value(self) -> list[str]:
        """Both ends."""
        return [written(self.low), written(self.high)]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """Nothing: no strategy is said to be optimal."""
        return ()

    @property
    def form(self) -> Form:
        """The payoffs."""
        return self.source.form

    @property
    def words(self) -> str:
        """Both ends, in full where they are short."""
        ends = f"{brief(self.low)} to {brief(self.high)}"
        return f"proved, an interval for the value {ends} to {self.called[0]}"

    def verdict(self, seat: str) -> str:
        """Return what a seat's strategy is sure of."""
        first = seat == self.seats[0]
        return f"secures {brief(self.low)}" if first else f"concedes {brief(self.high)}"


# ---------------------------------------------------------------------- real hands


@dataclass(frozen=True)
class ProfileProved(Statement):
    """A strategy for each seat: what it is paid, and what it could gain at most."""

    payoffs: tuple[Fraction, ...]
    gains: tuple[Fraction, ...]
    """Both as the checker computed them, whatever the file claims."""

    @property
    def value(self) -> Fraction:
        """What the first seat is paid."""
        return self.payoffs[0]

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """Nothing."""
        return ()

    @property
    def words(self) -> str:
        """That it is so: what is so stands below, seat by seat."""
        return "proved"

    @property
    def lines(self) -> tuple[str, ...]:
        """What each seat is paid and could gain, in words."""
        paid = zip(self.seats, self.payoffs, self.gains, strict=True)
        return tuple(
            f"{escaped(named(seat))} is paid {brief(amount)}, and could gain "
            + (self.gained(gain) if gain else "nothing")
            + " by any other strategy"
            for seat, amount, gain in paid
        )

    def gained(self, gain: Fraction) -> str:
        """Return a gain in words: of real hands it is a bound."""
        return f"{_above(gain)} at most"


@dataclass(frozen=True)
class BalanceProved(ProfileProved):
    """A profile for hands that are real numbers."""

    source: Balance = field(repr=False)

    @property
    def kind(self) -> str:
        """``betting``."""
        return "betting"

    @property
    def form(self) -> Node:
        """The betting."""
        return self.source.root

    @property
    def lines(self) -> tuple[str, ...]:
        """What each seat is paid and could gain, then what is free."""
        free = self.source.free
        if not free:
            return (*super().lines, "whether there are other equilibria is not said")
        said = [self._freely(one) for one in free[:MOST_TOLD]]
        more = [f"free: {len(free) - len(said)} more such turns"] if len(free) > len(said) else []
        bound = self.source.bound
        gain = f"more than {_above(bound)}" if bound else "anything"
        last = f"by what is free, each by itself, all are paid the same and none can gain {gain}"
        return (*super().lines, *said, *more, last)

    def _freely(self, free: Free) -> str:
        """Return what is free at a turn, safe to print."""
        seat, view = (escaped(named(name)) for name in (self.seats[free.seat], free.view))
        ends = f"the hands from {brief(free.low)} to {brief(free.high)}"
        action, other = (escaped(named(name)) for name in free.names)
        start = f"free to {seat} after {view}: "
        if not free.even:
            return f"{start}any {brief(free.mass)} of {ends} may {action}, the rest {other}"
        chance = brief(free.mass / (free.high - free.low))
        told = f"{brief(free.mass)} as told {action}, the rest {other}"
        return f"{start}of {ends} {told}; or all {action} with chance {chance}; or between"


@dataclass(frozen=True)
class NashProved(ProfileProved):
    """An equilibrium of a finite game for two: all gains are 0."""

    claims: Verdicts
    """By seat, whether it plays so in every equilibrium; None: not claimed, or not shown here."""
    source: Nash = field(repr=False)

    @property
    def kind(self) -> str:
        """``bimatrix`` or ``general``."""
        return self.source.kind

    @property
    def form(self) -> Form:
        """The game as it pays the first seat."""
        return self.source.forms[0]

    @property
    def forms(self) -> tuple[Form, Form]:
        """The game as it pays each seat."""
        return self.source.forms

    @property
    def unique(self) -> tuple[Verdicts, ...]:
        """By seat, whether it plays so in every equilibrium; () where nothing is proved of that."""
        return (self.claims,) if any(c is not None for c in self.claims.values()) else ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What each seat is paid and could gain, then what is unique."""
        claimed = [(seat, claim) for seat, claim in self.claims.items() if claim is not None]
        said = ", ".join(f"{escaped(named(seat))} {only(claim)}" for seat, claim in claimed)
        return (*super().lines, *([f"strategies: {said}"] if said else []))

    @property
    def strategies(self) -> Mapping[str, Table]:
        """By seat, view and action: the chances."""
        return {one.seat.name: one.table for one in self.source.strategies}


def _above(amount: Fraction) -> str:
    """Return a short decimal that is no smaller than a positive amount.

    >>> _above(Fraction(123, 10**5))
    '2e-3'
    """
    power = 0
    while amount * 10**power < 1:
        power += 1
    digit = -(-amount * 10**power // 1)
    if not power:
        return str(digit)
    return f"{digit}e-{power}" if digit < 10 else f"1e-{power - 1}"
