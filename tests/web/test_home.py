"""The first page: what there is, with numbers that are those of the command line."""

import pytest
from tests.web.seen import faults_of

import sabot
from sabot.exact import format_fraction
from sabot.game_table import shipped_games
from sabot.loading import families
from sabot.render.figures.captions import game_title
from sabot.web.game_links import sample_game
from sabot.web.pages.home import load_headlines
from sabot.web.pages.papers import load_errata
from sabot.web.tasks.solution import compute_headline

GAMES = [one.name for one in families() if one.name in shipped_games() and sample_game(one)]


@pytest.mark.parametrize("name", load_headlines())
def test_what_a_game_is_known_by_is_what_the_library_finds_now(name):
    told = load_headlines()[name]
    assert compute_headline({"game": told["game"]}) == told, "run tools/headlines.py"


def test_every_card_has_a_sentence_a_picture_and_the_number_that_solve_finds(page):
    page.goto("/")
    cards = {card.locator("h3").inner_text(): card for card in page.locator(".card").all()}
    assert sorted(cards) == sorted(map(game_title, GAMES))
    sections = [entry.section for entry in shipped_games().values()]
    assert page.locator(".games h2").all_inner_texts() == list(dict.fromkeys(sections))
    for card in cards.values():
        assert card.locator("a p").inner_text().endswith(".")
        assert card.locator("svg.thumb :is(rect, text)").count() >= 3
        assert card.locator(".worth [data-exact]").count() == 1
    shown = cards["Le Her"].locator("[data-exact]").get_attribute("data-exact")
    assert shown == format_fraction(sabot.solve("le-her").value)


def test_the_keyboard_reaches_the_matter_and_the_switch_turns_fractions_into_decimals(page):
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    number = page.locator(".card [data-exact='277/11050']")
    assert number.inner_text() == "277/11050"
    page.get_by_role("button", name="0.12").click()
    assert number.inner_text() == "0.0250679"
    page.reload()
    assert page.locator(".card [data-exact='277/11050']").inner_text() == "0.0250679"


def test_the_first_page_is_small_and_has_five_words(http):
    answer = http.get("/")
    assert len(answer.content) <= 60_000
    words = answer.text.partition('<nav aria-label="Pages">')[2].partition("</nav>")[0]
    assert words.count("<a ") == 5


def test_games_pages_and_numbers_are_found(page):
    page.goto("/")
    page.keyboard.press("/")
    for typed, found in (("leduc", "Leduc poker"), ("trees", "Trees"), ("277/11050", "Le Her")):
        page.locator(".search input:focus").fill(typed)
        page.locator("#found-below a", has_text=found).first.wait_for()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('#found-below li:first-child a')")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")  # the first that is found
    page.locator(".solution[data-game^='le-her']").wait_for()


def test_a_number_of_a_source_is_found_as_it_is_printed(http):
    book, claims = next(iter(load_errata().items()))
    said = claims[0]["says"]
    assert f"/papers/{book}/{claims[0]['item']}" in http.get("/search", params={"q": said}).text


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("-0.0128254", "foster-1964"),  # on a card of the first page
        ("0.012841", "baccara"),
        ("1.2841 %", "baccara"),
        ("0.0127991", "baccara-grid"),
        ("0.0129155", "/papers/ethier-gamez-2013/section-6"),  # as printed, and true
    ],
)
def test_a_number_is_found_as_it_is_typed(http, typed, place):
    assert place in http.get("/part/search", params={"q": typed}).text


def test_the_example_is_changed_on_the_first_page_and_its_cells_lead_to_why(page):
    page.goto("/")
    example = page.locator("#example")
    example.locator("[data-game='le-her(ranks=13, suits=4)']").wait_for()
    example.get_by_role("button", name="ranks, one less").click()
    example.locator("[data-game='le-her(ranks=12, suits=4)']").wait_for()
    change = sabot.solve("le-her(ranks=12)").value - sabot.solve("le-her").value
    told = example.locator(".difference [data-exact]").first
    assert told.get_attribute("data-exact") == format_fraction(change)
    example.locator("[data-seat=receiver] button[data-view='7']").click()
    page.locator(".explanation[data-view='7']").wait_for()


def test_a_question_mark_lists_the_keys(page):
    page.goto("/check")
    page.keyboard.press("?")
    page.locator("dialog[open] kbd", has_text="/").wait_for()
    assert faults_of(page) == []
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
