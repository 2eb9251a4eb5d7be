"""Results for any number of players: a profile with exact regrets, and all pure equilibria.

The probabilities and payoffs of a profile are fractions, or elements of one number field: that of
its root.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, Literal, Self

from flint import fmpq_poly, fmpz_poly

from sabot.errors import FileError, NoSuchError
from sabot.exact import as_rational, format_fraction, json_safe_integer
from sabot.forms.algebra.algebraic_number import (
    ONE,
    ROOT_LETTER,
    Algebraic,
    NumberField,
    Real,
    number_from_element,
    with_irreducible_polynomial,
)
from sabot.forms.algebra.rational_function import Formula, polynomial_text
from sabot.forms.algebra.real_roots import RealPoint, point_from_json, sign_at
from sabot.forms.sequence import BehaviourStrategy
from sabot.results import codec
from sabot.results.base import CertifiedResult, hash_of_fields
from sabot.results.codec import Codec, Codecs, Entry, JsonDocument, JsonObject
from sabot.results.solution import no_value_error

PROFILE_SCHEMA, FIELD_PROFILE_SCHEMA = "sabot/profile/1", "sabot/field-profile/1"
StopReason = Literal["gap", "iterations", "stopped"]
StrategyTable = Mapping[str, Mapping[str, Any]]
"""By information set and action: the probability, a fraction or an element of a number field.

Typed as Any: whoever solves a two-player game by the same function has fractions, without a cast.
"""
DIGITS = 30
"""Of probabilities with a root, where hands are played or evaluated by fractions."""
_MOST_PLAIN_DEGREE = 16
"""Of a root whose numbers are written without d in files."""
ROUNDED_NOTE = f", its chances rounded to {DIGITS} digits"
"""What is said of it there."""


@dataclass(frozen=True, repr=False)
class Profile(CertifiedResult):
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
    certificate: JsonObject | None = field(default=None, repr=False)
    """The payoffs of the game: with the strategies all that a checker needs."""
    method: str = "regret minimisation; payoffs and gains exact"
    root: RealPoint | None = field(default=None, repr=False)
    """What t is, where probabilities are no fractions: the root of an irreducible polynomial."""

    _schema = PROFILE_SCHEMA
    _layout = (
        codec.derived("schema", lambda own: FIELD_PROFILE_SCHEMA if own.root else PROFILE_SCHEMA),
        *("game", "seats", "root?"),
        *(codec.by_seat("payoffs"), codec.by_seat("gains")),
        *(codec.derived("equilibrium"), "strategies"),
        codec.derived("unique", lambda own: dict.fromkeys(own.seats)),
        codec.entry("iterations", when=lambda own: own.root is None),
        codec.entry("ended", when=lambda own: own.root is None),
        *("method", "seconds", codec.entry("certificate", by=codec.nullable(codec.EVIDENCE))),
    )

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

    def vectors(self) -> tuple[tuple[Real, ...], ...]:
        """Return each player's strategy as a vector, where each has one choice."""
        for seat, table in self.strategies.items():
            if len(table) != 1:
                raise NoSuchError(
                    f"{seat} has {len(table)} information sets and no one vector; each has its "
                    "own mix"
                )
        mixes = (next(iter(self.strategies[seat].values())) for seat in self.seats)
        return tuple(tuple(mix.values()) for mix in mixes)

    @property
    def played(self) -> Mapping[str, BehaviourStrategy]:
        """The strategies in fractions, to play by: irrational ones rounded to thirty digits."""
        return {
            seat: {view: round_mix(mix) for view, mix in table.items()}
            for seat, table in self.strategies.items()
        }

    @classmethod
    def _codecs(cls, document: JsonObject) -> Codecs:
        reader = FieldReader(document.get("root"))
        point: Codec[RealPoint] = Codec(root_to_json, root_from_json)
        number: Codec[Real] = Codec(number_to_text, reader.read)
        return {RealPoint: point, Real: number, StrategyTable: codec.dict_of(codec.dict_of(number))}

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the result that a file holds, unchecked."""
        return super().from_json({"iterations": 0, "ended": "gap", **document})


def root_to_json(root: RealPoint) -> JsonDocument:
    """Return a root as JSON; d, by which its numbers are divided, if its degree is large."""
    below = _denominator(root)
    named = {} if below is None else {"denominator": [*map(json_safe_integer, below.coeffs())]}
    return {
        "root_of": [*map(json_safe_integer, root.root_of)],
        "between": [format_fraction(root.low), format_fraction(root.high)],
        **named,
    }


def root_from_json(data: JsonObject) -> RealPoint:
    """Return the root that a file names, by its irreducible polynomial."""
    return with_irreducible_polynomial(point_from_json(data))


def _denominator(root: RealPoint) -> fmpz_poly | None:
    """Return what the numbers of a root are divided by in files; None where that makes no sense.

    It is the derivative of the root's polynomial, with the sign that makes it positive there.
    Polynomials that are divided by it have short coefficients, others of large degree long ones.
    """
    if len(root.root_of) <= _MOST_PLAIN_DEGREE + 1:
        return None
    of = fmpz_poly(list(root.root_of))
    return of.derivative() * sign_at(of, root.high)


def number_to_text(number: Real) -> str:
    """Return a number as JSON: a fraction, or a formula in t, maybe divided by d."""
    if not isinstance(number, Algebraic):
        return format_fraction(number)
    divided_by = _denominator(number.root)
    if divided_by is None:
        return str(number.formula)
    top = number.field.times(number.element, fmpq_poly(divided_by))
    below, numerator = int(top.denom()), [int(c) for c in top.numer().coeffs()]
    text = f"({polynomial_text(numerator, ROOT_LETTER)})"
    return f"{text}/d" if below == 1 else f"{text}/({below}*d)"


class FieldReader:
    """Reads the numbers of a file, which names their root, and maybe what they are divided by."""

    def __init__(self, data: JsonObject | None) -> None:
        self.root: RealPoint | None = None
        """None: all numbers are fractions."""
        if data is None:
            return
        self.root = root_from_json(data)
        self._field = NumberField(self.root)
        below = self._field.of([int(as_rational(c)) for c in data.get("denominator", [1])])
        self._inverse = self._field.over(ONE, below)

    def read(self, written: str) -> Real:
        """Return a number."""
        if self.root is None or not (ROOT_LETTER in written or "d" in written):
            return as_rational(written)
        text, divided, integer = written.partition("/d")
        if not divided:
            text, divided, integer = written.partition("/(")
        formula = Formula.of(text, ROOT_LETTER)
        element = self._field.of(formula.top) / formula.below[0]
        if divided:
            below = integer.removesuffix("*d)") or "1"
            element = self._field.times(element, self._inverse) / int(below)
        return number_from_element(self.root, element)


def round_mix(mix: Mapping[str, Real]) -> dict[str, Fraction]:
    """Return a mix in fractions: other numbers are rounded, the likeliest takes up the rest."""
    unit = 10**DIGITS
    found = {a: c.nearly(unit) if isinstance(c, Algebraic) else c for a, c in mix.items()}
    most = max(found, key=lambda action: found[action])
    found[most] += 1 - sum(found.values())
    return found


PURE_SCHEMA = "sabot/pure/1"
NOT_CHECKED = "there are more profiles, or more payoffs, than the checker goes through"
_MAX_PURE_STRATEGIES = 10**9
"""The most pure strategies of a player for which a certificate lists all profiles."""


_CERTAIN_ACTION: Codec[str] = Codec(lambda action: {action: "1"}, lambda mix: str(next(iter(mix))))


@dataclass(frozen=True)
class PureEquilibrium:
    """A pure equilibrium: one action at every information set reached, and the payoffs."""

    strategies: Mapping[str, Mapping[str, str]]
    payoffs: tuple[Fraction, ...]

    _layout = (
        codec.entry("strategies", by=codec.dict_of(codec.dict_of(_CERTAIN_ACTION))),
        "payoffs",
    )

    def __hash__(self) -> int:
        return hash_of_fields(self)


@dataclass(frozen=True, repr=False)
class PureEquilibria(CertifiedResult):
    """Every profile of pure strategies in which no player gains by another strategy of its own.

    A game may have none, and then has mixed ones all the same: they are not looked for here.
    """

    game: str
    seats: tuple[str, ...]
    sizes: tuple[int, ...]
    """How many pure strategies each player has."""
    equilibria: tuple[PureEquilibrium, ...]
    certificate: JsonObject | None = field(default=None, repr=False, compare=False)
    """The payoffs: with the list all that a checker needs; None where it would take too long."""

    _schema = PURE_SCHEMA
    _layout = (
        *(codec.SCHEMA, "game", "seats", codec.derived("kind", lambda own: "pure")),
        codec.entry("strategies", "sizes"),
        *(codec.derived("profiles"), codec.derived("count"), "equilibria"),
        codec.entry("certificate", by=codec.nullable(codec.EVIDENCE)),
        Entry(lambda own, find: {} if own.certificate else {"no_certificate": NOT_CHECKED}),
    )

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.equilibria)

    def vectors(self) -> list[tuple[tuple[Fraction, ...], ...]]:
        """Return each equilibrium as a vector for each player, where each has one choice.

        The certificate has the names of all actions.
        """
        cells = (self.certificate or {}).get("form", {}).get("cells", {})
        if any(len(cells.get(seat, ())) != 1 for seat in self.seats):
            raise NoSuchError(
                f"{self.game}: a player with several information sets has no vector, and a list "
                "without a certificate names no unused actions; see `strategies` of an equilibrium"
            )
        return [
            tuple(
                tuple(
                    Fraction(action in one.strategies[seat].values())
                    for action in cells[seat][0][1]
                )
                for seat in self.seats
            )
            for one in self.equilibria
        ]

    @property
    def profiles(self) -> int:
        """How many profiles of pure strategies were looked at: all."""
        return prod(self.sizes)

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the result that a file holds, unchecked."""
        sizes = document["strategies"]
        counted = all(type(size) is int and 0 < size <= _MAX_PURE_STRATEGIES for size in sizes)
        if len(sizes) != len(document["seats"]) or not counted:
            raise FileError("'strategies' is not a number of pure strategies for each seat")
        return super().from_json(document)
