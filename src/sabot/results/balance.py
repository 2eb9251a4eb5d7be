"""Equilibria of games with real hands: cuts, payoffs by seat, and what a seat could gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify import sealed
from sabot.exact import decimal, show
from sabot.forms.threshold.answers import Answer, Profile, turn_key
from sabot.forms.threshold.betting import Fold, Node, ThresholdForm, Turn
from sabot.shown import Shown

SCHEMA = "sabot/equilibrium/1"
DIGITS = 30
"""Digits of what is no fraction; the certificate has all."""


@dataclass(frozen=True)
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

    _view = "sabot.render.views.balance:screen"
    _sheet = "sabot.render.views.balance:sheet"

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in their order at the table."""
        return self.form.seats

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
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "certificate": {"form": _told(self.form, self.form.root)},
        }


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
    return f"{-(-amount * 10**power // 1)}e-{power}"
