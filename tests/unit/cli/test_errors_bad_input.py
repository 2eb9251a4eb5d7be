"""Bad input: one message that names the input, the place and the remedy; the right exit code."""

import json
import random

import pytest
from click.testing import CliRunner
from tests.few import few
from tests.unit.forging import older

from sabot.cli.program import cli


def run(*words, **options):
    return CliRunner().invoke(cli, list(words), **options)


def refused(result, code, *phrases):
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("sabot: error: ")
    assert "Traceback" not in result.stderr
    assert len(result.stderr) < 2000
    for phrase in phrases:
        assert phrase in result.stderr
    return True


GAMES = [
    ("le-hre", ["there is no game 'le-hre'", "did you mean 'le-her'?"]),
    ("Kuhn", ["there is no game 'Kuhn'", "did you mean 'kuhn-poker'?"]),
    ("le-her(suits=0)", ["suits", "0 is out of range", "whole number from 1"]),
    ("le-her(ranks=1e9)", ["ranks", "from 2 to 1000"]),
    ("le-her(ranks=2.5)", ["not a whole number"]),
    ("le-her(rnaks=3)", ["no parameter 'rnaks'", "did you mean 'ranks'?"]),
    ("le-her(ranks=3", ["closing ')'"]),
    ("le-her(13, 4)", ["13: is not key=value", "write each as in ranks=13"]),
    ("le-her(ranks=13 suits=4)", ["put a comma before suits="]),
    ("le-her(ranks=13;suits=4)", ["put a comma before suits="]),
    ("le-her ranks=13", ["parameters need round brackets", "write le-her(ranks=13)"]),
    ("le-her[ranks=13]", ["parameters need round brackets", "write le-her(ranks=13)"]),
    ("kuhn-poker(bet=1,5)", ["'1,5' is not a number", "bet=1.5"]),
    ("kuhn-poker(bet=1..3)", ["'1..3' means several games", "sabot sweep"]),
    ("le-her(ranks=x, suits=y, foo=1)", ["'x'", "'y'", "'foo'"]),
    ("", ["is missing"]),
    ("()", ["is missing"]),
    ("le-her(ranks=" + "9" * 90_000 + ")", ["out of range"]),
    ("x" * 200_000, ["100000 at most"]),
    ("matrix", ["file", "is missing"]),
    ("le\x1b[31m-her", [r"le\x1b[31m-her"]),
]


@pytest.mark.parametrize(("game", "phrases"), GAMES, ids=[game[:30] for game, _ in GAMES])
@pytest.mark.parametrize("verb", ["solve", "size", "simulate", "reduce", "equilibria"])
def test_bad_game_strings(verb, game, phrases):
    refused(run(verb, game), 2, *phrases)


CELLS = [
    ("1,2\n3\n", ["ragged", "row 2"]),
    ("1,2\n3,x\n", ["line 2, column 2", "'x' is not an exact number", "3/8"]),
    ("1,2\n3,nan\n", ["'nan'"]),
    ("1,2\n3,1/0\n", ["1/0"]),
    ("", ["empty"]),
    ("\n\n , \n", ["empty"]),
    ("a,b\n", ["no numbers"]),
    ("1," + "9" * 10**6 + "\n2,3\n", ["1000000 characters", "100000"]),
]


@pytest.mark.parametrize(("text", "phrases"), CELLS, ids=[text[:12] for text, _ in CELLS])
def test_bad_matrices_in_csv(text, phrases, tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text(text)
    refused(run("solve", f"matrix(file={path})"), 3, str(path), *phrases)


@pytest.mark.parametrize("name", ["bad.json", "bad.nfg", "bad.csv"])
@pytest.mark.parametrize("raw", [b"", b"\xff\xfe\x00garbage", b"\x00" * 50, b"[" * 100_000])
def test_files_that_hold_no_game(name, raw, tmp_path):
    path = tmp_path / name
    path.write_bytes(raw)
    refused(run("solve", f"matrix(file={path})"), 3, str(path))


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_an_empty_game_file_says_how_one_begins(text, tmp_path):
    for name, begins in (("bad.nfg", "NFG 1 R"), ("bad.efg", "EFG 2 R")):
        path = tmp_path / name
        path.write_text(text)
        refused(run("equilibria", str(path)), 3, str(path), f"it must begin with: {begins}")


@pytest.mark.parametrize("verb", ["solve", "size"])
def test_a_directory_and_a_missing_file_are_no_games(verb, tmp_path):
    refused(run(verb, f"matrix(file={tmp_path})"), 3, "directory")
    refused(run(verb, f"matrix(file={tmp_path}/none.csv)"), 3, "No such file")
    refused(run(verb, "matrix(file=-)"), 3, "-: cannot be read")


@pytest.mark.slow
@pytest.mark.parametrize("suffix", few(1, ["csv", "json"]))
def test_a_file_of_two_gigabytes_is_refused_early(suffix, tmp_path):
    path = tmp_path / f"huge.{suffix}"
    with open(path, "wb") as file:
        file.truncate(2 * 2**30)
    refused(run("solve", f"matrix(file={path})"), 3, "larger than")
    refused(run("check", str(path)), 3, "larger than")


def test_the_name_of_a_file_is_met_with_help(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("1,2\n3,4\n")
    refused(run("solve", str(path)), 2, f"matrix(file={path})")


USAGE = [
    (["slove", "le-her"], ["no verb 'slove'", "did you mean 'solve'?"]),
    (["solve"], ["missing argument 'GAME'", "sabot solve --help"]),
    (["solve", "le-her", "ranks=3"], ["in quotes"]),
    (["solve", "le-her", "--digit", "3"], ["--digit"]),
    (["solve", "le-her", "--digits", "0"], ["0 is not in the range"]),
    (["solve", "le-her", "--digits", "-1"], ["-1 is not in the range"]),
    (["solve", "le-her", "--digits", "1000000000"], ["not in the range"]),
    (["solve", "le-her", "--digits", "x"], ["'x'"]),
    (["solve", "le-her", "-o", ""], ["name a file"]),
    (["solve", "le-her", "-o", "-"], ["stdout"]),
    (["simulate", "le-her", "--hands", "0"], ["0 is not in the range"]),
    (["simulate", "le-her", "--hands", "-5"], ["range"]),
    (["simulate", "le-her", "--hands", "many"], ["'many'"]),
    (["simulate", "le-her", "--seed", "x"], ["'x'"]),
    (["check"], ["missing argument"]),
    (["export", "kuhn-poker"], ["--nfg, --csv"]),
    (["export", "kuhn-poker", "--nfg", "--efg"], ["--nfg and --efg together; choose one"]),
    (["table", "none.json", "--latex", "--csv"], ["--latex and --csv together; choose one"]),
    (["table", "none.json", "--markdown", "--latex"], ["--markdown and --latex together"]),
    (["simulate", "le-her", "--hands", "1e6"], ["'1e6' is not a whole number"]),
    (["completion"], ["Choose from: bash, zsh, fish\n"]),
    (["value", "kuhn", "--strategy", "frist=optimal"], ["no seat 'frist'; the seats are first"]),
    (
        ["value", "kuhn", "--strategy", "first=optimal", "--strategy", "first=optimal"],
        ["two strategies for first", "--strategy second=optimal"],
    ),
    (["prove", "kuhn"], ["mark it as in bet=*"]),
    (["completion", "tcsh"], ["'bash', 'zsh', 'fish'"]),
    (["paper", "nobody-1900"], ["no source", "known: "]),
    (["paper", "ethier-2010-le-her", "table-99"], ["no item", "known: "]),
    (["reduce", "kuhn-poker", "--replay", "x", "--weak"], ["--replay"]),
]


@pytest.mark.parametrize(("words", "phrases"), USAGE, ids=[" ".join(w) for w, _ in USAGE])
def test_bad_usage(words, phrases):
    refused(run(*words), 2, *phrases)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("saved")
    run("solve", "kuhn-poker", "-o", str(folder / "kuhn.json"))
    run("reduce", "le-her(strategies=threshold)", "-o", str(folder / "log.json"))
    return folder


def test_a_truncated_certificate(saved, tmp_path):
    text = (saved / "kuhn.json").read_text()
    path = tmp_path / "cut.json"
    for length in (0, 1, len(text) // 2, len(text) - 3):
        path.write_text(text[:length])
        for verb in ("check", "table"):
            refused(run(verb, str(path)), 3, str(path), "cut short")


def test_an_edited_certificate(saved, tmp_path):
    path = tmp_path / "edited.json"
    document = json.loads((saved / "kuhn.json").read_text())
    document["strategies"]["second"]["K,bet"] = {"fold": "1", "call": "0"}
    path.write_text(json.dumps(document))
    for verb in ("check", "table"):
        refused(run(verb, str(path)), 1, str(path), "not proved", "changed")


@pytest.mark.parametrize(
    "raw",
    [
        b"[]",
        b"{}",
        b"null",
        b'{"schema": "sabot/solution/1"}',
        b'{"schema": "sabot/solution/2"}',
        b'{"schema": ["sabot/solution/1"]}',
        b'{"schema": 1e999}',
        b'{"schema": ' + b"9" * 5000 + b"}",
        b'{"schema": "sabot/certificate/1", "digest": 1}',
        b'{"a":' * 50_000,
        random.Random(5).randbytes(100),
    ],
)
def test_files_that_are_no_certificates(raw, tmp_path):
    path = tmp_path / "odd.json"
    path.write_bytes(raw)
    result = run("check", str(path))
    refused(result, result.exit_code, str(path))
    assert result.exit_code in (1, 3)
    refused(run("table", str(path)), result.exit_code, str(path))


def test_directories_and_missing_files_are_no_certificates(tmp_path):
    for verb in ("check", "table"):
        refused(run(verb, str(tmp_path)), 3, "directory")
        refused(run(verb, str(tmp_path / "none")), 3, "No such file")
    refused(run("check", "-", input=""), 3, "stdin")
    refused(run("check", "-", input="[]"), 3, "stdin")


def test_a_log_is_not_a_certificate(saved):
    refused(run("check", str(saved / "log.json")), 3, "--replay")


def broken_log(saved, tmp_path, change):
    log = json.loads((saved / "log.json").read_text())
    change(log["steps"])
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(log))
    return run("reduce", "le-her(strategies=threshold)", "--replay", str(path))


def test_a_log_with_a_false_step(saved, tmp_path):
    def change(steps):
        steps[0]["by"] = {"13": "1"}

    refused(broken_log(saved, tmp_path, change), 1, "step 1 is false")


def test_logs_that_are_not_well_formed(saved, tmp_path):
    changes = [
        lambda steps: steps[0].update(seat="nobody"),
        lambda steps: steps[0].update(sort=["strict"]),
        lambda steps: steps[0].update(removed=0),
        lambda steps: steps[0].update(by={"5": 1.0}),
        lambda steps: steps[0].pop("by"),
        lambda steps: steps.append("x"),
    ]
    for change in changes:
        refused(broken_log(saved, tmp_path, change), 3, "broken.json")


@pytest.mark.parametrize("verb", ["solve", "size", "reduce"])
def test_a_saved_solution_is_not_a_game(verb, saved):
    path = str(saved / "kuhn.json")
    refused(run(verb, path), 3, path, "(sabot/solution/2), of the game 'kuhn-poker(ranks=3)'")


def test_a_changed_theorem_has_no_tables(tmp_path):
    path = tmp_path / "proof.json"
    run("prove", "le-her(ranks=3, suits=*)", "-o", str(path))
    assert run("table", str(path)).exit_code == 0
    path.write_text(path.read_text().replace('"value": "1/3"', '"value": "1/4"', 1))
    refused(run("table", str(path)), 1, f"{path}: not proved: ")


def test_another_file_is_not_a_log(saved):
    path = str(saved / "kuhn.json")
    refused(run("reduce", "kuhn-poker", "--replay", path), 3, "not a reduction log")


STRATEGIES = [
    ({}, ["no strategies"]),
    ({"frist": {}}, ["no seat 'frist'; did you mean 'first'?"]),
    ({"first": []}, ["first"]),
    ({"first": {"J": []}}, ["first at 'J': expected an action"]),
    ({"first": {"J": "pass", "Q": "pass", "*,pass,bet": "fold"}}, ['or "rest": "pass" for all']),
    ({"first": {"J": {"pass": "2/3"}}}, ["add to 2/3"]),
    ({"first": {"J": {"pass": 0.5, "bet": 0.25}}}, ["add to 3/4"]),
    ({"first": {"J": {"pass": "-1", "bet": "2"}}}, ["negative"]),
    ({"first": {"J": {"pass": "1"}}}, ["no answer at J,pass,bet, Q, ", "add them\n"]),
]


@pytest.mark.parametrize("verb", ["value", "simulate"])
@pytest.mark.parametrize(("strategy", "phrases"), STRATEGIES)
def test_bad_strategies(verb, strategy, phrases, tmp_path):
    path = tmp_path / "strategy.json"
    path.write_text(json.dumps(strategy))
    refused(run(verb, "kuhn-poker", "--strategy", str(path)), 3, str(path), *phrases)


@pytest.mark.parametrize("verb", ["value", "simulate", "sweep"])
@pytest.mark.parametrize("part", few(1, ["solution", "older", "certificate"]))
def test_what_check_refuses_no_verb_plays_by(verb, part, saved, tmp_path):
    document = json.loads((saved / "kuhn.json").read_text())
    if part != "solution":
        document = older(document) if part == "older" else older(document)["certificate"]
    path = tmp_path / "edited.json"
    words = (verb, "kuhn-poker(ranks=3)", "--strategy", str(path))
    path.write_text(json.dumps(document))
    assert run(*words).exit_code == 0
    document["strategies"]["second"]["K,bet"] = {"fold": "1", "call": "0"}
    path.write_text(json.dumps(document))
    refused(run("check", str(path)), 1, str(path), "not proved")
    refused(run(*words), 1, str(path), "not proved", 'keep only what is under "strategies"')
    path.write_text(json.dumps(document["strategies"]))
    assert run(*words).exit_code == 0


def test_strategies_with_views_and_actions_of_another_game(saved, tmp_path):
    document = json.loads((saved / "kuhn.json").read_text())["strategies"]
    path = tmp_path / "strategy.json"
    document["first"]["ace"] = {"pass": "1"}
    path.write_text(json.dumps(document))
    words = ("simulate", "kuhn-poker", "--hands", "9", "--strategy", str(path))
    refused(run(*words), 3, "never asked at ace")
    del document["first"]["ace"]
    document["first"]["J"] = {"pass": "1", "hide": "0"}
    path.write_text(json.dumps(document))
    refused(run(*words), 3, "no action 'hide'")


@pytest.mark.parametrize("verb", [["reduce"], ["export", "--csv"]])
def test_games_too_large_to_write_out(verb):
    refused(run(*verb, "leduc"), 5, "strategic form would be", "try fewer")


def test_a_game_that_no_method_solves_is_sized_all_the_same():
    result = run("size", "le-her(ranks=1000, reply=open)")
    assert result.exit_code == 5
    assert "1000 choices of the receiver" in result.stdout
    assert "cells; up to" in result.stderr


def test_faults_of_our_own_are_told_without_a_traceback(monkeypatch):
    def broken(game, **_):
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr("sabot.api.solving.solve", broken)
    monkeypatch.delenv("SABOT_TRACEBACK", raising=False)
    refused(run("solve", "le-her"), 70, "fault in Sabot itself", "ZeroDivisionError: by nothing")


@pytest.mark.parametrize(("fault", "words"), [(MemoryError, "memory"), (RecursionError, "deep")])
def test_running_out_of_memory_or_stack_is_told(fault, words, monkeypatch):
    def large(game, **_):
        raise fault

    monkeypatch.setattr("sabot.api.solving.solve", large)
    refused(run("solve", "le-her"), 5, words, "sabot size")


def test_ctrl_c_is_one_line(monkeypatch):
    def slow(game, **_):
        raise KeyboardInterrupt

    monkeypatch.setattr("sabot.api.solving.solve", slow)
    result = run("solve", "le-her")
    assert result.exit_code == 4
    assert (result.stdout, result.stderr) == ("", "sabot: interrupted\n")
