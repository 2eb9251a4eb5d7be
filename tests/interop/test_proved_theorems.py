"""Theorems in one parameter before the checker that is proved in Coq, beside ours.

It does not read the list of inequalities of a file: it finds out what must hold and shows it. So
it may accept a true theorem whose reasons ours refuses, and nothing else. Coq is not needed to
use Sabot: without `make verified` these tests are skipped.
"""

import copy
import functools
import json
import random
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from tests.interop import edits

import sabot
from sabot import certify
from sabot.certify.parametric import reader, verification
from sabot.errors import CertificateError, FileError

CHECK = Path(__file__).parents[2] / "proofs" / "build" / "check"
ACCEPTED, REFUSED, ILL_FORMED, NOT_FOR_IT = 0, 1, 3, 4
WORDS = {
    "proved, ": ACCEPTED,
    "refused: ": REFUSED,
    "not well-formed: ": ILL_FORMED,
    "not for this checker: ": NOT_FOR_IT,
}
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
NOT_LOOKED_AT = {"inequalities", "basis", "classification"}


@pytest.fixture(autouse=True)
def _checker_is_there():
    if not CHECK.exists():
        pytest.skip("needs the proved checker: make verified")


@functools.cache
def _proved(name):
    game, ends = THEOREMS[name]
    return json.dumps(sabot.prove(game, **ends).document)


def theorem(name):
    return json.loads(_proved(name))


def verdicts(folder, documents):
    """Return what the proved checker says of documents: for each a code and a line."""
    paths = []
    for number, told in enumerate(documents):
        paths.append(folder / f"{number}.json")
        text = told if isinstance(told, str) else json.dumps(told)
        paths[-1].write_text(text, encoding="utf-8")
    done = subprocess.run([CHECK, *paths], capture_output=True, text=True, timeout=600, check=False)
    found = []
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        said = line.removeprefix(f"{path}: ")
        found.append(next((code, said) for word, code in WORDS.items() if said.startswith(word)))
    return found


def accepted_by_ours(told):
    try:
        certify.check(json.loads(told) if isinstance(told, str) else told)
    except (CertificateError, FileError, ValueError):
        return False
    return True


def true_whatever_the_reasons(told):
    """Tell whether ours finds every claim true, deciding by itself what the file gives reasons for."""
    try:
        proof = reader.read_parametric(told)
        for piece in proof.pieces:
            pin = reader.specialisation_for(piece.span)
            game = proof.form.pinned(pin)
            found = verification.derive_requirements(game, piece, piece.span)
            if not all(need.holds(piece.span) for need in found.needs):
                return False
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


@pytest.mark.parametrize("name", THEOREMS)
def test_the_proved_checker_proves_what_sabot_proves(name, tmp_path):
    told = theorem(name)
    [(code, line)] = verdicts(tmp_path, [told])
    assert code == ACCEPTED, line
    assert line.endswith(told["digest"])
    for piece in told["pieces"]:
        for seat, claim in piece["unique"].items():
            assert f'"{seat}" {"unique" if claim else "not unique"}' in line


@pytest.mark.parametrize("name", THEOREMS)
def test_of_every_edit_it_says_the_same_or_the_theorem_is_true_for_other_reasons(name, tmp_path):
    told, by_seed = theorem(name), random.Random(f"proved {name}")
    sorts = edits.sorts_of_places(told)
    forged, paths = [], []
    for k in range(40):
        if k % 3 == 0:
            one, path = edits.twisted(told, by_seed)
        else:
            one, path = edits.edited(told, sorts, by_seed)
        forged.append(one)
        paths.append(set() if isinstance(path, int) else set(path))
    for one, path, (code, line) in zip(forged, paths, verdicts(tmp_path, forged), strict=True):
        if code == ACCEPTED and not accepted_by_ours(one):
            assert path & NOT_LOOKED_AT or true_whatever_the_reasons(one), line
        elif code != NOT_FOR_IT:
            assert (code == ACCEPTED) == accepted_by_ours(one), f"{line}\n{path}"


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
    [(code, line)] = verdicts(tmp_path, [edits.sealed(told)])
    assert code == REFUSED, line
