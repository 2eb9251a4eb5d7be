"""Strategies for real hands judged exactly: payoffs, gains by seat, and the hands that lose them.

A gain is over all strategies, whatever they do with which hand. It falls apart into a sum over the
seat's own turns: what its hands lose there, each against the best that can follow. Where choices
cross at no fraction a gain is bounded from above, by less than a file's last digit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sabot.analyse.betting.written import Written, profile_of
from sabot.analyse.judge import sources_in
from sabot.analyse.profile import BySeat
from sabot.exact import brief, rational
from sabot.forms.threshold.answers import Answer, Profile, both, turn_key
from sabot.forms.threshold.betting import ThresholdForm
from sabot.forms.threshold.hint import Hint
from sabot.forms.threshold.piecewise import Piecewise, fraction, signs
from sabot.forms.threshold.worth import SLACK, Visit, visits, worth
from sabot.results.balance import Equilibrium

NARROW = Fraction(1, 1 << 60)
"""Intervals of hands narrower than this stand around a crossing and are not told."""


@dataclass(frozen=True, slots=True)
class HandLoss:
    """Hands with which another action would have been better."""

    view: str
    low: Fraction
    high: Fraction
    plays: str
    better: str
    loss: Fraction
    """A hand, on average over all hands that are dealt."""

    def to_json(self) -> dict[str, Any]:
        """Return the loss as a document has it."""
        return {
            "view": self.view,
            "from": brief(self.low),
            "to": brief(self.high),
            "plays": self.plays,
            "better": self.better,
            "hand": brief(self.loss),
        }

    @classmethod
    def from_json(cls, told: Any) -> HandLoss:
        """Return the loss that a document tells of."""
        low, high, loss = (rational(told[key]) for key in ("from", "to", "hand"))
        return cls(str(told["view"]), low, high, str(told["plays"]), str(told["better"]), loss)


@dataclass(frozen=True, slots=True)
class SeatCuts:
    """One seat's strategy among those of the others."""

    seat: str
    payoff: Fraction
    gain: Fraction
    """What the best reply of all would earn more."""
    reply: Mapping[str, tuple[tuple[Fraction, str], ...]]
    """A best reply: up to which hand it does what, by view; only what the others come to."""
    losses: tuple[HandLoss, ...]
    """Where the gain comes from, the costliest hands first."""

    def to_json(self) -> dict[str, Any]:
        """Return the seat's part of ``sabot value --json``."""
        return {
            "payoff": brief(self.payoff),
            "gain": brief(self.gain),
            "gain_decimal": float(self.gain),
            "best_reply": {
                "seat": self.seat,
                "actions": {
                    view: [[brief(end), action] for end, action in steps]
                    for view, steps in self.reply.items()
                },
            },
            "losses": [one.to_json() for one in self.losses],
        }

    @classmethod
    def from_json(cls, seat: str, told: Any) -> SeatCuts:
        """Return the seat's part that a document tells of."""
        actions = told["best_reply"]["actions"].items()
        return cls(
            seat,
            rational(told["payoff"]),
            rational(told["gain"]),
            {view: tuple((rational(end), str(a)) for end, a in steps) for view, steps in actions},
            tuple(map(HandLoss.from_json, told["losses"])),
        )


@dataclass(frozen=True, repr=False)
class CutsJudgement(BySeat[SeatCuts]):
    """A judgement of strategies for real hands."""

    game: str
    parts: tuple[SeatCuts, ...]
    zero_sum: bool
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each seat's strategy came from, in a word or by the name of its file."""
    profile: Profile = field(default_factory=dict, repr=False, compare=False)
    """What was judged; a document does not have it."""

    _view = "sabot.render.hands.judgement:judgement_view"

    @staticmethod
    def _text(amount: Fraction) -> str:
        """Return an amount as a document has it: it may be very long."""
        return brief(amount)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> CutsJudgement:
        """Return the judgement that a document tells of."""
        parts = (SeatCuts.from_json(s, document["strategies"][s]) for s in document["seats"])
        sources = sources_in(document)
        return cls(str(document["game"]), tuple(parts), bool(document["zero_sum"]), sources)


def judged(
    game: str, hint: Hint, given: Written | str | Equilibrium, *, locked: bool = False
) -> CutsJudgement:
    """Return the judgement of strategies: as given, else those of the game's equilibrium."""
    profile = profile_of(hint, given, locked=locked)
    parts = tuple(_judged(hint.form, profile, seat) for seat in range(len(hint.form.seats)))
    return CutsJudgement(game, parts, hint.form.zero_sum, profile=profile)


def _judged(form: ThresholdForm, profile: Profile, seat: int) -> SeatCuts:
    found = worth(form, profile, seat)
    reply: dict[str, tuple[tuple[Fraction, str], ...]] = {}
    losses: list[HandLoss] = []
    for visit in visits(form, profile, seat):
        answer = profile[turn_key(form, visit.turn)]
        pieces = best_actions(visit, answer)
        actions = visit.turn.actions
        reply[visit.turn.view] = tuple((high, actions[best]) for _, high, best in pieces)
        losses += _losses(visit, answer, pieces)
    losses.sort(key=lambda one: -one.loss)
    order = {turn.view: None for turn in form.of(seat)}
    kept = {view: reply[view] for view in order if view in reply}
    return SeatCuts(form.seats[seat], found.payoff, found.gain, kept, tuple(losses))


Pieces = list[tuple[Fraction, Fraction, int]]


def best_actions(visit: Visit, answer: Answer) -> Pieces:
    """Return the best action of every hand at a turn, in intervals; what is played, if it is one.

    Narrow intervals around a crossing that is no fraction go to their neighbour.
    """
    ends = {*answer.cuts, Fraction(0), Fraction(1)}
    for number_, way in enumerate(visit.ways):
        for other in visit.ways[:number_]:
            ends.update(_crossings(way, other))
    found: Pieces = []
    for low, high in pairwise(sorted(ends)):
        middle = (low + high) / 2
        worths = [way.at(middle) for way in visit.ways]
        own = answer.at(middle)
        best = own if worths[own] == max(worths) else worths.index(max(worths))
        if high - low <= NARROW and found:
            found[-1] = (found[-1][0], high, found[-1][2])
        elif found and found[-1][2] == best:
            found[-1] = (found[-1][0], high, best)
        else:
            found.append((low, high, best))
    return found


def _crossings(one: Piecewise, two: Piecewise) -> list[Fraction]:
    gap = one + two.times(-1)
    return [
        fraction(end)
        for low, high, part in gap.pieces()
        for end, _ in signs(part, low, high, SLACK)
    ]


def _losses(visit: Visit, answer: Answer, pieces: Pieces) -> list[HandLoss]:
    """Return the hands with which a seat comes to a turn and plays another action than the best."""
    found = []
    for low, high, best in pieces:
        for own in set(answer.actions) - {best}:
            hands = both(both(((low, high, Fraction(1)),), answer.held(own)), visit.reach)
            for begin, end, _ in hands:
                lost = visit.ways[best].area(begin, end) - visit.ways[own].area(begin, end)
                if lost > 0:
                    actions = visit.turn.actions
                    told = HandLoss(visit.turn.view, begin, end, actions[own], actions[best], lost)
                    found.append(told)
    return found
