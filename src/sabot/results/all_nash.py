"""All extreme Nash equilibria of a two-player general-sum game, and the components they form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from sabot.certify import sealed
from sabot.exact import as_rational, format_fraction
from sabot.results.base import Result

# ---------------------------------------------------------------------- games that are not zero-sum

StrategiesByPlayer = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
"""By player and information set, the probabilities that are not 0."""


@dataclass(frozen=True)
class ExtremeEquilibrium:
    """One equilibrium that is no mixture of others: what each player plays, and is paid."""

    strategies: StrategiesByPlayer
    payoffs: tuple[Fraction, Fraction]

    def __getitem__(self, seat: str) -> Mapping[str, Mapping[str, Fraction]]:
        return self.strategies[seat]


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


@dataclass(frozen=True, repr=False)
class EveryEquilibrium(Result):
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
    certificate: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The payoffs, and the cases that show the list to be complete, one after the other."""
    unsure: bool = False
    """Whether a check of the file did not show that there are no other extreme equilibria."""

    _schema = "sabot/equilibria/3"

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
    def unique(self) -> dict[str, bool]:
        """Whether each player plays the same in every equilibrium."""
        return {
            seat: all(one[seat] == self.equilibria[0][seat] for one in self.equilibria[1:])
            for seat in self.seats
        }

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot equilibria --json``."""
        document: dict[str, Any] = {
            "schema": self._schema,
            "game": self.game,
            "seats": list(self.seats),
            "count": self.count,
            "unique": self.unique,
            "equilibria": [
                {
                    "strategies": {
                        seat: {
                            view: {
                                action: format_fraction(chance) for action, chance in mix.items()
                            }
                            for view, mix in views.items()
                        }
                        for seat, views in one.strategies.items()
                    },
                    "payoffs": [format_fraction(payoff) for payoff in one.payoffs],
                }
                for one in self.equilibria
            ],
            "components": [
                {"dimension": part.dimension, "subsets": [list(s) for s in part.subsets]}
                for part in self.components
            ],
            "certificate": None,
        }
        if not self.certificate:
            return document
        held = {"form": self.certificate["form"], "cases": list(self.certificate["cases"])}
        return sealed(document | {"certificate": held})

    def _as_proved(self, statement: object) -> Self:
        """Note whether a check left it open that the list is complete."""
        from sabot.certify import AllNashVerdict

        assert isinstance(statement, AllNashVerdict)
        return replace(self, unsure=not statement.complete)

    @classmethod
    def from_json(cls, document: Any) -> EveryEquilibrium:
        """Return the result that a file holds, unchecked."""
        one, two = map(str, document["seats"])
        held = document.get("certificate")
        return cls(
            str(document["game"]),
            (one, two),
            tuple(
                ExtremeEquilibrium(
                    {
                        seat: {
                            view: {action: as_rational(c) for action, c in mix.items()}
                            for view, mix in entry["strategies"][seat].items()
                        }
                        for seat in (one, two)
                    },
                    (as_rational(entry["payoffs"][0]), as_rational(entry["payoffs"][1])),
                )
                for entry in document["equilibria"]
            ),
            tuple(
                Component(
                    int(part["dimension"]), tuple(tuple(map(int, s)) for s in part["subsets"])
                )
                for part in document["components"]
            ),
            {"form": held["form"], "cases": held["cases"]} if held else {},
        )
