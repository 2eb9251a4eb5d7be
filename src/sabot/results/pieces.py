"""The parts of a theorem: pieces with their formulas, breakpoints, sorted choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from sabot.exact import Number
from sabot.forms.algebra.formula import Formula
from sabot.forms.algebra.point import Point
from sabot.results.ends import End, Extent, end_from_json, end_to_json, point_at
from sabot.results.evidence import (
    Basis,
    Inequality,
    Plans,
    plans_from_json,
    plans_to_json,
    polynomial_from_json,
)

Claims = Mapping[str, bool | None]
"""By seat: whether its strategy is the only optimal one; None where that is not decided."""
Mixes = Mapping[str, Mapping[str, Formula]]
"""A strategy: by view the chance of each action."""
DEPENDS, IDLE = "*", "-"


def sure_action(mix: Mapping[str, Formula]) -> str | None:
    """Return the action that is taken for sure, whatever the parameter; None of a true mix."""
    return next((action for action, chance in mix.items() if chance.constant == 1), None)


@dataclass(frozen=True)
class Piece:
    """A range of the parameter on which one set of formulas holds, and why it does.

    ``piece["from"]`` and the like, the names of the file, are understood too.
    """

    extent: Extent
    value: Formula
    strategies: Mapping[str, Mixes]
    unique: Claims
    plans: Plans = field(repr=False)
    basis: Mapping[str, Basis] = field(default_factory=dict, repr=False)
    inequalities: tuple[Inequality, ...] = field(default=(), repr=False)
    another: Plans = field(default_factory=dict, repr=False)
    """By seat: a second optimal plan, where the first is not the only one."""
    witness: Plans = field(default_factory=dict, repr=False)
    """By seat: the plan of the other one that shows its own to be the only one."""
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    """That of the game at the only value of the piece, where it decides uniqueness."""

    @property
    def low(self) -> End:
        """Where the piece begins."""
        return self.extent.low

    @property
    def high(self) -> End | None:
        """Where it ends; None: it does not."""
        return self.extent.high

    @property
    def at(self) -> Fraction | None:
        """The only value of the parameter in it, if it has one."""
        return self.extent.single

    def strategies_at(self, at: Number) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the strategies as numbers at one value of the parameter."""
        return {
            seat: {view: {a: f.at(at) for a, f in mix.items()} for view, mix in table.items()}
            for seat, table in self.strategies.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Return the piece as a proof writes it."""
        body: dict[str, Any] = {}
        for kind, plans in (("another", self.another), ("witness", self.witness)):
            body |= {kind: plans_to_json(plans)} if plans else {}
        body |= {} if self.certificate is None else {"certificate": self.certificate}
        body |= self.extent.to_json() | {
            "value": str(self.value),
            "strategies": {
                seat: {v: {a: str(f) for a, f in mix.items()} for v, mix in table.items()}
                for seat, table in self.strategies.items()
            },
            "unique": dict(self.unique),
            "value_parts": [list(self.value.top), list(self.value.below)],
            "plans": plans_to_json(self.plans),
        }
        if self.basis:
            body["basis"] = {seat: basis.to_json() for seat, basis in self.basis.items()}
            body["inequalities"] = [one.to_json() for one in self.inequalities]
        return body

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> Piece:
        """Return the piece that a (checked) proof writes; *name* is the parameter's."""
        top, below = map(polynomial_from_json, data["value_parts"])
        return cls(
            extent=Extent.from_json(data),
            value=Formula(top, below, name),
            strategies={
                seat: {
                    view: {action: Formula.of(text, name) for action, text in mix.items()}
                    for view, mix in table.items()
                }
                for seat, table in data["strategies"].items()
            },
            unique=dict(data["unique"]),
            plans=plans_from_json(data["plans"]),
            basis={seat: Basis.from_json(basis) for seat, basis in data["basis"].items()},
            inequalities=tuple(map(Inequality.from_json, data["inequalities"])),
            another=plans_from_json(data.get("another", {})),
            witness=plans_from_json(data.get("witness", {})),
            certificate=data.get("certificate"),
        )

    @cached_property
    def _document(self) -> dict[str, Any]:
        return self.to_json()

    def __getitem__(self, key: str) -> Any:
        return self._document[key]


@dataclass(frozen=True)
class Breakpoint:
    """Where pieces over the real numbers begin, meet or end, and what is unique just there."""

    at: End
    unique: Claims
    another: Plans = field(default_factory=dict, repr=False)
    witness: Plans = field(default_factory=dict, repr=False)
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)

    @property
    def point(self) -> Point:
        """The same as a point of the line."""
        return point_at(self.at)

    def to_json(self) -> dict[str, Any]:
        """Return the breakpoint as a proof writes it: evidence in the order of the seats."""
        body = {"at": end_to_json(self.at), "unique": dict(self.unique)}
        kinds = {"another": self.another, "witness": self.witness}
        order = list(self.unique)
        for kind, plans in sorted(
            ((kind, plans) for kind, plans in kinds.items() if plans),
            key=lambda held: min(order.index(seat) for seat in held[1]),
        ):
            body[kind] = plans_to_json(plans)
        return body | ({} if self.certificate is None else {"certificate": self.certificate})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Breakpoint:
        """Return the breakpoint that a (checked) proof writes."""
        return cls(
            end_from_json(data["at"]),
            dict(data["unique"]),
            plans_from_json(data.get("another", {})),
            plans_from_json(data.get("witness", {})),
            data.get("certificate"),
        )


class Sort(NamedTuple):
    """A range of whole numbers on which a choice has one sort."""

    low: int
    high: int | None
    sort: str
    """The action that is strictly better whatever the other seat does, ``*`` where that depends
    on it, ``-`` where the choice never matters."""

    def holds(self, at: Fraction | int) -> bool:
        """Tell whether a whole number is in the range."""
        return self.low <= at and (self.high is None or at <= self.high)

    def __repr__(self) -> str:
        return tuple.__repr__(self)


@dataclass(frozen=True, eq=False)
class Classification(Mapping[str, Mapping[str, list[Sort]]]):
    """The second seat's choices between two actions, sorted for every value of the parameter.

    By seat and view the ranges of its sorts, in order. Empty for games that are not additive, and
    over real numbers.
    """

    sorts: Mapping[str, Mapping[str, tuple[Sort, ...]]] = field(default_factory=dict)

    def __getitem__(self, seat: str) -> Mapping[str, list[Sort]]:
        return {view: list(ranges) for view, ranges in self.sorts[seat].items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self.sorts)

    def __len__(self) -> int:
        return len(self.sorts)

    def at(self, value: Fraction | int) -> dict[str, str]:
        """Return the sorts of all choices at one value of the parameter."""
        return {
            view: next(part.sort for part in ranges if part.holds(value))
            for table in self.sorts.values()
            for view, ranges in table.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Return the sorts as a proof writes them."""
        return {
            seat: {view: [list(part) for part in ranges] for view, ranges in table.items()}
            for seat, table in self.sorts.items()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Classification:
        """Return the sorts that a (checked) proof writes."""
        return cls(
            {
                seat: {view: tuple(Sort(*part) for part in ranges) for view, ranges in t.items()}
                for seat, t in data.items()
            }
        )
