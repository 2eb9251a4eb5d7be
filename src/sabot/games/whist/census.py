"""All deals of n cards a hand in one report: counts, means, the worth of cards, the limit law.

>>> found = census(13)
>>> found.deals, found.dealer["whist"], found.dealer["greedy-whist"]
(10400600, Fraction(69633863, 10400600), Fraction(69051257, 10400600))
>>> found.lower[0], found.whist[0]
(1996548, 1564536)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from sabot.errors import FormError
from sabot.games.whist.theory import asymptotics, counting
from sabot.games.whist.theory.asymptotics import Estimate
from sabot.games.whist.theory.values import TrickGame

MOST_COUNTED = 2000
GAMES: tuple[TrickGame, ...] = ("whist", "greedy-whist")


@dataclass(frozen=True)
class Census:
    """What is known of all deals of n cards a hand, counted exactly."""

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


def census(n: int) -> Census:
    """Count all deals of *n* cards a hand; half a minute at n = 100, where counting H ends."""
    if not 1 <= n <= MOST_COUNTED:
        raise FormError(f"deals are counted for 1 to {MOST_COUNTED:,} cards a hand, not {n:,}")
    lower, upper, greedy = (
        counting.lower_counts(n),
        counting.upper_counts(n),
        counting.greedy_counts(n),
    )
    total = comb(2 * n, n)
    whist, ace = None, None
    if n <= counting.MOST_WHIST:
        east = counting.east_ace_counts(n)
        whist = counting.both_aces(n, east)
        ace = Fraction(-2 * sum(h * count for h, count in east.items()), total)
    counts = {"H_lower": lower, "H_upper": upper, "H_greedy": greedy}
    dealer: dict[TrickGame, Fraction] = {"greedy-whist": counting.mean_tricks(n, greedy)}
    if whist is not None:
        counts["H"] = whist
        dealer["whist"] = counting.mean_tricks(n, whist)
    distance = {name: asymptotics.distance(n, each) for name, each in counts.items()}
    return Census(n, total, lower, upper, greedy, whist, dealer, ace, distance)


def sampled_dealer(n: int, *, deals: int, seed: int) -> dict[TrickGame, Estimate]:
    """Estimate the dealer's tricks in both games from random deals."""
    found = asymptotics.estimate_dealers(n, deals=deals, seed=seed, games=GAMES)
    return dict(zip(GAMES, found, strict=True))
