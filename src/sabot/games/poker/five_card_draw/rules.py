"""Rules of five-card draw, Risticz (1973), section 2.5, with stacks; what a player observes.

One hand is run on a table: the blind, entering, the blind's answer, the draw, a last round of
betting, side pots. The cards are numbers 0 to 51 that print as cards. An :class:`Observation` is
what a player knows when it is asked, made from the view of its seat and nothing else; its
attributes are the interface of players that users write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from random import Random
from typing import Literal

from sabot.cards.poker_hand import DECK_SIZE, HAND_SIZE, card_text, rank_hand
from sabot.cards.shoe import Shoe
from sabot.forms.extensive import ObservationHistory
from sabot.game_rules.table import Table
from sabot.games.poker.betting import (
    BettingMove,
    BettingRound,
    BettingState,
    divide_pots,
    play_betting_round,
)


class DeckCard(int):
    """A card of the pack, as a number from 0 to 51 that prints as ``As``."""

    def __str__(self) -> str:
        return card_text(self)

    def __repr__(self) -> str:
        return f"PackCard({int(self)})"


DECK = Shoe.of_counts({DeckCard(card): 1 for card in range(DECK_SIZE)})
MAX_DISCARDS = HAND_SIZE - 1
"""Cards that may be changed."""
MAX_STACK = 1_000_000
MAX_PLAYERS = 7
"""Seven hands leave 17 cards to draw from; more would leave too few."""
DEFAULT_STACK, DEFAULT_RAISES = 100, 3


def stacks_by_seat(stacks: Sequence[int], seats: Sequence[str]) -> dict[str, int]:
    """Return what each seat has.

    >>> stacks_by_seat((100,), ("1", "2")), stacks_by_seat((5, 7), ("1", "2"))
    ({'1': 100, '2': 100}, {'1': 5, '2': 7})
    """
    each = tuple(stacks) * len(seats) if len(stacks) == 1 else tuple(stacks)
    return dict(zip(seats, each, strict=True))


def hand_rank(cards: Sequence[int]) -> int:
    """Return the rank of five different cards, 1 to 7462.

    >>> from sabot.cards.poker_hand import parse_cards
    >>> hand_rank(parse_cards("AsKsQsJsTs"))
    7462
    """
    return rank_hand(tuple(cards))


Stage = Literal["enter", "blind", "look", "draw", "bet"]
STAND_PAT = "stand pat"
"""The answer of who throws no card away."""


@dataclass(frozen=True, slots=True)
class PublicAction:
    """A public action of a seat, and its stake before it."""

    seat: str
    word: str
    put: int

    def __str__(self) -> str:
        return f"{self.seat} {self.word}"


@dataclass(frozen=True)
class Observation:
    """What a player knows: its cards, what was said, what it may answer.

    Cards are numbers, 4 * rank + suit: 0 is the two of clubs, 51 the ace of spades
    (:mod:`sabot.cards.poker_hand` reads and writes them).
    """

    seat: str
    actions: tuple[str, ...]
    cards: tuple[int, ...]
    """The five cards, the highest first."""
    said: tuple[PublicAction, ...]
    """Everything that was done at the table, in order."""
    stacks: Mapping[str, int]
    """What each seat had before the hand, in the order of play; the last is the blind."""
    thrown: tuple[int, ...] = ()
    """The cards that it threw away."""
    random: Random = field(default_factory=Random, compare=False, repr=False)
    """Chance, for players that mix: equal seeds, equal hands."""

    @classmethod
    def of(
        cls,
        seat: str,
        view: ObservationHistory,
        actions: tuple[str, ...],
        stacks: Mapping[str, int],
        random: Random,
    ) -> Observation:
        """Return the observation of a seat; the last cards shown are those it holds."""
        held = [item for item in view if isinstance(item, tuple)]
        thrown = tuple(card for card in held[0] if card not in held[-1])
        said = tuple(item for item in view if isinstance(item, PublicAction))
        return cls(seat, actions, held[-1], said, stacks, thrown, random)

    @cached_property
    def rank(self) -> int:
        """The strength of the hand, 1 to 7462."""
        return hand_rank(self.cards)

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in the order of play."""
        return tuple(self.stacks)

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.stacks)

    @property
    def stage(self) -> Stage:
        """What is asked: to enter, as the blind, after a double, to draw, or to bet."""
        if STAND_PAT in self.actions:
            return "draw"
        if "enter" in self.actions:
            return "enter"
        if "play" in self.actions:
            return "blind"
        return "bet" if self.drew else "look"

    @cached_property
    def put(self) -> Mapping[str, int]:
        """What lies before each seat."""
        return dict.fromkeys(self.stacks, 0) | {one.seat: one.put for one in self.said}

    @property
    def pot(self) -> int:
        """All that lies on the table."""
        return sum(self.put.values())

    @property
    def price(self) -> int:
        """What it costs to stay in: what is wanting, or all that the player has left."""
        level = 2 if self.stage in ("enter", "blind") else max(self.put.values())
        return min(level, self.stacks[self.seat]) - self.put[self.seat]

    @cached_property
    def others(self) -> tuple[str, ...]:
        """The other seats that are still in."""
        gone = {one.seat for one in self.said if one.word == "drop"}
        return tuple(seat for seat in self.seats if seat not in gone and seat != self.seat)

    @cached_property
    def entered(self) -> tuple[str, ...]:
        """Who entered, in order; the blind is not among them."""
        return tuple(one.seat for one in self.said if one.word == "enter")

    @cached_property
    def drew(self) -> Mapping[str, int]:
        """How many cards each seat has drawn, of those that did."""
        words = ((one.seat, one.word.split()) for one in self.said)
        return {seat: int(word[1]) for seat, word in words if word[0] == "draws"}

    @cached_property
    def bets(self) -> int:
        """How many bets and raises there were after the draw."""
        return sum(one.word.startswith(("bet ", "raise ")) for one in self.said)

    def to_follow(self, seat: str) -> int:
        """Return how many players speak after a seat, the blind among them."""
        return self.players - 1 - self.seats.index(seat)


BLIND_UNITS, ENTRY_UNITS = 1, 2
"""What the blind puts in before the cards are seen, and what it costs to enter."""
DOUBLE_UNITS = 2
"""What a double adds to the price of entering."""
MAX_RAISE = 5
_DROP, _LOOK = BettingMove("drop", drops=True), BettingMove("look")
ENTRY_ROUND = BettingRound((_DROP, BettingMove("enter")))
BLIND_ROUND = BettingRound(
    (_DROP, BettingMove("play"), BettingMove("double", by=DOUBLE_UNITS)), (_DROP, _LOOK)
)
"""The blind's turn; who entered looks at a double or drops."""
HeldCards = tuple[DeckCard, ...]


@lru_cache(maxsize=64)
def last_betting_round(raises: int | float) -> BettingRound:
    """Return the second round: who does not bet before anybody has is out.

    >>> [len(last_betting_round(0).menu(bets)[0]) for bets in (0, 1)]
    [6, 2]
    """
    bets = tuple(BettingMove(f"bet {units}", by=units) for units in range(1, MAX_RAISE + 1))
    more = tuple(BettingMove(f"raise {units}", by=units) for units in range(1, MAX_RAISE + 1))
    return BettingRound((_DROP, *bets), (_DROP, _LOOK, *more), raises)


def possible_discards(hand: Sequence[DeckCard]) -> dict[str, HeldCards]:
    """Return the ways to change up to four cards of a hand, by what is said.

    >>> len(possible_discards(DECK.cards[:5])), list(possible_discards(DECK.cards[:5]))[1]
    (31, 'throw 2c')
    """
    found: dict[str, HeldCards] = {STAND_PAT: ()}
    for many in range(1, MAX_DISCARDS + 1):
        for thrown in combinations(hand, many):
            found[f"throw {' '.join(map(str, thrown))}"] = thrown
    return found


class DrawHand:
    """One hand in play: the cards of each seat, and the bets."""

    def __init__(self, table: Table, stacks: Mapping[str, int]) -> None:
        self.table = table
        self.bets = BettingState(dict.fromkeys(stacks, 0), stacks)
        self.shoe = table.shoe(DECK)
        self.thrown: list[DeckCard] = []
        dealt: dict[str, list[DeckCard]] = {seat: [] for seat in stacks}
        for _ in range(HAND_SIZE):
            for cards in dealt.values():
                cards.append(self.shoe.draw())
        self.held: dict[str, HeldCards] = {}
        for seat, cards in dealt.items():
            self.takes(seat, cards)

    def takes(self, seat: str, cards: Sequence[DeckCard]) -> None:
        """Put five cards into a seat's hand, the highest first; only it sees them."""
        self.held[seat] = tuple(sorted(cards, reverse=True))
        self.table.holds(seat, *self.held[seat])
        self.table.show(seat, self.held[seat])

    def say(self, seat: str, word: str) -> None:
        """Show every other seat what a seat did."""
        self.table.announce(PublicAction(seat, word, int(self.bets.put[seat])))

    def draws(self, seat: str) -> None:
        """Let a seat change cards; when the pack is used up, what others threw is dealt again."""
        held = self.held[seat]
        ways = possible_discards(held)
        thrown = ways[self.table.ask(seat, tuple(ways))]
        fresh = []
        for _ in thrown:
            if not len(self.shoe):
                self.shoe = self.table.shoe(Shoe.of_counts(dict.fromkeys(sorted(self.thrown), 1)))
                self.thrown = []
            fresh.append(self.shoe.draw())
        self.thrown += thrown
        self.say(seat, f"draws {len(thrown)}")
        if thrown:
            self.takes(seat, [card for card in held if card not in thrown] + fresh)

    def over(self) -> bool:
        """Pay the last one who is in; False where more are left."""
        if len(self.bets.live) > 1:
            return False
        self.pay()
        return True

    def pay(self) -> None:
        """Compare the hands that are left, and pay out every pot."""
        live = {seat: hand_rank(self.held[seat]) for seat in self.bets.live}
        put = {seat: int(amount) for seat, amount in self.bets.put.items()}
        taken = divide_pots(put, live)
        self.table.pay({seat: taken[seat] - put[seat] for seat in put})


def play_draw_poker(table: Table, stacks: Mapping[str, int], raises: int | float) -> None:
    """Play one hand; *stacks* by seat, in the order of play, the blind last."""
    *others, blind = stacks
    hand = DrawHand(table, stacks)
    bets = hand.bets
    bets.pay_in(blind, BLIND_UNITS)
    bets.level = ENTRY_UNITS
    table.stakes(bets.put)
    hand.say(blind, "blind")
    play_betting_round(table, ENTRY_ROUND, bets, others, hand.say)
    if bets.live == [blind]:
        return table.pay(dict.fromkeys(stacks, 0))
    play_betting_round(table, BLIND_ROUND, bets, [blind], hand.say)
    if hand.over():
        return None
    for seat in tuple(bets.live):
        hand.draws(seat)
    play_betting_round(table, last_betting_round(raises), bets, (), hand.say)
    if not hand.over():
        hand.pay()
    return None
