"""A matrix pasted or uploaded, a file of one's own, and the page for programs."""

import json
import random
import re
import time
from urllib.parse import parse_qsl, urlsplit

import pytest
from tests.web.conftest import ended, opened, person, started
from tests.web.seen import PATIENCE, faults_of

import sabot
from sabot.exact import format_fraction

WAR = """import sabot

@sabot.rules(name="war", seats=("north", "south"))
def war(table, *, ranks: int = 3, suits: int = 2):
    shoe = table.shoe(ranks=ranks, suits=suits)
    north, south = shoe.draw(), shoe.draw()
    if table.ask("south", ("fold", "fight"), sees=south) == "fold":
        return table.pay(north=1)
    return table.pay(north=2 if north > south else -2)
"""


def value(page):
    page.locator(".value .worth").first.wait_for()
    return page.locator(".value [data-exact]").first.get_attribute("data-exact")


def test_a_pasted_matrix_is_a_game_with_an_address(page):
    page.goto("/matrix")
    page.get_by_label("Payoffs").fill("1/3,-1\n-2,5")
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/game?g=matrix*")
    assert value(page) == format_fraction(sabot.solve([["1/3", -1], [-2, 5]]).value)


@pytest.mark.parametrize("text", ["3|1 0|0\n0|0 1|3", "\ta b\tc\nd\t3|1\t0|0\ne\t0|0\t1|3"])
def test_blanks_and_the_tabs_of_a_spreadsheet_divide_cells_too(http, text):
    answer = http.post("/part/pasted", data={"text": text}, headers={"HX-Request": "true"})
    place = dict(parse_qsl(urlsplit(answer.headers["HX-Redirect"]).query))
    assert place["g"].startswith("matrix(payoffs=[[3|1,0|0],[0|0,1|3]]")


def test_an_uploaded_bimatrix_is_solved_under_its_labels(page, tmp_path):
    file = tmp_path / "sexes.csv"
    file.write_text(",ballet,boxing\nballet,2|1,0|0\nboxing,0|0,1|2\n")
    page.goto("/matrix")
    page.get_by_label("or from a file").set_input_files(file)
    page.get_by_role("button", name="Solve").click()
    page.wait_for_url("**/game?g=matrix*")
    page.locator(".value", has_text="An equilibrium").wait_for()
    assert page.get_by_role("button", name="ballet").count() == 2


@pytest.mark.slow
def test_what_is_no_matrix_is_told_so(page):
    for text in ("", "1,2\n3", "a,b\nc,d", "1,<b>x</b>", "[[1,", "NFG 1 R"):
        page.goto("/matrix")
        page.get_by_label("Payoffs").fill(text)
        page.get_by_role("button", name="Solve").click()
        fault = page.locator("#result .fault").inner_text()
        assert fault.startswith("what was pasted: "), text


PASTE = """text => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const options = {clipboardData, bubbles: true, cancelable: true};
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
}"""


def marked(page, player):
    cells = page.locator(f".cells td.best-{player} input").all()
    return [(int(one.get_attribute("data-i")), int(one.get_attribute("data-j"))) for one in cells]


def test_a_grid_is_typed_in_by_keyboard_and_shows_best_responses_and_all_equilibria(page):
    page.goto("/matrix")
    page.locator(".grid-answer", has_text="7 extreme equilibria").wait_for()
    both = [(0, 1), (1, 0), (2, 2)]
    assert marked(page, "row") == both and marked(page, "column") == both
    drawn = page.locator(".grid-answer svg.figure text").all_text_contents()
    assert {"row, isolated equilibria", "column, isolated equilibria", "13/27"} <= set(drawn)
    assert faults_of(page) == []
    page.get_by_label("Row 1, column 1").click()
    page.evaluate(PASTE, "\tleft\tright\nup\t1/2\t-1\ndown\t0\t1")
    told = page.locator(".grid-answer", has_text="value 1/5").or_(page.locator(".pending .fault"))
    told.wait_for()
    solved = sabot.solve([["1/2", -1], [0, 1]])
    assert format_fraction(solved.value) == "1/5" and "value 1/5" in told.inner_text()
    assert marked(page, "row") == [(0, 0), (1, 1)]
    assert marked(page, "column") == [(0, 1), (1, 0)]
    names = page.locator(".cells th input").evaluate_all("all => all.map(one => one.value)")
    assert names == ["left", "right", "up", "down"]
    page.get_by_label("Row 1, column 1").focus()
    for key in ("ArrowRight", "Enter", "Delete"):
        page.keyboard.press(key)
    page.locator(".pending .fault", has_text="Row 2, column 2 is empty").wait_for()
    assert page.locator(".answer.stale").count() == 1
    page.keyboard.type("x<b>")
    page.locator(".pending .fault", has_text="x<b>").wait_for()
    page.get_by_role("button", name="Remove the last row").click()
    page.locator(".grid-answer", has_text="value -1").wait_for()


def test_what_is_typed_into_the_grid_is_in_the_address(page):
    page.goto("/matrix")
    page.locator(".grid-answer", has_text="7 extreme equilibria").wait_for()
    page.get_by_label("Row 1, column 1").click()
    page.evaluate(PASTE, "1/2\t-1\n0\t1")  # in place of the whole example, names and all
    page.get_by_label("Name of row 2").fill('"no,\u00e9')
    page.reload()
    page.locator(".grid-answer, .pending .fault").first.wait_for()
    fields = page.locator(".cells input").evaluate_all("all => all.map(one => one.value)")
    assert fields == ["1", "2", "1", "1/2", "-1", '"no,\u00e9', "0", "1"]
    page.get_by_label("Name of row 2").fill("no")
    page.locator(".grid-answer", has_text="value 1/5").wait_for()
    page.get_by_role("link", name="One solution").click()
    page.locator(".value .worth").wait_for()
    page.go_back()
    page.locator(".grid-answer", has_text="value 1/5").wait_for()
    page.get_by_label("Row 1, column 1").click()
    page.evaluate(PASTE, "\n".join("\t".join(["123456789/7"] * 30) for _ in range(30)))
    page.get_by_text("too long for an address: a reload").wait_for()
    assert page.get_by_role("button", name="Copy link").is_disabled() and "?" not in page.url


OVERLAPS = """all => {
  const boxes = all.map(one => one.getBoundingClientRect()).filter(one => one.width);
  const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const meet = (a, b) => across(a, b) && a.top < b.bottom - 3 && b.top < a.bottom - 3;
  return boxes.flatMap((a, k) => boxes.slice(k + 1).filter(b => meet(a, b))).length;
}"""


def test_a_large_matrix_has_a_title_decimals_and_a_figure_with_few_names(page):
    any_number = random.Random(3)
    rows = [[any_number.randint(-9, 9) for _ in range(20)] for _ in range(20)]
    page.goto(f"/equilibria?g=matrix({json.dumps(rows, separators=(',', ':'))})")
    head = page.locator(".panel h2").first
    assert head.inner_text().startswith("Matrix, 20 x 20 value ≈ ")
    numbers = page.locator("td .number").evaluate_all("all => all.map(one => one.innerText)")
    assert max(map(len, numbers)) < 20
    keys = page.locator("svg.figure text").all_text_contents()
    assert any("others" in one for one in keys)
    assert page.locator("svg.figure text").evaluate_all(OVERLAPS) == 0


def test_semicolons_divide_cells_where_no_comma_stands(http):
    asked = {"HX-Request": "true"}
    semicolons = http.post("/part/pasted", data={"text": "1;2\n3;0"}, headers=asked)
    commas = http.post("/part/pasted", data={"text": "1,2\n3,0"}, headers=asked)
    assert semicolons.headers["HX-Redirect"] == commas.headers["HX-Redirect"]
    both = http.post("/part/pasted", data={"text": "1,5;2"}).text
    assert "not semicolons" in both and "tabs" not in both


def test_the_value_of_a_large_matrix_is_above_all_that_is_long(http):
    rows = "\n".join(",".join(str((7 * i * j + i) % 19) for j in range(120)) for i in range(120))
    sent = {"data": {"text": rows}, "headers": {"HX-Request": "true"}}
    end = time.monotonic() + PATIENCE
    while "worth" not in (text := http.post("/part/pasted", **sent).text):
        assert time.monotonic() < end and "fault" not in text, text[:300]
        time.sleep(0.2)
    shown = re.sub("<[^>]*>", "", text.partition('class="worth"')[0])
    assert len(shown) < 200


@pytest.mark.slow
def test_a_file_of_ones_own_is_opened_from_the_command_line_and_changed_on_its_page(
    browser, tmp_path
):
    file = tmp_path / "war.py"
    file.write_text(WAR)
    process, bench = started(f"{file}:war")
    try:
        with person(browser, bench) as context:
            changed(opened(context), file)
    finally:
        ended(process)


def changed(page, file):
    page.goto("/")
    page.locator(".own a").first.click()
    page.locator(".value .worth").wait_for()
    assert value(page) == format_fraction(sabot.solve(f"{file}:war").value)
    page.get_by_label("ranks", exact=True).fill("4")
    page.locator(".solution[data-game*='ranks=4']").wait_for()
    assert value(page) == "-11/28"
    other = page.request.get(f"/game?g={file.parent}/other.py:war")
    assert "a page opens no file" in other.text()


def test_what_a_page_cannot_paste_is_refused_with_a_way_that_works(http):
    three = 'NFG 1 R "" { "a" "b" "c" } { 1 1 1 } 1 2 3'
    told = http.post("/part/pasted", data={"text": three}).text
    assert "3 players" in told and "sabot web FILE.nfg" in told
    told = http.post("/part/pasted", data={"text": "t,1\n1,0"}).text
    assert "write matrix([[t,1],[1,0]]) on the page Theorem" in told
