"""What was proved, as one typed object: the only thing that may be printed after a check.

Standard library only. The game is what the file *names*; that its payoffs are those of that game is
what no certificate can show, and :attr:`Statement.unchecked` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from sabot.certify.reading import brief, escaped, named, shortened

if TYPE_CHECKING:  # what a check of a matrix need not load
    from sabot.certify.betting.profile import Balance, Node
    from sabot.certify.bounds import Interval
    from sabot.certify.deal import Deal, Told
    from sabot.certify.dossier import Certificate
    from sabot.certify.every.reading import Every
    from sabot.certify.extreme import Listed
    from sabot.certify.form import Form
    from sabot.certify.hands.reading import Betting, HandsProof
    from sabot.certify.nash.reading import Nash
    from sabot.certify.theorem.form import PolyGame
    from sabot.certify.theorem.reading import Piece, Proof
    from sabot.certify.theorem.roots import Point

_TABLES = ("matrix", "sequence", "bimatrix", "general")
"""Kinds of games that are told view by view."""
Verdicts = Mapping[str, bool | None]
"""By seat: the strategy is the only optimal one; it is not; None: nothing was claimed."""
Table = Mapping[str, Mapping[str, Fraction]]


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
class Extreme:
    """How many extreme optimal strategies of a seat were shown, and whether that is all."""

    count: int
    complete: bool
    """That there are no others was shown too."""

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
class Statement:
    """What a file was found to prove."""

    game: str
    """As the file names it: nothing here ties the payoffs to that name."""
    kind: str
    """``matrix``, ``sequence``, ``tricks``, ``theorem``, ``betting``; ``hands``: its theorems;
    ``bimatrix``, ``general``: payoffs by seat; ``equilibria``: all of a bimatrix game."""
    seats: tuple[str, ...]
    values: tuple[Fraction, ...] | tuple[str, ...]
    """To the first seat: one number; two between which it lies; of a theorem a formula a piece; of
    betting, and where payoffs are by seat, to each seat; of equilibria those of each."""
    unique: tuple[Verdicts, ...]
    """One for each value."""
    digest: str
    domain: Domain | None = None
    """Of a theorem."""
    at_ends: tuple[Verdicts, ...] = ()
    """Of a theorem over the real numbers: what is unique where its pieces begin, meet and end."""
    ends: tuple[str, ...] = ()
    """Where these are, in words."""
    extreme: Mapping[str, Extreme] = field(default_factory=dict)
    """By seat, of a list of extreme optimal strategies."""
    complete: bool | None = None
    """Of a list of equilibria: that there are no others was shown; None: it is no such list."""
    source: Certificate | Told | Proof | Interval | Listed | Balance | HandsProof | Nash | Every = (
        field(kw_only=True, repr=False)
    )
    """All that was read, typed; every claim in it was checked."""

    @property
    def value(self) -> Fraction | list[str]:
        """What ``sabot.check`` returns: a number; or texts, the ends of an interval, formulas."""
        one = len(self.values) == 1 and self.complete is None
        if self.domain is None and (one or self.by_seat):
            number = self.values[0]
            assert isinstance(number, Fraction)
            return number
        return [str(formula) for formula in self.values]

    @property
    def by_seat(self) -> bool:
        """Whether each seat has a payoff of its own, and a gain that it could make at most."""
        return self.kind in ("betting", "bimatrix", "general")

    @property
    def form(self) -> Form | Deal | PolyGame | Node | Betting:
        """The game whose value it is: what the checker computed with."""
        if self.kind == "betting":
            return self.source.root  # type: ignore[union-attr]
        return self.source.deal if self.kind == "tricks" else self.source.form  # type: ignore[union-attr]

    @property
    def strategies(self) -> Mapping[str, Table]:
        """By seat, view and action: the chances of a game that is no theorem and no deal."""
        if self.kind not in _TABLES:
            return {}
        return {one.seat.name: one.table for one in self.source.strategies}  # type: ignore[union-attr]

    @property
    def unreachable(self) -> Mapping[str, tuple[str, ...]]:
        """By seat, views that are said never to be shown: they are not in the form, no more."""
        if self.kind not in _TABLES:
            return {}
        return self.source.unreachable  # type: ignore[union-attr]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of a theorem, with their formulas and plans."""
        return self.source.pieces if self.kind == "theorem" else ()  # type: ignore[union-attr,return-value]

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy, in words."""
        if seat in self.extreme:
            return f"has {self.extreme[seat]}"
        pair = len(self.values) == 2 and not self.by_seat and self.complete is None
        if self.domain is None and pair:
            number, word = (0, "secures") if seat == self.seats[0] else (1, "concedes")
            return f"{word} {self._end(number)}"
        claims = {claims[seat] for claims in self.unique}
        if claims == {None}:
            return "uniqueness not decided"
        if len(claims) > 1:
            word = "unique" if True in claims else "not unique"
            rest = "only" if None not in claims else "at least, on others not decided"
            return f"{word} on some pieces {rest}"
        word = "unique" if claims == {True} else "not unique"
        real = self.domain is not None and not self.domain.whole
        if not real or (self.at_ends and {point[seat] for point in self.at_ends} <= claims):
            return word
        assert self.domain is not None
        open_ends = zip(self.at_ends, self.ends, strict=True)
        doubt = [where for point, where in open_ends if point[seat] is None]
        some = ", ".join(doubt[:3]) + (" and elsewhere" if len(doubt) > 3 else "")
        where = f"; not decided at {named(self.domain.parameter)} = {some}" if doubt else ""
        return f"{word} inside every piece{where}"

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
    def unchecked(self) -> str:
        """What no certificate can show, safe to print."""
        rules = "payoffs" if self.kind != "tricks" else "cards and payments"
        name = escaped(shortened(self.game, 200)).replace("`", r"\x60")
        return f"that these {rules} are those of `{name}` was not checked: --rules"

    @property
    def lines(self) -> tuple[str, ...]:
        """Of an equilibrium: what each seat is paid and could gain, in words."""
        gains: tuple[Fraction, ...] = self.source.gains  # type: ignore[union-attr]
        amounts: tuple[Fraction, ...] = tuple(paid for paid, _ in self.source.payoffs)  # type: ignore[union-attr]
        paid = zip(self.seats, amounts, gains, strict=True)
        return tuple(
            f"{escaped(named(seat))} is paid {brief(amount)}, and "
            + (f"could gain {_above(gain)} at most" if gain else "could gain nothing")
            + " by any other strategy"
            for seat, amount, gain in paid
        )

    @property
    def words(self) -> str:
        """What was proved, on one line, safe to print."""
        if self.by_seat:
            return f"proved: {'; '.join(self.lines)}"
        if self.complete is not None:
            count = len(self.values)
            noun = "1 extreme equilibrium" if count == 1 else f"{count:,} extreme equilibria"
            rest = ", all there are" if self.complete else ""
            return f"proved: {noun}{rest or ' (that there are no others was not shown)'}"
        if self.domain is not None:
            pieces = "1 piece" if len(self.values) == 1 else f"{len(self.values)} pieces"
            return f"proved for {escaped(str(self.domain))}: {pieces}"
        ends = " to ".join(self._end(number) for number in range(len(self.values)))
        between = "an interval for the " if len(self.values) == 2 else ""
        return f"proved, {between}value {ends} to {self.called[0]}"

    def _end(self, number: int) -> str:
        value = self.values[number]
        assert isinstance(value, Fraction)
        return brief(value)


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
