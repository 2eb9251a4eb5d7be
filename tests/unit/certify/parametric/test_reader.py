"""Proofs are read once, by one grammar: every key, every type, every bound, sealed again."""

import copy
import json
from fractions import Fraction
from functools import cache

import pytest
from tests.unit.certify.test_zero_sum_strict import at, objects
from tests.unit.forging import OLDER, checked, resealed
from tests.unit.solvers.parametric.test_prove import matrix_game, roots_of_two

import sabot
from sabot import certify
from sabot.certify.algebra.formula_parser import parse_formula
from sabot.certify.algebra.intervals import (
    IntegerInterval,
    RealInterval,
    read_point,
    strictly_inside,
)
from sabot.certify.algebra.polynomial import read_polynomial
from sabot.certify.algebra.real_roots import AlgebraicPoint, squarefree_part
from sabot.certify.limits import MOST_DEGREE, MOST_UNKNOWNS
from sabot.certify.parametric import verification
from sabot.certify.parametric.inequality import read_reason
from sabot.errors import CertificateError, FileError, SabotError

ROOT = AlgebraicPoint(Fraction(1), Fraction(2), (-2, 0, 1))


@cache
def text(name):
    if name == "roots":
        return json.dumps(roots_of_two().document)
    if name == "sorted":
        return json.dumps(sabot.prove("baccara(model=B1, decks=*)").document)
    return (OLDER / f"{name}-proof-1.json").read_text(encoding="utf-8")


def proof_of(name):
    return json.loads(text(name))


def refused(proof, match=r"\w", fault=SabotError):
    with pytest.raises(fault, match=match):
        certify.check(resealed(proof))


def said(proof):
    """Return the statement of a proof, less its digest."""
    found = checked(resealed(proof))
    pieces = [(str(p.span), p.value, p.strategies) for p in found.pieces]
    return (found.game, found.seats, str(found.domain), found.unique, found.at_ends, pieces)


@pytest.mark.parametrize("name", ["le-her", pytest.param("roots", marks=pytest.mark.slow)])
def test_a_key_more_anywhere_is_refused(name):
    proof = proof_of(name)
    for path, _ in objects(proof):
        changed = copy.deepcopy(proof)
        at(changed, path)["more"] = 1
        refused(changed)


@pytest.mark.parametrize("name", ["le-her", "roots"])
def test_a_key_less_is_refused_or_says_less(name):
    """Breakpoints and sorted choices may be left out: then nothing is claimed of them. Evidence at
    a breakpoint may be, where the pieces beside it show the same.
    """
    proof, optional = proof_of(name), {"breakpoints", "classification"}
    statement = said(proof)
    for path, thing in objects(proof):
        for key in thing:
            changed = copy.deepcopy(proof)
            del at(changed, path)[key]
            if path == () and key == "digest":
                with pytest.raises(FileError, match="'digest' is missing"):
                    certify.check(changed)
            elif path == () and key in optional:
                found = checked(resealed(changed))
                assert all(set(claims.values()) == {None} for claims in found.at_ends)
            else:
                still_said(changed, statement)


def still_said(proof, statement):
    """Demand that a changed proof is refused, or says what it said."""
    try:
        found = said(proof)
    except SabotError:
        return
    assert found == statement


def others(leaf):
    """Yield what a leaf could be mistaken for."""
    if isinstance(leaf, bool) or leaf is None:
        yield from (0, 1, "true", "null", [], not leaf)
    elif isinstance(leaf, int):
        yield from (float(leaf), str(leaf), [leaf], leaf + 1, None)
        if leaf in (0, 1):
            yield bool(leaf)
    else:
        yield from ([leaf], {leaf: leaf}, leaf + " ", leaf + "\u0000", leaf.upper() + "x", None)
        if leaf.isdigit():
            yield int(leaf)


def leaves(thing, path=()):
    if isinstance(thing, dict | list):
        for key, part in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from leaves(part, (*path, key))
    else:
        yield path, thing


@pytest.mark.slow
@pytest.mark.parametrize("name", ["le-her", "roots"])
def test_one_type_for_another_is_refused_or_means_the_same(name):
    proof = proof_of(name)
    statement, accepted = said(proof), 0
    for path, leaf in list(leaves(proof)):
        if path in (("digest",), ("game",)):
            continue
        for other in others(leaf):
            changed = copy.deepcopy(proof)
            at(changed, path[:-1])[path[-1]] = other
            for whole in (p for p in changed["pieces"] if "certificate" in p):
                if path[:1] == ("pieces",) and "certificate" in path:
                    whole["certificate"] = resealed(whole["certificate"])
            try:
                found = said(changed)
            except SabotError:
                continue
            accepted += 1
            if path[-1] in ("row", "column", "receiver", "dealer") and other is None:
                continue  # what is not claimed any more is not said any more
            assert found == statement, (path, leaf, other)
    assert accepted  # whole numbers may be written as text, formulas with a blank


# ---------------------------------------------------------------------- place by place


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda p: p["plans"]["dealer"].update(sure=[1, 1]), "names a sequence twice"),
        (lambda p: p["plans"]["dealer"].update(sure=[True]), "not whole numbers"),
        (lambda p: p["plans"]["dealer"].update(sure=["1"]), "not whole numbers"),
        (lambda p: p["plans"]["dealer"].update(sure=[10**6]), "that is not there"),
        (lambda p: p["plans"]["dealer"].update(sure=[0]), "that is not there"),
        (lambda p: p["plans"]["dealer"]["tops"].update({"01": [1]}), "that is not there"),
        (lambda p: p["plans"]["dealer"]["tops"].update({"0": [1]}), "that is not there"),
        (lambda p: p["plans"]["dealer"].update(tops=[]), "not an object"),
        (lambda p: p["plans"]["dealer"].update(below=[1, 0]), "leading coefficient 0"),
        (lambda p: p["plans"]["dealer"].update(below=[1] * 162), "at most 160"),
        (lambda p: p.update(value_parts=[[1], [1], [1]]), "polynomial over a polynomial"),
        (lambda p: p.update(value_parts={"top": [1]}), "polynomial over a polynomial"),
        (lambda p: p.update(inequalities={}), "list"),
        (lambda p: p["inequalities"].append("x"), "an inequality is not an object"),
        (lambda p: p["inequalities"][0].update(why="trust"), "'trust' is not a reason"),
        (lambda p: p["inequalities"][0].update(why=["sturm"]), "is not a reason"),
        (lambda p: p["inequalities"][0].update(why=["shift", 1]), "is not a reason"),
        (lambda p: p["inequalities"][0].update(of="p"), "not shown by the reason"),
        (lambda p: p["inequalities"][1].update(of="q"), "not shown by the reason"),
        (lambda p: p["inequalities"][1].pop("of"), "not shown by the reason"),
        (lambda p: p["basis"]["dealer"].update(equations=[]), "not a list of names"),
        (lambda p: p["basis"]["dealer"].update(differs=1), "not a text"),
        (lambda p: p["basis"]["dealer"]["used"].update(ghost=["x"]), "not by its views"),
        (lambda p: p["unique"].update(ghost=True), "not the seats'"),
        (lambda p: p["strategies"]["dealer"].popitem(), "exactly its own views"),
        (
            lambda p: p.update(witness={"dealer": p["plans"]["receiver"]}),
            "does not list that dealer at 3",
        ),
        (lambda p: p.update(another={"receiver": p["plans"]["receiver"]}), "plans of 'another'"),
        (lambda p: p.update(another={"ghost": p["plans"]["receiver"]}), "plans of 'another'"),
        (lambda p: p.update(value="1/(1/suits)"), "a quotient below a quotient"),
        (lambda p: p.update(value="suits^2"), "two stars"),
        (lambda p: p.update(value=["1"]), "not a text"),
        (lambda p: p.update(value=p["value"] + "\n"), "of digits, its parameter"),
        (lambda p: p.update(value=p["value"] + "\u2028"), "of digits, its parameter"),
        (lambda p: p.update(value="1/(suits - 5)"), "divides by zero|another one"),
        (lambda p: p.update(value="0/(suits + 5)"), "not in lowest terms"),
        (lambda p: p.update(certificate={}), "about one value only"),
        (lambda p: p.update({"from": True}), "gap"),
        (lambda p: p.update(to=1), "ends before it begins"),
    ],
)
def test_a_piece_that_is_not_as_it_must_be_is_refused_with_the_place(change, match):
    proof = proof_of("le-her")
    piece = proof["pieces"][-1]
    assert piece["unique"] == {"receiver": True, "dealer": True} or "another" in piece
    change(piece)
    refused(proof, match)


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda d: d["domain"].update(to=1), "do not reach the end"),
        (lambda d: d["domain"].update({"from": 0}), "gap before 1"),
        (lambda d: d.update(pieces=[]), "do not reach the end"),
        (lambda d: d.update(pieces={}), "pieces are not a list"),
        (lambda d: d["pieces"].reverse(), "gap"),
        (lambda d: d["pieces"].append(d["pieces"][-1]), "gap"),
        (lambda d: d.update(seats=d["seats"][::-1]), "different seats"),
        (lambda d: d["form"].update(seats=d["seats"][::-1]), "different seats"),
        (lambda d: d.update(game=None), "the game is not a text"),
        (lambda d: d.update(seconds="fast"), "the time is not a number"),
        (lambda d: d.update(breakpoints=[]), "whole numbers have no breakpoints"),
        (lambda d: d["form"]["payoffs"][0].append(1), "list of"),
        (lambda d: d["form"]["payoffs"][0].__setitem__(2, 5), "not a list of coefficients"),
        (lambda d: d["form"].update(denominator=[]), "does not secure the value"),
        (lambda d: d["form"]["cells"]["dealer"][0].__setitem__(2, 7), "follow an earlier"),
    ],
)
def test_a_theorem_that_is_not_as_it_must_be_is_refused_with_the_place(change, match):
    proof = proof_of("le-her")
    change(proof)
    refused(proof, match)


def test_a_piece_over_real_numbers_goes_forward():
    proof = proof_of("roots")
    first, second = proof["pieces"][:2]
    first["to"], second["from"] = second["to"], second["to"]
    second["to"] = 1
    proof["domain"]["to"] = 1
    refused(proof, "not in order")


def test_a_breakpoint_has_the_evidence_of_its_claims_only():
    proof = proof_of("roots")
    point = proof["breakpoints"][1]
    point["another"] = {"column": proof["pieces"][0]["plans"]["column"]}
    refused(proof, "'column' is not a part of the plans of 'another'")
    del point["another"]
    proof["breakpoints"][0]["witness"] = {"row": proof["pieces"][0]["plans"]["column"]}
    refused(proof, "'row' is not a part of the plans of 'witness'")


@pytest.mark.parametrize(
    ("ranges", "match"),
    [
        ([[1, None]], r"\[from, to, sort\]"),
        ([[1, None, 7]], "not a text"),
        ([[1.0, None, "*"]], "whole ends"),
        ([["1", None, "*"]], "whole ends"),
        ([[2, None, "*"]], "leave a gap before 2"),
        ([[1, 5, "*"]], "do not reach the end"),
        ([], "do not reach the end"),
        ({}, "list"),
        ([[3, 1, "*"]], "ends before it begins"),
    ],
)
def test_sorted_choices_are_ranges_in_order(ranges, match):
    proof = proof_of("sorted")
    table = proof["classification"]["Banker"]
    table[next(iter(table))] = ranges
    refused(proof, match)


def test_sorted_choices_are_the_second_seats():
    proof = proof_of("sorted")
    proof["classification"] = {"Player": {}}
    refused(proof, "not those of Banker")
    proof["classification"] = {"Banker": {}}
    refused(proof, "not all those of Banker")


# ---------------------------------------------------------------------- bounds before arithmetic


def test_a_formula_has_no_hidden_pole():
    assert parse_formula("1/(1/t)", "t") == ([0, 1], [1])
    for formula in ("1/(1/t)", "t/(2/(t+1))", "1/(1 + 1/t)"):
        with pytest.raises(ValueError, match="a quotient below a quotient"):
            parse_formula(formula, "t", plain=True)
    assert parse_formula("1/(2/3)", "t", plain=True) == ([3], [2])


def test_degrees_are_bounded_where_they_are_read():
    assert len(read_polynomial([1] * (MOST_DEGREE + 1), "p")) == MOST_DEGREE + 1
    with pytest.raises(FileError, match="at most 160"):
        read_polynomial([1] * (MOST_DEGREE + 2), "p")


def test_coefficients_are_bounded_where_they_are_read():
    assert read_polynomial([0, 1 << 199_999], "p")
    with pytest.raises(FileError, match="a coefficient too long"):
        read_polynomial([0, -(1 << 200_000)], "p")


def test_a_search_for_equations_is_given_up_when_it_takes_too_long(monkeypatch):
    span = IntegerInterval(0, None)
    good = {str(k): {k: [1, 1]} for k in range(6)}
    assert verification.find_regular_subsystem(good, 6, span).labels == [str(k) for k in range(6)]
    monkeypatch.setattr(verification, "MOST_DETERMINANT_WORK", 6**3 * 7**2 - 1)
    assert verification.find_regular_subsystem(good, 6, span) is None


def test_long_coefficients_of_high_degrees_are_not_worked_with():
    squarefree_part([3, *[0] * 99, 1])
    with pytest.raises(FileError, match="coefficients too long"):
        squarefree_part([3**1000, *[0] * 99, 1])


def test_a_root_is_named_by_few_bits():
    with pytest.raises(FileError, match="too long"):
        read_point({"root_of": [-2, *[0] * 149, 1], "between": ["1", f"{2**200}/{2**199 - 1}"]})


def test_many_or_long_equations_are_not_solved():
    rows = {str(k): {k: [1]} for k in range(MOST_UNKNOWNS + 1)}
    assert verification.stated_subsystem(rows, MOST_UNKNOWNS, list(rows)[:-1]).determinant == [1]
    with pytest.raises(FileError, match="too many"):
        verification.stated_subsystem(rows, MOST_UNKNOWNS + 1, list(rows))
    high = {str(k): {j: [1] * 100 for j in range(30)} for k in range(30)}
    with pytest.raises(FileError, match="too large for this checker"):
        verification.stated_subsystem(high, 30, list(high))
    long = {str(k): {j: [1 << 60_000] for j in range(2)} for k in range(2)}
    with pytest.raises(FileError, match="too large for this checker"):
        verification.stated_subsystem(long, 2, list(long))


def test_a_number_is_inside_a_range_by_its_place_and_not_by_the_interval_of_its_ends():
    above, below = RealInterval(ROOT, None), RealInterval(AlgebraicPoint.at(0), ROOT)
    near = Fraction(141422, 100000), Fraction(141421, 100000)
    assert strictly_inside(above, near[0]) and not strictly_inside(above, near[1])
    assert strictly_inside(below, near[1]) and not strictly_inside(below, near[0])
    assert strictly_inside(above, Fraction(2)) and not strictly_inside(above, Fraction(1))
    assert not strictly_inside(below, Fraction(0)) and not strictly_inside(below, Fraction(2))


@pytest.mark.parametrize(
    "why", [None, 1, {}, [], [["shift"]], ["even"], ["sturm", 1], ["parts", "x"]]
)
def test_what_is_no_reason(why):
    with pytest.raises((ValueError, TypeError)):
        read_reason(why)


def test_a_deep_bracket_and_a_long_formula_are_refused():
    proof = json.loads(json.dumps(sabot.prove(matrix_game([[[0, 1]]])).document))
    for formula in ("(" * 60 + "t" + ")" * 60, "+".join(["t"] * 60_000), "t**201", "9" * 5000):
        proof["pieces"][0]["value"] = formula
        refused(proof, "brackets|too long|power|digits", (FileError, CertificateError))


@pytest.mark.parametrize("name", ["le-her", "kuhn", "roots"])
def test_another_value_in_every_place_where_it_stands_is_refused(name):
    proof = proof_of(name)
    for number in range(len(proof["pieces"])):
        changed = copy.deepcopy(proof)
        piece = changed["pieces"][number]
        top, below = piece["value_parts"]
        longer = [*top, *[0] * (len(below) - len(top))]
        moved = [c + 1000 * d for c, d in zip(longer, [*below, *[0] * len(top)], strict=False)]
        piece["value_parts"] = [moved, below]
        piece["value"] = f"{piece['value']} + 1000"
        refused(changed, "does not secure the value|about another value", CertificateError)
