"""The checker as one file, run where nothing of Sabot can be imported."""

import json
import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools import forge

from sabot import certify
from sabot.certify.checker import VERIFIERS
from sabot.cli.program import cli
from sabot.errors import SabotError
from sabot.io import checker_file

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Return the checker, written to a folder of its own."""
    path = tmp_path_factory.mktemp("friend") / "sabot-check.pyz"
    done = CliRunner().invoke(cli, ["check", "--checker", str(path)])
    assert (done.exit_code, done.stdout) == (0, "")
    assert "run it with: python" in done.stderr
    return path


def run(program, *words):
    """Run it without site packages, user packages and variables, in its own folder."""
    return subprocess.run(
        [sys.executable, "-I", "-S", program.name, *map(str, words)],
        cwd=program.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def lied(source):
    """Return a document with a changed number or claim and a digest that fits."""
    for seed in range(100):
        document = json.loads(source.text)
        change = (forge.change_number, forge.change_claim)[seed % 2]
        change(document, random.Random(seed), None)
        forge.seal(document)
        try:
            certify.check(json.loads(forge.written(document)))
        except SabotError:
            return forge.written(document)
    raise AssertionError(f"no forgery of {source.name} is refused")


def test_it_says_of_every_kind_of_file_what_the_checker_says(program):
    sources = forge.sources()
    assert {json.loads(one.text)["schema"] for one in sources} == set(VERIFIERS)
    names, forgeries = [], []
    for number, source in enumerate(sources):
        names.append(f"true-{number}.json")
        (program.parent / names[-1]).write_text(source.text)
        forgeries.append(f"false-{number}.json")
        (program.parent / forgeries[-1]).write_text(lied(source))
    found = run(program, *names)
    assert (found.returncode, found.stderr) == (0, "")
    for name, source in zip(names, sources, strict=True):
        words = source.statement.words
        assert f"{name}: {words}\n" in found.stdout and source.statement.digest in found.stdout
    found = run(program, *forgeries)
    assert (found.returncode, found.stdout) == (1, "")
    refused = [line.partition(":")[0] for line in found.stderr.splitlines() if "false-" in line]
    assert refused == forgeries and "Traceback" not in found.stderr


def test_it_is_small_has_its_source_and_speaks_for_itself(program):
    assert program.stat().st_size < 260_000
    with zipfile.ZipFile(program) as archive:
        names = set(archive.namelist())
        source = archive.read("sabot/certify/zero_sum.py").decode()
        assert archive.read("LICENSE").decode() == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert source == (ROOT / "src/sabot/certify/zero_sum.py").read_text(encoding="utf-8")
    packed = {name.split("/")[1] for name in names if name.startswith("sabot/")}
    assert packed == {"__init__.py", "_version.py", "errors.py", "certify"}
    usage = "usage: python sabot-check.pyz FILE...\n"
    assert run(program).stderr == usage
    assert run(program, "--help").stdout.startswith(usage)
    found = run(program, "x.json", "--rules")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.endswith(usage)


def test_the_same_source_gives_the_same_file(program):
    assert program.read_bytes() == checker_file.checker_archive()


def test_only_another_checker_is_replaced(program, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("#!/usr/bin/env python3\nprint(1)\n")
    refused = CliRunner().invoke(cli, ["check", "--checker", str(mine)])
    assert refused.exit_code == 3 and "is no checker" in refused.stderr
    assert mine.read_text().endswith("print(1)\n")
    assert CliRunner().invoke(cli, ["check", "--checker", str(program)]).exit_code == 0


def test_without_a_file_and_without_a_place_for_the_checker_nothing_is_checked():
    refused = CliRunner().invoke(cli, ["check"])
    assert refused.exit_code == 2 and "missing argument 'FILE...'" in refused.stderr
