"""Values of whist by backward induction and alpha-beta search, independent of the theorems.

``values_of_all_deals`` treats all deals of n cards per hand, layer by layer; ``minimax_value`` and
``minimax_prices`` search from one position; ``search_score`` takes any score of the set of tricks
won. The one saving is that neighbouring cards of one hand are interchangeable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from sabot.errors import FormError, NoMethodError
from sabot.games.whist import minimax_kernels
from sabot.games.whist.deal import WHIST, Deal, Position, Rule, Seat, Variant
from sabot.jit import KernelModule
from sabot.progress import report_progress, run_interruptible_kernel

LAYER_KERNELS = KernelModule(lambda: minimax_kernels, pays_from=1_000)
"""Work in deals, at half a millisecond in plain Python."""
SEARCH_KERNELS = KernelModule(lambda: minimax_kernels, pays_from=150_000)
"""Work in positions, at 6 us in plain Python: compiling takes as long as half a million."""
_NO_LIMIT = 2**62
MOST_CARDS = 30
_TABLE_SIZES = {12: 14, 18: 20, MOST_CARDS: 22}
"""For hands up to so many cards, the power of two of positions remembered (24 bytes each)."""
_MOST_BYTES = 4 << 30
_LAYER_PART = 500_000
"""Deals that are treated between two looks whether to stop: a tenth of a second, compiled."""
_STOPPABLE_FROM = 16
"""From so many cards per hand on a search may last, and must hear Ctrl-C."""


@dataclass(frozen=True, slots=True)
class DealValues:
    """The value of every deal of n cards per hand, for each lead, in the order of packed deals."""

    n: int
    west_lead: NDArray[np.signedinteger]
    east_lead: NDArray[np.signedinteger]

    def __getitem__(self, key: tuple[Deal, Seat]) -> int:
        deal, lead = key
        if deal.n != self.n:
            raise FormError(f"this table is for {self.n} cards per hand; the deal has {deal.n}")
        values = self.west_lead if lead == "W" else self.east_lead
        return int(values[deal_index(deal)])


def deal_index(deal: Deal) -> int:
    """Return how many deals of the same size have a smaller packed number.

    >>> deal_index(Deal("WWEE")), deal_index(Deal("EEWW"))
    (5, 0)
    """
    found, east = 0, 0
    for card, held in enumerate(deal.holders):
        if held == "E":
            east += 1
            found += comb(card, east)
    return found


def values_of_all_deals(n: int, variant: Variant = WHIST) -> DealValues:
    """Return the value to West of every deal of *n* cards per hand, for each lead."""
    return values_for_payments(variant.payments(n), rule=variant.rule)


def values_for_payments(payments: Sequence[int], *, rule: Rule = "relaxed") -> DealValues:
    """Return the value of every deal when winning trick i pays West ``payments[i - 1]``."""
    from sabot.games.whist.batch import all_deals

    n = len(payments)
    span = sum(map(abs, payments))
    kind = np.int8 if span < 128 else np.int64
    bytes_needed = comb(2 * n, n) * (8 + 2 * kind().itemsize) * 4 // 3
    if n < 1 or bytes_needed > _MOST_BYTES:
        raise NoMethodError(
            f"a table of {n} cards per hand needs {bytes_needed / 2**30:.1f} GiB; "
            f"up to {_MOST_BYTES >> 30} GiB are used. One deal can still be searched"
        )
    if span >= 2**62:
        raise FormError("the payments add up to more than 2^62")
    kernel = LAYER_KERNELS(comb(2 * n, n))
    below = np.zeros((2, 1), kind)
    for m in range(1, n + 1):
        deals = all_deals(m)
        found = np.empty((2, deals.size), kind)
        for start in range(0, deals.size, _LAYER_PART):
            report_progress(f"deals of {m} cards per hand", start, deals.size)
            part = start, min(start + _LAYER_PART, deals.size)
            kernel.layer(deals, m, payments[n - m], rule == "greedy", below, found, part)
        below = found
    return DealValues(n, below[0], below[1])


def minimax_value(position: Position, variant: Variant = WHIST) -> int:
    """Return what West is paid from here on with best play by both.

    >>> minimax_value(Position(Deal.parse("KQ10/AJ9"), "W"))
    1
    """
    return _search_for(position, variant).value(position)


def minimax_prices(position: Position, variant: Variant = WHIST) -> dict[int, int]:
    """Return, for every playable card, what West is paid when it is played now."""
    return _search_for(position, variant).prices(position)


def _search_for(position: Position, variant: Variant) -> _Search:
    n = position.deal.n
    if n > MOST_CARDS:
        raise NoMethodError(
            f"a search handles up to {MOST_CARDS} cards per hand, not {n}; "
            "whist and greedy whist of any size are solved by the theorems"
        )
    return _shared_search(variant, next(size for size in _TABLE_SIZES if n <= size))


@lru_cache(maxsize=2)
def _shared_search(variant: Variant, size: int) -> _Search:
    """Return a search that remembers from one position of a line to the next.

    What the last m tricks pay does not depend on how many came before them.
    """
    return _Search(variant.payments(size), variant.rule, _TABLE_SIZES[size])


class _Search:
    """A search from one deal: alpha-beta with a table of bounds.

    It begins in plain Python; where that has seen too many positions, the compiled search goes on
    with the bounds that were found.
    """

    def __init__(self, payments: Sequence[int], rule: Rule, power: int) -> None:
        kernel = SEARCH_KERNELS.plain
        self.rule: Rule = rule
        self.payments = payments
        self.greedy = rule == "greedy"
        self.sums = kernel.subset_sums(np.array(payments[::-1], np.int64))
        self.store = kernel.new_store(power)

    def value(self, position: Position) -> int:
        if position.led is None:
            return self._deal_value(position.deal, position.lead)
        options = self.prices(position).values()
        return max(options) if position.turn == "W" else min(options)

    def prices(self, position: Position) -> dict[int, int]:
        top = position.deal.top_of_run
        worth = {card: self._price(position, card) for card in position.distinct_cards(self.rule)}
        return {card: worth[top(card)] for card in position.playable(self.rule)}

    def _price(self, position: Position, card: int) -> int:
        if position.led is None:
            return self.value(Position(position.deal, position.lead, card))
        winner = position.winner(card)
        pay = self.payments[-position.deal.n] if winner == "W" else 0
        if position.deal.n == 1:
            return pay
        return pay + self._deal_value(position.deal.without(position.led, card), winner)

    def _deal_value(self, deal: Deal, lead: Seat) -> int:
        task = deal.bits, deal.n, lead == "E", self.greedy, self.sums, self.store
        if left := SEARCH_KERNELS.left:
            halt = np.array([0, left], np.int64)
            found = SEARCH_KERNELS.plain.solve(*task, halt)
            SEARCH_KERNELS.record(left - int(halt[1]))
            if not halt[0]:
                return int(found)
        halt, kernel = np.array([0, _NO_LIMIT], np.int64), SEARCH_KERNELS.compiled
        if deal.n < _STOPPABLE_FROM:
            return int(kernel.solve(*task, halt))
        report_progress("searching")
        return run_interruptible_kernel(lambda: int(kernel.solve(*task, halt)), halt)


def search_score(
    position: Position, score: Callable[[frozenset[int]], int], *, rule: Rule = "relaxed"
) -> int:
    """Return the value of any score of the set of tricks, numbered from 1, that West wins.

    The tricks already won are part of the state, so this is for small deals.
    """
    n = position.deal.n

    @cache
    def best(here: Position, won: frozenset[int]) -> int:
        options = []
        for card in here.distinct_cards(rule):
            if here.led is None:
                options.append(best(Position(here.deal, here.lead, card), won))
                continue
            winner = here.winner(card)
            now = won | {n - here.deal.n + 1} if winner == "W" else won
            options.append(score(now) if here.deal.n == 1 else best(here.after(card), now))
        return max(options) if here.turn == "W" else min(options)

    return best(position, frozenset())
