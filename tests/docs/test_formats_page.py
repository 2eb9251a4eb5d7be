"""The page of formats says what the verbs print: every key and no other, and each CSV's lines."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli.program import VERBS, cli

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "formats.md"
SECTIONS = re.findall(r"^### `sabot (.*?)`\n(.*?)(?=^##|\Z)", PAGE.read_text(), re.M | re.S)
DOCUMENTS = [(command, text) for command, text in SECTIONS if "--json" in command]
SHEETS = [(command, text) for command, text in SECTIONS if "--csv" in command]


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("formats")
    run("solve", "kuhn", "-o", str(place / "kuhn.json"))
    (place / "three.nfg").write_text('NFG 1 R "" { "A" "B" "C" } { 2 1 1 } 1 2 3 4 5 6')
    run("reduce", "le-her(strategies=threshold)", "-o", str(place / "log.json"))
    return place


def keys_told(text):
    """Return the keys of a section, and those that are there only sometimes."""
    told, sometimes = set(), set()
    for line in re.findall(r"^- (.*?)(?::(?:\s|$))", text, re.M):
        keys = set(re.findall(r"`(\w+)`", line))
        told |= keys
        sometimes |= keys if "*(sometimes)*" in line else set()
    return told, sometimes


@pytest.mark.parametrize(("command", "text"), DOCUMENTS, ids=[command for command, _ in DOCUMENTS])
def test_every_key_is_told_and_no_other(command, text, folder, monkeypatch):
    monkeypatch.chdir(folder)
    result = run(*shlex.split(command))
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    told, sometimes = keys_told(text)
    assert f"- `schema`: `{found['schema']}`\n" in text
    assert set(found) - told == set(), f"not on {PAGE.name}"
    assert told - sometimes - set(found) == set(), f"on {PAGE.name}, but not printed"


@pytest.mark.parametrize(("command", "text"), SHEETS, ids=[command for command, _ in SHEETS])
def test_the_first_lines_of_each_csv_are_those_on_the_page(command, text, folder, monkeypatch):
    monkeypatch.chdir(folder)
    shown = re.search(r"^```text\n(.*?)^```", text, re.M | re.S).group(1)
    result = run(*shlex.split(command))
    assert result.exit_code == 0, result.output
    assert result.stdout.replace("\r\n", "\n").startswith(shown)


def test_every_verb_that_writes_json_is_on_the_page():
    told = {command.split()[0] for command, _ in DOCUMENTS}
    verbs = {name: cli.get_command(None, name) for name in VERBS}
    for group in [name for name in verbs if hasattr(verbs[name], "verbs")]:
        inner = verbs.pop(group)
        verbs |= {f"{group} {name}": inner.get_command(None, name) for name in inner.verbs}
    told |= {" ".join(command.split()[:2]) for command, _ in DOCUMENTS}
    writers = {
        name
        for name, verb in verbs.items()
        if any(option.name == "as_json" for option in verb.params)
    }
    # these have pages of their own
    assert writers - told - {"plot", "whist deals"} == set()
