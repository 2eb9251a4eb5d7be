"""Value of one deal by the theorems of Wästlund (2005), in a number of steps linear in n.

The matrix A of (6) has 1 where West's i-th card beats East's j-th and -1 elsewhere; T_k is its
sum along the diagonal j - i = k. The signs of T_k give H lower and H upper, and with Theorem 9.1
H of whist; West takes (n + H) / 2 tricks. Theorem 6.1 is greedy whist, 7.1 generalised greedy
whist, 7.2 five-card.

>>> r = invariants_of("EWEWWE")
>>> r.lower, r.upper, r.whist, r.greedy
(0, 1, 0, 1)
>>> r.tricks("W", game="whist"), r.tricks("W", game="greedy-whist")
(1, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, TypeVar

from sabot.errors import FormError, NoMethodError
from sabot.games.whist.deal import Deal, Seat
from sabot.jit import KernelModule

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray

DealLike = Deal | str
TrickGame = Literal["whist", "greedy-whist"]
Score = TypeVar("Score")


def _load_height_kernels() -> ModuleType:
    from sabot.games.whist import height_kernels  # which imports numpy

    return height_kernels


HEIGHT_KERNELS = KernelModule(_load_height_kernels, pays_from=2_000_000)
"""Work in cards read, at 0.4 us in plain Python: compiling takes as long as some millions."""
MOST_ORDERED = 14
"""Up to so many cards per hand a score is checked before it is used: a quarter of a second."""


@dataclass(frozen=True, slots=True)
class DealInvariants:
    """The numbers that decide a deal: H lower, H upper, and H of whist (Theorem 9.1)."""

    n: int
    lower: int
    upper: int
    whist: int

    @property
    def greedy(self) -> int:
        """H of greedy whist (10): the one of H lower and H upper that is farther from 0."""
        return greedy_height(self.lower, self.upper)

    def height(self, game: TrickGame = "whist") -> int:
        """Return H of a game."""
        return self.whist if game == "whist" else self.greedy

    def tricks(self, lead: Seat, *, game: TrickGame = "whist") -> int:
        """Return West's tricks: (n + H) / 2, rounded down when West leads, up when East does."""
        return (self.n + self.height(game) + (lead == "E")) // 2

    def last_trick(self, lead: Seat) -> Seat:
        """Return who takes the last trick at five-card (Theorem 7.2): the sign of T_0, or lead."""
        if self.upper > 0:
            return "W"
        return "E" if self.lower < 0 else lead

    def outcome(self, lead: Seat) -> frozenset[int]:
        """Return the tricks (from 1) that West takes when both play normally under the greedy rule.

        It is an alternating set (Theorem 7.1): the lead passes to and fro until one hand is high.
        """
        won = self.tricks(lead, game="greedy-whist")
        return alternating_subset(self.n, won, first=lead == "E")


def greedy_height(lower: int, upper: int) -> int:
    """Return H of greedy whist (10) from H lower and H upper."""
    return upper if upper > 0 else min(lower, 0)


def alternating_subset(n: int, size: int, *, first: bool) -> frozenset[int]:
    """Return the alternating subset of 1..n of a given size that holds 1, or that does not.

    >>> sorted(alternating_subset(4, 3, first=True)), sorted(alternating_subset(4, 2, first=False))
    ([1, 3, 4], [2, 4])
    """
    begin = 1 if first else 2
    chosen = frozenset(range(begin, n + 1, 2)[:size])
    if len(chosen) == size:
        return chosen
    return frozenset(range(1, n + 1)) - frozenset(range(3 - begin, n + 1, 2)[: n - size])


def alternating_sums(payments: Sequence[int], *, first: bool) -> list[int]:
    """Return what each alternating subset pays, by its size: those that hold 1, or that do not.

    >>> alternating_sums((1, 2, 3, 5), first=True), alternating_sums((1, 2, 3, 5), first=False)
    ([0, 1, 4, 9, 11], [0, 2, 7, 10, 11])
    """
    n, begin = len(payments), 0 if first else 1
    inside, outside = payments[begin::2], payments[1 - begin :: 2]
    grown = list(accumulate(inside, initial=0))
    missed = list(accumulate(outside, initial=0))
    whole = sum(payments)
    return [grown[k] if k < len(grown) else whole - missed[n - k] for k in range(n + 1)]


def as_deal(deal: DealLike) -> Deal:
    """Return the deal itself, or the one that a text names."""
    return deal if isinstance(deal, Deal) else Deal.parse(deal)


def invariants_of(deal: DealLike) -> DealInvariants:
    """Return H lower, H upper and H of one deal."""
    deal = as_deal(deal)
    return invariants_of_array(deal.cards)


def invariants_of_array(cards: NDArray[np.integer] | Sequence[int]) -> DealInvariants:
    """Return the reading of a deal given as an array, lowest card first: 1 for East's.

    >>> invariants_of_array([1, 0, 1, 0, 0, 1])
    DealInvariants(n=3, lower=0, upper=1, whist=0)
    """
    held = _require_deal_array(cards)
    lower, upper, whist = HEIGHT_KERNELS(held.size).heights_of_one(held)
    return DealInvariants(held.size // 2, int(lower), int(upper), int(whist))


def _require_deal_array(cards: NDArray[np.integer] | Sequence[int]) -> NDArray[np.uint8]:
    """Return an array of cards after making sure that it is a deal: the loops trust it."""
    import numpy as np

    found = np.asarray(cards)
    if found.ndim != 1 or not found.size:
        raise FormError("one deal is a flat array of 2n cards: 1 for East's, 0 for West's")
    plain = found.dtype == np.uint8 or np.all((found == 0) | (found == 1))
    if not plain or found.max() > 1:
        raise FormError("a card is 1 (East's) or 0 (West's); this array has other numbers")
    held = found.astype(np.uint8, copy=False)
    east = int(np.count_nonzero(held.view(np.bool_)))
    if 2 * east != held.size:
        raise FormError(
            f"a deal gives each seat n cards; here West has {held.size - east:,}, East {east:,}"
        )
    return held


def diagonal_sums(deal: DealLike) -> dict[int, int]:
    """Return T_k, the sum of the matrix along the diagonal j - i = k, for -n < k < n.

    >>> diagonal_sums("EWEWWE")
    {-2: 1, -1: 2, 0: 1, 1: -2, 2: -1}
    """
    import numpy as np

    deal = as_deal(deal)
    n = deal.n
    kernel = HEIGHT_KERNELS(2 * n)
    count = np.zeros(2 * n + 1, np.int32)
    kernel.levels(deal.cards, count)
    return dict(zip(range(1 - n, n), kernel.diagonal_sums(count, n).tolist(), strict=True))


def west_tricks(deal: DealLike, lead: Seat, *, game: TrickGame = "whist") -> int:
    """Return the tricks that West takes with best play, in whist or in greedy whist."""
    return invariants_of(deal).tricks(lead, game=game)


def generalized_greedy_value(
    deal: DealLike,
    lead: Seat,
    score: Callable[[frozenset[int]], Score],
    *,
    ordered: bool = False,
) -> Score:
    """Return the value of generalised greedy whist (Theorem 7.1).

    *score* gives West's score for the set of tricks, numbered from 1, that West has won. It must
    preserve order: another trick, or a later one for an earlier, never makes the score smaller. Up
    to fourteen cards per hand that is looked at; *ordered* promises it, for larger hands or speed.
    """
    deal = as_deal(deal)
    if not ordered and deal.n > MOST_ORDERED:
        raise NoMethodError(
            f"whether a score of {deal.n:,} tricks preserves order is not looked at (up to "
            f"{MOST_ORDERED} it is); if it does, say so: scored(..., ordered=True)"
        )
    if not ordered and (broken := order_violation(deal.n, score)) is not None:
        raise FormError(
            f"the score does not preserve order ({broken}), so Theorem 7.1 says nothing of it; "
            'minimax.scored(Position(deal, lead), score, rule="greedy") searches'
        )
    return score(invariants_of(deal).outcome(lead))


def order_violation(n: int, score: Callable[[frozenset[int]], object]) -> str | None:
    """Return why a score does not preserve the order of Section 7, or None when it does.

    Every covering pair of the lattice is compared, so this takes n 2^n steps.
    """
    for bits in range(2**n):
        low = frozenset(i for i in range(1, n + 1) if bits >> (i - 1) & 1)
        covers = [low | {1}] if 1 not in low else []
        covers += [low - {i} | {i + 1} for i in low if i < n and i + 1 not in low]
        for high in covers:
            if score(high) < score(low):  # type: ignore[operator]
                return f"tricks {sorted(high)} score less than {sorted(low)}"
    return None
