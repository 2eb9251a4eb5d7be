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
from sabot.web.tasks.own_rules import EXAMPLE_FILE

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


def test_rules_are_corrected_in_the_editor_and_saved_when_asked(wrong, browser):
    file, workbench = wrong
    with person(browser, workbench) as context:
        page = opened(context)
        correct(page, file)
        keep_both(page, file)


def correct(page, file):
    """Correct the fault at its line; the answer follows, and the file changes with Save only."""
    page.goto("/own")
    fault = page.locator(".by-line li")
    assert "Line 14: NameError: name 'anne' is not defined" in fault.inner_text()
    page.locator(".cm-lint-marker-error").wait_for()
    page.get_by_role("button", name="Line 14").click()
    for key in ("End", "Shift+Home"):
        page.keyboard.press(key)
    page.keyboard.insert_text("return table.pay(ann=1 if ann > bob else -1)")
    value = page.locator("rules-editor [data-exact]").first
    value.wait_for()
    assert value.get_attribute("data-exact") == str(sabot.solve(f"{EXAMPLE_FILE}:one_card").value)
    assert "34 nodes" in page.locator(".size-line").inner_text()
    assert page.locator(".cm-lint-marker-error").count() == 0
    tree = page.locator("rules-editor svg.tree").bounding_box()
    editor = page.locator(".editor").bounding_box()
    assert tree["y"] < editor["y"] + editor["height"]  # beside the editor, not below it
    assert faults_of(page) == []
    assert file.read_text(encoding="utf-8") == WRONG
    assert not page.get_by_role("link", name="Report on it").is_visible()
    page.keyboard.press("Control+s")
    page.get_by_text("Saved.", exact=True).wait_for()
    assert file.read_text(encoding="utf-8") == RULES
    assert page.get_by_role("link", name="Report on it").is_visible()


def keep_both(page, file):
    """A change on disk is not overwritten unasked, and the text of the editor is not lost."""
    other = RULES.replace("ranks: int = 3", "ranks: int = 4")
    file.write_text(other, encoding="utf-8")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("\nx = (")
    page.locator(".answer.stale").wait_for()
    page.get_by_text("'(' was never closed").wait_for()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("was changed by another program").wait_for()
    assert file.read_text(encoding="utf-8") == other
    assert "x = (" in page.locator(".cm-content").inner_text()
    page.get_by_role("button", name="Take the file's text").click()
    page.locator(".size-line", has_text="65 nodes").wait_for()
    page.locator("rules-editor summary", has_text="Tree of").click()
    assert page.locator("rules-editor [data-node]").count() == 65
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Solve it").click()
    page.locator(".size").wait_for()
    words = " ".join(page.locator("p.in-words").all_inner_texts())
    assert words == " ".join(rules_paragraphs(sabot.load(f"{file}:one_card").rules))
    shown = page.locator(".solution [data-exact]").first
    shown.wait_for()
    assert shown.get_attribute("data-exact") == str(sabot.solve(f"{file}:one_card").value)


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    """A workbench with a folder, in which a file is opened that is not there yet."""
    file = tmp_path_factory.mktemp("new") / "war.py"
    (file.parent / "elsewhere.py").symlink_to(EXAMPLE_FILE)
    process, found = started(str(file.parent))
    headers = {"X-Sabot-Token": found.token}
    with httpx.Client(base_url=found.address, headers=headers, timeout=PATIENCE) as client:
        assert "rules-editor" not in client.get("/own").text
        assert client.get("/part/own").status_code == 404
        opened_file = client.post("/part/open", data={"name": "war.py:war"})
        assert opened_file.headers["HX-Redirect"] == "/own"
        yield file, client
    ended(process)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../war.py", "write the name of a Python file"),
        ("/etc/passwd", "write the name of a Python file"),
        ("war.py:war(ranks=3)", "write the name of a Python file"),
        ("elsewhere.py", "is not a plain file"),
    ],
)
def test_no_file_is_opened_but_plain_ones_in_the_folder_itself(new, name, said):
    _, client = new
    answer = client.post("/part/open", data={"name": name})
    assert said in answer.text and "HX-Redirect" not in answer.headers
    shown = client.get("/own").text
    assert 'data-file="war.py"' in shown and ">elsewhere.py<" not in shown


def test_a_text_of_another_file_than_the_opened_one_is_neither_run_nor_written(new):
    file, client = new
    for path in ("/part/save", "/part/draft"):
        refused = client.post(path, data={"text": "x = 1", "file": "other.py", "overwrite": "1"})
        assert "was opened since" in refused.text
    assert not file.exists() or "x = 1" not in file.read_text(encoding="utf-8")


def drafted(client, text):
    """Return what the workbench says of a text, when it is there."""
    told = client.post("/part/draft", data={"text": text}).text
    job = re.search(r"/job/([^/]+)/cancel", told)
    end = time.monotonic() + PATIENCE
    while job and "data-faults" not in told:
        assert time.monotonic() < end, told
        time.sleep(0.1)
        told = client.get("/part/draft", params={"job": job[1]}).text
    return told


def test_a_new_file_begins_with_the_example_and_is_written_when_saved(new):
    file, client = new
    read = client.get("/part/own").json()
    assert read["stamp"] == "" and read["text"] == RULES.replace("one_card", "war")
    told = drafted(client, read["text"])
    assert f'data-exact="{sabot.solve(f"{EXAMPLE_FILE}:one_card").value}"' in told
    assert "How long a hand takes" in told  # the designer's report
    assert not file.exists()
    assert client.post("/part/save", data={"text": read["text"], "stamp": ""}).json()["saved"]
    assert file.read_text(encoding="utf-8") == read["text"]
    stale = client.post("/part/save", data={"text": "x = 1", "stamp": ""}).json()
    assert not stale["saved"] and file.read_text(encoding="utf-8") == read["text"]
    assert client.get("/game", params={"g": f"{file}:war"}).status_code == 200


def test_the_editor_takes_no_path_and_writes_nothing_without_the_token(new):
    file, client = new
    before = sorted(file.parent.iterdir())
    other = file.parent / "other.py"
    sent = {"text": RULES, "stamp": "x", "file": str(other), "path": str(other), "game": str(other)}
    client.post("/part/save", data=sent)
    client.post("/part/draft", data=sent)
    assert sorted(file.parent.iterdir()) == before
    for path in ("/part/save", "/part/draft"):
        bare = httpx.post(f"{client.base_url}{path}", data={"text": "open('ran', 'w')"})
        assert bare.status_code == 403
    too_long = client.post("/part/save", data={"text": "#" * 200_001, "overwrite": "1"})
    assert too_long.status_code == 400 and "200,000 bytes" in too_long.text


def test_nothing_is_written_where_the_body_has_no_text(new):
    file, client = new
    file.write_text(RULES, encoding="utf-8")
    for address in ("/part/save", "/part/save?text=x&overwrite=1"):
        refused = client.post(address, data={"overwrite": "1"})
        assert refused.status_code == 400 and "no text was sent" in refused.text
    latin = client.post("/part/save", data={"text": "# coding: latin-1\n# é", "overwrite": "1"})
    assert latin.status_code == 400 and "writes UTF-8" in latin.text
    assert file.read_text(encoding="utf-8") == RULES
    assert client.post("/part/draft", data={"text": "#" * 200_001}).status_code == 400


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_a_saved_file_keeps_its_line_ends_and_its_byte_order_mark(new, end):
    file, client = new
    file.write_bytes(b"\xef\xbb\xbf" + RULES.replace("\n", end).encode())
    text = client.get("/part/own").json()["text"]
    for sent in (text, text.replace("\r\n", "\n")):
        client.post("/part/save", data={"text": sent, "overwrite": "1"})
        assert file.read_bytes() == b"\xef\xbb\xbf" + RULES.replace("\n", end).encode()


def test_the_editor_is_shown_before_a_file_that_never_ends_has_run(new):
    file, client = new
    file.write_text("while True: pass", encoding="utf-8")
    begun = time.monotonic()
    assert "while True" in client.get("/own").text
    assert time.monotonic() - begun < 5
    file.write_text(RULES, encoding="utf-8")


@pytest.mark.slow
def test_a_text_that_never_ends_gives_way_to_the_next_one(new):
    _, client = new
    endless = client.post("/part/draft", data={"text": "while True: pass"}).text
    assert "Cancel" in endless
    assert "invalid syntax" in drafted(client, "x =")
    end = time.monotonic() + 20
    while "data-job" in client.get("/jobs").text:  # until its worker is gone
        assert time.monotonic() < end
        time.sleep(0.1)


def test_no_page_runs_what_it_is_sent_where_no_file_was_named(http, tmp_path):
    ran = tmp_path / "ran"
    evil = f"{RULES}\nopen({str(ran)!r}, 'w')\n"
    file = tmp_path / "evil.py"
    file.write_text(evil, encoding="utf-8")
    for path in ("/part/draft", "/part/save"):
        assert http.post(path, data={"text": evil, "stamp": ""}).status_code == 404
    assert http.get("/part/own").status_code == 404
    assert http.get("/part/tree", params={"g": f"{file}:one_card"}).status_code in (200, 400)
    assert not ran.exists()


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
        assert client.post("/api/solve", json={"game": game}).status_code == 200  # in a worker
        other = client.post("/api/solve", json={"game": f"{file.parent}/other.py:one_card"})
        assert other.status_code == 400 and "a page opens no file" in other.json()["fault"]
        assert "nodes" in page_with_size(client, game)
        drafted(client, RULES + log)
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
    assert "a page opens no file" not in answer.text
    proof = sabot.prove(f"{file}:bluff(ante=*)")
    for _ in range(600):
        found = client.get(place[1]).text
        if "theorem-answer" in found:
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
    assert 'data-rules="true"' in told and "a page opens no file" not in told
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
