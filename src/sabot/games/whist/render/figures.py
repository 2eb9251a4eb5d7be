"""Figures of whist: prices of cards, distributions of H and their limit law, worth of a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from sabot.errors import NoMethodError
from sabot.games.whist import deal_statistics
from sabot.render.figures.figure import Figure
from sabot.render.figures.panels import Coordinate, Curve, Mark, Panel
from sabot.render.text import clip_label, count_noun

MOST_WHIST = 60
"""Up to this many cards per hand the law of H itself is counted; the bounds at any n."""
MOST_LAW = 1000
"""Larger hands have no figures of the laws: counting the bounds there takes minutes, then hours."""
MOST_BARS = 200
"""More cards than that are dots: bars would be thinner than a pixel, and slow to draw."""
SAMPLES, SEED = 100_000, 1
"""Beyond that, so many random deals."""
_SPAN = 2.0
_STEPS = 160


def prices_figure(game: str, facts: Mapping[str, Any]) -> Figure:
    """Return what each playable card leads to: the number that bridge solvers put on a card."""
    prices: Mapping[str, int] = facts["prices"]
    if not prices:
        raise NoMethodError(
            f"with {facts['n']:,} cards per hand not every card is priced, so there is nothing to "
            f"draw; up to 100,000 there is, and up to {MOST_LAW:,} the laws of H too"
        )
    best = set(facts["best"])
    spots = {card: Fraction(at) for at, card in enumerate(prices, 1)}
    curves = [
        Curve(
            label,
            tuple((spots[card], Fraction(price)) for card, price in prices.items() if pick(card)),
            "bars" if len(prices) <= MOST_BARS else "dots",
        )
        for label, pick in (("best", best.__contains__), ("others", lambda card: card not in best))
    ]
    panel = Panel(
        f"card that {facts['turn']} plays",
        "West's tricks in the end",
        tuple(curve for curve in curves if curve.points),
        ticks=tuple(prices),
    )
    title = f"Whist with one suit: the price of each card that {facts['turn']} may play"
    return Figure(title, (panel,), clip_label(game))


def limit_law_figure(sizes: Sequence[int]) -> Figure:
    """Return the tails of H lower and H upper, exactly, beside the limit law (53)."""
    curves = []
    parts = []
    _require_size(max(sizes))
    for n in sizes:
        laws = {
            "H lower": deal_statistics.lower_counts(n),
            "H upper": deal_statistics.upper_counts(n),
        }
        if n <= MOST_WHIST:
            laws["H"] = deal_statistics.whist_counts(n)
        for label, counts in laws.items():
            curves.append(Curve(f"{label}, n = {n}", _tail_points(n, counts), "steps"))
            parts.append(
                f"{label}, n = {n}: {deal_statistics.distance_to_limit_law(n, counts):.4f}"
            )
    grid = [_SPAN * (2 * k / _STEPS - 1) for k in range(_STEPS + 1)]
    limit = tuple((x, deal_statistics.limit_tail(x)) for x in grid)
    panel = Panel(
        "x = h / √n",
        "chance that H > x √n",
        (*curves, Curve("limit law (53)", limit, faint=True)),
        chances=True,
    )
    note = "distance to the limit law: " + "; ".join(parts)
    return Figure("Single-suit whist: H / √n and its limit law", (panel,), note)


def _require_size(n: int) -> None:
    if n > MOST_LAW:
        raise NoMethodError(
            f"with {n:,} cards per hand the laws of H are not drawn: up to {MOST_LAW:,}, as in "
            f"sabot plot 'whist(n={MOST_LAW}, seed=1)' law"
        )


def _tail_points(n: int, counts: Mapping[int, int]) -> tuple[tuple[Coordinate, Coordinate], ...]:
    total, above = sum(counts.values()), sum(counts.values())
    points: list[tuple[Coordinate, Coordinate]] = [(-_SPAN, 1.0)]
    for h in sorted(counts):
        above -= counts[h]
        x = h / sqrt(n)
        if -_SPAN <= x <= _SPAN:
            points.append((x, Fraction(above, total)))
    return tuple(points)


def density_figure(n: int) -> Figure:
    """Return the chances of each H, scaled, beside the density of the limit law."""
    _require_size(n)
    exact = n <= MOST_WHIST
    counts = (
        deal_statistics.whist_counts(n)
        if exact
        else deal_statistics.sample_height_counts(n, deals=SAMPLES, seed=SEED)
    )
    total = sum(counts.values())
    scale = sqrt(n)
    bars = tuple(
        (h / scale, scale * count / total)
        for h, count in sorted(counts.items())
        if abs(h) <= _SPAN * scale
    )
    grid = [_SPAN * (2 * k / _STEPS - 1) for k in range(_STEPS + 1)]
    limit = tuple((x, deal_statistics.limit_density(x)) for x in grid)
    panel = Panel(
        "H / √n",
        "√n times the chance of H = h",
        (Curve(f"n = {n}", bars, "bars"), Curve("density of the limit law", limit)),
    )
    note = "every deal counted" if exact else f"{count_noun(total, 'random deal')}, seed {SEED}"
    return Figure("Single-suit whist: the density of H", (panel,), note)


def dealer_figure(exact: Iterable[int], sizes: Sequence[int], *, deals: int, seed: int) -> Figure:
    """Return what the dealer takes beyond half the tricks: exact, then estimated, and 1/4."""
    known = tuple((Fraction(n), deal_statistics.dealer_advantage(n)) for n in exact)
    estimates = [deal_statistics.estimate_dealer_tricks(n, deals=deals, seed=seed) for n in sizes]
    points = tuple(
        (Fraction(n), found.mean - Fraction(n, 2))
        for n, found in zip(sizes, estimates, strict=True)
    )
    errors = tuple(1.959964 * found.error_float for found in estimates)
    panel = Panel(
        "n: cards in a hand",
        "dealer's expected tricks − n/2",
        (
            Curve("exact", known, "dots"),
            Curve(f"{deals:,} random deals, 95 %", points, "dots", errors=errors),
        ),
        (Mark("limit 1/4", y=Fraction(1, 4)),),
        doubling=True,
    )
    return Figure("Single-suit whist: the advantage of the dealer", (panel,))


def card_worth_figure(n: int) -> Figure:
    """Return what each card is worth to its holder: the ace, the king and all others."""
    worths = deal_statistics.card_worths(n)
    points = tuple((Fraction(card), worth) for card, worth in enumerate(worths, 1))
    panel = Panel(
        f"card ({2 * n} is the ace)",
        "expected H of its holder (tricks)",
        (Curve(f"n = {n}, all deals", points, "bars"),),
        (Mark("", y=Fraction(0)),),
    )
    return Figure("Single-suit whist: the worth of a card", (panel,))
