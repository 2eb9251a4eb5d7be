"""Correlated and coarse correlated equilibria: extreme payoffs, vertices, a device that is given.

A *device* draws a profile of pure strategies from a distribution and recommends to each player its
own part of it. The distribution is a correlated equilibrium if no player gains by any change of
what is recommended to it (Aumann 1974, 1987); it is a coarse correlated equilibrium if no player
gains by a strategy chosen before the recommendation (Moulin and Vial 1978). In a tree the
strategies are those of its reduced normal form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Literal, overload

from sabot.results import codec
from sabot.results.base import CertifiedResult
from sabot.results.codec import Codec, JsonObject, Layout
from sabot.results.solution import no_such_error
from sabot.results.tables import latex_number, latex_table, latex_text, pandas_frame

if TYPE_CHECKING:
    from pandas import DataFrame

    from sabot.forms.algebra.algebraic_number import Real

CORRELATED_SCHEMA = "sabot/correlated/1"
SUM = "sum"
"""The objective that is the sum of all payoffs."""
Concept = Literal["correlated", "coarse correlated"]
PureProfile = tuple[int, ...]
"""A profile of pure strategies: the number of each player's strategy, from 0."""
Distribution = tuple[tuple[PureProfile, Fraction], ...]
"""The profiles with positive probability, in lexicographic order, and their probabilities."""
PureStrategy = tuple[tuple[str, str], ...]
"""A pure strategy: what is played at each information set that it reaches."""

_DISTRIBUTION: Codec[Distribution] = Codec(
    lambda held: [[*profile, codec.codec_of(Fraction).write(chance)] for profile, chance in held],
    lambda data: tuple((tuple(row[:-1]), codec.codec_of(Fraction).read(row[-1])) for row in data),
)
_PURE_STRATEGIES: Codec[tuple[PureStrategy, ...]] = codec.list_of(
    Codec(dict, lambda data: tuple((str(view), str(action)) for view, action in data.items()))
)


def pure_strategies_entry() -> codec.Entry:
    """Return the entry ``pure_strategies`` of a document: all of each player, in order."""
    return codec.Entry(
        lambda own, find: {
            "pure_strategies": dict(
                zip(own.seats, map(_PURE_STRATEGIES.write, own.strategies), strict=True)
            )
        },
        lambda data, find: {
            "strategies": tuple(
                _PURE_STRATEGIES.read(data["pure_strategies"][seat]) for seat in data["seats"]
            )
        },
    )


@dataclass(frozen=True)
class CorrelatedDevice:
    """A distribution of profiles of pure strategies, and what each player is paid on average."""

    distribution: Distribution
    payoffs: tuple[Fraction, ...]

    _layout: ClassVar[Layout] = (codec.entry("distribution", by=_DISTRIBUTION), "payoffs")


@dataclass(frozen=True)
class CorrelatedExtreme(CorrelatedDevice):
    """The equilibrium that is best or worst for a player, or for the sum of all payoffs."""

    objective: str | None
    """The player; None: the sum of all payoffs."""
    best: bool
    value: Fraction
    """The greatest or the least value of the objective in any equilibrium."""

    _layout = (
        "objective",
        codec.Entry(
            lambda own, find: {"extreme": "greatest" if own.best else "least"},
            lambda data, find: {"best": data["extreme"] == "greatest"},
        ),
        "value",
        *CorrelatedDevice._layout,
    )


@dataclass(frozen=True)
class Deviation:
    """What a player gains by another strategy than the recommended one, on average per play."""

    seat: int
    recommended: int | None
    """The strategy that it is recommended; None: it decides before the recommendation."""
    plays: int
    gain: Fraction

    def to_row(self) -> list[object]:
        """Return it as a document has it: a coarse deviation has no recommendation."""
        devices = [] if self.recommended is None else [self.recommended]
        return [self.seat, *devices, self.plays, codec.codec_of(Fraction).write(self.gain)]


_DEVIATIONS: Codec[tuple[Deviation, ...]] = codec.list_of(
    Codec(
        Deviation.to_row,
        lambda row: Deviation(
            row[0],
            row[1] if len(row) == 4 else None,
            row[-2],
            codec.codec_of(Fraction).read(row[-1]),
        ),
    )
)


@dataclass(frozen=True)
class EvaluatedDevice(CorrelatedDevice):
    """A given device, and what gains against it: for each recommendation the best deviation."""

    deviations: tuple[Deviation, ...]
    """Those that gain; none in an equilibrium."""

    _layout = (
        *CorrelatedDevice._layout,
        codec.derived("equilibrium"),
        codec.entry("deviations", by=_DEVIATIONS),
    )

    @property
    def equilibrium(self) -> bool:
        """Whether no player gains by any deviation."""
        return not self.deviations

    def gain(self, seat: int) -> Fraction:
        """Return what a player gains by its best deviation after every recommendation."""
        return sum((one.gain for one in self.deviations if one.seat == seat), Fraction(0))


@dataclass(frozen=True)
class NashPayoffs:
    """What the players are paid in the Nash equilibria that are all known: extreme ones, or pure.

    The sum of the payoffs of two players has its extremes among all Nash equilibria at extreme
    ones, since it is bilinear on each maximal Nash subset. For three and more players it is
    multilinear on each set of equilibria, and has its extremes at profiles of the listed strategies
    of the set.
    """

    payoffs: tuple[tuple[Real, ...], ...]
    pure: bool
    """Whether only the pure equilibria are listed."""
    why_pure: str = ""
    """Why not all are, in words."""


@dataclass(frozen=True, repr=False)
class CorrelatedEquilibria(CertifiedResult):
    """The correlated equilibria of a game: the best and the worst, all vertices, a given device.

    >>> import sabot
    >>> chicken = sabot.correlated([[(6, 6), (2, 7)], [(7, 2), (0, 0)]])
    >>> str(chicken.best("sum").value), str(chicken.worst("sum").value)
    ('21/2', '36/5')
    >>> chicken.probabilities(chicken.best("sum"))[("1", "1")]
    Fraction(1, 2)
    """

    game: str
    seats: tuple[str, ...]
    concept: Concept
    strategies: tuple[tuple[PureStrategy, ...], ...]
    """All pure strategies of each player."""
    optimum: Fraction
    """The greatest sum of payoffs at any profile."""
    extremes: tuple[CorrelatedExtreme, ...]
    vertices: tuple[CorrelatedDevice, ...] | None = None
    """All vertices of the polytope of equilibria; None: not asked for."""
    device: EvaluatedDevice | None = None
    method: str = ""
    seconds: float = field(default=0.0, compare=False)
    certificate: JsonObject = field(default_factory=dict, repr=False, compare=False)
    """The game, and for each extreme the multipliers that prove it."""
    nash: NashPayoffs | None = field(default=None, compare=False)
    """Of a computed result, where they are listed; no part of its document."""

    _schema = CORRELATED_SCHEMA
    _layout = (
        *(codec.SCHEMA, "game", "seats", "concept"),
        pure_strategies_entry(),
        *("optimum", "extremes"),
        codec.derived("price_of_anarchy", lambda own: _written_price(own.price_of_anarchy)),
        codec.derived("price_of_stability", lambda own: _written_price(own.price_of_stability)),
        *("vertices", "device", "method", "seconds"),
        codec.entry("certificate", by=codec.EVIDENCE),
    )

    def _brief(self) -> str:
        return f"{self.concept} equilibria"

    @property
    def coarse(self) -> bool:
        """Whether the equilibria are coarse."""
        return self.concept == "coarse correlated"

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each player's pure strategies: an action, or one for each place."""
        return tuple(tuple(map(pure_strategy_name, own)) for own in self.strategies)

    def best(self, objective: str = SUM) -> CorrelatedExtreme:
        """Return the equilibrium with the greatest payoff of a player, or the greatest sum."""
        return self._extreme(objective, best=True)

    def worst(self, objective: str = SUM) -> CorrelatedExtreme:
        """Return the equilibrium with the least payoff of a player, or the least sum."""
        return self._extreme(objective, best=False)

    def _extreme(self, objective: str, *, best: bool) -> CorrelatedExtreme:
        known = {one.objective or SUM: one for one in self.extremes if one.best == best}
        if objective not in known:
            raise no_such_error(objective, known, "objective", "the result")
        return known[objective]

    @property
    def price_of_anarchy(self) -> Fraction | None:
        """The optimum over the least sum of payoffs in an equilibrium: see :func:`price`."""
        return self._price(best=False)

    @property
    def price_of_stability(self) -> Fraction | None:
        """The optimum over the greatest sum of payoffs in an equilibrium: see :func:`price`."""
        return self._price(best=True)

    def _price(self, *, best: bool) -> Fraction | None:
        sums = [e.value for e in self.extremes if e.objective is None and e.best == best]
        return price(self.optimum, sums[0]) if sums else None

    def probabilities(self, device: CorrelatedDevice) -> dict[tuple[str, ...], Fraction]:
        """Return the probabilities of the profiles of a device, by the names of the strategies."""
        named = self.names
        return {
            tuple(own[n] for own, n in zip(named, profile, strict=True)): chance
            for profile, chance in device.distribution
        }

    def vector(self, device: CorrelatedDevice) -> tuple[Fraction, ...]:
        """Return the probabilities of all profiles; the last player's strategies change first."""
        known = dict(device.distribution)
        every = product(*(range(len(own)) for own in self.strategies))
        return tuple(known.get(profile, Fraction(0)) for profile in every)

    def vectors(self) -> list[tuple[Fraction, ...]]:
        """Return all vertices as vectors; without them the extreme equilibria."""
        return [self.vector(one) for one in self.vertices or self.extremes]

    def to_frame(self) -> DataFrame:
        """Return a table of pandas, which must be installed: a row for each profile and device.

        Its probabilities and payoffs are fractions.
        """
        return pandas_frame(
            (
                (name, *profile, chance)
                for name, device in self.devices().items()
                for profile, chance in self.probabilities(device).items()
            ),
            ("device", *self.seats, "probability"),
        )

    def devices(self) -> Mapping[str, CorrelatedDevice]:
        """Return every distribution of the result by a name of its own."""
        found: dict[str, CorrelatedDevice] = {
            f"{'best' if one.best else 'worst'} for {one.objective or 'the sum'}": one
            for one in self.extremes
        }
        found |= {f"vertex {n}": one for n, one in enumerate(self.vertices or (), 1)}
        return found | ({"device": self.device} if self.device else {})

    def _repr_latex_(self) -> str:
        """Return the table of extremes and of a device for a notebook that shows LaTeX."""
        rows = [
            (
                latex_text(f"{'best' if one.best else 'worst'} {one.objective or SUM}"),
                *map(latex_number, (one.value, *one.payoffs)),
            )
            for one in self.extremes
        ]
        if self.device is not None:
            total = sum(self.device.payoffs, Fraction(0))
            rows.append(("device", *map(latex_number, (total, *self.device.payoffs))))
        head = ("", *map(latex_text, ("value", *self.seats)))
        return latex_table("l" + "r" * (1 + len(self.seats)), [head, *rows])


def pure_strategy_name(strategy: PureStrategy) -> str:
    """Return the name of a pure strategy: its action, or ``K:bet Q:check`` where it has several.

    >>> pure_strategy_name((("-", "C"),)), pure_strategy_name((("K", "bet"), ("Q", "check")))
    ('C', 'K:bet Q:check')
    """
    if len(strategy) == 1 and strategy[0][0] == "-":
        return strategy[0][1]
    return " ".join(f"{view}:{action}" for view, action in strategy) or "-"


@overload
def price(optimum: Fraction, total: Fraction) -> Fraction | None: ...


@overload
def price(optimum: Fraction, total: Real) -> Real | None: ...


def price(optimum: Fraction, total: Real) -> Real | None:
    """Return by which factor the sum of payoffs in an equilibrium falls short of the optimum.

    Payoffs that are positive: the optimum over the sum. Costs, which are negative payoffs: the sum
    over the optimum. Both are at least 1. None where the two numbers are not of the same sign.

    >>> price(Fraction(12), Fraction(9)), price(Fraction(-2), Fraction(-3))
    (Fraction(4, 3), Fraction(3, 2))
    """
    if optimum > 0 and total > 0:
        return optimum / total
    return total / optimum if optimum < 0 else None


def _written_price(number: Fraction | None) -> str | None:
    written: str | None = codec.nullable(codec.codec_of(Fraction)).write(number)
    return written
