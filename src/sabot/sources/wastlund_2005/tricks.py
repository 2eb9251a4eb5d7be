"""The steps of play that the formulas speak of: every deal of a kind, and what a trick leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from sabot.games.whist import strategy
from sabot.games.whist.deal import Deal, Position
from sabot.sources.wastlund_2005 import printed_formulas
from sabot.sources.wastlund_2005.trials import DealMatrix, PlayStep, every_deal


@lru_cache(maxsize=40_000)
def lower_and_upper(deal: Deal) -> tuple[int, int]:
    """Return H lower and H upper by their definition; the same deals come again and again."""
    return printed_formulas.crossing(DealMatrix.of(deal))


def west_has_ace(deal: Deal) -> bool:
    """Say whether West has the ace."""
    return deal.holders[-1] == "W"


def cheap_tricks(most: int) -> Iterator[PlayStep]:
    """Yield every trick taken with the card next above the one led, whoever led."""
    for deal in every_deal(most, 2):
        for low in range(1, 2 * deal.n):
            if deal.holders[low - 1] != deal.holders[low]:
                pair = (low, low + 1) if deal.holders[low - 1] == "W" else (low + 1, low)
                i, j = deal.west.index(pair[0]) + 1, deal.east.index(pair[1]) + 1
                yield PlayStep(deal, deal.without(*pair), i=i, j=j)


def with_every_diagonal(steps: Iterator[PlayStep]) -> Iterator[PlayStep]:
    """Yield each step with every k, -n + 1 < k < n - 1."""
    for step in steps:
        for k in range(2 - step.n, step.n - 1):
            yield replace(step, k=k)


def ace_leads(most: int) -> Iterator[PlayStep]:
    """Yield East's lead of the ace, to which West plays his smallest card."""
    for deal in every_deal(most, 2):
        if not west_has_ace(deal):
            yield PlayStep(deal, deal.without(deal.west[0], 2 * deal.n))


def held_up_tricks(most: int) -> Iterator[PlayStep]:
    """Yield West's normal lead W_i, beaten by E_j at least, to which East plays a smaller card."""
    for deal in every_deal(most, 2):
        a, n = DealMatrix.of(deal), deal.n
        losing = [(j - i, i, j) for i in range(1, n + 1) for j in range(1, n + 1) if a(i, j) == -1]
        if losing:
            _, i, j = min(losing)
            if deal.east[0] < deal.west[i - 1]:
                yield PlayStep(deal, deal.without(deal.west[i - 1], deal.east[0]), i=i, j=j)


@lru_cache(maxsize=2)
def deals_by_case(most: int) -> dict[tuple[str, str], list[PlayStep]]:
    """Return every deal by its class in the proof and the lead at which the parity of n matters."""
    found: dict[tuple[str, str], list[PlayStep]] = {}
    for deal in every_deal(most, 2):
        low, up = lower_and_upper(deal)
        if low == up:
            continue
        name = printed_formulas.of_class(DealMatrix.of(deal), west_has_ace(deal), low, up)
        for lead, side in (("E", low), ("W", up)):
            if (deal.n - side) % 2 == 0:
                found.setdefault((name, lead), []).append(PlayStep(deal, deal, low=low, up=up))
    return found


def deals_in_case(name: str, lead: str, most: int) -> tuple[PlayStep, ...]:
    """Return every deal of a class of the proof where the parity of n makes it matter.

    There must be some: a claim on no deal at all would hold of anything.
    """
    return tuple(deals_by_case(most)[name, lead])


def play_trick(step: PlayStep, west: int, east: int) -> PlayStep:
    """Return the step when West's i-th and East's j-th card are played."""
    rest = step.deal.without(step.deal.west[west - 1], step.deal.east[east - 1])
    return replace(step, rest=rest, i=west, j=east)


def can_hold_up(step: PlayStep, west: int) -> bool:
    """Say whether East has a card below West's i-th."""
    return step.deal.east[0] < step.deal.west[west - 1]


def beaten_by_ace_only(step: PlayStep) -> bool:
    """Say whether East has a card that West beats with the ace alone."""
    return step.deal.holders[-2] == "E"


def cheaply_taken_leads(step: PlayStep, *, below_ace: bool) -> Iterator[PlayStep]:
    """Yield East's leads, highest of their run, that West takes as cheaply as he can."""
    deal = step.deal
    for led in Position(deal, "E").distinct_cards():
        winner = strategy.normal_card(Position(deal, "E", led))
        if winner > led and not (below_ace and winner == 2 * deal.n):
            i, j = deal.west.index(winner) + 1, deal.east.index(led) + 1
            yield replace(play_trick(step, i, j), m=i)


def largest_k(step: PlayStep) -> int:
    """Return the largest k that makes (21) positive, or 0: East has the ace."""
    a, n, low, up = step.a, step.n, step.low, step.up
    found = [
        k
        for k in range(1, (n - up - 2) // 2 + 1)
        if printed_formulas.east_second(a, low, up, k)[1] > 0
    ]
    return max(found, default=0)


def supposed_k(b: DealMatrix, low: int, up: int) -> int:
    """Return the largest k that makes the second sum negative, if the first is too: West's ace.

    *low* and *up* are the diagonals of A' that the case speaks of.
    """
    sums = {
        k: printed_formulas.west_second(b, low, up, k) for k in range(1, (b.n + low - 2) // 2 + 1)
    }
    negative = [k for k, (_, second) in sums.items() if second < 0]
    return negative[-1] if negative and sums[negative[-1]][0] < 0 else 0
