"""The three optima of a network: flows and costs, exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from sabot.errors import RulesError
from sabot.exact import show
from sabot.games.network.flows import Aim, Network
from sabot.shown import Shown, demand_same


@dataclass(frozen=True)
class Flows(Shown):
    """What flows on each road under each way to decide, and what that costs."""

    game: str
    network: Network
    flows: Mapping[Aim, tuple[Fraction, ...]]

    certificate = None
    _view = "sabot.games.network.render.flows:screen"

    @property
    def strategies(self) -> NoReturn:
        """What other results have; nobody plays a hand here."""
        no_hands()

    def costs(self, aim: Aim) -> tuple[Fraction, ...]:
        """Return what each road costs in all."""
        return self.network.costs(self.flows[aim])

    def total(self, aim: Aim) -> Fraction:
        """Return what all roads cost together."""
        return sum(self.costs(aim), Fraction(0))

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --json``."""
        roads = self.network.roads
        return {
            "schema": "sabot/network/1",
            "network": self.game,  # "game" is one of the three ways to decide
            "seats": [sender.name for sender in self.network.senders],
            **{
                aim: {
                    "flows": dict(zip(roads, map(show, flow), strict=True)),
                    "costs": dict(zip(roads, map(show, self.costs(aim)), strict=True)),
                    "total": show(self.total(aim)),
                }
                for aim, flow in self.flows.items()
            },
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Flows:
        """Return the flows on a document's network, found again: they must be the same."""
        from sabot.games import load

        name = str(document["network"])
        game = load(name, run=False)  # a file is data: it makes nobody run another
        found = game.rules.result(game)
        if not isinstance(found, cls):
            raise ValueError(f"{name:.60} is another kind of game")
        demand_same(found, document)
        return found


def no_hands() -> NoReturn:
    """Say that no hand is played on roads."""
    raise RulesError("a network is not played in hands: sabot solve gives its flows and costs")
