import copy
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from tests.unit.forging import PENNIES, SEVERAL, document, forged, older

import sabot
from sabot import MatrixForm, certify
from sabot.certify import checker, json_reader
from sabot.errors import CertificateError, FileError, SabotError

# ---------------------------------------------------------------------- what is proved


@pytest.mark.parametrize(
    "game",
    [
        "le-her(ranks=13, suits=4)",
        "le-her(ranks=4, suits=inf)",
        "le-her(ranks=3, reply=open)",
        "le-her(strategies=threshold)",
        "kuhn-poker",
        PENNIES,
        SEVERAL,
        [[7]],
        [["1/3", "2/7"], [0, "1/2"]],
        [[0, 10**30], [10**30, 0]],
    ],
    ids=str,
)
def test_a_certificate_proves_its_value_by_itself_and_inside_its_solution(game, tmp_path):
    whole = document(game)
    value = Fraction(whole["value"])
    assert certify.check(whole).value == value
    assert certify.check(older(whole)).value == value
    alone = older(whole)["certificate"]
    assert certify.check(alone).value == value
    path = tmp_path / "c.json"
    path.write_text(json.dumps(alone))
    assert sabot.check(path) == sabot.check(str(path)) == value


def test_a_changed_digit_is_refused_unless_it_is_in_the_notes_on_method_and_time():
    """As docs/explanation/certificates.md and docs/tutorial/certificate.md say."""
    text = json.dumps(document("le-her(ranks=3, suits=1)"))
    accepted = set()
    for place, letter in enumerate(text):
        if letter.isdigit():
            changed = json.loads(text[:place] + "12"[letter == "1"] + text[place + 1 :])
            try:
                certify.check(changed)
            except SabotError:
                continue
            accepted |= {key for key, told in json.loads(text).items() if told != changed[key]}
    assert accepted == {"method", "seconds"}


def test_numbers_beyond_other_languages_are_written_as_text():
    payoffs = document([[0, 2**53], [2**53 - 1, 0]])["certificate"]["form"]["payoffs"]
    assert payoffs == [[0, str(2**53)], [2**53 - 1, 0]]


def test_numbers_of_thousands_of_digits_are_proved():
    size = 10**5000 + 1
    whole = document([[0, size], [1, 0]])
    assert certify.check(whole).value == Fraction(size, size + 1)
    assert whole["decimal"] == 1.0
    huge = document([[size]])
    assert huge["decimal"] is None
    assert certify.check(huge).value == size


def test_an_orderly_rewriting_of_the_file_is_still_proved():
    whole = document(SEVERAL)
    again = json.loads(json.dumps(whole, sort_keys=True, indent=3))
    assert certify.check(again).value == 0


# ---------------------------------------------------------------------- one thing changed


def leaves(thing, path=()):
    if isinstance(thing, dict):
        for key, part in thing.items():
            yield from leaves(part, (*path, key))
    elif isinstance(thing, list):
        for spot, part in enumerate(thing):
            yield from leaves(part, (*path, spot))
    else:
        yield path, thing


def put(thing, path, new):
    for key in path[:-1]:
        thing = thing[key]
    thing[path[-1]] = new


def other(old):
    if isinstance(old, bool):
        return not old
    if isinstance(old, int | float):
        return old + 1
    return old + "0" if isinstance(old, str) else "x"


@pytest.mark.parametrize("game", [PENNIES, SEVERAL, "kuhn-poker", "le-her(ranks=3)"], ids=str)
def test_every_field_changed_is_refused(game):
    whole = document(game)
    tried = 0
    for path, old in leaves(whole):
        if path[0] in ("seconds", "method"):
            continue
        edited = copy.deepcopy(whole)
        put(edited, path, other(old))
        with pytest.raises((CertificateError, FileError)):
            certify.check(edited)
        tried += 1
    assert tried > 20


@pytest.mark.parametrize("game", [SEVERAL, "kuhn-poker"], ids=str)
def test_every_key_and_item_taken_away_is_refused(game):
    whole = document(game)
    for path, _ in leaves(whole):
        for cut in range(1, len(path) + 1):
            edited = copy.deepcopy(whole)
            place = edited
            for key in path[: cut - 1]:
                place = place[key]
            del place[path[cut - 1]]
            if path[0] in ("seconds", "method"):
                continue
            with pytest.raises((CertificateError, FileError)):
                certify.check(edited)


@pytest.mark.parametrize("field", ["value", "game", "strategies", "unique", "seats", "decimal"])
def test_the_solution_around_must_say_what_the_certificate_says(field):
    whole, other_one = older(document(PENNIES)), document([[3, 1], [1, 3]])
    other_one["seats"] = ["column", "row"]
    other_one["game"] = "le-her(ranks=13, suits=4)"
    other_one["unique"] = {"row": True, "column": False}
    whole[field] = other_one[field] if field != "strategies" else {"row": {}, "column": {}}
    with pytest.raises(CertificateError, match=f"the solution's '{field}'"):
        certify.check(whole)


def test_the_order_of_the_seats_matters_because_the_value_is_the_firsts():
    whole = older(document([[2, 1]]))
    whole["seats"].reverse()
    with pytest.raises(CertificateError, match="seats"):
        certify.check(whole)


# ---------------------------------------------------------------------- hostile files


@pytest.mark.parametrize(
    "thing",
    [
        *({}, {"schema": None}, {"schema": "sabot/solution/3"}, {"schema": []}),
        *({"schema": "sabot/solution/2"}, {"schema": "sabot/solution/2", "certificate": []}),
        *({"schema": "sabot/solution/1"}, {"schema": "sabot/certificate/1"}),
        {"schema": "sabot/solution/1", "certificate": None},
        {"schema": "sabot/solution/1", "certificate": {"schema": "sabot/solution/1"}},
        {"schema": "sabot/certificate/1", "digest": "x", "form": {}},
    ],
    ids=str,
)
def test_what_is_no_certificate_is_refused(thing):
    with pytest.raises(SabotError) as caught:
        certify.check(thing)
    assert len(str(caught.value)) < 400


def nested(depth):
    deep = []
    for _ in range(depth):
        deep = [deep]
    return deep


@pytest.mark.parametrize("depth", [10, 990, 2_000, 200_000])
def test_deep_nesting_is_refused_and_not_a_crash(depth, tmp_path):
    path = tmp_path / "deep.json"
    opening = '{"schema": "sabot/certificate/1", "digest": "x", "form": '
    path.write_text(opening + "[" * depth + "]" * depth + "}")
    with pytest.raises((FileError, CertificateError)):
        certify.check(path)


def test_deep_nesting_in_memory_is_refused_too():
    deep = nested(5_000)
    with pytest.raises((FileError, CertificateError)):
        certify.check({"schema": "sabot/certificate/1", "digest": "x", "form": deep})
    while deep:  # taken apart by hand: freeing it at once would recurse
        deep = deep[0]


def test_a_truncated_file_is_refused_at_every_length(tmp_path):
    text = json.dumps(document(PENNIES))
    path = tmp_path / "cut.json"
    for length in range(0, len(text), 37):
        path.write_text(text[:length])
        with pytest.raises(FileError):
            certify.check(path)


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff\xfe\x00", b"[]", b"7", b'"x"', b"null", b"{" * 10, b"9" * 5000, b"\x00" * 100],
)
def test_files_that_are_no_json_object_are_refused(raw, tmp_path):
    path = tmp_path / "odd.json"
    path.write_bytes(raw)
    with pytest.raises(FileError, match=r"odd\.json"):
        certify.check(path)


def test_a_file_that_is_not_there_or_no_file_is_named(tmp_path):
    with pytest.raises(FileError, match=r"gone\.json: cannot be read"):
        certify.check(tmp_path / "gone.json")
    with pytest.raises(FileError, match="cannot be read"):
        certify.check(tmp_path)


def test_a_file_larger_than_the_limit_is_refused_before_it_is_parsed(tmp_path, monkeypatch):
    monkeypatch.setattr(json_reader, "MAX_BYTES", 100)
    path = tmp_path / "large.json"
    path.write_text(" " * 101)
    with pytest.raises(FileError, match="larger than"):
        certify.check(path)


def test_a_number_longer_than_the_limit_is_refused():
    with pytest.raises(FileError):
        certify.check(forged(PENNIES, lambda proof: proof.update(value="9" * (10**6 + 1))))


# ---------------------------------------------------------------------- standing alone

ALONE = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"numpy", "flint", "highspy", "numba", "click", "rich"}:
            raise ImportError(name + " is blocked")
sys.meta_path.insert(0, Blocked())
sys.argv = ["certify", *sys.argv[1:]]
import runpy
runpy.run_module("sabot.certify", run_name="__main__")
"""


def alone(*paths):
    return subprocess.run(
        [sys.executable, "-c", ALONE, *map(str, paths)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )


def test_the_checker_runs_with_nothing_installed(tmp_path):
    good, bad, odd = (tmp_path / name for name in ("good.json", "bad.json", "odd.json"))
    sabot.solve("le-her(ranks=5, suits=2)").save(good)
    bad.write_text(json.dumps(forged(PENNIES, lambda proof: proof.update(value="1/1000"))))
    odd.write_text("{")
    proved = alone(good)
    assert proved.returncode == 0, proved.stderr
    assert f"proved, value {sabot.check(good)}" in proved.stdout
    refused = alone(bad)
    assert refused.returncode == 1
    assert "claimed 1/1000" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert alone(odd).returncode == 3
    assert alone().returncode == 2


def test_the_checker_imports_nothing_of_the_solver():
    code = (
        "import sys, sabot.certify;print(sorted(m for m in sys.modules if m.startswith('sabot')));"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(eval(found.stdout))
    apart = {name for name in modules if not f"{name}.".startswith("sabot.certify.")}
    assert apart <= {"sabot", "sabot._version", "sabot.errors", "sabot.services"}


def test_the_checker_is_called_by_its_main(tmp_path, capsys):
    path = tmp_path / "p.json"
    sabot.solve(MatrixForm.of(PENNIES)).save(path)
    assert certify.main([str(path), str(path)]) == 0
    assert capsys.readouterr().out.count("proved, value 0") == 2
    assert certify.main([str(Path(tmp_path) / "none.json")]) == 3


# ---------------------------------------------------------------------- as a program of its own


@pytest.fixture(scope="module")
def accepted(tmp_path_factory):
    path = tmp_path_factory.mktemp("files") / "kuhn.json"
    sabot.solve("kuhn-poker").save(path)
    return path


def program(shell, *words):
    """Run the checker from a shell line in which `certify` is its command."""
    command = f'certify() {{ {sys.executable} -m sabot.certify "$@"; }}; {shell}'
    return subprocess.run(
        ["bash", "-c", command, "bash", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("shell", "code", "words"),
    [
        ('certify "$1" > /dev/full', 3, "the answer cannot be written: No space left on device\n"),
        ('certify "$1" >&-', 3, "the answer cannot be written: stdout is closed\n"),
        ('certify "$1" >&- 2>&-', 3, ""),
        ('certify "$1" | true; exit ${PIPESTATUS[0]}', 4, ""),
        ("certify - <&-", 3, "stdin: cannot be read: it is closed\n"),
        ("certify - < /dev/null", 3, "stdin: not JSON, or cut short: "),
        ("certify nowhere.json", 3, "nowhere.json: cannot be read: No such file or directory\n"),
        ("certify", 2, "usage: python -m sabot.certify FILE...\n"),
        ("certify -- -x.json", 3, "-x.json: cannot be read: No such file or directory\n"),
        (
            "certify \"$1\" --game 'duel.py:smuggler'",
            2,
            "there is no option --game here; the command `sabot check` has it\n"
            "usage: python -m sabot.certify FILE...\n",
        ),
        (
            'certify "$1" --fast',
            2,
            "there is no option --fast\nusage: python -m sabot.certify FILE...\n",
        ),
    ],
)
def test_what_is_not_the_files_fault_is_not_called_refused(shell, code, words, accepted):
    found = program(shell, accepted)
    assert (found.returncode, found.stdout) == (code, "")
    assert found.stderr == words or (not words.endswith("\n") and found.stderr.startswith(words))
    assert "Traceback" not in found.stderr


def test_the_program_reads_stdin_and_hints_at_what_another_command_does(accepted):
    found = program('certify - "$1" < "$1"', accepted)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("-: proved, value -1/18 to first\n")
    lines = found.stdout.splitlines()
    hints = [k for k, line in enumerate(lines) if line.endswith("was not checked")]
    assert len(hints) == 2
    more = "  to check that, use Sabot: sabot check FILE --rules"
    assert all(lines[k + 1] == more for k in hints)
    assert max(len(line) for line in lines if str(accepted) not in line) <= 80


def test_the_program_says_what_it_is(capsys):
    assert certify.main(["--help"], "sabot-check") == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: sabot-check FILE...\n")
    assert max(map(len, told.splitlines())) <= 80
    assert certify.main(["x.json", "--version"]) == 0
    version = ".".join(map(str, sys.version_info[:3]))
    assert capsys.readouterr().out == f"checker of Sabot {sabot.__version__}, on Python {version}\n"


def test_a_schema_that_is_not_known_is_named():
    with pytest.raises(FileError, match="schema 'sabot/none/1': expected a sabot solution"):
        certify.check({"schema": "sabot/none/1"})


class _Unreadable:
    @property
    def buffer(self):
        raise ValueError("underlying buffer has been detached")


@pytest.mark.parametrize(
    ("stdin", "words"), [(None, "it is closed"), (_Unreadable(), "has been detached")]
)
def test_what_cannot_be_read_from_stdin_is_said(stdin, words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", stdin)
    assert checker.main(["-"]) == 3
    assert words in capsys.readouterr().err
