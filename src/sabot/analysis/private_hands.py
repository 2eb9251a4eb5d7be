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
from sabot.exact import as_float, as_rational, format_fraction
from sabot.forms.private_hands import (
    HandStrategy,
    PrivateHandsForm,
    best_response_value,
    expected_payoff,
    require_strategy,
)
from sabot.forms.sequence import BehaviourStrategy, Treeplex
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
    given = read_hand_strategies(form, written, rules)
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
    tables = complete_hand_strategies(form, written, rules)
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
