"""What the extreme equilibria span: maximal Nash subsets, and the components that they form.

Where every one of some mixes of one seat is in equilibrium with every one of some mixes of the
other, so are all mixtures of both. The largest such sets, the *maximal Nash subsets*, are the
products of their corners; all equilibria are in one or another. Subsets that share a corner hang
together: these are the components.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flint import fmpz_mat

from sabot import watch
from sabot.errors import NoMethodError

Pair = tuple[int, int]
MOST_SUBSETS = 100_000
"""Maximal Nash subsets of one game: far more than can be read."""


@dataclass(frozen=True, slots=True)
class Subset:
    """A maximal Nash subset: corners of either seat, by number; each pair is an equilibrium."""

    first: tuple[int, ...]
    second: tuple[int, ...]


def subsets(pairs: Sequence[Pair]) -> list[list[Subset]]:
    """Return the maximal Nash subsets that pairs of corners span, component by component.

    >>> subsets([(0, 0), (1, 0), (1, 1), (2, 2)])
    [[Subset(first=(0, 1), second=(0,)), Subset(first=(1,), second=(0, 1))], \
[Subset(first=(2,), second=(2,))]]
    """
    found = []
    for part in _parts(pairs):
        found.append(sorted(_bicliques(part), key=lambda subset: (subset.first, subset.second)))
    return sorted(found, key=lambda part: (part[0].first, part[0].second))


def _parts(pairs: Sequence[Pair]) -> list[dict[int, int]]:
    """Return what hangs together: by first corner the bits of the second ones with it."""
    met: dict[int, int] = {}
    for one, two in pairs:
        met[one] = met.get(one, 0) | 1 << two
    parts: list[tuple[int, dict[int, int]]] = []
    for one, bits in met.items():
        apart, joined, together = [], bits, {one: bits}
        for part in parts:
            if part[0] & bits:
                joined |= part[0]
                together |= part[1]
            else:
                apart.append(part)
        parts = [*apart, (joined, together)]
    return [part for _, part in parts]


def _bicliques(met: dict[int, int]) -> Iterable[Subset]:
    """Yield the maximal products within what is met: every meeting of some corners' partners."""
    if len(met) == 1:
        ((one, bits),) = met.items()
        yield Subset((one,), _places(bits))
        return
    common: set[int] = set()
    for bits in met.values():
        watch.heard()
        common |= {bits & other for other in common} | {bits}
        common.discard(0)
        if len(common) > MOST_SUBSETS:
            raise NoMethodError(
                f"the equilibria form more than {MOST_SUBSETS:,} maximal Nash subsets"
            )
    for shared in common:
        first = tuple(sorted(one for one, bits in met.items() if bits & shared == shared))
        yield Subset(first, _places(shared))


def _places(bits: int) -> tuple[int, ...]:
    """Return where the bits of a number stand.

    >>> _places(0b10110)
    (1, 2, 4)
    """
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)


def dimension(mixes: Sequence[Sequence[int]]) -> int:
    """Return the dimension of the hull of some mixes, given by weights.

    >>> dimension([(1, 0, 0)]), dimension([(1, 0, 1), (0, 1, 0), (1, 1, 1)])
    (0, 1)
    """
    if len(mixes) == 1:
        return 0
    flat = [weight for mix in mixes for weight in mix]
    return int(fmpz_mat(len(mixes), len(mixes[0]), flat).rank()) - 1
