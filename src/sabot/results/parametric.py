"""Theorems on a zero-sum game for all values of a parameter: value and strategies as formulas.

A theorem is a sequence of pieces (critical regions of the parametric linear program) without a gap,
each with one set of formulas and its proof; over real numbers also the breakpoints between them,
with what is unique just there; and the second player's binary choices classified by dominance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from flint import fmpz_poly

from sabot.errors import Interrupted
from sabot.exact import Number, as_rational
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint
from sabot.forms.parametric import quotient_formula
from sabot.forms.sequence import Treeplex
from sabot.results.proof import (
    REASONS,
    ParameterInterval,
    PieceBasis,
    PlansByPlayer,
    PolynomialGame,
    PolynomialPlan,
    Proven,
    ProvenInequality,
    RangeEnd,
    end_from_json,
    end_to_json,
    end_to_point,
    end_to_text,
    plans_from_json,
    plans_to_json,
    polynomial_from_json,
    seconds_from_json,
)

UniquenessClaims = Mapping[str, bool | None]
"""By player: whether its strategy is the only optimal one; None where that is not decided."""
FormulaStrategy = Mapping[str, Mapping[str, Formula]]
"""A strategy: by information set the probability of each action."""
DEPENDS, NEVER_MATTERS = "*", "-"


def certain_action(mix: Mapping[str, Formula]) -> str | None:
    """Return the action that is taken for sure, whatever the parameter; None of a true mix."""
    return next((action for action, chance in mix.items() if chance.constant == 1), None)


@dataclass(frozen=True)
class Piece:
    """A range of the parameter on which one set of formulas holds, and why it does.

    ``piece["from"]`` and the like, the names of the file, are understood too.
    """

    extent: ParameterInterval
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
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)
    """That of the game at the only value of the piece, where it decides uniqueness."""

    @property
    def low(self) -> RangeEnd:
        """Where the piece begins."""
        return self.extent.low

    @property
    def high(self) -> RangeEnd | None:
        """Where it ends; None: it does not."""
        return self.extent.high

    @property
    def at(self) -> Fraction | None:
        """The only value of the parameter in it, if it has one."""
        return self.extent.single

    def strategies_at(self, at: Number) -> dict[str, dict[str, dict[str, Fraction]]]:
        """Return the strategies as numbers at one value of the parameter."""
        return {
            seat: {view: {a: f.at(at) for a, f in mix.items()} for view, mix in table.items()}
            for seat, table in self.strategies.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Return the piece as JSON for a proof."""
        body: dict[str, Any] = {}
        for kind, plans in (("another", self.another), ("witness", self.witness)):
            body |= {kind: plans_to_json(plans)} if plans else {}
        body |= {} if self.certificate is None else {"certificate": self.certificate}
        body |= self.extent.to_json() | {
            "value": str(self.value),
            "strategies": {
                seat: {v: {a: str(f) for a, f in mix.items()} for v, mix in table.items()}
                for seat, table in self.strategies.items()
            },
            "unique": dict(self.unique),
            "value_parts": [list(self.value.top), list(self.value.below)],
            "plans": plans_to_json(self.plans),
        }
        if self.basis:
            body["basis"] = {seat: basis.to_json() for seat, basis in self.basis.items()}
            body["inequalities"] = [one.to_json() for one in self.inequalities]
        return body

    @classmethod
    def from_json(cls, data: Mapping[str, Any], name: str) -> Piece:
        """Return the piece read from a (checked) proof; *name* is the parameter's."""
        top, below = map(polynomial_from_json, data["value_parts"])
        return cls(
            extent=ParameterInterval.from_json(data),
            value=Formula(top, below, name),
            strategies={
                seat: {
                    view: {action: Formula.of(text, name) for action, text in mix.items()}
                    for view, mix in table.items()
                }
                for seat, table in data["strategies"].items()
            },
            unique=dict(data["unique"]),
            plans=plans_from_json(data["plans"]),
            basis={seat: PieceBasis.from_json(basis) for seat, basis in data["basis"].items()},
            inequalities=tuple(map(ProvenInequality.from_json, data["inequalities"])),
            another=plans_from_json(data.get("another", {})),
            witness=plans_from_json(data.get("witness", {})),
            certificate=data.get("certificate"),
        )

    @cached_property
    def _document(self) -> dict[str, Any]:
        return self.to_json()

    def __getitem__(self, key: str) -> Any:
        return self._document[key]


@dataclass(frozen=True)
class Breakpoint:
    """Where pieces over the real numbers begin, meet or end, and what is unique just there."""

    at: RangeEnd
    unique: UniquenessClaims
    another: PlansByPlayer = field(default_factory=dict, repr=False)
    witness: PlansByPlayer = field(default_factory=dict, repr=False)
    certificate: Mapping[str, Any] | None = field(default=None, repr=False)

    @property
    def point(self) -> RealPoint:
        """The same as a point of the line."""
        return end_to_point(self.at)

    def to_json(self) -> dict[str, Any]:
        """Return the breakpoint as JSON for a proof: evidence in the order of the players."""
        body = {"at": end_to_json(self.at), "unique": dict(self.unique)}
        kinds = {"another": self.another, "witness": self.witness}
        order = list(self.unique)
        for kind, plans in sorted(
            ((kind, plans) for kind, plans in kinds.items() if plans),
            key=lambda held: min(order.index(seat) for seat in held[1]),
        ):
            body[kind] = plans_to_json(plans)
        return body | ({} if self.certificate is None else {"certificate": self.certificate})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Breakpoint:
        """Return the breakpoint read from a (checked) proof."""
        return cls(
            end_from_json(data["at"]),
            dict(data["unique"]),
            plans_from_json(data.get("another", {})),
            plans_from_json(data.get("witness", {})),
            data.get("certificate"),
        )


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

    def to_json(self) -> dict[str, Any]:
        """Return the dominance classes as JSON for a proof."""
        return {
            seat: {view: [list(part) for part in ranges] for view, ranges in table.items()}
            for seat, table in self.sorts.items()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DominanceClassification:
        """Return the dominance classes read from a (checked) proof."""
        return cls(
            {
                seat: {
                    view: tuple(DominanceRange(*part) for part in ranges)
                    for view, ranges in t.items()
                }
                for seat, t in data.items()
            }
        )


def behaviour_from_plan(
    side: Treeplex, plan: PolynomialPlan, name: str
) -> dict[str, dict[str, Formula]]:
    """Return a plan as a behaviour strategy where it is reached; *name* is the parameter's."""
    below = fmpz_poly(list(plan.below))
    tops = {0: below} | dict.fromkeys(plan.sure, below)
    tops |= {s: fmpz_poly(list(top)) for s, top in plan.tops.items()}
    nothing = fmpz_poly([])
    return {
        cell.key: {
            action: quotient_formula(tops.get(s, nothing), tops[cell.parent], name)
            for action, s in zip(cell.actions, cell.sequences, strict=True)
        }
        for cell in side.cells
        if cell.parent in tops
    }


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

    form: PolynomialGame
    breakpoints: tuple[Breakpoint, ...] = ()
    """Where pieces over the real numbers begin, meet and end."""
    classification: DominanceClassification = field(default_factory=DominanceClassification)

    _schema = PROOF_SCHEMA

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

    def _body(self) -> dict[str, Any]:
        body = self._head(self.seats, whole=self.whole)
        body |= {"reasons": REASONS, "form": self.form.to_json()}
        if not self.whole:
            body["breakpoints"] = [point.to_json() for point in self.breakpoints]
        if self.classification:
            body["classification"] = self.classification.to_json()
        return body

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Theorem:
        """Return the theorem in a document that is checked already."""
        domain, name = document["domain"], document["parameter"]
        pieces = tuple(Piece.from_json(piece, name) for piece in document["pieces"])
        points = tuple(map(Breakpoint.from_json, document.get("breakpoints", ())))
        form = PolynomialGame.from_json(document["form"])
        if not domain["whole"] and not points:  # of an earlier version: nothing is claimed there
            ends = [pieces[0].low, *(piece.high for piece in pieces if piece.high is not None)]
            points = tuple(Breakpoint(end, dict.fromkeys(form.seats)) for end in ends)
        return cls(
            document["game"],
            name,
            domain["whole"],
            ParameterInterval.from_json(domain),
            pieces,
            form,
            points,
            DominanceClassification.from_json(document.get("classification", {})),
            seconds=seconds_from_json(document),
        )


class ProofInterrupted(Interrupted):
    """Stopped by the user; *proof* is the theorem on the range covered by then, if any."""

    def __init__(self, proof: Theorem | None) -> None:
        self.proof = proof
        done = "there is nothing to keep yet" if proof is None else f"proved so far: {proof.range}"
        super().__init__(f"interrupted; {done}")


Proof = Theorem
"""The name that theorems had before they were objects; kept for those who import it."""
