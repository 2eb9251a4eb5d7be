"""Exact evaluation of strategies: payoffs, exploitability or regrets, losses by infoset.

Two players, zero-sum: a strategy *secures* what it earns against the best response to it; its
*exploitability* is how far that falls short of the value of the game. It is, exactly, the sum of
two sums over infosets:

- *losses*: what its own actions lose against an optimal opponent, infoset by infoset;
- *gains*: what the best response wins over that optimal opponent, at each of the opponent's
  infosets.

A strategy without losses may still be exploited (who never mixes can be read), and then all of it
is in the gains.

Any number of players, any sum: the *gain* (regret) of a player is what its best response to the
others would earn it more. A profile is an equilibrium if, and only if, every gain is 0; nothing
is called one before that. A gain is, exactly, a sum over the player's own infosets: its *losses*
there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from sabot.analysis.best_response import (
    InfosetValues,
    PureBestResponse,
    StrategyTable,
    best_response_to,
    expected_payoff_of_first,
    infoset_values,
    infoset_values_against,
    unreached_infosets,
)
from sabot.analysis.outcomes import (
    outcomes_and_bets,
    outcomes_from_json,
    outcomes_to_json,
    percent_to_json,
)
from sabot.errors import FormError, NoMethodError
from sabot.exact import as_float, as_rational, format_fraction
from sabot.forms.base import GameForm, PayoffDistribution, RealizationPlan, expected_payoff
from sabot.forms.bimatrix import BimatrixForm
from sabot.forms.sequence import Treeplex, max_over_best_responses, pure_best_response
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.game import Game
from sabot.results.base import Result
from sabot.solvers.zero_sum.solve import solve_zero_sum


@dataclass(frozen=True)
class InfosetLoss:
    """What a player loses at one information set against a fixed opponent."""

    view: str
    mix: Mapping[str, Fraction]
    """What the player does there."""
    best: str
    """What would be better."""
    chance: Fraction
    """How often the information set comes up."""
    given: Fraction
    """What is lost whenever it does."""

    @property
    def hand(self) -> Fraction:
        """What is lost per hand."""
        return self.chance * self.given

    def to_json(self) -> dict[str, object]:
        """Return the loss as JSON for ``sabot value --json``."""
        return {
            "view": self.view,
            "mix": {action: format_fraction(chance) for action, chance in self.mix.items()},
            "best": self.best,
            "chance": format_fraction(self.chance),
            "given_view": format_fraction(self.given),
            "per_hand": format_fraction(self.hand),
            "decimal": as_float(self.hand),
        }

    @classmethod
    def from_json(cls, document: Any) -> InfosetLoss:
        """Return the loss that a file holds."""
        return cls(
            str(document["view"]),
            {action: as_rational(chance) for action, chance in document["mix"].items()},
            str(document["best"]),
            as_rational(document["chance"]),
            as_rational(document["given_view"]),
        )


def infoset_losses(
    form: GameForm, table: StrategyTable, *, of: str, against: StrategyTable
) -> tuple[InfosetLoss, ...]:
    """Return where player *of* loses against an opponent, the costliest information set first.

    They add up to what its best response would earn more.

    >>> from sabot import MatrixForm
    >>> game = MatrixForm.of([[1, 0], [0, 3]])
    >>> always = {"-": {"1": Fraction(1)}}
    >>> [(loss.best, loss.hand) for loss in infoset_losses(game, always, of="row", against={
    ...     "-": {"1": Fraction(1, 2), "2": Fraction(1, 2)}})]
    [('2', Fraction(1, 1))]
    """
    seat = form.seats.index(of)
    side = form.sides[seat]
    worths = infoset_values_against(form, against, of=form.seats[1 - seat])
    return losses_from_values(side, side.plan(table), table, worths)


def losses_from_values(
    side: Treeplex,
    plan: Sequence[Fraction],
    table: StrategyTable,
    worths: Mapping[str, InfosetValues],
) -> tuple[InfosetLoss, ...]:
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
            found.append(InfosetLoss(cell.key, shown, better, chance, best - earned))
    return tuple(sorted(found, key=lambda loss: loss.hand, reverse=True))


@dataclass(frozen=True)
class StrategyEvaluation:
    """One player's strategy, evaluated."""

    seat: str
    strategy: StrategyTable = field(repr=False)
    reply: PureBestResponse
    """The best response to it; ``reply.value`` is what it secures, paid to the first player."""
    exploitability: Fraction
    """How much less than the value of the game it secures."""
    earns: Fraction
    """What the first player is paid when an optimal opponent plays against it."""
    losses: tuple[InfosetLoss, ...]
    """Where it loses against an optimal opponent."""
    gains: tuple[InfosetLoss, ...]
    """Where the best response gains over that opponent."""
    meets: tuple[InfosetLoss, ...] | None = None
    """Where it loses against the other strategy that was given."""
    off_path: tuple[str, ...] = ()
    """Information sets that are never reached when the best response is played."""

    @property
    def secures(self) -> Fraction:
        """What the first player is paid when the best response is played against it."""
        return self.reply.value

    def to_json(self) -> dict[str, object]:
        """Return the evaluation as JSON for ``sabot value --json``."""
        body: dict[str, object] = {
            "secures": format_fraction(self.secures),
            "exploitability": format_fraction(self.exploitability),
            "exploitability_decimal": as_float(self.exploitability),
            "earns_against_optimal": format_fraction(self.earns),
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
    def from_json(cls, seat: str, document: Any) -> StrategyEvaluation:
        """Return the evaluation that a file holds; the strategy itself is not in it."""
        reply = document["best_reply"]
        meets = document.get("losses_against_given")
        return cls(
            seat,
            {},
            PureBestResponse(
                str(reply["seat"]), as_rational(document["secures"]), dict(reply["actions"])
            ),
            as_rational(document["exploitability"]),
            as_rational(document["earns_against_optimal"]),
            tuple(map(InfosetLoss.from_json, document["losses"])),
            tuple(map(InfosetLoss.from_json, document["gains_of_best_reply"])),
            None if meets is None else tuple(map(InfosetLoss.from_json, meets)),
            tuple(reply.get("off_path", ())),
        )


@dataclass(frozen=True, repr=False)
class Judgement(Result):
    """Evaluation of given strategies in a zero-sum game: expectation, best responses, losses."""

    game: str
    seats: tuple[str, str]
    value: Fraction
    """The value of the game, paid to the first player."""
    appraisals: Mapping[str, StrategyEvaluation]
    expectation: Fraction | None
    """What the first player is paid when both given strategies meet."""
    outcomes: PayoffDistribution | None = None
    bets: Mapping[str, Fraction] | None = None
    """The house's edge on the bets of onlookers, where the game's family knows such bets."""
    terms: Mapping[str, Fraction] = field(default_factory=dict)
    """The terms of these bets that were given; the others are the usual ones."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each player's strategy came from, in a word or by the name of its file."""

    _schema = "sabot/value/1"

    @property
    def chosen(self) -> bool:
        """Whether a player has a choice, according to the best responses of both players."""
        replies = [one.reply.actions for one in self.appraisals.values()]
        return len(replies) < len(self.seats) or any(replies)

    @property
    def edge(self) -> Fraction:
        """What the first player loses per hand: to the other given strategy, or to optimal play."""
        if self.expectation is not None:
            return -self.expectation
        (only,) = self.appraisals.values()
        return -only.earns

    def _brief(self) -> str:
        return ", ".join(self.appraisals)

    def __getitem__(self, seat: str) -> StrategyEvaluation:
        return self.appraisals[seat]

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot value --json``."""
        body: dict[str, object] = {
            "schema": self._schema,
            "game": self.game,
            "seats": list(self.seats),
            "value": format_fraction(self.value),
            "expectation": None if self.expectation is None else format_fraction(self.expectation),
            "house_edge_percent": percent_to_json(self.edge),
            "strategies": {seat: one.to_json() for seat, one in self.appraisals.items()},
        }
        ends = outcomes_to_json(self.outcomes, self.bets, self.terms)
        return body | ends | {"sources": dict(self.sources)}

    @classmethod
    def from_json(cls, document: Any) -> Judgement:
        """Return the evaluation that a file holds; nothing in it is checked."""
        first, second = map(str, document["seats"])
        expected = document.get("expectation")
        return cls(
            str(document["game"]),
            (first, second),
            as_rational(document["value"]),
            {
                seat: StrategyEvaluation.from_json(seat, one)
                for seat, one in document["strategies"].items()
            },
            None if expected is None else as_rational(expected),
            sources=read_sources(document),
            **outcomes_from_json(document),
        )


def read_sources(document: Mapping[str, Any]) -> dict[str, str]:
    """Return where strategies came from, as a document of them tells it."""
    return {str(seat): str(name) for seat, name in document.get("sources", {}).items()}


def add_outcomes(game: Game | None, found: Judgement, given: Mapping[str, object]) -> Judgement:
    """Return an evaluation with how hands end, and the edge on bets by the terms *given*.

    As it is where the tree is too large to be walked, or a player has no strategy.
    """
    played = {seat: one.strategy for seat, one in found.appraisals.items()}
    try:
        return replace(
            found, **outcomes_and_bets(game, None if found.expectation is None else played, given)
        )
    except NoMethodError:
        return found


def optimal_strategies(form: GameForm) -> dict[str, StrategyTable]:
    """Return one optimal strategy of each player."""
    return dict(zip(form.seats, solve_zero_sum(form, inner=False).tables, strict=True))


def evaluate_zero_sum(game: str, form: GameForm, given: Mapping[str, StrategyTable]) -> Judgement:
    """Return the evaluation of one or two complete strategies of a game."""
    optimum = solve_zero_sum(form)
    optimal: dict[str, StrategyTable] = dict(zip(form.seats, optimum.tables, strict=True))
    both = len(given) == 2
    first, second = form.seats
    return Judgement(
        game,
        (first, second),
        optimum.value,
        {
            seat: _evaluate_strategy(form, seat, given, optimal, optimum.value)
            for seat in form.seats
            if seat in given
        },
        expected_payoff_of_first(form, given) if both else None,
    )


def _evaluate_strategy(
    form: GameForm,
    seat: str,
    given: Mapping[str, StrategyTable],
    optimal: Mapping[str, StrategyTable],
    value: Fraction,
) -> StrategyEvaluation:
    table = given[seat]
    other = form.seats[1 - form.seats.index(seat)]
    reply = best_response_to(form, table, of=seat)
    short = value - reply.value if seat == form.seats[0] else reply.value - value
    meets = infoset_losses(form, table, of=seat, against=given[other]) if other in given else None
    found = infoset_values_against(form, table, of=seat)
    return StrategyEvaluation(
        seat,
        table,
        reply,
        short,
        expected_payoff_of_first(form, {seat: table, other: optimal[other]}),
        infoset_losses(form, table, of=seat, against=optimal[other]),
        infoset_losses(form, optimal[other], of=other, against=table),
        meets,
        unreached_infosets(form.sides[1 - form.seats.index(seat)], reply.actions, found),
    )


@dataclass(frozen=True)
class PlayerEvaluation:
    """One player's strategy among those of the others."""

    seat: str
    strategy: StrategyTable = field(repr=False)
    payoff: Fraction
    gain: Fraction
    """What the best response would earn more."""
    reply: Mapping[str, str]
    """A best response: one best action at every information set."""
    losses: tuple[InfosetLoss, ...]
    """Where the gain comes from, the costliest information set first."""
    off_path: tuple[str, ...] = ()
    """Information sets that are never reached when the best response is played."""
    leaves: tuple[Fraction, Fraction] | None = None
    """Of a player that plays a best response: the least and the most it leaves the other."""

    def to_json(self) -> dict[str, object]:
        """Return the player's part of ``sabot value --json``."""
        body: dict[str, object] = {
            "payoff": format_fraction(self.payoff),
            "gain": format_fraction(self.gain),
            "gain_decimal": as_float(self.gain),
            "best_reply": {
                "seat": self.seat,
                "actions": dict(self.reply),
                "off_path": list(self.off_path),
            },
            "losses": [loss.to_json() for loss in self.losses],
        }
        if self.leaves is not None:
            body["leaves_the_other"] = list(map(format_fraction, self.leaves))
        return body

    @classmethod
    def from_json(cls, seat: str, document: Any) -> PlayerEvaluation:
        """Return the player's part that a file holds; the strategy itself is not in it."""
        reply, leaves = document["best_reply"], document.get("leaves_the_other")
        return cls(
            seat,
            {},
            as_rational(document["payoff"]),
            as_rational(document["gain"]),
            dict(reply["actions"]),
            tuple(map(InfosetLoss.from_json, document["losses"])),
            tuple(reply.get("off_path", ())),
            None if leaves is None else (as_rational(leaves[0]), as_rational(leaves[1])),
        )


class PlayerPart(Protocol):
    """One player's part of an evaluation."""

    @property
    def seat(self) -> str:
        """The player."""

    @property
    def payoff(self) -> Fraction:
        """What it is paid."""

    @property
    def gain(self) -> Fraction:
        """What its best response would earn more."""

    def to_json(self) -> dict[str, object]:
        """Return it as JSON."""


Part = TypeVar("Part", bound=PlayerPart)


class ProfileEvaluation(Result, Generic[Part]):
    """What strategies of all players pay, and what each player could gain by leaving its own."""

    game: str
    parts: tuple[Part, ...]
    zero_sum: bool
    sources: Mapping[str, str]

    _schema = "sabot/value/1"

    @staticmethod
    def _text(amount: Fraction) -> str:
        """Return an amount as JSON."""
        return format_fraction(amount)

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot value --json``."""
        return {
            "schema": self._schema,
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
        """The players, in order."""
        return tuple(part.seat for part in self.parts)

    @property
    def payoffs(self) -> tuple[Fraction, ...]:
        """What the players are paid on average, in order."""
        return tuple(part.payoff for part in self.parts)

    @property
    def gains(self) -> tuple[Fraction, ...]:
        """What the players' best responses would earn them more, in order."""
        return tuple(part.gain for part in self.parts)

    @property
    def equilibrium(self) -> bool:
        """Whether no player gains by any other strategy."""
        return not any(self.gains)

    def _brief(self) -> str:
        return ", ".join(self.seats)

    def __getitem__(self, seat: str) -> Part:
        return self.parts[self.seats.index(seat)]


@dataclass(frozen=True, repr=False)
class ProfileJudgement(ProfileEvaluation[PlayerEvaluation]):
    """An evaluation of strategies that say what is done at each information set."""

    game: str
    parts: tuple[PlayerEvaluation, ...]
    zero_sum: bool
    outcomes: PayoffDistribution | None = None
    """How hands end, where the game's family counts it."""
    bets: Mapping[str, Fraction] | None = None
    """The house's edge on the bets of onlookers, where the game's family knows such bets."""
    terms: Mapping[str, Fraction] = field(default_factory=dict)
    """The terms of these bets: those given, then the game's own; the others are the usual ones."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Where each player's strategy came from, in a word or by the name of its file."""

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot value --json``."""
        return super().to_json() | outcomes_to_json(self.outcomes, self.bets, self.terms)

    @classmethod
    def from_json(cls, document: Any) -> ProfileJudgement:
        """Return the evaluation that a file holds; nothing in it is checked."""
        parts = (
            PlayerEvaluation.from_json(s, document["strategies"][s]) for s in document["seats"]
        )
        return cls(
            str(document["game"]),
            tuple(parts),
            bool(document["zero_sum"]),
            sources=read_sources(document),
            **outcomes_from_json(document),
        )


def evaluate_profile(
    game: str, form: GameForm, given: Mapping[str, StrategyTable]
) -> ProfileJudgement:
    """Return the evaluation of a complete strategy for each player.

    >>> from sabot import load
    >>> from sabot.forms.sequence_nplayer import nplayer_form_of_tree
    >>> kuhn = nplayer_form_of_tree(load("kuhn-poker").tree())
    >>> meek = {side.name: {cell.key: {cell.actions[0]: Fraction(1)} for cell in side.cells}
    ...         for side in kuhn.sides}  # who never bets and always folds
    >>> found = evaluate_profile("kuhn-poker", kuhn, meek)
    >>> found.payoffs, found.gains, found["first"].losses[0].view
    ((Fraction(0, 1), Fraction(0, 1)), (Fraction(1, 1), Fraction(1, 1)), 'J')
    """
    require_all_strategies(form.seats, given)
    plans = [side.plan(given[side.name]) for side in form.sides]
    parts = (
        _evaluate_player(form, seat, plans, given[name]) for seat, name in enumerate(form.seats)
    )
    return ProfileJudgement(game, tuple(parts), form.zero_sum)


def evaluate_with_best_response(
    game: str, form: BimatrixForm | NPlayerSequenceForm, given: Mapping[str, StrategyTable]
) -> ProfileJudgement:
    """Return the evaluation of one strategy in a game for two: the other player responds best.

    All best responses earn the same, but what they leave the other player may vary: the range is
    part of the result.

    >>> from sabot import BimatrixForm
    >>> form = BimatrixForm.of_pairs([["3|1", "0|1"], ["2|2", "1|0"]])
    >>> found = evaluate_with_best_response("g", form, {"row": {"-": {"1": Fraction(1)}}})
    >>> found.payoffs, found["column"].leaves
    ((Fraction(3, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(3, 1)))
    """
    (name,) = given
    own = form.seats.index(name)
    side = form.sides[1 - own]
    plan = form.sides[own].plan(given[name])
    reply, _ = form.reply(1 - own, (plan, plan))  # it looks at the other seat's only
    actions = pure_best_response(side, reply)
    table = {view: {action: Fraction(1)} for view, action in actions.items()}
    found = evaluate_profile(game, form, {**given, side.name: table})
    paid, below = form.duel(own).gains(1 - own, (plan, plan))
    # in the duel the seat that replies is paid what the other one pays
    least, most = (
        -max_over_best_responses(side, reply, paid),
        max_over_best_responses(side, reply, [-one for one in paid]),
    )
    leaves = Fraction(least, below), Fraction(most, below)
    parts = tuple(replace(p, leaves=leaves if p.seat == side.name else None) for p in found.parts)
    return replace(found, parts=parts)


def require_all_strategies(seats: Sequence[str], given: Mapping[str, object]) -> None:
    """Refuse a profile in which a player has no strategy."""
    if missing := [seat for seat in seats if seat not in given]:
        raise FormError(
            f"no strategy for {' and '.join(missing)}; here every seat needs one "
            f"({', '.join(seats)})\n"
            f'  add "{missing[0]}": {{view: action}}; "rest" answers all views that are not named'
        )


def _evaluate_player(
    form: GameForm, seat: int, plans: list[RealizationPlan], table: StrategyTable
) -> PlayerEvaluation:
    side = form.sides[seat]
    earned = expected_payoff(form, seat, plans)
    reply, below = form.reply(seat, plans)
    gain = Fraction(reply.value, below) - earned
    views = infoset_values(form, seat, plans)
    found = losses_from_values(side, plans[seat], table, views)
    actions = pure_best_response(side, reply)
    idle = unreached_infosets(side, actions, views)
    return PlayerEvaluation(side.name, table, earned, gain, actions, found, idle)
