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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import cast

import numpy as np
from numpy.typing import NDArray

from sabot.errors import FormError
from sabot.forms.drawn_hands import DrawnDeal
from sabot.forms.hand_deals import (
    AllHandsDeal,
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

    @property
    def largest_value(self) -> int:
        """A bound of what a hand earns against all others, in units of the common denominator.

        It is twice the largest amount, since a payment on the way may precede the rest.
        """
        return 2 * self.largest * self.deal.largest_row

    @cached_property
    def sequences(self) -> tuple[HandSequences, HandSequences]:
        """The public tree as arrays, as each player has it."""
        one, two = _PublicArrays(self.root).of_players()
        return one, two

    @cached_property
    def depths(self) -> tuple[int, int]:
        """The most decisions of each player on a path."""
        one, two = (int(own.depths.max()) for own in self.sequences)
        return one, two

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


_End = tuple[int, int, tuple[Fraction, Fraction, Fraction]]
"""My sequence, the opponent's, and what I am paid with a stronger, an equal and a weaker hand."""


@dataclass(frozen=True, eq=False)
class HandSequences:
    """The public tree as one player has it: sequences of its actions, and the ends they reach.

    Sequence 0 is no action. The actions of a decision follow one another, and decisions are in the
    order of the tree, so what comes before has the smaller number. An end may be a payment on the
    way, which all ends behind it are then reduced by; what a strategy earns is the same.
    """

    first: NDArray[np.int64]
    """The sequence of the first action of each decision."""
    counts: NDArray[np.int64]
    """How many actions each decision has."""
    before: NDArray[np.int64]
    """The sequence that leads to each decision."""
    depths: NDArray[np.int64]
    """How many actions each sequence has."""
    ends: NDArray[np.int64]
    """Of each end my sequence, the opponent's among *met*, and whether hands are compared."""
    met: NDArray[np.int64]
    """The opponent's sequences at the ends."""
    amounts: tuple[tuple[Fraction, Fraction, Fraction], ...]
    """What I am paid at each end with the stronger hand, with an equal one, and a weaker one."""

    @property
    def count(self) -> int:
        """How many sequences there are."""
        return len(self.depths)

    @property
    def decisions(self) -> Iterator[tuple[int, int, int]]:
        """Of each decision the first sequence, the one after the last, and the one before it."""
        for first, count, before in zip(
            self.first.tolist(), self.counts.tolist(), self.before.tolist(), strict=True
        ):
            yield first, first + count, before

    def reach(self, mix: Weights) -> Weights:
        """Return the products of probabilities along each sequence, by sequence and hand."""
        found = np.ones_like(mix)
        for first, last, before in self.decisions:
            found[first:last] = found[before] * mix[first:last]
        return found


class _PublicArrays:
    """Collects the sequences of both players and the ends, in the order of the tree."""

    def __init__(self, root: PublicNode) -> None:
        self._decisions: tuple[list[tuple[int, int, int]], ...] = ([], [])
        self._depths: tuple[list[int], ...] = ([0], [0])
        self._ends: tuple[list[_End], ...] = ([], [])
        self._add(root, (0, 0), (Fraction(0), Fraction(0)))

    def _add(self, node: PublicNode, at: tuple[int, int], paid: tuple[Fraction, Fraction]) -> None:
        """Add what is below a node; each player has been *paid* something for reaching it."""
        if not isinstance(node, PublicDecision):
            for seat in (0, 1):
                win, tie, loss = (one - paid[seat] for one in _amounts_of(node, seat))
                if win or tie or loss:
                    self._ends[seat].append((at[seat], at[1 - seat], (win, tie, loss)))
            return
        seat, other = node.seat, 1 - node.seat
        paid = self._pay_ahead(node, at, paid)
        depths = self._depths[seat]
        first = len(depths)
        depths += [depths[at[seat]] + 1] * len(node.actions)
        self._decisions[seat].append((first, len(node.actions), at[seat]))
        for place, child in enumerate(node.after, first):
            self._add(child, (at[0], place) if seat else (place, at[other]), paid)

    def _pay_ahead(
        self, node: PublicDecision, at: tuple[int, int], paid: tuple[Fraction, Fraction]
    ) -> tuple[Fraction, Fraction]:
        """Pay the player that waits at a decision what a fold of the other one pays; return both.

        Everything below then pays so much less, and the fold nothing: it needs no sum over hands.
        """
        fold = next((child for child in node.after if isinstance(child, ConstantEnd)), None)
        waits = 1 - node.seat
        if fold is None:
            return paid
        whole = _amounts_of(fold, waits)[0]
        ahead = whole - paid[waits]
        if ahead:
            self._ends[waits].append((at[waits], at[node.seat], (ahead, ahead, ahead)))
        return (whole, paid[1]) if waits == 0 else (paid[0], whole)

    def of_players(self) -> Iterator[HandSequences]:
        """Yield the arrays of each player."""
        for seat in (0, 1):
            table = np.array(self._decisions[seat], np.int64).reshape(-1, 3)
            rows = [(mine, other, len(set(paid)) > 1) for mine, other, paid in self._ends[seat]]
            ends = np.array(rows, np.int64).reshape(-1, 3)
            met, ends[:, 1] = np.unique(ends[:, 1], return_inverse=True)
            first, counts, before = (np.ascontiguousarray(column) for column in table.T)
            yield HandSequences(
                first,
                counts,
                before,
                np.array(self._depths[seat], np.int64),
                ends,
                met,
                tuple(paid for *_, paid in self._ends[seat]),
            )


def _amounts_of(end: ConstantEnd | ComparisonEnd, seat: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return what a player is paid at an end with the stronger hand, an equal and a weaker one."""
    if isinstance(end, ConstantEnd):
        paid = -end.payoff if seat else end.payoff
        return paid, paid, paid
    return (-end.loss, -end.tie, -end.win) if seat else (end.win, end.tie, end.loss)


def describe_deal(deal: HandDeal) -> tuple[object, ...]:
    """Return all that a deal says: its kind, the hands, their weights, their order."""
    if isinstance(deal, PackDeal):
        levels = None if deal.levels is None else list(deal.levels)
        return "pack", list(deal.cards), (list(deal.counts), deal.apart), levels
    if isinstance(deal, DrawnDeal):
        return "joint draws" if deal.joint else "draws", deal.rule, 1, None
    if isinstance(deal, ClassDeal):
        size, levels = deal.listed_strengths
        return "classes", size, 1, levels
    if isinstance(deal, AllHandsDeal):
        return "hands", list(deal.cards), (list(deal.counts), deal.size), deal.listed_levels
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


SUMMED_AT_ONCE = 4_000_000
"""Weights of hands whose sums are computed together; more are taken in blocks."""


def values_of_sequences(
    form: PrivateHandsForm,
    seat: int,
    reach: Weights,
    amounts: Sequence[Sequence[int]] | Sequence[Sequence[float]],
) -> Weights:
    """Return what the ends behind each sequence of *seat* pay with each hand, all in all.

    *reach* are the weights of the opponent's hands by sequence, *amounts* those of the ends.
    """
    own = form.sequences[seat]
    found = np.zeros((own.count, form.hands[seat]), reach.dtype)
    each = max(1, SUMMED_AT_ONCE // reach.shape[1])
    ends = list(zip(own.ends.tolist(), amounts, strict=True))
    for kind in (True, False):
        chosen = sorted({column for (_, column, compared), _ in ends if compared == kind})
        for begin in range(0, len(chosen), each):
            columns = chosen[begin : begin + each]
            weights = reach[own.met[columns]]
            parts = form.deal.sums(seat, weights) if kind else (form.deal.all(seat, weights),)
            places = {column: place for place, column in enumerate(columns)}
            for (mine, column, compared), paid in ends:
                if compared == kind and column in places:
                    met = (part[places[column]] for part in parts)
                    found[mine] += sum(map(mul, met, paid))
    return cast("Weights", found)


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
        bound = form.largest_value * unit ** (self.depth + self.own_depth)
        self.kind: type = np.int64 if bound < MACHINE_LIMIT else object

    def values(self) -> Weights:
        """Return what the player earns with each hand, before its own weight."""
        form, seat = self.form, self.seat
        own, other = form.sequences[seat], form.sequences[1 - seat]
        reach = other.reach(self._mix(1 - seat, self.theirs))
        reach *= self._powers(self.depth - other.depths)
        whole = [
            (int(a * form.denominator), int(b * form.denominator), int(c * form.denominator))
            for a, b, c in own.amounts
        ]
        found = values_of_sequences(form, seat, reach, whole)
        mix = None
        if self.mine is not None:
            mix = self._mix(seat, self.mine)
            found *= self._powers(self.own_depth - own.depths)
        for first, last, before in reversed([*own.decisions]):
            met = found[first:last]
            found[before] += met.max(0) if mix is None else (met * mix[first:last]).sum(0)
        return cast("Weights", found[0])

    def _mix(self, seat: int, strategy: HandStrategy) -> Weights:
        """Return the probabilities of all sequences, one below the other; of no action 1."""
        ones: Weights = np.ones((1, self.form.hands[seat]), self.kind)
        found = np.concatenate((ones, *(mix.astype(self.kind) for mix in strategy)))
        return cast("Weights", found)

    def _powers(self, exponents: NDArray[np.int64]) -> Weights:
        return np.array([[self.unit**one] for one in exponents.tolist()], self.kind)


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


def gains_by_hand(
    form: PrivateHandsForm, seat: int, strategies: tuple[HandStrategy, HandStrategy], unit: int
) -> Weights:
    """Return how much more a best response earns *seat* with each hand: integers of one scale."""
    best = _ExactEvaluation(form, seat, strategies[1 - seat], unit).values()
    own = _ExactEvaluation(form, seat, strategies[1 - seat], unit, mine=strategies[seat]).values()
    found: Weights = best.astype(own.dtype) * unit ** form.depths[seat] - own
    return found


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
