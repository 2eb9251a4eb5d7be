"""All optimal strategies of a game, or all its equilibria: the results of ``sabot equilibria``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from sabot.certify import EveryProved, ListProved, sealed
from sabot.exact import rational, show
from sabot.results.optimal import OptimalSet
from sabot.results.parametrised import Parametrised
from sabot.shown import Shown


@dataclass(frozen=True)
class ToldSet:
    """An optimal set as a file tells of it: views that are left open, conditions in words."""

    loose: Mapping[str, tuple[str, ...]]
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class ToldFormula:
    """A chance as a file tells of it: a Python expression."""

    formula: str

    def __str__(self) -> str:
        return self.formula.replace("*", " ")


@dataclass(frozen=True)
class ToldFamily:
    """A segment or a polygon of optimal strategies as a file tells of it."""

    parameters: tuple[str, ...]
    choices: Mapping[str, Mapping[str, ToldFormula]]
    domain: tuple[str, ...]

    @classmethod
    def from_json(cls, told: Any) -> ToldFamily:
        """Return the family that a file tells of."""
        choices = {
            str(view): {str(action): ToldFormula(str(text)) for action, text in mix.items()}
            for view, mix in told["choices"].items()
        }
        names, domain = (tuple(map(str, told[key])) for key in ("parameters", "domain"))
        return cls(names, choices, domain)


@dataclass(frozen=True, repr=False)
class Equilibria(Shown):
    """The optimal sets of both seats by their extreme points; equilibria are their product."""

    game: str
    value: Fraction
    vertices: Mapping[str, list[dict[str, dict[str, Fraction]]]]
    sets: Mapping[str, OptimalSet | ToldSet] = field(default_factory=dict)
    """The optimal sets by equations and inequalities, where all choices are between two actions."""
    families: Mapping[str, Parametrised | ToldFamily] = field(default_factory=dict)
    """The optimal sets that are a segment or a polygon, by one or two parameters."""

    certificate: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The payoffs: with the strategies all that a checker needs; empty where they are not kept."""
    unsure: tuple[str, ...] = ()
    """Seats of which a check of the file did not show that there are no other extreme ones."""

    _proved = True
    _view = "sabot.render.views.equilibria:equilibria_view"
    _tables = "sabot.render.views.equilibria:equilibria_tables"
    _sheet = "sabot.render.views.equilibria:equilibria_sheet"

    @property
    def counts(self) -> dict[str, int]:
        """How many extreme optimal strategies each seat has."""
        return {seat: len(found) for seat, found in self.vertices.items()}

    @property
    def count(self) -> int:
        """How many extreme equilibria there are: the product."""
        total = 1
        for number in self.counts.values():
            total *= number
        return total

    def __getitem__(self, seat: str) -> list[dict[str, dict[str, Fraction]]]:
        return self.vertices[seat]

    def _brief(self) -> str:
        return ", ".join(f"{seat} {count} extreme" for seat, count in self.counts.items())

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot equilibria --json``."""
        document: dict[str, Any] = {
            "schema": "sabot/equilibria/2",
            "game": self.game,
            "value": show(self.value),
            "count": self.count,
            "seats": {
                seat: {
                    "count": len(found),
                    **self._described(seat),
                    "vertices": [
                        {
                            view: {action: show(chance) for action, chance in mix.items()}
                            for view, mix in vertex.items()
                        }
                        for vertex in found
                    ],
                }
                for seat, found in self.vertices.items()
            },
            "certificate": dict(self.certificate) or None,
        }
        return sealed(document) if self.certificate else document

    @classmethod
    def from_json(cls, told: Any) -> Equilibria:
        """Return what a file tells of; nothing in it is checked."""
        vertices = {
            str(seat): [
                {v: {a: rational(c) for a, c in mix.items()} for v, mix in vertex.items()}
                for vertex in own["vertices"]
            ]
            for seat, own in told["seats"].items()
        }
        sets = {
            str(seat): ToldSet(
                {view: tuple(vertices[seat][0][view]) for view in own["loose"]},
                tuple(map(str, own["conditions"])),
            )
            for seat, own in told["seats"].items()
            if "conditions" in own
        }
        families = {
            str(seat): ToldFamily.from_json(own["family"])
            for seat, own in told["seats"].items()
            if "family" in own
        }
        held = told.get("certificate")
        shown = {"form": held["form"]} if held else {}
        return cls(str(told["game"]), rational(told["value"]), vertices, sets, families, shown)

    def _as_proved(self, statement: object) -> Self:
        """Leave out the descriptions that a check did not prove, and note where lists may go on."""
        assert isinstance(statement, ListProved)
        shown = statement.extreme
        return replace(
            self,
            sets={seat: own for seat, own in self.sets.items() if shown[seat].described},
            families={seat: own for seat, own in self.families.items() if shown[seat].described},
            unsure=tuple(seat for seat in self.vertices if not shown[seat].complete),
        )

    def _described(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if seat in self.sets and _readable(self.sets[seat]):
            own = self.sets[seat]
            found["loose"] = list(own.loose)
            found["conditions"] = [str(condition) for condition in own.conditions]
        if seat in self.families:
            family = self.families[seat]
            found["family"] = {
                "parameters": list(family.parameters),
                "domain": [str(edge) for edge in family.domain],
                "choices": {
                    view: {action: chance.formula for action, chance in mix.items()}
                    for view, mix in family.choices.items()
                },
            }
        return found


_LONGEST = 900
"""Digits of a number in a condition that goes into a file: the checker reads no longer ones."""


def _readable(own: OptimalSet | ToldSet) -> bool:
    """Tell whether a checker can read the conditions: names with paired brackets, short numbers.

    >>> [_readable(ToldSet({view: ("no", "yes")}, ())) for view in ("[3]", "3]")]
    [True, False]
    """
    numbers = re.compile(rf"[0-9/]{{{_LONGEST},}}")
    return all(map(_paired, own.loose)) and not any(
        numbers.search(str(condition)) for condition in own.conditions
    )


def _paired(name: str) -> bool:
    depth = 0
    for letter in name:
        depth += (letter == "[") - (letter == "]")
        if depth < 0:
            return False
    return depth == 0


# ---------------------------------------------------------------------- games that are not zero-sum

Mixes = Mapping[str, Mapping[str, Mapping[str, Fraction]]]
"""By seat and view, the chances that are not 0."""


@dataclass(frozen=True)
class ExtremeEquilibrium:
    """One equilibrium that is no mixture of others: what each seat plays, and is paid."""

    strategies: Mixes
    payoffs: tuple[Fraction, Fraction]

    def __getitem__(self, seat: str) -> Mapping[str, Mapping[str, Fraction]]:
        return self.strategies[seat]


@dataclass(frozen=True)
class Component:
    """A connected component of equilibria: maximal Nash subsets, each by its extreme equilibria.

    Every mixture of the strategies that one seat has in a subset is in equilibrium with every
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
class EveryEquilibrium(Shown):
    """Every extreme equilibrium of a game of one choice a seat, and the components they form.

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

    _proved = True
    _view = "sabot.render.views.equilibria:every_view"
    _tables = "sabot.render.views.equilibria:every_tables"
    _sheet = "sabot.render.views.equilibria:every_sheet"

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
        """Whether each seat plays the same in every equilibrium."""
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
            "schema": "sabot/equilibria/3",
            "game": self.game,
            "seats": list(self.seats),
            "count": self.count,
            "unique": self.unique,
            "equilibria": [
                {
                    "strategies": {
                        seat: {
                            view: {action: show(chance) for action, chance in mix.items()}
                            for view, mix in views.items()
                        }
                        for seat, views in one.strategies.items()
                    },
                    "payoffs": [show(payoff) for payoff in one.payoffs],
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
        assert isinstance(statement, EveryProved)
        return replace(self, unsure=not statement.complete)

    @classmethod
    def from_json(cls, told: Any) -> EveryEquilibrium:
        """Return what a file tells of; nothing in it is checked."""
        one, two = map(str, told["seats"])
        held = told.get("certificate")
        return cls(
            str(told["game"]),
            (one, two),
            tuple(
                ExtremeEquilibrium(
                    {
                        seat: {
                            view: {action: rational(c) for action, c in mix.items()}
                            for view, mix in entry["strategies"][seat].items()
                        }
                        for seat in (one, two)
                    },
                    (rational(entry["payoffs"][0]), rational(entry["payoffs"][1])),
                )
                for entry in told["equilibria"]
            ),
            tuple(
                Component(
                    int(part["dimension"]), tuple(tuple(map(int, s)) for s in part["subsets"])
                )
                for part in told["components"]
            ),
            {"form": held["form"], "cases": held["cases"]} if held else {},
        )
