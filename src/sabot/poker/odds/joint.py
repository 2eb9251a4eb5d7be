"""The holds of one hand at the table: his cards and your new ones come from one pack."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.compiled import Loops
from sabot.poker.deck import HAND
from sabot.poker.hand import Hand
from sabot.poker.ladder import FLUSH, PAIR, STRAIGHT, STRENGTHS, THREE, TWO_PAIRS
from sabot.poker.odds.counting import left
from sabot.poker.odds.every import flushes, mixed_hands
from sabot.poker.odds.field import DRAWN, kind_of_rank
from sabot.poker.odds.removed import PACK, all_draws, improving
from sabot.poker.tables import RANK_KEYS, tables

LOOPS = Loops("sabot.poker.odds.kernels.joint", pays_from=0)
"""Plain, one hand takes a quarter of an hour."""
_KINDS = (PAIR, TWO_PAIRS, THREE)
_STRAIGHTS = 10


def joint(hand: Hand) -> dict[tuple[int, ...], Fraction]:
    """Return the chance to win of every hold that keeps a card, against ``improved``.

    You have five cards and he has five of the others, a pair or better; he draws by the common
    rule, you draw, and no card is anywhere twice.
    """
    least = 1 + int((kind_of_rank() >= STRAIGHT).argmax())
    kinds = tuple(improving(kind)[:3] for kind in _KINDS)
    draws, _, by_bits, _ = all_draws()
    columns, by_mask = _about_masks(least)
    model = (kinds, _factors(), mixed_hands(), flushes(), least, columns, by_mask, by_bits)
    wins, every = np.zeros(32, np.int64), np.zeros(HAND, np.int64)
    free = np.full(4, (1 << 13) - 1, np.int64)
    for card in hand.cards:
        free[card & 3] &= ~(1 << (card >> 2))
    suits, parts = _parts(hand.cards)
    room = (
        left(hand.cards),
        np.zeros(13, np.int64),
        *(np.zeros(STRENGTHS + 1, np.int64) for _ in range(2)),
        free,
        np.zeros(by_mask.shape[1], np.int64),
        suits,
        parts,
    )
    _, starts, ranks, _ = tables()
    LOOPS(1).joint_holds(model, draws, (starts, ranks), room, (wins, every))
    found = {}
    for number in range(1, 32):
        kept = tuple(card for place, card in enumerate(hand.cards) if number >> place & 1)
        found[kept] = Fraction(int(wins[number]), 2 * int(every[HAND - len(kept)]))
    return found


def _parts(cards: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return of every hold its suit, or -1, and its ranks as bits, its size, its sum of keys."""
    suits, parts = np.full(32, -1, np.int64), np.zeros((32, 3), np.int64)
    for number in range(1, 32):
        kept = [card for place, card in enumerate(cards) if number >> place & 1]
        if len({card & 3 for card in kept}) == 1:
            suits[number] = kept[0] & 3
        bits = sum(1 << rank for rank in {card >> 2 for card in kept})
        parts[number] = bits, len(kept), sum(RANK_KEYS[card >> 2] for card in kept)
    return suits, parts


@cache
def _factors() -> NDArray[np.int64]:
    """Return the weight of one draw to each kind, and of standing, by how many cards you draw."""
    rows = []
    for many in range(HAND):
        ways = [comb(PACK - many, DRAWN[kind]) for kind in _KINDS]
        unit = lcm(*ways)
        rows.append([*(unit // one for one in ways), unit])
    return np.array(rows, np.int64)


@cache
def _about_masks(least: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Return what flushes add for each rank of yours of several suits, by what is left of a suit.

    Column 0 counts flushes that are no straights. The others are twice what is below a rank and
    once what is at it: nothing for ranks below a straight, one column for each straight, from which
    straight flushes are taken off, and one for all that is above a flush.
    """
    bits, plain, _ = flushes()
    masks = np.arange(1 << 13)
    found = np.zeros((1 << 13, 3 + _STRAIGHTS), np.int64)
    columns = np.ones(STRENGTHS + 1, np.int64)
    columns[1:][kind_of_rank() > FLUSH] = 2 + _STRAIGHTS
    for one in np.argsort(plain):
        inside = (masks & bits[one]) == bits[one]
        if plain[one] < least:
            found[:, 0] += inside
            continue
        number = int(plain[one]) - least
        columns[plain[one]] = 2 + number
        found[:, 2 + number] -= inside
        found[:, 3 + number : 2 + _STRAIGHTS] -= 2 * inside[:, None]
        found[:, 2 + _STRAIGHTS] -= 2 * inside
    found[:, 2 + _STRAIGHTS] += 2 * found[:, 0]
    return columns, found
