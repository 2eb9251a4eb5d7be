"""Statistics of all deals: exact counts of T_k and H, the limit law, Monte Carlo estimates.

Counts (Section 11): a deal is a lattice path from the origin; East's card is a step up, West's a
step to the right. T_k is then about the line j - i = k, and ballot numbers and the theorem of
Chung and Feller give every count in whole numbers. Only H itself needs a walk, for the
exceptional deals of condition (3) of Theorem 9.1. That walk takes the cards two at a time; what
matters is how many were West's (w), how many entries of the H upper diagonal were negative (v),
and by how many the H lower diagonal had more positive entries (d). For each w the counts of all
(v, d) are digits of one long integer, wide enough never to overflow into each other, so that a
pair of cards moves all of them by a shift.

Limit law: Theorem 11.5 gives the law of H / sqrt(n) as an integral and Theorem 11.6 as a
hypergeometric function; since 1F1(2, 3/2; x^2) = 1/2 + (1/2 + x^2) sqrt(pi) exp(x^2) erf(x) /
(2x), both are elementary:

    Pr[xi > x] = (1/2 + x^2) exp(-x^2) erfc(x) - x exp(-2 x^2) / sqrt(pi)      for x >= 0.

Floats are named or marked so; everything counted is exact.

>>> found = compute_deal_statistics(13)
>>> found.deals, found.dealer["whist"], found.dealer["greedy-whist"]
(10400600, Fraction(69633863, 10400600), Fraction(69051257, 10400600))
>>> found.lower[0], found.whist[0]
(1996548, 1564536)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, erfc, exp, pi, sqrt
from typing import TYPE_CHECKING

from sabot.errors import FormError, NoMethodError
from sabot.games.whist.deal import Seat, random_generator
from sabot.games.whist.wastlund_values import TrickGame
from sabot.progress import report_progress, track_progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sabot.games.whist.batch import InvariantArrays


PackedCounts = list[int]
"""For each w the counts of all (v, d), the one of (v, d) at digit ``v * (deepest + 1) + d``."""


def count_exceptional_walks(n: int, h: int, start: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return how many ways there are to satisfy (2) and (3): for each w, those with d = 0, 1, more.

    start[w] counts the ways to begin with h + 1 cards, w of them West's; the walk ends before the
    h + 3 highest cards.
    """
    deepest = (n - h - 2) // 2  # v ends there, never falls, and d is at most v
    width = 2 * n + 1  # bits: there are 4^n ways at the most
    unmet = [*start, *[0] * (n + 1 - len(start))]
    met = [0] * (n + 1)
    cards = h + 1
    for i in range(2, n - h):
        met = _advance_pair(met, cards, n, h, deepest, width)
        unmet = _advance_pair(unmet, cards, n, h, deepest, width)
        cards += 2
        if i % 2 == 0 and i <= n - h - 2:
            now = _condition_3_mask(i // 2, deepest, width)
            for w, ways in enumerate(unmet):
                met[w] += ways & now
                unmet[w] = ways & ~now
    return [_final_counts(ways, deepest, width) for ways in met]


def _advance_pair(
    ways: PackedCounts, cards: int, n: int, h: int, deepest: int, width: int
) -> PackedCounts:
    """Return the ways two cards later, without those whose v has become too great."""
    row = (deepest + 1) * width
    after = [0] * (n + 1)
    for w, held in enumerate(ways):
        if held:
            for west, lower, upper in _next_pairs(w, cards, n):
                if upper >= h:
                    after[west] += held
                else:  # v grows, and d too where H lower has one more
                    after[west] += held << (row + width if lower >= h else row)
    whole = (1 << (deepest + 1) * row) - 1
    return [held & whole for held in after]


def _next_pairs(w: int, cards: int, n: int) -> Iterator[tuple[int, int, int]]:
    """Yield West's cards after each next pair, and S after its first and after its second card."""
    for first in (0, 1):
        lower = cards + 1 - 2 * (w + first)
        for second in (0, 1):
            west = w + first + second
            if west <= n and cards + 2 - west <= n:
                yield west, lower, lower + 1 - 2 * second


def _condition_3_mask(half: int, deepest: int, width: int) -> int:
    """Return ones wherever, after 2 * *half* terms, condition (3) is met: d > v - half >= 0."""
    found = 0
    for v in range(half, deepest + 1):
        few = v - half + 1
        digits = (1 << (deepest + 1 - few) * width) - 1
        found |= digits << (v * (deepest + 1) + few) * width
    return found


def _final_counts(ways: int, deepest: int, width: int) -> tuple[int, int, int]:
    """Return the counts of d = 0, d = 1 and more where v is the deepest."""
    ways >>= deepest * (deepest + 1) * width
    digit = (1 << width) - 1
    counts = [ways >> d * width & digit for d in range(deepest + 1)]
    counts += [0] * (2 - len(counts))
    return counts[0], counts[1], sum(counts[2:])


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
    """Return how many deals of *n* cards per hand have each value of T_k.

    >>> diagonal_counts(3, 0)
    {-3: 5, -1: 5, 1: 5, 3: 5}
    """
    _require_diagonal(n, k)
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
    _require_diagonal(n, k)
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
    _require_diagonal(n, 0)
    total = comb(2 * n, n)
    catalans = [catalan(m) for m in range(n + 1)]

    def at_least(k: int) -> int:
        if k == 0:
            return catalans[n] * (n // 2 + 1)
        # T_{-k} is -T_k of the exchanged deal
        return (
            _count_diagonal_at_least(n, k, 0, catalans)
            if k > 0
            else total - _count_diagonal_at_least(n, -k, 1, catalans)
        )

    return _counts_from_tails(n, total, at_least)


def _count_diagonal_at_least(n: int, k: int, least: int, catalans: list[int]) -> int:
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
    return counts_from_east_ace(n, east_ace_counts(n))


def counts_from_east_ace(n: int, east: Mapping[int, int]) -> dict[int, int]:
    """Return the counts of H over all deals from those where East has the ace."""
    counts = {h: east.get(h, 0) + east.get(-h, 0) for h in range(-n, n + 1)}
    return {h: count for h, count in counts.items() if count}


def east_ace_counts(n: int) -> dict[int, int]:
    """Return how many of the deals where East has the ace have each value of H of whist."""
    _require_diagonal(n, 0)
    if n > MOST_WHIST:
        raise NoMethodError(
            f"H of whist is counted exactly up to n = {MOST_WHIST}, not {n}; "
            "H lower and H upper for any n, and Monte Carlo for H"
        )
    half = comb(2 * n, n) // 2
    counts = _counts_from_tails(n, half, lambda k: _sum_at_least(_east_ace_diagonal(n, k), 0))
    for h in track_progress("counting exceptions", range(n - 3)):
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
        for w, row in enumerate(count_exceptional_walks(n, h, start)):
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


def _counts_from_tails(n: int, total: int, at_least: Callable[[int], int]) -> dict[int, int]:
    """Return counts of H lower from the number of deals with H lower at least k, -n < k < n."""
    reach = [total]
    for k in track_progress("counting", range(1 - n, n), "diagonals"):
        reach.append(at_least(k))
    reach.append(reach[-1])  # T_{n-1} is 1 or -1: when positive, all West's cards are high
    steps = zip(range(-n, n + 1), reach, [*reach[1:], 0], strict=True)
    return {h: more - less for h, more, less in steps if more != less}


def _sum_at_least(counts: dict[int, int], least: int) -> int:
    return sum(count for t, count in counts.items() if t >= least)


def _require_diagonal(n: int, k: int) -> None:
    if n < 1 or not -n < k < n:
        raise FormError(f"T_k is defined for -n < k < n and n at least 1, not k = {k}, n = {n}")


MOST_EXACT = 14
_BLOCK_CARDS = 8_000_000


def limit_tail(x: float) -> float:
    """Return Pr[xi > x], the limit of Pr[H > x sqrt(n)], as a float.

    >>> limit_tail(0.0), round(limit_tail(0.5), 12)
    (0.5, 0.108977162825)
    """
    if x < 0:
        return 1.0 - limit_tail(-x)
    return (0.5 + x * x) * exp(-x * x) * erfc(x) - x * exp(-2 * x * x) / sqrt(pi)


def limit_density(x: float) -> float:
    """Return the density of the limit law; it is even and has a peak at 0.

    >>> round(limit_density(0.0), 12) == round(2 / sqrt(pi), 12)
    True
    """
    x = abs(x)
    sharp = 2 * (1 - x * x) * exp(-2 * x * x) / sqrt(pi)
    return sharp - x * (1 - 2 * x * x) * exp(-x * x) * erfc(x)


def distance_to_limit_law(n: int, counts: Mapping[int, int]) -> float:
    """Return the largest difference between Pr[H > h] of counted deals and the limit law."""
    total, above, worst = sum(counts.values()), 0, 0.0
    for h in sorted(counts, reverse=True):
        here = limit_tail(h / sqrt(n))
        worst = max(worst, abs(above / total - here))
        above += counts[h]
        worst = max(worst, abs(above / total - here))
    return worst


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean over random deals: the mean, its standard error, and how many deals."""

    mean: Fraction
    error_float: float
    deals: int

    def interval(self, z: float = 1.959964) -> tuple[float, float]:
        """Return the confidence interval, 95 per cent by default."""
        middle = float(self.mean)
        return middle - z * self.error_float, middle + z * self.error_float


def card_worth(n: int, card: int, *, game: TrickGame = "whist") -> Fraction:
    """Return the expected H when West holds *card*: West's tricks beyond East's, over both leads.

    Half of it is what the card adds to West's tricks; all of it is what holding the card is worth
    against not holding it.

    >>> card_worth(2, 4)
    Fraction(1, 1)
    """
    return card_worths(n, game=game)[_card_index(n, card)]


def card_worths(n: int, *, game: TrickGame = "whist") -> tuple[Fraction, ...]:
    """Return the worth of every card, lowest first, from all deals."""
    import numpy as np

    from sabot.games.whist.batch import all_deals, invariants_of_all_deals

    if n > MOST_EXACT:
        raise NoMethodError(
            f"the worth of a card is exact up to n = {MOST_EXACT}, not {n}; "
            "estimate_card_worth takes random deals"
        )
    deals, heights = all_deals(n), invariants_of_all_deals(n).height(game)
    total = comb(2 * n, n) // 2
    worths = []
    for card in range(2 * n):
        west = (deals >> np.uint64(card) & np.uint64(1)) == 0
        worths.append(Fraction(int(heights[west].sum(dtype=np.int64)), total))
    return tuple(worths)


def estimate_card_worth(
    n: int, card: int, *, deals: int, seed: int, game: TrickGame = "whist"
) -> MeanEstimate:
    """Estimate the worth of a card from random deals; each is read for the holder of the card."""
    at = _card_index(n, card)
    sums = _Moments()
    for rows, heights in _random_heights(n, deals, seed, game):
        sums.add(heights * (1 - 2 * rows[:, at].astype(heights.dtype)))
    return sums.estimate()


def estimate_dealer_tricks(
    n: int, *, deals: int, seed: int, game: TrickGame = "whist"
) -> MeanEstimate:
    """Estimate the tricks that the dealer, who does not lead, takes on average.

    Each deal is read together with the one where the hands are exchanged, which has -H: the two
    dealers together take n tricks, and one more where n + H is odd. What is left to chance is that
    one trick, so a few thousand deals do for any n.
    """
    (found,) = estimate_dealer_tricks_by_game(n, deals=deals, seed=seed, games=(game,))
    return found


def estimate_dealer_tricks_by_game(
    n: int, *, deals: int, seed: int, games: Sequence[TrickGame]
) -> list[MeanEstimate]:
    """Estimate the dealer's tricks in several games from the same deals."""
    sums = [_Moments() for _ in games]
    for _, found in _random_invariants(n, deals, seed):
        for game, own in zip(games, sums, strict=True):
            own.add((found.height(game).astype("int64") + n) % 2)
    odds = [own.estimate() for own in sums]
    return [MeanEstimate((n + odd.mean) / 2, odd.error_float / 2, odd.deals) for odd in odds]


def sample_height_counts(
    n: int, *, deals: int, seed: int, game: TrickGame = "whist"
) -> dict[int, int]:
    """Return how many of some random deals have each value of H."""
    import numpy as np

    counts = np.zeros(2 * n + 1, np.int64)
    for _, heights in _random_heights(n, deals, seed, game):
        counts += np.bincount(heights + n, minlength=2 * n + 1)
    return {h - n: count for h, count in enumerate(counts.tolist()) if count}


def dealer_advantage(n: int, *, lead: Seat = "E", game: TrickGame = "whist") -> Fraction:
    """Return what West takes on average beyond n / 2 when *lead* leads; the limit is 1/4."""
    gain = dealer_tricks(n, game=game) - Fraction(n, 2)
    return gain if lead == "E" else -gain


class _Moments:
    """Exact first and second moments of whole numbers."""

    def __init__(self) -> None:
        self.count = self.total = self.squares = 0

    def add(self, values: NDArray[np.int64]) -> None:
        self.count += values.size
        self.total += int(values.sum())
        self.squares += int((values * values).sum())

    def estimate(self) -> MeanEstimate:
        mean = Fraction(self.total, self.count)
        spread = Fraction(self.squares, self.count) - mean * mean
        return MeanEstimate(mean, sqrt(spread / max(self.count - 1, 1)), self.count)


def _random_heights(
    n: int, deals: int, seed: int, game: TrickGame
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Yield random deals and their H, a block at a time."""
    for rows, found in _random_invariants(n, deals, seed):
        yield rows, found.height(game).astype("int64")


def _random_invariants(
    n: int, deals: int, seed: int
) -> Iterator[tuple[NDArray[np.uint8], InvariantArrays]]:
    """Yield random deals and their readings, a block at a time."""
    import numpy as np

    from sabot.games.whist.batch import invariants_of_deals

    if n < 1 or deals < 1:
        raise FormError(f"at least one card per hand and one deal, not {n} and {deals}")
    rng = random_generator(seed)
    most = max(_BLOCK_CARDS // (2 * n), 1)
    for done in range(0, deals, most):
        report_progress("sampling", done, deals, "deals")
        rows = np.zeros((min(most, deals - done), 2 * n), np.uint8)
        rows[:, n:] = 1
        rng.permuted(rows, axis=1, out=rows)
        yield rows, invariants_of_deals(rows)


def _card_index(n: int, card: int) -> int:
    if not 1 <= card <= 2 * n:
        raise FormError(f"there is no card {card}: they run from 1 to {2 * n}")
    return card - 1


MOST_COUNTED = 2000
TRICK_GAMES: tuple[TrickGame, ...] = ("whist", "greedy-whist")


@dataclass(frozen=True)
class DealStatistics:
    """What is known of all deals of n cards per hand, counted exactly."""

    n: int
    deals: int
    lower: Mapping[int, int]
    upper: Mapping[int, int]
    greedy: Mapping[int, int]
    whist: Mapping[int, int] | None
    """None beyond the reach of exact counting."""
    dealer: Mapping[TrickGame, Fraction]
    """The expected tricks of the seat that does not lead."""
    ace: Fraction | None
    """The expected H of whist when West holds the ace."""
    distance: Mapping[str, float]
    """The largest difference of each distribution from the limit law."""


def compute_deal_statistics(n: int) -> DealStatistics:
    """Count all deals of *n* cards per hand; half a minute at n = 100, where counting H ends."""
    if not 1 <= n <= MOST_COUNTED:
        raise FormError(f"deals are counted for 1 to {MOST_COUNTED:,} cards per hand, not {n:,}")
    lower, upper, greedy = (
        lower_counts(n),
        upper_counts(n),
        greedy_counts(n),
    )
    total = comb(2 * n, n)
    whist, ace = None, None
    if n <= MOST_WHIST:
        east = east_ace_counts(n)
        whist = counts_from_east_ace(n, east)
        ace = Fraction(-2 * sum(h * count for h, count in east.items()), total)
    counts = {"H_lower": lower, "H_upper": upper, "H_greedy": greedy}
    dealer: dict[TrickGame, Fraction] = {"greedy-whist": mean_tricks(n, greedy)}
    if whist is not None:
        counts["H"] = whist
        dealer["whist"] = mean_tricks(n, whist)
    distance = {name: distance_to_limit_law(n, each) for name, each in counts.items()}
    return DealStatistics(n, total, lower, upper, greedy, whist, dealer, ace, distance)


def sample_dealer_tricks(n: int, *, deals: int, seed: int) -> dict[TrickGame, MeanEstimate]:
    """Estimate the dealer's tricks in both games from random deals."""
    found = estimate_dealer_tricks_by_game(n, deals=deals, seed=seed, games=TRICK_GAMES)
    return dict(zip(TRICK_GAMES, found, strict=True))
