"""Sections 8 and 9: the value of whist, by the theorem as printed, by Sabot and by minimax."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from sabot.exact import show
from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import all_deals, all_readings, readings
from sabot.games.whist.deal import Deal, Position
from sabot.games.whist.theory.values import reading
from sabot.games.whist.variant import GREEDY_WHIST, WHIST
from sabot.papers.report import Claim
from sabot.papers.wastlund_2005 import printed
from sabot.papers.wastlund_2005.array import Array
from sabot.papers.wastlund_2005.every import Layer, every, guarantees, holds, tried
from sabot.papers.wastlund_2005.printed import theorem
from sabot.papers.wastlund_2005.steps import has_ace, read


def theorem_8_1() -> Iterator[Claim]:
    """Check that H is H lower or H upper, and that the lead costs at most a trick."""
    gains = heights = near = total = 0
    for n in range(1, 11):
        whole, table = all_readings(n), minimax.table(n, WHIST)
        gain = table.east_lead - table.west_lead
        gains += int(((gain == 0) | (gain == 1)).sum())
        height = table.west_lead + table.east_lead - n
        heights += int(((height == whole.lower) | (height == whole.upper)).sum())
        greedy = minimax.table(n, GREEDY_WHIST)
        near += int((abs(greedy.west_lead - table.west_lead) <= 1).sum())
        total += len(whole)
    item = "theorem-8.1"
    yield tried(item, "H is H lower or H upper, by minimax, n <= 10", heights, total)
    yield tried(item, "not having the lead is worth 0 or 1 trick, n <= 10", gains, total)
    yield tried(item, "whist and greedy whist differ by a trick at most, n <= 10", near, total)


@lru_cache(maxsize=1)
def _normal() -> tuple[Layer, ...]:
    """Return what the normal strategy is sure of in whist, n = 1 to 7."""
    return tuple(guarantees(7, strategy.normal_card, WHIST))


def theorem_8_2() -> Iterator[Claim]:
    """Check what the normal strategy is sure of in whist."""
    sure = [0, 0]
    for n, layer in enumerate(_normal(), 1):
        for deal in every(n, n):
            low = reading(deal).lower
            sure[1] += 2
            sure[0] += layer[deal.holders, "W"] >= (n + low) // 2
            sure[0] += layer[deal.holders, "E"] >= (n + low + 1) // 2
    yield tried("theorem-8.2", "every deal, both leads, every reply, n <= 7", *sure)


def theorem_8_3() -> Iterator[Claim]:
    """Check how the normal strategy fares in four games with one deal."""
    item, lead, follow = "theorem-8.3", [0, 0], [0, 0]
    worst: dict[int, Fraction] = {}
    for n, layer in enumerate(_normal(), 1):
        short = games = 0
        for deal in every(n, n):
            letters, other = deal.holders, deal.swapped.holders
            found = reading(deal)
            lead[1] += 1
            lead[0] += layer[letters, "W"] + layer[other, "W"] >= n - 1
            follow[1] += 1
            follow[0] += layer[letters, "E"] + layer[other, "E"] >= n
            games += 2
            short += layer[letters, "W"] < found.tricks("W")
            short += layer[letters, "E"] < found.tricks("E")
        worst[n] = Fraction(games - short, games)
    yield tried(item, "at least n - 1 tricks in the two games on lead, n <= 7", *lead)
    yield tried(item, "at least n tricks in the two games off lead, n <= 7", *follow)
    bound = Fraction(printed.NORMAL_IS_BEST)
    yield holds(
        item,
        f"the normal strategy is optimal with chance {bound} at least, for each n <= 7",
        (chance >= bound for chance in worst.values()),
        evidence=f"the least chance is {show(min(worst.values()))}",
    )


def theorem_9_1() -> Iterator[Claim]:
    """Check the value of whist on every deal, as printed and as Sabot computes it."""
    item = "theorem-9.1"
    yield from _as_printed(item)
    batch = one = total = 0
    for n in range(1, 11):
        table, whole = minimax.table(n, WHIST), all_readings(n)
        solved = readings(all_deals(n), n=n)
        for found, by in ((whole, "batch"), (solved, "one")):
            hits = int((found.tricks("W") == table.west_lead).sum())
            hits += int((found.tricks("E") == table.east_lead).sum())
            batch, one = (batch + hits, one) if by == "batch" else (batch, one + hits)
        total += 2 * len(whole)
    yield tried(item, "the value, every deal, n <= 10, both leads, against minimax", batch, total)
    yield tried(item, "the same by the loops behind solve", one, total)
    sure = (
        pay == reading(letters).tricks("W" if lead == "W" else "E")
        for layer in guarantees(7, strategy.optimal_card, WHIST)
        for (letters, lead), pay in layer.items()
    )
    yield holds(item, "cases I to IV secure it against every reply, n <= 7", sure)


def _as_printed(item: str) -> Iterator[Claim]:
    """Try conditions (1) to (3), each half apart, against minimax and against our criterion."""
    east: list[bool] = []
    west: list[bool] = []
    for n in range(1, 9):
        table = minimax.table(n, WHIST)
        for deal in every(n, n):
            tricks = table[deal, "W"] + table[deal, "E"]
            (west if has_ace(deal) else east).append(printed_height(deal) == tricks - n)
    yield holds(item, "(1) to (3) as printed, East has the ace, n <= 8, against minimax", east)
    yield holds(item, "(1) to (3) as printed, West has the ace, n <= 8, against minimax", west)
    random = (Deal.random(n, seed=seed) for n in (12, 25, 60) for seed in range(100))
    large = (printed_height(deal) == reading(deal).whist for deal in random)
    yield holds(item, "as printed and by the criterion of Sabot, random deals, n <= 60", large)
    solved = (
        solution_value(deal, lead) == (deal.n + printed_height(deal) + (lead == "E")) // 2
        for deal in every(4)
        for lead in ("W", "E")
    )
    yield holds(item, "as printed and by sabot.solve itself, n <= 4, both leads", solved)


def printed_height(deal: Deal) -> int:
    """Return H by Theorem 9.1 as it is printed."""
    a, (low, up) = Array.of(deal), read(deal)
    return low if low == up else theorem.height(a, has_ace(deal), low, up)


def solution_value(deal: Deal, lead: str) -> int:
    """Return West's tricks as ``sabot.solve`` finds them."""
    from sabot import api

    return int(api.solve(f"whist(deal={deal}, lead={lead})").value)


def _taken(below_ace: bool) -> Iterator[bool]:
    """Yield whether taking is best: against the smallest card, or with a card below the ace."""
    for deal in every(6):
        for led in Position(deal, "W").distinct():
            reply = Position(deal, "W", led)
            winner = strategy.normal_card(reply)
            smallest = deal.top_of_run(deal.west[0]) == led
            if winner > led and (winner != 2 * deal.n if below_ace else smallest):
                prices = minimax.prices(reply)
                yield prices[winner] == min(prices.values())


def lemma_9_3() -> Iterator[Claim]:
    """Check that nobody need hold up when the smallest card is led."""
    yield holds("lemma-9.3", "taking the smallest card's trick is best, n <= 6", _taken(False))


def theorem_9_4() -> Iterator[Claim]:
    """Check that nobody need hold up when a card below the ace takes the trick."""
    yield holds("theorem-9.4", "taking with a card below the ace is best, n <= 6", _taken(True))
