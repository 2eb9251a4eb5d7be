"""Deals of five cards that draw: each player improves his hand by a stated rule.

Both hands are dealt from one pack. At a comparison each player replaces the cards that a rule does
not keep; a tie counts half a win and half a loss. *Apart* they draw from the 47 cards that are not
their own, independently of each other; *jointly* from the 42 that neither was dealt, different
cards. The operator sums over the other's hands that share no card with mine, and over both draws,
exactly: by inclusion and exclusion over sets of shared cards, as without a draw, and for each set
over pairs of *rows* instead of strengths. Apart, the distribution of a hand after the draw is a sum
of few rows (:mod:`sabot.cards.poker_odds.final_strengths`); jointly, a row is a strength as dealt
(:mod:`sabot.cards.poker_odds.joint_draws`).

One such sum over 134,459 classes takes seconds. Strategies are therefore searched for in a game of
*types* (:class:`TypeDeal`): hands of equal ranks are one type, and what two types win of each other
is one matrix of rounded averages. Nothing is proved in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import Self, cast

import numpy as np
from numpy.typing import NDArray

from sabot.cards.poker_hand import (
    DECK_SIZE,
    HAND_SIZE,
    STRENGTH_COUNT,
    parse_cards,
    rank_hand,
    suit_classes,
)
from sabot.cards.poker_odds.discards import JOINT_RULES, DrawRule, keep_by_rule
from sabot.cards.poker_odds.final_strengths import (
    DRAW_WAYS,
    final_strengths,
)
from sabot.cards.poker_odds.joint_draws import JOINT_WAYS, draw_jointly, joint_table
from sabot.errors import FormError
from sabot.forms import drawn_hands_kernel
from sabot.forms.hand_deals import ClassDeal, HandDeal, HandSums, Pick, Weights
from sabot.jit import KernelModule
from sabot.progress import report_progress

LOOPS = KernelModule(lambda: drawn_hands_kernel, pays_from=0)
"""All classes are always enough work."""
DIGIT_BITS = 20
"""Weights are taken apart into digits of so many bits: then the sums of one row fit 64 bits."""
_TYPE_SCALE = 8
"""Weights of pairs of types are whole multiples of one over this; the largest stay below 2^24."""
_TYPE_DIGIT_BITS = 14
_BLOCK = 1024
Integers = NDArray[np.int64]


@cache
def row_table(rule: DrawRule) -> Integers:
    """Return for every two rows the ways in which the first wins: twice, and once for a tie.

    Products are summed as floats, and exactly: they are whole numbers below 2^53.
    """
    rows = final_strengths(rule).rows
    halves = np.zeros((STRENGTH_COUNT + 1, len(rows)), np.int32)
    for begin in range(0, len(rows), _BLOCK):
        ways = np.zeros((min(_BLOCK, len(rows) - begin), STRENGTH_COUNT + 1), np.int32)
        for place, (ranks, many) in enumerate(rows[begin : begin + _BLOCK]):
            ways[place, ranks] = many
        halves[:, begin : begin + _BLOCK] = (2 * ways.cumsum(1) - ways).T
    begins = np.cumsum([0, *(len(ranks) for ranks, _ in rows)])
    ranks, many = (np.concatenate(part).astype(np.int64) for part in zip(*rows, strict=True))
    sums = np.add.reduceat(many, begins[:-1])
    table = np.empty((len(rows), len(rows)), np.int64)
    room, loops = np.zeros(len(rows)), LOOPS(1)
    for begin in range(0, len(rows), _BLOCK):
        report_progress("tables of draws", begin, len(rows))
        few = begin, min(begin + _BLOCK, len(rows))
        loops.fill_table(few, (begins, ranks, many, sums), halves, room, table)
    return table


@dataclass(frozen=True, eq=False)
class DrawnDeal(ClassDeal):
    """Five cards for each of two players from one pack; each draws by a rule."""

    rule: DrawRule = "common"
    joint: bool = False
    """Whether both draw from one pack."""

    @classmethod
    def by_rule(cls, rule: DrawRule, *, joint: bool = False) -> Self:
        """Return the deal of all hands, which draw by a rule."""
        if joint and rule not in JOINT_RULES:
            raise FormError(f"joint draws are by the rule {JOINT_RULES[0]}, not {rule}")
        dealt = ClassDeal.of(HAND_SIZE)
        return cls(
            dealt.hands, dealt.weights, dealt.strengths, dealt.cards, dealt.suits, True, rule, joint
        )

    @property
    def pair_unit(self) -> int:
        """The weight of a pair of hands, over all draws."""
        return 2 * (JOINT_WAYS if self.joint else DRAW_WAYS**2)

    @property
    def _table(self) -> Integers:
        """For every two rows the ways in which the first wins: twice, and once for a tie."""
        return joint_table() if self.joint else row_table(self.rule)

    @cached_property
    def _drawn(self) -> tuple[NDArray[np.int32], Integers, Integers]:
        """Of each class, in the order of this deal, the rows, their factors, and the type."""
        if self.joint:
            strengths = self._levels[0] - 1
            rows = strengths.astype(np.int32)[:, None]
            return rows, np.ones(rows.shape, np.int64), strengths
        found = final_strengths(self.rule)
        order = np.argsort(suit_classes().ranks, kind="stable")
        return found.parts[order].astype(np.int32), found.factors[order], found.types[order]

    @cached_property
    def _sets(self) -> _SetLists:
        return _SetLists.of(self._numbers[0][:-1], self.own_weights(0), self._common_multiple)

    @cached_property
    def _shared(self) -> tuple[Integers, NDArray[np.int32]]:
        """For each class of sets the rows of its hands."""
        return self._sets.lists_of(self._drawn[0], len(self._table))

    @property
    def largest_row(self) -> int:
        """All hands, with all draws."""
        return super().largest_row * self.pair_unit

    @property
    def has_ties(self) -> bool:
        """Whether hands can tie; then half of it is a win and half a loss."""
        return True

    def draw(self, one: str, two: str, pick: Pick) -> tuple[int, int]:
        """Return the ranks that two hands end with, the new cards drawn one by one by *pick*."""
        if self.joint:
            return draw_jointly(parse_cards(one), parse_cards(two), self.rule, pick)
        return self._draw_apart(one, pick), self._draw_apart(two, pick)

    def _draw_apart(self, hand: str, pick: Pick) -> int:
        cards = parse_cards(hand)
        kept = list(keep_by_rule(cards, self.rule))
        left = [card for card in range(DECK_SIZE) if card not in cards]
        while len(kept) < HAND_SIZE:
            names = [self.cards[card] for card in left]
            kept.append(left.pop(pick(names, [1] * len(left), len(left))))
        return rank_hand(tuple(kept))

    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return sums over disjoint hands and all draws, a tie half of each; integers only."""
        rows = weights.reshape(-1, weights.shape[-1])
        found = np.zeros((2, *rows.shape), object)
        digits, shifts = _digits(rows)
        loops, table = LOOPS(1), self._table
        parts, factors, _ = self._drawn
        sets = self._sets
        shared = self._shared
        own = self.own_weights(0)
        kinds = (np.int64, np.int64, np.float64, np.int64, np.float64)
        room = tuple(np.zeros(len(table), kind) for kind in kinds)
        for place, (row, shift) in enumerate(shifts):
            report_progress("comparing draws", place, len(shifts))
            out = np.zeros(len(own), np.int64), np.zeros(len(own))
            loops.compare_rows(
                sets.hands,
                (sets.often, sets.signed_times),
                shared,
                (parts, factors),
                table,
                digits[place] * own,
                room,
                out,
            )
            won = _exact(*out) // self._common_multiple
            won -= digits[place].astype(object) * self._met_by_itself
            whole = self._all_hands(seat, digits[place]).astype(object) * self.pair_unit
            found[0, row] += won << shift
            found[1, row] += (whole - won) << shift
        shape = (*weights.shape[:-1], -1)
        one, two = (cast("Weights", part.reshape(shape).astype(weights.dtype)) for part in found)
        return one, np.zeros_like(one), two

    def all(self, seat: int, weights: Weights) -> Weights:
        """Return the sum over all disjoint hands, with the weight of all draws."""
        rows = weights.reshape(-1, weights.shape[-1])
        found = np.zeros(rows.shape, object)
        digits, shifts = _digits(rows)
        for (row, shift), each in zip(shifts, self._all_hands(seat, digits), strict=True):
            found[row] += each.astype(object) * self.pair_unit << shift
        return cast("Weights", found.reshape(weights.shape).astype(weights.dtype))

    @cached_property
    def _met_by_itself(self) -> NDArray[np.object_]:
        """What a hand wins of itself by the table: no set of shared cards leaves that out."""
        if self.joint:
            return self._table.diagonal()[self.type_of_hand].astype(object)
        return np.full(len(self.type_of_hand), DRAW_WAYS**2, object)

    def _all_hands(self, seat: int, weights: Integers) -> Weights:
        """Return the sum over all disjoint hands, without draws: by :meth:`sweep` of all hands."""
        weaker, equal, stronger = super().sums(seat, weights)
        return weaker + equal + stronger

    @cached_property
    def type_of_hand(self) -> Integers:
        """The type of each class."""
        return self._drawn[2]

    @cached_property
    def types(self) -> TypeDeal:
        """The deal of types, in which strategies are searched for."""
        table = self._table
        parts, factors, types = self._drawn
        own, count = self.own_weights(0), int(self.type_of_hand.max()) + 1
        pairs = np.zeros((count, count), np.float32)
        sets = self._sets
        members, many = sets.sums_by(types, own)
        loops = LOOPS(1)
        loops.count_pairs(members, many, sets.signs * sets.sizes, pairs)
        sizes = np.bincount(types, own, count)
        pairs[np.arange(count), np.arange(count)] -= sizes  # a hand and itself
        flat = parts >= 0
        keys = (types[:, None] * np.int64(len(table)) + parts)[flat]
        mixed = (factors * (own / sizes[types])[:, None])[flat]
        named, inverse = np.unique(keys, return_inverse=True)
        begins = np.searchsorted(named, np.arange(count + 1) * np.int64(len(table)))
        rows = (named % len(table)).astype(np.int32)
        room = np.zeros(len(table))
        scale = _TYPE_SCALE / self.pair_unit
        loops.weigh_pairs(
            (begins, rows), np.bincount(inverse.reshape(-1), mixed), table, scale, room, pairs
        )
        return TypeDeal(pairs)


def _digits(rows: Weights) -> tuple[Integers, list[tuple[int, int]]]:
    """Return weights taken apart into rows of digits, and of each its row and its power of two."""
    if rows.dtype.kind == "f":
        raise TypeError("hands that draw are summed in integers; types are for floats")
    found, shifts = [], []
    for row, each in enumerate(rows):
        shift = 0
        while shift == 0 or each.any():
            found.append((each & ((1 << DIGIT_BITS) - 1)).astype(np.int64))
            shifts.append((row, shift))
            each, shift = each >> DIGIT_BITS, shift + DIGIT_BITS
    return np.array(found), shifts


def _exact(rest: Integers, near: NDArray[np.float64]) -> NDArray[np.object_]:
    """Return the integers that are *rest* modulo 2^64 and next to *near*."""
    turns = np.rint((near - rest.astype(np.float64)) / 2.0**64)
    whole = np.array([int(turn) << 64 for turn in turns.tolist()], object)
    return cast("NDArray[np.object_]", rest.astype(object) + whole)


@dataclass(frozen=True, eq=False)
class _SetLists:
    """For each class of sets of up to four cards, the classes of hands that contain one."""

    hands: tuple[Integers, NDArray[np.int32]]
    """Where each list begins, and the classes of hands."""
    often: NDArray[np.int8]
    """How many sets of the class each of them contains."""
    sizes: NDArray[np.float64]
    """How many sets each class has."""
    signs: Integers
    """1 for sets of an even number of cards, else -1."""
    permutations: int

    @classmethod
    def of(cls, numbers: Integers, own: Integers, permutations: int) -> _SetLists:
        """Return the lists; *numbers* has for each choice of cards the set of every hand."""
        known, inverse = np.unique(numbers, return_inverse=True)
        count = numbers.shape[1]
        keys = inverse.reshape(numbers.shape) * np.int64(count) + np.arange(count)
        entries, often = np.unique(keys, return_counts=True)
        begins = np.searchsorted(entries, np.arange(len(known) + 1) * np.int64(count))
        members = (entries % count).astype(np.int32)
        cards = np.zeros(len(known), np.int64)
        cards[inverse.reshape(-1)] = np.repeat(
            [choice.bit_count() for choice in range(len(numbers))], count
        )
        weight = np.add.reduceat(own[members] * often, begins[:-1])
        around = [comb(DECK_SIZE - many, HAND_SIZE - many) for many in range(HAND_SIZE)]
        return cls(
            (begins.astype(np.int64), members),
            often.astype(np.int8),
            (weight // np.array(around)[cards]).astype(np.float64),
            1 - 2 * (cards % 2),
            permutations,
        )

    @property
    def signed_times(self) -> Integers:
        """How many permutations of suits leave a set of each class as it is, with its sign."""
        return self.signs * (self.permutations // self.sizes.astype(np.int64))

    def lists_of(self, parts: NDArray[np.int32], count: int) -> tuple[Integers, NDArray[np.int32]]:
        """Return for each class of sets the rows of its hands."""
        begins, members = self.hands
        which = np.repeat(np.arange(len(self.sizes)), np.diff(begins))
        rows = parts[members]
        keys = np.unique((which[:, None] * np.int64(count) + rows)[rows >= 0])
        starts = np.searchsorted(keys, np.arange(len(self.sizes) + 1) * np.int64(count))
        return starts.astype(np.int64), (keys % count).astype(np.int32)

    def sums_by(
        self, types: Integers, own: Integers
    ) -> tuple[tuple[Integers, NDArray[np.int32]], NDArray[np.float64]]:
        """Return for each class of sets its types, and how many hands of each contain one set."""
        begins, members = self.hands
        count = int(types.max()) + 1
        which = np.repeat(np.arange(len(self.sizes)), np.diff(begins))
        keys, inverse = np.unique(which * np.int64(count) + types[members], return_inverse=True)
        each = own[members] * self.often / self.sizes[which]
        many: NDArray[np.float64] = np.bincount(inverse.reshape(-1), each).astype(np.float64)
        starts = np.searchsorted(keys, np.arange(len(self.sizes) + 1) * np.int64(count))
        listed: NDArray[np.int32] = (keys % count).astype(np.int32)
        return (starts.astype(np.int64), listed), many


@dataclass(frozen=True, eq=False)
class TypeDeal(HandDeal):
    """Types of hands: what each wins of each other is a matrix of whole numbers below 2^24."""

    pairs: NDArray[np.float32]

    def names(self, seat: int) -> Sequence[str]:
        """Return the numbers of the types."""
        return [str(place) for place in range(len(self.pairs))]

    def own_weights(self, seat: int) -> Integers:
        """Return ones: the matrix has the weights of pairs."""
        return np.ones(len(self.pairs), np.int64)

    @cached_property
    def largest_row(self) -> int:
        """The largest weight of a type with all others."""
        ones = np.ones(len(self.pairs), np.int64)
        return int(self.all(0, ones).max())

    @property
    def has_ties(self) -> bool:
        """A tie is half a win and half a loss."""
        return False

    def levels_of(self, seat: int) -> Sequence[int]:
        """Refuse: types have no order."""
        raise TypeError("types of hands have no order")

    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return what each type wins of the others, and loses to them."""
        rows = weights.reshape(-1, weights.shape[-1])
        if rows.dtype.kind == "f":
            each = rows.astype(np.float32)
            met: tuple[Weights, Weights] = (
                cast("Weights", each @ self.pairs.T),
                cast("Weights", each @ self.pairs),
            )
        else:
            met = self._exact_sums(cast("Integers", rows))
        shape = (*weights.shape[:-1], -1)
        one, two = (part.reshape(shape) for part in met)
        return one, np.zeros_like(one), two

    def sweep(self, seat: int, weights: Weights, out: Weights) -> None:
        """Fill in what each type wins of the others, twice, and what it wins or loses."""
        each = weights.astype(np.float32)
        out[0] = out[1] = self.pairs @ each
        out[2] = out[1] + self.pairs.T @ each

    def _exact_sums(self, rows: Integers) -> tuple[Integers, Integers]:
        """Return the same of integers: floats hold the sums of small digits exactly."""
        found = np.zeros((2, *rows.shape), rows.dtype)
        shift, left = 0, rows
        while shift == 0 or left.any():
            digit = (left & ((1 << _TYPE_DIGIT_BITS) - 1)).astype(np.float64)
            for begin in range(0, len(self.pairs), _BLOCK):
                block = self.pairs[begin : begin + _BLOCK].astype(np.float64)
                scale = 1 << shift
                found[0][:, begin : begin + _BLOCK] += _whole(digit @ block.T, rows) * scale
                found[1] += _whole(digit[:, begin : begin + _BLOCK] @ block, rows) * scale
            left, shift = left >> _TYPE_DIGIT_BITS, shift + _TYPE_DIGIT_BITS
        return found[0], found[1]


def _whole(numbers: NDArray[np.float64], like: Integers) -> Integers:
    return numbers.astype(np.int64).astype(like.dtype)
