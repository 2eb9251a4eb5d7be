"""A file dropped on the page: the verdict of the checker, in its own words."""

import json

import httpx
import pytest
from tests.web.seen import faults_of

import sabot


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("saved") / "kuhn.json"
    sabot.solve("kuhn-poker").save(path)
    return path


def dropped(page, path, *, rules=True):
    page.goto("/check")
    page.get_by_label("Also tell the rules").set_checked(rules)
    page.get_by_label("Drop a file here").set_input_files(path)


def test_a_certificate_is_checked_with_its_rules(page, saved):
    dropped(page, saved)
    found = page.locator(".panel.yes")
    found.wait_for()
    assert found.get_attribute("data-value") == "-1/18"
    assert found.get_attribute("data-rules") == "true"
    assert "value -1/18 ≈ -0.05555555556, paid to the first seat" in found.inner_text()
    assert faults_of(page) == []


def test_a_list_of_pure_equilibria_is_checked_too(page, tmp_path):
    path = tmp_path / "pure.json"
    game = tmp_path / "three.nfg"
    game.write_text('NFG 1 R "" { "A" "B" "C" } { 2 2 2 } ' + "1 1 1 " + "0 0 0 " * 7)
    sabot.equilibria(str(game)).save(path)
    dropped(page, path, rules=False)
    found = page.locator("#found h2")
    found.wait_for()
    assert "pure equilibri" in found.inner_text()


def test_without_rules_it_is_said_what_was_not_looked_at(page, saved):
    dropped(page, saved, rules=False)
    found = page.locator(".panel.yes")
    found.wait_for()
    assert "was not checked" in found.inner_text()


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: text.replace('"value": "-1/18"', '"value": "1/18"', 1),
        lambda text: text[:-40],
        lambda text: '{"a": 1, "a": 2}',
        lambda text: '{"schema": "<img src=x onerror=alert(1)>"}',
        lambda text: "[" * 100_000,
    ],
)
def test_a_forged_or_broken_file_is_refused_on_the_page(page, saved, tmp_path, edit):
    path = tmp_path / "<b>forged.json"
    path.write_text(edit(saved.read_text()))
    dropped(page, path)
    found = page.locator("#found .no")
    found.wait_for()
    assert "<b>forged.json: not proved" in found.inner_text()
    assert found.locator(".fault").inner_text()
    assert page.locator("#found img, #found b").count() == 0


def test_the_interface_for_programs_reads_as_strictly(workbench, saved):
    headers = {"X-Sabot-Token": workbench.token}
    document = json.loads(saved.read_text())
    good = httpx.post(
        f"{workbench.address}/api/check", headers=headers, json={"certificate": document}
    )
    assert good.json()["files"][0]["value"] == "-1/18"
    twice = '{"certificate": ' + saved.read_text().replace("{", '{"game": "x", ', 1) + "}"
    bad = httpx.post(f"{workbench.address}/api/check", headers=headers, content=twice)
    assert bad.status_code == 422
    assert "twice" in bad.json()["fault"]
