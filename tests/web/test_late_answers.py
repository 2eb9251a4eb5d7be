"""An answer that comes late takes no other's place: what is seen is what was asked for last."""

import pytest
from tests.web.seen import Late

import sabot

pytestmark = pytest.mark.slow

A1 = "baccara(model=A1)"


def solved(page, game=A1):
    page.goto(f"/game?g={game}&solved=1")
    page.locator(".value .worth").first.wait_for()


def cell(page, seat, view):
    return page.locator(f"[data-seat={seat}] button[data-view='{view}']").first


def told(page, seat, view):
    found = page.locator(f"[data-seat={seat}] .explanation[data-view='{view}']")
    found.wait_for()
    return found


def test_the_solution_of_rules_that_were_changed_since_does_not_take_the_newers_place(page):
    page.goto("/game?g=le-her")
    late = Late(page, "**/part/rules*")
    for many in ("3", "2"):
        page.get_by_label("suits", exact=True).fill(many)
        late.come()
    late.go()
    page.locator(".solution[data-game='le-her(ranks=13, suits=2)']").wait_for()
    page.locator("h1").click()
    assert page.locator(".solution").get_attribute("data-game") == "le-her(ranks=13, suits=2)"
    page.wait_for_url("**suits%3D2*")


def test_cells_of_both_seats_that_are_pressed_at_once_are_all_explained(page):
    solved(page)
    late = Late(page, "**/part/why*")
    cell(page, "Banker", "0,-").click()
    cell(page, "Player", "5").click()
    cell(page, "Banker", "1,1").click()
    late.come()
    late.go()
    told(page, "Player", "5")
    told(page, "Banker", "1,1")


def test_a_cell_that_is_locked_stays_so_though_another_is_pressed_before_it_is_told(page):
    solved(page)
    cell(page, "Banker", "6,-").click()
    buttons = told(page, "Banker", "6,-").locator(".lock button")
    late = Late(page, "**/part/locked*")
    buttons.filter(has_text="stand").click()
    late.come()
    cell(page, "Banker", "1,1").click()
    page.get_by_role("button", name="0.12").click()
    late.go()
    told(page, "Banker", "1,1").get_by_role("button", name="unlock 6,-").wait_for()
    page.wait_for_url("**view=1%2C1&locks=*")


def test_two_cells_are_unlocked_at_once(page):
    locks = '{"6,-":"stand","1,1":"stand"}'
    page.goto(f"/game?g={A1}&solved=1&seat=Banker&view=6,-&locks={locks}")
    page.get_by_role("button", name="unlock 6,-").wait_for()
    late = Late(page, "**/part/locked*")
    page.get_by_role("button", name="unlock 6,-").click()
    page.get_by_role("button", name="unlock 1,1").click()
    late.come()
    late.go()
    page.get_by_text("No cell is locked").wait_for()


def test_the_keyboard_goes_on_where_a_cell_was_unlocked(page):
    locks = '{"6,-":"stand","1,1":"stand"}'
    page.goto(f"/game?g={A1}&solved=1&seat=Banker&view=6,-&locks={locks}")
    page.get_by_role("button", name="unlock 6,-").press("Enter")
    page.get_by_role("button", name="unlock 6,-").wait_for(state="detached")
    page.locator("[aria-label^='unlock 1,1']:focus").press("Enter")
    page.get_by_text("No cell is locked").wait_for()
    page.locator(".lock .row button:first-child:focus").wait_for()


def test_the_last_of_two_locks_of_a_cell_counts(page):
    solved(page)
    cell(page, "Player", "5").click()
    buttons = told(page, "Player", "5").locator(".lock button")
    late = Late(page, "**/part/locked*")
    buttons.filter(has_text="draw").click()
    late.come()
    buttons.filter(has_text="stand").click()
    page.get_by_role("button", name="0.12").click()
    late.go()
    shown = page.locator("[data-seat=Player] .locked")
    shown.get_by_role("button", name="unlock 5").filter(has_text="stand").wait_for()
    judged = sabot.value(A1, {"Player": {"5": "stand"}})["Player"]
    wins = shown.locator("b [data-exact]").get_attribute("data-exact")
    assert wins == sabot.exact.format_fraction(judged.exploitability)


def test_why_of_a_solution_that_is_gone_does_not_change_the_address(page):
    solved(page, "kuhn-poker")
    late = Late(page, "**/part/why*")
    page.locator(".seat button[data-view]").first.click()
    late.come()
    page.get_by_label("ranks", exact=True).fill("4")
    page.locator(".solution[data-game*='ranks=4']").wait_for()
    late.go()
    page.locator("h1").click()
    assert "ranks%3D4" in page.url and "view" not in page.url


def test_the_hand_a_page_began_with_does_not_take_the_place_of_the_one_typed(page):
    late = Late(page, "**/part/hand*")
    page.goto("/hand?cards=6c6d7c2dKs")
    late.come()
    page.get_by_label("Five cards").fill("AsKdQhJc9s")
    page.get_by_role("button", name="Look it up").click()
    late.come(2)
    late.go()
    page.locator("[data-hand='AsKdQhJc9s']").wait_for()
    page.locator("h1").click()
    assert page.locator("#looked [data-hand]").get_attribute("data-hand") == "AsKdQhJc9s"


def test_while_a_slider_moves_each_answer_is_shown_and_none_is_taken_back(page):
    wrong = []
    page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
    page.goto("/blind-poker")
    page.locator("#cuts .solution").wait_for()
    late = Late(page, "**/part/blind-poker*")
    slider = page.get_by_label("q, by sliding")
    slider.fill("0.1")
    late.come()
    slider.fill("0.2")
    page.get_by_role("button", name="0.12").click()
    late.held.pop(0).continue_()
    page.locator("[data-at='1/10']").wait_for()
    late.come()
    late.go()
    page.locator("[data-at='1/5']").wait_for()
    assert wrong == []


def test_rules_that_are_typed_on_break_off_no_question(page):
    wrong = []
    page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
    page.goto("/game?g=le-her")
    late = Late(page, "**/part/rules*")
    for many in ("2", "3"):
        page.get_by_label("suits", exact=True).fill(many)
        page.get_by_label("suits", exact=True).blur()
        late.come()
    late.go()
    page.locator(".string", has_text="suits=3").wait_for()
    assert wrong == []


def test_of_two_files_dropped_the_second_is_told(page, tmp_path):
    page.goto("/check")
    late = Late(page, "**/check?*")
    for name in ("first.json", "second.json"):
        (tmp_path / name).write_text("{}")
        page.get_by_label("Drop a file here").set_input_files(tmp_path / name)
        late.come(1 if name == "first.json" else 2)
    late.go()
    page.get_by_text("second.json: not proved").wait_for()
    page.locator("h1").click()
    assert "first.json" not in page.locator("#found").inner_text()
