"""Write what a solver proved as a solution, with the evidence that the checker reads.

The evidence is the form in integers over one denominator and, for each player, why its strategy is
unique (a prime modulo which the uniqueness system has full column rank, against an inner optimal
strategy of the opponent where it is needed) or a second optimal strategy. Nothing is written that
the checker can compute itself. Numbers beyond what other JSON readers hold exactly are written as
text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from sabot.exact import JSON_SAFE_LIMIT, as_fractions, format_fraction, json_safe_integer
from sabot.forms.sequence import MatrixForm, SequenceForm, Treeplex, sequence_form_from_sums
from sabot.progress import report_progress
from sabot.results.solution import (
    CanonicalRows,
    Solution,
    Strategy,
    strategy_to_json,
    zero_sum_payoffs,
)
from sabot.solvers.zero_sum.solve import ZeroSumSolution

if TYPE_CHECKING:
    from sabot.forms.base import PerfectInformationSolution
    from sabot.forms.bimatrix import BimatrixForm
    from sabot.forms.sequence_nplayer import NPlayerSequenceForm
    from sabot.solvers.lp.program import IntArray


def write_certificate(
    game: str, form: MatrixForm | SequenceForm, found: ZeroSumSolution
) -> dict[str, object]:
    """Return the certificate of one solved game, as theorems hold them for single values."""
    from sabot.certify import sealed

    seats = [side.name for side in found.form.sides]
    shown = write_evidence(form, found)
    verdicts = {name: found.faces.verdicts[seat].unique for seat, name in enumerate(seats)}
    return sealed(
        {
            "schema": "sabot/certificate/1",
            "game": game,
            "form": {"kind": shown["form"]["kind"], "seats": seats} | shown["form"],
            "value": format_fraction(found.value),
            "strategies": {
                name: strategy_to_json(table)
                for name, table in zip(seats, found.tables, strict=True)
            },
            "uniqueness": {
                name: {"unique": verdicts[name]} | shown["uniqueness"][name] for name in seats
            },
            "off_path": dict(zip(seats, found.off_path, strict=True)),
        }
    )


def write_evidence(
    form: MatrixForm | SequenceForm, found: ZeroSumSolution, *, by_row: bool = False
) -> dict[str, Any]:
    """Return what a solution shows for its claims: the payoffs, and why a strategy is unique.

    With *by_row* each row of a matrix is over its own denominator, where one for all is too long.
    """
    report_progress("writing the certificate")
    plans, faces = found.plans, found.faces
    shown: dict[str, dict[str, object]] = {}
    for seat, name in enumerate(found.form.seats):
        verdict, other = faces.verdicts[seat], 1 - seat
        if verdict.unique:
            shown[name] = {"prime": verdict.prime}
            if faces.witnesses[other] != plans[other]:
                inner = found.form.sides[other].behaviour(faces.witnesses[other])
                shown[name]["against"] = strategy_to_json(inner)
        else:
            assert verdict.another is not None
            another = found.form.sides[seat].behaviour(verdict.another)
            shown[name] = {"another": strategy_to_json(another)}
    primes = [verdict.prime for verdict in faces.verdicts if verdict.prime is not None]
    scaled = by_row and isinstance(form, MatrixForm) and _is_shorter_by_row(form, primes)
    return {"form": form_to_json(form, by_row=scaled), "uniqueness": shown}


def build_solution(
    game: str, found: ZeroSumSolution, seconds: float, unreachable: Mapping[str, tuple[str, ...]]
) -> Solution:
    """Return what was proved of a form as a solution of the game, with its certificate."""
    seats = found.form.seats
    verdicts = zip(seats, found.faces.verdicts, strict=True)
    evidence = write_evidence(found.form, found, by_row=True)
    return Solution(
        game=game,
        seats=seats,
        payoffs=zero_sum_payoffs(seats, found.value),
        strategies={s: Strategy(s, t) for s, t in zip(seats, found.tables, strict=True)},
        uniqueness={seat: verdict.unique for seat, verdict in verdicts},
        behaviour=dict(zip(seats, found.behaviour_unique, strict=True)),
        off_path=dict(zip(seats, found.off_path, strict=True)),
        unreachable=unreachable,
        certificate=evidence,
        method=found.method,
        seconds=seconds,
        canonical_rows=_canonical_rows(found.form, evidence["form"]["payoffs"]),
    )


def write_perfect_information_evidence(
    found: PerfectInformationSolution,
) -> dict[str, object] | None:
    """Return what the solution of a game of perfect information shows; None where it has nothing.

    Who holds which card and who leads are among its facts.
    """
    if found.form is None:
        return None
    return {"form": {key: found.form[key] for key in ("kind", "rule", "pays")}}


def build_perfect_information_solution(
    game: str, found: PerfectInformationSolution, seconds: float
) -> Solution:
    """Return what a family of perfect information found, with its certificate where it has one."""
    seats = tuple(found.tables)
    return Solution(
        game=game,
        seats=seats,
        payoffs=zero_sum_payoffs(seats, found.value),
        strategies={seat: Strategy(seat, table) for seat, table in found.tables.items()},
        uniqueness=found.unique,
        method=found.method,
        seconds=seconds,
        certificate=write_perfect_information_evidence(found),
        facts=found.facts,
    )


def form_to_json(form: MatrixForm | SequenceForm, *, by_row: bool = False) -> dict[str, object]:
    """Return a form as JSON: integers over one denominator. Its seats are named around it.

    With *by_row* each row of a matrix is over a denominator of its own.
    """
    if isinstance(form, MatrixForm):
        head = {"kind": "matrix", "rows": list(form.rows), "columns": list(form.columns)}
        if by_row:
            lines, denominators = form.by_row
            return head | {
                "denominators": list(map(json_safe_integer, denominators)),
                "payoffs": [list(map(json_safe_integer, row)) for row in lines],
            }
        return head | {
            "denominator": json_safe_integer(form.denominator),
            "payoffs": _matrix_to_json(form),
        }
    return {
        "kind": "sequence",
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominator": json_safe_integer(form.denominator),
        "payoffs": _payoffs_to_json(form),
    }


_LONG_DENOMINATOR = 10_000
"""Bits of a common denominator from which each row is written over its own..."""
_SHORT_SHARE = 3
"""...if the longest of those has at most one in so many of its bits."""


def _is_shorter_by_row(form: MatrixForm, primes: Sequence[int]) -> bool:
    """Return whether the payoffs are much shorter row by row, each over its own denominator.

    Uniqueness was shown modulo *primes* by payoffs over one denominator. Where none of them divides
    it, the payoffs row by row show it as well.
    """
    below = form.denominator
    if below.bit_length() < _LONG_DENOMINATOR or not all(below % prime for prime in primes):
        return False
    return max(form.by_row[1]).bit_length() * _SHORT_SHARE <= below.bit_length()


_FEW_PAYOFFS = 500
"""Payoffs up to which nothing is gained by tables."""
_TABLES = ((2, 0, 9, _FEW_PAYOFFS), (4, -99, 999, 2_000), (8, -9_999, 9_999, 40_000))
"""Bytes in which an integer and a comma fit, the integers of which that is true, and how many
payoffs pay for the table of them."""
_SPARSE_SHARE = 8
"""Long payoffs are written one by one if at most one in so many is not 0."""


def _matrix_to_json(form: MatrixForm) -> list[list[int | str]]:
    """Return the payoffs of a matrix, as text where they are beyond what other readers hold."""
    if _fits_json(form):
        return list(map(list, form.payoffs))
    if not _is_sparse(form):
        return [list(map(json_safe_integer, row)) for row in form.payoffs]
    rows: list[list[int | str]] = [[0] * len(form.columns) for _ in form.rows]
    for i, j, amount in zip(*form.nonzero, strict=True):
        rows[i][j] = json_safe_integer(amount)
    return rows


def _fits_json(form: MatrixForm) -> bool:
    least, greatest = form.span
    return least > -JSON_SAFE_LIMIT and greatest < JSON_SAFE_LIMIT


def _is_sparse(form: MatrixForm) -> bool:
    return len(form.nonzero[0]) * _SPARSE_SHARE <= form.amounts


def _canonical_rows(
    form: MatrixForm | SequenceForm, rows: list[list[int | str]]
) -> CanonicalRows | None:
    """Return how the payoffs of a matrix are written as canonical JSON, sooner than one by one."""
    if not isinstance(form, MatrixForm) or form.amounts < _FEW_PAYOFFS:
        return None
    if _fits_json(form):
        least, greatest = form.span
        for size, low, high, enough in _TABLES:
            if low <= least and greatest <= high and form.amounts >= enough:
                return CanonicalRows(rows, partial(_short_rows_text, form.array, size, low, high))
    elif _is_sparse(form):
        return CanonicalRows(rows, partial(_sparse_rows_text, rows, form.nonzero))
    return None


def _short_rows_text(payoffs: IntArray, size: int, least: int, greatest: int) -> str:
    """Return an array of integers as canonical JSON, from a table of all integers of few digits."""
    import numpy as np

    table = _integer_texts(size, least, greatest)
    entries = table[payoffs - least if least else payoffs]  # each with a comma, then bytes of 0
    text = entries.view(np.uint8).reshape(len(payoffs), -1)
    lines = [row.tobytes().translate(None, b"\0")[:-1].decode("ascii") for row in text]
    return f"[[{'],['.join(lines)}]]"


@cache
def _integer_texts(size: int, least: int, greatest: int) -> IntArray:
    """Return the texts of integers, each with a comma, in words of *size* bytes."""
    import numpy as np

    texts = [f"{number},".encode() for number in range(least, greatest + 1)]
    return np.array(texts, dtype=f"S{size}").view(f"u{size}")


def _sparse_rows_text(
    rows: list[list[int | str]], places: tuple[list[int], list[int], list[int]]
) -> str:
    """Return rows whose entries are 0 except at these *places* as canonical JSON."""
    texts, ends = [""] * len(rows), [0] * len(rows)
    for i, j, _ in zip(*places, strict=True):
        entry = rows[i][j]
        shown = f'"{entry}"' if isinstance(entry, str) else str(entry)
        texts[i] += "0," * (j - ends[i]) + shown + ","
        ends[i] = j + 1
    lines = zip(texts, ends, rows, strict=True)
    whole = [(text + "0," * (len(row) - end))[:-1] for text, end, row in lines]
    return f"[[{'],['.join(whole)}]]"


def _payoffs_to_json(form: SequenceForm) -> Sequence[Sequence[int | str]]:
    """Return the payoffs, as text where they are beyond what other readers hold."""
    rows = form.rows()
    if all(-JSON_SAFE_LIMIT < row[2] < JSON_SAFE_LIMIT for row in rows):
        return rows
    return [[i, j, json_safe_integer(amount)] for i, j, amount in rows]


def general_sum_form_to_json(form: BimatrixForm | NPlayerSequenceForm) -> dict[str, object]:
    """Return a game whose payoffs are by seat, as certificates hold it."""
    from sabot.forms.bimatrix import BimatrixForm

    if isinstance(form, BimatrixForm):
        tables = [
            [list(map(json_safe_integer, row)) for row in own.payoffs]
            for own in (form.one, form.two)
        ]
        return {
            "kind": "bimatrix",
            "rows": list(form.rows),
            "columns": list(form.columns),
            "denominators": [
                json_safe_integer(form.one.denominator),
                json_safe_integer(form.two.denominator),
            ],
            "payoffs": tables,
        }
    ends = sorted((end for end in form.ends if any(end.payoffs)), key=lambda end: end.sequences)
    return {
        "kind": "general",
        "cells": {side.name: side.to_json() for side in form.sides},
        "denominators": [json_safe_integer(form.denominator)] * 2,
        "payoffs": [[*end.sequences, *map(json_safe_integer, end.payoffs)] for end in ends],
    }


def form_from_json(document: Mapping[str, Any], seats: Sequence[str]) -> MatrixForm | SequenceForm:
    """Return the form that a (checked) solution holds: the way back from :func:`form_to_json`."""
    one, two = seats
    if "denominators" in document:
        return _matrix_form_from_rows(document, (one, two))
    below = int(document["denominator"])
    if document["kind"] == "matrix":
        payoffs = tuple(tuple(map(int, row)) for row in document["payoffs"])
        return MatrixForm(
            payoffs, below, tuple(document["rows"]), tuple(document["columns"]), (one, two)
        )
    first, second = (Treeplex.from_json(seat, document["cells"][seat]) for seat in (one, two))
    sums = {(i, j): int(amount) for i, j, amount in document["payoffs"]}
    return sequence_form_from_sums((first, second), {below: sums})


def _matrix_form_from_rows(document: Mapping[str, Any], seats: tuple[str, str]) -> MatrixForm:
    """Return the matrix whose rows have a denominator each."""
    from flint import fmpz  # Python reads no text of more than 4,300 digits

    table = [
        as_fractions(list(map(fmpz, row)), fmpz(below))
        for row, below in zip(document["payoffs"], document["denominators"], strict=True)
    ]
    return MatrixForm.of(table, rows=document["rows"], columns=document["columns"], seats=seats)
