"""Equilibria of games with real hands: cuts, payoffs by seat, and what a seat could gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify import sealed
from sabot.exact import decimal, rational, show
from sabot.forms.threshold.answers import Answer, Profile, turn_key
from sabot.forms.threshold.betting import Fold, Node, Showdown, ThresholdForm, Turn
from sabot.forms.threshold.freedom import Freedom
from sabot.results.solution import no_value
from sabot.shown import Shown

SCHEMA = "sabot/equilibrium/1"
DIGITS = 30
"""Digits of what is no fraction; the certificate has all."""


@dataclass(frozen=True, repr=False)
class Equilibrium(Shown):
    """A strategy for each seat, what each is paid, and a bound on what it could gain by another.

    The bound is over all strategies, whatever they do with which hand. Where it is 0 for every
    seat the payoffs are exact; else they are those of the profile, which is that near to balance.
    """

    game: str
    form: ThresholdForm = field(repr=False)
    profile: Profile = field(repr=False)
    payoffs: Mapping[str, Fraction]
    gains: Mapping[str, Fraction]
    method: str
    seconds: float = field(compare=False)
    free: tuple[Freedom, ...] = field(default=(), repr=False)
    """Hands that may change places, with everybody paid the same and nobody gaining more."""

    _proved = True
    _view = "sabot.render.hands.balance:screen"
    _tables = "sabot.render.hands.balance:paper"
    _sheet = "sabot.render.hands.balance:sheet"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in their order at the table."""
        return self.form.seats

    @property
    def zero_sum(self) -> bool:
        """Whether two play and what one wins the other pays, so that there is a value."""
        return len(self.seats) == 2 and self.form.zero_sum

    @property
    def value(self) -> Fraction:
        """What the first seat is paid, where what one of two wins the other pays."""
        if not self.zero_sum:
            raise no_value(self.game)
        return self.payoffs[self.seats[0]]

    @property
    def unique(self) -> bool:
        """Whether each seat is known to have only this strategy: nothing is said of that."""
        return False

    @property
    def strategies(self) -> Mapping[str, Any]:
        """By seat and by what was said before: up to which hand each action goes."""
        return self.thresholds()

    def __getitem__(self, seat: str) -> Any:
        return self.strategies[seat]

    @property
    def certificate(self) -> Mapping[str, Any]:
        """The betting, and the digest over all that is claimed."""
        return dict(self.to_json()["certificate"])

    @property
    def exact(self) -> bool:
        """Whether nobody can gain anything at all."""
        return not any(self.gains.values())

    @property
    def bound(self) -> Fraction:
        """The most that any seat could gain."""
        return max(self.gains.values())

    def answer(self, turn: Turn) -> Answer:
        """Return what is done at a turn, with each hand."""
        return self.profile[turn_key(self.form, turn)]

    def number(self, amount: Fraction) -> str:
        """Return an amount as text: a fraction where everything is exact, else its digits."""
        return show(amount) if self.exact else decimal(amount, DIGITS)

    def thresholds(self) -> dict[str, dict[str, list[list[str]]]]:
        """Return, by seat and by what was said before, up to which hand each action goes."""
        found: dict[str, dict[str, list[list[str]]]] = {seat: {} for seat in self.seats}
        for turn in self.form.turns():
            answer = self.answer(turn)
            ends = (*answer.cuts, Fraction(1))
            found[self.seats[turn.seat]][turn.view] = [
                [self.number(end), turn.actions[action]]
                for end, action in zip(ends, answer.actions, strict=True)
            ]
        return found

    def turn(self, seat: int, view: str) -> Turn:
        """Return the turn of a seat after what was said."""
        return next(turn for turn in self.form.of(seat) if turn.view == view)

    def _free_json(self, free: Freedom) -> dict[str, str]:
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

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --json``."""
        return sealed(self._unsealed())

    def _unsealed(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "game": self.game,
            "seats": list(self.seats),
            "payoffs": [self.number(self.payoffs[seat]) for seat in self.seats],
            "gains": [
                show(self.gains[s]) if self.exact else above(self.gains[s]) for s in self.seats
            ],
            "bound": "0" if self.exact else above(self.bound),
            "thresholds": self.thresholds(),
            "free": [self._free_json(free) for free in self.free],
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "certificate": {"form": _told(self.form, self.form.root)},
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Equilibrium:
        """Return the equilibrium in a document that is checked already."""
        seats = tuple(document["seats"])
        form = ThresholdForm(seats, _node(seats, document["certificate"]["form"]))
        profile = {
            turn_key(form, turn): answer_of(turn, document["thresholds"][seats[turn.seat]])
            for turn in form.turns()
        }
        return cls(
            game=document["game"],
            form=form,
            profile=profile,
            payoffs=dict(zip(seats, map(_number, document["payoffs"]), strict=True)),
            gains=dict(zip(seats, map(_number, document["gains"]), strict=True)),
            method=document["method"],
            seconds=document["seconds"],
            free=tuple(_freedom(form, told) for told in document.get("free", ())),
        )


def _freedom(form: ThresholdForm, told: Mapping[str, Any]) -> Freedom:
    seat = form.seats.index(told["seat"])
    actions = next(turn.actions for turn in form.of(seat) if turn.view == told["view"])
    low, high, mass = (_number(told[key]) for key in ("from", "to", "mass"))
    pair = actions.index(told["action"]), actions.index(told["instead"])
    return Freedom(seat, told["view"], *pair, low, high, mass, told["spread"] == "even")


def answer_of(turn: Turn, said: Mapping[str, Any]) -> Answer:
    """Return what is done at a turn, from the thresholds that a file gives its seat."""
    steps = said[turn.view]
    actions = tuple(turn.actions.index(action) for _, action in steps)
    return Answer(actions, tuple(_number(end) for end, _ in steps[:-1]))


def _node(seats: tuple[str, ...], told: Mapping[str, Any]) -> Node:
    """Return the betting from a node on: the way back from :func:`_told`."""
    if "turn" in told:
        after = tuple(_node(seats, one) for one in told["after"])
        return Turn(seats.index(told["turn"]), told["view"], tuple(told["actions"]), after)
    if "pays" in told:
        return Fold(tuple(map(_number, told["pays"])))
    among = tuple(map(seats.index, told["in"]))
    return Showdown(among, tuple(map(_number, told["paid"])), _number(told["better"]))


def _number(text: str) -> Fraction:
    """Return a number of a file: a fraction, a decimal, or one with a power of ten.

    >>> _number("2e-3")
    Fraction(1, 500)
    """
    digits, _, power = text.partition("e-")
    return rational(digits) / Fraction(10) ** int(power or 0)


def _told(form: ThresholdForm, node: Node) -> dict[str, Any]:
    """Return the betting from a node on, as a file has it."""
    if isinstance(node, Turn):
        return {
            "turn": form.seats[node.seat],
            "view": node.view,
            "actions": list(node.actions),
            "after": [_told(form, after) for after in node.after],
        }
    if isinstance(node, Fold):
        return {"pays": [show(amount) for amount in node.payoffs]}
    return {
        "in": [form.seats[seat] for seat in node.contenders],
        "paid": [show(amount) for amount in node.paid],
        "better": show(node.better),
    }


def above(amount: Fraction) -> str:
    """Return a short decimal that is no smaller than a tiny amount.

    >>> above(Fraction(0)), above(Fraction(123, 10**20))
    ('0', '2e-18')
    """
    if not amount:
        return "0"
    power = 0
    while amount * 10**power < 1:
        power += 1
    digit = -(-amount * 10**power // 1)
    return f"{digit}e-{power}" if digit < 10 else f"1e-{power - 1}"
