"""``check --rules`` as a verb: rules that are not at hand, consent, exit codes, what is loaded."""

import json
import subprocess
import sys

import pytest
from tests.unit.forging import document
from tests.unit.naming import saved, theorem, tied
from tests.unit.traced import left_by, run

import sabot
from sabot.certify import check
from sabot.errors import CertificateError, NoMethodError


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("matrix(file=gone.csv)", "gone.csv: cannot be read"),
        ("efg(file=gone.efg)", "gone.efg: cannot be read"),
        ("matrix 1 x 1", "names no rules known here"),
        ("chess", "names no rules known here"),
        ("le-her(ranks=0)", "names no rules known here"),
    ],
)
def test_rules_that_are_not_at_hand_are_said_to_be_so(game, words):
    with pytest.raises(NoMethodError, match="was not checked") as fault:
        tied(saved([[1]], game))
    assert words in str(fault.value)


@pytest.fixture
def war(tmp_path, monkeypatch):
    """A folder with a solved game of a user's, whose file leaves a trace when it runs."""
    monkeypatch.chdir(tmp_path)
    return left_by(tmp_path, "solve war.py:war -o war.json")


def test_a_users_file_is_not_run_because_a_saved_one_names_it(war):
    found = run("check", "war.json", "--rules")
    assert found.exit_code == 5
    assert "--game 'war.py:war'" in found.stderr
    assert not (war / "ran").exists()


def test_a_check_without_rules_says_at_once_how_a_users_game_is_named(war):
    said = " ".join(run("check", "war.json").stdout.split())
    assert "those of `war.py:war` was not checked: --game 'war.py:war'" in said
    assert "--rules" not in said


@pytest.mark.parametrize("name", ["it's.py:war", "x" * 300 + ".py:war"])
def test_a_name_that_cannot_be_typed_back_is_not_offered_so(name):
    assert check(saved([[1]], name)).unchecked.endswith("was not checked: --game GAME")


def test_a_users_file_is_run_where_the_user_names_it(war):
    found = run("check", "war.json", "--game", "war.py:war")
    assert found.exit_code == 0, found.output
    assert "payoffs: those of war.py:war" in found.output
    assert run("check", "war.json", "--game", "war.py:war(ranks=4)").exit_code == 1


def test_in_python_too_the_game_given_is_the_one_that_counts(war):
    assert sabot.check("war.json", rules="war.py:war") == sabot.solve("war.py:war").value
    with pytest.raises(CertificateError, match="not those of kuhn-poker"):
        sabot.check("war.json", rules=sabot.load("kuhn-poker"))


# ---------------------------------------------------------------------- the verb


def test_the_verb_says_that_the_payoffs_are_the_games(tmp_path):
    path = tmp_path / "kuhn.json"
    sabot.solve("kuhn-poker").save(path)
    found = run("check", str(path), "--rules")
    assert found.exit_code == 0
    said = "kuhn-poker(ranks=3),\n    found by running its rules (30 payoffs, 12 information sets)"
    assert f"payoffs: those of {said}" in found.output


def test_the_verb_ends_with_1_where_they_are_not(tmp_path):
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(saved([[1]], "kuhn-poker")))
    assert run("check", str(path)).exit_code == 0
    found = run("check", str(path), "--rules")
    assert found.exit_code == 1
    assert "the payoffs are not those of kuhn-poker(ranks=3)" in found.stderr


def test_the_document_says_whether_they_are(tmp_path):
    files = []
    for number, told in enumerate((document("kuhn-poker"), saved([[1]], "kuhn-poker"))):
        files.append(str(tmp_path / f"{number}.json"))
        (tmp_path / f"{number}.json").write_text(json.dumps(told))
    found = json.loads(run("check", *files, "--rules", "--json").stdout)["files"]
    assert [(told["proved"], told["rules"]) for told in found] == [(True, True), (True, False)]
    (told,) = json.loads(run("check", files[0], "--json").stdout)["files"]
    assert told["rules"] is None


def test_a_theorem_cannot_be_held_against_one_game():
    with pytest.raises(NoMethodError, match="name them, as in suits"):
        tied(theorem("le-her(ranks=3, suits=*)"), sabot.load("le-her"))


@pytest.mark.slow
def test_no_solver_is_loaded_to_check_a_file_with_its_rules(tmp_path):
    for number, game in enumerate(("le-her(ranks=4, suits=2)", "whist(deal=EWEWWE, lead=W)")):
        sabot.solve(game).save(tmp_path / f"{number}.json")
    sabot.prove("le-her(ranks=3, suits=*)").save(tmp_path / "2.json")
    program = (
        "import sys; from sabot.cli.program import cli\n"
        "try:\n    cli(sys.argv[1:])\nexcept SystemExit as end:\n    assert not end.code\n"
        "print([m for m in sys.modules if m.startswith(('sabot.solvers.registry', 'highspy'))])"
    )
    files = [str(tmp_path / f"{number}.json") for number in range(3)]
    words = [sys.executable, "-c", program, "check", *files, "--rules"]
    found = subprocess.run(words, capture_output=True, text=True, check=True)
    assert found.stdout.count("payoffs: those of") == 3
    assert found.stdout.endswith("[]\n")


RAKED = """from fractions import Fraction
import sabot

@sabot.rules(name="own", seats=("ann", "bob"))
def own(table, *, rake: Fraction = Fraction(0), bet: Fraction = Fraction(1)):
    if table.ask("ann", ("one", "open")) == "one":
        return table.pay(ann=1, bob=-1 - rake)
    return table.pay(ann=bet, bob=-bet)
"""


def test_a_theorem_held_against_a_game_that_is_not_zero_sum_is_not_its(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(RAKED)
    sabot.prove("own.py:own(bet=*)").save("own.json")
    found = run("check", "own.json", "--game", "own.py:own(rake=1/20, bet=*)")
    assert found.exit_code == 1
    assert "the payoffs are not those of own.py:own(rake=1/20, bet=*)" in found.stderr
    assert "its payoffs do not sum to 0, and those of the file do" in found.stderr
    assert "sabot solve" not in found.stderr


@pytest.mark.slow
def test_what_check_says_of_the_rules_has_80_columns(tmp_path, monkeypatch):
    """And it is broken at words of ours alone, so that no line begins as a file likes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    sabot.solve("baccara(model=B3, decks=6)").save("b3.json")
    said = [run("check", "b3.json", *more).stdout for more in ([], ["--rules"])]
    assert all(len(line) <= 80 for text in said for line in text.splitlines())
    assert "`baccara(model=B3, decks=6)` was not checked:\n    --rules\n" in said[0]
    assert "found directly (5,547 payoffs, 489 information sets);\n    its rules were" in said[1]
    (tmp_path / "game.csv").write_text("t,0\n0,1\n")
    sabot.prove("matrix(file=game.csv, t=*)").save("p.json")
    roads = run("check", "p.json", "--rules").stdout
    assert all(len(line) <= 80 for line in roads.splitlines())
    assert "as polynomials and directly at t = 0, 1\n    and by running its rules" in roads
