"""Writing certificates: what :mod:`sabot.certify` will read, and nothing that it need not."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpz

from sabot import watch
from sabot.certify import digest
from sabot.exact import show, whole_text
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import Cell, SequenceForm, Side, gathered
from sabot.results.solution import Solution, Strategy, zero_sum
from sabot.solvers.zero_sum.settle import Settled, table_of

if TYPE_CHECKING:
    from sabot.forms.perfect import Perfect

_LONG = 500  # bits from which FLINT is faster at writing a number
_SAFE = 2**53  # beyond this, other languages' JSON readers lose digits: write text

Table = Mapping[str, Mapping[str, Fraction]]


def certificate(game: str, form: MatrixForm | SequenceForm, found: Settled) -> dict[str, Any]:
    """Return the certificate of a settled game, ready to be written as JSON."""
    watch.at("writing the certificate")
    sides, plans, faces = found.form.sides, found.plans, found.faces
    seats = [side.name for side in sides]
    claims: dict[str, Any] = {}
    for seat, name in enumerate(seats):
        verdict, other = faces.verdicts[seat], 1 - seat
        if verdict.unique:
            claims[name] = {"unique": True, "prime": verdict.prime}
            if faces.inner[other] != plans[other]:
                claims[name]["against"] = texts(table_of(sides[other], faces.inner[other]))
        else:
            assert verdict.another is not None
            claims[name] = {
                "unique": False,
                "another": texts(table_of(sides[seat], verdict.another)),
            }
    body = {
        "schema": "sabot/certificate/1",
        "game": game,
        "form": form_json(form),
        "value": show(found.value),
        "strategies": {name: texts(table) for name, table in zip(seats, found.tables, strict=True)},
        "uniqueness": claims,
        "off_path": dict(zip(seats, found.off_path, strict=True)),
    }
    return body | {"digest": digest(body)}


def open_certificate(game: str, found: Perfect) -> dict[str, Any] | None:
    """Return the certificate of a game of perfect information; None where it has none."""
    if found.form is None:
        return None
    body = {
        "schema": "sabot/certificate/1",
        "game": game,
        "form": dict(found.form),
        "value": show(found.value),
        "best": list(found.facts["best"]),
        "uniqueness": {seat: {"unique": found.unique.get(seat)} for seat in found.form["seats"]},
    }
    return body | {"digest": digest(body)}


def open_solution(game: str, found: Perfect, seconds: float) -> Solution:
    """Return what a family of perfect information found, with its certificate where it has one."""
    seats = tuple(found.tables)
    return Solution(
        game=game,
        seats=seats,
        payoffs=zero_sum(seats, found.value),
        strategies={seat: Strategy(seat, table) for seat, table in found.tables.items()},
        uniqueness=found.unique,
        method=found.method,
        seconds=seconds,
        certificate=open_certificate(game, found),
        facts=found.facts,
    )


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
        "cells": cells_json(form.sides),
        "denominator": _safe(form.denominator),
        "payoffs": _triples(form),
    }


def _triples(form: SequenceForm) -> list[list[Any]]:
    """Return the payoffs, as text where they are beyond what other readers hold."""
    if all(-_SAFE < amount < _SAFE for _, _, amount in form.payoffs):
        return list(map(list, form.payoffs))
    return [[i, j, _safe(amount)] for i, j, amount in form.payoffs]


def cells_json(sides: tuple[Side, Side]) -> dict[str, list[list[Any]]]:
    """Return the cells of both sides: view, actions, and the sequence before."""
    return {
        side.name: [[cell.key, list(cell.actions), cell.parent] for cell in side.cells]
        for side in sides
    }


def form_in(certificate: Mapping[str, Any]) -> MatrixForm | SequenceForm:
    """Return the form that a (checked) certificate holds: the way back from :func:`form_json`."""
    told = certificate["form"]
    below = int(told["denominator"])
    one, two = told["seats"]
    if told["kind"] == "matrix":
        payoffs = tuple(tuple(map(int, row)) for row in told["payoffs"])
        return MatrixForm(payoffs, below, tuple(told["rows"]), tuple(told["columns"]), (one, two))
    sides = []
    for seat in (one, two):
        cells, first = [], 1
        for key, actions, parent in told["cells"][seat]:
            cells.append(Cell(key, tuple(actions), parent, first))
            first += len(actions)
        sides.append(Side(seat, tuple(cells)))
    sums = {(i, j): int(amount) for i, j, amount in told["payoffs"]}
    return gathered((sides[0], sides[1]), {below: sums})


def _safe(number: int) -> int | str:
    return number if -_SAFE < number < _SAFE else whole_text(number)


def texts(table: Table) -> dict[str, dict[str, str]]:
    """Return a strategy with its fractions as text."""
    written: dict[int, str] = {}  # the chances of a mix mostly share their denominator

    def text(chance: Fraction) -> str:
        below = chance.denominator
        if below.bit_length() < _LONG:
            return show(chance)
        if below not in written:
            written[below] = str(fmpz(below))
        return f"{fmpz(chance.numerator)}/{written[below]}"

    return {
        view: {action: text(chance) for action, chance in mix.items()}
        for view, mix in table.items()
    }
