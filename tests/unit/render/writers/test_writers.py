"""One document model, five writers: each writes every block, and no label can do harm in any."""

import csv as spreadsheet
import io
import json
import re
import shlex
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import sabot
from sabot import papers
from sabot.cli.program import cli
from sabot.forms.algebra.rational_function import Formula
from sabot.games.poker.five_card_draw.tournament import run_tournament
from sabot.kinds import all_kinds
from sabot.render import document as doc
from sabot.render.strategy_table import build_strategy_grid
from sabot.render.writers import csv, html, latex, markdown, terminal

NASTY = "<script>alert(1)</script>\x1b[2J\n|a|&%$#_{}~^\\`*x*\"'"
BET, FOLD = {"bet": Fraction(1)}, {"fold": Fraction(1)}
LETTERS, _ = build_strategy_grid(
    {f"{a},{b}": BET if a > len(b) else FOLD for a in range(4) for b in ("1", "2", "<b>")},
    (NASTY, NASTY),
)
BLOCKS = [
    doc.Heading(NASTY, (NASTY, doc.StyledText(NASTY, "strong")), NASTY),
    doc.Paragraph((NASTY, doc.StyledText(NASTY, "mixed"))),
    doc.Remark(NASTY),
    doc.labelled_lines((NASTY, NASTY), ("half", doc.ExactNumber(Fraction(1, 2)))),
    doc.build_table([(NASTY, doc.LabelRange(NASTY)), ("short",)], head=(NASTY, "b"), right=(1,)),
    doc.GridBlock(LETTERS, NASTY, key=tuple(LETTERS.key)),
    doc.Equation("v", Formula.of("(d + 1)/(2*d)", "d"), "d"),
    doc.BulletList((NASTY, doc.StyledText(NASTY, "dim"), doc.ListItem(NASTY, (NASTY, "below")))),
    doc.Section(NASTY),
    doc.Paragraph(
        (doc.InlineMath("x^2", NASTY), doc.InlineCode(NASTY), doc.FootnoteMark(NASTY, 3)), hang=1
    ),
    doc.TableBlock(
        ((NASTY, doc.FootnoteMark(NASTY, 1)),), centre=(1,), caption=NASTY, notes=(NASTY,)
    ),
    doc.NumberedCases(
        (("if a", (doc.Paragraph(NASTY),)), (NASTY, (doc.build_table([("1", NASTY)]),)))
    ),
    doc.TheoremBlock(
        "theorem", (doc.Paragraph(NASTY), doc.Equation("v", Formula.of("1/2", "d"), "d"))
    ),
    doc.Preformatted(f"{NASTY}\n  {NASTY}"),
    doc.BREAK,
]
WRITERS = [terminal, latex, markdown, html, csv]


def name(thing):
    return getattr(thing, "__name__", type(thing).__name__).rpartition(".")[2]


@pytest.mark.parametrize("writer", WRITERS, ids=name)
@pytest.mark.parametrize("block", BLOCKS, ids=name)
def test_every_writer_writes_every_block(writer, block):
    text = writer.render(
        doc.build_document(doc.Heading("a game"), block, doc.build_document(block))
    )
    assert isinstance(text, str)
    if writer is not csv:
        assert "a game" in text
        assert all(letter.isprintable() or letter == "\n" for letter in text)
    if writer is html:
        assert "<script" not in text


@pytest.mark.parametrize("writer", WRITERS[:4], ids=name)
def test_what_is_no_block_is_refused(writer):
    with pytest.raises(TypeError, match="Block is no block of a document"):
        writer.render(doc.build_document(doc.Block()))


class Page(HTMLParser):
    """What a browser would make of a page: its tags, its attributes, its words."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.words = set(), set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= set(attrs)

    def handle_data(self, data):
        self.words.append(data)


def test_html_is_whole_and_harmless():
    page = Page()
    page.feed(html.render_page(doc.build_document(*BLOCKS)))
    assert not page.tags & {"script", "iframe", "img", "object", "link", "a", "form"}
    plain = {"class", "style", "lang", "charset"}
    maths = {"alttext", "displaystyle", "stretchy", "width"}
    assert {attribute for attribute, _ in page.attributes} <= plain | maths
    assert not any("alert" in value or "url" in value for _, value in page.attributes)
    assert "".join(page.words).count("<script>alert(1)</script>\\x1b[2J\\n|a|") >= 8


def test_a_browser_sees_a_hostile_label_as_words_everywhere():
    form = sabot.MatrixForm.of(
        [[1, -1], [-1, 1]], rows=[NASTY, "b"], seats=("<script>", '"><img src=x onerror=y>')
    )
    for found in (sabot.solve(form), sabot.equilibria(form), sabot.reduce(form)):
        page = Page()
        page.feed(found._repr_html_())
        assert not page.tags & {"script", "img", "i"}
        assert "<script>" in "".join(page.words)


def test_csv_holds_labels_as_they_are_but_for_what_moves_a_cursor():
    rows = list(spreadsheet.reader(io.StringIO(csv.render(doc.build_document(BLOCKS[4])))))
    tame = NASTY.replace("\x1b", r"\x1b").replace("\n", r"\n")
    assert rows == [[tame, "b"], [tame, tame], ["short"]]


def test_latex_cannot_be_ended_from_inside():
    text = latex.render(
        doc.build_document(doc.Heading("x"), doc.Preformatted("\\end{flushleft}\\input{y}"))
    )
    assert text.count(r"\end{") == 1
    assert r"\input" not in text


def test_a_strategy_grid_is_in_letter_and_colour():
    page = sabot.solve("baccara(model=A1)")._repr_html_()
    cells = re.findall(r'<td style="[^"]*background:(#\w+)">([DS*])</td>', page)
    assert len(cells) == 88
    assert len({ground for ground, _ in cells}) == len({letter for _, letter in cells}) == 3
    assert len(set(cells)) == 3
    assert "Player&#x27;s third card, - if he stood" in page


TAXED = "baccara(model=A1, commission=1/20)"
MINE = {"Player": {"5": "stand"}}
MADE: dict[str, Callable[[], Any]] = {
    "solve 'le-her(ranks=4)'": lambda: sabot.solve("le-her(ranks=4)"),
    "solve 'baccara(model=A1)'": lambda: sabot.solve("baccara(model=A1)"),
    "solve 'whist(deal=KQ10/AJ9, lead=W)'": lambda: sabot.solve("whist(deal=KQ10/AJ9, lead=W)"),
    "solve kuhn --gap 1/10": lambda: sabot.approximate("kuhn", gap="1/10"),
    "reduce 'baccara(model=B1, decks=6)'": lambda: sabot.reduce("baccara(model=B1, decks=6)"),
    "reduce 'le-her(strategies=threshold)'": lambda: sabot.reduce("le-her(strategies=threshold)"),
    "prove 'le-her(ranks=3, suits=*)'": lambda: sabot.prove("le-her(ranks=3, suits=*)"),
    "equilibria kuhn": lambda: sabot.equilibria("kuhn"),
    "value 'baccara(model=A1)' --strategy optimal": lambda: sabot.value(
        "baccara(model=A1)", "optimal"
    ),
    "sweep 'le-her(ranks=4)'": lambda: next(sabot.sweep("le-her(ranks=4)")),
    "simulate kuhn --hands 200": lambda: sabot.simulate("kuhn", hands=200),
    "simulate 'baccara(model=A1)' --strategy casino --hands 200": lambda: sabot.simulate(
        "baccara(model=A1)", "casino", hands=200
    ),
    "simulate 'baccara(model=A1)' --strategy mine.json --hands 200": lambda: sabot.simulate(
        "baccara(model=A1)", MINE, hands=200
    ),
    f"simulate '{TAXED}' --strategy mine.json --hands 200": lambda: sabot.simulate(
        TAXED, MINE, hands=200
    ),
    "simulate 'whist(n=3, seed=1)' --strategy all.json --hands 9": lambda: sabot.simulate(
        "whist(n=3, seed=1)", sabot.solve("whist(n=3, seed=1)").strategies, hands=9
    ),
    "simulate 'draw-poker(players=2)' --strategy 1=random --hands 2": lambda: sabot.simulate(
        "draw-poker(players=2)", {"1": "random"}, hands=2
    ),
    "solve von-neumann": lambda: sabot.solve("von-neumann"),
    "solve 'kuhn-poker(players=3)' --gap 1/10": lambda: sabot.approximate(
        "kuhn-poker(players=3)", gap="1/10"
    ),
    "prove 'von-neumann(B=*)' --to 2": lambda: sabot.prove("von-neumann(B=*)", high=2),
    "prove 'baccara(model=A1, commission=*)'": lambda: sabot.prove(
        "baccara(model=A1, commission=*)"
    ),
    f"equilibria '{TAXED}'": lambda: sabot.equilibria(TAXED),
    f"value '{TAXED}' --strategy casino": lambda: sabot.value(TAXED, "casino"),
    "hand AsKdQhJc9s": lambda: sabot.hand("AsKdQhJc9s"),
    "paper foster-1964 fingers": lambda: papers.run("foster-1964", "fingers"),
    "draw tournament thesis random --hands 20": lambda: run_tournament(
        ["thesis", "random"], hands=20
    ),
    "plot 'baccara(model=A1)'": lambda: sabot.plot("baccara(model=A1)"),
}


def plain(text):
    """Return a screen without what only the command line can know: times, the check."""
    text = re.sub(r"checked in [\d.]+ s(, by search)?", "not checked", text)
    text = re.sub(r"\n\n  in .* per second\b.*\n", "\n", text + "\n")
    text = re.sub(r"  1 game", "", re.sub(r"[\d.]+ s\b", "", text))
    return re.sub(r"le-her\(ranks=4(, suits=4)?\)", "le-her", text).rstrip().split()


@pytest.mark.parametrize("command", MADE)
def test_what_a_verb_returns_prints_as_the_command_line_shows_it(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.json").write_text(json.dumps(MINE))
    if "all.json" in command:
        sabot.solve("whist(n=3, seed=1)").save("all.json")
    result = CliRunner().invoke(cli, shlex.split(command), env={"COLUMNS": "80"})
    found = MADE[command]()
    assert plain(str(found)) == plain(result.stdout)
    if not command.startswith("plot"):
        words = Page()
        words.feed(found._repr_html_())
        assert words.tags >= {"table", "tr", "td"}
        for text in (found.to_latex(), found.to_markdown(), found.to_csv()):
            assert text.endswith("\n")


def test_a_strategy_shows_itself_too():
    assert str(sabot.solve("le-her")["dealer"]).splitlines() == [
        "dealer",
        "  1-7   draw",
        "  8     keep 3/8 = 0.375, draw 5/8 = 0.625",
        "  9-13  keep",
    ]
    assert "always" in str(sabot.solve([[1]])["row"])


# ------------------------------------------------------------- files that verbs save


def ran(*words):
    return CliRunner().invoke(cli, list(words), env={"COLUMNS": "80"})


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    made = {
        "solution.json": ("solve", "kuhn"),
        "deal.json": ("solve", "whist(deal=KQ10/AJ9, lead=W)"),
        "interval.json": ("solve", "kuhn", "--gap", "1/10"),
        "log.json": ("reduce", "le-her(strategies=threshold)"),
        "sorts.json": ("reduce", "baccara(model=B2, decks=6)"),
        "sweep.jsonl": ("sweep", "le-her(ranks=2..4)"),
        "row.json": ("sweep", "le-her(ranks=3)"),
        "proof.json": ("prove", "le-her(ranks=3, suits=*)"),
        "figure.json": ("plot", "baccara(model=A1)"),
        "sets.json": ("equilibria", "kuhn"),
        "pairs.json": ("equilibria", "baccara(model=A1, commission=1/20)"),
        "pair-proof.json": ("prove", "baccara(model=A1, commission=*)"),
        "nash-proof.json": ("prove", "matrix([[2|1,0|0],[0|0,t|2]])"),
        "judged.json": ("value", "baccara(model=A1)", "--strategy", "casino"),
        "sweep.json": ("sweep", "le-her(ranks=2..4)"),
    }
    for name, words in made.items():
        assert ran(*words, "-o", str(folder / name)).exit_code == 0
    (folder / "size.json").write_text(ran("size", "kuhn", "--json").stdout)
    return folder


TABLES = [
    *("solution.json", "deal.json", "proof.json", "interval.json", "log.json", "sorts.json"),
    *("sweep.jsonl", "sweep.json", "sets.json", "judged.json", "figure.json"),
]


@pytest.mark.parametrize("form", [None, "latex", "markdown", "csv", "html"])
@pytest.mark.parametrize("file", [*TABLES, "row.json"])
def test_what_is_saved_has_tables_in_every_form(file, form, files):
    result = ran("table", str(files / file), *([f"--{form}"] if form else []))
    assert (result.exit_code, result.stderr) == (0, "")
    mark = {None: "\n  ", "latex": r"\begin{tabular}", "markdown": "| :--", "csv": ","}
    if file == "proof.json":
        mark |= {"latex": r"\begin{theorem}", "markdown": "### suits = "}
    assert mark.get(form, "<!doctype html>") in result.stdout


REFUSED = {
    ("table", "size.json"): "sabot table reads saved solutions",
    ("check", "log.json"): "--replay",
    ("check", "sorts.json"): "holds choices sorted view by view (sabot/classification/1)",
    ("check", "sweep.jsonl"): "holds the rows of a sweep (sabot/sweep/1) and no proof",
    ("check", "size.json"): "sabot check reads saved solutions, theorems, intervals and equilibria",
    ("plot", "interval.json"): "sabot plot draws saved solutions, theorems, sweeps, networks",
    ("plot", "log.json"): "holds a reduction log (sabot/reduction/1) and nothing to draw",
    ("plot", "sorts.json"): "and nothing to draw",
    ("plot", "sets.json"): "components are drawn of a game in a matrix",
    ("plot", "pairs.json"): "holds all equilibria of a game (sabot/pair-equilibria/1) and nothing",
    ("check", "judged.json"): "holds judged strategies (sabot/value/1) and no proof",
}


@pytest.mark.parametrize(("verb", "file"), REFUSED)
def test_what_a_verb_cannot_use_is_refused_in_one_clear_message(verb, file, files):
    path = str(files / file)
    result = ran(verb, path)
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.count("sabot: error:") == 1
    assert path in result.stderr
    assert REFUSED[verb, file] in result.stderr


def test_a_saved_theorem_on_all_equilibria_is_drawn_by_what_each_seat_is_paid(files):
    result = ran("plot", str(files / "pair-proof.json"), "payoffs")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Player" in result.stdout
    assert "Banker" in result.stdout


def test_saved_tables_are_those_that_were_shown(files):
    for file, words in {
        "sorts.json": ("reduce", "baccara(model=B2, decks=6)"),
        "sweep.jsonl": ("sweep", "le-her(ranks=2..4)"),
    }.items():
        shown = ran(*words).stdout.splitlines()[1:]
        assert ran("table", str(files / file)).stdout.splitlines()[1 : len(shown) + 1] == shown


BROKEN = [
    '{"schema": "sabot/interval/1"}',
    '{"schema": "sabot/interval/1", "strategies": {"a": {"b": {"c": "x"}}}}',
    '{"schema": "sabot/interval/1", "strategies": {"a": 3}, "low": "0", "high": "1", "game": "g"}',
    '{"schema": "sabot/classification/1", "seats": {"a": {"b": 3}, "c": {}}}',
    '{"schema": "sabot/classification/1", "seats": [1, 2]}',
    '{"schema": "sabot/classification/1", "seats": {"a": {"b": "c"}}}',
    '{"game": "x", "value": "1/2", "mixed": [1]}\n{"game": "y", "error": "z"}\n',
    '{"schema": "sabot/sweep/1", "rows": [{"game": "x", "value": "1", "mixed": {"a": {"b": 1}}}]}',
]


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_refused_by_its_name(text, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text(text)
    result = ran("table", str(path))
    assert result.exit_code == 3, result.output
    assert "broken.json: " in result.stderr


def test_the_page_names_everything_that_table_reads():
    page = Path(__file__).parents[4].joinpath("docs/how-to/show-a-result.md").read_text("utf-8")
    listed = page.partition("| it reads |")[2].partition("\n\n")[0]
    cells = (line.split(" | ")[0].strip("| ") for line in listed.splitlines()[2:])
    named = [words for cell in cells for words in cell.split("; ")]
    assert sorted(named) == sorted({kind.words for kind in all_kinds() if kind.shown is not None})


def test_a_letter_has_the_colour_of_its_place_among_what_the_rules_offer():
    stand = {"stand": Fraction(1), "draw": Fraction(0)}
    draw = {"stand": Fraction(0), "draw": Fraction(1)}
    grid, _ = build_strategy_grid(
        {f"{a},{b}": stand if a > b else draw for a in (5, 6) for b in (4, 5, 6)}
    )
    page = html.render(doc.build_document(doc.GridBlock(grid, "", key=())), html.CLASS_STYLE)
    assert '<td class="square first">S</td>' in page
    assert '<td class="square second">D</td>' in page
