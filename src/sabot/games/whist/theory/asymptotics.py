"""Large deals: the limit law of H over the square root of n, Monte Carlo, the worth of a card.

Theorem 11.5 gives the limit law as an integral and Theorem 11.6 as a hypergeometric function; since
1F1(2, 3/2; x^2) = 1/2 + (1/2 + x^2) sqrt(pi) exp(x^2) erf(x) / (2x), both are elementary:

    Pr[xi > x] = (1/2 + x^2) exp(-x^2) erfc(x) - x exp(-2 x^2) / sqrt(pi)      for x >= 0.

Floats here are named or marked so; everything counted is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, erfc, exp, pi, sqrt
from typing import TYPE_CHECKING

from sabot import watch
from sabot.errors import FormError, NoMethodError
from sabot.games.whist.deal import Seat, chance
from sabot.games.whist.theory.values import TrickGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sabot.games.whist.batch import Readings

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


def distance(n: int, counts: Mapping[int, int]) -> float:
    """Return the largest difference between Pr[H > h] of counted deals and the limit law."""
    total, above, worst = sum(counts.values()), 0, 0.0
    for h in sorted(counts, reverse=True):
        here = limit_tail(h / sqrt(n))
        worst = max(worst, abs(above / total - here))
        above += counts[h]
        worst = max(worst, abs(above / total - here))
    return worst


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over random deals: the mean, its standard error, and how many deals."""

    mean: Fraction
    error_float: float
    deals: int

    def interval(self, z: float = 1.959964) -> tuple[float, float]:
        """Return the confidence interval, 95 per cent unless told."""
        middle = float(self.mean)
        return middle - z * self.error_float, middle + z * self.error_float


def card_worth(n: int, card: int, *, game: TrickGame = "whist") -> Fraction:
    """Return the expected H when West holds *card*: West's tricks beyond East's, over both leads.

    Half of it is what the card adds to West's tricks; all of it is what holding the card is worth
    against not holding it.

    >>> card_worth(2, 4)
    Fraction(1, 1)
    """
    return card_worths(n, game=game)[_card(n, card)]


def card_worths(n: int, *, game: TrickGame = "whist") -> tuple[Fraction, ...]:
    """Return the worth of every card, lowest first, from all deals."""
    import numpy as np

    from sabot.games.whist.batch import all_deals, all_readings

    if n > MOST_EXACT:
        raise NoMethodError(
            f"the worth of a card is exact up to n = {MOST_EXACT}, not {n}; "
            "estimate_card_worth takes random deals"
        )
    deals, heights = all_deals(n), all_readings(n).height(game)
    total = comb(2 * n, n) // 2
    worths = []
    for card in range(2 * n):
        west = (deals >> np.uint64(card) & np.uint64(1)) == 0
        worths.append(Fraction(int(heights[west].sum(dtype=np.int64)), total))
    return tuple(worths)


def estimate_card_worth(
    n: int, card: int, *, deals: int, seed: int, game: TrickGame = "whist"
) -> Estimate:
    """Estimate the worth of a card from random deals; each is read for the holder of the card."""
    at = _card(n, card)
    sums = _Sums()
    for rows, heights in _random_heights(n, deals, seed, game):
        sums.add(heights * (1 - 2 * rows[:, at].astype(heights.dtype)))
    return sums.estimate()


def estimate_dealer_tricks(n: int, *, deals: int, seed: int, game: TrickGame = "whist") -> Estimate:
    """Estimate the tricks that the dealer, who does not lead, takes on average.

    Each deal is read together with the one where the hands are exchanged, which has -H: the two
    dealers together take n tricks, and one more where n + H is odd. What is left to chance is that
    one trick, so a few thousand deals do for any n.
    """
    (found,) = estimate_dealers(n, deals=deals, seed=seed, games=(game,))
    return found


def estimate_dealers(
    n: int, *, deals: int, seed: int, games: Sequence[TrickGame]
) -> list[Estimate]:
    """Estimate the dealer's tricks in several games from the same deals."""
    sums = [_Sums() for _ in games]
    for _, found in _random_readings(n, deals, seed):
        for game, own in zip(games, sums, strict=True):
            own.add((found.height(game).astype("int64") + n) % 2)
    odds = [own.estimate() for own in sums]
    return [Estimate((n + odd.mean) / 2, odd.error_float / 2, odd.deals) for odd in odds]


def sampled_counts(n: int, *, deals: int, seed: int, game: TrickGame = "whist") -> dict[int, int]:
    """Return how many of some random deals have each value of H."""
    import numpy as np

    counts = np.zeros(2 * n + 1, np.int64)
    for _, heights in _random_heights(n, deals, seed, game):
        counts += np.bincount(heights + n, minlength=2 * n + 1)
    return {h - n: count for h, count in enumerate(counts.tolist()) if count}


def dealer_advantage(n: int, *, lead: Seat = "E", game: TrickGame = "whist") -> Fraction:
    """Return what West takes on average beyond n / 2 when *lead* leads; the limit is 1/4."""
    from sabot.games.whist.theory.counting import dealer_tricks

    gain = dealer_tricks(n, game=game) - Fraction(n, 2)
    return gain if lead == "E" else -gain


class _Sums:
    """Exact first and second moments of whole numbers."""

    def __init__(self) -> None:
        self.count = self.total = self.squares = 0

    def add(self, values: NDArray[np.int64]) -> None:
        self.count += values.size
        self.total += int(values.sum())
        self.squares += int((values * values).sum())

    def estimate(self) -> Estimate:
        mean = Fraction(self.total, self.count)
        spread = Fraction(self.squares, self.count) - mean * mean
        return Estimate(mean, sqrt(spread / max(self.count - 1, 1)), self.count)


def _random_heights(
    n: int, deals: int, seed: int, game: TrickGame
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """Yield random deals and their H, a block at a time."""
    for rows, found in _random_readings(n, deals, seed):
        yield rows, found.height(game).astype("int64")


def _random_readings(n: int, deals: int, seed: int) -> Iterator[tuple[NDArray[np.uint8], Readings]]:
    """Yield random deals and their readings, a block at a time."""
    import numpy as np

    from sabot.games.whist.batch import readings

    if n < 1 or deals < 1:
        raise FormError(f"at least one card a hand and one deal, not {n} and {deals}")
    rng = chance(seed)
    most = max(_BLOCK_CARDS // (2 * n), 1)
    for done in range(0, deals, most):
        watch.at("sampling", done, deals, "deals")
        rows = np.zeros((min(most, deals - done), 2 * n), np.uint8)
        rows[:, n:] = 1
        rng.permuted(rows, axis=1, out=rows)
        yield rows, readings(rows)


def _card(n: int, card: int) -> int:
    if not 1 <= card <= 2 * n:
        raise FormError(f"there is no card {card}: they run from 1 to {2 * n}")
    return card - 1
