"""One hand of five-card draw, told to a table: Risticz (1973), 2.5, with stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from sabot.games.poker.betting import Bets, Move, Round, go_round
from sabot.games.poker.draw.pack import MOST_THROWN, PACK, PackCard, strength
from sabot.games.poker.draw.seen import STAND, Said
from sabot.games.poker.pots import shares
from sabot.poker.deck import HAND
from sabot.shoe import Shoe
from sabot.telling.tables import Table

BLIND, ENTRY = 1, 2
"""What the blind puts in before the cards are seen, and what it costs to enter."""
DOUBLE = 2
"""What a double adds to the price of entering."""
MOST_RAISED = 5
_DROP, _LOOK = Move("drop", drops=True), Move("look")
ENTERING = Round((_DROP, Move("enter")))
ANSWERING = Round((_DROP, Move("play"), Move("double", by=DOUBLE)), (_DROP, _LOOK))
"""The blind's turn; who entered looks at a double or drops."""
Cards = tuple[PackCard, ...]


@lru_cache(maxsize=64)
def after_the_draw(raises: int | float) -> Round:
    """Return the second round: who does not bet before anybody has is out.

    >>> [len(after_the_draw(0).menu(bets)[0]) for bets in (0, 1)]
    [6, 2]
    """
    bets = tuple(Move(f"bet {units}", by=units) for units in range(1, MOST_RAISED + 1))
    more = tuple(Move(f"raise {units}", by=units) for units in range(1, MOST_RAISED + 1))
    return Round((_DROP, *bets), (_DROP, _LOOK, *more), raises)


def throws(hand: Sequence[PackCard]) -> dict[str, Cards]:
    """Return the ways to change up to four cards of a hand, by what is said.

    >>> len(throws(PACK.cards[:5])), list(throws(PACK.cards[:5]))[1]
    (31, 'throw 2c')
    """
    found: dict[str, Cards] = {STAND: ()}
    for many in range(1, MOST_THROWN + 1):
        for thrown in combinations(hand, many):
            found[f"throw {' '.join(map(str, thrown))}"] = thrown
    return found


class Hand:
    """One hand, as it is told: the cards of each seat, and the bets."""

    def __init__(self, table: Table, stacks: Mapping[str, int]) -> None:
        self.table = table
        self.bets = Bets(dict.fromkeys(stacks, 0), stacks)
        self.shoe = table.shoe(PACK)
        self.thrown: list[PackCard] = []
        dealt: dict[str, list[PackCard]] = {seat: [] for seat in stacks}
        for _ in range(HAND):
            for cards in dealt.values():
                cards.append(self.shoe.draw())
        self.held: dict[str, Cards] = {}
        for seat, cards in dealt.items():
            self.takes(seat, cards)

    def takes(self, seat: str, cards: Sequence[PackCard]) -> None:
        """Put five cards into a seat's hand, the highest first; it alone sees them."""
        self.held[seat] = tuple(sorted(cards, reverse=True))
        self.table.holds(seat, *self.held[seat])
        self.table.show(seat, self.held[seat])

    def say(self, seat: str, word: str) -> None:
        """Let everybody hear what a seat did."""
        self.table.announce(Said(seat, word, int(self.bets.put[seat])))

    def draws(self, seat: str) -> None:
        """Let a seat change cards; when the pack is used up, what others threw is dealt again."""
        held = self.held[seat]
        ways = throws(held)
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
        live = {seat: strength(self.held[seat]) for seat in self.bets.live}
        put = {seat: int(amount) for seat, amount in self.bets.put.items()}
        taken = shares(put, live)
        self.table.pay({seat: taken[seat] - put[seat] for seat in put})


def tell(table: Table, stacks: Mapping[str, int], raises: int | float) -> None:
    """Tell one hand; *stacks* by seat, in the order of play, the blind last."""
    *others, blind = stacks
    hand = Hand(table, stacks)
    bets = hand.bets
    bets.pay_in(blind, BLIND)
    bets.level = ENTRY
    table.stakes(bets.put)
    hand.say(blind, "blind")
    go_round(table, ENTERING, bets, others, hand.say)
    if bets.live == [blind]:
        return table.pay(dict.fromkeys(stacks, 0))
    go_round(table, ANSWERING, bets, [blind], hand.say)
    if hand.over():
        return None
    for seat in tuple(bets.live):
        hand.draws(seat)
    go_round(table, after_the_draw(raises), bets, (), hand.say)
    if not hand.over():
        hand.pay()
    return None
