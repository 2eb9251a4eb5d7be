"""Uniqueness at irrational breakpoints: decided in the field of the root, and checked."""

import json
from fractions import Fraction

import pytest
from flint import fmpq_poly
from tests.unit.solvers.parametric.test_prove import matrix_game, refused

import sabot
from sabot import certify
from sabot.forms.algebra.algebraic_number import ONE, ZERO, NumberField
from sabot.forms.algebra.real_roots import RealPoint
from sabot.solvers.parametric.prove import NumberFieldSimplex

SQUARE = [4, 0, -4, 0, 1]  # (t^2 - 2)^2: 0 at the root of 2, but on both sides of it positive
TURNED = [-c for c in SQUARE]


def at_the_root(rows):
    proof = sabot.prove(matrix_game(rows, high=2, whole=False))
    document = json.loads(json.dumps(proof.document))
    (number,) = (k for k, p in enumerate(document["breakpoints"]) if "certificate" not in p)
    return proof, document, document["breakpoints"][number]


def test_a_row_that_is_as_good_at_one_irrational_number_only():
    """Both neighbours play the first row; only the game at the root shows the second."""
    proof, document, point = at_the_root([[[0]], [TURNED]])
    assert point["unique"] == {"row": False, "column": True}
    assert point["another"]["row"] == {"below": [1], "sure": [2], "tops": {}}
    assert certify.check(document) and proof.verdict("row") == "unique inside every piece"
    point["another"]["row"] = {"below": [1], "sure": [1], "tops": {}}
    refused(document)
    del point["another"]
    refused(document)
    point["unique"]["row"] = True
    refused(document)


def test_a_plan_that_is_the_only_one_at_an_irrational_number_by_a_witness():
    _, document, point = at_the_root([[[1], [-1]], [TURNED, SQUARE]])
    assert point["unique"] == {"row": True, "column": False}
    assert "row" in point["witness"]
    assert certify.check(document)
    point["witness"]["row"]["tops"]["1"] = [2]
    refused(document)
    del point["witness"]
    refused(document)


def test_the_field_of_a_root():
    field = NumberField(RealPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
    root = field.of([0, 1])
    assert field.times(root, root) == fmpq_poly([2])
    assert field.over(ONE, root) == field.times(root, fmpq_poly([1]) / 2)
    assert field.sign(root * 10**12 - 1414213562373) == 1
    assert field.sign(root * 10**12 - 1414213562374) == -1


@pytest.mark.parametrize("doubled", [False, True])
def test_the_simplex_at_a_root(doubled):
    """x + r y = 2, y <= 1: the most of y is 1, and of x it is 2."""
    field = NumberField(RealPoint(Fraction(1), Fraction(2), (-2, 0, 1)))
    root = field.of([0, 1])
    rows, right = [[ONE, root, ZERO], [ZERO, ONE, ONE]], [2 * ONE, ONE]
    if doubled:  # an equation that follows from the others
        rows, right = [*rows, [-ONE, -root, ZERO]], [*right, -2 * ONE]
    program = NumberFieldSimplex(field, rows, right)
    assert program.maximum(1)[0] == ONE
    most, found = program.maximum(0)
    assert (most, found) == (2 * ONE, [2 * ONE, ZERO, ONE])
