"""Sections 11.3 and 11.4: what the dealer, the ace and the king are worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt

import numpy as np

from sabot.exact import show
from sabot.games.whist.batch import all_deals, all_readings, readings
from sabot.games.whist.deal import Deal, Seat, chance
from sabot.games.whist.theory.asymptotics import Estimate
from sabot.games.whist.theory.values import diagonals, reading
from sabot.papers.report import Claim, PaperTable, always, compare, grid
from sabot.papers.wastlund_2005 import printed
from sabot.papers.wastlund_2005.counts import east_ace, held_back
from sabot.papers.wastlund_2005.every import every, holds
from sabot.papers.wastlund_2005.printed import series as said

GROWING = (10, 20, 40, 60)
QUARTERED = (10, 12)
RANDOM = {50: 200_000, 200: 100_000, 800: 25_000}
"""Cards a hand, and how many random deals are read for the king."""
SEED = 2005
SEATS: tuple[Seat, Seat] = ("W", "E")


def dealer_gain(n: int) -> Fraction:
    """Return what the dealer takes on average beyond n/2; exchanging the hands turns H round."""
    won = sum(c * ((n + h + 1) // 2 + (n - h + 1) // 2) for h, c in east_ace(n).items())
    return Fraction(won, comb(2 * n, n)) - Fraction(n, 2)


def ace_worth(n: int) -> Fraction:
    """Return the expected H when West has the ace."""
    counts = east_ace(n)
    return -Fraction(sum(h * c for h, c in counts.items()), sum(counts.values()))


def theorem_11_12() -> Iterator[Claim | PaperTable]:
    """Compute the dealer's tricks exactly and watch them approach n/2 + 1/4."""
    item, limit = "theorem-11.12", Fraction(printed.DEALER)
    exact = (
        dealer_gain(n) + Fraction(n, 2)
        == Fraction(int(all_readings(n).tricks("E").sum(dtype=np.int64)), comb(2 * n, n))
        for n in range(1, 11)
    )
    yield holds(item, "the dealer's tricks by formula are those of all deals, n <= 10", exact)
    gains = {n: dealer_gain(n) for n in (5, 10, 13, 20, 40, 60)}
    far = [abs(float(gains[n] - limit)) / said.rate_11_12(n) for n in GROWING]
    yield holds(
        item,
        f"n^(1/5) times the distance of the gain from {limit} falls, n = 10, 20, 40, 60",
        (a > b for a, b in pairwise(far)),
        evidence=", ".join(f"{each:.4f}" for each in far),
    )
    ends = {n: 2 * dealer_gain(4 * n) - dealer_gain(n) for n in QUARTERED}
    yield holds(
        item,
        f"2 g(4n) - g(n), free of an error 1/sqrt(n), is within 1/100 of {limit}, n = 10, 12",
        (abs(end - limit) <= Fraction(1, 100) for end in ends.values()),
        evidence=", ".join(f"{float(end):.4f}" for end in ends.values()),
    )
    odd = (2 * dealer_gain(n) == _other_parity(n) for n in range(1, 11))
    yield holds(item, "the gain is half the chance that H and n differ in parity, n <= 10", odd)
    yield from _steps_11_12(item)
    rows = [(n, [gain if n <= 13 else "", f"{float(gain):.6f}"]) for n, gain in gains.items()]
    yield PaperTable(
        item, "What the dealer takes beyond n/2, with best play", grid("n", ["exact", ""], rows)
    )


def _other_parity(n: int) -> Fraction:
    heights = all_readings(n).whist
    return Fraction(int(((heights + n) % 2 == 1).sum()), comb(2 * n, n))


def _steps_11_12(item: str) -> Iterator[Claim]:
    """Check the steps of the proof that can be tried."""
    moved: list[bool] = []
    known = {"print": 0, "right": 0}
    total = 0
    for n in range(3, 7):
        for m in (1, 2, 3):
            upto = {"print": said.lowest_11_12(n, m), "right": 2 * n - m}
            sets = {name: _decided(n, cards) for name, cards in upto.items()}
            for deal in every(n, n):
                total += 1
                for name, cards in upto.items():
                    known[name] += sets[name][deal.holders[:cards]]
                t = diagonals(deal)
                close = any(abs(t[k]) <= m for k in t if abs(k) <= m)
                moved.append(sets["right"][deal.holders[: 2 * n - m]] or close)
    yield holds(
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
    yield _evenly(item)


def _decided(n: int, cards: int) -> dict[str, bool]:
    """Return which beginnings of a deal settle both H lower and H upper."""
    seen: dict[str, set[tuple[int, int]]] = {}
    for deal in every(n, n):
        found = reading(deal)
        seen.setdefault(deal.holders[:cards], set()).add((found.lower, found.upper))
    return {start: len(both) == 1 for start, both in seen.items()}


def _evenly(item: str) -> Claim:
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
        always(equal, len(cases)),
        evidence="who has the ace has fewer of the others; it is at most that, which is what is "
        f"needed: {always(least, len(cases))}, n <= 12, m = 3, 5, ...",
        otherwise="error",
    )


def value_of_the_ace() -> Iterator[Claim | PaperTable]:
    """Check the involution of Section 11.4, and what the ace is worth."""
    item = "section-11.4"
    deals = [deal for deal in every(7, 2) if deal.holders[-1] == "W"]
    turned = [Deal(said.involution(deal.holders)) for deal in deals]
    both = ((diagonals(one), diagonals(two)) for one, two in zip(deals, turned, strict=True))
    sums = (all(after[k] == said.t_of_involution(k, t) for k in sorted(t)[1:]) for t, after in both)
    yield holds(item, "T_k of psi(D) is 1 - T_(1-k) of D, n = 2 to 7", sums)
    uppers = {deal: reading(deal).upper for deal in deals}
    pairs = [(uppers[one], uppers[two]) for one, two in zip(deals, turned, strict=True)]
    hits = sum(two == said.upper_of_involution(one) for one, two in pairs)
    yield compare(
        item,
        "H upper of psi(D) is 2 - H upper of D",
        "with high probability",
        always(hits, len(pairs)) if hits == len(pairs) else f"in {hits} of {len(pairs)}",
        evidence=f"{len(pairs):,} deals, n = 2 to 7. H upper is the least k with T_k <= 0, and T_k "
        "of psi(D) <= 0 says T_(1-k) > 0 of D, so that k > 1 - H upper: no exception is possible",
        otherwise="superseded",
    )
    one = Fraction(printed.HONOUR)
    means = (_mean_upper(n, 2 * n) == one for n in range(1, 11))
    yield holds(item, "so E[H upper], West having the ace, is 1 exactly, n <= 10", means)
    ace = Fraction(printed.ACE)
    aces = {n: ace_worth(n) for n in (5, 10, 14, 20, 40, 60)}
    rare = (ace - aces[n] == held_back(n) for n in (5, 10, 14, 20, 40))
    yield holds(item, "and 1 - E[H] the chance of Theorem 11.11, exactly, n = 5 to 40", rare)
    bound = (abs(worth - ace) <= said.theorem_11_11(n) for n, worth in aces.items())
    yield holds(item, "E[H] is within 2 sqrt(log n / n) of 1, n = 5 to 60", bound)
    large = [abs(aces[n] - ace) for n in (14, 20, 40, 60)]
    yield holds(
        item,
        "its distance from 1 falls, n = 14, 20, 40, 60",
        (a > b for a, b in pairwise(large)),
        evidence=", ".join(f"{float(each):.4f}" for each in large),
    )
    won = (
        _tricks_with_ace(n) == Fraction(n, 2) + Fraction(printed.TRICKS) * ace_worth(n) / ace
        for n in range(1, 11)
    )
    yield holds(item, "West's tricks with the ace: n/2 + 1/2 of that, either lead, n <= 10", won)
    rows = [(n, [f"{float(w):.6f}"]) for n, w in aces.items()]
    yield PaperTable(item, "E[H] when West has the ace, exactly counted", grid("n", ["E[H]"], rows))
    yield from _king(item)


def _tricks_with_ace(n: int) -> Fraction:
    """Return West's mean tricks when he has the ace and either seat may lead."""
    whole, half = all_readings(n), comb(2 * n, n) // 2  # in the first half West has the ace
    won = sum(int(whole.tricks(seat)[:half].sum(dtype=np.int64)) for seat in SEATS)
    return Fraction(won, 2 * half)


def _mean_upper(n: int, card: int) -> Fraction:
    """Return E[H upper] when West holds a card."""
    west = (all_deals(n) >> np.uint64(card - 1) & np.uint64(1)) == 0
    total = int(all_readings(n).upper[west].sum(dtype=np.int64))
    return Fraction(total, comb(2 * n, n) // 2)


def _king(item: str) -> Iterator[Claim | PaperTable]:
    """Check the king, exactly to n = 12 and by random deals to n = 800."""
    one, half = Fraction(printed.HONOUR), Fraction(printed.KING)
    means = {n: _mean_upper(n, 2 * n - 1) for n in range(2, 13)}
    yield holds(
        item,
        "the king: E[H upper] is 1 - 1/(2n - 1) exactly, n = 2 to 12, and tends to 1",
        (mean == one - Fraction(1, 2 * n - 1) for n, mean in means.items()),
        evidence="exchanging ace and king changes T_0 alone, and its sign in C(2n-2, n-1)/n deals",
    )
    exact = {n: means[n] - _below(n) for n in (4, 8, 12)}
    guessed = {n: estimated_king(n, deals) for n, deals in RANDOM.items()}
    far = [abs(float(exact[12] - half)), *(abs(float(e.mean - half)) for e in guessed.values())]
    errors = [0.0, *(e.error_float for e in guessed.values())]
    yield holds(
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
        evidence=f"at n = 12 it is exactly {show(exact[12])}",
    )
    rows: list[tuple[object, list[object]]] = [
        (n, [f"{float(worth):.6f}", "exact"]) for n, worth in exact.items()
    ]
    rows += [(n, [f"{float(e.mean):.4f}", f"+- {e.error_float:.4f}"]) for n, e in guessed.items()]
    yield PaperTable(item, "E[H] when West has the king", grid("n", ["E[H]", ""], rows))


def _below(n: int) -> Fraction:
    """Return the chance that H is not H upper when West holds the king."""
    west = (all_deals(n) >> np.uint64(2 * n - 2) & np.uint64(1)) == 0
    whole = all_readings(n)
    return Fraction(int((whole.upper[west] != whole.whist[west]).sum()), comb(2 * n, n) // 2)


def estimated_king(n: int, deals: int) -> Estimate:
    """Estimate E[H] when West has the king: only the chance that H is below H upper is guessed."""
    rng = chance(SEED)
    rows = np.zeros((deals, 2 * n), np.uint8)
    rows[:, n:] = 1
    rng.permuted(rows, axis=1, out=rows)
    found = readings(rows[rows[:, 2 * n - 2] == 0])
    below = int((found.whist != found.upper).sum())
    share = Fraction(below, len(found))
    error = sqrt(share * (1 - share) / len(found))
    return Estimate(1 - Fraction(1, 2 * n - 1) - share, error, len(found))
