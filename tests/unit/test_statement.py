"""What is printed after a check is what was proved, and what was not looked at stands beside it."""

import dataclasses
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.unit.forging import PENNIES, SEVERAL, document, forged, forged_solution, resealed
from tests.unit.test_theorem import matrix_game

import sabot
from sabot import certify
from sabot.cli.main import cli

STEER = "\x1b[2K\r proved, value 1/2 \x1b[8m"


def renamed(thing, old, new):
    """Return a document with a seat called otherwise, wherever it stands."""
    if isinstance(thing, dict):
        return {new if k == old else k: renamed(part, old, new) for k, part in thing.items()}
    if isinstance(thing, list):
        return [renamed(part, old, new) for part in thing]
    return new if thing == old else thing


@pytest.mark.parametrize("game", [PENNIES, SEVERAL, "kuhn-poker"], ids=str)
def test_a_statement_is_what_the_solution_says(game):
    solution = sabot.solve(game)
    proved = certify.check(solution.to_json())
    assert proved.kind == ("sequence" if game == "kuhn-poker" else "matrix")
    assert (proved.game, proved.seats) == (solution.game, solution.seats)
    assert proved.value == solution.value == sabot.check(solution)
    assert proved.values == (solution.value,)
    assert proved.unique == (solution.uniqueness,)
    assert {seat: dict(table) for seat, table in solution.strategies.items()} == proved.strategies
    assert proved.digest == solution.to_json()["certificate"]["digest"]
    assert proved.form.denominator == 1 if game != "kuhn-poker" else proved.form.denominator > 1
    assert proved.domain is None and proved.pieces == ()


def test_a_statement_cannot_be_changed():
    proved = certify.check(document(PENNIES))
    with pytest.raises(dataclasses.FrozenInstanceError):
        proved.game = "baccara(model=B3, decks=6)"


def test_views_that_are_never_shown_are_told_as_they_are_read():
    solution = sabot.solve("baccara(model=B1, shoe=[16,4,4,4,4,4,4,4,4,0])")
    proved = certify.check(solution.to_json())
    assert proved.unreachable == solution.unreachable != {}
    assert certify.check(document(PENNIES)).unreachable == {}


def test_a_statement_of_a_deal():
    solution = sabot.solve("whist(deal=KQ10/AJ9, lead=W)")
    proved = certify.check(solution.to_json())
    assert (proved.kind, proved.value, proved.seats) == ("tricks", 1, ("West", "East"))
    assert proved.form.names == ("9", "10", "J", "Q", "K", "A") and proved.form.lead == "W"
    assert proved.strategies == {} and "cards and payments" in proved.unchecked


@pytest.mark.parametrize(
    "game",
    ["le-her(ranks=3, suits=*)", "kuhn-poker(bet=*)", "le-her(ranks=4, suits=*, reply=open)"],
)
def test_a_statement_of_a_theorem_is_what_the_theorem_says(game):
    theorem = sabot.prove(game)
    proved = certify.check(theorem.document)
    assert proved.kind == "theorem" and proved.game == theorem.game
    assert proved.value == [str(piece.value) for piece in theorem.pieces] == sabot.check(theorem)
    assert str(proved.domain) == theorem.range
    assert proved.unique == tuple(piece.unique for piece in theorem.pieces)
    assert proved.at_ends == tuple(point.unique for point in theorem.breakpoints)
    assert proved.digest == theorem.digest
    for seat in theorem.seats:
        assert proved.verdict(seat) == theorem.verdict(seat)


def test_nothing_is_said_of_ends_where_nothing_is_claimed():
    proof = json.loads(json.dumps(sabot.prove("kuhn-poker(bet=*)").document))
    del proof["breakpoints"]
    proved = certify.check(resealed(proof))
    assert set(proved.at_ends[0].values()) == {None}
    assert proved.verdict("second") == "not unique inside every piece; not decided at bet = 0, 1, 2"


def test_an_irrational_end_is_told_about_where_it_is():
    rows = [[[1], [0]], [[0], [-2, 0, 1]]]
    theorem = sabot.prove(matrix_game(rows, low=1, high=2, whole=False))
    proved = certify.check(theorem.document)
    assert proved.ends == ("1", "about 1.41421", "2")
    assert proved.words == "proved for every real number t from 1 to 2: 2 pieces"


# ---------------------------------------------------------------------- any game, any name


def test_a_game_under_any_name_is_said_not_to_be_compared(tmp_path):
    path = tmp_path / "named.json"
    name = "baccara(model=B3, decks=6)"
    path.write_text(json.dumps(forged_solution([["1/2"]], lambda told: told.update(game=name))))
    said = CliRunner().invoke(cli, ["check", str(path)])
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert f"  that these payoffs are those of `{name}` was not checked: --rules" in lines
    assert not any(name in line for line in lines if "not checked" not in line)
    assert any(line.startswith("  digest sha256:") for line in lines)


def test_a_theorem_under_any_name_is_said_not_to_be_compared(tmp_path, capsys):
    proof = json.loads(json.dumps(sabot.prove("le-her(ranks=3, suits=*)").document))
    path = tmp_path / "named.json"
    path.write_text(json.dumps(resealed(proof | {"game": "baccara(model=B3, decks=*)"})))
    said = CliRunner().invoke(cli, ["check", str(path)]).stdout
    assert certify.main([str(path)]) == 0
    for words in (said, capsys.readouterr().out):
        assert (
            "that these payoffs are those of `baccara(model=B3, decks=*)` was not checked" in words
        )
        assert words.count("baccara") == 1 and "sha256:" in words


# ---------------------------------------------------------------------- texts of a file


@pytest.mark.parametrize("refuse", [False, True])
def test_no_text_of_a_file_steers_a_terminal(refuse, tmp_path, capsys):
    told = renamed(document(PENNIES), "row", STEER) | {"game": STEER, "method": STEER}
    told |= {"value": "1/2", "decimal": 0.5} if refuse else {}
    path = tmp_path / "steer.json"
    path.write_text(json.dumps(resealed(told)))
    assert certify.main([str(path)]) == (1 if refuse else 0)
    found = capsys.readouterr()
    said = CliRunner().invoke(cli, ["check", str(path)])
    assert said.exit_code == (1 if refuse else 0)
    for words in (found.out, found.err, said.stdout, said.stderr):
        assert not set("\x1b\r\x9b") & set(words)
    assert r"\x1b[2K" in (found.err if refuse else found.out)


def test_a_theorem_steers_no_terminal_either(tmp_path, capsys):
    proof = json.loads(json.dumps(sabot.prove("le-her(ranks=3, suits=*)").document))
    proof["game"] = STEER
    path = tmp_path / "steer.json"
    path.write_text(json.dumps(resealed(proof)))
    assert certify.main([str(path)]) == 0
    said = CliRunner().invoke(cli, ["check", str(path)]).stdout
    assert not set("\x1b\r") & set(capsys.readouterr().out + said)


def test_a_value_of_many_digits_is_told_and_refused_without_a_fault(tmp_path, capsys):
    size = 10**5000
    path = tmp_path / "long.json"
    sabot.solve([[size]]).save(path)
    assert certify.main([str(path)]) == 0
    assert certify.check(path).value == Fraction(size)
    wrong = forged([[size]], lambda proof: proof.update(value="1" + "0" * 4999 + "1"))
    path.write_text(json.dumps(wrong))
    assert certify.main([str(path)]) == 1
    assert "a whole number of about 5,001 digits" in capsys.readouterr().err
