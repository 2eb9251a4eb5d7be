"""Proof: a theorem for all values of a parameter, as it is saved, loaded and asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

from sabot.certify import check
from sabot.dossier import read
from sabot.errors import FileError, NumberError
from sabot.expression import quotient
from sabot.io.whole import write_whole
from sabot.roots import Point
from sabot.shown import Shown
from sabot.span import number_at, point_of, shown


@dataclass(frozen=True)
class Proof(Shown):
    """The document of ``sabot prove --json``, with a few questions that it can answer."""

    document: Mapping[str, Any] = field(repr=False)
    seconds: float = field(default=0.0, compare=False)

    _view = "sabot.render.theorem:theorem_view"

    @property
    def game(self) -> str:
        """The game string, its open parameter marked ``*``."""
        return str(self.document["game"])

    @property
    def parameter(self) -> str:
        """The name of the open parameter."""
        return str(self.document["parameter"])

    @property
    def seats(self) -> tuple[str, str]:
        """Both seats; the value is the first one's."""
        one, two = self.document["seats"]
        return str(one), str(two)

    @property
    def whole(self) -> bool:
        """Whether the parameter is a whole number; else it is any real one."""
        return bool(self.document["domain"]["whole"])

    @property
    def range(self) -> str:
        """For which values the theorem holds, in words."""
        domain = self.document["domain"]
        kind = "every whole number" if self.whole else "every real number"
        if domain["to"] is None:
            return f"{kind} {self.parameter} >= {place(domain['from'])}"
        return f"{kind} {self.parameter} from {place(domain['from'])} to {place(domain['to'])}"

    @property
    def pieces(self) -> list[dict[str, Any]]:
        """The pieces of the range, in order, each with its formulas."""
        return list(self.document["pieces"])

    def piece_at(self, at: Fraction | int) -> dict[str, Any]:
        """Return the (first) piece that a value of the parameter lies in."""
        here = Point.at(at)
        if not self.whole or here.low.denominator == 1:
            for piece in self.pieces:
                if _before(piece["from"], here) and (
                    piece["to"] is None or _before(here, piece["to"])
                ):
                    return piece
        raise NumberError(f"{self.parameter} = {at} is outside of what was proved")

    def value_at(self, at: Fraction | int) -> Fraction:
        """Return the value of the game at one value of the parameter."""
        return number_at(self.piece_at(at)["value_parts"], Fraction(at))

    def strategies_at(self, at: Fraction | int) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the optimal strategies at one value of the parameter."""
        spot, name = Fraction(at), self.parameter
        return {
            seat: {
                view: {a: number_at(quotient(text, name), spot) for a, text in mix.items()}
                for view, mix in table.items()
            }
            for seat, table in self.piece_at(at)["strategies"].items()
        }

    def unique_at(self, at: Fraction | int) -> dict[str, bool | None]:
        """Return the verdicts on uniqueness at one value of the parameter; None: not decided."""
        piece = self.piece_at(at)
        if not self.whole:
            for end, claims in self.breakpoints:
                if end.low == at == end.high:
                    return dict(claims)
        return dict(piece["unique"])

    @property
    def breakpoints(self) -> list[tuple[Point, dict[str, bool | None]]]:
        """Where pieces over the real numbers begin, meet and end, with the verdicts there."""
        if self.whole:
            return []
        found = self.document.get("breakpoints")
        if found is None:  # a proof of an earlier make: nothing is claimed there
            ends = [self.pieces[0]["from"], *(p["to"] for p in self.pieces if p["to"] is not None)]
            found = [{"at": end, "unique": dict.fromkeys(self.seats)} for end in ends]
        return [(point_of(point["at"]), dict(point["unique"])) for point in found]

    @property
    def classification(self) -> dict[str, dict[str, list[tuple[int, int | None, str]]]]:
        """The second seat's choices between two actions, sorted for every value of the parameter.

        By seat and view: ranges (from, to, sort), each sort the action that is strictly better
        whatever the other seat does, ``*`` where that depends on it, ``-`` where the choice never
        matters. Empty for games that are not additive, and over real numbers.
        """
        return {
            seat: {
                view: [(low, high, sort) for low, high, sort in ranges]
                for view, ranges in table.items()
            }
            for seat, table in self.document.get("classification", {}).items()
        }

    def sorts_at(self, at: int) -> dict[str, str]:
        """Return the sorts of the second seat's choices at one value of the parameter."""
        self.piece_at(at)
        return {
            view: next(s for low, high, s in ranges if low <= at and (high is None or at <= high))
            for table in self.classification.values()
            for view, ranges in table.items()
        }

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a seat's strategy, over all pieces."""
        claims = {piece["unique"][seat] for piece in self.pieces}
        if claims == {None}:
            return "uniqueness not decided"
        if len(claims) > 1:
            word = "unique" if True in claims else "not unique"
            rest = "only" if None not in claims else "at least, on others not decided"
            return f"{word} on some pieces {rest}"
        word = "unique" if claims == {True} else "not unique"
        if {point[seat] for _, point in self.breakpoints} <= claims:
            return word
        doubt = [shown(at) for at, point in self.breakpoints if point[seat] is None]
        some = ", ".join(doubt[:3]) + (" and elsewhere" if len(doubt) > 3 else "")
        where = f"; not decided at {self.parameter} = {some}" if doubt else ""
        return f"{word} inside every piece{where}"

    def to_json(self) -> dict[str, Any]:
        """Return the whole document, with the time it took."""
        return {**self.document, "seconds": round(self.seconds, 6)}

    def save(self, path: str | Path) -> None:
        """Write the proof; ``sabot check`` re-verifies it."""
        write_whole(path, json.dumps(self.document, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Proof:
        """Return a saved proof, after checking it."""
        document = read(path)
        if document.get("schema") != "sabot/proof/1":
            raise FileError(f"{path}: not a proof")
        check(document)
        return cls(document)

    def to_latex(self) -> str:
        """Return the theorem and a sketch of its proof, for a paper."""
        return str(import_module("sabot.render.theorem_latex").theorem_latex(self))

    def to_markdown(self) -> str:
        """Return the theorem for a README or a wiki."""
        return str(import_module("sabot.render.theorem_markdown").theorem_markdown(self))

    def __repr__(self) -> str:
        return f"<Proof of {self.game}: {len(self.pieces)} pieces>"


class ProofInterrupted(KeyboardInterrupt):
    """Ctrl-C while proving; *proof* is the theorem on the range covered by then, if any."""

    def __init__(self, proof: Proof | None) -> None:
        super().__init__()
        self.proof = proof


def place(end: Any) -> str:
    """Return an end of a range as text: exact where it is a fraction."""
    return shown(point_of(end))


def extent(piece: Mapping[str, Any]) -> str:
    """Return the range of a piece in words.

    >>> extent({"from": 4, "to": 7}), extent({"from": 3, "to": 3}), extent({"from": 9, "to": None})
    ('4 to 7', '3', '9 and more')
    """
    low, high = piece["from"], piece["to"]
    if high is None:
        return f"{place(low)} and more"
    return place(low) if low == high else f"{place(low)} to {place(high)}"


def _before(one: Any, two: Any) -> bool:
    """Tell whether one end is at or before the other; one of them is a fraction."""
    a, b = (end if isinstance(end, Point) else point_of(end) for end in (one, two))
    while not (a.rational and b.rational) and not (a.high < b.low or b.high < a.low):
        a, b = a.closer(), b.closer()
    return a.low <= b.low
