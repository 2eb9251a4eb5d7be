"""Theorems as objects: formulas, ranges, pieces; what files say and what they say it with."""

import dataclasses
import json
from fractions import Fraction as F

import pytest
from tests.unit.solvers.parametric.test_prove import matrix_game

import sabot
from sabot.forms.algebra.rational_function import Formula
from sabot.forms.algebra.real_roots import RealPoint
from sabot.results.codec import codec_of
from sabot.results.parametric import Theorem
from sabot.results.proof import ParameterInterval, end_from_json, end_to_json, proof_codecs

ROOT = RealPoint(F(1), F(2), (-2, 0, 1))


@pytest.mark.parametrize(
    ("text", "at", "value"),
    [
        ("0", 7, 0),
        ("-5/3", F(1, 2), F(-5, 3)),
        ("t", F(-2, 3), F(-2, 3)),
        ("(t - 1)/(2*t)", F(1, 3), -1),
        ("-2*t**3 + t**2 - 5", 10, -1905),
        ("1/(t**2 + 1)", F(3, 4), F(16, 25)),
    ],
)
def test_a_formula_is_its_text_and_its_values(text, at, value):
    formula = Formula.of(text, "t")
    assert str(formula) == text and formula.at(at) == value
    assert Formula.of(str(formula), "t") == formula


def test_formulas_know_constants_and_limits():
    assert Formula.of("4/6", "t") == Formula.number(F(2, 3), "t")
    assert Formula.number(0, "t").constant == 0 and not Formula.number(0, "t")
    assert Formula.of("t/(2*t + 1)", "t").limit == F(1, 2)
    assert Formula.of("-t**2/3", "t").limit is None and not Formula.of("-t**2/3", "t").rises
    assert Formula.of("3/t", "t").limit == 0 and Formula.of("3/t", "t").constant is None


@pytest.mark.parametrize("end", [0, 12, F(1, 2), F(-3, 7), ROOT])
def test_ends_are_written_and_read(end):
    assert end_from_json(json.loads(json.dumps(end_to_json(end)))) == end


def test_a_range_holds_what_is_in_it():
    assert [ParameterInterval(0, ROOT).holds(at) for at in (-1, 0, 1, F(7, 5), F(17, 12), 2)] == [
        False, True, True, True, False, False,
    ]  # fmt: skip
    assert ParameterInterval(3, 3).single == 3 and ParameterInterval(3, None).single is None
    assert ParameterInterval(ROOT, ROOT).single is None


@pytest.mark.parametrize(
    "game",
    [
        "le-her(ranks=4, suits=*)",
        "le-her(ranks=4, suits=*, reply=open)",
        "kuhn-poker(bet=*)",
        matrix_game([[[1], [0]], [[0], [-2, 0, 1]]], low=1, high=2, whole=False),
    ],
)
def test_a_theorem_is_the_same_after_a_file(game):
    theorem = sabot.prove(game)
    ends = codec_of(ParameterInterval, proof_codecs({}))
    again = Theorem.from_json(json.loads(json.dumps(theorem.document)))
    assert again == theorem and again.digest == theorem.digest
    assert json.dumps(again.document) == json.dumps(theorem.document)
    for piece in again.pieces:
        assert piece["value"] == str(piece.value) and piece["unique"] == piece.unique
        assert ends.read({"from": piece["from"], "to": piece["to"]}) == piece.extent


def test_a_theorem_cannot_be_changed():
    theorem = sabot.prove("le-her(ranks=3, suits=*)")
    for thing in (theorem, theorem.pieces[0], theorem.pieces[0].value, theorem.domain):
        name = dataclasses.fields(thing)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(thing, name, None)
    assert sabot.Proof is Theorem


def test_pieces_speak_without_keys():
    theorem = sabot.prove("kuhn-poker(bet=*)")
    one, two, three = theorem.pieces
    assert (one.low, one.high, three.high) == (0, 1, None)
    assert str(two.value) == "(bet**2 - 2*bet)/(6*bet + 12)"
    assert two.strategies_at(F(3, 2)) == theorem.strategies_at(F(3, 2))
    assert set(two.witness) == {"first"} and two.basis["first"].equations
    assert {ineq.way for ineq in two.inequalities} <= {"shift", "sturm", "even"}
    assert [point.at for point in theorem.breakpoints] == [0, 1, 2]
    tuned = sabot.prove("baccara(model=B1, decks=*)")
    sort = tuned.classification.sorts["Banker"]["3,8"][0]
    assert (sort.low, sort.high, sort.sort) == (1, 3, "*") and sort.holds(2) and not sort.holds(4)
