"""A game from a file that was named at the terminal: every page takes it, and no other file."""

import json
from urllib.parse import quote

import httpx
import pytest
from tests.web.conftest import ended, opened, person, started
from tests.web.seen import PATIENCE

import sabot

MEET = 'NFG 1 R "" { "Ann" "Bob" "Cleo" } { 2 2 2 } 1 1 1' + 18 * " 0" + " 2 1/2 2\n"
HORSE = """EFG 2 R "" { "1" "2" "3" }
p "" 1 1 "" { "C" "D" } 0
p "" 2 1 "" { "c" "d" } 0
t "" 1 "" { 1 1 1 }
p "" 3 1 "" { "L" "R" } 0
t "" 2 "" { 4 4 0 }
t "" 3 "" { 0 0 1 }
p "" 3 1 "" { "L" "R" } 0
t "" 4 "" { 3 3 2 }
t "" 5 "" { 0 0 0 }
"""
PD = "3|3,0|5\n5|0,1|1\n"


@pytest.fixture(scope="module")
def meeting(tmp_path_factory):
    """A workbench with a matrix of three players from a file, and a program that asks it."""
    file = tmp_path_factory.mktemp("file") / "meet.nfg"
    file.write_text(MEET, encoding="utf-8")
    (file.parent / "other.nfg").write_text(MEET, encoding="utf-8")
    process, found = started(str(file))
    headers = {"X-Sabot-Token": found.token}
    with httpx.Client(base_url=found.address, headers=headers, timeout=PATIENCE) as client:
        yield file, found, client
    ended(process)


def answer_of(client, address):
    """Return a page, asked again while it waits for its job."""
    for _ in range(60):
        found = client.get(address)
        if "%2Fpart%2Fpage" not in found.text:
            return found
    raise AssertionError(address)


def test_the_page_of_a_file_shows_its_answer_and_asks_for_no_second_matrix(meeting, browser):
    file, workbench, _ = meeting
    with person(browser, workbench) as context:
        page = opened(context)
        page.goto(f"/game?g={quote(f'matrix(file={file})')}")
        page.locator(".solution, .sabot").first.wait_for()  # small: nobody had to press Solve
        assert page.locator(".placeholder, .faults").count() == 0
        assert page.locator("[name='p.payoffs'], [name='p.rows'], [name='p.columns']").count() == 0
        words = " ".join(page.locator("p.in-words").all_inner_texts())
        assert words.startswith("Each player makes one choice")


@pytest.mark.parametrize(
    ("name", "text", "family", "typed"),
    [("horse.efg", HORSE, "efg", {"snap": "0"}), ("pd.csv", PD, "matrix", {"payoffs": ""})],
)
def test_the_form_of_a_tree_or_table_from_a_file_keeps_its_file(
    name, text, family, typed, tmp_path
):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    process, found = started(str(file))
    try:
        headers = {"X-Sabot-Token": found.token}
        with httpx.Client(base_url=found.address, headers=headers, timeout=PATIENCE) as client:
            page = client.get("/game", params={"g": f"{family}(file={file})"}).text
            assert f'name="p.file" value="{file}"' in page
            sent = {"family": family, "p.file": str(file), "solve": "1"}
            sent |= {f"p.{key}": one for key, one in typed.items()}
            answer = client.get("/part/rules", params=sent).text
    finally:
        ended(process)
    assert 'class="faults"' not in answer
    assert str(file) in answer and 'id="result"' in answer


def test_a_form_cannot_name_another_file(meeting):
    file, _, client = meeting
    for other in (file.parent / "other.nfg", "/etc/passwd", f"{file}/../other.nfg"):
        sent = {"family": "matrix", "p.file": str(other), "solve": "1"}
        answer = client.get("/part/rules", params=sent).text
        assert "a page opens no file but the one that was named at the terminal" in answer
        for game in (f"matrix(file={other})", f"efg(file={other})", f"matrix(file={file}|{other})"):
            refused = client.post("/api/solve", json={"game": game})
            assert refused.status_code == 400, refused.text
            assert "a page opens no file" in refused.json()["fault"]
            assert (
                "a page opens no file"
                in client.get("/analysis", params={"verb": "sweep", "g": game}).text
            )


@pytest.mark.parametrize("verb", ["equilibria", "solve", "size", "show", "report"])
def test_a_program_asks_about_the_file(meeting, verb):
    file, _, client = meeting
    answer = client.post(f"/api/{verb}", json={"game": f"matrix(file={file})"})
    assert answer.status_code == 200, answer.text
    assert str(file) in answer.text


def test_a_sweep_takes_the_file(meeting):
    file, _, client = meeting
    found = answer_of(client, f"/analysis?verb=sweep&g={quote(f'matrix(file={file})')}").text
    assert "a page opens no file" not in found
    assert 'data-verb="sweep"' in found


def test_a_certificate_of_the_file_is_compared_with_its_rules(meeting, http):
    file, _, client = meeting
    document = sabot.equilibria(str(file)).to_json()
    asked = {"certificate": document, "rules": True}
    report = client.post("/api/check", json=asked).json()["files"][0]
    assert (report["proved"], report["rules"], report["reason"]) == (True, True, "")
    elsewhere = http.post("/api/check", json=asked).json()["files"][0]
    assert elsewhere["proved"] and elsewhere["rules"] is not True
    assert "check it at the terminal: sabot check" in elsewhere["reason"]
    dropped = client.post("/check?name=meet.json&rules=1", content=json.dumps(document)).text
    assert "a page opens no file" not in dropped
