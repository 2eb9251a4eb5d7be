"""Verify bounds on the value of a game with private hands: a public tree, and a deal of hands.

The file has the deal, the public tree with its amounts, both strategies in integers over one unit,
and the two bounds. The best response to each strategy is computed over all hands: at every end the
weights of the opponent's hands that are weaker, equal and stronger are counted by running sums in
the order of strength, and backward induction takes the best action for every hand. Both bounds must
be exactly what the file says. Neither optimality nor uniqueness is claimed.
"""

from __future__ import annotations

import binascii
import re
import struct
import zlib
from abc import ABC, abstractmethod
from base64 import b64decode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import accumulate, combinations, groupby, product, repeat
from math import comb, lcm, prod
from operator import add, mul, sub

from sabot.certify.card_classes import ClassSums, class_hands, hand_name, poker_levels
from sabot.certify.documents import require_certificate, require_digest
from sabot.certify.json_reader import (
    Json,
    JsonObject,
    format_short,
    quote_name,
    read_fraction,
    require_keys,
    require_labels,
    require_object,
    require_text,
)
from sabot.certify.limits import (
    CLASS_STEPS,
    MOST_PACK_HANDS,
    MOST_PACK_UNIT,
    MOST_PRIVATE_AMOUNT_BITS,
    MOST_PRIVATE_CARDS,
    MOST_PRIVATE_DEPTH,
    MOST_PRIVATE_HAND_SIZE,
    MOST_PRIVATE_HANDS,
    MOST_PRIVATE_LEVEL,
    MOST_PRIVATE_NODES,
    MOST_PRIVATE_UNIT,
    MOST_PRIVATE_WORK,
    MOST_RANGE_HANDS,
    spend,
)
from sabot.certify.record_codec import Field, count
from sabot.certify.value_bounds import IntervalRecord, IntervalVerdict, require_gap
from sabot.errors import CertificateError, FileError

_BASE64 = re.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
Numbers = Sequence[int]
Mixes = Sequence[Sequence[int]]
"""For each action the numerators of all hands."""


class _PrivateHandsRecord(IntervalRecord, what="an interval of private hands"):
    unit = Field(count("the unit is not a whole number"))


# ---------------------------------------------------------------------- the public tree


@dataclass(frozen=True, slots=True)
class CertificateEnd:
    """An end: what the first player is paid where it wins, ties and loses the comparison."""

    amounts: tuple[Fraction, Fraction, Fraction]
    compares: bool
    """False where all three are one constant."""


@dataclass(frozen=True, slots=True)
class CertificateDecision:
    """A decision of the public tree."""

    seat: int
    before: tuple[str, ...]
    view: tuple[str, ...]
    actions: tuple[str, ...]
    after: tuple[CertificateNode, ...]
    place: int
    """Among the decisions of its player."""

    @property
    def key(self) -> str:
        """The name of the decision: what the player sees, with a star for the hand."""
        return ",".join((*self.before, "*", *self.view))


CertificateNode = CertificateEnd | CertificateDecision


class _TreeReader:
    """Reads a public tree, and counts."""

    def __init__(self) -> None:
        self.nodes = 0
        self.decisions: tuple[list[CertificateDecision], list[CertificateDecision]] = ([], [])
        self.denominator = 1
        self.bits = 1
        """Of the longest numerator of an amount."""

    def node(self, data: Json, depth: int, counts: list[int]) -> CertificateNode:
        """Return a node; *counts* are the decisions of each player that were begun."""
        self.nodes += 1
        if self.nodes > MOST_PRIVATE_NODES or depth > MOST_PRIVATE_DEPTH:
            raise FileError(
                f"the public tree has more than {MOST_PRIVATE_NODES:,} nodes or "
                f"{MOST_PRIVATE_DEPTH} decisions on a path: more than this checker takes"
            )
        found = require_object(data, "a node")
        if "turn" in found:
            return self._decision(found, depth, counts)
        if "pays" in found:
            amount = self._amount(require_keys(found, {"pays"}, "an end")["pays"])
            return CertificateEnd((amount, amount, amount), False)
        amounts = require_keys(found, {"compares"}, "a comparison")["compares"]
        if type(amounts) is not list or len(amounts) != 3:
            raise ValueError("a comparison does not have three amounts")
        win, tie, loss = map(self._amount, amounts)
        return CertificateEnd((win, tie, loss), True)

    def _amount(self, data: Json) -> Fraction:
        amount = read_fraction(data)
        self.denominator = lcm(self.denominator, amount.denominator)
        self.bits = max(self.bits, amount.numerator.bit_length())
        bits = max(self.denominator.bit_length(), amount.numerator.bit_length())
        if bits > MOST_PRIVATE_AMOUNT_BITS:
            raise FileError("an amount of the public tree has too many digits to be checked")
        return amount

    def _decision(self, found: JsonObject, depth: int, counts: list[int]) -> CertificateDecision:
        require_keys(found, {"turn", "before", "view", "actions", "after"}, "a decision")
        seat, after = found["turn"], found["after"]
        if type(seat) is not int or seat not in (0, 1):
            raise ValueError("the turn of a decision is not 0 or 1")
        actions = tuple(require_labels(found["actions"], "actions"))
        if type(after) is not list or len(after) != len(actions):
            raise ValueError("a decision does not have one branch for each action")
        place = counts[seat]
        counts[seat] += 1
        own = self.decisions[seat]
        own.append(None)  # type: ignore[arg-type]  # its place; filled below
        branches = tuple(self.node(branch, depth + 1, counts) for branch in after)
        before, view = _read_texts(found["before"]), _read_texts(found["view"])
        node = CertificateDecision(seat, before, view, actions, branches, place)
        own[place] = node
        return node


def _read_texts(data: Json) -> tuple[str, ...]:
    if type(data) is not list:
        raise ValueError("what a player sees is not a list of texts")
    return tuple(require_text(item, "what a player sees") for item in data)


# ---------------------------------------------------------------------- the deal


class CertificateHands(ABC):
    """The hands of both players; :meth:`compare` counts the opponent's hands."""

    names: tuple[Sequence[str], Sequence[str]]
    """What the hands of each player are called, the weakest first."""
    weights: tuple[Numbers, Numbers]
    total: int
    """The weight of all pairs of hands."""
    steps: int = 1
    """What one hand takes in a comparison, in steps."""

    @abstractmethod
    def compare(self, seat: int, theirs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return for each hand of *seat* the weight of *theirs* that it beats, ties and loses to.

        A weight is that in the row of the hand; its own weight is left out.
        """

    @property
    @abstractmethod
    def described(self) -> tuple[object, ...]:
        """All that a deal says, for a comparison with that of a game."""


class CertificatePack(CertificateHands):
    """One card per player, from one pack or, apart, from one for each."""

    def __init__(
        self, cards: Sequence[str], counts: Numbers, levels: Numbers | None, *, apart: bool
    ) -> None:
        self.cards, self.counts, self.apart, self.levels = cards, counts, apart, levels
        self.names, self.weights = (cards, cards), (counts, counts)
        every = sum(counts)
        self.total = every * every if apart else every * (every - 1)

    @property
    def described(self) -> tuple[object, ...]:
        """The cards, how they are dealt, and their order."""
        levels = None if self.levels is None else list(self.levels)
        return "pack", list(self.cards), (list(self.counts), self.apart), levels

    def compare(self, seat: int, theirs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Count by running sums over the levels of strength."""
        each = list(map(mul, self.counts, theirs))
        every = sum(each)
        if self.levels is None:
            upto = list(accumulate(each))
            beaten = list(map(sub, upto, each))
            tied = each if self.apart else list(map(sub, each, theirs))
            return beaten, tied, [every - one for one in upto]
        at_level = [0] * (self.levels[-1] + 1)
        for level, one in zip(self.levels, each, strict=True):
            at_level[level] += one
        below = list(accumulate(at_level, initial=0))
        beaten = [below[level] for level in self.levels]
        same = [at_level[level] for level in self.levels]
        lost = [every - below[level + 1] for level in self.levels]
        return beaten, same if self.apart else list(map(sub, same, theirs)), lost


class CertificateRanges(CertificateHands):
    """Hands of several cards, for each player those of its range; they may not share a card."""

    def __init__(
        self,
        names: tuple[Sequence[str], Sequence[str]],
        cards: tuple[Sequence[tuple[str, ...]], Sequence[tuple[str, ...]]],
        weights: tuple[Numbers, Numbers],
        levels: tuple[Numbers, Numbers],
    ) -> None:
        self.names, self.cards, self.weights, self.levels = names, cards, weights, levels
        size = len(cards[0][0])
        self.steps = 4 << size
        self._subsets = tuple(
            [
                [
                    (frozenset(part), 1 - 2 * (count % 2))
                    for count in range(size + 1)
                    for part in combinations(hand, count)
                ]
                for hand in own
            ]
            for own in cards
        )
        met = map(sum, zip(*self.compare(0, [1] * len(names[1])), strict=True))
        self.total = sum(map(mul, weights[0], met))

    @property
    def described(self) -> tuple[object, ...]:
        """The hands of both players, their weights, and their order."""
        cards = [[tuple(hand) for hand in own] for own in self.cards]
        return "ranges", cards, list(map(list, self.weights)), list(map(list, self.levels))

    def compare(self, seat: int, theirs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Count hands in the order of strength, by the cards that they share with mine."""
        other = 1 - seat
        each = list(map(mul, self.weights[other], theirs))
        held: dict[frozenset[str], int] = {}
        for parts, one in zip(self._subsets[other], each, strict=True):
            for part, _ in parts:
                held[part] = held.get(part, 0) + one
        whole = self._disjoint(seat, held)
        below: dict[frozenset[str], int] = {}
        beaten, upto = [0] * len(whole), [0] * len(whole)
        mine, yours = self.levels[seat], self.levels[other]
        place = 0
        marks = [(level, 0, hand) for hand, level in enumerate(mine)]
        marks += [(level, 1, hand) for hand, level in enumerate(mine)]
        for level, after, hand in sorted(marks):
            while place < len(each) and yours[place] < level + after:
                for part, _ in self._subsets[other][place]:
                    below[part] = below.get(part, 0) + each[place]
                place += 1
            met = sum(sign * below.get(part, 0) for part, sign in self._subsets[seat][hand])
            (upto if after else beaten)[hand] = met
        return beaten, list(map(sub, upto, beaten)), list(map(sub, whole, upto))

    def _disjoint(self, seat: int, held: Mapping[frozenset[str], int]) -> list[int]:
        """Return for each hand the weight of the other player's hands that share no card."""
        return [
            sum(sign * held.get(part, 0) for part, sign in parts) for parts in self._subsets[seat]
        ]


class CertificateAllHands(CertificateHands):
    """All hands of some cards from one pack, in which copies of a card are alike.

    The other player's hands that can be dealt together with mine are counted by inclusion and
    exclusion over the cards of my hand: for some of them, those of the other hands that hold the
    very same copies.
    """

    def __init__(
        self, cards: Sequence[str], counts: Numbers, size: int, levels: Sequence[int]
    ) -> None:
        self.cards, self.counts, self.size, self.listed = cards, counts, size, levels
        hands = _list_hands(counts, size)
        order = sorted(range(len(hands)), key=levels.__getitem__)
        self._levels = [levels[place] for place in order]
        own = [hands[place] for place in order]
        names = ["(" + ",".join([cards[card] for card in hand]) + ")" for hand in own]
        weights = [self._choices(Counter(hand), {}) for hand in own]
        self.names, self.weights = (names, names), (weights, weights)
        self.steps = 4 << size
        every = sum(counts)
        self.total = comb(every, size) * comb(every - size, size)
        self._parts = [self._parts_of(hand) for hand in own]

    def _choices(self, hand: Mapping[int, int], given: Mapping[int, int]) -> int:
        """Return in how many ways the copies of a hand are chosen, some of them given."""
        return prod(
            comb(self.counts[card] - given.get(card, 0), many - given.get(card, 0))
            for card, many in hand.items()
        )

    def _parts_of(self, hand: tuple[int, ...]) -> list[tuple[tuple[int, ...], int, int]]:
        """Return all parts of a hand, each with what it counts in sums of mine and of the other.

        In mine it is the number of its choices of copies in the hand, with a sign; in sums over the
        other's hands, the ways to choose the copies of the rest.
        """
        held = Counter(hand)
        found = []
        for chosen in product(*(range(many + 1) for many in held.values())):
            given = dict(zip(held, chosen, strict=True))
            sign = -1 if sum(chosen) % 2 else 1
            mine = sign * prod(map(comb, held.values(), chosen))
            part = tuple(card for card, many in given.items() for _ in range(many))
            found.append((part, mine, self._choices(held, given)))
        return found

    @property
    def described(self) -> tuple[object, ...]:
        """The pack, the number of cards, and the strengths of all hands."""
        return "hands", list(self.cards), (list(self.counts), self.size), list(self.listed)

    def compare(self, seat: int, theirs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Count hands in the order of strength, by the parts that they have in common with mine."""
        sums: dict[tuple[int, ...], int] = dict.fromkeys(
            (part for parts in self._parts for part, _, _ in parts), 0
        )
        beaten, upto = [0] * len(theirs), [0] * len(theirs)

        def met(hand: int) -> int:
            return sum([times * sums[part] for part, times, _ in self._parts[hand]])

        first = 0
        for _, group in groupby(self._levels):
            alike = range(first, first := first + len(list(group)))
            for hand in alike:
                beaten[hand] = met(hand)
            for hand in alike:
                weight = theirs[hand]
                if weight:
                    for part, _, ways in self._parts[hand]:
                        sums[part] += weight * ways
            for hand in alike:
                upto[hand] = met(hand)
        whole = map(met, range(len(theirs)))
        return beaten, list(map(sub, upto, beaten)), list(map(sub, whole, upto))


def _list_hands(counts: Numbers, size: int) -> list[tuple[int, ...]]:
    """Return all hands of a pack by the places of their cards, low places first."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [
            (*hand, card)
            for hand in found
            for card in range(hand[-1] if hand else 0, len(counts))
            if hand.count(card) < counts[card]
        ]
    return found


class CertificateClasses(CertificateHands):
    """All hands of some cards of the pack of 52, one for each class under permutations of suits."""

    def __init__(self, size: int, levels: Sequence[int]) -> None:
        hands, counts = class_hands(size)
        self.size, self.listed = size, list(levels)
        order = sorted(range(len(hands)), key=self.listed.__getitem__)
        names = [hand_name(hands[place]) for place in order]
        weights = [counts[place] for place in order]
        self.names, self.weights = (names, names), (weights, weights)
        self.steps = 8
        self.total = sum(weights) * comb(52 - size, size)
        self._sums = ClassSums(
            [hands[place] for place in order], weights, [self.listed[place] for place in order]
        )

    @property
    def described(self) -> tuple[object, ...]:
        """The number of cards, and the strengths of all classes."""
        return "classes", self.size, 1, self.listed

    def compare(self, seat: int, theirs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Count hands in the order of strength, by the sets of cards that they share with mine."""
        return self._sums.compare(theirs)


_DRAW_RULES = {
    "draws": frozenset({"common", "highest", "stand"}),
    "joint draws": frozenset({"stand"}),
}


def _read_deal(data: Json) -> CertificateHands:
    kind = require_object(data, "the deal").get("kind")
    if kind == "pack":
        return _read_pack(require_keys(data, _PACK_KEYS, "a pack"))
    if kind == "ranges":
        return _read_ranges(require_keys(data, {"kind", "hands"}, "ranges"))
    if kind == "hands":
        return _read_all_hands(require_keys(data, _ALL_HANDS_KEYS, "hands"))
    if kind == "classes":
        return _read_classes(require_keys(data, {"kind", "size", "levels"}, "classes"))
    if kind in _DRAW_RULES:
        if require_keys(data, {"kind", "rule"}, "draws")["rule"] not in _DRAW_RULES[kind]:
            raise ValueError("the rule of the draw is not one that is specified")
        raise FileError(
            "sums over all draws of all hands take the standard library hours: this file is "
            "checked by the second checker, recheck (tools/recheck in the repository)"
        )
    raise ValueError("the deal is neither a pack nor ranges nor hands nor classes nor draws")


def _read_classes(found: JsonObject) -> CertificateClasses:
    size, levels = found["size"], found["levels"]
    if type(size) is not int or not 1 <= size <= MOST_PRIVATE_HAND_SIZE:
        raise ValueError("the hands of a pack do not have one to five cards")
    spend(CLASS_STEPS[size], "the hands")
    if levels == "poker":
        if size != MOST_PRIVATE_HAND_SIZE:
            raise ValueError("only five cards are compared as poker hands")
        return CertificateClasses(size, poker_levels())
    if type(levels) is not list or len(levels) != len(class_hands(size)[0]):
        raise ValueError("the levels of strength are not one whole number for each class")
    if set(map(type, levels)) != {int} or min(levels) < 0 or max(levels) > MOST_PRIVATE_LEVEL:
        raise ValueError("the levels of strength are not whole numbers that are checked")
    return CertificateClasses(size, levels)


_PACK_KEYS = frozenset({"kind", "cards", "counts", "levels", "apart"})
_ALL_HANDS_KEYS = frozenset({"kind", "cards", "counts", "size", "levels"})


def _read_all_hands(found: JsonObject) -> CertificateAllHands:
    cards, size, levels = require_labels(found["cards"], "cards"), found["size"], found["levels"]
    if len(cards) > MOST_PACK_HANDS:
        raise FileError(f"a pack of {len(cards):,} different cards is more than this checker takes")
    counts = _read_counts(found["counts"], len(cards))
    if type(size) is not int or not 1 <= size <= MOST_PRIVATE_HAND_SIZE:
        raise ValueError("the hands of a pack do not have one to five cards")
    if 2 * size > sum(counts):
        raise ValueError("the pack has too few cards for two hands")
    if comb(sum(counts), size) > MOST_PRIVATE_CARDS:
        raise ValueError("the pack gives more hands than are checked, copies counted apart")
    hands = _count_hands(counts, size)
    if hands > MOST_PACK_HANDS:
        raise FileError(f"{hands:,} different hands: this checker takes 1 to {MOST_PACK_HANDS:,}")
    if type(levels) is not list or len(levels) != hands or set(map(type, levels)) != {int}:
        raise ValueError("the levels of strength are not one whole number for each hand")
    if min(levels) < 0 or max(levels) > MOST_PRIVATE_LEVEL:
        raise ValueError("the levels of strength are not whole numbers that are checked")
    spend(32 * hands << size, "the hands")
    deal = CertificateAllHands(cards, counts, size, levels)
    if len(set(deal.names[0])) < hands:
        raise ValueError("two hands of the pack have one name")
    return deal


def _count_hands(counts: Numbers, size: int) -> int:
    """Return how many hands of so many cards a pack gives."""
    ways = [1] + [0] * size
    for held in counts:
        ways = [sum(ways[max(0, many - held) : many + 1]) for many in range(size + 1)]
    return ways[size]


def _read_counts(data: Json, cards: int) -> list[int]:
    """Return how many of each card a pack has: a list, or one number for all."""
    numbers = [data] * cards if type(data) is int else data
    if type(numbers) is not list or len(numbers) != cards:
        raise ValueError("the counts are not one for each card")
    if set(map(type, numbers)) != {int} or min(numbers) < 1 or sum(numbers) > MOST_PRIVATE_CARDS:
        raise ValueError("the counts are not positive whole numbers of a pack that is checked")
    return numbers


def _read_pack(found: JsonObject) -> CertificatePack:
    cards, counts, levels, apart = (found[key] for key in ("cards", "counts", "levels", "apart"))
    names: Sequence[str]
    if type(cards) is int:
        _require_hands(cards, MOST_PRIVATE_HANDS)
        names = [str(number) for number in range(1, cards + 1)]
    else:
        names = require_labels(cards, "cards")
        _require_hands(len(names), MOST_PRIVATE_HANDS)
    numbers = _read_counts(counts, len(names))
    if type(apart) is not bool:
        raise ValueError("whether the cards are apart is not true or false")
    if not apart and sum(numbers) < 2:
        raise ValueError("a pack of one card is too small for two players")
    return CertificatePack(
        names, numbers, None if levels is None else _read_levels(levels, len(names)), apart=apart
    )


def _require_hands(hands: int, most: int) -> None:
    if not 1 <= hands <= most:
        raise FileError(f"{hands:,} different hands: this checker takes 1 to {most:,}")


def _read_levels(data: Json, hands: int) -> list[int]:
    """Return levels of strength: whole numbers below the number of hands, not falling."""
    if type(data) is not list or len(data) != hands or set(map(type, data)) != {int}:
        raise ValueError("the levels of strength are not one whole number for each hand")
    if data[0] < 0 or any(map(int.__gt__, data, data[1:])):
        raise ValueError("the hands are not in the order of their strength")
    if data[-1] > MOST_PRIVATE_LEVEL:
        raise ValueError("a level of strength is too large")
    return data


def _read_ranges(found: JsonObject) -> CertificateRanges:
    sides = found["hands"]
    if type(sides) is not list or len(sides) != 2:
        raise ValueError("the hands are not those of two players")
    one, two = (_Range(side) for side in sides)
    if one.size != two.size:
        raise ValueError("the players' hands are not of one size")
    spend(16 * (len(one.names) + len(two.names)) << one.size, "the hands")
    return CertificateRanges(
        (one.names, two.names),
        (one.cards, two.cards),
        (one.weights, two.weights),
        (one.levels, two.levels),
    )


class _Range:
    """The hands of one player, as a file lists them: cards, weight, level of strength."""

    def __init__(self, data: Json) -> None:
        keys = require_keys(data, {"cards", "weights", "levels"}, "a range")
        cards, weights = keys["cards"], keys["weights"]
        if type(cards) is not list or type(weights) is not list or len(cards) != len(weights):
            raise ValueError("a range does not have one weight for each hand")
        _require_hands(len(cards), MOST_RANGE_HANDS)
        self.cards = [tuple(require_labels(hand, "cards of a hand")) for hand in cards]
        self.size = len(self.cards[0])
        if self.size > MOST_PRIVATE_HAND_SIZE or {len(hand) for hand in self.cards} != {self.size}:
            raise ValueError("the hands of a range are not of one size, of one to five cards")
        if len({frozenset(hand) for hand in self.cards}) < len(self.cards):
            raise ValueError("a range has a hand twice")
        self.names = ["".join(hand) for hand in self.cards]
        if len(set(self.names)) < len(self.names):
            raise ValueError("two hands of a range are called alike")
        if set(map(type, weights)) != {int} or min(weights) < 1:
            raise ValueError("the weights of a range are not positive whole numbers")
        if sum(weights) > MOST_PRIVATE_CARDS:
            raise ValueError("the weights of a range are too large")
        self.weights = weights
        self.levels = _read_levels(keys["levels"], len(cards))


# ---------------------------------------------------------------------- the document


@dataclass(frozen=True, slots=True)
class CertificatePrivateHands:
    """A game with private hands as a file has it."""

    seats: tuple[str, str]
    deal: CertificateHands
    root: CertificateNode
    decisions: tuple[tuple[CertificateDecision, ...], tuple[CertificateDecision, ...]]
    nodes: int
    denominator: int
    """Common to all amounts."""

    @property
    def described(self) -> list[tuple[object, ...]]:
        """All nodes, parents first, for a comparison with those of a game."""
        found: list[tuple[object, ...]] = []
        left = [self.root]
        while left:
            node = left.pop()
            if isinstance(node, CertificateEnd):
                found.append(("end", node.compares, node.amounts))
            else:
                found.append(("decision", node.seat, node.before, node.view, node.actions))
                left += reversed(node.after)
        return found

    def depth(self, seat: int) -> int:
        """Return the most decisions of a player on a path."""
        return _depth(self.root, seat)


def _depth(node: CertificateNode, seat: int) -> int:
    if isinstance(node, CertificateEnd):
        return 0
    return (node.seat == seat) + max(_depth(child, seat) for child in node.after)


@dataclass(frozen=True, slots=True)
class PrivateHandsDocument:
    """Bounds for the value of a game with private hands as a file states them."""

    game: str
    form: CertificatePrivateHands
    low: Fraction
    high: Fraction
    unit: int
    strategies: tuple[Sequence[Mixes], Sequence[Mixes]]
    digest: str


def read_private_hands(document: JsonObject) -> PrivateHandsDocument:
    """Return what a ``sabot/private-hands/1`` claims and shows."""
    require_certificate(document)
    digest = require_digest(document, "interval")
    found = _PrivateHandsRecord(document)
    require_gap(found)
    form = _read_form(found.certificate.form, found.seats, found.unit)
    strategies = require_keys(found.strategies, set(found.seats), "the strategies")
    one, two = (
        _read_strategy(form, seat, strategies[name], found.unit)
        for seat, name in enumerate(found.seats)
    )
    return PrivateHandsDocument(
        found.game, form, found.low, found.high, found.unit, (one, two), digest
    )


def _read_form(data: Json, seats: tuple[str, str], unit: int) -> CertificatePrivateHands:
    parts = require_keys(data, {"deal", "tree"}, "the form")
    reader = _TreeReader()
    root = reader.node(parts["tree"], 0, [0, 0])
    deal = _read_deal(parts["deal"])
    if not deal.total:
        raise ValueError("no two hands can be dealt together")
    most = MOST_PACK_UNIT if isinstance(deal, CertificatePack) else MOST_PRIVATE_UNIT
    if not 1 <= unit <= most:
        raise ValueError(f"the unit is not between 1 and {most}")
    one, two = map(tuple, reader.decisions)
    for seat, own in zip(seats, (one, two), strict=True):
        if len({node.key for node in own}) < len(own):
            raise ValueError(f"two decisions of {quote_name(seat)} have one name")
    depth = max(_depth(root, seat) for seat in (0, 1))
    bits = reader.bits + reader.denominator.bit_length() + 8 * _bytes_each(unit) * depth
    work = reader.nodes * sum(map(len, deal.names)) * deal.steps * (1 + bits // 256)
    if work > MOST_PRIVATE_WORK:
        raise FileError(
            f"hands times nodes of the public tree, more where numbers are long, are {work:,}: "
            f"this checker takes {MOST_PRIVATE_WORK:,}"
        )
    spend(8 * work, "best responses")
    return CertificatePrivateHands(seats, deal, root, (one, two), reader.nodes, reader.denominator)


def _read_strategy(form: CertificatePrivateHands, seat: int, data: Json, unit: int) -> list[Mixes]:
    decisions, hands = form.decisions[seat], len(form.deal.names[seat])
    packed = require_keys(data, {node.key for node in decisions}, "a strategy")
    return [_read_mixes(packed[node.key], len(node.actions), hands, unit) for node in decisions]


def _bytes_each(unit: int) -> int:
    """Return the bytes of a number in a strategy."""
    return 2 if unit <= MOST_PRIVATE_UNIT else 4


def _read_mixes(data: Json, actions: int, hands: int, unit: int) -> list[list[int]]:
    """Return the numerators of all actions: the last has what the others leave of the unit."""
    count, each = (actions - 1) * hands, _bytes_each(unit)
    plain = _unpack(require_text(data, "the probabilities of a decision"), each * count)
    numbers = list(struct.unpack(f">{count}{'H' if each == 2 else 'I'}", plain))
    mixes = [numbers[start : start + hands] for start in range(0, len(numbers), hands)]
    left = [unit] * hands
    for mix in mixes:
        left = list(map(sub, left, mix))
    if min(left) < 0:
        raise CertificateError("the probabilities of a hand sum to more than 1")
    return [*mixes, left]


def _unpack(data: str, size: int) -> bytes:
    """Return bytes of which the number is known, however small they were pressed."""
    if not _BASE64.fullmatch(data):
        raise ValueError("the probabilities of a decision are not base64")
    try:
        pressed = b64decode(data)
        reader = zlib.decompressobj()
        plain = reader.decompress(pressed, size + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise ValueError("the probabilities of a decision cannot be unpacked") from None
    if len(plain) != size or not reader.eof or reader.unused_data:
        raise ValueError("the probabilities of a decision are not one for each hand and action")
    return plain


# ---------------------------------------------------------------------- best responses


def _best_response(
    form: CertificatePrivateHands, seat: int, theirs: Sequence[Mixes], unit: int
) -> Fraction:
    """Return what the first player gets where *seat* plays a best response to a strategy."""
    depth = form.depth(1 - seat)
    sign = 1 - 2 * seat
    hands = len(form.deal.names[1 - seat])

    def worth(node: CertificateNode, path: tuple[Sequence[int], ...]) -> list[int]:
        """Return what each hand earns below a node; *path* has the opponent's actions on it."""
        if isinstance(node, CertificateEnd):
            return end(node, path)
        if node.seat != seat:
            mixes = theirs[node.place]
            parts = (
                worth(child, (*path, mix)) for child, mix in zip(node.after, mixes, strict=True)
            )
            return reduce(lambda one, two: list(map(add, one, two)), parts)
        branches = (worth(child, path) for child in node.after)
        return reduce(lambda one, two: list(map(max, one, two)), branches)

    last: list[tuple[tuple[Sequence[int], ...], tuple[Numbers, Numbers, Numbers]]] = []

    def met(path: tuple[Sequence[int], ...]) -> tuple[Numbers, Numbers, Numbers]:
        """Return the weights of the other's hands on a path; ends side by side share theirs."""
        if last and list(map(id, last[0][0])) == list(map(id, path)):
            return last[0][1]
        reach: Sequence[int] = [unit ** (depth - len(path))] * hands
        for mix in path:
            reach = list(map(mul, reach, mix))
        last[:] = [(path, form.deal.compare(seat, reach))]
        return last[0][1]

    def end(node: CertificateEnd, path: tuple[Sequence[int], ...]) -> list[int]:
        win, tie, loss = (sign * int(amount * form.denominator) for amount in node.amounts)
        if seat:
            win, loss = loss, win
        earned = [
            map(mul, part, repeat(amount))
            for part, amount in zip(met(path), (win, tie, loss), strict=True)
        ]
        return [sum(together) for together in zip(*earned, strict=True)]

    earned = sum(map(mul, form.deal.weights[seat], worth(form.root, ())))
    return Fraction(sign * earned, form.deal.total * unit**depth * form.denominator)


@dataclass(frozen=True)
class PrivateHandsVerdict(IntervalVerdict):
    """Bounds of the value of a game with private hands."""

    source: PrivateHandsDocument = field(repr=False)

    @property
    def kind(self) -> str:
        """What the file is about."""
        return "private hands"

    @property
    def form(self) -> CertificatePrivateHands:
        """The deal and the public tree."""
        return self.source.form


def verify_private_hands(document: PrivateHandsDocument) -> PrivateHandsVerdict:
    """Return what a file says; raise CertificateError unless both ends are secured exactly."""
    form, unit = document.form, document.unit
    claims = ("secures", document.low), ("concedes", document.high)
    for seat, (verb, claimed) in enumerate(claims):
        found = _best_response(form, 1 - seat, document.strategies[seat], unit)
        if found != claimed:
            raise CertificateError(
                f"the strategy of {quote_name(form.seats[seat])} {verb} {format_short(found)}, "
                f"not {format_short(claimed)}"
            )
    return PrivateHandsVerdict(
        document.game,
        form.seats,
        document.digest,
        document.low,
        document.high,
        source=document,
    )
