"""A profile of strategies judged exactly: any number of seats, payoffs that sum to anything.

The *gain* of a seat is what its best reply to the other seats' strategies would earn it more. A
profile is an equilibrium if, and only if, every gain is 0; nothing is called one before that. A
gain falls apart, exactly, into a sum over the seat's own views: its *losses* there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from sabot.analyse.evaluate import Table, never_met, worths
from sabot.analyse.judge import Loss, losses_of, sources_in
from sabot.analyse.outcomes import Outcomes, ends_from_json, ends_to_json
from sabot.errors import FormError
from sabot.exact import as_float, rational, show
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.form import Form, Plan, payoff
from sabot.forms.general import GeneralForm
from sabot.forms.reply import most_among, pure_reply
from sabot.shown import Shown


@dataclass(frozen=True)
class SeatJudgement:
    """One seat's strategy among those of the others."""

    seat: str
    strategy: Table = field(repr=False)
    payoff: Fraction
    gain: Fraction
    """What the best reply would earn more."""
    reply: Mapping[str, str]
    """A best reply: one best action at every view."""
    losses: tuple[Loss, ...]
    """Where the gain comes from, the costliest view first."""
    off_path: tuple[str, ...] = ()
    """Views that never come up when the best reply is played; its answers there are idle."""
    leaves: tuple[Fraction, Fraction] | None = None
    """Of a seat that plays its best reply: the least and the most that such leave the other."""

    def to_json(self) -> dict[str, Any]:
        """Return the seat's part of ``sabot value --json``."""
        body: dict[str, Any] = {
            "payoff": show(self.payoff),
            "gain": show(self.gain),
            "gain_decimal": as_float(self.gain),
            "best_reply": {
                "seat": self.seat,
                "actions": dict(self.reply),
                "off_path": list(self.off_path),
            },
            "losses": [loss.to_json() for loss in self.losses],
        }
        if self.leaves is not None:
            body["leaves_the_other"] = list(map(show, self.leaves))
        return body

    @classmethod
    def from_json(cls, seat: str, told: Any) -> SeatJudgement:
        """Return the seat's part that a file tells of; the strategy itself is not in it."""
        reply, leaves = told["best_reply"], told.get("leaves_the_other")
        return cls(
            seat,
            {},
            rational(told["payoff"]),
            rational(told["gain"]),
            dict(reply["actions"]),
            tuple(map(Loss.from_json, told["losses"])),
            tuple(reply.get("off_path", ())),
            None if leaves is None else (rational(leaves[0]), rational(leaves[1])),
        )


class SeatPart(Protocol):
    """One seat's part of a judgement."""

    @property
    def seat(self) -> str:
        """The seat."""

    @property
    def payoff(self) -> Fraction:
        """What it is paid."""

    @property
    def gain(self) -> Fraction:
        """What its best reply would earn more."""

    def to_json(self) -> dict[str, Any]:
        """Return it as a document has it."""


Part = TypeVar("Part", bound=SeatPart)


class BySeat(Shown, Generic[Part]):
    """What strategies of all seats pay, and what each seat could gain by leaving its own."""

    game: str
    parts: tuple[Part, ...]
    zero_sum: bool
    sources: Mapping[str, str]

    @staticmethod
    def _text(amount: Fraction) -> str:
        """Return an amount as a document has it."""
        return show(amount)

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot value --json``."""
        return {
            "schema": "sabot/value/1",
            "game": self.game,
            "seats": list(self.seats),
            "zero_sum": self.zero_sum,
            "payoffs": list(map(self._text, self.payoffs)),
            "gains": list(map(self._text, self.gains)),
            "equilibrium": self.equilibrium,
            "strategies": {part.seat: part.to_json() for part in self.parts},
            "sources": dict(self.sources),
        }

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in order."""
        return tuple(part.seat for part in self.parts)

    @property
    def payoffs(self) -> tuple[Fraction, ...]:
        """What the seats are paid on average, in order."""
        return tuple(part.payoff for part in self.parts)

    @property
    def gains(self) -> tuple[Fraction, ...]:
        """What the seats' best replies would earn them more, in order."""
        return tuple(part.gain for part in self.parts)

    @property
    def equilibrium(self) -> bool:
        """Whether no seat gains by any other strategy."""
        return not any(self.gains)

    def _brief(self) -> str:
        return ", ".join(self.seats)

    def __getitem__(self, seat: str) -> Part:
        return self.parts[self.seats.index(seat)]


@dataclass(frozen=True, repr=False)
class ProfileJudgement(BySeat[SeatJudgement]):
    """A judgement of strategies that say what is done at each view."""

    game: str
    parts: tuple[SeatJudgement, ...]
    zero_sum: bool
    outcomes: Outcomes | None = None
    """How hands end, where the game's family counts it."""
    bets: Mapping[str, Fraction] | None = None
    """The house's edge on the bets of onlookers, where the game's family knows such bets."""
    terms: Mapping[str, Fraction] = field(default_factory=dict)
    """The terms of these bets: those given, then the game's own; the others are the usual ones."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each seat's strategy came from, in a word or by the name of its file."""

    _view = "sabot.render.views.value:profile_view"
    _sheet = "sabot.render.views.value:profile_sheet"

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot value --json``."""
        return super().to_json() | ends_to_json(self.outcomes, self.bets, self.terms)

    @classmethod
    def from_json(cls, told: Any) -> ProfileJudgement:
        """Return the judgement that a file tells of; nothing in it is checked."""
        parts = (SeatJudgement.from_json(s, told["strategies"][s]) for s in told["seats"])
        return cls(
            str(told["game"]),
            tuple(parts),
            bool(told["zero_sum"]),
            sources=sources_in(told),
            **ends_from_json(told),
        )


def judge_profile(game: str, form: Form, given: Mapping[str, Table]) -> ProfileJudgement:
    """Return the judgement of a complete strategy for each seat.

    >>> from sabot import load
    >>> from sabot.forms.general import from_any_tree
    >>> kuhn = from_any_tree(load("kuhn-poker").tree())
    >>> meek = {side.name: {cell.key: {cell.actions[0]: Fraction(1)} for cell in side.cells}
    ...         for side in kuhn.sides}  # who never bets and always folds
    >>> found = judge_profile("kuhn-poker", kuhn, meek)
    >>> found.payoffs, found.gains, found["first"].losses[0].view
    ((Fraction(0, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(1, 1)), 'J')
    """
    demand_all(form.seats, given)
    plans = [side.plan(given[side.name]) for side in form.sides]
    parts = (_judged(form, seat, plans, given[name]) for seat, name in enumerate(form.seats))
    return ProfileJudgement(game, tuple(parts), form.zero_sum)


def judge_answered(
    game: str, form: BimatrixForm | GeneralForm, given: Mapping[str, Table]
) -> ProfileJudgement:
    """Return the judgement of one strategy in a game for two: the other seat replies best to it.

    Best replies are paid alike, but what they leave the other seat may vary: that is told, too.

    >>> from sabot import BimatrixForm
    >>> form = BimatrixForm.of_pairs([["3|1", "0|1"], ["2|2", "1|0"]])
    >>> found = judge_answered("g", form, {"row": {"-": {"1": Fraction(1)}}})
    >>> found.payoffs, found["column"].leaves
    ((Fraction(3, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(3, 1)))
    """
    (name,) = given
    own = form.seats.index(name)
    side = form.sides[1 - own]
    plan = form.sides[own].plan(given[name])
    reply, _ = form.reply(1 - own, (plan, plan))  # it looks at the other seat's only
    actions = pure_reply(side, reply)
    table = {view: {action: Fraction(1)} for view, action in actions.items()}
    found = judge_profile(game, form, {**given, side.name: table})
    paid, below = form.duel(own).gains(1 - own, (plan, plan))
    # in the duel the seat that replies is paid what the other one pays
    least, most = -most_among(side, reply, paid), most_among(side, reply, [-one for one in paid])
    leaves = Fraction(least, below), Fraction(most, below)
    parts = tuple(replace(p, leaves=leaves if p.seat == side.name else None) for p in found.parts)
    return replace(found, parts=parts)


def demand_all(seats: Sequence[str], given: Mapping[str, Any]) -> None:
    """Refuse a profile in which a seat has no strategy."""
    if missing := [seat for seat in seats if seat not in given]:
        raise FormError(
            f"no strategy for {' and '.join(missing)}; here every seat needs one "
            f"({', '.join(seats)})\n"
            f'  add "{missing[0]}": {{view: action}}; "rest" answers all views that are not named'
        )


def _judged(form: Form, seat: int, plans: list[Plan], table: Table) -> SeatJudgement:
    side = form.sides[seat]
    earned = payoff(form, seat, plans)
    reply, below = form.reply(seat, plans)
    gain = Fraction(reply.value, below) - earned
    views = worths(form, seat, plans)
    found = losses_of(side, plans[seat], table, views)
    actions = pure_reply(side, reply)
    idle = never_met(side, actions, views)
    return SeatJudgement(side.name, table, earned, gain, actions, found, idle)
