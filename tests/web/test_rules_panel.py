"""The rules of a game beside what comes of them, and the ways from there."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from tests.web.seen import page_with_size

import sabot
from sabot.game_table import shipped_games
from sabot.loading import families, find_family
from sabot.render.figures.captions import game_title
from sabot.render.views.game_info import rules_paragraphs, split_docstring
from sabot.web.game_links import related_links, sample_game, sample_games

pytestmark = pytest.mark.slow


def test_rules_value_and_a_strategy_are_seen_at_once_on_a_screen_of_900_pixels(page):
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/game?g=baccara(model=B3, decks=6)")
    page.locator(".value .worth").wait_for()
    for key in ("model", "decks", "shoe", "commission"):
        assert page.get_by_label(key, exact=True).bounding_box()["y"] < 400, key
    strip = page.locator("[data-seat=Player] table.grid").bounding_box()
    assert strip["y"] + strip["height"] <= 900


ASKED = [
    ("kuhn-poker", "ante", "bet"),
    ("baccara(model=B3, decks=6)", "decks", "shoe"),
    ("blind-poker", "q", "bluff"),
]


@pytest.mark.parametrize(("game", "key", "below"), ASKED)
def test_what_a_rule_means_is_read_in_full_and_covers_nothing(page, game, key, below):
    page.goto(f"/game?g={game}")
    hint = page.locator(f"#field-{key}-hint")
    for wide in (1440, 1024):
        page.set_viewport_size({"width": wide, "height": 900})
        assert not hint.is_visible()
        for look in ("hover", "focus"):
            getattr(page.locator(f"#field-{key}"), look)()
            assert hint.is_visible()
            assert hint.evaluate("hint => hint.scrollHeight <= hint.clientHeight + 1"), wide
            box = hint.bounding_box()
            boxes = page.locator("aside.rules :is(input:not([type=hidden]), select, label, button)")
            for other in boxes.locator("visible=true").all():  # what is folded has a box too
                own = other.bounding_box()
                clear = (
                    own["y"] + own["height"] <= box["y"] + 1
                    or own["y"] >= box["y"] + box["height"] - 1
                )
                assert clear, (wide, other.inner_text())
        page.locator("h1").click()


def test_what_a_rule_means_says_of_whom_and_of_what(http):
    kuhn = http.get("/game?g=kuhn-poker").text
    assert "What each player pays before the deal, any exact number." in kuhn
    assert "What a bet or a call costs, any exact number." in kuhn
    for family in families():
        for said in split_docstring(family)[1].values():
            assert not re.match(r"what they|the same|the pack\.|\d", said), (family.name, said)


def test_nothing_moves_when_a_rule_is_pointed_at_or_a_cell_is(page):
    page.set_viewport_size({"width": 1280, "height": 2400})  # nothing is scrolled
    page.goto("/game?g=baccara(model=B3, decks=6)")
    page.locator("[data-seat=Banker] table.grid").wait_for()
    places = "them => them.map(it => JSON.stringify(it.getBoundingClientRect()))"
    panels = page.locator("aside.rules, .seat, .why, table.grid")
    before = panels.evaluate_all(places)
    cells = "[data-seat=Player] button[data-view='(1,4)']", "button[data-view='(0,6),-']"
    for target in ("#field-decks", *cells):
        page.locator(target).first.hover()
        assert panels.evaluate_all(places) == before
    page.locator("#field-decks").focus()
    assert panels.evaluate_all(places) == before


def test_the_ways_from_a_game_follow_the_rules_that_are_typed(page):
    page.goto("/game?g=le-her")
    page.get_by_label("suits", exact=True).fill("2")
    page.locator(".string", has_text="suits=2").wait_for()
    link = page.get_by_role("link", name="Play it")
    assert parse_qs(urlsplit(link.get_attribute("href")).query)["g"] == [
        "le-her(ranks=13, suits=2)"
    ]
    page.get_by_role("link", name="Compare its rules").click()
    assert page.get_by_label("One game").input_value() == "le-her(ranks=13, suits=2)"


GAMES = [game for one in families() if one.name in shipped_games() and (game := sample_game(one))]


@pytest.mark.parametrize("game", GAMES)
def test_no_way_from_a_game_is_a_dead_end(http, game):
    for place, words in related_links(sabot.load(game)):
        answer = http.get(place, follow_redirects=True)
        for job in re.findall(r"/job/[^/]+/cancel", answer.text):
            assert http.post(job).status_code == 200  # a proof of minutes begins with its page
        assert answer.status_code == 200
        assert 'class="fault"' not in answer.text, (words, place)


NOT_PROVED = ("kuhn-poker(players=3)", "kuhn-poker(rake=1/20)", "leduc-poker(rake=1/20)")
NOT_PROVED += ("blind-poker(players=3)", "blind-poker(ranks=5)", "von-neumann(ranks=5)")


@pytest.mark.parametrize("game", NOT_PROVED)
def test_no_theorem_is_offered_that_could_only_be_refused(game):
    family = sabot.load(game).rules
    assert not [
        words for _, words in related_links(sabot.load(game)) if words.startswith("All values")
    ]
    name, bracket, rest = game.partition("(")
    for key in family.leaves_open:
        with pytest.raises(sabot.SabotError):
            sabot.prove(f"{name}{bracket}{key}=*, {rest}")


def test_a_small_tree_is_a_step_away_and_a_large_one_is_not_offered(http):
    assert 'href="/tree?g=kuhn-poker' in page_with_size(http, "kuhn-poker")
    assert "/tree?" not in page_with_size(http, "kuhn-poker(ranks=13)")


def test_a_game_that_nothing_solves_offers_what_can_be_done_with_it(page):
    page.goto("/game?g=draw-poker(players=3)&solved=1")
    assert not page.get_by_role("button", name="Solve").is_visible()
    assert page.locator(".fault").count() == 0
    page.get_by_label("players", exact=True).fill("4")
    page.locator(".string", has_text="players=4").wait_for()
    page.locator("#doors").get_by_role("link", name="blind-poker(players=4)").click()
    page.locator("#result :is(.solution, .job, .placeholder)").first.wait_for()


def test_no_family_calls_often_changed_what_is_no_parameter_of_it():
    for family in families():
        assert set(family.changed) <= set(family.kinds)


# other tests may have registered rules of their own by now
SHIPPED_GAMES = [game for game in sample_games() if game.partition("(")[0] in shipped_games()]


@pytest.mark.parametrize("game", SHIPPED_GAMES)
def test_the_rules_in_words_are_on_the_page_of_every_game(http, game):
    told = unescape(http.get("/game", params={"g": game}).text)
    rules = rules_paragraphs(find_family(game))
    assert f"<h1>{game_title(find_family(game).name)}</h1>" in told
    assert len(rules) > 1 and all(f">{text}</p>" in told for text in rules)


@pytest.mark.parametrize("game", ["le-her", "whist(deal=KQ10/AJ9)", "draw-poker", "borel"])
def test_the_rules_in_words_are_at_the_table(page, game):
    page.goto(f"/play?g={game}")
    told = page.get_by_role("complementary").locator("details", has_text="The rules")
    told.wait_for()
    assert told.locator("p").all_inner_texts() == rules_paragraphs(find_family(game))


def test_a_game_that_waits_for_solve_has_the_button_beside_these_words_on_a_telephone(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/game?g=leduc-poker(ranks=20)")
    place = page.locator(".placeholder")
    assert "press Solve" in place.inner_text()
    button = place.get_by_role("button", name="Solve")
    assert button.is_visible()
    with page.expect_request(lambda one: "/part/rules?" in one.url and "solve=1" in one.url):
        button.click()
    page.set_viewport_size({"width": 1280, "height": 900})
    assert not button.is_visible()


def test_a_small_game_of_unknown_time_is_solved_at_once(page):
    page.goto("/game?g=kuhn-poker(players=3, ranks=3)")
    page.locator("#result :is(.solution, .sabot)").first.wait_for()
    assert page.locator(".placeholder").count() == 0
    page.goto("/game?g=kuhn-poker(players=3, ranks=6)")
    page.locator(".placeholder").wait_for()
    assert "How long this game takes is not known" in page.locator(".placeholder").inner_text()


def test_each_rule_of_the_first_example_has_words_of_its_own():
    family = sabot.load("le-her").rules
    said = split_docstring(family)[1]
    assert said["ranks"] != said["suits"]
    assert "suits" not in said["ranks"]


def test_more_rules_are_in_sight_and_pressed_at_every_width(page):
    on_top = """it => {
        const box = it.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return it.contains(top) && box.bottom <= innerHeight;
    }"""
    for wide, high in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": wide, "height": high})
        page.goto("/game?g=baccara(model=B3, decks=6)")
        assert page.locator("details.more > summary").evaluate(on_top), wide
        page.locator("details.more > summary").click()
        assert page.locator("details.more input").last.is_visible()
