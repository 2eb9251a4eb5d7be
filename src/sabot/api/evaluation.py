"""Evaluate strategies, written out or by name: exactly, and by simulation of random hands.

A simulation has two steps, between which the command line shows a bar: which strategy each player
uses and what that earns exactly, where it is known; then the hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from sabot.analysis.best_response import StrategyTable
from sabot.analysis.continuous import CutsJudgement
from sabot.analysis.evaluation import (
    Judgement,
    ProfileJudgement,
    add_outcomes,
    evaluate_profile,
    evaluate_with_best_response,
    evaluate_zero_sum,
    optimal_strategies,
)
from sabot.analysis.outcomes import outcomes_and_bets, outcomes_by_family
from sabot.analysis.simulation import Simulation, SimulationInterrupted, simulate_game
from sabot.analysis.strategy_input import (
    OPTIMAL,
    complete_strategies,
    named_strategies,
    read_explicit_strategies,
    strategies_without_choices,
)
from sabot.api import solving
from sabot.api.arguments import GameLike, argument_error, as_form, as_game, continuous_game_of
from sabot.errors import FormError, NoMethodError, SeatsError
from sabot.forms.base import expected_payoff
from sabot.forms.normal import BimatrixForm, MatrixForm
from sabot.forms.sequence import SequenceForm, Treeplex
from sabot.forms.sequence_nplayer import NPlayerSequenceForm
from sabot.game_rules.capabilities import PerfectInformation
from sabot.game_rules.family import NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_game
from sabot.memory import require_memory
from sabot.results.base import Result
from sabot.results.nplayer import ROUNDED_NOTE, Profile
from sabot.results.solution import Solution

if TYPE_CHECKING:
    from sabot.api.solving import AnySolution
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.game_rules.to_form import AnyForm


GivenStrategies = Mapping[str, Any] | Result | str
BetTerms = Mapping[str, Any] | None
CALLERS_STRATEGY = "you"
"""Whose a strategy is that a caller has written out."""
BEST_RESPONSE_SOURCE = "best reply"
"""Whose that of a seat is which was left out, in a game for two without a value."""
_NO_OPTIMAL_STRATEGY = (
    "no strategy is then optimal whatever the other seat does: leave one seat out, and it plays "
    "its best reply, or give both from a file of `sabot solve -o`"
)


def evaluate_strategies(
    game: GameLike | AnyForm, given: GivenStrategies, *, anyway: bool, locked: bool, bets: BetTerms
) -> Judgement | ProfileJudgement | CutsJudgement:
    """Return what strategies are worth."""
    game = as_game(game)
    if (real := continuous_game_of(game)) is not None:
        from sabot.analysis.continuous import evaluate_thresholds as judge_cuts

        own: Any = given.strategies if isinstance(given, Solution) else given
        cuts = judge_cuts(str(game), real, own, locked=locked)
        return replace(cuts, sources=strategy_sources(given, cuts.seats))
    if locked:
        raise FormError("thresholds are locked in games with real hands; here are none")
    name, form = as_form(game)
    told = game if isinstance(game, Game) else None
    words = _StrategyNames(name, form, told, anyway)
    if any(side.cells for side in form.sides):
        tables = complete_strategies(form.sides, words.written(strategies_of(given)), game=told)
    else:  # nobody chooses: nothing has to be given
        tables = strategies_without_choices(form.sides)
    sources = strategy_sources(given, form.seats)
    if not isinstance(form, MatrixForm | SequenceForm):
        found = _evaluate_by_seat(name, form, told, tables, bets)
        answered = {
            part.seat: BEST_RESPONSE_SOURCE for part in found.parts if part.leaves is not None
        }
        return replace(found, sources=sources | answered)
    judged = add_outcomes(told, evaluate_zero_sum(name, form, tables), bets or {})
    return replace(judged, sources=sources)


def _evaluate_by_seat(
    name: str,
    form: BimatrixForm | NPlayerSequenceForm,
    told: Game | None,
    given: Mapping[str, StrategyTable],
    bets: BetTerms,
) -> ProfileJudgement:
    """Return strategies judged seat by seat; of two seats one may be left to its best reply."""
    tables: dict[str, StrategyTable] = {**strategies_without_choices(form.sides), **given}
    if len(form.seats) == 2 and len(tables) == 1:
        outcomes_and_bets(told, None, bets or {})  # there are no bets on one strategy
        return evaluate_with_best_response(name, form, tables)
    found = evaluate_profile(name, form, tables)
    return replace(found, **outcomes_and_bets(told, tables, bets or {}, outcomes_by_family))


def strategies_of(given: GivenStrategies) -> Any:
    """Return strategies as they are told: those of a result are its own, in fractions."""
    if isinstance(given, Profile):
        return given.played
    return getattr(given, "strategies", given) if isinstance(given, Result) else given


def strategy_sources(given: GivenStrategies, seats: tuple[str, ...]) -> dict[str, str]:
    """Return where each seat's strategy comes from, in a word."""
    if isinstance(given, Mapping):
        return {
            seat: word if isinstance(word := given[seat], str) else CALLERS_STRATEGY
            for seat in seats
            if seat in given
        }
    if isinstance(given, str):
        return dict.fromkeys(seats, given)
    rounded = isinstance(given, Profile) and given.root is not None
    return dict.fromkeys(seats, f"a solution{ROUNDED_NOTE if rounded else ''}")


@dataclass(frozen=True)
class _StrategyNames:
    """A game whose strategies may be called by name."""

    name: str
    form: AnyForm
    told: Game | None
    anyway: bool

    def written(self, given: Any) -> dict[str, Any]:
        """Return the strategies of the seats that have one, those with a name looked up."""
        tables = self.named(given) if isinstance(given, str) else given
        if not isinstance(tables, Mapping):
            raise argument_error(
                given, "a strategy", "{seat: {view: action}}, 'optimal' or 'casino'"
            )
        if not tables:
            raise FormError(
                "no strategy is given; write one for a seat, as in {seat: {view: action}}"
            )
        return {
            seat: self.named(table)[seat]
            if isinstance(table, str) and seat in self.form.seats
            else table
            for seat, table in tables.items()
        }

    def named(self, word: str) -> Mapping[str, Any]:
        """Return the strategies of all seats that go by a name."""
        form = self.form
        if self.told is None and word != "optimal":
            raise FormError(f"{word!r} is a strategy for games that have a name")
        if word == "optimal" and not isinstance(form, MatrixForm | SequenceForm):
            fact = f"strategy {word!r}: {form.obstacle}"
            raise (
                SeatsError(fact, _NO_OPTIMAL_STRATEGY) if len(form.seats) == 2 else SeatsError(fact)
            )
        if word == "optimal" and not self.anyway:
            require_memory(self.name, form, "value")
        if self.told is None:
            return optimal_strategies(form)
        return named_strategies(self.told, form, word)


BehaviourProfileMapping = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
_SIMULATED_ONLY = "the strategies are simulated, not multiplied out"


@dataclass(frozen=True)
class KnownSolution:
    """What is known of a game before its hands are dealt."""

    solution: AnySolution | None = None
    form: AnyForm | None = None
    """Where there is no solution: the views at which the seats answer."""
    why: str = ""
    """Why there is neither."""


@dataclass(frozen=True)
class SimulationSetup:
    """Who plays what, and exactly what that earns, where it is known."""

    deal: Callable[..., Simulation]
    sources: Mapping[str, str]
    exact: tuple[Fraction, ...] = ()
    value: Fraction | None = None
    apart: bool = False
    unknown: str = ""

    def dealt(self, *, hands: int, **more: Any) -> Simulation:
        """Return the hands, with what is known of them; so has a stop those before it."""
        try:
            return self._told(self.deal(hands=hands, **more))
        except SimulationInterrupted as stop:
            raise SimulationInterrupted(self._told(stop.partial), hands) from None

    def _told(self, found: Simulation) -> Simulation:
        return replace(
            found,
            exact=self.exact,
            value=self.value,
            sources=self.sources,
            apart=found.apart or self.apart,
            unknown=self.unknown,
        )


def find_known_solution(
    game: Game, given: Any, *, anyway: bool = False, valued: bool = False
) -> KnownSolution:
    """Return what is known of a game whose hands are to be dealt.

    Without strategies for all seats it is solved, and also where its value is asked for.
    """
    if isinstance(game.rules, NamedAgentFamily) or continuous_game_of(game) is not None:
        return KnownSolution()
    tables = _strategies_by_seat(game, given)
    missing = [seat for seat in game.seats if tables.get(seat, OPTIMAL) == OPTIMAL]
    try:
        if not missing and not valued and not isinstance(game.rules, PerfectInformation):
            return KnownSolution(form=form_of_game(game))
        if given and len(game.seats) != 2:
            raise SeatsError(form_of_game(game).obstacle)  # which of many is meant: name it
        solution = solving.solve_game(game, anyway=anyway, progress=None)
        strategies = solution.strategies  # of roads it says that no hand is played there
        if isinstance(game.rules, PerfectInformation) and not any(map(len, strategies.values())):
            raise NoMethodError(f"{game}: its line of play is too long to be written out")
        return KnownSolution(solution)
    except NoMethodError as fault:
        form = form_of_game(game) if isinstance(fault, SeatsError) else None
        asked = game.seats if form is None else [s.name for s in form.sides if s.cells]
        if wanted := [seat for seat in missing if seat in asked]:
            raise NoMethodError(
                f"{fault}\n  to simulate all the same, give --strategy FILE with "
                f"{', '.join(wanted)}; in Python strategies, {{seat: {{view: action}}}}"
            ) from None
        return KnownSolution(form=form, why=str(fault))


def prepare_simulation(
    game: Game, given: Any, known: KnownSolution, sources: Mapping[str, str] | None = None
) -> SimulationSetup:
    """Return who plays what at the seats of a game; *sources* says where it was written."""
    if isinstance(game.rules, NamedAgentFamily):
        return _prepare_named_agents(game, given or {})
    origin = (
        sources if sources is not None else strategy_sources(_given_or_empty(given), game.seats)
    )
    if (real := continuous_game_of(game)) is not None:
        return _prepare_continuous(game, real, given, origin)
    mixes = _complete_profile(game, _strategies_by_seat(game, given), known)
    deal = partial(simulate_game, game, mixes)
    solution, form = known.solution, known.form
    if solution is None and form is None:
        return SimulationSetup(deal, origin, unknown=known.why)
    if isinstance(solution, Solution) and solution.zero_sum:
        value = solution.value
        if not given:
            return SimulationSetup(deal, origin, (value,), value)
        if isinstance(game.rules, PerfectInformation):
            return SimulationSetup(deal, origin, (), value, unknown=_SIMULATED_ONLY)
        return SimulationSetup(deal, origin, _expected_payoffs(game.form(), mixes)[:1], value)
    told = form_of_game(game) if form is None else form
    exact, two = _expected_payoffs(told, mixes), told.zero_sum and len(told.seats) == 2
    return SimulationSetup(deal, origin, exact[:1] if two else exact, apart=not two)


def _prepare_named_agents(game: Game, given: Mapping[str, Any]) -> SimulationSetup:
    """Return the players with names who sit at a game, which is not solved."""
    from sabot.analysis.simulation import agents_by_seat, simulate_agents

    players = agents_by_seat(game, given)

    def deal(executor: object = None, **more: Any) -> Simulation:
        return simulate_agents(game, players, **more)

    return SimulationSetup(deal, players)


def _prepare_continuous(
    game: Game, hint: EquilibriumHint, given: Any, sources: Mapping[str, str]
) -> SimulationSetup:
    """Return the cuts that are played where hands are real numbers."""
    from sabot.analysis.continuous import read_threshold_profile, simulate_threshold_profile
    from sabot.forms.continuous.expected_payoff import threshold_payoff

    profile = read_threshold_profile(hint, OPTIMAL if given is None else given)
    exact = tuple(threshold_payoff(hint.form, profile, seat) for seat in range(len(game.seats)))

    def deal(executor: object = None, **more: Any) -> Simulation:
        return simulate_threshold_profile(str(game), hint.form, profile, **more)

    return SimulationSetup(deal, sources, exact)


def _given_or_empty(given: Any) -> Any:
    """Return strategies as they were given; none are none that any seat was given."""
    return {} if given is None else given


def _strategies_by_seat(game: Game, given: Any) -> Mapping[str, Any]:
    """Return the strategies of the seats that have one: a table each, or a name."""
    tables = strategies_of(_given_or_empty(given))
    if isinstance(tables, str):
        return dict.fromkeys(game.seats, tables)
    if not isinstance(tables, Mapping):
        raise argument_error(given, "a strategy", "{seat: {view: action}}, 'optimal' or 'casino'")
    return tables


def _complete_profile(
    game: Game, given: Mapping[str, Any], known: KnownSolution
) -> BehaviourProfileMapping:
    """Return a strategy for each seat: the given ones made complete, else the optimal ones.

    Where nothing is known the views of the game are not either, and what is given must answer all
    of them by itself.
    """
    named = {table for table in given.values() if isinstance(table, str) and table != OPTIMAL}
    form = form_of_game(game) if named else None
    ready = {name: named_strategies(game, form, name) for name in named if form is not None}
    tables = {
        seat: ready[table][seat] if isinstance(table, str) and seat in game.seats else table
        for seat, table in given.items()
        if table != OPTIMAL
    }
    if known.solution is not None:
        played: Mapping[str, Any] = strategies_of(known.solution)
        sides = [
            Treeplex.flat(seat, {view: tuple(mix) for view, mix in table.items()})
            for seat, table in played.items()
        ]
        return {**played, **complete_strategies(sides, tables, game=game)}
    if known.form is None:
        return read_explicit_strategies(tables, game.seats)
    return strategies_without_choices(known.form.sides) | complete_strategies(
        known.form.sides, tables, game=game
    )


def _expected_payoffs(form: AnyForm, mixes: BehaviourProfileMapping) -> tuple[Fraction, ...]:
    """Return what strategies pay every seat, exactly."""
    plans = [side.plan(mixes[side.name]) for side in form.sides]
    return tuple(expected_payoff(form, seat, plans) for seat in range(len(plans)))
