"""Section 11, counted: ballot numbers, (38), the rare deals, the dealer, the ace and the king."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, cosh, exp, log, sqrt

import numpy as np

from sabot.games.whist.batch import all_readings, tally
from sabot.games.whist.deal import Deal
from sabot.games.whist.theory import asymptotics, counting
from sabot.games.whist.theory.values import diagonals
from sabot.papers.report import Claim, PaperTable, compare, grid
from sabot.papers.wastlund_2005.every import every, holds

LARGE = (10, 20, 40, 60)


def _paths(p: int, q: int) -> Iterator[list[int]]:
    """Yield every path from (0, 0) to (p, q) as the heights j - i that it passes."""
    for bits in range(2 ** (p + q)):
        if bits.bit_count() == q:
            steps = (1 if bits >> s & 1 else -1 for s in range(p + q))
            yield [0, *accumulate(steps)]


def theorem_11_1() -> Iterator[Claim]:
    """Count paths one by one: the generalised ballot theorem and its reflection."""
    item, near, beyond = "theorem-11.1", [], []
    for p in range(6):
        for q in range(6):
            if p + q == 0:
                continue
            heights = list(_paths(p, q))
            for k in range(7):
                ways = sum(path.count(k) == 1 for path in heights)
                if k <= q - p:
                    near.append(ways == Fraction(q - p, q + p) * comb(p + q, p))
                else:
                    printed = Fraction(p - q + 2 * k, p + q) * comb(p + q, p + k)
                    beyond.append(ways == printed)
    yield holds(item, "paths to (p, q), 0 <= k <= q - p, p and q up to 5", near)
    yield holds(item, "k-touching paths by reflection, k > q - p, p and q up to 5", beyond)


def lemma_11_2() -> Iterator[Claim]:
    """Check that the trace is uniform, and Corollary 11.3 on parts of diagonals."""
    item = "lemma-11.2"
    found = {n: _diagonal_tally(n, 0) for n in range(1, 9)}
    each = (
        counts == dict.fromkeys(range(-n, n + 1, 2), counting.catalan(n))
        for n, counts in found.items()
    )
    yield holds(item, "T_0 has each of its n + 1 values equally often, n <= 8", each)
    parts: dict[tuple[int, int, int, int, int], dict[int, int]] = {}
    for deal in every(5, 5):
        corners = [(0, 0)]
        for held in deal.holders:
            i, j = corners[-1]
            corners.append((i, j + 1) if held == "E" else (i + 1, j))
        matrix = deal.matrix()
        for a, (i, j) in enumerate(corners):
            for k, m in corners[a + 1 :]:
                if m - k == j - i:
                    total = sum(matrix[i + s][j + s] for s in range(k - i))
                    tally = parts.setdefault((5, i, j, k, m), {})
                    tally[total] = tally.get(total, 0) + 1
    uniform = (
        set(tally) == set(range(i - k, k - i + 1, 2)) and len(set(tally.values())) == 1
        for (_, i, _, k, _), tally in parts.items()
    )
    yield holds(item, "Corollary 11.3, every pair of points on a diagonal, n = 5", uniform)


def _diagonal_tally(n: int, k: int) -> dict[int, int]:
    counts: dict[int, int] = {}
    for deal in every(n, n):
        t = diagonals(deal)[k]
        counts[t] = counts.get(t, 0) + 1
    return dict(sorted(counts.items()))


def theorem_11_4() -> Iterator[Claim]:
    """Check formula (38) against deals one by one, and against the whole distribution of T_k."""
    item = "theorem-11.4"
    one_by_one = (
        counting.positive_deals(n, k) == sum(c for t, c in _diagonal_tally(n, k).items() if t > 0)
        for n in range(2, 7)
        for k in range(1, n)
    )
    yield holds(item, "(38), deal by deal, every k, n <= 6", one_by_one)
    whole = (
        counting.positive_deals(n, k)
        == sum(c for t, c in counting.diagonal_counts(n, k).items() if t > 0)
        for n in (13, 40, 100)
        for k in range(1, n)
    )
    yield holds(item, "(38) against the distribution of T_k, every k, n = 13, 40, 100", whole)
    spread = (
        {t: c for t, c in counting.diagonal_counts(n, k).items() if c} == _diagonal_tally(n, k)
        for n in range(1, 7)
        for k in range(1 - n, n)
    )
    yield holds(item, "the distribution of T_k, deal by deal, n <= 6", spread)


def lemma_11_7() -> Iterator[Claim]:
    """Check the bound on an entry above the diagonal, when East has the ace."""

    def bound() -> Iterator[bool]:
        for n in range(1, 15):
            for i in range(1, n + 1):
                for j in range(i, n + 1):
                    m = i + j - 1
                    drawn = sum(
                        comb(m, east) * comb(2 * n - 1 - m, n - 1 - east)
                        for east in range(j, min(m, n - 1) + 1)
                    )
                    yield drawn / comb(2 * n - 1, n) <= exp(-((j - i) ** 2) / (2 * n))

    yield holds("lemma-11.7", "every i and j, n <= 14", bound())
    yield compare(
        "lemma-11.7",
        "in the proof: (e^u + e^-u) / 2 is at most 1 + u^2/2",
        "always",
        "not always" if cosh(1.0) > 1.5 else "always",
        evidence=f"at u = 1 it is {cosh(1.0):.4f}; it is at most exp(u^2/2), which is what follows "
        "and what is needed",
    )


def theorem_11_8() -> Iterator[Claim]:
    """Check that large diagonals are rarely positive, when East has the ace."""

    def bound() -> Iterator[bool]:
        for n in range(1, 11):
            lower = all_readings(n).lower
            east = lower[lower.size // 2 :]  # in the second half East has the ace
            for h in range(1, n):
                yield float(np.mean(east >= h)) <= 2 * exp(-h * h / (2 * n))

    yield holds("theorem-11.8", "every h, n <= 10, deal by deal", bound())


def lemma_11_9() -> Iterator[Claim]:
    """Check that a diagonal sum of 1 or 2 is rare."""
    single = []
    for n in (4, 11, 40, 100):
        for k in range(n):
            counts = counting.diagonal_counts(n, k)
            chance = Fraction(counts.get(1, 0) + counts.get(2, 0), comb(2 * n, n))
            single.append(chance <= Fraction(2, n - k + 3))
    yield holds("lemma-11.9", "every k, n = 4, 11, 40, 100, exactly", single)


def lemma_11_10() -> Iterator[Claim]:
    """Check that it is rare for any diagonal sum to be 1 or 2."""

    def some() -> Iterator[bool]:
        for n in range(1, 8):
            hits = total = 0
            for deal in every(n, n):
                if deal.holders[-1] == "E":
                    total += 1
                    hits += any(diagonals(deal)[k] in (1, 2) for k in range(n))
            for h in range(n + 1):
                yield hits / total <= 2 * (h + 1) / (n - h + 3) + 2 * exp(-h * h / (2 * n))

    yield holds("lemma-11.10", "every whole h, n <= 7, deal by deal", some())


def theorem_11_11() -> Iterator[Claim | PaperTable]:
    """Count the deals where East's ace does not decide, exactly."""
    item = "theorem-11.11"
    small = (tally(n).whist_east_ace == east_ace(n) for n in range(1, 11))
    yield holds(item, "H when East has the ace: counted by formula and one by one, n <= 10", small)
    rows, below = [], []
    for n in LARGE[:3]:
        rare = sum(counting.exceptional_deals(n, h) for h in range(n))
        chance = Fraction(rare, comb(2 * n, n) // 2)
        bound = 2 * sqrt(log(n) / n)
        below.append(chance < bound)
        rows.append((n, [f"{float(chance):.6f}", f"{bound:.6f}"]))
    yield holds(item, "below 2 sqrt(log n / n), exactly, n = 10, 20, 40", below)
    yield PaperTable(
        item,
        "Chance that H = H upper, not H lower, when East has the ace, and the bound",
        grid("n", ["chance", "bound"], rows),
    )


@cache
def east_ace(n: int) -> dict[int, int]:
    """Return how many deals with East's ace have each H, counted once."""
    return counting.east_ace_counts(n)


def ace_worth(n: int) -> Fraction:
    """Return the expected H when West has the ace."""
    counts = east_ace(n)
    return -Fraction(sum(h * c for h, c in counts.items()), sum(counts.values()))


def dealer_gain(n: int) -> Fraction:
    """Return what the dealer takes on average beyond n/2; exchanging the hands turns H round."""
    won = sum(c * ((n + h + 1) // 2 + (n - h + 1) // 2) for h, c in east_ace(n).items())
    return Fraction(won, comb(2 * n, n)) - Fraction(n, 2)


def theorem_11_12() -> Iterator[Claim | PaperTable]:
    """Compute the dealer's tricks exactly and watch them approach n/2 + 1/4."""
    item = "theorem-11.12"
    exact = (
        dealer_gain(n) + Fraction(n, 2)
        == Fraction(int(all_readings(n).tricks("E").sum(dtype=np.int64)), comb(2 * n, n))
        for n in range(1, 11)
    )
    yield holds(item, "the dealer's tricks by formula are those of all deals, n <= 10", exact)
    gains = {n: dealer_gain(n) for n in (5, 10, 13, 20, 40, 60)}
    within = (abs(gain - Fraction(1, 4)) ** 5 * n <= 1 for n, gain in gains.items())
    yield holds(item, "the gain over n/2 is within n^(-1/5) of 1/4, n = 5 to 60", within)
    large = [gains[n] for n in LARGE]
    yield compare(
        item,
        "it rises towards 1/4, n = 10, 20, 40, 60",
        True,
        sorted(large) == large and large[-1] < Fraction(1, 4),
        evidence=", ".join(f"{float(gain):.4f}" for gain in large),
    )
    rows = [(n, [gain if n <= 13 else "", f"{float(gain):.6f}"]) for n, gain in gains.items()]
    yield PaperTable(
        item, "What the dealer takes beyond n/2, with best play", grid("n", ["exact", ""], rows)
    )


def value_of_the_ace() -> Iterator[Claim | PaperTable]:
    """Check the involution of Section 11.4, and what the ace and the king are worth."""
    item = "section-11.4"

    def turned() -> Iterator[bool]:
        for deal in every(6, 2):
            if deal.holders[-1] == "W":
                other = diagonals(Deal(deal.holders[-2::-1] + "W"))
                ours = diagonals(deal)
                yield all(other[k] == 1 - ours[1 - k] for k in range(2 - deal.n, deal.n))

    yield holds(item, "T_k of psi(D) is 1 - T_(1-k) of D, n = 2 to 6", turned())
    aces = {n: ace_worth(n) for n in (5, 10, 14, 20, 40, 60)}
    near = (abs(worth - 1) <= sqrt(log(n) / n) for n, worth in aces.items())
    yield holds(item, "E[H], West having the ace, within sqrt(log n / n) of 1, n = 5 to 60", near)
    large = [aces[n] for n in (14, 20, 40, 60)]
    yield compare(
        item,
        "it rises towards 1, n = 14, 20, 40, 60",
        True,
        sorted(large) == large and large[-1] < 1,
        evidence=", ".join(f"{float(worth):.4f}" for worth in large),
    )
    king = asymptotics.card_worths(11)[-2]
    yield compare(
        item,
        "the king is worth about half a trick, n = 11, within 1/10",
        True,
        abs(king - Fraction(1, 2)) <= Fraction(1, 10),
        evidence=f"E[H] when West has the king is {float(king):.4f}",
    )
    rows = [(n, [f"{float(w):.6f}"]) for n, w in aces.items()]
    yield PaperTable(item, "E[H] when West has the ace, exactly counted", grid("n", ["E[H]"], rows))
