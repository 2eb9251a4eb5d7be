"""The sources on a page: every claim as the command line reports it, what differs marked."""

import re
from fractions import Fraction
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.few import few
from tests.web.seen import Late, faults_of

import sabot
from sabot import papers
from sabot.exact import format_fraction
from sabot.game_rules.family import NamedAgentFamily
from sabot.loading import load
from sabot.results.poker_hand import hand as look_up
from sabot.sources.risticz_1973.chapter_3_lookahead import example_payoff
from sabot.web.pages.errata import STRIKING_ITEMS
from sabot.web.pages.papers import game_link, hand_link, load_errata


def test_every_item_opens_where_its_rules_are_seen():
    ways = {"/game": load, "/theorem": theorem_of, "/play": seated}
    for name in papers.names():
        book = papers.source(name)
        assert set(book.opens) <= {"", *(item.name for item in book.items)}
        for game in {book.game(item.name) for item in book.items} - {""}:
            way = urlsplit(unescape(re.search(r'href="([^"]*)"', game_link(game))[1]))
            assert parse_qs(way.query)["g"] == [game]
            assert ways[way.path](game) is not None


SEEN = {
    "table-1": ("class", "straight flush"),
    "figure-2": ("discard_common", "7c2dKs"),
    "section-2.7": ("discard_removal", "2d"),
    "table-2": ("improves", "1552/5405"),
    "table-3": ("f_b", "108561/216580"),
    "table-4": ("f_b", "140753/216580"),
    "table-5": ("f_a_table", "586747373/1170614900"),
    "section-4.1": ("improves", "1552/5405"),
    "appendix-C": ("f_a", "0"),
}
"""Of each item about poker hands: what of its hand is seen, which is what the item finds."""
FOUND = {
    "figure-2": "cards thrown away of one pair (2.7): 3",
    "section-2.7": "2c2d3c4c5c 2c3c4c5c",
    "appendix-C": "f_a(AcKcQcJc9d): 0.0000",
}
"""How an item says it, where not by the same words."""
LONG = {"section-2.7"}
"""Items that take seconds to be found again; that they are is tested with their source."""


def test_every_item_that_leads_to_a_hand_has_its_number_here():
    assert set(papers.source("risticz-1973").hands) == set(SEEN)


@pytest.mark.slow
@pytest.mark.parametrize("item", few(2, SEEN))
def test_the_hand_of_an_item_about_poker_hands_has_its_number(item):
    key, text = SEEN[item]
    cards = papers.source("risticz-1973").hands[item]
    told = look_up(cards).to_json()
    kept = next(one for one in told["holds"] if one["discard"] == told["discard_common"])
    assert {**told, "improves": kept["improves"]}[key] == text
    way = urlsplit(unescape(re.search(r'href="([^"]*)"', hand_link(cards))[1]))
    assert (way.path, parse_qs(way.query)) == ("/hand", {"cards": [cards]})


@pytest.mark.slow
@pytest.mark.parametrize(
    "item", [pytest.param(one, marks=[pytest.mark.slow] * (one in LONG)) for one in SEEN]
)
def test_an_item_about_poker_hands_finds_the_number_that_its_hand_has(item):
    report = papers.run("risticz-1973", item)
    said = [f"{one.where}: {one.ours} {one.says} {one.evidence}" for one in report.claims]
    said += [" ".join(one.text.split()) for one in report.tables]
    assert any(FOUND.get(item, SEEN[item][1]) in one for one in said)


def test_the_example_of_table_7_is_the_matrix_that_it_opens():
    solved = sabot.solve(papers.source("risticz-1973").game("table-7"))
    assert (
        format_fraction(solved["row"]["-"]["2"]) == "7/12"
        and format_fraction(solved["column"]["-"]["2"]) == "5/12"
    )
    form = load(papers.source("risticz-1973").game("table-7")).form()
    for one, two in ((0, 0), (0, 1), (1, 0), (1, 1)):
        assert form[one, two] == example_payoff(Fraction(one), Fraction(two))


@pytest.mark.slow
def test_the_hand_of_an_item_is_looked_up(page):
    page.goto("/papers/risticz-1973")
    page.locator("tr", has_text="Table 3").get_by_role("link", name="the hand").click()
    page.locator("[data-chance=f_b]").wait_for()
    number = page.locator("[data-chance=f_b] [data-exact]").get_attribute("data-exact")
    assert number == SEEN["table-3"][1]


def theorem_of(game):
    return load(game.replace("decks=*", "decks=6")) if "=*" in game else None


def seated(game):
    return load(game) if isinstance(load(game).rules, NamedAgentFamily) else None


def test_from_the_list_to_an_item_whose_claims_are_those_of_the_command_line(page):
    report = papers.run("foster-1964", "tables-4-7")
    page.goto("/papers")
    page.get_by_role("link", name="Chemin-de-fer analyzed").click()
    page.get_by_role("link", name="Tables 4 to 7").click()
    counts = page.locator(".counts")
    counts.wait_for()
    assert counts.get_attribute("data-claims") == str(len(report.claims))
    assert counts.get_attribute("data-differ") == str(len(report.differences))
    found = page.locator("tr.superseded")
    shown = [
        (row.locator("td").nth(0).inner_text(), row.locator("td").nth(1).inner_text())
        for row in found.all()
    ]
    assert shown == [(claim.says, claim.ours) for claim in report.differences]
    assert found.first.locator("mark").all_inner_texts() == ["0.5", "0.4"]
    assert report.tables[0].text in page.locator("pre.printed").first.text_content()
    assert faults_of(page) == []
    page.reload()
    assert page.locator(".counts").get_attribute("data-claims") == str(len(report.claims))


def test_a_deal_of_the_paper_is_seen_on_the_page_of_whist_too(page):
    page.goto("/papers/wastlund-2005/example-5")
    page.get_by_role("link", name="on its own page").click()
    shown = page.locator("[data-worth]").get_attribute("data-worth")
    assert shown == str(sabot.solve("whist(hands=KQ10/AJ9)").value)


def test_an_item_opens_the_game_it_is_about(page):
    page.goto("/papers/ethier-gamez-2013/model-a1")
    link = page.get_by_role("link", name="baccara(model=A1)")
    assert link.get_attribute("href") == "/game?g=baccara%28model%3DA1%29"


@pytest.mark.slow
def test_a_whole_source_is_regenerated_item_by_item(page):
    page.goto("/papers/ethier-2010-le-her")
    page.get_by_role("button", name="Regenerate all of it").press("Enter")
    counts = page.locator(".counts")
    counts.wait_for()
    report = papers.run("ethier-2010-le-her")
    assert counts.get_attribute("data-claims") == str(len(report.claims))
    assert page.locator("table.tally tbody tr").count() == len(report.source.items)
    assert page.locator("table.claims tbody tr").count() == len(report.differences)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/papers/foster", "there is no source 'foster'"),
        ("/papers/foster-1964/x", "there is no item"),
    ],
)
def test_what_is_not_there_is_said_with_what_is(http, path, said):
    answer = http.get(path)
    assert answer.status_code == 404
    assert said in answer.text.replace("&#x27;", "'")


def test_the_page_of_errata_is_filtered_and_leads_to_the_item(page):
    page.goto("/errata")
    whole = sum(map(len, load_errata().values()))
    assert page.locator("table.claims tbody tr").count() == whole
    page.get_by_role("link", name="misprint (").click()
    page.get_by_role("link", name="wastlund-2005").click()
    found = [one for one in load_errata()["wastlund-2005"] if one["verdict"] == "misprint"]
    page.get_by_text(f"{len(found)} claims").wait_for()
    assert page.locator("table.claims tbody tr").count() == len(found)
    again = page.locator("[data-item='eq-44-48']")
    again.get_by_role("button", name="Recompute").click()
    again.get_by_text("all 2 claims that differ were found again").wait_for()
    assert faults_of(page) == []
    page.get_by_role("link", name="a printed formula, evaluated").click()
    found = [one for one in found if one["basis"] == "formula"]
    page.get_by_text(f"{len(found)} claims").wait_for()
    assert 0 < len(found) == page.locator("table.claims tbody tr").count()
    page.locator(".erratum h3 a").first.click()
    page.wait_for_url("**/papers/wastlund-2005/**")


def test_what_is_most_striking_comes_first_and_items_that_differ_are_marked(page):
    page.goto("/errata")
    assert "royal flush" in page.locator(".striking li").first.inner_text()
    assert page.locator(".striking li").count() == len(STRIKING_ITEMS)
    assert page.evaluate("document.documentElement.scrollHeight") < 10_000
    page.goto("/papers/risticz-1973")
    marked = page.locator("table.items tr:has(mark) a[href^='/papers']")
    differ = {claim["item"] for claim in load_errata()["risticz-1973"]}
    assert marked.count() == len(differ) < page.locator("table.items tbody tr").count()
    page.locator("tr:has(a[href$='/table-11']) mark a").click()
    page.locator("#table-11").wait_for()


def test_a_button_pressed_before_its_script_is_there_works_when_it_is(context):
    page = context.new_page()
    late = Late(page, "**/htmx.min.js")
    page.goto("/errata?source=wastlund-2005&verdict=misprint", wait_until="commit")
    again = page.locator("[data-item='eq-44-48']")
    again.get_by_role("button", name="Recompute").click()
    late.go()
    again.get_by_text("all 2 claims that differ were found again").wait_for()
