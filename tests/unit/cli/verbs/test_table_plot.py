"""``sabot plot``: what it draws, what it prints, and how it refuses."""

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    sabot.solve("le-her(ranks=4, suits=2)").save(folder / "solution.json")
    sabot.prove("le-her(ranks=4, suits=*)").save(folder / "proof.json")
    rows = [row.to_json() for row in sabot.sweep("le-her(ranks=2..4, suits=1)")]
    (folder / "sweep.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    body = {"schema": "sabot/sweep/1", "games": 3, "complete": True, "rows": rows}
    (folder / "sweep.json").write_text(json.dumps(body) + "\n")
    return folder


def test_what_no_float_holds_is_not_drawn_but_written(tmp_path):
    rows = [row.to_json() for row in sabot.sweep("kuhn-poker(ante=1e400|1e401|1e402, bet=1e400)")]
    path = tmp_path / "sweep.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = run("plot", str(path), "-o", str(tmp_path / "v.svg"))
    assert result.exit_code == 5
    assert "beyond 10^300 cannot be drawn" in result.stderr
    assert not (tmp_path / "v.svg").exists()
    assert run("plot", str(path), "-o", str(tmp_path / "v.csv")).exit_code == 0


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("solution.json", ["strategies"]),
        ("proof.json", ["theorem", "value"]),
        ("sweep.jsonl", ["sweep"]),
        ("sweep.json", ["sweep"]),
    ],
)
def test_saved_files_have_figures(name, figures, saved, tmp_path):
    assert run("plot", str(saved / name), "--list").stdout.split() == figures
    for figure in figures:
        target = tmp_path / f"{figure}.svg"
        result = run("plot", str(saved / name), figure, "-o", str(target))
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr.splitlines()[0] == f"saved to {target}"
        assert target.read_text().startswith("<?xml")


def test_papers_and_games_of_the_same_name_share_their_figures():
    names = ["envelope", "strategies", "tree", "fig-1", "fig-2", "fig-3"]
    assert run("plot", "foster-1964", "--list").stdout.split() == names
    names = ["limit-law", "density", "dealer", "cards"]
    assert run("plot", "wastlund-2005", "--list").stdout.split() == names


def test_the_tree_of_a_small_game_is_a_figure(tmp_path):
    (panel,) = sabot.plot("kuhn-poker", "tree").panels
    game = sabot.load("kuhn-poker")
    assert len(panel.steps) == game.tree().size
    ends = [panel.way(n) for n, step in enumerate(panel.steps) if step.label == "2"]
    # the first seat's two-chip wins: it calls, or is called, with the higher card
    assert len(ends) == 6 and "K  1/3, Q  1/2, bet  1, call  1/3" in ends
    three = run("plot", "kuhn-poker(players=3, ranks=4)", "tree", "-o", str(tmp_path / "t.svg"))
    assert three.exit_code == 5 and "a figure shows 250 at most" in three.stderr
    assert (
        run("plot", "matrix([[1,0],[0,1]])", "tree", "-o", str(tmp_path / "t.svg")).exit_code == 0
    )


def test_without_a_file_the_numbers_are_printed():
    result = run("plot", "foster-1964", "fig-3")
    assert result.exit_code == 0
    assert "0.81676136" in result.stdout and "1.2825388" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    body = json.loads(run("plot", "foster-1964", "fig-3", "--json").stdout)
    assert {"panel": "1", "series": "corners", "x": "1709/4224"}.items() <= {
        key: value
        for point in body["points"]
        if point["series"] == "corners"
        for key, value in point.items()
        if point["x"] == "1709/4224"
    }.items()


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["le-her", "-o", "v.gif"], 2, "v.gif: the suffix says what to write"),
        (["le-her", "-o", "nowhere/v.svg"], 3, "nowhere"),
        (["le-her", "envelop"], 2, "there is no figure 'envelop' of this; known: strategies"),
        (["kuhn-poker", "responses"], 2, "a matrix game for two players with two strategies each"),
        (["le-hr"], 2, "did you mean 'le-her'?"),
        (["gone.json"], 3, "gone.json: cannot be read"),
        (["ethier-2010-le-her"], 2, "has no figures; its tables: sabot paper"),
        (["le-her(ranks=4, suits=*)", "--to", "x"], 2, "--to"),
        (["foster-1964", "fig-3", "--to", "9"], 2, "has a last value of the parameter"),
        (["le-her(ranks=4, suits=*)", "--to", "0"], 2, "proved is every whole number suits >= 1"),
    ],
    ids=str,
)
def test_refusals_name_the_input_and_the_remedy(words, code, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("plot", *words)
    assert result.exit_code == code, result.output
    assert result.stdout == "" and says in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"game": "le-her"}',
        '{"game": 3, "value": "1"}\n[1]',
        '{"schema": "other"}',
        '{"game": "le-her", "value": "x"}',
        '{"schema": "sabot/sweep/1"}',
        '{"schema": "sabot/sweep/1", "rows": [3]}',
    ],
)
def test_hostile_files_are_refused(text, tmp_path):
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    result = run("plot", str(path))
    assert result.exit_code in (1, 2, 3), result.output
    assert result.stdout == "" and "bad.jsonl" in result.stderr
    assert "Traceback" not in result.stderr


def test_changed_certificate_is_not_drawn(saved, tmp_path):
    body = json.loads((saved / "solution.json").read_text())
    body["value"] = "1/7"
    path = tmp_path / "forged.json"
    path.write_text(json.dumps(body))
    result = run("plot", str(path), "-o", str(tmp_path / "v.svg"))
    assert result.exit_code == 1
    assert "not proved" in result.stderr
    assert not (tmp_path / "v.svg").exists()


@pytest.mark.parametrize("text", ['{"payoffs": [[1, -1], [-1, 1]]}', "[[1, -1], [-1, 1]]"])
def test_matrix_in_a_json_file_is_a_game(text, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(text)
    drawn = ["envelope", "strategies", "tree", "responses", "components"]
    assert run("plot", str(path), "--list").stdout.split() == drawn


def test_a_matrix_with_a_letter_is_drawn_and_tabulated_without_a_mark(tmp_path):
    path = tmp_path / "letter.csv"
    path.write_text("t,1\n1,0\n")
    for source in (str(path), "matrix([[t,1],[1,0]])"):
        drawn = run("plot", source)
        assert drawn.exit_code == 0 and "value and mixes against t" in drawn.stdout
        assert "shown: t = 0 to 4; --from and --to choose another range" in drawn.stderr
        assert "letter.csv" not in drawn.stdout and "held fixed" not in drawn.stdout
    assert "(t - 1) / (t - 2)" in run("table", str(path), "--csv").stdout


@pytest.mark.parametrize(("point", "low", "high"), [(-10, -15, -5), (1, -1, 3), (8, 4, 12)])
def test_a_theorem_on_all_numbers_is_drawn_with_its_breakpoints(point, low, high):
    """The piece below the breakpoint and the one above it are both seen."""
    proof = sabot.prove([[f"t - {point}", "0"]], low="-inf")
    (panel,) = sabot.plot(proof, "value").panels
    places = [x for curve in panel.curves for x, _ in curve.points]
    assert (min(places), max(places)) == (low, high)
    assert [mark.x for mark in panel.marks] == [point]


def test_both_ends_of_a_figure_can_be_chosen():
    proof = sabot.prove("le-her(ranks=4, suits=*)")
    values = sabot.plot(proof, "value", low=3, to=5).panels[0].curves[0]
    assert [x for x, _ in values.points] == [3, 4, 5]
    cuts = sabot.plot("blind-poker(players=2, q=*)", "value", low=F(1, 2), to=F(3, 4)).panels[0]
    places = [x for curve in cuts.curves for x, _ in curve.points]
    assert (min(places), max(places)) == (F(1, 2), F(3, 4))
    with pytest.raises(sabot.SabotError, match="--from 0: proved is"):
        sabot.plot(proof, low=0)
    with pytest.raises(sabot.SabotError, match="a smaller --from or a larger --to"):
        sabot.plot(proof, low=5, to=4)
    with pytest.raises(sabot.SabotError, match="a theorem has a first value"):
        sabot.plot("le-her", low=2)
