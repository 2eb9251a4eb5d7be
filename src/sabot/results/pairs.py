"""All equilibria for every value of a parameter, of games in which each seat is paid by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from sabot.certify import check, digest, read, sealed
from sabot.errors import FileError, NumberError
from sabot.forms.algebra.formula import Formula
from sabot.results.ends import End, Extent, end_from_json, end_text, end_to_json
from sabot.results.pieces import Claims, Mixes
from sabot.shown import Shown

SCHEMA = "sabot/pair-proof/1"
LISTED = "sabot/pair-equilibria/1"


@dataclass(frozen=True)
class PairEquilibrium:
    """One equilibrium: what each seat does, and what it is paid."""

    payoffs: tuple[Formula, ...]
    """In the order of the seats."""
    strategies: Mapping[str, Mixes]

    def mixed(self, seat: str) -> list[str]:
        """Return the views at which a seat truly mixes."""
        table = self.strategies[seat]
        return [
            view
            for view, mix in table.items()
            if not any(chance.constant == 1 for chance in mix.values())
        ]

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


@dataclass(frozen=True)
class PairTheorem(Shown):
    """All equilibria for every value of a parameter, piece by piece, with all that proves them."""

    game: str
    """The game string, its open parameter marked ``*``."""
    parameter: str
    whole: bool
    """Whether the parameter is a whole number; else it is any real one."""
    domain: Extent
    seats: tuple[str, ...]
    form: Mapping[str, Any] = field(repr=False)
    """The game as a file tells it."""
    alike: Mapping[str, tuple[tuple[str, ...], ...]]
    """By seat: views of which only the mean of what is done there matters."""
    pieces: tuple[PairPiece, ...]
    """In order, without a gap."""
    points: tuple[PairPoint, ...] = ()
    """Over the real numbers: where pieces begin, meet and end."""
    seconds: float = field(default=0.0, compare=False)

    _view = "sabot.render.theorems.pairs:screen"
    _tables = "sabot.render.theorems.pairs:paper"
    _sheet = "sabot.render.theorems.pairs:sheet"

    @property
    def range(self) -> str:
        """For which values the theorem holds, in words."""
        kind = "every whole number" if self.whole else "every real number"
        return f"{kind} {self.domain.words(self.parameter)}"

    @property
    def breakpoints(self) -> tuple[PairPoint, ...]:
        """The points at which two pieces meet."""
        return self.points[1:-1]

    def part_at(self, at: Fraction | int) -> PairPart:
        """Return what is proved at one value of the parameter."""
        for point in self.points:
            if point.at == at:
                return point.part
        if not self.whole or Fraction(at).denominator == 1:
            for piece in self.pieces:
                if piece.extent.holds(at):
                    return piece.part
        raise NumberError(f"{self.parameter} = {at} is outside of what was proved")

    def payoffs_at(self, at: Fraction | int) -> tuple[Fraction, ...]:
        """Return what the seats are paid at one value, in the first equilibrium there."""
        return tuple(paid.at(at) for paid in self.part_at(at).equilibria[0].payoffs)

    def strategies_at(self, at: Fraction | int) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the first equilibrium at one value of the parameter."""
        return {
            seat: {view: {a: f.at(at) for a, f in mix.items()} for view, mix in table.items()}
            for seat, table in self.part_at(at).equilibria[0].strategies.items()
        }

    def unique_at(self, at: Fraction | int) -> dict[str, bool | None]:
        """Return whether each seat's equilibrium strategy is the only one, at one value."""
        return dict(self.part_at(at).unique)

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy, over all values."""
        inside = {piece.part.unique[seat] for piece in self.pieces}
        odd = [end_text(point.at) for point in self.points if not point.part.unique[seat]]
        if inside != {True}:
            return "not unique" if inside == {False} else "unique on some pieces only"
        if not odd:
            return "unique"
        some = ", ".join(odd[:3]) + (" and elsewhere" if len(odd) > 3 else "")
        return f"unique but at {self.parameter} = {some}"

    @cached_property
    def document(self) -> Mapping[str, Any]:
        """The proof as it is saved: what ``sabot check`` re-verifies."""
        body: dict[str, Any] = {
            "schema": SCHEMA,
            "game": self.game,
            "parameter": self.parameter,
            "domain": {"whole": self.whole} | self.domain.to_json(),
            "seats": list(self.seats),
            "pieces": [piece.to_json() for piece in self.pieces],
        }
        if not self.whole:
            body["breakpoints"] = [point.to_json() for point in self.points]
        alike = {seat: [list(one) for one in groups] for seat, groups in self.alike.items()}
        body |= {"alike": alike, "form": self.form}
        return body | {"digest": digest(body)}

    @property
    def digest(self) -> str:
        """The digest of the proof, by which it is known."""
        return str(self.document["digest"])

    def to_json(self) -> dict[str, Any]:
        """Return the whole document, with the time it took."""
        return {**self.document, "seconds": round(self.seconds, 6)}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> PairTheorem:
        """Return the theorem in a document that is checked already."""
        name = document["parameter"]
        return cls(
            document["game"],
            name,
            document["domain"]["whole"],
            Extent.from_json(document["domain"]),
            tuple(document["seats"]),
            document["form"],
            {seat: tuple(map(tuple, groups)) for seat, groups in document["alike"].items()},
            tuple(PairPiece.from_json(piece, name) for piece in document["pieces"]),
            tuple(PairPoint.from_json(one, name) for one in document.get("breakpoints", ())),
        )

    @classmethod
    def load(cls, path: str | Path) -> PairTheorem:
        """Return a saved theorem, after checking its proof."""
        document = read(path)
        if document.get("schema") != SCHEMA:
            raise FileError(f"{path}: not a theorem on all equilibria")
        check(document)
        return cls.from_json(document)

    def __repr__(self) -> str:
        return f"<PairTheorem on {self.game}: {len(self.pieces)} pieces>"


@dataclass(frozen=True)
class PairEquilibria(Shown):
    """All equilibria of one game with binary choices in which each seat is paid by itself."""

    game: str
    seats: tuple[str, ...]
    part: PairPart
    """The extreme equilibria; their formulas are numbers."""
    components: tuple[tuple[int, ...], ...]
    """The numbers of the extreme equilibria, from 1, that span one set."""
    dimensions: tuple[int, ...]
    """Of the sets."""
    form: Mapping[str, Any] = field(repr=False)
    """The game as a file tells it."""
    alike: Mapping[str, tuple[tuple[str, ...], ...]] = field(repr=False)
    """By seat: views of which only the mean of what is done there matters. In what is listed the
    same is done at all of them; an equilibrium it is with any chances of that mean."""
    seconds: float = field(default=0.0, compare=False)

    _view = "sabot.render.theorems.pairs:list_screen"
    _tables = "sabot.render.theorems.pairs:list_paper"
    _sheet = "sabot.render.theorems.pairs:list_sheet"

    @property
    def count(self) -> int:
        """How many extreme equilibria there are."""
        return len(self.part.equilibria)

    @property
    def unique(self) -> dict[str, bool | None]:
        """Whether each seat plays the same in every equilibrium."""
        return dict(self.part.unique)

    @property
    def payoffs(self) -> tuple[tuple[Fraction, ...], ...]:
        """What the seats are paid in each of the equilibria."""
        return tuple(tuple(f.at(0) for f in one.payoffs) for one in self.part.equilibria)

    def strategies(self, number: int = 1) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return an equilibrium by its number, from 1."""
        return {
            seat: {view: {a: f.at(0) for a, f in mix.items()} for view, mix in table.items()}
            for seat, table in self.part.equilibria[number - 1].strategies.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot equilibria --json``."""
        alike = {seat: [list(one) for one in groups] for seat, groups in self.alike.items()}
        return sealed(
            {
                "schema": LISTED,
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
        """Return what a file tells of; nothing in it is checked."""
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
        )

    def __repr__(self) -> str:
        return f"<PairEquilibria of {self.game}: {self.count}>"
