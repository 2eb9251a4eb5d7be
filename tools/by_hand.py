"""Lists and theorems of all equilibria of games so small that a person can write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sabot import certify

SEATS = ["one", "two"]
HALF, NEVER, ALWAYS = ("1/2", "1/2"), ("1", "0"), ("0", "1")
"""Chances of the first and of the second action."""


def form_of(cells: Sequence[Sequence[str]], payoffs: list[Any]) -> dict[str, Any]:
    """Return a game of choices between ``h`` and ``t``, by the views of both seats."""
    told = {
        seat: [[view, ["h", "t"], 0] for view in views]
        for seat, views in zip(SEATS, cells, strict=True)
    }
    return {"seats": SEATS, "cells": told, "denominator": [1], "payoffs": payoffs}


def equilibrium(cells: Sequence[Sequence[str]], paid: Any, *chances: Any) -> dict[str, Any]:
    """Return an equilibrium: what is paid, and by seat the chances at each view."""
    strategies = {
        seat: {view: {"h": low, "t": high} for view, (low, high) in zip(views, own, strict=True)}
        for seat, views, own in zip(SEATS, cells, chances, strict=True)
    }
    return {"payoffs": paid, "strategies": strategies}


def listed(
    cells: Sequence[Sequence[str]], payoffs: list[Any], tree: Any, found: list[Any]
) -> dict[str, Any]:
    """Return a list of equilibria, each a set by itself."""
    told = [equilibrium(cells, *one) for one in found]
    whole: dict[str, Any] = {"schema": "sabot/pair-equilibria/1", "game": "by hand", "seats": SEATS}
    whole |= {"count": len(told), "unique": dict.fromkeys(SEATS, len(told) == 1)}
    parts = [{"dimension": 0, "equilibria": [k + 1]} for k in range(len(told))]
    held = {"form": form_of(cells, payoffs), "alike": {}, "tree": tree}
    return _written(whole | {"equilibria": told, "components": parts, "certificate": held})


def _written(told: dict[str, Any]) -> dict[str, Any]:
    """Return a document sealed, as a file would hold it: no part stands in it twice."""
    found: dict[str, Any] = json.loads(json.dumps(certify.sealed(told)))
    return found


def _matched() -> dict[str, Any]:
    """Return the cases of a game in which one wants the same, and the other does not."""
    heads = {"settled": [["two", {"b": "t"}]], "dead": ["one", {"a": 1}]}
    tails = {"settled": [["two", {"b": "h"}]], "dead": ["one", {"a": -1}]}
    cut = {"cut": ["b", heads, {"found": 0}, tails]}
    return {"split": ["one", "a", heads, cut, tails]}


def pennies() -> dict[str, Any]:
    """Return matching pennies, with their one equilibrium."""
    same, other = [[1], [-1]], [[-1], [1]]
    payoffs = [[i, j, same if i == j else other] for i in (1, 2) for j in (1, 2)]
    return listed((["a"], ["b"]), payoffs, _matched(), [(["0", "0"], [HALF], [HALF])])


def theorem(*, whole: bool) -> dict[str, Any]:
    """Return the same where two heads pay t: for every whole t >= 1, or every real one to 3."""
    payoffs = [[1, 1, [[0, 1], [0, -1]]], [1, 2, [[-1], [1]]]]
    payoffs += [[2, 1, [[-1], [1]]], [2, 2, [[1], [-1]]]]
    cells, mix = (["a"], ["b"]), ("2/(t+3)", "(t+1)/(t+3)")
    part: dict[str, Any] = {"gains": ["0", "0"], "unique": dict.fromkeys(SEATS, True), "count": 1}
    part |= equilibrium(cells, ["(t-1)/(t+3)", "(1-t)/(t+3)"], [mix], [mix])
    part |= {"tree": _matched()}
    ends: dict[str, Any] = {"from": 1, "to": None if whole else 3}
    told: dict[str, Any] = {"schema": "sabot/pair-proof/1", "game": "by hand", "seats": SEATS}
    told |= {"parameter": "t"}
    told |= {"domain": ends | {"whole": whole}, "alike": {}, "form": form_of(cells, payoffs)}
    told |= {"pieces": [part | ends]}
    if not whole:
        told["breakpoints"] = [part | {"at": end} for end in ends.values()]
    return _written(told)


def _settled(b: str, c: str, **then: Any) -> dict[str, Any]:
    return {"settled": [["two", {"b": b, "c": c}]], **then}


def three(*, twice: bool = False) -> dict[str, Any]:
    """Return a game with equilibria at chances 1/3, 2/3 and 1 of the first seat.

    It is paid x (1 + 2b - 2c), the other b (1 - 3x) + c (2 - 3x). A tree that cuts out of order
    comes to the first two of them *twice*, each time by steps that are right.
    """
    payoffs: list[Any] = [[2, 0, [[1], []]], [2, 2, [[2], [-3]]], [2, 4, [[-2], [-3]]]]
    payoffs += [[0, 2, [[], [1]]], [0, 4, [[], [2]]]]
    low, high = (_settled(both, both, dead=["one", {"a": 1}]) for both in "th")
    middle = _settled("h", "t", dead=["one", {"a": -1}])
    numbers = iter(range(5))

    def third() -> dict[str, Any]:
        return {"settled": [["two", {"c": "t"}]], "found": next(numbers)}

    def two_thirds() -> dict[str, Any]:
        return {"settled": [["two", {"b": "h"}]], "found": next(numbers)}

    below = low
    if twice:
        below = {"cut": ["c", {"cut": ["b", low, third(), middle]}, two_thirds(), middle]}
    above = {"cut": ["b", below, third(), {"cut": ["c", middle, two_thirds(), high]}]}
    tree = {"split": ["one", "a", low, above, _settled("h", "h", found=next(numbers))]}
    first = (["0", "1"], [("2/3", "1/3")], [HALF, ALWAYS])
    second = (["0", "0"], [("1/3", "2/3")], [NEVER, HALF])
    last = (["1", "0"], [ALWAYS], [NEVER, NEVER])
    found = [first, second, first, second, last] if twice else [first, second, last]
    return listed((["a"], ["b", "c"]), payoffs, tree, found)
