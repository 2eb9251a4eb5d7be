"""A poker hand on the page: cards pressed or typed, numbers as ``sabot hand --json`` has them."""

import pytest
from tests.web.seen import faults_of

from sabot.results.poker_hand import hand

CHANCES = ("f_b", "f_b_removal", "f_a", "f_a_removal", "f_a_table", "f_a_table_removal")


def compared(page, cards, **options):
    """Hold every number on the page against the document."""
    told = hand(cards, **options).to_json()
    looked = page.locator(f"[data-hand='{told['hand']}'][data-against='{told['against']}']")
    looked.wait_for()
    assert looked.get_attribute("data-discard") == told["discard"]
    for name in CHANCES:
        shown = page.locator(f"[data-chance='{name}'] [data-exact]")
        assert shown.get_attribute("data-exact") == told[name], name
    names = ("value_joint", "value_removal", "value", "improves")
    rows = page.evaluate(
        """(names) => Object.fromEntries([...document.querySelectorAll("tr[data-hold]")].map(
          (row) => [row.dataset.hold, names.map((name) =>
            row.querySelector(`[data-value='${name}'] [data-exact]`)?.dataset.exact ?? null)]))""",
        list(names),
    )
    assert rows == {one["hold"]: [one.get(name) for name in names] for one in told["holds"]}


def held(page):
    return page.get_by_label("Five cards").input_value()


def test_five_cards_pressed_are_a_hand_with_its_best_discard(page):
    page.goto("/")
    page.get_by_role("searchbox").fill("hands")
    page.locator("#found-below").get_by_role("link", name="page Hands", exact=True).click()
    page.get_by_text("Press five cards.", exact=True).wait_for()
    for name in ("ace of spades", "king of diamonds", "queen of hearts", "jack of clubs"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="nine of spades").click()
    compared(page, "AsKdQhJc9s")
    assert "cards=AsKdQhJc9s" in page.url
    assert page.locator(".pick[aria-pressed='true']").count() == 5
    assert faults_of(page) == []


@pytest.mark.slow
def test_a_sixth_card_says_what_to_do_and_clear_puts_all_cards_back(page):
    page.goto("/hand")
    page.get_by_role("link", name="an example").click()
    compared(page, "6c6d7c2dKs")
    page.get_by_role("button", name="ace of hearts", exact=True).click()
    page.get_by_text("You hold five cards. Press one of them to put it back, or Clear.").wait_for()
    assert held(page) == "6c6d7c2dKs"
    page.locator(".pick[data-card='Ks']").click()
    page.get_by_text("4 of 5 cards").wait_for()
    page.get_by_role("button", name="ace of hearts", exact=True).click()
    compared(page, "6c6d7c2dAh")
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("Press five cards.", exact=True).wait_for()
    assert held(page) == "" and page.locator(".pick[aria-pressed='true']").count() == 0
    assert page.locator("throw-cards").count() == 0


def test_cards_are_typed_and_the_pack_follows_by_keyboard_alone(page):
    page.goto("/hand?cards=")
    field = page.get_by_label("Five cards")
    field.fill("10c td 7h")
    pressed = page.locator(".pick[aria-pressed='true']")
    assert [one.get_attribute("data-card") for one in pressed.all()] == ["7h", "Td", "Tc"]
    page.locator("button[data-card='As']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    compared(page, "TcTd7hKsKh")


def test_a_hand_begins_with_the_best_discard_and_how_often_it_wins(page):
    page.goto("/hand?cards=6c6d7c2dKs")
    said = page.locator("throw-cards .worth")
    said.wait_for()
    assert said.inner_text() == "Best: throw away 7♣ 2♦ K♠ and win 36.701 %"
    assert "44391267580213" not in page.locator("#looked").inner_text()
    said.get_by_role("button").click()
    assert said.locator(".number").inner_text() == "44391267580213/120952927127760"


@pytest.mark.slow
def test_cards_of_the_hand_are_pressed_to_see_what_another_discard_is_worth(page):
    page.goto("/hand?cards=6c6d7c2dKs")
    told = hand("6c6d7c2dKs").to_json()
    said = page.locator("output.held [data-exact]")
    said.first.wait_for()
    values = {
        one["discard"]: [one["value_joint"], one["value_removal"]]
        for one in told["holds"]
        if one["hold"]
    }

    def worth():
        return said.evaluate_all("them => them.map(it => it.dataset.exact)")[:2]

    assert worth() == values[told["discard"]] == values["7c2dKs"]
    page.get_by_role("button", name="throw the king of spades").click()
    assert worth() == values["7c2d"]
    assert page.locator("tr[aria-current=true]").get_attribute("data-hold") == "6c6dKs"
    page.keyboard.press("1")
    assert worth() == values["6c7c2d"]
    table = page.get_by_role("link", name="Sit down at")
    assert table.get_attribute("href") == "/play?g=draw-poker"


@pytest.mark.slow
def test_another_opponent_is_another_value(page):
    page.goto("/hand?cards=6c6d7c2dKs")
    compared(page, "6c6d7c2dKs")
    page.get_by_label("Holds against one who").select_option("dealt")
    compared(page, "6c6d7c2dKs", against="dealt")
    assert "against=dealt" in page.url


def test_what_is_no_hand_is_said(http):
    for cards, said in (("AsAs2c3c4c", "twice"), ("xx", "rank"), ("AsKs", "hold'em")):
        assert said in http.post("/api/hand", json={"cards": cards}).json()["fault"], cards


def test_programs_ask_for_a_hand_too(http):
    told = http.post("/api/hand", json={"cards": "AsKdQhJc9s"}).json()
    assert told == hand("AsKdQhJc9s").to_json()
