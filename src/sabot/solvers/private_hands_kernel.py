"""Kernel of regret minimisation with private hands: one decision of the public tree, all hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def learn(
    values: Floats, mix: Floats, regret: Floats, total: Floats, reach: Floats, earned: Floats
) -> None:
    """Add regrets and strategies, and mix in proportion to what regret is positive.

    *values* are what each action (rows) earns with each hand (columns), *reach* how much the
    current mix counts in the average; *earned* is filled with what the mix earns.
    """
    actions, hands = values.shape
    for hand in range(hands):
        found = 0.0
        for action in range(actions):
            found += mix[action, hand] * values[action, hand]
        earned[hand] = found
        whole = 0.0
        for action in range(actions):
            total[action, hand] += reach[hand] * mix[action, hand]
            gain = regret[action, hand] + values[action, hand] - found
            if gain < 0.0:
                gain = 0.0
            regret[action, hand] = gain
            whole += gain
        for action in range(actions):
            if whole > 0.0:
                mix[action, hand] = regret[action, hand] / whole
            else:
                mix[action, hand] = 1.0 / actions
