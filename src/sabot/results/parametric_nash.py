"""All extreme equilibria of a bimatrix game for every value of a parameter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sabot.exact import Number
from sabot.forms.algebra.rational_function import Coefficients, Formula
from sabot.results import codec
from sabot.results.all_nash import Component
from sabot.results.codec import Codec, Entry
from sabot.results.parametric import FormulaStrategy, UniquenessClaims, evaluate_strategies
from sabot.results.proof import (
    POLYNOMIAL,
    PROOF_HEAD,
    ProofPiece,
    Proven,
    RangeEnd,
    end_to_text,
)

CasesJson = tuple[object, ...]
PolynomialTable = tuple[tuple[Coefficients, ...], ...]


@dataclass(frozen=True)
class EquilibriumFormulas:
    """One extreme equilibrium as formulas: what each player does, and what it is paid."""

    payoffs: tuple[Formula, ...]
    """In the order of the players."""
    strategies: Mapping[str, FormulaStrategy]
    """By player, under "-", the probabilities that are not 0."""

    def support(self, seat: str) -> tuple[str, ...]:
        """Return the strategies that a player mixes."""
        return tuple(self.strategies[seat]["-"])


@dataclass(frozen=True)
class NashPart:
    """All extreme equilibria on a range of the parameter, or at one point, and why that is all."""

    equilibria: tuple[EquilibriumFormulas, ...]
    unique: UniquenessClaims
    components: tuple[Component, ...]
    cases: CasesJson = field(repr=False)
    """The cases that show the list to be complete, in preorder, as JSON."""

    _layout = (
        codec.derived("count", lambda part: part.count),
        *("unique", "equilibria", "components"),
        codec.entry("cases", by=Codec(list, tuple)),
    )

    @property
    def count(self) -> int:
        """How many extreme equilibria there are."""
        return len(self.equilibria)


@dataclass(frozen=True)
class NashPiece(ProofPiece):
    """A range of the parameter on which the equilibria are given by the same formulas."""

    part: NashPart

    _layout = (codec.inline("extent"), codec.inline("part"))


@dataclass(frozen=True)
class NashPoint:
    """Where pieces begin, meet or end, and all equilibria just there."""

    at: RangeEnd
    part: NashPart

    _layout = ("at", codec.inline("part"))


_TABLES: Codec[tuple[PolynomialTable, ...]] = codec.list_of(
    codec.list_of(codec.list_of(POLYNOMIAL))
)
_DENOMINATORS: Codec[tuple[Coefficients, ...]] = codec.list_of(POLYNOMIAL)
_FORM = Entry(
    lambda own, find: {
        "form": {
            "kind": "bimatrix",
            "rows": list(own.rows),
            "columns": list(own.columns),
            "denominators": _DENOMINATORS.write(own.denominators),
            "payoffs": _TABLES.write(own.payoffs),
        }
    },
    lambda data, find: {
        "rows": tuple(data["form"]["rows"]),
        "columns": tuple(data["form"]["columns"]),
        "denominators": _DENOMINATORS.read(data["form"]["denominators"]),
        "payoffs": _TABLES.read(data["form"]["payoffs"]),
    },
)


@dataclass(frozen=True, repr=False)
class NashTheorem(Proven[NashPiece]):
    """All extreme equilibria for every value of a parameter, with all that proves them.

    >>> import sabot
    >>> found = sabot.prove("matrix([[2|1,0|0],[0|0,t|2]], t=*)")
    >>> [(str(piece.extent), piece.part.count) for piece in found.pieces]
    [('0 and more', 3)]
    >>> [str(paid) for paid in found.pieces[0].part.equilibria[2].payoffs]
    ['2*t/(t + 2)', '2/3']
    """

    pieces: tuple[NashPiece, ...]
    seats: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    payoffs: tuple[PolynomialTable, ...] = field(repr=False)
    """Of each player, by row and column: polynomials."""
    denominators: tuple[Coefficients, ...]
    """What each player's payoffs are over."""
    points: tuple[NashPoint, ...] = ()
    """Where pieces begin, meet and end."""

    _schema = "sabot/nash-proof/1"
    _layout = (
        *(*PROOF_HEAD, "domain", "seats", "pieces", codec.entry("breakpoints", "points")),
        _FORM,
        Entry(lambda own, find: {}, lambda data, find: {"whole": False}),
    )

    @property
    def breakpoints(self) -> tuple[NashPoint, ...]:
        """The points at which two pieces meet."""
        ends = {piece.extent.low for piece in self.pieces[1:]}
        return tuple(point for point in self.points if point.at in ends)

    def part_at(self, at: Number) -> NashPart:
        """Return what is proved at one value of the parameter."""
        here = self.value_of(at)
        for point in self.points:
            if point.at == here:
                return point.part
        return self._holding(here).part

    def equilibria_at(self, at: Number) -> list[dict[str, dict[str, dict[str, Fraction]]]]:
        """Return every extreme equilibrium at one value: probabilities that are not 0.

        >>> import sabot
        >>> found = sabot.prove("matrix([[2|1,0|0],[0|0,t|2]], t=*)").equilibria_at(2)
        >>> [str(one["column"]["-"]["1"]) for one in found if len(one["column"]["-"]) == 2]
        ['1/2']
        """
        here = self.value_of(at)
        return [evaluate_strategies(one.strategies, here) for one in self.part_at(here).equilibria]

    def payoffs_at(self, at: Number) -> list[tuple[Fraction, ...]]:
        """Return what the players are paid in each extreme equilibrium at one value."""
        here = self.value_of(at)
        listed = self.part_at(here).equilibria
        return [tuple(paid.at(here) for paid in one.payoffs) for one in listed]

    def count_at(self, at: Number) -> int:
        """Return how many extreme equilibria there are at one value."""
        return self.part_at(at).count

    def unique_at(self, at: Number) -> dict[str, bool | None]:
        """Return whether each player plays the same in all equilibria, at one value."""
        return dict(self.part_at(at).unique)

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy, over all values."""
        inside = {piece.part.unique[seat] for piece in self.pieces}
        odd = [end_to_text(point.at) for point in self.points if not point.part.unique[seat]]
        if inside != {True}:
            return "not unique" if inside == {False} else "unique on some pieces only"
        if not odd:
            return "unique"
        some = ", ".join(odd[:3]) + (" and elsewhere" if len(odd) > 3 else "")
        return f"unique except at {self.parameter} = {some}"
