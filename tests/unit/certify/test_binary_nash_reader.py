"""Lists and theorems of all equilibria by pairs, one fault at a time, each in words of its own."""

import copy
from math import prod

import pytest
from tests.unit.forging import document, resealed
from tools import by_hand, fuzz_kinds

from sabot import certify
from sabot.certify import binary_nash
from sabot.certify.algebra import real_roots
from sabot.errors import CertificateError, FileError, SabotError

GONE = object()


def put(*path):
    """Return a change: what stands at the end of a path becomes the last thing given."""
    *way, key, value = path

    def change(told):
        for step in way:
            told = told[step]
        if value is GONE:
            del told[key]
        else:
            told[key] = value

    return change


def changed(told, *changes):
    copied = copy.deepcopy(told)
    for change in changes:
        change(copied)
    return resealed(copied)


def refused(words, told, *changes, fault=SabotError):
    with pytest.raises(fault, match=words):
        certify.check(changed(told, *changes))


PIECE = ("pieces", 0)
TREE = ("certificate", "tree")
FORM = ("certificate", "form")


# ---------------------------------------------------------------------- theorems


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("seats", ["x", "two"]), "the proof and its form name different seats"),
        (put("parameter", 3), "the parameter is called 3, which is not a name"),
        (put("parameter", "2"), "the parameter is called '2', which is not a name"),
        (put("parameter", "t t"), "which is not a name"),
        (put("domain", "whole", 1), "true or false, nothing else"),
        (put("breakpoints", []), "breakpoints are those of real numbers"),
        (put("seconds", "soon"), "the time is not a number"),
        (put("game", 3), "the game is not a text"),
        (put("pieces", {}), "the pieces are not a list"),
        (put("pieces", []), "the pieces do not reach the end of the range"),
        (put("domain", "to", 9), "the pieces do not reach the end of the range"),
        (put(*PIECE, "from", 2), "the pieces leave a gap before 2"),
        (lambda told: told["pieces"].append(told["pieces"][0]), "the pieces leave a gap before 1"),
        (put(*PIECE, "gains", ["0", "1"]), "in an equilibrium nobody gains"),
        (put(*PIECE, "others", []), "the other equilibria are not a list"),
        (put(*PIECE, "count", 2), "another number of equilibria is listed"),
        (put(*PIECE, "count", True), "another number of equilibria is listed"),
        (put(*PIECE, "payoffs", ["0"]), "the payoffs are not one for each seat"),
        (put(*PIECE, "payoffs", 0, 5), "a formula is a text"),
        (put(*PIECE, "payoffs", 0, "(t**2-1)/(t**2+4*t+3)"), "not in lowest terms"),
        (put(*PIECE, "payoffs", 0, "(t-1)/(t-2)"), "a formula divides by zero"),
        (put(*PIECE, "payoffs", 0, "(t-1)/(t+4)"), "one is not paid what is written"),
        (put(*PIECE, "strategies", "one", []), "one's strategy does not answer its own views"),
        (put(*PIECE, "strategies", "one", {}), "one's strategy does not answer its own views"),
        (put(*PIECE, "strategies", "one", "a", "h", "1/2"), "one at a: another formula"),
        (put(*PIECE, "strategies", "one", "a", "t", "1/2"), "one at a: another formula"),
        (put(*PIECE, "unique", "one", False), "one's strategy is not as unique as claimed"),
        (put(*PIECE, "unique", "two", 1), "true, false or null"),
        (put("form", "denominator", [-1]), "the denominator of the payoffs is not positive"),
        (put("form", "denominator", [-2, 1]), "the denominator of the payoffs is not positive"),
    ],
)
def test_a_theorem_is_refused_for_one_fault(change, words):
    refused(words, by_hand.theorem(whole=True), change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("breakpoints", GONE), "breakpoints are those of real numbers"),
        (lambda told: told["breakpoints"].pop(), "not one breakpoint for each point"),
        (put("breakpoints", {}), "what should be a list is not one"),
        (put("breakpoints", 1, "at", 2), "a breakpoint is not where its pieces meet"),
        (put("breakpoints", 0, "payoffs", 0, "1"), "at 1: one is not paid what is written"),
        (put("domain", "from", None), "gap|fraction|no lower end"),
    ],
)
def test_a_theorem_on_real_numbers_is_refused_for_one_fault(change, words):
    refused(words, by_hand.theorem(whole=False), change)


def test_a_formula_in_lowest_terms_that_no_prime_tells_so_is_one(monkeypatch):
    """Its parts have a factor in common modulo every prime that is tried, and none in fact."""
    monkeypatch.setattr(real_roots, "_MOST_VALUE_BITS", 0)
    every = prod(real_roots._PRIMES)
    refused(
        "one is not paid", by_hand.theorem(whole=True), put(*PIECE, "payoffs", 0, f"t/(t+{every})")
    )


def test_nothing_need_be_claimed_of_uniqueness():
    silent = put(*PIECE, "unique", dict.fromkeys(by_hand.SEATS))
    assert certify.check(changed(by_hand.theorem(whole=True), silent)).unique[0]["one"] is None
    told = changed(by_hand.pennies(), put("unique", dict.fromkeys(by_hand.SEATS)))
    assert certify.check(told).lines == (
        "strategies: one uniqueness not decided, two uniqueness not decided",
    )


# ---------------------------------------------------------------------- lists


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("seats", ["x", "two"]), "the list and its form name different seats"),
        (put(*FORM, []), "the form of two seats is not an object"),
        (put("equilibria", []), "an equilibrium is not an object"),
        (put("equilibria", 0, []), "an equilibrium is not an object"),
        (put("equilibria", 0, "more", 1), "'more' is not a part of an equilibrium"),
        (put("equilibria", 0, "gains", ["1", "0"]), "'gains' is not a part of an equilibrium"),
        (put("equilibria", 0, "others", [{}]), "'others' is not a part of an equilibrium"),
        (put("components", []), "the components are not those of the equilibria"),
        (put("components", 0, "dimension", 1), "the components are not those of the equilibria"),
        (put("components", 0, "equilibria", [2]), "the components are not those"),
        (put("equilibria", 0, "strategies", "two", "b", "h", "1/3"), "two at b: another formula"),
        (put("equilibria", 0, "strategies", "two", "b", "t", "1/3"), "two at b: another formula"),
        (put(*FORM, "payoffs", 0, 2, {"0": [1], "1": [-1]}), "not one polynomial for each seat"),
        (put(*FORM, "payoffs", 0, 2, "12"), "not one polynomial for each seat"),
        (put(*FORM, "payoffs", 0, 2, [[1]]), "not one polynomial for each seat"),
        (put(*FORM, "cells", "one", 0, 1, ["h", "t", "x"]), "one at 'a': not one binary choice"),
        (put(*FORM, "cells", "one", 0, 1, ["h"]), "one at 'a': not one binary choice"),
        (put("certificate", "alike", {"one": {}}), "what is alike is not a list of lists"),
        (put("certificate", "alike", {"one": [["a"]]}), "one has no such views that are alike"),
        (put("certificate", "alike", {"one": [["a", "z"]]}), "one has no such views"),
    ],
)
def test_a_list_is_refused_for_one_fault(change, words):
    refused(words, by_hand.pennies(), change)


def test_a_choice_follows_no_other_of_its_seat():
    cells = [["b", ["h", "t"], 0], ["c", ["h", "t"], 1]]
    refused("two at 'c': not one binary choice", by_hand.three(), put(*FORM, "cells", "two", cells))


@pytest.mark.parametrize(
    ("alike", "words"),
    [
        ([["c", "b"]], "not in order, or in two lists"),
        ([["b", "c"]], "views said to be alike 'b' are not"),
    ],
)
def test_views_are_alike_in_their_order_and_where_they_are(alike, words):
    refused(words, by_hand.three(), put("certificate", "alike", {"two": alike}))


def two_alike():
    """Return pennies in which the second seat has the same choice twice, for half each."""
    told = by_hand.pennies()
    form = told["certificate"]["form"]
    form["cells"]["two"].append(["b again", ["h", "t"], 0])
    form["payoffs"] += [[i, j + 2, both] for i, j, both in form["payoffs"]]
    told["certificate"]["alike"] = {"two": [["b", "b again"]]}
    told["equilibria"][0]["strategies"]["two"]["b again"] = {"h": "1/2", "t": "1/2"}
    told["unique"]["two"] = False
    told["components"][0]["dimension"] = 1
    return told


def test_views_that_are_alike_count_as_one_and_leave_one_free():
    assert certify.check(resealed(two_alike())).unique == ({"one": True, "two": False},)
    twice = [["b", "b again"]] * 2
    refused("in two lists", two_alike(), put("certificate", "alike", "two", twice))
    refused("the components are not", two_alike(), put("components", 0, "dimension", 0))
    refused("two's strategy is not as unique", two_alike(), put("unique", "two", True))


def test_views_that_never_matter_are_not_alike():
    told = two_alike()
    told["certificate"]["form"]["payoffs"] = []
    refused("views that never matter are not alike", told)


def test_as_many_choices_and_cases_as_the_limits_say_are_read(monkeypatch):
    monkeypatch.setattr(binary_nash, "MOST_BINARY_CHOICES", 2)
    assert certify.check(by_hand.three())
    monkeypatch.setattr(binary_nash, "MOST_BINARY_CHOICES", 1)
    refused("more than 1 choices of a seat", by_hand.three(), fault=FileError)
    monkeypatch.setattr(binary_nash, "MOST_BINARY_CASES", 7)
    assert certify.check(by_hand.pennies())
    monkeypatch.setattr(binary_nash, "MOST_BINARY_CASES", 6)
    refused("more than 6 cases", by_hand.pennies(), fault=FileError)


def test_as_many_ties_as_the_limit_says_are_gone_through():
    refused("1 extreme equilibria are listed, not 1024", fuzz_kinds.cube(1, 10))
    refused("more than 10 choices are indifferent", fuzz_kinds.cube(1, 11), fault=FileError)


# ---------------------------------------------------------------------- trees


DEAD = {"settled": [["two", {"b": "t"}]], "dead": ["one", {"a": 1}]}


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ([], "a case is not dead, outside, split, cut or found"),
        ({}, "a case is not dead, outside, split, cut or found"),
        ({"found": 0, "outside": True}, "a case is not dead, outside, split, cut or found"),
        ({"found": 0, "more": 1}, "'more' is not a part of a case"),
        (DEAD | {"settled": []}, "nothing is settled in a case that says so"),
        (DEAD | {"settled": {}}, "what should be a list is not one"),
        ({"outside": 1}, "what is outside is so: true"),
        ({"outside": True}, "a case is said to be outside that is at no cut"),
        ({"found": "0"}, "what is found has a number"),
        ({"found": True}, "what is found has a number"),
        (DEAD | {"dead": ["one"]}, "a list of a case is not 2 long"),
        (DEAD | {"dead": ["three", {"a": 1}]}, "'three' is not a seat"),
        (DEAD | {"dead": [["one"], {"a": 1}]}, "a list is not a seat"),
        (DEAD | {"dead": ["one", {}]}, "the multiples of gains are not by view"),
        (DEAD | {"dead": ["one", [1]]}, "the multiples of gains are not by view"),
        (DEAD | {"dead": ["one", {"a": 0}]}, "a multiple of a gain is 0"),
        (DEAD | {"dead": ["one", {"a": "1.5"}]}, "is not a whole number"),
        (DEAD | {"dead": ["one", {"z": 1}]}, "'z' is not a choice of one"),
        (DEAD | {"dead": ["one", {"a": -1}]}, "said to be impossible, and is not shown"),
        (DEAD | {"dead": ["two", {"b": 1}]}, "said to be impossible, and is not shown"),
        (DEAD | {"settled": [["two"]]}, "a list of a case is not 2 long"),
        (DEAD | {"settled": [["two", {}]]}, "what is settled is not by view"),
        (DEAD | {"settled": [["two", ["b"]]]}, "what is settled is not by view"),
        (DEAD | {"settled": [["two", {"b": "x"}]]}, "'b' is settled by what is not an action"),
        (DEAD | {"settled": [["two", {"b": ["t", {"b": 1}, {"b": 1}]}]]}, "one list of multiples"),
        (DEAD | {"settled": [["two", {"b": "h"}]]}, "'b' is said to be settled, and is not shown"),
        (DEAD | {"settled": [["one", {"a": "t"}]]}, "a choice is settled that is known"),
        (DEAD | {"settled": [["two", {"b": "t"}]] * 2}, "a choice is settled that is known"),
        ({"split": ["one", "a", DEAD, DEAD]}, "a list of a case is not 5 long"),
        ({"split": ["one", ["a"], DEAD, DEAD, DEAD]}, "a list is not a choice of one"),
        ({"split": ["one", "a", DEAD, DEAD, DEAD]}, "a choice is split that is known"),
        ({"cut": ["b", DEAD, DEAD]}, "a list of a case is not 4 long"),
        ({"cut": ["b", DEAD, DEAD, DEAD]}, "a line is cut where there is none"),
        ({"found": 0}, "a set of equilibria is not known, or found twice|'b' is not answered"),
    ],
    ids=str,
)
def test_a_case_is_refused_for_one_fault(case, words):
    """In the first case of pennies one shows heads."""
    refused(words, by_hand.pennies(), put(*TREE, "split", 2, case))


def test_what_is_found_is_numbered_in_order_and_once():
    refused(
        "not numbered in order", by_hand.pennies(), put(*TREE, "split", 3, "cut", 2, "found", 1)
    )
    refused("found twice", by_hand.three(), put(*TREE, "split", 4, "found", 0))


def test_a_cut_may_be_outside_only_if_it_is():
    cut = (*TREE, "split", 3, "cut", 2)
    refused(
        "a cut is said to be at no chance, and is at one",
        by_hand.pennies(),
        put(*cut, {"outside": True}),
    )


def sure():
    """Return a game in which two always shows tails, and one therefore too.

    What tails gain two is 3 - 2p: they would gain nothing where one shows them with chance 3/2.
    """
    payoffs = [[2, 2, [[1], [-2]]], [0, 2, [[], [3]]]]
    out = {"settled": [["two", {"b": "t"}]], "dead": ["one", {"a": 1}]}
    cut = {"cut": ["b", out, {"outside": True}, out]}
    tails = {"settled": [["two", {"b": "t"}]], "found": 0}
    tree = {"split": ["one", "a", out, cut, tails]}
    found = [(["1", "1"], [by_hand.ALWAYS], [by_hand.ALWAYS])]
    return by_hand.listed((["a"], ["b"]), payoffs, tree, found)


def test_what_is_found_at_a_cut_is_a_true_mix():
    assert certify.check(sure())
    at = put(*TREE, "split", 3, "cut", 2, {"found": 1})
    refused("a chance is not that of a true mix", sure(), at)


def firm(second, tree):
    """Return a game in which tails always gain one 1, and two what is told."""
    payoffs = [[2, 0, [[1], []]], [0, 2, [[], [second] if second else []]]]
    known = {"settled": [["one", {"a": ["t", {"a": 1}]}]]}
    found = [(["1", str(second)], [by_hand.ALWAYS], [by_hand.ALWAYS])]
    return by_hand.listed((["a"], ["b"]), payoffs, known | tree, found)


def test_the_second_seat_mixes_where_it_is_indifferent_and_not_by_duty():
    bound = {"split": ["two", "b", {"found": 0}, {"found": 1}, {"found": 2}]}
    with pytest.raises(CertificateError, match="where the second seat is bound to mix"):
        certify.check(firm(0, bound))


def test_what_the_second_seat_does_is_best():
    dead = {"dead": ["two", {"b": 1}]}
    assert certify.check(firm(3, {"split": ["two", "b", dead, dead, {"found": 0}]}))
    wrong = {"split": ["two", "b", {"found": 1}, dead, {"found": 0}]}
    with pytest.raises(CertificateError, match="'b' is not answered best"):
        certify.check(firm(3, wrong))


def test_what_the_first_seat_does_beside_a_true_mix_is_best():
    """Tails at a second choice of one gain it 1; somebody says that it shows heads there."""
    told = by_hand.pennies()
    told["certificate"]["form"]["cells"]["one"].append(["c", ["h", "t"], 0])
    told["certificate"]["form"]["payoffs"].append([4, 0, [[1], []]])
    told["equilibria"][0]["payoffs"][0] = "1"
    told["equilibria"][0]["strategies"]["one"]["c"] = {"h": "0", "t": "1"}
    tree, dead = told["certificate"]["tree"], {"dead": ["one", {"c": 1}]}
    good = {"split": ["one", "c", dead, dead, tree]}
    assert certify.check(changed(told, put(*TREE, good)))
    other = copy.deepcopy(tree)
    other["split"][3]["cut"][2]["found"] = 1
    wrong = {"split": ["one", "c", other, dead, tree]}
    refused("'c' is not answered best", told, put(*TREE, wrong), fault=CertificateError)


def test_an_end_of_a_set_stays_at_its_corner_on_the_whole_range():
    """Heads gain one 3 - t where two shows heads, which it may if one does: up to t = 3 only."""
    told = by_hand.theorem(whole=True)
    told["form"]["payoffs"] = [[2, 0, [[-3, 1], []]], [2, 2, [[3], [1]]]]
    out = {"settled": [["two", {"b": "t"}]], "dead": ["one", {"a": 1}]}
    last = {"settled": [["two", {"b": "t"}]], "found": 1}
    tree = {"split": ["one", "a", {"found": 0}, out, last]}
    refused("an end of a set of equilibria moves past a corner", told, put(*PIECE, "tree", tree))


# ---------------------------------------------------------------------- of one equilibrium


def test_a_matrix_has_no_tree_of_cases():
    told = document("matrix([[4|-1,-1|1],[-1|2,1|-1]])")
    del told["certificate"]["cases"]
    told["certificate"]["choices"] = {"alike": {}, "tree": {"found": 0}}
    refused("a matrix has no tree of cases", told, fault=FileError)
