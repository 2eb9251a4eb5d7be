"""Games of binary choices as arrays of machine integers.

Where neither player ever chooses twice and every choice is between two actions, let ``p`` and ``q``
be the probabilities of the second action at the infosets of player one and two. The payoff is then
``level + first . p + second . q + p . joint . q``: :class:`BinaryActionForm` holds these four
arrays in machine integers, and fixing a choice is an addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sabot.forms.sequence import SequenceForm, Treeplex

Int64Array = npt.NDArray[np.int64]
OVERFLOW_BOUND = 2.0**62
"""A sum of integers whose absolute values add up to less cannot overflow a machine word.

Half of what would overflow: the sum itself is taken in floats, whose errors are far smaller.
"""
_MOST_ENTRIES = 2**22
_MAX_ENTRIES_PER_NONZERO = 16
"""At least one entry in so many must not be zero: else dictionaries are smaller and faster."""


@dataclass(frozen=True, eq=False)
class BinaryActionForm:
    """A flat game of binary choices whose payoffs, and all sums of them, fit machine words.

    Arrays of Python's integers serve as well, more slowly: nothing overflows them.
    """

    sides: tuple[Treeplex, Treeplex]
    level: int
    """What side one is paid when everybody takes the first action everywhere."""
    first: Int64Array
    """How much more, by side one's cells, where that side takes the second action instead."""
    second: Int64Array
    """The same by side two's cells."""
    joint: Int64Array
    """What comes on top where both do."""
    denominator: int

    @classmethod
    def of(cls, form: SequenceForm) -> BinaryActionForm | None:
        """Return a form as arrays; None where it is no such game, too large or mostly zeros.

        >>> from sabot.forms.sequence import Treeplex, sequence_form_from_sums
        >>> sides = tuple(Treeplex.flat(name, {"a": ("S", "D")}) for name in ("one", "two"))
        >>> sums = {1: {(1, 1): 3, (1, 2): 1, (2, 2): 4}}
        >>> form = BinaryActionForm.of(sequence_form_from_sums(sides, sums))
        >>> form.level, form.first, form.second, form.joint
        (3, array([-3]), array([-2]), array([[6]]))
        """
        payoffs = dense_payoffs(form)
        if payoffs is None:
            return None
        return cls.of_dense(form.sides, payoffs, form.denominator)

    @classmethod
    def of_dense(
        cls, sides: tuple[Treeplex, Treeplex], payoffs: Int64Array, denominator: int
    ) -> BinaryActionForm | None:
        """Return the game with these payoffs by the sequences of both sides."""
        rise, base = payoffs[2::2] - payoffs[1::2], payoffs[0] + payoffs[1::2].sum(axis=0)
        return cls.fitting(
            sides,
            int(base[0] + base[1::2].sum()),
            rise[:, 0] + rise[:, 1::2].sum(axis=1),
            base[2::2] - base[1::2],
            rise[:, 2::2] - rise[:, 1::2],
            denominator,
        )

    @classmethod
    def fitting(
        cls,
        sides: tuple[Treeplex, Treeplex],
        level: int,
        first: Int64Array,
        second: Int64Array,
        joint: Int64Array,
        denominator: int,
    ) -> BinaryActionForm | None:
        """Return the form of these arrays; None where some sum of words might overflow."""
        if joint.dtype != object and not sums_fit_int64(np.array([level]), first, second, joint):
            return None
        return cls(sides, level, first, second, joint, denominator)


def dense_payoffs(form: SequenceForm) -> Int64Array | None:
    """Return the payoffs of a flat game of binary choices by both sides' sequences.

    None where it is no such game, where sums of them might overflow, where zeros are most of them.
    """
    if any(c.parent or len(c.actions) != 2 for side in form.sides for c in side.cells):
        return None
    height, width = (side.count for side in form.sides)
    if height * width > min(_MOST_ENTRIES, _MAX_ENTRIES_PER_NONZERO * len(form.payoffs)):
        return None
    try:
        places = np.array(form.payoffs, dtype=np.int64)
    except OverflowError:
        return None
    payoffs = np.zeros((height, width), dtype=np.int64)
    payoffs[places[:, 0], places[:, 1]] = places[:, 2]
    return payoffs if sums_fit_int64(payoffs) else None


def sums_fit_int64(*arrays: npt.NDArray[Any]) -> bool:
    """Return whether no sum of the entries of some arrays can overflow a machine word."""
    return float(sum(np.abs(part.astype(np.float64)).sum() for part in arrays)) < OVERFLOW_BOUND
