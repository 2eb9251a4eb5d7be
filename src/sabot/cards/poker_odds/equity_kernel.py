"""Kernel of hold'em equity before the flop: two hands, all boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabot.cards.poker_hand_kernel import rank5

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sabot.cards.poker_hand_kernel import Tables

    Integers = NDArray[np.int64]


def best_of_seven(cards: Integers, choices: Integers, tables: Tables) -> int:
    """Return the rank of the best five of seven cards."""
    best = 0
    for row in range(choices.shape[0]):
        c0, c1, c2 = cards[choices[row, 0]], cards[choices[row, 1]], cards[choices[row, 2]]
        c3, c4 = cards[choices[row, 3]], cards[choices[row, 4]]
        found = rank5(c0, c1, c2, c3, c4, tables)
        if found > best:
            best = found
    return best


def all_boards(
    hands: Integers, left: Integers, choices: Integers, tables: Tables, out: Integers
) -> None:
    """Count the boards of five of the cards *left* that the first hand wins, ties and loses."""
    one, two = hands[0], hands[1]
    many = left.shape[0]
    for a in range(many):
        one[2] = two[2] = left[a]
        for b in range(a + 1, many):
            one[3] = two[3] = left[b]
            for c in range(b + 1, many):
                one[4] = two[4] = left[c]
                for d in range(c + 1, many):
                    one[5] = two[5] = left[d]
                    for e in range(d + 1, many):
                        one[6] = two[6] = left[e]
                        mine = best_of_seven(one, choices, tables)
                        yours = best_of_seven(two, choices, tables)
                        if mine > yours:
                            out[0] += 1
                        elif mine == yours:
                            out[1] += 1
                        else:
                            out[2] += 1
