"""The best profile found for any number of seats, with what each seat could still gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from sabot.certify import sealed
from sabot.exact import rational, safe_number, show
from sabot.forms.algebra.field import Field
from sabot.forms.algebra.formula import Formula
from sabot.forms.algebra.number import LETTER, Algebraic, Real, irreducible, number_of
from sabot.forms.algebra.point import Point, point_of
from sabot.forms.sequence import Behaviour
from sabot.results.solution import no_value
from sabot.shown import Shown

SCHEMA, FIELD_SCHEMA = "sabot/profile/1", "sabot/field-profile/1"
Ended = Literal["gap", "iterations", "stopped"]
Table = Mapping[str, Mapping[str, Any]]
"""By view and action: the chance, a fraction or a number with a root. Told to type checkers as
anything, for whoever solves a game of two by the same verb has fractions and is not to be asked."""
DIGITS = 30
"""Of chances with a root, where hands are played or judged by fractions."""
ROUNDED = f", its chances rounded to {DIGITS} digits"
"""What is said of it there."""


@dataclass(frozen=True, repr=False)
class Profile(Shown):
    """A strategy for each seat: what it is paid, and what its best reply would earn it more.

    Payoffs and gains are exact. It is an equilibrium if, and only if, every gain is 0. Of an
    equilibrium whose chances are not all fractions, they and the payoffs are numbers of one field:
    that of its *root*.
    """

    game: str
    seats: tuple[str, ...]
    strategies: Mapping[str, Table] = field(repr=False)
    payoffs: Mapping[str, Real]
    gains: Mapping[str, Fraction]
    iterations: int
    ended: Ended
    seconds: float = field(compare=False)
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    """The payoffs of the game: with the strategies all that a checker needs."""
    method: str = "regret minimisation; payoffs and gains exact"
    root: Point | None = field(default=None, repr=False)
    """What t is, where chances are no fractions: the root of an irreducible polynomial."""

    _proved = True
    _view = "sabot.render.seats.profile:profile_view"
    _tables = "sabot.render.seats.profile:profile_tables"
    _sheet = "sabot.render.seats.profile:profile_sheet"

    def _brief(self) -> str:
        return "an equilibrium" if self.equilibrium else "not an equilibrium"

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

    def __getitem__(self, seat: str) -> Table:
        return self.strategies[seat]

    @property
    def played(self) -> Mapping[str, Behaviour]:
        """The strategies in fractions, to play by: rounded to thirty digits where they are none."""
        return {
            seat: {view: rounded(mix) for view, mix in table.items()}
            for seat, table in self.strategies.items()
        }

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --json`` for three or more seats."""
        ran = {"iterations": self.iterations, "ended": self.ended}
        document = {
            "schema": SCHEMA if self.root is None else FIELD_SCHEMA,
            "game": self.game,
            "seats": list(self.seats),
            **({} if self.root is None else {"root": root_json(self.root)}),
            "payoffs": [number_text(self.payoffs[seat]) for seat in self.seats],
            "gains": [show(self.gains[seat]) for seat in self.seats],
            "equilibrium": self.equilibrium,
            "strategies": {
                seat: {
                    view: {a: number_text(c) for a, c in mix.items()} for view, mix in table.items()
                }
                for seat, table in self.strategies.items()
            },
            "unique": dict.fromkeys(self.seats),
            **(ran if self.root is None else {}),
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
        root = irreducible(point_of(told["root"])) if "root" in told else None
        return cls(
            game=str(told["game"]),
            seats=seats,
            strategies={
                seat: {
                    view: {action: _read(c, root) for action, c in mix.items()}
                    for view, mix in told["strategies"][seat].items()
                }
                for seat in seats
            },
            payoffs={s: _read(paid, root) for s, paid in zip(seats, told["payoffs"], strict=True)},
            gains=dict(zip(seats, map(rational, told["gains"]), strict=True)),
            iterations=int(told.get("iterations", 0)),
            ended=told.get("ended", "gap"),
            seconds=float(told["seconds"]),
            method=str(told["method"]),
            certificate=None if held is None else {"form": held["form"]},
            root=root,
        )


def root_json(root: Point) -> dict[str, Any]:
    """Return a root as files name it."""
    return {
        "root_of": [*map(safe_number, root.root_of)],
        "between": [show(root.low), show(root.high)],
    }


def number_text(number: Real) -> str:
    """Return a number as files write it: a fraction, or a formula in t."""
    return str(number.formula) if isinstance(number, Algebraic) else show(number)


def _read(written: str, root: Point | None) -> Real:
    """Return the number that a file writes; a root may be named by a polynomial with factors."""
    if root is None or LETTER not in written:
        return rational(written)
    told = Formula.of(written, LETTER)
    element = Field(root).of(told.top) / told.below[0]
    return number_of(root, element)


def rounded(mix: Mapping[str, Real]) -> dict[str, Fraction]:
    """Return a mix in fractions: what is none is rounded, the likeliest takes up the rest."""
    unit = 10**DIGITS
    found = {a: c.nearly(unit) if isinstance(c, Algebraic) else c for a, c in mix.items()}
    most = max(found, key=lambda action: found[action])
    found[most] += 1 - sum(found.values())
    return found
