"""The shifts of all ends at once, in whole arrays: what :mod:`proving` does end by end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sabot.solvers.equilibrium.every.proving import NOTHING

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]


def all_shifts(
    table: NDArray[Any],
    start: int,
    mixed: int,
    bit: int,
    code: int,
    widths: Ints,
    codes: Ints,
    ended: Ints,
    reasons: Floats,
    found: NDArray[Any],
    proved: Ints,
) -> None:
    """Prove the ends without a point on one side: write their weights, and which were proved.

    The same as :func:`proving.shifts`; the table may hold Python's own integers.
    """
    height, width = table.shape
    ends = np.flatnonzero(codes == code)
    reason = reasons[ends, start : start + height]
    free = (ended[ends, start : start + height] & bit) != 0
    barred = (ended[ends, mixed : mixed + width] & bit) != 0
    for bits in widths.tolist():
        weights, sound = rounded(reason, free, bits)
        gains = (weights.astype(table.dtype) @ table > 0) | barred
        shown = sound & gains.all(axis=1)
        found[ends[shown], :height] = weights[shown]
        proved[ends[shown]] = 1
        ends, reason, free, barred = (array[~shown] for array in (ends, reason, free, barred))


def rounded(reason: Floats, free: Flags, bits: int) -> tuple[Ints, Flags]:
    """Return weights of so many bits with sum 0, and whether none is below 0 but where *free*."""
    each, size = np.arange(len(reason)), np.abs(reason)
    greatest = size.max(axis=1, initial=0.0)
    usable = (greatest > NOTHING) & (greatest < np.inf)
    scale = 2.0**bits / np.where(usable, greatest, 1.0)
    scaled = np.where(usable[:, None], reason, 0.0) * scale[:, None]
    weights = np.floor(scaled + 0.5).astype(np.int64)
    weights[(weights <= 0) & ~free] = 0
    total = weights.sum(axis=1)
    some = free.any(axis=1)
    weights[each, np.where(free, size, -1.0).argmax(axis=1)] -= np.where(some, total, 0)
    sound = np.where(usable, some | (total == 0), greatest <= NOTHING)
    return weights, sound
