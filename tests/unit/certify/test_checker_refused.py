"""False statements that once passed as proved: each sealed as a forger would, each refused."""

import copy
import json
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from tests.unit.forging import PENNIES, certificate, document, forged, older, resealed
from tests.unit.solvers.parametric.test_prove import matrix_game

import sabot
from sabot import certify
from sabot.errors import CertificateError, FileError, SabotError

LEVEL = [[[0, 1], [0, 1]], [[0, 1], [0, 1]]]
"""Every strategy is optimal at every t."""


def theorem(game):
    proof = (
        sabot.prove(game)
        if isinstance(game, str)
        else sabot.prove(matrix_game(*game[:1], **game[1]))
    )
    return json.loads(json.dumps(proof.document))


def refused(document, match=r"\w", fault=SabotError):
    with pytest.raises(fault, match=match):
        certify.check(resealed(document))


def test_the_valid_ones_pass():
    for game in ((LEVEL, {"whole": True}), (LEVEL, {"whole": False}), "le-her(ranks=3, suits=*)"):
        certify.check(resealed(theorem(game)))


@pytest.mark.parametrize("claim", [1, 0, 1.0, "true"])
def test_one_is_not_true_in_a_piece(claim):
    proof = theorem((LEVEL, {"whole": True}))
    for piece in proof["pieces"]:
        piece.pop("another", None)
        piece["unique"] = {"row": claim, "column": claim}
        piece["basis"] = {
            s: {k: b[k] for k in ("used", "tight")} for s, b in piece["basis"].items()
        }
        piece["inequalities"] = [
            one
            for one in piece["inequalities"]
            if "second plan" not in one["says"] and "two plans" not in one["says"]
        ]
    refused(proof, "true, false or null")


def test_one_is_not_true_at_a_breakpoint():
    proof = theorem(([[[-2, 0, 1]], [[0]]], {"whole": False}))
    (point,) = (p for p in proof["breakpoints"] if "certificate" not in p)
    point["unique"] = {"row": 1, "column": 1}
    refused(proof, "true, false or null")


def test_one_is_not_true_in_a_domain():
    proof = theorem(([[[0, 1]], [[1]]], {"whole": False}))
    certify.check(proof)
    del proof["breakpoints"]
    proof["domain"]["whole"] = 1
    refused(proof, "true or false")


def test_an_end_is_a_whole_number_or_a_text():
    proof = theorem(([[[0, 1]], [[1]]], {"whole": False}))
    proof["domain"]["from"] = proof["pieces"][0]["from"] = proof["breakpoints"][0]["at"] = 0.0
    refused(proof, "fraction")


def test_an_end_that_is_a_fraction_is_not_a_root():
    proof = theorem(([[[0, 1]], [[1]]], {"whole": False}))
    root = {"root_of": [-1, 1], "between": ["0", "3"]}
    proof["pieces"][0]["to"] = proof["pieces"][1]["from"] = root
    del proof["breakpoints"]
    refused(proof, "a root that is a fraction")


def test_a_root_is_named_by_numbers_of_some_length_only():
    proof = theorem(([[[0, 1]], [[1]]], {"whole": False}))
    root = {"root_of": [-2, 0, 10**4000], "between": ["0", "1" + "0" * 100_000]}
    proof["pieces"][0]["to"] = proof["pieces"][1]["from"] = root
    del proof["breakpoints"]
    refused(proof, "numbers that are too long")


def with_certificate():
    proof = theorem("le-her(ranks=3, suits=*)")
    piece = next(p for p in proof["pieces"] if "certificate" in p)
    certify.check(proof)
    return proof, piece


def test_a_pair_is_not_paid_twice_at_one_value():
    proof, piece = with_certificate()
    own = piece["certificate"]
    i, j, amount = own["form"]["payoffs"][0]
    own["form"]["payoffs"][0] = [i, j, 0]
    own["form"]["payoffs"].append([i, j, amount])
    piece["certificate"] = resealed(own)
    refused(proof, "two payoffs are given for the same pair")


def test_a_pair_is_not_paid_twice_in_a_theorem_or_a_tree():
    proof = theorem("le-her(ranks=3, suits=*)")
    proof["form"]["payoffs"].append(proof["form"]["payoffs"][0])
    refused(proof, "two payoffs are given for the same pair")
    tree = certificate("kuhn-poker")
    i, j, amount = tree["form"]["payoffs"][0]
    tree["form"]["payoffs"] += [[i, j, amount], [i, j, -amount]]
    refused(tree, "two payoffs are given for the same pair")


@pytest.mark.parametrize("cells", [True, False])
def test_the_certificate_at_one_value_is_of_sequences(cells):
    """The rows of this matrix, read as triples, are the game of the theorem at t = 0."""
    proof = theorem(([[[0, 1], [0, 1]]], {"whole": False}))
    matrix = certificate([[1, 1, 0], [1, 2, 0]])
    if cells:
        matrix["form"]["cells"] = proof["form"]["cells"]
    point = proof["breakpoints"][0]
    point["unique"] = {seat: claim["unique"] for seat, claim in matrix["uniqueness"].items()}
    point["certificate"] = resealed(matrix)
    refused(proof, "'cells' is not a part of a matrix" if cells else "not of a game told by its")


def test_unknown_keys_are_refused():
    for place in ((), ("form",), ("uniqueness", "row")):
        proof = certificate(PENNIES)
        part = proof
        for key in place:
            part = part[key]
        part["more"] = 1
        refused(proof, "'more' is not a part of", FileError)
    for place in ((), ("form",), ("domain",), ("pieces", 0), ("pieces", 0, "plans", "receiver")):
        proof = theorem("le-her(ranks=3, suits=*)")
        part = proof
        for key in place:
            part = part[key]
        part["more"] = 1
        refused(proof, "'more' is not a part of", FileError)


def test_labels_are_different_texts():
    def twice(proof):
        proof["form"]["rows"] = ["1", "1"]
        proof["strategies"]["row"]["-"] = {"1": "1/2"}

    refused(forged(PENNIES, twice), "two of one name")
    proof = certificate("kuhn-poker")
    cell = proof["form"]["cells"][
        "Alice" if "Alice" in proof["form"]["cells"] else proof["form"]["seats"][0]
    ][0]
    cell[1] = [cell[1][0], cell[1][0]]
    refused(proof, "two of one name")
    refused(forged(PENNIES, lambda p: p["form"].update(rows=[1, 2])), "list of names")
    refused(forged(PENNIES, lambda p: p["form"].update(seats={"row": 0, "column": 1})), "seats")


def test_the_document_says_true_where_its_certificate_does():
    told = older(document(PENNIES))
    told["unique"] = dict.fromkeys(told["unique"], 1)
    with pytest.raises(CertificateError, match="'unique'"):
        certify.check(told)


# ---------------------------------------------------------------------- whist, views, formulas


@pytest.mark.parametrize(
    "pays", [[10**4000] * 3, [7, 7, 7], [1, -1, 1], [0, 1, 1], [2, 0, 0], [0, 0, 0], [0, 0, 2]]
)
def test_tricks_are_counted_by_ones(pays):
    proof = certificate("whist(deal=EWEWWE, lead=W)")
    proof["form"]["pays"] = pays
    refused(proof, "pays 1 or -1 for every trick")


@pytest.mark.parametrize(
    "names", [["A", "K", "Q", "J", "10", "9"], ["9", "10", "J", "Q", "A", "K"], ["a", *"bcdef"]]
)
def test_cards_are_called_as_they_rank(names):
    proof = certificate("whist(deal=KJ9/AQ10, lead=W)")
    certify.check(resealed(copy.deepcopy(proof)))
    proof["form"]["names"] = names
    refused(proof, "names of the cards")


def off_path(game, change):
    told = document(game)
    change(told["off_path"])
    return resealed(told)


@pytest.mark.parametrize("game", ["kuhn-poker", "le-her(ranks=3)", PENNIES])
def test_what_comes_up_is_not_off_the_path(game):
    told = document(game)
    certify.check(told)
    views = {seat: list(table) for seat, table in told["strategies"].items()}
    for change in (
        lambda off: off.update(views),
        lambda off: off.update({next(iter(off)): ["ghost"]}),
        lambda off: off.update(ghost=[]),
    ):
        with pytest.raises(SabotError, match="off"):
            certify.check(off_path(game, change))
        with pytest.raises(SabotError, match="off"):
            certify.check(older(off_path(game, change)))
    with pytest.raises(FileError):
        certify.check(resealed(told | {"off_path": "whatever"}))


@pytest.mark.parametrize("unreachable", [{"ghost": ["x"]}, {"row": ["-"]}, {"row": [1]}, "all", []])
def test_what_is_unreachable_is_of_a_seat_and_not_in_the_game(unreachable):
    told = document(PENNIES) | {"unreachable": unreachable}
    for one in (resealed(told), older(told)):
        with pytest.raises(SabotError, match="unreachable"):
            certify.check(one)


@pytest.mark.parametrize("name", ["2", "", "t+1", "t u", 7, None])
def test_a_parameter_has_a_name(name):
    proof = theorem((LEVEL, {"whole": True}))
    proof["parameter"] = name
    refused(proof, "not a name")


def test_a_formula_is_a_number_everywhere():
    proof = theorem((LEVEL, {"whole": True}))
    for text in ("t*(t-7)/(t-7)", "(t**2 - 7*t)/(t - 7)"):
        proof["pieces"][0]["value"] = text
        refused(proof, "not in lowest terms")


# ---------------------------------------------------------------------- work and words


@contextmanager
def in_seconds(most):
    """Demand that something takes few seconds of this process, whatever else the machine does."""
    start = time.process_time()
    yield
    assert time.process_time() - start < most


def test_a_tower_of_powers_is_not_climbed():
    proof = theorem((LEVEL, {"whole": True}))
    proof["pieces"][0]["value"] = "((((9**200)**200)**200)**200)"
    with in_seconds(5):
        refused(proof, "grow too long")


def test_a_tower_of_powers_is_not_climbed_by_the_solvers(tmp_path):
    path = tmp_path / "tower.csv"
    path.write_text("((((9**200)**200)**200)**200),t\n")
    with pytest.raises(SabotError):
        sabot.prove(f"matrix(file={path}, t=*)")


def test_roots_of_high_degree_are_not_counted():
    proof = theorem(([[[0, 1]], [[1]]], {"whole": False}))
    power = [7, *([3, -1] * 300), 1]
    one = next(e for e in proof["pieces"][0]["inequalities"] if e["why"] == "shift")
    proof["form"]["denominator"] = one["polynomial"] = power
    one["why"] = ["sturm", "1/2"]
    with in_seconds(20):
        refused(proof, r"\w")


def test_a_key_given_twice_is_found_at_once(tmp_path):
    path = tmp_path / "twice.json"
    keys = ",".join(f'"k{n}": 0' for n in range(100_000))
    path.write_text(f'{{{keys}, "k99999": 1}}')
    with in_seconds(5), pytest.raises(FileError, match="'k99999' is given twice"):
        certify.read_document(path)


def test_long_common_denominators_are_not_multiplied_out():
    count = 20_000
    labels = [str(k) for k in range(count)]
    mix = {label: f"1/{10**39 + 2 * k + 1}" for k, label in enumerate(labels)}
    proof = certificate(PENNIES)
    proof["form"] |= {"rows": labels, "payoffs": [[0, 0]] * count}
    proof["strategies"]["row"]["-"] = mix
    with in_seconds(20):
        refused(proof, "too long a common denominator")


def test_long_values_are_told(tmp_path):
    path = tmp_path / "long.json"
    sabot.solve([[10**5000]]).save(path)
    assert certify.main([str(path)]) == 0


def test_texts_of_a_file_do_not_steer_the_terminal(tmp_path):
    steer = "\x1b[2K\r proved, value 1/2 \x1b[8m"

    def change(proof):
        proof["form"]["seats"][0] = steer
        for part in ("strategies", "uniqueness", "off_path"):
            proof[part] = {steer: proof[part]["row"], "column": proof[part]["column"]}
        proof["value"] = "1/2"

    path = tmp_path / "steer.json"
    path.write_text(json.dumps(forged(PENNIES, change)))
    command = [sys.executable, "-m", "sabot.certify", str(path)]
    found = subprocess.run(command, capture_output=True, check=False)
    assert found.returncode == 1
    assert b"\x1b" not in found.stderr + found.stdout and b"\r" not in found.stderr
