"""What is printed after a check is what was proved, and what was not looked at stands beside it."""

import dataclasses
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.unit.forging import (
    PENNIES,
    SEVERAL,
    checked,
    document,
    forged,
    forged_solution,
    resealed,
)
from tests.unit.solvers.parametric.test_prove import matrix_game

import sabot
from sabot import certify
from sabot.certify.continuous import equilibrium
from sabot.cli.program import cli
from sabot.errors import CertificateError

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
    proved = checked(solution.to_json())
    assert proved.kind == ("sequence" if game == "kuhn-poker" else "matrix")
    assert (proved.game, proved.seats) == (solution.game, solution.seats)
    assert proved.value == solution.value == sabot.check(solution)
    assert proved.unique == (solution.uniqueness,)
    assert {seat: dict(table) for seat, table in solution.strategies.items()} == proved.strategies
    assert proved.digest == solution.to_json()["certificate"]["digest"]
    assert proved.form.denominator == 1 if game != "kuhn-poker" else proved.form.denominator > 1
    assert type(proved) is certify.ZeroSumVerdict


def test_a_statement_cannot_be_changed():
    proved = checked(document(PENNIES))
    with pytest.raises(dataclasses.FrozenInstanceError):
        proved.game = "baccara(model=B3, decks=6)"


def test_views_that_are_never_shown_are_told_as_they_are_read():
    solution = sabot.solve("baccara(model=B1, shoe=[16,4,4,4,4,4,4,4,4,0])")
    proved = checked(solution.to_json())
    assert proved.unreachable == solution.unreachable != {}
    assert checked(document(PENNIES)).unreachable == {}


def test_a_statement_of_a_deal():
    solution = sabot.solve("whist(deal=KQ10/AJ9, lead=W)")
    proved = checked(solution.to_json())
    assert (proved.kind, proved.value, proved.seats) == ("tricks", 1, ("West", "East"))
    assert proved.form.names == ("9", "10", "J", "Q", "K", "A") and proved.form.lead == "W"
    assert (
        type(proved) is certify.PerfectInformationVerdict
        and "cards and payments" in proved.unchecked
    )


@pytest.mark.parametrize(
    "game",
    ["le-her(ranks=3, suits=*)", "kuhn-poker(bet=*)", "le-her(ranks=4, suits=*, reply=open)"],
)
def test_a_statement_of_a_theorem_is_what_the_theorem_says(game):
    theorem = sabot.prove(game)
    proved = checked(theorem.document)
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
    proved = checked(resealed(proof))
    assert set(proved.at_ends[0].values()) == {None}
    assert proved.verdict("second") == "not unique inside every piece; not decided at bet = 0, 1, 2"


def test_an_irrational_end_is_told_about_where_it_is():
    rows = [[[1], [0]], [[0], [-2, 0, 1]]]
    theorem = sabot.prove(matrix_game(rows, low=1, high=2, whole=False))
    proved = checked(theorem.document)
    assert proved.ends == ("1", "about 1.41421", "2")
    assert proved.words == "proved for every real number t from 1 to 2: 2 pieces"


# ---------------------------------------------------------------------- a class for each kind

KINDS = {
    "matrix": (certify.ZeroSumVerdict, lambda: document(PENNIES)),
    "deal": (certify.PerfectInformationVerdict, lambda: document("whist(deal=KQ10/AJ9, lead=W)")),
    "interval": (certify.ValueBoundsVerdict, lambda: sabot.approximate(PENNIES, gap=1).to_json()),
    "list": (certify.OptimalSetVerdict, lambda: sabot.equilibria(SEVERAL).to_json()),
    "theorem": (certify.ParametricVerdict, lambda: sabot.prove("kuhn-poker(bet=*)").document),
    "hands": (
        certify.ParametricContinuousVerdict,
        lambda: sabot.prove("von-neumann(A=*, B=1)").document,
    ),
    "balance": (certify.ContinuousVerdict, lambda: document("von-neumann")),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_file_has_a_statement_of_its_own(kind):
    sort, made = KINDS[kind]
    told = json.loads(json.dumps(made()))
    proved = checked(told)
    assert type(proved) is sort
    value = proved.value if isinstance(proved.value, list) else str(proved.value)
    assert proved.to_json() == {"value": value, "digest": proved.digest}
    assert proved.words.startswith("proved") and proved.lines
    assert proved.digest in (told.get("digest"), told.get("certificate", {}).get("digest"))


@pytest.mark.parametrize("players", [2, 3])
def test_of_betting_it_is_said_what_each_seat_is_paid_and_what_is_free(players, tmp_path, capsys):
    solution = sabot.solve(f"blind-poker(players={players}, q=1/4)")
    path = tmp_path / "betting.json"
    path.write_text(json.dumps(solution.to_json()))
    assert certify.main([str(path)]) == 0
    head, *lines, digest, unchecked, _ = capsys.readouterr().out.splitlines()
    assert head == f"{path}: proved"
    free = lines[players:]
    assert len(free) == len(solution.to_json()["free"]) + 1
    assert all(line.startswith("  free to ") for line in free[:-1])
    for seat, line in enumerate(lines[:players], 1):
        assert line.startswith(f"  {seat} is paid ") and "could gain" in line
    assert digest.startswith("  sha256:") and "was not checked" in unchecked


def test_where_nothing_is_claimed_to_be_free_other_equilibria_are_not_denied():
    told = sabot.solve("borel(ante=1, bet=0)").to_json()
    assert told["free"] == []
    assert checked(told).lines[-1] == "whether there are other equilibria is not said"
    assert "free to " in checked(sabot.solve("borel").to_json()).lines[-2]


def test_the_ends_of_an_interval_are_told_however_long_they_are():
    size = 10**5000
    proved = checked(sabot.approximate([[size]], gap=1).to_json())
    assert proved.value == ["1" + "0" * 5000] * 2


def test_a_gain_beyond_the_floats_is_refused_in_words():
    """One seat that takes nothing where it could have more than a float holds."""
    ends = [{"pays": ["0"]}, {"pays": ["1" + "0" * 350]}]
    form = {"turn": "one", "view": "-", "actions": ["little", "much"], "after": ends}
    told: dict = {
        "schema": "sabot/equilibrium/1",
        "game": "greed",
        "seats": ["one"],
        "payoffs": ["0"],
    }
    told |= {"gains": ["0"], "bound": "0", "thresholds": {"one": {"-": [["1", "little"]]}}}
    told |= {"method": "none", "seconds": 0.0, "certificate": {"form": form}}
    with pytest.raises(CertificateError, match="one may gain a whole number of about 351 digits"):
        checked(resealed(told))


# ---------------------------------------------------------------------- several files


def test_every_file_is_judged_and_the_worst_is_told(tmp_path, capsys):
    good, bad, none = (tmp_path / f"{name}.json" for name in ("good", "bad", "none"))
    good.write_text(json.dumps(document(PENNIES)))
    bad.write_text(json.dumps(resealed(document(PENNIES) | {"value": "1", "decimal": 1.0})))
    for files, code in (
        ([bad, good], 1),
        ([none, good], 3),
        ([none, bad, good], 1),
        ([bad, none, good], 1),
        ([good, good], 0),
    ):
        assert certify.main(list(map(str, files))) == code
        found = capsys.readouterr()
        assert found.out.count("proved, value 0") == files.count(good)
        assert found.err.count("\n") == len(files) - files.count(good)


def test_the_digest_stands_in_the_document_of_a_check(tmp_path):
    told = document(PENNIES)
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(told))
    bad.write_text(json.dumps(told | {"value": "1"}))
    said = CliRunner().invoke(cli, ["check", str(good), str(bad), "--json"])
    one, two = json.loads(said.stdout)["files"]
    assert one["digest"] == told["certificate"]["digest"] and one["value"] == "0"
    assert two["digest"] is None and two["value"] is None


# ---------------------------------------------------------------------- any game, any name


def test_a_game_under_any_name_is_said_not_to_be_compared(tmp_path):
    path = tmp_path / "named.json"
    name = "baccara(model=B3, decks=6)"
    path.write_text(json.dumps(forged_solution([["1/2"]], lambda told: told.update(game=name))))
    said = CliRunner().invoke(cli, ["check", str(path)])
    assert said.exit_code == 0
    lines = said.stdout.splitlines()
    assert f"  that these payoffs are those of `{name}` was not checked:" in lines
    assert "    --rules" in lines
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
    assert checked(path).value == Fraction(size)
    wrong = forged([[size]], lambda proof: proof.update(value="1" + "0" * 4999 + "1"))
    path.write_text(json.dumps(wrong))
    assert certify.main([str(path)]) == 1
    assert "a whole number of about 5,001 digits" in capsys.readouterr().err


def test_what_is_free_with_real_hands_is_told_after_a_check():
    found = certify.check(document("blind-poker(players=2, q=0)"))
    assert found.lines[2:] == (
        "free to 1 after '-': any 1/10 of the hands from 0 to 7/10 may enter, the rest drop",
        "free to 2 after '1 enter': any 1/30 of the hands from 0 to 7/10 may double, the rest drop",
        "free to 1 after '1 enter, 2 double': of the hands from 7/10 to 9/10 1/10 as told look, "
        "the rest drop; or all look with chance 1/2; or between",
        "by what is free, each by itself, all are paid the same and none can gain anything",
    )


def test_what_is_free_is_told_as_it_was_found_and_not_without_end(monkeypatch):
    told = document("blind-poker(players=2, q=0)")
    told |= {"gains": ["1/5", "0"], "bound": "1/5"}
    found = certify.check(resealed(told))
    assert found.lines[-1].endswith("none can gain anything")
    monkeypatch.setattr(equilibrium, "MOST_PRINTED", 1)
    assert found.lines[3] == "free: 2 more such turns"
    bare = certify.check(resealed({key: said for key, said in told.items() if key != "free"}))
    assert bare.lines[2:] == ("whether there are other equilibria is not said",)


def test_names_of_what_is_free_cannot_steer_a_terminal():
    told = document("blind-poker(players=2, q=0)")
    text = json.dumps(told).replace('"drop"', '"\\u001b[2K proved"')
    found = certify.check(resealed(json.loads(text)))
    assert not any("\x1b" in line for line in found.lines)
    assert "\\x1b" in found.lines[2]


def test_no_statement_is_of_a_kind_that_there_is_not():
    with pytest.raises(AttributeError, match=r"'sabot\.certify' has no attribute 'NothingProved'"):
        certify.NothingProved  # noqa: B018
