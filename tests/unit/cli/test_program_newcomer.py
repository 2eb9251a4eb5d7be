"""What a person who meets Sabot for the first time reads: nothing twice, nothing untrue."""

import csv
import io
import json

import pytest
from click.testing import CliRunner

import sabot
from sabot.analysis.strategy_input import complete_strategies
from sabot.analysis.sweep import Row
from sabot.cli.program import cli
from sabot.errors import FormError
from sabot.forms.sequence import MatrixForm
from sabot.io.efg import to_efg
from sabot.io.strategy_text import parse_strategy_text
from sabot.progress import use_watch
from sabot.render.document import build_document, build_table
from sabot.render.views.session import Narrator
from sabot.render.views.sweep import distinguishing_labels
from sabot.render.writers.csv import render


def run(*words, **options):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"}, **options)


# ---------------------------------------------------------------------- figures and sheets


def test_a_line_and_its_dots_are_listed_as_one_series(tmp_path):
    path = tmp_path / "s.jsonl"
    rows = sabot.sweep("le-her(ranks=2..3, suits=1|2)")
    path.write_text("".join(json.dumps(row.to_json()) + "\n" for row in rows))
    points = json.loads(run("plot", str(path), "--json").stdout)["points"]
    assert [(p["series"], p["x"]) for p in points] == [
        ("suits=1", "2"),
        ("suits=1", "3"),
        ("suits=2", "2"),
        ("suits=2", "3"),
    ]


def test_no_cell_of_a_sheet_moves_a_cursor_or_runs_as_a_formula():
    rows = [("a\x1b[2J\nb", "=1+1"), ("@x", "+cmd"), ("+1/2", "-")]
    text = render(build_document(build_table(rows)))
    assert "\x1b" not in text
    assert list(csv.reader(io.StringIO(text))) == [
        ["a\\x1b[2J\\nb", "'=1+1"],
        ["'@x", "'+cmd"],
        ["+1/2", "-"],
    ]


def test_the_sheet_of_a_sweep_holds_uniqueness_and_mixes_after_the_older_columns(tmp_path):
    path = tmp_path / "s.csv"
    assert run("sweep", "kuhn-poker(ranks=1|3)", "-o", str(path)).exit_code == 0
    head, refused, solved = csv.reader(io.StringIO(path.read_text()))
    assert head == ["game", "value", "decimal", "error", "unique", "mixes"]
    assert refused[4:] == ["", ""]
    assert solved[1] == "-1/18"
    assert solved[4] == "not for first"
    assert "second Q,bet fold 2/3, call 1/3" in solved[5]


def test_a_refused_game_leaves_the_labels_of_the_others_short():
    games = ["le-her(ranks=1)", "le-her(ranks=2)", "le-her(ranks=3)"]
    assert distinguishing_labels(games, [Row(game).find_game() for game in games]) == [
        "ranks=1",
        "ranks=2",
        "ranks=3",
    ]


def test_the_edge_is_only_told_where_hands_are_played_for_a_stake_of_one(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("5,1\n-1,2\n")
    assert " edge " not in run("value", str(path), "--strategy", "optimal").stdout
    assert " edge " in run("value", "le-her(ranks=3)", "--strategy", "optimal").stdout


# ---------------------------------------------------------------------- words


def test_one_view_is_no_plural(tmp_path):
    path = tmp_path / "one.py"
    path.write_text(
        "import sabot\n\n"
        "@sabot.rules(name='one', seats=('ann', 'bob'))\n"
        "def one(table):\n"
        "    a = table.ask('ann', ['l', 'r'])\n"
        "    b = table.ask('bob', ['l', 'r'])\n"
        "    table.pay(ann=1 if a == b else -1)\n"
    )
    assert "1 view, 2 moves" in run("size", str(path)).stdout


def test_a_fault_under_rest_or_a_star_names_the_view():
    form = sabot.load("kuhn-poker").form()
    with pytest.raises(
        FormError, match=r"first at 'rest' \(for the view 'J,pass,bet'\): no action"
    ):
        complete_strategies(
            form.sides, {"first": {"J": "pass", "Q": "pass", "K": "pass", "rest": "bet"}}
        )
    with pytest.raises(FormError, match=r"second at '\*,bet' \(for the view 'J,bet'\): no action"):
        complete_strategies(form.sides, {"second": {"*,bet": "pass", "rest": "pass"}})


def test_a_seat_with_a_name_keeps_it_as_it_is_spelled():
    assert Narrator._move(None, "ann", "fold") == "ann: fold."
    assert Narrator._move(None, "dealer", "keep") == "The dealer: keep."


def test_a_check_that_fails_by_the_rules_says_so_on_stdout(tmp_path):
    path = tmp_path / "pennies.json"
    sabot.solve(MatrixForm.of([[1, -1], [-1, 1]])).save(path)
    result = run("check", str(path), "--game", "kuhn-poker")
    assert result.exit_code == 1
    assert "payoffs: NOT those of kuhn-poker" in result.stdout


THREE = """
import sabot

@sabot.rules(name="three", seats=("ann", "bob", "cleo"))
def three(table):
    \"\"\"Ann and Bob name a side; Cleo looks on and is paid where they agree.\"\"\"
    a = table.ask("ann", ("l", "r"))
    b = table.ask("bob", ("l", "r"))
    table.pay(ann=1, bob=0, cleo=3 if a == b else 0)
"""


def test_a_seat_that_is_never_asked_needs_no_strategy(tmp_path):
    path, own = tmp_path / "three.py", tmp_path / "own.json"
    path.write_text(THREE)
    own.write_text('{"ann": {"rest": "l"}, "bob": {"rest": "l"}}')
    judged = run("value", str(path), "--strategy", str(own), "--json")
    assert json.loads(judged.stdout)["payoffs"] == ["1", "0", "3"]
    dealt = run("simulate", str(path), "--strategy", str(own), "--hands", "10", "--json")
    assert json.loads(dealt.stdout)["payoffs"] == ["1", "0", "3"]
    own.write_text('{"ann": {"rest": "l"}}')
    assert "no strategy for bob;" in run("value", str(path), "--strategy", str(own)).stderr


# ---------------------------------------------------------------------- a screen as a strategy


@pytest.mark.parametrize("game", ["baccara(model=A3)", "le-her(ranks=7)"])
def test_the_whole_screen_of_a_solution_is_read_back_as_the_strategies_it_shows(game, tmp_path):
    path = tmp_path / "screen.txt"
    path.write_text(run("solve", game).stdout)
    judged = json.loads(run("value", game, "--strategy", str(path), "--json").stdout)
    assert judged["expectation"] == judged["value"]


def test_a_mix_folded_on_a_narrow_screen_is_one_line_again(tmp_path):
    path = tmp_path / "screen.txt"
    narrow = CliRunner().invoke(cli, ["solve", "baccara(model=B1, decks=6)"], env={"COLUMNS": "50"})
    assert max(map(len, narrow.stdout.splitlines())) <= 75  # but for the digest
    path.write_text(narrow.stdout)
    words = ("value", "baccara(model=B1, decks=6)", "--strategy", str(path), "--json")
    judged = json.loads(run(*words).stdout)
    assert judged["expectation"] == judged["value"]


def test_a_mix_that_the_screen_rounds_is_refused_with_the_remedy(tmp_path):
    path = tmp_path / "screen.txt"
    path.write_text("first  the only optimal strategy\n  J  pass ≈ 0.3, bet ≈ 0.7\n")
    result = run("value", "kuhn-poker", "--strategy", str(path))
    assert result.exit_code == 3
    assert "line 2: the mix at J is too long for a screen" in result.stderr
    assert "-o FILE.json" in result.stderr


def test_one_card_and_its_action_are_an_answer_and_no_legend():
    assert parse_strategy_text("first\n  Q  pass\n", ("first", "second")) == {
        "first": {"Q": "pass"}
    }


# ---------------------------------------------------------------------- what stands beside a fault


def test_a_strategy_file_of_another_game_is_told_with_its_game(tmp_path):
    path = tmp_path / "four.json"
    sabot.solve("le-her(ranks=4)").save(path)
    result = run("value", "le-her(ranks=5)", "--strategy", str(path))
    assert result.exit_code == 3
    assert f"{path} is of another game, le-her(ranks=4, suits=4)" in result.stderr


def test_a_numbered_strategy_is_not_taken_for_a_chance(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("5,1\n-1,2\n")
    assert "1.  strategy 1: 3/7, strategy 2: 4/7" in run("equilibria", str(path)).stdout


def test_a_tree_tells_how_much_of_it_is_written():
    told = []
    with use_watch(sabot.Watch(told.append)):
        to_efg(sabot.load("kuhn-poker(ranks=9)"), "kuhn")
    assert [(m.stage, m.total) for m in told if m.stage == "writing"] == [("writing", 10 + 72 * 9)]
