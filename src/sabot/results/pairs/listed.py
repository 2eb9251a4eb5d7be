"""All equilibria of one game: ``sabot equilibria``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.certify import sealed
from sabot.results.pairs.parts import PairEquilibrium, PairPart
from sabot.shown import Shown

LISTED = "sabot/pair-equilibria/1"


@dataclass(frozen=True, repr=False)
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

    _proved = True
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

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

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
            float(document.get("seconds", 0.0)),
        )

    def __repr__(self) -> str:
        return f"<PairEquilibria of {self.game}: {self.count}>"
