"""sabot solve of a game with a commission: payoffs, gains, and what is unique, with evidence."""

import copy
import json
from typing import Any

import pytest
from tests.unit.forging import resealed

import sabot
from sabot import certify
from sabot.errors import SabotError
from sabot.results.solution import Solution

GAME = "baccara(model=B1, decks=4, commission=1/20)"


@pytest.fixture(scope="module")
def solved() -> Any:
    return sabot.solve(GAME)


@pytest.fixture(scope="module")
def told(solved):
    return json.loads(json.dumps(solved.to_json()))


def refused(told, change, match):
    changed = copy.deepcopy(told)
    change(changed)
    with pytest.raises(SabotError, match=match):
        certify.check(resealed(changed))


def test_payoffs_and_gains_stand_in_place_of_the_value(told):
    assert "value" not in told
    assert len(told["payoffs"]) == 2 and told["gains"] == ["0", "0"]
    assert told["unique"] == {"Player": True, "Banker": True}


def test_it_is_the_only_one_of_the_list(solved):
    found: Any = sabot.equilibria(GAME)
    assert found.count == 1
    assert tuple(solved.payoffs.values()) == found.payoffs[0]
    assert {s: dict(solved[s]) for s in solved.seats} == found.strategies()
    assert solved.unique


@pytest.mark.slow
def test_it_is_checked_saved_and_loaded(solved, told, tmp_path):
    assert certify.check(told).unique == ({"Player": True, "Banker": True},)
    sabot.check(told, rules=True)
    path = tmp_path / "solved.json"
    solved.save(path)
    assert Solution.load(path).to_json() == solved.to_json()


def test_where_views_are_alike_no_strategy_is_unique():
    found = sabot.solve("baccara(model=A2, commission=1/20)")
    assert found.uniqueness == {"Player": True, "Banker": False}


def test_uniqueness_rests_on_its_evidence(told):
    refused(told, lambda t: t["unique"].update(Player=False), "not as unique as claimed")
    refused(told, lambda t: t["certificate"].pop("choices"), "no evidence")
    refused(told, lambda t: t["certificate"].update(choices=None), "is null; leave it out")
    refused(told, lambda t: t["unique"].update(Player=None, Banker=None), "no claim of it")
    refused(told, lambda t: t["certificate"]["choices"].update(more=1), "not a part")
    refused(told, lambda t: t["certificate"]["choices"].update(tree={"found": 0}), "not known")
    refused(told, lambda t: t["certificate"]["choices"].update(alike={"Banker": [["0,0", "3,9"]]}),
            "alike")  # fmt: skip


def test_a_matrix_has_no_tree_of_cases(told):
    pennies: Any = sabot.solve([[(2, 1), (0, 0)], [(0, 0), (1, 2)]])
    document = json.loads(json.dumps(pennies.to_json()))

    def change(one):
        one["certificate"]["choices"] = told["certificate"]["choices"]
        del one["certificate"]["another"]
        one["unique"] = dict.fromkeys(one["seats"], True)

    refused(document, change, "no tree of cases")


@pytest.mark.parametrize("silent", ["Player", "Banker"])
def test_evidence_of_one_claim_leaves_the_other_open(silent):
    told = json.loads(json.dumps(sabot.solve("baccara(model=A1, commission=1/20)").to_json()))
    assert "choices" in told["certificate"] and None not in told["unique"].values()
    told["unique"][silent] = None
    (claims,) = certify.check(resealed(told)).unique
    assert claims[silent] is None and list(claims.values()).count(None) == 1
