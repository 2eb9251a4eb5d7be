"""What every form is: seats, their sides, whose payoffs sum to what, and two operators.

A form need not hold a list of payoffs. It answers what a seat's sequences earn against fixed plans
of the others (``gains``) and how the seat replies best (``reply``); whoever judges, simulates or
proves asks no more. ``zero_sum``, ``flat`` and ``dense`` are what methods choose by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from sabot.forms.reply import Reply
from sabot.forms.sequence import SequenceForm, Side

if TYPE_CHECKING:
    from sabot.forms.matrix import MatrixForm

Plan = list[Fraction]
"""The probability of each sequence of a seat."""
Plans = Sequence[Sequence[Fraction | int]]
"""A plan for each seat; that of a seat that is not asked about may be empty."""


class Form(Protocol):
    """A game as mathematics, for any number of seats."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, in order."""

    @property
    def sides(self) -> tuple[Side, ...]:
        """Each seat's tree of cells."""

    @property
    def zero_sum(self) -> bool:
        """Whether what the seats are paid sums to 0, however they play."""

    @property
    def obstacle(self) -> str:
        """What keeps it from being a two-person zero-sum game, in words; empty where nothing."""

    @property
    def flat(self) -> bool:
        """Whether no choice of a seat follows another of its own."""

    @property
    def dense(self) -> bool:
        """Whether it is a matrix: two seats choose once, knowing nothing."""

    @property
    def called(self) -> str:
        """What it is called where it has no game's name."""

    @property
    def amounts(self) -> int:
        """How many payoffs it holds: what its size in memory goes by."""

    def gains(self, seat: int, plans: Plans) -> tuple[list[int], int]:
        """Return what each sequence of *seat* earns that seat against the others' plans.

        Integers over one denominator (the second item); the plan of *seat* itself is not used.
        """

    def arrivals(self, seat: int, plans: Plans) -> tuple[list[int], int]:
        """Return the chance that a hand ends with each sequence of *seat*, if it plays so.

        As :meth:`gains`; a form that does not keep the chances of its hands refuses.
        """

    def reply(self, seat: int, plans: Plans) -> tuple[Reply, int]:
        """Return the best reply of *seat* to the others' plans, and its denominator."""


class Duel(Form, Protocol):
    """A two-person zero-sum form, which can be looked at from either seat."""

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two seats' trees of cells."""

    @property
    def denominator(self) -> int:
        """What the payoffs are over."""

    @property
    def binary(self) -> bool:
        """Whether it is told view by view, two actions at each, none after another."""

    @property
    def keeps_chances(self) -> bool:
        """Whether it knows the chances of its hands, so that :meth:`arrivals` answers."""

    def sequence(self) -> SequenceForm:
        """Return the game by its sequences."""

    def strategic(self) -> MatrixForm:
        """Return the matrix of all its pure strategies, if that is not too large."""

    def entries(self) -> Iterator[tuple[int, int, int]]:
        """Yield the payoffs between sequences: the first seat's, the second's, the amount."""

    def swapped(self) -> Duel:
        """Return the same game seen from the other seat; made once."""

    def block(self, ones: Sequence[int], twos: Sequence[int]) -> list[dict[int, int]]:
        """Return the payoffs that are not 0 between some sequences, by their places in *twos*."""


def payoff(form: Form, seat: int, plans: Plans) -> Fraction:
    """Return what *seat* is paid on average when all play these plans.

    >>> from sabot import MatrixForm
    >>> game = MatrixForm.of([[3, 0], [0, 1]])
    >>> even = [Fraction(1), Fraction(1, 2), Fraction(1, 2)]
    >>> payoff(game, 0, (even, even)), payoff(game, 1, (even, even))
    (Fraction(1, 1), Fraction(-1, 1))
    """
    gains, below = form.gains(seat, plans)
    own = zip(gains, plans[seat], strict=True)
    return sum((gain * Fraction(chance) for gain, chance in own if chance), Fraction(0)) / below
