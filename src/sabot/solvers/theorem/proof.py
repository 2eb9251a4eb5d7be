"""Writing proofs: what the prover found, as a theorem with all that the checker asks for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sabot import watch
from sabot.forms.algebra.formula import Formula
from sabot.forms.algebra.point import Point
from sabot.forms.polynomial import PolynomialForm, coefficients, formula
from sabot.forms.sequence import Side
from sabot.results.behaviour import behaviour
from sabot.results.ends import Extent
from sabot.results.evidence import Basis, Inequality, Plan, Plans, PolynomialGame
from sabot.results.pieces import Classification, Piece, Sort
from sabot.results.theorem import Theorem
from sabot.solvers.certificate import certificate
from sabot.solvers.theorem.evidence.breakpoints import breakpoints, named
from sabot.solvers.theorem.evidence.classification import classified
from sabot.solvers.theorem.evidence.needs import Stated
from sabot.solvers.theorem.evidence.ranges import RealRange, WholeRange
from sabot.solvers.theorem.evidence.reasons import reasoned
from sabot.solvers.theorem.formula import PlanFormula
from sabot.solvers.theorem.whole import Cover, Stretch


def theorem_of(game: str, cover: Cover[Any]) -> Theorem:
    """Return the theorem that the stretches of a cover make, with all that proves it."""
    form = cover.form
    own = PolynomialGame(
        form.sides,
        coefficients(form.denominator),
        tuple((i, j, coefficients(amount)) for i, j, amount in form.payoffs),
    )
    pieces = tuple(
        _piece(game, form, stretch) for stretch in watch.each("writing the proof", cover.pieces)
    )
    sorts = {
        seat: {view: tuple(Sort(*part) for part in ranges) for view, ranges in table.items()}
        for seat, table in classified(form).items()
    }
    return Theorem(
        game,
        form.parameter,
        form.domain.whole,
        Extent(pieces[0].low, pieces[-1].high),
        pieces,
        own,
        () if form.domain.whole else breakpoints(game, cover, pieces),
        Classification(sorts),
    )


def _piece(game: str, form: PolynomialForm, stretch: Stretch[Any]) -> Piece:
    """Return a piece with the reasons why it holds."""
    candidate, own = stretch.candidate, None
    if stretch.settled is not None and isinstance(stretch.low, int):
        own = certificate(named(game, stretch.low), form.at(stretch.low), stretch.settled)
    plans = [_plan(plan) for plan in candidate.plans]
    alone = stretch.settled is None
    piece = Piece(
        extent=stretch.extent,
        value=formula(*candidate.value, form.parameter),
        strategies={
            side.name: _strategy(side, plan, form.parameter)
            for side, plan in zip(form.sides, plans, strict=True)
        },
        unique=dict(zip(form.seats, stretch.unique, strict=True)),
        plans=dict(zip(form.seats, plans, strict=True)),
        another=_some(form, candidate.another) if alone else {},
        witness=_some(form, candidate.witness) if alone else {},
        certificate=own,
    )
    why = reasoned(form, _stated(stretch, certified=own is not None), _range(stretch))
    return replace(
        piece,
        basis={seat: Basis.from_json(basis) for seat, basis in why["basis"].items()},
        inequalities=tuple(map(Inequality.from_json, why["inequalities"])),
    )


def _stated(stretch: Stretch[Any], *, certified: bool) -> Stated:
    """Return what the formulas of a piece say; a certificate speaks of uniqueness for itself."""
    found = stretch.candidate
    if certified:
        return Stated(found.plans, found.value)
    return Stated(found.plans, found.value, stretch.unique, found.another, found.witness)


def _range(stretch: Stretch[Any]) -> WholeRange | RealRange:
    kind = RealRange if isinstance(stretch.low, Point) else WholeRange
    return kind(stretch.low, stretch.high)


def _strategy(side: Side, plan: Plan, name: str) -> dict[str, dict[str, Formula]]:
    """Return a plan as behaviour; the first action at views that it does not come to."""
    told = behaviour(side, plan, name)
    return {
        cell.key: told.get(cell.key)
        or {a: Formula.number(int(a == cell.actions[0]), name) for a in cell.actions}
        for cell in side.cells
    }


def _some(form: PolynomialForm, plans: tuple[PlanFormula | None, PlanFormula | None]) -> Plans:
    """Return those plans that there are, by seat."""
    return {s: _plan(p) for s, p in zip(form.seats, plans, strict=True) if p is not None}


def _plan(plan: PlanFormula) -> Plan:
    sure = tuple(s for s, top in enumerate(plan.tops) if s and top == plan.below)
    tops = {
        s: coefficients(top)
        for s, top in enumerate(plan.tops)
        if s and top != 0 and top != plan.below
    }
    return Plan(coefficients(plan.below), sure, tops)
