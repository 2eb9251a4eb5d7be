"""All extreme Nash equilibria of a two-player general-sum game, and the components they form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from sabot.results import codec
from sabot.results.base import CertifiedResult, hash_of_fields
from sabot.results.codec import Codec, JsonObject
from sabot.results.solution import Strategy, no_such_error, strategy_with_zeros

StrategiesByPlayer = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
"""By player and information set, the probabilities that are not 0."""


@dataclass(frozen=True)
class ExtremeEquilibrium:
    """One equilibrium that is no mixture of others: what each player plays, and is paid.

    >>> import sabot
    >>> first = sabot.equilibria([[2, 0], [0, 1]], [[1, 0], [0, 2]]).equilibria[0]
    >>> row, column = first.vectors()
    >>> row, first["row"]["-"]["2"]
    ((Fraction(1, 1), Fraction(0, 1)), Fraction(0, 1))
    """

    strategies: StrategiesByPlayer
    payoffs: tuple[Fraction, Fraction]
    actions: Mapping[str, Sequence[str]] = field(default_factory=dict, repr=False, compare=False)
    """By player, all its actions in order, also those with probability 0."""

    _layout = ("strategies", "payoffs")

    def __hash__(self) -> int:
        return hash_of_fields(self)

    def __getitem__(self, seat: str) -> Strategy:
        """Return a player's strategy, with the actions of probability 0."""
        if seat not in self.strategies:
            raise no_such_error(seat, self.strategies, "seat", "the equilibrium")
        table = self.strategies[seat]
        if seat not in self.actions:
            return Strategy(seat, table)
        return strategy_with_zeros(seat, table, self.actions[seat])

    def vectors(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return each player's strategy as a vector: the probabilities of its actions, in order."""
        return tuple(self[seat].vector() for seat in self.strategies)


@dataclass(frozen=True)
class Component:
    """A connected component of equilibria: maximal Nash subsets, each by its extreme equilibria.

    Every mixture of the strategies that one player has in a subset is in equilibrium with every
    mixture of those that the other has there.
    """

    dimension: int
    """Of the largest of its subsets: 0 where it is a single equilibrium."""
    subsets: tuple[tuple[int, ...], ...]
    """The numbers of their extreme equilibria, from 1, as they are listed."""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all extreme equilibria in it."""
        return tuple(sorted({number for subset in self.subsets for number in subset}))


@dataclass(frozen=True)
class EquilibriumTraits:
    """What an extreme equilibrium is besides."""

    strict: bool
    """Every deviation loses."""
    quasi_strict: bool
    """Every best response is played with positive probability."""
    isolated: bool
    """There are no other equilibria nearby."""
    regular: bool
    """It moves smoothly with the payoffs: isolated and quasi-strict."""

    @property
    def names(self) -> tuple[str, ...]:
        """The words that are true of it."""
        said = {
            "strict": self.strict,
            "quasi-strict": self.quasi_strict and not self.strict,
            "regular": self.regular and not self.strict,
            "isolated": self.isolated and not self.regular,
        }
        return tuple(word for word, true in said.items() if true)


@dataclass(frozen=True)
class Indices:
    """The index of each component, and what each extreme equilibrium is."""

    components: tuple[int, ...]
    equilibria: tuple[EquilibriumTraits, ...]


INTERRUPTED = "stopped"
"""Why a list is not complete that Ctrl-C or a watch has stopped."""

_CERTIFICATE: Codec[JsonObject] = Codec(
    lambda held: {key: held[key] if key == "form" else list(held[key]) for key in held} or None,
    lambda held: {key: held[key] for key in ("form", "cases") if key in held} if held else {},
)


def _write_completeness(found: EveryEquilibrium, _: object) -> dict[str, bool]:
    return {"complete": False} if found.stopped else {}


def _read_completeness(data: JsonObject, _: object) -> dict[str, str]:
    return {} if data.get("complete", True) else {"stopped": INTERRUPTED}


_COMPLETENESS = codec.Entry(_write_completeness, _read_completeness)
"""An entry of a list that is not complete, and of no other."""


@dataclass(frozen=True, repr=False)
class EveryEquilibrium(CertifiedResult):
    """Every extreme equilibrium of a game with one choice per player, and the components they form.

    >>> import sabot
    >>> found = sabot.equilibria([[(2, 1), (0, 0)], [(0, 0), (1, 2)]])
    >>> found.count, [list(map(str, one.payoffs)) for one in found.equilibria]
    (3, [['2', '1'], ['1', '2'], ['2/3', '2/3']])
    """

    game: str
    seats: tuple[str, str]
    equilibria: tuple[ExtremeEquilibrium, ...]
    components: tuple[Component, ...]
    certificate: JsonObject = field(default_factory=dict, repr=False, compare=False)
    """The payoffs, and the cases that show the list to be complete, one after the other."""
    unsure: bool = False
    """Whether a check of the file did not show that there are no other extreme equilibria."""
    stopped: str = ""
    """Why the search was stopped: then there may be others, and nothing is said of components."""
    indices: Indices | None = None
    """The index of each component; None: not asked for."""
    support: tuple[int, ...] | None = None
    """How many strategies the players mix in all that were searched; None: any number."""

    _schema = "sabot/equilibria/3"
    _layout = (
        *(codec.SCHEMA, "game", "seats", codec.derived("count"), codec.derived("unique")),
        *(_COMPLETENESS, "equilibria", "components", "indices?"),
        codec.entry("certificate", by=_CERTIFICATE),
    )

    def vectors(self) -> list[tuple[tuple[Fraction, ...], ...]]:
        """Return every extreme equilibrium as one vector for each player."""
        return [one.vectors() for one in self.equilibria]

    @property
    def count(self) -> int:
        """How many extreme equilibria there are."""
        return len(self.equilibria)

    def __len__(self) -> int:
        return len(self.equilibria)

    def __iter__(self) -> Iterator[ExtremeEquilibrium]:
        return iter(self.equilibria)

    def __bool__(self) -> bool:
        return True  # a result, however long

    def _brief(self) -> str:
        return f"{self.count} extreme"

    @property
    def complete(self) -> bool:
        """Whether these are all extreme equilibria."""
        return not self.stopped

    @property
    def unique(self) -> dict[str, bool | None]:
        """Whether each player plays the same in every equilibrium; None: not known."""
        same = {
            seat: all(
                one.strategies[seat] == self.equilibria[0].strategies[seat]
                for one in self.equilibria[1:]
            )
            for seat in self.seats
        }
        return {seat: None if alone and self.stopped else alone for seat, alone in same.items()}

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the result that a document holds; the form in it names all actions."""
        found = super().from_json(document)
        form = found.certificate.get("form", {})
        if not form:
            return found
        actions = dict(zip(found.seats, (form["rows"], form["columns"]), strict=True))
        listed = tuple(replace(one, actions=actions) for one in found.equilibria)
        return replace(found, equilibria=listed)

    def _as_proved(self, statement: object) -> Self:
        """Note whether a check left it open that the list is complete."""
        from sabot.certify import AllNashVerdict

        assert isinstance(statement, AllNashVerdict)
        return replace(self, unsure=not statement.complete)
