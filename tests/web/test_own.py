"""A game of one's own: the example beside its tree, and a file whose faults are listed by line."""

import json
import re
import time
from contextlib import contextmanager

import httpx
import pytest
from tests.web.conftest import ended, opened, person, started
from tests.web.seen import PATIENCE, faults_of, page_with_size

import sabot
from sabot.render.views.game_info import rules_paragraphs
from sabot.web.tasks.game_tree import EXAMPLE_FILE

RULES = EXAMPLE_FILE.read_text(encoding="utf-8")
WRONG = RULES.replace("ann=1 if ann > bob", "ann=1 if anne > bob")


def test_the_example_stands_beside_its_tree_and_is_the_game_it_says(page):
    page.goto("/own")
    page.locator("svg.tree").wait_for()
    shown = page.locator(".source li").all_inner_texts()
    assert [line.rstrip() for line in shown] == RULES.rstrip("\n").split("\n")
    assert "#" not in RULES
    game = sabot.load(f"{EXAMPLE_FILE}:one_card")
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
    page.locator(".size").wait_for()
    words = " ".join(page.locator("p.in-words").all_inner_texts())
    assert words == " ".join(rules_paragraphs(sabot.load(f"{file}:one_card").rules))
    shown = page.locator(".solution [data-exact]").first
    shown.wait_for()
    assert shown.get_attribute("data-exact") == str(sabot.solve(f"{file}:one_card").value)


def test_no_page_runs_what_it_is_sent(http, tmp_path):
    file = tmp_path / "evil.py"
    file.write_text(RULES + "\nopen('ran', 'w')\n", encoding="utf-8")
    assert http.get("/part/own", params={"game": f"{file}:one_card"}).status_code == 404
    assert http.get("/part/tree", params={"g": f"{file}:one_card"}).status_code in (200, 400)
    assert not (tmp_path / "ran").exists()


@contextmanager
def closing_at_the_end(process):
    try:
        yield
    finally:
        ended(process)


def test_rules_run_in_workers_and_never_in_the_server(tmp_path):
    file, ran = tmp_path / "mine.py", tmp_path / "ran"
    log = f"\nimport os\nwith open({str(ran)!r}, 'a') as log:\n    print(os.getpid(), file=log)\n"
    file.write_text(RULES + log, encoding="utf-8")
    game = f"{file}:one_card"
    process, found = started(game)
    headers = {"X-Sabot-Token": found.token}
    with (
        closing_at_the_end(process),
        httpx.Client(base_url=found.address, headers=headers, timeout=PATIENCE) as client,
    ):
        page = client.get("/game", params={"g": game}).text
        assert 'id="field-ranks"' in page and "Your file" in page
        assert client.post("/api/solve", json={"game": game}).status_code == 400  # no page's file
        assert "nodes" in page_with_size(client, game)
        client.get("/part/own")
        wrong = client.get("/part/rules", params={"family": game, "p.ranks": "x"}).text
        assert "not a whole number" in wrong
    assert str(found.pid) not in ran.read_text().split()


TWO = '''
from fractions import Fraction

import sabot


@sabot.rules(name="bluff", seats=("alice", "bert"))
def bluff(table, *, ante: Fraction = Fraction(1), bet: Fraction = Fraction(1)):
    """Alice may bet on a card that she alone sees."""
    card = table.roll({"red": 1, "black": 1})
    if table.ask("alice", ("check", "bet"), sees=card) == "check":
        return table.pay(alice=ante if card == "red" else -ante)
    if table.ask("bert", ("fold", "call")) == "fold":
        return table.pay(alice=ante)
    return table.pay(alice=ante + bet if card == "red" else -ante - bet)


@sabot.rules(name="trust", seats=("sender", "keeper"))
def trust(table, *, factor: Fraction = Fraction(3)):
    """What is sent is multiplied, and perhaps comes back."""
    if table.ask("sender", ("keep", "send")) == "keep":
        return table.pay(sender=1, keeper=0)
    if table.ask("keeper", ("keep", "share")) == "keep":
        return table.pay(sender=0, keeper=factor)
    return table.pay(sender=factor / 2, keeper=factor / 2)
'''


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    """A workbench with a file of two games, one of them not zero-sum."""
    file = tmp_path_factory.mktemp("own") / "my.py"
    file.write_text(TWO, encoding="utf-8")
    process, found = started(f"{file}:bluff")
    headers = {"X-Sabot-Token": found.token}
    with httpx.Client(base_url=found.address, headers=headers, timeout=PATIENCE) as client:
        yield file, client
    ended(process)


def test_a_theorem_on_ones_own_rules_is_offered_where_they_are_zero_sum_and_proved(ours):
    file, client = ours
    size = page_with_size(client, f"{file}:bluff")
    place = re.search(r'href="(/theorem[^"]*ante[^"]*)">All values of ante', size)
    answer = client.get(place[1])
    assert answer.status_code == 200
    assert "no page opens a file" not in answer.text
    proof = sabot.prove(f"{file}:bluff(ante=*)")
    for _ in range(600):
        found = client.get(place[1]).text
        if "theorem-told" in found:
            break
        time.sleep(0.1)
    assert f"in {len(proof.pieces)} piece" in found


def test_no_theorem_is_offered_on_ones_own_rules_that_are_not_zero_sum(ours):
    file, client = ours
    other = client.get("/game", params={"g": f"{file}:trust"})  # of the same file, so it opens
    assert other.status_code == 200 and 'id="field-factor"' in other.text
    size = page_with_size(client, f"{file}:trust")
    assert "2 views" in size or "1 view" in size
    assert "All values of" not in size


def test_the_certificate_of_ones_own_game_is_held_against_its_rules(ours, http):
    file, client = ours
    game = f"{file}:bluff(ante=2)"
    document = sabot.solve(game).to_json()
    told = _dropped(client, document)
    assert 'data-rules="true"' in told and "no page opens a file" not in told
    elsewhere = _dropped(http, document)  # where no file was opened
    assert "sabot check own.json --game" in elsewhere
    assert 'data-rules="true"' not in elsewhere


def _dropped(client, document):
    sent = json.dumps(document).encode()
    answer = client.post("/check?name=own.json&rules=1", content=sent).text
    job = re.search(r"/job/([^/]+)/cancel", answer) or re.search(r"job=([\w-]+)", answer)
    for _ in range(600):
        found = client.get("/part/checked", params={"job": job[1]})
        if "data-rules" in found.text or "not proved" in found.text:
            return found.text
        time.sleep(0.1)
    raise AssertionError(found.text)
