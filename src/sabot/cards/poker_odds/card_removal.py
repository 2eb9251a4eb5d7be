"""Odds of each hold against one opponent with all cards from one deck (card removal), exact.

A *hold* is the part of your hand that you keep. Your new cards and all of the opponent's cards
come from the same 47. The ranks that you may draw are enumerated, and his hands are counted from
the cards that are then left, first as if of several suits. Only flushes depend on suits. They are
counted suit by suit and added as corrections: the number of ways in which the new cards have a
given set of ranks in a suit is a product of binomials. All of it is array arithmetic, so nothing
has to be compiled for one hand.

The opponent is counted for many remaining decks at once. The generating function of his idle cards
is (1 + n x) for every rank of which n are left. What he holds and what he draws put factors of
their own in place of these, so that every way to a rank is a product of few series, cut off after
x^3, since he has three idle cards at most.

Cards have ranks from 0 to 12. Hands have ranks too: numbers that are higher for better hands. A
tie counts half, so weights are doubled: "twice what is below a rank, once what is at it".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    FLUSH,
    HAND_SIZE,
    HIGH_CARD,
    PAIR,
    RANK_KEYS,
    STRAIGHT,
    STRENGTH_COUNT,
    THREE_OF_A_KIND,
    TWO_PAIRS,
    Hand,
)
from sabot.cards.poker_odds.all_hands import (
    CARDS_LEFT_TO_OPPONENT,
    compact_draws,
    flush_hands,
    flush_ranks,
    offsuit_hands,
)
from sabot.cards.poker_odds.hand_distribution import (
    BINOMIAL,
    CARDS_DRAWN,
    RankCounts,
    RankDraws,
    binomial,
    cards_left_by_rank,
    kinds_by_rank,
    rank_draws,
    ranks_held_by_rule,
    ranks_of_key_sums,
)

DRAWING_KINDS = (PAIR, TWO_PAIRS, THREE_OF_A_KIND)
"""The kinds of hands that he draws to."""
_TERMS = 4
_RANK_KEY_ARRAY = np.array(RANK_KEYS, np.int64)


class FinalRankWeights(NamedTuple):
    """The weights with which he ends, pack by pack, added up from the lowest rank on."""

    ranks: NDArray[np.int64]
    """The rank of each column, rising."""
    sums: NDArray[np.int64]
    """A row for each pack: the weight below each column, and, last, of all."""

    def halves(self, ranks: NDArray[np.intp]) -> RankCounts:
        """Return for a rank of each pack twice the weight below it and once its own."""
        rows = np.arange(len(ranks))
        below, upto = (np.searchsorted(self.ranks, ranks, side) for side in ("left", "right"))
        found: RankCounts = self.sums[rows, below] + self.sums[rows, upto]
        return found


def final_rank_weights(
    rests: NDArray[np.int64], factors: NDArray[np.int64], least: int, model: str = "improved"
) -> FinalRankWeights:
    """Return how an opponent of a model ends, dealt from packs with so many cards of each rank.

    *factors* are the weights of one draw to each kind and, last, of a hand that stands; *least* is
    the rank of the lowest straight. Hands are taken as if of several suits: flushes are apart.
    """
    series = _IdleCardSeries(rests)
    five, times, _ = _standing_hands(least, model)
    columns, ranks = _rank_columns(least, model)
    found = np.empty((len(rests), columns.max() + 1), np.int64)
    start = 0
    for kind, factor in zip(_drawing_kinds(model), factors, strict=False):
        idle = CARDS_DRAWN[kind]
        for held, many, there in _draw_groups(kind):
            ways = found[:, start : start + there.size].reshape(len(rests), *there.shape)
            own, drawn = factor * series.held(held, idle), series.drawn(many)
            np.multiply(own[idle][:, :, None], drawn[0][:, None, :], out=ways)
            for term in range(1, idle + 1):
                ways += own[idle - term][:, :, None] * drawn[term][:, None, :]
            start += there.size
    found[:, start:] = factors[-1] * BINOMIAL[rests[:, five], times].prod(axis=2)
    sums = np.zeros((len(rests), len(ranks) + 1), np.int64)
    np.cumsum(found.take(columns, axis=1), axis=1, out=sums[:, 1:])
    return FinalRankWeights(ranks, sums)


def _drawing_kinds(model: str) -> tuple[int, ...]:
    """Return the kinds of hands that an opponent of a model draws to."""
    return () if model == "dealt" else DRAWING_KINDS


@cache
def _standing_hands(least: int, model: str) -> tuple[NDArray[np.int64], ...]:
    """Return the hands that stand: their ranks, how often each is there, the rank of the hand."""
    hands = offsuit_hands()
    stand = hands[2] >= least
    if model != "improved":
        kinds = kinds_by_rank()[hands[2] - 1]
        stand |= (kinds == HIGH_CARD) | (model == "dealt")
    return tuple(one[stand] for one in hands)


@cache
def _rank_columns(least: int, model: str) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return all ways to end that there are, the lowest rank first, and their ranks."""
    groups = [there.ravel() for kind in _drawing_kinds(model) for *_, there in _draw_groups(kind)]
    ranks = np.concatenate((*groups, _standing_hands(least, model)[2]))
    order = np.argsort(ranks, kind="stable")
    order = order[ranks[order] > 0]
    return order, ranks[order]


class _HeldRank(NamedTuple):
    """One rank of each of many hands: which, how often it is held, how often drawn to."""

    ranks: NDArray[np.int64]
    kept: NDArray[np.int64]
    taken: NDArray[np.int64]


class _IdleCardSeries:
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

    def held(self, hands: Sequence[_HeldRank], idle: int) -> NDArray[np.int64]:
        """Return hands that are held, with what they draw of their own, up to so many idle cards.

        The hands come rank by rank: what is their first one, and so on.
        """
        found = np.repeat(self._idle[: idle + 1], len(hands[0].ranks), axis=2)
        for ranks, kept, taken in hands:
            there = self.rests[:, ranks]
            ways = BINOMIAL[there, kept] * binomial(there - kept, taken)
            found = _multiply_series(found, ways * self._none[: idle + 1, :, ranks])
        return found

    def drawn(self, many: int) -> NDArray[np.int64]:
        """Return each set of so many ranks that are drawn, none of them held."""
        if many not in self._sets:
            found = np.empty((_TERMS, len(self.rests), len(_rank_multisets(many))), np.int64)
            first, times, rest = _lowest_rank_of_sets(many)
            for taken in range(1, many + 1):
                here = times == taken
                others = self.drawn(many - taken)[:, :, rest[here]]
                found[:, :, here] = _multiply_series(self._drawn[taken][:, :, first[here]], others)
            self._sets[many] = found
        return self._sets[many]


def _multiply_series(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """Multiply series, up to their last term."""
    found: NDArray[np.int64] = one[0] * other
    for term in range(1, len(one)):
        found[term:] += one[term] * other[:-term]
    return found


@cache
def _rank_multisets(many: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(13), many))


@cache
def _lowest_rank_of_sets(
    many: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return of each set its lowest rank, how often that is there, and the number of the rest."""
    rows = []
    for one in _rank_multisets(many):
        taken = one.count(one[0])
        rows.append((one[0], taken, _rank_multisets(many - taken).index(one[taken:])))
    first, taken, rest = np.array(rows, np.int64).T
    return first, taken, rest


@cache
def _draw_groups(kind: int) -> tuple[tuple[tuple[_HeldRank, ...], int, NDArray[np.int64]], ...]:
    """Return the ways to draw to a kind: by how many cards of ranks that it does not hold.

    Each is what is held with what is drawn of the same ranks, the number of other cards, and the
    rank of the hand for every two of them; 0 where the other cards are of a rank that is held.
    """
    found = []
    for many in range(CARDS_DRAWN[kind], -1, -1):
        hands = [
            (held, own)
            for held in ranks_held_by_rule(kind)
            for own in _draws_of_held_ranks(held, CARDS_DRAWN[kind] - many)
        ]
        if not hands:
            continue
        held, own = np.array(hands).transpose(1, 0, 2)
        sets = np.array([np.bincount(one, minlength=13) for one in _rank_multisets(many)], np.int64)
        apart = (held > 0).astype(np.int64) @ sets.T == 0
        sums = ((held + own) @ _RANK_KEY_ARRAY)[:, None] + sets @ _RANK_KEY_ARRAY
        there = np.zeros(apart.shape, np.int64)
        there[apart] = ranks_of_key_sums(sums[apart])[0]
        places = np.array([np.flatnonzero(row) for row in held]).T
        rows = np.arange(len(held))
        ranks = tuple(_HeldRank(one, held[rows, one], own[rows, one]) for one in places)
        found.append((ranks, many, there))
    return tuple(found)


def _draws_of_held_ranks(held: NDArray[np.int64], many: int) -> list[NDArray[np.int64]]:
    """Return the ways to draw so many cards of the ranks that are held, four of each at most."""
    found = []
    for one in combinations_with_replacement(np.flatnonzero(held).tolist(), many):
        own = np.bincount(np.array(one, np.int64), minlength=13)
        if (held + own <= 4).all():
            found.append(own)
    return found


_STRAIGHT_COUNT = 10
"""How many ranks of straights there are."""
_DRAWS_PER_BATCH = 128
"""Draws that are worked out at once; each takes 8,000 numbers of memory."""


def all_hold_odds(hand: Hand, against: str = "improved") -> dict[tuple[int, ...], Fraction]:
    """Return the chance to win of every hold that keeps a card, by the cards kept; ties count half.

    You have five cards and he has five of the other 47. He plays by a model of :mod:`field`, and
    you draw. The chance is conditional on his playing on.
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for many in range(HAND_SIZE):
        found |= hold_odds(hand, list(combinations(hand.cards, HAND_SIZE - many)), against)
    return found


def hold_odds(
    hand: Hand, kept: Sequence[tuple[int, ...]], against: str = "improved"
) -> dict[tuple[int, ...], Fraction]:
    """Return the chance to win of some holds of a hand, all of the same number of cards."""
    table = _RemainingDeck.of(hand.cards, against)
    many = HAND_SIZE - len(kept[0])
    wins, every = dict.fromkeys(kept, 0), 0
    whole = rank_draws(many)
    for start in range(0, len(whole.sums), _DRAWS_PER_BATCH):
        rows = slice(start, start + _DRAWS_PER_BATCH)
        some = _DrawBatch.of(
            table, many, RankDraws(*(one[rows] for one in whole)), compact_draws(many)[rows]
        )
        every += some.every()
        for part in kept:
            wins[part] += some.wins(part)
    return {part: Fraction(wins[part], 2 * every) for part in kept}


@dataclass(frozen=True, eq=False)
class _RemainingDeck:
    """The 47 cards that are not in your hand, and how the opponent plays."""

    left: NDArray[np.int64]
    """How many there are of each rank."""
    free: tuple[int, ...]
    """The ranks left in each suit, as bits."""
    least: int
    """The rank of the lowest straight, as a hand."""
    model: str
    """How the opponent plays: a model of :mod:`field`."""

    @property
    def idle(self) -> bool:
        """Whether the opponent plays on without a pair."""
        return self.model != "improved"

    @classmethod
    def of(cls, cards: tuple[int, ...], model: str) -> _RemainingDeck:
        """Return the table where you hold these cards."""
        free = [(1 << 13) - 1] * 4
        for card in cards:
            free[card & 3] &= ~(1 << (card >> 2))
        least = 1 + int((kinds_by_rank() >= STRAIGHT).argmax())
        return cls(cards_left_by_rank(cards), tuple(free), least, model)

    def flushes(self, suit: int) -> RankCounts:
        """Return for each rank twice his flushes in the other suits below it and once those at it.

        A flush that was already counted as if of several suits is subtracted there: a straight
        flush among the straights, and, where he plays on without a pair, any other flush among the
        hands without a pair.
        """
        bits, plain, suited = flush_hands()
        found = np.zeros(STRENGTH_COUNT + 1, np.int64)
        for other in range(4):
            if other != suit:
                inside = bits & ~self.free[other] == 0
                np.add.at(found, suited[inside], 1)
                np.add.at(found, plain[inside & self._counted(plain)], -1)
        return 2 * found.cumsum() - found

    def own_flushes(
        self, suit: int, gone: NDArray[np.int64], ranks: NDArray[np.intp]
    ) -> NDArray[np.int64]:
        """Return the same for one suit, at one rank for each draw.

        *gone* are the ranks that each draw takes from the suit, as bits.
        """
        bits, plain, suited = flush_hands()
        inside = bits & ~(self.free[suit] & ~gone[:, None]) == 0
        rank = ranks[:, None]
        twice = (suited <= rank) * 1 + (suited < rank)
        twice -= np.where(self._counted(plain), (plain <= rank) * 1 + (plain < rank), 0)
        found: NDArray[np.int64] = (inside * twice).sum(axis=1)
        return found

    def _counted(self, plain: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which flushes were counted as if of several suits, by the ranks they have then."""
        return (plain >= self.least) | self.idle


@dataclass(frozen=True, eq=False)
class _DrawBatch:
    """Some draws of the same number of cards, by their ranks, and how he ends after each."""

    table: _RemainingDeck
    sets: RankDraws
    ways: NDArray[np.int64]
    """In how many ways each can be drawn."""
    unit: int
    """The weight of a hand of his that draws no cards."""
    others: FinalRankWeights
    """The weights with which he ends, flushes counted as if of several suits."""
    suited: NDArray[np.int64]
    """What his flushes add: for each draw the columns of :func:`_about_masks`."""
    masks: tuple[NDArray[np.int64], NDArray[np.int64]]
    """What each draw may leave of a suit, as :func:`_by_suit` returns it."""

    @classmethod
    def of(
        cls, table: _RemainingDeck, many: int, sets: RankDraws, listed: NDArray[np.int64]
    ) -> _DrawBatch:
        """Return those of the draws that the pack allows."""
        ways = BINOMIAL[table.left, sets.counts].prod(axis=1)
        here = ways > 0
        sets = RankDraws(*(one[here] for one in sets))
        factors = _draw_weights(table.model)[many]
        masks = _ways_by_suit(table, listed[here, :many])
        return cls(
            table,
            sets,
            ways[here],
            int(factors[-1]),
            final_rank_weights(table.left - sets.counts, factors, table.least, table.model),
            _flush_sums(table, *masks),
            masks,
        )

    def every(self) -> int:
        """Return the weight of all outcomes."""
        more = 0 if self.table.idle else self.unit * self.suited[:, 0]
        return int((self.ways * self.others.sums[:, -1] + more).sum())

    def wins(self, kept: tuple[int, ...]) -> int:
        """Return twice the weight of the hands that a hold beats, plus that of those that tie."""
        base = sum(RANK_KEYS[card >> 2] for card in kept)
        ranks, _ = ranks_of_key_sums(self.sets.sums + base)
        columns, _ = _flush_corrections(self.table.least)
        flushed = self.suited[np.arange(len(ranks)), columns[ranks]]
        if self.table.idle:
            flushed -= self._among_idle(kept, ranks)
        found = int((self.ways * self.others.halves(ranks) + self.unit * flushed).sum())
        suits = {card & 3 for card in kept}
        return found + (self._own(kept, suits.pop(), ranks) if len(suits) == 1 else 0)

    def _among_idle(self, kept: tuple[int, ...], ranks: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return his flushes that were counted among hands without a pair: twice those below yours.

        A hand without a pair is below another one if its ranks, as bits, are the smaller number.
        """
        idle = kinds_by_rank()[ranks - 1] == HIGH_CARD
        found = 2 * self.suited[:, 0]
        own = self.sets.bits[idle] | sum(1 << (card >> 2) for card in kept)
        ways, left = (one[:, idle] for one in self.masks)
        found[idle] = (ways * _flushes_below(left, own)).sum(axis=0)
        return found

    def _own(self, kept: tuple[int, ...], suit: int, ranks: NDArray[np.intp]) -> int:
        """Return what a hold of one suit wins in addition because it may become a flush."""
        bits = self.sets.bits
        here = (bits >= 0) & (bits & ~self.table.free[suit] == 0)
        own = sum(1 << (card >> 2) for card in kept)
        better = np.zeros_like(ranks)
        better[here] = flush_ranks()[bits[here] | own]
        gain = (self.others.halves(better) - self.others.halves(ranks))[here].sum()
        others = self.table.flushes(suit)
        for rank, sign in ((better[here], 1), (ranks[here], -1)):
            flushed = others[rank] + self.table.own_flushes(suit, bits[here], rank)
            gain += sign * self.unit * flushed.sum()
        return int(gain)


def _flush_sums(
    table: _RemainingDeck, ways: NDArray[np.int64], masks: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the sums of :func:`_about_masks` over the suits and all ways to draw the ranks."""
    _, by_mask = _flush_corrections(table.least)
    found = np.zeros((ways.shape[1], by_mask.shape[1]), np.int64)
    for many, mask in zip(ways, masks, strict=True):
        here = many > 0
        found[here] += many[here, None] * by_mask[mask[here]]
    return found


def _ways_by_suit(
    table: _RemainingDeck, listed: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return in how many ways a draw leaves which ranks of a suit, and these ranks as bits.

    Both have a column for each draw, and a row for each suit and each subset of the drawn ranks:
    those that are drawn in that suit.
    """
    many = listed.shape[1]
    every, masks = np.empty((2, 4 << many, len(listed)), np.int64)
    for row in range(4 << many):
        suit, chosen = divmod(row, 1 << many)
        ways, mask = every[row], masks[row]
        ways[:], mask[:] = 1, table.free[suit]
        for place in range(many):
            rank, taken = listed[:, place].T
            there = table.free[suit] >> rank & 1
            if chosen >> place & 1:
                mask &= ~(1 << rank)
                ways *= np.where(
                    (there > 0) & (taken > 0), BINOMIAL[table.left[rank] - 1, taken - 1], 0
                )
            else:
                ways *= BINOMIAL[table.left[rank] - there, taken]
    return every, masks


def _flushes_below(mask: NDArray[np.int64], own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return twice the number of flushes below your five ranks, plus 1 if one has the same ranks.

    The flushes are sets of five ranks in *mask* that are no straights. Such a set is below yours if
    the highest of your ranks that it lacks is above all its ranks that you lack: it shares your
    ranks above that one, and the others are chosen from the ranks under it.
    """
    found = np.zeros_like(mask)
    same = np.ones_like(mask)
    rest = own
    for need in range(HAND_SIZE, 0, -1):
        top = _HIGHEST_RANK[rest]
        found += same * _BINOMIALS[_SET_SIZE[mask & ((1 << top) - 1)], need]
        same &= mask >> top & 1
        rest = rest & ~(1 << top)
    for run in _STRAIGHT_MASKS:
        found -= (mask & run == run) & (run < own)
    return 2 * found + same


_BINOMIALS = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(14)], np.int64)
_SET_SIZE = np.array([bin(mask).count("1") for mask in range(1 << 13)], np.int64)
"""The size of a set of ranks."""
_HIGHEST_RANK = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << 13)], np.int64)
"""The highest rank of a set."""
_STRAIGHT_MASKS = (1 << 12 | 0b1111, *(0b11111 << low for low in range(9)))
"""The ten straights as sets of ranks."""


@cache
def _draw_weights(model: str) -> NDArray[np.int64]:
    """Return the weights of his draws: a row for each number of cards that you draw.

    In a row, the weight of a single draw to each kind of hand, and last that of drawing none.
    """
    if model == "dealt":
        return np.ones((HAND_SIZE, 1), np.int64)
    rows = []
    for many in range(HAND_SIZE):
        ways = [comb(CARDS_LEFT_TO_OPPONENT - many, CARDS_DRAWN[kind]) for kind in DRAWING_KINDS]
        unit = lcm(*ways)
        rows.append([*(unit // one for one in ways), unit])
    return np.array(rows, np.int64)


@cache
def _flush_corrections(least: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the column for each rank of a hand of yours that is no flush, and a table.

    The table has a row for each set of ranks that may be left in a suit: what his flushes in that
    suit add. Column 0 is the number of flushes that are no straights. The other columns are twice
    what is below a rank and once what is at it: column 1, all 0, for ranks below a straight; one
    column for each straight, from which straight flushes are subtracted; and the last for all ranks
    above a flush.
    """
    bits, plain, _ = flush_hands()
    masks = np.arange(1 << 13)
    found = np.zeros((1 << 13, 3 + _STRAIGHT_COUNT), np.int64)
    columns = np.ones(STRENGTH_COUNT + 1, np.int64)
    columns[1:][kinds_by_rank() > FLUSH] = 2 + _STRAIGHT_COUNT
    for one in np.argsort(plain):
        inside = (masks & bits[one]) == bits[one]
        if plain[one] < least:
            found[:, 0] += inside
            continue
        number = int(plain[one]) - least
        columns[plain[one]] = 2 + number
        found[:, 2 + number] -= inside
        found[:, 3 + number : 2 + _STRAIGHT_COUNT] -= 2 * inside[:, None]
        found[:, 2 + _STRAIGHT_COUNT] -= 2 * inside
    found[:, 2 + _STRAIGHT_COUNT] += 2 * found[:, 0]
    return columns, found
