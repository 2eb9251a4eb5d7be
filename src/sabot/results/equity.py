"""Range against range, in Texas hold'em or of five cards: how often each wins, exactly."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from sabot.errors import Fault, HandError
from sabot.exact import as_float, format_fraction
from sabot.progress import Watch, accepts_watch
from sabot.results.base import Result
from sabot.results.codec import JsonObject

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sabot.cards.hand_ranges import FiveCardRange


@dataclass(frozen=True, repr=False)
class RangeEquity(Result):
    """The chances of two ranges on a board, over all deals and runouts."""

    ranges: tuple[str, str]
    board: str
    wins: int
    """Weight of the deals that the first range wins."""
    ties: int
    losses: int
    seconds: float = field(compare=False, default=0.0)

    _schema = "sabot/equity/1"

    @property
    def total(self) -> int:
        """The weight of all deals."""
        return self.wins + self.ties + self.losses

    @property
    def equity(self) -> Fraction:
        """The share of the pot that the first range wins, a tie counted half."""
        return Fraction(2 * self.wins + self.ties, 2 * self.total)

    @property
    def has_five_cards(self) -> bool:
        """Whether hands have five cards, and not two and a board."""
        from sabot.cards.hand_ranges import names_five_cards

        return any(map(names_five_cards, self.ranges))

    def _brief(self) -> str:
        return f"{self.ranges[0]} against {self.ranges[1]}"

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot equity --json``."""
        return {
            "schema": self._schema,
            "ranges": list(self.ranges),
            "board": self.board,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "equity": format_fraction(self.equity),
            "decimal": as_float(self.equity),
            "seconds": self.seconds,
        }

    @classmethod
    def from_json(cls, document: JsonObject) -> RangeEquity:
        """Return the chances that a file holds; nothing in it is checked."""
        one, two = map(str, document["ranges"])
        wins, ties, losses = (int(document[key]) for key in ("wins", "ties", "losses"))
        seconds = float(document["seconds"])
        return cls((one, two), str(document["board"]), wins, ties, losses, seconds)


@accepts_watch
def equity(one: str, two: str, board: str = "", *, watch: Watch | None = None) -> RangeEquity:
    """Return how often a range of hands wins against another, exactly.

    Hands are of Texas hold'em, on a board or before the flop; or of five cards as they are.

    >>> equity("AsKs", "QQ", "Qs7h2d").equity
    Fraction(43, 990)
    >>> equity("AsAhAdAcKs", "straight flush").losses
    31
    """
    from sabot.cards.hand_ranges import names_five_cards, parse_range
    from sabot.cards.poker_hand import card_text, parse_cards
    from sabot.cards.poker_odds.equity import count_equity

    begun = perf_counter()
    if names_five_cards(one) or names_five_cards(two):
        return _five_card_equity(one, two, board, begun)
    sides = parse_range(one), parse_range(two)
    cards = parse_cards(board, many=None) if board.strip() else ()
    found = count_equity(*sides, cards)
    return RangeEquity(
        (sides[0].text, sides[1].text),
        "".join(map(card_text, cards)),
        found.wins,
        found.ties,
        found.losses,
        perf_counter() - begun,
    )


def _five_card_equity(one: str, two: str, board: str, begun: float) -> RangeEquity:
    """Return how often hands of five cards win against others, from one pack."""
    from sabot.cards.hand_ranges import parse_five_card_range

    if board.strip():
        what = "hands of five cards are compared as they are"
        raise HandError(board, [Fault("board", what, "leave the board out")])
    mine, yours = parse_five_card_range(one), parse_five_card_range(two)
    counts = np.zeros(3, np.int64)
    for hand in mine.hands:
        counts += _met_by_hand(hand, yours)
    if mine.kinds:
        for hand in yours.hands:
            counts += _met_by_hand(hand, replace(mine, hands=()))[::-1]
    if mine.kinds and yours.kinds:
        counts += _met_by_kinds(mine.kinds, yours.kinds)
    wins, ties, losses = map(int, counts)
    if not wins + ties + losses:
        what = "no hand of it can be dealt together with one of the other range"
        raise HandError(one, [Fault("range", what, "write other hands")])
    taken = perf_counter() - begun
    return RangeEquity((mine.text, yours.text), "", wins, ties, losses, taken)


def _met_by_hand(hand: tuple[int, ...], others: FiveCardRange) -> NDArray[np.int64]:
    """Return how many hands of a range one beats, ties with and loses to."""
    from sabot.cards.poker_hand import rank_hand
    from sabot.cards.poker_odds.hand_distribution import count_draws, kinds_by_rank

    ways = count_draws((), hand)
    ways[1:][~np.isin(kinds_by_rank(), list(others.kinds))] = 0
    for other in others.hands:
        if set(hand).isdisjoint(other):
            ways[rank_hand(other)] += 1
    own = rank_hand(hand)
    return np.array([ways[:own].sum(), ways[own], ways[own + 1 :].sum()], np.int64)


def _met_by_kinds(mine: frozenset[int], yours: frozenset[int]) -> NDArray[np.int64]:
    """Return how often all hands of some kinds beat, tie with and lose to those of others."""
    from sabot.cards.poker_odds.hand_distribution import kinds_by_rank
    from sabot.forms.hand_deals import ClassDeal

    deal = ClassDeal.of(5)
    kinds = kinds_by_rank()[np.array(deal.levels_of(0)) - 1]
    weights = np.isin(kinds, list(yours)).astype(np.int64)
    own = np.where(np.isin(kinds, list(mine)), deal.own_weights(0), 0)
    return np.array([(own * part).sum() for part in deal.sums(0, weights)], np.int64)
