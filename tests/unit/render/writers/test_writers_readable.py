"""Documents that can be read: no word broken, no label mistaken, views in order, idle marked."""

import csv
import re

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli.program import cli
from sabot.render import document as doc
from sabot.render.views.dominance import label_ranges_text
from sabot.render.writers import terminal

OWN = '''
import sabot


@sabot.rules(name="own", seats=("a", "b"))
def own(table):
    """A label of its own looks like a range."""
    word = table.ask("a", ("1-3", "2", "x"), sees=0)
    card = table.shoe(ranks=4, suits=1).draw()
    table.show("b", word)
    if table.ask("b", ("fold", "call"), sees=card) == "fold":
        return table.pay(a=1)
    return table.pay(a=2 if card < 3 else -2)
'''


def shown(*words):
    result = CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_no_label_is_broken_inside_a_word_at_80_columns():
    text = shown("reduce", "kuhn-poker", "--weak")
    assert all(len(line) <= 80 for line in text.splitlines())
    words = {word for word in text.split() if ":" in word}
    assert words - {"left:", "rows:", "columns:", "number:"} <= {
        f"{card}{seen}:{move}"
        for card in "JQK"
        for seen in ("", ",pass", ",bet", ",pass,bet")
        for move in ("pass", "bet", "fold", "call")
    }
    assert "  1     0  -1/6     0  -1/6\n" in text  # exact, for labels stand elsewhere


@pytest.mark.parametrize("width", [44, 60, 80])
def test_a_table_breaks_words_only_where_they_do_not_fit_side_by_side(width):
    cells = "unbreakable-word and more", "a long story " * 9, "another-long-word"
    text = terminal.render(
        doc.build_document(doc.build_table([cells], head=("a", "b", "c"))), width=width
    )
    assert set(text.split()) == {*"abc", *" ".join(cells).split()}
    assert all(len(line) <= width for line in text.splitlines())


def test_a_range_is_not_mistaken_for_a_label(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    text = shown("solve", str(path))
    assert "  1-3,1..2  fold\n" in text and "1-2" not in text
    assert label_ranges_text(["1", "2", "3", "1-3"]) == "1..3, 1-3"
    assert label_ranges_text(["1", "2", "3", "up"]) == "1-3, up"
    latex = sabot.solve(str(path)).to_latex()
    assert "\na & 1-3 & 2 & x" in latex and "--" not in latex


def test_views_are_in_the_order_of_the_cards_everywhere():
    kuhn = ["J,pass", "J,bet", "Q,pass", "Q,bet", "K,pass", "K,bet"]
    solution = sabot.solve("kuhn-poker")
    sheets = [solution, sabot.approximate("kuhn-poker", gap="1/10"), sabot.equilibria("kuhn-poker")]
    for found in sheets:
        rows = csv.DictReader(found.to_csv().splitlines())
        views = dict.fromkeys(row["view"] for row in rows if row["seat"] == "second")
        assert list(views) == kuhn
    for text in (str(solution), solution.to_latex(), solution.to_markdown(), solution.to_html()):
        spots = [re.search(rf"(?<![\w,]){view}(?![\w,])", text).start() for view in kuhn]
        assert spots == sorted(spots)


def test_an_answer_that_never_comes_up_is_marked_as_such():
    meek = {"first": {"J": "pass", "Q": "pass", "K": "pass", "rest": "fold"}}
    found = sabot.value("kuhn-poker", meek)
    assert found["first"].off_path == ("Q,bet", "K,bet", "J,bet")
    text = str(found)
    assert "    J,pass  bet\n    J,bet   fold (never comes up)\n" in text
    assert text.count("never comes up") == 3
    rows = list(csv.DictReader(found.to_csv().splitlines()))
    idle = [row["view"] for row in rows if row["what"] == "best reply (never comes up)"]
    assert idle == ["J,bet", "Q,bet", "K,bet"]
    reply = found.to_json()["strategies"]["first"]["best_reply"]
    assert sorted(reply["off_path"]) == sorted(idle) and reply["actions"].keys() > set(idle)


def test_a_reply_is_idle_too_where_its_own_choice_does_not_lead():
    """The second seat always bets and calls: who passes with a jack and folds never calls."""
    bold = {"second": {"rest": "call", "J,pass": "bet", "Q,pass": "bet", "K,pass": "bet"}}
    found = sabot.value("kuhn-poker", bold)["second"]
    live = {view for view in found.reply.actions if view not in found.off_path}
    assert {"J", "Q", "K"} <= live
    for card in "JQK":
        assert (f"{card},pass,bet" in live) == (found.reply.actions[card] == "pass")


def test_one_equilibrium_is_called_one():
    assert "equilibria  1 x 1 = 1: both strategies are unique\n" in str(
        sabot.equilibria([[1, 2], [3, 4]])
    )
    assert "equilibria  2 x 1 = 2 extreme ones\n" in str(sabot.equilibria("kuhn-poker"))
