"""The checker that is extracted from proofs in Coq must say what ours says of its kinds of files.

It is built by ``sh proofs/setup.sh``; without it these tests are skipped, except with CI set in the
environment.
"""

import functools
import json
import os
import random
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from tests.interop import edits
from tests.interop import test_recheck as second
from tests.interop.test_recheck import ACCEPTED, ILL_FORMED, NOT_FOR_IT, REFUSED, ours, write
from tests.unit import forging
from tools import hostile

import sabot
from sabot import certify

ROOT = Path(__file__).parents[2]
CHECK = ROOT / "proofs" / "build" / "check"
MISSING = "needs the proved checker: sh proofs/setup.sh"
WORDS = {
    "proved, ": ACCEPTED,
    "refused: ": REFUSED,
    "not well-formed: ": ILL_FORMED,
    "not for this checker: ": NOT_FOR_IT,
}
KINDS = [
    *(name + kind for name in second.SOLVED for kind in ("", "/1", "/certificate")),
    *second.BOUNDED,
]
LARGE = ("leduc", "b3")
"""Their edits are left to the slow tests, and so are those of the older kinds."""


@pytest.fixture(autouse=True)
def _checker_is_there():
    if not CHECK.exists():
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)


@functools.cache
def document(kind):
    """Return a file of a kind, as Sabot writes it."""
    if kind in second.BOUNDED:
        found = sabot.approximate(second.BOUNDED[kind], gap="1/10", iterations=30)
        return json.loads(json.dumps(found.to_json()))
    name, _, older = kind.partition("/")
    told = forging.older(second.solved(name)) if older else second.solved(name)
    return told["certificate"] if older == "certificate" else told


def theirs(paths):
    """Return what the proved checker says of each file: a code and a line."""
    done = subprocess.run([CHECK, *paths], capture_output=True, text=True, timeout=600, check=False)
    found = {}
    for path, line in zip(paths, done.stdout.splitlines(), strict=True):
        said = line.removeprefix(f"{path}: ")
        found[path] = next((code, said) for word, code in WORDS.items() if said.startswith(word))
    assert done.returncode == max(code for code, _ in found.values())
    return found


def same_verdicts(paths):
    """Demand the same exit code of both on each file, and return how many were accepted."""
    accepted = 0
    for path, (code, line) in theirs(paths).items():
        mine, lines = ours(path)
        assert code == mine, f"{path}\nproved: {line}\nours: {lines}"
        if code == ACCEPTED:
            second.same_words(line, certify.check(path))
        accepted += code == ACCEPTED
    return accepted


def forged(kind, count, folder):
    """Return the paths of files that are edited in one place and sealed again."""
    told, by_seed = document(kind), random.Random(f"verified {kind}")
    sorts, paths = edits.sorts_of_places(told), []
    for k in range(count):
        if k % 12 == 0:
            text = edits.misspelt(json.dumps(told), by_seed)
        else:
            text, _ = edits.edited(told, sorts, by_seed)
        paths.append(write(folder, f"{k}.json", text))
    return paths


def test_it_proves_every_solved_game_and_every_bound(tmp_path):
    paths = {write(tmp_path, f"{k}.json", document(kind)): kind for k, kind in enumerate(KINDS)}
    assert same_verdicts(list(paths)) == len(KINDS)


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if "/" not in kind and not kind.startswith(LARGE)]
)
def test_it_says_what_ours_says_of_an_edited_file(kind, tmp_path):
    paths = forged(kind, 24, tmp_path)
    assert same_verdicts(paths) < len(paths)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_it_says_what_ours_says_of_ten_thousand_edited_files(kind, tmp_path):
    paths = forged(kind, 10_000 // len(KINDS) + 1, tmp_path)
    assert 0 < same_verdicts(paths) < len(paths) / 2


OF_ITS_KINDS = [
    "a pair paid twice",
    "a matrix with cells",
    "two rows of one name",
    "a prime that is none",
    "a value nearby",
    "a bound that nobody secures",
    "a gap that is another",
    "a seat that steers the terminal",
]


@pytest.mark.parametrize("name", OF_ITS_KINDS)
def test_it_refuses_the_known_forgeries(name, tmp_path):
    path = write(tmp_path, "forged.json", second.FORGERIES[name](document))
    code, line = theirs([path])[path]
    assert code in (REFUSED, ILL_FORMED), line
    assert "\x1b" not in line


def test_names_are_printed_with_the_code_points_of_their_letters(tmp_path):
    text = json.dumps(document("pennies")).replace('"row"', '"\u0410\u200b"')
    told = json.loads(text.replace('"column"', '"a \\"\U0001f0a1"'))
    path = write(tmp_path, "names.json", edits.sealed(told))
    code, line = theirs([path])[path]
    assert code == ACCEPTED
    assert r'value 0 to "\u0410\u200b", "\u0410\u200b" unique, "a \"\U0001f0a1" unique, ' in line


def test_what_it_does_not_read_it_says(tmp_path):
    deal = forging.OLDER / "whist-certificate-1.json"
    others = [
        write(tmp_path, f"{k}.json", {"schema": f"sabot/{name}"})
        for k, name in enumerate(["pair-proof/1", "equilibria/2", "nash/1", "threshold-proof/1"])
    ]
    assert {code for code, _ in theirs([deal, *others]).values()} == {NOT_FOR_IT}


def test_a_file_that_is_no_document_is_not_called_a_forgery(tmp_path):
    texts = ["", "{", "[]", '{"schema": "sabot/none/1"}', "\ufeff{}", '{"a": 1, "a": 1}', "1e999"]
    paths = [write(tmp_path, f"{k}.json", text) for k, text in enumerate(texts)]
    paths.append(tmp_path / "absent.json")
    assert {code for code, _ in theirs(paths).values()} == {ILL_FORMED}


@pytest.mark.slow
@pytest.mark.parametrize("nested", [False, True])
def test_three_hundred_thousand_sequences_do_not_exhaust_its_stack(nested, tmp_path):
    count = 150_000
    cells = [[f"v{k}", ["a", "b"], 2 * k - 1 if nested and k else 0] for k in range(count)]
    told = {
        "schema": "sabot/solution/2",
        "game": "choices",
        "seats": ["one", "two"],
        "value": str(count),
        "decimal": float(count),
        "strategies": {"one": {f"v{k}": {"a": "1"} for k in range(count)}, "two": {}},
        "unique": {"one": True, "two": True},
        "unique_behaviour": {"one": True, "two": True},
        "off_path": {"one": [], "two": []},
        "method": "by hand",
        "seconds": 0,
        "certificate": {
            "form": {
                "kind": "sequence",
                "cells": {"one": cells, "two": []},
                "denominator": 1,
                "payoffs": [[2 * k + 1, 0, 1] for k in range(count)],
            },
            "uniqueness": {"one": {"prime": 16777213}, "two": {"prime": 16777213}},
            "digest": "",
        },
    }
    path = write(tmp_path, "large.json", edits.sealed(told))
    assert theirs([path])[path][0] == ACCEPTED


def test_a_document_of_any_length_has_the_digest_that_we_compute(tmp_path):
    paths = []
    for k in range(66):
        told = json.loads(json.dumps(document("pennies")))
        told["game"] = "é\n\U0001f0cf"[: k % 4] + "x" * k
        paths.append(write(tmp_path, f"{k}.json", edits.sealed(told)))
    assert {code for code, _ in theirs(paths).values()} == {ACCEPTED}


def test_files_of_an_earlier_sabot_get_the_same_verdict():
    found = theirs(sorted(forging.OLDER.glob("*.json")))
    read = {path: code for path, (code, _) in found.items() if code != NOT_FOR_IT}
    assert read
    for path, code in read.items():
        assert (code == ACCEPTED) == (ours(path)[0] == ACCEPTED), found[path]


def test_a_dense_matrix_is_accepted_and_one_with_equal_columns_is_not(tmp_path):
    honest = json.loads(json.dumps(hostile.dense_rank(150)))
    twice = json.loads(json.dumps(honest))
    form = twice["certificate"]["form"]
    wheel = form["payoffs"][0][:75]
    form["payoffs"] = [[wheel[(j - i) % 75] for j in range(150)] for i in range(150)]
    value = Fraction(sum(wheel), 75)
    twice |= {"value": str(value), "decimal": float(value)}
    paths = [write(tmp_path, "a.json", honest), write(tmp_path, "b.json", edits.sealed(twice))]
    found = theirs(paths)
    assert [found[path][0] for path in paths] == [ACCEPTED, REFUSED]
    assert [ours(path)[0] for path in paths] == [ACCEPTED, REFUSED]


@pytest.mark.slow  # builds the checker once more
@pytest.mark.parametrize(
    ("limit", "lower", "words"),
    [
        ("most_seconds = 58", "most_seconds = 0", "0 seconds of processor time"),
        ("most_mebibytes = 1900", "most_mebibytes = 16", "16 MiB of memory"),
    ],
)
def test_a_file_above_a_limit_is_given_up_and_the_next_one_is_judged(limit, lower, words, tmp_path):
    source = tmp_path / "proofs"
    shutil.copytree(ROOT / "proofs", source, ignore=shutil.ignore_patterns("build", "games", "*.v"))
    bounds = source / "driver" / "bounds.ml"
    text = bounds.read_text(encoding="utf-8")
    assert limit in text
    bounds.write_text(text.replace(limit, lower), encoding="utf-8")
    subprocess.run(["make", "-C", source], capture_output=True, check=True)
    large = write(tmp_path, "large.json", hostile.dense_rank(400))
    small = write(tmp_path, "small.json", document("pennies"))
    command = [source / "build" / "check", small, large, small]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    first, given_up, last = done.stdout.splitlines()
    assert first == last
    assert first.startswith(f"{small}: proved, ")
    assert given_up == f"{large}: not well-formed: takes more than {words} to check"
    assert done.returncode == ILL_FORMED
