"""What given strategies guarantee in a game with private hands: exact best responses, no tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from sabot.analysis.evaluation import read_sources
from sabot.analysis.strategy_input import complete_strategies
from sabot.cards.card import Card
from sabot.errors import FormError, ShoeError
from sabot.exact import as_float, as_rational, format_fraction
from sabot.forms.hand_deals import ClassDeal, Weights, exact_sum
from sabot.forms.private_hands import (
    ConstantEnd,
    HandStrategy,
    PrivateHandsForm,
    PublicDecision,
    PublicNode,
    best_response_value,
    expected_payoff,
    require_strategy,
)
from sabot.forms.sequence import BehaviourStrategy, Treeplex
from sabot.game_rules.hand_strengths import card_number
from sabot.results.base import Result
from sabot.results.codec import JsonObject

if TYPE_CHECKING:
    from sabot.game_rules.game import Game


@dataclass(frozen=True, repr=False)
class HandsJudgement(Result):
    """Evaluation of strategies in a game with private hands: what each secures, exactly."""

    game: str
    seats: tuple[str, str]
    hands: tuple[int, int]
    """How many different hands each player may hold."""
    secures: Mapping[str, Fraction]
    """By player, what the first player is paid where the other one answers best."""
    expectation: Fraction | None = None
    """What the first player earns where both given strategies meet."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each player's strategy came from, in a word or by the name of its file."""

    _schema = "sabot/value/1"

    @property
    def low(self) -> Fraction | None:
        """What the first player's strategy secures: a lower bound of the value."""
        return self.secures.get(self.seats[0])

    @property
    def high(self) -> Fraction | None:
        """What the second player's strategy concedes at most: an upper bound of the value."""
        return self.secures.get(self.seats[1])

    def _brief(self) -> str:
        return ", ".join(self.secures)

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot value --json``."""
        ends = {"low": self.low, "high": self.high, "expectation": self.expectation}
        return {
            "schema": self._schema,
            "game": self.game,
            "seats": list(self.seats),
            "hands": list(self.hands),
            **{key: None if one is None else format_fraction(one) for key, one in ends.items()},
            "strategies": {
                seat: {"secures": format_fraction(one), "decimal": as_float(one)}
                for seat, one in self.secures.items()
            },
            "sources": dict(self.sources),
        }

    @classmethod
    def from_json(cls, document: JsonObject) -> HandsJudgement:
        """Return the evaluation that a file holds; nothing in it is checked."""
        first, second = map(str, document["seats"])
        one, two = map(int, document["hands"])
        expected = document["expectation"]
        return cls(
            str(document["game"]),
            (first, second),
            (one, two),
            {
                str(seat): as_rational(part["secures"])
                for seat, part in document["strategies"].items()
            },
            None if expected is None else as_rational(expected),
            read_sources(document),
        )


def evaluate_hands(
    game: str, form: PrivateHandsForm, written: Mapping[str, object], rules: Game | None = None
) -> HandsJudgement:
    """Return what strategies guarantee; they are written as for a tree, by information set."""
    return evaluate_hand_tables(game, form, complete_hand_strategies(form, written, rules))


def evaluate_hand_tables(
    game: str, form: PrivateHandsForm, tables: Mapping[str, BehaviourStrategy]
) -> HandsJudgement:
    """Return what strategies guarantee that have an answer at every information set."""
    given = _strategies_in_integers(form, tables)
    secures = {}
    for seat, (strategy, unit) in given.items():
        require_strategy(form, seat, strategy, unit)
        answer = best_response_value(form, 1 - seat, strategy, unit)
        secures[form.seats[seat]] = answer if seat else -answer
    expectation = None
    if len(given) == 2:
        unit = lcm(given[0][1], given[1][1])
        one, two = (
            tuple(mix * (unit // own) for mix in strategy) for strategy, own in given.values()
        )
        expectation = expected_payoff(form, (one, two), unit)
    return HandsJudgement(game, form.seats, form.hands, secures, expectation)


def complete_hand_strategies(
    form: PrivateHandsForm, written: Mapping[str, object], rules: Game | None = None
) -> dict[str, BehaviourStrategy]:
    """Return strategies that are written out, with an answer at every information set."""
    sides = [
        Treeplex.flat(
            name,
            {
                node.infoset(hand): node.actions
                for node in form.decisions[seat]
                for hand in form.deal.names(seat)
            },
        )
        for seat, name in enumerate(form.seats)
    ]
    return complete_strategies(sides, written, game=rules)


def read_hand_strategies(
    form: PrivateHandsForm, written: Mapping[str, object], rules: Game | None = None
) -> dict[int, tuple[HandStrategy, int]]:
    """Return strategies that are written out, as integers over a unit, by the player's number."""
    return _strategies_in_integers(form, complete_hand_strategies(form, written, rules))


def _strategies_in_integers(
    form: PrivateHandsForm, tables: Mapping[str, BehaviourStrategy]
) -> dict[int, tuple[HandStrategy, int]]:
    found: dict[int, tuple[HandStrategy, int]] = {}
    for seat, name in enumerate(form.seats):
        if name not in tables:
            continue
        table = tables[name]
        unit = lcm(*(chance.denominator for mix in table.values() for chance in mix.values()))
        kind: type = np.int64 if unit < 1 << 62 else object
        strategy: HandStrategy = tuple(
            np.array(
                [
                    [
                        int(table[node.infoset(hand)].get(action, Fraction(0)) * unit)
                        for hand in form.deal.names(seat)
                    ]
                    for action in node.actions
                ],
                kind,
            )
            for node in form.decisions[seat]
        )
        found[seat] = strategy, unit
    return found


# ---------------------------------------------------------------------- single decisions


def find_decision(form: PrivateHandsForm, seat: int, view: str) -> tuple[int, int]:
    """Return which decision of a player has this view, and with which of its hands.

    >>> from sabot import load
    >>> from sabot.game_rules.private_hands import private_hands_of
    >>> find_decision(private_hands_of(load("kuhn-poker")), 0, "K,pass,bet")
    (1, 2)
    """
    names = form.deal.names(seat)
    for number, node in enumerate(form.decisions[seat]):
        before, after = node.infoset("\0").split("\0")
        if not view.startswith(before) or not view.endswith(after):
            continue
        hand = view[len(before) : len(view) - len(after)]
        if isinstance(form.deal, ClassDeal) and (cards := _cards_of_hand(hand)):
            hand = form.deal.class_of(cards)
        if hand in names:
            return number, names.index(hand)
    raise FormError(f"{form.seats[seat]} has no view {view!r:.60}")


def _cards_of_hand(text: str) -> list[int]:
    """Return the numbers of the cards of a hand, as a view names it; none of any other text.

    >>> _cards_of_hand("(2c,As)"), _cards_of_hand("(2c,As),pass"), _cards_of_hand("(2c,bet)")
    ([0, 51], [], [])
    """
    if not text.startswith("(") or text.find(")") != len(text) - 1:
        return []
    try:
        return [card_number(Card.parse(card)) for card in text[1:-1].split(",")]
    except ShoeError:
        return []


class HandActionValues:
    """What the actions of one player earn with one hand, exactly, against a strategy.

    After the action the player answers best.
    """

    def __init__(
        self, form: PrivateHandsForm, seat: int, place: int, theirs: HandStrategy, unit: int
    ) -> None:
        self._form, self._seat, self._theirs, self._unit = form, seat, theirs, unit
        one_hand = np.zeros(form.hands[seat], np.int64)
        one_hand[place] = 1
        own = form.deal.own_weights(1 - seat).astype(object)
        lost, tied, won = (own * part.astype(object) for part in form.deal.sums(1 - seat, one_hand))
        self._met = (won, tied, lost) if seat == 0 else (lost, tied, won)
        """The weights of the other's hands, where the first player wins, ties and loses."""

    def at(self, wanted: PublicDecision) -> dict[str, Fraction]:
        """Return what each action earns at a decision; 0 where the opponent never reaches it."""
        reach, _ = opponent_reach(self._form, wanted, self._theirs)
        every = int((sum(self._met) * reach).sum())
        if not every:
            return dict.fromkeys(wanted.actions, Fraction(0))
        sign = 1 - 2 * self._seat
        return {
            action: sign * self._earned(child, reach, 0) / every
            for action, child in zip(wanted.actions, wanted.after, strict=True)
        }

    def _earned(self, node: PublicNode, reach: Weights, depth: int) -> Fraction:
        """Return what the first player earns below a node; *depth* actions of the other are new."""
        if isinstance(node, PublicDecision):
            deeper = depth + (node.seat != self._seat)
            weights = _reach_after(self._form, node, reach, self._seat, self._theirs)
            parts = [
                self._earned(child, one, deeper)
                for child, one in zip(node.after, weights, strict=True)
            ]
            if node.seat != self._seat:
                return sum(parts, Fraction(0))
            return min(parts) if self._seat else max(parts)
        amounts = (
            (node.payoff,) * 3 if isinstance(node, ConstantEnd) else (node.win, node.tie, node.loss)
        )
        earned = (
            int((part * reach).sum()) * amount
            for part, amount in zip(self._met, amounts, strict=True)
        )
        return Fraction(sum(earned), self._unit**depth)


def decision_probability_of_hands(
    form: PrivateHandsForm, seat: int, theirs: HandStrategy, unit: int
) -> Fraction:
    """Return how likely it is that a player has any choice, against a strategy of the opponent.

    A decision with one action is no choice.
    """
    free, found = {0}, Fraction(0)
    own = form.sequences[seat].decisions
    for node, (first, _, before) in zip(form.decisions[seat], own, strict=True):
        if before in free and len(node.actions) == 1:
            free.add(first)
        elif before in free:
            reach, depth = opponent_reach(form, node, theirs)
            met = exact_sum(form.deal.own_weights(seat), form.deal.all(seat, reach))
            found += Fraction(met, form.deal.total * unit**depth)
    return found


def opponent_reach(
    form: PrivateHandsForm, wanted: PublicDecision, theirs: HandStrategy
) -> tuple[Weights, int]:
    """Return the opponent's part of the probability of reaching a decision, by hand.

    It is an integer over a power of the unit; the second number is the exponent.
    """
    ones: Weights = np.ones(form.hands[1 - wanted.seat], object)
    left: list[tuple[PublicNode, Weights, int]] = [(form.root, ones, 0)]
    while left:
        node, reach, depth = left.pop()
        if node is wanted:
            return reach, depth
        if isinstance(node, PublicDecision):
            deeper = depth + (node.seat != wanted.seat)
            weights = _reach_after(form, node, reach, wanted.seat, theirs)
            left += [(*pair, deeper) for pair in zip(node.after, weights, strict=True)]
    raise AssertionError("the decision is one of the form")


def _reach_after(
    form: PrivateHandsForm, node: PublicDecision, reach: Weights, seat: int, theirs: HandStrategy
) -> list[Weights]:
    """Return the weights of the other player's hands after each action of a decision."""
    if node.seat == seat:
        return [reach] * len(node.actions)
    mix = theirs[form.numbers[id(node)]]
    return [reach * numbers.astype(object) for numbers in mix]
