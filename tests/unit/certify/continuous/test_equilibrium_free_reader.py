"""What is said to be free in an equilibrium with real hands, one fault at a time.

The first of two players raises with the better half of the hands, the other would call for 16 and
always folds. The first may raise with any half: it is paid nothing either way. The other could gain
1 by calling, and 5 more if the worse half were raised with.
"""

import copy
import json
from fractions import Fraction

import pytest
from tests.unit.forging import resealed
from tools import fuzz_kinds

from sabot import certify
from sabot.certify.continuous import equilibrium
from sabot.errors import CertificateError, FileError, SabotError


def told(**changes):
    document = json.loads(fuzz_kinds.sealed(fuzz_kinds.free(0)))
    document |= {"gains": ["0", "6"], "bound": "6"}
    moved = document["free"][0]
    moved |= changes
    return resealed(copy.deepcopy(document))


def refused(words, document, fault=SabotError):
    with pytest.raises(fault, match=words):
        certify.check(document)


def test_what_is_free_may_cost_just_what_the_file_says():
    found = certify.check(told())
    assert isinstance(found, certify.ContinuousVerdict)
    assert found.gains == (0, 1)
    assert found.lines[2:] == (
        "free to one after '-': any 1/2 of the hands from 0 to 1 may raise, the rest pass",
        "by what is free, each by itself, all are paid the same and none can gain more than 6",
    )
    more = told() | {"gains": ["0", "9"], "bound": "9"}
    assert certify.check(resealed(more)).lines == found.lines
    less = told() | {"gains": ["0", "599/100"], "bound": "599/100"}
    refused("two may gain 5 by it", resealed(less), CertificateError)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"view": "raised"}, "'raised': free, and no such turn"),
        ({"seat": "two"}, "'-': free, and no such turn"),
        ({"seat": "three"}, "is no seat"),
        ({"view": 3}, "a view is not a text"),
        ({"action": "call"}, "'-': free, and no such action"),
        ({"instead": "call"}, "'-': free, and no such action"),
        ({"spread": "all"}, "'-': a spread is any or even"),
        ({"spread": True}, "'-': a spread is any or even"),
        ({"mass": 1}, "is not a number written as text"),
        ({"mass": "1"}, "as many hands as that are not free"),
        ({"mass": "0"}, "as many hands as that are not free"),
        ({"from": "1/2", "to": "1/2"}, "no hands from there to there"),
        ({"from": "-1/2"}, "no hands from there to there"),
        ({"to": "3/2"}, "no hands from there to there"),
        ({"instead": "raise"}, "one action is no choice"),
        ({"mass": "1/3"}, "neither the best nor the worst"),
        ({"more": 1}, "not a part of what is free"),
    ],
    ids=str,
)
def test_what_is_free_is_told_in_its_own_words(changes, words):
    refused(words, told(**changes))


def test_what_is_free_is_a_list_of_so_many(monkeypatch):
    one = told()["free"][0]
    refused("not a list of 200 at most", resealed(told() | {"free": {"0": one}}), FileError)
    refused("not a list of 200 at most", resealed(told() | {"free": [one] * 201}), FileError)
    monkeypatch.setattr(equilibrium, "MOST_INDIFFERENCE_SETS", 1)
    assert certify.check(told())
    refused("not a list of 1 at most", resealed(told() | {"free": [one, one]}), FileError)


def test_numbers_have_a_common_denominator_of_just_so_many_bits(monkeypatch):
    monkeypatch.setattr(
        equilibrium, "MOST_CONTINUOUS_DENOMINATOR_BITS", 2
    )  # bits of 2, by the half
    assert certify.check(told())
    monkeypatch.setattr(equilibrium, "MOST_CONTINUOUS_DENOMINATOR_BITS", 1)
    refused(r"no common denominator below 2\^1", told(), FileError)


def test_curves_that_cross_twice_have_a_bound():
    """Both ends have one sign: the roots are found by halving."""
    wide, low, high = 10**30, 3 * 10**29 + 1, 4 * 10**29 + 1
    curve, slack = [low * high + 1, -low - high, 1], Fraction(wide**3, 2**60)
    envelope = equilibrium.upper_envelope([(0, wide, curve)], [(0, wide, [0])], slack)
    bound = equilibrium.integrate(envelope)
    below = equilibrium.integrate([(0, low, curve), (high, wide, curve)])
    assert 0 <= bound - below <= 2 * slack


def test_a_share_that_is_not_whole_is_refused():
    with pytest.raises(ValueError, match="not a whole number"):
        equilibrium._whole_share(3, 1, 2)
