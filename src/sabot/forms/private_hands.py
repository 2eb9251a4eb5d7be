"""Zero-sum games of two players with private hands: a public betting tree times the hands.

Each player is dealt one hand before the first decision and learns nothing else of chance. Every
decision depends on the public history and the own hand; every end pays a constant, or one amount
each for a win, a tie and a loss of the comparison of hands. Then no tree of deals and no matrix is
needed: best responses and regrets follow from one operator of the deal, which takes weights of the
opponent's hands to their sums over the hands that are weaker than mine, equal and stronger, in
deals that are possible together with mine.

:class:`PackDeal` is one card per player: two prefix sums. :class:`RangeDeal` is hands of up to five
cards with weights: hands sorted by strength, and inclusion and exclusion over shared cards. Both
work on arrays of floats, of 64-bit integers and of Python's integers alike. Best responses are
exact: probabilities are integers over one unit, and machine integers are used only where a bound
shows that they suffice.

>>> deal = PackDeal(("J", "Q", "K"), (1, 1, 1))
>>> [part.tolist() for part in deal.sums(0, np.array([1, 10, 100]))]
[[0, 1, 11], [0, 0, 0], [110, 100, 0]]
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm

import numpy as np
from numpy.typing import NDArray

from sabot.errors import FormError

Weights = NDArray[np.float64] | NDArray[np.int64]
"""A number for each hand: floats, 64-bit integers, or Python's integers as objects."""
HandSums = tuple[Weights, Weights, Weights]
"""For each hand, the weights of the opponent's weaker, equal and stronger hands."""
HandStrategy = tuple[NDArray[np.int64], ...]
"""For each decision of a player, the numerators of the actions (rows) of every hand (columns)."""
MACHINE_LIMIT = 1 << 62
"""Integers are 64 bits wide where a bound shows that no result reaches this."""
MOST_CARDS_IN_HAND = 5
"""Each hand has two to this power subsets, and each is looked up."""


class HandDeal(ABC):
    """The hands that the players may be dealt, with the weight of every pair of hands.

    The weight of a pair is the own weight of a hand times its weight in the row of the other.
    """

    @abstractmethod
    def names(self, seat: int) -> Sequence[str]:
        """Return what the hands of a player are called, the weakest first."""

    @abstractmethod
    def own_weights(self, seat: int) -> NDArray[np.int64]:
        """Return the weight of each hand of a player."""

    @abstractmethod
    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return for each hand of *seat* the sums of *weights* of the other player's hands."""

    def all(self, seat: int, weights: Weights) -> Weights:
        """Return for each hand of *seat* the sum over all possible hands of the other player."""
        weaker, equal, stronger = self.sums(seat, weights)
        return weaker + equal + stronger

    @property
    @abstractmethod
    def largest_row(self) -> int:
        """A bound of the weights of all hands of one player that may come with one of the other."""

    @cached_property
    def total(self) -> int:
        """The weight of all pairs of hands."""
        ones = np.ones(len(self.own_weights(1)), np.int64)
        return exact_sum(self.own_weights(0), self.all(0, ones))

    @property
    @abstractmethod
    def has_ties(self) -> bool:
        """Whether two hands of equal strength can be dealt."""


def exact_sum(one: Weights, two: Weights) -> int:
    """Return the sum of products of integers, without a bound."""
    return int(sum(map(int.__mul__, map(int, one.tolist()), map(int, two.tolist()))))


@dataclass(frozen=True, eq=False)
class PackDeal(HandDeal):
    """One card per player, from one pack, or for each player from a pack of its own."""

    cards: Sequence[str]
    """The names of the different cards, the weakest first."""
    counts: Sequence[int]
    levels: Sequence[int] | None = None
    """The strength of each card, not falling; None: every card is stronger than those before."""
    apart: bool = False
    """Whether the players' cards are independent: what one holds, the other may hold too."""

    def __post_init__(self) -> None:
        if len(self.cards) != len(self.counts) or not self.counts or min(self.counts) < 1:
            raise FormError("a pack needs one positive count for each of its cards")
        if not self.apart and sum(self.counts) < 2:
            raise FormError("a pack of one card is too small for two players")
        if sum(self.counts) >= 1 << 31:
            raise FormError("a pack of private hands has fewer than 2^31 cards")
        if self.levels is not None and list(self.levels) != sorted(self.levels):
            raise FormError("the cards of a pack are not in the order of their strength")

    @cached_property
    def _weights(self) -> NDArray[np.int64]:
        return np.array(self.counts, np.int64)

    @cached_property
    def _bounds(self) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
        """Where the cards of equal strength begin and end; None where all strengths differ."""
        if self.levels is None:
            return None
        levels = np.array(self.levels)
        return np.searchsorted(levels, levels, "left"), np.searchsorted(levels, levels, "right")

    def names(self, seat: int) -> Sequence[str]:
        """Return the names of the cards."""
        return self.cards

    def own_weights(self, seat: int) -> NDArray[np.int64]:
        """Return how often each card is in the pack."""
        return self._weights

    @property
    def largest_row(self) -> int:
        """All cards of the pack."""
        return int(sum(self.counts))

    @property
    def has_ties(self) -> bool:
        """Whether a card can meet one of equal strength."""
        return (
            self.apart
            or max(self.counts) > 1
            or len(set(self.levels or ())) < len(self.levels or ())
        )

    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return prefix sums; a card of the own kind is one fewer in one pack."""
        each = self._weights * weights
        upto = np.concatenate((each[:1] * 0, np.cumsum(each)))
        if self._bounds is None:
            weaker, equal, stronger = upto[:-1], each, upto[-1] - upto[1:]
        else:
            begin, end = self._bounds
            weaker, stronger = upto[begin], upto[-1] - upto[end]
            equal = upto[end] - weaker
        return weaker, equal if self.apart else equal - weights, stronger

    def all(self, seat: int, weights: Weights) -> Weights:
        """Return the sum over the pack, without the own card."""
        whole = (self._weights * weights).sum()
        return np.full_like(weights, whole) if self.apart else whole - weights


@dataclass(frozen=True, eq=False)
class RangeDeal(HandDeal):
    """Hands of several cards from one pack, with weights: a range for each player.

    Two hands can be dealt together if they share no card.
    """

    hands: tuple[Sequence[tuple[int, ...]], Sequence[tuple[int, ...]]]
    """For each player the cards of its hands, as numbers, the weakest hand first."""
    weights: tuple[Sequence[int], Sequence[int]]
    strengths: tuple[Sequence[int], Sequence[int]]
    """Of each hand, on one scale for both players; not falling."""
    cards: Sequence[str]
    """The names of the cards, by their numbers."""

    def __post_init__(self) -> None:
        for hands, *others in zip(self.hands, self.weights, self.strengths, strict=True):
            if {len(part) for part in others} != {len(hands)} or not hands:
                raise FormError("a range needs hands, each with a weight and a strength")
            sizes = {len(hand) for hand in hands} | {len(set(hand)) for hand in hands}
            if len(sizes) != 1 or max(sizes) > MOST_CARDS_IN_HAND:
                raise FormError(
                    f"the hands of a range have one size, up to {MOST_CARDS_IN_HAND} cards"
                )
        for weights, strengths in zip(self.weights, self.strengths, strict=True):
            if min(weights) < 1 or sum(weights) >= 1 << 31:
                raise FormError("the weights of a range are positive and sum to less than 2^31")
            if list(strengths) != sorted(strengths):
                raise FormError("the hands of a range are not in the order of their strength")
        if not self.total:
            raise FormError("no hand of one range can be dealt together with one of the other")

    def names(self, seat: int) -> Sequence[str]:
        """Return the names of the hands: those of their cards."""
        return self._names[seat]

    @cached_property
    def _names(self) -> tuple[Sequence[str], Sequence[str]]:
        one, two = (
            ["".join(self.cards[card] for card in hand) for hand in hands] for hands in self.hands
        )
        return one, two

    def own_weights(self, seat: int) -> NDArray[np.int64]:
        """Return the weights of the range."""
        return self._arrays[seat]

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        one, two = (np.array(weights, np.int64) for weights in self.weights)
        return one, two

    @property
    def largest_row(self) -> int:
        """The weight of the larger range."""
        return int(max(map(sum, self.weights)))

    @cached_property
    def has_ties(self) -> bool:
        """Whether hands of equal strength can be dealt together."""
        ones = np.ones(len(self.weights[1]), np.int64)
        return bool(self.sums(0, ones)[1].any())

    @cached_property
    def _tables(self) -> tuple[_SubsetTable, _SubsetTable]:
        return _SubsetTable.of(self, 0), _SubsetTable.of(self, 1)

    def sums(self, seat: int, weights: Weights) -> HandSums:
        """Return sums over disjoint hands by inclusion and exclusion over shared cards."""
        table = self._tables[seat]
        each = self._arrays[1 - seat] * weights
        upto = np.concatenate((each[:1] * 0, np.cumsum(each[table.gather])))
        begin, lower, upper, end = (upto[place] for place in table.places)
        signs = table.signs
        return (
            ((lower - begin) * signs).sum(1),
            ((upper - lower) * signs).sum(1),
            ((end - upper) * signs).sum(1),
        )


@dataclass(frozen=True, eq=False)
class _SubsetTable:
    """Where the hands of the other player lie that hold a subset of mine, by strength."""

    gather: NDArray[np.intp]
    """The other player's hands, once for each of their subsets, by subset and strength."""
    places: tuple[NDArray[np.intp], ...]
    """For each own hand and subset: begin, first not weaker, first stronger, end."""
    signs: NDArray[np.int64]

    @classmethod
    def of(cls, deal: RangeDeal, seat: int) -> _SubsetTable:
        """Return the table for the sums of a player."""
        numbers: dict[int, int] = {}
        theirs, _ = _subset_numbers(deal.hands[1 - seat], numbers)
        mine, signs = _subset_numbers(deal.hands[seat], numbers)
        scale = 1 + max(max(strengths) for strengths in deal.strengths)
        their_strength = np.array(deal.strengths[1 - seat], np.int64)[:, None]
        keys = (theirs * scale + their_strength).ravel()
        order = np.argsort(keys, kind="stable")
        gather = np.repeat(np.arange(len(theirs)), theirs.shape[1])[order]
        keys = keys[order]
        own_strength = np.array(deal.strengths[seat], np.int64)[:, None]
        spots = (
            mine * scale,
            mine * scale + own_strength,
            mine * scale + own_strength + 1,
            (mine + 1) * scale,
        )
        return cls(gather, tuple(np.searchsorted(keys, spot) for spot in spots), signs)


def _subset_numbers(
    hands: Sequence[tuple[int, ...]], numbers: dict[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of every subset of every hand, and the sign of each in the sums."""
    size = len(hands[0])
    found = [
        [
            numbers.setdefault(sum(1 << card for card in subset), len(numbers))
            for count in range(size + 1)
            for subset in combinations(hand, count)
        ]
        for hand in hands
    ]
    signs = [(-1) ** count for count in range(size + 1) for _ in combinations(range(size), count)]
    return np.array(found, np.int64), np.array(signs, np.int64)


# ---------------------------------------------------------------------- the public tree


@dataclass(frozen=True)
class ConstantEnd:
    """An end at which the first player is paid the same whatever the hands are."""

    payoff: Fraction


@dataclass(frozen=True)
class ComparisonEnd:
    """An end at which hands are compared; the amounts are paid to the first player."""

    win: Fraction
    """Where the first player's hand is stronger."""
    tie: Fraction
    loss: Fraction


@dataclass(frozen=True)
class PublicDecision:
    """A player decides, knowing the own hand and what is public."""

    seat: int
    before: tuple[str, ...]
    """What the player has seen before its hand, as texts."""
    view: tuple[str, ...]
    """What the player has seen after its hand."""
    actions: tuple[str, ...]
    after: tuple[PublicNode, ...]

    @property
    def key(self) -> str:
        """The name of the decision: the view with a star in place of the hand.

        >>> PublicDecision(0, (), ("pass", "bet"), ("fold", "call"), ()).key
        '*,pass,bet'
        """
        return self.infoset("*")

    def infoset(self, hand: str) -> str:
        """Return the name of the information set with a hand, as in the game tree."""
        return ",".join((*self.before, hand, *self.view))


PublicNode = PublicDecision | ConstantEnd | ComparisonEnd


@dataclass(frozen=True, eq=False)
class PrivateHandsForm:
    """A two-player zero-sum game as a public tree and a deal of private hands."""

    seats: tuple[str, str]
    root: PublicNode
    deal: HandDeal

    def __post_init__(self) -> None:
        for seat in (0, 1):
            keys = [node.key for node in self.decisions[seat]]
            if len(set(keys)) < len(keys):
                raise FormError(
                    f"{self.seats[seat]} cannot tell two decisions apart: not a public tree"
                )

    @cached_property
    def decisions(self) -> tuple[tuple[PublicDecision, ...], tuple[PublicDecision, ...]]:
        """The decisions of each player, in the order of the tree."""
        found: tuple[list[PublicDecision], list[PublicDecision]] = ([], [])
        for node in walk_public_tree(self.root):
            if isinstance(node, PublicDecision):
                found[node.seat].append(node)
        return tuple(found[0]), tuple(found[1])

    @cached_property
    def numbers(self) -> dict[int, int]:
        """By the identity of a decision, its place among those of its player."""
        return {id(node): place for own in self.decisions for place, node in enumerate(own)}

    @cached_property
    def amounts(self) -> tuple[Fraction, ...]:
        """All that can be paid to the first player."""
        found: list[Fraction] = []
        for node in walk_public_tree(self.root):
            if isinstance(node, ConstantEnd):
                found.append(node.payoff)
            elif isinstance(node, ComparisonEnd):
                found += (node.win, node.tie, node.loss)
        return tuple(found)

    @cached_property
    def denominator(self) -> int:
        """The common denominator of all amounts."""
        return lcm(*(amount.denominator for amount in self.amounts))

    @cached_property
    def largest(self) -> int:
        """The largest amount, in units of the common denominator."""
        return int(max(abs(amount) for amount in self.amounts) * self.denominator)

    @cached_property
    def depths(self) -> tuple[int, int]:
        """The most decisions of each player on a path."""
        return _depth(self.root, 0), _depth(self.root, 1)

    @property
    def public_nodes(self) -> int:
        """The nodes of the public tree."""
        return sum(1 for _ in walk_public_tree(self.root))

    @property
    def hands(self) -> tuple[int, int]:
        """How many different hands each player may hold."""
        return len(self.deal.own_weights(0)), len(self.deal.own_weights(1))

    @property
    def tree_nodes(self) -> int:
        """About how many nodes the game tree has, with every pair of hands written out."""
        one, two = self.hands
        return one * two * self.public_nodes

    @property
    def entries(self) -> int:
        """How many probabilities both strategies have together."""
        return sum(
            len(node.actions) * self.hands[seat]
            for seat, own in enumerate(self.decisions)
            for node in own
        )


def walk_public_tree(root: PublicNode) -> Iterator[PublicNode]:
    """Yield every node, parents first."""
    left = [root]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, PublicDecision):
            left += reversed(node.after)


def _depth(node: PublicNode, seat: int) -> int:
    if not isinstance(node, PublicDecision):
        return 0
    return (node.seat == seat) + max(_depth(child, seat) for child in node.after)


def describe_deal(deal: HandDeal) -> tuple[object, ...]:
    """Return all that a deal says: its kind, the hands, their weights, their order."""
    if isinstance(deal, PackDeal):
        levels = None if deal.levels is None else list(deal.levels)
        return "pack", list(deal.cards), (list(deal.counts), deal.apart), levels
    assert isinstance(deal, RangeDeal)
    named = [[tuple(deal.cards[card] for card in hand) for hand in own] for own in deal.hands]
    return "ranges", named, [*map(list, deal.weights)], [*map(list, deal.strengths)]


def describe_node(node: PublicNode) -> tuple[object, ...]:
    """Return all that a node says, except what comes after it."""
    if isinstance(node, PublicDecision):
        return "decision", node.seat, node.before, node.view, node.actions
    if isinstance(node, ConstantEnd):
        return "end", False, (node.payoff,) * 3
    return "end", True, (node.win, node.tie, node.loss)


# ---------------------------------------------------------------------- exact evaluation


class _ExactEvaluation:
    """Values of one player's hands, in integers, against a strategy of the other."""

    def __init__(self, form: PrivateHandsForm, seat: int, theirs: HandStrategy, unit: int) -> None:
        self.form, self.seat, self.unit, self.theirs = form, seat, unit, theirs
        self.depth = form.depths[1 - seat]
        bound = form.largest * unit**self.depth * form.deal.largest_row
        self.kind: type = np.int64 if bound < MACHINE_LIMIT else object

    def values(self) -> Weights:
        """Return what a best response earns with each hand, before its own weight."""
        ones: Weights = np.ones(self.form.hands[1 - self.seat], self.kind)
        return self._value(self.form.root, ones, 0)

    def _value(self, node: PublicNode, reach: Weights, depth: int) -> Weights:
        if isinstance(node, PublicDecision):
            if node.seat == self.seat:
                best = self._value(node.after[0], reach, depth)
                for child in node.after[1:]:
                    best = np.maximum(best, self._value(child, reach, depth))
                return best
            mix = self.theirs[self.form.numbers[id(node)]]
            parts = (
                self._value(child, reach * mix[place].astype(self.kind), depth + 1)
                for place, child in enumerate(node.after)
            )
            found = next(parts)
            for part in parts:
                found = found + part
            return found
        return self._end(node, reach * self.unit ** (self.depth - depth))

    def _end(self, node: ConstantEnd | ComparisonEnd, reach: Weights) -> Weights:
        deal, sign = self.form.deal, 1 - 2 * self.seat
        if isinstance(node, ConstantEnd):
            return deal.all(self.seat, reach) * (sign * self._whole(node.payoff))
        weaker, equal, stronger = deal.sums(self.seat, reach)
        win, loss = (node.loss, node.win) if self.seat else (node.win, node.loss)
        return (
            weaker * (sign * self._whole(win))
            + equal * (sign * self._whole(node.tie))
            + stronger * (sign * self._whole(loss))
        )

    def _whole(self, amount: Fraction) -> int:
        return int(amount * self.form.denominator)


def best_response_value(
    form: PrivateHandsForm, seat: int, theirs: HandStrategy, unit: int
) -> Fraction:
    """Return what *seat* earns by a best response to the other player's strategy, exactly.

    The strategy has integers that sum to *unit* for every hand at every decision.
    """
    run = _ExactEvaluation(form, seat, theirs, unit)
    earned = exact_sum(form.deal.own_weights(seat), run.values())
    below = form.deal.total * unit**run.depth * form.denominator
    return Fraction(earned, below)


def exact_bounds(
    form: PrivateHandsForm, strategies: tuple[HandStrategy, HandStrategy], unit: int
) -> tuple[Fraction, Fraction]:
    """Return what the first strategy guarantees and the second concedes at most, exactly."""
    for seat, strategy in enumerate(strategies):
        require_strategy(form, seat, strategy, unit)
    low = -best_response_value(form, 1, strategies[0], unit)
    high = best_response_value(form, 0, strategies[1], unit)
    return low, high


def require_strategy(form: PrivateHandsForm, seat: int, strategy: HandStrategy, unit: int) -> None:
    """Refuse numbers that are not probabilities of the actions of a player."""
    name, decisions = form.seats[seat], form.decisions[seat]
    if len(strategy) != len(decisions):
        raise FormError(f"{name} has {len(decisions)} decisions, not {len(strategy)}")
    for node, mix in zip(decisions, strategy, strict=True):
        if mix.shape != (len(node.actions), form.hands[seat]):
            raise FormError(f"{name} at {node.key}: not one number for each action and hand")
        if mix.min() < 0 or mix.max() > unit or (mix.sum(0) != unit).any():
            raise FormError(f"{name} at {node.key}: the probabilities of a hand do not sum to 1")
