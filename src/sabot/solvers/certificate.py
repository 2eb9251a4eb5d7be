"""Writing certificates: what :mod:`sabot.certify` will read, and nothing that it need not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sabot import watch
from sabot.certify import sealed
from sabot.exact import SAFE, safe_number, show
from sabot.forms.matrix import MatrixForm
from sabot.forms.sequence import SequenceForm, Side, gathered
from sabot.results.solution import Solution, Strategy, texts, zero_sum
from sabot.solvers import Task, chosen
from sabot.solvers.zero_sum.settle import Settled, table_of

if TYPE_CHECKING:
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.form import Form
    from sabot.forms.general import GeneralForm
    from sabot.forms.perfect import Perfect
    from sabot.solvers.equilibrium.settle import Balanced


def certificate(game: str, form: MatrixForm | SequenceForm, found: Settled) -> dict[str, Any]:
    """Return the certificate of a settled game that stands alone, as theorems hold them."""
    seats = [side.name for side in found.form.sides]
    shown = evidence(form, found)
    verdicts = {name: found.faces.verdicts[seat].unique for seat, name in enumerate(seats)}
    return sealed(
        {
            "schema": "sabot/certificate/1",
            "game": game,
            "form": {"kind": shown["form"]["kind"], "seats": seats} | shown["form"],
            "value": show(found.value),
            "strategies": {
                name: texts(table) for name, table in zip(seats, found.tables, strict=True)
            },
            "uniqueness": {
                name: {"unique": verdicts[name]} | shown["uniqueness"][name] for name in seats
            },
            "off_path": dict(zip(seats, found.off_path, strict=True)),
        }
    )


def evidence(form: MatrixForm | SequenceForm, found: Settled) -> dict[str, Any]:
    """Return what a solution shows for its claims: the payoffs, and why a strategy is unique."""
    watch.at("writing the certificate")
    plans, faces = found.plans, found.faces
    shown: dict[str, Any] = {}
    for seat, name in enumerate(found.form.seats):
        verdict, other = faces.verdicts[seat], 1 - seat
        if verdict.unique:
            shown[name] = {"prime": verdict.prime}
            if faces.inner[other] != plans[other]:
                inner = table_of(found.form.sides[other], faces.inner[other])
                shown[name]["against"] = texts(inner)
        else:
            assert verdict.another is not None
            shown[name] = {"another": texts(table_of(found.form.sides[seat], verdict.another))}
    return {"form": form_json(form), "uniqueness": shown}


def solved(task: Task) -> Solution:
    """Return the solution of a game for two."""
    found = settled(task.form)
    return solution_of(task.game, found, 0.0, task.never_shown(found.form.sides))


def solved_openly(task: Task) -> Solution:
    """Return the solution that a family of perfect information found."""
    return open_solution(task.game, task.form, 0.0)


def settled(form: Form) -> Settled | Balanced:
    """Return what is proved of a form: its value, or an equilibrium where it has none.

    >>> from sabot import BimatrixForm
    >>> settled(BimatrixForm.of_pairs([["3|1", "0|0"], ["0|0", "1|3"]])).payoffs
    (Fraction(3, 1), Fraction(1, 1))
    """
    found: Settled | Balanced = chosen(form).settle(form, False)
    return found


def solution_of(
    game: str,
    found: Settled | Balanced,
    seconds: float,
    unreachable: Mapping[str, Sequence[str]],
) -> Solution:
    """Return what was proved of a form as a solution of the game, with its certificate."""
    seats = found.form.seats
    common: dict[str, Any] = {
        "game": game,
        "seats": seats,
        "strategies": {s: Strategy(s, t) for s, t in zip(seats, found.tables, strict=True)},
        "off_path": dict(zip(seats, found.off_path, strict=True)),
        "method": found.method,
        "unreachable": unreachable,
    }
    if isinstance(found, Settled):
        verdicts = zip(seats, found.faces.verdicts, strict=True)
        return Solution(
            payoffs=zero_sum(seats, found.value),
            uniqueness={seat: verdict.unique for seat, verdict in verdicts},
            behaviour=dict(zip(seats, found.behaviour_unique, strict=True)),
            certificate=evidence(found.form, found),
            seconds=seconds,
            **common,
        )
    watch.at("writing the certificate")
    return _balance(found, seconds, common)


def _balance(found: Balanced, seconds: float, common: Mapping[str, Any]) -> Solution:
    """Return an equilibrium as a solution: what each seat is paid, and that it can gain nothing."""
    seats = found.form.seats
    return Solution(
        payoffs=dict(zip(seats, found.payoffs, strict=True)),
        gains=dict.fromkeys(seats, Fraction(0)),
        uniqueness={s: u for s, u in zip(seats, found.unique, strict=True) if u is not None},
        certificate={"form": game_json(found.form)} | dict(found.shown),
        seconds=seconds,
        **common,
    )


def open_evidence(found: Perfect) -> dict[str, Any] | None:
    """Return what the solution of a game of perfect information shows; None where it has nothing.

    Who holds which card and who leads are among its facts.
    """
    if found.form is None:
        return None
    return {"form": {key: found.form[key] for key in ("kind", "rule", "pays")}}


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
        certificate=open_evidence(found),
        facts=found.facts,
    )


def form_json(form: MatrixForm | SequenceForm) -> dict[str, Any]:
    """Return a form as JSON: integers over one denominator. Its seats are named around it."""
    if isinstance(form, MatrixForm):
        least, greatest = form.span
        payoffs: Any = list(map(list, form.payoffs))
        if greatest >= SAFE or least <= -SAFE:
            payoffs = [[safe_number(entry) for entry in row] for row in form.payoffs]
        return {
            "kind": "matrix",
            "rows": list(form.rows),
            "columns": list(form.columns),
            "denominator": safe_number(form.denominator),
            "payoffs": payoffs,
        }
    return {
        "kind": "sequence",
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominator": safe_number(form.denominator),
        "payoffs": _triples(form),
    }


def _triples(form: SequenceForm) -> list[list[Any]]:
    """Return the payoffs, as text where they are beyond what other readers hold."""
    if all(-SAFE < amount < SAFE for _, _, amount in form.payoffs):
        return list(map(list, form.payoffs))
    return [[i, j, safe_number(amount)] for i, j, amount in form.payoffs]


def game_json(form: BimatrixForm | GeneralForm) -> dict[str, Any]:
    """Return a game whose payoffs are by seat, as certificates hold it."""
    from sabot.forms.bimatrix import BimatrixForm

    if isinstance(form, BimatrixForm):
        tables = [
            [list(map(safe_number, row)) for row in own.payoffs] for own in (form.one, form.two)
        ]
        return {
            "kind": "bimatrix",
            "rows": list(form.rows),
            "columns": list(form.columns),
            "denominators": [safe_number(form.one.denominator), safe_number(form.two.denominator)],
            "payoffs": tables,
        }
    ends = sorted((end for end in form.ends if any(end.payoffs)), key=lambda end: end.sequences)
    return {
        "kind": "general",
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominators": [safe_number(form.denominator)] * 2,
        "payoffs": [[*end.sequences, *map(safe_number, end.payoffs)] for end in ends],
    }


def form_in(told: Mapping[str, Any], seats: Sequence[str]) -> MatrixForm | SequenceForm:
    """Return the form that a (checked) solution holds: the way back from :func:`form_json`."""
    below = int(told["denominator"])
    one, two = seats
    if told["kind"] == "matrix":
        payoffs = tuple(tuple(map(int, row)) for row in told["payoffs"])
        return MatrixForm(payoffs, below, tuple(told["rows"]), tuple(told["columns"]), (one, two))
    first, second = (Side.from_json(seat, told["cells"][seat]) for seat in (one, two))
    sums = {(i, j): int(amount) for i, j, amount in told["payoffs"]}
    return gathered((first, second), {below: sums})
