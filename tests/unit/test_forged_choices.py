"""Lists of all equilibria of games so small that they are written by hand, honest and forged."""

import copy

import pytest
from tests.unit.forging import resealed

from sabot import certify
from sabot.certify.pairs import cases
from sabot.errors import CertificateError, FileError, SabotError

SEATS = ["one", "two"]


def listed(cells, payoffs, tree, equilibria):
    """Return a list of equilibria: by hand the payoffs, and the chances of the second actions."""
    form = {"seats": SEATS, "cells": {}, "denominator": [1], "payoffs": payoffs}
    for seat, views in zip(SEATS, cells, strict=True):
        form["cells"][seat] = [[view, ["h", "t"], 0] for view in views]
    told = [
        {
            "payoffs": payoffs,
            "strategies": {
                seat: {view: {"h": low, "t": high} for view, (low, high) in zip(views, own)}
                for seat, views, own in zip(SEATS, cells, chances, strict=True)
            },
        }
        for payoffs, *chances in equilibria
    ]
    alone = len(equilibria) == 1
    return resealed(
        {
            "schema": "sabot/pair-equilibria/1",
            "game": "by hand",
            "seats": SEATS,
            "count": len(told),
            "unique": dict.fromkeys(SEATS, alone),
            "equilibria": told,
            "components": [{"dimension": 0, "equilibria": [k + 1]} for k in range(len(told))],
            "certificate": {"form": form, "alike": {}, "tree": tree},
        }
    )


HALF, NEVER, ALWAYS = ("1/2", "1/2"), ("1", "0"), ("0", "1")


def pennies():
    payoffs = [[i, j, [[1], [-1]] if i == j else [[-1], [1]]] for i in (1, 2) for j in (1, 2)]
    heads = {"settled": [["two", {"b": "t"}]], "dead": ["one", {"a": 1}]}
    tails = {"settled": [["two", {"b": "h"}]], "dead": ["one", {"a": -1}]}
    cut = {"cut": ["b", heads, {"found": 0}, tails]}
    tree = {"split": ["one", "a", heads, cut, tails]}
    return listed((["a"], ["b"]), payoffs, tree, [(["0", "0"], [HALF], [HALF])])


def settled(b, c, **then):
    return {"settled": [["two", {"b": b, "c": c}]], **then}


def three(twice=False):
    """Return a game with equilibria at chances 1/3, 2/3 and 1 of the first seat.

    It is paid x (1 + 2b - 2c), the other b (1 - 3x) + c (2 - 3x). A tree that cuts out of order
    comes to the first two of them twice, each time by steps that are right.
    """
    payoffs = [[2, 0, [[1], []]], [2, 2, [[2], [-3]]], [2, 4, [[-2], [-3]]]]
    payoffs += [[0, 2, [[], [1]]], [0, 4, [[], [2]]]]
    low, middle, high = (settled(b, c, dead=["one", {"a": m}]) for b, c, m in ("tt1", "ht2", "hh1"))
    low["dead"][1]["a"] = high["dead"][1]["a"] = 1
    middle["dead"][1]["a"] = -1
    numbers = iter(range(5))

    def third():
        return {"settled": [["two", {"c": "t"}]], "found": next(numbers)}

    def two_thirds():
        return {"settled": [["two", {"b": "h"}]], "found": next(numbers)}

    below = low
    if twice:
        below = {"cut": ["c", {"cut": ["b", low, third(), middle]}, two_thirds(), middle]}
    above = {"cut": ["b", below, third(), {"cut": ["c", middle, two_thirds(), high]}]}
    tree = {"split": ["one", "a", low, above, settled("h", "h", found=next(numbers))]}
    first = (["0", "1"], [("2/3", "1/3")], [HALF, ALWAYS])
    second = (["0", "0"], [("1/3", "2/3")], [NEVER, HALF])
    last = (["1", "0"], [ALWAYS], [NEVER, NEVER])
    found = [first, second, first, second, last] if twice else [first, second, last]
    return listed((["a"], ["b", "c"]), payoffs, tree, found)


def changed(told, change):
    copied = copy.deepcopy(told)
    change(copied)
    return resealed(copied)


def refused(told, change, match, fault=SabotError):
    with pytest.raises(fault, match=match):
        certify.check(changed(told, change))


# ---------------------------------------------------------------------- as they are


def test_what_is_written_by_hand_is_accepted():
    assert certify.check(pennies()).words == "proved: 1 extreme equilibrium, all there are"
    found = certify.check(three())
    assert found.words == "proved: 3 extreme equilibria, all there are"
    assert found.value == ["0, 1", "0, 0", "1, 0"]


# ---------------------------------------------------------------------- found twice


def test_an_equilibrium_that_a_tree_finds_twice_does_not_count_twice():
    with pytest.raises(CertificateError, match="an equilibrium is listed twice"):
        certify.check(three(twice=True))


# ---------------------------------------------------------------------- numbers, not formulas


def test_one_game_has_payoffs_that_are_numbers():
    def payoff(told):
        told["certificate"]["form"]["payoffs"][0][2][0].append(999)

    def denominator(told):
        told["certificate"]["form"]["denominator"] = [1, -1]

    for change in (payoff, denominator):
        refused(pennies(), change, "are numbers, not polynomials")


@pytest.mark.parametrize("text", ["1000*t", "0*t", "1-1", "0.0", "(0)", "t"])
def test_one_game_pays_fractions(text):
    refused(pennies(), lambda told: told["equilibria"][0].update(payoffs=[text, "0"]), "whole")


def test_one_game_is_played_by_fractions():
    def change(told):
        told["equilibria"][0]["strategies"]["one"]["a"] = {"h": "1/2+t", "t": "1/2-t"}

    refused(pennies(), change, "is not a whole number")


# ---------------------------------------------------------------------- types


@pytest.mark.parametrize(
    "component",
    [
        {"dimension": "0", "equilibria": [1]},
        {"dimension": 0, "equilibria": ["1"]},
        {"dimension": False, "equilibria": [1]},
        {"dimension": 0, "equilibria": [True]},
    ],
)
def test_components_are_told_by_whole_numbers(component):
    refused(pennies(), lambda told: told.update(components=[component]), "a component is not")


def test_how_and_how_fast_are_words_and_a_number():
    assert certify.check(changed(pennies(), lambda told: told.update(seconds=1.5, method="cases")))
    refused(pennies(), lambda told: told.update(seconds="soon"), "the time is not a number")
    refused(pennies(), lambda told: told.update(method=["cases"]), "the method is not a text")


# ---------------------------------------------------------------------- bounds


def test_cases_that_take_too_long_are_not_gone_through(monkeypatch):
    monkeypatch.setattr(cases, "MOST_PAIR_WORK", 100)
    assert certify.check(pennies())
    with pytest.raises(FileError, match="the cases take too long"):
        certify.check(three())


def test_long_numbers_take_longer(monkeypatch):
    monkeypatch.setattr(cases, "MOST_PAIR_WORK", 100)

    def change(told):
        for entry in told["certificate"]["form"]["payoffs"]:
            entry[2] = [[10**1000 * amount for amount in part] for part in entry[2]]

    refused(pennies(), change, "the cases take too long", FileError)
