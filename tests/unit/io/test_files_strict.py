"""Files that are no certificates are read as strictly: every key once, and no word lost."""

import json
from fractions import Fraction as F

import pytest
from click.testing import CliRunner

import sabot
from sabot.analysis.sweep_journal import read_saved_rows
from sabot.cli.program import cli
from sabot.errors import FileError, SabotError
from sabot.play.history import read_history

ROADS = {
    "roads": ["a", "b"],
    "senders": {"s": {"amount": 2, "roads": ["a", "b"]}},
    "costs": {"a": {"a": 1, "plain": 1}, "b": {"b": 2}},
}
SESSION = {
    "schema": "sabot/session/1",
    "game": "kuhn-poker",
    "seat": "first",
    "seed": 1,
    "hands": [{"answers": ["pass"], "paid": "-1"}],
    "unfinished": [],
}


def saved(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("label", ["true", "null", '["a"]', "{}"])
def test_the_label_of_a_row_is_a_text_or_a_number(tmp_path, label):
    text = '{"payoffs": [[1, 2], [2, 1]], "rows": [%s, "b"]}'
    with pytest.raises(SabotError, match=r"'rows' holds .*, which is not a label"):
        sabot.solve(saved(tmp_path, "labels.json", text % label))
    assert sabot.solve(saved(tmp_path, "numbers.json", text % "1")).value == F(3, 2)


def test_a_row_of_a_sweep_that_is_shown_has_every_key_once(tmp_path):
    row = '{"game": "le-her(ranks=2, suits=2)", "value": "1/2"'
    good = saved(tmp_path, "good.jsonl", row + "}\n")
    assert read_saved_rows(good) == [{"game": "le-her(ranks=2, suits=2)", "value": "1/2"}]
    for text in (row + ', "value": "7"}\n', row + "}\n" + row + ', "value": "7"}\n'):
        path = saved(tmp_path, "twice.jsonl", text)
        with pytest.raises(FileError, match=r"twice\.jsonl: the key 'value' is given twice"):
            read_saved_rows(path)


@pytest.mark.parametrize("verb", ["table", "plot"])
def test_no_more_of_a_file_is_read_than_a_sweep_can_hold(tmp_path, monkeypatch, verb):
    path = saved(
        tmp_path, "long.jsonl", '{"game": "le-her(ranks=2, suits=2)", "value": "1/2"}\n' * 9
    )
    monkeypatch.setattr("sabot.analysis.sweep_journal.MOST_BYTES", 99)
    found = CliRunner().invoke(cli, [verb, path])
    assert found.exit_code == 3
    assert "long.jsonl: larger than 0 MiB; give a part of it" in found.stderr


def test_a_matrix_on_stdin_is_read_whole_or_refused(monkeypatch):
    told = "3,1\n1,2\n"
    assert CliRunner().invoke(cli, ["solve", "-"], input=told).exit_code == 0
    monkeypatch.setattr("sabot.io.files.MAX_BYTES", len(told))
    found = CliRunner().invoke(cli, ["solve", "-"], input=told + "9,9\n")
    assert found.exit_code == 3
    assert "stdin: larger than 0 MiB" in found.stderr


def test_a_session_has_no_part_that_is_not_read():
    assert read_history("s.json", SESSION).seed == 1
    with pytest.raises(FileError, match=r"s\.json: not a saved session: 'bet' is not a part of it"):
        read_history("s.json", SESSION | {"bet": 2})
    hands = [{"answers": ["pass"], "paid": "-1", "cards": "JQ"}]
    with pytest.raises(FileError, match="'cards' is not a part of it"):
        read_history("s.json", SESSION | {"hands": hands})


def test_no_road_has_the_name_of_a_cost(tmp_path):
    assert sabot.solve(f"network(file={saved(tmp_path, 'n.json', ROADS)})")
    text = json.dumps(ROADS).replace('"b"', '"plain"')
    with pytest.raises(SabotError, match="a road called 'plain'"):
        sabot.solve(f"network(file={saved(tmp_path, 'plain.json', text)})")


def test_a_network_has_every_key_once(tmp_path):
    text = json.dumps(ROADS)[:-1] + ', "roads": ["b", "a"]}'
    with pytest.raises(SabotError, match="the key 'roads' is given twice"):
        sabot.solve(f"network(file={saved(tmp_path, 'twice.json', text)})")
