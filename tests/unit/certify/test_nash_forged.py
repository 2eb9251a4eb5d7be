"""Equilibria made by someone who means ill, and sealed again.

Whatever is changed in a file, it is refused, or what it proves is what it proved before.
"""

import copy
import json
from fractions import Fraction as F

import pytest
from tests.unit.forging import document, forged_solution, resealed

import sabot
from sabot import BimatrixForm, certify
from sabot.errors import CertificateError, FileError

MIXED = "matrix([[4|-1,-1|1],[-1|2,1|-1]])"
"""Both mix, so that every payoff counts."""
TREE = (
    'EFG 2 R "" { "A" "B" } c "" 1 "" { "hi" 1/3 "lo" 2/3 } 0 '
    'p "" 1 1 "hi" { "bet" "fold" } 0 '
    'p "" 2 1 "bet" { "call" "drop" } 0 t "" 1 "" { 4 -5 } t "" 2 "" { 1 -1 } t "" 3 "" { 0 1/2 } '
    'p "" 1 2 "lo" { "bet" "fold" } 0 '
    'p "" 2 1 "bet" { "call" "drop" } 0 t "" 4 "" { -4 3 } t "" 2 t "" 3 '
)


@pytest.fixture(scope="module", params=["bimatrix", "general"])
def whole(request, tmp_path_factory):
    if request.param == "bimatrix":
        return document(MIXED)
    path = tmp_path_factory.mktemp("nash") / "tree.efg"
    path.write_text(TREE)
    return document(str(path))


def proved(told):
    """Return what a check says of a document sealed again, or None where it is refused."""
    able = isinstance(told.get("certificate"), dict) and "schema" in told
    try:
        found = certify.check(resealed(told) if able else told)
    except (CertificateError, FileError):
        return None
    assert isinstance(found, certify.NashVerdict)
    return found.kind, found.seats, found.payoffs, found.lines


def at(part, path):
    for key in path:
        part = part[key]
    return part


def changed(told, path, value):
    found = copy.deepcopy(told)
    at(found, path[:-1])[path[-1]] = value
    return found


def places(part, path=()):
    """Yield where every part of a document is, objects and lists too."""
    if path:
        yield path
    if isinstance(part, dict | list):
        for key in part if isinstance(part, dict) else range(len(part)):
            yield from places(part[key], (*path, key))


def numbers(told):
    """Yield where every number that counts is."""
    for path in places(told):
        here = at(told, path)
        if isinstance(here, dict | list | bool) or here is None or path[0] in ("game", "method"):
            continue
        if path[0] == "seconds" or path[-1] == "digest" or "cells" in path:
            continue
        if isinstance(here, int) or str(here).lstrip("-").replace("/", "").isdigit():
            yield path, here


def other_than(number):
    """Return numbers that a forger might write in place of one, of the same type."""
    if isinstance(number, int):
        return [number + 1, number - 1, -number or 2]
    value = F(number)
    return [str(value + 1), str(value / 2 + F(1, 11)), str(-value) if value else "1/1000"]


def test_the_file_is_proved_as_it_is(whole):
    kind, seats, values, lines = proved(whole)
    assert kind == whole["certificate"]["form"]["kind"]
    assert [str(value) for value in values] == whole["payoffs"]
    assert all("could gain nothing" in line for line in lines[:2])
    assert lines[2:] == (f"in every equilibrium: {seats[0]} the same, {seats[1]} the same",)
    assert list(seats) == whole["seats"]


def test_the_file_mixes_so_that_every_payoff_counts(whole):
    mixes = [mix for table in whole["strategies"].values() for mix in table.values()]
    assert sum(len([c for c in mix.values() if c != "0"]) > 1 for mix in mixes) >= 2


def test_one_number_changed_and_not_sealed_again_is_refused(whole):
    for path, number in numbers(whole):
        for other in other_than(number):
            with pytest.raises((CertificateError, FileError)):
                certify.check(changed(whole, path, other))


def test_one_number_changed_and_sealed_again_is_refused_or_proves_another_game(whole):
    truth = proved(whole)
    count = 0
    for path, number in numbers(whole):
        for other in other_than(number):
            found = proved(changed(whole, path, other))
            count += 1
            if path[0] == "certificate":  # another game: what is said of it must be so
                assert found is None or found[2:] == truth[2:] or "denominators" in path
            else:
                assert found is None, (path, other)
    assert count > 30


def test_a_denominator_scales_what_is_paid_and_nothing_else(whole):
    for seat in (0, 1):
        path = "certificate", "form", "denominators", seat
        assert proved(changed(whole, path, at(whole, path) * 2)) is None
        below = changed(whole, path, at(whole, path) * 2)
        below["payoffs"][seat] = str(F(whole["payoffs"][seat]) / 2)
        assert proved(below) is not None


ODD = (None, True, 0, 1.5, "", "x", "1/0", "0x1", " 1", [], {}, [[]], {"a": 1})


def test_no_odd_thing_in_any_place_changes_what_is_proved(whole):
    truth = proved(whole)
    for path in places(whole):
        if path[0] in ("game", "method", "seconds"):
            continue
        for odd in ODD:
            if type(odd) is type(at(whole, path)) and odd == at(whole, path):
                continue
            found = proved(changed(whole, path, odd))
            if path[0] == "unique" and odd is None and found:  # a claim less
                found = (*found[:3], truth[3]) if found[3] != truth[3] else None
            assert found is None or found == truth, (path, odd)


def test_no_key_may_be_missing_or_more(whole):
    for path in [(), *places(whole)]:
        part = at(whole, path)
        if not isinstance(part, dict):
            continue
        more = copy.deepcopy(whole)
        at(more, path)["more"] = "1"
        assert proved(more) is None, path
        for key in part:
            less = copy.deepcopy(whole)
            del at(less, path)[key]
            if key == "digest" or (path[:1] == ("strategies",) and part[key] == "0"):
                continue  # it is made anew; an action that is left out has no chance
            assert proved(less) is None, (path, key)


# ---------------------------------------------------------------------- the reasons


def refusal(game, change):
    with pytest.raises((CertificateError, FileError)) as fault:
        certify.check(forged_solution(game, change))
    return str(fault.value)


def put(*path):
    *way, last, value = path
    return lambda told: at(told, way).__setitem__(last, value)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put("payoffs", 0, "1/2"), "row is paid 3/7, claimed 1/2"),
        (put("payoffs", 1, "1"), "column is paid 1/5, claimed 1"),
        (put("gains", 0, "1/9"), "row can gain nothing, claimed 1/9"),
        (put("gains", 1, "-1"), "column can gain nothing, claimed -1"),
        (put("gains", ["0"]), "the gains are not a list of two, one for each seat"),
        (put("gains", "00"), "the gains are not a list of two, one for each seat"),
        (put("payoffs", "3/7"), "the payoffs are not a list of two, one for each seat"),
        (put("payoffs", 0, 1), "is not a fraction written as text"),
        (put("unique", "row", False), "uniqueness is claimed, and no evidence of it is known here"),
        (put("unique", "row", 0), "a uniqueness claim is true, false or null"),
        (put("unique", {}), "the uniqueness claims"),
        (put("off_path", "row", ["-"]), "'off_path' is not true of row at"),
        (put("strategies", "row", "-", {"1": "1"}), "column is paid 3/7, claimed 1/5"),
        (put("certificate", "form", "kind", "matrix"), "form kind 'matrix' is not known"),
        (put("certificate", "form", []), "the form is not an object"),
        (put("certificate", "form", "denominators", [1, 0]), "denominator is not positive"),
        (put("certificate", "form", "denominators", [1]), "the denominators are not a list of two"),
        (put("certificate", "form", "payoffs", [[[1]]]), "payoffs of a bimatrix are not a list"),
        (put("certificate", "form", "rows", ["1"]), "the matrix does not fit its labels"),
        (put("seats", ["row"]), "the seats are not two names"),
        (put("schema", "sabot/solution/2"), ""),
        (put("method", 7), "the method"),
        (put("seconds", "7"), "the time is not a number"),
        (put("game", None), "the game"),
        (put("unreachable", {"row": ["-"]}), "is in the game, not unreachable"),
    ],
)
def test_a_forgery_is_refused_with_its_reason(change, reason):
    assert reason in refusal(MIXED, change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            put("certificate", "form", "payoffs", [[0, 1, 2]]),
            "sequence, amount, amount]",
        ),
        (put("certificate", "form", "payoffs", 0, (1, 1, 1, 1)), ""),
        (put("certificate", "form", "payoffs", {}), "sequence, amount, amount]"),
        (put("certificate", "form", "payoffs", 0, [1, 99, 1, 1]), "a sequence that is not there"),
        (put("off_path", "B", ["bet"]), "'off_path' is not true of B at bet"),
    ],
)
def test_a_forged_tree_is_refused_with_its_reason(change, reason, tmp_path):
    path = tmp_path / "tree.efg"
    path.write_text(TREE)
    assert reason in refusal(str(path), change)


def test_a_view_that_the_plan_never_comes_to_must_be_listed(tmp_path):
    path = tmp_path / "out.efg"
    path.write_text(
        'EFG 2 R "" { "A" "B" } p "" 1 1 "h" { "out" "in" } 0 t "" 1 "" { 3 1 } '
        'p "" 2 1 "g" { "x" "y" } 0 p "" 1 2 "again" { "l" "r" } 0 t "" 2 "" { 1 1 } '
        't "" 3 "" { 2 0 } t "" 4 "" { 0 0 }'
    )
    told = document(str(path))
    assert told["off_path"] == {"A": ["again"], "B": ["g"]}
    assert proved(told) is not None
    assert proved(changed(told, ("off_path", "A"), [])) is None
    # the payoffs in the file do not tell whether B is asked where A's plan never goes
    assert proved(changed(told, ("off_path", "B"), [])) is not None
    assert proved(changed(told, ("off_path", "A"), ["h", "again"])) is None
    # what B would do there is paid for, but A's own plan does not go there
    quiet = changed(told, ("unique",), {"A": None, "B": None})
    quiet["certificate"] = {"form": told["certificate"]["form"]}
    assert proved(changed(quiet, ("strategies", "B", "g"), {"x": "1"})) is not None


def test_only_a_list_is_an_entry(tmp_path):
    path = tmp_path / "tree.efg"
    path.write_text(TREE)
    told = document(str(path))
    spot = "certificate", "form", "payoffs", 0
    assert proved(changed(told, spot, tuple(at(told, spot)))) is None


def test_without_a_certificate_nothing_is_proved():
    told = document(MIXED) | {"certificate": None}
    with pytest.raises(CertificateError, match="it carries no certificate"):
        certify.check(told)


def test_a_pair_that_is_best_for_one_seat_only_is_refused():
    told = document("matrix([[3|1,0|0],[0|0,1|3]])")
    told["strategies"] = {"row": {"-": {"2": "1"}}, "column": {"-": {"1": "1"}}}
    told["payoffs"] = ["0", "0"]
    with pytest.raises(CertificateError, match="row could gain 3 by a better reply"):
        certify.check(resealed(told))


def test_long_numbers_are_texts_and_proved_all_the_same():
    game = BimatrixForm.of([[10**30, 0], [0, 1]], [[-1, 10**30], [1, 0]])
    told = json.loads(json.dumps(sabot.solve(game).to_json()))
    assert told["certificate"]["form"]["payoffs"][0][0][0] == "1" + "0" * 30
    assert proved(told) is not None
