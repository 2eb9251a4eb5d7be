"""Whist drawn: prices of cards, and the laws of H beside their limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from sabot.errors import NoMethodError
from sabot.games.whist.theory import asymptotics, counting
from sabot.render.figures.figure import Curve, Figure, Mark, Number, Panel
from sabot.render.words import clipped, plural

MOST_WHIST = 60
"""Up to this many cards a hand the law of H itself is counted; the bounds at any n."""
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
            f"with {facts['n']:,} cards a hand not every card is priced, so there is nothing to "
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
    return Figure(title, (panel,), clipped(game))


def law_figure(sizes: Sequence[int]) -> Figure:
    """Return the tails of H lower and H upper, exactly, beside the limit law (53)."""
    curves = []
    parts = []
    _refuse(max(sizes))
    for n in sizes:
        laws = {"H lower": counting.lower_counts(n), "H upper": counting.upper_counts(n)}
        if n <= MOST_WHIST:
            laws["H"] = counting.whist_counts(n)
        for label, counts in laws.items():
            curves.append(Curve(f"{label}, n = {n}", _tail(n, counts), "steps"))
            parts.append(f"{label}, n = {n}: {asymptotics.distance(n, counts):.4f}")
    grid = [_SPAN * (2 * k / _STEPS - 1) for k in range(_STEPS + 1)]
    limit = tuple((x, asymptotics.limit_tail(x)) for x in grid)
    panel = Panel(
        "x = h / √n",
        "chance that H > x √n",
        (*curves, Curve("limit law (53)", limit, faint=True)),
        chances=True,
    )
    note = "distance to the limit law: " + "; ".join(parts)
    return Figure("Single-suit whist: H / √n and its limit law", (panel,), note)


def _refuse(n: int) -> None:
    if n > MOST_LAW:
        raise NoMethodError(
            f"with {n:,} cards a hand the laws of H are not drawn: up to {MOST_LAW:,}, as in "
            f"sabot plot 'whist(n={MOST_LAW}, seed=1)' law"
        )


def _tail(n: int, counts: Mapping[int, int]) -> tuple[tuple[Number, Number], ...]:
    total, above = sum(counts.values()), sum(counts.values())
    points: list[tuple[Number, Number]] = [(-_SPAN, 1.0)]
    for h in sorted(counts):
        above -= counts[h]
        x = h / sqrt(n)
        if -_SPAN <= x <= _SPAN:
            points.append((x, Fraction(above, total)))
    return tuple(points)


def density_figure(n: int) -> Figure:
    """Return the chances of each H, scaled, beside the density of the limit law."""
    _refuse(n)
    exact = n <= MOST_WHIST
    counts = (
        counting.whist_counts(n)
        if exact
        else asymptotics.sampled_counts(n, deals=SAMPLES, seed=SEED)
    )
    total = sum(counts.values())
    scale = sqrt(n)
    bars = tuple(
        (h / scale, scale * count / total)
        for h, count in sorted(counts.items())
        if abs(h) <= _SPAN * scale
    )
    grid = [_SPAN * (2 * k / _STEPS - 1) for k in range(_STEPS + 1)]
    limit = tuple((x, asymptotics.limit_density(x)) for x in grid)
    panel = Panel(
        "H / √n",
        "√n times the chance of H = h",
        (Curve(f"n = {n}", bars, "bars"), Curve("density of the limit law", limit)),
    )
    note = "every deal counted" if exact else f"{plural(total, 'random deal')}, seed {SEED}"
    return Figure("Single-suit whist: the density of H", (panel,), note)


def dealer_figure(exact: Iterable[int], sizes: Sequence[int], *, deals: int, seed: int) -> Figure:
    """Return what the dealer takes beyond half the tricks: exact, then estimated, and 1/4."""
    known = tuple((Fraction(n), asymptotics.dealer_advantage(n)) for n in exact)
    estimates = [asymptotics.estimate_dealer_tricks(n, deals=deals, seed=seed) for n in sizes]
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


def worth_figure(n: int) -> Figure:
    """Return what each card is worth to its holder: the ace, the king and all others."""
    worths = asymptotics.card_worths(n)
    points = tuple((Fraction(card), worth) for card, worth in enumerate(worths, 1))
    panel = Panel(
        f"card ({2 * n} is the ace)",
        "expected H of its holder (tricks)",
        (Curve(f"n = {n}, all deals", points, "bars"),),
        (Mark("", y=Fraction(0)),),
    )
    return Figure("Single-suit whist: the worth of a card", (panel,))
