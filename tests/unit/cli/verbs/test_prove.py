"""``sabot prove`` and ``sabot check`` on proofs: words, documents, exit codes."""

import json
import shlex
from fractions import Fraction

import pytest
from click.testing import CliRunner
from tests.few import few

import sabot
from sabot.certify import digest
from sabot.cli.program import cli

LE_HER = "le-her(ranks=5, suits=*)"


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.mark.parametrize(
    "words",
    [
        [LE_HER],
        ["le-her(ranks=5, suits=*, reply=open)"],
        ["kuhn-poker(bet=*)"],
        ["kuhn-poker(ante=*)", "--from", "1/2", "--to", "3"],
        ["baccara(model=B1, decks=*)"],
        pytest.param(["baccara(model=B3, decks=*)", "--from", "7"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_the_screen_has_80_columns(words):
    result = run("prove", *words)
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert words[0].split("(")[0] in result.stdout
    assert "proof" in result.stdout and "checked in" in result.stdout


def test_the_theorem_on_the_screen():
    text = run("prove", "baccara(model=B3, decks=*)").stdout
    assert "every whole number decks >= 1, in 6 pieces" in text
    assert "Player      unique" in text and "Banker      unique" in text
    assert "decks = 4 to 7" in text and "decks = 9 and more" in text
    assert "(1,4) draw: (12*decks - 1)*(16*decks**2 - 14*decks + 1) /" in text
    assert "-> 6/11" in text and "-> -679568/53094899" in text
    assert "(1,4) draw: 1/19" in text
    assert "Banker  whatever Player does" in text and "(3,3),6: * to 10, then draw" in text


def test_the_document():
    result = run("prove", LE_HER, "--json")
    found = json.loads(result.stdout)
    assert found["schema"] == "sabot/proof/1"
    assert (found["game"], found["parameter"]) == (LE_HER, "suits")
    assert [(piece["from"], piece["to"]) for piece in found["pieces"]] == [(1, 1), (2, None)]
    assert set(found["pieces"][0]) >= {"value", "strategies", "unique"}
    four = eval(found["pieces"][1]["value"], {"suits": Fraction(4)})
    assert four == sabot.solve("le-her(ranks=5, suits=4)").value


def test_saved_printed_and_checked(tmp_path):
    path = tmp_path / "proof.json"
    assert run("prove", LE_HER, "-o", str(path)).exit_code == 0
    printed = tmp_path / "printed.json"
    printed.write_text(run("prove", LE_HER, "--json").stdout)
    for file in (path, printed):
        result = run("check", str(file))
        assert result.exit_code == 0, result.output
        assert "proved for every whole number suits >= 1: 2 pieces" in result.stdout
        assert "receiver unique, dealer unique on some pieces only" in result.stdout
    answer = json.loads(run("check", str(path), "--json").stdout)
    assert answer["files"][0]["proved"] is True
    assert len(answer["files"][0]["value"]) == 2


def test_a_changed_proof_is_refused(tmp_path):
    path = tmp_path / "proof.json"
    run("prove", LE_HER, "-o", str(path))
    path.write_text(path.read_text().replace("37", "38", 1))
    result = run("check", str(path))
    assert result.exit_code == 1
    assert "not proved" in result.stderr and result.stdout == ""
    path.write_text(path.read_text()[:200])
    assert run("check", str(path)).exit_code == 3


@pytest.mark.parametrize("game", [LE_HER, "kuhn-poker(bet=*)"])
def test_latex_and_markdown(game):
    latex = run("prove", game, "--latex").stdout
    for opening in ("theorem", "enumerate", "proof", "equation*"):
        begun = latex.count(rf"\begin{{{opening}}}")
        assert begun == latex.count(rf"\end{{{opening}}}") > 0
    assert latex.count("{") == latex.count("}") and latex.count("$") % 2 == 0
    markdown = run("prove", game, "--markdown").stdout
    assert markdown.startswith("**") and "### " in markdown and "- value: `" in markdown


@pytest.mark.slow
def test_breakpoints_are_told():
    text = run("prove", "kuhn-poker(ranks=5, bet=*)").stdout
    assert "bet = 1/3          first not unique, second unique" in text
    assert "bet about 1.23607  first not unique, second not unique" in text
    latex = run("prove", "kuhn-poker(bet=*)", "--latex").stdout
    assert "$b = 1$: first not unique, second unique" in latex
    assert "- bet = 2: first unique" in run("prove", "kuhn-poker(bet=*)", "--markdown").stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["le-her(ranks=5, suits=4)"], 2, "exactly one parameter open"),
        (["le-her(ranks=*, suits=*)"], 2, "exactly one parameter open"),
        (["le-hre(suits=*)"], 2, "le-her"),
        ([LE_HER, "--from", "0"], 2, "every whole number >= 1"),
        ([LE_HER, "--from", "5", "--to", "3"], 2, "nothing between"),
        ([LE_HER, "--from", "x"], 2, "not an exact number"),
        ([LE_HER, "--json", "--latex"], 2, "give one of"),
        ([LE_HER, "--markdown", "--latex"], 2, "--markdown and --latex together; choose one"),
        ([LE_HER, "-o", "no/such/folder/x.json"], 3, "no/such/folder"),
        (["matrix(file=missing.csv, t=*)"], 3, "missing.csv"),
        (["draw-poker(players=*)"], 2, "matrix(file=game.csv, t=*)"),
        (["baccara(model=B1, decks=2, cards=*)"], 2, "decks: is given together with cards=*"),
        (["war.py:war(suits=*)"], 3, "war.py"),
        (["missing.csv"], 3, "missing.csv: cannot be read"),
    ],
)
def test_bad_words(words, code, said):
    result = run("prove", *words)
    assert result.exit_code == code, result.output
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_a_file_without_a_letter_is_told_where_letters_may_stand():
    result = run("prove", "three.nfg")
    assert result.exit_code == 3
    assert "three.nfg: its payoffs are numbers" in result.stderr
    assert "sabot solve three.nfg" in result.stderr


def test_a_matrix_of_polynomials(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.csv").write_text(",a,b\nx,t**2 - 2,0\ny,0,1/3*t\n")
    result = run("prove", "matrix(file=g.csv, t=*)", "--from", "-3", "-o", "p.json")
    assert result.exit_code == 0, result.output
    assert "t = about -1.41421 to 0" in result.stdout
    assert run("check", "p.json").exit_code == 0
    for text, said in (
        ("1, t\n2, 1/t", "divides by t"),
        ("1, t\n2, x*t", "line 2, column 2"),
        ("1, t\n2", "same length"),
        ("1, t**9999", "line 1, column 2"),
        ("1, __import__('os')", "line 1, column 2"),
        ("", "empty"),
        ("2t, t+l\n1, 2", "line 1, column 1: '2t' is not a polynomial in t"),
        ("2t, 1\n-x, 2", "column 1: '2t' is neither"),
        ("t + l, 3*s\n1, 2", "line 1, column 1: 't + l'"),
    ):
        (tmp_path / "g.csv").write_text(text)
        result = run("prove", "matrix(file=g.csv, t=*)")
        assert result.exit_code == 3, result.output
        assert said in result.stderr and "g.csv" in result.stderr


def test_labels_that_cannot_be_mistaken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for text in ("left, right\n1, t\n2, 3", "row\\column, 2t, t+l\n1st, 1, t\n2nd, t, 3"):
        (tmp_path / "g.csv").write_text(text)
        found = json.loads(run("prove", "matrix(file=g.csv, t=*)", "--json").stdout)
        assert [len(found["form"]["cells"][seat][0][1]) for seat in ("row", "column")] == [2, 2]


def test_a_file_of_polynomials_by_its_name_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g1.csv").write_text(",a,b\nx,p**2 - 2,0\ny,0,1/3*p\n")
    result = run("prove", "g1.csv")
    assert result.exit_code == 0 and result.stdout.startswith("matrix(file=g1.csv, p=*)")
    for text in ("1,2\n3,4", "s,0\n0,t"):
        (tmp_path / "g1.csv").write_text(text)
        result = run("prove", "g1.csv")
        assert result.exit_code == 3 and "'matrix(file=g1.csv, t=*" in result.stderr
    (tmp_path / "g1.json").write_text("[[1]]")
    assert "mark the open letter" in run("prove", "g1.json").stderr


@pytest.mark.parametrize("text", [",c,d\nc,3|3,0|t\nd,t|0,1|1\n", "3|3,0|t\nt|0,1|1\n"])
def test_a_theorem_on_pairs_lists_all_equilibria(text, tmp_path):
    (tmp_path / "pd.csv").write_text(text)
    for asked in (f"{tmp_path}/pd.csv", f"matrix(file={tmp_path}/pd.csv, t=*)"):
        result = run("prove", asked)
        assert result.exit_code == 0 and "extreme equilibria" in result.stdout


def test_pairs_without_a_letter_are_no_theorem(tmp_path):
    (tmp_path / "pd.csv").write_text("3|3,0|5\n5|0,1|1\n")
    result = run("prove", f"{tmp_path}/pd.csv")
    assert result.exit_code == 3 and "in none of its entries" in result.stderr


def test_o_saves_the_form_that_was_asked_for(tmp_path):
    path, bare = tmp_path / "l.tex", tmp_path / "l"
    result = run("prove", LE_HER, "--latex", "-o", str(path))
    assert result.exit_code == 0 and result.stdout == "" and "check" not in result.stderr
    assert path.read_text() == run("prove", LE_HER, "--latex").stdout
    run("prove", LE_HER, "--markdown", "-o", str(bare))
    assert bare.read_text().startswith("**le-her")
    bare = tmp_path / "k"
    run("prove", LE_HER, "--json", "-o", str(bare))
    assert json.loads(bare.read_text())["schema"] == "sabot/proof/1"
    assert "-o saves that text instead" in " ".join(run("prove", "--help").stdout.split())


@pytest.mark.slow
def test_what_is_not_decided_is_said(tmp_path):
    path = tmp_path / "p.json"
    run("prove", "kuhn-poker(ranks=5, bet=*)", "-o", str(path))
    proof = json.loads(path.read_text())
    del proof["seconds"]
    for point in proof["breakpoints"]:
        if "certificate" not in point:
            point["unique"]["second"] = None
    path.write_text(json.dumps(proof | {"digest": digest(proof)}))
    told = run("check", str(path)).stdout
    assert "second not unique inside every piece; not decided at bet = about 1.23607" in told


# ---------------------------------------------------------------------- Ctrl-C


def interrupted(monkeypatch, after):
    """Let Ctrl-C come when the solver looks at the game for the (*after* + 1)-th time."""
    from sabot.solvers.zero_sum.solve import solve_zero_sum

    looks = iter(range(after))

    def stop(form, **options):
        if next(looks, None) is None:
            raise KeyboardInterrupt
        return solve_zero_sum(form, **options)

    monkeypatch.setattr("sabot.solvers.parametric.critical_regions.solve_zero_sum", stop)


@pytest.mark.parametrize(
    ("game", "after", "range"),
    few(
        2,
        [
            ("baccara(model=B1, decks=*)", 1, "every whole number decks from 1 to 3"),
            ("kuhn-poker(bet=*)", 3, "every real number bet "),
            ("baccara(model=B2, decks=*)", 3, "every whole number decks from 1 to 3"),
            ("kuhn-poker(ranks=6, bet=*)", 6, "every real number bet "),
        ],
    ),
)
def test_what_is_proved_when_ctrl_c_comes_is_saved(game, after, range, tmp_path, monkeypatch):
    path = tmp_path / "short.json"
    with monkeypatch.context() as patch:
        interrupted(patch, after)
        result = run("prove", game, "-o", str(path))
    assert result.exit_code == 4 and result.stdout == ""
    assert "interrupted; proved so far: " + range in result.stderr
    assert f"saved to {path}" in result.stderr
    checked = run("check", str(path))
    assert checked.exit_code == 0, checked.output
    assert range in checked.stdout


def test_what_takes_long_to_check_is_saved_unchecked_when_ctrl_c_comes(tmp_path, monkeypatch):
    path = tmp_path / "short.json"
    monkeypatch.setattr("sabot.cli.verbs.prove._CHECK_SECONDS", 0.0)
    with monkeypatch.context() as patch:
        interrupted(patch, 3)
        result = run("prove", "kuhn-poker(bet=*)", "-o", str(path))
    assert result.exit_code == 4
    assert f"saved to {path}\n  nothing in it is checked yet; sabot check {path}" in result.stderr
    assert run("check", str(path)).exit_code == 0


def test_ctrl_c_without_a_file_or_before_anything_is_proved(tmp_path, monkeypatch):
    interrupted(monkeypatch, 1)
    result = run("prove", "baccara(model=B1, decks=*)")
    assert result.exit_code == 4 and "-o FILE would keep it" in result.stderr
    interrupted(monkeypatch, 0)
    path = tmp_path / "none.json"
    result = run("prove", LE_HER, "-o", str(path))
    assert result.exit_code == 4 and "interrupted" in result.stderr
    assert not path.exists() and "proved" not in result.stderr


def test_the_hint_to_save_asks_for_the_same_theorem(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.csv").write_text(",a,b\nx,1,0\ny,0,t\n")
    asked = ("matrix(file=own.csv, t=*)", "--from", "-1/2", "--to", "3", "--anyway")
    hint = run("prove", *asked).stderr.strip()
    words = shlex.split(hint.removeprefix("save it: sabot "))
    assert words == ["prove", *asked, "-o", "theorem.json"]
    assert run(*words).exit_code == 0
    assert sabot.Proof.load("theorem.json").range == "every real number t from -1/2 to 3"


def test_a_theorem_on_the_default_range_says_how_to_ask_for_another():
    matrix = "matrix([[t,1],[1,0]])"
    assert "another range: --from N --to N; --from -inf" in run("prove", matrix).stderr
    assert "another range" not in run("prove", matrix, "--from", "-inf").stderr


def test_the_hint_after_a_proof_is_quoted_for_a_shell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = run("prove", "kuhn-poker(bet=*)", "-o", "kuhn(bet=*).json").stderr
    assert "sabot check 'kuhn(bet=*).json'" in told


def test_what_size_says_of_a_game_with_an_interval_is_no_error():
    """579 to 642 MB were measured."""
    told = run("size", "blind-poker(hands=cards)")
    assert told.exit_code == 5 and "error" not in told.output
    assert "about 605 MB of memory" in " ".join(told.output.split())


def test_an_option_of_lookahead_is_refused_for_rosen_also_with_its_default():
    told = run("solve", "blind-poker(players=2)", "--method", "rosen", "--degree", "1")
    assert told.exit_code == 2 and "--degree is of --method lookahead" in told.output
