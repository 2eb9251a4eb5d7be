"""An opponent from many packs at once: with which weight he ends below and at a rank.

The generating function of his idle cards is (1 + n x) for every rank of which n are left. What he
holds and what he draws put factors of their own in place of these, so that every way to a rank is a
product of few series, cut off after x^3, for he has three idle cards at most. Flushes are apart:
they depend on suits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.poker.ladder import NOTHING, PAIR, THREE, TWO_PAIRS
from sabot.poker.odds.counting import BINOMIAL, Counts, binomial, ranks_of_sums
from sabot.poker.odds.every import mixed_hands
from sabot.poker.odds.field import DRAWN, held_by_rule, kind_of_rank
from sabot.poker.tables import RANK_KEYS

KINDS = (PAIR, TWO_PAIRS, THREE)
"""The kinds of hands that he draws to."""
_TERMS = 4
_KEYS = np.array(RANK_KEYS, np.int64)


class Ends(NamedTuple):
    """The weights with which he ends, pack by pack, added up from the lowest rank on."""

    ranks: NDArray[np.int64]
    """The rank of each column, rising."""
    sums: NDArray[np.int64]
    """A row for each pack: the weight below each column, and, last, of all."""

    def halves(self, ranks: NDArray[np.intp]) -> Counts:
        """Return for a rank of each pack twice the weight below it and once its own."""
        rows = np.arange(len(ranks))
        below, upto = (np.searchsorted(self.ranks, ranks, side) for side in ("left", "right"))
        found: Counts = self.sums[rows, below] + self.sums[rows, upto]
        return found


def ends(
    rests: NDArray[np.int64], factors: NDArray[np.int64], least: int, model: str = "improved"
) -> Ends:
    """Return how an opponent of a model ends, dealt from packs with so many cards of each rank.

    *factors* are the weights of one draw to each kind and, last, of a hand that stands; *least* is
    the rank of the lowest straight. Hands are taken as if of several suits: flushes are apart.
    """
    series = _Series(rests)
    five, times, _ = _standing(least, model)
    columns, ranks = _columns(least, model)
    found = np.empty((len(rests), columns.max() + 1), np.int64)
    start = 0
    for kind, factor in zip(_drawing(model), factors, strict=False):
        idle = DRAWN[kind]
        for held, many, there in _groups(kind):
            ways = found[:, start : start + there.size].reshape(len(rests), *there.shape)
            own, drawn = factor * series.held(held, idle), series.drawn(many)
            np.multiply(own[idle][:, :, None], drawn[0][:, None, :], out=ways)
            for term in range(1, idle + 1):
                ways += own[idle - term][:, :, None] * drawn[term][:, None, :]
            start += there.size
    found[:, start:] = factors[-1] * BINOMIAL[rests[:, five], times].prod(axis=2)
    sums = np.zeros((len(rests), len(ranks) + 1), np.int64)
    np.cumsum(found.take(columns, axis=1), axis=1, out=sums[:, 1:])
    return Ends(ranks, sums)


def _drawing(model: str) -> tuple[int, ...]:
    """Return the kinds of hands that an opponent of a model draws to."""
    return () if model == "dealt" else KINDS


@cache
def _standing(least: int, model: str) -> tuple[NDArray[np.int64], ...]:
    """Return the hands that stand: their ranks, how often each is there, the rank of the hand."""
    hands = mixed_hands()
    stand = hands[2] >= least
    if model != "improved":
        kinds = kind_of_rank()[hands[2] - 1]
        stand |= (kinds == NOTHING) | (model == "dealt")
    return tuple(one[stand] for one in hands)


@cache
def _columns(least: int, model: str) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return all ways to end that there are, the lowest rank first, and their ranks."""
    groups = [there.ravel() for kind in _drawing(model) for *_, there in _groups(kind)]
    ranks = np.concatenate((*groups, _standing(least, model)[2]))
    order = np.argsort(ranks, kind="stable")
    order = order[ranks[order] > 0]
    return order, ranks[order]


class _Held(NamedTuple):
    """One rank of each of many hands: which, how often it is held, how often drawn to."""

    ranks: NDArray[np.int64]
    kept: NDArray[np.int64]
    taken: NDArray[np.int64]


class _Series:
    """What each rank of each pack puts into the product, as series in x: term, pack, rank."""

    def __init__(self, rests: NDArray[np.int64]) -> None:
        self.rests = rests
        self._none = np.stack([(-rests) ** power for power in range(_TERMS)])
        """1 / (1 + n x), which takes an idle rank out again."""
        self._idle = np.zeros((_TERMS, len(rests), 1), np.int64)
        self._idle[0] = 1
        self._sets = {0: self._idle.copy()}
        for rank in range(13):
            self._idle[1:] += rests[:, rank, None] * self._idle[:-1]
        self._drawn = {}
        for taken in range(1, _TERMS):
            none, idle = BINOMIAL[rests, taken], rests * binomial(rests - 1, taken)
            self._drawn[taken] = none * self._none
            self._drawn[taken][1:] += idle * self._none[:-1]

    def held(self, hands: Sequence[_Held], idle: int) -> NDArray[np.int64]:
        """Return hands that are held, with what they draw of their own, up to so many idle cards.

        The hands come rank by rank: what is their first one, and so on.
        """
        found = np.repeat(self._idle[: idle + 1], len(hands[0].ranks), axis=2)
        for ranks, kept, taken in hands:
            there = self.rests[:, ranks]
            ways = BINOMIAL[there, kept] * binomial(there - kept, taken)
            found = _product(found, ways * self._none[: idle + 1, :, ranks])
        return found

    def drawn(self, many: int) -> NDArray[np.int64]:
        """Return each set of so many ranks that are drawn, none of them held."""
        if many not in self._sets:
            found = np.empty((_TERMS, len(self.rests), len(_sets(many))), np.int64)
            first, times, rest = _first(many)
            for taken in range(1, many + 1):
                here = times == taken
                others = self.drawn(many - taken)[:, :, rest[here]]
                found[:, :, here] = _product(self._drawn[taken][:, :, first[here]], others)
            self._sets[many] = found
        return self._sets[many]


def _product(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Multiply series, up to their last term."""
    found: NDArray[np.int64] = one[0] * other
    for term in range(1, len(one)):
        found[term:] += one[term] * other[:-term]
    return found


@cache
def _sets(many: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(13), many))


@cache
def _first(many: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return of each set its lowest rank, how often that is there, and the number of the rest."""
    rows = []
    for one in _sets(many):
        taken = one.count(one[0])
        rows.append((one[0], taken, _sets(many - taken).index(one[taken:])))
    first, taken, rest = np.array(rows, np.int64).T
    return first, taken, rest


@cache
def _groups(kind: int) -> tuple[tuple[tuple[_Held, ...], int, NDArray[np.int64]], ...]:
    """Return the ways to draw to a kind: by how many cards of ranks that it does not hold.

    Each is what is held with what is drawn of the same ranks, the number of other cards, and the
    rank of the hand for every two of them; 0 where the other cards are of a rank that is held.
    """
    found = []
    for many in range(DRAWN[kind], -1, -1):
        hands = [
            (held, own) for held in held_by_rule(kind) for own in _own(held, DRAWN[kind] - many)
        ]
        if not hands:
            continue
        held, own = np.array(hands).transpose(1, 0, 2)
        sets = np.array([np.bincount(one, minlength=13) for one in _sets(many)], np.int64)
        apart = (held > 0).astype(np.int64) @ sets.T == 0
        sums = ((held + own) @ _KEYS)[:, None] + sets @ _KEYS
        there = np.zeros(apart.shape, np.int64)
        there[apart] = ranks_of_sums(sums[apart])[0]
        places = np.array([np.flatnonzero(row) for row in held]).T
        rows = np.arange(len(held))
        ranks = tuple(_Held(one, held[rows, one], own[rows, one]) for one in places)
        found.append((ranks, many, there))
    return tuple(found)


def _own(held: NDArray[np.int64], many: int) -> list[NDArray[np.int64]]:
    """Return the ways to draw so many cards of the ranks that are held, four of each at most."""
    found = []
    for one in combinations_with_replacement(np.flatnonzero(held).tolist(), many):
        own = np.bincount(np.array(one, np.int64), minlength=13)
        if (held + own <= 4).all():
            found.append(own)
    return found
