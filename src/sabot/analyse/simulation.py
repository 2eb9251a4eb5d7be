"""Monte Carlo: the rules played out by a seeded dealer, with confidence intervals.

It shares nothing with the exact road but the rules themselves, which is the point of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from sabot.analyse.rote import RoteDealer
from sabot.errors import Interrupted, NumberError
from sabot.ruleset import Game
from sabot.tables import Mix

_NORMAL = {95: 1.959963984540054, 99: 2.5758293035489004}
_BATCH = 10_000
_MANY = 500_000
"""Hands that a compiled dealer plays between two looks at the clock and at Ctrl-C."""


@dataclass(frozen=True)
class Simulation:
    """How many hands paid the first seat how much."""

    game: str
    hands: int
    seed: int
    counts: Mapping[Fraction, int]

    @property
    def mean(self) -> Fraction:
        """The exact average of what was paid."""
        return sum((pay * n for pay, n in self.counts.items()), Fraction(0)) / self.hands

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.hands < 2:
            return math.inf
        mean = self.mean
        squares = sum((pay - mean) ** 2 * n for pay, n in self.counts.items())
        return math.sqrt(squares / (self.hands - 1) / self.hands)

    def interval(self, percent: int = 95) -> tuple[float, float]:
        """Return the confidence interval of the mean (95 or 99 per cent)."""
        width = _NORMAL[percent] * self.error
        return float(self.mean) - width, float(self.mean) + width


class SimulationInterrupted(Interrupted):
    """Stopped by the user; ``partial`` has the hands that were played."""

    def __init__(self, partial: Simulation, wanted: int) -> None:
        self.partial = partial
        super().__init__(f"stopped after {partial.hands:,} of {wanted:,} hands")


def simulate_game(
    game: Game,
    strategies: Mapping[str, Mapping[str, Mix]],
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play *hands* hands of *game* and count what the first seat is paid.

    Ctrl-C raises :class:`SimulationInterrupted` with the hands played so far.
    """
    if not isinstance(hands, int) or hands < 1:
        raise NumberError(f"{hands!r:.40} hands; play a whole number of them, at least 1")
    counts: Counter[Fraction | int] = Counter()
    try:
        fast = _dealt_at_once(game, strategies, hands, seed, counts, progress)
        if not fast:
            dealer = RoteDealer(game.seats, strategies, seed=seed)
            play = game.play
            for done in range(hands):
                counts[dealer.hand(play)[0]] += 1
                if progress is not None and done % _BATCH == 0:
                    progress(done)
    except KeyboardInterrupt:
        if not counts:
            raise
        raise SimulationInterrupted(_counted(game, seed, counts), hands) from None
    return _counted(game, seed, counts)


def _dealt_at_once(
    game: Game,
    strategies: Mapping[str, Mapping[str, Mix]],
    hands: int,
    seed: int,
    counts: Counter[Fraction | int],
    progress: Callable[[int], None] | None,
) -> bool:
    """Count the hands of the game's own fast dealer; False where it has none.

    The hands come in batches with seeds of their own, so that they can be stopped between.
    """
    for done in range(0, hands, _MANY):
        own = Random(f"{seed} {done}").getrandbits(32)
        found = game.many(strategies, min(_MANY, hands - done), own)
        if found is None:
            counts.clear()
            return False
        counts.update({Fraction(pay): number for pay, number in found.items() if number})
        if progress is not None:
            progress(done + min(_MANY, hands - done))
    return True


def _counted(game: Game, seed: int, counts: Counter[Fraction | int]) -> Simulation:
    ordered = {Fraction(pay): counts[pay] for pay in sorted(counts)}
    return Simulation(str(game), counts.total(), seed, ordered)
