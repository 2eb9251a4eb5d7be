"""Puzzles: positions in which the right card is hard to find.

``one-card``    exactly one card is right, where at least three differ
``hold-up``     the trick could be taken, and must not be
``not-normal``  the normal strategy of Wästlund (2005) is wrong
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from sabot.errors import FormError, NoMethodError
from sabot.games.whist import strategy
from sabot.games.whist.deal import WHIST, Deal, Position, Seat, Variant
from sabot.progress import report_progress

PuzzleKind = Literal["one-card", "hold-up", "not-normal"]
PUZZLE_KINDS: tuple[PuzzleKind, ...] = ("one-card", "hold-up", "not-normal")
MOST_TRIES = 20_000
SMALLEST, LARGEST = 3, 20
"""With two cards per hand no position is a puzzle of any sort; with three all sorts exist."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with something to find in it."""

    sort: PuzzleKind
    position: Position
    variant: Variant
    seed: int

    @property
    def game(self) -> str:
        """The game string of the position."""
        led = "" if self.position.led is None else f", led={self.position.led}"
        return f"{self.variant.name}(deal={self.position.deal}, lead={self.position.lead}{led})"


def is_puzzle(position: Position, sort: PuzzleKind, variant: Variant = WHIST) -> bool:
    """Say whether a position is a puzzle of that sort.

    >>> is_puzzle(Position(Deal.parse("KQ10/AJ9"), "W", led=5), "hold-up")
    True
    """
    cards = position.distinct_cards(variant.rule)
    if sort == "hold-up" and (position.led is None or max(cards) < position.led):
        return False
    if len(cards) < (3 if sort == "one-card" else 2):
        return False
    best = strategy.best_cards(position, variant)
    if sort == "one-card":
        return len(best) == 1
    if sort == "hold-up":
        return position.led is not None and max(best) < position.led
    return strategy.normal_card(position) not in best


def find_puzzle(
    sort: PuzzleKind | None = None, *, n: int = 6, seed: int, variant: Variant = WHIST
) -> Puzzle:
    """Return a puzzle; equal seeds, equal puzzles. Of any sort unless one is given."""
    if not SMALLEST <= n <= LARGEST:
        why = ": fewer than three leave nothing to find" if n < SMALLEST else ""
        raise FormError(f"a puzzle has {SMALLEST} to {LARGEST} cards per hand, not {n}{why}")
    chance = random.Random(f"sabot puzzle {sort} {n} {seed} {variant.name}")
    sorts = PUZZLE_KINDS if variant == WHIST else ("one-card",)
    wanted = chance.choice(sorts) if sort is None else sort
    if wanted not in sorts:
        raise NoMethodError(
            f"{variant.name} has no puzzles of the sort {wanted}: nobody may hold up there, or "
            f"the normal strategy is never wrong (or never meant); it has: {', '.join(sorts)}"
        )
    letters = list("W" * n + "E" * n)
    for tried in range(MOST_TRIES):
        report_progress("looking for a puzzle", tried, unit="deals")
        chance.shuffle(letters)
        deal, lead = Deal("".join(letters)), _random_seat(chance)
        led = None
        if wanted == "hold-up" or chance.random() < 1 / 2:
            led = chance.choice(Position(deal, lead).distinct_cards())
        position = Position(deal, lead, led)
        if is_puzzle(position, wanted, variant):
            return Puzzle(wanted, position, variant, seed)
    raise NoMethodError(
        f"no puzzle of the sort {wanted} with {n} cards per hand in {MOST_TRIES:,} deals; "
        "more cards make them less rare"
    )


def _random_seat(chance: random.Random) -> Seat:
    return "W" if chance.random() < 1 / 2 else "E"
