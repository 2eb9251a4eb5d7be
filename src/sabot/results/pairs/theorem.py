"""All equilibria for every value of a parameter, as it is asked, saved and loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sabot.exact import Number
from sabot.results.ends import Extent, end_text
from sabot.results.evidence import Proven, seconds_in
from sabot.results.pairs.parts import PairPart, PairPiece, PairPoint

SCHEMA = "sabot/pair-proof/1"


@dataclass(frozen=True, repr=False)
class PairTheorem(Proven[PairPiece]):
    """All equilibria for every value of a parameter, piece by piece, with all that proves them."""

    seats: tuple[str, ...]
    form: Mapping[str, Any]
    """The game as a file tells it."""
    alike: Mapping[str, tuple[tuple[str, ...], ...]]
    """By seat: views of which only the mean of what is done there matters."""
    points: tuple[PairPoint, ...] = ()
    """Over the real numbers: where pieces begin, meet and end."""

    _schema = SCHEMA
    _view = "sabot.render.theorems.pairs:screen"
    _tables = "sabot.render.theorems.equilibria:paper"
    _sheet = "sabot.render.theorems.pairs:sheet"

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
        """Return what the seats are paid at one value, in the first equilibrium there."""
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
            Extent.from_json(document["domain"]),
            tuple(PairPiece.from_json(piece, name) for piece in document["pieces"]),
            tuple(document["seats"]),
            document["form"],
            {seat: tuple(map(tuple, groups)) for seat, groups in document["alike"].items()},
            tuple(PairPoint.from_json(one, name) for one in document.get("breakpoints", ())),
            seconds=seconds_in(document),
        )
