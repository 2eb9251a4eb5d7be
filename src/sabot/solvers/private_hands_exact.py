"""Games with one private card per player solved exactly, with thousands of ranks.

With many ranks a game is close to its *limit*, in which hands are real numbers, and the limit is
solved in thresholds. A card that is far from every threshold does what the hand at its place does
in the limit; the cards near a threshold are free. The game in which all other cards are fixed is
small: the cards that are fixed are one row or column together, and its linear program is solved
exactly. Best responses over all cards then decide, exactly. If no card of either player can gain,
both strategies are optimal in the whole game; else the cards that can gain are freed, and the
program is solved again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from sabot.errors import NoMethodError
from sabot.forms.continuous.betting_game import (
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    EquilibriumHint,
    FoldNode,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
)
from sabot.forms.hand_deals import PackDeal
from sabot.forms.private_hands import (
    MACHINE_LIMIT,
    ConstantEnd,
    HandStrategy,
    PrivateHandsForm,
    PublicDecision,
    PublicNode,
    exact_bounds,
    gains_by_hand,
    values_of_sequences,
)
from sabot.forms.sequence import BehaviourStrategy, Infoset, SequenceForm, Treeplex
from sabot.progress import report_progress
from sabot.results.private_hands import HandBounds

WINDOW = 1
"""So many cards on each side of a threshold are free to begin with."""
MOST_FREE = 200
"""Cards of a player that may be free: the linear program then has some thousand rows."""
MOST_FREED = 20
"""Cards of a player that are freed after one program, those that gain most."""
Plans = tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]
"""For each player and decision the action of every card: those that are fixed."""
FreeCards = tuple[set[int], set[int]]


def solve_private_hands(form: PrivateHandsForm) -> HandBounds:
    """Return optimal strategies and the value: an interval whose ends are the same number."""
    started = time.perf_counter()
    if not isinstance(form.deal, PackDeal):
        raise NoMethodError("only hands of one card are solved exactly; give a gap above 0")
    plans, free = _plans_of_limit(form)
    while True:
        report_progress("solving with free cards", sum(map(len, free)), unit="cards")
        if max(map(len, free)) > MOST_FREE:
            raise NoMethodError(
                f"more than {MOST_FREE} cards would have to mix; an interval: --gap 1/1000"
            )
        strategies, unit = _solve_restricted(form, plans, free)
        low, high = exact_bounds(form, strategies, unit)
        if low == high:
            seconds = time.perf_counter() - started
            return HandBounds(low, high, strategies, unit, 0, "gap", seconds)
        for seat in (0, 1):
            gains = gains_by_hand(form, seat, strategies, unit)
            best = sorted(np.flatnonzero(gains > 0).tolist(), key=lambda card: -gains[card])
            free[seat].update(best[:MOST_FREED])


# ---------------------------------------------------------------------- the limit


def limit_form(form: PrivateHandsForm) -> ContinuousBettingForm:
    """Return the same betting with hands that are real numbers; nobody ties there."""
    return ContinuousBettingForm(form.seats, _limit_node(form.root))


def _limit_node(node: PublicNode) -> BettingNode:
    if isinstance(node, PublicDecision):
        return TurnNode(node.seat, node.key, node.actions, tuple(map(_limit_node, node.after)))
    if isinstance(node, ConstantEnd):
        return FoldNode((node.payoff, -node.payoff))
    return ShowdownNode((0, 1), (-node.loss, node.win))


def _plans_of_limit(form: PrivateHandsForm) -> tuple[Plans, FreeCards]:
    """Return what each card does at its place in the limit, and the cards near thresholds."""
    from sabot.solvers.continuous.solve import find_equilibrium

    profile = find_equilibrium(EquilibriumHint(limit_form(form))).profile
    plans: Plans = ([], [])
    free: FreeCards = (set(), set())
    for seat, name in enumerate(form.seats):
        weights = form.deal.own_weights(seat)
        tops = np.cumsum(weights) / weights.sum()
        places = tops - weights / (2 * weights.sum())
        for node in form.decisions[seat]:
            rule = _answer_of(profile, name, node)
            cuts = np.array(rule.cuts, float)
            plans[seat].append(np.array(rule.actions)[np.searchsorted(cuts, places, "right")])
            for near in np.searchsorted(tops, cuts).tolist():
                free[seat].update(range(max(0, near - WINDOW), min(near + WINDOW + 1, len(tops))))
    return plans, free


def _answer_of(profile: ThresholdProfile, seat: str, node: PublicDecision) -> ThresholdRule:
    answer = profile[f"{seat}: {node.key}"]
    if isinstance(answer, BehaviourRule):
        raise NoMethodError(
            "all hands of an interval mix in the limit of this game; an interval: --gap 1/1000"
        )
    return answer


# ---------------------------------------------------------------------- the restricted game


def _solve_restricted(
    form: PrivateHandsForm, plans: Plans, free: FreeCards
) -> tuple[tuple[HandStrategy, HandStrategy], int]:
    """Return optimal strategies of the game in which only some cards are free to choose."""
    from sabot.solvers.zero_sum.sequence_form_lp import solve_sequence_form_lp

    cards = sorted(free[0]), sorted(free[1])
    found = solve_sequence_form_lp(restricted_form(form, plans, cards)).behaviours
    unit = lcm(*(p.denominator for own in found for mix in own.values() for p in mix.values()))
    one, two = (
        tuple(_mixes(form, seat, plans[seat], cards[seat], found[seat], unit)) for seat in (0, 1)
    )
    return (one, two), unit


def _mixes(
    form: PrivateHandsForm,
    seat: int,
    plans: Sequence[NDArray[np.int64]],
    free: Sequence[int],
    found: BehaviourStrategy,
    unit: int,
) -> Iterator[NDArray[np.int64]]:
    """Yield the numerators of the actions of every card, decision by decision."""
    kind: type = np.int64 if unit < MACHINE_LIMIT else object
    for node, plan in zip(form.decisions[seat], plans, strict=True):
        taken = np.arange(len(node.actions))[:, None] == plan
        mix: NDArray[np.int64] = taken.astype(kind) * unit
        for card in free:
            chances = found[_infoset_name(card, node)]
            mix[:, card] = [int(chances.get(action, Fraction(0)) * unit) for action in node.actions]
        yield mix


def _infoset_name(card: int, node: PublicDecision) -> str:
    return f"{card}: {node.key}"


def restricted_form(
    form: PrivateHandsForm, plans: Plans, free: tuple[Sequence[int], Sequence[int]]
) -> SequenceForm:
    """Return the game in which the cards that are not *free* follow the plans.

    Sequence 0 of a player stands for all cards that are fixed, and for the beginning of the others.
    """
    one, two = (_Restricted(form, seat, plans[seat], free[seat]) for seat in (0, 1))
    payoffs: dict[tuple[int, int], int] = {}

    def add(first: int, second: int, amount: int) -> None:
        payoffs[first, second] = payoffs.get((first, second), 0) + amount

    against_two = one.values_against(two)
    add(0, 0, one.fixed_payoff(against_two))
    for card in one.free:
        for sequence, earned in enumerate(one.weighted(against_two, card)):
            add(one.place(card, sequence), 0, earned)
    against_one = two.values_against(one)
    for card in two.free:
        for sequence, earned in enumerate(two.weighted(against_one, card)):
            add(0, two.place(card, sequence), -earned)
    for card, other, weight, compared in _pairs(form, one.free, two.free):
        for mine, theirs, amounts in one.ends:
            add(one.place(card, mine), two.place(other, theirs), amounts[compared] * weight)
    live = tuple((i, j, amount) for (i, j), amount in sorted(payoffs.items()) if amount)
    return SequenceForm((one.treeplex(), two.treeplex()), live, form.deal.total * form.denominator)


def _pairs(
    form: PrivateHandsForm, ones: Sequence[int], twos: Sequence[int]
) -> Iterator[tuple[int, int, int, int]]:
    """Yield pairs of cards, their weight, and 0, 1 or 2: the first is stronger, equal, weaker."""
    deal = form.deal
    assert isinstance(deal, PackDeal)
    levels, counts = deal.levels_of(0), deal.counts
    for one in ones:
        for two in twos:
            weight = counts[one] * (counts[two] - (one == two and not deal.apart))
            yield one, two, weight, 1 + (levels[one] < levels[two]) - (levels[one] > levels[two])


class _Restricted:
    """One player of the restricted game: its free cards, and what the others do."""

    def __init__(
        self,
        form: PrivateHandsForm,
        seat: int,
        plans: Sequence[NDArray[np.int64]],
        free: Sequence[int],
    ) -> None:
        self.form, self.seat, self.free = form, seat, free
        self.sequences = form.sequences[seat]
        self.weights = form.deal.own_weights(seat)
        self._first = {
            card: number * (self.sequences.count - 1) for number, card in enumerate(free)
        }
        rows = [np.ones((1, form.hands[seat]), np.int64)]
        for node, plan in zip(form.decisions[seat], plans, strict=True):
            rows.append((np.arange(len(node.actions))[:, None] == plan).astype(np.int64))
        self.reach = np.asarray(self.sequences.reach(np.concatenate(rows)), np.int64)
        """Whether a card that is fixed plays a sequence."""
        self.reach[:, list(free)] = 0
        self.amounts = [
            tuple(int(amount * form.denominator) for amount in paid)
            for paid in self.sequences.amounts
        ]

    def place(self, card: int, sequence: int) -> int:
        """Return the number of a sequence of a free card."""
        return self._first[card] + sequence if sequence else 0

    @property
    def ends(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Of each end my sequence, the opponent's, and what I am paid: stronger, equal, weaker."""
        met = self.sequences.met.tolist()
        for (mine, column, _), paid in zip(self.sequences.ends.tolist(), self.amounts, strict=True):
            yield mine, met[column], paid

    def values_against(self, other: _Restricted) -> NDArray[np.object_]:
        """Return what each sequence earns with each card against the fixed cards of the other."""
        reach = other.reach.astype(object)
        found = values_of_sequences(self.form, self.seat, reach, self.amounts)
        return np.asarray(found, object)

    def weighted(self, earned: NDArray[np.object_], card: int) -> list[int]:
        """Return what each sequence earns with a card, times the card's weight."""
        return [int(one) * int(self.weights[card]) for one in earned[:, card]]

    def fixed_payoff(self, earned: NDArray[np.object_]) -> int:
        """Return what the fixed cards earn together."""
        return int(((self.reach * earned).sum(0) * self.weights).sum())

    def treeplex(self) -> Treeplex:
        """Return the information sets of the free cards."""
        own = self.form.decisions[self.seat]
        cells = [
            Infoset(
                _infoset_name(card, node),
                node.actions,
                self.place(card, before),
                self.place(card, first),
            )
            for card in self.free
            for node, (first, _, before) in zip(own, self.sequences.decisions, strict=True)
        ]
        return Treeplex(self.form.seats[self.seat], tuple(cells))
