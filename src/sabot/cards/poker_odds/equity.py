"""Range against range in Texas hold'em: exact chances on any street.

With three cards of the board or more all runouts are gone through, and on each of them all pairs of
hands are compared. Before the flop each pair of hands has 1,712,304 boards; pairs that a
permutation of suits takes to each other are counted once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np

from sabot.cards.hand_ranges import HandRange, TwoCards, strengths_on_board, whole_weights
from sabot.cards.poker_hand import DECK_SIZE, card_text, lookup_tables
from sabot.cards.poker_odds import equity_kernel
from sabot.errors import Fault, HandError, NoMethodError
from sabot.jit import KernelModule
from sabot.progress import report_progress

BOARD_SIZES = (0, 3, 4, 5)
MOST_PREFLOP_CLASSES = 3_000
"""Pairs of hands up to suits that are counted before the flop: some tenths of a second each."""
LOOPS = KernelModule(lambda: equity_kernel, pays_from=0)
"""A pair of hands before the flop has 72 million hands of five cards: always enough work."""
_SUIT_ORDERS = tuple(permutations(range(4)))


@dataclass(frozen=True)
class EquityCounts:
    """Weights of the deals that the first range wins, ties and loses."""

    wins: int
    ties: int
    losses: int

    @property
    def total(self) -> int:
        """The weight of all deals."""
        return self.wins + self.ties + self.losses

    @property
    def equity(self) -> Fraction:
        """The share of the pot that the first range wins, a tie counted half."""
        return Fraction(2 * self.wins + self.ties, 2 * self.total)


def count_equity(one: HandRange, two: HandRange, board: Sequence[int]) -> EquityCounts:
    """Return how often each of two ranges wins, over all deals and boards.

    >>> from sabot.cards.hand_ranges import parse_range
    >>> from sabot.cards.poker_hand import parse_cards
    >>> board = parse_cards("AhKd8c5s", many=4)
    >>> found = count_equity(parse_range("AsAd"), parse_range("KsKh"), board)
    >>> found.wins, found.ties, found.losses
    (43, 0, 1)
    """
    if len(board) not in BOARD_SIZES:
        what = f"it has {len(board)} cards"
        raise HandError("".join(map(card_text, board)), [Fault("board", what, "3, 4 or 5 cards")])
    sides = []
    for given in (one, two):
        left = given.without(board)
        if not left:
            what = "every hand of it has a card of the board"
            raise HandError(given.text, [Fault("range", what, "write other hands")])
        sides.append(whole_weights(left))
    pairs: Counter[tuple[TwoCards, TwoCards]] = Counter()
    if board:
        found = _by_runouts(sides[0], sides[1], board)
    else:
        _require_few(-(-len(sides[0]) * len(sides[1]) // len(_SUIT_ORDERS)))
        for (mine, weight), (yours, other) in product(sides[0].items(), sides[1].items()):
            if set(mine).isdisjoint(yours):
                pairs[_pair_class(mine, yours)] += weight * other
        found = _before_the_flop(pairs)
    if not found.total:
        what = "no hand of it can be dealt together with one of the other range"
        raise HandError(one.text, [Fault("range", what, "write other hands")])
    return found


def _pair_class(one: TwoCards, two: TwoCards) -> tuple[TwoCards, TwoCards]:
    """Return the smallest pair of hands that a permutation of suits makes of one."""
    return min(
        tuple(
            tuple(sorted(((card & ~3) + order[card & 3] for card in hand), reverse=True))
            for hand in (one, two)
        )
        for order in _SUIT_ORDERS
    )  # type: ignore[return-value]


def _require_few(classes: int) -> None:
    """Refuse too many pairs of hands up to suits, each with all boards."""
    if classes > MOST_PREFLOP_CLASSES:
        raise NoMethodError(
            f"before the flop at least {classes:,} pairs of hands differ by more than suits, each "
            f"with 1,712,304 boards; at most {MOST_PREFLOP_CLASSES:,} are counted: narrow a range, "
            "or give a board"
        )


def _before_the_flop(pairs: Counter[tuple[TwoCards, TwoCards]]) -> EquityCounts:
    _require_few(len(pairs))
    choices = np.array(list(combinations(range(7), 5)), np.int64)
    counts = [0, 0, 0]
    for done, ((one, two), weight) in enumerate(pairs.items()):
        report_progress("counting boards", done, len(pairs), "pairs of hands")
        left = np.array([card for card in range(DECK_SIZE) if card not in (*one, *two)], np.int64)
        hands = np.zeros((2, 7), np.int64)
        hands[0, :2], hands[1, :2] = one, two
        found = np.zeros(3, np.int64)
        LOOPS(1).all_boards(hands, left, choices, tuple(lookup_tables()), found)
        counts = [sum_ + weight * int(own) for sum_, own in zip(counts, found, strict=True)]
    return EquityCounts(*counts)


def _by_runouts(
    one: dict[TwoCards, int], two: dict[TwoCards, int], board: Sequence[int]
) -> EquityCounts:
    mine, yours = (np.array(list(hands), np.int64) for hands in (one, two))
    shared = (mine[:, :, None, None] == yours[None, None]).any((1, 3))
    bound = sum(one.values()) * sum(two.values())
    kind: type = np.int64 if bound < 1 << 62 else object
    weights = np.outer(np.array(list(one.values()), kind), np.array(list(two.values()), kind))
    weights[shared] = 0
    counts = [0, 0, 0]
    rest = [card for card in range(DECK_SIZE) if card not in board]
    for more in combinations(rest, 5 - len(board)):
        report_progress("counting boards")
        live = [np.flatnonzero(~np.isin(hands, more).any(1)) for hands in (mine, yours)]
        strengths = [
            strengths_on_board(hands[places].tolist(), (*board, *more))
            for hands, places in zip((mine, yours), live, strict=True)
        ]
        met = weights[np.ix_(live[0], live[1])]
        above = strengths[0][:, None] - strengths[1][None]
        for place, chosen in enumerate((above > 0, above == 0, above < 0)):
            counts[place] += int(met[chosen].sum())
    return EquityCounts(*counts)
