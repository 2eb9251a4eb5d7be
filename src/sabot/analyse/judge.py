"""Strategies judged exactly: what they earn, what they secure, where they lose and how much.

A strategy *secures* what it earns against the best reply to it; its *exploitability* is how far
that falls short of the value of the game. It falls apart, exactly, into two sums over views:

- *losses*: what its own answers lose against an optimal opponent, view by view;
- *gains*: what the best reply wins over that optimal opponent, at each of the opponent's views.

A strategy without losses may still be exploited (who never mixes can be read), and then all of it
is in the gains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from sabot.analyse.evaluate import (
    BestReply,
    Table,
    ViewWorth,
    best_reply_to,
    expectation,
    never_met,
    view_worths,
)
from sabot.analyse.outcomes import Outcomes, ending, ends_from_json, ends_to_json, in_percent
from sabot.errors import NoMethodError
from sabot.exact import as_float, rational, show
from sabot.forms.form import Form
from sabot.forms.sequence import Side
from sabot.shown import Shown
from sabot.solvers.zero_sum.settle import settle
from sabot.telling.game import Game


@dataclass(frozen=True)
class Loss:
    """What a seat loses at one view against a fixed opponent."""

    view: str
    mix: Mapping[str, Fraction]
    """What the seat does there."""
    best: str
    """What would be better."""
    chance: Fraction
    """How often the view comes up."""
    given: Fraction
    """What is lost whenever it does."""

    @property
    def hand(self) -> Fraction:
        """What is lost per hand."""
        return self.chance * self.given

    def to_json(self) -> dict[str, Any]:
        """Return the loss as it stands in ``sabot value --json``."""
        return {
            "view": self.view,
            "mix": {action: show(chance) for action, chance in self.mix.items()},
            "best": self.best,
            "chance": show(self.chance),
            "given_view": show(self.given),
            "per_hand": show(self.hand),
            "decimal": as_float(self.hand),
        }

    @classmethod
    def from_json(cls, told: Any) -> Loss:
        """Return the loss that a file tells of."""
        return cls(
            str(told["view"]),
            {action: rational(chance) for action, chance in told["mix"].items()},
            str(told["best"]),
            rational(told["chance"]),
            rational(told["given_view"]),
        )


def losses(form: Form, table: Table, *, of: str, against: Table) -> tuple[Loss, ...]:
    """Return the views at which seat *of* loses against an opponent, the costliest first.

    They add up to what its best reply would earn more.

    >>> from sabot import MatrixForm
    >>> game = MatrixForm.of([[1, 0], [0, 3]])
    >>> always = {"-": {"1": Fraction(1)}}
    >>> [(loss.best, loss.hand) for loss in losses(game, always, of="row", against={
    ...     "-": {"1": Fraction(1, 2), "2": Fraction(1, 2)}})]
    [('2', Fraction(1, 1))]
    """
    seat = form.seats.index(of)
    side = form.sides[seat]
    worths = view_worths(form, against, of=form.seats[1 - seat])
    return losses_of(side, side.plan(table), table, worths)


def losses_of(
    side: Side, plan: Sequence[Fraction], table: Table, worths: Mapping[str, ViewWorth]
) -> tuple[Loss, ...]:
    """Return where a side's *table*, whose plan is *plan*, falls short of its best actions."""
    found = []
    for cell in side.cells:
        here, mix = worths[cell.key], table[cell.key]
        best = max(here.worth.values())
        earned = sum((here.worth[action] * chance for action, chance in mix.items()), Fraction(0))
        chance = here.chance * plan[cell.parent]
        if chance and earned < best:
            better = next(action for action, worth in here.worth.items() if worth == best)
            shown = {action: part for action, part in mix.items() if part}
            found.append(Loss(cell.key, shown, better, chance, best - earned))
    return tuple(sorted(found, key=lambda loss: loss.hand, reverse=True))


@dataclass(frozen=True)
class Appraisal:
    """One seat's strategy, judged."""

    seat: str
    strategy: Table = field(repr=False)
    reply: BestReply
    """The best reply to it; ``reply.value`` is what it secures, paid to the first seat."""
    exploitability: Fraction
    """How much less than the value of the game it secures."""
    earns: Fraction
    """What the first seat is paid when an optimal opponent plays against it."""
    losses: tuple[Loss, ...]
    """Where it loses against an optimal opponent."""
    gains: tuple[Loss, ...]
    """Where the best reply gains over that opponent."""
    meets: tuple[Loss, ...] | None = None
    """Where it loses against the other strategy that was given."""
    off_path: tuple[str, ...] = ()
    """Views that never come up when the best reply is played; its answers there are idle."""

    @property
    def secures(self) -> Fraction:
        """What the first seat is paid when the best reply is played against it."""
        return self.reply.value

    def to_json(self) -> dict[str, Any]:
        """Return the appraisal as it stands in ``sabot value --json``."""
        body: dict[str, Any] = {
            "secures": show(self.secures),
            "exploitability": show(self.exploitability),
            "exploitability_decimal": as_float(self.exploitability),
            "earns_against_optimal": show(self.earns),
            "best_reply": {
                "seat": self.reply.seat,
                "actions": dict(self.reply.actions),
                "off_path": list(self.off_path),
            },
            "losses": [loss.to_json() for loss in self.losses],
            "gains_of_best_reply": [loss.to_json() for loss in self.gains],
        }
        if self.meets is not None:
            body["losses_against_given"] = [loss.to_json() for loss in self.meets]
        return body

    @classmethod
    def from_json(cls, seat: str, told: Any) -> Appraisal:
        """Return the appraisal that a file tells of; the strategy itself is not in it."""
        reply = told["best_reply"]
        meets = told.get("losses_against_given")
        return cls(
            seat,
            {},
            BestReply(str(reply["seat"]), rational(told["secures"]), dict(reply["actions"])),
            rational(told["exploitability"]),
            rational(told["earns_against_optimal"]),
            tuple(map(Loss.from_json, told["losses"])),
            tuple(map(Loss.from_json, told["gains_of_best_reply"])),
            None if meets is None else tuple(map(Loss.from_json, meets)),
            tuple(reply.get("off_path", ())),
        )


@dataclass(frozen=True, repr=False)
class Judgement(Shown):
    """What given strategies are worth: expectation, best replies, losses."""

    game: str
    seats: tuple[str, str]
    value: Fraction
    """The value of the game, paid to the first seat."""
    appraisals: Mapping[str, Appraisal]
    expectation: Fraction | None
    """What the first seat is paid when both given strategies meet."""
    outcomes: Outcomes | None = None
    bets: Mapping[str, Fraction] | None = None
    """The house's edge on the bets of onlookers, where the game's family knows such bets."""
    terms: Mapping[str, Fraction] = field(default_factory=dict)
    """The terms of these bets that were given; the others are the usual ones."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each seat's strategy came from, in a word or by the name of its file."""

    _view = "sabot.render.views.value:value_view"
    _sheet = "sabot.render.views.value:value_sheet"

    @property
    def chosen(self) -> bool:
        """Whether a seat has a choice, as the best replies of both seats tell."""
        replies = [one.reply.actions for one in self.appraisals.values()]
        return len(replies) < len(self.seats) or any(replies)

    @property
    def edge(self) -> Fraction:
        """What the first seat loses per hand: to the other given strategy, or to optimal play."""
        if self.expectation is not None:
            return -self.expectation
        (only,) = self.appraisals.values()
        return -only.earns

    def _brief(self) -> str:
        return ", ".join(self.appraisals)

    def __getitem__(self, seat: str) -> Appraisal:
        return self.appraisals[seat]

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot value --json``."""
        body: dict[str, Any] = {
            "schema": "sabot/value/1",
            "game": self.game,
            "seats": list(self.seats),
            "value": show(self.value),
            "expectation": None if self.expectation is None else show(self.expectation),
            "house_edge_percent": in_percent(self.edge),
            "strategies": {seat: one.to_json() for seat, one in self.appraisals.items()},
        }
        ends = ends_to_json(self.outcomes, self.bets, self.terms)
        return body | ends | {"sources": dict(self.sources)}

    @classmethod
    def from_json(cls, told: Any) -> Judgement:
        """Return the judgement that a file tells of; nothing in it is checked."""
        first, second = map(str, told["seats"])
        expected = told.get("expectation")
        return cls(
            str(told["game"]),
            (first, second),
            rational(told["value"]),
            {seat: Appraisal.from_json(seat, one) for seat, one in told["strategies"].items()},
            None if expected is None else rational(expected),
            sources=sources_in(told),
            **ends_from_json(told),
        )


def sources_in(told: Mapping[str, Any]) -> dict[str, str]:
    """Return where strategies came from, as a document of them tells it."""
    return {str(seat): str(name) for seat, name in told.get("sources", {}).items()}


def with_outcomes(game: Game | None, found: Judgement, given: Mapping[str, Any]) -> Judgement:
    """Return a judgement with how hands end, and the edge on bets by the terms *given*.

    As it is where the tree is too large to be walked, or a seat has no strategy.
    """
    played = {seat: one.strategy for seat, one in found.appraisals.items()}
    try:
        return replace(found, **ending(game, None if found.expectation is None else played, given))
    except NoMethodError:
        return found


def optimal_strategies(form: Form) -> dict[str, Table]:
    """Return one optimal strategy of each seat."""
    return dict(zip(form.seats, settle(form, inner=False).tables, strict=True))


def judge(game: str, form: Form, given: Mapping[str, Table]) -> Judgement:
    """Return the judgement of one or two complete strategies of a game."""
    settled = settle(form)
    optimal: dict[str, Table] = dict(zip(form.seats, settled.tables, strict=True))
    both = len(given) == 2
    first, second = form.seats
    return Judgement(
        game,
        (first, second),
        settled.value,
        {
            seat: _appraised(form, seat, given, optimal, settled.value)
            for seat in form.seats
            if seat in given
        },
        expectation(form, given) if both else None,
    )


def _appraised(
    form: Form,
    seat: str,
    given: Mapping[str, Table],
    optimal: Mapping[str, Table],
    value: Fraction,
) -> Appraisal:
    table = given[seat]
    other = form.seats[1 - form.seats.index(seat)]
    reply = best_reply_to(form, table, of=seat)
    short = value - reply.value if seat == form.seats[0] else reply.value - value
    meets = losses(form, table, of=seat, against=given[other]) if other in given else None
    found = view_worths(form, table, of=seat)
    return Appraisal(
        seat,
        table,
        reply,
        short,
        expectation(form, {seat: table, other: optimal[other]}),
        losses(form, table, of=seat, against=optimal[other]),
        losses(form, optimal[other], of=other, against=table),
        meets,
        never_met(form.sides[1 - form.seats.index(seat)], reply.actions, found),
    )
