"""How many deals: exact counts for T_k, H lower, H upper and H (Section 11).

A deal is a path from the origin; East's card is a step up, West's a step to the right. T_k is then
about the line j - i = k, and ballot numbers and the theorem of Chung and Feller give every count in
whole numbers. Only H itself needs a walk, for the deals that condition (3) of Theorem 9.1 picks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

from sabot import watch
from sabot.errors import FormError, NoMethodError
from sabot.games.whist.theory.values import TrickGame
from sabot.games.whist.theory.walk import held_back

MOST_WHIST = 100


def catalan(n: int) -> int:
    """Return the n-th Catalan number.

    >>> [catalan(n) for n in range(6)]
    [1, 1, 2, 5, 14, 42]
    """
    return comb(2 * n, n) // (n + 1)


def touching_paths(p: int, q: int, k: int) -> int:
    """Return the paths from the origin to (p, q) with exactly one point on the line j - i = k.

    For 0 <= k <= q - p this is the generalised ballot theorem (11.1); beyond the end point it is
    its reflection. k must not be negative.

    >>> touching_paths(3, 5, 0), touching_paths(3, 5, 2), touching_paths(3, 3, 2)
    (14, 14, 4)
    """
    if p < 0 or q < 0 or k < 0:
        raise FormError(f"touching_paths counts for p, q, k from 0 on, not {p}, {q}, {k}")
    if k > q - p:
        p, q = q - k, p + k
    if p < 0:
        return 0
    return 1 if p == q == 0 else (q - p) * comb(p + q, p) // (p + q)


def diagonal_counts(n: int, k: int) -> dict[int, int]:
    """Return how many deals of *n* cards a hand have each value of T_k.

    >>> diagonal_counts(3, 0)
    {-3: 5, -1: 5, 1: 5, 3: 5}
    """
    _check(n, k)
    if k < 0:
        return {-t: count for t, count in reversed(diagonal_counts(n, -k).items())}
    if k == 0:
        return {t: catalan(n) for t in range(-n, n + 1, 2)}
    counts = dict.fromkeys(range(k - n, n - k + 1, 2), 0)
    total = 0
    for m in range(k, n + 1):  # a k-touching path of length 2m allows T_k up to n + k - 2m
        total += touching_paths(m, m, k) * catalan(n - m)
        counts[n + k - 2 * m] = total
    counts[k - n] += comb(2 * n, n) - comb(2 * n, n + k)
    return counts


def positive_deals(n: int, k: int) -> int:
    """Return the number of deals with T_k > 0; for k > 0 it is formula (38), as printed."""
    _check(n, k)
    if k < 1:
        return sum(count for t, count in diagonal_counts(n, k).items() if t > 0)
    half = (n + k + 1) // 2
    total = Fraction(0)
    for m in range(k, half + 1):
        tail = Fraction(half - m, n - m + 1) * comb(2 * n - 2 * m, n - m) if m <= n else 0
        total += Fraction(k, m) * comb(2 * m, m + k) * tail
    return int(total)


def lower_counts(n: int) -> dict[int, int]:
    """Return how many deals have each value of H lower, which is at least k when T_k >= 0.

    >>> lower_counts(2)
    {-2: 1, -1: 1, 0: 3, 2: 1}
    """
    _check(n, 0)
    total = comb(2 * n, n)
    catalans = [catalan(m) for m in range(n + 1)]

    def at_least(k: int) -> int:
        if k == 0:
            return catalans[n] * (n // 2 + 1)
        # T_{-k} is -T_k of the exchanged deal
        return _reaching(n, k, 0, catalans) if k > 0 else total - _reaching(n, -k, 1, catalans)

    return _differences(n, total, at_least)


def _reaching(n: int, k: int, least: int, catalans: list[int]) -> int:
    """Return how many deals have T_k >= *least*, 0 or 1, for k > 0: ``diagonal_counts`` summed.

    The binomial coefficients of a k-touching path are carried from each length to the next, which
    is what makes n in the hundreds quick.
    """
    total, last, paths = 0, (n + k - least) // 2, 1
    for m in range(k, last + 1):
        total += k * paths // m * catalans[n - m] * (last - m + 1)
        paths = paths * (2 * m + 2) * (2 * m + 1) // ((m + 1 + k) * (m + 1 - k))
    return total


def upper_counts(n: int) -> dict[int, int]:
    """Return how many deals have each value of H upper; exchanging the hands gives H lower."""
    return {-h: count for h, count in reversed(lower_counts(n).items())}


def greedy_counts(n: int) -> dict[int, int]:
    """Return how many deals have each value of H of greedy whist."""
    below = {h: count for h, count in lower_counts(n).items() if h < 0}
    above = {-h: count for h, count in reversed(below.items())}
    level = comb(2 * n, n) - 2 * sum(below.values())
    return below | ({0: level} if level else {}) | above


def whist_counts(n: int) -> dict[int, int]:
    """Return how many deals have each value of H of whist (Theorem 9.1).

    >>> whist_counts(2)
    {-2: 1, -1: 1, 0: 2, 1: 1, 2: 1}
    """
    return both_aces(n, east_ace_counts(n))


def both_aces(n: int, east: Mapping[int, int]) -> dict[int, int]:
    """Return the counts of H over all deals from those where East has the ace."""
    counts = {h: east.get(h, 0) + east.get(-h, 0) for h in range(-n, n + 1)}
    return {h: count for h, count in counts.items() if count}


def east_ace_counts(n: int) -> dict[int, int]:
    """Return how many of the deals where East has the ace have each value of H of whist."""
    _check(n, 0)
    if n > MOST_WHIST:
        raise NoMethodError(
            f"H of whist is counted exactly up to n = {MOST_WHIST}, not {n}; "
            "H lower and H upper for any n, and Monte Carlo for H"
        )
    half = comb(2 * n, n) // 2
    counts = _differences(n, half, lambda k: _some(_east_ace_diagonal(n, k), 0))
    for h in watch.each("counting exceptions", range(n - 3)):
        moved = exceptional_deals(n, h)
        if moved:
            counts[h] = counts.get(h, 0) + moved
            counts[h - 1] -= moved
    return {h: counts[h] for h in sorted(counts) if counts[h]}


def exceptional_deals(n: int, h: int) -> int:
    """Return how many deals have East's ace and yet H = H upper = h, not H lower.

    >>> [exceptional_deals(6, h) for h in range(4)]
    [14, 4, 3, 0]
    """
    if n - h < 4:
        return 0
    starts = {-1: [comb(h + 1, w) if w else 0 for w in range(h + 2)]}
    if h:
        starts[-1][1] -= 1  # the one beginning with h cards of East's and then West's
        starts[1] = [0, 1]
    total = 0
    spent = n - h - 2  # terms of the sum (2), which is then 1 or 0
    for first, start in starts.items():
        for w, row in enumerate(held_back(n, h, start)):
            for d, ways in enumerate(row):
                for card in (0, 1):  # the next card: East's or West's
                    height = 2 * n - h - 2 - 2 * (w + card)
                    lower = spent % 2 + 2 * d + (1 if height >= h else -1)
                    lower += (first - 1) if h else 0
                    west = n - w - card
                    if ways and lower > 0 and 0 <= west <= h + 1:
                        total += ways * comb(h + 1, west)
    return total


def dealer_tricks(n: int, *, game: TrickGame = "whist") -> Fraction:
    """Return the tricks that the dealer, who does not lead, takes on average.

    >>> dealer_tricks(1), dealer_tricks(2)
    (Fraction(1, 2), Fraction(7, 6))
    """
    counts = whist_counts(n) if game == "whist" else greedy_counts(n)
    return mean_tricks(n, counts)


def mean_tricks(n: int, counts: Mapping[int, int]) -> Fraction:
    """Return the mean tricks of the seat that does not lead, from the counts of H."""
    won = sum(count * ((n + h + 1) // 2) for h, count in counts.items())
    return Fraction(won, comb(2 * n, n))


def _east_ace_diagonal(n: int, k: int) -> dict[int, int]:
    """Return how many deals where East has the ace have each value of T_k."""
    if k < 0:
        every, east = diagonal_counts(n, -k), _east_ace_diagonal(n, -k)
        return {-t: every[t] - east[t] for t in every}
    counts = dict.fromkeys(diagonal_counts(n, k), 0)
    total = 0
    if k == 0:  # the last excursion from the line ends with East's ace and is negative
        for m in range(1, n + 1):
            total += catalan(m - 1) * catalan(n - m)
            counts[n - 2 * m] = total
        return counts
    for m in range(k + 1, n + 1):
        total += touching_paths(m, m - 1, k) * catalan(n - m)
        counts[n + k - 2 * m] = total
    counts[k - n] += comb(2 * n, n) // 2 - comb(2 * n - 1, n + k)
    return counts


def _differences(n: int, total: int, at_least: Callable[[int], int]) -> dict[int, int]:
    """Return counts of H lower from the number of deals with H lower at least k, -n < k < n."""
    reach = [total]
    for k in watch.each("counting", range(1 - n, n), "diagonals"):
        reach.append(at_least(k))
    reach.append(reach[-1])  # T_{n-1} is 1 or -1: when positive, all West's cards are high
    steps = zip(range(-n, n + 1), reach, [*reach[1:], 0], strict=True)
    return {h: more - less for h, more, less in steps if more != less}


def _some(counts: dict[int, int], least: int) -> int:
    return sum(count for t, count in counts.items() if t >= least)


def _check(n: int, k: int) -> None:
    if n < 1 or not -n < k < n:
        raise FormError(f"T_k is defined for -n < k < n and n at least 1, not k = {k}, n = {n}")
