"""Sections 8 to 10: the value of whist, holding up, the linear procedure; slips in the proof."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sabot.games.whist import minimax, strategy
from sabot.games.whist.batch import all_readings
from sabot.games.whist.deal import Deal, Position
from sabot.games.whist.strategy import case
from sabot.games.whist.theory.values import diagonals, reading
from sabot.games.whist.variant import GREEDY_WHIST, WHIST
from sabot.papers.report import Claim, compare
from sabot.papers.wastlund_2005.every import (
    Layer,
    along,
    entry,
    every,
    guarantees,
    holds,
    tried,
)


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
    lead, follow = [0, 0], [0, 0]
    short = games = 0
    for n, layer in enumerate(_normal(), 1):
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
    yield tried("theorem-8.3", "at least n - 1 tricks in the two games on lead, n <= 7", *lead)
    yield tried("theorem-8.3", "at least n tricks in the two games off lead, n <= 7", *follow)
    yield compare(
        "theorem-8.3",
        "the normal strategy is optimal with probability at least 3/4, n <= 7",
        True,
        4 * short <= games,
        evidence=f"it falls short in {short:,} of {games:,} games",
    )


def theorem_9_1() -> Iterator[Claim]:
    """Check the value of whist on every deal, and the strategy inside the proof."""
    hits = total = 0
    for n in range(1, 11):
        whole, table = all_readings(n), minimax.table(n, WHIST)
        hits += int((whole.tricks("W") == table.west_lead).sum())
        hits += int((whole.tricks("E") == table.east_lead).sum())
        total += 2 * len(whole)
    item = "theorem-9.1"
    yield tried(item, "the value, every deal, n <= 10, both leads, against minimax", hits, total)
    sure = (
        pay == reading(letters).tricks("W" if lead == "W" else "E")
        for layer in guarantees(7, strategy.optimal_card, WHIST)
        for (letters, lead), pay in layer.items()
    )
    yield holds(item, "cases I to IV secure it against every reply, n <= 7", sure)


def lemma_9_2() -> Iterator[Claim]:
    """Check that only the largest k need be looked at."""

    def largest() -> Iterator[bool]:
        for deal in every(7):
            found, n = reading(deal), deal.n
            if found.lower == found.upper or found.upper < 0:
                continue
            low, up, matrix = found.lower, found.upper, deal.matrix()
            first, second = {}, {}
            for k in range(1, (n - up - 2) // 2 + 1):
                first[k] = sum(entry(matrix, i, i + low) for i in range(2, 2 * k + 1))
                second[k] = sum(entry(matrix, i, i + up) for i in range(2 * k + 1, n - up))
            positive = [k for k in second if second[k] > 0]
            if any(first[k] > 0 for k in positive):
                yield first[positive[-1]] > 0

    yield holds("lemma-9.2", "every deal where some k serves, n <= 7", largest())


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


def proof_9_1() -> Iterator[Claim]:
    """Show the slips in the proof of Theorem 9.1, each on a deal; the theorem stands."""
    item = "proof-9.1"
    yield _case_one(item)
    deal = Deal("WWEEWEWWEEEW")
    prices, negative = strategy.prices(Position(deal, "W")), (deal.west[1], deal.west[4])
    yield compare(
        item,
        "Case II(W): negative entries to leave out are those in the first",
        "row",
        "column" if prices[negative[1]] > prices[negative[0]] else "row",
        evidence=f"in {deal} the entry of row 2 is in column 1; leading {negative[0]} takes "
        f"{prices[negative[0]]} tricks, leading {negative[1]}, of the next one, takes "
        f"{prices[negative[1]]}",
    )
    deal = Deal("WEWWEEEW")
    low = reading(deal).lower
    yield compare(
        item,
        "(28): the rows that leave the sum, for H lower = -1",
        "1 + H = 0 and m + H",
        f"1 - H = {1 - low} and m",
        evidence=f"there is no row 0; in {deal} T of H lower is the sum over rows {1 - low} to 4, "
        f"{along(deal, low, 1 - low, deal.n)}",
    )
    least = min(_sums_33())
    yield compare(
        item,
        "(33): the sum, which must be positive for Theorem 9.1, is at least",
        0,
        least,
        evidence="the step shows 0 and needs 1; over every deal it speaks of, n = 5 and 7, the "
        f"least is {least}",
        otherwise="superseded",
    )
    yield _sum_36(item)


def _case_one(item: str) -> Claim:
    after = []
    for deal in every(6):
        found = reading(deal)
        if str(case(deal)) != "I for West" or (deal.n - found.lower) % 2:
            continue
        for led in Position(deal, "E").distinct():
            reply = Position(deal, "E", led)
            winner = strategy.normal_card(reply)
            if led < winner < 2 * deal.n:
                after.append(diagonals(reply.after(winner).deal)[found.lower])
    return compare(
        item,
        "Case I(E): T' of H lower is",
        "at most 1",
        f"at least {min(after)}" if max(after) > 1 else "at most 1",
        evidence=f"over every such trick, n <= 6, it runs from {min(after)} to {max(after)}; "
        "at least 1 is what the step needs",
    )


def _sums_33() -> Iterator[int]:
    for n in (5, 7):
        for deal in every(n, n):
            found = reading(deal)
            if found.lower or (n - found.upper) % 2 or str(case(deal)) != "IV for West":
                continue
            if deal.without(deal.west[-1], 2 * n).holders[-1] == "W":
                yield along(deal, 0, 2, n - 2)


def _sum_36(item: str) -> Claim:
    deal = Deal("WEEWWWEEEWWE")
    rest = deal.without(deal.west[-1], 12)
    matrix = rest.matrix()
    upto = {last: sum(entry(matrix, i + 1, i) for i in range(3, last + 1)) for last in (3, 4)}
    return compare(
        item,
        "(36): Theorem 9.1 for n - 1 cards sums up to",
        "n - 2",
        "n - 3",
        evidence=f"with n - 1 = 5 cards and H lower = -1 the second sum ends at 3; in {deal} it is "
        f"{upto[3]} and the printed one {upto[4]}; yet H' = {reading(rest).whist}, as claimed",
    )


def section_10() -> Iterator[Claim]:
    """Check the linear procedure, and the misprints in it."""
    item = "section-10"
    touched, right = set(), []
    for deal in every(6):
        n, height = deal.n, 0
        cells = {k: n + k if k < 0 else k - n for k in range(1 - n, n)} | {-n: 0}
        for i, held in enumerate(deal.holders, 1):
            step = 1 if held == "E" else -1
            where = height if step > 0 else height + step
            cells[where] += -(i - 1) if step > 0 else i
            height += step
            touched.add(where + n)
        right.append({k: cells[k] for k in range(1 - n, n)} == diagonals(deal))
    yield holds(item, "the procedure, looping over i, gives every T_k, n <= 6", right)
    yield compare(
        item,
        "step 1: the lowest cell of the array T",
        "T[-n + 1]",
        f"T[-n{' + ' + str(min(touched)) if min(touched) else ''}]",
        evidence="when West holds the n lowest cards, step 2 writes to T[-n]",
    )
    yield compare(
        item,
        "step 2: the variable of the loop",
        "n",
        "i",
        evidence="n is the size of the deal; the body speaks of C_i, S(i) and i",
    )
    matrix = Deal("WE" * 3).matrix()
    yield compare(
        item,
        "the matrix of W E W E W E, row by row",
        tuple(-1 if i >= j else 1 for i in range(3) for j in range(3)),
        tuple(entry for row in matrix for entry in row),
        evidence="West's i-th card is 2i - 1 and beats East's j-th, 2j, when i > j: the printed "
        "matrix is the transpose",
    )
    signs = []
    for deal in every(5):
        path, own = [0], deal.matrix()
        for held in deal.holders:
            path.append(path[-1] + (1 if held == "E" else -1))
        for i in range(1, deal.n + 1):
            for j in range(1, deal.n + 1):
                signs.append((entry(own, i, j) == 1) == (path[i + j - 1] > j - i))
    yield holds(item, "A_ij is 1 when S(i + j - 1) > j - i, n <= 5", signs)
