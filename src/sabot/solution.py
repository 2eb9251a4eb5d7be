"""Solution and Strategy: frozen results that print, save, load and show themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from sabot.certify import as_float, check
from sabot.dossier import read
from sabot.errors import FileError, NumberError
from sabot.exact import rational, show
from sabot.io.whole import write_whole
from sabot.shown import Shown

SCHEMA = "sabot/solution/1"


@dataclass(frozen=True)
class Strategy(Shown, Mapping[str, Mapping[str, Fraction]]):
    """What one seat does: for each view, the chance of each action.

    >>> s = Strategy("dealer", {"8": {"keep": Fraction(3, 8), "draw": Fraction(5, 8)}})
    >>> s["8"]["draw"], s.mixed
    (Fraction(5, 8), ['8'])
    """

    seat: str
    table: Mapping[str, Mapping[str, Fraction]]

    _view = "sabot.render.solution:strategy_view"

    def __getitem__(self, view: str) -> Mapping[str, Fraction]:
        return self.table[view]

    def __iter__(self) -> Iterator[str]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)

    @property
    def mixed(self) -> list[str]:
        """The views at which the seat truly mixes."""
        return [view for view, mix in self.table.items() if len(support(mix)) > 1]

    def __repr__(self) -> str:
        return f"<Strategy of {self.seat}: {len(self)} views, {len(self.mixed)} mixed>"


def support(mix: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Return the actions of a mix that have a chance."""
    return {action: chance for action, chance in mix.items() if chance}


@dataclass(frozen=True)
class Solution(Shown):
    """The value to the first seat, a strategy for each, the verdicts and the certificate."""

    game: str
    seats: tuple[str, ...]
    value: Fraction
    strategies: Mapping[str, Strategy]
    uniqueness: Mapping[str, bool]
    behaviour: Mapping[str, bool]
    """Whether each seat's behaviour is unique too: the plan is, and it comes to all its views."""
    off_path: Mapping[str, Sequence[str]]
    """The views of each seat that never come up when both play as found."""
    method: str
    seconds: float = field(compare=False)
    certificate: Mapping[str, Any] = field(repr=False, compare=False)
    unreachable: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The views that the rules provide for and the cards never show; they are not in the game."""

    _view = "sabot.render.solution:screen"
    _tables = "sabot.render.solution:paper"
    _sheet = "sabot.render.solution:solution_sheet"

    @property
    def unique(self) -> bool:
        """Whether each seat has only this optimal strategy."""
        return all(self.uniqueness.values())

    def __getitem__(self, seat: str) -> Strategy:
        return self.strategies[seat]

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --json``."""
        return {
            "schema": SCHEMA,
            "game": self.game,
            "seats": list(self.seats),
            "value": show(self.value),
            "decimal": as_float(self.value),
            "strategies": {
                seat: {
                    view: {action: show(chance) for action, chance in mix.items()}
                    for view, mix in strategy.items()
                }
                for seat, strategy in self.strategies.items()
            },
            "unique": dict(self.uniqueness),
            "unique_behaviour": dict(self.behaviour),
            "off_path": {seat: list(views) for seat, views in self.off_path.items()},
            **self._absent(),
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "certificate": self.certificate,
        }

    def _absent(self) -> dict[str, Any]:
        absent = {seat: list(views) for seat, views in self.unreachable.items()}
        return {"unreachable": absent} if any(absent.values()) else {}

    def save(self, path: str | Path) -> None:
        """Write the solution with its certificate; an old file is replaced whole or not at all."""
        write_whole(path, json.dumps(self.to_json(), ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Solution:
        """Return a saved solution, after checking its certificate."""
        document = read(path)
        check(document)
        try:
            if "unique_behaviour" not in document:
                return OpenSolution.restored(document)
            strategies = {
                seat: Strategy(
                    seat,
                    {
                        view: {action: rational(text) for action, text in mix.items()}
                        for view, mix in table.items()
                    },
                )
                for seat, table in document["strategies"].items()
            }
            return cls(
                document["game"],
                tuple(document["seats"]),
                rational(document["value"]),
                strategies,
                document["unique"],
                document["unique_behaviour"],
                document["off_path"],
                document["method"],
                document["seconds"],
                document["certificate"],
                {seat: tuple(v) for seat, v in document.get("unreachable", {}).items()},
            )
        except (KeyError, TypeError, AttributeError, NumberError) as fault:
            raise FileError(f"{path}: not a saved solution: {fault}") from None


@dataclass(frozen=True)
class OpenSolution(Solution):
    """The solution of a game in which everything is seen, found without its tree.

    The strategies hold the views along one line of best play. A seat that is not in ``uniqueness``
    was not decided; the certificate is empty where the game is too large for the checker.
    """

    facts: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What the family adds: for a deal of whist its tricks, H, best cards, prices and a line."""

    @property
    def unique(self) -> bool:
        """Whether each seat is known to have only this optimal strategy."""
        return all(self.uniqueness.get(seat, False) for seat in self.seats)

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --json``; ``certificate`` may be null."""
        body = super().to_json()
        del body["unique_behaviour"], body["off_path"]
        body["unique"] = {seat: self.uniqueness.get(seat) for seat in self.seats}
        last = {"certificate": self.certificate or None}
        return {key: body[key] for key in body if key not in last} | dict(self.facts) | last

    @classmethod
    def restored(cls, document: Mapping[str, Any]) -> OpenSolution:
        """Return the solution in a checked document."""
        known = {"schema", "game", "seats", "value", "decimal", "strategies", "unique"}
        known |= {"method", "seconds", "certificate"}
        return cls(
            document["game"],
            tuple(document["seats"]),
            rational(document["value"]),
            {
                seat: Strategy(
                    seat, {v: {a: rational(c) for a, c in m.items()} for v, m in t.items()}
                )
                for seat, t in document["strategies"].items()
            },
            {seat: said for seat, said in document["unique"].items() if said is not None},
            {},
            {},
            document["method"],
            document["seconds"],
            document["certificate"],
            {},
            {key: value for key, value in document.items() if key not in known},
        )
