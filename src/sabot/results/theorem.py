"""Theorem: one proof for all values of a parameter, as it is asked, saved and loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.errors import Interrupted
from sabot.exact import Number
from sabot.results.ends import Extent, end_text
from sabot.results.evidence import REASONS, PolynomialGame, Proven, seconds_in
from sabot.results.pieces import Breakpoint, Classification, Piece

SCHEMA = "sabot/proof/1"


@dataclass(frozen=True, repr=False)
class Theorem(Proven[Piece]):
    """The value and optimal strategies as formulas, piece by piece, with all that proves them."""

    form: PolynomialGame
    breakpoints: tuple[Breakpoint, ...] = ()
    """Where pieces over the real numbers begin, meet and end."""
    classification: Classification = field(default_factory=Classification)

    _schema = SCHEMA
    _view = "sabot.render.theorems.statement:theorem_view"
    _tables = "sabot.render.theorems.paper:theorem_paper"
    _wiki = "sabot.render.theorems.wiki:theorem_wiki"
    _sheet = "sabot.render.theorems.sheet:theorem_sheet"

    @property
    def seats(self) -> tuple[str, str]:
        """Both seats; the value is the first one's."""
        return self.form.seats

    def value_at(self, at: Number) -> Fraction:
        """Return the value of the game at one value of the parameter."""
        here = self.value_of(at)
        return self._holding(here).value.at(here)

    def strategies_at(self, at: Number) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the optimal strategies at one value of the parameter."""
        here = self.value_of(at)
        return self._holding(here).strategies_at(here)

    def unique_at(self, at: Number) -> dict[str, bool | None]:
        """Return the verdicts on uniqueness at one value of the parameter; None: not decided."""
        here = self.value_of(at)
        claims = (point.unique for point in self.breakpoints if point.at == here)
        return dict(next(claims, self._holding(here).unique))

    def sorts_at(self, at: Number) -> dict[str, str]:
        """Return the sorts of the second seat's choices at one value of the parameter."""
        return self.classification.at(self.value_of(at))

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy, over all pieces."""
        claims = {piece.unique[seat] for piece in self.pieces}
        if claims == {None}:
            return "uniqueness not decided"
        if len(claims) > 1:
            word = "unique" if True in claims else "not unique"
            rest = "only" if None not in claims else "at least, on others not decided"
            return f"{word} on some pieces {rest}"
        word = "unique" if claims == {True} else "not unique"
        if {point.unique[seat] for point in self.breakpoints} <= claims:
            return word
        doubt = [end_text(point.at) for point in self.breakpoints if point.unique[seat] is None]
        some = ", ".join(doubt[:3]) + (" and elsewhere" if len(doubt) > 3 else "")
        where = f"; not decided at {self.parameter} = {some}" if doubt else ""
        return f"{word} inside every piece{where}"

    def _body(self) -> dict[str, Any]:
        body = self._head(self.seats, whole=self.whole)
        body |= {"reasons": REASONS, "form": self.form.to_json()}
        if not self.whole:
            body["breakpoints"] = [point.to_json() for point in self.breakpoints]
        if self.classification:
            body["classification"] = self.classification.to_json()
        return body

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Theorem:
        """Return the theorem in a document that is checked already."""
        domain, name = document["domain"], document["parameter"]
        pieces = tuple(Piece.from_json(piece, name) for piece in document["pieces"])
        points = tuple(map(Breakpoint.from_json, document.get("breakpoints", ())))
        form = PolynomialGame.from_json(document["form"])
        if not domain["whole"] and not points:  # of an earlier make: nothing is claimed there
            ends = [pieces[0].low, *(piece.high for piece in pieces if piece.high is not None)]
            points = tuple(Breakpoint(end, dict.fromkeys(form.seats)) for end in ends)
        return cls(
            document["game"],
            name,
            domain["whole"],
            Extent.from_json(domain),
            pieces,
            form,
            points,
            Classification.from_json(document.get("classification", {})),
            seconds=seconds_in(document),
        )


class ProofInterrupted(Interrupted):
    """Stopped by the user; *proof* is the theorem on the range covered by then, if any."""

    def __init__(self, proof: Theorem | None) -> None:
        self.proof = proof
        done = "there is nothing to keep yet" if proof is None else f"proved so far: {proof.range}"
        super().__init__(f"interrupted; {done}")


Proof = Theorem
"""The name that theorems had before they were objects; kept for those who import it."""
