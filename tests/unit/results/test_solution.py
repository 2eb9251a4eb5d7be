import json
import os
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from tests.unit.forging import older

import sabot
from sabot import MatrixForm, Solution, Strategy
from sabot.errors import CertificateError, FileError
from sabot.io.files import write_atomically
from sabot.results.solution import support

HALF = Fraction(1, 2)


# ---------------------------------------------------------------------- what it says


def test_the_game_of_the_fifty_two_cards(le_her_solution):
    assert le_her_solution.value == Fraction(277, 11050)
    assert le_her_solution["receiver"]["7"] == {"hold": Fraction(5, 8), "exchange": Fraction(3, 8)}
    assert le_her_solution["dealer"]["8"] == {"keep": Fraction(3, 8), "draw": Fraction(5, 8)}
    assert le_her_solution.unique
    assert le_her_solution.seats == ("receiver", "dealer")


def test_a_strategy_is_a_mapping_of_views(le_her_solution):
    strategy = le_her_solution["receiver"]
    assert len(strategy) == 13
    assert list(strategy)[:2] == ["1", "2"]
    assert strategy.mixed == ["7"]
    assert repr(strategy) == "<Strategy of receiver: 13 views, 1 mixed>"
    with pytest.raises(KeyError):
        strategy["14"]


def test_the_support_of_a_mix_leaves_out_what_has_no_chance():
    assert support({"a": HALF, "b": Fraction(0), "c": HALF}) == {"a": HALF, "c": HALF}


def test_every_view_of_a_strategy_adds_to_one():
    for text in ("kuhn-poker", "le-her(ranks=4, reply=open)", "le-her(strategies=threshold)"):
        for strategy in sabot.solve(text).strategies.values():
            assert all(
                sum(mix.values()) == 1 and min(mix.values()) >= 0 for mix in strategy.values()
            )


def test_a_solution_prints_value_strategies_and_verdicts():
    text = str(sabot.solve([[1, -1], [-1, 1], [0, 0]]))
    assert "  value  0 to the row seat: the game is fair" in text
    assert "row  one of several optimal strategies" in text
    assert "column  the only optimal strategy" in text
    assert "  1  1/2  = 0.5\n  2  1/2  = 0.5" in text


def test_a_solution_is_a_value(pennies):
    assert pennies == sabot.solve([[1, -1], [-1, 1]])
    assert pennies != sabot.solve([[2, -1], [-1, 2]])
    with pytest.raises(AttributeError):
        pennies.value = 1


def test_the_document_has_the_fields_that_are_promised(pennies):
    document = pennies.to_json()
    assert list(document) == [
        *("schema", "game", "seats", "value", "decimal", "strategies", "unique"),
        *("unique_behaviour", "off_path", "method", "seconds", "certificate"),
    ]
    assert document["schema"] == "sabot/solution/2"
    assert document["value"] == "0"
    assert document["decimal"] == 0.0
    assert document["strategies"] == {
        "row": {"-": {"1": "1/2", "2": "1/2"}},
        "column": {"-": {"1": "1/2", "2": "1/2"}},
    }
    assert document["unique"] == {"row": True, "column": True}
    assert document["seconds"] >= 0


# ---------------------------------------------------------------------- save and load


@pytest.mark.parametrize(
    "game",
    ["le-her(ranks=5, suits=2)", "kuhn-poker", [[1, -1], [-1, 1], [0, 0]], [["1/3", 10**60]]],
    ids=str,
)
def test_a_solution_saved_and_loaded_is_the_same(game, tmp_path):
    found = sabot.solve(game)
    path = tmp_path / "s.json"
    found.save(path)
    again = Solution.load(path)
    assert again == found
    assert again.to_json() == json.loads(json.dumps(found.to_json()))
    assert sabot.check(path) == sabot.check(found) == found.value
    again.save(tmp_path / "t.json")
    assert (tmp_path / "t.json").read_bytes() == path.read_bytes()


def test_labels_of_every_script_survive(tmp_path):
    form = MatrixForm.of([[1, -1], [-1, 1]], rows=["été", "冬"], columns=["<b>", 'a"b'])
    path = tmp_path / "s.json"
    sabot.solve(form).save(path)
    assert Solution.load(path)["row"]["-"] == {"été": HALF, "冬": HALF}
    assert "été" in path.read_text(encoding="utf-8")


def test_a_saved_solution_is_checked_when_it_is_loaded(tmp_path, pennies):
    path = tmp_path / "s.json"
    pennies.save(path)
    path.write_text(path.read_text().replace('"value": "0"', '"value": "1"', 1))
    with pytest.raises(CertificateError):
        Solution.load(path)


def test_a_bare_certificate_is_no_solution(tmp_path, pennies):
    path = tmp_path / "c.json"
    path.write_text(json.dumps(older(pennies.to_json())["certificate"]))
    assert sabot.check(path) == 0
    with pytest.raises(FileError, match="not a saved solution"):
        Solution.load(path)


# ---------------------------------------------------------------------- atomic writing


def test_an_old_file_is_replaced_whole(tmp_path):
    path = tmp_path / "s.json"
    path.write_text("old " * 1000)
    write_atomically(path, "new")
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["s.json"]


def test_a_crash_while_writing_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "s.json"
    path.write_text("old")

    def crash(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(FileError, match="No space left on device"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["s.json"]


def test_a_place_that_cannot_be_written_is_named_and_nothing_is_left_behind(tmp_path, pennies):
    with pytest.raises(FileError, match="cannot be written"):
        pennies.save(tmp_path / "none" / "s.json")
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError, match="folder: cannot be written"):
        pennies.save(tmp_path / "folder")
    assert os.listdir(tmp_path) == ["folder"]


def test_what_is_no_text_is_refused_when_saved(tmp_path):
    with pytest.raises(FileError, match="Unicode"):
        write_atomically(tmp_path / "s.json", "\ud800")
    assert os.listdir(tmp_path) == []


def test_a_relative_name_is_written_where_we_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_atomically("s.json", "text")
    assert (tmp_path / "s.json").read_text() == "text"


# ---------------------------------------------------------------------- HTML


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = set()
        self.data = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= {"class", "style"}
        assert not any("row" in value or "column" in value for _, value in attrs)

    def handle_data(self, data):
        self.data.append(data)


def test_a_notebook_shows_the_solution_and_escapes_what_is_not_ours():
    nasty = "<script>alert('&')</script>"
    form = MatrixForm.of([[1, -1], [-1, 1]], rows=[nasty, "b"], seats=("<i>row</i>", '"column"'))
    page = Tags()
    page.feed(sabot.solve(form)._repr_html_())
    assert page.tags == {"div", "h4", "small", "b", "table", "tr", "th", "td"}
    assert nasty in page.data
    assert "1/2" in page.data
    assert "<i>row</i> " in page.data and "the only optimal strategy" in page.data


def test_a_strategy_stands_alone():
    strategy = Strategy("dealer", {"8": {"keep": Fraction(3, 8), "draw": Fraction(5, 8)}})
    assert strategy["8"]["draw"] == Fraction(5, 8)
    assert dict(strategy) == strategy.table
