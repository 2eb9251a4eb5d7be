"""The page of a game: rules as they are typed, the solution, and why it is so."""

import re
from urllib.parse import quote

import pytest
from tests.web.conftest import enter
from tests.web.seen import until

import sabot
from sabot.exact import as_rational, format_fraction

B3 = "baccara(model=B3, decks=6)"


@pytest.fixture(scope="module")
def b3():
    return sabot.solve(B3)


def solved(page, game, cell=""):
    """Open a game: it is solved without a press, for it takes under two seconds."""
    page.goto(f"/game?g={game}{cell}")
    page.locator(".value .worth").first.wait_for()


def exact(locator):
    return locator.locator("[data-exact]").first.get_attribute("data-exact")


def test_the_value_is_a_sentence_and_every_cell_of_baccara_is_that_of_solve(page, b3):
    solved(page, B3)
    assert exact(page.locator(".value")) == format_fraction(b3.value)
    shown = page.locator("[data-seat=Banker] .grid button[data-view]").evaluate_all(
        "cells => cells.map(cell => [cell.dataset.view, cell.textContent])"
    )
    letters = {
        view: "*" if len([c for c in mix.values() if c]) > 1 else max(mix, key=mix.get)[0].upper()
        for view, mix in b3["Banker"].items()
    }
    assert dict(shown) == letters
    assert len(shown) == 484
    told = page.locator(".value .worth")
    assert told.inner_text() == "Player loses 1.2841 % of the stake"
    told.get_by_role("button").click()
    assert told.inner_text() == f"Player loses {-b3.value} of the stake"
    size = page.locator(".size")
    size.locator("summary").click()
    assert "484 views" in size.inner_text() and "under a second" in size.inner_text()
    assert not page.get_by_role("button", name="Solve").is_visible()


def test_the_address_restores_what_is_seen(page):
    solved(page, "kuhn-poker")
    page.get_by_role("button", name="ranks, one more").click()
    page.locator(".solution[data-game='kuhn-poker(ranks=4)']").wait_for()
    page.reload()
    page.locator(".value .worth").first.wait_for()
    assert exact(page.locator(".value")) == format_fraction(
        sabot.solve("kuhn-poker(ranks=4)").value
    )


def test_a_cell_says_why_with_both_expectations_and_their_lines_add_up(page):
    solved(page, B3)
    page.locator('button[data-view="(0,6),-"]').first.click()
    told = page.locator("[data-seat=Banker] .explanation")
    told.wait_for()
    stand, draw = (exact(told.locator(f"[data-worth={action}]")) for action in ("stand", "draw"))
    assert stand == draw == "-478043/1288007"
    told.locator("[data-pays]").first.wait_for()
    exacts = "cells => cells.map(cell => cell.dataset.exact)"
    chances = told.locator(".holdings td:nth-child(2) [data-exact]").evaluate_all(exacts)
    for action in ("stand", "draw"):
        pays = told.locator(f"[data-pays={action}] [data-exact]").evaluate_all(exacts)
        parts = [as_rational(a) * as_rational(b) for a, b in zip(chances, pays, strict=True)]
        assert sum(parts) == as_rational(stand)
    assert "no choice" not in told.inner_text()


def test_a_locked_cell_shows_the_best_reply_and_what_it_wins(page):
    solved(page, "baccara(model=A1)")
    page.locator("[data-seat=Player] button[data-view='5']").first.click()
    page.locator(".lock button", has_text="stand").click()
    locked = page.locator("[data-seat=Player] .locked")
    locked.get_by_text("best reply wins").wait_for()
    judged = sabot.value("baccara(model=A1)", {"Player": {"5": "stand"}})["Player"]
    assert exact(locked.locator("b")) == format_fraction(judged.exploitability)
    changed = locked.locator("tbody tr").all_inner_texts()
    assert any(re.match(r"6,-\s.*stand$", line) for line in changed)


def test_a_link_restores_the_cell_and_what_is_locked(page):
    solved(page, "baccara(model=A1)")
    page.locator("[data-seat=Player] button[data-view='5']").first.click()
    page.locator(".lock button", has_text="stand").click()
    page.wait_for_url("**locks=*")
    told = page.locator("[data-seat=Player] .locked b")
    before = exact(told)
    page.goto(page.url)
    told.wait_for()
    assert exact(told) == before
    page.get_by_role("button", name="unlock 5").click()
    page.get_by_text("No cell is locked").wait_for()
    assert "locks" not in page.url and "view=5" in page.url


def test_the_way_back_leads_back(page):
    page.goto("/game?g=kuhn-poker")
    solved(page, "le-her")
    page.go_back()
    page.locator(".solution[data-game='kuhn-poker(ranks=3)']").wait_for()
    assert exact(page.locator(".value")) == "-1/18"


def test_wrong_rules_are_told_as_they_are_typed_and_cannot_be_solved(page):
    page.goto("/game?g=le-her")
    page.locator(".solution").wait_for()
    above = page.locator("#result").bounding_box()["y"]
    page.get_by_label("suits", exact=True).fill("0")
    page.locator(".faults").wait_for()
    assert "suits" in page.locator(".faults").inner_text()
    assert page.locator("#result").bounding_box()["y"] == above
    page.locator("#result.stale").wait_for()
    page.get_by_label("suits", exact=True).fill("2")
    page.locator(".solution[data-game='le-her(ranks=13, suits=2)']").wait_for()
    assert exact(page.locator(".value")) == format_fraction(sabot.solve("le-her(suits=2)").value)


def test_an_address_with_wrong_rules_keeps_them_in_the_fields_beside_the_fault(browser, workbench):
    context = browser.new_context(base_url=workbench.address)
    enter(context, workbench)
    page = context.new_page()  # the browser's console tells the status of such an address
    assert page.goto("/game?g=le-her(ranks=abc, suits=3)").status == 422
    ranks = page.get_by_label("ranks", exact=True)
    assert ranks.input_value() == "abc"
    assert "'abc' is not a whole number" in page.locator("#rules .faults").inner_text()
    page.locator("rules-form:defined").wait_for()
    ranks.fill("7")
    page.locator(".solution[data-game='le-her(ranks=7, suits=3)']").wait_for()
    assert page.locator(".fault").count() == 0
    context.close()


def test_a_long_fraction_is_no_headline_and_one_press_away(page):
    solved(page, "leduc-poker")
    worth = page.locator(".value .worth")
    assert worth.inner_text() == "The first player loses 0.085606 per hand"
    worth.get_by_role("button").click()
    lost = format_fraction(-sabot.solve("leduc-poker").value)
    assert worth.inner_text() == f"The first player loses {lost} per hand"
    worth.get_by_role("button").click()
    assert worth.inner_text() == "The first player loses 0.085606 per hand"


def test_what_is_printed_has_its_number_the_names_of_its_rows_and_why(page):
    solved(page, "baccara(model=B3, decks=6)", "&seat=Banker&view=(0,6),-")
    page.locator(".explanation").wait_for()
    page.emulate_media(media="print")
    assert page.locator(".value .worth").inner_text() == "Player loses 1.2841 % of the stake"
    assert page.locator("button.fold").first.is_visible()
    assert page.locator(".explanation h3").is_visible()
    assert not page.locator("#doors").is_visible()


def test_what_is_chosen_and_locked_stays_so_when_a_rule_changes(page):
    locks = quote('{"2": "hold", "6": "exchange"}')
    solved(page, "le-her(ranks=10)", f"&seat=receiver&view=6&locks={locks}")
    seat = page.locator("section[data-seat=receiver]")
    seat.locator(".explanation").wait_for()
    assert seat.locator("button[data-locked]").count() == 2
    page.get_by_role("button", name="ranks, one more").click()
    page.locator(".solution[data-game='le-her(ranks=11, suits=4)']").wait_for()
    assert "Why at 6" in seat.locator(".explanation h3").inner_text()
    assert seat.locator(".grid button[aria-current]").get_attribute("data-view") == "6"
    chips = seat.locator(".locked .chip")
    chips.first.wait_for()
    assert chips.all_inner_texts() == ["2: hold ✕", "6: exchange ✕"]
    until(page, "location.search.includes('view=6') && location.search.includes('ranks')")
    until(page, "decodeURIComponent(location.search).includes('ranks=11')")


def test_a_long_grid_opens_where_it_mixes(page):
    solved(page, "baccara-banque")
    banker = page.locator("section[data-seat=Banker]")
    assert banker.locator("button[data-show][aria-pressed=true]").inner_text().endswith("*")
    assert banker.locator("tbody:not([hidden]) td.mixed").count() > 0


def test_a_changed_rule_shows_what_changed_against_the_answer_before(page):
    solved(page, "le-her(ranks=9)")
    page.get_by_role("button", name="ranks, one more").click()
    page.locator(".solution[data-game='le-her(ranks=10, suits=4)']").wait_for()
    old, new = sabot.solve("le-her(ranks=9)"), sabot.solve("le-her(ranks=10)")
    told = page.locator(".difference")
    assert told.inner_text().startswith("ranks 9 → 10: ")
    assert exact(told) == format_fraction(new.value - old.value)
    assert "%" in told.inner_text() and "/" not in told.inner_text()  # fractions are one press away
    told.locator("button.digits").first.click()
    assert format_fraction(new.value - old.value) in told.inner_text()
    changed = {
        (seat, view)
        for seat in new.seats
        for view, mix in new[seat].items()
        if view in old[seat] and dict(mix) != dict(old[seat][view])
    }
    marked = page.locator("td.changed button").evaluate_all(
        "all => all.map(one => [one.closest('.seat').dataset.seat, one.dataset.view])"
    )
    assert {tuple(one) for one in marked} == changed and changed
    assert page.locator("td.changed .ghost").count() == len(changed)


def test_a_slider_solves_a_game_of_real_hands_again_where_it_is_let_go(page):
    page.goto("/game?g=borel&solved=1")
    page.locator(".solution svg [data-to='1/9']").wait_for()
    page.get_by_label("bet, as a slider").press("End")
    page.locator(".solution[data-game='borel(ante=1, bet=4)']").wait_for()
    cuts = sabot.solve("borel(bet=4)").thresholds()["2"]["1 bet"]
    assert page.locator(f".solution svg [data-to='{cuts[0][0]}']").count() == 1
    assert "bet%3D4" in page.url


def test_a_deal_left_open_is_dealt(http):
    assert "whist(n=5, seed=1, lead=W)" in http.get("/game?g=whist(n=5)").text


@pytest.mark.slow
def test_two_sets_of_rules_are_compared_cell_by_cell(page):
    page.goto("/compare?a=baccara(model=B1, decks=1)&b=baccara(model=B1, decks=6)")
    one, two = (sabot.solve(f"baccara(model=B1, decks={decks})") for decks in (1, 6))
    change = page.locator("[data-value=change] [data-exact]").get_attribute("data-exact")
    assert change == format_fraction(two.value - one.value)
    changed = {v for v, mix in one["Banker"].items() if dict(mix) != dict(two["Banker"][v])}
    assert set(page.locator("[data-seat=Banker] tbody th").all_inner_texts()) == changed


def test_a_game_is_compared_with_one_that_is_not_zero_sum_by_what_each_seat_is_paid(http):
    games = ["baccara(model=A1)", "baccara(model=A1, commission=1/20)"]
    text = http.get(f"/compare?a={games[0]}&b={games[1]}").text
    one, two = (sabot.solve(game).payoffs for game in games)
    for seat in ("Player", "Banker"):
        assert f"Paid to {seat}" in text
        change = format_fraction(two[seat] - one[seat])
        assert re.search(rf'data-value="change"[^>]*><span[^>]*data-exact="{change}"', text)


def test_a_bimatrix_shows_an_equilibrium(page):
    solved(page, "matrix(payoffs=[[2|1,0|0],[0|0,1|2]])")
    assert "An equilibrium" in page.locator(".value").inner_text()
    page.locator("[data-seat=row] button.view").first.click()
    told = page.locator("[data-seat=row] .explanation")
    assert [exact(told.locator(f"[data-worth='{row}']")) for row in "12"] == ["2", "0"]
    told.locator(".lock button", has_text="2").click()
    told.locator(".locked b").wait_for()
    # the second row once locked, the column seat is paid 2 in place of 1, and the row seat 1
    assert exact(told.locator(".locked b")) == "1"
    assert exact(told.locator(".locked")) == "1"


def test_a_grid_is_walked_and_asked_with_the_keyboard_alone(page):
    solved(page, "baccara(model=A1)")
    page.locator("[data-seat=Banker] .grid button[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    told = page.locator("[data-seat=Banker] .explanation")
    told.wait_for()
    view = page.evaluate("document.activeElement.dataset.view")
    assert told.get_attribute("data-view") == view == "1,1"


def test_equal_rows_are_folded_and_a_link_to_a_cell_unfolds_them(page):
    page.goto(f"/game?g={B3}&solved=1")
    grid = page.locator("[data-seat=Banker] .grid")
    grid.wait_for()
    page.set_viewport_size({"width": 1440, "height": 900})
    mixed = page.locator("[data-seat] td.square.mixed").all()
    assert len(mixed) == 2  # one of each player, and both on the first screen
    assert all(cell.bounding_box()["y"] + cell.bounding_box()["height"] <= 900 for cell in mixed)
    page.set_viewport_size({"width": 1024, "height": 768})
    assert all(cell.bounding_box()["y"] + cell.bounding_box()["height"] <= 768 for cell in mixed)
    page.set_viewport_size({"width": 1280, "height": 900})
    assert grid.bounding_box()["height"] < 700
    assert grid.locator("button.fold").first.inner_text() == "0–2 ×17"
    mixed = grid.locator('button[data-view="(0,6),-"]')
    assert mixed.inner_text() == "*" and mixed.is_visible()
    hidden = grid.locator('button[data-view="(1,1),4"]')
    assert not hidden.is_visible()
    page.goto(f"/game?g={B3}&solved=1&seat=Banker&view=(1,1),4")
    grid.wait_for()
    assert hidden.is_visible()
    grid.locator("button.fold").first.click()
    assert not hidden.is_visible()


def test_nothing_is_wider_than_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 800})
    for address in ("/", f"/game?g={B3}&solved=1", "/compare"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
def test_the_files_are_those_of_the_terminal(page, http, tmp_path, b3):
    solved(page, B3)
    links = {
        link.inner_text(): link.get_attribute("href") for link in page.locator(".downloads a").all()
    }
    saved = tmp_path / "b3.json"
    saved.write_text(http.get(links["Certificate"]).text)
    assert sabot.check(saved) == b3.value
    assert http.get(links["CSV"]).text == b3.to_csv()
    assert http.get(links["LaTeX"]).text == b3.to_latex()
    drawn = http.get(links["SVG"]).text
    assert drawn == sabot.plot(b3, "strategies")._repr_svg_()


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("punto-banco", ["Player loses 1.2351 % of the stake"]),
        (
            "kuhn-poker(players=3)",
            [
                "The first player loses 1/32 per hand",
                "The second player loses 1/48 per hand",
                "The third player wins 5/96 per hand",
            ],
        ),
        ("von-neumann", ["Player 1 wins 1/10 per hand"]),
        ("misere-whist(deal=KQ10/AJ9, lead=W)", ["West loses 2 per deal"]),
        (
            "dafermos-network",
            ["318280 is what the roads cost, each sender for himself; together ≈ 317557.7"],
        ),
    ],
)
def test_a_result_without_cells_begins_with_a_sentence_too(page, game, said):
    solved(page, game)
    assert page.locator(".value .worth").all_inner_texts() == said
    heads = page.locator(".solution h2").locator("visible=true").all_inner_texts()
    assert not any(game.partition("(")[0] in one for one in heads)
