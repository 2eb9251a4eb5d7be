"""Writing proofs: what the prover found, as a theorem with all that the checker asks for."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from sabot import watch
from sabot.certify.theorem.form import PolyGame, game_of
from sabot.certify.theorem.points import shown_by
from sabot.certify.theorem.roots import Point
from sabot.exact import show
from sabot.forms.formula import Formula
from sabot.forms.sequence import Side
from sabot.forms.theorem import PolynomialForm, coefficients, formula
from sabot.results.behaviour import behaviour
from sabot.results.ends import Extent, end_of
from sabot.results.evidence import Basis, Inequality, Plan, Plans, PolynomialGame
from sabot.results.pieces import Breakpoint, Classification, Piece, Sort
from sabot.results.theorem import Theorem
from sabot.solvers.certificate import certificate
from sabot.solvers.classification import classified
from sabot.solvers.formula import PlanFormula
from sabot.solvers.points import evidence_at
from sabot.solvers.reasons import reasoned
from sabot.solvers.settle import settle
from sabot.solvers.theorem import Cover, Stretch


def theorem_of(game: str, cover: Cover) -> Theorem:
    """Return the theorem that the stretches of a cover make, with all that proves it."""
    form = cover.form
    own = PolynomialGame(
        form.sides,
        coefficients(form.denominator),
        tuple((i, j, coefficients(amount)) for i, j, amount in form.payoffs),
    )
    told = game_of(own.to_json())
    pieces = tuple(
        _piece(game, form, told, stretch)
        for stretch in watch.each("writing the proof", cover.pieces)
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
        own,
        pieces,
        () if form.domain.whole else _breakpoints(game, form, told, pieces),
        Classification(sorts),
    )


def _breakpoints(
    game: str, form: PolynomialForm, told: PolyGame, pieces: tuple[Piece, ...]
) -> tuple[Breakpoint, ...]:
    """Return what is known of uniqueness where pieces over the real numbers begin, meet and end."""
    ends = [pieces[0].low, *(piece.high for piece in pieces if piece.high is not None)]
    return tuple(
        _meeting(form, told, pieces[max(0, number - 1) : number + 1], end)
        if isinstance(end, Point)
        else _at_fraction(game, form, Fraction(end))
        for number, end in enumerate(ends)
    )


def _at_fraction(game: str, form: PolynomialForm, at: Fraction) -> Breakpoint:
    """Return a breakpoint with the certificate of the game just there."""
    watch.heard()
    settled = settle(form.at(at))
    one, two = settled.faces.verdicts
    unique = dict(zip(form.seats, (one.unique, two.unique), strict=True))
    own = certificate(_named(game, at), form.at(at), settled)
    return Breakpoint(end_of(Point.at(at)), unique, certificate=own)


def _meeting(
    form: PolynomialForm, told: PolyGame, near: tuple[Piece, ...], at: Point
) -> Breakpoint:
    """Return an irrational breakpoint: the pieces that meet there show what is unique, or more."""
    watch.heard()
    point = Breakpoint(at, {})
    pieces = [piece.to_json() for piece in near]
    for seat, name in enumerate(form.seats):
        claim = _claim(told, pieces, point, name)
        if claim is None:
            found = evidence_at(form, near[0], at, seat)
            if found is not None:
                kind, plan = found
                if kind == "another":
                    point = replace(point, another={**point.another, name: plan})
                else:
                    point = replace(point, witness={**point.witness, name: plan})
            claim = _claim(told, pieces, point, name)
        point = replace(point, unique={**point.unique, name: claim})
    return point


def _claim(
    told: PolyGame, pieces: list[dict[str, Any]], point: Breakpoint, seat: str
) -> bool | None:
    """Return what the checker takes as shown of a seat's plan where two pieces meet."""
    here = replace(point, unique=dict.fromkeys(pieces[0]["unique"])).to_json()
    return next((c for c in (True, False) if shown_by(told, pieces, here, seat, c)), None)


def _named(game: str, at: Fraction | int) -> str:
    """Return the game string at one value of its parameter."""
    return game.replace("=*", f"={show(at)}", 1)


def _piece(game: str, form: PolynomialForm, told: PolyGame, stretch: Stretch) -> Piece:
    """Return a piece with the reasons why it holds."""
    candidate, own = stretch.candidate, None
    if stretch.settled is not None and isinstance(stretch.low, int):
        own = certificate(_named(game, stretch.low), form.at(stretch.low), stretch.settled)
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
    why = reasoned(told, piece.to_json(), whole=form.domain.whole)
    return replace(
        piece,
        basis={seat: Basis.from_json(basis) for seat, basis in why["basis"].items()},
        inequalities=tuple(map(Inequality.from_json, why["inequalities"])),
    )


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
