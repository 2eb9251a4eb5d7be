"""All deals of one suit as a document: means as fractions, and the distributions of H."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sabot.games.whist.census import Census
from sabot.render.document import BREAK, Block, Document, Heading, Note, document, pairs, table
from sabot.render.words import both, plural

MOST_LINES = 41
MOST_LETTERS = 12
"""Counts longer than this are shown as parts of all deals."""


def census_view(found: Census, extra: Mapping[str, Any]) -> Document:
    """Return the census as it is printed; *extra* is what was asked for besides."""
    parts: list[Block] = [Heading(f"Deals of {plural(found.n, 'card')} a hand"), BREAK]
    parts += [pairs(*_facts(found)), BREAK]
    named = {"H lower": found.lower, "H upper": found.upper, "H greedy": found.greedy}
    if found.whist is not None:
        named["H whist"] = found.whist
    parts += _distributions(found.deals, named)
    if "T" in extra:
        told = extra["T"]
        counts = {int(value): int(count) for value, count in told["counts"].items()}
        parts += [BREAK, *_distributions(found.deals, {f"T_{told['k']}": counts}, "T")]
    if "cards" in extra:
        parts += [BREAK, *_cards(extra["cards"])]
    if "samples" in extra:
        parts += [BREAK, *_samples(extra["samples"])]
    return document(parts)


def _facts(found: Census) -> list[tuple[str, str]]:
    half = Fraction(found.n, 2)
    rows = [("deals", _whole(found.deals))]
    for game in ("whist", "greedy-whist"):
        if game in found.dealer:
            mean = found.dealer[game]
            more = float(mean - half)
            rows.append((f"dealer, {game}", f"{both(mean)} tricks, {more:.6f} over half"))
        else:
            rows.append((f"dealer, {game}", "not counted beyond n = 100: --samples estimates it"))
    if found.ace is not None:
        rows.append(("the ace", f"{both(found.ace)}, the mean of H when West holds it"))
    spread = ", ".join(f"{name.replace('_', ' ')} {d:.4f}" for name, d in found.distance.items())
    rows.append(("limit law", f"distance: {spread}"))
    return rows


def _distributions(
    total: int, named: Mapping[str, Mapping[int, int]], what: str = "h"
) -> list[Block]:
    """Return counts side by side, by value; parts of all deals where the counts are long."""
    values = sorted({value for counts in named.values() for value in counts})
    long = len(str(total)) > MOST_LETTERS
    likely = sorted(values, key=lambda v: -max(counts.get(v, 0) for counts in named.values()))
    shown = sorted(likely[:MOST_LINES])
    rows = [
        [str(value), *(_cell(counts.get(value, 0), total, long) for counts in named.values())]
        for value in shown
    ]
    counted = table(rows, head=[what, *named], right=range(len(named) + 1))
    remarks = ["parts of all deals; --json gives the exact counts"] if long else []
    if len(shown) < len(values):
        remarks.append(f"the {len(shown)} likeliest of {len(values):,} values")
    return [counted, Note("; ".join(remarks))] if remarks else [counted]


def _cell(count: int, total: int, long: bool) -> str:
    if not long:
        return f"{count:,}"
    return f"{float(Fraction(count, total)):.6f}" if count else "0"


def _whole(number: int) -> str:
    text = f"{number:,}"
    return (
        text
        if len(text) <= 40
        else f"{number // 10 ** (len(str(number)) - 6)}... ({len(str(number)):,} digits)"
    )


def _cards(worths: Mapping[str, str]) -> list[Block]:
    rows = [(card, both(Fraction(worth))) for card, worth in reversed(list(worths.items()))]
    return [
        table(rows, head=["card", "mean of H when West holds it"], right=[0]),
        Note("whist; half of it is what the card adds to West's tricks"),
    ]


def _samples(told: Mapping[str, Any]) -> list[Block]:
    rows = [
        (what, f"{one['mean']:.6f}", f"{one['low']:.6f} to {one['high']:.6f}")
        for what, one in told.items()
        if isinstance(one, dict)
    ]
    said = f"{told['deals']:,} random deals, seed {told['seed']}; 95% confidence intervals"
    return [table(rows, head=["estimate", "mean", "interval"], right=[1]), Note(said)]
