"""The page of analyses: each verb finds what the library finds, and no verb is without a page."""

import re
from pathlib import Path

import pytest
from tests.web.seen import faults_of

import sabot
from sabot.cli.program import cli
from sabot.web.pages.analysis import ANALYSES
from sabot.web.site import all_pages
from sabot.web.tasks import analysis

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "workbench.md"
CHICKEN = "matrix([[6|6,2|7],[7|2,0|0]])"
STAND = {"Player": {"5": "stand"}}


def test_every_verb_of_the_command_line_has_its_page_in_the_guide():
    text = GUIDE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z]+)` \| (.*?) \|$", text, re.MULTILINE)
    assert sorted(verb for verb, _ in rows) == sorted(cli.list_commands(None))
    paths = {page.path for page in all_pages()}
    for verb, pages in rows:
        named = re.findall(r"`(/[^`?]*)(?:\?verb=([a-z]+))?", pages)
        assert named or "terminal" in pages, verb
        for path, analysed in named:
            assert path in paths, (verb, path)
            assert not analysed or analysed in ANALYSES, (verb, analysed)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ({"verb": "properties", "game": CHICKEN}, lambda: sabot.properties(CHICKEN)),
        ({"verb": "correlated", "game": CHICKEN}, lambda: sabot.correlated(CHICKEN)),
        (
            {"verb": "refine", "game": CHICKEN, "refinement": "proper", "list": "all"},
            lambda: sabot.equilibria(CHICKEN, refine="proper"),
        ),
        (
            {"verb": "reduce", "game": CHICKEN, "sort": "weak"},
            lambda: sabot.reduce(CHICKEN, weak=True),
        ),
        (
            {"verb": "value", "game": "baccara(model=A1)", "strategies": str(STAND)},
            lambda: sabot.value("baccara(model=A1)", STAND),
        ),
        (
            {"verb": "sweep", "game": "le-her(ranks=2..4)"},
            lambda: sabot.sweep("le-her(ranks=2..4)"),
        ),
    ],
    ids=lambda one: one["verb"] if isinstance(one, dict) else "",
)
def test_an_analysis_is_the_document_of_the_library(question, found):
    asked = {key: text.replace("'", '"') for key, text in question.items()}
    document, ours = analysis.analyse(asked)["solution"], found().to_json()
    for one in (document, ours):
        one.pop("seconds", None)
    assert document == ours


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"verb": "value", "game": "le-her", "strategies": "{"}, "no JSON"),
        ({"verb": "simulate", "game": "le-her", "hands": "1/2"}, "a whole number from 1"),
        ({"verb": "simulate", "game": "le-her", "hands": "10000000"}, "a whole number from 1"),
        ({"verb": "sweep", "game": "le-her(ranks=2..900)"}, "at most 400"),
        ({"verb": "sweep", "game": "/etc/passwd.csv"}, "a page opens no file"),
        ({"verb": "export", "game": "kuhn-poker", "form": "exe"}, "write one of"),
        ({"verb": "equity", "one": "AsKs", "two": "xx"}, "xx"),
        ({"verb": "dance"}, "no such analysis"),
    ],
)
def test_what_cannot_be_analysed_is_said(question, said):
    with pytest.raises(sabot.SabotError, match=re.escape(said)):
        analysis.analyse(question)


def test_the_page_shows_an_analysis_with_its_plot_and_its_files(page):
    page.goto("/game?g=kuhn-poker")
    page.get_by_role("link", name="Analyse it").click()
    page.get_by_role("link", name="Sweep").first.click()
    page.get_by_label("Game", exact=True).fill("kuhn-poker(ranks=3..5)")
    page.get_by_role("button", name="Compute").click()
    page.wait_for_url("**ranks%3D3..5*")
    page.locator("[data-verb=sweep] svg.plot").wait_for()
    values = page.locator("[data-verb=sweep] table tr td:nth-child(2)").all_inner_texts()
    assert len(values) == 3 and values[0] == "-1/18"
    assert faults_of(page) == []
    page.get_by_role("link", name="Export").click()
    page.get_by_role("button", name="Compute").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download .efg").click()
    assert saved.value.path().read_text().startswith("EFG 2 R")


@pytest.mark.slow
@pytest.mark.parametrize("verb", ANALYSES)
def test_every_analysis_has_an_example_that_works(page, verb):
    page.goto(f"/analysis?verb={verb}")
    page.locator(f"[data-verb={verb}]").wait_for()
    assert page.locator(".fault").count() == 0
    assert faults_of(page) == []
