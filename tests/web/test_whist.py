"""The whist page: cards pressed, prices read off the screen, puzzles refuted."""

import re
from html import unescape
from itertools import permutations

import pytest
from tests.web.seen import faults_of

import sabot
from sabot.games.whist.deal import WHIST, Deal, Position
from sabot.games.whist.strategy import prices_by_theorem
from sabot.games.whist.web.tasks import describe_position, describe_random_deal


def shown_prices(page, seat):
    cards = page.locator(f"[data-seat='{seat}'] a[data-card]")
    cards.first.wait_for()
    found = cards.all()
    return {int(a.get_attribute("data-card")): int(a.get_attribute("data-price")) for a in found}


def test_a_deal_is_played_by_pressing_cards_and_a_mistake_is_priced(page):
    page.goto("/whist?deal=KQ10/AJ9")
    deal = Deal.parse("KQ10/AJ9")
    solved = sabot.solve("whist(hands=KQ10/AJ9)")
    assert page.locator("[data-worth]").get_attribute("data-worth") == str(solved.value)
    assert shown_prices(page, "W") == prices_by_theorem(Position(deal, "W"), WHIST)
    page.get_by_role("link", name="play K").click()
    assert shown_prices(page, "E") == prices_by_theorem(Position(deal, "W", led=5), WHIST)
    page.get_by_role("link", name="play A").click()
    page.locator("tr[data-cost]").nth(1).wait_for()
    assert page.locator("[data-worth]").get_attribute("data-worth") == "2"
    costs = [row.get_attribute("data-cost") for row in page.locator("tr[data-cost]").all()]
    assert costs == ["0", "1"]
    page.go_back()
    assert page.get_by_role("link", name="play A").is_visible()


def test_the_matrix_and_h_are_those_of_the_deal(page):
    page.goto("/whist?deal=KQ10/AJ9")
    cells = page.locator(".whist-matrix [data-sign]").all()
    flat = [sign for row in Deal.parse("KQ10/AJ9").matrix() for sign in row]
    assert [int(cell.get_attribute("data-sign")) for cell in cells] == flat
    assert page.locator(".whist-matrix").get_attribute("data-h") == "0"
    sums = [int(bar.get_attribute("data-sum")) for bar in page.locator("[data-sum]").all()]
    assert sums == [1, 2, 1, -2, -1]
    assert faults_of(page) == []


def test_what_is_said_of_the_sums_is_true_of_those_that_are_drawn(http):
    sums = describe_position({"deal": "KQ10/AJ9"})["theory"]["diagonals"]
    assert list(sums.values()) == [1, 2, 1, -2, -1]  # they do not fall from one to the next
    assert "Their sign changes once at most, from plus to minus" in http.get("/whist").text


@pytest.mark.parametrize("lead", "WE")
@pytest.mark.parametrize("game", ["whist", "greedy-whist"])
def test_the_number_h_on_the_page_is_that_of_the_game_whose_tricks_it_tells(game, lead):
    for deal in sorted(set(map("".join, permutations("WWWEEE")))):
        told = describe_position({"deal": deal, "game": game, "lead": lead})
        up = lead == "E"
        assert told["value"] == (3 + told["theory"]["H"] + up) // 2


@pytest.mark.parametrize(("game", "says"), [("greedy-whist", "6.1"), ("five-card", "7.2")])
def test_the_theorem_that_is_named_is_that_of_the_game(http, game, says):
    told = http.get("/whist", params={"deal": "WEWEEW", "game": game}).text
    assert f"Theorem {says}" in told and "Theorem 9.1" not in told


def test_a_puzzle_hides_the_prices_and_refutes_a_wrong_card_by_keyboard_alone(page):
    page.goto("/whist/puzzle?sort=hold-up&n=4&seed=1")
    assert page.locator("[data-price]").count() == 0
    page.locator("a[data-card='8']").focus()
    page.keyboard.press("Enter")
    said = page.locator(".fault[data-cost]")
    assert said.get_attribute("data-cost") == "1"
    assert "The refutation" in said.inner_text()
    page.get_by_role("link", name="Try again").press("Enter")
    page.locator("a[data-card='1']").click()
    assert page.locator(".panel.yes").get_attribute("data-cost") == "0"
    page.get_by_role("link", name="The next puzzle").click()
    assert "seed=2" in page.url


@pytest.mark.slow
def test_a_random_deal_of_26_cards_a_hand(page):
    page.goto("/whist/random?n=26&seed=4")
    worth = page.locator("[data-worth]").get_attribute("data-worth")
    assert worth == str(sabot.solve("whist(n=26, seed=4)").value)
    assert len(shown_prices(page, "W")) == 26
    page.get_by_role("button", name="Deal at random").click()
    worth = page.locator("[data-worth]").get_attribute("data-worth")
    assert worth == str(sabot.solve("whist(n=26, seed=5)").value)


@pytest.mark.parametrize(
    "n",
    [n if n in (1, 2, 13, 26) else pytest.param(n, marks=pytest.mark.slow) for n in range(1, 27)],
)
def test_a_deal_of_every_size_is_priced_card_by_card(n):
    told = describe_position(describe_random_deal({"n": str(n), "seed": str(n)}))
    assert len(told["prices"]) == len(told["theory"]["matrix"]) == n
    assert told["worth"] == max(told["prices"].values())


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/whist?deal=KQ10/AJ", "a deal gives each seat n cards"),
        ("/whist?deal=<b>", "a deal is written with W and E"),
        ("/whist?deal=KQ10/AJ9&played=1", "card 1 is not West's"),
        ("/whist?deal=KQ10/AJ9&played=x", "the numbers of cards"),
        ("/whist/random?n=27&seed=1", "up to 26"),
        ("/whist/random?n=-1&seed=1", "a whole number is wanted"),
        ("/whist/puzzle?n=2&seed=1&sort=hold-up", "a puzzle has 3 to 20"),
        ("/whist/puzzle?n=3&seed=1&sort=other", "not a sort of puzzle"),
    ],
)
def test_what_is_no_deal_is_said_on_the_page(http, path, said):
    told = unescape(http.get(path, follow_redirects=True).text)
    assert said in told[told.index('class="fault"') :]


def test_a_printed_deal_has_the_cards_of_both_beside_the_matrix(page):
    page.goto("/whist")
    page.emulate_media(media="print")
    assert all(one.is_visible() for one in page.locator(".whist-matrix text.top").all())
    assert not page.locator("header.top").is_visible()
    page.emulate_media(media="screen")


@pytest.mark.parametrize("game", ["whist", "greedy-whist", "five-card", "misere-whist"])
def test_a_solved_deal_says_on_its_page_that_it_was_checked_as_the_terminal_does(page, game):
    page.goto(f"/game?g={game}(deal=KQ10/AJ9, lead=W)&solved=1")
    told = page.locator("tr", has=page.locator("th", has_text="certificate")).locator("td")
    assert re.fullmatch(r"checked in .*, by search", told.inner_text())
    page.locator(".size > summary").click()
    page.locator(".size table").wait_for()
    assert "3 cards per hand" in page.locator(".size").inner_text()
    assert page.locator(".warning").count() == 0
