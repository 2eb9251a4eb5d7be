"""Monte Carlo: the rules played out by a seeded dealer, with confidence intervals.

It shares nothing with the exact road but the rules themselves, which is the point of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from sabot import watch
from sabot.analyse.rote import RoteDealer
from sabot.analyse.sweeping.batches import in_order
from sabot.errors import Interrupted, NumberError, WorkerError
from sabot.exact import as_float, rational, show
from sabot.forms.tree import Mix
from sabot.games import load
from sabot.shown import Shown
from sabot.telling.game import Game

Payoffs = tuple[Fraction | int, ...]
Paid = Counter[Payoffs]
"""How many hands paid the seats how much."""
_NORMAL = {95: 1.959963984540054, 99: 2.5758293035489004}
_BATCH = 10_000
_CHUNK = 100_000
"""Hands that the rules deal with one seed: some seconds' work."""
_MANY = 500_000
"""Hands that a game's own dealer plays with one seed, and between two looks at Ctrl-C."""


@dataclass(frozen=True, repr=False)
class Simulation(Shown):
    """How many hands paid the first seat how much."""

    game: str
    hands: int
    seed: int
    counts: Mapping[Fraction, int]
    seats: tuple[Mapping[Fraction, int], ...] = ()
    """The same for every seat, in order; the first seat's are ``counts``."""
    names: tuple[str, ...] = ()
    """Who is paid: the seats, in order."""
    seat: str = "first"
    """Whose payoffs ``counts`` are."""
    exact: tuple[Fraction, ...] = field(default=(), compare=False)
    """What is paid on average, where that is known: to the first seat, or to every one."""
    apart: bool = False
    """Whether every seat is told by itself even where the first one's payoffs tell the others'."""
    asked: int = field(default=0, compare=False)
    """How many hands were to be played, where that is not how many were."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By seat where its strategy came from; optimal where nothing is said."""
    value: Fraction | None = field(default=None, compare=False)
    """The value of the game to the first seat, where it has one that is known."""
    seconds: float = field(default=0.0, compare=False)
    unknown: str = field(default="", compare=False)
    """Why nothing exact is known, where that is to be said."""

    _view = "sabot.render.views.simulation:simulation_view"

    def _brief(self) -> str:
        return f"{self.hands:,} hand{'s' * (self.hands != 1)}, seed {self.seed}"

    @property
    def by_seat(self) -> bool:
        """Whether the first seat's payoffs do not tell those of the others."""
        if self.apart or len(self.seats) != 2:
            return self.apart or len(self.seats) > 2
        one, two = self.seats
        return {-pay: hands for pay, hands in one.items()} != two

    def of(self, seat: int) -> Simulation:
        """Return what a seat was paid, by its place; nothing is said of the others then."""
        name = self.names[seat] if self.names else self.seat
        known = self.exact[seat : seat + 1]
        return replace(self, counts=self.seats[seat], seats=(), seat=name, exact=known, apart=False)

    @property
    def mean(self) -> Fraction:
        """The exact average of what was paid."""
        return sum((pay * n for pay, n in self.counts.items()), Fraction(0)) / self.hands

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.hands < 2:
            return math.inf
        spread = as_float(self._spread)
        return math.inf if spread is None else spread

    @property
    def _spread(self) -> Fraction:
        """The standard error, to as many bits as a float has, however large it is."""
        mean = self.mean
        squares = sum(((pay - mean) ** 2 * n for pay, n in self.counts.items()), Fraction(0))
        variance = squares / (self.hands - 1) / self.hands
        try:
            return Fraction(math.sqrt(variance))
        except OverflowError:
            return Fraction(math.isqrt(int(variance)))

    def interval(self, percent: int = 95) -> tuple[float, float]:
        """Return the confidence interval of the mean (95 or 99 per cent).

        Ends beyond floats are infinite; :meth:`limits` has them all the same.
        """
        mean, width = as_float(self.mean), _NORMAL[percent] * self.error
        if mean is None or math.isinf(width):
            return -math.inf, math.inf
        return mean - width, mean + width

    def limits(self, percent: int = 95) -> tuple[Fraction, Fraction]:
        """Return the same as fractions, of numbers of any size; for two hands or more."""
        mean, width = self.mean, Fraction(_NORMAL[percent]) * self._spread
        return mean - width, mean + width

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot simulate --json``."""
        names = self.names if self.seats else (self.seat,)
        asked = max(self.asked, self.hands)
        body = {
            "schema": "sabot/simulation/1",
            "game": self.game,
            "seats": list(names),
            "hands": self.hands,
            "asked": asked,
            "seed": self.seed,
            "sources": {seat: self.sources.get(seat, "optimal") for seat in names},
            **self._average(),
            "value": None if self.value is None else show(self.value),
            "complete": self.hands == asked,
            "seconds": round(self.seconds, 6),
        } | ({"unknown": self.unknown} if self.unknown else {})
        if not self.by_seat and len(self.exact) < 2:
            return body | {"expectation": show(self.exact[0]) if self.exact else None}
        body |= {"payoffs": list(map(show, self.exact))} if self.exact else {}
        return body | {"paid": [self.of(seat)._average() for seat in range(len(self.seats))]}

    def _average(self) -> dict[str, Any]:
        """Return what one seat was paid, as a document has it."""
        known = all(map(math.isfinite, (self.error, *self.interval(99))))
        return {
            "mean": show(self.mean),
            "decimal": as_float(self.mean),
            "standard_error": self.error if known else None,
            "intervals": {str(p): list(self.interval(p)) if known else None for p in (95, 99)},
            "counts": {show(pay): count for pay, count in self.counts.items()},
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Simulation:
        """Return the hands that a document tells of."""
        names, value = tuple(map(str, document["seats"])), document["value"]
        first, paid = _counts(document), tuple(map(_counts, document.get("paid", ())))
        alone = (first, {-pay: first[pay] for pay in reversed(first)}) if len(names) == 2 else ()
        known = document.get("payoffs", [document.get("expectation")])
        found = cls(
            game=str(document["game"]),
            hands=int(document["hands"]),
            seed=int(document["seed"]),
            counts=first,
            seats=paid or alone,
            names=names,
            seat=names[0],
            exact=tuple(rational(text) for text in known if text is not None),
            asked=int(document["asked"]),
            sources={str(seat): str(name) for seat, name in document["sources"].items()},
            value=None if value is None else rational(value),
            seconds=float(document["seconds"]),
            unknown=str(document.get("unknown", "")),
        )
        hidden = paid and not found.by_seat and len(found.exact) < 2
        return replace(found, apart=True) if hidden else found


def _counts(document: Mapping[str, Any]) -> dict[Fraction, int]:
    return {rational(pay): int(count) for pay, count in document["counts"].items()}


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
    executor: Executor | None = None,
) -> Simulation:
    """Play *hands* hands of *game* and count what the first seat is paid.

    The hands come in chunks, each with a seed of its own that is made from *seed* and its place,
    so that they are the same whoever plays them; an executor must know the game by its string.
    Ctrl-C or a stop raises :class:`SimulationInterrupted` with the hands played so far.
    """
    if not isinstance(hands, int) or hands < 1:
        raise NumberError(f"{hands!r:.40} hands; play a whole number of them, at least 1")
    counts: Paid = Counter()
    plan = Plan(str(game) if executor else game, strategies, hands, seed, fast=True)
    try:
        if not _played(plan, counts, progress, executor):
            counts.clear()
            _played(replace(plan, fast=False), counts, progress, executor)
    except KeyboardInterrupt:
        if not counts:
            raise
        raise SimulationInterrupted(counted_by_seat(game, seed, counts), hands) from None
    return counted_by_seat(game, seed, counts)


@dataclass(frozen=True)
class Plan:
    """How hands are cut into chunks, each known by its first hand and with a seed of its own."""

    game: Game | str
    strategies: Mapping[str, Mapping[str, Mix]]
    hands: int
    seed: int
    fast: bool
    """Whether the game's own dealer is to play them, or the rules."""

    @property
    def starts(self) -> range:
        """The first hand of each chunk."""
        return range(0, self.hands, _MANY if self.fast else _CHUNK)

    def size(self, start: int) -> int:
        """Return how many hands a chunk has."""
        return min(self.starts.step, self.hands - start)

    def own_seed(self, start: int) -> int:
        """Return the seed of a chunk; the first that the rules deal has the seed itself."""
        if start == 0 and not self.fast:
            return self.seed
        return Random(f"{self.seed} {start}").getrandbits(32)

    def told(self) -> Game:
        """Return the game."""
        return load(self.game) if isinstance(self.game, str) else self.game

    def dealer(self, start: int) -> RoteDealer:
        """Return who deals a chunk by the rules."""
        return RoteDealer(self.told().seats, self.strategies, seed=self.own_seed(start))


def _played(
    plan: Plan,
    counts: Paid,
    progress: Callable[[int], None] | None,
    executor: Executor | None,
) -> bool:
    """Play all hands; False where the game's own dealer must leave them to the rules."""
    if executor is None and not plan.fast:
        _played_here(plan, counts, progress)
        return True
    parts = in_order(partial(play_chunk, plan), plan.starts, executor, lost=_lost)
    with closing(parts):
        for part in parts:
            if part is None:
                return False
            counts.update(part)
            watch.at("dealing", counts.total(), plan.hands, "hands")
            if progress is not None:
                progress(counts.total())
    return True


def _played_here(plan: Plan, counts: Paid, progress: Callable[[int], None] | None) -> None:
    """Play hands by the rules so that Ctrl-C loses none of them."""
    play = plan.told().play
    for start in plan.starts:
        dealer = plan.dealer(start)
        for done in range(start, start + plan.size(start)):
            counts[dealer.hand(play)] += 1
            watch.at("dealing", done + 1, plan.hands, "hands")
            if progress is not None and done % _BATCH == 0:
                progress(done)


def play_chunk(plan: Plan, start: int) -> dict[Payoffs, int] | None:
    """Return how often each payoff of all seats came in a chunk: what a worker does."""
    game, size = plan.told(), plan.size(start)
    if not plan.fast:
        dealer = plan.dealer(start)
        return dict(Counter(dealer.hand(game.play) for _ in range(size)))
    found = game.many(plan.strategies, size, plan.own_seed(start))
    return None if found is None else {(pay, -pay): n for pay, n in found.items() if n}


def _lost(start: int) -> None:
    raise WorkerError(
        f"the hands from {start:,} on kill whoever plays them, perhaps for want of memory"
    )


def counted_by_seat(game: Game, seed: int, counts: Paid) -> Simulation:
    """Return what hands paid, seat by seat."""
    seats = tuple(_of_seat(counts, seat) for seat in range(len(game.seats)))
    names = tuple(game.seats)
    return Simulation(str(game), counts.total(), seed, seats[0], seats, names, names[0])


def _of_seat(counts: Paid, seat: int) -> dict[Fraction, int]:
    own: Counter[Fraction | int] = Counter()
    for payoffs, hands in counts.items():
        own[payoffs[seat]] += hands
    return {Fraction(pay): own[pay] for pay in sorted(own)}
