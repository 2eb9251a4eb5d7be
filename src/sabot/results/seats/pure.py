"""All pure equilibria of a game for any number of seats: the result of ``sabot equilibria``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from sabot.certify import sealed
from sabot.errors import FileError
from sabot.exact import rational, show
from sabot.shown import Shown

SCHEMA = "sabot/pure/1"
NOT_CHECKED = "there are more profiles, or more payoffs, than the checker goes through"
_MOST = 10**9
"""Pure strategies of a seat in a list of what was looked through: no profile is, where more are."""


@dataclass(frozen=True)
class PureEquilibrium:
    """One choice at every view that a seat's own choices come to, and what each seat is paid."""

    strategies: Mapping[str, Mapping[str, str]]
    payoffs: tuple[Fraction, ...]

    def to_json(self) -> dict[str, Any]:
        """Return its part of the document."""
        strategies = {
            seat: {view: {action: "1"} for view, action in chosen.items()}
            for seat, chosen in self.strategies.items()
        }
        return {"strategies": strategies, "payoffs": list(map(show, self.payoffs))}

    @classmethod
    def from_json(cls, told: Any) -> PureEquilibrium:
        """Return what a file tells of."""
        chosen = {
            str(seat): {str(view): str(next(iter(mix))) for view, mix in table.items()}
            for seat, table in told["strategies"].items()
        }
        return cls(chosen, tuple(map(rational, told["payoffs"])))


@dataclass(frozen=True, repr=False)
class PureEquilibria(Shown):
    """Every profile of pure strategies in which no seat gains by another strategy of its own.

    A game may have none, and then has mixed ones all the same: they are not looked for here.
    """

    game: str
    seats: tuple[str, ...]
    sizes: tuple[int, ...]
    """How many pure strategies each seat has."""
    equilibria: tuple[PureEquilibrium, ...]
    certificate: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    """The payoffs: with the list all that a checker needs; None where it would take too long."""

    _view = "sabot.render.seats.pure:pure_view"
    _sheet = "sabot.render.seats.pure:pure_sheet"
    _proved = True

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.equilibria)

    @property
    def profiles(self) -> int:
        """How many profiles of pure strategies were looked at: all."""
        return prod(self.sizes)

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot equilibria --json``."""
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "game": self.game,
            "seats": list(self.seats),
            "kind": "pure",
            "strategies": list(self.sizes),
            "profiles": self.profiles,
            "count": self.count,
            "equilibria": [one.to_json() for one in self.equilibria],
            "certificate": self.certificate,
        }
        if self.certificate is None:
            return document | {"no_certificate": NOT_CHECKED}
        return sealed(document)

    @classmethod
    def from_json(cls, told: Any) -> PureEquilibria:
        """Return what a file tells of; nothing in it is checked."""
        found = tuple(map(PureEquilibrium.from_json, told["equilibria"]))
        held = told.get("certificate")
        shown = {"form": held["form"]} if held else None
        names, sizes = tuple(told["seats"]), tuple(told["strategies"])
        counted = all(type(size) is int and 0 < size <= _MOST for size in sizes)
        if len(sizes) != len(names) or not counted:
            raise FileError("'strategies' is not a number of pure strategies for each seat")
        return cls(str(told["game"]), names, sizes, found, shown)
