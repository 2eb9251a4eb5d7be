"""Results for any number of players: a profile with exact regrets, and all pure equilibria.

The probabilities and payoffs of a profile are fractions, or elements of one number field: that of
its root.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, Literal

from sabot.certify import sealed
from sabot.errors import FileError
from sabot.exact import as_rational, format_fraction, json_safe_integer
from sabot.forms.algebra.algebraic_number import (
    ROOT_LETTER,
    Algebraic,
    NumberField,
    Real,
    number_from_element,
    with_irreducible_polynomial,
)
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint, point_from_json
from sabot.forms.sequence import BehaviourStrategy
from sabot.results.base import Result
from sabot.results.solution import no_value_error

PROFILE_SCHEMA, FIELD_PROFILE_SCHEMA = "sabot/profile/1", "sabot/field-profile/1"
StopReason = Literal["gap", "iterations", "stopped"]
StrategyTable = Mapping[str, Mapping[str, Any]]
"""By information set and action: the probability, a fraction or an element of a number field.

Typed as Any: whoever solves a two-player game by the same function has fractions, without a cast.
"""
DIGITS = 30
"""Of probabilities with a root, where hands are played or evaluated by fractions."""
ROUNDED_NOTE = f", its chances rounded to {DIGITS} digits"
"""What is said of it there."""


@dataclass(frozen=True, repr=False)
class Profile(Result):
    """A strategy for each player: what it is paid, and what its best response would earn it more.

    Payoffs and gains are exact. It is an equilibrium if, and only if, every gain is 0. Of an
    equilibrium whose probabilities are not all fractions, they and the payoffs are elements of one
    number field: that of its *root*.
    """

    game: str
    seats: tuple[str, ...]
    strategies: Mapping[str, StrategyTable] = field(repr=False)
    payoffs: Mapping[str, Real]
    gains: Mapping[str, Fraction]
    iterations: int
    ended: StopReason
    seconds: float = field(compare=False)
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    """The payoffs of the game: with the strategies all that a checker needs."""
    method: str = "regret minimisation; payoffs and gains exact"
    root: RealPoint | None = field(default=None, repr=False)
    """What t is, where probabilities are no fractions: the root of an irreducible polynomial."""

    _schema = PROFILE_SCHEMA

    def _brief(self) -> str:
        return "an equilibrium" if self.equilibrium else "not an equilibrium"

    @property
    def gap(self) -> Fraction:
        """The most that a player could gain."""
        return max(self.gains.values())

    @property
    def equilibrium(self) -> bool:
        """Whether no player gains by any other strategy."""
        return not any(self.gains.values())

    @property
    def zero_sum(self) -> bool:
        """Whether what one player wins the other pays: there are not two."""
        return False

    @property
    def value(self) -> Fraction:
        """What the first player is paid, where what one of two wins the other pays: never here."""
        raise no_value_error(self.game)

    @property
    def unique(self) -> bool:
        """Whether each player is known to have only this strategy: nothing is said of that."""
        return False

    def __getitem__(self, seat: str) -> StrategyTable:
        return self.strategies[seat]

    @property
    def played(self) -> Mapping[str, BehaviourStrategy]:
        """The strategies in fractions, to play by: rounded to thirty digits where they are none."""
        return {
            seat: {view: round_mix(mix) for view, mix in table.items()}
            for seat, table in self.strategies.items()
        }

    @property
    def document(self) -> Mapping[str, Any]:
        """What ``sabot check`` re-verifies."""
        return self.to_json()

    def to_json(self) -> dict[str, Any]:
        """Return the document of ``sabot solve --json`` for three or more players."""
        ran = {"iterations": self.iterations, "ended": self.ended}
        document = {
            "schema": PROFILE_SCHEMA if self.root is None else FIELD_PROFILE_SCHEMA,
            "game": self.game,
            "seats": list(self.seats),
            **({} if self.root is None else {"root": root_to_json(self.root)}),
            "payoffs": [number_to_text(self.payoffs[seat]) for seat in self.seats],
            "gains": [format_fraction(self.gains[seat]) for seat in self.seats],
            "equilibrium": self.equilibrium,
            "strategies": {
                seat: {
                    view: {a: number_to_text(c) for a, c in mix.items()}
                    for view, mix in table.items()
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
    def from_json(cls, document: Any) -> Profile:
        """Return the result that a file holds, unchecked."""
        seats = tuple(map(str, document["seats"]))
        held = document["certificate"]
        root = (
            with_irreducible_polynomial(point_from_json(document["root"]))
            if "root" in document
            else None
        )
        return cls(
            game=str(document["game"]),
            seats=seats,
            strategies={
                seat: {
                    view: {action: _number_from_json(c, root) for action, c in mix.items()}
                    for view, mix in document["strategies"][seat].items()
                }
                for seat in seats
            },
            payoffs={
                s: _number_from_json(paid, root)
                for s, paid in zip(seats, document["payoffs"], strict=True)
            },
            gains=dict(zip(seats, map(as_rational, document["gains"]), strict=True)),
            iterations=int(document.get("iterations", 0)),
            ended=document.get("ended", "gap"),
            seconds=float(document["seconds"]),
            method=str(document["method"]),
            certificate=None if held is None else {"form": held["form"]},
            root=root,
        )


def root_to_json(root: RealPoint) -> dict[str, Any]:
    """Return a root as JSON."""
    return {
        "root_of": [*map(json_safe_integer, root.root_of)],
        "between": [format_fraction(root.low), format_fraction(root.high)],
    }


def number_to_text(number: Real) -> str:
    """Return a number as JSON: a fraction, or a formula in t."""
    return str(number.formula) if isinstance(number, Algebraic) else format_fraction(number)


def _number_from_json(written: str, root: RealPoint | None) -> Real:
    """Return the number read from a file; a root may be named by a polynomial with factors."""
    if root is None or ROOT_LETTER not in written:
        return as_rational(written)
    formula = Formula.of(written, ROOT_LETTER)
    element = NumberField(root).of(formula.top) / formula.below[0]
    return number_from_element(root, element)


def round_mix(mix: Mapping[str, Real]) -> dict[str, Fraction]:
    """Return a mix in fractions: what is none is rounded, the likeliest takes up the rest."""
    unit = 10**DIGITS
    found = {a: c.nearly(unit) if isinstance(c, Algebraic) else c for a, c in mix.items()}
    most = max(found, key=lambda action: found[action])
    found[most] += 1 - sum(found.values())
    return found


PURE_SCHEMA = "sabot/pure/1"
NOT_CHECKED = "there are more profiles, or more payoffs, than the checker goes through"
_MAX_PURE_STRATEGIES = 10**9
"""The most pure strategies of a player for which a certificate lists all profiles."""


@dataclass(frozen=True)
class PureEquilibrium:
    """A pure equilibrium: one action at every information set reached, and the payoffs."""

    strategies: Mapping[str, Mapping[str, str]]
    payoffs: tuple[Fraction, ...]

    def to_json(self) -> dict[str, Any]:
        """Return its part of the document."""
        strategies = {
            seat: {view: {action: "1"} for view, action in chosen.items()}
            for seat, chosen in self.strategies.items()
        }
        return {"strategies": strategies, "payoffs": list(map(format_fraction, self.payoffs))}

    @classmethod
    def from_json(cls, document: Any) -> PureEquilibrium:
        """Return what a file tells of."""
        chosen = {
            str(seat): {str(view): str(next(iter(mix))) for view, mix in table.items()}
            for seat, table in document["strategies"].items()
        }
        return cls(chosen, tuple(map(as_rational, document["payoffs"])))


@dataclass(frozen=True, repr=False)
class PureEquilibria(Result):
    """Every profile of pure strategies in which no player gains by another strategy of its own.

    A game may have none, and then has mixed ones all the same: they are not looked for here.
    """

    game: str
    seats: tuple[str, ...]
    sizes: tuple[int, ...]
    """How many pure strategies each player has."""
    equilibria: tuple[PureEquilibrium, ...]
    certificate: Mapping[str, Any] | None = field(default=None, repr=False, compare=False)
    """The payoffs: with the list all that a checker needs; None where it would take too long."""

    _schema = PURE_SCHEMA

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
            "schema": PURE_SCHEMA,
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
    def from_json(cls, document: Any) -> PureEquilibria:
        """Return the result that a file holds, unchecked."""
        found = tuple(map(PureEquilibrium.from_json, document["equilibria"]))
        held = document.get("certificate")
        shown = {"form": held["form"]} if held else None
        names, sizes = tuple(document["seats"]), tuple(document["strategies"])
        counted = all(type(size) is int and 0 < size <= _MAX_PURE_STRATEGIES for size in sizes)
        if len(sizes) != len(names) or not counted:
            raise FileError("'strategies' is not a number of pure strategies for each seat")
        return cls(str(document["game"]), names, sizes, found, shown)
