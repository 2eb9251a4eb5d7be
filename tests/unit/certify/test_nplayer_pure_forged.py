"""Lists of pure equilibria: proved by every profile, and forged by someone who means ill."""

import copy
import json
import random

import pytest
from click.testing import CliRunner
from tests.schema import faults
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.certify import limits
from sabot.certify import nplayer as checks
from sabot.certify.sequence_form import read_player_sequences
from sabot.cli.program import cli
from sabot.errors import CertificateError, FileError
from sabot.io.nfg import parse_nplayer_nfg
from sabot.solvers.nplayer import support_enumeration as solver

THREE = 'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } '
MEET = THREE + "1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 2 1/2 2"
TREE = (
    'EFG 2 R "" { "A" "B" "C" } p "" 1 1 "s" { "in" "out" } 0 '
    'p "" 2 1 "t" { "in" "out" } 0 p "" 3 1 "u" { "in" "out" } 0 '
    't "" 1 "" { 3 1 1 } p "" 1 2 "v" { "l" "r" } 0 t "" 2 "" { 0 0 0 } t "" 5 "" { 1 1 1 } '
    't "" 3 "" { 1 2 0 } t "" 4 "" { 2 0 0 }'
)


@pytest.fixture(scope="module", params=["meet.nfg", "tree.efg"])
def whole(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("pure") / request.param
    path.write_text(MEET if request.param == "meet.nfg" else TREE)
    return json.loads(json.dumps(pure_equilibria(str(path)).to_json()))


def pure_equilibria(game):
    return sabot.equilibria(game, pure=True)


def refused(told, match, fault=CertificateError):
    with pytest.raises(fault, match=match):
        certify.check(resealed(told))


def changed(told, path, value):
    found = copy.deepcopy(told)
    part = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found


def test_a_list_is_proved_as_it_is(whole):
    found = certify.check(whole)
    assert isinstance(found, certify.PureNashVerdict)
    assert found.value == [", ".join(one["payoffs"]) for one in whole["equilibria"]]
    assert f"{whole['count']} pure equilibria, all there are" in found.words
    assert found.unique == ()
    assert found.kind == "pure"
    assert not faults(whole, "pure-1.json")


def test_pennies_for_three_have_none_and_the_statement_says_so():
    # Ann and Bob play matching pennies; Cleo looks on
    game = parse_nplayer_nfg(THREE.replace("{ 2 2 2 }", "{ 2 2 1 }") + "1 0 0 0 1 0 0 1 0 1 0 0")
    found = pure_equilibria(game)
    assert found.count == 0
    assert certify.check(found.to_json()).words == "proved: no pure equilibrium"


def test_one_left_out_is_missed(whole):
    told = copy.deepcopy(whole)
    told["equilibria"].pop()
    told["count"] -= 1
    refused(told, "not complete: 1 more")


def test_one_twice_is_refused(whole):
    told = copy.deepcopy(whole)
    told["equilibria"].append(told["equilibria"][0])
    told["count"] += 1
    refused(told, "twice")


def test_a_profile_that_is_none_is_refused():
    told = json.loads(json.dumps(pure_equilibria(parse_nplayer_nfg(MEET)).to_json()))
    told["equilibria"][0]["strategies"]["Ann"]["-"] = {"2": "1"}
    refused(told, "equilibrium 1 is not one")


def test_every_payoff_is_compared(whole):
    for number, one in enumerate(whole["equilibria"]):
        for seat in range(3):
            paid = changed(whole, ("equilibria", number, "payoffs", seat), "77/3")
            refused(paid, f"equilibrium {number + 1}: .* claimed 77/3")
        assert len(one["payoffs"]) == 3


def test_every_number_of_the_game_that_matters_is_looked_at():
    told = json.loads(json.dumps(pure_equilibria(parse_nplayer_nfg(MEET)).to_json()))
    rows = told["certificate"]["form"]["payoffs"]
    for place, row in enumerate(rows):
        for seat in range(3):
            moved = changed(told, ("certificate", "form", "payoffs", place, 3 + seat), 5)
            assert row[3 + seat] != 5
            refused(moved, "is paid|not complete|is not one")


@pytest.mark.parametrize(
    ("path", "value", "match", "fault"),
    [
        (("count",), 7, "'count' is 7", CertificateError),
        (("profiles",), 9, "'profiles' is 9", CertificateError),
        (("count",), True, "not a whole number", FileError),
        (("count",), -1, "not a whole number", FileError),
        (("kind",), "mixed", "not 'pure'", FileError),
        (("equilibria",), {}, "are lists", FileError),
        (("strategies",), "2", "are lists", FileError),
        (("equilibria", 0, "payoffs"), ["1", "1"], "one number for each seat", FileError),
        (("equilibria", 0, "more"), 1, "more", FileError),
        (("equilibria", 0, "strategies", "Ann"), [], "not an object", FileError),
        (("equilibria", 0, "strategies", "Ann"), {}, "says nothing at '-'", FileError),
        (("equilibria", 0, "strategies", "Ann", "-"), {"1": "1/2"}, "chance 1", FileError),
        (("equilibria", 0, "strategies", "Ann", "-"), {"1": 1}, "chance 1", FileError),
        (("equilibria", 0, "strategies", "Ann", "-"), ["1"], "chance 1", FileError),
        (("equilibria", 0, "strategies", "Ann", "-"), {"1": "1", "2": "1"}, "chance", FileError),
        (("equilibria", 0, "strategies", "Ann", "-"), {"3": "1"}, "no action '3'", FileError),
        (("equilibria", 0, "strategies", "Ann", "x"), {"1": "1"}, "not reach", FileError),
        (("equilibria", 0, "strategies", "Dan"), {"-": {"1": "1"}}, "Dan", FileError),
        (("certificate", "form", "denominator"), 0, "not positive", FileError),
        (("certificate", "more"), 0, "more", FileError),
        (("certificate",), {}, "form", FileError),
        (("more",), 0, "more", FileError),
    ],
)
def test_what_is_not_by_the_grammar_is_refused(path, value, match, fault):
    told = json.loads(json.dumps(pure_equilibria(parse_nplayer_nfg(MEET)).to_json()))
    refused(changed(told, path, value), match, fault)


def test_the_numbers_of_strategies_are_those_of_the_cells():
    told = json.loads(json.dumps(pure_equilibria(parse_nplayer_nfg(MEET)).to_json()))
    other = changed(changed(told, ("strategies",), [2, 4, 2]), ("profiles",), 16)
    refused(other, "2 x 2 x 2 pure strategies, claimed 2 x 4 x 2")


def test_a_strategy_says_what_is_done_where_it_comes_to_and_nowhere_else(tmp_path):
    path = tmp_path / "tree.efg"
    path.write_text(TREE)
    told = json.loads(json.dumps(pure_equilibria(str(path)).to_json()))
    assert told["strategies"] == [3, 2, 2]
    away = next(n for n, one in enumerate(told["equilibria"]) if len(one["strategies"]["A"]) == 1)
    extra = copy.deepcopy(told)
    cells = told["certificate"]["form"]["cells"]["A"]
    extra["equilibria"][away]["strategies"]["A"][cells[1][0]] = {cells[1][1][0]: "1"}
    refused(extra, "does not reach", FileError)


def test_a_changed_file_without_a_new_digest_is_refused(whole):
    with pytest.raises(CertificateError, match="digest"):
        certify.check(changed(whole, ("game",), "another"))


def test_more_profiles_than_are_gone_through_are_refused_at_once(monkeypatch):
    told = pure_equilibria(parse_nplayer_nfg(MEET)).to_json()
    monkeypatch.setattr(checks, "MOST_PURE_PROFILES", 8)
    assert certify.check(told)
    monkeypatch.setattr(checks, "MOST_PURE_PROFILES", 7)
    refused(told, "up to 7 are gone through", FileError)


def alone(cells, **claims):
    """Return an empty list of one seat who is paid nothing, with claims as they are."""
    told = pure_equilibria(parse_nplayer_nfg(MEET)).to_json()
    form = {"kind": "seats", "cells": {"A": cells}, "denominator": 1, "payoffs": []}
    told |= {"seats": ["A"], "count": 0, "equilibria": [], "certificate": {"form": form}}
    return told | claims


def test_numbers_of_strategies_are_looked_at_before_they_are_multiplied(monkeypatch):
    monkeypatch.setattr(checks, "prod", lambda sizes: pytest.fail("they are multiplied"))
    cells = [["-", ["l", "r"], 0]]
    many = [10**4000] * 500
    refused(alone(cells, strategies=many, profiles=2), "one number for each seat", FileError)
    refused(alone(cells, strategies=[10**4000], profiles=2), "up to 1,000,000 are", FileError)


def test_strategies_are_counted_no_further_than_they_are_gone_through():
    """Two to the power of 200,000 would be a number of 60,000 digits, and many products."""
    cells = [[str(k), ["l", "r"], 0] for k in range(20_000)]
    assert (
        checks.count_pure_strategies(read_player_sequences("A", cells))
        == limits.MOST_PURE_PROFILES + 1
    )
    refused(alone(cells, strategies=[2], profiles=2), "up to 1,000,000 are", FileError)


def test_one_strategy_of_very_many_moves_is_not_written_out_move_by_move():
    cells = [[str(k), ["go"], k] for k in range(40_000)]
    refused(alone(cells, strategies=[1], profiles=1), "too long to be written out", FileError)
    short = alone(cells[:2000], strategies=[1], profiles=1)
    refused(short, "not complete: 1 more")  # who has no choice has an equilibrium


def test_just_as_much_as_may_be_is_gone_through(monkeypatch):
    one = alone([["-", ["l", "r"], 0]], strategies=[2], profiles=2)
    monkeypatch.setattr(checks, "MOST_PURE_PROFILES", 2)
    refused(one, "not complete: 2 more")
    forced = [[str(k), ["go"], k] for k in range(127)]  # 127 times copied, two words of 64 each
    chain = alone(forced, strategies=[1], profiles=1)
    monkeypatch.setattr(checks, "MOST_PURE_WORK", 254)
    refused(chain, "not complete: 1 more")
    monkeypatch.setattr(checks, "MOST_PURE_WORK", 253)
    refused(chain, "too long to be written out", FileError)


def test_payoffs_of_more_digits_than_python_writes_in_one_go_are_told_whole():
    long = "7" * 5000
    told = pure_equilibria(parse_nplayer_nfg(THREE + " ".join([long] * 24)))
    found = certify.check(json.loads(json.dumps(told.to_json())))
    assert found.to_json()["value"] == [", ".join([long] * 3)] * 8
    listed = sabot.equilibria([[f"{long}|1", "0|0"], ["0|0", f"1|{long}"]])
    assert f"{long}, 1" in certify.check(listed.to_json()).to_json()["value"]


def test_more_work_than_some_seconds_is_refused(monkeypatch):
    # 8 payoffs to each of 3 seats; 3 seats of 2 strategies of up to 3 sequences
    told = pure_equilibria(parse_nplayer_nfg(THREE + " ".join(map(str, range(1, 25))))).to_json()
    for most, match in ((17, "written out"), (18, "added up"), (23, "added up")):
        monkeypatch.setattr(checks, "MOST_PURE_WORK", most)
        refused(told, match, FileError)
    monkeypatch.setattr(checks, "MOST_PURE_WORK", 24)
    assert certify.check(told)


def test_the_solver_knows_the_checker_s_limits(monkeypatch):
    assert solver.CHECKED_PROFILES == limits.MOST_PURE_PROFILES
    assert solver.CHECKED_WORK == limits.MOST_PURE_WORK
    monkeypatch.setattr(solver, "CHECKED_WORK", 5)
    told = pure_equilibria(parse_nplayer_nfg(MEET)).to_json()
    assert told["certificate"] is None
    assert not faults(told, "pure-1.json")
    with pytest.raises(CertificateError, match="no certificate: there are more profiles"):
        certify.check(told)


def test_random_games_are_proved_and_none_of_their_lists_can_be_cut():
    chance = random.Random(7)
    for _ in range(30):
        sizes = [chance.randint(1, 3) for _ in range(3)]
        numbers = [chance.randint(0, 2) for _ in range(3 * sizes[0] * sizes[1] * sizes[2])]
        head = f'NFG 1 R "" {{ "A" "B" "C" }} {{ {" ".join(map(str, sizes))} }} '
        found = pure_equilibria(parse_nplayer_nfg(head + " ".join(map(str, numbers))))
        told = json.loads(json.dumps(found.to_json()))
        assert len(certify.check(told).value) == found.count
        if found.count:
            told["equilibria"].pop(chance.randrange(found.count))
            told["count"] -= 1
            refused(told, "not complete")


def test_the_verb_checks_a_list_and_ties_it_to_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meet.nfg").write_text(MEET)
    runner = CliRunner()
    assert runner.invoke(cli, ["equilibria", "meet.nfg", "--pure", "-o", "l.json"]).exit_code == 0
    said = runner.invoke(cli, ["check", "l.json", "--rules"])
    assert said.exit_code == 0
    assert "proved: 2 pure equilibria, all there are" in said.output
    assert "payoffs: those of matrix(file=meet.nfg)" in said.output
    (tmp_path / "meet.nfg").write_text(MEET.replace("2 1/2 2", "2 1/2 3"))
    other = runner.invoke(cli, ["check", "l.json", "--rules"])
    assert other.exit_code == 1
    assert "3 in the game" in other.output


def test_a_result_is_checked_without_a_file():
    assert sabot.check(pure_equilibria(parse_nplayer_nfg(MEET))) == ["1, 1, 1", "2, 1/2, 2"]
