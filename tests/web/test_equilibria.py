"""The page of all equilibria: the list is that of ``sabot equilibria``, and it was checked."""

from tests.web.seen import faults_of

import sabot

GAME = "matrix([[6|6,2|7,0|0],[7|2,0|0,1|1],[0|0,1|1,3|3]])"


def test_all_equilibria_of_a_bimatrix_game_are_one_press_away(page):
    page.goto(f"/game?g={GAME}")
    page.get_by_role("link", name="All equilibria").click()
    table = page.locator(".panel table").first
    table.wait_for()
    found = sabot.equilibria(GAME)
    _, *rows = table.locator("tr").all_inner_texts()
    assert len(rows) == found.count == 7
    assert "16/9" in rows[-1] and "5/27" in rows[-1]
    assert page.locator(".proof", has_text="checked in").count() == 1


BENT = "matrix([[1|1,1|1,0|0],[1|1,0|0,2|2],[0|2,1|1,1|1]])"


def test_components_of_a_larger_game_are_drawn_below_the_list_and_saved_with_it(page):
    page.goto(f"/equilibria?g={BENT}")
    drawn = page.locator(".panel[data-game] svg.figure")
    drawn.wait_for()
    words = drawn.locator("text").all_text_contents()
    assert {"component {1, 2, 4}", "row, isolated equilibria", "all mixtures"} <= set(words)
    exact = drawn.locator("rect.target").evaluate_all("all => all.map(one => one.dataset.to)")
    ranges = ["1/2", "1", "1/2", "1", "1"]  # row 1 at least and at most, the others at most
    assert exact == ranges
    page.get_by_label("Theme").select_option("dark")
    inside = drawn.locator("text", has_text="1/2").evaluate_all(
        "all => all.map(one => getComputedStyle(one).fill)"
    )
    assert inside.count("rgb(240, 244, 242)") == 2  # light on its area, which is dark
    assert page.locator("figcaption").inner_text() == "1 isolated equilibrium, 1 continuum"
    assert faults_of(page) == []
    saved = page.get_by_role("link", name="Stand-alone page").get_attribute("href")
    whole = page.request.get(saved).text()
    assert "component {1, 2, 4}" in whole and "1 isolated equilibrium, 1 continuum" in whole
    picture = page.get_by_role("link", name="SVG").get_attribute("href")
    assert "component {1, 2, 4}" in page.request.get(picture).text()


def test_a_zero_sum_game_has_a_list_for_each_player(page):
    page.goto("/equilibria?g=kuhn-poker")
    found = page.locator(".panel[data-game]")
    found.wait_for()
    assert "first" in found.inner_text() and "-1/18" in found.inner_text()
