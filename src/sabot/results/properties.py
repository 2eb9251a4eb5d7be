"""Properties of a finite game: sums, degeneracy, dominance, potential, order, symmetry.

Each is said with evidence: a witness where the property fails, a table or a log where it holds. In
a tree the strategies are those of its reduced normal form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from sabot.results import codec
from sabot.results.base import CertifiedResult
from sabot.results.codec import Codec, JsonObject
from sabot.results.correlated import (
    PureProfile,
    PureStrategy,
    pure_strategies_entry,
    pure_strategy_name,
)
from sabot.results.nplayer_nash import NPlayerEquilibria, NPlayerEquilibrium
from sabot.results.symmetry import Orders, Symmetry

PROPERTIES_SCHEMA = "sabot/properties/1"
PotentialKind = Literal["exact", "weighted", "ordinal", "generalized ordinal", "none"]
"""From the strongest to the weakest: each kind is of the next one, too."""
Listing = Literal["as listed", "reordered", "no"]
ImprovementCycle = tuple[PureProfile, ...]
"""Profiles, each by a deviation of one player from the one before; the first follows the last."""
Mixture = tuple[tuple[int, Fraction], ...]
"""Strategies of a player with positive probabilities."""

_EQUILIBRIA: Codec[NPlayerEquilibria] = Codec(
    lambda listed: listed.to_json(), NPlayerEquilibria.from_json
)
_FRACTION: Codec[Fraction] = codec.codec_of(Fraction)
_MIXTURE: Codec[Mixture] = codec.list_of(
    Codec(
        lambda pair: [pair[0], _FRACTION.write(pair[1])],
        lambda row: (row[0], _FRACTION.read(row[1])),
    )
)


@dataclass(frozen=True)
class DegenerateMix:
    """A mixed strategy with more pure best responses than it mixes strategies."""

    seat: int
    mixture: Mixture
    responses: tuple[int, ...]
    """Best responses of the other player."""

    _layout = ("seat", codec.entry("mixture", by=_MIXTURE), "responses")


@dataclass(frozen=True)
class UnplayedResponse:
    """A best response that is not played in an equilibrium: that is not quasi-strict."""

    seat: int
    response: int


@dataclass(frozen=True)
class DominantStrategy:
    """A strategy that is as good as every other of its player against everything."""

    strategy: int
    strict: bool
    """Whether it is better than every other one against everything."""


@dataclass(frozen=True)
class Elimination:
    """A strategy that a mixture of those left strictly dominates, when its turn comes."""

    seat: int
    removed: int
    by: Mixture

    _layout = ("seat", "removed", codec.entry("by", by=_MIXTURE))


@dataclass(frozen=True)
class FourCycle:
    """Two players deviate from a profile in turn, and back."""

    profile: PureProfile
    first: int
    first_plays: int
    second: int
    second_plays: int


@dataclass(frozen=True)
class Potential:
    """The strongest potential of a game, and what shows that it has no stronger one."""

    kind: PotentialKind
    values: tuple[Fraction, ...] | None
    """By profile, the last player's strategies changing first; None: no potential."""
    weights: tuple[Fraction, ...] | None = None
    """Of a weighted potential: a player gains its weight times the change of the potential."""
    four_cycles: tuple[FourCycle, ...] = ()
    """Of a weighted potential a cycle around which gains do not sum to 0; of an ordinal one those
    that no weights satisfy."""
    cycle: ImprovementCycle = ()
    """Of a generalized ordinal potential: deviations that do not lose, and one that gains. Without
    a potential: deviations that all gain."""


@dataclass(frozen=True)
class StepWitness:
    """A step up of a player gains less after a step up of another, in the listed orders."""

    profile: PureProfile
    seat: int
    other: int


@dataclass(frozen=True)
class Supermodularity:
    """Orders of the strategies in which a game has increasing differences."""

    verdict: Listing | None
    """None: not decided; the orders are too many."""
    orders: Orders | None = None
    least: PureProfile | None = None
    """The least equilibrium in these orders."""
    greatest: PureProfile | None = None
    witness: StepWitness | None = None


@dataclass(frozen=True)
class SymmetricEquilibria:
    """All symmetric equilibria of a symmetric game for two, by the first player's strategies.

    Every mixture of the strategies of one subset is a symmetric equilibrium, and there are no
    others.
    """

    vertices: tuple[tuple[Fraction, ...], ...]
    subsets: tuple[tuple[int, ...], ...]
    """The numbers of their vertices, from 1; maximal ones."""


@dataclass(frozen=True, repr=False)
class GameProperties(CertifiedResult):
    """What kind of game a finite game is, each statement with its evidence.

    >>> import sabot
    >>> found = sabot.properties([[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
    >>> found.dominance_solvable, found.potential.kind, found.nondegenerate
    (True, 'exact', True)
    >>> found.pure_equilibria, found.symmetry.verdict
    (((1, 1),), 'as listed')
    """

    game: str
    seats: tuple[str, ...]
    strategies: tuple[tuple[PureStrategy, ...], ...]
    """All pure strategies of each player."""
    constant_sum: Fraction | None
    """What the players are paid together at every profile; None: not always the same."""
    strategically_zero_sum: bool | None
    """Whether the game has the best responses of a zero-sum game; None: not for two players."""
    nondegenerate: bool | None
    """Whether no mixed strategy has more pure best responses than it mixes strategies (two
    players), or whether every equilibrium is regular (all other games); None: not decided."""
    degenerate_mix: DegenerateMix | None
    pure_equilibria: tuple[PureProfile, ...]
    strict_equilibria: tuple[PureProfile, ...]
    """The pure equilibria in which every deviation loses."""
    dominant: tuple[DominantStrategy | None, ...]
    """Of each player: a dominant strategy, if it has one."""
    eliminations: tuple[Elimination, ...]
    """Iterated elimination of strictly dominated strategies, to the end."""
    survivors: tuple[tuple[int, ...], ...]
    """What is left of each player's strategies: the (correlated) rationalizable ones."""
    potential: Potential
    supermodularity: Supermodularity
    symmetry: Symmetry
    symmetric_equilibria: SymmetricEquilibria | None = None
    """None: the game is not known to be symmetric, not for two players, or too large."""
    equilibria: NPlayerEquilibria | None = None
    """What decides whether a game for three and more players is degenerate: all equilibria, each
    with its index; or one that is not regular. None: a pure equilibrium decides it, or nothing."""
    unplayed_response: UnplayedResponse | None = None
    """Why that one is not regular; None: the Jacobian matrix of its indifference equations is
    singular."""
    undecided: str = field(default="", compare=False)
    """Why it is not decided whether the game is degenerate, in words; no part of the document."""
    method: str = ""
    seconds: float = field(default=0.0, compare=False)
    certificate: JsonObject = field(default_factory=dict, repr=False, compare=False)
    """The game, and a belief that justifies each survivor."""

    _schema = PROPERTIES_SCHEMA
    _layout = (
        *(codec.SCHEMA, "game", "seats"),
        pure_strategies_entry(),
        *("constant_sum", "strategically_zero_sum", "nondegenerate", "degenerate_mix"),
        *(codec.entry("equilibria?", by=_EQUILIBRIA), "unplayed_response?"),
        *("pure_equilibria", "strict_equilibria", "dominant", "eliminations", "survivors"),
        codec.derived("dominance_solvable"),
        *("potential", "supermodularity", "symmetry", "symmetric_equilibria"),
        *("method", "seconds"),
        codec.entry("certificate", by=codec.EVIDENCE),
    )

    def _brief(self) -> str:
        return ", ".join(self.list_names()) or "no special structure"

    def list_names(self) -> list[str]:
        """Return the names of the properties that the game is proved to have."""
        found = []
        if self.constant_sum is not None:
            found.append("zero-sum" if self.constant_sum == 0 else "constant-sum")
        elif self.strategically_zero_sum:
            found.append("strategically zero-sum")
        if self.degenerate is not None:
            found.append("degenerate" if self.degenerate else "nondegenerate")
        if self.dominance_solvable:
            found.append("dominance-solvable")
        if self.potential.kind != "none":
            found.append(f"{self.potential.kind} potential")
        if self.supermodularity.orders is not None:
            found.append("supermodular")
        if self.symmetry.orders is not None:
            found.append("symmetric")
        return found

    @property
    def degenerate(self) -> bool | None:
        """Whether the game is degenerate; None: not known.

        For two players: some mixed strategy has more pure best responses than it mixes strategies
        (Lemke and Howson 1964). For three and more: some equilibrium is not regular. It is regular
        if it is quasi-strict and the Jacobian matrix of the indifference equations of its support
        is not singular (Harsanyi 1973; van Damme 1991, section 2.5). A pure equilibrium is regular
        if and only if it is strict.
        """
        if self.nondegenerate is not None:
            return not self.nondegenerate
        return True if set(self.pure_equilibria) - set(self.strict_equilibria) else None

    @property
    def irregular(self) -> NPlayerEquilibrium | None:
        """An equilibrium that is not regular, if one was looked for and found."""
        if self.nondegenerate is False and self.equilibria is not None:
            return self.equilibria.equilibria[0]
        return None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many pure strategies each player has."""
        return tuple(map(len, self.strategies))

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of each player's pure strategies: an action, or one for each place."""
        return tuple(tuple(map(pure_strategy_name, own)) for own in self.strategies)

    @property
    def dominance_solvable(self) -> bool:
        """Whether iterated elimination leaves one strategy of each player."""
        return all(len(own) == 1 for own in self.survivors)

    @property
    def dominant_equilibrium(self) -> PureProfile | None:
        """The equilibrium in dominant strategies, if every player has one."""
        found = tuple(one.strategy for one in self.dominant if one is not None)
        return found if len(found) == len(self.seats) else None

    def verdicts(self) -> dict[str, str]:
        """Return a word for each property: what was proved; ``not decided`` where nothing was."""
        flags = {True: "yes", False: "no", None: "not decided"}
        return {
            "constant-sum": "no" if self.constant_sum is None else str(self.constant_sum),
            "strategically zero-sum": flags[self.strategically_zero_sum],
            "nondegenerate": flags[None if self.degenerate is None else not self.degenerate],
            "pure equilibria": str(len(self.pure_equilibria)),
            "dominance-solvable": flags[self.dominance_solvable],
            "potential": self.potential.kind,
            "supermodular": self.supermodularity.verdict or "not decided",
            "symmetric": self.symmetry.verdict or "not decided",
        }
