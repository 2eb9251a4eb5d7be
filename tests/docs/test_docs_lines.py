"""Every command of the docs can be pasted into a shell, works, and prints what its page shows.

Commands are run unchanged, each once, in one folder per page, so that one may use what an earlier
one saved. The files that a page shows are there (``tools/book.py``), and no others: a page can be
pasted from top to bottom.
"""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from tools import book

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]

SLOW = re.compile(
    r"--hands 10000000|--random 10000|--cards|--samples|decks=\*|decks=1\.\.|--jobs|model=A3"
    r"|theta=\*|sabot paper|limit-law|whist deals|remove-each|ranks=2\.\.20|puzzle"
    r"|n=13|rake=1/20, cap|q=0\.\.1/2|plot wastlund-2005 cards|b3\.json --rules"
    r"|plot q\.jsonl|punto-banco\.json --rules|dafermos-network -o|leduc\.svg|chicken\.pdf"
    r"|look=free|fig-12|theta=(?:11/20|9/10|17/20)|--dpi 600|four\.svg|equilibria idle\.nfg"
    r"|(?:root|coins|nash)\.json --rules|column\.pdf|decks\.json -o|hand '2c|ranks=5\)' --gap"
    r"|punto-banco\(decks=1\||b3\.svg|theorem\.svg|many\.json --rules"
    r"|ranks=20000|commission=1/20\)'  |(?:v|cuts|kuhn-tree|hands|bet|chicken)\.svg|players=4"
    r"|theta=1/[23]\)|report\.json|hands 100000|q=0\|"
)
"""Half a second or more; all of them together some minutes."""
ELSEWHERE = re.compile(r"tcp://HOST")
"""What needs other machines is only read."""


def commands_of(page):
    """Return the commands of a page that are run."""
    found = book.commands(page.read_text(encoding="utf-8"))
    return [command for command in found if book.runs(command.line)]


def lines_of(page):
    """Return the command lines of a page that need no shell."""
    return [command.line for command in commands_of(page) if book.is_ours(command.line)]


def every_command():
    for page in PAGES:
        for number, command in enumerate(commands_of(page)):
            slow = "slow" in command.marks or SLOW.search(command.line)
            yield pytest.param(
                page,
                number,
                marks=[pytest.mark.slow] if slow else [],
                id=f"{page.parent.name}-{page.stem}: {command.line}"[:90],
            )


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder for each page, with what the page says to have there."""
    made = {}
    for page in PAGES:
        made[page] = tmp_path_factory.mktemp(page.stem)
        book.prepare(page.read_text(encoding="utf-8"), made[page])
    return made


@pytest.mark.usefixtures("closed_workbench")
@pytest.mark.parametrize(("page", "number"), list(every_command()))
def test_a_command_of_the_docs_does_what_its_page_shows(page, number, folders):
    before, command = commands_of(page)[:number], commands_of(page)[number]
    if ELSEWHERE.search(command.line):
        pytest.skip("needs other machines")
    if " plot " in command.line:
        pytest.importorskip("matplotlib")
    book.make_what_is_read(command.line, before, folders[page])
    ran = book.run(command.line, folders[page], typed=command.typed)
    assert book.fault(command, ran) is None


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


READ = re.compile(r"(?<![\w./*-])([\w-]+\.(?:jsonl?|csv|efg|nfg|py|txt))\b")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_a_file_that_a_command_reads_is_made_above_it(page):
    text = page.read_text(encoding="utf-8")
    saved = {block.file: block.start for block in book.blocks(text) if block.file}
    for command in commands_of(page):
        line = command.line.partition(" #")[0]
        for file in READ.findall(line):
            if re.search(rf"(-o|--trace|>) {re.escape(file)}", line):
                saved.setdefault(file, command.start)
            assert saved.get(file, command.start + 1) <= command.start, (
                f"line {command.start}: {file} is not made above: {line}"
            )


def test_no_line_of_the_docs_has_a_remark_that_is_no_remark():
    for page in PAGES:
        for line in lines_of(page):
            bare = re.sub(r"'[^']*'", "x", line.partition(" #")[0])
            assert "  " not in bare.strip(), f"{page.name}: {line}"
