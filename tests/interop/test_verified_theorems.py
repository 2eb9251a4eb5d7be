"""Theorems in one parameter before the checker that is proved in Coq, beside ours.

It does not read the inequalities of a file: it finds out what must hold and shows it, and it needs
less evidence of uniqueness. So it may accept a true theorem whose evidence ours refuses, and
nothing else.
"""

import copy
import functools
import json
import random
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
    """Tell whether a theorem states what the honest one does, or less, whatever its evidence."""
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


@pytest.mark.parametrize("name", THEOREMS)
def test_the_proved_checker_proves_what_sabot_proves(name, tmp_path):
    told = theorem(name)
    path = write(tmp_path, "theorem.json", told)
    code, line = theirs([path])[path]
    assert code == ACCEPTED, line
    assert line.endswith(told["digest"])
    for piece in told["pieces"]:
        for seat, claim in piece["unique"].items():
            assert f'"{seat}" {"unique" if claim else "not unique"}' in line


@pytest.mark.parametrize("name", THEOREMS)
def test_of_an_edited_theorem_it_says_the_same_or_it_is_true_for_other_reasons(name, tmp_path):
    assert differences(name, 30, tmp_path) == []


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
