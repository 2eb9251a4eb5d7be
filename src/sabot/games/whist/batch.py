"""Values of many deals at once: arrays of deals, and all deals of n cards per hand.

T_k falls as k grows and is 0 for one k at most, so it is enough to count, for each deal, the
diagonals where it is positive and those where it is negative. Few deals are done in numpy arrays,
where compiling a loop would not pay; many are done by the compiled kernels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from sabot.errors import FormError, NoMethodError
from sabot.games.whist import height_kernels
from sabot.games.whist.deal import Seat
from sabot.games.whist.height_kernels import Bytes, is_exceptional
from sabot.games.whist.wastlund_values import HEIGHT_KERNELS, TrickGame
from sabot.jit import KernelModule
from sabot.progress import report_progress, run_interruptible_kernel

Ints = NDArray[np.int64]


def heights_by_numpy(deals: Bytes) -> NDArray[np.int32]:
    """Return H lower, H upper and H of each row of a table of deals.

    >>> heights_by_numpy(np.array([[1, 0, 1, 0, 0, 1]], np.uint8)).tolist()
    [[0, 1, 0]]
    """
    rows, n = deals.shape[0], deals.shape[1] // 2
    sums = diagonal_sums_by_numpy(deals)
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
        if is_exceptional(deals[row], h, deep if ace else -deep, ace):
            whist[row] = upper[row] if ace else lower[row]
    return np.stack([lower, upper, whist], axis=1).astype(np.int32).reshape(rows, 3)


def diagonal_sums_by_numpy(deals: Bytes) -> Ints:
    """Return T_k of each row for -n < k < n, at index k + n - 1.

    >>> diagonal_sums_by_numpy(np.array([[1, 0, 1, 0, 0, 1]], np.uint8)).tolist()
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


ALL_DEALS_KERNELS = KernelModule(lambda: height_kernels, pays_from=30_000)
"""Work in deals, at 25 us in plain Python: all deals of 8 cards per hand are still quick."""
ROW_KERNELS = KernelModule(lambda: height_kernels, pays_from=25_000_000)
"""Work in cards of rows, at 60 ns in arrays; compiling takes more than a second."""
MOST_PACKED = 32
MOST_LISTED = 15
MOST_KEPT = 16
MOST_TALLIED = 18
_STOPPABLE_FROM = 5_000_000
"""Deals from which on one must be able to stop."""
Signed = NDArray[np.signedinteger]


@dataclass(frozen=True, slots=True)
class InvariantArrays:
    """H lower, H upper and H of whist of many deals, an array each."""

    n: int
    lower: Signed
    upper: Signed
    whist: Signed

    def __len__(self) -> int:
        return len(self.whist)

    @property
    def greedy(self) -> Signed:
        """H of greedy whist (10)."""
        return np.where(self.upper > 0, self.upper, np.minimum(self.lower, 0))

    def height(self, game: TrickGame = "whist") -> Signed:
        """Return H of a game."""
        return self.whist if game == "whist" else self.greedy

    def tricks(self, lead: Seat, *, game: TrickGame = "whist") -> Signed:
        """Return West's tricks, deal by deal."""
        height = self.height(game)
        return (height + height.dtype.type(self.n + (lead == "E"))) >> 1

    def last_trick(self, lead: Seat) -> NDArray[np.bool_]:
        """Return where West takes the last trick at five-card."""
        taken: NDArray[np.bool_] = self.upper > 0 if lead == "E" else self.lower >= 0
        return taken


def invariants_of_deals(deals: NDArray[np.integer], *, n: int | None = None) -> InvariantArrays:
    """Return the readings of an array of deals.

    Two dimensions: a row for each deal, its cards lowest first, 1 for East and 0 for West.
    One dimension: packed deals of *n* cards per hand, bit i - 1 set when card i is East's.

    >>> invariants_of_deals(np.array([[1, 0, 1, 0, 0, 1]])).whist.tolist()
    [0]
    >>> invariants_of_deals(np.array([0b100101]), n=3).tricks("E").tolist()
    [2]
    """
    if deals.ndim == 2:
        size = deals.shape[1]
        odd = size == 0 or size % 2 or np.any((deals != 0) & (deals != 1))
        if odd or np.any(deals.sum(1, np.int64) * 2 != size):
            raise FormError("each row must hold 2n cards, n of them 1 (East's) and n of them 0")
        rows = np.ascontiguousarray(deals, np.uint8)
        if ROW_KERNELS.record(rows.size):
            return _invariant_arrays(size // 2, ROW_KERNELS.compiled.heights_of_rows(rows))
        return _invariant_arrays(size // 2, heights_by_numpy(rows))
    if deals.ndim != 1 or n is None or not 1 <= n <= MOST_PACKED:
        raise FormError(
            f"packed deals are a flat array and need n, from 1 to {MOST_PACKED}; "
            "larger deals go in as rows of zeros and ones"
        )
    packed = np.ascontiguousarray(deals, np.uint64)
    kernel = HEIGHT_KERNELS(2 * n * packed.size)
    if not kernel.well_packed(packed, n):
        raise FormError(f"each packed deal must have {2 * n} bits, {n} of them set (East's)")
    return _invariant_arrays(n, kernel.heights_of_packed(packed, n))


def all_deals(n: int) -> NDArray[np.uint64]:
    """Return every deal of *n* cards per hand, packed, in increasing order.

    >>> all_deals(2).tolist()
    [3, 5, 6, 9, 10, 12]
    """
    _require_size(n, MOST_LISTED, "listed")
    patterns, begin = ALL_DEALS_KERNELS(2**n).by_east(n)
    parts = []
    for top in range(2**n):
        east = n - top.bit_count()
        parts.append(patterns[begin[east] : begin[east + 1]] | top << n)
    return np.concatenate(parts).view(np.uint64)


def iterate_deals(n: int) -> Iterator[str]:
    """Yield the letters of every deal of *n* cards per hand, without storing them."""
    for held in combinations(range(2 * n), n):
        letters = ["W"] * (2 * n)
        for card in held:
            letters[card] = "E"
        yield "".join(letters)


def invariants_of_all_deals(n: int) -> InvariantArrays:
    """Return the readings of every deal of *n* cards per hand, in the order of ``all_deals``.

    Only the deals where East has the ace are worked out: exchanging the hands turns the order
    round and changes the signs.
    """
    _require_size(n, MOST_KEPT, "kept")
    half = comb(2 * n, n) // 2
    found = np.empty((3, 2 * half), np.int8)
    tally = np.zeros((3, 2 * n + 1), np.int64)
    _run_east_ace_kernel(n, found[:, half:], tally, keep=True)
    mirror = found[:, half:][:, ::-1]
    np.negative(mirror[1], out=found[0, :half])
    np.negative(mirror[0], out=found[1, :half])
    np.negative(mirror[2], out=found[2, :half])
    return InvariantArrays(n, found[0], found[1], found[2])


@dataclass(frozen=True, slots=True)
class InvariantCounts:
    """How many deals of n cards per hand have each H lower, H upper and H; East's ace apart."""

    n: int
    lower: dict[int, int]
    upper: dict[int, int]
    whist: dict[int, int]
    whist_east_ace: dict[int, int]


def count_invariants(n: int) -> InvariantCounts:
    """Count the values of every deal of *n* cards per hand one by one, keeping none of them.

    >>> count_invariants(2).whist
    {-2: 1, -1: 1, 0: 2, 1: 1, 2: 1}
    """
    _require_size(n, MOST_TALLIED, "counted one by one")
    counts = np.zeros((3, 2 * n + 1), np.int64)
    _run_east_ace_kernel(n, np.empty((3, 1), np.int8), counts, keep=False)
    lower, upper, whist = counts.tolist()
    heights = range(-n, n + 1)

    def both(one: list[int], two: list[int]) -> dict[int, int]:
        sums = {h: one[n + h] + two[n - h] for h in heights}
        return {h: count for h, count in sums.items() if count}

    east = {h: whist[n + h] for h in heights if whist[n + h]}
    return InvariantCounts(n, both(lower, upper), both(upper, lower), both(whist, whist), east)


def _run_east_ace_kernel(
    n: int, found: NDArray[np.int8], counts: NDArray[np.int64], *, keep: bool
) -> None:
    """Treat every deal where East has the ace; a long treatment hears a stop."""
    half, halt = comb(2 * n, n) // 2, np.zeros(1, np.int64)
    kernel = ALL_DEALS_KERNELS(half)
    if half < _STOPPABLE_FROM:
        kernel.east_ace(n, found, counts, keep, halt)
        return
    report_progress(f"counting {2 * half:,} deals")
    run_interruptible_kernel(lambda: kernel.east_ace(n, found, counts, keep, halt), halt)


def _invariant_arrays(n: int, found: NDArray[np.int32]) -> InvariantArrays:
    return InvariantArrays(n, found[:, 0], found[:, 1], found[:, 2])


def _require_size(n: int, most: int, what: str) -> None:
    if n < 1:
        raise FormError(f"a hand holds at least one card, not {n}")
    if n > most:
        raise NoMethodError(
            f"there are C({2 * n},{n}) deals of {n} cards per hand; up to n = {most} can be {what}"
        )
