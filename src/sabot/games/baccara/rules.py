"""Rules of baccara chemin de fer, and the casino's fixed drawing rules as strategies.

The six models are those of Ethier and Gamez, *A game-theoretic analysis of baccara chemin de fer*
(2013): A deals with replacement, B without; 1 shows each player the total only, 2 shows Banker his
two cards, 3 shows both players theirs. What a player sees and where it may choose are options, so
the case that the paper leaves out (Player sees cards, Banker his total) is ``baccara(model=B1,
decks=6, player=cards)``. In the casino (punto banco) nobody chooses: Player draws on 0 to 5, and
Banker's move follows from his total and Player's third card. In chemin de fer those rules are one
strategy among many and are evaluated like any.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypedDict

from sabot.cards.shoe import INF, Shoe
from sabot.forms.base import GameForm
from sabot.game_rules.table import Table

SEATS = ("Player", "Banker")
ACTIONS = ("stand", "draw")
DECK_COUNTS = (16, 4, 4, 4, 4, 4, 4, 4, 4, 4)
"""How many cards of each value 0..9 a pack of 52 holds."""
TwoCards = tuple[int, int]


def hand_total(*cards: int) -> int:
    """Return the last digit of the sum."""
    return sum(cards) % 10


def two_card_hands(of: int) -> list[TwoCards]:
    """Return the two-card hands of one total, the lower card first.

    >>> two_card_hands(5)
    [(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)]
    """
    return [(a, b) for a in range(10) for b in range(a, 10) if hand_total(a, b) == of]


@dataclass(frozen=True, slots=True)
class SeatRules:
    """What one seat sees of its own hand, and what the rules leave it to choose."""

    sight: str
    """``total`` or ``cards``."""
    free: tuple[int, ...]
    draws: tuple[int, ...]

    def sees(self, hand: Sequence[int]) -> int | TwoCards:
        """Return what the seat sees of its two cards.

        >>> SeatRules("cards", (5,), ()).sees([9, 6]), SeatRules("total", (5,), ()).sees([9, 6])
        ((6, 9), 5)
        """
        low, high = sorted(hand)
        return hand_total(low, high) if self.sight == "total" else (low, high)

    def move(self, of: int) -> str | None:
        """Return the move that the rules prescribe on a total, None where the seat chooses.

        >>> SeatRules("total", free=(5,), draws=(0, 1, 2, 3, 4)).move(6)
        'stand'
        """
        if of in self.free:
            return None
        return ACTIONS[of in self.draws]


@dataclass(frozen=True, slots=True)
class CardSupply:
    """The cards, by value, and whether each goes back before the next is drawn."""

    counts: tuple[int, ...]
    replaced: bool

    @property
    def shoe(self) -> Shoe:
        """The shoe that goes on the table."""
        return Shoe(tuple(range(10)), self.counts, self.replaced)


@lru_cache(maxsize=64)  # asked at the beginning of every hand
def card_supply(
    model: str, decks: Fraction | float | None = None, shoe: tuple[int, ...] | None = None
) -> CardSupply:
    """Return the cards from which a game is dealt.

    >>> card_supply("B3", Fraction(6)).counts[:2], card_supply("A1").replaced
    ((96, 24), True)
    """
    if shoe is not None:
        return CardSupply(tuple(shoe), model.startswith("A"))
    if decks is None or decks == INF:
        return CardSupply((4, 1, 1, 1, 1, 1, 1, 1, 1, 1), True)
    return CardSupply(tuple(int(count * Fraction(decks)) for count in DECK_COUNTS), False)


class SeatOptions(TypedDict, total=False):
    """The options of :func:`seat_rules`."""

    player: str
    banker: str
    player_free: tuple[int, ...]
    player_draws: tuple[int, ...]
    banker_free: tuple[int, ...]
    banker_draws: tuple[int, ...]


def seat_rules(
    model: str,
    player: str = "model",
    banker: str = "model",
    player_free: tuple[int, ...] = (5,),
    player_draws: tuple[int, ...] = (0, 1, 2, 3, 4),
    banker_free: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7),
    banker_draws: tuple[int, ...] = (0, 1, 2),
) -> tuple[SeatRules, SeatRules]:
    """Return what each seat sees and may do; a sight that is not given is the model's."""
    if player == "model":
        player = "cards" if model[1] == "3" else "total"
    if banker == "model":
        banker = "total" if model[1] == "1" else "cards"
    return (
        SeatRules(player, player_free, player_draws),
        SeatRules(banker, banker_free, banker_draws),
    )


THIRD_CARD_LABEL = "Player's third card, - if he stood"
"""What Banker sees after his own hand."""
OBSERVATION_LABELS = {
    "Player": ("his two cards, as (1,4), or their total",),
    "Banker": ("his two cards, as (0,6), or their total", THIRD_CARD_LABEL),
}


def decides_to_draw(table: Table, seat: str, conduct: SeatRules, of: int) -> bool:
    """Whether a seat draws on a total: as the rules prescribe, or as it chooses."""
    move = conduct.move(of)
    return (table.ask(seat, ACTIONS) if move is None else move) == "draw"


def player_payoff(mine: int, yours: int) -> int:
    """Return what Player is paid at the end.

    >>> player_payoff(7, 3), player_payoff(5, 5), player_payoff(0, 9)
    (1, 0, -1)
    """
    return (mine > yours) - (mine < yours)


def banker_payoff(mine: int, yours: int, commission: Fraction) -> Fraction:
    """Return what Banker is paid at the end: he pays a commission on what he wins.

    >>> [str(banker_payoff(mine, 6, Fraction(1, 20))) for mine in (7, 6, 5)]
    ['-1', '0', '19/20']
    """
    won = -player_payoff(mine, yours)
    return won * (1 - commission) if won > 0 else Fraction(won)


PLAYER_DRAWS = (0, 1, 2, 3, 4, 5)
"""The totals on which Player draws."""
BANKER_DRAWS: Mapping[int, tuple[int | None, ...]] = {
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, None),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9, None),
    4: (2, 3, 4, 5, 6, 7, None),
    5: (4, 5, 6, 7, None),
    6: (6, 7),
    7: (),
}
"""For each of Banker's totals, the third cards of Player (None: he stood) on which Banker draws."""


def view_by_total(view: str) -> str:
    """Return a view with its hand replaced by the hand's total; others as they are.

    >>> view_by_total("(6,9)"), view_by_total("(0,6),-"), view_by_total("6,9")
    ('5', '6,-', '6,9')
    """
    hand, bracket, rest = view.partition(")")
    if not bracket:
        return view
    low, _, high = hand.removeprefix("(").partition(",")
    return f"{hand_total(int(low), int(high))}{rest}"


def casino_move(seat: str, view: str) -> str:
    """Return what the casino's rules prescribe at a view.

    >>> casino_move("Player", "(1,4)"), casino_move("Banker", "3,8"), casino_move("Banker", "6,-")
    ('draw', 'stand', 'stand')
    """
    own, _, third = view_by_total(view).partition(",")
    if seat == "Player":
        return ACTIONS[int(own) in PLAYER_DRAWS]
    return ACTIONS[(None if third == "-" else int(third)) in BANKER_DRAWS[int(own)]]


def casino_strategies(form: GameForm) -> dict[str, dict[str, dict[str, Fraction]]]:
    """Return the casino's rules as a strategy for each seat, at every view of a game's form.

    >>> from sabot import load
    >>> table = casino_strategies(load("baccara(model=B2, decks=8)").form())
    >>> table["Banker"]["(1,2),8"], table["Player"]
    ({'stand': Fraction(1, 1)}, {'5': {'draw': Fraction(1, 1)}})
    """
    return {
        side.name: {
            cell.key: {casino_move(side.name, cell.key): Fraction(1)} for cell in side.cells
        }
        for side in form.sides
    }
