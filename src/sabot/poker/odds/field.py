"""The others: with which weight an opponent ends on each rank, by how he is supposed to play.

* ``dealt``: he keeps what he is dealt, whatever it is. A hand's share of it is f_b of the thesis.
* ``improved``: he plays on a pair or better only, and draws by the common rule: three cards to a
  pair, two to three of a kind, one to two pairs, none to more: f_a as appendix C defines it.
* ``kept``: as ``improved``, but hands without a pair play on as well, and draw nothing. Table 5 of
  the thesis was evidently computed so.

A share is tie-aware, as in appendix C: the hands that are beaten and half of those that tie. Cards
that are gone are out of his pack, both when he is dealt and when he draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from math import comb, lcm
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoSuchError, unknown
from sabot.poker.deck import CARDS, HAND
from sabot.poker.ladder import KINDS, NOTHING, PAIR, STRAIGHT, THREE, TWO_PAIRS, ladder
from sabot.poker.odds.counting import BINOMIAL, Counts, binomial, drawn, draws, left, ranks_of_sums
from sabot.poker.tables import RANK_KEYS

Model = Literal["improved", "dealt", "kept"]
MODELS: tuple[Model, ...] = get_args(Model)
DRAWN = {PAIR: 3, TWO_PAIRS: 1, THREE: 2}
"""How many cards the common rule draws to a kind; to every better one none."""
HELD = {PAIR: (2,), TWO_PAIRS: (2, 2), THREE: (3,)}


@dataclass(frozen=True, eq=False)
class Field:
    """The weight of every rank, as whole numbers."""

    weights: Counts

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return int(self.weights.sum())

    @cached_property
    def halves(self) -> Counts:
        """For each rank twice the weight below it and once its own: the share, over 2 totals."""
        return 2 * self.weights.cumsum() - self.weights

    def share(self, rank: int) -> Fraction:
        """Return the chance that a rank wins, a tie counted half."""
        return Fraction(int(self.halves[rank]), 2 * self.total)

    def ties(self, rank: int) -> Fraction:
        """Return the chance of a tie."""
        return Fraction(int(self.weights[rank]), self.total)

    @property
    def kinds(self) -> dict[str, Fraction]:
        """The chance of each kind of hand, the best first."""
        found = by_kind(self.weights)
        return {name: Fraction(found[name], self.total) for name in reversed(KINDS)}


def by_kind(weights: Counts) -> dict[str, int]:
    """Return the weights of ranks added up by kind, the worst first."""
    found = np.zeros(len(KINDS), np.int64)
    np.add.at(found, kind_of_rank(), weights[1:])
    return dict(zip(KINDS, map(int, found), strict=True))


@cache
def kind_of_rank() -> NDArray[np.int64]:
    """Return the kind of each rank from 1 on."""
    return np.array([step.kind for step in ladder()], np.int64)


def field(model: str, gone: Sequence[int] = ()) -> Field:
    """Return an opponent of a model, some cards being *gone* from his pack.

    >>> field("dealt").share(1278)
    Fraction(108561, 216580)
    """
    if model not in MODELS:
        fault = unknown(model, list(MODELS), "no model of an opponent")
        raise NoSuchError(f"{fault.what}\n  {fault.remedy}")
    return _field(model, tuple(sorted(gone)))


@cache
def _whole(model: str) -> Field:
    return _made(model, ())


def _field(model: str, gone: tuple[int, ...]) -> Field:
    return _made(model, gone) if gone else _whole(model)


def _made(model: str, gone: tuple[int, ...]) -> Field:
    stays = drawn((), gone)
    if model == "dealt":
        return Field(stays)
    pack = CARDS - len(gone) - HAND
    unit = lcm(*(comb(pack, many) for many in DRAWN.values()))
    kinds = np.concatenate(([-1], kind_of_rank()))
    quiet = (kinds >= STRAIGHT) | ((kinds == NOTHING) & (model == "kept"))
    weights = np.where(quiet, stays, 0) * unit
    for kind, many in DRAWN.items():
        weights += improved(kind, left(gone)) * (unit // comb(pack, many))
    return Field(weights)


def improved(kind: int, there: NDArray[np.int64]) -> Counts:
    """Return the ways from a hand of a kind, through the common discard, to each rank.

    *there* says how many cards of each rank are in the pack. For every rank that is held paired and
    every set of ranks that is drawn, the idle cards are summed over by a generating function: each
    rank that is not held gives either nothing (and all its cards may be drawn) or one idle card
    (and one less), and the number of idle cards is the power of a variable.
    """
    sets = draws(DRAWN[kind])
    held = held_by_rule(kind)
    ways = np.zeros((DRAWN[kind] + 1, len(held), len(sets.sums)), np.int64)
    ways[0] = 1
    for rank in range(13):
        here, taken = held[:, rank, None], sets.counts[None, :, rank]
        rest = there[rank] - here
        none = BINOMIAL[there[rank], here] * binomial(rest, taken)
        idle = np.where(here == 0, there[rank] * binomial(rest - 1, taken), 0)
        more = ways[:-1] * idle
        ways *= none
        ways[1:] += more
    sums = sets.sums[None, :] + (held @ np.array(RANK_KEYS, np.int64))[:, None]
    last = ways[-1]
    some = last > 0
    found = np.zeros(len(kind_of_rank()) + 1, np.int64)
    np.add.at(found, ranks_of_sums(sums[some])[0], last[some])
    return found


@cache
def held_by_rule(kind: int) -> NDArray[np.int64]:
    """Return how often each rank is in what the common rule holds of a kind."""
    many = HELD[kind]
    rows = []
    for ranks in combinations(range(13), len(many)):
        row = [0] * 13
        for rank, count in zip(ranks, many, strict=True):
            row[rank] = count
        rows.append(row)
    return np.array(rows, np.int64)
