"""Sitting down: answers by key and by mouse, losses and leaks as the library finds them."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.few import few
from tests.web.seen import faults_of

from sabot.cards.poker_hand import card_sign
from sabot.exact import format_fraction
from sabot.games.poker.five_card_draw.session import DrawSession
from sabot.loading import load
from sabot.play.session import Session
from sabot.web.pages.play import _card_svgs


def answers(page):
    return parse_qs(urlsplit(page.url).query).get("a", [""])[0]


def press(page, key):
    """Press a key once the table listens, and wait for where it leads."""
    before = page.url
    page.locator("play-actions:defined").first.wait_for(state="attached")
    page.keyboard.press(key)
    page.wait_for_url(lambda address: address != before)
    page.locator(".felt").wait_for()


@pytest.mark.slow
def test_a_costly_answer_may_be_taken_back_before_it_is_told_what_is_right(page):
    page.goto("/play?g=kuhn-poker&seat=second&seed=5")
    twin = Session("kuhn-poker", seat="second", seed=5)
    twin.deal()
    worst = min(twin.worth(), key=twin.worth().get)
    assert worst not in twin.best()
    page.locator(f"a[data-action='{worst}']").click()
    held = page.locator(".fault[role=status]")
    assert "costs you something" in held.inner_text()
    assert page.locator("[data-loss]").count() == 0
    decision = twin.answer(worst)[0]
    page.get_by_role("link", name="Keep it, and show me").click()
    verdict = page.locator("[data-loss]").first
    assert verdict.get_attribute("data-loss") == format_fraction(decision.loss)
    assert verdict.locator("svg .cost").count() == 1
    verdict.get_by_role("link", name="Why?").click()
    page.locator(f".explanation[data-view='{decision.view}']").wait_for()


def test_a_session_by_keyboard_alone_tells_the_leak_by_habit_and_the_review(page):
    page.goto("/play?g=kuhn-poker&seed=1&hands=3")
    twin = Session("kuhn-poker", seed=1, hands=3)
    while not twin.over:
        twin.deal()
        while twin.waiting is not None:
            best = twin.waiting.actions.index(twin.best()[0])
            twin.answer(twin.best()[0])
            press(page, str(best + 1))
        payoff = page.locator("[data-payoff]").get_attribute("data-payoff")
        assert payoff == format_fraction(twin.results[-1].payoff)
        if not twin.over:
            press(page, "1")
    leak = page.locator("[data-leak]").get_attribute("data-leak")
    assert leak == "" and twin.leak().exact == 0
    told = page.locator("details[open]:not(.rules-text)").inner_text()
    assert "not judged before 10 answers" in told
    assert faults_of(page) == []
    page.reload()
    assert page.locator("[data-leak]").get_attribute("data-leak") == leak


@pytest.mark.parametrize("seed", few(1, [6, 1, 2, 3]))
def test_ten_hands_and_the_review_take_fewer_than_ten_presses(page, seed):
    page.goto(f"/play?g=kuhn-poker&seed={seed}")
    told = page.locator(".again").inner_text()
    assert "decide only what is new" in told and "cannot mix" in told
    press(page, "r")
    assert "answered the same way again" in page.locator(".again").inner_text()
    presses = 2  # the link to the table, and the switch
    while not page.get_by_text("All hands are played").count():
        held = page.locator(".fault[role=status]").count()
        press(page, "2" if held else "1")
        presses += 1
    assert presses < 10
    review = page.locator("details[open]:not(.rules-text)").inner_text()
    assert "10 hands" in review
    assert faults_of(page) == []


def test_who_sits_down_gets_ten_hands_and_fresh_cards(http):
    pages = [http.get("/play?g=kuhn-poker").text for _ in range(3)]
    assert all("Hand 1 of 10" in text for text in pages)
    assert len({re.search(r"seed=(\d+)", text)[1] for text in pages}) > 1
    assert "Hand 1 ·" in re.sub("<[^>]*>", "", http.get("/play?g=kuhn-poker&hands=endless").text)


def test_the_list_of_seats_follows_the_game_that_is_typed(http):
    assert ">Banker<" in http.get("/part/seats?g=baccara").text
    assert http.get("/part/seats?g=nothing").text.count("<option") == 1


def test_the_link_of_a_teacher_gives_everybody_the_same_cards(page):
    page.goto("/play?g=leduc-poker&seed=9&hands=5&a=0")
    page.get_by_role("link", name="The same hands for others").click()
    assert answers(page) == ""
    shown = page.locator(".hand .rank").first.text_content()
    twin = Session("leduc-poker", seed=9)
    twin.deal()
    assert shown == twin.waiting.seen[0].text


@pytest.mark.slow
def test_the_draw_table_has_cards_with_suits_and_names_of_players(page):
    page.goto("/play?g=draw-poker(players=3)&seed=1")
    assert page.locator(".me .card-face").count() == 5
    assert page.locator(".place:not(.me) .card-face .back").count() == 10
    assert "Ben" in page.locator(".baize").inner_text()
    press(page, "2")
    twin = DrawSession(load("draw-poker(players=3)"), seed=1)
    twin.deal()
    twin.answer("enter")
    pot = sum(put for _, put in twin.waiting.stakes)
    assert page.locator("[data-pot]").get_attribute("data-pot") == str(pot)
    button = page.locator("throw-cards button.main")
    assert button.inner_text() == "stand pat"
    page.locator("button[data-card='Ac']").click()
    page.keyboard.press("3")
    assert button.inner_text() == "throw A♣ 7♠"
    for key in ("2", "4", "5"):
        page.keyboard.press(key)
    assert button.is_disabled()
    for key in ("2", "4", "5"):
        page.keyboard.press(key)
    assert faults_of(page) == []
    page.keyboard.press("Enter")
    page.locator(".mine", has_text="throw A♣ 7♠").wait_for()
    twin.answer("throw Ac 7s")
    held = page.locator(".me .card-face").all_text_contents()
    assert sorted(held) == sorted(map(card_sign, twin.seen.cards))


def test_what_everybody_held_lies_open_at_the_end(page):
    page.goto("/play?g=kuhn-poker&seed=1&a=0")
    page.locator("[data-payoff]").wait_for()
    shown = page.locator(".baize .rank").all_text_contents()
    assert shown == ["J", "Q"]  # the other's above, one's own below


def test_hands_without_a_decision_are_passed_over(page):
    page.goto("/play?g=baccara&seed=3&hands=endless")
    twin = Session("baccara", seed=3)
    twin.deal()
    while twin.waiting is None:
        twin.deal()
    press(page, "2")
    assert f"{twin.hand - 2} hands without a decision" in page.locator(".felt").inner_text()
    assert page.locator("a[data-action]").count() == len(twin.waiting.actions)
    press(page, "1")
    assert answers(page) == "_" * (twin.hand - 1) + "0"


def test_a_ten_is_drawn_as_one_card():
    assert [">10<" in one for one in _card_svgs("(10,K)")] == [True, False]


def test_what_is_chosen_is_drawn_as_a_card_only_where_it_is_one(http):
    assert http.get("/play?g=whist(n=4)&seed=1").text.count("card-face") == 4
    assert "card-face" not in http.get("/play?g=matrix([[1,0],[0,1]])&seed=1").text


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/play?g=le-hair", "did you mean"),
        ("/play?g=kuhn-poker&seat=third", "no seat 'third'"),
        ("/play?g=kuhn-poker&seed=x", "seed: a whole number is wanted"),
        ("/play?g=kuhn-poker&hands=0", "play at least 1"),
        ("/play?g=kuhn-poker&a=9", "what was not asked"),
        ("/play?g=kuhn-poker&a=0_<b>", "the numbers of answers"),
        ("/play?g=kuhn-poker&a=_", "a hand is not over"),
        ("/play?g=matrix(file=/etc/passwd)", "a page opens no file"),
    ],
)
def test_an_address_that_makes_no_sense_is_refused_with_the_reason(http, path, said):
    told = unescape(http.get(path, follow_redirects=True).text)
    assert said in told[told.index('class="fault"') :]


def test_a_field_of_blanks_is_an_empty_one(http):
    told = http.get("/play?g=kuhn-poker&hands=%20&seed=%20&seat=%20")
    assert told.status_code == 200 and 'class="fault"' not in told.text


def test_nobody_is_called_the_optimum_who_plays_as_the_thesis_does(page):
    page.goto("/play?g=draw-poker&seed=7")
    page.locator(".felt").wait_for()
    told = page.locator("main").inner_text()
    assert "strategy of each: thesis" in told
    assert "optimum" not in told
