"""Every command line of the docs can be pasted into a shell, and does what it is there for.

Lines are run as they stand, in the order of their page and in one folder, so that a line may use
what an earlier one saved. What a page says to prepare is prepared here.
"""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli.main import cli

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
COMMAND = re.compile(r"(?:\$ )?(sabot .*)")

SLOW = re.compile(
    r"--hands 10000000|--random 10000|--cards|--samples|decks=\*|decks=1\.\.|--jobs|model=A3"
    r"|theta=\*|sabot paper|limit-law|whist deals|remove-each|ranks=2\.\.20|puzzle"
    r"|theorem\.json|n=13"
)
"""More than a second or so; all of them together some minutes."""
ELSEWHERE = re.compile(r"tcp://HOST")
"""What needs other machines is only read."""

MADE = {
    "le-her.json": "sabot solve le-her -o le-her.json",
    "war.json": "sabot solve war.py:war -o war.json",
    "deal.json": "sabot solve 'whist(deal=EWEWWE, lead=W)' -o deal.json",
    "b3.json": "sabot solve 'baccara(model=B3, decks=6)' -o b3.json",
    "b3.jsonl": "sabot sweep 'baccara(model=B3, decks=1..3)' -o b3.jsonl",
    "theorem.json": "sabot prove 'baccara(model=B3, decks=*)' -o theorem.json",
}
"""What lines read that earlier ones, or the text around them, have saved."""

ONE_CARD = """import sabot
from fractions import Fraction

"""
WAR = """import sabot

@sabot.rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3, suits: int = 2):
    shoe = table.shoe(ranks=ranks, suits=suits)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=2 if north > south else -2)
"""


def lines_of(page):
    """Return the command lines in the blocks of a page."""
    inside, found = False, []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = not inside
        elif inside and (match := COMMAND.fullmatch(line)):
            found.append(match[1])
    return found


def every_line():
    for page in PAGES:
        for line in lines_of(page):
            marks = [pytest.mark.slow] if SLOW.search(line) else []
            yield pytest.param(page, line, marks=marks, id=f"{page.stem}: {line}"[:90])


def told_on(page, name):
    """Return the function of that name as a page tells it, in the form of a file."""
    text = page.read_text(encoding="utf-8")
    code = [line[4:] for line in text.splitlines() if line.startswith((">>> ", "... "))]
    start = next(n for n, line in enumerate(code) if line.startswith(f"def {name}")) - 1
    end = next(n for n in range(start + 2, len(code)) if not code[n].startswith((" ", ")")))
    return "\n".join(code[start:end]) + "\n"


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder for each page, with what the page says to have there."""
    made = {}
    for page in PAGES:
        here = made[page] = tmp_path_factory.mktemp(page.stem)
        (here / "war.py").write_text(WAR)
        (here / "shoes.txt").write_text("# two shoes\n96 24 24 24 24 24 24 24 24 24\n" * 2)
        (here / "deal.txt").write_text("EWEWWE\n")
        text = page.read_text(encoding="utf-8")
        if block := re.search(r"```json\n(\{\n.*?\n\})\n```", text, re.DOTALL):
            (here / "mine.json").write_text(block[1])
        if nfg := re.search(r"'(NFG 1 .*)'", text):
            (here / "meet.nfg").write_text(nfg[1])
        if "def one_card" in text:
            (here / "one_card.py").write_text(ONE_CARD + told_on(page, "one_card"))
    return made


def run(line):
    return CliRunner().invoke(cli, shlex.split(line, comments=True)[1:], input="q\n" * 20)


@pytest.mark.usefixtures("closed_workbench")
@pytest.mark.parametrize(("page", "line"), list(every_line()))
def test_a_line_of_the_docs_works(page, line, folders, monkeypatch):
    if ELSEWHERE.search(line):
        pytest.skip("needs other machines")
    if " plot " in line:
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(folders[page])
    for file, made in MADE.items():
        if re.search(rf" {file}\b", line) and f"-o {file}" not in line and not Path(file).exists():
            assert run(made).exit_code == 0
    result = run(line)
    assert result.exit_code == 0, f"{line}\n{result.output}"


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_a_shell_reads_the_lines_as_they_are_meant():
    lines = [line for page in PAGES for line in lines_of(page)]
    assert len(lines) > 50
    script = 'sabot() { for word in "$@"; do printf "%s\\0" "$word"; done; printf "\\n"; }\n'
    found = subprocess.run(
        ["bash"], input=script + "\n".join(lines), capture_output=True, text=True, check=True
    )
    assert found.stderr == ""
    words = [line.split("\0")[:-1] for line in found.stdout.splitlines()]
    assert words == [shlex.split(line, comments=True)[1:] for line in lines]


def test_no_line_of_the_docs_has_a_remark_that_is_no_remark():
    for page in PAGES:
        for line in lines_of(page):
            bare = re.sub(r"'[^']*'", "x", line.partition(" #")[0])
            assert "  " not in bare.strip(), f"{page.name}: {line}"
