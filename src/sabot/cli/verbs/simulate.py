"""``sabot simulate``: Monte Carlo, the exact value beside it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.group import verb
from sabot.cli.options import anyway_option, game_argument, json_option, told
from sabot.cli.output import bar, busy, print_document, say, show
from sabot.cli.strategy import blamed, gathered, named, played, strategy_option
from sabot.cli.workers import worker_options, workers
from sabot.errors import NoMethodError, SeatsError
from sabot.formed import betting_of
from sabot.forms.general import GeneralForm
from sabot.results.solution import Solution
from sabot.telling.company import Company
from sabot.telling.game import Game
from sabot.telling.told import any_form

if TYPE_CHECKING:
    from sabot.analyse.simulation import Simulation
    from sabot.forms.threshold.hint import Hint
    from sabot.telling.told import AnyForm

_MANY = 100_000
"""Hands of a game that is solved, unless told: a second's work."""
_LARGE = "the strategies are simulated, not multiplied out"


@verb(
    examples=[
        "sabot simulate le-her --hands 20000 --seed 1",
        "sabot simulate 'kuhn-poker(ranks=5)' --hands 20000 --seed 7 --json",
    ]
)
@game_argument
@click.option(
    "--hands",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many hands (100,000 unless told; 1,000 where players with names sit).",
)
@click.option("--seed", type=int, default=0, metavar="S", help="Equal seeds, equal hands.")
@strategy_option("A file, or 'casino' or 'optimal', as in sabot value.")
@worker_options
@json_option
@anyway_option
def simulate(
    game: str,
    hands: int | None,
    seed: int,
    sources: Sequence[str],
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    anyway: bool,
) -> None:
    """Play N random hands of GAME and average what the first seat is paid.

    Each seat plays an optimal strategy, unless --strategy gives it another: a saved solution (its
    certificate is checked), or JSON of the shape {seat: {view: action}}, as in sabot value. A seat
    that is left out plays optimally. Ctrl-C stops and shows the hands played so far. With --jobs or
    --cluster the hands are the same.

    Of a game of three or more seats, or one whose payoffs do not sum to 0, every seat's average is
    shown; of three or more every seat needs a strategy, of two one that is left out plays its part
    of the equilibrium that sabot solve finds. At the seats of draw-poker players sit: --strategy
    1=random, or a function of yours, --strategy 2=mine.py:cautious.
    """
    one = told(game)
    from sabot.analyse.simulation import simulate_game

    if isinstance(one.rules, Company):
        _company(one, sources, hands or one.rules.few, seed, as_json)
        return
    hands = hands or _MANY
    given, origin = gathered(sources, one)
    if (real := betting_of(one)) is not None:
        _real_hands(one, real, given, origin, hands, seed, as_json)
        return
    solution, why = _solved(one, given, anyway)
    remark = ""
    with blamed(origin, one):
        mixes = played(one, given, solution)
    with workers(jobs, cluster) as executor:
        dealt = partial(simulate_game, one, mixes, hands=hands, seed=seed, executor=executor)
        found = _dealt(dealt, hands, origin)
    known = solution if isinstance(solution, Solution) and solution.zero_sum else None
    found = replace(found, value=known.value if known else None)
    if solution is not None and known is None:
        found = replace(found, exact=_payoffs(any_form(one), mixes), apart=True)
    else:
        exact = _expected(one, known, mixes) if given else found.value
        found = replace(found, exact=() if exact is None else (exact,))
        why = why or (_LARGE if given else "")
        if origin:
            whose = ", ".join(f"{seat} by {name}" for seat, name in origin.items())
            remark = f"{whose}; exact is what these strategies earn, not the value of the game"
    _tell(found, as_json, why=why, remark=remark)


def _dealt(deal: Callable[..., Simulation], hands: int, sources: Mapping[str, str]) -> Simulation:
    """Return the hands that were dealt, all or those before Ctrl-C, with what is said of them."""
    from sabot.analyse.simulation import SimulationInterrupted

    started = time.perf_counter()
    try:
        with bar("dealing", hands) as progress:
            found = deal(progress=progress)
    except SimulationInterrupted as stop:
        found = stop.partial
    seconds = time.perf_counter() - started
    return replace(found, asked=hands, sources=sources, seconds=seconds)


def _tell(found: Simulation, as_json: bool, *, why: str = "", remark: str = "") -> None:
    """Print hands that were dealt; end with another exit code where there should be more."""
    if as_json:
        print_document(found.to_json())
    else:
        from sabot.render.views.simulation import simulation_view

        show(simulation_view(found, seconds=found.seconds, why=why))
        if remark:
            say(remark)
    if found.hands < found.asked:
        say(f"sabot: interrupted after {found.hands:,} of {found.asked:,} hands")
        raise click.exceptions.Exit(4)


def _company(game: Game, sources: Sequence[str], hands: int, seed: int, as_json: bool) -> None:
    """Play hands of a game at whose seats players with names sit."""
    from sabot.analyse.company import seated, simulate_company

    players = seated(game, named(sources, game))
    deal = partial(simulate_company, game, players, hands=hands, seed=seed)
    remark = ", ".join(f"{seat} {name}" for seat, name in players.items())
    _tell(_dealt(deal, hands, players), as_json, remark=remark)


def _real_hands(
    game: Game,
    real: Hint,
    given: Mapping[str, Any],
    origin: Mapping[str, str],
    hands: int,
    seed: int,
    as_json: bool,
) -> None:
    """Play hands that are real numbers, every seat's exact payoff beside its average."""
    from sabot.analyse.betting.dealing import dealt
    from sabot.analyse.betting.written import profile_of
    from sabot.forms.threshold.worth import payoff

    with busy(f"solving {game}"), blamed(origin, game):
        profile = profile_of(real, given)
        exact = tuple(payoff(real.form, profile, seat) for seat in range(len(game.seats)))
    deal = partial(dealt, str(game), real.form, profile, hands=hands, seed=seed)
    _tell(replace(_dealt(deal, hands, origin), exact=exact), as_json)


def _payoffs(form: AnyForm, mixes: Mapping[str, Any]) -> tuple[Fraction, ...]:
    """Return what strategies pay every seat, exactly."""
    from sabot.forms.form import payoff

    plans = [side.plan(mixes[side.name]) for side in form.sides]
    return tuple(payoff(form, seat, plans) for seat in range(len(plans)))


def _expected(game: Game, solution: Solution | None, mixes: Mapping[str, Any]) -> Fraction | None:
    """Return what given strategies earn, exactly; None where the game is too large for that."""
    from sabot.analyse.evaluate import expectation

    if solution is None or game.rules.perfect:
        return None
    return expectation(game.form(), mixes)


def _solved(
    game: Game, given: Mapping[str, Any], anyway: bool
) -> tuple[Solution | GeneralForm | None, str]:
    """Return the solution, or why there is none; without one every seat must have its strategy.

    A game that is not two-person zero-sum has a form in place of its solution.
    """
    try:
        with busy(f"solving {game}"):
            from sabot import api

            if len(game.seats) != 2:  # an equilibrium of many is one of many: name it
                raise SeatsError(any_form(game).obstacle)
            solution = api.solve(game, anyway=anyway)
            strategies = solution.strategies  # of roads it says that no hand is played there
            assert isinstance(solution, Solution)  # two play it, and its cards are dealt
            if not any(map(len, strategies.values())):
                raise NoMethodError(f"{game}: its line of play is too long to be written out")
            return solution, ""
    except NoMethodError as fault:
        form = any_form(game) if isinstance(fault, SeatsError) else None
        assert form is None or isinstance(form, GeneralForm)  # or it would have been solved
        asked = game.seats if form is None else [s.name for s in form.sides if s.cells]
        missing = [seat for seat in asked if given.get(seat, "optimal") == "optimal"]
        if not missing:
            return form, str(fault)
        raise NoMethodError(
            f"{fault}\n  to simulate all the same, give --strategy FILE with {', '.join(missing)}"
        ) from None
