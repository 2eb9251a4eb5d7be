"""Writing proofs: a theorem as the document that :mod:`sabot.certify.theorem.proof` re-verifies."""

from __future__ import annotations

from typing import Any

from flint import fmpz_poly

from sabot import watch
from sabot.certify import digest
from sabot.certify.theorem.form import PolyGame, game_of
from sabot.certify.theorem.inequality import REASONS
from sabot.certify.theorem.points import ends_of, shown_by
from sabot.certify.theorem.roots import Point
from sabot.certify.theorem.span import point_of
from sabot.exact import show
from sabot.forms.theorem import PolynomialForm, ratio
from sabot.solvers.certificate import cells_json, certificate
from sabot.solvers.classification import classified
from sabot.solvers.formula import PlanFormula
from sabot.solvers.points import evidence_at
from sabot.solvers.reasons import reasoned
from sabot.solvers.settle import settle
from sabot.solvers.theorem import Piece, Theorem, chance_formulas


def proof_json(game: str, theorem: Theorem) -> dict[str, Any]:
    """Return the proof as JSON."""
    form = theorem.form
    low, high = theorem.pieces[0].low, theorem.pieces[-1].high
    body: dict[str, Any] = {
        "schema": "sabot/proof/1",
        "game": game,
        "parameter": form.parameter,
        "domain": {
            "whole": form.domain.whole,
            "from": end_json(low),
            "to": None if high is None else end_json(high),
        },
        "seats": list(form.seats),
        "pieces": [],
        "reasons": REASONS,
        "form": _form(form),
    }
    told = game_of(body["form"])
    body["pieces"] = [
        _piece(game, form, told, piece) for piece in watch.each("writing the proof", theorem.pieces)
    ]
    if not form.domain.whole:
        body["breakpoints"] = _breakpoints(game, form, told, body["pieces"])
    sorts = classified(form)
    if sorts:
        body["classification"] = {
            seat: {view: [list(part) for part in ranges] for view, ranges in table.items()}
            for seat, table in sorts.items()
        }
    return body | {"digest": digest(body)}


def end_json(end: int | Point) -> Any:
    """Return an end of a range: a number, a fraction as text, or a root with its interval."""
    if isinstance(end, int):
        return end
    if end.rational:
        return int(end.low) if end.low.denominator == 1 else show(end.low)
    return {"root_of": list(end.root_of), "between": [show(end.low), show(end.high)]}


def _breakpoints(
    game: str, form: PolynomialForm, told: PolyGame, pieces: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return what is known of uniqueness where pieces over the real numbers begin, meet and end."""
    found = []
    for number, end in enumerate(ends_of(pieces)):
        watch.heard()
        at = point_of(end)
        if at.rational:
            settled = settle(form.at(at.low))
            one, two = settled.faces.verdicts
            unique = dict(zip(form.seats, (one.unique, two.unique), strict=True))
            here = game.replace("=*", f"={show(at.low)}", 1)
            own = certificate(here, form.at(at.low), settled)
            found.append({"at": end, "unique": unique, "certificate": own})
            continue
        near = pieces[max(0, number - 1) : number + 1]
        point: dict[str, Any] = {"at": end, "unique": {}}
        for seat, name in enumerate(form.seats):
            claim = _claim(told, near, point, name)
            if claim is None:
                for kind, plans in evidence_at(form, near[0], at, seat).items():
                    point[kind] = point.get(kind, {}) | plans
                claim = _claim(told, near, point, name)
            point["unique"][name] = claim
        found.append(point)
    return found


def _claim(
    told: PolyGame, near: list[dict[str, Any]], point: dict[str, Any], seat: str
) -> bool | None:
    """Return what is shown of a seat's plan where two pieces meet."""
    return next((c for c in (True, False) if shown_by(told, near, point, seat, c)), None)


def _coefficients(polynomial: fmpz_poly) -> list[int]:
    return [int(c) for c in polynomial.coeffs()]


def _form(form: PolynomialForm) -> dict[str, Any]:
    return {
        "seats": list(form.seats),
        "cells": cells_json(form.sides),
        "denominator": _coefficients(form.denominator),
        "payoffs": [[i, j, _coefficients(amount)] for i, j, amount in form.payoffs],
    }


def _piece(game: str, form: PolynomialForm, told: PolyGame, piece: Piece) -> dict[str, Any]:
    name = form.parameter
    top, below = piece.value
    numeric: dict[str, Any] = {}
    if piece.settled is None:
        extra = {"another": piece.candidate.another, "witness": piece.candidate.witness}
        for kind, plans in extra.items():
            some = {s: _plan(p) for s, p in zip(form.seats, plans, strict=True) if p is not None}
            numeric |= {kind: some} if some else {}
    if piece.settled is not None and isinstance(piece.low, int):
        here = game.replace("=*", f"={piece.low}", 1)
        numeric["certificate"] = certificate(here, form.at(piece.low), piece.settled)
    body = numeric | {
        "from": end_json(piece.low),
        "to": None if piece.high is None else end_json(piece.high),
        "value": ratio(top, below, name),
        "strategies": {
            side.name: {
                view: {action: ratio(*chance, name) for action, chance in mix.items()}
                for view, mix in chance_formulas(side, plan).items()
            }
            for side, plan in zip(form.sides, piece.candidate.plans, strict=True)
        },
        "unique": dict(zip(form.seats, piece.unique, strict=True)),
        "value_parts": [_coefficients(top), _coefficients(below)],
        "plans": {
            side.name: _plan(plan)
            for side, plan in zip(form.sides, piece.candidate.plans, strict=True)
        },
    }
    return body | reasoned(told, body, whole=form.domain.whole)


def _plan(plan: PlanFormula) -> dict[str, Any]:
    sure = [s for s, top in enumerate(plan.tops) if s and top == plan.below]
    return {
        "below": _coefficients(plan.below),
        "sure": sure,
        "tops": {
            str(s): _coefficients(top)
            for s, top in enumerate(plan.tops)
            if s and top != 0 and top != plan.below
        },
    }
