"""Loops over random hands of continuous types: plain code over arrays, compiled where it pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]


def play(
    hands: Floats,
    luck: Floats,
    turns: Integers,
    first: Integers,
    tops: Floats,
    goes: Integers,
    among: NDArray[np.bool_],
    better: Floats,
    counts: Integers,
) -> None:
    """Play every hand to its end, and count who won there; at an end without a showdown player 0.

    A node is a player's turn where ``turns`` has a player, and an end where that is -1. The
    intervals of a turn begin at ``first`` and end at ``tops``; each goes to a node.
    """
    for k in range(hands.shape[0]):
        node = 0
        while turns[node] >= 0:
            held = hands[k, turns[node]]
            place = first[node]
            while held >= tops[place]:
                place += 1
            node = goes[place]
        best, height = 0, -1.0
        for seat in range(among.shape[1]):
            if among[node, seat]:
                reached = hands[k, seat]
                if luck[k, seat] < better[node]:
                    reached += 1.0
                if reached > height:
                    best, height = seat, reached
        counts[node, best] += 1
