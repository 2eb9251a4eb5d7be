"""The search under :mod:`sabot.certify.tricks`: whether the seat on lead can get so much.

Standard library only. A deal is a whole number: bit i is 0 when the i-th lowest card is held by the
seat on lead, which is why the hands are exchanged whenever the lead passes; what one seat is not
paid the other is. Each question is a yes or no, so one good card answers for the seat that has it,
and all cards need to be tried for the other seat only. What is known of a deal is kept as two
bounds. At the start they are what the ends of the suit say: the highest cards take their tricks,
the lowest lose theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from sabot.errors import FileError

MOST_POSITIONS = 1_000_000
"""A search that needs more is given up: it keeps about 200 bytes a position."""


class Search:
    """Bounds on the deals met so far, for one rule and one payment a trick."""

    def __init__(self, pays: Sequence[int], *, greedy: bool) -> None:
        self.greedy = greedy
        self.pays = tuple(reversed(pays))
        """For the last trick first, so that the payment with m tricks left is at m - 1."""
        self.known: dict[int, tuple[int, int]] = {1: (0, 0)}
        """What the leader gets at least and at most, by the deal under a leading 1."""
        self.totals = [0]
        self.least: list[list[int]] = [[0]]
        self.most: list[list[int]] = [[0]]
        for m, pay in enumerate(self.pays, 1):
            self.totals.append(self.totals[-1] + pay)
            order = sorted(self.pays[:m])
            self.least.append([sum(order[:won]) for won in range(m + 1)])
            self.most.append([sum(order[m - won :]) for won in range(m + 1)])

    def bounds(self, deal: int, m: int) -> tuple[int, int]:
        """Return what the seat on lead gets at least and at most, as far as it is known."""
        key = deal | 1 << 2 * m
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= MOST_POSITIONS:
                raise FileError(f"more than {MOST_POSITIONS:,} positions: too many to be checked")
            found = self.known[key] = self._ends(deal, m)
        return found

    def reaches(self, deal: int, m: int, goal: int) -> bool:
        """Say whether the seat on lead, with m cards in each hand, can get at least *goal*."""
        low, high = self.bounds(deal, m)
        if low >= goal or high < goal:
            return low >= goal
        full = (1 << 2 * m) - 1
        leads = ~deal & (deal >> 1 | 1 << (2 * m - 1)) & full  # the highest of each run only
        theirs = deal & ~(deal >> 1)
        found = False
        while leads and not found:
            led = leads & -leads
            leads ^= led
            found = self._holds(deal, m, goal, led, theirs)
        low, high = self.known[deal | full + 1]
        self.known[deal | full + 1] = (goal, high) if found else (low, goal - 1)
        return found

    def _holds(self, deal: int, m: int, goal: int, led: int, theirs: int) -> bool:
        """Say whether a lead reaches the goal against every reply."""
        losers = theirs & (led - 1)
        winners = theirs ^ losers
        if self.greedy and winners:
            losers = 0
        for reply in self._replies(winners, losers, m):
            if self.beats(deal, m, goal, led, reply):
                return False
        return True

    def beats(self, deal: int, m: int, goal: int, led: int, reply: int) -> bool:
        """Say whether a reply to a lead keeps the leader from the goal; both cards are bits."""
        low, high = (led, reply) if led < reply else (reply, led)
        below, between = low - 1, (high >> 1) - 1
        rest = deal & below | deal >> 1 & between & ~below | deal >> 2 & ~between
        if reply < led:
            return not self.reaches(rest, m - 1, goal - self.pays[m - 1])
        swapped = rest ^ ((1 << 2 * m - 2) - 1)
        return self.reaches(swapped, m - 1, self.totals[m - 1] - goal + 1)

    def _replies(self, winners: int, losers: int, m: int) -> list[int]:
        """Return the replies, the likely ones first; the order changes the time alone.

        Who likes tricks takes one as cheaply as possible, or throws the lowest card; who is shy of
        them throws the highest.
        """
        if self.pays[m - 1] < 0:
            return [*reversed(_cards(losers)), *reversed(_cards(winners))]
        above = _cards(winners)
        return [*above[:1], *_cards(losers), *above[1:]]

    def _ends(self, deal: int, m: int) -> tuple[int, int]:
        """Return the bounds that the runs of highest and of lowest cards give."""
        size = 2 * m
        full = (1 << size) - 1
        few, many = 0, m
        if deal >> (size - 1):
            many = m - (size - (deal ^ full).bit_length())
        else:
            few = size - deal.bit_length()
        if deal & 1:
            few = max(few, (~deal & (deal + 1)).bit_length() - 1)
        else:
            many = min(many, m - (deal & -deal).bit_length() + 1)
        return min(self.least[m][few : many + 1]), max(self.most[m][few : many + 1])


def _cards(bits: int) -> list[int]:
    """Return the bits of a set of cards, lowest first."""
    found = []
    while bits:
        found.append(bits & -bits)
        bits &= bits - 1
    return found
