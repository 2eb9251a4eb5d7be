"""Texas hold'em after the last card: two ranges, a board, any finite set of bets and raises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated

from sabot.cards.hand_ranges import ALL_HANDS, HandRange, parse_range, strengths_on_board
from sabot.cards.hand_ranges import whole_weights as as_whole_weights
from sabot.cards.poker_hand import DECK_SIZE, card_text, parse_cards
from sabot.errors import Fault, FormError, HandError, TreeTooLargeError
from sabot.exact import as_rational, format_fraction
from sabot.forms.hand_deals import RangeDeal
from sabot.game_rules.family import Family
from sabot.game_rules.parameters import Exact, ParameterValues, Whole
from sabot.game_rules.table import Table

if TYPE_CHECKING:
    from sabot.game_rules.game import Game

BOARD_CARDS = 5
MOST_SIZES = 8
"""Different sizes of a bet."""
MOST_TREE_PAIRS = 2_000
"""Pairs of hands up to which the game tree may be built, so that it is solved exactly."""


@dataclass(frozen=True)
class BoardParameter:
    """Five cards that both players see."""

    words = "write five cards, as in AhKd8c5s2c"

    def parse(self, text: str) -> tuple[int, ...]:
        """Read the cards."""
        try:
            return parse_cards(text, many=BOARD_CARDS)
        except HandError as fault:
            raise ValueError(str(fault).split("\n")[-2].strip()) from None

    def show(self, value: Sequence[int]) -> str:
        """Print the cards."""
        return "".join(map(card_text, value))


@dataclass(frozen=True)
class RangeParameter:
    """Two-card hands with weights."""

    words = "write hands in brackets, as in [22+,AJs+,KQo,TT:0.5], or all"

    def parse(self, text: str) -> HandRange:
        """Read a range."""
        try:
            return parse_range(text)
        except HandError as fault:
            raise ValueError(" ".join(str(fault).split("\n")[1:2]).strip()) from None

    def show(self, value: HandRange) -> str:
        """Print the range, in brackets where it has several parts."""
        return f"[{value.text}]" if "," in value.text else value.text


@dataclass(frozen=True)
class SizesParameter:
    """Sizes of bets, as parts of the pot."""

    words = f"write up to {MOST_SIZES} parts of the pot in brackets, as in [1/2, 1]"

    def parse(self, text: str) -> tuple[Fraction, ...]:
        """Read positive fractions."""
        inner = text.strip().removeprefix("[").removesuffix("]")
        sizes = tuple(as_rational(part.strip()) for part in inner.split(",") if part.strip())
        if not 1 <= len(sizes) <= MOST_SIZES or min(sizes) <= 0 or len(set(sizes)) < len(sizes):
            raise ValueError(f"{text} are not 1 to {MOST_SIZES} different positive sizes")
        return tuple(sorted(sizes))

    def show(self, value: Sequence[Fraction]) -> str:
        """Print the sizes."""
        return f"[{', '.join(map(format_fraction, value))}]"


@lru_cache(maxsize=16)
def _river_deal(board: tuple[int, ...], *ranges: str) -> RangeDeal:
    sides = []
    for given in map(parse_range, ranges):
        weights = as_whole_weights(given.without(board))
        strengths = strengths_on_board(list(weights), board).tolist()
        sides.append(sorted(zip(strengths, weights, weights.values(), strict=True)))
    (levels, hands, counts), (levels2, hands2, counts2) = (
        zip(*rows, strict=True) for rows in sides
    )
    names = tuple(map(card_text, range(DECK_SIZE)))
    return RangeDeal((hands, hands2), (counts, counts2), (levels, levels2), names)


_ALL = parse_range(ALL_HANDS)


class HoldemRiver(Family):
    """Texas hold'em after the last card: the board is known, each player has a range of hands.

    The pot is on the table, half of it from each player. Player first checks or bets a part of the
    pot. After a check second checks, and hands are compared, or bets. Who faces a bet folds, calls,
    or raises by a part of the pot as it is after a call. A bet or raise that exceeds the stack is
    all-in. Hands are the best five of seven cards. Payoffs are chips won or lost, the half of the
    pot included: who folds at once loses half the pot.

    board: five cards. pot: chips on the table. stack: chips behind, the same for both. sizes: parts
    of the pot that may be bet or raised. raises: how many raises may follow a bet. range1, range2:
    hands of first and second, with weights.
    """

    name = "holdem-river"
    title = "Hold'em river"
    seats = ("first", "second")
    sample = "board=AhKd8c5s2c, range1=[AsAd,QsJs], range2=KsKh"
    always = ("board",)

    def play(
        self,
        table: Table,
        *,
        board: Annotated[tuple[int, ...], BoardParameter()],
        pot: Annotated[Fraction, Exact(Fraction(0))] = Fraction(1),
        stack: Annotated[Fraction, Exact(Fraction(0))] = Fraction(1),
        sizes: Annotated[tuple[Fraction, ...], SizesParameter()] = (Fraction(1),),
        raises: Annotated[int, Whole(0, 10)] = 1,
        range1: Annotated[HandRange, RangeParameter()] = _ALL,
        range2: Annotated[HandRange, RangeParameter()] = _ALL,
    ) -> None:
        """Deal a hand of each range; one round of betting; compare."""
        deal = deal_of_ranges(board, range1, range2)
        one, two = table.deal_hands(deal)
        for seat, hand in zip(self.seats, (one, two), strict=True):
            table.holds(seat, hand)
            table.show(seat, hand)
        put = [pot / 2, pot / 2]
        most = pot / 2 + stack
        turn, raised, checked = 0, -1, False
        while True:
            facing = put[1 - turn] > put[turn]
            menu = {"fold": put[turn], "call": put[1 - turn]} if facing else {"check": put[turn]}
            if put[1 - turn] < most and raised < raises:
                menu |= dict(raises_to(put[1 - turn], most, sizes, facing=facing))
            said = table.ask(self.seats[turn], tuple(menu))
            table.show(self.seats[1 - turn], said)
            if said == "fold":
                won = put[turn] if turn else -put[turn]
                return table.pay(first=won, second=-won)
            closes = said == "call" or (said == "check" and checked)
            put[turn] = menu[said]
            if closes:
                stake = put[0] * table.compare(one, two, by=deal.strength)
                return table.pay(first=stake, second=-stake)
            checked = said == "check"
            raised += said != "check"
            turn = 1 - turn

    def legend(self, game: Game) -> dict[str, tuple[str, ...]]:
        """Return what a seat sees first: its hand."""
        return dict.fromkeys(self.seats, ("own hand",))

    def faults(self, values: ParameterValues) -> list[Fault]:
        """Refuse ranges that the board leaves empty or that cannot be dealt together."""
        found = []
        for key in ("range1", "range2"):
            if not values[key].without(values["board"]):
                what = "every hand of it has a card of the board"
                found.append(Fault(key, what, "write other hands, or another board"))
        if not found:
            try:
                deal_of_ranges(values["board"], values["range1"], values["range2"])
            except FormError as fault:
                found.append(Fault("range1, range2", str(fault), "write other hands"))
        return found

    def demand_walkable(self, game: Game) -> None:
        """Refuse the tree of wide ranges before it is built."""
        said = game.parameters
        hands = deal_of_ranges(said["board"], said["range1"], said["range2"]).weights
        pairs = len(hands[0]) * len(hands[1])
        if pairs > MOST_TREE_PAIRS:
            raise TreeTooLargeError(
                f"{len(hands[0]):,} times {len(hands[1]):,} hands are too many for the game tree; "
                "an interval for its value: --gap 1/1000"
            )


def deal_of_ranges(board: tuple[int, ...], one: HandRange, two: HandRange) -> RangeDeal:
    """Return the hands of both ranges on a board, the weakest first."""
    return _river_deal(board, one.text, two.text)


def raises_to(
    called: Fraction, most: Fraction, sizes: Sequence[Fraction], *, facing: bool
) -> Iterator[tuple[str, Fraction]]:
    """Yield what a bet or raise is called and what it brings the own chips in the pot to.

    >>> list(raises_to(Fraction(1, 2), Fraction(2), (Fraction(1, 2), Fraction(3)), facing=False))
    [('bet 1/2', Fraction(1, 1)), ('bet 3/2', Fraction(2, 1))]
    """
    seen = set()
    for size in sizes:
        put = min(most, called + size * 2 * called)
        if put not in seen:
            seen.add(put)
            word = "raise" if facing else "bet"
            yield f"{word} {format_fraction(put - called)}", put


holdem_river = HoldemRiver()
