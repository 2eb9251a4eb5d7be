"""Baccara chemin de fer, told once: six models, any shoe, any set of free totals.

The models are those of Ethier and Gamez, *A game-theoretic analysis of baccara chemin de fer*
(2013): A deals with replacement, B without; 1 shows each seat its total only, 2 shows Banker his
two cards, 3 shows both seats theirs. What a seat sees and where it may choose are options, so the
possibility that the paper leaves out (Player sees his cards, Banker his total) is
``baccara(model=B1, decks=6, player=cards)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot.shoe import INF, Shoe
from sabot.telling.tables import Table

SEATS = ("Player", "Banker")
ACTIONS = ("stand", "draw")
DECK = (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
"""How many cards of each value 0..9 a pack of 52 holds."""

Hand = tuple[int, int]


def total(*cards: int) -> int:
    """Return the last digit of the sum."""
    return sum(cards) % 10


def hands(of: int) -> list[Hand]:
    """Return the two-card hands of one total, the lower card first.

    >>> hands(5)
    [(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)]
    """
    return [(a, b) for a in range(10) for b in range(a, 10) if total(a, b) == of]


@dataclass(frozen=True, slots=True)
class Conduct:
    """What one seat sees of its own hand, and what the rules leave it to choose."""

    sight: str
    """``total`` or ``cards``."""
    free: tuple[int, ...]
    draws: tuple[int, ...]

    def sees(self, hand: Sequence[int]) -> int | Hand:
        """Return what the seat sees of its two cards.

        >>> Conduct("cards", (5,), ()).sees([9, 6]), Conduct("total", (5,), ()).sees([9, 6])
        ((6, 9), 5)
        """
        low, high = sorted(hand)
        return total(low, high) if self.sight == "total" else (low, high)

    def move(self, of: int) -> str | None:
        """Return the move that the rules prescribe on a total, None where the seat chooses.

        >>> Conduct("total", free=(5,), draws=(0, 1, 2, 3, 4)).move(6)
        'stand'
        """
        if of in self.free:
            return None
        return ACTIONS[of in self.draws]


@dataclass(frozen=True, slots=True)
class Dealing:
    """The cards, by value, and whether each goes back before the next is drawn."""

    counts: tuple[int, ...]
    replaced: bool

    @property
    def shoe(self) -> Shoe:
        """The shoe that goes on the table."""
        return Shoe(tuple(range(10)), self.counts, self.replaced)


def dealing(
    model: str, decks: Fraction | float | None = None, shoe: tuple[int, ...] | None = None
) -> Dealing:
    """Return what cards a game is dealt from.

    >>> dealing("B3", Fraction(6)).counts[:2], dealing("A1").replaced
    ((96, 24), True)
    """
    if shoe is not None:
        return Dealing(tuple(shoe), model.startswith("A"))
    if decks is None or decks == INF:
        return Dealing((4, 1, 1, 1, 1, 1, 1, 1, 1, 1), True)
    return Dealing(tuple(int(count * Fraction(decks)) for count in DECK), False)


def conducts(
    model: str,
    player: str = "model",
    banker: str = "model",
    player_free: tuple[int, ...] = (5,),
    player_draws: tuple[int, ...] = (0, 1, 2, 3, 4),
    banker_free: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7),
    banker_draws: tuple[int, ...] = (0, 1, 2),
) -> tuple[Conduct, Conduct]:
    """Return what each seat sees and may do; a sight that is not given is the model's."""
    if player == "model":
        player = "cards" if model[1] == "3" else "total"
    if banker == "model":
        banker = "total" if model[1] == "1" else "cards"
    return (
        Conduct(player, player_free, player_draws),
        Conduct(banker, banker_free, banker_draws),
    )


THIRD = "Player's third card, - if he stood"
"""What Banker sees after his own hand."""
SEES = {
    "Player": ("his two cards, as (1,4), or their total",),
    "Banker": ("his two cards, as (0,6), or their total", THIRD),
}


def chooses(table: Table, seat: str, conduct: Conduct, of: int) -> bool:
    """Whether a seat draws on a total: as the rules prescribe, or as it chooses."""
    move = conduct.move(of)
    return (table.ask(seat, ACTIONS) if move is None else move) == "draw"


def lead(mine: int, yours: int) -> int:
    """Return what Player is paid at the end.

    >>> lead(7, 3), lead(5, 5), lead(0, 9)
    (1, 0, -1)
    """
    return (mine > yours) - (mine < yours)


def purse(mine: int, yours: int, commission: Fraction) -> Fraction:
    """Return what Banker is paid at the end: he pays a commission on what he wins.

    >>> [str(purse(mine, 6, Fraction(1, 20))) for mine in (7, 6, 5)]
    ['-1', '0', '19/20']
    """
    won = -lead(mine, yours)
    return won * (1 - commission) if won > 0 else Fraction(won)
