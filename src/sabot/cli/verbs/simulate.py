"""``sabot simulate``: Monte Carlo, the exact value beside it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.group import verb
from sabot.cli.options import anyway_option, game_argument, json_option, told
from sabot.cli.output import bar, busy, print_document, say, show
from sabot.cli.strategy import blamed, gathered, named, strategy_option
from sabot.cli.workers import worker_options, workers
from sabot.telling.company import Company

if TYPE_CHECKING:
    from sabot.analyse.simulation import Simulation
    from sabot.verbs.simulating import Seating

_MANY = 100_000
"""Hands of a game that is solved, unless told: a second's work."""


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
    from sabot.verbs import simulating

    company = isinstance(one.rules, Company)
    given: Mapping[str, Any]
    given, origin = (named(sources, one), {}) if company else gathered(sources, one)
    hands = hands or (one.rules.few if isinstance(one.rules, Company) else _MANY)
    with busy(f"solving {one}"):
        known = simulating.known_of(one, given, anyway=anyway, valued=True)
        with blamed(origin, one):
            seating = simulating.seated(one, given, known, origin)
    with workers(jobs, cluster) as executor:
        found = _dealt(partial(seating.dealt, hands=hands, seed=seed, executor=executor), hands)
    _tell(found, as_json, _remark(seating, origin, company))


def _remark(seating: Seating, origin: Mapping[str, str], company: bool) -> str:
    """Return whose hands they were, where that was given."""
    if company:
        return ", ".join(f"{seat} {name}" for seat, name in seating.sources.items())
    if not origin or seating.apart or len(seating.exact) > 1:
        return ""
    whose = ", ".join(f"{seat} by {name}" for seat, name in origin.items())
    return f"{whose}; exact is what these strategies earn, not the value of the game"


def _dealt(deal: Callable[..., Simulation], hands: int) -> Simulation:
    """Return the hands that were dealt, all or those before Ctrl-C, and how long they took."""
    from sabot.analyse.simulation import SimulationInterrupted

    started = time.perf_counter()
    try:
        with bar("dealing", hands) as progress:
            found = deal(progress=progress)
    except SimulationInterrupted as stop:
        found = stop.partial
    return replace(found, asked=hands, seconds=time.perf_counter() - started)


def _tell(found: Simulation, as_json: bool, remark: str) -> None:
    """Print hands that were dealt; end with another exit code where there should be more."""
    if as_json:
        print_document(found.to_json())
    else:
        from sabot.render.views.simulation import simulation_view

        show(simulation_view(found, seconds=found.seconds))
        if remark:
            say(remark)
    if found.hands < found.asked:
        say(f"sabot: interrupted after {found.hands:,} of {found.asked:,} hands")
        raise click.exceptions.Exit(4)
