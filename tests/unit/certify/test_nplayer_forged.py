"""Profiles made by someone who means ill, and sealed again."""

import copy
import json
from fractions import Fraction as F

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import nplayer
from sabot.certify import nplayer as checks
from sabot.errors import CertificateError, FileError

GAME = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } 3 0 2 1 1 0 0 2 0 1 0 0 1 0 0 0 3 0 0 1 0 2 0 3 '


@pytest.fixture(scope="module", params=["found", "equilibrium"])
def whole(request, tmp_path_factory):
    """Return a profile that leaves gains, and one that leaves none."""
    if request.param == "equilibrium":
        return json.loads(json.dumps(sabot.solve("kuhn-poker(players=3)").to_json()))
    path = tmp_path_factory.mktemp("many") / "m.nfg"
    path.write_text(GAME)
    found = sabot.approximate(str(path), gap=0, iterations=300)
    return json.loads(json.dumps(found.to_json()))


def proved(told):
    """Return what a check says of a document sealed again, or None where it is refused."""
    try:
        found = certify.check(resealed(told))
    except (CertificateError, FileError):
        return None
    assert isinstance(found, certify.NPlayerVerdict)
    return found.payoffs, found.gains


def changed(told, path, value):
    found = copy.deepcopy(told)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found


def test_the_file_is_proved_as_it_is(whole):
    paid, gained = proved(whole)
    assert list(map(str, paid)) == whole["payoffs"]
    assert list(map(str, gained)) == whole["gains"]


def test_what_it_proves_is_said_of_every_seat(whole):
    said = certify.check(whole)
    assert len(said.lines) == 3
    assert all(" could gain " in line for line in said.lines)
    assert ("not an equilibrium" in said.words) == (not whole["equilibrium"])
    assert said.value == F(whole["payoffs"][0])
    assert (said.kind, said.unique) == ("seats", ())


@pytest.mark.parametrize("key", ["payoffs", "gains"])
def test_no_other_payoff_or_gain_is_accepted(whole, key):
    for seat in range(3):
        for more in (1, F(1, 10**9), -F(whole[key][seat]) or 2):
            other = str(F(whole[key][seat]) + more)
            assert proved(changed(whole, (key, seat), other)) is None, (key, seat, other)


def test_an_equilibrium_is_one_where_nobody_gains_and_nowhere_else(whole):
    assert proved(changed(whole, ("equilibrium",), not whole["equilibrium"])) is None


def test_a_strategy_of_a_seat_that_is_changed_changes_what_is_paid(whole):
    caught = 0
    for seat, table in whole["strategies"].items():
        for view, mix in table.items():
            if all(chance != "0" for chance in mix.values()):
                one, two = mix
                path = ("strategies", seat, view)
                assert proved(changed(whole, path, {one: "1/97", two: "96/97"})) is None
                assert proved(changed(whole, path, {one: "1/2"})) is None
                caught += 1
    assert caught


@pytest.mark.slow
def test_a_changed_payoff_is_another_game_or_refused(whole):
    truth = proved(whole)
    entries = whole["certificate"]["form"]["payoffs"]
    refused = 0
    for n in range(len(entries)):
        for column in range(3, 6):
            path = ("certificate", "form", "payoffs", n, column)
            found = proved(changed(whole, path, entries[n][column] + 1))
            assert found is None or found == truth  # where nobody comes, it counts for nothing
            refused += found is None
    assert refused > 5


def test_a_digest_that_does_not_fit_is_refused(whole):
    with pytest.raises(CertificateError, match="digest"):
        certify.check(changed(whole, ("certificate", "form", "denominator"), 12))


FORM = ("certificate", "form")


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("seats",), ["A", "B"], "missing|not a part"),
        (("seats",), ["A", "B", ""], "no name"),
        (("seats",), ["A", "A", "B"], "two of one name"),
        (("seats",), [str(n) for n in range(40)], "up to 32"),
        (("payoffs",), ["0", "0"], "one number for each seat"),
        (("gains",), "0", "one number for each seat"),
        (("gains",), "000", "one number for each seat"),
        (("gains", 0), 0, "fraction written as text"),
        (("equilibrium",), 1, "neither true nor false"),
        (("equilibrium",), None, "neither true nor false"),
        (("unique",), {}, "missing"),
        (("iterations",), -1, "whole number"),
        (("iterations",), True, "whole number"),
        (("ended",), 3, "not a text"),
        (("method",), None, "not a text"),
        (("seconds",), "long", "not a number"),
        (("game",), 7, "not a text"),
        (("more",), 1, "not a part"),
        ((*FORM, "kind"), "matrix", "not known"),
        ((*FORM, "more"), 1, "not a part"),
        ((*FORM, "denominator"), 0, "not positive"),
        ((*FORM, "denominator"), -1, "not positive"),
        ((*FORM, "payoffs"), {}, "sequences and 3 amounts"),
        ((*FORM, "payoffs", 0), [1, 1, 1, 0, 0], "sequences and 3 amounts"),
        ((*FORM, "payoffs", 0), "1", "sequences and 3 amounts"),
        ((*FORM, "payoffs", 0), "111000", "sequences and 3 amounts"),
        ((*FORM, "payoffs", 0, 0), "1", "by whole numbers"),
        ((*FORM, "payoffs", 0, 0), True, "by whole numbers"),
        ((*FORM, "payoffs", 0, 0), -1, "not there"),
        ((*FORM, "payoffs", 0, 2), 1000, "not there"),
        ((*FORM, "payoffs", 0, 4), 1.5, "not a whole number"),
        (FORM, [], "not an object"),
        (("strategies",), {}, "missing"),
    ],
)
def test_what_is_not_of_the_grammar_is_refused_with_the_reason(whole, path, value, words):
    with pytest.raises((FileError, CertificateError), match=words):
        certify.check(resealed(changed(whole, path, value)))


def test_a_claim_of_uniqueness_has_no_evidence_and_is_refused(whole):
    seat = whole["seats"][0]
    for claim in (True, False):
        with pytest.raises(FileError, match="no evidence of it is known"):
            certify.check(resealed(changed(whole, ("unique", seat), claim)))


def test_two_payoffs_at_the_same_sequences_are_refused(whole):
    entries = whole["certificate"]["form"]["payoffs"]
    told = resealed(changed(whole, (*FORM, "payoffs"), [*entries, entries[0]]))
    with pytest.raises(FileError, match="same sequences"):
        certify.check(told)


def test_a_profile_without_its_certificate_proves_nothing(whole):
    with pytest.raises(CertificateError, match="no certificate"):
        certify.check({**whole, "certificate": None})


def test_numbers_too_long_to_be_multiplied_are_refused_in_time(whole, monkeypatch):
    monkeypatch.setattr(checks, "MOST_NPLAYER_WORK", 10)
    with pytest.raises(FileError, match="too long to be multiplied"):
        certify.check(whole)


def test_as_many_seats_as_the_limit_says_are_read(monkeypatch):
    monkeypatch.setattr(nplayer, "MOST_PLAYERS", 3)
    assert nplayer.read_seat_names(["a", "b", "c"]) == ("a", "b", "c")
    with pytest.raises(ValueError, match="4 seats"):
        nplayer.read_seat_names(["a", "b", "c", "d"])


def test_amounts_written_as_text_are_read_as_numbers(whole):
    entry = whole["certificate"]["form"]["payoffs"][0]
    told = changed(whole, (*FORM, "payoffs", 0), [*entry[:3], *map(str, entry[3:])])
    assert proved(told) == proved(whole)


def by_hand():
    """Return a profile of three seats of which the last never chooses."""
    cells = {"A": [["-", ["x", "y"], 0]], "B": [["-", ["x"], 0]], "C": []}
    payoffs = [[1, 1, 0, 2, 1, 1], [2, 1, 0, 1, 1, 1]]
    form = {"kind": "seats", "cells": cells, "denominator": 1, "payoffs": payoffs}
    told: dict = {"schema": "sabot/profile/1", "game": "by hand", "seats": ["A", "B", "C"]}
    told |= {"payoffs": ["2", "1", "1"], "gains": ["0", "0", "0"], "equilibrium": True}
    told |= {"strategies": {"A": {"-": {"x": "1"}}, "B": {"-": {"x": "1"}}, "C": {}}}
    told |= {"unique": dict.fromkeys("ABC"), "iterations": 0, "ended": "", "method": ""}
    return resealed(told | {"seconds": 0, "certificate": {"form": form}})


def test_a_seat_that_never_chooses_is_paid_at_its_sequence_0():
    assert proved(by_hand()) == ((2, 1, 1), (0, 0, 0))
    found = certify.check(by_hand())
    assert isinstance(found, certify.NPlayerVerdict)
    assert found.strategies["A"] == {"-": {"x": 1, "y": 0}}


@pytest.mark.parametrize(("place", "beyond"), [(0, 3), (1, 2), (2, 1)])
def test_no_sequence_is_named_beyond_the_last(place, beyond):
    told = resealed(changed(by_hand(), (*FORM, "payoffs", 0, place), beyond))
    with pytest.raises(FileError, match="a sequence that is not there"):
        certify.check(told)


def test_just_as_much_work_as_the_limit_says_is_done(monkeypatch):
    """Two payoffs, three seats squared, and numbers of one word."""
    monkeypatch.setattr(checks, "MOST_NPLAYER_WORK", 2 * 3**2)
    assert proved(by_hand())
    monkeypatch.setattr(checks, "MOST_NPLAYER_WORK", 2 * 3**2 - 1)
    assert proved(by_hand()) is None
