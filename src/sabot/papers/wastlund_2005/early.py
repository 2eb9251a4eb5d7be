"""Sections 2 to 7: examples (5) and (14), the normal strategy, greedy whist, five-card."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import all_readings
from sabot.games.whist.deal import Deal, Position
from sabot.games.whist.theory.values import diagonals, reading
from sabot.games.whist.variant import FIVE_CARD, GREEDY_WHIST
from sabot.papers.report import Claim, compare
from sabot.papers.wastlund_2005 import formulas, printed
from sabot.papers.wastlund_2005.array import Array
from sabot.papers.wastlund_2005.every import entry, every, guarantees, holds, tried


def example_5() -> Iterator[Claim]:
    """Check what is said of K Q 10 against A J 9."""
    hands, whist, greedy, ace, nine = printed.EXAMPLE_5
    deal, item = Deal.parse(hands), "example-5"
    found = reading(deal)
    yield compare(item, "East's tricks in whist, West leading", whist, 3 - found.tricks("W"))
    ours = 3 - found.tricks("W", game="greedy-whist")
    yield compare(item, "East's tricks in greedy whist, West leading", greedy, ours)
    king = strategy.prices(Position(deal, "W", led=5))
    yield compare(item, "East's tricks when the ace takes the king", ace, 3 - king[6])
    yield compare(item, "East's tricks when the nine is played to the king", nine, 3 - king[1])
    yield compare(item, "Section 3: the matrix, by (6)", printed.MATRIX_5, Array.of(deal).rows)
    sums = tuple(diagonals(deal).values())
    yield compare(item, "Section 3: T_-2 to T_2", printed.SUMS_5, sums)


def example_14() -> Iterator[Claim]:
    """Check what is said of K Q 8 7 against A J 10 9: most tricks against the last one."""
    hands, tricks, at_will = printed.EXAMPLE_14
    item, deal = "example-14", Deal.parse(hands)
    start = Position(deal, "W")

    def both_fail(won: frozenset[int]) -> int:
        return int(len(won) > 4 - tricks or at_will in won)

    last = minimax.scored(start, lambda won: int(at_will in won))
    yield compare(item, "East can take the last trick, relaxed rule", True, last == 0)
    prices = tuple(4 - price for price in minimax.prices(start).values())
    yield compare(item, "East's tricks after each lead", (tricks,) * 4, prices)
    king = Position(deal, "W", led=7)
    yield compare(item, "East must take the king with the ace", (8,), strategy.best_cards(king))
    yield compare(
        item, "after the king East can do both", False, minimax.scored(king, both_fail) == 0
    )
    greedy = minimax.scored(start, both_fail, rule="greedy")
    yield compare(item, "with the greedy rule East can do both", True, greedy == 0)


def proposition_4_1() -> Iterator[Claim]:
    """Check that the normal lead leaves the largest sum, and the remark on replies."""

    def largest(deal: Deal) -> bool:
        leads = {}
        for led in deal.west:
            reply = Position(deal, "W", led)
            rest = reply.after(strategy.normal_card(reply)).deal
            leads[led] = sum(map(sum, rest.matrix()))
        return leads[strategy.normal_card(Position(deal, "W"))] == max(leads.values())

    yield holds("proposition-4.1", "every deal, n = 2 to 6", map(largest, every(6, 2)))

    def two_replies() -> Iterator[bool]:
        for deal in every(5):
            for led in Position(deal, "E").distinct():
                reply = Position(deal, "E", led)
                prices = minimax.prices(reply)
                two = {strategy.normal_card(reply), deal.west[0]}
                yield max(prices[card] for card in two) == max(prices.values())

    where = "Section 4.1: the cheapest winner or the lowest card is best; every lead, n <= 5"
    yield holds("proposition-4.1", where, two_replies())


def lemma_5_1() -> Iterator[Claim]:
    """Check how the matrix and its diagonals change when a trick is taken cheaply."""
    sums = [0, 0]
    entries = [0, 0]
    for deal in every(5, 2):
        n, before, matrix = deal.n, diagonals(deal), deal.matrix()
        for low in range(1, 2 * n):
            if deal.holders[low - 1] == deal.holders[low]:
                continue
            pair = (low, low + 1) if deal.holders[low - 1] == "W" else (low + 1, low)
            i, j = deal.west.index(pair[0]) + 1, deal.east.index(pair[1]) + 1
            rest = deal.without(*pair)
            after, left = diagonals(rest), rest.matrix()
            for k in range(2 - n, n - 1):
                shift = entry(matrix, i, j) if k == j - i else (-1 if k > j - i else 1)
                sums[1] += 1
                sums[0] += after[k] == before[k] - shift
            for p in range(1, n):
                for q in range(1, n):
                    entries[1] += 1
                    here = entry(left, p, q)
                    stays = not (p < i or q < j) or here == entry(matrix, p, q)
                    moves = not (p >= i or q >= j) or here == entry(matrix, p + 1, q + 1)
                    entries[0] += stays and moves
    yield tried("lemma-5.1", "T'_k, every cheap trick, n = 2 to 5", *sums)
    yield tried("lemma-5.1", "(7) and (9), every entry, n = 2 to 5", *entries)
    yield from formulas.eq_8()


def lemma_5_2() -> Iterator[Claim]:
    """Check that the diagonal sums rise, fall strictly and rise; and their parity."""

    def shape(deal: Deal) -> bool:
        n = deal.n
        sums = {-n: 0, **diagonals(deal), n: 0}
        r = max(k for k in sums if all(sums[q] == n + q for q in range(-n, k + 1)))
        s = min(k for k in sums if all(sums[q] == q - n for q in range(k, n + 1)))
        return r < s and all(sums[k] > sums[k + 1] for k in range(r, s))

    yield holds("lemma-5.2", "every deal, n <= 7", map(shape, every(7)))
    parity = ((t - deal.n - k) % 2 == 0 for deal in every(6) for k, t in diagonals(deal).items())
    yield holds("lemma-5.2", "T_k has the parity of n + k, n <= 6", parity)


def theorem_6_1() -> Iterator[Claim]:
    """Check greedy whist: the value, the normal strategy, the symmetry."""
    hits = total = 0
    for n in range(1, 11):
        whole, table = all_readings(n), minimax.table(n, GREEDY_WHIST)
        hits += int((whole.tricks("W", game="greedy-whist") == table.west_lead).sum())
        hits += int((whole.tricks("E", game="greedy-whist") == table.east_lead).sum())
        total += 2 * len(whole)
    item = "theorem-6.1"
    yield tried(item, "the value, every deal, n <= 10, both leads, against minimax", hits, total)
    layers = guarantees(6, strategy.normal_card, GREEDY_WHIST)
    sure = (
        pay == reading(letters).tricks("W" if lead == "W" else "E", game="greedy-whist")
        for layer in layers
        for (letters, lead), pay in layer.items()
    )
    yield holds(item, "the normal strategy secures it against every reply, n <= 6", sure)
    symmetric = (reading(d).greedy == reading(d.swapped.reversed).greedy for d in every(7))
    yield holds(item, "exchanging the hands and the order changes nothing, n <= 7", symmetric)
    first = next(d for d in every(7) if reading(d).whist != reading(d.swapped.reversed).whist)
    yield compare(
        item, "whist lacks this symmetry", True, first == Deal.parse(printed.EXAMPLE_5[0])
    )


def theorem_6_2() -> Iterator[Claim]:
    """Check that the lead never decides the majority of an odd deal of greedy whist."""
    hits = total = 0
    for n in range(1, 12, 2):
        whole = all_readings(n)
        west, east = (whole.tricks(seat, game="greedy-whist") > n // 2 for seat in ("W", "E"))
        hits += int((west == east).sum())
        total += len(whole)
    yield tried("theorem-6.2", "every deal, n = 1, 3, ..., 11", hits, total)


def theorem_7_2() -> Iterator[Claim]:
    """Check five-card: the sign of the trace, or the lead."""
    hits = total = 0
    for n in range(1, 11):
        whole, table = all_readings(n), minimax.table(n, FIVE_CARD)
        hits += int((whole.last_trick("W") == table.west_lead).sum())
        hits += int((whole.last_trick("E") == table.east_lead).sum())
        total += 2 * len(whole)
    item = "theorem-7.2"
    yield tried(item, "every deal, n <= 10, both leads, against minimax", hits, total)
    sign = (
        reading(d).last_trick("W") == ("E" if diagonals(d)[0] < 0 else "W")
        and reading(d).last_trick("E") == ("W" if diagonals(d)[0] > 0 else "E")
        for d in every(7)
    )
    yield holds(item, "it is the sign of tr(A), or the lead, n <= 7", sign)
