"""All optimal strategies of a game, seat by seat: the result of ``sabot equilibria``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.exact import show
from sabot.results.optimal import OptimalSet
from sabot.shown import Shown


@dataclass(frozen=True)
class Equilibria(Shown):
    """The optimal sets of both seats by their extreme points; equilibria are their product."""

    game: str
    value: Fraction
    vertices: Mapping[str, list[dict[str, dict[str, Fraction]]]]
    sets: Mapping[str, OptimalSet] = field(default_factory=dict)
    """The optimal sets by equations and inequalities, where all choices are between two actions."""

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
        if seat not in self.sets:
            return {}
        own = self.sets[seat]
        return {"loose": list(own.loose), "conditions": [str(c) for c in own.conditions]}
