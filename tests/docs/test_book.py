"""The pages of the documentation: kinds of blocks, outputs, numbers, and what holds them."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tools import book, book_bench, book_numbers, book_python, book_site, layers

import sabot
from sabot import errors
from sabot.cli.program import VERBS, cli
from sabot.game_table import game_commands
from sabot.kinds import all_kinds

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
SHOWN = [
    *PAGES,
    *ROOT.glob("*.md"),
    ROOT / "benchmarks/README.md",
    ROOT / "tools/recheck/README.md",
]


def name(page):
    return page.relative_to(ROOT).as_posix()


def text_of(page):
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted(SHOWN), ids=name)
def test_every_block_is_of_a_known_kind(page):
    found = book.blocks(text_of(page))
    assert [(one.kind, one.start) for one in found if one.kind not in book.KINDS] == []
    for one in found:
        if one.kind == "python" and not one.file:
            assert any(line.startswith(">>> ") for line in one.body), (
                f"line {one.start}: neither an example nor a file (Save this as `NAME`:)"
            )


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_claims_to_be_an_output_is_that_of_a_command_that_is_run(page):
    for one in book.blocks(text_of(page)):
        if one.kind == "console":
            assert one.body and one.body[0].startswith("$ "), f"line {one.start}: no command"
    shown = [one for one in book.commands(text_of(page)) if one.shown is not None]
    assert [one.line for one in shown if not book.runs(one.line)] == []


@pytest.mark.parametrize("page", book_numbers.held(), ids=name)
def test_every_number_of_the_text_comes_from_a_run(page):
    assert book_numbers.typed(text_of(page)) == []
    for tool in book_numbers.tools_named(text_of(page)):
        assert (ROOT / tool).is_file()
    for test in book_numbers.tests_named(text_of(page)):
        assert page.name in text_of(ROOT / test), f"{test} does not read the page"


@pytest.mark.parametrize(
    "module", [book, book_numbers, book_python, book_site], ids=lambda one: one.__name__
)
def test_the_examples_of_the_tools_hold(module):
    assert not doctest.testmod(module).failed


# ---------------------------------------------------------------------- commands and outputs

PAGE = """# A page

<!-- slow -->
```console
$ sabot show kuhn-poker
Kuhn
...
$ sabot games \\
>     --json
```

```sh
sabot solve 'war.py:war' -o war.json   # a remark
make run
```

Save this as `war.py`:

```python
x = 1
```
"""


def test_a_page_is_read_in_blocks_and_commands():
    first, second, third, fourth = book.commands(PAGE)
    assert (first.line, first.shown) == ("sabot show kuhn-poker", ("Kuhn", "..."))
    assert " ".join(second.line.split()) == "sabot games --json" and second.shown == ()
    assert first.marks == second.marks == {"slow"} and third.marks == set()
    assert third.shown is None and [book.runs(one.line) for one in (third, fourth)] == [True, False]
    assert [one.kind for one in book.blocks(PAGE)] == ["console", "sh", "python"]


def test_a_page_has_the_files_it_tells(tmp_path):
    book.prepare(PAGE, tmp_path)
    assert (tmp_path / "war.py").read_text() == "x = 1\n"


def test_a_false_output_is_found_and_mended(tmp_path):
    page = tmp_path / "page.md"
    before = (
        "```console\n$ sabot solve 'matrix([[1]])' --json\nno such thing\n$ sabot games\n```\nend\n"
    )
    page.write_text(before)
    assert len(book.look(page, write=False)) == 2 and page.read_text() == before
    assert book.look(page, write=True) == [] and book.look(page, write=False) == []
    assert '"value": "1"' in page.read_text() and page.read_text().endswith("```\nend\n")


def test_an_output_that_leaves_lines_out_is_not_overwritten(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```console\n$ sabot games\nno such game\n...\n```\n")
    assert "another output" in book.look(page, write=True)[0]
    assert "no such game" in page.read_text()


def test_a_command_that_should_fail_and_does_not_is_a_fault():
    command = book.Command("sabot games", None, frozenset({"fails"}), 0)
    assert "exit code 0" in book.fault(command, book.Ran(0, "", ""))
    assert book.fault(command, book.Ran(2, "", "no")) is None


def test_a_command_that_asks_is_answered_as_its_page_says(tmp_path):
    page = "Answers typed: `check`, `q`.\n\n```console\n$ sabot play kuhn-poker --seed 1\n```\n"
    [command] = book.commands(page)
    assert command.typed == "check\nq\n"
    assert "> check" in book.run(command.line, tmp_path, typed=command.typed).out


def test_a_command_finds_what_an_earlier_one_would_have_saved(tmp_path):
    earlier = book.Command("sabot solve 'matrix([[1]])' -o one.json", None, frozenset(), 0)
    book.make_what_is_read("sabot check one.json", [earlier], tmp_path)
    assert book.run("sabot check one.json", tmp_path).code == 0


@pytest.mark.parametrize(
    ("shown", "printed", "held"),
    [
        ("a\n  b 0.3 s", "a\n  b 12 ms\n", True),
        ("a", "a\n\nb\n", False),
        ("a\n...", "a\n\nb\n", True),
        ("digest sha256:...", "digest sha256:12ab\n", True),
        ("...\nvalue 2/3", "a\nvalue 2/5\n", False),
    ],
)
def test_outputs_are_compared_line_by_line(shown, printed, held):
    assert book.same(shown.splitlines(), printed) is held


# ---------------------------------------------------------------------- numbers

RUN = "\n```python\n>>> value\nFraction(277, 11050)\n>>> 123456\n```\n"


@pytest.mark.parametrize(
    "text",
    [
        "277/11050 is 0.0251 or 2.5068 %",
        "$\\frac{277}{11050}$ and 123,456",
        "in 1713, Table 5.1 and 5.2, Section 3.4",
        "<!-- printed: foster-1964 -->\nHe prints 3.75.",
        "`le-her(bet=3/4)` and [a link](https://example.org/1/4)",
        "about 1/2",
        "<!-- generated: tools/book.py -->\n| 12.5x |\n<!-- end -->",
        "<!-- held: tests/docs/test_rake_page.py -->\nA rake of 1/20.",
        "<!-- limit: src/sabot/cards/poker_hand.py -->\n7,462 strengths, and 123,456.",
        "<!-- measured: one core -->\nIt takes 0.3 s.",
        "<!-- recomputed: tests/docs/test_rake_page.py -->\n| 1/7 |",
        "<!-- measured: one core -->\nIt takes 0.3 to 0.4 s, 1.5 times as long.",
        "<!-- limit: benchmarks/rows/speed.py -->\nEntries to 1000.",
        "### 6.4 Ends\n\nAs in 6.4, §6.5 to 6.7, RFC 8259 and U+0020.",
    ],
)
def test_a_number_that_was_run_or_is_exempt_may_be_said(text):
    assert book_numbers.typed(text + RUN) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("277/11051", "277/11051"),
        ("0.0252", "0.0252"),
        ("2.52 %", "2.52"),
        ("123,457 deals", "123,457"),
        ("-3/4", "3/4"),
        ("$\\frac{3}{4}$", "3/4"),
        ("<!-- printed: foster-1964 -->\nHe prints 3.75.\n\nWe find 4.25.", "4.25"),
        ("<!-- held: tests/docs/test_rake_page.py -->\n1/20 and 1/21.", "1/21"),
        ("<!-- held: tests/docs/test_rake_page.py -->\n1/20.\n\n1/20 again.", "1/20"),
        ("<!-- limit: src/sabot/cards/poker_hand.py -->\n7,463 strengths.", "7,463"),
        ("<!-- measured: one core -->\nIt is 0.3 of all.", "0.3"),
        ("<!-- measured: one core -->\n3/7 of it in 0.3 s.", "3/7"),
        ("### 6.4 Ends\n\nAs in 6.5.", "6.5"),
    ],
)
def test_a_number_that_no_run_gives_is_found(text, found):
    assert book_numbers.typed(text + RUN) == [found]


def test_every_page_is_held_but_for_the_records_of_a_day():
    held = {name(page) for page in book_numbers.held()}
    assert {name(page) for page in SHOWN} - held == {
        "CHANGELOG.md",
        "docs/developers/history.md",
        *(name(page) for page in PAGES if page.parent.name == "decisions"),
    }


@pytest.mark.parametrize(
    "mark",
    ["held: src/sabot/cards/poker_hand.py", "limit: tests/docs/test_book.py", "held: tests/no.py"],
)
def test_a_page_leans_on_tests_and_limits_that_are_there(mark):
    with pytest.raises(ValueError, match="no file of"):
        book_numbers.typed(f"<!-- {mark} -->\n7,462 strengths.")


# ---------------------------------------------------------------------- the site


def test_a_dead_link_and_a_thing_from_elsewhere_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#x">b</a><a href="https://example.org">c</a>')
    (tmp_path / "b.html").write_text('<p id="x"><a href="a.html#y">a</a><a href="c.html">c</a></p>')
    assert book_site.faults(tmp_path) == [
        "b.html: a.html#y: no such place on the page",
        "b.html: c.html: no such file",
    ]
    (tmp_path / "b.html").write_text('<p id="x"></p><img src="//example.org/i.png">')
    (tmp_path / "s.css").write_text("@import 'https://example.org/s.css';")
    assert book_site.faults(tmp_path) == [
        "b.html: loads //example.org/i.png, which is not in the site",
        "s.css: loads https://example.org/s.css",
    ]


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    pytest.importorskip("sphinx", reason="the group 'docs' is not installed")
    words = ["-W", "--keep-going", "-n", "-q", str(ROOT / "docs"), str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert book_site.faults(tmp_path) == []
    if CHROMIUM is not None:
        assert book_site.broad(tmp_path, CHROMIUM) == []


@pytest.mark.slow
def test_a_formula_that_is_broader_than_a_telephone_is_found(tmp_path):
    if CHROMIUM is None:
        pytest.skip("there is no chromium; tools/web_setup.sh installs it")
    long = "<math><mi>x</mi>" + "<mo>+</mo><mi>x</mi>" * 80 + "</math>"
    scroll = f'<div style="overflow-x: auto">{long}</div>'
    for body, found in ((long, 2), (scroll, 0), ("<math><mi>x</mi></math>", 0)):
        (tmp_path / "a.html").write_text(f"<article>{body}</article>")
        assert len(book_site.broad(tmp_path, CHROMIUM)) == found


# ---------------------------------------------------------------------- what is generated


def test_the_pages_quote_the_benchmarks_as_they_were_measured():
    rows = book_bench.measured()
    for page, part in book_bench.PAGES.items():
        text = text_of(ROOT / page)
        assert book_bench.filled(text, part(rows)) == text


def test_the_picture_of_the_house_is_that_of_the_import_contract():
    assert layers.PICTURE.read_text(encoding="utf-8") == layers.drawn()


def test_the_front_page_is_one_screen():
    readme = text_of(ROOT / "README.md")
    assert readme.count("\n") <= 80
    assert [one.line.split()[1] for one in book.commands(readme)[:2]] == ["run", "test"]


def test_the_reference_of_the_python_names_is_as_the_docstrings_say():
    for page in book_python.PAGES:
        assert book_python.written(text_of(ROOT / page)) == text_of(ROOT / page), (
            "run python -m tools.book_python --write"
        )
        examples = book_python.without(text_of(ROOT / page))
        found = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
        assert not doctest.DocTestRunner().run(found).failed


def test_every_public_name_is_in_the_reference():
    page = text_of(ROOT / "docs/reference/python.md")
    shown = book_python.names(page) | set(re.findall(r"`(sabot\.\w+)`", page))
    assert "sabot.errors" in shown
    assert {f"sabot.{one}" for one in set(sabot.__all__) - set(vars(errors))} <= shown


def test_every_result_is_in_the_reference():
    shown = set[str]().union(*(book_python.names(text_of(ROOT / one)) for one in book_python.PAGES))
    classes = [kind.binding().result for kind in all_kinds() if kind.binding is not None]
    general = {cls.__name__ for cls in classes if cls.__module__.startswith("sabot.results.")}
    assert len(general) > 10 and general <= {one.rpartition(".")[2] for one in shown}


def test_every_verb_is_in_the_reference():
    page = text_of(ROOT / "docs/reference/cli.md")
    inner = [
        f"{group} {name}"
        for group in game_commands()
        for name in cli.get_command(None, group).verbs
    ]
    for verb in [*VERBS, *game_commands(), *inner]:
        assert f"\n## {verb}\n\n```console\n$ sabot {verb} --help\n" in page
