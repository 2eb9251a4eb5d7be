"""Hands that draw: the second checker finds the same bounds, with sums of its own."""

import copy
import json
import shutil
from fractions import Fraction

import pytest
from tests.interop import edits
from tests.interop.test_recheck import ACCEPTED, ILL_FORMED, MISSING, REFUSED, theirs, write

import sabot


@pytest.mark.slow  # minutes: sums over all hands and draws, in both programs
@pytest.mark.skipif(shutil.which("go") is None, reason=MISSING)
def test_the_second_checker_finds_the_same_bounds(tmp_path):
    found = sabot.approximate("blind-poker(hands=cards, draw=apart)", gap="1/20")
    told = json.loads(json.dumps(found.to_json()))
    higher, other, strange = (copy.deepcopy(told) for _ in range(3))
    higher["low"] = str(Fraction(told["low"]) + Fraction(1, 10**9))
    higher["gap"] = float(Fraction(told["high"]) - Fraction(higher["low"]))
    other["certificate"]["form"]["deal"]["rule"] = "stand"
    strange["certificate"]["form"]["deal"]["rule"] = "best"
    wanted = [(told, ACCEPTED), (higher, REFUSED), (other, REFUSED), (strange, ILL_FORMED)]
    for number, (document, code) in enumerate(wanted):
        path = write(tmp_path, f"{number}.json", edits.sealed(document))
        assert theirs([path])[path][0] == code
