"""``-o``: the end of the name says what is written; one that does not fit is refused at once."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.errors import FileError, FormError

GAMES = {
    "solve": ["solve", "kuhn"],
    "gap": ["solve", "kuhn", "--gap", "1/10"],
    "reduce": ["reduce", "le-her(strategies=threshold)"],
    "sort": ["reduce", "baccara(model=B2, decks=6)"],
    "equilibria": ["equilibria", "kuhn"],
    "value": ["value", "kuhn", "--strategy", "optimal"],
    "sweep": ["sweep", "le-her(ranks=2..4)"],
    "prove": ["prove", "le-her(ranks=3, suits=*)"],
    "table": ["table", "kuhn"],
    "theorem": ["table", "le-her(ranks=3, suits=*)"],
}
STARTS = {
    ".tex": "% ",
    ".md": "**",
    ".html": "<!doctype html>",
    ".json": '{"',
}


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.mark.parametrize("suffix", [*STARTS, ".csv"])
@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_the_name_says_what_is_written(name, suffix, tmp_path):
    target = tmp_path / f"x{suffix}"
    result = run(*GAMES[name], "-o", str(target))
    if suffix == ".json" and GAMES[name][0] == "table":  # a verb that writes tables only
        assert (result.exit_code, target.exists()) == (2, False)
        return
    assert result.exit_code == 0, result.output
    text = target.read_text()
    assert text.endswith(("\n", "</html>")) and str(target) in result.stderr
    if suffix == ".csv":
        rows = list(csv.reader(text.splitlines()))
        assert len(rows) > 2 and len(rows[0]) > 2
    elif suffix == ".json":
        assert json.loads(text)["schema"].startswith("sabot/")
    else:
        assert text.startswith(STARTS[suffix])


@pytest.fixture
def idle(monkeypatch):
    """Make any work fail the test."""

    def work(*_, **__):
        raise AssertionError("it works before it looks at the name")

    for verb in ("solve", "reduce", "strategic_form", "approximate", "equilibria"):
        monkeypatch.setattr(f"sabot.api.solving.{verb}", work)
    monkeypatch.setattr("sabot.api.proving.prove", work)
    monkeypatch.setattr("sabot.api.evaluation.value", work)
    monkeypatch.setattr("sabot.analysis.sweep.solve_all", work)
    monkeypatch.setattr("sabot.io.efg.to_efg", work)


@pytest.mark.parametrize("suffix", [".svg", ".py", ".txt", ".json.gz"])
@pytest.mark.parametrize("name", [*GAMES, "export"])
def test_an_end_that_does_not_fit_is_refused_before_the_work(name, suffix, idle, tmp_path):
    target = tmp_path / f"x{suffix}"
    result = run(*GAMES.get(name, ["export", "kuhn"]), "-o", str(target))
    assert (result.exit_code, result.stdout, target.exists()) == (2, "", False)
    assert f"{target}: the suffix says what to write: ." in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["prove", "le-her(ranks=3, suits=*)", "--markdown", "-o", "x.tex"],
        ["table", "kuhn", "--csv", "-o", "x.tex"],
        ["export", "kuhn", "--efg", "-o", "x.nfg"],
    ],
)
def test_a_flag_that_contradicts_the_name_is_refused(words, idle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert "does not go with x." in result.stderr and "name a file that ends in ." in result.stderr


@pytest.mark.parametrize("form", ["efg", "nfg", "csv"])
def test_export_needs_no_flag(form, tmp_path):
    target = tmp_path / f"kuhn.{form}"
    result = run("export", "kuhn", "-o", str(target))
    assert result.exit_code == 0, result.output
    assert target.read_text() == run("export", "kuhn", f"--{form}").stdout


def test_export_without_a_form_says_both_ways():
    said = run("export", "kuhn").stderr
    assert "--efg, --nfg, --csv, --lp, --mps, --coq, or -o with a name that ends so" in said


def test_rows_in_one_file_are_those_of_the_lines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("s.json", "s.jsonl", "s.csv"):
        assert run("sweep", "le-her(ranks=2..4)", "-o", str(tmp_path / name)).exit_code == 0
    lines = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    document = json.loads((tmp_path / "s.json").read_text())
    assert document["rows"] == lines and document["complete"] is True
    rows = list(csv.DictReader((tmp_path / "s.csv").read_text().splitlines()))
    assert [row["value"] for row in rows] == [line["value"] for line in lines]
    shown = run("table", "s.json").stdout.splitlines()[1:]
    assert shown == run("table", "s.jsonl").stdout.splitlines()[1:]


def test_a_game_has_tables_without_a_file(tmp_path):
    saved = str(tmp_path / "kuhn.json")
    run("solve", "kuhn", "-o", saved)
    for form in ("--latex", "--markdown", "--csv"):
        own, told = run("table", "kuhn", form).stdout, run("table", saved, form).stdout
        assert told.startswith(own)
        note = "not checked: that these payoffs are those of kuhn-poker(ranks=3)"
        assert told == own if form == "--csv" else note in told[len(own) :]
    (tmp_path / "m.json").write_text("[[1, 2], [3, 0]]")
    assert "probability" in run("table", str(tmp_path / "m.json"), "--latex").stdout
    result = run("table", "kuhnn", "--latex")
    assert result.exit_code == 3 and "did you mean" in result.stderr


def test_a_result_saves_itself_by_the_end_of_the_name_and_is_read_back(tmp_path):
    results: list[Any] = [
        sabot.solve("kuhn"),
        sabot.prove("le-her(ranks=3, suits=*)"),
        sabot.equilibria("kuhn"),
        sabot.value("kuhn", "optimal"),
    ]
    for found in results:
        found.save(tmp_path / "x.tex")
        assert (tmp_path / "x.tex").read_text() == found.to_latex()
        found.save(str(tmp_path / "x.html"))
        assert found.to_html() in (tmp_path / "x.html").read_text()
        found.save(tmp_path / "x.json")
        again = type(found).load(tmp_path / "x.json")
        assert again.to_csv() == found.to_csv()
        assert again.to_markdown().startswith(found.to_markdown())
        told, written = (one.to_json() for one in (again, found))
        assert told | {"seconds": 0} == written | {"seconds": 0}
        with pytest.raises(FormError, match=r"x\.svg: the suffix says what to write"):
            found.save(tmp_path / "x.svg")
    (tmp_path / "x.json").write_text('{"schema": "sabot/equilibria/1"}')
    with pytest.raises(FileError, match=r"x\.json: schema 'sabot/equilibria/1': expected"):
        sabot.Equilibria.load(tmp_path / "x.json")


@pytest.mark.slow
def test_what_is_read_back_is_shown_as_it_was(tmp_path):
    for words in (
        ["equilibria", "baccara(model=A3)"],
        ["equilibria", "kuhn-poker"],
        ["value", "baccara(model=A1)", "--strategy", "casino"],
    ):
        path = str(tmp_path / "x.json")
        shown = run(*words, "-o", path).stdout
        note = "as saved; not checked"
        if words[0] == "equilibria":
            game = json.loads(Path(path).read_text())["game"]
            note = f"not checked: that these payoffs are those of {game}"
        assert run("table", path).stdout == f"{shown}\n  {note}\n"
