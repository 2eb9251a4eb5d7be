"""Simulate random hands with given or optimal strategies, beside their exact expectation.

There are two steps, between which the command line shows a progress bar: which strategy each player
uses and what that earns exactly, where it is known; then the hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Protocol

from sabot.analysis.simulation import Simulation, SimulationInterrupted, simulate_game
from sabot.analysis.strategy_input import (
    OPTIMAL,
    complete_strategies,
    named_strategies,
    read_explicit_strategies,
    strategies_without_choices,
)
from sabot.api.arguments import (
    GivenStrategies,
    argument_error,
    as_game,
    continuous_game_of,
    strategies_of,
    strategy_sources,
)
from sabot.errors import NoMethodError, SeatsError
from sabot.forms.base import expected_payoff
from sabot.forms.sequence import Treeplex
from sabot.game_rules.family import NamedAgentFamily, PerfectInformation
from sabot.game_rules.game import Game
from sabot.game_rules.to_form import form_of_game
from sabot.progress import Watch, accepts_watch

if TYPE_CHECKING:
    from sabot.forms.continuous.betting_game import EquilibriumHint
    from sabot.forms.private_hands import PrivateHandsForm
    from sabot.game_rules.to_form import AnyForm
    from sabot.results.solution import Solution
    from sabot.solvers.registry import AnySolution

BehaviourProfileMapping = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
_SIMULATED_ONLY = "the strategies are simulated, not multiplied out"


@accepts_watch
def simulate(
    game: Game | str,
    strategies: Mapping[str, object] | Solution | str | None = None,
    *,
    hands: int,
    seed: int = 0,
    anyway: bool = False,
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
    watch: Watch | None = None,
) -> Simulation:
    """Play *hands* random hands: with the given strategies, or with the optimal ones.

    They are written as in :func:`~sabot.api.evaluation.value`; a player that is left out plays
    optimally. The result has the exact expectation beside the average. The hands depend on *seed*
    alone, not on the *executor*. For named agents (``draw-poker``), strategies are their names.

    >>> simulate("le-her", hands=100, seed=1).hands
    100
    >>> simulate("baccara(model=A1)", "casino", hands=100, seed=1).exact
    (Fraction(-4560, 371293),)
    """
    loaded = as_game(game)
    if not isinstance(loaded, Game):
        raise argument_error(game, "a game to play hands of", "a game string or a game")
    known = find_known_solution(loaded, strategies, anyway=anyway)
    setup = prepare_simulation(loaded, strategies, known)
    return setup.run(hands=hands, seed=seed, progress=progress, executor=executor)


class _DealHands(Protocol):
    """Plays hands with strategies that are already chosen."""

    def __call__(
        self,
        *,
        hands: int,
        seed: int,
        progress: Callable[[int], None] | None,
        executor: Executor | None,
    ) -> Simulation: ...


@dataclass(frozen=True)
class KnownSolution:
    """What is known about a game before hands are simulated."""

    solution: AnySolution | None = None
    form: AnyForm | None = None
    """Where there is no solution: the views at which the seats answer."""
    why: str = ""
    """Why there is neither."""
    hands: PrivateHandsForm | None = None
    """Of a game with private hands that is too large for its tree: the form."""


@dataclass(frozen=True)
class SimulationSetup:
    """Who plays what, and exactly what that earns, where it is known."""

    deal: _DealHands
    sources: Mapping[str, str]
    exact: tuple[Fraction, ...] = ()
    value: Fraction | None = None
    apart: bool = False
    unknown: str = ""

    def run(
        self,
        *,
        hands: int,
        seed: int = 0,
        progress: Callable[[int], None] | None = None,
        executor: Executor | None = None,
    ) -> Simulation:
        """Simulate the hands and add the exact payoffs, also to what an interrupt leaves."""
        try:
            found = self.deal(hands=hands, seed=seed, progress=progress, executor=executor)
        except SimulationInterrupted as stop:
            raise SimulationInterrupted(self._with_exact(stop.partial), hands) from None
        return self._with_exact(found)

    def _with_exact(self, found: Simulation) -> Simulation:
        return replace(
            found,
            exact=self.exact,
            value=self.value,
            sources=self.sources,
            apart=found.apart or self.apart,
            unknown=self.unknown,
        )


def find_known_solution(
    game: Game, given: GivenStrategies | None, *, anyway: bool = False, valued: bool = False
) -> KnownSolution:
    """Return what is known about a game before it is simulated.

    It is solved where a player has no strategy, or where its value is asked for.
    """
    if isinstance(game.rules, NamedAgentFamily) or continuous_game_of(game) is not None:
        return KnownSolution()
    from sabot.api.solving import solve
    from sabot.game_rules.private_hands import large_private_hands  # imports numpy

    tables = _strategies_by_seat(game, given)
    missing = [seat for seat in game.seats if tables.get(seat, OPTIMAL) == OPTIMAL]
    try:
        written = all(isinstance(table, Mapping) for table in tables.values())
        if not missing and written and (hands := large_private_hands(game)) is not None:
            return KnownSolution(hands=hands)
        if not missing and not valued and not isinstance(game.rules, PerfectInformation):
            return KnownSolution(form=form_of_game(game))
        if given and len(game.seats) != 2:
            raise SeatsError(form_of_game(game).obstacle)  # which of many is meant: name it
        solution = solve(game, anyway=anyway)
        strategies = solution.strategies  # a traffic network refuses here: it has no hands
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
        return KnownSolution(form=form, why=" ".join(str(fault).split()))


def prepare_simulation(
    game: Game,
    given: GivenStrategies | None,
    known: KnownSolution,
    sources: Mapping[str, str] | None = None,
) -> SimulationSetup:
    """Return a simulation of the given strategies; *sources* says where they come from."""
    if isinstance(game.rules, NamedAgentFamily):
        return _prepare_named_agents(game, _strategies_by_seat(game, given))
    from sabot.results.solution import Solution

    origin = (
        sources
        if sources is not None
        else strategy_sources({} if given is None else given, game.seats)
    )
    if (real := continuous_game_of(game)) is not None:
        return _prepare_continuous(game, real, given, origin)
    if known.hands is not None:
        return _prepare_private_hands(game, known.hands, _strategies_by_seat(game, given), origin)
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
    form = form_of_game(game) if form is None else form
    exact, two = _expected_payoffs(form, mixes), form.zero_sum and len(form.seats) == 2
    return SimulationSetup(deal, origin, exact[:1] if two else exact, apart=not two)


def _prepare_named_agents(game: Game, given: Mapping[str, object]) -> SimulationSetup:
    """Return the named agents that play a game which is not solved."""
    from sabot.analysis.simulation import agents_by_seat, simulate_agents

    players = agents_by_seat(game, given)

    def deal(
        *,
        hands: int,
        seed: int,
        progress: Callable[[int], None] | None,
        executor: Executor | None,
    ) -> Simulation:
        return simulate_agents(game, players, hands=hands, seed=seed, progress=progress)

    return SimulationSetup(deal, players)


def _prepare_private_hands(
    game: Game, form: PrivateHandsForm, given: Mapping[str, object], sources: Mapping[str, str]
) -> SimulationSetup:
    """Return the strategies that are played with private hands, and exactly what they earn."""
    from sabot.analysis.private_hands import complete_hand_strategies, evaluate_hand_tables

    mixes = complete_hand_strategies(form, given, game)
    expected = evaluate_hand_tables(str(game), form, mixes).expectation
    assert expected is not None, "both seats have a strategy"
    return SimulationSetup(partial(simulate_game, game, mixes), sources, (expected,))


def _prepare_continuous(
    game: Game, hint: EquilibriumHint, given: GivenStrategies | None, sources: Mapping[str, str]
) -> SimulationSetup:
    """Return the thresholds that are played in a game with continuous types."""
    from sabot.analysis.continuous import read_threshold_profile, simulate_threshold_profile
    from sabot.forms.continuous.expected_payoff import threshold_payoff

    profile = read_threshold_profile(hint, OPTIMAL if given is None else given)
    exact = tuple(threshold_payoff(hint.form, profile, seat) for seat in range(len(game.seats)))

    def deal(
        *,
        hands: int,
        seed: int,
        progress: Callable[[int], None] | None,
        executor: Executor | None,
    ) -> Simulation:
        return simulate_threshold_profile(
            str(game), hint.form, profile, hands=hands, seed=seed, progress=progress
        )

    return SimulationSetup(deal, sources, exact)


def _strategies_by_seat(game: Game, given: GivenStrategies | None) -> Mapping[str, object]:
    """Return the strategies of the seats that have one: a table each, or a name."""
    tables = strategies_of({} if given is None else given)
    if isinstance(tables, str):
        return dict.fromkeys(game.seats, tables)
    if not isinstance(tables, Mapping):
        raise argument_error(given, "a strategy", "{seat: {view: action}}, 'optimal' or 'casino'")
    return tables


def _complete_profile(
    game: Game, given: Mapping[str, object], known: KnownSolution
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
        from sabot.results.nplayer import Profile

        played = (
            known.solution.played
            if isinstance(known.solution, Profile)
            else known.solution.strategies
        )
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
