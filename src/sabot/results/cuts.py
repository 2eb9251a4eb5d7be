"""Theorems on real hands: cuts and payoffs as formulas in a parameter, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sabot.exact import Number
from sabot.forms.algebra.formula import Coefficients, Formula
from sabot.results.ends import Extent
from sabot.results.evidence import REASONS, Inequality, Proven, polynomial_from_json, seconds_in

SCHEMA = "sabot/threshold-proof/1"
Answer = tuple[tuple[Formula, str], ...]
"""What is done at a turn: up to which hand each action goes; the last goes up to 1."""


@dataclass(frozen=True)
class CutPiece:
    """A range of the parameter with the strategies that are optimal on it, and why."""

    extent: Extent
    payoffs: Mapping[str, Formula]
    """By seat."""
    answers: Mapping[str, Mapping[str, Answer]]
    """By seat, and by what was said before its turn."""
    order: tuple[tuple[str, str], ...] = field(repr=False)
    """The cuts of both seats from the lowest up: whose it is, and at which turn."""
    below: Coefficients = field(repr=False)
    """A denominator of all cuts."""
    inequalities: tuple[Inequality, ...] = field(repr=False)

    @property
    def value(self) -> Formula:
        """What the first seat is paid."""
        return next(iter(self.payoffs.values()))

    def __getitem__(self, key: str) -> Any:
        return self.to_json()[key]

    def thresholds_at(self, at: Number) -> dict[str, dict[str, list[tuple[Fraction, str]]]]:
        """Return the strategies at one value of the parameter: up to which hand actions go."""
        return {
            seat: {
                view: [(end.at(at), action) for end, action in answer]
                for view, answer in views.items()
            }
            for seat, views in self.answers.items()
        }

    def to_json(self) -> dict[str, Any]:
        """Return the piece as a file writes it."""
        thresholds = {
            seat: {
                view: [[str(end), action] for end, action in answer]
                for view, answer in views.items()
            }
            for seat, views in self.answers.items()
        }
        return self.extent.to_json() | {
            "value": str(self.value),
            "payoffs": [str(formula) for formula in self.payoffs.values()],
            "thresholds": thresholds,
            "unique": dict.fromkeys(self.payoffs),
            "order": [list(cut) for cut in self.order],
            "below": list(self.below),
            "inequalities": [one.to_json() for one in self.inequalities],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], seats: tuple[str, ...], name: str) -> CutPiece:
        """Return the piece that a file writes."""
        paid = (Formula.of(text, name) for text in data["payoffs"])
        answers = {
            seat: {
                view: tuple((Formula.of(end, name), action) for end, action in answer)
                for view, answer in data["thresholds"][seat].items()
            }
            for seat in seats
        }
        return cls(
            Extent.from_json(data),
            dict(zip(seats, paid, strict=True)),
            answers,
            tuple((seat, view) for seat, view in data["order"]),
            polynomial_from_json(data["below"]),
            tuple(map(Inequality.from_json, data["inequalities"])),
        )


@dataclass(frozen=True, repr=False)
class CutTheorem(Proven[CutPiece]):
    """An equilibrium for every value of a parameter: nobody gains by any strategy of any kind."""

    whole: bool = field(default=False, init=False)
    """The parameter is any real number, and neighbouring pieces share an end."""
    seats: tuple[str, ...]
    form: Mapping[str, Any]
    """The betting as a file tells it; its amounts are polynomials in the parameter."""

    _schema = SCHEMA
    _view = "sabot.render.theorems.cuts:screen"
    _tables = "sabot.render.theorems.cuts:paper"
    _sheet = "sabot.render.theorems.cuts:sheet"

    def payoffs_at(self, at: Number) -> dict[str, Fraction]:
        """Return what each seat is paid at one value of the parameter."""
        here = self.value_of(at)
        return {seat: paid.at(here) for seat, paid in self._holding(here).payoffs.items()}

    def value_at(self, at: Number) -> Fraction:
        """Return what the first seat is paid at one value of the parameter."""
        return self.payoffs_at(at)[self.seats[0]]

    def thresholds_at(self, at: Number) -> dict[str, dict[str, list[tuple[Fraction, str]]]]:
        """Return the strategies at one value of the parameter: up to which hand actions go."""
        here = self.value_of(at)
        return self._holding(here).thresholds_at(here)

    def _body(self) -> dict[str, Any]:
        return self._head(self.seats) | {"reasons": REASONS, "form": self.form}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> CutTheorem:
        """Return the theorem in a document that is checked already."""
        seats, name = tuple(document["seats"]), document["parameter"]
        return cls(
            document["game"],
            name,
            Extent.from_json(document["domain"]),
            tuple(CutPiece.from_json(piece, seats, name) for piece in document["pieces"]),
            seats,
            document["form"],
            seconds=seconds_in(document),
        )
