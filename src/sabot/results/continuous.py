"""Equilibria in threshold strategies of games with continuous types, of one game or parametric.

One game: thresholds, payoffs by player, and a bound on what each player could gain by any strategy.
Parametric: thresholds and payoffs as formulas in the parameter, piece by piece, with the
inequalities that prove them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Self

from sabot.exact import Number, as_rational, format_decimal, format_fraction
from sabot.forms.algebra.rational_function import Coefficients, Formula
from sabot.forms.continuous.betting_game import (
    ActionMix,
    BehaviourRule,
    BettingNode,
    ContinuousBettingForm,
    FoldNode,
    IndifferenceSet,
    ShowdownNode,
    ThresholdProfile,
    ThresholdRule,
    TurnNode,
    turn_key,
)
from sabot.results import codec
from sabot.results.base import CertifiedResult
from sabot.results.codec import JsonDocument, JsonObject
from sabot.results.proof import (
    POLYNOMIAL,
    PROOF_HEAD,
    REASONS,
    PayoffFormulas,
    ProofPiece,
    Proven,
    ProvenInequality,
)
from sabot.results.solution import no_value_error

EQUILIBRIUM_SCHEMA = "sabot/equilibrium/1"
MOST_GAIN = Fraction(1, 10**12)
"""The most that a player may gain where thresholds are not rational, in parts of the largest amount
of the betting; with more it is no equilibrium."""
WrittenInterval = list[str | dict[str, str]]
"""Up to which hand, and what is done: an action, or the probability of each of several."""
DIGITS = 30
"""Digits of what is no fraction; the certificate has all."""


@dataclass(frozen=True, repr=False)
class Equilibrium(CertifiedResult):
    """A strategy for each player, what each is paid, and a bound on what it could gain by another.

    The bound is over all strategies, whatever they do with which hand. Where it is 0 for every
    player the payoffs are exact; else they are those of the profile, which is that near to balance.
    """

    game: str
    form: ContinuousBettingForm = field(repr=False)
    profile: ThresholdProfile = field(repr=False)
    payoffs: Mapping[str, Fraction]
    gains: Mapping[str, Fraction]
    method: str
    seconds: float = field(compare=False)
    free: tuple[IndifferenceSet, ...] = field(default=(), repr=False)
    """Hands that may change places, with everybody paid the same and nobody gaining more."""

    _schema = EQUILIBRIUM_SCHEMA
    _layout = (
        *(codec.SCHEMA, "game", codec.derived("seats", lambda own: list(own.seats))),
        codec.derived("payoffs", lambda own: [own.number(own.payoffs[s]) for s in own.seats]),
        codec.derived("gains", lambda own: [own.upper_bound(own.gains[s]) for s in own.seats]),
        codec.derived("bound", lambda own: own.upper_bound(own.bound)),
        codec.derived("thresholds", lambda own: own.thresholds()),
        codec.derived("free", lambda own: [own._free_json(free) for free in own.free]),
        *("method", "seconds"),
        codec.derived("certificate", lambda own: {"form": _node_to_json(own.form, own.form.root)}),
    )

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in their order at the table."""
        return self.form.seats

    @property
    def zero_sum(self) -> bool:
        """Whether two play and what one wins the other pays, so that there is a value."""
        return len(self.seats) == 2 and self.form.zero_sum

    @property
    def value(self) -> Fraction:
        """What the first player is paid, where what one of two wins the other pays."""
        if not self.zero_sum:
            raise no_value_error(self.game)
        return self.payoffs[self.seats[0]]

    @property
    def unique(self) -> bool:
        """Whether each player is known to have only this strategy: nothing is said of that."""
        return False

    @property
    def strategies(self) -> JsonObject:
        """By player and by what was said before: up to which hand each action goes."""
        return self.thresholds()

    def __getitem__(self, seat: str) -> Any:
        return self.strategies[seat]

    @property
    def certificate(self) -> JsonObject:
        """The betting, and the digest over all that is claimed."""
        return dict(self.to_json()["certificate"])

    @property
    def exact(self) -> bool:
        """Whether nobody can gain anything at all."""
        return not any(self.gains.values())

    @property
    def bound(self) -> Fraction:
        """The most that any player could gain."""
        return max(self.gains.values())

    @property
    def is_equilibrium(self) -> bool:
        """Whether the bound is so small that the profile is called an equilibrium."""
        return self.bound <= most_gain(self.form)

    def answer(self, turn: TurnNode) -> ThresholdRule:
        """Return what is done at a turn, with each hand."""
        return self.profile[turn_key(self.form, turn)]

    def number(self, amount: Fraction) -> str:
        """Return an amount as text: a fraction where everything is exact, else its digits."""
        return format_fraction(amount) if self.exact else format_decimal(amount, DIGITS)

    def upper_bound(self, gain: Fraction) -> str:
        """Return a gain as text: exact where everything is, else rounded up."""
        return format_fraction(gain) if self.exact else round_up_text(gain)

    def thresholds(self) -> dict[str, dict[str, list[WrittenInterval]]]:
        """Return, by player and by what was said before, up to which hand each action goes.

        In place of an action there may be a mixture: a probability by action.
        """
        found: dict[str, dict[str, list[WrittenInterval]]] = {seat: {} for seat in self.seats}
        for turn in self.form.turns():
            answer = self.answer(turn)
            ends = (*answer.cuts, Fraction(1))
            found[self.seats[turn.seat]][turn.view] = [
                [self.number(end), _mix_to_json(turn, mix)]
                for end, mix in zip(ends, answer.mixes, strict=True)
            ]
        return found

    def turn(self, seat: int, view: str) -> TurnNode:
        """Return the turn of a player after what was said."""
        return next(turn for turn in self.form.of(seat) if turn.view == view)

    def _free_json(self, free: IndifferenceSet) -> dict[str, str]:
        actions = self.turn(free.seat, free.view).actions
        return {
            "seat": self.seats[free.seat],
            "view": free.view,
            "action": actions[free.action],
            "instead": actions[free.other],
            "from": self.number(free.low),
            "to": self.number(free.high),
            "mass": self.number(free.mass),
            "spread": "even" if free.even else "any",
        }

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the equilibrium in a document that is checked already."""
        seats = tuple(document["seats"])
        form = ContinuousBettingForm(seats, _node_from_json(seats, document["certificate"]["form"]))
        profile = {
            turn_key(form, turn): answer_from_json(turn, document["thresholds"][seats[turn.seat]])
            for turn in form.turns()
        }
        return cls(
            game=document["game"],
            form=form,
            profile=profile,
            payoffs=dict(zip(seats, map(_number_from_json, document["payoffs"]), strict=True)),
            gains=dict(zip(seats, map(_number_from_json, document["gains"]), strict=True)),
            method=document["method"],
            seconds=document["seconds"],
            free=tuple(_indifference_set(form, one) for one in document.get("free", ())),
        )


def _indifference_set(form: ContinuousBettingForm, data: JsonObject) -> IndifferenceSet:
    """Return hands that may change places, as read from a file."""
    seat = form.seats.index(data["seat"])
    actions = next(turn.actions for turn in form.of(seat) if turn.view == data["view"])
    low, high, mass = (_number_from_json(data[key]) for key in ("from", "to", "mass"))
    pair = actions.index(data["action"]), actions.index(data["instead"])
    return IndifferenceSet(seat, data["view"], *pair, low, high, mass, data["spread"] == "even")


def answer_from_json(turn: TurnNode, said: JsonObject) -> ThresholdRule:
    """Return what is done at a turn, from the thresholds that a file gives its player."""
    steps = said[turn.view]
    mixes = tuple(
        tuple((turn.actions.index(name), as_rational(share)) for name, share in taken.items())
        if isinstance(taken, Mapping)
        else ((turn.actions.index(taken), Fraction(1)),)
        for _, taken in steps
    )
    return BehaviourRule.of(mixes, tuple(_number_from_json(end) for end, _ in steps[:-1]))


def _mix_to_json(turn: TurnNode, mix: ActionMix) -> str | dict[str, str]:
    """Return the action of an interval, or the probability of each."""
    if len(mix) == 1:
        return turn.actions[mix[0][0]]
    return {turn.actions[action]: format_fraction(share) for action, share in mix}


def _node_from_json(seats: tuple[str, ...], entry: JsonObject) -> BettingNode:
    """Return the betting from a node on: the inverse of :func:`_node_to_json`."""
    if "turn" in entry:
        after = tuple(_node_from_json(seats, one) for one in entry["after"])
        return TurnNode(seats.index(entry["turn"]), entry["view"], tuple(entry["actions"]), after)
    if "pays" in entry:
        return FoldNode(tuple(map(_number_from_json, entry["pays"])))
    among = tuple(map(seats.index, entry["in"]))
    return ShowdownNode(
        among, tuple(map(_number_from_json, entry["paid"])), _number_from_json(entry["better"])
    )


def _number_from_json(text: str) -> Fraction:
    """Return a number of a file: a fraction, a decimal, or one with a power of ten.

    >>> _number_from_json("2e-3")
    Fraction(1, 500)
    """
    digits, _, power = text.partition("e-")
    return as_rational(digits) / Fraction(10) ** int(power or 0)


def _node_to_json(form: ContinuousBettingForm, node: BettingNode) -> JsonDocument:
    """Return the betting from a node on, as JSON."""
    if isinstance(node, TurnNode):
        return {
            "turn": form.seats[node.seat],
            "view": node.view,
            "actions": list(node.actions),
            "after": [_node_to_json(form, after) for after in node.after],
        }
    if isinstance(node, FoldNode):
        return {"pays": [format_fraction(amount) for amount in node.payoffs]}
    return {
        "in": [form.seats[seat] for seat in node.contenders],
        "paid": [format_fraction(amount) for amount in node.paid],
        "better": format_fraction(node.better),
    }


def round_up_text(amount: Fraction) -> str:
    """Return a short number that is no smaller than an amount: one digit, or a whole number.

    >>> round_up_text(Fraction(0)), round_up_text(Fraction(123, 10**20))
    ('0', '2e-18')
    >>> round_up_text(Fraction(99, 100)), round_up_text(Fraction(563, 10))
    ('1', '57')
    """
    power = 0
    while 0 < amount * 10**power < 1:
        power += 1
    digit = math.ceil(amount * 10**power)
    if power and digit == 10:
        power, digit = power - 1, 1
    return f"{digit}e-{power}" if power else str(digit)


def most_gain(form: ContinuousBettingForm) -> Fraction:
    """Return the most that a player may gain in what is called an equilibrium of a betting."""
    return MOST_GAIN * form.largest_amount


THRESHOLD_PROOF_SCHEMA = "sabot/threshold-proof/1"
ThresholdFormulas = tuple[tuple[Formula, str], ...]
"""What is done at a turn: up to which hand each action goes; the last goes up to 1."""


@dataclass(frozen=True)
class CutPiece(ProofPiece):
    """A range of the parameter with the strategies that are optimal on it, and why."""

    payoffs: PayoffFormulas
    answers: Mapping[str, Mapping[str, ThresholdFormulas]]
    """By player, and by what was said before its turn."""
    order: tuple[tuple[str, str], ...] = field(repr=False)
    """The cuts of both players from the lowest up: whose it is, and at which turn."""
    below: Coefficients = field(repr=False)
    """A denominator of all cuts."""
    inequalities: tuple[ProvenInequality, ...] = field(repr=False)

    _layout = (
        *(codec.inline("extent"), codec.derived("value", lambda own: str(own.value)), "payoffs"),
        codec.entry("thresholds", "answers"),
        codec.derived("unique", lambda own: dict.fromkeys(own.payoffs)),
        *("order", codec.entry("below", by=POLYNOMIAL), "inequalities"),
    )

    @property
    def value(self) -> Formula:
        """What the first player is paid."""
        return next(iter(self.payoffs.values()))

    def thresholds_at(self, at: Number) -> dict[str, dict[str, list[tuple[Fraction, str]]]]:
        """Return the strategies at one value of the parameter: up to which hand actions go."""
        return {
            seat: {
                view: [(end.at(at), action) for end, action in answer]
                for view, answer in views.items()
            }
            for seat, views in self.answers.items()
        }


@dataclass(frozen=True, repr=False)
class CutTheorem(Proven[CutPiece]):
    """An equilibrium for every value of a parameter: nobody gains by any strategy of any kind."""

    whole: bool = field(default=False, init=False)
    """The parameter is any real number, and neighbouring pieces share an end."""
    pieces: tuple[CutPiece, ...]
    seats: tuple[str, ...]
    form: JsonObject
    """The betting as read from a file; its amounts are polynomials in the parameter."""

    _schema = THRESHOLD_PROOF_SCHEMA
    _layout = (
        *(*PROOF_HEAD, "domain", "seats", "pieces"),
        *(codec.derived("reasons", lambda theorem: REASONS), "form"),
    )

    def payoffs_at(self, at: Number) -> dict[str, Fraction]:
        """Return what each player is paid at one value of the parameter."""
        here = self.value_of(at)
        return {seat: paid.at(here) for seat, paid in self._holding(here).payoffs.items()}

    def value_at(self, at: Number) -> Fraction:
        """Return what the first player is paid at one value of the parameter."""
        return self.payoffs_at(at)[self.seats[0]]

    def thresholds_at(self, at: Number) -> dict[str, dict[str, list[tuple[Fraction, str]]]]:
        """Return the strategies at one value of the parameter: up to which hand actions go."""
        here = self.value_of(at)
        return self._holding(here).thresholds_at(here)
