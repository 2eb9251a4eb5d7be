"""``sabot/solution/2``: each claim once, every key read, nothing else; forgeries sealed again."""

import copy
import json

import pytest
from tests.unit.forging import (
    OLDER,
    PENNIES,
    SEVERAL,
    certificate,
    document,
    forged_solution,
    older,
    resealed,
)

import sabot
from sabot import certify
from sabot.errors import CertificateError, FileError, SabotError

GAMES = [PENNIES, SEVERAL, "kuhn-poker", "le-her(ranks=3)", "whist(deal=KQ10/AJ9, lead=W)"]


def objects(thing, path=()):
    """Yield the way to every object in a document, and the object."""
    if isinstance(thing, dict):
        yield path, thing
    parts = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for key, part in parts:
        if isinstance(part, dict | list):
            yield from objects(part, (*path, key))


def at(thing, path):
    for key in path:
        thing = thing[key]
    return thing


def refused(told, match=r"\w", fault=SabotError):
    with pytest.raises(fault, match=match):
        certify.check(resealed(told))


# ---------------------------------------------------------------------- each claim once


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_claim_stands_once(game):
    told = document(game)
    held = told["certificate"]
    assert set(held) <= {"form", "uniqueness", "digest"}
    assert "seats" not in held["form"] and "deal" not in held["form"]
    assert all("unique" not in shown for shown in held.get("uniqueness", {}).values())
    assert len(json.dumps(told)) < len(json.dumps(older(told)))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_digest_is_over_all_claims_and_all_evidence(game):
    told = document(game)
    seal = certify.digest(told)
    assert seal == told["certificate"]["digest"]
    for key in ("method", "seconds", "decimal"):
        assert certify.digest(told | {key: None}) == seal
    for key in set(told) - {"method", "seconds", "decimal", "certificate"}:
        assert certify.digest(told | {key: ["other"]}) != seal
    for key in set(told["certificate"]) - {"digest"}:
        held = told["certificate"] | {key: None}
        assert certify.digest(told | {"certificate": held}) != seal


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_key_more_anywhere_is_refused(game):
    told = document(game)
    for path, _ in list(objects(told)):
        if path[:1] == ("prices",) or path[:1] == ("tricks",):
            continue  # compared as a whole with what is computed anew
        changed = copy.deepcopy(told)
        at(changed, path)["more"] = 1
        refused(
            changed,
            "more|views|action|follow its line",
            FileError if path[:1] != ("strategies",) else SabotError,
        )


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_key_less_anywhere_is_refused_or_means_no_chance(game):
    told = document(game)
    for path, thing in list(objects(told)):
        for key in thing:
            changed = copy.deepcopy(told)
            gone = at(changed, path).pop(key)
            chance = "strategies" in path or "another" in path or "against" in path
            if chance and gone == "0":
                assert certify.check(resealed(changed)).value == certify.check(told).value
            elif path == ("certificate",) and key == "digest":
                with pytest.raises(FileError, match="'digest' is missing"):
                    certify.check(changed)
            elif path == () and key == "schema":
                with pytest.raises(FileError, match="'schema' is missing"):
                    certify.check(changed)
            elif (path, key) == ((), "certificate"):
                with pytest.raises(FileError, match="'certificate' is missing"):
                    certify.check(changed)
            elif path == ("certificate",) or key != "against":
                refused(changed)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda d: d.update(value="1/8", decimal=0.125), "row secures 0, claimed 1/8"),
        (lambda d: d.update(value=0), "not a fraction written as text"),
        (lambda d: d.update(value=True), "not a fraction written as text"),
        (lambda d: d["strategies"]["row"].update({"-": {"1": "1"}}), "row secures -1"),
        (lambda d: d["unique"].update(row=1), "true, false or null"),
        (lambda d: d["unique"].update(row=None), "true or false"),
        (lambda d: d["unique"].update(row=False), "not a part of the claim on row's uniqueness"),
        (
            lambda d: d["unique_behaviour"].update(row=False),
            "'unique_behaviour' is not true of row",
        ),
        (lambda d: d["unique_behaviour"].update(row=1), "true, false or null"),
        (lambda d: d["off_path"].update(row=["-"]), "'off_path' is not true of row"),
        (lambda d: d["off_path"].update(row=["-", "-"]), "two of one name"),
        (lambda d: d.update(decimal=0), "'decimal' is not a decimal number"),
        (lambda d: d.update(decimal=1e-300), "'decimal' is not what"),
        (lambda d: d.update(decimal=None), "'decimal' is not what"),
        (lambda d: d.update(seats=["row", "row"]), "two of one name"),
        (lambda d: d.update(seats=["row", ""]), "not two names"),
        (lambda d: d.update(seats=["row", "\ud800"]), "one of the seats: character 1 is half"),
        (lambda d: d.update(seats={"row": 0, "column": 1}), "list of names"),
        (lambda d: d.update(game=7), "the game is not a text"),
        (lambda d: d.update(method=7), "the method is not a text"),
        (lambda d: d.update(seconds="1"), "the time is not a number"),
        (lambda d: d.update(seconds=True), "the time is not a number"),
        (lambda d: d["certificate"].update(form=[]), "the form is not an object"),
        (lambda d: d["certificate"]["form"].update(payoffs={}), "list of rows"),
        (lambda d: d["certificate"]["form"].update(payoffs=[[1, -1], [-1, 2]]), "secures|concedes"),
        (lambda d: d["certificate"]["form"].update(seats=d["seats"]), "'seats' is not a part"),
        (lambda d: d["certificate"]["form"].update(denominator="0"), "not positive"),
        (lambda d: d["certificate"]["uniqueness"]["row"].update(prime="16777213"), "odd prime"),
        (lambda d: d["certificate"]["uniqueness"]["row"].update(prime=True), "odd prime"),
        (lambda d: d["certificate"]["uniqueness"]["row"].update(prime=15), "odd prime"),
        (lambda d: d["certificate"]["uniqueness"]["row"].update(unique=True), "'unique' is not a"),
    ],
)
def test_a_forged_solution_is_refused_with_the_place(change, match):
    with pytest.raises(SabotError, match=match):
        certify.check(forged_solution(PENNIES, change))


def test_the_prime_of_a_seat_counts_even_where_the_other_seats_equations_are_the_same():
    told = document(PENNIES)
    told["certificate"]["uniqueness"]["column"]["prime"] = 9
    refused(told, "gives 9 as")


@pytest.mark.parametrize("form", ["sequence", "matrix"])
def test_a_form_of_one_kind_has_no_part_of_another(form):
    told = document("kuhn-poker" if form == "sequence" else PENNIES)
    other = document(PENNIES if form == "sequence" else "kuhn-poker")
    for key in set(other["certificate"]["form"]) - set(told["certificate"]["form"]):
        changed = copy.deepcopy(told)
        changed["certificate"]["form"][key] = other["certificate"]["form"][key]
        refused(changed, f"'{key}' is not a part of a", FileError)


def test_another_schema_is_no_way_around():
    told = document(PENNIES)
    for schema in (
        "sabot/solution/1",
        "sabot/certificate/1",
        "sabot/proof/1",
        "sabot/solution/3",
        2,
    ):
        with pytest.raises((FileError, CertificateError)):
            certify.check(told | {"schema": schema})
    with pytest.raises(FileError, match="'certificate' is missing"):
        certify.check(certificate(PENNIES) | {"schema": "sabot/solution/2"})


def test_the_value_is_the_first_seats():
    told = document([[2, 1]])
    told["seats"].reverse()
    refused(
        told, "does not answer exactly its own views|plays what is not an action|another", FileError
    )


# ---------------------------------------------------------------------- bytes


@pytest.mark.parametrize(
    ("old", "new", "match"),
    [
        (b'"value": "0"', b'"value": "0", "value": "0"', "'value' is given twice"),
        (b'"decimal": 0.0', b'"decimal": NaN', "NaN is not a number of JSON"),
        (b'"decimal": 0.0', b'"decimal": -Infinity', "not a number of JSON"),
        (b"{", b"\xef\xbb\xbf{", "not JSON"),
    ],
)
def test_bytes_that_others_read_otherwise_are_refused(old, new, match, tmp_path):
    path = tmp_path / "bytes.json"
    sabot.solve(PENNIES).save(path)
    raw = path.read_bytes()
    assert old in raw
    path.write_bytes(raw.replace(old, new, 1))
    with pytest.raises(FileError, match=match):
        certify.check(path)


def test_utf_16_is_another_file(tmp_path):
    path = tmp_path / "wide.json"
    sabot.solve(PENNIES).save(path)
    path.write_bytes(path.read_text().encode("utf-16"))
    with pytest.raises(FileError, match="not JSON"):
        certify.check(path)


# ---------------------------------------------------------------------- files of before


@pytest.mark.parametrize("path", sorted(OLDER.glob("*.json")), ids=lambda path: path.name)
def test_what_an_earlier_sabot_saved_is_still_read_and_checked(path):
    if path.name.startswith("unproved"):
        with pytest.raises(CertificateError, match="carries no certificate"):
            certify.check(path)
        return
    proved = certify.check(path)
    told = json.loads(path.read_text(encoding="utf-8"))
    assert proved.game == told["game"]
    assert proved.value == certify.check(told).value


@pytest.mark.parametrize(
    "path", sorted(OLDER.glob("*-solution-1.json")), ids=lambda path: path.name
)
def test_an_older_solution_is_loaded_and_saved_as_a_newer_one(path, tmp_path):
    solution = sabot.Solution.load(path)
    solution.save(tmp_path / "newer.json")
    newer = json.loads((tmp_path / "newer.json").read_text(encoding="utf-8"))
    assert newer["schema"] == "sabot/solution/2"
    assert sabot.Solution.load(tmp_path / "newer.json") == solution
    told = json.loads(path.read_text(encoding="utf-8"))
    for key in set(told) - {"schema", "certificate"}:
        assert newer[key] == told[key]
    if told["certificate"] is not None:
        assert older(newer)["certificate"] == told["certificate"]


@pytest.mark.parametrize(
    "field", ["game", "value", "strategies", "unique", "seats", "off_path", "decimal"]
)
def test_an_older_solution_says_twice_the_same(field):
    told = json.loads((OLDER / "kuhn-solution-1.json").read_text())
    other = document(PENNIES)
    with pytest.raises(SabotError, match=f"'{field}'"):
        certify.check(told | {field: other[field]})
    assert certify.check(told).digest == told["certificate"]["digest"]


# ---------------------------------------------------------------------- deals


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda d: d.update(value="01"), "is written 1, not 01"),
        (lambda d: d.update(value=1), "written as text"),
        (lambda d: d.update(value="9" * 20), "written as text"),
        (lambda d: d.update(value="1/1"), "not a whole number"),
        (lambda d: d.update(best="K"), "best cards are not a list"),
        (lambda d: d.update(best=[7]), "a best card is not a text"),
        (lambda d: d.update(line={}), "not a list of tricks"),
        (lambda d: d["line"][0].update(led=7), "a card is not a text"),
        (lambda d: d["line"][0].update(led="Z"), "'line' is not what"),
        (lambda d: d.update(lead="North"), "neither West's nor East's"),
        (lambda d: d.update(lead="W"), "neither West's nor East's"),
        (lambda d: d.update(led="Z"), "is not in the deal"),
        (lambda d: d.update(led="A"), "not the leader's"),
        (lambda d: d.update(cards=["9", "10", "J", "Q", "A", "K"]), "in their order"),
        (lambda d: d.update(cards=["9", "9", "J", "Q", "K", "A"]), "do not fit the cards"),
        (lambda d: d.update(cards=[9, 10, 11, 12, 13, 14]), "are not texts"),
        (lambda d: d.update(cards=None), "'cards'|'led'|best cards|'prices'"),
        (lambda d: d.update(seats=["East", "West"]), "West and East"),
        (lambda d: d.update(deal="WEX" * 2), "not n cards for each seat"),
        (lambda d: d.update(deal="WE" * 19), "at most 18"),
        (lambda d: d.update(deal=""), "not n cards for each seat"),
        (lambda d: d.update(game=None), "the game is not a text"),
        (lambda d: d.update(no_certificate="none"), "'no_certificate'"),
        (lambda d: d.update(decimal=1), "'decimal'"),
        (lambda d: d["certificate"]["form"].update(rule="free"), "neither relaxed nor greedy"),
        (lambda d: d["certificate"]["form"].update(rule=None), "neither relaxed nor greedy"),
        (lambda d: d["certificate"]["form"].update(pays=[1, 1]), "do not fit the deal"),
        (lambda d: d["certificate"]["form"].update(pays=[True] * 3), "list of whole numbers"),
        (lambda d: d["certificate"]["form"].update(pays=[0, 1, 0]), "pays 1 or -1"),
        (lambda d: d["certificate"]["form"].update(pays=[10**4000] * 3), "pays 1 or -1"),
        (lambda d: d["unique"].update(West=1), "true, false or null"),
        (lambda d: d["unique"].pop("West"), "'West' is missing"),
        (lambda d: d["strategies"]["West"].update({"-": {"Q": "1"}}), "do not follow its line"),
        (lambda d: d["prices"].update(K=True), "'prices'"),
    ],
)
def test_a_deal_that_is_not_as_it_must_be_is_refused_with_the_place(change, match):
    with pytest.raises(SabotError, match=match):
        certify.check(forged_solution("whist(deal=KQ10/AJ9, lead=W)", change))


def test_a_number_of_cells_is_told_by_lists_and_texts():
    for number, wrong in ((0, 7), (0, None), (1, "ab"), (1, ["a", 1]), (2, "0"), (2, True)):
        told = document("kuhn-poker")
        told["certificate"]["form"]["cells"]["first"][0][number] = wrong
        refused(told, "a view of first is not a text|list of names|follow an earlier", FileError)
    for cells in ({}, "x", [7], [["J", ["a"]]]):
        told = document("kuhn-poker")
        told["certificate"]["form"]["cells"]["first"] = cells
        refused(told, "cells are not a list|a cell of first is not", FileError)
