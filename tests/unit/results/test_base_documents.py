"""What can be checked in a file can be checked as it stands, and shows itself as on the screen."""

import json
import pickle
from dataclasses import replace
from fractions import Fraction as F

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.cli.program import cli

CHECKED = {
    "a solution": lambda: sabot.solve("kuhn-poker"),
    "an equilibrium": lambda: sabot.solve("von-neumann"),
    "all optimal strategies": lambda: sabot.equilibria("kuhn-poker"),
    "all equilibria": lambda: sabot.equilibria([[(3, 3), (0, 4)], [(4, 0), (1, 1)]]),
    "all equilibria of binary choices": lambda: sabot.equilibria(
        "baccara(model=A1, commission=1/20)"
    ),
    "an interval": lambda: sabot.approximate("kuhn-poker", gap="1/100"),
    "a theorem": lambda: sabot.prove("le-her(ranks=4, suits=*)"),
    "a theorem on cuts": lambda: sabot.prove("von-neumann(B=*)", low=1, high=2),
}


@pytest.mark.parametrize("kind", CHECKED)
def test_a_result_is_checked_as_its_file_is(kind, tmp_path):
    found = CHECKED[kind]()
    found.save(tmp_path / "found.json")
    assert sabot.check(found) == sabot.check(tmp_path / "found.json")


def test_the_check_of_a_result_says_what_is_proved():
    assert sabot.check(sabot.equilibria("kuhn-poker"), rules=True) == F(-1, 18)
    interval = sabot.approximate("kuhn-poker", gap="1/100")
    assert sabot.check(interval) == [str(interval.low), str(interval.high)]


@pytest.mark.parametrize(
    "found",
    [
        lambda: sabot.simulate("kuhn-poker", hands=3),
        lambda: sabot.reduce("kuhn-poker"),
        lambda: sabot.value("kuhn-poker", "optimal"),
        lambda: 7,
    ],
)
def test_a_result_that_proves_nothing_is_not_checked(found):
    with pytest.raises(sabot.SabotError, match="is not a certificate: give a solution, a proof"):
        sabot.check(found())


@pytest.mark.parametrize(
    "game", ["kuhn-poker", "whist(n=3, seed=1)", "von-neumann", "blind-poker(players=3)"]
)
def test_a_simulation_shows_what_is_exact_beside_the_average(game):
    words = ["simulate", game, "--hands", "300", "--seed", "5"]
    shown = CliRunner().invoke(cli, words, env={"COLUMNS": "80"}).stdout
    told, _, _ = shown.rpartition("\n\n")  # how long it took is the command line's
    found = sabot.simulate(game, hands=300, seed=5)
    assert str(found) == told and "exact" in told
    assert "exact" in found.to_html() and "exact" in found.to_markdown()


def test_one_seat_of_a_simulation_has_its_own_exact_payoff():
    found = sabot.simulate("von-neumann", hands=300, seed=5)
    assert found.exact == (F(1, 10), F(-1, 10)) and found.of(1).exact == (F(-1, 10),)
    assert "exact  -1/10" in str(found.of(1))
    given = sabot.simulate("kuhn-poker", sabot.solve("kuhn-poker").strategies, hands=5)
    assert given.exact == (F(-1, 18),) and "exact  -1/18" in str(given)


FOUND_ANEW = {
    "a hand against one who stands": lambda: sabot.hand("6c6d7c2dKs", against="dealt"),
    "a network": lambda: sabot.solve("dafermos-network"),
}


@pytest.mark.parametrize("kind", few(1, reversed(FOUND_ANEW)))
def test_the_table_of_what_was_saved_is_that_of_what_was_found(kind, tmp_path):
    found, file = FOUND_ANEW[kind](), str(tmp_path / "found.json")
    found.save(file)
    assert table_of(file).stdout.rstrip("\n") == str(found)
    assert table_of(file, "--latex").stdout == found.to_latex()


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (lambda: sabot.hand("AsKdQhJc9s").to_json() | {"rank": 7}, "other numbers than are found"),
        (lambda: {"schema": "sabot/hand/1"}, "not a saved hand"),
        (lambda: {"schema": "sabot/hand/1", "hand": "As", "against": "dealt"}, "a hand here has 5"),
        (lambda: {"schema": "sabot/network/1", "network": "le-her"}, "another kind of game"),
        (lambda: {"schema": "sabot/network/1", "network": []}, "there is no game"),
    ],
)
def test_a_file_that_says_something_else_is_refused(document, said, tmp_path):
    file = tmp_path / "found.json"
    file.write_text(json.dumps(document()), encoding="utf-8")
    result = table_of(str(file))
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.startswith(f"sabot: error: {file}: ") and said in result.stderr


def table_of(file, *words):
    """Return what ``sabot table`` does with a file."""
    return CliRunner().invoke(cli, ["table", file, *words], env={"COLUMNS": "80"})


def test_no_hand_of_a_network_is_dealt():
    said = "a network is not played in hands: sabot solve gives its flows and costs"
    result = CliRunner().invoke(cli, ["simulate", "dafermos-network"])
    assert (result.exit_code, result.stderr) == (2, f"sabot: error: {said}\n")
    with pytest.raises(sabot.RulesError, match=said):
        sabot.simulate("dafermos-network", hands=3)


def spread(size, amounts, usual=0):
    return [[amounts[i] if i == j else usual for j in range(size)] for i in range(size)]


@pytest.mark.parametrize(
    "table",
    [
        [[7, 0], [1, 9]],
        spread(50, range(-40, 10)),
        spread(50, range(950, 1000), -99),
        spread(201, range(-9999, -9798), 9999),
        spread(50, [F(1, k) for k in range(1, 51)]),
        spread(9, [F(k, 10**16) for k in range(1, 10)]),
    ],
    ids=["digits", "short", "three digits", "four digits", "long and sparse", "long"],
)
def test_the_digest_of_a_matrix_is_that_of_its_document(table):
    document = sabot.solve(table).to_json()
    assert document["certificate"]["digest"] == sabot.certify.digest(document)


def test_a_changed_certificate_has_another_digest():
    found = sabot.solve(spread(50, range(1, 51)))
    before = found.to_json()
    forged = json.loads(json.dumps(before))
    forged["certificate"]["form"]["payoffs"][0][0] = 9
    assert sabot.certify.sealed(forged)["certificate"]["digest"] != before["certificate"]["digest"]
    assert pickle.loads(pickle.dumps(found)).to_json() == before
    other = sabot.solve(spread(50, range(2, 52)))
    swapped = replace(found, certificate=other.certificate).to_json()
    assert swapped["certificate"]["digest"] == sabot.certify.digest(swapped)
