"""Correlated equilibria made by someone who means ill, and sealed again."""

import copy
import json

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import correlated as checker
from sabot.certify.double_description import EnumerationMeter
from sabot.errors import CertificateError, FileError

CHICKEN = [[(6, 6), (2, 7)], [(7, 2), (0, 0)]]
THIRD = {("1", "1"): "1/3", ("1", "2"): "1/3", ("2", "2"): "1/3"}


@pytest.fixture(scope="module")
def whole():
    return json.loads(
        json.dumps(
            sabot.correlated(CHICKEN, vertices=True, objective="sum", device=THIRD).to_json()
        )
    )


@pytest.fixture(scope="module")
def coarse():
    found = sabot.correlated(CHICKEN, coarse=True, objective="sum", device=THIRD)
    return json.loads(json.dumps(found.to_json()))


def changed(told, path, value):
    found = copy.deepcopy(told)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return resealed(found)


def refused(told, words):
    with pytest.raises((FileError, CertificateError), match=words):
        certify.check(told)


def test_the_file_is_proved_as_it_is(whole):
    found = certify.check(whole)
    assert isinstance(found, certify.CorrelatedVerdict)
    assert (found.kind, found.unique, found.value) == ("correlated", (), ["21/2", "36/5"])
    assert found.form is found.source.form
    assert found.words == "proved, correlated equilibria: 2 extremes, all 5 vertices, a device"
    assert found.lines == (
        "the payoffs of a profile sum to 12 at most",
        "the sum of payoffs is at most 21/2 in every equilibrium",
        "the sum of payoffs is at least 36/5 in every equilibrium",
        "the device is not an equilibrium",
        "row is paid 8/3 by it, and could gain 2/3",
        "column is paid 13/3 by it, and could gain 2/3",
    )


def test_the_words_say_what_there_is():
    one = certify.check(sabot.correlated(CHICKEN, objective="row", extreme="best").to_json())
    assert one.words == "proved, correlated equilibria: 1 extreme"
    assert one.lines[-1] == "the payoff of row is at most 7 in every equilibrium"
    given = sabot.correlated(CHICKEN, coarse=True, device={("1", "2"): 1})
    found = certify.check(given.to_json())
    assert found.words == "proved, coarse correlated equilibria: a device"
    assert found.lines[1:3] == (
        "the device is an equilibrium",
        "row is paid 2 by it, and could gain nothing",
    )


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("concept",), "coarse", "the concept is neither"),
        (("optimum",), "13", "the greatest sum of payoffs is 12, claimed 13"),
        (("price_of_anarchy",), "2", "the price of anarchy is not"),
        (("price_of_anarchy",), None, "the price of anarchy is not"),
        (("price_of_stability",), "1", "the price of stability is not"),
        (("seats",), ["row", "row"], "two of one name"),
        (("more",), 1, "'more' is not a part of correlated equilibria"),
        (("method",), 1, "the method is not a text"),
        (("seconds",), "1", "the time is not a number"),
        (("game",), None, "the game is not a text"),
    ],
)
def test_what_the_file_says_at_its_top_is_read_and_recomputed(whole, path, value, words):
    refused(changed(whole, path, value), words)


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        ([{"-": "1"}], "does not list just these"),
        ([{"-": "1"}, {"-": "1"}], "does not list just these"),
        ([{"-": "1"}, {"-": "2"}, {"-": "1"}], "does not list just these"),
        ([{"-": "1"}, {"-": "3"}], "there is no action '3'"),
        ([{"-": "1"}, {}], "says nothing at"),
        ([{"-": "1"}, {"-": "2", "x": "1"}], "views that it does not reach"),
        ([{"-": "1"}, {"-": ["2"]}], "unhashable|not one action"),
        (["1", "2"], "not a list of objects"),
        ({"-": "1"}, "not a list of objects"),
        ({}, "not a list of objects"),
    ],
)
def test_the_pure_strategies_are_all_there_are(whole, listed, words):
    refused(changed(whole, ("pure_strategies", "row"), listed), words)


def test_the_order_of_the_pure_strategies_is_the_order_of_their_numbers(whole):
    turned = changed(whole, ("pure_strategies", "row"), [{"-": "2"}, {"-": "1"}])
    refused(turned, "extreme 1: row is paid")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("objective", "nobody", "neither a seat nor null"),
        ("objective", "row", "its value is 21/4, claimed 21/2"),
        ("objective", ["row"], "neither a seat nor null"),
        ("extreme", "least", "listed twice"),
        ("extreme", "most", "neither greatest nor least"),
        ("value", "11", "its value is 21/2, claimed 11"),
        ("payoffs", ["6", "9/2"], "row is paid 21/4, claimed 6"),
        ("payoffs", ["21/4"], "one number for each seat"),
        ("distribution", [[0, 0, "1"]], "row is paid 6"),
        ("distribution", {}, "a distribution is not a list"),
        ("distribution", [], "not positive, or do not sum to 1"),
        ("distribution", [[0, 0, "1/2"], [0, 1, "1/4"]], "do not sum to 1"),
        ("distribution", [[0, 1, "1/2"], [0, 0, "1/2"]], "not in order"),
        ("distribution", [[0, 0, "1/2"], [0, 0, "1/2"]], "not in order"),
        ("distribution", [[0, 0, "2"], [1, 1, "-1"]], "not positive"),
        ("distribution", [[0, 0, "1"], [1, 1, "0"]], "not positive"),
        ("distribution", [[0, 2, "1"]], "a strategy that is not there"),
        ("distribution", [[-1, 0, "1"]], "a strategy that is not there"),
        ("distribution", [[True, 0, "1"]], "a strategy that is not there"),
        ("distribution", [[0, "1"]], "not a strategy of each seat"),
        ("distribution", ["1"], "not a strategy of each seat"),
        ("distribution", ["001"], "not a strategy of each seat"),
        ("distribution", [[0, 0, 1]], "not a fraction written as text"),
    ],
)
def test_an_extreme_is_what_it_says(whole, key, value, words):
    refused(changed(whole, ("extremes", 0, key), value), words)


def test_an_extreme_that_is_no_equilibrium_is_refused(whole):
    crash = {"distribution": [[0, 0, "1"]], "payoffs": ["6", "6"], "value": "12"}
    better = changed(whole, ("extremes", 0), whole["extremes"][0] | crash)
    refused(better, "extreme 1: not an equilibrium, row gains 1 by a deviation")


def test_an_equilibrium_that_is_not_the_best_is_refused(whole):
    nash = {"distribution": [[0, 1, "1"]], "payoffs": ["2", "7"], "value": "9"}
    less = changed(whole, ("extremes", 0), whole["extremes"][0] | nash)
    refused(less, "extreme 1: the multipliers do not show that no equilibrium has more")
    more = changed(whole, ("extremes", 1), whole["extremes"][1] | nash)
    refused(more, "extreme 2: the multipliers do not show that no equilibrium has less")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([], "do not show"),
        ([[0, 1, 0, "1"]], "do not show"),
        ([[0, 0, 1, "-3/4"], [1, 0, 1, "3/4"]], "a multiplier is not positive"),
        ([[0, 0, 1, "0"]], "a multiplier is not positive"),
        ([[0, 0, 1, "3/4"], [0, 0, 1, "3/4"]], "listed twice"),
        ([[2, 0, 1, "3/4"]], "a player that is not there"),
        ([[-1, 0, 1, "3/4"]], "a player that is not there"),
        ([[0, 0, 2, "3/4"]], "a strategy that is not there"),
        ([[0, -1, 1, "3/4"]], "a strategy that is not there"),
        ([[0, 1, 1, "3/4"]], "a strategy that is not there"),
        ([[0, 1, "3/4"]], "player, recommendation, strategy and an amount"),
        ([[0, 0, True, "3/4"]], "a player that is not there"),
        (["0011"], "player, recommendation, strategy and an amount"),
        ("no", "not a list"),
    ],
)
def test_multipliers_show_a_bound_or_nothing(whole, value, words):
    refused(changed(whole, ("certificate", "multipliers", 0), value), words)


def test_every_extreme_has_its_multipliers(whole):
    refused(changed(whole, ("certificate", "multipliers"), []), "one list for each extreme")
    refused(changed(whole, ("certificate", "multipliers"), {}), "the multipliers are not a list")
    refused(changed(whole, ("certificate", "more"), {}), "not a part of the certificate")


def test_larger_multipliers_than_needed_show_less(whole):
    rows = [[*row[:-1], "1"] for row in whole["certificate"]["multipliers"][0]]
    refused(changed(whole, ("certificate", "multipliers", 0), rows), "do not show")


def test_the_bound_of_the_coarse_concept_is_by_strategies_alone(coarse):
    certify.check(coarse)
    refused(changed(coarse, ("concept",), "correlated"), "recommendation, strategy and an amount")
    refused(
        changed(coarse, ("certificate", "multipliers", 0), [[0, 0, 1, "1"]]),
        "a list of player, strategy and an amount",
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda v: v[1:], "not complete: 1 are missing"),
        (lambda v: [*v, v[0]], "a vertex is listed twice"),
        (
            lambda v: [
                *v,
                {"distribution": [[0, 1, "1/2"], [1, 0, "1/2"]], "payoffs": ["9/2", "9/2"]},
            ],
            "1 of the vertices are not vertices",
        ),
        (lambda v: [{**v[0], "payoffs": ["5", "14/3"]}, *v[1:]], "vertex 1: row is paid 14/3"),
        (lambda v: [{**v[0], "more": 1}, *v[1:]], "not a part of a vertex"),
        (lambda v: {}, "the vertices are not a list"),
    ],
)
def test_the_vertices_are_all_there_are_and_no_others(whole, change, words):
    refused(changed(whole, ("vertices",), change(whole["vertices"])), words)


def test_a_polytope_with_too_many_vertices_is_not_judged(whole, monkeypatch):
    monkeypatch.setattr(checker, "EnumerationMeter", lambda: EnumerationMeter(5))
    refused(whole, "too many vertices to be checked")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("equilibrium", True, "not as its deviations say"),
        ("equilibrium", 1, "is not said"),
        ("payoffs", ["3", "13/3"], "the device: row is paid 8/3, claimed 3"),
        ("deviations", [], "is not what the file lists"),
        ("deviations", [[0, 1, 0, "2/3"]], "is not what the file lists"),
        ("deviations", {}, "not a list"),
        ("distribution", [[0, 0, "1"]], "the device: row is paid 6"),
        ("more", 1, "not a part of the device"),
    ],
)
def test_what_gains_against_the_device_is_recomputed(whole, key, value, words):
    refused(changed(whole, ("device", key), value), words)


def test_a_device_that_is_an_equilibrium_has_no_deviations():
    found = sabot.correlated(CHICKEN, device={("1", "2"): 1}).to_json()
    refused(changed(found, ("device", "equilibrium"), False), "not as its deviations say")
    refused(changed(found, ("device", "deviations"), [[0, 0, 1, "1"]]), "not what the file lists")


def test_the_coarse_deviations_of_a_device_have_no_recommendation(coarse):
    assert coarse["device"]["deviations"] == [[0, 0, "2/3"], [1, 0, "1/3"]]  # the first of a tie
    rows = [[seat, 0, play, gain] for seat, play, gain in coarse["device"]["deviations"]]
    refused(changed(coarse, ("device", "deviations"), rows), "player, strategy and an amount")


def test_long_denominators_and_much_work_are_refused(whole, monkeypatch):
    monkeypatch.setattr(checker, "MOST_CORRELATED_BITS", 4)  # ninths are the longest in it
    certify.check(whole)
    monkeypatch.setattr(checker, "MOST_CORRELATED_BITS", 3)
    refused(whole, "a common denominator that is too long")
    monkeypatch.undo()
    monkeypatch.setattr(checker, "MOST_CORRELATED_WORK", 100)
    refused(whole, "too long to be checked")


def test_other_payoffs_are_another_game(whole):
    form = changed(whole, ("certificate", "form", "payoffs", 0), [1, 1, 6, 7])
    refused(form, "extreme 1: column is paid 23/4, claimed 21/4")
    refused(changed(whole, ("certificate", "form", "kind"), "matrix"), "is not known")


def test_a_changed_file_has_another_digest(whole):
    broken = copy.deepcopy(whole)
    broken["optimum"] = "13"
    with pytest.raises(CertificateError, match="the digest does not fit"):
        certify.check(broken)


def test_costs_have_prices_that_are_at_least_one():
    found = sabot.correlated([[(-1, -1), (-5, 0)], [(0, -5), (-3, -3)]], objective="sum")
    assert found.price_of_anarchy == found.price_of_stability == 3
    told = found.to_json()
    certify.check(told)
    refused(changed(told, ("price_of_anarchy",), "1/3"), "the price of anarchy")
