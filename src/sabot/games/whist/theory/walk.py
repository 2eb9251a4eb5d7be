"""The walk that counts the deals where the ace is held back, many counts in one integer.

East has the ace and H upper is h. Following the cards two at a time, what matters is how many were
West's (w), how many entries of the H upper diagonal were negative (v), and by how many the H lower
diagonal had more positive entries (d). Ways are only ever added, so for each w the counts for all v
and d stand side by side in one long integer, wide enough apart never to run into each other: a pair
of cards moves all of them by a shift, and two ways to the same place meet in one sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Ways = list[int]
"""For each w the counts of all (v, d), the one of (v, d) at digit ``v * (deepest + 1) + d``."""


def held_back(n: int, h: int, start: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return how many ways there are to satisfy (2) and (3): for each w, those with d = 0, 1, more.

    start[w] counts the ways to begin with h + 1 cards, w of them West's; the walk ends before the
    h + 3 highest cards.
    """
    deepest = (n - h - 2) // 2  # v ends there, never falls, and d is at most v
    width = 2 * n + 1  # bits: there are 4^n ways at the most
    unmet = [*start, *[0] * (n + 1 - len(start))]
    met = [0] * (n + 1)
    cards = h + 1
    for i in range(2, n - h):
        met = _advance(met, cards, n, h, deepest, width)
        unmet = _advance(unmet, cards, n, h, deepest, width)
        cards += 2
        if i % 2 == 0 and i <= n - h - 2:
            now = _met(i // 2, deepest, width)
            for w, ways in enumerate(unmet):
                met[w] += ways & now
                unmet[w] = ways & ~now
    return [_ended(ways, deepest, width) for ways in met]


def _advance(ways: Ways, cards: int, n: int, h: int, deepest: int, width: int) -> Ways:
    """Return the ways two cards later, without those whose v has become too great."""
    row = (deepest + 1) * width
    after = [0] * (n + 1)
    for w, held in enumerate(ways):
        if held:
            for west, lower, upper in _pairs(w, cards, n):
                if upper >= h:
                    after[west] += held
                else:  # v grows, and d too where H lower has one more
                    after[west] += held << (row + width if lower >= h else row)
    whole = (1 << (deepest + 1) * row) - 1
    return [held & whole for held in after]


def _pairs(w: int, cards: int, n: int) -> Iterator[tuple[int, int, int]]:
    """Yield West's cards after each next pair, and S after its first and after its second card."""
    for first in (0, 1):
        lower = cards + 1 - 2 * (w + first)
        for second in (0, 1):
            west = w + first + second
            if west <= n and cards + 2 - west <= n:
                yield west, lower, lower + 1 - 2 * second


def _met(half: int, deepest: int, width: int) -> int:
    """Return ones wherever, after 2 * *half* terms, condition (3) is met: d > v - half >= 0."""
    found = 0
    for v in range(half, deepest + 1):
        few = v - half + 1
        digits = (1 << (deepest + 1 - few) * width) - 1
        found |= digits << (v * (deepest + 1) + few) * width
    return found


def _ended(ways: int, deepest: int, width: int) -> tuple[int, int, int]:
    """Return the counts of d = 0, d = 1 and more where v is the deepest."""
    ways >>= deepest * (deepest + 1) * width
    digit = (1 << width) - 1
    counts = [ways >> d * width & digit for d in range(deepest + 1)]
    counts += [0] * (2 - len(counts))
    return counts[0], counts[1], sum(counts[2:])
