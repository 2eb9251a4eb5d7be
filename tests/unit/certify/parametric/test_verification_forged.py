"""Theorems forged with care: lists and bases made anew for evidence that is not what it must be."""

import json

import pytest
from tests.unit.forging import resealed
from tests.unit.solvers.parametric.test_prove import matrix_game, roots_of_two

import sabot
from sabot import certify
from sabot.certify.parametric import reader
from sabot.certify.parametric import verification as pieces
from sabot.errors import CertificateError, FileError

# row 1 secures 0, and so does every mix with at least half of it; column 1 alone concedes 0
TABLE = [[[0], [1]], [[0], [-1]]]
FIRST, SECOND = ({"below": [1], "sure": [s], "tops": {}} for s in (1, 2))


def forged(monkeypatch, change):
    """Return a proof with its piece changed, and listing all that the changed one needs."""
    proof = json.loads(json.dumps(sabot.prove(matrix_game(TABLE)).document))
    (piece,) = proof["pieces"]
    assert piece["unique"] == {"row": False, "column": True}
    piece.pop("witness", None)
    piece.pop("another", None)
    piece["unique"] = {"row": None, "column": None}
    change(piece)
    piece["basis"] = {seat: {"used": {}, "tight": {}} for seat in ("row", "column")}
    piece["inequalities"] = []
    with monkeypatch.context() as patched:
        patched.setattr(pieces, "_check_secures_value", lambda *ignored: None)
        read = reader.read_parametric(resealed(proof))
        found = pieces.derive_requirements(read.form, read.pieces[0], read.pieces[0].span)
    for seat, basis in zip(("row", "column"), found.basis, strict=True):
        parts = {"equations": basis.equations, "differs": basis.differs}
        held = {key: part for key, part in parts.items() if part}
        piece["basis"][seat] = {"used": basis.used, "tight": basis.tight, **held}
    for need in found.needs:
        entry = {"says": need.says, "polynomial": need.polynomial, "is": need.sense, "why": "shift"}
        sign = {"of": "-p" if need.polynomial[0] < 0 else "p"}
        piece["inequalities"].append(entry | (sign if need.sense.startswith("!=") else {}))
    return resealed(proof)


def test_what_is_true_passes_when_it_is_listed_so(monkeypatch):
    def true(piece):
        piece["unique"] = {"row": False, "column": True}
        piece["another"] = {"row": {"below": [2], "sure": [], "tops": {"1": [1], "2": [1]}}}
        piece["plans"]["row"] = FIRST

    assert certify.check(forged(monkeypatch, true)).unique == ({"row": False, "column": True},)


def test_a_witness_must_be_optimal(monkeypatch):
    """Against column 2 row 1 is the only best one; but column 2 is not optimal."""

    def change(piece):
        piece["plans"]["row"] = FIRST
        piece["unique"]["row"] = True
        piece["witness"] = {"row": SECOND}

    proof = forged(monkeypatch, change)
    with pytest.raises(CertificateError, match="column does not secure the value"):
        certify.check(proof)


def test_a_second_plan_must_be_optimal(monkeypatch):
    def change(piece):
        piece["unique"]["column"] = False
        piece["another"] = {"column": SECOND}

    proof = forged(monkeypatch, change)
    with pytest.raises(CertificateError, match="column does not secure the value"):
        certify.check(proof)


def test_a_plan_must_be_optimal(monkeypatch):
    def change(piece):
        piece["plans"]["column"] = SECOND
        piece["strategies"]["column"]["-"] = {"0": "0", "1": "1"}

    proof = forged(monkeypatch, change)
    with pytest.raises(CertificateError, match="column does not secure the value"):
        certify.check(proof)


def test_choices_that_are_as_good_are_used_where_a_plan_is_the_only_one(monkeypatch):
    """Against column 1, which is optimal, both rows are best: row 1 is not shown to be unique."""

    def change(piece):
        piece["plans"]["row"] = FIRST
        piece["unique"]["row"] = True

    with pytest.raises(CertificateError, match="row has other choices that are as good"):
        forged(monkeypatch, change)


def test_the_second_plan_is_another_one(monkeypatch):
    def change(piece):
        piece["plans"]["row"] = FIRST
        piece["unique"]["row"] = False
        piece["another"] = {"row": FIRST}

    with pytest.raises(CertificateError, match="row's two strategies are not shown to differ"):
        forged(monkeypatch, change)


def at_the_root_of_two(change):
    proof = json.loads(json.dumps(roots_of_two().document))
    point = proof["breakpoints"][1]
    assert point["unique"] == {"row": False, "column": True}
    change(point)
    return resealed(proof)


def test_a_second_plan_at_a_point_has_no_negative_chance():
    """-1 and 2 add up, and concede the value; but they are no chances."""

    def change(point):
        point["unique"]["column"] = False
        point.setdefault("another", {})["column"] = {
            "below": [1],
            "sure": [],
            "tops": {"1": [-1], "2": [2]},
        }

    with pytest.raises(CertificateError, match="column's uniqueness is not as claimed"):
        certify.check(at_the_root_of_two(change))


def test_a_second_plan_at_a_point_is_another_one_there():
    def change(point):
        point["unique"]["column"] = False
        point.setdefault("another", {})["column"] = SECOND

    with pytest.raises(CertificateError, match="column's uniqueness is not as claimed"):
        certify.check(at_the_root_of_two(change))


def all_numbers():
    """Return a theorem for all real numbers, of three pieces that meet at two roots."""
    found = sabot.prove([["t**2 - 2", 0], [0, 1]], low="-inf")
    return json.loads(json.dumps(found.document))


def no_start(proof, start=None):
    """Say that the domain and the first piece begin elsewhere, or nowhere."""
    proof["domain"]["from"] = proof["pieces"][0]["from"] = start


def test_a_theorem_for_all_real_numbers_is_checked():
    found = certify.check(all_numbers())
    assert isinstance(found, pieces.ParametricVerdict)
    assert str(found.domain) == "every real number t" and len(found.formulas) == 3
    assert found.domain.low is None and len(found.ends) == 2


@pytest.mark.parametrize("table", [[["t", 0], [0, 1]], [["t**2 - 2", 0], [0, 1]]])
def test_a_theorem_from_0_on_is_none_for_all_real_numbers(table):
    proof = json.loads(json.dumps(sabot.prove(table).document))
    no_start(proof)
    del proof["breakpoints"][0]
    with pytest.raises(CertificateError):
        certify.check(resealed(proof))
    for piece in proof["pieces"]:  # with the reasons that a range without a start can have
        for entry in piece["inequalities"]:
            entry["why"] = ["sturm", "1"]
    with pytest.raises(CertificateError, match=r"not shown by the reason given|divides by zero"):
        certify.check(resealed(proof))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda proof: proof["pieces"][1].update({"from": None}), "leave a gap"),
        (lambda proof: no_start(proof, -100), "breakpoints are not the ends"),
        (lambda proof: proof["domain"].update({"from": 0}), "leave a gap"),
        (lambda proof: proof["domain"].update(whole=True), "whole"),
        (lambda proof: proof["breakpoints"].pop(0), "breakpoints are not the ends"),
        (lambda proof: proof["breakpoints"][0]["unique"].update(column=False), "uniqueness"),
        (
            lambda proof: proof["pieces"][0]["inequalities"][0].update(why="shift"),
            "not shown by the reason given",
        ),
    ],
)
def test_a_theorem_for_all_real_numbers_that_was_changed_is_refused(change, words):
    proof = all_numbers()
    change(proof)
    with pytest.raises((CertificateError, FileError, ValueError), match=words):
        certify.check(resealed(proof))


def test_whole_numbers_and_other_theorems_have_a_lower_end():
    whole = json.loads(json.dumps(sabot.prove("le-her(ranks=3, suits=*)").document))
    no_start(whole)
    cuts = json.loads(
        json.dumps(sabot.prove("blind-poker(players=2, q=*)", low=0, high="1/2").document)
    )
    no_start(cuts)
    for proof in (whole, cuts):
        with pytest.raises((CertificateError, FileError)):
            certify.check(resealed(proof))
