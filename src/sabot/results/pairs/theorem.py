"""All equilibria for every value of a parameter, as it is asked, saved and loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from sabot.certify import check, digest, read
from sabot.errors import FileError, NumberError
from sabot.results.ends import Extent, end_text
from sabot.results.pairs.parts import PairPart, PairPiece, PairPoint
from sabot.shown import Shown

SCHEMA = "sabot/pair-proof/1"


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
