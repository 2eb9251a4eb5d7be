"""All equilibria of separable two-player games with binary actions, of one game or parametric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify import sealed
from sabot.exact import Number
from sabot.forms.algebra.rational_function import Formula
from sabot.results.base import Result
from sabot.results.parametric import FormulaStrategy, UniquenessClaims, certain_action
from sabot.results.proof import (
    ParameterInterval,
    Proven,
    RangeEnd,
    end_from_json,
    end_to_json,
    end_to_text,
    seconds_from_json,
)


@dataclass(frozen=True)
class PairEquilibrium:
    """One equilibrium: what each player does, and what it is paid."""

    payoffs: tuple[Formula, ...]
    """In the order of the players."""
    strategies: Mapping[str, FormulaStrategy]

    def mixed(self, seat: str) -> list[str]:
        """Return the information sets at which a player truly mixes."""
        return [view for view, mix in self.strategies[seat].items() if certain_action(mix) is None]

    def to_json(self) -> dict[str, Any]:
        """Return the equilibrium as JSON for a proof."""
        return {
            "payoffs": list(map(str, self.payoffs)),
            "strategies": {
                seat: {v: {a: str(f) for a, f in mix.items()} for v, mix in table.items()}
                for seat, table in self.strategies.items()
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> PairEquilibrium:
        """Return the equilibrium read from a (checked) proof; *name* is the parameter's."""
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
    unique: UniquenessClaims
    tree: Mapping[str, Any] = field(repr=False)
    """The cases, as JSON."""

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
        """Return the part read from a (checked) proof."""
        listed = (PairEquilibrium.from_json(one, name) for one in (data, *data.get("others", ())))
        return cls(tuple(listed), dict(data["unique"]), data["tree"])


@dataclass(frozen=True)
class PairPiece:
    """A range of the parameter on which the equilibria are given by the same formulas."""

    extent: ParameterInterval
    part: PairPart

    @property
    def first(self) -> PairEquilibrium:
        """The first of its equilibria; mostly there is no other."""
        return self.part.equilibria[0]

    @property
    def low(self) -> RangeEnd:
        """Where it begins."""
        return self.extent.low

    @property
    def high(self) -> RangeEnd | None:
        """Where it ends; None: nowhere."""
        return self.extent.high

    @property
    def strategies(self) -> Mapping[str, FormulaStrategy]:
        """What the players do in the first of its equilibria."""
        return self.first.strategies

    def __getitem__(self, key: str) -> Any:
        return self.to_json()[key]

    def to_json(self) -> dict[str, Any]:
        """Return the piece as JSON for a proof."""
        return self.extent.to_json() | self.part.to_json()

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> PairPiece:
        """Return the piece read from a (checked) proof."""
        return cls(ParameterInterval.from_json(data), PairPart.from_json(data, name))


@dataclass(frozen=True)
class PairPoint:
    """Where pieces over the real numbers begin, meet or end, and all equilibria just there."""

    at: RangeEnd
    part: PairPart

    def to_json(self) -> dict[str, Any]:
        """Return the point as JSON for a proof."""
        return {"at": end_to_json(self.at)} | self.part.to_json()

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> PairPoint:
        """Return the point read from a (checked) proof."""
        return cls(end_from_json(data["at"]), PairPart.from_json(data, name))


EQUILIBRIA_SCHEMA = "sabot/pair-equilibria/1"


@dataclass(frozen=True, repr=False)
class PairEquilibria(Result):
    """All equilibria of one game with binary choices in which each player is paid by itself."""

    game: str
    seats: tuple[str, ...]
    part: PairPart
    """The extreme equilibria; their formulas are numbers."""
    components: tuple[tuple[int, ...], ...]
    """The numbers of the extreme equilibria, from 1, that span one set."""
    dimensions: tuple[int, ...]
    """Of the sets."""
    form: Mapping[str, Any] = field(repr=False)
    """The game as read from a file."""
    alike: Mapping[str, tuple[tuple[str, ...], ...]] = field(repr=False)
    """By player: information sets of which only the mean of the probabilities matters. The listed
    equilibria play the same at all of them; any probabilities with that mean are as good."""
    seconds: float = field(default=0.0, compare=False)

    _schema = EQUILIBRIA_SCHEMA

    @property
    def count(self) -> int:
        """How many extreme equilibria there are."""
        return len(self.part.equilibria)

    @property
    def unique(self) -> dict[str, bool | None]:
        """Whether each player plays the same in every equilibrium."""
        return dict(self.part.unique)

    @property
    def payoffs(self) -> tuple[tuple[Fraction, ...], ...]:
        """What the players are paid in each of the equilibria."""
        return tuple(tuple(f.at(0) for f in one.payoffs) for one in self.part.equilibria)

    def strategies(self, number: int = 1) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return an equilibrium by its number, from 1."""
        return {
            seat: {view: {a: f.at(0) for a, f in mix.items()} for view, mix in table.items()}
            for seat, table in self.part.equilibria[number - 1].strategies.items()
        }

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot equilibria --json``."""
        alike = {seat: [list(one) for one in groups] for seat, groups in self.alike.items()}
        return sealed(
            {
                "schema": EQUILIBRIA_SCHEMA,
                "game": self.game,
                "seats": list(self.seats),
                "count": self.count,
                "unique": self.unique,
                "equilibria": [one.to_json() for one in self.part.equilibria],
                "components": [
                    {"dimension": dimension, "equilibria": list(numbers)}
                    for dimension, numbers in zip(self.dimensions, self.components, strict=True)
                ],
                "seconds": round(self.seconds, 6),
                "certificate": {"form": self.form, "alike": alike, "tree": self.part.tree},
            }
        )

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> PairEquilibria:
        """Return the result that a file holds, unchecked."""
        held = document["certificate"]
        listed = tuple(PairEquilibrium.from_json(one, "t") for one in document["equilibria"])
        return cls(
            document["game"],
            tuple(document["seats"]),
            PairPart(listed, dict(document["unique"]), held["tree"]),
            tuple(tuple(one["equilibria"]) for one in document["components"]),
            tuple(one["dimension"] for one in document["components"]),
            held["form"],
            {seat: tuple(map(tuple, groups)) for seat, groups in held["alike"].items()},
            float(document.get("seconds", 0.0)),
        )

    def __repr__(self) -> str:
        return f"<PairEquilibria of {self.game}: {self.count}>"


PROOF_SCHEMA = "sabot/pair-proof/1"


@dataclass(frozen=True, repr=False)
class PairTheorem(Proven[PairPiece]):
    """All equilibria for every value of a parameter, piece by piece, with all that proves them."""

    seats: tuple[str, ...]
    form: Mapping[str, Any]
    """The game as read from a file."""
    alike: Mapping[str, tuple[tuple[str, ...], ...]]
    """By player: information sets of which only the mean of the probabilities matters."""
    points: tuple[PairPoint, ...] = ()
    """Over the real numbers: where pieces begin, meet and end."""

    _schema = PROOF_SCHEMA

    @property
    def breakpoints(self) -> tuple[PairPoint, ...]:
        """The points at which two pieces meet."""
        return self.points[1:-1]

    def part_at(self, at: Number) -> PairPart:
        """Return what is proved at one value of the parameter."""
        here = self.value_of(at)
        for point in self.points:
            if point.at == here:
                return point.part
        return self._holding(here).part

    def payoffs_at(self, at: Number) -> tuple[Fraction, ...]:
        """Return what the players are paid at one value, in the first equilibrium there."""
        here = self.value_of(at)
        return tuple(paid.at(here) for paid in self.part_at(here).equilibria[0].payoffs)

    def strategies_at(self, at: Number) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the first equilibrium at one value of the parameter."""
        here = self.value_of(at)
        return {
            seat: {view: {a: f.at(here) for a, f in mix.items()} for view, mix in table.items()}
            for seat, table in self.part_at(here).equilibria[0].strategies.items()
        }

    def unique_at(self, at: Number) -> dict[str, bool | None]:
        """Return whether each player's equilibrium strategy is the only one, at one value."""
        return dict(self.part_at(at).unique)

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy, over all values."""
        inside = {piece.part.unique[seat] for piece in self.pieces}
        odd = [end_to_text(point.at) for point in self.points if not point.part.unique[seat]]
        if inside != {True}:
            return "not unique" if inside == {False} else "unique on some pieces only"
        if not odd:
            return "unique"
        some = ", ".join(odd[:3]) + (" and elsewhere" if len(odd) > 3 else "")
        return f"unique but at {self.parameter} = {some}"

    def _body(self) -> dict[str, Any]:
        body = self._head(self.seats, whole=self.whole)
        if not self.whole:
            body["breakpoints"] = [point.to_json() for point in self.points]
        alike = {seat: [list(one) for one in groups] for seat, groups in self.alike.items()}
        return body | {"alike": alike, "form": self.form}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> PairTheorem:
        """Return the theorem in a document that is checked already."""
        name = document["parameter"]
        return cls(
            document["game"],
            name,
            document["domain"]["whole"],
            ParameterInterval.from_json(document["domain"]),
            tuple(PairPiece.from_json(piece, name) for piece in document["pieces"]),
            tuple(document["seats"]),
            document["form"],
            {seat: tuple(map(tuple, groups)) for seat, groups in document["alike"].items()},
            tuple(PairPoint.from_json(one, name) for one in document.get("breakpoints", ())),
            seconds=seconds_from_json(document),
        )
