"""Section 11, counted: ballot numbers, (38), and the rare deals of Sections 11.2."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, exp

import numpy as np

from sabot.games.whist.batch import all_readings, tally
from sabot.games.whist.theory import counting
from sabot.games.whist.theory.values import diagonals
from sabot.papers.report import Claim, PaperTable, always, compare, grid
from sabot.papers.wastlund_2005.every import every, holds
from sabot.papers.wastlund_2005.printed import limits as law
from sabot.papers.wastlund_2005.printed import series as said

LARGE = (10, 20, 40)


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
                    near.append(ways == law.ballot(p, q))
                else:
                    beyond.append(ways == law.reflected(p, q, k))
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
    for deal in every(6, 2):
        corners = [(0, 0)]
        for held in deal.holders:
            i, j = corners[-1]
            corners.append((i, j + 1) if held == "E" else (i + 1, j))
        matrix = deal.matrix()
        for a, (i, j) in enumerate(corners):
            for k, m in corners[a + 1 :]:
                if m - k == j - i:
                    total = sum(matrix[i + s][j + s] for s in range(k - i))
                    tally = parts.setdefault((deal.n, i, j, k, m), {})
                    tally[total] = tally.get(total, 0) + 1
    uniform = (
        set(tally) == set(range(i - k, k - i + 1, 2)) and len(set(tally.values())) == 1
        for (_, i, _, k, _), tally in parts.items()
    )
    yield holds(item, "Corollary 11.3, every pair of points on a diagonal, n = 2 to 6", uniform)


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
        law.eq_38(n, k) == sum(c for t, c in _diagonal_tally(n, k).items() if t > 0)
        for n in range(2, 7)
        for k in range(1, n)
    )
    yield holds(item, "(38), deal by deal, every k, n <= 6", one_by_one)
    whole = (
        law.eq_38(n, k) == sum(c for t, c in counting.diagonal_counts(n, k).items() if t > 0)
        for n in (13, 40)
        for k in range(1, n)
    )
    yield holds(item, "(38) against the distribution of T_k, every k, n = 13, 40", whole)
    ours = (counting.positive_deals(n, k) == law.eq_38(n, k) for n in (30,) for k in range(1, n))
    yield holds(item, "(38) as Sabot counts it, n = 30", ours)
    spread = (
        {t: c for t, c in counting.diagonal_counts(n, k).items() if c} == _diagonal_tally(n, k)
        for n in range(1, 7)
        for k in range(1 - n, n)
    )
    yield holds(item, "the distribution of T_k, deal by deal, n <= 6", spread)


def _chance(n: int, i: int, j: int) -> float:
    """Return Pr[A_ij = 1] when East has the ace: he has j of the i + j - 1 lowest cards."""
    m = i + j - 1
    ways = range(j, min(m, n - 1) + 1)
    drawn = sum(comb(m, east) * comb(2 * n - 1 - m, n - 1 - east) for east in ways)
    return drawn / comb(2 * n - 1, n)


def lemma_11_7() -> Iterator[Claim]:
    """Check the bound on an entry above the diagonal, when East has the ace, and (64)."""
    item = "lemma-11.7"
    entries = [(n, i, j) for n in range(1, 15) for i in range(1, n + 1) for j in range(i, n + 1)]
    bound = (_chance(n, i, j) <= said.lemma_11_7(n, j - i) for n, i, j in entries)
    yield holds(item, "every i and j, n <= 14", bound)
    sharper = (_chance(n, i, j) <= said.before_the_last(i, j) for n, i, j in entries)
    yield holds(item, "before its end: the bound with i + j - 1 for n, the same", sharper)
    yield holds(item, "(64), every r and k, n <= 8", _chebyshev())
    yield holds(item, "after (64): the mean is at most the power of one mean", _means())
    bounds = [said.after_64(k, r) for r in range(1, 20) for k in range(1, r + 1)]
    first = sum(one <= two for one, two, _ in bounds)
    yield compare(
        item,
        "after (64): ((e^u + e^-u) / 2)^r is at most (1 + u^2/2)^r, u = k/r, r < 20",
        "always",
        always(first, len(bounds)),
        evidence="the series of the left side begins like that and all its terms are positive; it "
        f"is at most exp(k^2 / 2r), which is what is needed: "
        f"{always(sum(one <= last for one, _, last in bounds), len(bounds))}",
        otherwise="error",
    )
    last = (two <= three for _, two, three in bounds)
    yield holds(item, "after (64): (1 + k^2/2r^2)^r is at most exp(k^2 / 2r), r < 20", last)


def _spread(n: int, r: int) -> dict[int, float]:
    """Return the chances of X_1 + ... + X_r when X_2n = 1 and all add up to 0."""
    whole = comb(2 * n - 1, n)
    return {
        2 * east - r: comb(r, east) * comb(2 * n - 1 - r, n - 1 - east) / whole
        for east in range(r + 1)
        if n - 1 - east >= 0
    }


def _mean(n: int, r: int, u: float) -> float:
    return sum(exp(u * total) * chance for total, chance in _spread(n, r).items())


def _chebyshev() -> Iterator[bool]:
    for n in range(2, 9):
        for r in range(1, 2 * n):
            for k in range(r + 1):
                above = sum(c for total, c in _spread(n, r).items() if total >= k)
                yield above <= said.eq_64(k, r, _mean(n, r, k / r)) + 1 / 10**12


def _means() -> Iterator[bool]:
    for n in range(2, 9):
        for r in range(1, 2 * n):
            for k in range(r + 1):
                yield _mean(n, r, k / r) <= said.after_64(k, r)[0] + 1 / 10**12


def theorem_11_8() -> Iterator[Claim]:
    """Check that large diagonals are rarely positive, when East has the ace."""

    def bound() -> Iterator[bool]:
        for n in range(1, 11):
            lower = all_readings(n).lower
            east = lower[lower.size // 2 :]  # in the second half East has the ace
            for h in range(1, n):
                yield float(np.mean(east >= h)) <= said.theorem_11_8(n, h)

    yield holds("theorem-11.8", "every h, n <= 10, deal by deal", bound())


def lemma_11_9() -> Iterator[Claim]:
    """Check that a diagonal sum of 1 or 2 is rare."""
    single = []
    for n in (4, 11, 40, 100):
        for k in range(n):
            counts = counting.diagonal_counts(n, k)
            chance = Fraction(counts.get(1, 0) + counts.get(2, 0), comb(2 * n, n))
            single.append(chance <= said.lemma_11_9(n, k))
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
                yield hits / total <= said.lemma_11_10(n, h)

    yield holds("lemma-11.10", "every whole h, n <= 7, deal by deal", some())


def theorem_11_11() -> Iterator[Claim | PaperTable]:
    """Count the deals where East's ace does not decide, exactly."""
    item = "theorem-11.11"
    small = (tally(n).whist_east_ace == east_ace(n) for n in range(1, 11))
    yield holds(item, "H when East has the ace: counted by formula and one by one, n <= 10", small)
    rows, below = [], []
    for n in LARGE:
        chance, bound = held_back(n), said.theorem_11_11(n)
        below.append(chance < bound)
        rows.append((n, [f"{float(chance):.6f}", f"{bound:.6f}"]))
    yield holds(item, "below 2 sqrt(log n / n), exactly, n = 10, 20, 40", below)
    yield PaperTable(
        item,
        "Chance that H = H upper, not H lower, when East has the ace, and the bound",
        grid("n", ["chance", "bound"], rows),
    )


@cache
def held_back(n: int) -> Fraction:
    """Return the chance that H is H upper, not H lower, when East has the ace."""
    rare = sum(counting.exceptional_deals(n, h) for h in range(n))
    return Fraction(rare, comb(2 * n, n) // 2)


@cache
def east_ace(n: int) -> dict[int, int]:
    """Return how many deals with East's ace have each H, counted once."""
    return counting.east_ace_counts(n)
