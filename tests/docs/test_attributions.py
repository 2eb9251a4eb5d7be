"""Who found what: the pages cite those who were first, and claim as new only what may be."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = [
    ROOT / "README.md",
    # the history names mistakes that were corrected
    *(page for page in sorted(ROOT.glob("docs/**/*.md")) if page.name != "history.md"),
    *sorted(ROOT.glob("docs/notebooks/*.ipynb")),
]
RESULTS = ROOT / "docs/results/new-results.md"
HEADING = re.compile(r"^#+ .*", re.MULTILINE)
CITED = re.compile(r"([A-ZÄÖÜ][a-zäöüáé]+)(?:'s)? \((\d{4})\b")
YEAR = r"((?:1[5-9]|20)\d\d)\b"
IN_BOOK = re.compile(rf"([A-ZÄÖÜ][\w-]+)(?:'s)?(?:\s+and\s+others)?,?\s+\(?{YEAR}(?:, {YEAR})?")
FENCED = re.compile(r"```.*?```", re.DOTALL)
BOOK = ROOT / "docs/book"
UNTRUE = re.compile(
    r"no solution of it in print|we have found no solution|nobody had proved|which\s+was open"
    r"|theorems that we have not found in print|chapter 19|nobody\s+has\s+solved"
    r"|an observation, not a theorem|what they print of numbers is not known",
    re.IGNORECASE,
)


def text_of(path):
    """Return a page's text; of a notebook that of the cells that are read."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def describes_a_commission(path):
    """Say whether a page on games or results has a part on commissions."""
    rooms = ("book", "games", "how-to", "notebooks", "papers", "results")
    on_games = path.parent.name in rooms
    return on_games and any("commission" in head.lower() for head in HEADING.findall(text_of(path)))


COMMISSIONS = [page for page in TEXTS if describes_a_commission(page)]


@pytest.mark.parametrize("page", COMMISSIONS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_with_a_part_on_commissions_cites_ethier_and_lee(page):
    assert re.search(r"Ethier and Lee\b[^.]*?\b2023", text_of(page), re.DOTALL)


def test_no_text_claims_what_is_in_print_already():
    code = sorted(ROOT.glob("src/**/*.py"))
    found = {path.name: UNTRUE.findall(path.read_text(encoding="utf-8")) for path in TEXTS + code}
    assert {name: said for name, said in found.items() if said} == {}


def test_whoever_the_results_name_with_a_year_is_in_their_references():
    text, references = text_of(RESULTS).split("## References\n")
    cited = set(CITED.findall(text))
    assert {("Lee", "2015"), ("Lee", "2023"), ("Goldman", "2002"), ("Kuhn", "1950")} <= cited
    entries = references.split("\n- ")
    missing = [
        (name, year)
        for name, year in cited
        if not any(name in entry and year in entry for entry in entries)
    ]
    assert missing == []


def test_whoever_the_book_cites_with_a_year_is_in_its_bibliography():
    entries = text_of(BOOK / "bibliography.md").split("\n- ")[1:]
    found = {
        (page.name, name, year)
        for page in sorted(BOOK.glob("[1-9a]-*.md"))
        for name, *years in IN_BOOK.findall(FENCED.sub("", text_of(page)))
        for year in years
        if year
    }
    assert len(found) > 60
    assert [
        one for one in sorted(found) if not any(one[1] in e and one[2] in e for e in entries)
    ] == []


def test_the_bibliography_is_in_order_and_cited():
    entries = text_of(BOOK / "bibliography.md").split("\n- ")[1:]
    names = [re.search(r"(?:[A-Z]\.[ -])+(?:de |van |von )?([\w-]+)", one)[1] for one in entries]
    years = [re.search(r"\((\d{4})", one)[1] for one in entries]
    plain = [name.translate(str.maketrans("äöü", "aou")) for name in names]
    assert plain == sorted(plain)
    said = "\n".join(text_of(page) for page in BOOK.glob("[1-9a]-*.md"))
    assert [
        one
        for one in zip(names, years, strict=True)
        if not re.search(rf"{one[0]}\b[^.;]*?\b{one[1]}", said, re.DOTALL)
    ] == []


def test_the_course_asks_for_exercises_that_are_there():
    rows = text_of(BOOK / "index.md").splitlines()
    asked = [
        (chapter, int(number))
        for row in rows
        for chapter, numbers in re.findall(
            r"[Cc]hapter (\d)(?:\]\([^)]*\))?, exercises ((?:\d+(?:, )?|; with proof )+)", row
        )
        for number in re.findall(r"\d+", numbers)
    ]
    assert len(asked) > 25
    for chapter, number in asked:
        [page] = BOOK.glob(f"{chapter}-*.md")
        assert f"\n**{number}.** " in text_of(page), (chapter, number)
