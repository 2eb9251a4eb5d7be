"""Writing certificates: what :mod:`sabot.certify` will read, and nothing that it need not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sabot.certify import digest
from sabot.exact import show, whole_text
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm, Side
from sabot.solvers.duel import Duel, Plan
from sabot.solvers.face import Faces

_SAFE = 2**53  # beyond this, other languages' JSON readers lose digits: write text

Table = Mapping[str, Mapping[str, Fraction]]


def certificate(
    game: str,
    form: MatrixForm | SequenceForm,
    value: Fraction,
    strategies: Sequence[Table],
    plans: Sequence[Plan],
    duel: Duel,
    faces: Faces,
) -> dict[str, Any]:
    """Return the certificate of a solved game, ready to be written as JSON."""
    seats = [side.name for side in duel.sides]
    tables = {name: texts(table) for name, table in zip(seats, strategies, strict=True)}
    claims: dict[str, Any] = {}
    for seat, name in enumerate(seats):
        verdict, other = faces.verdicts[seat], 1 - seat
        if verdict.unique:
            claims[name] = {"unique": True, "prime": verdict.prime}
            if faces.inner[other] != plans[other]:
                claims[name]["against"] = texts(table_of(duel.sides[other], faces.inner[other]))
        else:
            assert verdict.another is not None
            another = texts(table_of(duel.sides[seat], verdict.another))
            claims[name] = {"unique": False, "another": another}
    body = {
        "schema": "sabot/certificate/1",
        "game": game,
        "form": form_json(form),
        "value": show(value),
        "strategies": tables,
        "uniqueness": claims,
    }
    return body | {"digest": digest(body)}


def form_json(form: MatrixForm | SequenceForm) -> dict[str, Any]:
    """Return a form as JSON: integers over one denominator."""
    if isinstance(form, MatrixForm):
        large = form.array.max() >= _SAFE or form.array.min() <= -_SAFE
        payoffs: Any = form.payoffs
        if large:
            payoffs = [[_safe(entry) for entry in row] for row in form.payoffs]
        return {
            "kind": "matrix",
            "seats": list(form.seats),
            "rows": list(form.rows),
            "columns": list(form.columns),
            "denominator": _safe(form.denominator),
            "payoffs": payoffs,
        }
    return {
        "kind": "sequence",
        "seats": list(form.seats),
        "cells": {
            side.name: [[cell.key, list(cell.actions), cell.parent] for cell in side.cells]
            for side in form.sides
        },
        "denominator": _safe(form.denominator),
        "payoffs": [[i, j, _safe(amount)] for i, j, amount in form.payoffs],
    }


def _safe(number: int) -> int | str:
    return number if -_SAFE < number < _SAFE else whole_text(number)


def texts(table: Table) -> dict[str, dict[str, str]]:
    """Return a strategy with its fractions as text."""
    return {
        view: {action: show(chance) for action, chance in mix.items()}
        for view, mix in table.items()
    }


def table_of(side: Side, plan: Plan) -> dict[str, dict[str, Fraction]]:
    """Return a behaviour that has this plan; where the plan never comes, the first action."""
    found = {}
    for cell in side.cells:
        arrives = plan[cell.parent]
        if arrives:
            chances = [plan[s] / arrives for s in cell.sequences]
        else:
            chances = [Fraction(int(s == cell.first)) for s in cell.sequences]
        found[cell.key] = dict(zip(cell.actions, chances, strict=True))
    return found
