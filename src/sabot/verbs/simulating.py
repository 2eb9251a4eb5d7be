"""Simulate: who plays what, what that earns where it is known, and then the hands.

The command line shows a bar between the two steps; the library takes them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from sabot.analyse.simulation import Simulation, SimulationInterrupted, simulate_game
from sabot.analyse.strategies import OPTIMAL, answered, complete, idle, shipped
from sabot.errors import NoMethodError, SeatsError
from sabot.formed import betting_of, refused
from sabot.forms.form import payoff
from sabot.forms.sequence import Side
from sabot.results.solution import Solution
from sabot.telling.company import Company
from sabot.telling.game import Game
from sabot.telling.told import any_form
from sabot.verbs import solving
from sabot.verbs.judging import sources_of, tables_of

if TYPE_CHECKING:
    from sabot.forms.threshold.hint import Hint
    from sabot.telling.told import AnyForm
    from sabot.verbs.solving import Solved

Mixes = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
_LARGE = "the strategies are simulated, not multiplied out"


@dataclass(frozen=True)
class Known:
    """What is known of a game before its hands are dealt."""

    solution: Solved | None = None
    form: AnyForm | None = None
    """Where there is no solution: the views at which the seats answer."""
    why: str = ""
    """Why there is neither."""


@dataclass(frozen=True)
class Seating:
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


def known_of(game: Game, given: Any, *, anyway: bool = False, valued: bool = False) -> Known:
    """Return what is known of a game whose hands are to be dealt.

    Without strategies for all seats it is solved, and also where its value is asked for.
    """
    if isinstance(game.rules, Company) or betting_of(game) is not None:
        return Known()
    tables = _by_seat(game, given)
    missing = [seat for seat in game.seats if tables.get(seat, OPTIMAL) == OPTIMAL]
    try:
        if not missing and not valued and not game.rules.perfect:
            return Known(form=any_form(game))
        if given and len(game.seats) != 2:
            raise SeatsError(any_form(game).obstacle)  # which of many is meant: name it
        solution = solving.solve(game, anyway=anyway, progress=None)
        strategies = solution.strategies  # of roads it says that no hand is played there
        if game.rules.perfect and not any(map(len, strategies.values())):
            raise NoMethodError(f"{game}: its line of play is too long to be written out")
        return Known(solution)
    except NoMethodError as fault:
        form = any_form(game) if isinstance(fault, SeatsError) else None
        asked = game.seats if form is None else [s.name for s in form.sides if s.cells]
        if wanted := [seat for seat in missing if seat in asked]:
            raise NoMethodError(
                f"{fault}\n  to simulate all the same, give --strategy FILE with "
                f"{', '.join(wanted)}; in Python strategies, {{seat: {{view: action}}}}"
            ) from None
        return Known(form=form, why=str(fault))


def seated(
    game: Game, given: Any, known: Known, sources: Mapping[str, str] | None = None
) -> Seating:
    """Return who plays what at the seats of a game; *sources* says where it was written."""
    if isinstance(game.rules, Company):
        return _company(game, given or {})
    origin = sources if sources is not None else sources_of(_told(given), game.seats)
    if (real := betting_of(game)) is not None:
        return _real(game, real, given, origin)
    mixes = _mixes(game, _by_seat(game, given), known)
    deal = partial(simulate_game, game, mixes)
    solution, form = known.solution, known.form
    if solution is None and form is None:
        return Seating(deal, origin, unknown=known.why)
    if isinstance(solution, Solution) and solution.zero_sum:
        value = solution.value
        if not given:
            return Seating(deal, origin, (value,), value)
        if game.rules.perfect:
            return Seating(deal, origin, (), value, unknown=_LARGE)
        return Seating(deal, origin, _payoffs(game.form(), mixes)[:1], value)
    told = any_form(game) if form is None else form
    exact, two = _payoffs(told, mixes), told.zero_sum and len(told.seats) == 2
    return Seating(deal, origin, exact[:1] if two else exact, apart=not two)


def _company(game: Game, given: Mapping[str, Any]) -> Seating:
    """Return the players with names who sit at a game, which is not solved."""
    from sabot.analyse.company import seated, simulate_company

    players = seated(game, given)

    def deal(executor: object = None, **more: Any) -> Simulation:
        return simulate_company(game, players, **more)

    return Seating(deal, players)


def _real(game: Game, hint: Hint, given: Any, sources: Mapping[str, str]) -> Seating:
    """Return the cuts that are played where hands are real numbers."""
    from sabot.analyse.betting.dealing import dealt
    from sabot.analyse.betting.written import profile_of
    from sabot.forms.threshold.worth import payoff

    profile = profile_of(hint, OPTIMAL if given is None else given)
    exact = tuple(payoff(hint.form, profile, seat) for seat in range(len(game.seats)))

    def deal(executor: object = None, **more: Any) -> Simulation:
        return dealt(str(game), hint.form, profile, **more)

    return Seating(deal, sources, exact)


def _told(given: Any) -> Any:
    """Return strategies as they were given; none are none that any seat was given."""
    return {} if given is None else given


def _by_seat(game: Game, given: Any) -> Mapping[str, Any]:
    """Return the strategies of the seats that have one: a table each, or a name."""
    tables = tables_of(_told(given))
    if isinstance(tables, str):
        return dict.fromkeys(game.seats, tables)
    if not isinstance(tables, Mapping):
        raise refused(given, "a strategy", "{seat: {view: action}}, 'optimal' or 'casino'")
    return tables


def _mixes(game: Game, given: Mapping[str, Any], known: Known) -> Mixes:
    """Return a strategy for each seat: the given ones made complete, else the optimal ones.

    Where nothing is known the views of the game are not either, and what is given must answer all
    of them by itself.
    """
    named = {table for table in given.values() if isinstance(table, str) and table != OPTIMAL}
    form = any_form(game) if named else None
    ready = {name: shipped(game, form, name) for name in named if form is not None}
    tables = {
        seat: ready[table][seat] if isinstance(table, str) and seat in game.seats else table
        for seat, table in given.items()
        if table != OPTIMAL
    }
    if known.solution is not None:
        played: Mapping[str, Any] = tables_of(known.solution)
        sides = [
            Side.flat(seat, {view: tuple(mix) for view, mix in table.items()})
            for seat, table in played.items()
        ]
        return {**played, **complete(sides, tables, game=game)}
    if known.form is None:
        return answered(tables, game.seats)
    return idle(known.form.sides) | complete(known.form.sides, tables, game=game)


def _payoffs(form: AnyForm, mixes: Mixes) -> tuple[Fraction, ...]:
    """Return what strategies pay every seat, exactly."""
    plans = [side.plan(mixes[side.name]) for side in form.sides]
    return tuple(payoff(form, seat, plans) for seat in range(len(plans)))
