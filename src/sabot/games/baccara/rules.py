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
from typing import Annotated, Any, Literal

from sabot.errors import Fault
from sabot.games.baccara.kinds import Counts, Decks, Totals
from sabot.ruleset import rules
from sabot.shoe import INF, Shoe
from sabot.tables import Table

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


SEES = {
    "Player": ("his two cards, as (1,4), or their total",),
    "Banker": ("his two cards, as (0,6), or their total", "Player's third card, - if he stood"),
}


@rules(name="baccara", seats=SEATS, always=("model",), sees=SEES)
def baccara(
    table: Table,
    *,
    model: Literal["A1", "A2", "A3", "B1", "B2", "B3"] = "A1",
    decks: Annotated[Fraction | float | None, Decks(optional=True)] = None,
    shoe: Annotated[tuple[int, ...] | None, Counts()] = None,
    player: Literal["model", "total", "cards"] = "model",
    banker: Literal["model", "total", "cards"] = "model",
    player_free: Annotated[tuple[int, ...], Totals()] = (5,),
    player_draws: Annotated[tuple[int, ...], Totals()] = (0, 1, 2, 3, 4),
    banker_free: Annotated[tuple[int, ...], Totals()] = (0, 1, 2, 3, 4, 5, 6, 7),
    banker_draws: Annotated[tuple[int, ...], Totals()] = (0, 1, 2),
) -> None:
    """Two cards each, perhaps a third; the higher total (last digit of the sum) wins even money.

    A two-card 8 or 9 (a natural) ends the hand at once. Otherwise Player stands or draws a third
    card, face up; then Banker, who saw it, stands or draws. Equal totals pay nothing. The value is
    Player's.

    model: A deals with replacement, B without; 1: each seat sees its total, 2: Banker sees his two
    cards, 3: both see their cards.
    decks, shoe: model B needs one of them: decks=6 (any multiple of 1/4, or inf), or the counts of
    the card values 0 to 9, shoe=[16,4,4,4,4,4,4,4,4,4].
    player, banker: 'total' or 'cards' in place of what the model lets that seat see.
    player_free, banker_free: the two-card totals at which the seat may choose.
    player_draws, banker_draws: those of the other totals at which it must draw; at the rest it
    must stand.
    """
    one, two = conducts(model, player, banker, player_free, player_draws, banker_free, banker_draws)
    cards = table.shoe(dealing(model, decks, shoe).shoe)
    mine, yours = [cards.draw(), cards.draw()], [cards.draw(), cards.draw()]
    if max(total(*mine), total(*yours)) < 8:
        table.show("Player", one.sees(mine))
        third = cards.draw() if chooses(table, "Player", one, total(*mine)) else None
        table.show("Banker", two.sees(yours), third)
        mine += [] if third is None else [third]
        yours += [cards.draw()] if chooses(table, "Banker", two, total(*yours)) else []
    table.pay(Player=lead(total(*mine), total(*yours)))


@baccara.sights
def baccara_sights(
    *, model: str, decks: object = None, shoe: object = None, **options: Any
) -> dict[str, tuple[str, ...]]:
    """Return what each seat sees, in words, under a model."""
    words = {"total": "his total", "cards": "his two cards"}
    one, two = (words[seat.sight] for seat in conducts(model, **options))
    return {"Player": (one,), "Banker": (two, SEES["Banker"][1])}


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


@baccara.faults
def baccara_faults(
    *,
    model: str,
    decks: Fraction | float | None,
    shoe: tuple[int, ...] | None,
    **others: object,
) -> list[Fault]:
    """Return what is wrong with parameters that are each right by themselves."""
    replaced = model.startswith("A")
    if decks is not None and shoe is not None:
        return [Fault("shoe", "is given together with decks", "leave one of them out")]
    if replaced and decks not in (None, INF):
        remedy = f"leave decks out, or write model=B{model[1]}"
        return [Fault("decks", f"model {model} deals with replacement", remedy)]
    if not replaced and decks is None and shoe is None:
        remedy = f"write decks=6 or shoe=[...]: model {model} deals without replacement"
        return [Fault("decks", "is missing", remedy)]
    if shoe is not None:
        least = 1 if replaced else 6
        if sum(shoe) < least:
            what = f"holds {sum(shoe)} card{'s' * (sum(shoe) != 1)}"
            return [Fault("shoe", what, f"a hand may take six; put in {least} or more")]
    return []
