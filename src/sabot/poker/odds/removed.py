"""All holds of all classes against one who improves, the own cards being out of his pack."""

from __future__ import annotations

from functools import cache
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from sabot.compiled import Loops
from sabot.poker.classes import classes
from sabot.poker.deck import HAND
from sabot.poker.ladder import PAIR, STRAIGHT, STRENGTHS, THREE, TWO_PAIRS
from sabot.poker.odds.counting import BINOMIAL, draws, ranks_of_sums
from sabot.poker.odds.every import REST, Holds, flushes, mixed_hands
from sabot.poker.odds.field import DRAWN, held_by_rule, kind_of_rank
from sabot.poker.tables import RANK_KEYS, tables

LOOPS = Loops("sabot.poker.odds.kernels.removed", pays_from=0)
"""All classes are always enough work."""
PACK = REST - HAND
"""Cards from which the other draws."""
UNIT = lcm(*(comb(PACK, many) for many in DRAWN.values()))
_SCALE = lcm(*(comb(REST, many) for many in range(HAND)))
_KEYS = np.array(RANK_KEYS, np.int64)
Arrays = tuple[NDArray[np.int64], ...]


@cache
def every_removed() -> Holds:
    """Return the holds of every class that keep a card at least, against ``improved``.

    The same as :func:`sabot.poker.odds.holds.hold` has under ``removal``, for all at once.
    """
    return removed(classes().hands)


def removed(hands: NDArray[np.uint8]) -> Holds:
    """Return the same of some hands; those with the same ranks are best beside one another."""
    least = 1 + int((kind_of_rank() >= STRAIGHT).argmax())
    kinds = tuple(improving(kind) for kind in (PAIR, TWO_PAIRS, THREE))
    model = (*kinds, mixed_hands(), flushes(), UNIT, least)
    _, starts, ranks, _ = tables()
    count = len(hands)
    values, totals = np.zeros((count, 32), np.int64), np.zeros(count, np.int64)
    sizes = (13, STRENGTHS + 1, STRENGTHS + 1, STRENGTHS + 1, 32)
    room = (*(np.zeros(size, np.int64) for size in sizes), np.zeros((20_000, 3), np.int64))
    room = (*room, np.zeros(4, np.int64))
    LOOPS(1).every_removed(
        hands.astype(np.int64), model, all_draws(), (starts, ranks), room, (values, totals)
    )
    return Holds(values, 2 * totals * _SCALE)


def improving(
    kind: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int, int]:
    """Return of a kind what is held and may be drawn, where it leads, how many cards, their weight.

    The last is of one draw.
    """
    held, sets = held_by_rule(kind), draws(DRAWN[kind])
    possible = (held[:, None, :] + sets.counts[None, :, :] <= 4).all(axis=2)
    sums = np.where(possible, sets.sums[None, :] + (held @ _KEYS)[:, None], 0)
    ranks = np.where(possible, ranks_of_sums(sums)[0], 0)
    drawn = compact(DRAWN[kind])
    return held, drawn, ranks.astype(np.int64), DRAWN[kind], UNIT // comb(PACK, DRAWN[kind])


@cache
def compact(many: int) -> NDArray[np.int64]:
    """Return all draws of so many cards as lists of a rank and how often it is there."""
    counts = draws(many).counts
    found = np.zeros((len(counts), 5, 2), np.int64)
    for row, times in enumerate(counts):
        for place, rank in enumerate(np.flatnonzero(times)):
            found[row, place] = rank, times[rank]
    return found


@cache
def all_draws() -> tuple[Arrays, Arrays, NDArray[np.int64], NDArray[np.int64]]:
    """Return all draws of none to four cards, those of one suit, ranks by bits, and the scale."""
    counts, sums, ends, bits, set_ends = [], [], [0], [], [0]
    for many in range(HAND):
        sets = draws(many)
        counts.append(compact(many))
        sums.append(sets.sums)
        ends.append(ends[-1] + len(sets.sums))
        bits.append(sets.bits[sets.bits >= 0])
        set_ends.append(set_ends[-1] + len(bits[-1]))
    whole = (_KEYS, np.concatenate(counts), np.concatenate(sums), np.array(ends), BINOMIAL)
    by_bits = np.zeros((1 << 13, 2), np.int64)
    five, plain, suited = flushes()
    by_bits[five, 0], by_bits[five, 1] = plain, suited
    scale = np.array([_SCALE // comb(REST, many) for many in range(HAND)], np.int64)
    return whole, (np.concatenate(bits), np.array(set_ends)), by_bits, scale
