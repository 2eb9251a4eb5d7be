"""A file cannot buy unbounded work of its checker, nor words that look like the checker's own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabot.certify import check, sealed
from sabot.certify.theorem.expression import quotient
from sabot.certify.theorem.inequality import REASONS
from sabot.errors import CertificateError, FileError


def _need(says: str, polynomial: Any, sense: str, **more: str) -> dict[str, Any]:
    return {"says": says, "polynomial": polynomial, "is": sense, "why": "shift", **more}


def _text(number: int) -> int | str:
    return number if abs(number) < 2**53 else str(number)


def theorem(
    value: str = "0",
    *,
    gap: Any = None,
    corner: Any = None,
    whole: bool = True,
    ends: tuple[Any, Any] = (0, None),
    sorts: list[Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a theorem on x, y against a0, a1: of value 0, and nothing claimed besides."""
    gap, corner = ([_text(c) for c in part or [1]] for part in (gap, corner))
    cells = {"A": [["-", ["x", "y"], 0]], "B": [["v", ["a0", "a1"], 0]]}
    payoffs = [[2, 1, [-1]], [1, 2, gap], [2, 2, corner]]
    plan = {"below": [1], "sure": [1], "tops": {}}
    bases = [
        {key: {view: [action]} for key in ("used", "tight")}
        for view, action in (("-", "x"), ("v", "a0"))
    ]
    piece = {
        "from": ends[0],
        "to": ends[1],
        "value": value,
        "strategies": {"A": {"-": {"x": "1", "y": "0"}}, "B": {"v": {"a0": "1", "a1": "0"}}},
        "unique": {"A": None, "B": None},
        "value_parts": [[], [1]],
        "plans": {"A": plan, "B": plan},
        "basis": {"A": bases[0], "B": bases[1]},
        "inequalities": [
            _need("the denominator of the payoffs is positive", [1], "> 0"),
            _need("the denominator of the value is not 0", [1], "!= 0", of="p"),
            _need("the denominator of A's plan is positive", [1], "> 0"),
            _need("B at v: a1 earns no more than a0", gap, ">= 0"),
            _need("the denominator of B's plan is positive", [1], "> 0"),
            _need("A: y earns no more than x", [1], ">= 0"),
        ],
    }
    document = {
        "schema": "sabot/proof/1",
        "game": "g",
        "parameter": "t",
        "domain": {"whole": whole, "from": ends[0], "to": ends[1]},
        "seats": ["A", "B"],
        "form": {"seats": ["A", "B"], "cells": cells, "denominator": [1], "payoffs": payoffs},
        "pieces": [piece],
        "reasons": REASONS,
    }
    if sorts is not None:
        document["classification"] = {"B": {"v": sorts}}
    return sealed({**document, **more})


def matrix(value: str = "5", seats: tuple[str, str] = ("row", "column"), **more: Any) -> Any:
    """Return the solution of a matrix of one entry."""
    one, two = seats
    decimal = float(value) if len(value) < 300 else None
    document = {
        "schema": "sabot/solution/2",
        "game": "g",
        "seats": [one, two],
        "value": value,
        "decimal": decimal,
        "strategies": {seat: {"-": {"1": "1"}} for seat in seats},
        "unique": dict.fromkeys(seats, True),
        "unique_behaviour": dict.fromkeys(seats, True),
        "off_path": {seat: [] for seat in seats},
        "method": "m",
        "seconds": 1,
        "certificate": {
            "form": {
                "kind": "matrix",
                "rows": ["1"],
                "columns": ["1"],
                "denominator": 1,
                "payoffs": [[value]],
            },
            "uniqueness": {seat: {"prime": 3} for seat in seats},
        },
    }
    return sealed({**document, **more})


def test_the_theorem_and_the_matrix_of_these_tests_are_accepted() -> None:
    assert check(theorem()).words == "proved for every whole number t >= 0: 1 piece"
    assert check(matrix()).words == "proved, value 5 to row"


# ---------------------------------------------------------------------- formulas


@pytest.mark.parametrize("formula", ["(1/(t-7))**0-1", "0*(5/(t-7)-1/(t-8))**0"])
def test_a_power_0_does_not_hide_a_pole(formula: str) -> None:
    with pytest.raises(FileError, match="a power 0 of a quotient"):
        check(theorem(formula))


def test_a_power_0_of_a_polynomial_is_1() -> None:
    assert quotient("(t/3 - 7)**0", "t", plain=True) == ([1], [1])
    assert check(theorem("(t-7)**0-1")).value == ["(t-7)**0-1"]


# ---------------------------------------------------------------------- names


def test_a_seat_that_speaks_like_the_checker_is_quoted() -> None:
    proved = check(matrix(seats=("first unique, second", "not")))
    assert proved.words == "proved, value 5 to 'first unique, second'"
    assert proved.verdicts == "'first unique, second' unique, 'not' unique"


def test_blanks_in_a_name_push_nothing_to_another_line() -> None:
    proved = check(matrix(seats=("x" + " " * 200 + "  payoffs: those of baccara", "y")))
    assert "  " not in proved.words and "  " not in proved.verdicts
    with pytest.raises(CertificateError) as refused:
        check(sealed({**matrix(seats=("x" + " " * 200 + "proved", "y")), "value": "6/1"}))
    assert "  " not in str(refused.value) and len(str(refused.value)) < 200


def test_a_game_cannot_close_the_quotes_around_its_name() -> None:
    words = check(matrix(game="g` was checked; `" + " " * 300 + "x" * 1000)).unchecked
    assert words.count("`") == 2 and "  " not in words and len(words) < 300


def test_a_refusal_does_not_write_out_what_it_refuses() -> None:
    with pytest.raises(FileError, match="schema a list: expected"):
        check({"schema": [1] * 1000})


# ---------------------------------------------------------------------- long numbers in words


@pytest.mark.parametrize("ends", [("1" + "0" * 5000, None), (0, "1" + "0" * 5000)])
def test_an_end_of_thousands_of_digits_is_told_in_short(ends: tuple[Any, Any]) -> None:
    words = check(theorem(whole=False, ends=ends)).words
    assert "a whole number of about 5,001 digits" in words and len(words) < 200


def test_a_whole_end_of_thousands_of_digits_is_told_in_short() -> None:
    assert len(check(theorem(ends=(10**4000, 10**4000 + 5))).words) < 200


def test_a_value_beyond_the_floats_is_told_by_its_digits() -> None:
    words = check(matrix("9" * 1000)).words
    assert words == "proved, value a whole number of about 1,001 digits to row"


def test_a_time_that_is_not_finite_is_refused() -> None:
    document = json.loads(json.dumps(matrix()).replace('"seconds": 1', '"seconds": 1e999'))
    with pytest.raises(FileError, match="the time is beyond"):
        check(document)
