"""Lists of all equilibria of games so small that they are written by hand, honest and forged."""

import copy

import pytest
from tests.unit.forging import resealed
from tools.by_hand import pennies, theorem, three

from sabot import certify
from sabot.certify import binary_nash
from sabot.errors import CertificateError, FileError, SabotError


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


def test_a_theorem_by_hand_is_accepted_over_whole_and_over_real_numbers():
    said = "proved for every {} number t {}: 1 piece"
    assert certify.check(theorem(whole=True)).words == said.format("whole", ">= 1")
    assert certify.check(theorem(whole=False)).words == said.format("real", "from 1 to 3")


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
    monkeypatch.setattr(binary_nash, "MOST_BINARY_WORK", 100)
    assert certify.check(pennies())
    with pytest.raises(FileError, match="the cases take too long"):
        certify.check(three())


def test_long_numbers_take_longer(monkeypatch):
    monkeypatch.setattr(binary_nash, "MOST_BINARY_WORK", 100)

    def change(told):
        for entry in told["certificate"]["form"]["payoffs"]:
            entry[2] = [[10**1000 * amount for amount in part] for part in entry[2]]

    refused(pennies(), change, "the cases take too long", FileError)
