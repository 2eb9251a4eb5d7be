"""Theorems in one parameter before the checker that is proved in Coq, beside ours.

It does not read the inequalities of a file: it finds out what must hold and shows it, and it needs
less evidence of uniqueness. It does not check a classification, and says so. So it may accept a
true theorem whose evidence or classification ours refuses, and nothing else.
"""

import copy
import functools
import json
import random
import re
from fractions import Fraction

import pytest
from tests.interop import edits, test_verified
from tests.interop.test_recheck import ACCEPTED, NOT_FOR_IT, REFUSED, ours, write
from tests.interop.test_verified import theirs

import sabot
from sabot.certify.parametric import reader, verification
from sabot.errors import CertificateError, FileError

_checker_is_there = test_verified._checker_is_there
THEOREMS = {
    "kuhn": ("kuhn-poker(bet=*)", {}),
    "le-her": ("le-her(ranks=3, suits=*)", {}),
    "open": ("le-her(ranks=4, suits=*, reply=open)", {}),
    "bounded": ("le-her(ranks=4, suits=*)", {"low": 2, "high": 9}),
    "all numbers": ("matrix([[t,1],[1,0]])", {"low": "-inf"}),
    "up to 5": ("matrix([[t,-1],[-2,3]])", {"low": "-inf", "high": 5}),
    "flat": ("matrix([[t,t],[t,t]])", {}),
    "double root": ("matrix([[0,(t-7)**2]])", {}),
    "roots": ("matrix([[t**2-2,1],[1,3-t**2]])", {}),
    "cubic": ("matrix([[t**3-t,2,-1],[-t,t**2-1/3,1],[0,1-t,t/2]])", {}),
    "roots among all numbers": ("matrix([[t**2-2,1],[-t,t**3]])", {"low": "-inf"}),
}


@functools.cache
def _proved(name):
    game, ends = THEOREMS[name]
    return json.dumps(sabot.prove(game, **ends).document)


def theorem(name):
    return json.loads(_proved(name))


def true_whatever_the_reasons(told):
    """Tell whether ours finds every claim true when it decides every inequality itself."""
    try:
        proof = reader.read_parametric(told)
        for piece in proof.pieces:
            pin = reader.specialisation_for(piece.span)
            game = proof.form.pinned(pin)
            found = verification.derive_requirements(game, piece, piece.span)
            if not all(need.holds(piece.span) for need in found.needs):
                return False
            verification._check_formulas(game, piece)
            if piece.certificate is not None:
                at = Fraction(piece.span.low)
                verification.check_certificate_at(
                    proof.form, piece.certificate, piece.unique, piece.claimed, at
                )
        if proof.breakpoints is not None:
            verification.check_breakpoints(proof)
    except (CertificateError, FileError, ValueError):
        return False
    return True


def says_no_more(told, honest):
    """Tell whether a theorem states what the honest one does, or less, whatever its evidence.

    The classification is not compared: the line of the proved checker says that it is not checked.
    """
    whole = ("parameter", "domain", "seats", "form")
    parts = ("from", "to", "value", "strategies", "unique")
    pieces = [[piece[key] for key in parts] for piece in told["pieces"]]
    points = zip(told.get("breakpoints", ()), honest.get("breakpoints", ()), strict=False)
    return (
        all(told[key] == honest[key] for key in whole)
        and pieces == [[piece[key] for key in parts] for piece in honest["pieces"]]
        and all(
            point["at"] == right["at"] and claim in (None, right["unique"].get(seat))
            for point, right in points
            for seat, claim in point["unique"].items()
        )
    )


def differences(name, count, folder):
    """Return the edits of a theorem of which the two checkers say different things, unexplained."""
    honest, by_seed = theorem(name), random.Random(f"verified {name}")
    sorts, forged = edits.sorts_of_places(honest), {}
    for k in range(count):
        told, edit = (
            edits.twisted(honest, by_seed) if k % 3 == 0 else edits.edited(honest, sorts, by_seed)
        )
        forged[write(folder, f"{k}.json", told)] = told, edit
    found = []
    for path, (code, line) in theirs(list(forged)).items():
        mine, lines = ours(path)
        told, edit = forged[path]
        if code == ACCEPTED and mine != ACCEPTED:
            if not (says_no_more(told, honest) or true_whatever_the_reasons(told)):
                found.append((edit, line, lines))
        elif code != NOT_FOR_IT and (code == ACCEPTED) != (mine == ACCEPTED):
            found.append((edit, line, lines))
    return found


def claims(part):
    """Return how the line says the claims of uniqueness of a piece or a breakpoint."""
    words = {True: "unique", False: "not unique", None: "nothing claimed"}
    said = [f'"{seat}" {words[claim]}' for seat, claim in part["unique"].items()]
    return f"({', '.join(said)})"


@pytest.mark.parametrize("name", THEOREMS)
def test_the_proved_checker_proves_what_sabot_proves(name, tmp_path):
    told = theorem(name)
    path = write(tmp_path, "theorem.json", told)
    code, line = theirs([path])[path]
    assert code == ACCEPTED, line
    assert line.endswith(told["digest"])
    pieces = " ".join(claims(piece) for piece in told["pieces"])
    inside = "" if told["domain"]["whole"] else ", between (its|their) ends"
    assert re.search(rf" pieces?{inside} {re.escape(pieces)}, ", line)
    at_ends = [claims(point) for point in told.get("breakpoints", ())]
    assert re.findall(r" at [^(]* (\([^()]*\))", line.partition(pieces)[2]) == at_ends


def test_uniqueness_inside_a_piece_is_not_said_of_its_ends(tmp_path):
    path = write(tmp_path, "theorem.json", theorem("roots"))
    _, line = theirs([path])[path]
    both, one = '("row" unique, "column" unique)', '("row" unique, "column" not unique)'
    assert line.startswith(
        "proved, theorem for every real t >= 0, 3 pieces, between their ends "
        f"{both} {both} {both}, at 0 {both}, at the root of t**2 - 2 between 0 and 4 {one}, "
        f"at the root of t**2 - 3 between 0 and 5 {one}, sha256:"
    )


def test_a_classification_that_is_false_is_not_called_proved(tmp_path):
    told = theorem("le-her")
    assert "classification" in told
    for ranges in told["classification"]["dealer"].values():
        ranges[:] = [[1, None, "-"]]
    path = write(tmp_path, "theorem.json", edits.sealed(told))
    assert ours(path)[0] == REFUSED
    code, line = theirs([path])[path]
    assert code == ACCEPTED
    assert ", classification not checked, sha256:" in line


def test_a_theorem_without_a_classification_has_nothing_unchecked(tmp_path):
    told = theorem("le-her")
    del told["classification"]
    path = write(tmp_path, "theorem.json", edits.sealed(told))
    assert "not checked" not in theirs([path])[path][1]


@pytest.mark.parametrize("name", THEOREMS)
def test_of_an_edited_theorem_it_says_the_same_or_it_is_true_for_other_reasons(name, tmp_path):
    assert differences(name, 12, tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", THEOREMS)
def test_of_thousands_of_edited_theorems_it_says_the_same(name, tmp_path):
    assert differences(name, 500, tmp_path) == []


def value_off_by_a_little(told):
    piece = told["pieces"][0]
    piece["value"] = f"({piece['value']}) + 1/1000000007"


def value_off_in_both_places(told):
    piece = told["pieces"][-1]
    above, below = piece["value_parts"]
    piece["value"] = f"({piece['value']}) + 1"
    size = max(len(above), len(below))
    added = [
        (above[k] if k < len(above) else 0) + (below[k] if k < len(below) else 0)
        for k in range(size)
    ]
    while added and added[-1] == 0:
        added.pop()
    piece["value_parts"][0] = added


def a_piece_left_out(told):
    del told["pieces"][0]


def a_domain_that_begins_earlier(told):
    told["domain"]["from"] = told["pieces"][0]["from"] = -1


def the_strategies_of_another_piece(told):
    told["pieces"][0]["strategies"] = copy.deepcopy(told["pieces"][-1]["strategies"])


def a_formula_with_a_common_factor(told):
    piece = told["pieces"][0]
    letter = told["parameter"]
    piece["value"] = f"({piece['value']})*({letter} - 7)/({letter} - 7)"


def unique_without_evidence(told):
    for piece in told["pieces"]:
        piece["unique"] = dict.fromkeys(piece["unique"], True)
        piece.pop("another", None)


def a_payoff_changed(told):
    told["form"]["payoffs"][0][2] = [7]


@pytest.mark.parametrize(
    "forge",
    [
        value_off_by_a_little,
        value_off_in_both_places,
        a_piece_left_out,
        a_domain_that_begins_earlier,
        the_strategies_of_another_piece,
        a_formula_with_a_common_factor,
        unique_without_evidence,
        a_payoff_changed,
    ],
)
def test_a_forged_theorem_on_kuhn_poker_is_refused(forge, tmp_path):
    told = theorem("kuhn")
    forge(told)
    path = write(tmp_path, "forged.json", edits.sealed(told))
    code, line = theirs([path])[path]
    assert code == REFUSED, line
