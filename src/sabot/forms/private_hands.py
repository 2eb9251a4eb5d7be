"""Zero-sum games of two players with private hands: a public betting tree times the hands.

Each player is dealt one hand before the first decision and learns nothing else of chance. Every
decision depends on the public history and the own hand; every end pays a constant, or one amount
each for a win, a tie and a loss of the comparison of hands. Then no tree of deals and no matrix is
needed: best responses and regrets follow from one operator of the deal, which takes weights of the
opponent's hands to their sums over the hands that are weaker than mine, equal and stronger, in
deals that are possible together with mine.

The deals and their operator are in :mod:`sabot.forms.hand_deals`. Best responses are exact:
probabilities are integers over one unit, and machine integers are used only where a bound shows
that they suffice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

import numpy as np
from numpy.typing import NDArray

from sabot.errors import FormError
from sabot.forms.drawn_hands import DrawnDeal
from sabot.forms.hand_deals import (
    ClassDeal,
    HandDeal,
    PackDeal,
    RangeDeal,
    Weights,
    exact_sum,
)

HandStrategy = tuple[NDArray[np.int64], ...]
"""For each decision of a player, the numerators of the actions (rows) of every hand (columns)."""
MACHINE_LIMIT = 1 << 62
"""Integers are 64 bits wide where a bound shows that no result reaches this."""


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
    if isinstance(deal, DrawnDeal):
        return "draws", deal.rule, 1, None
    if isinstance(deal, ClassDeal):
        size, levels = deal.listed_strengths
        return "classes", size, 1, levels
    assert isinstance(deal, RangeDeal)
    named = [[tuple(deal.cards[card] for card in hand) for hand in own] for own in deal.hands]
    numbers = ([list(map(int, one)) for one in part] for part in (deal.weights, deal.strengths))
    return "ranges", named, *numbers


def describe_node(node: PublicNode) -> tuple[object, ...]:
    """Return all that a node says, except what comes after it."""
    if isinstance(node, PublicDecision):
        return "decision", node.seat, node.before, node.view, node.actions
    if isinstance(node, ConstantEnd):
        return "end", False, (node.payoff,) * 3
    return "end", True, (node.win, node.tie, node.loss)


# ---------------------------------------------------------------------- exact evaluation


class _ExactEvaluation:
    """Values of one player's hands, in integers, against a strategy of the other.

    The player answers best, or by a strategy of its own (*mine*).
    """

    def __init__(
        self,
        form: PrivateHandsForm,
        seat: int,
        theirs: HandStrategy,
        unit: int,
        mine: HandStrategy | None = None,
    ) -> None:
        self.form, self.seat, self.unit, self.theirs, self.mine = form, seat, unit, theirs, mine
        self.depth = form.depths[1 - seat]
        self.own_depth = 0 if mine is None else form.depths[seat]
        bound = form.largest * unit ** (self.depth + self.own_depth) * form.deal.largest_row
        self.kind: type = np.int64 if bound < MACHINE_LIMIT else object

    def values(self) -> Weights:
        """Return what the player earns with each hand, before its own weight."""
        ones: Weights = np.ones(self.form.hands[1 - self.seat], self.kind)
        return self._value(self.form.root, ones, 0)

    def _value(self, node: PublicNode, reach: Weights, depth: int, own: int = 0) -> Weights:
        if isinstance(node, PublicDecision):
            if node.seat == self.seat and self.mine is not None:
                mixed = self.mine[self.form.numbers[id(node)]]
                met = (
                    mixed[place].astype(self.kind) * self._value(child, reach, depth, own + 1)
                    for place, child in enumerate(node.after)
                )
                return _added(met)
            if node.seat == self.seat:
                best = self._value(node.after[0], reach, depth)
                for child in node.after[1:]:
                    best = np.maximum(best, self._value(child, reach, depth))
                return best
            mix = self.theirs[self.form.numbers[id(node)]]
            parts = (
                self._value(child, reach * mix[place].astype(self.kind), depth + 1, own)
                for place, child in enumerate(node.after)
            )
            return _added(parts)
        left = self.depth - depth + self.own_depth - own
        return self._end(node, reach * self.unit**left)

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


def _added(parts: Iterator[Weights]) -> Weights:
    found = next(parts)
    for part in parts:
        found = found + part
    return found


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


def expected_payoff(
    form: PrivateHandsForm, strategies: tuple[HandStrategy, HandStrategy], unit: int
) -> Fraction:
    """Return what the first player earns where both strategies meet, exactly."""
    for seat, strategy in enumerate(strategies):
        require_strategy(form, seat, strategy, unit)
    run = _ExactEvaluation(form, 0, strategies[1], unit, mine=strategies[0])
    earned = exact_sum(form.deal.own_weights(0), run.values())
    return Fraction(earned, form.deal.total * unit ** sum(form.depths) * form.denominator)


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
