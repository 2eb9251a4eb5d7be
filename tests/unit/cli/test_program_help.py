"""Every verb explains itself: help on both switches, and two examples that work."""

import json
import platform
import re
import shlex
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner

import sabot
from sabot.cli import program
from sabot.cli.program import SECTIONS, UNKNOWN_VERB_HINTS, VERBS, cli
from sabot.cli.verbs import GAME_ARGUMENT_FORMS
from sabot.game_table import game_commands, shipped_games

INNER = [(group, name) for group in game_commands() for name in cli.get_command(None, group).verbs]
"""The verbs that games bring."""
PROJECT = Path(__file__).parents[3] / "pyproject.toml"
ALL = [(name, example) for name in VERBS for example in cli.get_command(None, name).examples]
ALL += [
    (name, example)
    for group, name in INNER
    for example in cli.get_command(None, group).get_command(None, name).examples
]


def run(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("switch", ["-h", "--help"])
def test_help_has_two_examples_and_fits_the_screen(verb, switch):
    result = run(verb, switch)
    assert result.exit_code == 0
    assert result.stderr == ""
    examples = cli.get_command(None, verb).examples
    assert len(examples) >= 2
    assert all(f"\n  {example}\n" in result.stdout for example in examples)
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(("group", "verb"), INNER)
def test_a_verb_that_a_game_brings_explains_itself_too(group, verb):
    assert f"\n  {verb} " in run(group, "--help").stdout
    text = run(group, verb, "--help").stdout
    examples = cli.get_command(None, group).get_command(None, verb).examples
    assert len(examples) >= 2
    assert all(f"\n  {example}\n" in text for example in examples)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("name", cli.former)
def test_a_former_verb_works_and_is_not_listed(name):
    group, now = cli.former[name]
    words = {"deals": ["3", "--json"], "puzzle": ["--seed", "1", "--json"]}[name]
    assert run(name, *words).stdout == run(group, now, *words).stdout != ""
    assert f"\n  {name} " not in run("--help").stdout
    assert "known: solve" in run("slove").stderr and name not in run("slove").stderr


def test_a_game_that_brings_verbs_has_no_others():
    result = run("whist", "solv")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no verb 'solv'" in result.stderr


@pytest.mark.parametrize("verb", VERBS)
def test_help_says_what_a_game_is(verb):
    text = run(verb, "--help").stdout
    takes_one = " GAME\n" in text or " [GAME]\n" in text
    assert ("\nGAME is one of:\n" in text) == takes_one
    for form, meaning in GAME_ARGUMENT_FORMS if takes_one else ():
        assert f"  {form}  " in text
        assert meaning in text


def test_every_form_of_a_game_that_help_names_is_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pay.csv").write_text("1,2\n3,4\n")
    (tmp_path / "pay.json").write_text("[[1, 2], [3, 4]]")
    run("export", "kuhn", "--efg", "-o", "game.efg")
    run("export", "kuhn", "--nfg", "-o", "game.nfg")
    (tmp_path / "own.py").write_text(
        "import sabot\n"
        "@sabot.rules(name='w', seats=('a', 'b'))\n"
        "def war(table):\n"
        "    table.pay(a=1)\n"
    )
    for word in (word for forms, _ in GAME_ARGUMENT_FORMS for word in forms.split(", ")):
        result = run("size", *shlex.split(word))
        assert result.exit_code == 0, result.output


def works(example):
    """Demand that a line of examples does what it says."""
    for words in (shlex.split(part) for part in example.split(" && ")):
        assert words[0] == "sabot"
        result = run(*words[1:])
        assert result.exit_code == 0, result.output
        if "--stream" in words:  # an object per line
            assert all(json.loads(line)["payoffs"] for line in result.stdout.splitlines())
        elif "--json" in words:
            assert json.loads(result.stdout)["schema"].startswith("sabot/")


@pytest.mark.usefixtures("closed_workbench")
@pytest.mark.parametrize("verb", dict.fromkeys(name for name, _ in ALL))
def test_the_examples_work(verb, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_games").mkdir()
    for example in (one for name, one in ALL if name == verb):  # later ones use earlier files
        assert verb in example
        if "--jobs" not in example:
            works(example)


@pytest.mark.slow  # each process imports everything again
@pytest.mark.parametrize("example", [one for _, one in ALL if "--jobs" in one])
def test_an_example_with_several_processes_works(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    works(example)


def test_the_first_page_lists_every_verb():
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"\n  {verb} " in result.stdout for verb in VERBS)
    assert "Examples:" in result.stdout
    assert "Exit codes:" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_every_verb_has_one_heading_in_help():
    grouped = [name for names in SECTIONS.values() for name in names]
    remedy = "edit SECTIONS in src/sabot/cli/program.py, or GameCommand.section"
    assert sorted(grouped) == sorted(VERBS), remedy
    assert "\nVerbs:\n" not in run("--help").stdout


def test_help_says_the_words_of_a_textbook():
    text = " ".join(run("--help").stdout.split())
    for word in ("Nash equilibria", "best response", "exploitability", "information set"):
        assert word in text


@pytest.mark.parametrize("words", [(), ("whist",)], ids=["sabot", "sabot whist"])
def test_a_group_without_a_verb_prints_its_help(words):
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == run(*words, "--help").stdout


def test_the_list_of_games_fits_a_screen_of_24_lines():
    lines = run("games").stdout.splitlines()
    assert len(lines) <= 22  # and the prompts above and below it
    assert max(map(len, lines)) <= 80
    words = " ".join(lines).replace(",", " ").replace(";", " ").split()
    for name, entry in shipped_games().items():
        assert name in words and entry.summary and entry.section != "Other games"


def test_the_long_list_of_games_has_all_parameters():
    text = run("games", "-v").stdout
    assert "parameters: ranks=13, suits=4, reply=fixed, strategies=all" in text
    assert all(f"\n{name}\n" in f"\n{text}" for name in shipped_games())


def test_the_version_and_below_it_those_of_python_and_the_libraries():
    first, python, *libraries = run("--version").stdout.splitlines()
    assert first == f"sabot {sabot.__version__}"
    assert python.startswith(f"  {platform.python_implementation()} {platform.python_version()}, ")
    numeric = ("python-flint", "numpy", "highspy", "numba")
    assert libraries[0] == "  " + ", ".join(f"{name} {version(name)}" for name in numeric)
    with PROJECT.open("rb") as file:
        project = tomllib.load(file)["project"]
    groups = (project["dependencies"], *project["optional-dependencies"].values())
    needed = {re.match(r"[\w-]+", one)[0] for group in groups for one in group}
    assert {words.split()[0] for line in libraries for words in line.split(", ")} == needed
    assert max(map(len, libraries)) <= 80


def test_a_library_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr(program, "LIBRARIES", (("numba", "no-such-library"),))
    *_, last = run("--version").stdout.splitlines()
    assert last == f"  numba {version('numba')}, no-such-library not installed"


SHOWN = [
    ["games", "-v"],
    ["show", "le-her"],
    ["show", "matrix"],
    ["show", "leduc-poker(ranks=4)"],
    ["size", "le-her"],
    ["solve", "le-her(ranks=13, suits=4)"],
    ["solve", "le-her(ranks=6, reply=open)"],
    ["solve", "kuhn-poker"],
    ["solve", "kuhn-poker", "--digits", "300"],
    ["reduce", "kuhn-poker"],
    ["reduce", "le-her(strategies=threshold)"],
    ["equilibria", "kuhn-poker", "--all"],
    ["simulate", "le-her", "--hands", "300"],
    ["paper"],
]


@pytest.mark.parametrize("words", SHOWN, ids=" ".join)
def test_no_answer_is_wider_than_80_columns(words):
    result = run(*words)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_program(shell):
    result = run("completion", shell)
    assert result.exit_code == 0
    assert "_SABOT_COMPLETE" in result.stdout


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("sabot solve le", {"le-her", "leduc-poker"}),
        ("sabot so", {"solve"}),
        ("sabot solve --di", {"--digits"}),
        ("sabot paper eth", {"ethier-2010-le-her"}),
        ("sabot paper ethier-2010-le-her table-5.1", {"table-5.1"}),
        ("sabot paper nobody x", set()),
        ("sabot solve own.p", {"own.p"}),
        ("sabot slove k", set()),
    ],
)
def test_words_are_completed(words, wanted, monkeypatch):
    monkeypatch.setenv("_SABOT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    result = CliRunner().invoke(cli, [])
    assert result.stderr == ""
    found = {line.split(",")[1] for line in result.stdout.splitlines() if line}
    assert wanted <= found
    assert bool(found) == bool(wanted)


def test_a_word_that_might_be_a_verb_is_told_what_does_it():
    result = run("tree", "kuhn")
    assert result.exit_code == 2 and "did you mean" not in result.stderr
    assert "sabot plot GAME tree" in result.stderr and "sabot export GAME --efg" in result.stderr
    assert not set(UNKNOWN_VERB_HINTS) & set(cli.list_commands(None))


def test_a_gap_that_is_no_number_is_named():
    result = run("solve", "kuhn", "--gap", "foo")
    assert result.exit_code == 2 and "--gap: 'foo' is not an exact number" in result.stderr
