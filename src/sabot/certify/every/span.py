"""What a list of extreme equilibria spans, found anew: maximal Nash subsets and their components.

Standard library only. Some mixes of one seat and some of the other, each in equilibrium with each,
are a *subset*; the file must list all that no other one holds, and what hangs together must be
one component.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sabot.certify.every.corners import Weights
from sabot.certify.every.reading import Balanced, Component
from sabot.certify.limits import MOST_SUBSET_WORK, MOST_SUBSETS, Meter
from sabot.errors import CertificateError, FileError

Pair = tuple[Weights, Weights]
"""A mix of each seat."""


def demand_spanned(equilibria: Sequence[Balanced], told: Sequence[Component]) -> None:
    """Demand that components are just those that a list of equilibria spans."""
    place = {entry.weights: number for number, entry in enumerate(equilibria)}
    meter = Meter(MOST_SUBSET_WORK, "what the equilibria span takes")
    spanned: set[tuple[int, ...]] = set()
    for pairs in _connected(place):
        spanned |= _maximal(pairs, place, meter)
    listed = [subset for component in told for subset in component.subsets]
    if len(listed) != len(set(listed)):
        raise CertificateError("a subset is listed twice")
    if set(listed) != spanned:
        raise CertificateError("the subsets are not the maximal ones that the equilibria span")
    _demand_apart(told)
    for component in told:
        found = max(_dimension(equilibria, subset, meter) for subset in component.subsets)
        if component.dimension != found:
            raise CertificateError("the dimension of a component is not that of its subsets")


def _connected(pairs: Iterable[Pair]) -> Iterable[list[Pair]]:
    """Return the pairs in groups: two pairs that share a mix are in the same group."""
    groups: dict[tuple[int, Weights], list[Pair]] = {}
    """By seat and mix; the mixes of one group have the same list."""
    for pair in pairs:
        one, two = (0, pair[0]), (1, pair[1])
        mine, theirs = groups.get(one, []), groups.get(two, [])
        if mine is not theirs:
            if len(mine) < len(theirs):  # the shorter list moves: a mix moves seldom
                mine, theirs = theirs, mine
            mine += theirs
            for first, second in theirs:
                groups[0, first] = groups[1, second] = mine
        mine.append(pair)
        groups[one] = groups[two] = mine
    return {id(group): group for group in groups.values()}.values()


def _maximal(
    pairs: Sequence[Pair], place: Mapping[Pair, int], meter: Meter
) -> set[tuple[int, ...]]:
    """Return the maximal Nash subsets of connected pairs, each by the places of its pairs."""
    seconds = {two: k for k, two in enumerate(dict.fromkeys(two for _, two in pairs))}
    names = list(seconds)
    partners: dict[Weights, int] = {}
    for one, two in pairs:
        partners[one] = partners.get(one, 0) | 1 << seconds[two]
    words = 1 + len(names) // 512
    found = set()
    for shared in _meetings(list(partners.values()), words, meter):
        meter.take((len(partners) + shared.bit_count()) * words)
        firsts = [one for one, met in partners.items() if shared & met == shared]
        both = [two for k, two in enumerate(names) if shared >> k & 1]
        meter.take(len(firsts) * len(both))
        found.add(tuple(sorted(place[one, two] for one in firsts for two in both)))
    return found


def _meetings(sets: Sequence[int], words: int, meter: Meter) -> set[int]:
    """Return all that some of the sets, as bits, have in common, where that is anything."""
    found: set[int] = set()
    for one in dict.fromkeys(sets):
        meter.take((1 + len(found)) * words)
        found |= {one & other for other in found} | {one}
        found.discard(0)
        if len(found) > MOST_SUBSETS:
            raise FileError(f"more than {MOST_SUBSETS:,} subsets, too many for this checker")
    return found


def _demand_apart(told: Sequence[Component]) -> None:
    """Demand that subsets of one component are linked, and those of two share no equilibrium."""
    taken: set[int] = set()
    for component in told:
        if not component.subsets:
            raise CertificateError("a component is empty")
        whole = {number for subset in component.subsets for number in subset}
        if whole & taken:
            raise CertificateError("two components have an equilibrium in common")
        taken |= whole
        reached, left = set(component.subsets[0]), list(component.subsets[1:])
        while left:
            near = [subset for subset in left if reached & set(subset)]
            if not near:
                raise CertificateError("a component falls apart: it is more than one")
            reached.update(*near)
            left = [subset for subset in left if subset not in near]


def _dimension(equilibria: Sequence[Balanced], subset: Sequence[int], meter: Meter) -> int:
    mixes = [{equilibria[k].weights[seat] for k in subset} for seat in (0, 1)]
    return sum(_rank(sorted(own), meter) - 1 for own in mixes)


def _rank(rows: Sequence[Weights], meter: Meter) -> int:
    """Return the rank of some rows, by elimination in whole numbers (Bareiss).

    What is left after a step has the last pivot but one as a divisor: numbers grow no longer than
    determinants are.
    """
    left, found, last = [list(row) for row in rows], 0, 1
    bits = max(max(row) for row in rows).bit_length()
    for column in range(len(left[0])):
        lead = next((row for row in left if row[column]), None)
        if lead is None:
            continue
        found += 1
        left.remove(lead)
        pivot = lead[column]
        meter.take(len(left) * len(lead) * (1 + (found * bits) ** 2 // 4096**2))
        left = [
            [(pivot * a - row[column] * b) // last for a, b in zip(row, lead, strict=True)]
            for row in left
        ]
        last = pivot
    return found
