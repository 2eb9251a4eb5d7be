"""Equilibria as formulas, and all of them on a range of the parameter or at a point of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sabot.forms.algebra.formula import Formula
from sabot.results.ends import End, Extent, end_from_json, end_to_json
from sabot.results.pieces import Claims, Mixes, sure_action


@dataclass(frozen=True)
class PairEquilibrium:
    """One equilibrium: what each seat does, and what it is paid."""

    payoffs: tuple[Formula, ...]
    """In the order of the seats."""
    strategies: Mapping[str, Mixes]

    def mixed(self, seat: str) -> list[str]:
        """Return the views at which a seat truly mixes."""
        return [view for view, mix in self.strategies[seat].items() if sure_action(mix) is None]

    def to_json(self) -> dict[str, Any]:
        """Return the equilibrium as a proof writes it."""
        return {
            "payoffs": list(map(str, self.payoffs)),
            "strategies": {
                seat: {v: {a: str(f) for a, f in mix.items()} for v, mix in table.items()}
                for seat, table in self.strategies.items()
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> PairEquilibrium:
        """Return the equilibrium that a (checked) proof writes; *name* is the parameter's."""
        return cls(
            tuple(Formula.of(text, name) for text in data["payoffs"]),
            {
                seat: {
                    view: {action: Formula.of(text, name) for action, text in mix.items()}
                    for view, mix in table.items()
                }
                for seat, table in data["strategies"].items()
            },
        )


@dataclass(frozen=True)
class PairPart:
    """All extreme equilibria on a range of the parameter, or at one point, and why that is all."""

    equilibria: tuple[PairEquilibrium, ...]
    unique: Claims
    tree: Mapping[str, Any] = field(repr=False)
    """The cases, as a file has them."""

    def to_json(self) -> dict[str, Any]:
        """Return what a proof writes of it: the first equilibrium, then the others."""
        first, *others = self.equilibria
        body: dict[str, Any] = first.to_json() | {
            "gains": ["0"] * len(first.payoffs),
            "unique": dict(self.unique),
            "count": len(self.equilibria),
        }
        body |= {"others": [one.to_json() for one in others]} if others else {}
        return body | {"tree": self.tree}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> PairPart:
        """Return the part that a (checked) proof writes."""
        listed = (PairEquilibrium.from_json(one, name) for one in (data, *data.get("others", ())))
        return cls(tuple(listed), dict(data["unique"]), data["tree"])


@dataclass(frozen=True)
class PairPiece:
    """A range of the parameter on which the equilibria are given by the same formulas."""

    extent: Extent
    part: PairPart

    @property
    def first(self) -> PairEquilibrium:
        """The first of its equilibria; mostly there is no other."""
        return self.part.equilibria[0]

    @property
    def low(self) -> End:
        """Where it begins."""
        return self.extent.low

    @property
    def high(self) -> End | None:
        """Where it ends; None: nowhere."""
        return self.extent.high

    @property
    def strategies(self) -> Mapping[str, Mixes]:
        """What the seats do in the first of its equilibria."""
        return self.first.strategies

    def __getitem__(self, key: str) -> Any:
        return self.to_json()[key]

    def to_json(self) -> dict[str, Any]:
        """Return the piece as a proof writes it."""
        return self.extent.to_json() | self.part.to_json()

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> PairPiece:
        """Return the piece that a (checked) proof writes."""
        return cls(Extent.from_json(data), PairPart.from_json(data, name))


@dataclass(frozen=True)
class PairPoint:
    """Where pieces over the real numbers begin, meet or end, and all equilibria just there."""

    at: End
    part: PairPart

    def to_json(self) -> dict[str, Any]:
        """Return the point as a proof writes it."""
        return {"at": end_to_json(self.at)} | self.part.to_json()

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> PairPoint:
        """Return the point that a (checked) proof writes."""
        return cls(end_from_json(data["at"]), PairPart.from_json(data, name))
