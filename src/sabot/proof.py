"""Proof: a theorem for all values of a parameter, as it is saved, loaded and asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from sabot.certify import check
from sabot.dossier import read
from sabot.errors import FileError, NumberError
from sabot.polynomial import value
from sabot.solution import write_whole


@dataclass(frozen=True)
class Proof:
    """The document of ``sabot prove --json``, with a few questions that it can answer."""

    document: Mapping[str, Any] = field(repr=False)
    seconds: float = field(default=0.0, compare=False)

    @property
    def game(self) -> str:
        """The game string, its open parameter marked ``*``."""
        return str(self.document["game"])

    @property
    def parameter(self) -> str:
        """The name of the open parameter."""
        return str(self.document["parameter"])

    @property
    def pieces(self) -> list[dict[str, Any]]:
        """The pieces of the range, in order, each with its formulas."""
        return list(self.document["pieces"])

    def piece_at(self, at: int) -> dict[str, Any]:
        """Return the piece that a value of the parameter lies in."""
        for piece in self.pieces:
            if piece["from"] <= at and (piece["to"] is None or at <= piece["to"]):
                return piece
        raise NumberError(f"{self.parameter} = {at} is outside of what was proved")

    def value_at(self, at: int) -> Fraction:
        """Return the value of the game at one value of the parameter."""
        top, below = self.piece_at(at)["value_parts"]
        return Fraction(value(top, at), value(below, at))

    def unique_at(self, at: int) -> dict[str, bool | None]:
        """Return the verdicts on uniqueness at one value of the parameter."""
        return dict(self.piece_at(at)["unique"])

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

    def __repr__(self) -> str:
        return f"<Proof of {self.game}: {len(self.pieces)} pieces>"

    def __str__(self) -> str:
        lines = [f"{self.game}: for every whole number {self.parameter}"]
        for piece in self.pieces:
            high = piece["to"]
            span = f"{piece['from']} and more" if high is None else f"{piece['from']} to {high}"
            lines.append(f"{span}: value {piece['value']}")
        return "\n".join(lines)
