"""Protocols of game forms: treeplexes, expected payoffs, best responses, payoff distributions.

A form need not hold a list of payoffs. It answers what a player's sequences earn against fixed
realization plans of the others (``gains``) and what the player's best response is (``reply``);
evaluation, simulation and proofs ask no more. Methods are chosen by ``zero_sum``, ``flat`` and
``dense``. A game of perfect information that its family solves without writing out its tree has a
:class:`PerfectInformationSolution` in place of a form. A :class:`PayoffDistribution` says with
which probability a hand pays how much: integers over one denominator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from sabot.exact import over_one_denominator
from sabot.forms.sequence import BestResponse, MatrixForm, SequenceForm, Treeplex

RealizationPlan = list[Fraction]
"""The probability of each sequence of a seat."""
RealizationPlans = Sequence[Sequence[Fraction | int]]
"""A plan for each seat; that of a seat that is not asked about may be empty."""


class GameForm(Protocol):
    """A game as mathematics, for any number of seats."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, in order."""

    @property
    def sides(self) -> tuple[Treeplex, ...]:
        """Each seat's tree of cells."""

    @property
    def zero_sum(self) -> bool:
        """Whether what the seats are paid sums to 0, however they play."""

    @property
    def obstacle(self) -> str:
        """What keeps it from being a two-person zero-sum game, in words; empty where nothing."""

    @property
    def is_single_stage(self) -> bool:
        """Whether no choice of a seat follows another of its own."""

    @property
    def is_matrix(self) -> bool:
        """Whether it is a matrix: two seats choose once, knowing nothing."""

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""

    @property
    def amounts(self) -> int:
        """How many payoffs it holds: what its size in memory goes by."""

    def gains(self, seat: int, plans: RealizationPlans) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the others' plans.

        Integers over one denominator (the second item); the plan of *seat* itself is not used.
        """

    def arrivals(self, seat: int, plans: RealizationPlans) -> tuple[list[int], int]:
        """Return the chance that a hand ends with each sequence of *seat*, if it plays so.

        As :meth:`gains`; a form that does not keep the chances of its hands refuses.
        """

    def reply(self, seat: int, plans: RealizationPlans) -> tuple[BestResponse, int]:
        """Return the best reply of *seat* to the others' plans, and its denominator."""


class TwoPlayerZeroSumForm(GameForm, Protocol):
    """A two-person zero-sum form, which can be looked at from either seat."""

    @property
    def sides(self) -> tuple[Treeplex, Treeplex]:
        """The two seats' trees of cells."""

    @property
    def denominator(self) -> int:
        """What the payoffs are over."""

    @property
    def is_binary_action(self) -> bool:
        """Whether every information set has two actions and none follows another."""

    @property
    def keeps_chances(self) -> bool:
        """Whether it knows the chances of its hands, so that :meth:`arrivals` answers."""

    def sequence(self) -> SequenceForm:
        """Return the game by its sequences."""

    def strategic(self) -> MatrixForm:
        """Return the matrix of all its pure strategies, if that is not too large."""

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Yield the payoffs between sequences: the first seat's, the second's, the amount."""

    def swapped(self) -> TwoPlayerZeroSumForm:
        """Return the same game seen from the other seat; made once."""

    def block(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        """Return the payoffs that are not 0 between some sequences, by their places in *twos*."""


def expected_payoff(form: GameForm, seat: int, plans: RealizationPlans) -> Fraction:
    """Return what *seat* is paid on average when all play these plans.

    >>> from sabot import MatrixForm
    >>> game = MatrixForm.of([[3, 0], [0, 1]])
    >>> even = [Fraction(1), Fraction(1, 2), Fraction(1, 2)]
    >>> expected_payoff(game, 0, (even, even)), expected_payoff(game, 1, (even, even))
    (Fraction(1, 1), Fraction(-1, 1))
    """
    gains, below = form.gains(seat, plans)
    own = zip(gains, plans[seat], strict=True)
    return sum((gain * Fraction(chance) for gain, chance in own if chance), Fraction(0)) / below


StrategyMapping = Mapping[str, Mapping[str, Fraction]]


@dataclass(frozen=True)
class PerfectInformationSolution:
    """What a family finds: the value to the first seat, how to play, and facts of its own.

    ``tables`` hold the views on a line of best play, not all views. ``unique`` leaves out a seat
    for which it was not decided whether its optimal strategy is the only one. ``form`` is what an
    independent checker needs to find the value again, None where that would take too long.
    """

    hands: ClassVar[str] = "open"
    value: Fraction
    tables: Mapping[str, StrategyMapping]
    unique: Mapping[str, bool]
    method: str
    facts: Mapping[str, Any]
    form: Mapping[str, Any] | None = field(default=None, repr=False)


@dataclass(frozen=True)
class PayoffDistribution:
    """What a hand pays the first seat, and how often: integers over one denominator."""

    counts: Mapping[Fraction, int]
    """By what is paid, most first."""
    denominator: int

    @property
    def win(self) -> int:
        """How many of the denominator's hands pay the first seat."""
        return sum(count for pay, count in self.counts.items() if pay > 0)

    @property
    def tie(self) -> int:
        """How many pay nothing."""
        return sum(count for pay, count in self.counts.items() if pay == 0)

    @property
    def lose(self) -> int:
        """How many make the first seat pay."""
        return sum(count for pay, count in self.counts.items() if pay < 0)

    @property
    def mean(self) -> Fraction:
        """What the first seat is paid on average."""
        return sum((pay * n for pay, n in self.counts.items()), Fraction(0)) / self.denominator


def matrix_payoff_distribution(
    form: MatrixForm, strategies: Mapping[str, StrategyMapping]
) -> PayoffDistribution:
    """Return how hands end where each entry of a matrix is what one of them pays."""
    one, two = (strategies[seat]["-"] for seat in form.seats)
    parts: dict[Fraction, Fraction] = {}
    for row, line in zip(form.rows, form.payoffs, strict=True):
        for column, entry in zip(form.columns, line, strict=True):
            chance = one.get(row, Fraction(0)) * two.get(column, Fraction(0))
            if chance:
                pay = Fraction(entry, form.denominator)
                parts[pay] = parts.get(pay, Fraction(0)) + chance
    return distribution_from_sums({pay: {1: chance} for pay, chance in parts.items()})


def distribution_from_sums(
    sums: Mapping[Fraction, Mapping[int, int | Fraction]],
) -> PayoffDistribution:
    """Return sums over several denominators as integers over one."""
    pays = sorted(sums, reverse=True)
    chances = [
        sum((Fraction(top) / below for below, top in sums[pay].items()), Fraction(0))
        for pay in pays
    ]
    numbers, below = over_one_denominator(chances)
    return PayoffDistribution(dict(zip(pays, numbers, strict=True)), below)
