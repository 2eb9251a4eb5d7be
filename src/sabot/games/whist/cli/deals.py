"""``sabot whist deals``: all deals of one suit counted; means and worths of cards as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.group import verb
from sabot.cli.options import json_option
from sabot.cli.output import busy, print_document, show
from sabot.errors import NoMethodError
from sabot.exact import show as exact

if TYPE_CHECKING:
    from sabot.games.whist.census import Census
    from sabot.games.whist.theory.asymptotics import Estimate

MOST_SAMPLED = 10_000_000


@verb(
    examples=[
        "sabot whist deals 13",
        "sabot whist deals 6 --cards",
        "sabot whist deals 40 --diagonal 3 --json",
        "sabot whist deals 500 --samples 2000 --card 1000 --seed 1",
    ]
)
@click.argument("n", type=click.IntRange(1, 2000), metavar="N")
@click.option("--diagonal", type=int, metavar="K", help="Also the distribution of T_K.")
@click.option("--cards", is_flag=True, help="Also the exact worth of every card (N up to 14).")
@click.option("--samples", type=click.IntRange(1, MOST_SAMPLED), metavar="M", help="Monte Carlo.")
@click.option("--card", type=int, metavar="C", help="Which card --samples judges (the ace).")
@click.option("--seed", type=int, default=1, metavar="S", help="Of the random deals (1).")
@json_option
def deals(
    n: int,
    diagonal: int | None,
    cards: bool,
    samples: int | None,
    card: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Count all deals of N cards a hand of one suit.

    Exact: how many have each H lower, H upper and H, the dealer's expected tricks (the dealer does
    not lead), the worth of the ace, and the distance to the limit law. H of whist is counted up to
    N = 100, which takes half a minute. Beyond that --samples M estimates, with 95% intervals.
    """
    from sabot.games.whist.census import census
    from sabot.games.whist.theory import asymptotics, counting

    if card is not None and samples is None:
        raise click.UsageError(
            "--card names the card that --samples estimates; add --samples 10000"
        )
    if cards and n > asymptotics.MOST_EXACT:
        raise NoMethodError(
            f"--cards is exact and reaches N = {asymptotics.MOST_EXACT}, not {n}; one card at a "
            f"time is estimated: sabot whist deals {n} --samples 10000 --card {2 * n}"
        )
    extra: dict[str, Any] = {}
    with busy(f"counting the deals of {n} cards a hand"):
        if diagonal is not None:
            extra["T"] = {"k": diagonal, "counts": _texts(counting.diagonal_counts(n, diagonal))}
        if cards:
            worths = enumerate(asymptotics.card_worths(n), 1)
            extra["cards"] = {str(number): exact(worth) for number, worth in worths}
        if samples is not None:
            extra["samples"] = _sampled(n, samples, 2 * n if card is None else card, seed)
        counted = census(n)
    if as_json:
        print_document(_document(counted) | extra)
        return
    from sabot.games.whist.render.census import census_view

    show(census_view(counted, extra))


def _sampled(n: int, deals: int, card: int, seed: int) -> dict[str, Any]:
    """Return what random deals say of the dealer and of one card."""
    from sabot.games.whist.census import sampled_dealer
    from sabot.games.whist.theory.asymptotics import estimate_card_worth

    dealers = sampled_dealer(n, deals=deals, seed=seed)
    found = {f"dealer, {game}": one for game, one in dealers.items()}
    found[f"H with card {card}"] = estimate_card_worth(n, card, deals=deals, seed=seed)
    return {"deals": deals, "seed": seed} | {what: _estimate(one) for what, one in found.items()}


def _document(counted: Census) -> dict[str, Any]:
    return {
        "schema": "sabot/deals/1",
        "n": counted.n,
        "deals": str(counted.deals),
        "H_lower": _texts(counted.lower),
        "H_upper": _texts(counted.upper),
        "H": None if counted.whist is None else _texts(counted.whist),
        "H_greedy": _texts(counted.greedy),
        "dealer": {game: exact(mean) for game, mean in counted.dealer.items()},
        "ace": None if counted.ace is None else exact(counted.ace),
        "distance": dict(counted.distance),
    }


def _texts(counts: Mapping[int, int]) -> dict[str, str]:
    """Return counts as text: whole numbers of any length, which not every reader of JSON takes."""
    return {str(height): str(count) for height, count in counts.items()}


def _estimate(found: Estimate) -> dict[str, Any]:
    low, high = found.interval()
    return {"mean": float(Fraction(found.mean)), "low": low, "high": high}
