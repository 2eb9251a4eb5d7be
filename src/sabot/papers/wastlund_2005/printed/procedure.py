"""Section 10 as printed, but for the loop, whose text is with the numbers."""

from __future__ import annotations

from collections.abc import Mapping


def heights(c: Mapping[int, int]) -> dict[int, int]:
    """Return S(0) to S(2n) from C_1 to C_2n (37)."""
    s = {0: 0}
    for i in range(0, len(c)):
        s[i + 1] = s[i] + c[i + 1]
    return s


def start(n: int) -> dict[int, int]:
    """Return the array T of step 1."""
    below = {-n + k: k for k in range(1, n)}
    return below | {k: -n + k for k in range(0, n)}


def alternating_entry(i: int, j: int) -> int:
    """Return A_ij of the deal W E W E ..., as printed."""
    return -1 if i >= j else 1


def entry(s: Mapping[int, int], i: int, j: int) -> int:
    """Return A_ij from the partial sums."""
    return 1 if s[i + j - 1] > j - i else -1
