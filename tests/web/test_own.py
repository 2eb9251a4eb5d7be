"""A game of one's own: the example beside its tree, and a file whose faults are listed by line."""

import pytest
from tests.web.conftest import ended, opened, person, started
from tests.web.seen import faults_of

import sabot
from sabot.web.work.own import EXAMPLE

RULES = EXAMPLE.read_text(encoding="utf-8")
WRONG = RULES.replace("ann=1 if ann > bob", "ann=1 if anne > bob")


def test_the_example_stands_beside_its_tree_and_is_the_game_it_says(page):
    page.goto("/own")
    page.locator("svg.tree").wait_for()
    shown = page.locator(".source li").all_inner_texts()
    assert [line.rstrip() for line in shown] == RULES.rstrip("\n").split("\n")
    assert "#" not in RULES
    game = sabot.load(f"{EXAMPLE}:one_card")
    assert page.locator("[data-node]").count() == game.tree().size
    root = page.locator("[data-node='0']").get_attribute("data-pays")
    assert root.split()[0] == str(sabot.solve(game).value)
    page.locator("a[data-node='1']").click()
    page.wait_for_url("**fold=1#n1")
    page.locator("a[data-node='1'] .more").wait_for()
    assert faults_of(page) == []


@pytest.fixture
def wrong(tmp_path):
    """A workbench with a file in which a name is wrong."""
    file = tmp_path / "my_game.py"
    file.write_text(WRONG, encoding="utf-8")
    process, found = started(f"{file}:one_card")
    yield file, found
    ended(process)


def test_a_fault_is_listed_by_its_line_and_gone_when_the_file_is_read_again(wrong, browser):
    file, workbench = wrong
    with person(browser, workbench) as context:
        read_again(opened(context), file)


def read_again(page, file):
    page.goto("/own")
    fault = page.locator(".by-line li")
    assert fault.get_attribute("data-line") == "14"
    assert "NameError: name 'anne' is not defined" in fault.inner_text()
    assert "anne > bob" in page.locator("mark").inner_text()
    file.write_text(RULES, encoding="utf-8")
    again = page.get_by_role("button", name="Read the file again")
    again.focus()
    page.keyboard.press("Enter")
    page.locator("[data-faults='0']").wait_for()
    value = sabot.solve(f"{file}:one_card").value
    root = page.locator(".own-file [data-node='0']").get_attribute("data-pays")
    assert root.split()[0] == str(value)
    file.write_text(RULES.replace("ranks: int = 3", "ranks: int = 4"), encoding="utf-8")
    again.click()
    page.locator(".own-file [data-node='64']").wait_for()
    page.get_by_role("link", name="Solve it").click()
    page.locator(".size table").wait_for()
    page.get_by_role("button", name="Solve").first.click()
    shown = page.locator(".solution [data-exact]").first
    shown.wait_for()
    assert shown.get_attribute("data-exact") == str(sabot.solve(f"{file}:one_card").value)


def test_no_page_runs_what_it_is_sent(http, tmp_path):
    file = tmp_path / "evil.py"
    file.write_text(RULES + "\nopen('ran', 'w')\n", encoding="utf-8")
    assert http.get("/part/own", params={"game": f"{file}:one_card"}).status_code == 404
    assert http.get("/part/tree", params={"g": f"{file}:one_card"}).status_code in (200, 400)
    assert not (tmp_path / "ran").exists()
