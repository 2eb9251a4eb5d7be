"""What hands win of each other where both draw from one pack.

The rule is ``stand``: a hand without a pair draws nothing. Whoever draws keeps a pair at least, of
two suits, and so never draws a flush. What two hands win of each other then depends on the ranks of
all ten cards, and on whether a hand was dealt as a flush, and on nothing else: 7,462 strengths as
dealt represent all hands. The five cards of both are gone, and the new cards of both are
different cards of the other 42.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_SIZE,
    RANKS,
    STRENGTH_COUNT,
    all_strengths,
    key_sum,
    rank_hand,
)
from sabot.cards.poker_odds import joint_draws_kernel
from sabot.cards.poker_odds.discards import DrawRule, keep_by_rule
from sabot.cards.poker_odds.hand_distribution import (
    CARDS_DRAWN,
    rank_draws,
    ranks_of_key_sums,
)
from sabot.jit import KernelModule
from sabot.progress import report_progress

_LOOPS = KernelModule(lambda: joint_draws_kernel, pays_from=0)
_LEFT = DECK_SIZE - 2 * HAND_SIZE
_MOST_DRAWN = 3
_SIZES = range(_MOST_DRAWN + 1)
_WAYS = [[comb(_LEFT, one) * comb(_LEFT - one, two) for two in _SIZES] for one in _SIZES]
JOINT_WAYS = lcm(*(ways for row in _WAYS for ways in row))
"""Chances of two draws are over this: the ways of all pairs of draws divide it."""
Integers = NDArray[np.int64]
Small = NDArray[np.int32]


@cache
def joint_table() -> Integers:
    """Return for every two strengths as dealt the ways in which the first wins in the end.

    A win counts twice and a tie once; all together are twice :data:`JOINT_WAYS`. Two hands that one
    pack does not have win 0 of each other.
    """
    lists = _lists()
    counts, drawn, kept = lists[0]
    table = np.zeros((STRENGTH_COUNT, STRENGTH_COUNT), np.int64)
    alike = np.where(drawn == 0, -1, 10_000 * drawn + kept)
    groups = [np.flatnonzero(alike == one).astype(np.int32) for one in np.unique(alike)]
    sizes = [len(group) for group in groups]
    done, total = 0, (sum(sizes) ** 2 + sum(size**2 for size in sizes)) // 2
    for number, mine in enumerate(groups):
        for theirs in groups[number:]:
            report_progress("tables of joint draws", done, total, "pairs")
            done += len(mine) * len(theirs)
            if drawn[theirs[0]] == 0:
                won = _standing_wins(counts, mine, theirs)
            else:
                won = _drawing_wins(lists, mine, theirs)
            unit = JOINT_WAYS // _WAYS[drawn[mine[0]]][drawn[theirs[0]]]
            known = won >= 0
            table[np.ix_(mine, theirs)] = np.where(known, won * unit, 0)
            table[np.ix_(theirs, mine)] = np.where(known, 2 * JOINT_WAYS - won * unit, 0).T
    return table


def _standing_wins(counts: Small, mine: Small, theirs: Small) -> Integers:
    """Return what hands that draw nothing win of each other; -1 where one pack has not both."""
    found: Integers = np.sign(mine[:, None] - theirs).astype(np.int64) + 1
    few = counts.astype(np.int8)
    for place, hand in enumerate(mine):
        found[place, (few[hand] + few[theirs]).max(1) > 4] = -1
    return found


def _drawing_wins(lists: _Lists, mine: Small, theirs: Small) -> Integers:
    """Return what hands win of others that draw; all others keep the same ranks, and so do mine.

    Mine may also draw nothing. What is won then depends on the ranks that are left in the pack, and
    each such case is counted once.
    """
    counts, drawn, _ = lists[0]
    codes = counts.astype(np.int64) @ 9 ** np.arange(13)
    cases = codes[mine][:, None] + codes[theirs]
    if drawn[mine[0]] == 0:
        cases = STRENGTH_COUNT * cases + mine[:, None]
    _, first, inverse = np.unique(cases, return_index=True, return_inverse=True)
    one, two = np.unravel_index(first, cases.shape)
    return count_wins(lists, mine[one], theirs[two])[inverse.reshape(cases.shape)]


def draw_jointly(
    one: Sequence[int],
    two: Sequence[int],
    rule: DrawRule,
    pick: Callable[[Sequence[str], Sequence[int], int], int],
) -> tuple[int, int]:
    """Return the ranks that two hands end with; new cards are picked by rank, one by one.

    Only the ranks of the hands count, and whether one is a flush; so a hand may represent others.
    """
    left = 4 - np.bincount([card >> 2 for card in (*one, *two)], minlength=13)
    found = []
    for hand in (one, two):
        kept = [card >> 2 for card in keep_by_rule(hand, rule)]
        if len(kept) == HAND_SIZE:
            found.append(rank_hand(tuple(hand)))
            continue
        while len(kept) < HAND_SIZE:
            ranks = np.flatnonzero(left).tolist()
            many = left[ranks].tolist()
            kept.append(ranks[pick([RANKS[rank] for rank in ranks], many, sum(many))])
            left[kept[-1]] -= 1
        found.append(int(ranks_of_key_sums(np.array([key_sum(tuple(kept))]))[0][0]))
    return found[0], found[1]


def count_wins(lists: _Lists, one: Small, two: Small) -> Integers:
    """Return what hands win of others, pair by pair; -1 where one pack has not both."""
    found = np.zeros(len(one), np.int64)
    room = tuple(np.zeros(many, np.int64) for many in (13, 455, 455))
    _LOOPS(1).count_joint_wins((one, two), *lists, room, found)
    return found


_Lists = tuple[
    tuple[Small, Small, Small], tuple[tuple[Small, ...], tuple[Small, ...]], tuple[Small, ...]
]


def _lists() -> _Lists:
    """Return the hands, the strengths and draws that fill up what they keep, and sets one larger.

    They are as :func:`joint_draws_kernel.count_joint_wins` has them.
    """
    numbers = [
        {tuple(row): number for number, row in enumerate(rank_draws(size).counts.tolist())}
        for size in range(HAND_SIZE + 1)
    ]
    counts = np.zeros((STRENGTH_COUNT, 13), np.int32)
    drawn = np.zeros(STRENGTH_COUNT, np.int32)
    kept = np.zeros(STRENGTH_COUNT, np.int32)
    flushes: list[int] = []
    for place, step in enumerate(all_strengths()):
        counts[place] = np.bincount(step.five, minlength=13)
        drawn[place] = CARDS_DRAWN.get(step.kind, 0)
        held = np.where(counts[place] > 1, counts[place], 0) if drawn[place] else counts[place]
        kept[place] = numbers[HAND_SIZE - drawn[place]][tuple(held.tolist())]
        if step.suited:
            kept[place] = len(numbers[HAND_SIZE]) + len(flushes)
            flushes.append(place + 1)
    strengths, draws, added = [], [], []
    for missing in _SIZES:
        held_sets, fill = rank_draws(HAND_SIZE - missing), rank_draws(missing)
        sums = held_sets.sums[:, None] + fill.sums
        possible = (held_sets.counts[:, None] + fill.counts).max(2) <= 4
        reached = np.where(possible, ranks_of_key_sums(np.where(possible, sums, 1))[0], 0)
        if missing == 0:
            reached = np.concatenate((reached, np.array(flushes)[:, None]))
        order = np.argsort(reached, axis=1, kind="stable")
        strengths.append(np.take_along_axis(reached, order, 1).astype(np.int32))
        draws.append(order.astype(np.int32))
        larger = held_sets.counts[:, None] + np.eye(13, dtype=np.int64)
        known = numbers[min(HAND_SIZE, HAND_SIZE - missing + 1)]
        added.append(
            np.array(
                [[known.get(tuple(row), -1) for row in rows] for rows in larger.tolist()], np.int32
            )
        )
    return (counts, drawn, kept), (tuple(strengths), tuple(draws)), tuple(added)
