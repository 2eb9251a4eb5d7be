"""A file dropped on the page: the verdict of the checker, in its own words."""

import json

import pytest
from tests.web.seen import Late, faults_of

import sabot
from sabot.web.tasks.verbs import check_dropped_file as dropped_work


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "kuhn.json"
    sabot.solve("kuhn-poker").save(path)
    return path


def dropped(page, path, *, rules=True):
    page.goto("/check")
    page.get_by_label("Also compare its payoffs").set_checked(rules)
    page.get_by_label("Drop a file here").set_input_files(path)


def test_a_certificate_is_checked_with_its_rules(page, saved):
    page.set_viewport_size({"width": 390, "height": 844})
    dropped(page, saved)
    found = page.locator(".panel.yes")
    found.wait_for()
    assert found.get_attribute("data-value") == "-1/18"
    assert found.get_attribute("data-rules") == "true"
    assert "value -1/18 ≈ -0.05555555556: the first seat loses 1/18 per hand" in found.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert faults_of(page) == []


def test_a_long_value_is_read_as_a_decimal_and_written_out_when_it_is_pressed(page, tmp_path):
    path = tmp_path / "b3.json"
    sabot.solve("baccara(model=B3, decks=6)").save(path)
    dropped(page, path, rules=False)
    value = page.locator(".proved .number")
    value.wait_for()
    assert value.inner_text() == "≈ -0.01284101392"
    value.get_by_role("button").click()
    assert value.inner_text() == "-73356216203119/5712649844821920"


def test_a_file_that_is_chosen_before_the_scripts_have_come_is_checked(page, saved):
    late = Late(page, "**/drop-file.js*")
    page.goto("/check", wait_until="commit")
    page.get_by_label("Drop a file here").set_input_files(saved)
    late.come()
    late.go()
    page.locator(".panel.yes").wait_for()


MATRIX = "matrix(payoffs=[[1,-1],[-1,1]])"
TWO = [[(3, 1), (0, 0)], [(0, 0), (1, 3)]]
THREE = 'NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + "1 1 1 " + "0 0 0 " * 7
KINDS = {
    "solution": lambda three: sabot.solve(MATRIX),
    "equilibrium": lambda three: sabot.solve("von-neumann"),
    "nash": lambda three: sabot.solve(TWO),
    "interval": lambda three: sabot.approximate("kuhn-poker", gap="1/10"),
    "proof": lambda three: sabot.prove("le-her(ranks=2, suits=*)"),
    "threshold-proof": lambda three: sabot.prove("von-neumann(A=*)"),
    "pair-proof": lambda three: sabot.prove("baccara(model=A1, commission=*)"),
    "equilibria": lambda three: sabot.equilibria(MATRIX),
    "profile": lambda three: sabot.solve(three),
    "pure": lambda three: sabot.equilibria(three, pure=True),
    "nplayer-equilibria": lambda three: sabot.equilibria(three),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_file_that_carries_a_proof_is_checked(kind, tmp_path):
    game = tmp_path / "three.nfg"
    game.write_text(THREE)
    document = KINDS[kind](str(game)).to_json()
    assert document["schema"].split("/")[1] == kind
    asked = {"name": "x.json", "text": json.dumps(document), "rules": False}
    assert dropped_work(asked)["report"]["proved"]
    named = dropped_work(asked | {"rules": True})["report"]
    if kind in (
        "nash",
        "profile",
        "pure",
        "nplayer-equilibria",
    ):  # of no game that can be told again here
        assert named["proved"]
        assert named["reason"]
    else:
        assert named["rules"] is True


def test_a_file_that_is_dropped_anywhere_on_the_page_is_checked_without_rules(page, saved):
    page.goto("/check")
    page.get_by_label("Also compare its payoffs").set_checked(False)
    page.evaluate(
        """text => {
          const held = new DataTransfer();
          held.items.add(new File([text], "kuhn.json"));
          const how = { bubbles: true, cancelable: true, dataTransfer: held };
          document.querySelector("h1").dispatchEvent(new DragEvent("drop", how));
        }""",
        saved.read_text(),
    )
    found = page.locator(".panel.yes")
    found.wait_for()
    assert "was not checked" in found.inner_text()


def test_of_two_files_that_are_dropped_at_once_none_is_passed_over_in_silence(page, saved):
    page.goto("/check")
    page.evaluate(
        """text => {
          const held = new DataTransfer();
          for (const name of ["one.json", "two.json"]) held.items.add(new File([text], name));
          const how = { bubbles: true, cancelable: true, dataTransfer: held };
          document.querySelector("h1").dispatchEvent(new DragEvent("drop", how));
        }""",
        saved.read_text(),
    )
    said = page.locator("#found .fault").inner_text()
    assert "2 files: one at a time" in said and "sabot check FILE FILE" in said


def test_a_forged_or_broken_file_is_refused_on_the_page(page, saved, tmp_path):
    text = saved.read_text()
    for forged in (text[:-40], '{"a": 1, "a": 2}', "[" * 100_000):
        told = dropped_work({"name": "forged.json", "text": forged, "rules": True})["report"]
        assert not told["proved"] and told["reason"]
    path = tmp_path / "<b>forged.json"
    for forged in (
        text.replace('"value": "-1/18"', '"value": "1/18"', 1),
        '{"schema": "<img src=x onerror=alert(1)>"}',
    ):
        path.write_text(forged)
        dropped(page, path)
        found = page.locator("#found .no")
        found.wait_for()
        assert "<b>forged.json: not proved" in found.inner_text()
        assert found.locator(".fault").inner_text()
        assert page.locator("#found img, #found b").count() == 0


def test_the_interface_for_programs_reads_as_strictly(http, saved):
    document = json.loads(saved.read_text())
    good = http.post("/api/check", json={"certificate": document})
    assert good.json()["files"][0]["value"] == "-1/18"
    twice = '{"certificate": ' + saved.read_text().replace("{", '{"game": "x", ', 1) + "}"
    bad = http.post("/api/check", content=twice)
    assert bad.status_code == 422
    assert "twice" in bad.json()["fault"]
