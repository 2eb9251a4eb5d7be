"""Lists and theorems of all equilibria, tied to the games that they name."""

import copy
import json
import re

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.conformance.check import check_conformance
from sabot.errors import CertificateError, NoMethodError

GAME = "baccara(model=B1, shoe=[1,0,2,0,1,1,0,2,0,1], player_free=[4,5], commission=1/20)"


@pytest.fixture(scope="module")
def theorem():
    return json.loads(json.dumps(sabot.prove("baccara(model=B1, decks=2, commission=*)").document))


@pytest.fixture(scope="module")
def decks():
    return json.loads(
        json.dumps(sabot.prove("baccara(model=B1, decks=*, commission=1/9)").document)
    )


@pytest.fixture(scope="module")
def listed():
    return json.loads(json.dumps(sabot.equilibria("baccara(commission=1/20)").to_json()))


def renamed(told, game):
    changed = copy.deepcopy(told)
    changed["game"] = game
    return resealed(changed)


@pytest.mark.slow
def test_theirs_are_the_games_that_they_name(theorem, decks, listed):
    for told in (theorem, decks, listed):
        sabot.check(told, rules=True)


def test_a_theorem_of_another_number_of_decks_is_found_out(theorem):
    changed = renamed(theorem, "baccara(model=B1, decks=3, commission=*)")
    sabot.check(changed)
    with pytest.raises(CertificateError, match="the payoffs are not those of"):
        sabot.check(changed, rules=True)


def test_a_theorem_at_another_commission_is_found_out(decks):
    changed = renamed(decks, "baccara(model=B1, commission=1/8, decks=*)")
    with pytest.raises(CertificateError, match="the file has"):
        sabot.check(changed, rules=True)


def test_a_list_of_another_commission_is_found_out(listed):
    changed = renamed(listed, "baccara(model=A1, commission=1/10)")
    with pytest.raises(CertificateError, match="the payoffs are not those of"):
        sabot.check(changed, rules=True)


def test_a_theorem_on_a_game_that_sums_to_zero_is_another(theorem):
    changed = renamed(theorem, "baccara(model=B1, decks=*)")
    with pytest.raises(CertificateError, match="its payoffs sum to 0"):
        sabot.check(changed, rules=True)
    plain = sabot.prove("le-her(ranks=3, suits=*)").document
    other = renamed(plain, "baccara(model=B1, decks=2, commission=*)")
    with pytest.raises(CertificateError, match="do not sum to 0"):
        sabot.check(other, rules=True)


def test_a_name_that_is_no_game_cannot_be_tied(listed):
    with pytest.raises(NoMethodError, match="was not checked"):
        sabot.check(renamed(listed, "my own game"), rules=True)


@pytest.mark.slow
def test_thousands_of_payoffs_of_each_seat_are_counted_in_full():
    found = sabot.solve("baccara(model=A2, commission=1/20)")
    tied = check_conformance(certify.check(found.to_json()))
    assert re.fullmatch("1,[0-9]{3} payoffs and 1,[0-9]{3} payoffs", tied.compared)
