"""Files of number 1: those that were saved are accepted; which others are refused, and why."""

import copy
import json
import re
from pathlib import Path

import pytest
from tests.unit.forging import OLDER, resealed

from sabot import certify
from sabot.errors import SabotError

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "certificate.md"


def stored(name):
    return json.loads((OLDER / f"{name}.json").read_text(encoding="utf-8"))


def sealed(told):
    if told["schema"] == "sabot/solution/1":
        return told | {"certificate": resealed(told["certificate"])}
    return resealed(told)


def put(*path):
    """Return a change: what stands at the end of a path becomes the last thing given."""
    *way, key, value = path

    def change(told):
        for step in way:
            told = told[step]
        told[key] = value

    return change


def twice(told):
    told["form"]["payoffs"].append(told["form"]["payoffs"][0])


def off_path(told):
    for part in (told, told["certificate"]):
        part["off_path"] = {"first": ["J", "Q", "K"], "second": []}


def other_game(told):
    told["pieces"][0]["certificate"] = stored("kuhn-certificate-1")


def other_kind(told):
    told["pieces"][0]["certificate"] = stored("whist-certificate-1")


def factor(told):
    told["pieces"][2].update(value="0*(bet-7)/(bet-7)")


ROOT = {"root_of": [-1, 1], "between": ["0", "3"]}
NOW_REFUSED = {
    "a claim that is not `true`, `false` or `null` (`1`)": [
        ("kuhn-proof-1", put("pieces", 0, "unique", "second", 1), "true, false or null"),
        ("pennies-certificate-1", put("uniqueness", "row", "unique", 1), "true, false or null"),
    ],
    "a domain whose `whole` is not `true` or `false` (`1`)": [
        ("le-her-proof-1", put("domain", "whole", 1), "true or false, nothing else"),
    ],
    "two payoffs for one pair of sequences": [
        ("kuhn-certificate-1", twice, "same pair of sequences"),
        ("kuhn-proof-1", twice, "same pair of sequences"),
    ],
    "a key that is not of the grammar (`cells` in a matrix)": [
        ("pennies-certificate-1", put("form", "cells", {}), "'cells' is not a part of a matrix"),
    ],
    "a certificate at one value that is of another game or kind": [
        ("le-her-proof-1", other_game, "."),
        ("le-her-proof-1", other_kind, "."),
    ],
    "payments or names of cards that are not those of a deal": [
        ("whist-certificate-1", put("form", "pays", [7, 7, 7]), "pay"),
        (
            "whist-certificate-1",
            put("form", "names", ["A", "K", "Q", "J", "10", "9"]),
            "name|order",
        ),
    ],
    "views `off_path` or `unreachable` that are not": [
        ("kuhn-solution-1", off_path, "'off_path' is not true"),
        ("kuhn-solution-1", put("unreachable", {"first": ["J"]}), "in the game, not unreachable"),
    ],
    "a parameter whose name is no name (`2`)": [
        ("kuhn-proof-1", put("parameter", "2"), "which is not a name"),
    ],
    "a formula with a common factor, a pole, a `^`": [
        ("kuhn-proof-1", factor, "lowest terms"),
        ("kuhn-proof-1", put("pieces", 0, "value", "-bet^2/(6*bet + 12)"), "two stars"),
    ],
    "two rows, actions or views of one name": [
        ("pennies-certificate-1", put("form", "rows", ["1", "1"]), "two of one name"),
    ],
    "an end that is a fraction, written as a root": [
        ("kuhn-proof-1", put("pieces", 0, "to", ROOT), "must be written as one"),
    ],
    "seats that are not two names, no `game`, a number with a point": [
        ("pennies-certificate-1", put("form", "seats", {"row": 0, "column": 1}), "seats"),
        ("kuhn-proof-1", lambda told: told.pop("game"), "'game' is missing"),
        ("kuhn-proof-1", put("domain", "from", 0.0), "gap|whole|fraction"),
    ],
    "what is beyond the bounds of section 9": [
        ("pennies-certificate-1", put("value", "1" * 200_001), "whole number"),
    ],
}
CASES = [(reason, *case) for reason, cases in NOW_REFUSED.items() for case in cases]


def test_the_page_tells_just_these_reasons():
    section = PAGE.read_text(encoding="utf-8").partition("### 5.1")[2].partition("## 6.")[0]
    rows = re.findall(r"^\| (.+) \| .+ \|$", section, re.MULTILINE)
    assert rows[:2] == ["refused", "---"]
    assert rows[2:] == list(NOW_REFUSED)


@pytest.mark.parametrize(("reason", "name", "change", "match"), CASES)
def test_a_file_of_number_1_is_refused_for_the_reasons_on_the_page(reason, name, change, match):
    told = stored(name)
    changed = copy.deepcopy(told)
    change(changed)
    assert json.dumps(changed) != json.dumps(told), reason  # 1 is not true there
    with pytest.raises(SabotError, match=match):
        certify.check(sealed(changed))


@pytest.mark.parametrize("path", sorted(OLDER.glob("*.json")), ids=lambda path: path.name)
def test_a_file_of_number_1_that_was_saved_is_accepted_sealed_anew_too(path):
    told = json.loads(path.read_text(encoding="utf-8"))
    if told.get("certificate", ()) is None:
        return
    assert certify.check(sealed(told)).value == certify.check(path).value
