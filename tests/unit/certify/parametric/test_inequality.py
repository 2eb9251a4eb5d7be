"""Inequalities of a proof: listed with their reasons, and refused where anything is amiss."""

import copy
import json
from fractions import Fraction

import pytest
from flint import fmpz_poly
from tests.few import few
from tests.unit.solvers.parametric.test_prove import document, matrix_game, refused, roots_of_two

import sabot
from sabot import certify
from sabot.certify.algebra.intervals import IntegerInterval, RealInterval
from sabot.certify.algebra.real_roots import AlgebraicPoint
from sabot.certify.parametric.inequality import (
    REASONS,
    RequiredInequality,
    read_reason,
    reason_proves,
)
from sabot.errors import CertificateError
from sabot.forms.algebra import real_roots
from sabot.solvers.parametric import proof_obligations, signs
from sabot.solvers.parametric.proof_obligations import find_reason

GAMES = [
    "baccara(model=B1, decks=*, banker_free=[3,4,6])",
    "le-her(ranks=4, suits=*, reply=open)",
    "kuhn-poker(bet=*)",
    "baccara(model=B1, decks=*, banker_free=[4,6])",
    "baccara(model=B1, decks=*)",
]


def sealed(proof):
    return proof | {"digest": certify.digest(proof)}


def test_each_piece_says_what_it_rests_on_and_why():
    proof = sabot.prove("baccara(model=B1, decks=*)").document
    tail = proof["pieces"][-1]
    player, banker = tail["basis"]["Player"], tail["basis"]["Banker"]
    assert player["used"]["5"] == ["stand", "draw"] == player["tight"]["5"]
    assert player["equations"] == [
        "Player at 5: the chances add up",
        "Banker at 6,-: draw earns as much as stand",
    ]
    assert banker["used"]["7,-"] == banker["tight"]["7,-"] == ["stand"]
    listed = {one["says"]: one for one in tail["inequalities"]}
    assert "the denominator of the payoffs is positive" in listed
    assert "Player's chance of draw at 5 is positive" in listed
    loses = listed["Banker at 7,-: draw earns less than stand"]
    assert loses["is"] == "> 0" and loses["why"] == "shift"
    assert set(proof["reasons"]) == {"value", "shift", "parts", "sturm", "even"}
    # every unused action of both seats is there
    free = sum(
        len(actions) - 1 for table in proof["form"]["cells"].values() for _, actions, _ in table
    )
    assert sum("earns less than" in says for says in listed) == free - 2


def some(inequalities):
    """Return the numbers of all of them; of a hundred alike those that are not, and a few."""
    if len(inequalities) < 50:
        return range(len(inequalities))
    plain = [one["why"] == "shift" and one["is"] == "> 0" for one in inequalities]
    return [number for number, alike in enumerate(plain) if not alike or number % 12 == 0]


LONG = GAMES[2:]
"""With more views than the first two."""


@pytest.mark.parametrize(
    "game", [pytest.param(one, marks=[pytest.mark.slow] * (one in LONG)) for one in GAMES]
)
def test_every_inequality_is_needed_and_none_may_be_changed(game):
    proof = document(game)
    for piece in proof["pieces"]:
        kept = piece["inequalities"]
        for number in some(kept):
            one = kept[number]
            rest = kept[:number] + kept[number + 1 :]
            turned = one | {"polynomial": [one["polynomial"][0] + 1, *one["polynomial"][1:]]}
            others = [turned, one | {"says": "all is well"}, one | {"is": ">= 1"}]
            for forged in (rest, *([*kept[:number], o, *kept[number + 1 :]] for o in others)):
                piece["inequalities"] = forged
                refused(proof)
        piece["inequalities"] = [*kept, kept[-1]]
        refused(proof)
        del piece["inequalities"]
        refused(proof)
        piece["inequalities"] = kept
    assert certify.check(sealed(proof))


@pytest.mark.parametrize(
    ("whys", "game"),
    few(
        1,
        [
            (["value", "parts", ["sturm", "1"], ["even", "1"], ["shift", 2], "because"], GAMES[0]),
            (["value", ["sturm", "-1"], ["sturm", "0"], ["parts", 1], "no"], GAMES[2]),
        ],
    ),
)
def test_a_false_reason_is_refused_even_of_a_true_inequality(whys, game):
    proof = document(game)
    tail = proof["pieces"][-1]["inequalities"]
    for one in tail:
        true = one["why"]
        for why in whys:
            if why != true and not (why == "parts" and true == "shift"):
                one["why"] = why
                refused(proof)
        one["why"] = true
    assert certify.check(sealed(proof))


def test_bases_and_the_key_to_the_reasons_are_checked():
    proof = document(GAMES[1])
    changes = [
        lambda p: p["basis"]["receiver"]["used"].popitem(),
        lambda p: p["basis"]["dealer"]["tight"].popitem(),
        lambda p: p["basis"]["receiver"].update(equations=["receiver at 1: the chances add up"]),
        lambda p: p["basis"]["dealer"].update(differs="hold at 1"),
        lambda p: p["basis"].pop("dealer"),
        lambda p: p.pop("basis"),
    ]
    for change in changes:
        forged = copy.deepcopy(proof)
        change(forged["pieces"][-1])
        refused(forged)
    mixed = document(GAMES[0])
    mixed["pieces"][-1]["basis"]["Player"]["equations"].pop()
    refused(mixed)
    refused(proof | {"reasons": REASONS | {"shift": "trust me"}})
    refused({key: part for key, part in proof.items() if key != "reasons"})


def test_reasons_over_the_real_numbers():
    proof = json.loads(json.dumps(roots_of_two().document))
    codes = {one["why"][0] for piece in proof["pieces"] for one in piece["inequalities"]}
    assert "sturm" in codes
    touching = sabot.prove(matrix_game([[[0], [4, 0, -4, 0, 1]]], high=9, whole=False))
    assert certify.check(json.loads(json.dumps(touching.document)))


def solvers_need(polynomial, sense):
    sign, inside = sense.removesuffix(" inside"), sense.endswith(" inside")
    return proof_obligations.ProofObligation("it is so", fmpz_poly(polynomial), sign, inside)


def solvers_range(span):
    if isinstance(span, IntegerInterval):
        return signs.IntegerRange(span.low, span.high)
    low, high = (end and real_roots.RealPoint(end.low, end.high) for end in (span.low, span.high))
    return signs.RealRange(low, high)


def half(low, high=None):
    return RealInterval(AlgebraicPoint.at(low), None if high is None else AlgebraicPoint.at(high))


@pytest.mark.parametrize(
    ("polynomial", "sense", "span", "found"),
    [
        ([1, 1], "> 0", IntegerInterval(0, None), {"why": "shift"}),
        ([-1], "!= 0", IntegerInterval(3, 3), {"of": "-p", "why": "value"}),
        ([100, -21, 1], ">= 0", IntegerInterval(1, 4), {"why": ["parts"]}),
        ([-3, 2], "!= 0", IntegerInterval(1, None), {"of": "p*p", "why": ["parts", 2]}),
        ([2, -2, 1], "> 0", half(0), {"why": ["sturm", "1"]}),
        ([0, 1], "> 0 inside", half(0), {"why": "shift"}),
        ([-1, 2], "> 0 inside", half(Fraction(1, 2)), {"why": "shift"}),
        ([0, 4, -4, 1], ">= 0", half(0), {"why": ["even", "1"]}),
        ([-1, 1], "!= 0 inside", half(-3, 1), {"of": "-p", "why": ["sturm", "-1"]}),
    ],
)
def test_the_simplest_reason_is_found_and_no_other_sense_passes(polynomial, sense, span, found):
    need = RequiredInequality("it is so", polynomial, sense)
    assert find_reason(solvers_need(polynomial, sense), solvers_range(span)) == found
    assert reason_proves(need, found.get("of"), read_reason(found["why"]), span) and need.holds(
        span
    )


@pytest.mark.parametrize(
    ("polynomial", "sense", "span", "why"),
    [
        ([0, 1], "> 0", IntegerInterval(0, None), "shift"),
        ([0, 1], "> 0", half(0), "shift"),
        ([0, 1], "> 0", half(0, 1), ["sturm", "1/2"]),
        ([0, 4, -4, 1], "> 0 inside", half(0), ["even", "1"]),
        ([6, -5, 1], "> 0", IntegerInterval(1, None), ["parts", 2, 3, 4]),
        ([6, -5, 1], ">= 0", IntegerInterval(1, None), ["parts", 4]),
        ([6, -5, 1], ">= 0", IntegerInterval(1, None), ["parts", 3, 2, 4]),
        ([-1, 1], ">= 0", half(0, 2), ["sturm", "3/2"]),
        ([-1, 1], ">= 0", half(0, 2), ["even", "3/2"]),
        ([1, -1], ">= 0", half(0, 2), ["sturm", "5"]),
        ([1], ">= 0", IntegerInterval(0, None), "value"),
    ],
)
def test_a_reason_that_is_none(polynomial, sense, span, why):
    assert not reason_proves(
        RequiredInequality("it is so", polynomial, sense), None, read_reason(why), span
    )


def test_the_first_thing_amiss_is_named():
    proof = document(GAMES[0])
    del proof["pieces"][0]["inequalities"][0]
    with pytest.raises(CertificateError, match="does not list that the denominator of the payoffs"):
        certify.check(sealed(proof))
