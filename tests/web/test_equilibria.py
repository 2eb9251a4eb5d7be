"""The page of all equilibria: the list is that of ``sabot equilibria``, and it was checked."""

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


def test_a_zero_sum_game_has_a_list_for_each_player(page):
    page.goto("/equilibria?g=kuhn-poker")
    found = page.locator(".panel[data-game]")
    found.wait_for()
    assert "first" in found.inner_text() and "-1/18" in found.inner_text()
