"""The readings of many deals at once in arrays, where compiling a loop would not pay.

T_k falls as k grows and is 0 for one k at the most, so that it is enough to count, for each deal,
the diagonals where it is positive and those where it is negative.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sabot.games.whist.kernels.heights import Bytes, held_back

Ints = NDArray[np.int64]


def heights_in_arrays(deals: Bytes) -> NDArray[np.int32]:
    """Return H lower, H upper and H of each row of a table of deals.

    >>> heights_in_arrays(np.array([[1, 0, 1, 0, 0, 1]], np.uint8)).tolist()
    [[0, 1, 0]]
    """
    rows, n = deals.shape[0], deals.shape[1] // 2
    sums = diagonals_in_arrays(deals)
    positive, negative = (sums > 0).sum(1), (sums < 0).sum(1)
    upper = positive - n + 1
    lower = np.where(positive + negative == 2 * n - 2, upper, upper - 1)
    lower[positive == 2 * n - 1] = n
    upper[negative == 2 * n - 1] = -n
    whist = np.where(deals[:, -1] == 1, lower, upper)
    for row in np.flatnonzero(lower != upper):
        ace = int(deals[row, -1])
        h = int(upper[row] if ace else -lower[row])
        deep = int(sums[row, (h if ace else -h) + n - 1])
        if held_back(deals[row], h, deep if ace else -deep, ace):
            whist[row] = upper[row] if ace else lower[row]
    return np.stack([lower, upper, whist], axis=1).astype(np.int32).reshape(rows, 3)


def diagonals_in_arrays(deals: Bytes) -> Ints:
    """Return T_k of each row for -n < k < n, at index k + n - 1.

    >>> diagonals_in_arrays(np.array([[1, 0, 1, 0, 0, 1]], np.uint8)).tolist()
    [[1, 2, 1, -2, -1]]
    """
    rows, size = deals.shape
    n = size // 2
    at = np.zeros((rows, size + 1), np.int64)  # n + S(m)
    np.cumsum(2 * deals.astype(np.int8) - 1, axis=1, dtype=np.int64, out=at[:, 1:])
    at += n + np.arange(rows)[:, None] * (size + 1)
    count = np.bincount(at.ravel(), minlength=rows * (size + 1)).reshape(rows, size + 1)
    above = np.empty_like(count)  # how often S has the value or one that is 2, 4, ... greater
    for parity in (0, 1):
        above[:, parity::2] = np.cumsum(count[:, parity::2][:, ::-1], axis=1)[:, ::-1]
    k = np.arange(1 - n, n)
    every = np.where((k + n) % 2, n + 1 - n % 2, n + n % 2)  # m of the other parity than k
    ends = np.sign(k) * (np.abs(k) + np.abs(k) % 2)
    sums: Ints = 2 * above[:, 2 : 2 * n + 1] - every + ends
    return sums
