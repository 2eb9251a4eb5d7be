"""The public side of a game with real hands: turns, ends without a showdown, and showdowns.

Every seat holds a number that was drawn from [0, 1] and that it alone sees. All else is public: a
turn of the betting is an information set for each hand, and the tree has no chance in it. Where a
parameter is left open (:mod:`sabot.forms.threshold.opened`) all amounts are polynomials in it,
FLINT's, in place of fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Fold:
    """An end without a showdown: what each seat is paid."""

    kind: ClassVar[str] = "fold"
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Showdown:
    """An end at which hands are compared; the best of the contenders takes what all have paid.

    Before they are, each contender's hand improves with chance ``better``: a hand that has
    improved beats every one that has not, and two of a kind compare as they were dealt.
    """

    kind: ClassVar[str] = "showdown"
    contenders: tuple[int, ...]
    paid: tuple[Fraction, ...]
    better: Fraction = Fraction(0)

    @property
    def pot(self) -> Fraction:
        """What the winner takes."""
        return sum(self.paid, Fraction(0))


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's turn: what was done before, the actions open to it, and where each leads."""

    kind: ClassVar[str] = "turn"
    seat: int
    view: str
    actions: tuple[str, ...]
    after: tuple[Node, ...]


Node = Turn | Fold | Showdown


@dataclass(frozen=True)
class ThresholdForm:
    """A game of public betting over private real hands, for any number of seats."""

    seats: tuple[str, ...]
    root: Node

    def turns(self) -> Iterator[Turn]:
        """Yield every turn, each before those that follow it."""
        yield from _turns(self.root)

    def of(self, seat: int) -> list[Turn]:
        """Return the turns of one seat."""
        return [turn for turn in self.turns() if turn.seat == seat]

    @property
    def ends(self) -> int:
        """In how many ways the betting may end."""
        return sum(1 for _ in ends_of(self.root))

    def numbers(self) -> Iterator[Fraction]:
        """Yield what is paid at every end, and how likely hands improve."""
        for end in ends_of(self.root):
            yield from end.payoffs if isinstance(end, Fold) else (*end.paid, end.better)

    @property
    def improving(self) -> bool:
        """Whether a hand may improve before it is compared."""
        return any(isinstance(end, Showdown) and bool(end.better) for end in ends_of(self.root))

    @property
    def zero_sum(self) -> bool:
        """Whether what one wins others lose: a showdown only moves money, other ends may not."""
        folds = (end for end in ends_of(self.root) if isinstance(end, Fold))
        return not any(sum(end.payoffs[1:], end.payoffs[0]) for end in folds)


def _turns(node: Node) -> Iterator[Turn]:
    if isinstance(node, Turn):
        yield node
        for after in node.after:
            yield from _turns(after)


def ends_of(node: Node) -> Iterator[Fold | Showdown]:
    """Yield how a hand may end from some node on."""
    if isinstance(node, Turn):
        for after in node.after:
            yield from ends_of(after)
    else:
        yield node


def view_of(said: Sequence[tuple[str, str]]) -> str:
    """Return the key of a turn: what was said before it, in order; ``-`` where nothing was.

    >>> view_of([]), view_of([("1", "enter"), ("2", "drop")])
    ('-', '1 enter, 2 drop')
    """
    return ", ".join(f"{seat} {action}" for seat, action in said) or "-"
