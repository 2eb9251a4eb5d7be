"""Monte Carlo of games that nobody solves: players with names sit at the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sabot import watch
from sabot.analyse.simulation import Paid, Simulation, SimulationInterrupted, counted_by_seat
from sabot.errors import RulesError
from sabot.telling.company import Company
from sabot.telling.game import Game


def simulate_company(
    game: Game,
    players: Mapping[str, Any],
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play hands of a game whose seats are taken by players with names.

    Where nobody is named the usual player sits. Ctrl-C or a stop raises
    :class:`SimulationInterrupted` with the hands played so far.
    """
    counts: Paid = Counter()
    rules = game.rules
    assert isinstance(rules, Company)
    parts = rules.dealt(game, seated(game, players), hands=hands, seed=seed)
    try:
        for part in parts:
            counts.update(part)
            watch.at("dealing", counts.total(), hands, "hands")
            if progress is not None:
                progress(counts.total())
    except KeyboardInterrupt:
        if not counts:
            raise
        raise SimulationInterrupted(_counted(game, seed, counts, players), hands) from None
    return _counted(game, seed, counts, players)


def _counted(game: Game, seed: int, counts: Paid, players: Mapping[str, Any]) -> Simulation:
    """Return what hands paid everybody, and who sat where."""
    found = counted_by_seat(game, seed, counts)
    return replace(found, apart=True, sources=seated(game, players))


def seated(game: Game, players: Mapping[str, Any]) -> dict[str, str]:
    """Return who sits at every seat of a company's game; all who are named must be there."""
    rules = game.rules
    assert isinstance(rules, Company)
    for seat, name in players.items():
        game.demand_seat(seat)
        if not isinstance(name, str):
            usual = rules.usual
            raise RulesError(f"seat {seat}: {name!r:.60} is no player's name, such as {usual!r}")
        rules.demand_player(name)
    return {seat: players.get(seat, rules.usual) for seat in game.seats}
