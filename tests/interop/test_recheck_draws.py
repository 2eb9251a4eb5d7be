"""Hands that draw: the second checker finds the same bounds, with sums of its own."""

import copy
import json
import shutil
from fractions import Fraction

import pytest
from tests.interop import edits
from tests.interop.test_recheck import ACCEPTED, ILL_FORMED, MISSING, REFUSED, theirs, write
from tests.unit.certify.test_private_hands_forged import document

import sabot


@pytest.mark.slow  # minutes: sums over all hands and draws, in both programs
@pytest.mark.skipif(shutil.which("go") is None, reason=MISSING)
@pytest.mark.parametrize(
    ("game", "changed"),
    [
        ("blind-poker(hands=cards, draw=apart)", {"rule": "stand"}),
        ("blind-poker(hands=cards, draw=joint, discard=stand)", {"kind": "draws"}),
    ],
)
def test_the_second_checker_finds_the_same_bounds(game, changed, tmp_path):
    found = sabot.approximate(game, gap="1/20")
    told = json.loads(json.dumps(found.to_json()))
    higher, other, strange = (copy.deepcopy(told) for _ in range(3))
    higher["low"] = str(Fraction(told["low"]) + Fraction(1, 10**9))
    higher["gap"] = float(Fraction(told["high"]) - Fraction(higher["low"]))
    other["certificate"]["form"]["deal"].update(changed)
    strange["certificate"]["form"]["deal"]["rule"] = "best"
    wanted = [(told, ACCEPTED), (higher, REFUSED), (other, REFUSED), (strange, ILL_FORMED)]
    for number, (claim, code) in enumerate(wanted):
        path = write(tmp_path, f"{number}.json", edits.sealed(claim))
        assert theirs([path])[path][0] == code


@pytest.mark.slow  # a second or two: the list of all hands
@pytest.mark.skipif(shutil.which("go") is None, reason=MISSING)
def test_strategies_of_other_hands_are_refused_before_the_draws_are_summed(tmp_path):
    told = document("kuhn")
    told["certificate"]["form"]["deal"] = {"kind": "draws", "rule": "common"}
    path = write(tmp_path, "few.json", edits.sealed(told))
    code, line = theirs([path])[path]
    assert code == ILL_FORMED
    assert "one for each hand" in line
