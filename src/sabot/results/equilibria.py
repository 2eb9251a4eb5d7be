"""All optimal strategies of a game, seat by seat: the result of ``sabot equilibria``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.exact import show
from sabot.results.optimal import OptimalSet
from sabot.results.parametrised import Parametrised
from sabot.shown import Shown


@dataclass(frozen=True)
class Equilibria(Shown):
    """The optimal sets of both seats by their extreme points; equilibria are their product."""

    game: str
    value: Fraction
    vertices: Mapping[str, list[dict[str, dict[str, Fraction]]]]
    sets: Mapping[str, OptimalSet] = field(default_factory=dict)
    """The optimal sets by equations and inequalities, where all choices are between two actions."""

    families: Mapping[str, Parametrised] = field(default_factory=dict)
    """The optimal sets that are a segment or a polygon, by one or two parameters."""

    _view = "sabot.render.views.equilibria:equilibria_view"

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

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot equilibria --json``."""
        return {
            "schema": "sabot/equilibria/1",
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
        }

    def _described(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if seat in self.sets:
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
