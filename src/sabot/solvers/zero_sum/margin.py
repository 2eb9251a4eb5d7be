"""Sums of positive products in floats, with a proven bound on all rounding.

For positive integers ``a`` of at most ``L`` and weights ``t / below >= 0`` the question is on which
side of 1 the sums ``T_i = sum_j a_ij t_j / below`` are. Floats compute ``sum_j f_ij w_j`` with
``f_ij`` nearest to ``a_ij / L`` and ``w_j`` nearest to ``L t_j / below``. Let ``u = 2^-53`` and let
``n`` be the number of columns.

1. Each ``f`` and each ``w`` is correctly rounded (a division of integers, in numpy from integers
   below 2^53, in Python from any): off by a factor within ``1 +- u``, being in normal range.
2. A product is off by one such factor, and by none if it is fused with an addition. Of the
   ``n - 1`` additions a term passes through at most ``n - 1``, in whatever order and in however
   many strands BLAS adds. Nothing is subtracted, so bounds on the factors of all terms are bounds
   on that of the sum; adding a 0 is exact.
3. So the sum in floats is ``S_i = T_i (1 + h)`` with ``(1 - u)^m <= 1 + h <= (1 + u)^m`` and
   ``m = n + 2``. As ``m u <= 1``, ``(1 - u)^m >= 1 - m u`` and ``(1 + u)^m <= 1 + 2 m u``, and
   therefore ``|h| <= (n + 2) 2^-52``.
4. If ``T_i >= 1`` then ``S_i >= 1 - (n + 2) 2^-52``, and if ``T_i <= 1`` then
   ``S_i <= 1 + (n + 2) 2^-52``. Both limits are floats themselves, so comparing rounds nothing.

Normal range: with ``L <= 2^500`` and ``2^-500 <= w <= 2^500`` (or ``w = 0``) no product is outside
of 2^-1001 and 2^501, so nothing underflows, and no sum of fewer than 2^500 of them overflows. Where
these do not hold every sum is in doubt. What is in doubt is computed in whole numbers, elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_ULP = 2.0**-52
_LARGE = 500  # bits on either side of 1 within which products of two numbers stay normal


class Sums:
    """Positive integers as floats of at most 1, ready to be summed with weights."""

    def __init__(self, scaled: Floats, largest: int) -> None:
        """Take ``a / largest``, each correctly rounded, of positive integers ``a``."""
        self.scaled = scaled
        self.largest = largest

    def not_below(
        self, places: Sequence[int], tops: Sequence[int], below: int
    ) -> NDArray[np.bool_]:
        """Return which rows may sum to 1 or more, weighting the columns at *places*."""
        return self._doubt(self.scaled, places, tops, below, -1)

    def not_above(
        self, places: Sequence[int], tops: Sequence[int], below: int
    ) -> NDArray[np.bool_]:
        """Return which columns may sum to 1 or less, weighting the rows at *places*."""
        return self._doubt(self.scaled.T, places, tops, below, 1)

    def _doubt(
        self, a: Floats, places: Sequence[int], tops: Sequence[int], below: int, side: int
    ) -> NDArray[np.bool_]:
        height, width = a.shape
        live = self._weights(tops, below)
        if live is None:
            return np.ones(height, dtype=np.bool_)
        weights = np.zeros(width)
        weights[list(places)] = live
        sums = a @ weights
        limit = 1.0 + side * (width + 2) * _ULP
        found: NDArray[np.bool_] = sums >= limit if side < 0 else sums <= limit
        return found

    def _weights(self, tops: Sequence[int], below: int) -> list[float] | None:
        """Return ``largest * top / below``, each correctly rounded; None outside normal range."""
        if self.largest.bit_length() > _LARGE:
            return None
        try:
            live = [self.largest * top / below for top in tops]
        except OverflowError:
            return None
        least = min((weight for weight, top in zip(live, tops, strict=True) if top), default=1.0)
        most = max(live, default=1.0)
        within = math.ldexp(1.0, -_LARGE) <= least and most <= math.ldexp(1.0, _LARGE)
        return live if within else None
