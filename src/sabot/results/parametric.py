"""Theorems on a zero-sum game for all values of a parameter: value and strategies as formulas.

A theorem is a sequence of pieces (critical regions of the parametric linear program) without a gap,
each with one set of formulas and its proof; over real numbers also the breakpoints between them,
with what is unique just there; and the second player's binary choices classified by dominance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, Self

from flint import fmpz_poly

from sabot.errors import Interrupted
from sabot.exact import Number, as_rational
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.parametric import coefficients, quotient_formula, quotient_in_lowest_terms
from sabot.forms.sequence import Infoset, Treeplex
from sabot.results import codec
from sabot.results.codec import Codec, Codecs, Entry, FindCodec, JsonDocument, JsonObject
from sabot.results.proof import (
    PROOF_HEAD,
    REASONS,
    AnyProven,
    PieceBasis,
    PlansByPlayer,
    PolynomialGame,
    PolynomialPlan,
    ProofPiece,
    Proven,
    ProvenInequality,
    RangeEnd,
    end_to_point,
    end_to_text,
)

UniquenessClaims = Mapping[str, bool | None]
"""By player: whether its strategy is the only optimal one; None where that is not decided."""
FormulaStrategy = Mapping[str, Mapping[str, Formula]]
"""A strategy: by information set the probability of each action."""
DEPENDS, NEVER_MATTERS = "*", "-"


def certain_action(mix: Mapping[str, Formula]) -> str | None:
    """Return the action that is taken for sure, whatever the parameter; None of a true mix."""
    return next((action for action, chance in mix.items() if chance.constant == 1), None)


def evaluate_strategies(
    strategies: Mapping[str, FormulaStrategy], at: Number
) -> dict[str, dict[str, dict[str, Fraction]]]:
    """Return strategies as numbers at one value of the parameter."""
    return {
        seat: {view: {a: f.at(at) for a, f in mix.items()} for view, mix in table.items()}
        for seat, table in strategies.items()
    }


@dataclass(frozen=True)
class Piece(ProofPiece):
    """A range of the parameter on which one set of formulas holds, and why it does."""

    value: Formula
    strategies: Mapping[str, FormulaStrategy]
    unique: UniquenessClaims
    plans: PlansByPlayer = field(repr=False)
    basis: Mapping[str, PieceBasis] = field(default_factory=dict, repr=False)
    inequalities: tuple[ProvenInequality, ...] = field(default=(), repr=False)
    another: PlansByPlayer = field(default_factory=dict, repr=False)
    """By player: a second optimal plan, where the first is not the only one."""
    witness: PlansByPlayer = field(default_factory=dict, repr=False)
    """By player: the plan of the other one that shows its own to be the only one."""
    certificate: JsonObject | None = field(default=None, repr=False)
    """That of the game at the only value of the piece, where it decides uniqueness."""

    _layout = (
        *("another?", "witness?", "certificate?", codec.inline("extent")),
        *("value", "strategies", "unique"),
        codec.derived("value_parts", lambda own: [list(own.value.top), list(own.value.below)]),
        *("plans", "basis?", codec.entry("inequalities", when=lambda own: own.basis)),
    )

    @property
    def at(self) -> Fraction | None:
        """The only value of the parameter in it, if it has one."""
        return self.extent.single

    def strategies_at(self, at: Number) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the strategies as numbers at one value of the parameter."""
        return evaluate_strategies(self.strategies, at)


_ANOTHER, _WITNESS = codec.entry("another?"), codec.entry("witness?")


def _write_plans(point: Breakpoint, find: FindCodec) -> JsonObject:
    """Return the further plans; those that are of the first player come first."""
    first = next((seat for seat in point.unique if seat in {*point.another, *point.witness}), None)
    kinds = (_ANOTHER, _WITNESS) if first in point.another else (_WITNESS, _ANOTHER)
    return {**kinds[0].write(point, find), **kinds[1].write(point, find)}


def _read_plans(data: JsonObject, find: FindCodec) -> JsonDocument:
    return _ANOTHER.read(data, find) | _WITNESS.read(data, find)


@dataclass(frozen=True)
class Breakpoint:
    """Where pieces over the real numbers begin, meet or end, and what is unique just there."""

    at: RangeEnd
    unique: UniquenessClaims
    another: PlansByPlayer = field(default_factory=dict, repr=False)
    witness: PlansByPlayer = field(default_factory=dict, repr=False)
    certificate: JsonObject | None = field(default=None, repr=False)

    _layout = ("at", "unique", Entry(_write_plans, _read_plans), "certificate?")

    @property
    def point(self) -> RealPoint:
        """The same as a point of the line."""
        return end_to_point(self.at)


class DominanceRange(NamedTuple):
    """A range of integers on which a choice has one sort."""

    low: int
    high: int | None
    sort: str
    """The action that is strictly better whatever the other player does, ``*`` where that depends
    on it, ``-`` where the choice never matters."""

    def holds(self, at: Fraction | int) -> bool:
        """Return whether an integer is in the range."""
        return self.low <= at and (self.high is None or at <= self.high)

    def __repr__(self) -> str:
        return tuple.__repr__(self)


@dataclass(frozen=True, eq=False)
class DominanceClassification(Mapping[str, Mapping[str, list[DominanceRange]]]):
    """The second player's choices between two actions, sorted for every value of the parameter.

    By player and information set the ranges of its classes, in order. Empty for games that are not
    additive, and over real numbers.
    """

    sorts: Mapping[str, Mapping[str, tuple[DominanceRange, ...]]] = field(default_factory=dict)

    _layout = (codec.inline("sorts"),)

    def __getitem__(self, seat: str) -> Mapping[str, list[DominanceRange]]:
        return {view: list(ranges) for view, ranges in self.sorts[seat].items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self.sorts)

    def __len__(self) -> int:
        return len(self.sorts)

    def at(self, value: Fraction | int) -> dict[str, str]:
        """Return the dominance classes of all choices at one value of the parameter."""
        return {
            view: next(part.sort for part in ranges if part.holds(value))
            for table in self.sorts.values()
            for view, ranges in table.items()
        }


def behaviour_from_plan(
    side: Treeplex, plan: PolynomialPlan, name: str
) -> dict[str, dict[str, Formula]]:
    """Return a plan as a behaviour strategy where it is reached; *name* is the parameter's."""
    below = fmpz_poly(list(plan.below))
    tops = {0: below} | dict.fromkeys(plan.sure, below)
    tops |= {s: fmpz_poly(list(top)) for s, top in plan.tops.items()}
    return behaviour_from_chances(side, tops, name)


def behaviour_from_chances(
    side: Treeplex, tops: Mapping[int, fmpz_poly], name: str
) -> dict[str, dict[str, Formula]]:
    """Return the behaviour strategy of a plan where it is reached.

    *tops* are the probabilities of the sequences that are not 0, over one polynomial.
    """
    return {
        cell.key: dict(zip(cell.actions, _mix_formulas(tops, cell, name), strict=True))
        for cell in side.cells
        if cell.parent in tops
    }


def _mix_formulas(tops: Mapping[int, fmpz_poly], cell: Infoset, name: str) -> list[Formula]:
    """Return the probability of each action where an information set is reached.

    Two that add up to the parent have the same divisor in common with it.
    """
    arrives = tops[cell.parent]
    live = [tops[s] for s in cell.sequences if s in tops]
    if len(live) == 2 and 0 not in live and live[0] + live[1] == arrives:
        first, below = quotient_in_lowest_terms(live[0], arrives)
        under = coefficients(below)
        two = iter([first, below - first])
        nothing = Formula.number(0, name)
        return [
            Formula(coefficients(next(two)), under, name) if s in tops else nothing
            for s in cell.sequences
        ]
    never = fmpz_poly([])
    return [quotient_formula(tops.get(s, never), arrives, name) for s in cell.sequences]


def reached_infosets(side: Treeplex, table: FormulaStrategy) -> set[str]:
    """Return the information sets that a player's own choices can lead to."""
    live, views = {0}, set()
    for cell in side.cells:
        if cell.parent in live:
            views.add(cell.key)
            mix = table[cell.key]
            live.update(s for s, a in zip(cell.sequences, cell.actions, strict=True) if mix.get(a))
    return views


def second_optimal_strategy(piece: Piece, side: Treeplex) -> dict[str, dict[str, Formula]]:
    """Return another optimal strategy from a proof, at the information sets that it reaches."""
    name = piece.value.name
    if piece.certificate is None:
        plan = piece.another.get(side.name)
        return {} if plan is None else behaviour_from_plan(side, plan, name)
    another = piece.certificate["uniqueness"][side.name].get("another", {})
    table = {
        view: {action: Formula.number(as_rational(text), name) for action, text in mix.items()}
        for view, mix in another.items()
    }
    came = reached_infosets(side, table) if table else set()
    return {view: mix for view, mix in table.items() if view in came}


PROOF_SCHEMA = "sabot/proof/1"


@dataclass(frozen=True, repr=False)
class Theorem(Proven[Piece]):
    """The value and optimal strategies as formulas, piece by piece, with all that proves them."""

    pieces: tuple[Piece, ...]
    form: PolynomialGame
    breakpoints: tuple[Breakpoint, ...] = ()
    """Where pieces over the real numbers begin, meet and end."""
    classification: DominanceClassification = field(default_factory=DominanceClassification)

    _schema = PROOF_SCHEMA
    _layout = (
        *(*PROOF_HEAD, codec.nested("domain", "whole", codec.inline("domain"))),
        *(codec.derived("seats", lambda theorem: list(theorem.seats)), "pieces"),
        *(codec.derived("reasons", lambda theorem: REASONS), "form"),
        codec.entry("breakpoints", when=lambda theorem: not theorem.whole),
        "classification?",
    )

    @property
    def seats(self) -> tuple[str, str]:
        """Both players; the value is the first one's."""
        return self.form.seats

    def value_at(self, at: Number) -> Fraction:
        """Return the value of the game at one value of the parameter."""
        here = self.value_of(at)
        return self._holding(here).value.at(here)

    def strategies_at(self, at: Number) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the optimal strategies at one value of the parameter."""
        here = self.value_of(at)
        return self._holding(here).strategies_at(here)

    def unique_at(self, at: Number) -> dict[str, bool | None]:
        """Return the verdicts on uniqueness at one value of the parameter; None: not decided."""
        here = self.value_of(at)
        claims = (point.unique for point in self.breakpoints if point.at == here)
        return dict(next(claims, self._holding(here).unique))

    def sorts_at(self, at: Number) -> dict[str, str]:
        """Return the classes of the second player's choices at one value of the parameter."""
        return self.classification.at(self.value_of(at))

    def verdict(self, seat: str) -> str:
        """Return what is proved of the uniqueness of a player's strategy, over all pieces."""
        claims = {piece.unique[seat] for piece in self.pieces}
        if claims == {None}:
            return "uniqueness not decided"
        if len(claims) > 1:
            word = "unique" if True in claims else "not unique"
            rest = "only" if None not in claims else "at least, on others not decided"
            return f"{word} on some pieces {rest}"
        word = "unique" if claims == {True} else "not unique"
        if {point.unique[seat] for point in self.breakpoints} <= claims:
            return word
        doubt = [end_to_text(point.at) for point in self.breakpoints if point.unique[seat] is None]
        some = ", ".join(doubt[:3]) + (" and elsewhere" if len(doubt) > 3 else "")
        where = f"; not decided at {self.parameter} = {some}" if doubt else ""
        return f"{word} inside every piece{where}"

    @classmethod
    def _codecs(cls, document: JsonObject) -> Codecs:
        ranges: Codec[DominanceRange] = Codec(list, lambda data: DominanceRange(*data))
        return {**super()._codecs(document), DominanceRange: ranges}

    @classmethod
    def from_json(cls, document: JsonObject) -> Self:
        """Return the theorem in a document that is checked already."""
        found = super().from_json(document)
        if found.whole or found.breakpoints:
            return found
        # of an earlier version: nothing is claimed there
        ends = (found.pieces[0].low, *(one.high for one in found.pieces))
        points = tuple(
            Breakpoint(end, dict.fromkeys(found.seats)) for end in ends if end is not None
        )
        return replace(found, breakpoints=points)


class ProofInterrupted(Interrupted):
    """Stopped by the user; *proof* is the theorem on the range covered by then, if any."""

    def __init__(self, proof: AnyProven | None) -> None:
        self.proof = proof
        done = "there is nothing to keep yet" if proof is None else f"proved so far: {proof.range}"
        super().__init__(f"interrupted; {done}")


Proof = Theorem
"""The name that theorems had before they were objects; kept for those who import it."""
