"""Check Section 11 by counting: ballot theorem, (38), rare deals, the dealer, the ace, the king.

Ballot numbers and the deals with T_k > 0 (11.1), the rare deals of 11.2, the dealer's advantage
(11.3), and what the ace and the king are worth (11.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import comb, exp, sqrt

import numpy as np

from sabot.exact import format_fraction
from sabot.games.whist import deal_statistics
from sabot.games.whist.batch import (
    all_deals,
    count_invariants,
    invariants_of_all_deals,
    invariants_of_deals,
)
from sabot.games.whist.deal import Deal, Seat, random_generator
from sabot.games.whist.deal_statistics import MeanEstimate
from sabot.games.whist.wastlund_values import diagonal_sums, invariants_of
from sabot.papers.report import Claim, PaperTable, compare, format_grid, frequency_text
from sabot.sources.wastlund_2005 import printed_formulas as law
from sabot.sources.wastlund_2005 import printed_formulas as said
from sabot.sources.wastlund_2005.printed_formulas import printed
from sabot.sources.wastlund_2005.trials import check_every_case, every_deal

LARGE_SIZES = (10, 20, 40)


def _lattice_paths(p: int, q: int) -> Iterator[list[int]]:
    """Yield every path from (0, 0) to (p, q) as the heights j - i that it passes."""
    for bits in range(2 ** (p + q)):
        if bits.bit_count() == q:
            steps = (1 if bits >> s & 1 else -1 for s in range(p + q))
            yield [0, *accumulate(steps)]


def check_theorem_11_1() -> Iterator[Claim]:
    """Count paths one by one: the generalised ballot theorem and its reflection."""
    item, near, beyond = "theorem-11.1", [], []
    for p in range(6):
        for q in range(6):
            if p + q == 0:
                continue
            heights = list(_lattice_paths(p, q))
            for k in range(7):
                ways = sum(path.count(k) == 1 for path in heights)
                if k <= q - p:
                    near.append(ways == law.ballot(p, q))
                else:
                    beyond.append(ways == law.reflected(p, q, k))
    yield check_every_case(item, "paths to (p, q), 0 <= k <= q - p, p and q up to 5", near)
    yield check_every_case(
        item, "k-touching paths by reflection, k > q - p, p and q up to 5", beyond
    )


def check_lemma_11_2() -> Iterator[Claim]:
    """Check that the trace is uniform, and Corollary 11.3 on parts of diagonals."""
    item = "lemma-11.2"
    found = {n: _diagonal_tally(n, 0) for n in range(1, 9)}
    each = (
        counts == dict.fromkeys(range(-n, n + 1, 2), deal_statistics.catalan(n))
        for n, counts in found.items()
    )
    yield check_every_case(item, "T_0 has each of its n + 1 values equally often, n <= 8", each)
    parts: dict[tuple[int, int, int, int, int], dict[int, int]] = {}
    for deal in every_deal(6, 2):
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
    yield check_every_case(
        item, "Corollary 11.3, every pair of points on a diagonal, n = 2 to 6", uniform
    )


def _diagonal_tally(n: int, k: int) -> dict[int, int]:
    counts: dict[int, int] = {}
    for deal in every_deal(n, n):
        t = diagonal_sums(deal)[k]
        counts[t] = counts.get(t, 0) + 1
    return dict(sorted(counts.items()))


def check_theorem_11_4() -> Iterator[Claim]:
    """Check formula (38) against deals one by one, and against the whole distribution of T_k."""
    item = "theorem-11.4"
    one_by_one = (
        law.eq_38(n, k) == sum(c for t, c in _diagonal_tally(n, k).items() if t > 0)
        for n in range(2, 7)
        for k in range(1, n)
    )
    yield check_every_case(item, "(38), deal by deal, every k, n <= 6", one_by_one)
    whole = (
        law.eq_38(n, k) == sum(c for t, c in deal_statistics.diagonal_counts(n, k).items() if t > 0)
        for n in (13, 40)
        for k in range(1, n)
    )
    yield check_every_case(item, "(38) against the distribution of T_k, every k, n = 13, 40", whole)
    ours = (
        deal_statistics.positive_deals(n, k) == law.eq_38(n, k) for n in (30,) for k in range(1, n)
    )
    yield check_every_case(item, "(38) as Sabot counts it, n = 30", ours)
    spread = (
        {t: c for t, c in deal_statistics.diagonal_counts(n, k).items() if c}
        == _diagonal_tally(n, k)
        for n in range(1, 7)
        for k in range(1 - n, n)
    )
    yield check_every_case(item, "the distribution of T_k, deal by deal, n <= 6", spread)


def _entry_probability(n: int, i: int, j: int) -> float:
    """Return Pr[A_ij = 1] when East has the ace: he has j of the i + j - 1 lowest cards."""
    m = i + j - 1
    ways = range(j, min(m, n - 1) + 1)
    drawn = sum(comb(m, east) * comb(2 * n - 1 - m, n - 1 - east) for east in ways)
    return drawn / comb(2 * n - 1, n)


def check_lemma_11_7() -> Iterator[Claim]:
    """Check the bound on an entry above the diagonal, when East has the ace, and (64)."""
    item = "lemma-11.7"
    entries = [(n, i, j) for n in range(1, 15) for i in range(1, n + 1) for j in range(i, n + 1)]
    bound = (_entry_probability(n, i, j) <= said.lemma_11_7(n, j - i) for n, i, j in entries)
    yield check_every_case(item, "every i and j, n <= 14", bound)
    sharper = (_entry_probability(n, i, j) <= said.before_the_last(i, j) for n, i, j in entries)
    yield check_every_case(
        item, "before its end: the bound with i + j - 1 for n, the same", sharper
    )
    yield check_every_case(item, "(64), every r and k, n <= 8", _eq_64_cases())
    yield check_every_case(
        item, "after (64): the mean is at most the power of one mean", _after_64_cases()
    )
    bounds = [said.after_64(k, r) for r in range(1, 20) for k in range(1, r + 1)]
    first = sum(one <= two for one, two, _ in bounds)
    yield compare(
        item,
        "after (64): ((e^u + e^-u) / 2)^r is at most (1 + u^2/2)^r, u = k/r, r < 20",
        "always",
        frequency_text(first, len(bounds)),
        evidence="the series of the left side begins like that and all its terms are positive; it "
        f"is at most exp(k^2 / 2r), which is what is needed: "
        f"{frequency_text(sum(one <= last for one, _, last in bounds), len(bounds))}",
        otherwise="error",
    )
    last = (two <= three for _, two, three in bounds)
    yield check_every_case(
        item, "after (64): (1 + k^2/2r^2)^r is at most exp(k^2 / 2r), r < 20", last
    )


def _partial_sum_distribution(n: int, r: int) -> dict[int, float]:
    """Return the chances of X_1 + ... + X_r when X_2n = 1 and all add up to 0."""
    whole = comb(2 * n - 1, n)
    return {
        2 * east - r: comb(r, east) * comb(2 * n - 1 - r, n - 1 - east) / whole
        for east in range(r + 1)
        if n - 1 - east >= 0
    }


def _partial_sum_mean(n: int, r: int, u: float) -> float:
    return sum(exp(u * total) * chance for total, chance in _partial_sum_distribution(n, r).items())


def _eq_64_cases() -> Iterator[bool]:
    for n in range(2, 9):
        for r in range(1, 2 * n):
            for k in range(r + 1):
                above = sum(c for total, c in _partial_sum_distribution(n, r).items() if total >= k)
                yield above <= said.eq_64(k, r, _partial_sum_mean(n, r, k / r)) + 1 / 10**12


def _after_64_cases() -> Iterator[bool]:
    for n in range(2, 9):
        for r in range(1, 2 * n):
            for k in range(r + 1):
                yield _partial_sum_mean(n, r, k / r) <= said.after_64(k, r)[0] + 1 / 10**12


def check_theorem_11_8() -> Iterator[Claim]:
    """Check that large diagonals are rarely positive, when East has the ace."""

    def bound() -> Iterator[bool]:
        for n in range(1, 11):
            lower = invariants_of_all_deals(n).lower
            east = lower[lower.size // 2 :]  # in the second half East has the ace
            for h in range(1, n):
                yield float(np.mean(east >= h)) <= said.theorem_11_8(n, h)

    yield check_every_case("theorem-11.8", "every h, n <= 10, deal by deal", bound())


def check_lemma_11_9() -> Iterator[Claim]:
    """Check that a diagonal sum of 1 or 2 is rare."""
    single = []
    for n in (4, 11, 40, 100):
        for k in range(n):
            counts = deal_statistics.diagonal_counts(n, k)
            chance = Fraction(counts.get(1, 0) + counts.get(2, 0), comb(2 * n, n))
            single.append(chance <= said.lemma_11_9(n, k))
    yield check_every_case("lemma-11.9", "every k, n = 4, 11, 40, 100, exactly", single)


def check_lemma_11_10() -> Iterator[Claim]:
    """Check that it is rare for any diagonal sum to be 1 or 2."""

    def some() -> Iterator[bool]:
        for n in range(1, 8):
            hits = total = 0
            for deal in every_deal(n, n):
                if deal.holders[-1] == "E":
                    total += 1
                    hits += any(diagonal_sums(deal)[k] in (1, 2) for k in range(n))
            for h in range(n + 1):
                yield hits / total <= said.lemma_11_10(n, h)

    yield check_every_case("lemma-11.10", "every whole h, n <= 7, deal by deal", some())


def check_theorem_11_11() -> Iterator[Claim | PaperTable]:
    """Count the deals where East's ace does not decide, exactly."""
    item = "theorem-11.11"
    small = (
        count_invariants(n).whist_east_ace == count_by_h_with_east_ace(n) for n in range(1, 11)
    )
    yield check_every_case(
        item, "H when East has the ace: counted by formula and one by one, n <= 10", small
    )
    rows, below = [], []
    for n in LARGE_SIZES:
        chance, bound = held_back_probability(n), said.theorem_11_11(n)
        below.append(chance < bound)
        rows.append((n, [f"{float(chance):.6f}", f"{bound:.6f}"]))
    yield check_every_case(item, "below 2 sqrt(log n / n), exactly, n = 10, 20, 40", below)
    yield PaperTable(
        item,
        "Chance that H = H upper, not H lower, when East has the ace, and the bound",
        format_grid("n", ["chance", "bound"], rows),
    )


@cache
def held_back_probability(n: int) -> Fraction:
    """Return the chance that H is H upper, not H lower, when East has the ace."""
    rare = sum(deal_statistics.exceptional_deals(n, h) for h in range(n))
    return Fraction(rare, comb(2 * n, n) // 2)


@cache
def count_by_h_with_east_ace(n: int) -> dict[int, int]:
    """Return how many deals with East's ace have each H, counted once."""
    return deal_statistics.east_ace_counts(n)


GROWING_SIZES = (10, 20, 40, 60)
QUARTER_SIZES = (10, 12)
RANDOM_DEALS = {50: 200_000, 200: 100_000, 800: 25_000}
"""Cards per hand, and how many random deals are read for the king."""
RANDOM_SEED = 2005
SEATS: tuple[Seat, Seat] = ("W", "E")


def dealer_gain(n: int) -> Fraction:
    """Return what the dealer takes on average beyond n/2; exchanging the hands turns H round."""
    won = sum(
        c * ((n + h + 1) // 2 + (n - h + 1) // 2) for h, c in count_by_h_with_east_ace(n).items()
    )
    return Fraction(won, comb(2 * n, n)) - Fraction(n, 2)


def expected_h_with_ace(n: int) -> Fraction:
    """Return the expected H when West has the ace."""
    counts = count_by_h_with_east_ace(n)
    return -Fraction(sum(h * c for h, c in counts.items()), sum(counts.values()))


def check_theorem_11_12() -> Iterator[Claim | PaperTable]:
    """Compute the dealer's tricks exactly and watch them approach n/2 + 1/4."""
    item, limit = "theorem-11.12", Fraction(printed.dealer)
    exact = (
        dealer_gain(n) + Fraction(n, 2)
        == Fraction(int(invariants_of_all_deals(n).tricks("E").sum(dtype=np.int64)), comb(2 * n, n))
        for n in range(1, 11)
    )
    yield check_every_case(
        item, "the dealer's tricks by formula are those of all deals, n <= 10", exact
    )
    gains = {n: dealer_gain(n) for n in (5, 10, 13, 20, 40, 60)}
    far = [abs(float(gains[n] - limit)) / said.rate_11_12(n) for n in GROWING_SIZES]
    yield check_every_case(
        item,
        f"n^(1/5) times the distance of the gain from {limit} falls, n = 10, 20, 40, 60",
        (a > b for a, b in pairwise(far)),
        evidence=", ".join(f"{each:.4f}" for each in far),
    )
    ends = {n: 2 * dealer_gain(4 * n) - dealer_gain(n) for n in QUARTER_SIZES}
    yield check_every_case(
        item,
        f"2 g(4n) - g(n), free of an error 1/sqrt(n), is within 1/100 of {limit}, n = 10, 12",
        (abs(end - limit) <= Fraction(1, 100) for end in ends.values()),
        evidence=", ".join(f"{float(end):.4f}" for end in ends.values()),
    )
    odd = (2 * dealer_gain(n) == _other_parity_probability(n) for n in range(1, 11))
    yield check_every_case(
        item, "the gain is half the chance that H and n differ in parity, n <= 10", odd
    )
    yield from _check_steps_11_12(item)
    rows = [(n, [gain if n <= 13 else "", f"{float(gain):.6f}"]) for n, gain in gains.items()]
    yield PaperTable(
        item,
        "What the dealer takes beyond n/2, with best play",
        format_grid("n", ["exact", ""], rows),
    )


def _other_parity_probability(n: int) -> Fraction:
    heights = invariants_of_all_deals(n).whist
    return Fraction(int(((heights + n) % 2 == 1).sum()), comb(2 * n, n))


def _check_steps_11_12(item: str) -> Iterator[Claim]:
    """Check the steps of the proof that can be tried."""
    moved: list[bool] = []
    known = {"print": 0, "right": 0}
    total = 0
    for n in range(3, 7):
        for m in (1, 2, 3):
            upto = {"print": said.lowest_11_12(n, m), "right": 2 * n - m}
            sets = {name: _decided_beginnings(n, cards) for name, cards in upto.items()}
            for deal in every_deal(n, n):
                total += 1
                for name, cards in upto.items():
                    known[name] += sets[name][deal.holders[:cards]]
                t = diagonal_sums(deal)
                close = any(abs(t[k]) <= m for k in t if abs(k) <= m)
                moved.append(sets["right"][deal.holders[: 2 * n - m]] or close)
    yield check_every_case(
        item,
        "if the m highest cards matter, some |T_k| <= m with |k| <= m; n = 3 to 6, m <= 3",
        moved,
    )
    yield compare(
        item,
        "conditioned on the cards 1 to n - m, the deals where H lower and H upper are settled",
        "some",
        "some" if known["print"] else "none",
        evidence=f"of {total:,} deals, n = 3 to 6, m <= 3, none; the cards 1 to 2n - m, of which "
        f"the rest of the proof speaks, settle {known['right']:,}",
    )
    yield _check_evenly(item)


def _decided_beginnings(n: int, cards: int) -> dict[str, bool]:
    """Return which beginnings of a deal settle both H lower and H upper."""
    seen: dict[str, set[tuple[int, int]]] = {}
    for deal in every_deal(n, n):
        found = invariants_of(deal)
        seen.setdefault(deal.holders[:cards], set()).add((found.lower, found.upper))
    return {start: len(both) == 1 for start, both in seen.items()}


def _check_evenly(item: str) -> Claim:
    """Compare a chance with 1/2 plus half of another: m odd, m - 1 cards below the ace."""
    cases = [(n, m) for n in range(3, 13) for m in range(3, n, 2)]
    equal = least = 0
    for n, m in cases:
        whole = comb(2 * n - 1, m - 1)
        share = [Fraction(comb(n - 1, own) * comb(n, m - 1 - own), whole) for own in range(m)]
        half = (m - 1) // 2
        equal += sum(share[half:]) == said.evenly_11_12(share[half])
        least += sum(share[half:]) <= said.evenly_11_12(share[half])
    return compare(
        item,
        "the holder of the ace has half of the m - 1 next cards with chance 1/2 + (even)/2",
        "always",
        frequency_text(equal, len(cases)),
        evidence="who has the ace has fewer of the others; it is at most that, which is what is "
        f"needed: {frequency_text(least, len(cases))}, n <= 12, m = 3, 5, ...",
        otherwise="error",
    )


def check_section_11_4() -> Iterator[Claim | PaperTable]:
    """Check the involution of Section 11.4, and what the ace is worth."""
    item = "section-11.4"
    deals = [deal for deal in every_deal(7, 2) if deal.holders[-1] == "W"]
    turned = [Deal(said.involution(deal.holders)) for deal in deals]
    both = (
        (diagonal_sums(one), diagonal_sums(two)) for one, two in zip(deals, turned, strict=True)
    )
    sums = (all(after[k] == said.t_of_involution(k, t) for k in sorted(t)[1:]) for t, after in both)
    yield check_every_case(item, "T_k of psi(D) is 1 - T_(1-k) of D, n = 2 to 7", sums)
    uppers = {deal: invariants_of(deal).upper for deal in deals}
    pairs = [(uppers[one], uppers[two]) for one, two in zip(deals, turned, strict=True)]
    hits = sum(two == said.upper_of_involution(one) for one, two in pairs)
    yield compare(
        item,
        "H upper of psi(D) is 2 - H upper of D",
        "with high probability",
        frequency_text(hits, len(pairs)) if hits == len(pairs) else f"in {hits} of {len(pairs)}",
        evidence=f"{len(pairs):,} deals, n = 2 to 7. H upper is the least k with T_k <= 0, and T_k "
        "of psi(D) <= 0 says T_(1-k) > 0 of D, so that k > 1 - H upper: no exception is possible",
        otherwise="superseded",
    )
    one = Fraction(printed.honour)
    means = (_mean_upper(n, 2 * n) == one for n in range(1, 11))
    yield check_every_case(item, "so E[H upper], West having the ace, is 1 exactly, n <= 10", means)
    ace = Fraction(printed.ace)
    aces = {n: expected_h_with_ace(n) for n in (5, 10, 14, 20, 40, 60)}
    rare = (ace - aces[n] == held_back_probability(n) for n in (5, 10, 14, 20, 40))
    yield check_every_case(
        item, "and 1 - E[H] the chance of Theorem 11.11, exactly, n = 5 to 40", rare
    )
    bound = (abs(worth - ace) <= said.theorem_11_11(n) for n, worth in aces.items())
    yield check_every_case(item, "E[H] is within 2 sqrt(log n / n) of 1, n = 5 to 60", bound)
    large = [abs(aces[n] - ace) for n in (14, 20, 40, 60)]
    yield check_every_case(
        item,
        "its distance from 1 falls, n = 14, 20, 40, 60",
        (a > b for a, b in pairwise(large)),
        evidence=", ".join(f"{float(each):.4f}" for each in large),
    )
    won = (
        _tricks_with_ace(n)
        == Fraction(n, 2) + Fraction(printed.tricks) * expected_h_with_ace(n) / ace
        for n in range(1, 11)
    )
    yield check_every_case(
        item, "West's tricks with the ace: n/2 + 1/2 of that, either lead, n <= 10", won
    )
    rows = [(n, [f"{float(w):.6f}"]) for n, w in aces.items()]
    yield PaperTable(
        item, "E[H] when West has the ace, exactly counted", format_grid("n", ["E[H]"], rows)
    )
    yield from _check_king(item)


def _tricks_with_ace(n: int) -> Fraction:
    """Return West's mean tricks when he has the ace and either seat may lead."""
    whole, half = (
        invariants_of_all_deals(n),
        comb(2 * n, n) // 2,
    )  # in the first half West has the ace
    won = sum(int(whole.tricks(seat)[:half].sum(dtype=np.int64)) for seat in SEATS)
    return Fraction(won, 2 * half)


def _mean_upper(n: int, card: int) -> Fraction:
    """Return E[H upper] when West holds a card."""
    west = (all_deals(n) >> np.uint64(card - 1) & np.uint64(1)) == 0
    total = int(invariants_of_all_deals(n).upper[west].sum(dtype=np.int64))
    return Fraction(total, comb(2 * n, n) // 2)


def _check_king(item: str) -> Iterator[Claim | PaperTable]:
    """Check the king, exactly to n = 12 and by random deals to n = 800."""
    one, half = Fraction(printed.honour), Fraction(printed.king)
    means = {n: _mean_upper(n, 2 * n - 1) for n in range(2, 13)}
    yield check_every_case(
        item,
        "the king: E[H upper] is 1 - 1/(2n - 1) exactly, n = 2 to 12, and tends to 1",
        (mean == one - Fraction(1, 2 * n - 1) for n, mean in means.items()),
        evidence="exchanging ace and king changes T_0 alone, and its sign in C(2n-2, n-1)/n deals",
    )
    exact = {n: means[n] - _below_upper_probability(n) for n in (4, 8, 12)}
    guessed = {n: estimate_h_with_king(n, deals) for n, deals in RANDOM_DEALS.items()}
    far = [abs(float(exact[12] - half)), *(abs(float(e.mean - half)) for e in guessed.values())]
    errors = [0.0, *(e.error_float for e in guessed.values())]
    yield check_every_case(
        item,
        "its distance from 1/2 falls, n = 12, then random deals, n = 50, 200, 800",
        (a > b for a, b in pairwise(far)),
        evidence=", ".join(f"{f:.4f} +- {e:.4f}" for f, e in zip(far, errors, strict=True)),
    )
    yield compare(
        item,
        "E[H], West having the king, within 1/20 of, n = 800",
        half,
        half if far[-1] <= 1 / 20 else guessed[800].mean,
        evidence=f"at n = 12 it is exactly {format_fraction(exact[12])}",
    )
    rows: list[tuple[object, list[object]]] = [
        (n, [f"{float(worth):.6f}", "exact"]) for n, worth in exact.items()
    ]
    rows += [(n, [f"{float(e.mean):.4f}", f"+- {e.error_float:.4f}"]) for n, e in guessed.items()]
    yield PaperTable(item, "E[H] when West has the king", format_grid("n", ["E[H]", ""], rows))


def _below_upper_probability(n: int) -> Fraction:
    """Return the chance that H is not H upper when West holds the king."""
    west = (all_deals(n) >> np.uint64(2 * n - 2) & np.uint64(1)) == 0
    whole = invariants_of_all_deals(n)
    return Fraction(int((whole.upper[west] != whole.whist[west]).sum()), comb(2 * n, n) // 2)


def estimate_h_with_king(n: int, deals: int) -> MeanEstimate:
    """Estimate E[H] when West has the king: only the chance that H is below H upper is guessed."""
    rng = random_generator(RANDOM_SEED)
    rows = np.zeros((deals, 2 * n), np.uint8)
    rows[:, n:] = 1
    rng.permuted(rows, axis=1, out=rows)
    found = invariants_of_deals(rows[rows[:, 2 * n - 2] == 0])
    below = int((found.whist != found.upper).sum())
    share = Fraction(below, len(found))
    error = sqrt(share * (1 - share) / len(found))
    return MeanEstimate(1 - Fraction(1, 2 * n - 1) - share, error, len(found))
