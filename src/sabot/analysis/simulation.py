"""Monte Carlo: the rules played out by a seeded dealer, with confidence intervals.

It shares nothing with exact solving but the rules themselves, which is the point of it. What
rules do depends on nothing but the answers of the table, so a path through the hand that came
before ends as it did then: the memoized dealer keeps a trie of paths (what was dealt or asked at
each branch, in which proportions) and runs the rules only on a path not seen before. Its random
numbers, and with them the hands, are those of the plain :class:`~sabot.rules.dealer.Dealer`, seed
for seed. Games that are not solved are played by named agents.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate
from random import Random
from typing import Any, NamedTuple

from sabot.analysis.parallel_map import map_in_order, raise_worker_lost
from sabot.errors import Interrupted, NumberError, RulesError
from sabot.exact import as_float, as_rational, format_fraction
from sabot.forms.extensive import MixedAction, ObservationHistory
from sabot.game_rules.family import NamedAgentFamily
from sabot.game_rules.game import Game
from sabot.game_rules.table import Dealer, Table
from sabot.loading import load
from sabot.progress import report_progress
from sabot.results.base import Result

Payoffs = tuple[Fraction | int, ...]
CumulativeWeights = list[int]
"""Sums of the weights up to each way."""
MOST_REMEMBERED = 1_000_000
"""Number of paths that are kept, 8 bytes each; later ones are run again every time."""


class _BranchPoint(NamedTuple):
    """A branch point of a hand: chance or a player chooses between several ways."""

    steps: CumulativeWeights
    total: int
    ways: list[Any]
    """Where each leads: another branch point, the payoffs, or None where no hand went yet."""


class MemoizedDealer(Dealer):
    """Plays the same random hands as :class:`Dealer`, several times as fast."""

    def __init__(
        self,
        seats: Sequence[str],
        strategies: Mapping[str, Mapping[str, MixedAction]] | None = None,
        *,
        seed: int = 0,
    ) -> None:
        super().__init__(seats, strategies, seed=seed)
        self._start: list[Any] = [None]
        self._remembered = 0
        self._answers: list[int] = []
        self._given = 0
        self._met: list[tuple[CumulativeWeights, int]] = []

    def number(self) -> Fraction:
        """Refuse: no path of a hand with real numbers occurs twice."""
        return Table.number(self)

    def play_hand(self, play: Callable[[Table], object]) -> Payoffs:
        """Play one hand and return the payoffs, one per player."""
        below = self.random.randrange
        answers = []
        place = self._start[0]
        while type(place) is _BranchPoint:
            answer = bisect_right(place.steps, below(place.total))
            answers.append(answer)
            place = place.ways[answer]
        if place is not None:
            payoffs: Payoffs = place
            return payoffs
        self._answers, self._given, self._met = answers, len(answers), []
        payoffs = super().play_hand(play)
        if self._remembered < MOST_REMEMBERED:
            self._remember(payoffs)
        return payoffs

    def pick(
        self,
        labels: Sequence[Hashable],
        weights: Sequence[int],
        total: int,
        spots: Sequence[int] | None = None,
    ) -> int:
        """Draw by integer weights, or repeat the draw with which this path began."""
        if self._given:
            return self._begun()
        return self._new(list(accumulate(weights)), total)

    def choose(self, seat: str, view: ObservationHistory, actions: tuple[str, ...]) -> int:
        """Draw the action from the player's mix, or repeat the draw with which this path began."""
        return self._begun() if self._given else self._new(*self.ladder(seat, view, actions))

    def _begun(self) -> int:
        """Return the next of the answers that were drawn before the rules were run."""
        answer = self._answers[len(self._answers) - self._given]
        self._given -= 1
        return answer

    def _new(self, steps: CumulativeWeights, total: int) -> int:
        answer = bisect_right(steps, self.random.randrange(total))
        self._answers.append(answer)
        self._met.append((steps, total))
        return answer

    def _remember(self, payoffs: Payoffs) -> None:
        """Keep the branch points that this hand was the first to meet, and its payoffs."""
        ways, way = self._start, 0
        known = len(self._answers) - len(self._met)
        for answer in self._answers[:known]:
            ways, way = ways[way].ways, answer
        for (steps, total), answer in zip(self._met, self._answers[known:], strict=True):
            fork = _BranchPoint(steps, total, [None] * len(steps))
            ways[way] = fork
            ways, way = fork.ways, answer
            self._remembered += len(steps)
        ways[way] = payoffs


PayoffCounts = Counter[Payoffs]
"""How many hands paid the players how much."""
_NORMAL_QUANTILES = {95: 1.959963984540054, 99: 2.5758293035489004}
_PROGRESS_STEP = 10_000
_HANDS_PER_SEED = 100_000
"""Hands that the rules deal with one seed: some seconds' work."""
_FAST_HANDS_PER_SEED = 500_000
"""Hands that a game's own dealer plays with one seed, and between two looks at Ctrl-C."""


@dataclass(frozen=True, repr=False)
class Simulation(Result):
    """How many hands paid the first player how much."""

    game: str
    hands: int
    seed: int
    counts: Mapping[Fraction, int]
    seats: tuple[Mapping[Fraction, int], ...] = ()
    """The same for every player, in order; the first player's are ``counts``."""
    names: tuple[str, ...] = ()
    """Who is paid: the players, in order."""
    seat: str = "first"
    """Whose payoffs ``counts`` are."""
    exact: tuple[Fraction, ...] = field(default=(), compare=False)
    """What is paid on average, where that is known: to the first player, or to every one."""
    apart: bool = False
    """Whether every player is reported, even where the first one's payoffs imply the others'."""
    asked: int = field(default=0, compare=False)
    """How many hands were to be played, where that is not how many were."""
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By player where its strategy came from; optimal where nothing is said."""
    value: Fraction | None = field(default=None, compare=False)
    """The value of the game to the first player, where it has one that is known."""
    seconds: float = field(default=0.0, compare=False)
    unknown: str = field(default="", compare=False)
    """Why nothing exact is known, where that is to be said."""

    _schema = "sabot/simulation/1"

    def _brief(self) -> str:
        return f"{self.hands:,} hand{'s' * (self.hands != 1)}, seed {self.seed}"

    @property
    def by_seat(self) -> bool:
        """Whether the first player's payoffs do not imply those of the others."""
        if self.apart or len(self.seats) != 2:
            return self.apart or len(self.seats) > 2
        one, two = self.seats
        return {-pay: hands for pay, hands in one.items()} != two

    def of(self, seat: int) -> Simulation:
        """Return what a player was paid, by its place; nothing is said of the others then."""
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
        mean, width = as_float(self.mean), _NORMAL_QUANTILES[percent] * self.error
        if mean is None or math.isinf(width):
            return -math.inf, math.inf
        return mean - width, mean + width

    def limits(self, percent: int = 95) -> tuple[Fraction, Fraction]:
        """Return the same as fractions, of numbers of any size; for two hands or more."""
        mean, width = self.mean, Fraction(_NORMAL_QUANTILES[percent]) * self._spread
        return mean - width, mean + width

    def to_json(self) -> dict[str, object]:
        """Return the document of ``sabot simulate --json``."""
        names = self.names if self.seats else (self.seat,)
        asked = max(self.asked, self.hands)
        body = {
            "schema": self._schema,
            "game": self.game,
            "seats": list(names),
            "hands": self.hands,
            "asked": asked,
            "seed": self.seed,
            "sources": {seat: self.sources.get(seat, "optimal") for seat in names},
            **self._average(),
            "value": None if self.value is None else format_fraction(self.value),
            "complete": self.hands == asked,
            "seconds": round(self.seconds, 6),
        } | ({"unknown": self.unknown} if self.unknown else {})
        if not self.by_seat and len(self.exact) < 2:
            return body | {"expectation": format_fraction(self.exact[0]) if self.exact else None}
        body |= {"payoffs": list(map(format_fraction, self.exact))} if self.exact else {}
        return body | {"paid": [self.of(seat)._average() for seat in range(len(self.seats))]}

    def _average(self) -> dict[str, object]:
        """Return what one player was paid, as JSON."""
        known = all(map(math.isfinite, (self.error, *self.interval(99))))
        return {
            "mean": format_fraction(self.mean),
            "decimal": as_float(self.mean),
            "standard_error": self.error if known else None,
            "intervals": {str(p): list(self.interval(p)) if known else None for p in (95, 99)},
            "counts": {format_fraction(pay): count for pay, count in self.counts.items()},
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Simulation:
        """Return the hands that a document holds."""
        names, value = tuple(map(str, document["seats"])), document["value"]
        first, paid = (
            _counts_from_json(document),
            tuple(map(_counts_from_json, document.get("paid", ()))),
        )
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
            exact=tuple(as_rational(text) for text in known if text is not None),
            asked=int(document["asked"]),
            sources={str(seat): str(name) for seat, name in document["sources"].items()},
            value=None if value is None else as_rational(value),
            seconds=float(document["seconds"]),
            unknown=str(document.get("unknown", "")),
        )
        hidden = paid and not found.by_seat and len(found.exact) < 2
        return replace(found, apart=True) if hidden else found


def _counts_from_json(document: Mapping[str, Any]) -> dict[Fraction, int]:
    return {as_rational(pay): int(count) for pay, count in document["counts"].items()}


class SimulationInterrupted(Interrupted):
    """Stopped by the user; ``partial`` has the hands that were played."""

    def __init__(self, partial: Simulation, wanted: int) -> None:
        self.partial = partial
        super().__init__(f"stopped after {partial.hands:,} of {wanted:,} hands")


def simulate_game(
    game: Game,
    strategies: Mapping[str, Mapping[str, MixedAction]],
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
) -> Simulation:
    """Play *hands* hands of *game* and count what the first player is paid.

    The hands come in chunks, each with a seed of its own that is made from *seed* and its place,
    so that they are the same whoever plays them; an executor must know the game by its string.
    Ctrl-C or a stop raises :class:`SimulationInterrupted` with the hands played so far.
    """
    if not isinstance(hands, int) or hands < 1:
        raise NumberError(f"{hands!r:.40} hands cannot be played; give a whole number, at least 1")
    counts: PayoffCounts = Counter()
    plan = SimulationPlan(str(game) if executor else game, strategies, hands, seed, fast=True)
    try:
        if not _play_chunks(plan, counts, progress, executor):
            counts.clear()
            _play_chunks(replace(plan, fast=False), counts, progress, executor)
    except KeyboardInterrupt:
        if not counts:
            raise
        raise SimulationInterrupted(simulation_from_counts(game, seed, counts), hands) from None
    return simulation_from_counts(game, seed, counts)


@dataclass(frozen=True)
class SimulationPlan:
    """How hands are cut into chunks, each known by its first hand and with a seed of its own."""

    game: Game | str
    strategies: Mapping[str, Mapping[str, MixedAction]]
    hands: int
    seed: int
    fast: bool
    """Whether the game's own dealer is to play them, or the rules."""

    @property
    def starts(self) -> range:
        """The first hand of each chunk."""
        return range(0, self.hands, _FAST_HANDS_PER_SEED if self.fast else _HANDS_PER_SEED)

    def size(self, start: int) -> int:
        """Return how many hands a chunk has."""
        return min(self.starts.step, self.hands - start)

    def chunk_seed(self, start: int) -> int:
        """Return the seed of a chunk; the first that the rules deal has the seed itself."""
        if start == 0 and not self.fast:
            return self.seed
        return Random(f"{self.seed} {start}").getrandbits(32)

    def loaded_game(self) -> Game:
        """Return the game."""
        return load(self.game) if isinstance(self.game, str) else self.game

    def dealer(self, start: int) -> MemoizedDealer:
        """Return who deals a chunk by the rules."""
        return MemoizedDealer(
            self.loaded_game().seats, self.strategies, seed=self.chunk_seed(start)
        )


def _play_chunks(
    plan: SimulationPlan,
    counts: PayoffCounts,
    progress: Callable[[int], None] | None,
    executor: Executor | None,
) -> bool:
    """Play all hands; False where the game's own dealer must leave them to the rules."""
    if executor is None and not plan.fast:
        _play_in_this_process(plan, counts, progress)
        return True
    lost = raise_worker_lost("the hands from {:,} on".format)
    parts = map_in_order(partial(play_chunk, plan), plan.starts, executor, lost=lost)
    with closing(parts):
        for part in parts:
            if part is None:
                return False
            counts.update(part)
            report_progress("dealing", counts.total(), plan.hands, "hands")
            if progress is not None:
                progress(counts.total())
    return True


def _play_in_this_process(
    plan: SimulationPlan, counts: PayoffCounts, progress: Callable[[int], None] | None
) -> None:
    """Play hands by the rules so that Ctrl-C loses none of them."""
    play = plan.loaded_game().play
    for start in plan.starts:
        dealer = plan.dealer(start)
        for done in range(start, start + plan.size(start)):
            counts[dealer.play_hand(play)] += 1
            report_progress("dealing", done + 1, plan.hands, "hands")
            if progress is not None and done % _PROGRESS_STEP == 0:
                progress(done)


def play_chunk(plan: SimulationPlan, start: int) -> dict[Payoffs, int] | None:
    """Return how often each payoff of all players came in a chunk: what a worker does."""
    game, size = plan.loaded_game(), plan.size(start)
    if not plan.fast:
        dealer = plan.dealer(start)
        return dict(Counter(dealer.play_hand(game.play) for _ in range(size)))
    found = game.many(plan.strategies, size, plan.chunk_seed(start))
    return None if found is None else {(pay, -pay): n for pay, n in found.items() if n}


def simulation_from_counts(game: Game, seed: int, counts: PayoffCounts) -> Simulation:
    """Return what hands paid, player by player."""
    seats = tuple(_counts_of_player(counts, seat) for seat in range(len(game.seats)))
    names = tuple(game.seats)
    return Simulation(str(game), counts.total(), seed, seats[0], seats, names, names[0])


def _counts_of_player(counts: PayoffCounts, seat: int) -> dict[Fraction, int]:
    own: Counter[Fraction | int] = Counter()
    for payoffs, hands in counts.items():
        own[payoffs[seat]] += hands
    return {Fraction(pay): own[pay] for pay in sorted(own)}


def simulate_agents(
    game: Game,
    players: Mapping[str, object],
    *,
    hands: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play hands of a game whose seats are taken by named agents.

    A seat for which no agent is named gets the default agent. Ctrl-C or a stop raises
    :class:`SimulationInterrupted` with the hands played so far.
    """
    counts: PayoffCounts = Counter()
    rules = game.rules
    assert isinstance(rules, NamedAgentFamily)
    parts = rules.dealt(game, agents_by_seat(game, players), hands=hands, seed=seed)
    try:
        for part in parts:
            counts.update(part)
            report_progress("dealing", counts.total(), hands, "hands")
            if progress is not None:
                progress(counts.total())
    except KeyboardInterrupt:
        if not counts:
            raise
        raise SimulationInterrupted(
            _simulation_of_agents(game, seed, counts, players), hands
        ) from None
    return _simulation_of_agents(game, seed, counts, players)


def _simulation_of_agents(
    game: Game, seed: int, counts: PayoffCounts, players: Mapping[str, object]
) -> Simulation:
    """Return what hands paid everybody, and who sat where."""
    found = simulation_from_counts(game, seed, counts)
    return replace(found, apart=True, sources=agents_by_seat(game, players))


def agents_by_seat(game: Game, players: Mapping[str, object]) -> dict[str, str]:
    """Return the agent at every seat of a game for agents; every agent named must exist."""
    rules = game.rules
    assert isinstance(rules, NamedAgentFamily)
    found = dict.fromkeys(game.seats, rules.usual)
    for seat, name in players.items():
        game.demand_seat(seat)
        if not isinstance(name, str):
            usual = rules.usual
            raise RulesError(
                f"seat {seat}: {name!r:.60} is not the name of a player, such as {usual!r}"
            )
        rules.require_agent(name)
        found[seat] = name
    return found
