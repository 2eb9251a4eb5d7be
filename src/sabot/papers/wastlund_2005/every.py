"""Trying every case: deals, entries as the paper numbers them, strategies against replies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sabot.games.whist.batch import each_deal
from sabot.games.whist.deal import Deal, Position
from sabot.games.whist.variant import FIVE_CARD, Variant
from sabot.papers.report import Claim, RoadsError, always, compare

Choose = Callable[[Position], int]
Layer = dict[tuple[str, str], int]


def every(most: int, least: int = 1) -> Iterator[Deal]:
    """Yield every deal of *least* to *most* cards a hand."""
    for n in range(least, most + 1):
        for letters in each_deal(n):
            yield Deal(letters)


def entry(matrix: list[list[int]], i: int, j: int) -> int:
    """Return A_ij, numbered from 1 as the paper does."""
    assert i >= 1 and j >= 1
    return matrix[i - 1][j - 1]


def holds(item: str, where: str, cases: Iterable[bool], *, evidence: str = "") -> Claim:
    """Return the claim that something is always so; every case is looked at."""
    hits = total = 0
    for case in cases:
        total += 1
        hits += case
    return tried(item, where, hits, total, evidence=evidence)


def tried(item: str, where: str, hits: int, total: int, *, evidence: str = "") -> Claim:
    """Return the claim that something is so in all of some cases; no case at all is our fault."""
    if not total:
        raise RoadsError(f"{where}: there is no case to try it on")
    many = f"{total:,} cases tried" + (f"; {evidence}" if evidence else "")
    return compare(item, where, "always", always(hits, total), evidence=many)


def guarantees(most: int, choose: Choose, variant: Variant) -> Iterator[Layer]:
    """Yield, for n from 1 on, what West is sure of with *choose* whatever East does.

    A layer maps letters and lead to West's payment. Nothing but the rules of the game is used.
    """
    below: Layer = {}

    def after(letters: str, led: int, reply: int) -> int:
        low, high = min(led, reply), max(led, reply)
        rest = letters[: low - 1] + letters[low : high - 1] + letters[high:]
        winner = letters[high - 1]
        gained = int(winner == "W" and (not rest or variant != FIVE_CARD))
        return gained + (below[rest, winner] if rest else 0)

    for n in range(1, most + 1):
        layer: Layer = {}
        for letters in each_deal(n):
            deal = Deal(letters)
            led = choose(Position(deal, "W"))
            replies = Position(deal, "W", led).distinct(variant.rule)
            layer[letters, "W"] = min(after(letters, led, card) for card in replies)
            layer[letters, "E"] = min(
                after(letters, card, choose(Position(deal, "E", card)))
                for card in Position(deal, "E").distinct()
            )
        yield layer
        below = layer
