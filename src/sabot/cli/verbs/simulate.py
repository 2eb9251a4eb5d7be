"""``sabot simulate``: random hands by Monte Carlo, beside the exact expectation."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from sabot.cli.options import (
    anyway_option,
    game_argument,
    json_option,
    open_executor,
    parse_game_argument,
    worker_options,
)
from sabot.cli.output import print_json, print_note, print_view, show_progress_bar, show_status
from sabot.cli.strategy_arguments import (
    name_strategy_files_in_errors,
    parse_agent_names,
    read_strategies,
    strategy_option,
)
from sabot.cli.verbs import verb
from sabot.game_rules.family import NamedAgentFamily

if TYPE_CHECKING:
    from sabot.analysis.simulation import Simulation
    from sabot.api.simulation import SimulationSetup

_DEFAULT_HANDS = 100_000
"""Default number of hands of a solved game: about a second's work."""


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
    help="How many hands (default: 100,000; with computer players 1,000).",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    metavar="S",
    help="Start of the random numbers; same seed, same hands.",
)
@strategy_option("A file, 'casino' or 'optimal', as in sabot value.")
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
    """Play N random hands of GAME and print the average payoff (Monte Carlo).

    Each seat plays an optimal strategy unless --strategy gives another: a saved solution (its
    certificate is checked), or JSON of the form {seat: {view: action}}, as in `sabot value`; a view
    is an information set. Ctrl-C stops and shows the hands played so far. With --jobs or --cluster
    the hands are the same.

    If the game is not zero-sum, or has three or more players, the average of every player is shown.
    With two players, one without a strategy plays the Nash equilibrium that `sabot solve` finds;
    with three or more, all need a strategy. In draw-poker the strategies are computer players:
    --strategy 1=random, or a function of yours, --strategy 2=mine.py:cautious.
    """
    one = parse_game_argument(game)
    from sabot.api import simulation

    company = isinstance(one.rules, NamedAgentFamily)
    given: Mapping[str, object]
    given, origin = (
        (parse_agent_names(sources, one), {}) if company else read_strategies(sources, one)
    )
    hands = hands or (one.rules.few if isinstance(one.rules, NamedAgentFamily) else _DEFAULT_HANDS)
    with show_status(f"solving {one}"):
        known = simulation.find_known_solution(one, given, anyway=anyway, valued=True)
        with name_strategy_files_in_errors(origin, one):
            seating = simulation.prepare_simulation(one, given, known, origin)
    with open_executor(jobs, cluster) as executor:
        found = _run_simulation(
            partial(seating.run, hands=hands, seed=seed, executor=executor), hands
        )
    _print_simulation(found, as_json, _strategies_remark(seating, origin, company))


def _strategies_remark(seating: SimulationSetup, origin: Mapping[str, str], company: bool) -> str:
    """Return who played, where strategies were given."""
    if company:
        return ", ".join(f"{seat} {name}" for seat, name in seating.sources.items())
    if not origin or seating.apart or len(seating.exact) > 1:
        return ""
    whose = ", ".join(f"{seat} by {name}" for seat, name in origin.items())
    return f"{whose}; exact is what these strategies earn, not the value of the game"


def _run_simulation(deal: Callable[..., Simulation], hands: int) -> Simulation:
    """Return the simulation, whole or up to Ctrl-C, with the time it took."""
    from sabot.analysis.simulation import SimulationInterrupted

    started = time.perf_counter()
    try:
        with show_progress_bar("dealing", hands) as progress:
            found = deal(progress=progress)
    except SimulationInterrupted as stop:
        found = stop.partial
    return replace(found, asked=hands, seconds=time.perf_counter() - started)


def _print_simulation(found: Simulation, as_json: bool, remark: str) -> None:
    """Print a simulation; exit with code 4 where Ctrl-C ended it."""
    if as_json:
        print_json(found.to_json())
    else:
        from sabot.render.views.simulation import simulation_view

        print_view(simulation_view(found, seconds=found.seconds))
        if remark:
            print_note(remark)
    if found.hands < found.asked:
        print_note(f"sabot: interrupted after {found.hands:,} of {found.asked:,} hands")
        raise click.exceptions.Exit(4)
