"""The best profile found for any number of seats, with what each seat could still gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from sabot.certify import sealed
from sabot.exact import rational, show
from sabot.forms.sequence import Behaviour
from sabot.results.solution import no_value
from sabot.shown import Shown

SCHEMA = "sabot/profile/1"
Ended = Literal["gap", "iterations", "stopped"]


@dataclass(frozen=True)
class Profile(Shown):
    """A strategy for each seat: what it is paid, and what its best reply would earn it more.

    Payoffs and gains are exact. It is an equilibrium if, and only if, every gain is 0.
    """

    game: str
    seats: tuple[str, ...]
    strategies: Mapping[str, Behaviour] = field(repr=False)
    payoffs: Mapping[str, Fraction]
    gains: Mapping[str, Fraction]
    iterations: int
    ended: Ended
    seconds: float = field(compare=False)
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    """The payoffs of the game: with the strategies all that a checker needs."""
    method: str = "regret minimisation; payoffs and gains exact"

    _proved = True
    _view = "sabot.render.seats.profile:profile_view"
    _sheet = "sabot.render.seats.profile:profile_sheet"

    @property
    def gap(self) -> Fraction:
        """The most that a seat could gain."""
        return max(self.gains.values())

    @property
    def equilibrium(self) -> bool:
        """Whether no seat gains by any other strategy."""
        return not any(self.gains.values())

    @property
    def zero_sum(self) -> bool:
        """Whether what one seat wins the other pays: there are not two."""
        return False

    @property
    def value(self) -> Fraction:
        """What the first seat is paid, where what one of two wins the other pays: never here."""
        raise no_value(self.game)

    @property
    def unique(self) -> bool:
        """Whether each seat is known to have only this strategy: nothing is said of that."""
        return False

    def __getitem__(self, seat: str) -> Behaviour:
        return self.strategies[seat]

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --gap --json`` for three or more seats."""
        document = {
            "schema": SCHEMA,
            "game": self.game,
            "seats": list(self.seats),
            "payoffs": [show(self.payoffs[seat]) for seat in self.seats],
            "gains": [show(self.gains[seat]) for seat in self.seats],
            "equilibrium": self.equilibrium,
            "strategies": {
                seat: {view: {a: show(c) for a, c in mix.items()} for view, mix in table.items()}
                for seat, table in self.strategies.items()
            },
            "unique": dict.fromkeys(self.seats),
            "iterations": self.iterations,
            "ended": self.ended,
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "certificate": None if self.certificate is None else dict(self.certificate),
        }
        return document if self.certificate is None else sealed(document)

    @classmethod
    def from_json(cls, told: Any) -> Profile:
        """Return what a file tells of; nothing in it is checked."""
        seats = tuple(map(str, told["seats"]))
        held = told["certificate"]
        return cls(
            game=str(told["game"]),
            seats=seats,
            strategies={
                seat: {
                    view: {action: rational(c) for action, c in mix.items()}
                    for view, mix in told["strategies"][seat].items()
                }
                for seat in seats
            },
            payoffs=dict(zip(seats, map(rational, told["payoffs"]), strict=True)),
            gains=dict(zip(seats, map(rational, told["gains"]), strict=True)),
            iterations=int(told["iterations"]),
            ended=told["ended"],
            seconds=float(told["seconds"]),
            method=str(told["method"]),
            certificate=None if held is None else {"form": held["form"]},
        )
