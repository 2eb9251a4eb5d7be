"""Kernel of regret minimisation with private hands: all decisions of a player, many hands at once.

Numbers of a player are by sequence of actions (rows) and hand (columns), as
:class:`sabot.forms.private_hands.HandSequences` numbers them. Inner loops run over hands, so that
they become vector instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]


def multiply_along(
    first: Integers, counts: Integers, before: Integers, mix: Floats, out: Floats
) -> None:
    """Fill *out* with the products of probabilities along each sequence; its row 0 is given."""
    for decision in range(first.shape[0]):
        reached = out[before[decision]]
        for place in range(first[decision], first[decision] + counts[decision]):
            chosen, found = mix[place], out[place]
            for hand in range(chosen.shape[0]):
                found[hand] = reached[hand] * chosen[hand]


def learn(
    first: Integers,
    counts: Integers,
    before: Integers,
    ends: Integers,
    amounts: Floats,
    sums: Floats,
    gains: Floats,
    mix: Floats,
    regret: Floats,
    total: Floats,
    keep: tuple[float, float, float],
) -> None:
    """Add regrets, mix in proportion to positive regret, and add the mix to the average.

    *sums* are those over the opponent's hands at its sequences: weaker, not stronger, all.
    *amounts* are what each end pays for these; *gains* what other ends pay, and room for more.
    *keep* is what is kept of positive regrets, of negative ones and of the average.
    """
    for end in range(ends.shape[0]):
        place, column = ends[end, 0], ends[end, 1]
        if ends[end, 2]:
            add_times(gains[place], sums[0, column], amounts[end, 0])
            add_times(gains[place], sums[1, column], amounts[end, 1])
        add_times(gains[place], sums[2, column], amounts[end, 2])
    earned, whole = gains[0].copy(), gains[0].copy()
    for decision in range(first.shape[0] - 1, -1, -1):
        begin = first[decision]
        last = begin + counts[decision]
        earned[:] = 0.0
        whole[:] = 0.0
        for place in range(begin, last):
            add_product(earned, mix[place], gains[place])
        for place in range(begin, last):
            add_regret(regret[place], gains[place], earned, mix[place], whole, keep)
        add_times(gains[before[decision]], earned, 1.0)
        for place in range(begin, last):
            divide(mix[place], whole, 1.0 / counts[decision])
    gains[0] = 1.0
    multiply_along(first, counts, before, mix, gains)
    for place in range(1, gains.shape[0]):
        old, new = total[place], gains[place]
        for hand in range(old.shape[0]):
            old[hand] = old[hand] * keep[2] + new[hand]


def add_times(target: Floats, source: Floats, times: float) -> None:
    """Add a row, so many times."""
    for hand in range(target.shape[0]):
        target[hand] += source[hand] * times


def add_product(target: Floats, one: Floats, two: Floats) -> None:
    """Add the products of two rows."""
    for hand in range(target.shape[0]):
        target[hand] += one[hand] * two[hand]


def add_regret(
    regret: Floats,
    gained: Floats,
    earned: Floats,
    mix: Floats,
    whole: Floats,
    keep: tuple[float, float, float],
) -> None:
    """Add the regrets of one action; its positive part becomes the mix and a part of the whole."""
    for hand in range(regret.shape[0]):
        old = regret[hand]
        new = old * (keep[0] if old > 0.0 else keep[1]) + gained[hand] - earned[hand]
        part = new if new > 0.0 else 0.0
        regret[hand] = new
        mix[hand] = part
        whole[hand] += part


def divide(mix: Floats, whole: Floats, even: float) -> None:
    """Divide a row by the whole; even where that is 0."""
    for hand in range(mix.shape[0]):
        mix[hand] = mix[hand] / whole[hand] if whole[hand] > 0.0 else even
